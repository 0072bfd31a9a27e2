/** The list to draw from: its lines, repeated lines, and tickets at the end of a line. */
import { t } from "../shared/texts.mjs";

/** An input that the page cannot use, with the name of its field. */
export class Wrong extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/** Characters that no list has. */
export const CONTROLS = /[\0-\x08\x0e-\x19\x1b-\x1f]/;

/** Return the lines of a text without blanks around them; empty lines are none. */
export const readLines = (text) =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Throw `Wrong` if a list has too few lines. */
export function needLines(lines, least) {
  if (lines.length === 0) throw new Wrong(t("draw.wrong.empty"), "lines");
  if (lines.length < least)
    throw new Wrong(
      t("draw.wrong.few", { count: lines.length, least }),
      "lines",
    );
}

/** Return how many lines are in the list before. */
export const countRepeated = (lines) => lines.length - new Set(lines).size;

/** Split a list of one line at commas, semicolons or tabs; return [] for a list of several lines. */
export const splitLine = (lines) =>
  lines.length === 1
    ? lines[0]
        .split(/[,;\t]/)
        .map((name) => name.trim())
        .filter(Boolean)
    : [];

const WEIGHT = /^[x×]?(\d{1,15}|\d{1,9}[.,]\d{1,6})\s?(%?)$/;
const THOUSANDS = /^[x×]?\d{1,3}[.,]\d{3}$/; // or decimals: nobody can tell them apart

/** Return the `digits` of a number of tickets, or of a weight such as "0.6" or "50 %", and the `decimals` after its point; undefined for another text. */
export function readWeight(text) {
  const [, number] = (!THOUSANDS.test(text) && WEIGHT.exec(text)) || [];
  if (number === undefined) return undefined;
  const [whole, fraction = ""] = number
    .replace(/([.,]\d*?)0+$/, "$1")
    .split(/[.,]/);
  return { digits: whole + fraction, decimals: fraction.length };
}

const TICKETS = /^(.*?\S)(?:\s*[;\t]\s*|\s*,\s+|\s+)(\S+(?:\s?%)?)$/;
const SHORT_TICKETS = /^(.*[^\s\d.]),([x×]?\d{1,15})$/; // "Ann,3"

/** Return the name and the weight at the end of a line; undefined if it ends in no number. */
function readTickets(line) {
  const [, name, text] = SHORT_TICKETS.exec(line) ?? TICKETS.exec(line) ?? [];
  const weight = text && readWeight(text);
  return weight && { name, ...weight };
}

/** Return whether every line ends in a number, as in "Ann 3" or "Ann; 3". */
export const haveTickets = (lines) =>
  lines.length > 1 && lines.every(readTickets);

/**
 * Return the lines without the numbers at their ends, and the numbers; those with decimals are made whole in the same ratio, as
 * large as `scale` says.
 */
export function splitTickets(lines) {
  const parts = lines.map((line, i) => {
    const part = readTickets(line);
    if (!part)
      throw new Wrong(
        t("draw.wrong.line", { number: i + 1, line: shorten(line) }),
        "lines",
      );
    return part;
  });
  const most = Math.max(...parts.map(({ decimals }) => decimals));
  const weights = parts.map(({ digits, decimals }) =>
    Number(digits + "0".repeat(most - decimals)),
  );
  return { names: parts.map(({ name }) => name), weights, scale: 10 ** most };
}

/** Return the lines of a list without those of some names; `isWeighted` says whether the lines end in numbers of tickets. */
export const removeNames = (lines, names, isWeighted) =>
  lines.filter(
    (line) => !names.includes(isWeighted ? readTickets(line)?.name : line),
  );

/** Return the `name` and the `values` behind it of each line such as "Ann; Smith; Rome"; a value that is missing is "". */
export const splitColumns = (lines, width) =>
  lines.map((line) => {
    const cells = line.split(";").map((cell) => cell.trim());
    const first = Math.max(cells.length - width, 1);
    return {
      name: cells.slice(0, first).join("; "),
      values: Array.from({ length: width }, (_, i) => cells[first + i] ?? ""),
    };
  });

export const shorten = (text) =>
  text.length > 40 ? `${text.slice(0, 39)}…` : text;

const COUPLE = /\s+(?:[&+]|and|und|et|y)\s+/i;
const FIRM =
  /\s&\s+(?:sons?|söhne|sohn|fils|hijos|co|cie|company|partners?|brothers|bros|associates|daughters)\b\.?$/i;

/** Return whether a line is more than one person: "Ann & Bob", but not "Smith & Sons". */
export const isCouple = (line) => COUPLE.test(line) && !FIRM.test(line);

/** Return the names of the people on a line. A line in quotes is one person. */
export function splitCouple(line) {
  const [, quoted] = /^"(.+)"$/.exec(line) ?? [];
  return quoted === undefined && isCouple(line)
    ? line
        .split(COUPLE)
        .map((name) => name.trim())
        .filter(Boolean)
    : [quoted ?? line];
}

const LABEL = /^[^:,/]+:\s+(?=\S)/; // as in "Smith: Ann"

/** Return whether a line has a label, such as the name of a family. */
export const hasLabel = (line) => LABEL.test(line);

/** Return whether a line has several people behind a label. */
export const hasPeople = (line) =>
  hasLabel(line) &&
  cutPeople(line).length > 1 &&
  cutPeople(line).every((name) => /\p{L}/u.test(name));

/** Return the people of a line without its label. */
export const cutPeople = (line) =>
  line
    .replace(LABEL, "")
    .split(/[,;/\t]/)
    .map((name) => name.trim())
    .filter(Boolean)
    .flatMap(splitCouple);

/** Return the names on a line with commas or strokes, as in "Ann, Bob", "Ann/Bob" and "Smith: Ann, Bob"; a line in quotes is one person. */
export function splitPeople(line) {
  const names = /^".+"$/.test(line)
    ? []
    : line
        .replace(/^[^:,/]*:\s*/, "")
        .split(/[,/]/)
        .map((name) => name.trim())
        .filter(Boolean);
  return names.length > 1 ? names : [line];
}

const MARK = /^(?:[-–•*·]|\d{1,4}[.)])\s+(?=\S)/;

/** Return the lines without the numbers or dots of a list before them, as in "1. Ann"; undefined if a line has none, but the first. */
export const stripMarks = (lines) =>
  lines.length > 1 && lines.slice(1).every((line) => MARK.test(line))
    ? lines.map((line) => line.replace(MARK, ""))
    : undefined;
