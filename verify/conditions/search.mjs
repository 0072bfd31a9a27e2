/** The search for deals that fulfil a condition. Implemented from docs/definitions/conditions.md alone. */
import { range } from "../core/canonical.mjs";
import { parseCondition } from "./conditions.mjs";
import { openDeal } from "../games/deals.mjs";
import { Refused, checkInteger } from "../core/validation.mjs";
import { selectShuffle } from "../core/shuffles.mjs";
import { deriveSeedKey, drawFromEach } from "../core/stream.mjs";

const MAX_INDEX = 2 ** 53 - 1;

/**
 * Return the deals of the smallest indices from `index` on that fulfil `where`, at most `repeats`, of at most
 * `max_candidates` that are looked at: the `shoe`, the `results`, each with its `numbered` index and board, its `draws`
 * and the `dealt` hands and piles, and the members that describe the search as `summary`.
 */
export async function searchDeals(request, repeats) {
  const { where, max_candidates = 100000, seed, index = 0, board } = request;
  checkInteger("index", index, 0, MAX_INDEX);
  checkInteger("board", board ?? 1, 1, MAX_INDEX);
  const highest =
    request.game === "bridge" ? Math.max(index, board ?? index + 1) : index;
  checkInteger("max_candidates", max_candidates, 1, MAX_INDEX - highest + 1);
  const numberOf = (k) =>
    board === undefined
      ? { index: k }
      : { index: k, board: board + (k - index) };
  const [shoe, rule, key] = [
    openDeal(request),
    selectShuffle(request),
    await deriveSeedKey(seed),
  ];
  const size = shoe.rest.length;
  if (shoe.items !== undefined) checkNames(shoe.deal(range(size)));
  const { sizes, turn } = layOut(shoe, request.game, numberOf, index);
  const holds = parseCondition(where, shoe, sizes, request.game);
  const results = [];
  let candidates = 0;
  for await (const { result: order, draws } of drawFromEach(
    key,
    index,
    max_candidates,
    (b) => rule(b, size, size),
  )) {
    const numbered = numberOf(index + candidates++);
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

/** Throw if a pile of a caller has the name of a seat. */
function checkNames({ hands, piles }) {
  if ([...piles.keys()].some((name) => hands.has(name)))
    throw new Refused("piles", "names other than those of seats were expected");
}

/**
 * Return the `sizes` of the hands and piles by name, and `turn`, a function of an order that returns a function from a
 * name to the cards. If no face decides where a card goes, places are found once for each seat that can be the first.
 */
function layOut(shoe, game, numberOf, index) {
  const deal = (order, numbered) => {
    const { hands, piles } = shoe.deal(order, numbered);
    return new Map(
      [...hands, ...piles].map(([name, parts]) => [
        name,
        [...parts.values()].flat(),
      ]),
    );
  };
  const unshuffled = range(shoe.rest.length);
  const places = deal(unshuffled, numberOf(index));
  const sizes = new Map(
    [...places].map(([name, cards]) => [name, cards.length]),
  );
  const turnEach = (order, numbered) => {
    const dealt = deal(order, numbered);
    return (name) => dealt.get(name) ?? [];
  };
  if (shoe.needsFaces) return { sizes, turn: turnEach };
  const drawn = new Map(shoe.rest.map((card, i) => [card, i]));
  /** Return the cards of each place, by their number in the draw, and as -1 - index if they are known. */
  const findSources = (numbered) => {
    const dealt = [...deal(unshuffled, numbered)];
    return new Map(
      dealt.map(([name, cards]) => [
        name,
        cards.map((card) => drawn.get(card) ?? -1 - card),
      ]),
    );
  };
  const phases = range(game === "bridge" ? 4 : 1).map((phase) =>
    findSources(numberOf(index + phase)),
  );
  const turn = (order, numbered) => {
    const sources = phases[(numbered.index - index) % phases.length];
    return (name) =>
      sources
        .get(name)
        .map((source) => (source < 0 ? -1 - source : shoe.rest[order[source]]));
  };
  return { sizes, turn };
}
