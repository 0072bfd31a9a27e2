/** The response that a draw has: what a response is compared with. */
// @ts-check
import { deriveItems } from "../arrangements/shown_items.mjs";
import { hashList } from "../core/canonical.mjs";
import { UNCHECKED } from "../core/draws.mjs";
import { parseDigest } from "../core/validation.mjs";
import { describeDraw, writeRequest } from "../requests/written_requests.mjs";
import { placingItems } from "./caller_list.mjs";
import { inRequest, inResults } from "./errors.mjs";
import { deriveAll, joinResults, openDraw } from "./results.mjs";

/**
 * @import { Response } from "../arrangements/shown_items.mjs"
 * @import { Unchecked } from "../core/draws.mjs"
 * @import { Difference, JsonObject } from "../core/validation.mjs"
 * @import { DerivedResult, DrawRequest } from "../endpoints/endpoint.mjs"
 * @import { Draw } from "../requests/opened_requests.mjs"
 */

/**
 * The members of a response that follow from the list of a caller; its hash is null for a list with large numbers.
 *
 * @typedef {object} ListMembers
 * @property {number} [size]
 * @property {string | null | Unchecked} [items_sha256]
 * @property {unknown[]} [original_items]
 */

/**
 * Return the response to a request with its path and a seed or a deal_number; under the seed of a proof, its terms are
 * `prove`.
 *
 * @param {JsonObject & { items?: unknown[], prove?: JsonObject }} request
 * @returns {Promise<JsonObject>}
 */
export async function deriveResponse({ prove, ...asked }) {
  const { original_items, ...response } = await respond(
    openDraw(asked),
    { original_items: asked.items },
    prove,
  );
  return response;
}

/**
 * Return the response to a draw. From `knownResponse` only the caller's list is read, its items and its hash: it is the
 * response to check, or { original_items } of the request. The response to a proved request has the terms in `prove`. A
 * member that is UNCHECKED is compared with nothing.
 *
 * @param {Draw} draw
 * @param {Response} knownResponse
 * @param {JsonObject} [prove]
 * @returns {Promise<JsonObject>}
 */
export async function respond(draw, knownResponse, prove) {
  const { endpoint, request, repeats } = draw;
  const { results, summary } = await inRequest(() => deriveAll(draw));
  for (const result of results) {
    for (const name of Object.keys(endpoint.unchecked ?? {}))
      result[name] = UNCHECKED;
  }
  const ofList = await deriveListMembers(draw, results, knownResponse);
  const { draws, ...members } = joinResults(results, repeats !== undefined);
  const { seed, index } = request;
  return {
    ...describeDraw(draw),
    ...summary,
    draws,
    ...(seed === undefined ? {} : { seed, index, stream: "sd1" }),
    ...(repeats === undefined ? {} : { repeats }),
    ...members,
    // A proof fixes the list; otherwise the seed keeps its results for a list that grows
    ...(endpoint.grows && { grows: prove === undefined }),
    request: writeRequest(draw, prove),
    ...ofList,
  };
}

/**
 * Return the members of a response that follow from the list of a caller, none of any other response. Its hash is
 * unchecked if not all of its items are known.
 *
 * @param {Draw} draw
 * @param {DerivedResult[]} results which get the items that they show
 * @param {Response} knownResponse
 * @returns {Promise<ListMembers>}
 */
async function deriveListMembers(
  { endpoint, request },
  results,
  knownResponse,
) {
  if (request.n === undefined) return {};
  const members = endpoint.showsAll
    ? await describeList(request, knownResponse)
    : await deriveItems(
        placingItems(endpoint),
        results,
        request.n,
        knownResponse,
      );
  if (members.items_sha256 !== undefined) return members;
  if ((knownResponse.items_sha256 ?? null) !== null)
    await inResults(() =>
      parseDigest("items_sha256", knownResponse.items_sha256),
    );
  return { ...members, items_sha256: UNCHECKED };
}

/**
 * Return the members that describe the list of a response, for rules that need the list.
 *
 * @param {DrawRequest} request
 * @param {Response} response
 * @returns {Promise<ListMembers>}
 */
const describeList = async ({ items }, { original_items }) => ({
  items_sha256: await hashList(items),
  ...(original_items === undefined
    ? {}
    : { size: original_items.length, original_items }),
});

/**
 * Return the difference between the hash of the list of a response and its `items_sha256`, undefined if there is none.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @returns {Promise<Difference | undefined>}
 */
export async function findOtherList({ request }, response) {
  const { items_sha256: expected } = await describeList(request, response);
  const seen = response.items_sha256;
  return expected === (seen ?? null)
    ? undefined
    : { where: "items_sha256", expected, seen };
}
