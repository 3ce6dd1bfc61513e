// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fair, checkHand, cutDeck } from "../../src/kibic/web/static/js/fair.js";
import { sha256 } from "../../src/kibic/web/static/js/sha256.js";
import { deckAgrees, dealtFrom } from "../../src/kibic/web/static/js/games/preferans/dealing.js";

if (!globalThis.crypto) Object.defineProperty(globalThis, "crypto", { value: (await import("node:crypto")).webcrypto });

const TABLE = "0123456789abcdef";
const DECK = [..."SDHC"].flatMap((suit) => [..."AKQJT987"].map((rank) => suit + rank));
const NUMBERS = ["a".repeat(32), "b".repeat(32)];
const CUTS = [`1:${NUMBERS[0]}`, `3:${NUMBERS[1]}`];
const TEXT = `kibic-deal-1 ${TABLE} 4 ${"5a".repeat(32)} ${DECK.join(" ")}`;
const HASH = sha256(TEXT);
const TOLD = { hand: 4, hash: HASH, text: TEXT, cut: CUTS };

/** A store like that of a browser. */
function storage() {
  const kept = new Map();
  return /** @type {any} */ ({
    get length() {
      return kept.size;
    },
    key: (/** @type {number} */ at) => [...kept.keys()][at] ?? null,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  });
}

/** @param {any} told @param {any} known @param {boolean | null} same */
const check = (told, known, same = true) => checkHand(told, known, TABLE, 0, () => same);

test("the hash is SHA-256", async () => {
  assert.equal(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a cut orders the places by their hashes, and without one the sealed order stays", async () => {
  const keys = DECK.map((card, at) => [sha256(`kibic-cut-1 ${HASH} ${CUTS.join(" ")} ${at + 1}`), card]);
  const wanted = keys.sort().map(([, card]) => card);
  assert.deepEqual(cutDeck(DECK, HASH, CUTS), wanted);
  assert.notDeepEqual(wanted, DECK);
  assert.deepEqual(cutDeck(DECK, HASH, []), DECK);
});

test("what was sealed, cut and dealt agrees", async () => {
  const found = check(TOLD, { hash: HASH, number: NUMBERS[0] });
  assert.deepEqual(found, { status: "agrees", hash: HASH, seen: true, text: TEXT, cuts: [0, 2], compared: true });
  const late = check(TOLD, {}, null);
  assert.deepEqual([late.status, late.seen, late.compared], ["other", false, false]);
});

test("whatever was changed is found", async () => {
  const known = { hash: HASH, number: NUMBERS[0] };
  const swapped = TEXT.replace("SA SK", "SK SA");
  const what = (/** @type {any} */ told, /** @type {any} */ same = true) => (check(told, known, same)).what;
  assert.equal(what({ ...TOLD, hash: sha256(swapped), text: swapped }), "seal");
  assert.equal(what({ ...TOLD, text: swapped }), "hash");
  assert.equal(what({ ...TOLD, hand: 5 }), "hash");
  assert.equal(what({ ...TOLD, text: "nothing" }), "hash");
  assert.equal(what(TOLD, false), "cards");
  assert.equal((checkHand(TOLD, known, "f".repeat(16), 0, () => true)).what, "hash");
});

test("a cut of another page of the same person is told, and one that is missing is no fault", async () => {
  assert.equal((check(TOLD, { hash: HASH, number: "c".repeat(32) })).status, "other");
  assert.equal((check({ ...TOLD, cut: [] }, { hash: HASH, number: NUMBERS[0] })).status, "agrees");
});

test("a hand without a seal, and one that stays closed", async () => {
  assert.equal((check(undefined, {})).status, "none");
  assert.equal((check({ hand: 4, hash: HASH }, { hash: HASH })).status, "closed");
  assert.equal((check({ hand: 4, hash: "0".repeat(64) }, { hash: HASH })).what, "seal");
});

test("every seal is remembered as it was shown first, and cut once a line with one number", () => {
  /** @type {any[]} */
  const sent = [];
  const kept = storage();
  const fair = new Fair("t", (message) => sent.push(message), kept);
  fair.table({ table: TABLE, dealt: null, next: { hand: 4, hash: HASH } }, 0);
  fair.table({ table: TABLE, dealt: null, next: { hand: 4, hash: "0".repeat(64) } }, 0);
  assert.equal(sent.length, 1);
  assert.match(sent[0].number, /^[0-9a-f]{32}$/);
  assert.deepEqual(sent[0], { type: "cut", hand: 4, number: fair.of(4).number });
  assert.equal(fair.of(4).hash, HASH);
  fair.newLine();
  fair.table({ table: TABLE, dealt: null, next: { hand: 4, hash: HASH } }, 0);
  assert.deepEqual(sent[1], sent[0]);
  const reloaded = new Fair("t", (message) => sent.push(message), kept);
  reloaded.table({ table: TABLE, dealt: null, next: { hand: 4, hash: HASH } }, 0);
  assert.deepEqual(sent[2], sent[0]);
});

test("who only watches remembers seals and cuts nothing", () => {
  const fair = new Fair("t", () => assert.fail("an onlooker cuts"), storage());
  fair.table({ table: TABLE, dealt: null, next: { hand: 1, hash: HASH } }, null);
  fair.table(null, null);
  assert.deepEqual(fair.of(1), { hash: HASH });
});

test("decks of many tables are forgotten, not those of this one", () => {
  const kept = storage();
  for (let at = 0; at < 40; at++) kept.setItem(`kibic.fair.old${at}`, "{}");
  kept.setItem("kibic.settings", "{}");
  new Fair("t", () => {}, kept).note(1, { hash: HASH });
  new Fair("t", () => {}, kept);
  assert.equal(kept.length, 22);
  assert.notEqual(kept.getItem("kibic.fair.t"), null);
});

test("a browser that keeps nothing still remembers while the page is open", () => {
  const fair = new Fair("t", () => {}, null);
  fair.dealt(1, 2, DECK.slice(0, 10));
  fair.dealt(1, 0, []);
  assert.deepEqual(fair.of(1), { dealer: 2, own: DECK.slice(0, 10) });
});

test("a deck is dealt five, five, five, two, and again from the dealer's right", () => {
  const { hands, talon } = dealtFrom(DECK, 2, 3);
  assert.deepEqual(hands[0], [...DECK.slice(0, 5), ...DECK.slice(17, 22)]);
  assert.deepEqual(hands[2], [...DECK.slice(10, 15), ...DECK.slice(27, 32)]);
  assert.deepEqual(talon, DECK.slice(15, 17));
  assert.deepEqual(dealtFrom(DECK, 1, 4).hands.map((hand) => hand.length), [10, 0, 10, 10]);
});

test("cards that were held or shown are compared with the deck", () => {
  const { hands, talon } = dealtFrom(DECK, 0, 3);
  const known = { dealer: 0, own: [...hands[1]].reverse() };
  const discard = [hands[1][0], talon[0]];
  const kept = [...hands[1].slice(1), talon[1]];
  const outcome = { declarer: 1, talon, discard, hands: [hands[0], kept, hands[2]] };
  assert.equal(deckAgrees(DECK, 3, 1, known, outcome), true);
  assert.equal(deckAgrees(DECK, 3, null, { dealer: 0 }, outcome), true);
  assert.equal(deckAgrees(DECK, 3, 1, known, null), true);
  assert.equal(deckAgrees(DECK, 3, 1, { dealer: 0, own: hands[0] }, null), false);
  assert.equal(deckAgrees(DECK, 3, 1, known, { ...outcome, hands: [hands[2], kept, hands[0]] }), false);
  assert.equal(deckAgrees(DECK, 3, 1, known, { ...outcome, talon: [talon[0], "SA"] }), false);
  assert.equal(deckAgrees(DECK, 3, null, { dealer: 0 }, null), null);
  assert.equal(deckAgrees(DECK, 3, 1, {}, outcome), null);
});
