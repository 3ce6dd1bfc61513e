// @ts-check
/**
 * Fair cards (docs/fair-cards.md): remembers the seals that were shown before the deal, cuts every deck with a number of its own,
 * and checks after the hand that line, seal, cuts and cards agree. What the cards of a deal are is the game's to say.
 */

import { sha256 } from "./sha256.js";

/** @typedef {import("./store.js").Json} Json */
/**
 * What this page knows of the deck of a hand.
 * @typedef {object} Known
 * @property {string} [hash] the seal as it was shown before the deal
 * @property {string} [number] the number this page cut with
 * @property {string[]} [own] the own cards as they were dealt
 * @property {number} [dealer]
 */
/**
 * What the check of a hand found. `what` says in which respect it differs.
 * @typedef {object} Found
 * @property {number} hand
 * @property {"agrees" | "other" | "closed" | "differs" | "none"} status `other`: it agrees, but the own cut came from another page
 * @property {"seal" | "hash" | "cards"} [what]
 * @property {string} [hash]
 * @property {string} [text]
 * @property {boolean} [seen] whether the seal was seen before the deal
 * @property {number[]} [cuts] seats whose numbers are in the deck
 * @property {boolean} [compared] whether there were cards to compare with
 */

const LINE = /^kibic-deal-1 ([0-9a-f]{16}) ([1-9][0-9]*) [0-9a-f]{64} ([A-Z0-9 ]+)$/;

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The cards as they are dealt. @param {string[]} cards in sealed order @param {string} seal @param {string[]} cuts */
export function cutDeck(cards, seal, cuts) {
  if (!cuts.length) return cards;
  const head = `kibic-cut-1 ${seal} ${cuts.join(" ")}`;
  const keys = cards.map((_, place) => sha256(`${head} ${place + 1}`));
  return cards.map((card, place) => ({ card, key: keys[place] })).sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ card }) => card);
}

/**
 * The check of one hand.
 * @param {Json | undefined} told what the server tells of the seal @param {Known} known @param {string} table what seals call the table
 * @param {number | null} seat own seat @param {(deck: string[]) => boolean | null} agrees whether a deck gives the cards that were seen; null when none were
 * @returns {Omit<Found, "hand">}
 */
export function checkHand(told, known, table, seat, agrees) {
  if (!told) return { status: "none" };
  const seen = known.hash !== undefined;
  const facts = { hash: String(told.hash), seen };
  if (seen && told.hash !== known.hash) return { ...facts, status: "differs", what: "seal" };
  if (typeof told.text !== "string") return { ...facts, status: "closed" };
  const line = LINE.exec(told.text);
  const sound = line?.[1] === table && Number(line?.[2]) === told.hand && sha256(told.text) === told.hash;
  if (!line || !sound) return { ...facts, status: "differs", what: "hash" };
  const cuts = /** @type {string[]} */ (told.cut ?? []);
  const whole = { ...facts, text: told.text, cuts: cuts.map((one) => Number.parseInt(one, 10) - 1) };
  const own = cuts.find((one) => seat !== null && one.startsWith(`${seat + 1}:`));
  const same = agrees(cutDeck(line[3].split(" "), told.hash, cuts));
  if (same === false) return { ...whole, status: "differs", what: "cards" };
  const other = own !== undefined && own !== `${(seat ?? 0) + 1}:${known.number}`;
  return { ...whole, status: other ? "other" : "agrees", compared: same === true };
}

const PREFIX = "kibic.fair.";
/** Tables whose decks are remembered. */
const TABLES = 20;

/** The decks of one table. All pages of a browser share what they know, so that they cut with one number. */
export class Fair {
  /** @param {string} id of the table @param {(message: Json) => void} send @param {Storage | null} [kept] where it outlives a reload */
  constructor(id, send, kept = storage()) {
    this.key = PREFIX + id;
    this.send = send;
    this.kept = kept;
    /** @type {Record<string, Known>} */
    this.known = {};
    this.forgetOthers();
    /** @type {Map<number, Found>} */
    this.found = new Map();
    /** @type {Json | null} what the server last told */
    this.info = null;
    /** The hand whose cut went over the present line. */
    this.sent = 0;
  }

  /** The line is new: what was said over the old one may be lost. */
  newLine() {
    this.sent = 0;
  }

  /** The table as the server shows it. @param {Json | null | undefined} info @param {number | null} seat */
  table(info, seat) {
    this.info = info ?? null;
    const next = info?.next;
    if (!next) return;
    const known = this.of(next.hand);
    if (known.hash === undefined) this.note(next.hand, { hash: next.hash });
    if (seat === null || this.sent === next.hand) return;
    if (known.number === undefined) this.note(next.hand, { number: hex(crypto.getRandomValues(new Uint8Array(16))) });
    this.sent = next.hand;
    this.send({ type: "cut", hand: next.hand, number: this.of(next.hand).number });
  }

  /** The cards of a hand as they came. @param {number} hand @param {number} dealer @param {string[] | null} own */
  dealt(hand, dealer, own) {
    if (this.of(hand).dealer === undefined) this.note(hand, { dealer, own: own ?? undefined });
  }

  /** @param {number} hand @returns {Known} */
  of(hand) {
    this.known = this.read() ?? this.known;
    return this.known[hand] ?? {};
  }

  /** @param {number} hand @param {Known} more */
  note(hand, more) {
    this.known = { ...this.known, [hand]: { ...this.of(hand), ...more } };
    try {
      this.kept?.setItem(this.key, JSON.stringify(this.known));
    } catch {
      // full or forbidden: it is remembered as long as the page is open
    }
  }

  /** @returns {Record<string, Known> | null} */
  read() {
    try {
      return JSON.parse(this.kept?.getItem(this.key) ?? "null");
    } catch {
      return null;
    }
  }

  /** Makes room when many tables are remembered. */
  forgetOthers() {
    const keys = Array.from({ length: this.kept?.length ?? 0 }, (_, at) => this.kept?.key(at) ?? "");
    for (const key of keys.filter((one) => one.startsWith(PREFIX) && one !== this.key).slice(TABLES)) this.kept?.removeItem(key);
  }

  /**
   * Checks what the server tells of one hand or of all.
   * @param {Json} answer @param {number[]} hands @param {number | null} seat @param {(hand: number, known: Known, deck: string[]) => boolean | null} agrees
   */
  check(answer, hands, seat, agrees) {
    for (const hand of hands) {
      const told = answer.hands?.find((/** @type {Json} */ one) => one.hand === hand);
      const known = this.of(hand);
      this.found.set(hand, { hand, ...checkHand(told, known, answer.table, seat, (deck) => agrees(hand, known, deck)) });
    }
  }
}

/** The storage of the browser, where there is one. @returns {Storage | null} */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
