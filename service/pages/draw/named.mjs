/** The names in the rules of groups, as people type them: a list on each line, names by commas; a blank line ends a round. */
import { joinNames, t } from "../shared/texts.mjs";
import { Wrong, shorten } from "./lines.mjs";
import { normalize } from "./words.mjs";

const WAYS = [/[;\t]/, /[,;\t]|\s[&+]\s/]; // to divide a line: a name may have a comma in it
const MAX_SHOWN = 20; // lists or names in a sentence

/** Return a function of a text that returns the positions of the names that it may mean. `#3` is the third name. */
function createFinder(names) {
  const plain = names.map(normalize);
  return (text) => {
    const word = normalize(text);
    const ways = [
      (i) => names[i] === text,
      (i) => plain[i] === word,
      (i) => text === `#${i + 1}`,
      (i) => ` ${plain[i]} `.includes(` ${word} `),
    ];
    return (
      ways
        .map((isMeant) => [...names.keys()].filter(isMeant))
        .find(({ length }) => length > 0) ?? []
    );
  };
}

/** Return the `rounds` of a text, lists of lists of positions, and the `unknown` names. Throw `Wrong` for a name that may be several. */
export function readRounds(text, names, field) {
  if (!text.trim()) return { rounds: [], unknown: [] };
  const find = createFinder(names);
  const unknown = [];
  const readLine = (line) => {
    const ways = WAYS.map((way) =>
      line
        .split(way)
        .map((name) => name.trim())
        .filter(Boolean)
        .map((name) => ({ name, found: find(name) })),
    );
    const parts =
      ways.find((way) => way.every(({ found }) => found.length === 1)) ??
      ways[1];
    const several = parts.find(({ found }) => found.length > 1);
    if (several)
      throw new Wrong(
        t("draw.wrong.ambiguous", { name: shorten(several.name) }),
        field,
      );
    unknown.push(
      ...parts
        .filter(({ found }) => found.length === 0)
        .map(({ name }) => shorten(name)),
    );
    return [...new Set(parts.flatMap(({ found }) => found))];
  };
  return {
    rounds: text
      .trim()
      .split(/\n\s*\n/)
      .map((round) => round.split("\n").map(readLine)),
    unknown,
  };
}

/** Return texts joined for a sentence, the first ones if they are many. */
export const joinSome = (texts, join = joinNames) =>
  join([
    ...texts.slice(0, MAX_SHOWN),
    ...(texts.length > MAX_SHOWN ? ["…"] : []),
  ]);

/** Return the lists of positions in a field. Throw `Wrong` for a name that is not in the list, and for one alone on its line. */
export function readNamed(text, names, field) {
  const { rounds, unknown } = readRounds(text, names, field);
  if (unknown.length > 0)
    throw new Wrong(
      t("draw.wrong.unknown", { names: joinSome(unknown) }),
      field,
    );
  const lists = rounds.flat();
  const [alone] = lists.find((list) => list.length === 1) ?? [];
  if (alone !== undefined)
    throw new Wrong(
      t("draw.wrong.alone", { name: shorten(names[alone]) }),
      field,
    );
  return lists;
}

/** Return lists of positions for a sentence. */
export const nameLists = (lists, names) =>
  joinSome(
    lists.map((list) => joinNames(list.map((i) => names[i]))),
    (texts) => texts.join(" · "),
  );

/** Return rounds of lists of positions as the text of a field, without names. */
export const toPlaces = (rounds) =>
  rounds
    .map((lists) =>
      lists.map((list) => list.map((i) => `#${i + 1}`)).join("\n"),
    )
    .join("\n\n");

/** Return groups of names as the text of a round. */
export const toRound = (groups) =>
  groups
    .map((names) =>
      names.join(names.some((name) => name.includes(",")) ? "; " : ", "),
    )
    .join("\n");

/** Return the text of old rounds without the first, which is the oldest. */
export const dropOldest = (text) => text.trim().replace(/^.*?(\n\s*\n|$)/s, "");
