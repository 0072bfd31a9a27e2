/** The comparison of a response with what was expected. */
// @ts-check
import { findDifference } from "../responses/differences.mjs";

/**
 * @import { PublicJwk } from "../core/jwk.mjs"
 * @import { Below } from "../core/stream.mjs"
 * @import { CheckResult, Difference, JsonObject } from "../core/validation.mjs"
 */

/**
 * What is sent besides a path: a POST of a body if there is one, of JSON or as a text; the type that is asked for; and
 * further headers.
 *
 * @typedef {object} RequestOptions
 * @property {unknown} [body]
 * @property {string} [accept] by default JSON
 * @property {{ [name: string]: string }} [headers]
 */

/**
 * A response of the service: its body as bytes, and as a text.
 *
 * @typedef {{ status: number, headers: Headers, bytes: Uint8Array, text: string }} ServiceResponse
 */

/**
 * A function that sends a request to the service.
 *
 * @typedef {(path: string, options?: RequestOptions) => Promise<ServiceResponse>} Send
 */

/**
 * The check of a file (check.mjs), with the public keys of the service for what is proved.
 *
 * @typedef {(file: JsonObject, keys?: JwkSet) => Promise<CheckResult>} CheckFile
 */

/**
 * A public key of the service, with its id and its use.
 *
 * @typedef {PublicJwk & { [name: string]: unknown }} ServiceKey
 */

/**
 * The public keys of the service.
 *
 * @typedef {{ keys: ServiceKey[] }} JwkSet
 */

/**
 * What the checks of a deployment have in common: what they ask with, and what they tell.
 *
 * @typedef {object} Context
 * @property {Send} send
 * @property {CheckFile} check
 * @property {string} seed of all random requests
 * @property {Below} below a function from a bound to a random integer below it
 * @property {(text: string) => void} note a function that adds a sentence to the notes
 * @property {(label: string, reason?: string) => void} count a function that counts a request; with a reason, it was
 *   answered wrongly
 * @property {unknown} [version] of the service, as it says
 * @property {boolean} [isSeeded] whether it takes seeds
 */

/**
 * What is wrong with the JSON of a response, in words; undefined if nothing is.
 *
 * @template [Json=JsonObject]
 * @typedef {(json: Json) => string | undefined | Promise<string | undefined>} FindFault
 */

/**
 * Return what is different in words, or undefined.
 *
 * @param {Difference | undefined} difference
 * @returns {string | undefined} "index: expected 0, seen 1"
 */
export function describeDifference(difference) {
  if (difference === undefined) return undefined;
  /** @param {unknown} value */
  const format = (value) =>
    (value === undefined ? "nothing" : JSON.stringify(value)).slice(0, 200);
  const expected = format(difference.expected);
  return `${difference.where}: expected ${expected}, seen ${format(difference.seen)}`;
}

/**
 * Return the beginning of a text.
 *
 * @param {string} text
 * @returns {string} at most 300 characters, and the ellipsis
 */
export const shorten = (text) =>
  text.length > 300 ? `${text.slice(0, 300)}…` : text;

/**
 * Return the name of a request for people: "GET /v1/integers?max=6".
 *
 * @param {string} path
 * @param {RequestOptions} options
 * @returns {string}
 */
export const label = (path, { body } = {}) =>
  shorten(
    body === undefined ? `GET ${path}` : `POST ${path} ${JSON.stringify(body)}`,
  );

/**
 * Send a request; return its JSON, or count the failure and return undefined.
 *
 * @template [Json=JsonObject]
 * @param {Context} context
 * @param {string} path
 * @param {RequestOptions} [options]
 * @returns {Promise<Json | undefined>} its members are those of an honest service
 */
export async function fetchJson(context, path, options) {
  const { status, text } = await context.send(path, options);
  try {
    const json = JSON.parse(text);
    if (status === 200) return json;
    context.count(
      label(path, options),
      `status ${status}: ${json.detail ?? shorten(text)}`,
    );
  } catch {
    context.count(
      label(path, options),
      `status ${status}, and what is not JSON: ${shorten(text)}`,
    );
  }
}

/**
 * Send a request, and count it with what `find` says of its JSON; return the JSON.
 *
 * @template [Json=JsonObject]
 * @param {Context} context
 * @param {string} path
 * @param {RequestOptions} options
 * @param {FindFault<Json>} find
 * @returns {Promise<Json | undefined>} undefined if there is none
 */
export async function expectJson(context, path, options, find) {
  /** @type {Json | undefined} */
  const json = await fetchJson(context, path, options);
  if (json === undefined) return undefined;
  try {
    context.count(label(path, options), await find(json));
  } catch (error) {
    context.count(label(path, options), explainFault(error));
  }
  return json;
}

/**
 * Return the reason for people why something could not be checked.
 *
 * @param {unknown} error
 * @returns {string}
 */
export const explainFault = (error) =>
  `it cannot be checked: ${error instanceof Error ? error.message : error}`;

/**
 * Return a function from a response to the first difference between the members of `expected` and of it, in words.
 *
 * @param {JsonObject} expected
 * @returns {(response: JsonObject) => string | undefined}
 */
export const differFrom = (expected) => (response) =>
  describeDifference(
    Object.entries(expected)
      .map(([name, value]) => findDifference(value, response[name], name))
      .find(Boolean),
  );

/**
 * Return whether two values are written as the same JSON.
 *
 * @param {unknown} value
 * @param {unknown} otherValue
 */
export const isSameJson = (value, otherValue) =>
  JSON.stringify(value) === JSON.stringify(otherValue);
