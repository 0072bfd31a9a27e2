/** The table as one player sees it: open cards, the player's own cards, and the cards that other players show. */
// @ts-check
/** @import { Deal, Game, Hand, Pile } from "../deals/cards.mjs" */
/** @import { StageHand } from "../deals/covered.mjs" */
/** @import { DrawResponse, Move, StageResponse } from "../sealed/sealed_game.mjs" */
/** @import { SeenEntry } from "../shared/shoes.mjs" */
/** @import { CardPlace, ShownCard } from "./tab_player.mjs" */
/** @import { OpenTable, PlayersBySeat, SeatMove, Table } from "./tabs.mjs" */
import { isCovered } from "../deals/covered.mjs";
import { SealedGame } from "../sealed/sealed_game.mjs";

/**
 * A deal with its hands and piles.
 * @typedef {Deal & { hands: Hand[], piles: Pile[] }} LaidDeal
 */

/**
 * Return the sealed game of a table, with the player's `ownCards` and the shown cards in the hands.
 * @param {{ table: OpenTable, players: PlayersBySeat, seat?: string }} state
 * @param {ShownCard[]} ownCards
 * @param {Game} game
 */
export async function layTable({ table, players, seat }, ownCards, game) {
  /** @type {Map<string, ShownCard[] | undefined>} */
  const cards = new Map(
    table.cards
      ? Object.entries(table.cards)
      : Object.entries(players).map(([holder, { shown }]) => [holder, shown]),
  );
  if (ownCards.length && seat !== undefined) cards.set(seat, ownCards);
  const sealed = new SealedGame(table.opened, { path: "v1/shoes" }, game);
  const moves = table.draws.map((entry) =>
    "hands" in entry
      ? toDeal(entry, cards)
      : toDraw(entry, cards.get(entry.seat ?? "")),
  );
  await sealed.repeat(moves);
  sealed.receipt = table.receipt;
  return sealed;
}

/**
 * Return a stage as a move, with the cards that are known in its hands.
 * @param {StageResponse & { client_seed?: string }} response
 * @param {Map<string, ShownCard[] | undefined>} cards by seat
 * @returns {Move}
 */
function toDeal(response, cards) {
  const { seen } = response;
  const hands = response.hands.map((hand) =>
    complete(hand, seen, findCards(seen, cards.get(hand.seat))),
  );
  return {
    name: "deal",
    options: { clientSeed: response.client_seed },
    response: { ...response, hands },
  };
}

/**
 * Return a draw as a move, with the cards of its seat that are known.
 * @param {DrawResponse} response
 * @param {ShownCard[]} [cards] of the seat
 * @returns {Move}
 */
function toDraw(response, cards) {
  const { seen, seat } = response;
  return {
    name: "draw",
    options: { seat },
    response: { ...response, ...fillDraw(seen, findCards(seen, cards)) },
  };
}

/**
 * Return the shown cards that a draw dealt.
 * @param {SeenEntry} seen
 * @param {ShownCard[]} [cards]
 */
function findCards({ rounds, positions }, cards = []) {
  const places = new Set(
    positions.map((position, i) => `${rounds[i]} ${position}`),
  );
  return cards.filter(({ round, position }) =>
    places.has(`${round} ${position}`),
  );
}

const UNKNOWN = -1e6; // an index below it is of a card that lies face down in a hand

/**
 * Return the indices and positions of a draw for a seat: of a card that nobody here knows, an index that stands for it.
 * @param {SeenEntry} seen
 * @param {ShownCard[]} cards
 */
function fillDraw({ draw, rounds, positions }, cards) {
  const indices = positions.map((position, i) => {
    const knownCard = cards.find((card) =>
      isAt(card, { round: rounds[i], position }),
    );
    return knownCard?.index ?? UNKNOWN - 1000 * draw - i;
  });
  return { positions, indices };
}

/**
 * Return whether a card is at a place.
 * @param {CardPlace} card
 * @param {CardPlace} place
 */
const isAt = (card, { round, position }) =>
  card.round === round && card.position === position;

/**
 * Put cards into a hand that the response only counts, each card into the part that its record names.
 * @param {StageHand} hand
 * @param {SeenEntry} seen
 * @param {ShownCard[]} cards
 */
function complete({ parts, ...hand }, { positions, places = [] }, cards) {
  /** @param {string} part */
  const listOf = (part) =>
    cards.filter(
      ({ position }) =>
        places[positions.indexOf(position)] === `${hand.seat}/${part}`,
    );
  return {
    ...fill(hand, cards),
    ...(parts && { parts: parts.map((part) => fill(part, listOf(part.name))) }),
  };
}

/**
 * Return a hand, or a part of one, with cards before those that it has.
 * @template {{ indices: number[], positions: number[] }} Filled
 * @param {Filled} holder
 * @param {ShownCard[]} cards
 */
const fill = (holder, cards) => ({
  ...holder,
  indices: [...cards.map(({ index }) => index), ...holder.indices],
  positions: [...cards.map(({ position }) => position), ...holder.positions],
});

/**
 * Return the moves with open cards, {seat, index, isTaken, at}, in the order of their times: cards that were played, or
 * taken.
 * @param {Table} table
 * @param {PlayersBySeat} players
 * @returns {SeatMove[]}
 */
export function listMoves({ moves }, players) {
  const allMoves = Object.entries(players).flatMap(([seat, player]) =>
    (player.moves ?? []).map((move) => ({ seat, ...move })),
  );
  return moves ?? allMoves.sort((a, b) => a.at - b.at);
}

// The pile with the up-card, onto which cards are played one by one.
const DISCARDS = "discards";
const MOST_SEEN = 5; // cards of it

/**
 * Return whether the cards that are played form a pile with the up-card, as in rummies.
 * @param {Game} game
 */
export const hasDiscards = ({ family, layout = [] }) =>
  family === "rummies" || layout.some(({ place }) => place === DISCARDS);

/**
 * Return where the cards are after moves: the `middle`, from the bottom to the top, begins with the up-cards; `holders`
 * has the seats of the cards that were taken from it, by index.
 * @param {SeatMove[]} moves
 * @param {number[]} upCards
 */
function followMoves(moves, upCards) {
  const middle = [...upCards];
  /** @type {Map<number, string>} */
  const holders = new Map();
  for (const { seat, index, isTaken } of moves)
    if (!isTaken) {
      holders.delete(index);
      middle.push(index);
    } else if (middle.at(-1) === index) {
      middle.pop(); // unless another took it at the same time
      holders.set(index, seat);
    }
  return { middle, holders };
}

/**
 * Return a deal after `moves`: cards that were played lie in the middle, on the discards in a game that has them, or
 * else as far as the last card of each player; a card that was taken from the top is in a hand again. `top` is the
 * index of the top card, undefined if there is none.
 * @param {LaidDeal} deal
 * @param {SeatMove[]} moves
 * @param {Game} game
 * @returns {{ top: number | undefined, deal: LaidDeal }}
 */
export function makeMoves({ hands, piles, ...response }, moves, game) {
  const isDiscarding = hasDiscards(game);
  const discards = piles.find((pile) => pile.name === DISCARDS);
  const upCards = (isDiscarding && discards?.indices) || [];
  const { middle, holders } = followMoves(moves, upCards);
  const movedCards = [...middle, ...holders.keys()];
  const name = isDiscarding ? DISCARDS : "played";
  const seenCount = isDiscarding
    ? MOST_SEEN
    : hands.length + (middle.length % hands.length);
  const pile = { name, indices: middle.slice(-seenCount) };
  const otherPiles = piles.filter((otherPile) => otherPile.name !== name);
  const deal = {
    ...response,
    hands: hands.map((hand) => {
      const remaining = without(hand, movedCards);
      const taken = listHeld(holders, hand.seat);
      return { ...remaining, indices: [...remaining.indices, ...taken] };
    }),
    piles: [...otherPiles, pile],
  };
  return { top: middle.at(-1), deal };
}

/**
 * Return the indices of the cards that a seat took.
 * @param {Map<number, string>} holders the seats by the index of each card that was taken
 * @param {string} seat
 */
function listHeld(holders, seat) {
  const indices = Array.from(holders.keys());
  return indices.filter((index) => holders.get(index) === seat);
}

/**
 * Return a hand without cards.
 * @param {Hand} hand
 * @param {number[]} goneCards
 * @returns {Hand}
 */
function without({ parts, ...hand }, goneCards) {
  /** @param {number[]} indices */
  const filter = (indices) =>
    indices.filter((index) => !goneCards.includes(index));
  const remaining = { ...hand, indices: filter(hand.indices) };
  return parts
    ? {
        ...remaining,
        parts: parts.map((part) => ({
          ...part,
          indices: filter(part.indices),
        })),
      }
    : remaining;
}

const LAID = -2e6; // indices below it are of the own cards that are laid away

/**
 * Return a deal. Cards that players laid away lie face down in a pile: of the own ones it is known which, of others how
 * many.
 * @param {LaidDeal} deal
 * @param {PlayersBySeat} players
 * @param {ShownCard[]} ownCards
 * @returns {LaidDeal}
 */
export function layAway({ hands, piles, ...response }, players, ownCards) {
  /** @param {string} seat */
  const laidBy = (seat) => players[seat]?.laid ?? [];
  if (!hands.some(({ seat }) => laidBy(seat).length))
    return { hands, piles, ...response };
  const taken = hands.map((hand) =>
    findLaid(hand, laidBy(hand.seat), ownCards),
  );
  const parts = hands.map(({ seat }, i) => ({
    name: seat,
    indices: taken[i].map((index) => (isCovered(index) ? index : LAID - index)),
  }));
  const pile = {
    name: "laid_away",
    indices: parts.flatMap(({ indices }) => indices),
    parts,
  };
  return {
    ...response,
    hands: hands.map((hand, i) => without(hand, taken[i])),
    piles: [...piles, pile],
  };
}

/**
 * Return the indices of the cards of a hand that its player laid away; of another player's hand as many covered ones.
 * @param {Hand} hand
 * @param {CardPlace[]} places of the cards that were laid away
 * @param {ShownCard[]} ownCards
 */
function findLaid({ indices, isOwn }, places, ownCards) {
  if (!isOwn) return indices.filter(isCovered).slice(0, places.length);
  return indices.filter((index) =>
    ownCards.some(
      (card) =>
        card.index === index && places.some((place) => isAt(card, place)),
    ),
  );
}
