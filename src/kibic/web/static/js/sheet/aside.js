// @ts-check
/** What was being entered when another phone wrote first: it is kept, and the person says what becomes of it. */
import { h } from "../dom.js";
import { pick, t } from "../i18n.js";
import { choiceOf, settled } from "./questions.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("./app.js").SheetApp} SheetApp */
/** @typedef {import("./device.js").Draft} Draft */
/** @typedef {Draft & {said: string}} Aside a hand that was put aside, and its answers in words */

/** More than this nobody sorts out. */
const MOST = 5;

/** Whether a draft has no place any more: its hand was written, or the hand to be corrected is gone. @param {Json} state @param {Draft} draft */
export function outdated(state, { kind, hand, at }) {
  const next = state.counted + 1;
  return kind === "hand" ? at > 0 && at !== next : hand >= next;
}

/** Whether the hand that was written instead says all that the draft does. @param {Json} state @param {Draft} draft */
export function sameHand(state, { kind, at, answers }) {
  const written = kind === "hand" ? state.hands[at - 1]?.answers : null;
  return Boolean(written) && Object.entries(answers).every(([key, value]) => written[key] === value);
}

/** The drafts that wait, with one more. @param {Aside[]} waiting @param {Draft} draft @param {Json | null} form its questions @returns {Aside[]} */
export function withDraft(waiting, draft, form) {
  const said = settled(form, null).flatMap((one) => (one.answer ? [pick(choiceOf(one))] : []));
  return [...waiting, { ...draft, said: said.join(" · ") }].slice(-MOST);
}

/** The drafts that wait for a word. @param {SheetApp} app */
export function asidePanels({ aside, state, writes }) {
  if (!writes) return [];
  return aside.map((one, at) =>
    h(
      "section",
      { class: "panel pad aside", key: `aside${at}`, role: "status", "aria-label": t("sheet.aside") },
      h("p", null, h("b", null, t("sheet.aside")), " ", t("sheet.aside.text")),
      h("p", { class: "muted" }, one.said),
      h(
        "div",
        { class: "row" },
        one.kind === "hand" && one.at <= state.counted
          ? h("button", { class: "btn", type: "button", data: { act: "aside-correct", at } }, t("sheet.aside.correct", { n: one.at }))
          : null,
        state.next ? h("button", { class: "btn", type: "button", data: { act: "aside-next", at } }, t("sheet.aside.next", { n: state.counted + 1 })) : null,
        h("button", { class: "btn quiet", type: "button", data: { act: "aside-drop", at } }, t("sheet.aside.drop")),
      ),
    ),
  );
}
