// @ts-check
/** After the hand: what it was, what each scored and why, all cards; and the next hand. */
import { nameOf, seatsFromViewer } from "../../context.js";
import { h } from "../../dom.js";
import { deckChecked } from "../../fairpanel.js";
import { pick, t } from "../../i18n.js";
import { agreements } from "./agreements.js";
import { broken } from "./broken.js";
import { cardPicture, sorted } from "./cards.js";
import { trickLog } from "./history.js";
import { change as changeOf } from "./levels.js";
import { paper } from "./paper.js";
import { titled } from "./plaque.js";
import { spelled } from "./words.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../store.js").Json} Json */

/** A number with its sign as it is printed. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
/** @param {number} n */
export const printed = (n) => (n < 0 ? `−${-n}` : String(n));

/** Whether the hand just finished is to be shown instead of the table. @param {Context} ctx */
export const handIsOver = (ctx) => !ctx.held && Boolean(ctx.view.outcome) && (ctx.view.phase === "deal" || ctx.view.phase === "over");

/** The line above the verdict: who played what. @param {Context} ctx @param {Json} outcome */
export function played(ctx, outcome) {
  const parts = callOf(ctx, outcome, Boolean(outcome.contract));
  if (outcome.refa_written) parts.push(t("result.refa"));
  return parts.join(" · ") || t("hand.n", { n: outcome.number });
}

/** A finished hand in one line: who, under what, how it ended, and the refa it wrote; its game is named once. @param {Context} ctx @param {Json} outcome */
export function handLine(ctx, outcome) {
  const named = ["played", "agreed", "pik_no_kontra"].includes(outcome.kind);
  const parts = [...callOf(ctx, outcome, Boolean(outcome.contract) && !named), verdictText(outcome)];
  if (outcome.refa_written) parts.push(t("result.refa"));
  return parts.join(" · ");
}

/** Who played what, and under which multipliers. @param {Context} ctx @param {Json} outcome @param {boolean} game whether the game is named */
function callOf(ctx, outcome, game) {
  const parts = [];
  if (typeof outcome.declarer === "number") parts.push(nameOf(ctx, outcome.declarer));
  if (game) parts.push(spelled(outcome.contract));
  if (outcome.igra) parts.push(t("mult.igra"));
  if (outcome.kontra > 1) parts.push(t("mult.kontra", { n: outcome.kontra }));
  if (outcome.refa > 1) parts.push(t("mult.refa", { n: outcome.refa }));
  return parts;
}

/** The verdict in a few words. @param {Json} outcome */
export function verdictText(outcome) {
  if (outcome.kind !== "played" && outcome.kind !== "agreed") return t(`verdict.${outcome.kind}`);
  const made = outcome.made?.[outcome.declarer];
  return t(made ? "verdict.made" : "verdict.fell", { game: titled(spelled(outcome.contract ?? "")) });
}

/** @param {Context} ctx @param {Json} outcome */
function verdict(ctx, outcome) {
  const tricks = outcome.tricks;
  const count =
    tricks && typeof outcome.declarer === "number"
      ? h(
          "p",
          { class: "big-n num" },
          h("b", null, tricks[outcome.declarer]),
          h("span", null, t("tricks.word", { n: tricks[outcome.declarer] })),
        )
      : null;
  return h(
    "section",
    { class: "verdict" },
    h("div", null, h("p", { class: "muted" }, played(ctx, outcome)), h("h1", { tabindex: -1 }, verdictText(outcome))),
    count,
  );
}

/** @param {Context} ctx @param {Json} outcome @param {number} seat */
function playerResult(ctx, outcome, seat) {
  const { before, change, good } = changeOf(outcome, seat);
  const role = outcome.roles?.[seat];
  const made = outcome.made?.[seat];
  const words = [role ? t(`role.${role}`) : "", made === true ? t("made") : made === false ? t("fell") : ""].filter(Boolean).join(" · ");
  const supe = (outcome.supe ?? []).filter((/** @type {Json} */ entry) => entry.writer === seat && entry.points);
  const reasons = (outcome.reasons ?? []).filter((/** @type {Json} */ entry) => entry.seat === seat);
  const delta = change ? (good ? " good" : " bad") : "";
  return h(
    "article",
    { data: { seat, result: change } },
    h(
      "header",
      null,
      h("h2", null, nameOf(ctx, seat)),
      h("span", { class: `tag-l${made === false ? " bad" : made ? "" : " plain"}` }, words),
      h(
        "span",
        { class: "vals num" },
        ...supe.map((/** @type {Json} */ entry) =>
          h("small", null, t("result.supe", { n: entry.points, name: nameOf(ctx, entry.against) })),
        ),
        change ? h("s", null, printed(before)) : null,
        h("b", null, printed(before + change)),
        h("span", { class: `delta num${delta}` }, signed(change)),
      ),
    ),
    h("ul", null, ...reasons.map(reasonLine)),
  );
}

/** What was decided for all at once, such as a refa. @param {Json} outcome */
function aboutAll(outcome) {
  const reasons = (outcome.reasons ?? []).filter((/** @type {Json} */ entry) => typeof entry.seat !== "number");
  return reasons.length ? h("ul", { class: "about-all" }, ...reasons.map(reasonLine)) : null;
}

/** @param {Json} reason */
function reasonLine(reason) {
  const rules = /** @type {string[]} */ (reason.rules ?? []);
  return h("li", null, pick(reason), ...rules.flatMap((rule) => [" ", h("span", { class: "rule-id" }, rule)]));
}

/** What each got by a hand, and by which rules. @param {Context} ctx @param {Json} outcome */
export function whoGot(ctx, outcome) {
  return h(
    "section",
    { class: "panel who-got", "aria-label": t("result.who") },
    ...seatsFromViewer(ctx).map((seat) => playerResult(ctx, outcome, seat)),
    aboutAll(outcome),
  );
}

/** @param {string} title @param {string[]} cards */
const cardRow = (title, cards) =>
  h("div", null, h("h3", null, title), h("div", { class: "minirow" }, ...cards.map((card) => cardPicture(card, true))));

/** The cards of a player, or that they stay closed. @param {Context} ctx @param {string[] | null} cards @returns {import("../../dom.js").Kid} */
function shownCards(ctx, cards) {
  if (!cards?.length) return h("p", { class: "closed muted small" }, t("result.closed"));
  const { sort, ranks } = ctx.settings;
  return h("div", { class: "minirow" }, ...sorted(cards, sort, ranks).map((card) => cardPicture(card, true)));
}

/** @param {Context} ctx @param {Json} outcome */
function allCards(ctx, outcome) {
  if (!outcome.hands?.some((/** @type {unknown} */ hand) => Array.isArray(hand))) return turnedUp(outcome);
  const rows = seatsFromViewer(ctx).map((seat) =>
    h(
      "div",
      { class: "hrow" },
      h("h3", null, nameOf(ctx, seat)),
      shownCards(ctx, outcome.hands[seat]),
    ),
  );
  const aside = [];
  if (outcome.talon?.length) aside.push(cardRow(t("talon"), outcome.talon));
  else aside.push(h("div", null, h("h3", null, t("talon")), h("p", { class: "closed muted small" }, t("result.closed"))));
  if (outcome.discard?.length) aside.push(cardRow(t("discard.word"), outcome.discard));
  return h(
    "section",
    { class: "panel hands faces-big", "aria-label": t("result.cards") },
    h("header", { class: "ph" }, h("h2", null, t("result.cards"))),
    ...rows,
    aside.length ? h("div", { class: "aside-cards" }, ...aside) : null,
  );
}

/** The talon of a hand that nobody played, where all agreed to see it. @param {Json} outcome */
const turnedUp = (outcome) =>
  outcome.talon?.length
    ? h("section", { class: "panel turned faces-big", "aria-label": t("talon") }, h("header", { class: "ph" }, h("h2", null, t("talon"))), cardRow("", outcome.talon))
    : null;

/** The page after a hand. @param {Context} ctx @param {import("../../dom.js").Kid} proposal */
export function afterHand(ctx, proposal) {
  const { outcome } = ctx.view;
  const scores = whoGot(ctx, outcome);
  const log = outcome.play?.length
    ? h("section", { class: "panel" }, h("div", { class: "log" }, h("h3", null, t("history.tricks")), trickLog(ctx, outcome.play)))
    : null;
  return h(
    "main",
    { class: "result", key: `result${outcome.number}`, "aria-label": t("land.result") },
    h("div", { class: "res-main" }, verdict(ctx, outcome), proposal, scores, broken(ctx), ctx.looking?.panel, agreements(ctx), allCards(ctx, outcome)),
    h("div", { class: "res-side" }, ctx.looking ? null : nextRow(ctx), paper(ctx), log, deckChecked(ctx, outcome.number)),
  );
}

/** @param {Context} ctx */
function nextRow(ctx) {
  const back = replayLink(ctx, ctx.view.outcome.number);
  if (ctx.seat === null) return h("div", { class: "next" }, h("p", { class: "muted" }, t("next.watch")), back);
  const ready = ctx.table.seats[ctx.seat]?.ready;
  const countdown = h("span", { class: "num", data: { countdown: "" } });
  return h(
    "div",
    { class: "next" },
    h(
      "button",
      { class: "btn primary", type: "button", data: { act: "next" }, "aria-disabled": ready || ctx.link !== "online" ? "true" : null },
      t(ready ? "next.waiting" : ctx.view.phase === "over" ? "next.final" : "next.hand"),
      " ",
      countdown,
    ),
    back,
  );
}

/** The way to look back at a hand, word by word, beside the table. @param {Context} ctx @param {number} hand */
const replayLink = (ctx, hand) =>
  h("a", { class: "btn quiet", href: `/t/${ctx.table.id}/replay?hand=${hand}`, target: "_blank", data: { act: "replay" } }, t("result.replay"));
