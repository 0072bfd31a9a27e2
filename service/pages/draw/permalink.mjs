/** The permalink of a draw: its kind, its fields, its seed and, if it is not long, its list, in the fragment. */
import { ROOT, fetchJson } from "../shared/page.mjs";
import { KINDS } from "./kinds.mjs";
import { readLines } from "./lines.mjs";

/** The maximum length of a list within a link, in characters. */
export const MAX_LIST = 4_000;

/** Return the fingerprint of a list, which tells it from another; undefined on plain http, where browsers compute none. */
export async function identifyList(lines) {
  if (!crypto.subtle) return undefined;
  const { hashList } = await import("../../../verify/core/canonical.mjs");
  return (await hashList(lines)).slice(0, 16);
}

/** Return the permalink of a draw; without its list if this is long, or `hasList` is false. `names`: the fields of its kind. */
export async function createPermalink(
  values,
  names,
  seed,
  { hasList = true } = {},
) {
  const query = new URLSearchParams(
    names
      .filter((name) => values[name] !== false && values[name] !== "")
      .map((name) => [name, values[name]]),
  );
  query.set("seed", seed);
  if (KINDS[values.kind].hasList) {
    const lines = readLines(values.lines);
    if (hasList && isShort(lines)) query.set("lines", lines.join("\n"));
    else {
      query.set("length", lines.length);
      const digest = await identifyList(lines);
      if (digest) query.set("digest", digest);
    }
  }
  return `${ROOT}draw#${values.kind}?${query}`;
}

/**
 * Return the link to the page that shows the result of a permalink, and what it proves. Tickets and rules that are not in
 * the link decide too: then the page Draw asks for the list. On plain http only the page Draw works.
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

/** Return whether a list is short enough for a link. */
export const isShort = (lines) => lines.join("\n").length <= MAX_LIST;

/**
 * Return the values in a fragment, with `length` and `digest` if the list is not in it, and `told`, how much of the result is
 * told; undefined if the fragment names no draw.
 */
export function parsePermalink(fragment) {
  const [name, ...rest] = fragment.replace(/^#/, "").split("?");
  const kind = name === "teams" ? "groups" : name; // teams were a kind of their own
  if (!Object.hasOwn(KINDS, kind)) return undefined;
  const { length, digest, told, ...values } = Object.fromEntries(
    new URLSearchParams(rest.join("?")),
  );
  const cleared = {
    weighted: false,
    repeated: false,
    sorted: false,
    circle: false,
    oneway: false,
    apart: "",
    fair: "",
    separate: "",
    together: "",
    met: "",
    last: "",
    party: "",
    range: "",
  };
  return {
    values: {
      ...cleared,
      ...(kind === "groups" && { groups: "", size: "" }),
      ...values,
      kind,
      how: "plain",
    },
    length: Number(length) || undefined,
    digest,
    told: told && Number(told),
  };
}

/** Return the response to the draw that a permalink with a seed names, its `plan`, and its `values`: "" where the link has no field. */
export async function fetchLinked(
  { values: { seed, ...given } },
  lines = readLines(given.lines ?? ""),
) {
  const values = new Proxy(given, { get: (all, name) => all[name] ?? "" });
  const plan = KINDS[given.kind].plan({ values, lines });
  const { path, query, body } = plan.request;
  return {
    plan,
    values,
    lines,
    response: await fetchJson(
      path,
      body ? { body: { ...body, seed } } : { query: { ...query, seed } },
    ),
  };
}

/** Return the link for one person of a secret draw: who gives, to whom and what for, written so that nobody reads it by chance. */
export function createSlipLink({ giver, receiver, occasion }) {
  const bytes = new TextEncoder().encode(
    JSON.stringify([giver, receiver, occasion]),
  );
  return `${ROOT}draw#slip=${btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")}`;
}

/** Return what the fragment of such a link has; undefined for another one. */
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
