// @ts-check
/** What the game of levels (polski) shows otherwise: its words, one column of points a player, the open hand of a partner. */
import { myTurn, nameOf, seatsFromViewer } from "../../context.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../store.js").Json} Json */
/** @typedef {import("./paper.js").Stroke} Stroke */

/** More words than this stand in a grid, a level a row. */
const MANY = 12;
/** @type {Record<string, string>} */
const SIGN = { S: "♠", C: "♣", D: "♦", H: "♥", NT: " BA" };

/** @param {Json} view whether levels are bid rather than numbers */
export const isLevels = (view) => view.rules?.ladder === "levels";

/** A contract as it is written: 6S is 6♠, 10NT is 10 BA; any other word stays. @param {string} word */
export const contractText = (word) => word.replace(/^(10|[6-9])(S|C|D|H|NT)$/, (_, level, suit) => level + SIGN[suit]);

/** The class of a row of words. @param {string[]} words */
export const manyClass = (words) => (words.length > MANY ? " many" : "");

/** The hand the viewer plays for his partner now, or null. @param {Context} ctx @returns {number | null} */
export const playedForPartner = (ctx) => (myTurn(ctx) && ctx.view.turn !== undefined && ctx.view.turn !== ctx.seat ? ctx.view.turn : null);

/** The question of a phase in this game, as a key of the texts. @param {Context} ctx */
export function levelQuestion(ctx) {
  const { phase } = ctx.view;
  if (phase === "play") return playedForPartner(ctx) === null ? "ask.play" : "ask.partner";
  return phase === "following" || phase === "calling" ? `ask.levels.${phase}` : `ask.${phase}`;
}

/**
 * The columns of points.
 * @param {Context} ctx @param {number | null} latest number of the hand just played
 * @param {(ctx: Context, stroke: Stroke, seat: number, col: "column", i: number) => Node} drawn draws one number of the paper
 */
export function pointSheets(ctx, latest, drawn) {
  return seatsFromViewer(ctx).map((seat) => {
    const { column } = ctx.view.sheet.players[seat];
    return h(
      "article",
      { class: seat === ctx.seat ? "psheet points mine" : "psheet points", key: `sheet${seat}`, data: { seat } },
      h("h3", null, nameOf(ctx, seat)),
      h(
        "div",
        { class: "pcol mid" },
        h("span", { class: "vs" }, t("paper.points")),
        ...column.map((/** @type {Json} */ mark, /** @type {number} */ i) =>
          drawn(ctx, pointStroke(mark, i < column.length - 1, latest), seat, "column", i),
        ),
      ),
    );
  });
}

/** A total of points as a stroke. @param {Json} mark @param {boolean} struck @param {number | null} latest @returns {Stroke} */
function pointStroke(mark, struck, latest) {
  const now = latest !== null && latest > 0 && mark.hand === latest;
  return { kind: "points", value: mark.value, struck, old: false, now, hand: mark.hand };
}

/** Below the columns: how many hands count so far. @param {Json} sheet */
export const dealsText = (sheet) => t("paper.deals", { n: sheet.deals ?? 0, max: sheet.deals_of ?? 0 });

/** What a hand changed for a seat, and what it was before; good when it grows. @param {Json} outcome @param {number} seat */
export function change(outcome, seat) {
  if (outcome.points) {
    const points = outcome.points[seat] ?? 0;
    return { before: outcome.points_before?.[seat] ?? 0, change: points, good: points > 0, key: "say.points" };
  }
  const bule = outcome.bule?.[seat] ?? 0;
  return { before: outcome.bule_before?.[seat] ?? 0, change: bule, good: bule < 0, key: "say.bule" };
}
