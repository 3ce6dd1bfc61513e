// @ts-check
/** Times that run on the page: countdowns and clocks, drawn as `data-until` and filled in once a tick. */
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** From here on a clock is in its last seconds. */
export const LAST_MS = 10_000;

/** @param {number} ms @returns {string} minutes and seconds, upwards to the next second */
export function minutes(ms) {
  const left = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/** A time that runs down to `until`, by the server's clock. @param {number} until @param {string} [look] */
export const countdown = (until, look = "") => h("span", { class: `num ${look}`.trim(), data: { until } });

/**
 * The clock of the move: its own time, then the bank. Nothing while it stands.
 * @param {import("./store.js").ClockInfo | null | undefined} clock
 */
export function clockFace(clock) {
  if (!clock?.until || !clock.move_until) return null;
  return h("span", { class: "clock-n num", role: "timer", "aria-label": t("clock"), data: { until: clock.until, move: clock.move_until } });
}

/**
 * Fills in all times of the page. Gives what the nearest clock has left, for the call of the last seconds.
 * @param {Element} root @param {number} now the server's clock
 */
export function tick(root, now) {
  for (const element of root.querySelectorAll("[data-until]")) {
    const { until, move } = /** @type {HTMLElement} */ (element).dataset;
    const all = Number(until) - now;
    const own = Number(move) - now;
    const text = move && own <= 0 ? t("clock.bank", { left: minutes(all) }) : minutes(move ? own : all);
    if (element.textContent !== text) element.textContent = text;
    if (move) element.classList.toggle("last", all <= LAST_MS);
  }
}

/**
 * The ring of the seat whose clock runs: the part of the move's own time that is left, once a second.
 * @param {Element} root @param {import("./store.js").ClockInfo | null | undefined} clock @param {number} move seconds a move @param {number} now
 */
export function turnRings(root, clock, move, now) {
  const left = clock?.move_until && move ? Math.max(0, Math.min(1, Math.ceil((clock.move_until - now) / 1000) / move)) : 1;
  for (const run of root.querySelectorAll(".ring .run")) /** @type {SVGElement} */ (run).style.setProperty("--left", String(left));
}
