/** The cases of the golden vectors of sd1, and the file of their results by the other modules. */
import { createHash } from "node:crypto";
import { computeResult } from "./responses.mjs";
import { DECKS, buildShoe } from "./decks.mjs";
import { FIRST_DEALT, FIRST_EXACT, LATER_TABLES, LIVES, VIEWS } from "./life_cases.mjs";
import { solveLife, solveView } from "./lives.mjs";
import { FUNCTIONS, PROOFS, numberSeats, solveFunction, solveProof } from "./proof_cases.mjs";
import { SHUFFLES, shuffleDefaults } from "./shuffles.mjs";
import { openSeedStream } from "./stream.mjs";

const list = (name, values) => values.map((value) => ({ [name]: value }));
const cross = (...lists) => lists.reduce((left, right) => left.flatMap((a) => right.map((b) => ({ ...a, ...b }))));
const digest = (values) => createHash("sha256").update(values.join(" ")).digest("hex");
const feasible = ({ algorithm, n }) => algorithm !== "faro" || n % 2 === 0;

const SEEDS = ["42", "a", "Grüße 🂡", "0123456789abcdef".repeat(16)];
const INDICES = [0, 1, 2 ** 32, 2 ** 53 - 1];

// Seeds that are easily confused: spaces, a leading zero, a line feed, NUL, é as one character and as two, 256 astral.
const CONFUSABLE = [" 42 ", "042", "42\n", "\0", "\u00e9", "e\u0301", "🂡".repeat(256)];

// 2^31 + 1 and 2^63 + 1 reject half of their words; the mixture begins 64-bit words at odd places too.
const BOUNDS = [1n, 2n, 3n, 6n, 52n, 2n ** 31n + 1n, 2n ** 32n, 2n ** 32n + 1n, 2n ** 53n, 2n ** 63n + 1n, 2n ** 64n];
const MIXTURE = [6n, 2n ** 32n + 1n, 52n, 2n ** 53n, 2n ** 31n + 1n, 1n, 2n ** 63n + 1n];

// Cases of these shuffles, decks and games have their seed and index by their turn, and stay as they are. A later one
// has them by its name, wherever it stands in its table, so that it changes no other case.
const FIRST_ALGORITHMS = [...FIRST_EXACT, "naive_swap", "sattolo", "sort_keys", "riffle", "overhand", "faro"];
const LATER_ALGORITHMS = Object.keys(SHUFFLES).filter((algorithm) => !FIRST_ALGORITHMS.includes(algorithm));
const PARAMETERS = {
  sort_keys: [{}, ...list("key_bits", [1, 8, 32, 33, 64])],
  riffle: [{}, { passes: 1 }, { passes: 3 }],
  overhand: [{}, { passes: 1 }],
  faro: [{}, { variant: "out" }, { variant: "in" }, { variant: "in", passes: 3 }],
};
const SIZES = list("n", [1, 2, 5, 52, 108, 144, 1000]);
const COUNTS = [
  { n: 1, count: 1 },
  { n: 2, count: 1 },
  ...cross([{ n: 52 }], list("count", [1, 5, 51, 52])),
  { n: 144, count: 13 },
  { n: 1000, count: 200 },
];
// The first two indices of this seed at which shuffling 52 cards rejects a word: one shuffle in seven million does.
const REJECTED_WORDS = list("index", [5006143, 23735953]).map((one) => ({
  algorithm: "fisher_yates",
  n: 52,
  seed: "42",
  ...one,
}));
const HUGE = list("n", [2 ** 32 - 1, 2 ** 32 + 3, 2 ** 53 - 1, String(2n ** 53n), String(2n ** 54n - 1n)]);
// Draws of items by weights: items that are never drawn, a total of 1, bounds on both sides of 2^32, the largest total.
const WEIGHTS = [
  [70, 25, 5],
  [0, 3, 0, 1, 0],
  [0, 1],
  [7],
  [2 ** 31 + 1, 2 ** 32, 5, 2 ** 31],
  [2 ** 52, 1, 2 ** 52 - 2],
  Array.from({ length: 100 }, (_, i) => (i * i) % 101),
].map((weights) => ({ n: weights.length, weights }));
const WEIGHTED = [
  ...WEIGHTS.map((one) => ({ ...one, count: 20, replacement: true })),
  ...WEIGHTS.map((one) => ({ ...one, count: one.weights.filter(Boolean).length, replacement: false })),
  { n: 5, count: 5, replacement: false },
  { n: 1000, count: 12, replacement: false },
  { n: 6, count: 12, replacement: true },
];
// Deals of the caller's items, n of them, with and without piles of their own.
const ITEMS_DEALT = [
  { n: 9, hands: 2, cards: 3 },
  { n: 40, hands: 3, packets: [2, 1], burn: 2, piles: [{ name: "market", cards: 5 }] },
  { n: 20, hands: 4, cards: 2, piles: ["b", "a", "10", "é"].map((name, i) => ({ name, cards: i + 1 })) },
  { n: 12, hands: 1, cards: 4, packets: [3, 1], piles: [{ name: "all", cards: 8 }], algorithm: "riffle" },
];
const DICE = [
  { min: 1, max: 6, count: 40 },
  { min: 0, max: 1, count: 64 },
  { min: -3, max: 3, count: 20 },
  { min: 7, max: 7, count: 3 },
  { min: 1, max: 2 ** 31 + 1, count: 20 },
  { min: 0, max: 2 ** 32, count: 20 },
  { min: 1 - 2 ** 53, max: 2 ** 53 - 1, count: 20 },
];
// Drums: lotteries, dice between them, all of a range, one integer, bounds on both sides of 2^32, the largest range.
const DRUMS = [
  [{ max: 69, count: 5 }, { max: 26, count: 1 }],
  [{ max: 50, count: 5 }, { max: 12, count: 2 }, { min: 2, max: 10, count: 3, replacement: true }],
  [{ min: 7, max: 7 }, { min: -3, max: 3 }, { min: 0, max: 1, count: 9, replacement: true }, { max: 1, count: 1 }],
  [{ max: 2 ** 32 + 3, count: 4 }, { max: 6, count: 1 }, { max: 2 ** 31 + 1, count: 5, replacement: true }],
  [{ min: 1 - 2 ** 53, max: 2 ** 53 - 1, count: 3 }, { max: 52 }, { min: 1 - 2 ** 53, max: 0, count: 2 }],
].map((drums) => ({ drums }));
const LOW = [..."23456"].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));
const BONUS = ["1F", "2F", "3F", "4F", "1S", "2S", "3S", "4S"];
const ordersOf = (suits) =>
  suits === "" ? [""] : [...suits].flatMap((first) => ordersOf(suits.replace(first, "")).map((rest) => first + rest));
const STANDARD = [
  ...list("suit_order", ordersOf("SHDC")),
  ...list("jokers", [0, 1, 2, 3, 4]),
  { exclude: LOW },
  { decks: 2 },
  { decks: 3, jokers: 1 },
  { decks: 2, jokers: 3, suit_order: "CDHS", exclude: ["X2", "TD", "AS"] },
  { decks: 8, exclude: ["TS", "TH", "TD", "TC"] },
  { decks: 100, jokers: 4, suit_order: "DSCH" },
];
const MAHJONG = [
  {},
  { exclude: BONUS },
  { exclude: ["5C", "EW", "1S"] },
  { decks: 2 },
  { decks: 100, exclude: ["9B"] },
];
const LATER = [
  { deck: "piquet" },
  { deck: "piquet", jokers: 4, suit_order: "CSHD", exclude: ["10S", "1h"] },
  { deck: "euchre" },
  { deck: "euchre", decks: 2, jokers: 1, suit_order: "DCHS" },
  { deck: "pinochle" },
  { deck: "pinochle", decks: 2, suit_order: "HSDC", exclude: ["9S", "9H", "9D", "9C"] },
  { deck: "spanish40" },
  { deck: "spanish40", decks: 2, exclude: ["1O", "CC", "12b", "7E"] },
  { deck: "spanish48" },
  { deck: "spanish48", exclude: ["8O", "9C", "SE", "11B"] },
  { deck: "tarot" },
  { deck: "tarot", suit_order: "CDHS", exclude: ["1S", "1T", "10T", "NH", "fo"] },
  { deck: "hanafuda" },
  { deck: "hanafuda", decks: 2, exclude: ["P12", "B11", "a8"] },
  { deck: "riichi" },
  ...list("red_fives", [1, 2, 3, 4]).map((reds) => ({ deck: "riichi", ...reds })),
  { deck: "riichi", decks: 2, red_fives: 4, exclude: ["0P", "5mr", "E", "7z"] },
  { deck: "dominoes" },
  ...list("highest", [9, 12, 15, 18]).map((most) => ({ deck: "dominoes", ...most })),
  { deck: "dominoes", decks: 2, highest: 9, exclude: ["0-9", "6-6"] },
  { deck: "keno" },
  { deck: "keno", exclude: ["1", "80"] },
  { deck: "bingo75" },
  { deck: "bingo75", exclude: ["b1", "N45"] },
  { deck: "bingo90" },
  { deck: "bingo90", decks: 100, exclude: ["90"] },
  { deck: "lottery49" },
  { deck: "wild_colours" },
  { deck: "wild_colours", decks: 2, exclude: ["ww", "W4", "0R"] },
];
const NEWEST = [
  { deck: "italian40" },
  { deck: "italian40", exclude: ["1D", "8B", "CC", "10S"] },
  { deck: "german32" },
  { deck: "german32", decks: 2, exclude: ["7e", "10G", "DH", "OS"] },
  { deck: "german36" },
  { deck: "german36", exclude: ["6A", "6L", "6H", "6B"] },
  { deck: "swiss36" },
  { deck: "swiss36", exclude: ["10R", "AE", "6S", "us"] },
  { deck: "american_mahjong" },
  { deck: "american_mahjong", decks: 2, exclude: ["jk", "FL", "5C"] },
  { deck: "hwatu" },
  ...list("jokers", [1, 2, 3, 4]).map((jokers) => ({ deck: "hwatu", ...jokers })),
  { deck: "hwatu", decks: 2, jokers: 3, exclude: ["d11", "P1", "X2"] },
  { deck: "tichu" },
  { deck: "tichu", decks: 2, exclude: ["1", "10J", "ph", "AW"] },
  { deck: "powerball" },
  { deck: "powerball", decks: 2, exclude: ["69", "p1"] },
  { deck: "mega_millions" },
  { deck: "mega_millions", exclude: ["24", "M24"] },
  { deck: "euromillions" },
  { deck: "euromillions", exclude: ["s12", "12"] },
  { deck: "wild_colours112" },
  { deck: "wild_colours112", decks: 2, exclude: ["ws", "W4", "0R"] },
];
const LAYOUTS = [
  ...STANDARD.map((packs) => ({ deck: "standard", ...packs })),
  ...MAHJONG.map((packs) => ({ deck: "mahjong", ...packs })),
  ...LATER,
  ...NEWEST,
];
// Decks that are in none of these lists; a case with options of such a deck comes here too.
const LATER_DECKS = [
  ...Object.keys(DECKS)
    .filter((deck) => !LAYOUTS.some((packs) => packs.deck === deck))
    .flatMap((deck) => [{ deck }, { deck, decks: 2, exclude: buildShoe({ deck }).slice(-1) }]),
];
const isEven = (packs) => buildShoe(packs).length % 2 === 0; // for faro
const SHOES = [
  { deck: "standard" },
  { deck: "standard", decks: 2, jokers: 2, suit_order: "CDHS", exclude: ["X1", "9H"] },
  { deck: "mahjong" },
  { deck: "mahjong", decks: 2, exclude: BONUS, count: 20 },
  ...LATER.filter(isEven).map((packs) => ({ ...packs, count: 10 })),
  { deck: "bingo75", decks: 2, count: 10 },
  { deck: "lottery49", decks: 2, count: 10 },
  ...NEWEST.filter(isEven).map((packs) => ({ ...packs, count: 10 })),
];
const DEALS = [
  { deck: "standard", hands: 1, cards: 1 },
  { deck: "standard", hands: 4, cards: 13 },
  { deck: "standard", hands: 9, cards: 2, burn: 1 },
  { deck: "standard", exclude: LOW, hands: 4, packets: [3, 2, 3] },
  { deck: "standard", exclude: LOW, hands: 2, cards: 5, packets: [3, 2], burn: 3 },
  { deck: "standard", decks: 2, jokers: 2, suit_order: "HDCS", hands: 5, packets: [1, 4, 2], burn: 2 },
  { deck: "standard", hands: 3, cards: 5, algorithm: "overhand", passes: 3 },
  { deck: "standard", hands: 2, cards: 26, algorithm: "faro", variant: "in" },
  { deck: "mahjong", hands: 4, packets: [4, 4, 4, 1] },
  { deck: "mahjong", exclude: BONUS, hands: 3, cards: 13, burn: 97, algorithm: "rejection" },
  ...[...LATER, ...NEWEST].map((packs) => ({ ...packs, hands: 3, packets: [2, 1], burn: 1 })),
];
const GAMES_DEALT = [
  ...FIRST_DEALT,
  ...list("board", [1, 2, 3, 4, 16, 1000000]).map((one) => ({ game: "bridge", ...one })),
  { game: "bridge", suit_order: "CDHS", algorithm: "riffle", passes: 1 },
  { game: "holdem", players: 9, exclude: ["2S", "10h"], suit_order: "HCDS" },
  { game: "blackjack", decks: 1, players: 7, exclude: ["TS", "TH", "TD", "TC"] },
  { game: "riichi", red_fives: 0 },
  { game: "riichi", red_fives: 4, exclude: ["7z"] },
  { game: "dominoes", players: 4, highest: 9 },
  { game: "canasta", players: 2, algorithm: "overhand", passes: 1 },
  ...list("red_fives", [0, 1, 2]).map((reds) => ({ game: "riichi_three_players", ...reds })),
  { game: "riichi_three_players", red_fives: 4, exclude: ["7z"] },
];
// Rare ones of seed 42: a flower that replaces a flower that replaced a flower, all eight of them in the hands; a red
// three, two wild cards and then a natural one, four of those and then a black three; at baccarat a natural, a player
// who stood before a banker with 5 and with 6, and third cards on either side of what a banker with 3, 4, 5 and 6 asks
// for. And numbers, which need no seed.
const FOUND = [
  ...list("index", [2, 15, 239, 338, 169, 234, 145, 6, 57, 82, 147]).map((one) => ({
    game: "baccarat",
    decks: 1,
    seed: "42",
    ...one,
  })),
  ...list("index", [181, 423]).map((one) => ({ game: "mahjong", seed: "42", ...one })),
  ...list("index", [349, 2525]).map((one) => ({ game: "canasta", seed: "42", ...one })),
  ...cross(list("game", ["freecell", "klondike"]), list("deal_number", [1, 617, 1000000])),
];
// Deals with given cards: spelled in several ways, copies, parts, all cards of a place, and every card of the shoe; the
// boards of bridge, steps that depend on faces that are given or not, and cards from the end of the shuffle.
const TRUMPS = ["1T", "21T", "FO"];
const GIVEN = [
  { deck: "standard", hands: 4, cards: 13, given: { hands: { 3: ["as", "10H", "1c"] } } },
  { deck: "standard", hands: 2, cards: 5, burn: 1, given: { piles: { stock: ["2S"], burns: ["KC"] } } },
  { deck: "standard", decks: 2, hands: 3, packets: [2, 1], given: { hands: { 3: ["AS", "AS"], 1: ["KS"] } } },
  { deck: "tarot", hands: 3, packets: [3, 3], exclude: ["AS"], given: { hands: { 2: TRUMPS } }, algorithm: "riffle" },
  { deck: "riichi", red_fives: 3, hands: 2, cards: 2, given: { hands: { 1: ["5mr", "5m"], 2: ["E", "0p"] } } },
  { deck: "euchre", exclude: ["9S", "9H", "9D", "9C"], hands: 4, cards: 5, given: { hands: { 1: ["AS"] } } },
  { game: "holdem", given: { hands: { 1: ["AS", "AH"] }, piles: { board: ["KS", "QS", "JS"] } } },
  { game: "holdem", players: 9, given: { hands: { dealer: ["2C"] }, piles: { board: { river: ["7H"] } } } },
  { game: "omaha", given: { piles: { burns: ["AS", "KS", "QS"], stock: ["2S"] } } },
  { game: "five_card_draw", given: { hands: { 2: ["TS", "JS", "QS", "KS", "AS"] } } },
  { game: "seven_card_stud", given: { hands: { 1: { fourth_street: ["AS"], hole_cards: ["2S"] }, 2: ["KS", "KH"] } } },
  { game: "video_poker", given: { hands: { player: ["AS", "KS"] }, piles: { stock: ["QS"] } } },
  { game: "blackjack", given: { hands: { dealer: { hole_card: ["AS"] }, 1: ["8S", "8S"] } } },
  { game: "baccarat", given: { hands: { player: ["2S"], banker: ["3S", "3S"] } } },
  { game: "baccarat", given: { hands: { player: ["2S", "2H", "8C"], banker: ["QS", "3S"] } } },
  { game: "baccarat", decks: 1, given: { hands: { player: ["9S", "TH"] }, piles: { stock: ["3D"] } } },
  { game: "baccarat", given: { piles: { burns: ["4S", "KS", "KH"] } } },
  { game: "bridge", given: { hands: { N: ["AS", "KS"], E: ["QS"] } } },
  ...list("board", [1, 2, 3, 4]).map((one) => ({ game: "bridge", ...one, given: { hands: { S: ["AS", "KS"] } } })),
  { game: "hearts", players: 5, given: { hands: { 3: ["QS"] } } },
  { game: "spades", given: { hands: { 1: ["AS"], 2: ["KS"], 3: ["QS"], dealer: ["JS"] } } },
  { game: "whist", given: { hands: { dealer: { trump: ["AH"] } } } },
  { game: "euchre", given: { piles: { kitty: { upcard: ["JS"] } } } },
  { game: "skat", given: { hands: { forehand: ["JC", "JS"] }, piles: { skat: ["7S"] } } },
  { game: "pinochle", players: 2, given: { hands: { 1: ["JD", "QS", "QS"] }, piles: { trump: ["9D"] } } },
  { game: "briscola", players: 3, given: { piles: { briscola: ["AD"] } } },
  { game: "tressette", given: { hands: { 1: ["AD", "2D", "3D"] } } },
  { game: "gin_rummy", given: { piles: { discards: ["7D"], stock: ["8D", "9D"] } } },
  { game: "rummy", players: 2, given: { hands: { 1: ["7D"] } } },
  { game: "canasta", given: { hands: { 1: ["X1", "X2"] }, piles: { discards: ["2S", "3H", "2S"] } } },
  { game: "canasta", players: 2, given: { piles: { discards: ["2S", "4H"], stock: ["3D"] } } },
  { game: "cribbage", given: { piles: { starter: ["5H"] }, hands: { dealer: ["JS", "5S", "5D", "5C"] } } },
  { game: "cribbage", players: 3, given: { piles: { crib: ["JH"], starter: ["5H"] } } },
  { game: "war", given: { hands: { 1: ["AS", "AH", "AD", "AC"] } } },
  { game: "klondike", given: { piles: { tableau: ["AS", "AH"], stock: ["KC"] } } },
  { game: "klondike", given: { piles: { tableau: { 7: ["KS"], 1: ["AS"] } } } },
  { game: "freecell", given: { piles: { tableau: { 8: ["AS", "AH"] } } }, algorithm: "overhand", passes: 1 },
  { game: "freecell", given: { piles: { tableau: buildShoe({ deck: "standard" }) } } },
  { game: "spider", given: { piles: { tableau: ["KS", "QS", "KS"] } } },
  { game: "mahjong", given: { hands: { east: ["RD", "RD", "RD"], north: ["1D"] }, piles: { wall: ["1F", "2S"] } } },
  { game: "riichi", given: { hands: { west: ["0m", "0p"] }, piles: { dead_wall: { dora_indicators: ["1z"] } } } },
  { game: "riichi", given: { piles: { dead_wall: ["1z", "2z", "3z", "4z", "5z"], wall: ["6z"] } } },
  { game: "dominoes", players: 4, given: { hands: { 1: ["0-6"] }, piles: { boneyard: ["6-6"] } } },
  { game: "keno", given: { piles: { drawn: ["80", "1"] } } },
  { game: "bingo_call", given: { piles: { called: ["b1"] } } },
  { game: "lottery", given: { piles: { drawn: ["49"] } } },
  { game: "pyramid", given: { piles: { pyramid: { 1: ["KS"], 7: ["AS", "AH"] } } } },
  { game: "yukon", given: { piles: { tableau: { 2: ["AS", "2S", "3S", "4S", "5S", "6S"] } } } },
  { game: "canfield", given: { piles: { reserve: ["AS"], foundation: ["7D"], tableau: { 4: ["6S"] } } } },
  { game: "riichi_three_players", given: { hands: { south: ["1m", "4z"] }, piles: { dead_wall: ["4z"] } } },
  { game: "riichi_three_players", given: { piles: { dead_wall: { dora_indicators: ["3z"] }, wall: ["0p"] } } },
  { game: "taiwanese_mahjong", given: { hands: { west: ["RD", "RD"] }, piles: { wall: ["1F"] } } },
  { game: "koi_koi", given: { hands: { dealer: ["B1"], 1: ["P12"] }, piles: { field: ["B8", "A8"] } } },
  { game: "hachi_hachi", players: 4, given: { hands: { 2: ["B1"] }, piles: { field: ["P1", "P1"] } } },
  { game: "go_stop", given: { hands: { 1: ["X1"], dealer: ["D12"] }, piles: { field: ["B1"], stock: ["X2"] } } },
];
// Those of later games have seeds by their names.
const LATER_GIVEN = [
  { game: "crazy_eights", players: 2, given: { hands: { 1: ["8S", "8H"] }, piles: { discards: ["5D"], stock: ["8C"] } } },
  { game: "crazy_eights", players: 4, given: { hands: { dealer: ["AS", "2S", "3S", "4S", "5S"] } } },
  { game: "wild_colours", players: 3, given: { hands: { 2: ["W4", "W4", "W4"] } } },
  { game: "old_maid", players: 5, given: { hands: { dealer: ["QS"] } } },
  { game: "durak", players: 6, given: { hands: { dealer: { trump: ["AS"] } } } },
  { game: "durak", players: 3, given: { piles: { trump: ["6H"], stock: ["AH"] } } },
  { game: "widow_whist", players: 3, given: { piles: { widow: ["AC", "KC"] }, hands: { 1: ["QC"] } } },
  { game: "spite_and_malice", players: 2, given: { piles: { payoff: { 2: ["AS", "AS"] } }, hands: { 1: ["KH"] } } },
];
// Conditions: each predicate, with each form of its value; every way to combine them; hands and piles, known cards, boards,
// deals that faces decide; searches that find all, some or nothing.
const BALANCED_NOTRUMP = [
  { hand: "N", points: "hcp", min: 15, max: 17 },
  { hand: "N", shape: "balanced" },
];
const MAJOR = { any: [..."SH"].map((suit) => ({ hand: "S", length: suit, min: 5 })) };
const CONDITIONAL = [
  { game: "bridge", repeats: 5, where: { all: BALANCED_NOTRUMP } },
  { game: "bridge", repeats: 2, where: { all: [...BALANCED_NOTRUMP, { hand: "S", points: "hcp", min: 10 }, MAJOR] } },
  { game: "bridge", board: 6, repeats: 3, where: { hand: "N", cards: ["as", "10H", "1C"] } },
  { game: "bridge", repeats: 3, where: { hands: ["N", "S"], length: "spades", min: 8 } },
  { game: "bridge", repeats: 3, where: { hand: "W", length: ["hearts", "clubs"], min: 10 } },
  { game: "bridge", repeats: 3, where: { hand: "E", shape: "54xx" } },
  { game: "bridge", repeats: 3, where: { hand: "E", shape: ["7-x-x-x", "5=4=x=x", "4441"] } },
  { game: "bridge", suit_order: "CDHS", repeats: 2, where: { hand: "E", shape: ["4=3=3=3", "5=3=3=2"] } },
  { game: "bridge", repeats: 3, where: { hand: "S", losers: true, max: 4 } },
  { game: "bridge", repeats: 3, where: { hands: ["E", "W"], points: "controls", min: 9, max: 10 } },
  { game: "bridge", repeats: 3, where: { hand: "N", points: { A: 6, K: 4, Q: 2, J: 1, T: -1 }, max: 3 } },
  { game: "bridge", repeats: 4, where: { not: { any: [{ hand: "N", cards: ["AS", "AH"], min: 1 }, ...BALANCED_NOTRUMP] } } },
  { game: "bridge", repeats: 3, max_candidates: 40, where: { hand: "N", cards: ["AS", "AH", "AD"], min: 2, max: 2 } },
  { game: "bridge", repeats: 1, max_candidates: 100, where: { hand: "N", points: "hcp", min: 33 } },
  { game: "bridge", repeats: 3, given: { hands: { N: ["AS", "KS"], S: ["AH"] } }, where: { hand: "N", length: "S", min: 6 } },
  { game: "bridge", algorithm: "riffle", passes: 3, repeats: 3, where: { hand: "N", points: "hcp", min: 14 } },
  { game: "holdem", players: 2, repeats: 3, where: { hand: "1", category: "flush" } },
  { game: "holdem", repeats: 3, where: { hand: "dealer", category: true, min: "straight", max: "full_house" } },
  { game: "holdem", given: { hands: { 1: ["AS", "AH"] } }, repeats: 2, where: { hand: "1", category: "full_house" } },
  { game: "five_card_draw", repeats: 2, where: { hand: 1, category: "two_pair" } },
  { game: "seven_card_stud", repeats: 2, where: { hand: 2, category: true, max: "high_card" } },
  { game: "video_poker", repeats: 2, where: { hand: "player", category: true, min: "three_of_a_kind" } },
  { game: "blackjack", repeats: 3, where: { hand: 1, total: true, min: 21 } },
  { game: "blackjack", decks: 1, repeats: 3, where: { hands: [1, "dealer"], sum: { AS: 11, AH: 11, KS: 10 }, min: 21 } },
  { game: "baccarat", repeats: 3, where: { all: [..."player banker".split(" ")].map((hand) => ({ hand, total: true, min: 7 })) } },
  { game: "skat", repeats: 3, where: { hand: "forehand", cards: ["JC", "JS", "JH"], min: 3 } },
  { game: "pinochle", repeats: 3, where: { hand: 1, cards: ["JD", "QS"] } },
  { game: "cribbage", repeats: 3, where: { all: [{ hand: "starter", points: { 5: 1 }, min: 1 }] } },
  { game: "canasta", repeats: 2, where: { hand: "dealer", points: { joker: 50, 2: 20 }, min: 70 } },
  { game: "riichi", repeats: 3, where: { hand: "east", length: ["winds", "dragons"], min: 7 } },
  { game: "riichi", repeats: 3, where: { hand: "south", points: { 1: 1, 9: 1, 5: -1 }, min: 6 } },
  { game: "mahjong", repeats: 3, where: { hand: "flowers", length: ["flowers"], min: 3 } },
  { game: "mahjong", repeats: 3, where: { hand: "west", cards: ["RD", "GD", "WD"] } },
  { game: "briscola", repeats: 3, where: { hand: "briscola", length: "coins", min: 1 } },
  { game: "dominoes", repeats: 3, where: { hand: 1, sum: { "0-0": 1, "1-1": 1, "2-2": 1, "3-3": 1 }, min: 3 } },
  { game: "keno", repeats: 2, where: { hand: "drawn", cards: ["1", "2", "3", "4", "5", "6"], min: 5 } },
  { game: "bingo_card", repeats: 2, where: { hand: "player", points: { 1: 1, 16: 1, 31: 1, 46: 1 }, min: 3 } },
  { deck: "standard", hands: 4, cards: 5, repeats: 2, where: { hand: 3, category: true, min: "straight" } },
  { deck: "tarot", hands: 4, cards: 18, repeats: 3, where: { hand: 1, length: "T", min: 9 } },
  { deck: "tarot", hands: 4, cards: 18, repeats: 2, where: { hand: "stock", points: { fool: 1, 21: 1 }, min: 2 } },
  { deck: "hanafuda", hands: 2, cards: 8, repeats: 2, where: { hand: 1, points: { bright: 20, animal: 10 }, min: 80 } },
  { deck: "wild_colours", hands: 3, cards: 7, repeats: 3, where: { hand: 2, shape: "5xxx" } },
  { deck: "spanish48", hands: 2, cards: 4, burn: 1, repeats: 3, where: { hand: "burns", cards: ["1O"] } },
].map((one, turn) => ({ ...one, seed: SEEDS[turn % 4], index: [0, 1, 2 ** 32][(turn + (turn >> 2)) % 3] }));
// Deals of items of which some are known: all cards of a place, positions in any order, every item, piles with odd names.
const ITEMS_GIVEN = {
  hand: { n: 9, hands: 2, cards: 3, given: { hands: { 2: [8, 0, 4] } } },
  packets: { n: 40, hands: 3, packets: [2, 1], burn: 2, given: { hands: { 3: [7], 1: [39, 1] }, piles: { burns: [0] } } },
  piles: {
    ...{ n: 20, hands: 4, cards: 2, piles: ["a", "a.", "10", "é"].map((name, i) => ({ name, cards: i + 1 })) },
    given: { piles: { é: [3, 2], "a.": [1], stock: [19] }, hands: { 4: [5] } },
  },
  all: { n: 4, hands: 1, cards: 1, given: { hands: { 1: [2] }, piles: { stock: [3, 0, 1] } } },
  riffle: { n: 30, hands: 2, cards: 5, given: { hands: { 1: [29] } }, algorithm: "riffle", passes: 2 },
};
// Conditions on items: strings, objects with members, and every kind of value, also such as canonical JSON writes alike.
const LETTERS = [..."ggggg", ..."ppbbhhkk", "king", "countess", "princess"];
const SPELLS = Array.from({ length: 40 }, (_, i) =>
  i < 16 ? { type: "land", colour: "RG"[i % 2] } : { type: "spell", cost: i % 7, tags: i % 3 ? ["fast"] : [] },
);
const VALUES = [1, 1.5, "1", true, false, null, [1, [2]], [], {}, { a: 1 }, { b: null, a: 1 }, { a: [1, { c: 2 }] }, "é", "e\u0301"];
const ITEMS_FOUND = {
  strings: { items: LETTERS, hands: 2, cards: 2, where: { hand: 1, item: "king" } },
  counts: { items: LETTERS, hands: 3, cards: 3, repeats: 3, where: { hands: [1, "3"], item: "g", min: 3, max: 4 } },
  table: { items: LETTERS, hands: 2, cards: 2, burn: 1, repeats: 2, where: { hand: "2", sum: { king: 6, princess: 8, g: 1 }, min: 9 } },
  lands: { items: SPELLS, hands: 2, cards: 7, repeats: 4, where: { hand: 1, item: { type: "land" }, min: 2, max: 4 } },
  members: { items: SPELLS, hands: 1, cards: 7, repeats: 2, where: { hand: 1, item: { tags: ["fast"], type: "spell" }, min: 5 } },
  costs: {
    ...{ items: SPELLS, hands: 2, cards: 7, piles: [{ name: "market", cards: 3 }], repeats: 3, max_candidates: 500 },
    where: { all: [{ hand: "market", sum: "cost", min: 11 }, { not: { hand: "stock", item: { colour: "R" }, max: 5 } }] },
  },
  known: {
    ...{ items: SPELLS, hands: 2, cards: 7, repeats: 2, given: { hands: { 1: [0, 1], 2: [39] } } },
    where: { any: [{ hand: 1, item: { type: "land" }, min: 5 }, { hand: 2, sum: "cost", min: 28 }] },
  },
  few: { items: SPELLS, hands: 2, cards: 7, repeats: 5, max_candidates: 30, where: { hand: 1, item: { cost: 3 }, min: 2 } },
  none: { items: SPELLS, hands: 2, cards: 7, max_candidates: 9, where: { hand: 1, item: { type: "land" }, min: 7 } },
  ...Object.fromEntries(
    VALUES.map((item, i) => [`value ${i}`, { items: VALUES, hands: 2, cards: 2, where: { hand: 2, item } }]),
  ),
};
const hasPasses = (algorithm) => "passes" in shuffleDefaults(algorithm);

/** Return each case under every seed, with the indices in turn. */
const withAllSeeds = (cases) =>
  cases.flatMap((one, turn) => SEEDS.map((seed, k) => ({ ...one, seed, index: INDICES[(turn + k) % 4] })));
/** Return each case under one seed, with the seeds and indices in turn. */
const withOneSeed = (cases) =>
  cases.map((one, turn) => ({ ...one, seed: SEEDS[turn % 4], index: INDICES[(turn + (turn >> 2)) % 4] }));

/** Return each case of a shuffle or a deck under the seed of its parameters, with an index by them. */
const withNames = (cases) =>
  cases.map((one) => {
    const seed = Object.values(one).join(" ");
    return { ...one, seed, index: INDICES[parseInt(digest([seed])[0], 16) % 4] };
  });

/** Return each case under the seed of its name, with an index by it; of a list also the number of its items. */
const withKeys = (cases) =>
  Object.entries(cases).map(([seed, { items, ...one }]) => {
    const listed = items === undefined ? {} : { n: items.length, items };
    return { ...listed, ...one, seed, index: [0, 1, 2 ** 32][parseInt(digest([seed])[0], 16) % 3] };
  });

/** Return each case of a game under the seed of its name. */
const withOwnSeeds = (cases) => cases.map((one) => ({ ...one, seed: one.game, index: INDICES[one.players % 4] }));

async function solveWords({ seed, index, count }) {
  const source = await openSeedStream(seed, index, count);
  const hex = Array.from({ length: count }, () => source.word().toString(16).padStart(8, "0")).join("");
  return { seed, index, count, hex };
}

/** Draw 40 values below a bound; above 2^53 they are strings of digits, otherwise numbers. */
async function solveBounded({ seed, index, bound }) {
  const { below } = await openSeedStream(seed, index);
  const values = Array.from({ length: 40 }, () => below(bound));
  return { seed, index, bound: String(bound), values: values.map(bound > 2n ** 53n ? String : Number) };
}

async function solveMixed({ seed, index, bounds }) {
  const { below } = await openSeedStream(seed, index);
  return { seed, index, bounds: bounds.map(String), values: bounds.map((bound) => String(below(bound))) };
}

/** Return a request with its result; 1000 indices or more as the SHA-256 of their digits, joined by single spaces. */
async function solveRequest(request) {
  const { indices, ...rest } = await computeResult(request);
  if (indices === undefined || indices.length < 1000) return { ...request, ...rest, indices };
  return { ...request, ...rest, sha256: digest(indices) };
}

/** Build a shoe in unshuffled order; 1000 cards or more as the SHA-256 of their codes, joined by single spaces. */
function solveShoe(asked) {
  const cards = buildShoe(asked);
  return { asked, answer: { size: cards.length, ...(cards.length < 1000 ? { cards } : { sha256: digest(cards) }) } };
}

/** Return a request and its result separately, as they have names in common. */
const solveSeparately = async (asked) => ({ asked, answer: numberSeats(asked, await computeResult(asked)) });

/** The same for a deal, without the number of a bridge deal: its hands have it, whatever dealt them. */
async function solveGame(asked) {
  const { number, ...answer } = numberSeats(asked, await computeResult(asked));
  return { asked, answer };
}

/** What a search finds; each of its deals is the plain one of an index, so that these are not repeated. */
async function solveSearch(asked) {
  const { matches, candidates, complete, next, draws } = await computeResult(asked);
  return { asked, answer: { draws, candidates, complete, matches, next } };
}

const parametersOf = (algorithm) =>
  PARAMETERS[algorithm] ?? [{}, ...(hasPasses(algorithm) ? list("passes", [1, 3]) : [])];
const shufflesBy = (algorithms) =>
  algorithms.flatMap((algorithm) => cross([{ algorithm }], parametersOf(algorithm), SIZES)).filter(feasible);
const countsBy = (algorithms) => cross(list("algorithm", algorithms), COUNTS).filter(feasible);
const onePass = (algorithm) => (hasPasses(algorithm) && algorithm !== "faro" ? { passes: 1 } : {});
const largeBy = (algorithms) => algorithms.map((algorithm) => ({ algorithm, n: 10 ** 6, ...onePass(algorithm) }));
const sparse = cross(list("algorithm", ["fisher_yates", "rejection"]), HUGE, list("count", [5, 20]));
const shuffled = cross(SHOES, list("algorithm", FIRST_ALGORITHMS));
const dealt = LATER_DECKS.map((packs) => ({ ...packs, hands: 3, packets: [2, 1], burn: 1 }));

const SECTIONS = {
  words: [solveWords, cross(list("seed", [...SEEDS, ...CONFUSABLE]), list("index", INDICES), [{ count: 16 }])],
  bounded: [solveBounded, withAllSeeds(list("bound", BOUNDS))],
  mixed: [solveMixed, withAllSeeds([{ bounds: Array(6).fill(MIXTURE).flat() }])],
  shuffles: [
    solveRequest,
    [...withAllSeeds(shufflesBy(FIRST_ALGORITHMS)), ...REJECTED_WORDS, ...withNames(shufflesBy(LATER_ALGORITHMS))],
  ],
  counts: [solveRequest, [...withOneSeed(countsBy(FIRST_ALGORITHMS)), ...withNames(countsBy(LATER_ALGORITHMS))]],
  sparse: [solveRequest, withAllSeeds(sparse)],
  replacement: [solveRequest, withAllSeeds(DICE.map((dice) => ({ ...dice, replacement: true })))],
  items_dealt: [solveSeparately, withAllSeeds(ITEMS_DEALT)],
  weighted: [solveRequest, withAllSeeds(WEIGHTED)],
  drums: [solveRequest, withAllSeeds(DRUMS)],
  strips: [solveRequest, INDICES.flatMap((index) => SEEDS.map((seed) => ({ bingo: "strips", seed, index })))],
  large: [solveRequest, [...withOneSeed(largeBy(FIRST_ALGORITHMS)), ...withNames(largeBy(LATER_ALGORITHMS))]],
  layouts: [solveShoe, [...LAYOUTS, ...LATER_DECKS]],
  shuffled: [solveSeparately, [...withOneSeed(shuffled), ...withNames(LATER_DECKS)]],
  dealt: [solveSeparately, [...withOneSeed(DEALS), ...withNames(dealt)]],
  games: [solveGame, [...withOneSeed(GAMES_DEALT), ...FOUND, ...withOwnSeeds(LATER_TABLES)]],
  given: [solveGame, [...withOneSeed(GIVEN), ...withOwnSeeds(LATER_GIVEN)]],
  conditions: [solveSearch, CONDITIONAL],
  items_given: [solveSeparately, withKeys(ITEMS_GIVEN)],
  items_found: [solveSearch, withKeys(ITEMS_FOUND)],
  sealed: [solveLife, LIVES],
  ecvrf: [solveFunction, FUNCTIONS],
  proofs: [solveProof, PROOFS],
  views: [solveView, VIEWS],
};

/** Return the text of the file, with one case on each line. */
export default async function vectors() {
  const lines = ['"made_by": "node verify/verify.mjs vectors, with node 20 or later"'];
  for (const [name, [solve, cases]] of Object.entries(SECTIONS)) {
    const results = [];
    for (const one of cases) results.push(JSON.stringify(await solve(one)));
    lines.push(`${JSON.stringify(name)}: [\n${results.join(",\n")}\n]`);
  }
  return `{\n${lines.join(",\n")}\n}`;
}
