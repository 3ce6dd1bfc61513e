// @ts-check
/** The pencil of the paper: digits and marks as single strokes, and the numbers written with them. */
import { h, svg } from "./dom.js";

/** Ten digits and the marks of the sheet as single pencil strokes, 20x30 each. Seven is crossed, as taught at school here. */
/** @type {Record<string, string>} */
const PENCIL = {
  0: "M10.500 2.600C4.500 2.600 2.800 9.500 3 16C3.300 23 6 27.500 10 27.500C15 27.200 17.400 21 17 14C16.600 7.500 14.500 3 9.200 3.200",
  1: "M5 10C8 7.800 10 5.500 11.800 2.600C11.200 11 11 19 10.700 28",
  2: "M4 8.500C4.800 3.800 8.800 2 12 3C16 4.400 16 10 13 14.500C10.200 18.800 6.500 23 3.200 27.200C8 26.100 13 26.200 17.600 27",
  3: "M4.500 5.200C8 2 14 2 14.500 7C14.800 11 11 13.400 8 13.800C13 13.700 17 16.500 16 21.500C15 27 7.500 29 3.500 25",
  4: "M12.500 2.600C10 9 6.500 14.500 2.800 19.600C8 19 13 18.700 18 18.600M13.800 12.500C13.400 17 13.200 23 13 28",
  5: "M16.200 3C12.500 3.500 9.500 3.500 6.500 3C6.200 7 5.700 10 5 13.400C9 10.600 15.500 11.500 16 18C16.400 25 8.500 29.300 3.500 25.600",
  6: "M14.500 2.800C8 7 3.500 14 3.800 20.500C4.200 26 8.500 28.500 12 27C16.500 25 17 18.500 13.500 16.400C10 14.400 5.500 16.500 4.200 21.500",
  7: "M3.400 4.200C8 3.500 12.500 3.300 17 3.200C13 11 10 19 8 28M6 15.800C9.500 15.200 12 15 14.800 15",
  8: "M15 6C13 2 6.500 2 6 7C5.600 12 15.500 14 16 21C16.300 27.500 6 29.500 4 24C2.500 18.500 9.500 15.500 12 13C15 10.500 16.200 8.500 15 6",
  9: "M15.200 8.500C14.500 3.900 10.500 2 7 3.500C3 5.200 2.800 11.500 6.500 13.500C10 15 14 12.500 15.400 8C16 15 14.600 22 11 28",
  "-": "M4 15.500C8 14.800 12 14.800 16 15.200",
  ".": "M8 27L9 27.600",
};
/** @type {Record<string, [string, string]>} */
const MARKS = {
  hat: [
    "40 22",
    "M3 17C12 20 28 20 37 16.600M10.500 17.600C9.500 10 11 3 20 3C29 3 30.500 10 29.600 17.400M10.400 12.800C16 14.800 24 14.800 29.800 12.600",
  ],
  refa: ["60 30", "M3 15.400L11 14.800M14 15.600L22 15M25.500 15.300L33.500 15.600M37 15L45 15.400M48.500 15.500L56.500 14.800"],
  refax: ["60 30", "M3 15.400L11 14.800M14 15.600L22 15M37 15L45 15.400M48.500 15.500L56.500 14.800M34 5C31.500 11 28 18 24.500 25"],
  "refa-triangle": ["60 30", "M30.500 3.500C26.500 11 21.500 19.500 17 26.400C25 25.700 35 26 43.400 26.600C39.500 19.500 34.500 11 30.300 3.900"],
  "refax-triangle": [
    "60 30",
    "M30.500 3.500C26.500 11 21.500 19.500 17 26.400C25 25.700 35 26 43.400 26.600C39.500 19.500 34.500 11 30.300 3.900M29.500 19.500C34.500 17 40 13.500 45.500 9.500",
  ],
  "refa-strokes": ["16 30", "M2 15.400C6 14.900 10 14.700 14 15"],
  "refax-strokes": ["16 30", "M2 15.400C6 14.900 10 14.700 14 15M8.600 8.500C8.100 13 7.900 17.500 7.800 22"],
};

/** From one digit to the next. */
const STEP = 16.5;

/**
 * A number or mark that can be asked where it comes from: a button in a row with one tab stop.
 * @typedef {object} Asked
 * @property {boolean} stop whether it holds the tab stop
 * @property {boolean} told whether its explanation is on the page
 * @property {string} note id of the element that explains
 */

/** @param {string} name @param {Record<string, string | number>} data @param {Asked | null} asked @param {...import("./dom.js").Kid} kids */
function written(name, data, asked, ...kids) {
  if (!asked) return h("span", { class: name, data }, ...kids);
  const { stop, told, note } = asked;
  const props = { type: "button", tabindex: stop ? 0 : -1, "aria-describedby": told ? note : null, data };
  return h("button", { class: `${name} asked${told ? " told" : ""}`, ...props }, ...kids);
}

/** Symbols for the sprite: id, viewBox and outline. @type {[string, string, string][]} */
export const PENCIL_SYMBOLS = [
  .../** @type {[string, string, string][]} */ (Object.entries(PENCIL).map(([digit, d]) => [`n-${digit}`, "0 0 20 30", d])),
  .../** @type {[string, string, string][]} */ (Object.entries(MARKS).map(([mark, [size, d]]) => [`n-${mark}`, `0 0 ${size}`, d])),
];

/**
 * A number in pencil, followed by `spoken` as hidden text. `tilt` 0..2 varies so that no two look stamped.
 * @param {number} value
 * @param {{struck?: boolean, old?: boolean, tilt?: number, spoken?: string, now?: boolean, data?: Record<string, string | number>, asked?: Asked | null}} [how]
 */
export function pencilNumber(
  value,
  { struck = false, old = false, tilt = 0, spoken = String(value), now = false, data = {}, asked = null } = {},
) {
  const text = String(value);
  const w = text.length * STEP + 5;
  const digits = [...text].map((digit, i) =>
    svg("use", { href: `#n-${digit}`, x: i * STEP + 1, y: (i * 7 + tilt * 3) % 3, width: 20, height: 30 }),
  );
  const line = `M-2 ${20 - tilt}C${w / 3} ${17 - tilt} ${w / 2} 15 ${w + 2} ${9 + tilt}`;
  return written(
    `pn${text.length > 3 ? " long" : text.length === 3 ? " three" : ""}${struck ? " struck" : ""}${old ? " old" : ""}${now ? " now" : ""}`,
    data,
    asked,
    svg("svg", { viewBox: `0 0 ${w} 32`, "aria-hidden": "true" }, ...digits, struck ? svg("path", { class: "strike", d: line }) : null),
    h("span", { class: "vh" }, spoken),
  );
}

/**
 * A mark of the paper.
 * @param {string} mark of those above; the refas of a ruleset are drawn as it says (REF-09)
 * @param {string} spoken
 * @param {{old?: boolean, turned?: boolean, now?: boolean, data?: Record<string, string | number>, asked?: Asked | null}} [how]
 */
export function pencilMark(mark, spoken, { old = false, turned = false, now = false, data = {}, asked = null } = {}) {
  const [size] = MARKS[mark];
  const [width, height] = size.split(" ");
  const name = `mark${mark === "hat" ? " hat" : ""}${turned ? " turned" : ""}${old ? " old" : ""}${now ? " now" : ""}`;
  const picture = svg("svg", { viewBox: `0 0 ${size}`, "aria-hidden": "true" }, svg("use", { href: `#n-${mark}`, width, height }));
  return written(name, data, asked, picture, h("span", { class: "vh" }, spoken));
}
