/** The table as one player sees it: open cards, the player's own cards, and the cards that other players show. */
import { isCovered } from "../table/covered.mjs";
import { SealedGame } from "../table/sealed.mjs";

/** Return the sealed game of a table, with the player's `own` cards and the shown cards in the hands. */
export async function layTable(
  { table: { opened, draws, receipt, cards: finalCards }, players, seat },
  own,
  game,
) {
  const shown =
    finalCards ??
    Object.fromEntries(
      Object.entries(players).map(([holder, player]) => [holder, player.shown]),
    );
  const cards = own.length ? { ...shown, [seat]: own } : shown;
  const sealed = new SealedGame(opened, { path: "v1/shoes" }, game);
  const toDeal = ({ hands, ...response }) => ({
    name: "deal",
    options: { clientSeed: response.client_seed },
    response: {
      ...response,
      hands: hands.map((hand) =>
        complete(
          hand,
          response.seen,
          findCards(response.seen, cards[hand.seat]),
        ),
      ),
    },
  });
  const toDraw = (response) => ({
    name: "draw",
    options: { seat: response.seat },
    response: {
      ...response,
      ...fillDraw(
        response.seen,
        findCards(response.seen, cards[response.seat]),
      ),
    },
  });
  const toMove = (response) => (response.hands ? toDeal : toDraw)(response);
  await sealed.repeat(draws.map(toMove));
  sealed.receipt = receipt;
  return sealed;
}

/** Return the shown cards that a draw dealt. */
function findCards({ rounds, positions }, cards = []) {
  const places = new Set(
    positions.map((position, i) => `${rounds[i]} ${position}`),
  );
  return cards.filter(({ round, position }) =>
    places.has(`${round} ${position}`),
  );
}

const UNKNOWN = -1e6; // an index below it is of a card that lies face down in a hand

/** Return the indices and positions of a draw for a seat: of a card that nobody here knows, an index that stands for it. */
function fillDraw({ draw, rounds, positions }, cards) {
  const findIndex = (i) =>
    cards.find(
      ({ round, position }) => round === rounds[i] && position === positions[i],
    )?.index;
  return {
    positions,
    indices: positions.map((_, i) => findIndex(i) ?? UNKNOWN - 1000 * draw - i),
  };
}

/** Put cards into a hand that the response only counts, each card into the part that its record names. */
function complete({ parts, ...hand }, { positions, places }, cards) {
  const listOf = (part) =>
    cards.filter(
      ({ position }) =>
        places[positions.indexOf(position)] === `${hand.seat}/${part.name}`,
    );
  return {
    ...fill(hand, cards),
    ...(parts && { parts: parts.map((part) => fill(part, listOf(part))) }),
  };
}

const fill = (holder, cards) => ({
  ...holder,
  indices: [...cards.map(({ index }) => index), ...holder.indices],
  positions: [...cards.map(({ position }) => position), ...holder.positions],
});

/** Return the moves with open cards, {seat, index, isTaken, at}, in the order of their times: cards that were played, or taken. */
export function listMoves({ moves }, players) {
  const all = Object.entries(players).flatMap(([seat, player]) =>
    (player.moves ?? []).map((move) => ({ seat, ...move })),
  );
  return moves ?? all.sort((one, other) => one.at - other.at);
}

const DISCARDS = "discards"; // the pile with the up-card, onto which cards are played one by one
const MOST_SEEN = 5; // cards of it

/** Return whether the cards that are played form a pile with the up-card, as in rummies. */
export const hasDiscards = ({ family, layout = [] }) =>
  family === "rummies" || layout.some(({ place }) => place === DISCARDS);

/**
 * Return a deal after `moves`: cards that were played lie in the middle, on the discards in a game that has them, or else
 * as far as the last card of each player; a card that was taken from the top is in a hand again. `top` is the index of
 * the top card, undefined if there is none.
 */
export function makeMoves({ hands, piles, ...response }, moves, game) {
  const upCards =
    (hasDiscards(game) &&
      piles.find(({ name }) => name === DISCARDS)?.indices) ||
    [];
  const middle = [...upCards];
  const holders = new Map(); // of the cards that were taken, their seats
  for (const { seat, index, isTaken } of moves)
    if (!isTaken) {
      holders.delete(index);
      middle.push(index);
    } else if (middle.at(-1) === index) holders.set(middle.pop(), seat); // unless another took it at the same time
  const isLeft = (index) => !middle.includes(index) && !holders.has(index);
  const without = ({ parts, ...holder }) => ({
    ...holder,
    indices: holder.indices.filter(isLeft),
    ...(parts && { parts: parts.map(without) }),
  });
  const give = (hand) => ({
    ...hand,
    indices: [
      ...hand.indices,
      ...[...holders].flatMap(([index, seat]) =>
        seat === hand.seat ? [index] : [],
      ),
    ],
  });
  const [name, count] = hasDiscards(game)
    ? [DISCARDS, MOST_SEEN]
    : ["played", hands.length + (middle.length % hands.length)];
  const pile = { name, indices: middle.slice(-count) };
  return {
    ...response,
    top: middle.at(-1),
    hands: hands.map((hand) => give(without(hand))),
    piles: [...piles.filter((other) => other.name !== name), pile],
  };
}

const LAID = -2e6; // indices below it are of the own cards that are laid away

/** Return a deal. Cards that players laid away lie face down in a pile: of the own ones it is known which, of others how many. */
export function layAway({ hands, piles, ...response }, players, own) {
  const laidBy = (seat) => players[seat]?.laid ?? [];
  if (!hands.some(({ seat }) => laidBy(seat).length))
    return { hands, piles, ...response };
  const isIn = (places, index) =>
    own.some(
      (card) =>
        card.index === index &&
        places.some(
          ({ round, position }) =>
            card.round === round && card.position === position,
        ),
    );
  const taken = hands.map(({ seat, indices, isOwn }) =>
    isOwn
      ? indices.filter((index) => isIn(laidBy(seat), index))
      : indices.filter(isCovered).slice(0, laidBy(seat).length),
  );
  const parts = hands.map(({ seat }, i) => ({
    name: seat,
    indices: taken[i].map((index) => (isCovered(index) ? index : LAID - index)),
  }));
  const without = ({ parts: ownParts, ...holder }, gone) => ({
    ...holder,
    indices: holder.indices.filter((index) => !gone.includes(index)),
    ...(ownParts && { parts: ownParts.map((part) => without(part, gone)) }),
  });
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
