// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { markOf, middleLines, middleStrokes, sideStrokes, whyNumber } from "../../src/kibic/web/static/js/games/preferans/paper.js";
import { PENCIL_SYMBOLS } from "../../src/kibic/web/static/js/pencil.js";

const middle = [
  { kind: "bule", value: 60, hand: 0 },
  { kind: "refa_played", hand: 2 },
  { kind: "bule", value: 18, hand: 3 },
  { kind: "hat", hand: 4 },
  { kind: "bule", value: -2, hand: 4 },
  { kind: "hat_off", hand: 6 },
  { kind: "bule", value: 4, hand: 6 },
  { kind: "refa", hand: 7 },
];

test("every bule but the last is struck, and a refa after it does not strike it", () => {
  const strokes = middleStrokes(middle, null);
  assert.deepEqual(
    strokes.filter((stroke) => stroke.kind === "bule").map((stroke) => [stroke.value, stroke.struck]),
    [
      [60, true],
      [18, true],
      [2, true],
      [4, false],
    ],
  );
});

test("under a hat the absolute value is drawn, and a hat that was turned is lighter", () => {
  const strokes = middleStrokes(middle, null);
  assert.equal(strokes[4].value, 2);
  assert.equal(strokes[3].old, true);
  assert.equal(strokes[5].old, true);
  assert.equal(middleStrokes(middle.slice(0, 5), null)[3].old, false);
});

test("an open refa stays dark, a played one is lighter", () => {
  const strokes = middleStrokes(middle, null);
  assert.equal(strokes[1].old, true);
  assert.equal(strokes[7].old, false);
});

test("a refa is drawn as the ruleset draws it, and a short dash stands right of the bule (REF-09)", () => {
  assert.deepEqual([markOf("refa"), markOf("refa_played"), markOf("hat", "triangle"), markOf("bule", "strokes")], ["refa", "refax", "hat", ""]);
  for (const mark of ["triangle", "strokes"]) {
    for (const kind of /** @type {const} */ (["refa", "refa_played"])) {
      assert.ok(PENCIL_SYMBOLS.some(([id]) => id === `n-${markOf(kind, mark)}`));
    }
  }
  const kinds = /** @type {const} */ (["bule", "refa_played", "refa", "hat", "bule"]);
  assert.deepEqual(middleLines([...kinds], "strokes"), [[0, 1, 2], [3], [4]]);
  assert.deepEqual(middleLines([...kinds], "triangle"), [[0], [1], [2], [3], [4]]);
});

test("what the hand just played wrote is marked as new; the start never is", () => {
  assert.deepEqual(
    middleStrokes(middle, 6).map((stroke) => stroke.now),
    [false, false, false, false, false, true, true, false],
  );
  assert.ok(middleStrokes(middle, 0).every((stroke) => !stroke.now));
});

test("sides are running totals: the last is the one that counts", () => {
  const strokes = sideStrokes(
    [
      { value: 12, hand: 3 },
      { value: 52, hand: 5 },
    ],
    5,
  );
  assert.deepEqual(
    strokes.map(({ value, struck, old, now }) => ({ value, struck, old, now })),
    [
      { value: 12, struck: false, old: true, now: false },
      { value: 52, struck: false, old: false, now: true },
    ],
  );
});

/** @param {Map<number, any[]>} told */
const seen = (told) => /** @type {any} */ ({ told });
const reasons = [
  { seat: 0, about: "bule", sr: "prolaz", rules: ["SCO-01"] },
  { seat: 0, about: "role", sr: "nosilac", rules: ["MAKE-01"] },
  { seat: 1, about: "bule", sr: "pad", rules: ["SCO-01"] },
  { seat: 1, about: "supe", sr: "štihovi", rules: ["SCO-02"] },
  { about: "refa", sr: "refa", rules: ["REF-04"] },
];

test("a number is explained by the reasons of its own hand, player and kind", () => {
  const ctx = seen(new Map([[3, reasons]]));
  assert.deepEqual(whyNumber(ctx, { seat: 0, hand: 3, kind: "bule" }), [reasons[0]]);
  assert.deepEqual(whyNumber(ctx, { seat: 0, hand: 3, kind: "hat" }), [reasons[0]]);
  assert.deepEqual(whyNumber(ctx, { seat: 1, hand: 3, kind: "supe" }), [reasons[3]]);
  assert.deepEqual(whyNumber(ctx, { seat: 2, hand: 3, kind: "refa" }), [reasons[4]]);
});

test("a hand that ended before this page was opened has no reasons here", () => {
  assert.deepEqual(whyNumber(seen(new Map([[3, reasons]])), { seat: 0, hand: 2, kind: "bule" }), []);
});
