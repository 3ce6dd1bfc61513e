// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { positionOfStep, positionsOf, stopAfter, stopBefore, stopsOf } from "../../src/kibic/web/static/js/replay/course.js";
import { sourceOf } from "../../src/kibic/web/static/js/replay/source.js";

/** @param {string} card @param {number} seat */
const played = (card, seat) => ({ kind: "played", seat, card });
const lastTrick = { cards: [[0, "SA"], [1, "S9"]], winner: 0 };
/** A hand of two tricks for two. */
const hand = {
  view: { phase: "auction", to_act: 0, cards: [["SA", "SK"], ["S9", "S8"]], counts: [2, 2] },
  events: [{ kind: "dealt" }],
  steps: [
    { events: [{ kind: "said" }], patch: { phase: "play" } },
    { events: [played("SA", 0)], patch: { cards: [["SK"], ["S9", "S8"]], counts: [1, 2] } },
    { events: [played("S9", 1), { kind: "trick" }], patch: { cards: [["SK"], ["S8"]], last_trick: lastTrick } },
    { events: [played("SK", 0)], patch: { cards: [[], ["S8"]] } },
    {
      events: [played("S8", 1), { kind: "trick" }, { kind: "hand_over" }],
      patch: { phase: "deal", cards: null, last_trick: null, outcome: { play: [lastTrick, { cards: [[0, "SK"], [1, "S8"]], winner: 0 }] } },
    },
    { events: [{ kind: "agreed" }], patch: { phase: "over" } },
  ],
};

test("a hand is the fold of its patches, and its last trick lies on the cloth before the result", () => {
  const positions = positionsOf(hand);
  assert.deepEqual(
    positions.map((position) => position.step),
    [0, 1, 2, 3, 4, 5, 5, 6],
  );
  assert.deepEqual(positions[3].held, lastTrick);
  assert.deepEqual(positions[3].view.cards, [["SK"], ["S8"]]);
  assert.equal(positions[4].held, null);
  const [on, after] = positions.slice(5, 7);
  assert.deepEqual(on.held, { cards: [[0, "SK"], [1, "S8"]], winner: 0 });
  assert.equal(on.view.phase, "play");
  assert.deepEqual(on.view.cards, [[], []]);
  assert.deepEqual(
    on.events.map((event) => event.kind),
    ["played", "trick"],
  );
  assert.equal(after.view.phase, "deal");
  assert.deepEqual(
    after.events.map((event) => event.kind),
    ["hand_over"],
  );
  assert.equal(after.tricks.length, 2);
  assert.equal(positions[4].tricks.length, 1);
});

test("trick by trick one stops where a phase begins, where a trick ends and at the result", () => {
  const stops = stopsOf(positionsOf(hand));
  assert.deepEqual(stops, [0, 1, 3, 5, 6, 7]);
  assert.equal(stopAfter(stops, 1), 3);
  assert.equal(stopAfter(stops, 7), null);
  assert.equal(stopBefore(stops, 4), 3);
  assert.equal(stopBefore(stops, 0), null);
});

test("a step of the server is found among the positions", () => {
  const positions = positionsOf(hand);
  assert.equal(positionOfStep(positions, 5), 5);
  assert.equal(positionOfStep(positions, 6), 7);
  assert.equal(positionOfStep(positions, 99), 0);
});

test("the address tells whose hands are looked back at", () => {
  assert.equal(sourceOf("/replay"), null);
  assert.deepEqual([sourceOf("/t/abc/replay")?.table, sourceOf("/t/abc/replay")?.back], ["abc", "/t/abc"]);
  assert.deepEqual([sourceOf("/sheet/abc/replay")?.table, sourceOf("/sheet/abc/replay")?.back], ["", "/sheet/abc"]);
});
