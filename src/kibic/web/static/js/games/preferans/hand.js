// @ts-check
/** The own hand: a list of buttons, sorted; what may not be played is greyed and says why. */
import { myTurn, seatBelow } from "../../context.js";
import { h } from "../../dom.js";
import { pick, t } from "../../i18n.js";
import { backPicture, cardPicture, sorted } from "./cards.js";
import { cardName, isCard } from "./words.js";

/** @typedef {import("../../context.js").Context} Context */

/** Cards in one row at most on a phone; more stand in two. */
const ONE_ROW = 6;
/** From one dealt card to the next. */
const DEAL_STEP_MS = 28;

/** The own cards as they are shown: sorted, without the one just thrown. @param {Context} ctx @returns {string[]} */
export function ownCards(ctx) {
  const { view, seat, settings, ui } = ctx;
  const cards = seat === null ? [] : /** @type {string[]} */ (view.cards?.[seat] ?? []);
  return sorted(
    cards.filter((card) => card !== ui.pending),
    settings.sort,
    settings.ranks,
  );
}

/** Whether cards are chosen for the discard now. @param {Context} ctx */
export const choosing = (ctx) => ctx.view.phase === "discard" && ctx.seat !== null && ctx.view.to_act === ctx.seat;

/** Whether the own card lies in the trick on the cloth: rows change only between two tricks. @param {Context} ctx */
function hasPlayed(ctx) {
  const cards = /** @type {[number, string][]} */ (ctx.held?.cards ?? ctx.view.trick?.cards ?? []);
  return cards.some(([seat]) => seat === ctx.seat) || isCard(ctx.ui.pending ?? "");
}

/** @param {Context} ctx */
export function hand(ctx) {
  if (ctx.seat === null) return watcherHand(ctx);
  const cards = ownCards(ctx);
  const oneRow = cards.length + (hasPlayed(ctx) ? 1 : 0) <= ONE_ROW;
  const perRow = oneRow ? Math.max(cards.length, 5) : Math.ceil(cards.length / 2);
  const first = oneRow ? 0 : perRow;
  const stop = cards.includes(ctx.ui.focus ?? "") ? ctx.ui.focus : (cards.find((card) => playable(ctx, card)) ?? cards[0]);
  const list = h(
    "ol",
    { class: `hand n${cards.length}`, "aria-label": t("land.hand"), vars: { n: cards.length, "per-row": perRow }, data: { spot: "hand" } },
    ...cards.map((card, i) => cardItem(ctx, card, i, i >= first, card === stop)),
  );
  return h("div", { class: "hand-area", key: "hand" }, list);
}

/** @param {Context} ctx @param {string} card */
const playable = (ctx, card) => (ctx.view.legal ?? []).includes(card);

/** @param {Context} ctx @param {string} card @param {number} i @param {boolean} low @param {boolean} stop */
function cardItem(ctx, card, i, low, stop) {
  const { view, ui } = ctx;
  const playing = view.phase === "play";
  const mine = myTurn(ctx);
  const refusal = mine && playing ? view.refused?.[card] : null;
  const blocked = mine && playing && !playable(ctx, card);
  const picked = choosing(ctx) && ui.chosen.includes(card);
  const fromTalon =
    (view.phase === "discard" || view.phase === "declaration") && (view.talon ?? []).includes(card) && view.to_act === ctx.seat;
  const classes = ["pick"];
  if (mine && playing && !blocked) classes.push("legal-up");
  if (picked) classes.push("sel");
  if (fromTalon) classes.push("from-talon");
  if (ui.hint?.word?.split(" ").includes(card)) classes.push("hinted");
  const button = h(
    "button",
    {
      class: classes.join(" "),
      type: "button",
      tabindex: stop ? 0 : -1,
      "aria-label": cardLabel(card, fromTalon, blocked, refusal),
      "aria-disabled": blocked || (playing && !mine) ? "true" : null,
      "aria-pressed": choosing(ctx) ? String(picked) : null,
      data: { card, idle: playing && !mine ? "" : null },
    },
    cardPicture(card),
  );
  return h("li", { class: low ? "low" : "", key: card, vars: { i }, data: { flip: card, from: "talon", late: i * DEAL_STEP_MS } }, button);
}

/** @param {string} card @param {boolean} fromTalon @param {boolean} blocked @param {{sr: string, en: string} | null} refusal */
function cardLabel(card, fromTalon, blocked, refusal) {
  const name = fromTalon ? t("card.from.talon", { card: cardName(card) }) : cardName(card);
  return blocked ? t("card.blocked", { card: name, why: refusal ? pick(refusal) : t("card.not.now") }) : name;
}

/** The cards below for one who only watches, or their backs. @param {Context} ctx */
function watcherHand(ctx) {
  const below = seatBelow(ctx);
  const count = ctx.view.counts?.[below] ?? 0;
  const open = /** @type {string[] | null} */ (ctx.view.cards?.[below] ?? null);
  const { sort, ranks } = ctx.settings;
  const items = (open && sorted(open, sort, ranks)) ?? Array.from({ length: count }, () => "");
  return h(
    "div",
    { class: "hand-area", key: "hand" },
    h(
      "ol",
      {
        class: `hand n${items.length} watched`,
        "aria-label": t("cards.n", { n: items.length }),
        vars: { n: items.length, "per-row": Math.max(5, Math.ceil(items.length / 2)) },
      },
      ...items.map((card, i) =>
        h(
          "li",
          {
            class: items.length <= ONE_ROW || i >= Math.ceil(items.length / 2) ? "low" : "",
            key: card || `back${i}`,
            vars: { i },
            data: card ? { flip: card } : {},
          },
          h("span", { class: "pick" }, isCard(card) ? cardPicture(card, true) : backPicture()),
        ),
      ),
    ),
  );
}
