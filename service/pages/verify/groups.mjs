/** Groups, teams, pairs and tables: parts into which the page Draw cut a sealed order, as the sealed label says. */

const WHAT = /(?:^|: )([^:]+) from ([\d,]+) names?$/;
const toNumber = (text) => Number(text.replaceAll(",", ""));

/** Return the sizes of parts that are as equal as can be, the larger ones first. */
const splitEvenly = (n, parts) => Array.from({ length: parts }, (_, i) => Math.floor((n + parts - 1 - i) / parts));

/** The parts by the words in the label: the name of a part, and the sizes for `n` names, the numbers in the label and its text. */
const KINDS = [
  { words: /^([\d,]+) groups?$/, name: "Group", sizes: (n, groups) => splitEvenly(n, groups) },
  { words: /^Teams of [\d,]+ to ([\d,]+)$/, name: "Team", sizes: (n, most) => splitEvenly(n, Math.ceil(n / most)) },
  { words: /^Teams of ([\d,]+)$/, name: "Team", sizes: (n, most) => splitEvenly(n, Math.ceil(n / most)) },
  { words: /^([\d,]+) pairs?$/, name: "Pair", rest: "Without a partner", sizes: (n) => [...Array(n >> 1).fill(2), ...(n % 2 ? [1] : [])] },
  { words: /^Seats at ([\d,]+) tables?$/, name: "Table", isRanked: true, sizes: (n, tables) => splitEvenly(n, tables) },
];

/** Return the parts {title, items, isRanked} of a whole order of names; undefined if the label names no parts of so many. */
export function cutIntoParts(label = "", items) {
  const before = label.slice(0, Math.max(label.lastIndexOf(". Decided by: "), 0));
  const [, words, count] = WHAT.exec(before) ?? [];
  if (words === undefined || toNumber(count) !== items.length) return undefined;
  const kind = KINDS.find((each) => each.words.test(words));
  const number = kind && toNumber(kind.words.exec(words)[1]);
  if (!kind || number < 1 || number > items.length) return undefined;
  let start = 0;
  return kind.sizes(items.length, number).map((size, i) => ({
    title: size === 1 && kind.rest ? kind.rest : `${kind.name} ${i + 1}`,
    isRanked: kind.isRanked ?? false,
    items: items.slice(start, (start += size)),
  }));
}
