import * as cards from "./cards/index.js";

const configuration = new cards.Configuration({ basePath: process.env.BASE_URL ?? "" });
const decks = new cards.DecksApi(configuration);
const games = new cards.GamesApi(configuration);
const hands = new cards.HandsApi(configuration);
const integers = new cards.IntegersApi(configuration);
const shoes = new cards.ShoesApi(configuration);
const verify = new cards.VerifyApi(configuration);

type Query<Request, Path extends keyof Request> = Omit<Request, Path>;

/** Members that this client names in its own way. */
interface OpenShoeRequest extends Omit<cards.OpenShoeRequest, "viewKeys"> {
  view_keys?: NonNullable<cards.OpenShoeRequest["viewKeys"]>;
}
interface DrawShoeRequest extends Omit<cards.DrawShoeRequest, "clientSeed" | "inPlay"> {
  client_seed?: string;
  in_play?: number[];
}
interface VerifyRequest {
  result?: cards.ShuffledDeck;
  receipt?: cards.ShoeReceipt;
  seen?: cards.ObservedDraw[];
  confirmed?: Omit<cards.Confirmed, "clientSeed"> & { client_seed?: string };
}

export const shuffleDeck = (deck: "standard", query: Query<cards.ShuffleDeckRequest, "deck">) =>
  decks.shuffleDeck({ deck, ...query });
export const shuffleDeckPost = (deck: "standard", deckShuffleRequest: cards.DeckShuffleRequest) =>
  decks.shuffleDeckPost({ deck, deckShuffleRequest });
export const shuffleDeckBatchPost = (deck: "standard", deckShuffleBatchRequest: cards.DeckShuffleBatchRequest) =>
  decks.shuffleDeckBatchPost({ deck, deckShuffleBatchRequest });
export const dealGame = (game: "holdem", query: Query<cards.DealGameRequest, "game">) =>
  games.dealGame({ game, ...query });
export const drawIntegers = (query: cards.DrawIntegersRequest) => integers.drawIntegers(query);
export const rankHands = (rankRequest: cards.RankRequest) => hands.rankHands({ rankRequest });
export const openSealedShoe = ({ view_keys: viewKeys, ...request }: OpenShoeRequest) =>
  shoes.openSealedShoe({ openShoeRequest: { ...request, viewKeys } });
export const dealStage = (dealStageRequest: cards.DealStageRequest) => shoes.dealStage({ dealStageRequest });
export async function drawFromShoe({ client_seed: clientSeed, in_play: inPlay, ...request }: DrawShoeRequest) {
  const drawn = await shoes.drawFromShoe({ drawShoeRequest: { ...request, clientSeed, inPlay } });
  return { ...drawn, in_play: drawn.inPlay };
}
export const revealShoe = (revealShoeRequest: cards.RevealShoeRequest) => shoes.revealShoe({ revealShoeRequest });
export const verifyResult = ({ result, receipt, seen, confirmed }: VerifyRequest) =>
  verify.verifyResult({
    verifyRequest: {
      result: cards.ShuffledDeckToJSON(result),
      receipt: cards.ShoeReceiptToJSON(receipt),
      seen: seen?.map(cards.ObservedDrawToJSON),
      confirmed: confirmed && { ...confirmed, clientSeed: confirmed.client_seed },
    },
  });

/** Return the problem of a refused request. */
export async function refuse(...request: Parameters<typeof shuffleDeck>) {
  try {
    await shuffleDeck(...request);
  } catch (error) {
    if (error instanceof cards.ResponseError) return cards.ProblemFromJSON(await error.response.json());
    throw error;
  }
  throw new Error("not refused");
}
