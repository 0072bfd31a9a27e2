/** What draws with rules have in common, and who gives to whom. The service gets a number for each name, and none of the names. */
import { joinNames, t } from "../shared/texts.mjs";
import { isOfExcluded, isOfPartners } from "./headings.mjs";
import {
  Wrong,
  needLines,
  shorten,
  splitColumns,
  splitCouple,
} from "./lines.mjs";
import { joinSome, nameLists, readRounds, toPlaces } from "./named.mjs";
import { normalize } from "./words.mjs";

const MAX_GIVERS = 500; // each of them gets a slip of paper

/** Return the labels of the columns that are in the lines of a list, behind the names: headings, or numbers of columns. */
export const listLabels = (apart = "") => (apart ? apart.split(";") : []);

/** Return whether a kind of draw puts all names in an order. */
export const isOrder = (kind) => ["shuffle", "seats"].includes(kind);

/** Return whether a draw has rules, which a draw by words of the audience has not. */
export const haveRules = (values) =>
  values.kind === "santa" ||
  (isOrder(values.kind) && Boolean(values.apart)) ||
  (values.kind === "groups" &&
    ["apart", "fair", "separate", "together", "met"].some((name) =>
      values[name].trim(),
    ));

/** Return the label of a column for people. */
export const nameLabel = (label) =>
  /^\d+$/.test(label) ? t("draw.columns.number", { number: label }) : label;

/** Return the members of each value of a column, as their positions in the list, in the order of their first ones. */
export function listMembers(rows, column) {
  const members = new Map();
  rows.forEach(
    ({ values }, i) =>
      values[column] &&
      members.set(values[column], [...(members.get(values[column]) ?? []), i]),
  );
  return members;
}

/** Return whether a refusal says that no draw was found; there may be one. */
export const isNotFound = (sentence) => sentence.includes("was found in");

/** Return the sentence for people on givers that the service refused. It names them by their numbers. */
function explainSanta(errors, names) {
  const [sentence] = Object.values(errors).flat();
  const [, givers, verb, receivers] =
    /\{([\d, …]+)\} (may give|and)(?: only)?(?: to)? (?:\{([\d, …]+)\}|nobody)/.exec(
      sentence,
    ) ?? [];
  const join = (items) =>
    shorten(
      joinNames(items.match(/\d+|…/g).map((item) => names[item - 1] ?? item)),
    );
  if (verb === "and")
    return t("draw.wrong.islands", {
      givers: join(givers),
      receivers: join(receivers),
    });
  if (receivers)
    return t("draw.wrong.fewReceivers", {
      givers: join(givers),
      receivers: join(receivers),
    });
  if (givers) return t("draw.wrong.noReceiver", { givers: join(givers) });
  return isNotFound(sentence)
    ? t("draw.wrong.santaNotFound")
    : t("draw.wrong.noSanta");
}

const NOBODY = [
  "",
  "none",
  "nobody",
  "no",
  "n a",
  "keiner",
  "niemand",
  "aucun",
  "personne",
  "nadie",
  "ninguno",
];

/**
 * Return the names of those who give; the `families`, lists of positions of names that are apart; `excluded`, pairs of a giver
 * and who is no receiver; and the names that are `unknown`. A cell that names somebody of the list is that person.
 */
export function readGivers(lines, apart) {
  const labels = listLabels(apart);
  if (labels.length === 0) {
    const names = [];
    const families = lines.map((line) =>
      splitCouple(line).map((name) => names.push(name) - 1),
    );
    return {
      names,
      families: families.filter(({ length }) => length > 1),
      excluded: [],
      unknown: [],
    };
  }
  const rows = splitColumns(lines, labels.length).map(({ name, values }) => ({
    name,
    values: values.map((value) =>
      NOBODY.includes(normalize(value)) ? "" : value,
    ),
  }));
  const names = rows.map(({ name }) => name);
  const columns = labels.map(
    (label, column) =>
      readColumn(
        label,
        rows.map(({ values }) => values[column]),
        names,
      ) ?? { families: [...listMembers(rows, column).values()] },
  );
  const gather = (field) => columns.flatMap((found) => found[field] ?? []);
  return {
    names,
    families: gather("families").filter(({ length }) => length > 1),
    excluded: gather("excluded"),
    unknown: [...new Set(gather("unknown"))],
  };
}

/** Return what the cells of a column say that name others of the list; undefined for one of families. */
function readColumn(label, cells, names) {
  const plain = names.map(normalize);
  const places = new Map(plain.map((name, i) => [name, i]));
  const findPart = (word) =>
    names.length > MAX_GIVERS
      ? -1
      : plain.findIndex((name) => ` ${name} `.includes(` ${word} `));
  const find = (name) =>
    places.get(normalize(name)) ?? findPart(normalize(name));
  const isNamed = isOfPartners(label) || isOfExcluded(label);
  const isName = (cell, i) => find(cell) >= 0 && find(cell) !== i;
  if (!isNamed && !cells.some(isName)) return undefined;
  if (
    !isNamed &&
    cells.some(
      (cell, i) => cell && (!isName(cell, i) || cells.indexOf(cell) < i),
    )
  )
    return undefined;
  const named = cells.map((cell) =>
    (places.has(normalize(cell))
      ? [cell]
      : cell.split(/[,;/]|\s(?:[&+]|and|und|et|y)\s/i)
    )
      .map((name) => name.trim())
      .filter(Boolean),
  );
  const pairs = named
    .flatMap((list, i) => list.map((name) => [i, find(name)]))
    .filter(([i, other]) => other >= 0 && other !== i);
  const unknown = named.flat().filter((name) => find(name) < 0);
  return isOfExcluded(label)
    ? { excluded: pairs, unknown }
    : {
        families: pairs.filter(
          ([i, other]) =>
            i < other || !pairs.some(([j, back]) => j === other && back === i),
        ),
        unknown,
      };
}

/** Return sentences on what is understood of the list: who is apart, who is no receiver of whom, and who is unknown. */
export function describeGivers({ names, families, excluded, unknown }) {
  const receiversOf = (giver) =>
    joinNames(
      excluded
        .filter(([other]) => other === giver)
        .map(([, receiver]) => names[receiver]),
    );
  const arrows = [...new Set(excluded.map(([giver]) => giver))].map((giver) =>
    t("draw.understood.arrow", {
      giver: names[giver],
      receivers: receiversOf(giver),
    }),
  );
  return [
    families.length > 0 &&
      t("draw.understood.separate", { lists: nameLists(families, names) }),
    excluded.length > 0 &&
      t("draw.understood.excluded", {
        lists: joinSome(arrows, (texts) => texts.join(" · ")),
      }),
    unknown.length > 0 &&
      t("draw.understood.absent", { names: joinSome(unknown) }),
  ]
    .filter(Boolean)
    .join(" ");
}

const ARROWS = [
  /\s*(?:→|->|=>|>|➔|⇒)\s*/,
  /\s+[-–—]+\s+/,
  new RegExp(`\\s+(?:gives? to|schenkt|${t("draw.slips.to")})\\s+`, "i"),
  /:\s+/,
]; // between a giver and a receiver

/** Return last year's pairs in a text as positions, [giver, receiver], and the names that the list no longer has. */
function readLast(text, names) {
  const lines = text
    .split("\n")
    .filter((line) => line.trim())
    .map((line) =>
      line.replace(
        ARROWS.find((arrow) => arrow.test(line)) ?? "",
        (arrow) => arrow && "; ",
      ),
    );
  const { rounds, unknown } = readRounds(lines.join("\n"), names, "last");
  const lists = rounds.flat();
  if (lists.some(({ length }) => length > 2))
    throw new Wrong(
      t("draw.wrong.threeNames", {
        names: nameLists(
          lists.filter(({ length }) => length > 2),
          names,
        ),
      }),
      "last",
    );
  return { pairs: lists.filter(({ length }) => length === 2), unknown };
}

/** Return the plan of a draw of who gives to whom. */
export function planSanta({ lines, values }) {
  const givers = readGivers(lines, values.apart);
  const { names, families, excluded } = givers;
  needLines(names, 2);
  if (names.length > MAX_GIVERS)
    throw new Wrong(
      t("draw.wrong.many", { count: names.length, max: MAX_GIVERS }),
      "lines",
    );
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw new Wrong(t("draw.wrong.twice", { name: shorten(twice) }), "lines");
  const large = families.find(({ length }) => length * 2 > names.length);
  if (large)
    throw new Wrong(
      t("draw.wrong.family", {
        names: shorten(joinNames(large.map((i) => names[i]))),
        count: large.length,
        total: names.length,
      }),
      "lines",
    );
  if (values.oneway && names.length === 2)
    throw new Wrong(t("draw.wrong.two"), "lines");
  const last = readLast(values.last ?? "", names);
  const forbidden = [...excluded, ...last.pairs].map(([giver, receiver]) => ({
    giver: giver + 1,
    receiver: receiver + 1,
  }));
  const rules = {
    ...(forbidden.length > 0 && { forbidden }),
    ...(families.length > 0 && {
      apart: families.map((family) => family.map((i) => String(i + 1))),
    }),
    ...(values.oneway && { mutual: false }),
    ...(values.circle && { cycle: true }),
  };
  return {
    title: values.party?.trim()
      ? t("draw.titles.of", {
          occasion: values.party.trim(),
          title: t("draw.titles.santa"),
        })
      : t("draw.titles.santa"),
    people: names.length,
    size: t("draw.names", { count: names.length }),
    says: [
      families.length > 0 &&
        t("draw.count.families", { count: families.length }),
      last.pairs.length > 0 &&
        t("draw.facts.last", { count: last.pairs.length }),
      values.circle && t("draw.facts.circle"),
      values.oneway && !values.circle && t("draw.facts.oneway"),
    ]
      .filter(Boolean)
      .join(" "),
    understood: [
      values.apart && describeGivers(givers),
      last.pairs.length > 0 &&
        t("draw.facts.last", { count: last.pairs.length }),
      last.unknown.length > 0 &&
        t("draw.understood.unknown", { names: joinSome(last.unknown) }),
    ]
      .filter(Boolean)
      .join(" "),
    ...(last.pairs.length > 0 && { unnamed: { last: toPlaces([last.pairs]) } }),
    request: {
      path: "v1/items/pairs",
      body: { items: names.map((_, i) => i + 1), ...rules },
    },
    read: ({ pairs }) => pairs.map(({ indices }) => indices),
    arrange: (pairs) => ({
      slips: pairs.map(([giver, receiver]) => ({
        giver: names[giver],
        receiver: names[receiver],
      })),
    }),
    explain: (errors) => new Wrong(explainSanta(errors, names), "lines"),
    noPlan: t("draw.noSeal.santa"),
    pool: names,
  };
}
