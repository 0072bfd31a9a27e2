/**
 * Orders in which nobody is beside somebody alike, in a row or in a circle. The service gets a number for each name and
 * each value.
 */
// @ts-check
/** @import { Result } from "../../shared/draw_types.mjs" */
/** @import { Filled, Plan, RefusedFields } from "./plan.mjs" */
/** @import { Positions } from "./named.mjs" */
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
  const different = labels.map((_, column) => `column${column + 1}`);
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
    explain: (errors) => new Wrong(explain(errors, columns), "lines"),
    noSeal: t("draw.noSeal.rules"),
    pool: names,
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
        Object.assign(items[i], { [`column${column + 1}`]: number + 1 }),
      ),
    ),
  );
  return items;
}

/**
 * Return the sentence for people on an order that the service refused. It names values by their numbers.
 * @param {RefusedFields} errors such as "3 of 4 items have column1 '2'; at most 2 …"
 * @param {Members[][]} columns
 */
function explain(errors, columns) {
  const [sentence] = Object.values(errors).flat();
  const [, count, column, number, most] =
    /^([\d,]+) of [\d,]+ items have column(\d) '(\d+)'; at most ([\d,]+)/.exec(
      sentence,
    ) ?? [];
  if (most) {
    const [value] = columns[Number(column) - 1][Number(number) - 1];
    return t("draw.wrong.manyAlike", {
      value: shorten(value),
      number: count,
      most,
    });
  }
  return t(
    isNotFound(sentence) ? "draw.wrong.orderNotFound" : "draw.wrong.noOrder",
  );
}
