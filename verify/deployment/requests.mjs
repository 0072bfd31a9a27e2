/** Random valid requests of every kind to a service, and the comparison of its responses with what they must be. */
// @ts-check
import { describeDifference } from "./expect.mjs";
import { buildShoe, DECKS } from "../cards/decks.mjs";
import { range } from "../core/lists.mjs";
import { packsOf } from "../deals/deals.mjs";
import { ENDPOINTS } from "../requests/endpoints.mjs";
import { GAMES } from "../games/games.mjs";
import { EXACT } from "../sealed/terms.mjs";
import { findDifference } from "../responses/differences.mjs";
import { deriveResponse } from "../responses/expected.mjs";
import { checkResponse } from "../responses/responses.mjs";
import { openDraw } from "../responses/results.mjs";
import { SHUFFLES, takesItems } from "../core/shuffles.mjs";

/**
 * @import { Below } from "../core/stream.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { DrawRequest } from "../endpoints/endpoint.mjs"
 * @import { RequestOptions } from "./expect.mjs"
 */

/**
 * The parameters of a request by name: { count: 5 }; of video poker `held` are positions.
 *
 * @typedef {DrawRequest & { held?: number[] }} DrawFields
 */

/**
 * A request to the service; `isNumbered` if it is of a numbered deal, which takes no seed.
 *
 * @typedef {{ path: string, fields: DrawFields, isNumbered?: boolean }} ServiceRequest
 */

/**
 * A hand or a pile of a response, or a whole response of a shuffle.
 *
 * @typedef {{ indices: number[], cards?: string[], parts?: unknown }} CardPlace
 */

/**
 * Return a shuffle with some of its options for `size` items: any of those that suit the size.
 *
 * @param {Below} below return a random integer from 0 that is less than its argument
 * @param {number} size
 * @returns {{ algorithm?: string }}
 */
export function chooseAlgorithm(below, size) {
  const names = Object.keys(SHUFFLES).filter((name) => takesItems(name, size));
  return below(2) ? {} : { algorithm: names[below(names.length)] };
}

/**
 * Yield a request to shuffle and one to deal each deck, as a path and fields.
 *
 * @param {Below} below
 * @returns {Generator<ServiceRequest, void>}
 */
export function* deckRequests(below) {
  for (const deck of Object.keys(DECKS)) {
    const size = buildShoe({ deck }).length;
    const packs = below(3) ? {} : { decks: 2 };
    const shoeSize = size * (packs.decks ?? 1);
    const shuffled = {
      ...packs,
      ...chooseAlgorithm(below, shoeSize),
      ...(below(2) ? { count: 1 + below(size) } : {}),
    };
    yield { path: `/v1/decks/${deck}/shuffle`, fields: shuffled };
    const hands = 1 + below(4);
    const cards = 1 + below(Math.floor((size - 2) / hands));
    yield {
      path: `/v1/decks/${deck}/deal`,
      fields: { hands, cards, burn: below(3), ...chooseAlgorithm(below, size) },
    };
  }
}

/**
 * Yield a request to deal each game, with some number of players.
 *
 * @param {Below} below
 * @returns {Generator<ServiceRequest, void>}
 */
export function* gameRequests(below) {
  for (const [name, game] of Object.entries(GAMES)) {
    const { players, gaps, numbered, hasBoards } = game;
    const [min, max] = players;
    const numbers = range(max - min + 1, min).filter(
      (number) => !gaps.includes(number),
    );
    const path = `/v1/games/${name}/deal`;
    yield {
      path,
      fields:
        below(2) || max === 0
          ? {}
          : { players: numbers[below(numbers.length)] },
    };
    if (numbered)
      yield {
        path,
        fields: { deal_number: 1 + below(1_000_000) },
        isNumbered: true,
      };
    if (hasBoards) yield { path, fields: { board: 1 + below(32) } };
  }
  for (const { examples = [] } of Object.values(ENDPOINTS)) yield* examples;
  yield {
    path: "/v1/games/holdem/deal",
    fields: { players: 2, given: { hands: { 1: ["AS", "AH"] } } },
  };
  yield {
    path: "/v1/games/bridge/deal",
    fields: { where: { hand: "N", points: "hcp", min: 15, max: 17 } },
  };
}

const RANGES = [
  { max: 49, count: 6 },
  { max: 6, count: 9, replacement: true },
  { min: -5, max: 5 },
  { max: 2 ** 53 - 1, count: 3 },
];
const DRUMS = [
  { max: 69, count: 5 },
  { max: 26, count: 1 },
];
const ITEMS = ["Ann", { é: [null, true] }, 3, "Dee", ["Eve"], "Fay"];

/**
 * Yield requests of neither a deck nor a game: for integers, strips and the caller's items, with rules among them.
 *
 * @param {Below} below
 * @returns {Generator<ServiceRequest, void>}
 */
export function* otherRequests(below) {
  for (const fields of RANGES) yield { path: "/v1/integers", fields };
  for (const algorithm of Object.keys(SHUFFLES))
    yield { path: "/v1/integers", fields: { max: 52, algorithm } };
  yield { path: "/v1/integers/draw", fields: { drums: DRUMS } };
  yield { path: "/v1/bingo/strips", fields: {} };
  yield { path: "/v1/items/shuffle", fields: { items: ITEMS } };
  const count = 1 + below(3);
  const algorithm = EXACT[below(EXACT.length)];
  yield {
    path: "/v1/items/shuffle",
    fields: { items: ITEMS, count, algorithm },
  };
  yield {
    path: "/v1/items/shuffle",
    fields: { items: [..."AABBCCDE"], neighbours: { circle: true } },
  };
  yield {
    path: "/v1/items/deal",
    fields: {
      items: ITEMS,
      hands: 2,
      cards: 2,
      piles: [{ name: "market", cards: 1 }],
    },
  };
  yield {
    path: "/v1/items/draw",
    fields: {
      items: ITEMS,
      weights: [70, 20, 5, 3, 2, 0],
      count: 4,
      replacement: true,
    },
  };
  yield {
    path: "/v1/items/draw",
    fields: { items: ITEMS, weights: [1, 2, 3, 4, 5, 6], count: 6 },
  };
  yield* ruledRequests(below);
}

/**
 * Yield requests with rules: for groups, pairs, strata and blocks.
 *
 * @param {Below} below
 * @returns {Generator<ServiceRequest, void>}
 */
function* ruledRequests(below) {
  const items = Array.from({ length: 16 }, (_, i) => ({
    name: `team ${i}`,
    pot: 1 + (i >> 2),
    country: "abcde"[(i * i) % 5],
  }));
  const different = ["pot", "country"].slice(below(2));
  const fixed = [{ item: "team 3", group: 1 + below(4) }];
  yield {
    path: "/v1/items/groups",
    fields: {
      items,
      groups: 4,
      different: ["pot"],
      limits: [{ attribute: "country", max: 2 }],
      fixed,
    },
  };
  yield {
    path: "/v1/items/groups",
    fields: {
      items: ITEMS,
      group_size: 2,
      apart: [
        ["Ann", "3"],
        ["Dee", "Fay"],
      ],
    },
  };
  yield {
    path: "/v1/items/pairs",
    fields: { items, different, mutual: false },
  };
  yield {
    path: "/v1/items/pairs",
    fields: {
      items,
      cycle: true,
      forbidden: [{ giver: "team 1", receiver: "team 2" }],
    },
  };
  yield {
    path: "/v1/items/draw",
    fields: { items, strata: { attribute: "country" }, count: 1 + below(16) },
  };
  yield {
    path: "/v1/items/allocate",
    fields: {
      items,
      arms: [{ name: "A" }, { name: "B", ratio: 2 }],
      block_sizes: [3, 6],
      strata: different,
    },
  };
}

/**
 * Yield batches of single requests.
 *
 * @returns {Generator<ServiceRequest, void>}
 */
export function* batchRequests() {
  const singles = [
    { path: "/v1/decks/standard/shuffle", fields: { count: 5 } },
    { path: "/v1/decks/tarot/deal", fields: { hands: 4, cards: 18 } },
    { path: "/v1/games/holdem/deal", fields: { players: 6 } },
    { path: "/v1/games/bridge/deal", fields: {} },
    { path: "/v1/integers", fields: { max: 49, count: 6 } },
    { path: "/v1/integers", fields: { max: 6, count: 3, replacement: true } },
    { path: "/v1/integers/draw", fields: { drums: DRUMS } },
    { path: "/v1/bingo/strips", fields: {} },
    { path: "/v1/items/shuffle", fields: { items: ITEMS } },
    { path: "/v1/items/draw", fields: { items: ITEMS, count: 2 } },
    {
      path: "/v1/items/groups",
      fields: { items: ITEMS, groups: 4, apart: [["Ann", "Dee"]] },
    },
    { path: "/v1/items/pairs", fields: { items: ITEMS } },
    {
      path: "/v1/items/allocate",
      fields: {
        items: ITEMS,
        arms: [{ name: "A" }, { name: "B" }],
        block_sizes: [2, 4],
      },
    },
  ];
  for (const { path, fields } of singles)
    yield { path: `${path}/batch`, fields: { ...fields, repeats: 13 } };
}

/**
 * Return whether the fields of a request have lists or objects, which no query can hold.
 *
 * @param {DrawFields} fields
 */
const needsBody = (fields) =>
  Object.values(fields).some((value) => typeof value === "object");

/**
 * Return the path and the options of a request, which is a POST if a query cannot hold its fields, or if asked for.
 *
 * @param {ServiceRequest} request
 * @param {boolean} [asPost]
 * @returns {[path: string, options: RequestOptions]} ["/v1/integers?max=6", {}] or ["/v1/integers",
 *   { body: { max: 6 } }]
 */
export function formatRequest({ path, fields }, asPost) {
  if (asPost || needsBody(fields)) return [path, { body: fields }];
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    String(value),
  ]);
  const query = new URLSearchParams(texts).toString();
  return [query ? `${path}?${query}` : path, {}];
}

/**
 * Return why a seeded or numbered response is wrong, or undefined if it is what the request yields.
 *
 * @param {ServiceRequest} request
 * @param {JsonObject} response
 * @returns {Promise<string | undefined>}
 */
export async function findWrong({ path, fields }, response) {
  const derived = await deriveResponse({ path, ...fields });
  for (const [name, value] of Object.entries(derived)) {
    const difference = findDifference(value, response[name], name);
    if (difference) return describeDifference(difference);
  }
  const { items } = fields;
  const { difference } = await checkResponse(
    items ? { ...response, original_items: items } : response,
  );
  return describeDifference(difference);
}

/**
 * Return whether a value has the indices of cards.
 *
 * @param {object} value
 * @returns {value is CardPlace}
 */
const hasIndices = (value) =>
  "indices" in value && Array.isArray(value.indices);

/**
 * Yield each object with `indices` in a part of a response, at any depth.
 *
 * @param {unknown} value
 * @returns {Generator<CardPlace, void>}
 */
function* placesIn(value) {
  if (typeof value !== "object" || value === null) return;
  if (hasIndices(value)) yield value;
  for (const inner of Object.values(value)) yield* placesIn(inner);
}

/**
 * Return what is wrong with the cards of a place: each must be the one of its index.
 *
 * @param {CardPlace} place
 * @param {string[]} codes of the shoe, by index
 */
function findOtherCard({ indices, cards }, codes) {
  const k = indices.findIndex(
    (index, i) => codes[index] === undefined || codes[index] !== cards?.[i],
  );
  return k < 0 ? undefined : `the index ${indices[k]} is not of ${cards?.[k]}`;
}

/**
 * Return why an unseeded response of a deck or a game cannot be right, or undefined.
 *
 * @param {ServiceRequest} request
 * @param {JsonObject} response
 * @returns {string | undefined}
 */
export function findMalformed({ path, fields }, response) {
  const codes = buildShoe(packsOf(openDraw({ path, ...fields }).request));
  if (response.size !== codes.length)
    return `size: expected ${codes.length}, seen ${response.size}`;
  const dealt = [...placesIn(response.hands), ...placesIn(response.piles)];
  const places =
    dealt.length > 0
      ? dealt.filter(({ cards }) => cards)
      : [response].filter(hasIndices);
  if (places.length === 0) return "no cards with their indices are there";
  for (const place of places) {
    const reason = findOtherCard(place, codes);
    if (reason !== undefined) return reason;
  }
  const dealtIndices = places.flatMap(({ indices, parts }) =>
    parts ? [] : indices,
  );
  if (new Set(dealtIndices).size < dealtIndices.length)
    return "a card was dealt twice";
  if (
    places.length === 1 &&
    dealtIndices.length !== (fields.count ?? codes.length)
  )
    return `${dealtIndices.length} cards were dealt`;
}
