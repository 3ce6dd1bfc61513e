// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { sprite } from "../../src/kibic/web/static/js/deck.js";
import { freshUi, placeOf, seatsFromViewer } from "../../src/kibic/web/static/js/context.js";
import { ranking, supeOf, winners } from "../../src/kibic/web/static/js/games/preferans/final.js";
import { wordsOnTable } from "../../src/kibic/web/static/js/games/preferans/seats.js";
import { tableAddress } from "../../src/kibic/web/static/js/address.js";
import { differences, readValue } from "../../src/kibic/web/static/js/rulesform.js";
import { DEFAULTS, parseSettings } from "../../src/kibic/web/static/js/settings.js";
import { auctionView, discardView, fifthTrickView, firstTrickView, followingView, sheet, table } from "./fixtures.mjs";

/** @param {any} view @param {number | null} seat */
const context = (view, seat) =>
  /** @type {any} */ ({ view, seat, table, ui: freshUi(), settings: DEFAULTS, link: "online", held: null, version: 1, clock: 0 });

test("the next to act sits on the right, clockwise on the left, the viewer below", () => {
  const ctx = context(auctionView, 0);
  assert.deepEqual(
    [0, 1, 2].map((seat) => placeOf(ctx, seat)),
    ["m", "r", "l"],
  );
  assert.deepEqual(
    [0, 1, 2].map((seat) => placeOf(context(auctionView, 2), seat)),
    ["r", "l", "m"],
  );
  const clockwise = { ...auctionView, rules: { ...auctionView.rules, direction: "cw" } };
  assert.equal(placeOf(context(clockwise, 0), 1), "l");
});

test("sheets stand with the viewer first, for a watcher with the first seat", () => {
  assert.deepEqual(seatsFromViewer(context(auctionView, 2)), [2, 0, 1]);
  assert.deepEqual(seatsFromViewer(context(auctionView, null)), [0, 1, 2]);
});

test("bubbles show the words of the phase, and kontra to the end of the hand", () => {
  /** @param {any} view @param {number} seat */
  const words = (view, seat) => wordsOnTable(view, seat).map((said) => said.word);
  assert.deepEqual(words(discardView, 1), ["2", "mogu", "dalje"]);
  assert.deepEqual(words(followingView, 0), ["herc"]);
  assert.deepEqual(words(fifthTrickView, 1), ["kontra"]);
  assert.deepEqual(words(fifthTrickView, 2), []);
  assert.deepEqual(words(firstTrickView, 2), []);
});

test("the best result comes first by the sign of the game, and equal ones share it", () => {
  assert.deepEqual(ranking({ points: [-120, 40, 80], sign: "low_good" }), [0, 1, 2]);
  assert.deepEqual(ranking({ points: [-120, 40, 80], sign: "high_good" }), [2, 1, 0]);
  assert.deepEqual(winners({ points: [5, 5, 9], sign: "low_good" }), [0, 1]);
});

test("supe are summed as written and as written against", () => {
  assert.deepEqual(supeOf(sheet.players, 0), { written: 208, against: 24 });
  assert.deepEqual(supeOf(sheet.players, 2), { written: 40, against: 178 });
});

test("a table is found by its link, its path or its code", () => {
  for (const text of ["https://kibic.example/t/dunja-41", " /t/dunja-41/ ", "dunja-41", "http://localhost:8000/t/dunja-41?x=1#papir"]) {
    assert.equal(tableAddress(text), "/t/dunja-41");
  }
  assert.equal(tableAddress("  "), null);
});

test("only what differs from the preset is sent", () => {
  assert.deepEqual(differences({ a: 1, b: true, c: [1, 2] }, { a: 1, b: false, c: [1, 2] }), { b: true });
});

test("a control's text becomes a value of the key's kind", () => {
  assert.equal(readValue({ kind: "choice", values: [2, "auto_50"] }, "2"), 2);
  assert.equal(readValue({ kind: "choice", values: [2, "auto_50"] }, "auto_50"), "auto_50");
  assert.equal(readValue({ kind: "int", values: [] }, "60"), 60);
  assert.equal(readValue({ kind: "choice", values: ["total_zero"] }, "hands:30"), "hands:30");
});

test("stored settings that are missing, foreign or broken keep their defaults", () => {
  assert.deepEqual(parseSettings(null), DEFAULTS);
  assert.deepEqual(parseSettings("{broken"), DEFAULTS);
  assert.deepEqual(parseSettings("null"), DEFAULTS);
  const parsed = parseSettings(JSON.stringify({ theme: "dark", botPause: "fast", foreign: 1 }));
  assert.equal(parsed.theme, "dark");
  assert.equal(parsed.botPause, DEFAULTS.botPause);
  assert.ok(!("foreign" in parsed));
});

test("the sprite has every card in both faces and writes no colour of its own", () => {
  const text = sprite();
  for (const suit of "SDHC")
    for (const rank of "789TJQKA") for (const face of "ck") assert.ok(text.includes(`id="${face}-${suit}${rank}"`));
  assert.ok(!/#[0-9a-f]{6}"/i.test(text));
  assert.ok(!text.includes("style="));
});
