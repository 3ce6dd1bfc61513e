// @ts-check
/** Before the first word of a match: the cards drawn for the first deal, and who deals or speaks first because of them. */
import { nameOf } from "../../context.js";
import { h } from "../../dom.js";
import { has, t } from "../../i18n.js";
import { cardPicture } from "./cards.js";
import { cardName } from "./words.js";

/** @typedef {import("../../context.js").Context} Context */

/** What stands on the cloth while the first hand is bid for; nothing where chance or the host chose. @param {Context} ctx */
export const drawOnCloth = (ctx) => (ctx.view.phase === "auction" ? draw(ctx, "on-cloth") : null);

/** The same beside the table, for the rest of the first hand. @param {Context} ctx */
export const drawInHistory = (ctx) => (ctx.view.phase === "auction" ? null : draw(ctx, "in-history"));

/** @param {Context} ctx @param {string} place */
function draw(ctx, place) {
  const { view, table } = ctx;
  const mode = view.rules?.first_dealer;
  if (view.hand !== 1 || !table.opening || !has(`draw.${mode}`)) return null;
  const names = { dealer: nameOf(ctx, table.opening.dealer), first: nameOf(ctx, view.order?.[0]) };
  const rounds = /** @type {[number, string][][]} */ (table.opening.draws ?? []);
  const drawers = table.seats.map((_, seat) => ({ seat, cards: rounds.flat().filter(([who]) => who === seat).map(([, card]) => card) }));
  return h(
    "section",
    { class: `draw ${place}`, key: `draw-${place}`, "aria-label": t("draw.title") },
    rounds.length ? h("ul", null, ...drawers.map(({ seat, cards }) => drawer(ctx, seat, cards))) : null,
    h("p", null, t(`draw.${mode}`, names)),
  );
}

/** Who drew what; whoever was tied drew again. @param {Context} ctx @param {number} seat @param {string[]} cards */
function drawer(ctx, seat, cards) {
  return h(
    "li",
    { class: seat === ctx.table.opening?.dealer ? "deals" : "", data: { seat, drawn: cards.join(" ") } },
    h("span", { class: "mini", "aria-hidden": "true" }, ...cards.map((card) => cardPicture(card, true))),
    h("span", null, nameOf(ctx, seat)),
    h("span", { class: "vh" }, cards.map(cardName).join(", ")),
  );
}
