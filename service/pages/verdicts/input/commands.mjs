/** Commands of curl as documents and pages show them. */
// @ts-check
import { t } from "../../shared/texts.mjs";
import { Incomplete, Unreadable } from "./unreadable.mjs";
import { readBody, toPath, toRequest } from "./urls.mjs";

/** @import { Input } from "./input.mjs" */

/**
 * A command as it is sent: its URL, its method, and its data if it has any.
 * @typedef {{ url: string, method: string, data?: string }} CurlRequest
 */

/**
 * The words of the first command of a text, whether one of them `hasVariable`, such as $HOME, and the text `below` it.
 * @typedef {{ words: string[], hasVariable: boolean, below: string }} ShellCommand
 */

const OPTIONS_WITH_VALUE = [
  "-H --header -o --output -u --user -A --user-agent -e --referer",
  "-b --cookie -c --cookie-jar -m --max-time --connect-timeout --retry",
  "-w --write-out -x --proxy --cacert -K --config -D --dump-header",
];
const DATA = [
  "-d",
  "--data",
  "--data-raw",
  "--data-binary",
  "--data-ascii",
  "--json",
];
const WITH_VALUE = new Set([
  ...OPTIONS_WITH_VALUE.join(" ").split(" "),
  ...DATA,
  "--request",
  "--url",
]);
const METHOD = ["-X", "--request"];
const AS_QUERY = ["-G", "--get"]; // they put the data into the URL
/** A command, without the prompt of a shell that was copied with it. */
const COMMAND = /^(?:[$#>%]\s+)?(curl\b[\s\S]*)$/;
const FURTHER_COMMAND = /^\s*(?:[$#>%]\s+)?curl\b/m;

/**
 * Return whether a text begins with a curl command.
 * @param {string} text
 */
export const isCommand = (text) => COMMAND.test(text);

/**
 * Parse a curl command as `parseInput` does; return undefined for another text. A response below the command is parsed
 * instead.
 * @param {string} text
 * @param {object} options
 * @param {string} [options.root] the URL of the service, if there is one
 * @param {(text: string) => Input} options.parse reads a response below the command
 * @param {(value: unknown) => Input} options.readFile reads the body of a command that asks the service for a check
 * @returns {Input | undefined}
 */
export function parseCommand(text, { root, parse, readFile }) {
  const [, command] = COMMAND.exec(text) ?? [];
  if (command === undefined) return undefined;
  const { words, below, hasVariable } = splitWords(command);
  const isAboveResponse = /^[{[]/.test(below);
  if (isAboveResponse) return parse(below);
  if (FURTHER_COMMAND.test(below))
    throw new Unreadable(t("verify.unreadable.commands"));
  const sent = readOptions(words.slice(1));
  if (hasVariable) throw new Unreadable(t("verify.unreadable.variable"));
  checkSent(sent);
  const { url, data } = sent;
  if (data === undefined) return toRequest(toPath(url, root));
  const body = readBody(data);
  const asksForCheck = /\bv1\/verify$/.test(url);
  if (asksForCheck) return readFile(body);
  return toRequest(toPath(url, root), body);
}

/**
 * Throw `Unreadable` for a command whose data is in a file, or whose method is neither GET nor POST.
 * @param {CurlRequest} sent
 */
function checkSent({ method, data }) {
  if (data?.startsWith("@")) {
    const file = data.slice(1);
    throw new Unreadable(t("verify.unreadable.bodyInFile", { file }));
  }
  if (!["GET", "POST"].includes(method))
    throw new Unreadable(t("verify.unreadable.otherMethod", { method }));
}

/**
 * An option of a command with its value, if it takes one: ["-X", "POST"] of "-X POST" or of "-sXPOST".
 * @typedef {{ name: string, value?: string }} Option
 */

/** Letters of flags, one that takes a value, and the value, if it stands in the same word: -sXPOST, -d'{…}'. */
const SHORT = /^-([a-zA-Z]*?)([dHXoumAebcwxKD])(.*)$/s;

/**
 * Yield the options of a command, and each address as the value of --url.
 * @param {string[]} words
 * @returns {Generator<Option>}
 */
function* listOptions(words) {
  const unread = words.values();
  const readValue = () => unread.next().value;
  for (const word of unread) {
    const [, flags, letter, value] = SHORT.exec(word) ?? [];
    if (letter !== undefined) {
      yield* listFlags(flags);
      yield { name: `-${letter}`, value: value || readValue() };
    } else if (WITH_VALUE.has(word)) yield { name: word, value: readValue() };
    else if (word.startsWith("--")) yield { name: word };
    else if (word.startsWith("-")) yield* listFlags(word.slice(1));
    else yield { name: "--url", value: word };
  }
}

/**
 * Return the options of letters: "sG" are -s and -G.
 * @param {string} letters
 * @returns {Option[]}
 */
const listFlags = (letters) =>
  Array.from(letters, (letter) => ({ name: `-${letter}` }));

/**
 * Return the values of the options that have one of some names, "" for an option without a value: ["a=1", "b=2"] of
 * `-d a=1 --data b=2` with the names ["-d", "--data"].
 * @param {Option[]} options
 * @param {string[]} names
 */
const listValues = (options, names) =>
  options
    .filter(({ name }) => names.includes(name))
    .map(({ value = "" }) => value);

/**
 * Return the only address among the options of a command. Throw `Unreadable` for a command with none, or with several.
 * @param {Option[]} options
 */
function readAddress(options) {
  const [url, ...otherUrls] = listValues(options, ["--url"]).filter(Boolean);
  if (url === undefined || otherUrls.length > 0)
    throw new Unreadable(t("verify.unreadable.noAddress"));
  return url;
}

/**
 * Return the URL of a command, its method, and its data if it has any.
 * @param {string[]} words without the first, such as ["-G", "-d", "seed=1", "http://…/v1/decks/french/shuffle"]
 * @returns {CurlRequest} here { url: "http://…/v1/decks/french/shuffle?seed=1", method: "GET" }
 */
function readOptions(words) {
  const options = Array.from(listOptions(words));
  const url = readAddress(options);
  const dataParts = listValues(options, DATA);
  const data = dataParts.join("&");
  const method = options.findLast(({ name }) => METHOD.includes(name))?.value;
  const isInUrl = options.some(({ name }) => AS_QUERY.includes(name));
  if (dataParts.length === 0) return { url, method: method ?? "GET" };
  if (!isInUrl) return { url, method: method ?? "POST", data };
  const separator = url.includes("?") ? "&" : "?";
  return { url: `${url}${separator}${data}`, method: method ?? "GET" };
}

/**
 * A piece of a command, up to where the next begins: a `part` of a word, or the space between two words, which has
 * none. A part `hasVariable` if a shell puts something else in its place.
 * @typedef {{ end: number, part?: string, hasVariable?: boolean }} Piece
 */

/** What ends a command: a line, a pipe, a redirection. */
const END = /[\n|;>]/;
/** A space, or a line that goes on in the next one: with a backslash on Unix, with a caret on Windows. */
const SPACE = /[\\^]\r?\n\s*|\s/y;
/** In single quotation marks everything is meant as it stands. */
const SINGLE_QUOTED = /'([^']*)'/y;
/** In double ones a backslash may stand before a character. */
const DOUBLE_QUOTED = /"((?:[^"\\]|\\[^])*)"/y;
/** What a backslash takes its meaning from in double quotation marks. */
const ESCAPED = /\\(["\\$`])/g;
const VARIABLE = /\$[\w{(]/y;

/**
 * Return the match of a pattern at a place of a text.
 * @param {RegExp} pattern with the flag y
 * @param {string} text
 * @param {number} start
 */
function matchAt(pattern, text, start) {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

/**
 * Return the piece of a command at a place; undefined at its end. Throw `Unreadable` for an open quotation mark.
 * @param {string} text
 * @param {number} start
 * @returns {Piece | undefined}
 */
function readPiece(text, start) {
  const character = text[start];
  if (character === undefined || END.test(character)) return undefined;
  const space = matchAt(SPACE, text, start);
  if (space) return { end: start + space[0].length };
  if (character === "\\")
    return { end: start + 2, part: text[start + 1] ?? "" };
  if (character !== "'" && character !== '"') {
    const hasVariable = matchAt(VARIABLE, text, start) !== null;
    return { end: start + 1, part: character, hasVariable };
  }
  const isSingle = character === "'";
  const quoted = matchAt(isSingle ? SINGLE_QUOTED : DOUBLE_QUOTED, text, start);
  if (!quoted) throw new Incomplete(t("verify.unreadable.cutCommand"));
  const [whole, content] = quoted;
  const end = start + whole.length;
  if (isSingle) return { end, part: content };
  return {
    end,
    part: content.replace(ESCAPED, "$1"),
    hasVariable: content.replace(ESCAPED, "").includes("$"),
  };
}

/**
 * Split the first command of a text into words as a shell does.
 * @param {string} text such as `curl -d '{"seed": "a b"}' $URL | jq .`
 * @returns {ShellCommand} here with the words `curl`, `-d`, `{"seed": "a b"}` and `$URL`, the last of which is a
 *   variable
 */
function splitWords(text) {
  /** @type {string[]} */
  const words = [];
  /** @type {string | undefined} */
  let word; // undefined between two words: one in quotation marks may be empty
  let end = 0;
  let hasVariable = false;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  let piece = readPiece(text, 0);
  while (piece !== undefined) {
    if (piece.part === undefined) endWord();
    else word = (word ?? "") + piece.part;
    hasVariable ||= piece.hasVariable === true;
    end = piece.end;
    piece = readPiece(text, end);
  }
  endWord();
  const line = text.indexOf("\n", end);
  const below = line < 0 ? "" : text.slice(line + 1).trim();
  return { words, hasVariable, below };
}
