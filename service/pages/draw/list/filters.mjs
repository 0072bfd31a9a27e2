/** Columns that say who may be meant: who has paid, is there, or said yes. All are drawn until somebody chooses. */
// @ts-check
/** @import { Cells } from "./rows.mjs" */
import { isOfFilter } from "./headings.mjs";
import { NO, YES, normalize } from "./words.mjs";

/**
 * A value of a column, and how many cells have it; "" is an empty cell, and `FILLED` any other.
 * @typedef {object} CountedValue
 * @property {string} value
 * @property {number} count
 */

/**
 * A column by whose values people may choose who is drawn.
 * @typedef {object} FilterColumn
 * @property {number} column
 * @property {CountedValue[]} values yes first
 */

/**
 * A filter that somebody chose: only rows whose cell of the column has the value are drawn.
 * @typedef {object} ChosenFilter
 * @property {number} column
 * @property {string} value
 */

const MAX_VALUES = 6; // of a column that looks like a filter
const MAX_LENGTH = 30; // of such a value

const TICKS = /^[✓✔☑✅✗✘☒❌☐⬜]$/u;

/**
 * Return a cell in normal form; one of signs alone, such as "✓", as it is.
 * @param {string} cell
 */
const toPlain = (cell) => normalize(cell) || cell.trim();

/** @param {string} value */
const isYes = (value) =>
  YES.includes(toPlain(value)) || /^[✓✔☑✅]$/u.test(value);

/** @param {string} value */
const isAnswer = (value) =>
  isYes(value) || NO.includes(toPlain(value)) || TICKS.test(value);

/**
 * Return whether cells have nothing but yes and no, or nothing: such a column has no names.
 * @param {string[]} cells
 */
export const areAnswers = (cells) =>
  cells.some(Boolean) &&
  cells.every((cell) => cell === "" || isAnswer(cell)) &&
  !cells.some((cell) => /^\d+$/.test(cell));

/** What stands for all cells that are not empty. */
export const FILLED = "*";

/**
 * Return how often each value of cells is there.
 * @param {string[]} cells
 */
export function countCells(cells) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const cell of cells) {
    const count = counts.get(cell) ?? 0;
    counts.set(cell, count + 1);
  }
  return counts;
}

/**
 * Return the values of cells and how often each is there, yes first: {`value`, `count`}; "" is an empty cell.
 * @param {string[]} cells
 * @returns {CountedValue[]}
 */
function countValues(cells) {
  return [...countCells(cells)]
    .map(([value, count]) => ({ value, count }))
    .sort(
      (a, b) =>
        Number(isYes(b.value)) - Number(isYes(a.value)) ||
        Number(a.value === "") - Number(b.value === "") ||
        b.count - a.count,
    );
}

/**
 * Return whether a value is as short as an answer, and no number or date.
 * @param {string} value
 */
const isShort = (value) =>
  value.length <= MAX_LENGTH && (isAnswer(value) || !/\d{2}/.test(value));

/**
 * Return the values by which a column may choose who is drawn; undefined if it is no filter.
 *
 * Of a column "Paid" with cells "yes", "no" and "" these are its values; of one with dates and "", they are `FILLED`
 * and "".
 * @param {string} heading "" if the column has none
 * @param {string[]} cells
 * @returns {CountedValue[] | undefined}
 */
function readFilter(heading, cells) {
  const values = countValues(cells);
  const filled = values.filter(({ value }) => value !== "");
  if (values.length < 2 || filled.length === 0) return undefined;
  if (areAnswers(cells)) return values;
  if (!isOfFilter(heading)) return undefined;
  const texts = filled.map(({ value }) => value);
  const areFew = values.length <= MAX_VALUES;
  if (areFew && areChoices(texts, cells.length)) return values;
  const empty = values.find(({ value }) => value === "");
  if (!empty) return undefined;
  return [{ value: FILLED, count: cells.length - empty.count }, empty];
}

/**
 * Return whether short texts are likely to be all that a column can have, so that each is offered.
 * @param {string[]} texts the different ones
 * @param {number} cellCount of the column
 */
function areChoices(texts, cellCount) {
  if (!texts.every(isShort)) return false;
  const isAnyRepeated = texts.length < cellCount;
  return isAnyRepeated || texts.every(isAnswer) || cellCount <= MAX_VALUES;
}

/**
 * Return the filters of a table: {`column`, `values`}.
 * @param {Cells[]} rows
 * @param {{ hasHeading: boolean, name: number[], tickets?: number, apart: number[] }} columns those of the name, the
 *   tickets and the rules are none
 * @returns {FilterColumn[]}
 */
export function listFilters(rows, { hasHeading, name, tickets, apart }) {
  const columns = rows[0]
    .map((_, column) => column)
    .filter(
      (column) =>
        ![...name, tickets, ...apart].includes(column) ||
        (!hasHeading && rows[0].length > 1),
    );
  const body = rows.slice(hasHeading ? 1 : 0);
  return columns.flatMap((column) => {
    const values = readFilter(
      hasHeading ? rows[0][column] : "",
      body.map((row) => row[column]),
    );
    return values === undefined ? [] : [{ column, values }];
  });
}

/**
 * Return whether a row has what the filters that were chosen say.
 * @param {Cells} row
 * @param {ChosenFilter[]} [filters]
 */
export const passes = (row, filters = []) =>
  filters.every(({ column, value }) =>
    value === FILLED ? row[column] !== "" : row[column] === value,
  );
