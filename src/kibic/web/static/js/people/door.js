// @ts-check
/** Who may come to a table: whether strangers find it, and whether people may look on. For the form and for the host. */
import "./texts.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { segment } from "../menus.js";

/** @typedef {{public: boolean, kibitzers: boolean}} Door */

/** @param {Door} door @param {(change: Partial<Door>) => void} change */
export function doorChoices(door, change) {
  /** @param {"public" | "kibitzers"} name @param {string[]} order */
  const choice = (name, order) => {
    const options = order.map((value) => ({ value, label: t(`door.${name}.${value}`) }));
    return segment(name, t(`door.${name}`), options, door[name] ? "yes" : "no", (value) => change({ [name]: value === "yes" }));
  };
  const kibitzers = choice("kibitzers", ["yes", "no"]);
  kibitzers.append(h("p", { class: "help" }, t("door.kibitzers.text")));
  return [choice("public", ["no", "yes"]), kibitzers];
}
