/** Links to checks: the file or request is in the fragment of the URL, which no server sees. */
// @ts-check
import { LongLink } from "../../shared/fragments.mjs";
import { unpack } from "../../shared/packed.mjs";
import { ROOT, fetchJson } from "../../shared/service.mjs";
import { t } from "../../shared/texts.mjs";
import { CutLink, Unreadable } from "./unreadable.mjs";

/** @import { DealQuery } from "./urls.mjs" */

/**
 * A link to a check: of a receipt, of a response, or of a request, as a text in which characters are escaped.
 * @typedef {{ kind: "receipt" | "answer" | "request", encoded: string }} CheckLink
 */

/**
 * Parse a fragment such as `receipt=…`, `answer=…` or `request=…`; return undefined for any other.
 * @param {string} fragment
 * @returns {CheckLink | undefined}
 */
export function parseLink(fragment) {
  const [, name, encoded] =
    /^#?(receipt|answer|request)=(.*)$/s.exec(fragment) ?? [];
  if (name === undefined) return undefined;
  const kind = /** @type {CheckLink["kind"]} */ (name);
  return { kind, encoded };
}

/**
 * Return the text in a link. Throw for a link that was cut off within a character.
 * @param {Pick<CheckLink, "encoded">} link
 */
export function decodeLink({ encoded }) {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new CutLink();
  }
}

/**
 * Return the text in a packed link of the page Draw, `…#packed=…`; any other text unchanged.
 * @param {string} text
 */
export async function unpackLink(text) {
  const [, packed] = /^\S*#packed=(\S*)$/.exec(text.trim()) ?? [];
  if (packed === undefined) return text;
  try {
    return await unpack(packed);
  } catch (error) {
    throw error instanceof LongLink
      ? new Unreadable(error.message)
      : new CutLink();
  }
}

/**
 * Return the URL of this page that checks a text.
 * @param {CheckLink["kind"]} kind
 * @param {string} text
 */
export const createLink = (kind, text) =>
  `${location.href.split("#")[0]}#${kind}=${encodeURIComponent(text)}`;

/**
 * Fetch the response for a path such as v1/games/bridge/deal?seed=42. Throw for any other URL.
 * @param {DealQuery} request
 */
export async function fetchRequested({ path, body }) {
  if (!isApiPath(path)) throw new Unreadable(t("verify.unreadable.notADeal"));
  return fetchJson(path, { body });
}

/**
 * Return whether a path is below v1/ of this service after the browser has resolved it.
 * @param {string} path
 */
const isApiPath = (path) =>
  /^v1\/[^\\\s]*$/.test(path) &&
  new URL(path, ROOT).href.startsWith(`${ROOT}v1/`);
