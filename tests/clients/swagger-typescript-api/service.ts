import { Api, type HttpResponse, type Problem } from "./client/cards.js";

const { v1 } = new Api({ baseUrl: process.env.BASE_URL ?? "" });

/** Return a function that calls an operation and returns the data of its response. */
function read<Values extends unknown[], Data>(call: (...values: Values) => Promise<{ data: Data }>) {
  return async (...values: Values) => (await call(...values)).data;
}

export const shuffleDeck = read(v1.shuffleDeck);
export const shuffleDeckPost = read(v1.shuffleDeckPost);
export const shuffleDeckBatchPost = read(v1.shuffleDeckBatchPost);
export const dealGame = read(v1.dealGame);
export const drawIntegers = read(v1.drawIntegers);
export const rankHands = read(v1.rankHands);
export const openSealedShoe = read(v1.openSealedShoe);
export const dealStage = read(v1.dealStage);
export const drawFromShoe = read(v1.drawFromShoe);
export const revealShoe = read(v1.revealShoe);
export const verifyResult = read(v1.verifyResult);

/** Return the problem of a refused request. */
export async function refuse(...request: Parameters<typeof v1.shuffleDeck>) {
  try {
    await v1.shuffleDeck(...request);
  } catch (thrown) {
    return (thrown as HttpResponse<unknown, Problem>).error;
  }
  throw new Error("not refused");
}
