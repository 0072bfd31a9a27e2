/** Files by a definition that this version does not know, as `sd2` would be: a later one may know it. */
import { isObject } from "./validation.mjs";

/** The name of each definition by the path of the member that has it. */
const DEFINITIONS = {
  stream: "sd1",
  "answer.stream": "sd1",
  "plan.plan": "plan1",
  "proof.scheme": "vrf1",
  "proof.alpha.scheme": "vrf1",
  "proof.alpha.stream": "sd1",
  "receipt.receipt": "sealed1",
  "receipt.terms.scheme": "sealed1",
  "receipt.terms.stream": "sd1",
  "terms.scheme": "sealed1",
  "terms.stream": "sd1",
};

/** Return the member at a path, undefined if there is none. */
const memberAt = (file, path) =>
  path
    .split(".")
    .reduce(
      (value, name) =>
        isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined,
      file,
    );

/** Return whether a value names a definition in another version than the known one. */
const isOther = (value, known) =>
  typeof value === "string" &&
  value !== known &&
  new RegExp(`^${known.replace(/\d+$/, "")}[1-9][0-9]{0,5}$`).test(value);

/** Return what is unchecked in a file by a definition that is not known here, with the reason; undefined in any other file. */
export function findLater(file) {
  for (const [path, known] of Object.entries(DEFINITIONS)) {
    const value = memberAt(file, path);
    const where = path === "receipt.receipt" ? "receipt" : path;
    if (isOther(value, known))
      return {
        [where]: `${value} is not known here; the version that made the result can check it`,
      };
  }
}
