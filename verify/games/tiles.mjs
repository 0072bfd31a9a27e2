/** Mah-Jong and dominoes. */
import { numberedSeats, windSeats } from "./seats.mjs";

const sorted = (codes, suit) => [..."1234056789"].flatMap((rank) => codes.filter((code) => code === rank + suit));
const mpsz = (codes) =>
  [..."mpsz"]
    .map((suit) => sorted(codes, suit).map((code) => code[0]).join("") + suit)
    .filter((group) => group.length > 1)
    .join("");

export const TILES = {
  mahjong: {
    deck: "mahjong",
    players: [4, 4, 4],
    seats: windSeats,
    steps: () => "each 4×3 1, east 1, flowers, wall rest",
    byFace: {
      flowers({ left, place, code, seats, hands }) {
        for (const seat of seats) {
          const [concealed, open] = [[], []];
          for (let tiles = hands.get(seat).get(""); tiles.length;) {
            const bonus = tiles.filter((tile) => /^[1-4][FS]$/.test(code(tile)));
            concealed.push(...tiles.filter((tile) => !bonus.includes(tile)));
            open.push(...bonus);
            tiles = bonus.map(() => left.pop());
          }
          hands.get(seat).set("", concealed);
          place("flowers", open, seat);
        }
      },
    },
  },
  riichi: {
    deck: "riichi",
    packs: { red_fives: 3 },
    players: [4, 4, 4],
    seats: windSeats,
    faces: { "first of dead_wall/dora_indicators": "up" },
    steps: () => "hands: each 4×3 1, east 1; indicator: dead_wall, wall rest",
    ownSteps: {
      dead_wall({ left, place }) {
        const wall = left.splice(-14);
        const tiles = (...positions) => positions.map((i) => wall[i]);
        place("dead_wall", tiles(12, 13, 10, 11), "replacements");
        place("dead_wall", tiles(8, 6, 4, 2, 0), "dora_indicators");
        place("dead_wall", tiles(9, 7, 5, 3, 1), "ura_dora_indicators");
      },
    },
    extraMembers: (hands) => ({ mpsz: Object.fromEntries(hands.map((codes, i) => [windSeats()[i], mpsz(codes)])) }),
  },
  dominoes: {
    deck: "dominoes",
    players: [2, 4, 2],
    seats: numberedSeats,
    steps: (n) => `each 1×${n === 2 ? 7 : 5}, boneyard rest`,
  },
};
