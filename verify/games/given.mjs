/**
 * The known cards of a deal, and the positions that it gives to each place. Implemented from
 * docs/definitions/conditions.md alone.
 */
// @ts-check
import { DECKS, findCard } from "../cards/decks.mjs";
import {
  Refused,
  checkObject,
  checkStrings,
  isEmpty,
} from "../core/validation.mjs";

/**
 * The cards at each place of a deal: by seat or name of a pile, and there by part, the unnamed part being "". They are
 * positions in the shuffled shoe, 0 being the top, or indices, which are positions in the unshuffled one.
 * @typedef {Map<string, Map<string, number[]>>} Places
 */

/**
 * @typedef {object} DealtPlaces
 * @property {Places} hands - by seat
 * @property {Places} piles - by name
 */

/**
 * Seats or piles of a deal with their positions, as `dealHands` returns them: `[["1", [0, 2]], ["2", [1, 3]]]`.
 * @typedef {[name: string, positions: number[]][]} PlaceList
 */

/**
 * The cards that are given to a place, in a response: codes, or codes by part; of a caller's items their indices.
 * @typedef {string[] | number[] | Record<string, string[]>} CardsOfPlace
 */

/**
 * The given cards of a response: `{ hands: { N: ["AS", "KS"] } }`, by kind and by seat or name.
 * @typedef {Record<string, Record<string, CardsOfPlace>>} GivenCards
 */

/**
 * A shoe of which some cards are given.
 * @typedef {object} SplitShoe
 * @property {Map<string, number[]>} queues - the indices given to each place, by its path: `"hands.N"`,
 *   `"piles.board.flop"`
 * @property {number[]} ungiven - the other indices, in unshuffled order
 * @property {GivenCards} [canonical] - the given cards as a response has them
 */

/**
 * A place of a deal for which cards may be given.
 * @typedef {object} GivenPlace
 * @property {"hands" | "piles"} kind
 * @property {string} name - the seat, or the name of the pile
 * @property {string[]} parts - the names of its parts, if it has any
 */

/**
 * Return the positions or indices in a part of a place, which an earlier step of the deal has laid; a change of the
 * list is one of the deal.
 * @param {Places} places
 * @param {string} name - the seat, or the name of the pile
 * @param {string} [part]
 * @returns {number[]}
 */
export function listAt(places, name, part = "") {
  const cards = places.get(name)?.get(part);
  if (cards === undefined) throw new Error(`nothing is at ${name} ${part}`);
  return cards;
}

/** The cards of a shoe that are not given yet; those that are given are taken from it, place by place. */
class FreeCards {
  #codes;
  #deck;
  #free;
  /**
   * The indices of the given cards by the path of their place, such as "hands.N".
   * @type {Map<string, number[]>}
   */
  queues = new Map();

  /**
   * @param {string[]} codes - the codes of the shoe, by index
   * @param {string} deck
   */
  constructor(codes, deck) {
    this.#codes = codes;
    this.#deck = deck;
    this.#free = new Set(codes.keys());
  }

  /** Return the indices of the cards that are not given. */
  list() {
    return [...this.#free];
  }

  /**
   * Take the cards of a place, or of a part of one, and return their codes.
   * @param {string} path
   * @param {unknown} cards - a list of cards as a request writes them, or one text of them, such as "123m0p"
   * @returns {string[]}
   */
  takeCards(path, cards) {
    const texts =
      typeof cards === "string" ? DECKS[this.#deck].splitText(cards) : cards;
    const spellings = checkStrings(`given.${path}`, texts);
    const indices = spellings.map((text, i) =>
      this.#takeCard(text, `given.${path}[${i}]`),
    );
    this.queues.set(path, indices);
    return indices.map((index) => this.#codes[index]);
  }

  /**
   * Take the cards of the parts of a place, and return their codes by part.
   * @param {string} path
   * @param {unknown} byPart
   * @param {string[]} parts - the names of the parts
   */
  takeParts(path, byPart, parts) {
    /** @type {Record<string, unknown>} */
    const members = checkObject(`given.${path}`, byPart, parts);
    /** @type {Record<string, string[]>} */
    const codesByPart = {};
    for (const part of parts) {
      if (members[part] === undefined) continue;
      const taken = this.takeCards(`${path}.${part}`, members[part]);
      if (taken.length > 0) codesByPart[part] = taken;
    }
    return codesByPart;
  }

  /**
   * Take the first free card with a code, and return its index.
   * @param {string} text - the code as a request writes it
   * @param {string} where
   */
  #takeCard(text, where) {
    const indices = this.list();
    const codes = indices.map((freeIndex) => this.#codes[freeIndex]);
    const code = findCard(this.#deck, codes, text);
    if (code === undefined)
      throw new Refused(where, `no card ${text} is left in the shoe`);
    const index = indices[codes.indexOf(code)];
    this.#free.delete(index);
    return index;
  }
}

/**
 * Read the `given` cards of a request. It returns the queues `"hands.N" → [0, 12]`, the other indices as `ungiven`, and
 * the canonical `{ hands: { N: ["AS", "KS"] } }`.
 * @param {string[]} codes - the codes of the shoe, by index
 * @param {string} deck
 * @param {unknown} given - as a request has it: `{ hands: { N: ["as", "KS"] } }`
 * @param {GivenPlace[]} places - in the order of the deal
 * @returns {Required<SplitShoe>}
 */
export function splitShoe(codes, deck, given, places) {
  const freeCards = new FreeCards(codes, deck);
  /** @type {GivenCards} */
  const canonical = {};
  const byKind = checkGiven(given, places);
  for (const { kind, name, parts } of places) {
    const path = `${kind}.${name}`;
    const cards = byKind[kind]?.[name];
    if (cards === undefined) continue;
    const isForWhole = Array.isArray(cards) || typeof cards === "string";
    if (!isForWhole && parts.length === 0)
      throw new Refused(`given.${path}`, "a list of cards was expected");
    const cardsOfPlace = isForWhole
      ? freeCards.takeCards(path, cards)
      : freeCards.takeParts(path, cards, parts);
    if (!isEmpty(cardsOfPlace))
      canonical[kind] = { ...canonical[kind], [name]: cardsOfPlace };
  }
  const { queues } = freeCards;
  return { queues, canonical, ungiven: freeCards.list() };
}

/**
 * Return the given cards by kind and name, as yet unchecked, if all of these are places of the deal.
 * @param {unknown} given - as a request has it
 * @param {GivenPlace[]} places
 * @returns {Record<string, Record<string, unknown>>}
 */
function checkGiven(given, places) {
  /** @type {Record<string, unknown>} */
  const members = checkObject("given", given, ["hands", "piles"]);
  /** @type {Record<string, Record<string, unknown>>} */
  const byKind = {};
  for (const [kind, byName] of Object.entries(members)) {
    if (byName === null) continue;
    const names = places
      .filter((place) => place.kind === kind)
      .map(({ name }) => name);
    byKind[kind] = checkObject(`given.${kind}`, byName, names);
  }
  return byKind;
}

/**
 * Which given card is at which position of a deal in progress. The deal tells where each position comes to, and a
 * position that comes to a place with given cards has the next one of these.
 *
 * With the card of index 40 given to hand 1, `ungiven` [7, 8] and the order [1, 0]: after `place("hands.1", "", [0])`
 * position 0 has the card 40, position 1 the card 8, and position 2 the card 7.
 */
export class PositionRecord {
  #ungiven;
  #order;
  #givenCount;
  /** @type {Map<string, number[]>} the indices that no position has yet, by the path of their place */
  #queues = new Map();
  /** @type {Map<number, number>} the index of the given card at a position */
  #givenAt = new Map();

  /**
   * @param {SplitShoe} split
   * @param {number[]} order - the shuffled cards, as positions in `ungiven`
   */
  constructor({ queues, ungiven }, order) {
    this.#ungiven = ungiven;
    this.#order = order;
    this.#givenCount = [...queues.values()].flat().length;
    for (const [path, indices] of queues) this.#queues.set(path, [...indices]);
  }

  /**
   * Note that positions came to a part of a place. Cards that are given to the place count before those of the part.
   * @param {string} path - of the place, such as `"hands.N"`
   * @param {string} part - "" for the unnamed one
   * @param {number[]} positions
   */
  place(path, part, positions) {
    const paths = part ? [path, `${path}.${part}`] : [path];
    for (const position of positions) {
      const queues = paths.map(
        (queuePath) => this.#queues.get(queuePath) ?? [],
      );
      const queue = queues.find((indices) => indices.length > 0);
      const index = queue?.shift();
      if (index !== undefined) this.#givenAt.set(position, index);
    }
  }

  /**
   * Return the index of the card at a position, before all positions are placed.
   * @param {number} position
   * @param {boolean} [isLast] - whether it was taken from the end, behind all given cards, and not from the top
   * @returns {number}
   */
  at(position, isLast = false) {
    const givenIndex = this.#givenAt.get(position);
    if (givenIndex !== undefined) return givenIndex;
    const givenPositions = [...this.#givenAt.keys()];
    const givenBefore = isLast
      ? this.#givenCount
      : givenPositions.filter((given) => given < position).length;
    return this.#ungiven[this.#order[position - givenBefore]];
  }

  /**
   * Return the index of the card at every position. Throw `Refused` if a given card has none.
   * @returns {number[]}
   */
  fill() {
    for (const [path, indices] of this.#queues)
      if (indices.length > 0)
        throw new Refused(
          `given.${path}`,
          "more cards than are certain to come there",
        );
    const length = this.#ungiven.length + this.#givenCount;
    let drawn = 0; // cards of the order that have a position
    return Array.from({ length }, (_, position) => {
      const givenIndex = this.#givenAt.get(position);
      if (givenIndex !== undefined) return givenIndex;
      const index = this.#ungiven[this.#order[drawn]];
      drawn += 1;
      return index;
    });
  }
}

/**
 * Return the hands and piles of a deal that is not a game's, with the given cards in their `places`.
 * @param {{ hands: PlaceList, piles: PlaceList }} places - positions
 * @param {SplitShoe} split
 * @param {number[]} order - the shuffled cards, as positions in `ungiven`
 * @returns {DealtPlaces} indices
 */
export function dealPlaces(places, split, order) {
  const record = new PositionRecord(split, order);
  for (const [seat, positions] of places.hands)
    record.place(`hands.${seat}`, "", positions);
  for (const [name, positions] of places.piles)
    record.place(`piles.${name}`, "", positions);
  const indexAt = record.fill();
  /** @type {(list: PlaceList) => Places} */
  const fillPlaces = (list) =>
    new Map(
      list.map(([name, positions]) => [
        name,
        new Map([["", positions.map((position) => indexAt[position])]]),
      ]),
    );
  return { hands: fillPlaces(places.hands), piles: fillPlaces(places.piles) };
}

/**
 * Throw unless every given card is in its place.
 * @param {SplitShoe} split
 * @param {(kind: "hands" | "piles", name: string, part?: string) => number[] | undefined} find - return the indices at
 *   a place
 */
export function checkPlaces({ queues }, find) {
  for (const [path, indices] of queues) {
    const [kind, name, part] = path.split(".");
    const cards = find(kind === "hands" ? "hands" : "piles", name, part);
    const i = indices.findIndex((index) => !cards?.includes(index));
    if (i >= 0)
      throw new Refused(`given.${path}[${i}]`, "this card does not stay there");
  }
}
