// @ts-check
// Text files as old programs write them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, textOf } from "../../src/kibic/web/static/js/textfile.js";

const TEXT = '[Player1 "Đorđe Šćepanović"]\r\n';
const CP1250 = Uint8Array.from([0xd0, 0xf0, 0x8a, 0x9a, 0xc8, 0xe8, 0xc6, 0xe6, 0x8e, 0x9e]);

/** The text in UTF-16, its low bytes first or last. @param {boolean} little */
function wide(little) {
  const bytes = new Uint8Array(TEXT.length * 2);
  for (let at = 0; at < TEXT.length; at += 1) new DataView(bytes.buffer).setUint16(at * 2, TEXT.charCodeAt(at), little);
  return bytes;
}

test("UTF-8 is read, with a mark or without", async () => {
  assert.equal(decode(new TextEncoder().encode(TEXT)), TEXT);
  assert.equal(decode(new TextEncoder().encode(`\ufeff${TEXT}`)), TEXT);
  assert.equal(await textOf(new Blob([TEXT])), TEXT);
});

test("UTF-16 is read, with a mark or without", () => {
  for (const little of [true, false]) {
    const mark = little ? [0xff, 0xfe] : [0xfe, 0xff];
    assert.equal(decode(wide(little)), TEXT);
    assert.equal(decode(Uint8Array.from([...mark, ...wide(little)])), TEXT);
  }
});

test("what is no UTF-8 is Windows-1250", () => assert.equal(decode(CP1250), "ĐđŠšČčĆćŽž"));

test("an empty file is empty", () => assert.equal(decode(new Uint8Array()), ""));
