// @ts-check
/**
 * The state of a table as a reducer over the messages of the server (docs/protocol.md). Pure: no DOM, no time, no network.
 */

/** @typedef {Record<string, any>} Json */
/**
 * @typedef {object} SeatInfo
 * @property {string} name
 * @property {"person" | "bot" | "free"} kind
 * @property {boolean} [connected]
 * @property {boolean} [you]
 * @property {boolean} [ready] has asked for the next hand
 * @property {string | null} [bot] which bot sits there
 * @property {boolean} [host] whether it is the host's seat
 * @property {boolean} [account] whether the person has an account
 * @property {{why: "gone" | "silent" | "away", until: number | null, bot: string} | null} [away] waited for, or a bot plays for the person
 */
/**
 * @typedef {object} ClockInfo times in milliseconds by the server's clock
 * @property {number | null} seat
 * @property {number | null} move_until
 * @property {number | null} until
 * @property {number[]} banks
 * @property {number} now
 */
/**
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} game
 * @property {string} name
 * @property {Json} rules
 * @property {"waiting" | "playing" | "over"} state
 * @property {SeatInfo[]} seats
 * @property {Json | null} [opening]
 * @property {{about?: "agreement" | "undo" | "pause" | "rematch", word: string | null, seat: number, agreed: number[]} | null} [proposal]
 * @property {{move: number, bank: number, wait: number, stand_in: string | null}} [manners]
 * @property {ClockInfo | null} [clock]
 * @property {boolean} [paused]
 * @property {"free" | "words" | "watchers" | "none"} [speech] what this person may say now
 * @property {string | null} [rematch] the table that follows this one
 * @property {number} [bot_pause]
 * @property {boolean} [hints] whether one may ask what a bot would do
 * @property {number | null} [next_at] when the next hand is dealt, by the server's clock
 * @property {number} [now] the server's clock when it wrote this, milliseconds since 1970
 * @property {boolean} [host]
 * @property {{public: boolean, kibitzers: boolean, watching: number, watchers: {name: string, who: string | null}[], banned: {name: string, who: string | null}[]}} [door] who may come, and who looks on
 * @property {Json | null} [fair] the seals of the decks (docs/fair-cards.md)
 */
/**
 * @typedef {object} TableState
 * @property {TableInfo | null} table
 * @property {number | null} seat own seat, null for a watcher
 * @property {number | null} version
 * @property {Json | null} view
 * @property {boolean} gap an event is missing: ask the server for what came after `version`
 */

/** @type {TableState} */
export const EMPTY = { table: null, seat: null, version: null, view: null, gap: false };

/** @param {unknown} value @returns {value is Json} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * JSON merge patch (RFC 7386): objects merge, null removes, everything else replaces. The target is not changed.
 * @param {unknown} target @param {unknown} patch @returns {any}
 */
export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  const result = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = mergePatch(result[key], value);
  }
  return result;
}

/**
 * The state after one message. Events that are already known are ignored; an event from beyond the next version changes
 * nothing and sets `gap`.
 * @param {TableState} state @param {Json} message @returns {TableState}
 */
export function reduce(state, message) {
  switch (message.type) {
    case "welcome":
      return { table: message.table, seat: message.seat ?? null, version: message.version, view: message.view ?? null, gap: false };
    case "table":
      return { ...state, table: message.table, seat: seatOf(message.table, state.seat) };
    case "clock":
      return state.table ? { ...state, table: { ...state.table, clock: message.clock } } : state;
    case "event":
      return reduceEvent(state, message);
    default:
      return state;
  }
}

/** @param {TableState} state @param {Json} message @returns {TableState} */
function reduceEvent(state, message) {
  if (state.version === null) return { ...state, gap: true };
  if (message.version <= state.version) return state;
  if (message.version > state.version + 1) return { ...state, gap: true };
  return { ...state, version: message.version, view: mergePatch(state.view ?? {}, message.patch ?? {}), gap: false };
}

/** Own seat by the table's word. @param {TableInfo} table @param {number | null} before */
function seatOf(table, before) {
  if (!table?.seats?.some((seat) => "you" in seat)) return before;
  const at = table.seats.findIndex((seat) => seat.you);
  return at < 0 ? null : at;
}
