/** The lines that are drawn, cut from the rows of a table as its columns and the answers to questions say. */
import { readTable } from "./cells.mjs";
import { guessColumns, listNames, listTickets } from "./columns.mjs";
import { listFilters, passes } from "./filters.mjs";
import { isCouple, readLines, splitCouple } from "./lines.mjs";
import { applyMark, findWay, listMarkReadings, readMark } from "./marks.mjs";
import { takeBack } from "./rows.mjs";
import { countSpan } from "./tickets.mjs";

/** Return the rows with a name that pass the filters, each as {`row`, `text`}. */
export function listPeople(rows, { hasHeading, name, filters }) {
  const blank = hasHeading ? " " : ", ";
  const people = rows
    .slice(hasHeading ? 1 : 0)
    .filter((row) => passes(row, filters));
  return people
    .map((row) => ({
      row,
      text: name
        .map((column) => row[column])
        .filter(Boolean)
        .join(blank),
    }))
    .filter(({ text }) => text);
}

/** Return the names in a text: two of a couple if `couples` says "each"; "quoted" says that nobody splits it. */
function splitName(text, couples) {
  if (couples === "each") return splitCouple(text);
  return [couples === "quoted" && isCouple(text) ? `"${text}"` : text];
}

/** Return the lines of a list: of each row the name, and behind it the number of tickets, or what is spread and the number that groups are alike in, if columns have it. */
export function cutRows(rows, chosen) {
  const { tickets, hasSpans, apart = [], fair, marks, couples } = chosen;
  const readTickets = (row) =>
    hasSpans ? String(countSpan(row[tickets]) ?? row[tickets]) : row[tickets];
  const listValues = (row, own) => {
    if (own !== undefined) return [own];
    return [
      ...(tickets === undefined
        ? apart.map((column) => row[column])
        : [readTickets(row)]),
      ...(fair === undefined ? [] : [row[fair]]),
    ];
  };
  return listPeople(rows, chosen).flatMap(({ row, text }) =>
    applyMark(text, marks).flatMap((marked) =>
      splitName(marked.name, couples).map((name) =>
        [
          name,
          ...listValues(row, marked.tickets).map((cell) =>
            cell.replaceAll(";", ","),
          ),
        ]
          .join("; ")
          .trim(),
      ),
    ),
  );
}

const MAX_LISTS = 2_000; // that a text may stand for

/** Yield the lists of lines that a text may stand for: its lines; and of a table what the page Draw may have cut from it. */
export function* readLists(text) {
  yield readLines(text);
  const read = readTable(text);
  if (!read) return;
  const guess = guessColumns(read);
  const whole = Object.keys(read.left).reduce(takeBack, read);
  const tickets = [
    ...new Set([guess.tickets, undefined, guess.maybe, ...listTickets(read)]),
  ];
  const filters = [
    [],
    ...listFilters(read, guess).flatMap(({ column, values }) =>
      values.map(({ value }) => [{ column, value }]),
    ),
  ];
  const names = listPeople(read, guess).map((person) => person.text);
  const way = findWay(names);
  const readings = way
    ? listMarkReadings(
        way,
        names.map((name) => readMark(name, way)),
      )
    : [];
  const marks = [undefined, ...readings.map((reading) => ({ way, reading }))];
  let left = MAX_LISTS;
  for (const rows of whole === read ? [read] : [read, whole])
    for (const filter of filters)
      for (const mark of marks)
        for (const name of listNames(read))
          for (const column of tickets)
            for (const couples of [undefined, "each", "quoted"])
              for (const hasSpans of column !== undefined &&
              column === guess.maybe
                ? [false, true]
                : [false]) {
                if (left-- === 0) return;
                yield cutRows(rows, {
                  hasHeading: guess.hasHeading,
                  name,
                  tickets: column,
                  hasSpans,
                  filters: filter,
                  marks: mark,
                  couples,
                });
              }
}
