/** The types of an endpoint that draws: the table endpoints.mjs has one for each rule. */
// @ts-check

/**
 * @import { DerivedPlace, Response, ShownItem } from "../arrangements/shown_items.mjs"
 * @import { Observe, OrderOptions } from "../core/draws.mjs"
 * @import { Labels, ResultsLeft } from "../core/results_left.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { DealRequest, FoundDeal, Shoe } from "../games/deal_types.mjs"
 */

/**
 * The parameters of a request by their names, without its path, and with the names in the path:
 * { deck: "standard", count: 5, seed: "a" }. Of a caller's list `n` is the number of items, and `items` are there if
 * they are needed. All are checked where they are read.
 *
 * @typedef {DealRequest & OrderOptions & {
 *   seed?: string,
 *   count?: number,
 *   items?: unknown[],
 *   [name: string]: unknown,
 * }} DrawRequest
 */

/**
 * A result as it is derived: the number of its draws, perhaps how it was drawn, such as by "counting", and its other
 * members in a response, such as `cards` and `indices`.
 *
 * @typedef {{ draws: number, drawn_by?: string, [member: string]: unknown }} DerivedResult
 */

/**
 * What is known of an endpoint that draws. It has
 * - `fields`, the parameters that go with the others of a request, `defaults` of some of them, and `spell`, those that
 *   have another form than in the request;
 * - `derive`, a promise of one result, and `format`, one result of a search; `plan`, the rule by which a result is
 *   drawn, which refuses rules that no result fulfils;
 * - `describe`, the members that a response has for every result; of these and of the request a proof names all but
 *   those that are `unnamed`, and those of `name` in another way or beside them; `summarize`, members that follow from
 *   the request and all of its results;
 * - `select`, another entry for some requests, and `names`, what the path of the rule says without a part for it, such
 *   as the game;
 * - of a caller's list `members`, `listItems` and `places` (shown_items.mjs), which say which items a result shows;
 *   without them a response is unchecked without the list; `needsList`, whether its results depend on the values of the
 *   items, and `showsAll`, whether each result has all of them: then `derive` writes the items, and `places` has no
 *   use;
 * - `grows`, whether a seed keeps its results for a list that grows, and `firstStratum`, the key of the first draws, if
 *   it is not the seed's;
 * - `check`, which refuses parameters that do not go together, and `unrepeated`, members that follow from a text which
 *   the request of a response does not repeat;
 * - `leaves`, what is known of how many results a request leaves, from the labels of the list and one result;
 * - the reasons by name why some members are `unchecked`, and `examples` of requests, for the check of a deployment.
 *
 * @typedef {{
 *   fields(request: DrawRequest): string[],
 *   defaults?(request: DrawRequest): JsonObject,
 *   spell?(request: DrawRequest): JsonObject,
 *   derive(request: DrawRequest, observe?: Observe): Promise<DerivedResult>,
 *   plan?(request: DrawRequest): unknown,
 *   format?(foundDeal: FoundDeal, shoe: Shoe, request: DrawRequest, i: number): DerivedResult,
 *   summarize?(request: DrawRequest, results: DerivedResult[]): JsonObject,
 *   describe(request: DrawRequest): JsonObject,
 *   name?(request: DrawRequest): JsonObject,
 *   unnamed?: string[],
 *   names?: { [kind: string]: string },
 *   select?(request: DrawRequest): Endpoint | undefined,
 *   members?: string[],
 *   listItems?(result: JsonObject): ShownItem[],
 *   places?(result: JsonObject): DerivedPlace[],
 *   nameItems?(response: Response, names: unknown[], members: string[]): unknown,
 *   needsList?(request: DrawRequest): boolean,
 *   showsAll?: boolean,
 *   grows?: boolean,
 *   firstStratum?(request: DrawRequest, key: ArrayBuffer): { parts: string[], key: BufferSource },
 *   check?(request: DrawRequest): void,
 *   unrepeated?(request: DrawRequest): string[],
 *   leaves?(request: DrawRequest, labels: Labels, result: JsonObject): ResultsLeft,
 *   unchecked?: { [member: string]: string },
 *   examples?: { path: string, fields: JsonObject }[],
 * }} Endpoint
 */

export {};
