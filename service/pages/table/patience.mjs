/** How a patience lies on the table: with the places that are empty at first, and piles as a dial or as a grid. */

const SUITS = { spades: "♠", hearts: "♥", clubs: "♣", diamonds: "♦" };
const LETTERS = Object.fromEntries(
  Object.keys(SUITS).map((suit) => [suit[0].toUpperCase(), suit]),
);
const PACK = 52;

/** The number of places for foundations, where it is not four for each pack; a single place takes every suit. */
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
const CELLS = {
  freecell: 4,
  bakers_game: 4,
  eight_off: 8,
  seahaven_towers: 4,
  penguin: 7,
};
const CELL_PILES = ["reserve", "flipper"]; // as a game calls its cells
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

/** The form of piles: a dial begins at an hour; in a grid no card covers another. */
const FORMS = {
  clock: { dial: { form: "dial", hour: 1 } },
  grandfathers_clock: { foundation: { form: "dial", hour: 5 } },
  grandfathers_clock_common_suits: { foundation: { form: "dial", hour: 5 } },
  gaps: { tableau: { form: "grid" } },
  monte_carlo: { tableau: { form: "grid" } },
  elevens_patience: { tableau: { form: "grid" } },
};

/** Return the open piles of a game as they lie on the table: in a patience with `empty` places, the signs of their suits or "". */
export function arrangePiles(open, { game, family, laid = [] }, { cards }) {
  if (family !== "patience") return open;
  const codes = laid.find(({ pile }) => pile === "foundation")?.cards ?? [];
  const foundation = open.find(({ name }) => name === "foundation");
  const find = (names, made) =>
    open.find(({ name }) => names.includes(name)) ?? {
      name: made,
      indices: [],
      isMade: true,
    };
  const row = [
    WASTES[game] &&
      fill(find(["waste"], "waste"), Array(WASTES[game]).fill("")),
    CELLS[game] && fill(find(CELL_PILES, "cells"), Array(CELLS[game]).fill("")),
    foundation &&
      fill(foundation, listSigns(game, codes, foundation, cards), codes.length),
  ].filter(Boolean);
  const others = open.filter(({ name }) =>
    row.every((pile) => pile.name !== name),
  );
  return [...row, ...others].map((pile) => ({
    ...pile,
    ...FORMS[game]?.[pile.name],
  }));
}

/** Return a pile with the signs of its places that have no card yet; `laid` is the number of cards there that are not in the shoe. */
const fill = (pile, signs, laid = 0) => ({
  ...pile,
  empty: signs.slice(pile.indices.length),
  laid,
});

/** Return the signs of the places for foundations, first of those that have a card. */
function listSigns(game, codes, { indices }, cards) {
  const there = [
    ...indices.map((index) => cards[index]?.suit),
    ...codes.map((code) => LETTERS[code.at(-1)]),
  ];
  const count =
    FOUNDATIONS[game] ?? 4 * Math.round((cards.length + codes.length) / PACK);
  const suits = Object.keys(SUITS).flatMap((suit) =>
    Array(Math.ceil(count / 4)).fill(suit),
  );
  for (const suit of there)
    if (suits.includes(suit)) suits.splice(suits.indexOf(suit), 1);
  const signs = suits
    .slice(0, Math.max(0, count - there.length))
    .map((suit) => (count < 4 ? "" : SUITS[suit])); // one place is for every suit
  return [...indices.map(() => ""), ...signs];
}
