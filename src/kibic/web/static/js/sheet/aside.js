// @ts-check
/** What was being entered when the sheet changed under it: it is kept, and the person says what becomes of it. */
import { h } from "../dom.js";
import { pick, t } from "../i18n.js";
import { meantHand, rival } from "./drafts.js";
import { choiceOf, settled } from "./questions.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("./app.js").SheetApp} SheetApp */
/** @typedef {import("./drafts.js").Draft} Draft */

/** More than this nobody sorts out. */
const MOST = 5;

/** The answers of a form in words. @param {Json | null} form */
export const saidIn = (form) =>
  settled(form, null)
    .flatMap((one) => (one.answer ? [pick(choiceOf(one))] : []))
    .join(" · ");

/**
 * The drafts that wait, with one more; `serial` of one that was put aside names the hand it could correct.
 * @param {Draft[]} waiting @param {Json} state @param {Draft} draft @returns {Draft[]}
 */
export function withAside(waiting, state, draft) {
  const serial = draft.kind === "hand" ? (rival(state, draft)?.serial ?? null) : draft.serial;
  return [...waiting, { ...draft, serial, was: null }].slice(-MOST);
}

/** The hand a draft that was put aside could correct. @param {Json} state @param {Draft} draft */
export const correctable = (state, draft) => (draft.kind === "insert" ? null : meantHand(state, draft));

/** The drafts that wait for a word. @param {SheetApp} app */
export function asidePanels({ aside, state, writes }) {
  if (!writes) return [];
  return aside.map((one, at) => {
    const hand = correctable(state, one);
    return h(
      "section",
      { class: "panel pad aside", key: `aside${at}`, role: "status", "aria-label": t("sheet.aside") },
      h("p", null, h("b", null, t("sheet.aside")), " ", t("sheet.aside.text")),
      h("p", { class: "muted" }, one.said),
      h(
        "div",
        { class: "row" },
        hand
          ? h("button", { class: "btn", type: "button", data: { act: "aside-correct", at } }, t("sheet.aside.correct", { n: hand.number }))
          : null,
        state.next ? h("button", { class: "btn", type: "button", data: { act: "aside-next", at } }, t("sheet.aside.next", { n: state.counted + 1 })) : null,
        h("button", { class: "btn quiet", type: "button", data: { act: "aside-drop", at } }, t("sheet.aside.drop")),
      ),
    );
  });
}
