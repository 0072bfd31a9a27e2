/** What was drawn, in the view of a verdict: names by their places, groups and pairs, dice, coins and tickets. */
// @ts-check
import {
  areNumbered,
  renderPictures,
  toText,
} from "../../shared/drawn_result.mjs";
import { joinCells } from "../../shared/placed.mjs";
import { t } from "../../shared/texts.mjs";
import {
  createColumns,
  createFirst,
  createPart,
  createValueList,
} from "../../verdicts/view/value_lists.mjs";

/** @import { Result, ResultPart } from "../../shared/draw_types.mjs" */

const MAX_VALUES = 500; // at first
const MAX_PARTS = 100;

/**
 * Render the parts of a result as the desk does, the tickets of bingo by their rows, dice and coins as pictures, and
 * any other as text.
 * @param {Result} result
 * @returns {HTMLElement[]}
 */
export function renderResult(result) {
  const { parts = listTickets(result), isRanked } = result;
  if (parts)
    return createFirst(
      createColumns(parts.flatMap(({ lines }) => lines)),
      parts,
      MAX_PARTS,
      ({ title, lines }) =>
        createPart(title, lines, areNumbered(lines, isRanked)),
    );
  const pictures = renderPictures(result);
  if (pictures) return pictures;
  const values = toText(result)
    .split("\n")
    .map((text) => ({ text }));
  return createValueList(t("verify.values"), values, MAX_VALUES);
}

/**
 * Return the tickets of bingo as parts, with a line for each row or column; undefined for a result without any.
 * @param {Result} result
 * @returns {ResultPart[] | undefined}
 */
function listTickets({ strips, cards }) {
  if (strips)
    return strips.flatMap((strip, i) =>
      strip.map((rows, k) => ({
        title: t("shared.parts.ticket", { number: `${i + 1}–${k + 1}` }),
        lines: rows.map(joinCells),
      })),
    );
  return cards?.map((columns, i) => ({
    title: t("shared.parts.ticket", { number: i + 1 }),
    lines: columns.map((numbers, k) => `${"BINGO"[k]} ${numbers.join(" ")}`),
  }));
}
