/**
 * The fragments of links, in which somebody else may have put anything: a long one is refused before it is decoded or
 * unpacked, and one that was cut is found.
 */
// @ts-check
import { t } from "./texts.mjs";

/** The maximum length of a link, in characters. No page makes a longer one. */
export const MAX_LINK = 200_000;

/** A link that is too long to be opened. */
export class LongLink extends Error {
  constructor() {
    super(t("shared.longLink"));
  }
}

/**
 * Return the fragment of the address, such as "#seed=1"; "" if there is none, and undefined if it is too long to be
 * opened.
 */
export const readFragment = () =>
  location.hash.length > MAX_LINK ? undefined : location.hash;

const CHARACTERS = "characters"; // the first parameter of a link: how many follow
const COUNTED = new RegExp(`^${CHARACTERS}=(\\d*)(?:&(.*))?$`, "s");

/**
 * Return the query of a link behind the count of its characters, so that a link that was cut is found: it would give
 * another result. Programs that write or read escapes anew change no count.
 *
 * "seed=a%20b" becomes "characters=8&seed=a%20b".
 * @param {string} query
 */
export const countQuery = (query) =>
  query && `${CHARACTERS}=${decodeURIComponent(query).length}&${query}`;

/**
 * Return the query of a link without its count, or undefined if the link was cut. Links of former versions have no
 * count.
 * @param {string} query
 */
export function readWhole(query) {
  const [isCounted, count, rest = ""] = COUNTED.exec(query) ?? [];
  const isCutInCount = query !== "" && CHARACTERS.startsWith(query);
  if (isCutInCount) return undefined;
  if (!isCounted) return query;
  return hasCharacters(rest, Number(count)) ? rest : undefined;
}

/**
 * @param {string} query
 * @param {number} count at least
 */
function hasCharacters(query, count) {
  try {
    return query !== "" && decodeURIComponent(query).length >= count;
  } catch {
    return false; // it was cut within an escape
  }
}
