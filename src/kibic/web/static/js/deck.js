// @ts-check
/**
 * The deck, drawn by code. One sprite of <symbol>s stands in the page once; a card is an <svg> with two <use>s, a full face and
 * a big one for overlapping hands, of which CSS shows the one that fits. Colour comes from custom properties only, so themes
 * and the four-colour deck need no second set of faces. A card is 100x150.
 */
import { FIGURE, FRENCH, GLYPH, PIPS } from "./outlines.js";
import { PENCIL_SYMBOLS } from "./pencil.js";

export const SUITS = "SDHC";
export const RANKS = "789TJQKA";

/** @param {string} id @param {number} x @param {number} y @param {number} w @param {number} h */
const use = (id, x, y, w, h) => `<use href="#${id}" x="${x}" y="${y}" width="${w}" height="${h}"/>`;
/** @param {string} id @param {string} box @param {string} body @param {string} [extra] */
const symbol = (id, box, body, extra = "") => `<symbol id="${id}" viewBox="${box}"${extra}>${body}</symbol>`;
/** @param {string} body */
const turned = (body) => `${body}<g transform="rotate(180 50 75)">${body}</g>`;

/** Rank glyph of height `h` centred on `x`. @param {string} rank @param {number} x @param {number} y @param {number} h */
function glyph(rank, x, y, h) {
  const w = (GLYPH[rank][0] * h) / 80;
  return use(`g-${rank}`, +(x - w / 2).toFixed(2), y, +w.toFixed(2), h);
}

/** Large face: index in two corners, pips or figure between; for cards at least 84 px wide. @param {string} suit @param {string} rank */
export function fullFace(suit, rank) {
  const sign = `s-${suit}`;
  const index = glyph(rank, 13.5, 8, 22) + use(sign, 5.5, 34, 16, 16);
  return turned(index) + middle(sign, rank);
}

/** @param {string} sign @param {string} rank */
function middle(sign, rank) {
  if (rank === "A") return use(sign, 25, 50, 50, 50);
  const pips = PIPS[rank];
  if (!pips) {
    const half = use(`f-${rank}`, 25, 21.5, 50, 53) + use(sign, rank === "J" ? 27 : 62.5, rank === "J" ? 23 : 22.5, 11, 11);
    const frame = '<rect class="cr" x="25" y="18.5" width="50" height="113" rx="3"/>';
    return `${frame}<g class="figures">${turned(half)}</g><path class="cl" d="M25.5 75H74.5"/>`;
  }
  const d = rank === "9" || rank === "T" ? 15.6 : 17;
  /** @param {number[]} at */
  const pip = ([x, y]) => use(sign, +(x - d / 2).toFixed(1), +(y - d / 2).toFixed(1), d, d);
  return turned(pips.both.map(pip).join("")) + pips.once.map(pip).join("");
}

/** Small face for overlapping hands: rank over suit upper left, readable in a strip a third of the card wide. @param {string} suit @param {string} rank */
export function bigFace(suit, rank) {
  const sign = `s-${suit}`;
  const index = glyph(rank, 21, 9, 40) + use(sign, 6.5, 55, 29, 29);
  return index + ("JQK".includes(rank) ? use(`f-${rank}`, 28, 73, 74, 76.8) : use(sign, 43, 88, 50, 50));
}

const EYE = `<path d="M0 12C6 4 18 4 24 12C18 20 6 20 0 12Z" fill="none" stroke="var(--back-line)" stroke-width="1"/><circle cx="12" cy="12" r="2.600" fill="var(--back-line)"/>`;
/** The back: rows of half-open eyes, the onlooker's. The same both ways up. */
const BACK = `<rect width="100" height="150" fill="var(--card)"/><rect x="6" y="6" width="88" height="138" rx="4" fill="var(--back)"/><rect x="6" y="6" width="88" height="138" rx="4" fill="url(#p-eye)"/><rect x="9.500" y="9.500" width="81" height="131" rx="2.500" fill="none" stroke="var(--back-line)" stroke-width="1"/>`;

/** The text of all symbols: 32 faces twice, the back, the suit signs and the pencil's strokes. */
export function sprite() {
  const pattern = '<pattern id="p-eye" width="24" height="16" patternUnits="userSpaceOnUse" x="2" y="3">';
  const out = [`${pattern}<g transform="translate(0 -4)">${EYE}</g></pattern>`];
  for (const [rank, [w, d]] of Object.entries(GLYPH))
    out.push(symbol(`g-${rank}`, `0 0 ${w} 80`, `<path d="${d}"/>`, ' overflow="visible"'));
  for (const suit of SUITS) out.push(symbol(`s-${suit}`, "0 0 100 100", FRENCH[suit]));
  for (const [rank, body] of Object.entries(FIGURE)) out.push(symbol(`f-${rank}`, "-27 -56 54 56", body));
  out.push(symbol("c-back", "0 0 100 150", BACK));
  for (const suit of SUITS) {
    for (const rank of RANKS) {
      out.push(symbol(`c-${suit}${rank}`, "0 0 100 150", `<g class="suit-${suit}">${fullFace(suit, rank)}</g>`));
      out.push(symbol(`k-${suit}${rank}`, "0 0 100 150", `<g class="suit-${suit}">${bigFace(suit, rank)}</g>`));
    }
  }
  for (const [id, box, d] of PENCIL_SYMBOLS) out.push(symbol(id, box, `<path d="${d}"/>`, ' overflow="visible"'));
  return out.join("");
}

/** Puts the sprite into the page; call once. @param {Document} [page] */
export function putSprite(page = document) {
  const holder = page.createElement("div");
  holder.innerHTML = `<svg class="sprite" aria-hidden="true">${sprite()}</svg>`;
  const svg = holder.firstElementChild;
  if (svg) page.body.prepend(svg);
}
