/** How the result of a public draw is shown, by what its label says was drawn: "3 winners from 40 names". */
// @ts-check
import { arrangeDrums } from "./drums.mjs";
import { cutIntoParts, toNumber } from "./parts.mjs";

/** @import { Result } from "./draw_types.mjs" */

/**
 * Words on what was drawn, and a function that returns the result of what was drawn, and of the number in the words, if
 * any.
 * @template Drawn
 * @typedef {{ pattern: RegExp, arrange: (drawn: Drawn[], number: string) => Result }} Way
 */

/**
 * Return the result of lines with their ranks, from the first on.
 * @param {string[]} lines
 * @returns {Result}
 */
const rank = (lines) => ({ isRanked: true, parts: [{ lines }] });

/**
 * Return `count` different lines, in order: a name with several tickets wins once. All lines if too few differ.
 * @param {string[]} lines
 * @param {number} count
 */
function pickDifferent(lines, count) {
  const different = [...new Set(lines)];
  return different.length < count ? lines : different.slice(0, count);
}

/**
 * How drawn lines are shown. The first pattern that fits counts.
 * @type {Way<string>[]}
 */
const OF_LINES = [
  {
    pattern: /^([\d,]+) winners? from /,
    arrange: (lines, count) => rank(lines.slice(0, toNumber(count))),
  },
  {
    pattern: /^(\d+) different winners? from /,
    arrange: (lines, count) => rank(pickDifferent(lines, toNumber(count))),
  },
  { pattern: /^/, arrange: rank },
];

/**
 * How numbers without a list are shown. The first pattern that fits counts.
 * @type {Way<number>[]}
 */
const OF_NUMBERS = [
  {
    pattern: /^[\d,]+ (?:die|dice)(?: with (\d+) sides)?$/,
    arrange: (dice, sides = "6") => ({ dice, sides: toNumber(sides) }),
  },
  { pattern: /^[\d,]+ coins?:/, arrange: (coins) => ({ coins }) },
  { pattern: /^/, arrange: (numbers) => ({ numbers: [numbers] }) },
];

/**
 * Return a result by the first way whose pattern fits.
 * @template Drawn
 * @param {Way<Drawn>[]} ways
 * @param {string} what
 * @param {Drawn[]} drawn
 * @returns {Result}
 */
function arrangeBy(ways, what, drawn) {
  for (const way of ways) {
    const match = way.pattern.exec(what);
    if (match) return way.arrange(drawn, match[1]);
  }
  return {};
}

/**
 * Return a result in the form that the page Draw shows.
 * @param {string | undefined} what the words of the label: "3 winners from 40 names"
 * @param {object} drawn
 * @param {number[]} drawn.numbers
 * @param {string[]} [drawn.lines] the drawn lines of a list; missing for numbers
 * @param {number} drawn.size of the list
 * @returns {Result}
 */
export function arrange(what = "", { numbers, lines, size }) {
  if (lines === undefined)
    return arrangeDrums(what, numbers) ?? arrangeBy(OF_NUMBERS, what, numbers);
  const parts = lines.length === size ? cutIntoParts(what, lines) : undefined;
  return parts ?? arrangeBy(OF_LINES, what, lines);
}
