/**
 * Groups with rules. The service gets a number for each name and each value, and the distances of numbers from their
 * average.
 */
// @ts-check
/** @import { DrawValues, FieldSentence, Filled, Plan } from "./plan.mjs" */
/** @import { Positions } from "./named.mjs" */
/** @import { Fair } from "./averages.mjs" */
/** @import { Limit, Spread } from "./spread.mjs" */
/** @import { UnknownNames } from "../../shared/lines.mjs" */
/** @import { Refusal } from "../../shared/refusal_types.mjs" */
import { splitEvenly } from "../../shared/parts.mjs";
import { formatNumber, joinNames, t } from "../../shared/texts.mjs";
import { describeAverages, readFair, widenRange } from "./averages.mjs";
import { isOfPots } from "../list/headings.mjs";
import { Wrong, splitColumns } from "../../shared/lines.mjs";
import { listPotTurns } from "./pots.mjs";
import {
  findDoubt,
  hasGroup,
  nameLists,
  readNamed,
  readRounds,
  toPlaces,
} from "./named.mjs";
import { findPots, spreadColumn } from "./spread.mjs";
import { isNotFound, listLabels, listMembers, nameLabel } from "./rules.mjs";

/**
 * The rules of groups as the form has them.
 * @typedef {object} TypedRules
 * @property {string[]} labels of the columns that are spread
 * @property {string[]} names
 * @property {string[]} [pots] of each name: "Pot 1"
 * @property {Spread[]} spread for each of the labels
 * @property {Positions[]} separate lists of names that must not be together
 * @property {Positions[]} together lists of names that stay together
 * @property {Positions[][]} rounds groups of earlier rounds, of which no two meet again
 * @property {UnknownNames} [unknown] names in those that are not in the list
 * @property {FieldSentence} [doubt] what is doubtful in those
 * @property {Fair} [fair]
 */

/**
 * The rules of groups as the service takes them. Names are numbers from 1, as texts.
 * @typedef {object} SentRules
 * @property {string[]} different attributes of which no two members of a group have the same value
 * @property {Limit[]} limits
 * @property {string[][]} apart
 * @property {string[][]} together
 * @property {string[][]} met
 * @property {{ attribute: string, min: number, max: number }[]} sums
 */

/**
 * What was drawn: the positions of the names of each group, and how many draws were possible, as digits.
 * @typedef {object} DrawnGroups
 * @property {Positions[]} drawn
 * @property {string} [arrangements]
 */

/**
 * How many `groups` are drawn; `range`: how far averages may be apart, after so many `tries`; `slack`: how many more or
 * fewer of a value than its share a group may have.
 * @typedef {object} MixOptions
 * @property {string} title
 * @property {number} groups
 * @property {number} [range]
 * @property {number} [tries]
 * @property {number} [slack]
 */

const MAX_DIGITS = 40; // of a number that is shown
const MAX_LIMITS = 50; // values that the service spreads
const MAX_SLACK = 2;
const MAX_TRIES = 4; // of a range that is widened

/**
 * Return the sentence on the sizes of groups, or of tables: "6 groups of 4 and 1 group of 3."; and why, unless all but
 * the last have the size that was typed, as if one was filled after the other.
 * @param {number} n how many names there are
 * @param {number} groups
 * @param {Pick<DrawValues, "size" | "tables">} typed
 */
export function describeSizes(n, groups, { size: typedSize, tables }) {
  const sizes = splitEvenly(n, groups);
  /** @param {number} size */
  const nameSize = (size) =>
    t(`draw.sizes.${tables ? "table" : "group"}`, {
      count: sizes.filter((otherSize) => otherSize === size).length,
      size,
    });
  const typed = typedSize.trim();
  const allButLast = sizes.slice(0, -1);
  const areFilled = allButLast.every((size) => String(size) === typed);
  return t(`draw.sizes.${typed === "" || areFilled ? "all" : "even"}`, {
    sizes: joinNames([...new Set(sizes)].map(nameSize)),
    size: typed,
  });
}

/**
 * Return how many groups a list most likely is for: as many as the largest pot has names, or so many that three or four
 * are in each.
 * @param {string[]} lines
 * @param {Pick<DrawValues, "apart" | "fair">} values
 */
export function proposeGroups(lines, { apart, fair }) {
  const labels = listLabels(apart);
  const potColumn = labels.findIndex(isOfPots);
  const usual = Math.max(2, Math.ceil(lines.length / 4));
  if (potColumn < 0) return usual;
  const rows = splitColumns(lines, labels.length + (fair ? 1 : 0));
  const sizes = [...listMembers(rows, potColumn).values()].map(
    ({ length }) => length,
  );
  const largest = Math.max(...sizes);
  const arePots =
    sizes.length > 1 &&
    largest > 1 &&
    sizes.every((size) => size >= largest - 1);
  return arePots ? largest : usual;
}

/**
 * Join sentences; those that are missing are left out.
 * @param {(string | false | undefined)[]} sentences
 */
const joinSentences = (sentences) => sentences.filter(Boolean).join(" ");

/**
 * Return the rules that the form has. Throw `Wrong` for names and numbers that cannot be read.
 * @param {Filled} form
 * @param {MixOptions} options
 * @returns {TypedRules}
 */
function readRules({ lines, values }, { groups, range, slack = 0 }) {
  const labels = listLabels(values.apart);
  const rows = splitColumns(lines, labels.length + (values.fair ? 1 : 0));
  const names = rows.map(({ name }) => name);
  const potColumn = labels.findIndex(isOfPots);
  const pots =
    potColumn < 0
      ? undefined
      : rows.map((row) => namePot(labels[potColumn], row.values[potColumn]));
  const spread = labels.map((label, column) =>
    spreadColumn(listMembers(rows, column), {
      groups,
      column,
      label: nameLabel(label),
      slack,
    }),
  );
  const separate = readNamed(values.separate, names, "separate");
  const together = readNamed(values.together, names, "together");
  const former = readRounds(values.met, names, "met"); // who left is unknown
  const fair = values.fair
    ? readFair(
        rows.map((row) => row.values[labels.length]),
        { typed: values.range, groups, range, together },
      )
    : undefined;
  return {
    labels,
    names,
    pots,
    spread,
    separate,
    together,
    rounds: former.rounds,
    unknown: former.unknown,
    doubt: findDoubt("met", values.met, former),
    fair,
  };
}

/**
 * Return what is said of a name beside it: "Pot 1" of the cell "1", and a cell of words as it is.
 * @param {string} label of the column
 * @param {string} cell
 */
const namePot = (label, cell) =>
  /^\d+$/.test(cell) ? `${nameLabel(label)} ${cell}` : cell;

/**
 * Return the groups of earlier rounds, of which no two meet again, without those who stay together.
 * @param {TypedRules} rules
 */
const listMet = ({ rounds, together }) =>
  rounds.flat().flatMap((list) => splitMet(list, together));

/**
 * Return the name of an item in the request: its number, from 1.
 * @param {number} i its position
 */
const toName = (i) => String(i + 1);

/**
 * Return the rules as the service takes them, also those that are empty.
 * @param {TypedRules} rules
 * @returns {SentRules}
 */
function toSentRules(rules) {
  const { spread, separate, together, fair } = rules;
  /** @param {Positions[]} lists */
  const toNames = (lists) => lists.map((list) => list.map(toName));
  return {
    different: spread.flatMap((column) => column.different),
    limits: spread.flatMap((column) => column.limits),
    apart: toNames(separate),
    together: toNames(together),
    met: toNames(listMet(rules)),
    sums: fair
      ? [{ attribute: "fair", min: -fair.largest, max: fair.largest }]
      : [],
  };
}

/**
 * Return the request of a draw of so many groups. An item is a name with its values: { name: 1, column1: 2, fair: -3 }.
 * @param {TypedRules} rules
 * @param {SentRules} sent
 * @param {number} groups
 */
function requestGroups({ names, spread, fair }, sent, groups) {
  const items = names.map((_, i) => {
    const values = spread.map(({ members }) => members[i]);
    return Object.assign(
      { name: i + 1 },
      ...values,
      fair && { fair: fair.numbers[i] },
    );
  });
  const filled = Object.entries(sent).filter(([, { length }]) => length > 0);
  return {
    path: "v1/items/groups",
    body: { items, groups, ...Object.fromEntries(filled) },
  };
}

/**
 * Return the sentences on the rules about single names: how many there are.
 * @param {TypedRules} rules
 */
function countRules({ separate, together, rounds }) {
  /**
   * @param {string} rule
   * @param {unknown[]} lists
   */
  const count = (rule, { length }) =>
    length > 0 && t(`draw.facts.${rule}`, { count: length });
  return joinSentences([
    count("separate", separate),
    count("together", together),
    count("met", rounds.filter(hasGroup)),
  ]);
}

/**
 * Return the sentences on the rules for a result.
 * @param {TypedRules} rules
 * @param {{ values: DrawValues, groups: number, tries: number, slack: number }} form
 */
function describeRules(rules, { values, groups, tries, slack }) {
  const { labels, names, spread, fair } = rules;
  const apart = labels
    .filter((_, column) => !spread[column].says)
    .map(nameLabel);
  return joinSentences([
    describeSizes(names.length, groups, values),
    apart.length > 0 && t("draw.facts.apart", { columns: joinNames(apart) }),
    ...spread.map(({ says }) => says),
    slack > 0 && t("draw.facts.slack", { slack }),
    countRules(rules),
    fair &&
      t("draw.facts.fair", {
        column: nameLabel(values.fair),
        range: formatNumber(fair.range, { maximumSignificantDigits: 4 }),
      }),
    fair && tries > 0 && t("draw.facts.widened"),
  ]);
}

/**
 * Return the sentences on the names that are understood in the fields of rules.
 * @param {TypedRules} rules
 */
function describeUnderstood({ names, separate, together }) {
  /**
   * @param {string} rule
   * @param {Positions[]} lists
   */
  const showAll = (rule, lists) =>
    lists.length > 0 &&
    t(`draw.understood.${rule}`, { lists: nameLists(lists, names) });
  return joinSentences([
    showAll("separate", separate),
    showAll("together", together),
  ]);
}

/**
 * Return the fields of rules with the numbers of names in place of the names; nothing if the fields are empty.
 * @param {TypedRules} rules
 * @returns {Pick<Plan, "unnamed">}
 */
function unnameRules({ separate, together, rounds }) {
  if ([separate, together, rounds].every(({ length }) => length === 0))
    return {};
  return {
    unnamed: {
      separate: toPlaces([separate]),
      together: toPlaces([together]),
      met: toPlaces(rounds),
    },
  };
}

/**
 * Return what is told of drawn groups one after the other if a column has pots; undefined without pots.
 * @param {TypedRules} rules
 * @param {number} groups
 * @returns {((drawn: Positions[]) => ReturnType<typeof listPotTurns>) | undefined}
 */
function planTurns(rules, groups) {
  const { names, spread, separate, together } = rules;
  const pots = findPots(spread, names.length, groups);
  if (!pots) return undefined;
  const apartCaps = [...separate, ...listMet(rules)].map((list) => ({
    list,
    min: 0,
    max: 1,
  }));
  const caps = [...spread.flatMap((column) => column.caps), ...apartCaps];
  return (drawn) => listPotTurns(drawn, { names, pots, caps, together });
}

/**
 * Return the plan of a draw of so many `groups` with rules. `range`: how far averages may be apart, after so many
 * `tries`.
 *
 * "Ann", "Bo", "Cy" and "Di" in two groups, with Ann and Bo apart, are sent as the items 1 to 4 with `apart` [["1",
 * "2"]].
 * @param {Filled} form
 * @param {MixOptions} options
 * @returns {Plan<DrawnGroups>}
 */
export function planMixed({ lines, values }, options) {
  const { title, groups, tries = 0, slack = 0 } = options;
  const rules = readRules({ lines, values }, options);
  const { labels, names, fair } = rules;
  const sent = toSentRules(rules);
  if (sent.limits.length > MAX_LIMITS)
    throw new Wrong(t("draw.wrong.manyValues", { max: MAX_LIMITS }), "groups");
  const listTurns = slack > 0 ? undefined : planTurns(rules, groups);
  return {
    title,
    names,
    size: t("draw.names", { count: lines.length }),
    says: describeRules(rules, { values, groups, tries, slack }),
    unprinted: countRules(rules),
    understood: describeUnderstood(rules),
    unknown: rules.unknown,
    doubt: rules.doubt,
    linked: { ...(fair && { range: String(fair.range) }) },
    ...unnameRules(rules),
    request: requestGroups(rules, sent, groups),
    read: readDrawn,
    describe: ({ drawn, arrangements }) =>
      joinSentences([
        fair && describeAverages(drawn, fair),
        describeCount(arrangements),
      ]),
    arrange: ({ drawn }) => ({
      ...(listTurns && { turns: listTurns(drawn) }),
      parts: buildGroupParts(drawn, rules, values.tables ? "table" : "group"),
    }),
    areTables: Boolean(values.tables),
    explain: (refusal) => explain(refusal, { sent, labels, names }),
    widen: (refusal) => planWider({ lines, values }, options, rules, refusal),
    noSeal: t("draw.noSeal.rules"),
    pool: names,
  };
}

/**
 * Return what a response says was drawn.
 * @param {{ groups: { indices: Positions }[], arrangements?: string }} response
 * @returns {DrawnGroups} of { groups: [{ indices: [0, 2] }, { indices: [1] }] } the groups [[0, 2], [1]]
 */
const readDrawn = ({ groups, arrangements }) => ({
  drawn: groups.map(({ indices }) => indices),
  arrangements,
});

/**
 * Return drawn groups as parts of a result: { title: "Group 1", lines: ["Ann", "Cy"] }, with `notes` on their pots.
 * @param {Positions[]} drawn
 * @param {TypedRules} rules
 * @param {"group" | "table"} word
 */
const buildGroupParts = (drawn, { names, pots }, word) =>
  drawn.map((positions, i) => ({
    title: t(`shared.parts.${word}`, { number: i + 1 }),
    lines: positions.map((position) => names[position]),
    ...(pots && { notes: positions.map((position) => pots[position]) }),
  }));

/**
 * Return the plan of the same groups after a refusal: with averages that may be farther apart, where the form does not
 * say how far, or else with columns that are spread less evenly; undefined after some tries.
 * @param {Filled} form
 * @param {MixOptions} options
 * @param {TypedRules} rules
 * @param {Refusal} refusal
 */
function planWider(form, options, { labels, fair }, refusal) {
  const { tries = 0, slack = 0 } = options;
  const mayWiden = fair && !form.values.range && tries < MAX_TRIES;
  if (mayWiden && isNotFound(refusal)) {
    const range = widenRange(fair);
    return planMixed(form, { ...options, range, tries: tries + 1 });
  }
  if (labels.length < 2 || slack >= MAX_SLACK) return undefined;
  return planMixed(form, { ...options, slack: slack + 1 });
}

/**
 * Return an old group as groups in which no two are that stay together: these meet again.
 *
 * [0, 1, 2] of which [0, 1] stay together is [[0, 2], [1, 2]].
 * @param {Positions} list
 * @param {Positions[]} together
 * @returns {Positions[]}
 */
function splitMet(list, together) {
  const inseparable = together
    .map((names) => list.filter((i) => names.includes(i)))
    .find(({ length }) => length > 1);
  if (!inseparable) return list.length > 1 ? [list] : [];
  return inseparable.flatMap((chosen) =>
    splitMet(
      list.filter((i) => i === chosen || !inseparable.includes(i)),
      together,
    ),
  );
}

/**
 * Return a sentence on the number of possible draws, as digits; empty if it was not counted.
 * @param {string} [digits]
 */
export function describeCount(digits) {
  if (!digits) return "";
  if (digits.length > MAX_DIGITS)
    return t("draw.facts.possibleMany", { count: digits.length });
  return t("draw.facts.possible", { number: formatNumber(BigInt(digits)) });
}

/**
 * The fields of the form that have rules of the request, by their names there.
 * @type {{ [rule: string]: string }}
 */
const FIELDS = { apart: "separate", together: "together", sums: "range" };

/**
 * Return the words for a rule that the service refused: the label of a column, or the names in a field of the form;
 * undefined for a rule that has no words.
 * @param {string} rule a name in the request, such as "limits"
 * @param {string | undefined} place its position there, if one of several is meant
 * @param {{ sent: SentRules, labels: string[], names: string[] }} draw
 */
function nameRule(rule, place, { sent, labels, names }) {
  if (rule === "different" || rule === "limits") {
    const refused = sent[rule][Number(place)];
    const attribute =
      typeof refused === "string" ? refused : refused?.attribute;
    const [number] = /\d+/.exec(attribute ?? "") ?? [];
    return number && nameLabel(labels[Number(number) - 1]);
  }
  if (rule !== "apart" && rule !== "together") return undefined;
  const lists = place ? [sent[rule][Number(place)]] : sent[rule];
  /** @param {string} name a number from 1 */
  const toPosition = (name) => Number(name) - 1;
  const positions = lists.map((list) => list.map(toPosition));
  return t("shared.pair", {
    name: t(`draw.fields.${FIELDS[rule]}`),
    value: nameLists(positions, names),
  });
}

/**
 * Return the error for people on groups that the service refused; it says `mayForgetRounds` if it may help to forget
 * the groups of earlier rounds.
 *
 * The refused field "apart[0]" is the field `separate` with the names of its first list.
 * @param {Refusal} refusal
 * @param {{ sent: SentRules, labels: string[], names: string[] }} draw
 */
function explain(refusal, draw) {
  const [, field = "", place] =
    /^(\w+)(?:\[(\d+)\])?/.exec(refusal.field) ?? [];
  const rule = nameRule(field, place, draw);
  const hasRounds = draw.sent.met.length > 0;
  const chooseText = () => {
    if (isNotFound(refusal))
      return hasRounds ? "metNotFound" : "groupsNotFound";
    if (rule) return "blocked";
    return hasRounds ? "metImpossible" : "noGroups";
  };
  const wrong = new Wrong(
    t(`draw.wrong.${chooseText()}`, { rule: rule ?? "" }),
    FIELDS[field] ?? (hasRounds ? "met" : "groups"),
  );
  wrong.mayForgetRounds = hasRounds;
  return wrong;
}
