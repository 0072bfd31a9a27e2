/**
 * The stream sd1, and the uniform integers drawn from it. Implemented from docs/definitions/stream.md alone.
 * Needs only WebCrypto: any browser (on https or localhost), or node 20 and later.
 *
 * The method is Lemire's (Fast Random Integer Generation in an Interval, 2019): a random word times the bound, divided
 * by 2^32, is the integer. Words whose remainder is below 2^32 modulo the bound are rejected; of the others, equally
 * many lead to each integer.
 *
 * FROZEN: the key of a seed, the words of a key and index, the size of words by bound, and which words are rejected.
 * FREE: how many words are fetched.
 */
// @ts-check
import { checkInteger, checkText } from "./validation.mjs";

/**
 * A function from a bound to a uniform integer in 0 … bound - 1, of the bound's own type: a number up to 2^53, a bigint
 * of any size.
 *
 * @typedef {{ (bound: number): number, (bound: bigint): bigint }} Below
 */

/**
 * The words of one key and index, from which uniform integers are drawn.
 *
 * @typedef {object} Source
 * @property {number} size how many words were fetched
 * @property {number} draws how many integers were drawn
 * @property {() => number} word a function that takes the next word of 32 bits
 * @property {Below} below
 */

/**
 * What was drawn from a source: the result, and the number of draws.
 *
 * @template T
 * @typedef {{ result: T, draws: number }} Drawn
 */

const OUT_OF_WORDS = new Error("more words are needed than were fetched");

/**
 * Return WebCrypto; throw if there is none.
 *
 * @returns {SubtleCrypto}
 */
export function webCrypto() {
  if (!globalThis.crypto?.subtle)
    throw new Error("no WebCrypto here: use node 20 or later, or https");
  return globalThis.crypto.subtle;
}

/**
 * Return the prefix and the seed as text, whose digest is the key.
 *
 * @param {unknown} seed a text or an integer, which is checked here
 * @returns {[prefix: string, seed: string]}
 */
export const seedParts = (seed) => [
  "shuffle-and-deal stream 1\n",
  checkText("seed", Number.isSafeInteger(seed) ? String(seed) : seed),
];

/**
 * Return the key of a seed: 32 bytes.
 *
 * @param {unknown} seed a text or an integer
 * @returns {Promise<ArrayBuffer>}
 */
export const deriveSeedKey = async (seed) =>
  webCrypto().digest(
    "SHA-256",
    new TextEncoder().encode(seedParts(seed).join("")),
  );

/**
 * Return a key as WebCrypto uses it.
 *
 * @param {BufferSource} key 32 bytes
 */
const importKey = (key) =>
  webCrypto().importKey("raw", key, "AES-CTR", false, ["encrypt"]);

/**
 * Return a source of the first `size` words of a key and index, as words or as uniform integers.
 *
 * @param {BufferSource} key 32 bytes
 * @param {number} index
 * @param {number} size how many words
 * @returns {Promise<Source>}
 */
export const openStream = async (key, index = 0, size = 4096) =>
  openSource(await importKey(key), index, size);

/**
 * Return the source of an imported key.
 *
 * @param {CryptoKey} aes
 * @param {number} index
 * @param {number} size how many words
 * @returns {Promise<Source>}
 */
async function openSource(aes, index, size) {
  checkInteger("index", index, 0, 2 ** 53 - 1);
  const counter = new DataView(new ArrayBuffer(16));
  counter.setBigUint64(0, BigInt(index));
  const zeros = new Uint8Array(4 * size);
  const bytes = new DataView(
    await webCrypto().encrypt(
      { name: "AES-CTR", counter, length: 64 },
      aes,
      zeros,
    ),
  );
  let position = 0;

  function word() {
    if (position === size) throw OUT_OF_WORDS;
    const value = bytes.getUint32(4 * position);
    position += 1;
    return value;
  }

  /**
   * Return a uniform integer in 0 … bound - 1.
   *
   * @overload
   * @param {number} bound
   * @returns {number}
   *
   * @overload
   * @param {bigint} bound
   * @returns {bigint}
   *
   * @param {number | bigint} bound
   */
  function below(bound) {
    if (typeof bound === "bigint") return drawLarge(source, bound);
    if (bound === 1 || bound > 2 ** 21)
      return Number(drawLarge(source, BigInt(bound)));
    source.draws++;
    for (;;) {
      const product = source.word() * bound; // less than 2^53
      const remainder = product >>> 0;
      const isSurelyKept = remainder >= bound; // without a division
      if (isSurelyKept || remainder >= 2 ** 32 % bound)
        return (product - remainder) / 2 ** 32;
    }
  }

  /** @type {Source} */
  const source = { size, draws: 0, word, below };
  return source;
}

/**
 * Return a uniform integer in 0 … bound - 1, of a bound of any size. A bound of 1 takes no word and is no draw.
 *
 * @param {Source} source
 * @param {bigint} bound
 * @returns {bigint}
 */
function drawLarge(source, bound) {
  if (bound === 1n) return 0n;
  source.draws++;
  const wordCount = countWords(bound);
  const bits = 32 * wordCount;
  const leastKept = (1n << BigInt(bits)) % bound;
  for (;;) {
    let number = 0n;
    for (let i = 0; i < wordCount; i++)
      number = (number << 32n) + BigInt(source.word());
    const product = bound * number;
    const remainder = BigInt.asUintN(bits, product);
    if (remainder >= leastKept) return product >> BigInt(bits);
  }
}

/**
 * Return how many words an integer below a bound takes: one up to the bound 2^32, then two for each 64 bits.
 *
 * @param {bigint} bound
 */
function countWords(bound) {
  if (bound <= 1n << 32n) return 1;
  const hexDigits = (bound - 1n).toString(16).length;
  return 2 * Math.ceil(hexDigits / 16);
}

/**
 * Return a source of the words of a seed and index.
 *
 * @param {unknown} seed a text or an integer
 * @param {number} [index]
 * @param {number} [size] how many words
 * @returns {Promise<Source>}
 */
export const openSeedStream = async (seed, index, size) =>
  openStream(await deriveSeedKey(seed), index, size);

/**
 * Return the result of a function of `below`, and the number of draws; `observe` may wrap the source.
 *
 * @template T
 * @param {BufferSource} key 32 bytes
 * @param {number} index
 * @param {(below: Below) => T} draw called again, with a source of more words, if they were too few
 * @param {(source: Source) => Source} observe
 * @returns {Promise<Drawn<T>>}
 */
export async function drawFrom(key, index, draw, observe = (source) => source) {
  for (let size = 4096; ; size *= size < 2 ** 24 ? 8 : 2) {
    const drawn = tryDraw(observe(await openStream(key, index, size)), draw);
    if (drawn) return drawn;
  }
}

/**
 * Yield the same for `count` indices from `first` on; many are encrypted at a time.
 *
 * @template T
 * @param {BufferSource} key 32 bytes
 * @param {number} first
 * @param {number} count how many indices
 * @param {(below: Below) => T} draw
 * @returns {AsyncGenerator<Drawn<T>, void>}
 */
export async function* drawFromEach(key, first, count, draw) {
  const aes = await importKey(key);
  let size = 64; // words of each source
  let block = 16; // sources at a time
  for (let done = 0; done < count; done += block) {
    block = Math.min(2 * block, 512, count - done);
    const indices = Array.from({ length: block }, (_, i) => first + done + i);
    const sources = await Promise.all(
      indices.map((index) => openSource(aes, index, size)),
    );
    for (const [i, source] of sources.entries()) {
      const drawn = tryDraw(source, draw);
      if (!drawn && source.size === size) size *= 2;
      yield drawn ?? (await drawFrom(key, indices[i], draw));
    }
  }
}

/**
 * Return a result and the number of draws, or undefined if the source has too few words.
 *
 * @template T
 * @param {Source} source
 * @param {(below: Below) => T} draw
 * @returns {Drawn<T> | undefined}
 */
function tryDraw(source, draw) {
  try {
    return { result: draw(source.below), draws: source.draws };
  } catch (error) {
    if (error !== OUT_OF_WORDS) throw error;
  }
}
