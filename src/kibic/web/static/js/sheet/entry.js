// @ts-check
/** Entering a hand: one question at a time with large answers, what was answered above it, what it comes to below. */
import { nameOf } from "../context.js";
import { h } from "../dom.js";
import { suitSign } from "../games/preferans/cards.js";
import { change, contractText } from "../games/preferans/levels.js";
import { printed, signed, verdictText } from "../games/preferans/result.js";
import { suitOf } from "../games/preferans/words.js";
import { icon } from "../icons.js";
import { has, pick, t } from "../i18n.js";
import { paperContext } from "./context.js";
import { choiceOf, grouped, openQuestion, settled, valueOf } from "./questions.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("./app.js").SheetApp} SheetApp */

/** More answers than this stand in narrow columns. */
const MANY = 8;

/** The panel in which a hand is entered, corrected or put in. @param {SheetApp} app */
export function entryPanel(app) {
  const { state, draft, form } = app;
  if (!app.writes) return h("p", { class: "panel pad follow-note", key: "entry" }, t("sheet.only.follow"));
  if (!state.next && draft.kind === "hand") return h("p", { class: "panel pad", key: "entry" }, t("sheet.over"));
  const shown = openQuestion(form, app.ui.reopened);
  return h(
    "section",
    { class: `entry ${draft.kind}`, key: "entry", "aria-label": heading(app), data: { hand: form?.hand ?? "", kind: draft.kind } },
    head(app),
    form ? answers(app, shown) : h("p", { class: "muted" }, t("loading")),
    shown ? question(app, shown) : null,
    form?.complete && !app.ui.reopened ? outcome(app) : null,
    app.ui.refusal
      ? h("p", { class: "refusal", role: "alert" }, pick(app.ui.refusal), " ", h("span", { class: "rule-id" }, app.ui.refusal.rule ?? ""))
      : null,
    foot(app),
  );
}

/** @param {SheetApp} app */
function heading({ draft, form, state }) {
  const n = draft.hand || form?.hand || state.counted + 1;
  return t(`sheet.entry.${draft.kind}`, { n });
}

/** @param {SheetApp} app */
function head(app) {
  const { form, draft } = app;
  const ctx = paperContext(app.state, {});
  const who =
    form && draft.kind !== "hand" ? t("sheet.deals", { dealer: nameOf(ctx, form.dealer), first: nameOf(ctx, form.order[0]) }) : "";
  const stop =
    draft.kind === "hand" && !Object.keys(draft.answers).length
      ? null
      : h(
          "button",
          { class: "btn quiet", type: "button", data: { act: "restart" } },
          t(draft.kind === "hand" ? "sheet.restart" : "cancel"),
        );
  return h("header", null, h("h2", { tabindex: -1 }, heading(app)), who ? h("span", { class: "muted small" }, who) : null, stop);
}

/** What was answered, each to be asked again; what holds by itself has a dashed edge. @param {SheetApp} app @param {Json | null} shown */
function answers(app, shown) {
  const said = settled(app.form, shown);
  if (!said.length) return null;
  return h(
    "div",
    { class: "said-row", role: "group", "aria-label": t("sheet.said") },
    ...said.map((one) =>
      h(
        "button",
        {
          class: one.answer ? "said-chip" : "said-chip usual",
          type: "button",
          key: `said-${one.key}`,
          data: { ask: one.key, value: valueOf(one) },
          "aria-label": t("sheet.change", { question: pick(one), answer: pick(choiceOf(one)) }),
        },
        shortAnswer(one),
      ),
    ),
  );
}

/** An answer in few letters, its question with it where it does not speak for itself. @param {Json} question */
function shortAnswer(question) {
  const choice = choiceOf(question);
  const text = question.key === "game" ? contractText(pick(choice)) : pick(choice);
  const label = `sheet.short.${question.key}`;
  const yes = question.answer && question.answer !== "no";
  if (question.key === "game") return [suitMark(choice?.value ?? ""), text];
  return has(label) && (yes || question.key !== "kontra") ? t(label, { value: text, question: pick(question).replace(/\?$/, "") }) : text;
}

/** @param {string} value of a game */
function suitMark(value) {
  const suit = suitOf(value.replace(/^igra /, ""));
  return suit ? suitSign(suit) : null;
}

/** @param {SheetApp} app @param {Json} shown */
function question(app, shown) {
  const groups = grouped(shown);
  const levels = shown.key === "game" && shown.choices.length > 18;
  return h(
    "div",
    { class: "ask", key: `ask-${shown.key}`, data: { question: shown.key } },
    h("h3", { id: "asked" }, pick(shown)),
    h(
      "div",
      { class: "answers", role: "group", "aria-labelledby": "asked" },
      ...groups.map(({ group, choices }, at) =>
        h(
          "div",
          { class: `chips ${shape(shown, choices, levels)}`, key: group },
          groups.length > 1 && !levels && has(`sheet.group.${group}`) ? h("p", { class: "lab" }, t(`sheet.group.${group}`)) : null,
          ...choices.map((choice, i) => chip(shown, choice, groups, at === 0 && i === 0)),
        ),
      ),
    ),
  );
}

/** How many columns the answers stand in. @param {Json} shown @param {Json[]} choices @param {boolean} levels */
function shape(shown, choices, levels) {
  if (levels) return "c5";
  if (shown.key === "game") return choices.length === 1 ? "c1" : choices.length > 6 ? "c4" : "c3";
  if (["tricks", "defence", "defence2", "offer", "bid"].includes(shown.key)) return choices.length > MANY ? "c4" : "c3";
  return shown.key === "declarer" ? "c3" : "c2";
}

/** @param {Json} shown @param {Json} choice @param {{choices: Json[]}[]} groups @param {boolean} first */
function chip(shown, choice, groups, first) {
  const holds = valueOf(shown);
  const on = holds === choice.value;
  const props = {
    class: `chip${choice.value === "pass" || choice.value === "bezskarta" ? " wide" : ""}`,
    type: "button",
    key: choice.value,
    tabindex: on || (holds === null && first) ? 0 : -1,
    "aria-pressed": on ? "true" : "false",
    data: { answer: choice.value, question: shown.key },
  };
  if (shown.key === "game")
    return h("button", { ...props, "aria-label": pick(choice) }, suitMark(choice.value), h("span", null, gameLabel(choice, groups)));
  return h("button", props, h("span", null, pick(choice)), choice.note ? h("small", null, pick(choice.note)) : null);
}

/** A game without the talon stands under a heading that says so; its chip has the name of the same game with it. @param {Json} choice @param {{choices: Json[]}[]} groups */
function gameLabel(choice, groups) {
  const word = choice.value.replace(/^igra /, "");
  const twin = groups.flatMap(({ choices }) => choices).find((one) => one.value === word);
  return contractText(pick(twin ?? choice));
}

/** What the hand comes to, and what a correction changes. @param {SheetApp} app */
function outcome(app) {
  const { state } = app;
  const form = /** @type {Json} */ (app.form);
  const ctx = paperContext(state, {});
  const lines = state.players.map((/** @type {string} */ name, /** @type {number} */ seat) => changeLine(ctx, form.outcome, seat));
  const reasons = (form.outcome.reasons ?? []).filter((/** @type {Json} */ one) => typeof one.seat !== "number");
  return h(
    "div",
    { class: "comes-to", key: "comes-to", role: "status" },
    h("p", null, h("b", null, verdictText(form.outcome))),
    ...lines,
    ...reasons.map((/** @type {Json} */ one) => h("p", { class: "muted small" }, pick(one))),
    app.draft.kind === "hand" ? null : changesBox(app),
  );
}

/** @param {import("../context.js").Context} ctx @param {Json} outcome @param {number} seat */
export function changeLine(ctx, outcome, seat) {
  const { before, change: by } = change(outcome, seat);
  const supe = (outcome.supe ?? []).filter((/** @type {Json} */ one) => one.writer === seat && one.points);
  if (!by && !supe.length) return null;
  const made = outcome.made?.[seat];
  const parts = supe.map((/** @type {Json} */ one) => t("result.supe", { n: one.points, name: nameOf(ctx, one.against) }));
  if (by) parts.unshift(`${printed(before)} → ${printed(before + by)} (${signed(by)})`);
  return h(
    "p",
    { class: "num", data: { seat, change: by } },
    h("b", null, nameOf(ctx, seat)),
    made === undefined || made === null ? " " : h("span", { class: made ? "good" : "bad" }, ` ${t(made ? "made" : "fell")} `),
    parts.join(" · "),
  );
}

/** @param {SheetApp} app */
function changesBox({ ui }) {
  if (!ui.tried) return h("p", { class: "muted small" }, t("loading"));
  const found = ui.tried.changes;
  return h(
    "div",
    { class: "changes" },
    h("h3", null, t("sheet.changes")),
    found.length
      ? h("ul", null, ...found.map((/** @type {Json} */ one) => h("li", null, pick(one))))
      : h("p", null, t("sheet.changes.none")),
  );
}

/** @param {SheetApp} app */
function foot(app) {
  const { form, draft, sent, ui } = app;
  if (sent) return h("p", { class: "waits", role: "status" }, t(app.link.state === "online" ? "sheet.sending" : "sheet.waits"));
  if (!form?.complete || ui.reopened) return null;
  const ready = draft.kind === "hand" || ui.tried;
  return h(
    "div",
    { class: "send" },
    draft.kind === "hand" ? null : remark(app),
    h(
      "button",
      { class: "btn primary big", type: "button", data: { act: "write" }, "aria-disabled": ready ? null : "true" },
      t(`sheet.write.${draft.kind}`, { n: form.hand }),
    ),
  );
}

/** @param {SheetApp} app */
function remark(app) {
  const input = h("input", { id: "remark", class: "input", maxlength: 120, placeholder: t("sheet.remark.hint"), autocomplete: "off" });
  input.value = app.ui.remark;
  return h("div", { class: "opt" }, h("label", { class: "lab", for: "remark" }, t("sheet.remark")), input);
}

/** The steps between hands that the table may agree on now. @param {SheetApp} app */
export function agreements(app) {
  const words = /** @type {string[]} */ (app.state.agreements ?? []).filter((word) => has(`sheet.agree.${word.split(" ")[0]}`));
  if (!app.writes || !words.length || app.draft.kind !== "hand" || Object.keys(app.draft.answers).length) return null;
  return h(
    "section",
    { class: "agreements", key: "agreements", "aria-label": t("sheet.agree") },
    h("h2", { class: "lab" }, t("sheet.agree")),
    h(
      "div",
      { class: "row" },
      ...words.map((word) => {
        const [head, n] = word.split(" ");
        return h("button", { class: "btn", type: "button", data: { act: "agree", word } }, t(`sheet.agree.${head}`, { n: n ?? "" }));
      }),
    ),
  );
}

/** The undo and redo of the bar. @param {SheetApp} app */
export const undoTools = (app) => {
  const steps = app.draft.past.length > 0;
  const undo = t(steps ? "sheet.undo.answer" : "sheet.undo");
  return app.writes
    ? [
        h(
          "button",
          {
            class: "btn icon",
            type: "button",
            "aria-label": undo,
            title: undo,
            data: { act: "undo" },
            "aria-disabled": steps || app.state.undo ? null : "true",
          },
          icon("undo"),
        ),
        h(
          "button",
          {
            class: "btn icon mirrored",
            type: "button",
            "aria-label": t("sheet.redo"),
            title: t("sheet.redo"),
            data: { act: "redo" },
            "aria-disabled": app.state.redo ? null : "true",
          },
          icon("undo"),
        ),
      ]
    : [];
};
