// @ts-check
/** The positions of a hand that is looked back at, made of the first view and the patches of the server. Pure. */
import { mergePatch } from "../store.js";

/** @typedef {import("../store.js").Json} Json */
/**
 * @typedef {object} Position
 * @property {number} step which step of the hand led here, the deal being 0
 * @property {Json} view
 * @property {Json[]} events what happened on the way here
 * @property {Json | null} held the trick that has just been finished and lies on the cloth
 * @property {Json[]} tricks all finished tricks of the hand
 */

/** @param {Json[]} events @param {string} kind */
const has = (events, kind) => events.some((event) => event.kind === kind);

/**
 * Every moment of a hand, from the deal to its end and what was agreed after it. The last trick gets a moment of its own on the
 * cloth, because the view that follows it is already that of the result.
 * @param {Json} hand the answer of the server: `view`, `events` and `steps` @returns {Position[]}
 */
export function positionsOf(hand) {
  /** @type {Position[]} */
  const found = [{ step: 0, view: hand.view, events: hand.events ?? [], held: null, tricks: [] }];
  hand.steps.forEach((/** @type {Json} */ told, /** @type {number} */ i) => {
    const before = /** @type {Position} */ (found.at(-1));
    const view = mergePatch(before.view, told.patch);
    const finished = has(told.events, "trick") ? (view.last_trick ?? view.outcome?.play?.at(-1) ?? null) : null;
    const tricks = finished ? [...before.tricks, finished] : before.tricks;
    if (finished && view.outcome) {
      const { card } = told.events.find((/** @type {Json} */ event) => event.kind === "played") ?? {};
      const played = told.events.filter((/** @type {Json} */ event) => event.kind !== "hand_over" && event.kind !== "match_over");
      found.push({ step: i + 1, view: lastTrickOn(before.view, card), events: played, held: finished, tricks });
      const rest = told.events.filter((/** @type {Json} */ event) => event.kind === "hand_over" || event.kind === "match_over");
      found.push({ step: i + 1, view, events: rest, held: null, tricks });
    } else {
      found.push({ step: i + 1, view, events: told.events, held: finished, tricks });
    }
  });
  return found;
}

/** The view before the last card with that card gone from its hand. @param {Json} view @param {string | undefined} card */
function lastTrickOn(view, card) {
  const cards = (view.cards ?? []).map((/** @type {string[] | null} */ hand) => hand?.filter((one) => one !== card) ?? hand);
  const counts = (view.counts ?? []).map(() => 0);
  return { ...view, cards, counts, legal: [], to_act: undefined };
}

/** The moments between which one goes trick by trick: the beginnings of phases and the ends of tricks. @param {Position[]} positions */
export function stopsOf(positions) {
  const stops = [0];
  positions.forEach(({ view, events, held }, i) => {
    if (held || has(events, "hand_over") || (i > 0 && view.phase !== positions[i - 1].view.phase)) stops.push(i);
  });
  const last = positions.length - 1;
  return [...new Set([...stops, last])].sort((a, b) => a - b);
}

/** @param {number[]} stops @param {number} at the next stop after it, or null at the end */
export const stopAfter = (stops, at) => stops.find((stop) => stop > at) ?? null;

/** @param {number[]} stops @param {number} at the last stop before it, or null at the beginning */
export const stopBefore = (stops, at) => stops.findLast((stop) => stop < at) ?? null;

/** Where a step of the server stands among the positions. @param {Position[]} positions @param {number} step */
export const positionOfStep = (positions, step) =>
  Math.max(
    0,
    positions.findIndex((position) => position.step === step),
  );
