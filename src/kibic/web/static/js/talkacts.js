// @ts-check
/** What one does in the talk of the table: open it, say something, not hear somebody, report what was said. */
import { byId, h } from "./dom.js";
import { ask, sheet } from "./dialogs.js";
import { t } from "./i18n.js";
import { toast } from "./toast.js";

/** @typedef {import("./app.js").TableApp} TableApp */

/** @type {Record<string, (app: TableApp, element: HTMLElement) => void>} */
export const TALK_ACTIONS = {
  talk: (app) => toggle(app),
  say: (app, element) => app.link.once({ type: "talk", word: element.dataset.say }),
  unmute: (app) => {
    app.talk.unmute();
    app.render();
  },
  "talk-about": (app, element) => void about(app, Number(element.dataset.number)),
};

/** @param {TableApp} app */
export function toggle(app) {
  app.talk.show(!app.talk.open);
  app.render();
  const { open } = app.talk;
  const place = open ? "#talk-text, .say-word, .talk-said" : '[data-act="talk"]';
  /** @type {HTMLElement | null} */ (app.root.querySelector(place))?.focus();
  if (open) toEnd(app);
}

/** @param {TableApp} app */
export function toEnd(app) {
  const list = app.root.querySelector(".talk-said");
  if (list) list.scrollTop = list.scrollHeight;
}

/** Sends what is written; the text stays until it is heard. @param {TableApp} app @param {Event} event */
export function submitted(app, event) {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (byId("talk-text"));
  const text = input.value.trim();
  if (text && app.link.state === "online") app.link.once(app.talk.saying(text));
}

/** Something was said. @param {TableApp} app @param {import("./store.js").Json} message @returns {string[]} what the log tells */
export function heard(app, message) {
  const { sent } = app.talk;
  const news = app.talk.take(message);
  const input = /** @type {HTMLInputElement | null} */ (document.getElementById("talk-text"));
  if (sent !== null && app.talk.sent === null && input?.value.trim() === sent) input.value = "";
  app.render();
  toEnd(app);
  return news.map((one) => t("say.said", { name: one.name, word: one.word ?? one.text ?? "" }));
}

/** What can be done about something said. @param {TableApp} app @param {number} number */
async function about(app, number) {
  const said = app.talk.heard.get(number);
  if (!said) return;
  const button = (/** @type {string} */ value, /** @type {string} */ label) => h("button", { class: "btn quiet", value, data: { act: `answer-${value}` } }, label);
  const { closed } = sheet(t("talk.about", { name: said.name }), [
    h("blockquote", null, said.word ?? said.text),
    h("div", { class: "menu" }, button("mute", t("talk.mute", { name: said.name })), button("report", t("talk.report"))),
  ]);
  const choice = await closed;
  if (choice === "mute") {
    app.talk.mute(said.who, said.name);
    app.render();
  } else if (choice === "report") await report(app, said);
}

/** @param {TableApp} app @param {import("./talk.js").Said} said */
async function report(app, said) {
  const answer = await ask(
    t("talk.report.ask"),
    [h("blockquote", null, `${said.name}: ${said.word ?? said.text}`), h("p", null, t("talk.report.text"))],
    [
      { value: "", label: t("cancel") },
      { value: "report", label: t("talk.report.yes"), primary: true },
    ],
  );
  if (!answer) return;
  app.reported = app.link.request({ type: "report", number: said.number });
}

/** @param {TableApp} app @param {string} id */
export function reported(app, id) {
  if (id !== app.reported) return;
  app.reported = null;
  toast(t("talk.reported"));
}
