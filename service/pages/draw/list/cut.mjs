/** The lines that are drawn, cut from the rows of a table as its columns and the answers to questions say. */
// @ts-check
/** @import { ChosenFilter } from "./filters.mjs" */
/** @import { ChosenMarks } from "./marks.mjs" */
/** @import { Cells, Reason, Row, Rows } from "./rows.mjs" */
import { readTable } from "./cells.mjs";
import { guessColumns, listNames, listTickets } from "./columns.mjs";
import { listFilters, passes } from "./filters.mjs";
import { isCouple, readLines, splitCouple } from "../../shared/lines.mjs";
import { applyMark, findWay, listMarkReadings, readMark } from "./marks.mjs";
import { takeBack } from "./rows.mjs";
import { countSpan } from "./tickets.mjs";

/**
 * What is done with a name such as "Ann & Bob": "each" is a name; it is "quoted", so that nobody splits it; or it
 * stays.
 * @typedef {"each" | "quoted" | undefined} Couples
 */

/**
 * What is cut from each row of a table. Columns are numbers from 0.
 * @typedef {object} CutColumns
 * @property {boolean} hasHeading
 * @property {number[]} name the columns whose cells are the name
 * @property {ChosenFilter[]} [filters] which rows are drawn
 * @property {number} [tickets] the column of the tickets
 * @property {boolean} [hasSpans] the cells of that column are spans of tickets, such as "1-50"
 * @property {number[]} [apart] the columns that rules are about
 * @property {number} [fair] the column of the number in which groups are alike
 * @property {ChosenMarks} [marks]
 * @property {Couples} [couples]
 */

/**
 * A row with a name, and the name: its `text`.
 * @typedef {object} Person
 * @property {Row} row
 * @property {string} text
 */

/**
 * Return the rows with a name that pass the filters, each as {`row`, `text`}.
 * @param {Row[]} rows
 * @param {Pick<CutColumns, "hasHeading" | "name" | "filters">} columns
 * @returns {Person[]}
 */
export function listPeople(rows, { hasHeading, name, filters }) {
  const blank = hasHeading ? " " : ", ";
  const meant = rows
    .slice(hasHeading ? 1 : 0)
    .filter((row) => passes(row, filters));
  return meant
    .map((row) => ({
      row,
      text: name
        .map((column) => row[column])
        .filter(Boolean)
        .join(blank),
    }))
    .filter(({ text }) => text);
}

/**
 * Return the names in a text: two of a couple if `couples` says "each"; "quoted" says that nobody splits it.
 * @param {string} text
 * @param {Couples} couples
 */
function splitName(text, couples) {
  if (couples === "each") return splitCouple(text);
  return [couples === "quoted" && isCouple(text) ? `"${text}"` : text];
}

/**
 * Return the number of tickets that a cell has; in a column of spans, such as "3-7", how many numbers are in them.
 * @param {string} cell
 * @param {boolean} hasSpans
 */
const readTickets = (cell, hasSpans) =>
  hasSpans ? String(countSpan(cell) ?? cell) : cell;

/**
 * Return the cells of a row that stand behind its name: the number of tickets, or what rules are about, and the number
 * in which groups are alike.
 * @param {Cells} row
 * @param {CutColumns} columns
 */
function listValues(row, { tickets, hasSpans = false, apart = [], fair }) {
  const values =
    tickets === undefined
      ? apart.map((column) => row[column])
      : [readTickets(row[tickets], hasSpans)];
  return fair === undefined ? values : [...values, row[fair]];
}

/**
 * Return the lines of a list: of each row the name, and behind it the number of tickets, or what is spread and the
 * number that groups are alike in, if columns have it.
 *
 * The row ["Ann", "5b", "3"] is "Ann; 3" if its third column is that of the tickets, and "Ann; 5b" if its second keeps
 * names apart.
 * @param {Row[]} rows
 * @param {CutColumns} columns
 * @returns {string[]}
 */
export function cutRows(rows, columns) {
  const { marks, couples } = columns;
  return listPeople(rows, columns).flatMap(({ row, text }) =>
    applyMark(text, marks).flatMap((marked) => {
      const values =
        marked.tickets === undefined
          ? listValues(row, columns)
          : [marked.tickets];
      const cells = values.map((value) => value.replaceAll(";", ","));
      return splitName(marked.name, couples).map((name) =>
        [name, ...cells].join("; ").trim(),
      );
    }),
  );
}

/**
 * Return the readings of the marks of a list that the page Draw may have offered; undefined stands for none.
 * @param {string[]} names
 * @returns {(ChosenMarks | undefined)[]}
 */
function listMarks(names) {
  const way = findWay(names);
  if (way === undefined) return [undefined];
  const marks = names.map((name) => readMark(name, way));
  const readings = listMarkReadings(way, marks);
  return [undefined, ...readings.map((reading) => ({ way, reading }))];
}

/** @type {Couples[]} */
const COUPLES = [undefined, "each", "quoted"];

/**
 * Yield the ways in which the page Draw may have cut a table, the likeliest first: its rows, and what was cut from
 * them.
 *
 * Of "Name, Paid" with "Ann, yes" and "Bo, no" it may be all names, only those of yes, only those of no, or whole
 * lines.
 * @param {Rows} table
 * @returns {Generator<{ rows: Rows, columns: CutColumns }, void>}
 */
function* listCuts(table) {
  const guess = guessColumns(table);
  const reasons = /** @type {Reason[]} */ (Object.keys(table.leftOut));
  const whole = reasons.reduce(takeBack, table);
  const ticketColumns = new Set([
    guess.tickets,
    undefined,
    guess.maybe,
    ...listTickets(table, guess.hasHeading),
  ]);
  const filterChoices = [
    [],
    ...listFilters(table, guess).flatMap(({ column, values }) =>
      values.map(({ value }) => [{ column, value }]),
    ),
  ];
  const markChoices = listMarks(
    listPeople(table, guess).map(({ text }) => text),
  );
  for (const rows of new Set([table, whole]))
    for (const filters of filterChoices)
      for (const marks of markChoices)
        for (const name of listNames(table))
          for (const tickets of ticketColumns)
            for (const couples of COUPLES) {
              const { hasHeading } = guess;
              const columns = {
                hasHeading,
                name,
                tickets,
                filters,
                marks,
                couples,
              };
              yield { rows, columns };
              if (tickets !== undefined && tickets === guess.maybe)
                yield { rows, columns: { ...columns, hasSpans: true } };
            }
}

const MAX_LISTS = 2_000; // that a text may stand for

/**
 * Yield the lists of lines that a text may stand for: its lines; and of a table what the page Draw may have cut from
 * it.
 * @param {string} text
 * @returns {Generator<string[], void>}
 */
export function* readLists(text) {
  yield readLines(text);
  const table = readTable(text);
  if (!table) return;
  let room = MAX_LISTS;
  for (const { rows, columns } of listCuts(table)) {
    if (room === 0) return;
    room -= 1;
    yield cutRows(rows, columns);
  }
}
