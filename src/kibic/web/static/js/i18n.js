// @ts-check
/** Texts by key and language. Catalogues are flat; a text that counts is an object of plural forms chosen by `n`. */
import { en } from "./i18n/en.js";
import { sr } from "./i18n/sr.js";

/** @typedef {"sr" | "en"} Language */
/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Entry */

/** @type {Record<Language, Record<string, Entry>>} */
export const CATALOGUES = { sr, en };
const PLURALS = { sr: new Intl.PluralRules("sr"), en: new Intl.PluralRules("en") };

/** @type {Language} */
let current = "sr";

/** @param {Language} language */
export function setLanguage(language) {
  current = language;
}

/** @returns {Language} */
export const language = () => current;

/** Words of the game that differ from ruleset to ruleset, by the name a text asks for them: the server's, else the usual ones. */
const USUAL = { refa: "refa", supe: "supe" };
/** @type {Record<string, string>} */
let terms = USUAL;

/** @param {Record<string, string>} [words] */
export function setTerms(words = USUAL) {
  terms = words;
}

/**
 * The text of `key` with its `{names}` filled in. An unknown key is shown as it is, so that it is seen and never breaks a page.
 * @param {string} key @param {Record<string, string | number>} [values] @param {Language} [lang]
 */
export function t(key, values = {}, lang = current) {
  const entry = CATALOGUES[lang][key];
  if (entry === undefined) return key;
  const text = typeof entry === "string" ? entry : (entry[PLURALS[lang].select(Number(values.n))] ?? entry.other ?? key);
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? terms[name] ?? whole));
}

/** @param {string} key */
export const has = (key) => CATALOGUES[current][key] !== undefined;

/** The text of a message that carries both languages. @param {{sr?: string, en?: string} | null | undefined} both */
export const pick = (both) => (both ? (both[current] ?? both.sr ?? both.en ?? "") : "");

/** "Ana, Boro i Ceca". @param {string[]} items */
export function list(items) {
  return new Intl.ListFormat(current === "sr" ? "sr-Latn" : "en", { type: "conjunction" }).format(items);
}
