// @ts-check
/** Walking with the arrows over what has one tab stop. */
import { gridStep } from "./grid.js";

/**
 * Arrows, Home and End inside the paper, or inside a group of buttons: the hand, the row of words, the answers of a question.
 * @param {KeyboardEvent} event @param {string} [groups] selector of the groups
 */
export function moved(event, groups = ".hand, .words") {
  const paper = /** @type {Element} */ (event.target).closest(".paper");
  if (paper) return movedOnPaper(event, paper);
  const group = /** @type {Element} */ (event.target).closest(groups);
  if (!group) return false;
  const items = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button")]);
  const at = items.indexOf(/** @type {HTMLElement} */ (event.target));
  const to = stepTo(event.key, at, items);
  if (to === null || at < 0) return false;
  items[to].focus();
  return true;
}

/** From the paper itself the first arrow leads to its tab stop. @param {KeyboardEvent} event @param {Element} paper */
function movedOnPaper(event, paper) {
  /** @param {Element} column @returns {HTMLElement[]} */
  const numbers = (column) => [...column.querySelectorAll("button")];
  const columns = [...paper.querySelectorAll(".pcol")].map(numbers);
  const target = /** @type {HTMLElement} */ (event.target);
  const col = columns.findIndex((column) => column.includes(target));
  const lengths = columns.map((column) => column.length);
  const to = gridStep(event.key, lengths, { col: Math.max(0, col), row: col < 0 ? 0 : columns[col].indexOf(target) });
  if (!to) return false;
  const next = col < 0 ? /** @type {HTMLElement | null} */ (paper.querySelector('button[tabindex="0"]')) : columns[to.col][to.row];
  next?.focus();
  return Boolean(next);
}

/** @param {string} key @param {number} at @param {HTMLElement[]} items */
function stepTo(key, at, items) {
  const last = items.length - 1;
  const rows = items.map((item) => Math.round(item.getBoundingClientRect().top));
  const perRow = rows.filter((top) => Math.abs(top - rows[0]) < 20).length || items.length;
  switch (key) {
    case "ArrowRight":
      return at === last ? 0 : at + 1;
    case "ArrowLeft":
      return at === 0 ? last : at - 1;
    case "ArrowDown":
      return Math.min(last, at + perRow);
    case "ArrowUp":
      return Math.max(0, at - perRow);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
