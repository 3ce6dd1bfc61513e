// @ts-check
/** A seat: ring, name, role, tricks taken, backs, and what was said there. */
import { myTurn, nameOf } from "../../context.js";
import { h, svg } from "../../dom.js";
import { icon } from "../../icons.js";
import { list, t } from "../../i18n.js";
import { absence, bank } from "../../presence.js";
import { backPicture } from "./cards.js";
import { playedForPartner } from "./levels.js";
import { cardName, spelledSaid } from "./words.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../store.js").Json} Json */

const AUCTION = ["auction", "naming"];
const DECLARING = [...AUCTION, "discard", "declaration"];
const ANSWERS = ["declaration", "following", "calling", "call_answer", "offer_answer", "kontra"];
const MULTIPLIERS = ["kontra", "rekontra", "subkontra", "mortkontra"];
const MOST_BUBBLES = 4;

/**
 * The words of a seat that are still on the table: those of the phase, and kontra to the end of the hand.
 * @param {Json} view @param {number} seat @returns {Json[]}
 */
export function wordsOnTable(view, seat) {
  const spoken = /** @type {Json[]} */ (view.spoken ?? []).filter((said) => said.seat === seat);
  if (DECLARING.includes(view.phase)) return spoken.filter((said) => AUCTION.includes(said.phase));
  const answers = spoken.filter((said) => ANSWERS.includes(said.phase));
  if (view.phase !== "play" || firstCardToCome(view)) return answers;
  return answers.filter((said) => MULTIPLIERS.includes(said.word));
}

/** @param {Json} view */
const firstCardToCome = (view) => !view.trick?.cards?.length && !view.last_trick;

/** @param {Context} ctx @param {number} seat */
function bubbles(ctx, seat) {
  const words = wordsOnTable(ctx.view, seat).slice(-MOST_BUBBLES);
  return h(
    "div",
    { class: "says" },
    ...words.map((said, i) =>
      h(
        "span",
        { class: i === words.length - 1 ? "bubble" : "bubble old", key: `${i}${said.word}`, data: { said: said.word } },
        spelledSaid(said, ctx.view.rules),
      ),
    ),
  );
}

const RING = { cx: 25, cy: 25, r: 23 };

/** @param {string} name @param {boolean} turn */
function ring(name, turn) {
  return h(
    "span",
    { class: "ring", "aria-hidden": "true" },
    svg("svg", { viewBox: "0 0 50 50" }, svg("circle", RING), turn ? svg("circle", { ...RING, class: "run" }) : null),
    name.trim().charAt(0).toUpperCase(),
  );
}

/** @param {number} taken */
function tricksTaken(taken) {
  return h(
    "span",
    { class: "tricks-n", data: { taken } },
    svg(
      "svg",
      { viewBox: "0 0 16 16", "aria-hidden": "true" },
      svg("rect", { x: 1, y: 4, width: 8, height: 11, rx: 1.5 }),
      svg("path", { d: "M4.5 4V2.5A1.5 1.5 0 0 1 6 1H13A1.5 1.5 0 0 1 14.5 2.5V11A1.5 1.5 0 0 1 13 12.5H9" }),
    ),
    h("span", { class: "num", "aria-hidden": "true" }, taken),
    h("span", { class: "vh" }, t("seat.taken", { n: taken })),
  );
}

/** What the seat is in this hand, as a noun. @param {Context} ctx @param {number} seat */
export function roleText(ctx, seat) {
  const { view } = ctx;
  const role = view.roles?.[seat];
  if (role) return t(`role.${role}`);
  if (view.phase === "discard" || view.phase === "declaration") return view.to_act === seat ? t("role.declarer") : t("seat.waits");
  const at = (view.order ?? []).indexOf(seat);
  const order = at < 0 ? "" : t(`order.${at}`);
  return view.dealer === seat ? [t("seat.deals"), order].filter(Boolean).join(", ") : order;
}

/** @param {Context} ctx @param {number} seat @param {boolean} own */
function who(ctx, seat, own) {
  const info = ctx.table.seats[seat];
  const playing = ctx.view.phase === "play";
  const sign = info.kind === "bot" ? icon("bot", t("seat.bot")) : info.connected === false ? icon("away", t("seat.away")) : info.account ? icon("account", t("seat.account")) : null;
  const played = info.away?.why === "away" ? icon("bot", t("seat.bot")) : null;
  const tag = own && ctx.seat !== null ? h("span", { class: "tag" }, t("seat.you")) : null;
  const taken = playing ? [tricksTaken(ctx.view.taken?.[seat] ?? 0), " "] : [];
  return h(
    "div",
    { class: "who" },
    h("p", { class: "name" }, h("span", null, nameOf(ctx, seat)), played ?? sign, tag),
    h("p", { class: "role" }, ...taken, ...(absence(ctx, seat) ?? [roleText(ctx, seat)]), ...bank(ctx, seat)),
  );
}

/** A neighbour's seat. @param {Context} ctx @param {number} seat @param {ReturnType<typeof import("../../context.js").placeOf>} place */
export function neighbour(ctx, seat, place) {
  const { view, table } = ctx;
  const { kind, connected, away: missed } = table.seats[seat];
  const away = kind === "person" && (connected === false || Boolean(missed));
  const turn = view.to_act === seat;
  const count = view.counts?.[seat] ?? 0;
  return h(
    "section",
    {
      class: `seat seat-${place}${turn ? " turn" : ""}${away ? " away" : ""}`,
      "aria-label": nameOf(ctx, seat),
      data: { seat },
      key: `seat${seat}`,
    },
    ring(nameOf(ctx, seat), turn),
    who(ctx, seat, false),
    openHand(ctx, seat) ??
      h(
        "div",
        { class: "backs", role: "img", "aria-label": t("cards.n", { n: count }), data: { spot: `seat${seat}` } },
        ...Array.from({ length: count }, (_, i) => h("i", { key: `b${i}` }, backPicture())),
      ),
    bubbles(ctx, seat),
  );
}

/** A hand that lies open, as the viewer may see it. @param {Context} ctx @param {number} seat */
function openHand(ctx, seat) {
  const cards = ctx.view.cards?.[seat];
  if (!cards?.length) return null;
  if (playedForPartner(ctx) === seat) return partnerHand(ctx, seat, cards);
  return h(
    "div",
    { class: "backs open", role: "img", "aria-label": list(cards.map(cardName)), data: { spot: `seat${seat}` } },
    ...cards.map((/** @type {string} */ card) =>
      h(
        "i",
        { key: card },
        svg(
          "svg",
          { class: "card big-face", viewBox: "0 0 100 150", "aria-hidden": "true" },
          svg("use", { class: "big", href: `#k-${card}` }),
        ),
      ),
    ),
  );
}

/** The open hand of the partner while one plays from it: its cards are buttons. @param {Context} ctx @param {number} seat @param {string[]} cards */
function partnerHand(ctx, seat, cards) {
  const legal = /** @type {string[]} */ (ctx.view.legal ?? []);
  return h(
    "div",
    { class: "backs open partner", role: "group", "aria-label": t("role.called"), data: { spot: `seat${seat}` } },
    ...cards.map((card) =>
      h(
        "button",
        {
          key: card,
          type: "button",
          class: legal.includes(card) ? "pick" : "pick off",
          "aria-label": cardName(card),
          "aria-disabled": legal.includes(card) ? null : "true",
          data: { card },
        },
        svg("svg", { class: "card big-face", viewBox: "0 0 100 150", "aria-hidden": "true" }, svg("use", { class: "big", href: `#k-${card}` })),
      ),
    ),
  );
}

/** The own seat, lower left on wide screens. @param {Context} ctx @param {number} seat */
export function ownSeat(ctx, seat) {
  const turn = ctx.view.to_act === seat && (ctx.seat === null || myTurn(ctx) || ctx.ui.pending !== null);
  return h(
    "section",
    { class: "me", "aria-label": t("seat.you.long"), key: "me" },
    bubbles(ctx, seat),
    h(
      "div",
      { class: turn ? "seat turn" : "seat", data: { seat, spot: `seat${seat}` } },
      ring(nameOf(ctx, seat), turn),
      who(ctx, seat, true),
    ),
  );
}
