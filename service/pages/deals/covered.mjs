/** The hands and piles of a sealed game. Cards lie face down until they are drawn. */
// @ts-check
/** @import { Deal, Hand, Part, Pile, Run } from "./cards.mjs" */

/**
 * A part of a hand or a pile that a stage has dealt: `count` cards, of which those in `indices` are open.
 * @typedef {object} StagePart
 * @property {string} name
 * @property {number} count
 * @property {number[]} indices
 */

/**
 * What a stage has dealt to a hand or a pile; `positions` are those of the open cards, in their round.
 * @typedef {{ count: number, indices: number[], positions: number[], parts?: (StagePart & { positions: number[] })[] }} StageHolder
 * @typedef {StageHolder & { seat: string }} StageHand
 * @typedef {StageHolder & { name: string }} StagePile
 */

/**
 * Cards that were drawn from a pile, or from a part of one.
 * @typedef {{ pile: string, part?: string, indices: number[], positions: number[] }} DrawnCards
 */

/**
 * A part of a pile or of a hand, with the number of its cards that lie face down:
 * { pile: "stock", part: "", count: 40 }.
 * @typedef {{ pile: string, part: string, count: number }} CoveredPart
 */

/**
 * The indices of the cards in each part of hands by seat, or of piles by name. The part "" has the cards that are in no
 * named part.
 * @typedef {Map<string, number[]>} Parts
 * @typedef {Map<string, Parts>} Places
 */

const DRAWN = "drawn_cards"; // the pile of this page for cards that are drawn to the table

/**
 * Return whether an index stands for a hidden card. Each hidden card has its own negative index.
 * @param {number} index
 */
export const isCovered = (index) => index < 0;

// Piles, or parts of hands: covered cards lie below open cards.
const LAST_FIRST = ["tableau", "reserve", "payoff"];

/**
 * Return whether cards are drawn from the open end of a part, the last of the covered ones first.
 * @param {string} name of the pile or the hand
 * @param {string} part
 */
const isLastFirst = (name, part) =>
  LAST_FIRST.includes(name) || LAST_FIRST.includes(part);

export class CoveredTable {
  /** @type {Places} */
  #hands = new Map();
  /** @type {Places} */
  #piles = new Map();
  /** @type {Map<number, number | undefined>} */
  // The position of the card of an index, in its round; undefined once the card is shuffled
  #positions = new Map();
  #lastCovered = 0;

  /** Take everything off the table. */
  clear() {
    this.#hands.clear();
    this.#piles.clear();
    this.#positions.clear();
  }

  /**
   * Lay the hands and piles of a stage.
   * @param {{ hands: StageHand[], piles: StagePile[] }} stage
   */
  lay({ hands, piles }) {
    for (const hand of hands) {
      this.#notePositions(hand);
      const { named, unnamed } = splitParts(hand);
      this.#addParts(this.#hands, hand.seat, [unnamed, ...named]);
    }
    for (const pile of piles) {
      this.#notePositions(pile);
      const { named, unnamed } = splitParts(pile);
      this.#addParts(this.#piles, pile.name, [...named, unnamed]);
    }
  }

  /** @param {{ indices: number[], positions: number[] }} cards */
  #notePositions({ indices, positions }) {
    indices.forEach((index, i) => this.#positions.set(index, positions[i]));
  }

  /**
   * Lay parts of the hand or the pile of that name, each with its open cards and its covered ones.
   * @param {Places} places
   * @param {string} name
   * @param {StagePart[]} parts
   */
  #addParts(places, name, parts) {
    for (const { name: part, count, indices } of parts) {
      if (!count) continue;
      const covered = this.#cover(count - indices.length);
      const cards = isLastFirst(name, part)
        ? [...covered, ...indices]
        : [...indices, ...covered];
      append(places, name, part, cards);
    }
  }

  /**
   * Return new indices for hidden cards.
   * @param {number} count
   */
  #cover(count) {
    return Array.from({ length: count }, () => {
      this.#lastCovered -= 1;
      return this.#lastCovered;
    });
  }

  /**
   * Take drawn cards from a part of a pile, and give them to a seat; without one, leave them on the table.
   * @param {DrawnCards} drawn
   * @param {string} [seat]
   */
  draw({ pile, part = "", indices, positions }, seat) {
    this.#notePositions({ indices, positions });
    /** @type {Parts} */
    const place = this.#piles.get(pile) ?? this.#hands.get(pile) ?? new Map();
    const cards = place.get(part) ?? [];
    const isFromEnd = isLastFirst(pile, part);
    const hasNamedParts = [...place.keys()].some(Boolean);
    const mayStay = isFromEnd || hasNamedParts || this.#hands.has(pile);
    const isTurned = !seat && mayStay; // the cards stay where they are, and lie open
    const drawn = listNextCovered(cards, indices.length, isFromEnd);
    const openCards = new Map(drawn.map((offset, i) => [offset, indices[i]]));
    const remaining = isTurned
      ? cards.map((card, offset) => openCards.get(offset) ?? card)
      : cards.filter((_, offset) => !openCards.has(offset));
    const staysEmpty = !part || isFromEnd;
    if (remaining.length || staysEmpty) place.set(part, remaining);
    else place.delete(part);
    if (seat) append(this.#hands, seat, "", indices);
    else if (!isTurned) append(this.#piles, DRAWN, "", indices);
  }

  /** The positions of the cards in hands. */
  get inPlay() {
    const allParts = [...this.#hands.values()];
    const cards = allParts.flatMap((parts) => [...parts.values()].flat());
    const openCards = cards.filter((index) => !isCovered(index));
    return openCards.map((index) => this.#positions.get(index));
  }

  /**
   * Lay all cards except the hands into one pile. The hands move from the positions `before` to `after`.
   * @param {string} name
   * @param {number} count
   * @param {{ before: (number | undefined)[], after: number[] }} positions
   */
  gather(name, count, { before, after }) {
    const targets = new Map(before.map((position, i) => [position, after[i]]));
    for (const [index, position] of this.#positions)
      this.#positions.set(index, targets.get(position));
    this.#piles.clear();
    append(this.#piles, name, "", this.#cover(count));
  }

  /**
   * Return the parts of piles and hands with cards to draw, and the number of those cards; always with the stock.
   * @param {string} [stock]
   * @returns {CoveredPart[]}
   */
  listCovered(stock) {
    const places = [...this.#piles, ...this.#hands];
    const coveredParts = places.flatMap(([pile, parts]) =>
      Array.from(parts, ([part, cards]) => {
        const count = cards.filter(isCovered).length;
        return { pile, part, count };
      }),
    );
    return coveredParts.filter(({ pile, count }) => {
      const canBeDrawn = count > 0 || pile === stock;
      return canBeDrawn && pile !== "burns";
    });
  }

  /**
   * Return whether the card at a position lies open for who looks at the table.
   * @param {number} position
   */
  isKnown(position) {
    return [...this.#positions.values()].includes(position);
  }

  get seats() {
    return [...this.#hands.keys()];
  }

  /**
   * Return the table as a deal, in the order of `seats` and `piles`. `coming` are the runs of later stages: their cards
   * are in `waiting` and have a place already. The other `count` cards lie in the pile `deck`.
   * @param {{ seats?: string[], piles?: string[], coming: Run[], deck: string, count: number }} options
   * @returns {Deal & { hands: Hand[], piles: Pile[] }}
   */
  toDeal({ seats = [], piles = [], coming, deck, count }) {
    const allHands = copy(this.#hands, seats);
    const allPiles = copy(this.#piles, piles);
    /** @type {number[]} */
    const waiting = [];
    for (const { place, part = "", count: number } of coming) {
      const places = seats.includes(place) ? allHands : allPiles;
      const cards = this.#cover(number);
      append(places, place, part, cards);
      waiting.push(...cards);
    }
    if (count) append(allPiles, deck, "", this.#cover(count));
    const laidHands = listLaid(allHands);
    const laidPiles = listLaid(allPiles);
    return {
      hands: laidHands.map(([seat, parts]) => ({ seat, ...toHolder(parts) })),
      piles: laidPiles.map(([name, parts]) => ({ name, ...toHolder(parts) })),
      waiting: new Set(waiting),
    };
  }
}

/**
 * Return the offsets of the covered cards of a part that are drawn next, in the order in which they are drawn: of the
 * cards [-4, -5, -6, 12] the first two have [0, 1], and from the end [2, 1].
 * @param {number[]} cards the indices of the part
 * @param {number} count
 * @param {boolean} isFromEnd
 */
function listNextCovered(cards, count, isFromEnd) {
  const offsets = Array.from(cards.keys());
  const covered = offsets.filter((offset) => isCovered(cards[offset]));
  const drawOrder = isFromEnd ? covered.reverse() : covered;
  return drawOrder.slice(0, count);
}

/**
 * Return the named parts of what a stage has dealt to a hand or a pile, and the cards that are in none of them.
 * @param {StageHolder} holder
 * @returns {{ named: StagePart[], unnamed: StagePart }}
 */
function splitParts({ parts = [], count, indices }) {
  const inParts = new Set(parts.flatMap((part) => part.indices));
  let unnamedCount = count;
  for (const part of parts) unnamedCount -= part.count;
  const unnamed = {
    name: "",
    count: unnamedCount,
    indices: indices.filter((index) => !inParts.has(index)),
  };
  return { named: parts, unnamed };
}

/**
 * Copy places, the named ones first.
 * @param {Places} places
 * @param {string[]} names
 */
const copy = (places, names) => {
  /** @type {Places} */
  const partsByName = new Map(names.map((name) => [name, new Map()]));
  for (const [name, parts] of places) partsByName.set(name, new Map(parts));
  return partsByName;
};

/**
 * Lay cards behind those in a part of a place.
 * @param {Places} places
 * @param {string} name
 * @param {string} part
 * @param {number[]} cards
 */
function append(places, name, part, cards) {
  /** @type {Parts} */
  const parts = places.get(name) ?? new Map();
  places.set(name, parts);
  parts.set(part, [...(parts.get(part) ?? []), ...cards]);
}

/**
 * Return the places where cards are, or were.
 * @param {Places} places
 */
const listLaid = (places) => [...places].filter(([, parts]) => parts.size > 0);

/**
 * Return the parts of a place as those of a hand or a pile.
 * @param {Parts} parts
 * @returns {{ indices: number[], parts?: Part[] }}
 */
function toHolder(parts) {
  const indices = [...parts.values()].flat();
  const named = [...parts].filter(([name]) => name);
  if (named.length === 0) return { indices };
  const namedParts = named.map(([name, cards]) => ({ name, indices: cards }));
  return { indices, parts: namedParts };
}
