// @ts-check
/** The questions of the form as the page shows them: which is open, what was answered, how choices are grouped. No rule is known here. */

/** @typedef {import("../store.js").Json} Json */

/** What holds for a question, null while it must be asked. @param {Json} question @returns {string | null} */
export const valueOf = (question) => question.answer ?? question.default ?? null;

/** @param {Json} question @returns {Json | undefined} the choice that holds */
export const choiceOf = (question) => question.choices.find((/** @type {Json} */ one) => one.value === valueOf(question));

/**
 * The question to show: the one that was reopened, else the first that is open.
 * @param {Json | null} form @param {string | null} reopened key of a question @returns {Json | null}
 */
export function openQuestion(form, reopened) {
  const questions = /** @type {Json[]} */ (form?.questions ?? []);
  return questions.find((one) => one.key === reopened) ?? questions.find((one) => valueOf(one) === null) ?? null;
}

/** The questions that have a value, in order, without the one that is shown. @param {Json | null} form @param {Json | null} shown @returns {Json[]} */
export function settled(form, shown) {
  return (form?.questions ?? []).filter((/** @type {Json} */ one) => one.key !== shown?.key && valueOf(one) !== null);
}

/** Choices by group, in the order in which the groups come. @param {Json} question @returns {{group: string, choices: Json[]}[]} */
export function grouped(question) {
  /** @type {{group: string, choices: Json[]}[]} */
  const groups = [];
  for (const choice of question.choices) {
    const group = choice.group ?? "";
    const have = groups.find((one) => one.group === group);
    if (have) have.choices.push(choice);
    else groups.push({ group, choices: [choice] });
  }
  return groups;
}

/** The answers after one more; what does not fit any more is left out by the server. @param {Record<string, string>} answers @param {string} key @param {string} value */
export const answered = (answers, key, value) => ({ ...answers, [key]: value });

/** The form as it looks at once, before the server says what follows. @param {Json} form @param {string} key @param {string} value @returns {Json} */
export function foreseen(form, key, value) {
  const questions = form.questions.map((/** @type {Json} */ one) => (one.key === key ? { ...one, answer: value } : one));
  return { ...form, questions, complete: false, outcome: undefined };
}
