/** The shuffles of sd1. Implemented from docs/definitions/stream.md alone. */
import { Refused, checkChoice, checkInteger } from "./validation.mjs";

const range = (n) => Array.from({ length: n }, (_, i) => i);
const swap = (r, i, j) => (([r[i], r[j]] = [r[j], r[i]]), r);
const repeat = (passes, n, pass) => range(passes).reduce(pass, range(n));

/** Every shuffle, by name: a function of b (below), n and the request's other parameters that returns an order. */
export const SHUFFLES = {
  fisher_yates(b, n, { count }) {
    if (n <= 1024)
      return range(Math.min(count, n - 1)).reduce(
        (r, i) => swap(r, i, i + b(n - i)),
        range(n),
      );
    const [order, moved] = [[], new Map()]; // moved: position → item, for positions whose item has changed
    const at = (i) => moved.get(i) ?? i;
    for (let i = n - n; i < count; i++) {
      const j = i + b(n - i);
      order.push(at(j));
      moved.set(j, at(i));
    }
    return order;
  },
  rejection(b, n, { count }) {
    const items = new Set(); // keeps the order of insertion
    while (items.size < count) items.add(b(n));
    return [...items];
  },
  random_slot(b, n) {
    const r = Array(n).fill(null);
    for (let i = 0; i < n;) {
      const slot = b(n);
      if (r[slot] === null) r[slot] = i++;
    }
    return r;
  },
  durstenfeld: (b, n) =>
    range(n).reduceRight((r, i) => swap(r, i, b(i + 1)), range(n)),
  inside_out: (b, n) =>
    range(n).reduce((r, i) => swap(r, i, b(i + 1)), range(n)), // r[i] is still i
  naive_swap: (b, n) => range(n).reduce((r, i) => swap(r, i, b(n)), range(n)),
  sattolo: (b, n) =>
    range(n - 1).reduce((r, i) => swap(r, i, i + 1 + b(n - 1 - i)), range(n)),
  sort_keys(b, n, { key_bits }) {
    const keys = range(n).map(() => b(1n << BigInt(key_bits)));
    return range(n).sort((x, y) =>
      keys[x] < keys[y] ? -1 : keys[x] > keys[y] ? 1 : 0,
    ); // a stable sort
  },
  riffle: (b, n, { passes }) =>
    repeat(passes, n, (r) => {
      const bits = r.map(() => b(2));
      let [left, right] = [0, bits.filter((bit) => bit === 0).length];
      return bits.map((bit) => r[bit === 0 ? left++ : right++]);
    }),
  overhand: (b, n, { passes }) =>
    repeat(passes, n, (r) => {
      const packets = [[r[0]]];
      for (const item of r.slice(1))
        b(5) === 0 ? packets.push([item]) : packets.at(-1).push(item);
      return packets.reverse().flat();
    }),
  faro(b, n, { passes, variant }) {
    const top = ["out", "in"].indexOf(variant); // the card of each pair that comes from the top half
    if (n % 2 || top < 0)
      throw new Refused(
        "algorithm",
        "faro takes an even number of items, and variant out or in",
      );
    return repeat(passes, n, (r) =>
      r.map((_, k) => r[(k >> 1) + (k % 2 === top ? 0 : n / 2)]),
    );
  },
};

/** The uniformity of each shuffle. */
export const UNIFORMITY = {
  ...Object.fromEntries(Object.keys(SHUFFLES).map((name) => [name, "exact"])),
  ...{
    sort_keys: "near",
    naive_swap: "biased",
    sattolo: "biased",
    riffle: "biased",
    overhand: "biased",
  },
  faro: "deterministic",
};

/** The parameters of the shuffles that have any, with their defaults. */
const DEFAULTS = {
  sort_keys: { key_bits: 64 },
  riffle: { passes: 7 },
  overhand: { passes: 100 },
  faro: { passes: 1, variant: "out" },
};

const CHECKS = {
  key_bits: (value) => checkInteger("key_bits", value, 1, 64),
  passes: (value) => checkInteger("passes", value, 1, 1000),
  variant: (value) => checkChoice("variant", value, ["out", "in"]),
};

/** Return the parameters of a shuffle with their defaults. */
export const shuffleDefaults = (algorithm) => DEFAULTS[algorithm] ?? {};

/** Return the shuffle of a request: a function of below, n and count that returns the first `count` of the order. */
export function selectShuffle({ algorithm = "fisher_yates", ...request }) {
  const rule =
    SHUFFLES[checkChoice("algorithm", algorithm, Object.keys(SHUFFLES))];
  const parameters = Object.entries(shuffleDefaults(algorithm)).map(
    ([name, usual]) => [name, CHECKS[name](request[name] ?? usual)],
  );
  return (below, n, count) =>
    rule(below, n, { ...Object.fromEntries(parameters), count }).slice(
      0,
      count,
    );
}

/** Return the first `count` items of a list in the order of `fisher_yates`. */
export const shuffleList = (list, below, count = list.length) =>
  SHUFFLES.fisher_yates(below, list.length, { count })
    .slice(0, count)
    .map((i) => list[i]);
