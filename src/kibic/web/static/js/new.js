// @ts-check
/** A new table: who sits, by which rules. Everything about the rules comes from the server. */
import { ApiError, get, post } from "./api.js";
import { botOptions, botText, canChooseBot, knownBot, loadBots } from "./bots.js";
import { byId, h } from "./dom.js";
import { bar } from "./bar.js";
import { icon } from "./icons.js";
import { t } from "./i18n.js";
import { doorChoices } from "./people/door.js";
import { MannersPart } from "./mannerspart.js";
import { openSettings, segment } from "./menus.js";
import { morphForm } from "./rulesform.js";
import { RulesPart } from "./rulespart.js";
import { loadSettings, onSettings } from "./settings.js";

/** @type {{name: string, account: boolean, title: string, players: number[], seats: string[], hints: boolean, door: import("./people/door.js").Door, making: boolean}} */
const state = {
  name: "",
  account: false,
  title: "",
  players: [],
  seats: ["me", "bot", "bot"],
  hints: true,
  door: { public: false, kibitzers: true },
  making: false,
};

/** Whether a pointer is down, and whether the page waits for it to be drawn. */
const press = { down: false, late: false };
/** Done when the rules are there, or when it is known that they do not come. @type {Promise<void>} */
let loaded = Promise.resolve();

const mannersPart = new MannersPart(render);
const rulesPart = new RulesPart({ render, players: setPlayers });

/** How many may play by the rules now; seats come and go with it. @param {number[]} players */
function setPlayers(players) {
  state.players = players;
  if (players.length && !players.includes(state.seats.length)) seatFor(players[0]);
}

/** @param {number} players */
function seatFor(players) {
  state.seats = Array.from({ length: players }, (_, seat) => state.seats[seat] ?? "bot");
}

/** A seat is free or a bot's; where there are several bots, each can be chosen. @param {number} seat */
function seatChoice(seat) {
  const name = knownBot(state.seats[seat].replace(/^bot:?/, ""));
  const bots = canChooseBot() ? botOptions().map(({ value, label }) => ({ value: `bot:${value}`, label })) : [seatOption("bot")];
  const chosen = state.seats[seat] === "free" ? "free" : canChooseBot() ? `bot:${name}` : "bot";
  const field = segment(`seat${seat}`, t("seat.number", { n: seat + 1 }), [...bots, seatOption("free")], chosen, (value) => {
    state.seats[seat] = value;
    render();
  });
  if (chosen !== "free" && canChooseBot()) field.append(h("p", { class: "help" }, botText(name)));
  return field;
}

/** @param {string} value */
const seatOption = (value) => ({ value, label: t(`new.seat.${value}`) });

/** Whether people at this table may ask what a bot would do. */
function hintsChoice() {
  const options = ["yes", "no"].map((value) => ({ value, label: t(`new.hints.${value}`) }));
  return segment("hints", t("new.hints"), options, state.hints ? "yes" : "no", (value) => {
    state.hints = value === "yes";
    render();
  });
}

/** How many sit down, where the rules leave a choice. */
function playersChoice() {
  if (state.players.length < 2) return null;
  const options = state.players.map((n) => ({ value: String(n), label: t("new.players.n", { n }) }));
  return segment("players", t("new.players"), options, String(state.seats.length), (value) => {
    seatFor(Number(value));
    render();
  });
}

function seatsSection() {
  const invite = state.seats.includes("free") ? t("new.seats.invite") : t("new.seats.bots", { n: state.seats.length - 1 });
  return h(
    "section",
    { class: "panel newt", key: "seats" },
    h("header", { class: "ph" }, h("h2", null, t("new.seats")), h("p", { class: "muted small" }, invite)),
    playersChoice(),
    h("div", { class: `two n${state.seats.length - 1}` }, ...state.seats.slice(1).map((_, other) => seatChoice(other + 1))),
    hintsChoice(),
    ...doorChoices(state.door, (change) => {
      Object.assign(state.door, change);
      render();
    }),
  );
}

/** @param {string} id @param {string} label @param {string} value @param {string} hint @param {(text: string) => void} change */
function textField(id, label, value, hint, change) {
  const input = h("input", { id, class: "input", maxlength: 40, placeholder: hint });
  input.value = value;
  input.addEventListener("input", () => change(input.value.trim()));
  return h("div", { class: "opt" }, h("label", { class: "lab", for: id }, label), input);
}

/** Draws the page, but not under a finger or button that is down: what it came down on must still be there when it goes up. */
function render() {
  press.late = press.down;
  if (!press.down) draw();
}

function draw() {
  document.title = t("title.new");
  const tools = [h("button", { class: "btn icon", type: "button", id: "settings", "aria-label": t("settings") }, icon("settings"))];
  const page = h(
    "div",
    { class: "page home-page" },
    bar([h("b", null, t("home.new"))], tools),
    h(
      "main",
      { class: "new-page" },
      h("h1", null, t("new.title")),
      h(
        "section",
        { class: "panel newt", key: "who" },
        h("header", { class: "ph" }, h("h2", null, t("new.who"))),
        h(
          "div",
          { class: "two" },
          state.account ? null : textField("name", t("home.name"), state.name, t("home.name.hint"), (text) => (state.name = text)),
          textField("title", t("new.name"), state.title, t("new.name.hint"), (text) => (state.title = text)),
        ),
      ),
      seatsSection(),
      state.seats.includes("free") ? mannersPart.section() : null,
      rulesPart.section(),
      rulesPart.problemBox(),
      h(
        "div",
        { class: "row end sticky", key: "end" },
        h("a", { class: "btn quiet", href: "/" }, t("cancel")),
        h("button", { class: "btn primary", type: "button", id: "create", data: { act: "create" } }, t("new.create")),
      ),
    ),
  );
  const app = byId("app");
  if (app.firstElementChild) morphForm(app.firstElementChild, page);
  else app.replaceChildren(page);
}

async function create() {
  await loaded;
  if (!rulesPart.rules || state.making) return;
  state.making = true;
  try {
    if (!(await rulesPart.settled())) return;
    const made = await post("/api/tables", {
      ...rulesPart.chosen(),
      seats: state.seats,
      hints: state.hints,
      ...state.door,
      ...(state.seats.includes("free") ? { manners: mannersPart.chosen() } : {}),
      title: state.title || null,
      name: state.name || null,
    });
    location.assign(made.url ?? `/t/${made.table}`);
  } catch (error) {
    if (error instanceof ApiError) rulesPart.showProblems(error);
    else throw error;
  } finally {
    state.making = false;
  }
}

async function load() {
  const [me] = await Promise.all([get("/api/me").catch(() => ({ name: "", account: false })), loadBots()]);
  state.name ||= me.name ?? "";
  state.account = Boolean(me.account);
  await rulesPart.load();
}

/** After the click that ends a press. */
function released() {
  press.down = false;
  if (press.late) render();
}

function start() {
  loadSettings();
  byId("app").addEventListener("click", (event) => {
    const id = /** @type {Element} */ (event.target).closest("button")?.id;
    if (id === "settings") void openSettings();
    if (id === "create") void create();
    if (id === "reset") rulesPart.choose(rulesPart.preset);
  });
  addEventListener("pointerdown", () => (press.down = true), { capture: true });
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => setTimeout(released), { capture: true });
  onSettings(render);
  render();
  loaded = load();
}

start();
