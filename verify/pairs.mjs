/** Pairs of a caller's items, who gives to whom. Implemented from docs/stream-rules.md alone. */
import { listResults, nameOf, openNames, readAttribute, readEntries, readLists, repeatAttempts, tryAttempts } from "./attributes.mjs";
import { range } from "./canonical.mjs";
import { planGifts } from "./gifts.mjs";
import { drawnBy } from "./orders.mjs";
import { Refused, checkBoolean, checkChoice, checkList } from "./validation.mjs";

const DEFAULTS = { different: [], apart: [], forbidden: [], mutual: true, cycle: false };
const FORBIDDEN = ["giver", "receiver"];
/** The most items of which rare arrangements are drawn. */
export const MAX_RARE = 1000;

const readForbiddenPairs = (forbidden) => readEntries("forbidden", forbidden, [...FORBIDDEN, "indices", "group"], FORBIDDEN);

/** Return each entry of `forbidden` as two indices, or undefined where an unknown name is ignored. */
function findForbidden({ items, forbidden = [], unknown = "refuse" }) {
  const findItem = openNames(items);
  const isOptional = checkChoice("unknown", unknown, ["refuse", "ignore"]) === "ignore";
  const pairs = readForbiddenPairs(forbidden).map((entry, i) =>
    FORBIDDEN.map((member) => findItem(nameOf(entry[member]), `forbidden[${i}].${member}`, isOptional)),
  );
  return pairs.map((pair) => (pair.includes(undefined) ? undefined : pair));
}

/** Return the entries of `forbidden` without those that are ignored, by the names of their items, or undefined for none. */
function spellForbidden(request) {
  const pairs = findForbidden(request);
  const known = readForbiddenPairs(request.forbidden).filter((_, i) => pairs[i] !== undefined);
  return known.length === 0 ? undefined : known.map(({ giver, receiver }) => ({ giver: nameOf(giver), receiver: nameOf(receiver) }));
}

/** Return a function that tells whether item x must not give to item y. */
function readForbidden({ items, different = [], apart = [], ...request }) {
  const classes = checkList("different", different).map((attribute, i) => readAttribute(items, attribute, `different[${i}]`));
  const lists = readLists("apart", apart, openNames(items)).map((members) => new Set(members));
  const pairs = findForbidden({ items, ...request });
  const single = new Set(pairs.map(String));
  return (x, y) =>
    x === y ||
    classes.some((texts) => texts[x] !== null && texts[x] === texts[y]) ||
    lists.some((list) => list.has(x) && list.has(y)) ||
    single.has(String([x, y]));
}

/** Return the rule that draws the pairs of a request: a function of below that returns to whom each item gives. */
function planPairs(request) {
  const { items, mutual = true, cycle = false } = request;
  const n = checkList("items", items).length;
  if (n < 2) throw new Refused("items", "two items or more were expected");
  checkBoolean("mutual", mutual);
  checkBoolean("cycle", cycle);
  const isForbidden = readForbidden(request);
  const attemptReceivers = (bring) => {
    const receivers = range(n);
    for (let p = 0; p < n; p++) {
      const receiver = bring(receivers, p);
      if (isForbidden(p, receiver)) return undefined;
      if (!mutual && receiver < p && receivers[receiver] === p) return undefined;
    }
    return receivers;
  };
  const attemptCycle = (bring) => {
    const [order, receivers] = [range(n - 1, 1), Array(n)];
    let giver = 0;
    for (let p = 0; p < n - 1; p++) {
      const receiver = bring(order, p);
      if (isForbidden(giver, receiver)) return undefined;
      receivers[giver] = receiver;
      giver = receiver;
    }
    receivers[giver] = 0;
    return isForbidden(giver, 0) || (!mutual && n === 2) ? undefined : receivers;
  };
  const attempt = cycle ? attemptCycle : attemptReceivers;
  if (n > MAX_RARE) return (below) => repeatAttempts(attempt, below);
  const planRare = () => planGifts(range(n).map((x) => range(n).filter((y) => !isForbidden(x, y))), mutual, cycle);
  let drawRare;
  return (below) => tryAttempts(attempt, below, 100 * n) ?? (drawRare ??= planRare())(below);
}

export const PAIRS = {
  fields: () => [...Object.keys(DEFAULTS), "unknown"],
  defaults: () => ({ ...DEFAULTS, unknown: "refuse" }),
  spell: (request) => (request.forbidden === undefined ? {} : { forbidden: spellForbidden(request), unknown: undefined }),
  ...drawnBy(planPairs, (result, { items }) => ({
    pairs: result.map((receiver, giver) => ({ giver: items[giver], receiver: items[receiver], indices: [giver, receiver] })),
  })),
  describe: ({ n: size }) => ({ size, algorithm: null, uniformity: "exact" }),
  name: ({ mutual = true, cycle = false }) => ({ mutual, cycle }),
  hasList: (response) => listResults(response, "pairs").map((pairs) => pairs.map((pair, i) => [i, pair.giver])),
};
