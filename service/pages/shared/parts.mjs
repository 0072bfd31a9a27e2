/**
 * Groups, teams, pairs and tables: the parts into which an order is cut, as the words in the label of a sealed draw
 * say.
 */
// @ts-check
import { t } from "./texts.mjs";

/**
 * Return the number that a label has with separators of thousands: "1,000" is 1000.
 * @param {string} text
 */
export const toNumber = (text) => Number(text.replaceAll(",", ""));

/**
 * Return the sizes of parts that are as equal as can be, the larger ones first: [3, 2, 2] of 7 names in 3 parts.
 * @param {number} names
 * @param {number} parts
 */
export const splitEvenly = (names, parts) =>
  Array.from({ length: parts }, (_, i) =>
    Math.floor((names + parts - 1 - i) / parts),
  );

/**
 * Cut a list into parts of these sizes.
 * @template Item
 * @param {Item[]} list
 * @param {number[]} sizes
 */
export function cut(list, sizes) {
  let start = 0;
  return sizes.map((size) => {
    const part = list.slice(start, start + size);
    start += size;
    return part;
  });
}

/**
 * Return the title of a group of a response, of which several rounds may have one with this number, or of a table.
 * @param {{ group: number, round?: number }} group
 * @param {boolean} [isTable]
 */
export function titleGroup({ group: number, round }, isTable = false) {
  if (round !== undefined)
    return t("shared.parts.groupOfRound", { round, number });
  return t(`shared.parts.${isTable ? "table" : "group"}`, { number });
}

/**
 * Return the sizes of pairs, and of the one who is left alone: [2, 2, 1] of 5 names.
 * @param {number} names
 */
function pairUp(names) {
  const pairs = Array(names >> 1).fill(2);
  return names % 2 ? [...pairs, 1] : pairs;
}

/**
 * A kind of parts. Its `words` in a label have a number, such as the 4 of "4 groups".
 * @typedef {object} PartKind
 * @property {RegExp} words
 * @property {(names: number, number: number) => number[]} sizes the sizes of its parts
 * @property {(number: number, size: number) => string | undefined} title the title of a part: "Group 1"
 * @property {boolean} [hasSeats] the lines of a part are numbered
 */

/** @type {PartKind[]} */
const KINDS = [
  {
    words: /^([\d,]+) groups?$/,
    sizes: (names, groups) => splitEvenly(names, groups),
    title: (number) => t("shared.parts.group", { number }),
  },
  {
    words: /^Teams of (?:[\d,]+ to )?([\d,]+)$/,
    sizes: (names, maxSize) => splitEvenly(names, Math.ceil(names / maxSize)),
    title: (number) => t("shared.parts.team", { number }),
  },
  {
    words: /^([\d,]+) pairs?$/,
    sizes: pairUp,
    title: (number, size) =>
      size === 2 ? t("shared.parts.pair", { number }) : t("shared.parts.alone"),
  },
  {
    words: /^Seats at ([\d,]+) tables?$/,
    sizes: (names, tables) => splitEvenly(names, tables),
    title: (number) => t("shared.parts.table", { number }),
    hasSeats: true,
  },
  {
    words: /^([\d,]+) seats?$/,
    sizes: (names) => [names],
    title: () => undefined,
    hasSeats: true,
  },
];

/**
 * Cut the whole order of a list as words say, such as "4 groups from 23 names". Return the `parts`, {title, lines}, and
 * the `rank` of their lines if these have one; undefined if the words name no parts of so many lines.
 * @param {string} words
 * @param {string[]} lines
 */
export function cutIntoParts(words, lines) {
  const [, what = "", count = ""] =
    /^(.+) from ([\d,]+) names?$/.exec(words) ?? [];
  const kind = KINDS.find((listedKind) => listedKind.words.test(what));
  const [, numeral = ""] = kind?.words.exec(what) ?? [];
  const number = toNumber(numeral);
  if (
    !kind ||
    toNumber(count) !== lines.length ||
    number < 1 ||
    number > lines.length
  )
    return undefined;
  const { sizes, title, hasSeats = false } = kind;
  const parts = cut(lines, sizes(lines.length, number)).map((part, i) => ({
    title: title(i + 1, part.length),
    lines: part,
  }));
  return {
    parts,
    isRanked: hasSeats,
    rank: hasSeats ? t("shared.parts.seat") : undefined,
  };
}
