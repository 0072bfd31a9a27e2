import { consent, keys, open, texts, viewKey, words } from "./player.js";
import * as service from "./service.js";

const deck = "standard";
const seed = "clients";
const exclude = ["2S", "2H"];

const shuffled = await service.shuffleDeck(deck, { seed, exclude, count: 5 });
const posted = await service.shuffleDeckPost(deck, { seed, exclude, count: 5 });
const verified = await service.verifyResult({ result: { ...posted } });
const dealt = await service.dealGame("holdem", { seed, players: 2 });
const batch = await service.shuffleDeckBatchPost(deck, { seed, repeats: 3, count: 2 });
const drawn = await service.drawIntegers({ seed, max: 10 ** 12, count: 4 });
const ranked = await service.rankHands({
  game: "poker",
  hands: [["AS", "KD"], ["9H", "9C"]],
  board: ["AC", "KH", "9S", "2D", "2C"],
});

const opened = await service.openSealedShoe({ deck });
const draw = await service.drawFromShoe({ shoe: opened.shoe, count: 5, client_seed: seed });
const { receipt } = await service.revealShoe({ shoe: draw.shoe ?? "" });
const confirmed = { commitment: opened.commitment, client_seed: seed };
const checked = await service.verifyResult({ receipt, seen: [draw.seen], confirmed });

const game = await service.openSealedShoe({ game: "rummy", players: 2 });
const stage = await service.dealStage({ shoe: game.shoe });
const in_play = stage.hands[0]?.positions ?? [];
const again = await service.drawFromShoe({ shoe: stage.shoe ?? "", count: 1, reshuffle: true, in_play });

const sealed = await service.openSealedShoe({
  game: "rummy",
  players: 2,
  reveal: "shown",
  words,
  consent: { keys },
  view_keys: { "1": viewKey },
});
const given = await service.dealStage({
  shoe: sealed.shoe,
  words: texts,
  consents: consent(sealed.digest, "deal"),
});
const one = { count: 1, seat: "1" };
const taken = await service.drawFromShoe({
  shoe: given.shoe ?? "",
  ...one,
  consents: consent(given.digest, "draw", one),
});
const ended = await service.revealShoe({ shoe: taken.shoe ?? "" });
const view = open(given.views?.["1"] ?? "");

const { title, status, errors } = await service.refuse(deck, { count: 53 });

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
      view: { seat: view.seat, cards: view.cards.length, is_current: view.digest === given.digest },
    },
    problem: { title, status, errors },
  }),
);
