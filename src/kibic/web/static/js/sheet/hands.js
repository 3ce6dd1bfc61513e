// @ts-check
/** The hands of a sheet: what each was, what it wrote and why; and what was corrected. */
import { h } from "../dom.js";
import { handLine, whoGot } from "../games/preferans/result.js";
import { t } from "../i18n.js";
import { paperContext } from "./context.js";
import { changeLine } from "./entry.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./app.js").SheetApp} SheetApp */

/** A hand in one line: its number, who played what, and how it ended. @param {Context} ctx @param {Json} hand */
export function titleOf(ctx, hand) {
  if (!hand.outcome) return t("hand.n", { n: hand.number });
  return `${hand.number}. ${handLine(ctx, hand.outcome)}`;
}

/** @param {SheetApp} app */
export function handsTab(app) {
  const { state } = app;
  if (!state.hands.length) return [h("p", { class: "panel pad muted", key: "none" }, t("sheet.hands.none"))];
  const ctx = paperContext(state, {});
  return [
    h("ol", { class: "hand-list", key: "hands" }, ...[...state.hands].reverse().map((hand) => handRow(app, ctx, hand))),
    corrections(app),
  ];
}

/** @param {SheetApp} app @param {Context} ctx @param {Json} hand */
function handRow(app, ctx, hand) {
  const open = app.ui.open === hand.serial;
  const marks = [hand.mark ? t(`sheet.mark.${hand.mark}`) : "", hand.counts ? "" : t("sheet.mark.uncounted")].filter(Boolean);
  return h(
    "li",
    { class: `panel hand-row${hand.counts ? "" : " gone"}`, key: `hand${hand.serial}`, data: { hand: hand.number, mark: hand.mark ?? "" } },
    h(
      "button",
      { class: "hand-head", type: "button", "aria-expanded": open ? "true" : "false", data: { unfold: hand.serial } },
      h("b", null, titleOf(ctx, hand)),
      ...marks.map((mark) => h("span", { class: "tag-mark" }, mark)),
      ...hand.after.map((/** @type {string} */ word) => h("span", { class: "tag-mark" }, afterText(word))),
    ),
    hand.outcome && !open
      ? h(
          "div",
          { class: "hand-sum" },
          ...app.state.players.map((/** @type {string} */ _, /** @type {number} */ seat) => changeLine(ctx, hand.outcome, seat)),
        )
      : null,
    open ? details(app, hand) : null,
  );
}

/** What was agreed after a hand. @param {string} word */
function afterText(word) {
  const [head, n] = word.split(" ");
  return t(`sheet.agreed.${head}`, { n: n ?? "" });
}

/** @param {SheetApp} app @param {Json} hand */
function details(app, hand) {
  const number = hand.number;
  const acts = app.writes && hand.counts ? ["correct", "insert", "remove"] : [];
  return h(
    "div",
    { class: "hand-more" },
    hand.outcome ? whoGot(paperContext(app.state, {}, hand.outcome), hand.outcome) : null,
    acts.length
      ? h(
          "div",
          { class: "row" },
          ...acts.map((act) => h("button", { class: "btn", type: "button", data: { act, hand: number } }, t(`sheet.do.${act}`))),
        )
      : null,
  );
}

/** What was done to a hand, by the number it had then, and where it stands now. @param {Json} one */
function correctionText(one) {
  const text = t(`sheet.corrected.${one.kind}`, { n: one.hand });
  if (one.kind === "remove" || one.stands === one.hand) return text;
  return `${text} ${one.stands ? t("sheet.corrected.now", { n: one.stands }) : t("sheet.corrected.gone")}`;
}

/** @param {SheetApp} app */
function corrections(app) {
  const made = app.state.corrections ?? [];
  if (!made.length) return null;
  return h(
    "section",
    { class: "panel corrections", key: "corrections" },
    h("header", { class: "ph" }, h("h2", null, t("sheet.corrections"))),
    h(
      "ol",
      { class: "pad" },
      ...made.map((/** @type {Json} */ one) =>
        h(
          "li",
          { data: { kind: one.kind } },
          correctionText(one),
          one.note ? h("em", null, ` – ${one.note}`) : null,
        ),
      ),
    ),
  );
}
