/** The deals of games, interpreted from their table. Implemented from docs/definitions/decks.md alone. */
// @ts-check
import { range } from "../core/lists.mjs";
import { buildShoe, mapValues, packOptions } from "../cards/decks.mjs";
import { splitNames } from "../cards/names.mjs";
import { EXTRA_MEMBERS } from "./extras.mjs";
import { GAME_TABLE } from "./game_table.mjs";
import { PositionRecord, checkPlaces, listAt, splitShoe } from "./given.mjs";
import { FACE_STEPS, PICKING_STEPS, SPECIAL_STEPS } from "./special_steps.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkObject,
  isEmpty,
  requireObject,
} from "../core/validation.mjs";

/**
 * @import { ListExtraMembers } from "./extras.mjs"
 * @import { DealtPlaces, GivenPlace, Places, SplitShoe } from "./given.mjs"
 * @import { DealState, DealStep, LayCards } from "./special_steps.mjs"
 */

/**
 * A value, or one by the lowest number of players that it is for: `{ "2": "none", "4": "1, …, n" }`.
 * @template {string | number} Value
 * @typedef {Value | Record<string, Value>} ByPlayers
 */

/**
 * Options of a pack in the table of games; `exclude` is a text of codes.
 * @typedef {{ exclude?: string, [option: string]: string | number | undefined }} TablePackOptions
 */

/**
 * An entry of the table of games, as far as it is read here.
 * @typedef {object} TableEntry
 * @property {number[]} players - the fewest, the most and the usual number
 * @property {ByPlayers<string>} steps - in the notation of docs/definitions/decks.md:
 *   `"hole: each 1×2; flop: burns 1, board 3"`
 * @property {Record<string, ByPlayers<number>>} [counts] - the numbers of the names in braces of the steps
 * @property {ByPlayers<string>} [seats]
 * @property {string} [deck]
 * @property {TablePackOptions} [packs] - as in a request; `exclude` is a text of codes
 * @property {Record<string, string>} [removed_by_players] - texts of codes, by the number of players
 * @property {number[]} [without_players] - numbers of players between these that it is not for
 * @property {ByPlayers<number>} [max_cards] - the maximum of the field `cards`
 * @property {string} [numbered_order] - the name of the order of numbered deals
 * @property {string} [parameters] - a text of names of further fields
 * @property {string} [ranking] - how hands are ranked: `"poker"`
 * @property {boolean} [continues] - whether the next hand is dealt from what is left
 * @property {string} [extra_fields] - the name of a function of the further members of a deal
 */

/**
 * Options of a pack, as a request has them.
 * @typedef {{ exclude?: string[], [option: string]: unknown }} PackOptions
 */

/**
 * A game. In the texts of its steps `;` is between stages, each with its name unless there is but one, `deal`.
 * @typedef {object} Game
 * @property {string} deck
 * @property {number[]} players - the fewest, the most and the usual number
 * @property {number[]} gaps - numbers between these that it is not for
 * @property {string} [ranking] - how hands are ranked: `"poker"`
 * @property {boolean} continues - whether the next hand is dealt from what is left
 * @property {PackOptions} [packs] - the defaults of options of the pack; the codes of `exclude` are removed in any case
 * @property {Record<string, string[]>} removed - the codes that are removed for exactly a number of players
 * @property {(players: number) => string[]} seats - return the seats; the first gets the first card
 * @property {(players: number, cards?: number) => string} steps - return the text of the steps of a deal; `cards` is
 *   the field of a request
 * @property {(players: number) => string} [numbered] - return the text of the steps of a numbered deal, if there are
 *   such deals
 * @property {(players: number) => number} [mostCards] - return the maximum of the field `cards`, if there is one
 * @property {boolean} hasBoards - whether it begins at another seat with each board
 * @property {ListExtraMembers} [extraMembers] - return the further members of a deal
 */

/**
 * The parameters of a deal of a game, as far as they are used here; other options are those of its pack.
 * @typedef {object} GameRequest
 * @property {string} game
 * @property {number} [players]
 * @property {number} [cards] - how many cards each hand gets, in games that leave it to the players
 * @property {number} [index]
 * @property {number} [board]
 * @property {number} [deal_number] - of Microsoft's deals, for which nothing is drawn
 * @property {unknown} [given] - the known cards
 * @property {string[]} [exclude] - codes that are removed from the pack
 */

/**
 * The pack of a deal of a game: options of the pack, its deck, and the players.
 * @typedef {PackOptions & { deck: string, players: number, exclude: string[] }} GamePacks
 */

/**
 * A stage of a deal: `["flop", ["burns 1", "board/flop 3"]]`.
 * @typedef {[name: string, steps: string[]]} Stage
 */

/**
 * A step of the notation: `each 2×3 down` is `{ to: "each", sizes: ["2×3"], face: "down", last: "down" }`.
 * @typedef {object} ParsedStep
 * @property {string} to - a seat, a pile, or `each`, `others` or `turns` for the packets of hands
 * @property {string} [part] - of the seat or pile
 * @property {string[]} sizes - of the packets: `"3"`, `"3×2"` for two of three cards, `"rest"`, or `"1-7"` for columns
 * @property {string} [face] - of the cards
 * @property {string} [last] - the face of the last card in each column
 */

/**
 * What a deal has laid: positions in the shuffled shoe.
 * @typedef {object} Layout
 * @property {Places} hands
 * @property {Places} piles
 * @property {Map<number, string>} stages - the name of the stage that laid a position
 * @property {Map<number, string>} faces - the face of each position: `"own"`, `"up"`, `"down"`, `"burned"`, …
 */

/**
 * Return the value of the highest number that is not above `players`, or the only value.
 * @template {string | number} Value
 * @param {ByPlayers<Value>} values
 * @param {number} players
 * @returns {Value}
 */
function findByPlayers(values, players) {
  if (typeof values !== "object") return values;
  const numbers = Object.keys(values).map(Number);
  return values[Math.max(...numbers.filter((number) => number <= players))];
}

/**
 * Return the seats of a text.
 * @param {string} text - `"N, E, S, W"`, `"none"`, or a text in which n is the number of players
 * @param {number} players
 * @returns {string[]}
 */
function listSeats(text, players) {
  /** @type {Record<string, number>} */
  const counts = {
    "1, …, n": players,
    "1, …, n, dealer": players,
    "1, …, n - 1, dealer": players - 1,
  };
  const count = counts[text];
  if (count === undefined) return text === "none" ? [] : splitNames(text);
  const numbered = range(count, 1).map(String);
  return text.endsWith("dealer") ? [...numbered, "dealer"] : numbered;
}

/** A group of steps, such as `"2×[each 3, board 1]"`: how often it is dealt, once without a number, and its steps. */
const GROUP = /(?:(\d+)×)?\[([^\]]*)\]/g;

/**
 * Return steps without the words for people, with the counts in place of their names, and groups written out.
 * @param {string} steps - such as `"2×[each {first}, board 1] (face up)"`
 * @param {Record<string, number>} counts - such as `{ first: 3 }`
 * @returns {string} here `"each 3, board 1, each 3, board 1"`
 */
function writeOut(steps, counts) {
  const withoutWords = steps.replaceAll(/ \([^)]*\)/g, "");
  const withCounts = withoutWords.replaceAll(/\{(\w+)\}/g, (_, name) =>
    String(counts[name]),
  );
  return withCounts.replaceAll(GROUP, (_, times = 1, group) =>
    Array(Number(times)).fill(group).join(", "),
  );
}

/**
 * The steps of numbered deals, by their order. PySol deals the cards that lie face down first, row by row from right to
 * left, and then those that lie face up.
 * @type {Record<string, string>}
 */
const NUMBERED_STEPS = {
  klondike:
    "layout: tableau 7-2 7-3 7-4 7-5 7-6 7-7 7-1, foundation 0, stock rest",
};

/**
 * Return the options of a pack in the table as a request has them.
 * @param {TablePackOptions} options
 * @returns {PackOptions}
 */
function openPackOptions({ exclude, ...options }) {
  return exclude ? { ...options, exclude: splitNames(exclude) } : options;
}

/**
 * Return the game of an entry.
 * @param {TableEntry} entry
 * @returns {Game}
 */
function openEntry(entry) {
  const {
    deck = "standard",
    packs,
    players,
    seats = "1, …, n - 1, dealer",
    counts = {},
    max_cards: mostByPlayers,
    numbered_order: order,
  } = entry;
  /** @type {Game["steps"]} */
  const writeSteps = (number, cards) => {
    /** @type {Record<string, number>} */
    const ofPlayers = {};
    for (const [name, numbers] of Object.entries(counts))
      ofPlayers[name] = findByPlayers(numbers, number);
    if (cards) ofPlayers.cards = cards;
    return writeOut(findByPlayers(entry.steps, number), ofPlayers);
  };
  return {
    deck,
    players,
    gaps: entry.without_players ?? [],
    ranking: entry.ranking,
    continues: entry.continues === true,
    packs: packs && openPackOptions(packs),
    removed: mapValues(entry.removed_by_players, splitNames),
    seats: (number) => listSeats(findByPlayers(seats, number), number),
    steps: writeSteps,
    numbered:
      order === undefined
        ? undefined
        : (number) => NUMBERED_STEPS[order] ?? writeSteps(number),
    mostCards:
      mostByPlayers === undefined
        ? undefined
        : (number) => findByPlayers(mostByPlayers, number),
    hasBoards: splitNames(entry.parameters).includes("board"),
    extraMembers:
      entry.extra_fields === undefined
        ? undefined
        : EXTRA_MEMBERS[entry.extra_fields],
  };
}

/** @type {Record<string, { games: Record<string, TableEntry> }>} */
const GROUPS = GAME_TABLE;

/**
 * Every game, by its name in paths.
 * @type {Record<string, Game>}
 */
export const GAMES = Object.assign(
  {},
  ...Object.values(GROUPS).map(({ games }) => mapValues(games, openEntry)),
);

/**
 * Return the number of players of a deal, by default the usual one of the game.
 * @param {Pick<GameRequest, "game" | "players">} request
 * @returns {number}
 */
function countPlayers({ game, players }) {
  const usual = GAMES[game].players[2];
  return players ?? usual;
}

/**
 * Return the stages of a deal in order.
 * @param {GameRequest} request
 * @returns {Stage[]}
 */
export function stagesOf(request) {
  const { steps, numbered = steps } = GAMES[request.game];
  const write = request.deal_number === undefined ? steps : numbered;
  const text = write(countPlayers(request), request.cards);
  return text.split("; ").map((stage) => {
    const [list, name = "deal"] = stage.split(": ").reverse();
    return [name, list.split(", ")];
  });
}

/**
 * Return the seats of a game; the first gets the first card.
 * @param {Pick<GameRequest, "game" | "players">} request
 * @returns {string[]}
 */
export function seatsOf(request) {
  return GAMES[request.game].seats(countPlayers(request));
}

/**
 * Return the pile of all the cards that a deal leaves, if there is one.
 * @param {GameRequest} request
 * @returns {string | undefined} its name
 */
export function stockOf(request) {
  const steps = stagesOf(request).flatMap(([, list]) => list);
  return steps.map((step) => /^(\w+) rest$/.exec(step)?.[1]).find(Boolean);
}

/**
 * Return whether a deal has one of some special steps.
 * @param {Record<string, DealStep>} special
 * @param {GameRequest} request
 * @returns {boolean}
 */
const hasStepOf = (special, request) =>
  stagesOf(request).some(([, steps]) =>
    steps.some((step) => Object.hasOwn(special, step)),
  );

/**
 * Return whether the faces of cards decide where a card goes.
 * @param {GameRequest} request
 * @returns {boolean}
 */
export const needsFaces = (request) => hasStepOf(FACE_STEPS, request);

const STEP =
  /^(?<to>\w+)(?:\/(?<part>\w+))? (?<sizes>.*?)(?: (?<face>up|down|others)(?:\/(?<last>up))?)?$/;

/**
 * Return a step of the notation in its parts.
 * @param {string} step - such as `"each 2×3 down"`
 * @returns {ParsedStep}
 */
export function parseStep(step) {
  const groups = STEP.exec(step)?.groups;
  if (groups === undefined) throw new Error(`"${step}" is no step of a deal`);
  const { to, part, sizes, face, last = face } = groups;
  return { to, part, sizes: sizes.split(" "), face, last };
}

/**
 * The deal of a game from the cards that are left of a shoe, step by step.
 *
 * Of blackjack for two, after `dealStep("burns 1")` and `dealStep("others 1 up")` the position 0 is burned, 1 and 2 are
 * in the hands 1 and 2, face up.
 * @implements {DealState}
 */
class Dealing {
  /** @type {string[]} */
  #codes;
  /** @type {PositionRecord} */
  #cards;
  /** @type {number[]} */
  undealt;
  /** @type {Places} */
  hands;
  /** @type {Places} */
  piles = new Map();
  /** @type {string[]} */
  seats;
  /** @type {Map<number, string>} the face of each position */
  faces = new Map();

  /**
   * @param {string[]} codes - the codes of the shoe, by index
   * @param {GameRequest} request
   * @param {PositionRecord} cards - is told where positions come to, and knows the card at each
   * @param {number[]} undealt - positions, from the top; those that are dealt are taken from it
   */
  constructor(codes, request, cards, undealt) {
    const seats = seatsOf(request);
    this.#codes = codes;
    this.#cards = cards;
    this.undealt = undealt;
    this.hands = new Map(seats.map((seat) => [seat, new Map()]));
    // With each board another seat gets the first card.
    const first = GAMES[request.game].hasBoards ? boardOf(request) % 4 : 0;
    this.seats = [...seats.slice(first), ...seats.slice(0, first)];
  }

  /** @type {DealState["code"]} */
  code = (position) => {
    const last = this.undealt.at(-1);
    const isLast = last !== undefined && position > last;
    return this.#codes[this.#cards.at(position, isLast)];
  };

  /** @type {LayCards} */
  place = (
    to,
    positions,
    part = "",
    face = this.hands.has(to) ? "own" : "up",
  ) => {
    const kind = this.hands.has(to) ? "hands" : "piles";
    const parts = this[kind].get(to) ?? new Map();
    this[kind].set(to, parts);
    parts.set(part, [...(parts.get(part) ?? []), ...positions]);
    for (const position of positions) this.faces.set(position, face);
    this.#cards.place(`${kind}.${to}`, part, positions);
  };

  /** @param {string} step */
  dealStep(step) {
    if (Object.hasOwn(SPECIAL_STEPS, step)) {
      SPECIAL_STEPS[step](this);
      return;
    }
    const parsed = parseStep(step);
    const { to, sizes, face, last } = parsed;
    /** @type {string[]} */
    const columns = [];
    const packets = sizes.flatMap((text) => this.#listPackets(text));
    for (const [turn, size] of packets.entries()) {
      const isOfColumns = size.includes("-");
      if (isOfColumns) columns.push(...this.#dealColumns(to, size, face));
      else this.#dealPacket(parsed, size, turn);
    }
    if (last === undefined || last === face) return;
    for (const column of columns) {
      const positions = listAt(this.piles, to, column);
      this.faces.set(positions[positions.length - 1], last);
    }
  }

  /** Return the positions that are dealt, by hands and piles. */
  listDealt() {
    return [...this.hands.values(), ...this.piles.values()].flatMap((parts) =>
      [...parts.values()].flat(),
    );
  }

  /** Put the columns of a tableau into the order of their numbers. */
  sortColumns() {
    const tableau = this.piles.get("tableau");
    if (tableau === undefined) return;
    const columns = [...tableau];
    columns.sort(([a], [b]) => Number(a) - Number(b));
    this.piles.set("tableau", new Map(columns));
  }

  /**
   * Return the sizes of packets one by one: of `"3×2"` `["3", "3"]`.
   * @param {string} sizes
   * @returns {string[]}
   */
  #listPackets(sizes) {
    const [packet, times = "1"] = sizes.split("×");
    const count =
      times === "rest"
        ? Math.floor(this.undealt.length / this.seats.length)
        : Number(times);
    return Array(count).fill(packet);
  }

  /**
   * Take a packet from the top; its size is a number or `"rest"`.
   * @param {string} size
   */
  #takePacket(size) {
    const { undealt } = this;
    if (size !== "rest" && Number(size) > undealt.length)
      throw new Refused("players", "too few cards for this game");
    return undealt.splice(0, size === "rest" ? undealt.length : Number(size));
  }

  /**
   * Lay a card to each column of a pile, of `"7-5"` to the columns 7, 6 and 5; return the columns.
   * @param {string} pile
   * @param {string} columns
   * @param {string} [face]
   */
  #dealColumns(pile, columns, face) {
    const [first, last] = columns.split("-").map(Number);
    const step = last < first ? -1 : 1;
    const names = range(Math.abs(last - first) + 1).map((i) =>
      String(first + i * step),
    );
    for (const name of names)
      this.place(pile, this.#takePacket("1"), name, face);
    return names;
  }

  /**
   * Deal a packet of a step, which may go to all seats.
   * @param {ParsedStep} step
   * @param {string} size - of the packet
   * @param {number} turn - the number of the packet in the step
   */
  #dealPacket({ to, part, face }, size, turn) {
    const faceThere = faceOfPacket(to, size, face);
    for (const place of this.#listReceivers(to, turn))
      this.place(place, this.#takePacket(size), part, faceThere);
  }

  /**
   * Return the hands or the pile that get a packet each.
   * @param {string} to - `"each"`, `"others"`, `"turns"`, or the name of a hand or a pile
   * @param {number} turn - the number of the packet in the step
   * @returns {string[]}
   */
  #listReceivers(to, turn) {
    const { seats } = this;
    if (to === "each") return seats;
    if (to === "others") return seats.filter((seat) => seat !== "dealer");
    if (to === "turns") return [seats[turn % seats.length]];
    return [to];
  }
}

/**
 * Return how the cards of a packet lie: burned cards are no other way, and what is left of a shoe lies face down.
 * @param {string} to - `"each"`, `"burns"`, the name of a pile, …
 * @param {string} size - of the packet
 * @param {string | undefined} face - as the step says
 */
function faceOfPacket(to, size, face) {
  if (to === "burns") return "burned";
  const isToSeats = ["each", "others", "turns"].includes(to);
  return size === "rest" && !isToSeats ? "down" : face;
}

/** Steps that only the first deal from a shoe has. */
const FIRST_STEPS = ["burns 1", "turned"];

/**
 * Deal positions of a shuffled shoe that are `undealt`. Of blackjack for two, from a new shoe: position 0 is burned,
 * hand 1 has `[1, 4]`, hand 2 has `[2, 5]`, and the hand `dealer` has the parts `upcard` `[3]` and `hole_card` `[6]`;
 * the stages are `first_cards` and `second_cards`.
 * @param {string[]} codes - the codes of the shoe, by index
 * @param {GameRequest} request
 * @param {PositionRecord} cards - is told where positions come to, and knows the card at each
 * @param {number[]} undealt - positions, from the top; those that are dealt are taken from it
 * @param {boolean} isFirst - whether it is the first deal from the shoe; in a later one none is burned
 * @returns {Layout}
 */
export function dealPositions(codes, request, cards, undealt, isFirst = true) {
  const dealing = new Dealing(codes, request, cards, undealt);
  /** @type {Map<number, string>} */
  const stages = new Map();
  for (const [stage, steps] of stagesOf(request)) {
    for (const step of steps)
      if (isFirst || !FIRST_STEPS.includes(step)) dealing.dealStep(step);
    for (const position of dealing.listDealt())
      if (!stages.has(position)) stages.set(position, stage);
  }
  if (undealt.length) throw new Refused("players", "cards would be left over");
  dealing.sortColumns();
  const { hands, piles, faces } = dealing;
  return { hands, piles, stages, faces };
}

/**
 * Return hands and piles of a deal.
 * @param {number[]} order - an order of the cards that are not given, as positions in `ungiven`
 * @param {string[]} codes - the codes of the shoe, by index
 * @param {GameRequest} request
 * @param {SplitShoe} split
 * @returns {DealtPlaces} indices
 */
function dealCards(order, codes, request, split) {
  const cards = new PositionRecord(split, order);
  const undealt = range(codes.length);
  const { hands, piles } = dealPositions(codes, request, cards, undealt);
  const indexAt = cards.fill();
  /** @type {(positions: number[]) => number[]} */
  const toIndices = (positions) =>
    positions.map((position) => indexAt[position]);
  /** @type {(places: Places) => Places} */
  const fillAll = (places) =>
    new Map(
      [...places].map(([name, parts]) => [
        name,
        new Map(
          [...parts].map(([part, positions]) => [part, toIndices(positions)]),
        ),
      ]),
    );
  return { hands: fillAll(hands), piles: fillAll(piles) };
}

/**
 * Return the given cards of a deal of a game, and the rest of its shoe. Of `given: { hands: { N: ["as", "KS"] } }` at
 * bridge, the queues have `"hands.N" → [0, 12]`, the indices of these cards, and `ungiven` the others.
 * @param {string[]} codes - the codes of the shoe, by index
 * @param {GameRequest} request
 * @returns {SplitShoe}
 */
export function splitGame(codes, request) {
  const { deck } = gamePacks(request);
  /** @type {SplitShoe} */
  const wholeShoe = { queues: new Map(), ungiven: range(codes.length) };
  /** @type {Record<string, unknown>} */
  const given = checkObject("given", request.given ?? {}, ["hands", "piles"]);
  for (const [kind, byName] of Object.entries(given))
    requireObject(`given.${kind}`, byName);
  if (Object.values(given).every(isEmpty)) return wholeShoe;
  if (hasStepOf(PICKING_STEPS, request))
    throw new Refused(
      "given",
      "no card can be given, as cards are picked from anywhere",
    );
  const plain = dealCards(
    wholeShoe.ungiven,
    codes,
    { ...request, board: 1 },
    wholeShoe,
  );
  /** @type {(kind: "hands" | "piles") => GivenPlace[]} */
  const listPlaces = (kind) =>
    [...plain[kind]].map(([name, parts]) => ({
      kind,
      name,
      parts: [...parts.keys()].filter(Boolean),
    }));
  const places = [...listPlaces("hands"), ...listPlaces("piles")];
  return splitShoe(codes, deck, request.given, places);
}

/**
 * Return the names of the fields of a game; the fields of its shuffle come in addition.
 * @param {string} game - as yet unchecked
 * @returns {string[]}
 */
export function gameFields(game) {
  const { deck, hasBoards, mostCards, numbered } =
    GAMES[checkChoice("game", game, Object.keys(GAMES))];
  const ownFields = [
    ...(mostCards ? ["cards"] : []),
    ...(hasBoards ? ["board"] : []),
    ...(numbered ? ["deal_number"] : []),
  ];
  return ["players", ...packOptions(deck), ...ownFields, "given"];
}

/**
 * Return the codes of the cards of its packs that a game with this number of players removes.
 * @param {string} game
 * @param {number} players
 * @param {PackOptions} options - of a request
 * @returns {string[]}
 */
export function removedCodes(game, players, options) {
  const { deck, packs = {}, removed } = GAMES[game];
  const excludedCodes = [...(packs.exclude ?? []), ...(removed[players] ?? [])];
  if (excludedCodes.length === 0) return excludedCodes;
  /** @type {string[]} */
  const codes = buildShoe({
    ...packs,
    ...options,
    deck,
    decks: 1,
    exclude: [],
  });
  return excludedCodes.filter((code) => codes.includes(code));
}

/**
 * Return the number of players if the game is for so many.
 * @param {string} where - the path of the value
 * @param {unknown} value
 * @param {Pick<Game, "players" | "gaps">} game
 * @returns {number}
 */
export function checkPlayers(where, value, { players, gaps }) {
  const [fewest, most] = players;
  if (gaps.some((gap) => gap === value))
    throw new Refused(
      where,
      `another number than ${gaps.join(" and ")} was expected`,
    );
  return checkInteger(where, value, fewest, most);
}

/**
 * Return the pack options and the players of a deal, from the request or else from the game.
 * @param {GameRequest} request
 * @returns {GamePacks}
 */
export function gamePacks({ game, players, cards, exclude = [], ...options }) {
  const { deck, packs, mostCards } = GAMES[game];
  const count = countPlayers({ game, players });
  const seated = checkPlayers("players", count, GAMES[game]);
  const maxCards = mostCards?.(seated) ?? 0; // without it the game takes no `cards`
  if (cards !== undefined) checkInteger("cards", cards, 1, maxCards);
  const removed = removedCodes(game, seated, options);
  return {
    ...packs,
    ...options,
    deck,
    players: seated,
    exclude: [...new Set([...removed, ...exclude])],
  };
}

/**
 * Return the number of the board of a deal, by default its index + 1.
 * @param {{ board?: number, index?: number }} request
 * @returns {number}
 */
const boardOf = ({ board, index = 0 }) => board ?? index + 1;

/**
 * Return the hands and piles of a deal; throw if a given card does not stay in its place.
 * @param {number[]} order - an order of the cards that are not given, as positions in `ungiven`
 * @param {string[]} codes - the codes of the shoe, by index
 * @param {GameRequest} request
 * @param {SplitShoe} split
 * @returns {DealtPlaces} indices
 */
export function dealGame(order, codes, request, split) {
  const dealt = dealCards(order, codes, request, split);
  checkPlaces(split, (kind, name, part) => {
    const parts = dealt[kind].get(name);
    return part === undefined
      ? [...(parts?.values() ?? [])].flat()
      : parts?.get(part);
  });
  return dealt;
}

/**
 * Return the further members of a deal of a game, none of any other deal.
 * @param {{ game?: string, board?: number, index?: number }} request
 * @param {string[][]} hands - the codes of each hand
 * @returns {Record<string, unknown>}
 */
export function extraMembers(request, hands) {
  const list =
    request.game === undefined ? undefined : GAMES[request.game].extraMembers;
  return list === undefined ? {} : list(hands, boardOf(request));
}

/**
 * Return the order of Microsoft's deal of a number.
 * @param {number} number
 * @returns {number[]} indices in the unshuffled deck
 */
export function microsoftOrder(number) {
  const codesLeft = [..."A23456789TJQK"].flatMap((rank) =>
    [..."CDHS"].map((suit) => rank + suit),
  );
  const codes = buildShoe({ deck: "standard" });
  let state = number;
  return codesLeft.map((_, i) => {
    state = (214013 * state + 2531011) % 2 ** 31;
    const last = 51 - i;
    const chosen = Math.floor(state / 2 ** 16) % (last + 1);
    const code = codesLeft[chosen];
    codesLeft[chosen] = codesLeft[last];
    codesLeft[last] = code;
    return codes.indexOf(code);
  });
}
