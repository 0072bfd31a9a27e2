/** What the service answers to a seeded request, derived anew; and whether an answer that it gave is what is derived. */
import { deal, packsOf, shoe } from "./decks.mjs";
import { dealGame, drawHand, gamePacks, membersOf, numberedOrder } from "./games.mjs";
import { Refused, choice, integer, members } from "./members.mjs";
import { UNIFORMITY, parametersOf, shuffle } from "./shuffles.mjs";
import { drawn, seedKey } from "./stream.mjs";

/** Stands where something was told that is not derived here. */
const UNCHECKED = Object.freeze({ toJSON: () => "not known here" });

const PLAYED_ON = ["category", "description", "points", "payout"];

/** Why something is not checked. */
const UNKNOWN = {
  items: "whether these are the items of the list, each with its index, only its owner can tell; the indices are right",
  cards: "names and characters are not known here, and /v1/verify knows them; the indices are right",
  ...Object.fromEntries(PLAYED_ON.map((name) => [name, "not reckoned here; /v1/verify does, and the cards are right"])),
};

/** Whether it is video poker's draw that was asked for, and not a deal. */
const playedOn = ({ game, held }) => game === "video_poker" && held !== undefined;

/** The names of what a request may say, by what it asks for. */
function namesOf({ game, held, deck, hands, n, algorithm, notation }) {
  const random = ["seed", "index", "algorithm", ...parametersOf(algorithm)];
  const coded = [...random, "notation", ...(notation === "name" ? ["name_style"] : [])];
  if (playedOn({ game, held })) return ["game", "held", "coins", ...packsOf("standard"), ...coded];
  if (game !== undefined) return ["game", ...membersOf(game), ...coded];
  if (deck === undefined) return [...(n === undefined ? ["min", "max", "replacement"] : ["n"]), "count", ...random];
  return [
    "deck",
    ...packsOf(deck),
    ...(hands === undefined ? ["count"] : ["hands", "cards", "packets", "burn"]),
    ...coded,
  ];
}

/** The first `length` of n items in the order of a request's seed, index and algorithm; or so many with replacement. */
async function draw(n, length, { seed, index, replacement, ...asked }, watch) {
  if (!replacement && length > n) throw new Refused("count", "no more than there are items was expected");
  const made = replacement ? (below) => Array.from({ length }, () => below(n)) : shuffle(asked);
  const { made: order, draws } = await drawn(await seedKey(seed), index, (below) => made(below, n, length), watch);
  return { draws, order };
}

/** What stands for each card of a shoe in an answer. */
function written(codes, { notation = "code" }) {
  if (notation === "code") return codes;
  return codes.map((_, index) => (notation === "index" ? index : UNCHECKED));
}

/** The hand of video poker after the draw, and before. */
async function playOn(codes, request, cards, watch) {
  const { held, coins = 5 } = request;
  integer("coins", coins, 1, 5);
  if (!Array.isArray(held) || new Set(held).size < held.length)
    throw new Refused("held", "a list of places was expected, each once");
  for (const place of held) integer("held", place, 1, 5);
  const { draws, order } = await draw(codes.length, 10 - held.length, request, watch);
  const { dealt, final } = drawHand(order, held);
  return { draws, ...cards(final), dealt: cards(dealt) };
}

/** What the service answers to a request with these fields, without its heading; or {n} for the indices of n items. */
export async function answer(request) {
  members("", request, namesOf(request));
  if (!["code", "index"].includes(request.notation ?? "code"))
    throw new Refused("notation", "cards are written as code or index here; /v1/verify knows the other notations");
  return derived(request);
}

/** The same; in notations that are not known here, with `UNCHECKED` for each card. `watch` may look on at the draws. */
export async function derived(request, watch) {
  const { game, deal_number, deck, hands, n, min = 1, max, count } = members("", request, namesOf(request));
  choice("notation", request.notation ?? "code", ["code", "index", "name", "unicode"]);
  if (game !== undefined) {
    const codes = shoe(gamePacks(request));
    const text = written(codes, request);
    const cards = (indices) => ({ cards: indices.map((index) => text[index]), indices });
    if (playedOn(request)) return playOn(codes, request, cards, watch);
    const { draws, order } =
      deal_number === undefined
        ? await draw(codes.length, codes.length, request, watch)
        : { draws: 0, order: numberedOrder(integer("deal_number", deal_number, 1, 1000000)) };
    return { draws, ...dealGame(order, codes, request, text) };
  }
  if (deck !== undefined) {
    const codes = shoe(request);
    const { draws, order } = await draw(codes.length, count ?? codes.length, request, watch);
    const text = written(codes, request);
    const held = (indices) => ({ cards: indices.map((index) => text[index]), indices });
    if (hands === undefined) return { draws, ...held(order) };
    const dealt = deal(order, request);
    const named = (name, key) => dealt[name].map(([label, indices]) => ({ [key]: label, ...held(indices) }));
    return { draws, hands: named("hands", "seat"), piles: named("piles", "name") };
  }
  const numbers = n === undefined ? { min, max } : { n };
  for (const [name, value] of Object.entries(numbers))
    if (!Number.isSafeInteger(value) && !/^-?\d+$/.test(typeof value === "string" ? value : ""))
      throw new Refused(name, "an integer was expected, beyond 2^53 - 1 as a string of digits");
  const all = n === undefined ? BigInt(max) - BigInt(min) + 1n : BigInt(n);
  const items = all > 1n << 53n ? all : Number(all);
  const { draws, order } = await draw(items, Number(count ?? all), request, watch);
  if (n === undefined) return { draws, integers: order.map((i) => Number(BigInt(min) + BigInt(i))) };
  return { draws, indices: typeof items === "bigint" ? order.map(String) : order };
}

/** What of the request that was answered shows in the results alone: those of the first of a batch. */
function recovered({ game, held, deck, hands, items, integers, indices, board, size }, first) {
  if (playedOn({ game, held })) return {};
  if (game !== undefined) return { board: first(board) };
  if (deck !== undefined && hands !== undefined) return { hands: first(hands)?.length };
  if (deck !== undefined) return { count: first(indices)?.length };
  if (items !== undefined) return { n: integer("size", size, 0, 2 ** 53 - 1), count: first(indices)?.length };
  if (integers === undefined)
    throw new Refused("the file", "there are no cards of a deck or a game, items or integers in it");
  return {};
}

/** The request that an answer says it answers, and what of it shows in the results alone. */
export function requestOf(told) {
  const shown = recovered(told, (column) => (told.repeats === undefined ? column : column?.[0]));
  const asked = { ...told, algorithm: told.algorithm ?? undefined, ...shown };
  const named = namesOf(asked).filter((name) => asked[name] !== undefined);
  return { request: Object.fromEntries(named.map((name) => [name, asked[name]])), shown };
}

/** What stands before the results of an answer and follows from the request. */
function heading({ algorithm = "fisher_yates", seed, index = 0, ...request }) {
  const { game, held, deck, n, replacement, deal_number } = request;
  const shuffled = !replacement && deal_number === undefined;
  const { players, exclude, ...packs } = game === undefined ? { ...request } : gamePacks(request);
  return {
    ...(game === undefined ? {} : { deck: packs.deck, ...(exclude.length ? { exclude } : {}) }),
    ...(playedOn(request) ? { held: [...held].sort() } : game === undefined ? {} : { players }),
    ...((game ?? deck) === undefined ? {} : { size: shoe({ ...packs, exclude }).length }),
    ...(n === undefined ? {} : { size: n }),
    algorithm: shuffled ? algorithm : null,
    uniformity: shuffled ? UNIFORMITY[algorithm] : replacement ? "exact" : "deterministic",
    ...(seed === undefined ? {} : { seed, index, stream: "sd1" }),
  };
}

/** The first place where what was told is not what was expected, or undefined. */
function firstDifference(expected, seen, where) {
  if (expected === UNCHECKED && seen !== undefined) return undefined;
  const kind = (value) => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value);
  if (!["list", "object"].includes(kind(expected)) || kind(expected) !== kind(seen) || expected === UNCHECKED)
    return expected === seen ? undefined : { where, expected, seen };
  for (const name of new Set([...Object.keys(expected), ...Object.keys(seen)])) {
    const path = Array.isArray(expected) ? `${where}[${name}]` : where ? `${where}.${name}` : name;
    const found = firstDifference(expected[name], seen[name], path);
    if (found) return found;
  }
}

/** The names of what an answer tells, but is not derived here. */
function unknownOf(request) {
  if (request.n !== undefined) return ["items"];
  const drawn = ["name", "unicode"].includes(request.notation) ? ["cards"] : [];
  return playedOn(request) ? [...drawn, ...PLAYED_ON] : drawn;
}

/**
 * Whether an answer of the service, one result or a batch, is what its own request, seed and index lead to. If nothing
 * differs, but something was told that is not derived here, `valid` is null, and `unchecked` says why, by name.
 */
export async function checkAnswer(told) {
  const { seed, deal_number, repeats = 1 } = told;
  if ((seed ?? deal_number) === undefined) throw new Refused("seed", "only a seeded answer can be derived again");
  const batch = told.repeats !== undefined;
  integer("repeats", repeats, 1, 10 ** 6);
  const { request, shown } = requestOf(told);
  const singles = [];
  for (let i = 0; i < repeats; i++) {
    const counted = { index: 0, ...request };
    const later = ["index", "board", "deal_number"].filter((name) => counted[name] !== undefined);
    const result = await derived({ ...request, ...Object.fromEntries(later.map((name) => [name, counted[name] + i])) });
    if (request.n !== undefined) result.items = result.indices.map(() => UNCHECKED);
    if (playedOn(request)) for (const name of PLAYED_ON) result[name] = UNCHECKED;
    singles.push(result);
  }
  const columns = Object.keys(singles[0]).map((name) => [name, singles.map((one) => one[name])]);
  const results = batch ? Object.fromEntries(columns) : singles[0];
  if (batch) results.draws = results.draws.reduce((sum, draws) => sum + draws);
  const echoes = (name) => name === "repeats" || (request[name] !== undefined && !Object.hasOwn(shown, name));
  const echoed = Object.entries(told).filter(([name]) => echoes(name));
  const expected = { ...Object.fromEntries(echoed), ...heading(request), ...results };
  members("", told, Object.keys(expected));
  const difference = firstDifference(expected, told, "");
  if (difference) return { valid: false, difference };
  const unchecked = unknownOf(request);
  if (unchecked.length === 0) return { valid: true };
  return { valid: null, unchecked: Object.fromEntries(unchecked.map((name) => [name, UNKNOWN[name]])) };
}
