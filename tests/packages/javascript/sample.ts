// Compiled by tsc --strict, with the types of neither node nor browsers; not run.
import {
  MemoryStore,
  NoResponse,
  Player,
  PostgresStore,
  Problem,
  RedisStore,
  Refused,
  SQLiteStore,
  Service,
  ServiceError,
} from "shuffle-and-deal";
import { Table, TableError, Turn, WordsMissing, completeTerms, createSecrets, drawOnce, seatPlayers } from "shuffle-and-deal";
import type { ListStore, OwnCard, PlayerKeys, SeatView, Secrets, Verdict } from "shuffle-and-deal";
import { canonicalJson, check, describeResult, hashList, parseJson, steps } from "shuffle-and-deal/verify";

const service = new Service("http://localhost:8000", { key: "secret", timeout: 5, deadline: 20 });

class Texts implements ListStore {
  #texts: string[] = [];
  load(_name: string, start: number): string[] {
    return this.#texts.slice(start);
  }
  async save(_name: string, number: number, text: string): Promise<boolean> {
    return this.#texts.length === number && this.#texts.push(text) > 0;
  }
}

export async function play(store: ListStore = new Texts()): Promise<string[]> {
  const table = new Table(service, store, "table");
  const ann = new Player(await createSecrets());
  const keys: PlayerKeys = await ann.exportKeys();
  await table.join("1", keys.word, keys);
  const opened = await table.open({ game: "holdem", players: 2, reveal: "shown" });
  const terms = { ...(await completeTerms({ game: "holdem", players: 2 })), ...seatPlayers({ 1: keys }) };
  await ann.accept("1", opened, { terms, signers: await service.call("/.well-known/jwks.json") });
  await table.give("1", ann.text);
  const consents = async (action: { action: "deal" | "draw" | "reveal" }, digest: string) => ({
    consents: { [digest]: await ann.consent(action) },
    leaves: { 1: await ann.leaveInAdvance(), 2: await ann.leave() },
  });
  const hole: Turn = await table.deal("hole", {
    stage: "hole",
    reshuffle: false,
    consents: (_, digest) => consents({ action: "deal" }, digest),
  });
  const drawn = await table.draw("hit", 1, { seat: "1", in_play: [1, 2], from: "bottom" });
  const cards: OwnCard[] = await ann.follow(hole.view("1"));
  await ann.checkShown(cards);
  const { receipt } = await table.reveal();
  const { valid, difference } = await ann.checkReceipt(receipt);
  const verdict = await check(await table.proof("1"));
  for await (const { title, says } of steps(parseJson("{}"))) console.log(title, says);
  return [describeResult(verdict), canonicalJson(valid), String(await hashList(drawn.cards)), difference?.where ?? ""];
}

export async function playWithoutKeys(saved?: Secrets): Promise<string> {
  const bob = new Player(saved ?? (await createSecrets({ keys: false })), (secrets) =>
    console.log(JSON.stringify(secrets)),
  );
  await bob.accept("1", await new Table(service, new MemoryStore(), "table").open({ game: "holdem" }), {
    beacon: null,
    signers: null,
  });
  const { word } = await bob.exportKeys();
  // @ts-expect-error: without keys there are none
  (await new Player(await createSecrets({ keys: false })).exportKeys()).sign;
  return word;
}

export function explain(error: unknown): string {
  if (error instanceof WordsMissing) return error.seats.join();
  if (error instanceof Problem) return `${error.status} ${error.errors["count"]?.[0]} ${error.retryAfter?.toFixed()}`;
  if (error instanceof Refused) return error.where;
  return error instanceof NoResponse || error instanceof ServiceError || error instanceof TableError
    ? error.message
    : "";
}

/** The types of bodies and responses follow from the path. */
export async function call(deck: string, path: string): Promise<(string | number | undefined)[]> {
  const { cards } = await service.call("/v1/decks/standard/shuffle", { count: 5, seed: "42" });
  const drawn = await service.call("/v1/integers?max=49&count=6");
  const dealt = await service.call(`/v1/decks/${deck}/deal`, { hands: 2, cards: 5 });
  const poker = await service.call("/v1/games/video_poker/draw", { held: [], seed: "42" });
  const picture = await service.call("/v1/decks/standard/cards/AS.svg");
  const { schemes } = await service.call("/v1/verify");
  const { valid }: Verdict = await service.call("/v1/verify", { result: {} });
  const file = await service.call<string, string>("/v1/games/bridge/deal/batch", { format: "pbn", repeats: 2 });
  const other: unknown = await service.call(path, { any: "body" });
  // @ts-expect-error: no such member of the body
  void service.call("/v1/decks/standard/shuffle", { conut: 5 });
  // @ts-expect-error: another type
  void service.call("/v1/integers", { max: "49" });
  // @ts-expect-error: no body
  void service.call("/v1/shoes/reveal");
  // @ts-expect-error: no such member of the response
  void (await service.call("/v1/integers?max=49")).cards;
  const hand = dealt.hands[0]?.cards[0];
  return [cards[0], drawn.integers[0], hand, poker.cards[0], picture, file, schemes[0]?.scheme, String(valid ?? other)];
}

/** The members of turns and views are those of the API. */
export async function readTurns(table: Table): Promise<unknown[]> {
  const dealt = await table.deal("hands");
  const hit = await table.draw("hit", 1, { seat: "1" });
  const views: SeatView[] = [dealt.response, hit.view("1"), ...(await table.views())];
  // @ts-expect-error: a view has no token
  void hit.view("1").shoe;
  const { receipt, confirmed, seen } = await table.proof("1");
  const once = await drawOnce(service, new MemoryStore(), "raffle", ["Ann", "Bob"], "words");
  const [winner]: string[] = once.items;
  return [dealt.response.hands[0]?.cards, receipt.server_seed, confirmed.digest, seen[0]?.draw, views[0]?.digest, winner];
}

declare const console: { log(...values: unknown[]): void };
// @ts-expect-error: a name is missing
new Table(service, new MemoryStore());
// @ts-expect-error: no such member of a draw
void new Table(service, new MemoryStore(), "table").draw("hit", 1, { conut: 1 });
