/**
 * Draws of a seed: the order that it gives to cards, integers and items, and how a response describes it. Implemented
 * from docs/definitions/stream.md alone.
 */
// @ts-check
import { UNIFORMITY, selectShuffle, shuffleDefaults } from "./shuffles.mjs";
import { deriveSeedKey, drawFrom } from "./stream.mjs";
import { Refused, checkBoolean, checkInteger, pick } from "./validation.mjs";

/** @import { Below, Source } from "./stream.mjs" */

/**
 * A function that may wrap the source of a stream, such as to note its words.
 * @typedef {(source: Source) => Source} Observe
 */

/**
 * A request whose seed is a text; the index is 0 if it is none.
 * @typedef {{ seed: string, index?: number }} SeededRequest
 */

/**
 * What a request says of the order of items: whether each is drawn alone, the shuffle with its parameters, and of a
 * draw by weights the number of the items and the weight of each.
 * @typedef {object} OrderOptions
 * @property {boolean} [replacement]
 * @property {string} [algorithm]
 * @property {number} [key_bits]
 * @property {number} [passes]
 * @property {string} [variant]
 * @property {number | string} [n]
 * @property {number[]} [weights]
 */

/**
 * A function of below, n and a number of draws that returns so many indices of n items, each of the type of n.
 * @typedef {{
 *   (below: Below, n: number, length: number): number[];
 *   (below: Below, n: number | bigint, length: number): (number | bigint)[];
 * }} SelectedRule
 */

/**
 * A function that selects the rule of a request.
 * @typedef {(request: OrderOptions) => SelectedRule} SelectRule
 */

/**
 * Stands for a member of a response that is not derived here.
 * @typedef {typeof UNCHECKED} Unchecked
 */

/** Stands for a member of a response that is not derived here. */
export const UNCHECKED = Object.freeze({ toJSON: () => "not known here" });

const MAX = 2 ** 53 - 1;

/**
 * Return the rule that draws `length` of n items, a function of below: with replacement each alone, or else by
 * `select`.
 * @overload
 * @param {number} n the number of items
 * @param {number} length how many are drawn
 * @param {OrderOptions} request what the request says of the order
 * @param {SelectRule} [select] how the rule is selected, by default the shuffle of the request
 * @returns {(below: Below) => number[]}
 */
/**
 * @overload
 * @param {number | bigint} n
 * @param {number} length
 * @param {OrderOptions} request
 * @param {SelectRule} [select]
 * @returns {(below: Below) => (number | bigint)[]} the indices: of the type of n
 */
/**
 * @param {number | bigint} n
 * @param {number} length
 * @param {OrderOptions} request
 * @param {SelectRule} select
 * @returns {(below: Below) => (number | bigint)[]}
 */
export function selectRule(n, length, request, select = selectShuffle) {
  const { replacement = false } = request;
  checkBoolean("replacement", replacement);
  checkInteger("count", length, Math.min(Number(n), 1), MAX);
  if (!replacement && length > n)
    throw new Refused("count", "at most the number of items was expected");
  if (replacement && select === selectShuffle)
    return (below) =>
      Array.from({ length }, () =>
        typeof n === "bigint" ? below(n) : below(n),
      );
  const rule = select(request);
  return (below) => rule(below, n, length);
}

/**
 * Return the result of a rule for the seed and index of a request, and its draws; `observe` may wrap the source.
 * @template Result
 * @param {(below: Below) => Result} rule
 * @param {SeededRequest} request
 * @param {Observe} [observe] what may wrap the source
 * @returns {Promise<{ result: Result, draws: number }>}
 */
export const drawBy = async (rule, { seed, index = 0 }, observe) =>
  drawFrom(await deriveSeedKey(seed), index, rule, observe);

/**
 * Return the `plan` of an endpoint, a rule of a request, and `derive`, which writes what the rule draws by `write`.
 * @template {SeededRequest} Request
 * @template Result
 * @template {object} Written
 * @param {(request: Request) => (below: Below) => Result} plan a function from a request to its rule
 * @param {(result: Result, request: Request) => Written} write a function that returns the members of a response
 */
export const drawnBy = (plan, write) => ({
  plan,
  /**
   * Return the members of a response, and the number of draws.
   * @param {Request} request
   * @param {Observe} [observe] what may wrap the source
   * @returns {Promise<{ draws: number } & Written>}
   */
  async derive(request, observe) {
    const { draws, result } = await drawBy(plan(request), request, observe);
    return { draws, ...write(result, request) };
  },
});

/**
 * Return the rule of what the results of a response have in common: the number of arrangements, if it is in it. `open`
 * has it for a request.
 * @template {{ arrangements?: boolean }} Request
 * @param {(request: Request) => { count: () => string | null }} open a function from a request to what counts its
 *   arrangements, in digits
 * @returns {(request: Request, results: { drawn_by?: string }[]) => { arrangements?: string | null }}
 */
export const summarizeBy = (open) => (request, results) =>
  request.arrangements ||
  results.some(({ drawn_by }) => drawn_by === "counting")
    ? { arrangements: open(request).count() }
    : {};

/**
 * Return the first `length` of n items in the order of a request, and the draws.
 * @overload
 * @param {number} n the number of items
 * @param {number} length how many are drawn
 * @param {SeededRequest & OrderOptions} request
 * @param {Observe} [observe] what may wrap the source
 * @param {SelectRule} [select] how the rule is selected, by default the shuffle of the request
 * @returns {Promise<{ draws: number, order: number[] }>}
 */
/**
 * @overload
 * @param {number | bigint} n
 * @param {number} length
 * @param {SeededRequest & OrderOptions} request
 * @param {Observe} [observe]
 * @param {SelectRule} [select]
 * @returns {Promise<{ draws: number, order: (number | bigint)[] }>}
 */
/**
 * @param {number | bigint} n
 * @param {number} length
 * @param {SeededRequest & OrderOptions} request
 * @param {Observe} [observe]
 * @param {SelectRule} [select]
 * @returns {Promise<{ draws: number, order: (number | bigint)[] }>}
 */
export async function drawOrder(n, length, request, observe, select) {
  const { draws, result: order } = await drawBy(
    selectRule(n, length, request, select),
    request,
    observe,
  );
  return { draws, order };
}

/**
 * Return the number of integers from min to max, or n: a BigInt if it is beyond 2^53.
 * @param {{ n?: number | string, min?: number, max?: number }} range a number of items, in digits if it is large, or
 *   the bounds of integers
 * @returns {number | bigint}
 */
export function sizeOf({ n, min = 1, max }) {
  let size = 0n;
  if (n === undefined) {
    const first = checkInteger("min", min, -MAX, MAX);
    const last = checkInteger("max", max, first, MAX);
    size = BigInt(last) - BigInt(first) + 1n;
  } else {
    const isWhole = Number.isSafeInteger(n);
    const isDigits = typeof n === "string" && /^\d+$/.test(n);
    if (!isWhole && !isDigits)
      throw new Refused(
        "n",
        "an integer was expected, beyond 2^53 - 1 as a string of digits",
      );
    size = BigInt(n);
  }
  return size > 1n << 53n ? size : Number(size);
}

/**
 * Return the indices of items in an order, as text if there are more than 2^53.
 *
 * @param {SeededRequest & OrderOptions & { min?: number, max?: number }} request which has the number of items, or the
 *   bounds of integers
 * @param {Observe} [observe]
 * @param {number} [count] how many are drawn, by default all
 * @param {SelectRule} [select] by default the shuffle of the request
 * @returns {Promise<{ draws: number, indices: (number | bigint | string)[] }>}
 */
export async function deriveIndices(request, observe, count, select) {
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
 * Return the members of a response that say how its order came about; by default it was shuffled.
 * @param {{ algorithm?: string, deal_number?: number }} request - with the parameters of its shuffle
 * @param {boolean} isShuffled
 * @returns {Record<string, unknown>}
 */
export function describeOrder(
  { algorithm = "fisher_yates", ...request },
  isShuffled = request.deal_number === undefined,
) {
  if (!isShuffled)
    return {
      algorithm: null,
      uniformity: request.deal_number === undefined ? "exact" : "deterministic",
    };
  const defaults = shuffleDefaults(algorithm);
  /** @type {Record<string, string>} */
  const uniformities = UNIFORMITY;
  return {
    algorithm,
    ...defaults,
    ...pick(request, Object.keys(defaults)),
    uniformity: uniformities[algorithm],
  };
}
