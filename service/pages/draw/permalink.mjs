/** The permalink of a draw: its kind, its fields, its seed and, if it is not long, its list, in the fragment. */
import { ROOT } from "../shared/page.mjs";
import { KINDS } from "./kinds.mjs";
import { readLines } from "./lines.mjs";

/** The length up to which a list is in a link, in characters. */
export const MAX_LIST = 4_000;

/** Return the permalink of a draw. `names` are those of the fields that its kind has. */
export function createPermalink(values, names, seed) {
  const query = new URLSearchParams(names.filter((name) => values[name] !== false && values[name] !== "").map((name) => [name, values[name]]));
  query.set("seed", seed);
  if (KINDS[values.kind].hasList) {
    const lines = readLines(values.lines);
    const list = lines.join("\n");
    if (list.length <= MAX_LIST) query.set("lines", list);
    else query.set("length", lines.length);
  }
  return `${ROOT}draw#${values.kind}?${query}`;
}

/** Return the values in a fragment, and the `length` of a list that is too long for it; undefined if it is of no draw. */
export function parsePermalink(fragment) {
  const [kind, ...rest] = fragment.replace(/^#/, "").split("?");
  if (!Object.hasOwn(KINDS, kind)) return undefined;
  const { length, ...values } = Object.fromEntries(new URLSearchParams(rest.join("?")));
  return { values: { weighted: false, repeated: false, sorted: false, ...values, kind, how: "plain" }, length: Number(length) || undefined };
}
