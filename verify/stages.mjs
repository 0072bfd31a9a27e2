/** Sealed games: their terms, and the stages and faces of their cards, implemented from docs/stream-shoes.md alone. */
import { GAMES, dealPositions, needsFaces, removedCodes, seatsOf, stagesOf, stockOf } from "./games.mjs";
import { recordPositions } from "./given.mjs";
import { shoeFromTerms } from "./receipts.mjs";
import { Refused, checkChoice, checkInteger } from "./validation.mjs";

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
function faceOf(game, stock, kind, name, part, i, size) {
  const faces = { ...FACES, [stock]: DOWN, ...GAMES[game].faces };
  const places = [`${name}/${part}`, `${kind}/${part}`, name, kind];
  const ends = { "first of": i === 0, "last of": i === size - 1, "last five of": i >= size - 5, "first three of": i < 3 };
  const there = Object.keys(ends).filter((end) => ends[end]);
  const keys = [...places.flatMap((place) => there.map((end) => `${end} ${place}`)), ...places];
  return faces[keys.find((key) => Object.hasOwn(faces, key))] ?? UP;
}

/** Return the description of a place in words: `1's hand`, `dealer's hole card`, `the turn`, `the tableau 7`. */
export function describePlace({ kind, name, part }) {
  const place = /^\d+$/.test(part) ? `${name} ${part}` : part || name;
  return (kind === "hands" ? `${name}'s ${part || "hand"}` : `the ${place}`).replaceAll("_", " ");
}

/** Return the codes of the shoe that valid terms of a game describe, in unshuffled order. */
export function gameFromTerms(terms, scheme) {
  const game = checkChoice("terms.game", terms.game, Object.keys(GAMES));
  const { deck = "standard", packs = {}, players, continues, hasBoards, mostCards } = GAMES[game];
  const required = ["game", "players", ...Object.keys(packs)];
  const optional = [...(hasBoards ? ["board"] : []), ...(mostCards ? ["cards"] : [])];
  checkChoice("terms.deck", terms.deck, [deck]);
  const codes = shoeFromTerms(terms, scheme, { required, optional });
  checkInteger("terms.players", terms.players, ...players.slice(0, 2));
  if (Object.hasOwn(terms, "cards")) checkInteger("terms.cards", terms.cards, 1, mostCards(terms.players));
  if (Object.hasOwn(terms, "board")) checkInteger("terms.board", terms.board, 1, 2 ** 53 - 1);
  const first = removedCodes(game, terms.players, terms);
  if (first.some((code, i) => terms.exclude[i] !== code))
    throw new Refused("terms.exclude", `${first.join(", ")} first, as the game removes them, was expected`);
  if (!continues) checkChoice("terms.reshuffle", terms.reshuffle, ["when_empty", "never"]);
  return codes;
}

/**
 * Return the game of a sealed shoe: its `seats`; the names of its `stages`; whether it `isContinued`, and whether its
 * deal `needsFaces`; its `stock`, the pile that is drawn from by default; and `layOut`, a function of the order of a round
 * and its number. It returns, in the order of hands and piles, the `kind`, `name` and `part` of the place of each position,
 * its `stage` and its `face`. With `left` it is another hand from those positions.
 */
export function openGame(terms, codes) {
  const stock = stockOf(terms) ?? "stock";
  function layOut(order, number, left) {
    const { game, players, cards: each, board = 1 } = terms;
    const request = { game, players, cards: each, board: board + number };
    const cards = recordPositions({ queues: new Map(), rest: [...codes.keys()] }, order);
    const { stages, ...places } = dealPositions(codes, request, cards, left ?? [...codes.keys()], left === undefined);
    return Object.entries(places).flatMap(([kind, names]) =>
      [...names].flatMap(([name, parts]) =>
        [...parts].flatMap(([part, positions]) =>
          positions.map((position, i) => ({
            position,
            ...{ kind, name, part, stage: stages.get(position) },
            face: faceOf(terms.game, stock, kind, name, part, i, positions.length),
          })),
        ),
      ),
    );
  }
  const isContinued = GAMES[terms.game].continues === true;
  return { stages: stagesOf(terms).map(([name]) => name), isContinued, stock, layOut, seats: seatsOf(terms), needsFaces: needsFaces(terms) };
}

/** Return the part that is drawn from by default: none if cards without a part are face down, or the first that has any. */
export const defaultPart = (layout, pile) => {
  const parts = layout.filter(({ name, face }) => name === pile && face === DOWN).map(({ part }) => part);
  return parts.includes("") ? "" : parts[0];
};

/** Return whether a card leaves the shoe when it is dealt, and whether it can be drawn later. */
export const isTaken = ({ face }) => face !== DOWN;
