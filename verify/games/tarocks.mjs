/** Trick-taking games with tarock cards, with packs that are made for them, and with two packs. */
import { suited } from "../decks.mjs";

const tarock = { deck: "tarock54", players: [4, 4, 4], faces: { talon: "down" } };

export const TAROCKS = {
  konigrufen: { ...tarock, steps: () => "each 6, talon/first_half 3, talon/second_half 3, each 6" },
  cego: { ...tarock, steps: () => "each 11, blind 10" },
  slovenian_tarok: { ...tarock, players: [3, 4, 4], steps: (n) => `talon 6, each ${n === 3 ? 8 : 6}×2` },
  bird_colours: {
    deck: "bird_colours",
    packs: { exclude: suited("RYGK", "1234") },
    players: [4, 4, 4],
    faces: { nest: "down" },
    steps: () => `${Array(5).fill("each 1, nest 1").join(", ")}, each 1×4`,
  },
  wizards: {
    deck: "wizards",
    players: [3, 6, 4],
    mostCards: (n) => Math.floor(59 / n),
    steps: (n, cards = 1) => `each 1×${cards}, trump 1, stock rest`,
  },
  sheng_ji: { packs: { decks: 2, jokers: 2 }, players: [4, 4, 4], steps: () => "each 1×25, kitty 8" },
};
