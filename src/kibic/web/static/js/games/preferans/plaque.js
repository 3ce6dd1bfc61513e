// @ts-check
/** The plaque: which game, who plays it, what a trick is worth, and how the race stands. */
import { nameOf } from "../../context.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { suitSign } from "./cards.js";
import { isLevels } from "./levels.js";
import { gameOf, spelled, spelledSaid, suitOf } from "./words.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../store.js").Json} Json */

/** "herc" -> "Herc". @param {string} word */
export const titled = (word) => word.charAt(0).toLocaleUpperCase("sr") + word.slice(1);

/** @param {Context} ctx */
export function plaque(ctx) {
  const on = ctx.view.game_on;
  if (on?.contract) return gamePlaque(ctx, on);
  return h("section", { class: "plaque", "aria-label": t("land.game"), key: "plaque" }, ...beforeGame(ctx));
}

/** @param {Context} ctx */
function beforeGame(ctx) {
  const { view } = ctx;
  const { number, holder, phase } = view;
  if (phase === "discard" || phase === "declaration" || phase === "naming") {
    const seat = view.to_act;
    const name = typeof seat === "number" ? nameOf(ctx, seat) : t(`phase.${phase}`);
    const by = number ? t("plaque.number", { game: gameOf(number) ?? "" }) : t(`phase.${phase}`);
    return [h("p", { class: "contract" }, number ? `${name} · ${number}` : name), h("p", { class: "by" }, by, ...refaTag(view))];
  }
  const by =
    typeof holder === "number"
      ? number
        ? t("plaque.holds", { name: nameOf(ctx, holder), number, game: gameOf(number) ?? "" })
        : t("plaque.leads", { name: nameOf(ctx, holder), word: lastWord(view, holder) })
      : t("plaque.dealer", { name: nameOf(ctx, view.dealer) });
  return [h("p", { class: "contract" }, t(`phase.${phase}`)), h("p", { class: "by" }, by)];
}

/** @param {Json} view @param {number} seat */
function lastWord(view, seat) {
  const said = /** @type {Json[]} */ (view.spoken ?? []).filter((one) => one.seat === seat).at(-1);
  return said ? spelledSaid(said, view.rules) : "";
}

/** @param {Json} view */
const refaTag = (view) => ((view.game_on?.refa ?? 1) > 1 ? [" · ", h("b", null, t("mult.refa", { n: view.game_on.refa }))] : []);

/** @param {Context} ctx @param {Json} on */
function gamePlaque(ctx, on) {
  const suit = on.trump ?? suitOf(on.contract);
  const by = [t("plaque.declarer", { name: nameOf(ctx, on.declarer) })];
  if (on.unit) by.push(t(on.need ? "plaque.trick" : "plaque.unit", { n: on.unit }));
  return h(
    "section",
    { class: "plaque", "aria-label": t("land.game"), key: "plaque", data: { contract: on.contract } },
    h("p", { class: "contract" }, contractTitle(ctx, on), suit ? suitSign(suit) : null),
    h("p", { class: "by" }, by.join(" · ")),
    multipliers(on),
    race(ctx, on),
  );
}

/** The name of the game beside its sign; of a level only the number, no trump being named. @param {Context} ctx @param {Json} on */
const contractTitle = (ctx, on) => (isLevels(ctx.view) && on.trump ? String(on.level) : titled(spelled(on.contract)));

/** @param {Json} on */
function multipliers(on) {
  const parts = [];
  if (on.igra) parts.push(h("span", { class: "tag" }, t("mult.igra")));
  if (on.kontra > 1) parts.push(h("span", { class: "tag" }, t("mult.kontra", { n: on.kontra })));
  if (on.refa > 1) parts.push(h("span", { class: "tag" }, t("mult.refa", { n: on.refa })));
  if (on.kontra > 1 && on.refa > 1) parts.push(h("span", { class: "tag hot" }, `×${on.kontra * on.refa}`));
  return parts.length ? h("p", { class: "mult" }, ...parts) : null;
}

/** Ten cells: the declarer's from the left, the defence's from the right, the tick after what the declarer needs. @param {Context} ctx @param {Json} on */
function race(ctx, on) {
  const { view } = ctx;
  if (typeof on.need !== "number" || view.phase !== "play") return null;
  const taken = /** @type {number[]} */ (view.taken ?? []);
  const own = taken[on.declarer] ?? 0;
  const others = taken.reduce((sum, n) => sum + n, 0) - own;
  const all = on.need + (on.need_defence ?? 1) - 1;
  const cells = on.need === 0 ? 1 : all;
  const parts = [];
  for (let i = 0; i < cells; i += 1) {
    if (i === on.need) parts.push(h("span", { class: "goal" }));
    parts.push(h("i", { class: i < own ? "d" : on.need > 0 && i >= cells - others ? "f" : "" }));
  }
  if (on.need === cells) parts.push(h("span", { class: "goal" }));
  const label = t("race", { own, need: on.need, others, defence: on.need_defence ?? "" });
  return h(
    "p",
    { class: "race", role: "img", "aria-label": label },
    h("b", { class: "num" }, own),
    ...parts,
    h("b", { class: "num" }, others),
  );
}
