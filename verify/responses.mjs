/** The results of seeded requests, derived again from docs/stream.md, and the check of responses of the service. */
import { formatDeal, openDeal } from "./deals.mjs";
import { packOptions, buildShoe } from "./decks.mjs";
import { GAMES, drawHand, gamePacks, gameFields, microsoftOrder } from "./games.mjs";
import { formatItems, openItems } from "./item_deals.mjs";
import { deriveItems, listItems, recoverPiles, selectWeighted } from "./items.mjs";
import { Refused, checkChoice, checkInteger, checkList, checkObject, parseDigest } from "./validation.mjs";
import { searchDeals } from "./search.mjs";
import { UNIFORMITY, selectShuffle, shuffleDefaults } from "./shuffles.mjs";
import { drawFrom, deriveSeedKey } from "./stream.mjs";
import { drawStrip } from "./strips.mjs";

/** Stands for a member of a response that is not derived here. */
const UNCHECKED = Object.freeze({ toJSON: () => "not known here" });

const MAX = 2 ** 53 - 1;

const PAYOUT_FIELDS = ["category", "description", "points", "payout"];

/** By member, the reason why it is not checked. */
const UNCHECKED_REASONS = {
  items: "they may have been replaced; to check them, add the list of the request as original_items",
  items_sha256: "some items of the list are not known",
  cards: "names and characters are unknown here, /v1/verify checks them; the indices are right",
  ...Object.fromEntries(
    PAYOUT_FIELDS.map((name) => [name, "not computed here, /v1/verify checks it; the cards are right"]),
  ),
};

/** Return whether a request is for the final hand of video poker, and not for a deal. */
const isFinalHand = ({ game, held }) => game === "video_poker" && held !== undefined;

/** Return whether a request is for a draw of items by weights; a shuffle or a deal of items has no `replacement`. */
const isWeighted = ({ n, deck, replacement }) => deck === undefined && n !== undefined && replacement !== undefined;

/** Return whether a request is for integers of one range. */
const isRange = ({ game, deck, n, drums, bingo }) => [game, deck, n, drums, bingo].every((value) => value === undefined);

const RANGE_FIELDS = ["min", "max", "replacement", "count"];

/** Return the names of the fields that a request may have. */
function requestFields({ game, held, deck, hands, n, algorithm, notation, where, replacement, drums, bingo }) {
  if (bingo !== undefined) return ["bingo", "seed", "index"];
  const shuffleFields = ["seed", "index", "algorithm", ...Object.keys(shuffleDefaults(algorithm))];
  const cardFields = [...shuffleFields, "notation", ...(notation === "name" ? ["name_style"] : [])];
  if (isFinalHand({ game, held })) return ["game", "held", "coins", ...packOptions("standard"), ...cardFields];
  const searchFields = where === undefined ? [] : ["where", "max_candidates"];
  if (game !== undefined) return ["game", ...gameFields(game), ...searchFields, ...cardFields];
  const dealFields = ["hands", "cards", "packets", "burn"];
  const itemFields = [...dealFields, "piles", "given", ...(where === undefined ? [] : ["items"])];
  if (isWeighted({ n, deck, replacement })) return ["n", "weights", "count", "replacement", "seed", "index"];
  if (deck === undefined && n !== undefined)
    return ["n", ...(hands === undefined ? ["count"] : [...itemFields, ...searchFields]), ...shuffleFields];
  if (deck === undefined && drums !== undefined) return ["drums", "seed", "index"];
  if (deck === undefined) return [...RANGE_FIELDS, ...shuffleFields];
  return [
    "deck",
    ...packOptions(deck),
    ...(hands === undefined ? ["count"] : [...dealFields, "given", ...searchFields]),
    ...cardFields,
  ];
}

const SHUFFLE_DEFAULTS = { index: 0, algorithm: "fisher_yates", key_bits: 64, variant: "out", sign: false };
const INTEGER_DEFAULTS = { min: 1, replacement: false };
const PACK_DEFAULTS = { decks: 1, jokers: 0, suit_order: "SHDC", red_fives: 0, highest: 6, exclude: [] };
const CARD_DEFAULTS = { ...PACK_DEFAULTS, only: [], notation: "code", name_style: "modern" };
const DEAL_DEFAULTS = { packets: [], burn: 0 };
const ITEMS_DEFAULTS = { ...DEAL_DEFAULTS, piles: [] };

/** Return whether a field of a request, or a member of its response, is equal to the default, which means the same as none. */
function isDefault(request, name, value) {
  const { game, held, deck, hands, n } = request;
  const defaults = {
    ...SHUFFLE_DEFAULTS,
    ...((game ?? deck) === undefined ? {} : { ...CARD_DEFAULTS, ...GAMES[game]?.packs }),
    ...(n === undefined ? {} : ITEMS_DEFAULTS),
    ...(isRange(request) ? INTEGER_DEFAULTS : {}),
    ...(isFinalHand({ game, held }) ? { coins: 5 } : game === undefined ? {} : { include_seed: false }),
    ...(deck !== undefined && hands !== undefined ? DEAL_DEFAULTS : {}),
  };
  return Object.hasOwn(defaults, name) && (defaults[name] === value || (value?.length === 0 && Array.isArray(defaults[name])));
}

/** Return a request without the fields that are equal to their defaults. */
const dropDefaults = (request) => Object.fromEntries(Object.entries(request).filter(([name, value]) => !isDefault(request, name, value)));

/** Return the rule of a request for `length` of n items, in order or with replacement: a function of below. */
function selectRule(n, length, request) {
  const { replacement = false } = request;
  if (typeof replacement !== "boolean") throw new Refused("replacement", "true or false was expected");
  checkInteger("count", length, Math.min(Number(n), 1), MAX);
  if (!replacement && length > n) throw new Refused("count", "at most the number of items was expected");
  if (replacement && !isWeighted(request)) return (below) => Array.from({ length }, () => below(n));
  const rule = isWeighted(request) ? selectWeighted(request) : selectShuffle(request);
  return (below) => rule(below, n, length);
}

/** Return the first `length` of n items in a request's order, or `length` items with replacement, and the draws. */
async function drawOrder(n, length, { seed, index, ...request }, observe) {
  const rule = selectRule(n, length, request);
  const { result: order, draws } = await drawFrom(await deriveSeedKey(seed), index, rule, observe);
  return { draws, order };
}

/** Return the number of integers from min to max, or n: a BigInt if it is beyond 2^53. */
function sizeOf({ n, min = 1, max }) {
  if (n === undefined) checkInteger("max", max, checkInteger("min", min, -MAX, MAX), MAX);
  else if (!Number.isSafeInteger(n) && !/^\d+$/.test(typeof n === "string" ? n : ""))
    throw new Refused("n", "an integer was expected, beyond 2^53 - 1 as a string of digits");
  const size = n === undefined ? BigInt(max) - BigInt(min) + 1n : BigInt(n);
  return size > 1n << 53n ? size : Number(size);
}

/** Return integers by their offsets from min. */
const addMinimum = ({ min = 1 }, offsets) => offsets.map((offset) => Number(BigInt(min) + BigInt(offset)));

/** Return the drums of a request, each with all of its fields. */
function fillDrums(drums) {
  checkInteger("the number of drums", checkList("drums", drums).length, 1, 20);
  return drums.map((drum) => fillRange(checkObject("drums", drum, RANGE_FIELDS, ["max"])));
}

/** Return a range with all of its fields. */
const fillRange = ({ min = 1, max, count = Number(sizeOf({ min, max })), replacement = false }) => ({ min, max, count, replacement });

/** Return the integers of each drum, which are drawn one after the other. */
async function drawDrums({ drums: given, seed, index }, observe) {
  const drums = fillDrums(given);
  const rules = drums.map((drum) => selectRule(sizeOf(drum), drum.count, { replacement: drum.replacement }));
  const drawAll = (below) => rules.map((rule) => rule(below));
  const { result, draws } = await drawFrom(await deriveSeedKey(seed), index, drawAll, observe);
  return { draws, integers: drums.map((drum, i) => addMinimum(drum, result[i])) };
}

/** Return the label of each card of a shoe in a response. */
function cardLabels(codes, { notation = "code" }) {
  checkChoice("notation", notation, ["code", "name", "unicode"]);
  return notation === "code" ? codes : codes.map(() => UNCHECKED);
}

const pickCards = (indices, labels) => ({ cards: indices.map((index) => labels[index]), indices });

/** Return the final hand of video poker, and the dealt one. */
async function drawVideoPoker(request, observe) {
  const codes = buildShoe(gamePacks(request));
  const cards = (indices) => pickCards(indices, cardLabels(codes, request));
  const { held, coins = 5 } = request;
  checkInteger("coins", coins, 1, 5);
  if (!Array.isArray(held) || new Set(held).size < held.length)
    throw new Refused("held", "a list of different positions was expected");
  for (const position of held) checkInteger("held", position, 1, 5);
  const { draws, order } = await drawOrder(codes.length, 10 - held.length, request, observe);
  const { dealt, final } = drawHand(order, held);
  return { draws, ...cards(final), dealt: cards(dealt) };
}

/** Return the hands and piles of a deal of n items. */
async function dealItems(request, observe) {
  const { rest, deal } = openItems(request);
  const { draws, order } = await drawOrder(rest.length, rest.length, request, observe);
  return { draws, ...formatItems(deal(order)) };
}

/** Return a strip of tickets. */
async function deriveStrip({ bingo, seed, index }, observe) {
  checkChoice("bingo", bingo, ["strips"]);
  const { result: strip, draws } = await drawFrom(await deriveSeedKey(seed), index, drawStrip, observe);
  return { draws, strip };
}

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
  const labels = cardLabels(shoe.codes, request);
  if (request.n !== undefined)
    return { results: results.map(({ draws, dealt }) => ({ draws, ...formatItems(dealt) })), summary };
  const hasFiles = request.game === "bridge";
  const format = ({ numbered, draws, dealt }, i) => ({
    draws,
    ...formatDeal(dealt, shoe, { ...request, ...numbered }, labels),
    ...(hasFiles ? { file_board: (request.board ?? 1) + i } : {}),
  });
  return { results: results.map(format), summary };
}

const NO_DEAL = { draws: 0, hands: [], piles: [] };

/** Return the members of a response for its results, of a batch with one entry for each. */
function joinResults(results, isBatch) {
  const [first = NO_DEAL] = results;
  if (!isBatch || results.length === 0) return first;
  const columns = Object.keys(first).map((name) => [name, results.map((result) => result[name])]);
  return { ...Object.fromEntries(columns), draws: results.reduce((sum, { draws }) => sum + draws, 0) };
}

/** Return the same, with `UNCHECKED` for cards in other notations; `observe` may wrap the source of the draws. */
export async function deriveResult(fields, observe) {
  const request = dropDefaults(fields);
  const { game, deal_number, deck, hands, n, drums } = checkObject("", request, requestFields(request));
  if (drums !== undefined) return drawDrums(request, observe);
  if (request.bingo !== undefined) return deriveStrip(request, observe);
  const { count = isWeighted(request) ? 1 : undefined } = request;
  if (isFinalHand(request)) return drawVideoPoker(request, observe);
  if (n !== undefined && hands !== undefined) return dealItems(request, observe);
  if ((game ?? hands) !== undefined) {
    const shoe = openDeal(request);
    const { draws, order } =
      deal_number === undefined
        ? await drawOrder(shoe.rest.length, shoe.rest.length, request, observe)
        : { draws: 0, order: microsoftOrder(checkInteger("deal_number", deal_number, 1, 1000000)) };
    return { draws, ...formatDeal(shoe.deal(order), shoe, request, cardLabels(shoe.codes, request)) };
  }
  if (deck !== undefined) {
    const codes = buildShoe(request);
    const { draws, order } = await drawOrder(codes.length, count ?? codes.length, request, observe);
    return { draws, ...pickCards(order, cardLabels(codes, request)) };
  }
  const items = sizeOf(request);
  const { draws, order } = await drawOrder(items, count ?? Number(items), request, observe);
  if (n === undefined) return { draws, integers: addMinimum(request, order) };
  return { draws, indices: typeof items === "bigint" ? order.map(String) : order };
}

/**
 * Return the fields of a request that only its results show; `first` selects the first result of a batch. What a search
 * does not tell is as in the request `proved`, if that is known.
 */
function recoverFields(response, first, proved) {
  const { game, held, deck, hands, items, integers, indices, board, first_board, size, where, strip } = response;
  const isItemsDeal = deck === undefined && hands !== undefined && response.items_sha256 !== undefined;
  if (isFinalHand({ game, held })) return {};
  if (game === undefined && deck === undefined && strip !== undefined) return { bingo: "strips" };
  if (game !== undefined && where === undefined) return { board: first(board) };
  if (game !== undefined) return { board: proved?.board ?? first_board };
  if (deck !== undefined && hands?.length === 0 && where !== undefined) {
    if (proved) return { hands: proved.hands };
    throw new Refused("hands", "without a result the number of hands is not known");
  }
  if (deck !== undefined && hands !== undefined) return { hands: first(hands)?.length };
  const count = proved?.count ?? first(indices)?.length;
  if (deck !== undefined) return { count };
  if (items !== undefined || isItemsDeal) {
    if (response.original_items !== undefined) checkList("original_items", response.original_items);
    const n = checkInteger("size", size, 0, 2 ** 53 - 1);
    if (isItemsDeal) {
      const count = response.repeats === undefined ? Math.min(checkList("hands", hands).length, 1) : hands.length;
      const listed = where === undefined ? {} : { items: listItems(response, n, count) };
      if (where !== undefined && count === 0) {
        if (proved) return { n, hands: proved.hands, piles: proved.piles, ...listed };
        throw new Refused("hands", "without a result the number of hands is not known");
      }
      const piles = recoverPiles(first(response.piles), response.burn);
      return { n, hands: checkList("hands", first(hands)).length, piles: piles.length ? piles : undefined, ...listed };
    }
    return response.replacement === undefined ? { n, count: count < n ? count : undefined } : { n };
  }
  if (integers === undefined)
    throw new Refused("the file", "there are no cards of a deck or a game, items, integers or strips in it");
  return {};
}

/** Return the request of a response, and the fields of it that the results imply; `proved` as in `recoverFields`. */
export function recoverRequest(response, proved) {
  const implied = recoverFields(response, (column) => (response.repeats === undefined ? column : column?.[0]), proved);
  const request = { ...response, algorithm: response.algorithm ?? undefined, ...implied };
  const names = requestFields(request).filter((name) => (request[name] ?? undefined) !== undefined);
  return { request: Object.fromEntries(names.map((name) => [name, request[name]])), implied };
}

/** Return the members of a response that follow from the request alone. */
function provenance({ algorithm = "fisher_yates", seed, index = 0, ...request }) {
  const { game, held, deck, n, replacement, deal_number, bingo, drums = [{ replacement }] } = request;
  const isDrawn = bingo !== undefined || drums.every((drum) => drum.replacement) || isWeighted(request);
  const isShuffled = !isDrawn && deal_number === undefined;
  const { players, exclude, ...packs } = game === undefined ? { ...request } : gamePacks(request);
  return {
    ...(game === undefined ? {} : { deck: packs.deck, ...(exclude.length ? { exclude } : {}) }),
    ...(isFinalHand(request) ? { held: [...held].sort() } : game === undefined ? {} : { players }),
    ...((game ?? deck) === undefined ? {} : { size: buildShoe({ ...packs, exclude }).length }),
    ...(n === undefined ? {} : { size: n }),
    ...(request.drums === undefined ? {} : { drums: fillDrums(request.drums) }),
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
    ...(isRange(request) ? fillRange(request) : {}),
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
    ...Object.keys({ ...SHUFFLE_DEFAULTS, ...CARD_DEFAULTS, ...ITEMS_DEFAULTS }),
    ...PAYOUT_FIELDS,
    ...["deck", "size", "game", "players", "deal_number", "cards", "indices", "hands", "given", "where", "held", "coins", "dealt", "passes"],
    ...["matches", "candidates", "complete", "next", "max_candidates", "first_board"],
    ...["board", "dealer", "vulnerable", "file_board", "pbn", "number", "mpsz", "grid", "min", "max", "count", "replacement", "drums"],
    ...["integers", "strip", "items", "items_sha256", "original_items", "weights", "repeats", "draws", "uniformity", "seed", "stream"],
  ],
  ...{ hands: PLACE, piles: PLACE, "hands.parts": PLACE, "piles.parts": PLACE, dealt: PLACE },
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

/** Return the names of the members of a response that are not derived here. */
function uncheckedFields(request, { items_sha256, original_items }) {
  if (request.n !== undefined && original_items !== undefined) return [];
  if (request.n !== undefined) return items_sha256 === UNCHECKED ? ["items", "items_sha256"] : ["items"];
  const cards = ["name", "unicode"].includes(request.notation) ? ["cards"] : [];
  return isFinalHand(request) ? [...cards, ...PAYOUT_FIELDS] : cards;
}

/** Return the members of the response to a request, single or batch, that the request does not have. */
export async function deriveResponse({ repeats, ...fields }) {
  const request = dropDefaults(fields);
  const derive = request.where === undefined ? deriveEach : deriveMatches;
  const { results, summary = {} } = await derive(request, repeats ?? 1);
  return { ...provenance(request), ...summary, ...joinResults(results, repeats !== undefined) };
}

/** Return the results of a batch: those of successive indices. */
async function deriveEach(request, repeats) {
  const results = [];
  for (let i = 0; i < repeats; i++) {
    const numbered = { index: 0, ...request };
    const counters = ["index", "board", "deal_number"].filter((name) => numbered[name] !== undefined);
    const counts = Object.fromEntries(counters.map((name) => [name, checkInteger(name, numbered[name], 0, 2 ** 53 - 1) + i]));
    const result = await deriveResult({ ...request, ...counts });
    if (isFinalHand(request)) for (const name of PAYOUT_FIELDS) result[name] = UNCHECKED;
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
 * the request of a proved response, as in `recoverFields`.
 */
export async function checkResponse(file, proved) {
  const response = readSeats(file);
  const { scheme, seed, deal_number, repeats = 1 } = response;
  if (scheme !== undefined) throw new Refused("scheme", "/v1/verify alone checks results of other providers");
  if ((seed ?? deal_number) === undefined) throw new Refused("seed", "only a seeded response can be derived again");
  const isBatch = response.repeats !== undefined;
  checkInteger("repeats", repeats, 1, 10 ** 6);
  const { request, implied } = recoverRequest(response, proved);
  const derive = request.where === undefined ? deriveEach : deriveMatches;
  const { results, summary = {} } = await derive(request, repeats);
  const claimed = Object.fromEntries(Object.keys(summary).map((name) => [name, response[name]]));
  const otherMatches = findDifference(summary, claimed, ""); // the other members depend on whether there is a result
  const hasItems = request.n !== undefined && !otherMatches;
  const common = hasItems ? await deriveItems(results, request.n, response) : {};
  if (hasItems && common.items_sha256 === undefined) {
    if ((response.items_sha256 ?? null) !== null) parseDigest("items_sha256", response.items_sha256);
    common.items_sha256 = UNCHECKED;
  }
  const members = { ...summary, ...(otherMatches ? {} : joinResults(results, isBatch)) };
  const isEchoed = (name) => name === "repeats" || (Object.hasOwn(request, name) && !Object.hasOwn(implied, name));
  const echoed = Object.entries(response).filter(([name]) => isEchoed(name));
  const expected = { ...Object.fromEntries(echoed), ...repeatDefaults(request), ...provenance(request), ...members, ...common };
  if (proved && !Object.hasOwn(response, "file_board")) delete expected.file_board; // the vectors have none
  const extra = Object.keys(response).filter((name) => !Object.hasOwn(expected, name));
  for (const name of extra.filter((name) => isDefault(request, name, response[name]))) delete response[name];
  const misplaced = extra.find((name) => isKnown(name) && Object.hasOwn(response, name));
  if (misplaced !== undefined && !otherMatches) throw new Refused(misplaced, "such a response has no member of this name");
  const unknown = new Set();
  adaptResponse(expected, response, unknown);
  const difference = otherMatches ?? findDifference(expected, response, "");
  const mayBeDealtBy = [...unknown].filter((name) => Object.hasOwn(response, name));
  if (difference && mayBeDealtBy.length === 0) return { valid: false, difference };
  const reasons = uncheckedFields(request, common).map((name) => [name, UNCHECKED_REASONS[name]]);
  for (const name of unknown) reasons.push([name, UNKNOWN]);
  if (difference) reasons.push(["answer", `${difference.where} differs, but a later version may have dealt by ${mayBeDealtBy.join(", ")}`]);
  return reasons.length === 0 ? { valid: true } : { valid: null, unchecked: Object.fromEntries(reasons) };
}
