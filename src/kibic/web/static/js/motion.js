// @ts-check
/**
 * Movement of cards from where they were to where they are. Elements carry `data-flip`, a name that stays the same when a card
 * goes from the hand to the cloth; `data-from` and `data-to` name the place a card comes from or leaves for when it was or will be
 * nowhere. Only transform and opacity move, and nothing waits for a movement to end.
 */
import { motionAllowed } from "./settings.js";

const CARD_MS = 240;
const SWEEP_MS = 320;
const OUT = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** @typedef {{rect: DOMRect, element: HTMLElement}} Place */

/** @param {HTMLElement} root @returns {Map<string, Place>} */
function places(root) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-flip]"))) {
    found.set(element.dataset.flip ?? "", { rect: element.getBoundingClientRect(), element });
  }
  return found;
}

/** @param {HTMLElement} root @param {string | undefined} name */
function spot(root, name) {
  const element = name ? root.querySelector(`[data-spot="${name}"]`) : null;
  return element?.getBoundingClientRect() ?? null;
}

/** Runs `change` on `root` and lets what moved glide. @param {HTMLElement} root @param {() => void} change */
export function glide(root, change) {
  if (!motionAllowed()) {
    change();
    return;
  }
  const before = places(root);
  change();
  for (const [name, { rect, element }] of places(root)) {
    const was = before.get(name);
    const start = was ? was.rect : spot(root, element.dataset.from);
    if (start && (!was || was.element !== element)) moveFrom(element, start, rect, was ? 0 : Number(element.dataset.late ?? 0));
    before.delete(name);
  }
  for (const { rect, element } of before.values()) {
    const end = spot(root, element.dataset.to);
    if (end) sweep(element, rect, end);
  }
}

/** @param {DOMRect} a @param {DOMRect} b */
function between(a, b) {
  const [dx, dy] = [a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2];
  return `translate(${dx}px, ${dy}px)`;
}

/** @param {HTMLElement} element @param {DOMRect} start @param {DOMRect} rect @param {number} delay */
function moveFrom(element, start, rect, delay) {
  const rest = getComputedStyle(element).transform;
  const goal = rest === "none" ? "" : rest;
  const scale = Math.max(0.3, Math.min(1.6, start.height / rect.height || 1));
  element.animate([{ transform: `${between(start, rect)} ${goal} scale(${scale})` }, { transform: goal || "none" }], {
    duration: CARD_MS,
    delay,
    easing: OUT,
    fill: "backwards",
  });
}

/** A card that has left the page goes on to its owner as a picture of itself. @param {HTMLElement} element @param {DOMRect} rect @param {DOMRect} end */
function sweep(element, rect, end) {
  const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
  ghost.className = "ghost";
  ghost.removeAttribute("data-flip");
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.left = `${rect.x}px`;
  ghost.style.top = `${rect.y}px`;
  ghost.style.width = `${rect.width}px`;
  document.body.append(ghost);
  const motion = ghost.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `${between(end, rect)} scale(0.35)`, opacity: 0 },
    ],
    { duration: SWEEP_MS, easing: "cubic-bezier(0.5, 0, 0.2, 1)", fill: "forwards" },
  );
  motion.finished.finally(() => ghost.remove());
}
