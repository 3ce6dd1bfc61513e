// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, mergePatch, reduce } from "../../src/kibic/web/static/js/store.js";
import { auctionView, table, welcomes } from "./fixtures.mjs";

test("a merge patch merges objects, replaces arrays and scalars, and removes with null (RFC 7386)", () => {
  const target = { a: { b: 1, c: 2 }, list: [1, 2], gone: 1 };
  assert.deepEqual(mergePatch(target, { a: { c: null, d: 3 }, list: [3], gone: null }), { a: { b: 1, d: 3 }, list: [3] });
  assert.deepEqual(target, { a: { b: 1, c: 2 }, list: [1, 2], gone: 1 });
  assert.deepEqual(mergePatch("text", { a: { b: null } }), { a: {} });
  assert.deepEqual(mergePatch({ a: 1 }, [1]), [1]);
});

test("a welcome fills the state, the next event changes the view by its patch", () => {
  const start = reduce(EMPTY, welcomes.auction);
  assert.equal(start.seat, 0);
  assert.equal(start.version, 42);
  const next = reduce(start, { type: "event", version: 43, events: [], patch: { to_act: 1, legal: [], number: 3 } });
  assert.equal(next.version, 43);
  assert.deepEqual(next.view?.legal, []);
  assert.equal(next.view?.number, 3);
  assert.equal(next.view?.holder, auctionView.holder);
  assert.equal(start.view?.to_act, 0);
});

test("an event that is already known changes nothing", () => {
  const start = reduce(EMPTY, welcomes.auction);
  assert.equal(reduce(start, { type: "event", version: 42, events: [], patch: { to_act: 2 } }), start);
  assert.equal(reduce(start, { type: "event", version: 7, events: [], patch: { to_act: 2 } }), start);
});

test("a gap asks for the missing events, and they close it", () => {
  const start = reduce(EMPTY, welcomes.auction);
  const gap = reduce(start, { type: "event", version: 44, events: [], patch: { to_act: 2 } });
  assert.equal(gap.gap, true);
  assert.equal(gap.version, 42);
  assert.equal(gap.view?.to_act, 0);
  const filled = reduce(gap, { type: "event", version: 43, events: [], patch: { to_act: 1 } });
  assert.equal(filled.gap, false);
  assert.equal(filled.version, 43);
});

test("an event before any welcome is a gap", () => {
  assert.equal(reduce(EMPTY, { type: "event", version: 1, events: [], patch: {} }).gap, true);
});

test("a table message moves the own seat and keeps the view", () => {
  const start = reduce(EMPTY, welcomes.auction);
  const seats = table.seats.map((seat, i) => ({ ...seat, you: i === 2 }));
  const moved = reduce(start, { type: "table", table: { ...table, seats } });
  assert.equal(moved.seat, 2);
  assert.equal(moved.view, start.view);
  const away = reduce(start, { type: "table", table: { ...table, seats: table.seats.map((seat) => ({ ...seat, you: false })) } });
  assert.equal(away.seat, null);
});

test("messages that are not about the state change nothing", () => {
  const start = reduce(EMPTY, welcomes.auction);
  for (const type of ["pong", "ack", "refused", "hint", "something"]) assert.equal(reduce(start, { type }), start);
});
