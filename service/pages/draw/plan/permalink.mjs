/** The permalink of a draw: its kind, its fields, its seed and, if it is not long, its list, in the fragment. */
// @ts-check
/** @import { DrawValues, Plan } from "./plan.mjs" */
/** @import { DrawKind } from "../../shared/draw_types.mjs" */
import { countQuery, readWhole } from "../../shared/fragments.mjs";
import { ROOT, fetchJson } from "../../shared/service.mjs";
import { KINDS } from "./kinds.mjs";
import { readLines } from "../../shared/lines.mjs";
import { NO_RULES } from "./rules.mjs";

/**
 * What the link of a draw names.
 * @typedef {object} ParsedLink
 * @property {LinkedValues} values of the form; the fields that decide and that the link does not have are empty
 * @property {boolean} isCounted whether it says how many characters it has, so that nothing of it is missing
 * @property {number} [length] how many lines the list has, if it is not in the link
 * @property {string} [digest] of the list, whether it is in the link or not
 * @property {number} [toldCount] how much of the result is told
 */

/**
 * The values of the fields that a link has.
 * @typedef {Partial<DrawValues> & { kind: DrawKind }} LinkedValues
 */

/**
 * What the link for one person of a secret draw has: who gives, to whom, and what for ("" without an occasion).
 * @typedef {{ giver: string, receiver: string, occasion: string }} LinkedSlip
 */

/** The maximum length of a list within a link, in characters. */
export const MAX_LIST = 4_000;

/**
 * Return the fingerprint of a list, which tells it from another; undefined on plain http, where browsers compute none.
 * @param {string[]} lines
 */
export async function identifyList(lines) {
  if (!crypto.subtle) return undefined;
  const { hashList } = await import("../../../../verify/core/canonical.mjs");
  // null only for a list with large numbers
  const digest = /** @type {string} */ (await hashList(lines));
  return digest.slice(0, 16);
}

/**
 * Return the permalink of a draw; without its list if this is long, or `hasList` is false. `names`: the fields of its
 * kind.
 *
 * Two winners of "Ann" and "Bo" have the link "…/draw#winners?winners=2&seed=abc&digest=…&lines=Ann%0ABo".
 * @param {DrawValues} values
 * @param {string[]} names
 * @param {string} seed
 * @param {{ hasList?: boolean }} [options]
 */
export async function createPermalink(
  values,
  names,
  seed,
  { hasList = true } = {},
) {
  /** @type {{ [name: string]: string | boolean }} */
  const valuesByName = values;
  const query = new URLSearchParams(
    names
      .filter((name) => ![false, ""].includes(valuesByName[name]))
      .map((name) => [name, String(valuesByName[name])]),
  );
  query.set("seed", seed);
  if (KINDS[values.kind].hasList) {
    const lines = readLines(values.lines);
    const digest = await identifyList(lines);
    if (digest) query.set("digest", digest); // before the list, so that a link that was cut has it
    if (hasList && isShort(lines)) query.set("lines", lines.join("\n"));
    else query.set("length", String(lines.length));
  }
  return `${ROOT}draw#${values.kind}?${countQuery(String(query))}`;
}

/**
 * Return the link to the page that shows the result of a permalink, and what it proves. Tickets and rules that are not
 * in the link decide too: then the page Draw asks for the list. On plain http only the page Draw works.
 * @param {string} permalink
 */
export function toResult(permalink) {
  const { weighted, apart, fair, length } = Object.fromEntries(
    new URLSearchParams(permalink.split("?")[1]),
  );
  const isOfList =
    weighted || apart || fair || permalink.startsWith(`${ROOT}draw#santa?`);
  return (isOfList && length) || !crypto.subtle
    ? permalink
    : permalink.replace(`${ROOT}draw#`, `${ROOT}result#`);
}

/**
 * Return whether a list is short enough for a link.
 * @param {string[]} lines
 */
export const isShort = (lines) => lines.join("\n").length <= MAX_LIST;

/** The fields that decide, and that a link leaves out while they are empty. */
const CLEARED = {
  weighted: false,
  repeated: false,
  sorted: false,
  circle: false,
  oneway: false,
  ...NO_RULES,
  party: "",
  range: "",
  roll: "",
};

/**
 * Return whether a name is that of a kind of draw.
 * @param {string} name
 * @returns {name is DrawKind}
 */
export const isKind = (name) => Object.hasOwn(KINDS, name);

/**
 * Return the values in a fragment, with `length` and `digest` if the list is not in it, and `toldCount`, how much of
 * the result is told; undefined if the fragment names no draw, or was cut.
 * @param {string} fragment such as "#winners?winners=2&seed=abc"
 * @returns {ParsedLink | undefined}
 */
export function parsePermalink(fragment) {
  const [name, ...parts] = fragment.replace(/^#/, "").split("?");
  const kind = name === "teams" ? "groups" : name; // teams were a kind of their own
  const query = parts.join("?");
  const whole = readWhole(query);
  if (!isKind(kind) || whole === undefined) return undefined;
  const {
    length,
    digest,
    told: toldText,
    ...values
  } = Object.fromEntries(new URLSearchParams(whole));
  return {
    isCounted: whole !== query,
    values: {
      ...CLEARED,
      ...(kind === "groups" && { groups: "", size: "", tables: "" }),
      ...values,
      kind,
      how: "plain",
    },
    length: Number(length) || undefined,
    digest,
    toldCount: toldText ? Number(toldText) : undefined,
  };
}

/**
 * Return whether the list in a link is another one than at first, as if the link was cut: what it draws then has
 * other winners.
 * @param {ParsedLink} link
 */
export async function isDamaged({ values, length, digest }) {
  if (!digest || length !== undefined) return false;
  const ownDigest = await identifyList(readLines(values.lines ?? ""));
  return ownDigest !== undefined && ownDigest !== digest;
}

/**
 * The draw that a permalink names: its plan, its list, its seed, and the values of its form, "" where the link has no
 * field.
 * @typedef {{ plan: Plan, values: DrawValues, lines: string[], seed?: string }} PlannedLink
 */

/**
 * Return the draw that a permalink names.
 * @param {ParsedLink} link
 * @param {string[]} [lines] the list, or what stands for it
 * @returns {PlannedLink}
 */
export function planLinked(
  { values: { seed, ...linked } },
  lines = readLines(linked.lines ?? ""),
) {
  const values = fillMissing(linked);
  const plan = KINDS[linked.kind].plan({ values, lines });
  return { plan, values, lines, seed };
}

/**
 * Return the response to the draw that a permalink with a seed names.
 * @param {PlannedLink} draw
 * @returns {Promise<any>} who asks knows the shape of the response
 */
export async function fetchPlanned({ plan, seed }) {
  const { path, query, body } = plan.request;
  return fetchJson(
    path,
    body ? { body: { ...body, seed } } : { query: { ...query, seed } },
  );
}

/**
 * Return values that are "" for each field that a link does not have.
 * @param {LinkedValues} linked
 */
function fillMissing(linked) {
  /** @type {{ [name: string | symbol]: unknown }} */
  const valuesByName = linked;
  const values = new Proxy(valuesByName, {
    get: (_, name) => valuesByName[name] ?? "",
  });
  return /** @type {DrawValues} */ (values);
}

/**
 * Return the link for one person of a secret draw: who gives, to whom and what for, written so that nobody reads it by
 * chance.
 * @param {LinkedSlip} slip
 */
export function createSlipLink({ giver, receiver, occasion }) {
  const bytes = new TextEncoder().encode(
    JSON.stringify([giver, receiver, occasion]),
  );
  return `${ROOT}draw#slip=${btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")}`;
}

/**
 * Return what the fragment of such a link has; undefined for another one.
 * @param {string} fragment
 * @returns {LinkedSlip | undefined}
 */
export function readSlipLink(fragment) {
  const [, packed] = /^#slip=([\w-]+)$/.exec(fragment) ?? [];
  if (!packed) return undefined;
  try {
    const bytes = Uint8Array.from(
      atob(packed.replaceAll("-", "+").replaceAll("_", "/")),
      (character) => character.charCodeAt(0),
    );
    const [giver, receiver, occasion = ""] = JSON.parse(
      new TextDecoder().decode(bytes),
    ).map(String);
    return receiver === undefined ? undefined : { giver, receiver, occasion };
  } catch {
    return undefined;
  }
}
