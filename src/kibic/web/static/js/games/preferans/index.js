// @ts-check
/** Preferans as a component of the frame: what stands on the cloth, beside it and after the hand. */
import { nameOf, placeOf, seatsFromViewer, tableName } from "../../context.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { agreement, claims, claimsOwn, isOffer, offers } from "./agreements.js";
import { deckAgrees as agreesWith } from "./dealing.js";
import { finalPage } from "./final.js";
import { choosing, hand, ownCards } from "./hand.js";
import { history, trickLog } from "./history.js";
import { dockValues, paper } from "./paper.js";
import { plaque } from "./plaque.js";
import { askBox, discardWord, isTalking, prompt } from "./prompt.js";
import { afterHand, handIsOver, played, verdictText } from "./result.js";
import { neighbour, ownSeat } from "./seats.js";
import { narrate, turnCall } from "./speech.js";
import { corner, trickArea } from "./trick.js";
import { inOrder, isCard, spelled, suitOf, wordForKey } from "./words.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../dom.js").Kid} Kid */

/** @param {Context} ctx @returns {Kid[]} where we are, for the bar */
function where(ctx) {
  const { rules, hand: number, dealer } = ctx.view;
  const parts = [h("b", null, tableName(ctx.table))];
  if (rules?.preset) parts.push(h("span", { class: "dot rules" }, rules.preset));
  if (rules?.start_bule) parts.push(h("span", { class: "dot rules" }, t("bule.n", { n: rules.start_bule })));
  if (number) parts.push(h("span", { class: "dot" }, t("hand.n", { n: number })));
  if (typeof dealer === "number" && ctx.view.phase !== "over")
    parts.push(h("span", { class: "dot" }, t("plaque.dealer", { name: nameOf(ctx, dealer) })));
  return parts;
}

/** The cloth with everything on it. @param {Context} ctx @param {Kid} proposal */
function cloth(ctx, proposal) {
  const [own, ...others] = seatsFromViewer(ctx);
  const talking = isTalking(ctx.view) && !ctx.held;
  const seats = others.map((seat) => neighbour(ctx, seat, placeOf(ctx, seat)));
  const middle = talking ? [askBox(ctx)] : [trickArea(ctx), prompt(ctx)];
  return h(
    "section",
    { class: "cloth", "aria-label": t("land.table"), key: "cloth" },
    h("div", { class: "felt" }, ...seats, plaque(ctx), ...middle, ownSeat(ctx, own), corner(ctx), hand(ctx), proposal),
  );
}

/** Paper and history. @param {Context} ctx @returns {Kid[]} */
function side(ctx) {
  const tricks = ctx.looking ? ctx.looking.tricks : ctx.view.phase === "over" ? ctx.view.outcome?.play : null;
  return [
    paper(ctx),
    h(
      "section",
      { class: "panel", "aria-label": t("land.history"), key: "history", tabindex: -1 },
      h("h2", { class: "vh" }, t("history")),
      history(ctx),
      tricks?.length ? trickLog(ctx, tricks) : null,
    ),
  ];
}

/** Words and cards that may be said now. @param {Context} ctx @returns {string[]} */
const sayable = (ctx) => (choosing(ctx) ? Object.keys(ctx.view.worth ?? {}) : (ctx.view.legal ?? []).filter((/** @type {string} */ word) => !isOffer(word)));

/** The name of the phase on the root: talking phases share a layout. @param {Context} ctx */
function layout(ctx) {
  if (handIsOver(ctx)) return "after";
  if (!isTalking(ctx.view) || ctx.held) return "play";
  return choosing(ctx) || ctx.view.phase === "discard" || ctx.view.phase === "declaration" ? "discard" : "auction";
}

/**
 * Remembers the own cards as they are dealt, before the talon is taken.
 * @param {import("../../fair.js").Fair} fair @param {import("../../store.js").TableState} state
 */
function noteDeal(fair, state) {
  const { view, seat } = state;
  if (!view?.hand || !["auction", "naming"].includes(view.phase)) return;
  fair.dealt(view.hand, view.dealer, seat === null ? null : (view.cards?.[seat] ?? null));
}

/** Whether a deck gives the cards that were seen. @param {Context} ctx @param {number} hand @param {import("../../fair.js").Known} known @param {string[]} deck */
const deckAgrees = (ctx, hand, known, deck) =>
  agreesWith(deck, ctx.table.seats.length, ctx.seat, known, ctx.view.outcome?.number === hand ? ctx.view.outcome : null);

export const preferans = {
  afterHand,
  agreement,
  choosing,
  claims,
  claimsOwn,
  cloth,
  deckAgrees,
  discardWord,
  dockValues,
  finalPage,
  handIsOver,
  inOrder,
  isCard,
  layout,
  narrate,
  noteDeal,
  offers,
  ownCards,
  played,
  sayable,
  side,
  spelled,
  suitOf,
  turnCall,
  verdictText,
  where,
  wordForKey,
};
