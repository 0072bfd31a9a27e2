/** Trick-taking games. */
import { suited } from "../decks.mjs";

const PINOCHLE = {
  2: "each 3×4, trump 1, stock rest",
  3: "each 3, widow 3, each 3×4",
  4: "each 3×4",
};

const OH_HELL = { 3: 10, 4: 10, 5: 10, 6: 8, 7: 7 };

export const TRICKS = {
  hearts: {
    players: [3, 7, 4],
    removed: { 3: ["2D"], 5: ["2D", "2C"] },
    steps: (n) => ({ 6: "each 1×8, kitty 4", 7: "each 1×7, kitty 3" })[n] ?? "each 1×rest",
  },
  spades: { players: [4, 4, 4], steps: () => "each 1×13" },
  call_break: { players: [4, 4, 4], steps: () => "each 1×13" },
  whist: { players: [4, 4, 4], faces: { "dealer/trump": "up" }, steps: () => "each 1×12, others 1, dealer/trump 1" },
  euchre: { deck: "euchre", players: [4, 4, 4], steps: () => "turns 3 2 3 2 2 3 2 3, kitty/upcard 1, kitty 3" },
  five_hundred: {
    packs: { jokers: 1, exclude: [...suited("SHDC", "23"), "4S", "4C"] },
    players: [3, 4, 4],
    removed: { 3: ["4H", "4D", ...suited("SHDC", "56")] },
    steps: (n) => (n === 3 ? "each 3, kitty 3, each 4, each 3" : "each 3, kitty 1, each 4, kitty 1, each 3, kitty 1"),
  },
  pitch: { players: [2, 7, 4], steps: () => "each 3×2, stock rest" },
  skat: {
    deck: "piquet",
    players: [3, 3, 3],
    seats: () => ["forehand", "middlehand", "rearhand"],
    steps: () => "each 3, skat 2, each 4, each 3",
  },
  skat_german: {
    deck: "german32",
    players: [3, 3, 3],
    seats: () => ["forehand", "middlehand", "rearhand"],
    steps: () => "each 3, skat 2, each 4, each 3",
  },
  pinochle: { deck: "pinochle", players: [2, 4, 4], steps: (n) => PINOCHLE[n] },
  briscola: {
    deck: "italian40",
    players: [2, 4, 2],
    removed: { 3: ["2B"] },
    steps: () => "each 1×3, briscola 1, stock rest",
  },
  tressette: { deck: "italian40", players: [4, 4, 4], steps: () => "each 5×2" },
  widow_whist: { players: [3, 3, 3], steps: () => Array(13).fill("widow 1, each 1").join(", ") },
  oh_hell: {
    players: [3, 7, 4],
    mostCards: (n) => Math.floor(51 / n),
    steps: (n, cards = OH_HELL[n]) => `each 1×${cards}, trump 1, stock rest`,
  },
  three_o_four: { deck: "piquet", players: [4, 4, 4], steps: () => "first_cards: each 4; last_cards: each 4" },
  twenty_nine: { deck: "piquet", players: [4, 4, 4], steps: () => "first_cards: each 1×4; last_cards: each 1×4" },
};
