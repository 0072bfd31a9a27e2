/** The caller's own items: draws by weights, and the items of a response. Implemented from docs/definitions/stream.md alone. */
import { hashList } from "./canonical.mjs";
import { Refused, Unknown, checkInteger, checkList } from "./validation.mjs";

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

/** Return the parts of a result that have items: the result, or the hands and piles of a deal. */
const placesOf = (result) =>
  result.hands ? [...result.hands, ...result.piles] : [result];

/** Return the items and indices of each place in a response, which may be altered. */
function seenPlaces(response) {
  const columns = (names) =>
    names.map((name) =>
      response.repeats === undefined
        ? [response[name]]
        : checkList(name, response[name]),
    );
  if (response.hands !== undefined)
    return columns(["hands", "piles"])
      .flat()
      .flatMap((places) => checkList("hands", places));
  const [items, indices] = columns(["items", "indices"]);
  return items
    .slice(0, indices.length)
    .map((list, i) => ({ items: list, indices: indices[i] }))
    .reverse();
}

/** Return the index and the item of each place in a response. */
const seenItems = (response) =>
  seenPlaces(response).flatMap((place) => {
    const items = checkList("items", place?.items);
    return checkList("indices", place?.indices).map((index, k) => [
      index,
      items[k],
    ]);
  });

/** Return the items of a caller by index: of the list if it is given, otherwise those that the response has. */
export function itemsByIndex({ original_items, ...response }) {
  if (original_items !== undefined) return new Map(original_items.entries());
  return new Map(seenItems(response).reverse()); // the first counts: an altered index of a deal is found where it is
}

/** Return the number of items of a response, each of whose results may have all of them by a function `hasList`. */
export function readSize({ size, original_items, ...response }, hasList) {
  checkInteger("size", size, 0, 10 ** 7);
  const isSize = (list) => list.length === size;
  if (!hasList)
    seenItems(response); // also beside the list: what is no result is false before its request is read
  else if (!hasList(response).every(isSize))
    throw new Refused(
      "size",
      "the number of items in each result was expected",
    );
  if (original_items !== undefined && !isSize(original_items))
    throw new Refused("size", "the number of original_items was expected");
  return size;
}

/** Return the n items of a response, each of whose results has all; null for those that are not known. */
export function listItems({ original_items, ...response }, n) {
  if (original_items?.length === n) return original_items;
  const known = itemsByIndex(response);
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
export async function deriveItems(results, n, response) {
  const { original_items } = response;
  const known = itemsByIndex(response);
  for (const place of results.flatMap(placesOf))
    place.items = place.indices.map((index) => known.get(index) ?? null);
  if (original_items !== undefined)
    return {
      size: original_items.length,
      items_sha256: await hashList(original_items),
      original_items,
    };
  const drawn = new Set(
    results.flatMap(placesOf).flatMap(({ indices }) => indices),
  );
  if (drawn.size < n) return { items_sha256: undefined };
  return {
    items_sha256: await hashList(
      Array.from({ length: n }, (_, i) => known.get(i)),
    ),
  };
}
