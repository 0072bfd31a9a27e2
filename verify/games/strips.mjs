/** Strips of tickets for 90-ball bingo. Implemented from docs/definitions/decks.md alone. */
// @ts-check
import { ascending, range } from "../core/lists.mjs";
import { drawnBy } from "../core/draws.mjs";
import { SHUFFLES } from "../core/shuffles.mjs";

/** @import { Below } from "../core/stream.mjs" */

/**
 * Which of its rows each column of a layout has: that of its one number, or the blank one if it has two.
 * @typedef {number[]} TicketLayout
 */

const ROWS = range(3);
/** The numbers of each column: 1 to 9, 10 to 19, …, 80 to 90. */
const COLUMNS = [
  range(9, 1),
  ...range(7, 1).map((tens) => range(10, 10 * tens)),
  range(11, 80),
];

/**
 * Return how often a number is in a list.
 * @param {number[]} list
 * @param {number} value
 * @returns {number}
 */
const count = (list, value) => list.filter((member) => member === value).length;

/**
 * Return every list of `length` rows, in lexicographic order.
 * @param {number} length
 * @returns {number[][]}
 */
const rowLists = (length) =>
  length === 0
    ? [[]]
    : rowLists(length - 1).flatMap((list) => ROWS.map((row) => [...list, row]));

/**
 * Return the layouts of a ticket with some columns of three numbers.
 * @param {number} fullColumns - how many have three; then 3 more than these have one number, and the others two
 * @returns {TicketLayout[]}
 */
function listLayouts(fullColumns) {
  const singleCount = 3 + fullColumns;
  const doubleCount = 6 - 2 * fullColumns;
  /** @type {(layout: TicketLayout, row: number) => number} */
  const countNumbers = (layout, row) => {
    const singles = layout.slice(0, singleCount);
    const blanks = layout.slice(singleCount);
    return fullColumns + count(singles, row) + doubleCount - count(blanks, row);
  };
  return rowLists(singleCount + doubleCount).filter((layout) =>
    ROWS.every((row) => countNumbers(layout, row) === 5),
  );
}

/**
 * The layouts by the number of columns of three numbers; listed when the first strip is drawn.
 * @type {TicketLayout[][] | undefined}
 */
let knownLayouts;

/** Return the layouts by the number of columns of three numbers. */
function allLayouts() {
  knownLayouts ??= range(4).map(listLayouts);
  return knownLayouts;
}

/** How many extras all tickets have: each of 90 numbers but one for each of 9 columns of 6 tickets. */
const EXTRAS = 36;

/**
 * Return how many extras each ticket has in each column, or undefined if the draws are to start again.
 * A ticket with `[1, 0, 2, …]` has two numbers in its first column, one in the second, and three in the third.
 *
 * Each extra is of a column; they are shuffled, and each six of them come to one ticket. A ticket with more full
 * columns has fewer layouts, so that it is kept with a smaller probability, and all strips are equally likely.
 *
 * FROZEN: the draws start again as soon as a ticket has too many extras in a column, or is not kept.
 * @param {Below} below
 * @returns {number[][] | undefined} 0 to 2 for each column, of each of six tickets
 */
function drawExtras(below) {
  const layouts = allLayouts();
  /** @type {number[]} */
  const columnOf = COLUMNS.flatMap((numbers, column) =>
    Array(numbers.length - 6).fill(column),
  );
  for (let i = 0; i < EXTRAS; i++) {
    const j = i + below(EXTRAS - i);
    [columnOf[i], columnOf[j]] = [columnOf[j], columnOf[i]];
    const ticket = columnOf.slice(i - (i % 6), i + 1);
    const inColumn = count(ticket, columnOf[i]);
    if (inColumn > 2) return undefined;
    if (inColumn < 2) continue;
    const fullColumns = ticket.length - new Set(ticket).size;
    const layoutsBefore = layouts[fullColumns - 1].length;
    const layoutsNow = layouts[fullColumns].length;
    if (below(3 * layoutsBefore) >= 4 * layoutsNow) return undefined;
  }
  return range(6).map((t) => {
    const ticket = columnOf.slice(6 * t, 6 * t + 6);
    return COLUMNS.map((_, column) => count(ticket, column));
  });
}

/**
 * Return the rows of the numbers in each column of a ticket.
 * @param {Below} below
 * @param {number[]} extras - 0 to 2 for each column, which has one number more than this
 * @returns {number[][]} such as `[[0, 2], [1], [0, 1, 2], …]`
 */
function drawRows(below, extras) {
  const layouts = allLayouts()[count(extras, 2)];
  const layout = layouts[below(layouts.length)];
  const singleCount = count(extras, 0);
  const singles = layout.slice(0, singleCount).values();
  const blanks = layout.slice(singleCount).values();
  return extras.map((extra) => {
    if (extra === 2) return ROWS;
    if (extra === 0) {
      const single = singles.next().value;
      return ROWS.filter((row) => row === single);
    }
    const blank = blanks.next().value;
    return ROWS.filter((row) => row !== blank);
  });
}

/**
 * Return a strip: six tickets of three rows of nine cells, five of them numbers that ascend down each column, the
 * others null.
 *
 * FROZEN: the extras of all tickets are drawn first, then the rows of each ticket, then the numbers column by column.
 *
 * @param {Below} below
 * @returns {(number | null)[][][]}
 */
function drawStrip(below) {
  let extras = drawExtras(below);
  while (extras === undefined) extras = drawExtras(below);
  const tickets = extras.map((ofTicket) => drawRows(below, ofTicket));
  /** @type {(number | null)[][][]} */
  const strip = tickets.map(() => ROWS.map(() => Array(9).fill(null)));
  for (const [column, numbers] of COLUMNS.entries()) {
    const order = SHUFFLES.fisher_yates(below, numbers.length, {
      count: numbers.length,
    });
    for (const [t, rowsByColumn] of tickets.entries()) {
      const rows = rowsByColumn[column];
      const dealt = ascending(order.splice(0, rows.length));
      for (const [k, row] of rows.entries())
        strip[t][row][column] = numbers[dealt[k]];
    }
  }
  return strip;
}

/** @type {(strip: (number | null)[][][]) => Record<string, unknown>} */
const writeStrip = (strip) => ({ strip });

/** The endpoint of strips. */
export const STRIPS = {
  fields: () => [],
  ...drawnBy(() => drawStrip, writeStrip),
  describe: () => ({ algorithm: null, uniformity: "exact" }),
  leaves: () => ({ isOne: false }),
};
