// @ts-check
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setLanguage } from "../../src/kibic/web/static/js/i18n.js";
import { sorted } from "../../src/kibic/web/static/js/games/preferans/cards.js";
import {
  caption,
  cardName,
  gameOf,
  inOrder,
  isCard,
  rankText,
  spelled,
  suitOf,
  wordForKey,
} from "../../src/kibic/web/static/js/games/preferans/words.js";

beforeEach(() => setLanguage("sr"));

test("words are shown with their letters while the wire has ASCII", () => {
  const shown = ["dodjem", "moze", "necu", "skart S7 D7", "dajes 3", "nedajem", "dalje"].map((word) => spelled(word));
  assert.deepEqual(shown, ["dođem", "može", "neću", "škart S7 D7", "daješ 3", "ne dajem", "dalje"]);
});

test("holding is said in the words of the ruleset", () => {
  assert.equal(spelled("mogu"), "mogu");
  assert.equal(spelled("mogu", { hold_word: "to bi ja" }), "to bi ja");
});

test("numbers name their games and suits", () => {
  assert.deepEqual(["2", "3", "4", "5", "6", "7"].map(gameOf), ["pik", "karo", "herc", "tref", "betl", "sans"]);
  assert.deepEqual(["2", "herc", "betl", "dalje"].map(suitOf), ["S", "H", null, null]);
});

test("leaving stands first, then numbers, then the games without the talon", () => {
  assert.deepEqual(inOrder(["3", "mogu", "sans", "betl", "igra", "dalje"]), ["dalje", "3", "mogu", "igra", "betl", "sans"]);
  assert.deepEqual(inOrder(["kontra", "moze"]), ["moze", "kontra"]);
  assert.deepEqual(inOrder(["zajedno", "sam"]), ["sam", "zajedno"]);
});

test("a key says the word that begins with it, a digit the number or its game", () => {
  const auction = ["dalje", "3", "mogu", "igra", "betl", "sans"];
  assert.equal(wordForKey("d", auction), "dalje");
  assert.equal(wordForKey("M", auction), "mogu");
  assert.equal(wordForKey("3", auction), "3");
  assert.equal(wordForKey("4", auction), null);
  assert.equal(wordForKey("4", ["herc", "tref"]), "herc");
  assert.equal(wordForKey("d", ["dodjem", "ne"]), "dodjem");
  assert.equal(wordForKey("n", ["idem", "necu"]), "necu");
  assert.equal(wordForKey("x", auction), null);
  assert.equal(wordForKey("t", ["dalje", "mogu"], { hold_word: "to bi ja" }), "mogu");
});

test("below a word stands what it is worth, else what it commits to", () => {
  assert.equal(caption("herc", "discard", { herc: 16 }), "vredi 16");
  assert.equal(caption("3", "auction", {}), "karo");
  assert.equal(caption("betl", "auction", {}), "bez talona");
  assert.equal(caption("betl", "declaration", {}), "");
  assert.equal(caption("dalje", "auction", {}), "izlazim");
});

test("cards have names and tens are written out", () => {
  assert.equal(cardName("SA"), "pik as");
  setLanguage("en");
  assert.equal(cardName("HT"), "ten of hearts");
  assert.equal(rankText("HT"), "10");
  assert.equal(rankText("HJ"), "J");
  assert.equal(isCard("SA"), true);
  assert.equal(isCard("skart S7 D7"), false);
});

test("the hand is sorted by the chosen order", () => {
  const cards = ["D7", "SA", "C8", "HT", "HK", "S7"];
  assert.deepEqual(sorted(cards, "alternate", "down"), ["SA", "S7", "HK", "HT", "C8", "D7"]);
  assert.deepEqual(sorted(cards, "canonical", "up"), ["S7", "SA", "D7", "HT", "HK", "C8"]);
});
