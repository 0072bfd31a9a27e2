/** Trick-taking games of India, Iran, the Arab countries and China. */
export const EASTERN = {
  mendikot: { players: [4, 4, 4], steps: () => "each 5 4 4" },
  court_piece: { players: [4, 4, 4], steps: () => "first_cards: each 5; last_cards: each 4×2" },
  twenty_eight: { deck: "piquet", players: [4, 4, 4], steps: () => "first_cards: each 1×4; last_cards: each 1×4" },
  fifty_six: { deck: "pinochle", players: [6, 6, 6], steps: () => "each 4×2" },
  tarneeb: { players: [4, 4, 4], steps: () => "each 1×13" },
  four_hundred: { players: [4, 4, 4], steps: () => "each 1×13" },
  baloot: { deck: "piquet", players: [4, 4, 4], steps: () => "each 3 2, upcard 1, stock rest" },
  trix: { players: [4, 4, 4], steps: () => "each 1×13" },
  estimation: { players: [4, 4, 4], steps: () => "each 1×13" },
  gong_zhu: { players: [4, 4, 4], steps: () => "each 1×13" },
};
