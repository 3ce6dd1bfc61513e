// @ts-check
/** The page of the person, `/me`: name, account, log-ins, block list, data. */
import "./texts.js";
import { get, post } from "../api.js";
import { ask } from "../dialogs.js";
import { byId, h, morph } from "../dom.js";
import { bar, tool } from "../bar.js";
import { language, t } from "../i18n.js";
import { openSettings, segment } from "../menus.js";
import { loadSettings, onSettings } from "../settings.js";
import { toast } from "../toast.js";
import { barLinks } from "./bar.js";

/** @typedef {import("../store.js").Json} Json */

/** @type {{me: {name: string | null, account: boolean}, way: string, sessions: Json[], blocks: Json[], loaded: boolean, fault: {form: string, text: string} | null}} */
const state = { me: { name: null, account: false }, way: "register", sessions: [], blocks: [], loaded: false, fault: null };

/** A field with its label. @param {string} id @param {string} label @param {Record<string, string | number | boolean>} how @param {string} [help] */
function field(id, label, how, help = "") {
  const wrong = state.fault?.form === how["data-form"];
  return h(
    "div",
    { class: "opt", key: id },
    h("label", { class: "lab", for: id }, label),
    h("input", { id, class: "input", "aria-describedby": help ? `${id}-help` : null, "aria-invalid": wrong ? "true" : null, ...how }),
    help ? h("p", { class: "help", id: `${id}-help` }, help) : null,
  );
}

/** @param {string} id @param {string} label @param {"new-password" | "current-password"} kind @param {string} form */
const password = (id, label, kind, form) =>
  field(
    id,
    label,
    { type: "password", name: id, autocomplete: kind, required: true, maxlength: 128, minlength: kind === "new-password" ? 8 : 1, "data-form": form },
    kind === "new-password" ? t("me.password.hint") : "",
  );

/** @param {string} form @param {string} title @param {import("../dom.js").Kid[]} body @param {string} button @param {boolean} [primary] */
function panel(form, title, body, button, primary = false) {
  const fault = state.fault?.form === form ? h("p", { class: "problem", role: "alert" }, state.fault.text) : null;
  return h(
    "section",
    { class: "panel me-part", key: form },
    h("header", { class: "ph" }, h("h2", null, title)),
    h("form", { class: "pad stack", id: form, data: { form } }, ...body, fault, h("div", { class: "row" }, h("button", { class: primary ? "btn primary" : "btn", data: { act: form } }, button))),
  );
}

const namePanel = () =>
  panel("rename", t("me.name"), [
    field("own-name", t("me.name"), { name: "name", value: state.me.name ?? "", maxlength: 24, required: true, autocomplete: state.me.account ? "username" : "nickname", "data-form": "rename" }, state.me.account ? t("me.name.account") : ""),
  ], t("me.name.save"));

/** A guest makes an account, or logs in to the one he has. */
function accountPanel() {
  const ways = ["register", "login"].map((value) => ({ value, label: t(`me.way.${value}`) }));
  const choice = segment("way", t("me.way"), ways, state.way, (value) => {
    state.way = value;
    state.fault = null;
    render();
  });
  const register = state.way === "register";
  const form = register ? "register" : "login";
  return panel(
    form,
    register ? t("me.register") : t("me.login"),
    [
      choice,
      h("p", { class: "muted small" }, register ? t("me.register.text") : t("me.login.text")),
      field("account-name", t("me.name"), { name: "name", value: register ? (state.me.name ?? "") : "", maxlength: 24, required: true, autocomplete: "username", "data-form": form }),
      register ? password("new", t("me.password"), "new-password", form) : password("old", t("me.password"), "current-password", form),
      register ? h("p", { class: "muted small" }, t("me.password.none")) : null,
    ],
    register ? t("me.register") : t("me.login"),
    true,
  );
}

const passwordPanel = () =>
  panel("password", t("me.password"), [
    h("input", { type: "text", name: "username", autocomplete: "username", value: state.me.name ?? "", class: "vh", tabindex: -1, "aria-hidden": "true", readonly: true }),
    password("old", t("me.password.old"), "current-password", "password"),
    password("new", t("me.password.new"), "new-password", "password"),
  ], t("me.password.save"));

/** @param {number} at milliseconds since 1970 */
const day = (at) => new Intl.DateTimeFormat(language() === "sr" ? "sr-Latn" : "en", { dateStyle: "medium" }).format(at);

function sessionsPanel() {
  const rows = state.sessions.map((one) =>
    h("li", null, h("span", null, h("b", null, one.this ? t("me.session.this") : t("me.session.other"))), h("span", { class: "muted small" }, t("me.session.since", { time: day(one.started) }))),
  );
  const others = state.sessions.length > 1;
  return h(
    "section",
    { class: "panel me-part", key: "sessions" },
    h("header", { class: "ph" }, h("h2", null, t("me.sessions"))),
    h(
      "div",
      { class: "pad stack" },
      h("ul", { class: "who-list" }, ...rows),
      h(
        "div",
        { class: "row" },
        others ? h("button", { class: "btn", type: "button", data: { act: "end-sessions" } }, t("me.sessions.end")) : null,
        h("button", { class: "btn", type: "button", data: { act: "logout" } }, t("me.logout")),
      ),
    ),
  );
}

function blocksPanel() {
  const rows = state.blocks.map((one) =>
    h(
      "li",
      { key: one.who },
      h("span", null, one.name),
      h("span", { class: "acts" }, h("button", { class: "btn small", type: "button", "aria-label": `${t("me.unblock")}: ${one.name}`, data: { act: "unblock", who: one.who } }, t("me.unblock"))),
    ),
  );
  return h(
    "section",
    { class: "panel me-part", key: "blocks" },
    h("header", { class: "ph" }, h("h2", null, t("me.blocks"))),
    h("div", { class: "pad" }, rows.length ? h("ul", { class: "who-list" }, ...rows) : h("p", { class: "muted small" }, t("me.blocks.none"))),
  );
}

const dataPanel = () =>
  h(
    "section",
    { class: "panel me-part", key: "data" },
    h("header", { class: "ph" }, h("h2", null, t("me.data"))),
    h(
      "div",
      { class: "pad stack" },
      h("p", { class: "muted small" }, t("me.data.text")),
      h(
        "div",
        { class: "row" },
        h("a", { class: "btn", href: "/api/me/export.zip", download: true, data: { act: "export" } }, t("me.export")),
        h("button", { class: "btn danger", type: "button", data: { act: "delete" } }, t("me.delete")),
      ),
    ),
  );

function render() {
  document.title = t("title.me");
  const { me, loaded } = state;
  const known = me.name !== null || me.account;
  const parts = !loaded
    ? [h("p", { class: "muted", key: "loading" }, t("loading"))]
    : [
        me.account ? null : h("p", { class: "muted lead", key: "lead" }, t("me.guest")),
        me.account ? null : accountPanel(),
        known ? namePanel() : null,
        me.account ? passwordPanel() : null,
        me.account ? sessionsPanel() : null,
        known ? blocksPanel() : null,
        known ? dataPanel() : null,
      ];
  const page = h(
    "div",
    { class: "page home-page" },
    bar([], [...barLinks(me, "/me"), tool("settings", "settings", t("settings"))]),
    h("main", { class: "me-page", key: "me", data: { account: String(me.account) } }, h("h1", null, t("me.title")), ...parts),
  );
  const app = byId("app");
  if (app.firstElementChild) morph(app.firstElementChild, page);
  else app.replaceChildren(page);
}

async function load() {
  const { name = null, account = false } = await get("/api/me");
  state.me = { name, account };
  if (state.me.name !== null || state.me.account) {
    const [sessions, blocks] = await Promise.all([get("/api/account/sessions"), get("/api/blocks")]);
    Object.assign(state, { sessions: sessions.sessions, blocks: blocks.blocks });
  } else Object.assign(state, { sessions: [], blocks: [] });
  state.loaded = true;
  render();
}

/** What each form sends, and what is said when it has worked. @type {Record<string, (value: (name: string) => string) => Promise<string>>} */
const SENDS = {
  rename: async (value) => {
    await post("/api/me", { name: value("name") });
    return t("me.name.saved");
  },
  register: async (value) => {
    await post("/api/account", { name: value("name"), password: value("new") });
    return "";
  },
  login: async (value) => {
    await post("/api/login", { name: value("name"), password: value("old") });
    return "";
  },
  password: async (value) => {
    await post("/api/account/password", { old: value("old"), new: value("new") });
    return t("me.password.saved");
  },
};

/** @param {HTMLFormElement} form */
async function submit(form) {
  const send = SENDS[form.id];
  if (!send) return;
  const fields = new FormData(form);
  state.fault = null;
  try {
    const said = await send((name) => String(fields.get(name) ?? ""));
    for (const input of form.querySelectorAll("input")) if (input.type === "password") input.value = "";
    await load();
    if (said) toast(said);
  } catch (error) {
    state.fault = { form: form.id, text: error instanceof Error ? error.message : String(error) };
    render();
    const passwords = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input[type="password"]'));
    (passwords[0] ?? form.querySelector("input"))?.focus();
  }
}

/** Asks once more, and for the password of an account. */
async function remove() {
  const input = h("input", { id: "delete-password", class: "input", type: "password", autocomplete: "current-password" });
  const body = [h("p", null, t("me.delete.text"))];
  const field = state.me.account ? [h("div", { class: "opt" }, h("label", { class: "lab", for: "delete-password" }, t("me.password")), input)] : [];
  const answer = await ask(
    t("me.delete.title"),
    [...body, ...field],
    [
      { value: "", label: t("cancel") },
      { value: "delete", label: t("me.delete.yes"), primary: true },
    ],
  );
  if (!answer) return;
  await post("/api/account/delete", { password: input.value });
  await load();
  toast(t("me.deleted"));
}

/** @type {Record<string, (button: HTMLElement) => Promise<void>>} */
const ACTS = {
  logout: async () => {
    await post("/api/logout", {});
    await load();
  },
  "end-sessions": async () => {
    const { ended } = await post("/api/account/sessions/end", {});
    await load();
    toast(t("me.sessions.ended", { n: ended }));
  },
  unblock: async (button) => {
    state.blocks = (await post("/api/blocks/remove", { who: button.dataset.who ?? "" })).blocks;
    render();
  },
  delete: remove,
  settings: async () => void openSettings(),
};

/** @param {unknown} error */
const tell = (error) => toast(error instanceof Error ? error.message : String(error));

function start() {
  loadSettings();
  const app = byId("app");
  app.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(/** @type {HTMLFormElement} */ (event.target));
  });
  app.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-act]"));
    if (button) ACTS[button.dataset.act ?? ""]?.(button).catch(tell);
  });
  onSettings(render);
  render();
  load().catch(tell);
}

start();
