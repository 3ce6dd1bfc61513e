// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { outdated, sameHand, withDraft } from "../../src/kibic/web/static/js/sheet/aside.js";
import { freshDraft, keptIn, knownIn, withSheet } from "../../src/kibic/web/static/js/sheet/device.js";
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
    assert.deepEqual(keptIn(strange), { draft: freshDraft(), sent: null, aside: [] });
  const draft = { kind: "correct", hand: 3, answers: { declarer: "1" }, at: 0 };
  assert.deepEqual(keptIn({ draft, sent: { id: "1", type: "do" } }), { draft, sent: { id: "1", type: "do" }, aside: [] });
  const aside = [{ ...draft, said: "Ana" }];
  assert.deepEqual(keptIn({ draft, aside: [...aside, { kind: "hand" }, null] }), { draft, sent: null, aside });
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

test("a hand that another phone wrote first is put aside, unless it says the same", () => {
  const state = { counted: 2, hands: [{ answers: { declarer: "0" } }, { answers: { declarer: "1", game: "karo" } }] };
  /** @param {Record<string, string>} answers */
  const second = (answers) => ({ kind: /** @type {const} */ ("hand"), hand: 0, answers, at: 2 });
  assert.ok(outdated(state, second({})));
  assert.ok(!outdated(state, { ...second({}), at: 3 }));
  assert.ok(!outdated(state, { ...second({}), at: 0 }));
  assert.ok(outdated(state, { ...second({}), kind: "correct", hand: 3 }));
  assert.ok(sameHand(state, second({ declarer: "1" })));
  assert.ok(!sameHand(state, second({ declarer: "1", game: "herc" })));
  assert.ok(!sameHand(state, { ...second({ declarer: "1" }), kind: "correct" }));
  const form = { questions: [{ key: "declarer", answer: "1", choices: [{ value: "1", sr: "Boro", en: "Boro" }] }] };
  const kept = withDraft([], second({ declarer: "1" }), form);
  assert.deepEqual(kept, [{ ...second({ declarer: "1" }), said: "Boro" }]);
  assert.equal([1, 2, 3, 4, 5, 6, 7].reduce((waiting) => withDraft(waiting, second({}), null), kept).length, 5);
});
