// @ts-check
/** The page's own SHA-256 against the vectors of the standard, and against the one of Node at every length about a block. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sha256 } from "../../src/kibic/web/static/js/sha256.js";

const VECTORS = {
  "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  abc: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
};

for (const [text, hash] of Object.entries(VECTORS)) test(`the standard's vector of ${text.length} characters`, () => assert.equal(sha256(text), hash));

test("a million times the letter a", () => {
  assert.equal(sha256("a".repeat(1_000_000)), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
});

test("every length about a block, and letters of more than one byte", () => {
  for (let length = 0; length < 200; length++) {
    const text = "šž€x".repeat(50).slice(0, length);
    assert.equal(sha256(text), createHash("sha256").update(text, "utf8").digest("hex"));
  }
});
