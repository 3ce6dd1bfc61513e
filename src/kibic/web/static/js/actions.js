// @ts-check
/** What each button does (`data-act`). */
import { post } from "./api.js";
import { ask } from "./dialogs.js";
import { nameOf } from "./context.js";
import { h } from "./dom.js";
import { openFair } from "./fairpanel.js";
import { t } from "./i18n.js";
import { openKeys, openMore, openSettings } from "./menus.js";
import { TALK_ACTIONS } from "./talkacts.js";
import { toast } from "./toast.js";

/** @typedef {import("./app.js").TableApp} TableApp */

/** @type {Record<string, (app: TableApp, element: HTMLElement) => void>} */
export const ACTIONS = {
  ...TALK_ACTIONS,
  next: (app) => {
    if (app.state.view?.phase === "over") show(app, true);
    else app.link.write({ type: "next" });
  },
  "last-hand": (app) => show(app, false),
  hint: (app) => {
    if (app.state.table?.hints !== false) app.link.request({ type: "hint" });
  },
  "take-back": (app) => app.takeBack(),
  declare: (app) => declare(app),
  claim: (app) => void claim(app),
  offer: (app) => void offer(app),
  "write-off": (app) => void propose(app, "otpis"),
  propose: (app, element) => void propose(app, element.dataset.word ?? ""),
  consent: (app) => app.link.write({ type: "consent", yes: true }),
  decline: (app) => app.link.write({ type: "consent", yes: false }),
  sit: (app, element) => sit(app, Number(element.dataset.at)),
  stand: (app, element) => app.link.write({ type: "stand", seat: Number(element.dataset.at) }),
  fill: (app, element) => app.link.write({ type: "fill", seat: Number(element.dataset.at) }),
  clear: (app, element) => app.link.write({ type: "clear", seat: Number(element.dataset.at) }),
  copy: (app) => void copyLink(app),
  people: async (app) => (await import("./people/sheet.js")).openPeople(app),
  settings: (app) => void openSettings((key) => key === "botPause" && app.keepPace()),
  more: (app) => void more(app),
  leave: () => void leave(),
  again: (app) => void again(app),
  rematch: (app) => app.link.once({ type: "propose", about: "rematch" }),
  undo: (app) => app.link.once({ type: "propose", about: "undo" }),
  pause: (app) => app.link.once({ type: "propose", about: "pause" }),
  resume: (app) => app.link.write({ type: "resume" }),
  back: (app) => app.link.write({ type: "back" }),
  "last-trick": (app) => {
    app.ui.lastTrick = !app.ui.lastTrick;
    app.render();
  },
  "to-history": () => requestAnimationFrame(() => document.querySelector("#papir .panel")?.scrollIntoView()),
};

/** @param {TableApp} app @param {boolean} finale */
function show(app, finale) {
  app.ui.finale = finale;
  app.render();
  scrollTo(0, 0);
}

/** @param {TableApp} app @param {number} seat */
function sit(app, seat) {
  const input = /** @type {HTMLInputElement | null} */ (document.getElementById("sit-name"));
  const name = input?.value.trim();
  app.link.write(name ? { type: "sit", seat, name } : { type: "sit", seat });
}

/** Two cards and a game, said one after the other. @param {TableApp} app */
export function declare(app) {
  const ctx = app.context();
  const word = app.game.discardWord(ctx);
  if (!word) return;
  app.declareNext = ctx.ui.game;
  app.say(word);
}

/** "Ostalo je moje": how many of the rest the declarer takes. @param {TableApp} app */
async function claim(app) {
  const ctx = app.context();
  const words = app.game.claims(ctx);
  const buttons = words.map((word) => ({ value: word, label: word.split(" ").at(-1) ?? word, primary: word === words.at(-1) }));
  const word = await ask(t(app.game.claimsOwn(ctx) ? "claim.title" : "claim.title.other", { name: nameOf(ctx, ctx.view.game_on?.declarer) }), [h("p", null, t("claim.text"))], [{ value: "", label: t("cancel") }, ...buttons]);
  if (word) app.link.once({ type: "propose", word });
}

/** "Daješ N?": how many tricks the lone follower asks for. @param {TableApp} app */
async function offer(app) {
  const words = app.game.offers(app.context());
  const buttons = words.map((word) => ({ value: word, label: word.split(" ")[1] }));
  const word = await ask(t("offer.title"), [h("p", null, t("offer.text"))], [{ value: "", label: t("cancel") }, ...buttons]);
  if (word) app.say(word);
}

/** Asks once more, with what would happen, before the others are asked. @param {TableApp} app @param {string} word */
async function propose(app, word) {
  const { what, text } = app.game.agreement(app.context(), word);
  const answer = await ask(
    t("agree.ask", { what }),
    [h("p", null, text), h("p", { class: "muted small" }, t("agree.all"))],
    [
      { value: "", label: t("cancel") },
      { value: "propose", label: t("agree.propose"), primary: true },
    ],
  );
  if (answer) app.link.once({ type: "propose", word });
}

async function leave() {
  const answer = await ask(
    t("leave.title"),
    [h("p", null, t("leave.text"))],
    [
      { value: "", label: t("leave.no") },
      { value: "leave", label: t("leave.yes"), primary: true },
    ],
  );
  if (answer) location.assign("/");
}

/** @param {TableApp} app */
async function copyLink(app) {
  const link = `${location.origin}/t/${app.state.table?.id}`;
  try {
    await navigator.clipboard.writeText(link);
    toast(t("copied"));
  } catch {
    toast(link); // no clipboard without a secure page: the link is shown to be copied by hand
  }
}

/** @param {TableApp} app */
async function more(app) {
  const ctx = app.context();
  const playing = Boolean(ctx.view.game);
  const sits = playing && ctx.seat !== null && ctx.table.state === "playing";
  const choice = await openMore([
    { value: "undo", label: t("undo.menu"), off: !sits || ctx.table.paused, why: t("undo.off") },
    ctx.table.paused ? { value: "resume", label: t("pause.end"), off: !sits } : { value: "pause", label: t("pause.menu"), off: !sits, why: t("undo.off") },
    { value: "claim", label: t(playing && app.game.claimsOwn(ctx) ? "claim.ask" : "claim.other"), off: !playing || !app.game.claims(ctx).length, why: t("claim.off") },
    { value: "write-off", label: t("otpis.menu"), off: !(ctx.view.agreements ?? []).includes("otpis"), why: t("otpis.off") },
    { value: "people", label: t("people.open") },
    { value: "copy", label: t("waiting.copy") },
    { value: "record", label: t("final.record"), off: !playing },
    { value: "fair", label: t("fair.title"), off: !playing },
    { value: "settings", label: t("settings") },
    { value: "keys", label: t("keys.title") },
    { value: "leave", label: t("leave") },
  ]);
  if (choice === "record") location.assign(`/api/tables/${ctx.table.id}/record`);
  else if (choice === "fair") void openFair(app.context());
  else if (choice === "keys") void openKeys();
  else if (choice) ACTIONS[choice]?.(app, app.root);
}

/** A new table by the same rules with the same kinds of seats. @param {TableApp} app */
async function again(app) {
  const { table, seat } = app.context();
  const bots = table.seats.map((info) => (info.bot ? `bot:${info.bot}` : "bot"));
  const seats = table.seats.map((info, at) => (at === seat ? "me" : info.kind === "bot" ? bots[at] : "free"));
  const { game, rules, hints = true, manners } = table;
  try {
    const made = await post("/api/tables", { game, preset: rules.preset, options: rules.options ?? {}, seats, hints, ...(manners ? { manners } : {}) });
    location.assign(made.url ?? `/t/${made.table}`);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}
