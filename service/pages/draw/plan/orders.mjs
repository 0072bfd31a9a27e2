/**
 * Orders with rules, in a row or in a circle: nobody is beside somebody alike, and some names have places. The service
 * gets a number for each name and each value.
 */
// @ts-check
/** @import { Result } from "../../shared/draw_types.mjs" */
/** @import { Filled, Plan } from "./plan.mjs" */
/** @import { Positions } from "./named.mjs" */
/** @import { PlacedName } from "./places.mjs" */
/** @import { RefusalReason, Refusal } from "../../shared/refusal_types.mjs" */
import { joinNames, t } from "../../shared/texts.mjs";
import { describeCount } from "./group_plan.mjs";
import { Wrong, shorten, splitColumns } from "../../shared/lines.mjs";
import { readInteger } from "./integers.mjs";
import { joinSome } from "./named.mjs";
import {
  describePlaces,
  readPlaces,
  toFixed,
  unnamePlaces,
} from "./places.mjs";
import { isNotFound, listLabels, listMembers, nameLabel } from "./rules.mjs";

/**
 * A value of a column, and the positions of those who have it: ["5b", [0, 3]].
 * @typedef {[value: string, positions: Positions]} Members
 */

const MAX_RUN = 1_000; // of the service

/**
 * What an order keeps: values of columns that are not side by side, or not more than `run` of them, and names that have
 * places.
 * @typedef {object} OrderRules
 * @property {string[]} names
 * @property {string[]} labels of the columns
 * @property {Members[][]} columns
 * @property {number} run 1 if no two are alike side by side
 * @property {PlacedName[]} placed
 */

/**
 * Return the rules that the form has. In a circle no two alike are side by side.
 * @param {Filled} form
 * @param {boolean} [isCircle]
 * @returns {OrderRules}
 */
function readRules({ lines, values }, isCircle) {
  const labels = listLabels(values.apart);
  const rows = splitColumns(lines, labels.length);
  const names = rows.map(({ name }) => name);
  const mayRun = labels.length > 0 && !isCircle;
  const hasRun = mayRun && values.run.trim() !== "";
  return {
    names,
    labels,
    columns: labels.map((_, column) => [...listMembers(rows, column)]),
    run: hasRun ? readInteger(values, "run", 1, MAX_RUN) : 1,
    placed: readPlaces(values, names),
  };
}

/**
 * Return the sentence on the columns of an order; undefined without any.
 * @param {OrderRules} rules
 */
function describeColumns({ labels, run }) {
  if (labels.length === 0) return undefined;
  const columns = joinNames(labels.map(nameLabel));
  return run > 1
    ? t("draw.facts.run", { columns, run })
    : t("draw.facts.neighbours", { columns });
}

/**
 * Return the plan of an order of all lines by the rules that the form has. `arrange` takes the names in it.
 *
 * "Ann; 5b", "Bo; 5b" and "Cy; 6a" with the column of classes are sent as { name: 1, column1: 1 }, { name: 2, column1:
 * 1 } and { name: 3, column1: 2 }.
 * @param {Filled} form
 * @param {{ title: string, isCircle?: boolean, arrange: (names: string[]) => Result }} order
 * @returns {Plan<{ indices: Positions, arrangements?: string }>}
 */
export function planOrder({ lines, values }, { title, isCircle, arrange }) {
  const rules = readRules({ lines, values }, isCircle);
  const { names, placed } = rules;
  const places = describePlaces(placed, names);
  return {
    title,
    size: t("draw.names", { count: lines.length }),
    says: [describeColumns(rules), places].filter(Boolean).join(" "),
    understood: places,
    names,
    ...(placed.length > 0 && { unnamed: unnamePlaces(placed) }),
    request: {
      path: "v1/items/shuffle",
      body: toBody(rules, isCircle),
    },
    read: ({ indices, arrangements }) => ({ indices, arrangements }),
    describe: ({ arrangements }) => describeCount(arrangements),
    arrange: ({ indices }) => arrange(indices.map((i) => names[i])),
    explain: (refusal) => explain(refusal, rules),
    noSeal: t("draw.noSeal.rules"),
    pool: names,
  };
}

/**
 * Return the attribute of a column in a request: "column1" for the first.
 * @param {number} column from 0
 */
const nameAttribute = (column) => `column${column + 1}`;

/**
 * Return the body of a request.
 * @param {OrderRules} rules
 * @param {boolean} [isCircle]
 */
function toBody({ names, columns, run, placed }, isCircle) {
  const neighbours = {
    different: columns.map((_, column) => nameAttribute(column)),
    ...(isCircle && { circle: true }),
    ...(run > 1 && { run }),
  };
  return {
    items: toItems(names, columns),
    ...(columns.length > 0 && { neighbours }),
    ...(placed.length > 0 && { fixed: toFixed(placed) }),
  };
}

/**
 * Return the items of a request: for each name its number, and the number of its value in each column, from 1:
 * { name: 1, column1: 2 }.
 * @param {string[]} names
 * @param {Members[][]} columns
 */
function toItems(names, columns) {
  const items = names.map((_, i) => ({ name: i + 1 }));
  columns.forEach((members, column) =>
    members.forEach(([, positions], number) =>
      positions.forEach((i) =>
        Object.assign(items[i], { [nameAttribute(column)]: number + 1 }),
      ),
    ),
  );
  return items;
}

/**
 * Return the error for people on an order that the service refused.
 *
 * The refused field "fixed[0].item" is the first of the names that have places.
 * @param {Refusal} refusal
 * @param {OrderRules} rules
 */
function explain(refusal, rules) {
  const { field, reason } = refusal;
  const { placed, names, columns, run } = rules;
  const [, number] = /^fixed\[(\d+)\]/.exec(field) ?? [];
  const refused = placed[Number(number)] ?? placed.at(-1);
  const conflict = reason.code === "other" ? nameConflict(field) : undefined;
  if (refused && conflict)
    return new Wrong(
      t(`draw.wrong.${conflict}`, {
        name: shorten(names[refused.position]),
        names: joinSome(placed.map(({ position }) => names[position])),
      }),
      refused.field,
    );
  if (reason.code !== "too_many_alike") {
    const text = isNotFound(refusal) ? "orderNotFound" : "noOrder";
    return new Wrong(t(`draw.wrong.${text}`), "lines");
  }
  const values = {
    value: shorten(findValue(reason, columns)),
    number: reason.item_count ?? 0,
    most: reason.most ?? 0,
  };
  const sentence =
    run > 1
      ? t("draw.wrong.longRun", { ...values, run })
      : t("draw.wrong.manyAlike", values);
  return new Wrong(sentence, "lines");
}

/**
 * Return the name of the text on places that contradict each other, by the refused field; undefined for another field.
 * @param {string} field
 */
function nameConflict(field) {
  if (field === "fixed") return "crowded";
  if (field.startsWith("fixed[")) return "noPlace";
  return field === "neighbours" ? "alikePlaces" : undefined;
}

/**
 * Return the value that too many lines have.
 *
 * Of { attribute: "column1", items: [0, 1], … } it is the value of the first line in the first column.
 * @param {RefusalReason} reason
 * @param {Members[][]} columns
 */
function findValue({ attribute, items: [first] = [] }, columns) {
  const members = columns.find((_, i) => nameAttribute(i) === attribute) ?? [];
  const [value = ""] =
    members.find(([, positions]) => positions.includes(first)) ?? [];
  return value;
}
