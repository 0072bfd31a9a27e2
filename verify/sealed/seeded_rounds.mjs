/**
 * The rounds of a shoe as its seeds give them: the order, the cards in play, the root, and the place of each position.
 *
 * Implemented from docs/definitions/sealed.md alone. Entries say which rounds there are and which cards were in play;
 * all else is computed of the seeds when it is asked for, and once.
 */
// @ts-check
import { isEqual } from "../core/canonical.mjs";
import { ascending, range } from "../core/lists.mjs";
import { Refused, differ } from "../core/validation.mjs";
import { describePlace, formPlace } from "../games/stages.mjs";
import { orderRound } from "./sealed.mjs";
import { openTree } from "./shown.mjs";

/**
 * @import { Bytes } from "../core/bytes.mjs"
 * @import { Difference } from "../core/validation.mjs"
 * @import { SeenEntry } from "./entries.mjs"
 * @import { FullReceipt } from "./receipts.mjs"
 * @import { OrderOf } from "./rounds.mjs"
 * @import { KeysOf } from "./sealed.mjs"
 * @import { SealedShoe } from "./terms.mjs"
 */

/**
 * Where the entries of a part begin: the state of the shoe, and the root of its round if it is known.
 *
 * @typedef {{ state: { round: number, inPlay: number[] | null }, root?: string }} Beginning
 */

/** @type {Beginning} */
const NEW = { state: { round: 0, inPlay: null } };

const OTHER_IN_PLAY =
  "the receipt has other cards in play in its last round; both are listed by their indices";

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
export class SeededRounds {
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
   * @param {SealedShoe} shoe
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
    for (const { rounds, positions } of this.#entries) {
      for (const [k, position] of positions.entries())
        if (rounds[k] === number) last = Math.max(last, position);
    }
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
   * Compute the indices in play in a round, from the cards held of the round before; null for a round without any.
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
   * Compute the root of the tree over a round; undefined for a shoe without trees.
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
