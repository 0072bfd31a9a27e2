/** The check of a signed state of a sealed shoe. Implemented from docs/definitions/sealed.md alone. */
// @ts-check
import { checkObject, differ, parseDigest } from "../core/validation.mjs";
import {
  checkSignedForm,
  findSigner,
  isSignedBy,
  stateMessage,
} from "./sealed.mjs";

/** @import { CheckResult, JsonObject } from "../core/validation.mjs" */

/**
 * Return the result of the check of a signed state with the public keys of the service.
 *
 * @param {JsonObject} file
 * @param {{ keys?: unknown } | null} [keys] a JWK set
 * @returns {Promise<CheckResult>}
 */
export async function checkState(file, keys) {
  const names = ["digest", "signed"];
  const { digest, signed } = checkObject("", file, names, names);
  parseDigest("digest", digest);
  checkSignedForm(signed);
  const key = findSigner(keys, signed.kid);
  if (key === undefined)
    return {
      valid: null,
      unchecked: {
        signed: `the key ${signed.kid} is not among those given; it is published at /.well-known/jwks.json`,
      },
    };
  if (await isSignedBy(key, signed.signature, stateMessage(digest)))
    return { valid: true };
  return {
    valid: false,
    difference: differ(
      "signed.signature",
      `a signature by the key ${signed.kid} of this digest`,
      signed.signature,
    ),
  };
}
