/** Validation of requests, responses and receipts. Unknown members are rejected, never ignored. */
// @ts-check

/**
 * An object of JSON, the members of which are not checked yet.
 *
 * @typedef {{ [name: string]: unknown }} JsonObject
 */

/**
 * The first member that is another one than expected, with its path; perhaps the number of the draw, and words for
 * people.
 *
 * @typedef {{ where: string, expected: unknown, seen: unknown, draw?: number, detail?: string }} Difference
 */

/**
 * The result of a check of a file.
 *
 * @typedef {object} CheckResult
 * @property {boolean | null} valid null if nothing differs but not everything was checked
 * @property {Difference} [difference] the first, if it is not valid
 * @property {{ [name: string]: string }} [unchecked] by what was not checked, the reason
 * @property {string[]} [notes] sentences on the rest
 * @property {JsonObject} [derived] what the check computed, by name
 */

/**
 * Return a difference; `more` may have the number of its `draw`, and a `detail` for people.
 *
 * @param {string} where the path of the member
 * @param {unknown} expected
 * @param {unknown} seen
 * @param {{ draw?: number, detail?: string }} [more]
 * @returns {Difference}
 */
export const differ = (where, expected, seen, more) => ({
  where,
  expected,
  seen,
  ...more,
});

/**
 * Refuses a file or a request: `where` is the path of the member, such as `proof.alpha.round`, and `reason` what is
 * expected there.
 */
export class Refused extends Error {
  /**
   * @param {string} where the path of the member
   * @param {string} message the reason, in words for people
   */
  constructor(where, message) {
    super(`${where}: ${message}`);
    this.where = where;
    this.reason = message;
  }
}

/** Refuses what this version does not know, and a later one may. */
export class Unknown extends Refused {}

/** Refuses results of another form than any: the response is wrong, and its request well-formed. */
export class WrongResult extends Refused {}

/** Refuses a draw that found no result in the number of tries of its definition. */
export class NotFound extends Refused {}

/**
 * Return whether a value is an object of JSON, and no list.
 *
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Return whether a list or an object has nothing in it.
 *
 * @param {unknown} value
 * @returns {boolean} false for what is neither
 */
export const isEmpty = (value) =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).length === 0;

/**
 * Return the members of an object with these names, as far as it has them.
 *
 * @template T
 * @param {{ [name: string]: T }} object
 * @param {readonly string[]} names
 * @returns {{ [name: string]: T }}
 */
export const pick = (object, names) =>
  Object.fromEntries(
    names
      .filter(
        (name) => object[name] !== undefined && Object.hasOwn(object, name),
      )
      .map((name) => [name, object[name]]),
  );

/**
 * Return the members of an object with other names than these.
 *
 * @template T
 * @param {{ [name: string]: T }} object
 * @param {readonly string[]} names
 * @returns {{ [name: string]: T }}
 */
export const omit = (object, names) =>
  Object.fromEntries(
    Object.entries(object).filter(([name]) => !names.includes(name)),
  );

/**
 * Return whether a parameter is as its default: the same value, or both are empty lists.
 *
 * @param {unknown} value
 * @param {unknown} defaultValue
 */
const isSame = (value, defaultValue) =>
  value === defaultValue ||
  [value, defaultValue].every(
    (list) => Array.isArray(list) && list.length === 0,
  );

/**
 * Return the parameters of a request that differ from their defaults.
 *
 * @template T
 * @param {{ [name: string]: T }} request
 * @param {JsonObject} defaults by the name of a parameter
 * @returns {{ [name: string]: T }}
 */
export const dropDefaults = (request, defaults) =>
  Object.fromEntries(
    Object.entries(request).filter(
      ([name, value]) =>
        !(Object.hasOwn(defaults, name) && isSame(value, defaults[name])),
    ),
  );

/**
 * Return the value if it is an object, with any members; otherwise throw.
 *
 * @template T
 * @param {string} where the path of the value, "" for the whole file
 * @param {T} value
 * @returns {T & JsonObject}
 */
export function requireObject(where, value) {
  if (!isObject(value))
    throw new Refused(where || "the file", "an object was expected");
  return value;
}

/**
 * Return the value if it is an object without unknown members and with all required ones; otherwise throw.
 *
 * @template T
 * @param {string} where the path of the object, "" for the whole file
 * @param {T} object
 * @param {readonly string[]} names of the members that it may have
 * @param {readonly string[]} required names of the members that it must have
 * @returns {T & JsonObject}
 */
export function checkObject(where, object, names, required = []) {
  const members = requireObject(where, object);
  /** @param {string} name */
  const path = (name) => (where ? `${where}.${name}` : name);
  const unknown = Object.keys(members).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Refused(
      path(unknown),
      `there is no such member here; known: ${[...new Set(names)].join(", ")}`,
    );
  const missing = required.find((name) => !Object.hasOwn(members, name));
  if (missing !== undefined)
    throw new Refused(path(missing), "this member is missing");
  return members;
}

/**
 * Throw `Refused` unless something is right.
 *
 * @param {unknown} isRight
 * @param {string} where the path of what is wrong
 * @param {string} message why it is wrong
 * @returns {asserts isRight}
 */
export function ensure(isRight, where, message) {
  if (!isRight) throw new Refused(where, message);
}

/**
 * Return the value if it is an integer from `min` to `max`. Throw `Refused` otherwise.
 *
 * @param {string} where the path of the value
 * @param {unknown} value
 * @param {number} min
 * @param {number} max
 * @returns {number}
 */
export function checkInteger(where, value, min, max) {
  if (
    typeof value === "number" &&
    Number.isSafeInteger(value) &&
    value >= min &&
    value <= max
  )
    return value;
  throw new Refused(where, `an integer from ${min} to ${max} was expected`);
}

/**
 * Throw if the value is neither true nor false.
 *
 * @param {string} where the path of the value
 * @param {unknown} value
 */
export function checkBoolean(where, value) {
  if (typeof value !== "boolean")
    throw new Refused(where, "true or false was expected");
}

/**
 * Return the value if it is one of the choices. Throw `Refused` otherwise, with all choices in the reason.
 *
 * @template T
 * @param {string} where the path of the value
 * @param {unknown} value
 * @param {readonly T[]} choices
 * @returns {T}
 */
export function checkChoice(where, value, choices) {
  const index = choices.findIndex((choice) => choice === value);
  if (index >= 0) return choices[index];
  throw new Refused(where, `one of ${choices.join(", ")} was expected`);
}

/**
 * Return the value if it is a string of 1 to `max` characters (code points) without lone surrogates.
 *
 * @param {string} where the path of the value
 * @param {unknown} value
 * @param {number} max
 * @returns {string}
 */
export function checkText(where, value, max = 256) {
  if (
    typeof value === "string" &&
    /^\P{Surrogate}+$/u.test(value) &&
    [...value].length <= max
  )
    return value;
  throw new Refused(where, `1 to ${max} characters were expected`);
}

/**
 * Return whether every program writes a value as the same JSON, and no null is in it.
 *
 * @param {unknown} value
 * @returns {boolean}
 */
function isPlain(value) {
  if (typeof value === "string") return /^\P{Surrogate}*$/u.test(value);
  if (typeof value === "number")
    return (
      Math.abs(value) <= Number.MAX_SAFE_INTEGER &&
      (Number.isInteger(value) || Math.abs(value) >= 1e-4)
    );
  if (typeof value !== "object" || value === null)
    return typeof value === "boolean";
  return Object.entries(value).every(
    ([name, member]) => /^[^\ud800-\uffff]*$/.test(name) && isPlain(member),
  );
}

/**
 * Check an item of a shoe of one's own: a text, or another JSON value of up to 256 bytes.
 *
 * @param {string} where the path of the item
 * @param {unknown} value
 */
export function checkItem(where, value) {
  if (typeof value === "string") {
    checkText(where, value);
    return;
  }
  if (
    !isPlain(value) ||
    new TextEncoder().encode(JSON.stringify(value)).length > 256
  )
    throw new Refused(
      where,
      "a text, or another JSON value of up to 256 bytes without null was expected",
    );
}

/**
 * Return the value if it is a list. Throw `Refused` otherwise. Its members may be of any kind.
 *
 * @template T
 * @param {string} where the path of the value
 * @param {T} value
 * @returns {T & unknown[]}
 */
export function checkList(where, value) {
  if (Array.isArray(value)) return value;
  throw new Refused(where, "a list was expected");
}

/**
 * Return the value if it is a list of strings, or an empty list. Throw `Refused` otherwise.
 *
 * @param {string} where the path of the value
 * @param {unknown} value
 * @returns {string[]}
 */
export function checkStrings(where, value) {
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value;
  throw new Refused(where, "a list of strings was expected");
}

/**
 * Return a value without the null members of objects at any depth.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
function dropNulls(value) {
  if (Array.isArray(value)) return value.map(dropNulls);
  return isObject(value) ? dropNullMembers(value) : value;
}

/**
 * Return an object without its null members, and without those in its members.
 *
 * @param {JsonObject} object
 * @returns {JsonObject}
 */
function dropNullMembers(object) {
  const members = Object.entries(object).filter(
    ([, member]) => member !== null,
  );
  return Object.fromEntries(
    members.map(([name, member]) => [name, dropNulls(member)]),
  );
}

/**
 * Return the file of a receipt without null members, which some programs add, but for those in the list of items.
 *
 * @param {JsonObject} file
 * @returns {JsonObject}
 */
export function openFile({ original_items: items, ...members }) {
  const file = dropNullMembers(members);
  if ((items ?? null) !== null) file.original_items = items;
  return file;
}

/**
 * Return the bytes, by default 32, of lower-case hexadecimal digits.
 *
 * @param {string} where the path of the value
 * @param {unknown} value the digits, two for each byte
 * @param {number} size how many bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function parseDigest(where, value, size = 32) {
  if (
    typeof value !== "string" ||
    value.length !== 2 * size ||
    !/^[0-9a-f]*$/.test(value)
  )
    throw new Refused(
      where,
      `${2 * size} lower-case hexadecimal digits were expected`,
    );
  const pairs = value.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}
