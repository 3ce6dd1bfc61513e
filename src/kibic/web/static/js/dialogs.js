// @ts-check
/** Dialogs: a question for a title, what happens in the text, verbs on the buttons, the safe one first. Esc is the safe one. */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./i18n.js";

/** @typedef {import("./dom.js").Kid} Kid */

/**
 * Shows a dialog around `body`; the promise gives the value of the button pressed, or "" for Esc.
 * @param {string} title @param {Kid[]} body @param {{value: string, label: string, primary?: boolean}[]} buttons
 * @param {AbortSignal} [signal] closes the dialog, as Esc does
 * @returns {Promise<string>}
 */
export function ask(title, body, buttons, signal) {
  const row = h(
    "div",
    { class: "row" },
    ...buttons.map(({ value, label, primary }) =>
      h("button", { class: primary ? "btn primary" : "btn", value, data: { act: `answer-${value}` } }, label),
    ),
  );
  const form = h("form", { method: "dialog", class: "dialog-in" }, h("h2", { id: "dialog-title" }, title), ...body, row);
  const closed = open(form);
  const dialog = /** @type {HTMLDialogElement} */ (form.parentElement);
  signal?.addEventListener("abort", () => dialog.close(""), { once: true });
  return closed;
}

/**
 * A sheet of controls with a close button; what happens inside is the caller's.
 * @param {string} title @param {Kid[]} body @returns {{dialog: HTMLDialogElement, closed: Promise<string>}}
 */
export function sheet(title, body) {
  const close = h("button", { class: "btn icon", value: "", "aria-label": t("close") }, icon("close"));
  const head = h("header", { class: "dialog-head" }, h("h2", { id: "dialog-title" }, title), close);
  const form = h("form", { method: "dialog", class: "dialog-in" }, head, ...body);
  const closed = open(form);
  return { dialog: /** @type {HTMLDialogElement} */ (form.parentElement), closed };
}

/** @param {HTMLFormElement} form @returns {Promise<string>} */
function open(form) {
  const before = document.activeElement;
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": "dialog-title" }, form);
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close(""));
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(dialog.returnValue);
    });
  });
}
