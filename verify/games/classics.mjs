/** Games outside the large families. */
import { numberedSeats, roundTable } from "./seats.mjs";

export const CLASSICS = {
  cribbage: {
    players: [2, 4, 2],
    seats: (n) => (n === 2 ? ["pone", "dealer"] : roundTable(n)),
    steps: (n) => `hands: each 1×${n === 2 ? 6 : 5}, crib ${n === 3 ? 1 : 0}; starter: starter 1, stock rest`,
  },
  scopa: { deck: "italian40", players: [2, 4, 2], steps: () => "each 1×3, table 4, stock rest" },
  scopone: { deck: "italian40", players: [4, 4, 4], steps: () => "each 3, table 2, each 3, table 2, each 3" },
  scopone_scientifico: { deck: "italian40", players: [4, 4, 4], steps: () => "each 5×2" },
  cassino: { players: [2, 4, 2], steps: () => `${Array(2).fill("others 2, table 2, dealer 2").join(", ")}, stock rest` },
  escoba: { deck: "spanish40", players: [2, 4, 2], steps: () => "each 1×3, table 4, stock rest" },
  basra: {
    players: [2, 4, 2],
    steps: () => "each 1×4, floor, stock rest",
    byFace: {
      floor({ left, place, code, piles }) {
        place("table", left.splice(0, 4));
        const [floor, buried] = [piles.get("table"), []];
        const listUnfit = () => floor.get("").filter((card) => /^J|^7D/.test(code(card)));
        for (let unfit = listUnfit(); unfit.length > 0 && unfit.length <= left.length; unfit = listUnfit()) {
          const others = floor.get("").filter((card) => !unfit.includes(card));
          buried.push(...unfit);
          floor.set("", [...others, ...left.splice(0, unfit.length)]);
        }
        left.splice(Math.floor(left.length / 2), 0, ...buried);
      },
    },
  },
  mus: { deck: "spanish40", players: [2, 4, 4], steps: () => "each 1×4, stock rest" },
  war: { players: [2, 2, 2], steps: () => "each 1×rest" },
  spite_and_malice: {
    packs: { decks: 2 },
    players: [2, 2, 2],
    seats: numberedSeats,
    faces: { payoff: "down", "last of payoff": "up" },
    steps: () => "payoff 1-2×20, each 1×5, stock rest",
  },
  number_piles: {
    deck: "numbers162",
    players: [2, 6, 4],
    faces: { "hands/payoff": "down", "last of hands/payoff": "up" },
    steps: (n) => `each/payoff 1×${n < 5 ? 29 : 19}, each/payoff 1, stock rest`,
  },
  fireworks: { deck: "fireworks", players: [2, 5, 4], steps: (n) => `each 1×${n < 4 ? 5 : 4}, stock rest` },
};
