/**
 * A column of tickets: whether its numbers say how many somebody has, or which; and how many tickets a span such as
 * "1-50" is.
 */
// @ts-check
import { readWeight } from "../../shared/lines.mjs";
import {
  BODIES,
  COUNTS,
  NO_TICKETS,
  TICKET,
  TICKETS,
  WEIGHTS,
  normalize,
} from "./words.mjs";

const SPAN = /^\D*?(\d{1,9})\s*(?:[-–—]|\.\.|to|bis|à|a)\s*\D*?(\d{1,9})$/iu;
const NUMBER = /^\D*?\d{1,15}$/;

/**
 * Return how many tickets a cell with numbers of tickets is, such as "1-50" or "3, 7, 9"; undefined if it has others.
 * @param {string} cell
 * @returns {number | undefined}
 */
export function countSpan(cell) {
  const pieces = cell
    .split(/[,;&/]|\s+(?:and|und|et|y)\s+/i)
    .map((piece) => piece.trim())
    .filter(Boolean);
  const counts = pieces.map(countPiece).filter((count) => count !== undefined);
  return pieces.length > 0 && counts.length === pieces.length
    ? counts.reduce((sum, count) => sum + count, 0)
    : undefined;
}

/**
 * Return how many tickets a span or a number is: 50 for "1-50", 1 for "7"; undefined for another text.
 * @param {string} piece
 */
function countPiece(piece) {
  const [, first, last] = SPAN.exec(piece) ?? [];
  if (last === undefined) return NUMBER.test(piece) ? 1 : undefined;
  return Number(last) >= Number(first)
    ? Number(last) - Number(first) + 1
    : undefined;
}

/**
 * Return whether a cell has numbers of several tickets, such as "12-15" or "3, 7": one number is no span.
 * @param {string} cell
 */
const isSpan = (cell) =>
  SPAN.test(cell) ||
  (/[,;&/]/.test(cell) &&
    readWeight(cell) === undefined &&
    (countSpan(cell) ?? 0) > 1);

/**
 * Return whether cells have spans of tickets: each is one, or a number, and some are spans.
 * @param {string[]} cells
 */
export const haveSpans = (cells) => {
  const filled = cells.filter(Boolean);
  return (
    filled.some(isSpan) && filled.every((cell) => countSpan(cell) !== undefined)
  );
};

/**
 * @param {string} heading normalized
 * @param {string[]} words
 */
const hasWord = (heading, words) =>
  words.some((word) => ` ${heading} `.includes(` ${word} `));

/**
 * Return what a heading says of the numbers below it: "counts", how many tickets somebody has; "numbers", which, or how
 * many; undefined if it is of no tickets.
 * @param {string} cell the heading
 * @param {string[]} [headings] all of the table
 * @returns {"counts" | "numbers" | undefined}
 */
export function readTicketHeading(cell, headings = []) {
  const heading = normalize(cell);
  if (WEIGHTS.includes(heading))
    return headings.some((headingText) =>
      BODIES.includes(normalize(headingText)),
    )
      ? undefined
      : "counts";
  if (COUNTS.includes(heading)) return "counts";
  if (hasWord(heading, NO_TICKETS)) return undefined;
  if (hasWord(heading, TICKETS)) return "counts";
  if (!hasWord(heading, TICKET)) return undefined;
  return hasWord(heading, COUNTS) ? "counts" : "numbers";
}

/**
 * Return whether the numbers of a column are as those of tickets that were sold one after the other: no two alike, and
 * few gaps.
 * @param {string[]} cells
 */
export function areInOrder(cells) {
  const numbers = cells.filter(Boolean).map(Number);
  const steps = numbers
    .slice(1)
    .filter((number, i) => number === numbers[i] + 1);
  return (
    new Set(numbers).size === numbers.length &&
    steps.length * 3 >= (numbers.length - 1) * 2
  );
}
