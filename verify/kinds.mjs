/** The table of the kinds of results: which request and which response is of a kind, and how its result is derived. */
import { formatDeal, openDeal } from "./deals.mjs";
import { buildShoe, packOptions } from "./decks.mjs";
import { GAMES, gameFields, gamePacks, microsoftOrder } from "./games.mjs";
import { GROUPS } from "./groups.mjs";
import { formatItems, openItems } from "./item_deals.mjs";
import { listItems, recoverPiles, selectWeighted } from "./items.mjs";
import { MAX, cardLabels, drawBy, drawOrder, pickCards, selectRule, sizeOf } from "./orders.mjs";
import { PAIRS } from "./pairs.mjs";
import { shuffleDefaults } from "./shuffles.mjs";
import { ALLOCATION, describeStrata, planStrata } from "./strata.mjs";
import { STRIPS } from "./strips.mjs";
import { Refused, checkInteger, checkList, checkObject } from "./validation.mjs";
import { FINAL_HAND } from "./video_poker.mjs";

const RANGE_FIELDS = ["min", "max", "replacement", "count"];
const DEAL_FIELDS = ["hands", "cards", "packets", "burn"];

const DEAL_DEFAULTS = { packets: [], burn: 0 };
const ITEM_DEFAULTS = { ...DEAL_DEFAULTS, piles: [] };

/** Return a range with all of its fields. */
const fillRange = ({ min = 1, max, count = Number(sizeOf({ min, max })), replacement = false }) => ({ min, max, count, replacement });

/** Return the drums of a request, each with all of its fields. */
function fillDrums(drums) {
  checkInteger("the number of drums", checkList("drums", drums).length, 1, 20);
  return drums.map((drum) => fillRange(checkObject("drums", drum, RANGE_FIELDS, ["max"])));
}

/** Return integers by their offsets from min. */
const addMinimum = ({ min = 1 }, offsets) => offsets.map((offset) => Number(BigInt(min) + BigInt(offset)));

/** Return the hands and piles of a deal of a deck or a game. */
async function derivePlaces(request, observe) {
  const { deal_number } = request;
  const shoe = openDeal(request);
  const { draws, order } =
    deal_number === undefined
      ? await drawOrder(shoe.rest.length, shoe.rest.length, request, observe)
      : { draws: 0, order: microsoftOrder(checkInteger("deal_number", deal_number, 1, 1000000)) };
  return { draws, ...formatDeal(shoe.deal(order), shoe, request, cardLabels(shoe.codes, request)) };
}

/** Return the indices of items in an order, as text if there are more than 2^53. */
async function deriveIndices(request, observe, count, select) {
  const size = sizeOf(request);
  const { draws, order } = await drawOrder(size, count ?? Number(size), request, observe, select);
  return { draws, indices: typeof size === "bigint" ? order.map(String) : order };
}

/** Return the items of a draw by strata. */
async function deriveStrata(request, observe) {
  const { draws, result: indices } = await drawBy(planStrata(request), request, observe);
  return { draws, indices };
}

/** Return a deal of a deck or of items that a search found, as a response has it. */
const formatCards = ({ numbered, draws, dealt }, shoe, request) => ({
  draws,
  ...formatDeal(dealt, shoe, { ...request, ...numbered }, cardLabels(shoe.codes, request)),
});

/** Return the number of items of a response. */
function recoverSize({ size, original_items }, min = 1) {
  if (original_items !== undefined) checkList("original_items", original_items);
  return { n: checkInteger("size", size, min, MAX) };
}

/** Return the hands, and the piles of a deal of items, of a search without a result: the proof alone has them. */
function recoverUnfound(proved) {
  if (!proved) throw new Refused("the file", "without a result the number of hands is not known");
  return { hands: proved.hands, piles: proved.piles };
}

/** Return the number of hands of a result, which has one or more. */
function countHands(hands) {
  if (checkList("hands", hands).length === 0) throw new Refused("the file", "a hand or more were expected");
  return hands.length;
}

function recoverItemsDeal(response, first, proved) {
  const { hands, where, repeats, burn } = response;
  const { n } = recoverSize(response);
  const count = repeats === undefined ? Math.min(checkList("hands", hands).length, 1) : checkList("hands", hands).length;
  const listed = where === undefined ? {} : { items: listItems(response, n, count) };
  if (where !== undefined && count === 0) return { n, ...recoverUnfound(proved), ...listed };
  const piles = recoverPiles(first(response.piles), burn);
  return { n, hands: countHands(first(hands)), piles: piles.length ? piles : undefined, ...listed };
}

/**
 * Every kind, in the order in which it is looked for. A request is of the first kind that `takes` it, and a response of
 * the first kind that `answers` with it (by default `takes`). A kind has
 * - the `path` of its endpoint, the `fields` of a request, and the `defaults` of fields that not every kind has;
 * - `derive`, a promise of one result, and `format`, one result of a search;
 * - `recover`, the fields that only results show: `first` selects the first result of a batch, and the request `proved`
 *   has what a search without a result does not show;
 * - `describe`, members that its responses have for every request, and `repeat`, fields that they have with a default;
 * - `isDrawn`, whether a request applies no shuffle;
 * - `hasList`, whether each result has the whole list of items, as rules need it;
 * - for proofs, the fields that a proof leaves out, `unnamed`, and the members that it adds, `named`;
 * - `members`, names that only its responses have, and the reasons by name why some are `unchecked`;
 * - `examples` of requests, for the check of a deployment.
 */
export const KINDS = [
  STRIPS,
  FINAL_HAND,
  {
    takes: ({ game }) => game !== undefined,
    path: ({ game }) => `/v1/games/${game}/deal`,
    fields: ({ game }) => ["game", ...gameFields(game), "where", "algorithm", "notation"],
    defaults: () => ({ include_seed: false }),
    derive: derivePlaces,
    format: (found, shoe, request, i) => ({
      ...formatCards(found, shoe, request),
      ...(request.game === "bridge" ? { file_board: (request.board ?? 1) + i } : {}),
    }),
    recover: ({ where, board, first_board }, first, proved) => ({ board: where === undefined ? first(board) : (proved?.board ?? first_board) }),
    describe: (_, players) => ({ players }),
    isDrawn: ({ deal_number }) => deal_number !== undefined,
  },
  {
    takes: ({ deck, hands }) => deck !== undefined && hands !== undefined,
    path: ({ deck }) => `/v1/decks/${deck}/deal`,
    fields: ({ deck }) => ["deck", ...packOptions(deck), ...DEAL_FIELDS, "given", "where", "algorithm", "notation"],
    defaults: () => DEAL_DEFAULTS,
    derive: derivePlaces,
    format: formatCards,
    recover: ({ hands, where, matches }, first, proved) =>
      hands?.length === 0 && where !== undefined && matches?.length === 0 ? { hands: recoverUnfound(proved).hands } : { hands: countHands(first(checkList("hands", hands))) },
  },
  {
    takes: ({ deck }) => deck !== undefined,
    path: ({ deck }) => `/v1/decks/${deck}/shuffle`,
    fields: ({ deck }) => ["deck", ...packOptions(deck), "count", "algorithm", "notation"],
    async derive(request, observe) {
      const codes = buildShoe(request);
      const { draws, order } = await drawOrder(codes.length, request.count ?? codes.length, request, observe);
      return { draws, ...pickCards(order, cardLabels(codes, request)) };
    },
    recover: ({ indices }, first, proved) => ({ count: proved?.count ?? first(indices)?.length }),
  },
  GROUPS,
  PAIRS,
  ALLOCATION,
  {
    takes: ({ n, hands, replacement }) => n !== undefined && hands !== undefined && replacement === undefined,
    answers: ({ hands, items_sha256 }) => hands !== undefined && items_sha256 !== undefined,
    path: () => "/v1/items/deal",
    fields: ({ where }) => ["n", ...DEAL_FIELDS, "piles", "given", ...(where === undefined ? [] : ["items"]), "where", "algorithm"],
    defaults: () => ITEM_DEFAULTS,
    async derive(request, observe) {
      const { rest, deal } = openItems(request);
      const { draws, order } = await drawOrder(rest.length, rest.length, request, observe);
      return { draws, ...formatItems(deal(order)) };
    },
    format: ({ draws, dealt }) => ({ draws, ...formatItems(dealt) }),
    recover: recoverItemsDeal,
  },
  {
    takes: ({ n, replacement }) => n !== undefined && replacement !== undefined,
    answers: ({ items, replacement }) => items !== undefined && replacement !== undefined,
    path: () => "/v1/items/draw",
    fields: ({ strata }) => ["n", "weights", "count", "replacement", ...(strata === undefined ? [] : ["items", "strata"]), "seed", "index"],
    defaults: () => ITEM_DEFAULTS,
    derive: (request, observe) =>
      request.strata === undefined
        ? deriveIndices(request, observe, request.count ?? 1, selectWeighted)
        : deriveStrata(request, observe),
    recover: (response) => ({ ...recoverSize(response), ...(response.strata === undefined ? {} : { items: response.original_items }) }),
    describe: (request) => (request.strata === undefined ? {} : describeStrata(request)),
    isDrawn: () => true,
  },
  {
    takes: ({ n }) => n !== undefined,
    answers: ({ items }) => items !== undefined,
    path: () => "/v1/items/shuffle",
    fields: () => ["n", "count", "algorithm"],
    defaults: () => ITEM_DEFAULTS,
    derive: (request, observe) => deriveIndices(request, observe, request.count),
    recover(response, first, proved) {
      const { n } = recoverSize(response, first(response.items)?.length ? 1 : 0);
      const count = proved?.count ?? first(response.indices)?.length;
      return { n, count: count < n ? count : undefined };
    },
  },
  {
    takes: ({ drums }) => drums !== undefined,
    answers: ({ integers, drums }) => integers !== undefined && drums !== undefined,
    path: () => "/v1/integers/draw",
    fields: () => ["drums", "seed", "index"],
    async derive(request, observe) {
      const drums = fillDrums(request.drums);
      const rules = drums.map((drum) => selectRule(sizeOf(drum), drum.count, { replacement: drum.replacement }));
      const { draws, result } = await drawBy((below) => rules.map((rule) => rule(below)), request, observe);
      return { draws, integers: drums.map((drum, i) => addMinimum(drum, result[i])) };
    },
    describe: ({ drums }) => ({ drums: fillDrums(drums) }),
    isDrawn: ({ drums }) => drums.every((drum) => drum.replacement),
  },
  {
    takes: () => true,
    answers: ({ integers }) => integers !== undefined,
    path: () => "/v1/integers",
    fields: () => [...RANGE_FIELDS, "algorithm"],
    defaults: () => ({ min: 1, replacement: false }),
    async derive(request, observe) {
      const { draws, indices } = await deriveIndices(request, observe, request.count);
      return { draws, integers: addMinimum(request, indices) };
    },
    repeat: fillRange,
    isDrawn: ({ replacement }) => replacement,
  },
];

/** Return the kind of a request: for integers of one range if it is for nothing else. */
export const kindOf = (request) => KINDS.find(({ takes }) => takes(request));

/** Return the kind of a response, or undefined. */
export const kindOfResponse = (response) => KINDS.find(({ takes, answers = takes }) => answers(response));

const HAVE_LISTS = ["groups", "pairs", "allocate"];

/** Return the request of a path, perhaps of a batch, and a body, in the form that a kind takes. */
export function parseRequest(path, { items, ...fields }) {
  const [, , kind, name] = path.split("/");
  if (kind !== "items") {
    const names = { decks: "deck", games: "game", bingo: "bingo" };
    return { ...(kind in names && { [names[kind]]: name }), ...fields };
  }
  const { where, strata } = fields;
  const needsList = HAVE_LISTS.includes(name) || (where ?? strata) !== undefined;
  const defaults = {
    ...(name === "draw" && { replacement: false, ...(strata === undefined && { count: 1 }) }),
    ...(name === "pairs" && { mutual: true }),
  };
  return { n: items.length, ...(needsList && { items }), ...defaults, ...fields };
}

/** Return the names of the fields that a request may have. */
export function requestFields(request) {
  const several = {
    where: request.where === undefined ? [] : ["where", "max_candidates"],
    algorithm: ["seed", "index", "algorithm", ...Object.keys(shuffleDefaults(request.algorithm))],
    notation: request.notation === "name" ? ["notation", "name_style"] : ["notation"],
  };
  return kindOf(request).fields(request).flatMap((name) => several[name] ?? [name]);
}
