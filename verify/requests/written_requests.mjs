/**
 * How others name the request of a draw: a response repeats it, and a proof names it.
 *
 * A response repeats the parameters that differ from their defaults (docs/definitions/stability.md). A proof names what
 * the draw depends on, and leaves out what only changes how it is shown (docs/definitions/proofs.md).
 */
// @ts-check
import { omit, pick } from "../core/validation.mjs";
import { SEARCH_FIELDS } from "../deals/deals.mjs";
import { listParameters } from "../endpoints/endpoint_names.mjs";

/**
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { Draw } from "./opened_requests.mjs"
 */

/** How many deals a search tries, if the request does not say it. */
const MAX_CANDIDATES = 100000;

/** Parameters that a response writes in another way than they were sent, or not at all. */
const WRITTEN_APART = ["seed", "index", "items", "given", "where", "exclude"];

/**
 * Return the request of a draw as a response has it; that of a proved response has its terms in place of a seed.
 *
 * @param {Draw} draw
 * @param {JsonObject} [prove] the terms of a proof
 * @returns {JsonObject}
 */
export function writeRequest(
  { endpoint, rule, path, request, repeats },
  prove,
) {
  const names = listParameters(rule).filter(
    (name) => !WRITTEN_APART.includes(name),
  );
  const parameters = pick(request, names);
  const { index, where, max_candidates = MAX_CANDIDATES } = request;
  const isFirst = where === undefined || index === 0;
  // The board of an index is dealt without `board` too
  if (parameters.board === index + 1 && isFirst) delete parameters.board;
  const seedNames = index === 0 ? ["seed"] : ["seed", "index"];
  const seeded = prove === undefined ? pick(request, seedNames) : { prove };
  return {
    path,
    ...parameters,
    ...endpoint.spell?.(request),
    ...(where === undefined ? {} : { max_candidates }),
    ...(repeats === undefined ? {} : { repeats }),
    ...seeded,
  };
}

/**
 * Return the members of a response that follow from its request alone.
 *
 * @param {Draw} draw
 * @returns {JsonObject}
 */
export const describeDraw = ({ endpoint, request }) =>
  endpoint.describe({
    ...omit(request, SEARCH_FIELDS),
    ...endpoint.spell?.(request),
  });

/** Members of a response or of its request that a proof of no endpoint names. */
const UNNAMED = [
  "path",
  "seed",
  "index",
  "repeats",
  "max_candidates",
  "notation",
  "name_style",
  "uniformity",
];

/**
 * Return the request of a draw as a proof names it.
 *
 * @param {Draw} draw
 * @returns {JsonObject}
 */
export function nameRequest(draw) {
  const { endpoint, path, request } = draw;
  const described = describeDraw(draw);
  // What is described comes first, and its values hold
  const known = { ...described, ...writeRequest(draw), ...described };
  const unnamed = [...UNNAMED, ...(endpoint.unnamed ?? [])];
  const members = omit(known, unnamed);
  const { exclude } = members;
  // In any order they exclude the same
  if (Array.isArray(exclude)) members.exclude = [...exclude].sort();
  return {
    path: path.replace(/\/batch$/, ""),
    ...members,
    ...endpoint.name?.(request),
  };
}
