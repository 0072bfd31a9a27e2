/** Trick-taking games of continental Europe. */
import { suited } from "../decks.mjs";

const TAROT = {
  3: Array(6).fill("others 4, dog 1, dealer 4"),
  4: Array(6).fill("others 3, dog 1, dealer 3"),
  5: [...Array(3).fill("others 3, dog 1, dealer 3"), "each 3×2"],
};
const SHEEPSHEAD = {
  3: "each 3, blind 2, each 4, each 3",
  4: "each 2, blind 2, each 3, blind 2, each 2",
  5: "each 3, blind 2, each 3",
};
const piquet = (players) => ({ deck: "piquet", players: [players, players, players] });

export const EUROPE = {
  doppelkopf: { deck: "pinochle", players: [4, 4, 4], steps: () => "each 3×4" },
  doppelkopf_without_nines: {
    deck: "pinochle",
    packs: { exclude: suited("SHDC", "9") },
    players: [4, 4, 4],
    steps: () => "each 3 4 3",
  },
  doppelkopf_german: {
    deck: "german32",
    packs: { decks: 2, exclude: suited("ALHB", "78") },
    players: [4, 4, 4],
    steps: () => "each 3×4",
  },
  schafkopf: { deck: "german32", players: [4, 4, 4], steps: () => "each 4×2" },
  sheepshead: {
    deck: "piquet",
    players: [3, 5, 5],
    steps: (n) => SHEEPSHEAD[n],
  },
  belote: { ...piquet(4), steps: () => "each 3 2, upcard 1, stock rest" },
  coinche: { ...piquet(4), steps: () => "each 3 2 3" },
  jass: { deck: "swiss36", players: [4, 4, 4], steps: () => "each 3×3" },
  klaverjas: { ...piquet(4), steps: () => "each 3 2 3" },
  thousand: {
    deck: "euchre",
    players: [3, 3, 3],
    steps: () => [...Array(3).fill("others 1, widow 1, dealer 1"), "each 1×4"].join(", "),
  },
  sueca: {
    packs: { exclude: suited("SHDC", "89T") },
    players: [4, 4, 4],
    faces: { "dealer/trump": "up" },
    steps: () => "others 10, dealer 9, dealer/trump 1",
  },
  french_tarot: { deck: "tarot", players: [3, 5, 4], steps: (n) => TAROT[n].join(", ") },
  piquet: { ...piquet(2), seats: () => ["elder", "younger"], steps: () => "each 2×6, talon rest" },
  ecarte: { ...piquet(2), steps: () => "each 2 3, trump 1, stock rest" },
  bezique: { ...piquet(2), packs: { decks: 2 }, steps: () => "each 3 2 3, trump 1, stock rest" },
  rubicon_bezique: { ...piquet(2), packs: { decks: 4 }, steps: () => "each 3×3, stock rest" },
  sixty_six: { deck: "euchre", players: [2, 2, 2], steps: () => "each 3×2, trump 1, stock rest" },
  schnapsen: {
    deck: "euchre",
    packs: { exclude: suited("SHDC", "9") },
    players: [2, 2, 2],
    steps: () => "each 3, trump 1, each 2, stock rest",
  },
  schnapsen_german: {
    deck: "german32",
    packs: { exclude: suited("ALHB", "789") },
    players: [2, 2, 2],
    steps: () => "each 3, trump 1, each 2, stock rest",
  },
  brisca: {
    deck: "spanish40",
    players: [2, 4, 4],
    removed: { 3: ["2O", "2C", "2E", "2B"] },
    steps: () => "each 1×3, trump 1, stock rest",
  },
  briscola_chiamata: { deck: "italian40", players: [5, 5, 5], steps: () => "each 4×2" },
  truco: { deck: "spanish40", players: [2, 6, 4], steps: () => "each 1×3, stock rest" },
  watten: { deck: "german32", players: [2, 4, 4], steps: () => "each 3 2, stock rest" },
  watten_weli: { deck: "german33", players: [2, 4, 4], steps: () => "each 3 2, stock rest" },
  watten_two_three: { deck: "german32", players: [2, 4, 4], steps: () => "each 2 3, stock rest" },
};
