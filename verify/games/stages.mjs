/** The deals of sealed shoes: the stage, the place and the face of each card. Implemented from docs/definitions/sealed.md alone. */
import { range } from "../core/canonical.mjs";
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
import { recordPositions } from "./given.mjs";

const DOWN = "down";
/** Return the place of a card as records have it, and in words: `1's hand`, `dealer's hole card`, `the tableau 7`. */
export const formPlace = ({ name, part }) => (part ? `${name}/${part}` : name);
export function describePlace(seats, place) {
  const [name, part] = place.split("/");
  if (seats.includes(name))
    return `${name}'s ${part ?? "hand"}`.replaceAll("_", " ");
  return `the ${/^\d+$/.test(part) ? `${name} ${part}` : (part ?? name)}`.replaceAll(
    "_",
    " ",
  );
}

/** Return the cards of hands and piles, maps of maps from part to positions, each with its stage, its place and its face. */
const listCards = (places, stages, faces) =>
  Object.entries(places).flatMap(([kind, names]) =>
    [...names].flatMap(([name, parts]) =>
      [...parts].flatMap(([part, positions]) =>
        positions.map((position) => ({
          ...{ position, name, part, stage: stages.get(position) },
          face: faces.get(position) ?? (kind === "hands" ? "own" : "up"),
        })),
      ),
    ),
  );

/** What a hand of a game that goes on takes at most by a step, if it is not the first of its round. */
function countMost(step, seats) {
  if (["third", "turned"].includes(step)) return step === "third" ? 2 : 0;
  const { to, sizes } = parseStep(step);
  if (["burns", "stock"].includes(to)) return 0;
  const hands = { each: seats, others: seats - 1 }[to] ?? 1;
  return sizes.reduce(
    (sum, size) => sum + size.split("×").reduce((a, b) => a * b, hands),
    0,
  );
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
    const cards = recordPositions(
      { queues: new Map(), rest: [...codes.keys()] },
      order,
    );
    const request = { game, players, cards: each, board: board + number };
    const dealt = dealPositions(
      codes,
      request,
      cards,
      [...(hand ?? codes.keys())],
      hand === undefined,
    );
    const { stages, faces, ...places } = dealt;
    return listCards(places, stages, faces);
  }
  const goesOn = GAMES[game].continues;
  return {
    ...{
      seats,
      stages: all.map(([name]) => name),
      goesOn,
      stock,
      layOut,
      needsFaces: needsFaces(terms),
    },
    othersSeeHands: all.some(([, steps]) =>
      steps.some((step) => step.endsWith(" others")),
    ),
    most: goesOn
      ? all
          .flatMap(([, steps]) => steps)
          .reduce((sum, step) => sum + countMost(step, seats.length), 0)
      : 0,
    stockStage: all.findIndex(([, steps]) => steps.includes(`${stock} rest`)),
  };
}

/** Return a deal of `size` cards without a game, with the members that `openGame` returns. */
export function openDeal(terms, size) {
  const toMaps = (places) =>
    new Map(
      places.map(([name, positions]) => [name, new Map([["", positions]])]),
    );
  const { hands, piles } = dealHands(range(size), terms);
  const faces = { burns: "burned", stock: DOWN };
  const layout = listCards(
    { hands: toMaps(hands), piles: toMaps(piles) },
    new Map(),
    new Map(),
  ).map((card) => ({
    ...{ ...card, stage: "deal", face: faces[card.name] ?? card.face },
  }));
  const seats = hands.map(([seat]) => seat);
  return {
    seats,
    stages: ["deal"],
    goesOn: false,
    stock: "stock",
    stockStage: 0,
    needsFaces: false,
    layOut: () => layout,
  };
}

/** Return whether a card leaves the shoe when it is dealt. */
export const isTaken = ({ face }) => face !== DOWN;

/** Return the parts of a pile that have cards to draw, in the order of the deal. */
export const partsOf = (layout, pile) => [
  ...new Set(
    layout
      .filter((card) => card.name === pile && !isTaken(card))
      .map(({ part }) => part),
  ),
];

/** Return the positions of a part of a pile that lie down, from its top: the side of an open card that was laid behind them. */
export function listDown(layout, pile, part) {
  const cards = layout.filter(
    (card) => card.name === pile && card.part === part,
  );
  const covered = cards.filter((card) => !isTaken(card));
  const isColumn = cards.slice(cards.indexOf(covered[0])).some(isTaken);
  const positions = covered.map(({ position }) => position);
  return isColumn ? positions.reverse() : positions;
}
