// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { setLanguage } from "../../src/kibic/web/static/js/i18n.js";
import { BOUNDS, OTHER, VALUES } from "../../src/kibic/web/static/js/games/preferans/values.js";
import { allowedText, problemOf, valueText } from "../../src/kibic/web/static/js/rulesform.js";

/** @param {string} key @param {Record<string, unknown>} rest */
const parameter = (key, rest) => ({ key, labels: VALUES[key], other: OTHER[key], bounds: BOUNDS[key], ...rest });
const hold = parameter("auc.hold", { kind: "choice", values: ["first_free", "seniority"], sr: "Ko sme da kaže mogu.", en: "Who may say mogu." });
const kontra = parameter("kontra.enabled", { kind: "bool", values: [true, false], sr: "Sme kontra.", en: "Kontra may be given." });
const pik = parameter("pik.needs_kontra", { kind: "bool", values: [true, false], sr: "Pik traži kontru.", en: "Pik needs kontra." });
const quota = parameter("call.quota", { kind: "int", values: [], low: 1, high: 10, sr: "Kvota.", en: "Quota." });
const start = parameter("match.start_bule", { kind: "int", values: [], low: 2, high: 1000, sr: "Početne bule.", en: "Bule." });
const refa = parameter("refa.max", { kind: "choice", values: ["auto_50"], low: 0, high: 20, sr: "Koliko refa.", en: "Refas." });
const trigger = parameter("refa.trigger", { kind: "choices", values: ["all_pass", "pik_nobody"], sr: "Kad.", en: "When." });
const all = [hold, kontra, pik, quota, start, refa, trigger];

test("a value is shown by its label, a list by those of its parts", () => {
  setLanguage("sr");
  assert.equal(valueText(hold, "first_free"), "prvi nadmašeni");
  assert.equal(valueText(trigger, ["all_pass", "pik_nobody"]), "svi dalje, pik, niko ne dođe");
  assert.equal(valueText(trigger, []), "ništa");
  assert.equal(valueText(kontra, false), "ne");
  assert.equal(valueText(refa, 3), "3");
});

test("what is allowed is said in the reader's language", () => {
  setLanguage("sr");
  assert.equal(allowedText(hold), "prvi nadmašeni, najstariji po redu");
  assert.equal(allowedText(quota), "ceo broj od 1 do 10");
  assert.equal(allowedText(start), "paran broj od 2 do 1000");
  assert.equal(allowedText(refa), "po jedna na 50 bula, drugi broj (0–20)");
  assert.equal(allowedText(trigger), "bilo koje od: svi dalje, pik, niko ne dođe");
  setLanguage("en");
  assert.equal(allowedText(quota), "a whole number from 1 to 10");
});

test("a wrong value is answered at its key, and in English with the server's sentence", () => {
  const sentence = "call.quota: 11 is not allowed; allowed: a whole number from 1 to 10";
  setLanguage("sr");
  assert.deepEqual(problemOf(sentence, all, {}), { key: "call.quota", text: "Dozvoljeno: ceo broj od 1 do 10.", raw: null });
  setLanguage("en");
  assert.deepEqual(problemOf(sentence, all, {}), { key: "call.quota", text: "Allowed: a whole number from 1 to 10.", raw: sentence });
});

test("values that do not go together are named with what they are", () => {
  setLanguage("sr");
  const sentence = "kontra.enabled = false and pik.needs_kontra = true would mean that pik is never played; set pik.needs_kontra = false";
  const problem = problemOf(sentence, all, { "kontra.enabled": false, "pik.needs_kontra": true });
  assert.deepEqual(problem, { key: "kontra.enabled", text: "Ne ide uz: „Pik traži kontru.“ – da.", raw: null });
});

test("a sentence that names no key of the form is kept whole", () => {
  setLanguage("sr");
  assert.deepEqual(problemOf("nope: no such key", all, {}).raw, "nope: no such key");
  assert.equal(problemOf("nope: no such key", all, {}).key, null);
});
