/**
 * A text as rows of cells: what a spreadsheet wrote, a table of Markdown, a list of JSON, names behind labels, or a
 * line for each name.
 */
// @ts-check
/** @import { JsonRows } from "./json_lists.mjs" */
/** @import { Cells, LeftRows, Reason, Row, Rows, TableFacts } from "./rows.mjs" */
import { isHeadingRow, rankHeading } from "./headings.mjs";
import { readJson } from "./json_lists.mjs";
import { readLabelled } from "./labels.mjs";
import { isCouple } from "../../shared/lines.mjs";
import { library } from "../papaparse/papaparse.mjs";
import { cutNumbers } from "./numbering.mjs";
import { sortRows } from "./rows.mjs";

/**
 * What is used of Papa Parse: the cells of each row of a text, and what is wrong in which of them.
 * @typedef {object} Parser
 * @property {(text: string, options: { delimiter: string, newline: string, quoteChar: string }) => ParsedText} parse
 */

/**
 * @typedef {object} ParsedText
 * @property {string[][]} data
 * @property {{ type: string, code: string, row?: number }[]} errors
 */

/**
 * Rows of a text as one separator divides them; they need not be as long as each other.
 * @typedef {object} Reading
 * @property {string} separator
 * @property {Row[]} rows
 * @property {LeftRows} leftOut
 */

/**
 * How a list may be written: with `isRagged` rows may be short; with `isDrawn` nothing is left out, because the list
 * was drawn from as it is.
 * @typedef {object} ReadingOptions
 * @property {boolean} isRagged
 * @property {boolean} isDrawn
 */

const Papa = /** @type {Parser} */ (library);

const RARE = 20; // so many rows or more for one with a quote in its quotes
const UNQUOTED = "\u0001"; // a sign that no list has, in place of the quotes

/**
 * Return what Papa Parse reads in a text.
 * @param {string} text
 * @param {string} separator
 * @param {string} quoteChar
 */
const parseText = (text, separator, quoteChar) =>
  Papa.parse(text, { delimiter: separator, newline: "\n", quoteChar });

/**
 * Return whether the quotes in a text are around cells: almost no row has other quotes.
 * @param {ParsedText} parsed
 */
function areQuotesRight({ data, errors }) {
  const wrong = errors.filter(({ type }) => type === "Quotes");
  const areInvalid = wrong.every(({ code }) => code === "InvalidQuotes");
  const wrongRows = new Set(wrong.map(({ row }) => row));
  return areInvalid && wrongRows.size * RARE <= data.length;
}

/**
 * Return the rows of a text whose cells a separator divides, each with its `line`, and whether it `isAfterBlank`.
 *
 * 'Ann; "5b"' and "Bo; 5c" on the lines 1 and 3 are the rows ["Ann", "5b"] and ["Bo", "5c"]; the second is after a
 * blank.
 * @param {string} text
 * @param {string} separator
 * @returns {Row[]}
 */
function readRows(text, separator) {
  const blanksBeforeQuote = new RegExp(
    `(^|\n|${separator})[^\\S\t\n]+(?=")`,
    "g",
  );
  const clean = text.replace(blanksBeforeQuote, "$1");
  const quoted = parseText(clean, separator, '"');
  const { data } = areQuotesRight(quoted)
    ? quoted
    : parseText(clean, separator, UNQUOTED);
  let line = 1;
  const rows = data.map((cells, i) => {
    const isAfterBlank = i > 0 && !data[i - 1].join("").trim();
    const row = cells.map((cell) => cell.replace(/\s+/g, " ").trim());
    const facts = { line, isAfterBlank };
    line += cells.join("").split("\n").length; // a quoted cell may have several lines
    return Object.assign(row, facts);
  });
  return rows.filter((row) => row.some(Boolean));
}

/**
 * Return a row with so many cells: empty ones are added, and those that are too many are left in the last, where they
 * are seen.
 * @param {Row} row
 * @param {string} separator
 * @param {number} width
 * @returns {Row}
 */
function fitRow(row, separator, width) {
  const isTooLong = row.length > width;
  const firstCells = row.slice(0, width - 1);
  const last = row.slice(width - 1).join(separator);
  const cells = isTooLong ? [...firstCells, last] : row;
  const fitting = Array.from({ length: width }, (_, i) => cells[i] ?? "");
  return Object.assign(fitting, { line: row.line });
}

/**
 * Return a table of Markdown as the person sees it: without what makes letters bold, and without the addresses of
 * links.
 * @param {string} text
 */
function readMarkdown(text) {
  const withoutAddresses = text.replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1");
  return withoutAddresses.replace(/(\*\*|__|~~|`)(?=\S)(.*?\S)\1/g, "$2");
}

/**
 * Return whether most lines of a text begin and end with a stroke, as those of a table of Markdown.
 * @param {string} text
 */
function isBarred(text) {
  const lines = text.split("\n").filter((line) => line.trim());
  const barred = lines.filter((line) => /^\s*\|.*\|\s*$/.test(line));
  return barred.length * 2 > lines.length;
}

/** @param {Row[]} rows */
const sort = (rows) => sortRows(rows, { isHeading: isHeadingRow, rankHeading });

/**
 * Return rows that were left out, each changed by a function.
 * @param {LeftRows} leftOut
 * @param {(row: Row) => Row} change
 */
function mapLeftOut(leftOut, change) {
  /** @type {LeftRows} */
  const changed = {};
  for (const [reason, rows] of Object.entries(leftOut))
    changed[/** @type {Reason} */ (reason)] = rows.map(change);
  return changed;
}

/**
 * Return the rows of a list of several lines, as long as each other, with their `separator`, and those that are left
 * out (`leftOut`), by reason; undefined for one line. A list of single names has one column. With `isRagged` rows may
 * be short: not everybody has a family. `isDrawn`: nothing is left out, because the list was drawn from as it is.
 * @param {string} text
 * @param {Partial<ReadingOptions>} [options]
 * @returns {Rows | undefined}
 */
export function readTable(text, { isRagged = false, isDrawn = false } = {}) {
  const list = readJson(text);
  if (list !== undefined) return fromJson(list);
  const clean = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trim(); // lines are counted from the heading
  if (!clean.includes("\n")) return undefined;
  const labelled = isDrawn ? undefined : readLabelled(clean);
  if (labelled !== undefined)
    return keepUsed(labelled, { leftOut: {}, isAltered: true, isHeaded: true });
  const rows =
    readSeparated(clean, { isRagged, isDrawn }) ?? readColumn(clean, isDrawn);
  if (rows === undefined) return undefined;
  const isAnyLeftOut = Object.keys(rows.leftOut).length > 0;
  const isAltered = rows.isAltered || isAnyLeftOut;
  const known = Object.assign(rows, { isAltered });
  return isDrawn ? known : cutNumbers(known);
}

/**
 * Return the rows of a list in JSON; other lists beside it are another part.
 * @param {JsonRows & { otherLists: Cells[] }} list
 */
function fromJson({ rows, isHeaded, otherLists }) {
  const ownRows = rows.map((cells, i) => numberRow(cells, i + 1));
  const width = rows[0].length;
  const otherRows = otherLists.map((cells) =>
    fitRow(numberRow(cells, rows.length + 1), "", width),
  );
  const leftOut = otherRows.length > 0 ? { section: otherRows } : {};
  return keepUsed(ownRows, { leftOut, isAltered: true, isHeaded });
}

/**
 * Return cells as a row of a line of the text.
 * @param {Cells} cells
 * @param {number} line from 1
 */
const numberRow = (cells, line) => Object.assign(cells, { line });

/**
 * Return the rows without the columns that are empty in all, with what is known of them.
 * @param {Row[]} rows as long as each other
 * @param {TableFacts} facts
 * @returns {Rows}
 */
function keepUsed(rows, { leftOut, ...facts }) {
  const columns = [...rows[0].keys()];
  const usedColumns = columns.filter((column) =>
    rows.some((row) => row[column]),
  );
  /** @param {Row} row */
  const keep = (row) => {
    const cells = usedColumns.map((column) => row[column]);
    return Object.assign(cells, { line: row.line });
  };
  const kept = rows.map(keep);
  return Object.assign(kept, {
    ...facts,
    leftOut: mapLeftOut(leftOut, (row) => fillFirst(keep(row), row)),
  });
}

/**
 * Return the first of the readings of a text that is a table: with rows as long as each other, or with rows that may be
 * short.
 * @param {Reading[]} readings
 * @param {boolean} isRagged
 */
function chooseReading(readings, isRagged) {
  /** @param {Row} row */
  const isWide = ({ length }) => length > 1;
  const tables = readings.filter(
    ({ rows }) => rows.length > 1 && rows.some(isWide),
  );
  /** @param {Reading} reading */
  const fits = ({ rows }) =>
    rows.every((row) => isWide(row) && row.length === rows[0].length);
  /** @param {Reading} reading */
  const mayBeShort = ({ rows, separator }) => {
    const filled = rows.filter(isWide).length;
    const isSure = separator !== "," && separator !== "|"; // names have commas
    return (
      (isSure && (isRagged || filled * 2 > rows.length)) ||
      (isWide(rows[0]) && isHeadingRow(rows[0]))
    );
  };
  return tables.find(fits) ?? tables.find(mayBeShort);
}

/**
 * Return the rows of a text of several columns; undefined if it has one.
 *
 * "Name; Class\nAnn; 5b\nBo" has the rows ["Name", "Class"], ["Ann", "5b"] and ["Bo", ""]: an array with
 * `separator`, `leftOut` and `isAltered`, without the columns that are empty in all rows. If the text `isDrawn`,
 * nothing is left out.
 * @param {string} clean
 * @param {ReadingOptions} options
 */
function readSeparated(clean, { isRagged, isDrawn }) {
  const isTable = isBarred(clean);
  const text = isTable ? readMarkdown(clean) : clean;
  const separators = isTable ? ["|"] : ["\t", ";", ",", "|"];
  const readings = separators.map((separator) => {
    const rows = readRows(text, separator);
    const hasCells = rows.some(({ length }) => length > 1);
    return {
      separator,
      ...(isDrawn || !hasCells ? { rows, leftOut: {} } : sort(rows)),
    };
  });
  const reading = chooseReading(readings, isRagged);
  if (reading === undefined) return undefined;
  const { rows, leftOut, separator } = reading;
  const width =
    separator === ","
      ? rows[0].length
      : rows.reduce((widest, { length }) => Math.max(widest, length), 0);
  /** @param {Row} row */
  const fit = (row) => fitRow(row, separator, width);
  return keepUsed(rows.map(fit), {
    separator,
    leftOut: mapLeftOut(leftOut, fit),
    isAltered: isTable,
  });
}

/**
 * Return the cells that are kept of a row; if they are empty, with all that the row has in the first.
 * @param {Row} cells
 * @param {Row} row
 * @returns {Row}
 */
function fillFirst(cells, row) {
  if (cells.some(Boolean)) return cells;
  const first = row.filter(Boolean).join(" ");
  return Object.assign([first, ...cells.slice(1)], { line: row.line });
}

/**
 * Return each line of a text that is not empty as a row of one cell.
 * @param {string} text
 * @returns {Row[]}
 */
function readSingleRows(text) {
  const lines = text.split("\n").map((line) => line.trim());
  const rows = lines.map((cell, i) => {
    const isAfterBlank = i > 0 && lines[i - 1] === "";
    return Object.assign([cell], { line: i + 1, isAfterBlank });
  });
  return rows.filter(([cell]) => cell);
}

/**
 * Return the rows of a list of one column. Quotes around all names are none of them; around few, they say that "Smith &
 * Sons" is one.
 *
 * '"Lee, Ann"' and '"Roy, Bo"', each on a line, are the rows ["Lee, Ann"] and ["Roy, Bo"].
 * @param {string} text
 * @param {boolean} isDrawn
 * @returns {Rows | undefined}
 */
function readColumn(text, isDrawn) {
  const allRows = readSingleRows(text);
  if (allRows.length < 2) return undefined;
  const { rows, leftOut } = isDrawn
    ? { rows: allRows, leftOut: {} }
    : sort(allRows);
  /** @param {Row} row */
  const isQuoted = ([cell]) => /^"([^"]|"")*"$/.test(cell);
  /** @param {Row} row */
  const cutQuotes = ([cell]) => cell.slice(1, -1);
  /** @param {Row} row */
  const unquote = (row) => {
    if (!isQuoted(row)) return row;
    const cell = cutQuotes(row).replaceAll('""', '"').trim();
    return Object.assign([cell], { line: row.line });
  };
  const [, ...below] = rows;
  const areQuoted = below.every(
    (row) => isQuoted(row) && !isCouple(cutQuotes(row)),
  );
  const isTable = below.length > 0 && areQuoted;
  const names = isTable ? rows.map(unquote) : rows;
  return Object.assign(names, { leftOut, isAltered: isTable });
}
