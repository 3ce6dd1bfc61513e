// @ts-check
/** The form of the rules, made from what the server says about every key. It knows no rule: it shows keys, values and reasons. */
import { h } from "./dom.js";
import { pick, t } from "./i18n.js";

/** @typedef {import("./store.js").Json} Json */
/** @typedef {boolean | number | string | (number | string)[]} Value */

/** Whether two values of a key are the same. @param {unknown} a @param {unknown} b */
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The options that differ from the preset: what is sent. @param {Record<string, Value>} values @param {Record<string, Value>} preset */
export function differences(values, preset) {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !same(value, preset[key])));
}

/** @param {Json} parameter @param {unknown} value how a value is shown */
export function valueText(parameter, value) {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return String(value).replaceAll("_", " ");
}

/** Reads a control's text back into the kind of value the key has. @param {Json} parameter @param {string} text @returns {Value} */
export function readValue(parameter, text) {
  const allowed = /** @type {Value[]} */ (parameter.values ?? []).find((value) => String(value) === text);
  if (allowed !== undefined) return allowed;
  return /^-?\d+$/.test(text) && parameter.kind !== "text" ? Number(text) : text;
}

/** @param {Json} parameter @param {Value} value @param {string} id @param {(value: Value) => void} change */
function control(parameter, value, id, change) {
  if (parameter.kind === "bool") return toggle(id, Boolean(value), change);
  if (parameter.kind === "choices") return ticks(parameter, /** @type {(number | string)[]} */ (value ?? []), id, change);
  const values = /** @type {Value[]} */ (parameter.values ?? []);
  if (parameter.kind === "choice" && values.length && !parameter.pattern) return choice(parameter, value, id, change);
  return field(parameter, value, id, change);
}

/** @param {string} id @param {boolean} value @param {(value: Value) => void} change */
function toggle(id, value, change) {
  const input = h("input", { type: "checkbox", id, class: "switch", role: "switch" });
  input.checked = value;
  input.addEventListener("change", () => change(input.checked));
  return input;
}

/** @param {Json} parameter @param {Value} value @param {string} id @param {(value: Value) => void} change */
function choice(parameter, value, id, change) {
  const select = h(
    "select",
    { id, class: "input select" },
    ...parameter.values.map((/** @type {Value} */ one) => {
      const option = h("option", { value: String(one) }, valueText(parameter, one));
      option.selected = same(one, value);
      return option;
    }),
  );
  select.addEventListener("change", () => change(readValue(parameter, select.value)));
  return select;
}

/** @param {Json} parameter @param {(number | string)[]} value @param {string} id @param {(value: Value) => void} change */
function ticks(parameter, value, id, change) {
  const chosen = new Set(value.map(String));
  const boxes = parameter.values.map((/** @type {Value} */ one) => {
    const input = h("input", { type: "checkbox", value: String(one) });
    input.checked = chosen.has(String(one));
    input.addEventListener("change", () => {
      if (input.checked) chosen.add(String(one));
      else chosen.delete(String(one));
      change(parameter.values.filter((/** @type {Value} */ each) => chosen.has(String(each))));
    });
    return h("label", { class: "tick" }, input, h("span", null, valueText(parameter, one)));
  });
  return h("div", { class: "ticks", id, role: "group" }, ...boxes);
}

/** @param {Json} parameter @param {Value} value @param {string} id @param {(value: Value) => void} change */
function field(parameter, value, id, change) {
  const number = parameter.kind === "int";
  const input = h("input", {
    id,
    class: "input",
    type: number ? "number" : "text",
    min: parameter.low,
    max: parameter.high,
    list: `${id}-values`,
  });
  input.value = String(value ?? "");
  input.addEventListener("change", () => change(readValue(parameter, input.value)));
  const known = /** @type {Value[]} */ (parameter.values ?? []);
  if (!known.length) input.removeAttribute("list");
  return known.length
    ? h(
        "span",
        { class: "with-list" },
        input,
        h("datalist", { id: `${id}-values` }, ...known.map((one) => h("option", { value: String(one) }))),
      )
    : input;
}

/**
 * One key: its explanation, its control, its rules, and whether it differs from the preset.
 * @param {Json} parameter @param {Value} value @param {Value} preset @param {string | null} problem @param {(value: Value) => void} change
 */
export function parameterRow(parameter, value, preset, problem, change) {
  const id = `rule-${parameter.key}`;
  const differs = !same(value, preset);
  const meta = [
    h("code", { class: "key" }, parameter.key),
    ...(parameter.rules ?? []).flatMap((/** @type {string} */ rule) => [" ", h("span", { class: "rule-id" }, rule)]),
    differs ? h("span", { class: "differs" }, t("new.differs", { value: valueText(parameter, preset) })) : null,
  ];
  return h(
    "div",
    { class: `param${differs ? " changed" : ""}${problem ? " wrong" : ""}`, data: { key: parameter.key, value: JSON.stringify(value) } },
    h(
      "div",
      { class: "param-text" },
      h("label", { for: id }, pick(/** @type {any} */ (parameter))),
      h("p", { class: "param-meta" }, ...meta),
      problem ? h("p", { class: "problem", role: "alert" }, problem) : null,
    ),
    control(parameter, value, id, change),
  );
}
