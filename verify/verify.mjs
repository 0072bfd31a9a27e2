/**
 * The seeded stream sd1, and what is drawn from it, in plain JavaScript, from docs/stream.md and nothing else.
 * Needs only WebCrypto: any browser (on https or localhost), or node 20 and later.
 *
 *   node verify/verify.mjs vectors    writes tests/vectors/sd1.json to standard output
 *   node verify/verify.mjs answer     reads one JSON request a line, writes one JSON answer a line
 */
import { deal, shoe } from "./decks.mjs";
import { dealGame, gameShoe, numberedOrder } from "./games.mjs";
import { SHUFFLES } from "./shuffles.mjs";

const OUT_OF_WORDS = new Error("more words are needed than were fetched");
const sha256 = (text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));

/** A source: the first `size` words of a seed and index, handed out as they are or as uniform integers. */
export async function stream(seed, index = 0, size = 4096) {
  const text = typeof seed === "string" || Number.isSafeInteger(seed) ? String(seed) : "";
  if (!/^\P{Surrogate}{1,256}$/u.test(text)) throw new RangeError("seed: 1 to 256 characters, or a safe integer");
  if (!Number.isSafeInteger(index) || index < 0) throw new RangeError("index: an integer from 0 to 2^53 - 1");
  if (!globalThis.crypto?.subtle) throw new Error("no WebCrypto here: use node 20 or later, or https");
  const digest = await sha256("shuffle-and-deal stream 1\n" + text);
  const key = await crypto.subtle.importKey("raw", digest, "AES-CTR", false, ["encrypt"]);
  const counter = new DataView(new ArrayBuffer(16));
  counter.setBigUint64(0, BigInt(index));
  const zeros = new Uint8Array(4 * size);
  const bytes = new DataView(await crypto.subtle.encrypt({ name: "AES-CTR", counter, length: 64 }, key, zeros));
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

/** The first `length` of n items in the order of a request's seed, index and algorithm; or so many with replacement. */
async function draw(n, length, { seed, index, replacement, algorithm = "fisher_yates", ...own }) {
  if (!replacement && length > n) throw new RangeError("count: no more than there are items");
  const shuffle = replacement ? (b) => Array.from({ length }, () => b(n)) : SHUFFLES[algorithm];
  for (let size = 4096; ; size *= 8) {
    const source = await stream(seed, index, size);
    try {
      const order = shuffle(source.below, n, { ...own, count: length }).slice(0, length);
      return { draws: source.draws, order };
    } catch (error) {
      if (error !== OUT_OF_WORDS) throw error; // otherwise once more from the start, with more words
    }
  }
}

/** What the service answers to a request with these fields, without its heading; or {n} for the indices of n items. */
export async function answer(request) {
  const { game, deal_number, deck, hands, n, min = 1, max, count, notation = "code" } = request;
  if (notation !== "code") throw new RangeError("notation: code, and no other here");
  if (game !== undefined) {
    const codes = gameShoe(request);
    const numbered = deal_number !== undefined;
    const { draws, order } = numbered
      ? { draws: 0, order: numberedOrder(deal_number) }
      : await draw(codes.length, codes.length, request);
    return { draws, ...dealGame(order, codes, request) };
  }
  if (deck !== undefined) {
    const codes = shoe(request);
    const { draws, order } = await draw(codes.length, count ?? codes.length, request);
    const held = (indices) => ({ cards: indices.map((index) => codes[index]), indices });
    if (hands === undefined) return { draws, ...held(order) };
    const dealt = deal(order, request);
    const named = (name, key) => dealt[name].map(([label, indices]) => ({ [key]: label, ...held(indices) }));
    return { draws, hands: named("hands", "seat"), piles: named("piles", "name") };
  }
  if ([n, min, max].some((x) => typeof x === "number" && !Number.isSafeInteger(x)))
    throw new RangeError("an integer beyond 2^53 - 1 is written as a string of digits");
  const all = n === undefined ? BigInt(max) - BigInt(min) + 1n : BigInt(n);
  const items = all > 1n << 53n ? all : Number(all);
  const { draws, order } = await draw(items, Number(count ?? all), request);
  if (n === undefined) return { draws, integers: order.map((i) => Number(BigInt(min) + BigInt(i))) };
  return { draws, indices: typeof items === "bigint" ? order.map(String) : order };
}

/** The command line; in a browser, or imported by another module, nothing happens here. */
async function main(command) {
  if (command === "vectors") return console.log(await (await import("./vectors.mjs")).default());
  if (command !== "answer") throw new Error("usage: node verify/verify.mjs vectors | answer");
  const { createInterface } = await import("node:readline");
  for await (const line of createInterface({ input: process.stdin }))
    console.log(JSON.stringify(await answer(JSON.parse(line))));
}

if (globalThis.process?.argv?.[1]?.endsWith("verify.mjs"))
  main(process.argv[2]).catch((error) => {
    console.error(`${error}`);
    process.exitCode = 1;
  });
