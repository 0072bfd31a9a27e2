/** The results of seeded requests, derived again from docs/stream.md, and the check of responses of the service. */
import { hashList } from "./canonical.mjs";
import { openDeal } from "./deals.mjs";
import { buildShoe } from "./decks.mjs";
import { GAMES, gamePacks } from "./games.mjs";
import { deriveItems } from "./items.mjs";
import { KINDS, kindOf, kindOfResponse, requestFields } from "./kinds.mjs";
import { UNCHECKED } from "./orders.mjs";
import { spellCondition } from "./predicates.mjs";
import { searchDeals } from "./search.mjs";
import { UNIFORMITY, shuffleDefaults } from "./shuffles.mjs";
import { Refused, checkChoice, checkInteger, checkList, checkObject, checkText, parseDigest } from "./validation.mjs";

/** By member, the reason why it is not checked. */
const UNCHECKED_REASONS = {
  items: "they may have been replaced; to check them, add the list of the request as original_items",
  items_sha256: "some items of the list are not known",
  cards: "names and characters are unknown here, /v1/verify checks them; the indices are right",
};

/** Parameters that go with some values of another one alone. */
const OPTIONS = { algorithm: ["passes", "variant", "key_bits"], notation: ["name_style"] };
const isUnsaid = (request, name) => (request[name] ?? undefined) === undefined || isDefault(request, name, request[name]);

const SHUFFLE_DEFAULTS = { index: 0, algorithm: "fisher_yates", key_bits: 64, variant: "out", sign: false };
const PACK_DEFAULTS = { decks: 1, jokers: 0, suit_order: "SHDC", red_fives: 0, highest: 6, exclude: [] };
const CARD_DEFAULTS = { ...PACK_DEFAULTS, only: [], notation: "code", name_style: "modern" };

/** Return whether a field of a request, or a member of its response, is equal to the default, which means the same as none. */
function isDefault(request, name, value) {
  const { game, deck } = request;
  const defaults = {
    ...SHUFFLE_DEFAULTS,
    ...((game ?? deck) === undefined ? {} : { ...CARD_DEFAULTS, ...GAMES[game]?.packs }),
    ...kindOf(request).defaults?.(),
  };
  return Object.hasOwn(defaults, name) && (defaults[name] === value || (Array.isArray(value) && value.length === 0 && Array.isArray(defaults[name])));
}

/** Return a request without the fields that are equal to their defaults. */
const dropDefaults = (request) => Object.fromEntries(Object.entries(request).filter(([name, value]) => !isDefault(request, name, value)));

/** Return the result of a request, without the provenance in its response; a request with {n} is for n items. */
export async function computeResult(request) {
  if ((request.notation ?? "code") !== "code")
    throw new Refused("notation", "cards are written as code here; /v1/verify knows the other notations");
  if (request.where === undefined) return deriveResult(request);
  const { repeats, ...fields } = request;
  const { results, summary } = await deriveMatches(fields, repeats ?? 1);
  return { ...summary, ...joinResults(results, repeats !== undefined) };
}

/** Return the results of a request with a condition, and the members that describe the search. */
async function deriveMatches(fields, repeats) {
  const request = dropDefaults(fields);
  checkObject("", request, requestFields(request), ["where"]);
  const { shoe, results, summary } = await searchDeals(request, repeats);
  return { results: results.map((found, i) => kindOf(request).format(found, shoe, request, i)), summary };
}

const NO_DEAL = { draws: 0, hands: [], piles: [] };

/** Return the members of a response for its results, of a batch with one entry for each. */
function joinResults(results, isBatch) {
  const [first = NO_DEAL] = results;
  if (!isBatch || results.length === 0) return first;
  const columns = Object.keys(first).map((name) => [name, results.map((result) => result[name])]);
  return { ...Object.fromEntries(columns), draws: results.reduce((sum, { draws }) => sum + draws, 0) };
}

/** Return the result of a request, with `UNCHECKED` for cards in other notations; `observe` may wrap the source of the draws. */
export async function deriveResult(fields, observe) {
  const request = dropDefaults(fields);
  checkObject("", request, requestFields(request));
  return kindOf(request).derive(request, observe);
}

/**
 * Return the request of a response, and the fields of it that the results imply. What a search does not tell is as in the
 * request `proved`, if that is known.
 */
export function recoverRequest(response, proved) {
  const kind = kindOfResponse(response);
  if (kind === undefined) throw new Refused("the file", "there are no cards of a deck or a game, items, integers or strips in it");
  const first = (column) => (response.repeats === undefined ? column : column?.[0]);
  const implied = kind.recover?.(response, first, proved) ?? {};
  const request = { ...response, algorithm: response.algorithm ?? undefined, ...implied };
  if (request.where === undefined && response.max_candidates !== undefined) throw new Refused("max_candidates", "where is missing, to which it belongs");
  const fields = kindOf(request).fields(request);
  if (fields.includes("algorithm") && request.algorithm !== undefined) checkChoice("algorithm", request.algorithm, Object.keys(UNIFORMITY));
  if (fields.includes("notation") && (request.name_style ?? undefined) !== undefined) checkChoice("name_style", request.name_style, ["modern", "retro"]);
  for (const [owner, options] of Object.entries(OPTIONS)) {
    const other = fields.includes(owner) && options.find((name) => !isUnsaid(request, name) && !requestFields(request).includes(name));
    if (other) throw new Refused(other, `it does not go with this ${owner}`);
  }
  const names = requestFields(request).filter((name) => (request[name] ?? undefined) !== undefined);
  const recovered = Object.fromEntries(names.map((name) => [name, request[name]]));
  if (response.arms === null) throw new Refused("arms", "a list was expected");
  if (fields.includes("algorithm") && kind.isDrawn?.(request) && (request.algorithm ?? "fisher_yates") !== "fisher_yates")
    throw new Refused("algorithm", "no shuffle is applied here, so there is none");
  return { request: recovered, implied };
}

/** Return the name of the deck of a request. */
const gameDeck = (request) => (request.game === undefined ? request.deck : gamePacks(request).deck);

/** Return the members of a response that follow from the request alone. */
function provenance({ algorithm = "fisher_yates", seed, index = 0, ...request }) {
  const { game, deck, n, deal_number } = request;
  const kind = kindOf(request);
  const isShuffled = !kind.isDrawn?.(request);
  const { players, exclude, ...packs } = game === undefined ? { ...request } : gamePacks(request);
  return {
    ...(game === undefined ? {} : { deck: packs.deck, ...(exclude.length ? { exclude } : {}) }),
    ...kind.describe?.(request, players),
    ...((game ?? deck) === undefined ? {} : { size: buildShoe({ ...packs, exclude }).length }),
    ...(n === undefined ? {} : { size: n }),
    ...(request.given === undefined ? {} : { given: openDeal(request).given }),
    algorithm: isShuffled ? algorithm : null,
    uniformity: isShuffled ? UNIFORMITY[algorithm] : deal_number === undefined ? "exact" : "deterministic",
    ...(seed === undefined ? {} : { seed: String(seed), index, stream: "sd1" }),
  };
}

/** Return the parameters that a response repeats, also if its request leaves them out. */
function repeatDefaults({ algorithm, ...request }) {
  const packs = request.game === undefined ? {} : gamePacks(request);
  const names = Object.keys(PACK_DEFAULTS).filter((name) => name !== "exclude" && (packs[name] ?? PACK_DEFAULTS[name]) !== PACK_DEFAULTS[name]);
  return {
    ...kindOf(request).repeat?.(request),
    ...Object.fromEntries(names.map((name) => [name, packs[name]])),
    ...Object.fromEntries(Object.entries(shuffleDefaults(algorithm)).map(([name, usual]) => [name, request[name] ?? usual])),
  };
}

/** The paths of the members that versions after 1.0.0 added, such as "hands.name": they are compared if they are there. */
const LATER_MEMBERS = [];
/** The objects to which versions may add members, as they have none of the caller, with all members that there are. */
const PLACE = ["seat", "name", "cards", "indices", "items", "parts"];
const OBJECTS = {
  "": [
    ...Object.keys({ ...SHUFFLE_DEFAULTS, ...CARD_DEFAULTS }),
    ...KINDS.flatMap(({ members = [] }) => members),
    ...["deck", "size", "game", "players", "deal_number", "cards", "packets", "burn", "indices", "hands", "piles", "given", "where", "passes"],
    ...["matches", "candidates", "complete", "next", "max_candidates", "first_board"],
    ...["board", "dealer", "vulnerable", "file_board", "pbn", "number", "mpsz", "grid", "min", "max", "count", "replacement", "drums"],
    ...["integers", "items", "items_sha256", "original_items", "weights", "repeats", "draws", "uniformity", "seed", "stream"],
  ],
  ...{ hands: PLACE, piles: PLACE, "hands.parts": PLACE, "piles.parts": PLACE, dealt: PLACE },
  ...{ groups: ["group", "items", "indices"], pairs: ["giver", "receiver", "indices"], allocations: ["item", "arm", "block"] },
};

/** Return whether a response may have a member of that name. */
export const isKnown = (name) => OBJECTS[""].includes(name);

/**
 * Adapt an expected response to the version that made the response to check: remove the later members that are not in it,
 * and add those that are not known here. Add their paths to `unknown`.
 */
function adaptResponse(expected, response, unknown, path = "") {
  if (typeof expected !== "object" || typeof response !== "object" || expected === null || response === null) return;
  if (Array.isArray(expected)) {
    if (Array.isArray(response)) expected.forEach((entry, i) => adaptResponse(entry, response[i], unknown, path));
    return;
  }
  const pathOf = (name) => (path ? `${path}.${name}` : name);
  for (const name of Object.keys(expected))
    if (!Object.hasOwn(response, name) && LATER_MEMBERS.includes(pathOf(name))) delete expected[name];
  for (const [name, value] of Object.entries(response))
    if (!Object.hasOwn(expected, name)) {
      if (OBJECTS[path].includes(name)) continue;
      unknown.add(pathOf(name));
      Object.defineProperty(expected, name, { value, enumerable: true });
    } else if (Object.hasOwn(OBJECTS, pathOf(name))) adaptResponse(expected[name], value, unknown, pathOf(name));
}

const UNKNOWN = "not known here; a later version may have added it";

/** Return the path of an element of a list, or of a member of an object. */
function joinPath(where, name, parent) {
  if (Array.isArray(parent)) return `${where}[${name}]`;
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return `${where}[${JSON.stringify(name)}]`;
  return where ? `${where}.${name}` : name;
}

/** Return the first difference between two values, or undefined. */
export function findDifference(expected, seen, where) {
  if (expected === UNCHECKED && seen !== undefined) return undefined;
  const kind = (value) => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value);
  if (!["list", "object"].includes(kind(expected)) || kind(expected) !== kind(seen) || expected === UNCHECKED)
    return expected === seen ? undefined : { where, expected, seen };
  const get = (value, name) => (Object.hasOwn(value, name) ? value[name] : undefined); // `constructor` is inherited
  for (const name of new Set([...Object.keys(expected), ...Object.keys(seen)])) {
    const difference = findDifference(get(expected, name), get(seen, name), joinPath(where, name, expected));
    if (difference) return difference;
  }
}

/** Return by name the reasons why members of a response are not derived here. */
function uncheckedFields(request, { items_sha256, original_items }) {
  const { cards, ...ofItems } = UNCHECKED_REASONS;
  if (request.n !== undefined && original_items !== undefined) return {};
  if (request.n !== undefined) return items_sha256 === UNCHECKED ? ofItems : { items: ofItems.items };
  return { ...(["name", "unicode"].includes(request.notation) ? { cards } : {}), ...kindOf(request).unchecked };
}

/** Return the members of the response to a request, single or batch, that the request does not have. */
export async function deriveResponse({ repeats, ...fields }) {
  const request = dropDefaults(fields);
  const derive = request.where === undefined ? deriveEach : deriveMatches;
  const { results, summary = {} } = await derive(request, repeats ?? 1);
  return { ...provenance(request), ...summary, ...joinResults(results, repeats !== undefined) };
}

/** Return the members that describe the list of a response, for rules that need the list. */
const describeList = async ({ items }, { original_items }) => ({
  items_sha256: await hashList(items),
  ...(original_items === undefined ? {} : { original_items }),
});

/** Return the results of a batch: those of successive indices. */
async function deriveEach(request, repeats) {
  const results = [];
  for (let i = 0; i < repeats; i++) {
    const numbered = { index: 0, ...request };
    const counters = ["index", "board", "deal_number"].filter((name) => numbered[name] !== undefined);
    const counts = Object.fromEntries(counters.map((name) => [name, checkInteger(name, numbered[name], 0, 2 ** 53 - 1) + i]));
    const result = await deriveResult({ ...request, ...counts });
    for (const name of Object.keys(kindOf(request).unchecked ?? {})) result[name] = UNCHECKED;
    results.push(result);
  }
  return { results };
}

/** Return a response in which an integer that is a seat is read as its digits. */
function readSeats({ ...response }) {
  const read = (hand) => (Number.isSafeInteger(hand?.seat) ? { ...hand, seat: String(hand.seat) } : hand);
  if (Array.isArray(response.hands))
    response.hands = response.hands.map((hand) => (Array.isArray(hand) ? hand.map(read) : read(hand)));
  return response;
}

/**
 * Return the result of the check of a response, single or batch, against its own request, seed and index. If nothing
 * differs but some members are not derived here, `valid` is null and `unchecked` has the reasons by name. `proved` is
 * the request of a proved response, as in `recoverRequest`.
 */
export async function checkResponse(file, proved) {
  const response = readSeats(file);
  if (response.original_items === null) delete response.original_items;
  if (response.block_sizes !== undefined) checkList("arms", response.arms);
  checkForm(response);
  checkWhole(response);
  try {
    return await compareResponse(response, proved);
  } catch (error) {
    const root = error instanceof Refused ? error.where.split(/[.[:]/)[0] : undefined;
    if (root === undefined || !isOfResult(root, response)) throw error;
    return { valid: false, difference: { where: root, expected: error.message, seen: response[root] } };
  }
}

/** Check the members that every response has: another value is one of another version, or none. */
function checkForm({ scheme, seed, deal_number, repeats = 1, ...response }) {
  if (scheme !== undefined) throw new Refused("scheme", "/v1/verify alone checks results of other providers");
  if ((seed ?? deal_number) === undefined) throw new Refused("seed", "only a seeded response can be derived again");
  if (deal_number === undefined || seed !== undefined) checkSeeded({ seed, ...response });
  checkInteger("repeats", repeats, 1, 10 ** 6);
}

/** Check the stream and the seed of a response. */
export function checkSeeded({ stream, seed }) {
  checkChoice("stream", stream, ["sd1"]);
  checkText("seed", Number.isSafeInteger(seed) ? String(seed) : seed);
}

/** Members of results that tell parameters. A wrong one is false, as the request can be read from the other members. */
const OF_RESULTS = ["hands", "piles", "board", "groups", "pairs", "allocations", "indices", "cards", "items", "size", "items_sha256", "integers", "strip", "dealt"];

/** Return whether a member is of the results. */
export function isOfResult(name, response) {
  if (name === "count") return response.indices !== undefined && response.replacement === undefined;
  return OF_RESULTS.includes(name) && (name !== "cards" || response.hands === undefined);
}

/** Members of which a response has all if it has one. */
const TOGETHER = [["hands", "piles"], ["category", "description", "points", "payout", "dealt"]];

/** Throw if a response lacks a member by which its kind is told. */
export function checkWhole(response) {
  const has = (name) => Object.hasOwn(response, name);
  const ofDeck = has("deck") && !has("hands") ? ["cards", "indices"] : [];
  const ofGame = has("players") ? ["game"] : [];
  const ofCards = !has("game") && !has("items_sha256") && (has("hands") || (has("cards") && has("indices"))) ? ["deck"] : [];
  const ofList = has("items") && has("items_sha256") ? ["indices"] : [];
  const ofDrums = has("integers") && !has("count") && !has("max") ? ["drums"] : [];
  const missing = [...TOGETHER.filter((names) => names.some(has)).flat(), ...ofList, ...ofDrums, ...ofDeck, ...ofGame, ...ofCards].find((name) => !has(name));
  if (has("dealt")) checkList("held", response.held);
  if (missing !== undefined) throw new Refused("the file", `its member ${missing} is missing`);
}

async function compareResponse(response, proved) {
  const isBatch = response.repeats !== undefined;
  const { repeats = 1 } = response;
  if (response.items !== undefined && response.replacement === null) // a draw tells whether it replaces what it draws
    return { valid: false, difference: { where: "replacement", expected: false, seen: null } };
  const { request, implied } = recoverRequest(response, proved);
  const list = kindOf(request).hasList ? await describeList(request, response) : undefined;
  if (list !== undefined && list.items_sha256 !== (response.items_sha256 ?? null))
    return { valid: false, difference: { where: "items_sha256", expected: list.items_sha256, seen: response.items_sha256 } };
  const derive = request.where === undefined ? deriveEach : deriveMatches;
  const { results, summary = {} } = await derive(request, repeats);
  const claimed = Object.fromEntries(Object.keys(summary).map((name) => [name, response[name]]));
  const otherMatches = findDifference(summary, claimed, ""); // the other members depend on whether there is a result
  const hasItems = request.n !== undefined && !otherMatches;
  const common = list ?? (hasItems ? await deriveItems(results, request.n, response) : {});
  if (hasItems && common.items_sha256 === undefined) {
    if ((response.items_sha256 ?? null) !== null) parseDigest("items_sha256", response.items_sha256);
    common.items_sha256 = UNCHECKED;
  }
  const spelled = request.where !== undefined && request.n === undefined ? { where: spellCondition(request.where, openDeal(request).codes, gameDeck(request)) } : {};
  const members = { ...spelled, ...summary, ...(otherMatches ? {} : joinResults(results, isBatch)) };
  const isEchoed = (name) => name === "repeats" || (Object.hasOwn(request, name) && !Object.hasOwn(implied, name));
  const echoed = Object.entries(response).filter(([name]) => isEchoed(name));
  const expected = { ...Object.fromEntries(echoed), ...repeatDefaults(request), ...provenance(request), ...members, ...common };
  if (proved && !Object.hasOwn(response, "file_board")) delete expected.file_board; // the vectors have none
  const extra = Object.keys(response).filter((name) => !Object.hasOwn(expected, name));
  for (const name of extra.filter((name) => isDefault(request, name, response[name]))) delete response[name];
  const misplaced = extra.find((name) => isKnown(name) && Object.hasOwn(response, name));
  if (misplaced !== undefined && !otherMatches) return { valid: false, difference: { where: misplaced, expected: undefined, seen: response[misplaced] } };
  const unknown = new Set();
  adaptResponse(expected, response, unknown);
  const difference = otherMatches ?? findDifference(expected, response, "");
  const mayBeDealtBy = [...unknown].filter((name) => Object.hasOwn(response, name));
  if (difference && mayBeDealtBy.length === 0) return { valid: false, difference };
  const unchecked = uncheckedFields(request, common);
  for (const name of unknown) unchecked[name] = UNKNOWN;
  if (difference) unchecked.result = `${difference.where} differs, but a later version may have dealt by ${mayBeDealtBy.join(", ")}`;
  return Object.keys(unchecked).length === 0 ? { valid: true } : { valid: null, unchecked };
}
