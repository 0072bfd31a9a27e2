/** Numbers formatted for people. */
// @ts-check

/**
 * An exact number of a response: its `value`, and as a text such as "1/18" its `fraction`, if the service knows it.
 * @typedef {{ value: number, fraction?: string }} ExactNumber
 */

/** @type {{ [character: string]: string }} */
const DIGITS = {
  0: "⁰",
  1: "¹",
  2: "²",
  3: "³",
  4: "⁴",
  5: "⁵",
  6: "⁶",
  7: "⁷",
  8: "⁸",
  9: "⁹",
  "-": "⁻",
};

/**
 * Format an integer with separators of thousands.
 * @param {number} value
 */
export const formatInteger = (value) => value.toLocaleString("en-US");

/**
 * Format a number with three significant digits, a very small one as a power of ten.
 * @param {number} value
 */
export function formatNumber(value) {
  if (value === 0) return "0";
  if (Math.abs(value) >= 1e-4)
    return toMinusSign(String(Number(value.toPrecision(3))));
  const [mantissa, exponent] = value.toExponential(1).split("e");
  return toMinusSign(
    `${mantissa} × 10${[...exponent.replace("+", "")].map((digit) => DIGITS[digit]).join("")}`,
  );
}

/**
 * Format a number with a fixed number of decimals and separators of thousands.
 * @param {number} value
 * @param {number} places how many decimals
 */
export const formatDecimals = (value, places) =>
  toMinusSign(
    value.toLocaleString("en-US", {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
    }),
  );

/**
 * Format a share as a percentage.
 * @param {number} value from 0 to 1
 */
export const formatPercent = (value) => `${formatNumber(100 * value)} %`;

/**
 * Format a probability; an underflow is "< 10⁻³⁰⁰" and not 0.
 * @param {number} p
 */
export const formatProbability = (p) =>
  p === 0 ? "< 10⁻³⁰⁰" : formatNumber(p);

/**
 * Return n!.
 * @param {number} n
 * @returns {number}
 */
export const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));

/**
 * Format an exact number of a response as a fraction, if it is short; else return an empty text.
 * @param {ExactNumber} number
 */
export const formatFraction = ({ fraction: text }) =>
  text && text.length <= 20 ? text : "";

/** @param {string} text */
const toMinusSign = (text) => text.replace("-", "−");
