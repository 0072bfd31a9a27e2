/** Keno, bingo and lotteries. */
import { noSeats, onePlayer } from "./seats.mjs";

const drawing = { players: [0, 0, 0], seats: noSeats };

export const NUMBERS = {
  keno: { ...drawing, deck: "keno", steps: () => "drawn 20, stock rest" },
  bingo_card: {
    deck: "bingo75",
    players: [1, 1, 1],
    seats: onePlayer,
    takesGiven: false,
    steps: () => "sheet, stock rest",
    byFace: {
      sheet({ left, place, code }) {
        for (const letter of "BINGO") {
          const column = left.filter((ball) => code(ball)[0] === letter).slice(0, letter === "N" ? 4 : 5);
          place("player", column, letter);
          for (const ball of column) left.splice(left.indexOf(ball), 1);
        }
      },
    },
    extraMembers([codes]) {
      const numbers = codes.map((code) => Number(code.slice(1)));
      numbers.splice(12, 0, null);
      return { grid: [0, 1, 2, 3, 4].map((row) => [0, 1, 2, 3, 4].map((column) => numbers[5 * column + row])) };
    },
  },
  bingo_call: { ...drawing, deck: "bingo75", steps: () => "called rest" },
  lottery: { ...drawing, deck: "lottery49", steps: () => "drawn 6, stock rest" },
};
