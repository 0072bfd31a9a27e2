/** Places in a response without cards, in words: of a die, a group, a pair or a row of a ticket. */
// @ts-check
import { isObject } from "../../../../verify/core/validation.mjs";
import { nameDie } from "../../shared/rolled_dice.mjs";
import { titleGroup } from "../../shared/parts.mjs";
import { t } from "../../shared/texts.mjs";

/** @import { Subject } from "../assessment/notes.mjs" */

/**
 * A place in a result: what the result has there, as the member that is named; the numbers in the path behind its name,
 * from 1; and the rest of the path.
 * @typedef {{ value: any, numbers: number[], rest: string }} Place
 */

/**
 * Functions that describe a place, by the member of a response that has it.
 * @type {{ [member: string]: (place: Place) => string }}
 */
const MEMBERS = {
  total: () => t("verify.place.total"),
  sets: describeSet,
  groups: describeGroup,
  pairs: ({ numbers: [number] }) => t("shared.parts.pair", { number }),
  allocations: ({ numbers: [number] }) => t("verify.place.items", { number }),
  strip: ({ numbers: [ticket, row] }) =>
    joinParts(
      t("shared.parts.ticket", { number: ticket }),
      row && t("verify.place.row", { number: row }),
    ),
};

const PATH = /^(\w+)((?:\[\d+\])*)(?:\.(.+))?$/;

/**
 * Describe a place in a response, perhaps of one of several results; return undefined for any other.
 * @param {Subject} subject
 * @param {string} where such as "sets[0].dice[2].face"
 * @returns {string | undefined} here "die 3 of 4"
 */
export function describeResponsePlace(subject, where) {
  const [, member = "", path = "", rest = ""] = PATH.exec(where) ?? [];
  if (!Object.hasOwn(MEMBERS, member)) return undefined;
  const numbers = Array.from(path.matchAll(/\d+/g), ([n]) => Number(n) + 1);
  /** @type {any} */
  const members = subject;
  const value = members[member];
  if (subject.repeats === undefined)
    return MEMBERS[member]({ value, numbers, rest });
  const [result, ...inner] = numbers;
  const place = { value: value?.[result - 1], numbers: inner, rest };
  const name = MEMBERS[member](place);
  return t("verify.place.ofResult", { name, part: result });
}

/**
 * Return the parts of a place that are there: "Ticket 2, row 1".
 * @param {...(string | false | 0 | undefined)} parts
 */
const joinParts = (...parts) => parts.filter(Boolean).join(", ");

/**
 * Describe the total of a set of dice, a die, or a member of one; the set too if the roll has several.
 * @param {Place} place
 */
function describeSet({ value: sets, numbers: [number], rest }) {
  const [, index, member] = /^dice\[(\d+)\](?:\.(\w+))?$/.exec(rest) ?? [];
  const die = Number(index) + 1;
  const count = Math.max(sets?.[number - 1]?.dice?.length ?? 0, die); // it may be missing
  return joinParts(
    sets?.length > 1 && t("verify.place.roll", { number }),
    rest === "total" && t("verify.place.total"),
    index !== undefined && t("verify.place.die", { number: die, count }),
    member !== "face" && member,
  );
}

/**
 * Return a value of a response as people name it: a die by its face, "2 (dropped)"; any other unchanged.
 * @param {unknown} value
 */
export const nameValue = (value) =>
  isObject(value) && typeof value.face === "number"
    ? nameDie(/** @type {any} */ (value))
    : value;

/**
 * Describe a group, or a place in it.
 * @param {Place} place
 */
function describeGroup({ value: groups, numbers: [number], rest }) {
  const [, index] = /^(?:items|indices)\[(\d+)\]$/.exec(rest) ?? [];
  return joinParts(
    titleGroup(groups?.[number - 1] ?? { group: number }),
    index !== undefined && t("verify.placed", { number: Number(index) + 1 }),
  );
}
