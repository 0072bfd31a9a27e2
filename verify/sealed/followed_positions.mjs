/**
 * Draws followed by their positions alone, as whoever knows no seed can: whether each takes cards that were still
 * there, in rounds that follow each other, and whether all lead to the receipt. Implemented from
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { isEqual } from "../core/canonical.mjs";
import { ascending, range } from "../core/lists.mjs";
import { differ } from "../core/validation.mjs";
import { findOtherTotal } from "./counts.mjs";
import { entryOf } from "./entries.mjs";
import { hashDraw, recordOf } from "./sealed.mjs";

/**
 * @import { Difference } from "../core/validation.mjs"
 * @import { NumberedEntry, SeenEntry } from "./entries.mjs"
 * @import { PartialReceipt } from "./receipts.mjs"
 * @import { SealedShoe } from "./terms.mjs"
 */

/**
 * The state of a shoe, as far as positions tell it.
 *
 * @typedef {object} FollowedState
 * @property {number} round its number, -1 before the first
 * @property {Set<number>} taken the positions taken in the round
 * @property {number} shuffled how many cards are before those in play
 * @property {number} total how many cards were taken in all rounds
 * @property {number | null} inPlay how many cards are in play, null if the round began without
 * @property {string | null} root of the round
 */

/**
 * How far draws were followed: the state, and the digest after each; the first one is before them.
 *
 * @typedef {{ state: FollowedState, digests: string[] }} FollowedDraws
 */

/**
 * The members of an entry that tell what a draw took. `roots` may be null for rounds whose roots are not there.
 *
 * @typedef {object} DrawnEntry
 * @property {(string | null)[]} [roots]
 * @property {number[]} rounds
 * @property {number[]} positions
 * @property {number[]} [in_play]
 */

/**
 * What of an entry cannot be: a member, what was expected there, and the place in it if it is a list.
 *
 * @typedef {{ name: keyof SeenEntry, expected?: unknown, place?: number }} ImpossibleMember
 */

const OTHER_RECEIPT =
  "the draws in the list do not lead to what the receipt has";

/**
 * Return the state in which `followEntry` begins.
 *
 * @param {number} size of the shoe
 * @returns {FollowedState}
 */
export const beginEntries = (size) => ({
  round: -1,
  taken: new Set(),
  shuffled: size,
  total: 0,
  inPlay: null,
  root: null,
});

/**
 * Return the first round of an entry that cannot be: they ascend from the round of the state to the last one.
 *
 * @param {number[]} rounds
 * @param {FollowedState} state before the draw
 * @param {number} last the round after the draw
 * @returns {ImpossibleMember | undefined}
 */
function findOtherRound(rounds, state, last) {
  let least = state.round;
  for (const [place, number] of rounds.entries()) {
    if (number < least || number > last)
      return {
        name: "rounds",
        expected: `${Math.max(least, 0)} to ${last}`,
        place,
      };
    least = number;
  }
  if (rounds.length > 0 && least !== last)
    return {
      name: "rounds",
      expected: last,
      place: rounds.length - 1,
    };
}

/**
 * Begin a round in a state, with the cards at some positions of the round before in play, or with none; return what
 * cannot be.
 *
 * @param {FollowedState} state
 * @param {number} round its number
 * @param {number[] | undefined} held
 * @param {number} size of the shoe
 * @returns {ImpossibleMember | undefined}
 */
function beginNextRound(state, round, held, size) {
  for (const [place, position] of (held ?? []).entries()) {
    if (position < state.shuffled && !state.taken.has(position))
      return {
        name: "in_play",
        expected: "a card that was taken",
        place,
      };
  }
  const inPlay = held === undefined ? null : held.length;
  state.round = round;
  state.taken = new Set();
  state.inPlay = inPlay;
  state.shuffled = size - (inPlay ?? 0);
}

/**
 * Take the cards of a draw; return the member of its entry that cannot be, what was expected, and the place in a list.
 *
 * `{ name: "positions", expected: "a position that was not taken", place: 1 }` says that the second card was taken
 * before.
 *
 * @param {DrawnEntry} entry
 * @param {FollowedState} state changed by the draw
 * @param {number} size of the shoe
 * @returns {ImpossibleMember | undefined}
 */
export function followEntry(
  { roots = [], rounds, positions, in_play: held },
  state,
  size,
) {
  const last = state.round + roots.length; // the round after the draw
  if (last < 0) return { name: "roots", expected: "the root of round 0" };
  if (held !== undefined && (roots.length === 0 || last === 0))
    return { name: "in_play" };
  const otherRound = findOtherRound(rounds, state, last);
  if (otherRound) return otherRound;
  for (const round of range(roots.length + 1, state.round)) {
    if (round > state.round) {
      const heldHere = round === last ? held : undefined;
      const wrong = beginNextRound(state, round, heldHere, size);
      if (wrong) return wrong;
    }
    const takenBefore = takeOfRound(state, positions, rounds);
    if (takenBefore) return takenBefore;
  }
  state.total += positions.length;
  state.root = roots.at(-1) ?? state.root;
}

/**
 * Take the cards of a draw that are of the round of a state; return the first position that cannot be taken.
 *
 * @param {FollowedState} state
 * @param {number[]} positions
 * @param {number[]} rounds the round of each position
 * @returns {ImpossibleMember | undefined}
 */
function takeOfRound(state, positions, rounds) {
  for (const [place, position] of positions.entries()) {
    if (rounds[place] !== state.round) continue;
    if (position >= state.shuffled || state.taken.has(position))
      return {
        name: "positions",
        expected: "a position that was not taken",
        place,
      };
    state.taken.add(position);
  }
}

/**
 * Return the difference of a member of an entry that cannot be.
 *
 * @param {SeenEntry} entry
 * @param {ImpossibleMember} impossible
 */
function describeImpossible(entry, { name, expected, place }) {
  const value = entry[name];
  const { where, draw } = entry;
  if (place === undefined)
    return differ(`${where}.${name}`, expected, value, { draw });
  const seen = Array.isArray(value) ? value[place] : undefined;
  return differ(`${where}.${name}[${place}]`, expected, seen, { draw });
}

/**
 * Follow draws by their positions from where `progress` ends; return the first draw that cannot be, or undefined.
 * `progress` goes on by its `state`, and the digest after each draw, which is added to `digests`.
 *
 * @param {NumberedEntry[]} records
 * @param {PartialReceipt} receipt
 * @param {SealedShoe} shoe
 * @param {FollowedDraws} progress
 * @returns {Promise<Difference | undefined>}
 */
export async function followEntries(
  records,
  receipt,
  { size },
  { state, digests },
) {
  const { client_seed: clientSeed } = receipt;
  for (const entry of records) {
    const impossible = followEntry(entry, state, size);
    if (impossible) return describeImpossible(entry, impossible);
    const record = recordOf(entryOf(entry), clientSeed);
    digests.push(await hashDraw(digests.at(-1), record));
  }
}

/**
 * Return the first count or root of a partial receipt that the followed draws do not lead to, as a difference, or
 * undefined.
 *
 * @param {FollowedDraws} progress
 * @param {PartialReceipt} receipt
 * @param {SealedShoe} shoe
 * @returns {Difference | undefined}
 */
export function findOtherFollowedEnd(progress, { drawn, root }, { deal }) {
  const { state, digests } = progress;
  const otherTotal = findOtherTotal(
    { ...state, digests },
    drawn,
    OTHER_RECEIPT,
  );
  if (otherTotal) return otherTotal;
  const { shuffled } = state;
  const more = { detail: OTHER_RECEIPT };
  const { top = 0, bottom = 0 } = drawn;
  const taken = ascending(state.taken);
  const positions = drawn.positions ?? [
    ...range(top),
    ...range(bottom, shuffled - bottom),
  ];
  if (!isEqual(taken, positions))
    return differ(deal ? "drawn.positions" : "drawn", taken, positions, more);
  if (state.root !== root) return differ("root", state.root, root, more);
}
