/** Groups, teams, pairs and tables: the parts into which an order is cut, as the words in the label of a sealed draw say. */
import { t } from "./texts.mjs";

/** Return the number that a label has with separators of thousands. */
export const toNumber = (text) => Number(text.replaceAll(",", ""));

/** Return the sizes of parts that are as equal as can be, the larger ones first. */
export const splitEvenly = (n, parts) =>
  Array.from({ length: parts }, (_, i) =>
    Math.floor((n + parts - 1 - i) / parts),
  );

/** Cut a list into parts of these sizes. */
export function cut(list, sizes) {
  let start = 0;
  return sizes.map((size) => list.slice(start, (start += size)));
}

const pairUp = (n) => [...Array(n >> 1).fill(2), ...(n % 2 ? [1] : [])];

/** Each kind: its words in a label, with a number; the sizes of its parts for `n` names; the title of a part. */
const KINDS = [
  {
    words: /^([\d,]+) groups?$/,
    sizes: (n, groups) => splitEvenly(n, groups),
    title: (number) => t("shared.parts.group", { number }),
  },
  {
    words: /^Teams of (?:[\d,]+ to )?([\d,]+)$/,
    sizes: (n, most) => splitEvenly(n, Math.ceil(n / most)),
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
    sizes: (n, tables) => splitEvenly(n, tables),
    title: (number) => t("shared.parts.table", { number }),
    hasSeats: true,
  },
  {
    words: /^([\d,]+) seats?$/,
    sizes: (n) => [n],
    title: () => undefined,
    hasSeats: true,
  },
];

/**
 * Cut the whole order of a list as words say, such as "4 groups from 23 names". Return the `parts`, {title, lines}, and the
 * `rank` of their lines if these have one; undefined if the words name no parts of so many lines.
 */
export function cutIntoParts(words, lines) {
  const [, what, count] = /^(.+) from ([\d,]+) names?$/.exec(words) ?? [];
  const kind = KINDS.find((each) => each.words.test(what));
  const number = kind && toNumber(kind.words.exec(what)[1]);
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
