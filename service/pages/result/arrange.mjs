/** How the result of a public draw is shown, by what its sealed label says: "Spring raffle: 3 winners from 40 names. Decided by: …". */
import { arrangeDrums } from "../shared/drums.mjs";
import { cutIntoParts, toNumber } from "../shared/parts.mjs";
import { t } from "../shared/texts.mjs";

/** Return what the label of a draw says: its `occasion`, `what` was drawn, and the `round` of drand that decides it, if any. */
export function parseLabel(label = "") {
  const [, drawn, decider] = /^(.*)\. Decided by: (.*)$/s.exec(label) ?? [];
  if (drawn === undefined) return { occasion: label || t("result.nameless") };
  const [, occasion, what] = /^(?:(.*?): )??((?:[\d,]+ coins?: )?[^:]*)$/s.exec(
    drawn,
  ) ?? [undefined, drawn];
  const [, round] = /^drand quicknet round (\d+)$/.exec(decider) ?? [];
  return { occasion, what, round };
}

const rank = (lines) => ({ isRanked: true, parts: [{ lines }] });

/** Return `count` different lines, in order: a name with several tickets wins once. All lines if too few differ. */
function pickDifferent(lines, count) {
  const different = [...new Set(lines)];
  return different.length < count ? lines : different.slice(0, count);
}

/** How drawn lines are shown, by the pattern of what was drawn. */
const OF_LINES = [
  [
    /^([\d,]+) winners? from /,
    (lines, count) => rank(lines.slice(0, toNumber(count))),
  ],
  [
    /^(\d+) different winners? from /,
    (lines, count) => rank(pickDifferent(lines, toNumber(count))),
  ],
  [/^/, (lines) => rank(lines)],
];

/** How numbers without a list are shown. */
const OF_NUMBERS = [
  [
    /^[\d,]+ (?:die|dice)(?: with (\d+) sides)?$/,
    (dice, sides = "6") => ({ dice, sides: toNumber(sides) }),
  ],
  [/^[\d,]+ coins?:/, (coins) => ({ coins })],
  [/^/, (numbers) => ({ numbers: [numbers] })],
];

/** Return a result in the form that the page Draw shows. `lines`: the drawn ones of a list of `size` lines, undefined for numbers. */
export function arrange(what = "", { numbers, lines, size }) {
  const arranged =
    lines === undefined
      ? arrangeDrums(what, numbers)
      : lines.length === size && cutIntoParts(what, lines);
  if (arranged) return arranged;
  const ways = lines === undefined ? OF_NUMBERS : OF_LINES;
  const [pattern, show] = ways.find(([each]) => each.test(what));
  return show(lines ?? numbers, ...pattern.exec(what).slice(1));
}
