import axios, { isAxiosError } from "axios";
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
} from "./client.js";
import { consent, keys, texts, viewKey, words } from "./player.js";

axios.defaults.baseURL = process.env.BASE_URL ?? "";

const deck = "standard";
const seed = "clients";
const exclude = ["2S", "2H"];

const { data: shuffled } = await shuffleDeck(deck, { seed, exclude, count: 5 });
const { data: posted } = await shuffleDeckPost(deck, { seed, exclude, count: 5 });
const { data: verified } = await verifyResult({ result: { ...posted } });
const { data: dealt } = await dealGame("holdem", { seed, players: 2 });
const { data: batch } = await shuffleDeckBatchPost(deck, { seed, repeats: 3, count: 2 });
const { data: drawn } = await drawIntegers({ seed, max: 10 ** 12, count: 4 });
const { data: ranked } = await rankHands({
  game: "poker",
  hands: [["AS", "KD"], ["9H", "9C"]],
  board: ["AC", "KH", "9S", "2D", "2C"],
});

const { data: opened } = await openSealedShoe({ deck });
const { data: draw } = await drawFromShoe({ shoe: opened.shoe, count: 5, client_seed: seed });
const { data: revealed } = await revealShoe({ shoe: draw.shoe ?? "" });
const { data: checked } = await verifyResult({
  receipt: revealed.receipt,
  seen: [draw.seen],
  confirmed: { commitment: opened.commitment, client_seed: seed },
});

const { data: game } = await openSealedShoe({ game: "rummy", players: 2 });
const { data: stage } = await dealStage({ shoe: game.shoe });
const in_play = stage.hands[0]?.positions ?? [];
const { data: again } = await drawFromShoe({ shoe: stage.shoe ?? "", count: 1, reshuffle: true, in_play });

const { data: sealed } = await openSealedShoe({
  game: "rummy", players: 2, reveal: "shown",
  words,
  consent: { keys },
  view_keys: { "1": viewKey },
});
const { data: given } = await dealStage({
  shoe: sealed.shoe,
  words: texts,
  consents: consent(sealed.digest, "deal"),
});
const one = { count: 1, seat: "1" };
const { data: taken } = await drawFromShoe({
  shoe: given.shoe ?? "",
  ...one,
  consents: consent(given.digest, "draw", one),
});
const { data: ended } = await revealShoe({ shoe: taken.shoe ?? "" });

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
const { title, status, errors } = await refused(shuffleDeck(deck, { count: 53 }));

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
