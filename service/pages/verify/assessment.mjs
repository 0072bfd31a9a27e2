/** The assessment of a file with its reader's notes, without a view: what differs, what is unchecked, and who could choose. */
import { findOrigin } from "../../../verify/origins.mjs";
import { check } from "../../../verify/verify.mjs";
import { getReceipt, hasIntegers } from "./notes.mjs";
import { compareWithSeal, explainDraw, formatTime } from "./seals.mjs";

/** Why a key that the service shows now proves nothing. */
export const NOW = "it is right for the key that this service shows now. Enter the keys that were published before the game";
const FROM_FILE = {
  commitment: "it is the one that the file says. Compare it with the one that you were shown before the first card",
  client_seed: "they are those that the file says. Compare them with those that you gave",
  seen: "it is what the file says. Compare it with what you saw",
};
const FROM_FILE_OF_DRAW = {
  commitment: "it comes from whoever drew. Compare it with the seal that was shown before the draw",
  client_seed: "they come from whoever drew. Compare them with the words, or the beacon, that decided the draw",
  seen: "it comes from whoever drew. Compare it with the result that you saw",
};

const OTHER_WORDS = "they were not compared with those that were told. Your own must be among them, as you gave it";
const UNCONFIRMED_TERMS = "whoever asked before all of its texts were fixed could try others. Say above what you know";

/**
 * Check a file. Return its first `difference`; without one, the sentences on what is `unchecked` by name, `linked`: those
 * of the notes that only a link claims, `origin`: who could choose, `isChecked`, `remarks`, `notedAt`: when this browser
 * noted the seal, and the names of the facts that are `asked` of the reader.
 *
 * `keys`: public keys that a person entered. Keys of `fetchKeys` can show that a proof is wrong, but not that it is right.
 * `linked`: names of notes that only a link or a file claims. `confirmed`: names of facts that the reader confirmed.
 */
export async function assess(file, { keys, fetchKeys = () => undefined, linked: claims = [], confirmed = new Set() }) {
  const isSigned = isState(file ?? {});
  const publicKeys = keys ?? (file?.proof === undefined && !isSigned ? undefined : await fetchKeys());
  const result = await check(file, publicKeys);
  const seal = result.difference ? {} : compareWithSeal(file);
  const difference = result.difference ?? seal.difference;
  if (difference) return { difference: { ...difference, detail: difference.detail ?? explainDraw(difference, file) } };
  const linked = claims.filter((name) => name !== "commitment" || seal.notedAt === undefined);
  const isOpenProof = file.proof !== undefined && keys === undefined && !result.unchecked?.proof;
  const receipt = getReceipt(file);
  const sentences = hasIntegers(receipt?.terms) ? FROM_FILE_OF_DRAW : FROM_FILE;
  const unchecked = {
    ...result.unchecked,
    ...(receipt?.terms.words && result.unchecked?.client_seed && { client_seed: OTHER_WORDS }),
    ...(isOpenProof && { proof: NOW }),
    ...(file.proof !== undefined && !confirmed.has("terms") && { terms: UNCONFIRMED_TERMS }),
    ...(isSigned && keys === undefined && !result.unchecked?.signed && { signed: NOW }),
    ...Object.fromEntries(linked.map((name) => [name, sentences[name]])),
    ...seal.open,
  };
  const ownNotes = Object.fromEntries(Object.entries(file).filter(([name]) => name === "seen" || !linked.includes(name)));
  const remarks = file.proof === undefined ? [...(result.notes ?? [])] : []; // `listProofRemarks` has the remarks on a proof
  if (seal.notedAt !== undefined) remarks.push(`This browser noted the seal on ${formatTime(seal.notedAt)}. That must be before the draw`);
  if (seal.hint) remarks.push(seal.hint);
  const isAsked = (name) => confirmed.has(name) || (name === "seen" ? linked.includes(name) : unchecked[name] !== undefined);
  return {
    unchecked,
    linked,
    origin: findOrigin(ownNotes, { ...result, unchecked }),
    isChecked: result.valid === true && Object.keys(unchecked).length === 0,
    remarks,
    notedAt: seal.notedAt,
    asked: ["commitment", "client_seed", "seen"].filter(isAsked),
  };
}

/** Return whether a file is a digest that the service signed, alone. */
export const isState = ({ receipt, digest, signed }) => receipt === undefined && digest !== undefined && signed !== undefined;

/** Return whether a file has shown cards of private hands, alone. */
export const isShown = ({ receipt, shown: publicKeys }) => receipt === undefined && publicKeys !== undefined;
