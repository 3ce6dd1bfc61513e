// @ts-check
/** Cards and suit signs as elements, and the order of the hand. */
import { h, svg } from "../../dom.js";
import { cardName, rankText } from "./words.js";

/** @typedef {import("../../dom.js").Prop} Prop */

/** A card's picture: both faces, of which CSS shows one. @param {string} card @param {boolean} [named] whether it tells its name itself */
export function cardPicture(card, named = false) {
  const told = named ? { role: "img", "aria-label": cardName(card) } : { "aria-hidden": "true" };
  return svg(
    "svg",
    { class: "card", viewBox: "0 0 100 150", ...told },
    svg("use", { class: "full", href: `#c-${card}` }),
    svg("use", { class: "big", href: `#k-${card}` }),
  );
}

export const backPicture = () =>
  svg("svg", { class: "card back", viewBox: "0 0 100 150", "aria-hidden": "true" }, svg("use", { href: "#c-back" }));

/** @param {string} suit */
export const suitSign = (suit) =>
  svg("svg", { class: `sym ${suit}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("use", { href: `#s-${suit}` }));

/** A card inside running text: sign and rank. @param {string} card @param {string} [extra] a class */
export function cardText(card, extra = "") {
  return h(
    "span",
    { class: `cs${extra}`, role: "img", "aria-label": cardName(card) },
    suitSign(card[0]),
    h("span", { "aria-hidden": "true" }, rankText(card)),
  );
}

const SUIT_ORDER = { alternate: "SHCD", canonical: "SDHC" };
const RANK_ORDER = "AKQJT987";

/** @param {string[]} cards @param {"alternate" | "canonical"} suits @param {"down" | "up"} ranks @returns {string[]} */
export function sorted(cards, suits, ranks) {
  const order = SUIT_ORDER[suits];
  const up = ranks === "up" ? -1 : 1;
  return [...cards].sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]) || up * (RANK_ORDER.indexOf(a[1]) - RANK_ORDER.indexOf(b[1])));
}
