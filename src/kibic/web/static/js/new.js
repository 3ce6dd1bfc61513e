// @ts-check
/** A new table: who sits, by which rules. Everything about the rules comes from the server. */
import { ApiError, get, post } from "./api.js";
import { byId, h } from "./dom.js";
import { bar } from "./frame.js";
import { OTHER, VALUES } from "./games/preferans/values.js";
import { icon } from "./icons.js";
import { pick, t } from "./i18n.js";
import { openSettings, segment } from "./menus.js";
import { fileBox, problemLine, saveRules } from "./rulesfile.js";
import { differences, morphForm, parameterRow, problemOf, same } from "./rulesform.js";
import { loadSettings, onSettings } from "./settings.js";
import { toast } from "./toast.js";

/** @typedef {import("./store.js").Json} Json */
/** @typedef {import("./rulesform.js").Value} Value */

const GAME = "preferans";
/** The section of the file among those that are open. */
const FILE = "file";
/** Keys that stand on top, outside the groups: what is agreed anew at every table. */
const ON_TOP = ["match.start_bule", "refa.max"];

/** How long the form waits for the next change before it asks the server whether the rules go together. */
const CHECK_MS = 250;

/** @type {{rules: Json | null, preset: string, values: Record<string, Value>, name: string, title: string, players: number[], seats: string[], problems: Record<string, string>, general: string[], file: {text: string, problems: Json[], busy: boolean}, open: Set<string>, making: boolean}} */
const state = {
  rules: null,
  preset: "",
  values: {},
  name: "",
  title: "",
  players: [],
  seats: ["me", "bot", "bot"],
  problems: {},
  general: [],
  file: { text: "", problems: [], busy: false },
  open: new Set(),
  making: false,
};

/** Whether a pointer is down, and whether the page waits for it to be drawn. */
const press = { down: false, late: false };
/** Done when the rules are there, or when it is known that they do not come. @type {Promise<void>} */
let loaded = Promise.resolve();

/** The question to the server about the rules that is still to be asked, and the number of the last one. */
const check = { timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined), asked: 0 };

/** @returns {Json | undefined} */
const chosenPreset = () => state.rules?.presets.find((/** @type {Json} */ one) => one.name === state.preset);
/** @returns {Record<string, Value>} the values of the chosen preset */
const presetValues = () => chosenPreset()?.values ?? {};
/** The rules as they are sent. */
const chosenRules = () => ({ game: GAME, preset: state.preset, options: differences(state.values, presetValues()) });

/** @param {string} name @param {Record<string, Value>} options what differs from the preset */
function choosePreset(name, options = {}) {
  state.preset = name;
  state.values = { ...presetValues(), ...options };
  state.problems = {};
  state.general = [];
  if (Object.keys(options).length) checkSoon();
  else {
    cancelCheck();
    setPlayers(chosenPreset()?.players ?? []);
  }
  render();
}

/** How many may play by the rules now; seats come and go with it. @param {number[]} players */
function setPlayers(players) {
  state.players = players;
  if (players.length && !players.includes(state.seats.length)) seatFor(players[0]);
}

/** @param {number} players */
function seatFor(players) {
  state.seats = Array.from({ length: players }, (_, seat) => state.seats[seat] ?? "bot");
}

function cancelCheck() {
  clearTimeout(check.timer);
  check.asked += 1;
}

/** Asks the server, after a short pause, whether the rules go together and how many may play by them. */
function checkSoon() {
  cancelCheck();
  check.timer = setTimeout(() => void checkNow(check.asked), CHECK_MS);
}

/** @param {number} asked */
async function checkNow(asked) {
  // Too many questions, or no line: the same is told when the table is made.
  const found = await post("/api/rules/check", chosenRules()).catch(() => null);
  if (!found || asked !== check.asked) return;
  placeProblems(found.problems);
  if (found.players) setPlayers(found.players);
  render();
}

/** @param {string} key @param {Value} value */
function setValue(key, value) {
  state.values[key] = value;
  delete state.problems[key];
  checkSoon();
  const changed = document.activeElement?.id;
  render();
  if (changed) document.getElementById(changed)?.focus();
}

/** @param {Json} parameter */
const row = (parameter) =>
  parameterRow(parameter, state.values[parameter.key], presetValues()[parameter.key], state.problems[parameter.key] ?? null, (value) =>
    setValue(parameter.key, value),
  );

/** @param {Json} group */
function groupSection(group) {
  const parameters =
    state.rules?.parameters.filter((/** @type {Json} */ one) => one.group === group.key && !ON_TOP.includes(one.key)) ?? [];
  if (!parameters.length) return null;
  const changed = parameters.filter((/** @type {Json} */ one) => !same(state.values[one.key], presetValues()[one.key])).length;
  const wrong = parameters.some((/** @type {Json} */ one) => state.problems[one.key]);
  const details = h(
    "details",
    { class: "more", key: group.key, data: { group: group.key } },
    h("summary", null, pick(group), " ", changed ? h("span", { class: "differs" }, t("new.changed", { n: changed })) : null),
    h("div", { class: "params" }, ...parameters.map(row)),
  );
  details.open = state.open.has(group.key) || wrong;
  details.addEventListener("toggle", () => (details.open ? state.open.add(group.key) : state.open.delete(group.key)));
  return details;
}

/** @param {number} seat */
function seatChoice(seat) {
  const options = ["bot", "free"].map((value) => ({ value, label: t(`new.seat.${value}`) }));
  return segment(`seat${seat}`, t("seat.number", { n: seat + 1 }), options, state.seats[seat], (value) => {
    state.seats[seat] = value;
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
  );
}

/** @param {string} id @param {string} label @param {string} value @param {string} hint @param {(text: string) => void} change */
function textField(id, label, value, hint, change) {
  const input = h("input", { id, class: "input", maxlength: 40, placeholder: hint });
  input.value = value;
  input.addEventListener("input", () => change(input.value.trim()));
  return h("div", { class: "opt" }, h("label", { class: "lab", for: id }, label), input);
}

function rulesSection() {
  const { rules } = state;
  if (!rules) return h("section", { class: "panel newt", key: "rules" }, h("p", { class: "pad muted" }, t("loading")));
  const presets = rules.presets.map((/** @type {Json} */ one) => ({ value: one.name, label: pick(one.title) || one.name }));
  const top = ON_TOP.flatMap((key) => rules.parameters.filter((/** @type {Json} */ one) => one.key === key));
  const count = Object.keys(differences(state.values, presetValues())).length;
  return h(
    "section",
    { class: "panel newt", key: "rules" },
    h(
      "header",
      { class: "ph" },
      h("h2", null, t("new.rules")),
      count ? h("button", { class: "btn quiet", type: "button", id: "reset" }, t("new.reset")) : null,
    ),
    segment("preset", t("new.preset"), presets, state.preset, (name) => choosePreset(name)),
    h("p", { class: "muted", id: "preset-note", "aria-live": "polite" }, pick(chosenPreset()?.note)),
    h("div", { class: "params top" }, ...top.map(row)),
    h("div", { class: "groups" }, ...rules.groups.map(groupSection), fileSection()),
  );
}

function fileSection() {
  const details = fileBox(state.file, { read: () => void readFile(), save: () => void save(), type: (text) => (state.file.text = text) });
  details.open = state.open.has(FILE);
  details.addEventListener("toggle", () => (details.open ? state.open.add(FILE) : state.open.delete(FILE)));
  return details;
}

/** Takes the rules of the file into the form; what is wrong in it stands below, by its lines. */
async function readFile() {
  const { file } = state;
  if (file.busy || !file.text.trim()) return;
  file.busy = true;
  file.problems = [];
  render();
  try {
    const { preset, options, problems } = await post("/api/rules/read", { text: file.text });
    file.problems = problems;
    if (preset) {
      choosePreset(preset, options);
      toast(t("file.taken", { n: Object.keys(options).length }));
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    file.problems = [{ sr: error.message, en: error.message }];
  } finally {
    file.busy = false;
    render();
  }
}

/** The rules of the form as a file. */
async function save() {
  try {
    await saveRules(chosenRules());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.problems.length) showProblems(error);
    else toast(error.message);
  }
}

function problemBox() {
  if (!state.general.length) return null;
  return h(
    "div",
    { class: "panel problems", role: "alert", key: "problems" },
    h("p", null, t("new.problems")),
    h("ul", null, ...state.general.map((text) => h("li", null, text))),
  );
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
          textField("name", t("home.name"), state.name, t("home.name.hint"), (text) => (state.name = text)),
          textField("title", t("new.name"), state.title, t("new.name.hint"), (text) => (state.title = text)),
        ),
      ),
      seatsSection(),
      rulesSection(),
      problemBox(),
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

/** Each problem at its key when it names one, else in a list. @param {Json[]} problems */
function placeProblems(problems) {
  state.problems = {};
  state.general = [];
  for (const problem of problems) {
    const { key, text } = problemOf(problem, state.values, presetValues());
    if (key) state.problems[key] = [state.problems[key], text].filter(Boolean).join(" ");
    else state.general.push(problemLine(problem));
  }
}

/** @param {ApiError} error */
function showProblems(error) {
  cancelCheck();
  placeProblems(error.problems);
  if (!error.problems.length) state.general = [error.message];
  render();
  document.querySelector(".wrong, .problems")?.scrollIntoView({ block: "center" });
}

async function create() {
  await loaded;
  if (!state.rules || state.making) return;
  state.making = true;
  try {
    const made = await post("/api/tables", {
      ...chosenRules(),
      seats: state.seats,
      title: state.title || null,
      name: state.name || null,
    });
    location.assign(made.url ?? `/t/${made.table}`);
  } catch (error) {
    if (error instanceof ApiError) showProblems(error);
    else throw error;
  } finally {
    state.making = false;
  }
}

async function load() {
  const me = await get("/api/me").catch(() => ({ name: "" }));
  state.name ||= me.name ?? "";
  try {
    const rules = await get(`/api/rules?game=${GAME}`);
    for (const parameter of rules.parameters) {
      const { key } = parameter;
      Object.assign(parameter, { labels: VALUES[key], other: OTHER[key] });
    }
    state.rules = rules;
    const { preset, options } = rules.start;
    choosePreset(preset, options);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
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
    if (id === "reset") choosePreset(state.preset);
  });
  addEventListener("pointerdown", () => (press.down = true), { capture: true });
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => setTimeout(released), { capture: true });
  onSettings(render);
  render();
  loaded = load();
}

start();
