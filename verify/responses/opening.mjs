/** The draw that the request in a response asks for. */
// @ts-check
import { completeList } from "../arrangements/shown_items.mjs";
import { hashList } from "../core/canonical.mjs";
import { Refused, Unknown, isObject } from "../core/validation.mjs";
import { findDraw } from "../requests/found_draws.mjs";
import { openRequest } from "../requests/opened_requests.mjs";
import { nameRequest } from "../requests/written_requests.mjs";
import { countItems, openList, showingItems } from "./caller_list.mjs";
import { findDifference } from "./differences.mjs";
import { blameOtherList, inRequest, inResults } from "./errors.mjs";

/**
 * @import { Response } from "../arrangements/shown_items.mjs"
 * @import { Difference, JsonObject } from "../core/validation.mjs"
 * @import { Draw } from "../requests/opened_requests.mjs"
 */

/**
 * What the proof of a response is of, as far as the response follows from it: the request and its other terms.
 *
 * @typedef {{ scheme?: unknown, stream?: unknown, request: JsonObject, [term: string]: unknown }} ProvedTerms
 */

/**
 * Return the draw that the request in a response asks for. Of a caller's list it has the number of items, `n`, and the
 * `items` only if the results depend on them or each result has all, as groups have. A proved response has the seed of
 * its proof.
 *
 * @param {Response} response
 * @param {boolean} isProved
 * @returns {Promise<Draw>}
 */
export async function openResponse(response, isProved) {
  const asked = readRequest(response, isProved);
  const foundDraw = await inRequest(() => findDraw(asked));
  const { endpoint } = foundDraw;
  const n = foundDraw.hasList
    ? await inResults(() => countItems(endpoint, response))
    : undefined;
  const items =
    endpoint.showsAll && n !== undefined
      ? openList(endpoint, response, n)
      : undefined;
  const draw = await blameOtherList(items, response, () =>
    inRequest(() => openRequest(foundDraw, n === undefined ? {} : { n })),
  );
  const { request } = draw;
  if ((request.seed ?? request.deal_number) === undefined)
    throw new Refused("request.seed", "a seed was expected");
  if (items) request.items = items;
  if (n !== undefined && endpoint.needsList?.(request))
    request.items = completeList(showingItems(endpoint), response, n);
  return draw;
}

const NO_REQUEST =
  "the response is without its request; ask again with its seed for one that has it";

/**
 * Return the request of a response, with the seed of the response if it is proved: that is the seed of its proof.
 *
 * @param {Response} response
 * @param {boolean} isProved
 * @returns {JsonObject}
 */
function readRequest({ request, seed }, isProved) {
  if (request === undefined) throw new Unknown("request", NO_REQUEST);
  if (!isObject(request) || typeof request.path !== "string")
    throw new Refused("request", "an object with its path was expected");
  const { prove, ...asked } = request;
  return isProved ? { ...asked, seed } : asked;
}

/**
 * Return the first difference between the request of a proved response and the `request` in its proof, or undefined.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @param {ProvedTerms} alpha of its proof
 * @returns {Promise<Difference | undefined>}
 */
export async function findOtherRequest(
  draw,
  { original_items, items_sha256 },
  { request },
) {
  const named = nameRequest(draw);
  if (draw.request.n !== undefined)
    named.items_sha256 =
      original_items === undefined
        ? items_sha256
        : await hashList(original_items);
  return findDifference(named, request, "proof.alpha.request");
}
