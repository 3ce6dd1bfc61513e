// @ts-check
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

/** @typedef {{call: () => void, ms: number}} Timer */

/** A browser without a network: sockets do what the test says, and time passes when it says so. */
class Socket {
  static OPEN = 1;
  /** @type {Socket[]} */
  static all = [];
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    this.readyState = 0;
    /** @type {Record<string, (event: object) => void>} */
    this.hear = {};
    /** @type {any[]} */
    this.sent = [];
    Socket.all.push(this);
  }
  /** @param {string} kind @param {(event: object) => void} call */
  addEventListener(kind, call) {
    this.hear[kind] = call;
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.hear.open({});
  }
  cut() {
    this.readyState = 3;
    this.hear.close({});
  }
  /** @param {object} message */
  says(message) {
    this.hear.message({ data: JSON.stringify(message) });
  }
}

/** @type {Map<number, Timer>} */
const timers = new Map();
/** @type {(() => void)[]} */
const regular = [];
let count = 0;
const page = /** @type {any} */ (globalThis);
page.WebSocket = Socket;
page.location = { protocol: "http:", host: "kibic.example" };
page.addEventListener = () => undefined;
page.document = { visibilityState: "visible", addEventListener: () => undefined };

const { Link, backoff } = await import("../../src/kibic/web/static/js/socket.js");
const real = { setTimeout: page.setTimeout, clearTimeout: page.clearTimeout, setInterval: page.setInterval };

beforeEach(() => {
  Socket.all = [];
  timers.clear();
  regular.length = 0;
  page.document.visibilityState = "visible";
  page.setTimeout = (/** @type {() => void} */ call, /** @type {number} */ ms) => (timers.set(++count, { call, ms }), count);
  page.clearTimeout = (/** @type {number} */ id) => timers.delete(id);
  page.setInterval = (/** @type {() => void} */ call) => regular.push(call);
});

afterEach(() => {
  Object.assign(page, real);
});

/** The one timer that waits goes off; how long it waited. */
function ring() {
  const [[id, { call, ms }], ...others] = timers;
  assert.equal(others.length, 0);
  timers.delete(id);
  call();
  return ms;
}

/** A page at version 7 that is online, and what it heard. */
function online() {
  /** @type {any[]} */
  const heard = [];
  /** @type {string[]} */
  const states = [];
  const link = new Link({
    greeting: () => ({ type: "hello", since: 7 }),
    arrivals: ["table"],
    onMessage: (message) => heard.push(message),
    onState: (state) => states.push(state),
  });
  arrive();
  return { link, heard, states };
}

const last = () => /** @type {Socket} */ (Socket.all.at(-1));

function arrive() {
  last().open();
  assert.deepEqual(last().sent, [{ type: "hello", since: 7 }]);
  last().says({ type: "table" });
  last().sent.length = 0;
}

test("a page that is seen tries again within a second, for as long as it takes, and soon at first", () => {
  for (let attempt = 0; attempt < 500; attempt += 1) for (const chance of [0, 0.5, 1]) assert.ok(backoff(attempt, chance) <= (attempt < 40 ? 350 : 700));
  assert.ok(backoff(40, 1) > backoff(39, 1));
  assert.ok(backoff(0, 0) >= 100);
  assert.notEqual(backoff(9, 0), backoff(9, 1));
  assert.ok(backoff(100, 0, true) > 2_000);
  assert.ok(backoff(5, 1, true) <= 700);
});

test("a line that is cut is opened again and says where it stopped", () => {
  const { states } = online();
  last().cut();
  for (let attempt = 0; attempt < 60; attempt += 1) {
    assert.ok(ring() <= (attempt < 40 ? 350 : 700));
    last().cut();
  }
  ring();
  arrive();
  assert.deepEqual(states, ["online", "offline", "online"]);
  assert.equal(timers.size, 0);
});

test("what had no answer is said again on the new line under its id, and no more once it is answered", () => {
  const { link } = online();
  const id = link.request({ type: "act", word: "pik" });
  assert.deepEqual(last().sent.map((each) => each.type), ["act", "ping"]);
  last().cut();
  assert.equal(timers.size, 1);
  ring();
  last().open();
  last().says({ type: "table" });
  assert.deepEqual(last().sent.slice(1).map((each) => [each.type, each.id]), [["act", id], ["ping", undefined]]);
  last().says({ type: "ack", id, version: 8 });
  last().says({ type: "pong", n: link.pings });
  last().cut();
  ring();
  arrive();
});

test("a half-open line is given up: whatever is asked is followed by a ping, and no pong comes", () => {
  const { link, states } = online();
  const half = last();
  link.request({ type: "act", word: "pik" });
  half.says({ type: "event", version: 8 });
  assert.equal(ring(), 6_000);
  assert.equal(half.readyState, 3);
  assert.equal(states.at(-1), "offline");
  half.says({ type: "event", version: 9 });
  assert.ok(ring() <= 700);
  assert.notEqual(last(), half);
});

test("an idle line is asked for a sign of life, again and again but with one end", () => {
  const { link } = online();
  for (const call of regular) call();
  for (const call of regular) call();
  assert.deepEqual(last().sent.map((each) => each.n), [1, 2]);
  assert.equal(timers.size, 1);
  last().says({ type: "pong", n: 1 });
  assert.equal(timers.size, 1);
  last().says({ type: "pong", n: 2 });
  assert.equal(timers.size, 0);
  assert.equal(link.state, "online");
});

test("a pong tells that what was asked before its ping is lost: it is said again, what came after is not", () => {
  const { link } = online();
  const id = link.request({ type: "act", word: "pik" });
  const before = link.pings;
  const later = link.request({ type: "hint" });
  last().sent.length = 0;
  last().says({ type: "pong", n: before });
  assert.deepEqual(last().sent, [{ type: "act", word: "pik", id }]);
  last().sent.length = 0;
  last().says({ type: "ack", id, version: 8 });
  last().says({ type: "hint", id: later });
  last().says({ type: "pong", n: link.pings });
  assert.deepEqual(last().sent, []);
});

test("messages of a line that was given up are not heard", () => {
  const { heard } = online();
  const old = last();
  old.cut();
  ring();
  arrive();
  heard.length = 0;
  old.says({ type: "event", version: 8 });
  assert.deepEqual(heard, []);
});
