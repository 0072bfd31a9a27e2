/** Games against the house. */
import { suited } from "../decks.mjs";
import { noSeats, roundTable } from "./seats.mjs";

/** Deal in turn to andar and bahar, from andar on, until a card has the rank of the joker, or none is left. */
function dealToAndarAndBahar({ left, place, code, piles }) {
  const joker = code(piles.get("joker").get("")[0])[0];
  for (const side of ["andar", "bahar"]) place(side, []);
  for (let turn = 0; left.length > 0; turn++) {
    const card = left.shift();
    place(turn % 2 ? "bahar" : "andar", [card]);
    if (code(card)[0] === joker) return;
  }
}

export const HOUSE = {
  three_card_poker: { players: [1, 7, 1], seats: (n) => roundTable(n + 1), steps: () => "each 1×3, stock rest" },
  caribbean_stud: {
    players: [1, 7, 1],
    seats: (n) => roundTable(n + 1),
    ranking: "poker",
    faces: { "dealer/upcard": "up" },
    steps: () => "each 1×4, others 1, dealer/upcard 1, stock rest",
  },
  ultimate_texas_holdem: {
    players: [1, 6, 1],
    seats: (n) => roundTable(n + 1),
    ranking: "poker",
    steps: () => "hole: each 1×2; flop: burns 1, board/flop 3; river: burns 1, board/turn_and_river 2, stock rest",
  },
  casino_holdem: {
    players: [1, 7, 1],
    seats: (n) => roundTable(n + 1),
    ranking: "poker",
    steps: () => "hole: each 1×2; flop: board/flop 3; river: board/turn_and_river 2, stock rest",
  },
  pai_gow_poker: {
    packs: { jokers: 1 },
    players: [6, 6, 6],
    seats: (n) => roundTable(n + 1),
    steps: () => "each 1×7, stock rest",
  },
  casino_war: {
    packs: { decks: 6 },
    players: [1, 7, 1],
    seats: (n) => roundTable(n + 1),
    continues: true,
    faces: { hands: "up" },
    steps: () => "each 1×1, stock rest",
  },
  dragon_tiger: {
    packs: { decks: 8 },
    players: [2, 2, 2],
    seats: () => ["dragon", "tiger"],
    continues: true,
    faces: { hands: "up" },
    steps: () => "coup: each 1×1, stock rest",
  },
  spanish_21: {
    packs: { decks: 6, exclude: suited("SHDC", "T") },
    players: [1, 7, 1],
    seats: (n) => roundTable(n + 1),
    ranking: "blackjack",
    continues: true,
    faces: { hands: "up", "dealer/hole_card": "down" },
    steps: () => "first_cards: burns 1, others 1, dealer/upcard 1; second_cards: others 1, dealer/hole_card 1, stock rest",
  },
  andar_bahar: {
    players: [0, 0, 0],
    seats: noSeats,
    steps: () => "joker 1, andar_bahar, stock rest",
    byFace: { andar_bahar: dealToAndarAndBahar },
  },
};
