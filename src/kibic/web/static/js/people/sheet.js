// @ts-check
/** Who is at a table and around it, and what the host can do about it. Stays right while it is open. */
import "./texts.js";
import { post } from "../api.js";
import { ask, sheet } from "../dialogs.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../i18n.js";
import { morphForm } from "../rulesform.js";
import { toast } from "../toast.js";
import { doorChoices } from "./door.js";

/** @typedef {import("../app.js").TableApp} TableApp */
/** @typedef {import("../store.js").Json} Json */
/** @typedef {import("../store.js").TableInfo} TableInfo */

/** @param {TableApp} app */
export async function openPeople(app) {
  let chosen = /** @type {{act: string, at: string} | null} */ (null);
  const body = content(app);
  const { dialog, closed } = sheet(t("people.title"), [body]);
  const draw = () => morphForm(body, content(app));
  dialog.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-people]"));
    if (!button) return;
    event.preventDefault();
    chosen = { act: button.dataset.people ?? "", at: button.dataset.at ?? "" };
    dialog.close("");
  });
  app.onRender = draw;
  await closed;
  app.onRender = null;
  if (!chosen) return;
  await act(app, chosen.act, chosen.at);
}

/** What was pressed, asked once more where it cannot be taken back. @param {TableApp} app @param {string} what @param {string} at */
async function act(app, what, at) {
  const { table } = app.context();
  const seat = Number(at);
  if (what === "pardon") return void app.link.write({ type: "pardon", who: at });
  const name = what === "ban-watcher" ? (table.door?.watchers.find((one) => one.who === at)?.name ?? "") : (table.seats[seat]?.name ?? "");
  const kind = what === "ban-watcher" ? "ban" : what;
  const playing = table.state === "playing" && (what === "kick" || what === "ban");
  const text = [h("p", null, t(`people.${kind}.text`)), playing ? h("p", null, t("people.kick.playing")) : null];
  const lines = what === "kick" && playing ? text.slice(1) : text;
  const answer = await ask(t(`people.${kind}.ask`, { name }), lines, [
    { value: "", label: t("cancel") },
    { value: kind, label: t(`people.${kind}`), primary: true },
  ]);
  if (!answer) return;
  if (what === "block") return void (await block(table, seat, name));
  if (what === "hand-over") app.link.write({ type: "host", seat });
  else if (what === "ban-watcher") app.link.write({ type: "kick", who: at });
  else app.link.write({ type: "kick", seat, ban: what === "ban" });
}

/** @param {TableInfo} table @param {number} seat @param {string} name */
async function block(table, seat, name) {
  try {
    await post("/api/blocks", { table: table.id, seat });
    toast(t("people.blocked", { name }));
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} act @param {string} at @param {string} label @param {string} who */
const button = (act, at, label, who) =>
  h("button", { class: "btn small", type: "button", "aria-label": `${label}: ${who}`, data: { people: act, at } }, label);

/** @param {TableApp} app */
function content(app) {
  const { table } = app.context();
  return h("div", { class: "people" }, h("ul", { class: "who-list" }, ...table.seats.map((seat, at) => person(table, seat, String(at)))), watchers(table), ...hostPart(app, table));
}

/** @param {TableInfo} table @param {import("../store.js").SeatInfo} seat @param {string} at */
function person(table, seat, at) {
  if (seat.kind === "free") return h("li", { class: "muted" }, h("span", null, t("waiting.free")));
  const signs = [
    seat.kind === "bot" ? icon("bot", t("seat.bot")) : null,
    seat.you ? h("span", { class: "tag" }, t("seat.you")) : null,
    seat.host ? h("span", { class: "tag" }, t("people.host")) : null,
    seat.account ? icon("account", t("seat.account")) : null,
  ];
  const another = seat.kind === "person" && !seat.you;
  const hosting = another && table.host;
  const acts = [
    hosting ? button("hand-over", at, t("people.hand-over"), seat.name) : null,
    hosting && table.state !== "over" ? button("kick", at, t("people.kick"), seat.name) : null,
    hosting && table.state !== "over" ? button("ban", at, t("people.ban"), seat.name) : null,
    another ? button("block", at, t("people.block"), seat.name) : null,
  ];
  return h("li", { data: { person: at } }, h("span", { class: "who-name" }, h("b", null, seat.name), " ", ...signs), h("span", { class: "acts" }, ...acts));
}

/** @param {TableInfo} table */
function watchers(table) {
  const { watching = 0, watchers: named = [] } = table.door ?? {};
  const others = watching - named.length;
  return h(
    "section",
    { key: "watchers" },
    h("h3", null, t("people.watching", { n: watching })),
    h(
      "ul",
      { class: "who-list" },
      ...named.map((one) => h("li", null, h("span", null, one.name), h("span", { class: "acts" }, one.who ? button("ban-watcher", one.who, t("people.ban"), one.name) : null))),
      others > 0 && named.length ? h("li", { class: "muted" }, t("people.others", { n: others })) : null,
    ),
  );
}

/** @param {TableApp} app @param {TableInfo} table */
function hostPart(app, table) {
  const { door } = table;
  if (!table.host || !door) return [];
  const banned = door.banned.map((one) =>
    h("li", null, h("span", null, one.name), h("span", { class: "acts" }, button("pardon", one.who ?? "", t("people.pardon"), one.name))),
  );
  return [
    banned.length ? h("section", { key: "banned" }, h("h3", null, t("people.banned")), h("ul", { class: "who-list" }, ...banned)) : null,
    h("section", { key: "door", class: "door" }, h("h3", null, t("people.door")), ...doorChoices(door, (change) => app.link.write({ type: "door", ...change }))),
  ];
}
