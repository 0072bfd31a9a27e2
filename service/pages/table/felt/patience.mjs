/** How a patience lies on the table: with the places that are empty at first, and piles as a dial or as a grid. */
// @ts-check
/** @import { Card, Game, Pile } from "../../deals/cards.mjs" */

/**
 * How the cards of a pile lie: a dial begins at an hour; in a grid no card covers another.
 * @typedef {{ form: "dial", hour: number } | { form: "grid", hour?: undefined }} Form
 */

/**
 * A pile with the places that have no card yet: the signs of their suits, or "". `laid` is the number of its cards that
 * are not in the shoe; a pile that `isMade` is one of the page alone.
 * @typedef {Pile & { empty?: string[], laid?: number, isMade?: boolean } & Partial<Form>} ArrangedPile
 */

/** @type {Record<string, string>} */
const SUITS = { spades: "♠", hearts: "♥", clubs: "♣", diamonds: "♦" };
const LETTERS = Object.fromEntries(
  Object.keys(SUITS).map((suit) => [suit[0].toUpperCase(), suit]),
);
const PACK = 52;

/**
 * The number of places for foundations, where it is not four for each pack; a single place takes every suit.
 * @type {Record<string, number>}
 */
const FOUNDATIONS = {
  ...Object.fromEntries(
    "black_hole pyramid spider spider_two_suits spider_one_suit spiderette simple_simon"
      .split(" ")
      .map((game) => [game, 1]),
  ),
  bisley: 8,
  grandfathers_clock: 12,
  grandfathers_clock_common_suits: 12,
};

/**
 * The number of cells, by game.
 * @type {Record<string, number>}
 */
const CELLS = {
  freecell: 4,
  bakers_game: 4,
  eight_off: 8,
  seahaven_towers: 4,
  penguin: 7,
};
const CELL_PILES = ["reserve", "flipper"]; // as a game calls its cells

/**
 * The number of wastes, by game.
 * @type {Record<string, number>}
 */
const WASTES = {
  klondike: 1,
  double_klondike: 1,
  forty_thieves: 1,
  canfield: 1,
  nerts: 1,
  westcliff: 1,
  osmosis: 1,
  pyramid: 1,
  calculation: 4,
};

/**
 * The form of piles by game and pile: a dial begins at an hour; in a grid no card covers another.
 * @type {Record<string, Record<string, Form>>}
 */
const FORMS = {
  clock: { dial: { form: "dial", hour: 1 } },
  grandfathers_clock: { foundation: { form: "dial", hour: 5 } },
  grandfathers_clock_common_suits: { foundation: { form: "dial", hour: 5 } },
  gaps: { tableau: { form: "grid" } },
  monte_carlo: { tableau: { form: "grid" } },
  elevens_patience: { tableau: { form: "grid" } },
};

/**
 * Return the open piles of a game as they lie on the table: in a patience with `empty` places, the signs of their suits
 * or "".
 *
 * First come the waste, the cells and the foundations, then the other piles: of FreeCell { name: "cells", indices: [],
 * isMade: true, empty: ["", "", "", ""], laid: 0 }, the foundation, the tableau.
 * @param {Pile[]} open
 * @param {Game} game
 * @param {{ cards: Card[] }} shoe
 * @returns {ArrangedPile[]}
 */
export function arrangePiles(
  open,
  { game = "", family, laid = [] },
  { cards },
) {
  if (family !== "patience") return open;
  /** @type {ArrangedPile[]} */
  const row = [];
  if (WASTES[game]) {
    const waste = findPile(open, ["waste"], "waste");
    row.push(fill(waste, blank(WASTES[game])));
  }
  if (CELLS[game]) {
    const cells = findPile(open, CELL_PILES, "cells");
    row.push(fill(cells, blank(CELLS[game])));
  }
  const foundation = open.find(({ name }) => name === "foundation");
  if (foundation) {
    const laidCards = laid.find(({ pile }) => pile === "foundation")?.cards;
    const codes = laidCards ?? [];
    const signs = listSigns(game, codes, foundation, cards);
    row.push(fill(foundation, signs, codes.length));
  }
  const names = row.map(({ name }) => name);
  const otherPiles = open.filter(({ name }) => !names.includes(name));
  return [...row, ...otherPiles].map((pile) => ({
    ...pile,
    ...FORMS[game]?.[pile.name],
  }));
}

/**
 * Return the signs of places that are for every suit.
 * @param {number} count
 * @returns {string[]}
 */
const blank = (count) => Array(count).fill("");

/**
 * Return the pile with one of the names, or else an empty one of the page alone.
 * @param {Pile[]} piles
 * @param {string[]} names
 * @param {string} ownName
 * @returns {ArrangedPile}
 */
const findPile = (piles, names, ownName) =>
  piles.find(({ name }) => names.includes(name)) ?? {
    name: ownName,
    indices: [],
    isMade: true,
  };

/**
 * Return a pile with the signs of its places that have no card yet; `laid` is the number of cards there that are not in
 * the shoe.
 * @param {ArrangedPile} pile
 * @param {string[]} signs
 * @param {number} [laid]
 * @returns {ArrangedPile}
 */
const fill = (pile, signs, laid = 0) => ({
  ...pile,
  empty: signs.slice(pile.indices.length),
  laid,
});

/**
 * Return the signs of the places for foundations: first "" for each place that has a card, then the suit that each free
 * place is for.
 *
 * With an ace of hearts on the foundation of a pack these are "", "♠", "♣" and "♦".
 * @param {string} game
 * @param {string[]} codes of the cards that lie there before the deal
 * @param {Pile} foundation
 * @param {Card[]} cards
 */
function listSigns(game, codes, { indices }, cards) {
  const packCount = Math.round((cards.length + codes.length) / PACK);
  const count = FOUNDATIONS[game] ?? 4 * packCount;
  const takenSuits = [
    ...indices.map((index) => cards[index]?.suit),
    ...codes.map((code) => LETTERS[code.slice(-1)]),
  ];
  const freeCount = Math.max(0, count - takenSuits.length);
  const filled = indices.map(() => "");
  if (count < 4) return [...filled, ...blank(freeCount)]; // a single place is for every suit
  const freeSuits = listFreeSuits(count, takenSuits).slice(0, freeCount);
  return [...filled, ...freeSuits.map((suit) => SUITS[suit])];
}

/**
 * Return the suits that places for foundations are for, without those of the cards that lie there: of 8 places each
 * suit has two.
 * @param {number} count of all places
 * @param {(string | null | undefined)[]} takenSuits of the cards; a card that is not known has none
 */
function listFreeSuits(count, takenSuits) {
  const perSuit = Math.ceil(count / 4);
  /** @type {string[]} */
  const suits = Object.keys(SUITS).flatMap((suit) => Array(perSuit).fill(suit));
  for (const suit of takenSuits) {
    const position = suits.indexOf(suit ?? "");
    if (position >= 0) suits.splice(position, 1);
  }
  return suits;
}
