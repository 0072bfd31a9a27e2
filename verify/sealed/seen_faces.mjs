/**
 * The faces of cards that were shown or told: whether a position has two of them, and whether a round has more of one
 * than the shoe has. Implemented from docs/definitions/sealed.md alone.
 */
// @ts-check
import { differ } from "../core/validation.mjs";
import { describePlace } from "../games/stages.mjs";
import { listCards, openSpellings } from "./entries.mjs";
import { describePosition } from "./receipts.mjs";
import { nameFace } from "./sealed.mjs";
import { faceName } from "./shown.mjs";

/**
 * @import { Difference } from "../core/validation.mjs"
 * @import { SeenCard, SeenEntry } from "./entries.mjs"
 * @import { Face } from "./sealed.mjs"
 * @import { PlacedCard } from "./shown.mjs"
 * @import { SealedShoe, Terms } from "./terms.mjs"
 */

/**
 * The known faces by round and position ("0 7"), and how often each was used by round and face ("0 AS").
 *
 * @typedef {{ faces: Map<string, Face>, used: Map<string, number> }} KnownFaces
 */

/**
 * A card by its position, with the draw and the place where it was seen.
 *
 * @typedef {{ round: number, position: number, draw?: number, place?: string }} ComparedCard
 */

const OTHER_CARD =
  "a shown card with its path, or an earlier entry, has another card there";

const TOO_MANY =
  "this card is at more positions of the round than the shoe has of it";

/**
 * Return a function from a face to the number of cards in the shoe that have it.
 *
 * @param {SealedShoe} shoe
 * @param {Terms} terms
 * @returns {(face: Face) => number}
 */
export function countFaces({ codes, toFace }, { min = 0, max = 0 }) {
  if (codes === undefined)
    return (face) =>
      typeof face === "number" && face >= min && face <= max ? 1 : 0;
  /** @type {Map<Face, number>} */
  const counts = new Map();
  for (const face of codes.map(toFace))
    counts.set(face, (counts.get(face) ?? 0) + 1);
  return (face) => counts.get(face) ?? 0;
}

/**
 * Return whether a hidden card is withheld: it is neither burned nor a seat's own.
 *
 * @param {SeenCard} card
 * @param {SealedShoe} shoe
 */
function isWithheld({ draw, place, seat, isBurned, isDealt }, { deal }) {
  const owner = place?.split("/")[0] ?? "";
  const isOwn = isDealt
    ? (deal?.seats.includes(owner) ?? false)
    : seat !== undefined;
  return draw !== undefined && !isBurned && !isOwn;
}

/** A comparison of faces, one after the other, with those that are known, to which it adds them. */
class FaceComparison {
  /** @type {Difference | undefined} */
  difference;
  #shoe;
  #countCards;
  #knownFaces;

  /**
   * @param {SealedShoe} shoe
   * @param {(face: Face) => number} countCards return how many cards have a face
   * @param {KnownFaces} knownFaces changed by each face
   */
  constructor(shoe, countCards, knownFaces) {
    this.#shoe = shoe;
    this.#countCards = countCards;
    this.#knownFaces = knownFaces;
  }

  /**
   * Add a face; note a difference from the known one, or if there are too many of it.
   *
   * @param {ComparedCard} card
   * @param {Face} face
   * @param {string} [detail] why another face is wrong there
   */
  add(card, face, detail) {
    const key = `${card.round} ${card.position}`;
    const knownFace = this.#knownFaces.faces.get(key);
    if (knownFace === undefined) {
      this.#knownFaces.faces.set(key, face);
      this.#count(card, face);
    } else if (knownFace !== face) {
      this.#note(card, nameFace(knownFace), face, detail);
    }
  }

  /**
   * Count a face in its round; note if there are too many of it.
   *
   * @param {ComparedCard} card
   * @param {Face} face
   */
  #count(card, face) {
    const { used } = this.#knownFaces;
    const key = `${card.round} ${face}`;
    const times = (used.get(key) ?? 0) + 1;
    used.set(key, times);
    if (times > this.#countCards(face))
      this.#note(card, "another card", face, TOO_MANY);
  }

  /**
   * Note a difference, if it is the first.
   *
   * @param {ComparedCard} card
   * @param {unknown} expected the known face, or words for it
   * @param {Face} face
   * @param {string} [detail]
   */
  #note({ round, position, draw, place }, expected, face, detail) {
    const { deal } = this.#shoe;
    const label = deal && place ? describePlace(deal.seats, place) : "";
    const where = describePosition(round, position, label);
    const more = { draw, detail };
    this.difference ??= differ(where, expected, nameFace(face), more);
  }
}

/**
 * Compare visible faces with shown cards: each position has one face, and no face is at more positions of a round than
 * the shoe has cards with it. Return the first `difference`, and the `count` of cards without a shown card that are
 * visible, or withheld: hidden, but neither burned nor a seat's own. Known faces, and how often each was used, are
 * added to the maps.
 *
 * With the ace of spades shown at position 3 of round 0, `faces` has `"0 3" → "AS"` and `used` has `"0 AS" → 1`.
 *
 * @param {PlacedCard[]} shown
 * @param {SeenEntry[]} entries
 * @param {SealedShoe} shoe
 * @param {Terms} terms
 * @param {KnownFaces} knownFaces
 * @returns {{ difference: Difference | undefined, count: number }}
 */
export function compareFaces(
  shown,
  entries,
  shoe,
  terms,
  knownFaces = { faces: new Map(), used: new Map() },
) {
  const normalize = openSpellings(terms, shoe);
  const name = faceName(shoe);
  const comparison = new FaceComparison(
    shoe,
    countFaces(shoe, terms),
    knownFaces,
  );
  for (const [, card] of shown) comparison.add(card, shoe.toFace(card[name]));
  const proved = new Set(knownFaces.faces.keys());
  /** @type {Set<string>} */
  const unproved = new Set(); // rounds and positions
  for (const seenCard of listCards(entries)) {
    const { round, position, card } = seenCard;
    const key = `${round} ${position}`;
    if (!proved.has(key) && (card !== null || isWithheld(seenCard, shoe)))
      unproved.add(key);
    if (card !== null) {
      const face = shoe.codes ? normalize(card) : card;
      comparison.add(seenCard, face, OTHER_CARD);
    }
  }
  return { difference: comparison.difference, count: unproved.size };
}
