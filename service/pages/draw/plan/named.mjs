/**
 * The names in the rules of groups, as people type them: a list on each line, names by commas; a blank line ends a
 * round.
 */
// @ts-check
import { joinNames, t } from "../../shared/texts.mjs";
/** @import { UnknownNames } from "../../shared/lines.mjs" */
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
 * Return the names on a line: divided in the way in which each means one name of the list, or else by commas too.
 *
 * "Lee, Ann; Roy, Bo" has two names if the list has "Lee, Ann" and "Roy, Bo"; otherwise four.
 * @param {string} line
 * @param {(text: string) => Positions} find
 * @returns {TypedName[]}
 */
function divideLine(line, find) {
  const divisions = WAYS.map((separator) =>
    line
      .split(separator)
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => ({ name, positions: find(name) })),
  );
  return (
    divisions.find((typedNames) =>
      typedNames.every(({ positions }) => positions.length === 1),
    ) ?? divisions[1]
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
 * @returns {{ rounds: Positions[][], unknown?: UnknownNames }}
 */
export function readRounds(text, names, field) {
  if (!text.trim()) return { rounds: [] };
  const find = createFinder(names);
  /** @type {string[]} */
  const typed = [];
  /** @param {string} line */
  const readLine = (line) => {
    const typedNames = divideLine(line, find);
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
 * @param {string} field the name of the field that has the text
 */
export function readNamed(text, names, field) {
  const { rounds, unknown } = readRounds(text, names, field);
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
