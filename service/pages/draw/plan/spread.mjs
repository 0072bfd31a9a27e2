/** How the values of a column are spread over groups: evenly, a rare value never twice in one. */
// @ts-check
/** @import { Positions } from "./named.mjs" */
/** @import { Cap } from "./pots.mjs" */
import { joinNames, t } from "../../shared/texts.mjs";
import { shorten } from "../../shared/lines.mjs";

/**
 * How many members of a group may have a value: { attribute: "spread1", value: "2", min: 1, max: 2 }.
 * @typedef {object} Limit
 * @property {string} attribute
 * @property {string} value
 * @property {number} min
 * @property {number} max
 */

/**
 * How the values of a column are spread over groups.
 * @typedef {object} Spread
 * @property {Record<string, number>[]} members for each name that has a value, what its item says of it: { column1: 2 }
 * @property {Limit[]} limits of the values that are there more often than there are groups
 * @property {string[]} different the attribute of all others, of which no two are in a group; [] if there are none
 * @property {Cap[]} caps of each value
 * @property {string} says a sentence on the limits; "" without them
 */

/**
 * A value of a column: its number from 1, its text, the positions of the names that have it, and how many of them a
 * group may have. It `isRare` if each group can have at most one.
 * @typedef {object} Value
 * @property {number} number
 * @property {string} text
 * @property {Positions} positions
 * @property {boolean} isRare
 * @property {number} min
 * @property {number} max
 */

/**
 * Return how the values of a column are spread: one that is there at most once for each group is never twice in a
 * group; any other has `limits`. `members` has what an item says of its value.
 *
 * Five of "5b" in two groups have the limits 2 to 3; two of "5c" are in different groups. With `slack` 1 these limits
 * are 1 to 4 and 0 to 2.
 * @param {Map<string, Positions>} positionsOf the positions of the names that have a value, by its text
 * @param {{ groups: number, column: number, label: string, slack: number }} options `column` from 0
 * @returns {Spread}
 */
export function spreadColumn(positionsOf, { groups, column, label, slack }) {
  const rareAttribute = `column${column + 1}`;
  const commonAttribute = `spread${column + 1}`;
  const values = listValues(positionsOf, groups, slack);
  const common = values.filter(({ isRare }) => !isRare);
  const hasRare = common.length < values.length;
  /** @type {Spread["members"]} */
  const members = [];
  for (const { number, positions, isRare } of values)
    for (const i of positions)
      members[i] = { [isRare ? rareAttribute : commonAttribute]: number };
  return {
    members,
    limits: common.map(({ number, min, max }) => ({
      attribute: commonAttribute,
      value: String(number),
      min,
      max,
    })),
    different: hasRare ? [rareAttribute] : [],
    caps: values.map(({ positions, min, max }) => ({
      list: positions,
      min,
      max,
    })),
    says: common.length > 0 ? describeSpread(label, common, hasRare) : "",
  };
}

/**
 * Return the values of a column with the numbers of names that a group may have of each.
 * @param {Map<string, Positions>} positionsOf
 * @param {number} groups
 * @param {number} slack how many more or fewer of a value a group may have
 * @returns {Value[]}
 */
const listValues = (positionsOf, groups, slack) =>
  Array.from(positionsOf, ([text, positions], i) => {
    const share = positions.length / groups;
    const isRare = share <= 1 && slack === 0;
    return {
      number: i + 1,
      text,
      positions,
      isRare,
      min: Math.max(Math.floor(share) - slack, 0),
      max: Math.ceil(share) + slack,
    };
  });

/**
 * Return the sentence on how many names with each value are in a group.
 * @param {string} label of the column
 * @param {Value[]} common
 * @param {boolean} hasRare whether there are others, of which no two are in a group
 */
function describeSpread(label, common, hasRare) {
  const shares = common.map(({ text, min, max }) =>
    t(`draw.sizes.${min === max ? "share" : "shares"}`, {
      value: shorten(text),
      min,
      max,
    }),
  );
  if (hasRare) shares.push(t("draw.sizes.others"));
  return t("draw.facts.spread", { column: label, shares: joinNames(shares) });
}

/**
 * Return the lists of names of each pot: a column in which no value is there more often than there are groups; the one
 * with the fewest values.
 * @param {Spread[]} spread
 * @param {number} n how many names there are
 * @param {number} groups
 * @returns {Positions[] | undefined}
 */
export function findPots(spread, n, groups) {
  const columns = spread
    .map(({ caps }) => caps.map(({ list }) => list))
    .filter((lists) => lists.flat().length === n);
  return columns
    .filter(
      (lists) =>
        lists.some(({ length }) => length === groups) &&
        lists.every(({ length }) => length <= groups),
    )
    .sort((a, b) => a.length - b.length)[0];
}
