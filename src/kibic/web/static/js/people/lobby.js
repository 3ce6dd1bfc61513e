// @ts-check
/** The open tables on the first page: by which rules, who sits, and the way in. They are asked for again while the page is seen. */
import { get } from "../api.js";
import { h } from "../dom.js";
import { VALUES } from "../games/preferans/values.js";
import { pick, t } from "../i18n.js";
import { same, valueText } from "../rulesform.js";

/** @typedef {import("../store.js").Json} Json */

/** How often the open tables are asked for, in milliseconds. */
const EVERY_MS = 5000;
/** The key that says in a number how long a match is; it stands in the line of every table. */
const LENGTH = "match.start_bule";

export class Lobby {
  /** @param {() => void} render */
  constructor(render) {
    this.render = render;
    /** @type {Json[] | null} */
    this.tables = null;
    /** The rules as the server tells them. @type {Json | null} */
    this.rules = null;
  }

  /** Asks now, and from now on again and again. */
  start() {
    void this.ask();
    setInterval(() => document.visibilityState === "visible" && void this.ask(), EVERY_MS);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void this.ask());
  }

  async ask() {
    // Without an answer the page shows what it knew.
    const found = await get("/api/lobby").catch(() => null);
    if (!found || same(found.tables, this.tables)) return;
    this.tables = found.tables;
    this.render();
  }

  section() {
    const tables = this.tables ?? [];
    const head = h("header", { class: "ph" }, h("h2", null, t("lobby.title")), h("span", { class: "muted small num" }, tables.length || ""));
    const body = tables.length
      ? h("ul", null, ...tables.map((table) => this.row(table)))
      : h("p", { class: "pad muted small" }, this.tables ? t("lobby.none") : t("loading"));
    return h("section", { class: "panel open lobby", key: "lobby", id: "lobby" }, head, body);
  }

  /** @param {Json} table */
  row(table) {
    const names = table.seats.filter((/** @type {Json} */ seat) => seat.kind !== "free").map((/** @type {Json} */ seat) => seat.name);
    const act = table.mine ? "mine" : table.state === "waiting" ? "sit" : "look";
    return h(
      "li",
      { key: table.id, data: { open: table.id } },
      h("div", null, h("b", null, table.name), h("span", null, t("lobby.sits", { names: names.join(", ") || "–" })), this.summary(table)),
      chairs(table),
      h("a", { class: "btn", href: table.url, data: { act: `lobby-${act}` } }, t(`lobby.${act}`)),
    );
  }

  /** The preset, the length of the match, and behind a press what else differs, in the words of the rules. @param {Json} table */
  summary(table) {
    const preset = this.rules?.presets.find((/** @type {Json} */ one) => one.name === table.preset);
    const length = table.options[LENGTH] ?? preset?.values[LENGTH];
    const line = [preset ? pick(preset.title) : table.preset, length === undefined ? "" : t("lobby.bule", { n: length })].filter(Boolean).join(" · ");
    const others = Object.keys(table.options).filter((key) => key !== LENGTH);
    if (!others.length || !this.rules) return h("span", null, line);
    return h(
      "details",
      { class: "what", key: "what" },
      h("summary", null, line, " · ", h("span", { class: "differs" }, t("lobby.differs", { n: others.length }))),
      h("ul", { class: "differences" }, ...others.map((key) => this.difference(key, table.options[key]))),
    );
  }

  /** @param {string} key @param {unknown} value */
  difference(key, value) {
    const parameter = this.rules?.parameters.find((/** @type {Json} */ one) => one.key === key) ?? {};
    return h("li", null, pick(/** @type {any} */ (parameter)) || key, " ", h("b", null, valueText({ ...parameter, labels: VALUES[key] }, value)));
  }
}

/** Taken seats and free ones, as signs and in words. @param {Json} table */
function chairs(table) {
  const all = table.seats.length;
  const signs = table.seats.map((/** @type {Json} */ seat) => h("i", { class: seat.kind === "free" ? "" : "on" }));
  return h("span", { class: "seats", role: "img", "aria-label": t("lobby.seats", { n: all - table.free, all }) }, ...signs);
}
