/**
 * What a player noted of a shoe, and how a receipt compares with it. Implemented from docs/definitions/sealed.md alone.
 */
// @ts-check
import { hashList } from "../core/canonical.mjs";
import { checkList, differ } from "../core/validation.mjs";
import { explainMissingDraws } from "./counts.mjs";

/**
 * @import { Difference } from "../core/validation.mjs"
 * @import { Drawn, Reasons, Receipt } from "./receipts.mjs"
 * @import { Terms } from "./terms.mjs"
 */

/**
 * What a player noted or confirms of a shoe, each member if it is known. Values of other forms differ from those of a
 * receipt.
 *
 * @typedef {object} PlayerNotes
 * @property {string} [commitment]
 * @property {string} [client_seed]
 * @property {string} [digest] the last one that was shown
 * @property {string} [own_text] among the texts that decide the order
 */

/**
 * Notes with what is not from the file itself: the list that numbers stand for, and cards that other players showed.
 *
 * @typedef {PlayerNotes & { items?: unknown, shown?: unknown }} Notes
 */

/**
 * Return whether the player's own text, which is noted, stands for the client seed in the notes.
 *
 * @param {Receipt} receipt
 * @param {PlayerNotes} notes
 */
const hasOwnText = ({ terms, client_seed: clientSeed }, { own_text: text }) =>
  terms.words !== undefined && clientSeed !== null && text !== undefined;

/**
 * Compare a receipt with what a player confirms: the `commitment` that was shown before the first card, the
 * `client_seed` that the player gave, and the player's own text. Return the first `difference`, and why something is
 * `unchecked` without a note.
 *
 * @param {Receipt} receipt
 * @param {PlayerNotes} notes
 * @returns {{ difference: Difference | undefined, unchecked: Reasons }}
 */
export function compareNotes(receipt, notes) {
  /** @type {Reasons} */
  const unchecked = {};
  if (notes.commitment === undefined)
    unchecked.commitment = NOT_NOTED.commitment;
  if (
    receipt.client_seed !== null &&
    notes.client_seed === undefined &&
    !hasOwnText(receipt, notes)
  )
    unchecked.client_seed = receipt.terms.words
      ? NOT_NOTED.words
      : NOT_NOTED.client_seed;
  return {
    difference: findOtherNote(receipt, notes),
    unchecked,
  };
}

/**
 * Return the first member of a receipt that is another one than the player noted, as a difference, or undefined.
 *
 * @param {Receipt} receipt
 * @param {PlayerNotes} notes
 */
function findOtherNote(receipt, notes) {
  const { commitment, client_seed: clientSeed } = receipt;
  const { commitment: shownBefore, client_seed: given, own_text: text } = notes;
  if (shownBefore !== undefined && shownBefore !== commitment)
    return differ("commitment", shownBefore, commitment, {
      detail: OTHER_THAN_NOTED.commitment,
    });
  const texts = clientSeed?.split(",") ?? [];
  if (
    hasOwnText(receipt, notes) &&
    !texts.some((seedText) => seedText === text)
  )
    return differ("client_seed", text, clientSeed, {
      detail: OTHER_THAN_NOTED.own_text,
    });
  if (given !== undefined && given !== clientSeed)
    return differ("client_seed", given, clientSeed, {
      detail: OTHER_THAN_NOTED.client_seed,
    });
}

const OTHER_THAN_NOTED = {
  commitment:
    "this is the receipt of another shoe: the player was shown another commitment",
  client_seed:
    "the shoe was drawn from with another client seed than the player gave",
  own_text: "your own text is not among the texts that decided the order",
};

const NOT_NOTED = {
  commitment:
    "it was not compared with the commitment that was shown before the first card: this may be the receipt of another shoe",
  client_seed:
    "it was not compared with the seed that the player gave: the operator may have chosen this seed",
  words:
    "it was not compared: confirm your own text, or the texts as you heard them",
};

/**
 * Return the difference between the caller's list and the list that the terms commit to, or undefined.
 *
 * @param {unknown} items the list, undefined if it is not there
 * @param {Terms} terms
 * @param {number} size of the shoe
 * @returns {Promise<Difference | undefined>}
 */
export async function findOtherItems(items, { items_sha256: digest }, size) {
  if (items === undefined) return undefined;
  const { length } = checkList("original_items", items);
  if (digest !== undefined && length !== size)
    return differ("original_items", `${size} items`, `${length} items`);
  const hash = await hashList(items);
  return hash === digest
    ? undefined
    : differ("terms.items_sha256", hash, digest);
}

/**
 * Return a difference if no draw leads to the last digest that a player was shown, or undefined.
 *
 * @param {PlayerNotes} notes
 * @param {string[]} digests those that the draws lead to
 * @param {{ digest: string }} drawn
 * @returns {Difference | undefined}
 */
export function findOtherDigest({ digest }, digests, drawn) {
  if (digest === undefined || digests.includes(digest)) return undefined;
  return differ("digest", digest, drawn.digest, { detail: OTHER_DIGEST });
}

const OTHER_DIGEST =
  "the draws of the receipt do not lead by way of the digest that was shown: the shoe was drawn from in two ways";
const EARLIER_DIGEST =
  "it is not the last one of the receipt: a player who left before the end has an earlier one, which all draws in the list would show";
const NO_ITEMS =
  "the list that the terms commit to is not there, so the numbers may stand for other items";

/**
 * Return why the list of items, the draws or the digest of a player is unchecked.
 *
 * @param {{ terms: Terms, drawn: Drawn }} receipt
 * @param {{ draw: number }[]} records in the order of their numbers, each number once
 * @param {Notes} notes
 * @returns {Reasons}
 */
export function listUnchecked({ terms, drawn }, records, notes) {
  /** @type {Reasons} */
  const unchecked = {};
  if (terms.items_sha256 !== undefined && notes.items === undefined)
    unchecked.items = NO_ITEMS;
  if (records.length === drawn.draws) return unchecked;
  unchecked.draws = explainMissingDraws(records, drawn);
  if (findOtherDigest(notes, [drawn.digest], drawn) !== undefined)
    unchecked.digest = EARLIER_DIGEST;
  return unchecked;
}
