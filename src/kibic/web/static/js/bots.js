// @ts-check
/** The bots one may play against, as the server offers them. */
import { get } from "./api.js";
import { pick } from "./i18n.js";

/** @typedef {{name: string, title: {sr: string, en: string}, text: {sr: string, en: string}}} BotKind */

/** @type {{bots: BotKind[], usual: string}} */
let offer = { bots: [], usual: "" };

/** Asks the server which bots there are; without an answer the usual one plays. */
export async function loadBots() {
  const { bots, usual } = await get("/api/bots").catch(() => offer);
  offer = { bots, usual };
}

/** Whether there is something to choose. */
export const canChooseBot = () => offer.bots.length > 1;

/** The bot of that name, or the usual one. @param {string} name @returns {string} */
export const knownBot = (name) => (offer.bots.some((bot) => bot.name === name) ? name : offer.usual);

/** Names and titles for a choice. @returns {{value: string, label: string}[]} */
export const botOptions = () => offer.bots.map((bot) => ({ value: bot.name, label: pick(bot.title) || bot.name }));

/** What kind of player a bot is. @param {string} name */
export const botText = (name) => pick(offer.bots.find((bot) => bot.name === name)?.text);
