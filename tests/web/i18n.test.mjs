// @ts-check
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { CATALOGUES, pick, setLanguage, t } from "../../src/kibic/web/static/js/i18n.js";
import "../../src/kibic/web/static/js/people/texts.js";
import "../../src/kibic/web/static/js/replay/texts.js";
import "../../src/kibic/web/static/js/sheet/texts.js";

const JS = fileURLToPath(new URL("../../src/kibic/web/static/js", import.meta.url));

const sources = readdirSync(JS, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js") && !name.includes("i18n"))
  .map((name) => readFileSync(join(JS, name), "utf8"))
  .join("\n");

test("both catalogues have the same keys", () => {
  assert.deepEqual(Object.keys(CATALOGUES.sr).sort(), Object.keys(CATALOGUES.en).sort());
});

test("both catalogues fill in the same names", () => {
  /** @param {unknown} entry */
  const names = (entry) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g) ?? [])].sort();
  const loose = ["hand.n", "tricks.word", "waiting.text"];
  for (const [key, entry] of Object.entries(CATALOGUES.sr)) {
    if (!loose.includes(key)) assert.deepEqual(names(entry), names(CATALOGUES.en[key]), key);
  }
});

test("every text the code asks for exists", () => {
  const asked = [...sources.matchAll(/\bt\(\s*"([^"]+)"/g), ...sources.matchAll(/\bt\([^()]*? \? "([^"]+)" : "[^"]+"/g)].map(
    (found) => found[1],
  );
  assert.ok(asked.length > 100);
  for (const key of asked) assert.ok(key in CATALOGUES.sr, key);
});

test("every family of keys the code builds exists, and every text is asked for", () => {
  const families = [...sources.matchAll(/`([\w.]+\.)\$\{/g)].map((found) => found[1]);
  const keys = Object.keys(CATALOGUES.sr);
  for (const family of families)
    assert.ok(!/^(cap|ask|role|set|keys|group|phase)\./.test(family) || keys.some((key) => key.startsWith(family)), family);
  const unused = keys.filter((key) => !sources.includes(`"${key}"`) && !families.some((family) => key.startsWith(family)));
  assert.deepEqual(unused, []);
});

test("plural forms are those of the language", () => {
  setLanguage("sr");
  assert.deepEqual(
    [1, 2, 5, 11, 21, 22].map((n) => t("cards.n", { n })),
    ["1 karta", "2 karte", "5 karata", "11 karata", "21 karta", "22 karte"],
  );
  setLanguage("en");
  assert.equal(t("cards.n", { n: 1 }), "1 card");
  assert.equal(t("cards.n", { n: 2 }), "2 cards");
});

test("an unknown key is shown and does not break", () => {
  assert.equal(t("no.such.key"), "no.such.key");
});

test("texts in both languages are picked by the language", () => {
  setLanguage("sr");
  assert.equal(pick({ sr: "da", en: "yes" }), "da");
  setLanguage("en");
  assert.equal(pick({ sr: "da", en: "yes" }), "yes");
  assert.equal(pick({ sr: "da" }), "da");
  assert.equal(pick(null), "");
});
