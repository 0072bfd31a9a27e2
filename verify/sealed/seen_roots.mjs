/**
 * The roots of rounds that entries and a partial receipt tell: which round each belongs to, and whether two of one
 * round differ. Implemented from docs/definitions/sealed.md alone.
 */
// @ts-check
import { differ } from "../core/validation.mjs";

/**
 * @import { Difference } from "../core/validation.mjs"
 * @import { SeenEntry } from "./entries.mjs"
 * @import { PartialReceipt } from "./receipts.mjs"
 */

/**
 * The known roots by round, and the first difference between two roots of one round.
 *
 * @typedef {{ of: Map<number, string>, difference: Difference | undefined }} Roots
 */

const OTHER_ROOT =
  "the receipt, or another entry, has another root of this round";

/**
 * Return a difference if a receipt has a root though nothing was drawn, or none though something was, or undefined.
 *
 * @param {PartialReceipt} receipt
 * @returns {Difference | undefined}
 */
export function findRootWithoutDraw({ root, drawn: { draws } }) {
  const expected = draws === 0 ? null : "the root of the last round";
  return (root === null) === (draws === 0)
    ? undefined
    : differ("root", expected, root);
}

/**
 * Return the number of the round to which the first root of an entry belongs, undefined if the entry does not tell. The
 * last root belongs to the round of its last card, those of draw 1 begin with round 0.
 *
 * @param {SeenEntry} entry
 */
function findFirstRoot({ roots = [], rounds, draw }) {
  if (draw === 1) return 0;
  const last = rounds.at(-1);
  return last === undefined ? undefined : last + 1 - roots.length;
}

/**
 * Return the known roots by round (`of`), and the first `difference` between two roots of one round. Records that are
 * complete begin in the round of a state, by default before round 0.
 *
 * An entry whose last card is of round 2, and which has two roots, has those of rounds 1 and 2.
 *
 * @param {{ root: string | null, drawn: { round: number } }} receipt
 * @param {SeenEntry[]} records
 * @param {boolean} isComplete
 * @param {{ round: number, root: string | null }} from
 * @returns {Roots}
 */
export function collectRoots(
  { root, drawn },
  records,
  isComplete,
  from = { round: -1, root: null },
) {
  /** @type {Map<number, string>} */
  const of = new Map();
  if (root !== null) of.set(drawn.round, root);
  if (from.root !== null) of.set(from.round, from.root);
  let next = from.round + 1;
  /** @type {Difference | undefined} */
  let difference;
  for (const entry of records) {
    const { roots = [], draw, where } = entry;
    const first = isComplete ? next : findFirstRoot(entry);
    next += roots.length;
    if (first === undefined) continue;
    for (const [k, seenRoot] of roots.entries()) {
      const round = first + k;
      const knownRoot = of.get(round) ?? seenRoot;
      if (round < 0 || round > drawn.round) {
        difference ??= differ(
          `${where}.roots`,
          `of rounds 0 to ${drawn.round}`,
          roots,
          { draw },
        );
      } else if (knownRoot !== seenRoot) {
        difference ??= differ(`${where}.roots[${k}]`, knownRoot, seenRoot, {
          draw,
          detail: OTHER_ROOT,
        });
      } else {
        of.set(round, seenRoot);
      }
    }
  }
  return { of, difference };
}
