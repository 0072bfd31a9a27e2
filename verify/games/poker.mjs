/** Poker. */
import { onePlayer } from "./seats.mjs";

const community = (hole) =>
  `hole: each 1×${hole}; flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest`;
const UPCARDS = ["third", "fourth", "fifth", "sixth"].map((street) => `${street}_street`);
const streets = [...UPCARDS.slice(1), "seventh_street"]
  .map((street) => `${street}: burns 1, each/${street} 1`)
  .join("; ");

const STUD = {
  players: [2, 6, 6],
  faces: Object.fromEntries(UPCARDS.map((street) => [`hands/${street}`, "up"])),
  steps: () => `third_street: each/hole_cards 1×2, each/third_street 1; ${streets}, stock rest`,
};
const BELOW_SIX = [..."SHDC"].flatMap((suit) => [..."2345"].map((rank) => rank + suit));

export const POKER = {
  holdem: { players: [2, 11, 6], ranking: "poker", steps: () => community(2) },
  omaha: { players: [2, 10, 6], steps: () => community(4) },
  omaha_five_cards: { players: [2, 8, 6], steps: () => community(5) },
  omaha_six_cards: { players: [2, 7, 6], steps: () => community(6) },
  omaha_hi_lo: { players: [2, 10, 6], steps: () => community(4) },
  short_deck: { packs: { exclude: BELOW_SIX }, players: [2, 10, 6], steps: () => community(2) },
  five_card_draw: { players: [2, 6, 4], ranking: "poker", steps: () => "each 1×5, stock rest" },
  deuce_to_seven_triple_draw: { players: [2, 6, 6], steps: () => "each 1×5, stock rest" },
  badugi: { players: [2, 6, 6], steps: () => "each 1×4, stock rest" },
  seven_card_stud: { ...STUD, ranking: "poker" },
  razz: STUD,
  video_poker: {
    players: [1, 1, 1],
    ranking: "poker",
    seats: onePlayer,
    faces: { hands: "up" },
    steps: () => "each 1×5, stock rest",
  },
};
