/** Games against the house. */
import { roundTable } from "./seats.mjs";

/** Baccarat: the value of a card, and by the banker's total the player's third cards (- is none) it draws on. */
const pips = (code) => ({ A: 1, T: 10, J: 10, Q: 10, K: 10 })[code[0]] ?? Number(code[0]);
const DRAWS = ["-0123456789", "-0123456789", "-0123456789", "-012345679", "-234567", "-4567", "67", ""];

export const CASINO = {
  blackjack: {
    packs: { decks: 6 },
    players: [1, 7, 1],
    ranking: "blackjack",
    continues: true,
    seats: (n) => roundTable(n + 1),
    faces: { hands: "up", "dealer/hole_card": "down" },
    steps: () =>
      "first_cards: burns 1, others 1, dealer/upcard 1; second_cards: others 1, dealer/hole_card 1, stock rest",
  },
  baccarat: {
    packs: { decks: 8 },
    players: [2, 2, 2],
    ranking: "baccarat",
    continues: true,
    seats: () => ["player", "banker"],
    faces: { hands: "up", "burns/turned": "up" },
    steps: () => "coup: turned, each 1×2, third, stock rest",
    byFace: {
      turned({ left, place, code }) {
        const first = left.shift();
        place("burns", [first], "turned");
        place("burns", left.splice(0, pips(code(first))));
      },
      third({ left, place, code, hands }) {
        const values = (side) => hands.get(side).get("").map((card) => pips(code(card)));
        const total = (side) => values(side).reduce((a, b) => a + b) % 10;
        if (total("player") >= 8 || total("banker") >= 8) return;
        if (total("player") <= 5) place("player", [left.shift()]);
        const [, , third] = values("player");
        if (DRAWS[total("banker")].includes(third ? third % 10 : "-")) place("banker", [left.shift()]);
      },
    },
  },
};
