/** The predicates of conditions on deals. Implemented from docs/definitions/conditions.md alone. */
import { sum } from "../core/canonical.mjs";
import { DECKS } from "../cards/decks.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkList,
  checkObject,
  checkStrings,
} from "../core/validation.mjs";

const MAX_SHAPED = 39;
export const MAX_WEIGHT = Number.MAX_SAFE_INTEGER;

export const SUITS = ["spades", "hearts", "diamonds", "clubs"];
const POINTS = { hcp: { A: 4, K: 3, Q: 2, J: 1 }, controls: { A: 2, K: 1 } };
const BALANCED = ["4333", "4432", "5332"];
const RANKS = "23456789TJQKA";
const CATEGORIES = [
  ..."high_card one_pair two_pair three_of_a_kind straight flush full_house".split(
    " ",
  ),
  ..."four_of_a_kind straight_flush royal_flush".split(" "),
];

/** Return the code of the card that a text stands for. */
function findCode(where, text, codes, deck) {
  const spelling = DECKS[deck].canonical(text.toUpperCase()).toUpperCase();
  const match = codes.find((code) => code.toUpperCase() === spelling);
  if (match === undefined)
    throw new Refused(where, `there is no card ${spelling} in the shoe`);
  return match;
}

/** Return a condition, which was parsed before, as a response has it: with the codes of cards in place of other spellings. */
export function spellCondition(node, codes, deck) {
  if (Array.isArray(node))
    return node.map((part) => spellCondition(part, codes, deck));
  if (typeof node !== "object" || node === null) return node;
  const spell = (text) => findCode("where", text, codes, deck);
  const spellMember = (name, value) => {
    if (name === "cards") return value.map(spell);
    if (name === "sum")
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

/** Throw if a number may be too large in magnitude to be exact. */
export function checkReach(where, reach) {
  if (reach > MAX_WEIGHT)
    throw new Refused(
      where,
      `weights of at most ${MAX_WEIGHT} in all, without signs, were expected`,
    );
}

/** Return a predicate that adds up the weight of each card, by index; its reach is the sum of all without signs. */
export const weigh = (weights) => ({
  number(cards) {
    let total = 0;
    for (const card of cards) total += weights[card];
    return total;
  },
  reach: sum(weights.map(Math.abs)),
});

/** Return a table of weights by name if it is one. */
export function checkTable(where, table) {
  if (
    Object.keys(checkObject(where, table, Object.keys(table ?? {}))).length ===
    0
  )
    throw new Refused(where, "a table with one or more members was expected");
  for (const [name, weight] of Object.entries(table))
    checkInteger(`${where}.${name}`, weight, -MAX_WEIGHT, MAX_WEIGHT);
  return table;
}

export function checkDifferent(where, values) {
  if (new Set(values).size < values.length)
    throw new Refused(where, "different values were expected");
  return values;
}

/** Return every order of a list. */
function permute(list) {
  if (list.length < 2) return [list];
  return list.flatMap((first, i) =>
    permute(list.filter((_, k) => k !== i)).map((rest) => [first, ...rest]),
  );
}

/** Return the suits that a name, first letters or a list stand for. */
function readSuits(value, where, suits) {
  const letters = new Map(suits.map((suit) => [suit[0].toUpperCase(), suit]));
  const find = (name) =>
    (letters.size === suits.length && letters.get(name)) || name;
  const names =
    typeof value !== "string"
      ? checkStrings(where, value)
      : suits.includes(value)
        ? [value]
        : [...value];
  if (names.length === 0)
    throw new Refused(where, "one or more suits were expected");
  return checkDifferent(
    where,
    names.map((name) => checkChoice(where, find(name), suits)),
  );
}

/** Return the lists of lengths, null for any, that a shape stands for. */
function readShape(where, text) {
  const parts = typeof text === "string" ? splitShape(text) : [];
  if (parts.flat().length !== 4)
    throw new Refused(
      where,
      'shapes such as "4333", "54xx", "(54)31", "10-1-1-1", "5=4=3=1" or "balanced" were expected',
    );
  const readLength = (length) => (length === "x" ? null : Number(length));
  return parts.reduce(
    (rows, part) => {
      const orders = permute(part.map(readLength));
      return rows.flatMap((row) => orders.map((order) => [...row, ...order]));
    },
    [[]],
  );
}

/** Return the lengths of a shape as lists: of each list the order does not matter. */
function splitShape(text) {
  const separator = /^[^=-]+([=-])/.exec(text)?.[1];
  if (separator) {
    const lengths = text.split(separator);
    if (!lengths.every((length) => /^(\d\d?|x)$/.test(length))) return [];
    return separator === "-" ? [lengths] : lengths.map((length) => [length]);
  }
  const digits = /^(?:any )?([\dx]{4})$|^([\dx]{4}) any$/.exec(text);
  if (digits) return [[...(digits[1] ?? digits[2])]];
  if (!/^([\dx]|\([\dx]+\))+$/.test(text)) return [];
  return text
    .match(/[\dx]|\([\dx]+\)/g)
    .map((part) => [...part.replace(/[()]/g, "")]);
}

/** Return the category of the best five of five to seven cards, as a number from 0. */
function categorize(faces) {
  const [ofRank, ofSuit] = [
    Array(13).fill(0),
    { spades: 0, hearts: 0, diamonds: 0, clubs: 0 },
  ];
  for (const { suit, rank } of faces) {
    const bit = RANKS.indexOf(rank);
    ofRank[bit]++;
    ofSuit[suit] |= 1 << bit;
  }
  const bits = (set) => sum(RANKS.split("").map((_, bit) => (set >> bit) & 1));
  const ranks = sum(ofRank.map((count, bit) => (count ? 1 << bit : 0)));
  const hasStraight = (set) => {
    const withLowAce = (set << 1) | ((set >> 12) & 1);
    return Array.from({ length: 10 }, (_, low) => 31 << low).some(
      (run) => (withLowAce & run) === run,
    );
  };
  const flush = Object.values(ofSuit).find((set) => bits(set) >= 5);
  const counts = [...ofRank].sort((one, other) => other - one);
  const has = {
    royal_flush: flush >> 8 === 31,
    straight_flush: flush && hasStraight(flush),
    four_of_a_kind: counts[0] === 4,
    full_house: counts[0] === 3 && counts[1] >= 2,
    flush,
    straight: hasStraight(ranks),
    three_of_a_kind: counts[0] === 3,
    two_pair: counts[1] === 2,
    one_pair: counts[0] === 2,
    high_card: true,
  };
  return CATEGORIES.findLastIndex((name) => has[name]);
}

/** Return the ranks that cards have in each of the suits, as lists. */
const groupRanks = (cards, faces, suits) => {
  const held = cards.map((card) => faces[card]);
  return suits.map((name) =>
    held.filter(({ suit }) => suit === name).map(({ rank }) => rank),
  );
};

/** Return the quality of a suit by Kaplan and Rubens, times 100. */
function countQuality(ranks) {
  const [n, [a, k, q, j, t, nine, eight]] = [
    ranks.length,
    [..."AKQJT98"].map((rank) => Number(ranks.includes(rank))),
  ];
  const honours = 10 * n * (4 * a + 3 * k + 2 * q + j);
  if (n > 6) return honours + 10 * n * Math.min(n - 6, 3 - 2 * q - j);
  const ofTen = t && (a + k + q + j > 1 || j ? 10 : 5);
  const ofNine = nine && (a + k + q + j === 2 || t || eight ? 5 : 0);
  return honours + n * (ofTen + ofNine);
}

/** Return what the honours and the length of a suit add to its quality in the count of a hand. */
function countHonours(ranks) {
  const [n, [a, k, q, j, t, nine]] = [
    ranks.length,
    [..."AKQJT9"].map((rank) => Number(ranks.includes(rank))),
  ];
  const ofKing = k * (n === 1 ? 50 : 200);
  const ofQueen = q * (100 - ([0, 75, 25][n] ?? 0) - (a + k ? 0 : 25));
  const ofJack = j * ([0, 25, 50][a + k + q] ?? 0);
  const ofTen =
    a + k + q + j === 2 || (a + k + q + j === 1 && nine) ? 25 * t : 0;
  return 300 * a + ofKing + ofQueen + ofJack + ofTen + 100 * Math.max(3 - n, 0);
}

/**
 * Every predicate: a function of its value, the place of that in the request and the deal that returns `number`, a
 * function of cards; and the `bounds` that are meant without any, `isExact` if it takes none, `names` if bounds are
 * names, the number of `shapes`, the `shared` piles whose cards belong to every hand, and the `reach`: the largest
 * magnitude of the number, 1000 for each card of the deal unless it has one.
 */
export const PREDICATES = {
  points(value, where, { faces }) {
    const table =
      typeof value === "string" && Object.hasOwn(POINTS, value)
        ? POINTS[value]
        : checkTable(where, value);
    const ranks = new Set(faces.map(({ rank }) => rank));
    if (table === value)
      for (const rank of Object.keys(table))
        checkChoice(`${where}.${rank}`, rank, [...ranks]);
    return weigh(
      faces.map(({ rank }) => (Object.hasOwn(table, rank) ? table[rank] : 0)),
    );
  },
  length(value, where, { faces, suits }) {
    const chosen = readSuits(value, where, suits);
    return weigh(faces.map(({ suit }) => (chosen.includes(suit) ? 1 : 0)));
  },
  longest(value, where, { faces, suits }) {
    checkInteger(where, value, 1, suits.length);
    const number = (cards) => {
      const lengths = new Map(suits.map((suit) => [suit, 0]));
      for (const card of cards)
        lengths.set(faces[card].suit, lengths.get(faces[card].suit) + 1);
      return suits
        .map((suit) => lengths.get(suit))
        .sort((one, other) => other - one)[value - 1];
    };
    return { number };
  },
  shape(value, where, { faces, suits, size }) {
    if (suits.length !== 4)
      throw new Refused(where, "a deck of four suits was expected");
    if (size > MAX_SHAPED)
      throw new Refused(where, `at most ${MAX_SHAPED} cards were expected`);
    const names =
      value === "balanced"
        ? BALANCED
        : typeof value === "string"
          ? [value]
          : checkList(where, value);
    if (names.length === 0)
      throw new Refused(where, "one or more shapes were expected");
    const texts = names.flatMap((name) =>
      name === "balanced" ? BALANCED : [name],
    );
    const patterns = texts.flatMap((text) => readShape(where, text));
    const columns = SUITS.every((suit) => suits.includes(suit)) ? SUITS : suits;
    const column = faces.map(({ suit }) => columns.indexOf(suit));
    const found = new Map();
    const number = (cards) => {
      const lengths = [0, 0, 0, 0];
      for (const card of cards) lengths[column[card]]++;
      const key = lengths.join();
      if (!found.has(key))
        found.set(
          key,
          patterns.some((pattern) =>
            pattern.every(
              (wanted, i) => wanted === null || wanted === lengths[i],
            ),
          ),
        );
      return Number(found.get(key));
    };
    return {
      number,
      bounds: [1, Infinity],
      isExact: true,
      shapes: names.length,
    };
  },
  cards(value, where, { codes, deck }) {
    const listed = checkStrings(where, value).map((text, i) =>
      findCode(`${where}[${i}]`, text, codes, deck),
    );
    const wanted = new Set(checkDifferent(where, listed));
    if (wanted.size === 0)
      throw new Refused(where, "one or more cards were expected");
    const number = (cards) =>
      new Set(
        cards.map((card) => codes[card]).filter((code) => wanted.has(code)),
      ).size;
    return { number, bounds: [wanted.size, Infinity], reach: wanted.size };
  },
  losers(value, where, { faces, suits, packs }) {
    if (!packs.hasEach("AKQ"))
      throw new Refused(
        where,
        "one complete pack of French suits was expected",
      );
    const counted = value === true ? SUITS : readSuits(value, where, suits);
    const number = (cards) => {
      const held = cards.map((card) => faces[card]);
      const ranks = counted.map((suit) =>
        held.filter((face) => face.suit === suit).map(({ rank }) => rank),
      );
      return sum(
        ranks.map(
          (suit) =>
            [..."AKQ"]
              .slice(0, suit.length)
              .filter((rank) => !suit.includes(rank)).length,
        ),
      );
    };
    return { number };
  },
  quality(value, where, { faces, suits, packs }) {
    const chosen = readSuits(value, where, suits);
    if (!packs.hasEach(RANKS))
      throw new Refused(
        where,
        "one complete pack of French suits was expected",
      );
    return {
      number: (cards) =>
        sum(groupRanks(cards, faces, chosen).map(countQuality)),
    };
  },
  kaplan_rubens(value, where, { faces, packs }) {
    checkChoice(where, value, [true]);
    if (!packs.hasEach(RANKS))
      throw new Refused(
        where,
        "one complete pack of French suits was expected",
      );
    const number = (cards) => {
      const holdings = groupRanks(cards, faces, SUITS);
      const hasShort = holdings.some(({ length }) => length < 3);
      return (
        sum(
          holdings.map((ranks) => countQuality(ranks) + countHonours(ranks)),
        ) - (hasShort ? 100 : 50)
      );
    };
    return { number };
  },
  category(value, where, { faces, packs, ranking, sizes, places, size }) {
    if (!["poker", "jacks_or_better"].includes(ranking))
      throw new Refused(where, "a deal of hands of poker was expected");
    if (!packs.hasEach(RANKS) || faces.length > 52)
      throw new Refused(
        where,
        "one complete pack of French suits was expected",
      );
    const shared =
      sizes.has("board") && !places.includes("board") ? ["board"] : [];
    checkInteger(
      `${where}: the number of cards`,
      size + sum(shared.map((pile) => sizes.get(pile))),
      5,
      7,
    );
    const parsed = {
      number: (cards) => categorize(cards.map((card) => faces[card])),
      names: CATEGORIES,
      shared,
    };
    if (value === true) return parsed;
    const category = CATEGORIES.indexOf(checkChoice(where, value, CATEGORIES));
    return { ...parsed, bounds: [category, category], isExact: true };
  },
  total(value, where, { faces, ranking }) {
    checkChoice(where, value, [true]);
    if (!["blackjack", "baccarat"].includes(ranking))
      throw new Refused(where, "blackjack or baccarat was expected");
    const counts = faces.map(
      ({ rank }) =>
        ({ A: 1, T: 10, J: 10, Q: 10, K: 10 })[rank] ?? (Number(rank) || 0),
    );
    const add = weigh(counts).number;
    if (ranking === "baccarat") return { number: (cards) => add(cards) % 10 };
    const hasAce = (cards) => cards.some((card) => faces[card].rank === "A");
    return {
      number: (cards) =>
        add(cards) + (hasAce(cards) && add(cards) <= 11 ? 10 : 0),
    };
  },
  sum(value, where, { codes, deck }) {
    const entries = Object.entries(checkTable(where, value));
    const listed = entries.map(([text]) =>
      findCode(`${where}.${text}`, text, codes, deck),
    );
    const weights = new Map(
      checkDifferent(where, listed).map((code, i) => [code, entries[i][1]]),
    );
    return weigh(codes.map((code) => weights.get(code) ?? 0));
  },
};
