// @ts-check
/** The page of one sheet: what the server tells, what is being entered, and what the person does with both. */
import { byId, h, morph } from "../dom.js";
import { pick, setTerms, t } from "../i18n.js";
import { getSettings, onSettings } from "../settings.js";
import { Link, newId } from "../socket.js";
import { toast } from "../toast.js";
import { saidIn, withAside } from "./aside.js";
import { keep, kept, remember } from "./device.js";
import { anchored, followed, freshDraft, misfits, sameHand, stepped, takenBack, touched } from "./drafts.js";
import { answered, foreseen } from "./questions.js";
import { stateAfter } from "./state.js";
import { sheetPage } from "./view.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("./drafts.js").Draft} Draft */
/** @typedef {"entry" | "hands" | "account" | "share"} Tab */
/**
 * What the page remembers by itself; nothing of it stands on the sheet.
 * @typedef {object} SheetUi
 * @property {Tab} tab
 * @property {string | null} reopened key of a question that is asked again
 * @property {Json | null} refusal the last refusal of the server
 * @property {Json | null} tried what the correction being entered would change
 * @property {string} remark why something is corrected
 * @property {Json[]} news what the last command of anybody changed
 * @property {number | null} open serial of the hand that is unfolded
 * @property {boolean} whole whether a phone shows the whole paper
 * @property {string | null} mark number of the paper that holds its tab stop
 * @property {Json | null} note number of the paper that is explained
 * @property {string} factor money for a point, as typed
 * @property {Json | null} payments who pays whom
 * @property {string} unsettled why nobody is told to pay
 * @property {Json[] | null} unsaid what the notation that was saved could not say
 * @property {string} other the ruleset of "what if"
 * @property {Json | null} compared the sheet under it
 */

/** The kinds of commands that write what is being entered. */
const ENTERS = ["hand", "correct", "insert"];
/** More than this nobody leaves half entered. */
const MOST_UNDER = 5;

export class SheetApp {
  /** @param {string} id @param {string | null} key */
  constructor(id, key) {
    this.id = id;
    this.key = key;
    this.root = byId("app");
    this.version = -1;
    /** @type {any} */
    this.state = null;
    this.writes = false;
    this.watchers = 0;
    /** The questions after the answers of the draft. @type {Json | null} */
    this.form = null;
    const { draft, sent, aside, under } = kept(id);
    /** @type {Draft} */
    this.draft = draft;
    /** What was being entered when the sheet changed under it. */
    this.aside = aside;
    /** What was left half entered to correct something, the latest last. */
    this.under = under;
    /** A command that waits for its answer. @type {Json | null} */
    this.sent = sent;
    /** The version that the last command of this page made. */
    this.acked = -1;
    /** The sheet after the command that waits, if it is that. @type {Json | null} */
    this.after = null;
    /** Whether the sheet changed since what is being entered was looked at. */
    this.moved = false;
    /** Called when the sheet changes. @type {Set<() => void>} */
    this.watching = new Set();
    /** Ids of the last questions to the server. @type {{form: string | null, tried: string | null}} */
    this.asked = { form: null, tried: null };
    /** Who waits to hear what a command would change, by the id of the question. @type {Map<string, (found: Json | null) => void>} */
    this.curious = new Map();
    /** The rulesets of the server, once "what if" needs them. @type {Json | null} */
    this.presets = null;
    /** @type {SheetUi} */
    this.ui = {
      tab: "entry",
      reopened: null,
      refusal: null,
      tried: null,
      remark: "",
      news: [],
      open: null,
      whole: false,
      mark: null,
      note: null,
      factor: "",
      payments: null,
      unsettled: "",
      unsaid: null,
      other: "",
      compared: null,
    };
    /** Whether the next form moves the focus to its first answer. */
    this.follow = false;
    this.stopped = false;
    onSettings(() => this.render());
    this.link = new Link({
      path: "/ws/sheet",
      greeting: () => ({ type: "open", sheet: id, key, since: this.state ? this.version : null }),
      arrivals: ["sheet"],
      onMessage: (message) => this.received(message),
      onState: () => this.render(),
    });
    if (sent) this.link.resend(sent);
  }

  /** @param {Json} message */
  received(message) {
    if (message.type === "sheet") this.told(message);
    else if (message.type === "form" && message.id === this.asked.form) this.questioned(message.form);
    else if (message.type === "changes") this.foretold(message);
    else if (message.type === "ack" && message.id === this.sent?.id) this.written(message.version);
    else if (message.type === "refused") this.refused(message);
    else if (message.type === "going") toast(t("sheet.going"));
    this.render();
  }

  /** The sheet as it is now. @param {Json} message */
  told(message) {
    const first = this.state === null;
    this.writes = message.writes;
    this.watchers = message.watchers;
    const state = stateAfter(this.state, this.version, message);
    if (state === null) {
      this.link.write({ ...this.link.greeting(), since: null });
      return;
    }
    this.version = message.version;
    if (state === this.state) {
      if (this.link.unanswered.size === 0 && !this.form) this.askForm();
      return;
    }
    this.state = state;
    if (this.sent && this.version === this.sent.version + 1) this.after = state;
    else if (!this.sent && this.version === this.acked) this.anchor(state);
    this.moved = true;
    this.ui.tried = null;
    this.ui.payments = this.ui.compared = null;
    this.ui.unsettled = "";
    const unsaid = message.changes.filter((/** @type {Json} */ one) => one.kind !== "new");
    if (message.changes.length || !first) this.ui.news = unsaid;
    remember({ id: this.id, key: this.writes ? this.key : null, players: this.state.players, at: Date.now() });
    this.dropOutdated();
    this.askForm();
    for (const one of this.watching) one();
  }

  /** What is entered for the next hand stays that after a command of this page. @param {Json} state */
  anchor(state) {
    this.draft = anchored(state, this.draft);
    this.under = this.under.map((one) => anchored(state, one));
  }

  /** What is being entered goes with its hand; it has no place any more where another wrote that hand, or changed the one it means. */
  dropOutdated() {
    const { state, draft } = this;
    if (this.sent || this.version < this.acked) return;
    const now = followed(state, draft);
    if (now) this.draft = now;
    else if (sameHand(state, draft)) this.drop(t("sheet.outdated.same", { n: draft.at }));
    else this.putAside();
  }

  /** What is being entered has no place any more: it is kept beside. */
  putAside() {
    const { draft } = this;
    if (!touched(draft)) return this.drop(t("sheet.outdated.hand", { n: draft.hand }));
    this.aside = withAside(this.aside, this.state, { ...draft, said: saidIn(this.form) || draft.said });
    return this.drop(t("sheet.outdated"));
  }

  /** @param {string} why */
  drop(why) {
    this.draft = freshDraft();
    this.form = this.ui.refusal = null;
    toast(why);
    this.resume();
  }

  /** Goes on with what was left half entered, or begins the next hand. */
  resume() {
    this.draft = this.under.at(-1) ?? freshDraft();
    this.under = this.under.slice(0, -1);
    this.moved = true;
    this.save();
    this.dropOutdated();
  }

  /** What becomes of a hand that was put aside: a draft, or nothing. @param {number} at @param {(draft: Draft) => Draft | null} become */
  takeUp(at, become) {
    const one = this.aside[at];
    if (!one || this.sent) return;
    this.aside = this.aside.filter((_, place) => place !== at);
    const draft = become(one);
    if (draft) this.begin(draft);
    this.save();
    this.render();
  }

  /** @param {Json} form */
  questioned(form) {
    if (this.moved && misfits(this.draft, form.answers)) {
      this.putAside();
      this.askForm();
      return;
    }
    this.moved = false;
    this.form = form;
    this.draft = { ...this.draft, answers: form.answers, said: saidIn(form) };
    this.save();
    this.ui.tried = null;
    if (form.complete && this.draft.kind !== "hand") this.tryOut();
  }

  /** What a command would change. @param {Json} message */
  foretold(message) {
    if (message.id === this.asked.tried) this.ui.tried = message;
    this.curious.get(message.id)?.(message);
    this.curious.delete(message.id);
  }

  /** The server has the command. What was not entered by it is being entered still. @param {number} version */
  written(version) {
    const entered = ENTERS.includes(this.sent?.command.kind);
    this.sent = null;
    this.acked = version;
    if (this.after) this.anchor(this.after);
    this.after = null;
    if (entered) {
      this.ui.reopened = null;
      this.ui.remark = "";
      this.resume();
    } else {
      this.save();
      this.dropOutdated();
    }
    if (this.version >= version) this.askForm();
  }

  /** @param {Json} message */
  refused(message) {
    this.curious.get(message.id)?.(null);
    this.curious.delete(message.id);
    if (message.code === "unknown_sheet") this.stop(pick(message));
    const ours = message.id !== null && message.id === this.sent?.id;
    const told = ours && message.code === "stale_version" ? { sr: t("sheet.stale"), en: t("sheet.stale") } : message;
    const entered = ours && ENTERS.includes(this.sent?.command.kind);
    if (entered || message.id === this.asked.form || message.id === this.asked.tried) this.ui.refusal = told;
    else toast(pick(told));
    if (!ours) return;
    this.sent = this.after = null;
    this.save();
    if (this.state) this.dropOutdated();
    this.link.write(this.link.greeting());
  }

  /** @param {string} text why the sheet cannot be shown */
  stop(text) {
    this.stopped = true;
    this.root.replaceChildren(
      h("main", { class: "dead-end" }, h("p", null, text), h("a", { class: "btn", href: "/sheet" }, t("sheet.all"))),
    );
  }

  save() {
    keep(this.id, { draft: this.draft, sent: this.sent, aside: this.aside, under: this.under });
  }

  /** Asks what is to be asked after the answers so far; only the last question counts. */
  askForm() {
    if (!this.writes || (!this.state.next && this.draft.kind === "hand")) return;
    this.link.forget(this.asked.form);
    const hand = this.draft.hand || null;
    this.asked.form = this.link.request({ type: "form", answers: this.draft.answers, hand });
  }

  /** Asks what the correction being entered would change. */
  tryOut() {
    this.link.forget(this.asked.tried);
    this.asked.tried = this.link.request({ type: "try", command: this.command() });
  }

  /** What a command would change; null where it is refused, which is then told. @param {Json} command @returns {Promise<Json | null>} */
  ask(command) {
    const id = this.link.request({ type: "try", command });
    return new Promise((resolve) => this.curious.set(id, resolve));
  }

  /** The command of what is being entered. @returns {Json} */
  command() {
    const { kind, hand, serial, was, answers } = this.draft;
    if (kind === "hand") return { kind, answers };
    return { kind, hand, serial, ...(was ? { was } : {}), answers, note: this.ui.remark };
  }

  /** @param {string} key of a question @param {string} value */
  answer(key, value) {
    if (!this.form || this.sent || this.version < this.acked) return;
    this.draft = stepped(this.state, this.draft, answered(this.draft.answers, key, value));
    this.form = foreseen(this.form, key, value);
    this.ui.reopened = null;
    this.ui.refusal = null;
    this.ui.news = [];
    this.follow = true;
    this.save();
    this.askForm();
    this.render();
  }

  /** Takes back the last answer; where there is none, what was written last. */
  undo() {
    if (this.sent) return;
    if (!this.draft.past.length) {
      if (this.state.undo) this.send({ kind: "undo" });
      return;
    }
    this.draft = takenBack(this.draft);
    if (this.form) this.form = { ...this.form, complete: false };
    Object.assign(this.ui, { reopened: null, refusal: null, tried: null, tab: "entry" });
    this.follow = true;
    this.save();
    this.askForm();
    this.render();
  }

  /** Begins to enter something else; what is half entered waits until then. @param {Draft} draft */
  begin(draft) {
    if (this.sent) return;
    if (touched(this.draft)) this.under = [...this.under, this.draft].slice(-MOST_UNDER);
    this.draft = draft;
    this.turned();
  }

  /** Leaves what is being entered: a hand begins anew, after a correction goes on what waited for it. */
  leave() {
    if (this.sent) return;
    if (this.draft.kind === "hand") this.draft = freshDraft();
    else this.resume();
    this.turned();
  }

  /** Something else is being entered. */
  turned() {
    this.form = null;
    Object.assign(this.ui, { reopened: null, refusal: null, tried: null, remark: "", tab: "entry" });
    this.follow = true;
    this.save();
    this.askForm();
    this.render();
  }

  /** Sends what is being entered. */
  write() {
    if (!this.form?.complete || this.version < this.acked || (this.draft.kind !== "hand" && !this.ui.tried)) return;
    this.send(this.command());
  }

  /** Sends a command; it is kept until the server has it, and sent again with its id. @param {Json} command */
  send(command) {
    if (this.sent) return;
    this.ui.refusal = null;
    this.sent = { type: "do", version: this.version, command, id: newId() };
    this.save();
    this.link.resend(this.sent);
    this.render();
  }

  render() {
    if (this.stopped) return;
    const { dataset } = this.root;
    dataset.link = this.link?.state ?? "connecting";
    if (!this.state) {
      const waits = this.link?.state === "offline" ? t("link.none") : t("loading");
      this.root.replaceChildren(h("main", { class: "dead-end" }, h("p", { role: "status" }, waits)));
      return;
    }
    dataset.version = String(this.version);
    dataset.hands = String(this.state.counted);
    dataset.sent = this.sent ? "1" : "";
    dataset.busy = this.link.unanswered.size ? "1" : "";
    dataset.writes = this.writes ? "1" : "";
    setTerms(this.state.rules.terms);
    document.title = t("sheet.title", { names: this.state.players.join(", ") });
    const had = this.root.contains(document.activeElement);
    if (!this.root.querySelector(".page")) this.root.replaceChildren(h("div", { class: "page" }));
    morph(/** @type {Element} */ (this.root.firstElementChild), sheetPage(this, getSettings().language));
    this.focusNext(had);
  }

  /** After an answer the focus goes on to the next question, or to the button that writes. @param {boolean} had whether the focus was on this page */
  focusNext(had) {
    if (had && !this.root.contains(document.activeElement)) this.follow = true;
    if (!this.follow || this.sent || this.link.unanswered.has(this.asked.form ?? "") || document.querySelector("dialog[open]")) return;
    const next = /** @type {HTMLElement | null} */ (
      this.root.querySelector('.answers [tabindex="0"]') ??
        this.root.querySelector('[data-act="write"]') ??
        this.root.querySelector(".entry button, h2[tabindex]")
    );
    if (!next) return;
    this.follow = false;
    next.focus({ preventScroll: true });
    // All answers of a question, or all of what is written, can be seen at once where the page is long enough for it.
    for (const part of this.root.querySelectorAll(".entry .ask, .entry .send")) part.scrollIntoView({ block: "nearest" });
  }
}
