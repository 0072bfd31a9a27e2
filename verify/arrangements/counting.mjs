/**
 * Groups by counting the arrangements of units in them, and the arrangement that a number means. Implemented from
 * docs/definitions/rules.md alone.
 *
 * Units are placed class by class; all that matters of the groups before a class is their state, how many of them are
 * at each node. So the arrangements are counted from the last class back, state by state, and a number below the count
 * leads from state to state: no arrangement is listed.
 *
 * Items 0 to 3 come to two groups of two, and 0 and 1 are apart. The classes are [0, 1] and [2, 3]. There are 2 ways to
 * place 0 and 1, one in each group, then 2 ways to place 2 and 3: 4 arrangements. A number from 0 to 3 tells how many
 * units of each class the groups at each node take, which here is always one of each; shuffles tell which groups take
 * them and which units.
 */
// @ts-check
import { range } from "../core/lists.mjs";
import { shuffleList } from "../core/shuffles.mjs";
import { findChoices, makeTables, writeState } from "./choices.mjs";
import { countBits, layOut, measureIntegers } from "./profiles.mjs";

/** @import { Below } from "../core/stream.mjs" */
/** @import { ChosenClass, NodeChoice } from "./choices.mjs" */
/** @import { PlacedWay, Steps, Unit } from "./profiles.mjs" */

/**
 * A state, how many groups are at which node as one large number, with the arrangements of the classes from there on,
 * and the states after the next class, each with the ways to it.
 * @typedef {object} CountedState
 * @property {bigint} state
 * @property {bigint} number
 * @property {Branch[]} children
 */

/**
 * A state after a class, and in how many ways the class leads to it.
 * @typedef {{ ways: bigint, to: CountedState }} Branch
 */

/**
 * A class as it is counted, with the states before it that were counted, by their names.
 * @typedef {ChosenClass & { states: Map<string, CountedState> }} CountedClass
 */

/**
 * A way that begins a count: the node of each group before the first class, and the first state.
 * @typedef {PlacedWay & { nodes: number[], first: CountedState }} Start
 */

/**
 * What is counted: the number of arrangements, the classes in the order in which they are taken, and the ways. In a
 * state the number of groups at a node has so many `bits`.
 * @typedef {{ number: bigint, classes: CountedClass[], starts: Start[], bits: number }} StateCount
 */

/**
 * The count where no way leaves an arrangement.
 * @type {StateCount}
 */
export const NOTHING = { number: 0n, classes: [], starts: [], bits: 0 };

/**
 * Return the number of arrangements by a branch.
 * @param {Branch} branch
 * @returns {bigint}
 */
const countFrom = ({ ways, to }) => ways * to.number;

/**
 * Return the number of arrangements of a way and of those that are alike.
 * @param {Start} start
 * @returns {bigint}
 */
const countOfStart = ({ alike, first }) => alike * first.number;

/**
 * Return the sum of counts, which are large numbers.
 * @param {bigint[]} counts
 * @returns {bigint}
 */
const addCounts = (counts) =>
  counts.reduce((total, count) => total + count, 0n);

/**
 * Counts the arrangements from states on, by recursion: those of a state are the sum, over the states after the next
 * class, of the ways to that state times its own arrangements. Each state is counted once.
 */
class StateCounter {
  #classes;
  #bits;
  #take;

  /**
   * @param {CountedClass[]} classes in the order in which they are taken
   * @param {number} bits how many bits of a state each node has
   * @param {(number?: number) => void} take a function that counts steps
   */
  constructor(classes, bits, take) {
    this.#classes = classes;
    this.#bits = bits;
    this.#take = take;
  }

  /**
   * Return a state before a class, counted. After the last class there is one arrangement: nothing is left to place.
   * @param {bigint} state
   * @param {number} depth how many classes were taken: the index of the next one
   * @returns {CountedState}
   */
  count(state, depth) {
    if (depth === this.#classes.length)
      return { state, number: 1n, children: [] };
    const { states } = this.#classes[depth];
    const name = state.toString(32);
    const countedBefore = states.get(name);
    if (countedBefore !== undefined) return countedBefore;
    const children = this.#countChildren(state, depth);
    const number = addCounts(children.map(countFrom));
    const counted = { state, number, children };
    states.set(name, counted);
    return counted;
  }

  /**
   * Return the states after the next class, counted, with the ways to them.
   *
   * FROZEN: a step for the state and for each child, beside those of the tables.
   * @param {bigint} state
   * @param {number} depth the index of the next class
   * @returns {Branch[]}
   */
  #countChildren(state, depth) {
    this.#take();
    const nextClass = this.#classes[depth];
    const { tables } = makeTables(nextClass, state, this.#bits, this.#take);
    const statesAfter = [...tables[tables.length - 1].values()];
    return statesAfter.map(({ shift: stateAfter, ways }) => {
      this.#take();
      return { ways, to: this.count(stateAfter, depth + 1) };
    });
  }
}

/**
 * Count the arrangements of units in some ways. The number is 0n if no way leaves one. Throw FAILED if that takes too
 * many steps.
 *
 * In the example of this file's head the number is 4n, both groups are at node 0 first, each node has 2 bits, and the
 * first state is 2n.
 * @param {Unit[]} units
 * @param {PlacedWay[]} ways with limits of the same items; of no way NOTHING is counted
 * @param {Steps} steps
 * @returns {StateCount}
 */
export function countStates(units, ways, steps) {
  if (ways.length === 0) return NOTHING;
  const layout = layOut(units, ways, steps);
  /** @type {CountedClass[]} */
  const classes = layout.classes.map((laidOutClass) => ({
    ...laidOutClass,
    choicesOf: new Map(),
    states: new Map(),
  }));
  const bits = countBits(ways[0].places.length);
  const slowness = measureIntegers(units.flat().length);
  // FROZEN: all steps of states and tables are taken times `slowness`.
  const counter = new StateCounter(classes, bits, (number = 1) =>
    steps.take(number * slowness),
  );
  const starts = layout.starts.map((start) => ({
    ...start,
    first: counter.count(writeState(start.nodes, bits), 0),
  }));
  const number = addCounts(starts.map(countOfStart));
  return { number, classes, starts, bits };
}

/**
 * Return the entry, of some with a `number` of ways each, that a number below the sum of these means, and what is left
 * of the number: of entries with 2n and 3n ways, 4n means the second, and 2n is left.
 * @template Entry
 * @param {Entry[]} entries
 * @param {(entry: Entry) => bigint} countOf the number of ways of an entry
 * @param {bigint} number from 0n on
 * @returns {{ entry: Entry, number: bigint }}
 */
function chooseEntry(entries, countOf, number) {
  let numberLeft = number;
  for (const entry of entries) {
    const count = countOf(entry);
    if (numberLeft < count) return { entry, number: numberLeft };
    numberLeft -= count;
  }
  throw new Error("the number is not below the sum");
}

/**
 * Draw a way, in proportion to the arrangements that it and those alike leave, and a number below theirs.
 * @param {StateCount} counted what is counted, with one arrangement or more
 * @param {Below} below the source of the draws
 * @returns {{ entry: Start, number: bigint }}
 */
export const drawStart = ({ number, starts }, below) =>
  chooseEntry(starts, countOfStart, below(number));

/**
 * Return the state after the next class that a number below that of a state means, and what is left of the number.
 * FROZEN: states ascend, as numbers.
 * @param {CountedState} at
 * @param {bigint} number from 0n to `at.number - 1n`
 * @returns {{ entry: Branch, number: bigint }}
 */
function chooseChild(at, number) {
  const children = [...at.children].sort(({ to: a }, { to: b }) =>
    a.state < b.state ? -1 : 1,
  );
  return chooseEntry(children, countFrom, number);
}

/**
 * Draw which of the groups at each node take how many units; return by the number of a group how many it takes.
 * Of two groups at one node, by the choice that one takes 2 units and one takes none, [0, 2] or [2, 0].
 * @param {NodeChoice[]} choices one for each node that has groups
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
 * Draw the arrangement of a number, and return the items of each group. In the example of this file's head, such as
 * [[0, 2], [1, 3]].
 *
 * FROZEN: class by class the groups at each node are shuffled, then the units.
 * @param {StateCount} counted
 * @param {{ first: CountedState, nodes: number[] }} start the first state, and the node of each group in it
 * @param {bigint} number the number, below that of the first state
 * @param {(units: Unit[], taken: number[]) => Unit[]} shuffle a function that shuffles the units of a class, of which
 *   each group takes some
 * @param {Below} below the source of the draws
 * @returns {number[][]}
 */
export function drawArrangement(
  { classes, bits },
  start,
  number,
  shuffle,
  below,
) {
  /** @type {number[][]} */
  const groups = start.nodes.map(() => []);
  let nodes = start.nodes;
  let at = start.first;
  let numberLeft = number;
  for (const countedClass of classes) {
    const { entry: child, number: numberInChild } = chooseChild(at, numberLeft);
    // The number has two parts: one of the ways to the child, one of the arrangements from there on.
    const wayNumber = numberInChild % child.ways;
    numberLeft = numberInChild / child.ways;
    const choices = findChoices(
      makeTables(countedClass, at.state, bits, () => {}),
      countedClass.units.length,
      child.to.state,
      wayNumber,
    );
    const taken = shareChoices(choices, nodes, below);
    const shuffledUnits = shuffle(countedClass.units, taken);
    for (const [group, members] of groups.entries()) {
      const ownUnits = shuffledUnits.splice(0, taken[group]);
      members.push(...ownUnits.flat());
    }
    nodes = nodes.map((node, group) => countedClass.lists[node][taken[group]]);
    at = child.to;
  }
  return groups;
}
