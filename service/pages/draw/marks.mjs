/** A number, or a box, beside each name of a list: "4 Clone", "4x Clone", "70% common", "Ann (3)", "[x] Ann". */
import { TICKET, TICKETS } from "./words.mjs";

const UNIT = `(?:\\s*(?:${[...TICKETS, ...TICKET, "times", "mal", "fois", "veces", "x"].join("|")}))?`; // behind a number: "3 tickets"
const TICKED = /[xX✓✔☑☒✅]/;

/** The ways in which a name may be marked. A pattern has groups for the `name` and for the mark. */
const WAYS = {
  box: /^(?:[-*+•]\s+)?(?:\[(?<mark>[ xX✓✔]?)\]|(?<sign>[☐☑☒✅❌✓✔✗✘⬜]))\s*(?<name>.+)$/u,
  times: /^(?<mark>\d{1,6})\s?[x×]\s+(?<name>.+)$/iu,
  percent: /^(?<mark>\d{1,3}(?:[.,]\d{1,6})?)\s?%[\s:]\s*(?<name>.+)$/u,
  before: /^(?<mark>\d{1,6})\s+(?<name>\p{L}.*)$/u,
  behind: new RegExp(
    `^(?<name>.*?\\p{L}.*?)\\s*(?:\\((?<mark>\\d{1,6})${UNIT}\\)|\\[(?<square>\\d{1,6})${UNIT}\\]|(?::|\\s[-–—=*])\\s*(?<dash>\\d{1,6})${UNIT})$`,
    "iu",
  ),
};

/** Return the `name`, the `count` and whether it `isTicked` of a name that is marked in a way; undefined if it is not. */
export function readMark(text, way) {
  const { name, mark, sign, square, dash } = WAYS[way].exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  if (way === "box") return { name, isTicked: TICKED.test(mark ?? sign) };
  return { name, count: mark ?? square ?? dash, isPercent: way === "percent" };
}

/** Return the way in which most names of a list are marked; undefined if they are not. */
export function findWay(names) {
  const isOf = (way) => {
    const marked = names.filter((name) => readMark(name, way)).length;
    return marked > 1 && marked * 3 >= names.length * 2;
  };
  return Object.keys(WAYS).find(isOf);
}

/** Return whether the numbers of marks are places: 1, 2, 3 … */
export const arePlaces = (marks) =>
  marks.every(({ count }, i) => Number(count) === Number(marks[0].count) + i) &&
  ["0", "1"].includes(marks[0].count);

const MAX_COPIES = 20_000; // lines of a list in which each name is as often as its number says

/** What the marks of a way may mean, the likeliest first. */
const READINGS = {
  box: ["ticked", "unticked", "all", "part"],
  times: ["tickets", "copies", "strip", "part"],
  percent: ["tickets", "strip", "part"],
  before: ["tickets", "copies", "strip", "part"],
  behind: ["tickets", "copies", "part", "strip"],
};

/** Return what the `marks` of a way may mean, the likeliest first; a name without one has undefined. */
export function listMarkReadings(way, marks) {
  const copies = marks.reduce((sum, mark) => sum + Number(mark?.count ?? 0), 0);
  const isPossible = {
    copies: copies <= MAX_COPIES,
    ticked: marks.some((mark) => mark?.isTicked),
    unticked: marks.some((mark) => mark && !mark.isTicked),
  };
  return READINGS[way].filter((reading) => isPossible[reading] ?? true);
}

/** Return the names that a name with a mark stands for, as {`name`, `tickets`}: none if it is left out; one as it is without a reading. `hasAll`: also those without a mark. */
export function applyMark(text, { way, reading, hasAll } = {}) {
  if (reading === undefined || reading === "part") return [{ name: text }];
  const mark = readMark(text, way);
  if (reading === "all" || reading === "strip")
    return [{ name: mark?.name ?? text }];
  if (mark === undefined)
    return hasAll
      ? [{ name: text, ...(reading === "tickets" && { tickets: "1" }) }]
      : [];
  const { name, count, isTicked, isPercent } = mark;
  if (reading === "tickets")
    return [{ name, tickets: isPercent ? `${count} %` : count }];
  if (reading === "copies") return Array(Number(count)).fill({ name });
  return isTicked === (reading === "ticked") ? [{ name }] : [];
}
