// @ts-check
/** The paper: a sheet for each player with supe left and right and the bule between, in pencil, nothing erased. */
import { nameOf, seatsFromViewer } from "../../context.js";
import { h, lazy } from "../../dom.js";
import { language, pick, t } from "../../i18n.js";
import { pencilMark, pencilNumber } from "../../pencil.js";
import { dealsText, isLevels, pointSheets } from "./levels.js";

/** @typedef {import("../../context.js").Context} Context */
/** @typedef {import("../../store.js").Json} Json */
/**
 * One line of a column as it is drawn.
 * @typedef {object} Stroke
 * @property {"bule" | "supe" | "points" | "refa" | "refa_played" | "hat" | "hat_off"} kind
 * @property {number} value what is written, 0 for marks
 * @property {boolean} struck
 * @property {boolean} old lighter, because something newer follows
 * @property {boolean} now written after the hand just played
 * @property {number} hand
 */

/**
 * The middle column as strokes: every bule but the last struck, absolute values, marks older than the newest number lighter
 * unless they still count (an open refa, the hat one wears).
 * @param {Json[]} middle @param {number | null} latest number of the hand just played @returns {Stroke[]}
 */
export function middleStrokes(middle, latest) {
  const lastNumber = middle.map((mark) => mark.kind).lastIndexOf("bule");
  const lastHat = middle.findLastIndex((mark) => mark.kind === "hat" || mark.kind === "hat_off");
  return middle.map((mark, i) => ({
    kind: mark.kind,
    value: Math.abs(mark.value ?? 0),
    struck: mark.kind === "bule" && i < lastNumber,
    old: mark.kind === "refa_played" || mark.kind === "hat_off" || (mark.kind === "hat" && i !== lastHat),
    now: latest !== null && mark.hand === latest && latest > 0,
    hand: mark.hand ?? 0,
  }));
}

/** A side column as strokes: running totals, all but the last lighter. @param {Json[]} side @param {number | null} latest @returns {Stroke[]} */
export function sideStrokes(side, latest) {
  return side.map((entry, i) => ({
    kind: "supe",
    value: entry.value,
    struck: false,
    old: i < side.length - 1,
    now: latest !== null && entry.hand === latest && latest > 0,
    hand: entry.hand ?? 0,
  }));
}

/** @type {Partial<Record<Stroke["kind"], "refa" | "refax" | "hat">>} */
const MARK_OF = { refa: "refa", refa_played: "refax", hat: "hat", hat_off: "hat" };

/**
 * The name of the pencil's mark, "" for a number: a refa is a dashed line, a triangle or a short dash, as the ruleset draws it.
 * @param {Stroke["kind"]} kind @param {string} [refaMark] `rules.refa_mark`
 */
export function markOf(kind, refaMark = "dashes") {
  const mark = MARK_OF[kind] ?? "";
  return mark && mark !== "hat" && refaMark !== "dashes" ? `${mark}-${refaMark}` : mark;
}

/**
 * The lines of the middle column: where a refa is a short dash, it stands right of what was written before it.
 * @param {Stroke["kind"][]} kinds @param {string} [refaMark] @returns {number[][]} places of what stands on each line
 */
export function middleLines(kinds, refaMark) {
  /** @type {number[][]} */
  const lines = [];
  kinds.forEach((kind, i) => {
    const last = lines.at(-1);
    if (last && refaMark === "strokes" && (kind === "refa" || kind === "refa_played")) last.push(i);
    else lines.push([i]);
  });
  return lines;
}

/** The element that explains a number. */
const NOTE = "paper-note";

/** The name of a number on the paper. @param {number} seat @param {string} col @param {number} i */
const markName = (seat, col, i) => `${seat}.${col}.${i}`;

/** The number that Tab leads to: the one last visited, else the bule that count on the first sheet. @param {Context} ctx */
function tabStop(ctx) {
  const [first] = seatsFromViewer(ctx);
  const { mark } = ctx.ui;
  const [seat, col, i] = mark?.split(".") ?? [];
  const column = ctx.view.sheet.players[Number(seat)]?.[col];
  if (column?.[Number(i)]) return mark;
  const main = isLevels(ctx.view) ? "column" : "middle";
  return markName(first, main, ctx.view.sheet.players[first][main].length - 1);
}

/** @param {Context} ctx @param {Stroke} stroke @param {number} seat @param {"middle" | "left" | "right" | "across" | "column"} col @param {number} i */
function drawn(ctx, stroke, seat, col, i) {
  const { kind, value, hand, struck, old, now } = stroke;
  const name = markName(seat, col, i);
  const data = { seat, col: col === "column" ? "points" : col, kind, value, hand, struck: struck ? 1 : 0, mark: name };
  const asked = { stop: tabStop(ctx) === name, told: ctx.ui.note?.mark === name, note: NOTE };
  const mark = markOf(kind, ctx.view.rules?.refa_mark);
  if (mark) return pencilMark(mark, t(`mark.${kind}`), { old, turned: kind === "hat_off", now, data, asked });
  const spoken = struck ? t("struck", { n: value }) : String(value);
  return pencilNumber(value, { struck, old, tilt: i % 3, spoken, now, data, asked });
}

/** @param {Context} ctx @param {number} seat @param {Stroke[]} strokes */
function middleColumn(ctx, seat, strokes) {
  const kinds = strokes.map((stroke) => stroke.kind);
  return middleLines(kinds, ctx.view.rules?.refa_mark).map((line) => {
    const signs = line.map((i) => drawn(ctx, strokes[i], seat, "middle", i));
    return signs.length > 1 ? h("span", { class: "pline" }, ...signs) : signs[0];
  });
}

/** @param {Context} ctx @param {number} seat @param {number | null} latest */
function sheet(ctx, seat, latest) {
  const player = ctx.view.sheet.players[seat];
  /** @param {number} neighbour */
  const head = (neighbour) => {
    const name = nameOf(ctx, neighbour);
    return h(
      "span",
      { class: "vs" },
      h("span", { "aria-hidden": "true" }, `${name.charAt(0)}.`),
      h("span", { class: "vh" }, t("paper.supe", { name })),
    );
  };
  return h(
    "article",
    { class: seat === ctx.seat ? "psheet mine" : "psheet", key: `sheet${seat}`, data: { seat, hat: player.hat ? 1 : 0 } },
    h("h3", null, nameOf(ctx, seat)),
    h(
      "div",
      { class: "pcol" },
      head(player.left_seat),
      ...sideStrokes(player.left, latest).map((stroke, i) => drawn(ctx, stroke, seat, "left", i)),
    ),
    h(
      "div",
      { class: "pcol mid" },
      h("span", { class: "vs" }, t("paper.bule")),
      ...middleColumn(ctx, seat, middleStrokes(player.middle, latest)),
    ),
    player.across
      ? h(
          "div",
          { class: "pcol" },
          head(player.across_seat),
          ...sideStrokes(player.across, latest).map((stroke, i) => drawn(ctx, stroke, seat, "across", i)),
        )
      : null,
    h(
      "div",
      { class: "pcol" },
      head(player.right_seat),
      ...sideStrokes(player.right, latest).map((stroke, i) => drawn(ctx, stroke, seat, "right", i)),
    ),
  );
}

/** The paper is the largest part of the page and changes once a hand: it is built only then. @param {Context} ctx */
export function paper(ctx) {
  const { view } = ctx;
  const between = view.phase === "deal" || view.phase === "over";
  const latest = between && view.outcome ? view.outcome.number : null;
  const names = ctx.table.seats.map((_, seat) => nameOf(ctx, seat));
  const deps = [view.sheet, latest, ctx.seat, names.join("\n"), language(), ctx.ui.note, ctx.ui.mark];
  return lazy("section", "paper", deps, () => wholePaper(ctx, latest));
}

/** @param {Context} ctx @param {number | null} latest */
function wholePaper(ctx, latest) {
  return h(
    "section",
    { class: "paper", "aria-label": t("land.paper"), key: "paper", tabindex: -1 },
    h("h2", { class: "vh" }, t("paper")),
    h(
      "div",
      { class: "sheets" },
      ...(isLevels(ctx.view) ? pointSheets(ctx, latest, drawn) : seatsFromViewer(ctx).map((seat) => sheet(ctx, seat, latest))),
    ),
    h("p", { class: "note", id: NOTE, role: "status" }, ...noteLines(ctx)),
    h("p", { class: "total" }, ...footer(ctx)),
  );
}

/** @param {Context} ctx */
function footer(ctx) {
  const { sheet: all } = ctx.view;
  if (isLevels(ctx.view)) return [h("span", null, dealsText(all))];
  const refa = all.refa_max ? t("paper.refa", { n: all.refa_written ?? 0, max: all.refa_max }) : "";
  return [h("span", { data: { total: all.total } }, t("paper.total", { n: all.total })), h("span", null, refa)];
}

/** Which hand made the number that is asked about, and by which rules. @param {Context} ctx */
function noteLines(ctx) {
  const { note } = ctx.ui;
  if (!note) return [];
  const name = nameOf(ctx, note.seat);
  if (!note.hand) return [h("span", null, t("paper.start", { name }))];
  const lines = whyNumber(ctx, note).map((reason) =>
    h("span", null, ` ${pick(reason)} `, h("span", { class: "rule-id" }, reason.rules.join(" "))),
  );
  return [h("b", null, t("paper.note", { name, n: note.hand })), ...lines];
}

/** What reasons explain, by the kind of the number. @type {Record<Stroke["kind"], string>} */
const ABOUT = { points: "points", bule: "bule", hat: "bule", hat_off: "bule", supe: "supe", refa: "refa", refa_played: "refa" };

/** The reasons of a number, when its hand ended before the eyes of this page. @param {Context} ctx @param {Json} note @returns {Json[]} */
export function whyNumber(ctx, note) {
  const about = ABOUT[/** @type {Stroke["kind"]} */ (note.kind)];
  const ofHand = ctx.told.get(note.hand) ?? [];
  return ofHand.filter((reason) => reason.about === about && (reason.seat ?? note.seat) === note.seat && reason.rules?.length);
}

/** The three bule for the dock of a phone. @param {Context} ctx */
export function dockValues(ctx) {
  return h(
    "span",
    { class: "vals" },
    ...seatsFromViewer(ctx).map((seat) => {
      const { bule, hat, points } = ctx.view.sheet.players[seat];
      if (isLevels(ctx.view)) return h("span", { class: "val" }, pencilNumber(points));
      const mark = hat ? pencilMark("hat", t("mark.hat")) : null;
      return h("span", { class: "val" }, mark, pencilNumber(Math.abs(bule)));
    }),
  );
}
