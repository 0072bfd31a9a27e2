/** Last time's groups, or last year's pairs, that are pasted as a link, a response or the text of a result. */
import { t } from "../shared/texts.mjs";
import { Wrong, readLines } from "./lines.mjs";
import { toRound } from "./named.mjs";
import { fetchLinked, parsePermalink } from "./permalink.mjs";

/** Return the text of old groups or pairs, each on a line. Throw `Wrong` if a link or a response in it has none with names. */
export async function readOld(text, field) {
  const attempt = async (read) => {
    const groups = await read().catch(() => undefined);
    if (
      !groups?.length ||
      !groups.flat().every((name) => typeof name === "string")
    )
      throw new Wrong(
        t(`draw.wrong.${field === "last" ? "noPairs" : "noOld"}`),
        field,
      );
    return toRound(groups);
  };
  if (/^\s*\{/.test(text)) return attempt(() => readResponse(text));
  const rows = readLines(text).map((line) => line.split("\t"));
  const groups = new Map();
  for (const [title, ...cells] of rows)
    groups.set(title, [...(groups.get(title) ?? []), cells.at(-1)]);
  const isResult =
    rows.every(({ length }) => length > 1) && groups.size < rows.length; // "Group 1", a tab, a name
  if (isResult) return toRound([...groups.values()]);
  const blocks = text.split("\n").map((line) => {
    const [, fragment] = /^\s*http\S+#(\S+)\s*$/.exec(line) ?? [];
    return fragment ? attempt(() => readLink(fragment)) : line;
  });
  return (await Promise.all(blocks)).join("\n");
}

/** Return the groups of names that a link to this service shows. */
async function readLink(fragment) {
  const { plan, response } = await fetchLinked(parsePermalink(fragment));
  const { parts, slips } = plan.arrange(plan.read(response));
  return (
    slips?.map(({ giver, receiver }) => [giver, receiver]) ??
    parts.map(({ lines }) => lines)
  );
}

/** Return the groups of names in a response of this service. */
async function readResponse(text) {
  const { groups = [], pairs = [] } = JSON.parse(text);
  const lists = [
    ...groups.flat().map(({ items }) => items),
    ...pairs.flat().map(({ giver, receiver }) => [giver, receiver]),
  ];
  return lists.map((items) => items.map((item) => item?.name ?? item));
}
