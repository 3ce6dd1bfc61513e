// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { correctable, saidIn, withAside } from "../../src/kibic/web/static/js/sheet/aside.js";
import { keptIn, knownIn, withSheet } from "../../src/kibic/web/static/js/sheet/device.js";
import {
  anchored,
  draftAt,
  followed,
  freshDraft,
  meaning,
  meantHand,
  misfits,
  rival,
  sameHand,
  stepped,
  stepsTo,
  takenBack,
  touched,
} from "../../src/kibic/web/static/js/sheet/drafts.js";
import { stateAfter } from "../../src/kibic/web/static/js/sheet/state.js";
import { answered, choiceOf, foreseen, grouped, openQuestion, settled, valueOf } from "../../src/kibic/web/static/js/sheet/questions.js";

const choices = (/** @type {string[]} */ ...values) => values.map((value) => ({ value, sr: value, en: value }));
const declarer = { key: "declarer", choices: choices("0", "1", "2", "pass"), answer: "1" };
const kontra = { key: "kontra", choices: choices("no", "0", "2"), default: "no" };
const tricks = { key: "tricks", choices: choices("6", "5") };
const form = { questions: [declarer, kontra, tricks], complete: false };

/** @param {string} id @param {string | null} key @param {number} at */
const known = (id, key, at) => ({ id, key, players: ["Ana", "Boro", "Ceca"], at });

test("the first question without a value is asked, unless another was reopened", () => {
  assert.equal(openQuestion(form, null)?.key, "tricks");
  assert.equal(openQuestion(form, "kontra")?.key, "kontra");
  assert.equal(openQuestion(form, "gone")?.key, "tricks");
  assert.equal(openQuestion(null, null), null);
  assert.equal(openQuestion({ questions: [declarer] }, null), null);
});

test("what holds by itself counts as said, and can be told from what was said", () => {
  assert.deepEqual([declarer, kontra, tricks].map(valueOf), ["1", "no", null]);
  assert.deepEqual(
    settled(form, tricks).map((one) => [one.key, Boolean(one.answer)]),
    [
      ["declarer", true],
      ["kontra", false],
    ],
  );
  assert.equal(choiceOf(kontra)?.value, "no");
});

test("answers are grouped in the order of the groups", () => {
  const game = {
    key: "game",
    choices: [
      { value: "pik", group: "talon" },
      { value: "igra pik", group: "igra" },
      { value: "karo", group: "talon" },
    ],
  };
  assert.deepEqual(
    grouped(game).map(({ group, choices: some }) => [group, some.map((one) => one.value)]),
    [
      ["talon", ["pik", "karo"]],
      ["igra", ["igra pik"]],
    ],
  );
  assert.deepEqual(
    grouped(tricks).map(({ group }) => group),
    [""],
  );
});

test("an answer is shown at once and changes nothing that was given", () => {
  const given = { declarer: "1" };
  assert.deepEqual(answered(given, "declarer", "2"), { declarer: "2" });
  assert.deepEqual(given, { declarer: "1" });
  const next = foreseen({ ...form, complete: true, outcome: {} }, "tricks", "6");
  assert.equal(next.questions[2].answer, "6");
  assert.equal(next.complete, false);
  assert.equal(next.outcome, undefined);
  assert.equal(valueOf(tricks), null);
});

test("a sheet stands once on the list of the device, and its key is not lost by only following", () => {
  const list = withSheet(withSheet(withSheet([], known("a", "key", 1)), known("b", null, 2)), known("a", null, 3));
  assert.deepEqual(
    list.map(({ id, key, at }) => [id, key, at]),
    [
      ["a", "key", 3],
      ["b", null, 2],
    ],
  );
  const many = Array.from({ length: 40 }, (_, i) => known(`s${i}`, null, i));
  assert.equal(withSheet(many, known("new", null, 99)).length, 30);
});

test("what was kept by another version or by hand breaks nothing", () => {
  for (const strange of [
    null,
    7,
    "x",
    {},
    { draft: null },
    { draft: { kind: "hand" } },
    { draft: { kind: "dance", hand: 0, answers: {} } },
  ])
    assert.deepEqual(keptIn(strange), { draft: freshDraft(), sent: null, aside: [], under: [] });
  const old = { kind: "correct", hand: 3, answers: { declarer: "1" }, at: 0 };
  const draft = { ...freshDraft(), ...old };
  assert.deepEqual(keptIn({ draft: old, sent: { id: "1", type: "do" } }), { draft, sent: { id: "1", type: "do" }, aside: [], under: [] });
  const aside = [{ ...draft, said: "Ana" }];
  assert.deepEqual(keptIn({ draft, aside: [...aside, { kind: "hand" }, null], under: [draft, 7] }), { draft, sent: null, aside, under: [draft] });
  assert.deepEqual(knownIn({}), []);
  assert.deepEqual(knownIn([{ id: 3 }, null, known("a", null, 1)]), [known("a", null, 1)]);
});

test("a change leads from the state held to the next; one that is missing is noticed", () => {
  const state = { counted: 2, next: { hand: 3 }, hands: [{ number: 1 }, { number: 2 }] };
  const change = { patch: { counted: 3, next: { hand: 4 }, result: { points: [1] } }, kept: 1, hands: [{ number: 2, mark: "corrected" }, { number: 3 }] };
  const told = { version: 8, since: 7, state: null, change };
  assert.deepEqual(stateAfter(state, 7, told), {
    counted: 3,
    next: { hand: 4 },
    result: { points: [1] },
    hands: [{ number: 1 }, { number: 2, mark: "corrected" }, { number: 3 }],
  });
  assert.equal(stateAfter(state, 6, told), null);
  assert.equal(stateAfter(null, -1, told), null);
  assert.equal(stateAfter(state, 8, told), state);
  assert.equal(stateAfter(state, 7, { version: 8, state: null }), null);
  assert.deepEqual(stateAfter(state, 3, { version: 9, state: { hands: [] } }), { hands: [] });
});

/** @param {number} serial @param {Record<string, string>} answers */
const hand = (serial, answers) => ({ serial, answers });
const HERC = hand(0, { declarer: "0", game: "herc" });
const KARO = hand(1, { declarer: "1", game: "karo" });
const TREF = hand(2, { declarer: "2", game: "tref" });
const PASS = hand(3, { declarer: "pass" });

/** A sheet with these hands. @param {...{serial: number, answers: Record<string, string>}} hands */
const sheet = (...hands) => ({
  counted: hands.length,
  next: { hand: hands.length + 1 },
  hands: hands.map((one, i) => ({ ...one, number: i + 1, counts: true })),
});
const THREE = sheet(HERC, KARO, TREF);

test("a correction, a hand put in and a deletion follow their hand to its new number", () => {
  for (const kind of /** @type {const} */ (["correct", "insert"])) {
    const draft = draftAt(kind, THREE.hands[2]);
    assert.equal(followed(THREE, draft)?.hand, 3);
    assert.equal(followed(sheet(PASS, HERC, KARO, TREF), draft)?.hand, 4);
    assert.equal(followed(sheet(KARO, TREF), draft)?.hand, 2);
    assert.equal(followed(sheet(HERC, KARO), draft), null);
    assert.equal(followed({ ...THREE, hands: THREE.hands.map((one) => ({ ...one, counts: one.number < 3 })) }, draft), null);
  }
  assert.deepEqual(draftAt("correct", THREE.hands[2]).answers, TREF.answers);
  assert.deepEqual(draftAt("insert", THREE.hands[2]).answers, {});
  assert.deepEqual(meaning(THREE.hands[2]), { hand: 3, serial: 2, was: TREF.answers });
  assert.equal(meantHand(sheet(PASS, TREF), meaning(THREE.hands[2]))?.number, 2);
});

test("a hand that another phone corrected is not the one that was seen; one put in before it still has its place", () => {
  const corrected = sheet(HERC, KARO, hand(2, { ...TREF.answers, tricks: "5" }));
  assert.equal(followed(corrected, draftAt("correct", THREE.hands[2])), null);
  assert.equal(meantHand(corrected, meaning(THREE.hands[2])), null);
  assert.equal(meantHand(sheet(HERC, KARO, hand(2, { declarer: "2" })), meaning(THREE.hands[2])), null);
  assert.equal(followed(corrected, draftAt("insert", THREE.hands[2]))?.hand, 3);
});

test("a hand of four that moved tells who dealt it, and is the same hand", () => {
  const moved = sheet(PASS, HERC, KARO, hand(2, { dealer: "1", ...TREF.answers }));
  const draft = stepped(THREE, draftAt("correct", THREE.hands[2]), { ...TREF.answers, game: "pik" });
  const now = followed(moved, draft);
  assert.deepEqual([now?.hand, now?.answers, now?.was], [4, { dealer: "1", declarer: "2", game: "pik" }, moved.hands[3].answers]);
  assert.equal(meantHand(moved, meaning(THREE.hands[2]))?.number, 4);
  assert.equal(followed(sheet(hand(2, { dealer: "3", ...TREF.answers })), /** @type {any} */ (now)), null);
});

test("the next hand stays the next one while others change earlier hands, and not when another was written", () => {
  const begun = stepped(THREE, freshDraft(), { declarer: "1" });
  assert.deepEqual([begun.at, begun.serial, begun.past], [4, 2, [{}]]);
  assert.equal(followed(sheet(PASS, HERC, KARO, TREF), begun)?.at, 5);
  assert.equal(followed(sheet(KARO, TREF), begun)?.at, 3);
  assert.equal(followed(sheet(HERC, KARO, TREF, PASS), begun), null);
  assert.equal(followed(sheet(HERC, KARO), begun), null);
  assert.equal(followed({ ...THREE, next: null }, begun), null);
  assert.deepEqual(followed(sheet(HERC), freshDraft()), freshDraft());
  // What this page did itself takes the draft along.
  assert.deepEqual([anchored(sheet(HERC, KARO), begun).at, anchored(sheet(HERC, KARO), begun).serial], [3, 1]);
  assert.deepEqual(anchored(sheet(), freshDraft()), freshDraft());
  const first = stepped(sheet(), freshDraft(), { declarer: "0" });
  assert.equal(followed(sheet(PASS), first), null);
  assert.equal(rival(sheet(PASS), first)?.serial, 3);
});

test("a hand that another phone wrote first is put aside, unless it says the same", () => {
  const begun = stepped(sheet(HERC), freshDraft(), { declarer: "1" });
  const now = sheet(HERC, KARO, TREF);
  assert.ok(sameHand(now, begun));
  assert.ok(!sameHand(now, stepped(now, begun, { declarer: "1", game: "herc" })));
  assert.ok(!sameHand(now, draftAt("correct", now.hands[1])));
  assert.ok(!sameHand(sheet(), begun));
  const [kept] = withAside([], now, { ...begun, said: "Boro" });
  assert.equal(correctable(now, kept)?.number, 2);
  assert.equal(correctable(sheet(PASS, HERC, KARO), kept)?.number, 3);
  assert.equal(correctable(sheet(HERC, TREF), kept), null);
  assert.equal(correctable(sheet(), withAside([], sheet(), begun)[0]), null);
  const changed = sheet(HERC, KARO, hand(2, { declarer: "pass" }));
  assert.equal(correctable(changed, withAside([], changed, draftAt("correct", now.hands[2]))[0])?.number, 3);
  assert.equal(correctable(changed, withAside([], changed, draftAt("insert", now.hands[2]))[0]), null);
  assert.equal([1, 2, 3, 4, 5, 6, 7].reduce((waiting) => withAside(waiting, now, begun), [kept]).length, 5);
  const one = { key: "declarer", answer: "1", choices: [{ value: "1", sr: "Boro", en: "Boro" }] };
  assert.equal(saidIn({ questions: [one, { key: "kontra", default: "no", choices: choices("no") }] }), "Boro");
});

test("answers are taken back one by one, and what was begun can be lost only by that", () => {
  const one = stepped(THREE, freshDraft(), { declarer: "1" });
  const two = stepped(THREE, one, { declarer: "1", game: "pik" });
  assert.deepEqual(stepped(THREE, two, two.answers).past, two.past);
  assert.ok(touched(two) && touched(one) && !touched(freshDraft()));
  assert.deepEqual(takenBack(two), { ...one });
  assert.deepEqual(takenBack(one), freshDraft());
  const correction = draftAt("correct", THREE.hands[1]);
  assert.ok(!touched(correction));
  const changed = stepped(THREE, correction, { ...KARO.answers, game: "pik" });
  assert.ok(touched(changed));
  assert.deepEqual(takenBack(changed), correction);
  assert.deepEqual(stepsTo({ declarer: "1", game: "pik" }), [{}, { declarer: "1" }]);
  assert.ok(misfits(two, { declarer: "1" }) && misfits(two, { declarer: "1", game: "karo" }));
  assert.ok(!misfits(two, { declarer: "1", game: "pik", follow: "both" }));
});
