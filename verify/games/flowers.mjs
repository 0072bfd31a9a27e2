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
};
