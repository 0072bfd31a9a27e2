/** Draws of integers: numbers in a range, dice and coins; and what other draws of integers are made of. */
// @ts-check
/** @import { Result, RolledDice } from "../../shared/draw_types.mjs" */
/** @import { DrawValues, Filled, Plan, TextField } from "./plan.mjs" */
import { t } from "../../shared/texts.mjs";
import { Wrong } from "../../shared/lines.mjs";
import { explainRoll } from "./rolls.mjs";

/** How many balls or tickets a shoe has at most: its list has a line for each ticket. */
export const MAX_TICKETS = 20_000;
const MAX_ROUNDS = 50; // in a sealed draw with repeats: each number takes a request
const MAX_POOL = 1_000; // numbers that pass before a result is shown

/**
 * Return a number with its noun, for the label of a seal: "1 winner", "10,000 names".
 * @param {number} n
 * @param {string} singular
 * @param {string} [plural]
 */
export const countOf = (n, singular, plural = `${singular}s`) =>
  `${n.toLocaleString("en")} ${n === 1 ? singular : plural}`;

/**
 * Return the numbers from 1 to `n`.
 * @param {number} n
 */
export const numbersTo = (n) => Array.from({ length: n }, (_, i) => i + 1);

/**
 * Return the value of a field as an integer: 1200 of "1,200". Throw `Wrong` for anything else, and outside of the
 * limits.
 * @param {DrawValues} values
 * @param {TextField & TextName<"draw.fields">} name
 * @param {number} min
 * @param {number} max
 * @param {string} [reason] a sentence that says where the limits come from
 * @returns {number}
 */
export function readInteger(values, name, min, max, reason) {
  const typed = values[name].trim();
  const text = /^-?\d{1,3}([.,’'\s]\d{3})+$/.test(typed)
    ? typed.replaceAll(/[^\d-]/g, "")
    : typed; // as the page itself writes numbers
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  const sentence = t(`draw.wrong.${min === max ? "only" : "range"}`, {
    field: t(`draw.fields.${name}`),
    min,
    max,
  });
  throw new Wrong(
    reason ? t("draw.wrong.because", { sentence, reason }) : sentence,
    name,
  );
}

/**
 * Return the plan of a draw of integers. `seal` is {seal} or {noSeal}.
 * @param {string} title
 * @param {{ min?: number, max: number, count?: number, replacement?: boolean }} query
 * @param {(numbers: number[]) => Result} arrange
 * @param {Pick<Plan, "seal" | "noSeal">} seal
 * @returns {Plan<number[]>}
 */
export function planIntegers(title, query, arrange, seal) {
  const { min = 1, max } = query;
  const size = Math.min(max - min + 1, MAX_POOL);
  return {
    title,
    request: { path: "v1/integers", query },
    read: ({ integers }) => integers,
    arrange,
    pool: numbersTo(size).map((i) => i - 1 + min),
    ...seal,
  };
}

/**
 * Return the way to draw integers that may repeat from a sealed shoe: each is the first of a round of its own.
 * @param {number} min
 * @param {number} max
 * @param {number} count
 * @param {string} what
 * @returns {Pick<Plan, "seal" | "noSeal">}
 */
const sealRepeated = (min, max, count, what) =>
  count > MAX_ROUNDS
    ? { noSeal: t("draw.noSeal.repeated", { count: MAX_ROUNDS }) }
    : { seal: { min, max, count, isRepeated: true, what } };

/**
 * Return the plan of numbers in a range, sorted on the page if the form asks for it.
 *
 * Of `{ min: "1", max: "49", count: "6" }` the query is `{ min: 1, max: 49, count: 6 }`, and its seal is named "6
 * numbers from 1 to 49".
 * @param {Omit<Filled, "lines">} form
 * @returns {Plan<number[]>}
 */
export function planNumbers({ values }) {
  const least = -(10 ** 12);
  const min = readInteger(values, "min", least, 10 ** 12);
  const max = readInteger(values, "max", min, 10 ** 12);
  const isRepeated = values.repeated;
  const count = readInteger(
    values,
    "count",
    1,
    isRepeated ? 10_000 : Math.min(max - min + 1, 10_000),
  );
  const what = `${countOf(count, "number")} from ${min} to ${max}`;
  /** @param {number[]} numbers */
  const order = (numbers) =>
    values.sorted ? [...numbers].sort((a, b) => a - b) : numbers;
  const query = { min, max, count, ...(isRepeated && { replacement: true }) };
  const seal = isRepeated
    ? sealRepeated(min, max, count, `${what}, with repeats`)
    : sealRange(min, max, count, what);
  return {
    ...planIntegers(
      t("draw.titles.numbers", { count, min, max }),
      query,
      (numbers) => ({ numbers: [order(numbers)] }),
      seal,
    ),
    count,
  };
}

const MAX_SHUFFLED = 1_000_000;

/**
 * Return the way to draw different integers from a sealed shoe.
 * @param {number} min
 * @param {number} max
 * @param {number} count
 * @param {string} what a name of the draw for the label of its seal
 * @returns {Pick<Plan, "seal" | "noSeal">} a `seal`, or `noSeal`, a sentence that says why such a draw has none
 */
const sealRange = (min, max, count, what) =>
  max - min < MAX_SHUFFLED
    ? { seal: { min, max, count, what } }
    : { noSeal: t("draw.noSeal.numbers") };

/**
 * Return the plan of dice: by their notation, or so many with so many sides.
 * @param {Omit<Filled, "lines">} form
 * @returns {Plan}
 */
export function planDice({ values }) {
  const roll = values.roll?.trim(); // a service without dice has no such field
  return roll ? planRoll(roll) : planAlike(values);
}

/**
 * Return the plan of dice by a notation, which the service reads.
 * @param {string} roll such as "4d6kh3"
 * @returns {Plan<RolledDice>}
 */
const planRoll = (roll) => ({
  title: t("shared.roll", { roll }),
  request: { path: "v1/dice", query: { roll } },
  read: ({ roll: notation, sets }) => ({ roll: notation, sets }),
  arrange: (rolled) => ({ rolled }),
  explain: () => new Wrong(explainRoll(roll), "roll"),
  noSeal: t("draw.noSeal.rules"),
});

/**
 * Return the plan of dice with equal sides.
 * @param {DrawValues} values
 * @returns {Plan<number[]>}
 */
function planAlike(values) {
  const count = readInteger(values, "dice", 1, 100);
  const sides = readInteger(values, "sides", 2, 1_000_000);
  const dice = t("draw.titles.dice", { count });
  const title = sides === 6 ? dice : t("draw.titles.sides", { dice, sides });
  const what = `${countOf(count, "die", "dice")}${sides === 6 ? "" : ` with ${sides} sides`}`;
  const query = { max: sides, count, replacement: true };
  return {
    ...planIntegers(
      title,
      query,
      (numbers) => ({ dice: numbers, sides }),
      sealRepeated(1, sides, count, what),
    ),
    count,
    toPlanned: false,
  };
}

/**
 * Return the plan of coins.
 * @param {Omit<Filled, "lines">} form
 * @returns {Plan<number[]>}
 */
export function planCoins({ values }) {
  const count = readInteger(values, "coins", 1, 1_000);
  const seal = sealRepeated(
    1,
    2,
    count,
    `${countOf(count, "coin")}: 1 is heads, 2 tails`,
  );
  return {
    ...planIntegers(
      t("draw.titles.coins", { count }),
      { max: 2, count, replacement: true },
      (coins) => ({ coins }),
      seal,
    ),
    count,
    toPlanned: false,
  };
}
