/**
 * The caller's own items: draws by weights, and the items of a response. Implemented from docs/definitions/stream.md
 * alone.
 */
// @ts-check
import { hashList, range } from "../core/canonical.mjs";
import {
  Refused,
  Unknown,
  checkInteger,
  checkList,
} from "../core/validation.mjs";

/** @import { Below, ShownItem } from "../arrangements/attributes.mjs" */
/** @import { OrderOptions } from "../core/draws.mjs" */

/**
 * A result, or a part of one such as a hand, that shows items with their indices.
 * @typedef {{ items: unknown[], indices: number[] }} ShownPlace
 */

/**
 * The same as it is derived, before the items are added.
 * @typedef {{ items?: unknown[], indices: number[] }} DerivedPlace
 */

/**
 * A response. Its results are in members that its endpoint tells; `repeats` is how many it has, if it has a list of
 * them.
 * @typedef {{
 *   size?: number,
 *   original_items?: unknown[],
 *   repeats?: number,
 *   [member: string]: unknown,
 * }} Response
 */

/**
 * What an endpoint says of the items that its results show: see SHOWN_ITEMS. `hasList` says whether each result has the
 * whole list.
 * @typedef {{
 *   members: string[],
 *   listItems(result: Record<string, unknown>): ShownItem[],
 *   hasList?: boolean,
 * }} ShowingEndpoint
 */

/**
 * Names in the form of the indices that they stand for, such as [["Ann", "Ben"], ["Cid"]] for [[0, 1], [2]].
 * @typedef {unknown} NamesByPlace
 */

const MAX = 2 ** 53 - 1;

/**
 * Return the weights of n items, by default 1 each.
 * @param {unknown} n the number of items
 * @param {number[] | undefined} given the weights of the request
 * @returns {number[]}
 */
function checkWeights(n, given) {
  /** @type {number[]} */
  const weights = given ?? Array(checkInteger("size", n, 1, 10 ** 7)).fill(1);
  checkList("weights", weights);
  weights.forEach((weight, i) => checkInteger(`weights[${i}]`, weight, 0, MAX));
  if (weights.length !== n)
    throw new Refused("weights", "one for each item was expected");
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total < 1n || total > BigInt(MAX))
    throw new Refused("weights", `a total of 1 to ${MAX} was expected`);
  return weights;
}

/**
 * Return the digits of a weight without its point, and how many of them are decimals: of 1.5e-7 "15" and 8.
 * @param {number} weight a weight
 * @returns {{ digits: string, decimals: number }}
 */
function splitDecimal(weight) {
  const parts =
    /^(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:e(?<exponent>[+-]?\d+))?$/.exec(
      String(weight),
    )?.groups ?? {};
  const { whole, fraction = "", exponent = "0" } = parts;
  return {
    digits: whole + fraction,
    decimals: fraction.length - Number(exponent),
  };
}

/**
 * Return decimal weights times the least power of ten that makes all of them whole; what are no such weights as it is.
 * @param {unknown} weights the weights of a request, of any form
 * @returns {unknown} a list of whole numbers, if it is one of numbers
 */
export function makeWhole(weights) {
  /** @param {unknown} weight */
  const isWeight = (weight) =>
    typeof weight === "number" && Number.isFinite(weight) && weight >= 0;
  if (
    !Array.isArray(weights) ||
    !weights.every(isWeight) ||
    weights.every(Number.isInteger)
  )
    return weights;
  const parts = weights.map(splitDecimal);
  const maxDecimals = parts.reduce(
    (larger, { decimals }) => Math.max(larger, decimals),
    0,
  );
  return parts.map(({ digits, decimals }) =>
    Number(BigInt(digits) * 10n ** BigInt(maxDecimals - decimals)),
  );
}

/**
 * Return the rule of a draw of n items by their weights: a function of below, n and the number of draws.
 * @param {OrderOptions} request the request
 * @returns {(below: Below, n: unknown, length: number) => number[]}
 */
export function selectWeighted({ n, weights: given, replacement }) {
  const weights = [...checkWeights(n, given)];
  return (below, _, length) => {
    let total = weights.reduce((sum, weight) => sum + weight, 0);
    const left = [...weights]; // of the items that may be drawn
    const drawOne = () => {
      if (total === 0)
        throw new Refused(
          "count",
          "at most the number of items with a weight was expected",
        );
      let number = below(total);
      const item = left.findIndex((weight) => {
        number -= weight;
        return number < 0;
      });
      if (!replacement) {
        total -= left[item];
        left[item] = 0;
      }
      return item;
    };
    return Array.from({ length }, drawOne);
  };
}

/**
 * Return each index of a list with its item in another.
 * @param {number[]} indices the indices
 * @param {unknown[]} items the item of each
 * @returns {ShownItem[]}
 */
export const pairItems = (indices, items) => {
  checkList("items", items);
  checkList("indices", indices);
  return indices.map((index, k) => [index, items[k]]);
};

/**
 * Return the items of a list of objects with `items` and `indices`, such as hands.
 * @param {string} where the place of the list in the response, such as "hands"
 * @param {ShownPlace[]} places the list
 * @returns {ShownItem[]}
 */
export const pairPlaces = (where, places) => {
  checkList(where, places);
  return places.flatMap((place) => pairItems(place?.indices, place?.items));
};

/**
 * What an endpoint says of the items that its results show: `members`, those of a result that have them; `listItems`,
 * the index and the item of each; `places`, the parts of a derived result that get items; and `nameItems`, the results
 * in the form of their indices with the name that stands for each item, by default those of `members`. A result of a
 * shuffle or a draw:
 */
export const SHOWN_ITEMS = {
  members: ["items", "indices"],
  /** @param {ShownPlace} result */
  listItems: ({ items, indices }) => pairItems(indices, items),
  /**
   * @param {Response} response
   * @param {unknown[]} names by the index of each item
   */
  nameItems: (response, names) => nameMembers(response, names, ["indices"]),
  /** @param {DerivedPlace} result */
  places: (result) => [result],
};

/** The same of a deal. */
export const SHOWN_PLACES = {
  members: ["hands", "piles"],
  /** @param {{ hands: ShownPlace[], piles: ShownPlace[] }} result */
  listItems: ({ hands, piles }) => [
    ...pairPlaces("hands", hands),
    ...pairPlaces("piles", piles),
  ],
  /** @param {{ hands: DerivedPlace[], piles: DerivedPlace[] }} result */
  places: ({ hands, piles }) => [...hands, ...piles],
};

/**
 * Return members of a response in the form of their indices, with the name that stands for each item; of several
 * members an object.
 * @param {Response} response the response
 * @param {unknown[]} names by the index of each item
 * @param {string[]} members the names of the members
 * @returns {NamesByPlace}
 */
export function nameMembers(response, names, members) {
  /**
   * @param {any} value an index, a place, or a list of these
   * @returns {NamesByPlace}
   */
  const nameAll = (value) => {
    if (Array.isArray(value)) return value.map(nameAll);
    return typeof value === "number" ? names[value] : nameAll(value.indices);
  };
  if (members.length === 1) return nameAll(response[members[0]]);
  return Object.fromEntries(
    members.map((member) => [member, nameAll(response[member])]),
  );
}

/**
 * Return the index and the item of each that a result shows, one list for each result of a response, which may be
 * altered.
 * @param {ShowingEndpoint} endpoint what the endpoint says of its results
 * @param {Response} response the response
 * @returns {ShownItem[][]}
 */
export function listShown({ members, listItems }, response) {
  /** @param {(member: string) => unknown} read a function that returns a member of a result */
  const listResult = (read) =>
    listItems(Object.fromEntries(members.map((name) => [name, read(name)])));
  if (response.repeats === undefined)
    return [listResult((name) => response[name])];
  /** @type {Map<string, unknown[]>} */
  const lists = new Map(); // the values of each member, one for each result
  for (const name of members) lists.set(name, checkList(name, response[name]));
  const lengths = [...lists.values()].map(({ length }) => length);
  return range(Math.max(...lengths)).map((i) =>
    listResult((name) => lists.get(name)?.[i]),
  );
}

/**
 * Return the items of a caller by index: of the list if it is given, otherwise those that the response has.
 * @param {ShowingEndpoint} endpoint what the endpoint says of its results
 * @param {Response} response the response
 * @returns {Map<number, unknown>}
 */
export function itemsByIndex(endpoint, { original_items, ...response }) {
  if (original_items !== undefined) return new Map(original_items.entries());
  // Frozen by the golden vectors: where an altered item is found. Of plain items the last result counts first.
  const shown = listShown(endpoint, response);
  if (endpoint.members.includes("items")) shown.reverse();
  return new Map(shown.flat().reverse());
}

/**
 * Return the number of items of a response, the results of which show them as an endpoint says.
 * @param {ShowingEndpoint} endpoint what the endpoint says of its results
 * @param {Response} response the response
 * @returns {number}
 */
export function readSize(endpoint, { size, original_items, ...response }) {
  const n = checkInteger("size", size, 0, 10 ** 7);
  /** @param {unknown[]} list */
  const isSize = (list) => list.length === n;
  // Also beside the list: what is no result is false before its request is read
  const shown = listShown(endpoint, response);
  if (endpoint.hasList && !shown.every(isSize))
    throw new Refused(
      "size",
      "the number of items in each result was expected",
    );
  if (original_items !== undefined && !isSize(original_items))
    throw new Refused("size", "the number of original_items was expected");
  return n;
}

/**
 * Return the n items of a response, each of whose results has all; null for those that are not known.
 * @param {ShowingEndpoint} endpoint what the endpoint says of its results
 * @param {Response} response the response
 * @param {number} n the number of items
 * @returns {unknown[]}
 */
export function completeList(endpoint, { original_items, ...response }, n) {
  if (original_items?.length === n) return original_items;
  const known = itemsByIndex(endpoint, response);
  if (
    original_items === undefined &&
    known.size < n &&
    (known.size === 0 || response.hands === undefined)
  )
    throw new Unknown(
      "original_items",
      "items that were not drawn decide as well; add the list of the request as original_items",
    );
  return Array.from({ length: n }, (_, i) => known.get(i) ?? null);
}

/**
 * Add the items to results that have their indices; return the other members of a response of a caller's items. Without
 * the list, and if not all of its items are in the response, `items_sha256` is undefined.
 * @template Result
 * @param {ShowingEndpoint & { places: (result: Result) => DerivedPlace[] }} endpoint what the endpoint says of its
 *   results
 * @param {Result[]} results the derived results, which are changed
 * @param {number} n the number of items
 * @param {Response} response the response
 * @returns {Promise<{ size?: number, items_sha256: string | null | undefined, original_items?: unknown[] }>}
 */
export async function deriveItems(endpoint, results, n, response) {
  const { original_items } = response;
  const known = itemsByIndex(endpoint, response);
  const places = results.flatMap((result) => endpoint.places(result));
  for (const place of places)
    place.items = place.indices.map((index) => known.get(index) ?? null);
  if (original_items !== undefined)
    return {
      size: original_items.length,
      items_sha256: await hashList(original_items),
      original_items,
    };
  const drawn = new Set(places.flatMap(({ indices }) => indices));
  if (drawn.size < n) return { items_sha256: undefined };
  return {
    items_sha256: await hashList(
      Array.from({ length: n }, (_, i) => known.get(i)),
    ),
  };
}
