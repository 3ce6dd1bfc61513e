// @ts-check
/** An agreement somebody proposed: shown where the table is, answered with two verbs, never blocking the view. */
import { nameOf } from "./context.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { tableProposal } from "./presence.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Context} ctx @param {(word: string) => {what: string, text: string}} told what the game says of an agreement */
export function proposalBox(ctx, told) {
  const { proposal } = ctx.table;
  if (!proposal) return null;
  const { about = "agreement", word, seat } = proposal;
  const { what, text } = about === "agreement" ? told(word ?? "") : tableProposal(ctx, about, seat);
  const open = ctx.table.seats.map((_, seat) => seat).filter((seat) => !proposal.agreed.includes(seat));
  const mine = ctx.seat !== null && open.includes(ctx.seat);
  const waits = t("proposal.waits", { names: open.map((seat) => nameOf(ctx, seat)).join(", ") });
  return h(
    "section",
    { class: "proposal", key: "proposal", role: "group", "aria-label": t("proposal") },
    h("p", null, t("proposal.says", { name: nameOf(ctx, proposal.seat), word: what }), h("span", { class: "small" }, ` ${text}`)),
    mine
      ? h(
          "div",
          { class: "row" },
          h("button", { class: "btn", type: "button", data: { act: "decline" } }, t("proposal.no")),
          h("button", { class: "btn primary", type: "button", data: { act: "consent" } }, t("proposal.yes")),
        )
      : h("p", { class: "small muted-on" }, waits),
  );
}
