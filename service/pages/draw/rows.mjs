/** The rows of a text that are no people: totals, notes, comments, lines between rows, and other parts of a file. */
// @ts-check
import { NOTE, SUMS, TOTALS, normalize } from "./words.mjs";

/**
 * The cells of a row, each a text without line breaks; "" is an empty cell.
 * @typedef {string[]} Cells
 */

/**
 * A row of a text: its cells, the number of its first `line` in the text, from 1, and whether a blank line or row is above it.
 * @typedef {Cells & { line: number, isAfterBlank?: boolean }} Row
 */

/**
 * The rows that are left out, by the reason.
 * @typedef {{ [reason in Reason]?: Row[] }} LeftRows
 */

/**
 * What is known of the rows of a table, besides their cells.
 * @typedef {object} TableFacts
 * @property {string} [separator] what is between cells, if it is text
 * @property {boolean} isAltered the rows are not the text as it is: it was a table of Markdown, or some rows are left out
 * @property {boolean} [isHeaded] whether the first row is a heading, if the text itself says so
 * @property {LeftRows} leftOut
 */

/**
 * The rows of a table, as long as each other, with what is known of them.
 * @typedef {Row[] & TableFacts} Rows
 */

/**
 * How words tell headings: `isHeading`, whether a row has words for a heading; `rankHeading`, how well it names people, the less the better.
 * @typedef {object} HeadingWords
 * @property {(row: Cells) => boolean} isHeading
 * @property {(row: Cells) => number} rankHeading
 */

/**
 * Why a row is left out.
 * @typedef {"title" | "section" | "again" | "total" | "note" | "comment" | "label" | "rule" | "unmarked"} Reason
 */

/**
 * Why rows are left out, in the order in which it is said.
 * @type {Reason[]}
 */
export const REASONS = [
  "title",
  "section",
  "again",
  "total",
  "note",
  "comment",
  "label",
  "rule",
  "unmarked",
];

const RULE = /^(?=.*[-–—=_*~+|:#`]{2})[-–—=_*~+|:.#`\s]+$/;
const CODE = /^```/;
const COMMENT = /^(?:\/\/|#\s|##|#\p{L}+\s|<!--|%%)/u;
const BANNER = /^([-=*#~_+]{2,})\s*\p{L}.*?\1$/u; // "--- Tables ---"
const DIRECTIVE = /^(?:#EXT|\[playlist\]|sep=.?$)/i; // of a list of songs, or to a spreadsheet
const LABEL = /^[^:,;/]*\p{L}[^:,;/]*:$/u;

const MAX_TOTAL = 40; // letters of a cell that is looked at for a total

/** @param {Cells} row */
const filledOf = (row) => row.filter(Boolean);

/**
 * Return whether a row has a single cell that is not empty.
 * @param {Cells} row
 */
const isSingle = (row) => filledOf(row).length === 1;

/**
 * Return whether a row has several cells that are not empty.
 * @param {Cells} row
 */
const isWide = (row) => filledOf(row).length > 1;

/** @param {Cells} row */
const writeRow = (row) => filledOf(row).join(" ");

/**
 * Return whether a cell begins a total anywhere in a list: "Total", "Total 14".
 * @param {string} cell
 */
const isTotal = (cell) =>
  cell.length <= MAX_TOTAL &&
  TOTALS.includes(normalize(cell.replace(/[\d.,]+\s*%?$/, "")));

/**
 * Return whether a cell at the end of a list begins as a total does: "Total: 12", "Total participants 14", "12 in total".
 * @param {string} cell
 */
const isTotalAtEnd = (cell) => {
  const words = normalize(cell);
  const isCounted =
    TOTALS.some((word) => words.startsWith(`${word} `)) &&
    /\d\s*$|:/.test(cell);
  return (
    isTotal(cell) ||
    SUMS.includes(words.replace(/[\s\d]+$/, "")) ||
    isCounted ||
    /^\d+ (?:in )?total$/.test(words)
  );
};

/** @param {Cells} row */
const isNote = (row) => filledOf(row).some((cell) => NOTE.test(cell));

/** @param {Cells} row */
const isSum = (row) => filledOf(row).slice(0, 2).some(isTotalAtEnd);

/**
 * Return the positions of the rows below which a part of the file may begin: headings at the start, after a blank row, or below a title.
 * @param {Row[]} rows
 * @param {(row: Cells) => boolean} isHeading
 */
function findStarts(rows, isHeading) {
  /** @param {number} i */
  const isTitled = (i) =>
    i > 0 && (rows[i].isAfterBlank || isSingle(rows[i - 1]));
  return [...rows.keys()].filter(
    (i) => (i === 0 || isTitled(i)) && isWide(rows[i]) && isHeading(rows[i]),
  );
}

/**
 * Return whether most rows have a single cell.
 * @param {Row[]} rows
 */
const isNarrow = (rows) => rows.filter(isSingle).length * 2 > rows.length;

/**
 * Return what stands `above` the part of a file that has the names, and the `others`, as a report on a meeting has them.
 *
 * Of "Club dinner", "Name, Class", "Ann, 5b", a blank row, "Team, Group" and "Red, 3" the first row is above, and the last two are others.
 * @param {Row[]} rows
 * @param {HeadingWords} words
 * @returns {{ above: Row[], others: Row[] }}
 */
function cutParts(rows, { isHeading, rankHeading }) {
  /** @param {number} i */
  const hasRows = (i) => i + 1 < rows.length && !rows[i + 1].isAfterBlank;
  const starts = findStarts(rows, isHeading).filter(hasRows);
  if (starts.length === 0) return { above: [], others: [] };
  const best = starts.reduce((bestYet, i) =>
    rankHeading(rows[i]) < rankHeading(rows[bestYet]) ? i : bestYet,
  );
  const end = findPartEnd(rows, best, starts);
  return { above: rows.slice(0, best), others: rows.slice(end) };
}

/**
 * Return where the part ends whose heading is the row `best`: before the next heading or banner, and before the title of the next part.
 * @param {Row[]} rows
 * @param {number} best
 * @param {number[]} starts the positions of all headings
 */
function findPartEnd(rows, best, starts) {
  /** @param {number} i */
  const isOther = (i) =>
    i > best && normalize(rows[i].join()) !== normalize(rows[best].join());
  /** @param {number} i */
  const isBanner = (i) => i >= 0 && BANNER.test(writeRow(rows[i]));
  /** @param {number} i */
  const endsPart = (i) =>
    i > best &&
    isBanner(i) &&
    (isBanner(best - 1) || isNarrow(rows.slice(i + 1)));
  const next =
    [...rows.keys()].find(
      (i) => endsPart(i) || (starts.includes(i) && isOther(i)),
    ) ?? rows.length;
  /** @param {number} i */
  const isTitle = (i) =>
    isSingle(rows[i]) && (rows[i].isAfterBlank || i === next - 1);
  return next < rows.length && next - 1 > best && isTitle(next - 1)
    ? next - 1
    : next;
}

/**
 * Return how many rows are before the totals and notes at the end, among which are rows of a single cell below a blank row of a table.
 * @param {Row[]} rows
 */
function findEnd(rows) {
  const wide = rows.filter(isWide).length;
  const isTable = wide * 5 >= rows.length * 4; // rows of a single cell are rare
  const blank = rows.findLastIndex((row, i) => i > 0 && row.isAfterBlank);
  /** @param {number} i */
  const isApart = (i) =>
    isTable && blank > 0 && i >= blank && isSingle(rows[i]);
  /** @param {number} i */
  const isLeft = (i) => isNote(rows[i]) || isSum(rows[i]) || isApart(i);
  let end = rows.length;
  while (end > 1 && isLeft(end - 1)) end -= 1;
  return end;
}

/**
 * Return the first word of a row.
 * @param {Cells} row
 */
const wordOf = (row) => normalize(row[0]).split(" ")[0];

/**
 * Return the rows that are labels because each part begins with one: with the same word, with which no other row begins: "Team red".
 * @param {Row[]} rows
 */
function findLabels(rows) {
  const firsts = rows.filter((row, i) => i === 0 || row.isAfterBlank);
  if (firsts.length < 2 || firsts.length * 2 > rows.length) return [];
  const word = wordOf(rows[0]);
  const alike = rows.filter((row) => wordOf(row) === word);
  /** @param {Row} row */
  const isLabel = (row) =>
    wordOf(row) === word && row[0].includes(" ") && isSingle(row);
  return alike.length === firsts.length && firsts.every(isLabel) ? firsts : [];
}

/** The rows of a text, from which those that are no people are taken, one kind after the other. */
class Sorting {
  /**
   * @param {Row[]} rows
   * @param {HeadingWords} words
   */
  constructor(rows, words) {
    this.rows = rows; // that may be people
    this.words = words;
    /** @type {LeftRows} */
    this.leftOut = {};
  }

  /**
   * Leave rows out for a reason.
   * @param {Reason} reason
   * @param {Row[]} rows
   */
  leave(reason, rows) {
    if (rows.length === 0) return;
    const gone = new Set(rows);
    this.leftOut[reason] = [...(this.leftOut[reason] ?? []), ...rows];
    this.rows = this.rows.filter((row) => !gone.has(row));
  }

  /**
   * Leave out those rows for which `isLeft` is true, unless they are half of all: then it is how the list is written.
   * @param {Reason} reason
   * @param {(row: Row) => boolean} isLeft
   */
  leaveSome(reason, isLeft) {
    const rows = this.rows.filter(isLeft);
    if (rows.length * 2 < this.rows.length) this.leave(reason, rows);
  }

  /** Leave out what is no row of cells: lines between rows, comments, and what is said to a program. */
  leaveSigns() {
    const [first] = this.rows;
    /** @param {Row} row */
    const isHeading = (row) =>
      row === first && isWide(row) && this.words.isHeading(row); // "# Name, Class"
    this.leaveSome(
      "rule",
      (row) => RULE.test(row.join("|")) || CODE.test(writeRow(row)),
    );
    this.leave(
      "comment",
      this.rows.filter((row) => DIRECTIVE.test(writeRow(row))),
    );
    this.leaveSome(
      "comment",
      (row) => COMMENT.test(writeRow(row)) && !isHeading(row),
    );
  }

  /** Leave out the parts of a file that are not the one with the names. */
  leaveParts() {
    const { above, others } = cutParts(this.rows, this.words);
    this.leave("title", above);
    this.leave("section", others);
  }

  /** Leave out the totals and notes at the end, and a note at the start. */
  leaveEnds() {
    const end = this.rows.slice(findEnd(this.rows));
    this.leave("total", end.filter(isSum));
    this.leave(
      "note",
      end.filter((row) => !isSum(row)),
    );
    const [first, ...others] = this.rows;
    if (others.length > 0 && NOTE.test(writeRow(first)))
      this.leave("note", [first]);
  }

  /** Leave out what repeats the heading, adds up, or names a part between people. */
  leaveBetween() {
    const [first] = this.rows;
    const heading = first && writeRow(first);
    this.leaveSome(
      "again",
      (row) =>
        row !== first && writeRow(row) === heading && this.words.isHeading(row),
    );
    this.leaveSome(
      "total",
      (row) => row !== first && filledOf(row).slice(0, 2).some(isTotal),
    );
    const labels = new Set(findLabels(this.rows));
    this.leaveSome(
      "label",
      (row) =>
        labels.has(row) ||
        (isSingle(row) &&
          (LABEL.test(writeRow(row)) || BANNER.test(writeRow(row)))),
    );
  }
}

/**
 * Return the `rows` that may be people, with their heading, and the ones that are left out, by reason.
 * @param {Row[]} all
 * @param {HeadingWords} words
 * @returns {{ rows: Row[], leftOut: LeftRows }}
 */
export function sortRows(all, words) {
  const sorting = new Sorting(all, words);
  sorting.leaveSigns();
  sorting.leaveParts();
  sorting.leaveEnds();
  sorting.leaveBetween();
  const { rows, leftOut } = sorting;
  return rows.length > 0 ? { rows, leftOut } : { rows: all, leftOut: {} };
}

/**
 * Return the rows with those that were left out for a reason, in the order of the text, below the heading.
 * @param {Rows} rows
 * @param {Reason} reason
 * @returns {Rows}
 */
export function takeBack(rows, reason) {
  const taken = rows.leftOut[reason] ?? [];
  const [heading, ...others] = rows;
  const body = [...others, ...taken];
  body.sort((a, b) => a.line - b.line);
  const all = [heading, ...body];
  const { [reason]: _, ...leftOut } = rows.leftOut;
  return Object.assign(all, {
    separator: rows.separator,
    isAltered: rows.isAltered,
    isHeaded: rows.isHeaded,
    leftOut,
  });
}
