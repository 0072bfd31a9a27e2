/** The columns of a list that is a table: those of the names, the tickets, and what must not be together. */
// @ts-check
/** @import { Cells, Row, Rows } from "./rows.mjs" */
import { areAnswers, countCells } from "./filters.mjs";
import {
  hasNoun,
  isHeadingWord,
  isOfApart,
  isOfTickets,
  rankName,
  rankWords,
} from "./headings.mjs";
import { isDecimal, readWeight } from "../../shared/lines.mjs";
import { countSpan, haveSpans, readTicketHeading } from "./tickets.mjs";
import {
  APART,
  FIRST_NAMES,
  LAST_NAMES,
  OTHERS,
  STRENGTHS,
  normalize,
} from "./words.mjs";

/**
 * The columns that most likely are meant. Columns are numbers from 0.
 * @typedef {object} Guess
 * @property {boolean} hasHeading the first row is a heading
 * @property {boolean} [isAsked] people have to say whether there is a heading
 * @property {number[]} name the columns whose cells are the name
 * @property {number} [tickets] the column of the tickets
 * @property {number} [maybe] a column of numbers of which people have to say whether they are tickets
 * @property {number[]} apart the columns that have what must not be together
 */

/**
 * A column that is likely to be meant as a rule.
 * @typedef {object} RuleColumn
 * @property {number} column
 * @property {number} maxCount how often its most common value is there
 * @property {boolean} isStrength its numbers say how strong somebody is
 * @property {boolean} isKnown there is a word for such a column
 */

/**
 * A row whose number of tickets is wrong: its line in the text, its name, and the cell.
 * @typedef {object} WrongTickets
 * @property {number} line
 * @property {string} name
 * @property {string} cell
 */

const GROUPINGS = new Set([...APART, ...OTHERS]);

/** @param {string} cell */
const isNumeric = (cell) => readWeight(cell) !== undefined;

/**
 * Return the cells of a column without the heading.
 * @param {Cells[]} rows
 * @param {number} column
 */
const cellsOf = (rows, column) => rows.slice(1).map((row) => row[column]);

/**
 * Return the numbers of all columns, from 0.
 * @param {Cells[]} rows
 */
const listColumns = (rows) => rows[0].map((_, column) => column);

/**
 * Return whether a column has numbers; cells may be empty.
 * @param {Cells[]} rows
 * @param {number} column
 */
function isNumericColumn(rows, column) {
  const filled = cellsOf(rows, column).filter(Boolean);
  return filled.length > 0 && filled.every(isNumeric);
}

const NUMBER = /^[+-]?\d+([.,]\d+)?$/;
const MAIL = /^\S+@\S+$/;
const DATE = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/;
const SHAPES = [NUMBER, MAIL, DATE];

/**
 * Return whether no cell below another says the same, or is a heading too.
 * @param {string} cell of the first row
 * @param {string[]} below the cells below it that are not empty
 */
function isAlone(cell, below) {
  const text = normalize(cell);
  const isSame = below.some((lowerCell) => normalize(lowerCell) === text);
  return !isSame && !(hasNoun(cell) && below.some(hasNoun));
}

/**
 * Return whether a cell is a word above cells of a shape: "Age" above "31" and "28".
 * @param {string} cell
 * @param {string[]} below
 * @param {RegExp} shape
 */
const isAbove = (cell, below, shape) =>
  cell !== "" &&
  !/[\d@]/.test(cell) &&
  below.length > 1 &&
  below.every((lowerCell) => shape.test(lowerCell));

/**
 * Return whether a cell is a number above words: "2024" above "Ann" and "Bo".
 * @param {string} cell
 * @param {string[]} below
 */
const isNumberAbove = (cell, below) =>
  NUMBER.test(cell) &&
  below.length > 0 &&
  !below.some((lowerCell) => /\d/.test(lowerCell));

/**
 * Return whether a cell is above a few values that come again: "Colour" above "red", "blue", "red" and "blue".
 * @param {string} cell
 * @param {string[]} below
 */
const isAboveFew = (cell, below) =>
  cell !== "" &&
  below.length > 2 &&
  new Set(below).size * 2 <= below.length &&
  isAlone(cell, below);

/**
 * Return whether the first row is a heading: true if it has a word for one, or stands above numbers, addresses or
 * dates; undefined if only its shape differs, so that people are asked.
 *
 * "Name, Age" is one, and "Ann, 5" is none; of "Kind, Shade" above "ab, red", "cd, blue", "ef, red" and "gh, blue"
 * people are asked.
 * @param {Cells[]} rows
 */
function findHeading(rows) {
  const [first] = rows;
  const columns = first.map((cell, column) => ({
    cell,
    below: cellsOf(rows, column).filter(Boolean),
  }));
  const isSingle = first.length === 1;
  const hasWord = columns.some(
    ({ cell, below }) => isHeadingWord(cell, isSingle) && isAlone(cell, below),
  );
  if (hasWord) return true;
  if (rows.length < 3) return false;
  if (isSingle)
    return isNumberAbove(first[0], columns[0].below) ? undefined : false;
  const isAboveShape = columns.some(({ cell, below }) =>
    SHAPES.some((shape) => isAbove(cell, below, shape)),
  );
  if (isAboveShape) return true;
  const mayBe = columns.some(
    ({ cell, below }) =>
      isAbove(cell, below, /\d/) ||
      isAboveFew(cell, below) ||
      isNumberAbove(cell, below),
  );
  return mayBe ? undefined : false;
}

const MAX_LOOKED = 2_000; // rows that are compared with the first

/**
 * What names of a list have in common, or not: several words, digits, capitals alone, a small letter first, a sign
 * last.
 * @type {((cell: string) => boolean)[]}
 */
const LOOKS = [
  (cell) => /\S\s+\S/.test(cell),
  (cell) => /\d/.test(cell),
  (cell) => /\p{L}{2}/u.test(cell) && cell === cell.toUpperCase(),
  (cell) => /^\p{Ll}/u.test(cell),
  (cell) => /[:.?!@]\S*$/.test(cell),
];

/**
 * Return whether the first row looks unlike all others, as "Class 5b" above "Ann", "Bo" and "Cy", or "ann" above "Bo"
 * and "Cy".
 * @param {Cells[]} rows
 */
export const isFirstUnlike = (rows) =>
  rows[0].some((cell, column) => {
    const below = cellsOf(rows.slice(0, MAX_LOOKED), column).filter(Boolean);
    return (
      below.length > 1 &&
      LOOKS.some((has) => below.every((other) => has(other) !== has(cell)))
    );
  });

/**
 * Return the column of families in a text without a heading such as "Ann; Smith": the second of two, if cells come
 * again or name others of the list.
 *
 * Of "Ann; Smith", "Bo; Smith" and "Cy; Roy" it is [1], as "Smith" comes again; of "Ann; Smith" and "Bo; Roy" there is
 * none.
 * @param {Rows} rows
 * @param {number[]} columns
 * @returns {number[]} one column or none
 */
function guessFamilies(rows, columns) {
  if (columns.length !== 2) return [];
  const [nameColumn, familyColumn] = columns;
  /** @param {number} column */
  const listCells = (column) => rows.map((row) => row[column]).filter(Boolean);
  const names = listCells(nameColumn);
  const families = listCells(familyColumn);
  const areNamesDifferent = new Set(names).size === rows.length;
  if (!areNamesDifferent || families.length === 0) return [];
  const areNames = families.every((cell) => names.includes(cell));
  const isRepeated = new Set(families).size < families.length;
  const areFamilies = areNames || (isRepeated && rows.separator !== ",");
  return areFamilies ? [familyColumn] : [];
}

/**
 * Return the column whose heading has the least rank, the first of those; undefined if no rank is finite.
 * @param {number[]} columns
 * @param {(column: number) => number} rankColumn
 * @param {number} [maxRank]
 */
function findBest(columns, rankColumn, maxRank = Infinity) {
  const ranked = columns
    .map((column) => ({ column, rank: rankColumn(column) }))
    .filter(({ rank }) => rank < Infinity && rank <= maxRank);
  ranked.sort((a, b) => a.rank - b.rank);
  return ranked[0]?.column;
}

const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/i;
const STRONG = 5; // the rank up to which a heading is one of names, not of teams or accounts

/**
 * Return whether there may be names in a column: words, and more than answers such as "Yes".
 * @param {Cells[]} rows
 * @param {number} column
 */
function holdsNames(rows, column) {
  const cells = cellsOf(rows, column).filter(Boolean);
  const isOther = [...SHAPES, ADDRESS].some((shape) =>
    cells.every((cell) => shape.test(cell)),
  );
  return cells.length > 0 && !isOther && !areAnswers(cells);
}

/**
 * Return the best columns of words: those that may hold names in most rows; if there are none, addresses of mail before
 * dates.
 * @param {Cells[]} rows
 * @param {number[]} columns
 */
function listTexts(rows, columns) {
  /** @param {number} column */
  const rankText = (column) => {
    const cells = cellsOf(rows, column).filter(Boolean);
    if (holdsNames(rows, column))
      return cells.length * 2 < rows.length - 1 ? 2 : 0;
    return cells.every((cell) => MAIL.test(cell)) ? 1 : 3;
  };
  /** @param {number} column */
  const isOfWords = (column) =>
    !isNumericColumn(rows, column) &&
    !areAnswers(cellsOf(rows, column)) &&
    !cellsOf(rows, column).every((cell) => NUMBER.test(cell));
  const ofWords = columns.filter(isOfWords);
  const bestRank = Math.min(...ofWords.map(rankText));
  return ofWords.filter((column) => rankText(column) === bestRank);
}

/**
 * Return the columns of the name that headings have good words for: that of whole names, or those of first and last
 * names; [] without such words.
 * @param {Cells[]} rows
 * @param {number[]} columns
 */
function findTitled(rows, columns) {
  /**
   * @param {string[]} words
   * @returns {(column: number) => number}
   */
  const rankBy = (words) => (column) => rankWords(rows[0][column], words);
  const name = findBest(columns, (column) => rankName(rows[0][column]), STRONG);
  const first = findBest(
    columns,
    rankBy(FIRST_NAMES),
    name === undefined ? 2 : 1,
  );
  if (first !== undefined) {
    const last = findBest(columns, rankBy(LAST_NAMES), 2) ?? name;
    return last === undefined || last === first ? [first] : [first, last];
  }
  if (name === undefined) return [];
  const heading = normalize(rows[0][name]);
  if (heading.includes(" ")) return [name]; // "Full name" has the last name too
  const last = findBest(columns, rankBy(LAST_NAMES), 0);
  return last === undefined || last === name ? [name] : [name, last];
}

/**
 * Return how many different names the rows have below the heading, if the name is in those columns.
 * @param {Cells[]} rows
 * @param {number[]} columns
 */
function countNames(rows, columns) {
  const [, ...people] = rows;
  const names = people.map((row) =>
    columns.map((column) => row[column]).join(" "),
  );
  return new Set(names).size;
}

/**
 * Return the column that most likely has the name, where no heading has good words for one.
 * @param {Cells[]} rows
 * @param {{ holding: number[], texts: number[], otherColumns: number[] }} columns `holding` may have names, `texts`
 *   have words
 */
function guessNameColumn(rows, { holding, texts, otherColumns }) {
  /** @param {number} column */
  const rankAsLast = (column) => rankWords(rows[0][column], LAST_NAMES);
  /** @param {number} column */
  const rankAsName = (column) => rankName(rows[0][column]);
  const holdingTexts = holding.filter((column) => texts.includes(column));
  const last = findBest(holding, rankAsLast, 0);
  const weak = findBest(holdingTexts, rankAsName);
  return last ?? weak ?? texts[0] ?? otherColumns[0];
}

/**
 * Return whether a column alone names people: it has a text in each row, and at least half as many different ones.
 * @param {Cells[]} rows below a heading
 * @param {number} column
 */
function namesMost(rows, column) {
  const [, ...people] = rows;
  const isFilled = people.every((row) => row[column]);
  return isFilled && countNames(rows, [column]) * 2 >= people.length;
}

const CODE = /^(?:\S*\d\S*|[\d\s.,/+-]+)$/; // a number, "A-17"

/**
 * Return the columns that may be the name: without those of numbers and codes, if another one has names.
 * @param {Cells[]} rows
 * @param {number[]} columns
 */
function dropCodes(rows, columns) {
  /** @param {number} column */
  const hasCodes = (column) =>
    cellsOf(rows, column)
      .filter(Boolean)
      .every((cell) => CODE.test(cell) && !DATE.test(cell));
  const named = columns.filter((column) => !hasCodes(column));
  return named.some((column) => holdsNames(rows, column)) ? named : columns;
}

/**
 * Return the columns of the name below a heading, if `otherColumns` are not those of tickets, and `apart` are no names.
 *
 * Below "Last name, First name, Class" these are [1, 0], the first name before the last.
 * @param {Cells[]} rows
 * @param {{ otherColumns: number[], apart: number[] }} columns
 */
function guessName(rows, { otherColumns: allColumns, apart }) {
  const otherColumns = dropCodes(rows, allColumns);
  const holding = otherColumns.filter((column) => holdsNames(rows, column));
  const titled = findTitled(rows, holding);
  if (titled.length > 0) return titled;
  const mayBeTexts = otherColumns.filter((column) => !apart.includes(column));
  const texts = listTexts(rows, mayBeTexts);
  const column = guessNameColumn(rows, { holding, texts, otherColumns });
  if (namesMost(rows, column)) return [column];
  /** @param {number[]} columns */
  const tellsAllApart = (columns) =>
    columns.length > 0 && countNames(rows, columns) === rows.length - 1;
  return [texts, otherColumns].find(tellsAllApart) ?? [column];
}

/**
 * Return the column of tickets below a heading, if it is sure what its numbers say; or `maybe`, the one that may be it.
 *
 * Below "Name, Tickets" these are { tickets: 1 }; below "Name, Ticket number" { maybe: 1 }.
 * @param {Cells[]} rows
 * @returns {{ tickets?: number, maybe?: number }}
 */
function guessTickets(rows) {
  const headed = listColumns(rows).map((column) => ({
    column,
    meaning: readTicketHeading(rows[0][column], rows[0]),
    cells: cellsOf(rows, column),
  }));
  const counts = headed.filter(
    ({ meaning, cells }) => meaning === "counts" && !haveSpans(cells),
  );
  const sure =
    counts.find(({ column }) => isNumericColumn(rows, column)) ??
    counts.find(({ cells }) => cells.some((cell) => /\d/.test(cell)));
  if (sure !== undefined) return { tickets: sure.column };
  const maybe = headed.find(
    ({ column, meaning, cells }) =>
      meaning !== undefined &&
      (haveSpans(cells) ||
        (isNumericColumn(rows, column) && new Set(cells).size > 1)),
  );
  return { tickets: undefined, maybe: maybe?.column };
}

const SIGNED = /^[-+−]\s?\d/;

/**
 * Return whether a cell is meant as a number, though it may be one that no ticket has, such as "-1".
 * @param {string} cell
 */
const isMeantAsNumber = (cell) => isNumeric(cell) || SIGNED.test(cell);

/**
 * Return whether cells are meant as numbers of tickets: half or more of those that are filled are. Those that are none
 * are told as wrong.
 * @param {string[]} cells
 */
function areMeantAsNumbers(cells) {
  const filled = cells.filter(Boolean);
  const meant = filled.filter(isMeantAsNumber);
  return filled.length > 0 && meant.length * 2 >= filled.length;
}

/**
 * Return the column beside the names of a table without heading that may be of tickets, or has spans of them.
 * @param {Cells[]} rows
 */
function findNumberColumn(rows) {
  if (rows[0].length !== 2) return undefined;
  /** @param {number} column */
  const mayBe = (column) => {
    const cells = rows.map((row) => row[column]);
    return haveSpans(cells) || areMeantAsNumbers(cells);
  };
  return [1, 0].find(mayBe);
}

/**
 * Return the columns that most likely are meant: `hasHeading`, the columns of the `name`, that of the `tickets`, if
 * any, or `maybe`, which people have to say; and those `apart`, which have what must not be together. `isAsked`: people
 * have to say whether there is a heading.
 * @param {Rows} rows
 * @param {boolean} [heading] whether the first row is a heading, if somebody said so
 * @returns {Guess}
 */
export function guessColumns(
  rows,
  heading = rows.isHeaded ?? findHeading(rows.slice(0, MAX_LOOKED)),
) {
  if (heading === undefined) return { ...guessPlain(rows), isAsked: true };
  return heading ? guessHeaded(rows) : guessPlain(rows);
}

/**
 * Return the columns of a table whose first row is no heading.
 * @param {Rows} rows
 * @returns {Guess}
 */
function guessPlain(rows) {
  const allColumns = listColumns(rows);
  const people = allColumns.filter(
    (column) => !rows.every((row) => row[column].includes("@")),
  );
  const apart = guessFamilies(rows, people);
  const isWhole = people.length === allColumns.length || people.length === 0;
  return {
    hasHeading: false,
    name: isWhole
      ? allColumns
      : people.filter((column) => !apart.includes(column)),
    tickets: undefined,
    maybe: findNumberColumn(rows),
    apart,
  };
}

/**
 * Return the columns of a table whose first row is a heading.
 * @param {Rows} rows
 * @returns {Guess}
 */
function guessHeaded(rows) {
  const allColumns = listColumns(rows);
  const { tickets, maybe } = allColumns.length > 1 ? guessTickets(rows) : {}; // tickets are beside names
  const apart = allColumns.filter((column) => isOfApart(rows[0][column]));
  const otherColumns = allColumns.filter(
    (column) => column !== tickets && column !== maybe,
  );
  return {
    hasHeading: true,
    name: guessName(rows, { otherColumns, apart }),
    tickets,
    maybe,
    apart,
  };
}

/**
 * Return the choices of columns that may be the name: each column, those that are guessed together, and the whole line.
 * @param {Rows} rows
 * @returns {number[][]}
 */
export function listNames(rows) {
  const { name } = guessColumns(rows);
  const allColumns = listColumns(rows);
  const single = allColumns.map((column) => [column]);
  const joined = [name, allColumns].filter(({ length }) => length > 1);
  const choices = [...single, ...joined];
  const choicesByKey = new Map(
    choices.map((columns) => [columns.join(" "), columns]),
  );
  return [...choicesByKey.values()];
}

const MAX_RULES = 3; // that are proposed

/**
 * Return what a column would be as a rule; undefined if it is not likely to be meant as one.
 *
 * "Team" above red, red, blue, blue is known, with a `maxCount` of 2. Addresses and dates are no rule; numbers may be.
 * @param {Cells[]} rows
 * @param {number} column
 * @param {boolean} hasHeading
 * @returns {RuleColumn | undefined}
 */
function readRule(rows, column, hasHeading) {
  const cells = rows
    .slice(hasHeading ? 1 : 0)
    .map((row) => row[column])
    .filter(Boolean);
  const counts = countCells(cells);
  const heading = hasHeading ? normalize(rows[0][column]) : "";
  const isRepeated =
    counts.size > 1 &&
    counts.size < cells.length &&
    !SHAPES.slice(1).some((shape) => shape.test(cells[0]));
  const hasFewValues = isRepeated && counts.size * 2 <= cells.length;
  const isStrength =
    !hasFewValues &&
    STRENGTHS.includes(heading) &&
    hasNumbers(rows, column, hasHeading);
  const isKnown = isStrength || GROUPINGS.has(heading);
  const isMeant = hasFewValues || isStrength || (isKnown && isRepeated);
  const maxCount = Math.max(...counts.values());
  return isMeant ? { column, maxCount, isStrength, isKnown } : undefined;
}

/**
 * Return those of some columns that are likely to be meant as rules, those first that have a word for it.
 * @param {Cells[]} rows
 * @param {number[]} columns
 * @param {{ hasHeading: boolean }} table
 */
export function listRules(rows, columns, { hasHeading }) {
  const rules = columns
    .map((column) => readRule(rows, column, hasHeading))
    .filter((rule) => rule !== undefined);
  rules.sort((a, b) => Number(b.isKnown) - Number(a.isKnown));
  return rules.slice(0, MAX_RULES);
}

/**
 * Return the columns that may be the number of tickets: their cells are meant as numbers, or their heading says so.
 * @param {Rows} rows
 * @param {boolean} hasHeading
 */
export const listTickets = (rows, hasHeading) =>
  listColumns(rows).filter((column) => {
    const cells = rows.slice(hasHeading ? 1 : 0).map((row) => row[column]);
    return (
      areMeantAsNumbers(cells) ||
      (hasHeading &&
        isOfTickets(rows[0][column]) &&
        guessColumns(rows).tickets === column)
    );
  });

/**
 * Return whether a column has a number for each name, which may have decimals.
 * @param {Cells[]} rows
 * @param {number} column
 * @param {boolean} hasHeading
 */
export const hasNumbers = (rows, column, hasHeading) =>
  rows.slice(hasHeading ? 1 : 0).every((row) => isDecimal(row[column]));

/**
 * Return the rows that have a name, and no number of tickets: {`line`, `name`, `cell`}.
 * @param {Row[]} rows
 * @param {{ hasHeading: boolean, name: number[], tickets?: number, hasSpans: boolean }} columns
 * @returns {WrongTickets[]}
 */
export function findWrongTickets(
  rows,
  { hasHeading, name, tickets, hasSpans },
) {
  if (tickets === undefined) return [];
  /** @param {string} cell */
  const isRight = (cell) =>
    hasSpans ? countSpan(cell) !== undefined : isNumeric(cell);
  /** @param {Row} row */
  const readName = (row) => {
    const nameCells = name.map((column) => row[column]);
    return nameCells.filter(Boolean).join(" ");
  };
  const people = rows.slice(hasHeading ? 1 : 0).map((row) => ({
    line: row.line,
    name: readName(row),
    cell: row[tickets],
  }));
  return people.filter((person) => person.name && !isRight(person.cell));
}
