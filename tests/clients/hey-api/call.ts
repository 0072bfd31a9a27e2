import { ZodError } from "zod";
import { client } from "./client/client.gen.js";
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
} from "./client/index.js";
import { consent, keys, texts, viewKey, words } from "./player.js";

client.setConfig({ baseUrl: process.env.BASE_URL ?? "" });

const path = { deck: "standard" } as const;
const seed = "clients";
const exclude = ["2S", "2H"];
const throwOnError = true;

const { data: shuffled } = await shuffleDeck({ path, query: { seed, exclude, count: 5 }, throwOnError });
const { data: posted } = await shuffleDeckPost({ path, body: { seed, exclude, count: 5 }, throwOnError });
const { data: verified } = await verifyResult({ body: { result: posted }, throwOnError });
const { data: dealt } = await dealGame({ path: { game: "holdem" }, query: { seed, players: 2 }, throwOnError });
const { data: batch } = await shuffleDeckBatchPost({ path, body: { seed, repeats: 3, count: 2 }, throwOnError });
const { data: drawn } = await drawIntegers({ query: { seed, max: 10 ** 12, count: 4 }, throwOnError });
const { data: ranked } = await rankHands({
  body: { game: "poker", hands: [["AS", "KD"], ["9H", "9C"]], board: ["AC", "KH", "9S", "2D", "2C"] },
  throwOnError,
});

const { data: opened } = await openSealedShoe({ body: { deck: "standard" }, throwOnError });
const { data: draw } = await drawFromShoe({
  body: { shoe: opened.shoe, count: 5, client_seed: seed },
  throwOnError,
});
const { data: revealed } = await revealShoe({ body: { shoe: draw.shoe ?? "" }, throwOnError });
const { data: checked } = await verifyResult({
  body: { receipt: revealed.receipt, seen: [draw.seen], confirmed: { commitment: opened.commitment, client_seed: seed } },
  throwOnError,
});

const { data: game } = await openSealedShoe({ body: { game: "rummy", players: 2 }, throwOnError });
const { data: stage } = await dealStage({ body: { shoe: game.shoe }, throwOnError });
const { data: again } = await drawFromShoe({
  body: { shoe: stage.shoe ?? "", count: 1, reshuffle: true, in_play: stage.hands[0]?.positions ?? [] },
  throwOnError,
});

const { data: sealed } = await openSealedShoe({
  body: { game: "rummy", players: 2, reveal: "shown", words, consent: { keys }, view_keys: { "1": viewKey } },
  throwOnError,
});
const { data: given } = await dealStage({
  body: { shoe: sealed.shoe, words: texts, consents: consent(sealed.digest, "deal") },
  throwOnError,
});
const one = { count: 1, seat: "1" };
const { data: taken } = await drawFromShoe({
  body: { shoe: given.shoe ?? "", ...one, consents: consent(given.digest, "draw", one) },
  throwOnError,
});
const { data: ended } = await revealShoe({ body: { shoe: taken.shoe ?? "" }, throwOnError });

const { error } = await shuffleDeck({ path, query: { count: 53 } });
if (!error) throw new Error("53 cards of 52");
const { title, status, errors } = error;

const unsent = await shuffleDeck({ path, query: { count: -1 } }).catch((reason: unknown) => reason);
if (!(unsent instanceof ZodError)) throw new Error("the count was not validated");

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
