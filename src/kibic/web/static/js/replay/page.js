// @ts-check
/** Entry of the page of a replay: `/t/<id>/replay`, `/sheet/<id>/replay`, and `/replay` for a text somebody brings. */
import { ApiError } from "../api.js";
import { putSprite } from "../deck.js";
import { byId, h } from "../dom.js";
import { bar, tool } from "../bar.js";
import { t } from "../i18n.js";
import { openSettings } from "../menus.js";
import { loadSettings, onSettings } from "../settings.js";
import { ReplayApp } from "./app.js";
import { bringForm, listenForDrops } from "./bring.js";
import { listen } from "./input.js";
import { sourceOf, textSource } from "./source.js";
import "./texts.js";

/** @typedef {import("./source.js").Source} Source */

/** Where the text is kept while the page is read again. */
const KEPT = "kibic.replay";

const form = { text: "", problems: /** @type {import("../store.js").Json[]} */ ([]), busy: false };
/** @type {ReplayApp | null} */
let app = null;

/** @param {Source} source @param {string} [text] */
async function begin(source, text) {
  form.busy = true;
  try {
    const match = await source.ask({});
    form.problems = match.problems;
    if (match.problems.length) return;
    if (!match.hands.length) {
      notice(t("replay.none"), source.back);
      return;
    }
    if (text !== undefined) keep(text);
    app?.stop();
    app = new ReplayApp(source, match);
    await app.start();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (source.back) notice(error.message, "/");
    else form.problems = [{ sr: error.message, en: error.message }];
  } finally {
    form.busy = false;
    if (!app && !source.back) renderForm();
  }
}

/** @param {string} text */
function open(text) {
  if (form.busy || !text.trim()) return;
  form.text = text;
  if (location.pathname !== "/replay") {
    keep(text);
    location.assign("/replay");
    return;
  }
  app?.stop();
  app = null;
  history.replaceState(null, "", "/replay");
  void begin(textSource(text), text);
}

/** @param {string} text */
function keep(text) {
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    // Too large or forbidden: then the text has to be brought again.
  }
}

/** The form for another text. */
function another() {
  if (location.pathname === "/replay") {
    app?.stop();
    app = null;
    sessionStorage.removeItem(KEPT);
    history.replaceState(null, "", "/replay");
    renderForm();
  } else location.assign("/replay");
}

function renderForm() {
  if (app) return;
  const root = byId("app");
  document.title = t("title.replays");
  const page = h("div", { class: "page home-page" }, bar([], [tool("settings", "settings", t("settings"))]), bringForm(form, open));
  // Listeners are the elements' own, so the form is put anew.
  root.replaceChildren(page);
}

/** @param {string} text @param {string} back */
function notice(text, back) {
  byId("app").replaceChildren(h("main", { class: "dead-end" }, h("p", null, text), h("a", { class: "btn", href: back || "/" }, t(back && back !== "/" ? "replay.leave" : "home"))));
}

loadSettings();
putSprite();
onSettings(() => renderForm());
listen(() => app, { another, settings: () => void openSettings() });
listenForDrops(open);
const source = sourceOf(location.pathname);
const kept = source ? null : sessionStorage.getItem(KEPT);
if (source) void begin(source);
else if (kept) {
  form.text = kept;
  void begin(textSource(kept), kept);
} else renderForm();
