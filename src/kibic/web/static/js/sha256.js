// @ts-check
/**
 * SHA-256 (FIPS 180-4). Browsers offer theirs on secure addresses only; at home a page often comes over plain http from another machine.
 */

/** The first bits of the fraction of a root, as a word. @param {number} root */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;

/** @param {number} count @returns {number[]} the first primes */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes @returns {DataView} padded to whole blocks, with the length in bits at the end */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length << 3);
  return view;
}

/** The state after one more block. @param {number[]} state @param {DataView} data @param {number} at */
function block(state, data, at) {
  const w = Array.from({ length: 64 }, (_, i) => (i < 16 ? data.getInt32(at + 4 * i) : 0));
  for (let i = 16; i < 64; i++) {
    const s0 = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
}

/** @param {string} text @returns {string} the hash of its UTF-8 in hex */
export function sha256(text) {
  const data = padded(new TextEncoder().encode(text));
  let state = START;
  for (let at = 0; at < data.byteLength; at += 64) state = block(state, data, at);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
