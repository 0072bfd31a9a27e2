/**
 * The paths of requests: which endpoint a path belongs to, and which names it has.
 *
 * A path is compared with the rules of the table of endpoints one after the other. A rule such as
 * "/v1/decks/<deck>/deal" takes any name of a deck that is known here, and perhaps "/batch" behind it.
 */
// @ts-check
import { DECKS } from "../cards/decks.mjs";
import { Refused } from "../core/validation.mjs";
import { hasListAt } from "../endpoints/endpoint_names.mjs";
import { GAMES } from "../games/games.mjs";
import { ENDPOINTS } from "./endpoints.mjs";

/** @import { JsonObject } from "../core/validation.mjs" */

/**
 * What a path says: its rule, the names in it, such as { deck: "standard" }, and whether it is for a batch.
 *
 * @typedef {{ rule: string, names: { [kind: string]: string }, isBatch: boolean }} MatchedPath
 */

/**
 * The path of each rule as a regular expression, which has the name in it, such as `deck`, and `batch` for a batch.
 *
 * @type {[rule: string, pattern: RegExp][]}
 */
const PATTERNS = Object.keys(ENDPOINTS).map((rule) => [
  rule,
  new RegExp(`^${rule.replace(/<(\w+)>/, "(?<$1>\\w+)")}(?<batch>/batch)?$`),
]);

/**
 * By a kind of name in a path, the table that has an entry for each name which is known here.
 *
 * @type {{ [kind: string]: object }}
 */
const NAMES = { deck: DECKS, game: GAMES };

/**
 * Return what a path says: of "/v1/decks/standard/deal" the rule "/v1/decks/<deck>/deal" and { deck: "standard" }.
 * Return undefined for a path that is not known here.
 *
 * @param {string} path
 * @returns {MatchedPath | undefined}
 */
export function matchPath(path) {
  for (const [rule, pattern] of PATTERNS) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const { batch, ...names } = match.groups ?? {};
    const areKnown = Object.entries(names).every(([kind, name]) =>
      Object.hasOwn(NAMES[kind], name),
    );
    if (areKnown) return { rule, names, isBatch: batch !== undefined };
  }
  return undefined;
}

/**
 * Refuse a request with a caller's list, the hash of which is missing: whoever made it by hand could choose the order
 * of the list afterwards.
 *
 * @param {string} where the path of the object that should have `items_sha256`
 * @param {JsonObject} request with its path
 * @param {unknown} hash the `items_sha256` of that object, if it has one
 */
export function checkFixedList(where, { path }, hash) {
  const matched = matchPath(String(path));
  const isFixed = (hash ?? null) !== null;
  if (matched !== undefined && hasListAt(matched.rule) && !isFixed)
    throw new Refused(
      `${where}.items_sha256`,
      "the hash of the list was expected, which is not fixed without it",
    );
}
