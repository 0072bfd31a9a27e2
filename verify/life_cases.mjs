/** The cases of lives of sealed shoes for the golden vectors. */
import { createECDH, createHash } from "node:crypto";
import { canonicalJson, toHex } from "./canonical.mjs";
import { buildShoe } from "./decks.mjs";
import { GAMES, dealPositions, gamePacks, stagesOf, stockOf } from "./games.mjs";
import { recordPositions } from "./given.mjs";
import { toBase64url } from "./jwk.mjs";
import { publicSigner, solveLife } from "./lives.mjs";

const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);
const hash = (text) => createHash("sha256").update(text).digest("hex");
const EXAMPLE_SEED = toHex(range(32));

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

const ALWAYS = { scheme: "sealed1", stream: "sd1", algorithm: "fisher_yates", cut: 0, reshuffle: "on_request", reveal: "all" };
const shuffleTerms = (terms) => ({ ...ALWAYS, ...terms });
const deckTerms = (terms) => shuffleTerms({ decks: 1, exclude: [], ...terms });
/** Return the terms of a game: of `asked` those of its packs, `more` as they are. */
function gameTerms({ game, players, board, cards, ...packs }, more = {}) {
  const options = { ...(board && { board }), ...(cards && { cards }) };
  return deckTerms(JSON.parse(JSON.stringify({ ...gamePacks({ game, players, cards, ...packs }), game, ...options, ...more })));
}
const dealAll = (terms) => stagesOf(terms).map(([stage]) => ({ stage }));

/** Return the secret JWK of P-256 that a name stands for. */
function readerOf(name) {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(createHash("sha256").update(name).digest());
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => toBase64url(bytes));
  return { kty: "EC", crv: "P-256", x, y, d: toBase64url(ecdh.getPrivateKey()) };
}
const publicReader = ({ d: _, ...jwk }) => jwk;
const AUDITOR = { reveal: "auditor", auditor: publicReader(readerOf("auditor")) };

/** Return the secrets of seats, by name, with which all consent, and terms with their keys. */
function seat(names, terms, { viewed = names, quorum = names.length, start = quorum } = {}) {
  const secrets = Object.fromEntries(
    names.map((name) => [name, { consent: hash(`consent of ${name}`), view: readerOf(`view of ${name}`) }]),
  );
  const pick = (names, key) => Object.fromEntries(names.map((name) => [name, key(secrets[name])]));
  const consent = { keys: pick(names, (secret) => publicSigner(secret.consent)), quorum, start };
  const viewKeys = pick(viewed, (secret) => publicReader(secret.view));
  return { secrets, terms: { ...terms, consent, ...(viewed.length && { view_keys: viewKeys }) } };
}

/** Return the texts that names stand for, and the client seed and the term that they are. */
function giveWords(...names) {
  const texts = names.map((name) => `${name}_${hash(`text of ${name}`)}`.slice(0, 24));
  return { client_seed: texts.join(","), words: { words: texts.map(hash) } };
}

const DRAWS = [{ count: 2 }, { count: 1, burn: 1, from: "bottom" }];

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
  const draws = DRAWS.slice(0, Math.floor(countLeft(table) / 2));
  const isThere = ({ pile }) => pile !== "widow" || players === 3;
  const piles = (PILES[game] ?? []).filter(isThere).map((pile) => ({ count: 1, ...pile }));
  const calls = [...dealAll(table), ...draws, ...piles];
  return { server_seed: hash(["server seed of", ...Object.values(table)].join(" ")), terms: gameTerms(table), calls };
}

// Alterations: a function of a file returns a path and another value.
const set =
  (...path) =>
  () => [path.slice(0, -1), path.at(-1)];
const drop =
  (...path) =>
  () => [path];
const at = (file, path) => path.reduce((node, key) => node[key], file);
const flip =
  (...path) =>
  (file) => [path, (at(file, path)[0] === "0" ? "1" : "0") + at(file, path).slice(1)];
const add =
  (number, ...path) =>
  (file) => [path, at(file, path) + number];
const swapSeen = (k, name, one, other) => (file) => {
  const values = [...file.seen[k][name]];
  [values[one], values[other]] = [values[other], values[one]];
  return [["seen", k, name], values];
};
const RECEIPT = [
  ...[flip("receipt", "commitment"), set("receipt", "terms", "label", "another"), flip("receipt", "drawn", "digest")],
  ...[add(1, "receipt", "drawn", "draws"), add(1, "receipt", "drawn", "total"), add(1, "receipt", "drawn", "round")],
  ...[set("receipt", "receipt", "shoe3"), set("receipt", "client_seed", "another"), drop("seen", 0), add(1000000, "receipt", "drawn", "total")],
];
const FULL = [...RECEIPT, flip("receipt", "server_seed"), set("seen", 0, "begun", 2), drop("seen", 0, "begun")];
const WITH_ROOTS = [...RECEIPT, flip("receipt", "server_seed"), flip("seen", 0, "roots", 0), drop("seen", 0, "roots")];
const PARTIAL = [
  ...[...RECEIPT, flip("receipt", "seed_hash"), flip("receipt", "root"), set("receipt", "root", null)],
  ...[flip("seen", 0, "roots", 0), drop("seen", 0, "roots")],
  ...[flip("receipt", "shown", 0, "salt"), flip("receipt", "shown", 0, "path", 0), drop("receipt", "shown", 0, "path", 0)],
  ...[add(1, "receipt", "shown", 0, "position"), set("receipt", "shown", 0, "round", 7)],
];

const NAMES = range(40, 1).map((i) => ({ name: `Entrant ${i}`, ticket: 7 * i }));
const ITEMS = ["knight", "knight", "a, b", 'a "queen" \\ of\n', " Grüße 🂡 ", "é", "1", "null", "x".repeat(256)];
const HOLDEM = ["hole", "flop", "turn", "river"].map((stage) => ({ stage }));
const HANDS = [{ stage: "first_cards" }, { stage: "second_cards" }];
const WORDS = giveWords("seat_1", "dealer");

/**
 * Lives by their names, of which their seeds are made unless they have any: one that is added changes no other. `shoe`, `holdem`,
 * `rummy`, `klondike` and `blackjack` are worked examples of docs/sealed.md.
 */
const NAMED = {
  shoe: {
    ...{ server_seed: EXAMPLE_SEED, client_seed: "correct horse" },
    terms: deckTerms({ deck: "standard", decks: 6, reshuffle: "at_cut", cut: 60, label: "table 7" }),
    calls: [{ count: 3, burn: 1 }, { count: 2, from: "bottom" }, { count: 2, reshuffle: true }],
    altered: FULL,
  },
  "three packs": {
    ...{ server_seed: EXAMPLE_SEED, client_seed: "correct horse" },
    terms: deckTerms({ deck: "standard", decks: 3, reshuffle: "at_cut", cut: 60, label: "table 7" }),
    calls: [{ count: 70, burn: 1 }, { count: 24, from: "bottom" }, { count: 5, in_play: [0, 1, 155, 20] }, { count: 3, burn: 2 }],
    altered: [...FULL, add(1, "receipt", "drawn", "top"), set("seen", 2, "cards", 0, "AS"), drop("seen", 3, "burned"), set("seen", 3, "burned", 1)],
  },
  "used cards again": {
    terms: deckTerms({ deck: "euchre", reshuffle: "at_cut" }),
    calls: [{ count: 24 }, { count: 5, burn: 1 }, { count: 17 }, { count: 3, in_play: [0, 1] }, { count: 19, from: "bottom" }, { count: 1 }],
    altered: [...FULL, set("seen", 2, "rounds", 0, 2)],
  },
  "on request": {
    client_seed: "on request",
    terms: deckTerms({ deck: "piquet" }),
    calls: [{ count: 20 }, { count: 2, reshuffle: true }, { count: 6, from: "bottom" }, { count: 3, reshuffle: true, in_play: [0] }, { count: 30, in_play: [] }],
    altered: [...FULL, set("seen", 1, "rounds", 0, 0), set("seen", 3, "in_play", [9]), drop("seen", 4, "in_play")],
  },
  never: {
    terms: deckTerms({ deck: "dominoes", highest: 9, reshuffle: "never" }),
    calls: [{ count: 10 }, { count: 3, from: "bottom" }],
    altered: [...FULL, set("receipt", "drawn", "round", 1)],
  },
  ...Object.fromEntries(
    FIRST_EXACT.map((algorithm) => [
      `shuffled by ${algorithm}`,
      { client_seed: algorithm, terms: deckTerms({ deck: "wild_colours", algorithm }), calls: [{ count: 100 }, { count: 20, in_play: range(50) }] },
    ]),
  ),
  entrants: {
    client_seed: "b",
    terms: shuffleTerms({ min: 1, max: 40, items_sha256: hash(canonicalJson(NAMES)), label: "quicknet round 30000000" }),
    calls: [{ count: 3 }, { count: 2, burn: 1, from: "bottom" }],
    original_items: NAMES,
    altered: [...FULL, set("original_items", 7, { name: "Eve", ticket: 56 }), set("seen", 1, "integers", 1, 40)],
  },
  "a cut card": {
    client_seed: "Grüße 🂡",
    terms: shuffleTerms({ min: -3, max: 3, reshuffle: "at_cut", cut: 2, reveal: "shown" }),
    calls: [{ count: 5 }, { count: 2, in_play: [0, 4] }, { count: 1 }],
    alteredPartial: [...PARTIAL, add(1, "receipt", "shown", 0, "integer"), add(1, "receipt", "shown", 0, "index")],
  },
  "many numbers": { terms: shuffleTerms({ min: 1, max: 1000000 }), calls: [{ count: 10 }, { count: 2, reshuffle: true }], altered: FULL },
  "most numbers": { client_seed: "x", terms: shuffleTerms({ min: 1, max: 2 ** 53 - 1 }), calls: [{ count: 3 }] },
  ...Object.fromEntries(
    [1, 2, 3, 5, 6, 1000].map((max) => [
      `a tree of ${max}`,
      { client_seed: `${max}`, terms: shuffleTerms({ min: 1, max, reveal: "shown" }), calls: [{ count: Math.min(max, 3) }] },
    ]),
  ),
  items: {
    ...giveWords("Anna", "b_2", "-"),
    ...seat(["Anna", "b_2", "-"], shuffleTerms({ items: ITEMS, ...AUDITOR, ...giveWords("Anna", "b_2", "-").words }), { viewed: ["Anna", "-"], quorum: 2, start: 3 }),
    calls: [{ count: 2, seat: "Anna" }, { count: 2, seat: "b_2" }, { count: 4, burn: 1, seat: "-", in_play: [0, 1] }, { count: 2, reshuffle: true, in_play: [0, 8] }],
    altered: [...WITH_ROOTS, set("seen", 1, "cards", 0, "king"), set("receipt", "terms", "items", 0, "king")],
    alteredPartial: [
      ...[...PARTIAL, set("receipt", "shown", 0, "card", "knights"), set("receipt", "terms", "items", 0, "king")],
      ...[set("seen", 3, "cards", ["é", "é"]), set("seen", 2, "seat", "Anna"), drop("seen", 3, "in_play")],
    ],
  },
  "items at a cut": {
    client_seed: "cut",
    terms: shuffleTerms({ items: range(30, 1).map(String), reshuffle: "at_cut", cut: 10, label: '"\\/\b\t\n\f\r\u0001\u001f\u007f\u00e9e\u0301\u2028' }),
    calls: [{ count: 21 }, { count: 4 }, { count: 4, from: "bottom", in_play: [0, 1, 2] }],
    altered: FULL,
  },
  "one item": { terms: shuffleTerms({ items: ["only"], reshuffle: "never" }), calls: [{ count: 1, from: "bottom" }] },
  "a deal of cards": {
    client_seed: "deal",
    terms: deckTerms({ deck: "standard", exclude: ["2S", "2H"], hands: 3, packets: [3, 2], burn: 2, label: "own" }),
    calls: [{ stage: "deal" }, { count: 2, seat: "2" }, { count: 32, burn: 1, in_play: range(17) }, { stage: "deal", reshuffle: true }],
    altered: [...FULL, set("seen", 0, "places", 0, "1"), set("seen", 1, "seat", "3"), set("seen", 1, "pile", "burns")],
  },
  "a deal of items": {
    client_seed: "market",
    ...seat(["1", "2"], shuffleTerms({ items: range(20, 1).map((i) => `tile ${i}`), hands: 2, cards: 3, piles: [{ name: "market", cards: 5 }, { name: "bonus_1", cards: 1 }], reveal: "shown" })),
    calls: [{ stage: "deal" }, { count: 1, seat: "1" }, { count: 2, seat: "2", burn: 1, from: "bottom" }],
    altered: WITH_ROOTS,
    alteredPartial: [...PARTIAL, set("seen", 0, "places", 6, "stock"), set("seen", 0, "cards", 7, null), set("seen", 1, "seat", "2")],
  },
  holdem: {
    ...{ server_seed: EXAMPLE_SEED, client_seed: WORDS.client_seed },
    ...seat(["1", "dealer"], gameTerms({ game: "holdem", players: 2 }, { reveal: "shown", ...WORDS.words })),
    calls: HOLDEM,
    altered: [
      ...[...WITH_ROOTS, set("seen", 1, "cards", 1, "AS"), set("seen", 2, "stage", "river"), set("seen", 0, "places", 0, "dealer")],
      ...[set("receipt", "terms", "consent", "quorum", 1), swapSeen(3, "positions", 0, 1), set("receipt", "client_seed", null)],
    ],
    alteredPartial: [
      ...[...PARTIAL, set("receipt", "shown", 0, "card", "AS"), set("seen", 1, "cards", 1, "AS"), set("seen", 2, "stage", "river")],
      ...[set("receipt", "terms", "consent", "quorum", 1), swapSeen(3, "positions", 0, 1), set("seen", 2, "positions", 0, 11)],
      ...[set("seen", 0, "places", 0, "dealer"), set("seen", 1, "cards", 1, null), drop("receipt", "shown", 0), set("receipt", "client_seed", "x")],
    ],
  },
  rummy: {
    ...{ server_seed: EXAMPLE_SEED, client_seed: "correct horse", terms: gameTerms({ game: "rummy", players: 2 }, { label: "rummy" }) },
    calls: [{ stage: "deal" }, { count: 28 }, { count: 5, in_play: range(20) }, { count: 2, from: "bottom", in_play: [] }],
    altered: [
      ...[...FULL, set("seen", 2, "cards", 4, "AS"), set("seen", 2, "in_play", [...range(19), 49, 50, 51])],
      ...[set("receipt", "drawn", "in_play", range(19)), set("seen", 3, "pile", "discards"), swapSeen(1, "positions", 0, 1)],
    ],
  },
  "rummy with keys": {
    client_seed: "rummy",
    ...seat(["1", "dealer"], gameTerms({ game: "rummy", players: 2 }, AUDITOR), { viewed: ["1"] }),
    calls: [
      ...[{ stage: "deal" }, { count: 1, seat: "1" }, { count: 27, seat: "dealer" }],
      ...[{ count: 5, seat: "1", in_play: range(20) }, { count: 2, from: "bottom", in_play: [] }],
    ],
    altered: [...WITH_ROOTS, set("seen", 3, "seat", "dealer"), set("seen", 3, "in_play", [...range(19), 49, 50, 51])],
    alteredPartial: [
      ...[...PARTIAL, set("seen", 3, "seat", "dealer"), set("receipt", "drawn", "in_play", 22), drop("seen", 3, "in_play")],
      ...[set("receipt", "drawn", "positions", [0, 1]), flip("seen", 3, "roots", 0), drop("seen", 3)],
    ],
  },
  klondike: {
    terms: gameTerms({ game: "klondike" }),
    calls: [{ stage: "layout" }, { count: 2 }, { count: 1, burn: 1, from: "bottom" }, { count: 1, pile: "tableau" }, { count: 1, pile: "tableau", part: "7" }],
    altered: [...FULL, set("seen", 4, "part", "6"), set("seen", 3, "positions", 0, 2)],
  },
  blackjack: {
    client_seed: "blackjack",
    terms: gameTerms({ game: "blackjack", decks: 1, players: 2 }, { cut: 20, reshuffle: "at_cut" }),
    calls: [
      ...[...HANDS, { count: 3 }, { count: 1, pile: "dealer" }, { count: 1, from: "bottom" }, ...HANDS, { count: 2 }, ...HANDS],
      ...[{ count: 30, in_play: range(15) }, { stage: "first_cards", reshuffle: true }],
    ],
    altered: [...FULL, set("seen", 3, "cards", 0, "AS"), set("seen", 5, "stage", "second_cards"), drop("seen", 4), set("seen", 5, "places", 0, "burns")],
  },
  "blackjack with keys": {
    ...giveWords("alone"),
    ...seat(["1", "2"], gameTerms({ game: "blackjack", decks: 1, players: 2 }, { cut: 20, reshuffle: "at_cut", reveal: "shown", ...giveWords("alone").words }), { viewed: [], quorum: 1 }),
    calls: [...HANDS, { count: 3, seat: "1" }, { count: 1, pile: "dealer", part: "hole_card" }, ...HANDS, { count: 2 }, { count: 28, in_play: range(15) }, { stage: "first_cards" }],
    altered: WITH_ROOTS,
    alteredPartial: [...PARTIAL, set("seen", 4, "stage", "second_cards"), set("seen", 4, "places", 0, "2"), set("seen", 0, "positions", 3, 9)],
  },
  baccarat: {
    terms: gameTerms({ game: "baccarat", decks: 1 }),
    calls: [...range(5).map(() => ({ stage: "coup" })), { stage: "coup", reshuffle: true }],
    altered: FULL,
  },
  "baccarat, shown": { terms: gameTerms({ game: "baccarat" }, { reveal: "shown" }), calls: [{ stage: "coup" }, { stage: "coup" }], alteredPartial: PARTIAL },
  riichi: {
    terms: gameTerms({ game: "riichi", red_fives: 4, exclude: ["7z"] }, { reshuffle: "never" }),
    calls: [{ stage: "hands" }, { stage: "indicator" }, { count: 4 }, { count: 1, pile: "dead_wall" }, { count: 1, pile: "dead_wall", part: "dora_indicators" }],
    altered: [set("seen", 3, "part", "dora_indicators"), set("seen", 4, "cards", 0, "1m"), set("seen", 3, "cards", 0, "1m")],
  },
  ...Object.fromEntries(
    ["klondike", "mahjong", "riichi", "number_piles"].map((game) => [
      `${game}, shown`,
      {
        client_seed: game,
        terms: gameTerms({ game, ...(game === "riichi" && { red_fives: 0 }) }, { reveal: "shown" }),
        calls: [
          ...[...dealAll({ game }), { count: 1, ...(game !== "klondike" && { from: "bottom" }) }],
          ...{
            klondike: [{ count: 2, pile: "tableau", part: "6" }],
            riichi: [{ count: 1, pile: "dead_wall", part: "ura_dora_indicators" }],
            number_piles: [{ count: 2, pile: "2", part: "payoff", seat: "2" }, { count: 1, pile: "dealer", from: "bottom" }],
            mahjong: [],
          }[game],
        ],
        alteredPartial: [PARTIAL[0], set("seen", 0, "places", 0, "burns")],
      },
    ]),
  ),
  "seven card stud": {
    client_seed: "stud",
    ...seat(["1", "2", "dealer"], gameTerms({ game: "seven_card_stud", players: 3 }, { reveal: "shown" })),
    calls: dealAll({ game: "seven_card_stud", players: 3 }),
    altered: WITH_ROOTS,
    alteredPartial: [...PARTIAL, set("seen", 1, "places", 1, "2/fourth_street")],
  },
  bridge: {
    client_seed: "bridge",
    ...seat(["N", "E", "S", "W"], gameTerms({ game: "bridge", board: 6 }, { reveal: "shown" }), { viewed: ["N"], quorum: 3, start: 4 }),
    calls: [{ stage: "deal" }, { stage: "deal", reshuffle: true }],
    altered: [set("receipt", "terms", "board", 7)],
    alteredPartial: PARTIAL.slice(0, 12),
  },
  boards: { terms: gameTerms({ game: "bridge", board: 6 }), calls: [{ stage: "deal" }, ...range(4).map(() => ({ stage: "deal", reshuffle: true }))] },
  dominoes: { terms: gameTerms({ game: "dominoes", players: 3, highest: 9 }), calls: [{ stage: "deal" }, { count: 40, in_play: [] }, { count: 3, in_play: [1, 2, 3] }] },
  bingo: {
    client_seed: "bingo",
    terms: gameTerms({ game: "bingo_call" }, { reveal: "shown" }),
    calls: [{ stage: "deal" }, { count: 3 }, { stage: "deal", reshuffle: true }, { count: 2, from: "bottom" }, { stage: "deal", reshuffle: true }],
    altered: [...WITH_ROOTS, flip("seen", 4, "roots", 0)],
    alteredPartial: [...PARTIAL.slice(0, 12), flip("seen", 4, "roots", 0)],
  },
  "bingo without a tree": { terms: gameTerms({ game: "bingo_call" }), calls: [{ stage: "deal" }, { count: 3 }, { stage: "deal", reshuffle: true }, { stage: "deal", reshuffle: true }] },
};

export const LIVES = [
  ...Object.entries(NAMED).map(([name, { words: _, ...life }]) => ({
    ...{ name, server_seed: hash(`server seed of ${name}`), client_seed: null, signing: hash("signing key") },
    ...life,
  })),
  ...[...FIRST_DEALT, ...LATER_TABLES].map((table) => ({ client_seed: null, ...playGame(table) })),
];

/** Return the views of the first draw of a life, each with an ephemeral key by its number. */
async function listViews({ altered: _, alteredPartial: __, ...life }) {
  const { asked, answer } = await solveLife(life);
  return Object.entries(answer.views[0]).map(([name, view], turn) => ({
    ...{ ...view, secret: asked.secrets[name].view },
    ...{ ephemeral: readerOf(`ephemeral key ${turn}`), iv: hash(`iv ${turn}`).slice(0, 24) },
  }));
}

export const VIEWS = await listViews(LIVES.find(({ name }) => name === "holdem"));
