import { isAxiosError } from "axios";
import * as cards from "./cards/index.js";

const configuration = new cards.Configuration({ basePath: process.env.BASE_URL ?? "" });
const decks = new cards.DecksApi(configuration);
const games = new cards.GamesApi(configuration);
const hands = new cards.HandsApi(configuration);
const integers = new cards.IntegersApi(configuration);
const shoes = new cards.ShoesApi(configuration);
const verify = new cards.VerifyApi(configuration);

/** Return the data of a response. */
async function read<Data>(response: Promise<{ data: Data }>): Promise<Data> {
  return (await response).data;
}

type Query<Request, Path extends keyof Request> = Omit<Request, Path>;

export const shuffleDeck = (deck: "standard", query: Query<cards.DecksApiShuffleDeckRequest, "deck">) =>
  read(decks.shuffleDeck({ deck, ...query }));
export const shuffleDeckPost = (deck: "standard", deckShuffleRequest: cards.DeckShuffleRequest) =>
  read(decks.shuffleDeckPost({ deck, deckShuffleRequest }));
export const shuffleDeckBatchPost = (deck: "standard", deckShuffleBatchRequest: cards.DeckShuffleBatchRequest) =>
  read(decks.shuffleDeckBatchPost({ deck, deckShuffleBatchRequest }));
export const dealGame = (game: "holdem", query: Query<cards.GamesApiDealGameRequest, "game">) =>
  read(games.dealGame({ game, ...query }));
export const drawIntegers = (query: cards.IntegersApiDrawIntegersRequest) => read(integers.drawIntegers(query));
export const rankHands = (rankRequest: cards.RankRequest) => read(hands.rankHands({ rankRequest }));
export const openSealedShoe = (openShoeRequest: cards.OpenShoeRequest) =>
  read(shoes.openSealedShoe({ openShoeRequest }));
export const dealStage = (dealStageRequest: cards.DealStageRequest) => read(shoes.dealStage({ dealStageRequest }));
export const drawFromShoe = (drawShoeRequest: cards.DrawShoeRequest) => read(shoes.drawFromShoe({ drawShoeRequest }));
export const revealShoe = (revealShoeRequest: cards.RevealShoeRequest) => read(shoes.revealShoe({ revealShoeRequest }));
export const verifyResult = (verifyRequest: cards.VerifyRequest) => read(verify.verifyResult({ verifyRequest }));

/** Return the problem of a refused request. */
export async function refuse(...request: Parameters<typeof shuffleDeck>) {
  try {
    await shuffleDeck(...request);
  } catch (error) {
    if (isAxiosError<cards.Problem>(error) && error.response) return error.response.data;
    throw error;
  }
  throw new Error("not refused");
}
