/**
 * Plans (plan1): draws announced before the round of drand that decides them. Implemented from
 * docs/definitions/plans.md alone.
 */
// @ts-check
import { nameOf } from "../arrangements/attributes.mjs";
import { u32, utf8 } from "../core/bytes.mjs";
import {
  canonicalJson,
  hasLargeNumber,
  hashList,
  hashParts,
} from "../core/canonical.mjs";
import {
  NO_BLS,
  checkBeaconForm,
  findOtherBeacon,
  isChosen,
} from "../core/origins.mjs";
import { checkFixedList } from "../requests/paths.mjs";
import { findDifference } from "../responses/differences.mjs";
import { examineResponse } from "../responses/responses.mjs";
import { escapeInvisible } from "../core/escaped_texts.mjs";
import {
  NotFound,
  Refused,
  checkChoice,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  isEmpty,
  isObject,
  omit,
  parseDigest,
  requireObject,
} from "../core/validation.mjs";

/**
 * @import { Beacon, Confirmed, CountedResult } from "../core/origins.mjs"
 * @import { Difference, JsonObject } from "../core/validation.mjs"
 * @import { Examination } from "../responses/responses.mjs"
 */

/**
 * An announced draw: the request, and the round of drand that decides it; perhaps the hashes of its list, and of the
 * names that its items stand for.
 *
 * @typedef {object} Plan
 * @property {string} plan "plan1"
 * @property {string} occasion
 * @property {JsonObject} request
 * @property {string} chain_hash
 * @property {number} round
 * @property {string} [items_sha256]
 * @property {string} [names_sha256]
 */

/**
 * A plan with its round and its response, and perhaps with the names that its items stand for.
 *
 * @typedef {{ plan: Plan, beacon: Beacon, answer: JsonObject, names?: unknown[] }} PlanFile
 */

const QUICKNET =
  "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
const SEEDS = 16;

/** Members that the request of no plan has. */
const UNPLANNED = [
  "seed",
  "index",
  "deal_number",
  "prove",
  "sign",
  "given",
  "where",
];

/**
 * Return the bytes that are hashed before a plan or a seed.
 *
 * @param {string} name "plan" or "seed"
 */
const prefix = (name) => utf8(`shuffle-and-deal plan1 ${name}\n`);

/**
 * Return the digest of a plan.
 *
 * @param {object} plan without members that are null
 * @returns {Promise<string>} hexadecimal digits
 */
export const hashPlan = (plan) =>
  hashParts(prefix("plan"), utf8(canonicalJson(plan)));

/**
 * Return the seeds of the plan with a digest and of the signature of its round, in the order of the tries.
 *
 * @param {string} digest
 * @param {string} signature
 * @returns {Promise<string[]>} hexadecimal digits
 */
export const deriveSeeds = (digest, signature) =>
  Promise.all(
    Array.from({ length: SEEDS }, (_, k) =>
      hashParts(
        prefix("seed"),
        parseDigest("digest", digest),
        parseDigest("signature", signature, 48),
        u32(k),
      ),
    ),
  );

/**
 * Check the members of a plan.
 *
 * @param {JsonObject} plan without members that are null
 * @returns {asserts plan is JsonObject & Plan}
 */
function checkPlanForm(plan) {
  checkChoice("plan.plan", plan.plan, ["plan1"]);
  checkText("plan.occasion", plan.occasion);
  const request = requireObject("plan.request", plan.request);
  checkChoice("plan.chain_hash", plan.chain_hash, [QUICKNET]);
  checkInteger("plan.round", plan.round, 1, 2 ** 53 - 1);
  for (const name of ["items_sha256", "names_sha256"])
    if (plan[name] !== undefined) parseDigest(`plan.${name}`, plan[name]);
  for (const name of UNPLANNED) {
    const value = request[name] ?? null;
    const isNothing = value === null || (isObject(value) && isEmpty(value));
    if (!isNothing)
      throw new Refused(`plan.request.${name}`, "no plan has this member");
  }
  checkFixedList("plan", request, plan.items_sha256);
  if (hasLargeNumber(plan))
    throw new Refused("plan", "numbers of up to 2^53 - 1 were expected");
}

/**
 * Return a plan of the right form, without members that are null.
 *
 * @param {unknown} value
 * @returns {Plan}
 */
function readPlan(value) {
  const names = ["plan", "occasion", "request", "chain_hash", "round"];
  const given = checkObject(
    "plan",
    value,
    [...names, "items_sha256", "names_sha256"],
    names,
  );
  const plan = Object.fromEntries(
    Object.entries(given).filter(([, member]) => member !== null),
  );
  checkPlanForm(plan);
  return plan;
}

/**
 * Return the value if it is a list, undefined for null and for no value.
 *
 * @param {string} where the path of the value
 * @param {unknown} value
 */
const readOptionalList = (where, value) =>
  (value ?? null) === null ? undefined : checkList(where, value);

/**
 * Return the parts of a file of a plan; the list of the file is in the response, as `original_items`.
 *
 * @param {JsonObject} file
 * @returns {PlanFile}
 */
function readPlanFile(file) {
  const required = ["plan", "beacon", "answer"];
  checkObject("", file, [...required, "names", "original_items"], required);
  const { beacon } = file;
  const plan = readPlan(file.plan);
  checkBeaconForm("beacon", beacon);
  const answer = requireObject("answer", file.answer);
  const names = readOptionalList("names", file.names);
  const items = readOptionalList("original_items", file.original_items);
  return {
    plan,
    beacon,
    answer: items === undefined ? answer : { ...answer, original_items: items },
    names,
  };
}

/**
 * Return the result of a check that found a difference.
 *
 * @param {string} where the path of the member
 * @param {unknown} expected
 * @param {unknown} seen
 * @returns {{ valid: false, difference: Difference }}
 */
const fail = (where, expected, seen) => ({
  valid: false,
  difference: { where, expected, seen },
});

/**
 * Return the first difference between a plan and the round and the request of its response, as a result; undefined if
 * there is none.
 *
 * @param {PlanFile} file
 */
function failOnOtherRequest({ plan, beacon, answer }) {
  if (plan.chain_hash !== beacon.chain_hash)
    return fail("beacon.chain_hash", plan.chain_hash, beacon.chain_hash);
  if (plan.round !== beacon.round)
    return fail("beacon.round", plan.round, beacon.round);
  const otherBeacon = findOtherBeacon("beacon", beacon);
  if (otherBeacon) return { valid: false, difference: otherBeacon };
  const request = requireObject("answer.request", answer.request);
  const otherRequest = findDifference(
    plan.request,
    omit(request, ["seed"]),
    "answer.request",
  );
  if (otherRequest) return { valid: false, difference: otherRequest };
  if ((answer.items_sha256 ?? null) !== (plan.items_sha256 ?? null))
    return fail("answer.items_sha256", plan.items_sha256, answer.items_sha256);
  if (answer.index !== 0) return fail("answer.index", 0, answer.index);
  return undefined;
}

/**
 * Return the result if the seed of a response is none of its plan, or if the response proves another seed; undefined
 * otherwise.
 *
 * @param {JsonObject} answer the response
 * @param {string[]} seeds of the plan
 */
function failOnOtherSeed(answer, seeds) {
  if (!seeds.some((seed) => seed === answer.seed))
    return fail("answer.seed", seeds[0], answer.seed);
  if (answer.proof !== undefined)
    return fail("answer.proof", undefined, answer.proof);
  return undefined;
}

/**
 * Return the result if an earlier seed of the plan has a result; undefined if none has. Throw `Refused` for a request
 * that favours some results.
 *
 * @param {JsonObject} answer the response
 * @param {Examination} examined
 * @param {string[]} seeds of the plan, with the seed of the response
 */
async function failOnEarlierSeed(answer, { countResults }, seeds) {
  const request = isObject(answer.request) ? answer.request : {};
  if (countResults && isChosen({ ...answer, ...request }))
    throw new Refused("plan.request", "it favours some results");
  const tries = seeds.findIndex((seed) => seed === answer.seed);
  const earlierSeed = await findEarlierSeed(seeds.slice(0, tries), {
    ...answer,
    request,
  });
  return earlierSeed === undefined
    ? undefined
    : fail("answer.seed", earlierSeed, answer.seed);
}

/**
 * Return the result if a file has other names than those whose hash is in its plan; undefined otherwise, and without
 * names in the file.
 *
 * @param {PlanFile} file
 */
async function failOnOtherNames({ plan, names }) {
  if (names === undefined) return undefined;
  const hash = await hashList(names);
  return hash === plan.names_sha256
    ? undefined
    : fail("names", plan.names_sha256, hash);
}

/**
 * Return why parts of a file are not checked, by their names; `beacon` is always among them.
 *
 * @param {PlanFile} file
 * @param {Examination} examined
 * @returns {{ [name: string]: string }}
 */
function listUnchecked({ plan, names }, examined) {
  /** @type {{ [name: string]: string }} */
  const unchecked = { beacon: NO_BLS, ...examined.result.unchecked };
  // The plan has the hash of the list
  if (unchecked.items_sha256 === undefined) delete unchecked.items;
  if (plan.names_sha256 === undefined) return unchecked;
  const misfit = findMisfit(examined, names);
  return misfit === undefined ? unchecked : { ...unchecked, names: misfit };
}

/**
 * Return as `names` the results of a response with the names that stand for its items: [["Ann", "Ben"], ["Cid"]] of two
 * groups. Return an empty object if these names are not known for certain.
 *
 * @param {PlanFile} file
 * @param {Examination} examined
 * @param {{ [name: string]: string }} unchecked
 * @returns {{ names?: unknown }}
 */
function deriveNames({ names }, { countResults, nameItems }, unchecked) {
  const canName = countResults !== undefined && unchecked.names === undefined;
  return canName && names !== undefined && nameItems !== undefined
    ? { names: nameItems(names) }
    : {};
}

/**
 * Return the result of the check of a plan in which no difference was found.
 *
 * @param {PlanFile} file
 * @param {string} digest of the plan
 * @param {Examination} examined
 * @returns {CountedResult}
 */
function buildResult(file, digest, examined) {
  const { occasion } = file.plan;
  const unchecked = listUnchecked(file, examined);
  const derived = deriveNames(file, examined, unchecked);
  return {
    valid: null,
    unchecked,
    notes: [
      `The digest of the plan is ${digest}, its occasion ${JSON.stringify(occasion)}: compare them with the announcement.`,
    ],
    derived,
    resultsLeft: examined.countResults?.(file.names),
    remark: describeOccasion(occasion),
  };
}

/**
 * Return the result of the check of a plan with its round and its response, in the order of docs/definitions/plans.md:
 * the first check that fails is the result. Without a difference `valid` is null, as the signature of the round is not
 * verified here (`unchecked.beacon`). The seeds of a round are tried in order, and the response has the first with
 * which its request has a result.
 *
 * @param {JsonObject} file
 * @param {Confirmed} confirmed
 * @returns {Promise<CountedResult>}
 */
export async function checkPlan(file, { digest: notedDigest }) {
  const parts = readPlanFile(file);
  const { plan, beacon, answer } = parts;
  const digest = await hashPlan(plan);
  if (notedDigest !== undefined && notedDigest !== digest)
    return fail("plan", notedDigest, digest);
  const otherRequest = failOnOtherRequest(parts);
  if (otherRequest) return otherRequest;
  const seeds = await deriveSeeds(digest, beacon.signature);
  const otherSeed = failOnOtherSeed(answer, seeds);
  if (otherSeed) return otherSeed;
  const examined = await tryResponse(answer);
  if (examined === undefined)
    return fail("answer.seed", "a seed that has a result", answer.seed);
  const { difference } = examined.result;
  if (difference) return { valid: false, difference };
  const earlierSeed = await failOnEarlierSeed(answer, examined, seeds);
  if (earlierSeed) return earlierSeed;
  const otherNames = await failOnOtherNames(parts);
  if (otherNames) return otherNames;
  return buildResult(parts, digest, examined);
}

/**
 * Return a sentence on an occasion that may look like another one, which no service takes; undefined for any other.
 *
 * @param {string} occasion
 * @returns {string | undefined}
 */
export function describeOccasion(occasion) {
  const hasHiddenBlank = /^ | {2}| $/.test(occasion);
  if (escapeInvisible(occasion) === occasion && !hasHiddenBlank)
    return undefined;
  return `The occasion may look like another one: ${escapeInvisible(JSON.stringify(occasion))}`;
}

/**
 * Return the first of some seeds with which the request of a response has a result, or undefined.
 *
 * @param {string[]} seeds
 * @param {JsonObject & { request: JsonObject }} answer the response
 * @returns {Promise<string | undefined>}
 */
async function findEarlierSeed(seeds, answer) {
  for (const seed of seeds) {
    const earlier = { ...answer, seed, request: { ...answer.request, seed } };
    if ((await tryResponse(earlier)) !== undefined) return seed;
  }
  return undefined;
}

/**
 * Return why the items of a response cannot stand for names, so that they are read in one way alone; undefined if they
 * can. Without `names` the file has none, though its plan has their hash.
 *
 * @param {Examination} examined
 * @param {unknown[] | undefined} names
 */
function findMisfit({ countResults, list, nameItems }, names) {
  if (names === undefined)
    return "the file does not have them; add them as names";
  if (countResults === undefined) return "the items are not known";
  if (list === undefined)
    return "the request has no list, and its numbers could be read in several ways";
  if (nameItems === undefined)
    return "it is not known here which items the results show";
  if (list === null)
    return "some items are not known; add the list as original_items";
  if (names.length !== list.length)
    return `as many names as items were expected, ${list.length}, and not ${names.length}`;
  /** @param {number} first the number of the first item */
  const areFrom = (first) =>
    list.every((item, i) => nameOf(item) === String(i + first));
  if (areFrom(0) || areFrom(1)) return undefined;
  return "items that stand for names are 0, 1, … or 1, 2, … in order, or have such a name: others can be read twice";
}

/**
 * Return what `examineResponse` returns, with the difference in the response as one in `answer`; undefined if nothing
 * is found with the seed of the response.
 *
 * @param {JsonObject} answer the response
 * @returns {Promise<Examination | undefined>}
 */
async function tryResponse(answer) {
  try {
    const examined = await examineResponse(answer);
    const { difference } = examined.result;
    if (difference === undefined) return examined;
    const where = `answer.${difference.where}`;
    return { result: { valid: false, difference: { ...difference, where } } };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    if (!(error instanceof Refused)) throw error;
    throw new Refused(`answer.${error.where}`, error.reason);
  }
}
