/** The results of seeded requests, derived again from docs/definitions/stream.md. */
// @ts-check
import { Refused, checkInteger, checkList } from "../core/validation.mjs";
import { searchDeals } from "../deals/search.mjs";
import { findDraw } from "../requests/found_draws.mjs";
import { openRequest } from "../requests/opened_requests.mjs";

/**
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { SearchRequest } from "../deals/search.mjs"
 * @import { DerivedResult, DrawRequest, Endpoint } from "../endpoints/endpoint.mjs"
 * @import { Draw } from "../requests/opened_requests.mjs"
 */

/**
 * The results of a request, one after the other, and the members that follow from all of them, such as those of a
 * search.
 *
 * @typedef {{ results: DerivedResult[], summary?: JsonObject }} DerivedResults
 */

/**
 * Return the draw that a request with its path asks for; the list of a caller is its `items`, or `n` for their number
 * alone.
 *
 * @param {JsonObject} asked such as { path: "/v1/items/shuffle", items: ["a", "b"], seed: "s" }
 * @returns {Draw}
 */
export function openDraw({ n, items, sign = false, ...asked }) {
  const list =
    items === undefined
      ? { n }
      : { n: checkList("items", items).length, items };
  return openRequest(
    findDraw(sign === false ? asked : { sign, ...asked }),
    list,
  );
}

/**
 * Return the result of a request with its path, without the provenance in its response: of
 * { path: "/v1/integers", max: 6, count: 2, seed: "a" } { draws: 2, integers: [3, 6] }.
 *
 * @param {JsonObject} asked
 * @returns {Promise<DerivedResult>}
 */
export async function computeResult(asked) {
  if ((asked.notation ?? "code") !== "code")
    throw new Refused(
      "notation",
      "cards are written as code here; /v1/verify knows the other notations",
    );
  const draw = openDraw(asked);
  const { results, summary } = await deriveAll(draw);
  return { ...summary, ...joinResults(results, draw.repeats !== undefined) };
}

/**
 * Return the results of a draw, and the members that describe a search.
 *
 * @param {Draw} draw
 * @returns {Promise<DerivedResults>}
 */
export async function deriveAll({ endpoint, request, repeats = 1 }) {
  if (request.where !== undefined) return findAll(endpoint, request, repeats);
  const results = [];
  for (let i = 0; i < repeats; i++) {
    const ownRequest = { ...request, ...countOn(request, i) };
    results.push(await endpoint.derive(ownRequest));
  }
  return { results, summary: endpoint.summarize?.(request, results) };
}

/**
 * Return the results that a search finds, and the members that describe it.
 *
 * @param {Endpoint} endpoint
 * @param {DrawRequest} request
 * @param {number} repeats how many are searched
 * @returns {Promise<DerivedResults>}
 */
async function findAll(endpoint, request, repeats) {
  // Its members are checked there
  const searched = /** @type {SearchRequest} */ (request);
  const { shoe, results, summary } = await searchDeals(searched, repeats);
  return {
    results: results.flatMap(
      (foundDeal, i) => endpoint.format?.(foundDeal, shoe, request, i) ?? [],
    ),
    summary: { ...summary },
  };
}

/**
 * Return what differs in the request of a later result of a batch: each number that counts the results, as far as it is
 * there.
 *
 * @param {DrawRequest} request
 * @param {number} i how many results are before it: 2 makes { index: 2, board: 3 } of { index: 0, board: 1 }
 * @returns {{ [name: string]: number }}
 */
function countOn(request, i) {
  const least = { index: 0, board: 1, deal_number: 1 };
  const counters = Object.entries(least).filter(
    ([name]) => request[name] !== undefined,
  );
  return Object.fromEntries(
    counters.map(([name, min]) => [
      name,
      checkInteger(name, request[name], min, 2 ** 53 - 1) + i,
    ]),
  );
}

const NO_DEAL = { draws: 0, hands: [], piles: [] };

/**
 * Return the members of a response for its results, of a batch with one entry for each: { draws: 1, rank: 5 } and
 * { draws: 2, rank: 8 } are joined to { draws: 3, rank: [5, 8] }.
 *
 * @param {DerivedResult[]} results
 * @param {boolean} isBatch
 * @returns {DerivedResult}
 */
export function joinResults(results, isBatch) {
  const [first = NO_DEAL] = results;
  if (!isBatch || results.length === 0) return first;
  const columns = Object.keys(first).map((name) => [
    name,
    results.map((result) => result[name]),
  ]);
  return {
    ...Object.fromEntries(columns),
    draws: results.reduce((sum, { draws }) => sum + draws, 0),
  };
}
