// @ts-check
/** The state of a sheet after a message of the server, which brings it whole or what has changed. Pure. */
import { mergePatch } from "../store.js";

/** @typedef {import("../store.js").Json} Json */

/**
 * The state after a `sheet` message, the same object where nothing changed; null where a change is missing in between, so that
 * the whole has to be asked for.
 * @param {Json | null} state @param {number} version of the state held @param {Json} message @returns {Json | null}
 */
export function stateAfter(state, version, message) {
  if (message.state) return message.state;
  if (message.version === version) return state;
  if (!state || !message.change || message.since !== version) return null;
  const { patch, kept, hands } = message.change;
  return { ...mergePatch(state, patch), hands: [...state.hands.slice(0, kept), ...hands] };
}
