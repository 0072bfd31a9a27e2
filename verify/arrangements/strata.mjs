/** Draws by strata and blocks of trials of a caller's items. Implemented from docs/definitions/rules.md alone. */
import {
  checkObjects,
  findText,
  groupByValue,
  readAttribute,
  readEntries,
} from "./attributes.mjs";
import { canonicalJson, range, sum, utf8 } from "../core/canonical.mjs";
import { allHold, areAlike } from "../core/results_left.mjs";
import { openHmac } from "../core/sha256.mjs";
import { shuffleList } from "../core/shuffles.mjs";
import { deriveSeedKey, drawFrom } from "../core/stream.mjs";
import {
  Refused,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  isObject,
  pick,
} from "../core/validation.mjs";

const MAX = 2 ** 53 - 1;

/** Return how many of `count` items each value gets in proportion, by largest remainders. */
function shareOut(count, sizes, n) {
  const shares = sizes.map((size) => Math.floor((count * size) / n));
  const byRemainder = range(sizes.length).sort(
    (one, other) => ((count * sizes[other]) % n) - ((count * sizes[one]) % n),
  );
  for (const i of byRemainder.slice(0, count - sum(shares))) shares[i]++;
  return shares;
}

/** Return the `count` of a draw, its `strata` with the counts of all values, and the items with each value. */
function openStrata({ items, count, strata, weights, replacement }) {
  if (weights !== undefined || (replacement ?? false) !== false)
    throw new Refused(
      "strata",
      "neither weights nor replacement was expected with strata",
    );
  const { attribute, counts: asked } = checkObject(
    "strata",
    strata,
    ["attribute", "counts"],
    ["attribute"],
  );
  const values = groupByValue(
    readAttribute(items, attribute, "strata.attribute"),
  );
  const counts = !isObject(asked)
    ? asked
    : Object.fromEntries(
        Object.entries(asked).map(([text, number]) => [
          findText(values, text),
          number,
        ]),
      );
  const sizes = [...values.values()].map(({ length }) => length);
  const shares =
    counts === undefined
      ? shareOut(
          checkInteger("count", count, 1, items.length),
          sizes,
          items.length,
        )
      : [];
  if (counts !== undefined)
    checkObject("strata.counts", counts, [...values.keys()]);
  const list = [...values].map(([text, members], i) => {
    const share =
      counts === undefined
        ? shares[i]
        : Object.hasOwn(counts, text)
          ? counts[text]
          : 0;
    return {
      text,
      members,
      share: checkInteger(`strata.counts.${text}`, share, 0, members.length),
    };
  });
  const total = sum(list.map(({ share }) => share));
  if (total === 0)
    throw new Refused("strata.counts", "a count above 0 was expected");
  if ((count ?? total) !== total)
    throw new Refused("count", `the sum of the counts, ${total}, was expected`);
  return {
    list,
    count: total,
    strata: {
      attribute,
      counts: Object.fromEntries(list.map(({ text, share }) => [text, share])),
    },
  };
}

/** Return the members of a response that strata decide. */
export const describeStrata = (request) =>
  pick(openStrata(request), ["count", "strata"]);

/** Return what is known of the draws by strata: they are one if all items of each stratum that is drawn from are alike. */
export const leavesStrata = (request, labels) => ({
  isOne: allHold(
    openStrata(request)
      .list.filter(({ share }) => share > 0)
      .map(({ members }) => areAlike(labels, members)),
  ),
});

/** Return the rule of a draw by strata: a function of below that returns the indices of the items. */
export function planStrata(request) {
  const { list } = openStrata(request);
  return (below) =>
    list.flatMap(({ members, share }) => shuffleList(members, below, share));
}

const readArms = (arms) =>
  readEntries("arms", arms, ["name", "ratio"], ["name"]).map(
    ({ name, ratio = 1 }, i) => ({
      name: checkText(`arms[${i}].name`, name),
      ratio: checkInteger(`arms[${i}].ratio`, ratio, 1, MAX),
    }),
  );

/** Return the strata of an allocation: the `name`, canonical JSON, the `members` and the `rule`, a function of below to their arms and blocks. */
function planAllocation({ items, arms, block_sizes: sizes, strata = [] }) {
  const ratios = readArms(arms);
  if (ratios.length < 2)
    throw new Refused("arms", "two arms or more were expected");
  const total = sum(ratios.map(({ ratio }) => ratio));
  for (const [i, size] of checkList("block_sizes", sizes).entries())
    if (checkInteger(`block_sizes[${i}]`, size, 1, MAX) % total)
      throw new Refused(
        `block_sizes[${i}]`,
        `a multiple of ${total} was expected`,
      );
  if (new Set(sizes).size < sizes.length)
    throw new Refused("block_sizes", "different sizes were expected");
  if (sizes.length === 0)
    throw new Refused("block_sizes", "a size or more were expected");
  const columns = checkList("strata", strata).map((attribute, i) =>
    readAttribute(items, attribute, `strata[${i}]`),
  );
  const strataOf = groupByValue(
    items.map((_, i) =>
      canonicalJson(strata.map((attribute, k) => [attribute, columns[k][i]])),
    ),
  );
  const allocate = (below, length) => {
    const allocations = [];
    for (let block = 1; allocations.length < length; block++) {
      const size = sizes[below(sizes.length)];
      const positions = ratios.flatMap(({ name, ratio }) =>
        Array((size * ratio) / total).fill(name),
      );
      for (const arm of shuffleList(positions, below).slice(
        0,
        length - allocations.length,
      ))
        allocations.push({ arm, block });
    }
    return allocations;
  };
  return [...strataOf].map(([name, members]) => ({
    name,
    members,
    rule: (below) => allocate(below, members.length),
  }));
}

/** Return the parts of the message of the HMAC that is the key of a stratum. */
const stratumParts = (name) => ["shuffle-and-deal stratum 1\n", name];
const deriveStratumKey = (key, name) =>
  openHmac(new Uint8Array(key))(utf8(stratumParts(name).join("")));

/** Return the arm and the block of each item, each stratum drawn under its own key; `observe` may wrap the source of the first. */
async function deriveAllocation(request, observe) {
  const [key, allocations] = [await deriveSeedKey(request.seed), []];
  let draws = 0;
  for (const [i, { name, members, rule }] of planAllocation(
    request,
  ).entries()) {
    const drawn = await drawFrom(
      deriveStratumKey(key, name),
      request.index,
      rule,
      i === 0 ? observe : undefined,
    );
    draws += drawn.draws;
    for (const [k, item] of members.entries())
      allocations[item] = { item: request.items[item], ...drawn.result[k] };
  }
  return { draws, allocations };
}

/** Return what is known of the allocations: they are one if all blocks are whole, of one size, and their items alike. */
function leavesAllocations(request, labels) {
  const [size, ...others] = request.block_sizes;
  const strata = planAllocation(request).map(({ members }) => members);
  if (others.length > 0 || strata.some(({ length }) => length % size > 0))
    return { isOne: false };
  const blocks = strata.flatMap((members) =>
    range(members.length / size).map((i) =>
      members.slice(i * size, (i + 1) * size),
    ),
  );
  return { isOne: allHold(blocks.map((members) => areAlike(labels, members))) };
}

export const ALLOCATION = {
  fields: () => ["arms", "block_sizes", "strata"],
  defaults: () => ({ strata: [] }),
  spell: ({ arms }) => ({
    arms: readArms(arms).map(({ name, ratio }) => ({
      name,
      ...(ratio !== 1 && { ratio }),
    })),
  }),
  plan: planAllocation,
  derive: deriveAllocation,
  firstStratum(request, key) {
    const [{ name }] = planAllocation(request);
    return { parts: stratumParts(name), key: deriveStratumKey(key, name) };
  },
  grows: true,
  describe: ({ n: size }) => ({ size, algorithm: null, uniformity: "exact" }),
  name: ({ arms }) => ({ arms: readArms(arms) }),
  leaves: leavesAllocations,
  hasList: true,
  members: ["allocations"],
  listItems: ({ allocations }) =>
    checkObjects("allocations", allocations).map(({ item }, i) => [i, item]),
  nameItems({ allocations, repeats }, names) {
    const nameArms = (list) => list.map(({ arm }, i) => [names[i], arm]);
    return repeats === undefined
      ? nameArms(allocations)
      : allocations.map(nameArms);
  },
};
