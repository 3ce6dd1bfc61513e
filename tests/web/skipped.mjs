// @ts-check
/**
 * What a page holds when any of the messages to it are lost or doubled: reads courses as JSON from standard input, plays each many times to the code of
 * the page, and prints how many came to the right end. `tests/server/test_skipped.py` makes the courses with the code of the server.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { stateAfter } from "../../src/kibic/web/static/js/sheet/state.js";
import { EMPTY, reduce } from "../../src/kibic/web/static/js/store.js";

/** @typedef {import("../../src/kibic/web/static/js/store.js").Json} Json */

const TRIALS = 40;

/** Numbers by chance that are the same each time (a linear congruential generator). @param {number} seed */
function chance(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Without what is null in objects: in the protocol that means absent. @param {any} value @returns {any} */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null)
      .map(([key, one]) => [key, plain(one)]),
  );
}

/**
 * A table: `events[v]` makes version v + 2 of `views[v]`; whoever asks is told at most `kept` events, else the whole.
 * @param {Json} course @param {() => number} random
 */
function table(course, random) {
  let state = EMPTY;
  let now = 1;
  /** @returns {Json[]} */
  const answer = () => {
    const since = state.version;
    if (since !== null && now - since <= course.kept) return course.events.slice(since - 1, now - 1);
    return [{ type: "welcome", version: now, seat: 0, view: course.views[now - 1], table: { seats: [] } }];
  };
  /** @param {Json} message */
  const hear = (message) => {
    state = reduce(state, message);
    for (let asked = 0; state.gap; asked++) {
      assert.ok(asked < 2, "a page asks again and again");
      state = answer().reduce(reduce, { ...state, gap: false });
    }
  };
  const loss = random();
  for (const event of course.events) {
    now++;
    for (let times = random() < loss ? 0 : random() < 0.2 ? 2 : 1; times > 0; times--) hear(event);
    if (state.version === now) assert.deepEqual(plain(state.view), plain(course.views[now - 1]));
  }
  answer().forEach(hear);
  assert.equal(state.version, now);
  assert.deepEqual(plain(state.view), plain(course.views[now - 1]));
}

/** A sheet: `messages[v]` makes version v + 1 of `states[v]`. @param {Json} course @param {() => number} random */
function sheet(course, random) {
  let [state, version] = [/** @type {Json | null} */ (null), -1];
  let now = 0;
  const whole = () => ({ version: now, state: course.states[now] });
  /** @param {Json} message */
  const hear = (message) => {
    const after = stateAfter(state, version, message);
    [state, version] = after === null ? [whole().state, now] : [after, message.version];
  };
  const loss = random();
  for (const message of course.messages) {
    now++;
    for (let times = random() < loss ? 0 : random() < 0.2 ? 2 : 1; times > 0; times--) hear(message);
    if (version === now) assert.deepEqual(plain(state), plain(course.states[now]));
  }
  // Who opens the line again says what he holds, and is told the whole unless that is it.
  if (version !== now) hear(whole());
  assert.deepEqual(plain(state), plain(course.states[now]));
}

const { tables, sheets } = JSON.parse(readFileSync(0, "utf8"));
let right = 0;
for (const [number, course] of [...tables.entries(), ...sheets.entries()]) {
  const random = chance(number + 1);
  for (let trial = 0; trial < TRIALS; trial++, right++) (course.events ? table : sheet)(course, random);
}
console.log(right);
