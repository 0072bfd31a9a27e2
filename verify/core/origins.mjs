/** Who could choose the randomness of a result. Implemented from docs/fairness.md ("Who chose"). */
// @ts-check
import { hashParts } from "./canonical.mjs";
import { UNIFORMITY } from "./shuffles.mjs";
import {
  checkInteger,
  checkObject,
  differ,
  isObject,
  parseDigest,
} from "./validation.mjs";

/**
 * @import { ResultsLeft } from "./results_left.mjs"
 * @import { CheckResult, Difference, JsonObject } from "./validation.mjs"
 */

/**
 * Who could choose the randomness of a result, a name in CHOOSERS, and a sentence on what that rests on.
 *
 * @typedef {{ chosen_by: string, rests_on: string }} Origin
 */

/**
 * What the reader of a file confirms, each member if it is confirmed.
 *
 * @typedef {object} Confirmed
 * @property {string} [commitment] noted before the first draw
 * @property {string} [client_seed]
 * @property {string} [digest] of a state or a plan, noted before
 * @property {string} [own_text] the reader's own random text
 * @property {boolean} [public_before_round]
 * @property {string} [certificate]
 */

/**
 * A round of drand.
 *
 * @typedef {{ chain_hash: string, round: number, signature: string, previous_signature?: string }} Beacon
 */

/**
 * What is read here of a receipt whose form was checked; a partial one has no `server_seed`.
 *
 * @typedef {object} CheckedReceipt
 * @property {string} [receipt] the name of its definition
 * @property {string | null} [server_seed]
 * @property {string | null} [client_seed]
 * @property {{ total: number }} drawn how much was drawn
 * @property {{ label?: string, words?: unknown[] }} terms `words` are the hashes of the players' texts
 */

/**
 * What a player saw: cards or integers, null where one was not seen, in `seen` or in stages, or here.
 *
 * @typedef {object} SeenEntry
 * @property {unknown[]} [cards]
 * @property {unknown[]} [integers]
 * @property {SeenEntry} [seen]
 * @property {SeenEntry[]} [dealt_stages]
 */

/**
 * What is read here of a file whose form was checked, of any kind but a receipt alone.
 *
 * @typedef {object} CheckedFile
 * @property {{ chain_hash: string, round: number }} [plan]
 * @property {{ alpha: { request: JsonObject } }} [proof]
 * @property {CheckedReceipt} [receipt]
 * @property {SeenEntry[]} [seen]
 * @property {unknown} [shown]
 * @property {unknown} [signed]
 * @property {unknown} [deal_number]
 */

/**
 * What is known of the results that a request leaves, with a sentence if the request does not choose.
 *
 * @typedef {ResultsLeft & { says?: string }} DescribedLeft
 */

/**
 * The result of a check: of a plan or a proof with what is known of its results, and perhaps a sentence on the
 * occasion; of a response of which members differ with the paths of all that do.
 *
 * @typedef {CheckResult & { resultsLeft?: DescribedLeft, remark?: string, differing?: Difference[] }} CountedResult
 */

/**
 * Each value of `chosen_by` in words.
 *
 * @type {{ [chooser: string]: string }}
 */
export const CHOOSERS = {
  requester: "chosen by the requester",
  operator: "chosen by the operator",
  last_word: "the last word decided",
  nobody_alone: "chosen by nobody alone",
  unknown: "unknown who chose",
};

/**
 * Return who chose a result and what this rests on, as members of a verdict.
 * @param {string} chosen_by a name in CHOOSERS
 * @param {string} rests_on a sentence
 * @returns {Origin}
 */
const origin = (chosen_by, rests_on) => ({ chosen_by, rests_on });

/**
 * Return the origin of a result of which it is not known who chose.
 *
 * @param {string} reason a sentence
 * @returns {Origin}
 */
const unknown = (reason) => origin("unknown", reason);

/** The origin of a result that was not derived from its seed. */
export const NOT_DRAWN = unknown("the result was not compared with its seed");

/**
 * Return whether a file is a receipt alone, the `receipt` of which is the name of its definition.
 *
 * @param {{ receipt?: unknown }} file
 * @returns {file is CheckedReceipt}
 */
const isReceiptAlone = (file) => typeof file.receipt === "string";

/**
 * Return `chosen_by` and `rests_on` for a file, the result of its check, and what the reader confirms.
 *
 * @param {CheckedFile} file or a receipt alone
 * @param {CountedResult} result
 * @param {Confirmed} confirmed
 * @returns {Origin}
 */
export function findOrigin(
  file,
  { valid, unchecked = {}, resultsLeft, remark },
  confirmed = {},
) {
  if (valid === false)
    return unknown("something differs, so it cannot be told who chose");
  if (isObject(file.plan)) return originOfPlan(file.plan, resultsLeft, remark);
  if (file.proof !== undefined)
    return originOfProof(file.proof, unchecked, resultsLeft);
  const receipt = isReceiptAlone(file) ? file : file.receipt;
  if (receipt !== undefined)
    return originOfReceipt(receipt, file.seen, confirmed);
  if (file.shown !== undefined)
    return unknown(
      "anybody can make a root, and a root does not tell where its order came from: the receipt does",
    );
  if (file.signed !== undefined)
    return unknown(
      "a signed digest says nothing of the cards, nor of who chose their order: the receipt does",
    );
  if (unchecked.request) return NOT_DRAWN;
  const chosen =
    file.deal_number === undefined ? "the seed" : "the number of the deal";
  return origin(
    "requester",
    `whoever sent the request chose ${chosen}, and could try others until the result suited`,
  );
}

/**
 * Return whether a request chooses: its results are not equally likely by it.
 *
 * @param {JsonObject} request
 * @returns {boolean}
 */
export function isChosen({
  given,
  where,
  algorithm,
  method,
  key_bits: bits = 64,
}) {
  const isUnfair =
    Number(bits) < 64 ||
    method === "sequential" ||
    ["biased", "deterministic"].includes(UNIFORMITY[String(algorithm)]);
  return isUnfair || given !== undefined || where !== undefined;
}

/**
 * Return the origin of a planned response by what is known of the results that its request leaves; no signature is
 * checked here.
 *
 * @param {{ chain_hash: string, round: number }} plan
 * @param {DescribedLeft | undefined} resultsLeft
 * @param {string | undefined} remark a sentence on the occasion of the plan
 * @returns {Origin}
 */
function originOfPlan({ chain_hash, round }, resultsLeft, remark) {
  if (resultsLeft === undefined) return NOT_DRAWN;
  if (resultsLeft.isOne)
    return origin(
      "requester",
      "the request of the plan leaves one result, whatever the round is: whoever made the plan chose it",
    );
  const reason =
    "the signature of the round was not checked: anybody may have made it, to suit the plan";
  return unknown(
    [
      reason,
      describeDue(deriveDue({ chain_hash, round })),
      remark,
      resultsLeft.says,
    ]
      .filter(Boolean)
      .join(". "),
  );
}

/**
 * Return the origin of a proved response. A round of drand is like another text here, as its signature is not checked.
 *
 * @param {{ alpha: { request: JsonObject } }} proof
 * @param {{ [name: string]: string }} unchecked by what was not checked, the reason
 * @param {DescribedLeft | undefined} resultsLeft
 * @returns {Origin}
 */
function originOfProof({ alpha }, unchecked, resultsLeft) {
  if (unchecked.proof)
    return unknown(
      "the key of the proof was not checked: anybody may have made it",
    );
  if (resultsLeft === undefined) return NOT_DRAWN;
  if (isChosen(alpha.request) || resultsLeft.isOne)
    return origin(
      "requester",
      "whoever sent the request could choose by it, or left one result: the key has one seed for it",
    );
  return origin(
    "last_word",
    `the key has one seed for this game, round and request and these texts: whoever could ask for the deal and chose the last of them could try others; nobody could, if your own random text came last. ${resultsLeft.says}`,
  );
}

/**
 * Return whether a card or an integer that a player saw is in the notes.
 *
 * @param {SeenEntry[]} seen the notes: entries, each of stages or of one draw
 */
function hasSeenFaces(seen) {
  return seen
    .flatMap((entry) => entry.dealt_stages ?? [entry])
    .map((entry) => entry.seen ?? entry)
    .some(({ cards, integers }) =>
      (cards ?? integers ?? []).some((face) => face !== null),
    );
}

/**
 * Return the origin of what was drawn from a sealed shoe.
 *
 * @param {CheckedReceipt} receipt
 * @param {SeenEntry[] | undefined} seen what a player saw
 * @param {Confirmed} confirmed
 * @returns {Origin}
 */
function originOfReceipt(
  { server_seed: serverSeed, client_seed: clientSeed, drawn, terms },
  seen,
  { commitment, client_seed: confirmedSeed, own_text: ownText },
) {
  if ((serverSeed ?? null) === null)
    return unknown(
      "a partial receipt does not show that the order came from the seeds: the service could put any order into the tree",
    );
  if (drawn.total === 0)
    return unknown("nothing was drawn, so there is nothing to choose yet");
  if ((clientSeed ?? null) === null)
    return origin(
      "operator",
      "no words of others decided the order: whoever opened the shoe could open others until one suited",
    );
  if (!hasSeenFaces(seen ?? []))
    return unknown(
      "no card was compared with these seeds, so it cannot be told whether the cards came from them",
    );
  const noted =
    commitment === undefined
      ? "you noted this commitment"
      : "the commitment that you noted was shown";
  const hasWords = terms.words !== undefined && terms.words.length > 0;
  if (hasWords && commitment !== undefined && ownText !== undefined)
    return origin(
      "nobody_alone",
      "the terms fixed every text by its hash, and yours is one of them: nobody alone could choose, if it was random, and you gave it after the commitment that you noted was shown",
    );
  if (hasWords)
    return origin(
      "last_word",
      `the terms fixed every text by its hash: whoever knew all texts could try shoes; nobody could, if one of them was yours, random, and told after ${noted}`,
    );
  if (commitment !== undefined && confirmedSeed !== undefined)
    return origin(
      "last_word",
      "you confirmed the commitment and the client seed: nobody could choose, unless whoever held the token gave the last words, or agreed with whoever did",
    );
  const which =
    confirmedSeed === undefined ? "them" : "the ones that you confirmed";
  return origin(
    "last_word",
    `whoever held the token and heard the last words could try others; nobody could, if you gave or heard ${which} after ${noted}`,
  );
}

/**
 * A network of drand: its name, the hexadecimal digits of a signature, whether a round has the signature of the one
 * before, when its first round was due in seconds since 1970, and the seconds between two rounds.
 *
 * @typedef {{ name: string, size: number, isChained?: boolean, genesis: number, period: number }} Chain
 */

/**
 * The networks of drand, by the hash of their chain.
 *
 * @type {{ [hash: string]: Chain }}
 */
export const CHAINS = {
  "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": {
    name: "quicknet",
    size: 96,
    genesis: 1692803367,
    period: 3,
  },
  "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce": {
    name: "default",
    size: 192,
    isChained: true,
    genesis: 1595431050,
    period: 30,
  },
};

/**
 * Check the form of a round of drand.
 *
 * @param {string} where the path of the value
 * @param {unknown} value
 * @returns {asserts value is Beacon}
 */
export function checkBeaconForm(where, value) {
  const names = ["chain_hash", "round", "signature"];
  const beacon = checkObject(
    where,
    value,
    [...names, "previous_signature"],
    names,
  );
  const {
    chain_hash: hash,
    round,
    signature,
    previous_signature: previous,
  } = beacon;
  /** @param {unknown} digits */
  const isLong = (digits) =>
    typeof digits === "string" && digits.length === 192;
  parseDigest(`${where}.chain_hash`, hash);
  checkInteger(`${where}.round`, round, 1, 2 ** 53 - 1);
  parseDigest(`${where}.signature`, signature, isLong(signature) ? 96 : 48);
  if (previous !== undefined)
    parseDigest(
      `${where}.previous_signature`,
      previous,
      isLong(previous) ? 96 : 32,
    );
}

/**
 * Return the first difference between a round of drand and the rounds of its chain, but for the signature itself, or
 * undefined.
 *
 * @param {string} where the path of the round
 * @param {Beacon} beacon
 * @returns {Difference | undefined}
 */
export function findOtherBeacon(
  where,
  { chain_hash: hash, round, signature, previous_signature: previous },
) {
  /**
   * @param {string} name of the member
   * @param {unknown} expected
   * @param {unknown} seen
   */
  const differAt = (name, expected, seen) =>
    differ(`${where}.${name}`, expected, seen);
  if (CHAINS[hash] === undefined)
    return differAt("chain_hash", "the hash of quicknet or of default", hash);
  const { size, isChained } = CHAINS[hash];
  const given = previous ?? undefined;
  if (!isChained && given !== undefined)
    return differAt("previous_signature", undefined, given);
  if (
    isChained &&
    !(given?.length === 192 || (given?.length === 64 && round === 1))
  )
    return differAt(
      "previous_signature",
      "the signature of the round before",
      given,
    );
  if (signature.length !== size)
    return differAt("signature", `${size} hexadecimal digits`, signature);
}

/**
 * Return the time at which a round of drand was due, in seconds since 1970; undefined for none.
 *
 * @param {{ chain_hash: string, round: number }} [beacon]
 * @returns {number | undefined}
 */
export function deriveDue(beacon) {
  if (beacon === undefined || CHAINS[beacon.chain_hash] === undefined)
    return undefined;
  const { chain_hash: hash, round } = beacon;
  const due = CHAINS[hash].genesis + (round - 1) * CHAINS[hash].period;
  return Number.isSafeInteger(due) ? due : undefined;
}

const YEAR_10000 = 253_402_300_800; // seconds since 1970
const DATE = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeZone: "UTC",
});

/**
 * Return a sentence with the date of a time in seconds since 1970, "" for none.
 *
 * @param {number | undefined} due
 * @returns {string}
 */
export function describeDue(due) {
  if (due === undefined) return "";
  if (due >= YEAR_10000) return "The round was due after the year 9999";
  const time = new Date(1000 * due);
  return `The round was due on ${DATE.format(time)} at ${time.toISOString().slice(11, 19)} UTC`;
}

/**
 * Return the result of the check of a receipt with a `beacon` as its client seed: the label must end with the name of
 * the round. A chain that is not in CHAINS has no name that a label could end with, and is a difference. The signature
 * stays `unchecked`: there is no BLS here.
 *
 * @param {CheckResult} result
 * @param {{ beacon: unknown, receipt: CheckedReceipt }} file
 * @returns {Promise<CheckResult>}
 */
export async function addBeacon(
  result,
  { beacon, receipt: { terms, client_seed: clientSeed } },
) {
  checkBeaconForm("beacon", beacon);
  if (result.valid === false) return result;
  const difference =
    findOtherLabel(beacon, terms) ??
    findOtherBeacon("beacon", beacon) ??
    (await findOtherRandomness(beacon, clientSeed));
  if (difference) return { valid: false, difference };
  const { notes } = result;
  return {
    valid: null,
    unchecked: { ...result.unchecked, beacon: NO_BLS },
    ...(notes && { notes }),
  };
}

/**
 * Return a difference if a label does not name the round of a beacon, and no other, at its end: "game 7, quicknet round
 * 1000". A chain that is not in CHAINS has no name.
 *
 * @param {Beacon} beacon
 * @param {CheckedReceipt["terms"]} terms
 * @returns {Difference | undefined}
 */
function findOtherLabel({ chain_hash: chainHash, round: number }, terms) {
  const chain = CHAINS[chainHash];
  if (chain === undefined) return undefined;
  const { label = "" } = terms;
  const round = `${chain.name} round ${number}`;
  const namedRounds = label.match(/(?:quicknet|default) round [0-9]+/g) ?? [];
  const namesOne = namedRounds.length === 1 && namedRounds[0] === round;
  if (namesOne && label.endsWith(round)) return undefined;
  return {
    where: "terms.label",
    expected: `… ${round}`,
    seen: terms.label,
    detail:
      "the terms do not name this round of drand, and no other, at the end of their label",
  };
}

/**
 * Return a difference if a client seed is not the randomness of a beacon, the digest of its signature.
 *
 * @param {Beacon} beacon
 * @param {unknown} clientSeed
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherRandomness({ signature }, clientSeed) {
  const randomness = await hashParts(
    parseDigest("beacon.signature", signature, signature.length / 2),
  );
  if (clientSeed === randomness) return undefined;
  return {
    where: "client_seed",
    expected: randomness,
    seen: clientSeed,
    detail: "the client seed is not the randomness of this round of drand",
  };
}

/** The reason why the signature of a round of drand is unchecked. */
export const NO_BLS =
  "its BLS signature is not verified here; drand's clients do so, and /v1/verify with the extra drand";
