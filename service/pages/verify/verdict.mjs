/** The verdict on a file and on the notes of a player, and the steps that lead to it. */
import { steps } from "../../../verify/steps.mjs";
import { check } from "../../../verify/verify.mjs";
import { agreementView, differenceView } from "./finding.mjs";
import { findNoteDifference, getReceipt, listProofRemarks, listRemarks } from "./notes.mjs";

/**
 * Check a file and the notes. Return the view of the verdict, and the difference if there is one. `fetchKeys` returns the
 * public keys of the service, for a proof if none are noted.
 */
export async function verify(subject, notes, lookup, fetchKeys) {
  const receipt = getReceipt(subject);
  const difference = receipt && findNoteDifference(receipt, notes);
  const keys = notes.keys ?? (subject?.proof && (await fetchKeys()));
  const finding = await check(subject, keys); // throws for an invalid file, whatever the notes are
  if (difference) return { difference, view: differenceView(difference, subject, undefined) };
  if (finding.difference)
    return { difference: finding.difference, view: differenceView(finding.difference, subject, await lookup()) };
  const unchecked = Object.entries(finding.unchecked ?? {}).map(([name, why]) => [null, `${name}: ${why}.`]);
  if (receipt) {
    const items = [...listRemarks(receipt, subject, notes), ...unchecked];
    return { view: agreementView(finding.valid, items, describeAgreement(finding)) };
  }
  const proved = subject.proof ? listProofRemarks(subject.proof, notes, finding) : [];
  const items = [...proved, [true, describeResults(subject)], ...unchecked];
  return { view: agreementView(finding.valid, items, "The same request always returns the same response.") };
}

function describeAgreement({ valid, unchecked }) {
  return valid || unchecked ? "The cards that you saw are where the seeds put them." : "The seeds and terms match the commitment.";
}

/** Return a sentence on the results of a valid response; the matches of a condition are all that there are. */
function describeResults({ repeats, where, matches, candidates }) {
  if (where !== undefined)
    return `Of ${candidates} deals, each dealt here, ${matches.length} fulfil the condition, and these are the ones.`;
  return repeats === undefined ? "The seed leads to this result." : `The seed leads to these ${repeats} results.`;
}

/** Return the steps of the check of a file. */
export async function collectSteps(subject) {
  const all = [];
  for await (const step of steps(subject)) all.push(step);
  return all;
}
