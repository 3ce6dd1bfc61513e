// @ts-check
/** What is asked now, the words that answer it, and the reason line where one looks. */
import { myTurn, nameOf } from "../../context.js";
import { h } from "../../dom.js";
import { icon } from "../../icons.js";
import { pick, t } from "../../i18n.js";
import { bank } from "../../presence.js";
import { clockFace } from "../../ticking.js";
import { claims, claimsOwn, isOffer, offers } from "./agreements.js";
import { cardText, suitSign } from "./cards.js";
import { drawOnCloth } from "./draw.js";
import { choosing } from "./hand.js";
import { isLevels, levelQuestion, manyClass } from "./levels.js";
import { talonOnCloth } from "./trick.js";
import { caption, inOrder, isCard, isQuiet, spelled, spelledNow, suitOf } from "./words.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../store.js").Json} Json */

/** Words people look for and, when they cannot have them, want to know why. */
const LOOKED_FOR = ["mogu", "igra"];

/** Whether the middle of the cloth belongs to words rather than to the trick. @param {Json} view */
export const isTalking = (view) => view.phase !== "play";

/** The question as text. @param {Context} ctx */
export function question(ctx) {
  const { view } = ctx;
  if (ctx.link !== "online") return t("link.lost");
  if (ctx.looking) return typeof view.to_act === "number" && !ctx.held ? t("replay.turn", { name: nameOf(ctx, view.to_act) }) : "";
  if (ctx.table.paused) return t("ask.paused");
  if (typeof view.to_act !== "number") return t(view.phase === "deal" ? "ask.dealing" : "ask.none");
  if (ctx.seat === null || view.to_act !== ctx.seat || ctx.ui.pending !== null) {
    const name = nameOf(ctx, view.to_act);
    const seat = ctx.table.seats[view.to_act];
    if (view.to_act !== ctx.seat) return t(seat.kind === "person" && seat.connected === false ? "ask.away" : "ask.thinks", { name });
    return t(isCard(ctx.ui.pending ?? "") ? "ask.thrown" : "ask.sent");
  }
  if (isLevels(view)) return t(levelQuestion(ctx));
  return t(`ask.${view.phase}`, { name: caller(ctx), word: offered(view) });
}

/** Who asked for the answer that is awaited. @param {Context} ctx */
function caller(ctx) {
  const last = /** @type {Json[]} */ (ctx.view.spoken ?? []).at(-1);
  return nameOf(ctx, last?.seat ?? null);
}

/** @param {Json} view */
const offered = (view) => spelled(/** @type {Json[]} */ (view.spoken ?? []).at(-1)?.word ?? "", view.rules);

/**
 * Why something is so: the card or word that is looked at, else what the server refused, a hint, or the first reason there is.
 * @param {Context} ctx @returns {import("../../dom.js").Kid[]}
 */
export function reason(ctx) {
  const { view, ui } = ctx;
  if (ctx.link !== "online") return [];
  if (ctx.looking) return ctx.looking.note;
  if (ui.about && view.refused?.[ui.about]) return about(ui.about, view.refused[ui.about]);
  if (ui.refusal) return [withRule(pick(ui.refusal), ui.refusal.rule)];
  if (ui.hint) return hintLine(ui.hint);
  if (!myTurn(ctx)) return [];
  if (view.phase === "play") return playReason(ctx);
  if (view.phase === "offer_answer") return [t("ask.offer_answer.text")];
  const missing = LOOKED_FOR.find((word) => view.refused?.[word]);
  return missing ? [withRule(pick(view.refused[missing]), view.refused[missing].rule)] : [];
}

/** @param {string} what @param {Json} refusal */
const about = (what, refusal) => [...(isCard(what) ? [cardText(what), " "] : []), withRule(pick(refusal), refusal.rule)];

/** @param {Context} ctx */
function playReason(ctx) {
  const blocked = Object.keys(ctx.view.refused ?? {}).find(isCard);
  if (!blocked) return ctx.view.trick?.cards?.length ? [] : [t("ask.lead")];
  return [withRule(pick(ctx.view.refused[blocked]), ctx.view.refused[blocked].rule)];
}

/** @param {string} text @param {string | null | undefined} rule */
const withRule = (text, rule) => h("span", null, text, rule ? " " : null, rule ? h("span", { class: "rule-id" }, rule) : null);

/** @param {Json} hint */
const hintLine = (hint) => [h("span", null, h("b", null, `${t("hint")}:`), " ", withRule(pick(hint), hint.rule))];

/** @param {Context} ctx */
function ask(ctx) {
  const face = clockFace(ctx.table.clock);
  const left = face && ctx.table.clock?.seat === ctx.seat && ctx.seat !== null ? bank(ctx, ctx.seat) : [];
  return h("p", { class: "ask" }, ctx.link !== "online" ? icon("away") : null, question(ctx), ...(face ? [" ", face] : []), ...left);
}

/** Below the hand's question: the reason, then at most two quiet actions. @param {Context} ctx */
const below = (ctx) => [
  h("p", { class: "why", "aria-live": "polite" }, ...reason(ctx)),
  h("p", { class: "acts" }, ...quietActions(ctx, myTurn(ctx))),
];

/** The prompt with its reason and quiet actions. @param {Context} ctx */
export function prompt(ctx) {
  return h("section", { class: myTurn(ctx) ? "prompt mine" : "prompt waiting", key: "prompt" }, ask(ctx), ...below(ctx));
}

/** @param {Context} ctx @param {boolean} mine */
function quietActions(ctx, mine) {
  if (ctx.ui.guardUntil > 0)
    return [h("button", { class: "btn quiet", type: "button", data: { act: "take-back" } }, icon("undo"), t("guard.back"))];
  const acts = [];
  if (mine && ctx.table?.hints !== false)
    acts.push(h("button", { class: "btn quiet", type: "button", data: { act: "hint" } }, icon("hint"), t("hint")));
  if (ctx.link === "online" && claims(ctx).length) acts.push(h("button", { class: "btn quiet wide-only", type: "button", data: { act: "claim" } }, t(claimsOwn(ctx) ? "claim.ask" : "claim.other")));
  return acts;
}

/** The middle of the cloth while words are said: question, words, reason. @param {Context} ctx */
export function askBox(ctx) {
  const { view } = ctx;
  const showTalon = view.phase === "auction" || view.phase === "naming";
  const mine = myTurn(ctx);
  return h(
    "section",
    { class: "trick", "aria-label": t("land.words"), key: "words" },
    h(
      "div",
      { class: mine ? "ask-box" : "ask-box waiting" },
      (showTalon ? drawOnCloth(ctx) : null) ?? (showTalon ? talonOnCloth(ctx) : null),
      h("div", { class: mine ? "prompt" : "prompt waiting", key: "ask" }, ask(ctx)),
      mine ? (choosing(ctx) ? discardBox(ctx) : wordRow(ctx)) : null,
      h("div", { class: "prompt under", key: "under" }, ...below(ctx)),
    ),
  );
}

/** @param {Context} ctx */
function wordRow(ctx) {
  const { view } = ctx;
  const words = inOrder(view.legal ?? []).filter((word) => !isOffer(word));
  if (!words.length) return null;
  const stop = words.includes(ctx.ui.focus ?? "") ? ctx.ui.focus : words[0];
  return h(
    "div",
    { class: `words${words.length === 4 || words.length === 2 ? " w4" : ""}${manyClass(words)}`, role: "group", "aria-label": t("land.words"), key: "row" },
    ...words.map((word) => wordButton(ctx, word, { stop: word === stop })),
    offers(ctx).length
      ? h("button", { class: "word", type: "button", key: "offer", tabindex: -1, data: { act: "offer" } }, h("b", null, t("offer.word")), h("span", null, t("cap.offer")))
      : null,
  );
}

/** @param {Context} ctx @param {string} word @param {{stop: boolean, pressed?: boolean}} how */
function wordButton(ctx, word, { stop, pressed }) {
  const suit = suitOf(word);
  const game = suit !== null && Number.isNaN(Number(word));
  const under = caption(word, ctx.view.phase, ctx.view.worth ?? {});
  return h(
    "button",
    {
      class: `${isQuiet(word) ? "word pass" : "word"}${ctx.ui.hint?.word === word ? " hinted" : ""}`,
      type: "button",
      key: word,
      tabindex: stop ? 0 : -1,
      "aria-pressed": pressed === undefined ? null : String(pressed),
      data: { word },
    },
    h("b", null, spelledNow(word, ctx.view), game ? " " : null, game ? suitSign(suit) : null),
    under ? h("span", null, under, !game && suit ? suitSign(suit) : null) : null,
  );
}

/** Discard and declaration in one step: two cards, one game, one button that repeats all three. @param {Context} ctx */
function discardBox(ctx) {
  const { view, ui } = ctx;
  const games = Object.keys(view.worth ?? {});
  const stop = games.includes(ui.focus ?? "") ? ui.focus : games[0];
  return h(
    "div",
    { class: "ask-box", key: "discard" },
    h(
      "div",
      { class: `${games.length === 4 ? "words w4" : "words"}${manyClass(games)}`, role: "group", "aria-label": t("land.declare") },
      ...games.map((word) => wordButton(ctx, word, { stop: word === stop, pressed: ui.game === word })),
    ),
    declareButton(ctx),
  );
}

/** The word of the discard that fits the chosen cards, or null. @param {Context} ctx @returns {string | null} */
export function discardWord(ctx) {
  if (ctx.ui.chosen.length !== 2) return null;
  const [a, b] = ctx.ui.chosen;
  return /** @type {string[]} */ (ctx.view.legal ?? []).find((word) => word === `skart ${a} ${b}` || word === `skart ${b} ${a}`) ?? null;
}

/** @param {Context} ctx */
function declareButton(ctx) {
  const { ui, view } = ctx;
  const ready = discardWord(ctx) !== null && (ui.game !== null || !Object.keys(view.worth ?? {}).length);
  const cards = ui.chosen.flatMap((card) => [cardText(card), " "]);
  const text = ready
    ? [titledDiscard(), ...cards, ui.game ? `– ${spelled(ui.game)}` : null]
    : [t(ui.chosen.length < 2 ? "discard.choose" : "discard.game", { n: 2 - ui.chosen.length })];
  return h(
    "button",
    {
      class: ready ? "btn primary go" : "btn go",
      type: "button",
      key: "go",
      "aria-disabled": ready ? null : "true",
      data: { act: "declare" },
    },
    ...text,
  );
}

const titledDiscard = () => `${t("discard.word")} `;
