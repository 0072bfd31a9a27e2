import { setConfig } from "@kubb/plugin-client/clients/axios";
import { isAxiosError } from "axios";
import * as client from "./client/index.js";

setConfig({ baseURL: process.env.BASE_URL ?? "" });

/** Return a function that posts a body to an operation. */
function post<Body, Data>(call: (request: { data: Body }) => Promise<Data>) {
  return (data: Body) => call({ data });
}

/** Return a function that posts a body to an operation on a deck. */
function postTo<Deck, Body, Data>(call: (request: { deck: Deck; data: Body }) => Promise<Data>) {
  return (deck: Deck, data: Body) => call({ deck, data });
}

export const shuffleDeck = (deck: "standard", params: client.ShuffleDeckQueryParams) =>
  client.shuffleDeck({ deck, params });
export const shuffleDeckPost = postTo(client.shuffleDeckPost);
export const shuffleDeckBatchPost = postTo(client.shuffleDeckBatchPost);
export const dealGame = (game: "holdem", params: client.DealGameQueryParams) => client.dealGame({ game, params });
export const drawIntegers = (params: client.DrawIntegersQueryParams) => client.drawIntegers({ params });
export const rankHands = post(client.rankHands);
export const openSealedShoe = post(client.openSealedShoe);
export const dealStage = post(client.dealStage);
export const drawFromShoe = post(client.drawFromShoe);
export const revealShoe = post(client.revealShoe);
export const verifyResult = post(client.verifyResult);

/** Return the problem of a refused request. */
export async function refuse(...request: Parameters<typeof shuffleDeck>) {
  try {
    await shuffleDeck(...request);
  } catch (error) {
    if (isAxiosError<client.Problem>(error) && error.response) return error.response.data;
    throw error;
  }
  throw new Error("not refused");
}
