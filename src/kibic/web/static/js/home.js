// @ts-check
/** Home: play at once, make a table, come back to one, join one. */
import { get, post } from "./api.js";
import "./people/texts.js";
import { botOptions, botText, canChooseBot, knownBot, loadBots } from "./bots.js";
import { putSprite } from "./deck.js";
import { byId, h, morph } from "./dom.js";
import { bar } from "./bar.js";
import { tableAddress } from "./address.js";
import { cardPicture } from "./games/preferans/cards.js";
import { icon } from "./icons.js";
import { language, pick, t } from "./i18n.js";
import { openSettings } from "./menus.js";
import { barLinks } from "./people/bar.js";
import { Lobby } from "./people/lobby.js";
import { pencilNumber } from "./pencil.js";
import { changeSettings, getSettings, loadSettings, onSettings } from "./settings.js";
import { toast } from "./toast.js";

/** @typedef {import("./store.js").Json} Json */

const HERO = ["CA", "HK", "DQ", "SJ", "HT"];

/** The latest of the own tables; the rest is on the page of matches. */
const LATEST = 5;

/** @type {{name: string, account: boolean, tables: Json[] | null, busy: boolean, presets: Record<string, Json>}} */
const state = { name: "", account: false, tables: null, busy: false, presets: {} };

const lobby = new Lobby(render);

function hero() {
  return h(
    "section",
    { class: "hero cloth" },
    h(
      "div",
      { class: "hero-in" },
      h(
        "div",
        { class: "hero-text" },
        h("h1", null, t("home.title")),
        h("p", null, t("home.text")),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { class: "btn primary big", type: "button", data: { act: "play" }, "aria-disabled": state.busy ? "true" : null },
            t("home.play"),
          ),
          h("span", { class: "on2" }, t("home.what"), " ", h("a", { href: "/new" }, t("home.change"))),
        ),
        botChoice(),
      ),
      h("div", { class: "hero-cards", "aria-hidden": "true" }, ...HERO.map((card, i) => h("span", { vars: { i } }, cardPicture(card)))),
    ),
  );
}

/** Against whom one plays at once, where there is a choice. */
function botChoice() {
  if (!canChooseBot()) return null;
  const chosen = knownBot(getSettings().bot);
  const options = botOptions().map(({ value, label }) => h("option", { value, selected: value === chosen }, label));
  return h(
    "div",
    { class: "against", key: "against" },
    h("label", { class: "on2", for: "bot" }, t("home.bot")),
    h("select", { id: "bot", class: "input select", "aria-describedby": "bot-text" }, ...options),
    h("p", { class: "on2", id: "bot-text" }, botText(chosen)),
  );
}

function nameBox() {
  const input = h("input", {
    id: "name",
    class: "input",
    value: state.name,
    maxlength: 24,
    autocomplete: "nickname",
    placeholder: t("home.name.hint"),
  });
  return h(
    "section",
    { class: "panel", key: "name" },
    h("div", { class: "ph" }, h("h2", null, h("label", { for: "name" }, t("home.name")))),
    h("div", { class: "pad" }, input),
  );
}

function joinBox() {
  return h(
    "section",
    { class: "panel join", key: "join" },
    h("header", { class: "ph" }, h("h2", null, t("home.join"))),
    h(
      "form",
      { class: "row", id: "join" },
      h("label", { class: "vh", for: "code" }, t("home.code")),
      h("input", { id: "code", class: "input", placeholder: t("home.code"), autocomplete: "off" }),
      h("button", { class: "btn" }, icon("link"), t("waiting.sit")),
    ),
  );
}

function newBox() {
  return h(
    "section",
    { class: "panel newbox", key: "new" },
    h("header", { class: "ph" }, h("h2", null, t("home.new"))),
    h("p", { class: "pad muted" }, t("home.new.text")),
    h("div", { class: "row pad" }, h("a", { class: "btn", href: "/new", data: { act: "new" } }, t("home.new.go"))),
  );
}

/** The way to the sheet for real cards. */
function sheetBox() {
  return h(
    "section",
    { class: "panel", key: "sheet" },
    h(
      "a",
      { class: "sheet-link", href: "/sheet", data: { act: "sheet" } },
      h("span", { class: "mini-paper", "aria-hidden": "true" }, pencilNumber(60, { struck: true, old: true, spoken: "" }), pencilNumber(36, { spoken: "" })),
      h("span", null, h("b", null, t("home.sheet")), h("span", { class: "muted small" }, t("home.sheet.text"))),
    ),
  );
}

/** The way to the replay of a record. */
function replayBox() {
  return h(
    "section",
    { class: "panel", key: "replay" },
    h(
      "a",
      { class: "sheet-link", href: "/replay", data: { act: "replay" } },
      h("span", null, h("b", null, t("home.replay")), h("span", { class: "muted small" }, t("home.replay.text"))),
    ),
  );
}

/** @param {number | undefined} at milliseconds since 1970 */
const when = (at) =>
  at
    ? new Intl.DateTimeFormat(language() === "sr" ? "sr-Latn" : "en", {
        day: "numeric",
        month: "short",
        hour: "numeric",
        minute: "2-digit",
      }).format(at)
    : "";

/** @param {Json} table */
function tableRow(table) {
  const preset = state.presets[table.preset] ?? null;
  const names = /** @type {string[]} */ (table.seats ?? []).map((name) => name || t("waiting.free")).join(", ");
  return h(
    "li",
    { key: table.id, data: { table: table.id } },
    h(
      "div",
      null,
      h("b", null, table.name),
      h("span", null, [pick(preset) || table.preset, names, when(table.updated)].filter(Boolean).join(" · ")),
    ),
    h("span", { class: "muted small" }, table.your_turn ? t("home.turn") : t(`state.${table.state}`)),
    h(
      "span",
      { class: "row" },
      table.state === "waiting" ? null : h("a", { class: "btn quiet", href: `/t/${table.id}/replay`, data: { act: "replay" } }, t("home.replay.mine")),
      h("a", { class: "btn", href: table.url ?? `/t/${table.id}` }, t(table.state === "over" ? "home.look" : "home.resume")),
    ),
  );
}

function mine() {
  const tables = state.tables ?? [];
  if (!tables.length) return null;
  return h(
    "section",
    { class: "panel open", key: "mine" },
    h("header", { class: "ph" }, h("h2", null, t("home.mine")), h("span", { class: "muted small num" }, tables.length)),
    h("ul", null, ...tables.slice(0, LATEST).map(tableRow)),
    tables.length > LATEST ? h("p", { class: "pad" }, h("a", { class: "btn quiet", href: "/matches" }, t("nav.matches"))) : null,
  );
}

function render() {
  const root = byId("app");
  document.title = t("title.home");
  const tools = [
    ...barLinks({ name: state.name || null, account: state.account }),
    h(
      "button",
      { class: "btn icon", type: "button", "aria-label": t("settings"), title: t("settings"), data: { act: "settings" } },
      icon("settings"),
    ),
  ];
  const page = h(
    "div",
    { class: "page home-page" },
    bar([], tools),
    h(
      "main",
      { class: "home", key: "home", data: { language: language() } },
      hero(),
      h("div", { class: "stack", key: "left" }, mine(), newBox(), sheetBox()),
      h("div", { class: "stack", key: "right" }, joinBox(), lobby.section(), state.account ? null : nameBox(), replayBox()),
    ),
  );
  if (root.firstElementChild) morph(root.firstElementChild, page);
  else root.append(page);
}

/** @param {unknown} error */
const tell = (error) => toast(error instanceof Error ? error.message : String(error));

async function play() {
  if (state.busy) return;
  state.busy = true;
  render();
  try {
    const bot = canChooseBot() ? knownBot(getSettings().bot) : null;
    const made = await post("/api/play", { name: state.name || null, language: language(), bot });
    location.assign(made.url ?? `/t/${made.table}`);
  } catch (error) {
    tell(error);
    state.busy = false;
    render();
  }
}

async function rename() {
  try {
    const me = await post("/api/me", { name: state.name, language: language() });
    state.name = me.name ?? state.name;
  } catch (error) {
    tell(error);
  }
}

async function load() {
  const [me, tables, rules] = await Promise.allSettled([
    get("/api/me"),
    get("/api/tables/mine"),
    get("/api/rules?game=preferans"),
    loadBots(),
  ]);
  if (me.status === "fulfilled") Object.assign(state, { name: me.value.name ?? "", account: Boolean(me.value.account) });
  if (tables.status === "fulfilled") state.tables = Array.isArray(tables.value) ? tables.value : tables.value.tables;
  if (rules.status === "fulfilled") lobby.rules = rules.value;
  if (rules.status === "fulfilled")
    state.presets = Object.fromEntries(rules.value.presets.map((/** @type {Json} */ one) => [one.name, one.title]));
  const input = /** @type {HTMLInputElement | null} */ (document.getElementById("name"));
  if (input && !input.value) input.value = state.name;
  render();
}

function start() {
  loadSettings();
  putSprite();
  const root = byId("app");
  root.addEventListener("click", (event) => {
    const act = /** @type {Element} */ (event.target).closest("[data-act]")?.getAttribute("data-act");
    if (act === "play") void play();
    if (act === "settings") void openSettings();
  });
  root.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.id === "bot") changeSettings({ bot: input.value });
    if (input.id !== "name") return;
    state.name = input.value.trim();
    void rename();
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (byId("code"));
    const address = tableAddress(input.value);
    if (address) location.assign(address);
    else toast(t("home.code.bad"));
  });
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  onSettings(render);
  render();
  void load();
  lobby.start();
}

start();
