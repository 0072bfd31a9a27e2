/** The blame for an error: the request of a response, its results, or a list of other items. */
// @ts-check
import { hashList } from "../core/canonical.mjs";
import {
  NotFound,
  Refused,
  Unknown,
  WrongResult,
} from "../core/validation.mjs";

/**
 * @import { Response } from "../arrangements/shown_items.mjs"
 */

/**
 * Return what a function returns; what it refuses is a member of the request in a response.
 *
 * @template Returned
 * @param {() => Returned | Promise<Returned>} compute
 * @returns {Promise<Returned>}
 */
export async function inRequest(compute) {
  try {
    return await compute();
  } catch (error) {
    if (
      !(error instanceof Refused) ||
      error instanceof Unknown ||
      error instanceof NotFound
    )
      throw error;
    throw new Refused(
      error.where ? `request.${error.where}` : "request",
      error.reason,
    );
  }
}

/**
 * Return what a function reads from the results of a response; what it refuses is wrong, and not malformed.
 *
 * @template Returned
 * @param {() => Returned | Promise<Returned>} read
 * @returns {Promise<Returned>}
 */
export async function inResults(read) {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Refused) || error instanceof Unknown) throw error;
    throw new WrongResult(error.where, error.reason);
  }
}

/**
 * Return what a function returns; what it refuses is the fault of the items of a response if they are not those of its
 * `items_sha256`.
 *
 * @template Returned
 * @param {unknown[] | undefined} items
 * @param {Response} response
 * @param {() => Promise<Returned>} compute
 * @returns {Promise<Returned>}
 */
export async function blameOtherList(items, { items_sha256: digest }, compute) {
  try {
    return await compute();
  } catch (error) {
    if (
      items === undefined ||
      !(error instanceof Refused) ||
      (await hashList(items)) === digest
    )
      throw error;
    throw new WrongResult(
      "items_sha256",
      "the hash of these items was expected",
    );
  }
}
