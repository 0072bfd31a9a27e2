/** Conditions on deals. Implemented from docs/definitions/conditions.md alone. */
import { sum } from "../core/canonical.mjs";
import { FACES } from "../cards/faces.mjs";
import { GAMES } from "../games/games.mjs";
import { ITEM_PREDICATES } from "./item_predicates.mjs";
import {
  MAX_WEIGHT,
  PREDICATES,
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
} from "../core/validation.mjs";

const MAX_NODES = 512;
const MAX_LEVELS = 16;
const MAX_SHAPES = 560;

/** Return what the predicates of cards look at. */
function describeCards({ deck, codes }, game) {
  const faces = codes.map(FACES[deck]);
  const suits = [...new Set(faces.map(({ suit }) => suit))].filter(
    (suit) => suit !== undefined,
  );
  const count = (suit, rank) =>
    faces.filter((face) => face.suit === suit && face.rank === rank).length;
  const packs = {
    hasEach: (ranks) =>
      SUITS.every((suit) =>
        [...ranks].every((rank) => count(suit, rank) === 1),
      ),
  };
  const ranking = game === undefined ? "poker" : GAMES[game].ranking;
  return { deck, codes, faces, suits, packs, ranking };
}

/**
 * Return a condition on the deals of a shoe, or of a list of items, as a function of `cardsOf`, which returns the cards of a hand or a pile.
 * `sizes` is a map from hand or pile to the number of its cards. Hands of a deck's deal are ranked by the rules of poker.
 */
export function parseCondition(condition, shoe, sizes, game) {
  const isOfItems = shoe.items !== undefined;
  const predicates = isOfItems ? ITEM_PREDICATES : PREDICATES;
  const deal = {
    ...(isOfItems ? { items: shoe.items } : describeCards(shoe, game)),
    sizes,
  };
  const used = { nodes: 0, shapes: 0 };
  const cardCount = (shoe.items ?? shoe.codes).length;

  /** Return a function of `cardsOf`: whether the node holds or, of a part of a sum without bounds, its number. */
  function parse(node, where, level, isPart = false) {
    if (++used.nodes > MAX_NODES)
      throw new Refused(where, `at most ${MAX_NODES} nodes were expected`);
    if (level > MAX_LEVELS)
      throw new Refused(where, `at most ${MAX_LEVELS} levels were expected`);
    checkObject(where, node, Object.keys(node ?? {}));
    const kind = ["all", "any", "not"].find((name) =>
      Object.hasOwn(node, name),
    );
    if (kind === undefined && Object.hasOwn(node, "weighted"))
      return parseSum(node, where, level, isPart);
    if (kind === undefined) return parseLeaf(node, where, isPart);
    checkObject(where, node, [kind]);
    const parts =
      kind === "not" ? [node.not] : checkList(`${where}.${kind}`, node[kind]);
    if (parts.length === 0)
      throw new Refused(
        `${where}.${kind}`,
        "one or more conditions were expected",
      );
    const path = (i) =>
      kind === "not" ? `${where}.not` : `${where}.${kind}[${i}]`;
    const tests = parts.map((part, i) => parse(part, path(i), level + 1));
    if (kind === "not") return (cardsOf) => !tests[0](cardsOf);
    return kind === "all"
      ? (cardsOf) => tests.every((holds) => holds(cardsOf))
      : (cardsOf) => tests.some((holds) => holds(cardsOf));
  }

  function parseSum(node, where, level, isPart) {
    if (
      Object.keys(node).some(
        (name) => !["weighted", "min", "max"].includes(name),
      )
    )
      throw new Refused(
        where,
        "no member but weighted, min and max was expected",
      );
    const members = checkList(`${where}.weighted`, node.weighted);
    if (members.length === 0)
      throw new Refused(
        `${where}.weighted`,
        "one or more conditions were expected",
      );
    const parts = members.map((member, i) => {
      const path = `${where}.weighted[${i}]`;
      const { weight = 1, when, ...part } = isObject(member) ? member : {};
      checkInteger(`${path}.weight`, weight, -MAX_WEIGHT, MAX_WEIGHT);
      const value = parse(
        isObject(member) ? part : member,
        path,
        level + 1,
        true,
      );
      return [
        weight,
        value,
        when === undefined
          ? () => true
          : parse(when, `${path}.when`, level + 1),
      ];
    });
    const [min, max] = readBounds(
      node,
      where,
      "weighted",
      isPart ? { bounds: [-Infinity, Infinity] } : {},
    );
    const reach = sum(
      parts.map(([weight, part]) => Math.abs(weight) * (part.reach ?? 1)),
    );
    checkReach(`${where}.weighted`, reach);
    const number = (cardsOf) =>
      sum(
        parts.map(([weight, part, when]) =>
          when(cardsOf) ? weight * Number(part(cardsOf)) : 0,
        ),
      );
    return limit(number, reach, min, max);
  }

  /** Return whether a number is within bounds, or the number itself and its reach if the node has none. */
  function limit(number, reach, min, max) {
    if (min === -Infinity && max === Infinity)
      return Object.assign(number, { reach });
    return (cardsOf) => {
      const value = number(cardsOf);
      return value >= min && value <= max;
    };
  }

  function parseLeaf(node, where, isPart) {
    const holder = Object.hasOwn(node, "hands") ? "hands" : "hand";
    const names = Object.keys(node).filter((name) => !OF_LEAVES.includes(name));
    const later = names.find((name) => !Object.hasOwn(predicates, name));
    if (later !== undefined)
      throw new Unknown(`${where}.${later}`, "there is no such predicate here");
    if (names.length !== 1)
      throw new Refused(
        where,
        `one of ${Object.keys(predicates).join(", ")} was expected`,
      );
    const [name] = names;
    checkObject(where, node, [holder, name, "min", "max"], [holder]);
    const listed =
      holder === "hand" ? [node.hand] : checkList(`${where}.hands`, node.hands);
    const nameOf = (value) =>
      typeof value === "number" ? String(value) : value;
    const place = (value) =>
      checkChoice(`${where}.${holder}`, nameOf(value), [...sizes.keys()]);
    const places = checkDifferent(`${where}.${holder}`, listed.map(place));
    if (places.length === 0)
      throw new Refused(`${where}.hands`, "one or more hands were expected");
    const size = sum(places.map((one) => sizes.get(one)));
    const predicate = predicates[name](node[name], `${where}.${name}`, {
      ...deal,
      places,
      size,
    });
    used.shapes += predicate.shapes ?? 0;
    if (used.shapes > MAX_SHAPES)
      throw new Refused(
        `${where}.${name}`,
        `at most ${MAX_SHAPES} shapes were expected`,
      );
    const isNumber = isPart && !predicate.isExact;
    const [min, max] = readBounds(
      node,
      where,
      name,
      isNumber ? { ...predicate, bounds: [-Infinity, Infinity] } : predicate,
    );
    const reach = predicate.reach ?? 1000 * cardCount;
    checkReach(`${where}.${name}`, reach);
    places.push(...(predicate.shared ?? []));
    const number = (cardsOf) =>
      predicate.number(
        places.length === 1 ? cardsOf(places[0]) : places.flatMap(cardsOf),
      );
    return limit(number, reach, min, max);
  }
  return parse(condition, "where", 1);
}

/** The members of a leaf beside its predicate. */
const OF_LEAVES = ["hand", "hands", "min", "max"];

/** Return the smallest and the largest number with which a leaf holds. */
function readBounds(node, where, name, { bounds, isExact, names }) {
  const boundNames = ["min", "max"].filter((bound) =>
    Object.hasOwn(node, bound),
  );
  if (boundNames.length > 0 && isExact)
    throw new Refused(where, `${name} takes no min or max here`);
  if (boundNames.length === 0 && bounds === undefined)
    throw new Refused(where, "min, max or both were expected");
  if (boundNames.length === 0) return bounds;
  const read = (bound, value) =>
    names === undefined
      ? checkInteger(`${where}.${bound}`, value, -MAX_WEIGHT, MAX_WEIGHT)
      : names.indexOf(checkChoice(`${where}.${bound}`, value, names));
  const min = Object.hasOwn(node, "min") ? read("min", node.min) : -Infinity;
  const max = Object.hasOwn(node, "max") ? read("max", node.max) : Infinity;
  if (min > max) throw new Refused(`${where}.min`, "at most max was expected");
  return [min, max];
}
