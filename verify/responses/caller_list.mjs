/** The list of a caller in a response: its number of items, its items, and names for them. */
// @ts-check
import {
  itemsByIndex,
  listShown,
  nameMembers,
  readSize,
  rebuildList,
} from "../arrangements/shown_items.mjs";
import { range } from "../core/lists.mjs";
import { Unknown } from "../core/validation.mjs";

/**
 * @import { DerivedPlace, Response, ShowingEndpoint } from "../arrangements/shown_items.mjs"
 * @import { DerivedResult, Endpoint } from "../endpoints/endpoint.mjs"
 * @import { Draw } from "../requests/opened_requests.mjs"
 */

const NOT_SHOWN =
  "the list cannot be read from the results here; add it as original_items";
const NOT_SAID = "it is not known here which items the results show";

/**
 * Return an endpoint that says which items its results show; of any other one the list is unknown.
 *
 * @param {Endpoint} endpoint
 * @returns {ShowingEndpoint}
 */
export function showingItems({ members, listItems, showsAll }) {
  if (members === undefined || listItems === undefined)
    throw new Unknown("original_items", NOT_SAID);
  return { members, listItems, showsAll };
}

/**
 * Return an endpoint that also says which places of a derived result get items.
 *
 * @param {Endpoint} endpoint
 * @returns {ShowingEndpoint & { places: (result: DerivedResult) => DerivedPlace[] }}
 */
export function placingItems(endpoint) {
  const { places } = endpoint;
  if (places === undefined) throw new Unknown("original_items", NOT_SAID);
  return { ...showingItems(endpoint), places };
}

/**
 * Return the number of items in the list of a response, the results of which show items as an endpoint says.
 *
 * @param {Endpoint} endpoint
 * @param {Response} response
 * @returns {number}
 */
export function countItems(endpoint, response) {
  if (endpoint.listItems !== undefined)
    return readSize(showingItems(endpoint), response);
  if (response.original_items === undefined)
    throw new Unknown("original_items", NOT_SHOWN);
  return response.original_items.length;
}

/**
 * Return the n items of a response each of whose results has all of them.
 *
 * @param {Endpoint} endpoint
 * @param {Response} response
 * @param {number} n
 * @returns {unknown[]}
 */
export function openList(endpoint, response, n) {
  const items =
    response.original_items ??
    rebuildList(response, listShown(showingItems(endpoint), response));
  return range(n).map((i) => items[i] ?? null);
}

/**
 * Return the list of a request, undefined if it has none, null if a part of it is not known.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @returns {unknown[] | null | undefined}
 */
export function findList({ endpoint, request: { n, items } }, response) {
  if (n === undefined || items !== undefined) return items;
  const shownItems = itemsByIndex(showingItems(endpoint), response);
  return shownItems.size === n
    ? range(n).map((index) => shownItems.get(index))
    : null;
}

/**
 * Return a function from names to the results of a response with the name of each item; undefined if the items that
 * they show are not known.
 *
 * @param {Endpoint} endpoint
 * @param {Response} response
 * @returns {((names: unknown[]) => unknown) | undefined}
 */
export function openNaming({ members, nameItems = nameMembers }, response) {
  if (members === undefined) return undefined;
  return (names) => nameItems(response, names, members);
}
