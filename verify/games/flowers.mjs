/** Games with flower cards. */

export const FLOWERS = {
  koi_koi: {
    deck: "hanafuda",
    players: [2, 2, 2],
    steps: () => `${Array(4).fill("1 2, field 2, dealer 2").join(", ")}, stock rest`,
  },
  hachi_hachi: {
    deck: "hanafuda",
    players: [2, 6, 3],
    steps: (n) => `each 4, field 3, each 3, field 3${n < 6 ? ", stock rest" : ""}`,
  },
  hachi_hachi_two_players: {
    deck: "hanafuda34",
    players: [2, 2, 2],
    seats: () => ["dealer", "1"],
    steps: () => "each 4, field 3, each 3, field 3, stock rest",
  },
  go_stop: {
    deck: "hwatu",
    packs: { jokers: 2 },
    players: [2, 3, 3],
    steps(n) {
      const [cards, first, second] = n === 2 ? [4, 5, 5] : [3, 4, 3];
      return `field ${cards}, each ${first}, field ${cards}, each ${second}, jokers, stock rest`;
    },
    byFace: {
      jokers({ left, place, code, piles }) {
        const [captured, field] = [[], piles.get("field")];
        const listJokers = () => field.get("").filter((card) => code(card)[0] === "X");
        for (let jokers = listJokers(); jokers.length; jokers = listJokers()) {
          captured.push(...jokers);
          const others = field.get("").filter((card) => !jokers.includes(card));
          field.set("", [...others, ...left.splice(0, jokers.length)]);
        }
        place("jokers", captured);
      },
    },
  },
};
