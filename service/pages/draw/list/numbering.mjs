/** The numbers before the names of a list, "1. Ann" and "2) Bo", which are of the list and no parts of the names. */
// @ts-check
/** @import { Row, Rows } from "./rows.mjs" */
import { isHeadingRow } from "./headings.mjs";

const NUMBER = /^(?<mark>(?<number>\d{1,4})(?:\.\)|[.)]))(?<rest>\s.*|\D.*|)$/;

/**
 * A row that begins with a number of the list: its `mark` "1.", its `number`, and the `rest` of its first cell.
 * @typedef {{ row: Row, mark: string, number: number, rest: string }} NumberedRow
 */

/**
 * Return the number that a row begins with; undefined if it begins with none, or with a decimal such as "1.5".
 * @param {Row} row
 * @returns {NumberedRow | undefined}
 */
function readNumber(row) {
  const { mark, number, rest } = NUMBER.exec(row[0])?.groups ?? {};
  if (mark === undefined) return undefined;
  return { row, mark, number: Number(number), rest: rest.trim() };
}

/**
 * Return the rows that have numbers from 1 on, one after the other; undefined if any has another, or they are not
 * several.
 * @param {Row[]} rows
 */
function readNumbers(rows) {
  const numbered = rows.map(readNumber).filter((row) => row !== undefined);
  const areAll = numbered.length > 1 && numbered.length === rows.length;
  const areInOrder = numbered.every(({ number }, i) => number === i + 1);
  return areAll && areInOrder ? numbered : undefined;
}

/**
 * Return a row with other cells.
 * @param {Row} row
 * @param {string[]} cells
 * @returns {Row}
 */
const changeCells = (row, cells) => Object.assign(cells, { line: row.line });

/**
 * Return a row without the number in its first cell.
 * @param {NumberedRow} numbered
 */
const cutNumber = ({ row, rest }) => changeCells(row, [rest, ...row.slice(1)]);

/**
 * Return a row without its first cell, which has a number alone.
 * @param {NumberedRow} numbered
 */
const cutCell = ({ row }) => changeCells(row, row.slice(1));

/**
 * Return the rows without the numbers that they begin with, which are in `leftOut` then; as they are if some have none.
 *
 * "1. Ann" and "2. Bo" become "Ann" and "Bo". A line above them, such as "Friday", is a label if it is no heading. A
 * number without a name, as "3." for somebody who is missing, is no row.
 * @param {Rows} rows
 * @returns {Rows}
 */
export function cutNumbers(rows) {
  const [first, ...below] = rows;
  const isNumbered = readNumber(first) !== undefined;
  const numbered = readNumbers(isNumbered ? rows : below);
  if (numbered === undefined) return rows;
  const isInCells = numbered.some(({ rest }) => rest);
  const isSingle = first.filter(Boolean).length === 1;
  const isHeading =
    !isNumbered && (isInCells || !isSingle) && isHeadingRow(first);
  const isLabel = !isNumbered && !isHeading && isSingle;
  const isBelowOther = !isNumbered && !isLabel;
  if (!isInCells && (isBelowOther || first.length === 1)) return rows;
  const names = numbered
    .map(isInCells ? cutNumber : cutCell)
    .filter((row) => row.some(Boolean));
  const { separator, isHeaded, leftOut } = rows;
  const marks = numbered.map(({ row, mark }) => changeCells(row, [mark]));
  const labels = isLabel ? [first, ...(leftOut.label ?? [])] : leftOut.label;
  return Object.assign(isBelowOther ? [first, ...names] : names, {
    separator,
    isHeaded,
    isAltered: true,
    leftOut: { number: marks, ...leftOut, ...(labels && { label: labels }) },
    numbered: rows,
  });
}
