// @ts-check
/** What the check of the decks found: one calm line, and behind it how it is done and what it does not prove. */
import { nameOf } from "./context.js";
import { sheet } from "./dialogs.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { list, t } from "./i18n.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./fair.js").Found} Found */
/** @typedef {import("./dom.js").Kid} Kid */

/** The panel after a hand; nothing before the check is done. @param {Context} ctx @param {number | undefined} hand */
export function deckChecked(ctx, hand) {
  const found = hand === undefined ? undefined : ctx.fair?.found.get(hand);
  if (!found || found.status === "none") return null;
  const body = [how(), ...facts(ctx, found), seal(found)];
  return panel(found.status, t(`fair.${found.status}`), body, "fair");
}

/** The panel at the end of the match: all its decks. @param {Context} ctx */
export function decksChecked(ctx) {
  const all = [...(ctx.fair?.found.values() ?? [])].filter((found) => found.status !== "none");
  if (!all.length) return null;
  const count = (/** @type {Found["status"]} */ status) => all.filter((found) => found.status === status).length;
  const bad = all.filter((found) => found.status === "differs");
  if (bad.length) return panel("differs", t("fair.all.differs", { hands: bad.map((found) => found.hand).join(", ") }), [how()], "fair");
  return panel("agrees", t("fair.all", { n: count("agrees") + count("other") }), [how(), limits()], "fair");
}

/** @param {Found["status"]} status @param {string} title @param {Kid[]} body @param {string} key */
function panel(status, title, body, key) {
  return h(
    "details",
    { class: "panel fair", key, data: { status } },
    h("summary", null, icon(status === "differs" ? "away" : status === "agrees" ? "sealed" : "seal"), h("span", null, title)),
    h("div", { class: "pad" }, ...body),
  );
}

const how = () => h("p", null, t("fair.how"));
const limits = () => h("p", { class: "muted" }, t("fair.limits"));

/** @param {Context} ctx @param {Found} found @returns {Kid[]} */
function facts(ctx, found) {
  if (found.status === "differs") return [h("p", { class: "bad" }, t(`fair.differs.${found.what}`))];
  if (found.status !== "agrees" && found.status !== "other") return [];
  const cuts = found.cuts ?? [];
  const lines = [
    t(found.seen ? "fair.seen" : "fair.late"),
    cuts.length ? t("fair.cut", { names: list(cuts.map((seat) => nameOf(ctx, seat))) }) : t("fair.uncut"),
    ctx.seat !== null && !cuts.includes(ctx.seat) ? t("fair.missed") : "",
    found.compared ? t("fair.compared") : "",
  ];
  return [h("ul", null, ...lines.filter(Boolean).map((line) => h("li", null, line))), limits()];
}

/** Seal and line, to be copied. @param {Found} found */
const seal = (found) =>
  h(
    "dl",
    { class: "seal-text" },
    h("dt", null, t("fair.seal")),
    h("dd", null, h("code", null, found.hash ?? "")),
    ...(found.text ? [h("dt", null, t("fair.line")), h("dd", null, h("code", null, found.text))] : []),
  );

/** The seals as they are shown now, from the menu. @param {Context} ctx */
export function openFair(ctx) {
  const info = ctx.fair?.info;
  const shown = [info?.dealt, info?.next].filter(Boolean);
  const rows = shown.flatMap((one) => [h("dt", null, t("fair.seal.of", { n: one.hand })), h("dd", null, h("code", null, one.hash))]);
  const body = [how(), rows.length ? h("dl", { class: "seal-text" }, ...rows) : h("p", null, t("fair.none")), limits()];
  return sheet(t("fair.title"), [h("div", { class: "fair" }, ...body)]).closed;
}
