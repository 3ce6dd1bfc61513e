// @ts-check
/** The frame around any game: dock, the drawer with what stands beside the table, and the pages before and after. */
import { bar, tool } from "./bar.js";
import { tableName } from "./context.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./i18n.js";
import { presenceNote } from "./presence.js";
import { proposalBox } from "./proposal.js";
import { talkButton, talkPanel } from "./talkpanel.js";
import { waitingRoom } from "./waiting.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./dom.js").Kid} Kid */
/** @typedef {typeof import("./games/preferans/index.js").preferans} Component */

/** @param {Context} ctx @param {Component} game */
const tableBar = (ctx, game) =>
  bar(ctx.view.game ? game.where(ctx) : [h("b", null, tableName(ctx.table))], [
    talkButton(ctx),
    tool("settings", "settings", t("settings")),
    tool("more", "more", t("more"), " wide-only"),
    tool("leave", "leave", t("leave")),
  ]);

/** The whole page of a table, with the talk over it when it is open. @param {Context} ctx @param {Component} game */
export function tablePage(ctx, game) {
  const page = besideTalk(ctx, game);
  const talk = talkPanel(ctx);
  if (talk) page.append(talk);
  return page;
}

/** @param {Context} ctx @param {Component} game */
function besideTalk(ctx, game) {
  if (ctx.table.state === "waiting" || !ctx.view.game) return h("div", { class: "page" }, tableBar(ctx, game), waitingRoom(ctx));
  const proposal = proposalBox(ctx, (word) => game.agreement(ctx, word)) ?? presenceNote(ctx);
  if (ctx.view.phase === "over" && !ctx.held && (ctx.ui.finale || !game.handIsOver(ctx)))
    return h("div", { class: "page after" }, tableBar(ctx, game), game.finalPage(ctx, proposal));
  if (game.handIsOver(ctx)) return h("div", { class: "page after" }, tableBar(ctx, game), game.afterHand(ctx, proposal));
  return h(
    "div",
    { class: `page table-page t-${game.layout(ctx)}` },
    tableBar(ctx, game),
    tableMain(ctx, game, proposal),
    dock(ctx, game),
  );
}

/** The cloth, and beside it paper and history, which are the drawer of a phone. @param {Context} ctx @param {Component} game @param {Kid} proposal */
export function tableMain(ctx, game, proposal) {
  return h(
    "main",
    { class: "table", key: "table" },
    h("h1", { class: "vh", key: "h1" }, tableName(ctx.table)),
    game.cloth(ctx, proposal),
    h("a", { class: "scrim", href: "#", "aria-label": t("close"), tabindex: -1, key: "scrim" }),
    h("aside", { class: "side", id: "papir", "aria-label": t("land.side"), key: "side" }, grab(), ...game.side(ctx)),
  );
}

const grab = () =>
  h(
    "p",
    { class: "grab", key: "grab" },
    t("paper"),
    " ",
    h("a", { class: "btn icon", href: "#", "aria-label": t("close") }, icon("close")),
  );

/** @param {Context} ctx @param {Component} game */
function dock(ctx, game) {
  return h(
    "nav",
    { class: "dock", "aria-label": t("land.table"), key: "dock" },
    h("a", { class: "handle", href: "#papir" }, icon("paper"), t("paper"), " ", game.dockValues(ctx)),
    h("a", { href: "#papir", "aria-label": t("history"), data: { act: "to-history" } }, icon("list")),
    h("button", { type: "button", "aria-label": t("more"), data: { act: "more" } }, icon("more")),
  );
}
