/**
 * Draws from a caller's list: shuffled, dealt, drawn. Implemented from docs/definitions/stream.md and rules.md alone.
 */
// @ts-check
import { ORDERS, hasOrderRules } from "../arrangements/neighbours.mjs";
import { SHOWN_ITEMS, SHOWN_PLACES } from "../arrangements/shown_items.mjs";
import {
  describeStrata,
  leavesStrata,
  planStrata,
} from "../arrangements/strata.mjs";
import { range } from "../core/lists.mjs";
import {
  deriveIndices,
  describeOrder,
  drawBy,
  drawOrder,
} from "../core/draws.mjs";
import {
  areAlike,
  countPlaces,
  fillPlaces,
  weigh,
} from "../core/results_left.mjs";
import { pick } from "../core/validation.mjs";
import {
  DEAL_DEFAULTS,
  DEAL_FIELDS,
  SEARCH_FIELDS,
  spellConditions,
} from "../deals/deals.mjs";
import { formatItems, openItems } from "../deals/item_deals.mjs";
import { selectWeighted } from "../core/weights.mjs";

/**
 * @import { Strata, StrataRequest } from "../arrangements/strata.mjs"
 * @import { Observe, OrderOptions, SeededRequest } from "../core/draws.mjs"
 * @import { Holding, Labels } from "../core/results_left.mjs"
 * @import { Endpoint } from "../endpoints/endpoint.mjs"
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
 * The endpoint of a shuffle of a list; one with rules is of the endpoint of orders.
 *
 * @type {Endpoint}
 */
export const ITEMS_SHUFFLE = {
  ...SHOWN_ITEMS,
  select: (request) => (hasOrderRules(request) ? ORDERS : undefined),
  fields: () => ["count", "algorithm"],
  defaults: ({ n }) => ({ count: n, fixed: [], arrangements: false }),
  /** @param {ItemsRequest} request */
  derive: (request, observe) => deriveIndices(request, observe, request.count),
  describe: ({ n: size, ...request }) => ({
    size,
    ...describeOrder(request),
  }),
  name: ({ n, count = n }) => ({ count }),
  /** @param {ItemsRequest} request */
  leaves: ({ n }, labels) => ({ isOne: areAlike(labels, range(n)) }),
};

/**
 * The endpoint of a deal of a list.
 *
 * @type {Endpoint}
 */
export const ITEMS_DEAL = {
  ...SHOWN_PLACES,
  fields: () => [...DEAL_FIELDS, "piles", ...SEARCH_FIELDS, "algorithm"],
  defaults: () => ({ ...DEAL_DEFAULTS, piles: [] }),
  spell: spellConditions,
  /** @param {ItemsRequest} request */
  async derive(request, observe) {
    const { ungiven, deal } = openItems(request);
    const { draws, order } = await drawOrder(
      ungiven.length,
      ungiven.length,
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
};

/**
 * The endpoint of a draw from a list, perhaps by weights or by strata.
 *
 * @type {Endpoint}
 */
export const ITEMS_DRAW = {
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
};
