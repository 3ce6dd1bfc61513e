// @ts-check
/** The bar on top of every page, and the small tools in it. */
import { h } from "./dom.js";
import { eye, icon } from "./icons.js";
import { t } from "./i18n.js";

/** @typedef {import("./dom.js").Kid} Kid */

/** @param {string} act @param {import("./icons.js").IconName} name @param {string} label @param {string} [extra] */
export const tool = (act, name, label, extra = "") =>
  h("button", { class: `btn icon${extra}`, type: "button", "aria-label": label, title: label, data: { act } }, icon(name));

/** @param {Kid[]} where @param {Kid[]} tools */
export function bar(where, tools) {
  return h(
    "header",
    { class: "bar", key: "bar" },
    h("a", { class: "brand", href: "/", "aria-label": `Kibic – ${t("home")}` }, eye(), h("span", null, "Kibic")),
    h("p", { class: "where" }, ...where),
    h("div", { class: "tools" }, ...tools),
  );
}
