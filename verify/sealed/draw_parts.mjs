/**
 * Checks of draws in parts, so that memory does not grow with the draws: the digests of each part, and the end.
 * Implemented from docs/definitions/sealed.md alone.
 */
// @ts-check
import { range } from "../core/lists.mjs";
import { differ, isObject } from "../core/validation.mjs";
import { listStages } from "./entries.mjs";
import { findOtherDigest, listUnchecked } from "./notes.mjs";
import { buildResult } from "./receipts.mjs";

/**
 * @import { CheckResult, Difference, JsonObject } from "../core/validation.mjs"
 * @import { PlayerNotes } from "./notes.mjs"
 * @import { Reasons, Receipt } from "./receipts.mjs"
 */

/**
 * How far the draws of a shoe were followed: their number, the digest after each (the first is the commitment), and
 * whether the noted one was among those that are not kept.
 *
 * @typedef {{ draws: number, digests: string[], isNoted?: boolean }} Progress
 */

/**
 * A check of the draws of a shoe in parts: `take` returns the first difference in the next responses, `end` the result.
 *
 * @typedef {object} PartCheck
 * @property {(views: JsonObject[]) => Promise<Difference | undefined>} take
 * @property {() => Promise<CheckResult>} end
 */

/**
 * Return the first response in views with another digest than its draws lead to, or undefined. Keep the last digest
 * alone.
 *
 * After two draws `digests` has three: that before them, and that after each, which is the `previous` of the next
 * response.
 *
 * @param {Progress} progress after the draws of these views
 * @param {JsonObject[]} views responses, or entries, which have no digest
 * @param {PlayerNotes} notes
 * @returns {Difference | undefined}
 */
export function endPart(progress, views, { digest: noted }) {
  const { digests } = progress;
  const difference = findWrongDigest(progress, views);
  progress.isNoted ||= digests.some((digest) => digest === noted);
  progress.digests = digests.slice(-1);
  return difference;
}

/**
 * Return the first difference of the digests in views from those after their draws, or undefined.
 *
 * @param {Progress} progress
 * @param {JsonObject[]} views
 * @returns {Difference | undefined}
 */
function findWrongDigest({ digests, draws }, views) {
  const first = draws - digests.length + 1; // the number of the first view
  let number = 0; // of digests that were compared
  for (const [k, view] of views.entries()) {
    const where = `seen[${first + k}]`;
    const previous = digests[number];
    for (const [place, stage] of listStages(where, view)) {
      number++;
      const wrong = compareDigests(place, stage, { digest: digests[number] });
      if (wrong) return wrong;
    }
    const expected = { previous, digest: digests[number] };
    const wrong = compareDigests(where, view, expected);
    if (wrong) return wrong;
  }
}

/**
 * Return the first difference of the digests of a response or a stage, or undefined. An entry has none.
 *
 * @param {string} where
 * @param {unknown} view
 * @param {{ [name: string]: string }} expected
 * @returns {Difference | undefined}
 */
function compareDigests(where, view, expected) {
  if (!isObject(view) || (!isObject(view.seen) && !view.dealt_stages)) return;
  for (const [name, digest] of Object.entries(expected)) {
    if (view[name] !== digest)
      return differ(`${where}.${name}`, digest, view[name]);
  }
}

/**
 * What the end of a check of draws in parts needs: the receipt, how it compares with the notes, and the progress.
 *
 * @typedef {object} EndOfDraws
 * @property {Receipt} receipt
 * @property {{ unchecked: Reasons }} noted
 * @property {PlayerNotes} notes
 * @property {unknown} items
 * @property {Progress} progress
 */

/**
 * Return the result of a check of draws in parts, after the last part.
 *
 * @param {Difference | undefined} difference the first one
 * @param {EndOfDraws} end
 * @param {Reasons} unchecked
 * @returns {CheckResult}
 */
export function endDraws(difference, end, unchecked) {
  const { receipt, noted, notes, items, progress } = end;
  const { draws, digests, isNoted } = progress;
  const { terms, drawn } = receipt;
  const isComplete = draws === drawn.draws && draws > 0;
  if (draws !== drawn.draws && digests.at(-1) === drawn.digest)
    difference ??= differ("drawn.draws", draws, drawn.draws);
  if (isComplete && !isNoted)
    difference ??= findOtherDigest(notes, digests, drawn);
  if (difference) return { valid: false, difference };
  const records = range(draws, 1).map((draw) => ({ draw }));
  return buildResult({
    ...noted.unchecked,
    ...unchecked,
    ...listUnchecked({ terms, drawn }, records, { ...notes, items }),
  });
}
