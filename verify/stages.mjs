/** The deals of sealed shoes: the stage, the place and the face of each card, implemented from docs/sealed.md alone. */
import { dealHands } from "./decks.mjs";
import { GAMES, dealPositions, needsFaces, seatsOf, stagesOf, stockOf } from "./games.mjs";
import { recordPositions } from "./given.mjs";

const range = (length) => Array.from({ length }, (_, i) => i);
const [UP, OWN, DOWN, BURNED] = ["up", "own", "down", "burned"];
const COVERED = "skat widow crib kitty dead_wall dog blind".split(" ");

/**
 * The face of the cards in a place, or in a part of it; `hands` are all hands. The stock is down, other piles are up. Those of a game come
 * first; with `first of `, `first three of `, `last of ` or `last five of ` they are of these cards of each part alone.
 */
const FACES = {
  ...{ hands: OWN, burns: BURNED, "kitty/upcard": UP },
  ...Object.fromEntries(COVERED.map((pile) => [pile, DOWN])),
};

/** Return the face of card `i` of `size` in a part of a hand or a pile. */
function faceOf(own, stock, kind, name, part, i, size) {
  const faces = { ...FACES, ...(stock && { [stock]: DOWN }), ...own };
  const places = [`${name}/${part}`, `${kind}/${part}`, name, kind];
  const ends = { "first of": i === 0, "last of": i === size - 1, "last five of": i >= size - 5, "first three of": i < 3 };
  const there = Object.keys(ends).filter((end) => ends[end]);
  const keys = [...places.flatMap((place) => there.map((end) => `${end} ${place}`)), ...places];
  const key = keys.find((one) => Object.hasOwn(faces, one));
  return key === undefined ? UP : faces[key];
}

/** Return the place of a card as records have it, and in words: `1's hand`, `dealer's hole card`, `the tableau 7`. */
export const formPlace = ({ name, part }) => (part ? `${name}/${part}` : name);
export function describePlace(seats, place) {
  const [name, part] = place.split("/");
  if (seats.includes(name)) return `${name}'s ${part ?? "hand"}`.replaceAll("_", " ");
  return `the ${/^\d+$/.test(part) ? `${name} ${part}` : (part ?? name)}`.replaceAll("_", " ");
}

/** Return the cards of hands and piles, maps of maps from part to positions, each with its stage, its place and its face. */
const listCards = (faces, stock, places, stages) =>
  Object.entries(places).flatMap(([kind, names]) =>
    [...names].flatMap(([name, parts]) =>
      [...parts].flatMap(([part, positions]) =>
        positions.map((position, i) => ({
          ...{ position, name, part, stage: stages?.get(position) ?? "deal" },
          face: faceOf(faces, stock, kind, name, part, i, positions.length),
        })),
      ),
    ),
  );

/** What a hand of a game that goes on takes at most by a step, if it is not the first of its round. */
function countMost(step, seats) {
  const [target, ...sizes] = step.split(" ");
  if (target === "third") return 2;
  if (["turned", "burns", "stock"].includes(target)) return 0;
  const hands = { each: seats, others: seats - 1 }[target.split("/")[0]] ?? 1;
  return sizes.reduce((sum, size) => sum + size.split("×").reduce((a, b) => a * b, hands), 0);
}

/**
 * Return the deal of a game: its `seats`; the names of its `stages`; whether it `goesOn`, and then how many cards a further
 * hand takes at `most`; whether it `needsFaces`; its `stock`, the pile that is drawn from by default, laid in stage number
 * `stockStage`; and `layOut`, a function of the order of a round and its number. It returns the `stage`, the place (`name`
 * and `part`) and the `face` of each position, in the order of hands and piles. With `hand` it is another hand of these.
 */
export function openGame(terms, codes) {
  const { game, players, cards: each, board = 1 } = terms;
  const [stock, all, seats] = [stockOf(terms), stagesOf(terms), seatsOf(terms)];
  function layOut(order, number, hand) {
    const cards = recordPositions({ queues: new Map(), rest: [...codes.keys()] }, order);
    const request = { game, players, cards: each, board: board + number };
    const { stages, ...places } = dealPositions(codes, request, cards, [...(hand ?? codes.keys())], hand === undefined);
    return listCards(GAMES[game].faces, stock, places, stages);
  }
  const goesOn = GAMES[game].continues === true;
  return {
    ...{ seats, stages: all.map(([name]) => name), goesOn, stock, layOut, needsFaces: needsFaces(terms) },
    most: goesOn ? all.flatMap(([, steps]) => steps).reduce((sum, step) => sum + countMost(step, seats.length), 0) : 0,
    stockStage: all.findIndex(([, steps]) => steps.includes(`${stock} rest`)),
  };
}

/** Return a deal of one's own of `size` cards, as `openGame` does that of a game. */
export function openDeal(terms, size) {
  const toMaps = (places) => new Map(places.map(([name, positions]) => [name, new Map([["", positions]])]));
  const { hands, piles } = dealHands(range(size), terms);
  const layout = listCards({}, "stock", { hands: toMaps(hands), piles: toMaps(piles) });
  const seats = hands.map(([seat]) => seat);
  return { seats, stages: ["deal"], goesOn: false, stock: "stock", stockStage: 0, needsFaces: false, layOut: () => layout };
}

/** Return whether a card leaves the shoe when it is dealt. */
export const isTaken = ({ face }) => face !== DOWN;

/** Return the parts of a pile in which cards lie that can be drawn, in the order of the deal. */
export const partsOf = (layout, pile) => [
  ...new Set(layout.filter((card) => card.name === pile && !isTaken(card)).map(({ part }) => part)),
];

/** Return the positions of a part of a pile that lie down, from its top: the side of an open card that was laid behind them. */
export function listDown(layout, pile, part) {
  const cards = layout.filter((card) => card.name === pile && card.part === part);
  const covered = cards.filter((card) => !isTaken(card));
  const isColumn = cards.slice(cards.indexOf(covered[0])).some(isTaken);
  const positions = covered.map(({ position }) => position);
  return isColumn ? positions.reverse() : positions;
}
