// @ts-check
/** The table in one page: store, line, stage and what the person does, joined; the DOM is drawn from them. */
import { get } from "./api.js";
import { freshUi, myTurn, tableName } from "./context.js";
import { byId, h, morph } from "./dom.js";
import { Fair } from "./fair.js";
import { tablePage } from "./frame.js";
import { preferans } from "./games/preferans/index.js";
import { pick, setTerms, t } from "./i18n.js";
import { glide } from "./motion.js";
import { GUARD_MS, getSettings, onSettings } from "./settings.js";
import { Link, PROTOCOL } from "./socket.js";
import { createStage } from "./stage.js";
import { EMPTY, reduce } from "./store.js";
import { presenceNews } from "./presence.js";
import { LAST_MS, tick, turnRings } from "./ticking.js";
import { Talk } from "./talk.js";
import { heard, reported } from "./talkacts.js";
import { toast } from "./toast.js";

/** @typedef {import("./store.js").Json} Json */
/** @typedef {import("./store.js").TableState} TableState */
/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./stage.js").Shown} Shown */

/** Refusals after which the page asks for the state anew. */
const OUT_OF_STEP = ["stale_version", "not_your_turn"];

/** Refusals after which there is no table to show. */
const FOR_GOOD = ["unknown_table", "protocol", "banned", "no_kibitzers"];

export class TableApp {
  /** @param {string} id */
  constructor(id) {
    this.game = preferans;
    this.root = byId("app");
    this.ui = freshUi();
    this.clock = 0;
    this.talk = new Talk(id, storage());
    /** Id of the report that waits for its answer. @type {string | null} */
    this.reported = null;
    /** Reasons of the hands whose end was seen. @type {Map<number, Json[]>} */
    this.told = new Map();
    /** @type {TableState} */
    this.state = EMPTY;
    /** Id of the word that waits for its answer. @type {string | null} */
    this.asked = null;
    /** The game to declare as soon as the discard is in. @type {string | null} */
    this.declareNext = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.guardTimer = undefined;
    this.lastCall = "";
    /** The hand and phase whose decks were checked. */
    this.checked = "";
    this.sentPace = -1;
    /** The paper that was last scrolled to its end. @type {{sheet: unknown, element: Element | null}} */
    this.scrolled = { sheet: null, element: null };
    /** Whether the focus was here and what had it is gone, with nothing to press in its place yet. */
    this.focusLost = false;
    /** The end of the clock whose last seconds were called. @type {number | null} */
    this.calledTime = null;
    /** Whether it was the own turn when the page was last drawn. */
    this.hadTurn = false;
    /** Draws what is open above the table. @type {(() => void) | null} */
    this.onRender = null;
    this.fair = new Fair(id, (message) => this.link.write(message));
    this.stage = createStage({ trickPause: () => getSettings().trickPause, show: (shown) => this.shown(shown) });
    onSettings(() => this.render());
    addEventListener("hashchange", () => this.drawer());
    this.drawer();
    setInterval(() => this.tick(), 250);
    this.link = new Link({
      greeting: () => ({ type: "hello", protocol: PROTOCOL, table: id, since: this.state.view ? this.state.version : null }),
      arrivals: ["welcome", "event", "table"],
      onMessage: (message) => this.received(message),
      onState: () => {
        this.fair.newLine();
        this.render();
      },
    });
  }

  /** @returns {Context} what the parts of the page are drawn from */
  context() {
    const { shown } = this.stage;
    return {
      view: shown.view ?? {},
      version: shown.version,
      held: shown.held,
      table: /** @type {import("./store.js").TableInfo} */ (this.state.table),
      seat: this.state.seat,
      link: this.link?.state ?? "connecting",
      settings: getSettings(),
      ui: this.ui,
      told: this.told,
      talk: this.talk,
      fair: this.fair,
      clock: this.clock,
    };
  }

  /** @param {Json} message */
  received(message) {
    const now = message.table?.now ?? message.clock?.now;
    if (now) this.clock = Date.now() - now;
    switch (message.type) {
      case "refused":
        this.refused(message);
        return;
      case "said":
        for (const news of heard(this, message)) byId("log").append(paragraph(news));
        return;
      case "ack":
        reported(this, message.id);
        if (message.id === this.asked) this.asked = null;
        return;
      case "going":
        toast(t("link.going"));
        return;
      case "pong":
        // It comes after all that was sent before it: what is missing now was lost on the way.
        if (this.state.view && (message.version ?? this.state.version) !== this.state.version) this.link.resync();
        return;
      case "hint":
        this.ui.hint = message;
        this.render();
        return;
      default:
        this.stateMessage(message);
    }
  }

  /** @param {Json} message */
  stateMessage(message) {
    const before = this.state;
    this.state = reduce(before, message);
    if (message.table) this.fair.table(message.table.fair, this.state.seat);
    this.game.noteDeal(this.fair, this.state);
    for (const news of presenceNews(before.table, this.state.table)) byId("log").append(paragraph(news));
    if (this.state.table?.rematch && before.table && !before.table.rematch) {
      location.assign(`/t/${this.state.table.rematch}`);
      return;
    }
    if (this.state.gap) {
      this.link.resync();
      return;
    }
    this.tellPlace(before, this.state);
    if (message.type === "welcome") {
      this.forget();
      this.stage.reset(this.state.view, this.state.version);
      this.keepPace();
    } else if (this.state.version !== before.version) {
      this.stage.push(this.state.view, this.state.version, message.events ?? []);
    } else {
      this.render();
    }
  }

  /** Says what somebody else has changed about one's place at the table. @param {TableState} before @param {TableState} after */
  tellPlace(before, after) {
    if (!before.table || before.table.id !== after.table?.id) return;
    if (before.seat !== null && after.seat === null && after.table.state === "playing") toast(t("table.gone"));
    if (!before.table.host && after.table.host) toast(t("table.hosting"));
  }

  /** A step is on the stage. @param {Shown} shown */
  shown(shown) {
    if (shown.events.length) {
      this.forget();
      const kinds = shown.events.map((event) => event.kind);
      if (kinds.includes("hand_over")) {
        this.ui.finale = false;
        this.ui.note = null;
      } else if (kinds.includes("match_over")) this.ui.finale = true;
    }
    this.render();
    void this.lookBack();
    void this.checkDeck();
    const told = shown.events.length && this.state.table ? this.game.narrate(this.context(), shown.events) : "";
    if (told) byId("log").append(paragraph(told));
    this.goOn();
  }

  /** Asks once what the finished hand broke of the conventions; without an answer there is nothing to show. */
  async lookBack() {
    const ctx = this.context();
    const hand = ctx.table && this.game.handIsOver(ctx) ? ctx.view.outcome.number : null;
    if (hand === null || this.ui.broken?.hand === hand) return;
    this.ui.broken = { hand, found: [] };
    const answer = await get(`/api/tables/${ctx.table.id}/conventions?hand=${hand}`).catch(() => null);
    if (!answer?.conventions.length || this.ui.broken?.hand !== hand) return;
    this.ui.broken = { hand, found: answer.conventions };
    this.render();
  }

  /** Checks once the deck of the finished hand, and all decks when the match is over. */
  async checkDeck() {
    const ctx = this.context();
    const { outcome, phase } = ctx.view;
    const over = phase === "over";
    if (!ctx.table || !outcome || !(over || this.game.handIsOver(ctx)) || this.checked === `${outcome.number}${phase}`) return;
    this.checked = `${outcome.number}${phase}`;
    const answer = await get(`/api/tables/${ctx.table.id}/fair${over ? "" : `?hand=${outcome.number}`}`).catch(() => null);
    if (!answer) return;
    const hands = over ? Array.from({ length: outcome.number }, (_, at) => at + 1) : [outcome.number];
    await this.fair.check(answer, hands, ctx.seat, (hand, known, deck) => this.game.deckAgrees(ctx, hand, known, deck));
    this.render();
  }

  /** What the page remembered about the step before. */
  forget() {
    const { chosen, game, finale, focus, mark, note, broken } = this.ui;
    clearTimeout(this.guardTimer);
    const choosing = this.stage.shown.view?.phase === "discard";
    this.ui = { ...freshUi(), finale, focus, mark, note, broken, chosen: choosing ? chosen : [], game: choosing ? game : null };
  }

  /** The second half of discard and declaration, which are one step for the person. */
  goOn() {
    const game = this.declareNext;
    const ctx = this.context();
    if (!game || !this.state.table || !myTurn(ctx) || ctx.view.phase !== "declaration") return;
    this.declareNext = null;
    if ((ctx.view.legal ?? []).includes(game)) this.send(game);
  }

  /** @param {Json} message */
  refused(message) {
    const ours = message.id !== null && message.id === this.asked;
    if (ours) {
      this.asked = null;
      this.declareNext = null;
      this.ui.pending = null;
      this.ui.refusal = message;
    }
    if (FOR_GOOD.includes(message.code)) this.stop(message);
    else if (!ours) toast(pick(message));
    if (OUT_OF_STEP.includes(message.code)) this.link.resync();
    this.render();
  }

  /** The table cannot be shown at all. @param {Json} message */
  stop(message) {
    this.link.state = "elsewhere";
    this.notice(pick(message));
  }

  /** A page with one sentence and the way out. @param {string} text */
  notice(text) {
    this.root.replaceChildren(h("main", { class: "dead-end" }, h("p", null, text), h("a", { class: "btn", href: "/" }, t("home"))));
  }

  /**
   * Says a word or plays a card. A card of a person who may have slipped lies on the cloth for a moment before it is sent.
   * @param {string} word @param {{touch?: boolean}} [how]
   */
  say(word, { touch = false } = {}) {
    this.stage.flush();
    const ctx = this.context();
    if (!this.state.table || ctx.link !== "online" || ctx.view.to_act !== ctx.seat || this.asked) return;
    if (!(ctx.view.legal ?? []).includes(word)) return;
    const { guard } = ctx.settings;
    const guarded = this.game.isCard(word) && (guard === "always" || (guard === "touch" && touch)) && ctx.view.legal.length > 1;
    clearTimeout(this.guardTimer);
    this.ui.pending = word;
    this.ui.about = null;
    if (guarded) {
      this.ui.guardUntil = Date.now() + GUARD_MS;
      this.guardTimer = setTimeout(() => this.send(word), GUARD_MS);
      this.render();
    } else {
      this.send(word);
    }
  }

  /** Takes back the card that is not sent yet. */
  takeBack() {
    if (!this.ui.guardUntil) return;
    clearTimeout(this.guardTimer);
    this.ui.focus = this.ui.pending;
    this.ui.pending = null;
    this.ui.guardUntil = 0;
    this.render();
  }

  /** @param {string} word */
  send(word) {
    clearTimeout(this.guardTimer);
    this.ui.pending = word;
    this.ui.guardUntil = 0;
    this.asked = this.link.request({ type: "act", version: this.state.version, word });
    this.render();
  }

  /** Tells the server the pace this person likes, once a table. */
  keepPace() {
    const { botPause } = getSettings();
    if (this.state.seat === null || !this.state.table || this.sentPace === botPause) return;
    this.sentPace = botPause;
    if (this.state.table.bot_pause !== botPause) this.link.write({ type: "pace", bot_pause: botPause });
  }

  render() {
    if (this.link?.state === "elsewhere") return;
    if (!this.state.table) {
      if (this.link?.state === "offline") this.notice(t("link.none"));
      return;
    }
    const ctx = this.context();
    const { outcome, rules } = ctx.view;
    setTerms(rules?.terms);
    if (outcome) this.told.set(outcome.number, outcome.reasons ?? []);
    const next = tablePage(ctx, this.game);
    const { activeElement } = document;
    const nowhere = activeElement === null || activeElement === document.body;
    const hadFocus = nowhere ? this.focusLost : this.root.contains(activeElement);
    glide(this.root, () => {
      if (!this.root.querySelector(".page")) this.root.replaceChildren(h("div", { class: "page" }));
      morph(/** @type {Element} */ (this.root.firstElementChild), next);
    });
    this.onRender?.();
    this.mark(ctx);
    this.showNewest(ctx);
    this.focusTurn(myTurn(ctx));
    this.focusLost = hadFocus && !this.root.contains(document.activeElement) && !this.focusBack();
    this.tick();
  }

  /** A long paper is scrolled to its newest lines, once a hand. @param {Context} ctx */
  showNewest(ctx) {
    const sheets = this.root.querySelector(".paper .sheets");
    if (!sheets || (this.scrolled.sheet === ctx.view.sheet && this.scrolled.element === sheets)) return;
    this.scrolled = { sheet: ctx.view.sheet, element: sheets };
    sheets.parentElement?.classList.toggle("scrolls", sheets.scrollHeight > sheets.clientHeight + 1);
    sheets.scrollTop = sheets.scrollHeight;
  }

  /** Hooks on the root for styles and tests, the title, and the call of the own turn. @param {Context} ctx */
  mark(ctx) {
    const mine = myTurn(ctx);
    const { dataset } = this.root;
    dataset.phase = ctx.table.state === "waiting" ? "waiting" : (ctx.view.phase ?? "");
    dataset.version = String(ctx.version ?? 0);
    dataset.link = ctx.link;
    dataset.turn = mine ? "mine" : "";
    dataset.seat = ctx.seat === null ? "" : String(ctx.seat);
    document.title = mine ? t("title.turn") : t("title.table", { name: tableName(ctx.table) });
    const call = mine ? this.game.turnCall(ctx) : "";
    if (call !== this.lastCall) byId("call").textContent = call;
    this.lastCall = call;
  }

  /** The drawer of a phone is open when the address says so, so that Back closes it. */
  drawer() {
    const open = location.hash === "#papir";
    this.root.dataset.drawer = open ? "open" : "";
    if (open) /** @type {HTMLElement | null} */ (this.root.querySelector("#papir .grab a"))?.focus({ preventScroll: true });
  }

  /**
   * When the turn comes, focus that is on a card which cannot be played, or nowhere, goes to the first thing that can be said.
   * @param {boolean} mine whether it is the own turn now
   */
  focusTurn(mine) {
    const came = mine && !this.hadTurn;
    this.hadTurn = mine;
    if (!came || document.querySelector("dialog[open]")) return;
    const { activeElement } = document;
    const idle = !activeElement || activeElement === document.body || activeElement.matches('.hand [aria-disabled="true"]');
    if (idle && this.root.dataset.drawer !== "open") this.focusBack();
  }

  /** Focus that was on something gone goes to the next thing to press; tells whether there is one. */
  focusBack() {
    const places = ['[data-act="next"]', '.words [tabindex="0"]', '.hand [tabindex="0"]', '[data-act="again"]', "h1[tabindex]"];
    for (const place of places) {
      const element = /** @type {HTMLElement | null} */ (this.root.querySelector(place));
      if (element) {
        element.focus({ preventScroll: true });
        return true;
      }
    }
    return false;
  }

  /** The times that run: clocks, countdowns, the pause to the next hand. */
  tick() {
    const { table } = this.state;
    const now = Date.now() - this.clock;
    tick(this.root, now);
    turnRings(this.root, table?.clock, table?.manners?.move ?? 0, now);
    this.callTime(now);
    const element = this.root.querySelector("[data-countdown]");
    const at = this.state.table?.next_at;
    if (!element) return;
    const left = at ? Math.max(0, Math.ceil((at + this.clock - Date.now()) / 1000)) : null;
    const text = left === null ? "" : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (element.textContent !== text) element.textContent = text;
  }

  /** The last seconds of the own clock are called once. @param {number} now */
  callTime(now) {
    const clock = this.state.table?.clock;
    const until = clock && clock.seat === this.state.seat ? clock.until : null;
    if (!until || until - now > LAST_MS || until === this.calledTime) return;
    this.calledTime = until;
    byId("call").textContent = t("clock.call");
  }
}

/** The storage of this browser, which may be forbidden. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** @param {string} text */
function paragraph(text) {
  const line = document.createElement("p");
  line.textContent = text;
  const log = byId("log");
  while (log.childElementCount > 40) log.firstElementChild?.remove();
  return line;
}
