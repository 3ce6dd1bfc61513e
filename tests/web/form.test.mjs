// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { setLanguage } from "../../src/kibic/web/static/js/i18n.js";
import { OTHER, VALUES } from "../../src/kibic/web/static/js/games/preferans/values.js";
import { problemLine } from "../../src/kibic/web/static/js/rulesfile.js";
import { problemOf, valueText } from "../../src/kibic/web/static/js/rulesform.js";

/** @param {string} key @param {Record<string, unknown>} rest */
const parameter = (key, rest) => ({ key, labels: VALUES[key], other: OTHER[key], ...rest });
const hold = parameter("auc.hold", { kind: "choice", values: ["first_free", "seniority"], sr: "Ko sme da kaže mogu.", en: "Who may say mogu." });
const kontra = parameter("kontra.enabled", { kind: "bool", values: [true, false], sr: "Sme kontra.", en: "Kontra may be given." });
const refa = parameter("refa.max", { kind: "choice", values: ["auto_50"], low: 0, high: 20, sr: "Koliko refa.", en: "Refas." });
const trigger = parameter("refa.trigger", { kind: "choices", values: ["all_pass", "pik_nobody"], sr: "Kad.", en: "When." });

test("a value is shown by its label, a list by those of its parts", () => {
  setLanguage("sr");
  assert.equal(valueText(hold, "first_free"), "prvi nadmašeni");
  assert.equal(valueText(trigger, ["all_pass", "pik_nobody"]), "svi dalje, pik, niko ne dođe");
  assert.equal(valueText(trigger, []), "ništa");
  assert.equal(valueText(kontra, false), "ne");
  assert.equal(valueText(refa, 3), "3");
});

test("a fault stands at the key that was changed, else at the first it names", () => {
  setLanguage("sr");
  const problem = { sr: "Pik bez kontre ne može.", en: "Pik without kontra cannot be.", keys: ["kontra.enabled", "pik.needs_kontra"] };
  const preset = { "kontra.enabled": true, "pik.needs_kontra": true };
  const changed = { ...preset, "pik.needs_kontra": false };
  assert.deepEqual(problemOf(problem, changed, preset), { key: "pik.needs_kontra", text: "Pik bez kontre ne može." });
  setLanguage("en");
  assert.deepEqual(problemOf(problem, preset, preset), { key: "kontra.enabled", text: "Pik without kontra cannot be." });
});

test("a fault that names no key of the form is kept whole", () => {
  setLanguage("sr");
  const problem = { sr: "nope: nema takvog ključa", en: "nope: no such key", keys: [] };
  assert.deepEqual(problemOf(problem, {}, {}), { key: null, text: "nope: nema takvog ključa" });
});

test("a fault of a file is told with its line", () => {
  setLanguage("sr");
  assert.equal(problemLine({ sr: "nepoznat ključ", en: "unknown key", line: 4, column: 1 }), "red 4: nepoznat ključ");
  setLanguage("en");
  assert.equal(problemLine({ sr: "nepoznat ključ", en: "unknown key" }), "unknown key");
});
