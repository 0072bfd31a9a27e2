/** Deals of a caller's own items, of which some may be known. Implemented from docs/definitions/conditions.md alone. */
// @ts-check
import { range } from "../core/lists.mjs";
import { dealHands } from "../cards/decks.mjs";
import { dealPlaces, listAt } from "../games/given.mjs";
import {
  Refused,
  checkInteger,
  checkList,
  checkObject,
  checkText,
} from "../core/validation.mjs";

/**
 * The hands or piles of a deal: each name, such as "1" or "stock", with the positions in the order that come there.
 * @typedef {[name: string, positions: number[]][]} NamedPositions
 */

/**
 * The hands and piles of a request that are known, by their names: the indices of their items.
 * @typedef {{ hands?: Record<string, number[]>, piles?: Record<string, number[]> }} GivenItems
 */

/**
 * A pile of a request.
 * @typedef {{ name: string, cards: number }} Pile
 */

/**
 * A request of a deal of n items. Its members are checked where they are read.
 * @typedef {object} ItemDealRequest
 * @property {number} [n]
 * @property {unknown} [given] the known items
 * @property {unknown[]} [items]
 * @property {Pile[]} [piles]
 * @property {number} [hands] how many
 * @property {number} [cards] of each hand
 * @property {number[]} [packets]
 * @property {number} [burn]
 */

/**
 * Hands or piles as they are dealt: by its name the parts of each, of which the one named "" has all of its indices.
 * @typedef {Map<string, Map<string, number[]>>} DealtPlaces
 */

/**
 * The deals of items: see `openDeal`. `ungiven` are the indices that are not given; `deal` takes the order of its
 * positions.
 * @typedef {object} ItemShoe
 * @property {unknown[]} [items]
 * @property {string[]} codes none, as items are no cards
 * @property {number[]} ungiven
 * @property {GivenItems} given the given items without places that have none
 * @property {boolean} needsFaces
 * @property {(orderOfRest: number[]) => { hands: DealtPlaces, piles: DealtPlaces }} deal
 */

/** @type {("hands" | "piles")[]} */
const KINDS = ["hands", "piles"];

/**
 * Take the given items of a place from those that are free. Throw `Refused` for more than the place has, and for an
 * item that is not free.
 * @param {string} path of the place in the request
 * @param {number[]} indices
 * @param {number} count how many items the place has
 * @param {number} n the number of items
 * @param {Set<number>} free changed
 */
function takeGiven(path, indices, count, n, free) {
  checkList(path, indices);
  if (indices.length > count)
    throw new Refused(path, `at most ${count} items were expected`);
  indices.forEach((index, i) => {
    const where = `${path}[${i}]`;
    if (!free.delete(checkInteger(where, index, 0, n - 1)))
      throw new Refused(where, "it is given already");
  });
}

/**
 * Return the deals of n items, as `openDeal` does those of cards; `items` are the values, which a condition needs. Of
 * five items and two hands of two, `deal([4, 3, 2, 1, 0])` gives hand 1 the items 4 and 2, hand 2 the items 3 and 1,
 * and the stock item 0. With `given: { hands: { 1: [0] } }` `ungiven` is [1, 2, 3, 4], and `deal([3, 2, 1, 0])` gives
 * hand 1 the items 0 and 3, hand 2 the items 4 and 2, and the stock item 1. Throw `Refused` for given items that do not
 * fit.
 * @param {ItemDealRequest} request
 * @returns {ItemShoe}
 */
export function openItems(request) {
  const { n = 0, given = {}, items } = request;
  if (items !== undefined && checkList("items", items).length !== n)
    throw new Refused("size", "the number of items was expected");
  checkPiles(request.piles ?? []);
  const places = dealHands(range(n), request);
  const { queues, ungiven, canonical } = readGiven(given, places, n);
  return {
    items,
    codes: [],
    ungiven,
    given: canonical,
    needsFaces: false,
    deal: (orderOfRest) => {
      /** @type {{ [kind: string]: DealtPlaces }} */
      const { hands, piles } = dealPlaces(
        places,
        { queues, ungiven },
        orderOfRest,
      );
      return { hands, piles };
    },
  };
}

/**
 * Return the given items: in `queues` those of each place, such as "hands.1"; in `canonical` those of places that have
 * any, as a response has them; and the items that are `ungiven`.
 * @param {unknown} given of the request, which is checked here
 * @param {ReturnType<typeof dealHands<number>>} places the positions of each hand and pile
 * @param {number} n the number of items
 * @returns {{ queues: Map<string, number[]>, canonical: GivenItems, ungiven: number[] }}
 */
function readGiven(given, places, n) {
  checkObject("given", given, KINDS);
  // Its members are checked below
  const givenItems = /** @type {GivenItems} */ (given);
  /** @type {Map<string, number[]>} */
  const queues = new Map();
  const free = new Set(range(n));
  /** @type {GivenItems} */
  const canonical = {};
  for (const kind of KINDS) {
    const names = places[kind].map(([name]) => String(name));
    const givenOfKind = givenItems[kind] ?? {};
    checkObject(`given.${kind}`, givenOfKind, names);
    for (const [name, positions] of places[kind]) {
      const indices = Object.hasOwn(givenOfKind, name) ? givenOfKind[name] : [];
      takeGiven(`given.${kind}.${name}`, indices, positions.length, n, free);
      queues.set(`${kind}.${name}`, indices);
      if (indices.length > 0)
        canonical[kind] = { ...canonical[kind], [name]: indices };
    }
  }
  return { queues, canonical, ungiven: [...free] };
}

/**
 * Throw `Refused` unless each pile of a request has 1 card or more, and a name that no other pile has, nor "burns" or
 * "stock".
 * @param {Pile[]} piles
 */
function checkPiles(piles) {
  const names = ["burns", "stock"];
  const members = ["name", "cards"];
  checkList("piles", piles);
  for (const [i, pile] of piles.entries()) {
    checkObject(`piles[${i}]`, pile, members, members);
    const { name, cards } = pile;
    if (names.includes(checkText(`piles[${i}].name`, name)))
      throw new Refused(`piles[${i}].name`, "a name of its own was expected");
    names.push(name);
    checkInteger(`piles[${i}].cards`, cards, 1, 10 ** 7);
  }
}

/**
 * Return the hands and piles of a deal as in a response, with indices alone.
 * @param {{ hands: DealtPlaces, piles: DealtPlaces }} dealt
 */
export function formatItems({ hands, piles }) {
  return {
    hands: [...hands.keys()].map((name) => ({
      seat: String(name),
      indices: listAt(hands, name),
    })),
    piles: [...piles.keys()].map((name) => ({
      name: String(name),
      indices: listAt(piles, name),
    })),
  };
}
