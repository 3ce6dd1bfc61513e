// @ts-check
/** The state of a sheet as the paper and the panels of the table want it, so that both are drawn by the same code. */
import { freshUi } from "../context.js";
import { getSettings } from "../settings.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../context.js").Ui} Ui */

/** The hands that count. @param {Json} state @returns {Json[]} */
export const countedHands = (state) => state.hands.filter((/** @type {Json} */ hand) => hand.counts);

/** The last hand that counts. @param {Json} state @returns {Json | null} */
export const lastHand = (state) => countedHands(state).at(-1) ?? null;

/**
 * @param {Json} state as docs/protocol.md tells a sheet @param {Partial<Ui>} ui
 * @param {Json | null} [outcome] the hand to show, else the last @returns {Context}
 */
export function paperContext(state, ui, outcome = lastHand(state)?.outcome ?? null) {
  return {
    view: { sheet: state.sheet, rules: state.rules, phase: "deal", outcome },
    version: null,
    held: null,
    table: /** @type {any} */ ({ id: "", name: "", state: "over", seats: state.players.map((/** @type {string} */ name) => ({ name })) }),
    seat: null,
    link: "online",
    settings: getSettings(),
    ui: { ...freshUi(), ...ui },
    told: new Map(countedHands(state).map((hand) => [hand.number, hand.outcome.reasons ?? []])),
    clock: 0,
  };
}
