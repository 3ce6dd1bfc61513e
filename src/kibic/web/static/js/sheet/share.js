// @ts-check
/** Links to a sheet, what can be taken away from it, and the way to the others. */
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { language, pick, t } from "../i18n.js";

/** @typedef {import("./app.js").SheetApp} SheetApp */

/** What can be saved: its name in the texts and in the address. */
const EXPORTS = ["record", "paper.pdf", "paper.html", "hands.csv", "marks.csv", "ppn"];

/** The address others open; with the key they write too. @param {SheetApp} app @param {boolean} writes */
export const linkOf = (app, writes) => `${location.origin}/sheet/${app.id}${writes && app.key ? `#${app.key}` : ""}`;

/** @param {SheetApp} app */
export function shareTab(app) {
  return [
    h(
      "section",
      { class: "panel newt", key: "links" },
      h("header", { class: "ph" }, h("h2", null, t("sheet.links"))),
      linkRow(app, false),
      app.writes ? linkRow(app, true) : null,
    ),
    h(
      "section",
      { class: "panel newt", key: "exports" },
      h("header", { class: "ph" }, h("h2", null, t("sheet.exports"))),
      h(
        "div",
        { class: "row" },
        ...EXPORTS.map((name) =>
          h(
            "a",
            { class: "btn", href: `/api/sheets/${app.id}/${name}?lang=${language()}`, download: "", data: { export: name } },
            icon("save"),
            t(`sheet.export.${name}`),
          ),
        ),
      ),
      h("p", { class: "help opt" }, t("sheet.exports.text")),
      unsaid(app),
    ),
    h(
      "p",
      { class: "row", key: "others" },
      h("a", { class: "btn", href: `/sheet/${app.id}/replay`, data: { act: "replay" } }, icon("play"), t("sheet.replay")),
      h("a", { class: "btn", href: "/sheet" }, t("sheet.all")),
    ),
  ];
}

/** What Portable Preferans Notation could not say of the sheet that was saved in it. @param {SheetApp} app */
function unsaid(app) {
  const remarks = app.ui.unsaid;
  if (!remarks?.length) return null;
  return h(
    "div",
    { class: "problems told opt", role: "status", key: "unsaid" },
    h("p", null, t("sheet.export.unsaid")),
    h("ul", null, ...remarks.map((one) => h("li", null, one.hand ? `${t("hand.n", { n: one.hand })}: ${pick(one)}` : pick(one)))),
  );
}

/** @param {SheetApp} app @param {boolean} writes */
function linkRow(app, writes) {
  const name = writes ? "write" : "follow";
  const field = h("input", { class: "input", id: `link-${name}`, readonly: true });
  field.setAttribute("value", linkOf(app, writes));
  return h(
    "div",
    { class: "opt" },
    h("label", { class: "lab", for: `link-${name}` }, t(`sheet.link.${name}`)),
    h(
      "div",
      { class: "share" },
      field,
      h("button", { class: "btn", type: "button", data: { act: "copy", link: name } }, icon("link"), t("sheet.copy")),
    ),
    h("p", { class: "help" }, t(`sheet.link.${name}.text`)),
  );
}
