/** Draws of the names in a list: winners, an order, groups, pairs and seats. */
// @ts-check
/** @import { Result } from "../../shared/draw_types.mjs" */
/** @import { Filled, Measured, Plan } from "./plan.mjs" */
import { cutIntoParts } from "../../shared/parts.mjs";
import { t } from "../../shared/texts.mjs";
import { Wrong, needLines, splitTickets } from "../../shared/lines.mjs";
import { describeSizes, planMixed, proposeGroups } from "./group_plan.mjs";
import {
  MAX_TICKETS,
  countOf,
  numbersTo,
  planIntegers,
  readInteger,
} from "./integers.mjs";
import { planOrder } from "./orders.mjs";
import { haveRules } from "./rules.mjs";

/**
 * The words for a draw of lines: its title, and what is drawn, in English, for the label of a seal.
 * @typedef {object} DrawWords
 * @property {string} title
 * @property {string} what
 */

/**
 * Return the reason for a limit that the length of the list is.
 * @param {string[]} lines
 */
const ofList = (lines) => t("draw.wrong.ofList", { count: lines.length });

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

/**
 * Return the result of a whole order: its lines with their ranks.
 * @param {string[]} lines
 */
const rankAll = (lines) => ({ isRanked: true, parts: [{ lines }] });

/**
 * Return the result of a whole order that is cut into parts, as the label of its seal says.
 * @param {string[]} lines
 * @param {string} label such as "4 groups from 23 names"
 */
const arrangeParts = (lines, label) =>
  /** @type {Result} */ (cutIntoParts(label, lines));

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
export function planWinners({ lines, values }) {
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
export function planShuffle({ lines, values }) {
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
 * Return the words for a draw of groups.
 * @param {number} count
 * @returns {DrawWords}
 */
const buildGroupWords = (count) => ({
  title: t("draw.titles.groups", { count }),
  what: countOf(count, "group"),
});

/**
 * Return the words for a draw of tables, which tell arrangeParts how to cut the order.
 * @param {number} count
 * @returns {DrawWords}
 */
const buildTableWords = (count) => ({
  title: t("draw.titles.tables", { count }),
  what: `Seats at ${countOf(count, "table")}`,
});

/**
 * Return what is known of groups, whatever their rules are: how many there are, and how large.
 * @param {Filled} form
 * @returns {Measured & { groups: number, largestSize: number }}
 */
export function measureGroups({ lines, values }) {
  needLines(lines, 2);
  const groups = readGroups({ lines, values });
  return {
    size: t("draw.names", { count: lines.length }),
    parts: describeSizes(lines.length, groups, values),
    groups,
    largestSize: Math.ceil(lines.length / groups),
  };
}

/**
 * Return the plan of groups, as many as `groups` says, or as many as it takes so that none is larger than `size`, or as
 * are likely.
 * @param {Filled} form
 * @returns {Plan}
 */
export function planGroups({ lines, values }) {
  const measured = measureGroups({ lines, values });
  const { groups } = measured;
  const isProposed = !values.groups.trim() && !values.size.trim();
  const words = values.tables
    ? buildTableWords(groups)
    : buildGroupWords(groups);
  const { title } = words;
  const planRules = () => planMixed({ lines, values }, { title, groups });
  const plan = haveRules(values)
    ? planRules()
    : drawParts(lines, words, planRules);
  const linked = {
    ...plan.linked,
    ...(isProposed && { groups: String(groups) }),
  }; // a link proposes nothing
  return { says: measured.parts, ...plan, ...measured, linked };
}

/**
 * Return what is known of pairs: that somebody is left over.
 * @param {Filled} form
 * @returns {Measured}
 */
export function measurePairs({ lines }) {
  needLines(lines, 2);
  const count = lines.length >> 1;
  const isOdd = lines.length % 2 === 1;
  return {
    size: t("draw.names", { count: lines.length }),
    parts: isOdd ? t("draw.sizes.pairs", { count }) : undefined,
  };
}

/**
 * Return the plan of pairs.
 * @param {Filled} form
 * @returns {Plan<number[]>}
 */
export function planPairs({ lines, values }) {
  const measured = measurePairs({ lines, values });
  const count = lines.length >> 1;
  const words = {
    title: t("draw.titles.pairs", { count }),
    what: countOf(count, "pair"),
  };
  return { ...drawParts(lines, words), ...measured, says: measured.parts };
}

/**
 * Return how many tables there are, with so many seats at each as the form says, or one table for all.
 * @param {Filled} form
 */
function readTables({ lines, values }) {
  const count = lines.length;
  if (!values.seats.trim()) return 1;
  return Math.ceil(
    count / readInteger(values, "seats", 1, count, ofList(lines)),
  );
}

/**
 * Return what is known of seats, whatever their rules are: how many are at each of several tables.
 * @param {Filled} form
 * @returns {Measured}
 */
export function measureSeats({ lines, values }) {
  needLines(lines, 2);
  const count = lines.length;
  const tables = readTables({ lines, values });
  const sized = { size: values.seats, tables: "true" };
  return {
    size: t("draw.names", { count }),
    parts: tables > 1 ? describeSizes(count, tables, sized) : undefined,
  };
}

/**
 * Return the plan of seats in a circle, or at tables: of 10 names with 4 seats at a table, 3 tables of 4, 3 and 3.
 * @param {Filled} form
 * @returns {Plan}
 */
export function planSeats({ lines, values }) {
  const measured = measureSeats({ lines, values });
  const count = lines.length;
  const tables = readTables({ lines, values });
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
  return {
    ...drawParts(lines, buildTableWords(tables)),
    ...measured,
    says: measured.parts,
  };
}
