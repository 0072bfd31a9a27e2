// The modules beside this file have the documentation of each function. These types need neither those of node nor of browsers.

export {}; // so that nothing is exported but what says so

/** JSON of the service's API, which its reference describes. */
export type Json = any;
export type Members = { [name: string]: Json };

/** A request gave no result. */
export class ServiceError extends Error {}

/** No whole response arrived before the deadline. */
export class NoResponse extends ServiceError {}

/** The service refused the request, or failed. */
export class Problem extends ServiceError {
  readonly status: number;
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: { [field: string]: string[] };
  readonly requestId: string | null;
  readonly retryAfter: number | null;
}

/** What is used of a Response of fetch. */
export interface HttpResponse {
  ok: boolean;
  status: number;
  statusText: string;
  headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface ServiceOptions {
  key?: string | undefined;
  /** Seconds for each try. */
  timeout?: number | undefined;
  /** Seconds for all tries. */
  deadline?: number | undefined;
  fetch?: ((address: string, request: Json) => Promise<HttpResponse>) | undefined;
}

export class Service {
  constructor(url?: string, options?: ServiceOptions);
  call<T = Json>(path: string, body?: object | null): Promise<T>;
}

export type Eventually<T> = T | PromiseLike<T>;

/** How many changes of a table were saved, and the head after them. */
export interface Head {
  number: number;
  head: string;
}

export interface Store {
  read(name: string): Eventually<Head | null>;
  append(name: string, number: number, head: string, turn?: { name: string; text: string }): Eventually<boolean>;
  find(name: string, action: string): Eventually<string | null>;
  turns(name: string, start: number, count: number): Eventually<readonly string[]>;
}

/** A store of lists, which tables take too. */
export interface ListStore {
  load(name: string, start: number): Eventually<readonly string[]>;
  save(name: string, number: number, text: string): Eventually<boolean>;
}

declare class SyncStore implements Store, ListStore {
  read(name: string): Head | null;
  append(name: string, number: number, head: string, turn?: { name: string; text: string }): boolean;
  find(name: string, action: string): string | null;
  turns(name: string, start: number, count: number): string[];
  load(name: string, start: number): string[];
  save(name: string, number: number, text: string): boolean;
}

declare class AsyncStore implements Store, ListStore {
  read(name: string): Promise<Head | null>;
  append(name: string, number: number, head: string, turn?: { name: string; text: string }): Promise<boolean>;
  find(name: string, action: string): Promise<string | null>;
  turns(name: string, start: number, count: number): Promise<string[]>;
  load(name: string, start: number): Promise<string[]>;
  save(name: string, number: number, text: string): Promise<boolean>;
}

export class MemoryStore extends SyncStore {}

/** What databases of node:sqlite, bun:sqlite and better-sqlite3 have in common. */
export interface SQLiteDatabase {
  prepare(statement: string): SQLiteStatement;
}

export interface SQLiteStatement {
  all(...values: Json[]): unknown[];
  get(...values: Json[]): unknown;
  run(...values: Json[]): { changes: number | bigint };
}

export class SQLiteStore extends SyncStore {
  constructor(pathOrDatabase: string | SQLiteDatabase);
}

/** What is used of a client of ioredis, or of node-redis. */
export type RedisClient =
  | { call(...words: Json[]): Promise<unknown> }
  | { sendCommand(words: string[]): Promise<unknown> };

export class RedisStore extends AsyncStore {
  constructor(client: RedisClient, prefix?: string);
}

/** What is used of a Pool of pg. */
export interface PostgresPool {
  query(statement: string, values: Json[]): Promise<{ rows: Json[] }>;
}

export class PostgresStore extends AsyncStore {
  static readonly SCHEMA: string;
  constructor(pool: PostgresPool);
}

export class TableError extends Error {}

export class WordsMissing extends TableError {
  readonly seats: string[];
}

/** The signatures of seats, for an action over a digest. */
export interface Signed {
  consents: { [seat: string]: string };
  leaves?: { [seat: string]: string } | undefined;
}

export interface Consenting {
  consents?: ((action: { action: string } & Members, digest: string) => Eventually<Signed>) | undefined;
}

interface TurnMembers extends Consenting {
  reshuffle?: boolean | undefined;
  client_seed?: string | undefined;
  notation?: string | undefined;
  name_style?: string | undefined;
}

export interface DealMembers extends TurnMembers {
  stage?: string | undefined;
  through?: string | undefined;
}

export interface DrawMembers extends TurnMembers {
  seat?: string | undefined;
  burn?: number | undefined;
  from?: "top" | "bottom" | undefined;
  pile?: string | undefined;
  part?: string | undefined;
  in_play?: readonly number[] | readonly string[] | undefined;
}

export class Turn {
  private constructor();
  readonly name: string;
  readonly response: Json;
  get cards(): Json[];
  view(seat?: string | null): Json;
}

export interface Opened extends Members {
  commitment: string;
  terms: Members;
  seed_hash: string;
  digest: string;
}

export class Table {
  constructor(service: Pick<Service, "call">, store: Store | ListStore, name: string);
  readonly name: string;
  join(
    seat: string,
    word?: string | null,
    keys?: { sign: PublicKey; view?: PublicKey | undefined } | null,
  ): Promise<string[]>;
  open(terms: Members): Promise<Opened>;
  give(seat: string, text: string): Promise<string[]>;
  deal(action: string, members?: DealMembers): Promise<Turn>;
  draw(action: string, count: number, members?: DrawMembers): Promise<Turn>;
  reveal(members?: Consenting): Promise<{ receipt: Members } & Members>;
  renew(members?: Consenting): Promise<Table>;
  views(seat?: string | null): Promise<Json[]>;
  check(seat?: string | null, options?: { signers?: { keys: Members[] } | null | undefined }): Promise<CheckResult>;
  proof(seat?: string | null): Promise<Members>;
}

/** The items in the order in which they were drawn, and what anybody needs to verify the draw. */
export interface DrawnOnce {
  items: Json[];
  proof: Members;
}

export function drawOnce(
  service: Pick<Service, "call">,
  store: Store | ListStore,
  occasion: string,
  items: readonly Json[],
  words: string,
  count?: number,
): Promise<DrawnOnce>;

/** A check refused something: `where` names its place. */
export class Refused extends Error {
  readonly where: string;
}

export interface Secrets {
  text: string;
  digests: string[];
  signed: { [digest: string]: string };
  left: number;
  commitment?: string;
  sign?: object;
  view?: object;
}

export interface KeyedSecrets extends Secrets {
  sign: object;
  view: object;
}

/** A JWK of Ed25519 or of P-256. */
export interface PublicKey {
  kty: string;
  crv: string;
  x: string;
  y?: string;
}

/** The public keys of a player, and the SHA-256 of the text. */
export interface PlayerKeys {
  sign: PublicKey;
  view: PublicKey;
  word: string;
}

/** A card of a player: `card`, a code or an item, or `integer` of a shoe of numbers; with its proof unless `reveal` is "all". */
export interface OwnCard {
  round: number;
  position: number;
  card?: Json;
  integer?: number;
  index?: number;
  salt?: string;
  path?: string[];
}

export interface CheckResult {
  valid: boolean | null;
  difference?: { where: string; expected?: Json; seen?: Json; draw?: number; detail?: string };
  unchecked?: { [name: string]: string };
}

export interface AcceptOptions {
  terms?: Members | undefined;
  signers?: { keys: Members[] } | null | undefined;
  beacon?: string | null | undefined;
  seats?: string[] | undefined;
}

export function createSecrets(options: { keys: false }): Promise<Secrets>;
export function createSecrets(options?: { keys?: true }): Promise<KeyedSecrets>;
export function seatPlayers(players: { [seat: string]: PlayerKeys }, reveal?: "all" | "shown" | "auditor"): Members;
export function completeTerms(asked: Members): Promise<Members>;

export class Player<S extends Secrets = Secrets> {
  constructor(secrets: S, save?: (secrets: S) => Eventually<void>);
  readonly seat: string;
  readonly commitment: string;
  readonly digest: string;
  readonly clientSeed: string | null;
  readonly draws: number;
  readonly round: number;
  readonly cards: OwnCard[];
  readonly seen: Json[];
  get text(): string;
  exportKeys(): Promise<S extends KeyedSecrets ? PlayerKeys : { word: string }>;
  accept(seat: string | null, opened: Members, options?: AcceptOptions): Promise<void>;
  consent(action: { action: "deal" | "draw" | "reveal" } & Members): Promise<string>;
  leave(): Promise<string>;
  leaveInAdvance(): Promise<string>;
  follow(response: Members): Promise<OwnCard[]>;
  checkShown(shown: Json[]): Promise<void>;
  checkReceipt(receipt: Members, views?: Iterable<Json> | AsyncIterable<Json>): Promise<CheckResult>;
}
