/** The rules of a game of tricks for two: each has five cards, both play one, and the higher takes the trick. */
import core from "boardgame.io/dist/cjs/core.js";

const { INVALID_MOVE, PlayerView, Stage } = core;

/** Return how high a card is: by its rank, then by its suit. */
function strength([rank, suit]) {
  const ofRank = "23456789TJQKA".indexOf(rank);
  const ofSuit = "CDHS".indexOf(suit);
  return 4 * ofRank + ofSuit;
}

export const tricks = {
  name: "tricks",
  minPlayers: 2,
  maxPlayers: 2,
  // The hands come later: all clients get the initial state
  setup: () => ({ players: {}, trick: {}, tricks: [] }),
  playerView: PlayerView.STRIP_SECRETS, // of `players` a client gets its own entry alone
  disableUndo: true,
  turn: { activePlayers: { all: Stage.NULL } },
  moves: {
    play: {
      client: false, // only the server has all cards
      move({ G, playerID }, card) {
        const hand = G.players[playerID].hand;
        if (!hand.includes(card) || G.trick[playerID]) return INVALID_MOVE;
        hand.splice(hand.indexOf(card), 1);
        G.trick[playerID] = card;
        if (Object.keys(G.trick).length < 2) return undefined;
        const isFirstHigher = strength(G.trick[0]) > strength(G.trick[1]);
        G.tricks.push({
          cards: G.trick,
          winner: isFirstHigher ? "0" : "1",
        });
        G.trick = {};
        return undefined;
      },
    },
  },
  endIf({ G }) {
    if (G.tricks.length < 5) return undefined;
    const ofFirst = G.tricks.filter(({ winner }) => winner === "0");
    return { winner: ofFirst.length > 2 ? "0" : "1" };
  },
};
