// @ts-check
/** What this device remembers of sheets: which there were, the hand being entered, and commands the server has not answered. */

/** @typedef {import("../store.js").Json} Json */
/**
 * @typedef {object} Known a sheet this device has opened
 * @property {string} id
 * @property {string | null} key what lets it write, null for who only follows
 * @property {string[]} players
 * @property {number} at milliseconds since 1970
 */
/**
 * @typedef {object} Kept what a closed page must not lose
 * @property {Draft} draft
 * @property {Json | null} sent the command that waits for an answer, with its id
 * @property {import("./aside.js").Aside[]} aside hands that were being entered when another phone wrote first
 */
/**
 * @typedef {object} Draft a hand being entered
 * @property {"hand" | "correct" | "insert"} kind
 * @property {number} hand the number it is entered at, 0 for the next one
 * @property {Record<string, string>} answers
 * @property {number} at the number the next hand had when its first answer was given, 0 before that
 */

const LIST = "kibic.sheets";
const MOST = 30;

/** @param {string} id */
const keptUnder = (id) => `kibic.sheet.${id}`;

/** @returns {Draft} */
export const freshDraft = () => ({ kind: "hand", hand: 0, answers: {}, at: 0 });

/** @param {string | null} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @returns {any} */
function read(name) {
  try {
    return parsed(localStorage.getItem(name));
  } catch {
    return null; // storage may be forbidden: then nothing is remembered
  }
}

/** @param {string} name @param {unknown} value null takes it away */
function write(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page goes on with what it holds.
  }
}

/** The list with `sheet` on top: each sheet once, a key it had is never lost. @param {Known[]} list @param {Known} sheet @returns {Known[]} */
export function withSheet(list, sheet) {
  const had = list.find((one) => one.id === sheet.id);
  const now = { ...sheet, key: sheet.key ?? had?.key ?? null };
  return [now, ...list.filter((one) => one.id !== sheet.id)].slice(0, MOST);
}

/** @param {Json} value @returns {Known[]} */
export function knownIn(value) {
  if (!Array.isArray(value)) return [];
  return value.filter((one) => typeof one?.id === "string" && Array.isArray(one.players) && typeof one.at === "number");
}

/** @param {Json} draft */
const sound = (draft) =>
  ["hand", "correct", "insert"].includes(draft?.kind) && typeof draft.hand === "number" && typeof draft.answers === "object" && draft.answers !== null;

/** @param {Json} value @returns {Kept} */
export function keptIn(value) {
  const draft = sound(value?.draft) ? { ...freshDraft(), ...value.draft } : freshDraft();
  const sent = typeof value?.sent?.id === "string" ? value.sent : null;
  const aside = Array.isArray(value?.aside) ? value.aside.filter(sound) : [];
  return { draft, sent, aside: aside.map((/** @type {Json} */ one) => ({ ...freshDraft(), said: "", ...one })) };
}

/** The sheets of this device, latest first. */
export const knownSheets = () => knownIn(read(LIST));

/** @param {Known} sheet */
export const remember = (sheet) => write(LIST, withSheet(knownSheets(), sheet));

/** Takes a sheet off the list of this device; it stays on the server. @param {string} id */
export function forget(id) {
  write(
    LIST,
    knownSheets().filter((one) => one.id !== id),
  );
  write(keptUnder(id), null);
}

/** @param {string} id @returns {Kept} */
export const kept = (id) => keptIn(read(keptUnder(id)));

/** @param {string} id @param {Kept} what */
export const keep = (id, what) => write(keptUnder(id), what);
