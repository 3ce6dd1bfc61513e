import assert from "node:assert/strict";
import { test } from "node:test";
import { Talk } from "../../src/kibic/web/static/js/talk.js";
import { minutes } from "../../src/kibic/web/static/js/ticking.js";

const said = (number, fields = {}) => ({ number, name: "Boro", who: "b", seat: 1, word: null, text: `t${number}`, aside: false, you: false, ...fields });

/** A storage that holds texts. */
function shelf() {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
}

test("what was said before the page came is no news, and is heard once", () => {
  const talk = new Talk("t");
  assert.deepEqual(talk.take({ said: [said(2), said(1)], words: ["kontra"] }), []);
  assert.deepEqual(talk.words, ["kontra"]);
  assert.equal(talk.unread, 0);
  assert.deepEqual(talk.take({ said: [said(2), said(3)], words: null }).map((one) => one.number), [3]);
  assert.equal(talk.unread, 1);
  assert.deepEqual(talk.said.map((one) => one.number), [1, 2, 3]);
  talk.show(true);
  assert.equal(talk.unread, 0);
  talk.take({ said: [said(4)], words: null });
  assert.equal(talk.unread, 0);
});

test("the own text is sent until it is heard", () => {
  const talk = new Talk("t");
  assert.deepEqual(talk.saying("bravo"), { type: "talk", text: "bravo" });
  talk.take({ said: [said(1)], words: null });
  assert.equal(talk.sent, "bravo");
  assert.deepEqual(talk.take({ said: [said(2, { you: true })], words: null }), []);
  assert.equal(talk.sent, null);
});

test("whom one does not want to hear is not shown, here and after a reload", () => {
  const kept = shelf();
  const talk = new Talk("t", kept);
  talk.take({ said: [said(1), said(2, { who: "c", name: "Ceca" })], words: null });
  talk.mute("b", "Boro");
  assert.deepEqual(talk.said.map((one) => one.number), [2]);
  assert.deepEqual(talk.take({ said: [said(3)], words: null }), []);
  const again = new Talk("t", kept);
  assert.deepEqual([...again.muted], [["b", "Boro"]]);
  assert.deepEqual([...new Talk("another", kept).muted], []);
  again.unmute();
  assert.deepEqual([...new Talk("t", kept).muted], []);
});

test("a storage with foreign text mutes nobody", () => {
  const kept = shelf();
  kept.setItem("kibic.muted.t", "{");
  assert.equal(new Talk("t", kept).muted.size, 0);
});

test("a clock counts to the next full second", () => {
  assert.deepEqual([65_000, 59_001, 999, 0, -5].map(minutes), ["1:05", "1:00", "0:01", "0:00", "0:00"]);
});
