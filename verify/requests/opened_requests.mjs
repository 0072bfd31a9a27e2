/**
 * The request of a draw, opened: its values are checked, and what is as by default is left out.
 *
 * Two ways to ask for the same draw become the same request: a seed is a text, excluded cards are codes, and what
 * equals its default is left out (docs/definitions/stability.md). The entry of an endpoint says which parameters it
 * takes, and which defaults they have.
 */
// @ts-check
import { buildShoe, checkOptions, spellCodes } from "../cards/decks.mjs";
import { shuffleDefaults } from "../core/shuffles.mjs";
import {
  Refused,
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
import { packsOf } from "../deals/deals.mjs";
import { makeWhole } from "../core/weights.mjs";

/**
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { DrawRequest, Endpoint } from "../endpoints/endpoint.mjs"
 * @import { FoundDraw } from "./found_draws.mjs"
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

const MAX_REPEATS = 10 ** 6;

const SHUFFLE_DEFAULTS = {
  algorithm: "fisher_yates",
  key_bits: 64,
  variant: "out",
};

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
 * Return whether cards are given to nobody: hands or piles without a member.
 *
 * @param {string} kind of the places: "hands"
 * @param {unknown} places
 */
const areNone = (kind, places) =>
  ["hands", "piles"].includes(kind) && isObject(places) && isEmpty(places);

/**
 * Return the given cards of a request without what is null or an empty text; undefined if none is left. What is no
 * object is returned as it is: it is refused later.
 *
 * @param {unknown} given such as { hands: { north: ["AS"] }, deal: null }
 */
function cutGiven(given) {
  if (!isObject(given)) return given;
  const kinds = Object.entries(given).filter(
    ([, places]) => places !== null && places !== "",
  );
  const isNone = kinds.every(([kind, places]) => areNone(kind, places));
  return isNone ? undefined : Object.fromEntries(kinds);
}

/**
 * Return the parameters of a request with weights as whole numbers, and without those that say as much as if they were
 * not sent: weights that are null, which are equal then, and given cards if none are given. Throw `Refused` if another
 * one is null.
 *
 * @param {JsonObject} parameters
 * @returns {JsonObject}
 */
function cutParameters({ given, weights, ...parameters }) {
  const cut = { ...parameters };
  if ((weights ?? null) !== null) cut.weights = makeWhole(weights);
  const givenCards = cutGiven(given);
  if (givenCards !== undefined) cut.given = givenCards;
  for (const [name, value] of Object.entries(cut))
    if (value === null) throw new Refused(name, "a value was expected");
  return cut;
}

/**
 * Return a seed as text: an integer is read as its digits. Throw `Refused` for what is no seed.
 *
 * @param {unknown} seed
 */
const parseSeed = (seed) =>
  checkText("seed", Number.isSafeInteger(seed) ? String(seed) : seed);

/**
 * Return the codes of the cards that a request excludes; of `only`, the cards that are left, those of all other cards
 * of a deck. Throw `Refused` for what is no card, and for both parameters.
 *
 * @param {DrawRequest} request such as { only: ["as", "kh"] }
 */
function listExcluded(request) {
  /** @type {JsonObject} */
  const packs = packsOf(omit(request, ["exclude", "only"]));
  checkOptions(packs);
  const excluded = spellCodes("exclude", request.exclude ?? [], packs);
  const kept = spellCodes("only", request.only ?? [], packs);
  if (kept.length === 0) return excluded;
  if (excluded.length > 0)
    throw new Refused("only", "either exclude or only was expected");
  return buildShoe({ ...packs, decks: 1, exclude: kept });
}

/**
 * Throw `Refused` for an index without a seed, and for an unknown style of the names of cards.
 *
 * @param {DrawRequest} request
 */
function checkShared({ seed, index = 0, name_style: style }) {
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
 * Return the defaults of the parameters that a request may leave out, by their names.
 *
 * @param {Endpoint} endpoint
 * @param {DrawRequest} request
 * @returns {JsonObject}
 */
const listDefaults = (endpoint, request) => ({
  ...SHUFFLE_DEFAULTS,
  ...shuffleDefaults(request.algorithm),
  ...endpoint.defaults?.(request),
});

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
    ? checkInteger("repeats", repeats, 1, MAX_REPEATS)
    : undefined;
  const sent = cutParameters(parameters);
  /** @type {JsonObject} */
  const ownMembers = hasList ? { ...names, ...list } : names; // not of the parameters
  /** @type {DrawRequest} */
  const request = { ...ownMembers, ...sent };
  if (request.seed !== undefined) request.seed = parseSeed(request.seed);
  checkShared(request);
  const fields = listFields(endpoint, request);
  if (fields.includes("exclude")) {
    request.exclude = listExcluded(request);
    delete request.only;
  }
  const ownNames = Object.keys(ownMembers);
  const cut = {
    ...dropDefaults(request, listDefaults(endpoint, request)),
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
