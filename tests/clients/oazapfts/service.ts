import { okify } from "@oazapfts/runtime";
import * as client from "./client.js";

client.defaults.baseUrl = process.env.BASE_URL ?? "";

export const shuffleDeck = okify(client.shuffleDeck);
export const shuffleDeckPost = okify(client.shuffleDeckPost);
export const shuffleDeckBatchPost = okify(client.shuffleDeckBatchPost);
export const dealGame = okify(client.dealGame);
export const drawIntegers = okify(
  ({ max, ...query }: { max: number } & Parameters<typeof client.drawIntegers>[1]) => client.drawIntegers(max, query),
);
export const rankHands = okify(client.rankHands);
export const openSealedShoe = okify(client.openSealedShoe);
export const dealStage = okify(client.dealStage);
export const drawFromShoe = okify(client.drawFromShoe);
export const revealShoe = okify(client.revealShoe);
export const verifyResult = okify(client.verifyResult);

/** Return the problem of a refused request. */
export async function refuse(...request: Parameters<typeof client.shuffleDeck>) {
  const refused = await client.shuffleDeck(...request);
  if (refused.status !== 422) throw new Error("not refused");
  return refused.data;
}
