/** Poker. */
import { suited } from "../decks.mjs";
import { onePlayer } from "./seats.mjs";

const community = (hole) =>
  `hole: each 1×${hole}; flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest`;
const STREETS = ["second", "third", "fourth", "fifth", "sixth", "seventh"].map((street) => `${street}_street`);
const UPCARDS = Object.fromEntries(STREETS.slice(0, -1).map((street) => [`hands/${street}`, "up"]));

/** Return the steps of stud with its first street and the later ones. */
const stud = (hole, [first, ...later]) =>
  [`${first}: each/hole_cards ${hole}, each/${first} 1`, ...later.map((street) => `${street}: burns 1, each/${street} 1`)].join("; ");
/** Return the end of stud with seven cards, for which the pack may be too small. */
const lastStreet = (n) => {
  if (n === 8) return "board/seventh_street 1";
  return n === 7 ? "each/seventh_street 1" : "burns 1, each/seventh_street 1, stock rest";
};
const SEVEN = {
  players: [2, 8, 6],
  faces: UPCARDS,
  steps: (n) => `${stud("1×2", STREETS.slice(1, -1))}; seventh_street: ${lastStreet(n)}`,
};

export const POKER = {
  holdem: { players: [2, 11, 6], ranking: "poker", steps: () => community(2) },
  omaha: { players: [2, 10, 6], steps: () => community(4) },
  omaha_five_cards: { players: [2, 8, 6], steps: () => community(5) },
  omaha_six_cards: { players: [2, 7, 6], steps: () => community(6) },
  omaha_hi_lo: { players: [2, 10, 6], steps: () => community(4) },
  big_o: { players: [2, 8, 6], steps: () => community(5) },
  pineapple: { players: [2, 10, 6], steps: () => community(3) },
  short_deck: { packs: { exclude: suited("SHDC", "2345") }, players: [2, 10, 6], steps: () => community(2) },
  five_card_draw: { players: [2, 6, 4], ranking: "poker", steps: () => "each 1×5, stock rest" },
  deuce_to_seven_triple_draw: { players: [2, 6, 6], steps: () => "each 1×5, stock rest" },
  badugi: { players: [2, 6, 6], steps: () => "each 1×4, stock rest" },
  seven_card_stud: { ...SEVEN, ranking: "poker" },
  razz: SEVEN,
  stud_hi_lo: SEVEN,
  five_card_stud: {
    players: [2, 9, 6],
    faces: UPCARDS,
    ranking: "poker",
    steps: () => `${stud("1", STREETS.slice(0, 4))}, stock rest`,
  },
  open_face_chinese: { players: [2, 4, 3], faces: { hands: "up" }, steps: () => "each 1×5, stock rest" },
  chinese_poker: { players: [2, 4, 4], steps: (n) => (n === 4 ? "each 1×13" : "each 1×13, stock rest") },
  teen_patti: { players: [2, 10, 5], steps: () => "each 1×3, stock rest" },
  video_poker: {
    players: [1, 1, 1],
    ranking: "poker",
    seats: onePlayer,
    faces: { hands: "up" },
    steps: () => "each 1×5, stock rest",
  },
};
