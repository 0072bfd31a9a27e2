/** The list to draw from: its lines, repeated lines, and tickets at the end of a line. */
import { t } from "../shared/texts.mjs";

/** An input that the page cannot use, with the name of its field. */
export class Wrong extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/** Return the lines of a text without blanks around them; empty lines are none. */
export const readLines = (text) => text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/).map((line) => line.trim()).filter(Boolean);

/** Throw `Wrong` if a list has too few lines. */
export function needLines(lines, least) {
  if (lines.length === 0) throw new Wrong(t("draw.wrong.empty"), "lines");
  if (lines.length < least) throw new Wrong(t("draw.wrong.few", { count: lines.length, least }), "lines");
}

/** Return how many lines are in the list before. */
export const countRepeated = (lines) => lines.length - new Set(lines).size;

/** Split a list of one line at commas, semicolons or tabs; return [] for a list of several lines. */
export const splitLine = (lines) => (lines.length === 1 ? lines[0].split(/[,;\t]/).map((name) => name.trim()).filter(Boolean) : []);

const TICKETS = /^(.*?\S)(?:\s*[,;\t]\s*|\s+)[x×]?(\d{1,15})$/;
const FRACTION = /\d[.,]\d+$/; // or a number with a separator of thousands: nobody can tell them apart

/** Return the name and the number at the end of a line; undefined if it ends in no whole number. */
function readTickets(line) {
  const [, name, number] = (!FRACTION.test(line) && TICKETS.exec(line)) || [];
  return name === undefined ? undefined : { name, weight: Number(number) };
}

/** Return whether every line ends in a number, as in "Ann 3" or "Ann; 3". */
export const haveTickets = (lines) => lines.length > 1 && lines.every(readTickets);

/** Return the lines without the numbers at their ends, and the numbers. */
export function splitTickets(lines) {
  const parts = lines.map((line, i) => {
    const part = readTickets(line);
    if (!part) throw new Wrong(t("draw.wrong.line", { number: i + 1, line: shorten(line) }), "lines");
    return part;
  });
  return { names: parts.map(({ name }) => name), weights: parts.map(({ weight }) => weight) };
}

/** Return the lines of a list without those of some names; `isWeighted` says whether the lines end in numbers of tickets. */
export const removeNames = (lines, names, isWeighted) => lines.filter((line) => !names.includes(isWeighted ? readTickets(line)?.name : line));

/** Return the `name` and the `values` behind it of each line such as "Ann; Smith; Rome"; a value that is missing is "". */
export const splitColumns = (lines, width) =>
  lines.map((line) => {
    const cells = line.split(";").map((cell) => cell.trim());
    const first = Math.max(cells.length - width, 1);
    return { name: cells.slice(0, first).join("; "), values: Array.from({ length: width }, (_, i) => cells[first + i] ?? "") };
  });

export const shorten = (text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
