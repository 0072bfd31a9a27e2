/**
 * What the page asks about a list, and says of it: questions with their readings, rows that are left out, and columns
 * that may say who is meant.
 */
// @ts-check
/** @import { WrongTickets } from "./columns.mjs" */
/** @import { Couples } from "./cut.mjs" */
/** @import { DrawKind } from "../../shared/draw_types.mjs" */
/** @import { Mark, MarkReading, Way } from "./marks.mjs" */
/** @import { ListTable, RuleColumns, TicketReading } from "./reading.mjs" */
/** @import { Cells, Reason } from "./rows.mjs" */
import { joinNames, t } from "../../shared/texts.mjs";
import { findWrongTickets } from "./columns.mjs";
import { cutRows } from "./cut.mjs";
import { FILLED, listFilters } from "./filters.mjs";
import {
  hasPeople,
  isCouple,
  isRange,
  listRepeated,
  readWeight,
  shorten,
  splitLine,
  splitPeople,
} from "../../shared/lines.mjs";
import { readMark } from "./marks.mjs";
import {
  chooseColumns,
  chooseMarks,
  chooseRules,
  endInTickets,
  findMarks,
  isOneName,
  labelColumn,
  listReadings,
  textsOf,
} from "./reading.mjs";
import { REASONS } from "./rows.mjs";
import { areInOrder, countSpan, haveSpans } from "./tickets.mjs";

/**
 * The list in the form, as far as it is understood.
 * @typedef {object} ListState
 * @property {DrawKind} kind of the draw
 * @property {ListTable} [table]
 * @property {string[]} lines those that are drawn
 * @property {boolean} weighted the lines end in numbers of tickets
 * @property {boolean} isPart somebody said that numbers behind the names, or commas, are parts of them
 * @property {boolean} hasLabels columns of the lines keep names apart
 */

/**
 * What is asked about a list.
 * @typedef {"heading" | "tickets" | "marks" | "people" | "couples" | "repeated"} QuestionName
 */

/**
 * A possible answer to a question; the likely one is the first. `true` and `false` say whether the first row is a
 * heading.
 * @typedef {object} QuestionReading
 * @property {string | boolean} value
 * @property {string} label
 * @property {boolean} [isLikely]
 */

/**
 * A question about a list; it has no `answer` while it is open.
 * @typedef {object} Question
 * @property {QuestionName} name
 * @property {string} text
 * @property {QuestionReading[]} readings
 * @property {string | boolean} [answer] the value of a reading
 * @property {boolean} [isOptional] a draw may begin without an answer
 */

/**
 * What is said of rows that are left out, or were taken back.
 * @typedef {object} LeftOut
 * @property {Reason} reason
 * @property {boolean} isTaken
 * @property {string} text
 * @property {number} count
 */

/**
 * What is said of a column that may say who is meant. An offer without a value draws all.
 * @typedef {object} OfferedFilter
 * @property {number} column
 * @property {boolean} isChosen
 * @property {string} text
 * @property {{ value: string | undefined, label: string }[]} offers
 */

/**
 * Return the cells of a row for a sentence.
 * @param {Cells} row
 */
export const nameRow = (row) =>
  shorten(row.filter(Boolean).join("; ").replaceAll("\t", "; "));

/** @param {number} count */
const countNames = (count) => t("draw.names", { count });

/**
 * Return the label of a column for people.
 * @param {ListTable} table
 * @param {number} column
 */
function nameColumn(table, column) {
  const label = labelColumn(table, column);
  return /^\d+$/.test(label)
    ? t("draw.columns.number", { number: label })
    : label;
}

/**
 * Return the first line that may be several people, and says so by commas alone, or behind a label; undefined if none
 * is, or people said that each is one. A list on one line may be several people in each kind of draw.
 * @param {ListState} state
 */
export function findPeople({ kind, table, lines, isPart, hasLabels }) {
  if (isPart || hasLabels || table?.chosen.isAsked) return undefined;
  const isOnOneLine = splitLine(lines).length > 0;
  /** @param {string} line */
  const mayBeSeveral = (line) =>
    isOnOneLine ||
    hasPeople(line) ||
    (kind === "santa" && splitPeople(line).length > 1);
  return lines.find(mayBeSeveral);
}

/**
 * Return the questions that a list leaves, in the order in which they are asked:
 * {`name`, `text`, `readings`, `answer`}. Each reading has a `value` and a `label`; if one `isLikely`, it is the first.
 * @param {ListState} state
 * @returns {Question[]}
 */
export function listQuestions(state) {
  const { kind, table } = state;
  const hasColumns = table !== undefined && !table.chosen.isAsked;
  const questions = [
    table && askHeading(table),
    hasColumns ? askTickets(state, table) : undefined,
    hasColumns ? askMarks(kind, table) : undefined,
    askPeople(state),
    hasColumns ? askCouples(state, table) : undefined,
    hasColumns ? askRepeated(state, table) : undefined,
  ];
  return questions.filter((question) => question !== undefined);
}

/**
 * Return whether a question is open, so that no draw may begin.
 * @param {ListState} state
 */
export const hasQuestion = (state) =>
  listQuestions(state).some(
    ({ answer, isOptional }) => answer === undefined && !isOptional,
  );

/**
 * Return readings of which the first is likely.
 * @template {string} Value
 * @param {Value[]} values
 * @param {(value: Value) => string} toLabel
 * @returns {QuestionReading[]}
 */
const toReadings = (values, toLabel) =>
  values.map((value, i) => ({
    value,
    label: toLabel(value),
    isLikely: i === 0,
  }));

/**
 * Return the question whether the first row is a heading.
 * @param {ListTable} table
 * @returns {Question | undefined}
 */
function askHeading({ rows, chosen }) {
  if (!chosen.isAsked) return undefined;
  const readings = [1, 0].map((headings) => {
    const names = countNames(rows.length - headings);
    return {
      value: headings === 1,
      label: t(headings ? "draw.read.ifHeading" : "draw.read.ifName", {
        names,
        first: nameRow(rows[headings]),
      }),
    };
  });
  return {
    name: "heading",
    text: t("draw.read.isHeading", { line: nameRow(rows[0]) }),
    readings,
  };
}

/**
 * Return the number that a cell of tickets is, or 0.
 * @param {string} cell
 */
function toNumber(cell) {
  const { digits, decimals } = readWeight(cell) ?? { digits: "0", decimals: 0 };
  return Number(digits) / 10 ** decimals;
}

/**
 * Return the readings of numbers in a column of tickets, the likeliest first.
 * @param {string[]} cells
 * @param {boolean} hasHeading
 * @returns {TicketReading[]}
 */
function listTicketReadings(cells, hasHeading) {
  if (haveSpans(cells))
    return hasHeading ? ["spans", "rows"] : ["spans", "rows", "part"];
  if (hasHeading) return ["rows", "counts"];
  return areInOrder(cells)
    ? ["rows", "counts", "part"]
    : ["counts", "rows", "part"];
}

/** @param {number[]} numbers */
const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Return the label of a reading of numbers in a column of tickets: "3 tickets, one a row".
 * @param {TicketReading} reading
 * @param {string[]} cells
 * @param {number} rows how many there are
 */
function labelTickets(reading, cells, rows) {
  if (reading === "part") return t("draw.read.noTickets");
  const total = {
    rows: () => rows,
    counts: () => add(cells.map(toNumber)),
    spans: () => add(cells.map((cell) => countSpan(cell) ?? NaN)),
  }[reading]();
  return t(`draw.read.readings.${reading}`, {
    tickets: t("draw.tickets", { count: Math.round(total) }),
  });
}

const MAX_WRONG = 3; // rows that are named at once

/**
 * Return sentences on numbers of tickets that are wrong, each with its line.
 * @param {WrongTickets[]} wrong
 */
export function describeWrongTickets(wrong) {
  const sentences = wrong
    .slice(0, MAX_WRONG)
    .map(({ line, name, cell }) =>
      cell
        ? t("draw.wrong.cell", { number: line, cell: shorten(cell) })
        : t("draw.wrong.noCell", { number: line, name: shorten(name) }),
    );
  const more = wrong.length - MAX_WRONG;
  return more > 0
    ? [...sentences, t("draw.wrong.more", { count: more })]
    : sentences;
}

/**
 * Return the question what the numbers in a column say.
 * @param {ListState} state
 * @param {ListTable} table
 * @returns {Question | undefined}
 */
function askTickets({ kind, weighted }, table) {
  const { rows, chosen } = table;
  const { maybe, hasHeading, answers } = chosen;
  if (kind !== "winners" || maybe === undefined || chosen.tickets !== undefined)
    return undefined;
  if (weighted && !hasHeading && answers.tickets === undefined)
    return undefined; // somebody said that lines end in tickets
  const body = rows.slice(hasHeading ? 1 : 0);
  const cells = body.map((row) => row[maybe]).filter(Boolean);
  const hasSpans = haveSpans(cells);
  const wrong = endInTickets(table)
    ? []
    : findWrongTickets(rows, {
        hasHeading,
        name: rows[0].map((_, column) => column).filter((i) => i !== maybe),
        tickets: maybe,
        hasSpans,
      });
  const asked = hasHeading
    ? t("draw.read.areNumbers", {
        column: nameColumn(table, maybe),
        cell: shorten(cells[0] ?? ""),
      })
    : t("draw.read.areTickets", { line: nameRow(rows[0]) });
  return {
    name: "tickets",
    text: [asked, ...describeWrongTickets(wrong)].join(" "),
    readings: toReadings(listTicketReadings(cells, hasHeading), (reading) =>
      labelTickets(reading, cells, body.length),
    ),
    answer: answers.tickets,
  };
}

/**
 * What the numbers of marks say, by their ways; those of other ways are counts.
 * @type {{ [way in Way]?: "percent" | "spans" }}
 */
const MEANINGS = { percent: "percent", span: "spans" };

/**
 * Return the label of a reading of marks: "Only the ticked: 3 names".
 * @param {MarkReading} reading
 * @param {Way} way
 * @param {(Mark | undefined)[]} marks of all names; undefined for a name without one
 */
function labelMarks(reading, way, marks) {
  const counts = marks.map((mark) => mark?.count?.replace(",", ".") ?? 0);
  const total = add(counts.map(Number));
  /** @param {boolean} isTicked */
  const countTicked = (isTicked) =>
    marks.filter((mark) => mark && Boolean(mark.isTicked) === isTicked).length;
  switch (reading) {
    case "part":
      return t("draw.read.noTickets");
    case "tickets":
      return t(`draw.read.readings.${MEANINGS[way] ?? "counts"}`, {
        tickets: t("draw.tickets", { count: Math.round(total) }),
      });
    case "strip": {
      const marked = marks.find((mark) => mark !== undefined);
      return t("draw.read.readings.strip", {
        name: shorten(marked?.name ?? ""),
      });
    }
  }
  const count = {
    copies: () => total,
    ticked: () => countTicked(true),
    unticked: () => countTicked(false),
    all: () => marks.length,
  }[reading]();
  return t(`draw.read.readings.${reading}`, { names: countNames(count) });
}

/**
 * Return the question what the number, or the box, beside each name is.
 *
 * Of "Ann (3)" and "Bo (2)" it asks what "Ann (3)" is: 5 tickets, 5 names, a part of the name, or nothing.
 * @param {DrawKind} kind
 * @param {ListTable} table
 * @returns {Question | undefined}
 */
function askMarks(kind, table) {
  const columns = chooseRules(table, kind);
  const way = findMarks(table, columns);
  if (way === undefined) return undefined;
  const texts = textsOf(table, columns);
  const marks = texts.map((text) => readMark(text, way));
  const example = texts.find((_, i) => marks[i]) ?? "";
  return {
    name: "marks",
    text: t(way === "box" ? "draw.read.areBoxes" : "draw.read.areMarks", {
      line: shorten(example),
    }),
    readings: toReadings(listReadings(way, marks, kind), (reading) =>
      labelMarks(reading, way, marks),
    ),
    answer: chooseMarks(table, columns, kind)?.reading,
  };
}

/**
 * Return the question whether lines with commas are several people.
 * @param {ListState} state
 * @returns {Question | undefined}
 */
function askPeople(state) {
  const line = findPeople(state);
  if (line === undefined) return undefined;
  if (isRange(line)) return askRange(line);
  const areFamilies =
    state.kind === "santa" && splitLine(state.lines).length === 0;
  const readings = [
    {
      value: "each",
      label: t(areFamilies ? "draw.read.family" : "draw.read.each"),
    },
    { value: "whole", label: t("draw.read.onePerson") },
  ];
  return {
    name: "people",
    text: t("draw.read.arePeople", { line: shorten(line) }),
    readings,
  };
}

/**
 * Return the question whether a range that is the whole list, such as "1-50", is each of its numbers.
 * @param {string} line
 * @returns {Question}
 */
const askRange = (line) => ({
  name: "people",
  text: t("draw.read.isRange", { line }),
  readings: [
    { value: "each", label: t("draw.read.each") },
    {
      value: "whole",
      label: t("draw.read.couple.whole", { names: countNames(1) }),
    },
  ],
});

/**
 * Kinds in which "Simon & Garfunkel" is as likely as a couple.
 * @type {DrawKind[]}
 */
const WHOLE_FIRST = ["winners", "shuffle"];

/**
 * Return the question whether names such as "Ann & Bob" are two people.
 *
 * Of "Ann & Bob" and "Cy" it offers "Yes, each of them: 3 names" and "No, one entry: 2 names".
 * @param {ListState} state
 * @param {ListTable} table
 * @returns {Question | undefined}
 */
function askCouples(state, table) {
  const { kind } = state;
  if (table.chosen.isDrawn || findPeople(state) !== undefined) return undefined;
  const rules = chooseRules(table, kind);
  if (
    !isOneName(table, rules) ||
    (kind === "santa" && rules.apart.length === 0)
  )
    return undefined; // a draw of those who give has couples
  /** @param {Couples} [couples] */
  const listNames = (couples) =>
    cutRows(table.rows, {
      hasHeading: rules.hasHeading,
      name: rules.name,
      filters: rules.filters,
      marks: chooseMarks(table, rules, kind),
      couples,
    });
  const line = listNames().find(isCouple);
  if (line === undefined) return undefined;
  const countOf = {
    whole: () => listNames().length,
    each: () => listNames("each").length,
  };
  /** @type {("whole" | "each")[]} */
  const values = WHOLE_FIRST.includes(kind)
    ? ["whole", "each"]
    : ["each", "whole"];
  return {
    name: "couples",
    text: t("draw.read.areCouples", { line: shorten(line) }),
    readings: toReadings(values, (value) =>
      t(`draw.read.couple.${value}`, { names: countNames(countOf[value]()) }),
    ),
    answer: table.chosen.answers.couples,
  };
}

/**
 * Return whether equal lines are meant: rows of tickets, or copies of a name.
 * @param {ListState} state
 * @param {ListTable} table
 */
function areRepeatsMeant({ kind }, table) {
  const { answers, isDrawn } = table.chosen;
  const areTickets = kind === "winners" && answers.tickets === "rows";
  return isDrawn || areTickets || answers.marks === "copies";
}

/**
 * Return the names that are in the list more than once, unless that is meant.
 * @param {ListState} state
 */
function findRepeated(state) {
  const { table, lines } = state;
  if (!table || table.chosen.isAsked || areRepeatsMeant(state, table))
    return [];
  return listRepeated(lines);
}

/**
 * Return the reading that gives each name one place.
 * @param {string[]} lines
 */
const readOnce = (lines) => ({
  value: "once",
  label: t("draw.read.repeated.once", {
    names: countNames(new Set(lines).size),
  }),
});

/**
 * Return what a result says of the names that were in its list more than once, and the label of the button that gives
 * each one place; undefined if no name was, that is meant, or tickets are drawn.
 *
 * Of "Ann", "Bo" and "Ann" it says "“Ann” stands 2 times in the list.", with "One place each: 2 names".
 * @param {ListState} state
 */
export function describeRepeated(state) {
  const { kind, lines, weighted } = state;
  const repeated = findRepeated(state);
  const areOfTickets = kind === "winners" && weighted;
  if (repeated.length === 0 || areOfTickets) return undefined;
  /** @param {string} name */
  const countPlaces = (name) => lines.filter((line) => line === name).length;
  const [first, ...others] = repeated;
  const text =
    others.length === 0
      ? t("draw.read.stands", {
          name: nameRow([first]),
          count: countPlaces(first),
        })
      : t("draw.read.stand", {
          names: nameSome(
            repeated.map((name) => [name]),
            ([name]) =>
              t("draw.read.counted", {
                value: nameQuoted([name]),
                count: countPlaces(name),
              }),
          ),
        });
  return { text, label: readOnce(lines).label };
}

/**
 * Return the question whether a name that is in the list more than once has as many places. Nobody gives twice.
 *
 * Of "Ann", "Bo" and "Ann" it offers "One place each: 2 names" and "Keep all: 3 names".
 * @param {ListState} state
 * @param {ListTable} table
 * @returns {Question | undefined}
 */
function askRepeated(state, table) {
  const { kind, lines } = state;
  const repeated = findRepeated(state);
  if (repeated.length === 0) return undefined;
  const once = readOnce(lines);
  const all = {
    value: "all",
    label: t("draw.read.repeated.all", { names: countNames(lines.length) }),
  };
  const isOfSanta = kind === "santa";
  return {
    name: "repeated",
    text: isOfSanta
      ? t("draw.wrong.twice", { name: shorten(repeated[0]) })
      : t("draw.read.areRepeated", {
          names: nameSome(repeated.map((line) => [line])),
        }),
    readings: isOfSanta ? [once] : [once, all],
    answer: isOfSanta ? undefined : table.chosen.answers.repeated,
    isOptional: true,
  };
}

const MAX_SHOWN = 3; // lines that are left out, in a sentence

/**
 * Return a row in quotes.
 * @param {Cells} row
 */
const nameQuoted = (row) => t("draw.read.column", { name: nameRow(row) });

/**
 * Return texts for a sentence, with how many more there are.
 * @param {Cells[]} rows
 * @param {(row: Cells) => string} [toText]
 */
function nameSome(rows, toText = nameQuoted) {
  const lines = rows.slice(0, MAX_SHOWN).map(toText);
  const more = rows.length - MAX_SHOWN;
  return joinNames([
    ...lines,
    ...(more > 0 ? [t("draw.read.more", { count: more })] : []),
  ]);
}

/**
 * The readings of marks with which names without one are left out.
 * @type {MarkReading[]}
 */
const MARKED_ONLY = ["tickets", "copies", "ticked", "unticked"];

/**
 * Return the names that have no mark, each as a row, if the others are drawn for their marks.
 * @param {ListTable} table
 * @param {RuleColumns} columns
 * @param {DrawKind} kind
 * @returns {Cells[]}
 */
function listUnmarked(table, columns, kind) {
  const marks = chooseMarks(table, columns, kind);
  if (!marks || !MARKED_ONLY.includes(marks.reading)) return [];
  return textsOf(table, columns)
    .filter((text) => !readMark(text, marks.way))
    .map((text) => [text]);
}

/**
 * Return the rows that are left out, or were taken back, by reason: {`reason`, `isTaken`, `text`}.
 * @param {Pick<ListState, "kind" | "table">} state
 * @returns {LeftOut[]}
 */
export function listLeft({ kind, table }) {
  if (!table || table.chosen.isAsked) return [];
  const { source, chosen } = table;
  const { number } = source.leftOut;
  const sorted = chosen.taken.includes("number") ? source.numbered : source;
  const unmarked = listUnmarked(table, chooseColumns(table, kind), kind);
  /** @type {{ [reason in Reason]?: Cells[] }} */
  const leftOut = {
    ...sorted?.leftOut,
    ...(number && { number }),
    ...(unmarked.length > 0 && { unmarked }),
  };
  return REASONS.flatMap((reason) => {
    const rows = leftOut[reason];
    if (!rows) return [];
    const isTaken = chosen.taken.includes(reason);
    const text = t(isTaken ? "draw.read.taken" : `draw.read.left.${reason}`, {
      lines: nameSome(rows),
    });
    return [{ reason, isTaken, text, count: rows.length }];
  });
}

const MAX_OFFERED = 3; // values of a filter that have a button

/**
 * Return the value of a filter for people.
 * @param {string} value
 */
function nameValue(value) {
  if (value === FILLED) return t("draw.read.filled");
  return value === "" ? t("draw.read.empty") : shorten(value);
}

/**
 * Return the columns that may say who is meant: {`column`, `text`, `offers`, `isChosen`}; an offer has a `value` and a
 * `label`.
 *
 * Of a column "Paid" with "yes" and "no" the offers are "Only those with Paid = yes" and "Only those with Paid = no".
 * @param {Pick<ListState, "table">} state
 * @returns {OfferedFilter[]}
 */
export function findFilters({ table }) {
  if (!table || table.chosen.isAsked || table.chosen.isDrawn) return [];
  return listFilters(table.rows, table.chosen).map(({ column, values }) => {
    const name = nameColumn(table, column);
    const chosen = table.chosen.filters.find(
      (filter) => filter.column === column,
    );
    if (chosen)
      return {
        column,
        isChosen: true,
        text: t("draw.read.filtered", {
          column: name,
          value: nameValue(chosen.value),
        }),
        offers: [{ value: undefined, label: t("draw.read.noFilter") }],
      };
    const counted = joinNames(
      values.map(({ value, count }) =>
        t("draw.read.counted", { value: nameValue(value), count }),
      ),
    );
    const offers = values.slice(0, MAX_OFFERED).map(({ value }) => ({
      value,
      label: t("draw.read.only", { column: name, value: nameValue(value) }),
    }));
    return {
      column,
      isChosen: false,
      text: t("draw.read.filter", { column: name, values: counted }),
      offers,
    };
  });
}
