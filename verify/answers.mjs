/** What the service answers to a seeded request, derived anew; and whether an answer that it gave is what is derived. */
import { deal, packsOf, shoe } from "./decks.mjs";
import { dealGame, gamePacks, membersOf, numberedOrder } from "./games.mjs";
import { Refused, choice, integer, members } from "./members.mjs";
import { UNIFORMITY, parametersOf, shuffle } from "./shuffles.mjs";
import { drawn, seedKey } from "./stream.mjs";

/** The names of what a request may say, by what it asks for. */
function namesOf({ game, deck, hands, n, algorithm }) {
  const random = ["seed", "index", "algorithm", ...parametersOf(algorithm)];
  const coded = [...random, "notation"];
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
async function draw(n, length, { seed, index, replacement, ...asked }) {
  if (!replacement && length > n) throw new Refused("count", "no more than there are items was expected");
  const made = replacement ? (below) => Array.from({ length }, () => below(n)) : shuffle(asked);
  const { made: order, draws } = await drawn(await seedKey(seed), index, (below) => made(below, n, length));
  return { draws, order };
}

/** What the service answers to a request with these fields, without its heading; or {n} for the indices of n items. */
export async function answer(request) {
  const { game, deal_number, deck, hands, n, min = 1, max, count } = members("", request, namesOf(request));
  choice("notation", request.notation ?? "code", ["code"]);
  if (game !== undefined) {
    const codes = shoe(gamePacks(request));
    const { draws, order } =
      deal_number === undefined
        ? await draw(codes.length, codes.length, request)
        : { draws: 0, order: numberedOrder(integer("deal_number", deal_number, 1, 1000000)) };
    return { draws, ...dealGame(order, codes, request) };
  }
  if (deck !== undefined) {
    const codes = shoe(request);
    const { draws, order } = await draw(codes.length, count ?? codes.length, request);
    const held = (indices) => ({ cards: indices.map((index) => codes[index]), indices });
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
  const { draws, order } = await draw(items, Number(count ?? all), request);
  if (n === undefined) return { draws, integers: order.map((i) => Number(BigInt(min) + BigInt(i))) };
  return { draws, indices: typeof items === "bigint" ? order.map(String) : order };
}

/** The request that an answer, of one result or the first of a batch, says it answers. */
function requestOf(told, first) {
  const { seed, deal_number, algorithm, game, deck, hands, indices, board } = told;
  if (seed === undefined && deal_number === undefined)
    throw new Refused("seed", "only a seeded answer can be derived again");
  const asked = { ...told, algorithm: algorithm ?? undefined, hands: game ? undefined : first(hands)?.length };
  if (game !== undefined) asked.board = first(board);
  else if (deck !== undefined && hands === undefined) asked.count = first(indices)?.length;
  const named = namesOf(asked).filter((name) => asked[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, asked[name]]));
}

/** What stands before the results of an answer and follows from the request. */
function heading({ algorithm = "fisher_yates", seed, index = 0, ...request }) {
  const { game, deck, replacement, deal_number } = request;
  const shuffled = !replacement && deal_number === undefined;
  const { players, exclude, ...packs } = game === undefined ? { ...request } : gamePacks(request);
  return {
    ...(game === undefined ? {} : { players, deck: packs.deck, ...(exclude.length ? { exclude } : {}) }),
    ...((game ?? deck) === undefined ? {} : { size: shoe({ ...packs, exclude }).length }),
    algorithm: shuffled ? algorithm : null,
    uniformity: shuffled ? UNIFORMITY[algorithm] : replacement ? "exact" : "deterministic",
    ...(seed === undefined ? {} : { seed, index, stream: "sd1" }),
  };
}

/** The first place where what was told is not what was expected, or undefined. */
function firstDifference(expected, seen, where) {
  const nested = (value) => typeof value === "object" && value !== null;
  if (!nested(expected) || !nested(seen)) return expected === seen ? undefined : { where, expected, seen };
  for (const name of new Set([...Object.keys(expected), ...Object.keys(seen)])) {
    const path = Array.isArray(expected) ? `${where}[${name}]` : where ? `${where}.${name}` : name;
    const found = firstDifference(expected[name], seen[name], path);
    if (found) return found;
  }
}

/** Whether an answer of the service, one result or a batch, is what its own request, seed and index lead to. */
export async function checkAnswer(told) {
  const { repeats = 1 } = told;
  const batch = told.repeats !== undefined;
  integer("repeats", repeats, 1, 10 ** 6);
  const request = requestOf(told, (column) => (batch ? column?.[0] : column));
  const singles = [];
  for (let i = 0; i < repeats; i++) {
    const counted = { index: 0, ...request };
    const later = ["index", "board", "deal_number"].filter((name) => counted[name] !== undefined);
    singles.push(await answer({ ...request, ...Object.fromEntries(later.map((name) => [name, counted[name] + i])) }));
  }
  const columns = Object.keys(singles[0]).map((name) => [name, singles.map((one) => one[name])]);
  const results = batch ? Object.fromEntries(columns) : singles[0];
  if (batch) results.draws = results.draws.reduce((sum, draws) => sum + draws);
  const echoed = Object.entries(told).filter(([name]) => name === "repeats" || request[name] !== undefined);
  const expected = { ...Object.fromEntries(echoed), ...heading(request), ...results };
  members("", told, Object.keys(expected));
  const difference = firstDifference(expected, told, "");
  return { valid: difference === undefined, ...(difference && { difference }) };
}
