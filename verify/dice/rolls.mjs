/** Rolls of dice, and how a response shows them. Implemented from docs/definitions/dice.md alone. */
// @ts-check
import { range } from "../core/lists.mjs";
import { MAX_EXTRAS, countKept, isRerolled } from "./notation.mjs";

/**
 * @import { Below } from "../core/stream.mjs"
 * @import { Dice, Keep, Roll } from "./notation.mjs"
 */

/**
 * A die that was rolled: the face that it shows in the end, how many times it was rolled again, and whether another die
 * brought it.
 *
 * @typedef {{ face: number, rerolls: number, is_extra: boolean }} RolledDie
 */

/**
 * A set that was rolled: its dice as a response has them, and the values of dice and constants whose sum is its total.
 *
 * @typedef {{ dice: (RolledDie & { term: number, fate: string })[], values: number[] }} RolledSet
 */

/**
 * Return a die that is rolled, and rolled again as its reroll says.
 *
 * @param {Below} below
 * @param {Dice} dice
 * @param {boolean} isExtra
 * @returns {RolledDie}
 */
function rollDie(below, dice, isExtra) {
  const size = dice.highest - dice.lowest + 1;
  const most = dice.reroll?.isOnce ? 1 : Infinity;
  let face = dice.lowest + below(size);
  let rerolls = 0;
  while (rerolls < most && isRerolled(dice, face)) {
    face = dice.lowest + below(size);
    rerolls += 1;
  }
  return { face, rerolls, is_extra: isExtra };
}

/**
 * Return the dice of a term in the order in which they are rolled.
 *
 * FROZEN: the extra dice of a die are rolled before the next die.
 *
 * @param {Below} below
 * @param {Dice} dice
 */
function rollDice(below, dice) {
  const rolled = [];
  for (let i = 0; i < dice.count; i++) {
    let die = rollDie(below, dice, false);
    rolled.push(die);
    if (!dice.explodes) continue;
    for (let k = 0; k < MAX_EXTRAS && die.face === dice.highest; k++) {
      die = rollDie(below, dice, true);
      rolled.push(die);
    }
  }
  return rolled;
}

/**
 * Return the dice that a keep leaves, in the order in which they were rolled.
 *
 * FROZEN: of equal faces the earliest stay.
 *
 * @param {RolledDie[]} dice
 * @param {Keep} keep
 */
function keepDice(dice, keep) {
  const isHighest = ["kh", "dl"].includes(keep.verb);
  const sorted = [...dice].sort((a, b) =>
    isHighest ? b.face - a.face : a.face - b.face,
  );
  const kept = new Set(sorted.slice(0, countKept(keep, dice.length)));
  return dice.filter((die) => kept.has(die));
}

/**
 * Return the fate of a die that is kept.
 *
 * @param {number} face
 * @param {number} [threshold] the least face of a success
 */
function judgeFace(face, threshold) {
  if (threshold === undefined) return "counted";
  return face >= threshold ? "success" : "failure";
}

/**
 * Return what a die adds to the total.
 *
 * @param {number} face
 * @param {string} fate
 */
function findValue(face, fate) {
  if (fate === "counted") return face;
  return fate === "success" ? 1 : 0;
}

/**
 * Return a set that is rolled, term by term.
 *
 * @param {Below} below
 * @param {Roll} roll
 * @returns {RolledSet}
 */
function rollSet(below, { terms, threshold }) {
  /** @type {RolledSet} */
  const set = { dice: [], values: [] };
  let term = 0;
  for (const { sign, part } of terms) {
    if (typeof part === "number") {
      set.values.push(sign * part);
      continue;
    }
    const rolled = rollDice(below, part);
    const kept = new Set(part.keeps.reduce(keepDice, rolled));
    for (const die of rolled) {
      const fate = kept.has(die) ? judgeFace(die.face, threshold) : "dropped";
      set.dice.push({ term, ...die, fate });
      set.values.push(sign * findValue(die.face, fate));
    }
    term += 1;
  }
  return set;
}

/**
 * Return the rule by which the sets of a roll are drawn.
 *
 * @param {Roll} roll
 * @returns {(below: Below) => RolledSet[]}
 */
export const planRoll = (roll) => (below) =>
  range(roll.sets).map(() => rollSet(below, roll));

/**
 * Return the sum of numbers, which is exact: `parseRoll` refuses rolls with larger totals.
 *
 * @param {number[]} values
 */
const addUp = (values) => values.reduce((total, value) => total + value, 0);

/**
 * Return the members of a response, which are compared in this order: a die comes before the totals that it changes.
 *
 * @param {RolledSet[]} sets
 */
export const writeSets = (sets) => ({
  sets: sets.map(({ dice, values }) => ({ dice, total: addUp(values) })),
  total: addUp(sets.flatMap(({ values }) => values)),
});
