/** How the result of a public draw is shown, by what its sealed label says: "Spring raffle: 3 winners from 40 names. Decided by: …". */
import { arrangeDrums } from "../shared/drums.mjs";
import { cutIntoParts } from "../shared/parts.mjs";
import { joinNames, t } from "../shared/texts.mjs";

/** Return what the label of a draw says: its `occasion`, `what` was drawn, and the `round` of drand that decides it, if any. */
export function parseLabel(label = "") {
  const [, drawn, decider] = /^(.*)\. Decided by: (.*)$/s.exec(label) ?? [];
  if (drawn === undefined) return { occasion: label || t("result.nameless") };
  const [, occasion, what] = /^(?:(.*?): )??((?:[\d,]+ coins?: )?[^:]*)$/s.exec(drawn) ?? [undefined, drawn];
  const [, round] = /^drand quicknet round (\d+)$/.exec(decider) ?? [];
  return { occasion, what, round };
}

const toNumber = (text) => Number(text.replaceAll(",", ""));

const nameDrums = (drums) => joinNames(drums.split(" and ").map((drum) => drum.split(" of ").map(Number)).map(([drawn, balls]) => t("draw.titles.drum", { drawn, balls })));

/** What was drawn in the language of the page, by the pattern of the label's words, whose groups are numbers. */
const NAMES = [
  [/^([\d,]+) (?:different )?winners?$/, (count) => t("draw.titles.winners", { count })],
  [/^Random order$/, () => t("draw.titles.shuffle")],
  [/^([\d,]+) groups?$/, (count) => t("draw.titles.groups", { count })],
  [/^Teams of ([\d,]+)$/, (size) => t("draw.titles.teams", { size })],
  [/^Teams of ([\d,]+) to ([\d,]+)$/, (least, most) => t("draw.titles.unequalTeams", { least, most })],
  [/^([\d,]+) pairs?$/, (count) => t("draw.titles.pairs", { count })],
  [/^([\d,]+) seats?$/, (count) => t("draw.titles.seats", { count })],
  [/^Seats at ([\d,]+) tables?$/, (count) => t("draw.titles.tables", { count })],
  [/^([\d,]+) numbers? from (-?\d+) to (-?\d+)(?:, with repeats)?$/, (count, min, max) => t("draw.titles.numbers", { count, min, max })],
  [/^([\d,]+) (?:die|dice)$/, (count) => t("draw.titles.dice", { count })],
  [/^([\d,]+) (?:die|dice) with (\d+) sides$/, (count, sides) => t("draw.titles.sides", { dice: t("draw.titles.dice", { count }), sides })],
  [/^([\d,]+) coins?: /, (count) => t("draw.titles.coins", { count })],
  [/^(\d+) bingo tickets? /, (count) => t("draw.titles.cards", { count })],
  [/^Bingo call of (\d+) balls$/, (count) => t("draw.titles.call", { count })],
];
const LOTTERY = /^(\d+ of \d+(?: and \d+ of \d+)*)(?:, (\d+) times)?(?: \(.*\))?$/;

/** Return what was drawn, "3 winners from 40 names", in the language of the page; other words as they are. */
export function translateWhat(what) {
  const [, drums, lines] = LOTTERY.exec(what) ?? [];
  if (drums) return lines ? t("draw.titles.lines", { what: nameDrums(drums), count: Number(lines) }) : nameDrums(drums);
  const [, drawn, size, noun] = /^(.*) from ([\d,]+) (name|ticket)s?$/.exec(what) ?? [undefined, what];
  const [pattern, translate] = NAMES.find(([each]) => each.test(drawn)) ?? [];
  if (!pattern) return what;
  const title = translate(...pattern.exec(drawn).slice(1).map(toNumber));
  if (!noun) return title;
  const count = toNumber(size);
  return t("result.titleFrom", { title, size: noun === "name" ? t("draw.names", { count }) : t("draw.tickets", { count }) });
}

const rank = (lines) => ({ isRanked: true, parts: [{ lines }] });

/** Return `count` different lines, in order: a name with several tickets wins once. All lines if too few differ. */
function pickDifferent(lines, count) {
  const different = [...new Set(lines)];
  return different.length < count ? lines : different.slice(0, count);
}

/** How drawn lines are shown, by the pattern of what was drawn. */
const OF_LINES = [
  [/^([\d,]+) winners? from /, (lines, count) => rank(lines.slice(0, toNumber(count)))],
  [/^(\d+) different winners? from /, (lines, count) => rank(pickDifferent(lines, toNumber(count)))],
  [/^/, (lines) => rank(lines)],
];

/** How numbers without a list are shown. */
const OF_NUMBERS = [
  [/^[\d,]+ (?:die|dice)(?: with (\d+) sides)?$/, (dice, sides = "6") => ({ dice, sides: toNumber(sides) })],
  [/^[\d,]+ coins?:/, (coins) => ({ coins })],
  [/^/, (numbers) => ({ numbers: [numbers] })],
];

/** Return a result in the form that the page Draw shows. `lines`: the drawn ones of a list of `size` lines, undefined for numbers. */
export function arrange(what = "", { numbers, lines, size }) {
  const arranged = lines === undefined ? arrangeDrums(what, numbers) : lines.length === size && cutIntoParts(what, lines);
  if (arranged) return arranged;
  const ways = lines === undefined ? OF_NUMBERS : OF_LINES;
  const [pattern, show] = ways.find(([each]) => each.test(what));
  return show(lines ?? numbers, ...pattern.exec(what).slice(1));
}
