import { setConfig } from "@kubb/plugin-client/clients/axios";
import { isAxiosError } from "axios";
import {
  dealGame,
  dealStage,
  drawFromShoe,
  drawIntegers,
  openSealedShoe,
  rankHands,
  revealShoe,
  shuffleDeck,
  shuffleDeckBatchPost,
  shuffleDeckPost,
  verifyResult,
  type Problem,
} from "./client/index.js";
import { consent, keys, texts, viewKey, words } from "./player.js";

setConfig({ baseURL: process.env.BASE_URL ?? "" });

const deck = "standard";
const seed = "clients";
const exclude = ["2S", "2H"];

const shuffled = await shuffleDeck({ deck, params: { seed, exclude, count: 5 } });
const posted = await shuffleDeckPost({ deck, data: { seed, exclude, count: 5 } });
const verified = await verifyResult({ data: { result: posted } });
const dealt = await dealGame({ game: "holdem", params: { seed, players: 2 } });
const batch = await shuffleDeckBatchPost({ deck, data: { seed, repeats: 3, count: 2 } });
const drawn = await drawIntegers({ params: { seed, max: 10 ** 12, count: 4 } });
const ranked = await rankHands({
  data: { game: "poker", hands: [["AS", "KD"], ["9H", "9C"]], board: ["AC", "KH", "9S", "2D", "2C"] },
});

const opened = await openSealedShoe({ data: { deck } });
const draw = await drawFromShoe({ data: { shoe: opened.shoe, count: 5, client_seed: seed } });
const revealed = await revealShoe({ data: { shoe: draw.shoe ?? "" } });
const checked = await verifyResult({
  data: { receipt: revealed.receipt, seen: [draw.seen], confirmed: { commitment: opened.commitment, client_seed: seed } },
});

const game = await openSealedShoe({ data: { game: "rummy", players: 2 } });
const stage = await dealStage({ data: { shoe: game.shoe } });
const in_play = stage.hands[0]?.positions ?? [];
const again = await drawFromShoe({ data: { shoe: stage.shoe ?? "", count: 1, reshuffle: true, in_play } });

const sealed = await openSealedShoe({
  data: { game: "rummy", players: 2, reveal: "shown", words, consent: { keys }, view_keys: { "1": viewKey } },
});
const given = await dealStage({
  data: { shoe: sealed.shoe, words: texts, consents: consent(sealed.digest, "deal") },
});
const one = { count: 1, seat: "1" };
const taken = await drawFromShoe({
  data: { shoe: given.shoe ?? "", ...one, consents: consent(given.digest, "draw", one) },
});
const ended = await revealShoe({ data: { shoe: taken.shoe ?? "" } });

/** Return the problem of a refused request. */
async function refused(request: Promise<unknown>) {
  try {
    await request;
  } catch (error) {
    if (isAxiosError<Problem>(error) && error.response) return error.response.data;
    throw error;
  }
  throw new Error("not refused");
}
const { title, status, errors } = await refused(shuffleDeck({ deck, params: { count: 53 } }));

console.log(
  JSON.stringify({
    shuffled: shuffled.cards,
    shuffled_by_post: posted.cards,
    verified: verified.valid,
    dealt: {
      hands: dealt.hands.map((hand) => hand.cards),
      board: dealt.piles.find((pile) => pile.name === "board")?.cards,
    },
    batch: batch.cards,
    integers: drawn.integers,
    ranked: { categories: ranked.hands.map((hand) => hand.category), winners: ranked.winners },
    shoe: { cards: draw.cards, remaining: draw.remaining, fairness: draw.fairness, valid: checked.valid },
    table: { stage: stage.stage, round: again.round, in_play: again.in_play?.before },
    signed: {
      stage: given.stage,
      views: Object.keys(given.views ?? {}),
      remaining: taken.remaining,
      draws: ended.receipt.drawn.draws,
    },
    problem: { title, status, errors },
  }),
);
