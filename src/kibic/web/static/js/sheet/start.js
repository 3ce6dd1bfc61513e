// @ts-check
/** The page `/sheet`: a new match with real cards, and the sheets this device knows. */
import { ApiError, post } from "../api.js";
import { putSprite } from "../deck.js";
import { byId, h } from "../dom.js";
import { bar } from "../bar.js";
import { icon } from "../icons.js";
import { language, t } from "../i18n.js";
import { openSettings, segment } from "../menus.js";
import { morphForm } from "../rulesform.js";
import { RulesPart } from "../rulespart.js";
import { loadSettings, onSettings } from "../settings.js";
import { Bring } from "./bring.js";
import { forget, knownSheets, remember } from "./device.js";
import "./texts.js";

const NAMES = "kibic.sheet.names";

const state = {
  names: /** @type {string[]} */ (["", "", "", ""]),
  players: 3,
  dealer: -1,
  drawn: false,
  /** How many may play by the rules. */
  counts: /** @type {number[]} */ ([]),
  making: false,
  /** The seat whose name another one has already. */
  alike: -1,
};

/** Whether a pointer is down, and whether the page waits for it to be drawn. */
const press = { down: false, late: false };

const bring = new Bring(render);
const rulesPart = new RulesPart({ render, players: setCounts });

/** @param {number[]} counts how many may play by the rules now */
function setCounts(counts) {
  state.counts = counts;
  if (counts.length && !counts.includes(state.players)) setPlayers(counts[0]);
}

/** @param {number} players */
function setPlayers(players) {
  state.players = players;
  if (state.dealer >= players) state.dealer = -1;
}

/** The name of a seat, also before one is typed. @param {number} seat */
const nameAt = (seat) => state.names[seat].trim() || t("seat.number", { n: seat + 1 });

/** @param {number} seat */
function nameField(seat) {
  const id = `player-${seat}`;
  const input = h("input", { id, class: "input", maxlength: 24, autocomplete: "off", placeholder: t("seat.number", { n: seat + 1 }) });
  input.value = state.names[seat];
  input.addEventListener("input", () => (state.names[seat] = input.value));
  input.addEventListener("change", () => {
    state.alike = -1;
    render();
  });
  const wrong = state.alike === seat;
  if (wrong) {
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", `${id}-wrong`);
  }
  return h(
    "div",
    { class: "opt" },
    h("label", { class: "vh", for: id }, t("sheet.new.player", { n: seat + 1 })),
    input,
    wrong ? h("p", { class: "problem", id: `${id}-wrong`, role: "alert" }, t("sheet.new.alike", { name: nameAt(seat) })) : null,
  );
}

/** The first seat whose name an earlier one has already; -1 for none. @param {string[]} names */
const alike = (names) => {
  const folded = names.map((name) => name.replace(/\s+/g, " ").toLocaleLowerCase());
  return folded.findIndex((name, seat) => folded.indexOf(name) < seat);
};

function playersSection() {
  const seats = Array.from({ length: state.players }, (_, seat) => seat);
  const counts = state.counts.map((n) => ({ value: String(n), label: t("new.players.n", { n }) }));
  return h(
    "section",
    { class: "panel newt", key: "players" },
    h("header", { class: "ph" }, h("h2", null, t("sheet.new.who")), h("p", { class: "muted small" }, t("sheet.new.order"))),
    counts.length > 1
      ? segment("players", t("new.players"), counts, String(state.players), (value) => {
          setPlayers(Number(value));
          render();
        })
      : null,
    h("div", { class: `names n${state.players}` }, ...seats.map(nameField)),
    dealerChoice(seats),
  );
}

/** The dealer of the first hand; who chooses none has the last one deal, so that the first on the list speaks first. */
const dealerSeat = () => (state.dealer >= 0 ? state.dealer : state.players - 1);

/** Who deals the first hand: chosen, or drawn by lot. @param {number[]} seats */
function dealerChoice(seats) {
  return h(
    "div",
    { class: "opt", role: "group", "aria-labelledby": "dealer-label" },
    h("p", { class: "lab", id: "dealer-label" }, t("sheet.new.dealer")),
    h(
      "div",
      { class: seats.length === 3 ? "chips c3" : "chips c2" },
      ...seats.map((seat) =>
        h(
          "button",
          { class: "chip", type: "button", "aria-pressed": dealerSeat() === seat ? "true" : "false", data: { dealer: seat } },
          nameAt(seat),
        ),
      ),
      h("button", { class: "chip wide", type: "button", data: { act: "draw" } }, t("sheet.new.draw")),
    ),
    h("p", { class: "help", role: "status" }, state.drawn && state.dealer >= 0 ? t("sheet.new.drawn", { name: nameAt(state.dealer) }) : ""),
  );
}

/** @param {import("./device.js").Known} sheet */
function knownRow(sheet) {
  const at = new Intl.DateTimeFormat(language() === "sr" ? "sr-Latn" : "en", {
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  return h(
    "li",
    { key: sheet.id, data: { sheet: sheet.id } },
    h(
      "div",
      null,
      h("b", null, sheet.players.join(", ")),
      h("span", null, [at.format(sheet.at), sheet.key ? "" : t("sheet.follows")].filter(Boolean).join(" · ")),
    ),
    h(
      "button",
      {
        class: "btn icon",
        type: "button",
        "aria-label": t("sheet.forget"),
        title: t("sheet.forget"),
        data: { act: "forget", sheet: sheet.id },
      },
      icon("close"),
    ),
    h("a", { class: "btn", href: `/sheet/${sheet.id}${sheet.key ? `#${sheet.key}` : ""}` }, t("sheet.go_on")),
  );
}

function known() {
  const sheets = knownSheets();
  if (!sheets.length) return null;
  return h(
    "section",
    { class: "panel open", key: "known" },
    h("header", { class: "ph" }, h("h2", null, t("sheet.known"))),
    h("ul", null, ...sheets.map(knownRow)),
  );
}

/** Draws the page, but not under a finger or button that is down. */
function render() {
  press.late = press.down;
  if (!press.down) draw();
}

function draw() {
  document.title = t("sheet.start.title");
  const settings = h(
    "button",
    { class: "btn icon", type: "button", "aria-label": t("settings"), data: { act: "settings" } },
    icon("settings"),
  );
  const page = h(
    "div",
    { class: "page home-page" },
    bar([h("b", null, t("sheet.cards"))], [settings]),
    h(
      "main",
      { class: "new-page" },
      h("h1", null, t("sheet.cards")),
      h("p", { class: "muted" }, t("sheet.cards.text")),
      known(),
      h("section", { class: "panel newt", key: "bring" }, bring.section()),
      playersSection(),
      rulesPart.section(),
      rulesPart.problemBox(),
      h(
        "div",
        { class: "row end sticky", key: "end" },
        h("a", { class: "btn quiet", href: "/" }, t("cancel")),
        h("button", { class: "btn primary", type: "button", data: { act: "create" }, "aria-busy": state.making ? "true" : null }, t(state.making ? "sheet.new.opening" : "sheet.new.create")),
      ),
    ),
  );
  const app = byId("app");
  if (app.firstElementChild) morphForm(app.firstElementChild, page);
  else app.replaceChildren(page);
}

/** A seat by lot. */
function drawDealer() {
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  state.dealer = random % state.players;
  state.drawn = true;
  render();
}

async function create() {
  if (!rulesPart.rules || state.making) return;
  const players = state.names.slice(0, state.players).map((name, seat) => name.trim() || nameAt(seat));
  const dealer = dealerSeat();
  if (!bring.settled()) return;
  state.alike = alike(players);
  if (state.alike >= 0) {
    draw();
    document.getElementById(`player-${state.alike}`)?.focus();
    return;
  }
  state.making = true;
  render();
  try {
    if (!(await rulesPart.settled())) return;
    const { preset, options } = rulesPart.chosen();
    const made = await post("/api/sheets", { players, dealer, preset, options });
    localStorage.setItem(NAMES, JSON.stringify(players));
    remember({ id: made.sheet, key: made.key, players, at: Date.now() });
    location.assign(`/sheet/${made.sheet}#${made.key}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    rulesPart.showProblems(error);
  } finally {
    state.making = false;
    render();
  }
}

/** The names of the last match on this device: mostly the same people sit down again. */
function lastNames() {
  try {
    const names = JSON.parse(localStorage.getItem(NAMES) ?? "[]");
    if (!Array.isArray(names) || names.length < 3) return;
    state.players = names.length;
    state.names = Array.from({ length: 4 }, (_, seat) => String(names[seat] ?? ""));
  } catch {
    // Without storage the names are typed again.
  }
}

/** @param {Event} event */
function clicked(event) {
  const target = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-act], [data-dealer], #reset"));
  if (!target) return;
  const { act, dealer, sheet } = target.dataset;
  if (target.id === "reset") rulesPart.choose(rulesPart.preset);
  if (dealer) {
    state.dealer = Number(dealer);
    state.drawn = false;
    render();
  } else if (act === "draw") drawDealer();
  else if (act === "create") void create();
  else if (act === "import") void bring.go();
  else if (act === "settings") void openSettings();
  else if (act === "forget" && sheet) {
    forget(sheet);
    render();
  }
}

/** After the click that ends a press. */
function released() {
  press.down = false;
  if (press.late) render();
}

function start() {
  loadSettings();
  putSprite();
  lastNames();
  const app = byId("app");
  app.addEventListener("click", clicked);
  addEventListener("pointerdown", () => (press.down = true), { capture: true });
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => setTimeout(released), { capture: true });
  onSettings(render);
  render();
  void rulesPart.load();
}

start();
