/** The known cards of a deal, and the positions that it gives to each place. Implemented from docs/definitions/conditions.md alone. */
import { DECKS } from "../cards/decks.mjs";
import {
  Refused,
  checkObject,
  checkStrings,
  isEmpty,
} from "../core/validation.mjs";

/**
 * Read the `given` cards of a request. `places` are [kind, name, parts] of hands and piles in the order of the deal.
 *
 * Returns `queues`, the indices for each place by its path; `rest`, the other indices in unshuffled order; and
 * `canonical`, the given cards as a response has them.
 */
export function splitShoe(codes, deck, given, places) {
  const [queues, free, canonical] = [new Map(), new Set(codes.keys()), {}];
  const read = (path, texts) => {
    const indices = checkStrings(`given.${path}`, texts).map((text, i) => {
      const code = DECKS[deck].canonical(text.toUpperCase()).toUpperCase();
      const index = [...free].find((one) => codes[one].toUpperCase() === code);
      if (index === undefined)
        throw new Refused(
          `given.${path}[${i}]`,
          `no card ${code} is left in the shoe`,
        );
      free.delete(index);
      return index;
    });
    queues.set(path, indices);
    return indices.map((index) => codes[index]);
  };
  checkObject("given", given, ["hands", "piles"]);
  for (const kind of Object.keys(given).filter((one) => given[one] !== null)) {
    const names = places
      .filter(([other]) => other === kind)
      .map(([, name]) => name);
    checkObject(`given.${kind}`, given[kind], names);
  }
  for (const [kind, name, parts] of places) {
    const path = `${kind}.${name}`;
    const cards = given[kind]?.[name];
    if (cards === undefined) continue;
    if (!Array.isArray(cards) && parts.length === 0)
      throw new Refused(`given.${path}`, "a list of cards was expected");
    const readParts = () => {
      checkObject(`given.${path}`, cards, parts);
      const named = parts.filter((part) => cards[part] !== undefined);
      return Object.fromEntries(
        named
          .map((part) => [part, read(`${path}.${part}`, cards[part])])
          .filter(([, known]) => !isEmpty(known)),
      );
    };
    const known = Array.isArray(cards) ? read(path, cards) : readParts();
    if (!isEmpty(known))
      canonical[kind] = { ...canonical[kind], [name]: known };
  }
  return { queues, canonical, rest: [...free] };
}

/**
 * Return a record of the positions of the given cards in a deal of the positions 0 … n - 1, with functions:
 * `place` notes that positions came to a place; `at` is the card at a position, which was taken from the top or, if
 * `isLast`, from the end; `fill` is the card at every position. `order` is the shuffled rest, as positions in it.
 */
export function recordPositions({ queues, rest }, order) {
  const known = new Map();
  const left = new Map(
    [...queues].map(([path, indices]) => [path, [...indices]]),
  );
  const givenCount = [...queues.values()].flat().length;
  return {
    place(path, part, positions) {
      for (const position of positions) {
        const queue = [path, ...(part ? [`${path}.${part}`] : [])]
          .map((one) => left.get(one))
          .find((one) => one?.length);
        if (queue) known.set(position, queue.shift());
      }
    },
    at(position, isLast) {
      const before = isLast
        ? givenCount
        : [...known.keys()].filter((other) => other < position).length;
      return known.get(position) ?? rest[order[position - before]];
    },
    fill() {
      for (const [path, indices] of left)
        if (indices.length)
          throw new Refused(
            `given.${path}`,
            "more cards than are certain to come there",
          );
      const others = order.map((i) => rest[i]).values();
      return Array.from(
        { length: rest.length + givenCount },
        (_, p) => known.get(p) ?? others.next().value,
      );
    },
  };
}

/** Return the hands and piles of a deal that is not a game's, as maps from name to a map from part to indices: with the given cards in their `places`. */
export function dealPlaces(places, split, order) {
  const cards = recordPositions(split, order);
  const entries = Object.entries(places);
  for (const [kind, all] of entries)
    for (const [name, positions] of all)
      cards.place(`${kind}.${name}`, "", positions);
  const filled = cards.fill();
  const fillPlace = ([name, positions]) => [
    name,
    new Map([["", positions.map((position) => filled[position])]]),
  ];
  return Object.fromEntries(
    entries.map(([kind, all]) => [kind, new Map(all.map(fillPlace))]),
  );
}

/** Throw unless every given card is in its place; `find` returns the cards of a place by kind, name and part. */
export function checkPlaces({ queues }, find) {
  for (const [path, indices] of queues) {
    const cards = find(...path.split("."));
    const i = indices.findIndex((index) => !cards?.includes(index));
    if (i >= 0)
      throw new Refused(`given.${path}[${i}]`, "this card does not stay there");
  }
}
