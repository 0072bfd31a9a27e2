/** The rows of a text that are no people: totals, notes, comments, lines between rows, and other parts of a file. */
import { NOTE, SUMS, TOTALS, normalize } from "./words.mjs";

/** Why rows are left out, in the order in which it is said. */
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

const filledOf = (row) => row.filter(Boolean);
const writeRow = (row) => filledOf(row).join(" ");

const isTotal = (cell) =>
  cell.length <= MAX_TOTAL &&
  TOTALS.includes(normalize(cell.replace(/[\d.,]+\s*%?$/, "")));

/** Return whether a cell at the end of a list begins as a total does: "Total: 12", "Total participants 14", "12 in total". */
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

const isNote = (row) => filledOf(row).some((cell) => NOTE.test(cell));
const isSum = (row) => filledOf(row).slice(0, 2).some(isTotalAtEnd);

/** Return the positions of the rows below which a part of the file may begin: headings at the start, after a blank row, or below a title. */
function findStarts(rows, isHeading) {
  const isTitled = (i) =>
    i > 0 && (rows[i].isAfterBlank || filledOf(rows[i - 1]).length === 1);
  return [...rows.keys()].filter(
    (i) =>
      (i === 0 || isTitled(i)) &&
      filledOf(rows[i]).length > 1 &&
      isHeading(rows[i]),
  );
}

/** Return whether most rows have a single cell. */
const isNarrow = (rows) =>
  rows.filter((row) => filledOf(row).length === 1).length * 2 > rows.length;

/** Return what stands `above` the part of a file that has the names, and the `others`, as a report on a meeting has them. */
function cutParts(rows, { isHeading, rankHeading }) {
  const hasRows = (i) => i + 1 < rows.length && !rows[i + 1].isAfterBlank;
  const starts = findStarts(rows, isHeading).filter(hasRows);
  if (starts.length === 0) return { above: [], others: [] };
  const best = starts.reduce((found, i) =>
    rankHeading(rows[i]) < rankHeading(rows[found]) ? i : found,
  );
  const isOther = (i) =>
    i > best && normalize(rows[i].join()) !== normalize(rows[best].join());
  const isBanner = (i) => i >= 0 && BANNER.test(writeRow(rows[i]));
  const endsPart = (i) =>
    i > best &&
    isBanner(i) &&
    (isBanner(best - 1) || isNarrow(rows.slice(i + 1)));
  const next =
    [...rows.keys()].find(
      (i) => endsPart(i) || (starts.includes(i) && isOther(i)),
    ) ?? rows.length;
  const isTitle = (i) =>
    filledOf(rows[i]).length === 1 && (rows[i].isAfterBlank || i === next - 1);
  const end =
    next < rows.length && next - 1 > best && isTitle(next - 1)
      ? next - 1
      : next;
  return { above: rows.slice(0, best), others: rows.slice(end) };
}

/** Return how many rows are before the totals and notes at the end, among which are rows of a single cell below a blank row of a table. */
function findEnd(rows) {
  const filled = rows.map((row) => filledOf(row).length);
  const wide = filled.filter((count) => count > 1).length;
  const isTable = wide * 5 >= rows.length * 4; // rows of a single cell are rare
  const blank = rows.findLastIndex((row, i) => i > 0 && row.isAfterBlank);
  const isApart = (i) => isTable && blank > 0 && i >= blank && filled[i] === 1;
  const isLeft = (i) => isNote(rows[i]) || isSum(rows[i]) || isApart(i);
  let end = rows.length;
  while (end > 1 && isLeft(end - 1)) end -= 1;
  return end;
}

const wordOf = (row) => normalize(row[0]).split(" ")[0];

/** Return the rows that are labels because each part begins with one: with the same word, with which no other row begins: "Team red". */
function findLabels(rows) {
  const firsts = rows.filter((row, i) => i === 0 || row.isAfterBlank);
  if (firsts.length < 2 || firsts.length * 2 > rows.length) return [];
  const word = wordOf(rows[0]);
  const alike = rows.filter((row) => wordOf(row) === word);
  const isLabel = (row) =>
    wordOf(row) === word && row[0].includes(" ") && filledOf(row).length === 1;
  return alike.length === firsts.length && firsts.every(isLabel) ? firsts : [];
}

/** The rows of a text, from which those that are no people are taken, one kind after the other. */
class Sorting {
  left = {};

  constructor(rows, words) {
    Object.assign(this, { rows, words });
  }

  /** Leave rows out for a reason. */
  leave(reason, rows) {
    if (rows.length === 0) return;
    const gone = new Set(rows);
    this.left[reason] = [...(this.left[reason] ?? []), ...rows];
    this.rows = this.rows.filter((row) => !gone.has(row));
  }

  /** Leave out those rows for which `isLeft` is true, unless they are half of all: then it is how the list is written. */
  leaveSome(reason, isLeft) {
    const rows = this.rows.filter(isLeft);
    if (rows.length * 2 < this.rows.length) this.leave(reason, rows);
  }

  /** Leave out what is no row of cells: lines between rows, comments, and what is said to a program. */
  leaveSigns() {
    const [first] = this.rows;
    const isHeading = (row) =>
      row === first && filledOf(row).length > 1 && this.words.isHeading(row); // "# Name, Class"
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
    if (this.rows.length > 1)
      this.leave(
        "note",
        this.rows.slice(0, 1).filter((row) => NOTE.test(writeRow(row))),
      );
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
    const labels = new Set(this.rows.length > 0 ? findLabels(this.rows) : []);
    this.leaveSome(
      "label",
      (row) =>
        labels.has(row) ||
        (filledOf(row).length === 1 &&
          (LABEL.test(writeRow(row)) || BANNER.test(writeRow(row)))),
    );
  }
}

/**
 * Return the `rows` that may be people, with their heading, and the `left` ones by reason. `isHeading`: whether a row has words
 * for a heading; `rankHeading`: how well it names people, the less the better.
 */
export function sortRows(all, { isHeading, rankHeading }) {
  const sorting = new Sorting(all, { isHeading, rankHeading });
  sorting.leaveSigns();
  sorting.leaveParts();
  sorting.leaveEnds();
  sorting.leaveBetween();
  const { rows, left } = sorting;
  return rows.length > 0 ? { rows, left } : { rows: all, left: {} };
}

/** Return the rows with those that were left out for a reason, in the order of the text, below the heading. */
export function takeBack(rows, reason) {
  const taken = rows.left[reason] ?? [];
  const [first, ...rest] = rows;
  const all = [first, ...[...rest, ...taken].sort((a, b) => a.line - b.line)];
  const { [reason]: _, ...left } = rows.left;
  return Object.assign(all, {
    separator: rows.separator,
    isAltered: rows.isAltered,
    isHeaded: rows.isHeaded,
    left,
  });
}
