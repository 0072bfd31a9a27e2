/** Strict JSON: what JSON.parse reads, but no object with a member twice. JSON.parse would drop the first. */
import { Refused } from "./validation.mjs";

const MAX_DEPTH = 200; // levels, as for the service

/** Return the value of a text in JSON. Throw `Refused`, in words for people, for any other text. */
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
 * Return the reason why a text is not JSON, as far as the message of an error tells. Messages are matched at their ends,
 * because some have an excerpt of the text, in quotes, within.
 */
function explain(text, { message }) {
  if (text.trim() === "") return "it is empty";
  const [, at] =
    / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message) ?? [];
  const isCut =
    /^(?:JSON Parse error: )?(?:Unexpected end of JSON|Unexpected EOF|Unterminated string)/.test(
      message,
    );
  if (isCut || Number(at) >= text.trimEnd().length)
    return "it ends in the middle, as if the rest had been cut off";
  if (at === undefined) return "it is not JSON";
  const lines = text.slice(0, at).split("\n");
  return `it is not JSON from line ${lines.length}, column ${lines.at(-1).length + 1} on`;
}

/** Return the reason why a text in JSON is refused: an object with a member twice, or its depth; undefined if there is none. */
function findFault(text) {
  const objects = []; // the names of the members of each object around a mark, null for a list
  const marks = /["{}[\]:]/g;
  let last = "";
  for (let match; (match = marks.exec(text));) {
    const [mark] = match;
    if (mark === '"') {
      const end = findQuote(text, match.index + 1);
      last = text.slice(match.index, end + 1);
      marks.lastIndex = end + 1;
    }
    if (mark === ":") {
      const names = objects.at(-1);
      const name = JSON.parse(last);
      if (names.has(name))
        return `it has the member ${last} twice in one object`;
      names.add(name);
    }
    if (mark === "{" || mark === "[")
      objects.push(mark === "{" ? new Set() : null);
    if (mark === "}" || mark === "]") objects.pop();
    if (objects.length > MAX_DEPTH)
      return `it is nested too deeply: ${MAX_DEPTH} levels are the most`;
  }
}

/** Return the position of the first quote that no backslash escapes; a regular expression overflows on long strings. */
function findQuote(text, start) {
  for (let end = text.indexOf('"', start); ; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text[first - 1] === "\\") first--;
    if ((end - first) % 2 === 0) return end;
  }
}
