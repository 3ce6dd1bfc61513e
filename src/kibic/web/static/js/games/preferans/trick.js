// @ts-check
/** The trick on the cloth, each card where its player sits; and the last trick, small, nothing older. */
import { nameOf, placeOf } from "../../context.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { backPicture, cardPicture } from "./cards.js";
import { isCard } from "./words.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {[number, string]} Played */

/** The trick that lies on the cloth, the own card just thrown included. @param {Context} ctx @returns {{cards: Played[], winner: number | null}} */
function onCloth(ctx) {
  if (ctx.held) return { cards: ctx.held.cards, winner: ctx.held.winner };
  const trick = ctx.view.trick ?? { cards: [] };
  const cards = /** @type {Played[]} */ ([...(trick.cards ?? [])]);
  const { pending } = ctx.ui;
  const winner = trick.winner ?? null;
  if (pending && isCard(pending) && ctx.seat !== null && ctx.view.to_act === ctx.seat) cards.push([ctx.view.turn ?? ctx.seat, pending]);
  return { cards, winner };
}

/** @param {Context} ctx */
export function trickArea(ctx) {
  const { cards, winner } = onCloth(ctx);
  const played = new Set(cards.map(([seat]) => seat));
  const mine = ctx.seat !== null && !played.has(ctx.seat) && !ctx.held && (ctx.view.active ?? []).includes(ctx.seat);
  const pile = h(
    "div",
    { class: "pile", data: { spot: "cloth" } },
    mine ? h("div", { class: "p p-m slot", key: "slot" }, t("seat.you")) : null,
    ...cards.map(([seat, card], i) => cardOnCloth(ctx, seat, card, i === 0, seat === winner)),
  );
  return h(
    "section",
    { class: "trick", "aria-label": t("land.trick"), key: "trick", data: { act: "last-trick" } },
    pile,
    ctx.ui.lastTrick ? lastTrickPeek(ctx) : null,
  );
}

/** @param {Context} ctx @param {number} seat @param {string} card @param {boolean} leads @param {boolean} best */
function cardOnCloth(ctx, seat, card, leads, best) {
  const place = placeOf(ctx, seat);
  return h(
    "div",
    {
      class: `p p-${place}${best ? " best" : ""}`,
      key: card,
      data: { flip: card, from: `seat${seat}`, to: `seat${ctx.held?.winner ?? seat}`, played: card, seat },
    },
    cardPicture(card, true),
    leads ? h("span", { class: "tag lead" }, t("trick.lead")) : null,
  );
}

/** @param {Context} ctx */
function lastTrickRow(ctx) {
  return h(
    "div",
    { class: "row" },
    ...ctx.view.last_trick.cards.map((/** @type {Played} */ [, card]) => h("span", { class: "mini" }, cardPicture(card, true))),
  );
}

/** On phones the last trick shows above the cloth after a tap. @param {Context} ctx */
function lastTrickPeek(ctx) {
  if (!ctx.view.last_trick) return null;
  const label = t("trick.last", { name: nameOf(ctx, ctx.view.last_trick.winner) });
  return h("div", { class: "peek", role: "status" }, h("span", { class: "small" }, label), lastTrickRow(ctx));
}

/** Lower right: the last trick in play, the talon while it is being taken, else what to know. @param {Context} ctx */
export function corner(ctx) {
  const { view } = ctx;
  if (view.phase === "play" && view.last_trick && !ctx.held) {
    const label = t("trick.last", { name: nameOf(ctx, view.last_trick.winner) });
    return h("section", { class: "last", "aria-label": t("land.last"), key: "last" }, h("span", null, label), lastTrickRow(ctx));
  }
  if ((view.phase === "discard" || view.phase === "declaration") && view.talon?.length) {
    return h(
      "section",
      { class: "last", "aria-label": t("talon"), key: "last" },
      h("span", null, t("talon.seen")),
      h("div", { class: "row" }, ...view.talon.map((/** @type {string} */ card) => h("span", { class: "mini" }, cardPicture(card, true)))),
    );
  }
  return h(
    "section",
    { class: "last", key: "last" },
    (view.game_on?.refa ?? 1) > 1 && view.phase !== "play" ? h("span", null, t("refa.on")) : null,
  );
}

/** The two cards of the talon, face down, or up when they lie open. @param {Context} ctx */
export function talonOnCloth(ctx) {
  const open = /** @type {string[]} */ (ctx.view.talon ?? []);
  const label = open.length ? t("talon") : t("talon.down");
  const cards = open.length
    ? open.map((card) => h("span", { class: "mini", data: { flip: card } }, cardPicture(card, true)))
    : [backPicture(), backPicture()];
  return h("div", { class: "talon", role: "group", "aria-label": label, data: { spot: "talon" } }, ...cards);
}
