// @ts-check
/** Who is there: what a seat shows of one who is waited for, what the page asks of oneself, and pauses. */
import { nameOf } from "./context.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { countdown, minutes } from "./ticking.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./store.js").TableInfo} TableInfo */
/** @typedef {import("./dom.js").Kid} Kid */

/** What stands below the name of a seat that is waited for or played for, null for all others. @param {Context} ctx @param {number} seat @returns {Kid[] | null} */
export function absence(ctx, seat) {
  const info = ctx.table.seats[seat];
  const { away } = info;
  if (away?.why === "away") return [t("away.bot")];
  if (away?.until) return [countdown(away.until), " ", t(`away.${away.why}`)];
  return info.kind === "person" && info.connected === false ? [t("seat.away")] : null;
}

/** What a seat has in its bank, where there is a clock. @param {Context} ctx @param {number} seat @returns {Kid[]} */
export function bank(ctx, seat) {
  const { clock, manners, seats } = ctx.table;
  if (!clock || !manners?.bank || seats[seat].kind !== "person" || absence(ctx, seat)) return [];
  const left = minutes(clock.banks[seat]);
  const told = t("clock.bank.of", { left });
  return [" ", h("span", { class: "bank num", title: told }, h("span", { class: "vh" }, told), h("span", { "aria-hidden": "true" }, `+${left}`))];
}

/** A note on the cloth that asks for one thing. @param {string} key @param {Kid[]} text @param {string | null} act @param {string} [label] */
const note = (key, text, act, label) =>
  h(
    "section",
    { class: "proposal presence", key, role: "group", "aria-label": label ?? "", data: { note: key } },
    h("p", null, ...text),
    act ? h("div", { class: "row" }, h("button", { class: "btn primary", type: "button", data: { act } }, label)) : null,
  );

/** What is asked of this person before anything else: to come back, or to end the pause. @param {Context} ctx */
export function presenceNote(ctx) {
  if (ctx.looking || !ctx.table) return null;
  if (ctx.table.paused) return note("paused", [t("pause.on")], ctx.seat === null ? null : "resume", t("pause.end"));
  const away = ctx.seat === null ? null : ctx.table.seats[ctx.seat].away;
  if (away?.why === "away") return note("away", [t("away.me")], "back", t("away.back"));
  if (away?.why === "silent" && away.until) return note("silent", [t("away.still"), " ", countdown(away.until)], "back", t("away.here"));
  return null;
}

/** What of a change of the table is told aloud. @param {TableInfo | null} before @param {TableInfo | null} after @returns {string[]} */
export function presenceNews(before, after) {
  if (!before || !after || before.id !== after.id) return [];
  const news = after.seats.flatMap((seat, at) => {
    const [was, is] = [before.seats[at]?.away?.why, seat.away?.why];
    if (was === is || seat.you) return [];
    return [t(is ? `news.${is}` : "news.back", { name: seat.name || t("seat.number", { n: at + 1 }) })];
  });
  if (Boolean(before.paused) !== Boolean(after.paused)) news.push(t(after.paused ? "news.paused" : "news.resumed"));
  return news;
}

/** The name of what is proposed beside the game, and what it means. @param {Context} ctx @param {string} about @param {number} seat */
export const tableProposal = (ctx, about, seat) => ({ what: t(`propose.${about}`), text: t(`propose.${about}.text`, { name: nameOf(ctx, seat) }) });
