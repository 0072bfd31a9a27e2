/** The rows of a text that are no people: totals, notes, comments, lines between rows, and other parts of a file. */
import { NOTE, SUMS, TOTALS, normalize } from "./words.mjs";

/** Why rows are left out, in the order in which it is said. */
export const REASONS = ["title", "section", "again", "total", "note", "comment", "label", "rule", "unmarked"];

const RULE = /^(?=.*[-–—=_*~+|:#`]{2})[-–—=_*~+|:.#`\s]+$/;
const CODE = /^```/;
const COMMENT = /^(?:\/\/|#\s|##|<!--|%%)/;
const DIRECTIVE = /^(?:#EXT|\[playlist\]|sep=.?$)/i; // of a list of songs, or to a spreadsheet
const LABEL = /^[^:,;/]*\p{L}[^:,;/]*:$/u;

const MAX_TOTAL = 40; // letters of a cell that is looked at for a total

const filledOf = (row) => row.filter(Boolean);
const writeRow = (row) => filledOf(row).join(" ");

const isTotal = (cell) => cell.length <= MAX_TOTAL && TOTALS.includes(normalize(cell.replace(/[\d.,]+\s*%?$/, "")));

/** Return whether a cell at the end of a list begins as a total does: "Total: 12", "Total participants 14", "12 in total". */
const isTotalAtEnd = (cell) => {
  const words = normalize(cell);
  const isCounted = TOTALS.some((word) => words.startsWith(`${word} `)) && /\d\s*$|:/.test(cell);
  return isTotal(cell) || SUMS.includes(words.replace(/[\s\d]+$/, "")) || isCounted || /^\d+ (?:in )?total$/.test(words);
};

/** Return the rows without those for which `isLeft` is true, and these, unless they are half of all: then it is how the list is written. */
function part(rows, isLeft) {
  const left = rows.filter(isLeft);
  return left.length * 2 < rows.length ? [rows.filter((row) => !left.includes(row)), left] : [rows, []];
}

/** Return the positions of the rows below which a part of the file may begin: headings at the start, after a blank row, or below a title. */
function findStarts(rows, isHeading) {
  const isTitled = (i) => i > 0 && (rows[i].isAfterBlank || filledOf(rows[i - 1]).length === 1);
  return [...rows.keys()].filter((i) => (i === 0 || isTitled(i)) && filledOf(rows[i]).length > 1 && isHeading(rows[i]));
}

/** Return the part of a file that has the names, as a report on a meeting has, and what stands `above` and in `others`. */
function cutParts(rows, { isHeading, rankHeading }) {
  const isBelow = (i) => i + 1 < rows.length;
  const starts = findStarts(rows, isHeading).filter(isBelow);
  if (starts.length === 0) return { rows, above: [], others: [] };
  const best = starts.reduce((found, i) => (rankHeading(rows[i]) < rankHeading(rows[found]) ? i : found));
  const isOther = (i) => i > best && normalize(rows[i].join()) !== normalize(rows[best].join());
  const next = starts.find(isOther) ?? rows.length;
  const isTitle = (i) => filledOf(rows[i]).length === 1 && (rows[i].isAfterBlank || i === next - 1);
  const end = next < rows.length && next - 1 > best && isTitle(next - 1) ? next - 1 : next;
  return { rows: rows.slice(best, end), above: rows.slice(0, best), others: rows.slice(end) };
}

/** Return how many rows at the end are totals or notes, also below rows of a single cell in a table. */
function countEnd(rows) {
  const width = Math.max(...rows.map((row) => filledOf(row).length));
  const isTable = width > 1 && rows.filter((row) => filledOf(row).length > 1).length * 5 >= rows.length * 4;
  const isNote = (row) => filledOf(row).some((cell) => NOTE.test(cell));
  const isSum = (row) => filledOf(row).slice(0, 2).some(isTotalAtEnd);
  const start = rows.findLastIndex((row, i) => i > 0 && row.isAfterBlank);
  const isApart = (row, i) => isTable && start > 0 && i >= start && filledOf(row).length === 1;
  let i = rows.length;
  while (i > 1 && (isNote(rows[i - 1]) || isSum(rows[i - 1]) || isApart(rows[i - 1], i - 1))) i -= 1;
  return { end: i, reasonOf: (row) => (isSum(row) ? "total" : "note") };
}

const wordOf = (row) => normalize(row[0]).split(" ")[0];

/** Return a function of a row that returns whether it is a label: the first of each part begins with the same word, and no other row does: "Team red". */
function findLabels(rows) {
  const firsts = rows.filter((row, i) => i === 0 || row.isAfterBlank);
  const word = wordOf(rows[0]);
  const others = rows.filter((row) => !firsts.includes(row));
  const areLabels = firsts.length > 1 && others.length >= firsts.length && firsts.every((row) => wordOf(row) === word && row[0].includes(" ")) && !others.some((row) => wordOf(row) === word);
  return (row) => areLabels && firsts.includes(row);
}

/**
 * Return the `rows` that may be people, with their heading, and the `left` ones by reason. `isHeading`: whether a row has words
 * for a heading; `rankHeading`: how well it names people, the less the better.
 */
export function sortRows(all, words) {
  const left = {};
  const leave = (reason, rows) => {
    if (rows.length > 0) left[reason] = [...(left[reason] ?? []), ...rows];
  };
  const isHead = (row) => row === all[0] && words.isHeading(row) && filledOf(row).length > 1;
  const [unruled, rules] = part(all, (row) => RULE.test(row.join("|")) || CODE.test(writeRow(row)));
  leave("rule", rules);
  const isDirective = (row) => DIRECTIVE.test(writeRow(row));
  const [plain, comments] = part(unruled.filter((row) => !isDirective(row)), (row) => COMMENT.test(writeRow(row)) && !isHead(row));
  leave("comment", [...unruled.filter(isDirective), ...comments]);
  const { rows: people, above, others } = cutParts(plain, words);
  leave("title", above);
  leave("section", others);
  if (people.length === 0) return { rows: people, left };
  const { end, reasonOf } = countEnd(people);
  for (const row of people.slice(end)) leave(reasonOf(row), [row]);
  const isTop = (row, i) => i > 0 || !NOTE.test(writeRow(row));
  const [body, notes] = [people.slice(0, end).filter(isTop), people.slice(0, end).filter((row, i) => !isTop(row, i))];
  leave("note", notes);
  if (body.length === 0) return { rows: people, left: {} };
  const heading = writeRow(body[0]);
  const isAgain = (row) => row !== body[0] && writeRow(row) === heading && words.isHeading(row);
  const [once, again] = part(body, isAgain);
  leave("again", again);
  const [counted, totals] = part(once, (row) => row !== once[0] && filledOf(row).slice(0, 2).some(isTotal));
  leave("total", totals);
  const isFirst = findLabels(counted);
  const [named, labels] = part(counted, (row) => filledOf(row).length === 1 && (LABEL.test(writeRow(row)) || isFirst(row)));
  leave("label", labels);
  return { rows: named, left };
}

/** Return the rows with those that were left out for a reason, in the order of the text, below the heading. */
export function takeBack(rows, reason) {
  const taken = rows.left[reason] ?? [];
  const [first, ...rest] = rows;
  const all = [first, ...[...rest, ...taken].sort((a, b) => a.line - b.line)];
  const { [reason]: _, ...left } = rows.left;
  return Object.assign(all, { separator: rows.separator, isAltered: rows.isAltered, isHeaded: rows.isHeaded, left });
}
