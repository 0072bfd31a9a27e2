/** The check of a shoe of any length with the views of a seat, a part of them at a time. Implemented from docs/definitions/sealed.md alone. */
import { buildResult, differ } from "./receipts.mjs";
import { checkSigned } from "./sealed.mjs";
import { Refused, isObject } from "../core/validation.mjs";

/**
 * Return the result of the check of a receipt, full or partial, or of the response that has it: `valid`, the first `difference`, and the
 * reasons for what is `unchecked`. `views` has all responses of the shoe in their order, as a seat has them, or the `seen` of each: a
 * list, or an iterator, which may be asynchronous. The digest goes from draw to draw, and memory does not grow with them. `notes` are what a player noted: `commitment`,
 * `digest`, `client_seed`, `own_text`, and `shown`, cards that other players showed; `items` is the list that numbers stand for. `signers` is the JWK set of
 * the service, by which each response must be signed; `part` is how many views are checked at a time.
 * Throw `Refused` for what cannot be checked.
 */
export async function checkViews(
  given,
  views,
  { part: most = 100, signers, ...notes } = {},
) {
  const receipt = isObject(given?.receipt) ? given.receipt : given;
  if (!isObject(receipt))
    throw new Refused("receipt", "an object was expected");
  const isFull = receipt.server_seed !== undefined;
  const open = isFull
    ? (await import("./draws.mjs")).openDraws
    : (await import("./partial.mjs")).openPartialDraws;
  const { take, end } = await open(receipt, notes);
  let [part, unsigned] = [[], 0];
  async function findWrongSignature() {
    for (const { digest, signed } of signers ? part : [])
      if (!signed) unsigned++;
      else if (!(await isSigned(digest, signed, signers)))
        return differ("signed", SIGNATURE, signed);
  }
  const takePart = async () => {
    const difference = (await take(part)) ?? (await findWrongSignature());
    part = [];
    return difference && { valid: false, difference };
  };
  for await (const view of views) {
    part.push(view);
    const refused = part.length === most && (await takePart());
    if (refused) return refused;
  }
  const refused = part.length > 0 && (await takePart());
  const result = refused || (await end());
  if (unsigned === 0 || result.valid === false) return result;
  return buildResult({
    ...result.unchecked,
    signed: `${unsigned} responses are not signed`,
  });
}

const SIGNATURE = "a signature of this digest by a key of the service";

async function isSigned(digest, signed, signers) {
  try {
    await checkSigned(digest, signed, signers);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
