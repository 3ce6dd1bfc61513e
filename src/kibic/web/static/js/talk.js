// @ts-check
/** What was said at the table beside the game: kept while the page lives, without those this person does not want to hear. */
/** @typedef {import("./store.js").Json} Json */
/**
 * @typedef {object} Said
 * @property {number} number
 * @property {string} name
 * @property {string} who the same for the same person at this table
 * @property {number | null} seat
 * @property {string | null} word
 * @property {string | null} text
 * @property {boolean} aside only those who look on heard it
 * @property {boolean} you
 */

export class Talk {
  /** @param {string} table @param {Storage | null} [storage] where muted people are remembered */
  constructor(table, storage = null) {
    this.key = `kibic.muted.${table}`;
    this.storage = storage;
    /** @type {Map<number, Said>} */
    this.heard = new Map();
    /** @type {string[]} */
    this.words = [];
    /** @type {Map<string, string>} who -> name */
    this.muted = new Map(this.stored());
    this.unread = 0;
    this.open = false;
    /** What was sent and has not come back. @type {string | null} */
    this.sent = null;
  }

  /** @returns {[string, string][]} */
  stored() {
    try {
      return Object.entries(JSON.parse(this.storage?.getItem(this.key) ?? "{}"));
    } catch {
      return []; // somebody else's text under this name
    }
  }

  /** What this person wants to hear, in order. @returns {Said[]} */
  get said() {
    return [...this.heard.values()].filter((one) => !this.muted.has(one.who)).sort((a, b) => a.number - b.number);
  }

  /**
   * Takes in what the server tells; gives what is new and wanted, for the log. What was said before the page came is not news.
   * @param {Json} message @returns {Said[]}
   */
  take(message) {
    const fresh = /** @type {Said[]} */ (message.said).filter((one) => !this.heard.has(one.number));
    for (const one of fresh) this.heard.set(one.number, one);
    if (message.words) {
      this.words = message.words;
      return [];
    }
    if (fresh.some((one) => one.you)) this.sent = null;
    const news = fresh.filter((one) => !one.you && !this.muted.has(one.who));
    if (!this.open) this.unread += news.length;
    return news;
  }

  /** @param {string} text @returns {Json} the message to send */
  saying(text) {
    this.sent = text;
    return { type: "talk", text };
  }

  /** @param {string} who @param {string} name */
  mute(who, name) {
    this.muted.set(who, name);
    this.store();
  }

  /** Hear everybody again. */
  unmute() {
    this.muted.clear();
    this.store();
  }

  store() {
    try {
      this.storage?.setItem(this.key, JSON.stringify(Object.fromEntries(this.muted)));
    } catch {
      // Without storage it lasts until the page is left.
    }
  }

  /** @param {boolean} open */
  show(open) {
    this.open = open;
    if (open) this.unread = 0;
  }
}
