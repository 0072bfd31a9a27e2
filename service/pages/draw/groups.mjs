/** Groups with rules. The service gets a number for each name and each value, and the distances of numbers from their average. */
import { splitEvenly } from "../shared/parts.mjs";
import { formatNumber, joinNames, t } from "../shared/texts.mjs";
import { isOfPots } from "./headings.mjs";
import { Wrong, shorten, splitColumns } from "./lines.mjs";
import { listPotTurns } from "./pots.mjs";
import {
  joinSome,
  nameLists,
  readNamed,
  readRounds,
  toPlaces,
} from "./named.mjs";
import { isNotFound, listLabels, listMembers, nameLabel } from "./rules.mjs";

const MAX_DIGITS = 40; // of a number that is shown
const MAX_LIMITS = 20; // values that the service spreads
const MAX_TRIES = 4; // of a range that is widened

/** Return the sentence on the sizes of groups: "6 groups of 4 and 1 group of 3." */
export function describeSizes(n, groups) {
  const sizes = splitEvenly(n, groups);
  const nameSize = (size) =>
    t("draw.sizes.of", {
      count: sizes.filter((each) => each === size).length,
      size,
    });
  return t("draw.sizes.all", {
    sizes: joinNames([...new Set(sizes)].map(nameSize)),
  });
}

/** Return how many groups a list most likely is for: as many as the largest pot has names, or so many that three or four are in each. */
export function proposeGroups(lines, { apart, fair }) {
  const labels = listLabels(apart);
  const pots = labels.findIndex(isOfPots);
  const sizes =
    pots < 0
      ? []
      : [
          ...listMembers(
            splitColumns(lines, labels.length + (fair ? 1 : 0)),
            pots,
          ).values(),
        ].map(({ length }) => length);
  const most = Math.max(...sizes);
  const isOfPot =
    sizes.length > 1 && most > 1 && sizes.every((size) => size >= most - 1);
  return isOfPot ? most : Math.max(2, Math.ceil(lines.length / 4));
}

/** Return the plan of a draw of so many `groups` with rules. `range`: how far averages may be apart, after so many `tries`. */
export function planMixed(
  { lines, values },
  { title, groups, range, tries = 0 },
) {
  const labels = listLabels(values.apart);
  const rows = splitColumns(lines, labels.length + (values.fair ? 1 : 0));
  const names = rows.map(({ name }) => name);
  const spread = labels.map((label, column) =>
    spreadColumn(listMembers(rows, column), {
      groups,
      column,
      label: nameLabel(label),
    }),
  );
  const [separate, together] = ["separate", "together"].map((field) =>
    readNamed(values[field], names, field),
  );
  const { rounds, unknown } = readRounds(values.met, names, "met"); // who left is unknown
  const fair = values.fair
    ? readFair(
        rows.map((row) => row.values.at(-1)),
        { typed: values.range, groups, range, together },
      )
    : undefined;
  const toNames = (lists) =>
    lists.map((list) => list.map((i) => String(i + 1)));
  const rules = {
    different: spread.flatMap((column) => column.different),
    limits: spread.flatMap((column) => column.limits),
    apart: toNames(separate),
    together: toNames(together),
    met: toNames(rounds.flat().flatMap((list) => splitMet(list, together))),
    sums: fair ? [{ attribute: "fair", min: -fair.most, max: fair.most }] : [],
  };
  if (rules.limits.length > MAX_LIMITS)
    throw new Wrong(t("draw.wrong.manyValues", { max: MAX_LIMITS }), "groups");
  const given = Object.fromEntries(
    Object.entries(rules).filter(([, { length }]) => length > 0),
  );
  const items = names.map((_, i) => ({
    name: i + 1,
    ...Object.assign({}, ...spread.map(({ members }) => members[i])),
    ...(fair && { fair: fair.numbers[i] }),
  }));
  const apartLists = [
    ...separate,
    ...rounds.flat().flatMap((list) => splitMet(list, together)),
  ].map((list) => ({ list, min: 0, max: 1 }));
  const caps = [...spread.flatMap((column) => column.caps), ...apartLists];
  const pots = findPots(spread, names.length, groups);
  const apart = labels
    .filter((_, column) => !spread[column].says)
    .map(nameLabel);
  const count = (name, { length }) =>
    length > 0 && t(`draw.facts.${name}`, { count: length });
  const showAll = (name, lists) =>
    lists.length > 0 &&
    t(`draw.understood.${name}`, { lists: nameLists(lists, names) });
  const join = (...sentences) => sentences.flat().filter(Boolean).join(" ");
  return {
    title,
    names,
    size: t("draw.names", { count: lines.length }),
    says: join(
      describeSizes(lines.length, groups),
      [
        apart.length > 0 &&
          t("draw.facts.apart", { columns: joinNames(apart) }),
        ...spread.map(({ says }) => says),
      ],
      [
        count("separate", separate),
        count("together", together),
        count("met", rounds),
      ],
      fair && [
        t("draw.facts.fair", {
          column: nameLabel(values.fair),
          range: formatNumber(fair.range, { maximumSignificantDigits: 4 }),
        }),
        tries > 0 && t("draw.facts.widened"),
      ],
    ),
    understood: join(
      showAll("separate", separate),
      showAll("together", together),
      unknown.length > 0 &&
        t("draw.understood.unknown", { names: joinSome(unknown) }),
    ),
    linked: { ...(fair && { range: String(fair.range) }) },
    ...([separate, together, rounds].some(({ length }) => length > 0) && {
      unnamed: {
        separate: toPlaces([separate]),
        together: toPlaces([together]),
        met: toPlaces(rounds),
      },
    }),
    request: { path: "v1/items/groups", body: { items, groups, ...given } },
    read: ({ groups: drawn, arrangements }) => ({
      drawn: drawn.map(({ indices }) => indices),
      arrangements,
    }),
    describe: ({ drawn, arrangements }) =>
      join(fair && describeAverages(drawn, fair), describeCount(arrangements)),
    arrange: ({ drawn }) => ({
      ...(pots && {
        turns: listPotTurns(drawn, { names, pots, caps, together }),
      }),
      parts: drawn.map((part, i) => ({
        title: t("shared.parts.group", { number: i + 1 }),
        lines: part.map((index) => names[index]),
      })),
    }),
    explain: (errors) => explain(errors, { rules, labels, names }),
    widen:
      fair &&
      !values.range &&
      tries < MAX_TRIES &&
      (() =>
        planMixed(
          { lines, values },
          {
            title,
            groups,
            range:
              2 * (fair.range || Math.max(...fair.numbers) / fair.units / 8),
            tries: tries + 1,
          },
        )),
    noSeal: t("draw.noSeal.rules"),
    pool: names,
  };
}

/** Return the lists of names of each pot: a column in which no value is there more often than there are groups; the one with the fewest values. */
function findPots(spread, n, groups) {
  const lists = spread
    .map(({ caps }) => caps.map(({ list }) => list))
    .filter((all) => all.flat().length === n);
  return lists
    .filter(
      (all) =>
        all.some(({ length }) => length === groups) &&
        all.every(({ length }) => length <= groups),
    )
    .sort((a, b) => a.length - b.length)[0];
}

/** Return an old group as groups in which no two are that stay together: these meet again. */
function splitMet(list, together) {
  const both = together
    .map((names) => list.filter((i) => names.includes(i)))
    .find(({ length }) => length > 1);
  return both
    ? both.flatMap((one) =>
        splitMet(
          list.filter((i) => i === one || !both.includes(i)),
          together,
        ),
      )
    : [list].filter(({ length }) => length > 1);
}

/**
 * Return how the values of a column are spread: one that is there at most once for each group is never twice in a group;
 * any other has `limits`. `members` has what an item says of its value.
 */
function spreadColumn(values, { groups, column, label }) {
  const [rare, common] = [`column${column + 1}`, `spread${column + 1}`];
  const members = [];
  const limits = [];
  const shares = [];
  const caps = [];
  for (const [number, [value, positions]] of [...values].entries()) {
    const isRare = positions.length <= groups;
    for (const i of positions)
      members[i] = { [isRare ? rare : common]: number + 1 };
    if (isRare) caps.push({ list: positions, min: 0, max: 1 });
    if (isRare) continue;
    const [min, max] = [
      Math.floor(positions.length / groups),
      Math.ceil(positions.length / groups),
    ];
    caps.push({ list: positions, min, max });
    limits.push({ attribute: common, value: String(number + 1), min, max });
    shares.push(
      t(`draw.sizes.${min === max ? "share" : "shares"}`, {
        value: shorten(value),
        min,
        max,
      }),
    );
  }
  const different = limits.length < values.size ? [rare] : [];
  const says =
    limits.length > 0 &&
    t("draw.facts.spread", {
      column: label,
      shares: joinNames([
        ...shares,
        ...different.map(() => t("draw.sizes.others")),
      ]),
    });
  return { members, limits, different, caps, says };
}

const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** Return `numbers` with the sum 0, the distances of cells from their `average` in `units`; the `range` of averages; and the `most` that the sum of a group may be. */
function readFair(cells, { typed, groups, range, together }) {
  const wrong = cells.findIndex(
    (cell) => !/^-?\d{1,9}([.,]\d{1,6})?$/.test(cell),
  );
  if (wrong >= 0)
    throw new Wrong(
      t("draw.wrong.noNumber", {
        number: wrong + 1,
        cell: shorten(cells[wrong]),
      }),
      "lines",
    );
  if (typed && !/^\d{1,9}([.,]\d{1,9})?$/.test(typed))
    throw new Wrong(
      t("draw.wrong.decimal", { field: t("draw.fields.range") }),
      "range",
    );
  const scale =
    10 ** Math.max(...cells.map((cell) => cell.split(/[.,]/)[1]?.length ?? 0));
  const scaled = cells.map((cell) =>
    Math.round(Number(cell.replace(",", ".")) * scale),
  );
  const total = add(scaled);
  const numbers = scaled.map((number) => number * cells.length - total);
  const units = cells.length * scale;
  const sizes = splitEvenly(cells.length, groups);
  const found = typed
    ? Number(typed.replace(",", "."))
    : Number(
        (
          1.06 *
          (range ?? (2 * proposeDistance(numbers, sizes, together)) / units)
        ).toPrecision(2),
      ); // no less
  return {
    numbers,
    units,
    average: total / units,
    range: found,
    most: Math.floor((found / 2) * sizes.at(-1) * units + 1e-6),
  };
}

/** Return a distance from the average that all groups keep in one of a hundred random draws; always the same for the same list. */
function proposeDistance(numbers, sizes, together) {
  const units = [
    ...together,
    ...[...numbers.keys()]
      .filter((i) => !together.flat().includes(i))
      .map((i) => [i]),
  ].sort((a, b) => b.length - a.length);
  let state = 1;
  const draw = () => {
    const groups = sizes.map((room) => ({ room, sum: 0 }));
    for (const unit of units) {
      const open = groups.filter(({ room }) => room >= unit.length);
      const group =
        open[(state = (state * 48_271) % 2_147_483_647) % open.length] ??
        groups[0]; // the service tells if there is no room
      Object.assign(group, {
        room: group.room - unit.length,
        sum: group.sum + add(unit.map((i) => numbers[i])),
      });
    }
    return Math.max(...groups.map(({ sum }) => Math.abs(sum)));
  };
  return (
    Array.from({ length: 300 }, draw).sort((a, b) => a - b)[3] / sizes.at(-1)
  );
}

function describeAverages(drawn, { numbers, units, average }) {
  const averages = drawn.map(
    (part) => average + add(part.map((i) => numbers[i])) / part.length / units,
  );
  const [least, most] = [Math.min(...averages), Math.max(...averages)].map(
    (number) => formatNumber(number, { maximumSignificantDigits: 4 }),
  );
  return t("draw.facts.averages", { least, most });
}

/** Return a sentence on the number of possible draws, as digits; empty if it was not counted. */
export function describeCount(digits) {
  if (!digits) return "";
  if (digits.length > MAX_DIGITS)
    return t("draw.facts.possibleMany", { count: digits.length });
  return t("draw.facts.possible", { number: formatNumber(BigInt(digits)) });
}

/** Return the error for people on groups that the service refused; it `isOfMet` if it may help to forget old groups. */
function explain(errors, { rules, labels, names }) {
  const [[path, [sentence]]] = Object.entries(errors);
  const [, field, place] = /^(\w+)(?:\[(\d+)\])?/.exec(path);
  const one = rules[field]?.[place];
  const attribute = { different: one, limits: one?.attribute }[field];
  const fieldOf = { apart: "separate", together: "together", sums: "range" }[
    field
  ];
  const lists = { apart: [one], together: place ? [one] : rules.together }[
    field
  ]?.map((list) => list.map((number) => number - 1));
  const rule = attribute
    ? nameLabel(labels[/\d+/.exec(attribute) - 1])
    : lists &&
      t("shared.pair", {
        name: t(`draw.fields.${fieldOf}`),
        value: nameLists(lists, names),
      });
  const isOfMet = rules.met.length > 0;
  const what = isNotFound(sentence)
    ? isOfMet
      ? "metNotFound"
      : "groupsNotFound"
    : rule
      ? "blocked"
      : isOfMet
        ? "metImpossible"
        : "noGroups";
  return Object.assign(
    new Wrong(
      t(`draw.wrong.${what}`, { rule }),
      fieldOf ?? (isOfMet ? "met" : "groups"),
    ),
    { isOfMet },
  );
}
