/**
 * What the page reads in a list. A table has its `rows` and what is `chosen` of them: the columns, the `answers` to
 * questions, the `filters`, and the reasons of rows that were `taken` back. `source`: its rows as they were read.
 */
// @ts-check
/** @import { Guess } from "./columns.mjs" */
/** @import { Couples } from "./cut.mjs" */
/** @import { ChosenFilter } from "./filters.mjs" */
/** @import { DrawKind } from "../../shared/draw_types.mjs" */
/** @import { ChosenMarks, Mark, MarkReading, Way } from "./marks.mjs" */
/** @import { Reason, Rows } from "./rows.mjs" */
import { readTable } from "./cells.mjs";
import { guessColumns, hasNumbers } from "./columns.mjs";
import { listPeople } from "./cut.mjs";
import { isOfExcluded, isOfPartners, isOfTickets } from "./headings.mjs";
import { haveTickets, readLines } from "../../shared/lines.mjs";
import { arePlaces, findWay, listMarkReadings, readMark } from "./marks.mjs";
import { REASONS, takeBack } from "./rows.mjs";

/**
 * What the numbers in a column say: how many tickets somebody has ("counts"), or which ("spans"); nothing, as each row
 * has one ticket ("rows"); or they are part of the name.
 * @typedef {"counts" | "spans" | "rows" | "part"} TicketReading
 */

/**
 * The answers to questions about a list; those that are missing were not given.
 * @typedef {object} Answers
 * @property {TicketReading} [tickets]
 * @property {MarkReading} [marks]
 * @property {"each" | "whole"} [couples] whether "Ann & Bob" are two names
 * @property {"all"} [repeated] equal lines are drawn as often as they are there
 */

/**
 * What is chosen of a table, by a guess or by somebody. It is kept in the tab as JSON.
 * @typedef {object} Choices
 * @property {Answers} answers
 * @property {ChosenFilter[]} filters
 * @property {Reason[]} taken the reasons of rows that were taken back
 * @property {boolean} [isPicked] somebody said which columns are `apart`
 * @property {number} [fair] the column of the number in which groups are alike
 * @property {string[]} [labels] of the last columns of a table without heading
 * @property {boolean} [isDrawn] the list was drawn from as it is
 */

/**
 * A list of several lines, as rows of a table.
 * @typedef {object} ListTable
 * @property {Rows} source its rows as they were read
 * @property {Rows} rows the same with those that were taken back
 * @property {string} text
 * @property {Guess & Choices} chosen
 */

/**
 * The columns that a draw needs of a table, without what marks and couples say.
 * @typedef {object} RuleColumns
 * @property {boolean} hasHeading
 * @property {boolean} [isAsked] people have to say whether there is a heading
 * @property {ChosenFilter[]} filters
 * @property {number[]} apart
 * @property {number} [fair]
 * @property {number} [tickets]
 * @property {boolean} isAtEnd the numbers of tickets are at the ends of the lines
 * @property {boolean} hasSpans the column of the tickets has spans such as "1-50"
 * @property {number[]} name
 */

/**
 * All that a draw needs of a table.
 * @typedef {RuleColumns & { marks?: ChosenMarks, couples?: Couples }} DrawColumns
 */

/**
 * The kinds of draws that columns of a list can be rules of.
 * @type {DrawKind[]}
 */
const RULED = ["shuffle", "groups", "seats", "santa"];

/** @type {DrawKind[]} */
const ORDERS = ["shuffle", "seats"];

/**
 * @param {Rows} rows
 * @param {boolean} [heading] whether the first row is a heading, if somebody said so
 */
const choose = (rows, heading) => ({
  answers: {},
  filters: [],
  taken: [],
  ...guessColumns(rows, heading),
});

/**
 * Return the table of a text; undefined for a single line. `isDrawn`: the list was drawn from as it is, and leaves
 * nothing open.
 * @param {string} text
 * @param {{ isRagged: boolean, isDrawn?: boolean }} options
 * @returns {ListTable | undefined}
 */
export function openTable(text, { isRagged, isDrawn = false }) {
  const rows = readTable(text, { isRagged, isDrawn });
  if (!rows) return undefined;
  const chosen = choose(rows);
  return {
    source: rows,
    rows,
    text,
    chosen: isDrawn ? { ...chosen, isDrawn, maybe: undefined } : chosen,
  };
}

/**
 * Return the table of a text as it was `chosen` before; undefined if it is none.
 * @param {string} text
 * @param {Guess & Partial<Choices>} chosen
 * @param {{ isRagged: boolean }} options
 * @returns {ListTable | undefined}
 */
export function reopenTable(text, chosen, { isRagged }) {
  const source = readTable(text, { isRagged, isDrawn: chosen.isDrawn });
  if (!source) return undefined;
  const chosenWithDefaults = { answers: {}, filters: [], taken: [], ...chosen };
  return {
    source,
    rows: takeAll(source, chosenWithDefaults.taken),
    text,
    chosen: chosenWithDefaults,
  };
}

/**
 * Return rows with all those that were taken back.
 * @param {Rows} source
 * @param {Reason[]} reasons
 */
const takeAll = (source, reasons) =>
  REASONS.filter((reason) => reasons.includes(reason)).reduce(takeBack, source);

/**
 * Change whether the first row of a table is a heading.
 * @param {ListTable} table
 * @param {boolean} hasHeading
 */
export function changeHeading(table, hasHeading) {
  const { labels, taken, isDrawn } = table.chosen;
  table.chosen = { ...choose(table.rows, hasHeading), labels, taken, isDrawn };
}

/**
 * Take back the rows of a table that were left out for a reason, or leave them out again.
 * @param {ListTable} table
 * @param {Reason} reason
 * @param {boolean} isTaken
 */
export function changeTaken(table, reason, isTaken) {
  const { chosen } = table;
  chosen.taken = isTaken
    ? [...chosen.taken, reason]
    : chosen.taken.filter((taken) => taken !== reason);
  table.rows = takeAll(table.source, chosen.taken);
  if (reason === "number")
    // its columns may be others now
    table.chosen = { ...choose(table.rows), taken: chosen.taken };
}

/**
 * Draw only those whose cell of a column has a value; undefined: all.
 * @param {ListTable} table
 * @param {number} column
 * @param {string} [value]
 */
export function changeFilter({ chosen }, column, value) {
  const otherFilters = chosen.filters.filter(
    (filter) => filter.column !== column,
  );
  chosen.filters =
    value === undefined ? otherFilters : [...otherFilters, { column, value }];
}

/**
 * Return the label of a column: its heading, or its number, from 1.
 * @param {Pick<ListTable, "rows" | "chosen">} table
 * @param {number} column
 */
export function labelColumn({ rows, chosen }, column) {
  const firstLabelled = rows[0].length - (chosen.labels?.length ?? 0);
  const heading = chosen.hasHeading
    ? rows[0][column]
    : chosen.labels?.[column - firstLabelled];
  return heading?.replaceAll(";", ",").trim() || String(column + 1);
}

/**
 * Return the columns of a table besides the name; if the whole line is the name, all but the first.
 * @param {ListTable} table
 */
export function listOthers({ rows, chosen }) {
  const isWhole = chosen.name.length === rows[0].length;
  /**
   * @param {string} cell
   * @param {number} column
   */
  const isOther = (cell, column) =>
    (isWhole ? column > 0 : !chosen.name.includes(column)) &&
    !(chosen.hasHeading && isOfTickets(cell));
  return rows[0]
    .map((cell, column) => (isOther(cell, column) ? column : -1))
    .filter((column) => column >= 0);
}

/**
 * Return the columns of numbers in which groups may be alike.
 * @param {ListTable} table
 */
export const listNumbers = (table) =>
  listOthers(table).filter((column) =>
    hasNumbers(table.rows, column, table.chosen.hasHeading),
  );

/**
 * Return the columns that a draw needs: the name, the tickets or the rules if its kind has them, and what the answers
 * say.
 * @param {ListTable} table
 * @param {DrawKind} kind
 * @returns {DrawColumns}
 */
export function chooseColumns(table, kind) {
  const columns = chooseRules(table, kind);
  return {
    ...columns,
    marks: chooseMarks(table, columns, kind),
    couples: chooseCouples(table, columns, kind),
  };
}

/**
 * Return whether a column does not have all numbers of tickets, but the ends of the lines: "Ann; 3", "Bo 4".
 * @param {ListTable} table
 */
export const endInTickets = ({ rows, text, chosen: { hasHeading, maybe } }) =>
  !hasHeading &&
  maybe !== undefined &&
  rows.some((row) => row[maybe] === "") &&
  haveTickets(readLines(text));

/**
 * Return whether somebody said that numbers are tickets, and they are at the ends of the lines.
 * @param {ListTable} table
 */
const areAtEnds = (table) =>
  table.chosen.answers.tickets === "counts" && endInTickets(table);

/**
 * Return the column of numbers that are no part of the name, as somebody said; undefined if there is none.
 * @param {ListTable} table
 */
function findNumberColumn(table) {
  const { answers, maybe } = table.chosen;
  const isAnswered =
    answers.tickets !== undefined && answers.tickets !== "part";
  return isAnswered && !areAtEnds(table) ? maybe : undefined;
}

/**
 * Return the columns that rules of a kind of draw are about: those that must not be together, and that of the number in
 * which groups are alike.
 * @param {ListTable} table
 * @param {DrawKind} kind
 * @returns {{ apart: number[], fair?: number }}
 */
function listRuled(table, kind) {
  const { chosen } = table;
  const numberColumn = findNumberColumn(table);
  /** @param {number} column */
  const isOfSanta = (column) =>
    isOfPartners(labelColumn(table, column)) ||
    isOfExcluded(labelColumn(table, column));
  const otherColumns = listOthers(table);
  /** @param {number} column */
  const isMeant = (column) =>
    otherColumns.includes(column) &&
    column !== numberColumn &&
    (kind === "santa" || !isOfSanta(column)) &&
    (chosen.isPicked || !ORDERS.includes(kind)); // a guess decides no order
  const { fair } = chosen;
  const isFair =
    kind === "groups" &&
    fair !== undefined &&
    listNumbers(table).includes(fair);
  return {
    apart: RULED.includes(kind) ? chosen.apart.filter(isMeant) : [],
    fair: isFair ? fair : undefined,
  };
}

/**
 * Return the columns without what the marks of names and couples say.
 *
 * Of a table "Name, Class, Tickets" a draw of winners has the name [0] and the tickets 2, and one of groups the name
 * [0] and [1] apart.
 * @param {ListTable} table
 * @param {DrawKind} kind
 * @returns {RuleColumns}
 */
export function chooseRules(table, kind) {
  const { rows, chosen } = table;
  const { hasHeading, isAsked, filters, answers } = chosen;
  const { apart, fair } = listRuled(table, kind);
  const numberColumn = findNumberColumn(table);
  const ticketColumn = answers.tickets === "rows" ? undefined : numberColumn;
  const isWhole = chosen.name.length === rows[0].length;
  const namelessColumns = [...apart, fair, numberColumn];
  return {
    hasHeading,
    isAsked,
    filters,
    apart,
    fair,
    tickets: kind === "winners" ? (chosen.tickets ?? ticketColumn) : undefined,
    isAtEnd: kind === "winners" && areAtEnds(table),
    hasSpans: answers.tickets === "spans",
    name: isWhole
      ? chosen.name.filter((column) => !namelessColumns.includes(column))
      : chosen.name,
  };
}

/**
 * Return whether the name is in one column, or in two below headings, and may be marked, or be of a couple.
 * @param {ListTable} table
 * @param {Pick<RuleColumns, "name">} columns
 */
export const isOneName = ({ chosen }, { name }) =>
  name.length === 1 || (chosen.hasHeading && name.length === 2);

/**
 * Return the names of a table, with their marks.
 * @param {ListTable} table
 * @param {RuleColumns} columns
 */
export const textsOf = ({ rows }, columns) =>
  listPeople(rows, columns).map(({ text }) => text);

const MAX_LOOKED = 2_000; // names that are looked at for marks

/**
 * The ways that were found in the rows of a table, by the columns of the name.
 * @type {WeakMap<Rows, Map<string, Way | undefined>>}
 */
const waysOf = new WeakMap();

/**
 * Return in which way the names of a table are marked.
 * @param {ListTable} table
 * @param {RuleColumns} columns
 * @returns {Way | undefined}
 */
export function findMarks(table, columns) {
  const { chosen, rows } = table;
  if (chosen.isDrawn || chosen.isAsked || !isOneName(table, columns))
    return undefined;
  const ways = waysOf.get(rows) ?? new Map();
  waysOf.set(rows, ways);
  const key = JSON.stringify([
    columns.name,
    columns.filters,
    columns.hasHeading,
  ]);
  if (!ways.has(key))
    ways.set(key, findWay(textsOf(table, columns).slice(0, MAX_LOOKED)));
  const way = ways.get(key);
  return columns.tickets === undefined || way === "box" ? way : undefined;
}

/**
 * Return the readings of marks that a kind of draw has, the likeliest first.
 * @param {Way} way
 * @param {(Mark | undefined)[]} marks undefined for a name without one
 * @param {DrawKind} kind
 */
export function listReadings(way, marks, kind) {
  /** @type {{ [reading in MarkReading]?: boolean }} */
  // Nobody gives twice
  const isPossible = { tickets: kind === "winners", copies: kind !== "santa" };
  const readings = listMarkReadings(way, marks).filter(
    (reading) => isPossible[reading] ?? true,
  );
  const likely = guessReading(way, marks, kind);
  return likely
    ? [likely, ...readings.filter((reading) => reading !== likely)]
    : readings;
}

/**
 * Return the likeliest reading of marks, if it is not the first of their way.
 * @param {Way} way
 * @param {(Mark | undefined)[]} marks
 * @param {DrawKind} kind
 * @returns {MarkReading | undefined}
 */
function guessReading(way, marks, kind) {
  if (way === "before" && arePlaces(marks.filter((mark) => mark !== undefined)))
    return "strip";
  if (kind === "winners") return undefined;
  if (way === "behind" || way === "span") return "part";
  return way === "percent" ? "strip" : undefined;
}

/**
 * Return how the marks of names are read: {`way`, `reading`}; undefined if there are none, or it was not said.
 * @param {ListTable} table
 * @param {RuleColumns} columns
 * @param {DrawKind} kind
 * @returns {ChosenMarks | undefined}
 */
export function chooseMarks(table, columns, kind) {
  const way = findMarks(table, columns);
  const reading = table.chosen.answers.marks;
  if (way === undefined || reading === undefined) return undefined;
  const marks = textsOf(table, columns).map((text) => readMark(text, way));
  return listReadings(way, marks, kind).includes(reading)
    ? { way, reading, hasAll: table.chosen.taken.includes("unmarked") }
    : undefined;
}

/**
 * Return what is done with names such as "Ann & Bob": "each" is a name, they are "quoted" so that nobody splits them,
 * or undefined.
 * @param {ListTable} table
 * @param {RuleColumns} columns
 * @param {DrawKind} kind
 * @returns {Couples}
 */
function chooseCouples({ chosen }, { apart }, kind) {
  const { couples } = chosen.answers;
  if (kind !== "santa") return couples === "each" ? "each" : undefined;
  // The draw itself keeps them apart
  if (apart.length === 0) return couples === "whole" ? "quoted" : undefined;
  return couples === "each" ? "each" : undefined;
}

/**
 * Return whether numbers of tickets decide, in a column, beside the names, or at the ends of lines.
 * @param {DrawColumns} columns
 */
export const hasTickets = ({ tickets, marks, isAtEnd }) =>
  tickets !== undefined || marks?.reading === "tickets" || isAtEnd;

/**
 * Return whether what is drawn is the text as it is.
 * @param {ListTable} table
 * @param {DrawColumns} columns
 */
export function isUncut({ rows, chosen }, columns) {
  if (chosen.isAsked) return true;
  const isChanged =
    rows.isAltered ||
    chosen.hasHeading ||
    chosen.taken.length > 0 ||
    chosen.filters.length > 0;
  const isAnswered =
    (columns.marks !== undefined && columns.marks.reading !== "part") ||
    columns.couples !== undefined;
  return !(
    isChanged ||
    isAnswered ||
    columns.tickets !== undefined ||
    columns.name.length < rows[0].length
  );
}
