/** The shuffles of sd1 in plain JavaScript, from docs/stream.md and nothing else. */
import { Refused, choice, integer } from "./members.mjs";

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
    if (n % 2 || top < 0) throw new Refused("algorithm", "faro takes an even number of items, and variant out or in");
    return repeat(passes, n, (r) => r.map((_, k) => r[(k >> 1) + (k % 2 === top ? 0 : n / 2)]));
  },
};

/** How near to uniform each of them is. */
export const UNIFORMITY = {
  ...Object.fromEntries(Object.keys(SHUFFLES).map((name) => [name, "exact"])),
  ...{ sort_keys: "near", naive_swap: "biased", sattolo: "biased", riffle: "biased", overhand: "biased" },
  faro: "deterministic",
};

const passes = (value) => integer("passes", value, 1, 1000);

/** The parameters of those that have any. */
const PARAMETERS = {
  sort_keys: { key_bits: (value) => integer("key_bits", value, 1, 64) },
  riffle: { passes },
  overhand: { passes },
  faro: { passes, variant: (value) => choice("variant", value, ["out", "in"]) },
};

/** The names of a shuffle's own parameters. */
export const parametersOf = (algorithm) => Object.keys(PARAMETERS[algorithm] ?? {});

/** The shuffle of a request with its own parameters: (below, n, count) → order, of which the first `count` are true. */
export function shuffle({ algorithm = "fisher_yates", ...asked }) {
  const make = SHUFFLES[choice("algorithm", algorithm, Object.keys(SHUFFLES))];
  for (const name of parametersOf(algorithm)) if (asked[name] !== undefined) PARAMETERS[algorithm][name](asked[name]);
  return (below, n, count) => make(below, n, { ...asked, count }).slice(0, count);
}
