/** Rummy and its family. */
import { suited } from "../decks.mjs";
import { turnStarter } from "./shedding.mjs";

const RUMMY = { 2: 10, 3: 7, 4: 7, 5: 6, 6: 6 };
const CANASTA = { 2: 15, 3: 13 };

/** Turn cards until one comes that is neither wild nor a red three. */
function natural({ left, place, code }) {
  let turned = left.shift();
  place("discards", [turned]);
  while (left.length && /^[2X]|^3[HD]$/.test(code(turned))) place("discards", [(turned = left.shift())]);
}
const burraco = {
  packs: { decks: 2, jokers: 2 },
  faces: { pozzetti: "down" },
  steps: () => "each 1×11, pozzetti 1-2×11, discards 1, stock rest",
};

export const RUMMIES = {
  gin_rummy: { players: [2, 2, 2], steps: () => "each 1×10, discards 1, stock rest" },
  rummy: { players: [2, 6, 4], steps: (n) => `each 1×${RUMMY[n]}, discards 1, stock rest` },
  canasta: {
    packs: { decks: 2, jokers: 2 },
    players: [2, 6, 4],
    steps: (n) => `each 1×${CANASTA[n] ?? 11}, natural, stock rest`,
    byFace: { natural },
  },
  canasta_six_players: {
    packs: { decks: 3, jokers: 2 },
    players: [6, 6, 6],
    steps: () => "each 1×13, natural, stock rest",
    byFace: { natural },
  },
  rummy_500: { players: [2, 4, 4], steps: (n) => `each 1×${n === 2 ? 13 : 7}, discards 1, stock rest` },
  rummy_500_two_packs: { packs: { decks: 2 }, players: [5, 8, 5], steps: () => "each 1×7, discards 1, stock rest" },
  indian_rummy: {
    packs: { decks: 2, jokers: 1 },
    players: [2, 6, 6],
    steps: () => "each 1×13, discards 1, joker 1, stock rest",
  },
  pan: {
    packs: { decks: 8, exclude: suited("SHDC", "89T") },
    players: [2, 15, 6],
    steps: () => "each 5×2, discards 1, stock rest",
  },
  twenty_one_card_rummy: {
    packs: { decks: 3, jokers: 1 },
    players: [2, 6, 4],
    steps: () => "each 1×21, discards 1, joker 1, stock rest",
  },
  burraco: { ...burraco, players: [4, 4, 4] },
  burraco_two_players: { ...burraco, players: [2, 2, 2] },
  conquian: { deck: "spanish40", players: [2, 3, 2], steps: () => "each 1×8, stock rest" },
  chinchon: { deck: "spanish40", players: [2, 4, 4], steps: () => "each 1×7, discards 1, stock rest" },
  scala_40: {
    packs: { decks: 2, jokers: 2 },
    players: [2, 6, 4],
    steps: () => "each 1×13, no_joker, stock rest",
    byFace: { no_joker: turnStarter(/^X/) },
  },
  german_rummy: { packs: { decks: 2, jokers: 3 }, players: [2, 4, 4], steps: () => "each 1×13, discards 1, stock rest" },
  contract_rummy: {
    packs: { decks: 2, jokers: 2 },
    players: [3, 4, 4],
    mostCards: () => 12,
    steps: (n, cards = 10) => `each 1×${cards}, discards 1, stock rest`,
  },
  hand_and_foot: {
    packs: { decks: 5, jokers: 2 },
    players: [4, 4, 4],
    faces: { "hands/foot": "down" },
    steps: () => "each 13, each/foot 13, discards 1, stock rest",
  },
};
