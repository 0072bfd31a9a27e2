/**
 * The draws of a shoe, repeated by its rules: whether each entry is one that the shoe can give, and where all lead.
 *
 * Implemented from docs/definitions/sealed.md alone. An entry does not say what was asked for. So each draw is made
 * once for each request that the entry can come from, such as one from the top and one from the bottom, and one of the
 * results has to be the entry.
 */
// @ts-check
import { isEqual } from "../core/canonical.mjs";
import { range } from "../core/lists.mjs";
import { Refused, differ } from "../core/validation.mjs";
import { findOtherCount, findOtherTotal } from "./counts.mjs";
import { entryOf, findOtherMember } from "./entries.mjs";
import { RoundRules, listTaken } from "./rounds.mjs";
import { hashDraw, recordOf } from "./sealed.mjs";

/**
 * @import { Difference } from "../core/validation.mjs"
 * @import { NumberedEntry, SeenEntry } from "./entries.mjs"
 * @import { FullReceipt } from "./receipts.mjs"
 * @import { End, RoundState, Transition } from "./rounds.mjs"
 * @import { DrawEntry } from "./sealed.mjs"
 * @import { SeededRounds } from "./seeded_rounds.mjs"
 * @import { SealedShoe, Terms } from "./terms.mjs"
 */

/**
 * How far the draws of a shoe were repeated.
 *
 * @typedef {object} RepeatedDraws
 * @property {RoundState} state after them
 * @property {number} total how many cards they took
 * @property {string[]} digests after each of them; the first one is before them
 * @property {string} [root] of the round of the state, in a shoe with trees
 */

/**
 * What the requests lead to that an entry can come from; the place and the reason if the last of them is refused.
 *
 * @typedef {{ steps: Transition[], refusal?: { where: string, reason: string } }} Tries
 */

const OTHER_DRAW =
  "by the rules of the shoe and the draws before, this draw takes other cards";

const OTHER_RECEIPT =
  "the draws in the list are possible, but the receipt is of other draws: at least one was different there";

/**
 * Return the requests that the entry of a draw can come from: the ends from which its cards may have been taken.
 *
 * @param {SeenEntry} entry
 * @param {RoundState} state before the draw
 * @param {boolean} isNew whether the draw begins in a new round
 */
function listRequests(entry, state, isNew) {
  const { positions, rounds, burned = 0, pile, part } = entry;
  const ownPositions = new Set(
    positions.filter((_, k) => rounds[k] === state.round),
  );
  const request = {
    reshuffle: isNew,
    pile,
    part,
    burn: burned,
    count: positions.length - burned,
    in_play: entry.in_play?.filter((position) => !ownPositions.has(position)),
  };
  /** @type {End[]} */
  const ends = ["top", "bottom"];
  return ends.map((from) => ({ ...request, from }));
}

/**
 * Return the results of the requests that an entry can come from; and, if one is refused, the place and the reason.
 *
 * @param {NumberedEntry} entry
 * @param {RoundState} state before the draw
 * @param {RoundRules} rules
 * @returns {Promise<Tries>}
 */
async function listTries(entry, state, rules) {
  const { stage, positions, rounds, begun, roots, where } = entry;
  const hasBegunRound = (begun ?? roots) !== undefined;
  const isNew =
    positions.length > 0
      ? rounds[0] > state.round
      : hasBegunRound && entry.draw > 1;
  /** @type {(() => Promise<Transition>)[]} */
  const attempts =
    stage === undefined
      ? listRequests(entry, state, isNew).map(
          (request) => () => rules.draw(state, request),
        )
      : [() => rules.deal(state, { reshuffle: isNew })];
  /** @type {Tries} */
  const tries = { steps: [] };
  for (const attempt of attempts) {
    try {
      tries.steps.push(await attempt());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const isMember = Object.hasOwn(entry, error.where);
      tries.refusal = {
        where: isMember ? `${where}.${error.where}` : where,
        reason: error.message,
      };
    }
  }
  return tries;
}

/**
 * Add to an entry the number of rounds that it began, or their roots.
 *
 * @param {Transition} step
 * @param {number} before the round before, -1 before the first
 * @param {Terms} terms
 * @param {SeededRounds} rounds
 */
async function addBegun(step, before, { reveal }, { rootOf }) {
  const { entry, state } = step;
  const numbers = range(state.round - before, before + 1);
  if (numbers.length === 0) return;
  if (reveal === "all") {
    entry.begun = numbers.length;
    return;
  }
  entry.roots = [];
  for (const number of numbers) {
    const root = await rootOf(number);
    if (root !== undefined) entry.roots.push(root);
  }
}

/**
 * Return the entry of a step with what requests do not say: the number and the seat of the draw as they were seen.
 *
 * @param {Transition} step
 * @param {SeenEntry} seen
 * @returns {DrawEntry}
 */
const completeEntry = ({ entry }, { draw, seat }) => ({
  ...entry,
  draw,
  ...(seat !== undefined && { seat }),
});

/**
 * Return the difference of an entry from the nearest draw that is possible.
 *
 * @param {NumberedEntry} entry
 * @param {Tries} tries
 * @returns {Difference | undefined}
 */
function explainOtherDraw(entry, { steps, refusal }) {
  const more = { draw: entry.draw, detail: OTHER_DRAW };
  const [firstPosition] = entry.positions;
  const nearest =
    steps.find((step) => step.entry.positions[0] === firstPosition) ?? steps[0];
  if (nearest)
    return findOtherMember(completeEntry(nearest, entry), entry, more);
  const { where = "", reason } = refusal ?? {};
  return differ(where, reason, undefined, more);
}

/**
 * Repeat draws from where `progress` ends; return the first difference from their entries, or undefined. `progress`
 * goes on by the `state`, the `total` of cards, the `root` of the round, and the digest after each draw, which is added
 * to `digests`.
 *
 * A draw of the two top cards that an entry tells as positions [0, 2] differs at `positions[1]`: 1 was expected.
 *
 * @param {NumberedEntry[]} records
 * @param {FullReceipt} receipt
 * @param {SeededRounds} rounds
 * @param {SealedShoe} shoe
 * @param {RepeatedDraws} progress
 * @returns {Promise<Difference | undefined>}
 */
export async function findImpossibleDraw(
  records,
  receipt,
  rounds,
  shoe,
  progress,
) {
  const { terms, client_seed: clientSeed } = receipt;
  const rules = new RoundRules(shoe, terms, rounds.orderOf);
  const { digests } = progress;
  let { state } = progress;
  for (const entry of records) {
    const tries = await listTries(entry, state, rules);
    const before = entry.draw === 1 ? -1 : state.round;
    for (const step of tries.steps) await addBegun(step, before, terms, rounds);
    const step = tries.steps.find((possible) =>
      isEqual(entryOf(entry), completeEntry(possible, entry)),
    );
    if (step === undefined) return explainOtherDraw(entry, tries);
    ({ state } = step);
    progress.total += entry.positions.length;
    const record = recordOf(entryOf(entry), clientSeed);
    digests.push(await hashDraw(digests.at(-1), record));
  }
  progress.state = state;
  progress.root =
    records.length > 0 ? await rounds.rootOf(state.round) : undefined;
}

/**
 * Return the first count of a full receipt that the repeated draws do not lead to, as a difference, or undefined.
 *
 * @param {RepeatedDraws} progress
 * @param {FullReceipt["drawn"]} drawn
 * @param {SealedShoe} shoe
 * @returns {Difference | undefined}
 */
export function findOtherRepeatedEnd({ state, total, digests }, drawn, shoe) {
  const { round, inPlay, top, bottom, shuffled } = state;
  const end = { round, total, inPlay, digests };
  const otherTotal = findOtherTotal(end, drawn, OTHER_RECEIPT);
  if (otherTotal) return otherTotal;
  const positions = listTaken(state, shoe);
  if (shoe.deal) return findOtherCount({ positions }, drawn, OTHER_RECEIPT);
  const { top: drawnTop = 0, bottom: drawnBottom = 0 } = drawn;
  if (top + bottom === shuffled && drawnTop + drawnBottom === shuffled)
    return undefined; // all cards were taken, from whichever end
  return findOtherCount({ top, bottom }, drawn, OTHER_RECEIPT);
}
