// @ts-check
/** A match that is looked back at: which hand, which moment, whose cards; the DOM is drawn from them. */
import { ApiError } from "../api.js";
import { freshUi } from "../context.js";
import { byId, h, morph } from "../dom.js";
import { bar, tool } from "../bar.js";
import { tableMain } from "../frame.js";
import { preferans } from "../games/preferans/index.js";
import { setTerms, t } from "../i18n.js";
import { icon } from "../icons.js";
import { glide } from "../motion.js";
import { getSettings, onSettings } from "../settings.js";
import { toast } from "../toast.js";
import { controls, remarkLines } from "./controls.js";
import { positionsOf, stopAfter, stopBefore, stopsOf } from "./course.js";
import { costOf, reviewPanel } from "./review.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./course.js").Position} Position */
/** @typedef {import("./source.js").Source} Source */

const OPEN = "open";
/** How long a moment stands while the match plays by itself, in milliseconds, and how much longer a finished trick does. */
const PACE = 900;
const TRICK_MORE = 700;

export class ReplayApp {
  /** @param {Source} source @param {Json} match the overview */
  constructor(source, match) {
    this.source = source;
    this.match = match;
    this.game = preferans;
    this.root = byId("app");
    this.ui = freshUi();
    this.hand = 1;
    this.at = 0;
    /** @type {string} */
    this.view = OPEN;
    this.facing = 0;
    this.playing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Position[]} */
    this.positions = [];
    /** @type {number[]} */
    this.stops = [];
    /** @type {Map<string, Promise<Json>>} */
    this.fetched = new Map();
    /** @type {Map<number, Json>} */
    this.reviews = new Map();
    this.told = new Map(match.hands.map((/** @type {Json} */ hand) => [hand.number, hand.outcome?.reasons ?? []]));
    /** The hand the positions were made of. @type {Json | null} */
    this.shownOf = null;
    /** The sheet that was last scrolled to its end. @type {Json | null} */
    this.scrolled = null;
    /** Counts the moves, so that an answer that comes late changes nothing. */
    this.asked = 0;
    onSettings(() => this.render());
    addEventListener("hashchange", () => this.drawer());
    this.drawer();
  }

  /** @returns {Position | null} */
  get here() {
    return this.positions[this.at] ?? null;
  }

  get isFirst() {
    return this.hand === 1 && this.at === 0;
  }

  get isLast() {
    return this.hand === this.match.hands.length && this.at >= this.positions.length - 1;
  }

  /** Begins where the address says. */
  async start() {
    const asked = new URLSearchParams(location.search);
    const view = asked.get("view") ?? OPEN;
    if (this.match.players[Number(view)] !== undefined && view !== OPEN) this.face(view);
    const hand = Math.min(Math.max(1, Number(asked.get("hand")) || 1), this.match.hands.length);
    await this.go(hand, Number(asked.get("at")) || 0);
  }

  /** @param {string} view */
  face(view) {
    this.view = view;
    if (view !== OPEN) this.facing = Number(view);
  }

  /** @param {Record<string, string | number>} what @returns {Promise<Json>} */
  fetch(what) {
    const key = JSON.stringify(what);
    let answer = this.fetched.get(key);
    if (!answer) {
      answer = this.source.ask(what);
      this.fetched.set(key, answer);
      answer.catch(() => this.fetched.delete(key));
    }
    return answer;
  }

  /**
   * Goes to a moment of a hand.
   * @param {number} hand @param {number | "end"} at
   */
  async go(hand, at) {
    const mine = ++this.asked;
    try {
      const found = await this.fetch({ hand, view: this.view });
      if (mine !== this.asked) return;
      if (this.hand !== hand || !this.positions.length || this.shownOf !== found) {
        this.hand = hand;
        this.shownOf = found;
        this.positions = this.withResult(positionsOf(found));
        this.stops = stopsOf(this.positions);
      }
      const last = this.positions.length - 1;
      this.at = at === "end" ? last : Math.min(Math.max(0, at), last);
      this.ui = { ...freshUi(), note: this.ui.note, mark: this.ui.mark };
      this.remember();
      this.render();
      void this.lookBack(hand);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.stop();
      toast(error.message);
    }
  }

  /** The end of the match is one moment more: its results. @param {Position[]} positions */
  withResult(positions) {
    const last = /** @type {Position} */ (positions.at(-1));
    return last.view.phase === "over" ? [...positions, { ...last, events: [] }] : positions;
  }

  /** Whether the results of the match are shown now. */
  get final() {
    return this.here?.view.phase === "over" && this.at === this.positions.length - 1;
  }

  /** Asks once what a hand cost; without an answer there is nothing to show. @param {number} hand */
  async lookBack(hand) {
    if (this.reviews.has(hand) || !this.match.hands[hand - 1]?.cards) return;
    const review = await this.fetch({ hand, part: "review" }).catch(() => null);
    if (!review) return;
    this.reviews.set(hand, review);
    if (hand === this.hand) this.render();
  }

  /** One moment on or back, over the ends of hands. @param {1 | -1} by */
  async step(by) {
    const to = this.at + by;
    if (to < 0) await this.otherHand(-1, "end");
    else if (to >= this.positions.length) await this.otherHand(1, 0);
    else await this.go(this.hand, to);
  }

  /** To the next or the last end of a trick or phase. @param {1 | -1} by */
  async trick(by) {
    const to = by > 0 ? stopAfter(this.stops, this.at) : stopBefore(this.stops, this.at);
    if (to === null) await this.step(by);
    else await this.go(this.hand, to);
  }

  /** @param {1 | -1} by @param {number | "end"} at */
  async otherHand(by, at) {
    const hand = this.hand + by;
    if (hand >= 1 && hand <= this.match.hands.length) await this.go(hand, at);
    else this.stop();
  }

  /** To the beginning of this hand, or of the one before it. */
  async handBack() {
    if (this.at > 0) await this.go(this.hand, 0);
    else await this.otherHand(-1, 0);
  }

  /** To the next hand; from the last one to its end. */
  async handOn() {
    if (this.hand < this.match.hands.length) await this.otherHand(1, 0);
    else await this.go(this.hand, "end");
  }

  /** @param {string} view */
  async look(view) {
    this.face(view);
    await this.go(this.hand, this.at);
  }

  play() {
    if (this.isLast) return;
    this.playing = true;
    this.wait();
    this.render();
  }

  stop() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.playing = false;
    this.render();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tick(), PACE + (this.here?.held ? TRICK_MORE : 0));
  }

  async tick() {
    if (!this.playing) return;
    await this.step(1);
    if (this.isLast) this.stop();
    else if (this.playing) this.wait();
  }

  /** The address leads back here. */
  remember() {
    const where = new URLSearchParams({ hand: String(this.hand), at: String(this.at), ...(this.view === OPEN ? {} : { view: this.view }) });
    history.replaceState(null, "", `${location.pathname}?${where}${location.hash}`);
  }

  /** @returns {Context} */
  context() {
    const { match, here } = this;
    const review = this.reviews.get(this.hand) ?? null;
    const ctx = {
      view: here?.view ?? {},
      version: null,
      held: here?.held ?? null,
      table: {
        id: this.source.table,
        game: match.game,
        name: t("replay.name"),
        rules: match.rules,
        state: /** @type {const} */ ("over"),
        seats: match.players.map((/** @type {string} */ name) => ({ name, kind: "person", connected: true })),
        hints: false,
      },
      seat: null,
      link: /** @type {const} */ ("online"),
      settings: getSettings(),
      ui: { ...this.ui, broken: review ? { hand: this.hand, found: review.conventions } : null },
      told: this.told,
      clock: 0,
      facing: this.facing,
    };
    return { ...ctx, looking: { note: costOf(review, here), tricks: here?.tricks ?? [], panel: reviewPanel(ctx, review, this.positions) } };
  }

  render() {
    if (!this.here) return;
    const ctx = this.context();
    setTerms(ctx.view.rules?.terms);
    glide(this.root, () => {
      if (!this.root.querySelector(".page")) this.root.replaceChildren(h("div", { class: "page" }));
      morph(/** @type {Element} */ (this.root.firstElementChild), this.page(ctx));
    });
    for (const [id, value] of Object.entries({ at: this.at, hand: this.hand, view: this.view })) {
      /** @type {HTMLInputElement} */ (byId(id)).value = String(value);
    }
    const { dataset } = this.root;
    dataset.phase = ctx.view.phase ?? "";
    dataset.hand = String(this.hand);
    dataset.at = String(this.at);
    dataset.playing = this.playing ? "1" : "";
    document.title = t("title.replay", { n: this.hand });
    const sheets = this.root.querySelector(".paper .sheets");
    if (sheets && this.scrolled !== ctx.view.sheet) {
      this.scrolled = ctx.view.sheet;
      sheets.scrollTop = sheets.scrollHeight;
    }
  }

  /** @param {Context} ctx */
  page(ctx) {
    const top = bar(this.game.where(ctx), [
      tool("open", "open", t("replay.other")),
      tool("settings", "settings", t("settings")),
      h("a", { class: "btn icon", href: this.source.back || "/", "aria-label": t("replay.leave"), title: t("replay.leave"), data: { act: "leave" } }, icon("close")),
    ]);
    const below = controls(this, ctx);
    if (this.final) return h("div", { class: "page after replay" }, top, this.game.finalPage(ctx), below);
    if (this.game.handIsOver(ctx)) return h("div", { class: "page after replay" }, top, this.game.afterHand(ctx, this.remarks()), below);
    return h("div", { class: `page table-page replay t-${this.game.layout(ctx)}` }, top, tableMain(ctx, this.game, this.hidden()), below);
  }

  /** A hand of which the cards are not known says so. */
  hidden() {
    return this.match.hands[this.hand - 1]?.cards ? null : h("p", { class: "no-cards", key: "no-cards" }, t("replay.no_cards"));
  }

  /** What could not be taken over from a text, after the first hand. */
  remarks() {
    const { remarks } = this.match;
    return remarks.length && this.hand === 1
      ? h("div", { class: "problems told", role: "status", key: "remarks" }, h("ul", null, ...remarkLines(remarks)))
      : null;
  }

  /** The drawer of a phone is open when the address says so, so that Back closes it. */
  drawer() {
    this.root.dataset.drawer = location.hash === "#papir" ? "open" : "";
  }
}
