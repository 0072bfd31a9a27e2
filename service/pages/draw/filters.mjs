/** Columns that say who may be meant: who has paid, is there, or said yes. All are drawn until somebody chooses. */
import { isOfFilter } from "./headings.mjs";
import { NO, YES, normalize } from "./words.mjs";

const MAX_VALUES = 6; // of a column that looks like a filter
const MAX_LENGTH = 30; // of such a value

const TICKS = /^[✓✔☑✅✗✘☒❌☐⬜]$/u;
const plain = (cell) => normalize(cell) || cell.trim();
const isYes = (value) => YES.includes(plain(value)) || /^[✓✔☑✅]$/u.test(value);
const isAnswer = (value) =>
  isYes(value) || NO.includes(plain(value)) || TICKS.test(value);

/** Return whether cells have nothing but yes and no, or nothing: such a column has no names. */
export const areAnswers = (cells) =>
  cells.some(Boolean) &&
  cells.every((cell) => cell === "" || isAnswer(cell)) &&
  !cells.some((cell) => /^\d+$/.test(cell));

/** What stands for all cells that are not empty. */
export const FILLED = "*";

/** Return the values of cells and how often each is there, yes first: {`value`, `count`}; "" is an empty cell. */
function countValues(cells) {
  const counts = new Map();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort(
      (a, b) =>
        isYes(b.value) - isYes(a.value) ||
        (a.value === "") - (b.value === "") ||
        b.count - a.count,
    );
}

/** Return the values by which a column may choose who is drawn; undefined if it is no filter. */
function readFilter(heading, cells) {
  const values = countValues(cells);
  const filled = values.filter(({ value }) => value !== "");
  if (values.length < 2 || filled.length === 0) return undefined;
  if (areAnswers(cells)) return values;
  if (!isOfFilter(heading)) return undefined;
  const isShort = filled.every(
    ({ value }) =>
      value.length <= MAX_LENGTH && (isAnswer(value) || !/\d{2}/.test(value)),
  );
  if (
    isShort &&
    values.length <= MAX_VALUES &&
    (filled.length < cells.length ||
      filled.every(({ value }) => isAnswer(value)) ||
      cells.length <= MAX_VALUES)
  )
    return values;
  const empty = values.find(({ value }) => value === "");
  return empty && [{ value: FILLED, count: cells.length - empty.count }, empty];
}

/** Return the filters of a table: {`column`, `values`}. */
export function listFilters(rows, { hasHeading, name, tickets, apart }) {
  const columns = rows[0]
    .map((_, column) => column)
    .filter(
      (column) =>
        ![...name, tickets, ...apart].includes(column) ||
        (!hasHeading && rows[0].length > 1),
    );
  const body = rows.slice(hasHeading ? 1 : 0);
  const filters = columns.map((column) => ({
    column,
    values: readFilter(
      hasHeading ? rows[0][column] : "",
      body.map((row) => row[column]),
    ),
  }));
  return filters.filter(({ values }) => values !== undefined);
}

/** Return whether a row has what the filters that were chosen say. */
export const passes = (row, filters = []) =>
  filters.every(({ column, value }) =>
    value === FILLED ? row[column] !== "" : row[column] === value,
  );
