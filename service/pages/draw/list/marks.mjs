/** A number, or a box, beside each name of a list: "4x Clone", "70% common", "Ann (3)", "Ann 1-50", "[x] Ann". */
// @ts-check
import { countSpan } from "./tickets.mjs";
import { TICKET, TICKETS } from "./words.mjs";

/**
 * A way in which a name may be marked, and what such marks may mean.
 * @typedef {"box" | "times" | "percent" | "before" | "behind" | "span"} Way
 * @typedef {"ticked" | "unticked" | "all" | "part" | "tickets" | "copies" | "strip"} MarkReading
 */

/**
 * A name without its mark, and what the mark says: of a box whether it `isTicked`, of any other the `count`.
 * @typedef {object} Mark
 * @property {string} name
 * @property {boolean} [isTicked]
 * @property {string} [count] a number as it is written: "3" or "0,5"; of a span such as "1-50" how many are in it
 * @property {boolean} [isPercent]
 */

/**
 * How the marks of names are read, as somebody said; `hasAll`: names without a mark are drawn too.
 * @typedef {object} ChosenMarks
 * @property {Way} way
 * @property {MarkReading} reading
 * @property {boolean} [hasAll]
 */

const UNIT_WORDS = [
  ...TICKETS,
  ...TICKET,
  "times",
  "mal",
  "fois",
  "veces",
  "x",
];
const UNIT = `(?:\\s*(?:${UNIT_WORDS.join("|")}))?`; // behind a number: "3 tickets"
const MARKS_BEHIND = [
  `\\((?<mark>\\d{1,6})${UNIT}\\)`, // "Ann (3)"
  `\\[(?<square>\\d{1,6})${UNIT}\\]`, // "Ann [3]"
  `(?::|\\s[-–—=*])\\s*(?<dash>\\d{1,6})${UNIT}`, // "Ann: 3", "Ann - 3"
];
const TICKED = /[xX✓✔☑☒✅]/;

/**
 * The ways in which a name may be marked. A pattern has groups for the `name` and for the mark.
 * @type {Record<Way, RegExp>}
 */
const PATTERNS = {
  box: /^(?:[-*+•]\s+)?(?:\[(?<mark>[ xX✓✔]?)\]|(?<sign>[☐☑☒✅❌✓✔✗✘⬜]))\s*(?<name>.+)$/u,
  times: /^(?<mark>\d{1,6})\s?[x×]\s+(?<name>.+)$/iu,
  percent: /^(?<mark>\d{1,3}(?:[.,]\d{1,6})?)\s?%[\s:]\s*(?<name>.+)$/u,
  before: /^(?<mark>\d{1,6})\s+(?<name>\p{L}.*)$/u,
  behind: new RegExp(
    `^(?<name>.*?\\p{L}.*?)\\s*(?:${MARKS_BEHIND.join("|")})$`,
    "iu",
  ),
  span: /^(?<name>.*?\p{L}.*?):?\s+(?<mark>\d{1,9}(?:[-–—]\d{1,9})?)$/u,
};

const WAYS = /** @type {Way[]} */ (Object.keys(PATTERNS));

/**
 * Return the `name`, the `count` and whether it `isTicked` of a name that is marked in a way; undefined if it is not.
 *
 * "Ann (3)" that is marked "behind" is { name: "Ann", count: "3", isPercent: false }.
 * @param {string} text
 * @param {Way} way
 * @returns {Mark | undefined}
 */
export function readMark(text, way) {
  const { name, mark, sign, square, dash } =
    PATTERNS[way].exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  if (way === "box") return { name, isTicked: TICKED.test(mark ?? sign) };
  if (way === "span") return readSpan(name, mark);
  return { name, count: mark ?? square ?? dash, isPercent: way === "percent" };
}

/**
 * Return a name with how many tickets its span is; undefined for one that ends before it begins, such as "50-1".
 * @param {string} name
 * @param {string} span "1-50", or a single number
 * @returns {Mark | undefined}
 */
function readSpan(name, span) {
  const count = countSpan(span);
  return count === undefined ? undefined : { name, count: String(count) };
}

/**
 * Return whether a name ends in a span of several tickets: "Ann 1-50", and not "Ann 50".
 * @param {string} name
 */
const endsInSpan = (name) => Number(readMark(name, "span")?.count ?? 0) > 1;

/**
 * Return the way in which most names of a list are marked; undefined if they are not. Numbers behind names are spans
 * only where one is.
 * @param {string[]} names
 */
export function findWay(names) {
  /** @param {Way} way */
  const isWayOfMost = (way) => {
    const marked = names.filter((name) => readMark(name, way)).length;
    const isMeant = way !== "span" || names.some(endsInSpan);
    return isMeant && marked > 1 && marked * 3 >= names.length * 2;
  };
  return WAYS.find(isWayOfMost);
}

/**
 * Return whether the numbers of marks are places: 1, 2, 3 …
 * @param {Mark[]} marks
 */
export function arePlaces(marks) {
  const [{ count: first }] = marks;
  return (
    marks.every(({ count }, i) => Number(count) === Number(first) + i) &&
    (first === "0" || first === "1")
  );
}

const MAX_COPIES = 20_000; // lines of a list in which each name is as often as its number says

/**
 * What the marks of a way may mean, the likeliest first.
 * @type {Record<Way, MarkReading[]>}
 */
const READINGS = {
  box: ["ticked", "unticked", "all", "part"],
  times: ["tickets", "copies", "strip", "part"],
  percent: ["tickets", "strip", "part"],
  before: ["tickets", "copies", "strip", "part"],
  behind: ["tickets", "copies", "part", "strip"],
  span: ["tickets", "part", "strip"],
};

/**
 * Return what the `marks` of a way may mean, the likeliest first; a name without one has undefined.
 * @param {Way} way
 * @param {(Mark | undefined)[]} marks
 */
export function listMarkReadings(way, marks) {
  const counts = marks.map((mark) => Number(mark?.count ?? 0));
  const copies = counts.reduce((sum, count) => sum + count, 0);
  /** @type {{ [reading in MarkReading]?: boolean }} */
  const isPossible = {
    copies: copies <= MAX_COPIES,
    ticked: marks.some((mark) => mark?.isTicked),
    unticked: marks.some((mark) => mark && !mark.isTicked),
  };
  return READINGS[way].filter((reading) => isPossible[reading] ?? true);
}

/**
 * Return the names that a name with a mark stands for, as {`name`, `tickets`}: none if it is left out; one as it is
 * without a reading. `hasAll`: also those without a mark.
 *
 * "Ann (3)" is [{ name: "Ann", tickets: "3" }] if its number is one of tickets, and Ann three times if it is one of
 * copies.
 * @param {string} text
 * @param {ChosenMarks} [marks]
 * @returns {{ name: string, tickets?: string }[]}
 */
export function applyMark(text, marks) {
  if (marks === undefined || marks.reading === "part") return [{ name: text }];
  const { way, reading, hasAll } = marks;
  const mark = readMark(text, way);
  if (reading === "all" || reading === "strip")
    return [{ name: mark?.name ?? text }];
  if (mark !== undefined) return applyReading(mark, reading);
  if (!hasAll) return [];
  if (reading === "tickets") return [{ name: text, tickets: "1" }];
  return [{ name: text }];
}

/**
 * Return the names that a mark stands for, if it says whether or how often a name is drawn.
 * @param {Mark} mark
 * @param {MarkReading} reading "tickets", "copies", "ticked" or "unticked"
 * @returns {{ name: string, tickets?: string }[]}
 */
function applyReading({ name, count, isTicked, isPercent }, reading) {
  if (reading === "tickets")
    return [{ name, tickets: isPercent ? `${count} %` : count }];
  if (reading === "copies") return Array(Number(count)).fill({ name });
  const isDrawn = isTicked === (reading === "ticked");
  return isDrawn ? [{ name }] : [];
}
