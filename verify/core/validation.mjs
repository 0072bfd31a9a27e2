/** Validation of requests, responses and receipts. Unknown members are rejected, never ignored. */
export class Refused extends Error {
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

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Return whether a list or an object has nothing in it. */
export const isEmpty = (value) =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).length === 0;

/** Return the members of an object with these names, as far as it has them, and the members with other names. */
export const pick = (object, names) =>
  Object.fromEntries(
    names
      .filter(
        (name) => object[name] !== undefined && Object.hasOwn(object, name),
      )
      .map((name) => [name, object[name]]),
  );
export const omit = (object, names) =>
  Object.fromEntries(
    Object.entries(object).filter(([name]) => !names.includes(name)),
  );

const isSame = (value, other) =>
  value === other ||
  [value, other].every((list) => Array.isArray(list) && list.length === 0);

/** Return the parameters of a request that differ from their defaults. */
export const dropDefaults = (request, defaults) =>
  Object.fromEntries(
    Object.entries(request).filter(
      ([name, value]) =>
        !(Object.hasOwn(defaults, name) && isSame(value, defaults[name])),
    ),
  );

/** Return the value if it is an object without unknown members and with all required ones; otherwise throw. */
export function checkObject(where, object, names, required = []) {
  if (!isObject(object))
    throw new Refused(where || "the file", "an object was expected");
  const path = (name) => (where ? `${where}.${name}` : name);
  const unknown = Object.keys(object).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Refused(
      path(unknown),
      `there is no such member here; known: ${[...new Set(names)].join(", ")}`,
    );
  const missing = required.find((name) => !Object.hasOwn(object, name));
  if (missing !== undefined)
    throw new Refused(path(missing), "this member is missing");
  return object;
}

/** Refuse a request with a list, the hash of which is missing: whoever made it by hand could choose the order of the list afterwards. */
export function checkFixedList(where, { path }, hash) {
  if (String(path).startsWith("/v1/items/") && (hash ?? null) === null)
    throw new Refused(
      `${where}.items_sha256`,
      "the hash of the list was expected, which is not fixed without it",
    );
}

/** Return the value if it is an integer in the range. */
export function checkInteger(where, value, min, max) {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw new Refused(where, `an integer from ${min} to ${max} was expected`);
}

/** Throw if the value is neither true nor false. */
export function checkBoolean(where, value) {
  if (typeof value !== "boolean")
    throw new Refused(where, "true or false was expected");
}

/** Return the value if it is one of the values. */
export function checkChoice(where, value, values) {
  if (values.includes(value)) return value;
  throw new Refused(where, `one of ${values.join(", ")} was expected`);
}

/** Return the value if it is a string of 1 to `max` characters (code points) without lone surrogates. */
export function checkText(where, value, max = 256) {
  if (
    typeof value === "string" &&
    /^\P{Surrogate}+$/u.test(value) &&
    [...value].length <= max
  )
    return value;
  throw new Refused(where, `1 to ${max} characters were expected`);
}

/** Return whether every program writes a value as the same JSON, and no null is in it. */
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

/** Check an item of a shoe of one's own: a text, or another JSON value of up to 256 bytes. */
export function checkItem(where, value) {
  if (typeof value === "string") return void checkText(where, value);
  if (
    !isPlain(value) ||
    new TextEncoder().encode(JSON.stringify(value)).length > 256
  )
    throw new Refused(
      where,
      "a text, or another JSON value of up to 256 bytes without null was expected",
    );
}

/** Return the value if it is a list. */
export function checkList(where, value) {
  if (Array.isArray(value)) return value;
  throw new Refused(where, "a list was expected");
}

/** Return the value if it is a list of strings. */
export function checkStrings(where, value) {
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value;
  throw new Refused(where, "a list of strings was expected");
}

const dropNulls = (value) => {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [name, dropNulls(member)]),
  );
};

/** Return the file of a receipt without null members, which some programs add, but for those in the list of items. */
export const openFile = ({ original_items: items, ...file }) => ({
  ...dropNulls(file),
  ...((items ?? null) !== null && { original_items: items }),
});

/** Return the bytes, by default 32, of lower-case hexadecimal digits. */
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
  return Uint8Array.from(value.match(/../g), (pair) => parseInt(pair, 16));
}
