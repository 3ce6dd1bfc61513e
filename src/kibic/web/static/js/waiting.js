// @ts-check
/** The table before the match: its link, who sits where, and the chairs still free. */
import { tableName } from "./context.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./i18n.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Context} ctx */
export function waitingRoom(ctx) {
  const { table } = ctx;
  const free = table.seats.filter((seat) => seat.kind === "free").length;
  const link = `${location.origin}/t/${table.id}`;
  return h(
    "main",
    { class: "waiting-page", key: "waiting" },
    h(
      "section",
      { class: "cloth hero", "aria-label": t("land.table") },
      h(
        "div",
        { class: "room" },
        h("h1", null, tableName(table)),
        h("p", { class: "on2" }, t("waiting.text", { n: free })),
        ctx.seat === null && free && !named ? nameField() : null,
        h("ol", { class: "chairs" }, ...table.seats.map((_, seat) => chair(ctx, seat))),
        h(
          "div",
          { class: "share" },
          h("label", { class: "vh", for: "link" }, t("waiting.link")),
          h("input", { id: "link", class: "input", readonly: true, value: link, data: { link: table.id } }),
          h("button", { class: "btn primary", type: "button", data: { act: "copy" } }, icon("link"), t("waiting.copy")),
        ),
        h("p", { class: "around" }, h("button", { class: "btn quiet", type: "button", data: { act: "people" } }, t(table.host ? "people.open.host" : "people.open"))),
      ),
    ),
  );
}

let known = "";
let named = false;

/** The name this person had before, offered when sitting down; an account has its name. @param {string} name @param {boolean} account */
export function knownAs(name, account) {
  known = name;
  named = account;
}

/** Whoever sits down says the name; it is read when a chair is chosen. */
const nameField = () =>
  h(
    "div",
    { class: "sit-name", key: "name" },
    h("label", { class: "lab", for: "sit-name" }, t("home.name")),
    h("input", { id: "sit-name", class: "input", value: known, maxlength: 24, autocomplete: "nickname", placeholder: t("home.name.hint") }),
  );

/** @param {Context} ctx @param {number} seat */
function chair(ctx, seat) {
  const info = ctx.table.seats[seat];
  const free = info.kind === "free";
  const name = free ? t("waiting.free") : info.name;
  const sign = info.kind === "bot" ? icon("bot", t("seat.bot")) : info.account ? icon("account", t("seat.account")) : null;
  return h(
    "li",
    { class: free ? "chair free" : "chair", data: { seat, kind: info.kind } },
    h("span", { class: "ring", "aria-hidden": "true" }, free ? icon("seat") : name.charAt(0).toUpperCase()),
    h("span", { class: "chair-name" }, name, " ", sign, info.you ? h("span", { class: "tag" }, t("seat.you")) : null),
    h("span", { class: "chair-acts" }, ...chairActions(ctx, seat)),
  );
}

/** @param {Context} ctx @param {number} seat */
function chairActions(ctx, seat) {
  const { kind, you } = ctx.table.seats[seat];
  /** @param {string} act @param {string} label @param {string} [look] */
  const button = (act, label, look = "btn") => h("button", { class: look, type: "button", data: { act, at: seat } }, label);
  if (you) return [button("stand", t("waiting.stand"))];
  if (kind === "free") return [button("sit", t("waiting.sit"), "btn"), ctx.table.host ? button("fill", t("waiting.fill")) : null];
  return kind === "bot" && ctx.table.host ? [button("clear", t("waiting.clear"))] : [];
}
