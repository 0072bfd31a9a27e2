/** The address of the page, whose fragment is the permalink of what is on the table. */
// @ts-check
/** @import { Changes } from "./request.mjs" */
/** @import { TableState } from "./state.mjs" */
import { readFragment } from "../shared/fragments.mjs";
import { DealRequest } from "./request.mjs";

/**
 * Return whether the address names another deal since a fragment was read: its event may come after the response.
 * @param {string | undefined} fragment
 */
export const isOvertaken = (fragment) =>
  readFragment() !== fragment &&
  DealRequest.parse(readFragment() ?? "") !== undefined;

/**
 * Put the permalink into the address bar: a fragment, which no server sees. A deal that cannot be repeated has none.
 * @param {DealRequest} request
 * @param {boolean} replaceUrl
 */
export function updateUrl(request, replaceUrl) {
  const url =
    request.isRepeatable || request.isSealed
      ? request.permalink
      : location.pathname;
  if (url === location.href) return;
  history[replaceUrl ? "replaceState" : "pushState"](null, "", url);
}

/**
 * Change the request of what is on the table, and its link.
 * @param {TableState} current
 * @param {Changes} changes
 */
export function changeRequest(current, changes) {
  current.request = current.request.with(changes);
  updateUrl(current.request, true);
}
