/** The list of the form: the table that is recognised in its text, and the lines that are cut from it. */
// @ts-check
/** @import { WrongTickets } from "../list/columns.mjs" */
/** @import { Cells } from "../list/rows.mjs" */
/** @import { ListTable } from "../list/reading.mjs" */
/** @import { ShownState } from "./summary.mjs" */
/** @import { FileNote } from "../list/workbooks.mjs" */
import { $, getElement } from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";
import { findWrongTickets, listTickets } from "../list/columns.mjs";
import { cutRows } from "../list/cut.mjs";
import { getControls, hasRules, readKind, readValues } from "./fields.mjs";
import { lacksList } from "../list/json_lists.mjs";
import { describeWrongTickets } from "../list/questions.mjs";
import {
  CONTROLS,
  haveAnyTickets,
  haveTickets,
  readLines,
  readWeight,
} from "../../shared/lines.mjs";
import {
  changeHeading,
  chooseColumns,
  isUncut,
  labelColumn,
  listOthers,
  openTable,
} from "../list/reading.mjs";
import { listLabels } from "../plan/rules.mjs";

/**
 * The table of the list in the form. The form has the lines that are `cut` from it in place of its text; while it
 * `isTyped`, it is only shown, and nothing is cut yet.
 * @typedef {ListTable & { cut: string, isTyped: boolean }} FormTable
 */

/**
 * The list of the form as it is understood.
 * @typedef {object} FormList
 * @property {FormTable} [table] missing for an empty list, or a single line
 * @property {FileNote[]} notes on the file that was opened
 * @property {boolean} isPart somebody said that numbers behind the names, or commas, are parts of them
 * @property {string} [settledText] a list that is no table any more, as one from a link
 * @property {string} [drawnText] a list that was drawn from as it is, so that it leaves nothing open
 * @property {string} labelledText the list of which the field `apart` has labels; "" if a link without names has them
 * @property {boolean} isKept the tab has kept it
 */

/**
 * Return the list of a form that is empty.
 * @returns {FormList}
 */
export const createList = () => ({
  notes: [],
  isPart: false,
  labelledText: "",
  isKept: false,
});

/**
 * Return what the list in the form is, for `summary.mjs`.
 * @param {FormList} list
 * @returns {ShownState}
 */
export function readState({ table, isPart, notes }) {
  const { kind, lines, weighted, apart } = readValues();
  return {
    kind,
    table,
    lines: readLines(lines),
    weighted,
    isPart,
    notes,
    hasLabels: apart !== "",
  };
}

/**
 * Recognise the table in the text of the form, and show how, so that it can be changed. `isTyped`: only show it yet.
 * Return whether it is another than before.
 * @param {FormList} list
 * @param {{ isTyped?: boolean }} [options]
 */
export function openText(list, { isTyped = false } = {}) {
  const { table } = list;
  const text = getControls().lines.value;
  if (table?.cut === text && (isTyped || !table.isTyped)) return false;
  const opened = openTable(text, {
    isRagged: hasRules(),
    isDrawn: text === list.drawnText,
  });
  if (text === list.settledText && opened?.rows[0].length === 1)
    changeHeading(opened, false);
  list.table = opened && { ...opened, cut: text, isTyped };
  getElement(HTMLDetailsElement, "#readings").open = false;
  const { apart, fair, range, weighted } = getControls();
  const isOther = isOtherText(text, list.labelledText);
  if (!opened || isOther)
    for (const control of [apart, fair, range]) control.value = "";
  if (isOther && !isTyped && !haveAnyTickets(readLines(text)))
    weighted.checked = false; // they were of the list before
  if (list.table) chooseByFields(list.table);
  return true;
}

/**
 * Choose the columns of a new table as the fields of the form say, which may be of a list before it.
 * @param {FormTable} table
 */
function chooseByFields(table) {
  const { weighted, apart, fair } = getControls();
  findLabels(table, listLabels(apart.value), fair.value);
  const isMeant = weighted.checked && readKind() === "winners";
  if (isMeant && table.chosen.isAsked && isWeighted(table.rows[0]))
    changeHeading(table, false); // a row with a number of tickets is no heading
  if (!table.chosen.hasHeading && weighted.checked) chooseNumbers(table);
  else if (table.rows[0].length > 1)
    weighted.checked = table.chosen.tickets !== undefined;
}

/**
 * Return whether a text is another list than the one of the labels, not that list with changes.
 * @param {string} text
 * @param {string} labelledText
 */
function isOtherText(text, labelledText) {
  const lines = new Set(readLines(labelledText));
  return lines.size > 0 && !readLines(text).some((line) => lines.has(line));
}

/**
 * Choose the columns with the labels of those that were apart before. Without a heading the text may be lines that were
 * cut from a table: these columns are its last.
 *
 * Of "Ann; 5b; 3" with the labels "Class" and, for `fair`, "Score", the columns 1 and 2 have them.
 * @param {ListTable} table
 * @param {string[]} apart
 * @param {string} fair "" if there is none
 */
function findLabels(table, apart, fair) {
  const { rows, chosen } = table;
  const width = rows[0].length;
  const labels = fair ? [...apart, fair] : apart;
  /** @param {string[]} wanted */
  const find = (wanted) =>
    listOthers(table).filter((column) =>
      wanted.includes(labelColumn(table, column)),
    );
  if (chosen.hasHeading) {
    const apartColumns = find(apart);
    if (apartColumns.length > 0)
      Object.assign(chosen, { apart: apartColumns, isPicked: true });
    [chosen.fair] = find([fair]);
  } else if (labels.length > 0 && labels.length < width) {
    Object.assign(chosen, {
      apart: apart.map((_, i) => width - labels.length + i),
      isPicked: true,
    });
    chosen.fair = fair ? width - 1 : undefined;
    chosen.labels = labels;
  }
}

/**
 * Return whether a row has a number of tickets behind a name.
 * @param {Cells} cells
 */
const isWeighted = ([, ...others]) =>
  others.some((cell) => readWeight(cell) !== undefined);

/**
 * Choose the column of numbers as the tickets, unless all lines end in numbers as they are.
 * @param {ListTable} table
 */
export function chooseNumbers(table) {
  const [column] = listTickets(table.rows, table.chosen.hasHeading);
  if (
    column !== undefined &&
    table.rows[0].length > 1 &&
    (table.text.includes('"') || !haveTickets(readLines(table.text)))
  )
    chooseTickets(table, column);
}

/**
 * Choose the column of the tickets; it is no part of the name then.
 * @param {ListTable} table
 * @param {number | undefined} tickets undefined for a table without tickets
 */
export function chooseTickets({ chosen, rows }, tickets) {
  const name =
    chosen.name.length === rows[0].length
      ? chosen.name.filter((column) => column !== tickets)
      : chosen.name;
  Object.assign(chosen, { tickets, name, maybe: undefined });
}

/**
 * Put the lines of the table into the list; as they are while a number of tickets is wrong. "Name, Age" and "Ann, 31"
 * become "Ann".
 * @param {FormList} list
 */
export function cutTable(list) {
  const controls = getControls();
  const field = controls.lines;
  if (list.table?.cut !== field.value) list.table = undefined;
  const { table } = list;
  $("#columns").hidden = table === undefined || table.rows[0].length === 1;
  const areWrong = findWrong(table).length > 0;
  if (areWrong) getElement(HTMLDetailsElement, "#readings").open = true;
  if (!table || table.isTyped) return;
  const columns = chooseColumns(table, readKind());
  const { apart, fair } = columns;
  if (hasRules())
    controls.apart.value = apart
      .map((column) => labelColumn(table, column))
      .join(";");
  controls.fair.value = fair === undefined ? "" : labelColumn(table, fair);
  field.value =
    areWrong || isUncut(table, columns)
      ? table.text
      : cutRows(table.rows, columns).join("\n");
  table.cut = field.value; // as the browser writes the ends of lines
  list.labelledText = field.value;
}

/**
 * Return the rows of the table whose number of tickets is wrong, if tickets count.
 * @param {FormTable | undefined} table
 * @returns {WrongTickets[]}
 */
export const findWrong = (table) =>
  table && readKind() === "winners"
    ? findWrongTickets(table.rows, chooseColumns(table, "winners"))
    : [];

/**
 * Return a sentence on what is wrong with the list, such as its numbers of tickets, and what to do; undefined if
 * nothing is.
 * @param {FormList} list
 */
export function describeWrong({ table }) {
  const { value } = getControls().lines;
  if (CONTROLS.test(value)) return t("draw.wrong.noText");
  if (!table && lacksList(value)) return t("draw.wrong.noList");
  const wrong = findWrong(table);
  return wrong.length > 0 ? describeTickets(wrong) : undefined;
}

/**
 * Return a sentence on numbers of tickets that are wrong, and what to do.
 * @param {WrongTickets[]} wrong
 */
function describeTickets(wrong) {
  const advice = t("draw.wrong.mend", {
    field: t("draw.columns.tickets"),
    choice: t("draw.columns.none"),
  });
  return [...describeWrongTickets(wrong), advice].join(" ");
}
