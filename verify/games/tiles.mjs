/** Mah-Jong and dominoes. */
import { houseTable, numberedSeats, windSeats } from "./seats.mjs";

const range = (length) => Array.from({ length }, (_, i) => i);
const sorted = (codes, suit) => [..."1234056789"].flatMap((rank) => codes.filter((code) => code === rank + suit));
const mpsz = (codes) =>
  [..."mpsz"]
    .map((suit) => sorted(codes, suit).map((code) => code[0]).join("") + suit)
    .filter((group) => group.length > 1)
    .join("");

const isBonus = (code) => /^[1-4][FS]$/.test(code);

/** Riichi: its dead wall is the last seven stacks of two, of which the first from the end are `replacements`. */
const riichi = (replacements) => ({
  deck: "riichi",
  packs: { red_fives: 3 },
  faces: { "first of dead_wall/dora_indicators": "up" },
  steps: () => "hands: each 4×3 1, east 1; indicator: dead_wall, wall rest",
  ownSteps: {
    dead_wall({ left, place }) {
      const stacks = range(7).map(() => left.splice(-2));
      place("dead_wall", stacks.slice(0, replacements).flat(), "replacements");
      for (const [i, part] of ["dora_indicators", "ura_dora_indicators"].entries())
        place("dead_wall", stacks.slice(replacements).map((stack) => stack[i]), part);
    },
  },
  extraMembers: (hands) => ({ mpsz: Object.fromEntries(hands.map((codes, i) => [windSeats()[i], mpsz(codes)])) }),
});
const TRAIN = { 2: 16, 3: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9 };

const mahjong = {
  deck: "mahjong",
  players: [4, 4, 4],
  seats: windSeats,
  steps: () => "each 4×3 1, east 1, flowers, wall rest",
  byFace: {
    flowers({ left, place, code, seats, hands }) {
      for (const seat of seats) {
        const [concealed, open] = [[], []];
        for (let tiles = hands.get(seat).get(""); tiles.length;) {
          const bonus = tiles.filter((tile) => isBonus(code(tile)));
          concealed.push(...tiles.filter((tile) => !bonus.includes(tile)));
          open.push(...bonus);
          tiles = bonus.map(() => left.pop());
        }
        hands.get(seat).set("", concealed);
        place("flowers", open, seat);
      }
    },
  },
};
/** Turn a tile to the indicator, and another while it is a joker; the jokers go back in the middle. */
const okey = {
  deck: "okey",
  players: [2, 4, 4],
  byFace: {
    indicator({ left, place, code, piles }) {
      place("indicator", [left.shift()]);
      const turned = piles.get("indicator").get("");
      const buried = [];
      while (left.length && code(turned[0]) === "JK") {
        buried.push(turned.pop());
        turned.push(left.shift());
      }
      left.splice(Math.floor(left.length / 2), 0, ...buried);
    },
  },
};

export const TILES = {
  mahjong,
  riichi: { ...riichi(2), players: [4, 4, 4], seats: windSeats },
  riichi_three_players: {
    ...riichi(4),
    players: [3, 3, 3],
    packs: { red_fives: 3, exclude: ["2m", "3m", "4m", "0m", "5m", "6m", "7m", "8m"] },
    seats: () => windSeats().slice(0, 3),
  },
  taiwanese_mahjong: {
    deck: "mahjong",
    players: [4, 4, 4],
    seats: windSeats,
    steps: () => "each 4×4, east 1, flower_rounds, wall rest",
    byFace: {
      flower_rounds({ left, place, code, seats, hands }) {
        const open = new Map(seats.map((seat) => [seat, []]));
        const layOpen = (seat) => {
          const tiles = hands.get(seat).get("");
          const bonus = tiles.filter((tile) => isBonus(code(tile)));
          open.get(seat).push(...bonus);
          hands.get(seat).set("", [...tiles.filter((tile) => !bonus.includes(tile)), ...bonus.map(() => left.pop())]);
          return bonus;
        };
        while (seats.flatMap(layOpen).length > 0);
        for (const seat of seats) place("flowers", open.get(seat), seat);
      },
    },
  },
  american_mahjong: {
    deck: "american_mahjong",
    players: [4, 4, 4],
    seats: windSeats,
    steps: () => "each 4×3 1, east 1, wall rest",
  },
  dominoes: {
    deck: "dominoes",
    players: [2, 4, 2],
    seats: numberedSeats,
    steps: (n) => `each 1×${n === 2 ? 7 : 5}, boneyard rest`,
  },
  dominoes_partnership: { deck: "dominoes", players: [4, 4, 4], seats: numberedSeats, steps: () => "each 1×7" },
  dominoes_cuban: {
    deck: "dominoes",
    packs: { highest: 9 },
    players: [4, 4, 4],
    seats: numberedSeats,
    steps: () => "each 1×10, boneyard rest",
  },
  mexican_train: {
    deck: "dominoes",
    packs: { highest: 12, exclude: ["12-12"] },
    players: [2, 8, 4],
    seats: numberedSeats,
    steps: (n) => `each 1×${TRAIN[n]}, boneyard rest`,
  },
  hong_kong_mahjong: mahjong,
  chinese_official_mahjong: {
    deck: "mahjong",
    players: [4, 4, 4],
    seats: windSeats,
    steps: () => "each 4×3 1, east 1, wall rest",
  },
  sichuan_mahjong: {
    deck: "mahjong",
    packs: { exclude: ["EW", "SW", "WW", "NW", "RD", "GD", "WD", ..."FS"].flatMap((one) => (one.length > 1 ? one : range(4).map((i) => i + 1 + one))) },
    players: [4, 4, 4],
    seats: windSeats,
    steps: () => "each 4×3 1, east 1, wall rest",
  },
  okey: { ...okey, steps: () => "each 1×14, 1 1, indicator, stock rest" },
  okey_101: { ...okey, steps: () => "each 1×21, 1 1, indicator, stock rest" },
  rummy_tiles: { deck: "okey", players: [2, 4, 4], steps: () => "each 1×14, stock rest" },
  pai_gow_tiles: {
    deck: "chinese_dominoes",
    players: [1, 7, 6],
    seats: houseTable,
    steps: (n) => (n === 7 ? "each 4" : "each 4, stock rest"),
  },
};
