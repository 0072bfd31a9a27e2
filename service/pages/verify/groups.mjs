/** Groups, teams, pairs and tables: parts into which the page Draw cut a sealed order, as the sealed label says. */
import { cutIntoParts } from "../shared/parts.mjs";

/** Return the parts {title, items, isRanked} of a whole order of names; undefined if the label names no parts of so many. */
export function cutByLabel(label = "", items) {
  const before = label.slice(0, Math.max(label.lastIndexOf(". Decided by: "), 0));
  const [words] = /[^:]+$/.exec(before) ?? [""];
  const { parts, isRanked } = cutIntoParts(words.trim(), items) ?? {};
  return parts?.[0].title && parts.map(({ title, lines }) => ({ title, items: lines, isRanked }));
}
