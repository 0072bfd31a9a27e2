/**
 * What is counted of groups under rules: with fewer limits where the arrangements are too many to count. Implemented
 * from docs/definitions/rules.md alone.
 *
 * A count with fewer limits has fewer states. So a count that takes too many steps is tried again without the limits
 * that groups at random keep most often, and a draw rejects arrangements that break them.
 *
 * Items 0 to 3 come to two groups of two. At random, 0 and 1 are apart with the probability 2/3. Without this limit 6
 * arrangements are counted, and of three draws one begins anew.
 */
// @ts-check
import { sum } from "../core/lists.mjs";
import { shuffleList } from "../core/shuffles.mjs";
import {
  NOTHING,
  countStates,
  drawArrangement,
  drawStart,
} from "./counting.mjs";
import {
  canBreak,
  compareChances,
  findChance,
  isPossible,
  makeLimits,
  openLimitTest,
} from "./limits.mjs";
import { listWays } from "./placements.mjs";
import { FAILED, measureIntegers, openSteps } from "./profiles.mjs";

/** @import { Below } from "../core/stream.mjs" */
/** @import { StateCount } from "./counting.mjs" */
/** @import { Rule } from "./group_types.mjs" */
/** @import { Chance, Limit } from "./limits.mjs" */
/** @import { FindWay, Placing } from "./placements.mjs" */
/** @import { PlacedWay, Steps, Unit } from "./profiles.mjs" */

/**
 * What is asked: the units of the items that are not fixed, the rules, the size of each group and the groups of the
 * fixed items.
 * @typedef {{ units: Unit[], rules: Rule[], sizes: number[], fixed: Map<number, number> }} GroupProblem
 */

/**
 * The units that are placed before all others, and the function that finds their groups.
 * @typedef {{ units: Unit[], find: FindWay }} PlacedUnits
 */

/**
 * The ways to place some units, and the units that are left.
 * @typedef {{ ways: PlacedWay[], placedUnits: PlacedUnits, unitsLeft: Unit[] }} FoundWays
 */

/**
 * What is counted, with the limits that were left `out`. `skipsLast`: of the units of a class those that the last group
 * takes are not shuffled.
 * @typedef {StateCount & { out: Limit[], skipsLast?: boolean }} PartCount
 */

/**
 * What is counted. `isPart`: there are entries of `placed`, which were left out.
 * @typedef {PartCount & { isPart: boolean, placedUnits?: PlacedUnits }} Counted
 */

/**
 * What is known of the arrangements: their number, null if limits or entries were left out; whether there is none; and
 * the rule that draws one, a function of below that returns the items of each group.
 * @typedef {{ number: bigint | null, isImpossible: boolean, draw: (below: Below) => number[][] }} Arrangements
 */

// FROZEN: these, the steps wherever they are taken, and the order of the tries. What is counted follows from them.
const ALL_STEPS = 750_000;
const STEPS_OF_TRY = 650_000;
const STEPS_OF_WAYS = 375_000;
const STEPS_OF_QUOTAS = 250_000; // of a try with all limits, if a rule binds one group alone
const STEPS_OF_ATTRIBUTE = 125_000;
const MOST_ITEMS = 5000;
const RAREST = 1024n; // limits of a smaller chance together, 1 in so many, are not left to rejection

/** @type {Placing} */
const NONE_PLACED = { placed: [], paths: [] };

const COUNTS_KEPT = 2; // FREE: of the rules of a draw, and of its units without rules

/**
 * Return the places of groups without those of fixed items.
 * @param {number[]} sizes the size of each group
 * @param {Map<number, number>} fixed the group of each fixed item, by its index
 * @returns {number[]}
 */
function countPlaces(sizes, fixed) {
  const places = [...sizes];
  for (const group of fixed.values()) places[group]--;
  return places;
}

/**
 * Return the ways to place the units with an item of an entry of `placed`, with the places and the limits of those
 * `unitsLeft`. Without entries there is one way, which places nothing.
 * @param {GroupProblem} problem
 * @param {Placing} placing the entries of `placed` and the paths
 * @param {Steps} steps
 * @returns {FoundWays}
 */
function findWays({ units, rules, sizes, fixed }, placing, steps) {
  /** @param {Unit} unit */
  const isPlaced = (unit) =>
    unit.some((item) =>
      placing.placed.some(({ members }) => members.has(item)),
    );
  const placedUnits = units.filter(isPlaced);
  const places = countPlaces(sizes, fixed);
  const listed = listWays(
    { units: placedUnits, placing, rules, places, fixed },
    steps.take,
  );
  const ways = listed.ways.map((way) => {
    const groupOf = new Map(fixed);
    for (const [k, group] of way.groups.entries())
      for (const item of placedUnits[k]) groupOf.set(item, group);
    const placesLeft = countPlaces(sizes, groupOf);
    const limits = makeLimits(rules, placesLeft, groupOf);
    return { ...way, places: placesLeft, limits };
  });
  return {
    ways: dropLooseLimits(
      ways.filter(({ limits }) => limits.every(isPossible)),
    ),
    placedUnits: { units: placedUnits, find: listed.find },
    unitsLeft: units.filter((unit) => !isPlaced(unit)),
  };
}

/**
 * Return ways without the limits that groups cannot break in any of them.
 * @param {PlacedWay[]} ways with limits of the same items
 * @returns {PlacedWay[]}
 */
function dropLooseLimits(ways) {
  /** @param {number} index of a limit */
  const mayBreak = (index) =>
    ways.some(({ limits, places }) => canBreak(limits[index], places));
  return ways.map((way) => ({
    ...way,
    limits: way.limits.filter((_, index) => mayBreak(index)),
  }));
}

/**
 * Return the result of a count by at most so many steps; undefined if it fails. All its steps count as well in `steps`.
 * @template Result
 * @param {Steps} steps the counter of all steps
 * @param {number} maxSteps the most steps of the count
 * @param {(ownSteps: Steps) => Result} count the count, by a counter of its own
 * @returns {Result | undefined}
 */
function attemptCount(steps, maxSteps, count) {
  const ownSteps = openSteps(maxSteps);
  try {
    return count(ownSteps);
  } catch (error) {
    if (error !== FAILED) throw error;
    return undefined;
  } finally {
    steps.taken += ownSteps.taken;
  }
}

/**
 * Return the limits of a way with their chances, the most probable first.
 * @param {PlacedWay} way
 * @param {number} itemCount how many items the units have, as many as there are places
 * @param {Steps} steps
 * @returns {{ limit: Limit, chance: Chance }[]}
 */
function sortLimits({ limits, places }, itemCount, steps) {
  const slowness = measureIntegers(itemCount);
  const limitsWithChances = limits.map((limit) => {
    const { members, least, most } = limit;
    const numbersOfGroups = most.map((number, j) => number - least[j] + 1);
    steps.take(slowness * (members.length + 1) * sum(numbersOfGroups));
    return { limit, chance: findChance(limit, places, itemCount) };
  });
  return limitsWithChances.sort((a, b) => compareChances(a.chance, b.chance));
}

/**
 * Return whether chances are too improbable together: below 1 in RAREST.
 * @param {Chance[]} chances
 * @returns {boolean}
 */
function areRare(chances) {
  const ways = chances.reduce((product, chance) => product * chance.ways, 1n);
  const outcomes = chances.reduce(
    (product, chance) => product * chance.outcomes,
    1n,
  );
  return ways * RAREST < outcomes;
}

/**
 * Return the count of a way without some limits; undefined if it takes more steps than a try may take.
 * @param {Unit[]} units
 * @param {PlacedWay} way
 * @param {Limit[]} out the limits that are left out
 * @param {Steps} steps
 * @param {number} [maxSteps] the most steps of the try
 * @returns {PartCount | undefined}
 */
function countWithout(
  units,
  way,
  out,
  steps,
  maxSteps = Math.floor(((ALL_STEPS - steps.taken) * 3) / 4),
) {
  const limits = way.limits.filter((limit) => !out.includes(limit));
  const counted = attemptCount(steps, maxSteps, (ownSteps) =>
    countStates(units, [{ ...way, limits }], ownSteps),
  );
  return counted && { ...counted, out };
}

/**
 * Return the count of the rules but for those of `limits` about another attribute, which are left out.
 * @param {GroupProblem} problem
 * @param {string} attribute
 * @param {Steps} steps
 * @returns {PartCount}
 */
function countAttribute(problem, attribute, steps) {
  /** @param {Rule} rule */
  const isCounted = (rule) => (rule.attribute ?? attribute) === attribute;
  const counted = problem.rules.filter(isCounted);
  const others = problem.rules.filter((rule) => !isCounted(rule));
  const { ways } = findWays({ ...problem, rules: counted }, NONE_PLACED, steps);
  const leftOut = findWays(
    { ...problem, rules: others },
    NONE_PLACED,
    openSteps(Infinity),
  );
  return {
    ...countStates(problem.units, ways, steps),
    out: leftOut.ways.flatMap(({ limits }) => limits),
    skipsLast: true,
  };
}

/**
 * Return the count with the limits of one attribute, and of those of no attribute, that has the fewest arrangements;
 * undefined if each such count takes too many steps.
 *
 * FROZEN: the order of the attributes, and that the first of equal counts is taken.
 * @param {GroupProblem} problem
 * @param {Steps} steps the counter of all steps
 * @returns {PartCount | undefined}
 */
function tryAttributes(problem, steps) {
  const attributes = new Set(problem.rules.map(({ attribute }) => attribute));
  /** @type {PartCount | undefined} */
  let fewest;
  for (const attribute of attributes) {
    if (attribute === undefined) continue;
    const maxSteps = Math.min(STEPS_OF_ATTRIBUTE, ALL_STEPS - steps.taken);
    const counted = attemptCount(steps, maxSteps, (ownSteps) =>
      countAttribute(problem, attribute, ownSteps),
    );
    if (counted && (!fewest || counted.number < fewest.number))
      fewest = counted;
  }
  return fewest;
}

/**
 * Return how many limits are left out in each try: 1, 2, 3, 4, 6, 8, 11, …, fewer than all.
 * @param {number} limitCount
 * @returns {number[]}
 */
function listOutCounts(limitCount) {
  const counts = [];
  for (let count = 1; count < limitCount; count += 1 + Math.floor(count / 4))
    counts.push(count);
  return counts;
}

/**
 * Return the count without the entries of `placed`, and of the first try that does not fail without the most probable
 * limits; undefined if these are too improbable together.
 * @param {GroupProblem} problem
 * @param {Steps} steps the counter of steps, which throws FAILED
 * @returns {PartCount | undefined}
 */
function tryLimits(problem, steps) {
  const { units } = problem;
  const [way] = findWays(problem, NONE_PLACED, steps).ways;
  if (!way) return { ...NOTHING, out: [] };
  const hasQuotas = problem.rules.some(({ group }) => group !== undefined);
  const most = hasQuotas ? STEPS_OF_QUOTAS : STEPS_OF_TRY;
  const maxSteps = Math.min(most, ALL_STEPS - steps.taken);
  const whole = countWithout(units, way, [], steps, maxSteps);
  if (whole) return whole;
  const ofAttribute = hasQuotas ? tryAttributes(problem, steps) : undefined;
  if (ofAttribute) return ofAttribute;
  const limitCount = way.limits.length;
  if (limitCount < 2) return undefined;
  const sorted = sortLimits(way, units.flat().length, steps);
  for (const outCount of listOutCounts(limitCount)) {
    const out = sorted.slice(0, outCount);
    if (areRare(out.map(({ chance }) => chance))) return undefined;
    const limits = out.map(({ limit }) => limit);
    const counted = countWithout(units, way, limits, steps);
    if (counted) return counted;
  }
  return undefined;
}

/**
 * Return the count of the arrangements that keep all limits and entries of `placed`; undefined if it takes too many
 * steps.
 * @param {GroupProblem} problem
 * @param {Placing} placing the entries of `placed` and the paths
 * @param {Steps} steps the counter of all steps
 * @returns {Counted | undefined}
 */
function countPlaced(problem, placing, steps) {
  return attemptCount(steps, STEPS_OF_WAYS, (ownSteps) => {
    const found = findWays(problem, placing, ownSteps);
    const counted = countStates(found.unitsLeft, found.ways, ownSteps);
    const { placedUnits } = found;
    return { ...counted, out: [], isPart: false, placedUnits };
  });
}

/**
 * Return the count of the first try that does not fail, and the limits that it left `out`, or undefined if nothing is
 * counted.
 * @param {GroupProblem} problem
 * @param {Placing} placing the entries of `placed` and the paths
 * @returns {Counted | undefined}
 */
function tryCounts(problem, placing) {
  if (problem.units.flat().length > MOST_ITEMS) return undefined;
  const steps = openSteps(ALL_STEPS);
  const hasPlaced = placing.placed.length > 0;
  const whole = hasPlaced ? countPlaced(problem, placing, steps) : undefined;
  if (whole) return whole;
  try {
    const counted = tryLimits(problem, steps);
    return counted && { ...counted, isPart: hasPlaced };
  } catch (error) {
    if (error !== FAILED) throw error;
    return undefined;
  }
}

/**
 * The last counts by what was asked.
 * @type {Map<string, Counted | undefined>}
 */
const lastCounts = new Map();

/**
 * Return what is counted of what is asked, or what was counted of it last.
 * @param {GroupProblem} problem
 * @param {Placing} placing the entries of `placed` and the paths
 * @returns {Counted | undefined}
 */
function countOnce(problem, placing) {
  const name = JSON.stringify([
    problem.units,
    problem.sizes,
    problem.rules,
    [...problem.fixed],
    placing.paths,
    placing.placed.map(({ members, ...entry }) => [[...members], entry]),
  ]);
  if (!lastCounts.has(name)) {
    const [oldest] = lastCounts.keys();
    if (lastCounts.size >= COUNTS_KEPT) lastCounts.delete(oldest);
    lastCounts.set(name, tryCounts(problem, placing));
  }
  return lastCounts.get(name);
}

/**
 * Return the units of a class in random order, of which each group takes some in turn. FROZEN: if the count skips the
 * last, those of the last group that takes any are not shuffled.
 * @param {boolean} skipsLast
 * @param {Unit[]} units
 * @param {number[]} taken how many each group takes
 * @param {Below} below the source of the draws
 * @returns {Unit[]}
 */
function shuffleUnits(skipsLast, units, taken, below) {
  if (!skipsLast) return shuffleList(units, below);
  const [last] = taken.filter((number) => number > 0).slice(-1);
  const drawn = shuffleList(units, below, units.length - last);
  return [...drawn, ...units.filter((unit) => !drawn.includes(unit))];
}

/**
 * Draw one of the arrangements that are counted: the items of each group that are not fixed.
 * @param {Counted} counted
 * @param {Below} below the source of the draws
 * @returns {number[][]}
 */
function drawCounted(counted, below) {
  const { entry: way, number } = drawStart(counted, below);
  // The number has two parts: one of the ways that are alike, one of the arrangements that each of them leaves.
  const numberOfWay = number % way.alike;
  const numberLeft = number / way.alike;
  const { placedUnits, skipsLast = false } = counted;
  /**
   * @param {Unit[]} units
   * @param {number[]} taken
   */
  const shuffle = (units, taken) =>
    shuffleUnits(skipsLast, units, taken, below);
  if (placedUnits === undefined)
    return drawArrangement(counted, way, numberLeft, shuffle, below);
  const placement = placedUnits.find(way.groups, numberOfWay);
  const nodes = placement.models.map((model) => way.nodes[model]);
  const start = { first: way.first, nodes };
  const groups = drawArrangement(counted, start, numberLeft, shuffle, below);
  placedUnits.units.forEach((unit, k) =>
    groups[placement.groups[k]].push(...unit),
  );
  return groups;
}

/**
 * Count the arrangements of units in groups of some sizes. Return undefined if nothing is counted. The last counts are
 * kept. Four items in two groups of two have 6n arrangements, and 4n if the items 0 and 1 come apart.
 * @param {Unit[]} units the units of the items that are not fixed
 * @param {number[]} sizes the size of each group
 * @param {Rule[]} rules
 * @param {Map<number, number>} fixed the group of each fixed item, by its index
 * @param {Placing} placing the entries of `placed` and the paths
 * @returns {Arrangements | undefined}
 */
export function countArrangements(units, sizes, rules, fixed, placing) {
  const counted = countOnce({ units, rules, sizes, fixed }, placing);
  if (counted === undefined) return undefined;
  const leftOut = counted.out.map(openLimitTest);
  /** @param {Below} below */
  const draw = (below) => {
    for (;;) {
      const groups = drawCounted(counted, below);
      if (!leftOut.every((isKept) => isKept(groups))) continue;
      for (const [item, group] of fixed) groups[group].push(item);
      return groups;
    }
  };
  const isWhole = counted.out.length === 0 && !counted.isPart;
  return {
    number: counted.number === 0n || isWhole ? counted.number : null,
    isImpossible: counted.number === 0n,
    draw,
  };
}
