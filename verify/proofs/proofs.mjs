/** The check of proved responses (scheme vrf1). Implemented from docs/definitions/proofs.md alone. */
// @ts-check
import { concatenate, toHex, utf8 } from "../core/bytes.mjs";
import { canonicalJson, hashParts } from "../core/canonical.mjs";
import { isValidKey, proofToHash, verify } from "../core/ecvrf.mjs";
import { fromBase64url, toBase64url } from "../core/jwk.mjs";
import {
  NO_BLS,
  checkBeaconForm,
  findOtherBeacon,
  isChosen,
} from "../core/origins.mjs";
import { checkFixedList } from "../requests/paths.mjs";
import { checkSeeded } from "../responses/response_form.mjs";
import { examineResponse } from "../responses/responses.mjs";
import { UNCOUNTED } from "../core/results_left.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  differ,
  isObject,
  parseDigest,
  requireObject,
} from "../core/validation.mjs";

const ALGORITHM = "ECVRF-EDWARDS25519-SHA512-TAI";

/**
 * @import { Bytes } from "../core/bytes.mjs"
 * @import { Beacon, Confirmed, CountedResult, DescribedLeft } from "../core/origins.mjs"
 * @import { Difference, JsonObject } from "../core/validation.mjs"
 */

/**
 * What a proof is of: the game, its round, the players' texts, and the request; perhaps a round of drand.
 *
 * @typedef {object} Alpha
 * @property {string} scheme "vrf1"
 * @property {string} stream "sd1"
 * @property {string} game
 * @property {number} round
 * @property {string[]} players
 * @property {JsonObject} request
 * @property {Beacon} [beacon]
 */

/**
 * A proof: the id of its key, what it is of, and the proof of the function in hexadecimal digits.
 *
 * @typedef {{ scheme: string, kid: string, alpha: Alpha, pi: string }} Proof
 */

/**
 * The public key of the function as a JWK, whose `kid` is its thumbprint.
 *
 * @typedef {{ crv: string, kty: string, x: string, kid: string, use: string, alg: string }} VrfJwk
 */

/**
 * Return the parts of the input of the function: a prefix, alpha.
 *
 * @param {object} alpha
 * @returns {[prefix: Bytes, alpha: Bytes]}
 */
export const inputParts = (alpha) => [
  utf8("shuffle-and-deal vrf 1\n"),
  utf8(canonicalJson(alpha)),
];

/**
 * Check the members of a proof and of its alpha; the request is compared with the response later.
 *
 * @param {unknown} value
 * @returns {asserts value is Proof}
 */
function checkForm(value) {
  const names = ["scheme", "kid", "alpha", "pi"];
  const members = ["scheme", "stream", "game", "round", "players", "request"];
  const proof = checkObject("proof", value, names, names);
  checkChoice("proof.scheme", proof.scheme, ["vrf1"]);
  checkText("proof.kid", proof.kid);
  const alpha = checkObject(
    "proof.alpha",
    proof.alpha,
    [...members, "beacon"],
    members,
  );
  checkChoice("proof.alpha.scheme", alpha.scheme, ["vrf1"]);
  checkChoice("proof.alpha.stream", alpha.stream, ["sd1"]);
  checkText("proof.alpha.game", alpha.game);
  checkInteger("proof.alpha.round", alpha.round, 0, 2 ** 53 - 1);
  const players = checkList("proof.alpha.players", alpha.players);
  if (players.length < 1 || players.length > 64)
    throw new Refused("proof.alpha.players", "1 to 64 texts were expected");
  players.forEach((text, i) => checkText(`proof.alpha.players[${i}]`, text));
  requireObject("proof.alpha.request", alpha.request);
  if (Object.hasOwn(alpha, "beacon"))
    checkBeaconForm("proof.alpha.beacon", alpha.beacon);
}

/**
 * Return the JWK of a public key, whose `kid` is its thumbprint (RFC 7638).
 *
 * @param {Bytes} publicKey 32 bytes
 * @returns {Promise<VrfJwk>}
 */
export async function publicJwk(publicKey) {
  const required = { crv: "Ed25519", kty: "OKP", x: toBase64url(publicKey) };
  const thumbprint = parseDigest(
    "kid",
    await hashParts(utf8(canonicalJson(required))),
  );
  return {
    ...required,
    kid: toBase64url(thumbprint),
    use: "vrf",
    alg: ALGORITHM,
  };
}

/**
 * Return whether a JWK is the one of a public key, as far as both say.
 *
 * @param {JsonObject} jwk
 * @param {Bytes} key
 */
async function isJwkOf(jwk, key) {
  const { crv, kty, x, kid } = await publicJwk(key);
  return jwk.crv === crv && jwk.kty === kty && jwk.x === x && jwk.kid === kid;
}

/**
 * Return the bytes of the public key with an id in a JWK set, or undefined if it is not there or there is no set.
 *
 * @param {{ keys?: unknown } | null | undefined} jwkSet
 * @param {string} kid
 * @returns {Promise<Bytes | undefined>}
 */
async function findKey(jwkSet, kid) {
  if (!jwkSet) return undefined;
  const jwk = checkList("keys", jwkSet.keys)
    .filter(isObject)
    .find((entry) => entry.kid === kid && entry.alg === ALGORITHM);
  if (jwk === undefined) return undefined;
  const key = fromBase64url(jwk.x, 32);
  if (key !== undefined && isValidKey(key) && (await isJwkOf(jwk, key)))
    return key;
  throw new Refused("keys", `${kid} is not the id of a valid key`);
}

/**
 * Return a sentence on what the callers agreed on, which they alone know.
 *
 * @param {Alpha} alpha
 */
function describeTerms({ game, round, players }) {
  const texts = players.map((text) => JSON.stringify(text));
  return `The proof is for the game ${JSON.stringify(game)}, round ${round}, the players ${texts.join(", ")}: compare them with yours.`;
}

/**
 * Return what is known of the results that the request of a proof leaves: nothing is counted if it chooses.
 *
 * @param {JsonObject} request
 * @param {() => DescribedLeft} countResults
 * @returns {DescribedLeft}
 */
const leftBy = (request, countResults) =>
  isChosen(request) ? UNCOUNTED : countResults();

/**
 * Return the first difference of the terms of a proof from the response, and from what the reader confirms.
 *
 * @param {JsonObject} response
 * @param {Alpha} alpha the terms, which the proof is for
 * @param {string} seed that follows from the proof
 * @param {Confirmed["own_text"]} ownText the text of the reader, who is one of the players
 * @returns {Difference | undefined}
 */
function findOtherTerms(response, alpha, seed, ownText) {
  const otherBeacon =
    alpha.beacon && findOtherBeacon("proof.alpha.beacon", alpha.beacon);
  if (otherBeacon) return otherBeacon;
  if (response.seed !== seed) return differ("seed", seed, response.seed);
  if (response.index !== 0) return differ("index", 0, response.index);
  const { players } = alpha;
  if (ownText === undefined || players.includes(ownText)) return undefined;
  return differ("proof.alpha.players", ownText, players);
}

/**
 * Return the reasons for what is not checked of a proved response.
 *
 * @param {Proof} proof
 * @param {boolean} hasKey whether the public key of the proof is known
 * @param {{ [name: string]: string } | undefined} others what is not checked of its result
 */
function listUnchecked({ kid, alpha }, hasKey, others) {
  /** @type {{ [name: string]: string }} */
  const unchecked = {};
  if (!hasKey)
    unchecked.proof = `the key ${kid} is not among those given; it is published at /.well-known/jwks.json`;
  if (alpha.beacon) unchecked.beacon = NO_BLS;
  Object.assign(unchecked, others);
  // The whole list is here, and its hash is the one in alpha: its items are checked
  if (unchecked.items && !unchecked.items_sha256) delete unchecked.items;
  return unchecked;
}

/**
 * Return the result of the check of a proved response with the public keys, a JWK set. The checks are made in the order
 * of docs/definitions/proofs.md: the first that fails is the result. Without the key it is only checked that the seed
 * is the output of pi, and the signature of a beacon never is: then `valid` is null, and `unchecked` says why. Throw
 * `Refused` for a response of another form, and for a proof of a list without its hash.
 *
 * @param {JsonObject} file the response
 * @param {{ keys?: unknown } | null} [jwkSet] the public keys of the service
 * @param {Confirmed} confirmed
 * @returns {Promise<CountedResult>}
 */
export async function checkProvedResponse(
  { proof, ...response },
  jwkSet,
  { own_text: ownText } = {},
) {
  checkForm(proof);
  checkSeeded(response);
  const { kid, alpha, pi } = proof;
  const key = await findKey(jwkSet, kid);
  const bytes = parseDigest("proof.pi", pi, 80);
  const beta = await (key
    ? verify(key, concatenate(...inputParts(alpha)), bytes)
    : proofToHash(bytes));
  if (beta === undefined) {
    const expected = `a proof of alpha under the key ${kid}`;
    return { valid: false, difference: differ("proof.pi", expected, pi) };
  }
  const otherTerms = findOtherTerms(response, alpha, toHex(beta), ownText);
  if (otherTerms) return { valid: false, difference: otherTerms };
  checkFixedList(
    "proof.alpha.request",
    alpha.request,
    alpha.request.items_sha256,
  );
  const { result, countResults } = await examineResponse({
    ...response,
    proof,
  });
  if (result.difference) return result;
  const unchecked = listUnchecked(proof, key !== undefined, result.unchecked);
  const notes = [describeTerms(alpha)];
  const resultsLeft = countResults && leftBy(alpha.request, countResults);
  return Object.keys(unchecked).length > 0
    ? { valid: null, unchecked, notes, resultsLeft }
    : { valid: true, notes, resultsLeft };
}
