/**
 * The check of a partial receipt of a sealed shoe. It opens the receipt with what was seen, and says what is compared
 * and in which order, at once or in parts; the files that it imports compare. Implemented from
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { Refused, differ, isObject, parseDigest } from "../core/validation.mjs";
import {
  findImpossibleCount,
  findOtherPlace,
  findSplitDraw,
  findUndrawn,
  findUnsorted,
} from "./counts.mjs";
import { endDraws, endPart } from "./draw_parts.mjs";
import { collectRecords, listCards, parsePart, parseSeen } from "./entries.mjs";
import {
  beginEntries,
  findOtherFollowedEnd,
  followEntries,
} from "./followed_positions.mjs";
import {
  compareNotes,
  findOtherDigest,
  findOtherItems,
  listUnchecked,
} from "./notes.mjs";
import { buildResult, checkForm, unwrapReceipt } from "./receipts.mjs";
import { computeCommitment } from "./sealed.mjs";
import { compareFaces } from "./seen_faces.mjs";
import { collectRoots, findRootWithoutDraw } from "./seen_roots.mjs";
import {
  checkShownForms,
  findLaterShown,
  findWrongShown,
  listShown,
} from "./shown.mjs";
import { openShoe } from "./terms.mjs";

/**
 * @import { CheckResult, Difference, JsonObject } from "../core/validation.mjs"
 * @import { EndOfDraws, PartCheck } from "./draw_parts.mjs"
 * @import { NumberedEntry, SeenEntry } from "./entries.mjs"
 * @import { FollowedDraws } from "./followed_positions.mjs"
 * @import { Notes } from "./notes.mjs"
 * @import { PartialReceipt } from "./receipts.mjs"
 * @import { KnownFaces } from "./seen_faces.mjs"
 * @import { Roots } from "./seen_roots.mjs"
 * @import { PlacedCard } from "./shown.mjs"
 * @import { SealedShoe } from "./terms.mjs"
 */

/**
 * A partial receipt that is well formed, with its shoe and what was seen.
 *
 * @typedef {object} OpenedPartialReceipt
 * @property {PartialReceipt} receipt
 * @property {SealedShoe} shoe
 * @property {SeenEntry[]} entries
 * @property {PlacedCard[]} shown all shown cards, those of the receipt first
 */

/**
 * What was compared: the notes, the records of the entries and whether they are all draws, the roots, and the visible
 * faces.
 *
 * @typedef {object} Evidence
 * @property {{ difference?: Difference }} noted
 * @property {NumberedEntry[]} records
 * @property {Difference} [conflict]
 * @property {boolean} isComplete
 * @property {Roots} roots
 * @property {{ difference?: Difference }} comparedFaces
 */

const OTHER_TERMS =
  "the digest of the server seed and the terms of the receipt do not lead to its commitment";

const NO_ORDER =
  "a partial receipt cannot show that the order came from the seeds, nor, where a deal looks at faces, that each card came to its place";

/**
 * Return the reason why faces are not checked.
 *
 * @param {number} count of how many cards
 */
const describeUnproved = (count) =>
  `${count} cards were told without a proof, or not told to anybody`;

/**
 * Check the members of a partial receipt, but for its terms, its roots and its shown cards.
 *
 * @param {JsonObject} receipt
 * @param {SealedShoe} shoe
 * @returns {asserts receipt is JsonObject & PartialReceipt}
 */
function checkPartialForm(receipt, shoe) {
  checkForm(receipt, ["seed_hash", "root", "shown"], shoe);
}

/**
 * Return a well-formed partial receipt, its shoe, the observed entries, and all shown cards, each as [place, card].
 *
 * @param {unknown} given the receipt, or a response that has it
 * @param {unknown} [seen] a list of entries or responses
 * @param {unknown} [beside] cards that are shown beside them
 * @returns {Promise<OpenedPartialReceipt>}
 */
export async function openPartialReceipt(given, seen, beside) {
  const receipt = unwrapReceipt(given);
  const shoe = openShoe(receipt.terms);
  checkPartialForm(receipt, shoe);
  const { root, seed_hash: seedHash, terms, shown } = receipt;
  if (terms.reveal === "all")
    throw new Refused("server_seed", "the receipt of this shoe is a full one");
  parseDigest("seed_hash", seedHash);
  if (root !== null) parseDigest("root", root);
  const ownCards = listShown("shown", shown);
  checkShownForms(ownCards, shoe);
  const { entries, shown: seenCards } = parseSeen(
    seen ?? [],
    shoe,
    terms,
    beside,
  );
  return {
    receipt,
    shoe,
    entries,
    shown: [...ownCards, ...seenCards],
  };
}

/**
 * Return a difference if the digest of the seed and the terms of a receipt do not lead to its commitment, or undefined.
 *
 * @param {PartialReceipt} receipt
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherCommitment({ commitment, terms, seed_hash: seedHash }) {
  const expected = await computeCommitment(seedHash, terms);
  return expected === commitment
    ? undefined
    : differ("commitment", expected, commitment, { detail: OTHER_TERMS });
}

/**
 * Return the first difference of a receipt from the notes of a player, or of two entries of one draw from each other.
 *
 * @param {OpenedPartialReceipt} opened
 * @param {Evidence} evidence
 * @param {Notes} notes
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherNotes({ receipt, shoe }, { noted, conflict }, notes) {
  return (
    noted.difference ??
    (await findOtherItems(notes.items, receipt.terms, shoe.size)) ??
    conflict
  );
}

/**
 * Return the first count, root or position that cannot be, whatever was drawn: a card at a position that the receipt
 * has not drawn, for example.
 *
 * @param {OpenedPartialReceipt} opened
 * @returns {Promise<Difference | undefined>}
 */
async function findImpossibleReceipt({ receipt, shoe, entries, shown }) {
  const { drawn } = receipt;
  return (
    (await findImpossibleCount(receipt, shoe)) ??
    findUnsorted(entries) ??
    findRootWithoutDraw(receipt) ??
    findUndrawn(drawn, entries, shoe, ({ card }) => card !== null) ??
    findLaterShown(shown, drawn)
  );
}

/**
 * Return the first shown card that its root does not prove, or the first entry that contradicts a root, a face or the
 * places of the deal.
 *
 * @param {OpenedPartialReceipt} opened
 * @param {Evidence} evidence
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherCards({ shoe, shown }, evidence) {
  const { records, roots, comparedFaces } = evidence;
  return (
    (await findWrongShown(shown, shoe, (round) => roots.of.get(round))) ??
    roots.difference ??
    comparedFaces.difference ??
    findOtherPlace(records, shoe) ??
    findSplitDraw(records)
  );
}

/**
 * Return the first draw that cannot be, or that leads elsewhere than the receipt or a noted digest. Of draws that are
 * not complete only the positions of hidden cards are compared.
 *
 * @param {OpenedPartialReceipt} opened
 * @param {Evidence} evidence
 * @param {Notes} notes
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherDraws({ receipt, shoe, entries }, evidence, notes) {
  const { records, isComplete } = evidence;
  const { drawn, commitment } = receipt;
  const findUndrawnHidden = () =>
    findUndrawn(drawn, entries, shoe, ({ card }) => card === null);
  if (!isComplete) return findUndrawnHidden();
  const progress = { state: beginEntries(shoe.size), digests: [commitment] };
  return (
    (await followEntries(records, receipt, shoe, progress)) ??
    findOtherFollowedEnd(progress, receipt, shoe) ??
    findUndrawnHidden() ??
    findOtherDigest(notes, progress.digests, drawn)
  );
}

/**
 * Return the first difference of a receipt from what was seen of its shoe and noted, or undefined.
 *
 * @param {OpenedPartialReceipt} opened
 * @param {Evidence} evidence
 * @param {Notes} notes
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherReceipt(opened, evidence, notes) {
  return (
    (await findOtherNotes(opened, evidence, notes)) ??
    (await findImpossibleReceipt(opened)) ??
    (await findOtherCards(opened, evidence)) ??
    (await findOtherDraws(opened, evidence, notes))
  );
}

/**
 * Return the result of the check of a partial receipt, of the observed entries and of a player's notes.
 *
 * @param {unknown} given the receipt, or a response that has it
 * @param {unknown} [seen] a list of entries or responses
 * @param {Notes} [notes]
 * @returns {Promise<CheckResult>}
 */
export async function checkPartialReceipt(given, seen, notes = {}) {
  const opened = await openPartialReceipt(given, seen, notes.shown);
  const { receipt, shoe, entries, shown } = opened;
  const otherCommitment = await findOtherCommitment(receipt);
  if (otherCommitment) return { valid: false, difference: otherCommitment };
  const noted = compareNotes(receipt, notes);
  const { records, conflict } = collectRecords(entries);
  const isComplete =
    records.length > 0 && records.length === receipt.drawn.draws;
  const roots = collectRoots(receipt, records, isComplete);
  const comparedFaces = compareFaces(shown, entries, shoe, receipt.terms);
  const evidence = {
    noted,
    records,
    conflict,
    isComplete,
    roots,
    comparedFaces,
  };
  const difference = await findOtherReceipt(opened, evidence, notes);
  if (difference) return { valid: false, difference };
  const unrooted = shown.find(([, { round }]) => !roots.of.has(round));
  return buildResult({
    ...noted.unchecked,
    ...(unrooted && {
      shown: `the root of round ${unrooted[1].round} is in no entry of seen`,
    }),
    ...(comparedFaces.count > 0 && {
      faces: describeUnproved(comparedFaces.count),
    }),
    ...listUnchecked(receipt, records, notes),
    order: NO_ORDER,
  });
}

/**
 * Take what is of rounds before a round out of a map, the keys of which begin with the number of their round.
 *
 * @param {Map<string, unknown>} map
 * @param {number} round
 */
function forgetRounds(map, round) {
  for (const key of map.keys()) if (parseInt(key) < round) map.delete(key);
}

/**
 * Return a difference if responses have not one shown card, of a round that began, for each card that they tell, or
 * undefined.
 *
 * @param {JsonObject[]} views
 * @param {SeenEntry[]} entries of these views
 * @param {PlacedCard[]} shown in these views
 * @param {Map<number, string>} roots by round
 * @returns {Difference | undefined}
 */
function findOtherShown(views, entries, shown, roots) {
  const later = shown.find(([, { round }]) => !roots.has(round));
  if (later) {
    const [where, { round }] = later;
    const knownRounds = [...roots.keys()].join(", ");
    return differ(`${where}.round`, `one of ${knownRounds}`, round);
  }
  if (!views.every((view) => isObject(view.seen) || view.dealt_stages))
    return undefined;
  const toldCount = listCards(entries).filter(
    ({ card }) => card !== null,
  ).length;
  if (shown.length !== toldCount)
    return differ("shown", `${toldCount} cards`, `${shown.length} cards`);
}

/** A check of a partial receipt with the draws of a shoe, a part of them at a time. */
class PartialDraws {
  #receipt;
  #shoe;
  /** The shown cards of the player. */
  #ownCards;
  /** The first difference of the receipt from what is known without the draws. */
  #first;
  #noted;
  /** @type {KnownFaces} */
  #knownFaces = { faces: new Map(), used: new Map() };
  /**
   * The positions by round and index.
   *
   * @type {Map<string, number>}
   */
  #places = new Map();
  /** @type {FollowedDraws & { draws: number, count: number }} */
  #progress;

  /**
   * @param {OpenedPartialReceipt} opened
   * @param {Difference | undefined} first
   * @param {Pick<EndOfDraws, "noted" | "notes" | "items">} noted
   */
  constructor({ receipt, shoe, shown }, first, noted) {
    this.#receipt = receipt;
    this.#shoe = shoe;
    this.#ownCards = shown;
    this.#first = first;
    this.#noted = noted;
    this.#progress = {
      state: beginEntries(shoe.size),
      digests: [receipt.commitment],
      draws: 0,
      count: 0,
    };
  }

  /**
   * Return the first difference in the next views, or undefined.
   *
   * @param {JsonObject[]} views
   */
  async take(views) {
    const difference = await this.#compare(views);
    for (const map of [
      this.#knownFaces.faces,
      this.#knownFaces.used,
      this.#places,
    ])
      forgetRounds(map, this.#progress.state.round);
    return difference;
  }

  /**
   * Return the first difference in the next views, or undefined, and go on behind them.
   *
   * @param {JsonObject[]} views
   * @returns {Promise<Difference | undefined>}
   */
  async #compare(views) {
    const receipt = this.#receipt;
    const shoe = this.#shoe;
    const progress = this.#progress;
    const { terms, drawn } = receipt;
    const part = parsePart(views, this.#ownCards, shoe, terms, progress.draws);
    const { entries, shown, records } = part;
    const inPart = { root: null, drawn };
    const roots = collectRoots(inPart, records, true, progress.state);
    const comparedFaces = compareFaces(
      shown,
      entries,
      shoe,
      terms,
      this.#knownFaces,
    );
    progress.draws += records.length;
    progress.count += comparedFaces.count;
    /** @param {number} round */
    const rootOf = (round) => roots.of.get(round);
    return (
      this.#first ??
      part.difference ??
      findUnsorted(entries) ??
      findUndrawn(drawn, entries, shoe, () => true) ??
      findLaterShown(shown, drawn) ??
      findOtherShown(views, entries, part.toldCards, roots.of) ??
      (await findWrongShown(shown, shoe, rootOf, this.#places)) ??
      comparedFaces.difference ??
      findOtherPlace(records, shoe) ??
      findSplitDraw(records) ??
      (await followEntries(records, receipt, shoe, progress)) ??
      endPart(progress, views, this.#noted.notes)
    );
  }

  /**
   * Return the result after the last views.
   *
   * @returns {Promise<CheckResult>}
   */
  async end() {
    const receipt = this.#receipt;
    const progress = this.#progress;
    const { draws, count } = progress;
    const isComplete = draws === receipt.drawn.draws && draws > 0;
    const otherEnd = isComplete
      ? findOtherFollowedEnd(progress, receipt, this.#shoe)
      : undefined;
    return endDraws(
      this.#first ?? otherEnd,
      { receipt, progress, ...this.#noted },
      {
        ...(count > 0 && { faces: describeUnproved(count) }),
        order: NO_ORDER,
      },
    );
  }
}

/**
 * Return a check of a partial receipt with the draws of a shoe, as `openDraws` does for a full one.
 *
 * @param {unknown} given the receipt, or a response that has it
 * @param {Notes} notes
 * @returns {Promise<PartCheck>}
 */
export async function openPartialDraws(
  given,
  { items, shown: beside = [], ...notes },
) {
  const opened = await openPartialReceipt(given, [], beside);
  const { receipt, shoe, shown } = opened;
  const noted = compareNotes(receipt, notes);
  const first =
    (await findOtherCommitment(receipt)) ??
    noted.difference ??
    (await findOtherItems(items, receipt.terms, shoe.size)) ??
    (await findImpossibleCount(receipt, shoe)) ??
    findRootWithoutDraw(receipt) ??
    findLaterShown(shown, receipt.drawn);
  return new PartialDraws(opened, first, { noted, notes, items });
}
