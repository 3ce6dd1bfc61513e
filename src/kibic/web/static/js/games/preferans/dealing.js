// @ts-check
/** Which cards a deck gives to whom (DEAL-02), to compare a sealed deck with the cards that were seen. */

/** @typedef {import("../../store.js").Json} Json */

/**
 * Five to each from the dealer's right, two to the talon, five to each; of four players the dealer gets none.
 * @param {string[]} deck @param {number} dealer @param {number} players @returns {{hands: string[][], talon: string[]}}
 */
export function dealtFrom(deck, dealer, players) {
  /** @type {string[][]} */
  const hands = Array.from({ length: players }, () => []);
  [0, 5, 10, 17, 22, 27].forEach((from, at) => hands[(dealer + 1 + (at % 3)) % players].push(...deck.slice(from, from + 5)));
  return { hands, talon: deck.slice(15, 17) };
}

/** @param {string[]} some @param {string[]} others */
const same = (some, others) => some.length === others.length && some.every((card) => others.includes(card));

/**
 * Whether a deck gives the own cards as they came and all cards that were shown after the hand; null when there were none to compare.
 * @param {string[]} deck @param {number} players @param {number | null} seat
 * @param {{dealer?: number, own?: string[]}} known @param {Json | null} outcome
 * @returns {boolean | null}
 */
export function deckAgrees(deck, players, seat, known, outcome) {
  if (known.dealer === undefined) return null;
  const { hands, talon } = dealtFrom(deck, known.dealer, players);
  const checks = [];
  if (seat !== null && known.own?.length) checks.push(same(hands[seat], known.own));
  if (outcome?.talon) {
    checks.push(same(talon, outcome.talon));
    outcome.hands.forEach((/** @type {string[] | null} */ shown, /** @type {number} */ at) => {
      const [held, dealt] = at === outcome.declarer ? [[...(shown ?? []), ...(outcome.discard ?? [])], [...hands[at], ...talon]] : [shown ?? [], hands[at]];
      if (shown) checks.push(same(held, dealt));
    });
  }
  return checks.length ? checks.every(Boolean) : null;
}
