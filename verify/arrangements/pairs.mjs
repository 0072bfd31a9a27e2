/** Pairs of a caller's items, who gives to whom. Implemented from docs/definitions/rules.md alone. */
import {
  checkObjects,
  nameOf,
  openNames,
  readAttribute,
  readEntries,
  readLists,
  refuseRules,
  repeatAttempts,
  tryAttempts,
} from "./attributes.mjs";
import { range } from "../core/canonical.mjs";
import { leaveOne, planGifts } from "./gifts.mjs";
import { drawnBy } from "./orders.mjs";
import { UNCOUNTED, areAlike } from "../core/results_left.mjs";
import {
  Refused,
  checkBoolean,
  checkChoice,
  checkList,
} from "../core/validation.mjs";

const DEFAULTS = {
  different: [],
  apart: [],
  forbidden: [],
  mutual: true,
  cycle: false,
};
const FORBIDDEN = ["giver", "receiver"];
/** The most items of which rare arrangements are drawn. */
export const MAX_RARE = 1000;

/** Return the entries of `forbidden` without those that are ignored for an unknown name, each with the indices of its `pair`. */
function readForbiddenPairs({ items, forbidden = [], unknown = "refuse" }) {
  const findItem = openNames(items);
  const isOptional =
    checkChoice("unknown", unknown, ["refuse", "ignore"]) === "ignore";
  const entries = readEntries(
    "forbidden",
    forbidden,
    [...FORBIDDEN, "indices", "group"],
    FORBIDDEN,
  );
  const find = (entry, i) =>
    FORBIDDEN.map((member) =>
      findItem(nameOf(entry[member]), `forbidden[${i}].${member}`, isOptional),
    );
  return entries
    .map((entry, i) => ({ entry, pair: find(entry, i) }))
    .filter(({ pair }) => !pair.includes(undefined));
}

/** Return the entries of `forbidden` without those that are ignored, by the names of their items, or undefined for none. */
function spellForbidden(request) {
  const known = readForbiddenPairs(request).map(
    ({ entry: { giver, receiver } }) => ({
      giver: nameOf(giver),
      receiver: nameOf(receiver),
    }),
  );
  return known.length === 0 ? undefined : known;
}

/** Return a function that tells whether item x must not give to item y. */
function readForbidden({ items, different = [], apart = [], ...request }) {
  const classes = checkList("different", different).map((attribute, i) =>
    readAttribute(items, attribute, `different[${i}]`),
  );
  const lists = readLists("apart", apart, openNames(items)).map(
    (members) => new Set(members),
  );
  const single = new Set(
    readForbiddenPairs({ items, ...request }).map(({ pair }) => String(pair)),
  );
  return (x, y) =>
    x === y ||
    classes.some((texts) => texts[x] !== null && texts[x] === texts[y]) ||
    lists.some((list) => list.has(x) && list.has(y)) ||
    single.has(String([x, y]));
}

/** Return for each of n items those to whom it may give. */
const listReceivers = (n, isForbidden) =>
  range(n).map((x) => range(n).filter((y) => !isForbidden(x, y)));

/** Return what is known of the arrangements of pairs, as far as the possible gifts tell. */
function leavesPairs(request, labels) {
  const { items, mutual = true, cycle = false } = request;
  const everyone = range(items.length);
  if (items.length === 2 || areAlike(labels, everyone)) return { isOne: true };
  if (items.length > MAX_RARE) return UNCOUNTED;
  const isOne = leaveOne(
    listReceivers(items.length, readForbidden(request)),
    mutual,
    cycle,
  );
  const seen = new Set(everyone.map(labels.read));
  const areDifferent = seen.size === items.length && !seen.has(undefined);
  return isOne || areDifferent ? { isOne } : UNCOUNTED;
}

/** Return the rule that draws the pairs of a request: a function of below that returns to whom each item gives. */
function planPairs(request) {
  const { items, mutual = true, cycle = false } = request;
  const n = checkList("items", items).length;
  if (n < 2) throw new Refused("items", "two items or more were expected");
  checkBoolean("mutual", mutual);
  checkBoolean("cycle", cycle);
  const isForbidden = readForbidden(request);
  if (!mutual && n === 2) refuseRules();
  const attempt = (bring) => {
    const [order, receivers] = [
      range(cycle ? n - 1 : n, cycle ? 1 : 0),
      Array(n),
    ];
    let giver = 0;
    for (const p of order.keys()) {
      const receiver = bring(order, p);
      if (
        isForbidden(giver, receiver) ||
        (!mutual && receivers[receiver] === giver)
      )
        return undefined;
      receivers[giver] = receiver;
      giver = cycle ? receiver : p + 1;
    }
    if (!cycle) return receivers;
    receivers[giver] = 0;
    return isForbidden(giver, 0) ? undefined : receivers;
  };
  if (n > MAX_RARE) return (below) => repeatAttempts(attempt, below);
  const planRare = () =>
    planGifts(listReceivers(n, isForbidden), mutual, cycle);
  let drawRare;
  return (below) =>
    tryAttempts(attempt, below, 100 * n) ?? (drawRare ??= planRare())(below);
}

export const PAIRS = {
  fields: () => [...Object.keys(DEFAULTS), "unknown"],
  defaults: () => ({ ...DEFAULTS, unknown: "refuse" }),
  spell: (request) =>
    request.forbidden === undefined
      ? {}
      : { forbidden: spellForbidden(request), unknown: undefined },
  ...drawnBy(planPairs, (result, { items }) => ({
    pairs: result.map((receiver, giver) => ({
      giver: items[giver],
      receiver: items[receiver],
      indices: [giver, receiver],
    })),
  })),
  describe: ({ n: size }) => ({ size, algorithm: null, uniformity: "exact" }),
  name: ({ mutual = true, cycle = false }) => ({ mutual, cycle }),
  leaves: leavesPairs,
  hasList: true,
  members: ["pairs"],
  listItems: ({ pairs }) =>
    checkObjects("pairs", pairs).map(({ giver }, i) => [i, giver]),
};
