// @ts-check
/** The page `/sheet`: a new match with real cards, and the sheets this device knows. */
import { ApiError, get, post } from "../api.js";
import { putSprite } from "../deck.js";
import { byId, h } from "../dom.js";
import { bar } from "../frame.js";
import { OTHER, VALUES } from "../games/preferans/values.js";
import { icon } from "../icons.js";
import { language, pick, t } from "../i18n.js";
import { openSettings, segment } from "../menus.js";
import { differences, morphForm, parameterRow, same } from "../rulesform.js";
import { loadSettings, onSettings } from "../settings.js";
import { toast } from "../toast.js";
import { forget, knownSheets, remember } from "./device.js";
import "./texts.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("../rulesform.js").Value} Value */

const GAME = "preferans";
const NAMES = "kibic.sheet.names";
/** Keys that stand on top, outside the groups: what is agreed anew before every match. */
const ON_TOP = ["match.start_bule", "refa.max"];

const state = {
  names: /** @type {string[]} */ (["", "", "", ""]),
  players: 3,
  dealer: -1,
  drawn: false,
  rules: /** @type {Json | null} */ (null),
  preset: "",
  values: /** @type {Record<string, Value>} */ ({}),
  problems: /** @type {string[]} */ ([]),
  open: /** @type {Set<string>} */ (new Set()),
  making: false,
};

/** Whether a pointer is down, and whether the page waits for it to be drawn. */
const press = { down: false, late: false };

/** @returns {Record<string, Value>} the values of the chosen preset */
const presetValues = () => state.rules?.presets.find((/** @type {Json} */ one) => one.name === state.preset)?.values ?? {};

/** The name of a seat, also before one is typed. @param {number} seat */
const nameAt = (seat) => state.names[seat].trim() || t("seat.number", { n: seat + 1 });

/** @param {string} name @param {Record<string, Value>} options what differs from the preset */
function choosePreset(name, options = {}) {
  state.preset = name;
  state.values = { ...presetValues(), ...options };
  state.problems = [];
  render();
}

/** @param {Json} parameter */
const row = (parameter) =>
  parameterRow(parameter, state.values[parameter.key], presetValues()[parameter.key], null, (value) => {
    state.values[parameter.key] = value;
    render();
  });

/** @param {number} seat */
function nameField(seat) {
  const id = `player-${seat}`;
  const input = h("input", { id, class: "input", maxlength: 24, autocomplete: "off", placeholder: t("seat.number", { n: seat + 1 }) });
  input.value = state.names[seat];
  input.addEventListener("input", () => (state.names[seat] = input.value));
  input.addEventListener("change", render);
  return h("div", { class: "opt" }, h("label", { class: "vh", for: id }, t("sheet.new.player", { n: seat + 1 })), input);
}

function playersSection() {
  const seats = Array.from({ length: state.players }, (_, seat) => seat);
  const counts = ["3", "4"].map((value) => ({ value, label: t("sheet.new.players", { n: value }) }));
  return h(
    "section",
    { class: "panel newt", key: "players" },
    h("header", { class: "ph" }, h("h2", null, t("sheet.new.who")), h("p", { class: "muted small" }, t("sheet.new.order"))),
    segment("players", t("sheet.new.count"), counts, String(state.players), (value) => {
      state.players = Number(value);
      if (state.dealer >= state.players) state.dealer = -1;
      render();
    }),
    h("div", { class: `names n${state.players}` }, ...seats.map(nameField)),
    dealerChoice(seats),
  );
}

/** Who deals the first hand: chosen, or drawn by lot. @param {number[]} seats */
function dealerChoice(seats) {
  return h(
    "div",
    { class: "opt", role: "group", "aria-labelledby": "dealer-label" },
    h("p", { class: "lab", id: "dealer-label" }, t("sheet.new.dealer")),
    h(
      "div",
      { class: "chips c2" },
      ...seats.map((seat) =>
        h(
          "button",
          { class: "chip", type: "button", "aria-pressed": state.dealer === seat ? "true" : "false", data: { dealer: seat } },
          nameAt(seat),
        ),
      ),
      h("button", { class: "chip wide", type: "button", data: { act: "draw" } }, t("sheet.new.draw")),
    ),
    h("p", { class: "help", role: "status" }, state.drawn && state.dealer >= 0 ? t("sheet.new.drawn", { name: nameAt(state.dealer) }) : ""),
  );
}

function rulesSection() {
  const { rules } = state;
  if (!rules) return h("section", { class: "panel newt", key: "rules" }, h("p", { class: "pad muted" }, t("loading")));
  const presets = rules.presets.map((/** @type {Json} */ one) => ({ value: one.name, label: pick(one.title) || one.name }));
  const top = ON_TOP.flatMap((key) => rules.parameters.filter((/** @type {Json} */ one) => one.key === key));
  return h(
    "section",
    { class: "panel newt", key: "rules" },
    h("header", { class: "ph" }, h("h2", null, t("new.rules"))),
    segment("preset", t("new.preset"), presets, state.preset, (name) => choosePreset(name)),
    h("div", { class: "params top" }, ...top.map(row)),
    h("div", { class: "groups" }, ...rules.groups.map(groupSection)),
  );
}

/** @param {Json} group */
function groupSection(group) {
  const all = /** @type {Json[]} */ (state.rules?.parameters ?? []);
  const parameters = all.filter((one) => one.group === group.key && !ON_TOP.includes(one.key));
  if (!parameters.length) return null;
  const changed = parameters.filter((one) => !same(state.values[one.key], presetValues()[one.key])).length;
  const open = state.open.has(group.key);
  const details = h(
    "details",
    { class: "more", key: group.key, data: { group: group.key } },
    h("summary", null, pick(group), " ", changed ? h("span", { class: "differs" }, t("new.changed", { n: changed })) : null),
    open ? h("div", { class: "params" }, ...parameters.map(row)) : null,
  );
  details.open = open;
  return details;
}

/** @param {import("./device.js").Known} sheet */
function knownRow(sheet) {
  const at = new Intl.DateTimeFormat(language() === "sr" ? "sr-Latn" : "en", { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
  return h(
    "li",
    { key: sheet.id, data: { sheet: sheet.id } },
    h("div", null, h("b", null, sheet.players.join(", ")), h("span", null, [at.format(sheet.at), sheet.key ? "" : t("sheet.follows")].filter(Boolean).join(" · "))),
    h("button", { class: "btn icon", type: "button", "aria-label": t("sheet.forget"), title: t("sheet.forget"), data: { act: "forget", sheet: sheet.id } }, icon("close")),
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
  const settings = h("button", { class: "btn icon", type: "button", "aria-label": t("settings"), data: { act: "settings" } }, icon("settings"));
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
      playersSection(),
      rulesSection(),
      state.problems.length
        ? h("div", { class: "panel problems", role: "alert", key: "problems" }, h("ul", null, ...state.problems.map((text) => h("li", null, text))))
        : null,
      h(
        "div",
        { class: "row end sticky", key: "end" },
        h("a", { class: "btn quiet", href: "/" }, t("cancel")),
        h("button", { class: "btn primary", type: "button", data: { act: "create" } }, t("sheet.new.create")),
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
  if (!state.rules || state.making) return;
  const players = state.names.slice(0, state.players).map((name, seat) => name.trim() || nameAt(seat));
  const dealer = state.dealer >= 0 ? state.dealer : state.players - 1;
  state.making = true;
  try {
    const made = await post("/api/sheets", { players, dealer, preset: state.preset, options: differences(state.values, presetValues()) });
    localStorage.setItem(NAMES, JSON.stringify(players));
    remember({ id: made.sheet, key: made.key, players, at: Date.now() });
    location.assign(`/sheet/${made.sheet}#${made.key}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problems = /** @type {(string | Json)[]} */ (error.problems);
    state.problems = problems.length ? problems.map((one) => (typeof one === "string" ? one : pick(one))) : [error.message];
    render();
    document.querySelector(".problems")?.scrollIntoView({ block: "center" });
  } finally {
    state.making = false;
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

async function load() {
  try {
    const rules = await get(`/api/rules?game=${GAME}`);
    for (const parameter of rules.parameters) {
      const { key } = parameter;
      Object.assign(parameter, { labels: VALUES[key], other: OTHER[key] });
    }
    state.rules = rules;
    choosePreset(rules.start.preset, rules.start.options);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

/** @param {Event} event */
function clicked(event) {
  const target = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-act], [data-dealer]"));
  if (!target) return;
  const { act, dealer, sheet } = target.dataset;
  if (dealer) {
    state.dealer = Number(dealer);
    state.drawn = false;
    render();
  } else if (act === "draw") drawDealer();
  else if (act === "create") void create();
  else if (act === "settings") void openSettings();
  else if (act === "forget" && sheet) {
    forget(sheet);
    render();
  }
}

/** @param {Event} event */
function toggled(event) {
  const details = /** @type {HTMLDetailsElement} */ (event.target);
  const group = details.dataset.group ?? "";
  if (details.open === state.open.has(group)) return;
  if (details.open) state.open.add(group);
  else state.open.delete(group);
  render();
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
  app.addEventListener("toggle", toggled, { capture: true });
  addEventListener("pointerdown", () => (press.down = true), { capture: true });
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => setTimeout(released), { capture: true });
  onSettings(render);
  render();
  void load();
}

start();
