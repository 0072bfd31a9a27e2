/** The columns of the table in the list, to choose from. */
// @ts-check
/** @import { ListTable } from "../list/reading.mjs" */
/** @import { FormList } from "./recognised.mjs" */
import { $, $$, create } from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";
import { guessColumns, listNames, listTickets } from "../list/columns.mjs";
import { getControls } from "./fields.mjs";
import { labelColumn, listNumbers, listOthers } from "../list/reading.mjs";
import { chooseTickets, openText } from "./recognised.mjs";

/**
 * Recognise the table in the text of the form, and show its columns. `isTyped`: only show it yet.
 * @param {FormList} list
 * @param {{ isTyped?: boolean }} [options]
 */
export function recogniseTable(list, options) {
  if (openText(list, options) && list.table) fillColumns(list.table);
}

/**
 * Return the label of a column for a choice: its heading, or its number with an example.
 * @param {ListTable} table
 * @param {number} column
 */
function nameColumn(table, column) {
  const label = labelColumn(table, column);
  if (label !== String(column + 1)) return label;
  return t("draw.columns.column", {
    number: column + 1,
    example: table.rows[0][column],
  });
}

/**
 * Return the label of columns that are chosen together: "First name Last name", or that the whole line is.
 * @param {ListTable} table
 * @param {number[]} columns
 */
function nameColumns(table, columns) {
  const { rows, chosen } = table;
  const isGuessed =
    chosen.hasHeading && columns.join() === guessColumns(rows).name.join();
  const isWhole = columns.length === rows[0].length && columns.length > 1;
  return isWhole && !isGuessed
    ? t("draw.columns.whole")
    : columns.map((column) => nameColumn(table, column)).join(" ");
}

/**
 * Create the options of a select, each of some columns.
 * @param {ListTable} table
 * @param {number[][]} choices
 * @param {string} selected the value of the option that is selected: "0,2" for the first column and the third
 */
const createOptions = (table, choices, selected) =>
  choices.map((columns) =>
    create(
      "option",
      { value: columns.join(), selected: columns.join() === selected },
      nameColumns(table, columns),
    ),
  );

/**
 * Create the options of a select that takes one column or none.
 * @param {ListTable} table
 * @param {number[]} columns
 * @param {number | undefined} selected
 * @param {string} none the label of the option without a column
 */
const createColumnOptions = (table, columns, selected, none) => [
  create("option", { value: "" }, none),
  ...createOptions(
    table,
    columns.map((column) => [column]),
    String(selected),
  ),
];

/**
 * Show the columns of the table, to choose from: the selects have options such as "0,2" for the first column with the
 * third.
 * @param {ListTable} table
 */
export function fillColumns(table) {
  const { rows, chosen } = table;
  const names = new Map(
    [chosen.name, ...listNames(rows)].map((columns) => [
      columns.join(),
      columns,
    ]),
  );
  $("#name-column").replaceChildren(
    ...createOptions(table, [...names.values()], chosen.name.join()),
  );
  /** @param {number} column */
  const createCheck = (column) =>
    create(
      "label.check",
      create("input", {
        type: "checkbox",
        value: column,
      }),
      " ",
      create("span", nameColumn(table, column)),
    );
  $("#apart-columns > div").replaceChildren(
    ...listOthers(table).map(createCheck),
  );
  $("#fair-column").replaceChildren(
    ...createColumnOptions(
      table,
      listNumbers(table),
      chosen.fair,
      t("draw.columns.notFair"),
    ),
  );
  $("#tickets-column").replaceChildren(
    ...createColumnOptions(
      table,
      listTickets(rows, chosen.hasHeading),
      chosen.tickets,
      t("draw.columns.none"),
    ),
  );
}

/**
 * Return the columns of a value of an option: [0, 2] of "0,2".
 * @param {string} value
 */
const toColumns = (value) => value.split(",").map(Number);

/**
 * Return the column of a value of an option; undefined of "".
 * @param {string} value
 */
const toColumn = (value) => (value === "" ? undefined : Number(value));

/**
 * Change the table when somebody chooses columns.
 * @param {FormList} list
 * @param {() => void} update
 */
export function listenToColumns(list, update) {
  $("#list").addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target); // or a select
    if (!target.closest("#columns, #apart-columns")) return;
    recogniseTable(list); // the list may have been changed a moment ago
    if (!list.table) return;
    chooseColumn(list.table, target);
    update();
  });
}

/**
 * Choose the columns of a table that a select, or a check of `#apart-columns`, has now.
 * @param {ListTable} table
 * @param {HTMLInputElement} field
 */
function chooseColumn(table, field) {
  const { chosen } = table;
  const { id, value } = field;
  if (id === "name-column") chosen.name = toColumns(value);
  if (id === "tickets-column") chooseTickets(table, toColumn(value));
  if (id === "fair-column") chosen.fair = toColumn(value);
  getControls().weighted.checked = chosen.tickets !== undefined;
  if (field.closest("#apart-columns")) {
    const selector = "#apart-columns :checked";
    const checked = /** @type {HTMLInputElement[]} */ ($$(selector));
    chosen.apart = checked.map((check) => Number(check.value));
    chosen.isPicked = true;
  } else fillColumns(table);
}
