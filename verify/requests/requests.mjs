/** The request of a draw: how it is opened, and how a response repeats it and a proof names it. */
// @ts-check
import { DECKS, buildShoe, checkOptions, spellCodes } from "../cards/decks.mjs";
import { shuffleDefaults } from "../core/shuffles.mjs";
import {
  Refused,
  Unknown,
  checkChoice,
  checkInteger,
  checkObject,
  checkText,
  dropDefaults,
  isEmpty,
  isObject,
  omit,
  pick,
} from "../core/validation.mjs";
import { ENDPOINT_TABLE } from "../endpoints/endpoint_table.mjs";
import { ENDPOINTS } from "./endpoints.mjs";
import { SEARCH_FIELDS, packsOf } from "../deals/deals.mjs";
import { GAMES } from "../games/games.mjs";
import { makeWhole } from "../lists/weights.mjs";

/**
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { DrawRequest, Endpoint } from "../endpoints/endpoint.mjs"
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

/**
 * A request that was opened: its endpoint with the rule and the path, its parameters but for those that are as by
 * default, and the number of results of a batch.
 *
 * @typedef {object} Draw
 * @property {string} rule
 * @property {Endpoint} endpoint
 * @property {string} path
 * @property {DrawRequest & { index: number }} request
 * @property {number} [repeats] undefined for a single result
 */

/**
 * A caller's list in a request: the number of its items, and the items themselves if they are known.
 *
 * @typedef {{ n?: unknown, items?: unknown }} CallerList
 */

const SHUFFLE_DEFAULTS = {
  algorithm: "fisher_yates",
  key_bits: 64,
  variant: "out",
};

/**
 * The path of each rule as a regular expression, which has the name in it, such as `deck`, and `batch` for a batch.
 *
 * @type {[rule: string, pattern: RegExp][]}
 */
const PATTERNS = Object.keys(ENDPOINTS).map((rule) => [
  rule,
  new RegExp(`^${rule.replace(/<(\w+)>/, "(?<$1>\\w+)")}(?<batch>/batch)?$`),
]);

/**
 * By a kind of name in a path, the table that has an entry for each name which is known here.
 *
 * @type {{ [kind: string]: object }}
 */
const NAMES = { deck: DECKS, game: GAMES };

/**
 * Return whether hands or piles of given cards have none.
 *
 * @param {string} kind of the places: "hands"
 * @param {unknown} places
 */
const isNone = (kind, places) =>
  ["hands", "piles"].includes(kind) && isObject(places) && isEmpty(places);

/**
 * Return the parameters of a request without given cards that are none, and without null for weights, which all are
 * equal then.
 *
 * @param {JsonObject} parameters
 * @returns {JsonObject}
 */
function dropEmpty({ given, weights, ...parameters }) {
  const otherParameters = {
    ...parameters,
    ...((weights ?? null) !== null && { weights: makeWhole(weights) }),
  };
  if (given === undefined) return otherParameters;
  if (!isObject(given)) return { ...otherParameters, given };
  const givenPlaces = Object.entries(given).filter(
    ([, places]) => places !== null && places !== "",
  );
  return givenPlaces.every(([kind, places]) => isNone(kind, places))
    ? otherParameters
    : { ...otherParameters, given: Object.fromEntries(givenPlaces) };
}

/**
 * Replace the cards that a request excludes, or `only` has left, by the codes of those excluded: { only: ["as", "kh"] }
 * becomes { exclude: [the codes of all other cards] }.
 *
 * @param {DrawRequest} request
 */
function readExcluded(request) {
  /** @type {JsonObject} */
  const packs = packsOf(omit(request, ["exclude", "only"]));
  checkOptions(packs);
  const excluded = spellCodes("exclude", request.exclude ?? [], packs);
  const kept = spellCodes("only", request.only ?? [], packs);
  if (kept.length > 0 && excluded.length > 0)
    throw new Refused("only", "either exclude or only was expected");
  request.exclude =
    kept.length === 0
      ? excluded
      : buildShoe({ ...packs, decks: 1, exclude: kept });
  delete request.only;
}

/**
 * Return the names in a text of the table of endpoints.
 *
 * @param {string} text such as "cards hands.seat"
 */
const splitWords = (text) => text.split(" ").filter(Boolean);

/**
 * By the path of a member, such as "hands.seat", of the responses of an endpoint, whether 1.0.0 lacks it.
 *
 * @param {string} rule of the endpoint
 * @returns {Map<string, boolean>}
 */
export const membersOf = (rule) => {
  const { members, later } = ENDPOINT_TABLE[rule];
  const isLater = new Map();
  for (const path of splitWords(members)) isLater.set(path, false);
  for (const path of splitWords(later)) isLater.set(path, true);
  return isLater;
};

/**
 * Return whether the requests of an endpoint have a caller's list, as their member `items`.
 *
 * @param {string} rule of the endpoint
 */
const hasListAt = (rule) =>
  splitWords(ENDPOINT_TABLE[rule].parameters).includes("items");

/**
 * Return the rule of a path, the names in it, and whether it is for a batch: of "/v1/decks/standard/deal" the rule
 * "/v1/decks/<deck>/deal" and { deck: "standard" }. Return undefined for a path that is not known here.
 *
 * @param {string} path
 * @returns {{ rule: string, names: { [kind: string]: string }, isBatch: boolean } | undefined}
 */
function matchPath(path) {
  for (const [rule, pattern] of PATTERNS) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const { batch, ...names } = match.groups ?? {};
    const areKnown = Object.entries(names).every(([kind, name]) =>
      Object.hasOwn(NAMES[kind], name),
    );
    if (areKnown) return { rule, names, isBatch: batch !== undefined };
  }
  return undefined;
}

/**
 * Refuse a request with a caller's list, the hash of which is missing: whoever made it by hand could choose the order
 * of the list afterwards.
 *
 * @param {string} where the path of the object that should have `items_sha256`
 * @param {JsonObject} request with its path
 * @param {unknown} hash the `items_sha256` of that object, if it has one
 */
export function checkFixedList(where, { path }, hash) {
  const matched = matchPath(String(path));
  const isFixed = (hash ?? null) !== null;
  if (matched !== undefined && hasListAt(matched.rule) && !isFixed)
    throw new Refused(
      `${where}.items_sha256`,
      "the hash of the list was expected, which is not fixed without it",
    );
}

/**
 * By a parameter, a function from a request with it to the names of the parameters that go with it.
 *
 * @type {{ [name: string]: (request: DrawRequest) => string[] }}
 */
const TOGETHER = {
  where: ({ where }) => (where === undefined ? [] : ["max_candidates"]),
  algorithm: ({ algorithm }) => Object.keys(shuffleDefaults(algorithm)),
  notation: ({ notation }) => (notation === "name" ? ["name_style"] : []),
};

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
  const parts = splitWords(endpointNames.parts);
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
  return splitWords(endpointNames.names[path]).includes(value)
    ? []
    : [`${path} ${value}`];
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
  const names = splitWords(endpointNames.parameters);
  const asked = [
    ...Object.keys(parameters),
    ...(hasRepeats ? ["repeats"] : []),
  ];
  const otherNames = asked.filter((name) => !names.includes(name));
  const unknown =
    otherNames.length > 0
      ? otherNames
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
  for (const name of ["items", "sign"])
    if (Object.hasOwn(parameters, name))
      throw new Refused(name, "a response does not repeat it");
  return {
    rule,
    endpoint: ENDPOINTS[rule].select?.(parameters) ?? ENDPOINTS[rule],
    hasList: hasListAt(rule),
    path,
    names: { ...names, ...ENDPOINTS[rule].names },
    isBatch,
    repeats,
    parameters,
  };
}

/**
 * Check the seed, the index and the style of names of a request, and write the seed as text.
 *
 * @param {DrawRequest} request which is changed
 */
function readCommon(request) {
  const { seed, index = 0, name_style: style } = request;
  if (seed !== undefined)
    request.seed = checkText(
      "seed",
      Number.isSafeInteger(seed) ? String(seed) : seed,
    );
  if (seed === undefined && index !== 0)
    throw new Refused("index", "a seed was expected with it");
  if (style !== undefined)
    checkChoice("name_style", style, ["modern", "retro"]);
}

/**
 * Return the names of the parameters that a request may have, with those that go with others of its parameters.
 *
 * @param {Endpoint} endpoint
 * @param {DrawRequest} request
 */
const listFields = (endpoint, request) =>
  endpoint
    .fields(request)
    .flatMap((name) => [name, ...(TOGETHER[name]?.(request) ?? [])]);

/**
 * Return the draw that a request of `findDraw` asks for: its `request` without `path` and `repeats`, and without what
 * equals its default. The list of a caller's items is `n`, their number, and perhaps `items`.
 *
 * Of { path: "/v1/integers", min: 1, max: 6, seed: 7 } the `request` is { max: 6, seed: "7", index: 0 }.
 *
 * @param {FoundDraw} found
 * @param {CallerList} list
 * @returns {Draw}
 */
export function openRequest(
  { rule, endpoint, hasList, path, names, isBatch, repeats, parameters },
  list,
) {
  const number = isBatch
    ? checkInteger("repeats", repeats, 1, 10 ** 6)
    : undefined;
  const sent = dropEmpty(parameters);
  for (const [name, value] of Object.entries(sent))
    if (value === null) throw new Refused(name, "a value was expected");
  /** @type {JsonObject} */
  const ownMembers = hasList ? { ...names, ...list } : names; // not of the parameters
  /** @type {DrawRequest} */
  const request = { ...ownMembers, ...sent };
  readCommon(request);
  const fields = listFields(endpoint, request);
  if (fields.includes("exclude")) readExcluded(request);
  const defaults = {
    ...SHUFFLE_DEFAULTS,
    ...shuffleDefaults(request.algorithm),
    ...endpoint.defaults?.(request),
  };
  const ownNames = Object.keys(ownMembers);
  const cut = {
    ...dropDefaults(request, defaults),
    ...pick(request, ownNames),
  };
  endpoint.check?.(cut);
  checkObject("", cut, [...ownNames, ...fields, "seed", "index"]);
  return {
    rule,
    endpoint,
    path,
    request: { ...cut, index: request.index ?? 0 },
    repeats: number,
  };
}

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
  const names = splitWords(ENDPOINT_TABLE[rule].parameters);
  const parameters = pick(
    request,
    names.filter((name) => !WRITTEN_APART.includes(name)),
  );
  const { index, where, max_candidates = 100000 } = request;
  const isFirst = where === undefined || index === 0;
  if (parameters.board === index + 1 && isFirst) delete parameters.board; // as without
  const seeded =
    prove === undefined
      ? pick(request, ["seed", ...(index === 0 ? [] : ["index"])])
      : { prove };
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
  const members = omit({ ...described, ...writeRequest(draw), ...described }, [
    ...UNNAMED,
    ...(endpoint.unnamed ?? []),
  ]);
  const { exclude } = members;
  // In any order they exclude the same
  if (Array.isArray(exclude)) members.exclude = [...exclude].sort();
  return {
    path: path.replace(/\/batch$/, ""),
    ...members,
    ...endpoint.name?.(request),
  };
}
