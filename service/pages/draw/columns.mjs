/** The columns of a list that is a table: those of the names, the tickets, and what must not be together. */
import { areAnswers } from "./filters.mjs";
import {
  hasNoun,
  isHeadingWord,
  isOfApart,
  isOfTickets,
  rankName,
  rankWords,
} from "./headings.mjs";
import { readWeight } from "./lines.mjs";
import { countSpan, haveSpans, readTicketHeading } from "./tickets.mjs";
import {
  APART,
  FIRST_NAMES,
  LAST_NAMES,
  OTHERS,
  STRENGTHS,
  normalize,
} from "./words.mjs";

const GROUPINGS = new Set([...APART, ...OTHERS]);

const isNumeric = (cell) => readWeight(cell) !== undefined;

/** Return the cells of a column without the heading. */
const cellsOf = (rows, column) => rows.slice(1).map((row) => row[column]);

const listColumns = (rows) => rows[0].map((_, column) => column);

/** Return whether a column has numbers; cells may be empty. */
const isNumericColumn = (rows, column) =>
  cellsOf(rows, column).every((cell) => cell === "" || isNumeric(cell)) &&
  cellsOf(rows, column).some(Boolean);

const [NUMBER, MAIL] = [/^[+-]?\d+([.,]\d+)?$/, /^\S+@\S+$/];
const SHAPES = [NUMBER, MAIL, /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/]; // also dates

/**
 * Return whether the first row is a heading: true if it has a word for one, or stands above numbers, addresses or dates;
 * undefined if only its shape differs, so that people are asked.
 */
function findHeading(rows) {
  const below = rows[0].map((_, column) =>
    cellsOf(rows, column).filter(Boolean),
  );
  const isAlone = (cell, column) =>
    !below[column].some(
      (other) =>
        normalize(other) === normalize(cell) ||
        (hasNoun(cell) && hasNoun(other)),
    );
  const isWord = (cell) => isHeadingWord(cell, rows[0].length === 1);
  if (rows[0].some((cell, column) => isWord(cell) && isAlone(cell, column)))
    return true;
  if (rows.length < 3) return false;
  if (rows[0].length === 1)
    return NUMBER.test(rows[0][0]) && !below[0].some((cell) => /\d/.test(cell))
      ? undefined
      : false;
  const isAbove = (shape) => (cell, column) =>
    cell &&
    !/[\d@]/.test(cell) &&
    below[column].length > 1 &&
    below[column].every((other) => shape.test(other));
  if (SHAPES.some((shape) => rows[0].some(isAbove(shape)))) return true;
  const isUnlike = (cell, column) =>
    cell &&
    below[column].length > 2 &&
    new Set(below[column]).size * 2 <= below[column].length &&
    isAlone(cell, column);
  const isYear = (cell, column) =>
    NUMBER.test(cell) &&
    below[column].length > 0 &&
    !below[column].some((other) => /\d/.test(other));
  return rows[0].some(isAbove(/\d/)) ||
    rows[0].some(isUnlike) ||
    rows[0].some(isYear)
    ? undefined
    : false;
}

const MAX_LOOKED = 2_000; // rows that are compared with the first

/** Return the column of families in a text without a heading such as "Ann; Smith": the second of two, if cells come again or name others of the list. */
function guessFamilies(rows, columns) {
  const [names, families] = columns.map((column) =>
    rows.map((row) => row[column]).filter(Boolean),
  );
  if (
    columns.length !== 2 ||
    names.length < rows.length ||
    new Set(names).size < names.length ||
    families.length === 0
  )
    return [];
  const isNamed = families.every((cell) => names.includes(cell));
  return isNamed ||
    (rows.separator !== "," && new Set(families).size < families.length)
    ? [columns[1]]
    : [];
}

/** Return the column whose heading has the least rank, the first of those; undefined if no rank is finite. */
function findBest(columns, rank, most = Infinity) {
  const ranked = columns
    .map((column) => ({ column, rank: rank(column) }))
    .filter((each) => each.rank < Infinity && each.rank <= most);
  return ranked.sort((a, b) => a.rank - b.rank)[0]?.column;
}

const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/i;
const STRONG = 5; // the rank up to which a heading is one of names, not of teams or accounts

/** Return whether there may be names in a column: words, and more than answers such as "Yes". */
function holdsNames(rows, column) {
  const cells = cellsOf(rows, column).filter(Boolean);
  const isOther = [...SHAPES, ADDRESS].some((shape) =>
    cells.every((cell) => shape.test(cell)),
  );
  return cells.length > 0 && !isOther && !areAnswers(cells);
}

/** Return the columns of words, those first that may hold names in most rows, and addresses of mail before dates. */
function listTexts(rows, columns) {
  const rankText = (column) => {
    const cells = cellsOf(rows, column).filter(Boolean);
    if (holdsNames(rows, column))
      return cells.length * 2 < rows.length - 1 ? 2 : 0;
    return cells.every((cell) => MAIL.test(cell)) ? 1 : 3;
  };
  const isOfWords = (column) =>
    !isNumericColumn(rows, column) &&
    !areAnswers(cellsOf(rows, column)) &&
    !cellsOf(rows, column).every((cell) => NUMBER.test(cell));
  const ranked = columns
    .filter(isOfWords)
    .map((column) => ({ column, rank: rankText(column) }));
  const best = Math.min(...ranked.map(({ rank }) => rank));
  return ranked.filter(({ rank }) => rank === best).map(({ column }) => column);
}

/** Return the columns of the name below a heading, if `others` are not those of tickets, and `apart` are no names. */
function guessName(rows, { others, apart }) {
  const columns = others.filter((column) => holdsNames(rows, column));
  const texts = listTexts(
    rows,
    others.filter((column) => !apart.includes(column)),
  );
  const rankOf = (words) => (column) => rankWords(rows[0][column], words);
  const rank = (column) => rankName(rows[0][column]);
  const name = findBest(columns, rank, STRONG);
  const first = findBest(
    columns,
    rankOf(FIRST_NAMES),
    name === undefined ? 2 : 1,
  );
  const isFull =
    first === undefined && / /.test(normalize(rows[0][name] ?? "")); // "Full name" has the last name too
  const last =
    findBest(columns, rankOf(LAST_NAMES), first === undefined ? 0 : 2) ??
    (first === undefined ? undefined : name);
  if (isFull) return [name];
  const leading = first ?? name;
  if (leading !== undefined)
    return [leading, ...(last === undefined || last === leading ? [] : [last])];
  const weak = findBest(
    columns.filter((column) => texts.includes(column)),
    rank,
  );
  const named = [last ?? weak ?? texts[0] ?? others[0]];
  const countDifferent = (some) =>
    new Set(
      rows.slice(1).map((row) => some.map((column) => row[column]).join(" ")),
    ).size;
  const isFilled = rows.slice(1).every((row) => row[named[0]]);
  if (isFilled && countDifferent(named) * 2 >= rows.length - 1) return named;
  return (
    [texts, others].find(
      (some) => some.length > 0 && countDifferent(some) === rows.length - 1,
    ) ?? named
  );
}

/** Return the column of tickets below a heading, if it is sure what its numbers say; or `maybe`, the one that may be it. */
function guessTickets(rows) {
  const headed = listColumns(rows).map((column) => ({
    column,
    says: readTicketHeading(rows[0][column], rows[0]),
    cells: cellsOf(rows, column),
  }));
  const isCounted = ({ says, cells }) => says === "counts" && !haveSpans(cells);
  const counts = headed.filter(isCounted);
  const sure =
    counts.find(({ column }) => isNumericColumn(rows, column)) ??
    counts.find(({ cells }) => cells.some((cell) => /\d/.test(cell)));
  if (sure !== undefined) return { tickets: sure.column };
  const mayBe = ({ column, says, cells }) =>
    says !== undefined &&
    (haveSpans(cells) ||
      (isNumericColumn(rows, column) && new Set(cells).size > 1));
  return { tickets: undefined, maybe: headed.find(mayBe)?.column };
}

/** Return the column beside the names of a table without heading that may be of tickets: most of its cells are numbers or spans. */
function findNumbers(rows) {
  if (rows[0].length !== 2) return undefined;
  const mayBe = (column) => {
    const cells = rows.map((row) => row[column]);
    return haveSpans(cells) || cells.filter(isNumeric).length * 2 > rows.length;
  };
  return [1, 0].find(mayBe);
}

/**
 * Return the columns that most likely are meant: `hasHeading`, the columns of the `name`, that of the `tickets`, if any, or
 * `maybe`, which people have to say; and those `apart`, which have what must not be together. `isAsked`: people have to say
 * whether there is a heading.
 */
export function guessColumns(
  rows,
  heading = rows.isHeaded ?? findHeading(rows.slice(0, MAX_LOOKED)),
) {
  const hasHeading = heading === true;
  const all = listColumns(rows);
  if (heading === undefined)
    return { ...guessColumns(rows, false), isAsked: true };
  if (!hasHeading) {
    const people = all.filter(
      (column) => !rows.every((row) => row[column].includes("@")),
    );
    const apart = guessFamilies(rows, people);
    const isWhole = people.length === all.length || people.length === 0;
    return {
      hasHeading,
      name: isWhole ? all : people.filter((column) => !apart.includes(column)),
      tickets: undefined,
      maybe: findNumbers(rows),
      apart,
    };
  }
  const { tickets, maybe } = guessTickets(rows);
  const apart = all.filter((column) => isOfApart(rows[0][column]));
  const others = all.filter((column) => column !== tickets && column !== maybe);
  return {
    hasHeading,
    name: guessName(rows, { others, apart }),
    tickets,
    maybe,
    apart,
  };
}

/** Return the choices of columns that may be the name: each column, those that are guessed together, and the whole line. */
export function listNames(rows) {
  const { name } = guessColumns(rows);
  const all = listColumns(rows);
  const choices = [
    ...all.map((column) => [column]),
    ...[name, all].filter(({ length }) => length > 1),
  ];
  return [
    ...new Map(choices.map((columns) => [columns.join(" "), columns])).values(),
  ];
}

const MAX_RULES = 3; // that are proposed

/**
 * Return the `columns` that are likely to be meant as rules, those first that have a word for it: {`column`, `most`, how often
 * its most common value is there, `isKnown`, there is such a word, `isStrength`, its numbers say how strong somebody is}.
 */
export function listRules(rows, columns, { hasHeading } = {}) {
  const look = (column) => {
    const cells = rows
      .slice(hasHeading ? 1 : 0)
      .map((row) => row[column])
      .filter(Boolean);
    const counts = new Map();
    for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    const heading = hasHeading ? normalize(rows[0][column]) : "";
    const isRepeated =
      counts.size > 1 &&
      counts.size < cells.length &&
      !SHAPES.slice(1).some((shape) => shape.test(cells[0]));
    const isFew = isRepeated && counts.size * 2 <= cells.length;
    const isStrength =
      !isFew &&
      STRENGTHS.includes(heading) &&
      hasNumbers(rows, column, hasHeading);
    const isKnown = isStrength || GROUPINGS.has(heading);
    return {
      column,
      most: Math.max(...counts.values()),
      isStrength,
      isKnown,
      isMeant: isFew || isStrength || (isKnown && isRepeated),
    };
  };
  return columns
    .map(look)
    .filter(({ isMeant }) => isMeant)
    .sort((a, b) => b.isKnown - a.isKnown)
    .slice(0, MAX_RULES);
}

/** Return the columns that may be the number of tickets: most of their cells are numbers, or their heading says so. */
export const listTickets = (rows) =>
  listColumns(rows).filter((column) => {
    const cells = cellsOf(rows, column);
    return (
      isNumericColumn(rows, column) ||
      cells.filter(isNumeric).length * 2 > cells.length ||
      (isOfTickets(rows[0][column]) && guessColumns(rows).tickets === column)
    );
  });

/** Return whether a column has a number for each name, which may have decimals. */
export const hasNumbers = (rows, column, hasHeading) =>
  rows
    .slice(hasHeading ? 1 : 0)
    .every((row) => /^-?\d{1,9}([.,]\d{1,6})?$/.test(row[column]));

/** Return the rows that have a name, and no number of tickets: {`line`, `name`, `cell`}. */
export function findWrongTickets(
  rows,
  { hasHeading, name, tickets, hasSpans },
) {
  if (tickets === undefined) return [];
  const isRight = hasSpans
    ? (cell) => countSpan(cell) !== undefined
    : isNumeric;
  const found = rows.slice(hasHeading ? 1 : 0).map((row) => ({
    line: row.line,
    name: name
      .map((column) => row[column])
      .filter(Boolean)
      .join(" "),
    cell: row[tickets],
  }));
  return found.filter((row) => row.name && !isRight(row.cell));
}
