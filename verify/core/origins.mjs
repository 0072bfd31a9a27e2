/** Who could choose the randomness of a result. Implemented from docs/fairness.md ("Who chose"). */
import { hashParts } from "./canonical.mjs";
import { UNIFORMITY } from "./shuffles.mjs";
import {
  checkInteger,
  checkObject,
  isObject,
  parseDigest,
} from "./validation.mjs";

/** Each value of `chosen_by` in words. */
export const CHOOSERS = {
  requester: "chosen by the requester",
  operator: "chosen by the operator",
  last_word: "the last word decided",
  nobody_alone: "chosen by nobody alone",
  unknown: "unknown who chose",
};

const origin = (chosen_by, rests_on) => ({ chosen_by, rests_on });
const unknown = (reason) => origin("unknown", reason);
export const NOT_DRAWN = unknown("the result was not compared with its seed");

/** Return `chosen_by` and `rests_on` for a file, the result of its check, and what the reader confirms. */
export function findOrigin(
  file,
  { valid, unchecked = {}, left, remark },
  confirmed = {},
) {
  if (valid === false)
    return unknown("something differs, so it cannot be told who chose");
  if (isObject(file.plan)) return originOfPlan(file.plan, left, remark);
  if (file.proof !== undefined)
    return originOfProof(file.proof, unchecked, left);
  const receipt = typeof file.receipt === "string" ? file : file.receipt;
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

/** Return whether a request chooses: its results are not equally likely by it. */
export function isChosen({
  given,
  where,
  algorithm,
  method,
  key_bits: bits = 64,
}) {
  const isUnfair =
    bits < 64 ||
    method === "sequential" ||
    ["biased", "deterministic"].includes(UNIFORMITY[algorithm]);
  return isUnfair || given !== undefined || where !== undefined;
}

/** Return the origin of a planned response by what is known of the results that its request leaves; no signature is checked here. */
function originOfPlan({ chain_hash, round }, left, remark) {
  if (left === undefined) return NOT_DRAWN;
  if (left.isOne)
    return origin(
      "requester",
      "the request of the plan leaves one result, whatever the round is: whoever made the plan chose it",
    );
  const reason =
    "the signature of the round was not checked: anybody may have made it, to suit the plan";
  return unknown(
    [reason, describeDue(deriveDue({ chain_hash, round })), remark, left.says]
      .filter(Boolean)
      .join(". "),
  );
}

/** A round of drand is like another text here, as its signature is not checked. */
function originOfProof({ alpha }, unchecked, left) {
  if (unchecked.proof)
    return unknown(
      "the key of the proof was not checked: anybody may have made it",
    );
  if (left === undefined) return NOT_DRAWN;
  if (isChosen(alpha.request) || left.isOne)
    return origin(
      "requester",
      "whoever sent the request could choose by it, or left one result: the key has one seed for it",
    );
  return origin(
    "last_word",
    `the key has one seed for this game, round and request and these texts: whoever could ask for the deal and chose the last of them could try others; nobody could, if your own random text came last. ${left.says}`,
  );
}

function originOfReceipt(
  { server_seed: seed, client_seed: given, drawn, terms },
  seen,
  { commitment, client_seed: words, own_text: ownText },
) {
  if ((seed ?? null) === null)
    return unknown(
      "a partial receipt does not show that the order came from the seeds: the service could put any order into the tree",
    );
  if (drawn.total === 0)
    return unknown("nothing was drawn, so there is nothing to choose yet");
  if ((given ?? null) === null)
    return origin(
      "operator",
      "no words of others decided the order: whoever opened the shoe could open others until one suited",
    );
  const entries = (seen ?? [])
    .flatMap((one) => one.dealt_stages ?? [one])
    .map((one) => one.seen ?? one);
  if (
    !entries.some(({ cards, integers }) =>
      (cards ?? integers ?? []).some((face) => face !== null),
    )
  )
    return unknown(
      "no card was compared with these seeds, so it cannot be told whether the cards came from them",
    );
  const noted =
    commitment === undefined
      ? "you noted this commitment"
      : "the commitment that you noted was shown";
  const hasWords = terms.words?.length > 0;
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
  if (commitment !== undefined && words !== undefined)
    return origin(
      "last_word",
      "you confirmed the commitment and the client seed: nobody could choose, unless whoever held the token gave the last words, or agreed with whoever did",
    );
  const which = words === undefined ? "them" : "the ones that you confirmed";
  return origin(
    "last_word",
    `whoever held the token and heard the last words could try others; nobody could, if you gave or heard ${which} after ${noted}`,
  );
}

/** The networks of drand, by the hash of their chain. */
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

/** Check the form of a round of drand. */
export function checkBeaconForm(where, beacon) {
  const names = ["chain_hash", "round", "signature"];
  checkObject(where, beacon, [...names, "previous_signature"], names);
  const {
    chain_hash: hash,
    round,
    signature,
    previous_signature: previous,
  } = beacon;
  parseDigest(`${where}.chain_hash`, hash);
  checkInteger(`${where}.round`, round, 1, 2 ** 53 - 1);
  parseDigest(
    `${where}.signature`,
    signature,
    signature?.length === 192 ? 96 : 48,
  );
  if (previous !== undefined)
    parseDigest(
      `${where}.previous_signature`,
      previous,
      previous?.length === 192 ? 96 : 32,
    );
}

/** Return the first difference between a round of drand and the rounds of its chain, but for the signature itself, or undefined. */
export function findOtherBeacon(
  where,
  { chain_hash: hash, round, signature, previous_signature: previous },
) {
  const { size, isChained } = CHAINS[hash] ?? {};
  const differ = (name, expected, seen) => ({
    where: `${where}.${name}`,
    expected,
    seen,
  });
  if (size === undefined)
    return differ("chain_hash", "the hash of quicknet or of default", hash);
  const given = previous ?? undefined;
  if (!isChained && given !== undefined)
    return differ("previous_signature", undefined, given);
  if (
    isChained &&
    !(given?.length === 192 || (given?.length === 64 && round === 1))
  )
    return differ(
      "previous_signature",
      "the signature of the round before",
      given,
    );
  if (signature.length !== size)
    return differ("signature", `${size} hexadecimal digits`, signature);
}

/** Return the time at which a round of drand was due, in seconds since 1970; undefined for none. */
export function deriveDue({ chain_hash: hash, round } = {}) {
  if (CHAINS[hash] === undefined) return undefined;
  const due = CHAINS[hash].genesis + (round - 1) * CHAINS[hash].period;
  return Number.isSafeInteger(due) ? due : undefined;
}

const YEAR_10000 = 253_402_300_800; // seconds since 1970
const DATE = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeZone: "UTC",
});

/** Return a sentence with the date of a time in seconds since 1970, "" for none. */
export function describeDue(due) {
  if (due === undefined) return "";
  if (due >= YEAR_10000) return "The round was due after the year 9999";
  const time = new Date(1000 * due);
  return `The round was due on ${DATE.format(time)} at ${time.toISOString().slice(11, 19)} UTC`;
}

/**
 * Return the result of the check of a receipt with a `beacon` as its client seed: the label must end with the name of the round.
 * The signature stays `unchecked`: there is no BLS here.
 */
export async function addBeacon(
  result,
  { beacon, receipt: { terms, client_seed: seed } },
) {
  checkBeaconForm("beacon", beacon);
  if (result.valid === false) return result;
  const { name } = CHAINS[beacon.chain_hash] ?? {};
  const { label = "" } = terms;
  const [round, named] = [
    `${name} round ${beacon.round}`,
    label.match(/(?:quicknet|default) round [0-9]+/g) ?? [],
  ];
  const fail = (where, expected, seen, detail) => ({
    valid: false,
    difference: { where, expected, seen, detail },
  });
  if (
    name &&
    (named.length !== 1 || named[0] !== round || !label.endsWith(round))
  )
    return fail(
      "terms.label",
      `… ${round}`,
      terms.label,
      "the terms do not name this round of drand, and no other, at the end of their label",
    );
  const other = findOtherBeacon("beacon", beacon);
  if (other) return { valid: false, difference: other };
  const randomness = await hashParts(
    Uint8Array.from(beacon.signature.match(/../g), (byte) =>
      Number.parseInt(byte, 16),
    ),
  );
  if (seed !== randomness)
    return fail(
      "client_seed",
      randomness,
      seed,
      "the client seed is not the randomness of this round of drand",
    );
  const { notes } = result;
  return {
    valid: null,
    unchecked: { ...result.unchecked, beacon: NO_BLS },
    ...(notes && { notes }),
  };
}

export const NO_BLS =
  "its BLS signature is not verified here; drand's clients do so, and /v1/verify with the extra drand";
