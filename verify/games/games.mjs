/** The deals of games, interpreted from their table. Implemented from docs/definitions/decks.md alone. */
import { range } from "../core/canonical.mjs";
import {
  buildShoe,
  mapValues,
  packOptions,
  splitNames,
} from "../cards/decks.mjs";
import { GAME_TABLE } from "./game_table.mjs";
import { checkPlaces, recordPositions, splitShoe } from "./given.mjs";
import {
  EXTRA_MEMBERS,
  FACE_STEPS,
  PICKING_STEPS,
  SPECIAL_STEPS,
} from "./special_steps.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkObject,
  isEmpty,
} from "../core/validation.mjs";

/** Return the value of the highest number that is not above `players`, or the only value. */
const findByPlayers = (values, players) =>
  Object(values) === values
    ? values[
        Math.max(...Object.keys(values).filter((number) => number <= players))
      ]
    : values;

/** Return the seats of a text; its n is the number of players. */
function listSeats(text, players) {
  const numbered = {
    "1, …, n": players,
    "1, …, n, dealer": players,
    "1, …, n - 1, dealer": players - 1,
  }[text];
  if (numbered === undefined) return text === "none" ? [] : splitNames(text);
  return [
    ...range(numbered, 1).map(String),
    ...(text.endsWith("dealer") ? ["dealer"] : []),
  ];
}

/** Return steps without the words for people, with the counts in place of their names, and groups written out. */
function writeOut(steps, counts) {
  const plain = steps
    .replace(/ \([^)]*\)/g, "")
    .replace(/\{(\w+)\}/g, (_, name) => counts[name]);
  return plain.replace(/(?:(\d+)×)?\[([^\]]*)\]/g, (_, times = 1, group) =>
    Array(Number(times)).fill(group).join(", "),
  );
}

/** PySol deals the cards that lie face down first, row by row from right to left, and then those that lie face up. */
const NUMBERED_STEPS = {
  klondike:
    "layout: tableau 7-2 7-3 7-4 7-5 7-6 7-7 7-1, foundation 0, stock rest",
};

/** Return a game of an entry; its functions are given the number of players. */
function openEntry({
  deck = "standard",
  packs,
  players,
  seats = "1, …, n - 1, dealer",
  steps,
  counts,
  ...entry
}) {
  const {
    max_cards: most,
    numbered_order: order,
    removed_by_players: removed,
    parameters,
  } = entry;
  const writeSteps = (number, cards) =>
    writeOut(findByPlayers(steps, number), {
      ...mapValues(counts, (numbers) => findByPlayers(numbers, number)),
      ...(cards && { cards }),
    });
  return {
    ...{
      deck,
      players,
      gaps: entry.without_players ?? [],
      ranking: entry.ranking,
      continues: entry.continues === true,
    },
    packs: packs && {
      ...packs,
      ...(packs.exclude && { exclude: splitNames(packs.exclude) }),
    },
    removed: mapValues(removed, splitNames),
    seats: (number) => listSeats(findByPlayers(seats, number), number),
    steps: writeSteps,
    numbered:
      order && ((number) => NUMBERED_STEPS[order] ?? writeSteps(number)),
    mostCards: most && ((number) => findByPlayers(most, number)),
    hasBoards: splitNames(parameters).includes("board"),
    extraMembers: EXTRA_MEMBERS[entry.extra_fields],
  };
}

/**
 * Every game: its deck, defaults of its pack options and the codes that are removed in any case (`exclude`), [minimum,
 * maximum, default] of players, the `gaps` between these, the cards that are `removed` for exactly a number of players, its seats, its steps, and
 * the steps of a numbered deal. In the steps `;` is between stages, each with its name unless there is but
 * one, `deal`. A game that `continues` deals its next hand from what is left; one that `hasBoards` begins at another
 * seat with each board. `mostCards` returns the maximum of the field `cards`, if there is one.
 */
export const GAMES = Object.assign(
  {},
  ...Object.values(GAME_TABLE).map(({ games }) => mapValues(games, openEntry)),
);

/** Return the stages of a deal in order, as [name, steps]. */
export function stagesOf({ game, players, cards, deal_number }) {
  const {
    players: [, , usual],
    steps,
    numbered = steps,
  } = GAMES[game];
  const stages = (deal_number === undefined ? steps : numbered)(
    players ?? usual,
    cards,
  ).split("; ");
  return stages.map((stage) => {
    const [list, name = "deal"] = stage.split(": ").reverse();
    return [name, list.split(", ")];
  });
}

/** Return the seats of a game; the first gets the first card. */
export function seatsOf({ game, players }) {
  const {
    seats,
    players: [, , usual],
  } = GAMES[game];
  return seats(players ?? usual);
}

/** Return the pile of all the cards that a deal leaves, if there is one. */
export function stockOf(request) {
  const steps = stagesOf(request).flatMap(([, list]) => list);
  return steps.map((step) => /^(\w+) rest$/.exec(step)?.[1]).find(Boolean);
}

const hasStepOf = (steps, request) =>
  stagesOf(request).some(([, list]) =>
    list.some((step) => Object.hasOwn(steps, step)),
  );

/** Return whether the faces of cards decide where a card goes. */
export const needsFaces = (request) => hasStepOf(FACE_STEPS, request);

/**
 * Return a step of the notation: a seat, a pile, or `each`, `others` or `turns` with the packets of hands; the part of
 * it; the sizes of the packets; the face of the cards, and the `last` face: of the last card in each column.
 */
export function parseStep(step) {
  const [, to, part, sizes, face, last = face] =
    /^(\w+)(?:\/(\w+))? (.*?)(?: (up|down|others)(?:\/(up))?)?$/.exec(step);
  return { to, part, sizes: sizes.split(" "), face, last };
}

/**
 * Deal the positions that are `left` of a shuffled shoe; `cards` is a record of them, which knows the card at each.
 *
 * Returns hands and piles as maps from seat or name to a map from part to positions, the unnamed part being ""; `stages`,
 * a map from position to the name of its stage; and `faces`, the face of each. If it is not the first deal from the shoe,
 * none is burned.
 */
export function dealPositions(codes, request, cards, left, isFirst = true) {
  const hands = new Map(seatsOf(request).map((seat) => [seat, new Map()]));
  const [piles, seats, stages, faces] = [
    new Map(),
    [...hands.keys()],
    new Map(),
    new Map(),
  ];
  const code = (position) =>
    codes[cards.at(position, left.length > 0 && position > left.at(-1))];
  if (GAMES[request.game].hasBoards)
    seats.push(...seats.splice(0, boardOf(request) % 4));
  const place = (
    to,
    positions,
    part = "",
    face = hands.has(to) ? "own" : "up",
  ) => {
    if (!hands.has(to) && !piles.has(to)) piles.set(to, new Map());
    const parts = hands.get(to) ?? piles.get(to);
    parts.set(part, [...(parts.get(part) ?? []), ...positions]);
    for (const position of positions) faces.set(position, face);
    cards.place(`${hands.has(to) ? "hands" : "piles"}.${to}`, part, positions);
  };
  const take = (size) => {
    if (size !== "rest" && size > left.length)
      throw new Refused("players", "too few cards for this game");
    return left.splice(0, size === "rest" ? left.length : Number(size));
  };
  const rounds = (size) => {
    const [packet, times = 1] = size.split("×");
    return Array(
      times === "rest" ? Math.floor(left.length / seats.length) : Number(times),
    ).fill(packet);
  };
  const dealColumns = (to, [first, last], face) => {
    const columns = range(Math.abs(last - first) + 1).map((i) =>
      String(first + (last < first ? -i : i)),
    );
    for (const column of columns) place(to, take(1), column, face);
    return columns;
  };
  const deal = (step) => {
    if (Object.hasOwn(SPECIAL_STEPS, step))
      return SPECIAL_STEPS[step]({ left, place, code, seats, hands, piles });
    const { to, part, sizes, face, last } = parseStep(step);
    const columns = sizes.flatMap(rounds).flatMap((size, turn) => {
      if (size.includes("-"))
        return dealColumns(to, size.split("-").map(Number), face);
      if (["each", "others"].includes(to)) {
        for (const seat of seats)
          if (to === "each" || seat !== "dealer")
            place(seat, take(size), part, face);
      } else if (to === "turns")
        place(seats[turn % seats.length], take(size), part, face);
      else
        place(
          to,
          take(size),
          part,
          to === "burns" ? "burned" : size === "rest" ? "down" : face,
        );
      return [];
    });
    if (last !== face)
      for (const column of columns)
        faces.set(piles.get(to).get(column).at(-1), last);
  };
  for (const [stage, steps] of stagesOf(request)) {
    for (const step of steps)
      if (isFirst || !["burns 1", "turned"].includes(step)) deal(step);
    const dealt = [...hands.values(), ...piles.values()].flatMap((parts) =>
      [...parts.values()].flat(),
    );
    for (const position of dealt)
      if (!stages.has(position)) stages.set(position, stage);
  }
  if (left.length) throw new Refused("players", "cards would be left over");
  const columns = piles.get("tableau");
  if (columns)
    piles.set(
      "tableau",
      new Map([...columns].sort(([one], [other]) => one - other)),
    );
  return { hands, piles, stages, faces };
}

/** Return hands and piles of indices. `order` is an order of the cards that are not given. */
function dealCards(order, codes, request, split) {
  const cards = recordPositions(split, order);
  const { hands, piles } = dealPositions(
    codes,
    request,
    cards,
    range(codes.length),
  );
  const filled = cards.fill();
  const fillParts = (parts) =>
    new Map(
      [...parts].map(([part, positions]) => [
        part,
        positions.map((p) => filled[p]),
      ]),
    );
  const fillAll = (places) =>
    new Map([...places].map(([name, parts]) => [name, fillParts(parts)]));
  return { hands: fillAll(hands), piles: fillAll(piles) };
}

/** Return the given cards of a deal of a game, and the rest of its shoe. */
export function splitGame(codes, request) {
  const { deck } = gamePacks(request);
  const all = { queues: new Map(), rest: range(codes.length) };
  const known = Object.entries(
    checkObject("given", request.given ?? {}, ["hands", "piles"]),
  );
  for (const [kind, places] of known)
    checkObject(`given.${kind}`, places, Object.keys(places));
  if (known.every(([, places]) => isEmpty(places))) return all;
  if (hasStepOf(PICKING_STEPS, request))
    throw new Refused(
      "given",
      "no card can be given, as cards are picked from anywhere",
    );
  const plain = dealCards(all.rest, codes, { ...request, board: 1 }, all);
  const list = (kind) =>
    [...plain[kind]].map(([name, parts]) => [
      kind,
      name,
      [...parts.keys()].filter(Boolean),
    ]);
  return splitShoe(codes, deck, request.given, [
    ...list("hands"),
    ...list("piles"),
  ]);
}

/** Return the names of the fields of a game; the fields of its shuffle come in addition. */
export function gameFields(game) {
  const { deck, hasBoards, mostCards, numbered } =
    GAMES[checkChoice("game", game, Object.keys(GAMES))];
  const own = [
    ...(mostCards ? ["cards"] : []),
    ...(hasBoards ? ["board"] : []),
    ...(numbered ? ["deal_number"] : []),
  ];
  return ["players", ...packOptions(deck), ...own, "given"];
}

/** Return the codes of the cards of its packs that a game with this number of players removes. */
export function removedCodes(game, players, options) {
  const { deck, packs = {}, removed } = GAMES[game];
  const all = [...(packs.exclude ?? []), ...(removed[players] ?? [])];
  const codes = all.length
    ? buildShoe({ ...packs, ...options, deck, decks: 1, exclude: [] })
    : [];
  return all.filter((code) => codes.includes(code));
}

/** Return the number of players if the game is for so many. */
export function checkPlayers(where, value, { players: [min, max], gaps }) {
  if (gaps.includes(value))
    throw new Refused(
      where,
      `another number than ${gaps.join(" and ")} was expected`,
    );
  return checkInteger(where, value, min, max);
}

/** Return the pack options and the players of a deal, from the request or else from the game. */
export function gamePacks({ game, players, cards, exclude = [], ...options }) {
  const {
    deck,
    packs,
    players: [, , usual],
    mostCards,
  } = GAMES[game];
  const seated = checkPlayers("players", players ?? usual, GAMES[game]);
  if (cards !== undefined) checkInteger("cards", cards, 1, mostCards?.(seated));
  const excluded = new Set([
    ...removedCodes(game, seated, options),
    ...exclude,
  ]);
  return {
    ...packs,
    ...options,
    deck,
    players: seated,
    exclude: [...excluded],
  };
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
  GAMES[request.game]?.extraMembers?.(hands, boardOf(request)) ?? {};

/** Return the order of Microsoft's deal of a number. */
export function microsoftOrder(number) {
  const left = [..."A23456789TJQK"].flatMap((rank) =>
    [..."CDHS"].map((suit) => rank + suit),
  );
  const codes = buildShoe({ deck: "standard" });
  return left.map((_, i) => {
    number = (214013 * number + 2531011) % 2 ** 31;
    const k = Math.floor(number / 2 ** 16) % (52 - i);
    [left[k], left[51 - i]] = [left[51 - i], left[k]];
    return codes.indexOf(left[51 - i]);
  });
}
