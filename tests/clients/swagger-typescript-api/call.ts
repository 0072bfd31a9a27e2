import { Api, type HttpResponse, type Problem } from "./client/cards.js";
import { consent, keys, texts, viewKey, words } from "./player.js";

const { v1 } = new Api({ baseUrl: process.env.BASE_URL ?? "" });

const deck = "standard";
const seed = "clients";
const exclude = ["2S", "2H"];

const { data: shuffled } = await v1.shuffleDeck(deck, { seed, exclude, count: 5 });
const { data: posted } = await v1.shuffleDeckPost(deck, { seed, exclude, count: 5 });
const { data: verified } = await v1.verifyResult({ result: posted });
const { data: dealt } = await v1.dealGame("holdem", { seed, players: 2 });
const { data: batch } = await v1.shuffleDeckBatchPost(deck, { seed, repeats: 3, count: 2 });
const { data: drawn } = await v1.drawIntegers({ seed, max: 10 ** 12, count: 4 });
const { data: ranked } = await v1.rankHands({
  game: "poker",
  hands: [["AS", "KD"], ["9H", "9C"]],
  board: ["AC", "KH", "9S", "2D", "2C"],
});

const { data: opened } = await v1.openSealedShoe({ deck });
const { data: draw } = await v1.drawFromShoe({ shoe: opened.shoe, count: 5, client_seed: seed });
const { data: revealed } = await v1.revealShoe({ shoe: draw.shoe ?? "" });
const { data: checked } = await v1.verifyResult({
  receipt: revealed.receipt,
  seen: [draw.seen],
  confirmed: { commitment: opened.commitment, client_seed: seed },
});

const { data: game } = await v1.openSealedShoe({ game: "rummy", players: 2 });
const { data: stage } = await v1.dealStage({ shoe: game.shoe });
const in_play = stage.hands[0]?.positions ?? [];
const { data: again } = await v1.drawFromShoe({ shoe: stage.shoe ?? "", count: 1, reshuffle: true, in_play });

const { data: sealed } = await v1.openSealedShoe({
  game: "rummy", players: 2, reveal: "shown",
  words,
  consent: { keys },
  view_keys: { "1": viewKey },
});
const { data: given } = await v1.dealStage({
  shoe: sealed.shoe,
  words: texts,
  consents: consent(sealed.digest, "deal"),
});
const one = { count: 1, seat: "1" };
const { data: taken } = await v1.drawFromShoe({
  shoe: given.shoe ?? "",
  ...one,
  consents: consent(given.digest, "draw", one),
});
const { data: ended } = await v1.revealShoe({ shoe: taken.shoe ?? "" });

/** Return the problem of a refused request. */
async function refused(request: Promise<HttpResponse<unknown, Problem>>) {
  try {
    await request;
  } catch (thrown) {
    return (thrown as HttpResponse<unknown, Problem>).error;
  }
  throw new Error("not refused");
}
const { title, status, errors } = await refused(v1.shuffleDeck(deck, { count: 53 }));

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
