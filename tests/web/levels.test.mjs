// @ts-check
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { freshUi } from "../../src/kibic/web/static/js/context.js";
import { setLanguage } from "../../src/kibic/web/static/js/i18n.js";
import {
  change,
  contractText,
  dealsText,
  isLevels,
  levelQuestion,
  manyClass,
  playedForPartner,
} from "../../src/kibic/web/static/js/games/preferans/levels.js";
import { caption, inOrder, isCard, isQuiet, spelled } from "../../src/kibic/web/static/js/games/preferans/words.js";

beforeEach(() => setLanguage("en"));

/** @param {Record<string, unknown>} view @returns {any} a page in seat 1 */
const page = (view) => ({ view: { rules: { ladder: "levels" }, ...view }, seat: 1, link: "online", ui: freshUi() });

test("contracts are written with the sign of the suit and every other word as it is", () => {
  assert.deepEqual(["6S", "7C", "8D", "9H", "10NT"].map(contractText), ["6♠", "7♣", "8♦", "9♥", "10 BA"]);
  assert.deepEqual(["pas", "wist", "5S", "11S", "S6", "2"].map(contractText), ["pas", "wist", "5S", "11S", "S6", "2"]);
  assert.equal(spelled("10H"), "10♥");
  assert.equal(spelled("skart C8 C7"), "škart C8 C7");
  assert.ok(!isCard("6S"));
});

test("pas stands first and dark, the bids keep their order", () => {
  assert.deepEqual(inOrder(["6S", "6C", "pas", "10NT"]), ["pas", "6S", "6C", "10NT"]);
  assert.ok(isQuiet("pas"));
  assert.equal(caption("wist", "following", {}), "defend");
  assert.equal(caption("7H", "discard", { "7H": 20 }), "worth 20");
});

test("many words stand in a grid", () => {
  assert.equal(manyClass(["wist", "pas"]), "");
  assert.equal(manyClass(Array.from({ length: 26 }, (_, i) => String(i))), " many");
});

test("the summoner is told whose card he plays", () => {
  const mine = page({ phase: "play", to_act: 1, turn: 1 });
  const partner = page({ phase: "play", to_act: 1, turn: 2 });
  assert.equal(playedForPartner(mine), null);
  assert.equal(playedForPartner(partner), 2);
  assert.equal(playedForPartner(page({ phase: "play", to_act: 0, turn: 2 })), null);
  assert.equal(levelQuestion(mine), "ask.play");
  assert.equal(levelQuestion(partner), "ask.partner");
  assert.equal(levelQuestion(page({ phase: "calling", to_act: 1 })), "ask.levels.calling");
  assert.equal(levelQuestion(page({ phase: "auction", to_act: 1 })), "ask.auction");
});

test("points are good when they grow and bule when they shrink", () => {
  assert.deepEqual(change({ points: [20, -10], points_before: [5, 5] }, 1), { before: 5, change: -10, good: false, key: "say.points" });
  assert.deepEqual(change({ points: [20, -10], points_before: [5, 5] }, 0).good, true);
  assert.deepEqual(change({ bule: [-8, 8], bule_before: [60, 60] }, 0), { before: 60, change: -8, good: true, key: "say.bule" });
  assert.deepEqual(change({ bule: [-8, 0] }, 1), { before: 0, change: 0, good: false, key: "say.bule" });
});

test("which game it is and how far it has come", () => {
  assert.ok(isLevels({ rules: { ladder: "levels" } }));
  assert.ok(!isLevels({ rules: {} }));
  assert.equal(dealsText({ deals: 4, deals_of: 30 }), "hands: 4 of 30");
});
