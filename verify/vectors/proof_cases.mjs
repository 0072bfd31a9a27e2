/**
 * Cases of the verifiable random function and of proved responses (scheme vrf1) in the golden vectors, computed anew.
 */
// @ts-check
import { concatenate, toHex } from "../core/bytes.mjs";
import { canonicalJson, hashList } from "../core/canonical.mjs";
import { Refused } from "../core/validation.mjs";
import { deriveVrfKey, proofToHash, prove } from "../core/ecvrf.mjs";
import { nameRequest } from "../requests/written_requests.mjs";
import { alter } from "./lives.mjs";
import {
  checkProvedResponse,
  inputParts,
  publicJwk,
} from "../proofs/proofs.mjs";
import { deriveResponse } from "../responses/expected.mjs";
import { openDraw } from "../responses/results.mjs";

/**
 * @import { Bytes } from "../core/bytes.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { VrfJwk } from "../proofs/proofs.mjs"
 * @import { Alteration } from "./lives.mjs"
 */

/**
 * A hand of a deal, the seat of which is text: "1", "north".
 *
 * @typedef {{ seat: string }} Hand
 */

/**
 * The body of a request of the vectors: `key` in `prove` stands for the key that the secret has.
 *
 * @typedef {JsonObject & { items?: unknown[], repeats?: number, prove: JsonObject & { key: unknown } }} ProvedRequest
 */

/**
 * What a check found, as the vectors have it: where it differs, or what is refused, and the names of what is unchecked.
 *
 * @typedef {{ valid: boolean | null, where?: string, refused?: string, unchecked?: string[] }} Finding
 */

/**
 * Return the bytes of hexadecimal digits.
 *
 * @param {string} digits
 */
const fromHex = (digits) => Uint8Array.from(Buffer.from(digits, "hex"));

/**
 * Return the output of a proof that is one of an input, in hexadecimal digits.
 *
 * @param {Bytes} pi the proof
 */
async function hashProof(pi) {
  const output = await proofToHash(pi);
  if (output === undefined) throw new Error("the proof has no output");
  return toHex(output);
}

/**
 * Return the public key, the proof and the output of an input under a secret key.
 *
 * @param {{ secret: string, input: string }} entry in hexadecimal digits
 */
export async function solveFunction({ secret, input }) {
  const { publicKey } = await deriveVrfKey(fromHex(secret));
  const pi = await prove(fromHex(secret), fromHex(input));
  return {
    secret,
    input,
    public_key: toHex(publicKey),
    pi: toHex(pi),
    beta: await hashProof(pi),
  };
}

/**
 * Return a hand with its seat as a number, or a list of such hands.
 *
 * @param {Hand | Hand[]} hand
 * @returns {unknown}
 */
const numberSeat = (hand) =>
  Array.isArray(hand)
    ? hand.map(numberSeat)
    : { ...hand, seat: Number(hand.seat) };

/**
 * Return a result as the vectors have it. FROZEN: there, the seats of a deal of no game are numbers.
 *
 * @template {{ hands?: (Hand | Hand[])[] }} Result
 * @param {JsonObject} request
 * @param {Result} result
 * @returns {Omit<Result, "hands"> & { hands?: unknown[] }}
 */
export function numberSeats({ game }, result) {
  return game === undefined && result.hands
    ? { ...result, hands: result.hands.map(numberSeat) }
    : { ...result };
}

/**
 * Return what the check of a proved response finds with a key.
 *
 * @param {JsonObject} file the response
 * @param {VrfJwk} jwk
 * @returns {Promise<Finding>}
 */
async function summarizeCheck(file, jwk) {
  try {
    const result = await checkProvedResponse(file, { keys: [jwk] });
    const { valid, difference, unchecked } = result;
    return {
      valid,
      ...(difference && { where: difference.where }),
      ...(unchecked && { unchecked: Object.keys(unchecked) }),
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { valid: null, refused: error.where };
  }
}

/**
 * Return what the check of an altered response finds. A member that is not known is unchecked. FROZEN: in the vectors
 * it is refused.
 *
 * @param {JsonObject} response as it was
 * @param {Alteration} alteration
 * @param {VrfJwk} jwk
 */
async function solveAltered(response, { path, value }, jwk) {
  const altered = alter(response, path, value);
  const { unchecked, ...finding } = await summarizeCheck(altered, jwk);
  const member = String(path[0]);
  const isUnknown =
    !Object.hasOwn(response, member) && unchecked?.includes(member);
  const alteration = value === undefined ? { path } : { path, value };
  if (isUnknown) return { ...alteration, ...finding, refused: member };
  return { ...alteration, ...finding, ...(unchecked && { unchecked }) };
}

/**
 * Return the case of a proved request, computed anew: its path, its alpha in canonical JSON, its response with the
 * proof, and what the check finds of it, and of altered ones.
 *
 * @param {object} entry
 * @param {string} entry.secret in hexadecimal digits
 * @param {string} entry.path of the endpoint
 * @param {ProvedRequest} entry.asked
 * @param {Alteration[]} [entry.altered]
 */
export async function solveProof({ secret, path, asked, altered = [] }) {
  const { prove: terms, ...body } = asked;
  const { key: _, ...termsWithoutKey } = terms;
  const { publicKey } = await deriveVrfKey(fromHex(secret));
  const jwk = await publicJwk(publicKey);
  const drawRequest = {
    path: `${path}${body.repeats === undefined ? "" : "/batch"}`,
    ...body,
  };
  const draw = openDraw(drawRequest);
  const request = {
    ...nameRequest(draw),
    ...(body.items && { items_sha256: await hashList(body.items) }),
  };
  const alpha = { scheme: "vrf1", stream: "sd1", ...termsWithoutKey, request };
  const pi = await prove(fromHex(secret), concatenate(...inputParts(alpha)));
  const seed = await hashProof(pi);
  const proof = { scheme: "vrf1", kid: jwk.kid, alpha, pi: toHex(pi) };
  const response = await deriveResponse({
    ...drawRequest,
    seed,
    prove: termsWithoutKey,
  });
  const answer = JSON.parse(
    JSON.stringify({ ...numberSeats(draw.request, response), proof }),
  );
  const results = [];
  for (const alteration of altered)
    results.push(await solveAltered(answer, alteration, jwk));
  return {
    secret,
    jwk,
    path,
    asked: { ...body, prove: { key: jwk.kid, ...termsWithoutKey } },
    canonical: canonicalJson(alpha),
    answer,
    ...(await summarizeCheck(answer, jwk)),
    ...(results.length && { altered: results }),
  };
}
