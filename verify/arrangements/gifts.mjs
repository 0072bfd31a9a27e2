/** Gifts of which an arrangement of pairs is drawn, and rare arrangements of them. Implemented from docs/definitions/rules.md alone. */
import { refuseRules } from "./attributes.mjs";
import { chooseCandidate, losesWay, openBounded } from "./bounded.mjs";
import { range, sum } from "../core/canonical.mjs";

const MAX_JOINED = 10 ** 7;
const MAX_COUNTED = 16;

/** Return the giver of each item in an arrangement by lists of receivers, or undefined if there is none. */
function matchGivers(lists) {
  const giverOf = lists.map(() => undefined);
  const search = (x, seen) =>
    lists[x].some((y) => {
      if (seen[y]) return false;
      seen[y] = true;
      if (giverOf[y] !== undefined && !search(giverOf[y], seen)) return false;
      giverOf[y] = x;
      return true;
    });
  return lists.every((_, x) => search(x, [])) ? giverOf : undefined;
}

/** Return the strongly connected component of each node, as its first node that was reached, by lists of next nodes. */
function findComponents(lists) {
  const before = lists.map(() => []);
  lists.forEach((list, x) => list.forEach((y) => before[y].push(x)));
  const [seen, order, component] = [[], [], []];
  const finish = (x) => {
    seen[x] = true;
    for (const y of lists[x]) if (!seen[y]) finish(y);
    order.push(x);
  };
  const mark = (x, name) => {
    component[x] = name;
    for (const y of before[x]) if (component[y] === undefined) mark(y, name);
  };
  for (const x of lists.keys()) if (!seen[x]) finish(x);
  for (const x of order.reverse()) if (component[x] === undefined) mark(x, x);
  return component;
}

/** Return the possible gifts, for each giver its receivers, and the component of each giver. */
function findPossible(lists, mutual) {
  for (;;) {
    const giverOf = matchGivers(lists) ?? refuseRules();
    const components = findComponents(
      lists.map((list) => list.map((y) => giverOf[y])),
    );
    const possible = lists.map((list, x) =>
      list.filter((y) => components[giverOf[y]] === components[x]),
    );
    const certain = mutual
      ? []
      : possible.flatMap(([y, ...rest], x) =>
          rest.length === 0 && possible[y].includes(x) ? [[x, y]] : [],
        );
    if (certain.length === 0) return { possible, components };
    lists = possible;
    for (const [x, y] of certain)
      lists[y] = lists[y].filter((receiver) => receiver !== x);
  }
}

/** Return a bounded attempt at the gifts of some givers, as entries [x, y]; undefined if it fails. */
function attemptComponent(givers, possible, mutual, below, choose) {
  const left = new Map(givers.map((x) => [x, new Set(possible[x])]));
  const giversOf = new Map();
  for (const x of givers)
    for (const y of possible[x])
      giversOf.set(y, (giversOf.get(y) ?? new Set()).add(x));
  const found = [];
  while (giversOf.size > 0) {
    const [y, candidates] = [...giversOf].reduce((best, one) =>
      (one[1].size - best[1].size || one[0] - best[0]) < 0 ? one : best,
    );
    const degrees = [];
    for (const x of candidates) degrees[x] = left.get(x).size;
    const x = chooseCandidate(candidates, degrees, choose);
    if (x === undefined) return undefined;
    found.push([x, y]);
    for (const giver of candidates) left.get(giver).delete(y);
    for (const receiver of left.get(x)) giversOf.get(receiver).delete(x);
    left.delete(x);
    giversOf.delete(y);
    if (mutual || !left.get(y)?.has(x)) continue;
    if (!losesWay(left.get(y).size, below)) return undefined;
    left.get(y).delete(x);
    giversOf.get(x).delete(y);
  }
  return found;
}

/** Draw the receivers by components of possible gifts. */
function drawComponents({ possible, components }, mutual, below) {
  const areJoined = (x, y) =>
    components[x] === components[y] ||
    (possible[x].includes(y) && possible[y].includes(x));
  const nameOf = mutual
    ? components
    : findComponents(
        possible.map((_, x) =>
          range(possible.length).filter((y) => areJoined(x, y)),
        ),
      );
  const draw = openBounded(below);
  const entries = [...new Set(nameOf)].flatMap((name) => {
    const givers = range(nameOf.length).filter((x) => nameOf[x] === name);
    return draw((choose) =>
      attemptComponent(givers, possible, mutual, below, choose),
    );
  });
  return entries.reduce(
    (receivers, [x, y]) => ((receivers[x] = y), receivers),
    [],
  );
}

/** Return `count`, which counts the ways from an item through all items of a set to item 0, `nextOf`, `without` and the `whole` set. */
function openCycles(possible) {
  const n = possible.length;
  const whole = 2 ** (n - 1) - 1;
  const counts = new Float64Array((whole + 1) * n).fill(-1); // below 2^53
  const without = (set, y) => set ^ (1 << (y - 1));
  const nextOf = (x, set) =>
    possible[x].filter((y) => y > 0 && without(set, y) < set);
  const count = (x, set) => {
    const at = set * n + x;
    if (counts[at] < 0)
      counts[at] =
        set === 0
          ? Number(possible[x].includes(0))
          : sum(nextOf(x, set).map((y) => count(y, without(set, y))));
    return counts[at];
  };
  return { count, nextOf, without, whole };
}

/** Draw one cycle of up to 16 items by counting; return the items after item 0. */
function drawCounted(possible, below) {
  const { count, nextOf, without, whole } = openCycles(possible);
  if (count(0, whole) === 0) refuseRules();
  let [t, x, set] = [below(count(0, whole)), 0, whole];
  const path = [];
  while (set > 0) {
    const y = nextOf(x, set).find(
      (next) =>
        t < count(next, without(set, next)) ||
        ((t -= count(next, without(set, next))), false),
    );
    path.push(y);
    [x, set] = [y, without(set, y)];
  }
  return path;
}

/** Return a bounded attempt at one cycle: the items after item 0; undefined if it fails. */
function attemptPath(possible, below, choose) {
  const left = new Set(range(possible.length - 1, 1));
  const gifts = possible.map((list) => new Set(list));
  const degrees = possible.map(() => 0);
  for (const x of gifts.keys())
    for (const y of gifts[x]) if (x > 0 || y > 0) degrees[y]++;
  const path = [];
  for (let x = 0; left.size > 0; x = path.at(-1)) {
    const y = chooseCandidate(
      [...gifts[x]].filter((item) => left.has(item)),
      degrees,
      choose,
    );
    if (y === undefined) return undefined;
    path.push(y);
    left.delete(y);
    for (const item of gifts[x]) if (item > 0) degrees[item]--;
    if (left.size > 0 && gifts[y].has(0) && !losesWay(degrees[0]--, below))
      return undefined;
  }
  return gifts[path.at(-1)].has(0) ? path : undefined;
}

/** Return whether gifts join all items, and all but any one of them; the latter if that takes few steps to tell. */
function isJoined(possible) {
  const near = possible.map((list) => [...list]);
  possible.forEach((list, x) => list.forEach((y) => near[y].push(x)));
  const count = (lists) => new Set(findComponents(lists)).size;
  if (count(near) > 1) return false;
  if (near.length * sum(near.map((list) => list.length)) > MAX_JOINED)
    return true;
  return near.every(
    (_, x) =>
      count(
        near.map((list, z) => (z === x ? [] : list.filter((y) => y !== x))),
      ) <= 2,
  );
}

/** Return the rule that draws rare pairs by lists of the receivers that each giver may have: a function of below that returns the receivers. */
export function planGifts(lists, mutual, cycle) {
  const found = findPossible(lists, mutual);
  const { possible } = found;
  if (!cycle) return (below) => drawComponents(found, mutual, below);
  if (!isJoined(possible)) refuseRules();
  return (below) => {
    const path =
      possible.length <= MAX_COUNTED
        ? drawCounted(possible, below)
        : openBounded(below)((choose) => attemptPath(possible, below, choose));
    return [0, ...path].reduce(
      (receivers, x, p) => ((receivers[x] = path[p] ?? 0), receivers),
      [],
    );
  };
}

/** Return whether there is one arrangement by lists of receivers, undefined if that is not known. */
export function leaveOne(lists, mutual, cycle) {
  const { possible } = findPossible(lists, mutual);
  if (possible.every(({ length }) => length === 1)) return true;
  if (!cycle) return mutual ? false : undefined;
  if (possible.length > MAX_COUNTED) return undefined;
  const { count, whole } = openCycles(possible);
  return count(0, whole) === 1;
}
