/**
 * The state of a sealed shoe, and what a draw and a stage do to it. Implemented from docs/definitions/sealed.md alone.
 */
// @ts-check
import { ascending, range } from "../core/lists.mjs";
import { formPlace, isTaken, listDown, partsOf } from "../games/stages.mjs";
import { Refused } from "../core/validation.mjs";

/**
 * @import { LaidCard, SealedDeal } from "../games/stages.mjs"
 * @import { DrawEntry } from "./sealed.mjs"
 */

/**
 * The state of a round. `taken` has the positions taken in a dealt round. In a shoe that is not dealt, and in a round
 * that began with cards in play, `top` and `bottom` count the cards taken from each end instead.
 *
 * @typedef {object} RoundState
 * @property {number} round its number
 * @property {number[] | null} inPlay the indices of the cards in play, ascending; null if it began without `in_play`
 * @property {number} shuffled how many cards are before those in play
 * @property {number} top
 * @property {number} bottom
 * @property {Set<number>} taken
 * @property {number[]} [hand] the positions that a later hand of the round is dealt from, undefined for the first hand
 * @property {LaidCard[]} layout the cards of the hand
 * @property {number} dealt how many stages of the hand are dealt
 */

/**
 * A pile, and the part of it if it has a name. A shoe that is not dealt is one pile without a name.
 *
 * @typedef {{ pile?: string, part?: string }} Pile
 */

/** @typedef {"top" | "bottom"} End */

/**
 * What a draw asks for: `count` cards after `burn` cards, from an end of a pile; `in_play` has positions.
 *
 * @typedef {Pile & { count: number, burn?: number, from?: End, reshuffle?: boolean, in_play?: number[] }} CardDraw
 */

/**
 * What a draw or a stage leads to: the next state, and the entry without its number.
 *
 * @typedef {{ state: RoundState, entry: DrawEntry }} Transition
 */

/**
 * A function that returns the order of a round from its number and the indices in play.
 *
 * @typedef {(round: number, inPlay: number[] | null) => Promise<number[]>} OrderOf
 */

/**
 * A shoe, as far as it is read here: `deal` if it is dealt.
 *
 * @typedef {{ size: number, deal?: SealedDeal }} DealtShoe
 */

/**
 * Throw `Refused`.
 *
 * @param {string} where the member of the request
 * @param {string} message
 * @returns {never}
 */
function refuse(where, message) {
  throw new Refused(where, message);
}

/**
 * Return the state at the start of a round.
 *
 * @param {number} round its number
 * @param {number[] | null} inPlay
 * @param {number} size of the shoe
 * @returns {RoundState}
 */
const beginRound = (round, inPlay, size) => ({
  round,
  inPlay,
  shuffled: size - (inPlay?.length ?? 0),
  top: 0,
  bottom: 0,
  taken: new Set(),
  hand: undefined,
  layout: [],
  dealt: 0,
});

/**
 * Return the state of a new shoe.
 *
 * @param {{ size: number }} shoe
 * @returns {RoundState}
 */
export const beginShoe = ({ size }) => beginRound(0, null, size);

/**
 * Return a copy of a state that can be changed without the other.
 *
 * @param {RoundState} state
 * @returns {RoundState}
 */
const copyState = (state) => ({ ...state, taken: new Set(state.taken) });

/**
 * Return whether cards are drawn from the two ends of the round, as the round has no stages.
 *
 * @param {RoundState} state
 * @param {SealedDeal} [dealt] the deal of the shoe
 */
const isOnePile = ({ inPlay }, dealt) => dealt === undefined || inPlay !== null;

/**
 * Return the positions taken in the round of a state, ascending.
 *
 * @param {RoundState} state
 * @param {DealtShoe} shoe
 * @returns {number[]}
 */
export function listTaken(state, { deal: dealt }) {
  if (!isOnePile(state, dealt)) return ascending(state.taken);
  const { top, bottom, shuffled } = state;
  return [...range(top), ...range(bottom, shuffled - bottom)];
}

/**
 * Return whether anything was dealt or drawn in the round.
 *
 * @param {RoundState} state
 */
const hasBegun = ({ top, bottom, taken, dealt }) =>
  top + bottom + taken.size + dealt > 0;

/**
 * Return the positions of a part of a pile that lie down and are not taken.
 *
 * @param {RoundState} state
 * @param {LaidCard[]} layout
 * @param {Pile} place
 */
const listLeft = (state, layout, { pile = "", part = "" }) =>
  listDown(layout, pile, part).filter((position) => !state.taken.has(position));

/**
 * The rules of a shoe: `draw` and `deal` lead from a state and a request to the next `state` and the `entry` of the
 * record.
 */
export class RoundRules {
  #size;
  /** The deal of the shoe, undefined if it is not dealt. */
  #deal;
  /** When the shoe is shuffled again. */
  #policy;
  /** How many cards are left then, by the policy "at_cut". */
  #cut;
  /** @type {OrderOf} */
  #orderOf;

  /**
   * @param {DealtShoe} shoe
   * @param {{ reshuffle: string, cut: number }} terms
   * @param {OrderOf} orderOf return the order of a round from its number and the indices in play
   */
  constructor({ size, deal }, { reshuffle, cut }, orderOf) {
    this.#size = size;
    this.#deal = deal;
    this.#policy = reshuffle;
    this.#cut = cut;
    this.#orderOf = orderOf;
  }

  /**
   * Return whether a position is taken.
   *
   * @param {RoundState} state
   * @param {number} position
   */
  #isOut(state, position) {
    return isOnePile(state, this.#deal)
      ? position < state.top || position >= state.shuffled - state.bottom
      : state.taken.has(position);
  }

  /**
   * Return the cards of the stages that are dealt.
   *
   * @param {RoundState} state
   */
  #listDealt({ layout, dealt }) {
    const names = this.#deal?.stages.slice(0, dealt) ?? [];
    return layout.filter(({ stage = "" }) => names.includes(stage));
  }

  /**
   * Return whether so few cards are left that the next round begins, by the terms.
   *
   * @param {RoundState} state
   */
  #isLow({ shuffled, top, bottom, taken, hand }) {
    if (this.#policy !== "at_cut") return false;
    const first = hand?.[0] ?? 0; // the cards before this hand are not counted
    const takenOfHand = [...taken].filter((position) => position >= first);
    const takenCount = top + bottom + takenOfHand.length;
    return shuffled - first - takenCount <= this.#cut;
  }

  /**
   * Return the pile of a draw, and the part if it has a name.
   *
   * @param {RoundState} state
   * @param {Pile} request
   * @returns {Pile}
   */
  #findPile(state, { pile, part }) {
    const deal = this.#deal;
    if (deal === undefined)
      return pile === undefined && part === undefined
        ? {}
        : refuse("pile", "the shoe has one pile");
    const name = pile ?? deal.stock;
    if (state.inPlay !== null)
      return name === deal.stock && part === undefined
        ? { pile: name }
        : refuse("pile", "there is one pile in this round");
    if (name === undefined)
      return refuse("pile", "it is not laid, or there is none");
    const parts = partsOf(this.#listDealt(state), name);
    const isLaidStock = name === deal.stock && state.dealt > deal.stockStage;
    if (parts.length === 0 && part === undefined && isLaidStock)
      return { pile: name }; // all of its cards are taken
    const partName = part ?? (parts.includes("") ? "" : parts[0]);
    if (!parts.includes(partName))
      refuse("pile", "it is not laid, or there is none");
    return { pile: name, ...(partName && { part: partName }) };
  }

  /**
   * Return the cards of a pile that can be drawn: their number, and a function that takes the outermost position of an
   * end.
   *
   * @param {RoundState} state changed by what is taken
   * @param {Pile} place
   * @returns {{ size: () => number, take: (end: End) => number }}
   */
  #openPile(state, place) {
    if (isOnePile(state, this.#deal))
      return {
        size: () => state.shuffled - state.top - state.bottom,
        take(end) {
          const lowest = state.shuffled - 1 - state.bottom;
          const position = end === "top" ? state.top : lowest;
          state[end] += 1;
          return position;
        },
      };
    const positionsLeft = listLeft(state, this.#listDealt(state), place);
    return {
      size: () => positionsLeft.length,
      take(end) {
        const [position] = positionsLeft.splice(end === "top" ? 0 : -1, 1);
        state.taken.add(position);
        return position;
      },
    };
  }

  /**
   * Refuse cards in play of which one was not taken.
   *
   * @param {RoundState} state
   * @param {CardDraw} request
   */
  #checkInPlay(state, { in_play: held }) {
    for (const position of held ?? []) {
      if (position < state.shuffled && !this.#isOut(state, position))
        refuse("in_play", "a card that was taken was expected");
    }
  }

  /**
   * Return the state of the next round, which a draw begins, with the cards in play if there are any: those of the
   * request and those that the draw took in the round before. Note them in its entry.
   *
   * @param {RoundState} state
   * @param {number[] | undefined} held positions in the round before
   * @param {DrawEntry} entry as far as the draw goes
   */
  async #beginNextRound(state, held, entry) {
    const ownPositions = entry.positions; // all of the round before, as a draw begins no second round
    if (held === undefined) {
      if (this.#deal !== undefined || ownPositions.length > 0)
        refuse(
          "in_play",
          "without cards in play a draw does not go on in another round",
        );
      return beginRound(state.round + 1, null, this.#size);
    }
    const positions = ascending(new Set([...held, ...ownPositions]));
    const order = await this.#orderOf(state.round, state.inPlay);
    entry.in_play = positions;
    const indices = ascending(positions.map((position) => order[position]));
    return beginRound(state.round + 1, indices, this.#size);
  }

  /**
   * Return whether a draw from a pile can go on in the next round: it is the pile that is drawn from by default.
   *
   * @param {RoundState} state
   * @param {Pile} place
   */
  #isDefaultPile(state, place) {
    const deal = this.#deal;
    if (deal === undefined) return true;
    return (
      place.pile === deal.stock && place.part === this.#findPile(state, {}).part
    );
  }

  /**
   * Draw cards from a pile. A refused request throws `Refused` and changes nothing.
   *
   * The draw of two cards after one burned card from a new shoe of cards has the entry
   * `{ positions: [0, 1, 2], rounds: [0, 0, 0], burned: 1 }`, and leads to a state with `top` 3.
   *
   * Where the cards run out, a draw from the default pile goes on once in the next round, if its request has `in_play`:
   * of five cards with `top` 4, `{ count: 2, in_play: [] }` has the entry
   * `{ positions: [4, 0], rounds: [0, 1], in_play: [4] }`, and `{ count: 2 }` is refused.
   *
   * @param {RoundState} before
   * @param {CardDraw} request
   * @returns {Promise<Transition>}
   */
  async draw(before, request) {
    const { count, burn = 0, from = "top", in_play: held } = request;
    this.#checkReshuffle(request);
    const place = this.#findPile(before, request);
    this.#checkInPlay(before, request);
    /** @type {DrawEntry} */
    const entry = {
      ...place,
      positions: [],
      rounds: [],
    };
    if (burn > 0) entry.burned = burn;
    let state = copyState(before);
    if (this.#beginsRound(state, request))
      state = await this.#goOn(state, place, held, entry);
    let pile = this.#openPile(state, place);
    if (burn > pile.size()) refuse("burn", "there are too few cards");
    while (entry.positions.length < burn + count) {
      if (pile.size() === 0) {
        if (state.round > before.round)
          refuse("count", "there are too few cards");
        state = await this.#goOn(state, place, held, entry);
        pile = this.#openPile(state, place);
        if (pile.size() === 0) refuse("count", "there are too few cards");
      }
      entry.positions.push(pile.take(from));
      entry.rounds.push(state.round);
    }
    return { state, entry };
  }

  /**
   * Refuse a draw that shuffles, or that has cards in play, from a shoe that is never shuffled again.
   *
   * @param {CardDraw} request
   */
  #checkReshuffle({ reshuffle = false, in_play: held }) {
    if (this.#policy === "never" && (reshuffle || held !== undefined))
      refuse("reshuffle", "a shoe is never shuffled again");
  }

  /**
   * Return whether a draw begins with a new round: it asks for one, or few cards are left in a shoe that is not dealt.
   *
   * @param {RoundState} state
   * @param {CardDraw} request
   */
  #beginsRound(state, { reshuffle = false }) {
    if (reshuffle && hasBegun(state)) return true;
    return this.#deal === undefined && this.#isLow(state);
  }

  /**
   * Return the state of the next round, in which a draw goes on. Refuse a draw from another pile than the default one.
   *
   * @param {RoundState} state
   * @param {Pile} place
   * @param {number[] | undefined} held positions in the round before of cards in play
   * @param {DrawEntry} entry as far as the draw goes; it gets the cards in play
   */
  async #goOn(state, place, held, entry) {
    if (!this.#isDefaultPile(state, place))
      refuse("count", "there are too few cards");
    return this.#beginNextRound(state, held, entry);
  }

  /**
   * Return the state in which the next stage of a deal can be laid: that of the same hand, of another hand of the
   * round, or of a new round.
   *
   * @param {RoundState} before
   * @param {SealedDeal} shoeDeal the deal of the shoe
   * @param {boolean} reshuffle
   */
  #openHand(before, shoeDeal, reshuffle) {
    const state = copyState(before);
    if (this.#policy === "never" && reshuffle)
      refuse("reshuffle", "a shoe is never shuffled again");
    const newRound = beginRound(state.round + 1, null, this.#size);
    if (reshuffle && hasBegun(state)) return newRound;
    if (state.inPlay === null && state.dealt < shoeDeal.stages.length)
      return state;
    if (!shoeDeal.goesOn) refuse("stage", "all stages are dealt");
    if (this.#isLow(state)) return newRound;
    if (state.inPlay !== null) refuse("stage", "this round has no stages");
    const stock = listLeft(state, state.layout, { pile: shoeDeal.stock });
    if (stock.length < (shoeDeal.handLimit ?? 0))
      refuse("stage", "there are too few cards for another hand");
    state.hand = stock;
    state.dealt = 0;
    return state;
  }

  /**
   * Deal the next stage. A refused request throws `Refused` and changes nothing.
   *
   * @param {RoundState} before
   * @param {{ reshuffle?: boolean }} request
   * @returns {Promise<Transition>}
   */
  async deal(before, { reshuffle = false } = {}) {
    const deal = this.#deal;
    if (deal === undefined) return refuse("stage", "the shoe is not dealt");
    const state = this.#openHand(before, deal, reshuffle);
    if (state.dealt === 0)
      state.layout = deal.layOut(
        await this.#orderOf(state.round, null),
        state.round,
        state.hand,
      );
    const stage = deal.stages[state.dealt];
    state.dealt += 1;
    const cards = state.layout
      .filter((card) => card.stage === stage && isTaken(card))
      .sort((a, b) => a.position - b.position);
    const positions = cards.map(({ position }) => position);
    for (const position of positions) state.taken.add(position);
    return {
      state,
      entry: {
        stage,
        positions,
        rounds: positions.map(() => state.round),
        places: cards.map(formPlace),
      },
    };
  }
}
