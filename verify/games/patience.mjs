/** Patience. */
import { suited } from "../decks.mjs";
import { noSeats } from "./seats.mjs";

const patience = { players: [1, 1, 1], seats: noSeats };
const covered = { faces: { tableau: "down", "last of tableau": "up" } };
const freecell = () => "layout: tableau 1-8×6 1-4, foundation 0";
const rows = [1, 2, 3, 4, 5, 6, 7].map((n) => `pyramid/${n} ${n}`).join(", ");
const spider = {
  ...patience,
  ...covered,
  steps: () => "layout: tableau 1-10×4 1-4 1-10, foundation 0, stock rest",
};
const ALL = "A23456789TJQK";

export const PATIENCE = {
  klondike: {
    ...patience,
    ...covered,
    steps: () => "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7, foundation 0, stock rest",
    numbered: () => "layout: tableau 7-2 7-3 7-4 7-5 7-6 7-7 7-1, foundation 0, stock rest",
  },
  freecell: { ...patience, steps: freecell, numbered: freecell },
  spider: { ...spider, packs: { decks: 2 } },
  spider_two_suits: { ...spider, packs: { decks: 4, exclude: suited("DC", ALL) } },
  spider_one_suit: { ...spider, packs: { decks: 8, exclude: suited("HDC", ALL) } },
  pyramid: { ...patience, steps: () => `layout: ${rows}, foundation 0, stock rest` },
  yukon: {
    ...patience,
    faces: { tableau: "down", "last five of tableau": "up" },
    steps: () => "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 2-7×4, foundation 0",
  },
  forty_thieves: {
    ...patience,
    packs: { decks: 2 },
    steps: () => "layout: tableau 1-10×4, foundation 0, stock rest",
  },
  golf: { ...patience, steps: () => "layout: tableau 1-7×5, waste 1, stock rest" },
  canfield: {
    ...patience,
    faces: { reserve: "down", "last of reserve": "up" },
    steps: () => "layout: reserve 13, foundation 1, tableau 1-4, stock rest",
  },
  aces_up: { ...patience, steps: () => "layout: tableau 1-4, stock rest" },
};
