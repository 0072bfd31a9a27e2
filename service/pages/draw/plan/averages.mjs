/**
 * Groups whose averages of a number are alike: the distances of numbers from their average, and how far averages may be
 * apart.
 */
// @ts-check
/** @import { Positions } from "./named.mjs" */
import { splitEvenly } from "../../shared/parts.mjs";
import { formatNumber, t } from "../../shared/texts.mjs";
import { Wrong, isDecimal, shorten } from "../../shared/lines.mjs";

/**
 * Numbers in which groups are alike.
 * @typedef {object} Fair
 * @property {number[]} numbers with the sum 0: the distances of cells from their average, in `units`
 * @property {number} units how many of them are 1
 * @property {number} average
 * @property {number} range how far the averages of groups may be apart
 * @property {number} largest the largest sum of the numbers of a group
 */

/** How many draws are tried, of which one in a hundred keeps the distance that is proposed. */
const TRIED_DRAWS = 300;
/** Two digits may be 5 % less than a number: of 6 % more they are not less than the number. */
const ROUNDED_UP = 1.06;
/** So much may a product be too small by inexact numbers; sums of the list are integers. */
const INEXACT = 1e-6;

/** @param {number[]} numbers */
const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Throw `Wrong` if a cell, or the range that was typed, is no number.
 * @param {string[]} cells
 * @param {string} typed
 */
function checkFair(cells, typed) {
  const wrong = cells.findIndex((cell) => !isDecimal(cell));
  if (wrong >= 0)
    throw new Wrong(
      t("draw.wrong.noNumber", {
        number: wrong + 1,
        cell: shorten(cells[wrong]),
      }),
      "lines",
    );
  if (typed && !/^\d{1,9}([.,]\d{1,9})?$/.test(typed))
    throw new Wrong(
      t("draw.wrong.decimal", { field: t("draw.fields.range") }),
      "range",
    );
}

/**
 * Return `numbers` with the sum 0, the distances of cells from their `average` in `units`; the `range` of averages; and
 * the `largest` that the sum of a group may be.
 *
 * The cells "1", "2" and "6" are [-6, -3, 9] in units of a third, with the average 3.
 * @param {string[]} cells
 * @param {{ typed: string, groups: number, range?: number, together: Positions[] }} options `typed`: the range in the
 *   form; `range`: one that is widened
 * @returns {Fair}
 */
export function readFair(cells, { typed, groups, range, together }) {
  checkFair(cells, typed);
  const { integers, scale } = toIntegers(cells);
  const total = add(integers);
  const numbers = integers.map((number) => number * cells.length - total);
  const units = cells.length * scale;
  const sizes = splitEvenly(cells.length, groups);
  const smallest = sizes[sizes.length - 1];
  const propose = () =>
    range ?? (2 * proposeDistance(numbers, sizes, together)) / units;
  const chosen = typed
    ? toNumber(typed)
    : Number((ROUNDED_UP * propose()).toPrecision(2));
  return {
    numbers,
    units,
    average: total / units,
    range: chosen,
    largest: Math.floor((chosen / 2) * smallest * units + INEXACT),
  };
}

/**
 * Return the number that a text has, with a comma or a point before its decimals.
 * @param {string} text such as "2,5"
 */
const toNumber = (text) => Number(text.replace(",", "."));

/**
 * Return decimals as integers, and the power of 10 that they were multiplied by: ["1", "2.5"] is [10, 25] with the
 * scale 10.
 * @param {string[]} cells
 */
function toIntegers(cells) {
  const decimals = cells.map((cell) => cell.split(/[.,]/)[1]?.length ?? 0);
  const scale = 10 ** Math.max(...decimals);
  const integers = cells.map((cell) => Math.round(toNumber(cell) * scale));
  return { integers, scale };
}

/**
 * Return a distance from the average that all groups keep in one of a hundred random draws; always the same for the
 * same list.
 *
 * Of the distances -3, -1, 1 and 3 in two groups of two it is 0: every third draw has -3 and 3 in a group.
 * @param {number[]} numbers the distances of names from the average
 * @param {number[]} sizes of the groups
 * @param {Positions[]} together
 */
function proposeDistance(numbers, sizes, together) {
  const units = listUnits(numbers, together);
  const pick = createPicker();
  const distances = Array.from({ length: TRIED_DRAWS }, () =>
    drawDistance(units, sizes, pick),
  );
  distances.sort((a, b) => a - b);
  const smallest = sizes[sizes.length - 1];
  return distances[TRIED_DRAWS / 100] / smallest;
}

/**
 * Names that stay together, or one alone: how many they are, and the sum of their distances from the average.
 * @typedef {{ size: number, sum: number }} Unit
 */

/**
 * Return the names as they are put into groups, the largest units first.
 * @param {number[]} numbers
 * @param {Positions[]} together
 * @returns {Unit[]}
 */
function listUnits(numbers, together) {
  const bound = together.flat();
  const singles = [...numbers.keys()]
    .filter((i) => !bound.includes(i))
    .map((i) => [i]);
  return [...together, ...singles]
    .map((unit) => ({
      size: unit.length,
      sum: add(unit.map((i) => numbers[i])),
    }))
    .sort((a, b) => b.size - a.size);
}

/**
 * Return a function that returns the next of some numbers that look random, the same ones on each page: the generator
 * of Park and Miller.
 */
function createPicker() {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647);
}

/**
 * Draw groups, and return the greatest distance of the sum of one from the average.
 * @param {Unit[]} units
 * @param {number[]} sizes
 * @param {() => number} pick
 */
function drawDistance(units, sizes, pick) {
  const groups = sizes.map((room) => ({ room, sum: 0 }));
  for (const { size, sum } of units) {
    const open = groups.filter(({ room }) => room >= size);
    const chosen = pick() % open.length;
    const group = open[chosen] ?? groups[0]; // the service tells if there is no room
    group.room -= size;
    group.sum += sum;
  }
  return Math.max(...groups.map(({ sum }) => Math.abs(sum)));
}

/**
 * Return a sentence on the averages of drawn groups.
 * @param {Positions[]} drawn
 * @param {Fair} fair
 */
export function describeAverages(drawn, { numbers, units, average }) {
  const averages = drawn.map((part) => {
    const distance = add(part.map((i) => numbers[i]));
    return average + distance / part.length / units;
  });
  /** @param {number} number */
  const format = (number) =>
    formatNumber(number, { maximumSignificantDigits: 4 });
  return t("draw.facts.averages", {
    least: format(Math.min(...averages)),
    most: format(Math.max(...averages)),
  });
}

/**
 * Return twice the range of averages; some range if it is 0.
 * @param {Fair} fair
 */
export const widenRange = ({ range, numbers, units }) =>
  2 * (range || Math.max(...numbers) / units / 8);
