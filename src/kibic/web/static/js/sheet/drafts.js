// @ts-check
/** What is being entered, and which hand of the sheet it means while other phones write too. Pure. */

/** @typedef {import("../store.js").Json} Json */
/**
 * @typedef {object} Draft a hand being entered
 * @property {"hand" | "correct" | "insert"} kind
 * @property {number} hand the number of the hand that is corrected, or before which this one is put in; 0 for the next one
 * @property {Record<string, string>} answers
 * @property {number} at the number of the next hand when its first answer was given, 0 before that
 * @property {number | null} serial names for good the hand meant by `hand`; of the next one, the hand before it (`NONE`: there is none)
 * @property {Record<string, string> | null} was the answers of the hand that is corrected, as they were seen
 * @property {Record<string, string>[]} past the answers before each step, the latest last
 * @property {string} said the answers in words
 */

/** The serial before the first hand. */
const NONE = -1;
/** More steps back nobody takes. */
const MOST_STEPS = 60;

/** @returns {Draft} */
export const freshDraft = () => ({ kind: "hand", hand: 0, answers: {}, at: 0, serial: null, was: null, past: [], said: "" });

/** A draft that corrects a hand, or puts one in before it. @param {"correct" | "insert"} kind @param {Json} hand @returns {Draft} */
export function draftAt(kind, hand) {
  const corrects = kind === "correct";
  const seen = { ...hand.answers };
  return { ...freshDraft(), kind, hand: hand.number, serial: hand.serial, answers: corrects ? seen : {}, was: corrects ? { ...seen } : null };
}

/** What names the hand a command means, so that the server refuses it for another. @param {Json} hand */
export const meaning = (hand) => ({ hand: hand.number, serial: hand.serial, was: hand.answers });

/** Whether something was answered that would be lost. @param {Draft} draft */
export const touched = ({ kind, answers, past }) => past.length > 0 || (kind === "hand" && Object.keys(answers).length > 0);

/** The serial of the last hand that counts. @param {Json} state @returns {number} */
const lastSerial = (state) => state.hands[state.counted - 1]?.serial ?? NONE;

/** @param {Record<string, string>} some @param {Record<string, string>} others whether these say all that the first do */
const within = (some, others) => Object.entries(some).every(([key, value]) => others[key] === value);

/** Who dealt: a hand of four that moves says so, and is the same hand. @param {Record<string, string>} answers @returns {Record<string, string>} */
const dealtIn = ({ dealer }) => (dealer === undefined ? {} : { dealer });

/** The hand that is meant, as it stands; null when it is gone, or not what was seen. @param {Json} state @param {{serial: number | null, was: Record<string, string> | null}} meant @returns {Json | null} */
export function meantHand(state, { serial, was }) {
  const hand = state.hands.find((/** @type {Json} */ one) => one.serial === serial && one.counts);
  return hand && (!was || (within(was, hand.answers) && within(hand.answers, { ...dealtIn(hand.answers), ...was }))) ? hand : null;
}

/** The draft where it stands on the sheet now; null when it has no place any more. @param {Json} state @param {Draft} draft @returns {Draft | null} */
export function followed(state, draft) {
  if (draft.kind !== "hand") {
    const hand = meantHand(state, draft);
    if (!hand || !draft.was) return hand && { ...draft, hand: hand.number };
    return { ...draft, hand: hand.number, was: { ...hand.answers }, answers: { ...dealtIn(hand.answers), ...draft.answers } };
  }
  if (!draft.at) return draft;
  return state.next && draft.serial === lastSerial(state) ? { ...draft, at: state.counted + 1 } : null;
}

/** The draft of the next hand after the person's own command: it is the next one still. @param {Json} state @param {Draft} draft @returns {Draft} */
export function anchored(state, draft) {
  return draft.kind === "hand" && draft.at ? { ...draft, at: state.counted + 1, serial: lastSerial(state) } : draft;
}

/** The hand another phone wrote in the place of a draft of the next one. @param {Json} state @param {Draft} draft @returns {Json | null} */
export function rival(state, { kind, serial }) {
  const before = state.hands.findIndex((/** @type {Json} */ one) => one.serial === serial);
  return kind === "hand" && (before >= 0 || serial === NONE) ? (state.hands[before + 1] ?? null) : null;
}

/** Whether the hand that was written instead says all that the draft does. @param {Json} state @param {Draft} draft */
export function sameHand(state, draft) {
  const hand = rival(state, draft);
  return hand !== null && within(draft.answers, hand.answers);
}

/** The draft after one more answer. @param {Json} state @param {Draft} draft @param {Record<string, string>} answers @returns {Draft} */
export function stepped(state, draft, answers) {
  const begun = draft.kind !== "hand" || draft.at ? draft : { ...draft, at: state.counted + 1, serial: lastSerial(state) };
  const same = within(answers, draft.answers) && within(draft.answers, answers);
  return { ...begun, answers, past: same ? draft.past : [...draft.past, draft.answers].slice(-MOST_STEPS) };
}

/** The draft without its last step. @param {Draft} draft @returns {Draft} */
export function takenBack(draft) {
  const answers = draft.past.at(-1) ?? draft.answers;
  const back = { ...draft, answers, past: draft.past.slice(0, -1) };
  return touched(back) || back.kind !== "hand" ? back : freshDraft();
}

/** The steps that lead to some answers, in their order. @param {Record<string, string>} answers @returns {Record<string, string>[]} */
export function stepsTo(answers) {
  const pairs = Object.entries(answers);
  return pairs.map((_, n) => Object.fromEntries(pairs.slice(0, n)));
}

/** Whether answers were dropped because they do not fit. @param {Draft} draft @param {Record<string, string>} left */
export const misfits = (draft, left) => !within(draft.answers, left);
