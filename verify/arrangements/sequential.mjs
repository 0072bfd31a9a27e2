/** Groups drawn item after item, as on television. Implemented from docs/definitions/rules.md alone. */
// @ts-check
import { refuseRules } from "./attributes.mjs";
import { ascending, range, sum } from "../core/lists.mjs";
import { shuffleList } from "../core/shuffles.mjs";
import { boundsIn } from "./group_rules.mjs";

/** @import { Below } from "../core/stream.mjs" */
/** @import { Rule } from "./group_types.mjs" */

/**
 * Items that are shuffled together, and how many of them come to each group.
 * @typedef {{ members: number[], places: number[] }} Block
 */

/**
 * What is in a group, as far as rules tell: its `free` places, and by the number of a rule how many of its items are
 * there; and the `group` if a rule binds it alone.
 * @typedef {{ free: number, counts: Record<number, number>, group: number | undefined }} Content
 */

/**
 * How many items of a kind a group can take at most, none if it is 0 or less, and the number of its content after one.
 * @typedef {{ most: number, after: number | undefined }} Taking
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
 * Return a copy of a list with another value at one place.
 * @param {number[]} list
 * @param {number} place from 0 on
 * @param {number} value
 * @returns {number[]}
 */
const replace = (list, place, value) =>
  list.map((before, i) => (i === place ? value : before));

/**
 * Return the rule that each group takes as many items of a block as the group with the most places for them, and how
 * many places are `missing` in each group: they count as taken.
 * @param {Block} block
 * @returns {{ rule: Rule, missing: number[] }}
 */
function openPlaces({ members, places }) {
  const most = Math.max(...places);
  return {
    rule: { members, min: most, max: most },
    missing: places.map((number) => most - number),
  };
}

/**
 * The contents that groups have had, each with a number, and what each becomes. Items are of one kind if they are in
 * the same rules.
 */
class Contents {
  #rules;
  #rulesOfKind;
  /** @type {Content[]} */
  #contents = [];
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {Map<string, Taking>} */
  #takings = new Map();

  /**
   * @param {Rule[]} rules the number of a rule is its index here
   * @param {number[][]} rulesOfKind the numbers of the rules of each kind of items
   */
  constructor(rules, rulesOfKind) {
    this.#rules = rules;
    this.#rulesOfKind = rulesOfKind;
  }

  /**
   * Return the number of a content, the same for equal ones.
   * @param {Content} content
   */
  numberOf({ free, counts, group }) {
    const key = JSON.stringify([free, Object.entries(counts), group]);
    const number = this.#numbers.get(key);
    if (number !== undefined) return number;
    this.#contents.push({ free, counts, group });
    this.#numbers.set(key, this.#contents.length - 1);
    return this.#contents.length - 1;
  }

  /**
   * Return how many items of a rule are in a group with a content.
   * @param {number} content its number, from `numberOf`
   * @param {number} rule its number
   */
  countOf(content, rule) {
    return this.#contents[content].counts[rule] ?? 0;
  }

  /**
   * Return the least and the most items of a rule in a group with a content.
   * @param {number} content its number, from `numberOf`
   * @param {number} rule its number
   */
  boundsOf(content, rule) {
    return boundsIn(this.#rules[rule], this.#contents[content].group ?? -1);
  }

  /**
   * Return how many items of a kind a group with a content can take at most, and its content after one. It is found
   * once.
   * @param {number} content its number, from `numberOf`
   * @param {number} kind its index in `rulesOfKind`
   * @returns {Taking}
   */
  take(content, kind) {
    const key = `${content} ${kind}`;
    const knownTaking = this.#takings.get(key);
    if (knownTaking !== undefined) return knownTaking;
    const taking = this.#findTaking(content, kind);
    this.#takings.set(key, taking);
    return taking;
  }

  /**
   * Find what `take` returns: every rule of the kind, and the free places, bound how many items a group takes.
   * @param {number} content
   * @param {number} kind
   * @returns {Taking}
   */
  #findTaking(content, kind) {
    const { free, counts, group } = this.#contents[content];
    const rulesLeft = this.#rulesOfKind[kind].map(
      (rule) => this.boundsOf(content, rule).max - this.countOf(content, rule),
    );
    const most = Math.min(free, ...rulesLeft);
    if (most <= 0) return { most, after: undefined };
    const countsAfter = { ...counts };
    for (const rule of this.#rulesOfKind[kind])
      countsAfter[rule] = (countsAfter[rule] ?? 0) + 1;
    const after = { free: free - 1, counts: countsAfter, group };
    return { most, after: this.numberOf(after) };
  }
}

/** Tells whether items fit in groups, and does not search again where they did not. */
class Completion {
  #contents;
  #rulesOfKind;
  /** @type {number[]} the numbers of the rules that have a least number */
  #minima;
  /** @type {Set<string>} */
  #failed = new Set(); // contents and numbers of items that no arrangement fulfils

  /**
   * @param {Contents} contents
   * @param {Rule[]} rules
   * @param {number[][]} rulesOfKind the numbers of the rules of each kind of items
   */
  constructor(contents, rules, rulesOfKind) {
    this.#contents = contents;
    this.#rulesOfKind = rulesOfKind;
    this.#minima = rules.flatMap(({ min }, rule) => (min > 0 ? [rule] : []));
  }

  /**
   * Return whether items fit in groups with some contents.
   * @param {number[]} groups the numbers of the contents of the groups, ascending
   * @param {number[]} unplaced how many items of each kind are in no group
   * @returns {boolean}
   */
  isPossible(groups, unplaced) {
    const key = `${groups}|${unplaced}`;
    if (this.#failed.has(key) || this.#lacks(groups, unplaced)) return false;
    if (unplaced.every((number) => number <= 0)) return true;
    const isPossible = this.#canPlaceNext(groups, unplaced);
    if (!isPossible) this.#failed.add(key);
    return isPossible;
  }

  /**
   * Return whether too few items are in no group for the least number of a rule.
   * @param {number[]} groups
   * @param {number[]} unplaced
   */
  #lacks(groups, unplaced) {
    return this.#minima.some((rule) => {
      const needed = groups.map((content) => {
        const { min } = this.#contents.boundsOf(content, rule);
        return Math.max(min - this.#contents.countOf(content, rule), 0);
      });
      const available = unplaced.filter((_, kind) =>
        this.#rulesOfKind[kind].includes(rule),
      );
      return sum(needed) > sum(available);
    });
  }

  /**
   * Return the kind of items with the fewest places to spare, and how many these are, below 0 if places lack.
   * @param {number[]} groups
   * @param {number[]} unplaced
   */
  #findScarcest(groups, unplaced) {
    const kinds = [...unplaced.keys()].filter((kind) => unplaced[kind] > 0);
    const choices = kinds.map((kind) => {
      const room = groups.map((content) =>
        Math.min(
          Math.max(this.#contents.take(content, kind).most, 0),
          unplaced[kind],
        ),
      );
      return { kind, spare: sum(room) - unplaced[kind] };
    });
    return choices.reduce((best, choice) =>
      choice.spare < best.spare ? choice : best,
    );
  }

  /**
   * Return whether an item of the kind with the fewest places to spare can be in a group, so that all others fit.
   * @param {number[]} groups
   * @param {number[]} unplaced
   */
  #canPlaceNext(groups, unplaced) {
    const { kind, spare } = this.#findScarcest(groups, unplaced);
    if (spare < 0) return false;
    const unplacedAfter = replace(unplaced, kind, unplaced[kind] - 1);
    return [...new Set(groups)].some((content) => {
      const { after } = this.#contents.take(content, kind);
      if (after === undefined) return false;
      const groupsAfter = replace(groups, groups.indexOf(content), after);
      return this.isPossible(ascending(groupsAfter), unplacedAfter);
    });
  }
}

/**
 * Groups of which only the contents are known, and the items that are in none. It places an item in a group if that can
 * take it, takes the last one out again, and tells whether all others fit.
 *
 * If the items 0 and 1 come apart in two groups of two, `place(0, 0)` is true, `place(1, 0)` false; and with 2 in the
 * group 0 as well `canFinish()` is true: 1 and another one fit in the group 1.
 */
class Search {
  #kindOf;
  #contents;
  #completion;
  /** @type {number[]} the number of the content of each group */
  #groups;
  /** @type {number[]} how many items of each kind are in no group */
  #unplaced;
  /** @type {{ kind: number, group: number, content: number }[]} with the content of the group before */
  #placed = [];

  /** @param {Pick<SequentialRequest, "sizes" | "rules" | "rulesOf" | "blocks">} request */
  constructor({ sizes, rules: requestedRules, rulesOf, blocks }) {
    const places = blocks.map((block) => openPlaces(block));
    const rules = [...requestedRules, ...places.map(({ rule }) => rule)];
    const allRulesOf = rulesOf.map((list) => [...list]);
    for (const [b, { members }] of blocks.entries())
      for (const item of members)
        allRulesOf[item].push(requestedRules.length + b);
    const keys = [...new Set(allRulesOf.map(String))];
    const kindOf = allRulesOf.map((list) => keys.indexOf(String(list)));
    const rulesOfKind = keys.map((_, kind) => allRulesOf[kindOf.indexOf(kind)]);
    const contents = new Contents(rules, rulesOfKind);
    this.#kindOf = kindOf;
    this.#contents = contents;
    this.#completion = new Completion(contents, rules, rulesOfKind);
    this.#groups = sizes.map((size, j) => {
      const group = rules.some((rule) => rule.group === j) ? j : undefined;
      const counts = Object.fromEntries(
        places.map(({ missing }, b) => [requestedRules.length + b, missing[j]]),
      );
      return contents.numberOf({ free: size, counts, group });
    });
    this.#unplaced = keys.map(
      (_, kind) => kindOf.filter((otherKind) => otherKind === kind).length,
    );
  }

  /**
   * Place an item in a group if it can take it; return whether it did.
   * @param {number} item
   * @param {number} group
   */
  place(item, group) {
    const kind = this.#kindOf[item];
    const content = this.#groups[group];
    const { after } = this.#contents.take(content, kind);
    if (after === undefined) return false;
    this.#placed.push({ kind, group, content });
    this.#groups[group] = after;
    this.#unplaced[kind] -= 1;
    return true;
  }

  /** Take the last item out again. */
  undo() {
    const last = this.#placed.pop();
    if (last === undefined) return;
    this.#groups[last.group] = last.content;
    this.#unplaced[last.kind] += 1;
  }

  /** Return whether all items that are in no group fit. */
  canFinish() {
    return this.#completion.isPossible(ascending(this.#groups), this.#unplaced);
  }
}

/** Groups of items whose paths count as well, and the search that follows them. */
class PathSearch {
  #search;
  #keepsPlaced;
  #withPaths;
  /** @type {number[][]} the items of each group */
  groups;

  /** @param {SequentialRequest} request */
  constructor(request) {
    this.#search = new Search(request);
    this.#keepsPlaced = request.keepsPlaced;
    this.#withPaths = request.withPaths;
    this.groups = request.sizes.map(() => []);
  }

  /**
   * Place an item in a group if it can take it; return whether it did.
   * @param {number} item
   * @param {number} group
   */
  place(item, group) {
    const { groups } = this;
    groups[group].push(item);
    if (this.#keepsPlaced(groups) && this.#search.place(item, group))
      return true;
    groups[group].pop();
    return false;
  }

  /**
   * Take the last item out of its group, as if `place` had not put it there.
   * @param {number} group of the last item
   */
  #undo(group) {
    this.groups[group].pop();
    this.#search.undo();
  }

  /**
   * Return whether all others fit: those that have paths are tried in each group.
   * @returns {boolean}
   */
  canFinish() {
    const item = this.#withPaths.find(
      (otherItem) => !this.groups.some((group) => group.includes(otherItem)),
    );
    if (item === undefined) return this.#search.canFinish();
    return range(this.groups.length).some((group) => {
      if (!this.place(item, group)) return false;
      const isPossible = this.canFinish();
      this.#undo(group);
      return isPossible;
    });
  }

  /**
   * Place an item in a group if all others fit then; return whether it is placed.
   * @param {number} item
   * @param {number} group
   */
  take(item, group) {
    if (!this.place(item, group)) return false;
    if (this.canFinish()) return true;
    this.#undo(group);
    return false;
  }
}

/**
 * Draw groups of `sizes`: the items of each block, shuffled, come one after the other to the first group that leaves an
 * arrangement. `keepsPlaced` tells whether groups keep the paths, `withPaths` are the items that have any. Return the
 * items of each group.
 * @param {Below} below the source of the draws
 * @param {SequentialRequest} request what groups are drawn of
 * @returns {number[][]}
 */
export function drawSequentially(below, request) {
  const { sizes, blocks, fixedGroups } = request;
  const search = new PathSearch(request);
  const areFixedPlaced = [...fixedGroups].every(([item, group]) =>
    search.place(item, group),
  );
  if (!areFixedPlaced || !search.canFinish()) refuseRules();
  for (const { members, places } of blocks) {
    const free = [...places];
    for (const item of shuffleList(members, below)) {
      // The group with the most places of the block comes first, of several the first of them.
      const inOrder = range(sizes.length)
        .filter((group) => free[group] > 0)
        .sort((a, b) => free[b] - free[a] || a - b);
      const taker = inOrder.find((group) => search.take(item, group));
      if (taker !== undefined) free[taker] -= 1;
    }
  }
  return search.groups.map(ascending);
}
