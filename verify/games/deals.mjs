/** Deals of decks and of games. Implemented from docs/definitions/decks.md alone. */
import { PACK_DEFAULTS, buildShoe, dealHands } from "../cards/decks.mjs";
import {
  dealGame,
  extraMembers,
  gamePacks,
  needsFaces,
  removedCodes,
  splitGame,
} from "./games.mjs";
import { dealPlaces, splitShoe } from "./given.mjs";
import { openItems } from "../lists/item_deals.mjs";
import { spellCondition } from "../conditions/predicates.mjs";
import { UNIFORMITY, shuffleDefaults } from "../core/shuffles.mjs";
import { dropDefaults, isEmpty, omit, pick } from "../core/validation.mjs";

/** The defaults of parameters of cards, and those of a search. */
export const CARD_DEFAULTS = {
  ...PACK_DEFAULTS,
  notation: "code",
  name_style: "modern",
};
export const SEARCH_FIELDS = ["given", "where"];

/**
 * Return the shoe of a request for a deal: its `deck` and `codes`; the `rest` of it that is shuffled, and the `given`
 * cards as a response has them; whether it `needsFaces` to tell where a card goes; and `deal`, a function of an order of
 * the rest and the `index` or `board` of a result. It returns hands and piles as maps from seat or name to a map from
 * part to indices.
 */
export function openDeal(request) {
  if (request.n !== undefined) return openItems(request);
  const isGame = request.game !== undefined;
  const packs = isGame ? gamePacks(request) : request;
  const codes = buildShoe(packs);
  const split = isGame ? splitGame(codes, request) : splitDeal(codes, request);
  const dealFrom = isGame ? dealGame : dealDeck;
  return {
    deck: packs.deck,
    codes,
    rest: split.rest,
    given: split.canonical,
    needsFaces: isGame && needsFaces(request),
    deal: (order, numbered) =>
      dealFrom(order, codes, { ...request, ...numbered }, split),
  };
}

/** Return the given cards of a deal of a deck, and the rest of its shoe. */
function splitDeal(codes, request) {
  if (request.given === undefined)
    return { queues: new Map(), rest: [...codes.keys()] };
  const { hands, piles } = dealHands([...codes.keys()], request);
  const list = (kind, places) => places.map(([name]) => [kind, name, []]);
  return splitShoe(codes, request.deck, request.given, [
    ...list("hands", hands),
    ...list("piles", piles),
  ]);
}

const dealDeck = (order, codes, request, split) =>
  dealPlaces(dealHands([...codes.keys()], request), split, order);

/** Return the hands and piles of a deal, and its further members, as in a response with these labels. */
export function formatDeal({ hands, piles }, { codes }, request, labels) {
  const cards = (indices) => ({
    cards: indices.map((index) => labels[index]),
    indices,
  });
  const all = (parts) => [...parts.values()].flat();
  const format = (places, key) =>
    [...places].map(([name, parts]) => {
      const named = [...parts].filter(([part]) => part);
      const namedParts = named.map(([part, indices]) => ({
        name: part,
        ...cards(indices),
      }));
      const place = { [key]: name, ...cards(all(parts)) };
      return namedParts.length ? { ...place, parts: namedParts } : place;
    });
  const handCodes = [...hands.values()].map((parts) =>
    all(parts).map((index) => codes[index]),
  );
  return {
    hands: format(hands, "seat"),
    piles: format(piles, "name"),
    ...extraMembers(request, handCodes),
  };
}

/** Return the packs of a request for cards, with the deck. */
export const packsOf = (request) =>
  request.game === undefined ? request : gamePacks(request);

/** Return the members of a response that follow from a request for cards: its packs, and what it repeats. */
export function describeCards(request) {
  const { players, ...packs } = packsOf(request);
  return {
    ...(request.game === undefined
      ? {}
      : { game: request.game, players, ...pick(request, ["cards"]) }),
    ...{ deck: packs.deck, size: buildShoe(packs).length },
    ...dropDefaults(pick(packs, Object.keys(PACK_DEFAULTS)), PACK_DEFAULTS),
    ...pick(omit(request, ["exclude"]), Object.keys(PACK_DEFAULTS)), // such as 1 of a game that has 8 decks
    ...pick(request, ["deal_number", "given"]),
    ...describeOrder(request),
  };
}

/** Return the members of a response that say how its order came about; by default it was shuffled. */
export function describeOrder(
  { algorithm = "fisher_yates", ...request },
  isShuffled = request.deal_number === undefined,
) {
  if (!isShuffled)
    return {
      algorithm: null,
      uniformity: request.deal_number === undefined ? "exact" : "deterministic",
    };
  return {
    algorithm,
    ...shuffleDefaults(algorithm),
    ...pick(request, Object.keys(shuffleDefaults(algorithm))),
    uniformity: UNIFORMITY[algorithm],
  };
}

/** Return the given cards and the condition of a request as a response has them. */
export function spellConditions(request) {
  const isOfItems = request.n !== undefined;
  const { given, where } = request;
  const shoe =
    given === undefined && where === undefined ? {} : openDeal(request);
  const known = isEmpty(shoe.given ?? {}) ? {} : { given: shoe.given };
  if (where === undefined) return known;
  return {
    ...known,
    where: isOfItems
      ? where
      : spellCondition(where, shoe.codes, packsOf(request).deck),
  };
}

/** Return the parameters of a request for cards in their only form; what a game takes out by itself is not excluded by them. */
export function spellCards(request) {
  const { exclude = [], players } = packsOf(request);
  const removed =
    request.game === undefined
      ? []
      : removedCodes(request.game, players, request);
  const isRemoved =
    exclude.length === removed.length &&
    exclude.every((code) => removed.includes(code));
  return { ...(isRemoved ? {} : { exclude }), ...spellConditions(request) };
}
