// @ts-check
/** The way to one's matches and to oneself, in the bar of the pages before the table. */
import "./texts.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @param {{name: string | null, account: boolean}} me @param {string} [here] the page this is */
export function barLinks(me, here = "") {
  const name = me.name ? (me.account ? me.name : t("nav.guest", { name: me.name })) : t("nav.stranger");
  /** @param {string} href @param {string} label @param {string} kind */
  const link = (href, label, kind) => h("a", { class: `to ${kind}`, href, "aria-current": here === href ? "page" : null }, label);
  return [link("/matches", t("nav.matches"), "to-matches"), link("/me", name, "to-me")];
}
