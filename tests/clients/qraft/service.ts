import { requestFn } from "@openapi-qraft/react";
import { createClient } from "./client/index.js";
import type { operations } from "./schema.js";

const { decks, games, hands, integers, shoes, verify } = createClient({
  requestFn,
  baseUrl: process.env.BASE_URL ?? "",
});

type Query<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;
type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody?: { content: { "application/json": infer Content } };
}
  ? Content
  : never;

/** Return the data of a response; a problem ends the program. */
async function ok<Data>(response: Promise<{ data?: Data | null | undefined; error?: unknown }>): Promise<Data> {
  const { data, error } = await response;
  if (data === undefined || data === null) throw new Error(JSON.stringify(error), { cause: error });
  return data;
}

export const shuffleDeck = (deck: "standard", query: Query<"shuffle_deck">) =>
  ok(decks.shuffleDeck({ parameters: { path: { deck }, query } }));
export const shuffleDeckPost = (deck: "standard", body: Body<"shuffle_deck_post">) =>
  ok(decks.shuffleDeckPost({ parameters: { path: { deck } }, body }));
export const shuffleDeckBatchPost = (deck: "standard", body: Body<"shuffle_deck_batch_post">) =>
  ok(decks.shuffleDeckBatchPost({ parameters: { path: { deck } }, body }));
export const dealGame = (game: "holdem", query: Query<"deal_game">) =>
  ok(games.dealGame({ parameters: { path: { game }, query } }));
export const drawIntegers = (query: Query<"draw_integers">) => ok(integers.drawIntegers({ parameters: { query } }));
export const rankHands = (body: Body<"rank_hands">) => ok(hands.rankHands({ body }));
export const openSealedShoe = (body: Body<"open_sealed_shoe">) => ok(shoes.openSealedShoe({ body }));
export const dealStage = (body: Body<"deal_stage">) => ok(shoes.dealStage({ body }));
export const drawFromShoe = (body: Body<"draw_from_shoe">) => ok(shoes.drawFromShoe({ body }));
export const revealShoe = (body: Body<"reveal_shoe">) => ok(shoes.revealShoe({ body }));
export const verifyResult = (body: Body<"verify_result">) => ok(verify.verifyResult({ body }));

/** Return the problem of a refused request. */
export async function refuse(deck: "standard", query: Query<"shuffle_deck">) {
  const { error } = await decks.shuffleDeck({ parameters: { path: { deck }, query } });
  if (!error || error instanceof Error) throw new Error("not refused");
  return error;
}
