import { isErrorFromAlias, ZodiosError } from "@zodios/core";
import { api, createApiClient } from "./client.js";
import { consent, keys, texts, viewKey, words } from "./player.js";

const service = createApiClient(process.env.BASE_URL ?? "");

const params = { deck: "standard" } as const;
const seed = "clients";
const exclude = ["2S", "2H"];

const shuffled = await service.shuffle_deck({ params, queries: { seed, exclude, count: 5 } });
const posted = await service.shuffle_deck_post({ seed, exclude, count: 5 }, { params });
const verified = await service.verify_result({ result: posted });
const dealt = await service.deal_game({ params: { game: "holdem" }, queries: { seed, players: 2 } });
const batch = await service.shuffle_deck_batch_post({ seed, repeats: 3, count: 2 }, { params });
const drawn = await service.draw_integers({ queries: { seed, max: 10 ** 12, count: 4 } });
const ranked = await service.rank_hands({
  game: "poker",
  hands: [["AS", "KD"], ["9H", "9C"]],
  board: ["AC", "KH", "9S", "2D", "2C"],
});

const opened = await service.open_sealed_shoe({ deck: "standard" });
const draw = await service.draw_from_shoe({ shoe: opened.shoe, count: 5, client_seed: seed });
const revealed = await service.reveal_shoe({ shoe: draw.shoe ?? "" });
const checked = await service.verify_result({
  receipt: revealed.receipt,
  seen: [draw.seen],
  confirmed: { commitment: opened.commitment, client_seed: seed },
});

const game = await service.open_sealed_shoe({ game: "rummy", players: 2 });
const stage = await service.deal_stage({ shoe: game.shoe });
const in_play = stage.hands[0]?.positions ?? [];
const again = await service.draw_from_shoe({ shoe: stage.shoe ?? "", count: 1, reshuffle: true, in_play });

const sealed = await service.open_sealed_shoe({
  game: "rummy",
  players: 2,
  reveal: "shown",
  words,
  consent: { keys },
  view_keys: { "1": viewKey },
});
const given = await service.deal_stage({
  shoe: sealed.shoe,
  words: texts,
  consents: consent(sealed.digest, "deal"),
});
const one = { count: 1, seat: "1" };
const taken = await service.draw_from_shoe({
  shoe: given.shoe ?? "",
  ...one,
  consents: consent(given.digest, "draw", one),
});
const ended = await service.reveal_shoe({ shoe: taken.shoe ?? "" });

/** Return the error of a request. */
async function refused(request: Promise<unknown>): Promise<unknown> {
  return request.then(() => undefined, (error: unknown) => error);
}
const error = await refused(service.shuffle_deck({ params, queries: { count: 53 } }));
if (!isErrorFromAlias(api.api, "shuffle_deck", error)) throw error;
if (error.response.status === 304) throw error;
const { title, status, errors } = error.response.data;

const unsent = await refused(service.shuffle_deck({ params, queries: { count: -1 } }));
if (!(unsent instanceof ZodiosError)) throw new Error("the count was not validated");

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
