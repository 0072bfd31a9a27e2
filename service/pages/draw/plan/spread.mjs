/** How the values of a column are spread over groups: evenly, a rare value never twice in one. */
// @ts-check
/** @import { Positions } from "./named.mjs" */
/** @import { Cap } from "./pots.mjs" */
import { joinNames, t } from "../../shared/texts.mjs";
import { shorten } from "../list/lines.mjs";

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
 * Return how the values of a column are spread: one that is there at most once for each group is never twice in a
 * group; any other has `limits`. `members` has what an item says of its value.
 *
 * Five of "5b" in two groups have the limits 2 to 3; two of "5c" are in different groups.
 * @param {Map<string, Positions>} values
 * @param {{ groups: number, column: number, label: string }} options `column` from 0
 * @returns {Spread}
 */
export function spreadColumn(values, { groups, column, label }) {
  const rare = `column${column + 1}`; // the attribute of values that are never twice in a group
  const common = `spread${column + 1}`;
  /** @type {Spread} */
  const spread = { members: [], limits: [], different: [], caps: [], says: "" };
  /** @type {string[]} */
  const shares = [];
  for (const [index, [value, positions]] of [...values].entries()) {
    const number = index + 1;
    const isRare = positions.length <= groups;
    for (const i of positions)
      spread.members[i] = { [isRare ? rare : common]: number };
    const min = isRare ? 0 : Math.floor(positions.length / groups);
    const max = isRare ? 1 : Math.ceil(positions.length / groups);
    spread.caps.push({ list: positions, min, max });
    if (isRare) continue;
    spread.limits.push({ attribute: common, value: String(number), min, max });
    shares.push(
      t(`draw.sizes.${min === max ? "share" : "shares"}`, {
        value: shorten(value),
        min,
        max,
      }),
    );
  }
  if (spread.limits.length < values.size) {
    spread.different.push(rare);
    shares.push(t("draw.sizes.others"));
  }
  if (spread.limits.length > 0)
    spread.says = t("draw.facts.spread", {
      column: label,
      shares: joinNames(shares),
    });
  return spread;
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
