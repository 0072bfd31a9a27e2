/**
 * What the page reads in a list. A table has its `rows` and what is `chosen` of them: the columns, the `answers` to questions,
 * the `filters`, and the reasons of rows that were `taken` back. `source`: its rows as they were read.
 */
import { readTable } from "./cells.mjs";
import { guessColumns, hasNumbers } from "./columns.mjs";
import { listPeople } from "./cut.mjs";
import { isOfExcluded, isOfPartners, isOfTickets } from "./headings.mjs";
import { haveTickets, readLines } from "./lines.mjs";
import { arePlaces, findWay, listMarkReadings, readMark } from "./marks.mjs";
import { takeBack } from "./rows.mjs";

/** The kinds of draws that columns of a list can be rules of. */
const RULED = ["shuffle", "groups", "seats", "santa"];
const ORDERS = ["shuffle", "seats"];

const choose = (rows, heading) => ({
  answers: {},
  filters: [],
  taken: [],
  ...guessColumns(rows, heading),
});

/** Return the table of a text; undefined for a single line. `isDrawn`: the list was drawn from as it is, and leaves nothing open. */
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

/** Return the table of a text as it was `chosen` before. */
export function reopenTable(text, chosen, { isRagged }) {
  const rows = readTable(text, { isRagged, isDrawn: chosen.isDrawn });
  return (
    rows &&
    takeAll({
      source: rows,
      text,
      chosen: { answers: {}, filters: [], taken: [], ...chosen },
    })
  );
}

const takeAll = (table) =>
  Object.assign(table, {
    rows: table.chosen.taken.reduce(takeBack, table.source),
  });

/** Change whether the first row of a table is a heading. */
export function changeHeading(table, hasHeading) {
  const { labels, taken, isDrawn } = table.chosen;
  table.chosen = { ...choose(table.rows, hasHeading), labels, taken, isDrawn };
}

/** Take back the rows of a table that were left out for a reason, or leave them out again. */
export function changeTaken(table, reason, isTaken) {
  const { chosen } = table;
  chosen.taken = isTaken
    ? [...chosen.taken, reason]
    : chosen.taken.filter((other) => other !== reason);
  takeAll(table);
}

/** Draw only those whose cell of a column has a value; undefined: all. */
export function changeFilter({ chosen }, column, value) {
  const others = chosen.filters.filter((filter) => filter.column !== column);
  chosen.filters =
    value === undefined ? others : [...others, { column, value }];
}

/** Return the label of a column: its heading, or its number. */
export function labelColumn({ rows, chosen }, column) {
  const first = rows[0].length - (chosen.labels?.length ?? 0);
  const heading = chosen.hasHeading
    ? rows[0][column]
    : chosen.labels?.[column - first];
  return heading?.replaceAll(";", ",").trim() || String(column + 1);
}

/** Return the columns of a table besides the name; if the whole line is the name, all but the first. */
export function listOthers({ rows, chosen }) {
  const isWhole = chosen.name.length === rows[0].length;
  const isOther = (cell, column) =>
    (isWhole ? column > 0 : !chosen.name.includes(column)) &&
    !(chosen.hasHeading && isOfTickets(cell));
  return rows[0]
    .map((cell, column) => (isOther(cell, column) ? column : -1))
    .filter((column) => column >= 0);
}

/** Return the columns of numbers in which groups may be alike. */
export const listNumbers = (table) =>
  listOthers(table).filter((column) =>
    hasNumbers(table.rows, column, table.chosen.hasHeading),
  );

/** Return the columns that a draw needs: the name, the tickets or the rules if its kind has them, and what the answers say. */
export function chooseColumns(table, kind) {
  const columns = chooseRules(table, kind);
  return {
    ...columns,
    marks: chooseMarks(table, columns, kind),
    couples: chooseCouples(table, columns, kind),
  };
}

/** Return whether somebody said that numbers are tickets, and a column does not have all of them, but the ends of the lines: "Ann; 3", "Bo 4". */
function endsInTickets({ rows, text, chosen }) {
  const { answers, hasHeading, maybe } = chosen;
  const isCounted = answers.tickets === "counts" && !hasHeading;
  return (
    isCounted &&
    rows.some((row) => row[maybe] === "") &&
    haveTickets(readLines(text))
  );
}

/** Return the columns without what the marks of names and couples say. */
export function chooseRules(table, kind) {
  const { rows, chosen } = table;
  const { hasHeading, isAsked, filters, maybe, answers } = chosen;
  const isOfSanta = (column) =>
    isOfPartners(labelColumn(table, column)) ||
    isOfExcluded(labelColumn(table, column));
  const others = listOthers(table);
  const isMeant = (column) =>
    others.includes(column) &&
    (kind === "santa" || !isOfSanta(column)) &&
    (chosen.isPicked || !ORDERS.includes(kind)); // a guess decides no order
  const isAtEnd = endsInTickets(table);
  const isOfNumbers =
    ["counts", "spans", "rows"].includes(answers.tickets) && !isAtEnd;
  const asked = isOfNumbers && answers.tickets !== "rows" ? maybe : undefined;
  const apart = RULED.includes(kind)
    ? chosen.apart.filter(
        (column) => isMeant(column) && !(isOfNumbers && column === maybe),
      )
    : [];
  const fair =
    kind === "groups" && listNumbers(table).includes(chosen.fair)
      ? chosen.fair
      : undefined;
  const isWhole = chosen.name.length === rows[0].length;
  const noName = [...apart, fair, ...(isOfNumbers ? [maybe] : [])];
  return {
    hasHeading,
    isAsked,
    filters,
    apart,
    fair,
    tickets: kind === "winners" ? (chosen.tickets ?? asked) : undefined,
    isAtEnd: kind === "winners" && isAtEnd,
    hasSpans: answers.tickets === "spans",
    name: isWhole
      ? chosen.name.filter((column) => !noName.includes(column))
      : chosen.name,
  };
}

/** Return whether the name is in one column, or in two below headings, and may be marked, or be of a couple. */
export const isOneName = ({ chosen }, { name }) =>
  name.length === 1 || (chosen.hasHeading && name.length === 2);

/** Return the names of a table, with their marks. */
export const textsOf = ({ rows }, columns) =>
  listPeople(rows, columns).map(({ text }) => text);

const MAX_LOOKED = 2_000; // names that are looked at for marks

const waysOf = new WeakMap(); // of the rows of a table the ways that were found, by the columns of the name

/** Return in which way the names of a table are marked. */
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

/** Return the readings of marks that a kind of draw has, the likeliest first. */
export function listReadings(way, marks, kind) {
  const isPossible = { tickets: kind === "winners", copies: kind !== "santa" }; // nobody gives twice
  const readings = listMarkReadings(way, marks).filter(
    (reading) => isPossible[reading] ?? true,
  );
  const likely = guessReading(way, marks, kind);
  return likely
    ? [likely, ...readings.filter((reading) => reading !== likely)]
    : readings;
}

/** Return the likeliest reading of marks, if it is not the first of their way. */
function guessReading(way, marks, kind) {
  if (way === "before" && arePlaces(marks.filter(Boolean))) return "strip";
  if (kind === "winners") return undefined;
  return { behind: "part", percent: "strip" }[way];
}

/** Return how the marks of names are read: {`way`, `reading`}; undefined if there are none, or it was not said. */
export function chooseMarks(table, columns, kind) {
  const way = findMarks(table, columns);
  const reading = table.chosen.answers.marks;
  if (way === undefined || reading === undefined) return undefined;
  const marks = textsOf(table, columns).map((text) => readMark(text, way));
  return listReadings(way, marks, kind).includes(reading)
    ? { way, reading, hasAll: table.chosen.taken.includes("unmarked") }
    : undefined;
}

/** Return what is done with names such as "Ann & Bob": "each" is a name, they are "quoted" so that nobody splits them, or undefined. */
function chooseCouples({ chosen }, { apart }, kind) {
  const { couples } = chosen.answers;
  if (kind !== "santa") return couples === "each" ? "each" : undefined;
  if (apart.length === 0) return couples === "whole" ? "quoted" : undefined; // the draw itself keeps them apart
  return couples === "each" ? "each" : undefined;
}

/** Return whether numbers of tickets decide, in a column, beside the names, or at the ends of lines. */
export const hasTickets = ({ tickets, marks, isAtEnd }) =>
  tickets !== undefined || marks?.reading === "tickets" || isAtEnd;

/** Return whether what is drawn is the text as it is. */
export function isUncut(table, columns) {
  const { rows, chosen } = table;
  const isChanged =
    rows.isAltered ||
    chosen.hasHeading ||
    chosen.taken.length > 0 ||
    chosen.filters.length > 0;
  const isAnswered =
    (columns.marks && columns.marks.reading !== "part") ||
    columns.couples !== undefined;
  return (
    chosen.isAsked ||
    !(
      isChanged ||
      isAnswered ||
      columns.tickets !== undefined ||
      columns.name.length < rows[0].length
    )
  );
}
