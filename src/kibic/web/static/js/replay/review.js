// @ts-check
/** What a hand could have been: the cards that cost something, and the games the declarer's hand was good for. */
import { nameOf } from "../context.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { cardText } from "../games/preferans/cards.js";
import { titled } from "../games/preferans/plaque.js";
import { spelled } from "../games/preferans/words.js";
import { positionOfStep } from "./course.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("./course.js").Position} Position */

/** @param {string[]} cards */
const cardList = (cards) => cards.flatMap((card, i) => [i ? " " : "", cardText(card)]);

/** What the card of a position cost, in a line; nothing when it was as good as any. @param {Json | null} review @param {Position | null} position */
export function costOf(review, position) {
  const played = position?.events.find((event) => event.kind === "played");
  const cost = played && review?.cards.find((/** @type {Json} */ one) => one.step === position?.step);
  return cost ? costLine(cost, played.card) : [];
}

/** @param {Json} cost @param {string} card */
const costLine = (cost, card) => [
  h("span", { class: "cost", data: { lost: cost.lost } }, cardText(card), " ", t("replay.cost", { n: cost.lost }), " ", t("replay.better"), " ", ...cardList(cost.best)),
];

/** The panel after a hand. @param {Context} ctx @param {Json | null} review @param {Position[]} positions */
export function reviewPanel(ctx, review, positions) {
  if (!review?.possible.length) return null;
  const { outcome } = ctx.view;
  return h(
    "section",
    { class: "panel review", "aria-label": t("replay.review"), key: "review" },
    h("header", { class: "ph" }, h("h2", null, t("replay.review")), h("p", { class: "muted small" }, t("replay.review.text"))),
    h("ul", { class: "possible" }, ...review.possible.map((/** @type {Json} */ one) => game(one, outcome))),
    review.cards.length
      ? h("ul", { class: "costs" }, ...review.cards.map((/** @type {Json} */ one) => costRow(ctx, one, positions)))
      : h("p", { class: "pad muted" }, t("replay.nothing")),
  );
}

/** @param {Json} one @param {Json | undefined} outcome */
function game(one, outcome) {
  const taken = one.game === "betl" ? t(one.tricks === 0 ? "made" : "fell") : t("replay.tricks", { n: one.tricks });
  return h("li", { class: outcome?.contract === one.game ? "was" : "", data: { game: one.game, tricks: one.tricks } }, h("b", null, titled(spelled(one.game))), " ", h("span", { class: "num" }, taken));
}

/** @param {Context} ctx @param {Json} cost @param {Position[]} positions */
function costRow(ctx, cost, positions) {
  const at = positionOfStep(positions, cost.step);
  const played = positions[at].events.find((event) => event.kind === "played");
  return h(
    "li",
    null,
    h(
      "button",
      { class: "btn quiet", type: "button", data: { act: "jump", at } },
      h("span", { class: "muted num" }, `${positions[at].tricks.length + (positions[at].held ? 0 : 1)}.`),
      " ",
      `${nameOf(ctx, played?.seat)}: `,
      ...costLine(cost, played?.card ?? ""),
    ),
  );
}
