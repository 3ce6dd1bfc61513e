// @ts-check
/** A match from a text: a file that is chosen or dropped, or a text that is pasted; and what is wrong with it. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { problemLine } from "../rulesfile.js";
import { textOf } from "../textfile.js";

/** @typedef {import("../store.js").Json} Json */

const TEXT = "replay-text";

/**
 * The form.
 * @param {{text: string, problems: Json[], busy: boolean}} state @param {(text: string) => void} open
 */
export function bringForm(state, open) {
  const text = h("textarea", { id: TEXT, class: "input", rows: 8, spellcheck: "false", key: "text" });
  text.value = state.text;
  text.addEventListener("input", () => (state.text = text.value));
  const chooser = h("input", { id: "replay-file", type: "file", class: "vh", accept: ".toml,.ppn,.txt,text/plain,application/toml" });
  chooser.addEventListener("change", async () => {
    const file = chooser.files?.[0];
    if (file) open(await textOf(file));
  });
  const go = h("button", { class: "btn primary", type: "button", data: { act: "bring" }, "aria-disabled": state.busy ? "true" : null }, t("replay.open"));
  go.addEventListener("click", () => open(state.text));
  return h(
    "main",
    { class: "bring", key: "bring" },
    h(
      "section",
      { class: "panel newt file drop", "aria-label": t("replay.title") },
      h("header", { class: "ph" }, h("h1", null, t("replay.title"))),
      h("p", { class: "opt muted" }, t("replay.text")),
      h(
        "div",
        { class: "opt file-in" },
        h("div", { class: "row" }, chooser, h("label", { class: "btn", for: "replay-file" }, t("file.choose")), h("span", { class: "muted small" }, t("replay.drop"))),
        h("label", { class: "lab", for: TEXT }, t("file.paste")),
        text,
        faults(state.problems),
        h("div", { class: "row" }, go),
      ),
    ),
  );
}

/** @param {Json[]} problems */
const faults = (problems) =>
  problems.length
    ? h(
        "div",
        { class: "problems", role: "alert", key: "faults" },
        h("ul", null, ...problems.map((problem) => h("li", { data: { line: problem.line ?? "" } }, problemLine(problem)))),
      )
    : null;

/** Takes a file dropped anywhere on the page. @param {(text: string) => void} open */
export function listenForDrops(open) {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.documentElement.dataset.dropping = "1";
  });
  const over = () => delete document.documentElement.dataset.dropping;
  addEventListener("dragleave", over);
  addEventListener("drop", async (event) => {
    event.preventDefault();
    over();
    const file = event.dataTransfer?.files[0];
    if (file) open(await textOf(file));
    else if (event.dataTransfer) {
      const text = event.dataTransfer.getData("text/plain");
      if (text) open(text);
    }
  });
}
