/** Plans (plan1): draws announced before the round of drand that decides them. Implemented from docs/definitions/plans.md alone. */
import { nameOf } from "../arrangements/attributes.mjs";
import {
  canonicalJson,
  hasLargeNumber,
  hashList,
  hashParts,
  u32,
  utf8,
} from "../core/canonical.mjs";
import {
  NO_BLS,
  checkBeaconForm,
  findOtherBeacon,
  isChosen,
} from "../core/origins.mjs";
import { examineResponse, findDifference } from "../responses.mjs";
import { escapeInvisible } from "../core/texts.mjs";
import {
  NotFound,
  Refused,
  checkChoice,
  checkFixedList,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  isEmpty,
  isObject,
  omit,
  parseDigest,
} from "../core/validation.mjs";

const QUICKNET =
  "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
const SEEDS = 16;
const UNPLANNED = [
  "seed",
  "index",
  "deal_number",
  "prove",
  "sign",
  "given",
  "where",
];
const prefix = (name) => utf8(`shuffle-and-deal plan1 ${name}\n`);

/** Return the digest of a plan. */
export const hashPlan = (plan) =>
  hashParts(prefix("plan"), utf8(canonicalJson(plan)));

/** Return the seeds of the plan with a digest and of the signature of its round, in the order of the tries. */
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

/** Return a plan of the right form, without members that are null. */
function readPlan(given) {
  const names = ["plan", "occasion", "request", "chain_hash", "round"];
  checkObject("plan", given, [...names, "items_sha256", "names_sha256"], names);
  const plan = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null),
  );
  checkChoice("plan.plan", plan.plan, ["plan1"]);
  checkText("plan.occasion", plan.occasion);
  checkObject("plan.request", plan.request, Object.keys(plan.request ?? {}));
  checkChoice("plan.chain_hash", plan.chain_hash, [QUICKNET]);
  checkInteger("plan.round", plan.round, 1, 2 ** 53 - 1);
  for (const name of ["items_sha256", "names_sha256"])
    if (plan[name] !== undefined) parseDigest(`plan.${name}`, plan[name]);
  for (const name of UNPLANNED)
    if (
      (plan.request[name] ?? null) !== null &&
      !(isObject(plan.request[name]) && isEmpty(plan.request[name]))
    )
      throw new Refused(`plan.request.${name}`, "no plan has this member");
  checkFixedList("plan", plan.request, plan.items_sha256);
  if (hasLargeNumber(plan))
    throw new Refused("plan", "numbers of up to 2^53 - 1 were expected");
  return plan;
}

/**
 * Return the result of the check of a plan with its round and its response, in the order of docs/definitions/plans.md: the first check that
 * fails is the result. It is never all: the signature of the round is not verified here.
 */
export async function checkPlan(file, { digest: noted }) {
  checkObject(
    "",
    file,
    ["plan", "beacon", "answer", "names", "original_items"],
    ["plan", "beacon", "answer"],
  );
  const [plan, { beacon, names }] = [readPlan(file.plan), file];
  const { original_items: items } = file;
  checkBeaconForm("beacon", beacon);
  checkObject("answer", file.answer, Object.keys(file.answer ?? {}));
  for (const [name, list] of Object.entries({ names, original_items: items }))
    if ((list ?? null) !== null) checkList(name, list);
  const answer =
    (items ?? null) === null
      ? file.answer
      : { ...file.answer, original_items: items };
  const digest = await hashPlan(plan);
  const fail = (where, expected, seen) => ({
    valid: false,
    difference: { where, expected, seen },
  });

  if (noted !== undefined && noted !== digest)
    return fail("plan", noted, digest);
  for (const name of ["chain_hash", "round"])
    if (plan[name] !== beacon[name])
      return fail(`beacon.${name}`, plan[name], beacon[name]);
  const otherBeacon = findOtherBeacon("beacon", beacon);
  if (otherBeacon) return { valid: false, difference: otherBeacon };
  checkObject(
    "answer.request",
    answer.request,
    Object.keys(answer.request ?? {}),
  );
  const otherRequest = findDifference(
    plan.request,
    omit(answer.request, ["seed"]),
    "answer.request",
  );
  if (otherRequest) return { valid: false, difference: otherRequest };
  if ((answer.items_sha256 ?? null) !== (plan.items_sha256 ?? null))
    return fail("answer.items_sha256", plan.items_sha256, answer.items_sha256);
  if (answer.index !== 0) return fail("answer.index", 0, answer.index);
  const seeds = await deriveSeeds(digest, beacon.signature);
  if (!seeds.includes(answer.seed))
    return fail("answer.seed", seeds[0], answer.seed);
  if (answer.proof !== undefined)
    return fail("answer.proof", undefined, answer.proof);
  const examined = await tryResponse(answer);
  if (examined === undefined)
    return fail("answer.seed", "a seed that has a result", answer.seed);
  const { result, countResults } = examined;
  if (result.difference) return { valid: false, difference: result.difference };
  const unchecked = { beacon: NO_BLS, ...result.unchecked };
  if (unchecked.items_sha256 === undefined) delete unchecked.items; // the plan has the hash of the list
  if (countResults && isChosen({ ...answer, ...answer.request }))
    throw new Refused("plan.request", "it favours some results");
  for (const seed of seeds.slice(0, seeds.indexOf(answer.seed)))
    if (
      (await tryResponse({
        ...answer,
        seed,
        request: { ...answer.request, seed },
      })) !== undefined
    )
      return fail("answer.seed", seed, answer.seed);
  const hash =
    (names ?? null) === null ? plan.names_sha256 : await hashList(names);
  if (hash !== plan.names_sha256) return fail("names", plan.names_sha256, hash);
  if (hash !== undefined) {
    const reason =
      (names ?? null) === null
        ? "the file does not have them; add them as names"
        : findMisfit(examined, names);
    if (reason !== undefined) unchecked.names = reason;
  }
  const notes = [
    `The digest of the plan is ${digest}, its occasion ${JSON.stringify(plan.occasion)}: compare them with the announcement.`,
  ];
  const isNamed =
    hash !== undefined &&
    countResults !== undefined &&
    unchecked.names === undefined;
  const derived = isNamed ? { names: examined.nameItems(names) } : {};
  return {
    valid: null,
    unchecked,
    notes,
    derived,
    left: countResults?.(names ?? undefined),
    remark: describeOccasion(plan.occasion),
  };
}

/** Return a sentence on an occasion that may look like another one, which no service takes; undefined for any other. */
export function describeOccasion(occasion) {
  const hasHiddenBlank = /^ | {2}| $/.test(occasion);
  if (escapeInvisible(occasion) === occasion && !hasHiddenBlank)
    return undefined;
  return `The occasion may look like another one: ${escapeInvisible(JSON.stringify(occasion))}`;
}

/** Return why the items of a response cannot stand for names, so that they are read in one way alone; undefined if they can. */
function findMisfit({ countResults, list, nameItems }, names) {
  if (countResults === undefined) return "the items are not known";
  if (list === undefined)
    return "the request has no list, and its numbers could be read in several ways";
  if (nameItems === undefined)
    return "it is not known here which items the results show";
  if (list === null)
    return "some items are not known; add the list as original_items";
  if (names.length !== list.length)
    return `as many names as items were expected, ${list.length}, and not ${names.length}`;
  const areFrom = (first) =>
    list.every((item, i) => nameOf(item) === String(i + first));
  if (areFrom(0) || areFrom(1)) return undefined;
  return "items that stand for names are 0, 1, … or 1, 2, … in order, or have such a name: others can be read twice";
}

/** Return what `examineResponse` returns; undefined if nothing is found with the seed of a response. */
async function tryResponse(answer) {
  try {
    const examined = await examineResponse(answer);
    const { difference } = examined.result;
    return difference
      ? {
          result: {
            difference: { ...difference, where: `answer.${difference.where}` },
          },
        }
      : examined;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    if (!(error instanceof Refused)) throw error;
    throw new Refused(`answer.${error.where}`, error.reason);
  }
}
