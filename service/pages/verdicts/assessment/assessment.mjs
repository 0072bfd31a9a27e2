/**
 * The assessment of a file with its reader's notes, without a view: what differs, what is unchecked, and who could
 * choose.
 */
// @ts-check
import { findOrigin } from "../../../../verify/core/origins.mjs";
import { examine, isState } from "../../../../verify/check.mjs";
import { formatTime } from "../../shared/texts.mjs";
import { getReceipt, areOfIntegers } from "./notes.mjs";
import { say, toPlain } from "./plain.mjs";
import { compareWithSeal, explainDraw } from "./seals.mjs";

/**
 * @import { Origin } from "../../../../verify/core/origins.mjs"
 * @import { CheckResult } from "../../../../verify/core/validation.mjs"
 * @import { JwkSet } from "../../../../verify/check.mjs"
 * @import { Subject } from "./notes.mjs"
 * @import { Receipt } from "../../shared/shoes.mjs"
 * @import { Sentence } from "./plain.mjs"
 * @import { ExplainedDifference, SealComparison } from "./seals.mjs"
 */

/**
 * What a check of a file finds if nothing differs.
 * @typedef {object} Assessment
 * @property {undefined} [difference]
 * @property {UncheckedSentences} unchecked
 * @property {string[]} linked names of those that only a link claims
 * @property {Origin} origin who could choose
 * @property {Grade} grade how much was checked
 * @property {Sentence[]} remarks
 * @property {number} [notedAt] when this browser noted the seal, in milliseconds since 1970
 * @property {boolean} [isNotedLate] whether it did so after the draw
 * @property {string[]} asked names of the facts that the reader is asked about
 */

/**
 * How much of a file was checked: the "whole" of it; all but what its reader alone can know, so that the result is
 * "right"; all but that and the list, so that the "numbers" are right; or a "part".
 * @typedef {"whole" | "right" | "numbers" | "part"} Grade
 */

/**
 * Sentences on what is not checked, by name.
 * @typedef {{ [name: string]: Sentence }} UncheckedSentences
 */

/**
 * What is known besides a file.
 * @typedef {object} AssessOptions
 * @property {JwkSet} [keys] public keys that a person entered
 * @property {() => JwkSet | undefined | Promise<JwkSet | undefined>} [fetchKeys] a function that returns those of the
 *   service
 * @property {string[]} [linked] names of notes that only a link or a file claims
 * @property {Set<string>} [confirmed] names of facts that the reader confirmed
 * @property {number} [drawnAt] the time of the draw, in milliseconds since 1970
 */

/** What of a receipt its reader alone can know, or can compare with what drand publishes. */
const OF_READER = ["commitment", "client_seed", "beacon"];

/** Why a key that the service shows now proves nothing. */
export const NOW = say("verify.keyOfNow");

/**
 * Check a file. Return its first `difference`; without one, the sentences on what is `unchecked` by name, `linked`:
 * those of the notes that only a link claims, `origin`: who could choose, its `grade`, `remarks`, `notedAt`: when this
 * browser noted the seal, `isNotedLate`: whether it did so after the draw, and the names of the facts that are `asked`
 * of the reader.
 *
 * `keys`: public keys that a person entered. Keys of `fetchKeys` can show that a proof is wrong, but not that it is
 * right. `linked`: names of notes that only a link or a file claims. `confirmed`: names of facts that the reader
 * confirmed. `drawnAt`: the time of the draw by the clock of whoever drew. A seal that the browser noted later is not
 * noted.
 * @param {Subject} file
 * @param {AssessOptions} options
 * @returns {Promise<Assessment | { difference: ExplainedDifference }>}
 */
export async function assess(file, options) {
  const { keys, linked: claims = [], confirmed = new Set(), drawnAt } = options;
  const publicKeys = keys ?? (await fetchKeysOf(file, options));
  const result = await examine(file, publicKeys);
  const seal = result.difference ? {} : compareWithSeal(file, drawnAt);
  /** @type {ExplainedDifference | undefined} */
  const difference = result.difference ?? seal.difference;
  if (difference)
    return {
      difference: {
        ...difference,
        differing: result.differing,
        ...(!difference.detail && explainDraw(difference, file)),
      },
    };
  const { notedAt, isNotedLate } = seal;
  const linked = claims.filter(
    (name) => name !== "commitment" || notedAt === undefined,
  );
  const unchecked = {
    ...listUnchecked(file, result, keys !== undefined, confirmed),
    ...explainLinked(linked, getReceipt(file)),
    ...seal.open,
  };
  const open = Object.keys(unchecked);
  const isWhole = result.valid === true && open.length === 0;
  const sentences = Object.fromEntries(
    Object.entries(unchecked).map(([name, sentence]) => [
      name,
      toPlain(sentence).text,
    ]),
  );
  return {
    unchecked,
    linked,
    origin: findOrigin(
      file,
      { ...result, unchecked: sentences },
      listConfirmed(file, linked, confirmed),
    ),
    grade: isWhole ? "whole" : gradeOpen(file, open, linked),
    remarks: listRemarks(file, result, seal),
    notedAt,
    isNotedLate,
    asked: listAsked(getReceipt(file), unchecked, linked, confirmed),
  };
}

/**
 * Return how much of a file was checked, of which something is open. A response has nothing that its reader alone can
 * know.
 * @param {Subject} file
 * @param {string[]} open names of what was not checked
 * @param {string[]} linked names of what only a link or the file claims
 * @returns {Exclude<Grade, "whole">}
 */
function gradeOpen(file, open, linked) {
  if (getReceipt(file) === undefined || open.length === 0) return "part";
  const notOfReader = open.filter(
    (name) => !OF_READER.includes(name) && !linked.includes(name),
  );
  if (notOfReader.length === 0) return "right";
  return notOfReader.every((name) => name === "items") ? "numbers" : "part";
}

/**
 * Return the keys of the service, which only a proof and a signed state need.
 * @param {Subject} file
 * @param {AssessOptions} options
 */
async function fetchKeysOf(file, { fetchKeys }) {
  const isNeeded = file?.proof !== undefined || isState(file ?? {});
  return isNeeded ? fetchKeys?.() : undefined;
}

/**
 * Return what a check did not check, and what it could not: keys that the service shows now prove nothing, and only the
 * reader knows what was agreed.
 * @param {Subject} file
 * @param {CheckResult} result
 * @param {boolean} hasKeys whether a person entered keys
 * @param {Set<string>} confirmed
 * @returns {UncheckedSentences}
 */
function listUnchecked(file, { unchecked = {} }, hasKeys, confirmed) {
  const isProved = file.proof !== undefined;
  const hasTexts = Boolean(getReceipt(file)?.terms.words);
  return {
    ...unchecked,
    ...(hasTexts &&
      unchecked.client_seed && { client_seed: say("verify.otherWords") }),
    ...(isProved && !hasKeys && !unchecked.proof && { proof: NOW }),
    ...(isProved &&
      !confirmed.has("terms") && { terms: say("verify.unconfirmedTerms") }),
    ...(isState(file) && !hasKeys && !unchecked.signed && { signed: NOW }),
  };
}

/**
 * Return sentences on notes that only a link or a file claims, by their names.
 * @param {string[]} linked
 * @param {Receipt | undefined} receipt
 * @returns {UncheckedSentences}
 */
function explainLinked(linked, receipt) {
  const path = areOfIntegers(receipt?.terms)
    ? "verify.fromDraw"
    : "verify.fromFile";
  return Object.fromEntries(
    linked.map((name) => [name, say(`${path}.${name}`)]),
  );
}

/**
 * Return what the reader holds, without what only a link claims; of the texts of players one is the reader's own if the
 * reader confirms them.
 * @param {Subject} file
 * @param {string[]} linked
 * @param {Set<string>} confirmed
 */
function listConfirmed(file, linked, confirmed) {
  const receipt = getReceipt(file);
  const confirmedMembers = Object.fromEntries(
    Object.entries(file.confirmed ?? {}).filter(
      ([name]) => !linked.includes(name),
    ),
  );
  return receipt?.terms.words && confirmed.has("client_seed")
    ? { ...confirmedMembers, own_text: receipt.client_seed ?? undefined } // one of its texts
    : confirmedMembers;
}

/**
 * Return remarks on a correct file: those of the check, but of a proof, which `listProofRemarks` has; and on the seal.
 * @param {Subject} file
 * @param {CheckResult} result
 * @param {SealComparison} seal
 */
function listRemarks(file, { notes = [] }, { notedAt, isNotedLate, hint }) {
  /** @type {Sentence[]} */
  const remarks = file.proof === undefined ? [...notes] : [];
  if (notedAt !== undefined)
    remarks.push(say("verify.notedOn", { time: formatTime(notedAt) }));
  if (isNotedLate) remarks.push(say("verify.notedLate"));
  if (hint) remarks.push(hint);
  return remarks;
}

/**
 * Return the names of the facts that the reader is asked about: what is not checked, or was confirmed already.
 * @param {Receipt | undefined} receipt
 * @param {UncheckedSentences} unchecked
 * @param {string[]} linked
 * @param {Set<string>} confirmed
 */
function listAsked(receipt, unchecked, linked, confirmed) {
  const isDrawnByTexts =
    receipt?.terms.words !== undefined && receipt.drawn.draws > 0;
  return ["commitment", "client_seed", "seen"].filter(
    (name) =>
      confirmed.has(name) ||
      (name === "client_seed" && isDrawnByTexts) ||
      (name === "seen" ? linked.includes(name) : unchecked[name] !== undefined),
  );
}
