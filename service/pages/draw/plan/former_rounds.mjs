/** Last time's groups, or last year's pairs, that are pasted as a link, a response or the text of a result. */
// @ts-check
import { t } from "../../shared/texts.mjs";
import { Wrong, readLines } from "../../shared/lines.mjs";
import { toRound } from "./named.mjs";
import {
  fetchPlanned,
  isDamaged,
  parsePermalink,
  planLinked,
} from "./permalink.mjs";

/**
 * An item of a response: a name, or what has one.
 * @typedef {string | { name?: string } | null} Item
 */

/**
 * What is read of a response: of a batch the lists of each draw are in a list.
 * @typedef {object} OldResponse
 * @property {({ items: Item[] } | { items: Item[] }[])[]} [groups]
 * @property {(Pair | Pair[])[]} [pairs]
 */

/**
 * @typedef {{ giver: Item, receiver: Item }} Pair
 */

/**
 * Return the text of old groups or pairs, each on a line. Throw `Wrong` if a link or a response in it has none with
 * names.
 *
 * Of the result "Group 1\tAnn", "Group 1\tBob", "Group 2\tCy" it is "Ann, Bob" and, on the next line, "Cy".
 * @param {string} text a response, a link on each line, or the text of a result, as in "Group 1\tAnn"
 * @param {string} field the field that has the text: "met" for groups, "last" for pairs
 * @returns {Promise<string>}
 */
export async function readFormer(text, field) {
  const isResponse = /^\s*\{/.test(text);
  if (isResponse)
    return writeGroups(await tryToRead(readResponse, text), field);
  const groups = readGroups(text);
  if (groups) return toRound(groups);
  const lines = text.split("\n").map(async (line) => {
    const [, fragment] = /^\s*http\S+#(\S+)\s*$/.exec(line) ?? [];
    if (!fragment) return line;
    return writeGroups(await tryToRead(readLink, fragment), field);
  });
  return (await Promise.all(lines)).join("\n");
}

/**
 * Return the groups that a function reads in a text; [] if it throws.
 * @param {(text: string) => Promise<unknown[][]>} read
 * @param {string} text
 */
const tryToRead = (read, text) => read(text).catch(() => []);

/**
 * Return the text of groups. Throw `Wrong` if there are none, or some without names.
 * @param {unknown[][]} groups
 * @param {string} field "met" or "last"
 */
function writeGroups(groups, field) {
  if (groups.length > 0 && areOfNames(groups)) return toRound(groups);
  const says = field === "last" ? "noPairs" : "noOld";
  throw new Wrong(t(`draw.wrong.${says}`), field);
}

/**
 * @param {unknown[][]} groups
 * @returns {groups is string[][]}
 */
const areOfNames = (groups) =>
  groups.flat().every((name) => typeof name === "string");

/**
 * Return the groups in the text of a result, which has the title of a group and a name on each line; undefined for
 * another text.
 * @param {string} text
 */
function readGroups(text) {
  const rows = readLines(text).map((line) => line.split("\t"));
  if (rows.some((cells) => cells.length === 1)) return undefined;
  /** @type {Map<string, string[]>} */
  const namesByTitle = new Map();
  for (const cells of rows) {
    const title = cells[0];
    const name = cells[cells.length - 1];
    namesByTitle.set(title, [...(namesByTitle.get(title) ?? []), name]);
  }
  const isAnyRepeated = namesByTitle.size < rows.length;
  return isAnyRepeated ? Array.from(namesByTitle.values()) : undefined;
}

/**
 * Return the groups of names that a link to this service shows.
 * @param {string} fragment
 */
async function readLink(fragment) {
  const parsed = parsePermalink(fragment);
  if (!parsed || (await isDamaged(parsed))) return [];
  const linked = planLinked(parsed);
  const { plan } = linked;
  const response = await fetchPlanned(linked);
  const { parts = [], slips } = plan.arrange(plan.read(response));
  return (
    slips?.map(({ giver, receiver }) => [giver, receiver]) ??
    parts.map(({ lines }) => lines)
  );
}

/**
 * Return the groups of names in a response of this service.
 * @param {string} text
 */
async function readResponse(text) {
  /** @type {OldResponse} */
  const { groups = [], pairs = [] } = JSON.parse(text);
  const lists = [
    ...groups.flat().map(({ items }) => items),
    ...pairs.flat().map(({ giver, receiver }) => [giver, receiver]),
  ];
  return lists.map((items) => items.map(nameItem));
}

/** @param {Item} item */
const nameItem = (item) =>
  typeof item === "string" ? item : (item?.name ?? item);
