// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { gridStep } from "../../src/kibic/web/static/js/grid.js";

const lengths = [0, 4, 2, 0, 1];

test("up and down stay in the column and stop at its ends", () => {
  assert.deepEqual(gridStep("ArrowUp", lengths, { col: 1, row: 2 }), { col: 1, row: 1 });
  assert.deepEqual(gridStep("ArrowUp", lengths, { col: 1, row: 0 }), { col: 1, row: 0 });
  assert.deepEqual(gridStep("ArrowDown", lengths, { col: 1, row: 3 }), { col: 1, row: 3 });
});

test("left and right pass over empty columns, keep the line where there is one, and stop at the edge", () => {
  assert.deepEqual(gridStep("ArrowRight", lengths, { col: 1, row: 3 }), { col: 2, row: 1 });
  assert.deepEqual(gridStep("ArrowRight", lengths, { col: 2, row: 1 }), { col: 4, row: 0 });
  assert.deepEqual(gridStep("ArrowRight", lengths, { col: 4, row: 0 }), { col: 4, row: 0 });
  assert.deepEqual(gridStep("ArrowLeft", lengths, { col: 1, row: 2 }), { col: 1, row: 2 });
});

test("Home and End go to the first and last line; other keys are not for walking", () => {
  assert.deepEqual(gridStep("Home", lengths, { col: 1, row: 2 }), { col: 1, row: 0 });
  assert.deepEqual(gridStep("End", lengths, { col: 1, row: 2 }), { col: 1, row: 3 });
  assert.equal(gridStep("Enter", lengths, { col: 1, row: 2 }), null);
});
