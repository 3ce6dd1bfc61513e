// @ts-check
/** Rules from a file and into one: chosen or pasted, its faults by line, and the form written as a file. */
import { download } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { language, pick, t } from "./i18n.js";

/** @typedef {import("./store.js").Json} Json */
/** `taken` is the text that was last loaded into the form. @typedef {{text: string, taken: string, problems: Json[], busy: boolean, held: boolean}} RulesFile */
/** @typedef {{read: () => void, save: () => void, type: (text: string) => void}} FileActs */

const TEXT = "file-text";

/** A fault with its line, as editors write it. @param {Json} problem */
export const problemLine = (problem) => (problem.line ? `${t("file.line", { n: problem.line })}: ${pick(problem)}` : pick(problem));

/** @param {RulesFile} file @param {FileActs} acts */
export function fileBox(file, acts) {
  const text = h("textarea", { id: TEXT, class: "input", rows: 6, spellcheck: "false", placeholder: t("file.paste.hint") });
  text.value = file.text;
  text.addEventListener("input", () => acts.type(text.value));
  const chooser = h("input", { id: "file", type: "file", class: "vh", accept: ".toml,.txt,text/plain,application/toml" });
  chooser.addEventListener("change", () => void chosen(chooser, acts));
  const read = h("button", { class: "btn", type: "button", data: { act: "read-rules" }, "aria-disabled": file.busy ? "true" : null, "aria-busy": file.busy ? "true" : null }, t(file.busy ? "file.reading" : "file.read"));
  read.addEventListener("click", acts.read);
  const save = h("button", { class: "btn quiet", type: "button", data: { act: "save-rules" } }, icon("save"), t("file.save"));
  save.addEventListener("click", acts.save);
  return h(
    "details",
    { class: "more file", key: "file", data: { group: "file" } },
    h("summary", null, t("file.title")),
    h("p", { class: "muted small" }, t("file.text")),
    h(
      "div",
      { class: "file-in" },
      h("div", null, chooser, h("label", { class: "btn", for: "file" }, t("file.choose"))),
      h("label", { class: "lab", for: TEXT }, t("file.paste")),
      text,
      file.held ? h("p", { class: "problem", role: "alert", key: "held" }, t("file.refused")) : null,
      faults(file.problems),
      h("div", { class: "row" }, read, save),
    ),
  );
}

/** @param {Json[]} problems */
function faults(problems) {
  if (!problems.length) return null;
  return h(
    "div",
    { class: "problems", role: "alert", key: "faults" },
    h("p", null, t("file.wrong", { n: problems.length })),
    h("ul", null, ...problems.map((problem) => h("li", { data: { line: problem.line ?? "" } }, problemLine(problem)))),
  );
}

/** A chosen file is put where a pasted one would stand, and read at once. @param {HTMLInputElement} chooser @param {FileActs} acts */
async function chosen(chooser, acts) {
  const file = chooser.files?.[0];
  if (!file) return;
  const text = await file.text();
  chooser.value = "";
  const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById(TEXT));
  if (field) field.value = text;
  acts.type(text);
  acts.read();
}

/** Saves rules as a file that every command takes. @param {{game: string, preset: string, options: Json}} rules */
export async function saveRules(rules) {
  const text = await download("/api/rules/write", { ...rules, language: language() });
  const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  h("a", { href: url, download: `${rules.preset}.toml` }).click();
  URL.revokeObjectURL(url);
}
