// @ts-check
/** The line to the server: one WebSocket that comes back by itself, says where it stopped, and repeats what was not answered. */

/** @typedef {import("./store.js").Json} Json */
/** @typedef {"connecting" | "online" | "offline" | "elsewhere"} LinkState */

/** The version of docs/protocol.md this page speaks. */
export const PROTOCOL = 1;
const PING_MS = 15_000;
const PONG_MS = 6_000;
/**
 * The page is to be right again within a second of a return, with time left for a slow machine. One that has tried for some ten
 * seconds asks more seldom, and one that nobody has looked at for half a minute more seldom still.
 */
const FIRST_WAIT_MS = 250;
const SOON_WAIT_MS = 350;
const SOON_TRIES = 40;
const MOST_WAIT_MS = 700;
const HIDDEN_WAIT_MS = 5_000;
const HIDDEN_AFTER = 75;

/**
 * Milliseconds before the next attempt, with a part by chance so that many pages do not come at once.
 * @param {number} attempt @param {number} chance 0..1 @param {boolean} [hidden] whether nobody sees the page
 */
export function backoff(attempt, chance, hidden = false) {
  return mostWait(attempt, hidden) * (0.6 + 0.4 * chance);
}

/** @param {number} attempt @param {boolean} hidden */
function mostWait(attempt, hidden) {
  if (attempt === 0) return FIRST_WAIT_MS;
  if (attempt < SOON_TRIES) return SOON_WAIT_MS;
  return hidden && attempt >= HIDDEN_AFTER ? HIDDEN_WAIT_MS : MOST_WAIT_MS;
}

export class Link {
  /**
   * @param {object} how
   * @param {string} [how.path] where the socket is
   * @param {() => Json} how.greeting the first message: what is opened, and the version held
   * @param {string[]} how.arrivals types of messages that show that the greeting was taken
   * @param {(message: Json) => void} how.onMessage
   * @param {(state: LinkState) => void} how.onState
   */
  constructor({ path = "/ws", greeting, arrivals, onMessage, onState }) {
    this.path = path;
    this.greeting = greeting;
    this.arrivals = arrivals;
    this.onMessage = onMessage;
    this.onState = onState;
    /** @type {LinkState} */
    this.state = "connecting";
    /** @type {WebSocket | null} */
    this.socket = null;
    this.attempt = 0;
    this.pings = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pongTimer = undefined;
    /** Messages that wait for an answer, by id, each with the number of the last ping before it. @type {Map<string, {message: Json, pings: number}>} */
    this.unanswered = new Map();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    setInterval(() => this.ping(), PING_MS);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket = socket;
    socket.addEventListener("open", () => this.opened());
    socket.addEventListener("message", (event) => socket === this.socket && this.received(String(event.data)));
    socket.addEventListener("close", () => socket === this.socket && this.lost());
  }

  opened() {
    this.write(this.greeting());
  }

  /** @param {string} text */
  received(text) {
    const message = JSON.parse(text);
    if (message.type === "pong") this.ponged(message.n);
    if (message.id) this.unanswered.delete(message.id);
    if (this.state !== "online" && this.arrivals.includes(message.type)) this.arrived();
    this.onMessage(message);
  }

  arrived() {
    this.attempt = 0;
    this.set("online");
    for (const id of this.unanswered.keys()) this.repeat(id);
    if (this.unanswered.size) this.ping();
  }

  lost() {
    this.alive();
    this.socket = null;
    this.set("offline");
    clearTimeout(this.timer);
    const hidden = document.visibilityState === "hidden";
    this.timer = setTimeout(() => this.connect(), backoff(this.attempt++, Math.random(), hidden));
  }

  alive() {
    clearTimeout(this.pongTimer);
    this.pongTimer = undefined;
  }

  /** The server answers in turn: what was asked before this ping and has no answer is lost, or its answer is. @param {number} n */
  ponged(n) {
    if (n === this.pings) this.alive();
    const lost = [...this.unanswered].filter(([, sent]) => sent.pings < n).map(([id]) => id);
    lost.forEach((id) => this.repeat(id));
  }

  /** @param {string} id */
  repeat(id) {
    const sent = this.unanswered.get(id);
    if (!sent) return;
    sent.pings = this.pings;
    this.write(sent.message);
  }

  /** The page is seen again or the network is back: do not wait for the timer. */
  hurry() {
    if (this.socket === null) this.connect();
    else this.ping();
  }

  ping() {
    const socket = this.socket;
    if (socket === null || socket.readyState !== WebSocket.OPEN) return;
    this.write({ type: "ping", n: ++this.pings });
    this.pongTimer ??= setTimeout(() => this.drop(socket), PONG_MS);
  }

  /** A half-open line never closes by itself. @param {WebSocket} socket */
  drop(socket) {
    if (socket !== this.socket) return;
    socket.close();
    this.lost();
  }

  /** Asks again from the version held. */
  resync() {
    this.write(this.greeting());
  }

  /** Sends a message that is answered with its id, and again after a broken line. @param {Json} message @returns {string} */
  request(message) {
    const whole = { ...message, id: newId() };
    this.resend(whole);
    return whole.id;
  }

  /** Sends a message that already has its id, such as one a closed page left behind. @param {Json} message */
  resend(message) {
    this.unanswered.set(message.id, { message, pings: this.pings });
    if (this.state !== "online") return;
    this.repeat(message.id);
    this.ping();
  }

  /** Gives up waiting for an answer. @param {string | null} id */
  forget(id) {
    if (id) this.unanswered.delete(id);
  }

  /** Sends a message that has an id but is answered by what happens; it is not repeated. @param {Json} message */
  once(message) {
    this.write({ ...message, id: newId() });
  }

  /** @param {Json} message */
  write(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {LinkState} state */
  set(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }
}

/** An id no other page will choose; randomUUID exists on secure pages only. */
export const newId = () => crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
