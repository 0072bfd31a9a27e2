/** The cases of lives of sealed shoes (scheme shoe2) for the golden vectors. */
import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical.mjs";
import { buildShoe } from "./decks.mjs";
import { GAMES, dealPositions, gamePacks, stagesOf, stockOf } from "./games.mjs";
import { recordPositions } from "./given.mjs";

export const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);

/** The games of the first cases with their numbers of players: their seeds are numbered, and stay. */
const FIRST_TABLES = {
  ...{ holdem: [2, 10, 6], omaha: [2, 10, 6], five_card_draw: [2, 6, 4], seven_card_stud: [2, 6], video_poker: [1] },
  ...{ blackjack: [1, 7], baccarat: [2], bridge: [4], hearts: [3, 5, 4], spades: [4], whist: [4], euchre: [4] },
  ...{ skat: [3], pinochle: [2, 4, 3], briscola: [2, 4, 3], tressette: [4], gin_rummy: [2], rummy: [2, 6, 4, 3, 5] },
  ...{ canasta: [2, 4, 3], cribbage: [2, 4, 3], war: [2], klondike: [1], freecell: [1], spider: [1], mahjong: [4] },
  ...{ riichi: [4], dominoes: [2, 4, 3], keno: [0], bingo_card: [1], bingo_call: [0], lottery: [0] },
};

/** The exact shuffles whose cases have their seed by their turn. */
export const FIRST_EXACT = ["fisher_yates", "rejection", "random_slot", "durstenfeld", "inside_out"];

const listTables = ([game, numbers]) => numbers.map((players) => ({ game, players }));
export const FIRST_DEALT = Object.entries(FIRST_TABLES).flatMap(listTables);

/**
 * All others, with seeds by their names, so that a game can stand anywhere in the table: each game with the minimum, the
 * maximum and the default of players, and with every number if it is not dealt alike to all. Last come those with a
 * chosen number of cards.
 */
const OTHER_TABLES = Object.entries(GAMES).flatMap(([game, { players, steps, removed = {} }]) => {
  const all = range(players[1] - players[0] + 1, players[0]);
  const isAlike = new Set(all.map((number) => steps(number))).size === 1 && Object.keys(removed).length === 0;
  const numbers = [...new Set([...players, ...(isAlike ? [] : all)])];
  return listTables([game, numbers.filter((number) => !FIRST_TABLES[game]?.includes(number))]);
});
const CHOSEN_CARDS = [
  ...[1, 7, 12].map((cards) => ({ game: "oh_hell", players: 4, cards })),
  { game: "oh_hell", players: 3, cards: 17 },
];
export const LATER_TABLES = [...OTHER_TABLES, ...CHOSEN_CARDS];

// After the last stage of a game cards from its pile, and from the others in which cards lie face down.
const DEAD_WALL = [
  { pile: "dead_wall" },
  ...["dora_indicators", "ura_dora_indicators"].map((part) => ({ pile: "dead_wall", part })),
];
const PILES = {
  blackjack: [{ pile: "dealer" }],
  euchre: [{ pile: "kitty" }],
  skat: [{ pile: "skat" }],
  sheepshead: [{ pile: "blind" }],
  french_tarot: [{ pile: "dog" }],
  five_hundred: [{ pile: "kitty" }],
  thousand: [{ pile: "widow" }],
  palace: [{ pile: "1" }, { pile: "dealer", part: "face_down" }],
  pinochle: [{ pile: "widow" }],
  widow_whist: [{ pile: "widow" }],
  dou_dizhu: [{ pile: "widow" }],
  spite_and_malice: [{ pile: "payoff" }, { pile: "payoff", part: "2" }],
  klondike: [{ pile: "tableau" }, { pile: "tableau", part: "7" }],
  spider: [{ pile: "tableau", part: "10" }],
  yukon: [{ pile: "tableau" }, { pile: "tableau", part: "7" }],
  canfield: [{ pile: "reserve" }],
  mahjong: [{ pile: "wall", from: "bottom" }],
  riichi: DEAD_WALL,
  riichi_three_players: DEAD_WALL,
  taiwanese_mahjong: [{ pile: "wall", from: "bottom" }],
};
export const hash = (text) => createHash("sha256").update(text).digest("hex");
export const EXAMPLE_SEED = range(32)
  .map((i) => i.toString(16).padStart(2, "0"))
  .join("");
export const shuffleTerms = { scheme: "shoe2", stream: "sd1", algorithm: "fisher_yates", cut: 0, reshuffle: "when_empty" };
export const deckTerms = (terms) => ({ ...shuffleTerms, decks: 1, exclude: [], ...terms });
export const gameTerms = ({ cut, reshuffle, algorithm, label, board, cards, ...game }) =>
  deckTerms(
    JSON.parse(JSON.stringify({ ...gamePacks(game), game: game.game, cut, reshuffle, algorithm, label, board, cards })),
  );
export const dealAll = (terms) => stagesOf(terms).map(([deal]) => ({ deal }));

const DRAWS = [{ draw: 2 }, { draw: 1, burn: 1, from: "bottom" }];

/** Return how many cards the deal of a game leaves, in the unshuffled order. */
function countLeft(table) {
  const codes = buildShoe(gamePacks(table));
  const all = [...codes.keys()];
  const cards = recordPositions({ queues: new Map(), rest: all }, all);
  const { piles } = dealPositions(codes, table, cards, [...all]);
  return piles.get(stockOf(table))?.get("").length ?? 0;
}

function playGame(table) {
  const { game, players } = table;
  const terms = gameTerms(table);
  const draws = DRAWS.slice(0, Math.floor(countLeft(table) / 2));
  const isThere = ({ pile }) => pile !== "widow" || players === 3;
  const piles = (PILES[game] ?? []).filter(isThere).map((pile) => ({ draw: 1, ...pile }));
  return { terms, calls: [...dealAll(terms), ...draws, ...piles] };
}

// Alterations: a function of a file returns a path and another value.
export const set =
  (...path) =>
  () => [path.slice(0, -1), path.at(-1)];
export const drop =
  (...path) =>
  () => [path];
export const flip =
  (...path) =>
  (file) => {
    const digits = path.reduce((node, key) => node[key], file);
    return [path, (digits[0] === "0" ? "1" : "0") + digits.slice(1)];
  };
export const add =
  (number, ...path) =>
  (file) => [path, path.reduce((node, key) => node[key], file) + number];
export const swapSeen = (k, name, one, other) => (file) => {
  const values = [...file.seen[k][name]];
  [values[one], values[other]] = [values[other], values[one]];
  return [["seen", k, name], values];
};
const RECEIPT = [
  ...[flip("receipt", "commitment"), flip("receipt", "server_seed"), set("receipt", "terms", "label", "another")],
  ...[flip("receipt", "drawn", "digest"), add(1, "receipt", "drawn", "draws"), add(-1, "receipt", "drawn", "draws")],
  add(1000000, "receipt", "drawn", "total"),
];

const NAMES = range(40, 1).map((i) => ({ name: `Entrant ${i}`, ticket: 7 * i }));
const HOLDEM = {
  terms: gameTerms({ game: "holdem", players: 3 }),
  calls: [...["hole", "flop", "turn", "river"].map((deal) => ({ deal })), { deal: "hole", reshuffle: true }],
};
const RUMMY = {
  terms: gameTerms({ game: "rummy", players: 2, label: "rummy" }),
  calls: [{ deal: "deal" }, { draw: 28 }, { draw: 5, in_play: range(20) }, { draw: 2, from: "bottom", in_play: [] }],
};

/** The first two are the worked examples of docs/stream-shoes.md. */
export const LIVES = [
  {
    ...{ server_seed: EXAMPLE_SEED, client_seed: "correct horse", ...HOLDEM },
    altered: [
      ...RECEIPT,
      ...[swapSeen(1, "cards", 1, 2), set("seen", 2, "cards", 1, "AS"), swapSeen(0, "positions", 0, 1)],
      ...[drop("seen", 2), set("seen", 2, "stage", "river"), set("seen", 1, "positions", [6, 7, 8, 10])],
      ...[set("receipt", "drawn", "positions", [0, 1, 2, 3, 4]), set("receipt", "drawn", "round", 2)],
      ...[set("receipt", "drawn", "in_play", []), set("receipt", "client_seed", "another")],
      ...[add(1, "receipt", "drawn", "total"), set("seen", 4, "draw", 9)],
    ],
  },
  {
    ...{ server_seed: EXAMPLE_SEED, client_seed: "correct horse", ...RUMMY },
    altered: [
      ...RECEIPT,
      ...[set("seen", 2, "cards", 4, "AS"), set("seen", 2, "in_play", [...range(19), 49, 50, 51])],
      ...[set("receipt", "drawn", "in_play", range(19)), set("seen", 3, "pile", "discards")],
      ...[drop("seen", 0), swapSeen(1, "positions", 0, 1), set("receipt", "drawn", "positions", [0, 1, 2, 3, 4, 5])],
    ],
  },
  {
    client_seed: "42",
    terms: deckTerms({ deck: "standard", decks: 6, cut: 60, reshuffle: "at_cut", label: "table 7" }),
    calls: [
      { draw: 200, burn: 1 },
      { draw: 60, from: "bottom" },
      { draw: 5, in_play: [0, 1, 311, 200] },
      { draw: 3, burn: 2 },
    ],
    altered: [...RECEIPT, add(1, "receipt", "drawn", "top"), set("receipt", "drawn", "bottom", 400), drop("seen", 3)],
  },
  {
    terms: deckTerms({ deck: "euchre" }),
    calls: [
      { draw: 20 },
      { draw: 6 },
      { draw: 22, from: "bottom" },
      { draw: 1, reshuffle: true },
      { draw: 3, reshuffle: true, in_play: [0] },
    ],
    altered: [...RECEIPT, swapSeen(1, "rounds", 3, 4), set("seen", 0, "rounds", 0, 1), swapSeen(0, "cards", 0, 1)],
  },
  {
    client_seed: "a",
    terms: deckTerms({ deck: "dominoes", highest: 9, reshuffle: "never" }),
    calls: [{ draw: 10 }, { draw: 3, from: "bottom" }],
    altered: [...RECEIPT, set("receipt", "drawn", "round", 1)],
  },
  {
    client_seed: "b",
    terms: {
      ...shuffleTerms,
      min: 1,
      max: 40,
      items_sha256: hash(canonicalJson(NAMES)),
      label: "quicknet round 30000000",
    },
    calls: [{ draw: 3 }, { draw: 2, burn: 1, from: "bottom" }],
    original_items: NAMES,
    altered: [...RECEIPT, set("seen", 1, "integers", 1, 40), set("original_items", 7, { name: "Eve", ticket: 56 })],
  },
  {
    client_seed: "Grüße 🂡",
    terms: { ...shuffleTerms, min: -3, max: 3, reshuffle: "at_cut", cut: 2 },
    calls: [{ draw: 5 }, { draw: 2, in_play: [0, 4] }, { draw: 1 }],
  },
  { terms: { ...shuffleTerms, min: 1, max: 1000000 }, calls: [{ draw: 10 }] },
  { terms: { ...shuffleTerms, min: 7, max: 7 }, calls: [{ draw: 1 }, { draw: 1, from: "bottom" }] },
  ...FIRST_EXACT.map((algorithm) => ({
    client_seed: algorithm,
    terms: deckTerms({ deck: "wild_colours", algorithm }),
    calls: [{ draw: 100 }, { draw: 20, in_play: range(50) }],
  })),
  {
    terms: gameTerms({ game: "bridge", board: 6 }),
    calls: [{ deal: "deal" }, ...range(4).map(() => ({ deal: "deal", reshuffle: true }))],
    altered: [set("receipt", "terms", "board", 7), set("seen", 1, "cards", 0, null), swapSeen(1, "cards", 0, 1)],
  },
  {
    client_seed: "blackjack",
    terms: gameTerms({ game: "blackjack", decks: 1, players: 2, cut: 20, reshuffle: "at_cut" }),
    calls: [
      ...[
        { deal: "first_cards" },
        { deal: "second_cards" },
        { draw: 3 },
        { draw: 1, pile: "dealer" },
        { draw: 1, from: "bottom" },
      ],
      ...[
        { deal: "first_cards" },
        { deal: "second_cards" },
        { draw: 2 },
        { deal: "first_cards" },
        { deal: "second_cards" },
      ],
      ...[
        { draw: 30, in_play: range(15) },
        { deal: "first_cards", reshuffle: true },
      ],
    ],
    altered: [...RECEIPT, set("seen", 3, "cards", 0, "AS"), set("seen", 5, "stage", "second_cards"), drop("seen", 4)],
  },
  {
    terms: gameTerms({ game: "blackjack", decks: 1, players: 1, cut: 45, reshuffle: "at_cut" }),
    calls: [
      ...[{ deal: "first_cards" }, { deal: "second_cards" }, { draw: 3 }, { draw: 1 }, { draw: 1, pile: "dealer" }],
      ...[{ deal: "first_cards" }, { deal: "second_cards" }, { draw: 1, reshuffle: true, in_play: [1, 2, 3] }],
    ],
    altered: [set("seen", 5, "rounds", [0, 0, 0]), drop("seen", 7)],
  },
  {
    terms: gameTerms({ game: "baccarat", decks: 1 }),
    calls: [...range(5).map(() => ({ deal: "coup" })), { deal: "coup", reshuffle: true }],
  },
  {
    terms: gameTerms({ game: "riichi", red_fives: 4, exclude: ["7z"], reshuffle: "never" }),
    calls: [
      { deal: "hands" },
      { deal: "indicator" },
      { draw: 4 },
      { draw: 1, pile: "dead_wall" },
      { draw: 1, pile: "dead_wall", part: "dora_indicators" },
    ],
    altered: [
      set("seen", 3, "part", "dora_indicators"),
      set("seen", 4, "cards", 0, "1m"),
      set("seen", 3, "cards", 0, "1m"),
    ],
  },
  {
    terms: gameTerms({ game: "dominoes", players: 3, highest: 9 }),
    calls: [{ deal: "deal" }, { draw: 40, in_play: [] }, { draw: 3, in_play: [1, 2, 3] }],
  },
  {
    terms: gameTerms({ game: "bingo_call" }),
    calls: [
      ...[{ deal: "deal" }, { draw: 3 }, { deal: "deal", reshuffle: true }, { draw: 2, from: "bottom" }],
      ...[
        { deal: "deal", reshuffle: true },
        { deal: "deal", reshuffle: true },
      ],
    ],
    altered: [set("seen", 1, "cards", 0, "B1")],
  },
  ...FIRST_DEALT.map(playGame),
  ...LATER_TABLES.map((table) => ({
    server_seed: hash(["server seed of shoe2", ...Object.values(table)].join(" ")),
    ...playGame(table),
  })),
].map(({ server_seed, client_seed = null, ...one }, turn) => ({
  server_seed: server_seed ?? hash(`server seed of shoe2 ${turn}`),
  client_seed,
  ...one,
}));
