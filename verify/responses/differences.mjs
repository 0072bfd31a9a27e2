/** The differences between an expected response and the response to check. */
// @ts-check
import { UNCHECKED } from "../core/draws.mjs";
import { isObject } from "../core/validation.mjs";

/**
 * @import { Difference, JsonObject } from "../core/validation.mjs"
 */

/**
 * Return the first difference between two values, or undefined: { where: "hands[0].seat", expected: "1", seen: "2" }.
 *
 * @param {unknown} expected
 * @param {unknown} seen
 * @param {string} where the path of the values, "" for a whole response
 * @returns {Difference | undefined}
 */
export function findDifference(expected, seen, where) {
  for (const difference of listDifferences(expected, seen, where))
    return difference;
}

/**
 * Generate the differences between two values, in their order: of lists and objects those of their members.
 *
 * @param {unknown} expected
 * @param {unknown} seen
 * @param {string} where the path of the values, "" for a whole response
 * @returns {Generator<Difference>}
 */
export function* listDifferences(expected, seen, where) {
  if (expected === seen) return;
  if (expected === UNCHECKED && seen !== undefined) return;
  if (
    expected === UNCHECKED ||
    !hasMembers(expected) ||
    !hasMembers(seen) ||
    Array.isArray(expected) !== Array.isArray(seen)
  ) {
    yield { where, expected, seen };
    return;
  }
  const names = new Set([...Object.keys(expected), ...Object.keys(seen)]);
  for (const name of names) {
    const expectedMember = getOwn(expected, name);
    const seenMember = getOwn(seen, name);
    if (expectedMember !== seenMember)
      yield* listDifferences(
        expectedMember,
        seenMember,
        joinPath(where, name, expected),
      );
  }
}

/**
 * Return the path of an element of a list, or of a member of an object.
 *
 * @param {string} where the path of the parent
 * @param {string} name of the member, or the number of the element
 * @param {unknown} parent
 */
function joinPath(where, name, parent) {
  if (Array.isArray(parent)) return `${where}[${name}]`;
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))
    return `${where}[${JSON.stringify(name)}]`;
  return where ? `${where}.${name}` : name;
}

/**
 * Return whether a value is a list or an object; the members of a list are its elements, by their numbers.
 *
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
const hasMembers = (value) => typeof value === "object" && value !== null;

/**
 * Return a member of a list or an object that is its own: `constructor` is inherited.
 *
 * @param {JsonObject} value
 * @param {string} name
 */
const getOwn = (value, name) =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/**
 * Change an expected response so that a response of another version does not differ by its members alone. A member that
 * 1.0.0 lacks is taken out if the response does not have it. A member of the response that is not known here is added
 * with the value that it has there, and its path to `unknown`; `original_items` is left to the comparison.
 *
 * Of { hands: [{ seat: "1" }] } and the response { hands: [{ seat: "1", colour: "red" }] } the expected one gets the
 * colour, and `unknown` "hands.colour".
 *
 * @param {unknown} expected the response or a part of it
 * @param {unknown} response the same part of the response to check
 * @param {Map<string, boolean>} members of the endpoint, as `membersOf` returns them
 * @param {Set<string>} unknown the paths of members that are not known here
 * @param {string} path of the part in the response: "hands" for the hands, and for each of them
 */
export function adaptResponse(expected, response, members, unknown, path = "") {
  if (Array.isArray(expected) && Array.isArray(response)) {
    for (const [i, entry] of expected.entries())
      adaptResponse(entry, response[i], members, unknown, path);
    return;
  }
  if (!isObject(expected) || !isObject(response)) return;
  const prefix = path && `${path}.`;
  for (const name of Object.keys(expected)) {
    const isNew = members.get(prefix + name);
    if (isNew && !Object.hasOwn(response, name)) delete expected[name];
  }
  for (const [name, value] of Object.entries(response)) {
    const inner = prefix + name;
    const isKnown = members.has(inner) || inner === "original_items";
    if (!isKnown && !Object.hasOwn(expected, name)) {
      unknown.add(inner);
      Object.defineProperty(expected, name, { value, enumerable: true });
    } else if (hasMembersIn(inner, members)) {
      adaptResponse(expected[name], value, members, unknown, inner);
    }
  }
}

/**
 * Return whether members are known below a path: `"hands.cards"` is below `"hands"`.
 *
 * @param {string} path
 * @param {Map<string, boolean>} members
 */
const hasMembersIn = (path, members) =>
  [...members.keys()].some((memberPath) => memberPath.startsWith(`${path}.`));
