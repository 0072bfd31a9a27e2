/** Games in which the players get rid of their cards. */
import { suited } from "../decks.mjs";

const dealtOut = {
  steps: () => "all_out",
  ownSteps: { all_out: ({ left, place, seats }) => left.splice(0).forEach((card, i) => place(seats[i % seats.length], [card])) },
};

/** Turn a card on to the discards, and another while it is unfit; the unfit ones go back in the middle. */
export const turnStarter =
  (unfit) =>
  ({ left, place, code, piles }) => {
    place("discards", [left.shift()]);
    const starter = piles.get("discards").get("");
    const buried = [];
    while (left.length && unfit.test(code(starter[0]))) {
      buried.push(starter.pop());
      starter.push(left.shift());
    }
    left.splice(Math.floor(left.length / 2), 0, ...buried);
  };

const fourColours = (deck) => ({
  deck,
  players: [2, 10, 4],
  steps: () => "each 1×7, no_draw_four, stock rest",
  byFace: { no_draw_four: turnStarter(/^W4$/) },
});

export const SHEDDING = {
  wild_colours: fourColours("wild_colours"),
  wild_colours112: fourColours("wild_colours112"),
  crazy_eights: {
    players: [2, 8, 4],
    steps: (n) => `each 1×${n === 2 ? 7 : 5}, no_eight, stock rest`,
    byFace: { no_eight: turnStarter(/^8/) },
  },
  go_fish: { players: [2, 6, 4], steps: (n) => `each 1×${n < 4 ? 7 : 5}, stock rest` },
  old_maid: { ...dealtOut, packs: { exclude: ["QH"] }, players: [2, 8, 4] },
  president: { ...dealtOut, players: [3, 8, 4] },
  cheat: { ...dealtOut, players: [3, 6, 4] },
  palace: {
    players: [2, 5, 3],
    faces: { "hands/face_down": "down", "hands/face_up": "up" },
    steps: () => "each/face_down 1×3, each/face_up 1×3, each 1×3, stock rest",
  },
  big_two: { players: [3, 4, 4], steps: (n) => (n === 4 ? "each 1×13" : "each 1×17, table 1") },
  dou_dizhu: { packs: { jokers: 2 }, players: [3, 3, 3], steps: () => "each 1×17, widow 3" },
  durak: {
    packs: { exclude: suited("SHDC", "2345") },
    players: [2, 6, 4],
    faces: { "dealer/trump": "up" },
    steps: (n) => (n === 6 ? "each 1×5, others 1, dealer/trump 1" : "each 1×6, trump 1, stock rest"),
  },
  tichu: { deck: "tichu", players: [4, 4, 4], steps: () => "first_cards: each 1×8; last_cards: each 1×6" },
  big_two_two_players: { players: [2, 2, 2], steps: () => "each 1×13, stock rest" },
  tien_len: { players: [2, 4, 4], steps: (n) => (n === 4 ? "each 1×13" : "each 1×13, stock rest") },
  guandan: { packs: { decks: 2, jokers: 2 }, players: [4, 4, 4], steps: () => "each 1×27" },
  tongits: { players: [3, 3, 3], steps: () => "each 1×12, dealer 1, stock rest" },
};
