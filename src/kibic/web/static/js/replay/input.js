// @ts-check
/** Mouse and keyboard on the page of a replay. */
import { moved } from "../walk.js";

/** @typedef {import("./app.js").ReplayApp} ReplayApp */

/** @type {Record<string, (app: ReplayApp, element: HTMLElement) => void>} */
const ACTS = {
  "hand-back": (app) => void app.handBack(),
  "trick-back": (app) => void app.trick(-1),
  back: (app) => void app.step(-1),
  step: (app) => void app.step(1),
  trick: (app) => void app.trick(1),
  hand: (app) => void app.handOn(),
  jump: (app, element) => void app.go(app.hand, Number(element.dataset.at)),
};

/** @type {Record<string, (app: ReplayApp) => void>} */
const KEYS = {
  ArrowLeft: (app) => void app.step(-1),
  ArrowRight: (app) => void app.step(1),
  ArrowUp: (app) => void app.trick(-1),
  ArrowDown: (app) => void app.trick(1),
  PageUp: (app) => void app.handBack(),
  PageDown: (app) => void app.handOn(),
  Home: (app) => void app.go(app.hand, 0),
  End: (app) => void app.go(app.hand, "end"),
};

/**
 * @param {() => ReplayApp | null} current
 * @param {{another: () => void, settings: () => void}} page
 */
export function listen(current, page) {
  document.addEventListener("click", (event) => {
    const element = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-act], [data-col]"));
    if (element) clicked(current(), element, page);
  });
  document.addEventListener("input", (event) => {
    const app = current();
    const { id, value } = /** @type {HTMLInputElement} */ (event.target);
    if (!app) return;
    app.stop();
    if (id === "at") void app.go(app.hand, Number(value));
    if (id === "hand") void app.go(Number(value), 0);
    if (id === "view") void app.look(value);
  });
  document.addEventListener("keydown", (event) => {
    const app = current();
    if (app && pressed(app, event)) event.preventDefault();
  });
}

/** @param {ReplayApp | null} app @param {HTMLElement} element @param {{another: () => void, settings: () => void}} page */
function clicked(app, element, page) {
  const { act, col } = element.dataset;
  if (act === "settings") page.settings();
  else if (act === "open") page.another();
  else if (app && act === "play") {
    if (app.playing) app.stop();
    else app.play();
  } else if (app && act && ACTS[act] && element.getAttribute("aria-disabled") !== "true") {
    app.stop();
    ACTS[act](app, element);
  } else if (app && col) explain(app, element.dataset);
}

/** A number of the paper: which hand it is from. @param {ReplayApp} app @param {DOMStringMap} data */
function explain(app, data) {
  const note = { seat: Number(data.seat), hand: Number(data.hand), kind: data.kind, mark: data.mark };
  app.ui.note = app.ui.note?.mark === note.mark ? null : note;
  app.ui.mark = data.mark ?? null;
  app.render();
}

/** @param {ReplayApp} app @param {KeyboardEvent} event */
function pressed(app, event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return false;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Escape") {
    if (location.hash === "#papir") location.hash = "";
    app.ui.note = null;
    app.stop();
    app.render();
    return true;
  }
  if (target.matches("select, textarea") || (target.closest(".paper") && moved(event))) return target.closest(".paper") !== null;
  if (event.key === " ") {
    if (target.matches("button, a, input")) return false;
    if (app.playing) app.stop();
    else app.play();
    return true;
  }
  const move = KEYS[event.key];
  if (!move) return false;
  app.stop();
  move(app);
  return true;
}
