/** The list to draw from: its lines, repeated lines, and tickets at the end of a line. */
// @ts-check
import { t } from "./texts.mjs";

/**
 * Names that somebody typed into a field and that are not in the list: `typed`, beside the `names` of the list.
 * @typedef {{ field: string, typed: string[], names: string[] }} UnknownNames
 */

/** An input that the page cannot use, with the name of its field. */
export class Wrong extends Error {
  /**
   * @param {string} message
   * @param {string} [field] the name of the field; missing for what is wrong with no field
   */
  constructor(message, field) {
    super(message);
    this.field = field;
    this.mayForgetRounds = false; // whether it may help to forget the groups of earlier rounds
    /** @type {UnknownNames | undefined} */
    this.unknown = undefined;
  }
}

/** Characters that no list has. */
export const CONTROLS = /[\0-\x08\x0e-\x19\x1b-\x1f]/;

/**
 * Return the lines of a text without blanks around them; empty lines are none.
 * @param {string} text
 */
export function readLines(text) {
  const withoutMark = text.replace(/^\uFEFF/, "");
  return splitText(withoutMark, /\r\n|\r|\n/);
}

/**
 * Throw `Wrong` if a list has too few lines.
 * @param {string[]} lines
 * @param {number} least how many it needs
 */
export function needLines(lines, least) {
  if (lines.length === 0) throw new Wrong(t("draw.wrong.empty"), "lines");
  if (lines.length < least)
    throw new Wrong(
      t("draw.wrong.few", { count: lines.length, least }),
      "lines",
    );
}

/**
 * Return the different lines that are in the list more than once.
 * @param {string[]} lines
 */
export function listRepeated(lines) {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {Set<string>} */
  const repeated = new Set();
  for (const line of lines) {
    if (seen.has(line)) repeated.add(line);
    seen.add(line);
  }
  return [...repeated];
}

/**
 * Return the parts of a text between separators, without blanks around them and without empty ones.
 * @param {string} text
 * @param {RegExp} separator
 */
const splitText = (text, separator) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

const RANGE = /^(\d{1,9})\s?[-–—]\s?(\d{1,9})$/;
const MAX_NUMBERS = 10_000; // of a range

/**
 * Return the numbers of a range: ["1", "2", "3"] of "1-3"; [] for another text.
 * @param {string} text
 */
function listRange(text) {
  const [, first, last] = RANGE.exec(text) ?? [];
  const count = Number(last) - Number(first) + 1;
  return count > 1 && count <= MAX_NUMBERS
    ? Array.from({ length: count }, (_, i) => String(Number(first) + i))
    : [];
}

/**
 * Return whether a text is a range of numbers, such as "1-50".
 * @param {string} text
 */
export const isRange = (text) => listRange(text).length > 0;

/**
 * Return the entries of a list that is typed on one line: ["Ann", "Bob"] of "Ann, Bob", and the numbers of a range; []
 * for a list of several lines, for a single entry, and for one with its tickets, such as "Ann; 3".
 * @param {string[]} lines
 */
export function splitLine(lines) {
  if (lines.length !== 1) return [];
  if (isRange(lines[0])) return listRange(lines[0]);
  const entries = splitText(lines[0], /[,;\t]/);
  const haveLetters = entries.every((entry) => /\p{L}/u.test(entry));
  const areSeveral =
    entries.length > 2 || (entries.length === 2 && haveLetters);
  return areSeveral ? entries : [];
}

/**
 * A number of tickets, or a weight, as it is written: the `digits` "06" with one of the `decimals` are 0.6.
 * @typedef {object} Weight
 * @property {string} digits without the point
 * @property {number} decimals how many of the digits are behind the point
 */

const WEIGHT = /^[x×]?(\d{1,15}|\d{1,9}[.,]\d{1,6})\s?(%?)$/;
const THOUSANDS = /^[x×]?\d{1,3}[.,]\d{3}$/; // or decimals: nobody can tell them apart

/**
 * Return the `digits` of a number of tickets, or of a weight such as "0.6" or "50 %", and the `decimals` after its
 * point; undefined for another text.
 * @param {string} text
 * @returns {Weight | undefined}
 */
export function readWeight(text) {
  if (THOUSANDS.test(text)) return undefined;
  const [, number] = WEIGHT.exec(text) ?? [];
  if (number === undefined) return undefined;
  const withoutZeros = number.replace(/([.,]\d*?)0+$/, "$1");
  const [whole, fraction = ""] = withoutZeros.split(/[.,]/);
  return {
    digits: whole + fraction,
    decimals: fraction.length,
  };
}

/**
 * Return whether a text is a number of up to nine digits, with up to six decimals.
 * @param {string} text
 */
export const isDecimal = (text) => /^-?\d{1,9}([.,]\d{1,6})?$/.test(text);

const TICKETS = /^(.*?\S)(?:\s*[;\t]\s*|\s*,\s+|\s+)(\S+(?:\s?%)?)$/;
const SHORT_TICKETS = /^(.*[^\s\d.]),([x×]?\d{1,15})$/; // "Ann,3"

/**
 * Return the name and the weight at the end of a line; undefined if it ends in no number.
 * @param {string} line such as "Ann 3" or "Ann; 0.5"
 * @returns {(Weight & { name: string }) | undefined}
 */
function readTickets(line) {
  const [, name, text] = SHORT_TICKETS.exec(line) ?? TICKETS.exec(line) ?? [];
  const weight = text ? readWeight(text) : undefined;
  return weight && { name, ...weight };
}

/**
 * Return whether every line ends in a number, as in "Ann 3" or "Ann; 3".
 * @param {string[]} lines
 */
export const haveTickets = (lines) =>
  lines.length > 1 && lines.every(readTickets);

/**
 * Return whether some lines end in a number, as in "Ann; 3" and "Bo", so that a tick on tickets may be meant for them.
 * @param {string[]} lines
 */
export const haveAnyTickets = (lines) =>
  lines.some((line) => readTickets(line) !== undefined);

/**
 * Return the lines without the numbers at their ends, and the numbers; those with decimals are made whole in the same
 * ratio, as large as `scale` says: "Ann 0.5" and "Bo 2" have the weights 5 and 20, and the scale 10.
 * @param {string[]} lines
 * @returns {{ names: string[], weights: number[], scale: number }}
 */
export function splitTickets(lines) {
  const parts = lines.map(needTickets);
  const decimals = parts.map((part) => part.decimals);
  const maxDecimals = Math.max(...decimals);
  const weights = parts.map((part) => {
    const zeros = "0".repeat(maxDecimals - part.decimals);
    return Number(part.digits + zeros);
  });
  return {
    names: parts.map(({ name }) => name),
    weights,
    scale: 10 ** maxDecimals,
  };
}

/**
 * Return the name and the weight at the end of a line; throw `Wrong` if it ends in no number.
 * @param {string} line
 * @param {number} i its position in the list
 */
function needTickets(line, i) {
  const part = readTickets(line);
  if (part) return part;
  const values = { number: i + 1, line: shorten(line) };
  throw new Wrong(t("shared.wrongLine", values), "lines");
}

/**
 * Return the lines of a list without those of some names; `isWeighted` says whether the lines end in numbers of
 * tickets.
 * @param {string[]} lines
 * @param {(string | undefined)[]} names
 * @param {boolean} isWeighted
 */
export function removeNames(lines, names, isWeighted) {
  /** @param {string} line */
  const readName = (line) => (isWeighted ? readTickets(line)?.name : line);
  return lines.filter((line) => {
    const name = readName(line);
    return !names.includes(name);
  });
}

/**
 * A line of a list that is cut from a table.
 * @typedef {object} CutLine
 * @property {string} name
 * @property {string[]} values a text for each column behind the name; "" if the line has none
 */

/**
 * Return the `name` and the `values` behind it of each line such as "Ann; Smith; Rome"; a value that is missing is "".
 * @param {string[]} lines
 * @param {number} width how many values are behind a name
 * @returns {CutLine[]}
 */
export const splitColumns = (lines, width) =>
  lines.map((line) => cutLine(line, width));

/**
 * Return the `name` of a line, which has at least one cell, and the `values` in the cells behind it.
 *
 * "Smith; Ann; Rome" has with one value the name "Smith; Ann"; "Bo" has the value "".
 * @param {string} line
 * @param {number} width how many values are behind a name
 * @returns {CutLine}
 */
function cutLine(line, width) {
  const cells = line.split(";").map((cell) => cell.trim());
  const nameCount = Math.max(cells.length - width, 1);
  const nameCells = cells.slice(0, nameCount);
  const valueCells = cells.slice(nameCount);
  return {
    name: nameCells.join("; "),
    values: Array.from({ length: width }, (_, i) => valueCells[i] ?? ""),
  };
}

/**
 * Return the length of the longest text, in characters: 3 of "Ann" and "Bo".
 * @param {string[]} texts
 */
export const findLongest = (texts) =>
  texts.reduce((longest, { length }) => Math.max(longest, length), 0);

/**
 * Return the length that four of five texts do not exceed; 0 without a text.
 * @param {string[]} texts
 */
export function findUsual(texts) {
  const lengths = texts.map(({ length }) => length).sort((a, b) => a - b);
  return lengths[Math.ceil(lengths.length * 0.8) - 1] ?? 0;
}

/**
 * Return the beginning of a long text, for a sentence.
 * @param {string} text
 */
export const shorten = (text) =>
  text.length > 40 ? `${text.slice(0, 39)}…` : text;

// In small letters or capitals throughout: "Le" and "Van" are names of people
const PARTICLES = [
  "von|vom|zu|zum|zur|van|ten|ter|den|der|de|del|della|da|do|das|dos",
  "|di|du|des|la|las|le|los|of",
].join("");
const PARTICLE = `(?:${PARTICLES}|${PARTICLES.toUpperCase()})`;
/** What joins two people. No name ends or begins in a particle: "Max von und zu Stein", "Ana Gil y de la Vega". */
const COUPLE = new RegExp(
  `(?<!\\s|\\s${PARTICLE})\\s+(?:[&+]|[Aa]nd|AND|[Uu]nd|UND|[Ee]t|ET|[Yy])\\s+(?!${PARTICLE}\\s)`,
);
const FIRM =
  /\s&\s+(?:sons?|söhne|sohn|fils|hijos|co|cie|company|partners?|brothers|bros|associates|daughters)\b\.?$/i;

/**
 * Return whether a line is more than one person: "Ann & Bob", but neither "Smith & Sons" nor "Max von und zu Stein".
 * @param {string} line
 */
export const isCouple = (line) => COUPLE.test(line) && !FIRM.test(line);

/**
 * Return the names of the people on a line: ["Ann", "Bob"] of "Ann & Bob". A line in quotes is one person.
 * @param {string} line
 */
export function splitCouple(line) {
  const [, quoted] = /^"(.+)"$/.exec(line) ?? [];
  if (quoted !== undefined) return [quoted];
  return isCouple(line) ? splitText(line, COUPLE) : [line];
}

const LABEL = /^[^:,/]+:\s+(?=\S)/; // as in "Smith: Ann"

/**
 * Return whether a line has a label, such as the name of a family.
 * @param {string} line
 */
export const hasLabel = (line) => LABEL.test(line);

/**
 * Return whether a line has several people behind a label.
 * @param {string} line such as "Smith: Ann, Bob"
 */
export function hasPeople(line) {
  if (!hasLabel(line)) return false;
  const people = cutPeople(line);
  const haveLetters = people.every((name) => /\p{L}/u.test(name));
  return people.length > 1 && haveLetters;
}

/**
 * Return the people of a line without its label.
 * @param {string} line
 */
export function cutPeople(line) {
  const withoutLabel = line.replace(LABEL, "");
  const parts = splitText(withoutLabel, /[,;/\t]/);
  return parts.flatMap(splitCouple);
}

/**
 * Return the names on a line with commas or strokes, as in "Ann, Bob", "Ann/Bob" and "Smith: Ann, Bob"; a line in
 * quotes is one person.
 * @param {string} line
 */
export function splitPeople(line) {
  const isQuoted = /^".+"$/.test(line);
  if (isQuoted) return [line];
  const withoutLabel = line.replace(/^[^:,/]*:\s*/, "");
  const names = splitText(withoutLabel, /[,/]/);
  return names.length > 1 ? names : [line];
}

const MARK = /^(?:[-–•*·]|\d{1,4}[.)])\s+(?=\S)/;

/**
 * Return the lines without the numbers or dots of a list before them, as in "1. Ann"; undefined if a line has none, but
 * the first.
 * @param {string[]} lines
 */
export function stripMarks(lines) {
  const [, ...below] = lines;
  const areMarked = below.every((line) => MARK.test(line));
  if (below.length === 0 || !areMarked) return undefined;
  return lines.map((line) => line.replace(MARK, ""));
}
