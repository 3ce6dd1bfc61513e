// @ts-check
/** The form of the rules, made from what the server says about every key. It knows no rule: it shows keys, values and reasons. */
import { h, morph } from "./dom.js";
import { pick, t } from "./i18n.js";

/** @typedef {import("./store.js").Json} Json */
/** @typedef {boolean | number | string | (number | string)[]} Value */

/** Whether two values of a key are the same. @param {unknown} a @param {unknown} b */
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The options that differ from the preset: what is sent. @param {Record<string, Value>} values @param {Record<string, Value>} preset */
export function differences(values, preset) {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !same(value, preset[key])));
}

/**
 * How a value is shown: by its label (`parameter.labels`, see `games/preferans/values.js`) where it has one.
 * @param {Json} parameter @param {unknown} value @returns {string}
 */
export function valueText(parameter, value) {
  if (Array.isArray(value)) return value.map((one) => valueText(parameter, one)).join(", ") || t("none");
  const label = parameter.labels?.[String(value)];
  if (label) return pick(label);
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return String(value).replaceAll("_", " ");
}

/** Whether a key takes more than the values it lists. @param {Json} parameter */
const open = (parameter) => Boolean(parameter.pattern) || typeof parameter.low === "number";

/**
 * Where a fault of the rules belongs: at the key that differs from the preset, else at the first one the sentence names.
 * @param {Json} problem as the server tells it @param {Record<string, Value>} values @param {Record<string, Value>} preset
 * @returns {{key: string | null, text: string}} `key` is null when the sentence names none
 */
export function problemOf(problem, values, preset) {
  const keys = /** @type {string[]} */ (problem.keys ?? []);
  const key = keys.find((one) => !same(values[one], preset[one])) ?? keys[0] ?? null;
  return { key, text: pick(problem) };
}

/** Reads a control's text back into the kind of value the key has. @param {Json} parameter @param {string} text @returns {Value} */
export function readValue(parameter, text) {
  const allowed = /** @type {Value[]} */ (parameter.values ?? []).find((value) => String(value) === text);
  if (allowed !== undefined) return allowed;
  return /^-?\d+$/.test(text) && parameter.kind !== "text" ? Number(text) : text;
}

/** @param {Json} parameter @param {Value} value @param {string} id @param {(value: Value) => void} change */
function control(parameter, value, id, change) {
  const only = /** @type {Value[]} */ (parameter.values ?? []).length === 1 && !open(parameter);
  if (only && same(value, parameter.values[0])) return h("output", { id, class: "fixed" }, valueText(parameter, value));
  if (parameter.kind === "bool") return toggle(id, Boolean(value), change);
  if (parameter.kind === "choices") return ticks(parameter, /** @type {(number | string)[]} */ (value ?? []), id, change);
  if (parameter.kind === "choice") return choice(parameter, value, id, change);
  return field(parameter, value, id, change);
}

/** @param {string} id @param {boolean} value @param {(value: Value) => void} change */
function toggle(id, value, change) {
  const input = h("input", { type: "checkbox", id, class: "switch", role: "switch" });
  input.checked = value;
  input.addEventListener("change", () => change(input.checked));
  return input;
}

/**
 * One of the listed values; where others are possible too, the last one opens a field.
 * @param {Json} parameter @param {Value} value @param {string} id @param {(value: Value) => void} change
 */
function choice(parameter, value, id, change) {
  const { values, other } = parameter;
  const listed = values.some((/** @type {Value} */ one) => same(one, value));
  /** @param {string} text @param {string} label @param {boolean} selected */
  const option = (text, label, selected) => {
    const element = h("option", { value: text }, label);
    element.selected = selected;
    return element;
  };
  const options = values.map((/** @type {Value} */ one) => option(String(one), valueText(parameter, one), same(one, value)));
  if (other && open(parameter)) options.push(option(other.start, pick(other), !listed));
  const select = h("select", { id, class: "input select" }, ...options);
  select.addEventListener("change", () => change(readValue(parameter, select.value)));
  if (listed || !other) return select;
  const input = field(parameter, value, `${id}-other`, change);
  input.setAttribute("aria-label", pick(other));
  return h("span", { class: "with-other" }, select, input);
}

/** @param {Json} parameter @param {(number | string)[]} value @param {string} id @param {(value: Value) => void} change */
function ticks(parameter, value, id, change) {
  const chosen = value.map(String);
  /** @type {HTMLInputElement[]} */
  const inputs = parameter.values.map((/** @type {Value} */ one) => h("input", { type: "checkbox", id: `${id}-${one}`, value: String(one) }));
  const boxes = inputs.map((input, i) => {
    input.checked = chosen.includes(input.value);
    // The boxes are asked, not `value`: they stay on the page when the values change.
    input.addEventListener("change", () => change(parameter.values.filter((/** @type {Value} */ _, /** @type {number} */ at) => inputs[at].checked)));
    return h("label", { class: "tick" }, input, h("span", null, valueText(parameter, parameter.values[i])));
  });
  return h("div", { class: "ticks", id, role: "group", "aria-label": pick(/** @type {any} */ (parameter)) }, ...boxes);
}

/** @param {Json} parameter @param {Value} value @param {string} id @param {(value: Value) => void} change */
function field(parameter, value, id, change) {
  const number = typeof parameter.low === "number";
  const input = h("input", { id, class: "input", type: number ? "number" : "text", min: parameter.low, max: parameter.high });
  input.value = String(value ?? "");
  input.addEventListener("change", () => change(readValue(parameter, input.value)));
  return input;
}

/**
 * Makes the form on the page look like a freshly built one. Every control that can stay does, so that a press which began on it
 * still ends on it; what is being typed is left alone.
 * @param {Element} live @param {Element} next
 */
export function morphForm(live, next) {
  morph(live, next);
  for (const fresh of next.querySelectorAll("input[id], select[id]")) {
    const shown = document.getElementById(fresh.id);
    if (shown instanceof HTMLSelectElement && fresh instanceof HTMLSelectElement) shown.selectedIndex = fresh.selectedIndex;
    if (!(shown instanceof HTMLInputElement && fresh instanceof HTMLInputElement)) continue;
    shown.checked = fresh.checked;
    if (shown !== document.activeElement) shown.value = fresh.value;
  }
}

/**
 * One key: its explanation, its control, its rules, and whether it differs from the preset.
 * @param {Json} parameter @param {Value} value @param {Value} preset @param {string | null} problem
 * @param {(value: Value) => void} change
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
    { class: `param${differs ? " changed" : ""}${problem ? " wrong" : ""}`, key: parameter.key, data: { key: parameter.key, value: JSON.stringify(value) } },
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
