/**
 * SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104). WebCrypto, with a promise for each digest, takes seconds for the
 * trees of large shoes, which have several digests for each card.
 */
// @ts-check

/** @import { Bytes } from "./bytes.mjs" */

/**
 * Return 32-bit words, which a text has in hexadecimal digits, with blanks between them.
 *
 * @param {string} text
 */
const readWords = (text) =>
  Uint32Array.from(text.trim().split(/\s+/), (word) => parseInt(word, 16));

const START = readWords(
  "6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19",
);
/** A word for each of the 64 rounds, which is added in it. */
const ROUND_WORDS = readWords(`
  428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
  d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
  e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
  983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
  27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
  a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
  19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
  748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2
`);

/**
 * Return a 32-bit word, rotated right.
 *
 * @param {number} word
 * @param {number} bits how far, 1 to 31
 */
const rotate = (word, bits) => (word >>> bits) | (word << (32 - bits));

const schedule = new Uint32Array(64); // of a block, in its first 16 words

/**
 * Change the state by the block in `schedule` (FIPS 180-4, 6.2.2, whose letters a to h these are).
 *
 * @param {Uint32Array} state eight words
 */
function compress(state) {
  for (let i = 16; i < 64; i++) {
    const x = schedule[i - 15];
    const y = schedule[i - 2];
    const low = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const high = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    schedule[i] = schedule[i - 16] + low + schedule[i - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const sumWithChoice =
      h +
      (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
      ((e & f) ^ (~e & g)) +
      ROUND_WORDS[i] +
      schedule[i];
    const sumWithMajority =
      (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
      ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + sumWithChoice) | 0;
    d = c;
    c = b;
    b = a;
    a = (sumWithChoice + sumWithMajority) | 0;
  }
  const last = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] += last[i];
}

/**
 * Return the SHA-256 of bytes.
 *
 * @param {ArrayLike<number>} bytes
 * @returns {Bytes} 32 bytes
 */
export function sha256(bytes) {
  const { length } = bytes;
  const padded = new Uint8Array(64 * Math.ceil((length + 9) / 64));
  padded.set(bytes);
  padded[length] = 128;
  const view = new DataView(padded.buffer);
  // The length in bits, 8 * length, as two words
  view.setUint32(padded.length - 8, length / 2 ** 29);
  view.setUint32(padded.length - 4, length << 3);
  const state = START.slice();
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getUint32(start + 4 * i);
    compress(state);
  }
  const digest = new Uint8Array(32);
  for (let i = 0; i < 32; i++) digest[i] = state[i >> 2] >>> (24 - 8 * (i & 3));
  return digest;
}

/**
 * Return a function from a message to its HMAC-SHA-256 under a key of at most 64 bytes.
 *
 * @param {ArrayLike<number>} key
 * @returns {(message: ArrayLike<number>) => Bytes}
 */
export function openHmac(key) {
  /** @param {number} byte */
  const padKey = (byte) =>
    Uint8Array.from({ length: 64 }, (_, i) => byte ^ (key[i] ?? 0));
  const inner = padKey(0x36);
  const outer = padKey(0x5c);
  return (message) => sha256(join(outer, sha256(join(inner, message))));
}

/**
 * Return the bytes of `first` and then those of `second`.
 *
 * @param {ArrayLike<number>} first
 * @param {ArrayLike<number>} second
 * @returns {Bytes}
 */
export function join(first, second) {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
