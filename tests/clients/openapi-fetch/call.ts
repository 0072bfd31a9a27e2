import createClient from "openapi-fetch";
import { consent, keys, open, texts, viewKey, words } from "./player.js";
import type { paths } from "./schema.js";

const { GET, POST } = createClient<paths>({ baseUrl: process.env.BASE_URL ?? "" });

/** Return the data of a response; a problem ends the program. */
function ok<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const deck = { deck: "standard" } as const;
const seed = "clients";
const exclude = ["2S", "2H"];

const shuffled = ok(
  await GET("/v1/decks/{deck}/shuffle", { params: { path: deck, query: { seed, exclude, count: 5 } } }),
);
const posted = ok(
  await POST("/v1/decks/{deck}/shuffle", { params: { path: deck }, body: { seed, exclude, count: 5 } }),
);
const { valid: verified } = ok(await POST("/v1/verify", { body: { result: posted } }));
const dealt = ok(
  await GET("/v1/games/{game}/deal", { params: { path: { game: "holdem" }, query: { seed, players: 2 } } }),
);
const batch = ok(
  await POST("/v1/decks/{deck}/shuffle/batch", { params: { path: deck }, body: { seed, repeats: 3, count: 2 } }),
);
const drawn = ok(await GET("/v1/integers", { params: { query: { seed, max: 10 ** 12, count: 4 } } }));
const ranked = ok(
  await POST("/v1/hands/rank", {
    body: { game: "poker", hands: [["AS", "KD"], ["9H", "9C"]], board: ["AC", "KH", "9S", "2D", "2C"] },
  }),
);

const opened = ok(await POST("/v1/shoes", { body: { deck: "standard" } }));
const draw = ok(await POST("/v1/shoes/draw", { body: { shoe: opened.shoe, count: 5, client_seed: seed } }));
const { receipt } = ok(await POST("/v1/shoes/reveal", { body: { shoe: draw.shoe ?? "" } }));
const noted = { seen: [draw.seen], confirmed: { commitment: opened.commitment, client_seed: seed } };
const { valid } = ok(await POST("/v1/verify", { body: { receipt, ...noted } }));

const game = ok(await POST("/v1/shoes", { body: { game: "rummy", players: 2 } }));
const stage = ok(await POST("/v1/shoes/deal", { body: { shoe: game.shoe } }));
const held = stage.hands[0]?.positions ?? [];
const again = ok(
  await POST("/v1/shoes/draw", { body: { shoe: stage.shoe ?? "", count: 1, reshuffle: true, in_play: held } }),
);

const sealed = ok(
  await POST("/v1/shoes", {
    body: { game: "rummy", players: 2, reveal: "shown", words, consent: { keys }, view_keys: { "1": viewKey } },
  }),
);
const given = ok(
  await POST("/v1/shoes/deal", { body: { shoe: sealed.shoe, words: texts, consents: consent(sealed.digest, "deal") } }),
);
const one = { count: 1, seat: "1" };
const taken = ok(
  await POST("/v1/shoes/draw", {
    body: { shoe: given.shoe ?? "", ...one, consents: consent(given.digest, "draw", one) },
  }),
);
const ended = ok(await POST("/v1/shoes/reveal", { body: { shoe: taken.shoe ?? "" } }));
const view = open(given.views?.["1"] ?? "");

const refused = await GET("/v1/decks/{deck}/shuffle", { params: { path: deck, query: { count: 53 } } });
if (!refused.error) throw new Error("53 cards of 52");
const { title, status, errors } = refused.error;

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
      view: { seat: view.seat, cards: view.cards.length, is_current: view.digest === given.digest },
    },
    problem: { title, status, errors },
  }),
);
