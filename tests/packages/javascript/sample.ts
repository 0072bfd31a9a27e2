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
import { Table, TableError, Turn, WordsMissing, completeTerms, createSecrets, seatPlayers } from "shuffle-and-deal";
import type { OwnCard, PlayerKeys, Secrets, ListStore } from "shuffle-and-deal";
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
  await ann.accept("1", opened, { terms, signers: await service.call<{ keys: [] }>("/.well-known/jwks.json") });
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

declare const console: { log(...values: unknown[]): void };
// @ts-expect-error: a name is missing
new Table(service, new MemoryStore());
// @ts-expect-error: no such member of a draw
void new Table(service, new MemoryStore(), "table").draw("hit", 1, { conut: 1 });
