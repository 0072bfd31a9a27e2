/** Conditions on deals. Implemented from docs/definitions/conditions.md alone. */
// @ts-check
import { sum } from "../core/lists.mjs";
import { FACES } from "../cards/faces.mjs";
import { GAMES } from "../games/games.mjs";
import { ITEM_PREDICATES } from "./item_predicates.mjs";
import {
  MAX_WEIGHT,
  PREDICATES,
  RANKS,
  SUITS,
  checkDifferent,
  checkReach,
} from "./predicates.mjs";
import {
  Refused,
  Unknown,
  checkChoice,
  checkInteger,
  checkList,
  checkObject,
  isObject,
  requireObject,
} from "../core/validation.mjs";

/**
 * @import { Shoe } from "../games/deal_types.mjs"
 * @import { Bounds, CardDeal, LeafHands, Predicate } from "./predicates.mjs"
 * @import { Face } from "../cards/faces.mjs"
 */

/**
 * A function from the name of a hand or a pile to its cards, which are indices.
 * @typedef {(name: string) => number[]} CardsOf
 */

/**
 * Whether a condition holds for a deal, or the number of a part of a sum.
 * @typedef {(cardsOf: CardsOf) => boolean | number} Test
 */

/**
 * A node of a condition that was parsed.
 * @typedef {object} ParsedNode
 * @property {Test} test - whether the node holds or, of a part of a sum without bounds, its number
 * @property {number} reach - the largest magnitude of the number, 1 if the node holds or not
 */

/**
 * A node of a condition, the members of which are not checked yet.
 * @typedef {Record<string, unknown>} ConditionNode
 */

/**
 * A node in its place.
 * @typedef {object} NodePlace
 * @property {string} where - its path in the request: `"where.all[1].not"`
 * @property {number} level - from 1
 * @property {boolean} isPart - whether it is a part of a sum, where it needs no bounds
 */

/**
 * A part of a sum.
 * @typedef {object} WeightedPart
 * @property {number} weight
 * @property {ParsedNode} value - what is weighed
 * @property {Test} when - whether it counts
 */

/**
 * A predicate of a leaf: of its value, the path of that, and the hands that the leaf names.
 * @typedef {(value: unknown, where: string, hands: LeafHands) => Predicate} ParseOfLeaf
 */

const MAX_NODES = 512;
const MAX_LEVELS = 16;
const MAX_SHAPES = 560;

/** @type {Bounds} */
const UNBOUNDED = [-Infinity, Infinity];

/** The members of a leaf beside its predicate. */
const OF_LEAVES = ["hand", "hands", "min", "max"];

/** The members of a sum. */
const OF_SUMS = ["weighted", "min", "max"];

/**
 * Return what the predicates of cards look at.
 * @param {Shoe} shoe
 * @param {string | undefined} game - hands of a deck's deal are ranked by the rules of poker
 * @returns {CardDeal}
 */
function describeCards({ deck = "", codes }, game) {
  /** @type {(code: string) => Face} */
  const readFace = FACES[deck];
  const faces = codes.map((code) => readFace(code));
  const suits = new Set(faces.flatMap(({ suit }) => suit ?? []));
  /** @type {(suit: string, rank: string) => number} */
  const count = (suit, rank) =>
    faces.filter((face) => face.suit === suit && face.rank === rank).length;
  /** @type {(ranks: string) => boolean} */
  const hasEach = (ranks) =>
    SUITS.every((suit) => [...ranks].every((rank) => count(suit, rank) === 1));
  const suited = faces.filter(({ suit }) => suit !== undefined);
  return {
    deck,
    codes,
    faces,
    suits: [...suits],
    packs: { hasEach, isOf52: hasEach(RANKS) && suited.length === 52 },
    ranking: game === undefined ? "poker" : GAMES[game].ranking,
  };
}

/**
 * Return the predicates that a condition on the deals of a shoe can have, by name.
 * @param {Shoe} shoe
 * @param {string | undefined} game
 * @returns {Record<string, ParseOfLeaf>}
 */
function listPredicates(shoe, game) {
  const { items } = shoe;
  /** @type {Record<string, ParseOfLeaf>} */
  const predicates = {};
  if (items !== undefined) {
    for (const [name, parse] of Object.entries(ITEM_PREDICATES))
      predicates[name] = (value, where, { mayLack }) =>
        parse(value, where, items, mayLack);
    return predicates;
  }
  const deal = describeCards(shoe, game);
  for (const [name, parse] of Object.entries(PREDICATES)) {
    predicates[name] = (value, where, hands) =>
      parse(value, where, { ...deal, ...hands });
  }
  return predicates;
}

/**
 * Return a condition on the deals of a shoe, or of a list of items, as a function that returns whether a deal fulfils
 * it.
 * @param {unknown} condition - as a request has it
 * @param {Shoe} shoe
 * @param {Map<string, number>} sizes - the number of cards of each hand and pile, by name
 * @param {string} [game]
 * @returns {Test}
 */
export function parseCondition(condition, shoe, sizes, game) {
  const cardCount = shoe.items?.length ?? shoe.codes.length;
  const predicates = listPredicates(shoe, game);
  const parser = new ConditionParser(predicates, sizes, cardCount);
  const place = { where: "where", level: 1, isPart: false };
  return parser.parse(condition, place).test;
}

/** Parses the nodes of one condition, and counts them. */
class ConditionParser {
  #nodes = 0;
  #shapes = 0;
  #predicates;
  #sizes;
  #cardCount;

  /**
   * @param {Record<string, ParseOfLeaf>} predicates - by name
   * @param {Map<string, number>} sizes - the number of cards of each hand and pile, by name
   * @param {number} cardCount - how many cards the shoe has
   */
  constructor(predicates, sizes, cardCount) {
    this.#predicates = predicates;
    this.#sizes = sizes;
    this.#cardCount = cardCount;
  }

  /**
   * Return a node, and those in it, parsed.
   * @param {unknown} value - the node, as yet unchecked
   * @param {NodePlace} place
   * @returns {ParsedNode}
   */
  parse(value, place) {
    const { where, level } = place;
    this.#nodes++;
    if (this.#nodes > MAX_NODES)
      throw new Refused(where, `at most ${MAX_NODES} nodes were expected`);
    if (level > MAX_LEVELS)
      throw new Refused(where, `at most ${MAX_LEVELS} levels were expected`);
    /** @type {ConditionNode} */
    const node = requireObject(where, value);
    if (Object.hasOwn(node, "all")) return this.#parseParts(node, place, "all");
    if (Object.hasOwn(node, "any")) return this.#parseParts(node, place, "any");
    if (Object.hasOwn(node, "not")) return this.#parseNot(node, place);
    if (Object.hasOwn(node, "weighted")) return this.#parseSum(node, place);
    return this.#parseLeaf(node, place);
  }

  /**
   * Return a node that holds if all, or any, of its parts do.
   * @param {ConditionNode} node
   * @param {NodePlace} place
   * @param {"all" | "any"} kind
   * @returns {ParsedNode}
   */
  #parseParts(node, { where, level }, kind) {
    checkObject(where, node, [kind]);
    const parts = checkFilled(`${where}.${kind}`, node[kind], "conditions");
    const tests = parts.map((part, i) => {
      const path = `${where}.${kind}[${i}]`;
      return this.#parseWhole(part, path, level + 1);
    });
    /** @type {Test} */
    const allHold = (cardsOf) => tests.every((test) => test(cardsOf));
    /** @type {Test} */
    const anyHolds = (cardsOf) => tests.some((test) => test(cardsOf));
    return { test: kind === "all" ? allHold : anyHolds, reach: 1 };
  }

  /**
   * Return a node that holds if its part does not.
   * @param {ConditionNode} node
   * @param {NodePlace} place
   * @returns {ParsedNode}
   */
  #parseNot(node, { where, level }) {
    checkObject(where, node, ["not"]);
    const test = this.#parseWhole(node.not, `${where}.not`, level + 1);
    return { test: (cardsOf) => !test(cardsOf), reach: 1 };
  }

  /**
   * Return whether a node holds that is no part of a sum.
   * @param {unknown} value - the node, as yet unchecked
   * @param {string} where - its path
   * @param {number} level
   * @returns {Test}
   */
  #parseWhole(value, where, level) {
    return this.parse(value, { where, level, isPart: false }).test;
  }

  /**
   * Return a sum of weighted parts.
   * @param {ConditionNode} node
   * @param {NodePlace} place
   * @returns {ParsedNode}
   */
  #parseSum(node, { where, level, isPart }) {
    if (Object.keys(node).some((name) => !OF_SUMS.includes(name)))
      throw new Refused(
        where,
        "no member but weighted, min and max was expected",
      );
    const path = `${where}.weighted`;
    const members = checkFilled(path, node.weighted, "conditions");
    const parts = members.map((member, i) =>
      this.#parseWeighted(member, `${path}[${i}]`, level + 1),
    );
    const bounds = readBounds(node, where, "weighted", {
      bounds: isPart ? UNBOUNDED : undefined,
    });
    const reaches = parts.map(
      ({ weight, value }) => Math.abs(weight) * value.reach,
    );
    const reach = sum(reaches);
    checkReach(path, reach);
    /** @type {(cardsOf: CardsOf) => number} */
    const number = (cardsOf) => {
      const weighted = parts.map(({ weight, value, when }) =>
        when(cardsOf) ? weight * Number(value.test(cardsOf)) : 0,
      );
      return sum(weighted);
    };
    return limit(number, reach, bounds);
  }

  /**
   * Return a part of a sum.
   * @param {unknown} member - a node with `weight` and `when`, as yet unchecked
   * @param {string} where - its path
   * @param {number} level
   * @returns {WeightedPart}
   */
  #parseWeighted(member, where, level) {
    /** @type {ConditionNode} */
    const { weight = 1, when, ...node } = isObject(member) ? member : {};
    const checkedWeight = checkInteger(
      `${where}.weight`,
      weight,
      -MAX_WEIGHT,
      MAX_WEIGHT,
    );
    const part = isObject(member) ? node : member;
    const value = this.parse(part, { where, level, isPart: true });
    if (when === undefined)
      return { weight: checkedWeight, value, when: () => true };
    const test = this.#parseWhole(when, `${where}.when`, level);
    return { weight: checkedWeight, value, when: test };
  }

  /**
   * Return a leaf: a predicate of hands within bounds.
   * @param {ConditionNode} node
   * @param {NodePlace} place
   * @returns {ParsedNode}
   */
  #parseLeaf(node, { where, isPart }) {
    const holder = Object.hasOwn(node, "hands") ? "hands" : "hand";
    const name = this.#findPredicate(node, where);
    checkObject(where, node, [holder, name, "min", "max"], [holder]);
    const path = `${where}.${name}`;
    const places = this.#readHands(node, where, holder);
    const predicate = this.#parsePredicate(node, name, path, places);
    // As a part of a sum, a leaf without bounds is its number
    const isNumber = isPart && !predicate.isExact;
    const bounded = isNumber ? { ...predicate, bounds: UNBOUNDED } : predicate;
    const bounds = readBounds(node, where, name, bounded);
    const reach = predicate.reach ?? 1000 * this.#cardCount;
    checkReach(path, reach);
    const readCards = joinPlaces([...places, ...(predicate.shared ?? [])]);
    /** @type {(cardsOf: CardsOf) => number} */
    const number = (cardsOf) => predicate.number(readCards(cardsOf));
    return limit(number, reach, bounds);
  }

  /**
   * Return the predicate of a leaf, and count its shapes.
   * @param {ConditionNode} node - the leaf
   * @param {string} name - of the predicate
   * @param {string} path - of the value
   * @param {string[]} places - the hands and piles of the leaf
   * @returns {Predicate}
   */
  #parsePredicate(node, name, path, places) {
    const size = sum(places.map((place) => this.#sizes.get(place) ?? 0));
    const mayLack = node.min === 0;
    const hands = { sizes: this.#sizes, places, size, mayLack };
    const predicate = this.#predicates[name](node[name], path, hands);
    this.#shapes += predicate.shapes ?? 0;
    if (this.#shapes > MAX_SHAPES)
      throw new Refused(path, `at most ${MAX_SHAPES} shapes were expected`);
    return predicate;
  }

  /**
   * Return the name of the predicate of a leaf.
   * @param {ConditionNode} node
   * @param {string} where - its path
   * @returns {string}
   */
  #findPredicate(node, where) {
    const names = Object.keys(node).filter((name) => !OF_LEAVES.includes(name));
    const unknown = names.find(
      (name) => !Object.hasOwn(this.#predicates, name),
    );
    if (unknown !== undefined)
      throw new Unknown(
        `${where}.${unknown}`,
        "there is no such predicate here",
      );
    if (names.length !== 1)
      throw new Refused(
        where,
        `one of ${Object.keys(this.#predicates).join(", ")} was expected`,
      );
    return names[0];
  }

  /**
   * Return the names of the hands and piles of a leaf, which differ; a seat may be a number.
   * @param {ConditionNode} node
   * @param {string} where - its path
   * @param {"hand" | "hands"} holder - the member that names them
   * @returns {string[]}
   */
  #readHands(node, where, holder) {
    const path = `${where}.${holder}`;
    /** @type {unknown[]} */
    const listed =
      holder === "hand" ? [node.hand] : checkList(path, node.hands);
    const handNames = [...this.#sizes.keys()];
    const places = listed.map((value) =>
      checkChoice(
        path,
        typeof value === "number" ? String(value) : value,
        handNames,
      ),
    );
    checkDifferent(path, places);
    if (places.length === 0)
      throw new Refused(path, "one or more hands were expected");
    return places;
  }
}

/**
 * Return a list that has a member.
 * @param {string} where - its path
 * @param {unknown} value
 * @param {string} what - its members, in words
 * @returns {unknown[]}
 */
function checkFilled(where, value, what) {
  /** @type {unknown[]} */
  const list = checkList(where, value);
  if (list.length === 0)
    throw new Refused(where, `one or more ${what} were expected`);
  return list;
}

/**
 * Return a function that returns the cards of all places, those of one place without a copy.
 * @param {string[]} places - hands and piles, one or more
 * @returns {(cardsOf: CardsOf) => number[]}
 */
function joinPlaces(places) {
  const [first, ...otherPlaces] = places;
  if (otherPlaces.length === 0) return (cardsOf) => cardsOf(first);
  return (cardsOf) => places.flatMap((place) => cardsOf(place));
}

/**
 * Return a node that holds if a number is within bounds; without any it has the number itself and its reach.
 * @param {(cardsOf: CardsOf) => number} number
 * @param {number} reach - the largest magnitude of the number
 * @param {Bounds} bounds
 * @returns {ParsedNode}
 */
function limit(number, reach, [min, max]) {
  if (min === -Infinity && max === Infinity) return { test: number, reach };
  /** @type {Test} */
  const isWithin = (cardsOf) => {
    const value = number(cardsOf);
    return value >= min && value <= max;
  };
  return { test: isWithin, reach: 1 };
}

/**
 * Return the smallest and the largest number with which a leaf or a sum holds: of { min: 2 } [2, Infinity].
 *
 * Of the predicate, `bounds` are those of a node with neither min nor max, a node takes none with `isExact`, and
 * `names` are the words for the numbers 0, 1, … in its bounds.
 * @param {ConditionNode} node
 * @param {string} where - its path
 * @param {string} name - of the predicate, or `"weighted"`
 * @param {Pick<Predicate, "bounds" | "isExact" | "names">} predicate
 * @returns {Bounds}
 */
function readBounds(node, where, name, { bounds, isExact, names }) {
  const hasMin = Object.hasOwn(node, "min");
  const hasMax = Object.hasOwn(node, "max");
  if ((hasMin || hasMax) && isExact)
    throw new Refused(where, `${name} takes no min or max here`);
  if (!hasMin && !hasMax) {
    if (bounds !== undefined) return bounds;
    throw new Refused(where, "min, max or both were expected");
  }
  /** @type {(path: string, value: unknown) => number} */
  const read = (path, value) =>
    names === undefined
      ? checkInteger(path, value, -MAX_WEIGHT, MAX_WEIGHT)
      : names.indexOf(checkChoice(path, value, names));
  const min = hasMin ? read(`${where}.min`, node.min) : -Infinity;
  const max = hasMax ? read(`${where}.max`, node.max) : Infinity;
  if (min > max) throw new Refused(`${where}.min`, "at most max was expected");
  return [min, max];
}
