/**
 * The fragments of links, in which somebody else may have put anything: a long one is refused before it is decoded or
 * unpacked.
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
