/**
 * What the page reads in a list, and asks about it. A table has its `rows` and what is `chosen` of them: the columns, the
 * `answers` to questions, the `filters`, and the reasons of rows that were `taken` back. `source`: its rows as they were read.
 */
import { joinNames, t } from "../shared/texts.mjs";
import { readTable } from "./cells.mjs";
import { guessColumns, hasNumbers } from "./columns.mjs";
import { cutRows, listPeople } from "./cut.mjs";
import { FILLED, listFilters } from "./filters.mjs";
import { isOfExcluded, isOfPartners, isOfTickets } from "./headings.mjs";
import { hasPeople, haveTickets, isCouple, readLines, readWeight, shorten, splitPeople } from "./lines.mjs";
import { arePlaces, findWay, listMarkReadings, readMark } from "./marks.mjs";
import { REASONS, takeBack } from "./rows.mjs";
import { areInOrder, countSpan, haveSpans } from "./tickets.mjs";

/** The kinds of draws that columns of a list can be rules of. */
const RULED = ["shuffle", "groups", "seats", "santa"];
const ORDERS = ["shuffle", "seats"];

const choose = (rows, heading) => ({ answers: {}, filters: [], taken: [], ...guessColumns(rows, heading) });

/** Return the table of a text; undefined for a single line. `isDrawn`: the list was drawn from as it is, and leaves nothing open. */
export function openTable(text, { isRagged, isDrawn = false }) {
  const rows = readTable(text, { isRagged, isDrawn });
  if (!rows) return undefined;
  const chosen = choose(rows);
  return { source: rows, rows, text, chosen: isDrawn ? { ...chosen, isDrawn, maybe: undefined } : chosen };
}

/** Return the table of a text as it was `chosen` before. */
export function reopenTable(text, chosen, { isRagged }) {
  const rows = readTable(text, { isRagged, isDrawn: chosen.isDrawn });
  return rows && takeAll({ source: rows, text, chosen: { answers: {}, filters: [], taken: [], ...chosen } });
}

const takeAll = (table) => Object.assign(table, { rows: table.chosen.taken.reduce(takeBack, table.source) });

/** Change whether the first row of a table is a heading. */
export function changeHeading(table, hasHeading) {
  const { labels, taken, isDrawn } = table.chosen;
  table.chosen = { ...choose(table.rows, hasHeading), labels, taken, isDrawn };
}

/** Take back the rows of a table that were left out for a reason, or leave them out again. */
export function changeTaken(table, reason, isTaken) {
  const { chosen } = table;
  chosen.taken = isTaken ? [...chosen.taken, reason] : chosen.taken.filter((other) => other !== reason);
  takeAll(table);
}

/** Draw only those whose cell of a column has a value; undefined: all. */
export function changeFilter({ chosen }, column, value) {
  const others = chosen.filters.filter((filter) => filter.column !== column);
  chosen.filters = value === undefined ? others : [...others, { column, value }];
}

/** Return the label of a column: its heading, or its number. */
export function labelColumn({ rows, chosen }, column) {
  const first = rows[0].length - (chosen.labels?.length ?? 0);
  const heading = chosen.hasHeading ? rows[0][column] : chosen.labels?.[column - first];
  return heading?.replaceAll(";", ",").trim() || String(column + 1);
}

/** Return the columns of a table besides the name; if the whole line is the name, all but the first. */
export function listOthers({ rows, chosen }) {
  const isWhole = chosen.name.length === rows[0].length;
  const isOther = (cell, column) => (isWhole ? column > 0 : !chosen.name.includes(column)) && !(chosen.hasHeading && isOfTickets(cell));
  return rows[0].map((cell, column) => (isOther(cell, column) ? column : -1)).filter((column) => column >= 0);
}

/** Return the columns of numbers in which groups may be alike. */
export const listNumbers = (table) => listOthers(table).filter((column) => hasNumbers(table.rows, column, table.chosen.hasHeading));

/** Return the columns that a draw needs: the name, the tickets or the rules if its kind has them, and what the answers say. */
export function chooseColumns(table, kind) {
  const columns = chooseRules(table, kind);
  return { ...columns, marks: chooseMarks(table, columns, kind), couples: chooseCouples(table, columns, kind) };
}

/** Return whether somebody said that numbers are tickets, and a column does not have all of them, but the ends of the lines: "Ann; 3", "Bo 4". */
function endsInTickets({ rows, text, chosen }) {
  const { answers, hasHeading, maybe } = chosen;
  const isCounted = answers.tickets === "counts" && !hasHeading;
  return isCounted && rows.some((row) => row[maybe] === "") && haveTickets(readLines(text));
}

/** Return the columns without what the marks of names and couples say. */
function chooseRules(table, kind) {
  const { rows, chosen } = table;
  const { hasHeading, isAsked, filters, maybe, answers } = chosen;
  const isOfSanta = (column) => isOfPartners(labelColumn(table, column)) || isOfExcluded(labelColumn(table, column));
  const others = listOthers(table);
  const isMeant = (column) => others.includes(column) && (kind === "santa" || !isOfSanta(column)) && (chosen.isPicked || !ORDERS.includes(kind)); // a guess decides no order
  const isAtEnd = endsInTickets(table);
  const isOfNumbers = ["counts", "spans", "rows"].includes(answers.tickets) && !isAtEnd;
  const asked = isOfNumbers && answers.tickets !== "rows" ? maybe : undefined;
  const apart = RULED.includes(kind) ? chosen.apart.filter((column) => isMeant(column) && !(isOfNumbers && column === maybe)) : [];
  const fair = kind === "groups" && listNumbers(table).includes(chosen.fair) ? chosen.fair : undefined;
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
    name: isWhole ? chosen.name.filter((column) => !noName.includes(column)) : chosen.name,
  };
}

/** Return whether the name is in one column, or in two below headings, and may be marked, or be of a couple. */
const isOneName = ({ chosen }, { name }) => name.length === 1 || (chosen.hasHeading && name.length === 2);

const textsOf = ({ rows }, columns) => listPeople(rows, columns).map(({ text }) => text);

const MAX_LOOKED = 2_000; // names that are looked at for marks

const waysOf = new WeakMap(); // of the rows of a table the ways that were found, by the columns of the name

/** Return in which way the names of a table are marked. */
function findMarks(table, columns) {
  const { chosen, rows } = table;
  if (chosen.isDrawn || chosen.isAsked || !isOneName(table, columns)) return undefined;
  const ways = waysOf.get(rows) ?? new Map();
  waysOf.set(rows, ways);
  const key = JSON.stringify([columns.name, columns.filters, columns.hasHeading]);
  if (!ways.has(key)) ways.set(key, findWay(textsOf(table, columns).slice(0, MAX_LOOKED)));
  const way = ways.get(key);
  return columns.tickets === undefined || way === "box" ? way : undefined;
}

/** Return the readings of marks that a kind of draw has, the likeliest first. */
function listReadings(way, marks, kind) {
  const readings = listMarkReadings(way, marks).filter((reading) => reading !== "tickets" || kind === "winners");
  const likely = guessReading(way, marks, kind);
  return likely ? [likely, ...readings.filter((reading) => reading !== likely)] : readings;
}

/** Return the likeliest reading of marks, if it is not the first of their way. */
function guessReading(way, marks, kind) {
  if (way === "before" && arePlaces(marks.filter(Boolean))) return "strip";
  if (kind === "winners") return undefined;
  return { behind: "part", percent: "strip" }[way];
}

/** Return how the marks of names are read: {`way`, `reading`}; undefined if there are none, or it was not said. */
function chooseMarks(table, columns, kind) {
  const way = findMarks(table, columns);
  const reading = table.chosen.answers.marks;
  if (way === undefined || reading === undefined) return undefined;
  const marks = textsOf(table, columns).map((text) => readMark(text, way));
  return listReadings(way, marks, kind).includes(reading) ? { way, reading, hasAll: table.chosen.taken.includes("unmarked") } : undefined;
}

/** Return what is done with names such as "Ann & Bob": "each" is a name, they are "quoted" so that nobody splits them, or undefined. */
function chooseCouples({ chosen }, { apart }, kind) {
  const { couples } = chosen.answers;
  if (kind !== "santa") return couples === "each" ? "each" : undefined;
  if (apart.length === 0) return couples === "whole" ? "quoted" : undefined; // the draw itself keeps them apart
  return couples === "each" ? "each" : undefined;
}

/** Return whether numbers of tickets decide, in a column, beside the names, or at the ends of lines. */
export const hasTickets = ({ tickets, marks, isAtEnd }) => tickets !== undefined || marks?.reading === "tickets" || isAtEnd;

/** Return whether what is drawn is the text as it is. */
export function isUncut(table, columns) {
  const { rows, chosen } = table;
  const isChanged = rows.isAltered || chosen.hasHeading || chosen.taken.length > 0 || chosen.filters.length > 0;
  const isAnswered = (columns.marks && columns.marks.reading !== "part") || columns.couples !== undefined;
  return chosen.isAsked || !(isChanged || isAnswered || columns.tickets !== undefined || columns.name.length < rows[0].length);
}

/** Return the lines that a table gives in a kind of draw. */
export const cutTable = (table, kind) => cutRows(table.rows, chooseColumns(table, kind));

/** Return the cells of a row for a sentence. */
export const nameRow = (row) => shorten(row.filter(Boolean).join("; ").replaceAll("\t", "; "));
const countNames = (count) => t("draw.names", { count });
const quoteColumn = (table, column) => t("draw.read.column", { name: nameColumn(table, column) });

/** Return the label of a column for people. */
function nameColumn(table, column) {
  const label = labelColumn(table, column);
  return /^\d+$/.test(label) ? t("draw.columns.number", { number: label }) : label;
}

/** Return the first line that may be several people, and says so by commas alone, or behind a label; undefined if none is, or people said that each is one. */
export const findPeople = ({ kind, table, lines, isPart, hasLabels }) =>
  !isPart && !hasLabels && !table?.chosen.isAsked && lines.length > 1 ? lines.find((line) => hasPeople(line) || (kind === "santa" && splitPeople(line).length > 1)) : undefined;

/**
 * Return the questions that a list leaves, in the order in which they are asked: {`name`, `text`, `readings`, `answer`}. Each
 * reading has a `value` and a `label`; if one `isLikely`, it is the first.
 */
export function listQuestions(state) {
  const { table } = state;
  const questions = table ? [askHeading(table), ...(table.chosen.isAsked ? [] : [askTickets(state), askMarks(state)])] : [];
  return [...questions, askPeople(state), table && !table.chosen.isAsked && askCouples(state)].filter(Boolean);
}

/** Return the sentence of the question that is open; undefined if a draw may begin. */
export const findQuestion = (state) => listQuestions(state).find(({ answer }) => answer === undefined)?.text;

const toReadings = (values, toLabel) => values.map((value, i) => ({ value, label: toLabel(value), isLikely: i === 0 }));

function askHeading({ rows, chosen }) {
  if (!chosen.isAsked) return undefined;
  const readings = [1, 0].map((headings) => {
    const names = countNames(rows.length - headings);
    return { value: headings === 1, label: t(headings ? "draw.read.ifHeading" : "draw.read.ifName", { names, first: nameRow(rows[headings]) }) };
  });
  return { name: "heading", text: t("draw.read.isHeading", { line: nameRow(rows[0]) }), readings };
}

function askTickets({ kind, table, weighted }) {
  const { rows, chosen } = table;
  const { maybe, hasHeading, answers } = chosen;
  if (kind !== "winners" || maybe === undefined || chosen.tickets !== undefined) return undefined;
  if (weighted && !hasHeading && answers.tickets === undefined) return undefined; // somebody said that lines end in tickets
  const cells = rows.slice(hasHeading ? 1 : 0).map((row) => row[maybe]).filter(Boolean);
  const sum = (count) => cells.reduce((total, cell) => total + count(cell), 0);
  const isOfSpans = haveSpans(cells);
  const values = isOfSpans ? ["spans", "rows"] : hasHeading || areInOrder(cells) ? ["rows", "counts"] : ["counts", "rows"];
  const labels = {
    rows: () => t("draw.read.readings.rows", { tickets: t("draw.tickets", { count: rows.length - (hasHeading ? 1 : 0) }) }),
    counts: () => t("draw.read.readings.counts", { tickets: t("draw.tickets", { count: Math.round(sum((cell) => Number(readWeight(cell) ? cell.replace(/[x×%\s]/g, "").replace(",", ".") : 0))) }) }),
    spans: () => t("draw.read.readings.spans", { tickets: t("draw.tickets", { count: sum(countSpan) }) }),
    part: () => t("draw.read.noTickets"),
  };
  const text = hasHeading ? t("draw.read.areNumbers", { column: nameColumn(table, maybe), cell: shorten(cells[0] ?? "") }) : t("draw.read.areTickets", { line: nameRow(rows[0]) });
  return { name: "tickets", text, readings: toReadings([...values, ...(hasHeading ? [] : ["part"])], (value) => labels[value]()), answer: answers.tickets };
}

function askMarks({ kind, table }) {
  const columns = chooseRules(table, kind);
  const way = findMarks(table, columns);
  if (way === undefined) return undefined;
  const texts = textsOf(table, columns);
  const marks = texts.map((text) => readMark(text, way));
  const example = texts.find((_, i) => marks[i]);
  const count = (isMeant) => marks.filter(isMeant).length;
  const total = marks.reduce((sum, mark) => sum + Number(mark?.count?.replace(",", ".") ?? 0), 0);
  const labels = {
    tickets: () => t(`draw.read.readings.${way === "percent" ? "percent" : "counts"}`, { tickets: t("draw.tickets", { count: Math.round(total) }) }),
    copies: () => t("draw.read.readings.copies", { names: countNames(total) }),
    strip: () => t("draw.read.readings.strip", { name: shorten(readMark(example, way).name) }),
    part: () => t("draw.read.noTickets"),
    ticked: () => t("draw.read.readings.ticked", { names: countNames(count((mark) => mark?.isTicked)) }),
    unticked: () => t("draw.read.readings.unticked", { names: countNames(count((mark) => mark && !mark.isTicked)) }),
    all: () => t("draw.read.readings.all", { names: countNames(texts.length) }),
  };
  const text = t(way === "box" ? "draw.read.areBoxes" : "draw.read.areMarks", { line: shorten(example) });
  return { name: "marks", text, readings: toReadings(listReadings(way, marks, kind), (value) => labels[value]()), answer: chooseMarks(table, columns, kind)?.reading };
}

function askPeople(state) {
  const line = findPeople(state);
  if (line === undefined) return undefined;
  const readings = [
    { value: "each", label: t(state.kind === "santa" ? "draw.read.family" : "draw.read.each") },
    { value: "whole", label: t("draw.read.onePerson") },
  ];
  return { name: "people", text: t("draw.read.arePeople", { line: shorten(line) }), readings };
}

const WHOLE_FIRST = ["winners", "shuffle"]; // kinds in which "Simon & Garfunkel" is as likely as a couple

function askCouples(state) {
  const { kind, table } = state;
  if (table.chosen.isDrawn || findPeople(state) !== undefined) return undefined;
  const rules = chooseRules(table, kind);
  const columns = { ...rules, marks: chooseMarks(table, rules, kind) };
  if (!isOneName(table, columns) || (kind === "santa" && columns.apart.length === 0)) return undefined; // a draw of those who give has couples
  const namesOf = (couples) => cutRows(table.rows, { ...columns, tickets: undefined, apart: [], fair: undefined, couples });
  const line = namesOf().find(isCouple);
  if (line === undefined) return undefined;
  const values = WHOLE_FIRST.includes(kind) ? ["whole", "each"] : ["each", "whole"];
  const label = (value) => t(`draw.read.couple.${value}`, { names: countNames(namesOf(value).length) });
  return { name: "couples", text: t("draw.read.areCouples", { line: shorten(line) }), readings: toReadings(values, label), answer: table.chosen.answers.couples };
}

const MAX_SHOWN = 3; // lines that are left out, in a sentence

/** Return texts for a sentence, with how many more there are. */
function nameSome(rows) {
  const lines = rows.slice(0, MAX_SHOWN).map((row) => t("draw.read.column", { name: nameRow(row) }));
  const more = rows.length - MAX_SHOWN;
  return joinNames([...lines, ...(more > 0 ? [t("draw.read.more", { count: more })] : [])]);
}

/** Return the rows that are left out, or were taken back, by reason: {`reason`, `isTaken`, `text`}. */
export function listLeft({ kind, table }) {
  if (!table || table.chosen.isAsked) return [];
  const { source, rows, chosen } = table;
  const columns = chooseColumns(table, kind);
  const { way, reading } = columns.marks ?? {};
  const isUnmarked = ["tickets", "copies", "ticked", "unticked"].includes(reading);
  const unmarked = isUnmarked ? textsOf(table, columns).filter((text) => !readMark(text, way)).map((text) => [text]) : [];
  const left = { ...source.left, ...(unmarked.length > 0 && { unmarked }) };
  return REASONS.filter((reason) => left[reason]).map((reason) => {
    const isTaken = chosen.taken.includes(reason);
    return { reason, isTaken, text: t(isTaken ? "draw.read.taken" : `draw.read.left.${reason}`, { lines: nameSome(left[reason]) }), count: left[reason].length };
  });
}

const MAX_OFFERED = 3; // values of a filter that have a button

/** Return the columns that may say who is meant: {`column`, `text`, `offers`, `isChosen`}; an offer has a `value` and a `label`. */
export function findFilters({ table }) {
  if (!table || table.chosen.isAsked || table.chosen.isDrawn) return [];
  const nameValue = (value) => (value === "" ? t("draw.read.empty") : value === FILLED ? t("draw.read.filled") : shorten(value));
  return listFilters(table.rows, table.chosen).map(({ column, values }) => {
    const name = nameColumn(table, column);
    const chosen = table.chosen.filters.find((filter) => filter.column === column);
    if (chosen) return { column, isChosen: true, text: t("draw.read.filtered", { column: name, value: nameValue(chosen.value) }), offers: [{ value: undefined, label: t("draw.read.noFilter") }] };
    const counted = joinNames(values.map(({ value, count }) => t("draw.read.counted", { value: nameValue(value), count })));
    const offers = values.slice(0, MAX_OFFERED).map(({ value }) => ({ value, label: t("draw.read.only", { column: name, value: nameValue(value) }) }));
    return { column, isChosen: false, text: t("draw.read.filter", { column: name, values: counted }), offers };
  });
}
