// @ts-check
/** What was said in this hand, by phase; after the hand also the tricks. */
import { nameOf } from "../../context.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { cardText } from "./cards.js";
import { drawInHistory } from "./draw.js";
import { isCard, spelled, spelledSaid } from "./words.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../store.js").Json} Json */

const AUCTION = ["auction", "naming"];
const DECLARING = ["discard", "declaration"];

/** @param {Context} ctx */
export function history(ctx) {
  const { view } = ctx;
  const spoken = /** @type {Json[]} */ (view.spoken ?? []);
  /** @param {(phase: string) => boolean} which */
  const of = (which) => spoken.filter((said) => which(said.phase));
  const auction = of((phase) => AUCTION.includes(phase));
  const declared = of((phase) => DECLARING.includes(phase));
  const answers = of((phase) => !AUCTION.includes(phase) && !DECLARING.includes(phase));
  /** @param {string} title @param {...import("../../dom.js").Kid} kids */
  const block = (title, ...kids) => h("div", null, h("h3", null, title), ...kids);
  const kids = [drawInHistory(ctx), block(t("history.auction", { n: view.hand ?? "" }), auctionTable(ctx, auction))];
  if (view.talon?.length && !view.game_on?.igra) {
    kids.push(block(t("talon"), h("p", null, ...view.talon.flatMap((/** @type {string} */ card) => [cardText(card), " "]))));
  }
  if (declared.length) kids.push(block(t("history.declared"), ...declared.map((said) => sentence(ctx, said))));
  if (answers.length) kids.push(block(t("history.answers"), h("p", null, ...joined(ctx, answers))));
  return h("div", { class: "log", key: "log" }, ...kids);
}

/** Columns in order of play, one word below the other. @param {Context} ctx @param {Json[]} spoken */
function auctionTable(ctx, spoken) {
  const order = /** @type {number[]} */ (ctx.view.order ?? []);
  const columns = order.map((seat) => spoken.filter((said) => said.seat === seat).map((said) => spelledSaid(said, ctx.view.rules)));
  const rows = Math.max(1, ...columns.map((column) => column.length));
  const cells = [];
  for (let row = 0; row < rows; row += 1) for (const column of columns) cells.push(h("em", null, column[row] ?? "\u00a0"));
  return h("div", { class: "spoken" }, ...order.map((seat) => h("span", null, nameOf(ctx, seat))), ...cells);
}

/** @param {Context} ctx @param {Json} said */
function wordParts(ctx, said) {
  if (said.word.endsWith(" ? ?")) return [spelled(said.word.replace(" ? ?", ""), ctx.view.rules), " ", t("history.two")];
  return said.word
    .split(" ")
    .flatMap((/** @type {string} */ part, /** @type {number} */ i) => [
      i ? " " : "",
      isCard(part) ? cardText(part) : spelled(part, ctx.view.rules),
    ]);
}

/** @param {Context} ctx @param {Json} said */
const sentence = (ctx, said) => h("p", null, `${nameOf(ctx, said.seat)}: `, h("em", { class: "q" }, ...wordParts(ctx, said)));

/** @param {Context} ctx @param {Json[]} spoken */
const joined = (ctx, spoken) =>
  spoken.flatMap((said, i) => [i ? " · " : "", `${nameOf(ctx, said.seat)}: `, h("em", { class: "q" }, ...wordParts(ctx, said))]);

/** All tricks of a finished hand. @param {Context} ctx @param {Json[]} play */
export function trickLog(ctx, play) {
  const { order: now, outcome } = ctx.view;
  const seats = ctx.table.seats.map((_, i) => i);
  // Of four the dealer sat this hand out; the order is that of the next hand already.
  const order = /** @type {number[]} */ (seats.length > 3 ? seats.filter((seat) => seat !== outcome?.dealer) : (now ?? seats));
  const cells = [h("span", { class: "n" }), ...order.map((seat) => h("span", { class: "n" }, nameOf(ctx, seat)))];
  play.forEach((trick, i) => {
    cells.push(h("span", { class: "n" }, `${i + 1}.`));
    for (const seat of order) {
      const card = trick.cards.find((/** @type {[number, string]} */ [who]) => who === seat);
      cells.push(card ? cardText(card[1], seat === trick.winner ? " w" : "") : h("span", null, "–"));
    }
  });
  return h("div", { class: "tricklog" }, ...cells);
}
