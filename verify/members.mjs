/** What the members of a request, an answer or a receipt may be. Whatever is not known is refused, never ignored. */
export class Refused extends Error {
  constructor(where, message) {
    super(`${where}: ${message}`);
    this.where = where;
  }
}

/** Refuse what is no object, has a member that is not among the names, or lacks one of those that are required. */
export function members(where, object, names, required = []) {
  if (typeof object !== "object" || object === null || Array.isArray(object))
    throw new Refused(where || "the file", "an object was expected");
  const at = (name) => (where ? `${where}.${name}` : name);
  const strange = Object.keys(object).find((name) => !names.includes(name));
  if (strange !== undefined)
    throw new Refused(at(strange), `there is no such member here; known: ${[...new Set(names)].join(", ")}`);
  const missing = required.find((name) => !Object.hasOwn(object, name));
  if (missing !== undefined) throw new Refused(at(missing), "this member is missing");
  return object;
}

/** That integer, if it is one in the range. */
export function integer(where, value, least, most) {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw new Refused(where, `an integer from ${least} to ${most} was expected`);
}

export function choice(where, value, values) {
  if (values.includes(value)) return value;
  throw new Refused(where, `expected was one of ${values.join(", ")}`);
}

/** That string, if it has 1 to 256 characters (code points), none of them half of a surrogate pair. */
export function text(where, value) {
  if (typeof value === "string" && /^\P{Surrogate}{1,256}$/u.test(value)) return value;
  throw new Refused(where, "1 to 256 characters were expected");
}

export function strings(where, value) {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw new Refused(where, "a list of strings was expected");
}

/** The bytes that 64 lower-case hexadecimal digits write. */
export function digest(where, value) {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value))
    throw new Refused(where, "64 lower-case hexadecimal digits were expected");
  return Uint8Array.from(value.match(/../g), (pair) => parseInt(pair, 16));
}
