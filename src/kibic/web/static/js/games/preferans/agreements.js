// @ts-check
/**
 * What a table may agree on: each word of the server in sentences a newcomer understands, and the list of what is open after a
 * hand. What is open is `view.agreements`; nothing else is ever offered.
 */
import { nameOf } from "../../context.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";

/** @typedef {import("../../context.js").Context} Context */

/** What may be agreed at any time between hands; the others are about the hand just played. */
const ALWAYS = ["otpis", "produzi"];

/** @param {string} word */
const kind = (word) => word.split(" ")[0];

/** @param {Context} ctx @returns {string[]} */
const open = (ctx) => (ctx.seat === null ? [] : (ctx.view.agreements ?? []));

/** The numbers of tricks the declarer may be given of the rest. @param {Context} ctx @returns {string[]} */
export const claims = (ctx) => open(ctx).filter((word) => kind(word) === "ostalo");

/** @param {string} word whether it asks for a number of tricks */
export const isOffer = (word) => kind(word) === "dajes";

/** The numbers of tricks a lone follower may ask for now. @param {Context} ctx @returns {string[]} */
export const offers = (ctx) => (ctx.view.legal ?? []).filter(isOffer);

/** Whether the rest would be one's own. @param {Context} ctx */
export const claimsOwn = (ctx) => ctx.view.game_on?.declarer === ctx.seat;

/**
 * An agreement as a noun with what it is about, and what happens then.
 * @param {Context} ctx @param {string} word @returns {{what: string, text: string}}
 */
export function agreement(ctx, word) {
  const [head, ...numbers] = word.split(" ");
  const [first, second] = numbers.map((number) => nameOf(ctx, Number(number) - 1));
  const n = Number(numbers[0] ?? 0);
  const declarer = nameOf(ctx, ctx.view.game_on?.declarer);
  const values = { name: head === "ostalo" ? declarer : (first ?? ""), other: second ?? "", n };
  return { what: t(`agree.${head}`, values), text: t(`agree.${head}.text`, values) };
}

/** What the table may agree on after a hand; closed while nothing is about this hand. @param {Context} ctx */
export function agreements(ctx) {
  const words = open(ctx).filter((word) => kind(word) !== "ostalo");
  if (!words.length) return null;
  const here = words.filter((word) => !ALWAYS.includes(kind(word)));
  const longer = words.filter((word) => kind(word) === "produzi");
  const details = h(
    "details",
    { class: "panel agree", key: `agree${ctx.view.outcome?.number}`, data: { agreements: words.length } },
    h("summary", null, h("h2", null, t("agree.title")), h("span", { class: "muted small" }, t("agree.all"))),
    ...here.map((word) => line(ctx, word)),
    longer.length ? longerLine(ctx, longer) : null,
    words.includes("otpis") ? line(ctx, "otpis") : null,
  );
  details.open = here.length > 0;
  return details;
}

/** @param {string} word @param {string} label @param {string} [name] spoken where the label alone says too little */
const proposeButton = (word, label, name) =>
  h("button", { class: "btn", type: "button", "aria-label": name, data: { act: "propose", word } }, label);

/** @param {Context} ctx @param {string} word */
function line(ctx, word) {
  const { what, text } = agreement(ctx, word);
  return h(
    "div",
    { class: "agree-line", key: word },
    h("p", null, h("b", null, what), " ", h("span", { class: "muted small" }, text)),
    proposeButton(word, t("agree.propose"), `${t("agree.propose")}: ${what}`),
  );
}

/** @param {Context} ctx @param {string[]} words */
function longerLine(ctx, words) {
  return h(
    "div",
    { class: "agree-line", key: "produzi" },
    h("p", null, h("b", null, t("agree.longer")), " ", h("span", { class: "muted small" }, t("agree.longer.text"))),
    h("div", { class: "row" }, ...words.map((word) => proposeButton(word, `+${word.split(" ")[1]}`, agreement(ctx, word).what))),
  );
}
