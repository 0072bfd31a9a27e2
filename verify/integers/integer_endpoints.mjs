/** Draws of integers, of one range or of several. Implemented from docs/definitions/stream.md alone. */
// @ts-check
import {
  deriveIndices,
  describeOrder,
  drawBy,
  selectRule,
  sizeOf,
} from "../core/draws.mjs";
import {
  Refused,
  checkInteger,
  checkList,
  checkObject,
  dropDefaults,
} from "../core/validation.mjs";

/**
 * @import { SeededRequest } from "../core/draws.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { Endpoint } from "../endpoints/endpoint.mjs"
 */

/**
 * Integers as a request asks for them: `count` of those from `min` to `max`.
 *
 * @typedef {{ min?: number, max?: number, count?: number, replacement?: boolean }} Range
 */

/**
 * A request of integers with its seed.
 *
 * @typedef {SeededRequest & Range & { algorithm?: string }} IntegersRequest
 */

/**
 * A request of integers from several ranges, the drums.
 *
 * @typedef {{ seed: string, drums: Range[] }} DrumsRequest
 */

/**
 * A range with all of its fields.
 *
 * @typedef {{ min: number, max?: number, count: number, replacement: boolean }} FilledRange
 */

const RANGE_DEFAULTS = { min: 1, replacement: false };

/**
 * Return the fields of a range, and nothing else, with the default of each that is missing; the default of `count` is
 * all integers of the range. Of { max: 6, seed: "a" } it is { min: 1, max: 6, count: 6, replacement: false }.
 *
 * @param {Range} range
 * @returns {FilledRange}
 */
const completeRange = ({
  min = 1,
  max,
  count = Number(sizeOf({ min, max })),
  replacement = false,
}) => ({ min, max, count, replacement });

/**
 * Return a range with those of its fields alone that differ from their defaults.
 *
 * @param {FilledRange} range
 * @returns {JsonObject}
 */
const cutRange = (range) =>
  dropDefaults(range, { ...RANGE_DEFAULTS, count: Number(sizeOf(range)) });

/**
 * Return the drums of a request as ranges with all of their fields: of [{ max: 10 }]
 * [{ min: 1, max: 10, count: 10, replacement: false }]. Throw `Refused` unless they are a list of 1 to 20 objects, each
 * with a `max`, without a field that no drum has, and without null. The values of fields are not checked here.
 *
 * @param {unknown} drums
 * @returns {FilledRange[]}
 */
function parseDrums(drums) {
  const list = checkList("drums", drums);
  checkInteger("the number of drums", list.length, 1, 20);
  return list.map((drum, i) => {
    const range = checkObject(
      `drums[${i}]`,
      drum,
      ["max", "count", ...Object.keys(RANGE_DEFAULTS)],
      ["max"],
    );
    for (const [name, value] of Object.entries(range)) {
      if (value === null)
        throw new Refused(`drums[${i}].${name}`, "a value was expected");
    }
    return completeRange(range);
  });
}

/**
 * Return integers by their offsets from min.
 *
 * @param {Range} range
 * @param {(number | bigint | string)[]} offsets in digits if the range has more than 2^53 integers
 * @returns {number[]}
 */
const addMinimum = ({ min = 1 }, offsets) =>
  offsets.map((offset) => Number(BigInt(min) + BigInt(offset)));

/**
 * The endpoint of integers from one range.
 *
 * @type {Endpoint}
 */
export const INTEGERS = {
  fields: ({ replacement }) => [
    "max",
    "count",
    ...Object.keys(RANGE_DEFAULTS),
    ...(replacement ? [] : ["algorithm"]),
  ],
  defaults: (request) => ({
    ...RANGE_DEFAULTS,
    count: Number(sizeOf(request)),
  }),
  /** @param {IntegersRequest} request */
  async derive(request, observe) {
    const { draws, indices } = await deriveIndices(
      request,
      observe,
      request.count,
    );
    return { draws, integers: addMinimum(request, indices) };
  },
  describe: (request) => ({
    ...completeRange(request),
    ...describeOrder(request, !request.replacement),
  }),
  leaves: (request) => ({ isOne: sizeOf(request) === 1 }),
};

/**
 * The endpoint of integers from several ranges.
 *
 * @type {Endpoint}
 */
export const DRUMS = {
  fields: () => ["drums"],
  spell: ({ drums }) => ({ drums: parseDrums(drums).map(cutRange) }),
  /** @param {DrumsRequest} request */
  async derive(request, observe) {
    const drums = parseDrums(request.drums);
    const rules = drums.map((drum) =>
      selectRule(sizeOf(drum), drum.count, { replacement: drum.replacement }),
    );
    const { draws, result } = await drawBy(
      (below) => rules.map((rule) => rule(below)),
      request,
      observe,
    );
    return {
      draws,
      integers: drums.map((drum, i) => addMinimum(drum, result[i])),
    };
  },
  /** @param {DrumsRequest} request */
  describe: ({ drums }) => ({
    drums: parseDrums(drums),
    ...describeOrder({}, !drums.every(({ replacement }) => replacement)),
  }),
  /** @param {DrumsRequest} request */
  leaves: ({ drums }) => ({
    isOne: drums.every((drum) => sizeOf(drum) === 1),
  }),
};
