/** Pairs of a caller's items, who gives to whom. Implemented from docs/stream-rules.md alone. */
import { bringItem, listResults, openNames, readAttribute, readEntries, readLists, repeatAttempts } from "./attributes.mjs";
import { range } from "./canonical.mjs";
import { drawnBy } from "./orders.mjs";
import { Refused, checkBoolean, checkList, pick } from "./validation.mjs";

const DEFAULTS = { different: [], apart: [], forbidden: [], mutual: true, cycle: false };
const FORBIDDEN = ["giver", "receiver"];

/** Return a function that tells whether item x must not give to item y. */
function readForbidden({ items, different = [], apart = [], forbidden = [] }) {
  const findItem = openNames(items);
  const classes = checkList("different", different).map((attribute, i) => readAttribute(items, attribute, `different[${i}]`));
  const lists = readLists(apart, findItem).map((members) => new Set(members));
  const pairs = readEntries("forbidden", forbidden, FORBIDDEN, FORBIDDEN).map((entry, i) =>
    FORBIDDEN.map((member) => findItem(entry[member], `forbidden[${i}].${member}`)),
  );
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
  const drawReceivers = (below) => {
    const receivers = range(n);
    for (let p = 0; p < n; p++) {
      const receiver = bringItem(receivers, p, below);
      if (isForbidden(p, receiver)) return undefined;
      if (!mutual && receiver < p && receivers[receiver] === p) return undefined;
    }
    return receivers;
  };
  const drawCycle = (below) => {
    const [order, receivers] = [range(n - 1, 1), Array(n)];
    let giver = 0;
    for (let p = 0; p < n - 1; p++) {
      const receiver = bringItem(order, p, below);
      if (isForbidden(giver, receiver)) return undefined;
      receivers[giver] = receiver;
      giver = receiver;
    }
    receivers[giver] = 0;
    return isForbidden(giver, 0) || (!mutual && n === 2) ? undefined : receivers;
  };
  return (below) => repeatAttempts(cycle ? drawCycle : drawReceivers, below);
}

export const PAIRS = {
  fields: () => Object.keys(DEFAULTS),
  defaults: () => DEFAULTS,
  ...drawnBy(planPairs, (result, { items }) => ({
    pairs: result.map((receiver, giver) => ({ giver: items[giver], receiver: items[receiver], indices: [giver, receiver] })),
  })),
  describe: ({ n: size, mutual = true, cycle = false, ...request }) => ({
    ...{ size, ...pick(request, Object.keys(DEFAULTS)), mutual, cycle },
    ...{ algorithm: null, uniformity: "exact" },
  }),
  hasList: (response) => listResults(response, "pairs").map((pairs) => pairs.map((pair, i) => [i, pair.giver])),
};
