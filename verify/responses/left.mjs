/** How many results the request of a response leaves. */
// @ts-check
import { itemsByIndex } from "../arrangements/shown_items.mjs";
import { canonicalJson } from "../core/canonical.mjs";
import { UNCOUNTED, describeLeft, makeLabels } from "../core/results_left.mjs";
import { showingItems } from "./caller_list.mjs";

/**
 * @import { Response } from "../arrangements/shown_items.mjs"
 * @import { DescribedLeft } from "../core/origins.mjs"
 * @import { Labels } from "../core/results_left.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { Draw } from "../requests/opened_requests.mjs"
 */

/**
 * Return what is known of how many results the request of a response leaves.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @param {JsonObject} expected what the response has to be
 * @param {unknown[]} [names] that the items of the list stand for
 * @returns {DescribedLeft}
 */
export function countResults(draw, response, expected, names) {
  const { endpoint, request, repeats } = draw;
  const isBatch = repeats !== undefined;
  const first = isBatch ? firstOfEach(expected) : expected;
  const labels = labelItems(draw, response, names);
  return describeLeft(endpoint.leaves?.(request, labels, first) ?? UNCOUNTED);
}

/**
 * Return the members of the first result of a batch: of { size: 2, pairs: [[…], […]] } { pairs: […] }.
 *
 * @param {JsonObject} batch
 * @returns {JsonObject}
 */
const firstOfEach = (batch) =>
  Object.fromEntries(
    Object.entries(batch).flatMap(([name, values]) =>
      Array.isArray(values) ? [[name, values[0]]] : [],
    ),
  );

/**
 * Return the labels of the items of a response, or of the names that they stand for.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @param {unknown[]} [names]
 * @returns {Labels}
 */
function labelItems({ endpoint, request: { n, items } }, response, names) {
  if (names !== undefined && names.length === n)
    return makeLabels((index) => canonicalJson(names[index]), false);
  /** @returns {Map<number, unknown>} */
  const findItems = () => {
    if (n === undefined) return new Map();
    if (items !== undefined) return new Map(items.entries());
    return itemsByIndex(showingItems(endpoint), response);
  };
  const knownItems = findItems();
  return makeLabels((index) =>
    knownItems.has(index) ? canonicalJson(knownItems.get(index)) : undefined,
  );
}
