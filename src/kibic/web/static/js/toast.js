// @ts-check
/** One short note at a time, gone after four seconds unless one rests on it. */
import { h } from "./dom.js";

const LIFE_MS = 4000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {string} text @param {{label: string, run: () => void}} [action] */
export function toast(text, action) {
  clearTimeout(timer);
  document.querySelector(".toast")?.remove();
  const button = action ? h("button", { class: "btn", type: "button" }, action.label) : null;
  const note = h("div", { class: "toast", role: "status" }, h("span", null, text), button);
  button?.addEventListener("click", () => {
    note.remove();
    action?.run();
  });
  const leave = () => {
    timer = setTimeout(() => note.remove(), LIFE_MS);
  };
  for (const stay of ["pointerenter", "focusin"]) note.addEventListener(stay, () => clearTimeout(timer));
  for (const go of ["pointerleave", "focusout"]) note.addEventListener(go, leave);
  document.body.append(note);
  leave();
}
