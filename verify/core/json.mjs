/** Strict JSON: what JSON.parse reads, but no object with a member twice. JSON.parse would drop the first. */
// @ts-check
import { Refused } from "./validation.mjs";

const MAX_DEPTH = 200; // levels, as for the service

/**
 * Return the value of a text in JSON. Throw `Refused`, in words for people, for any other text.
 *
 * @param {string} text
 * @param {string} where what the text is, in words: "the file"
 * @returns {unknown}
 */
export function parseJson(text, where = "the file") {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Refused(where, explain(text, error));
  }
  const reason = findFault(text);
  if (reason !== undefined) throw new Refused(where, reason);
  return value;
}

/**
 * Return the reason why a text is not JSON, as far as the message of an error tells. Messages are matched at their
 * ends, because some have an excerpt of the text, in quotes, within. A message without a position is "it is not JSON".
 *
 * @param {string} text
 * @param {SyntaxError} error what JSON.parse threw
 */
function explain(text, { message }) {
  if (text.trim() === "") return "it is empty";
  const match = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(
    message,
  );
  const position = match === null ? undefined : Number(match[1]);
  const isCut =
    /^(?:JSON Parse error: )?(?:Unexpected end of JSON|Unexpected EOF|Unterminated string)/.test(
      message,
    );
  const isAtEnd = position !== undefined && position >= text.trimEnd().length;
  if (isCut || isAtEnd)
    return "it ends in the middle, as if the rest had been cut off";
  if (position === undefined) return "it is not JSON";
  const before = text.slice(0, position);
  const line = before.split("\n").length;
  const column = position - before.lastIndexOf("\n");
  return `it is not JSON from line ${line}, column ${column} on`;
}

/**
 * Return the reason why a text in JSON is refused: an object with a member twice, or its depth; undefined if there is
 * none.
 *
 * @param {string} text
 */
function findFault(text) {
  /**
   * The names of the members of each object around a mark, null for a list.
   *
   * @type {(Set<string> | null)[]}
   */
  const levels = [];
  const marks = /["{}[\]:]/g;
  let lastString = ""; // with its quotes
  for (let match; (match = marks.exec(text));) {
    const [mark] = match;
    if (mark === '"') {
      const end = findQuote(text, match.index + 1);
      lastString = text.slice(match.index, end + 1);
      marks.lastIndex = end + 1;
    }
    if (mark === ":") {
      const names = levels.at(-1);
      const name = JSON.parse(lastString);
      if (names?.has(name))
        return `it has the member ${lastString} twice in one object`;
      names?.add(name);
    }
    if (mark === "{" || mark === "[")
      levels.push(mark === "{" ? new Set() : null);
    if (mark === "}" || mark === "]") levels.pop();
    if (levels.length > MAX_DEPTH)
      return `it is nested too deeply: ${MAX_DEPTH} levels are the most`;
  }
}

/**
 * Return the position of the first quote that no backslash escapes; a regular expression overflows on long strings.
 *
 * @param {string} text
 * @param {number} start where to begin
 */
function findQuote(text, start) {
  for (let end = text.indexOf('"', start); ; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text[first - 1] === "\\") first--;
    if ((end - first) % 2 === 0) return end;
  }
}
