/**
 * The check of partial receipts, shown cards and signed states of sealed shoes. Implemented from
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { isEqual } from "../core/canonical.mjs";
import { ascending, range } from "../core/lists.mjs";
import { describePosition, findLaterShown } from "./sealed_draws.mjs";
import {
  findImpossibleCount,
  findOtherCount,
  findOtherPlace,
  findSplitDraw,
  findUndrawn,
  findUnsorted,
} from "./counts.mjs";
import {
  collectRecords,
  entryOf,
  listCards,
  openSpellings,
  parsePart,
  parseSeen,
} from "./entries.mjs";
import {
  compareNotes,
  findOtherDigest,
  findOtherItems,
  listUnchecked,
} from "./notes.mjs";
import { endDraws, endPart } from "./draw_parts.mjs";
import {
  buildResult,
  checkForm,
  openTerms,
  unwrapReceipt,
  differ,
} from "./receipts.mjs";
import {
  checkSignedForm,
  computeCommitment,
  findSigner,
  hashDraw,
  isSignedBy,
  nameFace,
  recordOf,
  stateMessage,
} from "./sealed.mjs";
import {
  checkShownForms,
  faceName,
  findWrongShown,
  listShown,
} from "./shown.mjs";
import { describePlace } from "../games/stages.mjs";
import { openShoe } from "./terms.mjs";
import {
  Refused,
  checkObject,
  isObject,
  parseDigest,
} from "../core/validation.mjs";

/**
 * @import { CheckResult, Difference, JsonObject } from "../core/validation.mjs"
 * @import { NumberedEntry } from "./entries.mjs"
 * @import { Notes } from "./notes.mjs"
 * @import { EndOfDraws } from "./draw_parts.mjs"
 * @import { SeenCard, SeenEntry } from "./entries.mjs"
 * @import { PartCheck } from "./draw_parts.mjs"
 * @import { PartialReceipt } from "./receipts.mjs"
 * @import { Face } from "./sealed.mjs"
 * @import { PlacedCard } from "./shown.mjs"
 * @import { Shoe, Terms } from "./terms.mjs"
 */

/**
 * A partial receipt that is well formed, with its shoe and what was seen.
 *
 * @typedef {object} OpenedPartialReceipt
 * @property {PartialReceipt} receipt
 * @property {Shoe} shoe
 * @property {SeenEntry[]} entries
 * @property {PlacedCard[]} shown all shown cards, those of the receipt first
 */

/**
 * The state of a shoe, as far as positions tell it.
 *
 * @typedef {object} FollowedState
 * @property {number} round its number, -1 before the first
 * @property {Set<number>} taken the positions taken in the round
 * @property {number} shuffled how many cards are before those in play
 * @property {number} total how many cards were taken in all rounds
 * @property {number | null} inPlay how many cards are in play, null if the round began without
 * @property {string | null} root of the round
 */

/**
 * How far draws were followed: the state, and the digest after each; the first one is before them.
 *
 * @typedef {{ state: FollowedState, digests: string[] }} FollowedDraws
 */

/**
 * The known roots by round, and the first difference between two roots of one round.
 *
 * @typedef {{ of: Map<number, string>, difference: Difference | undefined }} Roots
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

/**
 * The known faces by round and position ("0 7"), and how often each was used by round and face ("0 AS").
 *
 * @typedef {{ faces: Map<string, Face>, used: Map<string, number> }} KnownFaces
 */

/**
 * A card by its position, with the draw and the place where it was seen.
 *
 * @typedef {{ round: number, position: number, draw?: number, place?: string }} ComparedCard
 */

/**
 * The members of an entry that tell what a draw took. `roots` may be null for rounds whose roots are not there.
 *
 * @typedef {object} DrawnEntry
 * @property {(string | null)[]} [roots]
 * @property {number[]} rounds
 * @property {number[]} positions
 * @property {number[]} [in_play]
 */

/**
 * What of an entry cannot be: a member, what was expected there, and the place in it if it is a list.
 *
 * @typedef {{ name: keyof SeenEntry, expected?: unknown, place?: number }} ImpossibleMember
 */

/**
 * Check the members of a partial receipt, but for its terms, its roots and its shown cards.
 *
 * @param {JsonObject} receipt
 * @param {Shoe} shoe
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
    findOtherEnd(progress, receipt, shoe) ??
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
      ? findOtherEnd(progress, receipt, this.#shoe)
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

/**
 * Return the reason why faces are not checked.
 *
 * @param {number} count of how many cards
 */
const describeUnproved = (count) =>
  `${count} cards were told without a proof, or not told to anybody`;
const OTHER_TERMS =
  "the digest of the server seed and the terms of the receipt do not lead to its commitment";
const NO_ORDER =
  "a partial receipt cannot show that the order came from the seeds, nor, where a deal looks at faces, that each card came to its place";

/**
 * Return a difference if a receipt has a root though nothing was drawn, or none though something was, or undefined.
 *
 * @param {PartialReceipt} receipt
 * @returns {Difference | undefined}
 */
function findRootWithoutDraw({ root, drawn: { draws } }) {
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
function collectRoots(
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
      if (round < 0 || round > drawn.round)
        difference ??= differ(
          `${where}.roots`,
          `of rounds 0 to ${drawn.round}`,
          roots,
          { draw },
        );
      else if (knownRoot !== seenRoot)
        difference ??= differ(`${where}.roots[${k}]`, knownRoot, seenRoot, {
          draw,
          detail: OTHER_ROOT,
        });
      else of.set(round, seenRoot);
    }
  }
  return { of, difference };
}

const OTHER_ROOT =
  "the receipt, or another entry, has another root of this round";

/**
 * Return a function from a face to the number of cards in the shoe that have it.
 *
 * @param {Shoe} shoe
 * @param {Terms} terms
 * @returns {(face: Face) => number}
 */
export function countFaces({ codes, toFace }, { min = 0, max = 0 }) {
  if (codes === undefined)
    return (face) =>
      typeof face === "number" && face >= min && face <= max ? 1 : 0;
  /** @type {Map<Face, number>} */
  const counts = new Map();
  for (const face of codes.map(toFace))
    counts.set(face, (counts.get(face) ?? 0) + 1);
  return (face) => counts.get(face) ?? 0;
}

/**
 * Return whether a hidden card is withheld: it is neither burned nor a seat's own.
 *
 * @param {SeenCard} card
 * @param {Shoe} shoe
 */
function isWithheld({ draw, place, seat, isBurned, isDealt }, { deal }) {
  const owner = place?.split("/")[0] ?? "";
  const isOwn = isDealt
    ? (deal?.seats.includes(owner) ?? false)
    : seat !== undefined;
  return draw !== undefined && !isBurned && !isOwn;
}

/**
 * Compare visible faces with shown cards: each position has one face, and no face is at more positions of a round than
 * the shoe has cards with it. Return the first `difference`, and the `count` of cards without a shown card that are
 * visible, or withheld: hidden, but neither burned nor a seat's own. Known faces, and how often each was used, are
 * added to the maps.
 *
 * With the ace of spades shown at position 3 of round 0, `faces` has `"0 3" → "AS"` and `used` has `"0 AS" → 1`.
 *
 * @param {PlacedCard[]} shown
 * @param {SeenEntry[]} entries
 * @param {Shoe} shoe
 * @param {Terms} terms
 * @param {KnownFaces} knownFaces
 * @returns {{ difference: Difference | undefined, count: number }}
 */
function compareFaces(
  shown,
  entries,
  shoe,
  terms,
  knownFaces = { faces: new Map(), used: new Map() },
) {
  const normalize = openSpellings(terms, shoe);
  const name = faceName(shoe);
  const comparison = new FaceComparison(
    shoe,
    countFaces(shoe, terms),
    knownFaces,
  );
  for (const [, card] of shown) comparison.add(card, shoe.toFace(card[name]));
  const proved = new Set(knownFaces.faces.keys());
  /** @type {Set<string>} */
  const unproved = new Set(); // rounds and positions
  for (const seenCard of listCards(entries)) {
    const { round, position, card } = seenCard;
    const key = `${round} ${position}`;
    if (!proved.has(key) && (card !== null || isWithheld(seenCard, shoe)))
      unproved.add(key);
    if (card !== null) {
      const face = shoe.codes ? normalize(card) : card;
      comparison.add(seenCard, face, OTHER_CARD);
    }
  }
  return { difference: comparison.difference, count: unproved.size };
}

/** A comparison of faces, one after the other, with those that are known, to which it adds them. */
class FaceComparison {
  /** @type {Difference | undefined} */
  difference;
  #shoe;
  #countCards;
  #knownFaces;

  /**
   * @param {Shoe} shoe
   * @param {(face: Face) => number} countCards return how many cards have a face
   * @param {KnownFaces} knownFaces changed by each face
   */
  constructor(shoe, countCards, knownFaces) {
    this.#shoe = shoe;
    this.#countCards = countCards;
    this.#knownFaces = knownFaces;
  }

  /**
   * Add a face; note a difference from the known one, or if there are too many of it.
   *
   * @param {ComparedCard} card
   * @param {Face} face
   * @param {string} [detail] why another face is wrong there
   */
  add(card, face, detail) {
    const key = `${card.round} ${card.position}`;
    const knownFace = this.#knownFaces.faces.get(key);
    if (knownFace === undefined) {
      this.#knownFaces.faces.set(key, face);
      this.#count(card, face);
    } else if (knownFace !== face) {
      this.#note(card, nameFace(knownFace), face, detail);
    }
  }

  /**
   * Count a face in its round; note if there are too many of it.
   *
   * @param {ComparedCard} card
   * @param {Face} face
   */
  #count(card, face) {
    const { used } = this.#knownFaces;
    const key = `${card.round} ${face}`;
    const times = (used.get(key) ?? 0) + 1;
    used.set(key, times);
    if (times > this.#countCards(face))
      this.#note(card, "another card", face, TOO_MANY);
  }

  /**
   * Note a difference, if it is the first.
   *
   * @param {ComparedCard} card
   * @param {unknown} expected the known face, or words for it
   * @param {Face} face
   * @param {string} [detail]
   */
  #note({ round, position, draw, place }, expected, face, detail) {
    const { deal } = this.#shoe;
    const label = deal && place ? describePlace(deal.seats, place) : "";
    const where = describePosition(round, position, label);
    const more = { draw, detail };
    this.difference ??= differ(where, expected, nameFace(face), more);
  }
}

const OTHER_CARD =
  "a shown card with its path, or an earlier entry, has another card there";
const TOO_MANY =
  "this card is at more positions of the round than the shoe has of it";

/**
 * Follow draws by their positions from where `progress` ends; return the first draw that cannot be, or undefined.
 * `progress` goes on by its `state`, and the digest after each draw, which is added to `digests`.
 *
 * @param {NumberedEntry[]} records
 * @param {PartialReceipt} receipt
 * @param {Shoe} shoe
 * @param {FollowedDraws} progress
 * @returns {Promise<Difference | undefined>}
 */
async function followEntries(records, receipt, { size }, { state, digests }) {
  const { client_seed: clientSeed } = receipt;
  for (const entry of records) {
    const impossible = followEntry(entry, state, size);
    if (impossible) return describeImpossible(entry, impossible);
    const record = recordOf(entryOf(entry), clientSeed);
    digests.push(await hashDraw(digests.at(-1), record));
  }
}

/**
 * Return the difference of a member of an entry that cannot be.
 *
 * @param {SeenEntry} entry
 * @param {ImpossibleMember} impossible
 */
function describeImpossible(entry, { name, expected, place }) {
  const value = entry[name];
  const { where, draw } = entry;
  if (place === undefined)
    return differ(`${where}.${name}`, expected, value, { draw });
  const seen = Array.isArray(value) ? value[place] : undefined;
  return differ(`${where}.${name}[${place}]`, expected, seen, { draw });
}

/**
 * Return the first count of a receipt that the draws do not lead to, as a difference, or undefined.
 *
 * @param {FollowedDraws} progress
 * @param {PartialReceipt} receipt
 * @param {Shoe} shoe
 * @returns {Difference | undefined}
 */
function findOtherEnd({ state, digests }, { drawn, root }, { deal }) {
  const { round, total, inPlay, shuffled } = state;
  const counts = {
    round,
    total,
    in_play: inPlay,
    digest: digests.at(-1),
  };
  const otherCount = findOtherCount(counts, drawn, OTHER_RECEIPT);
  if (otherCount) return otherCount;
  const more = { detail: OTHER_RECEIPT };
  const { top = 0, bottom = 0 } = drawn;
  const taken = ascending(state.taken);
  const positions = drawn.positions ?? [
    ...range(top),
    ...range(bottom, shuffled - bottom),
  ];
  if (!isEqual(taken, positions))
    return differ(deal ? "drawn.positions" : "drawn", taken, positions, more);
  if (state.root !== root) return differ("root", state.root, root, more);
}

/**
 * Return the state in which `followEntry` begins.
 *
 * @param {number} size of the shoe
 * @returns {FollowedState}
 */
export const beginEntries = (size) => ({
  round: -1,
  taken: new Set(),
  shuffled: size,
  total: 0,
  inPlay: null,
  root: null,
});

/**
 * Return the first round of an entry that cannot be: they ascend from the round of the state to the last one.
 *
 * @param {number[]} rounds
 * @param {FollowedState} state before the draw
 * @param {number} last the round after the draw
 * @returns {ImpossibleMember | undefined}
 */
function findOtherRound(rounds, state, last) {
  let least = state.round;
  for (const [place, number] of rounds.entries()) {
    if (number < least || number > last)
      return {
        name: "rounds",
        expected: `${Math.max(least, 0)} to ${last}`,
        place,
      };
    least = number;
  }
  if (rounds.length > 0 && least !== last)
    return {
      name: "rounds",
      expected: last,
      place: rounds.length - 1,
    };
}

/**
 * Begin a round in a state, with the cards at some positions of the round before in play, or with none; return what
 * cannot be.
 *
 * @param {FollowedState} state
 * @param {number} round its number
 * @param {number[] | undefined} held
 * @param {number} size of the shoe
 * @returns {ImpossibleMember | undefined}
 */
function beginNextRound(state, round, held, size) {
  for (const [place, position] of (held ?? []).entries())
    if (position < state.shuffled && !state.taken.has(position))
      return {
        name: "in_play",
        expected: "a card that was taken",
        place,
      };
  const inPlay = held === undefined ? null : held.length;
  state.round = round;
  state.taken = new Set();
  state.inPlay = inPlay;
  state.shuffled = size - (inPlay ?? 0);
}

/**
 * Take the cards of a draw; return the member of its entry that cannot be, what was expected, and the place in a list.
 *
 * `{ name: "positions", expected: "a position that was not taken", place: 1 }` says that the second card was taken
 * before.
 *
 * @param {DrawnEntry} entry
 * @param {FollowedState} state changed by the draw
 * @param {number} size of the shoe
 * @returns {ImpossibleMember | undefined}
 */
export function followEntry(
  { roots = [], rounds, positions, in_play: held },
  state,
  size,
) {
  const last = state.round + roots.length; // the round after the draw
  if (last < 0) return { name: "roots", expected: "the root of round 0" };
  if (held !== undefined && (roots.length === 0 || last === 0))
    return { name: "in_play" };
  const otherRound = findOtherRound(rounds, state, last);
  if (otherRound) return otherRound;
  for (const number of range(roots.length + 1, state.round)) {
    if (number > state.round) {
      const heldHere = number === last ? held : undefined;
      const wrong = beginNextRound(state, number, heldHere, size);
      if (wrong) return wrong;
    }
    for (const [place, position] of positions.entries()) {
      if (rounds[place] !== number) continue;
      if (position >= state.shuffled || state.taken.has(position))
        return {
          name: "positions",
          expected: "a position that was not taken",
          place,
        };
      state.taken.add(position);
    }
  }
  state.total += positions.length;
  state.root = roots.at(-1) ?? state.root;
}

const OTHER_RECEIPT =
  "the draws in the list do not lead to what the receipt has";
const NO_ROOT =
  "anybody can make a root: this root is right only if it is in a seen, and the draw of this seen leads to a digest that the service signed";

/**
 * Return the result of the check of shown cards of one round with its root.
 *
 * @param {JsonObject} file
 * @returns {Promise<CheckResult>}
 */
export async function checkShownCards(file) {
  const names = ["shown", "root", "terms"];
  const { shown, root, terms } = checkObject("", file, names, names);
  const shoe = openShoe(openTerms(terms));
  parseDigest("root", root);
  const cards = listShown("shown", shown);
  if (cards.length === 0)
    throw new Refused("shown", "a shown card was expected");
  checkShownForms(cards, shoe);
  const [[, first]] = cards;
  const cardOfOtherRound = cards.find(([, { round }]) => round !== first.round);
  if (cardOfOtherRound)
    throw new Refused(
      `${cardOfOtherRound[0]}.round`,
      "cards of one round were expected, as the root is of one round",
    );
  const difference = await findWrongShown(cards, shoe, () => String(root));
  return difference
    ? { valid: false, difference }
    : buildResult({ root: NO_ROOT });
}

/**
 * Return the result of the check of a signed state with the public keys of the service.
 *
 * @param {JsonObject} file
 * @param {{ keys?: unknown } | null} [keys] a JWK set
 * @returns {Promise<CheckResult>}
 */
export async function checkState(file, keys) {
  const names = ["digest", "signed"];
  const { digest, signed } = checkObject("", file, names, names);
  parseDigest("digest", digest);
  checkSignedForm(signed);
  const key = findSigner(keys, signed.kid);
  if (key === undefined)
    return {
      valid: null,
      unchecked: {
        signed: `the key ${signed.kid} is not among those given; it is published at /.well-known/jwks.json`,
      },
    };
  if (await isSignedBy(key, signed.signature, stateMessage(digest)))
    return { valid: true };
  return {
    valid: false,
    difference: differ(
      "signed.signature",
      `a signature by the key ${signed.kid} of this digest`,
      signed.signature,
    ),
  };
}
