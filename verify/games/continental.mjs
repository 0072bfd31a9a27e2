/** More trick-taking games of continental Europe. */
import { suited } from "../decks.mjs";

export const CONTINENTAL = {
  preferans: { deck: "piquet", players: [3, 3, 3], steps: () => "each 2, widow 2, each 2×4" },
  thousand_two_players: {
    deck: "euchre",
    players: [2, 2, 2],
    faces: { widows: "down" },
    steps: () => "each 1×10, widows/first 2, widows/second 2",
  },
  marias: {
    deck: "german32",
    players: [3, 3, 3],
    seats: () => ["forehand", "middlehand", "rearhand"],
    steps: () => "turns 7 5 5 5 5 5",
  },
  bauernschnapsen: {
    deck: "euchre",
    packs: { exclude: suited("SHDC", "9") },
    players: [4, 4, 4],
    steps: () => "first_cards: each 3; last_cards: each 2",
  },
  binokel: {
    deck: "german32",
    packs: { decks: 2, exclude: suited("ALHB", "789") },
    players: [3, 4, 3],
    faces: { dabb: "down" },
    steps: (n) => (n === 3 ? "each 4, dabb 2, each 4, dabb 2, each 4" : "each 3, dabb 2, each 3, dabb 2, each 3"),
  },
  binokel_with_sevens: {
    deck: "german32",
    packs: { decks: 2, exclude: suited("ALHB", "89") },
    players: [3, 4, 3],
    faces: { dabb: "down" },
    steps: (n) => (n === 3 ? "each 5, dabb 1, each 5, dabb 2, each 5" : "each 4, dabb 2, each 3, dabb 2, each 4"),
  },
  schafkopf_short: {
    deck: "german32",
    packs: { exclude: suited("ALHB", "78") },
    players: [4, 4, 4],
    steps: () => "each 3×2",
  },
  jass_french: { packs: { exclude: suited("SHDC", "2345") }, players: [4, 4, 4], steps: () => "each 3×3" },
  klaberjass: {
    deck: "piquet",
    players: [2, 2, 2],
    steps: () => "first_cards: each 3×2, upcard 1; last_cards: each 3, stock rest",
  },
  tute: {
    deck: "spanish40",
    players: [4, 4, 4],
    faces: { "dealer/trump": "up" },
    steps: () => "each 1×9, others 1, dealer/trump 1",
  },
  guinote: { deck: "spanish40", players: [2, 4, 4], steps: () => "each 3×2, trump 1, stock rest" },
  botifarra: { deck: "spanish48", players: [4, 4, 4], steps: () => "each 4×3" },
  truco_paulista: {
    packs: { exclude: suited("SHDC", "89T") },
    players: [2, 6, 4],
    steps: () => "each 1×3, vira 1, stock rest",
  },
  truco_mineiro: { packs: { exclude: suited("SHDC", "89T") }, players: [2, 6, 4], steps: () => "each 1×3, stock rest" },
  tressette_two_players: { deck: "italian40", players: [2, 2, 2], steps: () => "each 5×2, stock rest" },
};
