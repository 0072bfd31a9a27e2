/**
 * The names in the rules of groups, as people type them: a list on each line, names by commas; a blank line ends a
 * round.
 */
// @ts-check
import { joinNames, t } from "../../shared/texts.mjs";
/** @import { UnknownNames } from "../../shared/lines.mjs" */
/** @import { FieldSentence } from "./plan.mjs" */
import { Wrong, shorten } from "../../shared/lines.mjs";
import { normalize } from "../list/words.mjs";

/**
 * The positions of names in the list that is drawn from, from 0: [0, 2] are the first name and the third.
 * @typedef {number[]} Positions
 */

/**
 * A name that somebody typed, and the positions of the names that it may mean.
 * @typedef {object} TypedName
 * @property {string} name
 * @property {Positions} positions
 */

const WAYS = [/[;\t]/, /[,;\t]|\s[&+]\s/]; // to divide a line: a name may have a comma in it

const NOT = "(?:not|never|nicht|nie|pas|jamais|no|nunca)";
const JOINS =
  "(?:and|or|with|und|oder|mit|et|ou|avec|y|o|con|vs\\.?|[-–—|→]|->)";

/**
 * The ways to divide a line of names that are kept apart, as in "Ann not with Bob", or together, as in "Ann with Bob".
 * In lines of former groups such words are no joins: links have these lines, and draw as they did.
 */
export const WAYS_OF_RULES = {
  separate: [
    ...WAYS,
    new RegExp(`[,;/\\t]|\\s[&+]\\s|\\s(?:${NOT}\\s+)?${JOINS}\\s`, "i"),
  ],
  together: [
    ...WAYS,
    new RegExp(`[,;/\\t]|\\s[&+]\\s|(?<!\\s${NOT})\\s${JOINS}\\s`, "i"),
  ],
};
const MAX_SHOWN = 20; // lists or names in a sentence

/**
 * Return a function of a text that returns the positions of the names that it may mean. `#3` is the third name.
 * @param {string[]} names
 */
function createFinder(names) {
  const plainNames = names.map(normalize);
  /**
   * @param {string} text
   * @returns {Positions}
   */
  return (text) => {
    const word = normalize(text);
    /** @type {((i: number) => boolean)[]} */
    const tests = [
      (i) => names[i] === text,
      (i) => plainNames[i] === word,
      (i) => text === `#${i + 1}`,
      (i) => ` ${plainNames[i]} `.includes(` ${word} `),
    ];
    return (
      tests
        .map((isMeant) => [...names.keys()].filter(isMeant))
        .find(({ length }) => length > 0) ?? []
    );
  };
}

/**
 * Return how many of the names on a line mean one name of the list.
 * @param {TypedName[]} typedNames
 */
const countKnown = (typedNames) =>
  typedNames.filter(({ positions }) => positions.length === 1).length;

/**
 * Return the names on a line: divided in the first way in which each means one name of the list, or else in the way of
 * those with commas in which the most do.
 *
 * "Lee, Ann; Roy, Bo" has two names if the list has "Lee, Ann" and "Roy, Bo"; otherwise four.
 * @param {string} line
 * @param {(text: string) => Positions} find
 * @param {RegExp[]} ways
 * @returns {TypedName[]}
 */
function divideLine(line, find, ways) {
  const divisions = ways.map((separator) =>
    line
      .split(separator)
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => ({ name, positions: find(name) })),
  );
  const [, ...withCommas] = divisions;
  return (
    divisions.find(
      (typedNames) => countKnown(typedNames) === typedNames.length,
    ) ??
    withCommas.reduce((best, typedNames) =>
      countKnown(typedNames) > countKnown(best) ? typedNames : best,
    )
  );
}

/**
 * Return the `rounds` of a text, lists of lists of positions, and the names that are `unknown`, if any. Throw `Wrong`
 * for a name that may be several.
 *
 * "Ann, Bo\nCy, Di\n\nAnn, Cy" has two rounds: [[[0, 1], [2, 3]], [[0, 2]]].
 * @param {string} text
 * @param {string[]} names the list that is drawn from
 * @param {string} field the name of the field that has the text
 * @param {RegExp[]} [ways] to divide a line
 * @returns {{ rounds: Positions[][], unknown?: UnknownNames }}
 */
export function readRounds(text, names, field, ways = WAYS) {
  if (!text.trim()) return { rounds: [] };
  const find = createFinder(names);
  /** @type {string[]} */
  const typed = [];
  /** @param {string} line */
  const readLine = (line) => {
    const typedNames = divideLine(line, find, ways);
    const several = typedNames.find(({ positions }) => positions.length > 1);
    if (several) refuseSeveral(several.name, field);
    typed.push(
      ...typedNames
        .filter(({ positions }) => positions.length === 0)
        .map(({ name }) => name),
    );
    return [...new Set(typedNames.flatMap(({ positions }) => positions))];
  };
  const rounds = text
    .trim()
    .split(/\n\s*\n/)
    .map((round) => round.split("\n").map(readLine));
  return {
    rounds,
    unknown: typed.length > 0 ? { field, typed, names } : undefined,
  };
}

/**
 * Throw `Wrong` for a name that may be several.
 * @param {string} name
 * @param {string} field that has it
 * @returns {never}
 */
function refuseSeveral(name, field) {
  const sentence = t("draw.wrong.ambiguous", { name: shorten(name) });
  throw new Wrong(sentence, field);
}

/**
 * Throw `Wrong` for names that are not in the list.
 * @param {UnknownNames} unknown
 * @returns {never}
 */
function refuseUnknown(unknown) {
  const sentence = t("draw.wrong.unknown", { names: nameUnknown(unknown) });
  throw Object.assign(new Wrong(sentence, unknown.field), { unknown });
}

/**
 * Return the position of the name that a text means. Throw `Wrong` for a text that means none, or several.
 * @param {string} text
 * @param {string[]} names the list that is drawn from
 * @param {string} field the name of the field that has the text
 */
export function readName(text, names, field) {
  const [position, ...others] = createFinder(names)(text);
  if (position === undefined) refuseUnknown({ field, typed: [text], names });
  if (others.length > 0) refuseSeveral(text, field);
  return position;
}

/**
 * Return unknown names for a sentence.
 * @param {UnknownNames} unknown
 */
export const nameUnknown = ({ typed }) =>
  joinSome(typed.map((name) => shorten(name)));

/**
 * Return texts joined for a sentence: of more than 20 the first ones and "…".
 * @param {string[]} texts such as ["Ann", "Bo"]
 * @param {(texts: string[]) => string} [join] a function that joins them; without one "Ann and Bo" is the sentence's
 *   part
 * @returns {string}
 */
export const joinSome = (texts, join = joinNames) =>
  join([
    ...texts.slice(0, MAX_SHOWN),
    ...(texts.length > MAX_SHOWN ? ["…"] : []),
  ]);

/**
 * Return the lists of positions in a field. Throw `Wrong` for a name that is not in the list, and for one alone on its
 * line.
 * @param {string} text
 * @param {string[]} names the list that is drawn from
 * @param {"separate" | "together"} field the name of the field that has the text
 */
export function readNamed(text, names, field) {
  const ways = WAYS_OF_RULES[field];
  const { rounds, unknown } = readRounds(text, names, field, ways);
  if (unknown) refuseUnknown(unknown);
  const lists = rounds.flat();
  const single = lists.find(({ length }) => length === 1);
  if (single)
    throw new Wrong(
      t("draw.wrong.alone", { name: shorten(names[single[0]]) }),
      field,
    );
  return lists;
}

/**
 * Return whether a round has a group of which two names are in the list: then they do not meet again.
 * @param {Positions[]} lists
 */
export const hasGroup = (lists) => lists.some(({ length }) => length > 1);

/**
 * Return what is doubtful in a field of former groups, or pairs, for a sentence at the field: names that the list does
 * not have, or that no two of its names are in one group; undefined if nothing is.
 * @param {string} field "met" or "last"
 * @param {string} text
 * @param {{ rounds: Positions[][], unknown?: UnknownNames }} read of the text
 * @returns {FieldSentence | undefined}
 */
export function findDoubt(field, text, { rounds, unknown }) {
  const isIdle = text.trim() !== "" && !rounds.some(hasGroup);
  const sentences = [
    unknown && t("draw.understood.unknown", { names: nameUnknown(unknown) }),
    isIdle && t("draw.understood.idle"),
  ].filter(Boolean);
  if (sentences.length === 0) return undefined;
  return { field, says: sentences.join(" "), isWrong: isIdle };
}

/**
 * Return lists of positions for a sentence: "Ann and Bo · Cy and Di".
 * @param {Positions[]} lists
 * @param {string[]} names
 */
export const nameLists = (lists, names) =>
  joinSome(
    lists.map((positions) => joinNames(positions.map((i) => names[i]))),
    (texts) => texts.join(" · "),
  );

/**
 * Return rounds of lists of positions as the text of a field, without names: "#1, #2".
 * @param {Positions[][]} rounds
 */
export const toPlaces = (rounds) =>
  rounds
    .map((lists) =>
      lists.map((positions) => positions.map((i) => `#${i + 1}`)).join("\n"),
    )
    .join("\n\n");

/**
 * Return groups of names as the text of a round.
 * @param {string[][]} groups
 */
export const toRound = (groups) =>
  groups
    .map((names) =>
      names.join(names.some((name) => name.includes(",")) ? "; " : ", "),
    )
    .join("\n");

/**
 * Return the text of old rounds without the first, which is the oldest.
 * @param {string} text
 */
export const dropOldest = (text) => text.trim().replace(/^.*?(\n\s*\n|$)/s, "");
