// @ts-check
/** The rules in the form of a new table or a new sheet: a preset, every key, a file. Everything about them comes from the server. */
import { ApiError, get, post } from "./api.js";
import { h } from "./dom.js";
import { OTHER, VALUES } from "./games/preferans/values.js";
import { pick, t } from "./i18n.js";
import { segment } from "./menus.js";
import { fileBox, problemLine, saveRules } from "./rulesfile.js";
import { differences, parameterRow, problemOf, same } from "./rulesform.js";
import { toast } from "./toast.js";

/** @typedef {import("./store.js").Json} Json */
/** @typedef {import("./rulesform.js").Value} Value */

const GAME = "preferans";
/** The section of the file among those that are open. */
const FILE = "file";
/** Keys that stand on top, outside the groups: what is agreed anew every time. */
const ON_TOP = ["match.start_bule", "refa.max"];
/** How long the form waits for the next change before it asks the server whether the rules go together. */
const CHECK_MS = 250;

export class RulesPart {
  /** @param {{render: () => void, players: (counts: number[]) => void}} how how the page is drawn, and who hears how many may play */
  constructor({ render, players }) {
    this.render = render;
    this.tellPlayers = players;
    /** @type {Json | null} */
    this.rules = null;
    this.preset = "";
    /** @type {Record<string, Value>} */
    this.values = {};
    /** @type {Record<string, string>} */
    this.problems = {};
    /** @type {string[]} */
    this.general = [];
    /** @type {import("./rulesfile.js").RulesFile} */
    this.file = { text: "", taken: "", problems: [], busy: false, held: false };
    /** @type {Set<string>} */
    this.open = new Set();
    /** The question to the server that is still to be asked, and the number of the last one. */
    this.check = { timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined), asked: 0 };
  }

  /** @returns {Json | undefined} */
  chosenPreset() {
    return this.rules?.presets.find((/** @type {Json} */ one) => one.name === this.preset);
  }

  /** @returns {Record<string, Value>} the values of the chosen preset */
  presetValues() {
    return this.chosenPreset()?.values ?? {};
  }

  /** The rules as they are sent. */
  chosen() {
    return { game: GAME, preset: this.preset, options: differences(this.values, this.presetValues()) };
  }

  /** Asks the server for the rules. */
  async load() {
    try {
      const rules = await get(`/api/rules?game=${GAME}`);
      for (const parameter of rules.parameters) {
        const { key } = parameter;
        Object.assign(parameter, { labels: VALUES[key], other: OTHER[key] });
      }
      this.rules = rules;
      this.choose(rules.start.preset, rules.start.options);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} name @param {Record<string, Value>} options what differs from the preset */
  choose(name, options = {}) {
    this.preset = name;
    this.values = { ...this.presetValues(), ...options };
    this.problems = {};
    this.general = [];
    if (Object.keys(options).length) this.checkSoon();
    else {
      this.cancelCheck();
      this.tellPlayers(this.chosenPreset()?.players ?? []);
    }
    this.render();
  }

  cancelCheck() {
    clearTimeout(this.check.timer);
    this.check.asked += 1;
  }

  /** Asks the server, after a short pause, whether the rules go together and how many may play by them. */
  checkSoon() {
    this.cancelCheck();
    this.check.timer = setTimeout(() => void this.checkNow(this.check.asked), CHECK_MS);
  }

  /** @param {number} asked */
  async checkNow(asked) {
    // Too many questions, or no line: the same is told when what the rules are for is made.
    const found = await post("/api/rules/check", this.chosen()).catch(() => null);
    if (!found || asked !== this.check.asked) return;
    this.placeProblems(found.problems);
    if (found.players) this.tellPlayers(found.players);
    this.render();
  }

  /** @param {string} key @param {Value} value */
  setValue(key, value) {
    this.values[key] = value;
    delete this.problems[key];
    this.checkSoon();
    const changed = document.activeElement?.id;
    this.render();
    if (changed) document.getElementById(changed)?.focus();
  }

  /** @param {Json} parameter */
  row(parameter) {
    const { key } = parameter;
    return parameterRow(parameter, this.values[key], this.presetValues()[key], this.problems[key] ?? null, (value) =>
      this.setValue(key, value),
    );
  }

  /** @param {string} key @param {HTMLDetailsElement} details */
  remembered(key, details) {
    details.open ||= this.open.has(key);
    details.addEventListener("toggle", () => (details.open ? this.open.add(key) : this.open.delete(key)));
    return details;
  }

  /** @param {Json} group */
  groupSection(group) {
    const { values, problems } = this;
    const parameters =
      this.rules?.parameters.filter((/** @type {Json} */ one) => one.group === group.key && !ON_TOP.includes(one.key)) ?? [];
    if (!parameters.length) return null;
    const changed = parameters.filter((/** @type {Json} */ one) => !same(values[one.key], this.presetValues()[one.key])).length;
    const details = h(
      "details",
      { class: "more", key: group.key, data: { group: group.key } },
      h("summary", null, pick(group), " ", changed ? h("span", { class: "differs" }, t("new.changed", { n: changed })) : null),
      h("div", { class: "params" }, ...parameters.map((/** @type {Json} */ one) => this.row(one))),
    );
    details.open = parameters.some((/** @type {Json} */ one) => problems[one.key]);
    return this.remembered(group.key, details);
  }

  section() {
    const { rules } = this;
    if (!rules) return h("section", { class: "panel newt", key: "rules" }, h("p", { class: "pad muted" }, t("loading")));
    const presets = rules.presets.map((/** @type {Json} */ one) => ({ value: one.name, label: pick(one.title) || one.name }));
    const top = ON_TOP.flatMap((key) => rules.parameters.filter((/** @type {Json} */ one) => one.key === key));
    const count = Object.keys(differences(this.values, this.presetValues())).length;
    return h(
      "section",
      { class: "panel newt", key: "rules" },
      h(
        "header",
        { class: "ph" },
        h("h2", null, t("new.rules")),
        count ? h("button", { class: "btn quiet", type: "button", id: "reset" }, t("new.reset")) : null,
      ),
      segment("preset", t("new.preset"), presets, this.preset, (name) => this.choose(name)),
      h("p", { class: "pad muted small", id: "preset-note", "aria-live": "polite" }, pick(this.chosenPreset()?.note)),
      h("div", { class: "params top" }, ...top.map((one) => this.row(one))),
      h("div", { class: "groups" }, ...rules.groups.map((/** @type {Json} */ one) => this.groupSection(one)), this.fileSection()),
    );
  }

  fileSection() {
    const { file } = this;
    const acts = {
      read: () => void this.readFile(),
      save: () => void this.save(),
      type: (/** @type {string} */ text) => this.typed(text),
    };
    return this.remembered(FILE, fileBox(file, acts));
  }

  /** @param {string} text of the file, as it is typed */
  typed(text) {
    const { file } = this;
    file.text = text;
    if (!file.held) return;
    file.held = false;
    this.render();
  }

  /**
   * Whether the form has the rules that are meant: a text that was brought and not loaded is loaded first. What is wrong with
   * it is told, and the text stays.
   */
  async settled() {
    const { file } = this;
    if (!file.text.trim() || file.text === file.taken) return true;
    await this.readFile();
    if (file.text === file.taken) return true;
    file.held = true;
    this.open.add(FILE);
    this.render();
    document.querySelector('[data-group="file"] [role="alert"]')?.scrollIntoView({ block: "center" });
    return false;
  }

  /** Takes the rules of the file into the form; what is wrong in it stands below, by its lines. */
  async readFile() {
    const { file } = this;
    if (file.busy || !file.text.trim()) return;
    const { text } = file;
    file.busy = true;
    file.held = false;
    file.problems = [];
    this.render();
    try {
      const { preset, options, problems } = await post("/api/rules/read", { text });
      file.problems = problems;
      if (preset) {
        file.taken = text;
        this.choose(preset, options);
        toast(t("file.taken", { n: Object.keys(options).length }));
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      file.problems = [{ sr: error.message, en: error.message }];
    } finally {
      file.busy = false;
      this.render();
    }
  }

  /** The rules of the form as a file. */
  async save() {
    try {
      await saveRules(this.chosen());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.problems.length) this.showProblems(error);
      else toast(error.message);
    }
  }

  /** What is wrong with the rules and belongs to no key. */
  problemBox() {
    if (!this.general.length) return null;
    return h(
      "div",
      { class: "panel problems", role: "alert", key: "problems" },
      h("p", null, t("new.problems")),
      h("ul", null, ...this.general.map((text) => h("li", null, text))),
    );
  }

  /** Each problem at its key when it names one, else in a list. @param {Json[]} problems */
  placeProblems(problems) {
    this.problems = {};
    this.general = [];
    for (const problem of problems) {
      const { key, text } = problemOf(problem, this.values, this.presetValues());
      if (key) this.problems[key] = [this.problems[key], text].filter(Boolean).join(" ");
      else this.general.push(problemLine(problem));
    }
  }

  /** @param {ApiError} error */
  showProblems(error) {
    this.cancelCheck();
    this.placeProblems(error.problems);
    if (!error.problems.length) this.general = [error.message];
    this.render();
    document.querySelector(".wrong, .problems")?.scrollIntoView({ block: "center" });
  }
}
