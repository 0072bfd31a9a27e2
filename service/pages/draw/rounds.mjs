/** Last time's groups that are pasted as a link, a response or the text of a result. */
import { parseLabel } from "../result/arrange.mjs";
import { unpack } from "../shared/packed.mjs";
import { cutIntoParts } from "../shared/parts.mjs";
import { t } from "../shared/texts.mjs";
import { Wrong, readLines } from "./lines.mjs";
import { toRound } from "./named.mjs";
import { fetchLinked, parsePermalink } from "./permalink.mjs";

/** Return the text of old groups, a group on each line. Throw `Wrong` if a link or a response in it has no groups of names. */
export async function readOld(text) {
  if (/^\s*\{/.test(text)) return attempt(() => readFile(text));
  const rows = readLines(text).map((line) => line.split("\t"));
  const groups = Map.groupBy(rows, ([title]) => title);
  const isResult = rows.every(({ length }) => length > 1) && groups.size < rows.length; // "Group 1", a tab, a name
  if (isResult) return toRound([...groups.values()].map((members) => members.map((row) => row.at(-1))));
  const blocks = text.split("\n").map((line) => {
    const [, fragment] = /^\s*http\S+#(\S+)\s*$/.exec(line) ?? [];
    return fragment ? attempt(() => readLink(fragment)) : line;
  });
  return (await Promise.all(blocks)).join("\n");
}

async function attempt(read) {
  const groups = await read().catch(() => undefined);
  if (!groups?.length || !groups.flat().every((name) => typeof name === "string")) throw new Wrong(t("draw.wrong.noOld"), "met");
  return toRound(groups);
}

/** Return the groups of names that a link to this service shows. */
async function readLink(fragment) {
  if (fragment.startsWith("packed=")) return readFile(await unpack(fragment.slice("packed=".length)));
  const { plan, response } = await fetchLinked(parsePermalink(fragment));
  return plan.arrange(plan.read(response)).parts.map(({ lines }) => lines);
}

/** Return the groups of names in a response of this service, or in the file of a draw in public. */
async function readFile(text) {
  const { groups, pairs, receipt, seen, original_items: items } = JSON.parse(text);
  const nameOf = (item) => item?.name ?? item;
  if (groups) return groups.flat().map((group) => group.items.map(nameOf));
  if (pairs) return pairs.flat().map(({ giver, receiver }) => [nameOf(giver), nameOf(receiver)]);
  const drawn = seen.flatMap(({ integers }) => integers).map((number) => items[number - 1]);
  return cutIntoParts(parseLabel(receipt.terms.label).what, drawn).parts.map(({ lines }) => lines);
}
