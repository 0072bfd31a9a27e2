import createClient from "openapi-fetch";
import type { operations, paths } from "./schema.js";

const { GET, POST } = createClient<paths>({ baseUrl: process.env.BASE_URL ?? "" });

type Query<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;
type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody?: { content: { "application/json": infer Content } };
}
  ? Content
  : never;

/** Return the data of a response; a problem ends the program. */
async function ok<Data>(response: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data, error } = await response;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

export const shuffleDeck = (deck: "standard", query: Query<"shuffle_deck">) =>
  ok(GET("/v1/decks/{deck}/shuffle", { params: { path: { deck }, query } }));
export const shuffleDeckPost = (deck: "standard", body: Body<"shuffle_deck_post">) =>
  ok(POST("/v1/decks/{deck}/shuffle", { params: { path: { deck } }, body }));
export const shuffleDeckBatchPost = (deck: "standard", body: Body<"shuffle_deck_batch_post">) =>
  ok(POST("/v1/decks/{deck}/shuffle/batch", { params: { path: { deck } }, body }));
export const dealGame = (game: "holdem", query: Query<"deal_game">) =>
  ok(GET("/v1/games/{game}/deal", { params: { path: { game }, query } }));
export const drawIntegers = (query: Query<"draw_integers">) => ok(GET("/v1/integers", { params: { query } }));
export const rankHands = (body: Body<"rank_hands">) => ok(POST("/v1/hands/rank", { body }));
export const openSealedShoe = (body: Body<"open_sealed_shoe">) => ok(POST("/v1/shoes", { body }));
export const dealStage = (body: Body<"deal_stage">) => ok(POST("/v1/shoes/deal", { body }));
export const drawFromShoe = (body: Body<"draw_from_shoe">) => ok(POST("/v1/shoes/draw", { body }));
export const revealShoe = (body: Body<"reveal_shoe">) => ok(POST("/v1/shoes/reveal", { body }));
export const verifyResult = (body: Body<"verify_result">) => ok(POST("/v1/verify", { body }));

/** Return the problem of a refused request. */
export async function refuse(deck: "standard", query: Query<"shuffle_deck">) {
  const { error } = await GET("/v1/decks/{deck}/shuffle", { params: { path: { deck }, query } });
  if (!error) throw new Error("not refused");
  return error;
}
