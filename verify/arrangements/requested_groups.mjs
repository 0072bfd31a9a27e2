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

/** @import { GroupOptions, GroupRules } from "./group_types.mjs" */

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
  const sources = readRules(request, findItem);
  const rules = sources.flat();
  const blocks = splitBlocks(sources, sizes, n);
  const lists = readTogether(request, sizes, rules, findItem);
  const fixedGroups = placeFixed(
    request,
    lists,
    blocks,
    sizes.length,
    findItem,
  );
  refuseFixed(rules, fixedGroups);
  if (blocks.some(({ places }) => places.some((number) => number < 0)))
    refuseRules();
  const free = range(n).filter((item) => !fixedGroups.has(item));
  const sums = readSums(request);
  const placing = readPlaced(request, sizes.length, findItem);
  if (isSequential && (sums.length > 0 || lists.length > 0))
    throw new Refused("method", "no sums and no together were expected");
  /** @type {number[][]} */
  const rulesOf = range(n).map(() => []);
  rules.forEach(({ members }, rule) =>
    members.forEach((item) => rulesOf[item].push(rule)),
  );
  return {
    n,
    sizes,
    rules,
    rulesOf,
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
