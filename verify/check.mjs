/**
 * The check of a file of any kind: the receipt of a sealed shoe with what a player holds, or a seeded response of the
 * service. For responses alone responses.mjs and what it imports are loaded, as are sealed_draws.mjs for a full
 * receipt, partial.mjs for a partial one, proofs.mjs for a proved response, and board_check.mjs for a file of bridge
 * boards.
 * Implemented from docs/definitions/stream.md and its pages alone, without code of the service or network access; needs
 * only WebCrypto: node 20 or later, or any browser.
 */
// @ts-check
import {
  NOT_DRAWN,
  addBeacon,
  deriveDue,
  findOrigin,
} from "./core/origins.mjs";
import {
  Refused,
  checkChoice,
  checkObject,
  checkText,
  isObject,
  openFile,
  parseDigest,
  requireObject,
} from "./core/validation.mjs";
import { findLater } from "./versions.mjs";

/**
 * @import { Beacon, CheckedFile, CheckedReceipt, Confirmed, CountedResult, Origin } from "./core/origins.mjs"
 * @import { CheckResult, JsonObject } from "./core/validation.mjs"
 */

/**
 * The public keys of a service, a JWK set; whether it is one is checked where a key is looked for.
 *
 * @typedef {{ keys?: unknown } | null} JwkSet
 */

/**
 * The result of the check of a file: that of the check itself, who could choose the randomness, and in `derived` the
 * time at which a round of drand was due, if there is one.
 *
 * @typedef {CheckResult & Origin & { derived?: { round_due?: number } }} Verdict
 */

/**
 * The same with what the check knows besides.
 *
 * @typedef {CountedResult & Origin} Examined
 */

/** What a reader can confirm that may be compared with a result. */
const COMPARABLE = ["commitment", "client_seed", "digest", "own_text"];

/**
 * What the reader of a file confirms: `confirmed` beside the file has these members, and none of them is a part of the
 * file.
 */
const CONFIRMED = [...COMPARABLE, "public_before_round", "certificate"];

/**
 * Return the verdict on a file. Its `valid` is true if everything that makes a proof was checked, false if a member
 * differs, and null if nothing differs but not everything was checked. Throw `Refused` for a file that cannot be
 * checked.
 *
 * A response whose first integer was altered from 74 to 75 has the verdict
 *
 *     {
 *       valid: false,
 *       difference: { where: "integers[0]", expected: 74, seen: 75 },
 *       chosen_by: "unknown",
 *       rests_on: "something differs, so it cannot be told who chose",
 *     }
 *
 * @param {unknown} file the value of the JSON, or { file } with the text of a file of bridge boards
 * @param {JwkSet} [keys] the keys of the service, for a proved response
 * @returns {Promise<Verdict>}
 */
export async function check(file, keys) {
  const { resultsLeft, remark, differing, ...result } = await examine(
    file,
    keys,
  );
  return result;
}

/**
 * Return what `check` does, and of a plan or a proof as `resultsLeft` what is known of how many results its request
 * leaves (results_left.mjs); of a response of which members differ as `differing` all differences.
 *
 * A receipt alone is checked as a file with nothing but the receipt. What the reader confirms and nothing in the file
 * can be compared with is listed in `unchecked`, so that a `valid` of true becomes null.
 *
 * @param {unknown} file
 * @param {JwkSet} [keys]
 * @returns {Promise<Examined>}
 */
export async function examine(file, keys) {
  const whole = requireObject("", file);
  if (isReceipt(whole)) return examine(splitReceipt(whole), keys);
  if (isResponseOfReceipt(whole.receipt))
    return examine({ ...whole, receipt: whole.receipt.receipt }, keys);
  const { confirmed: confirmedMembers, ...fileMembers } = whole;
  if (fileMembers.original_items === null) delete fileMembers.original_items;
  const confirmed = readConfirmed(confirmedMembers ?? {});
  const later = findLater(fileMembers);
  if (later !== undefined) {
    const unknown = { valid: null, unchecked: later, ...NOT_DRAWN };
    return listUncomparedAsUnchecked(unknown, {}, confirmed);
  }
  const isOfReceipt = isObject(fileMembers.receipt) || isShown(fileMembers);
  const subject = isOfReceipt ? openFile(fileMembers) : fileMembers;
  const result = await checkKind(subject, keys, confirmed);
  return listUncomparedAsUnchecked(
    addOrigin(result, subject, confirmed),
    subject,
    confirmed,
  );
}

/**
 * Return the result of a check with the time at which its round of drand was due, if there is one, and who could
 * choose.
 *
 * @param {CountedResult} result
 * @param {CheckedFile & { beacon?: Beacon, proof?: { alpha: { beacon?: Beacon } } }} file whose form was checked
 * @param {Confirmed} confirmed
 * @returns {Examined}
 */
function addOrigin(result, file, confirmed) {
  const due = deriveDue(file.beacon ?? file.proof?.alpha?.beacon);
  const derived = {
    ...result.derived,
    ...(due !== undefined && { round_due: due }),
  };
  const whole = {
    ...result,
    ...findOrigin(file, result, confirmed),
    derived,
  };
  if (Object.keys(derived).length > 0) return whole;
  const { derived: _, ...rest } = whole;
  return rest;
}

/**
 * Return whether a value is a whole response of the service with a receipt in it, and not the receipt.
 *
 * @param {unknown} value
 * @returns {value is { receipt: JsonObject }}
 */
const isResponseOfReceipt = (value) =>
  isObject(value) && isObject(value.receipt) && Boolean(value.receipt.receipt);

/**
 * Return the file of a receipt alone, which may have `confirmed` in it.
 *
 * @param {JsonObject} receipt
 * @returns {{ receipt: JsonObject, confirmed?: unknown }}
 */
export const splitReceipt = ({ confirmed, ...receipt }) => ({
  receipt,
  ...(confirmed !== undefined && { confirmed }),
});

/**
 * The most characters of each text that is confirmed and is no digest.
 *
 * @type {{ [name: string]: number }}
 */
const LONGEST = { own_text: 256, client_seed: 32 * 65, certificate: 16384 };

/**
 * Return what the reader confirms, without null members, which some programs add.
 *
 * @param {unknown} members `confirmed` of the file, which is checked here
 * @returns {Confirmed & JsonObject}
 */
function readConfirmed(members) {
  const confirmed = Object.fromEntries(
    Object.entries(checkObject("confirmed", members, CONFIRMED)).filter(
      ([, value]) => value !== null,
    ),
  );
  for (const [name, value] of Object.entries(confirmed)) {
    const where = `confirmed.${name}`;
    if (name === "public_before_round")
      checkChoice(where, value, [true, false]);
    else if (name === "commitment" || name === "digest")
      parseDigest(where, value);
    else checkText(where, value, LONGEST[name]);
  }
  return confirmed;
}

const NOTHING_THERE = "this result has none that could be compared with it";

/**
 * Return the names of what a reader can confirm that is compared with the result of a file.
 *
 * @param {CheckedFile} file
 * @returns {string[]}
 */
function listCompared({ receipt, proof, plan }) {
  const isProved = proof !== undefined;
  if (!isObject(receipt))
    return [
      ...(isObject(plan) ? ["digest"] : []),
      ...(isProved ? ["own_text"] : []),
    ];
  const hasTexts =
    isProved || (receipt.terms.words && (receipt.client_seed ?? null) !== null);
  return hasTexts
    ? COMPARABLE
    : COMPARABLE.filter((name) => name !== "own_text");
}

/**
 * Return a result that also lists as unchecked what is confirmed and has nothing to be compared with.
 *
 * @param {Examined} result
 * @param {CheckedFile} file
 * @param {Confirmed & JsonObject} confirmed
 * @returns {Examined}
 */
function listUncomparedAsUnchecked(result, file, confirmed) {
  const compared = listCompared(file);
  const open = COMPARABLE.filter(
    (name) => confirmed[name] !== undefined && !compared.includes(name),
  );
  if (open.length === 0 || result.valid === false) return result;
  return {
    ...result,
    valid: null,
    unchecked: {
      ...Object.fromEntries(open.map((name) => [name, NOTHING_THERE])),
      ...result.unchecked,
    },
  };
}

/**
 * Return the result of the check of a file by its kind, the module of which is loaded first: a file of bridge boards, a
 * plan, a proved response, shown cards, a signed state, a response, or a receipt.
 *
 * @param {JsonObject} file
 * @param {JwkSet | undefined} keys
 * @param {Confirmed} confirmed
 * @returns {Promise<CountedResult>}
 */
async function checkKind(file, keys, confirmed) {
  if (typeof file.file === "string")
    return (await import("./bridge_files/board_check.mjs")).checkBoardFile({
      ...file,
      file: file.file,
    });
  if (isObject(file.plan))
    return (await import("./plans/plans.mjs")).checkPlan(file, confirmed);
  if (file.proof !== undefined)
    return (await import("./proofs/proofs.mjs")).checkProvedResponse(
      file,
      keys,
      confirmed,
    );
  if (isShown(file))
    return (await import("./sealed/shown_cards.mjs")).checkShownCards(file);
  if (isState(file))
    return (await import("./sealed/signed_states.mjs")).checkState(file, keys);
  if (file.receipt === undefined)
    return (await import("./responses/responses.mjs")).checkResponse(file);
  if (typeof file.receipt === "string")
    throw new Refused(
      "receipt",
      "a signature was given, and docs/definitions/signed-responses.md says how to verify one",
    );
  const { beacon, ...receiptFile } = file;
  if (beacon === undefined) return checkReceipt(file, confirmed);
  const result = await checkReceipt(receiptFile, confirmed);
  // Its form was checked
  const checked = /** @type {{ receipt: CheckedReceipt }} */ (receiptFile);
  return addBeacon(result, { beacon, receipt: checked.receipt });
}

/**
 * Return the result of the check of a receipt with what a player holds; a partial one has no `server_seed`.
 *
 * @param {JsonObject} file
 * @param {Confirmed} confirmed
 * @returns {Promise<CheckResult>}
 */
async function checkReceipt(file, confirmed) {
  const names = ["receipt", "seen", "shown", "shoe", "audit", "original_items"];
  checkObject("", file, names);
  const { receipt, seen, shown, original_items: items } = file;
  const notes = { ...confirmed, items, shown };
  if (!isObject(receipt) || receipt.server_seed === undefined)
    return (await import("./sealed/partial.mjs")).checkPartialReceipt(
      receipt,
      seen,
      notes,
    );
  return (await import("./sealed/sealed_draws.mjs")).checkSealedReceipt(
    receipt,
    seen,
    notes,
  );
}

/**
 * Return whether a file is a receipt of a sealed shoe and nothing more.
 *
 * @param {JsonObject} file
 */
export const isReceipt = (file) =>
  typeof file.receipt === "string" && file.drawn !== undefined;

/**
 * Return whether a file is shown cards with their root.
 *
 * @param {JsonObject} file
 * @returns {boolean}
 */
export const isShown = (file) =>
  file.receipt === undefined &&
  file.root !== undefined &&
  file.shown !== undefined;

/**
 * Return whether a file is a signed state, which is neither a receipt nor a response that says more.
 *
 * @param {JsonObject} file
 * @returns {boolean}
 */
export const isState = (file) =>
  file.receipt === undefined &&
  file.digest !== undefined &&
  file.signed !== undefined;
