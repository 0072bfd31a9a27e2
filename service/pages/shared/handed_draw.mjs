/** What the page of a result hands to the page Verify beside a link to a check: names are in no address. */
// @ts-check
import { inTab, readStored, store } from "./storage.mjs";

/**
 * What was drawn, such as "3 winners from 10 names", and the lines that its numbers stand for.
 * @typedef {{ what: string, lines?: string[] }} HandedDraw
 */

const HANDED = "draw to verify";

/**
 * Keep a draw in this tab, for the link that has the fragment. The draw before it is forgotten.
 * @param {string} fragment
 * @param {HandedDraw} draw
 */
export const handOver = (fragment, draw) =>
  store(HANDED, { fragment, draw }, inTab);

/**
 * Return the draw that was handed over for the link with a fragment.
 * @param {string} fragment
 * @returns {HandedDraw | undefined}
 */
export function takeHanded(fragment) {
  const handed = readStored(HANDED, inTab);
  return handed?.fragment === fragment ? handed.draw : undefined;
}
