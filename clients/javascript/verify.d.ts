import type { CheckResult, Members } from "./index.js";
export { Refused } from "./index.js";

export interface Verdict extends CheckResult {
  chosen_by: string;
  rests_on: string;
  derived?: { round_due?: number };
  notes?: string[];
}

/** Return the result of the check of a receipt, or of a seeded or proved response. Throws `Refused` if a file cannot be checked. */
export function check(file: Members, keys?: { keys: Members[] }): Promise<Verdict>;
/** What a player noted, and the list that numbers stand for. */
export interface Notes {
  commitment?: string | undefined;
  digest?: string | undefined;
  client_seed?: string | undefined;
  own_text?: string | undefined;
  shown?: readonly unknown[] | undefined;
  items?: readonly unknown[] | undefined;
  /** The JWK set of the service, by which each response must be signed. */
  signers?: { keys: Members[] } | null | undefined;
}
/** Return the result of the check of a receipt with all responses, as a seat has them, of a shoe of any length. */
export function checkViews(receipt: Members, views: Iterable<Members> | AsyncIterable<Members>, notes?: Notes): Promise<CheckResult>;
/** Return a result as text. */
export function describeResult(result: Verdict): string;
/** Yield the steps of a check. */
export function steps(
  file: Members,
): AsyncIterable<{ title: string; says: string; lines?: unknown[][]; table?: { head: string[]; rows: unknown[][] } }>;
/** Return the value of JSON. Throws `Refused` for an object with a member twice. */
export function parseJson(text: string, where?: string): any;
/** Return the JSON of RFC 8785. */
export function canonicalJson(value: unknown): string;
/** Return `items_sha256` of a list; null for one with a number beyond 2^53 - 1. */
export function hashList(items: readonly unknown[]): Promise<string | null>;
