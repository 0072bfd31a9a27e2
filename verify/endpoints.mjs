/** The endpoints that draw: what each takes, how its result is derived, and what a response and a proof repeat of the request. */
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
import { DECKS, buildShoe, packOptions, spellCodes } from "./cards/decks.mjs";
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

const DEAL_FIELDS = ["hands", "cards", "packets", "burn"];

const RANGE_DEFAULTS = { min: 1, replacement: false };
const DEAL_DEFAULTS = { packets: [], burn: 0 };
const SHUFFLE_DEFAULTS = {
  algorithm: "fisher_yates",
  key_bits: 64,
  variant: "out",
};

/** Return a range with all of its fields, and with those alone that differ from their defaults. */
const fillRange = ({
  min = 1,
  max,
  count = Number(sizeOf({ min, max })),
  replacement = false,
}) => ({ min, max, count, replacement });
const cutRange = (range) =>
  dropDefaults(range, { ...RANGE_DEFAULTS, count: Number(sizeOf(range)) });

/** Return the drums of a request, each with all of its fields. */
function fillDrums(drums) {
  checkInteger("the number of drums", checkList("drums", drums).length, 1, 20);
  return drums.map((drum, i) => {
    checkObject(
      `drums[${i}]`,
      drum,
      ["max", "count", ...Object.keys(RANGE_DEFAULTS)],
      ["max"],
    );
    for (const [name, value] of Object.entries(drum))
      if (value === null)
        throw new Refused(`drums[${i}].${name}`, "a value was expected");
    return fillRange(drum);
  });
}

/** Return integers by their offsets from min. */
const addMinimum = ({ min = 1 }, offsets) =>
  offsets.map((offset) => Number(BigInt(min) + BigInt(offset)));

/** Return the hands and piles of a deal of a deck or a game. */
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

/** Return the indices of items in an order, as text if there are more than 2^53. */
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

/** Return the items of a draw by strata. */
async function deriveStrata(request, observe) {
  const { draws, result: indices } = await drawBy(
    planStrata(request),
    request,
    observe,
  );
  return { draws, indices };
}

/** Return a deal of a deck or of items that a search found, as a response has it. */
const formatCards = ({ numbered, draws, dealt }, shoe, request) => ({
  draws,
  ...formatDeal(
    dealt,
    shoe,
    { ...request, ...numbered },
    cardLabels(shoe.codes, request),
  ),
});

/** Return what is known of the orders of a shoe, whose cards are told apart by their codes. */
function leavesOrders(request) {
  const codes = buildShoe(packsOf(request));
  return {
    isOne: areAlike(
      makeLabels((index) => codes[index]),
      codes.keys(),
    ),
  };
}

/** Return what is known of the deals of a shoe, from one of them. */
function leavesDeals(request, _, deal) {
  const codes = buildShoe(packsOf(request));
  return {
    isOne: fillPlaces(
      makeLabels((index) => codes[index]),
      countPlaces(deal),
      codes.keys(),
    ),
  };
}

/** Refuse parameters that choose an order beside the number of a deal, also with their defaults. */
function checkNumbered({ deal_number: number, ...request }) {
  if (number === undefined) return;
  for (const name of [
    "algorithm",
    "suit_order",
    "given",
    "where",
    "key_bits",
    "passes",
    "variant",
  ])
    if (request[name] !== undefined)
      throw new Refused(
        name,
        "a numbered deal is of one order, and takes none",
      );
}

/**
 * Every endpoint by its rule. It has
 * - `fields`, the parameters that go with the others of a request, `defaults` of some of them, and `spell`, those that have
 *   another form than in the request;
 * - `derive`, a promise of one result, and `format`, one result of a search;
 * - `describe`, the members that a response has for every result, and `name`, what a proof names in another way or beside these;
 * - `select`, another entry for some requests;
 * - of a caller's list `members`, `listItems` and `places` (items.mjs), which say which items a result shows; without them a response is
 *   unchecked without the list; `needsList`, whether its results depend on the values of the items, and `hasList`, whether each result has
 *   all of them;
 * - `grows`, whether a seed keeps its results for a list that grows, and `firstStratum`, the key of the first draws, if it is not the seed's;
 * - `check`, which refuses parameters that do not go together, and `unrepeated`, members that follow from a text which the request of a
 *   response does not repeat;
 * - `leaves`, what is known of how many results a request leaves, from the labels of the list and one result;
 * - the reasons by name why some members are `unchecked`, and `examples` of requests, for the check of a deployment.
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
    fields: ({ game }) => [
      ...gameFields(game),
      "where",
      "algorithm",
      "notation",
    ],
    defaults: (request) => ({
      ...CARD_DEFAULTS,
      ...omit(GAMES[request.game].packs ?? {}, ["exclude"]),
      include_seed: false,
      players: GAMES[request.game].players[2],
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
    name: ({ game, board = 1 }) => (GAMES[game].hasBoards ? { board } : {}),
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
    describe: ({ drums }) => ({
      drums: fillDrums(drums),
      ...describeOrder({}, !drums.every(({ replacement }) => replacement)),
    }),
    leaves: ({ drums }) => ({
      isOne: drums.every((drum) => sizeOf(drum) === 1),
    }),
  },
  "/v1/items/shuffle": {
    ...SHOWN_ITEMS,
    select: ({ neighbours }) => (neighbours === undefined ? undefined : ORDERS),
    fields: () => ["count", "algorithm"],
    defaults: ({ n }) => ({ count: n, arrangements: false }),
    derive: (request, observe) =>
      deriveIndices(request, observe, request.count),
    describe: ({ n: size, ...request }) => ({
      size,
      ...describeOrder(request),
    }),
    name: ({ n, count = n }) => ({ count }),
    leaves: ({ n }, labels) => ({ isOne: areAlike(labels, range(n)) }),
  },
  "/v1/items/deal": {
    ...SHOWN_PLACES,
    fields: () => [...DEAL_FIELDS, "piles", ...SEARCH_FIELDS, "algorithm"],
    defaults: () => ({ ...DEAL_DEFAULTS, piles: [] }),
    spell: spellConditions,
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
    derive: (request, observe) =>
      request.strata === undefined
        ? deriveIndices(request, observe, request.count ?? 1, selectWeighted)
        : deriveStrata(request, observe),
    describe: ({ n: size, replacement = false, ...request }) => ({
      ...{
        size,
        count: request.count ?? 1,
        replacement,
        ...pick(request, ["weights"]),
      },
      ...(request.strata === undefined ? {} : describeStrata(request)),
      ...describeOrder({}, false),
    }),
    needsList: ({ strata }) => strata !== undefined,
    leaves(request, labels) {
      if (request.strata !== undefined) return leavesStrata(request, labels);
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

const RULES = Object.keys(ENDPOINTS).map((rule) => [
  rule,
  new RegExp(`^${rule.replace(/<(\w+)>/, "(?<$1>\\w+)")}(?<batch>/batch)?$`),
]);
const NAMES = { deck: DECKS, game: GAMES };

/** Return the parameters of a request without given cards that are none, and without null for weights, which all are equal then. */
function dropEmpty({ given, weights, ...parameters }) {
  const said = {
    ...parameters,
    ...((weights ?? null) !== null && { weights: makeWhole(weights) }),
  };
  if (!isObject(given)) return given === undefined ? said : { ...said, given };
  const known = Object.fromEntries(
    Object.entries(given).filter(
      ([, places]) => places !== null && places !== "",
    ),
  );
  const isNone = ([kind, places]) =>
    ["hands", "piles"].includes(kind) && isObject(places) && isEmpty(places);
  return Object.entries(known).every(isNone) ? said : { ...said, given: known };
}

/** Replace the cards that a request excludes, or `only` has left, by the codes of those excluded. */
function readExcluded(request) {
  const packs = packsOf(omit(request, ["exclude", "only"]));
  const [excluded, kept] = ["exclude", "only"].map((name) =>
    spellCodes(name, request[name] ?? [], packs),
  );
  if (kept.length > 0 && excluded.length > 0)
    throw new Refused("only", "either exclude or only was expected");
  request.exclude =
    kept.length === 0
      ? excluded
      : buildShoe({ ...packs, decks: 1, exclude: kept });
  delete request.only;
}

/** Return the names in a text of the table of endpoints. */
const splitWords = (text) => text.split(" ").filter(Boolean);

/** By the path of a member, such as "hands.seat", of the responses of an endpoint, whether 1.0.0 lacks it. */
export const membersOf = (rule) => {
  const { members, later } = ENDPOINT_TABLE[rule];
  return new Map([
    ...splitWords(members).map((path) => [path, false]),
    ...splitWords(later).map((path) => [path, true]),
  ]);
};
/** Return the rule of a path, the names in it, and whether it is for a batch. */
function matchPath(path) {
  for (const [rule, pattern] of RULES) {
    const { batch, ...names } = pattern.exec(path)?.groups ?? {};
    if (
      pattern.test(path) &&
      Object.entries(names).every(([kind, name]) =>
        Object.hasOwn(NAMES[kind], name),
      )
    )
      return { rule, names, isBatch: batch !== undefined };
  }
  throw new Unknown(
    "request",
    `not known here: the path ${JSON.stringify(path)}`,
  );
}

/** Parameters with which others go. */
const TOGETHER = {
  where: ({ where }) => (where === undefined ? [] : ["max_candidates"]),
  algorithm: ({ algorithm }) => Object.keys(shuffleDefaults(algorithm)),
  notation: ({ notation }) => (notation === "name" ? ["name_style"] : []),
};

/** Add to `unknown` what a later version may know in a parameter: members of objects, and names where one of a list is expected. */
function findUnknown(table, path, value, unknown) {
  const parts = splitWords(table.parts);
  const hasParts = parts.some((part) => part.startsWith(`${path}.`));
  if (Array.isArray(value))
    for (const item of value) findUnknown(table, path, item, unknown);
  else if (isObject(value) && hasParts)
    for (const [name, member] of Object.entries(value)) {
      const inner = `${path}.${name}`;
      if (parts.includes(inner)) findUnknown(table, inner, member, unknown);
      else unknown.push(inner);
    }
  else if (typeof value === "string" && value !== "" && path in table.names)
    if (!splitWords(table.names[path]).includes(value))
      unknown.push(`${path} ${value}`);
}

/** Return the endpoint of a request by its path, with its rule and its parameters, of which all are known. */
export function findDraw({ path, repeats, ...parameters }) {
  if (typeof path !== "string")
    throw new Refused(
      "path",
      "the path of an endpoint that draws was expected",
    );
  const { rule, names, isBatch } = matchPath(path);
  const known = splitWords(ENDPOINT_TABLE[rule].parameters);
  const unknown = [
    ...Object.keys(parameters),
    ...(isBatch || repeats === undefined ? [] : ["repeats"]),
  ].filter((name) => !known.includes(name));
  if (unknown.length === 0)
    for (const [name, value] of Object.entries(parameters))
      findUnknown(ENDPOINT_TABLE[rule], name, value, unknown);
  if (unknown.length > 0)
    throw new Unknown("request", `not known here: ${unknown.join(", ")}`);
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
 * Return the draw that a request of `findDraw` asks for: its `request` without `path` and `repeats`, and without what equals its
 * default. The list of a caller's items is `n`, their number, and perhaps `items`.
 */
export function openRequest(
  { rule, endpoint, path, names, isBatch, repeats, parameters },
  list,
) {
  if (isBatch) checkInteger("repeats", repeats, 1, 10 ** 6);
  const said = dropEmpty(parameters);
  for (const [name, value] of Object.entries(said))
    if (value === null) throw new Refused(name, "a value was expected");
  const request = {
    ...names,
    ...(rule.startsWith("/v1/items/") && list),
    ...said,
  };
  endpoint.check?.(request);
  if (request.seed !== undefined)
    request.seed = checkText(
      "seed",
      Number.isSafeInteger(request.seed) ? String(request.seed) : request.seed,
    );
  if (request.seed === undefined && (request.index ?? 0) !== 0)
    throw new Refused("index", "a seed was expected with it");
  if (request.name_style !== undefined)
    checkChoice("name_style", request.name_style, ["modern", "retro"]);
  const fields = endpoint
    .fields(request)
    .flatMap((name) => [name, ...(TOGETHER[name]?.(request) ?? [])]);
  if (fields.includes("exclude")) readExcluded(request);
  const own = Object.keys({
    ...names,
    ...(rule.startsWith("/v1/items/") && list),
  });
  const defaults = {
    ...SHUFFLE_DEFAULTS,
    ...shuffleDefaults(request.algorithm),
    ...endpoint.defaults?.(request),
  };
  const cut = { ...dropDefaults(request, defaults), ...pick(request, own) };
  checkObject("", cut, [...own, ...fields, "seed", "index"]);
  return {
    rule,
    endpoint,
    path,
    request: { ...cut, index: request.index ?? 0 },
    repeats,
  };
}

/** Return the request of a draw as a response has it; that of a proved response has its terms in place of a seed. */
export function writeRequest(
  { endpoint, rule, path, request, repeats },
  prove,
) {
  const parameters = pick(
    request,
    splitWords(ENDPOINT_TABLE[rule].parameters).filter(
      (name) =>
        !["seed", "index", "items", "given", "where", "exclude"].includes(name),
    ),
  );
  if (
    parameters.board === request.index + 1 &&
    (request.where === undefined || request.index === 0)
  )
    delete parameters.board; // as without
  const search =
    request.where === undefined
      ? {}
      : { max_candidates: request.max_candidates ?? 100000 };
  const seeded =
    prove === undefined
      ? pick(request, ["seed", ...(request.index === 0 ? [] : ["index"])])
      : { prove };
  return {
    path,
    ...parameters,
    ...endpoint.spell?.(request),
    ...search,
    ...(repeats === undefined ? {} : { repeats }),
    ...seeded,
  };
}

/** Return the members of a response that follow from its request alone. */
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

/** Return the request of a draw as a proof names it. */
export function nameRequest(draw) {
  const { endpoint, path, request } = draw;
  const described = describeDraw(draw);
  const members = omit(
    { ...described, ...writeRequest(draw), ...described },
    UNNAMED,
  );
  if (members.exclude !== undefined)
    members.exclude = [...members.exclude].sort(); // in any order they exclude the same
  return {
    path: path.replace(/\/batch$/, ""),
    ...members,
    ...endpoint.name?.(request),
  };
}
