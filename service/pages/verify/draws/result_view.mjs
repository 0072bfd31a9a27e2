/** What was drawn, in the view of a verdict: names by their places, groups and pairs. */
// @ts-check
import { toText } from "../../shared/drawn_result.mjs";
import { create } from "../../shared/elements.mjs";

/** @import { Result } from "../../shared/draw_types.mjs" */

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
