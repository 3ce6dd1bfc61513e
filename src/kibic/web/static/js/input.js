// @ts-check
/** Mouse, touch and keyboard, listened to once on the page and told to the app. */
import { ACTIONS } from "./actions.js";
import { myTurn } from "./context.js";
import { openKeys } from "./menus.js";
import { submitted, toggle } from "./talkacts.js";
import { canTalk } from "./talkpanel.js";
import { moved } from "./walk.js";

/** @typedef {import("./app.js").TableApp} TableApp */

const MOST_CHOSEN = 2;

/** @param {TableApp} app */
export function listen(app) {
  app.root.addEventListener("click", (event) => clicked(app, event));
  for (const kind of ["pointerover", "focusin"]) app.root.addEventListener(kind, (event) => lookedAt(app, event));
  app.root.addEventListener("pointerout", (event) => lookedAway(app, event));
  document.addEventListener("keydown", (event) => pressed(app, event));
  app.root.addEventListener("submit", (event) => submitted(app, event));
  addEventListener("pagehide", () => app.ui.guardUntil && app.ui.pending && app.send(app.ui.pending));
}

/** @param {TableApp} app @param {Event} event */
function clicked(app, event) {
  const target = /** @type {Element} */ (event.target);
  const element = /** @type {HTMLElement | null} */ (target.closest("[data-card], [data-word], [data-act], [data-col]"));
  if (!element) return;
  const touch = event instanceof PointerEvent && event.pointerType === "touch";
  const { card, word, act, col } = element.dataset;
  if (card) pickCard(app, card, touch);
  else if (act) {
    if (element.getAttribute("aria-disabled") !== "true") ACTIONS[act]?.(app, element);
  } else if (word) pickWord(app, word);
  else if (col) explain(app, element.dataset);
}

/** @param {TableApp} app @param {string} card @param {boolean} touch */
export function pickCard(app, card, touch) {
  const ctx = app.context();
  app.ui.focus = card;
  if (app.game.choosing(ctx)) {
    choose(app, card);
    return;
  }
  if ((ctx.view.legal ?? []).includes(card)) app.say(card, { touch });
  else {
    app.ui.about = card;
    app.render();
  }
}

/** A card for the discard, or back into the hand; the third pushes the first out. @param {TableApp} app @param {string} card */
function choose(app, card) {
  const { chosen } = app.ui;
  app.ui.chosen = chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card].slice(-MOST_CHOSEN);
  app.render();
}

/** @param {TableApp} app @param {string} word */
export function pickWord(app, word) {
  app.ui.focus = word;
  if (app.game.choosing(app.context())) {
    app.ui.game = app.ui.game === word ? null : word;
    app.render();
  } else {
    app.say(word);
  }
}

/** A number of the paper: which hand it is from. @param {TableApp} app @param {DOMStringMap} data */
function explain(app, data) {
  const note = { seat: Number(data.seat), hand: Number(data.hand), kind: data.kind, mark: data.mark };
  app.ui.note = app.ui.note?.mark === note.mark ? null : note;
  app.ui.mark = data.mark ?? null;
  app.render();
}

/** @param {TableApp} app @param {Event} event */
function lookedAt(app, event) {
  const element = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-card], [data-word]"));
  const what = element?.dataset.card ?? element?.dataset.word ?? null;
  if (event.type === "focusin" && what && what !== app.ui.focus) {
    app.ui.focus = what;
  }
  about(app, what);
  if (event.type === "focusin") stoppedAt(app, /** @type {HTMLElement} */ (event.target).dataset.mark);
}

/** The number of the paper that has the focus holds the tab stop of the paper. @param {TableApp} app @param {string | undefined} mark */
function stoppedAt(app, mark) {
  if (!mark || mark === app.ui.mark) return;
  app.ui.mark = mark;
  app.render();
}

/** @param {TableApp} app @param {Event} event */
function lookedAway(app, event) {
  const to = /** @type {PointerEvent} */ (event).relatedTarget;
  if (!(to instanceof Element) || !to.closest("[data-card]")) about(app, null);
}

/** @param {TableApp} app @param {string | null} what */
function about(app, what) {
  const told = what && app.context().view.refused?.[what] ? what : null;
  if (told === app.ui.about) return;
  app.ui.about = told;
  app.render();
}

/** @param {TableApp} app @param {KeyboardEvent} event */
function pressed(app, event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest(".talk")) {
    if (event.key === "Escape") toggle(app);
    return;
  }
  if (target.matches("input, select, textarea")) return;
  const done = shortcut(app, event) || moved(event) || said(app, event);
  if (done) event.preventDefault();
}

/** @param {TableApp} app @param {KeyboardEvent} event */
function shortcut(app, event) {
  if (event.key === "?") {
    void openKeys();
    return true;
  }
  if (event.key === "Escape") {
    if (location.hash === "#papir") location.hash = "";
    if (app.talk.open) {
      toggle(app);
      return true;
    }
    app.ui.about = null;
    app.ui.lastTrick = false;
    app.ui.note = null;
    app.render();
    focusOn(app, '.hand [tabindex="0"]');
    return true;
  }
  if (event.key === "Backspace") {
    if (app.ui.guardUntil) app.takeBack();
    else if (app.ui.chosen.length) choose(app, app.ui.chosen[app.ui.chosen.length - 1]);
    else return false;
    return true;
  }
  return event.shiftKey && letterPlace(app, event.key.toLowerCase());
}

/** Shift and a letter goes to a place of the page. @param {TableApp} app @param {string} letter */
function letterPlace(app, letter) {
  if (!app.context().settings.keys) return false;
  switch (letter) {
    case "p":
      if (getComputedStyle(/** @type {Element} */ (document.querySelector(".dock") ?? document.body)).display !== "none")
        location.hash = "#papir";
      return focusOn(app, ".paper");
    case "h":
      return focusOn(app, '.side .panel[tabindex="-1"]');
    case "l":
      ACTIONS["last-trick"](app, app.root);
      return true;
    case "c":
      if (canTalk(app.context())) toggle(app);
      return true;
    case "s":
      if (myTurn(app.context())) ACTIONS.hint(app, app.root);
      return true;
    default:
      return false;
  }
}

/** @param {TableApp} app @param {string} selector */
function focusOn(app, selector) {
  const element = /** @type {HTMLElement | null} */ (app.root.querySelector(selector));
  element?.focus();
  return element !== null;
}

const SUIT_KEYS = { p: "S", k: "D", h: "H", t: "C" };

/** Single letters and digits: a suit in play, else the word that begins so. @param {TableApp} app @param {KeyboardEvent} event */
function said(app, event) {
  const ctx = app.context();
  const inside = document.activeElement === document.body || app.root.contains(document.activeElement);
  if (!ctx.settings.keys || !inside || event.key.length !== 1 || event.shiftKey || !ctx.table || !myTurn(ctx)) return false;
  if (ctx.view.phase === "play") return nextOfSuit(app, event.key.toLowerCase());
  const words = app.game.sayable(ctx);
  const word = app.game.wordForKey(event.key, words, ctx.view.rules);
  if (!word) return false;
  pickWord(app, word);
  return true;
}

/** @param {TableApp} app @param {string} key */
function nextOfSuit(app, key) {
  const suit = SUIT_KEYS[/** @type {"p" | "k" | "h" | "t"} */ (key)];
  if (!suit) return false;
  const ctx = app.context();
  const cards = app.game.ownCards(ctx).filter((card) => card[0] === suit && (ctx.view.legal ?? []).includes(card));
  if (!cards.length) return false;
  const at = cards.indexOf(/** @type {HTMLElement | null} */ (document.activeElement)?.dataset.card ?? "");
  return focusOn(app, `[data-card="${cards[(at + 1) % cards.length]}"]`);
}
