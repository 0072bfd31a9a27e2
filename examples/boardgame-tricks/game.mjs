/** The rules of a game of tricks for two: each has five cards, both play one, and the higher takes the trick. */
import core from "boardgame.io/dist/cjs/core.js";

const { INVALID_MOVE, PlayerView, Stage } = core;

const strength = (card) =>
  "23456789TJQKA".indexOf(card[0]) * 4 + "CDHS".indexOf(card[1]);

export const tricks = {
  name: "tricks",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ players: {}, trick: {}, tricks: [] }), // the hands come later: all clients get the initial state
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
        if (Object.keys(G.trick).length === 2) {
          const winner =
            strength(G.trick[0]) > strength(G.trick[1]) ? "0" : "1";
          G.tricks.push({ cards: G.trick, winner });
          G.trick = {};
        }
        return undefined;
      },
    },
  },
  endIf({ G }) {
    const count = G.tricks.filter(({ winner }) => winner === "0").length;
    return G.tricks.length === 5
      ? { winner: count > 2 ? "0" : "1" }
      : undefined;
  },
};
