/**
 * How many groups take how many units of a class, and in how many ways. Implemented from docs/definitions/rules.md
 * alone.
 *
 * A state is how many groups are at each node, as one number. Groups at one node are alike until the next draw, so they
 * share units in choices: lists of how many groups take how many units. The choices of all nodes of a state together
 * are found node by node by tables, which lead to the states after the class.
 *
 * Two groups at node 0, of which each can take 0 to 2 units, share a class of two units in two choices: one group takes
 * both (2 ways), or each takes one (2 ways).
 */
// @ts-check
import { ascending, range, sum } from "../core/lists.mjs";

/** @import { LaidOutClass } from "./profiles.mjs" */

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
 * A node that has groups, and the choices of these.
 * @typedef {{ node: number, choices: Choice[] }} NodeChoices
 */

/**
 * A node, and one of the choices of its groups.
 * @typedef {{ node: number, choice: Choice }} NodeChoice
 */

/**
 * How some nodes share units: the units that they use, the state that they add up to, and in how many ways.
 * @typedef {{ used: number, shift: bigint, ways: bigint }} TableEntry
 */

/**
 * A class with the choices that were listed: by a node and a number of groups.
 * @typedef {LaidOutClass & { choicesOf: Map<string, Choice[]> }} ChosenClass
 */

/**
 * The nodes of a state with their choices, ascending, and the tables before each of them and after the last.
 * @typedef {{ nodes: NodeChoices[], tables: Map<string, TableEntry>[] }} StateTables
 */

const STEPS_OF_A_CHOICE = 8; // FROZEN: as all steps of counting

/** 0!, 1!, … as far as they are computed. */
const factorials = [1n];

/**
 * Return n!.
 * @param {number} n
 * @returns {bigint}
 */
function factorial(n) {
  while (factorials.length <= n) {
    factorials.push(
      factorials[factorials.length - 1] * BigInt(factorials.length),
    );
  }
  return factorials[n];
}

/**
 * Return the number of ways to choose k of n.
 * @param {number} n
 * @param {number} k
 * @returns {bigint}
 */
export const binomial = (n, k) =>
  k > n ? 0n : factorial(n) / (factorial(k) * factorial(n - k));

/**
 * Return all choices of groups at a node.
 *
 * Of two groups, the list `[0, 0, -1]` and at most 2 units: each group takes one, or one group takes one, or none does.
 *
 * The groups that take fewest units are chosen first, then among the others those that take fewest, and so on.
 *
 * FROZEN: the order of choices, lexicographic in the numbers of groups that take 0, 1, 2, … units.
 * @param {number[]} list the nodes after the node by the number of units taken, -1 for none
 * @param {number} groupCount how many groups are at the node
 * @param {number} maxUnits the most units that they take together
 * @param {number} bits how many bits of a state each node has
 * @param {(number?: number) => void} take a function that counts steps
 * @returns {Choice[]}
 */
function listChoices(list, groupCount, maxUnits, bits, take) {
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
  const extend = (first, groupsLeft, room, shift) => {
    for (let i = possible.length - 1; i >= first; i--) {
      const { units, position } = possible[i];
      if (groupsLeft * units > room) continue;
      const nextUnits = possible[i + 1]?.units ?? Infinity;
      for (let groups = 1; groups <= groupsLeft; groups++) {
        const groupsAfter = groupsLeft - groups;
        if (groupsAfter > 0 && groups * units + groupsAfter * nextUnits > room)
          continue;
        const roomAfter = room - groups * units;
        const shiftAfter = shift + (BigInt(groups) << position);
        counts.push({ units, groups });
        if (groupsAfter > 0) {
          extend(i + 1, groupsAfter, roomAfter, shiftAfter);
        } else {
          take(STEPS_OF_A_CHOICE);
          const used = maxUnits - roomAfter;
          choices.push({ counts: [...counts], used, shift: shiftAfter });
        }
        counts.pop();
      }
    }
  };
  extend(0, groupCount, maxUnits, 0n);
  return choices;
}

/**
 * Return in how many ways the units of a choice go to the groups. Of two units and three groups, 3 if one group takes
 * both, 6 if two groups take one each. It is computed once.
 * @param {Choice} choice
 * @returns {bigint}
 */
export function countWays(choice) {
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
 * Return the state of groups at some nodes: of [0, 0, 1] with 2 bits it is 0b01_10n.
 * @param {number[]} nodes the node of each group
 * @param {number} bits how many bits of a state each node has
 * @returns {bigint}
 */
export const writeState = (nodes, bits) =>
  nodes.reduce((state, node) => state + (1n << BigInt(bits * node)), 0n);

/**
 * Return the nodes that have groups in a state, ascending, each with the number of groups: of 0b01_10n with 2 bits, 2
 * groups at node 0 and 1 at node 1.
 * @param {bigint} state
 * @param {number} bits how many of its bits each node has
 * @returns {{ node: number, groups: number }[]}
 */
function readState(state, bits) {
  const digits = state.toString(2);
  const nodes = range(Math.ceil(digits.length / bits)).map((node) => {
    const end = digits.length - bits * node; // node 0 has the last digits
    const ownDigits = digits.slice(Math.max(0, end - bits), end);
    return { node, groups: parseInt(ownDigits, 2) };
  });
  return nodes.filter(({ groups }) => groups > 0);
}

/**
 * Return the key of an entry of a table: "2 1k" has 2 used units and the shift 52n, in base 32.
 * @param {number} used
 * @param {bigint} shift
 * @returns {string}
 */
export const nameEntry = (used, shift) => `${used} ${shift.toString(32)}`;

/**
 * Return the fewest and the most units that the nodes from each on use together, and 0 after the last one.
 *
 * Of a node with choices of 0 or 2 units, and one with choices of 1 or 2:
 * `[{ fewest: 1, most: 4 }, { fewest: 1, most: 2 }, { fewest: 0, most: 0 }]`.
 * @param {NodeChoices[]} nodes
 * @returns {{ fewest: number, most: number }[]} one more than there are nodes
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
 * Return the nodes that have groups in a state, ascending, each with the choices of its groups.
 * @param {ChosenClass} chosenClass choices that it lacks are added to its `choicesOf`
 * @param {bigint} state before the class
 * @param {number} bits how many of its bits each node has
 * @param {(number?: number) => void} take a function that counts steps
 * @returns {NodeChoices[]}
 */
function listNodes({ units, lists, choicesOf }, state, bits, take) {
  return readState(state, bits).map(({ node, groups }) => {
    const name = `${node} ${groups}`;
    const choices =
      choicesOf.get(name) ??
      listChoices(lists[node], groups, units.length, bits, take);
    choicesOf.set(name, choices);
    return { node, choices };
  });
}

/**
 * Return the table after a node: of each entry of the table before it with each choice of the node, where the other
 * nodes can use the units that are left. Entries with the same units and the same shift are one, in the sum of their
 * ways.
 *
 * In the example of this file's head, the entry of 0 units and the two choices of node 0 become one entry of 2 units in
 * 2 + 2 ways.
 *
 * FROZEN: a step for each entry with each choice that is possible.
 * @param {Map<string, TableEntry>} table before the node
 * @param {Choice[]} choices of the node
 * @param {{ fewest: number, most: number }} usedSoFar how many units the nodes up to this one use together
 * @param {number} unitCount the number of units of the class
 * @param {(number?: number) => void} take a function that counts steps
 * @returns {Map<string, TableEntry>}
 */
function addNode(table, choices, usedSoFar, unitCount, take) {
  /** @type {Map<string, TableEntry>} */
  const tableAfter = new Map();
  for (const entry of table.values()) {
    for (const choice of choices) {
      const used = entry.used + choice.used;
      if (used < usedSoFar.fewest || used > usedSoFar.most) continue;
      take();
      const shift = entry.shift + choice.shift;
      const unitSets = binomial(unitCount - entry.used, choice.used);
      const ways = entry.ways * countWays(choice) * unitSets;
      const name = nameEntry(used, shift);
      const otherWays = tableAfter.get(name)?.ways ?? 0n;
      tableAfter.set(name, { used, shift, ways: ways + otherWays });
    }
  }
  return tableAfter;
}

/**
 * Return the nodes of a state with their choices, and the tables of how the nodes share the units of a class.
 *
 * In the example of this file's head the first table has 0 units in 1 way, the second 2 units in 4 ways: of its 2 units
 * each goes to either group.
 * @param {ChosenClass} chosenClass choices that it lacks are added to its `choicesOf`
 * @param {bigint} state before the class
 * @param {number} bits how many of its bits each node has
 * @param {(number?: number) => void} take a function that counts steps
 * @returns {StateTables}
 */
export function makeTables(chosenClass, state, bits, take) {
  const unitCount = chosenClass.units.length;
  const nodes = listNodes(chosenClass, state, bits, take);
  const bounds = findBounds(nodes);
  let table = new Map([[nameEntry(0, 0n), { used: 0, shift: 0n, ways: 1n }]]);
  const tables = [table];
  nodes.forEach(({ choices }, i) => {
    const usedByOthers = bounds[i + 1];
    const usedSoFar = {
      fewest: unitCount - usedByOthers.most,
      most: unitCount - usedByOthers.fewest,
    };
    table = addNode(table, choices, usedSoFar, unitCount, take);
    tables.push(table);
  });
  return { nodes, tables };
}

/**
 * Return the choice of each node, by its number, that a number means, of those that lead from a state to one after the
 * class.
 *
 * In the example of this file's head the ways are 0 to 3; the numbers 0 and 1 mean that each group takes one unit, 2
 * and 3 that one group takes both.
 *
 * FROZEN: nodes descend, and choices are in their order.
 * @param {StateTables} stateTables the tables of the state before the class
 * @param {number} unitCount the number of units of the class
 * @param {bigint} stateAfter the state after the class
 * @param {bigint} wayNumber the number, below the ways from the one state to the other
 * @returns {NodeChoice[]} ascending by node
 */
export function findChoices(
  { nodes, tables },
  unitCount,
  stateAfter,
  wayNumber,
) {
  let number = wayNumber;
  let used = unitCount;
  let shift = stateAfter;
  /** @type {NodeChoice[]} */
  const nodeChoices = [];
  for (const [i, { node, choices }] of [...nodes.entries()].reverse()) {
    for (const choice of choices) {
      if (shift < choice.shift) continue;
      const usedBefore = used - choice.used;
      const shiftBefore = shift - choice.shift;
      const entry = tables[i].get(nameEntry(usedBefore, shiftBefore));
      if (entry === undefined) continue;
      const unitSets = binomial(unitCount - usedBefore, choice.used);
      const ways = countWays(choice) * unitSets;
      if (number < entry.ways * ways) {
        number /= ways;
        used = usedBefore;
        shift = shiftBefore;
        nodeChoices.unshift({ node, choice });
        break;
      }
      number -= entry.ways * ways;
    }
  }
  return nodeChoices;
}
