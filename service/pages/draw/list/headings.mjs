/** What the cells of a heading say: which row is one, and how well a column names people. */
// @ts-check
/** @import { Cells } from "./rows.mjs" */
import { readTicketHeading } from "./tickets.mjs";
import {
  ACCOUNTS,
  APART,
  COUNTS,
  EXCLUDED,
  FILTERS,
  FIRST_NAMES,
  LAST_NAMES,
  NOUNS,
  OF_OTHERS,
  OTHERS,
  PARTNERS,
  PERSONS,
  POTS,
  TEAMS,
  TICKET,
  TICKETS,
  TITLES,
  normalize,
} from "./words.mjs";

const FIRST_NAME_WORDS = new Set(FIRST_NAMES);
const LAST_NAME_WORDS = new Set(LAST_NAMES);
const NOUN_WORDS = new Set(NOUNS);
const PERSON_WORDS = new Set(PERSONS);
const OF_PEOPLE = new Set([
  ...FIRST_NAMES,
  ...LAST_NAMES,
  ...NOUNS,
  ...PERSONS,
]);
const OF_COLUMNS = new Set([
  ...ACCOUNTS,
  ...COUNTS,
  ...TICKETS,
  ...TICKET,
  ...APART,
  ...OTHERS,
  ...TITLES,
]);

/**
 * Return a function of a cell that returns whether its heading is one of some words.
 * @param {string[]} words
 * @returns {(cell: string) => boolean}
 */
const createTest = (words) => (cell) => words.includes(normalize(cell));

/** Return whether a heading is of pots: each group gets a name of each. */
export const isOfPots = createTest(POTS);

/** Return whether a heading is of partners: each cell names somebody else of the list. */
export const isOfPartners = createTest(PARTNERS);

/** Return whether a heading is of those whom somebody must not draw. */
export const isOfExcluded = createTest(EXCLUDED);

/** Return whether a heading is of what must not be together. */
export const isOfApart = createTest(APART);

/**
 * Return whether a cell is a heading of numbers of tickets.
 * @param {string} heading
 */
export const isOfTickets = (heading) => readTicketHeading(heading) === "counts";

/**
 * Return the words of a heading with blanks between them, also of one such as "firstName" or "Schüler/in".
 * @param {string} cell
 */
const spread = (cell) => normalize(cell.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));

/**
 * Return the words of a heading in normal form: "firstName" has "first" and "name".
 * @param {string} cell
 */
const wordsOf = (cell) => spread(cell).split(" ");

/**
 * Return whether a heading has a word below which is who may be meant.
 * @param {string} cell
 */
export const isOfFilter = (cell) =>
  FILTERS.some((word) => ` ${spread(cell)} `.includes(` ${word} `));

/**
 * Return whether a heading has a word for a name.
 * @param {string} cell
 */
export function hasNoun(cell) {
  if (/\d/.test(cell)) return false;
  const words = [...wordsOf(cell), ...normalize(cell).split(" ")];
  return words.some((word) => NOUN_WORDS.has(word));
}

/**
 * Return whether a cell is a heading; `isAlone`: of a list without other columns, where a word may be a name.
 * @param {string} cell
 * @param {boolean} isAlone
 */
export const isHeadingWord = (cell, isAlone) =>
  OF_PEOPLE.has(normalize(cell)) ||
  hasNoun(cell) ||
  (!isAlone && OF_COLUMNS.has(normalize(cell)));

/**
 * Return whether a row has a word that is a heading in a table of several columns.
 * @param {Cells} row
 */
export const isHeadingRow = (row) =>
  row.some((cell) => isHeadingWord(cell, false));

const WHOLE = [
  "full",
  "complete",
  "complet",
  "completo",
  "vollständiger",
  "display",
  "preferred",
];

/**
 * Return whether words of a heading are of a whole name.
 * @param {string[]} words
 */
const isWhole = (words) =>
  words.some((word, i) => {
    const beside = [words[i - 1], words[i + 1]];
    return (
      NOUN_WORDS.has(word) &&
      beside.some((otherWord) => WHOLE.includes(otherWord))
    );
  });

/**
 * Return how well a heading says that names are below it, the less the better; Infinity if it does not.
 *
 * "Name" has the rank 0, "Full name" 1, "First name" 2, "Player" 3, "Account holder" 4, "Team" 6, "Parent name" 7,
 * "Username" 8; "Last name" and "Price" have Infinity.
 * @param {string} cell
 */
export function rankName(cell) {
  const heading = normalize(cell);
  const words = wordsOf(cell);
  const isOfOthers = words.some((word) => OF_OTHERS.includes(word));
  const isOfName = NOUN_WORDS.has(heading);
  if (LAST_NAME_WORDS.has(heading)) return isOfName ? 2 : Infinity; // "nazwisko" is of both
  if (isOfName) return 0;
  if (ACCOUNTS.includes(heading)) return hasNoun(cell) ? 5 : 8;
  const isOfWholeName = NOUN_WORDS.has(words[0]) || isWhole(words);
  if (isOfWholeName && !isOfOthers) return 1;
  if (hasNoun(cell) && !isOfOthers) return 2;
  if (PERSON_WORDS.has(heading)) return 3;
  if (hasPerson(words) && !isOfFilter(cell)) return 4;
  if (TEAMS.includes(heading) || TITLES.includes(heading)) return 6;
  return hasNoun(cell) ? 7 : Infinity;
}

/**
 * Return whether a short heading has a word for a person: "Account holder".
 * @param {string[]} words
 */
const hasPerson = (words) =>
  words.length <= 4 &&
  words.some((word) => PERSON_WORDS.has(word) || word === "holder");

/**
 * Return how well the best cell of a row says that names are below it.
 * @param {Cells} row
 */
export const rankHeading = (row) =>
  Math.min(
    ...row.map((cell) =>
      FIRST_NAME_WORDS.has(normalize(cell)) ? 0 : rankName(cell),
    ),
  );

const MAX_COMMON = 5; // letters of words that are a heading alone: "First", but not "First join"

/**
 * Return how well a heading is one of some words: 0 alone, 1 within a heading, 2 beside a word of others, or Infinity.
 * @param {string} cell
 * @param {string[]} words
 */
export function rankWords(cell, words) {
  const heading = spread(cell);
  if (words.includes(heading) || words.includes(normalize(cell))) return 0;
  const matches = words.filter(
    (word) => word.length > MAX_COMMON && ` ${heading} `.includes(` ${word} `),
  );
  if (matches.length === 0) return Infinity;
  const matchingWords = matches.join(" ").split(" ");
  const otherWords = heading
    .split(" ")
    .filter((word) => !matchingWords.includes(word));
  return otherWords.some((word) => OF_OTHERS.includes(word)) ? 2 : 1;
}
