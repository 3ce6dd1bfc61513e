// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { createStage } from "../../src/kibic/web/static/js/stage.js";

/** A stage whose pauses end when the test says so. */
function scene(pause = 900) {
  /** @type {any[]} */
  const shows = [];
  /** @type {(() => void)[]} */
  const timers = [];
  const stage = createStage({ trickPause: () => pause, show: (shown) => shows.push(shown), later: (run) => timers.push(run) });
  return { stage, shows, timers };
}

const trick = { cards: [[0, "SA"]], winner: 0 };
const finished = [{ kind: "played" }, { kind: "trick" }];

test("states show at once and in order", () => {
  const { stage, shows } = scene();
  stage.push({ a: 1 }, 1, [{ kind: "said" }]);
  stage.push({ a: 2 }, 2, []);
  assert.deepEqual(
    shows.map((shown) => shown.version),
    [1, 2],
  );
  assert.equal(stage.settled, true);
});

test("a finished trick stays on the cloth, and what follows waits for it", () => {
  const { stage, shows, timers } = scene();
  stage.push({ last_trick: trick }, 5, finished);
  stage.push({ last_trick: trick, next: true }, 6, [{ kind: "played" }]);
  assert.equal(stage.shown.version, 5);
  assert.equal(stage.shown.held, trick);
  assert.equal(stage.settled, false);
  timers[0]();
  assert.equal(stage.shown.version, 6);
  assert.equal(stage.shown.held, null);
  assert.equal(shows.length, 3);
});

test("flush ends every pause, and a timer that comes late does nothing", () => {
  const { stage, shows, timers } = scene();
  stage.push({ last_trick: trick }, 5, finished);
  stage.push({ last_trick: trick }, 6, finished);
  stage.push({}, 7, []);
  stage.flush();
  assert.equal(stage.shown.version, 7);
  assert.equal(stage.shown.held, null);
  const before = shows.length;
  for (const timer of timers) timer();
  assert.equal(shows.length, before);
});

test("without a pause nothing is held", () => {
  const { stage, timers } = scene(0);
  stage.push({ last_trick: trick }, 5, finished);
  assert.equal(stage.shown.held, null);
  assert.equal(timers.length, 0);
});

test("reset forgets what waited", () => {
  const { stage } = scene();
  stage.push({ last_trick: trick }, 5, finished);
  stage.push({}, 6, []);
  stage.reset({ fresh: true }, 9);
  assert.deepEqual(stage.shown, { view: { fresh: true }, version: 9, events: [], held: null });
  assert.equal(stage.settled, true);
});
