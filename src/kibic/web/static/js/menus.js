// @ts-check
/** The sheets behind the icons of the bar: settings, the keys, and what else can be done at a table. */
import { h } from "./dom.js";
import { sheet } from "./dialogs.js";
import { t } from "./i18n.js";
import { changeSettings, getSettings } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */

/**
 * A row of options of which one holds.
 * @param {string} name @param {string} label @param {{value: string, label: string}[]} options @param {string} value @param {(value: string) => void} change
 */
export function segment(name, label, options, value, change) {
  const inputs = options.map((option) => {
    const id = `${name}-${option.value}`;
    const input = h("input", { type: "radio", id, name, value: option.value });
    input.checked = option.value === value;
    // Drawing anew may give this element another option, so its value is read when it is chosen.
    input.addEventListener("change", () => change(input.value));
    return h("label", { for: id }, input, h("span", null, option.label));
  });
  const field = h(
    "fieldset",
    { class: "opt" },
    h("legend", { class: "lab" }, label),
    h("div", { class: "seg", role: "presentation" }, ...inputs),
  );
  field.dataset.setting = name;
  return field;
}

/** @type {{key: keyof Settings, values: (string | number | boolean)[]}[]} */
const CHOICES = [
  { key: "language", values: ["sr", "en"] },
  { key: "theme", values: ["system", "light", "dark"] },
  { key: "suits", values: ["two", "four"] },
  { key: "sort", values: ["alternate", "canonical"] },
  { key: "ranks", values: ["down", "up"] },
  { key: "botPause", values: [0, 300, 700, 1500] },
  { key: "trickPause", values: [0, 400, 900, 2000] },
  { key: "guard", values: ["touch", "always", "off"] },
  { key: "keys", values: [true, false] },
  { key: "motion", values: ["system", "off"] },
];

/** Opens the settings; each choice holds at once. @param {(key: keyof Settings) => void} [changed] */
export function openSettings(changed) {
  const settings = getSettings();
  const fields = CHOICES.map(({ key, values }) => {
    const options = values.map((value) => ({ value: String(value), label: t(`set.${key}.${value}`) }));
    const current = options.some((option) => option.value === String(settings[key])) ? String(settings[key]) : options[0].value;
    return segment(key, t(`set.${key}`), options, current, (text) => {
      const value = values.find((one) => String(one) === text);
      changeSettings(/** @type {Partial<Settings>} */ ({ [key]: value }));
      changed?.(key);
    });
  });
  const { closed } = sheet(t("settings"), [h("div", { class: "settings" }, ...fields)]);
  return closed;
}

const KEYS = ["tab", "arrows", "enter", "letters", "digits", "suits", "back", "shift", "esc"];

export function openKeys() {
  const rows = KEYS.flatMap((key) => [h("dt", null, t(`keys.${key}.k`)), h("dd", null, t(`keys.${key}`))]);
  return sheet(t("keys.title"), [h("dl", { class: "keys" }, ...rows)]).closed;
}

/**
 * What else can be done; gives the value of what was pressed.
 * @param {{value: string, label: string, off?: boolean, why?: string}[]} items @returns {Promise<string>}
 */
export function openMore(items) {
  const buttons = items.map(({ value, label, off, why }) =>
    h(
      "button",
      { class: "btn quiet", value, disabled: off, data: { act: `more-${value}` } },
      label,
      off && why ? h("span", { class: "small" }, `(${why})`) : null,
    ),
  );
  return sheet(t("more"), [h("div", { class: "menu" }, ...buttons)]).closed;
}
