/**
 * The stream sd1, and the uniform integers drawn from it, in plain JavaScript, from docs/stream.md and nothing else.
 * Needs only WebCrypto: any browser (on https or localhost), or node 20 and later.
 */
import { integer, text } from "./members.mjs";

const OUT_OF_WORDS = new Error("more words are needed than were fetched");

/** WebCrypto, or the reason why there is none. */
export function webCrypto() {
  if (!globalThis.crypto?.subtle) throw new Error("no WebCrypto here: use node 20 or later, or https");
  return globalThis.crypto.subtle;
}

/** What the key of a seed is the digest of: a prefix, and the seed as text. */
export const seeded = (seed) => [
  "shuffle-and-deal stream 1\n",
  text("seed", Number.isSafeInteger(seed) ? String(seed) : seed),
];

/** The key of a seed: 32 bytes. */
export const seedKey = async (seed) => webCrypto().digest("SHA-256", new TextEncoder().encode(seeded(seed).join("")));

/** A source: the first `size` words of a key and index, handed out as they are or as uniform integers. */
export async function keyed(key, index = 0, size = 4096) {
  integer("index", index, 0, 2 ** 53 - 1);
  const aes = await webCrypto().importKey("raw", key, "AES-CTR", false, ["encrypt"]);
  const counter = new DataView(new ArrayBuffer(16));
  counter.setBigUint64(0, BigInt(index));
  const zeros = new Uint8Array(4 * size);
  const bytes = new DataView(await webCrypto().encrypt({ name: "AES-CTR", counter, length: 64 }, aes, zeros));
  let position = 0;
  const source = {
    draws: 0,
    word() {
      if (position === size) throw OUT_OF_WORDS;
      return bytes.getUint32(4 * position++);
    },
    /** Uniform in 0 … bound - 1, of the bound's own type: Number up to 2^53, BigInt up to 2^64. */
    below(bound) {
      const [n, Type] = [BigInt(bound), bound.constructor];
      if (n > 1n << 64n) throw new RangeError("bound: at most 2^64");
      if (n === 1n) return Type(0);
      source.draws++;
      const bits = n > 1n << 32n ? 64 : 32;
      const lowest = (1n << BigInt(bits)) % n;
      for (;;) {
        const high = BigInt(source.word());
        const product = n * (bits === 32 ? high : (high << 32n) + BigInt(source.word()));
        if (BigInt.asUintN(bits, product) >= lowest) return Type(product >> BigInt(bits));
      }
    },
  };
  return source;
}

export const stream = async (seed, index, size) => keyed(await seedKey(seed), index, size);

/** What a function makes of the draws of a key and index, and how many draws it took; `watch` may look on. */
export async function drawn(key, index, make, watch = (source) => source) {
  for (let size = 4096; ; size *= 8) {
    const source = watch(await keyed(key, index, size));
    try {
      return { made: make(source.below), draws: source.draws };
    } catch (error) {
      if (error !== OUT_OF_WORDS) throw error; // otherwise once more from the start, with more words
    }
  }
}
