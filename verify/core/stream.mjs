/**
 * The stream sd1, and the uniform integers drawn from it. Implemented from docs/definitions/stream.md alone.
 * Needs only WebCrypto: any browser (on https or localhost), or node 20 and later.
 */
import { checkInteger, checkText } from "./validation.mjs";

const OUT_OF_WORDS = new Error("more words are needed than were fetched");

/** Return WebCrypto; throw if there is none. */
export function webCrypto() {
  if (!globalThis.crypto?.subtle)
    throw new Error("no WebCrypto here: use node 20 or later, or https");
  return globalThis.crypto.subtle;
}

/** Return the prefix and the seed as text, whose digest is the key. */
export const seedParts = (seed) => [
  "shuffle-and-deal stream 1\n",
  checkText("seed", Number.isSafeInteger(seed) ? String(seed) : seed),
];

/** Return the key of a seed: 32 bytes. */
export const deriveSeedKey = async (seed) =>
  webCrypto().digest(
    "SHA-256",
    new TextEncoder().encode(seedParts(seed).join("")),
  );

const importKey = (key) =>
  webCrypto().importKey("raw", key, "AES-CTR", false, ["encrypt"]);

/** Return a source of the first `size` words of a key and index, as words or as uniform integers. */
export const openStream = async (key, index = 0, size = 4096) =>
  openSource(await importKey(key), index, size);

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
  const source = {
    size,
    draws: 0,
    word() {
      if (position === size) throw OUT_OF_WORDS;
      return bytes.getUint32(4 * position++);
    },
    /** Return a uniform integer in 0 … bound - 1, of the bound's own type: Number up to 2^53, BigInt of any size. */
    below(bound) {
      if (bound === 1 || bound > 2 ** 21 || typeof bound === "bigint")
        return belowLarge(source, bound);
      source.draws++;
      for (;;) {
        const product = source.word() * bound; // less than 2^53
        const low = product >>> 0;
        if (low >= bound || low >= 2 ** 32 % bound)
          return (product - low) / 2 ** 32;
      }
    },
  };
  return source;
}

function belowLarge(source, bound) {
  const [n, Type] = [BigInt(bound), bound.constructor];
  if (n === 1n) return Type(0);
  source.draws++;
  const words =
    n > 1n << 32n ? 2 * Math.ceil((n - 1n).toString(16).length / 16) : 1;
  const bits = 32 * words;
  const lowest = (1n << BigInt(bits)) % n;
  for (;;) {
    let word = 0n;
    for (let i = 0; i < words; i++)
      word = (word << 32n) + BigInt(source.word());
    if (BigInt.asUintN(bits, n * word) >= lowest)
      return Type((n * word) >> BigInt(bits));
  }
}

/** Return a source of the words of a seed and index. */
export const openSeedStream = async (seed, index, size) =>
  openStream(await deriveSeedKey(seed), index, size);

/** Return the result of a function of `below`, and the number of draws; `observe` may wrap the source. */
export async function drawFrom(key, index, draw, observe = (source) => source) {
  for (let size = 4096; ; size *= size < 2 ** 24 ? 8 : 2) {
    const drawn = tryDraw(observe(await openStream(key, index, size)), draw);
    if (drawn) return drawn;
  }
}

/** Yield the same for `count` indices from `first` on; many are encrypted at a time. */
export async function* drawFromEach(key, first, count, draw) {
  const aes = await importKey(key);
  let [size, block] = [64, 16];
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

/** Return a result and the number of draws, or undefined if the source has too few words. */
function tryDraw(source, draw) {
  try {
    return { result: draw(source.below), draws: source.draws };
  } catch (error) {
    if (error !== OUT_OF_WORDS) throw error;
  }
}
