/** The endpoints that draw: what each takes, how its result is derived, and what a response and a proof repeat of the request. */
// @ts-check
import {
  CARD_DEFAULTS,
  SEARCH_FIELDS,
  describeCards,
  describeOrder,
  formatDeal,
  openDeal,
  packsOf,
  spellCards,
  spellConditions,
} from "./games/deals.mjs";
import { range } from "./core/canonical.mjs";
import {
  DECKS,
  buildShoe,
  checkOptions,
  packOptions,
  spellCodes,
} from "./cards/decks.mjs";
import { ENDPOINT_TABLE } from "./endpoint_table.mjs";
import { GAMES, gameFields, microsoftOrder } from "./games/games.mjs";
import { GROUPS } from "./arrangements/groups.mjs";
import { formatItems, openItems } from "./lists/item_deals.mjs";
import {
  SHOWN_ITEMS,
  SHOWN_PLACES,
  makeWhole,
  selectWeighted,
} from "./lists/items.mjs";
import { ORDERS } from "./arrangements/neighbours.mjs";
import {
  cardLabels,
  drawBy,
  drawOrder,
  pickCards,
  selectRule,
  sizeOf,
} from "./arrangements/orders.mjs";
import { PAIRS } from "./arrangements/pairs.mjs";
import { shuffleDefaults } from "./core/shuffles.mjs";
import {
  areAlike,
  countPlaces,
  fillPlaces,
  makeLabels,
  weigh,
} from "./core/results_left.mjs";
import {
  ALLOCATION,
  describeStrata,
  leavesStrata,
  planStrata,
} from "./arrangements/strata.mjs";
import { STRIPS } from "./games/strips.mjs";
import {
  Refused,
  Unknown,
  checkChoice,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  dropDefaults,
  isEmpty,
  isObject,
  omit,
  pick,
} from "./core/validation.mjs";
import { FINAL_HAND } from "./games/video_poker.mjs";

/**
 * @import { Labels, Left, ShownItem } from "./arrangements/attributes.mjs"
 * @import { Observe, OrderOptions, SeededRequest, SelectRule } from "./arrangements/orders.mjs"
 * @import { Strata, StrataRequest } from "./arrangements/strata.mjs"
 * @import { FoundDeal } from "./conditions/search.mjs"
 * @import { Holding, ResultsLeft } from "./core/results_left.mjs"
 * @import { JsonObject } from "./core/validation.mjs"
 * @import { EndpointNames } from "./endpoint_table.mjs"
 * @import { DealRequest, Shoe } from "./games/deals.mjs"
 * @import { GameRequest } from "./games/games.mjs"
 * @import { DerivedPlace, Response } from "./lists/items.mjs"
 */

/**
 * The parameters of a request by their names, without its path, and with the names in the path: { deck: "standard", count: 5, seed: "a" }.
 * Of a caller's list `n` is the number of items, and `items` are there if they are needed. All are checked where they are read.
 *
 * @typedef {DealRequest & OrderOptions & {
 *   seed?: string,
 *   count?: number,
 *   items?: unknown[],
 *   [name: string]: unknown,
 * }} DrawRequest
 */

/**
 * A result as it is derived: the number of its draws, perhaps how it was drawn, such as by "counting", and its other members in a
 * response, such as `cards` and `indices`.
 *
 * @typedef {{ draws: number, drawn_by?: string, [member: string]: unknown }} DerivedResult
 */

/**
 * What is known of an endpoint: ENDPOINTS describes each member.
 *
 * @typedef {{
 *   fields(request: DrawRequest): string[],
 *   defaults?(request: DrawRequest): JsonObject,
 *   spell?(request: DrawRequest): JsonObject,
 *   derive(request: DrawRequest, observe?: Observe): Promise<DerivedResult>,
 *   plan?(request: DrawRequest): unknown,
 *   format?(found: FoundDeal, shoe: Shoe, request: DrawRequest, i: number): DerivedResult,
 *   summarize?(request: DrawRequest, results: DerivedResult[]): JsonObject,
 *   describe(request: DrawRequest): JsonObject,
 *   name?(request: DrawRequest): JsonObject,
 *   names?: { [kind: string]: string },
 *   select?(request: DrawRequest): Endpoint | undefined,
 *   members?: string[],
 *   listItems?(result: JsonObject): ShownItem[],
 *   places?(result: JsonObject): DerivedPlace[],
 *   nameItems?(response: Response, names: unknown[], members: string[]): unknown,
 *   needsList?(request: DrawRequest): boolean,
 *   hasList?: boolean,
 *   grows?: boolean,
 *   firstStratum?(request: DrawRequest, key: ArrayBuffer): { parts: string[], key: BufferSource },
 *   check?(request: DrawRequest): void,
 *   unrepeated?(request: DrawRequest): string[],
 *   leaves?(request: DrawRequest, labels: Labels, result: JsonObject): ResultsLeft,
 *   unchecked?: { [member: string]: string },
 *   examples?: { path: string, fields: JsonObject }[],
 * }} Endpoint
 */

/**
 * The endpoint of a request, and what the request says: the rule of its path, such as "/v1/decks/<deck>/deal"; the names in the
 * path, such as { deck: "standard" }; and its parameters as they were sent.
 *
 * @typedef {object} FoundDraw
 * @property {string} rule
 * @property {Endpoint} endpoint
 * @property {string} path
 * @property {{ [kind: string]: string }} names
 * @property {boolean} isBatch
 * @property {unknown} repeats
 * @property {JsonObject} parameters
 */

/**
 * A request that was opened: its endpoint with the rule and the path, its parameters but for those that are as by default, and the
 * number of results of a batch.
 *
 * @typedef {object} Draw
 * @property {string} rule
 * @property {Endpoint} endpoint
 * @property {string} path
 * @property {DrawRequest & { index: number }} request
 * @property {number} [repeats] undefined for a single result
 */

/**
 * A caller's list in a request: the number of its items, and the items themselves if they are known.
 *
 * @typedef {{ n?: unknown, items?: unknown }} CallerList
 */

/**
 * A request of cards with its seed.
 *
 * @typedef {DealRequest & SeededRequest & OrderOptions & { count?: number, notation?: string }} CardsRequest
 */

/**
 * A request of a caller's items with its seed.
 *
 * @typedef {SeededRequest & OrderOptions & { n: number, count?: number, items?: unknown[] }} ItemsRequest
 */

/**
 * A request of items, which may draw them by strata.
 *
 * @typedef {ItemsRequest & { strata?: Strata }} ItemDrawRequest
 */

/**
 * Integers as a request asks for them: `count` of those from `min` to `max`.
 *
 * @typedef {{ min?: number, max?: number, count?: number, replacement?: boolean }} Range
 */

/**
 * A request of integers with its seed.
 *
 * @typedef {SeededRequest & Range & { algorithm?: string }} IntegersRequest
 */

/**
 * A request of integers from several ranges, the drums.
 *
 * @typedef {{ seed: string, drums: Range[] }} DrumsRequest
 */

/**
 * A range with all of its fields.
 *
 * @typedef {{ min: number, max?: number, count: number, replacement: boolean }} FilledRange
 */

const DEAL_FIELDS = ["hands", "cards", "packets", "burn"];

const RANGE_DEFAULTS = { min: 1, replacement: false };
const DEAL_DEFAULTS = { packets: [], burn: 0 };
const SHUFFLE_DEFAULTS = {
  algorithm: "fisher_yates",
  key_bits: 64,
  variant: "out",
};

/**
 * Return a range with all of its fields, by default all of its integers: of { max: 6 } { min: 1, max: 6, count: 6, replacement: false }.
 *
 * @param {Range} range
 * @returns {FilledRange}
 */
const fillRange = ({
  min = 1,
  max,
  count = Number(sizeOf({ min, max })),
  replacement = false,
}) => ({ min, max, count, replacement });

/**
 * Return a range with those of its fields alone that differ from their defaults.
 *
 * @param {FilledRange} range
 * @returns {JsonObject}
 */
const cutRange = (range) =>
  dropDefaults(range, { ...RANGE_DEFAULTS, count: Number(sizeOf(range)) });

/**
 * Return the drums of a request, each with all of its fields.
 *
 * @param {unknown} drums of the request, which are checked here
 * @returns {FilledRange[]}
 */
function fillDrums(drums) {
  const list = checkList("drums", drums);
  checkInteger("the number of drums", list.length, 1, 20);
  return list.map((drum, i) => {
    const range = checkObject(
      `drums[${i}]`,
      drum,
      ["max", "count", ...Object.keys(RANGE_DEFAULTS)],
      ["max"],
    );
    for (const [name, value] of Object.entries(range))
      if (value === null)
        throw new Refused(`drums[${i}].${name}`, "a value was expected");
    return fillRange(range);
  });
}

/**
 * Return integers by their offsets from min.
 *
 * @param {Range} range
 * @param {(number | bigint | string)[]} offsets in digits if the range has more than 2^53 integers
 * @returns {number[]}
 */
const addMinimum = ({ min = 1 }, offsets) =>
  offsets.map((offset) => Number(BigInt(min) + BigInt(offset)));

/**
 * Return the hands and piles of a deal of a deck or a game; a numbered deal takes no seed.
 *
 * @param {CardsRequest} request
 * @param {Observe} [observe]
 * @returns {Promise<DerivedResult>}
 */
async function derivePlaces(request, observe) {
  const { deal_number } = request;
  const shoe = openDeal(request);
  const { draws, order } =
    deal_number === undefined
      ? await drawOrder(shoe.rest.length, shoe.rest.length, request, observe)
      : {
          draws: 0,
          order: microsoftOrder(
            checkInteger("deal_number", deal_number, 1, 1000000),
          ),
        };
  return {
    draws,
    ...formatDeal(
      shoe.deal(order),
      shoe,
      request,
      cardLabels(shoe.codes, request),
    ),
  };
}

/**
 * Return the indices of items in an order, as text if there are more than 2^53.
 *
 * @param {SeededRequest & OrderOptions & Range} request which has the number of items, or the bounds of integers
 * @param {Observe} [observe]
 * @param {number} [count] how many are drawn, by default all
 * @param {SelectRule} [select] by default the shuffle of the request
 * @returns {Promise<{ draws: number, indices: (number | bigint | string)[] }>}
 */
async function deriveIndices(request, observe, count, select) {
  const size = sizeOf(request);
  const { draws, order } = await drawOrder(
    size,
    count ?? Number(size),
    request,
    observe,
    select,
  );
  return {
    draws,
    indices: typeof size === "bigint" ? order.map(String) : order,
  };
}

/**
 * Return whether a request draws by strata.
 *
 * @template {{ strata?: Strata }} Request
 * @param {Request} request
 * @returns {request is Request & StrataRequest}
 */
const isByStrata = (request) => request.strata !== undefined;

/**
 * Return the items of a draw by strata.
 *
 * @param {SeededRequest & StrataRequest} request
 * @param {Observe} [observe]
 * @returns {Promise<{ draws: number, indices: number[] }>}
 */
async function deriveStrata(request, observe) {
  const { draws, result: indices } = await drawBy(
    planStrata(request),
    request,
    observe,
  );
  return { draws, indices };
}

/**
 * Return a deal of a deck or a game that a search found, as a response has it.
 *
 * @param {FoundDeal} found
 * @param {Shoe} shoe
 * @param {DrawRequest & { notation?: string }} request
 * @returns {DerivedResult}
 */
const formatCards = ({ numbered, draws, dealt }, shoe, request) => ({
  draws,
  ...formatDeal(
    dealt,
    shoe,
    { ...request, ...numbered },
    cardLabels(shoe.codes, request),
  ),
});

/**
 * Return what people see of the cards of a shoe, which are told apart by their codes.
 *
 * @param {string[]} codes by index
 */
const labelCodes = (codes) => makeLabels((index) => codes[index]);

/**
 * Return what is known of the orders of a shoe.
 *
 * @param {DealRequest} request
 * @returns {Left}
 */
function leavesOrders(request) {
  const codes = buildShoe(packsOf(request));
  return { isOne: areAlike(labelCodes(codes), codes.keys()) };
}

/**
 * Return what is known of the deals of a shoe, from one of them.
 *
 * @param {DealRequest} request
 * @param {Labels} _labels of a caller's items, of which there are none
 * @param {{ hands: Holding[], piles: Holding[] }} deal
 * @returns {Left}
 */
function leavesDeals(request, _labels, deal) {
  const codes = buildShoe(packsOf(request));
  const places = countPlaces(deal);
  return { isOne: fillPlaces(labelCodes(codes), places, codes.keys()) };
}

/** Parameters that choose an order, or favour some. */
const ORDER_FIELDS = [
  "algorithm",
  "suit_order",
  "given",
  "where",
  "key_bits",
  "passes",
  "variant",
];

/**
 * Refuse parameters that choose an order beside the number of a deal, also with their defaults.
 *
 * @param {DrawRequest} request
 */
function checkNumbered(request) {
  if (request.deal_number === undefined) return;
  for (const name of ORDER_FIELDS)
    if (request[name] !== undefined)
      throw new Refused(
        name,
        "a numbered deal is of one order, and takes none",
      );
}

/**
 * Return the number of players of a game if a request says nothing of it.
 *
 * @param {string} game
 */
function usualPlayers(game) {
  const { players } = GAMES[game]; // [fewest, most, usual]
  return players[2];
}

/**
 * Every endpoint by its rule. It has
 * - `fields`, the parameters that go with the others of a request, `defaults` of some of them, and `spell`, those that have
 *   another form than in the request;
 * - `derive`, a promise of one result, and `format`, one result of a search; `plan`, the rule by which a result is drawn, which refuses
 *   rules that no result fulfils;
 * - `describe`, the members that a response has for every result, and `name`, what a proof names in another way or beside these;
 *   `summarize`, members that follow from the request and all of its results;
 * - `select`, another entry for some requests, and `names`, what the path of the rule says without a part for it, such as the game;
 * - of a caller's list `members`, `listItems` and `places` (items.mjs), which say which items a result shows; without them a response is
 *   unchecked without the list; `needsList`, whether its results depend on the values of the items, and `hasList`, whether each result has
 *   all of them;
 * - `grows`, whether a seed keeps its results for a list that grows, and `firstStratum`, the key of the first draws, if it is not the seed's;
 * - `check`, which refuses parameters that do not go together, and `unrepeated`, members that follow from a text which the request of a
 *   response does not repeat;
 * - `leaves`, what is known of how many results a request leaves, from the labels of the list and one result;
 * - the reasons by name why some members are `unchecked`, and `examples` of requests, for the check of a deployment.
 *
 * @type {{ [rule: string]: Endpoint }}
 */
export const ENDPOINTS = {
  "/v1/decks/<deck>/shuffle": {
    fields: ({ deck }) => [
      ...packOptions(deck),
      "count",
      "algorithm",
      "notation",
    ],
    defaults: (request) => ({
      ...CARD_DEFAULTS,
      count: buildShoe(request).length,
    }),
    spell: spellCards,
    /** @param {CardsRequest} request */
    async derive(request, observe) {
      const codes = buildShoe(request);
      const { draws, order } = await drawOrder(
        codes.length,
        request.count ?? codes.length,
        request,
        observe,
      );
      return { draws, ...pickCards(order, cardLabels(codes, request)) };
    },
    describe: describeCards,
    name: (request) => ({ count: request.count ?? buildShoe(request).length }),
    leaves: leavesOrders,
  },
  "/v1/decks/<deck>/deal": {
    fields: ({ deck }) => [
      ...packOptions(deck),
      ...DEAL_FIELDS,
      ...SEARCH_FIELDS,
      "algorithm",
      "notation",
    ],
    defaults: () => ({ ...CARD_DEFAULTS, ...DEAL_DEFAULTS }),
    spell: spellCards,
    derive: derivePlaces,
    format: formatCards,
    describe: describeCards,
    leaves: leavesDeals,
  },
  "/v1/games/<game>/deal": {
    /** @param {GameRequest} request */
    fields: ({ game }) => [
      ...gameFields(game),
      "where",
      "algorithm",
      "notation",
    ],
    /** @param {GameRequest} request */
    defaults: ({ game }) => ({
      ...CARD_DEFAULTS,
      ...omit(GAMES[game].packs ?? {}, ["exclude"]),
      include_seed: false,
      players: usualPlayers(game),
    }),
    spell: spellCards,
    derive: derivePlaces,
    format: (found, shoe, request, i) => ({
      ...formatCards(found, shoe, request),
      ...(request.game === "bridge"
        ? { file_board: (request.board ?? 1) + i }
        : {}),
    }),
    describe: describeCards,
    /** @param {GameRequest} request */
    name: ({ game, board = 1 }) => (GAMES[game].hasBoards ? { board } : {}),
    /** @param {GameRequest} request */
    unrepeated: ({ game, given }) =>
      GAMES[game].hasBoards && given !== undefined ? ["not_read"] : [],
    check: checkNumbered,
    leaves: leavesDeals,
  },
  "/v1/games/video_poker/draw": FINAL_HAND,
  "/v1/integers": {
    fields: ({ replacement }) => [
      "max",
      "count",
      ...Object.keys(RANGE_DEFAULTS),
      ...(replacement ? [] : ["algorithm"]),
    ],
    defaults: (request) => ({
      ...RANGE_DEFAULTS,
      count: Number(sizeOf(request)),
    }),
    /** @param {IntegersRequest} request */
    async derive(request, observe) {
      const { draws, indices } = await deriveIndices(
        request,
        observe,
        request.count,
      );
      return { draws, integers: addMinimum(request, indices) };
    },
    describe: (request) => ({
      ...fillRange(request),
      ...describeOrder(request, !request.replacement),
    }),
    leaves: (request) => ({ isOne: sizeOf(request) === 1 }),
  },
  "/v1/integers/draw": {
    fields: () => ["drums"],
    spell: ({ drums }) => ({ drums: fillDrums(drums).map(cutRange) }),
    /** @param {DrumsRequest} request */
    async derive(request, observe) {
      const drums = fillDrums(request.drums);
      const rules = drums.map((drum) =>
        selectRule(sizeOf(drum), drum.count, { replacement: drum.replacement }),
      );
      const { draws, result } = await drawBy(
        (below) => rules.map((rule) => rule(below)),
        request,
        observe,
      );
      return {
        draws,
        integers: drums.map((drum, i) => addMinimum(drum, result[i])),
      };
    },
    /** @param {DrumsRequest} request */
    describe: ({ drums }) => ({
      drums: fillDrums(drums),
      ...describeOrder({}, !drums.every(({ replacement }) => replacement)),
    }),
    /** @param {DrumsRequest} request */
    leaves: ({ drums }) => ({
      isOne: drums.every((drum) => sizeOf(drum) === 1),
    }),
  },
  "/v1/items/shuffle": {
    ...SHOWN_ITEMS,
    select: ({ neighbours }) => (neighbours === undefined ? undefined : ORDERS),
    fields: () => ["count", "algorithm"],
    defaults: ({ n }) => ({ count: n, arrangements: false }),
    /** @param {ItemsRequest} request */
    derive: (request, observe) =>
      deriveIndices(request, observe, request.count),
    describe: ({ n: size, ...request }) => ({
      size,
      ...describeOrder(request),
    }),
    name: ({ n, count = n }) => ({ count }),
    /** @param {ItemsRequest} request */
    leaves: ({ n }, labels) => ({ isOne: areAlike(labels, range(n)) }),
  },
  "/v1/items/deal": {
    ...SHOWN_PLACES,
    fields: () => [...DEAL_FIELDS, "piles", ...SEARCH_FIELDS, "algorithm"],
    defaults: () => ({ ...DEAL_DEFAULTS, piles: [] }),
    spell: spellConditions,
    /** @param {ItemsRequest} request */
    async derive(request, observe) {
      const { rest, deal } = openItems(request);
      const { draws, order } = await drawOrder(
        rest.length,
        rest.length,
        request,
        observe,
      );
      return { draws, ...formatItems(deal(order)) };
    },
    format: ({ draws, dealt }) => ({ draws, ...formatItems(dealt) }),
    describe: ({ n: size, ...request }) => ({
      size,
      ...pick(request, ["given"]),
      ...describeOrder(request),
    }),
    needsList: ({ where }) => where !== undefined,
    /**
     * @param {ItemsRequest} request
     * @param {Labels} labels
     * @param {{ hands: Holding[], piles: Holding[] }} deal
     */
    leaves: ({ n }, labels, deal) => ({
      isOne: fillPlaces(labels, countPlaces(deal), range(n)),
    }),
  },
  "/v1/items/draw": {
    ...SHOWN_ITEMS,
    fields: () => ["weights", "count", "replacement", "strata"],
    defaults: ({ strata }) => ({
      replacement: false,
      ...(strata === undefined && { count: 1 }),
    }),
    /** @param {ItemDrawRequest} request */
    derive: (request, observe) =>
      isByStrata(request)
        ? deriveStrata(request, observe)
        : deriveIndices(request, observe, request.count ?? 1, selectWeighted),
    /** @param {ItemDrawRequest} request */
    describe: ({ n: size, replacement = false, ...request }) => ({
      size,
      count: request.count ?? 1,
      replacement,
      ...pick(request, ["weights"]),
      ...(isByStrata(request) ? describeStrata(request) : {}),
      ...describeOrder({}, false),
    }),
    needsList: ({ strata }) => strata !== undefined,
    /** @param {ItemDrawRequest} request */
    leaves(request, labels) {
      if (isByStrata(request)) return leavesStrata(request, labels);
      return request.weights === undefined
        ? { isOne: areAlike(labels, range(request.n)) }
        : weigh(labels, request.weights);
    },
  },
  "/v1/items/groups": GROUPS,
  "/v1/items/pairs": PAIRS,
  "/v1/items/allocate": ALLOCATION,
  "/v1/bingo/strips": STRIPS,
};

/**
 * The path of each rule as a regular expression, which has the name in it, such as `deck`, and `batch` for a batch.
 *
 * @type {[rule: string, pattern: RegExp][]}
 */
const PATTERNS = Object.keys(ENDPOINTS).map((rule) => [
  rule,
  new RegExp(`^${rule.replace(/<(\w+)>/, "(?<$1>\\w+)")}(?<batch>/batch)?$`),
]);

/**
 * By a kind of name in a path, the table that has an entry for each name which is known here.
 *
 * @type {{ [kind: string]: object }}
 */
const NAMES = { deck: DECKS, game: GAMES };

/**
 * Return whether hands or piles of given cards have none.
 *
 * @param {string} kind of the places: "hands"
 * @param {unknown} places
 */
const isNone = (kind, places) =>
  ["hands", "piles"].includes(kind) && isObject(places) && isEmpty(places);

/**
 * Return the parameters of a request without given cards that are none, and without null for weights, which all are equal then.
 *
 * @param {JsonObject} parameters
 * @returns {JsonObject}
 */
function dropEmpty({ given, weights, ...parameters }) {
  const others = {
    ...parameters,
    ...((weights ?? null) !== null && { weights: makeWhole(weights) }),
  };
  if (given === undefined) return others;
  if (!isObject(given)) return { ...others, given };
  const known = Object.entries(given).filter(
    ([, places]) => places !== null && places !== "",
  );
  return known.every(([kind, places]) => isNone(kind, places))
    ? others
    : { ...others, given: Object.fromEntries(known) };
}

/**
 * Replace the cards that a request excludes, or `only` has left, by the codes of those excluded: { only: ["as", "kh"] } becomes
 * { exclude: [the codes of all other cards] }.
 *
 * @param {DrawRequest} request
 */
function readExcluded(request) {
  /** @type {JsonObject} */
  const packs = packsOf(omit(request, ["exclude", "only"]));
  checkOptions(packs);
  const excluded = spellCodes("exclude", request.exclude ?? [], packs);
  const kept = spellCodes("only", request.only ?? [], packs);
  if (kept.length > 0 && excluded.length > 0)
    throw new Refused("only", "either exclude or only was expected");
  request.exclude =
    kept.length === 0
      ? excluded
      : buildShoe({ ...packs, decks: 1, exclude: kept });
  delete request.only;
}

/**
 * Return the names in a text of the table of endpoints.
 *
 * @param {string} text such as "cards hands.seat"
 */
const splitWords = (text) => text.split(" ").filter(Boolean);

/**
 * By the path of a member, such as "hands.seat", of the responses of an endpoint, whether 1.0.0 lacks it.
 *
 * @param {string} rule of the endpoint
 * @returns {Map<string, boolean>}
 */
export const membersOf = (rule) => {
  const { members, later } = ENDPOINT_TABLE[rule];
  const isLater = new Map();
  for (const path of splitWords(members)) isLater.set(path, false);
  for (const path of splitWords(later)) isLater.set(path, true);
  return isLater;
};

/**
 * Return the rule of a path, the names in it, and whether it is for a batch: of "/v1/decks/standard/deal" the rule
 * "/v1/decks/<deck>/deal" and { deck: "standard" }.
 *
 * @param {string} path
 * @returns {{ rule: string, names: { [kind: string]: string }, isBatch: boolean }}
 */
function matchPath(path) {
  for (const [rule, pattern] of PATTERNS) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const { batch, ...names } = match.groups ?? {};
    const areKnown = Object.entries(names).every(([kind, name]) =>
      Object.hasOwn(NAMES[kind], name),
    );
    if (areKnown) return { rule, names, isBatch: batch !== undefined };
  }
  throw new Unknown(
    "request",
    `not known here: the path ${JSON.stringify(path)}`,
  );
}

/**
 * By a parameter, a function from a request with it to the names of the parameters that go with it.
 *
 * @type {{ [name: string]: (request: DrawRequest) => string[] }}
 */
const TOGETHER = {
  where: ({ where }) => (where === undefined ? [] : ["max_candidates"]),
  algorithm: ({ algorithm }) => Object.keys(shuffleDefaults(algorithm)),
  notation: ({ notation }) => (notation === "name" ? ["name_style"] : []),
};

/**
 * Return what a later version may know in a parameter: paths of members of objects, and names where one of a list is expected. Of
 * { name: "A", colour: "red" } in `arms` it is "arms.colour", and of "spiral" in `algorithm` "algorithm spiral".
 *
 * @param {EndpointNames} known of the endpoint
 * @param {string} path of the parameter, or of a member of it
 * @param {unknown} value
 * @returns {string[]}
 */
function listUnknown(known, path, value) {
  if (Array.isArray(value))
    return value.flatMap((item) => listUnknown(known, path, item));
  const parts = splitWords(known.parts);
  const hasParts = parts.some((part) => part.startsWith(`${path}.`));
  if (isObject(value) && hasParts)
    return Object.entries(value).flatMap(([name, member]) => {
      const inner = `${path}.${name}`;
      return parts.includes(inner)
        ? listUnknown(known, inner, member)
        : [inner];
    });
  const isName = typeof value === "string" && value !== "";
  if (!isName || !(path in known.names)) return [];
  return splitWords(known.names[path]).includes(value)
    ? []
    : [`${path} ${value}`];
}

/**
 * Refuse, as unknown here, the parameters of a request that its endpoint does not take, or else what is not known in them.
 *
 * @param {EndpointNames} known of the endpoint
 * @param {JsonObject} parameters
 * @param {boolean} hasRepeats whether the request has `repeats` that its path does not take
 */
function checkKnown(known, parameters, hasRepeats) {
  const names = splitWords(known.parameters);
  const asked = [
    ...Object.keys(parameters),
    ...(hasRepeats ? ["repeats"] : []),
  ];
  const others = asked.filter((name) => !names.includes(name));
  const unknown =
    others.length > 0
      ? others
      : Object.entries(parameters).flatMap(([name, value]) =>
          listUnknown(known, name, value),
        );
  if (unknown.length > 0)
    throw new Unknown("request", `not known here: ${unknown.join(", ")}`);
}

/**
 * Return the endpoint of a request by its path, with its rule and its parameters, of which all are known.
 *
 * @param {JsonObject} request with its path: { path: "/v1/decks/standard/deal", hands: 4, cards: 5, seed: "a" }
 * @returns {FoundDraw}
 */
export function findDraw({ path, repeats, ...parameters }) {
  if (typeof path !== "string")
    throw new Refused(
      "path",
      "the path of an endpoint that draws was expected",
    );
  const { rule, names, isBatch } = matchPath(path);
  const hasRepeats = !isBatch && repeats !== undefined;
  checkKnown(ENDPOINT_TABLE[rule], parameters, hasRepeats);
  for (const name of ["items", "sign"])
    if (Object.hasOwn(parameters, name))
      throw new Refused(name, "a response does not repeat it");
  return {
    rule,
    endpoint: ENDPOINTS[rule].select?.(parameters) ?? ENDPOINTS[rule],
    path,
    names: { ...names, ...ENDPOINTS[rule].names },
    isBatch,
    repeats,
    parameters,
  };
}

/**
 * Check the seed, the index and the style of names of a request, and write the seed as text.
 *
 * @param {DrawRequest} request which is changed
 */
function readCommon(request) {
  const { seed, index = 0, name_style: style } = request;
  if (seed !== undefined)
    request.seed = checkText(
      "seed",
      Number.isSafeInteger(seed) ? String(seed) : seed,
    );
  if (seed === undefined && index !== 0)
    throw new Refused("index", "a seed was expected with it");
  if (style !== undefined)
    checkChoice("name_style", style, ["modern", "retro"]);
}

/**
 * Return the names of the parameters that a request may have, with those that go with others of its parameters.
 *
 * @param {Endpoint} endpoint
 * @param {DrawRequest} request
 */
const listFields = (endpoint, request) =>
  endpoint
    .fields(request)
    .flatMap((name) => [name, ...(TOGETHER[name]?.(request) ?? [])]);

/**
 * Return the draw that a request of `findDraw` asks for: its `request` without `path` and `repeats`, and without what equals its
 * default. The list of a caller's items is `n`, their number, and perhaps `items`.
 *
 * Of { path: "/v1/integers", min: 1, max: 6, seed: 7 } the `request` is { max: 6, seed: "7", index: 0 }.
 *
 * @param {FoundDraw} found
 * @param {CallerList} list
 * @returns {Draw}
 */
export function openRequest(
  { rule, endpoint, path, names, isBatch, repeats, parameters },
  list,
) {
  const number = isBatch
    ? checkInteger("repeats", repeats, 1, 10 ** 6)
    : undefined;
  const sent = dropEmpty(parameters);
  for (const [name, value] of Object.entries(sent))
    if (value === null) throw new Refused(name, "a value was expected");
  const isOfItems = rule.startsWith("/v1/items/");
  /** @type {JsonObject} */
  const own = isOfItems ? { ...names, ...list } : names; // not of the parameters
  /** @type {DrawRequest} */
  const request = { ...own, ...sent };
  endpoint.check?.(request);
  readCommon(request);
  const fields = listFields(endpoint, request);
  if (fields.includes("exclude")) readExcluded(request);
  const defaults = {
    ...SHUFFLE_DEFAULTS,
    ...shuffleDefaults(request.algorithm),
    ...endpoint.defaults?.(request),
  };
  const ownNames = Object.keys(own);
  const cut = {
    ...dropDefaults(request, defaults),
    ...pick(request, ownNames),
  };
  checkObject("", cut, [...ownNames, ...fields, "seed", "index"]);
  return {
    rule,
    endpoint,
    path,
    request: { ...cut, index: request.index ?? 0 },
    repeats: number,
  };
}

/** Parameters that a response writes in another way than they were sent, or not at all. */
const WRITTEN_APART = ["seed", "index", "items", "given", "where", "exclude"];

/**
 * Return the request of a draw as a response has it; that of a proved response has its terms in place of a seed.
 *
 * @param {Draw} draw
 * @param {JsonObject} [prove] the terms of a proof
 * @returns {JsonObject}
 */
export function writeRequest(
  { endpoint, rule, path, request, repeats },
  prove,
) {
  const names = splitWords(ENDPOINT_TABLE[rule].parameters);
  const parameters = pick(
    request,
    names.filter((name) => !WRITTEN_APART.includes(name)),
  );
  const { index, where, max_candidates = 100000 } = request;
  const isFirst = where === undefined || index === 0;
  if (parameters.board === index + 1 && isFirst) delete parameters.board; // as without
  const seeded =
    prove === undefined
      ? pick(request, ["seed", ...(index === 0 ? [] : ["index"])])
      : { prove };
  return {
    path,
    ...parameters,
    ...endpoint.spell?.(request),
    ...(where === undefined ? {} : { max_candidates }),
    ...(repeats === undefined ? {} : { repeats }),
    ...seeded,
  };
}

/**
 * Return the members of a response that follow from its request alone.
 *
 * @param {Draw} draw
 * @returns {JsonObject}
 */
export const describeDraw = ({ endpoint, request }) =>
  endpoint.describe({
    ...omit(request, SEARCH_FIELDS),
    ...endpoint.spell?.(request),
  });

/** Members of a response or of its request that a proof does not name. */
const UNNAMED = [
  "path",
  "seed",
  "index",
  "deal_number",
  "repeats",
  "max_candidates",
  "held",
  "coins",
  "notation",
  "name_style",
  "group_size",
  "arrangements",
  "unknown",
  "uniformity",
];

/**
 * Return the request of a draw as a proof names it.
 *
 * @param {Draw} draw
 * @returns {JsonObject}
 */
export function nameRequest(draw) {
  const { endpoint, path, request } = draw;
  const described = describeDraw(draw);
  const members = omit(
    { ...described, ...writeRequest(draw), ...described },
    UNNAMED,
  );
  const { exclude } = members;
  if (Array.isArray(exclude)) members.exclude = [...exclude].sort(); // in any order they exclude the same
  return {
    path: path.replace(/\/batch$/, ""),
    ...members,
    ...endpoint.name?.(request),
  };
}
