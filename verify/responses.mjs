/** The results of seeded requests, derived again from docs/definitions/stream.md, and the check of responses of the service. */
import { canonicalJson, hashList, range } from "./core/canonical.mjs";
import { rebuildList } from "./arrangements/attributes.mjs";
import {
  describeDraw,
  findDraw,
  membersOf,
  nameRequest,
  openRequest,
  writeRequest,
} from "./endpoints.mjs";
import {
  completeList,
  deriveItems,
  itemsByIndex,
  listShown,
  nameMembers,
  readSize,
} from "./lists/items.mjs";
import { UNCHECKED } from "./arrangements/orders.mjs";
import { UNCOUNTED, describeLeft, makeLabels } from "./core/results_left.mjs";
import { searchDeals } from "./conditions/search.mjs";
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
 * @import { DescribedLeft } from "./core/origins.mjs"
 * @import { CheckResult, JsonObject } from "./core/validation.mjs"
 */

/**
 * What is known of a response after its check, beside the result if nothing differs: the list of its request, null if a part
 * of it is not known; a function from names for the items of that list to the results with the name of each item; and one
 * that returns what is known of how many results the request leaves, of the items or of names for them.
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
 * Return the draw that a request with its path asks for; the list of a caller is its `items`, or `n` for their number alone.
 *
 * @param {JsonObject} asked
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

/** Return the result of a request with its path, without the provenance in its response. */
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

/** Return the results of a draw, and the members that describe a search. */
async function deriveAll({ endpoint, request, repeats = 1 }) {
  if (request.where !== undefined) {
    const { shoe, results, summary } = await searchDeals(request, repeats);
    return {
      results: results.map((found, i) =>
        endpoint.format(found, shoe, request, i),
      ),
      summary,
    };
  }
  const results = [];
  for (let i = 0; i < repeats; i++) {
    const counters = ["index", "board", "deal_number"].filter(
      (name) => request[name] !== undefined,
    );
    const counts = Object.fromEntries(
      counters.map((name) => [
        name,
        checkInteger(
          name,
          request[name],
          name === "index" ? 0 : 1,
          2 ** 53 - 1,
        ) + i,
      ]),
    );
    results.push(await endpoint.derive({ ...request, ...counts }));
  }
  return { results, summary: endpoint.summarize?.(request, results) };
}

const NO_DEAL = { draws: 0, hands: [], piles: [] };

/** Return the members of a response for its results, of a batch with one entry for each. */
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
 * Return the response to a draw, with the items of `known`, which is the response to check or has the list of the caller.
 * That of a proved request has the terms in `prove`.
 */
async function respond(draw, known, prove) {
  const { request, repeats } = draw;
  const { results, summary } = await inRequest(() => deriveAll(draw));
  for (const result of results)
    for (const name of Object.keys(draw.endpoint.unchecked ?? {}))
      result[name] = UNCHECKED;
  const isOfItems = request.n !== undefined;
  const items = !isOfItems
    ? {}
    : draw.endpoint.hasList
      ? await describeList(request, known)
      : await deriveItems(draw.endpoint, results, request.n, known);
  if (isOfItems && items.items_sha256 === undefined) {
    if ((known.items_sha256 ?? null) !== null)
      await inResults(() => parseDigest("items_sha256", known.items_sha256));
    items.items_sha256 = UNCHECKED;
  }
  const { draws, ...members } = joinResults(results, repeats !== undefined);
  const { seed, index } = request;
  return {
    ...describeDraw(draw),
    ...summary,
    draws,
    ...(seed === undefined ? {} : { seed, index, stream: "sd1" }),
    ...(repeats === undefined ? {} : { repeats }),
    ...members,
    ...(draw.endpoint.grows && { grows: prove === undefined }),
    request: writeRequest(draw, prove),
    ...items,
  };
}

/** Return the members that describe the list of a response, for rules that need the list. */
const describeList = async ({ items }, { original_items }) => ({
  items_sha256: await hashList(items),
  ...(original_items === undefined
    ? {}
    : { size: original_items.length, original_items }),
});

/** Return the difference between the hash of the list of a response and its `items_sha256`, undefined if there is none. */
async function findOtherList({ request }, response) {
  const { items_sha256: expected } = await describeList(request, response);
  const seen = response.items_sha256;
  return expected === (seen ?? null)
    ? undefined
    : { where: "items_sha256", expected, seen };
}

/** Return the response to a request with its path and a seed or a deal_number; under the seed of a proof, its terms are `prove`. */
export async function deriveResponse({ prove, ...asked }) {
  const { original_items, ...response } = await respond(
    openDraw(asked),
    { original_items: asked.items },
    prove,
  );
  return response;
}

/** Return what a function returns; what it refuses is a member of the request in a response. */
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

/** Return what a function reads from the results of a response; what it refuses is wrong, and not malformed. */
async function inResults(read) {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Refused) || error instanceof Unknown) throw error;
    throw new WrongResult(error.where, error.reason);
  }
}

/** Return the n items of a response each of whose results has all of them. */
function openList(endpoint, response, n) {
  const items =
    response.original_items ??
    rebuildList(response, listShown(endpoint, response));
  return range(n).map((i) => items[i] ?? null);
}

const NOT_SHOWN =
  "the list cannot be read from the results here; add it as original_items";

/** Return the number of items in the list of a response, the results of which show items as an endpoint says. */
function readList(endpoint, response) {
  if (endpoint.listItems === undefined && response.original_items === undefined)
    throw new Unknown("original_items", NOT_SHOWN);
  if (endpoint.listItems === undefined)
    return { n: response.original_items.length };
  return { n: readSize(endpoint, response) };
}

/** Return what a function returns; what it refuses is the fault of the items of a response if they are not those of its `items_sha256`. */
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

/** Return the draw that the request in a response asks for, with the caller's list; the seed of a proved one is that of its proof. */
export async function openResponse(response, alpha) {
  const { request } = response;
  if (request === undefined) throw new Unknown("request", NO_REQUEST);
  if (typeof request?.path !== "string")
    throw new Refused("request", "an object with its path was expected");
  const { prove, ...asked } = request;
  if (alpha !== undefined) asked.seed = response.seed;
  const found = await inRequest(() => findDraw(asked));
  const { hasList } = found.endpoint;
  const list = found.rule.startsWith("/v1/items/")
    ? await inResults(() => readList(found.endpoint, response))
    : {};
  const items = hasList && openList(found.endpoint, response, list.n);
  const draw = await blameOtherList(items, response, () =>
    inRequest(() => openRequest(found, list)),
  );
  const { endpoint } = draw;
  if ((draw.request.seed ?? draw.request.deal_number) === undefined)
    throw new Refused("request.seed", "a seed was expected");
  if (items) draw.request.items = items;
  if (endpoint.needsList?.(draw.request))
    draw.request.items = completeList(endpoint, response, list.n);
  return draw;
}

/** Return the first difference between the request of a proved response and the `request` in its proof, or undefined. */
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
 * Adapt an expected response to the version that made the response to check: remove the later members that are not in it,
 * and add those that are not known here. Add their paths to `unknown`.
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

/** Return the path of an element of a list, or of a member of an object. */
function joinPath(where, name, parent) {
  if (Array.isArray(parent)) return `${where}[${name}]`;
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))
    return `${where}[${JSON.stringify(name)}]`;
  return where ? `${where}.${name}` : name;
}

/** Return the first difference between two values, or undefined. */
export function findDifference(expected, seen, where) {
  if (expected === UNCHECKED && seen !== undefined) return undefined;
  const kind = (value) =>
    Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
  if (
    !["list", "object"].includes(kind(expected)) ||
    kind(expected) !== kind(seen) ||
    expected === UNCHECKED
  )
    return expected === seen ? undefined : { where, expected, seen };
  const get = (value, name) =>
    Object.hasOwn(value, name) ? value[name] : undefined; // `constructor` is inherited
  for (const name of new Set([
    ...Object.keys(expected),
    ...Object.keys(seen),
  ])) {
    const difference = findDifference(
      get(expected, name),
      get(seen, name),
      joinPath(where, name, expected),
    );
    if (difference) return difference;
  }
}

/** Return by name the reasons why members of a response are not derived here. */
function uncheckedFields(
  { endpoint, request },
  { items_sha256, original_items },
) {
  const { cards, ...ofItems } = UNCHECKED_REASONS;
  if (request.n !== undefined && original_items !== undefined) return {};
  if (request.n !== undefined)
    return items_sha256 === UNCHECKED ? ofItems : { items: ofItems.items };
  return {
    ...(["name", "unicode"].includes(request.notation) ? { cards } : {}),
    ...endpoint.unchecked,
  };
}

/** Return the members of a response, lists of texts, that follow from a text which its request does not repeat. */
function findUnrepeated({ endpoint, request }, response) {
  const isText = (value) => typeof value === "string" && value !== "";
  const areTexts = (value) =>
    Array.isArray(value) && value.length > 0 && value.every(isText);
  return (endpoint.unrepeated?.(request) ?? []).filter((name) =>
    areTexts(response[name]),
  );
}

/** Return a response in which an integer that is a seat is read as its digits. */
function readSeats({ ...response }) {
  const read = (hand) =>
    Number.isSafeInteger(hand?.seat)
      ? { ...hand, seat: String(hand.seat) }
      : hand;
  if (Array.isArray(response.hands))
    response.hands = response.hands.map((hand) =>
      Array.isArray(hand) ? hand.map(read) : read(hand),
    );
  return response;
}

/**
 * Return the result of the check of a response, single or batch, against its own request. If nothing differs but some members are
 * not derived here, `valid` is null and `unchecked` has the reasons by name. A proved one has its `proof`, which was checked.
 */
export const checkResponse = async (file) =>
  (await examineResponse(file)).result;

/**
 * Return the `result` of the check of a response, and if nothing differs and all that decides was compared the `list` of its request,
 * `nameItems` (openNaming), and `countResults`, a function that returns what is known of how many results the request leaves, perhaps as the
 * names of its items.
 *
 * @param {JsonObject} file
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

/** Return the list of a request, undefined if it has none, null if a part of it is not known. */
function findList({ endpoint, request: { n, items } }, response) {
  if (n === undefined || items !== undefined) return items;
  const known = itemsByIndex(endpoint, response);
  return known.size === n ? range(n).map((index) => known.get(index)) : null;
}

/** Return a function from names to the results of a response with the name of each item; undefined if the items that they show are not known. */
function openNaming({ members, nameItems = nameMembers }, response) {
  if (members === undefined) return undefined;
  return (names) => nameItems(response, names, members);
}

/** Return what is known of how many results the request of a response leaves; `expected` is what the response has to be. */
function countResults(
  { endpoint, request, repeats },
  response,
  expected,
  names,
) {
  const isBatch = repeats !== undefined;
  const members = Object.entries(expected).filter(([, value]) =>
    Array.isArray(value),
  );
  const result = isBatch
    ? Object.fromEntries(members.map(([name, value]) => [name, value[0]]))
    : expected;
  return describeLeft(
    endpoint.leaves?.(
      request,
      labelItems(endpoint, request, response, names),
      result,
    ) ?? UNCOUNTED,
  );
}

/** Return the labels of the items of a response, or of the names that they stand for. */
function labelItems(endpoint, { n, items }, response, names) {
  if (names?.length === n)
    return makeLabels((index) => canonicalJson(names[index]), false);
  const known =
    n === undefined
      ? new Map()
      : ((items && new Map(items.entries())) ??
        itemsByIndex(endpoint, response));
  return makeLabels((index) =>
    known.has(index) ? canonicalJson(known.get(index)) : undefined,
  );
}

/** Check the members that every response has: another value is one of another version, or none. */
function checkForm({ scheme, seed, deal_number, ...response }) {
  if (scheme !== undefined)
    throw new Refused(
      "scheme",
      "/v1/verify alone checks results of other providers",
    );
  if (deal_number !== undefined && seed === undefined)
    return checkInteger("deal_number", deal_number, 1, 10 ** 6);
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

async function compareResponse(response, alpha) {
  const draw = await openResponse(response, alpha);
  const { scheme, stream, request: _, ...terms } = alpha ?? {};
  const { hasList, plan } = draw.endpoint;
  const otherList = hasList ? await findOtherList(draw, response) : undefined;
  try {
    if (hasList) await inRequest(() => plan(draw.request));
  } catch (error) {
    if (otherList === undefined || !(error instanceof Refused)) throw error;
    return { result: { valid: false, difference: otherList } }; // other items may fulfil no rules
  }
  let expected = hasList
    ? undefined
    : await respond(draw, response, alpha && terms); // refuses a malformed request, as the plan does
  const difference = alpha && (await findOtherRequest(draw, response, alpha));
  if (difference) return { result: { valid: false, difference } };
  if (otherList) return { result: { valid: false, difference: otherList } };
  expected ??= await respond(draw, response, alpha && terms);
  const unrepeated = findUnrepeated(draw, response);
  for (const name of unrepeated) expected[name] = UNCHECKED;
  const unknown = new Set();
  adaptResponse(expected, response, membersOf(draw.rule), unknown);
  const other = findDifference(expected, response, "");
  if (other) return { result: { valid: false, difference: other } };
  const unchecked = uncheckedFields(draw, expected);
  for (const name of unrepeated)
    unchecked[name] =
      "it follows from a text that the response does not repeat";
  for (const name of unknown) unchecked[name] = UNKNOWN;
  const result =
    Object.keys(unchecked).length === 0
      ? { valid: true }
      : { valid: null, unchecked };
  return {
    result,
    list: findList(draw, response),
    nameItems: openNaming(draw.endpoint, response),
    countResults: (names) => countResults(draw, response, expected, names),
  };
}
