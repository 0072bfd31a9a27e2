import { HttpError, ok } from "@oazapfts/runtime";
import {
  dealGame,
  dealStage,
  defaults,
  drawFromShoe,
  drawIntegers,
  openSealedShoe,
  rankHands,
  revealShoe,
  shuffleDeck,
  shuffleDeckBatchPost,
  shuffleDeckPost,
  verifyResult,
} from "./client.js";
import { consent, keys, texts, viewKey, words } from "./player.js";

defaults.baseUrl = process.env.BASE_URL ?? "";

const deck = "standard";
const seed = "clients";
const exclude = ["2S", "2H"];

const shuffled = await ok(shuffleDeck(deck, { seed, exclude, count: 5 }));
const posted = await ok(shuffleDeckPost(deck, { seed, exclude, count: 5 }));
const verified = await ok(verifyResult({ result: posted }));
const dealt = await ok(dealGame("holdem", { seed, players: 2 }));
const batch = await ok(shuffleDeckBatchPost(deck, { seed, repeats: 3, count: 2 }));
const drawn = await ok(drawIntegers(10 ** 12, { seed, count: 4 }));
const ranked = await ok(
  rankHands({ game: "poker", hands: [["AS", "KD"], ["9H", "9C"]], board: ["AC", "KH", "9S", "2D", "2C"] }),
);

const opened = await ok(openSealedShoe({ deck }));
const draw = await ok(drawFromShoe({ shoe: opened.shoe, count: 5, client_seed: seed }));
const revealed = await ok(revealShoe({ shoe: draw.shoe ?? "" }));
const checked = await ok(
  verifyResult({ receipt: revealed.receipt, seen: [draw.seen], confirmed: { commitment: opened.commitment, client_seed: seed } }),
);

const game = await ok(openSealedShoe({ game: "rummy", players: 2 }));
const stage = await ok(dealStage({ shoe: game.shoe }));
const in_play = stage.hands[0]?.positions ?? [];
const again = await ok(drawFromShoe({ shoe: stage.shoe ?? "", count: 1, reshuffle: true, in_play }));

const sealed = await ok(
  openSealedShoe({ game: "rummy", players: 2, reveal: "shown", words, consent: { keys }, view_keys: { "1": viewKey } }),
);
const given = await ok(
  dealStage({ shoe: sealed.shoe, words: texts, consents: consent(sealed.digest, "deal") }),
);
const one = { count: 1, seat: "1" };
const taken = await ok(
  drawFromShoe({ shoe: given.shoe ?? "", ...one, consents: consent(given.digest, "draw", one) }),
);
const ended = await ok(revealShoe({ shoe: taken.shoe ?? "" }));

const refused = await shuffleDeck(deck, { count: 53 });
if (refused.status !== 422) throw new Error("53 cards of 52");
const { title, status, errors } = refused.data;

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
