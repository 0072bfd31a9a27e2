/** Commands of curl as documents and pages show them. */
// @ts-check
import { t } from "../../shared/texts.mjs";
import { Unreadable } from "./unreadable.mjs";
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
const WITH_VALUE = new Set(OPTIONS_WITH_VALUE.join(" ").split(" "));
const DATA = [
  "-d",
  "--data",
  "--data-raw",
  "--data-binary",
  "--data-ascii",
  "--json",
];

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
  const command = /^(?:[$#>%]\s+)?(curl\b[\s\S]*)$/.exec(text)?.[1];
  if (command === undefined) return undefined;
  const { words, below, hasVariable } = splitWords(command);
  if (/^[{[]/.test(below)) return parse(below);
  if (/^\s*(?:[$#>%]\s+)?curl\b/m.test(below))
    throw new Unreadable(t("verify.unreadable.commands"));
  const { url, method, data } = readOptions(words.slice(1));
  if (hasVariable) throw new Unreadable(t("verify.unreadable.variable"));
  if (data?.startsWith("@"))
    throw new Unreadable(
      t("verify.unreadable.bodyInFile", { file: data.slice(1) }),
    );
  if (!["GET", "POST"].includes(method))
    throw new Unreadable(t("verify.unreadable.otherMethod", { method }));
  const body = data === undefined ? undefined : readBody(data);
  if (/\bv1\/verify$/.test(url) && body !== undefined) return readFile(body);
  return toRequest(toPath(url, root), body);
}

/**
 * Return the URL of a command, its method, and its data if it has any.
 * @param {string[]} words without the first, such as ["-G", "-d", "seed=1", "http://…/v1/decks/french/shuffle"]
 * @returns {CurlRequest} here { url: "http://…/v1/decks/french/shuffle?seed=1", method: "GET" }
 */
function readOptions(words) {
  /** @type {string[]} */
  const urls = [];
  /** @type {string[]} */
  const data = [];
  /** @type {string | undefined} */
  let method;
  let isGet = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const short = /^-[a-zA-Z]*?([dHXoumAebcwxKD])(.*)$/s.exec(word); // -sXPOST, -d'{…}'
    const [name, value] =
      !word.startsWith("--") && short
        ? [`-${short[1]}`, short[2] || words[++i]]
        : [word, undefined];
    if (DATA.includes(name)) data.push(value ?? words[++i] ?? "");
    else if (name === "-X" || name === "--request")
      method = value ?? words[++i];
    else if (name === "--url") urls.push(words[++i]);
    else if (/^-[a-zA-Z]*G|^--get$/.test(word)) isGet = true;
    else if (WITH_VALUE.has(name)) i += value === undefined ? 1 : 0;
    else if (!word.startsWith("-")) urls.push(word);
  }
  if (urls.length !== 1) throw new Unreadable(t("verify.unreadable.noAddress"));
  const [url] = urls;
  if (isGet && data.length)
    return {
      url: `${url}${url.includes("?") ? "&" : "?"}${data.join("&")}`,
      method: method ?? "GET",
    };
  return {
    url,
    method: method ?? (data.length ? "POST" : "GET"),
    data: data.length ? data.join("&") : undefined,
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
  let i = 0;
  let hasVariable = false;
  /** @param {string} part */
  const append = (part) => {
    word = (word ?? "") + part;
  };
  const end = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  for (; i < text.length; i++) {
    const character = text[i];
    const next = text[i + 1] ?? "";
    const continuation = /^[\\^]\r?\n\s*/.exec(text.slice(i));
    if (continuation) {
      end();
      i += continuation[0].length - 1;
    } else if (character === "\\") append(text[++i] ?? "");
    else if (character === "'") {
      const close = text.indexOf("'", i + 1);
      if (close < 0) throw new Unreadable(t("verify.unreadable.cutCommand"));
      append(text.slice(i + 1, close));
      i = close;
    } else if (character === '"') {
      append("");
      for (i++; text[i] !== '"'; i++) {
        if (i >= text.length)
          throw new Unreadable(t("verify.unreadable.cutCommand"));
        if (text[i] === "$") hasVariable = true;
        if (text[i] === "\\" && /["\\$`]/.test(text[i + 1])) i++;
        append(text[i]);
      }
    } else if (
      character === "\n" ||
      character === "|" ||
      character === ";" ||
      character === ">"
    )
      break;
    else if (/\s/.test(character)) end();
    else {
      if (character === "$" && /[\w{(]/.test(next)) hasVariable = true;
      append(character);
    }
  }
  end();
  const line = text.indexOf("\n", i);
  return {
    words,
    hasVariable,
    below: line < 0 ? "" : text.slice(line + 1).trim(),
  };
}
