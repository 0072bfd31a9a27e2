/**
 * Reads lists, {kind, text, answers, filter} in a line of JSON each, as the page Draw does; writes what it draws from,
 * what it asks, or what the page of a result would not find.
 */
import { answerLines, openPage } from "./page.mjs";

openPage("draw");
const { listRules } = await import("../../service/pages/draw/list/columns.mjs");
const { cutRows, readLists } =
  await import("../../service/pages/draw/list/cut.mjs");
const { readLines, shorten, splitTickets } =
  await import("../../service/pages/shared/lines.mjs");
const { findFilters, listLeft, listQuestions } =
  await import("../../service/pages/draw/list/questions.mjs");
const { changeFilter, chooseColumns, hasTickets, labelColumn, openTable } =
  await import("../../service/pages/draw/list/reading.mjs");
const { readGivers } = await import("../../service/pages/draw/plan/santa.mjs");

/** Return what the page says of a list besides its names: its heading, what is left out, and what it offers. */
function describe({ kind, table }) {
  const { rows, chosen } = table;
  return {
    ...(chosen.hasHeading && {
      heading: shorten(rows[0].filter(Boolean).join("; ")),
    }),
    left: listLeft({ kind, table }).map((each) => each.text),
    offers: findFilters({ kind, table }).flatMap(({ offers }) =>
      offers.map(({ label }) => label),
    ),
  };
}

/** Return whether the page of a result finds the lines in the text, when somebody opens it to check a draw. */
function isFound(text, lines) {
  for (const found of readLists(text))
    if (found.join("\n") === lines.join("\n")) return true;
  return false;
}

function read({ kind = "winners", text, answers = {}, filter }) {
  const isRagged = ["groups", "santa", "shuffle", "seats"].includes(kind);
  const table = openTable(text, { isRagged });
  if (!table) return { names: readLines(text) };
  const { rows, chosen } = table;
  Object.assign(chosen.answers, answers);
  if (filter) changeFilter(table, rows[0].indexOf(filter[0]), filter[1]);
  const columns = chooseColumns(table, kind);
  const lines = cutRows(rows, columns);
  const hasLabels = columns.apart.length > 0;
  const question = listQuestions({
    kind,
    table,
    lines,
    weighted: hasTickets(columns),
    isPart: false,
    hasLabels,
  }).find(({ answer }) => answer === undefined);
  const said = describe({ kind, table });
  if (question)
    return {
      asks: question.text,
      readings: question.readings.map(({ label }) => label),
      left: said.left,
    };
  if (columns.apart.length === 0 && kind !== "santa" && !isFound(text, lines))
    return { lost: lines };
  if (hasTickets(columns)) return { ...said, ...splitTickets(lines) };
  if (kind === "groups") {
    const unused = rows[0]
      .map((_, column) => column)
      .filter(
        (column) =>
          !columns.name.includes(column) && !columns.apart.includes(column),
      );
    return {
      ...said,
      names: lines,
      proposes: listRules(rows, unused, chosen).map(({ column }) =>
        labelColumn(table, column),
      ),
    };
  }
  if (kind !== "santa") return { ...said, names: lines };
  const { names, families, excluded, unknown } = readGivers(
    lines,
    columns.apart.map((column) => labelColumn(table, column)).join(";"),
  );
  const toNames = (lists) => lists.map((list) => list.map((i) => names[i]));
  return {
    ...said,
    names,
    apart: toNames(families),
    excluded: toNames(excluded),
    unknown,
  };
}

await answerLines((line) => read(JSON.parse(line)));
