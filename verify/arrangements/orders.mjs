/** The order that a seed gives to cards, integers and items, and how a response writes it. Implemented from docs/definitions/stream.md alone. */
import { selectShuffle } from "../core/shuffles.mjs";
import { deriveSeedKey, drawFrom } from "../core/stream.mjs";
import {
  Refused,
  checkBoolean,
  checkChoice,
  checkInteger,
} from "../core/validation.mjs";

/** Stands for a member of a response that is not derived here. */
export const UNCHECKED = Object.freeze({ toJSON: () => "not known here" });

const MAX = 2 ** 53 - 1;

/** Return the rule that draws `length` of n items, a function of below: with replacement each alone, or else by `select`. */
export function selectRule(n, length, request, select = selectShuffle) {
  const { replacement = false } = request;
  checkBoolean("replacement", replacement);
  checkInteger("count", length, Math.min(Number(n), 1), MAX);
  if (!replacement && length > n)
    throw new Refused("count", "at most the number of items was expected");
  if (replacement && select === selectShuffle)
    return (below) => Array.from({ length }, () => below(n));
  const rule = select(request);
  return (below) => rule(below, n, length);
}

/** Return the result of a rule for the seed and index of a request, and its draws; `observe` may wrap the source. */
export const drawBy = async (rule, { seed, index }, observe) =>
  drawFrom(await deriveSeedKey(seed), index, rule, observe);

/** Return the `plan` of an endpoint, a rule of a request, and `derive`, which writes what the rule draws by `write`. */
export const drawnBy = (plan, write) => ({
  plan,
  async derive(request, observe) {
    const { draws, result } = await drawBy(plan(request), request, observe);
    return { draws, ...write(result, request) };
  },
});

/** Return the rule of what the results of a response have in common: the number of arrangements, if it is in it. `open` has it for a request. */
export const summarizeBy = (open) => (request, results) =>
  request.arrangements ||
  results.some(({ drawn_by }) => drawn_by === "counting")
    ? { arrangements: open(request).count() }
    : {};

/** Return the first `length` of n items in the order of a request, and the draws. */
export async function drawOrder(n, length, request, observe, select) {
  const { draws, result: order } = await drawBy(
    selectRule(n, length, request, select),
    request,
    observe,
  );
  return { draws, order };
}

/** Return the label of each card of a shoe in a response. */
export function cardLabels(codes, { notation = "code" }) {
  checkChoice("notation", notation, ["code", "name", "unicode"]);
  return notation === "code" ? codes : codes.map(() => UNCHECKED);
}

/** Return the cards at some indices of a shoe, as a response writes them. */
export const pickCards = (indices, labels) => ({
  cards: indices.map((index) => labels[index]),
  indices,
});

/** Return the number of integers from min to max, or n: a BigInt if it is beyond 2^53. */
export function sizeOf({ n, min = 1, max }) {
  if (n === undefined)
    checkInteger("max", max, checkInteger("min", min, -MAX, MAX), MAX);
  else if (
    !Number.isSafeInteger(n) &&
    !/^\d+$/.test(typeof n === "string" ? n : "")
  )
    throw new Refused(
      "n",
      "an integer was expected, beyond 2^53 - 1 as a string of digits",
    );
  const size = n === undefined ? BigInt(max) - BigInt(min) + 1n : BigInt(n);
  return size > 1n << 53n ? size : Number(size);
}
