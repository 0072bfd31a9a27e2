/** What draws with rules have in common, and who gives to whom. The service gets a number for each name, and none of the names. */
import { joinNames, t } from "../shared/texts.mjs";
import { Wrong, needLines, shorten, splitColumns } from "./lines.mjs";

const MAX_GIVERS = 500; // each of them gets a slip of paper

/** Return the labels of the columns that are in the lines of a list, behind the names: headings, or numbers of columns. */
export const listLabels = (apart = "") => (apart ? apart.split(";") : []);

/** Return whether a draw has rules, which a draw by words of the audience has not. */
export const haveRules = (values) => values.kind === "santa" || (values.kind === "groups" && ["apart", "fair", "separate", "together", "met"].some((name) => values[name].trim()));

/** Return the label of a column for people. */
export const nameLabel = (label) => (/^\d+$/.test(label) ? t("draw.columns.number", { number: label }) : label);

/** Return the members of each value of a column, as their positions in the list, in the order of their first ones. */
export function listMembers(rows, column) {
  const members = new Map();
  rows.forEach(({ values }, i) => values[column] && members.set(values[column], [...(members.get(values[column]) ?? []), i]));
  return members;
}

/** Return whether a refusal says that no draw was found; there may be one. */
export const isNotFound = (sentence) => sentence.includes("was found in");

/** Return the sentence for people on givers that the service refused. It names them by their numbers. */
function explainSanta(errors, names) {
  const [sentence] = Object.values(errors).flat();
  const [, givers, verb, receivers] = /\{([\d, …]+)\} (may give|and)(?: only)?(?: to)? (?:\{([\d, …]+)\}|nobody)/.exec(sentence) ?? [];
  const join = (items) => shorten(joinNames(items.match(/\d+|…/g).map((item) => names[item - 1] ?? item)));
  if (verb === "and") return t("draw.wrong.islands", { givers: join(givers), receivers: join(receivers) });
  if (receivers) return t("draw.wrong.fewReceivers", { givers: join(givers), receivers: join(receivers) });
  if (givers) return t("draw.wrong.noReceiver", { givers: join(givers) });
  return isNotFound(sentence) ? t("draw.wrong.santaNotFound") : t("draw.wrong.noSanta");
}

/** Return the names of those who give, and the `families`: lists of positions of names that are apart. */
export function readGivers(lines, apart) {
  const labels = listLabels(apart);
  if (labels.length > 0) {
    const rows = splitColumns(lines, labels.length);
    const families = labels.flatMap((_, column) => [...listMembers(rows, column).values()]);
    return { names: rows.map(({ name }) => name), families: families.filter(({ length }) => length > 1) };
  }
  const names = [];
  const families = lines.map((line) => line.split(/[&+]/).map((name) => name.trim()).filter(Boolean).map((name) => names.push(name) - 1));
  return { names, families: families.filter(({ length }) => length > 1) };
}

/** Return the plan of a draw of who gives to whom. */
export function planSanta({ lines, values }) {
  const { names, families } = readGivers(lines, values.apart);
  needLines(names, 2);
  if (names.length > MAX_GIVERS) throw new Wrong(t("draw.wrong.many", { count: names.length, max: MAX_GIVERS }), "lines");
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new Wrong(t("draw.wrong.twice", { name: shorten(twice) }), "lines");
  const large = families.find(({ length }) => length * 2 > names.length);
  if (large) throw new Wrong(t("draw.wrong.family", { names: shorten(joinNames(large.map((i) => names[i]))), count: large.length, total: names.length }), "lines");
  if (values.oneway && names.length === 2) throw new Wrong(t("draw.wrong.two"), "lines");
  const rules = {
    ...(families.length > 0 && { apart: families.map((family) => family.map((i) => String(i + 1))) }),
    ...(values.oneway && { mutual: false }),
    ...(values.circle && { cycle: true }),
  };
  return {
    title: t("draw.titles.santa"),
    people: names.length,
    size: t("draw.names", { count: names.length }),
    says: [families.length > 0 && t("draw.count.families", { count: families.length }), values.circle && t("draw.facts.circle"), values.oneway && !values.circle && t("draw.facts.oneway")].filter(Boolean).join(" "),
    request: { path: "v1/items/pairs", body: { items: names.map((_, i) => i + 1), ...rules } },
    read: ({ pairs }) => pairs.map(({ indices }) => indices),
    arrange: (pairs) => ({ slips: pairs.map(([giver, receiver]) => ({ giver: names[giver], receiver: names[receiver] })) }),
    explain: (errors) => new Wrong(explainSanta(errors, names), "lines"),
    noPlan: t("draw.noSeal.santa"),
    pool: names,
  };
}
