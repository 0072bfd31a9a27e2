/**
 * The results of seeded requests, derived again from docs/definitions/stream.md, and the check of responses of the
 * service.
 */
// @ts-check
import { canonicalJson, hashList } from "./core/canonical.mjs";
import { range } from "./core/lists.mjs";
import {
  describeDraw,
  findDraw,
  membersOf,
  nameRequest,
  openRequest,
  writeRequest,
} from "./requests.mjs";
import {
  completeList,
  deriveItems,
  itemsByIndex,
  listShown,
  nameMembers,
  readSize,
  rebuildList,
} from "./arrangements/shown_items.mjs";
import { UNCHECKED } from "./core/draws.mjs";
import { UNCOUNTED, describeLeft, makeLabels } from "./core/results_left.mjs";
import { searchDeals } from "./deals/search.mjs";
import {
  NotFound,
  Refused,
  Unknown,
  WrongResult,
  checkChoice,
  checkInteger,
  checkList,
  checkText,
  isObject,
  parseDigest,
} from "./core/validation.mjs";

/**
 * @import { DerivedPlace, Response, ShowingEndpoint } from "./arrangements/shown_items.mjs"
 * @import { Unchecked } from "./core/draws.mjs"
 * @import { SearchRequest } from "./deals/search.mjs"
 * @import { DescribedLeft } from "./core/origins.mjs"
 * @import { Labels } from "./core/results_left.mjs"
 * @import { CheckResult, Difference, JsonObject } from "./core/validation.mjs"
 * @import { DerivedResult, DrawRequest, Endpoint } from "./endpoint.mjs"
 * @import { Draw } from "./requests.mjs"
 */

/**
 * What the proof of a response is of, as far as the response follows from it: the request and its other terms.
 *
 * @typedef {{ scheme?: unknown, stream?: unknown, request: JsonObject, [term: string]: unknown }} ProvedTerms
 */

/**
 * The results of a request, one after the other, and the members that follow from all of them, such as those of a
 * search.
 *
 * @typedef {{ results: DerivedResult[], summary?: JsonObject }} DerivedResults
 */

/**
 * The members of a response that follow from the list of a caller; its hash is null for a list with large numbers.
 *
 * @typedef {object} ListMembers
 * @property {number} [size]
 * @property {string | null | Unchecked} [items_sha256]
 * @property {unknown[]} [original_items]
 */

/**
 * What is known of a response after its check, beside the result if nothing differs: the list of its request, null if a
 * part of it is not known; a function from names for the items of that list to the results with the name of each item;
 * and one that returns what is known of how many results the request leaves, of the items or of names for them.
 *
 * @typedef {object} Examination
 * @property {CheckResult} result
 * @property {unknown[] | null} [list]
 * @property {(names: unknown[]) => unknown} [nameItems]
 * @property {(names?: unknown[]) => DescribedLeft} [countResults]
 */

/** By member, the reason why it is not checked. */
const UNCHECKED_REASONS = {
  items:
    "they may have been replaced; to check them, add the list of the request as original_items",
  items_sha256: "some items of the list are not known",
  cards:
    "names and characters are unknown here, /v1/verify checks them; the indices are right",
};
const NO_REQUEST =
  "the response is without its request; ask again with its seed for one that has it";

/**
 * Return the draw that a request with its path asks for; the list of a caller is its `items`, or `n` for their number
 * alone.
 *
 * @param {JsonObject} asked such as { path: "/v1/items/shuffle", items: ["a", "b"], seed: "s" }
 * @returns {Draw}
 */
export function openDraw({ n, items, sign = false, ...asked }) {
  const list =
    items === undefined
      ? { n }
      : { n: checkList("items", items).length, items };
  return openRequest(
    findDraw(sign === false ? asked : { sign, ...asked }),
    list,
  );
}

/**
 * Return the result of a request with its path, without the provenance in its response: of
 * { path: "/v1/integers", max: 6, count: 2, seed: "a" } { draws: 2, integers: [3, 6] }.
 *
 * @param {JsonObject} asked
 * @returns {Promise<DerivedResult>}
 */
export async function computeResult(asked) {
  if ((asked.notation ?? "code") !== "code")
    throw new Refused(
      "notation",
      "cards are written as code here; /v1/verify knows the other notations",
    );
  const draw = openDraw(asked);
  const { results, summary } = await deriveAll(draw);
  return { ...summary, ...joinResults(results, draw.repeats !== undefined) };
}

/**
 * Return the results of a draw, and the members that describe a search.
 *
 * @param {Draw} draw
 * @returns {Promise<DerivedResults>}
 */
async function deriveAll({ endpoint, request, repeats = 1 }) {
  if (request.where !== undefined) return findAll(endpoint, request, repeats);
  const results = [];
  for (let i = 0; i < repeats; i++)
    results.push(await endpoint.derive({ ...request, ...countOn(request, i) }));
  return { results, summary: endpoint.summarize?.(request, results) };
}

/**
 * Return the results that a search finds, and the members that describe it.
 *
 * @param {Endpoint} endpoint
 * @param {DrawRequest} request
 * @param {number} repeats how many are searched
 * @returns {Promise<DerivedResults>}
 */
async function findAll(endpoint, request, repeats) {
  // Its members are checked there
  const searched = /** @type {SearchRequest} */ (request);
  const { shoe, results, summary } = await searchDeals(searched, repeats);
  return {
    results: results.flatMap(
      (found, i) => endpoint.format?.(found, shoe, request, i) ?? [],
    ),
    summary: { ...summary },
  };
}

/**
 * Return what differs in the request of a later result of a batch: each number that counts the results, as far as it is
 * there.
 *
 * @param {DrawRequest} request
 * @param {number} i how many results are before it: 2 makes { index: 2, board: 3 } of { index: 0, board: 1 }
 * @returns {{ [name: string]: number }}
 */
function countOn(request, i) {
  const least = { index: 0, board: 1, deal_number: 1 };
  const counters = Object.entries(least).filter(
    ([name]) => request[name] !== undefined,
  );
  return Object.fromEntries(
    counters.map(([name, min]) => [
      name,
      checkInteger(name, request[name], min, 2 ** 53 - 1) + i,
    ]),
  );
}

const NO_DEAL = { draws: 0, hands: [], piles: [] };

/**
 * Return the members of a response for its results, of a batch with one entry for each: { draws: 1, rank: 5 } and
 * { draws: 2, rank: 8 } are joined to { draws: 3, rank: [5, 8] }.
 *
 * @param {DerivedResult[]} results
 * @param {boolean} isBatch
 * @returns {DerivedResult}
 */
function joinResults(results, isBatch) {
  const [first = NO_DEAL] = results;
  if (!isBatch || results.length === 0) return first;
  const columns = Object.keys(first).map((name) => [
    name,
    results.map((result) => result[name]),
  ]);
  return {
    ...Object.fromEntries(columns),
    draws: results.reduce((sum, { draws }) => sum + draws, 0),
  };
}

/**
 * Return the response to a draw, with the items of `known`, which is the response to check or has the list of the
 * caller. That of a proved request has the terms in `prove`.
 *
 * @param {Draw} draw
 * @param {Response} known
 * @param {JsonObject} [prove]
 * @returns {Promise<JsonObject>}
 */
async function respond(draw, known, prove) {
  const { endpoint, request, repeats } = draw;
  const { results, summary } = await inRequest(() => deriveAll(draw));
  for (const result of results)
    for (const name of Object.keys(endpoint.unchecked ?? {}))
      result[name] = UNCHECKED;
  const ofList = await deriveListMembers(draw, results, known);
  const { draws, ...members } = joinResults(results, repeats !== undefined);
  const { seed, index } = request;
  return {
    ...describeDraw(draw),
    ...summary,
    draws,
    ...(seed === undefined ? {} : { seed, index, stream: "sd1" }),
    ...(repeats === undefined ? {} : { repeats }),
    ...members,
    ...(endpoint.grows && { grows: prove === undefined }),
    request: writeRequest(draw, prove),
    ...ofList,
  };
}

/**
 * Return the members of a response that follow from the list of a caller, none of any other response. Its hash is
 * unchecked if not all of its items are known.
 *
 * @param {Draw} draw
 * @param {DerivedResult[]} results which get the items that they show
 * @param {Response} known
 * @returns {Promise<ListMembers>}
 */
async function deriveListMembers({ endpoint, request }, results, known) {
  if (request.n === undefined) return {};
  const members = endpoint.showsAll
    ? await describeList(request, known)
    : await deriveItems(placingItems(endpoint), results, request.n, known);
  if (members.items_sha256 !== undefined) return members;
  if ((known.items_sha256 ?? null) !== null)
    await inResults(() => parseDigest("items_sha256", known.items_sha256));
  return { ...members, items_sha256: UNCHECKED };
}

/**
 * Return the members that describe the list of a response, for rules that need the list.
 *
 * @param {DrawRequest} request
 * @param {Response} response
 * @returns {Promise<ListMembers>}
 */
const describeList = async ({ items }, { original_items }) => ({
  items_sha256: await hashList(items),
  ...(original_items === undefined
    ? {}
    : { size: original_items.length, original_items }),
});

/**
 * Return the difference between the hash of the list of a response and its `items_sha256`, undefined if there is none.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherList({ request }, response) {
  const { items_sha256: expected } = await describeList(request, response);
  const seen = response.items_sha256;
  return expected === (seen ?? null)
    ? undefined
    : { where: "items_sha256", expected, seen };
}

/**
 * Return the response to a request with its path and a seed or a deal_number; under the seed of a proof, its terms are
 * `prove`.
 *
 * @param {JsonObject & { items?: unknown[], prove?: JsonObject }} request
 * @returns {Promise<JsonObject>}
 */
export async function deriveResponse({ prove, ...asked }) {
  const { original_items, ...response } = await respond(
    openDraw(asked),
    { original_items: asked.items },
    prove,
  );
  return response;
}

/**
 * Return what a function returns; what it refuses is a member of the request in a response.
 *
 * @template Returned
 * @param {() => Returned | Promise<Returned>} compute
 * @returns {Promise<Returned>}
 */
async function inRequest(compute) {
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
async function inResults(read) {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Refused) || error instanceof Unknown) throw error;
    throw new WrongResult(error.where, error.reason);
  }
}

const NOT_SHOWN =
  "the list cannot be read from the results here; add it as original_items";
const NOT_SAID = "it is not known here which items the results show";

/**
 * Return an endpoint that says which items its results show; of any other one the list is unknown.
 *
 * @param {Endpoint} endpoint
 * @returns {ShowingEndpoint}
 */
function showingItems({ members, listItems, showsAll }) {
  if (members === undefined || listItems === undefined)
    throw new Unknown("original_items", NOT_SAID);
  return { members, listItems, showsAll };
}

/**
 * Return an endpoint that also says which places of a derived result get items.
 *
 * @param {Endpoint} endpoint
 * @returns {ShowingEndpoint & { places: (result: DerivedResult) => DerivedPlace[] }}
 */
function placingItems(endpoint) {
  const { places } = endpoint;
  if (places === undefined) throw new Unknown("original_items", NOT_SAID);
  return { ...showingItems(endpoint), places };
}

/**
 * Return the n items of a response each of whose results has all of them.
 *
 * @param {Endpoint} endpoint
 * @param {Response} response
 * @param {number} n
 * @returns {unknown[]}
 */
function openList(endpoint, response, n) {
  const items =
    response.original_items ??
    rebuildList(response, listShown(showingItems(endpoint), response));
  return range(n).map((i) => items[i] ?? null);
}

/**
 * Return the number of items in the list of a response, the results of which show items as an endpoint says.
 *
 * @param {Endpoint} endpoint
 * @param {Response} response
 * @returns {number}
 */
function countItems(endpoint, response) {
  if (endpoint.listItems !== undefined)
    return readSize(showingItems(endpoint), response);
  if (response.original_items === undefined)
    throw new Unknown("original_items", NOT_SHOWN);
  return response.original_items.length;
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
async function blameOtherList(items, { items_sha256: digest }, compute) {
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

/**
 * Return the request of a response, with the seed of the response if it is proved: that is the seed of its proof.
 *
 * @param {Response} response
 * @param {boolean} isProved
 * @returns {JsonObject}
 */
function readRequest({ request, seed }, isProved) {
  if (request === undefined) throw new Unknown("request", NO_REQUEST);
  if (!isObject(request) || typeof request.path !== "string")
    throw new Refused("request", "an object with its path was expected");
  const { prove, ...asked } = request;
  return isProved ? { ...asked, seed } : asked;
}

/**
 * Return the draw that the request in a response asks for, with the caller's list; the seed of a proved one is that of
 * its proof.
 *
 * @param {Response} response
 * @param {unknown} [alpha] of its proof, if it is proved
 * @returns {Promise<Draw>}
 */
export async function openResponse(response, alpha) {
  const asked = readRequest(response, alpha !== undefined);
  const found = await inRequest(() => findDraw(asked));
  const { endpoint } = found;
  const n = found.hasList
    ? await inResults(() => countItems(endpoint, response))
    : undefined;
  const items =
    endpoint.showsAll && n !== undefined
      ? openList(endpoint, response, n)
      : undefined;
  const draw = await blameOtherList(items, response, () =>
    inRequest(() => openRequest(found, n === undefined ? {} : { n })),
  );
  const { request } = draw;
  if ((request.seed ?? request.deal_number) === undefined)
    throw new Refused("request.seed", "a seed was expected");
  if (items) request.items = items;
  if (n !== undefined && endpoint.needsList?.(request))
    request.items = completeList(showingItems(endpoint), response, n);
  return draw;
}

/**
 * Return the first difference between the request of a proved response and the `request` in its proof, or undefined.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @param {ProvedTerms} alpha of its proof
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherRequest(
  draw,
  { original_items, items_sha256 },
  { request },
) {
  const named = nameRequest(draw);
  if (draw.request.n !== undefined)
    named.items_sha256 =
      original_items === undefined
        ? items_sha256
        : await hashList(original_items);
  return findDifference(named, request, "proof.alpha.request");
}

/**
 * Adapt an expected response to the version that made the response to check: remove the later members that are not in
 * it, and add those that are not known here. Add their paths to `unknown`.
 *
 * Of { hands: [{ seat: "1" }] } and the response { hands: [{ seat: "1", colour: "red" }] } the expected one gets the
 * colour, and `unknown` "hands.colour".
 *
 * @param {unknown} expected which is changed
 * @param {unknown} response
 * @param {Map<string, boolean>} members by their paths, whether 1.0.0 lacks them (membersOf)
 * @param {Set<string>} unknown which is changed
 * @param {string} path of these values in the response, without the numbers of entries of lists
 */
function adaptResponse(expected, response, members, unknown, path = "") {
  if (Array.isArray(expected) && Array.isArray(response)) {
    expected.forEach((entry, i) =>
      adaptResponse(entry, response[i], members, unknown, path),
    );
  } else if (isObject(expected) && isObject(response)) {
    const prefix = path && `${path}.`;
    for (const name of Object.keys(expected))
      if (!Object.hasOwn(response, name) && members.get(prefix + name))
        delete expected[name];
    for (const [name, value] of Object.entries(response)) {
      const inner = prefix + name;
      if (
        !Object.hasOwn(expected, name) &&
        !members.has(inner) &&
        inner !== "original_items"
      ) {
        unknown.add(inner);
        Object.defineProperty(expected, name, { value, enumerable: true });
      } else if (
        [...members.keys()].some((other) => other.startsWith(`${inner}.`))
      )
        adaptResponse(expected[name], value, members, unknown, inner);
    }
  }
}

const UNKNOWN = "not known here; a later version may have added it";

/**
 * Return the path of an element of a list, or of a member of an object.
 *
 * @param {string} where the path of the parent
 * @param {string} name of the member, or the number of the element
 * @param {unknown} parent
 */
function joinPath(where, name, parent) {
  if (Array.isArray(parent)) return `${where}[${name}]`;
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))
    return `${where}[${JSON.stringify(name)}]`;
  return where ? `${where}.${name}` : name;
}

/**
 * Return whether a value is a list or an object; the members of a list are its elements, by their numbers.
 *
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
const hasMembers = (value) => typeof value === "object" && value !== null;

/**
 * Return a member of a list or an object that is its own: `constructor` is inherited.
 *
 * @param {JsonObject} value
 * @param {string} name
 */
const getOwn = (value, name) =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/**
 * Return the first difference between two values, or undefined: { where: "hands[0].seat", expected: "1", seen: "2" }.
 *
 * @param {unknown} expected
 * @param {unknown} seen
 * @param {string} where the path of the values, "" for a whole response
 * @returns {Difference | undefined}
 */
export function findDifference(expected, seen, where) {
  if (expected === UNCHECKED && seen !== undefined) return undefined;
  if (
    expected === UNCHECKED ||
    !hasMembers(expected) ||
    !hasMembers(seen) ||
    Array.isArray(expected) !== Array.isArray(seen)
  )
    return expected === seen ? undefined : { where, expected, seen };
  const names = new Set([...Object.keys(expected), ...Object.keys(seen)]);
  for (const name of names) {
    const difference = findDifference(
      getOwn(expected, name),
      getOwn(seen, name),
      joinPath(where, name, expected),
    );
    if (difference) return difference;
  }
}

/**
 * Return by name the reasons why members of a response are not derived here.
 *
 * @param {Draw} draw
 * @param {JsonObject} expected the derived response
 * @returns {{ [member: string]: string }}
 */
function uncheckedFields(
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
 * Return whether a value is a list of texts, and has one.
 *
 * @param {unknown} value
 */
const areTexts = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((text) => typeof text === "string" && text !== "");

/**
 * Return the members of a response, lists of texts, that follow from a text which its request does not repeat.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @returns {string[]} their names
 */
function findUnrepeated({ endpoint, request }, response) {
  const names = endpoint.unrepeated?.(request) ?? [];
  return names.filter((name) => areTexts(response[name]));
}

/**
 * Return a hand in which an integer that is a seat is read as its digits.
 *
 * @param {unknown} hand
 * @returns {unknown}
 */
const readSeat = (hand) =>
  isObject(hand) && Number.isSafeInteger(hand.seat)
    ? { ...hand, seat: String(hand.seat) }
    : hand;

/**
 * Return a response in which an integer that is a seat is read as its digits.
 *
 * @param {JsonObject} file
 * @returns {JsonObject} as a new object
 */
function readSeats(file) {
  const { hands } = file;
  if (!Array.isArray(hands)) return { ...file };
  return {
    ...file,
    hands: hands.map((hand) =>
      Array.isArray(hand) ? hand.map(readSeat) : readSeat(hand),
    ),
  };
}

/**
 * Return the result of the check of a response, single or batch, against its own request. If nothing differs but some
 * members are not derived here, `valid` is null and `unchecked` has the reasons by name. A proved one has its `proof`,
 * which was checked.
 *
 * @param {JsonObject & { proof?: { alpha: ProvedTerms } }} file
 * @returns {Promise<CheckResult>}
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
    if (error instanceof Unknown)
      return { result: { valid: null, unchecked: { request: error.reason } } };
    if (!(error instanceof WrongResult)) throw error;
    const [where] = error.where.split(/[.[:]/);
    return {
      result: {
        valid: false,
        difference: { where, expected: error.message, seen: response[where] },
      },
    };
  }
}

/**
 * Return the list of a request, undefined if it has none, null if a part of it is not known.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @returns {unknown[] | null | undefined}
 */
function findList({ endpoint, request: { n, items } }, response) {
  if (n === undefined || items !== undefined) return items;
  const known = itemsByIndex(showingItems(endpoint), response);
  return known.size === n ? range(n).map((index) => known.get(index)) : null;
}

/**
 * Return a function from names to the results of a response with the name of each item; undefined if the items that
 * they show are not known.
 *
 * @param {Endpoint} endpoint
 * @param {Response} response
 * @returns {Examination["nameItems"]}
 */
function openNaming({ members, nameItems = nameMembers }, response) {
  if (members === undefined) return undefined;
  return (names) => nameItems(response, names, members);
}

/**
 * Return what is known of how many results the request of a response leaves.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @param {JsonObject} expected what the response has to be
 * @param {unknown[]} [names] that the items of the list stand for
 * @returns {DescribedLeft}
 */
function countResults(draw, response, expected, names) {
  const { endpoint, request, repeats } = draw;
  const isBatch = repeats !== undefined;
  const first = isBatch ? firstOfEach(expected) : expected;
  const labels = labelItems(draw, response, names);
  return describeLeft(endpoint.leaves?.(request, labels, first) ?? UNCOUNTED);
}

/**
 * Return the members of the first result of a batch: of { size: 2, pairs: [[…], […]] } { pairs: […] }.
 *
 * @param {JsonObject} batch
 * @returns {JsonObject}
 */
const firstOfEach = (batch) =>
  Object.fromEntries(
    Object.entries(batch).flatMap(([name, values]) =>
      Array.isArray(values) ? [[name, values[0]]] : [],
    ),
  );

/**
 * Return the labels of the items of a response, or of the names that they stand for.
 *
 * @param {Draw} draw
 * @param {Response} response
 * @param {unknown[]} [names]
 * @returns {Labels}
 */
function labelItems({ endpoint, request: { n, items } }, response, names) {
  if (names !== undefined && names.length === n)
    return makeLabels((index) => canonicalJson(names[index]), false);
  /** @returns {Map<number, unknown>} */
  const findItems = () => {
    if (n === undefined) return new Map();
    if (items !== undefined) return new Map(items.entries());
    return itemsByIndex(showingItems(endpoint), response);
  };
  const known = findItems();
  return makeLabels((index) =>
    known.has(index) ? canonicalJson(known.get(index)) : undefined,
  );
}

/**
 * Check the members that every response has: another value is one of another version, or none.
 *
 * @param {JsonObject} response
 */
function checkForm({ scheme, seed, deal_number, ...response }) {
  if (scheme !== undefined)
    throw new Refused(
      "scheme",
      "/v1/verify alone checks results of other providers",
    );
  if (deal_number !== undefined && seed === undefined) {
    checkInteger("deal_number", deal_number, 1, 10 ** 6);
    return;
  }
  if (seed === undefined)
    throw new Refused("seed", "only a seeded response can be derived again");
  checkSeeded({ seed, ...response });
}

/**
 * Check the stream and the seed of a response, and the list of its request.
 *
 * @param {JsonObject} response
 */
export function checkSeeded({ stream, seed, original_items }) {
  checkChoice("stream", stream, ["sd1"]);
  checkText("seed", Number.isSafeInteger(seed) ? String(seed) : seed);
  if ((original_items ?? null) !== null)
    checkList("original_items", original_items);
}

/**
 * Return the examination of a response that differs from what it has to be.
 *
 * @param {Difference} difference
 * @returns {Examination}
 */
const fail = (difference) => ({ result: { valid: false, difference } });

/**
 * Return what `examineResponse` does of a response whose form was checked. The first of these is the result: other
 * items, if they fulfil no rules; another request than that of the proof; other items; another member than derived.
 *
 * @param {Response} response
 * @param {ProvedTerms} [alpha] of its proof
 * @returns {Promise<Examination>}
 */
async function compareResponse(response, alpha) {
  const draw = await openResponse(response, alpha);
  const { scheme, stream, request: _, ...terms } = alpha ?? {};
  const prove = alpha && terms;
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
  const difference = findDifference(expected, response, "");
  if (difference) return fail(difference);
  const unchecked = uncheckedFields(draw, expected);
  for (const name of unrepeated)
    unchecked[name] =
      "it follows from a text that the response does not repeat";
  for (const name of unknown) unchecked[name] = UNKNOWN;
  const isAll = Object.keys(unchecked).length === 0;
  return {
    result: isAll ? { valid: true } : { valid: null, unchecked },
    list: findList(draw, response),
    nameItems: openNaming(draw.endpoint, response),
    countResults: (names) => countResults(draw, response, expected, names),
  };
}
