/** The words of a sealed label on what is drawn, which are English, in the language of the page. */
import { LOTTERY } from "../shared/drums.mjs";
import { toNumber } from "../shared/parts.mjs";
import { joinNames, t } from "../shared/texts.mjs";

const nameDrums = (drums) =>
  joinNames(
    drums
      .split(" and ")
      .map((drum) => drum.split(" of ").map(Number))
      .map(([drawn, balls]) => t("draw.titles.drum", { drawn, balls })),
  );

/** The titles by the words, in whose places are numbers. */
const TITLES = [
  [
    /^([\d,]+) (?:different )?winners?$/,
    (count) => t("draw.titles.winners", { count }),
  ],
  [/^Random order$/, () => t("draw.titles.shuffle")],
  [/^([\d,]+) groups?$/, (count) => t("draw.titles.groups", { count })],
  [/^Teams of ([\d,]+)$/, (size) => t("draw.titles.teams", { size })],
  [
    /^Teams of ([\d,]+) to ([\d,]+)$/,
    (least, most) => t("draw.titles.unequalTeams", { least, most }),
  ],
  [/^([\d,]+) pairs?$/, (count) => t("draw.titles.pairs", { count })],
  [/^([\d,]+) seats?$/, (count) => t("draw.titles.seats", { count })],
  [
    /^Seats at ([\d,]+) tables?$/,
    (count) => t("draw.titles.tables", { count }),
  ],
  [/^([\d,]+) names?$/, (count) => t("draw.names", { count })],
  [/^([\d,]+) tickets?$/, (count) => t("draw.tickets", { count })],
  [
    /^([\d,]+) numbers? from (-?\d+) to (-?\d+)(?:, with repeats)?$/,
    (count, min, max) => t("draw.titles.numbers", { count, min, max }),
  ],
  [/^([\d,]+) (?:die|dice)$/, (count) => t("draw.titles.dice", { count })],
  [
    /^([\d,]+) (?:die|dice) with (\d+) sides$/,
    (count, sides) =>
      t("draw.titles.sides", { dice: t("draw.titles.dice", { count }), sides }),
  ],
  [
    /^([\d,]+) coins?: 1 is heads, 2 tails$/,
    (count) => t("draw.titles.coins", { count }),
  ],
  [/^(\d+) bingo tickets? /, (count) => t("draw.titles.cards", { count })],
  [/^Bingo call of (\d+) balls$/, (count) => t("draw.titles.call", { count })],
];

/** Return the words in the language of the page; words that the page Draw does not write stay as they are. */
export function translateWords(words) {
  const [, drums, lines] = LOTTERY.exec(words) ?? [];
  if (drums)
    return lines === undefined
      ? nameDrums(drums)
      : t("draw.titles.lines", {
          what: nameDrums(drums),
          count: Number(lines),
        });
  const [pattern, translate] = TITLES.find(([each]) => each.test(words)) ?? [];
  if (pattern) return translate(...pattern.exec(words).slice(1).map(toNumber));
  const [, title, size] = /^(.+) from ([\d,]+ \w+)$/.exec(words) ?? [];
  return size === undefined
    ? words
    : t("draw.titles.from", {
        title: translateWords(title),
        size: translateWords(size),
      });
}
