/** The deals of games, implemented from docs/stream-decks.md alone. The steps and stages are those of its tables. */
import { packOptions, buildShoe } from "./decks.mjs";
import { BRIDGE } from "./games/bridge.mjs";
import { CASINO } from "./games/casino.mjs";
import { CLASSICS } from "./games/classics.mjs";
import { CONTINENTAL } from "./games/continental.mjs";
import { EASTERN } from "./games/eastern.mjs";
import { EUROPE } from "./games/europe.mjs";
import { FLOWERS } from "./games/flowers.mjs";
import { HOUSE } from "./games/house.mjs";
import { NUMBERS } from "./games/numbers.mjs";
import { PATIENCE } from "./games/patience.mjs";
import { POKER } from "./games/poker.mjs";
import { RUMMIES } from "./games/rummies.mjs";
import { roundTable } from "./games/seats.mjs";
import { SHEDDING } from "./games/shedding.mjs";
import { TAROCKS } from "./games/tarocks.mjs";
import { TILES } from "./games/tiles.mjs";
import { TRICKS } from "./games/tricks.mjs";
import { WHISTS } from "./games/whists.mjs";
import { checkPlaces, recordPositions, splitShoe } from "./given.mjs";
import { Refused, checkChoice, checkInteger } from "./validation.mjs";

const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);

/**
 * Every game: its deck if not standard, defaults of its pack options and the codes that are removed in any case
 * (`exclude`), [minimum, maximum, default] of players, the cards that are removed for a number of players, seats if not
 * those of a round table, the steps of the deal, and those of a numbered deal. In the steps `;` is between stages, each
 * with its name unless there is but one, `deal`.
 *
 * `byFace` and `ownSteps` are steps of that game alone: those that depend on the cards, and others. `faces` are the faces
 * of cards where they differ from those of most games, `ranking` the rules that rank its hands in a condition, and
 * `extraMembers` the further members of a deal, given the codes of each hand. A game that `continues` deals its next hand
 * from what is left; one that `hasBoards` begins at another seat with each board; with `takesGiven` false no card can be
 * given for it. `mostCards` returns the maximum of the field `cards`, the number of cards of each hand, if it has one.
 */
export const GAMES = {
  ...POKER,
  ...CASINO,
  ...HOUSE,
  ...BRIDGE,
  ...TRICKS,
  ...EUROPE,
  ...CONTINENTAL,
  ...WHISTS,
  ...EASTERN,
  ...TAROCKS,
  ...RUMMIES,
  ...SHEDDING,
  ...CLASSICS,
  ...PATIENCE,
  ...TILES,
  ...FLOWERS,
  ...NUMBERS,
};

/** Return the stages of a deal in order, as [name, steps]. */
export function stagesOf({ game, players, cards, deal_number }) {
  const { players: [, , usual], steps, numbered = steps } = GAMES[game];
  const stages = (deal_number === undefined ? steps : numbered)(players ?? usual, cards).split("; ");
  return stages.map((stage) => {
    const [list, name = "deal"] = stage.split(": ").reverse();
    return [name, list.split(", ")];
  });
}

/** Return the seats of a game in the order in which they get cards. */
export function seatsOf({ game, players }) {
  const { seats = roundTable, players: [, , usual] } = GAMES[game];
  return seats(players ?? usual);
}

/** Return the pile of the cards that a deal leaves, with which the game goes on, if there is one. */
export function stockOf(request) {
  const steps = stagesOf(request).flatMap(([, list]) => list);
  return steps.map((step) => /^(\w+) rest$/.exec(step)?.[1]).find(Boolean);
}

/** Return whether the faces of cards decide where a card goes. */
export const needsFaces = ({ game }) => GAMES[game].byFace !== undefined;

/**
 * Deal the positions that are `left` of a shuffled shoe; `cards` is a record of them, which knows the card at each.
 *
 * Returns hands and piles as maps from seat or name to a map from part to positions, the unnamed part being ""; and
 * `stages`, a map from position to the name of its stage. If it is not the first deal from the shoe, none is burned.
 */
export function dealPositions(codes, request, cards, left, isFirst = true) {
  const { byFace, ownSteps, hasBoards } = GAMES[request.game];
  const specialSteps = { ...byFace, ...ownSteps };
  const hands = new Map(seatsOf(request).map((seat) => [seat, new Map()]));
  const [piles, seats, stages] = [new Map(), [...hands.keys()], new Map()];
  const code = (position) => codes[cards.at(position, left.length > 0 && position > left.at(-1))];
  if (hasBoards) seats.push(...seats.splice(0, boardOf(request) % 4));
  const place = (to, positions, part = "") => {
    if (!hands.has(to) && !piles.has(to)) piles.set(to, new Map());
    const parts = hands.get(to) ?? piles.get(to);
    parts.set(part, [...(parts.get(part) ?? []), ...positions]);
    cards.place(`${hands.has(to) ? "hands" : "piles"}.${to}`, part, positions);
  };
  const take = (size) => {
    if (size !== "rest" && size > left.length) throw new Refused("players", "too few cards for this game");
    return left.splice(0, size === "rest" ? left.length : Number(size));
  };
  const rounds = (size) => {
    const [packet, times = 1] = size.split("×");
    return Array(times === "rest" ? Math.floor(left.length / seats.length) : Number(times)).fill(packet);
  };
  const deal = (step) => {
    const [target, ...sizes] = step.split(" ");
    const [to, part] = target.split("/");
    if (sizes.length === 0) specialSteps[step]({ left, place, code, seats, hands, piles });
    sizes.flatMap(rounds).forEach((size, turn) => {
      const [first, last] = size.split("-").map(Number);
      const ends = range(Math.abs(last - first) + 1).map((i) => first + (last < first ? -i : i));
      if (last) for (const column of ends) place(to, take(1), String(column));
      else if (to === "each") for (const seat of seats) place(seat, take(size), part);
      else if (to === "others") for (const seat of seats) seat !== "dealer" && place(seat, take(size), part);
      else place(to === "turns" ? seats[turn % seats.length] : to, take(size), part);
    });
  };
  for (const [stage, steps] of stagesOf(request)) {
    for (const step of steps) if (isFirst || !["burns 1", "turned"].includes(step)) deal(step);
    const dealt = [...hands.values(), ...piles.values()].flatMap((parts) => [...parts.values()].flat());
    for (const position of dealt) if (!stages.has(position)) stages.set(position, stage);
  }
  if (left.length) throw new Refused("players", "cards would be left over");
  const columns = piles.get("tableau");
  if (columns) piles.set("tableau", new Map([...columns].sort(([one], [other]) => one - other)));
  return { hands, piles, stages };
}

/** Return hands and piles of indices. `order` is that of the rest of the shoe, which without given cards is all of it. */
function dealCards(order, codes, request, split) {
  const cards = recordPositions(split, order);
  const { hands, piles } = dealPositions(codes, request, cards, range(codes.length));
  const filled = cards.fill();
  const fillParts = (parts) => new Map([...parts].map(([part, positions]) => [part, positions.map((p) => filled[p])]));
  const fillAll = (places) => new Map([...places].map(([name, parts]) => [name, fillParts(parts)]));
  return { hands: fillAll(hands), piles: fillAll(piles) };
}

/** Return the given cards of a deal of a game, and the rest of its shoe. */
export function splitGame(codes, request) {
  const { deck } = gamePacks(request);
  const all = { queues: new Map(), rest: range(codes.length) };
  if (Object.values(request.given ?? {}).every((places) => Object.keys(places).length === 0)) return all;
  if (GAMES[request.game].takesGiven === false) throw new Refused("given", "no card can be given, as cards are picked from anywhere");
  const plain = dealCards(all.rest, codes, { ...request, board: 1 }, all);
  const list = (kind) => [...plain[kind]].map(([name, parts]) => [kind, name, [...parts.keys()].filter(Boolean)]);
  return splitShoe(codes, deck, request.given, [...list("hands"), ...list("piles")]);
}

/** Return the names of the fields of a game, besides those of its shuffle. */
export function gameFields(game) {
  const { deck = "standard", hasBoards, mostCards, numbered } = GAMES[checkChoice("game", game, Object.keys(GAMES))];
  const own = [...(mostCards ? ["cards"] : []), ...(hasBoards ? ["board"] : []), ...(numbered ? ["deal_number"] : [])];
  return ["players", ...packOptions(deck), ...own, "given"];
}

/** Return the codes of the cards of its packs that a game with this number of players removes. */
export function removedCodes(game, players, options) {
  const { deck = "standard", packs = {}, removed = {} } = GAMES[game];
  const all = [...(packs.exclude ?? []), ...(removed[players] ?? [])];
  const codes = all.length ? buildShoe({ ...packs, ...options, deck, decks: 1, exclude: [] }) : [];
  return all.filter((code) => codes.includes(code));
}

/** Return the pack options and the players of a deal: those of the request, or else those of the game. */
export function gamePacks({ game, players, cards, exclude = [], ...options }) {
  const {
    deck = "standard",
    packs,
    players: [min, max, usual],
    mostCards,
  } = GAMES[game];
  const seated = checkInteger("players", players ?? usual, min, max);
  if (cards !== undefined) checkInteger("cards", cards, 1, mostCards?.(seated));
  const excluded = new Set([...removedCodes(game, seated, options), ...exclude]);
  return { ...packs, ...options, deck, players: seated, exclude: [...excluded] };
}

/** Return the number of the board of a deal, by default its index + 1. */
const boardOf = ({ board, index = 0 }) => board ?? index + 1;

/** Return the hands and piles of a deal, as `dealCards` does; throw if a given card does not stay in its place. */
export function dealGame(order, codes, request, split) {
  const dealt = dealCards(order, codes, request, split);
  checkPlaces(split, (kind, name, part) => {
    const parts = dealt[kind].get(name);
    return part === undefined ? [...parts.values()].flat() : parts.get(part);
  });
  return dealt;
}

/** Return the further members of a deal of a game, given the codes of each hand. */
export const extraMembers = (request, hands) =>
  GAMES[request.game]?.extraMembers?.(hands, { board: boardOf(request) }) ?? {};

/** Return the five dealt cards of video poker, and the five after the draw; `held` has positions from 1 at the left. */
export function drawHand(order, held) {
  const [dealt, next] = [order.slice(0, 5), order.slice(5)];
  return { dealt, final: dealt.map((index, i) => (held.includes(i + 1) ? index : next.shift())) };
}

/** Return the order of Microsoft's deal of a number. */
export function microsoftOrder(number) {
  const left = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));
  const codes = buildShoe({ deck: "standard" });
  return left.map((_, i) => {
    number = (214013 * number + 2531011) % 2 ** 31;
    const k = Math.floor(number / 2 ** 16) % (52 - i);
    [left[k], left[51 - i]] = [left[51 - i], left[k]];
    return codes.indexOf(left[51 - i]);
  });
}
