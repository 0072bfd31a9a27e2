/** The predicates of conditions on deals. Implemented from docs/definitions/conditions.md alone. */
// @ts-check
import { range, sum } from "../core/lists.mjs";
import { findCard } from "../cards/decks.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkList,
  checkObject,
  checkStrings,
} from "../core/validation.mjs";

/** @import { Face } from "../cards/faces.mjs" */

/**
 * What the predicates of cards look at in a deal. Cards are indices, positions in the unshuffled shoe.
 * @typedef {object} CardDeal
 * @property {string} deck - the name of the deck
 * @property {string[]} codes - the code of each card, by index: `["AS", "KS", …]`
 * @property {Face[]} faces - the face of each card, by index
 * @property {string[]} suits - the names of the suits in the shoe, in its order
 * @property {PackContent} packs - which cards the shoe has
 * @property {string} [ranking] - how the game ranks hands: `"poker"`, `"blackjack"`, …
 */

/**
 * @typedef {object} PackContent
 * @property {(ranks: string) => boolean} hasEach - whether each French suit has each of these ranks, as `"AKQ"`, just
 *   once
 * @property {boolean} isOf52 - whether each French suit has each of the thirteen ranks just once, and no other card has
 *   a suit
 */

/**
 * What is known of the hands that a leaf of a condition names.
 * @typedef {object} LeafHands
 * @property {Map<string, number>} sizes - the number of cards of each hand and pile of the deal, by name
 * @property {string[]} places - the names of the hands and piles of the leaf
 * @property {number} size - the number of cards in these together
 * @property {boolean} mayLack - whether the deal may lack what the predicate is about, as the leaf has the `min` 0
 */

/**
 * The smallest and the largest number with which a leaf holds; without a bound they are infinite.
 * @typedef {[min: number, max: number]} Bounds
 */

/**
 * @typedef {object} Predicate
 * @property {(cards: number[]) => number} number - return the number of the cards, given their indices
 * @property {Bounds} [bounds] - the bounds that are meant if the leaf has none; without these it needs some
 * @property {boolean} [isExact] - whether the leaf takes no bounds
 * @property {string[]} [names] - the names of the numbers 0, 1, …, if bounds are written as names
 * @property {number} [shapes] - the number of shapes that are tried
 * @property {string[]} [shared] - the names of piles whose cards belong to every hand
 * @property {number} [reach] - the largest magnitude of the number; 1000 for each card of the deal unless it is here
 */

/**
 * A function that reads a predicate of cards: of its value, the path of that in the request, and the deal.
 * @typedef {(value: unknown, where: string, deal: CardDeal & LeafHands) => Predicate} ParsePredicate
 */

const MAX_SHAPED = 39;
export const MAX_WEIGHT = Number.MAX_SAFE_INTEGER;

export const SUITS = ["spades", "hearts", "diamonds", "clubs"];
/** @type {Record<string, Record<string, number>>} */
const POINTS = { hcp: { A: 4, K: 3, Q: 2, J: 1 }, controls: { A: 2, K: 1 } };
const BALANCED = ["4333", "4432", "5332"];
export const RANKS = "23456789TJQKA";
const CATEGORIES = [
  "high_card",
  "one_pair",
  "two_pair",
  "three_of_a_kind",
  "straight",
  "flush",
  "full_house",
  "four_of_a_kind",
  "straight_flush",
  "royal_flush",
];

/**
 * Return the code of the card that a text stands for.
 * @param {string} where - the path of the text in the request
 * @param {string} text - a code or another spelling of it: `"10h"` of `"TH"`
 * @param {string[]} codes - the codes of the shoe
 * @param {string} deck
 * @returns {string}
 */
function findCode(where, text, codes, deck) {
  const code = findCard(deck, codes, text);
  if (code === undefined)
    throw new Refused(where, `there is no card ${text} in the shoe`);
  return code;
}

/**
 * Return a condition, which was parsed before, as a response has it: with the codes of cards in place of other
 * spellings.
 * @param {unknown} node - the condition or any value in it
 * @param {string[]} codes - the codes of the shoe
 * @param {string} deck
 * @returns {unknown}
 */
export function spellCondition(node, codes, deck) {
  if (Array.isArray(node))
    return node.map((part) => spellCondition(part, codes, deck));
  if (typeof node !== "object" || node === null) return node;
  /** @type {(text: string) => string} */
  const spell = (text) => findCode("where", text, codes, deck);
  /** @type {(name: string, value: unknown) => unknown} */
  const spellMember = (name, value) => {
    if (name === "cards" && Array.isArray(value)) return value.map(spell);
    if (name === "sum" && typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([text, weight]) => [spell(text), weight]),
      );
    return spellCondition(value, codes, deck);
  };
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      spellMember(name, value),
    ]),
  );
}

/**
 * Throw if a number may be too large in magnitude to be exact.
 * @param {string} where - the path of the predicate in the request
 * @param {number} reach - the largest magnitude of the number
 */
export function checkReach(where, reach) {
  if (reach > MAX_WEIGHT)
    throw new Refused(
      where,
      `weights of at most ${MAX_WEIGHT} in all, without signs, were expected`,
    );
}

/**
 * Return a predicate that adds up the weight of each card, by index; its reach is the sum of all without signs.
 * @param {number[]} weights - the weight of each card of the shoe, by index
 * @returns {Predicate}
 */
export const weigh = (weights) => ({
  number(cards) {
    let total = 0;
    for (const card of cards) total += weights[card];
    return total;
  },
  reach: sum(weights.map(Math.abs)),
});

/**
 * Return a table of weights by name if it is one.
 * @param {string} where - the path of the table in the request
 * @param {unknown} table - such as `{ A: 4, K: 3 }`
 * @returns {Record<string, number>}
 */
export function checkTable(where, table) {
  const names = Object.keys(table ?? {});
  /** @type {Record<string, unknown>} */
  const members = checkObject(where, table, names);
  if (names.length === 0)
    throw new Refused(where, "a table with one or more members was expected");
  return Object.fromEntries(
    Object.entries(members).map(([name, weight]) => [
      name,
      checkInteger(`${where}.${name}`, weight, -MAX_WEIGHT, MAX_WEIGHT),
    ]),
  );
}

/**
 * Return the values if no two of them are equal.
 * @template Value
 * @param {string} where - the path of the list in the request
 * @param {Value[]} values
 * @returns {Value[]}
 */
export function checkDifferent(where, values) {
  if (new Set(values).size < values.length)
    throw new Refused(where, "different values were expected");
  return values;
}

/**
 * Throw if the shoe is not the one pack that a predicate needs.
 * @param {string} where - the path of the predicate in the request
 * @param {boolean} isOnePack
 */
function checkPack(where, isOnePack) {
  if (!isOnePack)
    throw new Refused(where, "one complete pack of French suits was expected");
}

/**
 * Return every order of a list.
 * @template Value
 * @param {Value[]} list
 * @returns {Value[][]}
 */
function permute(list) {
  if (list.length < 2) return [list];
  return list.flatMap((first, i) =>
    permute(list.filter((_, k) => k !== i)).map((permutedRest) => [
      first,
      ...permutedRest,
    ]),
  );
}

/**
 * Return the suits that a name, first letters or a list stand for.
 * @param {unknown} value - `"hearts"`, `"SH"`, `["spades", "H"]`
 * @param {string} where - the path of the value in the request
 * @param {string[]} suits - the names of the suits in the shoe
 * @returns {string[]} names of suits
 */
function readSuits(value, where, suits) {
  const byLetter = new Map(suits.map((suit) => [suit[0].toUpperCase(), suit]));
  const lettersDiffer = byLetter.size === suits.length;
  const texts = listSuitTexts(value, where, suits);
  if (texts.length === 0)
    throw new Refused(where, "one or more suits were expected");
  const names = texts.map((text) => {
    const name = lettersDiffer ? (byLetter.get(text) ?? text) : text;
    return checkChoice(where, name, suits);
  });
  return checkDifferent(where, names);
}

/**
 * Return the French suits that a name, first letters or a list stand for.
 * @param {unknown} value - as for `readSuits`
 * @param {string} where - the path of the value in the request
 * @param {string[]} suits - the names of the suits in the shoe, which may have others as well
 * @returns {string[]} names of suits
 */
const readFrenchSuits = (value, where, suits) =>
  readSuits(value, where, suits).map((name) => checkChoice(where, name, SUITS));

/**
 * Return the texts that name one suit each, as yet unchecked.
 * @param {unknown} value - `"hearts"`, `"SH"`, `["spades", "H"]`
 * @param {string} where - the path of the value in the request
 * @param {string[]} suits - the names of the suits in the shoe
 * @returns {string[]}
 */
function listSuitTexts(value, where, suits) {
  if (typeof value !== "string") return checkStrings(where, value);
  return suits.includes(value) ? [value] : [...value];
}

/**
 * Return the lists of lengths, null for any, that a shape stands for.
 * @param {string} where - the path of the shape in the request
 * @param {unknown} text - such as `"(54)xx"`
 * @returns {(number | null)[][]} here `[[5, 4, null, null], [4, 5, null, null]]`: a length for each suit
 */
function readShape(where, text) {
  const parts = typeof text === "string" ? splitShape(text) : [];
  if (parts.flat().length !== 4)
    throw new Refused(
      where,
      'shapes such as "4333", "54xx", "(54)31", "10-1-1-1", "5=4=3=1" or "balanced" were expected',
    );
  /** @type {(number | null)[][]} */
  let rows = [[]];
  for (const part of parts) {
    const lengths = part.map((length) =>
      length === "x" ? null : Number(length),
    );
    const orders = permute(lengths);
    rows = rows.flatMap((row) => orders.map((order) => [...row, ...order]));
  }
  return rows;
}

/** Four lengths in any order, such as `"54xx"` and `"any 4432"`. */
const UNORDERED_SHAPE = /^(any )?[\dx]{4}$|^[\dx]{4} any$/;

/** Lengths in the order of the suits, those in parentheses in any order, such as `"(54)xx"`; and a part of these. */
const PARTED_SHAPE = /^([\dx]|\([\dx]+\))+$/;
const SHAPE_PART = /[\dx]|\([\dx]+\)/g;

/**
 * Return the lengths of a shape as lists: of each list the order does not matter.
 * @param {string} text - such as `"(54)xx"`
 * @returns {string[][]} here `[["5", "4"], ["x"], ["x"]]`; an empty list of any other text
 */
function splitShape(text) {
  const separator = /^[^=-]+([=-])/.exec(text)?.[1];
  if (separator !== undefined) return splitSeparated(text, separator);
  if (UNORDERED_SHAPE.test(text)) return [[...text.replace(/any| /g, "")]];
  if (!PARTED_SHAPE.test(text)) return [];
  const parts = text.match(SHAPE_PART) ?? [];
  return parts.map((part) => [...part.replace(/[()]/g, "")]);
}

/**
 * Return the lengths of a shape that are separated, as `splitShape` does: `"10-1-1-1"` in any order, `"5=4=3=1"` in
 * this one.
 * @param {string} text
 * @param {string} separator
 * @returns {string[][]} `[["10", "1", "1", "1"]]`, or `[["5"], ["4"], ["3"], ["1"]]`
 */
function splitSeparated(text, separator) {
  const lengths = text.split(separator);
  if (!lengths.every((length) => /^(\d\d?|x)$/.test(length))) return [];
  if (separator === "-") return [lengths];
  return lengths.map((length) => [length]);
}

/**
 * Return whether a hand with some lengths is of one of some shapes.
 * @param {number[]} lengths - of the suits in turn
 * @param {(number | null)[][]} patterns - as `readShape` returns them
 * @returns {boolean}
 */
const isOfPattern = (lengths, patterns) =>
  patterns.some((pattern) =>
    pattern.every((wanted, i) => wanted === null || wanted === lengths[i]),
  );

/**
 * Return the number of ones in a set of ranks.
 * @param {number} rankSet - a bit for each rank, the lowest for twos
 * @returns {number}
 */
const countRanks = (rankSet) =>
  sum([...RANKS].map((_, bit) => (rankSet >> bit) & 1));

/**
 * Return whether five ranks in a row are in a set; the ace is also below the two.
 * @param {number} rankSet - a bit for each rank, the lowest for twos
 * @returns {boolean}
 */
function hasStraight(rankSet) {
  const withLowAce = (rankSet << 1) | ((rankSet >> 12) & 1);
  return range(10)
    .map((low) => 31 << low)
    .some((run) => (withLowAce & run) === run);
}

/**
 * Return the category of the best five of five to seven cards, as a number from 0.
 * @param {Face[]} faces
 * @returns {number} an index in `CATEGORIES`
 */
function categorize(faces) {
  /** @type {number[]} */
  const countByRank = Array(13).fill(0);
  /** @type {Map<string | undefined, number>} */
  const rankSetBySuit = new Map();
  let rankSet = 0;
  for (const { suit, rank } of faces) {
    const bit = RANKS.indexOf(rank);
    countByRank[bit]++;
    rankSet |= 1 << bit;
    rankSetBySuit.set(suit, (rankSetBySuit.get(suit) ?? 0) | (1 << bit));
  }
  const rankSets = [...rankSetBySuit.values()];
  const flushSet = rankSets.find((ofSuit) => countRanks(ofSuit) >= 5) ?? 0;
  const isFlush = flushSet !== 0;
  const [most, second] = countByRank.sort((a, b) => b - a);
  /** @type {Record<string, boolean>} */
  const isOf = {
    royal_flush: flushSet >> 8 === 31,
    straight_flush: isFlush && hasStraight(flushSet),
    four_of_a_kind: most === 4,
    full_house: most === 3 && second >= 2,
    flush: isFlush,
    straight: hasStraight(rankSet),
    three_of_a_kind: most === 3,
    two_pair: second === 2,
    one_pair: most === 2,
    high_card: true,
  };
  return CATEGORIES.findLastIndex((name) => isOf[name]);
}

/**
 * Return the ranks that cards have in each of the suits, as lists.
 * @param {number[]} cards - indices
 * @param {Face[]} faces - the face of each card of the shoe, by index
 * @param {string[]} suits - names of suits
 * @returns {string[][]} such as `[["A", "3"], ["K"], [], ["9"]]`: a list for each suit
 */
function groupRanks(cards, faces, suits) {
  const held = cards.map((card) => faces[card]);
  return suits.map((name) =>
    held.filter(({ suit }) => suit === name).map(({ rank }) => rank),
  );
}

/**
 * Return the quality of a suit by Kaplan and Rubens, times 100. A-K-Q-J has 4 · (4 + 3 + 2 + 1) / 10 points: 400.
 * @param {string[]} ranks - of the cards held in the suit
 * @returns {number}
 */
function countQuality(ranks) {
  /** @type {(rank: string) => number} */
  const count = (rank) => Number(ranks.includes(rank));
  const length = ranks.length;
  const ace = count("A");
  const king = count("K");
  const queen = count("Q");
  const jack = count("J");
  const ten = count("T");
  const nine = count("9");
  const topFour = ace + king + queen + jack;
  const honours = 10 * length * (4 * ace + 3 * king + 2 * queen + jack);
  if (length > 6) {
    const ofLength = Math.min(length - 6, 3 - 2 * queen - jack);
    return honours + 10 * length * ofLength;
  }
  const isTenBacked = topFour > 1 || jack > 0;
  const isNineBacked = topFour === 2 || ten > 0 || count("8") > 0;
  const ofTen = ten * (isTenBacked ? 10 : 5);
  const ofNine = nine * (isNineBacked ? 5 : 0);
  return honours + length * (ofTen + ofNine);
}

/**
 * Return what the honours and the length of a suit add to its quality in the count of a hand. A-Q has 300 for the ace,
 * 75 for a queen beside one card, and 100 for a suit of two cards: 475.
 * @param {string[]} ranks - of the cards held in the suit
 * @returns {number} in hundredths of a point
 */
function countHonours(ranks) {
  /** @type {(rank: string) => number} */
  const count = (rank) => Number(ranks.includes(rank));
  const length = ranks.length;
  const ace = count("A");
  const king = count("K");
  const queen = count("Q");
  const jack = count("J");
  const ten = count("T");
  const topThree = ace + king + queen;
  const topFour = topThree + jack;
  const ofAce = 300 * ace;
  const ofKing = king * (length === 1 ? 50 : 200);
  const lessIfShort = [0, 75, 25][length] ?? 0;
  const lessIfAlone = ace + king > 0 ? 0 : 25;
  const ofQueen = queen * (100 - lessIfShort - lessIfAlone);
  const ofJack = jack * ([0, 25, 50][topThree] ?? 0);
  const isTenBacked = topFour === 2 || (topFour === 1 && count("9") > 0);
  const ofTen = isTenBacked ? 25 * ten : 0;
  const ofLength = 100 * Math.max(3 - length, 0);
  return ofAce + ofKing + ofQueen + ofJack + ofTen + ofLength;
}

/**
 * Every predicate of cards, by its name in a leaf of a condition.
 * @type {Record<string, ParsePredicate>}
 */
export const PREDICATES = {
  /** The points of the cards: `"hcp"`, `"controls"`, or a table of points by rank. */
  points(value, where, { faces }) {
    const isNamed = typeof value === "string" && Object.hasOwn(POINTS, value);
    const table = isNamed ? POINTS[value] : checkTable(where, value);
    const ranks = faces.map(({ rank }) => rank);
    if (!isNamed) {
      for (const rank of Object.keys(table))
        checkChoice(`${where}.${rank}`, rank, [...new Set(ranks)]);
    }
    return weigh(
      ranks.map((rank) => (Object.hasOwn(table, rank) ? table[rank] : 0)),
    );
  },
  /** The number of cards in suits. */
  length(value, where, { faces, suits }) {
    const chosen = readSuits(value, where, suits);
    const isChosen = faces.map(({ suit }) =>
      chosen.some((name) => name === suit),
    );
    return weigh(isChosen.map(Number));
  },
  /** The number of cards in the longest suit, by 1; by 2 in the second longest, and so on. */
  longest(value, where, { faces, suits }) {
    /** @type {number} */
    const rankByLength = checkInteger(where, value, 1, suits.length); // 1 is the longest suit
    return {
      number(cards) {
        /** @type {Map<string | undefined, number>} */
        const lengths = new Map();
        for (const card of cards) {
          const { suit } = faces[card];
          lengths.set(suit, (lengths.get(suit) ?? 0) + 1);
        }
        const ofSuits = suits.map((suit) => lengths.get(suit) ?? 0);
        return ofSuits.sort((a, b) => b - a)[rankByLength - 1];
      },
    };
  },
  /** 1 if the lengths of the suits are those of a shape, or else 0: `"balanced"`, `"54xx"`, or a list of shapes. */
  shape(value, where, { faces, suits, size }) {
    if (suits.length !== 4)
      throw new Refused(where, "a deck of four suits was expected");
    if (size > MAX_SHAPED)
      throw new Refused(where, `at most ${MAX_SHAPED} cards were expected`);
    const names = typeof value === "string" ? [value] : checkList(where, value);
    if (names.length === 0)
      throw new Refused(where, "one or more shapes were expected");
    const shapes = names.flatMap((name) =>
      name === "balanced" ? BALANCED : [name],
    );
    const patterns = shapes.flatMap((text) => readShape(where, text));
    const isFrench = SUITS.every((suit) => suits.includes(suit));
    const columns = isFrench ? SUITS : suits;
    const columnOf = faces.map(({ suit }) =>
      columns.findIndex((name) => name === suit),
    );
    /** @type {Map<string, number>} */
    const knownNumbers = new Map(); // by lengths, "4,4,3,2": 1 if a pattern is met, or 0
    return {
      number(cards) {
        const lengths = [0, 0, 0, 0];
        for (const card of cards) lengths[columnOf[card]]++;
        const key = lengths.join();
        const number =
          knownNumbers.get(key) ?? Number(isOfPattern(lengths, patterns));
        knownNumbers.set(key, number);
        return number;
      },
      bounds: [1, Infinity],
      isExact: true,
      shapes: value === "balanced" ? BALANCED.length : names.length,
    };
  },
  /** The number of different cards of a list of codes; by default all of them. */
  cards(value, where, { codes, deck }) {
    const listed = checkStrings(where, value).map((text, i) =>
      findCode(`${where}[${i}]`, text, codes, deck),
    );
    const wanted = new Set(checkDifferent(where, listed));
    if (wanted.size === 0)
      throw new Refused(where, "one or more cards were expected");
    return {
      number(cards) {
        const held = cards.map((card) => codes[card]);
        return new Set(held.filter((code) => wanted.has(code))).size;
      },
      bounds: [wanted.size, Infinity],
      reach: wanted.size,
    };
  },
  /** The losing cards of each suit, in suits or, by true, in all: of its first three the missing A, K, Q. */
  losers(value, where, { faces, suits, packs }) {
    checkPack(where, packs.hasEach("AKQ"));
    const counted =
      value === true ? SUITS : readFrenchSuits(value, where, suits);
    /** @type {(ranks: string[]) => number} */
    const countLosers = (ranks) => {
      const winners = [..."AKQ"].slice(0, ranks.length);
      return winners.filter((rank) => !ranks.includes(rank)).length;
    };
    return {
      number(cards) {
        const holdings = groupRanks(cards, faces, counted);
        return sum(holdings.map(countLosers));
      },
    };
  },
  /** The quality of suits by Kaplan and Rubens, times 100. */
  quality(value, where, { faces, suits, packs }) {
    const chosen = readFrenchSuits(value, where, suits);
    checkPack(where, packs.isOf52);
    return {
      number(cards) {
        const holdings = groupRanks(cards, faces, chosen);
        return sum(holdings.map(countQuality));
      },
    };
  },
  /** The count of a hand by Kaplan and Rubens, times 100; the value is true. */
  kaplan_rubens(value, where, { faces, packs }) {
    checkChoice(where, value, [true]);
    checkPack(where, packs.isOf52);
    return {
      number(cards) {
        const holdings = groupRanks(cards, faces, SUITS);
        const ofSuits = holdings.map(
          (ranks) => countQuality(ranks) + countHonours(ranks),
        );
        const hasShort = holdings.some((ranks) => ranks.length < 3);
        return sum(ofSuits) - (hasShort ? 100 : 50);
      },
    };
  },
  /** The category of the best five cards, with the board, in poker: its name, or true for bounds that are names. */
  category(value, where, { faces, packs, ranking, sizes, places, size }) {
    if (!["poker", "jacks_or_better"].includes(ranking ?? ""))
      throw new Refused(where, "a deal of hands of poker was expected");
    checkPack(where, packs.hasEach(RANKS) && faces.length <= 52);
    const boardSize = places.includes("board") ? undefined : sizes.get("board");
    const shared = boardSize === undefined ? [] : ["board"];
    const count = size + (boardSize ?? 0);
    checkInteger(`${where}: the number of cards`, count, 5, 7);
    /** @type {Predicate} */
    const parsed = {
      number: (cards) => categorize(cards.map((card) => faces[card])),
      names: CATEGORIES,
      shared,
    };
    if (value === true) return parsed;
    const category = CATEGORIES.indexOf(checkChoice(where, value, CATEGORIES));
    return { ...parsed, bounds: [category, category], isExact: true };
  },
  /** The total of a hand at blackjack or baccarat; the value is true. */
  total(value, where, { faces, ranking }) {
    checkChoice(where, value, [true]);
    if (!["blackjack", "baccarat"].includes(ranking ?? ""))
      throw new Refused(where, "blackjack or baccarat was expected");
    /** @type {Record<string, number>} */
    const countOfLetter = { A: 1, T: 10, J: 10, Q: 10, K: 10 };
    const counts = faces.map(
      ({ rank }) => countOfLetter[rank] ?? (Number(rank) || 0),
    );
    const add = weigh(counts).number;
    if (ranking === "baccarat") return { number: (cards) => add(cards) % 10 };
    /** @type {(cards: number[]) => boolean} */
    const hasAce = (cards) => cards.some((card) => faces[card].rank === "A");
    return {
      number(cards) {
        const total = add(cards); // with each ace as 1
        return hasAce(cards) && total <= 11 ? total + 10 : total;
      },
    };
  },
  /** The sum of weights, from a table by code. */
  sum(value, where, { codes, deck }) {
    const entries = Object.entries(checkTable(where, value));
    const listed = entries.map(([text]) =>
      findCode(`${where}.${text}`, text, codes, deck),
    );
    checkDifferent(where, listed);
    const weights = new Map(
      entries.map(([, weight], i) => [listed[i], weight]),
    );
    return weigh(codes.map((code) => weights.get(code) ?? 0));
  },
};
