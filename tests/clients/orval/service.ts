import axios, { isAxiosError } from "axios";
import * as client from "./client.js";

axios.defaults.baseURL = process.env.BASE_URL ?? "";

export const shuffleDeck = async (deck: "standard", params: client.ShuffleDeckParams) =>
  (await client.shuffleDeck(deck, params)).data;
export const shuffleDeckPost = async (deck: "standard", body: client.DeckShuffleRequest) =>
  (await client.shuffleDeckPost(deck, body)).data;
export const shuffleDeckBatchPost = async (deck: "standard", body: client.DeckShuffleBatchRequest) =>
  (await client.shuffleDeckBatchPost(deck, body)).data;
export const dealGame = async (game: "holdem", params: client.DealGameParams) =>
  (await client.dealGame(game, params)).data;
export const drawIntegers = async (params: client.DrawIntegersParams) => (await client.drawIntegers(params)).data;
export const rankHands = async (body: client.RankRequest) => (await client.rankHands(body)).data;
export const openSealedShoe = async (body: client.OpenShoeRequest) => (await client.openSealedShoe(body)).data;
export const dealStage = async (body: client.DealStageRequest) => (await client.dealStage(body)).data;
export const drawFromShoe = async (body: client.DrawShoeRequest) => (await client.drawFromShoe(body)).data;
export const revealShoe = async (body: client.RevealShoeRequest) => (await client.revealShoe(body)).data;
export const verifyResult = async (body: client.VerifyRequest) => (await client.verifyResult(body)).data;

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
