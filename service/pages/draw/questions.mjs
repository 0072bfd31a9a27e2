/** What the page asks about a list, and says of it: questions with their readings, rows that are left out, and columns that may say who is meant. */
import { joinNames, t } from "../shared/texts.mjs";
import { cutRows } from "./cut.mjs";
import { FILLED, listFilters } from "./filters.mjs";
import {
  hasPeople,
  isCouple,
  readWeight,
  shorten,
  splitPeople,
} from "./lines.mjs";
import { readMark } from "./marks.mjs";
import {
  chooseColumns,
  chooseMarks,
  chooseRules,
  findMarks,
  isOneName,
  labelColumn,
  listReadings,
  textsOf,
} from "./reading.mjs";
import { REASONS } from "./rows.mjs";
import { areInOrder, countSpan, haveSpans } from "./tickets.mjs";

/** Return the cells of a row for a sentence. */
export const nameRow = (row) =>
  shorten(row.filter(Boolean).join("; ").replaceAll("\t", "; "));

const countNames = (count) => t("draw.names", { count });

/** Return the label of a column for people. */
function nameColumn(table, column) {
  const label = labelColumn(table, column);
  return /^\d+$/.test(label)
    ? t("draw.columns.number", { number: label })
    : label;
}

/** Return the first line that may be several people, and says so by commas alone, or behind a label; undefined if none is, or people said that each is one. */
export const findPeople = ({ kind, table, lines, isPart, hasLabels }) =>
  !isPart && !hasLabels && !table?.chosen.isAsked && lines.length > 1
    ? lines.find(
        (line) =>
          hasPeople(line) || (kind === "santa" && splitPeople(line).length > 1),
      )
    : undefined;

/**
 * Return the questions that a list leaves, in the order in which they are asked: {`name`, `text`, `readings`, `answer`}. Each
 * reading has a `value` and a `label`; if one `isLikely`, it is the first.
 */
export function listQuestions(state) {
  const { table } = state;
  const questions = table
    ? [
        askHeading(table),
        ...(table.chosen.isAsked ? [] : [askTickets(state), askMarks(state)]),
      ]
    : [];
  return [
    ...questions,
    askPeople(state),
    table && !table.chosen.isAsked && askCouples(state),
  ].filter(Boolean);
}

/** Return the sentence of the question that is open; undefined if a draw may begin. */
export const findQuestion = (state) =>
  listQuestions(state).find(({ answer }) => answer === undefined)?.text;

const toReadings = (values, toLabel) =>
  values.map((value, i) => ({
    value,
    label: toLabel(value),
    isLikely: i === 0,
  }));

/** Return the question whether the first row is a heading. */
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

/** Return the number that a cell of tickets is, or 0. */
function toNumber(cell) {
  const { digits = "0", decimals = 0 } = readWeight(cell) ?? {};
  return Number(digits) / 10 ** decimals;
}

/** Return the readings of numbers in a column of tickets, the likeliest first. */
function listTicketReadings(cells, hasHeading) {
  if (haveSpans(cells))
    return hasHeading ? ["spans", "rows"] : ["spans", "rows", "part"];
  if (hasHeading) return ["rows", "counts"];
  return areInOrder(cells)
    ? ["rows", "counts", "part"]
    : ["counts", "rows", "part"];
}

/** Return the question what the numbers in a column say. */
function askTickets({ kind, table, weighted }) {
  const { rows, chosen } = table;
  const { maybe, hasHeading, answers } = chosen;
  if (kind !== "winners" || maybe === undefined || chosen.tickets !== undefined)
    return undefined;
  if (weighted && !hasHeading && answers.tickets === undefined)
    return undefined; // somebody said that lines end in tickets
  const body = rows.slice(hasHeading ? 1 : 0);
  const cells = body.map((row) => row[maybe]).filter(Boolean);
  const sum = (count) => cells.reduce((total, cell) => total + count(cell), 0);
  const name = (count) => ({
    tickets: t("draw.tickets", { count: Math.round(count) }),
  });
  const labels = {
    rows: () => t("draw.read.readings.rows", name(body.length)),
    counts: () => t("draw.read.readings.counts", name(sum(toNumber))),
    spans: () => t("draw.read.readings.spans", name(sum(countSpan))),
    part: () => t("draw.read.noTickets"),
  };
  const ofColumn = () =>
    t("draw.read.areNumbers", {
      column: nameColumn(table, maybe),
      cell: shorten(cells[0] ?? ""),
    });
  const text = hasHeading
    ? ofColumn()
    : t("draw.read.areTickets", { line: nameRow(rows[0]) });
  return {
    name: "tickets",
    text,
    readings: toReadings(listTicketReadings(cells, hasHeading), (value) =>
      labels[value](),
    ),
    answer: answers.tickets,
  };
}

/** Return the question what the number, or the box, beside each name is. */
function askMarks({ kind, table }) {
  const columns = chooseRules(table, kind);
  const way = findMarks(table, columns);
  if (way === undefined) return undefined;
  const texts = textsOf(table, columns);
  const marks = texts.map((text) => readMark(text, way));
  const example = texts.find((_, i) => marks[i]);
  const count = (isMeant) => marks.filter(isMeant).length;
  const total = marks.reduce(
    (sum, mark) => sum + Number(mark?.count?.replace(",", ".") ?? 0),
    0,
  );
  const labels = {
    tickets: () =>
      t(`draw.read.readings.${way === "percent" ? "percent" : "counts"}`, {
        tickets: t("draw.tickets", { count: Math.round(total) }),
      }),
    copies: () => t("draw.read.readings.copies", { names: countNames(total) }),
    strip: () =>
      t("draw.read.readings.strip", {
        name: shorten(readMark(example, way).name),
      }),
    part: () => t("draw.read.noTickets"),
    ticked: () =>
      t("draw.read.readings.ticked", {
        names: countNames(count((mark) => mark?.isTicked)),
      }),
    unticked: () =>
      t("draw.read.readings.unticked", {
        names: countNames(count((mark) => mark && !mark.isTicked)),
      }),
    all: () => t("draw.read.readings.all", { names: countNames(texts.length) }),
  };
  const text = t(way === "box" ? "draw.read.areBoxes" : "draw.read.areMarks", {
    line: shorten(example),
  });
  return {
    name: "marks",
    text,
    readings: toReadings(listReadings(way, marks, kind), (value) =>
      labels[value](),
    ),
    answer: chooseMarks(table, columns, kind)?.reading,
  };
}

/** Return the question whether lines with commas are several people. */
function askPeople(state) {
  const line = findPeople(state);
  if (line === undefined) return undefined;
  const readings = [
    {
      value: "each",
      label: t(state.kind === "santa" ? "draw.read.family" : "draw.read.each"),
    },
    { value: "whole", label: t("draw.read.onePerson") },
  ];
  return {
    name: "people",
    text: t("draw.read.arePeople", { line: shorten(line) }),
    readings,
  };
}

const WHOLE_FIRST = ["winners", "shuffle"]; // kinds in which "Simon & Garfunkel" is as likely as a couple

/** Return the question whether names such as "Ann & Bob" are two people. */
function askCouples(state) {
  const { kind, table } = state;
  if (table.chosen.isDrawn || findPeople(state) !== undefined) return undefined;
  const rules = chooseRules(table, kind);
  const columns = { ...rules, marks: chooseMarks(table, rules, kind) };
  if (
    !isOneName(table, columns) ||
    (kind === "santa" && columns.apart.length === 0)
  )
    return undefined; // a draw of those who give has couples
  const namesOf = (couples) =>
    cutRows(table.rows, {
      ...columns,
      tickets: undefined,
      apart: [],
      fair: undefined,
      couples,
    });
  const line = namesOf().find(isCouple);
  if (line === undefined) return undefined;
  const values = WHOLE_FIRST.includes(kind)
    ? ["whole", "each"]
    : ["each", "whole"];
  const label = (value) =>
    t(`draw.read.couple.${value}`, {
      names: countNames(namesOf(value).length),
    });
  return {
    name: "couples",
    text: t("draw.read.areCouples", { line: shorten(line) }),
    readings: toReadings(values, label),
    answer: table.chosen.answers.couples,
  };
}

const MAX_SHOWN = 3; // lines that are left out, in a sentence

/** Return texts for a sentence, with how many more there are. */
function nameSome(rows) {
  const lines = rows
    .slice(0, MAX_SHOWN)
    .map((row) => t("draw.read.column", { name: nameRow(row) }));
  const more = rows.length - MAX_SHOWN;
  return joinNames([
    ...lines,
    ...(more > 0 ? [t("draw.read.more", { count: more })] : []),
  ]);
}

/** Return the rows that are left out, or were taken back, by reason: {`reason`, `isTaken`, `text`}. */
export function listLeft({ kind, table }) {
  if (!table || table.chosen.isAsked) return [];
  const { source, rows, chosen } = table;
  const columns = chooseColumns(table, kind);
  const { way, reading } = columns.marks ?? {};
  const isUnmarked = ["tickets", "copies", "ticked", "unticked"].includes(
    reading,
  );
  const unmarked = isUnmarked
    ? textsOf(table, columns)
        .filter((text) => !readMark(text, way))
        .map((text) => [text])
    : [];
  const left = { ...source.left, ...(unmarked.length > 0 && { unmarked }) };
  return REASONS.filter((reason) => left[reason]).map((reason) => {
    const isTaken = chosen.taken.includes(reason);
    return {
      reason,
      isTaken,
      text: t(isTaken ? "draw.read.taken" : `draw.read.left.${reason}`, {
        lines: nameSome(left[reason]),
      }),
      count: left[reason].length,
    };
  });
}

const MAX_OFFERED = 3; // values of a filter that have a button

/** Return the value of a filter for people. */
function nameValue(value) {
  if (value === FILLED) return t("draw.read.filled");
  return value === "" ? t("draw.read.empty") : shorten(value);
}

/** Return the columns that may say who is meant: {`column`, `text`, `offers`, `isChosen`}; an offer has a `value` and a `label`. */
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
