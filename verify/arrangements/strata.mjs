/** Draws by strata and blocks of trials of a caller's items. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import {
  checkObjects,
  findText,
  groupByValue,
  readAttribute,
  readEntries,
} from "./attributes.mjs";
import { utf8 } from "../core/bytes.mjs";
import { canonicalJson } from "../core/canonical.mjs";
import { range, sum } from "../core/lists.mjs";
import {
  allHold,
  areAlike,
  findLeastCertain,
  findLikeliest,
} from "../core/results_left.mjs";
import { openHmac } from "../core/sha256.mjs";
import { shuffleList } from "../core/shuffles.mjs";
import { deriveSeedKey, drawFrom } from "../core/stream.mjs";
import {
  Refused,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  requireObject,
} from "../core/validation.mjs";
import { checkWeights, selectWeighted } from "../core/weights.mjs";

/** @import { Below } from "../core/stream.mjs" */
/** @import { ShownItem } from "./shown_items.mjs" */
/** @import { Labels, ResultsLeft } from "../core/results_left.mjs" */
/** @import { Observe, SeededRequest } from "../core/draws.mjs" */

/**
 * What a request of a draw says of its strata: the attribute, and by its values how many items of each are drawn.
 * @typedef {{ attribute: string, counts?: Record<string, number> }} Strata
 */

/**
 * A request of a draw by strata. Its members are checked where they are read.
 * @typedef {object} StrataRequest
 * @property {unknown[]} items
 * @property {Strata} strata
 * @property {number} [count]
 * @property {number[]} [weights]
 * @property {boolean} [replacement]
 */

/**
 * A stratum of a draw: its value as a text, the indices of its items, and how many of them are drawn.
 * @typedef {{ text: string, members: number[], share: number }} Stratum
 */

/**
 * An arm of a trial, and its share of each block by the ratio.
 * @typedef {{ name: string, ratio: number }} Arm
 */

/**
 * A request of an allocation; `strata` are attributes. Its members are checked where they are read.
 * @typedef {SeededRequest & {
 *   items: unknown[],
 *   arms: { name: string, ratio?: number }[],
 *   block_sizes: number[],
 *   strata?: string[],
 * }} AllocationRequest
 */

/**
 * The arm that an item is allocated to, and the number of its block, from 1 on.
 * @typedef {{ arm: string, block: number }} Allocation
 */

/**
 * A stratum of an allocation: its `name`, canonical JSON such as '[["sex","f"]]', the indices of its items, and the
 * rule that draws their allocations.
 * @typedef {{ name: string, members: number[], rule: (below: Below) => Allocation[] }} AllocationStratum
 */

const MAX = 2 ** 53 - 1;

/**
 * Return how many of `count` items each value gets in proportion, by largest remainders: 4 of sizes [5, 3, 2] are
 * [2, 1, 1].
 * @param {number} count how many items are drawn
 * @param {number[]} sizes the number of items with each value
 * @param {number} n the number of items
 * @returns {number[]}
 */
function shareOut(count, sizes, n) {
  const shares = sizes.map((size) => Math.floor((count * size) / n));
  const remainders = sizes.map((size) => (count * size) % n);
  const byRemainder = range(sizes.length).sort(
    (a, b) => remainders[b] - remainders[a],
  );
  for (const i of byRemainder.slice(0, count - sum(shares))) shares[i]++;
  return shares;
}

/**
 * Return the counts of a request by the texts of the values that its keys mean; undefined if it has none.
 * @param {Record<string, number> | undefined} counts the counts of the request
 * @param {Map<string, number[]>} indicesOf the indices of the items with each value
 * @returns {Record<string, number> | undefined}
 */
function readCounts(counts, indicesOf) {
  if (counts === undefined) return undefined;
  const where = "strata.counts";
  const entries = Object.entries(requireObject(where, counts));
  const countsByLabel = Object.fromEntries(
    entries.map(([text, number]) => [findText(indicesOf, text), number]),
  );
  checkObject(where, countsByLabel, [...indicesOf.keys()]);
  return countsByLabel;
}

/**
 * Return how many items of each value are drawn: by the counts of the request, or in proportion if it has none.
 * @param {StrataRequest} request
 * @param {Map<string, number[]>} indicesOf the indices of the items with each value
 * @returns {number[]} in the order of the values; whether there are as many items is not checked
 */
function readShares({ items, count, strata }, indicesOf) {
  const counts = readCounts(strata.counts, indicesOf);
  if (counts === undefined) {
    const sizes = [...indicesOf.values()].map(({ length }) => length);
    const checkedCount = checkInteger("count", count, 1, items.length);
    return shareOut(checkedCount, sizes, items.length);
  }
  return [...indicesOf.keys()].map((text) =>
    Object.hasOwn(counts, text) ? counts[text] : 0,
  );
}

/**
 * Return the strata of a request. Throw `Refused` for another sum of the counts than its `count`, or 0.
 * @param {StrataRequest} request
 * @param {Map<string, number[]>} indicesOf the indices of the items with each value
 * @returns {Stratum[]}
 */
function readStrata(request, indicesOf) {
  const shares = readShares(request, indicesOf);
  const list = [...indicesOf].map(([text, members], i) => ({
    text,
    members,
    share: checkInteger(`strata.counts.${text}`, shares[i], 0, members.length),
  }));
  const total = sum(list.map(({ share }) => share));
  if (total === 0)
    throw new Refused("strata.counts", "a count above 0 was expected");
  if ((request.count ?? total) !== total)
    throw new Refused("count", `the sum of the counts, ${total}, was expected`);
  return list;
}

/**
 * Return the `count` of a draw, its `strata` with the counts of all values, and the items with each value. Two of four
 * items, two of each team, by the attribute "team" have the strata `{ text: "x", members: [0, 1], share: 1 }` and
 * `{ text: "y", members: [2, 3], share: 1 }`.
 * @param {StrataRequest} request
 * @returns {{ list: Stratum[], count: number, strata: Required<Strata> }}
 */
function openStrata(request) {
  const { items, strata, weights, replacement } = request;
  if ((replacement ?? false) !== false)
    throw new Refused("strata", "no replacement was expected with strata");
  if (weights !== undefined) checkWeights(items.length, weights);
  checkObject("strata", strata, ["attribute", "counts"], ["attribute"]);
  const { attribute } = strata;
  const values = readAttribute(items, attribute, "strata.attribute");
  const list = readStrata(request, groupByValue(values));
  const counts = Object.fromEntries(
    list.map(({ text, share }) => [text, share]),
  );
  return {
    list,
    count: sum(list.map(({ share }) => share)),
    strata: { attribute, counts },
  };
}

/**
 * Return the members of a response that strata decide.
 * @param {StrataRequest} request
 * @returns {{ count: number, strata: Required<Strata> }}
 */
export function describeStrata(request) {
  const { count, strata } = openStrata(request);
  return { count, strata };
}

/**
 * Return what is known of the draws by strata: they are one if all items of each stratum that is drawn from are alike,
 * those without a weight left out. With weights, the stratum that is least certain says how likely an item is.
 * @param {StrataRequest} request
 * @param {Labels} labels what people see of the items
 * @returns {ResultsLeft}
 */
export function leavesStrata(request, labels) {
  const { weights } = request;
  const drawable = openStrata(request)
    .list.filter(({ share }) => share > 0)
    .map(({ members }) =>
      members.filter((index) => weights === undefined || weights[index] > 0),
    );
  const isOne = allHold(drawable.map((members) => areAlike(labels, members)));
  if (weights === undefined) return { isOne };
  const likeliest = drawable.map((members) =>
    findLikeliest(labels, weights, members),
  );
  return { isOne, likeliest: findLeastCertain(likeliest) };
}

/**
 * Return the rule of a draw by strata: a function of below that returns the indices of the items.
 * @param {StrataRequest} request
 * @returns {(below: Below) => number[]}
 */
export function planStrata(request) {
  const { weights } = request;
  const drawn = openStrata(request).list.filter(({ share }) => share > 0);
  if (weights === undefined)
    return (below) =>
      drawn.flatMap(({ members, share }) => shuffleList(members, below, share));
  const rules = drawn.map(({ members, share }) =>
    planWeighted(members, weights, share),
  );
  return (below) => rules.flatMap((rule) => rule(below));
}

/**
 * Return the rule of a draw of some of these items by their weights: a function of below that returns their indices.
 * @param {number[]} members the indices of the items
 * @param {number[]} weights of all items
 * @param {number} share how many are drawn
 * @returns {(below: Below) => number[]}
 */
function planWeighted(members, weights, share) {
  const n = members.length;
  const ofMembers = members.map((index) => weights[index]);
  const rule = selectWeighted({ n, weights: ofMembers });
  return (below) => rule(below, n, share).map((place) => members[place]);
}

/**
 * Return the arms of a request, each with its ratio, which is 1 if the request has none.
 * @param {AllocationRequest["arms"]} arms
 * @returns {Arm[]}
 */
const readArms = (arms) =>
  readEntries("arms", arms, ["name", "ratio"], ["name"]).map(
    ({ name, ratio = 1 }, i) => ({
      name: checkText(`arms[${i}].name`, name),
      ratio: checkInteger(`arms[${i}].ratio`, ratio, 1, MAX),
    }),
  );

/**
 * Throw `Refused` unless there is a size of blocks, and all sizes are different multiples of the sum of all ratios.
 * @param {number[]} sizes
 * @param {number} total the sum of the ratios of the arms
 */
function checkBlockSizes(sizes, total) {
  checkList("block_sizes", sizes);
  for (const [i, size] of sizes.entries()) {
    const where = `block_sizes[${i}]`;
    if (checkInteger(where, size, 1, MAX) % total !== 0)
      throw new Refused(where, `a multiple of ${total} was expected`);
  }
  if (new Set(sizes).size < sizes.length)
    throw new Refused("block_sizes", "different sizes were expected");
  if (sizes.length === 0)
    throw new Refused("block_sizes", "a size or more were expected");
}

/**
 * Return the allocations of the items of a stratum, block after block; the last block may be cut.
 * @param {Below} below the source of the draws
 * @param {number} length how many items the stratum has
 * @param {Arm[]} arms
 * @param {number[]} sizes that a block may have, one of which is drawn for each
 * @returns {Allocation[]}
 */
function allocate(below, length, arms, sizes) {
  const total = sum(arms.map(({ ratio }) => ratio));
  /** @type {Allocation[]} */
  const allocations = [];
  for (let block = 1; allocations.length < length; block++) {
    const size = sizes[below(sizes.length)];
    /** @type {string[]} */
    const positions = arms.flatMap(({ name, ratio }) =>
      Array((size * ratio) / total).fill(name),
    );
    const shuffled = shuffleList(positions, below);
    for (const arm of shuffled.slice(0, length - allocations.length))
      allocations.push({ arm, block });
  }
  return allocations;
}

/**
 * Return the strata of an allocation: the `name`, canonical JSON, the `members` and the `rule`, a function of below to
 * their arms and blocks.
 * @param {AllocationRequest} request
 * @returns {AllocationStratum[]}
 */
function planAllocation({ items, arms, block_sizes: sizes, strata = [] }) {
  const ratios = readArms(arms);
  if (ratios.length < 2)
    throw new Refused("arms", "two arms or more were expected");
  checkBlockSizes(sizes, sum(ratios.map(({ ratio }) => ratio)));
  checkList("strata", strata);
  const columns = strata.map((attribute, i) =>
    readAttribute(items, attribute, `strata[${i}]`),
  );
  /** @param {number} i the index of an item */
  const nameStratum = (i) =>
    canonicalJson(strata.map((attribute, k) => [attribute, columns[k][i]]));
  const membersOf = groupByValue(range(items.length).map(nameStratum));
  return [...membersOf].map(([name, members]) => ({
    name,
    members,
    rule: (below) => allocate(below, members.length, ratios, sizes),
  }));
}

/**
 * Return the parts of the message of the HMAC that is the key of a stratum.
 * @param {string} name the name of the stratum
 * @returns {[prefix: string, name: string]}
 */
const stratumParts = (name) => ["shuffle-and-deal stratum 1\n", name];

/**
 * Return the key of the draws of a stratum, an HMAC under the key of the seed.
 * @param {ArrayBuffer} key the key of the seed
 * @param {string} name the name of the stratum
 * @returns {ReturnType<ReturnType<typeof openHmac>>} 32 bytes
 */
const deriveStratumKey = (key, name) =>
  openHmac(new Uint8Array(key))(utf8(stratumParts(name).join("")));

/**
 * Return the arm and the block of each item, each stratum drawn under its own key; `observe` may wrap the source of the
 * first.
 * @param {AllocationRequest} request
 * @param {Observe} [observe] what may wrap the source
 * @returns {Promise<{ draws: number, allocations: ({ item: unknown } & Allocation)[] }>}
 */
async function deriveAllocation(request, observe) {
  const key = await deriveSeedKey(request.seed);
  /** @type {({ item: unknown } & Allocation)[]} */
  const allocations = [];
  let draws = 0;
  const strata = planAllocation(request);
  for (const [i, { name, members, rule }] of strata.entries()) {
    const drawn = await drawFrom(
      deriveStratumKey(key, name),
      request.index ?? 0,
      rule,
      i === 0 ? observe : undefined,
    );
    draws += drawn.draws;
    for (const [k, item] of members.entries())
      allocations[item] = { item: request.items[item], ...drawn.result[k] };
  }
  return { draws, allocations };
}

/**
 * Return what is known of the allocations: they are one if all blocks are whole, of one size, and their items alike.
 * @param {AllocationRequest} request
 * @param {Labels} labels what people see of the items
 * @returns {ResultsLeft}
 */
function leavesAllocations(request, labels) {
  const [size, ...otherSizes] = request.block_sizes;
  const strata = planAllocation(request).map(({ members }) => members);
  const areWhole = strata.every(({ length }) => length % size === 0);
  if (otherSizes.length > 0 || !areWhole) return { isOne: false };
  const blocks = strata.flatMap((members) =>
    range(members.length / size).map((i) =>
      members.slice(i * size, (i + 1) * size),
    ),
  );
  return { isOne: allHold(blocks.map((block) => areAlike(labels, block))) };
}

/** The entry of /v1/items/allocate. */
export const ALLOCATION = {
  fields: () => ["arms", "block_sizes", "strata"],
  defaults: () => ({ strata: [] }),
  /** @param {AllocationRequest} request */
  spell: ({ arms }) => ({
    arms: readArms(arms).map(({ name, ratio }) => ({
      name,
      ...(ratio !== 1 && { ratio }),
    })),
  }),
  plan: planAllocation,
  derive: deriveAllocation,
  /**
   * Return the parts of the message of the HMAC that is the key of the first stratum, and that key.
   * @param {AllocationRequest} request
   * @param {ArrayBuffer} key the key of the seed
   */
  firstStratum(request, key) {
    const [{ name }] = planAllocation(request);
    return { parts: stratumParts(name), key: deriveStratumKey(key, name) };
  },
  grows: true,
  /** @param {{ n: number }} request */
  describe: ({ n: size }) => ({ size, algorithm: null, uniformity: "exact" }),
  /** @param {AllocationRequest} request */
  name: ({ arms }) => ({ arms: readArms(arms) }),
  leaves: leavesAllocations,
  showsAll: true,
  members: ["allocations"],
  /**
   * @param {{ allocations: { item: unknown }[] }} result
   * @returns {ShownItem[]}
   */
  listItems: ({ allocations }) =>
    checkObjects("allocations", allocations).map(({ item }, i) => [i, item]),
  /**
   * Return the arms of a response with the name that stands for each item: of repeats a list for each.
   * @param {{ allocations: Allocation[], repeats?: undefined } | { allocations: Allocation[][], repeats: number }}
   *   response
   * @param {unknown[]} names by the index of each item
   */
  nameItems(response, names) {
    /** @param {Allocation[]} list */
    const nameArms = (list) => list.map(({ arm }, i) => [names[i], arm]);
    return response.repeats === undefined
      ? nameArms(response.allocations)
      : response.allocations.map(nameArms);
  },
};
