/** Links and requests as people copy them: which response of this service they name. */
import { DealRequest } from "../table/request.mjs";
import { decodeLink, parseLink } from "./links.mjs";
import { Unreadable } from "./unreadable.mjs";

const SEEDS = ["seed", "deal_number", "prove"]; // parameters that make a response the same each time
const FILES = ["format", "event", "site", "date", "include_seed", "sign"]; // parameters that only change the form of a response
const DRAWS = /^v1\/(games|decks|integers|items|bingo)\b[^.]*$/;

const NO_SEED =
  "This link has no seed: it deals something else each time, so nobody can compare. Paste the deal that was saved.";
const TABLE_LINK = "This link leads to a table with private hands. Open its log on this page, or paste it.";
const SEALED_LINK = "This link seals a new shoe each time. Paste the receipt of the game, or its log.";

const OFFLINE = "This saved page makes no requests, so it needs the deal itself. Paste the file that was saved.";

/** Return a link or a path as `parseInput` does; undefined if the text is neither. */
export function parseUrl(text, { root, parameters, parse }) {
  const [, method, path] = /^(?:(GET|POST)\s+)?(\S[^\n]*)/.exec(text) ?? [];
  if (text.includes("\n")) return method === "POST" ? parsePost(text) : undefined;
  if (path === undefined) return undefined;
  const isUrl = /^(?:https?|file):\/\//i.test(path) || /^[\w.-]+(?::\d+)?\/\S*(?:v1\/|verify#)/.test(path);
  const link = parseLink(path);
  if (link) return followLink(link, parse);
  if (/^#v1\//.test(path)) return readPermalink(path, parameters);
  if (!isUrl && !/^\/?v1\//.test(path)) return undefined;
  if (/\.\.\.|…/.test(path)) throw new Unreadable("This link is shortened. Copy all of it.");
  const fragment = isUrl ? path.split(/(?=#)/)[1] : undefined;
  const other = fragment && parseLink(fragment);
  if (other && other.kind !== "request") return followLink(other, parse); // the file is in the link, whoever made it
  const target = toPath(path, root);
  if (other) return followLink(other, parse);
  if (fragment && /^#(?:v1\/|private\?)/.test(fragment)) return readPermalink(fragment, parameters);
  if (target.startsWith("v1/")) return toRequest(target);
  if (target === "draw" && fragment)
    throw new Unreadable("This is the link of a draw that was not sealed. Opened, it draws the same again; it does not prove that nobody tried several seeds.");
  throw new Unreadable("This link leads to a page without a deal. Copy the link of the deal, or paste its file.");
}

/** Read a request as documents write it: `POST /v1/…`, and the body below. */
function parsePost(text) {
  const [, path, body] = /^POST\s+\/?(v1\/\S+)[^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  return path && toRequest(path, readBody(body));
}

/** Return the path of a URL relative to the `root` of this service, without its fragment. Throw for one of another host. */
export function toPath(text, root) {
  if (/^\/?v1\//.test(text)) return text.replace(/^\//, "");
  if (root === undefined) throw new Unreadable(OFFLINE);
  let url;
  try {
    url = new URL(/^\w+:\/\//.test(text) ? text : `${new URL(root).protocol}//${text}`);
  } catch {
    throw new Unreadable("This link is damaged. Copy it again.");
  }
  const [href] = url.href.split("#");
  if (`${href}/` === root) return "";
  if (href.startsWith(root)) return href.slice(root.length);
  throw new Unreadable(
    `This link leads to another service, at ${url.host || "a file"}. Open the page Verify there, or paste the file that was saved.`,
  );
}

function followLink(link, parse) {
  const text = decodeLink(link);
  if (link.kind === "request") return toRequest(text);
  return { ...parse(text), isLink: true };
}

function readPermalink(fragment, parameters) {
  const request = DealRequest.parse(fragment);
  if (request === undefined) throw new Unreadable("This link names no deal. Copy it again.");
  if (request.isPrivate) throw new Unreadable(TABLE_LINK);
  if (request.isSealed) throw new Unreadable(SEALED_LINK);
  if (!request.isRepeatable) throw new Unreadable(NO_SEED);
  const { path, body } = request.prepare(parameters);
  return toRequest(path, body);
}

/** Return the value of the body of a request. */
export function readBody(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable("This request is not whole. Copy it again, or paste what it returned.");
  }
}

/** Return a request with a reproducible response: a GET, or a POST if there is a `body`. */
export function toRequest(path, body) {
  const [resource, text = ""] = path.split(/\?(.*)/s);
  if (/^v1\/shoes\b/.test(resource))
    throw new Unreadable("This is a request that only whoever deals a sealed game makes. Paste what it returned, with the receipt.");
  const query = new URLSearchParams(text);
  const isRepeatable = SEEDS.some((name) => query.has(name) || body?.[name] !== undefined);
  if (DRAWS.test(resource) && !isRepeatable) throw new Unreadable(NO_SEED);
  if (/^v1\/[a-z]/.test(resource) && !DRAWS.test(resource))
    throw new Unreadable("This link deals nothing that could be compared. Paste the link or the file of a deal.");
  for (const name of FILES) query.delete(name);
  const rest = body && Object.fromEntries(Object.entries(body).filter(([name]) => !FILES.includes(name)));
  return { request: { path: query.size ? `${resource}?${query}` : resource, body: rest } };
}
