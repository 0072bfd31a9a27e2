/** The words of a sealed label on what is drawn, which are English, in the language of the page. */
// @ts-check
import { LOTTERY } from "../shared/drums.mjs";
import { toNumber } from "../shared/parts.mjs";
import { joinNames, t } from "../shared/texts.mjs";

/**
 * Words in whose places are numbers, and a function that returns them in the language of the page, of these numbers.
 * @typedef {{ pattern: RegExp, translate: (...numbers: number[]) => string }} Title
 */

/**
 * Return the drums of a lottery in the language of the page.
 * @param {string} drums such as "5 of 50 and 2 of 12"
 */
const nameDrums = (drums) =>
  joinNames(
    drums
      .split(" and ")
      .map((drum) => drum.split(" of ").map(Number))
      .map(([drawn, balls]) => t("draw.titles.drum", { drawn, balls })),
  );

/** @type {Title[]} */
const TITLES = [
  {
    pattern: /^([\d,]+) (?:different )?winners?$/,
    translate: (count) => t("draw.titles.winners", { count }),
  },
  { pattern: /^Random order$/, translate: () => t("draw.titles.shuffle") },
  {
    pattern: /^([\d,]+) groups?$/,
    translate: (count) => t("draw.titles.groups", { count }),
  },
  {
    pattern: /^Teams of ([\d,]+)$/,
    translate: (size) => t("draw.titles.teams", { size }),
  },
  {
    pattern: /^Teams of ([\d,]+) to ([\d,]+)$/,
    translate: (least, most) => t("draw.titles.unequalTeams", { least, most }),
  },
  {
    pattern: /^([\d,]+) pairs?$/,
    translate: (count) => t("draw.titles.pairs", { count }),
  },
  {
    pattern: /^([\d,]+) seats?$/,
    translate: (count) => t("draw.titles.seats", { count }),
  },
  {
    pattern: /^Seats at ([\d,]+) tables?$/,
    translate: (count) => t("draw.titles.tables", { count }),
  },
  {
    pattern: /^([\d,]+) names?$/,
    translate: (count) => t("draw.names", { count }),
  },
  {
    pattern: /^([\d,]+) tickets?$/,
    translate: (count) => t("draw.tickets", { count }),
  },
  {
    pattern: /^([\d,]+) numbers? from (-?\d+) to (-?\d+)(?:, with repeats)?$/,
    translate: (count, min, max) =>
      t("draw.titles.numbers", { count, min, max }),
  },
  {
    pattern: /^([\d,]+) (?:die|dice)$/,
    translate: (count) => t("draw.titles.dice", { count }),
  },
  {
    pattern: /^([\d,]+) (?:die|dice) with (\d+) sides$/,
    translate: (count, sides) =>
      t("draw.titles.sides", { dice: t("draw.titles.dice", { count }), sides }),
  },
  {
    pattern: /^([\d,]+) coins?: 1 is heads, 2 tails$/,
    translate: (count) => t("draw.titles.coins", { count }),
  },
  {
    pattern: /^(\d+) bingo tickets? /,
    translate: (count) => t("draw.titles.cards", { count }),
  },
  {
    pattern: /^Bingo call of (\d+) balls$/,
    translate: (count) => t("draw.titles.call", { count }),
  },
];

/**
 * Return the words in the language of the page; words that the page Draw does not write stay as they are.
 * @param {string} words such as "3 winners from 40 names"
 * @returns {string}
 */
export function translateWords(words) {
  const [, drums, lines] = LOTTERY.exec(words) ?? [];
  if (drums)
    return lines === undefined
      ? nameDrums(drums)
      : t("draw.titles.lines", {
          what: nameDrums(drums),
          count: Number(lines),
        });
  for (const { pattern, translate } of TITLES) {
    const match = pattern.exec(words);
    if (match) return translate(...match.slice(1).map(toNumber));
  }
  const [, title, size] = /^(.+) from ([\d,]+ \w+)$/.exec(words) ?? [];
  return size === undefined
    ? words
    : t("draw.titles.from", {
        title: translateWords(title),
        size: translateWords(size),
      });
}
