/**
 * The seeded stream sd1 and its shuffles in plain JavaScript, from docs/stream.md and nothing else.
 * Needs only WebCrypto: any browser, or node 20 and later.
 *
 *   node verify/verify.mjs vectors    writes tests/vectors/sd1.json to standard output
 *   node verify/verify.mjs answer     reads one JSON request a line, writes one JSON answer a line
 */
const OUT_OF_WORDS = new Error("more words are needed than were fetched");
const sha256 = (text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));

/** A source: the first `size` words of a seed and index, handed out as they are or as uniform integers. */
export async function stream(seed, index = 0, size = 4096) {
  const text = typeof seed === "string" || Number.isSafeInteger(seed) ? String(seed) : "";
  if (!/^\P{Surrogate}{1,256}$/u.test(text)) throw new RangeError("seed: 1 to 256 characters, or a safe integer");
  if (!Number.isSafeInteger(index) || index < 0) throw new RangeError("index: an integer from 0 to 2^53 - 1");
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

const range = (n) => Array.from({ length: n }, (_, i) => i);
const swap = (r, i, j) => (([r[i], r[j]] = [r[j], r[i]]), r);
const repeat = (passes, n, pass) => range(passes).reduce(pass, range(n));

/** Every shuffle: (b = below, n items, the request's other parameters) → order. */
export const SHUFFLES = {
  fisher_yates(b, n, { count }) {
    const [order, moved] = [[], new Map()]; // moved: position → item, where it is not the one it began with
    const at = (i) => moved.get(i) ?? i;
    for (let i = n - n; i < count; i++) {
      const j = i + b(n - i);
      order.push(at(j));
      moved.set(j, at(i));
    }
    return order;
  },
  rejection(b, n, { count }) {
    const found = new Set(); // remembers the order of insertion
    while (found.size < count) found.add(b(n));
    return [...found];
  },
  random_slot(b, n) {
    const r = Array(n).fill(null);
    for (let i = 0; i < n;) {
      const slot = b(n);
      if (r[slot] === null) r[slot] = i++;
    }
    return r;
  },
  durstenfeld: (b, n) => range(n).reduceRight((r, i) => swap(r, i, b(i + 1)), range(n)),
  inside_out: (b, n) => range(n).reduce((r, i) => swap(r, i, b(i + 1)), range(n)), // r[i] is still i
  naive_swap: (b, n) => range(n).reduce((r, i) => swap(r, i, b(n)), range(n)),
  sattolo: (b, n) => range(n - 1).reduce((r, i) => swap(r, i, i + 1 + b(n - 1 - i)), range(n)),
  sort_keys(b, n, { key_bits = 64 }) {
    const keys = range(n).map(() => b(1n << BigInt(key_bits)));
    return range(n).sort((x, y) => (keys[x] < keys[y] ? -1 : keys[x] > keys[y] ? 1 : 0)); // a stable sort
  },
  riffle: (b, n, { passes = 7 }) =>
    repeat(passes, n, (r) => {
      const bits = r.map(() => b(2));
      let [left, right] = [0, bits.filter((bit) => bit === 0).length];
      return bits.map((bit) => r[bit === 0 ? left++ : right++]);
    }),
  overhand: (b, n, { passes = 100 }) =>
    repeat(passes, n, (r) => {
      const packets = [[r[0]]];
      for (const item of r.slice(1)) b(5) === 0 ? packets.push([item]) : packets.at(-1).push(item);
      return packets.reverse().flat();
    }),
  faro(b, n, { passes = 1, variant = "out" }) {
    const top = ["out", "in"].indexOf(variant); // which of each two cards comes from the top half
    if (n % 2 || top < 0) throw new RangeError("faro: an even number of items; variant out or in");
    return repeat(passes, n, (r) => r.map((_, k) => r[(k >> 1) + (k % 2 === top ? 0 : n / 2)]));
  },
};

/** {n, or min and max; count, replacement, algorithm and its parameters; seed, index} → {indices or integers, draws} */
export async function answer({ seed, index, n, min = 1, max, count, replacement, algorithm = "fisher_yates", ...own }) {
  if ([n, min, max].some((x) => typeof x === "number" && !Number.isSafeInteger(x)))
    throw new RangeError("an integer beyond 2^53 - 1 is written as a string of digits");
  const all = n === undefined ? BigInt(max) - BigInt(min) + 1n : BigInt(n);
  const [items, length] = [all > 1n << 53n ? all : Number(all), Number(count ?? all)];
  if (!replacement && length > items) throw new RangeError("count: no more than there are items");
  const shuffle = replacement ? (b) => range(length).map(() => b(items)) : SHUFFLES[algorithm];
  for (let size = 4096; ; size *= 8) {
    const source = await stream(seed, index, size);
    try {
      const order = shuffle(source.below, items, { count: length, ...own }).slice(0, length);
      if (n === undefined) return { draws: source.draws, integers: order.map((i) => Number(BigInt(min) + BigInt(i))) };
      return { draws: source.draws, indices: typeof items === "bigint" ? order.map(String) : order };
    } catch (error) {
      if (error !== OUT_OF_WORDS) throw error; // otherwise once more from the start, with more words
    }
  }
}

/** The command line; in a browser, or imported by another module, nothing happens here. */
async function main(command) {
  if (command === "vectors") return console.log(await (await import("./vectors.mjs")).default());
  if (command !== "answer") throw new Error("usage: node verify/verify.mjs vectors | answer");
  const { createInterface } = await import("node:readline");
  for await (const line of createInterface({ input: process.stdin }))
    console.log(JSON.stringify(await answer(JSON.parse(line))));
}

if (globalThis.process?.argv?.[1]?.endsWith("verify.mjs")) main(process.argv[2]);
