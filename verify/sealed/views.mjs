/**
 * The check of a shoe of any length with the views of a seat, a part of them at a time. Implemented from
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { buildResult } from "./receipts.mjs";
import { checkSigned } from "./sealed.mjs";
import { Refused, differ, isObject } from "../core/validation.mjs";

/**
 * @import { CheckResult, Difference, JsonObject } from "../core/validation.mjs"
 * @import { Notes } from "./notes.mjs"
 * @import { PartCheck } from "./draw_parts.mjs"
 */

/**
 * Return the result of the check of a receipt, full or partial, or of the response that has it: `valid`, the first
 * `difference`, and the reasons for what is `unchecked`. `views` has all responses of the shoe in their order, as a
 * seat has them, or the `seen` of each: a list, or an iterator, which may be asynchronous. The digest goes from draw to
 * draw, and memory does not grow with them. `notes` are what a player noted: `commitment`, `digest`, `client_seed`,
 * `own_text`, and `shown`, cards that other players showed; `items` is the list that numbers stand for. `signers` is
 * the JWK set of the service, by which each response must be signed; `part` is how many views are checked at a time.
 * Throw `Refused` for what cannot be checked.
 *
 * @param {unknown} given
 * @param {Iterable<JsonObject> | AsyncIterable<JsonObject>} views
 * @param {Notes & { part?: number, signers?: { keys?: unknown } | null }} notes
 * @returns {Promise<CheckResult>}
 */
export async function checkViews(
  given,
  views,
  { part: partLength = 100, signers, ...notes } = {},
) {
  const check = await openCheck(given, notes);
  let unsigned = 0; // responses without a signature
  for await (const part of splitViews(views, partLength)) {
    const difference = await check.take(part);
    if (difference) return { valid: false, difference };
    if (!signers) continue;
    const signatures = await checkSignatures(part, signers);
    if (signatures.difference)
      return { valid: false, difference: signatures.difference };
    unsigned += signatures.unsigned;
  }
  const result = await check.end();
  if (unsigned === 0 || result.valid === false) return result;
  return buildResult({
    ...result.unchecked,
    signed: `${unsigned} responses are not signed`,
  });
}

/**
 * Yield views in lists of `length`; the last one may be shorter.
 *
 * @param {Iterable<JsonObject> | AsyncIterable<JsonObject>} views
 * @param {number} length
 * @returns {AsyncGenerator<JsonObject[], void>}
 */
async function* splitViews(views, length) {
  /** @type {JsonObject[]} */
  let part = [];
  for await (const view of views) {
    part.push(view);
    if (part.length < length) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/**
 * Return the first difference of a signature from one of the service, and how many views before it are not signed.
 *
 * @param {JsonObject[]} views
 * @param {{ keys?: unknown }} signers a JWK set
 * @returns {Promise<{ difference?: Difference, unsigned: number }>}
 */
async function checkSignatures(views, signers) {
  let unsigned = 0;
  for (const { digest, signed } of views) {
    if (!signed) {
      unsigned++;
    } else if (!(await isSigned(digest, signed, signers))) {
      const difference = differ("signed", SIGNATURE, signed);
      return { difference, unsigned };
    }
  }
  return { unsigned };
}

/**
 * Return a check in parts of a receipt, full or partial, or of the response that has it.
 *
 * @param {unknown} given
 * @param {Notes} notes
 * @returns {Promise<PartCheck>}
 */
async function openCheck(given, notes) {
  const receipt =
    isObject(given) && isObject(given.receipt) ? given.receipt : given;
  if (!isObject(receipt))
    throw new Refused("receipt", "an object was expected");
  if (receipt.server_seed !== undefined)
    return (await import("./sealed_draws.mjs")).openDraws(receipt, notes);
  return (await import("./partial.mjs")).openPartialDraws(receipt, notes);
}

const SIGNATURE = "a signature of this digest by a key of the service";

/**
 * Return whether a state is signed by one of the service's keys.
 *
 * @param {unknown} digest
 * @param {unknown} signed what is signed beside it
 * @param {{ keys?: unknown } | null | undefined} signers a JWK set
 */
async function isSigned(digest, signed, signers) {
  try {
    await checkSigned(digest, signed, signers);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
