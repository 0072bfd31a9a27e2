/**
 * The draw that a request asks for, before its values are read: the endpoint of its path, and parameters that are
 * known.
 *
 * What a later version may know is told apart from what is wrong (docs/definitions/verify.md): the first throws
 * `Unknown`. Only names are looked at here; opened_requests.mjs reads the values.
 */
// @ts-check
import { Refused, Unknown, isObject } from "../core/validation.mjs";
import { hasListAt, splitNames } from "../endpoints/endpoint_names.mjs";
import { ENDPOINT_TABLE } from "../endpoints/endpoint_table.mjs";
import { ENDPOINTS } from "./endpoints.mjs";
import { matchPath } from "./paths.mjs";

/**
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { Endpoint } from "../endpoints/endpoint.mjs"
 * @import { EndpointNames } from "../endpoints/endpoint_table.mjs"
 */

/**
 * The endpoint of a request, and what the request says: the rule of its path, such as "/v1/decks/<deck>/deal"; whether
 * it has a caller's list; the names in the path, such as { deck: "standard" }; and its parameters as they were sent.
 *
 * @typedef {object} FoundDraw
 * @property {string} rule
 * @property {Endpoint} endpoint
 * @property {boolean} hasList
 * @property {string} path
 * @property {{ [kind: string]: string }} names
 * @property {boolean} isBatch
 * @property {unknown} repeats
 * @property {JsonObject} parameters
 */

/** Parameters that a response does not repeat, so that a request with one is no request of a response. */
const UNREPEATED = ["items", "sign"];

/**
 * Return what a later version may know in a parameter: paths of members of objects, and names where one of a list is
 * expected. Of { name: "A", colour: "red" } in `arms` it is "arms.colour", and of "spiral" in `algorithm` "algorithm
 * spiral".
 *
 * @param {EndpointNames} endpointNames of the endpoint
 * @param {string} path of the parameter, or of a member of it
 * @param {unknown} value
 * @returns {string[]}
 */
function listUnknown(endpointNames, path, value) {
  if (Array.isArray(value))
    return value.flatMap((item) => listUnknown(endpointNames, path, item));
  const parts = splitNames(endpointNames.parts);
  const hasParts = parts.some((part) => part.startsWith(`${path}.`));
  if (isObject(value) && hasParts)
    return Object.entries(value).flatMap(([name, member]) => {
      const inner = `${path}.${name}`;
      return parts.includes(inner)
        ? listUnknown(endpointNames, inner, member)
        : [inner];
    });
  const isName = typeof value === "string" && value !== "";
  if (!isName || !(path in endpointNames.names)) return [];
  const isKnown = splitNames(endpointNames.names[path]).includes(value);
  return isKnown ? [] : [`${path} ${value}`];
}

/**
 * Refuse, as unknown here, the parameters of a request that its endpoint does not take, or else what is not known in
 * them.
 *
 * @param {EndpointNames} endpointNames of the endpoint
 * @param {JsonObject} parameters
 * @param {boolean} hasRepeats whether the request has `repeats` that its path does not take
 */
function checkKnown(endpointNames, parameters, hasRepeats) {
  const sentNames = Object.keys(parameters);
  if (hasRepeats) sentNames.push("repeats");
  const knownNames = splitNames(endpointNames.parameters);
  const unknownNames = sentNames.filter((name) => !knownNames.includes(name));
  const unknown =
    unknownNames.length > 0
      ? unknownNames
      : Object.entries(parameters).flatMap(([name, value]) =>
          listUnknown(endpointNames, name, value),
        );
  if (unknown.length > 0)
    throw new Unknown("request", `not known here: ${unknown.join(", ")}`);
}

/**
 * Return the endpoint of a request by its path, with its rule and its parameters, of which all are known.
 *
 * @param {JsonObject} request with its path: { path: "/v1/decks/standard/deal", hands: 4, cards: 5, seed: "a" }
 * @returns {FoundDraw}
 */
export function findDraw({ path, repeats, ...parameters }) {
  if (typeof path !== "string")
    throw new Refused(
      "path",
      "the path of an endpoint that draws was expected",
    );
  const matched = matchPath(path);
  if (matched === undefined)
    throw new Unknown(
      "request",
      `not known here: the path ${JSON.stringify(path)}`,
    );
  const { rule, names, isBatch } = matched;
  const hasRepeats = !isBatch && repeats !== undefined;
  checkKnown(ENDPOINT_TABLE[rule], parameters, hasRepeats);
  for (const name of UNREPEATED) {
    if (Object.hasOwn(parameters, name))
      throw new Refused(name, "a response does not repeat it");
  }
  const endpoint = ENDPOINTS[rule];
  return {
    rule,
    endpoint: endpoint.select?.(parameters) ?? endpoint,
    hasList: hasListAt(rule),
    path,
    names: { ...names, ...endpoint.names },
    isBatch,
    repeats,
    parameters,
  };
}
