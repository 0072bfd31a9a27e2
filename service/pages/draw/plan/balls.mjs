/** Draws of balls: lotteries, and the calls, sheets and cards of bingo. */
// @ts-check
/** @import { Result } from "../../shared/draw_types.mjs" */
/** @import { DrawValues, Filled, Plan } from "./plan.mjs" */
import {
  arrangeDrums,
  describeCall,
  sealDrums,
  sealTickets,
  sortBalls,
} from "../../shared/drums.mjs";
import { joinNames, t } from "../../shared/texts.mjs";
import { Wrong } from "../../shared/lines.mjs";
import {
  MAX_TICKETS,
  numbersTo,
  planIntegers,
  readInteger,
} from "./integers.mjs";

/**
 * Return the result of an order of numbers from drums, as the label of its seal says.
 * @param {number[]} order
 * @param {string} label such as "Bingo call of 75 balls"
 */
const arrangeOrder = (order, label) =>
  /** @type {Result} */ (arrangeDrums(label, order));

/** @typedef {Exclude<TextName<"draw.lotteries">, "own">} Lottery */

/**
 * For each lottery its drums: [numbers drawn, numbers in the drum].
 * @type {Record<Lottery, [count: number, max: number][]>}
 */
const LOTTERIES = {
  "6-49": [[6, 49]],
  "5-90": [[5, 90]],
  powerball: [
    [5, 69],
    [1, 26],
  ],
  mega_millions: [
    [5, 70],
    [1, 24],
  ],
  euromillions: [
    [5, 50],
    [2, 12],
  ],
};

/**
 * Return whether a lottery is a known one.
 * @param {string} lottery
 * @returns {lottery is Lottery}
 */
const isKnown = (lottery) => Object.hasOwn(LOTTERIES, lottery);

/**
 * Return the drums of a lottery: those of a known one, or the one drum of a lottery of one's own.
 * @param {DrawValues} values
 */
function readDrums(values) {
  const { lottery } = values;
  if (isKnown(lottery))
    return LOTTERIES[lottery].map(([count, max]) => ({ count, max }));
  const count = readInteger(values, "drawn", 1, 100);
  const max = readInteger(values, "balls", 1, 1_000);
  if (count > max)
    throw new Wrong(t("draw.wrong.balls", { count: max }), "drawn");
  return [{ count, max }];
}

/**
 * Return what is drawn, for people: "Mega Millions: 5 of 70 and 1 of 24"; "6 of 49" has no other name.
 * @param {string} lottery
 * @param {{ count: number, max: number }[]} drums
 */
function nameLottery(lottery, drums) {
  const balls = joinNames(
    drums.map(({ count, max }) =>
      t("draw.titles.drum", { drawn: count, balls: max }),
    ),
  );
  const name = isKnown(lottery) ? t(`draw.lotteries.${lottery}`) : balls;
  return name === balls ? balls : t("shared.pair", { name, value: balls });
}

/**
 * Return the plan of a lottery: balls from each of its drums, for each line.
 * @param {Omit<Filled, "lines">} form
 * @returns {Plan<number[][][]>}
 */
export function planLottery({ values }) {
  const drums = readDrums(values);
  const lines = readInteger(values, "tips", 1, 100);
  const what = nameLottery(values.lottery, drums);
  return {
    title: lines === 1 ? what : t("draw.titles.lines", { what, count: lines }),
    request:
      lines === 1
        ? { path: "v1/integers/draw", body: { drums } }
        : { path: "v1/integers/draw/batch", body: { drums, repeats: lines } },
    read: ({ integers }) => (lines === 1 ? [integers] : integers),
    arrange: (results) => ({ balls: sortBalls(results) }),
    toPlanned: false,
    pools: drums.map(({ max }) => numbersTo(max)),
    count: lines,
    ...sealLines(drums, lines),
  };
}

/**
 * Return the way to draw the lines of a lottery from a sealed shoe.
 * @param {{ count: number, max: number }[]} drums
 * @param {number} lines
 * @returns {Pick<Plan, "seal" | "noSeal">}
 */
function sealLines(drums, lines) {
  const seal = sealDrums(drums, lines);
  if (seal.max > MAX_TICKETS)
    return { noSeal: t("draw.noSeal.lines", { count: MAX_TICKETS }) };
  return {
    seal: { ...seal, arrange: (order) => arrangeOrder(order, seal.what) },
  };
}

const COLUMNS = [..."BINGO"];

/**
 * Return the plan of bingo: the call of all balls, sheets with 90 numbers, or cards with 75.
 * @param {Omit<Filled, "lines">} form
 * @returns {Plan}
 */
export function planBingo({ values }) {
  const [, called] = /^call(\d+)$/.exec(values.bingo) ?? [];
  if (called) return planCall(Number(called));
  const repeats = readInteger(values, "tickets", 1, 100);
  return values.bingo === "90" ? planSheets(repeats) : planCards(repeats);
}

/**
 * Return the plan of sheets of six tickets with all 90 numbers.
 * @param {number} repeats how many sheets
 * @returns {Plan}
 */
const planSheets = (repeats) => ({
  title: t("draw.titles.sheets", { count: repeats }),
  request: { path: "v1/bingo/strips/batch", query: { repeats } },
  read: ({ strip }) => strip,
  arrange: (strips) => ({ strips }),
  noPlan: t("draw.noSeal.sheets"),
});

/**
 * Return the plan of cards with 75 numbers, of which each column has its own 15.
 * @param {number} repeats how many cards
 * @returns {Plan<number[][][]>}
 */
function planCards(repeats) {
  const drums = COLUMNS.map((letter, i) => ({
    min: 15 * i + 1,
    max: 15 * i + 15,
    count: letter === "N" ? 4 : 5,
  }));
  const seal = sealTickets(repeats);
  return {
    title: t("draw.titles.cards", { count: repeats }),
    request: { path: "v1/integers/draw/batch", body: { drums, repeats } },
    read: ({ integers }) => integers,
    arrange: (cards) => ({ cards }),
    toPlanned: false,
    seal: { ...seal, arrange: (order) => arrangeOrder(order, seal.what) },
  };
}

/**
 * Return the plan of the call of all balls of bingo.
 * @param {number} max 75 or 90
 */
function planCall(max) {
  const what = describeCall(max);
  return planIntegers(
    t("draw.titles.call", { count: max }),
    { max },
    (order) => arrangeOrder(order, what),
    { seal: { min: 1, max, count: max, what } },
  );
}
