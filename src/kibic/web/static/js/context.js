// @ts-check
/** What every part of the table gets: the state shown, who is who, and what the page remembers between two states. */
import { t } from "./i18n.js";

/** @typedef {import("./store.js").Json} Json */
/** @typedef {import("./store.js").TableInfo} TableInfo */
/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {import("./socket.js").LinkState} LinkState */

/**
 * What the page remembers by itself; nothing of it is the state of the game.
 * @typedef {object} Ui
 * @property {string[]} chosen cards picked for the discard
 * @property {string | null} game game picked for the declaration
 * @property {string | null} about card or word whose refusal is being read
 * @property {string | null} pending word that is said but not yet answered
 * @property {number} guardUntil until when the pending card can be taken back, 0 when it is sent
 * @property {Json | null} hint
 * @property {Json | null} refusal the last refusal of the server
 * @property {string | null} focus card or word that holds the tab stop of its row
 * @property {boolean} lastTrick whether the last trick is looked at on a phone
 * @property {boolean} finale whether the final results are shown rather than the last hand
 * @property {string | null} mark number of the paper that holds its tab stop
 * @property {Json | null} note a number of the paper that is being explained
 * @property {{hand: number, found: Json[]} | null} broken what a finished hand broke, once it was asked for
 */

/**
 * @typedef {object} Context
 * @property {Json} view
 * @property {number | null} version
 * @property {Json | null} held finished trick that still lies on the cloth
 * @property {TableInfo} table
 * @property {number | null} seat own seat, null for a watcher
 * @property {LinkState} link
 * @property {Settings} settings
 * @property {Ui} ui
 * @property {Map<number, Json[]>} told reasons of the hands this page has seen the end of, by number of the hand
 * @property {import("./fair.js").Fair} [fair] what is known of the sealed decks
 * @property {import("./talk.js").Talk} [talk] what is said beside the game
 * @property {number} clock what to add to the server's clock to get this machine's, milliseconds
 * @property {number} [facing] the seat below for one who only watches, the first without it
 * @property {Looking} [looking] set while one looks back at a match instead of sitting at it
 */

/**
 * @typedef {object} Looking
 * @property {import("./dom.js").Kid[]} note what is to be said about the card just played
 * @property {Json[]} tricks the finished tricks of the hand so far
 * @property {import("./dom.js").Kid} panel what the hand could have been, for after the hand
 */

/** The seat below: the own one, else the one that is looked at. @param {Context} ctx */
export const seatBelow = (ctx) => ctx.seat ?? ctx.facing ?? 0;

/** @returns {Ui} */
export const freshUi = () => ({
  chosen: [],
  game: null,
  about: null,
  pending: null,
  guardUntil: 0,
  hint: null,
  refusal: null,
  focus: null,
  lastTrick: false,
  finale: true,
  mark: null,
  note: null,
  broken: null,
});

/** @param {Context} ctx @param {number | null | undefined} seat */
export function nameOf(ctx, seat) {
  if (seat === null || seat === undefined) return "";
  return ctx.table.seats[seat]?.name || t("seat.number", { n: seat + 1 });
}

/** The name of the table; one that is only a player's name says that it is a table. @param {TableInfo} table */
export const tableName = (table) =>
  table.seats.some((seat) => seat.name === table.name) ? t("table.of", { name: table.name }) : table.name;

/** Whether this page may say something now: its turn, connected, and nothing said that waits for an answer. @param {Context} ctx */
export const myTurn = (ctx) => ctx.seat !== null && !ctx.table?.paused && ctx.view.to_act === ctx.seat && ctx.link === "online" && ctx.ui.pending === null;

/**
 * Where a seat sits: "m" is the viewer (or the seat a watcher faces), "r" and "l" the neighbours. The next to act sits on
 * the right when play goes counter-clockwise. Of four "t" sits opposite.
 * @param {Context} ctx @param {number} seat @returns {"m" | "r" | "l" | "t"}
 */
export function placeOf(ctx, seat) {
  const players = ctx.table.seats.length;
  const steps = (seat - seatBelow(ctx) + players) % players;
  if (steps === 0) return "m";
  const next = ctx.view.rules?.direction === "cw" ? "l" : "r";
  if (players === 4 && steps === 2) return "t";
  return steps === 1 ? next : next === "r" ? "l" : "r";
}

/** Seats in playing order, the viewer first. @param {Context} ctx @returns {number[]} */
export function seatsFromViewer(ctx) {
  const players = ctx.table.seats.length;
  const first = seatBelow(ctx);
  return Array.from({ length: players }, (_, i) => (first + i) % players);
}
