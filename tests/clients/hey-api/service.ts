import { ZodError } from "zod";
import { client } from "./client/client.gen.js";
import * as api from "./client/index.js";

client.setConfig({ baseUrl: process.env.BASE_URL ?? "" });

const throwOnError = true;

/** Return a function that posts a body to an operation. */
function post<Body, Data>(call: (options: { body: Body; throwOnError: true }) => Promise<{ data: Data }>) {
  return async (body: Body) => (await call({ body, throwOnError })).data;
}

/** Return a function that gets the result of an operation. */
function get<Query, Data>(call: (options: { query: Query; throwOnError: true }) => Promise<{ data: Data }>) {
  return async (query: Query) => (await call({ query, throwOnError })).data;
}

export const rankHands = post(api.rankHands<true>);
export const openSealedShoe = post(api.openSealedShoe<true>);
export const dealStage = post(api.dealStage<true>);
export const drawFromShoe = post(api.drawFromShoe<true>);
export const revealShoe = post(api.revealShoe<true>);
export const verifyResult = post(api.verifyResult<true>);
export const drawIntegers = get(api.drawIntegers<true>);
export const shuffleDeck = async (deck: "standard", query: api.ShuffleDeckData["query"]) =>
  (await api.shuffleDeck({ path: { deck }, query, throwOnError })).data;
export const shuffleDeckPost = async (deck: "standard", body: api.ShuffleDeckPostData["body"]) =>
  (await api.shuffleDeckPost({ path: { deck }, body, throwOnError })).data;
export const shuffleDeckBatchPost = async (deck: "standard", body: api.ShuffleDeckBatchPostData["body"]) =>
  (await api.shuffleDeckBatchPost({ path: { deck }, body, throwOnError })).data;
export const dealGame = async (game: "holdem", query: api.DealGameData["query"]) =>
  (await api.dealGame({ path: { game }, query, throwOnError })).data;

/** Return the problem of a refused request. What is out of bounds is refused without a request. */
export async function refuse(deck: "standard", query: api.ShuffleDeckData["query"]) {
  const unsent = await api.shuffleDeck({ path: { deck }, query: { count: -1 } }).catch((reason: unknown) => reason);
  if (!(unsent instanceof ZodError)) throw new Error("the count was not validated");
  const { error } = await api.shuffleDeck({ path: { deck }, query });
  if (!error) throw new Error("not refused");
  return error;
}
