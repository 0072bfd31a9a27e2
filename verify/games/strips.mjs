/** Strips of tickets for 90-ball bingo. Implemented from docs/definitions/decks.md alone. */
import { range } from "../core/canonical.mjs";
import { drawnBy } from "../arrangements/orders.mjs";
import { SHUFFLES } from "../core/shuffles.mjs";

const ROWS = range(3);
const COLUMNS = [
  range(9, 1),
  ...range(7, 1).map((tens) => range(10, 10 * tens)),
  range(11, 80),
];
const count = (list, value) => list.filter((one) => one === value).length;

/** Return every list of `length` rows, in lexicographic order. */
const rowLists = (length) =>
  length === 0
    ? [[]]
    : rowLists(length - 1).flatMap((list) => ROWS.map((row) => [...list, row]));

/** Return the layouts of a ticket with x columns of three numbers. */
function listLayouts(x) {
  const [ones, twos] = [3 + x, 6 - 2 * x];
  const numbers = (list, row) =>
    x + count(list.slice(0, ones), row) + twos - count(list.slice(ones), row);
  return rowLists(ones + twos).filter((list) =>
    ROWS.every((row) => numbers(list, row) === 5),
  );
}

let layouts;

/** Return how many extras each ticket has in each column, or undefined if the draws are to start again. */
function drawExtras(below) {
  const labels = COLUMNS.flatMap((numbers, column) =>
    Array(numbers.length - 6).fill(column),
  );
  for (let i = 0; i < 36; i++) {
    const j = i + below(36 - i);
    [labels[i], labels[j]] = [labels[j], labels[i]];
    const ticket = labels.slice(i - (i % 6), i + 1);
    if (count(ticket, labels[i]) > 2) return undefined;
    if (count(ticket, labels[i]) < 2) continue;
    const x = ticket.length - new Set(ticket).size;
    if (below(3 * layouts[x - 1].length) >= 4 * layouts[x].length)
      return undefined;
  }
  return range(6).map((t) =>
    COLUMNS.map((_, column) => count(labels.slice(6 * t, 6 * t + 6), column)),
  );
}

/** Return the rows of the numbers in each column of a ticket. */
function drawRows(below, extras) {
  const candidates = layouts[count(extras, 2)];
  const layout = candidates[below(candidates.length)];
  const [single, blank] = [
    layout.slice(0, count(extras, 0)),
    layout.slice(count(extras, 0)),
  ];
  return extras.map((extra) => {
    if (extra === 2) return ROWS;
    if (extra === 0) return [single.shift()];
    const empty = blank.shift();
    return ROWS.filter((row) => row !== empty);
  });
}

/** Return a strip: six tickets of three rows of nine cells, null where a cell is blank. */
function drawStrip(below) {
  layouts ??= range(4).map(listLayouts);
  let extras;
  while (extras === undefined) extras = drawExtras(below);
  const tickets = extras.map((ticket) => drawRows(below, ticket));
  const strip = tickets.map(() => ROWS.map(() => Array(9).fill(null)));
  for (const [column, numbers] of COLUMNS.entries()) {
    const order = SHUFFLES.fisher_yates(below, numbers.length, {
      count: numbers.length,
    });
    tickets.forEach((rows, t) => {
      const dealt = order.splice(0, rows[column].length).sort((a, b) => a - b);
      rows[column].forEach(
        (row, k) => (strip[t][row][column] = numbers[dealt[k]]),
      );
    });
  }
  return strip;
}

export const STRIPS = {
  fields: () => [],
  ...drawnBy(
    () => drawStrip,
    (strip) => ({ strip }),
  ),
  describe: () => ({ algorithm: null, uniformity: "exact" }),
  leaves: () => ({ isOne: false }),
};
