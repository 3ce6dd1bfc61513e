// @ts-check
/** What this device remembers of sheets: which there were, the hand being entered, and commands the server has not answered. */

import { freshDraft } from "./drafts.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("./drafts.js").Draft} Draft */
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
 * @property {Draft[]} aside what was being entered when the sheet changed under it
 * @property {Draft[]} under what was left half entered to correct something, the latest last
 */

const LIST = "kibic.sheets";
const MOST = 30;

/** @param {string} id */
const keptUnder = (id) => `kibic.sheet.${id}`;

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
  ["hand", "correct", "insert"].includes(draft?.kind) && typeof draft.hand === "number" && typeof draft.answers === "object" && draft.answers !== null && Array.isArray(draft.past ?? []);

/** @param {Json} value @returns {Kept} */
export function keptIn(value) {
  /** @param {Json} some */
  const drafts = (some) => (Array.isArray(some) ? some.filter(sound).map((one) => ({ ...freshDraft(), ...one })) : []);
  const sent = typeof value?.sent?.id === "string" ? value.sent : null;
  return { draft: drafts([value?.draft])[0] ?? freshDraft(), sent, aside: drafts(value?.aside), under: drafts(value?.under) };
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
