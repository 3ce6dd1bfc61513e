// @ts-check
/** A record or a PPN text becomes a new sheet: chosen or pasted, its fault by line, and what could not be taken over. */
import { ApiError, post } from "../api.js";
import { h } from "../dom.js";
import { list, t } from "../i18n.js";
import { problemLine } from "../rulesfile.js";
import { textOf } from "../textfile.js";
import { remember } from "./device.js";

/** @typedef {import("../store.js").Json} Json */

const TEXT = "import-text";

export class Bring {
  /** @param {() => void} render draws the page */
  constructor(render) {
    this.render = render;
    this.text = "";
    this.busy = false;
    /** Whether something else was about to be opened, while a text stands here. */
    this.held = false;
    /** @type {Json[]} */
    this.faults = [];
    /** The sheet that was made and has remarks to be read. @type {Json | null} */
    this.made = null;
  }

  section() {
    const text = h("textarea", { id: TEXT, class: "input", rows: 5, spellcheck: "false" });
    text.value = this.text;
    text.addEventListener("input", () => this.typed(text.value));
    const chooser = h("input", { id: "import-file", type: "file", class: "vh", accept: ".toml,.ppn,.txt,text/plain,application/toml" });
    chooser.addEventListener("change", () => void this.chosen(chooser));
    const go = h("button", { class: "btn", type: "button", data: { act: "import" }, "aria-disabled": this.busy ? "true" : null, "aria-busy": this.busy ? "true" : null }, t(this.busy ? "sheet.import.going" : "sheet.import.go"));
    const details = h(
      "details",
      { class: "more file", key: "import", data: { group: "import" } },
      h("summary", null, t("sheet.import")),
      h("p", { class: "muted small" }, t("sheet.import.text")),
      h(
        "div",
        { class: "file-in" },
        h("div", null, chooser, h("label", { class: "btn", for: "import-file" }, t("sheet.import.choose"))),
        h("label", { class: "lab", for: TEXT }, t("sheet.import.paste")),
        text,
        this.report(),
        h("div", { class: "row" }, go),
        this.busy ? h("p", { class: "help", role: "status", key: "busy" }, t("sheet.import.going")) : null,
      ),
    );
    details.open = this.held;
    return details;
  }

  /** @param {string} text as it is typed */
  typed(text) {
    this.text = text;
    if (!this.held) return;
    this.held = false;
    this.render();
  }

  /** Whether nothing is left to be imported; else that is told. */
  settled() {
    this.held = Boolean(this.text.trim()) && !this.made;
    if (!this.held) return true;
    this.render();
    document.querySelector('[data-group="import"] [role="alert"]')?.scrollIntoView({ block: "center" });
    return false;
  }

  report() {
    const { made, faults } = this;
    if (made) {
      return h(
        "div",
        { class: "problems told", role: "status", key: "report" },
        h("p", null, t("sheet.import.done", { names: list(made.players) })),
        h("ul", null, ...made.remarks.map(line)),
        h("a", { class: "btn primary", href: `/sheet/${made.sheet}#${made.key}`, data: { act: "open-import" } }, t("sheet.import.open")),
      );
    }
    if (!faults.length && !this.held) return null;
    return h(
      "div",
      { class: "problems", role: "alert", key: "report" },
      this.held ? h("p", null, t("sheet.import.waiting")) : null,
      faults.length ? h("ul", null, ...faults.map(line)) : null,
    );
  }

  /** A chosen file is put where a pasted text would stand, and read at once. @param {HTMLInputElement} chooser */
  async chosen(chooser) {
    const file = chooser.files?.[0];
    if (!file) return;
    this.text = await textOf(file);
    chooser.value = "";
    const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById(TEXT));
    if (field) field.value = this.text;
    await this.go();
  }

  /** Makes the sheet; it opens at once when everything could be taken over. */
  async go() {
    if (this.busy || !this.text.trim()) return;
    this.busy = true;
    this.held = false;
    this.made = null;
    this.faults = [];
    this.render();
    try {
      const made = await post("/api/sheets/import", { text: this.text });
      this.faults = made.problems;
      if (this.faults.length) return;
      remember({ id: made.sheet, key: made.key, players: made.players, at: Date.now() });
      if (made.remarks.length) this.made = made;
      else location.assign(`/sheet/${made.sheet}#${made.key}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.faults = [{ sr: error.message, en: error.message }];
    } finally {
      this.busy = false;
      this.render();
    }
  }
}

/** @param {Json} remark */
const line = (remark) => h("li", { data: { line: remark.line ?? "" } }, problemLine(remark));
