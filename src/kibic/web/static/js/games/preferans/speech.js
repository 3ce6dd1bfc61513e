// @ts-check
/** What happened, as sentences for the screen reader: "who: what", in the order of the events, and the own turn with its choices. */
import { myTurn, nameOf } from "../../context.js";
import { list, pick, t } from "../../i18n.js";
import { agreement, isOffer } from "./agreements.js";
import { sorted } from "./cards.js";
import { change as changeOf } from "./levels.js";
import { printed, verdictText } from "./result.js";
import { cardName, inOrder, isCard, spelled } from "./words.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../store.js").Json} Json */

/** Bid numbers are spoken as words. @param {string} word @param {Json} rules */
const told = (word, rules) =>
  word
    .split(" ")
    .map((part) => (isCard(part) ? cardName(part) : /^\d$/.test(part) ? t(`number.${part}`) : spelled(part, rules)))
    .join(" ");

/** The word of an event as the table says it. @param {Json} view @param {Json} event @returns {string} */
function shownOf(view, event) {
  const said = /** @type {Json[]} */ (view.spoken ?? []).findLast((one) => one.seat === event.seat && one.word === event.word);
  return said?.shown ?? event.word;
}

/** Sentences for one event. @param {Context} ctx @param {Json} event @returns {string[]} */
function sentences(ctx, event) {
  const name = nameOf(ctx, event.seat);
  switch (event.kind) {
    case "stand_in":
      return event.why === "time" ? [t("say.time_up", { name })] : [];
    case "undone":
      return [t("say.undone", { name })];
    case "dealt":
      return [t("say.dealt", { n: event.hand, name: nameOf(ctx, event.dealer) })];
    case "said":
      return isCard(event.word) ? [] : [t("say.said", { name, word: told(shownOf(ctx.view, event), ctx.view.rules) })];
    case "talon":
      return [t("say.talon", { cards: list((event.cards ?? []).map(cardName)), name })];
    case "played":
      return [t(ctx.view.trick?.cards?.length === 1 ? "say.leads" : "say.played", { name, card: cardName(event.card) })];
    case "trick":
      return [t("say.trick", { name, n: event.taken?.[event.seat] ?? event.taken ?? "" })];
    case "agreed":
      return [t("say.agreed", { what: agreement(ctx, event.word).what })];
    case "laid_open":
      return [t("say.open", { name, cards: list((event.cards ?? []).map(cardName)) })];
    case "hand_over":
      return handSentences(ctx, event.outcome ?? ctx.view.outcome);
    case "match_over":
      return [t("say.over")];
    default:
      return [];
  }
}

/** @param {Context} ctx @param {Json | undefined} outcome */
function handSentences(ctx, outcome) {
  if (!outcome) return [];
  const each = ctx.table.seats.flatMap((_, seat) => {
    const parts = scoreParts(ctx, outcome, seat);
    return parts.length ? [t("say.said", { name: nameOf(ctx, seat), word: parts.join(", ") })] : [];
  });
  return [t("say.hand", { verdict: verdictText(outcome) }), ...each];
}

/** What a hand wrote for one seat, in parts of a sentence. @param {Context} ctx @param {Json} outcome @param {number} seat */
function scoreParts(ctx, outcome, seat) {
  const { before, change, key } = changeOf(outcome, seat);
  const made = outcome.made?.[seat];
  const parts = typeof made === "boolean" ? [t(made ? "made" : "fell")] : [];
  if (change) parts.push(t(key, { before: printed(before), after: printed(before + change) }));
  for (const entry of outcome.supe ?? []) {
    if (entry.writer === seat && entry.points) parts.push(t("say.supe", { n: entry.points, name: nameOf(ctx, entry.against) }));
  }
  return parts;
}

/** What the log says about the events of one step. @param {Context} ctx @param {Json[]} events */
export const narrate = (ctx, events) => events.flatMap((event) => sentences(ctx, event)).join(" ");

/** The own turn with its choices, or "". @param {Context} ctx */
export function turnCall(ctx) {
  const { view } = ctx;
  if (!myTurn(ctx)) return "";
  if (view.phase === "discard") return t("say.discard");
  const legal = /** @type {string[]} */ (view.legal ?? []);
  const cards = legal.filter(isCard);
  const choices = cards.length
    ? sorted(cards, ctx.settings.sort, ctx.settings.ranks).map(cardName)
    : [...inOrder(legal.filter((word) => !isOffer(word))).map((word) => told(view.shown?.[word] ?? word, view.rules)), ...(legal.some(isOffer) ? [t("offer.word")] : [])];
  const blocked = Object.keys(view.refused ?? {}).find(isCard);
  const why = cards.length && blocked ? ` ${pick(view.refused[blocked])}` : "";
  return `${t("say.turn", { choices: list(choices) })}${why}`;
}
