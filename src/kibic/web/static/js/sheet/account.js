// @ts-check
/** The account: the result, or what it would be now; who pays whom; and the same hands under other rules. */
import { nameOf } from "../context.js";
import { h } from "../dom.js";
import { ranking, winners } from "../games/preferans/final.js";
import { paper } from "../games/preferans/paper.js";
import { printed } from "../games/preferans/result.js";
import { list, pick, t } from "../i18n.js";
import { paperContext } from "./context.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("./app.js").SheetApp} SheetApp */

/** The result of a sheet, final or as if it were closed now. @param {Json} state @returns {Json | null} */
export const resultOf = (state) => state.result ?? state.if_stopped ?? null;

/** @param {SheetApp} app */
export function accountTab(app) {
  const result = resultOf(app.state);
  if (!result) return [h("p", { class: "panel pad muted", key: "none" }, t("sheet.hands.none"))];
  return [results(app, result), settlement(app), whatIf(app)];
}

/** @param {SheetApp} app @param {Json} result */
function results(app, result) {
  const { state } = app;
  const ctx = paperContext(state, {});
  const title = state.result ? t("final.winner", { name: list(winners(result).map((seat) => nameOf(ctx, seat))) }) : t("sheet.if_stopped");
  return h(
    "section",
    { class: "panel", key: "result", "aria-label": title },
    h("header", { class: "ph" }, h("h2", null, title)),
    resultTable(ctx, result),
    h("p", { class: "help pad" }, t(`final.${result.sign ?? "low_good"}`), state.result ? "" : ` ${t("sheet.if_stopped.text")}`),
  );
}

/** @param {import("../context.js").Context} ctx @param {Json} result */
function resultTable(ctx, result) {
  const head = ["", t("final.player"), ...(result.write_off ? [t("final.write_off")] : []), t("final.points")];
  return h(
    "table",
    { class: "final" },
    h("thead", null, h("tr", null, ...head.map((text) => (text ? h("th", { scope: "col" }, text) : h("td", null))))),
    h(
      "tbody",
      null,
      ...ranking(result).map((seat, at) =>
        h(
          "tr",
          { class: winners(result).includes(seat) ? "best" : "", data: { seat, points: result.points[seat] } },
          h("td", { class: "num" }, `${at + 1}.`),
          h("th", { scope: "row" }, nameOf(ctx, seat)),
          result.write_off ? h("td", { class: "num" }, printed(result.write_off[seat])) : null,
          h("td", { class: "num total-n" }, printed(result.points[seat])),
        ),
      ),
    ),
  );
}

/** Money as people of this language write it. @param {string} amount @param {string} language */
export const money = (amount, language) => (language === "sr" ? amount.replace(".", ",") : amount);

/** @param {SheetApp} app */
function settlement(app) {
  const { ui, state } = app;
  const ctx = paperContext(state, {});
  const input = h("input", { id: "factor", class: "input", inputmode: "decimal", maxlength: 12, autocomplete: "off", placeholder: "0,50" });
  input.value = ui.factor;
  if (ui.unsettled) {
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", "unsettled");
  }
  const payments = /** @type {Json[] | null} */ (ui.payments);
  return h(
    "section",
    { class: "panel newt", key: "settlement" },
    h("header", { class: "ph" }, h("h2", null, t("sheet.settle"))),
    h(
      "form",
      { class: "opt settle", id: "settle" },
      h("label", { class: "lab", for: "factor" }, t("sheet.factor")),
      h("div", { class: "share" }, input, h("button", { class: "btn" }, t("sheet.settle.go"))),
    ),
    ui.unsettled ? h("p", { class: "opt refusal", id: "unsettled", role: "alert" }, ui.unsettled) : null,
    payments && !state.result ? h("p", { class: "opt muted small", data: { preview: "1" } }, t("sheet.settle.preview")) : null,
    payments
      ? h(
          "ul",
          { class: "payments opt", role: "status" },
          ...(payments.length
            ? payments.map((one) =>
                h(
                  "li",
                  { data: { payer: one.payer, receiver: one.receiver, amount: one.amount } },
                  t("sheet.pays", { from: nameOf(ctx, one.payer), to: nameOf(ctx, one.receiver) }),
                  h("b", { class: "num" }, money(String(one.amount), document.documentElement.lang.slice(0, 2))),
                ),
              )
            : [h("li", null, t("sheet.pays.none"))]),
        )
      : null,
  );
}

/** @param {SheetApp} app */
function whatIf(app) {
  const presets = /** @type {Json[]} */ (app.presets ?? []).filter(
    (one) => one.name !== app.state.rules.preset && (one.players ?? [app.state.players.length]).includes(app.state.players.length),
  );
  return h(
    "section",
    { class: "panel newt", key: "what-if" },
    h("header", { class: "ph" }, h("h2", null, t("sheet.what_if"))),
    h("p", { class: "opt muted small" }, t("sheet.what_if.text")),
    app.presets
      ? h(
          "div",
          { class: "row presets", role: "group", "aria-label": t("sheet.what_if") },
          ...presets.map((one) =>
            h(
              "button",
              {
                class: "chip",
                type: "button",
                "aria-pressed": app.ui.other === one.name ? "true" : "false",
                data: { act: "compare", preset: one.name },
              },
              pick(one.title) || one.name,
            ),
          ),
        )
      : h("div", { class: "row" }, h("button", { class: "btn", type: "button", data: { act: "presets" } }, t("sheet.what_if.go"))),
    app.ui.compared ? comparison(app, app.ui.compared) : null,
  );
}

/** Both results side by side, and the other paper. @param {SheetApp} app @param {Json} other */
function comparison(app, other) {
  if (other.error) return h("p", { class: "opt refusal", role: "alert" }, pick(other.error));
  const { state } = app;
  const ctx = paperContext(state, {});
  const [here, there] = [resultOf(state), resultOf(other.state)];
  /** @param {Json | null} result @param {number} seat */
  const points = (result, seat) => (result ? printed(result.points[seat]) : "–");
  return h(
    "div",
    { class: "compared", role: "status" },
    h(
      "table",
      { class: "final two-rules" },
      h(
        "thead",
        null,
        h("tr", null, ...[t("final.player"), state.rules.preset, other.state.rules.preset].map((text) => h("th", { scope: "col" }, text))),
      ),
      h(
        "tbody",
        null,
        ...state.players.map((/** @type {string} */ name, /** @type {number} */ seat) =>
          h(
            "tr",
            { data: { seat } },
            h("th", { scope: "row" }, nameOf(ctx, seat)),
            h("td", { class: "num" }, points(here, seat)),
            h("td", { class: "num total-n" }, points(there, seat)),
          ),
        ),
      ),
    ),
    other.remarks.length
      ? h(
          "ul",
          { class: "opt small" },
          ...other.remarks.map((/** @type {Json} */ one) => h("li", null, `${t("hand.n", { n: one.hand })}: ${pick(one)}`)),
        )
      : null,
    other.carried?.length
      ? h(
          "div",
          { class: "opt small carried" },
          h("p", null, t("sheet.what_if.carried")),
          h("ul", null, ...other.carried.map((/** @type {Json} */ one) => h("li", { data: { key: one.key } }, pick(one)))),
        )
      : null,
    h("div", { class: "opt other-paper" }, paper(paperContext(other.state, {}))),
  );
}
