// @ts-check
/** The page of one's matches, `/matches`: searched, looked at again, taken along. What is looked for stands in the address. */
import "./texts.js";
import { get } from "../api.js";
import { byId, h, morph } from "../dom.js";
import { bar, tool } from "../bar.js";
import { language, pick, t } from "../i18n.js";
import { openSettings } from "../menus.js";
import { loadSettings, onSettings } from "../settings.js";
import { toast } from "../toast.js";
import { barLinks } from "./bar.js";

/** @typedef {import("../store.js").Json} Json */

const FIELDS = ["q", "player", "preset", "state", "since", "until"];
const STATES = ["waiting", "playing", "over"];
const DAY_MS = 24 * 3600 * 1000;

/** @type {{me: {name: string | null, account: boolean}, presets: Json[], found: Json | null}} */
const state = { me: { name: null, account: false }, presets: [], found: null };

/** What is looked for, from the address. */
const wanted = () => new URLSearchParams(location.search);

/** The same for the server: days become times of this person's clock. @param {URLSearchParams} asked */
function query(asked) {
  const sent = new URLSearchParams();
  for (const name of [...FIELDS, "page"]) {
    const value = asked.get(name);
    if (!value) continue;
    const midnight = name === "since" || name === "until" ? new Date(`${value}T00:00`).getTime() : Number.NaN;
    if (Number.isNaN(midnight)) {
      if (name !== "since" && name !== "until") sent.set(name, value);
    } else sent.set(name, String(name === "until" ? midnight + DAY_MS : midnight));
  }
  return sent;
}

/** @param {string} name @param {string} label @param {Record<string, string | number>} how */
function field(name, label, how) {
  const input = h("input", { id: name, name, class: "input", value: wanted().get(name) ?? "", ...how });
  return h("div", { class: "opt", key: name }, h("label", { class: "lab", for: name }, label), input);
}

/** @param {string} name @param {string} label @param {{value: string, label: string}[]} options */
function choice(name, label, options) {
  const now = wanted().get(name) ?? "";
  const select = h("select", { id: name, name, class: "input select" }, ...options.map((one) => h("option", { value: one.value, selected: one.value === now }, one.label)));
  return h("div", { class: "opt", key: name }, h("label", { class: "lab", for: name }, label), select);
}

function search() {
  const presets = state.presets.map((one) => ({ value: one.name, label: pick(one.title) }));
  const states = STATES.map((value) => ({ value, label: t(`state.${value}`) }));
  return h(
    "form",
    { class: "panel pad search", key: "search", role: "search" },
    field("q", t("matches.text"), { type: "search", placeholder: t("matches.text.hint"), maxlength: 60 }),
    field("player", t("matches.player"), { placeholder: t("matches.player.hint"), maxlength: 60 }),
    choice("preset", t("matches.preset"), [{ value: "", label: t("matches.any") }, ...presets]),
    choice("state", t("matches.state"), [{ value: "", label: t("matches.state.any") }, ...states]),
    field("since", t("matches.since"), { type: "date" }),
    field("until", t("matches.until"), { type: "date" }),
    h("div", { class: "row" }, h("button", { class: "btn primary", data: { act: "find" } }, t("matches.find")), h("a", { class: "btn quiet", href: "/matches" }, t("matches.clear"))),
  );
}

/** @param {number} at milliseconds since 1970 */
const when = (at) =>
  new Intl.DateTimeFormat(language() === "sr" ? "sr-Latn" : "en", { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" }).format(at);

/** Places by seat, from 1; whoever has the same result shares a place. @param {Json} result */
function places(result) {
  const points = /** @type {number[]} */ (result.points);
  const sign = result.sign === "high_good" ? -1 : 1;
  return points.map((mine) => 1 + points.filter((other) => sign * (other - mine) < 0).length);
}

/** How a match ended: everybody from the best result to the worst, and the place of this person. @param {Json} match */
function ended(match) {
  if (!match.result?.points) return [];
  const { points } = match.result;
  const at = places(match.result);
  const order = points.map((/** @type {number} */ _, /** @type {number} */ seat) => seat).sort((/** @type {number} */ a, /** @type {number} */ b) => at[a] - at[b] || a - b);
  const shared = at.filter((place) => place === at[match.seat]).length > 1;
  const place = match.seat === null ? null : h("strong", { data: { place: at[match.seat] } }, t(shared ? "matches.place.shared" : "matches.place", { n: at[match.seat] }));
  return [h("span", { class: "num ended" }, order.map((/** @type {number} */ seat) => `${match.seats[seat]} ${points[seat] < 0 ? `−${-points[seat]}` : points[seat]}`).join(" · "), place ? " · " : null, place)];
}

/** @param {Json} match */
function row(match) {
  const preset = state.presets.find((one) => one.name === match.preset);
  const names = match.seats.map((/** @type {string} */ name) => name || t("waiting.free")).join(", ");
  const line = [preset ? pick(preset.title) : match.preset, when(match.updated), t(`state.${match.state}`)].join(" · ");
  const replay = match.replay && match.state === "over";
  return h(
    "li",
    { key: match.id, data: { match: match.id } },
    h("div", null, h("b", null, match.name), ...(match.result?.points ? ended(match) : [h("span", null, names)]), h("span", null, line)),
    h(
      "span",
      { class: "acts" },
      replay ? h("a", { class: "btn", href: match.replay, data: { act: "replay" } }, t("matches.replay")) : h("a", { class: "btn", href: match.url }, t("matches.open")),
      match.replay ? h("a", { class: "btn quiet", href: `/api/tables/${match.id}/record`, download: true, "aria-label": `${t("matches.record")}: ${match.name}` }, t("matches.record")) : null,
    ),
  );
}

/** @param {Json} found */
function pages(found) {
  if (found.pages < 2) return null;
  /** @param {number} page @param {string} label */
  const to = (page, label) => {
    const asked = wanted();
    asked.set("page", String(page));
    const there = page >= 1 && page <= found.pages;
    return h("a", { class: "btn", href: there ? `/matches?${asked}` : null, "aria-disabled": there ? null : "true", role: there ? null : "link" }, label);
  };
  return h(
    "nav",
    { class: "row pages", key: "pages", "aria-label": t("matches.title") },
    to(found.page - 1, t("matches.newer")),
    h("span", { class: "muted small num" }, t("matches.page", { n: found.page, all: found.pages })),
    to(found.page + 1, t("matches.older")),
  );
}

function results() {
  const { found } = state;
  if (!found) return h("p", { class: "muted", key: "loading" }, t("loading"));
  const looked = FIELDS.some((name) => wanted().get(name));
  if (!found.total) return h("p", { class: "muted", key: "none", role: "status" }, t(looked ? "matches.none.found" : "matches.none"));
  const asked = query(wanted());
  asked.delete("page");
  return h(
    "section",
    { class: "panel open matches", key: "found" },
    h(
      "header",
      { class: "ph" },
      h("h2", { class: "num", role: "status" }, t("matches.count", { n: found.total })),
      h("a", { class: "btn quiet", href: `/api/matches/records.zip?${asked}`, download: true, data: { act: "all" } }, t("matches.all")),
    ),
    h("ul", null, ...found.matches.map(row)),
  );
}

function render() {
  document.title = t("title.matches");
  const page = h(
    "div",
    { class: "page home-page" },
    bar([], [...barLinks(state.me, "/matches"), tool("settings", "settings", t("settings"))]),
    h("main", { class: "matches-page", key: "matches" }, h("h1", null, t("matches.title")), search(), results(), state.found ? pages(state.found) : null),
  );
  const app = byId("app");
  if (app.firstElementChild) morph(app.firstElementChild, page);
  else app.replaceChildren(page);
}

/** @param {unknown} error */
const tell = (error) => toast(error instanceof Error ? error.message : String(error));

async function load() {
  const [me, found, rules] = await Promise.all([get("/api/me"), get(`/api/matches?${query(wanted())}`), get("/api/rules?game=preferans")]);
  Object.assign(state, { me, found, presets: rules.presets });
  render();
}

function start() {
  loadSettings();
  const app = byId("app");
  app.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const asked = new URLSearchParams();
    for (const name of FIELDS) if (fields.get(name)) asked.set(name, String(fields.get(name)).trim());
    location.assign(`/matches?${asked}`);
  });
  app.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest('[data-act="settings"]')) void openSettings();
  });
  onSettings(render);
  render();
  load().catch(tell);
}

start();
