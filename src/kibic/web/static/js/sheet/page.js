// @ts-check
/** Entry of the page of one sheet, `/sheet/<id>`; the key that writes stands behind the `#`. */
import { ApiError, get, post } from "../api.js";
import { putSprite } from "../deck.js";
import { ask } from "../dialogs.js";
import { h } from "../dom.js";
import { pick, t } from "../i18n.js";
import { openSettings } from "../menus.js";
import { loadSettings } from "../settings.js";
import { toast } from "../toast.js";
import { moved } from "../walk.js";
import { SheetApp } from "./app.js";
import { correctable } from "./aside.js";
import { knownSheets } from "./device.js";
import { draftAt, freshDraft, meaning, meantHand, stepped, stepsTo } from "./drafts.js";
import { linkOf } from "./share.js";
import "./texts.js";

/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("./app.js").Tab} Tab */
/** @typedef {(app: SheetApp, data: DOMStringMap) => unknown} Act */

/** What the buttons do. @type {Record<string, Act>} */
const ACTS = {
  write: (app) => app.write(),
  restart: (app) => app.leave(),
  undo: (app) => app.undo(),
  redo: (app) => app.state.redo && app.send({ kind: "redo" }),
  whole: (app) => show(app, { whole: !app.ui.whole }),
  why: (app, { hand }) => show(app, { tab: "hands", open: serialOf(app, Number(hand)) }),
  correct: (app, { hand }) => app.begin(draftAt("correct", handAt(app, Number(hand)))),
  insert: (app, { hand }) => app.begin(draftAt("insert", handAt(app, Number(hand)))),
  remove: (app, { hand }) => removeHand(app, handAt(app, Number(hand))),
  "aside-correct": (app, { at }) => app.takeUp(Number(at), (draft) => correctionBy(app, draft)),
  "aside-next": (app, { at }) => app.takeUp(Number(at), ({ answers }) => ({ ...stepped(app.state, freshDraft(), answers), past: stepsTo(answers) })),
  "aside-drop": (app, { at }) => app.takeUp(Number(at), () => null),
  agree: (app, { word }) => agree(app, word ?? ""),
  copy: (app, { link }) => copy(linkOf(app, link === "write")),
  retry: (app) => app.link.hurry(),
  settings: () => openSettings(),
  presets: (app) => loadPresets(app),
  compare: (app, { preset }) => compare(app, preset ?? ""),
};

/** @param {SheetApp} app @param {Partial<import("./app.js").SheetUi>} change */
function show(app, change) {
  Object.assign(app.ui, change);
  app.render();
}

/** @param {SheetApp} app @param {number} number @returns {Json} */
const handAt = (app, number) => app.state.hands[number - 1];

/** @param {SheetApp} app @param {number} number */
const serialOf = (app, number) => handAt(app, number).serial;

/** What was put aside, as a correction of the hand that stands there now. @param {SheetApp} app @param {import("./drafts.js").Draft} draft */
function correctionBy(app, draft) {
  const hand = correctable(app.state, draft);
  return hand && { ...draftAt("correct", hand), answers: draft.answers, past: stepsTo(draft.answers) };
}

/**
 * Takes a hand away, after it was said what that changes. When the sheet changes meanwhile, it is said anew for the same hand,
 * whatever its number then; a hand that is gone or was corrected is not taken away.
 * @param {SheetApp} app @param {Json} seen
 */
async function removeHand(app, seen) {
  for (let asked = 0; ; asked++) {
    const hand = meantHand(app.state, { serial: seen.serial, was: seen.answers });
    if (!hand) return toast(t("sheet.remove.changed", { n: seen.number }));
    if (asked) toast(t("sheet.remove.again"));
    const command = { kind: "remove", ...meaning(hand) };
    const answer = await asksToRemove(app, hand.number, command);
    if (answer === "yes") return app.send(command);
    if (answer !== CHANGED) return;
  }
}

/** What a dialog answers that was closed because the sheet changed. */
const CHANGED = "changed";

/** @param {SheetApp} app @param {number} number @param {Json} command @returns {Promise<string>} */
async function asksToRemove(app, number, command) {
  const change = new AbortController();
  const stale = () => change.abort();
  app.watching.add(stale);
  try {
    const found = await app.ask(command);
    if (change.signal.aborted) return CHANGED;
    if (!found) return "";
    const body = [
      h("p", null, t("sheet.remove.text")),
      h("ul", { class: "changes" }, ...found.changes.map((/** @type {Json} */ one) => h("li", null, pick(one)))),
    ];
    const buttons = [
      { value: "no", label: t("cancel") },
      { value: "yes", label: t("sheet.do.remove"), primary: true },
    ];
    const answer = await ask(t("sheet.remove.title", { n: number }), body, buttons, change.signal);
    return change.signal.aborted ? CHANGED : answer;
  } finally {
    app.watching.delete(stale);
  }
}

/** @param {SheetApp} app @param {string} word */
async function agree(app, word) {
  const [head, n] = word.split(" ");
  const answer = await ask(
    t(`sheet.agree.${head}.title`, { n: n ?? "" }),
    [h("p", null, t(`sheet.agree.${head}.text`))],
    [
      { value: "no", label: t("cancel") },
      { value: "yes", label: t(`sheet.agree.${head}`, { n: n ?? "" }), primary: true },
    ],
  );
  if (answer === "yes") app.send({ kind: "agree", word });
}

/** @param {unknown} error */
function tell(error) {
  if (!(error instanceof ApiError)) throw error;
  toast(error.message);
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    toast(text); // pages without https may not write to the clipboard: then it can be read
  }
}

/** Saves a file; what the server cannot make is told instead. @param {SheetApp} app @param {HTMLAnchorElement} link */
async function save(app, link) {
  const response = await fetch(link.href).catch(() => null);
  if (!response?.ok) {
    toast(pick(await response?.json().catch(() => null)) || t("error.network"));
    return;
  }
  const name = response.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1] ?? "kibic";
  const url = URL.createObjectURL(await response.blob());
  h("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
  if (link.dataset.export === "ppn") await tellUnsaid(app);
}

/** What the notation cannot say is told once it is saved. @param {SheetApp} app */
async function tellUnsaid(app) {
  try {
    show(app, { unsaid: (await get(`/api/sheets/${app.id}/ppn?report`)).remarks });
  } catch (error) {
    tell(error);
  }
}

/** @param {SheetApp} app */
async function loadPresets(app) {
  try {
    app.presets = (await get(`/api/rules?game=${app.state.game}`)).presets;
    app.render();
  } catch (error) {
    tell(error);
  }
}

/** @param {SheetApp} app @param {string} preset */
async function compare(app, preset) {
  show(app, { other: preset });
  try {
    const compared = await post(`/api/sheets/${app.id}/whatif`, { preset });
    if (app.ui.other === preset) show(app, { compared });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    show(app, { compared: { error: { sr: error.message, en: error.message } } });
  }
}

/** Who pays whom at the price that is typed; a refused price leaves no older payments. @param {SheetApp} app */
async function settle(app) {
  const factor = app.ui.factor.trim();
  show(app, { payments: null, unsettled: factor ? "" : t("sheet.factor.none") });
  if (!factor) return;
  try {
    const { payments } = await get(`/api/sheets/${app.id}/settlement?factor=${encodeURIComponent(factor)}`);
    if (app.ui.factor.trim() === factor) show(app, { payments });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    show(app, { unsettled: error.message });
  }
}

/** @param {SheetApp} app @param {Event} event */
function clicked(app, event) {
  const target = /** @type {HTMLElement | null} */ (
    /** @type {Element} */ (event.target).closest("[data-act], [data-answer], [data-ask], [data-tab], [data-unfold], [data-mark][data-col]")
  );
  const file = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("[data-export]"));
  if (file) {
    event.preventDefault();
    void save(app, file);
    return;
  }
  if (!target || target.getAttribute("aria-disabled") === "true") return;
  const data = target.dataset;
  if (data.act) void ACTS[data.act]?.(app, data);
  else if (data.answer !== undefined) app.answer(data.question ?? "", data.answer);
  else if (data.ask) show(app, { reopened: app.ui.reopened === data.ask ? null : data.ask });
  else if (data.tab) turnTo(app, /** @type {Tab} */ (data.tab));
  else if (data.unfold) show(app, { open: app.ui.open === Number(data.unfold) ? null : Number(data.unfold) });
  else explain(app, data);
}

/** Another part of the page, from its beginning. @param {SheetApp} app @param {Tab} tab */
function turnTo(app, tab) {
  show(app, { tab });
  scrollTo({ top: 0 });
}

/** A number of the paper: which hand wrote it, by which rules. @param {SheetApp} app @param {DOMStringMap} data */
function explain(app, data) {
  const note = { seat: Number(data.seat), hand: Number(data.hand), kind: data.kind, mark: data.mark };
  show(app, { note: app.ui.note?.mark === note.mark ? null : note, mark: data.mark ?? null });
}

/** @param {SheetApp} app @param {KeyboardEvent} event */
function pressed(app, event) {
  if (event.key === "Escape" && app.ui.note) show(app, { note: null });
  else if (event.target instanceof HTMLButtonElement && moved(event, ".answers, .sheet-tabs")) event.preventDefault();
}

/** Another price: payments at the old one stand no longer. @param {SheetApp} app @param {string} factor */
function priced(app, factor) {
  app.ui.factor = factor;
  if (app.ui.payments || app.ui.unsettled) show(app, { payments: null, unsettled: "" });
}

/** @param {SheetApp} app */
function listen(app) {
  const { root } = app;
  root.addEventListener("click", (event) => clicked(app, event));
  root.addEventListener("keydown", (event) => pressed(app, event));
  root.addEventListener("focusin", (event) => {
    const mark = /** @type {HTMLElement} */ (event.target).dataset.mark;
    if (mark && mark !== app.ui.mark && root.contains(/** @type {Node} */ (event.target))) show(app, { mark });
  });
  root.addEventListener("input", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.id === "factor") priced(app, input.value);
    if (input.id === "remark") app.ui.remark = input.value;
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    void settle(app);
  });
}

loadSettings();
putSprite();
const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
/** A link without the key still writes on a device that has it. */
const key = location.hash.slice(1) || (knownSheets().find((one) => one.id === id)?.key ?? null);
listen(new SheetApp(id, key));
