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
 * Return the deals of the smallest indices from `index` on that fulfil `where`, at most `repeats`, of at most
 * `max_candidates` that are looked at.
 * @param {SearchRequest} request
 * @param {number} repeats
 * @returns {Promise<{ shoe: Shoe, results: FoundDeal[], summary: SearchSummary }>}
 */
export async function searchDeals(request, repeats) {
  const { where, max_candidates = 100000, seed, index = 0, board } = request;
  checkInteger("index", index, 0, MAX_INDEX);
  checkInteger("board", board ?? 1, 1, MAX_INDEX);
  const highest =
    request.game === "bridge" ? Math.max(index, board ?? index + 1) : index;
  checkInteger("max_candidates", max_candidates, 1, MAX_INDEX - highest + 1);
  /** @type {(foundIndex: number) => NumberedResult} */
  const numberOf = (foundIndex) =>
    board === undefined
      ? { index: foundIndex }
      : { index: foundIndex, board: board + (foundIndex - index) };
  const shoe = openDeal(request);
  const rule = selectShuffle(request);
  const key = await deriveSeedKey(seed);
  const size = shoe.ungiven.length;
  /** @type {(below: Parameters<typeof rule>[0]) => number[]} */
  const shuffle = (below) => rule(below, size, size);
  if (shoe.items !== undefined) checkNames(shoe.deal(range(size)));
  const { sizes, turn } = layOut(shoe, request.game, numberOf, index);
  const holds = parseCondition(where, shoe, sizes, request.game);
  /** @type {FoundDeal[]} */
  const results = [];
  let candidates = 0;
  for await (const { result: order, draws } of drawFromEach(
    key,
    index,
    max_candidates,
    shuffle,
  )) {
    const numbered = numberOf(index + candidates);
    candidates++;
    if (holds(turn(order, numbered)))
      results.push({ numbered, draws, dealt: shoe.deal(order, numbered) });
    if (results.length === repeats) break;
  }
  const matches = results.map(({ numbered }) => numbered.index);
  const summary = {
    matches,
    candidates,
    complete: results.length === repeats,
    next: index + candidates,
    max_candidates,
  };
  return { shoe, results, summary };
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
 * @param {(index: number) => NumberedResult} numberOf
 * @param {number} index - the first of the search
 * @returns {SearchLayout}
 */
function layOut(shoe, game, numberOf, index) {
  /** @type {(order: number[], numbered: NumberedResult) => Map<string, number[]>} */
  const deal = (order, numbered) => {
    const { hands, piles } = shoe.deal(order, numbered);
    return new Map(
      [...hands, ...piles].map(([name, parts]) => [
        name,
        [...parts.values()].flat(),
      ]),
    );
  };
  const unshuffled = range(shoe.ungiven.length);
  const places = deal(unshuffled, numberOf(index));
  const sizes = new Map(
    [...places].map(([name, cards]) => [name, cards.length]),
  );
  /** @type {SearchLayout["turn"]} */
  const dealEach = (order, numbered) => {
    const dealt = deal(order, numbered);
    return (name) => dealt.get(name) ?? [];
  };
  if (shoe.needsFaces) return { sizes, turn: dealEach };
  const drawn = new Map(shoe.ungiven.map((card, i) => [card, i]));
  /**
   * Return the cards of each place, by their number in the draw, and as -1 - index if they are known.
   * @type {(numbered: NumberedResult) => Map<string, number[]>}
   */
  const findSources = (numbered) => {
    const dealt = [...deal(unshuffled, numbered)];
    return new Map(
      dealt.map(([name, cards]) => [
        name,
        cards.map((card) => drawn.get(card) ?? -1 - card),
      ]),
    );
  };
  const firstSeats = game === "bridge" ? 4 : 1;
  const phases = range(firstSeats).map((phase) =>
    findSources(numberOf(index + phase)),
  );
  /** @type {SearchLayout["turn"]} */
  const turn = (order, numbered) => {
    const sources = phases[(numbered.index - index) % firstSeats];
    return (name) =>
      (sources.get(name) ?? []).map((source) =>
        source < 0 ? -1 - source : shoe.ungiven[order[source]],
      );
  };
  return { sizes, turn };
}
