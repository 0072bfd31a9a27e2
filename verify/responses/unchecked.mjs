/** The members of a response that are not derived here, each with its reason. */
// @ts-check
import { UNCHECKED } from "../core/draws.mjs";

/**
 * @import { Response } from "../arrangements/shown_items.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { Draw } from "../requests/opened_requests.mjs"
 */

/** By member, the reason why it is not checked. */
const UNCHECKED_REASONS = {
  items:
    "they may have been replaced; to check them, add the list of the request as original_items",
  items_sha256: "some items of the list are not known",
  cards:
    "names and characters are unknown here, /v1/verify checks them; the indices are right",
};

/** The reason of a member that no table here names. */
export const UNKNOWN = "not known here; a later version may have added it";

/**
 * Return by name the reasons why members of a response are not derived here.
 *
 * @param {Draw} draw
 * @param {JsonObject} expected the derived response
 * @returns {{ [member: string]: string }}
 */
export function explainUnchecked(
  { endpoint, request },
  { items_sha256, original_items },
) {
  const { cards, ...ofItems } = UNCHECKED_REASONS;
  if (request.n !== undefined && original_items !== undefined) return {};
  if (request.n !== undefined)
    return items_sha256 === UNCHECKED ? ofItems : { items: ofItems.items };
  const isCode = !["name", "unicode"].includes(String(request.notation));
  return { ...(isCode ? {} : { cards }), ...endpoint.unchecked };
}

/**
 * Return the members of a response, lists of texts, that follow from a text which its request does not repeat.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @returns {string[]} their names
 */
export function findUnrepeated({ endpoint, request }, response) {
  const names = endpoint.unrepeated?.(request) ?? [];
  return names.filter((name) => areTexts(response[name]));
}

/**
 * Return whether a value is a list of texts, and has one.
 *
 * @param {unknown} value
 */
const areTexts = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((text) => typeof text === "string" && text !== "");
