// @ts-check
/** After the hand: which conventions it broke, by the server's checker; what was agreed first, customs after it. */
import { h } from "../../dom.js";
import { pick, t } from "../../i18n.js";
import { agreement } from "./agreements.js";
import { cardPicture } from "./cards.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../store.js").Json} Json */

const ORDER = ["agreed", "custom", "note"];

/** What a hand broke, the agreed first. @param {Json[]} found */
export const inSeverity = (found) => [...found].sort((a, b) => ORDER.indexOf(String(a.severity)) - ORDER.indexOf(String(b.severity)));

/** The panel; nothing while the server has not answered or when nothing was broken. @param {Context} ctx */
export function broken(ctx) {
  const looked = ctx.ui.broken;
  if (!looked?.found.length || looked.hand !== ctx.view.outcome?.number) return null;
  return h(
    "section",
    { class: "panel broken", "aria-label": t("result.broken"), key: "broken" },
    h("header", { class: "ph" }, h("h2", null, t("result.broken"))),
    h("ul", null, ...inSeverity(looked.found).map((entry) => line(ctx, entry))),
  );
}

/** @param {Context} ctx @param {Json} entry */
function line(ctx, entry) {
  const open = entry.remedy && ctx.seat !== null && (ctx.view.agreements ?? []).includes(entry.remedy);
  return h(
    "li",
    { data: { rule: entry.rule } },
    h(
      "p",
      null,
      h("span", { class: `tag-l${entry.severity === "agreed" ? " bad" : " plain"}` }, t(`broken.${entry.severity}`)),
      " ",
      pick(entry),
      " ",
      h("span", { class: "rule-id" }, entry.rule),
    ),
    h("div", { class: "minirow" }, .../** @type {string[]} */ (entry.cards ?? []).map((card) => cardPicture(card, true))),
    open
      ? h(
          "button",
          { class: "btn quiet", type: "button", data: { act: "propose", word: entry.remedy } },
          t("broken.propose", { word: agreement(ctx, entry.remedy).what }),
        )
      : null,
  );
}
