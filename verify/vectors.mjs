/**
 * Writes the golden vectors of sd1 anew. What a case asks is read from their file, and what follows is computed: somebody who adds
 * a case writes only what it asks. Decks, shuffles and games without a case get cases under seeds by their names.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { canonicalJson, range } from "./core/canonical.mjs";
import { DECKS, buildShoe } from "./cards/decks.mjs";
import {
  GAMES,
  dealPositions,
  gamePacks,
  stagesOf,
  stockOf,
} from "./games/games.mjs";
import { recordPositions } from "./games/given.mjs";
import { parseJson } from "./core/json.mjs";
import { solveLife, solveView } from "./sealed/lives.mjs";
import { deriveSeeds, hashPlan } from "./plans/plans.mjs";
import {
  numberSeats,
  solveFunction,
  solveProof,
} from "./proofs/proof_cases.mjs";
import { computeResult } from "./responses.mjs";
import { SHUFFLES, shuffleDefaults } from "./core/shuffles.mjs";
import { openSeedStream } from "./core/stream.mjs";
import { Refused } from "./core/validation.mjs";

const digest = (text) => createHash("sha256").update(text).digest("hex");
const digestList = (values) => digest(values.join(" "));

async function solveWords({ seed, index, count }) {
  const source = await openSeedStream(seed, index, count);
  const hex = Array.from({ length: count }, () =>
    source.word().toString(16).padStart(8, "0"),
  ).join("");
  return { seed, index, count, hex };
}

/** Draw 40 values below a bound; above 2^53 they are strings of digits, otherwise numbers. */
async function solveBounded({ seed, index, bound }) {
  const { below } = await openSeedStream(seed, index);
  const values = Array.from({ length: 40 }, () => below(BigInt(bound)));
  return {
    seed,
    index,
    bound,
    values: values.map(BigInt(bound) > 2n ** 53n ? String : Number),
  };
}

async function solveMixed({ seed, index, bounds }) {
  const { below } = await openSeedStream(seed, index);
  return {
    seed,
    index,
    bounds,
    values: bounds.map((bound) => String(below(BigInt(bound)))),
  };
}

/** Return a request with its result; 1000 indices or more as the SHA-256 of their digits, joined by single spaces. */
const solveRequest =
  (path) =>
  async ({ draws, indices: _, sha256, integers, strip, ...request }) => {
    const { bingo, ...asked } = request;
    const { indices, ...rest } = await computeResult({ path, ...asked });
    if (indices === undefined || indices.length < 1000)
      return { ...request, ...rest, indices };
    return { ...request, ...rest, sha256: digestList(indices) };
  };

/** Return the result of what a case asks; `action` is the last word of its path. */
function solveAsked(action, { deck, game, ...asked }) {
  const path =
    deck !== undefined
      ? `/v1/decks/${deck}`
      : game !== undefined
        ? `/v1/games/${game}`
        : "/v1/items";
  return computeResult({
    path: `${path}/${action}${asked.repeats === undefined ? "" : "/batch"}`,
    ...asked,
  });
}

/** Build a shoe in unshuffled order; 1000 cards or more as the SHA-256 of their codes, joined by single spaces. */
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

/** Return a request and its result separately, as they have names in common. */
const solveSeparately =
  (action) =>
  async ({ asked }) => ({
    asked,
    answer: numberSeats(asked, await solveAsked(action, asked)),
  });

/** The same for a deal, without the number of a bridge deal: its hands have it, whatever dealt them. */
async function solveGame({ asked }) {
  const { number, ...answer } = numberSeats(
    asked,
    await solveAsked("deal", asked),
  );
  return { asked, answer };
}

/** What a search finds; each of its deals is the plain one of an index, so that these are not repeated. */
async function solveSearch({ asked }) {
  const { matches, candidates, complete, next, draws } = await solveAsked(
    "deal",
    asked,
  );
  return { asked, answer: { draws, candidates, complete, matches, next } };
}

/** The result of a request with rules for the caller's items, by its path and its body. */
/** Return the answer to a request with rules, or the member that is refused in one that has none. */
async function solveRuled({ path, asked }) {
  try {
    return { path, asked, answer: await computeResult({ path, ...asked }) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { path, asked, refused: error.where };
  }
}

/** The digest of a plan, and its seeds under the signature of its round. */
async function solvePlan({ asked }) {
  const digest = await hashPlan(asked.plan);
  return {
    asked,
    answer: {
      canonical: canonicalJson(asked.plan),
      digest,
      seeds: await deriveSeeds(digest, asked.signature),
    },
  };
}

export const SECTIONS = {
  ...{
    words: solveWords,
    bounded: solveBounded,
    mixed: solveMixed,
    shuffles: solveRequest("/v1/items/shuffle"),
  },
  ...{
    counts: solveRequest("/v1/items/shuffle"),
    sparse: solveRequest("/v1/items/shuffle"),
    replacement: solveRequest("/v1/integers"),
  },
  ...{
    items_dealt: solveSeparately("deal"),
    weighted: solveRequest("/v1/items/draw"),
    drums: solveRequest("/v1/integers/draw"),
  },
  ...{
    strips: solveRequest("/v1/bingo/strips"),
    large: solveRequest("/v1/items/shuffle"),
    layouts: solveShoe,
  },
  ...{
    shuffled: solveSeparately("shuffle"),
    dealt: solveSeparately("deal"),
    games: solveGame,
    given: solveGame,
  },
  ...{ conditions: solveSearch, items_given: solveSeparately("deal") },
  ...{
    items_found: solveSearch,
    item_rules: solveRuled,
    sealed: solveLife,
    ecvrf: solveFunction,
    proofs: solveProof,
    views: solveView,
    plans: solvePlan,
  },
};

const INDICES = [0, 1, 2 ** 32, 2 ** 53 - 1];
const SIZES = [1, 2, 5, 52, 108, 144, 1000].map((n) => ({ n }));
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

/** Return a case of a shuffle or a deck under the seed of its parameters, with an index by them. */
function addSeed(one) {
  const seed = Object.values(one).join(" ");
  return { ...one, seed, index: INDICES[parseInt(digest(seed)[0], 16) % 4] };
}

/**
 * Return the tables of each game without cases: the minimum, the maximum and the default of players, and every number if the deal
 * depends on the number.
 */
function listNewTables(cases) {
  const present = new Set(
    cases.map(({ asked }) => `${asked.game} ${asked.players}`),
  );
  return Object.entries(GAMES).flatMap(
    ([game, { players, steps, removed }]) => {
      const all = range(players[1] - players[0] + 1, players[0]);
      const isAlike =
        new Set(all.map((number) => steps(number))).size === 1 &&
        Object.keys(removed).length === 0;
      const numbers = new Set([...players, ...(isAlike ? [] : all)]);
      return [...numbers]
        .map((number) => ({ game, players: number }))
        .filter((table) => !present.has(`${game} ${table.players}`));
    },
  );
}

/** Return how many cards the deal of a game leaves, in the unshuffled order. */
function countLeft(table) {
  const codes = buildShoe(gamePacks(table));
  const all = [...codes.keys()];
  const { piles } = dealPositions(
    codes,
    table,
    recordPositions({ queues: new Map(), rest: all }, all),
    [...all],
  );
  return piles.get(stockOf(table))?.get("").length ?? 0;
}

/** Return the life of a sealed shoe of a game: all stages, then up to two draws, as far as cards are left. */
function scriptLife(table) {
  const draws = [{ count: 2 }, { count: 1, burn: 1, from: "bottom" }].slice(
    0,
    Math.floor(countLeft(table) / 2),
  );
  const rules = {
    scheme: "sealed1",
    stream: "sd1",
    algorithm: "fisher_yates",
    cut: 0,
    reshuffle: "on_request",
    reveal: "all",
  };
  const terms = {
    ...rules,
    decks: 1,
    exclude: [],
    ...gamePacks(table),
    game: table.game,
  };
  const calls = [...stagesOf(table).map(([stage]) => ({ stage })), ...draws];
  return {
    asked: {
      client_seed: null,
      server_seed: digest(`server seed of ${Object.values(table).join(" ")}`),
      terms,
      calls,
    },
  };
}

/** Return the cases of decks, shuffles and games that the file lacks, by section. */
function listNewCases(file) {
  const decks = Object.keys(DECKS).filter(
    (deck) => !file.dealt.some(({ asked }) => asked.deck === deck),
  );
  const packs = decks.flatMap((deck) => [
    { deck },
    { deck, decks: 2, exclude: buildShoe({ deck }).slice(-1) },
  ]);
  const shuffles = Object.keys(SHUFFLES).filter(
    (name) => !file.large.some(({ algorithm }) => algorithm === name),
  );
  const passesOf = (algorithm) =>
    "passes" in shuffleDefaults(algorithm)
      ? [{ passes: 1 }, { passes: 3 }]
      : [];
  const vary = (list) =>
    shuffles.flatMap((algorithm) =>
      list(algorithm).map((one) => addSeed({ algorithm, ...one })),
    );
  const tables = listNewTables(file.games);
  return {
    shuffles: vary((name) =>
      [{}, ...passesOf(name)].flatMap((passes) =>
        SIZES.map((size) => ({ ...passes, ...size })),
      ),
    ),
    counts: vary(() => COUNTS),
    large: vary((name) => [{ n: 10 ** 6, ...passesOf(name)[0] }]),
    layouts: packs.map((asked) => ({ asked })),
    shuffled: packs.map((asked) => ({ asked: addSeed(asked) })),
    dealt: packs.map((pack) => ({
      asked: addSeed({ ...pack, hands: 3, packets: [2, 1], burn: 1 }),
    })),
    games: tables.map((table) => ({
      asked: { ...table, seed: table.game, index: INDICES[table.players % 4] },
    })),
    sealed: tables.map(scriptLife),
  };
}

/** Return the text of the file, with one case on each line. */
export default async function vectors() {
  const text = await readFile(
    new URL("../tests/vectors/sd1.json", import.meta.url),
    "utf8",
  ).catch(() => {
    throw new Refused(
      "tests/vectors/sd1.json",
      "it is not beside the folder verify",
    );
  });
  const file = parseJson(text, "tests/vectors/sd1.json");
  const added = listNewCases(file);
  const lines = [
    '"made_by": "node verify/verify.mjs vectors, with node 20 or later"',
  ];
  for (const [name, solve] of Object.entries(SECTIONS)) {
    const results = [];
    for (const one of [...file[name], ...(added[name] ?? [])])
      results.push(JSON.stringify(await solve(one)));
    lines.push(`${JSON.stringify(name)}: [\n${results.join(",\n")}\n]`);
  }
  return `{\n${lines.join(",\n")}\n}`;
}
