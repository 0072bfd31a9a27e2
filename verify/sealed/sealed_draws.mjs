/** The check of a full receipt of a sealed shoe, draw by draw. Implemented from docs/definitions/sealed.md alone. */
// @ts-check
import { isEqual } from "../core/canonical.mjs";
import { ascending, range } from "../core/lists.mjs";
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
  findOtherMember,
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
import { buildResult, checkForm, unwrapReceipt, differ } from "./receipts.mjs";
import { RoundRules, beginShoe, listTaken } from "./rounds.mjs";
import {
  computeCommitment,
  hashDraw,
  hashSeed,
  nameFace,
  openKeys,
  orderRound,
  recordOf,
} from "./sealed.mjs";
import { findWrongShown, openTree } from "./shown.mjs";
import { describePlace, formPlace } from "../games/stages.mjs";
import { openShoe } from "./terms.mjs";
import { Refused, parseDigest } from "../core/validation.mjs";

/**
 * @import { Bytes } from "../core/bytes.mjs"
 * @import { CheckResult, Difference, JsonObject } from "../core/validation.mjs"
 * @import { CollectedRecords } from "./entries.mjs"
 * @import { Notes } from "./notes.mjs"
 * @import { EndOfDraws } from "./draw_parts.mjs"
 * @import { Drawn, FullReceipt } from "./receipts.mjs"
 * @import { NumberedEntry, SeenEntry } from "./entries.mjs"
 * @import { PartCheck } from "./draw_parts.mjs"
 * @import { End, OrderOf, RoundState, Step } from "./rounds.mjs"
 * @import { DrawEntry, KeysOf } from "./sealed.mjs"
 * @import { PlacedCard } from "./shown.mjs"
 * @import { Shoe, Terms } from "./terms.mjs"
 */

/**
 * A receipt that is well formed, with what it determines and what was seen.
 *
 * @typedef {object} OpenedReceipt
 * @property {FullReceipt} receipt
 * @property {Shoe} shoe
 * @property {Bytes} seed the server seed
 * @property {KeysOf} keys
 * @property {SeenEntry[]} entries
 * @property {PlacedCard[]} shown
 * @property {Rounds} rounds
 */

/**
 * How far the draws of a shoe were repeated.
 *
 * @typedef {object} RepeatedDraws
 * @property {RoundState} state after them
 * @property {number} total how many cards they took
 * @property {string[]} digests after each of them; the first one is before them
 * @property {string} [root] of the round of the state, in a shoe with trees
 */

/**
 * Where the entries of a part begin: the state of the shoe, and the root of its round if it is known.
 *
 * @typedef {{ state: { round: number, inPlay: number[] | null }, root?: string }} Beginning
 */

/**
 * Check the members of a full receipt, but for its terms and the server seed.
 *
 * @param {JsonObject} receipt
 * @param {Shoe} shoe
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
  const rounds = new Rounds(shoe, receipt, entries, seed, keys);
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
    const rounds = new Rounds(shoe, receipt, entries, seed, keys, progress);
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
      ? findOtherEnd(progress, drawn, shoe)
      : undefined;
    return endDraws(
      this.#first ?? otherEnd,
      { receipt, progress, ...this.#noted },
      progress.isBlind && drawn.total > 0 ? { seen: NO_CARD } : {},
    );
  }
}

/**
 * Return whether an entry shows nothing of its cards.
 *
 * @param {SeenEntry} entry
 */
const isUnseen = ({ faces, roots }) =>
  roots === undefined && faces.every((face) => face === null);
const NO_CARD = "no card was seen, so none was compared";

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
    findOtherEnd(progress, drawn, shoe) ??
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

const OTHER_SEED =
  "the server seed and the terms of the receipt do not lead to its commitment";

/**
 * Return the first shown card of a round that was not begun, or undefined.
 *
 * @param {PlacedCard[]} shown
 * @param {Drawn} drawn
 * @returns {Difference | undefined}
 */
export function findLaterShown(shown, { round, draws }) {
  const later = shown.find(([, card]) => draws === 0 || card.round > round);
  if (later === undefined) return undefined;
  const [where, card] = later;
  const expected = draws === 0 ? "no round" : `at most ${round}`;
  return differ(`${where}.round`, expected, card.round);
}

/**
 * Return the first observed card that no draw of a complete list took, as a difference, or undefined.
 *
 * @param {SeenEntry[]} records the list
 * @param {SeenEntry[]} entries
 * @param {Rounds} rounds
 * @param {Shoe} shoe
 * @returns {Promise<Difference | undefined>}
 */
async function findCardOfNoDraw(records, entries, rounds, { size }) {
  const taken = new Set(
    listCards(records).map(({ round, position }) => `${round} ${position}`),
  );
  for (const { round, position } of listCards(entries)) {
    const shuffled = size - ((await rounds.inPlay(round))?.length ?? 0);
    if (position < shuffled && !taken.has(`${round} ${position}`))
      return differ(
        "drawn",
        `round ${round}, position ${position} in a draw`,
        undefined,
        { detail: IN_NO_DRAW },
      );
  }
}

const IN_NO_DRAW = "this card was seen, and no draw in the list took it";

/**
 * Return a function that computes each value once.
 *
 * @template {unknown[]} Arguments
 * @template Value
 * @param {(...parameters: Arguments) => Value} compute
 * @param {(...parameters: Arguments) => unknown} keyOf return what differs with the value
 * @returns {(...parameters: Arguments) => Value}
 */
function remember(compute, keyOf) {
  /** @type {Map<unknown, Value>} */
  const values = new Map();
  return (...parameters) => {
    const key = keyOf(...parameters);
    const storedValue = values.get(key);
    if (storedValue !== undefined) return storedValue;
    const value = compute(...parameters);
    values.set(key, value);
    return value;
  };
}

/**
 * The rounds of a shoe by their numbers, as far as entries show them. What is computed of a round is computed once.
 *
 * `await rounds.label(0, 7)` is `"the stock"` in a game, and `""` in a shoe that is not dealt.
 */
class Rounds {
  #shoe;
  #receipt;
  #entries;
  #seed;
  #keys;
  #beginning;
  #hasTree;
  /**
   * The positions in play by the number of the round that they began, and the place of the entry that has them.
   *
   * @type {Map<number | undefined, { where: string, held: number[] }>}
   */
  #begun = new Map();

  /**
   * @param {Shoe} shoe
   * @param {FullReceipt} receipt
   * @param {SeenEntry[]} entries
   * @param {Bytes} seed the server seed
   * @param {KeysOf} keys
   * @param {Beginning} [beginning] where the entries begin, by default with a new shoe
   */
  constructor(shoe, receipt, entries, seed, keys, beginning = NEW) {
    this.#shoe = shoe;
    this.#receipt = receipt;
    this.#entries = entries;
    this.#seed = seed;
    this.#keys = keys;
    this.#beginning = beginning;
    this.#hasTree = receipt.terms.reveal !== "all";
    for (const { rounds, where, in_play: held } of entries)
      if (held !== undefined) this.#begun.set(rounds.at(-1), { where, held });
  }

  /** Return the indices in play of a round, null if the round began without `in_play`. */
  inPlay = remember(
    (/** @type {number} */ number) => this.#computeInPlay(number),
    (number) => number,
  );

  /**
   * Return the order of a round with given cards in play.
   *
   * @type {OrderOf}
   */
  orderOf = remember(
    (number, held) => this.#computeOrder(number, held),
    (number, held) => [number, ...(held ?? [])].join(),
  );

  /** Return the root of a round, undefined in a shoe without trees. */
  rootOf = remember(
    (/** @type {number} */ number) => this.#computeRoot(number),
    (number) => number,
  );

  /**
   * Return the indices of a round by position, as many as are needed.
   *
   * @param {number} number
   */
  async order(number) {
    return this.orderOf(number, await this.inPlay(number));
  }

  /**
   * Return how much of the order of a round was seen.
   *
   * @param {number} number
   */
  needed(number) {
    const { size, deal } = this.#shoe;
    if (deal || this.#hasTree) return size;
    let last = 0;
    for (const { rounds, positions } of this.#entries)
      for (const [k, position] of positions.entries())
        if (rounds[k] === number) last = Math.max(last, position);
    for (const position of this.#begun.get(number + 1)?.held ?? [])
      last = Math.max(last, position);
    return last + 1;
  }

  /**
   * Return the place of a position in words; "" in a shoe that is not dealt.
   *
   * @param {number} number of the round
   * @param {number} position
   */
  async label(number, position) {
    const { size, deal } = this.#shoe;
    const held = await this.inPlay(number);
    if (held && position >= size - held.length) return "in play";
    if (!deal) return "";
    if (held) return describePlace(deal.seats, deal.stock ?? "");
    const start = this.#findHandStart(number, position);
    const layout = deal.layOut(
      await this.order(number),
      number,
      start > 0 ? range(size).slice(start) : undefined,
    );
    const card = layout.find((laid) => laid.position === position);
    const place = card === undefined ? "" : formPlace(card);
    return describePlace(deal.seats, place);
  }

  /**
   * Return a difference if an entry has other cards in play than its round, or undefined.
   *
   * @returns {Promise<Difference | undefined>}
   */
  async findOtherInPlay() {
    const { drawn } = this.#receipt;
    const ofFirst = this.#begun.get(0);
    if (ofFirst !== undefined)
      return differ(`${ofFirst.where}.in_play`, undefined, ofFirst.held);
    const ofLast = this.#begun.get(drawn.round);
    if (ofLast === undefined) return undefined;
    const held = await this.#listHeld(drawn.round, ofLast.held);
    if (isEqual(held, drawn.in_play)) return undefined;
    return differ(`${ofLast.where}.in_play`, drawn.in_play, held, {
      detail: OTHER_IN_PLAY,
    });
  }

  /**
   * Return the indices, ascending, of the cards that a round began with in play.
   *
   * @param {number} number of the round
   * @param {number[]} held their positions in the round before
   * @returns {Promise<number[]>}
   */
  async #listHeld(number, held) {
    const ended = await this.order(number - 1);
    return ascending(held.map((position) => ended[position]));
  }

  /**
   * @param {number} number
   * @returns {Promise<number[] | null>}
   */
  async #computeInPlay(number) {
    const { drawn } = this.#receipt;
    const { state } = this.#beginning;
    if (number === drawn.round) return drawn.in_play;
    if (number === state.round) return state.inPlay;
    const begun = this.#begun.get(number);
    return begun === undefined ? null : this.#listHeld(number, begun.held);
  }

  /** @type {OrderOf} */
  async #computeOrder(number, indices) {
    const { size } = this.#shoe;
    const held = indices ?? [];
    if (held.length > 0 && size > 65536)
      throw new Refused(
        "seen",
        "cards were in play: at most 65536 cards were expected",
      );
    const { terms } = this.#receipt;
    const options = { count: this.needed(number) };
    return orderRound(this.#keys(held), number, size, terms, held, options);
  }

  /**
   * @param {number} number
   * @returns {Promise<string | undefined>}
   */
  async #computeRoot(number) {
    const { state, root } = this.#beginning;
    if (root && number === state.round) return root;
    if (!this.#hasTree) return undefined;
    const { client_seed: clientSeed } = this.#receipt;
    const order = await this.order(number);
    return openTree(this.#seed, clientSeed, number, order, this.#shoe).root;
  }

  /**
   * Return the position at which the hand begins that a position belongs to, 0 for the first hand.
   *
   * @param {number} number of the round
   * @param {number} position
   */
  #findHandStart(number, position) {
    const { deal } = this.#shoe;
    if (!deal?.goesOn) return 0;
    const starts = this.#entries
      .filter(
        ({ stage, rounds: [first] }) =>
          stage === deal.stages[0] && first === number,
      )
      .map(({ positions }) => Math.min(...positions));
    return Math.max(0, ...starts.filter((start) => start <= position));
  }
}

/** @type {Beginning} */
const NEW = { state: { round: 0, inPlay: null } };
const OTHER_IN_PLAY =
  "the receipt has other cards in play in its last round; both are listed by their indices";

/**
 * Return where a card is: "round 0, position 7 (the stock)".
 *
 * @param {number} round
 * @param {number} position
 * @param {string} label of its place; "" if it has none
 */
export const describePosition = (round, position, label) =>
  `round ${round}, position ${position}${label && ` (${label})`}`;

/**
 * Return the first card that was seen and differs from the card at its position, or undefined.
 *
 * @param {SeenEntry[]} entries
 * @param {Rounds} rounds
 * @param {Shoe} shoe
 * @param {Terms} terms
 * @returns {Promise<Difference | undefined>}
 */
async function findWrongCard(entries, rounds, shoe, terms) {
  const normalize = openSpellings(terms, shoe);
  for (const { round, position, card, draw } of listCards(entries)) {
    if (card === null) continue;
    const expected = shoe.faceOf((await rounds.order(round))[position]);
    if (normalize(card) === shoe.toFace(expected)) continue;
    const label = await rounds.label(round, position);
    const where = describePosition(round, position, label);
    return differ(where, expected, nameFace(card), { draw });
  }
}

/**
 * Return the first root in the entries that is not the root of its round, or undefined. The last root of an entry
 * belongs to the round of its last card; the first root of draw 1 to round 0.
 *
 * @param {SeenEntry[]} entries
 * @param {Rounds} rounds
 * @returns {Promise<Difference | undefined>}
 */
async function findWrongRoots(entries, rounds) {
  for (const { roots, rounds: numbers, draw, where } of entries) {
    if (roots === undefined || (numbers.length === 0 && draw !== 1)) continue;
    const last = numbers.at(-1) ?? 0;
    const first = draw === 1 ? 0 : last + 1 - roots.length;
    for (const [k, root] of roots.entries()) {
      const number = first + k;
      if (number < 0 || number > last)
        return differ(`${where}.roots`, `of rounds 0 to ${last}`, roots, {
          draw,
        });
      const expected = await rounds.rootOf(number);
      if (root !== expected)
        return differ(`${where}.roots[${k}]`, expected, root, {
          draw,
          detail: OTHER_ROOT,
        });
    }
  }
}

const OTHER_ROOT = "the cards of this round lead to another root";

/**
 * Repeat draws from where `progress` ends; return the first difference from their entries, or undefined. `progress`
 * goes on by the `state`, the `total` of cards, the `root` of the round, and the digest after each draw, which is added
 * to `digests`.
 *
 * A draw of the two top cards that an entry tells as positions [0, 2] differs at `positions[1]`: 1 was expected.
 *
 * @param {NumberedEntry[]} records
 * @param {FullReceipt} receipt
 * @param {Rounds} rounds
 * @param {Shoe} shoe
 * @param {RepeatedDraws} progress
 * @returns {Promise<Difference | undefined>}
 */
async function findImpossibleDraw(records, receipt, rounds, shoe, progress) {
  const { terms, client_seed: clientSeed } = receipt;
  const rules = new RoundRules(shoe, terms, rounds.orderOf);
  const { digests } = progress;
  let { state } = progress;
  for (const entry of records) {
    const tries = await listTries(entry, state, rules);
    const before = entry.draw === 1 ? -1 : state.round;
    for (const step of tries.steps) await addBegun(step, before, terms, rounds);
    const step = tries.steps.find((possible) =>
      isEqual(entryOf(entry), completeEntry(possible, entry)),
    );
    if (step === undefined) return explainOtherDraw(entry, tries);
    ({ state } = step);
    progress.total += entry.positions.length;
    const record = recordOf(entryOf(entry), clientSeed);
    digests.push(await hashDraw(digests.at(-1), record));
  }
  progress.state = state;
  progress.root =
    records.length > 0 ? await rounds.rootOf(state.round) : undefined;
}

/**
 * Return the entry of a step with what requests do not say: the number and the seat of the draw as they were seen.
 *
 * @param {Step} step
 * @param {SeenEntry} seen
 * @returns {DrawEntry}
 */
const completeEntry = ({ entry }, { draw, seat }) => ({
  ...entry,
  draw,
  ...(seat !== undefined && { seat }),
});

/**
 * Return the difference of an entry from the nearest draw that is possible.
 *
 * @param {NumberedEntry} entry
 * @param {Tries} tries
 * @returns {Difference | undefined}
 */
function explainOtherDraw(entry, { steps, refusal }) {
  const more = { draw: entry.draw, detail: OTHER_DRAW };
  const near =
    steps.find((step) => step.entry.positions[0] === entry.positions[0]) ??
    steps[0];
  if (near) return findOtherMember(completeEntry(near, entry), entry, more);
  const { where = "", reason } = refusal ?? {};
  return differ(where, reason, undefined, more);
}

/**
 * Return the first count of a receipt that the draws do not lead to, as a difference, or undefined.
 *
 * @param {RepeatedDraws} progress
 * @param {FullReceipt["drawn"]} drawn
 * @param {Shoe} shoe
 * @returns {Difference | undefined}
 */
function findOtherEnd({ state, total, digests }, drawn, shoe) {
  const { round, inPlay, top, bottom, shuffled } = state;
  const counts = {
    round,
    total,
    in_play: inPlay,
    digest: digests.at(-1),
  };
  const otherCount = findOtherCount(counts, drawn, OTHER_RECEIPT);
  if (otherCount) return otherCount;
  const positions = listTaken(state, shoe);
  if (shoe.deal) return findOtherCount({ positions }, drawn, OTHER_RECEIPT);
  const { top: drawnTop = 0, bottom: drawnBottom = 0 } = drawn;
  if (top + bottom === shuffled && drawnTop + drawnBottom === shuffled)
    return undefined; // all cards were taken, from whichever end
  return findOtherCount({ top, bottom }, drawn, OTHER_RECEIPT);
}

const OTHER_DRAW =
  "by the rules of the shoe and the draws before, this draw takes other cards";
const OTHER_RECEIPT =
  "the draws in the list are possible, but the receipt is of other draws: at least one was different there";

/**
 * What the requests lead to that an entry can come from; the place and the reason if the last of them is refused.
 *
 * @typedef {{ steps: Step[], refusal?: { where: string, reason: string } }} Tries
 */

/**
 * Return the requests that the entry of a draw can come from: the ends from which its cards may have been taken.
 *
 * @param {SeenEntry} entry
 * @param {RoundState} state before the draw
 * @param {boolean} isNew whether the draw begins in a new round
 */
function listRequests(entry, state, isNew) {
  const { positions, rounds, burned = 0, pile, part } = entry;
  const ownPositions = new Set(
    positions.filter((_, k) => rounds[k] === state.round),
  );
  const request = {
    reshuffle: isNew,
    pile,
    part,
    burn: burned,
    count: positions.length - burned,
    in_play: entry.in_play?.filter((position) => !ownPositions.has(position)),
  };
  /** @type {End[]} */
  const ends = ["top", "bottom"];
  return ends.map((from) => ({ ...request, from }));
}

/**
 * Return the results of the requests that an entry can come from; and, if one is refused, the place and the reason.
 *
 * @param {NumberedEntry} entry
 * @param {RoundState} state before the draw
 * @param {RoundRules} rules
 * @returns {Promise<Tries>}
 */
async function listTries(entry, state, rules) {
  const { stage, positions, rounds, begun, roots, where } = entry;
  const isNew =
    positions.length > 0
      ? rounds[0] > state.round
      : (begun ?? roots) !== undefined && entry.draw > 1;
  /** @type {(() => Promise<Step>)[]} */
  const attempts =
    stage === undefined
      ? listRequests(entry, state, isNew).map(
          (request) => () => rules.draw(state, request),
        )
      : [() => rules.deal(state, { reshuffle: isNew })];
  /** @type {Tries} */
  const tries = { steps: [] };
  for (const attempt of attempts)
    try {
      tries.steps.push(await attempt());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const isMember = Object.hasOwn(entry, error.where);
      tries.refusal = {
        where: isMember ? `${where}.${error.where}` : where,
        reason: error.message,
      };
    }
  return tries;
}

/**
 * Add to an entry the number of rounds that it began, or their roots.
 *
 * @param {Step} step
 * @param {number} before the round before, -1 before the first
 * @param {Terms} terms
 * @param {Rounds} rounds
 */
async function addBegun(step, before, { reveal }, { rootOf }) {
  const { entry, state } = step;
  const numbers = range(state.round - before, before + 1);
  if (numbers.length === 0) return;
  if (reveal === "all") {
    entry.begun = numbers.length;
    return;
  }
  entry.roots = [];
  for (const number of numbers) {
    const root = await rootOf(number);
    if (root !== undefined) entry.roots.push(root);
  }
}
