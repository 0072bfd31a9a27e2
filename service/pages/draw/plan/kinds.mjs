/**
 * The kinds of draws. Each kind turns the values of the form into a plan: the `title`, the `request` to the service,
 * `read` to get the drawn numbers from its response, `arrange` to make the result for people, `pool`, what passes
 * before a result is shown, and `seal`, how a sealed shoe of integers draws the same; `toPlanned` returns what of the
 * plan differs without the shoe, and is false where the page of a result would not know what the numbers are; `noSeal`
 * says why there is no `seal`: then a public number decides a draw in public, and no words do. `noPlan` says why it is
 * not drawn in public; `names` are what its numbers stand for. The words of a seal are English in each language,
 * because the pages of a result read them. A plan with rules `says` them, has the names that are `understood`, what is
 * `linked` besides the form, or `unnamed`, can `explain` the errors of a refusal, and may `widen` a range. A plan of
 * slips has the number of `people`, of whom a line may have several; of groups, those in `each`.
 */
// @ts-check
/** @import { DrawKind } from "../../shared/draws.mjs" */
/** @import { Result } from "../../shared/draws.mjs" */
import {
  arrangeDrums,
  describeCall,
  sealDrums,
  sealTickets,
  sortBalls,
} from "../../shared/drums.mjs";
import { cutIntoParts } from "../../shared/parts.mjs";
import { joinNames, t } from "../../shared/texts.mjs";
import { describeSizes, planMixed, proposeGroups } from "./groups.mjs";
import { Wrong, needLines, splitTickets } from "../list/lines.mjs";
import { planOrder } from "./orders.mjs";
import { haveRules, planSanta } from "./rules.mjs";

/**
 * The values of the form's fields by their names: texts as they are typed, and whether a box is checked. `how` is
 * "plain" or "sealed".
 * @typedef {Record<TextField, string> & Record<CheckedField, boolean> & { kind: DrawKind, how: string }} DrawValues
 * @typedef {"lines" | "winners" | "groups" | "size" | "seats" | "min" | "max" | "count" | "dice" | "sides" | "coins" | "lottery" | "drawn" | "balls" | "tips" | "bingo" | "tickets" | RuleField | "party" | "occasion" | "decides" | "wait" | "date" | "seed"} TextField
 * @typedef {"apart" | "fair" | "range" | "separate" | "together" | "met" | "last"} RuleField
 * @typedef {"weighted" | "repeated" | "sorted" | "circle" | "oneway"} CheckedField
 */

/**
 * The form of a draw: its values, and the lines of its list, which are none for a kind without one.
 * @typedef {{ values: DrawValues, lines: string[] }} Filled
 */

/**
 * A request to the service: a `body` is sent by POST, a `query` by GET.
 * @typedef {object} PlanRequest
 * @property {string} path such as "v1/integers"
 * @property {Record<string, unknown>} [body]
 * @property {Record<string, string | number | boolean>} [query]
 */

/**
 * How a sealed shoe of integers draws.
 * @typedef {object} Seal
 * @property {number} min
 * @property {number} max
 * @property {number} count how many numbers are drawn
 * @property {string} what the words of its label, in English: "3 winners from 10 names"
 * @property {boolean} [isRepeated] numbers may repeat
 * @property {string[]} [items] what each number stands for
 * @property {(ticket: number) => number} [toLine] the number of the line that has a ticket, from 1
 * @property {(order: number[]) => Result} [arrange] in place of the plan's
 */

/**
 * What a draw is: see above. `Drawn` is what `read` gets from a response.
 * @template [Drawn=any]
 * @typedef {object} Plan
 * @property {string} title
 * @property {PlanRequest} request
 * @property {(response: any) => Drawn} read
 * @property {(drawn: Drawn) => Result} arrange
 * @property {(drawn: Drawn) => string} [describe] a sentence on what was drawn
 * @property {(string | number)[]} [pool]
 * @property {Seal} [seal]
 * @property {string} [noSeal]
 * @property {string} [noPlan]
 * @property {false | (() => Partial<Plan>)} [toPlanned]
 * @property {string} [size] how much it is drawn from: "12 names"
 * @property {number} [count] how many are drawn, for the button
 * @property {string[]} [names]
 * @property {string} [says]
 * @property {string} [understood]
 * @property {Partial<DrawValues>} [linked]
 * @property {Partial<DrawValues>} [unnamed] rules with numbers in place of names
 * @property {(errors: RefusedFields) => Wrong} [explain]
 * @property {() => Plan} [widen]
 * @property {number} [people]
 * @property {number} [groups]
 * @property {number} [each]
 */

/**
 * The sentences of a refusal by the names of fields: { "apart[0]": ["…"] }.
 * @typedef {Record<string, string[]>} RefusedFields
 */

/**
 * What a kind of draw is, and whether it takes a list, of which columns can be rules.
 * @typedef {object} KindOfDraw
 * @property {(form: Filled) => Plan} plan
 * @property {boolean} [hasList]
 * @property {boolean} [hasRules]
 */

/**
 * The words for a draw of lines: its title, and what is drawn, in English, for the label of a seal.
 * @typedef {object} DrawWords
 * @property {string} title
 * @property {string} what
 */

const MAX_TICKETS = 20_000; // in a sealed draw: its list has a line for each ticket
const MAX_ROUNDS = 50; // in a sealed draw with repeats: each number takes a request
const MAX_POOL = 1_000; // numbers that pass before a result is shown

/**
 * Return a number with its noun, for the label of a seal: "1 winner", "10,000 names".
 * @param {number} n
 * @param {string} singular
 * @param {string} [plural]
 */
const countOf = (n, singular, plural = `${singular}s`) =>
  `${n.toLocaleString("en")} ${n === 1 ? singular : plural}`;

/**
 * Return the numbers from 1 to `n`.
 * @param {number} n
 */
const numbersTo = (n) => Array.from({ length: n }, (_, i) => i + 1);

/**
 * Return the value of a field as an integer: 1200 of "1,200". Throw `Wrong` for anything else, and outside of the
 * limits.
 * @param {DrawValues} values
 * @param {TextField} name
 * @param {number} min
 * @param {number} max
 * @param {string} [reason] a sentence that says where the limits come from
 * @returns {number}
 */
function readInteger(values, name, min, max, reason) {
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
 * Return the reason for a limit that the length of the list is.
 * @param {string[]} lines
 */
const ofList = (lines) => t("draw.wrong.ofList", { count: lines.length });

/**
 * Return the plan of a draw of integers. `seal` is {seal} or {noSeal}.
 * @param {string} title
 * @param {{ min?: number, max: number, count?: number, replacement?: boolean }} query
 * @param {(numbers: number[]) => Result} arrange
 * @param {Pick<Plan, "seal" | "noSeal">} seal
 * @returns {Plan<number[]>}
 */
function planIntegers(title, query, arrange, seal) {
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
 * Return the plan of a draw of `count` lines; `what` names it in the label of a seal.
 * @param {string[]} lines
 * @param {number} count
 * @param {DrawWords} words
 * @param {(drawnLines: string[], label: string) => Result} [arrange]
 * @returns {Plan<number[]>}
 */
function drawLines(lines, count, { title, what }, arrange = rankAll) {
  const max = lines.length;
  const label = `${what} from ${countOf(max, "name")}`;
  /** @param {number[]} numbers */
  const toResult = (numbers) =>
    arrange(
      numbers.map((number) => lines[number - 1]),
      label,
    );
  const seal = { min: 1, max, count, items: lines, what: label };
  const toPlanned = () => ({
    names: lines,
    request: {
      path: "v1/items/draw",
      body: { items: numbersTo(max), count, replacement: false },
    },
    /** @param {{ items: number[] }} response */
    read: ({ items }) => items,
  });
  return {
    ...planIntegers(title, { max, ...(count < max && { count }) }, toResult, {
      seal,
    }),
    size: t("draw.names", { count: max }),
    pool: lines,
    toPlanned,
  };
}

/** @param {string[]} lines */
const rankAll = (lines) => ({ isRanked: true, parts: [{ lines }] });

/**
 * Return the result of a whole order that is cut into parts, as the label of its seal says.
 * @param {string[]} lines
 * @param {string} label such as "4 groups from 23 names"
 */
const arrangeParts = (lines, label) =>
  /** @type {Result} */ (cutIntoParts(label, lines));

/**
 * Return the result of an order of numbers from drums, as the label of its seal says.
 * @param {number[]} order
 * @param {string} label such as "Bingo call of 75 balls"
 */
const arrangeOrder = (order, label) =>
  /** @type {Result} */ (arrangeDrums(label, order));

/**
 * Return the plan of a draw of all lines in parts, such as "4 groups".
 * @param {string[]} lines
 * @param {DrawWords} words
 * @param {Plan["toPlanned"]} [toPlanned]
 * @returns {Plan<number[]>}
 */
const drawParts = (lines, words, toPlanned = false) => ({
  ...drawLines(lines, lines.length, words, arrangeParts),
  toPlanned,
});

/**
 * Return the plan of winners, each of whom wins once.
 * @param {Filled} form
 * @returns {Plan<number[]>}
 */
function planWinners({ lines, values }) {
  needLines(lines, 1);
  if (values.weighted) return planWeighted({ lines, values });
  const count = readInteger(values, "winners", 1, lines.length, ofList(lines));
  return {
    ...drawLines(lines, count, {
      title: t("draw.titles.winners", { count }),
      what: countOf(count, "winner"),
    }),
    count,
  };
}

/**
 * Return the plan of a draw of lines that have a number of tickets each; a line wins once.
 *
 * "Ann 3" and "Bo 1" are sent as the items 1 and 2 with the weights 3 and 1.
 * @param {Filled} form
 * @returns {Plan<number[]>}
 */
function planWeighted({ lines, values }) {
  const { names, weights, scale } = splitTickets(lines);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const drawable = weights.filter(Boolean).length;
  if (drawable === 0) throw new Wrong(t("draw.wrong.noTickets"), "lines");
  const count = readInteger(
    values,
    "winners",
    1,
    drawable,
    t("draw.wrong.withTickets", { count: drawable }),
  );
  return {
    title: t("draw.titles.winners", { count }),
    size: t("draw.tickets", { count: total }),
    names,
    ...(scale > 1 && { says: t("draw.count.scaled", { scale }) }),
    request: {
      path: "v1/items/draw",
      body: {
        items: numbersTo(names.length),
        weights,
        count,
        replacement: false,
      },
    },
    read: ({ items }) => items,
    arrange: (numbers) => rankAll(numbers.map((number) => names[number - 1])),
    pool: names.filter((_, i) => weights[i] > 0),
    count,
    ...sealWeighted(names, weights, count),
  };
}

/**
 * Return the way to draw winners from a sealed shoe that has a number for each ticket: of 2 and 1 tickets, 1 and 2 are
 * the first line's.
 * @param {string[]} names
 * @param {number[]} weights how many tickets each of the names has
 * @param {number} count how many win
 * @returns {Pick<Plan, "seal" | "noSeal">}
 */
function sealWeighted(names, weights, count) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total > MAX_TICKETS)
    return {
      noSeal: t("draw.noSeal.tickets", { max: MAX_TICKETS, count: total }),
    };
  /** @type {number[]} */
  const owners = weights.flatMap((weight, i) => Array(weight).fill(i + 1));
  const winners = count === 1 ? "winner" : "winners";
  const what = `${count} different ${winners} from ${countOf(total, "ticket")}`;
  return {
    seal: {
      min: 1,
      max: total,
      count,
      items: owners.map((owner) => names[owner - 1]),
      what,
      toLine: (ticket) => owners[ticket - 1],
    },
  };
}

/**
 * Return the plan of a random order of all lines.
 * @param {Filled} form
 * @returns {Plan}
 */
function planShuffle({ lines, values }) {
  needLines(lines, 2);
  if (haveRules(values))
    return planOrder(
      { lines, values },
      { title: t("draw.titles.shuffle"), arrange: rankAll },
    );
  return drawLines(lines, lines.length, {
    title: t("draw.titles.shuffle"),
    what: "Random order",
  });
}

/**
 * Return how many groups are drawn: as many as `groups` says, or as many as it takes so that none is larger than
 * `size`, or as are likely.
 * @param {Filled} form
 */
function readGroups({ lines, values }) {
  const max = lines.length;
  if (values.groups.trim())
    return readInteger(values, "groups", 2, max, ofList(lines));
  if (!values.size.trim()) return proposeGroups(lines, values);
  return Math.ceil(max / readInteger(values, "size", 1, max, ofList(lines)));
}

/**
 * Return the plan of groups, as many as `groups` says, or as many as it takes so that none is larger than `size`, or as
 * are likely.
 * @param {Filled} form
 * @returns {Plan}
 */
function planGroups({ lines, values }) {
  needLines(lines, 2);
  const groups = readGroups({ lines, values });
  const isProposed = !values.groups.trim() && !values.size.trim();
  const title = t("draw.titles.groups", { count: groups });
  const planRules = () => planMixed({ lines, values }, { title, groups });
  const plan = haveRules(values)
    ? planRules()
    : drawParts(lines, { title, what: countOf(groups, "group") }, planRules);
  const linked = {
    ...plan.linked,
    ...(isProposed && { groups: String(groups) }),
  }; // a link proposes nothing
  return {
    says: describeSizes(lines.length, groups),
    ...plan,
    linked,
    groups,
    each: Math.ceil(lines.length / groups),
  };
}

/**
 * Return the plan of pairs.
 * @param {Filled} form
 */
function planPairs({ lines }) {
  needLines(lines, 2);
  const count = Math.floor(lines.length / 2);
  return drawParts(lines, {
    title: t("draw.titles.pairs", { count }),
    what: countOf(count, "pair"),
  });
}

/**
 * Return the plan of seats in a circle, or at tables: of 10 names with 4 seats at a table, 3 tables.
 * @param {Filled} form
 * @returns {Plan}
 */
function planSeats({ lines, values }) {
  needLines(lines, 2);
  const count = lines.length;
  const size = values.seats.trim()
    ? readInteger(values, "seats", 1, count, ofList(lines))
    : count;
  const tables = Math.ceil(count / size);
  const words = {
    title: t("draw.titles.seats", { count }),
    what: countOf(count, "seat"),
  };
  if (haveRules(values) && tables > 1)
    throw new Wrong(t("draw.wrong.oneTable"), "seats");
  if (haveRules(values)) {
    const label = `${words.what} from ${countOf(count, "name")}`;
    return planOrder(
      { lines, values },
      {
        title: words.title,
        isCircle: true,
        arrange: (drawnLines) => arrangeParts(drawnLines, label),
      },
    );
  }
  if (tables === 1) return drawParts(lines, words);
  return drawParts(lines, {
    title: t("draw.titles.tables", { count: tables }),
    what: `Seats at ${countOf(tables, "table")}`,
  });
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
function planNumbers({ values }) {
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
 * Return the plan of dice.
 * @param {Omit<Filled, "lines">} form
 * @returns {Plan<number[]>}
 */
function planDice({ values }) {
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
function planCoins({ values }) {
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

/**
 * For each lottery its drums: [numbers drawn, numbers in the drum].
 * @type {{ [lottery: string]: [count: number, max: number][] }}
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
 * Return the drums of a lottery: those of a known one, or the one drum of a lottery of one's own.
 * @param {DrawValues} values
 */
function readDrums(values) {
  const known = LOTTERIES[values.lottery];
  if (known) return known.map(([count, max]) => ({ count, max }));
  const count = readInteger(values, "drawn", 1, 100);
  const max = readInteger(values, "balls", 1, 1_000);
  if (count > max)
    throw new Wrong(t("draw.wrong.balls", { count: max }), "drawn");
  return [{ count, max }];
}

/**
 * Return the plan of a lottery: balls from each of its drums, for each line.
 * @param {Omit<Filled, "lines">} form
 * @returns {Plan<number[][][]>}
 */
function planLottery({ values }) {
  const drums = readDrums(values);
  const lines = readInteger(values, "tips", 1, 100);
  const what = joinNames(
    drums.map(({ count, max }) =>
      t("draw.titles.drum", { drawn: count, balls: max }),
    ),
  );
  return {
    title: lines === 1 ? what : t("draw.titles.lines", { what, count: lines }),
    request:
      lines === 1
        ? { path: "v1/integers/draw", body: { drums } }
        : { path: "v1/integers/draw/batch", body: { drums, repeats: lines } },
    read: ({ integers }) => (lines === 1 ? [integers] : integers),
    arrange: (results) => ({ balls: sortBalls(results) }),
    toPlanned: false,
    pool: numbersTo(drums[0].max),
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
function planBingo({ values }) {
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

/**
 * Each kind of draw: its plan, whether it takes a list, and whether columns of the list can be rules.
 * @type {Record<DrawKind, KindOfDraw>}
 */
export const KINDS = {
  winners: { plan: planWinners, hasList: true },
  shuffle: { plan: planShuffle, hasList: true, hasRules: true },
  groups: { plan: planGroups, hasList: true, hasRules: true },
  pairs: { plan: planPairs, hasList: true },
  seats: { plan: planSeats, hasList: true, hasRules: true },
  santa: { plan: planSanta, hasList: true, hasRules: true },
  numbers: { plan: planNumbers },
  dice: { plan: planDice },
  coins: { plan: planCoins },
  lottery: { plan: planLottery },
  bingo: { plan: planBingo },
};
