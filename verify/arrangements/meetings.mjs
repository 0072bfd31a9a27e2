/** Groups of two whose arrangements are rare, who meets whom. Implemented from docs/definitions/rules.md alone. */
import { refuseRules } from "./attributes.mjs";
import { attemptMeetings, openBounded } from "./bounded.mjs";
import { range } from "../core/canonical.mjs";
import { shuffleList } from "../core/shuffles.mjs";

/** Return whether two items can meet as a table of 0 and 1; for an odd number of items one more item stands for the empty place. */
function findMeetings(n, groups, rules, fixed, units) {
  const groupOf = n % 2 ? new Map([...fixed, [n, groups - 1]]) : fixed;
  const memberOf = rules.map(({ members }) => new Set(members));
  const companions = range(groups).map(() => []);
  for (const [item, group] of groupOf) companions[group].push(item);
  const mateOf = new Map(
    units.flatMap(([v, u]) =>
      u === undefined
        ? []
        : [
            [v, u],
            [u, v],
          ],
    ),
  );
  const canJoin = (v, u) => {
    if ((mateOf.get(v) ?? u) !== u || (mateOf.get(u) ?? v) !== v) return false;
    const [one, other] = [groupOf.get(v), groupOf.get(u)];
    const hasRoom = (group, guest) =>
      group === undefined ||
      companions[group].length === 1 ||
      companions[group].includes(guest);
    return (
      hasRoom(one, u) &&
      hasRoom(other, v) &&
      (one === undefined || other === undefined || one === other)
    );
  };
  const keepsRules = (v, u) =>
    rules.every(({ min, max }, rule) => {
      const number = memberOf[rule].has(v) + memberOf[rule].has(u);
      return min <= number && number <= max;
    });
  const size = 2 * groups;
  return range(size).map((v) =>
    range(size).map((u) =>
      v !== u && canJoin(v, u) && keepsRules(v, u) ? 1 : 0,
    ),
  );
}

/** Return the rule that draws rare groups of two: a function of below that returns the items of each group. */
export function planMeetings(n, groups, rules, fixed, units) {
  const meets = findMeetings(n, groups, rules, fixed, units);
  if (meets.some((row) => !row.includes(1))) refuseRules();
  return (below) => {
    const partners = openBounded(below)((choose) =>
      attemptMeetings(meets, choose),
    );
    const pairs = partners.flatMap((u, v) => (v < u ? [[v, u]] : []));
    const result = Array(groups);
    const groupOf = ([v, u]) =>
      fixed.get(v) ?? fixed.get(u) ?? (u === n ? groups - 1 : undefined);
    for (const pair of pairs)
      if (groupOf(pair) !== undefined) result[groupOf(pair)] = pair;
    const numbers = shuffleList(
      range(groups).filter((group) => !(group in result)),
      below,
    );
    for (const pair of pairs)
      if (groupOf(pair) === undefined) result[numbers.shift()] = pair;
    return result.map((pair) => pair.filter((item) => item < n));
  };
}
