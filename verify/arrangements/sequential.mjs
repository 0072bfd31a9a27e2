/** Groups drawn item after item, as on television. Implemented from docs/definitions/rules.md alone. */
import { refuseRules } from "./attributes.mjs";
import { ascending, range, sum } from "../core/canonical.mjs";
import { shuffleList } from "../core/shuffles.mjs";

const replace = (list, place, value) =>
  list.map((one, i) => (i === place ? value : one));

/** Return functions that place an item in a group if it can take it, take the last one out again, and tell whether all others fit. */
function openSearch(sizes, rules, rulesOf) {
  const [contents, numbers, takes, failed, placed] = [
    [],
    new Map(),
    new Map(),
    new Set(),
    [],
  ];
  const keys = [...new Set(rulesOf.map(String))];
  const kindOf = rulesOf.map((list) => keys.indexOf(String(list)));
  const rulesOfKind = keys.map((_, kind) => rulesOf[kindOf.indexOf(kind)]);
  const open = keys.map(
    (_, kind) => kindOf.filter((one) => one === kind).length,
  );
  const minima = [...rules.keys()].filter((rule) => rules[rule].min > 0);

  const numberOf = (free, counts) => {
    const key = JSON.stringify([free, Object.entries(counts)]);
    if (!numbers.has(key))
      numbers.set(key, contents.push({ free, counts }) - 1);
    return numbers.get(key);
  };
  const groups = sizes.map((size) => numberOf(size, {}));

  /** Return how many items of a kind a group with a content can take at most, and its content after one. */
  const take = (content, kind) => {
    const key = `${content} ${kind}`;
    if (!takes.has(key)) {
      const { free, counts } = contents[content];
      const most = Math.min(
        free,
        ...rulesOfKind[kind].map(
          (rule) => rules[rule].max - (counts[rule] ?? 0),
        ),
      );
      const after = { ...counts };
      for (const rule of rulesOfKind[kind])
        after[rule] = (after[rule] ?? 0) + 1;
      takes.set(key, {
        most,
        after: most > 0 ? numberOf(free - 1, after) : undefined,
      });
    }
    return takes.get(key);
  };

  const lacks = (now, left) =>
    minima.some((rule) => {
      const needed = sum(
        now.map((content) =>
          Math.max(rules[rule].min - (contents[content].counts[rule] ?? 0), 0),
        ),
      );
      return (
        needed >
        sum(
          left.map((number, kind) =>
            rulesOfKind[kind].includes(rule) ? number : 0,
          ),
        )
      );
    });

  const canFinish = (now, left) => {
    const key = `${now}|${left}`;
    if (failed.has(key) || lacks(now, left)) return false;
    const kinds = [...left.keys()].filter((kind) => left[kind] > 0);
    if (kinds.length === 0) return true;
    const different = [...new Set(now)];
    const choices = kinds.map((kind) => ({
      kind,
      spare:
        sum(now.map((content) => Math.max(take(content, kind).most, 0))) -
        left[kind],
      fitting: different.filter((content) => take(content, kind).most > 0),
    }));
    const { kind, spare, fitting } = choices.reduce((best, one) =>
      one.spare < best.spare ? one : best,
    );
    const rest = replace(left, kind, left[kind] - 1);
    const isPossible =
      spare >= 0 &&
      fitting.some((content) =>
        canFinish(
          ascending(
            replace(now, now.indexOf(content), take(content, kind).after),
          ),
          rest,
        ),
      );
    if (!isPossible) failed.add(key);
    return isPossible;
  };

  return {
    place: (item, group) => {
      const [kind, content] = [kindOf[item], groups[group]];
      const { most, after } = take(content, kind);
      if (most <= 0) return false;
      placed.push({ kind, group, content });
      groups[group] = after;
      open[kind] -= 1;
      return true;
    },
    undo: () => {
      const { kind, group, content } = placed.pop();
      groups[group] = content;
      open[kind] += 1;
    },
    canFinish: () => canFinish(ascending(groups), open),
  };
}

/**
 * Draw groups of `sizes`: the items of each block, shuffled, come one after the other to the first group that leaves an arrangement.
 * `keepsPlaced` tells whether groups keep the paths, `withPaths` are the items that have any. Return the items of each group.
 */
export function drawSequentially(
  below,
  { sizes, rules, rulesOf, blocks, fixedGroups, keepsPlaced, withPaths },
) {
  const search = openSearch(sizes, rules, rulesOf);
  const groups = sizes.map(() => []);
  const undo = (group) => {
    groups[group].pop();
    search.undo();
  };
  const place = (item, group) => {
    groups[group].push(item);
    if (keepsPlaced(groups) && search.place(item, group)) return true;
    groups[group].pop();
    return false;
  };
  const canFinish = () => {
    const item = withPaths.find(
      (one) => !groups.some((group) => group.includes(one)),
    );
    if (item === undefined) return search.canFinish();
    return range(sizes.length).some((group) => {
      if (!place(item, group)) return false;
      const isPossible = canFinish();
      undo(group);
      return isPossible;
    });
  };
  const take = (item, group) => {
    if (!place(item, group)) return false;
    if (canFinish()) return true;
    undo(group);
    return false;
  };
  if (
    ![...fixedGroups].every(([item, group]) => place(item, group)) ||
    !canFinish()
  )
    refuseRules();
  for (const { members, places } of blocks) {
    const free = [...places];
    for (const item of shuffleList(members, below)) {
      const inOrder = range(sizes.length)
        .filter((group) => free[group] > 0)
        .sort((one, other) => free[other] - free[one] || one - other);
      free[inOrder.find((group) => take(item, group))] -= 1;
    }
  }
  return groups.map(ascending);
}
