/** Links and requests as people copy them: which response of this service they name. */
// @ts-check
import { t } from "../../shared/texts.mjs";
import { DealRequest } from "../../deals/request.mjs";
import { decodeLink, parseLink } from "./links.mjs";
import { Incomplete, Unreadable } from "./unreadable.mjs";

/**
 * @import { JsonObject } from "../../../../verify/core/validation.mjs"
 * @import { Input, RequestInput } from "./input.mjs"
 * @import { CheckLink } from "./links.mjs"
 */

/**
 * A request with a reproducible response: its path and query, and its `body` if it is a POST.
 * @typedef {{ path: string, body?: object }} DealQuery
 */

/**
 * What a text is read with: the URL of the service, if there is one; the type of each parameter; and the function that
 * reads a text, for those within another.
 * @typedef {object} UrlOptions
 * @property {string} [root]
 * @property {ParameterTypes} parameters
 * @property {(text: string) => Input} parse
 */

/**
 * The type of each parameter of a request, by name.
 * @typedef {{ [name: string]: { isNumeric?: boolean, isList?: boolean } }} ParameterTypes
 */

// Parameters that make a response the same each time
const SEEDS = ["seed", "deal_number", "prove"];
// Parameters that only change the form of a response
const FILES = ["format", "event", "site", "date", "include_seed", "sign"];
const DRAWS = /^v1\/(games|decks|integers|items|bingo|dice)\b[^.]*$/;

/**
 * Return a link or a path as `parseInput` does; undefined if the text is neither.
 * @param {string} text such as "https://…/v1/games/bridge/deal?seed=42", "v1/…", "POST /v1/…" above a body,
 *   "#answer=…" or "#winners?seed=…"
 * @param {UrlOptions} options
 * @returns {Input | undefined}
 */
export function parseUrl(text, options) {
  if (text.includes("\n")) return parsePost(text);
  const [, address] = /^(?:(?:GET|POST)\s+)?(\S[^\n]*)/.exec(text) ?? [];
  if (address === undefined) return undefined;
  const link = parseLink(address);
  if (link) return followLink(link, options.parse);
  if (/^#v1\//.test(address)) return readPermalink(address, options.parameters);
  if (/^#(?:[a-z]+\?|slip=)/.test(address) && options.root)
    return { drawn: address };
  if (isFullUrl(address)) return parseFullUrl(address, options);
  if (!/^\/?v1\//.test(address)) return undefined;
  checkWhole(address);
  return toRequest(toPath(address, options.root));
}

/**
 * Return whether a text is a URL with a host; its scheme may be missing, as in "example.org/v1/games".
 * @param {string} text
 */
const isFullUrl = (text) =>
  /^(?:https?|file):\/\//i.test(text) ||
  /^[\w.-]+(?::\d+)?\/\S*(?:v1\/|(?:draw|result|verify)#)/.test(text);

/**
 * Throw `Unreadable` for a link that a program has cut where it shows "…".
 * @param {string} text
 */
function checkWhole(text) {
  if (/\.\.\.|…/.test(text))
    throw new Incomplete(t("verify.unreadable.shortLink"));
}

/**
 * Return what a URL with a host names. Throw `Unreadable` for one that names nothing to check, or another host.
 * @param {string} url
 * @param {UrlOptions} options
 * @returns {Input}
 */
function parseFullUrl(url, { root, parameters, parse }) {
  checkWhole(url);
  const [, fragment = ""] = url.split(/(?=#)/);
  const link = parseLink(fragment);
  const hasFile = link !== undefined && link.kind !== "request";
  if (hasFile) return followLink(link, parse); // also in a link to another host
  const path = toPath(url, root);
  if (link) return followLink(link, parse);
  if (/^#(?:v1\/|private\?)/.test(fragment))
    return readPermalink(fragment, parameters);
  if (path.startsWith("v1/")) return toRequest(path);
  const isOfDraw = ["draw", "result", "verify"].includes(path);
  if (isOfDraw && fragment !== "") return { drawn: fragment };
  throw new Unreadable(t("verify.unreadable.noDeal"));
}

/**
 * Read a request as documents write it: `POST /v1/…`, and the body below.
 * @param {string} text
 * @returns {Input | undefined}
 */
function parsePost(text) {
  const [, path, body] =
    /^POST\s+\/?(v1\/\S+)[^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  return path === undefined ? undefined : toRequest(path, readBody(body));
}

/**
 * Return the path of a URL relative to the `root` of this service, without its fragment. Throw for one of another host.
 * @param {string} text
 * @param {string} [root]
 */
export function toPath(text, root) {
  if (/^\/?v1\//.test(text)) return text.replace(/^\//, "");
  if (root === undefined) throw new Unreadable(t("verify.offline"));
  let url;
  try {
    url = new URL(
      /^\w+:\/\//.test(text) ? text : `${new URL(root).protocol}//${text}`,
    );
  } catch {
    throw new Unreadable(t("verify.unreadable.badLink"));
  }
  const [href] = url.href.split("#");
  if (`${href}/` === root) return "";
  if (href.startsWith(root)) return href.slice(root.length);
  throw new Unreadable(
    url.host
      ? t("verify.unreadable.otherService", { host: url.host })
      : t("verify.unreadable.ofDisk"),
  );
}

/**
 * Return what is in a link to a check.
 * @param {CheckLink} link
 * @param {UrlOptions["parse"]} parse
 * @returns {Input}
 */
function followLink(link, parse) {
  const text = decodeLink(link);
  if (link.kind === "request") return toRequest(text);
  return { ...parse(text), isLink: true };
}

/**
 * Return the request in the permalink of a deal. Throw for one whose response is another each time.
 * @param {string} fragment
 * @param {ParameterTypes} parameters
 * @returns {Input}
 */
function readPermalink(fragment, parameters) {
  const request = DealRequest.parse(fragment);
  if (request === undefined)
    throw new Incomplete(t("verify.unreadable.namesNoDeal"));
  if (request.isPrivate)
    throw new Unreadable(t("verify.unreadable.privateTable"));
  if (request.isSealed) throw new Unreadable(t("verify.unreadable.sealing"));
  if (!request.isRepeatable)
    throw new Unreadable(t("verify.unreadable.noSeed"));
  const { path, body } = request.prepare(parameters);
  return toRequest(path, body);
}

/**
 * Return the value of the body of a request.
 * @param {string} text
 * @returns {any} an object, if the request is one of the API
 */
export function readBody(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Incomplete(t("verify.unreadable.cutRequest"));
  }
}

/**
 * Return a request with a reproducible response: a GET, or a POST if there is a `body`.
 * @param {string} path
 * @param {object} [body]
 * @returns {RequestInput} with the request, without parameters that only change the form of a response
 */
export function toRequest(path, body) {
  const [resource, text = ""] = path.split(/\?(.*)/s);
  if (/^v1\/shoes\b/.test(resource))
    throw new Unreadable(t("verify.unreadable.ofDealer"));
  const query = new URLSearchParams(text);
  /** @type {JsonObject} */
  const members = { ...body };
  const isRepeatable = SEEDS.some(
    (name) => query.has(name) || members[name] !== undefined,
  );
  if (DRAWS.test(resource) && !isRepeatable)
    throw new Unreadable(t("verify.unreadable.noSeed"));
  if (/^v1\/[a-z]/.test(resource) && !DRAWS.test(resource))
    throw new Unreadable(t("verify.unreadable.nothingToCompare"));
  for (const name of FILES) query.delete(name);
  return {
    request: {
      path: query.size ? `${resource}?${query}` : resource,
      body: body && dropFileOptions(members),
    },
  };
}

/**
 * Return the parameters of a body but for those that only change the form of a response.
 * @param {JsonObject} body
 */
const dropFileOptions = (body) =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => !FILES.includes(name)),
  );
