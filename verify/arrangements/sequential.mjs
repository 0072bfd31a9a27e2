/** Groups drawn item after item, as on television. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import { refuseRules } from "./attributes.mjs";
import { ascending, range, sum } from "../core/canonical.mjs";
import { shuffleList } from "../core/shuffles.mjs";

/** @import { Below } from "./attributes.mjs" */
/** @import { Rule } from "./groups.mjs" */

/**
 * Items that are shuffled together, and how many of them come to each group.
 * @typedef {{ members: number[], places: number[] }} Block
 */

/**
 * What is in a group, as far as rules tell: its `free` places, and by the number of a rule how many of its items are there.
 * @typedef {{ free: number, counts: Record<number, number> }} Content
 */

/**
 * How many items of a kind a group can take at most, none if it is 0 or less, and the number of its content after one.
 * @typedef {{ most: number, after: number | undefined }} Taking
 */

/**
 * A search for the rest of an arrangement: `place` puts an item in a group if it can take it, and returns whether it did; `undo` takes the
 * last one out again; `canFinish` returns whether all others fit.
 * @typedef {object} Search
 * @property {(item: number, group: number) => boolean} place
 * @property {() => void} undo
 * @property {() => boolean} canFinish
 */

/**
 * What groups are drawn of: by the index of an item the numbers of its rules, and the groups of the fixed items.
 * @typedef {object} SequentialRequest
 * @property {number[]} sizes
 * @property {Rule[]} rules
 * @property {number[][]} rulesOf
 * @property {Block[]} blocks
 * @property {Map<number, number>} fixedGroups
 * @property {(groups: number[][]) => boolean} keepsPlaced
 * @property {number[]} withPaths
 */

/**
 * Return a list with another value at one place.
 * @param {number[]} list the list
 * @param {number} place the place
 * @param {number} value the value
 * @returns {number[]}
 */
const replace = (list, place, value) =>
  list.map((before, i) => (i === place ? value : before));

/**
 * Return what numbers contents of groups, and tells what each becomes.
 * @param {Rule[]} rules the rules
 * @param {number[][]} rulesOfKind the numbers of the rules of each kind of items
 */
function openContents(rules, rulesOfKind) {
  /** @type {Content[]} */
  const contents = [];
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {Map<string, Taking>} */
  const takings = new Map();
  /**
   * Return the number of a content, the same for equal ones.
   * @param {Content} content
   */
  const numberOf = ({ free, counts }) => {
    const key = JSON.stringify([free, Object.entries(counts)]);
    const number = numbers.get(key);
    if (number !== undefined) return number;
    contents.push({ free, counts });
    numbers.set(key, contents.length - 1);
    return contents.length - 1;
  };
  /**
   * Return how many items of a kind a group with a content can take at most, and its content after one.
   * @param {number} content the number of a content
   * @param {number} kind
   * @returns {Taking}
   */
  const findTaking = (content, kind) => {
    const { free, counts } = contents[content];
    const rulesLeft = rulesOfKind[kind].map(
      (rule) => rules[rule].max - (counts[rule] ?? 0),
    );
    const most = Math.min(free, ...rulesLeft);
    if (most <= 0) return { most, after: undefined };
    const countsAfter = { ...counts };
    for (const rule of rulesOfKind[kind])
      countsAfter[rule] = (countsAfter[rule] ?? 0) + 1;
    return { most, after: numberOf({ free: free - 1, counts: countsAfter }) };
  };
  /**
   * Return the same, found once.
   * @param {number} content
   * @param {number} kind
   * @returns {Taking}
   */
  const take = (content, kind) => {
    const key = `${content} ${kind}`;
    const known = takings.get(key);
    if (known !== undefined) return known;
    const taking = findTaking(content, kind);
    takings.set(key, taking);
    return taking;
  };
  return { contents, numberOf, take };
}

/**
 * Return functions that place an item in a group if it can take it, take the last one out again, and tell whether all others fit.
 *
 * If the items 0 and 1 come apart in two groups of two, `place(0, 0)` is true, `place(1, 0)` false; and with 2 in the group 0 as well
 * `canFinish()` is true: 1 and another one fit in the group 1.
 * @param {number[]} sizes the size of each group
 * @param {Rule[]} rules the rules
 * @param {number[][]} rulesOf the numbers of the rules of each item
 * @returns {Search}
 */
function openSearch(sizes, rules, rulesOf) {
  /** Items are of one kind if they are in the same rules. */
  const keys = [...new Set(rulesOf.map(String))];
  const kindOf = rulesOf.map((list) => keys.indexOf(String(list)));
  const rulesOfKind = keys.map((_, kind) => rulesOf[kindOf.indexOf(kind)]);
  const { contents, numberOf, take } = openContents(rules, rulesOfKind);
  /** How many items of each kind are in no group, and the content of each group by its number. */
  const unplaced = keys.map(
    (_, kind) => kindOf.filter((other) => other === kind).length,
  );
  const groups = sizes.map((size) => numberOf({ free: size, counts: {} }));
  const minima = [...rules.keys()].filter((rule) => rules[rule].min > 0);
  /** @type {Set<string>} */
  const failed = new Set(); // contents and numbers of items that no arrangement fulfils
  /** @type {{ kind: number, group: number, content: number }[]} */
  const placed = [];

  /**
   * Return whether too few items are left for the least number of a rule.
   * @param {number[]} now the contents of the groups
   * @param {number[]} left how many items of each kind are left
   */
  const lacks = (now, left) =>
    minima.some((rule) => {
      const needed = now.map((content) =>
        Math.max(rules[rule].min - (contents[content].counts[rule] ?? 0), 0),
      );
      const available = left.map((number, kind) =>
        rulesOfKind[kind].includes(rule) ? number : 0,
      );
      return sum(needed) > sum(available);
    });

  /**
   * Return whether the items that are left fit in groups with some contents.
   * @param {number[]} now the contents of the groups, ascending
   * @param {number[]} left how many items of each kind are left
   * @returns {boolean}
   */
  const canFinish = (now, left) => {
    const key = `${now}|${left}`;
    if (failed.has(key) || lacks(now, left)) return false;
    const kinds = [...left.keys()].filter((kind) => left[kind] > 0);
    if (kinds.length === 0) return true;
    const choices = kinds.map((kind) => {
      const room = now.map((content) => Math.max(take(content, kind).most, 0));
      return { kind, spare: sum(room) - left[kind] };
    });
    const { kind, spare } = choices.reduce((best, choice) =>
      choice.spare < best.spare ? choice : best,
    );
    const leftAfter = replace(left, kind, left[kind] - 1);
    const isPossible =
      spare >= 0 &&
      [...new Set(now)].some((content) => {
        const { after } = take(content, kind);
        if (after === undefined) return false;
        const nowAfter = replace(now, now.indexOf(content), after);
        return canFinish(ascending(nowAfter), leftAfter);
      });
    if (!isPossible) failed.add(key);
    return isPossible;
  };

  return {
    place: (item, group) => {
      const kind = kindOf[item];
      const content = groups[group];
      const { after } = take(content, kind);
      if (after === undefined) return false;
      placed.push({ kind, group, content });
      groups[group] = after;
      unplaced[kind] -= 1;
      return true;
    },
    undo: () => {
      const last = placed.pop();
      if (last === undefined) return;
      groups[last.group] = last.content;
      unplaced[last.kind] += 1;
    },
    canFinish: () => canFinish(ascending(groups), unplaced),
  };
}

/**
 * Return functions that place items in groups whose paths count as well: `groups` has the items of each.
 * @param {SequentialRequest} request what groups are drawn of
 */
function openGroups(request) {
  const { sizes, rules, rulesOf, keepsPlaced, withPaths } = request;
  const search = openSearch(sizes, rules, rulesOf);
  /** @type {number[][]} */
  const groups = sizes.map(() => []);
  /** @param {number} group */
  const undo = (group) => {
    groups[group].pop();
    search.undo();
  };
  /**
   * @param {number} item
   * @param {number} group
   */
  const place = (item, group) => {
    groups[group].push(item);
    if (keepsPlaced(groups) && search.place(item, group)) return true;
    groups[group].pop();
    return false;
  };
  /** @returns {boolean} */
  const canFinish = () => {
    const item = withPaths.find(
      (other) => !groups.some((group) => group.includes(other)),
    );
    if (item === undefined) return search.canFinish();
    return range(sizes.length).some((group) => {
      if (!place(item, group)) return false;
      const isPossible = canFinish();
      undo(group);
      return isPossible;
    });
  };
  /**
   * Place an item in a group if all others fit then; return whether it is placed.
   * @param {number} item
   * @param {number} group
   */
  const take = (item, group) => {
    if (!place(item, group)) return false;
    if (canFinish()) return true;
    undo(group);
    return false;
  };
  return { groups, place, canFinish, take };
}

/**
 * Draw groups of `sizes`: the items of each block, shuffled, come one after the other to the first group that leaves an arrangement.
 * `keepsPlaced` tells whether groups keep the paths, `withPaths` are the items that have any. Return the items of each group.
 * @param {Below} below the source of the draws
 * @param {SequentialRequest} request what groups are drawn of
 * @returns {number[][]}
 */
export function drawSequentially(below, request) {
  const { sizes, blocks, fixedGroups } = request;
  const { groups, place, canFinish, take } = openGroups(request);
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
      const taker = inOrder.find((group) => take(item, group));
      if (taker !== undefined) free[taker] -= 1;
    }
  }
  return groups.map(ascending);
}
