/**
 * Writes the golden vectors of sd1 anew. What a case asks is read from their file, and what follows is computed:
 * somebody who adds a case writes only what it asks. Decks, shuffles and games without a case get cases under seeds by
 * their names.
 */
// @ts-check
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { canonicalJson } from "../core/canonical.mjs";
import { range } from "../core/lists.mjs";
import { DECKS, buildShoe } from "../cards/decks.mjs";
import {
  GAMES,
  dealPositions,
  gamePacks,
  stagesOf,
  stockOf,
} from "../games/games.mjs";
import { PositionRecord } from "../games/given.mjs";
import { parseJson } from "../core/json.mjs";
import { solveLife, solveView } from "./lives.mjs";
import { DEFAULT_TERMS } from "../sealed/terms.mjs";
import { deriveSeeds, hashPlan } from "../plans/plans.mjs";
import { numberSeats, solveFunction, solveProof } from "./proof_cases.mjs";
import { computeResult } from "../responses/results.mjs";
import {
  SHUFFLES,
  mostItems,
  shuffleDefaults,
  takesItems,
} from "../core/shuffles.mjs";
import { openSeedStream } from "../core/stream.mjs";
import { Refused } from "../core/validation.mjs";

/**
 * @import { PackRequest } from "../cards/decks.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { Game } from "../games/games.mjs"
 */

/**
 * A case of the vectors: what it asks, beside what follows or apart from it as `asked`.
 *
 * @typedef {object} Case
 */

/**
 * What a case asks of an endpoint, apart from what follows.
 *
 * @typedef {{ asked: JsonObject }} AskedCase
 */

/**
 * A function from a case to the same case with what follows.
 *
 * @typedef {{ solve(askedCase: Case): object | Promise<object> }["solve"]} Solve
 */

/**
 * A table of a game: how many players are at it.
 *
 * @typedef {{ game: string, players: number }} Table
 */

/**
 * What is read of the file of the vectors, by section, to add what it lacks.
 *
 * @typedef {object} VectorFile
 * @property {{ asked: { deck?: string } }[]} dealt
 * @property {{ asked: { game: string, players: number } }[]} games
 * @property {{ algorithm: string }[]} shuffles
 */

/**
 * Return the SHA-256 of a text in hexadecimal digits.
 *
 * @param {string} text
 */
const digest = (text) => createHash("sha256").update(text).digest("hex");

/**
 * Return the SHA-256 of values, joined by single spaces.
 *
 * @param {unknown[]} values
 */
const digestList = (values) => digest(values.join(" "));

/**
 * Return the first words of a seed and index, as hexadecimal digits.
 *
 * @param {{ seed: string, index: number, count: number }} asked
 */
async function solveWords({ seed, index, count }) {
  const source = await openSeedStream(seed, index, count);
  const words = Array.from({ length: count }, () => source.word());
  const hex = words.map((word) => word.toString(16).padStart(8, "0")).join("");
  return { seed, index, count, hex };
}

/**
 * Draw 40 values below a bound; above 2^53 they are strings of digits, otherwise numbers.
 *
 * @param {{ seed: string, index: number, bound: number | string }} asked
 */
async function solveBounded({ seed, index, bound }) {
  const { below } = await openSeedStream(seed, index);
  const values = Array.from({ length: 40 }, () => below(BigInt(bound)));
  const isLarge = BigInt(bound) > 2n ** 53n;
  return {
    seed,
    index,
    bound,
    values: values.map((value) => (isLarge ? String(value) : Number(value))),
  };
}

/**
 * Draw one value below each of several bounds, as strings of digits.
 *
 * @param {{ seed: string, index: number, bounds: (number | string)[] }} asked
 */
async function solveMixed({ seed, index, bounds }) {
  const { below } = await openSeedStream(seed, index);
  return {
    seed,
    index,
    bounds,
    values: bounds.map((bound) => String(below(BigInt(bound)))),
  };
}

/**
 * Return a function from a request to itself with its result; 1000 indices or more as the SHA-256 of their digits,
 * joined by single spaces.
 *
 * @param {string} path
 * @returns {(request: JsonObject) => Promise<JsonObject>}
 */
const solveRequest =
  (path) =>
  async ({ draws, indices: _, sha256, integers, strip, ...request }) => {
    const { bingo, ...asked } = request;
    const { indices, ...otherMembers } = await computeResult({
      path,
      ...asked,
    });
    if (!Array.isArray(indices) || indices.length < 1000)
      return { ...request, ...otherMembers, indices };
    return { ...request, ...otherMembers, sha256: digestList(indices) };
  };

/**
 * Return the path of what a case asks, without its last word.
 *
 * @param {JsonObject} asked
 */
function pathOf({ deck, game }) {
  if (deck !== undefined) return `/v1/decks/${deck}`;
  return game === undefined ? "/v1/items" : `/v1/games/${game}`;
}

/**
 * Return the result of what a case asks.
 *
 * @param {string} action the last word of its path: "deal"
 * @param {JsonObject} asked
 * @returns {Promise<JsonObject>}
 */
function solveAsked(action, { deck, game, ...asked }) {
  const batch = asked.repeats === undefined ? "" : "/batch";
  return computeResult({
    path: `${pathOf({ deck, game })}/${action}${batch}`,
    ...asked,
  });
}

/**
 * Build a shoe in unshuffled order; 1000 cards or more as the SHA-256 of their codes, joined by single spaces.
 *
 * @param {{ asked: JsonObject }} one
 */
function solveShoe({ asked }) {
  const cards = buildShoe(asked);
  return {
    asked,
    answer: {
      size: cards.length,
      ...(cards.length < 1000 ? { cards } : { sha256: digestList(cards) }),
    },
  };
}

/**
 * Return a function from a request to itself and its result separately, as they have names in common.
 *
 * @param {string} action the last word of its path: "deal"
 * @returns {(askedCase: AskedCase) => Promise<{ asked: JsonObject, answer: JsonObject }>}
 */
const solveSeparately =
  (action) =>
  async ({ asked }) => ({
    asked,
    answer: numberSeats(asked, await solveAsked(action, asked)),
  });

/**
 * The same for a deal, without the number of a bridge deal: its hands have it, whatever dealt them.
 *
 * @param {AskedCase} one
 */
async function solveGame({ asked }) {
  const result = await solveAsked("deal", asked);
  const { number, ...answer } = numberSeats(asked, result);
  return { asked, answer };
}

/**
 * What a search finds; each of its deals is the plain one of an index, so that these are not repeated.
 *
 * @param {AskedCase} one
 */
async function solveSearch({ asked }) {
  const result = await solveAsked("deal", asked);
  const { matches, candidates, complete, next, draws } = result;
  return { asked, answer: { draws, candidates, complete, matches, next } };
}

/**
 * Return the answer to a request with rules for the caller's items, or the member that is refused in one that has none.
 *
 * @param {{ path: string, asked: JsonObject }} one
 */
async function solveRuled({ path, asked }) {
  try {
    return { path, asked, answer: await computeResult({ path, ...asked }) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { path, asked, refused: error.where };
  }
}

/**
 * The digest of a plan, and its seeds under the signature of its round.
 *
 * @param {{ asked: { plan: object, signature: string } }} one
 */
async function solvePlan({ asked }) {
  const planDigest = await hashPlan(asked.plan);
  return {
    asked,
    answer: {
      canonical: canonicalJson(asked.plan),
      digest: planDigest,
      seeds: await deriveSeeds(planDigest, asked.signature),
    },
  };
}

/**
 * By each section of the file, in its order, what solves a case of it.
 *
 * @type {{ [section: string]: Solve }}
 */
export const SECTIONS = {
  words: solveWords,
  bounded: solveBounded,
  mixed: solveMixed,
  shuffles: solveRequest("/v1/items/shuffle"),
  counts: solveRequest("/v1/items/shuffle"),
  sparse: solveRequest("/v1/items/shuffle"),
  replacement: solveRequest("/v1/integers"),
  items_dealt: solveSeparately("deal"),
  weighted: solveRequest("/v1/items/draw"),
  drums: solveRequest("/v1/integers/draw"),
  strips: solveRequest("/v1/bingo/strips"),
  large: solveRequest("/v1/items/shuffle"),
  layouts: solveShoe,
  shuffled: solveSeparately("shuffle"),
  dealt: solveSeparately("deal"),
  games: solveGame,
  given: solveGame,
  conditions: solveSearch,
  items_given: solveSeparately("deal"),
  items_found: solveSearch,
  item_rules: solveRuled,
  sealed: solveLife,
  ecvrf: solveFunction,
  proofs: solveProof,
  views: solveView,
  plans: solvePlan,
};

/** The indices of new cases. */
const INDICES = [0, 1, 2 ** 32, 2 ** 53 - 1];
const SIZES = [1, 2, 5, 52, 108, 144, 1000];
const COUNTS = [
  [1, 1],
  [2, 1],
  [52, 1],
  [52, 5],
  [52, 51],
  [52, 52],
  [144, 13],
  [1000, 200],
].map(([n, count]) => ({ n, count }));

/**
 * Return a case of a shuffle or a deck under the seed of its parameters, with an index by them:
 * { algorithm: "riffle", n: 5 } gets the seed "riffle 5".
 *
 * @template {JsonObject} Parameters
 * @param {Parameters} parameters
 * @returns {Parameters & { seed: string, index: number }}
 */
function addSeed(parameters) {
  const seed = Object.values(parameters).join(" ");
  const index = INDICES[parseInt(digest(seed)[0], 16) % 4];
  return { ...parameters, seed, index };
}

/**
 * Return the numbers of players for which a game gets cases: the minimum, the maximum and the usual one, and every
 * number if the deal depends on the number.
 *
 * @param {Game} game
 * @returns {number[]} without one that is there twice
 */
function listPlayers({ players, steps, removed }) {
  const [fewest, most] = players;
  const playerCounts = range(most - fewest + 1, fewest);
  const isAlike =
    new Set(playerCounts.map((number) => steps(number))).size === 1 &&
    Object.keys(removed).length === 0;
  return [...new Set([...players, ...(isAlike ? [] : playerCounts)])];
}

/**
 * Return the tables of each game without cases.
 *
 * @param {VectorFile["games"]} cases
 * @returns {Table[]}
 */
function listNewTables(cases) {
  const present = new Set(
    cases.map(({ asked }) => `${asked.game} ${asked.players}`),
  );
  const tables = Object.entries(GAMES).flatMap(([game, entry]) =>
    listPlayers(entry).map((players) => ({ game, players })),
  );
  return tables.filter(
    ({ game, players }) => !present.has(`${game} ${players}`),
  );
}

/**
 * Return how many cards the deal of a game leaves, in the unshuffled order.
 *
 * @param {Table} table
 * @returns {number}
 */
function countLeft(table) {
  const codes = buildShoe(gamePacks(table));
  const allPositions = [...codes.keys()];
  const { piles } = dealPositions(
    codes,
    table,
    new PositionRecord(
      { queues: new Map(), ungiven: allPositions },
      allPositions,
    ),
    [...allPositions],
  );
  const stock = stockOf(table) ?? "";
  return piles.get(stock)?.get("")?.length ?? 0;
}

/**
 * Return the life of a sealed shoe of a game: all stages, then up to two draws, as far as cards are left.
 *
 * @param {Table} table
 * @returns {AskedCase}
 */
function scriptLife(table) {
  const allDraws = [{ count: 2 }, { count: 1, burn: 1, from: "bottom" }]; // of two cards each
  const draws = allDraws.slice(0, Math.floor(countLeft(table) / 2));
  const { exclude, ...packs } = gamePacks(table);
  const terms = {
    ...DEFAULT_TERMS,
    decks: 1,
    exclude,
    ...packs,
    game: table.game,
  };
  return {
    asked: {
      client_seed: null,
      server_seed: digest(`server seed of ${Object.values(table).join(" ")}`),
      terms,
      calls: [...stagesOf(table).map(([stage]) => ({ stage })), ...draws],
    },
  };
}

/**
 * Return the packs of the decks without cases: one of each deck, and two without the last card.
 *
 * @param {VectorFile["dealt"]} cases
 * @returns {PackRequest[]}
 */
function listNewPacks(cases) {
  const decks = Object.keys(DECKS).filter(
    (deck) => !cases.some(({ asked }) => asked.deck === deck),
  );
  return decks.flatMap((deck) => [
    { deck },
    { deck, decks: 2, exclude: buildShoe({ deck }).slice(-1) },
  ]);
}

/**
 * Return the numbers of passes of cases of a shuffle, none if it has none.
 *
 * @param {string} algorithm
 */
const passesOf = (algorithm) =>
  "passes" in shuffleDefaults(algorithm) ? [{ passes: 1 }, { passes: 3 }] : [];

/**
 * Return the cases of decks, shuffles and games that the file lacks, by section.
 *
 * @param {VectorFile} file
 * @returns {{ [section: string]: Case[] }}
 */
function listNewCases(file) {
  const shuffles = Object.keys(SHUFFLES).filter(
    (name) => !file.shuffles.some(({ algorithm }) => algorithm === name),
  );
  return {
    ...listShuffleCases(shuffles),
    ...listDeckCases(listNewPacks(file.dealt)),
    ...listGameCases(listNewTables(file.games)),
  };
}

/**
 * Return the cases of shuffles, by section: of each some small orders, some that draw a part, and a large one, as far
 * as it takes so many items; and of as many items as it takes at most.
 *
 * @param {string[]} shuffles
 */
function listShuffleCases(shuffles) {
  /**
   * Return the cases of all shuffles under their seeds.
   *
   * @param {(algorithm: string) => { n: number }[]} list a function from a shuffle to the other parameters of its cases
   */
  const listCases = (list) =>
    shuffles.flatMap((algorithm) =>
      list(algorithm)
        .filter(({ n }) => takesItems(algorithm, n))
        .map((parameters) => addSeed({ algorithm, ...parameters })),
    );
  return {
    shuffles: listCases((name) =>
      [{}, ...passesOf(name)].flatMap((passes) =>
        [...SIZES, mostItems(name)]
          .filter(Number.isFinite)
          .map((n) => ({ ...passes, n })),
      ),
    ),
    counts: listCases(() => COUNTS),
    large: listCases((name) => [{ n: 10 ** 6, ...passesOf(name)[0] }]),
  };
}

/**
 * Return the cases of packs, by section: of each its order as it is built, a shuffle and a deal.
 *
 * @param {PackRequest[]} packs
 */
const listDeckCases = (packs) => ({
  layouts: packs.map((asked) => ({ asked })),
  shuffled: packs.map((asked) => ({ asked: addSeed({ ...asked }) })),
  dealt: packs.map((pack) => ({
    asked: addSeed({ ...pack, hands: 3, packets: [2, 1], burn: 1 }),
  })),
});

/**
 * Return the cases of tables, by section: of each a deal and the life of a sealed shoe.
 *
 * @param {Table[]} tables
 */
const listGameCases = (tables) => ({
  games: tables.map((table) => ({
    asked: { ...table, seed: table.game, index: INDICES[table.players % 4] },
  })),
  sealed: tables.map(scriptLife),
});

const FILE = "tests/vectors/sd1.json";

/**
 * Return the vectors as they are in their file.
 *
 * @returns {Promise<VectorFile & { [section: string]: Case[] }>}
 */
async function readVectors() {
  const text = await readFile(
    new URL(`../../${FILE}`, import.meta.url),
    "utf8",
  ).catch(() => {
    throw new Refused(FILE, "it is not beside the folder verify");
  });
  // The file is our own
  return /** @type {VectorFile & { [section: string]: Case[] }} */ (
    parseJson(text, FILE)
  );
}

/**
 * Return the text of the file, with one case on each line.
 *
 * @returns {Promise<string>}
 */
export default async function vectors() {
  const file = await readVectors();
  const added = listNewCases(file);
  const lines = [
    '"made_by": "node verify/verify.mjs vectors, with node 20 or later"',
  ];
  for (const [name, solve] of Object.entries(SECTIONS)) {
    const results = [];
    for (const askedCase of [...file[name], ...(added[name] ?? [])])
      results.push(JSON.stringify(await solve(askedCase)));
    lines.push(`${JSON.stringify(name)}: [\n${results.join(",\n")}\n]`);
  }
  return `{\n${lines.join(",\n")}\n}`;
}
