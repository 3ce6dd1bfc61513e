// @ts-check
/** What a person has chosen for the look and the tempo; kept in this browser. */
import { setLanguage } from "./i18n.js";

/**
 * @typedef {object} Settings
 * @property {"sr" | "en"} language
 * @property {"system" | "light" | "dark"} theme
 * @property {"two" | "four"} suits
 * @property {"alternate" | "canonical"} sort order of the suits in the hand
 * @property {"down" | "up"} ranks order inside a suit
 * @property {number} botPause milliseconds a bot waits before it answers
 * @property {number} trickPause milliseconds a finished trick stays on the cloth
 * @property {"touch" | "always" | "off"} guard when a played card can be taken back for a moment
 * @property {boolean} keys whether single letters play
 * @property {"system" | "off"} motion
 * @property {string} bot the bot one plays against at once, "" for the usual one
 */

const STORE = "kibic.settings";

/** @type {Settings} */
export const DEFAULTS = {
  language: "sr",
  theme: "system",
  suits: "two",
  sort: "alternate",
  ranks: "down",
  botPause: 700,
  trickPause: 900,
  guard: "touch",
  keys: true,
  motion: "system",
  bot: "",
};

/** How long a card can be taken back, in milliseconds. */
export const GUARD_MS = 1200;

/** @type {Settings} */
let settings = { ...DEFAULTS };
/** @type {Set<() => void>} */
const listeners = new Set();

/** Settings from stored text; anything missing or foreign keeps its default. @param {string | null} text @returns {Settings} */
export function parseSettings(text) {
  /** @type {Record<string, unknown>} */
  let found = {};
  try {
    found = JSON.parse(text ?? "{}") ?? {};
  } catch {
    found = {};
  }
  const entries = Object.entries(DEFAULTS).map(([key, value]) => [key, typeof found[key] === typeof value ? found[key] : value]);
  return /** @type {Settings} */ (Object.fromEntries(entries));
}

/** Reads what is stored, else the browser's language, and puts it on the page. @returns {Settings} */
export function loadSettings() {
  let stored = null;
  try {
    stored = localStorage.getItem(STORE);
  } catch {
    stored = null; // storage may be forbidden; the defaults serve
  }
  settings = parseSettings(stored);
  if (stored === null && !navigator.languages.some((tag) => /^(sr|hr|bs|sh|cnr|mk|sl)/.test(tag))) {
    settings = { ...settings, language: navigator.language.startsWith("en") ? "en" : "sr" };
  }
  applySettings();
  return settings;
}

/** @returns {Settings} */
export const getSettings = () => settings;

/** @param {Partial<Settings>} change */
export function changeSettings(change) {
  settings = { ...settings, ...change };
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  applySettings();
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
}

/** Whether things may move: the setting and the system both have a say. */
export function motionAllowed() {
  return settings.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function applySettings() {
  setLanguage(settings.language);
  const root = document.documentElement;
  root.lang = settings.language === "sr" ? "sr-Latn" : "en";
  root.dataset.suits = settings.suits;
  root.dataset.motion = settings.motion;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}
