/** Deals of decks and of games. Implemented from docs/definitions/decks.md alone. */
// @ts-check
import { PACK_DEFAULTS, buildShoe, dealHands } from "../cards/decks.mjs";
import {
  dealGame,
  extraMembers,
  gamePacks,
  needsFaces,
  removedCodes,
  splitGame,
} from "../games/games.mjs";
import { dealPlaces, splitShoe } from "../games/given.mjs";
import { openItems } from "./item_deals.mjs";
import { spellCondition } from "../conditions/predicates.mjs";
import { describeOrder } from "../core/draws.mjs";
import { dropDefaults, isEmpty, omit, pick } from "../core/validation.mjs";

/**
 * @import { DealRequest, Shoe } from "../games/deal_types.mjs"
 * @import { GamePacks, GameRequest } from "../games/games.mjs"
 * @import { DealtPlaces, GivenCards, GivenPlace, PlaceList, SplitShoe } from "../games/given.mjs"
 */

/** The defaults of parameters of cards. */
export const CARD_DEFAULTS = {
  ...PACK_DEFAULTS,
  notation: "code",
  name_style: "modern",
};

/** The names of the parameters of a deal round a table of one's own. */
export const DEAL_FIELDS = ["hands", "cards", "packets", "burn"];

/** The defaults of parameters of a deal round a table of one's own. */
export const DEAL_DEFAULTS = { packets: [], burn: 0 };

/** The names of the parameters of a search. */
export const SEARCH_FIELDS = ["given", "where"];

/**
 * Return the shoe that a request deals from: of a caller's items if it has `n`, of a game if it has `game`, otherwise
 * of a deck. Throw `Refused` for given cards that do not fit.
 * @param {DealRequest} request
 * @returns {Shoe}
 */
export function openDeal(request) {
  if (request.n !== undefined) {
    /** @type {any} */
    const ofItems = request; // its members are checked there
    return openItems(ofItems);
  }
  const { game } = request;
  return game === undefined
    ? openDeckDeal(request)
    : openGameDeal({ ...request, game });
}

/**
 * Return the shoe of a request for a deal of a deck.
 * @param {DealRequest} request
 * @returns {Shoe}
 */
function openDeckDeal(request) {
  /** @type {string[]} */
  const codes = buildShoe(request);
  const split = splitDeal(codes, request);
  return {
    deck: request.deck,
    codes,
    ungiven: split.ungiven,
    given: split.canonical,
    needsFaces: false,
    deal: (order) => dealPlaces(dealAll(codes, request), split, order),
  };
}

/**
 * Return the shoe of a request for a deal of a game.
 * @param {GameRequest} request
 * @returns {Shoe}
 */
function openGameDeal(request) {
  const packs = gamePacks(request);
  /** @type {string[]} */
  const codes = buildShoe(packs);
  const split = splitGame(codes, request);
  return {
    deck: packs.deck,
    codes,
    ungiven: split.ungiven,
    given: split.canonical,
    needsFaces: needsFaces(request),
    deal: (order, result) =>
      dealGame(order, codes, { ...request, ...result }, split),
  };
}

/**
 * Return the hands and piles of an unshuffled shoe.
 * @param {string[]} codes - the codes of the shoe
 * @param {DealRequest} request
 * @returns {{ hands: PlaceList, piles: PlaceList }} positions
 */
function dealAll(codes, request) {
  /** @type {(order: number[], options: any) => any} */
  const deal = dealHands;
  return deal([...codes.keys()], request);
}

/**
 * Return the given cards of a deal of a deck, and the rest of its shoe.
 * @param {string[]} codes - the codes of the shoe
 * @param {DealRequest} request
 * @returns {SplitShoe}
 */
function splitDeal(codes, request) {
  if (request.given === undefined)
    return { queues: new Map(), ungiven: [...codes.keys()] };
  const { hands, piles } = dealAll(codes, request);
  /** @type {(kind: "hands" | "piles", places: PlaceList) => GivenPlace[]} */
  const list = (kind, places) =>
    places.map(([name]) => ({ kind, name, parts: [] }));
  return splitShoe(codes, request.deck ?? "", request.given, [
    ...list("hands", hands),
    ...list("piles", piles),
  ]);
}

/**
 * Return the indices of all parts of a hand or pile.
 * @param {Map<string, number[]>} parts - indices by the name of the part
 * @returns {number[]}
 */
const joinParts = (parts) => [...parts.values()].flat();

/**
 * Return what a response shows of cards.
 * @param {number[]} indices
 * @param {unknown[]} labels - what it shows of each card, by index
 */
const showCards = (indices, labels) => ({
  cards: indices.map((index) => labels[index]),
  indices,
});

/**
 * Return the cards of a hand or pile, and in `parts` those of its parts that have names, as in a response. A hand whose
 * cards are all in the part "" has no `parts`.
 * @param {Map<string, number[]>} parts - indices by the name of the part
 * @param {unknown[]} labels - what the response shows of each card, by index
 */
function formatParts(parts, labels) {
  const cards = showCards(joinParts(parts), labels);
  const named = [...parts].filter(([name]) => name !== "");
  if (named.length === 0) return cards;
  return {
    ...cards,
    parts: named.map(([name, indices]) => ({
      name,
      ...showCards(indices, labels),
    })),
  };
}

/**
 * Return the hands and piles of a deal, and its further members, as in a response.
 * @param {DealtPlaces} dealt - indices
 * @param {Shoe} shoe
 * @param {DealRequest} request
 * @param {unknown[]} labels - what the response shows of each card, by index: its code, its name, …
 * @returns {Record<string, unknown>}
 */
export function formatDeal({ hands, piles }, { codes }, request, labels) {
  const handCodes = [...hands.values()].map((parts) =>
    joinParts(parts).map((index) => codes[index]),
  );
  return {
    hands: [...hands].map(([seat, parts]) => ({
      seat,
      ...formatParts(parts, labels),
    })),
    piles: [...piles].map(([name, parts]) => ({
      name,
      ...formatParts(parts, labels),
    })),
    ...extraMembers(request, handCodes),
  };
}

/**
 * Return the packs of a request for cards, with the deck.
 * @param {DealRequest} request
 * @returns {DealRequest | GamePacks}
 */
export function packsOf(request) {
  const { game } = request;
  return game === undefined ? request : gamePacks({ ...request, game });
}

/**
 * Return the members of a response that follow from a request for cards: its packs, and what it repeats.
 * @param {DealRequest} request
 * @returns {Record<string, unknown>}
 */
export function describeCards(request) {
  const { players, ...packs } = packsOf(request);
  const packNames = Object.keys(PACK_DEFAULTS);
  const ofGame =
    request.game === undefined
      ? {}
      : { game: request.game, players, ...pick(request, ["cards"]) };
  return {
    ...ofGame,
    deck: packs.deck,
    size: buildShoe(packs).length,
    ...dropDefaults(pick(packs, packNames), PACK_DEFAULTS),
    ...pick(omit(request, ["exclude"]), packNames), // such as 1 of a game that has 8 decks
    ...pick(request, ["deal_number", "given"]),
    ...describeOrder(request),
  };
}

/**
 * Return the given cards and the condition of a request as a response has them.
 * @param {DealRequest} request
 * @returns {{ given?: GivenCards, where?: unknown }}
 */
export function spellConditions(request) {
  const { given, where } = request;
  if (given === undefined && where === undefined) return {};
  const shoe = openDeal(request);
  const givenMembers = isEmpty(shoe.given ?? {}) ? {} : { given: shoe.given };
  if (where === undefined) return givenMembers;
  const isOfItems = request.n !== undefined;
  return {
    ...givenMembers,
    where: isOfItems
      ? where
      : spellCondition(where, shoe.codes, shoe.deck ?? ""),
  };
}

/**
 * Return the parameters of a request for cards in their only form; what a game takes out by itself is not excluded by
 * them.
 * @param {DealRequest} request
 * @returns {{ exclude?: string[], given?: GivenCards, where?: unknown }}
 */
export function spellCards(request) {
  const { exclude = [], players } = packsOf(request);
  const removed =
    request.game === undefined || players === undefined
      ? []
      : removedCodes(request.game, players, request);
  const isRemoved =
    exclude.length === removed.length &&
    exclude.every((code) => removed.includes(code));
  return { ...(isRemoved ? {} : { exclude }), ...spellConditions(request) };
}
