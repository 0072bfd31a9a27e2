/** The groups that a request asks for, read once and checked. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import { range } from "../core/lists.mjs";
import {
  Refused,
  checkBoolean,
  checkChoice,
  checkList,
} from "../core/validation.mjs";
import { openNames, refuseRules } from "./attributes.mjs";
import { openPlacedTest, readPlaced } from "./group_paths.mjs";
import {
  countPlaces,
  joinUnits,
  placeFixed,
  readTogether,
  refuseFixed,
  splitBlocks,
} from "./group_places.mjs";
import { readRules } from "./group_rules.mjs";
import { readSums } from "./group_sums.mjs";

/** @import { GroupOptions, GroupRules, Rule } from "./group_types.mjs" */

/**
 * Return the numbers of the rules of each item: of three items and the rules of [0, 1] and [1] [[0], [0, 1], []].
 * @param {Rule[]} rules
 * @param {number} n the number of items
 * @returns {number[][]}
 */
function indexRules(rules, n) {
  /** @type {number[][]} */
  const rulesOf = range(n).map(() => []);
  for (const [rule, { members }] of rules.entries())
    for (const item of members) rulesOf[item].push(rule);
  return rulesOf;
}

/**
 * Return what is read of a request; refuse what is not well-formed, and rules that fixed items break. Of four items in
 * two groups, two of each team and `different: ["team"]`, `sizes` is `[2, 2]`, and `units` is `[[0], [1], [2], [3]]`.
 * @param {GroupOptions} request
 * @returns {GroupRules}
 */
export function readGroups(request) {
  const { items, arrangements = false, method = "exact" } = request;
  const isSequential =
    checkChoice("method", method, ["exact", "sequential"]) === "sequential";
  checkBoolean("arrangements", arrangements);
  const n = checkList("items", items).length;
  const sizes = countPlaces(request);
  const findItem = openNames(items);
  const groupCount = sizes.length;
  const sources = readRules(request, findItem, groupCount);
  const rules = sources.flat();
  const blocks = splitBlocks(sources, sizes, n);
  const lists = readTogether(request, sizes, rules, findItem);
  const fixedGroups = placeFixed(request, lists, blocks, groupCount, findItem);
  refuseFixed(rules, fixedGroups);
  const placesLeft = blocks.flatMap(({ places }) => places);
  if (placesLeft.some((count) => count < 0)) refuseRules();
  const free = range(n).filter((item) => !fixedGroups.has(item));
  const sums = readSums(request);
  const placing = readPlaced(request, groupCount, findItem);
  if (isSequential && (sums.length > 0 || lists.length > 0))
    throw new Refused("method", "no sums and no together were expected");
  return {
    n,
    sizes,
    rules,
    rulesOf: indexRules(rules, n),
    blocks,
    fixedGroups,
    free,
    units: joinUnits(free, lists),
    sums,
    placing,
    keepsPlaced: openPlacedTest(placing),
    isSequential,
  };
}
