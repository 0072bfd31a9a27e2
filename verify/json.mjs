/** Strict JSON: what JSON.parse reads, without objects that have a member twice, of which it would drop the first. */
import { Refused } from "./validation.mjs";

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;

/** Return the value of a text in JSON. Throw `Refused`, in words for people, for any other text. */
export function parseJson(text, where = "the file") {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refused(where, explain(text, error));
  }
  const twice = findRepeatedMember(text);
  if (twice !== undefined) throw new Refused(where, `it has the member ${twice} twice in one object`);
  return value;
}

/** Return the reason why a text is not JSON, as far as the position in the message of an error tells. */
function explain(text, { message }) {
  if (text.trim() === "") return "it is empty";
  const [, at] = /position (\d+)/.exec(message) ?? [];
  if (/end of JSON|Unterminated/.test(message) || Number(at) >= text.trimEnd().length)
    return "it ends in the middle, as if the rest had been cut off";
  if (at === undefined) return "it is not JSON";
  const lines = text.slice(0, at).split("\n");
  return `it is not JSON from line ${lines.length}, column ${lines.at(-1).length + 1} on`;
}

/** Return the first member, as it is written, that an object in a valid text has twice; undefined if there is none. */
function findRepeatedMember(text) {
  const objects = []; // the names of the members of each object around a token, null for a list
  let last = "";
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ":") {
      const names = objects.at(-1);
      const name = JSON.parse(last);
      if (names.has(name)) return last;
      names.add(name);
    }
    if (token === "{" || token === "[") objects.push(token === "{" ? new Set() : null);
    if (token === "}" || token === "]") objects.pop();
    last = token;
  }
}
