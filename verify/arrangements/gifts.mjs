/**
 * Gifts of which an arrangement of pairs is drawn, and rare arrangements of them. Implemented from
 * docs/definitions/rules.md alone.
 */
// @ts-check
import { getKnown, refuseRules } from "./attributes.mjs";
import { chooseCandidate, losesWay, openBounded } from "./bounded.mjs";
import { range, sum } from "../core/lists.mjs";

/** @import { Below } from "../core/stream.mjs" */
/** @import { Choose } from "./bounded.mjs" */

/**
 * Lists of items by the index of an item: the receivers that each giver may have, or the next nodes of each node.
 * So [[1, 2], [0], [0]]: item 0 may give to 1 or 2, and both may give to 0.
 * @typedef {number[][]} Lists
 */

/**
 * The gifts that are in some arrangement, and by the index of each giver its component: two in one component have one
 * number.
 * @typedef {{ possible: Lists, components: number[] }} PossibleGifts
 */

/**
 * What counts the ways from an item through a set of items to item 0. Bit k - 1 of a set stands for item k, so that
 * `whole` has all but item 0.
 * @typedef {object} Cycles
 * @property {(item: number, set: number) => number} count the number of ways from an item through all items of a set to
 *   item 0
 * @property {(item: number, set: number) => number[]} nextOf the items of a set to which an item may give
 * @property {(set: number, item: number) => number} without the set that is left when one of its items
 *   is taken out: `without(0b11, 1)` is 0b10
 * @property {number} whole the set of all items but item 0
 */

const MAX_JOINED = 10 ** 7;
const MAX_COUNTED = 16; // FROZEN: a cycle of more items is drawn by a path

/**
 * Return the giver of each item in an arrangement by lists of receivers, or undefined if there is none.
 * @param {Lists} lists the receivers that each giver may have
 * @returns {number[] | undefined} by the index of each receiver that of its giver
 */
function matchGivers(lists) {
  /** @type {(number | undefined)[]} */
  const giverOf = lists.map(() => undefined);
  /**
   * Find a receiver for a giver, if others must change theirs.
   * @param {number} x a giver
   * @param {boolean[]} seen the receivers that were tried for it
   * @returns {boolean}
   */
  const search = (x, seen) =>
    lists[x].some((y) => {
      if (seen[y]) return false;
      seen[y] = true;
      const giver = giverOf[y];
      if (giver !== undefined && !search(giver, seen)) return false;
      giverOf[y] = x;
      return true;
    });
  if (!lists.every((_, x) => search(x, []))) return undefined;
  return giverOf.flatMap((giver) => giver ?? []);
}

/**
 * Return the strongly connected component of each node, as its first node that was reached, by lists of next nodes. Of
 * [[1], [0], [0]], where 0 and 1 lead to each other: [0, 0, 2].
 *
 * The algorithm is Kosaraju's. All nodes are listed in the order in which a search leaves them; back from the last one,
 * what leads to a node and is in no component yet is in the node's component.
 * @param {Lists} lists the next nodes of each node
 * @returns {number[]}
 */
function findComponents(lists) {
  /** @type {Lists} */
  const before = lists.map(() => []);
  lists.forEach((list, x) => list.forEach((y) => before[y].push(x)));
  /** @type {boolean[]} */
  const isSeen = [];
  /** @type {number[]} */
  const order = [];
  /** @type {number[]} */
  const components = [];
  /** @param {number} x */
  const finish = (x) => {
    isSeen[x] = true;
    for (const y of lists[x]) if (!isSeen[y]) finish(y);
    order.push(x);
  };
  /**
   * @param {number} x
   * @param {number} component
   */
  const mark = (x, component) => {
    components[x] = component;
    for (const y of before[x])
      if (components[y] === undefined) mark(y, component);
  };
  for (const x of lists.keys()) if (!isSeen[x]) finish(x);
  for (const x of order.reverse()) if (components[x] === undefined) mark(x, x);
  return components;
}

/**
 * Return the possible gifts, for each giver its receivers, and the component of each giver.
 * @param {Lists} lists the receivers that each giver may have
 * @param {boolean} mutual whether two items may give to each other
 * @returns {PossibleGifts}
 */
function findPossible(lists, mutual) {
  for (;;) {
    const giverOf = matchGivers(lists) ?? refuseRules();
    // A giver leads to the givers of its receivers: round a circle of these, all can change their receivers.
    const nextGivers = lists.map((list) => list.map((y) => giverOf[y]));
    const components = findComponents(nextGivers);
    const possible = lists.map((list, x) =>
      list.filter((y) => components[giverOf[y]] === components[x]),
    );
    /** @type {[giver: number, receiver: number][]} */
    const certain = []; // the only gifts of their givers, after which others are none
    if (!mutual)
      possible.forEach((list, x) => {
        if (list.length === 1 && possible[list[0]].includes(x))
          certain.push([x, list[0]]);
      });
    if (certain.length === 0) return { possible, components };
    lists = possible;
    for (const [x, y] of certain)
      lists[y] = lists[y].filter((receiver) => receiver !== x);
  }
}

/** The gifts that are left: of givers that have no receiver yet, to receivers that have no giver yet. */
class GiftsLeft {
  /** @type {Map<number, Set<number>>} the receivers of each giver */
  #receiversOf;
  /** @type {Map<number, Set<number>>} the givers of each receiver */
  #giversOf = new Map();

  /**
   * @param {number[]} givers their indices
   * @param {Lists} possible also of items that are none of these givers
   */
  constructor(givers, possible) {
    this.#receiversOf = new Map(givers.map((x) => [x, new Set(possible[x])]));
    for (const x of givers) {
      for (const y of possible[x]) {
        const giversOfY = this.#giversOf.get(y) ?? new Set();
        this.#giversOf.set(y, giversOfY.add(x));
      }
    }
  }

  /** Whether every receiver has a giver. */
  get isEmpty() {
    return this.#giversOf.size === 0;
  }

  /** Return the receiver with the fewest givers, of several the first, and these givers. */
  findScarcest() {
    let [[receiver, givers]] = this.#giversOf;
    for (const [otherReceiver, otherGivers] of this.#giversOf) {
      const isFirst = otherReceiver < receiver;
      const hasAsMany = otherGivers.size === givers.size;
      if (otherGivers.size < givers.size || (hasAsMany && isFirst)) {
        receiver = otherReceiver;
        givers = otherGivers;
      }
    }
    return { receiver, givers };
  }

  /**
   * Return how many receivers a giver has.
   * @param {number} giver
   */
  countReceivers(giver) {
    return getKnown(this.#receiversOf, giver).size;
  }

  /**
   * Return whether a gift is left.
   * @param {number} giver
   * @param {number} receiver
   */
  has(giver, receiver) {
    return this.#receiversOf.get(giver)?.has(receiver) ?? false;
  }

  /**
   * Take a gift: no other one of its giver, and none to its receiver, is left.
   * @param {number} giver
   * @param {number} receiver
   */
  take(giver, receiver) {
    for (const otherGiver of getKnown(this.#giversOf, receiver))
      getKnown(this.#receiversOf, otherGiver).delete(receiver);
    for (const otherReceiver of getKnown(this.#receiversOf, giver))
      getKnown(this.#giversOf, otherReceiver).delete(giver);
    this.#receiversOf.delete(giver);
    this.#giversOf.delete(receiver);
  }

  /**
   * Leave out a gift.
   * @param {number} giver
   * @param {number} receiver
   */
  drop(giver, receiver) {
    getKnown(this.#receiversOf, giver).delete(receiver);
    getKnown(this.#giversOf, receiver).delete(giver);
  }
}

/**
 * Return a bounded attempt at the gifts of some givers, as entries [x, y]; undefined if it fails.
 * Of three givers, each with the other two as receivers, such as `[[1, 0], [0, 2], [2, 1]]`.
 * @param {number[]} givers their indices
 * @param {Lists} possible also of items that are none of these givers
 * @param {boolean} mutual whether two items may give to each other
 * @param {Below} below the source of the draws
 * @param {Choose} choose the function that makes a choice
 * @returns {[giver: number, receiver: number][] | undefined}
 */
function attemptComponent(givers, possible, mutual, below, choose) {
  const giftsLeft = new GiftsLeft(givers, possible);
  /** @type {[giver: number, receiver: number][]} */
  const gifts = [];
  while (!giftsLeft.isEmpty) {
    const { receiver, givers: candidates } = giftsLeft.findScarcest();
    /** @type {number[]} */
    const degrees = [];
    for (const x of candidates) degrees[x] = giftsLeft.countReceivers(x);
    const giver = chooseCandidate(candidates, degrees, choose);
    if (giver === undefined) return undefined;
    gifts.push([giver, receiver]);
    giftsLeft.take(giver, receiver);
    if (mutual || !giftsLeft.has(receiver, giver)) continue;
    if (!losesWay(giftsLeft.countReceivers(receiver), below)) return undefined;
    giftsLeft.drop(receiver, giver);
  }
  return gifts;
}

/**
 * Draw the receivers by components of possible gifts.
 * @param {PossibleGifts} gifts
 * @param {boolean} mutual whether two items may give to each other
 * @param {Below} below the source of the draws
 * @returns {number[]} by the index of each giver that of its receiver
 */
function drawComponents({ possible, components }, mutual, below) {
  /**
   * @param {number} x
   * @param {number} y
   */
  const areJoined = (x, y) =>
    components[x] === components[y] ||
    (possible[x].includes(y) && possible[y].includes(x));
  const partOf = mutual
    ? components
    : findComponents(
        possible.map((_, x) =>
          range(possible.length).filter((y) => areJoined(x, y)),
        ),
      );
  const draw = openBounded(below);
  /** @type {number[]} */
  const receivers = [];
  for (const part of new Set(partOf)) {
    const givers = range(partOf.length).filter((x) => partOf[x] === part);
    const gifts = draw((choose) =>
      attemptComponent(givers, possible, mutual, below, choose),
    );
    for (const [x, y] of gifts) receivers[x] = y;
  }
  return receivers;
}

/**
 * Return `count`, which counts the ways from an item through all items of a set to item 0, `nextOf`, `without` and the
 * `whole` set. Each item and set is counted once, as Held and Karp do for the shortest way.
 * @param {Lists} possible the possible receivers of each giver, of at most MAX_COUNTED
 * @returns {Cycles}
 */
function openCycles(possible) {
  const n = possible.length;
  const whole = 2 ** (n - 1) - 1;
  const counts = new Float64Array((whole + 1) * n).fill(-1); // below 2^53
  /** @type {Cycles["without"]} */
  const without = (set, y) => set ^ (1 << (y - 1));
  /** @type {Cycles["nextOf"]} */
  const nextOf = (x, set) =>
    possible[x].filter((y) => y > 0 && without(set, y) < set);
  /** @type {Cycles["count"]} */
  const countNew = (x, set) => {
    if (set === 0) return Number(possible[x].includes(0));
    return sum(nextOf(x, set).map((y) => count(y, without(set, y))));
  };
  /** @type {Cycles["count"]} */
  const count = (x, set) => {
    const at = set * n + x;
    if (counts[at] < 0) counts[at] = countNew(x, set);
    return counts[at];
  };
  return { count, nextOf, without, whole };
}

/**
 * Draw one cycle of up to 16 items by counting; return the items after item 0.
 * @param {Lists} possible the possible receivers of each giver
 * @param {Below} below the source of the draws
 * @returns {number[]}
 */
function drawCounted(possible, below) {
  const { count, nextOf, without, whole } = openCycles(possible);
  const wayCount = count(0, whole);
  if (wayCount === 0) refuseRules();
  let number = below(wayCount); // of the drawn way, among those that begin as the path does
  let x = 0;
  let set = whole;
  /** @type {number[]} */
  const path = [];
  while (set > 0) {
    for (const y of nextOf(x, set)) {
      const ways = count(y, without(set, y));
      if (number < ways) {
        x = y;
        break;
      }
      number -= ways;
    }
    path.push(x);
    set = without(set, x);
  }
  return path;
}

/**
 * Return a bounded attempt at one cycle: the items after item 0; undefined if it fails.
 * The cycle 0, 1, 2 is `[1, 2]`.
 * @param {Lists} possible the possible receivers of each giver
 * @param {Below} below the source of the draws
 * @param {Choose} choose the function that makes a choice
 * @returns {number[] | undefined}
 */
function attemptPath(possible, below, choose) {
  const unvisited = new Set(range(possible.length - 1, 1));
  const receiversOf = possible.map((list) => new Set(list));
  /** How many of the items that have no receiver may give to each item. */
  const degrees = possible.map(() => 0);
  for (const x of receiversOf.keys())
    for (const y of receiversOf[x]) if (x > 0 || y > 0) degrees[y]++;
  /** @type {number[]} */
  const path = [];
  let x = 0;
  while (unvisited.size > 0) {
    const candidates = [...receiversOf[x]].filter((item) =>
      unvisited.has(item),
    );
    const y = chooseCandidate(candidates, degrees, choose);
    if (y === undefined) return undefined;
    path.push(y);
    unvisited.delete(y);
    for (const item of receiversOf[x]) if (item > 0) degrees[item]--;
    if (unvisited.size > 0 && receiversOf[y].has(0)) {
      const waysBack = degrees[0];
      degrees[0] -= 1;
      if (!losesWay(waysBack, below)) return undefined;
    }
    x = y;
  }
  return receiversOf[x].has(0) ? path : undefined;
}

/**
 * Draw one cycle by bounded attempts; return the items after item 0.
 * @param {Lists} possible the possible receivers of each giver
 * @param {Below} below the source of the draws
 * @returns {number[]}
 */
function repeatPath(possible, below) {
  const repeatAttempt = openBounded(below);
  return repeatAttempt((choose) => attemptPath(possible, below, choose));
}

/**
 * Return whether gifts join all items, and all but any one of them; the latter if that takes few steps to tell.
 * @param {Lists} possible the possible receivers of each giver
 * @returns {boolean}
 */
function isJoined(possible) {
  const near = possible.map((list) => [...list]); // in either direction
  possible.forEach((list, x) => list.forEach((y) => near[y].push(x)));
  /** @param {Lists} lists */
  const countComponents = (lists) => new Set(findComponents(lists)).size;
  if (countComponents(near) > 1) return false;
  const giftCount = sum(near.map((list) => list.length));
  if (near.length * giftCount > MAX_JOINED) return true;
  return range(near.length).every((x) => {
    const nearWithout = near.map((list, z) =>
      z === x ? [] : list.filter((y) => y !== x),
    );
    return countComponents(nearWithout) <= 2; // x alone, and all others
  });
}

/**
 * Return the rule that draws rare pairs by lists of the receivers that each giver may have: a function of below that
 * returns the receivers.
 * @param {Lists} lists the receivers that each giver may have
 * @param {boolean} mutual whether two items may give to each other
 * @param {boolean} cycle whether the gifts must be one cycle through all items
 * @returns {(below: Below) => number[]}
 */
export function planGifts(lists, mutual, cycle) {
  const gifts = findPossible(lists, mutual);
  const { possible } = gifts;
  if (!cycle) return (below) => drawComponents(gifts, mutual, below);
  if (!isJoined(possible)) refuseRules();
  return (below) => {
    const path =
      possible.length <= MAX_COUNTED
        ? drawCounted(possible, below)
        : repeatPath(possible, below);
    /** @type {number[]} */
    const receivers = [];
    for (const [p, giver] of [0, ...path].entries())
      receivers[giver] = path[p] ?? 0; // the last one gives to item 0
    return receivers;
  };
}

/**
 * Return whether there is one arrangement by lists of receivers, undefined if that is not known.
 * @param {Lists} lists the receivers that each giver may have
 * @param {boolean} mutual whether two items may give to each other
 * @param {boolean} cycle whether the gifts must be one cycle through all items
 * @returns {boolean | undefined}
 */
export function leaveOne(lists, mutual, cycle) {
  const { possible } = findPossible(lists, mutual);
  if (possible.every(({ length }) => length === 1)) return true;
  if (!cycle) return mutual ? false : undefined;
  if (possible.length > MAX_COUNTED) return undefined;
  const { count, whole } = openCycles(possible);
  return count(0, whole) === 1;
}
