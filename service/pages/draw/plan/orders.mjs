/**
 * Orders in which nobody is beside somebody alike, in a row or in a circle. The service gets a number for each name and
 * each value.
 */
// @ts-check
/** @import { Result } from "../../shared/draw_types.mjs" */
/** @import { Filled, Plan } from "./plan.mjs" */
/** @import { Positions } from "./named.mjs" */
/** @import { RefusalReason, Refusal } from "../../shared/refusal_types.mjs" */
import { joinNames, t } from "../../shared/texts.mjs";
import { describeCount } from "./group_plan.mjs";
import { Wrong, shorten, splitColumns } from "../../shared/lines.mjs";
import { isNotFound, listLabels, listMembers, nameLabel } from "./rules.mjs";

/**
 * A value of a column, and the positions of those who have it: ["5b", [0, 3]].
 * @typedef {[value: string, positions: Positions]} Members
 */

/**
 * Return the plan of an order of all lines with no two neighbours alike in the columns that the form names. `arrange`
 * takes the names in it.
 *
 * "Ann; 5b", "Bo; 5b" and "Cy; 6a" are sent as { name: 1, column1: 1 }, { name: 2, column1: 1 } and
 * { name: 3, column1: 2 }.
 * @param {Filled} form
 * @param {{ title: string, isCircle?: boolean, arrange: (names: string[]) => Result }} order
 * @returns {Plan<{ indices: Positions, arrangements?: string }>}
 */
export function planOrder({ lines, values }, { title, isCircle, arrange }) {
  const labels = listLabels(values.apart);
  const rows = splitColumns(lines, labels.length);
  const names = rows.map(({ name }) => name);
  const columns = labels.map((_, column) => [...listMembers(rows, column)]);
  const different = labels.map((_, column) => nameAttribute(column));
  return {
    title,
    size: t("draw.names", { count: lines.length }),
    says: t("draw.facts.neighbours", {
      columns: joinNames(labels.map(nameLabel)),
    }),
    names,
    request: {
      path: "v1/items/shuffle",
      body: {
        items: toItems(names, columns),
        neighbours: { different, ...(isCircle && { circle: true }) },
      },
    },
    read: ({ indices, arrangements }) => ({ indices, arrangements }),
    describe: ({ arrangements }) => describeCount(arrangements),
    arrange: ({ indices }) => arrange(indices.map((i) => names[i])),
    explain: (refusal) => new Wrong(explain(refusal, columns), "lines"),
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
 * Return the sentence for people on an order that the service refused.
 * @param {Refusal} refusal
 * @param {Members[][]} columns
 */
function explain(refusal, columns) {
  const { reason } = refusal;
  if (reason.code === "too_many_alike")
    return t("draw.wrong.manyAlike", {
      value: shorten(findValue(reason, columns)),
      number: reason.item_count ?? 0,
      most: reason.most ?? 0,
    });
  return t(
    isNotFound(refusal) ? "draw.wrong.orderNotFound" : "draw.wrong.noOrder",
  );
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
