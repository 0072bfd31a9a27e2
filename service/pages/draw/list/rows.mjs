/** The rows of a text that are no people: totals, notes, comments, lines between rows, and other parts of a file. */
// @ts-check
import { NOTE, SUMS, TOTALS, normalize } from "./words.mjs";

/**
 * The cells of a row, each a text without line breaks; "" is an empty cell.
 * @typedef {string[]} Cells
 */

/**
 * A row of a text: its cells, the number of its first `line` in the text, from 1, and whether a blank line or row is
 * above it.
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
 * @property {boolean} isAltered the rows are not the text as it is: it was a table of Markdown, or some rows are left
 *   out
 * @property {boolean} [isHeaded] whether the first row is a heading, if the text itself says so
 * @property {LeftRows} leftOut
 * @property {Rows} [numbered] the rows with the numbers of the list, if these are left out
 */

/**
 * The rows of a table, as long as each other, with what is known of them.
 * @typedef {Row[] & TableFacts} Rows
 */

/**
 * How words tell headings: `isHeading`, whether a row has words for a heading; `rankHeading`, how well it names people,
 * the less the better.
 * @typedef {object} HeadingWords
 * @property {(row: Cells) => boolean} isHeading
 * @property {(row: Cells) => number} rankHeading
 */

/**
 * Why a row is left out.
 * @typedef {"number" | "title" | "section" | "again" | "total" | "note" | "comment" | "label" | "rule" | "unmarked"} Reason
 */

/**
 * Why rows are left out, in the order in which it is said, and in which they are taken back.
 * @type {Reason[]}
 */
export const REASONS = [
  "number",
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

/**
 * Return the cells of a row that are not empty.
 * @param {Cells} row
 */
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
function isTotal(cell) {
  if (cell.length > MAX_TOTAL) return false;
  const withoutNumber = cell.replace(/[\d.,]+\s*%?$/, "");
  return TOTALS.includes(normalize(withoutNumber));
}

/**
 * Return whether a cell at the end of a list begins as a total does: "Total: 12", "Total participants 14", "12 in
 * total".
 * @param {string} cell
 */
function isTotalAtEnd(cell) {
  if (isTotal(cell)) return true;
  const words = normalize(cell);
  const isSumOf = SUMS.includes(words.replace(/[\s\d]+$/, ""));
  const beginsAsTotal = TOTALS.some((word) => words.startsWith(`${word} `));
  const isCounted = beginsAsTotal && /\d\s*$|:/.test(cell);
  const isNumberInTotal = /^\d+ (?:in )?total$/.test(words);
  return isSumOf || isCounted || isNumberInTotal;
}

/** @param {Cells} row */
const isNote = (row) => row.some((cell) => cell && NOTE.test(cell));

/**
 * Return the first two cells of a row that are not empty: a total is in one of them.
 * @param {Cells} row
 */
const firstCellsOf = (row) => filledOf(row).slice(0, 2);

/**
 * Return whether one of the first cells of a row begins as a total does.
 * @param {Cells} row
 */
const isSum = (row) => firstCellsOf(row).some(isTotalAtEnd);

/**
 * Return the positions of the rows below which a part of the file may begin: headings at the start, after a blank row,
 * or below a title.
 * @param {Row[]} rows
 * @param {(row: Cells) => boolean} isHeading
 */
function findStarts(rows, isHeading) {
  /** @param {number} i */
  const isTitled = (i) => rows[i].isAfterBlank || isSingle(rows[i - 1]);
  /** @param {number} i */
  const mayBegin = (i) => i === 0 || isTitled(i);
  const positions = [...rows.keys()];
  return positions.filter(
    (i) => mayBegin(i) && isWide(rows[i]) && isHeading(rows[i]),
  );
}

/**
 * Return whether most rows have a single cell.
 * @param {Row[]} rows
 */
const isNarrow = (rows) => rows.filter(isSingle).length * 2 > rows.length;

/**
 * Return what stands `above` the part of a file that has the names, and the `otherRows`, as a report on a meeting has
 * them.
 *
 * Of "Club dinner", "Name, Class", "Ann, 5b", a blank row, "Team, Group" and "Red, 3" the first row is above, and the
 * last two are others.
 * @param {Row[]} rows
 * @param {HeadingWords} words
 * @returns {{ above: Row[], otherRows: Row[] }}
 */
function cutParts(rows, { isHeading, rankHeading }) {
  /** @param {number} i */
  const hasRows = (i) => i + 1 < rows.length && !rows[i + 1].isAfterBlank;
  const starts = findStarts(rows, isHeading).filter(hasRows);
  if (starts.length === 0) return { above: [], otherRows: [] };
  const ranks = starts.map((i) => rankHeading(rows[i]));
  const bestRank = Math.min(...ranks);
  const best = starts[ranks.indexOf(bestRank)];
  const end = findPartEnd(rows, best, starts);
  return {
    above: rows.slice(0, best),
    otherRows: rows.slice(end),
  };
}

/**
 * Return where the part ends whose heading is the row `best`: before the next heading or banner, and before the title
 * of the next part.
 *
 * Of "Name, Class", "Ann, 5b", "Teams", "Team, Group" and "Red, 3" the part with the heading 0 ends at 2, before the
 * title "Teams".
 * @param {Row[]} rows
 * @param {number} best
 * @param {number[]} starts the positions of all headings
 */
function findPartEnd(rows, best, starts) {
  const next = findNextPart(rows, best, starts);
  const above = next - 1;
  if (next === rows.length || above === best) return next;
  return isSingle(rows[above]) ? above : next;
}

/**
 * Return the position of the next heading or banner below the row `best`; the number of rows if there is none.
 * @param {Row[]} rows
 * @param {number} best
 * @param {number[]} starts the positions of all headings
 */
function findNextPart(rows, best, starts) {
  const heading = normalize(rows[best].join());
  /** @param {number} i */
  const isOtherHeading = (i) =>
    starts.includes(i) && normalize(rows[i].join()) !== heading;
  /** @param {number} i */
  const isBanner = (i) => i >= 0 && BANNER.test(writeRow(rows[i]));
  const isBelowBanner = isBanner(best - 1);
  /** @param {number} i */
  const endsPart = (i) =>
    isBanner(i) && (isBelowBanner || isNarrow(rows.slice(i + 1)));
  const positions = [...rows.keys()];
  const next = positions.find(
    (i) => i > best && (endsPart(i) || isOtherHeading(i)),
  );
  return next ?? rows.length;
}

/**
 * Return how many rows are before the totals and notes at the end, among which are rows of a single cell below a blank
 * row of a table.
 * @param {Row[]} rows
 */
function findEnd(rows) {
  const wideCount = rows.filter(isWide).length;
  const isTable = wideCount * 5 >= rows.length * 4; // rows of a single cell are rare
  const blank = rows.findLastIndex((row, i) => i > 0 && row.isAfterBlank);
  const hasApart = isTable && blank > 0;
  /** @param {number} i */
  const isApart = (i) => hasApart && i >= blank && isSingle(rows[i]);
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
function wordOf([cell]) {
  const [word] = normalize(cell).split(" ");
  return word;
}

/**
 * Return the rows that are labels because each part begins with one: with the same word, with which no other row
 * begins: "Team red".
 * @param {Row[]} rows
 */
function findLabels(rows) {
  const firsts = rows.filter((row, i) => i === 0 || row.isAfterBlank);
  const areMostRows = firsts.length * 2 > rows.length;
  if (firsts.length < 2 || areMostRows) return [];
  const word = wordOf(rows[0]);
  const alike = rows.filter((row) => wordOf(row) === word);
  /** @param {Row} row */
  const isLabel = (row) => {
    const [cell] = row;
    return wordOf(row) === word && cell.includes(" ") && isSingle(row);
  };
  const areLabels = firsts.every(isLabel);
  return areLabels && alike.length === firsts.length ? firsts : [];
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
    /** @param {Row} row */
    const isLine = (row) =>
      RULE.test(row.join("|")) || CODE.test(writeRow(row));
    /** @param {Row} row */
    const isComment = (row) => COMMENT.test(writeRow(row)) && !isHeading(row);
    this.leaveSome("rule", isLine);
    const directives = this.rows.filter((row) => DIRECTIVE.test(writeRow(row)));
    this.leave("comment", directives);
    this.leaveSome("comment", isComment);
  }

  /** Leave out the parts of a file that are not the one with the names. */
  leaveParts() {
    const { above, otherRows } = cutParts(this.rows, this.words);
    this.leave("title", above);
    this.leave("section", otherRows);
  }

  /** Leave out the totals and notes at the end, and a note at the start. */
  leaveEnds() {
    const end = this.rows.slice(findEnd(this.rows));
    const sums = end.filter(isSum);
    const notes = end.filter((row) => !isSum(row));
    this.leave("total", sums);
    this.leave("note", notes);
    const [first, ...otherRows] = this.rows;
    if (otherRows.length > 0 && NOTE.test(writeRow(first)))
      this.leave("note", [first]);
  }

  /** Leave out what repeats the heading, adds up, or names a part between people. */
  leaveBetween() {
    const [first] = this.rows;
    const heading = first && writeRow(first);
    /** @param {Row} row */
    const isAgain = (row) =>
      row !== first && writeRow(row) === heading && this.words.isHeading(row);
    /** @param {Row} row */
    const isSubtotal = (row) =>
      row !== first && firstCellsOf(row).some(isTotal);
    this.leaveSome("again", isAgain);
    this.leaveSome("total", isSubtotal);
    const labels = new Set(findLabels(this.rows));
    /** @param {Row} row */
    const isLabel = (row) => {
      if (labels.has(row)) return true;
      const text = writeRow(row);
      return isSingle(row) && (LABEL.test(text) || BANNER.test(text));
    };
    this.leaveSome("label", isLabel);
  }
}

/**
 * Return the `rows` that may be people, with their heading, and the ones that are left out, by reason.
 * @param {Row[]} allRows
 * @param {HeadingWords} words
 * @returns {{ rows: Row[], leftOut: LeftRows }}
 */
export function sortRows(allRows, words) {
  const sorting = new Sorting(allRows, words);
  sorting.leaveSigns();
  sorting.leaveParts();
  sorting.leaveEnds();
  sorting.leaveBetween();
  const { rows, leftOut } = sorting;
  return rows.length > 0 ? { rows, leftOut } : { rows: allRows, leftOut: {} };
}

/**
 * Return the rows with those that were left out for a reason, in the order of the text, below the heading. Numbers of
 * the list are before all names again.
 * @param {Rows} rows
 * @param {Reason} reason
 * @returns {Rows}
 */
export function takeBack(rows, reason) {
  if (reason === "number") return rows.numbered ?? rows;
  const taken = rows.leftOut[reason] ?? [];
  const [heading, ...otherRows] = rows;
  const body = [...otherRows, ...taken];
  body.sort((a, b) => a.line - b.line);
  const allRows = [heading, ...body];
  const { [reason]: _, ...leftOut } = rows.leftOut;
  return Object.assign(allRows, {
    separator: rows.separator,
    isAltered: rows.isAltered,
    isHeaded: rows.isHeaded,
    leftOut,
  });
}
