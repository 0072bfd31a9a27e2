/** Draws of a caller's own items by weights. Implemented from docs/definitions/stream.md alone. */
// @ts-check
import { Refused, checkInteger, checkList } from "./validation.mjs";

/** @import { Below } from "./stream.mjs" */
/** @import { OrderOptions } from "./draws.mjs" */

const MAX = 2 ** 53 - 1;

/**
 * Return the weights of n items, by default 1 each. Throw `Refused` unless they are n integers of 0 or more, with a
 * total of 1 to 2^53 - 1.
 * @param {unknown} n the number of items
 * @param {number[] | undefined} given the weights of the request
 * @returns {number[]}
 */
export function checkWeights(n, given) {
  /** @type {number[]} */
  const weights = given ?? Array(checkInteger("size", n, 1, 10 ** 7)).fill(1);
  checkList("weights", weights);
  weights.forEach((weight, i) => checkInteger(`weights[${i}]`, weight, 0, MAX));
  if (weights.length !== n)
    throw new Refused("weights", "one for each item was expected");
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total < 1n || total > BigInt(MAX))
    throw new Refused("weights", `a total of 1 to ${MAX} was expected`);
  return weights;
}

/**
 * Return the digits of a weight without its point, and how many of them are decimals: of 1.5e-7 "15" and 8.
 * @param {number} weight
 * @returns {{ digits: string, decimals: number }}
 */
function splitDecimal(weight) {
  const parts =
    /^(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:e(?<exponent>[+-]?\d+))?$/.exec(
      String(weight),
    )?.groups ?? {};
  const { whole, fraction = "", exponent = "0" } = parts;
  return {
    digits: whole + fraction,
    decimals: fraction.length - Number(exponent),
  };
}

/**
 * Return decimal weights times the least power of ten that makes all of them whole; what are no such weights as it is.
 * @param {unknown} weights the weights of a request, of any form
 * @returns {unknown} a list of whole numbers, if it is one of numbers
 */
export function makeWhole(weights) {
  /** @param {unknown} weight */
  const isWeight = (weight) =>
    typeof weight === "number" && Number.isFinite(weight) && weight >= 0;
  if (
    !Array.isArray(weights) ||
    !weights.every(isWeight) ||
    weights.every(Number.isInteger)
  )
    return weights;
  const parts = weights.map(splitDecimal);
  const maxDecimals = parts.reduce(
    (larger, { decimals }) => Math.max(larger, decimals),
    0,
  );
  return parts.map(({ digits, decimals }) =>
    Number(BigInt(digits) * 10n ** BigInt(maxDecimals - decimals)),
  );
}

/**
 * Return the rule of a draw of n items by their weights: a function of below, n and the number of draws. The rule does
 * not need n, which `selectRule` hands to every rule; it throws `Refused` if it is to draw and no weight is left. Throw
 * `Refused` for weights that `checkWeights` refuses, such as zeros alone.
 * @param {OrderOptions} request
 * @returns {(below: Below, n: unknown, length: number) => number[]}
 */
export function selectWeighted({ n, weights: given, replacement }) {
  const weights = [...checkWeights(n, given)];
  return (below, _, length) => {
    let total = weights.reduce((sum, weight) => sum + weight, 0);
    const weightsLeft = [...weights]; // 0 for an item that may not be drawn again
    const drawOne = () => {
      if (total === 0)
        throw new Refused(
          "count",
          "at most the number of items with a weight was expected",
        );
      let number = below(total);
      const item = weightsLeft.findIndex((weight) => {
        number -= weight;
        return number < 0;
      });
      if (!replacement) {
        total -= weightsLeft[item];
        weightsLeft[item] = 0;
      }
      return item;
    };
    return Array.from({ length }, drawOne);
  };
}
