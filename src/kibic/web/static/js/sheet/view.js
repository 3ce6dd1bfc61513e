// @ts-check
/** The page of a sheet: the paper and what is at stake, and beside it entering, the hands, the account, links. */
import { nameOf } from "../context.js";
import { h } from "../dom.js";
import { bar } from "../bar.js";
import { ranking } from "../games/preferans/final.js";
import { paper } from "../games/preferans/paper.js";
import { printed } from "../games/preferans/result.js";
import { icon } from "../icons.js";
import { pick, t } from "../i18n.js";
import { accountTab } from "./account.js";
import { asidePanels } from "./aside.js";
import { lastHand, paperContext } from "./context.js";
import { agreements, changeLine, entryPanel, undoTools } from "./entry.js";
import { handsTab, titleOf } from "./hands.js";
import { shareTab } from "./share.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("./app.js").SheetApp} SheetApp */
/** @typedef {import("./app.js").Tab} Tab */

/** @type {{tab: Tab, sign: import("../icons.js").IconName}[]} */
const TABS = [
  { tab: "entry", sign: "pencil" },
  { tab: "hands", sign: "list" },
  { tab: "account", sign: "sum" },
  { tab: "share", sign: "link" },
];

/** @param {SheetApp} app @param {string} language what the texts are in, so that all is drawn anew when it changes */
export function sheetPage(app, language) {
  return h(
    "div",
    { class: "page sheet-page", data: { language } },
    topBar(app),
    offline(app),
    h(
      "main",
      { class: "sheet-app", key: "sheet" },
      h("h1", { class: "vh" }, t("sheet.title", { names: app.state.players.join(", ") })),
      h("div", { class: "sheet-left", key: "left" }, thePaper(app), stakes(app), app.ui.tab === "entry" ? news(app, "wide-only") : null),
      h(
        "div",
        { class: "sheet-right", key: "right" },
        tabs(app),
        h("div", { class: "tab-body", key: app.ui.tab, id: "tab-body" }, ...body(app)),
      ),
    ),
  );
}

/** @param {SheetApp} app */
function topBar(app) {
  const { rules } = app.state;
  const what = [rules.preset, rules.start_bule ? t("bule.n", { n: rules.start_bule }) : ""].filter(Boolean);
  const where = [h("b", null, t("paper")), ...what.map((text) => h("span", { class: "dot" }, text))];
  if (app.watchers > 1) where.push(h("span", { class: "dot" }, t("sheet.watchers", { n: app.watchers })));
  const settings = h(
    "button",
    { class: "btn icon", type: "button", "aria-label": t("settings"), title: t("settings"), data: { act: "settings" } },
    icon("settings"),
  );
  return bar(where, [...undoTools(app), settings]);
}

/** That there is no line, and that nothing is lost by it. @param {SheetApp} app */
function offline(app) {
  if (app.link.state === "online") return null;
  return h(
    "div",
    { class: "no-line", role: "status", key: "no-line" },
    icon("away"),
    h("p", null, t(app.sent ? "sheet.offline.sent" : "sheet.offline")),
    h("button", { class: "btn", type: "button", data: { act: "retry" } }, t("sheet.retry")),
  );
}

/** @param {SheetApp} app */
function thePaper(app) {
  const ctx = paperContext(app.state, { mark: app.ui.mark, note: app.ui.note });
  return h("div", { class: app.ui.whole ? "sheet-paper whole" : "sheet-paper", key: "paper" }, paper(ctx));
}

/** Opens and folds the paper of a phone. @param {SheetApp} app */
const fold = (app) =>
  h(
    "button",
    { class: "btn quiet fold", type: "button", data: { act: "whole" }, "aria-expanded": app.ui.whole ? "true" : "false" },
    t(app.ui.whole ? "sheet.fold" : "sheet.whole"),
  );

/** Who deals and speaks first, and whose game counts more. @param {SheetApp} app */
function stakes(app) {
  const { next } = app.state;
  if (!next) return fold(app);
  const ctx = paperContext(app.state, {});
  const told = next.players.filter((/** @type {Json} */ one) => one.sr);
  return h(
    "section",
    { class: "stakes", key: "stakes", "aria-label": t("sheet.next") },
    fold(app),
    h("p", null, t("sheet.next.who", { n: next.hand, dealer: nameOf(ctx, next.dealer), first: nameOf(ctx, next.first) })),
    stopped(app),
    ...told.map((/** @type {Json} */ one) =>
      h("p", { class: one.factor > 1 ? "stake on" : "stake", data: { seat: one.seat, factor: one.factor } }, pick(one)),
    ),
  );
}

/** What the result would be now, in one line. @param {SheetApp} app */
function stopped({ state }) {
  if (!state.if_stopped) return null;
  const points = /** @type {number[]} */ (state.if_stopped.points);
  const each = ranking(state.if_stopped).map((seat) => `${state.players[seat]}\u00a0${printed(points[seat])}`);
  return h("p", { class: "stopped num", data: { points: points.join(" ") } }, `${t("sheet.if_stopped")}: ${each.join(" · ")}`);
}

/** @param {SheetApp} app */
function tabs(app) {
  return h(
    "nav",
    { class: "sheet-tabs", key: "tabs", "aria-label": t("sheet.tabs") },
    ...TABS.map(({ tab, sign }) =>
      h(
        "button",
        { type: "button", data: { tab }, "aria-current": app.ui.tab === tab ? "page" : null, "aria-controls": "tab-body" },
        icon(sign),
        h("span", null, t(`sheet.tab.${tab}`)),
      ),
    ),
  );
}

/** @param {SheetApp} app */
function body(app) {
  switch (app.ui.tab) {
    case "hands":
      return handsTab(app);
    case "account":
      return accountTab(app);
    case "share":
      return shareTab(app);
    default:
      return [...asidePanels(app), entryPanel(app), news(app, "narrow-only"), agreements(app)];
  }
}

/**
 * What stands on the sheet since the last command: the hand with its numbers, or what a correction changed. On a wide page it
 * stands below the paper, on a phone below what is entered.
 * @param {SheetApp} app @param {"wide-only" | "narrow-only"} where
 */
function news(app, where) {
  const { state, ui, draft } = app;
  const last = lastHand(state);
  if (ui.news.length)
    return h(
      "section",
      { class: `panel news ${where}`, key: "news", role: "status" },
      h("h2", null, t("sheet.news")),
      h("ul", null, ...ui.news.map((/** @type {Json} */ one) => h("li", null, pick(one)))),
    );
  if (!last || (where === "narrow-only" && Object.keys(draft.answers).length)) return null;
  const ctx = paperContext(state, {});
  return h(
    "section",
    { class: `panel news ${where}`, key: "last", "aria-label": t("sheet.last") },
    h("h2", null, titleOf(ctx, last)),
    ...state.players.map((/** @type {string} */ _, /** @type {number} */ seat) => changeLine(ctx, last.outcome, seat)),
    h("button", { class: "btn quiet", type: "button", data: { act: "why", hand: last.number } }, t("sheet.why")),
  );
}
