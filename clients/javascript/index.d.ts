// The modules beside this file have the documentation of each function. These types need neither those of node nor of browsers.

// `make packages` writes it of openapi.yaml
import type { components, paths } from "./openapi.js";

export {}; // so that nothing is exported but what says so

export type Members = { [name: string]: unknown };

/** The requests and responses of the API, by their names in openapi.yaml. */
export type Schemas = components["schemas"];
/** A response of /v1/shoes/deal, and what a seat or a spectator may have of it. */
export type DealtStage = Schemas["DealtStage"];
export type StageView = Schemas["StageView"];
/** A response of /v1/shoes/draw, and what a seat or a spectator may have of it. */
export type DrawnCards = Schemas["DrawnCards"];
export type DrawView = Schemas["DrawView"];
export type SeatView = StageView | DrawView;
export type Receipt = Schemas["ShoeReceipt"];
/** A response of /v1/verify. */
export type Verdict = Schemas["VerificationRecord"];
/** The members of a request to /v1/shoes. */
export type ShoeRequest = Schemas["OpenShoeRequest"];
export type ShoeTerms = Schemas["ShoeTerms"];

/** Whether a part of a path, as "AS.svg", may stand for one of openapi.yaml, as "{code}.svg". */
type PartFits<Part, Template> = Template extends `${infer Before}{${string}}${infer After}`
  ? Part extends `${Before}${string}${After}`
    ? true
    : false
  : Part extends Template
    ? true
    : false;

/** The same of whole paths, part by part. */
type PathFits<Path, Template> = Template extends `${infer First}/${infer Rest}`
  ? Path extends `${infer Part}/${infer Others}`
    ? PartFits<Part, First> extends true
      ? PathFits<Others, Rest>
      : false
    : false
  : Path extends `${string}/${string}`
    ? false
    : PartFits<Path, Template>;

type WithoutQuery<Path> = Path extends `${infer Start}?${string}` ? Start : Path;

/** The path of openapi.yaml that a path, perhaps with a query, stands for; never if there is none. */
type Route<Path> =
  WithoutQuery<Path> extends infer Start
    ? Start extends keyof paths
      ? Start
      : { [Template in keyof paths]: PathFits<Start, Template> extends true ? Template : never }[keyof paths]
    : never;

/** What a path of openapi.yaml has of a method, unknown for another path. */
type Operation<Path, Method extends "get" | "post"> = [Route<Path>] extends [never] ? unknown : paths[Route<Path>][Method];

type ContentOf<Part> = Part extends { content: infer Content } ? Content[keyof Content] : never;

/** The response to a GET or a POST of a path; unknown for a path that openapi.yaml does not have. */
export type ResponseOf<Path extends string, Method extends "get" | "post"> = unknown extends Operation<Path, Method>
  ? unknown
  : Operation<Path, Method> extends { responses: { 200: infer Response } }
    ? ContentOf<Response>
    : never;

/** The body that a POST of a path takes; any object for a path that openapi.yaml does not have. */
export type BodyOf<Path extends string> = unknown extends Operation<Path, "post">
  ? object
  : Operation<Path, "post"> extends { requestBody: infer Body }
    ? ContentOf<Body>
    : never;

/** A path, never if openapi.yaml has it without a GET. */
type WithGet<Path extends string> = [ResponseOf<Path, "get">] extends [never] ? never : Path;

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
  fetch?: ((address: string, request: any) => Promise<HttpResponse>) | undefined;
}

/** What a table needs of a service. */
export interface Caller {
  call(path: string, body?: object | null): Promise<unknown>;
}

/**
 * The types of a body and of its response follow from a path that is written out, as in `openapi.yaml`, with or without a
 * query. What is no JSON there, such as a file of bridge boards, is `call<string, string>(path, body)`.
 */
export class Service implements Caller {
  constructor(url?: string, options?: ServiceOptions);
  call<Path extends string, Response = ResponseOf<Path, "get">>(path: Path & WithGet<Path>, body?: null): Promise<Response>;
  call<Path extends string, Response = ResponseOf<Path, "post">>(path: Path, body: BodyOf<Path>): Promise<Response>;
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
  all(...values: any[]): unknown[];
  get(...values: any[]): unknown;
  run(...values: any[]): { changes: number | bigint };
}

export class SQLiteStore extends SyncStore {
  constructor(pathOrDatabase: string | SQLiteDatabase);
}

/** What is used of a client of ioredis, or of node-redis. */
export type RedisClient =
  | { call(...words: any[]): Promise<unknown> }
  | { sendCommand(words: string[]): Promise<unknown> };

export class RedisStore extends AsyncStore {
  constructor(client: RedisClient, prefix?: string);
}

/** What is used of a Pool of pg. */
export interface PostgresPool {
  query(statement: string, values: any[]): Promise<{ rows: any[] }>;
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

/** What the signatures of a shoe with keys are for: the members of the request too. */
export type Action = { action: "deal" | "draw" | "reveal" } & Members;

export interface Consenting {
  consents?: ((action: Action, digest: string) => Eventually<Signed>) | undefined;
}

/** Members of a request that the caller chooses: the table adds the others. */
type Chosen<Request, Names extends keyof Request> = { [Name in Names]?: Request[Name] | undefined } & Consenting;
type TurnNames = "reshuffle" | "client_seed" | "notation" | "name_style";

export type DealMembers = Chosen<Schemas["DealStageRequest"], TurnNames | "stage" | "through">;

export type DrawMembers = Chosen<Schemas["DrawShoeRequest"], TurnNames | "seat" | "burn" | "from" | "pile" | "part"> & {
  /** Positions, or codes. */
  in_play?: readonly number[] | readonly string[] | undefined;
};

/** A deal has a `StageView`, a draw a `DrawView`: the whole response, but for its token. */
export class Turn<View extends SeatView = SeatView> {
  private constructor();
  readonly name: string;
  readonly response: View;
  /** Codes; items or integers of a shoe of these. */
  get cards(): unknown[];
  view(seat?: string | null): View;
}

export type Opened = Omit<Schemas["OpenedShoe"], "shoe">;
export type Revealed = Omit<Schemas["RevealedShoe"], "shoe">;

/** The body of a request to /v1/verify. */
export type Proof = {
  receipt: Receipt;
  confirmed: Schemas["Confirmed"];
  seen: Schemas["ObservedDraw"][];
  shown?: Schemas["ShownCard"][];
};

export class Table {
  constructor(service: Caller, store: Store | ListStore, name: string);
  readonly name: string;
  join(
    seat: string,
    word?: string | null,
    keys?: { sign: PublicKey; view?: PublicKey | undefined } | null,
  ): Promise<string[]>;
  open(terms: ShoeRequest): Promise<Opened>;
  give(seat: string, text: string): Promise<string[]>;
  deal(action: string, members?: DealMembers): Promise<Turn<StageView>>;
  draw(action: string, count: number, members?: DrawMembers): Promise<Turn<DrawView>>;
  reveal(members?: Consenting): Promise<Revealed>;
  renew(members?: Consenting): Promise<Table>;
  views(seat?: string | null): Promise<SeatView[]>;
  check(seat?: string | null, options?: { signers?: { keys: Members[] } | null | undefined }): Promise<CheckResult>;
  proof(seat?: string | null): Promise<Proof>;
}

/** The items in the order in which they were drawn, and what anybody needs to verify the draw. */
export interface DrawnOnce<Item = unknown> {
  items: Item[];
  proof: Proof;
}

export function drawOnce<Item>(
  service: Caller,
  store: Store | ListStore,
  occasion: string,
  items: readonly Item[],
  words: string,
  count?: number,
): Promise<DrawnOnce<Item>>;

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
  card?: unknown;
  integer?: number;
  index?: number;
  salt?: string;
  path?: string[];
}

export interface CheckResult {
  valid: boolean | null;
  difference?: { where: string; expected?: unknown; seen?: unknown; draw?: number; detail?: string };
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
/**
 * The members of a shoe for private hands. It needs the keys of each player, as `exportKeys` returns them if the secrets
 * were made with keys; a table where nobody signs does without it.
 */
export function seatPlayers(
  players: { [seat: string]: PlayerKeys },
  reveal?: "all" | "shown" | "auditor",
): {
  reveal: "all" | "shown" | "auditor";
  consent: Schemas["ConsentTerms"];
  words: string[];
  view_keys?: { [seat: string]: Schemas["P256Jwk"] };
};
/** The terms that a request leads to. It needs no keys: with those of `seatPlayers` among its members it has them too. */
export function completeTerms(asked: ShoeRequest): Promise<ShoeTerms>;

export class Player<S extends Secrets = Secrets> {
  constructor(secrets: S, save?: (secrets: S) => Eventually<void>);
  readonly seat: string;
  readonly commitment: string;
  readonly digest: string;
  readonly clientSeed: string | null;
  readonly draws: number;
  readonly round: number;
  readonly cards: OwnCard[];
  readonly seen: unknown[];
  get text(): string;
  exportKeys(): Promise<S extends KeyedSecrets ? PlayerKeys : { word: string }>;
  accept(seat: string | null, opened: Members, options?: AcceptOptions): Promise<void>;
  consent(action: Action): Promise<string>;
  leave(): Promise<string>;
  leaveInAdvance(): Promise<string>;
  follow(response: Members): Promise<OwnCard[]>;
  checkShown(shown: readonly unknown[]): Promise<void>;
  checkReceipt(receipt: Members, views?: Iterable<Members> | AsyncIterable<Members>): Promise<CheckResult>;
}
