// @ts-check
/** The line icons of the page, 24x24, one stroke each. */
import { svg } from "./dom.js";

const OUTLINES = {
  settings:
    "M4 8H12M17.5 8H20M17.5 8A2.6 2.6 0 1 1 12.3 8A2.6 2.6 0 1 1 17.5 8M4 16H6.5M12 16H20M11.7 16A2.6 2.6 0 1 1 6.5 16A2.6 2.6 0 1 1 11.7 16",
  leave: "M10 4H5V20H10M14 8L18 12L14 16M18 12H9",
  link: "M10 14L14 10M8.5 11.5L6.5 13.5A3.5 3.5 0 0 0 11 18L12.5 16.5M11.5 7.5L13 6A3.5 3.5 0 0 1 18 10.5L15.5 13",
  save: "M12 4V15M8 11.5L12 15.5L16 11.5M5 15V20H19V15",
  away: "M4 4L20 20M8.5 8.5C6.8 9 5.3 9 4 10M12 7C15 7 18 8 20 10M8.5 13C9.5 12.3 10.5 12 11.5 12M12 17.5H12.01",
  list: "M5 6H19M5 12H19M5 18H13",
  paper: "M6 3H15L19 7V21H6ZM15 3V7H19M10 7V17M14 11V17",
  close: "M6 6L18 18M18 6L6 18",
  bot: "M6 9H18V19H6ZM12 9V5M10.5 5H13.5M9.5 13V14.5M14.5 13V14.5M3.5 12.5V15.5M20.5 12.5V15.5",
  hint: "M9 17H15M10 20H14M8.5 14C6.5 12.5 6 10.5 6 9A6 6 0 0 1 18 9C18 10.5 17.5 12.5 15.5 14C15 14.5 15 15.5 15 17H9C9 15.5 9 14.5 8.5 14Z",
  more: "M5 12H5.01M12 12H12.01M19 12H19.01",
  back: "M15 5L8 12L15 19",
  undo: "M9 6L4.5 10.5L9 15M5 10.5H14A5 5 0 0 1 14 20H10",
  pencil: "M5 19L6 15L15.5 5.5L18.5 8.5L9 18L5 19M13.5 7.5L16.5 10.5",
  sum: "M17 6H7L12.5 12L7 18H17",
  seal: "M7 11V8A5 5 0 0 1 17 8V11M5.5 11H18.5V20H5.5Z",
  sealed: "M7 11V8A5 5 0 0 1 17 8V11M5.5 11H18.5V20H5.5ZM9.5 15.5L11.3 17.3L14.8 13.8",
  play: "M8 5L18 12L8 19Z",
  pause: "M9 5V19M15 5V19",
  step: "M9 5L16 12L9 19",
  trick: "M6 5L13 12L6 19M12 5L19 12L12 19",
  "trick-back": "M18 5L11 12L18 19M12 5L5 12L12 19",
  hand: "M7 5L14 12L7 19M18 5V19",
  "hand-back": "M17 5L10 12L17 19M6 5V19",
  open: "M12 15V4M8 7.5L12 4L16 7.5M5 15V20H19V15",
  talk: "M4 5H20V16H11L7 20V16H4Z",
  account: "M12 3L19 6V11C19 15.5 16 19 12 21C8 19 5 15.5 5 11V6ZM9 12L11.2 14.2L15.2 9.8",
  seat: "M7 4V13H17V4M7 13L5.5 20M17 13L18.5 20M7 16.5H17",
};

/** @typedef {keyof typeof OUTLINES} IconName */

/** @param {IconName} name @param {string} [label] what it says to a screen reader; without it the icon is decoration */
export function icon(name, label) {
  const told = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", { class: name === "more" ? "ico dots" : "ico", viewBox: "0 0 24 24", ...told }, svg("path", { d: OUTLINES[name] }));
}

/** The mark of Kibic: the onlooker's eye with a quince star. */
export function eye() {
  return svg(
    "svg",
    { viewBox: "0 0 64 48", "aria-hidden": "true" },
    svg("path", { class: "eye-lid", d: "M3 24C16 6 48 6 61 24C48 42 16 42 3 24Z" }),
    svg("path", {
      class: "eye-star",
      d: "M32 11.5C34.5 18 39 22 43.5 24C39 26 34.5 30 32 36.5C29.5 30 25 26 20.5 24C25 22 29.5 18 32 11.5Z",
    }),
  );
}
