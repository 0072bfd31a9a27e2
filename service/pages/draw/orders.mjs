/** Orders in which nobody is beside somebody alike, in a row or in a circle. The service gets a number for each name and each value. */
import { joinNames, t } from "../shared/texts.mjs";
import { describeCount } from "./groups.mjs";
import { Wrong, shorten, splitColumns } from "./lines.mjs";
import { isNotFound, listLabels, listMembers, nameLabel } from "./rules.mjs";

/** Return the plan of an order of all lines with no two neighbours alike in the columns that the form names. `arrange` takes the names in it. */
export function planOrder({ lines, values }, { title, isCircle, arrange }) {
  const labels = listLabels(values.apart);
  const rows = splitColumns(lines, labels.length);
  const names = rows.map(({ name }) => name);
  const columns = labels.map((_, column) => [...listMembers(rows, column)]);
  const items = names.map((_, i) => ({ name: i + 1 }));
  columns.forEach((members, column) =>
    members.forEach(([, positions], number) =>
      positions.forEach((i) =>
        Object.assign(items[i], { [`column${column + 1}`]: number + 1 }),
      ),
    ),
  );
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
        items,
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

/** Return the sentence for people on an order that the service refused. It names values by their numbers. */
function explain(errors, columns) {
  const [sentence] = Object.values(errors).flat();
  const [, count, column, number, most] =
    /^([\d,]+) of [\d,]+ items have column(\d) '(\d+)'; at most ([\d,]+)/.exec(
      sentence,
    ) ?? [];
  if (most)
    return t("draw.wrong.manyAlike", {
      value: shorten(columns[column - 1][number - 1][0]),
      number: count,
      most,
    });
  return t(
    isNotFound(sentence) ? "draw.wrong.orderNotFound" : "draw.wrong.noOrder",
  );
}
