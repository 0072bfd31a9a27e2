/**
 * The sums of groups: tests of the sum of a number over the items of each group. Implemented from
 * docs/definitions/rules.md alone. Numbers are decimal and are added exactly, as whole numbers of 10^-20.
 */
// @ts-check
import { canonicalJson } from "../core/canonical.mjs";
import { Refused } from "../core/validation.mjs";
import { isNumber, readAttribute, readEntries, textOf } from "./attributes.mjs";

/** @import { GroupOptions, GroupsTest } from "./group_types.mjs" */

/** How many digits a number may have after its point. */
const MAX_DECIMALS = 20;

/**
 * Return the number that a text writes, exactly: the decimal number times 10^20, a whole number.
 * @param {string | undefined} text such as "-1.5", undefined for what is no number
 * @param {string} where its place in the request
 * @returns {bigint}
 */
function readDecimal(text, where) {
  const isFinite =
    text !== undefined && isNumber(text) && Number.isFinite(Number(text));
  const number = isFinite ? canonicalJson(Number(text)) : "";
  const parts =
    /^(?<whole>-?\d+)(?:\.(?<fraction>\d+))?(?:e(?<exponent>.+))?$/.exec(
      number,
    )?.groups;
  const fraction = parts?.fraction ?? "";
  const shift = MAX_DECIMALS + Number(parts?.exponent ?? 0) - fraction.length;
  if (parts === undefined || shift < 0)
    throw new Refused(
      where,
      `a number of up to ${MAX_DECIMALS} decimals was expected`,
    );
  return BigInt(parts.whole + fraction) * 10n ** BigInt(shift);
}

/**
 * Return a bound of a sum as `readDecimal` writes numbers, undefined if there is none.
 * @param {unknown} bound
 * @param {string} where its place in the request
 */
function readBound(bound, where) {
  if (bound === undefined) return undefined;
  const text = typeof bound === "number" ? textOf(bound) : undefined;
  return readDecimal(text, where);
}

/**
 * Return for each entry of `sums` a function that tells whether groups fulfil it. An item without the number counts 0.
 * @param {GroupOptions} request
 * @returns {GroupsTest[]}
 */
export function readSums({ items, sums = [] }) {
  const names = ["attribute", "min", "max"];
  const entries = readEntries("sums", sums, names, ["attribute"]);
  return entries.map(({ attribute, min, max }, i) => {
    const where = `sums[${i}].attribute`;
    const numbers = readAttribute(items, attribute, where).map((text) =>
      text === null ? 0n : readDecimal(text, where),
    );
    const lowest = readBound(min, `sums[${i}].min`);
    const highest = readBound(max, `sums[${i}].max`);
    /** @param {number[]} group */
    const isKept = (group) => {
      const total = group.reduce((sum, item) => sum + numbers[item], 0n);
      const isEnough = lowest === undefined || total >= lowest;
      return isEnough && (highest === undefined || total <= highest);
    };
    return (groups) => groups.every(isKept);
  });
}
