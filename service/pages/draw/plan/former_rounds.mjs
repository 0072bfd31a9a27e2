/** Last time's groups, or last year's pairs, that are pasted as a link, a response or the text of a result. */
// @ts-check
import { t } from "../../shared/texts.mjs";
import { Wrong, readLines } from "../../shared/lines.mjs";
import { toRound } from "./named.mjs";
import { fetchLinked, parsePermalink } from "./permalink.mjs";

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
export async function readOld(text, field) {
  if (/^\s*\{/.test(text)) return toOld(() => readResponse(text), field);
  const groups = readGroups(text);
  if (groups) return toRound(groups);
  const blocks = text.split("\n").map((line) => {
    const [, fragment] = /^\s*http\S+#(\S+)\s*$/.exec(line) ?? [];
    return fragment ? toOld(() => readLink(fragment), field) : line;
  });
  return (await Promise.all(blocks)).join("\n");
}

/**
 * Return the text of the groups that a function reads. Throw `Wrong` if it finds none with names.
 * @param {() => Promise<unknown[][]>} read
 * @param {string} field
 */
async function toOld(read, field) {
  const groups = (await read().catch(() => undefined)) ?? [];
  if (groups.length === 0 || !areOfNames(groups))
    throw new Wrong(
      t(`draw.wrong.${field === "last" ? "noPairs" : "noOld"}`),
      field,
    );
  return toRound(groups);
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
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [title, ...cells] of rows)
    groups.set(title, [...(groups.get(title) ?? []), ...cells.slice(-1)]);
  const isResult =
    rows.every(({ length }) => length > 1) && groups.size < rows.length;
  return isResult ? [...groups.values()] : undefined;
}

/**
 * Return the groups of names that a link to this service shows.
 * @param {string} fragment
 */
async function readLink(fragment) {
  const parsed = parsePermalink(fragment);
  if (!parsed) return [];
  const { plan, response } = await fetchLinked(parsed);
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
