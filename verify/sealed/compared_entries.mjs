/**
 * Entries that were seen, compared with what the seeds give: each card with the order of its round, each root with the
 * tree of its round. Implemented from docs/definitions/sealed.md alone.
 */
// @ts-check
import { differ } from "../core/validation.mjs";
import { listCards, openSpellings } from "./entries.mjs";
import { describePosition } from "./receipts.mjs";
import { nameFace } from "./sealed.mjs";

/**
 * @import { Difference } from "../core/validation.mjs"
 * @import { SeenEntry } from "./entries.mjs"
 * @import { SeededRounds } from "./seeded_rounds.mjs"
 * @import { SealedShoe, Terms } from "./terms.mjs"
 */

const IN_NO_DRAW = "this card was seen, and no draw in the list took it";

const OTHER_ROOT = "the cards of this round lead to another root";

/**
 * Return whether an entry shows nothing of its cards.
 *
 * @param {SeenEntry} entry
 */
export const isUnseen = ({ faces, roots }) =>
  roots === undefined && faces.every((face) => face === null);

/**
 * Return the first card that was seen and differs from the card at its position, or undefined.
 *
 * @param {SeenEntry[]} entries
 * @param {SeededRounds} rounds
 * @param {SealedShoe} shoe
 * @param {Terms} terms
 * @returns {Promise<Difference | undefined>}
 */
export async function findWrongCard(entries, rounds, shoe, terms) {
  const normalize = openSpellings(terms, shoe);
  for (const { round, position, card, draw } of listCards(entries)) {
    if (card === null) continue;
    const expected = shoe.faceOf((await rounds.order(round))[position]);
    if (normalize(card) === shoe.toFace(expected)) continue;
    const label = await rounds.label(round, position);
    const where = describePosition(round, position, label);
    return differ(where, expected, nameFace(card), { draw });
  }
}

/**
 * Return the first root in the entries that is not the root of its round, or undefined. The last root of an entry
 * belongs to the round of its last card; the first root of draw 1 to round 0.
 *
 * @param {SeenEntry[]} entries
 * @param {SeededRounds} rounds
 * @returns {Promise<Difference | undefined>}
 */
export async function findWrongRoots(entries, rounds) {
  for (const { roots, rounds: numbers, draw, where } of entries) {
    if (roots === undefined || (numbers.length === 0 && draw !== 1)) continue;
    const last = numbers.at(-1) ?? 0;
    const first = draw === 1 ? 0 : last + 1 - roots.length;
    for (const [k, root] of roots.entries()) {
      const number = first + k;
      if (number < 0 || number > last)
        return differ(`${where}.roots`, `of rounds 0 to ${last}`, roots, {
          draw,
        });
      const expected = await rounds.rootOf(number);
      if (root !== expected)
        return differ(`${where}.roots[${k}]`, expected, root, {
          draw,
          detail: OTHER_ROOT,
        });
    }
  }
}

/**
 * Return the first observed card that no draw of a complete list took, as a difference, or undefined.
 *
 * @param {SeenEntry[]} records the list
 * @param {SeenEntry[]} entries
 * @param {SeededRounds} rounds
 * @param {SealedShoe} shoe
 * @returns {Promise<Difference | undefined>}
 */
export async function findCardOfNoDraw(records, entries, rounds, { size }) {
  const taken = new Set(
    listCards(records).map(({ round, position }) => `${round} ${position}`),
  );
  for (const { round, position } of listCards(entries)) {
    const shuffled = size - ((await rounds.inPlay(round))?.length ?? 0);
    if (position < shuffled && !taken.has(`${round} ${position}`))
      return differ(
        "drawn",
        `round ${round}, position ${position} in a draw`,
        undefined,
        { detail: IN_NO_DRAW },
      );
  }
}
