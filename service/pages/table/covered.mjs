/** The hands and piles of a sealed game. Cards lie face down until they are drawn. */

const DRAWN = "drawn_cards"; // the pile of this page for cards that are drawn to the table

/** Return whether an index stands for a hidden card. Each hidden card has its own negative index. */
export const isCovered = (index) => index < 0;

const LAST_FIRST = ["tableau", "reserve", "payoff"]; // piles, or parts of hands: covered cards lie below open cards

/** Return whether cards are drawn from the open end of a part, the last of the covered ones first. */
const isLastFirst = (name, part) =>
  LAST_FIRST.includes(name) || LAST_FIRST.includes(part);

export class CoveredTable {
  #hands = new Map(); // by seat, the indices of each part
  #piles = new Map(); // the same by name
  #positions = new Map(); // the position of the card of an index, in its round
  #lastCovered = 0;

  /** Take everything off the table. */
  clear() {
    for (const places of [this.#hands, this.#piles, this.#positions])
      places.clear();
  }

  /** Lay the hands and piles of a stage. */
  lay({ hands, piles }) {
    for (const hand of hands) this.#add(this.#hands, hand.seat, hand);
    for (const pile of piles) this.#add(this.#piles, pile.name, pile);
  }

  #add(places, name, { parts = [], ...place }) {
    const inParts = new Set(parts.flatMap(({ indices }) => indices));
    const count = parts.reduce((rest, part) => rest - part.count, place.count);
    const remainder = {
      name: "",
      count,
      indices: place.indices.filter((index) => !inParts.has(index)),
    };
    place.indices.forEach((index, i) =>
      this.#positions.set(index, place.positions[i]),
    );
    const all =
      places === this.#hands ? [remainder, ...parts] : [...parts, remainder];
    for (const part of all.filter((each) => each.count)) {
      const covered = this.#cover(part.count - part.indices.length);
      const cards = isLastFirst(name, part.name)
        ? [...covered, ...part.indices]
        : [...part.indices, ...covered];
      append(places, name, part.name, cards);
    }
  }

  #cover(count) {
    return Array.from({ length: count }, () => --this.#lastCovered);
  }

  /** Take drawn cards from a part of a pile, and give them to a seat; without one, leave them on the table. */
  draw({ pile, part = "", indices, positions }, seat) {
    indices.forEach((index, i) => this.#positions.set(index, positions[i]));
    const place = this.#piles.get(pile) ?? this.#hands.get(pile);
    const cards = place?.get(part) ?? [];
    const covered = cards.flatMap((index, i) => (isCovered(index) ? [i] : []));
    const isFromEnd = isLastFirst(pile, part);
    const drawOrder = isFromEnd ? covered.reverse() : covered;
    const isTurned =
      !seat &&
      (isFromEnd || this.#hands.has(pile) || [...place.keys()].some(Boolean));
    indices.forEach(
      (index, i) => (cards[drawOrder[i]] = isTurned ? index : undefined),
    );
    const remaining = cards.filter((index) => index !== undefined);
    if (remaining.length || !part || isFromEnd) place.set(part, remaining);
    else place.delete(part);
    if (seat) append(this.#hands, seat, "", indices);
    else if (!isTurned) append(this.#piles, DRAWN, "", indices);
  }

  /** The positions of the cards in hands. */
  get inPlay() {
    const cards = [...this.#hands.values()].flatMap((parts) =>
      [...parts.values()].flat(),
    );
    return cards
      .filter((index) => !isCovered(index))
      .map((index) => this.#positions.get(index));
  }

  /** Lay all cards except the hands into one pile. The hands move from the positions `before` to `after`. */
  gather(name, count, { before, after }) {
    const targets = new Map(before.map((position, i) => [position, after[i]]));
    for (const [index, position] of this.#positions)
      this.#positions.set(index, targets.get(position));
    this.#piles.clear();
    append(this.#piles, name, "", this.#cover(count));
  }

  /** Return the parts of piles and hands with cards to draw, and the number of those cards; always with the stock. */
  listCovered(stock) {
    return [...this.#piles, ...this.#hands].flatMap(([pile, parts]) =>
      [...parts]
        .map(([part, cards]) => ({
          pile,
          part,
          count: cards.filter(isCovered).length,
        }))
        .filter(({ count }) => (count || pile === stock) && pile !== "burns"),
    );
  }

  /** Return whether the card at a position lies open for who looks at the table. */
  isKnown(position) {
    return [...this.#positions.values()].includes(position);
  }

  get seats() {
    return [...this.#hands.keys()];
  }

  /**
   * Return the table as a deal, in the order of `seats` and `piles`. `coming` are the runs of later stages: their cards
   * are in `waiting` and have a place already. The other `count` cards lie in the pile `deck`.
   */
  toDeal({ seats = [], piles = [], coming, deck, count }) {
    const [hands, remainder] = [
      copy(this.#hands, seats),
      copy(this.#piles, piles),
    ];
    const waiting = new Set();
    for (const { place, part = "", count: number } of coming) {
      const cards = this.#cover(number);
      append(seats.includes(place) ? hands : remainder, place, part, cards);
      for (const index of cards) waiting.add(index);
    }
    if (count) append(remainder, deck, "", this.#cover(count));
    const isLaid = ([, parts]) => parts.size > 0;
    return {
      hands: list([...hands].filter(isLaid), "seat"),
      piles: list([...remainder].filter(isLaid), "name"),
      waiting,
    };
  }
}

/** Copy places, the named ones first. */
const copy = (places, names) => {
  const all = new Map(names.map((name) => [name, new Map()]));
  for (const [name, parts] of places) all.set(name, new Map(parts));
  return all;
};

function append(places, name, part, cards) {
  if (!places.has(name)) places.set(name, new Map());
  const parts = places.get(name);
  parts.set(part, [...(parts.get(part) ?? []), ...cards]);
}

const list = (places, key) =>
  [...places].map(([name, parts]) => {
    const namedParts = [...parts]
      .filter(([part]) => part)
      .map(([part, indices]) => ({ name: part, indices }));
    return {
      [key]: name,
      indices: [...parts.values()].flat(),
      ...(namedParts.length ? { parts: namedParts } : {}),
    };
  });
