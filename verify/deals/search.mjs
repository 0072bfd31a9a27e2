/** The search for deals that fulfil a condition. Implemented from docs/definitions/conditions.md alone. */
// @ts-check
import { range } from "../core/lists.mjs";
import { parseCondition } from "../conditions/conditions.mjs";
import { openDeal } from "./deals.mjs";
import { Refused, checkInteger } from "../core/validation.mjs";
import { selectShuffle } from "../core/shuffles.mjs";
import { deriveSeedKey, drawFromEach } from "../core/stream.mjs";

const MAX_INDEX = 2 ** 53 - 1;

/**
 * @import { CardsOf } from "../conditions/conditions.mjs"
 * @import { DealRequest, FoundDeal, NumberedResult, Shoe } from "../games/deal_types.mjs"
 * @import { DealtPlaces } from "../games/given.mjs"
 */

/**
 * A request with a condition, besides the parameters of its deal.
 * @typedef {DealRequest & { seed: string, where: unknown, max_candidates?: number }} SearchRequest
 */

/**
 * The members of a response that describe a search.
 * @typedef {object} SearchSummary
 * @property {number[]} matches - the indices of the deals
 * @property {number} candidates - how many deals were looked at
 * @property {boolean} complete - whether as many were found as were asked for
 * @property {number} next - the index to go on from
 * @property {number} max_candidates
 */

/**
 * How the cards of a deal are found for a condition.
 * @typedef {object} SearchLayout
 * @property {Map<string, number>} sizes - the number of cards of each hand and pile, by seat or name
 * @property {(order: number[], numbered: NumberedResult) => CardsOf} turn - return a function from a seat or name to
 *   the cards there, of an order of `ungiven`
 */

/**
 * What is searched: the deals of a shoe by their indices from `index` on.
 * @typedef {object} Search
 * @property {Shoe} shoe
 * @property {number} index
 * @property {(index: number) => NumberedResult} numberOf - return the numbers of the deal of an index
 * @property {(order: number[], numbered: NumberedResult) => boolean} isMatch - return whether a deal fulfils the
 *   condition
 */

/**
 * Return the deals of the smallest indices from `index` on that fulfil `where`, at most `repeats`, of at most
 * `max_candidates` that are looked at.
 * @param {SearchRequest} request
 * @param {number} repeats
 * @returns {Promise<{ shoe: Shoe, results: FoundDeal[], summary: SearchSummary }>}
 */
export async function searchDeals(request, repeats) {
  const { where, max_candidates = 100000, seed, index = 0, game } = request;
  checkIndices({ ...request, index, max_candidates });
  const numberOf = openNumbering(index, request.board);
  const shoe = openDeal(request);
  const rule = selectShuffle(request);
  const key = await deriveSeedKey(seed);
  const size = shoe.ungiven.length;
  if (shoe.items !== undefined) checkNames(shoe.deal(range(size)));
  const { sizes, turn } = layOut(shoe, game, numberOf, index);
  const holds = parseCondition(where, shoe, sizes, game);
  const orders = drawFromEach(key, index, max_candidates, (below) =>
    rule(below, size, size),
  );
  /** @type {Search["isMatch"]} */
  const isMatch = (order, numbered) => Boolean(holds(turn(order, numbered)));
  const search = { shoe, index, numberOf, isMatch };
  const { results, candidates } = await findDeals(orders, search, repeats);
  const summary = {
    matches: results.map(({ numbered }) => numbered.index),
    candidates,
    complete: results.length === repeats,
    next: index + candidates,
    max_candidates,
  };
  return { shoe, results, summary };
}

/**
 * Throw `Refused` unless the index is 0 or more, the board and the number of candidates are 1 or more, and the last
 * index and, in bridge, the last board are at most 2^53 - 1.
 * @param {{ index: number, max_candidates: number, board?: number, game?: string }} request
 */
function checkIndices({ index, max_candidates, board, game }) {
  checkInteger("index", index, 0, MAX_INDEX);
  checkInteger("board", board ?? 1, 1, MAX_INDEX);
  const highest =
    game === "bridge" ? Math.max(index, board ?? index + 1) : index;
  checkInteger("max_candidates", max_candidates, 1, MAX_INDEX - highest + 1);
}

/**
 * Return a function from the index of a deal to its numbers. With the board 5 for index 2, index 3 has the board 6;
 * without a board, numbers are the index alone.
 * @param {number} index - the first of the search
 * @param {number | undefined} board - of this index
 * @returns {Search["numberOf"]}
 */
function openNumbering(index, board) {
  if (board === undefined) return (foundIndex) => ({ index: foundIndex });
  return (foundIndex) => ({
    index: foundIndex,
    board: board + (foundIndex - index),
  });
}

/**
 * Return the first deals that match, at most `repeats`, and how many candidates were looked at for them.
 * @param {AsyncIterable<{ result: number[], draws: number }>} orders - an order of `ungiven` for each index
 * @param {Search} search
 * @param {number} repeats
 * @returns {Promise<{ results: FoundDeal[], candidates: number }>}
 */
async function findDeals(orders, search, repeats) {
  const { shoe, index, numberOf, isMatch } = search;
  /** @type {FoundDeal[]} */
  const results = [];
  let candidates = 0;
  for await (const { result: order, draws } of orders) {
    const numbered = numberOf(index + candidates);
    candidates++;
    if (isMatch(order, numbered))
      results.push({ numbered, draws, dealt: shoe.deal(order, numbered) });
    if (results.length === repeats) break;
  }
  return { results, candidates };
}

/**
 * Throw if a pile of a caller has the name of a seat.
 * @param {DealtPlaces} dealt
 */
function checkNames({ hands, piles }) {
  if ([...piles.keys()].some((name) => hands.has(name)))
    throw new Refused("piles", "names other than those of seats were expected");
}

/**
 * Return the sizes of hands and piles, and how their cards are found. If no face decides where a card goes, places are
 * found once for each seat that can be the first.
 * @param {Shoe} shoe
 * @param {string | undefined} game
 * @param {Search["numberOf"]} numberOf
 * @param {number} index - the first of the search
 * @returns {SearchLayout}
 */
function layOut(shoe, game, numberOf, index) {
  const unshuffled = range(shoe.ungiven.length);
  const places = dealPlaces(shoe, unshuffled, numberOf(index));
  const sizes = new Map(
    [...places].map(([name, cards]) => [name, cards.length]),
  );
  if (shoe.needsFaces) return { sizes, turn: openDealing(shoe) };
  const firstSeats = game === "bridge" ? 4 : 1;
  const phases = range(firstSeats).map((phase) =>
    findSources(shoe, numberOf(index + phase)),
  );
  return { sizes, turn: openLookUp(shoe, phases, index) };
}

/**
 * Return the cards of each hand and pile, by seat or name, all parts of a place in one list.
 * @param {Shoe} shoe
 * @param {number[]} order - positions in `ungiven`
 * @param {NumberedResult} numbered
 * @returns {Map<string, number[]>}
 */
function dealPlaces(shoe, order, numbered) {
  const { hands, piles } = shoe.deal(order, numbered);
  return new Map(
    [...hands, ...piles].map(([name, parts]) => [
      name,
      [...parts.values()].flat(),
    ]),
  );
}

/**
 * Return the cards of each place by their number in the draw, from 0 on, and as -1 - index if they are known: [0, -6]
 * are the first drawn card and the known card 5.
 * @param {Shoe} shoe
 * @param {NumberedResult} numbered
 * @returns {Map<string, number[]>}
 */
function findSources(shoe, numbered) {
  const drawn = new Map(shoe.ungiven.map((card, i) => [card, i]));
  const unshuffled = range(shoe.ungiven.length);
  const dealt = [...dealPlaces(shoe, unshuffled, numbered)];
  return new Map(
    dealt.map(([name, cards]) => [
      name,
      cards.map((card) => drawn.get(card) ?? -1 - card),
    ]),
  );
}

/**
 * Return the `turn` of a layout that deals each order.
 * @param {Shoe} shoe
 * @returns {SearchLayout["turn"]}
 */
const openDealing = (shoe) => (order, numbered) => {
  const dealt = dealPlaces(shoe, order, numbered);
  return (name) => dealt.get(name) ?? [];
};

/**
 * Return the `turn` of a layout that looks the cards of a place up in the order, without a deal.
 * @param {Shoe} shoe
 * @param {Map<string, number[]>[]} phases - the sources of the first deals; later ones have the same in turn
 * @param {number} index - of the first deal
 * @returns {SearchLayout["turn"]}
 */
const openLookUp = (shoe, phases, index) => (order, numbered) => {
  const sources = phases[(numbered.index - index) % phases.length];
  return (name) =>
    (sources.get(name) ?? []).map((source) =>
      source < 0 ? -1 - source : shoe.ungiven[order[source]],
    );
};
