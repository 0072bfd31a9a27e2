/** What was drawn, in the view of a verdict: names by their places, groups and pairs. */
// @ts-check
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { arrange } from "../../result/arrange.mjs";
import { showSeeded } from "../../result/seeded.mjs";
import { translateWords } from "../../result/titles.mjs";
import { toText } from "../../shared/drawn_result.mjs";
import { create } from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";

/**
 * @import { Result } from "../../shared/draw_types.mjs"
 * @import { HandedDraw } from "../../shared/handed_draw.mjs"
 */

/**
 * Render a draw from a seed as what it was: "3 winners from 10 names", and the names with their numbers, which alone
 * are checked.
 * @param {any} file the response to it, whose shape its own check knows
 * @param {HandedDraw} draw
 */
export async function viewDrawn(file, { what, lines }) {
  const named = lines ? nameNumbers(file, lines) : file;
  const { integers, drums, repeats } = file;
  const isOrder = integers && drums === undefined && repeats === undefined;
  const { result } = isOrder
    ? {
        result: arrange(what, {
          numbers: integers,
          lines: lines && named.integers,
          size: lines?.length ?? 0,
        }),
      }
    : await showSeeded(named);
  const title = create("strong", escapeInvisible(translateWords(what)));
  const claim = lines && create("p.soft", t("verify.draws.namesClaimed"));
  return result ? [create("p", title), claim, renderResult(result)] : [];
}

/**
 * Return a response with lines beside the numbers that stand for them: "Ann (number 1)" for the first. Positions,
 * counts and other numbers stay.
 * @param {any} response who asks knows its shape
 * @param {string[]} lines
 * @returns {any}
 */
function nameNumbers(response, lines) {
  /**
   * @param {unknown} value
   * @returns {unknown}
   */
  const name = (value) => {
    if (Array.isArray(value)) return value.map(name);
    const line = typeof value === "number" && lines[value - 1];
    return line
      ? t("result.claimed", { name: line, number: Number(value) })
      : value;
  };
  const { integers, items, groups, pairs } = response;
  return {
    ...response,
    ...(integers && { integers: name(integers) }),
    ...(items && { items: name(items) }),
    ...(groups && {
      groups: groups.map((/** @type {any} */ group) => ({
        ...group,
        items: name(group.items),
      })),
    }),
    ...(pairs && {
      pairs: pairs.map((/** @type {any} */ pair) => ({
        giver: name(pair.giver),
        receiver: name(pair.receiver),
      })),
    }),
  };
}

/**
 * Render the parts of a result as the desk does, and any other as text.
 * @param {Result} result
 */
export function renderResult(result) {
  const { parts, isRanked } = result;
  if (!parts)
    return create(
      "ol.numbers",
      toText(result)
        .split("\n")
        .map((line) => create("li", line)),
    );
  return create(
    "div.parts",
    parts.map(({ title, lines }) =>
      create(
        "div.part-of",
        title && create("h3", title),
        create(
          isRanked ? "ol" : "ul",
          { "aria-label": title },
          lines.map((line) => create("li", line)),
        ),
      ),
    ),
  );
}
