// @ts-check
/** The end of the match: who won, how each result came about, the paper, the record. */
import { nameOf } from "../../context.js";
import { h } from "../../dom.js";
import { decksChecked } from "../../fairpanel.js";
import { icon } from "../../icons.js";
import { list, t } from "../../i18n.js";
import { isLevels } from "./levels.js";
import { paper } from "./paper.js";
import { printed } from "./result.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../store.js").Json} Json */

/** Seats from the best result to the worst. @param {Json} result @returns {number[]} */
export function ranking(result) {
  const points = /** @type {number[]} */ (result.points);
  const sign = result.sign === "high_good" ? -1 : 1;
  return points.map((_, seat) => seat).sort((a, b) => sign * (points[a] - points[b]) || a - b);
}

/** @param {Json} result @returns {number[]} all seats that share the best result */
export function winners(result) {
  const best = result.points[ranking(result)[0]];
  return /** @type {number[]} */ (result.points).flatMap((points, seat) => (points === best ? [seat] : []));
}

/**
 * The supe a seat has written, and those written against it.
 * @param {Json[]} players the sheets by seat @param {number} seat
 */
export function supeOf(players, seat) {
  /** @param {Json} sheet @param {(toward: number) => boolean} which */
  const sum = (sheet, which) =>
    (which(sheet.left_seat) ? (sheet.left.at(-1)?.value ?? 0) : 0) + (which(sheet.right_seat) ? (sheet.right.at(-1)?.value ?? 0) : 0);
  const others = players.filter((_, other) => other !== seat);
  return {
    written: sum(players[seat], () => true),
    against: others.reduce((all, sheet) => all + sum(sheet, (toward) => toward === seat), 0),
  };
}

/** The bule and supe a result is made of. @param {Context} ctx @param {number} seat */
function ofNumbers(ctx, seat) {
  const { players } = ctx.view.sheet;
  const { written, against } = supeOf(players, seat);
  return [printed(players[seat].bule), written, against].map((text) => h("td", { class: "num" }, text));
}

/** @param {Context} ctx @param {Json} result @param {number} seat @param {number} at */
function row(ctx, result, seat, at) {
  return h(
    "tr",
    { class: winners(result).includes(seat) ? "best" : "", data: { seat, points: result.points[seat] } },
    h("td", { class: "num" }, `${at + 1}.`),
    h("th", { scope: "row" }, nameOf(ctx, seat), seat === ctx.seat ? h("span", { class: "muted small" }, ` (${t("seat.you")})`) : null),
    ...(isLevels(ctx.view) ? [] : ofNumbers(ctx, seat)),
    result.write_off ? h("td", { class: "num" }, printed(result.write_off[seat])) : null,
    h("td", { class: "num total-n" }, printed(result.points[seat])),
  );
}

/** @param {Context} ctx @param {import("../../dom.js").Kid} [proposal] */
export function finalPage(ctx, proposal) {
  const { result } = ctx.view;
  const names = winners(result).map((seat) => nameOf(ctx, seat));
  const head = [
    "",
    t("final.player"),
    ...(isLevels(ctx.view) ? [] : [t("paper.bule"), t("final.supe"), t("final.against")]),
    ...(result.write_off ? [t("final.write_off")] : []),
    t("final.points"),
  ];
  const scores = h(
    "table",
    { class: "final" },
    h("thead", null, h("tr", null, ...head.map((text) => (text ? h("th", { scope: "col" }, text) : h("td", null))))),
    h("tbody", null, ...ranking(result).map((seat, at) => row(ctx, result, seat, at))),
  );
  return h(
    "main",
    { class: "result over", key: "final", "aria-label": t("final.title") },
    h(
      "div",
      { class: "res-main" },
      h(
        "section",
        { class: "verdict" },
        h(
          "div",
          null,
          h("p", { class: "muted" }, t("final.after", { n: handsPlayed(ctx) })),
          h("h1", { tabindex: -1 }, t("final.winner", { name: list(names) })),
        ),
      ),
      proposal,
      h(
        "section",
        { class: "panel", "aria-label": t("final.title") },
        scores,
        h("p", { class: "help pad" }, t(`final.${result.sign ?? "low_good"}`)),
      ),
      h(
        "div",
        { class: "row next" },
        rematch(ctx),
        ctx.looking ? null : h("a", { class: "btn", href: `/t/${ctx.table.id}/replay`, data: { act: "replay" } }, icon("play"), t("final.replay")),
        ctx.looking && !ctx.table.id
          ? null
          : h(
              "a",
              { class: "btn", href: `/api/tables/${ctx.table.id}/record`, download: "", data: { act: "record" } },
              icon("save"),
              t("final.record"),
            ),
        ctx.seat === null ? null : h("button", { class: "btn quiet", type: "button", data: { act: "again" } }, t("final.again")),
        h("a", { class: "btn quiet", href: "/" }, t("home")),
        ctx.view.outcome && !ctx.looking ? h("button", { class: "btn quiet", type: "button", data: { act: "last-hand" } }, t("final.last")) : null,
      ),
    ),
    h("div", { class: "res-side" }, paper(ctx), decksChecked(ctx)),
  );
}

/** The way to the next match with the same people. @param {Context} ctx */
function rematch(ctx) {
  if (ctx.looking) return null;
  const { rematch: followed } = ctx.table;
  if (followed) return h("a", { class: "btn primary", href: `/t/${followed}` }, t("final.followed"));
  if (ctx.seat === null || ctx.table.proposal?.about === "rematch") return null;
  return h("button", { class: "btn primary", type: "button", data: { act: "rematch" } }, t("final.rematch"));
}

/** @param {Context} ctx */
const handsPlayed = (ctx) => ctx.view.outcome?.number ?? ctx.view.hand ?? 0;
