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

const twoPacks = { packs: { decks: 2 } };
/** The rows of a triangle of columns: 1 to n, 2 to n, … n. */
const stairs = (n) => Array.from({ length: n }, (_, i) => `${i + 1}-${n}`).join(" ");
const yukon = {
  ...patience,
  faces: { tableau: "down", "last five of tableau": "up" },
  steps: () => "layout: tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 2-7×4, foundation 0",
};
/** Seven columns of seven; the first three cards of the first four columns are down. */
const scorpion = {
  ...patience,
  faces: Object.fromEntries([1, 2, 3, 4].map((column) => [`first three of tableau/${column}`, "down"])),
  steps: () => "layout: tableau 1-4×3, tableau 5-7×3, tableau 1-7×4, stock rest",
};

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
  yukon,
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
  tripeaks: {
    ...patience,
    faces: { "peaks/1": "down", "peaks/2": "down", "peaks/3": "down" },
    steps: () => "layout: peaks/1 3, peaks/2 6, peaks/3 9, peaks/4 10, waste 1, stock rest",
  },
  bakers_dozen: {
    ...patience,
    steps: () => "layout: tableau 1-13×4, kings_down, foundation 0",
    byFace: {
      kings_down({ code, piles }) {
        const columns = piles.get("tableau");
        for (const [column, cards] of columns) {
          const kings = cards.filter((card) => code(card)[0] === "K");
          columns.set(column, [...kings, ...cards.filter((card) => !kings.includes(card))]);
        }
      },
    },
  },
  accordion: { ...patience, steps: () => "layout: row 52" },
  scorpion,
  wasp: scorpion,
  russian: yukon,
  alaska: yukon,
  bisley: { ...patience, packs: { exclude: suited("SHDC", "A") }, steps: () => "layout: tableau 1-13×3 5-13, foundation 0" },
  bakers_game: { ...patience, steps: freecell },
  eight_off: { ...patience, steps: () => "layout: tableau 1-8×6, reserve 4, foundation 0" },
  seahaven_towers: { ...patience, steps: () => "layout: tableau 1-10×5, reserve 2, foundation 0" },
  beleaguered_castle: {
    ...patience,
    packs: { exclude: suited("SHDC", "A") },
    steps: () => "layout: tableau 1-8×6, foundation 0",
  },
  streets_and_alleys: { ...patience, steps: freecell },
  fortress: { ...patience, steps: () => "layout: tableau 1-10×5 1-2, foundation 0" },
  la_belle_lucie: { ...patience, steps: () => "layout: tableau 1-17×2 1-18, foundation 0" },
  cruel: { ...patience, packs: { exclude: suited("SHDC", "A") }, steps: () => "layout: tableau 1-12×4, foundation 0" },
  flower_garden: { ...patience, steps: () => "layout: tableau 1-6×6, reserve 16, foundation 0" },
  calculation: {
    ...patience,
    packs: { exclude: ["AS", "2S", "3S", "4S"] },
    steps: () => "layout: foundation 0, stock rest",
  },
  clock: { ...patience, faces: { dial: "down" }, steps: () => "layout: dial 1-13×4" },
  grandfathers_clock: {
    ...patience,
    packs: { exclude: [..."23456789TJQK"].map((rank, i) => rank + "SHCD"[i % 4]) },
    steps: () => "layout: tableau 1-8×5, foundation 0",
  },
  monte_carlo: { ...patience, steps: () => "layout: tableau 1-5×5, stock rest" },
  gaps: { ...patience, steps: () => "layout: tableau 1-13×4" },
  easthaven: { ...patience, ...covered, steps: () => "layout: tableau 1-7×3, foundation 0, stock rest" },
  westcliff: { ...patience, ...covered, steps: () => "layout: tableau 1-10×3, foundation 0, stock rest" },
  simple_simon: {
    ...patience,
    steps: () => "layout: tableau 1-9 1-8 1-7 1-6 1-5 1-4 1-3 1-10, foundation 0",
  },
  spiderette: { ...patience, ...covered, steps: () => `layout: tableau ${stairs(7)}, foundation 0, stock rest` },
  agnes: { ...patience, steps: () => `layout: tableau ${stairs(7)}, foundation 1, stock rest` },
  king_albert: { ...patience, steps: () => `layout: tableau ${stairs(9)}, reserve 7, foundation 0` },
  black_hole: { ...patience, packs: { exclude: ["AS"] }, steps: () => "layout: tableau 1-17×3, foundation 0" },
  osmosis: {
    ...patience,
    faces: { reserve: "down", "last of reserve": "up" },
    steps: () => "layout: reserve 1-4×4, foundation 1, stock rest",
  },
  gypsy: { ...patience, ...covered, ...twoPacks, steps: () => "layout: tableau 1-8×3, foundation 0, stock rest" },
  miss_milligan: { ...patience, ...twoPacks, steps: () => "layout: tableau 1-8, foundation 0, stock rest" },
  double_klondike: {
    ...patience,
    ...covered,
    ...twoPacks,
    steps: () => `layout: tableau ${stairs(9)}, foundation 0, stock rest`,
  },
};
