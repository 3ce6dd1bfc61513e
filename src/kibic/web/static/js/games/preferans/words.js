// @ts-check
/**
 * The words of the table: how a word of the wire (ASCII) is shown, what it commits to, in which order words stand, and which
 * letter says it. The words stay those of the ruleset in every language. Nothing here decides what may be said.
 */
import { has, t } from "../../i18n.js";
import { contractText } from "./levels.js";

/** @typedef {import("../../store.js").Json} Json */

/** @type {Record<string, string>} */
const SPELLED = {
  dodjem: "dođem",
  moze: "može",
  necu: "neću",
  skart: "škart",
  dajes: "daješ",
  bezskarta: "bez škarta",
  nedajem: "ne dajem",
};

/** The game each number of the auction stands for. @type {Record<string, string>} */
const NUMBERED = { 2: "pik", 3: "karo", 4: "herc", 5: "tref", 6: "betl", 7: "sans", 8: "preferans" };
/** @type {Record<string, string>} */
const SUIT_OF = { pik: "S", karo: "D", herc: "H", tref: "C" };
const ORDER = ["dalje", "pas", "ne", "moze", "sam", "necu", "nedajem", "slabija"];
const LAST = ["mogu", "igra", "betl", "sans", "preferans"];

/** @param {string} word a word of the wire @param {Json} [rules] @returns {string} as it is written */
export function spelled(word, rules) {
  const [head, ...rest] = word.split(" ");
  const name = head === "mogu" ? (rules?.hold_word ?? "mogu") : (SPELLED[head] ?? contractText(head));
  return [name, ...rest].join(" ");
}

/** What somebody said, as it is written: the engine tells where the table says another word. @param {Json} said @param {Json} [rules] */
export const spelledSaid = (said, rules) => spelled(said.shown ?? said.word, rules);

/** A word that may be said now, as it is written. @param {string} word @param {Json} view */
export const spelledNow = (word, view) => spelled(view.shown?.[word] ?? word, view.rules);

/** The suit a game or a number is played in, or null. @param {string} word */
export const suitOf = (word) => SUIT_OF[word] ?? SUIT_OF[NUMBERED[word]] ?? null;

/** The game of a bid number, or null. @param {string | number | null | undefined} number */
export const gameOf = (number) => NUMBERED[String(number)] ?? null;

/** Whether the word leaves or declines: it stands first and dark. @param {string} word */
export const isQuiet = (word) => ORDER.includes(word);

/**
 * What the word commits to, in a few letters below it.
 * @param {string} word @param {string} phase @param {Record<string, number>} worth unit by word
 */
export function caption(word, phase, worth) {
  if (worth[word] !== undefined) return t("worth", { n: worth[word] });
  for (const key of [`cap.${phase}.${word.split(" ")[0]}`, `cap.${word.split(" ")[0]}`]) if (has(key)) return t(key, { n: word.split(" ")[1] ?? "" });
  return gameOf(word) ?? "";
}

/** Words in the order of the row: leaving first, numbers and suits, then the games without the talon. @param {string[]} words */
export function inOrder(words) {
  /** @param {string} word */
  const rank = (word) => (ORDER.includes(word) ? -10 + ORDER.indexOf(word) : LAST.includes(word) ? 100 + LAST.indexOf(word) : 0);
  return words
    .map((word, at) => ({ word, at }))
    .sort((a, b) => rank(a.word) - rank(b.word) || a.at - b.at)
    .map(({ word }) => word);
}

/**
 * The word a key says, among those offered: digits are numbers and games, letters are the first letter of the word as it is
 * written; where two words begin alike the first in the row wins.
 * @param {string} key @param {string[]} words @param {Json} [rules]
 */
export function wordForKey(key, words, rules) {
  const low = key.toLocaleLowerCase("sr");
  if (/^\d$/.test(low)) return words.find((word) => word === low || word === NUMBERED[low]) ?? null;
  const plain = { č: "c", ć: "c", š: "s", ž: "z", đ: "d" }[low] ?? low;
  return inOrder(words).find((word) => spelled(word, rules).startsWith(low) || word.startsWith(plain)) ?? null;
}

/** @param {string} word whether it is a card */
export const isCard = (word) => /^[SDHC][789TJQKA]$/.test(word);

/** "T" -> "10". @param {string} card */
export const rankText = (card) => (card[1] === "T" ? "10" : card[1]);

/** @param {string} card "SA" -> "pik as" */
export const cardName = (card) => t("card", { suit: t(`suit.${card[0]}`), rank: t(`rank.${card[1]}`) });
