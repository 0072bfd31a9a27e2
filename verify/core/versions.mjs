/** Files that this version does not know and a later one may: by a definition such as `sd2`, or with terms that have an unknown member. */
import { DECKS } from "../cards/decks.mjs";
import { GAMES } from "../games/games.mjs";
import { SHUFFLES } from "./shuffles.mjs";
import { MEMBERS } from "../sealed/terms.mjs";
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

/** The paths of the terms of a sealed shoe, and the names that a member of them can have. */
const TERMS = ["terms", "receipt.terms"];
const ENTRIES = { game: GAMES, deck: DECKS, algorithm: SHUFFLES };

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

/** Return whether a member of the terms has a name that is not listed here. */
const isUnknownEntry = (name, value) =>
  Object.hasOwn(ENTRIES, name) &&
  typeof value === "string" &&
  value !== "" &&
  !Object.hasOwn(ENTRIES[name], value);

/** Return the path of the first member of a file that is not known here, and the name there; undefined if all are known. */
function findUnknownName(file) {
  for (const [path, known] of Object.entries(DEFINITIONS)) {
    const value = memberAt(file, path);
    if (isOther(value, known))
      return [path === "receipt.receipt" ? "receipt" : path, value];
  }
  for (const path of TERMS) {
    const terms = memberAt(file, path);
    for (const [name, value] of isObject(terms) ? Object.entries(terms) : []) {
      if (!MEMBERS.has(name)) return [`${path}.${name}`, name];
      if (isUnknownEntry(name, value)) return [`${path}.${name}`, value];
    }
  }
}

/** Return what is unchecked in a file that has something which is not known here, with the reason; undefined in any other file. */
export function findLater(file) {
  const unknown = findUnknownName(file);
  if (unknown === undefined) return undefined;
  const [where, name] = unknown;
  return {
    [where]: `${name} is not known here; the version that made the result can check it`,
  };
}
