/** The assessment of a file with its reader's notes, without a view: what differs, what is unchecked, and who could choose. */
import { findOrigin } from "../../../verify/core/origins.mjs";
import { examine, isState } from "../../../verify/verify.mjs";
import { formatTime } from "../shared/texts.mjs";
import { getReceipt, hasIntegers } from "./notes.mjs";
import { say } from "./plain.mjs";
import { compareWithSeal, explainDraw } from "./seals.mjs";

/** @import { Difference } from "../../../verify/core/validation.mjs" */

/**
 * What a check of a file finds if nothing differs.
 * @typedef {object} Assessment
 * @property {undefined} [difference]
 * @property {{ [name: string]: unknown }} unchecked sentences by the names of what is not checked
 * @property {string[]} linked
 * @property {{ chosen_by: string }} origin
 * @property {boolean} isChecked
 * @property {unknown[]} remarks sentences
 * @property {number} [notedAt]
 * @property {boolean} [isNotedLate]
 * @property {string[]} asked
 */

/**
 * What is known besides a file. `fetchKeys` is a function that returns the public keys of the service.
 * @typedef {object} Notes
 * @property {any} [keys]
 * @property {() => any} [fetchKeys]
 * @property {string[]} [linked]
 * @property {Set<string>} [confirmed]
 * @property {number} [drawnAt]
 */

/** Why a key that the service shows now proves nothing. */
export const NOW = say("verify.keyOfNow");

/**
 * Check a file. Return its first `difference`; without one, the sentences on what is `unchecked` by name, `linked`: those
 * of the notes that only a link claims, `origin`: who could choose, `isChecked`, `remarks`, `notedAt`: when this browser
 * noted the seal, `isNotedLate`: whether it did so after the draw, and the names of the facts that are `asked` of the reader.
 *
 * `keys`: public keys that a person entered. Keys of `fetchKeys` can show that a proof is wrong, but not that it is right.
 * `linked`: names of notes that only a link or a file claims. `confirmed`: names of facts that the reader confirmed.
 * `drawnAt`: the time of the draw by the clock of whoever drew. A seal that the browser noted later is not noted.
 * @param {any} file
 * @param {Notes} notes
 * @returns {Promise<Assessment | { difference: Difference }>}
 */
export async function assess(
  file,
  {
    keys,
    fetchKeys = () => undefined,
    linked: claims = [],
    confirmed = new Set(),
    drawnAt,
  },
) {
  const isSigned = isState(file ?? {});
  const publicKeys =
    keys ??
    (file?.proof === undefined && !isSigned ? undefined : await fetchKeys());
  const result = await examine(file, publicKeys);
  const seal = result.difference ? {} : compareWithSeal(file, drawnAt);
  const difference = result.difference ?? seal.difference;
  const { notedAt, isNotedLate } = seal;
  if (difference)
    return {
      difference: {
        ...difference,
        detail: difference.detail ?? explainDraw(difference, file),
      },
    };
  const linked = claims.filter(
    (name) => name !== "commitment" || notedAt === undefined,
  );
  const isOpenProof =
    file.proof !== undefined && keys === undefined && !result.unchecked?.proof;
  const receipt = getReceipt(file);
  const explainLinked = (name) =>
    hasIntegers(receipt?.terms)
      ? say(`verify.fromDraw.${name}`)
      : say(`verify.fromFile.${name}`);
  const unchecked = {
    ...result.unchecked,
    ...(receipt?.terms.words &&
      result.unchecked?.client_seed && {
        client_seed: say("verify.otherWords"),
      }),
    ...(isOpenProof && { proof: NOW }),
    ...(file.proof !== undefined &&
      !confirmed.has("terms") && { terms: say("verify.unconfirmedTerms") }),
    ...(isSigned &&
      keys === undefined &&
      !result.unchecked?.signed && { signed: NOW }),
    ...Object.fromEntries(linked.map((name) => [name, explainLinked(name)])),
    ...seal.open,
  };
  const own = Object.fromEntries(
    Object.entries(file.confirmed ?? {}).filter(
      ([name]) => !linked.includes(name),
    ),
  );
  if (receipt?.terms.words && confirmed.has("client_seed"))
    own.own_text = receipt.client_seed; // one of its texts
  const remarks = file.proof === undefined ? [...(result.notes ?? [])] : []; // `listProofRemarks` has the remarks on a proof
  if (notedAt !== undefined)
    remarks.push(say("verify.notedOn", { time: formatTime(notedAt) }));
  if (isNotedLate) remarks.push(say("verify.notedLate"));
  if (seal.hint) remarks.push(seal.hint);
  const isOfTexts = (name) =>
    name === "client_seed" &&
    receipt?.terms.words !== undefined &&
    receipt.drawn.draws > 0;
  const isAsked = (name) =>
    confirmed.has(name) ||
    isOfTexts(name) ||
    (name === "seen" ? linked.includes(name) : unchecked[name] !== undefined);
  return {
    unchecked,
    linked,
    origin: findOrigin(file, { ...result, unchecked }, own),
    isChecked: result.valid === true && Object.keys(unchecked).length === 0,
    remarks,
    notedAt,
    isNotedLate,
    asked: ["commitment", "client_seed", "seen"].filter(isAsked),
  };
}
