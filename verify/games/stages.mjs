/**
 * The deals of sealed shoes: the stage, the place and the face of each card. Implemented from
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { range, sum } from "../core/lists.mjs";
import { dealHands } from "../cards/decks.mjs";
import {
  GAMES,
  dealPositions,
  needsFaces,
  parseStep,
  seatsOf,
  stagesOf,
  stockOf,
} from "./games.mjs";
import { PositionRecord } from "./given.mjs";

/** @import { GameRequest } from "./games.mjs" */
/** @import { Places, PlaceList } from "./given.mjs" */

/**
 * A card of a round as it is laid out.
 * @typedef {object} LaidCard
 * @property {number} position - in the order of the round, 0 being the top
 * @property {string} name - the seat, or the name of the pile
 * @property {string} part - of the hand or pile, "" if it has none
 * @property {string} [stage] - the name of the stage that lays it
 * @property {string} face - `"own"`, `"up"`, `"down"`, `"burned"`, …
 */

/**
 * The deal of a sealed shoe.
 * @typedef {object} SealedDeal
 * @property {string[]} seats
 * @property {string[]} stages - their names
 * @property {boolean} goesOn - whether the next hand is dealt from what is left
 * @property {number} [handLimit] - how many cards a further hand takes at most, if it goes on
 * @property {boolean} [othersSeeHands] - whether a hand is seen by the others, not by its player
 * @property {boolean} needsFaces - whether the faces of cards decide where a card goes
 * @property {string} [stock] - the name of the pile that is drawn from by default
 * @property {number} stockStage - the number of the stage that lays it, -1 if there is none
 * @property {(order: number[], number: number, hand?: Iterable<number>) => LaidCard[]} layOut - lay out the order of a
 *   round, by its number, from hands to piles; with `hand` another hand of these positions
 */

/**
 * What the terms of a sealed shoe say of a deal without a game, as `dealHands` takes it.
 * @typedef {{ hands: number, cards?: number, packets?: number[], burn?: number }} PlainTerms
 */

const DOWN = "down";

/**
 * Return the place of a card as records have it.
 * @param {{ name: string, part?: string }} place
 * @returns {string} `"tableau/7"`, or the seat or name alone
 */
export const formPlace = ({ name, part }) => (part ? `${name}/${part}` : name);

/**
 * Return a place in words.
 * @param {string[]} seats
 * @param {string} place - as records have it: `"1"`, `"dealer/hole_card"`, `"tableau/7"`
 * @returns {string} `"1's hand"`, `"dealer's hole card"`, `"the tableau 7"`
 */
export function describePlace(seats, place) {
  const [name, part = ""] = place.split("/");
  if (seats.includes(name))
    return `${name}'s ${part || "hand"}`.replaceAll("_", " ");
  const words = /^\d+$/.test(part) ? `${name} ${part}` : part || name;
  return `the ${words}`.replaceAll("_", " ");
}

/**
 * Return the cards of hands and piles, each with its stage, its place and its face.
 * @param {{ hands: Places, piles: Places }} places - positions
 * @param {Map<number, string>} stages - the name of the stage of a position
 * @param {Map<number, string>} faces - by position; a card that has none is a hand's own, or up
 * @returns {LaidCard[]}
 */
function listCards({ hands, piles }, stages, faces) {
  /** @type {(places: Places, usualFace: string) => LaidCard[]} */
  const listOf = (places, usualFace) =>
    [...places].flatMap(([name, parts]) =>
      [...parts].flatMap(([part, positions]) =>
        positions.map((position) => ({
          position,
          name,
          part,
          stage: stages.get(position),
          face: faces.get(position) ?? usualFace,
        })),
      ),
    );
  return [...listOf(hands, "own"), ...listOf(piles, "up")];
}

/**
 * Return how many cards a hand of a game that goes on takes at most by a step, if it is not the first of its round.
 * @param {string} step
 * @param {number} seatCount
 * @returns {number}
 */
function countMost(step, seatCount) {
  if (step === "third") return 2;
  if (step === "turned") return 0;
  const { to, sizes } = parseStep(step);
  if (["burns", "stock"].includes(to)) return 0;
  /** @type {Record<string, number>} */
  const handCounts = { each: seatCount, others: seatCount - 1 };
  const hands = handCounts[to] ?? 1;
  const cards = sizes.map((size) => {
    const [packet, times = 1] = size.split("×").map(Number);
    return hands * packet * times;
  });
  return sum(cards);
}

/**
 * Return the deal of a game.
 * @param {GameRequest} terms
 * @param {string[]} codes - the codes of the shoe, by index
 * @returns {SealedDeal}
 */
export function openGame(terms, codes) {
  const { game, players, cards: handSize, board = 1 } = terms;
  const stock = stockOf(terms);
  const stages = stagesOf(terms);
  const steps = stages.flatMap(([, list]) => list);
  const seats = seatsOf(terms);
  const goesOn = GAMES[game].continues;
  const limitsBySteps = steps.map((step) =>
    goesOn ? countMost(step, seats.length) : 0,
  );
  return {
    seats,
    stages: stages.map(([name]) => name),
    goesOn,
    stock,
    needsFaces: needsFaces(terms),
    othersSeeHands: steps.some((step) => step.endsWith(" others")),
    handLimit: sum(limitsBySteps),
    stockStage: stages.findIndex(([, list]) => list.includes(`${stock} rest`)),
    layOut(order, number, hand) {
      const allPositions = [...codes.keys()];
      const record = new PositionRecord(
        { queues: new Map(), ungiven: allPositions },
        order,
      );
      const request = { game, players, cards: handSize, board: board + number };
      const dealt = dealPositions(
        codes,
        request,
        record,
        [...(hand ?? allPositions)],
        hand === undefined,
      );
      return listCards(dealt, dealt.stages, dealt.faces);
    },
  };
}

/**
 * Return a deal of `size` cards without a game.
 * @param {PlainTerms} terms
 * @param {number} size
 * @returns {SealedDeal}
 */
export function openDeal(terms, size) {
  /** @type {(order: number[], terms: any) => any} */
  const deal = dealHands;
  /** @type {{ hands: PlaceList, piles: PlaceList }} */
  const { hands, piles } = deal(range(size), terms);
  /** @type {(places: PlaceList) => Places} */
  const toMaps = (places) =>
    new Map(
      places.map(([name, positions]) => [name, new Map([["", positions]])]),
    );
  /** @type {Record<string, string>} */
  const faceByPile = { burns: "burned", stock: DOWN };
  const layout = listCards(
    { hands: toMaps(hands), piles: toMaps(piles) },
    new Map(),
    new Map(),
  ).map((card) => ({
    ...card,
    stage: "deal",
    face: faceByPile[card.name] ?? card.face,
  }));
  return {
    seats: hands.map(([seat]) => seat),
    stages: ["deal"],
    goesOn: false,
    stock: "stock",
    stockStage: 0,
    needsFaces: false,
    layOut: () => layout,
  };
}

/**
 * Return whether a card leaves the shoe when it is dealt.
 * @param {{ face: string }} card
 * @returns {boolean}
 */
export const isTaken = ({ face }) => face !== DOWN;

/**
 * Return the parts of a pile that have cards to draw, in the order of the deal.
 * @param {LaidCard[]} layout
 * @param {string} pile - its name
 * @returns {string[]}
 */
export function partsOf(layout, pile) {
  const cards = layout.filter((card) => card.name === pile && !isTaken(card));
  return [...new Set(cards.map(({ part }) => part))];
}

/**
 * Return the positions of a part of a pile that lie down, from its top: the side of an open card that was laid behind
 * them.
 * @param {LaidCard[]} layout
 * @param {string} pile - its name
 * @param {string} part
 * @returns {number[]}
 */
export function listDown(layout, pile, part) {
  const cards = layout.filter(
    (card) => card.name === pile && card.part === part,
  );
  const covered = cards.filter((card) => !isTaken(card));
  const isColumn = cards.slice(cards.indexOf(covered[0])).some(isTaken);
  const positions = covered.map(({ position }) => position);
  return isColumn ? positions.reverse() : positions;
}
