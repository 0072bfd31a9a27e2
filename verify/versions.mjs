/**
 * Files that this version does not know and a later one may: by a definition such as `sd2`, or with terms that have an
 * unknown member.
 */
// @ts-check
import { DECKS } from "./cards/decks.mjs";
import { GAMES } from "./games/games.mjs";
import { SHUFFLES } from "./core/shuffles.mjs";
import { MEMBERS } from "./sealed/terms.mjs";
import { isObject } from "./core/validation.mjs";

/** @import { JsonObject } from "./core/validation.mjs" */

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

/** The paths of the terms of a sealed shoe. */
const TERMS = ["terms", "receipt.terms"];

/**
 * By a member of the terms, the table that has an entry for each value which is known here.
 *
 * @type {{ [member: string]: object }}
 */
const ENTRIES = { game: GAMES, deck: DECKS, algorithm: SHUFFLES };

/**
 * Return the member at a path, undefined if there is none.
 *
 * @param {unknown} file
 * @param {string} path such as "receipt.terms"
 * @returns {unknown}
 */
function memberAt(file, path) {
  let value = file;
  for (const name of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/**
 * Return whether a value names a definition in another version than the known one.
 *
 * @param {unknown} value
 * @param {string} knownName such as "sd1"
 * @returns {value is string}
 */
const isOther = (value, knownName) =>
  typeof value === "string" &&
  value !== knownName &&
  new RegExp(`^${knownName.replace(/\d+$/, "")}[1-9][0-9]{0,5}$`).test(value);

/**
 * Return whether a member of the terms has a name that is not listed here.
 *
 * @param {string} member
 * @param {unknown} name
 * @returns {name is string}
 */
const isUnknownEntry = (member, name) =>
  Object.hasOwn(ENTRIES, member) &&
  typeof name === "string" &&
  name !== "" &&
  !Object.hasOwn(ENTRIES[member], name);

/**
 * Return the path of the first member of a file that is not known here, and the name there; undefined if all are known.
 *
 * @param {JsonObject} file
 * @returns {{ where: string, name: string } | undefined}
 */
function findUnknownName(file) {
  for (const [path, knownName] of Object.entries(DEFINITIONS)) {
    const value = memberAt(file, path);
    if (isOther(value, knownName))
      return {
        where: path === "receipt.receipt" ? "receipt" : path,
        name: value,
      };
  }
  for (const path of TERMS) {
    const terms = memberAt(file, path);
    if (!isObject(terms)) continue;
    for (const [member, value] of Object.entries(terms)) {
      const where = `${path}.${member}`;
      if (!MEMBERS.has(member)) return { where, name: member };
      if (isUnknownEntry(member, value)) return { where, name: value };
    }
  }
}

/**
 * Return what is unchecked in a file that has something which is not known here, with the reason; undefined in any
 * other file.
 *
 * @param {JsonObject} file
 * @returns {{ [where: string]: string } | undefined}
 */
export function findLater(file) {
  const unknown = findUnknownName(file);
  if (unknown === undefined) return undefined;
  const { where, name } = unknown;
  return {
    [where]: `${name} is not known here; the version that made the result can check it`,
  };
}
