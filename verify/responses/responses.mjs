/** The check of a response of the service: its result, and what is known of the response after it. */
// @ts-check
import { UNCHECKED } from "../core/draws.mjs";
import { Refused, Unknown, WrongResult } from "../core/validation.mjs";
import { membersOf } from "../endpoints/endpoint_names.mjs";
import { findList, openNaming } from "./caller_list.mjs";
import { adaptResponse, listDifferences } from "./differences.mjs";
import { inRequest } from "./errors.mjs";
import { findOtherList, respond } from "./expected.mjs";
import { checkForm, readSeats } from "./response_form.mjs";
import { countResults } from "./left.mjs";
import { findOtherRequest, openResponse } from "./opening.mjs";
import { UNKNOWN, findUnrepeated, explainUnchecked } from "./unchecked.mjs";

/**
 * @import { Response } from "../arrangements/shown_items.mjs"
 * @import { CountedResult, DescribedLeft } from "../core/origins.mjs"
 * @import { Difference, JsonObject } from "../core/validation.mjs"
 * @import { Draw } from "../requests/opened_requests.mjs"
 * @import { ProvedTerms } from "./opening.mjs"
 */

/**
 * What is known of a response after its check, beside the result if nothing differs: the list of its request, null if a
 * part of it is not known; a function from names for the items of that list to the results with the name of each item;
 * and one that returns what is known of how many results the request leaves, of the items or of names for them.
 *
 * @typedef {object} Examination
 * @property {CountedResult} result
 * @property {unknown[] | null} [list]
 * @property {(names: unknown[]) => unknown} [nameItems]
 * @property {(names?: unknown[]) => DescribedLeft} [countResults]
 */

/**
 * Return the result of the check of a response, single or batch, against its own request. If nothing differs but some
 * members are not derived here, `valid` is null and `unchecked` has the reasons by name. A proved one has its `proof`,
 * which was checked.
 *
 * @param {JsonObject & { proof?: { alpha: ProvedTerms } }} file
 * @returns {Promise<CountedResult>}
 */
export const checkResponse = async (file) =>
  (await examineResponse(file)).result;

/**
 * Return the `result` of the check of a response, and if nothing differs and all that decides was compared the `list`
 * of its request, `nameItems` (openNaming), and `countResults`, a function that returns what is known of how many
 * results the request leaves, perhaps as the names of its items.
 *
 * @param {JsonObject & { proof?: { alpha: ProvedTerms } }} file
 * @returns {Promise<Examination>}
 */
export async function examineResponse({ proof, ...file }) {
  const response = readSeats(file);
  if (response.original_items === null) delete response.original_items;
  checkForm(response);
  try {
    return await compareResponse(response, proof?.alpha);
  } catch (error) {
    return explainError(error, response);
  }
}

/**
 * Return the examination of a response that an error ended: what is unknown here is unchecked, a wrong result is a
 * difference. Any other error is thrown again.
 *
 * @param {unknown} error
 * @param {Response} response
 * @returns {Examination}
 */
function explainError(error, response) {
  if (error instanceof Unknown)
    return { result: { valid: null, unchecked: { request: error.reason } } };
  if (!(error instanceof WrongResult)) throw error;
  const [where] = error.where.split(/[.[:]/);
  return fail({ where, expected: error.message, seen: response[where] });
}

/**
 * Return what `examineResponse` does of a response whose form was checked. The first of these is the result: other
 * items, if they fulfil no rules; another request than that of the proof; other items; another member than derived.
 *
 * @param {Response} response
 * @param {ProvedTerms} [alpha] of its proof
 * @returns {Promise<Examination>}
 */
async function compareResponse(response, alpha) {
  const draw = await openResponse(response, alpha !== undefined);
  const prove = listTerms(alpha);
  const { showsAll, plan } = draw.endpoint;
  const otherList = showsAll ? await findOtherList(draw, response) : undefined;
  try {
    if (showsAll) await inRequest(() => plan?.(draw.request));
  } catch (error) {
    if (otherList === undefined || !(error instanceof Refused)) throw error;
    return fail(otherList); // other items may fulfil no rules
  }
  // Refuses a malformed request, as the plan does
  const early = showsAll ? undefined : await respond(draw, response, prove);
  const otherRequest = alpha && (await findOtherRequest(draw, response, alpha));
  if (otherRequest) return fail(otherRequest);
  if (otherList) return fail(otherList);
  const expected = early ?? (await respond(draw, response, prove));
  return compareMembers(draw, response, expected);
}

/**
 * Return the terms of a proof as the request of a proved response has them, undefined without a proof.
 *
 * @param {ProvedTerms} [alpha]
 * @returns {JsonObject | undefined}
 */
function listTerms(alpha) {
  if (alpha === undefined) return undefined;
  const { scheme, stream, request, ...terms } = alpha;
  return terms;
}

/**
 * Return the examination of a response that differs from what it has to be.
 *
 * @param {Difference} difference
 * @returns {Examination}
 */
const fail = (difference) => ({ result: { valid: false, difference } });

/**
 * Return the examination of a response by its members, one after the other, without those that are not known here.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @param {JsonObject} expected the derived response, which is changed
 * @returns {Examination}
 */
function compareMembers(draw, response, expected) {
  const unrepeated = findUnrepeated(draw, response);
  for (const name of unrepeated) expected[name] = UNCHECKED;
  /** @type {Set<string>} */
  const unknown = new Set();
  adaptResponse(expected, response, membersOf(draw.rule), unknown);
  const differences = [...listDifferences(expected, response, "")];
  if (differences.length > 0) {
    const [difference] = differences;
    return { result: { valid: false, difference, differing: differences } };
  }
  const unchecked = explainUnchecked(draw, expected);
  for (const name of unrepeated) {
    unchecked[name] =
      "it follows from a text that the response does not repeat";
  }
  for (const name of unknown) unchecked[name] = UNKNOWN;
  const isAll = Object.keys(unchecked).length === 0;
  return {
    result: isAll ? { valid: true } : { valid: null, unchecked },
    list: findList(draw, response),
    nameItems: openNaming(draw.endpoint, response),
    countResults: (names) => countResults(draw, response, expected, names),
  };
}
