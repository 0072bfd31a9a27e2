/** Keno, bingo and lotteries. */
import { noSeats, onePlayer } from "./seats.mjs";

const drawing = { players: [0, 0, 0], seats: noSeats };

/** Take the first balls of those that are left whose code fits a pattern. */
const pick = ({ left, code }, pattern, count) => {
  const picked = left.filter((position) => pattern.test(code(position))).slice(0, count);
  for (const position of picked) left.splice(left.indexOf(position), 1);
  return picked;
};

/** Return a lottery that draws five balls of its main drum, and `count` of the other to a pile of its own. */
const twoDrums = (deck, pile, count) => ({
  ...drawing,
  deck,
  takesGiven: false,
  steps: () => "drums, stock rest",
  byFace: {
    drums(state) {
      state.place("drawn", pick(state, /^\d/, 5));
      state.place(pile, pick(state, /^\D/, count));
    },
  },
});

export const NUMBERS = {
  keno: { ...drawing, deck: "keno", steps: () => "drawn 20, stock rest" },
  bingo_card: {
    deck: "bingo75",
    players: [1, 1, 1],
    seats: onePlayer,
    takesGiven: false,
    steps: () => "sheet, stock rest",
    byFace: {
      sheet(state) {
        for (const letter of "BINGO")
          state.place("player", pick(state, new RegExp(`^${letter}`), letter === "N" ? 4 : 5), letter);
      },
    },
    extraMembers([codes]) {
      const numbers = codes.map((code) => Number(code.slice(1)));
      numbers.splice(12, 0, null);
      return { grid: [0, 1, 2, 3, 4].map((row) => [0, 1, 2, 3, 4].map((column) => numbers[5 * column + row])) };
    },
  },
  bingo_call: { ...drawing, deck: "bingo75", steps: () => "called rest" },
  bingo90_call: { ...drawing, deck: "bingo90", steps: () => "called rest" },
  lottery: { ...drawing, deck: "lottery49", steps: () => "drawn 6, stock rest" },
  powerball: twoDrums("powerball", "powerball", 1),
  mega_millions: twoDrums("mega_millions", "mega_ball", 1),
  euromillions: twoDrums("euromillions", "lucky_stars", 2),
};
