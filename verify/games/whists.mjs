/** Whist's variants and kin. */
import { suited } from "../decks.mjs";

export const WHISTS = {
  knockout_whist: { players: [2, 7, 4], steps: () => "each 1×7, trump 1, stock rest" },
  german_whist: { players: [2, 2, 2], steps: () => "each 1×13, trump 1, stock rest" },
  solo_whist: {
    players: [4, 4, 4],
    faces: { "dealer/trump": "up" },
    steps: () => "each 3×4, others 1, dealer/trump 1",
  },
  bid_whist: { packs: { jokers: 2 }, players: [4, 4, 4], steps: () => "each 1×12, kitty 6" },
  sergeant_major: { players: [3, 3, 3], steps: () => "each 1×16, kitty 4" },
  nap: { players: [2, 7, 5], steps: () => "each 3 2, stock rest" },
  twenty_five: { players: [2, 9, 5], steps: () => "each 3 2, trump 1, stock rest" },
  all_fours: { players: [2, 4, 2], steps: () => "each 3×2, trump 1, stock rest" },
  cinch: { players: [4, 4, 4], steps: () => "each 3×3, stock rest" },
  double_deck_pinochle: {
    deck: "pinochle",
    packs: { decks: 2, exclude: suited("SHDC", "9") },
    players: [4, 4, 4],
    steps: () => "each 5×4",
  },
  british_euchre: {
    deck: "euchre",
    packs: { jokers: 1 },
    players: [4, 4, 4],
    steps: () => "each 3 2, kitty/upcard 1, kitty 4",
  },
  euchre_three_players: { deck: "euchre", players: [3, 3, 3], steps: () => "each 3 2, kitty/upcard 1, kitty 8" },
  bid_euchre: { deck: "euchre", players: [4, 4, 4], steps: () => "each 3×2" },
};
