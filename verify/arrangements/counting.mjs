/** Groups by counting the arrangements that fulfil the rules. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import { getKnown } from "./attributes.mjs";
import { ascending, range, sum } from "../core/lists.mjs";
import { listWays } from "./placements.mjs";
import { shuffleList } from "../core/shuffles.mjs";

/** @import { Below } from "./attributes.mjs" */
/** @import { Rule } from "./groups.mjs" */
/** @import { FindWay, Placing, Way } from "./placements.mjs" */

/**
 * Items that come to one group, by their indices.
 * @typedef {number[]} Unit
 */

/**
 * What is asked: the units of the items that are not fixed, the rules, the size of each group and the groups of the
 * fixed items.
 * @typedef {{ units: Unit[], rules: Rule[], sizes: number[], fixed: Map<number, number> }} GroupProblem
 */

/**
 * A limit: items that are not fixed, and by the number of each group the least and the most of them that it takes.
 * @typedef {{ members: number[], least: number[], most: number[] }} Limit
 */

/**
 * A way to place the units of `placed`, with the places that it leaves in each group, and the limits of the other
 * units.
 * @typedef {Way & { places: number[], limits: Limit[] }} PlacedWay
 */

/**
 * Units of one size in the same limits: `inLimit` has by the number of a limit how many items of a unit are in it.
 * @typedef {{ units: Unit[], size: number, inLimit: Map<number, number> }} UnitClass
 */

/**
 * How many items of a limit, by its number, a group still takes.
 * @typedef {{ limit: number, least: number, most: number }} Bound
 */

/**
 * What a group still takes: a number of items, within the bounds that may bind.
 * @typedef {{ places: number, bounds: Bound[] }} Profile
 */

/**
 * The profiles that groups may have before a class is taken, by texts that tell them apart.
 * @typedef {Map<string, Profile>} Layer
 */

/**
 * A class in the order in which it is taken: the layer before it, and `rows`, for each profile of the layer the texts
 * of the profiles after it by the number of units that a group takes, undefined where it cannot.
 * @typedef {{ units: Unit[], layer: Layer, rows: (string | undefined)[][] }} OrderedClass
 */

/**
 * How a number of groups at one node share units: `counts`, how many groups take how many units each; the units that
 * they use in all; what they add to the state after the class; and in how many ways the units go to the groups, once it
 * is computed.
 * @typedef {object} Choice
 * @property {{ units: number, groups: number }[]} counts
 * @property {number} used
 * @property {bigint} shift
 * @property {bigint} [ways]
 */

/**
 * How some nodes share units: the units that they use, the state that they add up to, and in how many ways.
 * @typedef {{ used: number, shift: bigint, ways: bigint }} TableEntry
 */

/**
 * A state, how many groups are at which node as one large number, with the arrangements of the classes from there on,
 * and the states after the next class, each with the ways to it.
 * @typedef {object} CountedState
 * @property {bigint} state
 * @property {bigint} number
 * @property {{ ways: bigint, to: CountedState }[]} children
 */

/**
 * A class as it is counted: `lists`, for each node before it the nodes after it by the number of units taken, -1 for
 * none; and what is known, its choices by a node and a number of groups, and its states.
 * @typedef {object} CountedClass
 * @property {Unit[]} units
 * @property {number[][]} lists
 * @property {Map<string, Choice[]>} choicesOf
 * @property {Map<string, CountedState>} states
 */

/**
 * A way that begins a count: the node of each group before the first class, and the first state.
 * @typedef {PlacedWay & { nodes: number[], first: CountedState }} Start
 */

/**
 * What is counted: the number of arrangements, the classes and the ways. In a state the number of groups at a node has
 * so many `bits`.
 * @typedef {{ number: bigint, ordered: CountedClass[], starts: Start[], bits: number }} StateCount
 */

/**
 * What is counted, with the limits that were left `out`, and whether the entries of `placed` were: `isPart`. Else the
 * placed units are `among`, and their groups are found by `find`.
 * @typedef {StateCount & { out: Limit[], isPart: boolean, among: Unit[], find?: FindWay }} Counted
 */

/**
 * A counter of steps, which throws FAILED as soon as they are too many.
 * @typedef {{ taken: number, take: (number: number) => void }} Steps
 */

const ALL_STEPS = 750_000;
const STEPS_OF_TRY = 650_000;
const STEPS_OF_WAYS = 375_000;
const STEPS_OF_ORDER = 100_000;
const WIDEST = 500_000;
const MOST_ITEMS = 5000;
const RAREST = 1024n;
const STEPS_OF_A_CHOICE = 8;

/** Thrown where a try takes too many steps, is too wide or has too many classes. */
const FAILED = new Error("too much to count");

/** @type {StateCount} */
const NOTHING = { number: 0n, ordered: [], starts: [], bits: 0 };

/**
 * Return the number of bits of a number.
 * @param {number} number
 * @returns {number}
 */
const countBits = (number) => number.toString(2).length;

/** 0!, 1!, … as far as they are computed. */
const factorials = [1n];

/**
 * Return n!.
 * @param {number} n
 * @returns {bigint}
 */
function factorial(n) {
  while (factorials.length <= n)
    factorials.push(
      factorials[factorials.length - 1] * BigInt(factorials.length),
    );
  return factorials[n];
}

/**
 * Return the number of ways to choose k of n.
 * @param {number} n
 * @param {number} k
 * @returns {bigint}
 */
const choose = (n, k) =>
  k > n ? 0n : factorial(n) / (factorial(k) * factorial(n - k));

/**
 * Return a counter of steps that throws FAILED as soon as they are more than `maxSteps`.
 * @param {number} maxSteps the most steps
 * @returns {Steps}
 */
function openSteps(maxSteps) {
  /** @type {Steps} */
  const steps = {
    taken: 0,
    take(number) {
      steps.taken += number;
      if (steps.taken <= maxSteps) return;
      steps.taken = maxSteps;
      throw FAILED;
    },
  };
  return steps;
}

/**
 * Return the limit of a rule. At most one of the items 0 and 1 in each of two groups of two places is
 * `{ members: [0, 1], least: [1, 1], most: [1, 1] }`: with fewer, not all items would have a place.
 * @param {Rule} rule the rule
 * @param {number[]} places the places of each group that no fixed item has
 * @param {Map<number, number>} fixed the groups of the fixed items
 * @returns {Limit}
 */
function makeLimit({ members, min, max }, places, fixed) {
  const free = ascending(members.filter((item) => !fixed.has(item)));
  const taken = places.map(() => 0);
  for (const item of members) {
    const group = fixed.get(item);
    if (group !== undefined) taken[group]++;
  }
  const fewest = taken.map((number) => Math.max(0, min - number));
  const greatest = places.map((number, j) =>
    Math.min(max - taken[j], number, free.length),
  );
  const lower = free.length - sum(greatest);
  const upper = free.length - sum(fewest);
  return {
    members: free,
    least: fewest.map((number, j) => Math.max(number, lower + greatest[j])),
    most: greatest.map((number, j) => Math.min(number, upper + fewest[j])),
  };
}

/**
 * Return the limits of rules: `members` that are not fixed, and the `least` and the `most` of them in each group.
 * @param {Rule[]} rules the rules
 * @param {number[]} places the places of each group that no fixed item has
 * @param {Map<number, number>} fixed the groups of the fixed items
 * @returns {Limit[]}
 */
function makeLimits(rules, places, fixed) {
  /** @type {Map<string, Limit>} */
  const limitOf = new Map(); // by its members: rules of the same are one limit
  for (const rule of rules) {
    const limit = makeLimit(rule, places, fixed);
    const name = limit.members.join();
    const same = limitOf.get(name);
    if (same === undefined) limitOf.set(name, limit);
    else
      for (const j of places.keys()) {
        same.least[j] = Math.max(same.least[j], limit.least[j]);
        same.most[j] = Math.min(same.most[j], limit.most[j]);
      }
  }
  return [...limitOf.values()];
}

/**
 * Return the classes of units, those of one size in the same limits: `units`, their `size`, and the number in each
 * limit by its number.
 * @param {Unit[]} units the units
 * @param {Limit[]} limits the limits
 * @returns {UnitClass[]}
 */
function splitClasses(units, limits) {
  /** @type {Map<number, number[]>} */
  const limitsOf = new Map(units.flat().map((item) => [item, []]));
  limits.forEach(({ members }, limit) =>
    members.forEach((item) => getKnown(limitsOf, item).push(limit)),
  );
  /** @type {Map<string, UnitClass>} */
  const classes = new Map();
  for (const unit of units) {
    const unitLimits = ascending(
      unit.flatMap((item) => getKnown(limitsOf, item)),
    );
    const name = `${unit.length};${unitLimits}`;
    const same = classes.get(name);
    if (same !== undefined) {
      same.units.push(unit);
      continue;
    }
    /** @type {Map<number, number>} */
    const inLimit = new Map();
    for (const limit of unitLimits)
      inLimit.set(limit, (inLimit.get(limit) ?? 0) + 1);
    classes.set(name, { units: [unit], size: unit.length, inLimit });
  }
  return [...classes.values()];
}

/**
 * Return the most units of a class that a group with this number of places can take.
 * @param {UnitClass} unitClass the class
 * @param {number} places the places
 * @returns {number}
 */
const countRoom = ({ units, size }, places) =>
  Math.min(Math.floor(places / size), units.length);

/**
 * Add a profile to a layer by its text, and return that, if there is such a profile.
 * @param {Layer} layer the layer
 * @param {Profile} profile the profile, with bounds that need not bind
 * @param {number} total how many items are not taken
 * @param {(limit: number) => number} countLeft how many items of a limit are not taken
 * @returns {string | undefined} the text of the profile, such as "3;0,1,2" for 3 places and 1 to 2 items of limit 0
 */
function addProfile(layer, { places, bounds }, total, countLeft) {
  if (places > total) return undefined;
  /** @type {Bound[]} */
  const bindingBounds = [];
  for (const { limit, least, most } of bounds) {
    const highest = Math.min(countLeft(limit), places);
    if (least > highest || most < 0) return undefined;
    if (highest > 0 && (least > 0 || most < highest))
      bindingBounds.push({
        limit,
        least: Math.max(least, 0),
        most: Math.min(most, highest),
      });
  }
  const texts = bindingBounds.map(
    ({ limit, least, most }) => `${limit},${least},${most}`,
  );
  const text = `${places};${texts.join(";")}`;
  if (!layer.has(text)) layer.set(text, { places, bounds: bindingBounds });
  return text;
}

/**
 * Return the rows of the profiles of a layer for a class, and the layer after it.
 * @param {Layer} layer the layer before the class
 * @param {UnitClass} unitClass the class
 * @param {number} total how many items are not taken before it
 * @param {number[]} left how many items of each limit are not taken before it
 * @returns {{ rows: (string | undefined)[][], next: Layer }}
 */
function lookAhead(layer, unitClass, total, left) {
  const { units, size, inLimit } = unitClass;
  /** @type {Layer} */
  const next = new Map();
  /**
   * @param {number} limit
   * @param {number} number of units
   */
  const countTaken = (limit, number) => number * (inLimit.get(limit) ?? 0);
  /** @param {number} limit */
  const countLeft = (limit) => left[limit] - countTaken(limit, units.length);
  const totalAfter = total - units.length * size;
  const rows = [...layer.values()].map(({ places, bounds }) =>
    range(countRoom(unitClass, places) + 1).map((number) => {
      const boundsAfter = bounds.map(({ limit, least, most }) => ({
        limit,
        least: least - countTaken(limit, number),
        most: most - countTaken(limit, number),
      }));
      return addProfile(
        next,
        { places: places - number * size, bounds: boundsAfter },
        totalAfter,
        countLeft,
      );
    }),
  );
  return { rows, next };
}

/**
 * Return the first layer, and the ways in which each group has a profile, with the texts of these, `keys`.
 * @param {PlacedWay[]} ways the ways
 * @param {number} total the number of items
 * @param {number[]} left the number of items of each limit
 * @returns {{ layer: Layer, starts: (PlacedWay & { keys: string[] })[] }}
 */
function findStarts(ways, total, left) {
  /** @type {Layer} */
  let layer = new Map();
  const starts = ways.flatMap((way) => {
    /** @type {Layer} */
    const profiles = new Map();
    const keys = way.places.flatMap((places, j) => {
      const bounds = way.limits.map(({ least, most }, limit) => ({
        limit,
        least: least[j],
        most: most[j],
      }));
      const profile = { places, bounds };
      return addProfile(profiles, profile, total, (l) => left[l]) ?? [];
    });
    if (keys.length < way.places.length) return [];
    layer = new Map([...layer, ...profiles]);
    return [{ ...way, keys }];
  });
  return { layer, starts };
}

/**
 * Return the classes in the order in which they are taken, each with its `layer` and the `rows`; the `last` layer; and
 * the ways in which each group has a profile, with the texts of these, `keys`. Return undefined if there is no such
 * way. Of four items in two groups of two, of which 0 and 1 come apart, the classes are [0, 1] and [2, 3], and both
 * groups have the key "2;0,1,1": 2 places, and 1 to 1 items of limit 0.
 * @param {Unit[]} units the units
 * @param {PlacedWay[]} ways the ways
 * @param {Steps} steps the counter of steps
 * @returns {{ ordered: OrderedClass[], starts: (PlacedWay & { keys: string[] })[], last: Layer } | undefined}
 */
function orderClasses(units, ways, steps) {
  const { limits, places } = ways[0];
  let classes = splitClasses(units, limits);
  let total = units.flat().length;
  const left = limits.map(({ members }) => members.length);
  const { layer: firstLayer, starts } = findStarts(ways, total, left);
  if (starts.length === 0) return undefined;
  let layer = firstLayer;
  /** @type {OrderedClass[]} */
  const ordered = [];
  const exponent = Math.min(
    limits.length > 0 ? 4 : 3,
    countBits(places.length),
  );
  let width = 0;
  let stepsLooked = 0;
  /** @param {UnitClass} unitClass */
  const look = (unitClass) => {
    const number = sum(
      [...layer.values()].map(
        (profile) =>
          (countRoom(unitClass, profile.places) + 1) *
          (1 + profile.bounds.length),
      ),
    );
    steps.take(Math.min(number, STEPS_OF_ORDER - stepsLooked));
    stepsLooked += number;
    if (stepsLooked > STEPS_OF_ORDER) throw FAILED;
    return { unitClass, ...lookAhead(layer, unitClass, total, left) };
  };
  while (classes.length > 0) {
    width += layer.size ** exponent;
    if (width > WIDEST) throw FAILED;
    // The class with the smallest layer after it comes first, of several one with the most units.
    const best = classes
      .map(look)
      .reduce((first, second) =>
        second.next.size < first.next.size ||
        (second.next.size === first.next.size &&
          second.unitClass.units.length > first.unitClass.units.length)
          ? second
          : first,
      );
    const taken = best.unitClass;
    ordered.push({ units: taken.units, layer, rows: best.rows });
    classes = classes.filter((unitClass) => unitClass !== taken);
    total -= taken.units.length * taken.size;
    for (const [limit, number] of taken.inLimit)
      left[limit] -= taken.units.length * number;
    layer = best.next;
  }
  return { ordered, starts, last: layer };
}

/**
 * Return a text of a list of nodes, one character each; texts are in the order of their lists. There are fewer nodes
 * than characters (2^16), at most one for each profile of a layer. Those with bounds took two steps each in
 * `orderClasses`, and so are at most STEPS_OF_ORDER / 2; those without differ by their places alone, and so are at most
 * MOST_ITEMS.
 * @param {number[]} list nodes, -1 for none
 * @returns {string}
 */
const writeNodes = (list) =>
  String.fromCharCode(...list.map((node) => node + 1));

/**
 * Number the profiles: those before a class from which the same can come have one node. Of the example of
 * `orderClasses`, `nodeOf` has `"2;0,1,1" → 0`, and each class the list `[-1, 0]`: a group takes one of its units, not
 * none.
 * @param {OrderedClass[]} ordered the classes
 * @param {Layer} last the layer after the last class
 * @returns {{ listsOf: number[][][], nodeOf: Map<string, number> }} for each class the lists of its nodes, and the
 *   nodes of the first profiles
 */
function numberNodes(ordered, last) {
  /** @type {Map<string, number>} */
  let nodeOf = new Map([...last.keys()].map((key) => [key, 0]));
  /** @type {number[][][]} */
  const listsOf = [];
  for (const { layer, rows } of [...ordered].reverse()) {
    /** @type {Map<string, string>} */
    const textOf = new Map(); // the list of a profile as a text
    /** @type {Map<string, number[]>} */
    const lists = new Map();
    [...layer.keys()].forEach((key, i) => {
      const list = rows[i].map((after) => nodeOf.get(after ?? "") ?? -1);
      list.length = list.findLastIndex((node) => node >= 0) + 1;
      if (list.length === 0) return;
      const text = writeNodes(list);
      textOf.set(key, text);
      lists.set(text, list);
    });
    const texts = [...lists.keys()].sort();
    const numberOf = new Map(texts.map((text, node) => [text, node]));
    listsOf.unshift(texts.map((text) => getKnown(lists, text)));
    nodeOf = new Map(
      [...textOf].map(([key, text]) => [key, getKnown(numberOf, text)]),
    );
  }
  return { listsOf, nodeOf };
}

/**
 * Return the choices of h groups at a node with a list of nodes, of at most `maxUnits` units, in their order.
 * Of two groups, and the list `[0, 0, -1]`, one unit goes to either of them or to none.
 * @param {number[]} list the nodes after the node by the number of units taken, -1 for none
 * @param {number} h the number of groups
 * @param {number} maxUnits the most units
 * @param {number} bits how many bits of a state each node has
 * @param {(number?: number) => void} take a function that counts steps
 * @returns {Choice[]}
 */
function listChoices(list, h, maxUnits, bits, take) {
  const possible = list.flatMap((node, units) =>
    node < 0 ? [] : [{ units, position: BigInt(bits * node) }],
  );
  /** @type {Choice[]} */
  const choices = [];
  /** @type {Choice["counts"]} */
  const counts = [];
  /**
   * Add the choices that begin with `counts`.
   * @param {number} first the first number of units, of those that are possible, that others may take
   * @param {number} groupsLeft how many groups are left
   * @param {number} room how many units they may take
   * @param {bigint} shift what the groups before add to the state
   */
  const place = (first, groupsLeft, room, shift) => {
    for (let i = possible.length - 1; i >= first; i--) {
      const { units, position } = possible[i];
      const nextUnits = possible[i + 1]?.units ?? Infinity;
      for (
        let groups = 1;
        groups <= groupsLeft && groupsLeft * units <= room;
        groups++
      ) {
        const others = groupsLeft - groups;
        if (others > 0 && groups * units + others * nextUnits > room) continue;
        counts.push({ units, groups });
        const shiftAfter = shift + (BigInt(groups) << position);
        if (others > 0) place(i + 1, others, room - groups * units, shiftAfter);
        else {
          take(STEPS_OF_A_CHOICE);
          choices.push({
            counts: [...counts],
            used: maxUnits - room + groups * units,
            shift: shiftAfter,
          });
        }
        counts.pop();
      }
    }
  };
  place(0, h, maxUnits, 0n);
  return choices;
}

/**
 * Return in how many ways the units of a choice go to the groups. It is computed once.
 * @param {Choice} choice the choice
 * @returns {bigint}
 */
function countWays(choice) {
  if (choice.ways !== undefined) return choice.ways;
  const allGroups = sum(choice.counts.map(({ groups }) => groups));
  const same = choice.counts.reduce(
    (product, { units, groups }) =>
      product * factorial(groups) * factorial(units) ** BigInt(groups),
    1n,
  );
  choice.ways = (factorial(allGroups) * factorial(choice.used)) / same;
  return choice.ways;
}

/**
 * Return the nodes that have groups in a state, ascending, each with the number of groups.
 * @param {bigint} state the state
 * @param {number} bits how many of its bits each node has
 * @returns {{ node: number, groups: number }[]}
 */
function readState(state, bits) {
  const text = state.toString(2);
  /** @param {number} end the place after the last bit of the number */
  const read = (end) => parseInt(text.slice(Math.max(0, end - bits), end), 2);
  return range(Math.ceil(text.length / bits))
    .map((node) => ({ node, groups: read(text.length - bits * node) }))
    .filter(({ groups }) => groups > 0);
}

/**
 * Return the state of groups at some nodes: of [0, 0, 1] with 2 bits it is 0b01_10.
 * @param {number[]} nodes the node of each group
 * @param {number} bits how many bits of a state each node has
 * @returns {bigint}
 */
const writeState = (nodes, bits) =>
  nodes.reduce((state, node) => state + (1n << BigInt(bits * node)), 0n);

/**
 * Return the key of an entry of a table.
 * @param {number} used
 * @param {bigint} shift
 * @returns {string}
 */
const nameEntry = (used, shift) => `${used} ${shift.toString(32)}`;

/**
 * Return the fewest and the most units that the nodes from each on use, and 0 after the last one.
 * @param {{ choices: Choice[] }[]} nodes the nodes
 * @returns {{ fewest: number, most: number }[]}
 */
function findBounds(nodes) {
  const bounds = [{ fewest: 0, most: 0 }];
  for (const { choices } of [...nodes].reverse()) {
    const numbers = ascending(choices.map(({ used }) => used));
    bounds.unshift({
      fewest: bounds[0].fewest + (numbers[0] ?? Infinity),
      most: bounds[0].most + (numbers.at(-1) ?? 0),
    });
  }
  return bounds;
}

/**
 * Return the nodes with groups of a state before a class, their choices, and the tables before each and after the last.
 * @param {CountedClass} countedClass the class
 * @param {bigint} state the state
 * @param {number} bits how many of its bits each node has
 * @param {(number?: number) => void} take a function that counts steps
 * @returns {{ nodes: { node: number, choices: Choice[] }[], tables: Map<string, TableEntry>[] }}
 */
function makeTables({ units, lists, choicesOf }, state, bits, take) {
  const size = units.length;
  const nodes = readState(state, bits).map(({ node, groups }) => {
    const name = `${node} ${groups}`;
    const choices =
      choicesOf.get(name) ?? listChoices(lists[node], groups, size, bits, take);
    choicesOf.set(name, choices);
    return { node, choices };
  });
  const bounds = findBounds(nodes);
  /** @type {Map<string, TableEntry>[]} */
  const tables = [
    new Map([[nameEntry(0, 0n), { used: 0, shift: 0n, ways: 1n }]]),
  ];
  nodes.forEach(({ choices }, i) => {
    const { fewest, most } = bounds[i + 1];
    /** @type {Map<string, TableEntry>} */
    const next = new Map();
    for (const entry of tables[i].values())
      for (const choice of choices) {
        const used = entry.used + choice.used;
        if (size - used < fewest || size - used > most) continue;
        take();
        const shift = entry.shift + choice.shift;
        const ways =
          entry.ways *
          countWays(choice) *
          choose(size - entry.used, choice.used);
        const name = nameEntry(used, shift);
        const waysBefore = next.get(name)?.ways ?? 0n;
        next.set(name, { used, shift, ways: ways + waysBefore });
      }
    tables.push(next);
  });
  return { nodes, tables };
}

/**
 * Count the arrangements in some ways: return their `number`, the classes `ordered`, and each way with its `nodes` and
 * `first` state. The number is 0n if no way leaves one, and FAILED is thrown where that takes too many steps. Of the
 * items 0 to 3 in two groups of two, of which 0 and 1 come apart, the number is 4n: 2 is with 0 or with 1, and each
 * pair is in either group. Both groups are at node 0 first, each has 2 bits, and the first state is 2n.
 * @param {Unit[]} units the units
 * @param {PlacedWay[]} ways the ways
 * @param {Steps} steps the counter of steps
 * @returns {StateCount}
 */
function countStates(units, ways, steps) {
  const sortedClasses = ways.length > 0 && orderClasses(units, ways, steps);
  if (!sortedClasses) return NOTHING;
  const { listsOf, nodeOf } = numberNodes(
    sortedClasses.ordered,
    sortedClasses.last,
  );
  /** @type {CountedClass[]} */
  const ordered = sortedClasses.ordered.map((orderedClass, depth) => ({
    units: orderedClass.units,
    lists: listsOf[depth],
    choicesOf: new Map(),
    states: new Map(),
  }));
  const bits = countBits(ways[0].places.length);
  const step = 1 + Math.floor(units.flat().length / 128) ** 2;
  const take = (number = 1) => steps.take(number * step);
  /**
   * Return a state before the class of a depth, counted.
   * @param {number} depth the number of the class
   * @param {bigint} state the state
   * @returns {CountedState}
   */
  const visit = (depth, state) => {
    if (depth === ordered.length) return { state, number: 1n, children: [] };
    const { states } = ordered[depth];
    const name = state.toString(32);
    const known = states.get(name);
    if (known !== undefined) return known;
    take();
    const { tables } = makeTables(ordered[depth], state, bits, take);
    const ends = [...tables[tables.length - 1].values()];
    const children = ends.map(({ shift, ways }) => {
      take();
      return { ways, to: visit(depth + 1, shift) };
    });
    const number = children.reduce(
      (total, { ways, to }) => total + ways * to.number,
      0n,
    );
    const counted = { state, number, children };
    states.set(name, counted);
    return counted;
  };
  const possibleStarts = sortedClasses.starts.filter(({ keys }) =>
    keys.every((key) => nodeOf.has(key)),
  );
  const starts = possibleStarts.map(({ keys, ...way }) => {
    const nodes = keys.map((key) => getKnown(nodeOf, key));
    return { ...way, nodes, first: visit(0, writeState(nodes, bits)) };
  });
  const number = starts.reduce(
    (total, { alike, first }) => total + alike * first.number,
    0n,
  );
  return { number, ordered, starts, bits };
}

/**
 * Return in how many of `all` ways to deal n items at random the limit is kept.
 * @param {Limit} limit the limit
 * @param {number[]} places the places of each group
 * @param {number} n the number of items
 * @returns {{ ways: bigint, all: bigint }}
 */
function findChance({ members, least, most }, places, n) {
  let sums = [1n];
  places.forEach((number, j) => {
    /** @type {bigint[]} */
    const next = Array(
      Math.min(members.length, sums.length - 1 + most[j]) + 1,
    ).fill(0n);
    for (let x = least[j]; x <= most[j]; x++)
      for (let k = 0; k < sums.length && k + x < next.length; k++)
        next[k + x] += sums[k] * choose(number, x);
    sums = next;
  });
  return { ways: sums[members.length] ?? 0n, all: choose(n, members.length) };
}

/**
 * Return the limits with their chances, the most probable first.
 * @param {Limit[]} limits the limits
 * @param {number[]} places the places of each group
 * @param {number} n the number of items
 * @param {Steps} steps the counter of steps
 * @returns {{ limit: Limit, chance: { ways: bigint, all: bigint } }[]}
 */
function sortLimits(limits, places, n, steps) {
  const step = 1 + Math.floor(n / 128) ** 2;
  const chances = limits.map((limit) => {
    steps.take(
      step *
        (limit.members.length + 1) *
        sum(limit.most.map((most, j) => most - limit.least[j] + 1)),
    );
    return { limit, chance: findChance(limit, places, n) };
  });
  return chances.sort(({ chance: one }, { chance: other }) => {
    const ofOne = one.ways * other.all;
    const ofOther = other.ways * one.all;
    return Number(ofOne < ofOther) - Number(ofOther < ofOne);
  });
}

/**
 * Return the places of groups without those of fixed items.
 * @param {number[]} sizes the size of each group
 * @param {Map<number, number>} fixed the groups of the fixed items
 * @returns {number[]}
 */
function countPlaces(sizes, fixed) {
  const places = [...sizes];
  for (const group of fixed.values()) places[group]--;
  return places;
}

/**
 * Return whether a limit can be kept in each group alone.
 * @param {Limit} limit the limit
 * @returns {boolean}
 */
const isPossible = ({ least, most }) =>
  least.every((number, j) => number <= most[j]);

/**
 * Return whether groups with some places can break a limit.
 * @param {Limit} limit the limit
 * @param {number[]} places the places of each group
 * @returns {boolean}
 */
const canBreak = ({ members, least, most }, places) =>
  places.some(
    (number, j) => least[j] > 0 || most[j] < Math.min(number, members.length),
  );

/**
 * Return the `ways` to place the units `among` all that are placed, with the places and the limits of those `left`;
 * `find` as `listWays`. Without entries of `placed` there is one way, `{ groups: [], alike: 1n, places, limits }`, and
 * all units are `left`.
 * @param {GroupProblem} problem what is asked
 * @param {Placing} placing the entries of `placed` and the paths
 * @param {Steps} steps the counter of steps
 * @returns {{ ways: PlacedWay[], among: Unit[], left: Unit[], find: FindWay }}
 */
function findWays({ units, rules, sizes, fixed }, placing, steps) {
  /** @param {Unit} unit */
  const isPlaced = (unit) =>
    unit.some((item) =>
      placing.placed.some(({ members }) => members.has(item)),
    );
  const among = units.filter(isPlaced);
  const listed = listWays(
    { units: among, placing, rules, places: countPlaces(sizes, fixed), fixed },
    steps.take,
  );
  const ways = listed.ways
    .map((way) => {
      const groupOf = new Map(fixed);
      way.groups.forEach((group, k) => {
        for (const item of among[k]) groupOf.set(item, group);
      });
      const places = countPlaces(sizes, groupOf);
      return { ...way, places, limits: makeLimits(rules, places, groupOf) };
    })
    .filter(({ limits }) => limits.every(isPossible));
  /**
   * @param {Limit} _
   * @param {number} l the number of a limit
   */
  const isKept = (_, l) =>
    ways.some(({ limits, places }) => canBreak(limits[l], places));
  return {
    ways: ways.map((way) => ({ ...way, limits: way.limits.filter(isKept) })),
    among,
    left: units.filter((unit) => !isPlaced(unit)),
    find: listed.find,
  };
}

/**
 * Return the result of a count by at most so many steps; undefined if it fails. All its steps count as well in `steps`.
 * @template Result
 * @param {Steps} steps the counter of all steps
 * @param {number} maxSteps the most steps of the count
 * @param {(own: Steps) => Result} count the count, by a counter of its own
 * @returns {Result | undefined}
 */
function attemptCount(steps, maxSteps, count) {
  const own = openSteps(maxSteps);
  try {
    return count(own);
  } catch (error) {
    if (error !== FAILED) throw error;
    return undefined;
  } finally {
    steps.taken += own.taken;
  }
}

/**
 * Return the count without the entries of `placed`, and of the first try that does not fail without the most probable
 * limits; undefined if these are too improbable together.
 * @param {GroupProblem} problem what is asked
 * @param {boolean} isPart whether there are entries of `placed`
 * @param {Steps} steps the counter of steps, which throws FAILED
 * @returns {Counted | undefined}
 */
function tryLimits(problem, isPart, steps) {
  const size = problem.units.flat().length;
  const [way] = findWays(problem, { placed: [], paths: [] }, steps).ways;
  if (!way) return { ...NOTHING, out: [], isPart: false, among: [] };
  const whole = countWithout(problem.units, way, [], steps);
  if (whole) return { ...whole, isPart };
  if (way.limits.length < 2) return undefined;
  const sorted = sortLimits(way.limits, way.places, size, steps);
  for (
    let count = 1;
    count < way.limits.length;
    count += 1 + Math.floor(count / 4)
  ) {
    const out = sorted.slice(0, count);
    if (areRare(out.map(({ chance }) => chance))) return undefined;
    const limits = out.map(({ limit }) => limit);
    const counted = countWithout(problem.units, way, limits, steps);
    if (counted) return { ...counted, isPart };
  }
  return undefined;
}

/**
 * Return whether chances are too improbable together: below 1 in RAREST.
 * @param {{ ways: bigint, all: bigint }[]} chances
 * @returns {boolean}
 */
function areRare(chances) {
  const ways = chances.reduce((product, chance) => product * chance.ways, 1n);
  const all = chances.reduce((product, chance) => product * chance.all, 1n);
  return ways * RAREST < all;
}

/**
 * Return the count of a way without some limits; undefined if it takes more steps than a try may take.
 * @param {Unit[]} units the units
 * @param {PlacedWay} way the way
 * @param {Limit[]} out the limits that are left out
 * @param {Steps} steps the counter of steps
 * @returns {Omit<Counted, "isPart"> | undefined}
 */
function countWithout(units, way, out, steps) {
  const stepsLeft = ALL_STEPS - steps.taken;
  const maxSteps =
    out.length === 0
      ? Math.min(STEPS_OF_TRY, stepsLeft)
      : Math.floor((stepsLeft * 3) / 4);
  const limits = way.limits.filter((limit) => !out.includes(limit));
  const counted = attemptCount(steps, maxSteps, (own) =>
    countStates(units, [{ ...way, limits }], own),
  );
  return counted && { ...counted, out, among: [] };
}

/**
 * Return the count of the first try that does not fail, and the limits that it left `out`, or undefined if nothing is
 * counted.
 * @param {GroupProblem} problem what is asked
 * @param {Placing} placing the entries of `placed` and the paths
 * @returns {Counted | undefined}
 */
function tryCounts(problem, placing) {
  if (problem.units.flat().length > MOST_ITEMS) return undefined;
  const steps = openSteps(ALL_STEPS);
  const hasPlaced = placing.placed.length > 0;
  if (hasPlaced) {
    const whole = attemptCount(steps, STEPS_OF_WAYS, (own) => {
      const { ways, among, left, find } = findWays(problem, placing, own);
      const counted = countStates(left, ways, own);
      return { ...counted, out: [], isPart: false, among, find };
    });
    if (whole) return whole;
  }
  try {
    return tryLimits(problem, hasPlaced, steps);
  } catch (error) {
    if (error !== FAILED) throw error;
    return undefined;
  }
}

/**
 * Return the entry, of some with a `number` of ways each, that a number below the sum of these means, and what is left
 * of the number.
 * @template Entry
 * @param {Entry[]} entries the entries
 * @param {(entry: Entry) => bigint} countOf the number of ways of an entry
 * @param {bigint} number the number
 * @returns {{ entry: Entry, number: bigint }}
 */
function chooseEntry(entries, countOf, number) {
  for (const entry of entries) {
    const count = countOf(entry);
    if (number < count) return { entry, number };
    number -= count;
  }
  throw new Error("the number is not below the sum");
}

/**
 * Return the choice of each node that a number means, of those that lead from a state before a class to one after it.
 * @param {CountedClass} countedClass the class
 * @param {bigint} state the state before it
 * @param {bigint} stateAfter the state after it
 * @param {number} bits how many bits of a state each node has
 * @param {bigint} number the number, below the ways from the one state to the other
 * @returns {{ node: number, choice: Choice }[]}
 */
function chooseChoices(countedClass, state, stateAfter, bits, number) {
  const size = countedClass.units.length;
  const { nodes, tables } = makeTables(countedClass, state, bits, () => {});
  let used = size;
  let shift = stateAfter;
  /** @type {{ node: number, choice: Choice }[]} */
  const chosen = [];
  for (const [i, { node, choices }] of [...nodes.entries()].reverse())
    for (const choice of choices) {
      const usedBefore = used - choice.used;
      const entry =
        shift < choice.shift
          ? undefined
          : tables[i].get(nameEntry(usedBefore, shift - choice.shift));
      if (entry === undefined) continue;
      const ways = countWays(choice) * choose(size - usedBefore, choice.used);
      if (number < entry.ways * ways) {
        number /= ways;
        used = usedBefore;
        shift -= choice.shift;
        chosen.unshift({ node, choice });
        break;
      }
      number -= entry.ways * ways;
    }
  return chosen;
}

/**
 * Return the state after the next class that a number below that of a state means, and what is left of the number.
 * @param {CountedState} at a state
 * @param {bigint} number the number
 * @returns {{ child: CountedState["children"][number], number: bigint }}
 */
function chooseChild(at, number) {
  const children = [...at.children].sort(({ to: one }, { to: other }) =>
    one.state < other.state ? -1 : 1,
  );
  const chosen = chooseEntry(
    children,
    ({ ways, to }) => ways * to.number,
    number,
  );
  return { child: chosen.entry, number: chosen.number };
}

/**
 * Draw which of the groups at each node take how many units; return by the number of a group how many it takes.
 * Of two groups at one node, whose choice is that one takes 2 units and one takes none, such as `[0, 2]`.
 * @param {{ node: number, choice: Choice }[]} choices the choice of each node
 * @param {number[]} nodes the node of each group
 * @param {Below} below the source of the draws
 * @returns {number[]}
 */
function shareChoices(choices, nodes, below) {
  /** @type {number[]} */
  const taken = [];
  for (const { node, choice } of choices) {
    const groups = range(nodes.length).filter((group) => nodes[group] === node);
    const shuffled = shuffleList(groups, below);
    for (const { units, groups: count } of choice.counts)
      for (const group of shuffled.splice(0, count)) taken[group] = units;
  }
  return taken;
}

/**
 * Return the groups of a number below that of the arrangements: the items of each.
 * Of the example of `countArrangements`, such as `[[0, 2], [1, 3]]`.
 * @param {Counted} counted what is counted
 * @param {Below} below the source of the draws
 * @returns {number[][]}
 */
function drawGroups({ number, ordered, starts, bits, among, find }, below) {
  const chosen = chooseEntry(
    starts,
    ({ alike, first }) => alike * first.number,
    below(number),
  );
  const way = chosen.entry;
  /** @type {number[][]} */
  const groups = way.nodes.map(() => []);
  let nodes = way.nodes; // of each group
  if (among.length > 0 && find !== undefined) {
    const placement = find(way.groups, chosen.number % way.alike);
    among.forEach((unit, k) => groups[placement.groups[k]].push(...unit));
    nodes = placement.models.map((model) => way.nodes[model]);
  }
  let numberLeft = chosen.number / way.alike; // what the number says of the classes that are left
  let at = way.first;
  for (const countedClass of ordered) {
    const { child, number: ofChild } = chooseChild(at, numberLeft);
    numberLeft = ofChild / child.ways;
    const choices = chooseChoices(
      countedClass,
      at.state,
      child.to.state,
      bits,
      ofChild % child.ways,
    );
    const taken = shareChoices(choices, nodes, below);
    nodes = nodes.map((node, group) => countedClass.lists[node][taken[group]]);
    const units = shuffleList(countedClass.units, below);
    for (const [group, members] of groups.entries())
      members.push(...units.splice(0, taken[group]).flat());
    at = child.to;
  }
  return groups;
}

/**
 * The last counts by what was asked: of the rules of a draw, and of its units without rules.
 * @type {Map<string, Counted | undefined>}
 */
const lastCounts = new Map();

/**
 * Return what is counted of what is asked, or what was counted of it last.
 * @param {GroupProblem} problem what is asked
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
    if (lastCounts.size > 1) lastCounts.delete(oldest);
    lastCounts.set(name, tryCounts(problem, placing));
  }
  return lastCounts.get(name);
}

/**
 * What is known of the arrangements: their number, null if limits or entries were left out; whether there is none; and
 * the rule that draws one, a function of below that returns the items of each group.
 * @typedef {{ number: bigint | null, isImpossible: boolean, draw: (below: Below) => number[][] }} Arrangements
 */

/**
 * Count the arrangements of units, lists of items, in groups of some sizes by rules and `placing`, the entries `placed`
 * and the `paths`. Return undefined if nothing is counted; otherwise the `number`, null if limits or entries were left
 * out, `isImpossible`, and `draw`, a function of below that returns the items of each group. The last counts are kept.
 * Four items in two groups of two have 6n arrangements, and 4n if the items 0 and 1 come apart.
 * @param {Unit[]} units the units of the items that are not fixed
 * @param {number[]} sizes the size of each group
 * @param {Rule[]} rules the rules
 * @param {Map<number, number>} fixed the groups of the fixed items
 * @param {Placing} placing the entries of `placed` and the paths
 * @returns {Arrangements | undefined}
 */
export function countArrangements(units, sizes, rules, fixed, placing) {
  const counted = countOnce({ units, rules, sizes, fixed }, placing);
  if (counted === undefined) return undefined;
  /**
   * @param {number[][]} groups
   * @param {Limit} limit
   */
  const keepsLimit = (groups, { members, least, most }) =>
    groups.every((group, j) => {
      const number = group.filter((item) => members.includes(item)).length;
      return least[j] <= number && number <= most[j];
    });
  /** @param {Below} below */
  const draw = (below) => {
    for (;;) {
      const groups = drawGroups(counted, below);
      if (!counted.out.every((limit) => keepsLimit(groups, limit))) continue;
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
