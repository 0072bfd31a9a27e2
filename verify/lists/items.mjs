/** The caller's own items: draws by weights, and the items of a response. Implemented from docs/definitions/stream.md alone. */
import { hashList, range } from "../core/canonical.mjs";
import {
  Refused,
  Unknown,
  checkInteger,
  checkList,
} from "../core/validation.mjs";

const MAX = 2 ** 53 - 1;

/** Return the weights of n items, by default 1 each. */
function checkWeights(n, given) {
  const weights = given ?? Array(checkInteger("size", n, 1, 10 ** 7)).fill(1);
  checkList("weights", weights).forEach((weight, i) =>
    checkInteger(`weights[${i}]`, weight, 0, MAX),
  );
  if (weights.length !== n)
    throw new Refused("weights", "one for each item was expected");
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total < 1n || total > BigInt(MAX))
    throw new Refused("weights", `a total of 1 to ${MAX} was expected`);
  return weights;
}

/** Return decimal weights times the least power of ten that makes all of them whole; what are no such weights as it is. */
export function makeWhole(weights) {
  const isWeight = (weight) => Number.isFinite(weight) && weight >= 0;
  if (
    !Array.isArray(weights) ||
    !weights.every(isWeight) ||
    weights.every(Number.isInteger)
  )
    return weights;
  const decimals = weights.map((weight) =>
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(weight)),
  );
  const placesOf = ([, , fraction = "", exponent = "0"]) =>
    fraction.length - Number(exponent);
  const places = decimals.reduce(
    (most, decimal) => Math.max(most, placesOf(decimal)),
    0,
  );
  return decimals.map((decimal) =>
    Number(
      BigInt(decimal[1] + (decimal[2] ?? "")) *
        10n ** BigInt(places - placesOf(decimal)),
    ),
  );
}

/** Return the rule of a draw of n items by their weights: a function of below, n and the number of draws. */
export function selectWeighted({ n, weights: given, replacement }) {
  const weights = [...checkWeights(n, given)];
  return (below, _, length) => {
    let total = weights.reduce((sum, weight) => sum + weight, 0);
    const left = [...weights];
    const drawOne = () => {
      if (total === 0)
        throw new Refused(
          "count",
          "at most the number of items with a weight was expected",
        );
      let number = below(total);
      const item = left.findIndex((weight) => (number -= weight) < 0);
      if (!replacement) [total, left[item]] = [total - left[item], 0];
      return item;
    };
    return Array.from({ length }, drawOne);
  };
}

/** Return each index of a list with its item in another. */
export const pairItems = (indices, items) => {
  const known = checkList("items", items);
  return checkList("indices", indices).map((index, k) => [index, known[k]]);
};

/** Return the items of a list of objects with `items` and `indices`, such as hands. */
export const pairPlaces = (where, places) =>
  checkList(where, places).flatMap((place) =>
    pairItems(place?.indices, place?.items),
  );

/**
 * What an endpoint says of the items that its results show: `members`, those of a result that have them; `listItems`, the index and the item
 * of each; `places`, the parts of a derived result that get items; and `nameItems`, the results in the form of their indices with the name
 * that stands for each item, by default those of `members`. A result of a shuffle or a draw:
 */
export const SHOWN_ITEMS = {
  members: ["items", "indices"],
  listItems: ({ items, indices }) => pairItems(indices, items),
  nameItems: (response, names) => nameMembers(response, names, ["indices"]),
  places: (result) => [result],
};

/** The same of a deal. */
export const SHOWN_PLACES = {
  members: ["hands", "piles"],
  listItems: ({ hands, piles }) => [
    ...pairPlaces("hands", hands),
    ...pairPlaces("piles", piles),
  ],
  places: ({ hands, piles }) => [...hands, ...piles],
};

/** Return members of a response in the form of their indices, with the name that stands for each item; of several members an object. */
export function nameMembers(response, names, members) {
  const name = (value) => {
    if (Array.isArray(value)) return value.map(name);
    return typeof value === "number" ? names[value] : name(value.indices);
  };
  if (members.length === 1) return name(response[members[0]]);
  return Object.fromEntries(
    members.map((member) => [member, name(response[member])]),
  );
}

/** Return the index and the item of each that a result shows, one list for each result of a response, which may be altered. */
export function listShown({ members, listItems }, response) {
  const choose = (read) =>
    listItems(Object.fromEntries(members.map((name) => [name, read(name)])));
  if (response.repeats === undefined) return [choose((name) => response[name])];
  const lengths = members.map((name) => checkList(name, response[name]).length);
  return range(Math.max(...lengths)).map((i) =>
    choose((name) => response[name][i]),
  );
}

/** Return the items of a caller by index: of the list if it is given, otherwise those that the response has. */
export function itemsByIndex(endpoint, { original_items, ...response }) {
  if (original_items !== undefined) return new Map(original_items.entries());
  // Frozen by the golden vectors: where an altered item is found. Of plain items the last result counts first.
  const shown = listShown(endpoint, response);
  if (endpoint.members.includes("items")) shown.reverse();
  return new Map(shown.flat().reverse());
}

/** Return the number of items of a response, the results of which show them as an endpoint says. */
export function readSize(endpoint, { size, original_items, ...response }) {
  checkInteger("size", size, 0, 10 ** 7);
  const isSize = (list) => list.length === size;
  const shown = listShown(endpoint, response); // also beside the list: what is no result is false before its request is read
  if (endpoint.hasList && !shown.every(isSize))
    throw new Refused(
      "size",
      "the number of items in each result was expected",
    );
  if (original_items !== undefined && !isSize(original_items))
    throw new Refused("size", "the number of original_items was expected");
  return size;
}

/** Return the n items of a response, each of whose results has all; null for those that are not known. */
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
 */
export async function deriveItems(endpoint, results, n, response) {
  const { original_items } = response;
  const known = itemsByIndex(endpoint, response);
  const places = results.flatMap(endpoint.places);
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
