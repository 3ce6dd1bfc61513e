// @ts-check
/** What one steps through a match with: the slider, the steps by word, trick and hand, the hand and whose cards are seen. */
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { pick, t } from "../i18n.js";

/** @typedef {import("./app.js").ReplayApp} ReplayApp */
/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("../context.js").Context} Context */

/** @param {string} act @param {import("../icons.js").IconName} name @param {string} keys @param {boolean} off */
const button = (act, name, keys, off) =>
  h(
    "button",
    {
      class: act === "play" ? "btn icon primary" : "btn icon",
      type: "button",
      "aria-label": t(`replay.${act === "play" && name === "pause" ? "pause" : act}`),
      title: `${t(`replay.${act === "play" && name === "pause" ? "pause" : act}`)} (${keys})`,
      "aria-disabled": off ? "true" : null,
      data: { act },
    },
    icon(name),
  );

/** @param {ReplayApp} app @param {Context} ctx */
export function controls(app, ctx) {
  const last = app.positions.length - 1;
  const [first, end] = [app.isFirst, app.isLast];
  return h(
    "nav",
    { class: "steps", "aria-label": t("replay.steps"), key: "steps" },
    h(
      "div",
      { class: "track", key: "track" },
      h("input", { id: "at", type: "range", min: 0, max: last, step: 1, "aria-label": t("replay.slider"), "aria-valuetext": told(app, ctx) }),
      h("span", { class: "num small", "aria-hidden": "true" }, `${app.at}/${last}`),
    ),
    h(
      "div",
      { class: "keys", key: "keys" },
      button("hand-back", "hand-back", "PgUp", first),
      button("trick-back", "trick-back", "↑", first),
      button("back", "back", "←", first),
      button("play", app.playing ? "pause" : "play", t("replay.space"), end && !app.playing),
      button("step", "step", "→", end),
      button("trick", "trick", "↓", end),
      button("hand", "hand", "PgDn", end),
    ),
    h(
      "div",
      { class: "picks", key: "picks" },
      select("hand", t("replay.choose.hand"), app.match.hands.map((/** @type {Json} */ hand) => ({ value: String(hand.number), label: handName(app, ctx, hand) }))),
      select("view", t("replay.choose.view"), [
        { value: "open", label: t("replay.view.open") },
        ...app.match.players.map((/** @type {string} */ name, /** @type {number} */ seat) => ({ value: String(seat), label: t("replay.view.seat", { name }) })),
      ]),
      h("a", { class: "btn handle", href: "#papir", "aria-label": t("paper") }, icon("paper")),
    ),
    h("p", { class: "vh", role: "status", "aria-live": "polite", key: "told" }, told(app, ctx)),
  );
}

/** What has just happened, as a sentence. @param {ReplayApp} app @param {Context} ctx */
const told = (app, ctx) => (app.here ? app.game.narrate(ctx, app.here.events) : "");

/** @param {string} id @param {string} label @param {{value: string, label: string}[]} options */
function select(id, label, options) {
  return h(
    "select",
    { id, class: "input select", "aria-label": label },
    ...options.map((one) => h("option", { value: one.value, key: one.value }, one.label)),
  );
}

/** "3. Ana · karo · prošla" @param {ReplayApp} app @param {Context} ctx @param {Json} hand */
function handName(app, ctx, hand) {
  const { outcome } = hand;
  if (!outcome) return `${hand.number}. ${t("replay.unfinished")}`;
  const made = outcome.made?.[outcome.declarer];
  const end = typeof made === "boolean" ? ` · ${t(made ? "made" : "fell")}` : "";
  return `${hand.number}. ${typeof outcome.declarer === "number" ? app.game.played(ctx, outcome) : app.game.verdictText(outcome)}${end}`;
}

/** What could not be taken over from a text. @param {Json[]} remarks */
export const remarkLines = (remarks) =>
  remarks.map((remark) => h("li", null, remark.line ? `${t("file.line", { n: remark.line })}: ${pick(remark)}` : pick(remark)));
