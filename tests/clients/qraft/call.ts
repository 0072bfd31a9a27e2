import { requestFn } from "@openapi-qraft/react";
import { createClient } from "./client/index.js";
import { consent, keys, texts, viewKey, words } from "./player.js";

const { decks, games, hands, integers, shoes, verify } = createClient({
  requestFn,
  baseUrl: process.env.BASE_URL ?? "",
});

/** Return the data of a response; a problem ends the program. */
function ok<Data>({ data, error }: { data?: Data | null | undefined; error?: unknown }): Data {
  if (data === undefined || data === null) throw new Error(JSON.stringify(error), { cause: error });
  return data;
}

const path = { deck: "standard" } as const;
const seed = "clients";
const exclude = ["2S", "2H"];

const shuffled = ok(await decks.shuffleDeck({ parameters: { path, query: { seed, exclude, count: 5 } } }));
const posted = ok(await decks.shuffleDeckPost({ parameters: { path }, body: { seed, exclude, count: 5 } }));
const { valid: verified } = ok(await verify.verifyResult({ body: { result: posted } }));
const dealt = ok(
  await games.dealGame({ parameters: { path: { game: "holdem" }, query: { seed, players: 2 } } }),
);
const batch = ok(
  await decks.shuffleDeckBatchPost({ parameters: { path }, body: { seed, repeats: 3, count: 2 } }),
);
const drawn = ok(await integers.drawIntegers({ parameters: { query: { seed, max: 10 ** 12, count: 4 } } }));
const ranked = ok(
  await hands.rankHands({
    body: { game: "poker", hands: [["AS", "KD"], ["9H", "9C"]], board: ["AC", "KH", "9S", "2D", "2C"] },
  }),
);

const opened = ok(await shoes.openSealedShoe({ body: { deck: "standard" } }));
const draw = ok(await shoes.drawFromShoe({ body: { shoe: opened.shoe, count: 5, client_seed: seed } }));
const { receipt } = ok(await shoes.revealShoe({ body: { shoe: draw.shoe ?? "" } }));
const noted = { seen: [draw.seen], confirmed: { commitment: opened.commitment, client_seed: seed } };
const { valid } = ok(await verify.verifyResult({ body: { receipt, ...noted } }));

const game = ok(await shoes.openSealedShoe({ body: { game: "rummy", players: 2 } }));
const stage = ok(await shoes.dealStage({ body: { shoe: game.shoe } }));
const in_play = stage.hands[0]?.positions ?? [];
const again = ok(
  await shoes.drawFromShoe({ body: { shoe: stage.shoe ?? "", count: 1, reshuffle: true, in_play } }),
);

const sealed = ok(
  await shoes.openSealedShoe({
    body: { game: "rummy", players: 2, reveal: "shown", words, consent: { keys }, view_keys: { "1": viewKey } },
  }),
);
const given = ok(
  await shoes.dealStage({
    body: { shoe: sealed.shoe, words: texts, consents: consent(sealed.digest, "deal") },
  }),
);
const one = { count: 1, seat: "1" };
const taken = ok(
  await shoes.drawFromShoe({
    body: { shoe: given.shoe ?? "", ...one, consents: consent(given.digest, "draw", one) },
  }),
);
const ended = ok(await shoes.revealShoe({ body: { shoe: taken.shoe ?? "" } }));

const { error } = await decks.shuffleDeck({ parameters: { path, query: { count: 53 } } });
if (!error || error instanceof Error) throw new Error("53 cards of 52");
const { title, status, errors } = error;

console.log(
  JSON.stringify({
    shuffled: shuffled.cards,
    shuffled_by_post: posted.cards,
    verified,
    dealt: {
      hands: dealt.hands.map((hand) => hand.cards),
      board: dealt.piles.find((pile) => pile.name === "board")?.cards,
    },
    batch: batch.cards,
    integers: drawn.integers,
    ranked: { categories: ranked.hands.map((hand) => hand.category), winners: ranked.winners },
    shoe: { cards: draw.cards, remaining: draw.remaining, fairness: draw.fairness, valid },
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
