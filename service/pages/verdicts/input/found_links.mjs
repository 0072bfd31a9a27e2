/** Links of this service in texts that people send each other: a message, an announcement, a line of a mail. */
// @ts-check
import { isCommand } from "./commands.mjs";
import { isOfBoards, toPlain } from "./input.mjs";
import { parseLink } from "./links.mjs";
import { isProgram } from "./unreadable.mjs";
import { toPath } from "./urls.mjs";

/**
 * An address with its scheme, or with a host that has a dot or a port, up to a space, a quotation mark, an angle
 * bracket, or the "](" of Markdown.
 */
const ADDRESS =
  /(?:(?:https?|file):\/\/|[\w-]+(?:(?:\.[\w-]+)+(?::\d+)?|:\d+)\/)(?:(?!\]\()[^\s<>"])+/gi;
/** What an address has that names a draw, a deal or a check. */
const NAMES_DRAW =
  /[/#]v1\/.|\/(?:draw|result|verify)#.|#(?:packed|receipt|answer|request)=./;
/** What a sentence puts after an address. The dots of one that was cut off stay. */
const END_OF_SENTENCE = /(?:(?<!\.)\.(?!\.)|[,;:!?)\]'’‘”“»«*|])+$/;
/** The beginning of JSON, of a response with its headers, and of a link with a file that is not escaped. */
const BEGINNING_OF_FILE =
  /^(?:\{|\[\s*(?:[[{"'\d\]]|$)|HTTP\/|\S*#(?:receipt|answer)=\{)/;

/**
 * Return the links in a text that this service can read, each once; none if the text is a file, a command or a program,
 * or has no link. Without a link of this service they are those that look like one. The first is checked.
 * @param {string} text such as "Our draw: https://example.org/result#packed=1a2b."
 * @param {string} [root] the URL of the service, if there is one
 * @returns {string[]} here ["https://example.org/result#packed=1a2b"]
 */
export function listLinks(text, root) {
  const plain = toPlain(text);
  if (isFile(plain)) return [];
  const addresses = Array.from(plain.matchAll(ADDRESS), ([address]) =>
    address.replace(END_OF_SENTENCE, ""),
  ).filter((address) => NAMES_DRAW.test(address));
  const links = [...new Set(addresses)];
  const readable = links.filter((link) => isReadable(link, root));
  return readable.length > 0 ? readable : links;
}

/**
 * Return the first of the links in a text, as `listLinks` does; undefined if there is none.
 * @param {string} text
 * @param {string} [root]
 * @returns {string | undefined}
 */
export const findLink = (text, root) => listLinks(text, root)[0];

/**
 * Return whether a text is read as a whole, whatever links it has in it.
 * @param {string} text
 */
const isFile = (text) =>
  BEGINNING_OF_FILE.test(text) ||
  isCommand(text) ||
  isProgram(text) ||
  isOfBoards(text);

/**
 * Return whether a link has a file in it, or is one of this service.
 * @param {string} link
 * @param {string} [root]
 */
function isReadable(link, root) {
  const [, fragment = ""] = link.split(/(?=#)/);
  if (fragment.startsWith("#packed=")) return true;
  const { kind = "request" } = parseLink(fragment) ?? {};
  if (kind !== "request") return true;
  try {
    toPath(link, root);
    return true;
  } catch {
    return false;
  }
}
