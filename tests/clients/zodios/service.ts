import { isErrorFromAlias, ZodiosError } from "@zodios/core";
import { api, createApiClient } from "./client.js";

const service = createApiClient(process.env.BASE_URL ?? "");

type Query<Name extends "shuffle_deck" | "deal_game" | "draw_integers"> = NonNullable<
  NonNullable<Parameters<(typeof service)[Name]>[0]>["queries"]
>;
type Body<Name extends "shuffle_deck_post" | "shuffle_deck_batch_post"> = Parameters<(typeof service)[Name]>[0];

export const shuffleDeck = (deck: "standard", queries: Query<"shuffle_deck">) =>
  service.shuffle_deck({ params: { deck }, queries });
export const shuffleDeckPost = (deck: "standard", body: Body<"shuffle_deck_post">) =>
  service.shuffle_deck_post(body, { params: { deck } });
export const shuffleDeckBatchPost = (deck: "standard", body: Body<"shuffle_deck_batch_post">) =>
  service.shuffle_deck_batch_post(body, { params: { deck } });
export const dealGame = (game: "holdem", queries: Query<"deal_game">) =>
  service.deal_game({ params: { game }, queries });
export const drawIntegers = (queries: Query<"draw_integers">) => service.draw_integers({ queries });
export const {
  rank_hands: rankHands,
  open_sealed_shoe: openSealedShoe,
  deal_stage: dealStage,
  draw_from_shoe: drawFromShoe,
  reveal_shoe: revealShoe,
  verify_result: verifyResult,
} = service;

/** Return the problem of a refused request. What is out of bounds is refused without a request. */
export async function refuse(deck: "standard", queries: Query<"shuffle_deck">) {
  const [unsent, error] = await Promise.all(
    [{ count: -1 }, queries].map((query) => shuffleDeck(deck, query).catch((reason: unknown) => reason)),
  );
  if (!(unsent instanceof ZodiosError)) throw new Error("the count was not validated");
  if (!isErrorFromAlias(api.api, "shuffle_deck", error) || error.response.status === 304) throw error;
  return error.response.data;
}
