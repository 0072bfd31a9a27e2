/** A text as rows of cells: what a spreadsheet wrote, a table of Markdown, a list of JSON, or a line for each name. */
import { isHeadingRow, rankHeading } from "./headings.mjs";
import { readJson } from "./json.mjs";
import { isCouple } from "./lines.mjs";
import { library as Papa } from "./papaparse/papaparse.mjs";
import { sortRows } from "./rows.mjs";

const RARE = 20; // so many rows or more for one with a quote in its quotes
const UNQUOTED = "\u0001"; // a sign that no list has, in place of the quotes

/** Return the rows of a text whose cells a separator divides, each with its `line`, and whether it `isAfterBlank`; undefined if its quotes say otherwise. */
function readRows(text, separator, quoteChar = '"') {
  const clean = text.replace(
    new RegExp(`(^|\n|${separator})[^\\S\t\n]+(?=")`, "g"),
    "$1",
  ); // quotes may stand behind a blank
  const { data, errors } = Papa.parse(clean, {
    delimiter: separator,
    newline: "\n",
    quoteChar,
  });
  const wrong = errors.filter(({ type }) => type === "Quotes");
  const isRare =
    wrong.every(({ code }) => code === "InvalidQuotes") &&
    new Set(wrong.map(({ row }) => row)).size * RARE <= data.length;
  if (!isRare) return undefined;
  let line = 1;
  const rows = data.map((cells, i) => {
    const isAfterBlank = i > 0 && !data[i - 1].join("").trim();
    const row = Object.assign(
      cells.map((cell) => cell.replace(/\s+/g, " ").trim()),
      { line, isAfterBlank },
    );
    line += 1 + cells.join("").split("\n").length - 1;
    return row;
  });
  return rows.filter((row) => row.some(Boolean));
}

/** Return a row with so many cells: empty ones are added, and those that are too many are left in the last, where they are seen. */
function fitRow(row, separator, width) {
  const cells =
    row.length > width
      ? [...row.slice(0, width - 1), row.slice(width - 1).join(separator)]
      : row;
  return Object.assign(
    Array.from({ length: width }, (_, column) => cells[column] ?? ""),
    { line: row.line },
  );
}

/** Return a table of Markdown as the person sees it: without what makes letters bold, and without the addresses of links. */
const readMarkdown = (text) =>
  text
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/(\*\*|__|~~|`)(?=\S)(.*?\S)\1/g, "$2");

/** Return whether most lines of a text begin and end with a stroke, as those of a table of Markdown. */
function isBarred(text) {
  const lines = text.split("\n").filter((line) => line.trim());
  return (
    lines.filter((line) => /^\s*\|.*\|\s*$/.test(line)).length * 2 >
    lines.length
  );
}

const sort = (rows) => sortRows(rows, { isHeading: isHeadingRow, rankHeading });

/**
 * Return the rows of a list of several lines, as long as each other, with their `separator`, and those that are `left` out, by
 * reason; undefined for one line. A list of single names has one column. With `isRagged` rows may be short: not everybody has
 * a family. `isDrawn`: nothing is left out, because the list was drawn from as it is.
 */
export function readTable(text, { isRagged = false, isDrawn = false } = {}) {
  const items = readJson(text);
  if (items !== undefined) return fromJson(items);
  const clean = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trim(); // lines are counted from the heading
  if (!clean.includes("\n")) return undefined;
  const rows =
    readSeparated(clean, { isRagged, isDrawn }) ?? readColumn(clean, isDrawn);
  return (
    rows &&
    Object.assign(rows, {
      isAltered: rows.isAltered || Object.keys(rows.left).length > 0,
    })
  );
}

/** Return the rows of a list in JSON; other lists beside it are another part. */
function fromJson({ rows, isHeaded, others }) {
  const number = (row, i) => Object.assign(row, { line: i + 1 });
  const left =
    others.length > 0
      ? {
          section: others.map((row) =>
            fitRow(number(row, rows.length), "", rows[0].length),
          ),
        }
      : {};
  return keepUsed(rows.map(number), { left, isAltered: true, isHeaded });
}

/** Return the rows without the columns that are empty in all, with what is known of them. */
function keepUsed(rows, { left, ...known }) {
  const used = rows[0]
    .map((_, column) => column)
    .filter((column) => rows.some((row) => row[column]));
  const keep = (row) =>
    Object.assign(
      used.map((column) => row[column]),
      { line: row.line },
    );
  const kept = Object.entries(left).map(([reason, some]) => [
    reason,
    some.map((row) => fillFirst(keep(row), row)),
  ]);
  return Object.assign(rows.map(keep), {
    ...known,
    left: Object.fromEntries(kept),
  });
}

/** Return the rows of a text of several columns; undefined if it has one. */
function readSeparated(clean, { isRagged, isDrawn }) {
  const isTable = isBarred(clean);
  const text = isTable ? readMarkdown(clean) : clean;
  const separators = isTable ? ["|"] : ["\t", ";", ",", "|"];
  const readings = separators.map((separator) => {
    const rows =
      readRows(text, separator) ?? readRows(text, separator, UNQUOTED);
    const isOfCells = rows.some(({ length }) => length > 1);
    return {
      separator,
      ...(isDrawn || !isOfCells ? { rows, left: {} } : sort(rows)),
    };
  });
  const tables = readings.filter(
    ({ rows }) => rows.length > 1 && rows.some(({ length }) => length > 1),
  );
  const fits = ({ rows }) =>
    rows.every(({ length }) => length > 1 && length === rows[0].length);
  const mayBeShort = ({ rows, separator }) => {
    const filled = rows.filter(({ length }) => length > 1).length;
    const isSure = separator !== "," && separator !== "|"; // names have commas
    return (
      (isSure && (isRagged || filled * 2 > rows.length)) ||
      (rows[0].length > 1 && isHeadingRow(rows[0]))
    );
  };
  const { rows, left, separator } =
    tables.find(fits) ?? tables.find(mayBeShort) ?? {};
  if (rows === undefined) return undefined;
  const width =
    separator === ","
      ? rows[0].length
      : rows.reduce((most, { length }) => Math.max(most, length), 0);
  const fit = (some) => some.map((row) => fitRow(row, separator, width));
  const fittedLeft = Object.entries(left).map(([reason, some]) => [
    reason,
    fit(some),
  ]);
  return keepUsed(fit(rows), {
    separator,
    left: Object.fromEntries(fittedLeft),
    isAltered: isTable,
  });
}

/** Return a row of which no cell is in a column that is used, with what it has in its first. */
const fillFirst = (cells, row) =>
  cells.some(Boolean)
    ? cells
    : Object.assign([row.filter(Boolean).join(" "), ...cells.slice(1)], {
        line: row.line,
      });

/** Return the rows of a list of one column. Quotes around all names are none of them; around few, they say that "Smith & Sons" is one. */
function readColumn(text, isDrawn) {
  const lines = text.split("\n").map((line) => line.trim());
  const all = lines
    .map((line, i) =>
      Object.assign([line], {
        line: i + 1,
        isAfterBlank: i > 0 && lines[i - 1] === "",
      }),
    )
    .filter(([cell]) => cell);
  const { rows, left } = isDrawn ? { rows: all, left: {} } : sort(all);
  if (all.length < 2) return undefined;
  const isQuoted = ([cell]) => /^"([^"]|"")*"$/.test(cell);
  const unquote = (row) =>
    isQuoted(row)
      ? Object.assign([row[0].slice(1, -1).replaceAll('""', '"').trim()], {
          line: row.line,
        })
      : row;
  const isTable =
    rows.length > 1 &&
    rows
      .slice(1)
      .every((row) => isQuoted(row) && !isCouple(row[0].slice(1, -1)));
  return Object.assign(isTable ? rows.map(unquote) : rows, {
    left,
    isAltered: isTable,
  });
}
