/**
 * The items that results of a caller's list show, and the list of a response. Implemented from
 * docs/definitions/stream.md alone.
 */
// @ts-check
import { toHex, utf8 } from "../core/bytes.mjs";
import { canonicalJson, hashList } from "../core/canonical.mjs";
import { range } from "../core/lists.mjs";
import { sha256 } from "../core/sha256.mjs";
import {
  Refused,
  Unknown,
  checkInteger,
  checkList,
} from "../core/validation.mjs";

/**
 * An index that a result of a response shows, with its item. A response may be altered: an index may be of any kind.
 * @typedef {[index: number, item: unknown]} ShownItem
 */

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
 * What an endpoint says of the items that its results show: see SHOWN_ITEMS. `showsAll` says whether each result has
 * the whole list.
 * @typedef {{
 *   members: string[],
 *   listItems(result: Record<string, unknown>): ShownItem[],
 *   showsAll?: boolean,
 * }} ShowingEndpoint
 */

/**
 * Names in the form of the indices that they stand for, such as [["Ann", "Ben"], ["Cid"]] for [[0, 1], [2]].
 * @typedef {unknown} NamesByPlace
 */

/**
 * Return each index with the item at its place: of [2, 0] and ["c", "a"] it is [[2, "c"], [0, "a"]].
 * @param {number[]} indices
 * @param {unknown[]} items
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
 * @param {ShownPlace[]} places
 * @returns {ShownItem[]}
 */
export const pairPlaces = (where, places) => {
  checkList(where, places);
  return places.flatMap((place) => pairItems(place?.indices, place?.items));
};

/**
 * Return a group as a response shows it: { group: 1, items: ["Ben"], indices: [1] }. It has items if the list is known.
 * @param {number} number of the group, from 1 on
 * @param {number[]} indices
 * @param {unknown[]} [items] the list
 */
export const showGroup = (number, indices, items) => ({
  group: number,
  ...(items && { items: indices.map((index) => items[index]) }),
  indices,
});

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

/** What an endpoint says of the items of a deal: each hand and each pile has items with their indices. */
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
 * @param {Response} response
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
 * @param {ShowingEndpoint} endpoint
 * @param {Response} response
 * @returns {ShownItem[][]}
 */
export function listShown({ members, listItems }, response) {
  /** @param {(member: string) => unknown} read a function that returns a member of a result */
  const listResult = (read) =>
    listItems(Object.fromEntries(members.map((name) => [name, read(name)])));
  if (response.repeats === undefined)
    return [listResult((name) => response[name])];
  /** @type {Map<string, unknown[]>} */
  const valuesOf = new Map(); // the values of each member, one for each result
  for (const name of members)
    valuesOf.set(name, checkList(name, response[name]));
  const lengths = [...valuesOf.values()].map(({ length }) => length);
  return range(Math.max(...lengths)).map((i) =>
    listResult((name) => valuesOf.get(name)?.[i]),
  );
}

/**
 * Return the items of a caller by index: of the list if it is given, otherwise those that the response has.
 * @param {ShowingEndpoint} endpoint
 * @param {Response} response
 * @returns {Map<number, unknown>}
 */
export function itemsByIndex(endpoint, { original_items, ...response }) {
  if (original_items !== undefined) return new Map(original_items.entries());
  // FROZEN: where an altered item is found (golden vectors). Of plain items the last result counts first.
  const shown = listShown(endpoint, response);
  if (endpoint.members.includes("items")) shown.reverse();
  return new Map(shown.flat().reverse());
}

/**
 * Return the number of items of a response, the results of which show them as an endpoint says.
 * @param {ShowingEndpoint} endpoint
 * @param {Response} response
 * @returns {number}
 */
export function readSize(endpoint, { size, original_items, ...response }) {
  const n = checkInteger("size", size, 0, 10 ** 7);
  /** @param {unknown[]} list */
  const isSize = (list) => list.length === n;
  // Also beside the list: what is no result is false before its request is read
  const shown = listShown(endpoint, response);
  if (endpoint.showsAll && !shown.every(isSize))
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
 * @param {ShowingEndpoint} endpoint
 * @param {Response} response
 * @param {number} n the number of items
 * @returns {unknown[]}
 */
export function completeList(endpoint, { original_items, ...response }, n) {
  if (original_items?.length === n) return original_items;
  const shownItems = itemsByIndex(endpoint, response);
  if (
    original_items === undefined &&
    shownItems.size < n &&
    (shownItems.size === 0 || response.hands === undefined)
  )
    throw new Unknown(
      "original_items",
      "items that were not drawn decide as well; add the list of the request as original_items",
    );
  return Array.from({ length: n }, (_, i) => shownItems.get(i) ?? null);
}

/**
 * Add the items to results that have their indices; return the other members of a response of a caller's items. Without
 * the list, and if not all of its items are in the response, `items_sha256` is undefined.
 * @template Result
 * @param {ShowingEndpoint & { places: (result: Result) => DerivedPlace[] }} endpoint
 * @param {Result[]} results the derived results, which are changed
 * @param {number} n the number of items
 * @param {Response} response
 * @returns {Promise<{ size?: number, items_sha256: string | null | undefined, original_items?: unknown[] }>}
 */
export async function deriveItems(endpoint, results, n, response) {
  const { original_items } = response;
  const shownItems = itemsByIndex(endpoint, response);
  const places = results.flatMap((result) => endpoint.places(result));
  for (const place of places)
    place.items = place.indices.map((index) => shownItems.get(index) ?? null);
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
      Array.from({ length: n }, (_, i) => shownItems.get(i)),
    ),
  };
}

/**
 * Return the list to which one result gives indices: of items with the same index, the first or the last counts.
 * An item whose index is no place of the list, or one that is taken, comes to a place that is left.
 * @param {ShownItem[]} entries the indices that the result shows, with their items
 * @param {boolean} isLast whether the last one counts
 * @returns {unknown[]} the list, null where no item is left
 */
function arrangeItems(entries, isLast) {
  /** @type {unknown[]} */
  const list = Array(entries.length);
  /** @type {unknown[]} */
  const unplacedItems = [];
  /** @param {number} index */
  const isFree = (index) =>
    Number.isInteger(index) &&
    index >= 0 &&
    index < list.length &&
    !(index in list);
  for (const [index, item] of isLast ? [...entries].reverse() : entries) {
    if (isFree(index)) list[index] = item;
    else unplacedItems.push(item);
  }
  return range(list.length).map(
    (i) => (i in list ? list[i] : unplacedItems.shift()) ?? null,
  );
}

/**
 * Return the list of a response of which each result, its entries of an index and an item, has the whole list. An
 * altered index is put right by `items_sha256`, so that the check finds it.
 * @param {{ items_sha256?: unknown, [member: string]: unknown }} response
 * @param {ShownItem[][]} results the entries of each result
 * @returns {unknown[]}
 */
export function rebuildList({ items_sha256 }, results) {
  const lists = results.flatMap((entries) => [
    arrangeItems(entries, false),
    arrangeItems(entries, true),
  ]);
  return (
    lists.find(
      (list) => toHex(sha256(utf8(canonicalJson(list)))) === items_sha256,
    ) ??
    lists[0] ??
    []
  );
}
