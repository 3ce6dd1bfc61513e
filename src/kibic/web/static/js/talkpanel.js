// @ts-check
/** The talk of the table: a panel at the side, on a phone a sheet from below; the words of the table as buttons while a hand is played. */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./i18n.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./talk.js").Talk} Talk */
/** @typedef {import("./talk.js").Said} Said */

/** Whether there is anybody to talk with. @param {Context} ctx */
export function canTalk(ctx) {
  const { talk, table } = ctx;
  if (!talk || ctx.looking) return false;
  const people = table.seats.filter((seat) => seat.kind === "person" && !seat.you).length + (table.door?.watching ?? 0);
  return people > 0 || talk.heard.size > 0;
}

/** The button in the bar, with how much one has not heard yet. @param {Context} ctx */
export function talkButton(ctx) {
  const { talk } = ctx;
  if (!talk || !canTalk(ctx)) return null;
  const label = talk.unread ? t("talk.unread", { n: talk.unread }) : t("talk");
  return h(
    "button",
    { class: "btn icon talk-open", type: "button", title: label, "aria-label": label, "aria-expanded": String(talk.open), data: { act: "talk" } },
    icon("talk"),
    talk.unread ? h("span", { class: "unread num", "aria-hidden": "true" }, Math.min(talk.unread, 99)) : null,
  );
}

/** @param {Context} ctx */
export function talkPanel(ctx) {
  const { talk } = ctx;
  if (!talk?.open || !canTalk(ctx)) return null;
  return h(
    "aside",
    { class: "talk", id: "razgovor", key: "talk", "aria-label": t("talk") },
    h(
      "header",
      { class: "talk-head" },
      h("h2", null, t("talk")),
      h("button", { class: "btn icon", type: "button", "aria-label": t("close"), data: { act: "talk" } }, icon("close")),
    ),
    h("ol", { class: "talk-said", tabindex: 0, "aria-label": t("talk.said") }, ...talk.said.map((one) => line(ctx, one))),
    talk.said.length ? null : h("p", { class: "muted small talk-none" }, t("talk.none")),
    talk.muted.size
      ? h("p", { class: "small talk-muted" }, t("talk.muted", { names: [...talk.muted.values()].join(", ") }), " ", h("button", { class: "btn quiet", type: "button", data: { act: "unmute" } }, t("talk.unmute")))
      : null,
    ...mouth(ctx, talk),
  );
}

/** @param {Context} ctx @param {Said} said */
function line(ctx, said) {
  const look = said.you ? "said mine" : "said";
  return h(
    "li",
    { class: look, key: String(said.number), data: { number: said.number } },
    h("b", { class: "said-name" }, said.name, said.seat === null ? h("span", { class: "muted small" }, ` (${t(said.aside ? "talk.aside" : "talk.watcher")})`) : null),
    h("span", { class: said.word ? "said-text q" : "said-text" }, said.word ?? said.text),
    said.you ? null : h("button", { class: "btn icon said-more", type: "button", "aria-label": t("talk.about", { name: said.name }), data: { act: "talk-about", number: said.number } }, icon("more")),
  );
}

/** What one can say now, and why not more. @param {Context} ctx @param {Talk} talk */
function mouth(ctx, talk) {
  const { speech = "none" } = ctx.table;
  if (speech === "none") return [h("p", { class: "muted small talk-why" }, t("talk.no"))];
  const why = speech === "free" ? null : h("p", { class: "muted small talk-why" }, t(`talk.${speech}`));
  if (speech === "words") {
    const words = talk.words.map((word) => h("button", { class: "btn say-word", type: "button", key: word, data: { act: "say", say: word } }, word));
    return [why, h("div", { class: "talk-words", role: "group", "aria-label": t("land.words") }, ...words)];
  }
  return [
    why,
    h(
      "form",
      { class: "talk-form", key: "form" },
      h("label", { class: "vh", for: "talk-text" }, t("talk.write")),
      h("input", { id: "talk-text", class: "input", maxlength: 200, autocomplete: "off", placeholder: t("talk.write") }),
      h("button", { class: "btn", type: "submit" }, t("talk.send")),
    ),
  ];
}
