/** The result of a check as text. */
// @ts-check
import { CHOOSERS, describeDue } from "./core/origins.mjs";
import { escapeInvisible } from "./core/escaped_texts.mjs";

/**
 * @import { Verdict } from "./check.mjs"
 * @import { Difference } from "./core/validation.mjs"
 */

/**
 * Return lines below a text, each of which is indented; everything invisible in them is escaped.
 *
 * @param {string[]} lines
 */
const indentLines = (lines) =>
  lines.map((line) => `\n  ${escapeInvisible(line)}`).join("");

/**
 * Return a value as JSON, or that there is none.
 *
 * @param {unknown} value
 */
const formatValue = (value) =>
  value === undefined ? "nothing" : JSON.stringify(value);

/**
 * Return a difference as text, in which everything invisible is escaped.
 *
 * @param {Difference} difference
 */
function formatDifference({ where, expected, seen, draw, detail }) {
  const place = draw === undefined ? where : `${where} (draw ${draw})`;
  const lines = [
    `expected  ${formatValue(expected)}`,
    `seen      ${formatValue(seen)}`,
    ...(detail ? [detail] : []),
  ];
  return `not valid: ${escapeInvisible(place)} differs${indentLines(lines)}`;
}

/**
 * Return a result as text, in which everything invisible is escaped.
 *
 * @param {Verdict} result
 * @returns {string} such as "valid", and in a line below who could choose
 */
export function describeResult({
  valid,
  chosen_by: chosenBy,
  rests_on: reason,
  difference,
  unchecked = {},
  derived,
  notes: more = [],
}) {
  if (valid === false && difference !== undefined)
    return formatDifference(difference);
  const due = describeDue(derived?.round_due);
  const notes = [
    `${CHOOSERS[chosenBy]}: ${reason}`,
    ...more,
    ...(due && !reason?.includes(due) ? [`${due}.`] : []),
  ];
  if (valid) return `valid${indentLines(notes)}`;
  const reasons = Object.entries(unchecked).map(
    ([name, sentence]) => `${name}: ${sentence}`,
  );
  return `Nothing differs, but not everything was checked:${indentLines([...reasons, ...notes])}`;
}
