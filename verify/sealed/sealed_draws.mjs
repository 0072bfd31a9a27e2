/**
 * The check of a full receipt of a sealed shoe, draw by draw. It opens the receipt with what was seen, and says what is
 * compared and in which order, at once or in parts; the files that it imports compare. Implemented from
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { differ, parseDigest } from "../core/validation.mjs";
import {
  findCardOfNoDraw,
  findWrongCard,
  findWrongRoots,
  isUnseen,
} from "./compared_entries.mjs";
import {
  findImpossibleCount,
  findOtherPlace,
  findSplitDraw,
  findUndrawn,
  findUnsorted,
} from "./counts.mjs";
import { endDraws, endPart } from "./draw_parts.mjs";
import { collectRecords, parsePart, parseSeen } from "./entries.mjs";
import {
  compareNotes,
  findOtherDigest,
  findOtherItems,
  listUnchecked,
} from "./notes.mjs";
import { buildResult, checkForm, unwrapReceipt } from "./receipts.mjs";
import { findImpossibleDraw, findOtherRepeatedEnd } from "./repeated_draws.mjs";
import { beginShoe } from "./rounds.mjs";
import { computeCommitment, hashSeed, openKeys } from "./sealed.mjs";
import { SeededRounds } from "./seeded_rounds.mjs";
import { findLaterShown, findWrongShown } from "./shown.mjs";
import { openShoe } from "./terms.mjs";

/**
 * @import { Bytes } from "../core/bytes.mjs"
 * @import { CheckResult, Difference, JsonObject } from "../core/validation.mjs"
 * @import { EndOfDraws, PartCheck } from "./draw_parts.mjs"
 * @import { CollectedRecords, NumberedEntry, SeenEntry } from "./entries.mjs"
 * @import { Notes } from "./notes.mjs"
 * @import { FullReceipt } from "./receipts.mjs"
 * @import { RepeatedDraws } from "./repeated_draws.mjs"
 * @import { KeysOf } from "./sealed.mjs"
 * @import { PlacedCard } from "./shown.mjs"
 * @import { SealedShoe } from "./terms.mjs"
 */

/**
 * A receipt that is well formed, with what it determines and what was seen.
 *
 * @typedef {object} OpenedReceipt
 * @property {FullReceipt} receipt
 * @property {SealedShoe} shoe
 * @property {Bytes} seed the server seed
 * @property {KeysOf} keys
 * @property {SeenEntry[]} entries
 * @property {PlacedCard[]} shown
 * @property {SeededRounds} rounds
 */

const OTHER_SEED =
  "the server seed and the terms of the receipt do not lead to its commitment";

const NO_CARD = "no card was seen, so none was compared";

/**
 * Check the members of a full receipt, but for its terms and the server seed.
 *
 * @param {JsonObject} receipt
 * @param {SealedShoe} shoe
 * @returns {asserts receipt is JsonObject & FullReceipt}
 */
function checkFullForm(receipt, shoe) {
  checkForm(receipt, ["server_seed"], shoe);
}

/**
 * Return a receipt that is well formed, its `shoe`, server `seed` and `keys`, and the `entries`, `shown` cards and
 * `rounds` that were seen.
 *
 * @param {unknown} given the receipt, or a response that has it
 * @param {unknown} [seen] a list of entries or responses
 * @param {unknown} [beside] cards that are shown beside them
 * @returns {Promise<OpenedReceipt>}
 */
export async function openReceipt(given, seen, beside) {
  const receipt = unwrapReceipt(given);
  const shoe = openShoe(receipt.terms);
  checkFullForm(receipt, shoe);
  const { terms, client_seed: clientSeed, server_seed: secret } = receipt;
  const { entries, shown } = parseSeen(seen ?? [], shoe, terms, beside);
  const seed = parseDigest("server_seed", secret);
  const keys = openKeys(seed, clientSeed);
  const rounds = new SeededRounds(shoe, receipt, entries, seed, keys);
  return {
    receipt,
    shoe,
    seed,
    keys,
    entries,
    shown,
    rounds,
  };
}

/**
 * Return a difference if the seed and the terms of a receipt do not lead to its commitment, or undefined.
 *
 * @param {FullReceipt} receipt
 * @param {Bytes} seed
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherCommitment({ commitment, terms }, seed) {
  const expected = await computeCommitment(await hashSeed(seed), terms);
  return expected === commitment
    ? undefined
    : differ("commitment", expected, commitment, { detail: OTHER_SEED });
}

/**
 * Return the first count or position that cannot be, whatever the seeds are: a card at a position that the receipt has
 * not drawn, for example.
 *
 * @param {OpenedReceipt} opened
 * @returns {Promise<Difference | undefined>}
 */
async function findImpossibleReceipt({ receipt, shoe, entries, shown }) {
  const { drawn } = receipt;
  return (
    (await findImpossibleCount(receipt, shoe)) ??
    findUnsorted(entries) ??
    findUndrawn(drawn, entries, shoe, ({ card }) => card !== null) ??
    findLaterShown(shown, drawn)
  );
}

/**
 * Return the first card, root, shown card or card in play that is another one by the seeds.
 *
 * @param {OpenedReceipt} opened
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherCards({ receipt, shoe, entries, shown, rounds }) {
  return (
    (await findWrongCard(entries, rounds, shoe, receipt.terms)) ??
    (await findWrongRoots(entries, rounds)) ??
    (await findWrongShown(shown, shoe, rounds.rootOf)) ??
    (await rounds.findOtherInPlay())
  );
}

/**
 * Return the first draw that cannot be, or that leads elsewhere than the receipt or a noted digest. Draws that are not
 * complete are not repeated: each is compared with the places of the deal.
 *
 * @param {OpenedReceipt} opened
 * @param {NumberedEntry[]} records
 * @param {Notes} notes
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherDraws(opened, records, notes) {
  const { receipt, shoe, entries, rounds } = opened;
  const { drawn, commitment } = receipt;
  const findUndrawnHidden = () =>
    findUndrawn(drawn, entries, shoe, ({ card }) => card === null);
  const isComplete = records.length > 0 && records.length === drawn.draws;
  if (!isComplete)
    return (
      findSplitDraw(records) ??
      findOtherPlace(records, shoe) ??
      findUndrawnHidden()
    );
  /** @type {RepeatedDraws} */
  const progress = {
    state: beginShoe(shoe),
    total: 0,
    digests: [commitment],
  };
  return (
    (await findImpossibleDraw(records, receipt, rounds, shoe, progress)) ??
    findOtherRepeatedEnd(progress, drawn, shoe) ??
    (await findCardOfNoDraw(records, entries, rounds, shoe)) ??
    findUndrawnHidden() ??
    findOtherDigest(notes, progress.digests, drawn)
  );
}

/**
 * Return the first difference of a receipt from what was seen of its shoe and noted, or undefined.
 *
 * @param {OpenedReceipt} opened
 * @param {CollectedRecords} collected the records of the entries
 * @param {Difference | undefined} otherNote the first difference from the notes
 * @param {Notes} notes
 * @returns {Promise<Difference | undefined>}
 */
async function findOtherReceipt(opened, collected, otherNote, notes) {
  const { receipt, shoe } = opened;
  return (
    otherNote ??
    (await findOtherItems(notes.items, receipt.terms, shoe.size)) ??
    collected.conflict ??
    (await findImpossibleReceipt(opened)) ??
    (await findOtherCards(opened)) ??
    (await findOtherDraws(opened, collected.records, notes))
  );
}

/**
 * Return the result of the check of a receipt, of the observed draws, of the caller's list of `items` and of a player's
 * notes.
 *
 * @param {unknown} given the receipt, or a response that has it
 * @param {unknown} [seen] a list of entries or responses
 * @param {Notes} [notes]
 * @returns {Promise<CheckResult>}
 */
export async function checkSealedReceipt(given, seen, notes = {}) {
  const opened = await openReceipt(given, seen, notes.shown);
  const { receipt, seed, entries } = opened;
  const noted = compareNotes(receipt, notes);
  const collected = collectRecords(entries);
  const difference =
    (await findOtherCommitment(receipt, seed)) ??
    (await findOtherReceipt(opened, collected, noted.difference, notes));
  if (difference) return { valid: false, difference };
  // A root shows all the cards of its round
  const isBlind = receipt.drawn.total > 0 && entries.every(isUnseen);
  return buildResult({
    ...noted.unchecked,
    ...(isBlind && { seen: NO_CARD }),
    ...listUnchecked(receipt, collected.records, notes),
  });
}

/** A check of a full receipt with the draws of a shoe, a part of them at a time. */
class FullDraws {
  #opened;
  /** The first difference of the receipt from what is known without the draws. */
  #first;
  #noted;
  /** @type {RepeatedDraws & { draws: number, isBlind: boolean }} */
  #progress;

  /**
   * @param {OpenedReceipt} opened with the shown cards of the player
   * @param {Difference | undefined} first
   * @param {Pick<EndOfDraws, "noted" | "notes" | "items">} noted
   */
  constructor(opened, first, noted) {
    this.#opened = opened;
    this.#first = first;
    this.#noted = noted;
    this.#progress = {
      state: beginShoe(opened.shoe),
      total: 0,
      digests: [opened.receipt.commitment],
      draws: 0,
      isBlind: true,
    };
  }

  /**
   * Return the first difference in the next views, or undefined, and go on behind them.
   *
   * @param {JsonObject[]} views
   * @returns {Promise<Difference | undefined>}
   */
  async take(views) {
    const { receipt, shoe, seed, keys, shown: ownCards } = this.#opened;
    const progress = this.#progress;
    const { terms, drawn } = receipt;
    const part = parsePart(views, ownCards, shoe, terms, progress.draws);
    const { entries, shown, records } = part;
    const rounds = new SeededRounds(
      shoe,
      receipt,
      entries,
      seed,
      keys,
      progress,
    );
    progress.draws += records.length;
    progress.isBlind &&= entries.every(isUnseen);
    return (
      this.#first ??
      part.difference ??
      findUnsorted(entries) ??
      findUndrawn(drawn, entries, shoe, () => true) ??
      findLaterShown(shown, drawn) ??
      (await findWrongCard(entries, rounds, shoe, terms)) ??
      (await findWrongRoots(entries, rounds)) ??
      (await findWrongShown(shown, shoe, rounds.rootOf)) ??
      (await rounds.findOtherInPlay()) ??
      (await findImpossibleDraw(records, receipt, rounds, shoe, progress)) ??
      endPart(progress, views, this.#noted.notes)
    );
  }

  /**
   * Return the result after the last views.
   *
   * @returns {Promise<CheckResult>}
   */
  async end() {
    const { receipt, shoe } = this.#opened;
    const progress = this.#progress;
    const { drawn } = receipt;
    const isComplete = progress.draws === drawn.draws && drawn.draws > 0;
    const otherEnd = isComplete
      ? findOtherRepeatedEnd(progress, drawn, shoe)
      : undefined;
    return endDraws(
      this.#first ?? otherEnd,
      { receipt, progress, ...this.#noted },
      progress.isBlind && drawn.total > 0 ? { seen: NO_CARD } : {},
    );
  }
}

/**
 * Return a check of a full receipt with the draws of a shoe, a part of them at a time: `take`, which returns the first
 * difference in the next views or undefined, and `end`, which returns the result after the last views.
 *
 * @param {unknown} given the receipt, or a response that has it
 * @param {Notes} notes
 * @returns {Promise<PartCheck>}
 */
export async function openDraws(given, { items, shown: beside, ...notes }) {
  const opened = await openReceipt(given, [], beside);
  const { receipt, shoe, shown } = opened;
  const noted = compareNotes(receipt, notes);
  const first =
    (await findOtherCommitment(receipt, opened.seed)) ??
    noted.difference ??
    (await findOtherItems(items, receipt.terms, shoe.size)) ??
    (await findImpossibleCount(receipt, shoe)) ??
    findLaterShown(shown, receipt.drawn);
  return new FullDraws(opened, first, { noted, notes, items });
}
