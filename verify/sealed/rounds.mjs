/** The state of a sealed shoe, and what a draw and a stage do to it. Implemented from docs/definitions/sealed.md alone. */
// @ts-check
import { ascending, range } from "../core/canonical.mjs";
import { formPlace, isTaken, listDown, partsOf } from "../games/stages.mjs";
import { Refused } from "../core/validation.mjs";

/**
 * @import { LaidCard, SealedDeal } from "../games/stages.mjs"
 * @import { DrawEntry } from "./sealed.mjs"
 */

/**
 * The state of a round. `taken` has the positions taken in a dealt round. In a shoe that is not dealt, and in a round that
 * began with cards in play, `top` and `bottom` count the cards taken from each end instead.
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
 * @typedef {Pile & { count: number, burn?: number, from?: End, reshuffle?: boolean, in_play?: number[] }} DrawRequest
 */

/**
 * What a draw or a stage leads to: the next state, and the entry without its number.
 *
 * @typedef {{ state: RoundState, entry: DrawEntry }} Step
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
 * What draws and stages do to a shoe. A refused request throws `Refused` and changes nothing.
 *
 * @typedef {object} RoundRules
 * @property {(before: RoundState, request: DrawRequest) => Promise<Step>} draw
 * @property {(before: RoundState, request?: { reshuffle?: boolean }) => Promise<Step>} deal
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
 * Return the rules of a shoe: functions `draw` and `deal` from a state and a request to the next `state` and the `entry` of the
 * record. A refused request throws `Refused` and changes nothing. `orderOf` returns the order of a round from its number and the
 * indices in play.
 *
 * The draw of two cards after one burned card from a new shoe of cards has the entry
 * `{ positions: [0, 1, 2], rounds: [0, 0, 0], burned: 1 }`, and leads to a state with `top` 3.
 *
 * @param {DealtShoe} shoe
 * @param {{ reshuffle: string, cut: number }} terms
 * @param {OrderOf} orderOf
 * @returns {RoundRules}
 */
export function openRounds(
  { size, deal: dealt },
  { reshuffle: policy, cut },
  orderOf,
) {
  /**
   * Return whether a position is taken.
   *
   * @param {RoundState} state
   * @param {number} position
   */
  const isOut = (state, position) =>
    isOnePile(state, dealt)
      ? position < state.top || position >= state.shuffled - state.bottom
      : state.taken.has(position);

  /**
   * Return whether anything was dealt or drawn in the round.
   *
   * @param {RoundState} state
   */
  const hasBegun = ({ top, bottom, taken, dealt: stages }) =>
    top + bottom + taken.size + stages > 0;

  /**
   * Return the cards of the stages that are dealt.
   *
   * @param {RoundState} state
   */
  const listDealt = ({ layout, dealt: stages }) => {
    const names = dealt?.stages.slice(0, stages) ?? [];
    return layout.filter(({ stage = "" }) => names.includes(stage));
  };

  /**
   * Return the positions of a part of a pile that lie down and are not taken.
   *
   * @param {RoundState} state
   * @param {LaidCard[]} layout
   * @param {Pile} place
   */
  const listLeft = (state, layout, { pile = "", part = "" }) =>
    listDown(layout, pile, part).filter(
      (position) => !state.taken.has(position),
    );

  /**
   * Return whether so few cards are left that the next round begins, by the terms.
   *
   * @param {RoundState} state
   */
  function isLow({ shuffled, top, bottom, taken, hand }) {
    const first = hand?.[0] ?? 0;
    const takenHere = [...taken].filter((position) => position >= first).length;
    const left = shuffled - first - top - bottom - takenHere;
    return policy === "at_cut" && left <= cut;
  }

  /**
   * Return the pile of a draw, and the part if it has a name.
   *
   * @param {RoundState} state
   * @param {Pile} asked
   * @returns {Pile}
   */
  function findPile(state, { pile, part }) {
    if (dealt === undefined)
      return pile === undefined && part === undefined
        ? {}
        : refuse("pile", "the shoe has one pile");
    const name = pile ?? dealt.stock;
    if (state.inPlay !== null)
      return name === dealt.stock && part === undefined
        ? { pile: name }
        : refuse("pile", "there is one pile in this round");
    const parts = name === undefined ? [] : partsOf(listDealt(state), name);
    const isEmptyStock =
      parts.length === 0 &&
      name === dealt.stock &&
      part === undefined &&
      state.dealt > dealt.stockStage;
    const partName =
      part ?? (parts.includes("") || isEmptyStock ? "" : parts[0]);
    if (name === undefined || !(parts.includes(partName) || isEmptyStock))
      refuse("pile", "it is not laid, or there is none");
    return { pile: name, ...(partName && { part: partName }) };
  }

  /**
   * Return the cards of a pile that can be drawn: their number, and a function that takes the outermost position of an end.
   *
   * @param {RoundState} state changed by what is taken
   * @param {Pile} place
   * @returns {{ size: () => number, take: (end: End) => number }}
   */
  function openPile(state, place) {
    if (isOnePile(state, dealt))
      return {
        size: () => state.shuffled - state.top - state.bottom,
        take: (end) =>
          end === "top" ? state.top++ : state.shuffled - 1 - state.bottom++,
      };
    const left = listLeft(state, listDealt(state), place);
    return {
      size: () => left.length,
      take(end) {
        const [position] = left.splice(end === "top" ? 0 : -1, 1);
        state.taken.add(position);
        return position;
      },
    };
  }

  /**
   * Refuse cards in play of which one was not taken.
   *
   * @param {RoundState} state
   * @param {DrawRequest} request
   */
  function checkInPlay(state, { in_play: held }) {
    for (const position of held ?? [])
      if (position < state.shuffled && !isOut(state, position))
        refuse("in_play", "a card that was taken was expected");
  }

  /** @type {RoundRules["draw"]} */
  async function draw(before, request) {
    const { count, burn = 0, from = "top", in_play: held } = request;
    const { reshuffle = false, pile: name, part } = request;
    let state = copyState(before);
    if (policy === "never" && (reshuffle || held !== undefined))
      refuse("reshuffle", "a shoe is never shuffled again");
    const place = findPile(state, { pile: name, part });
    checkInPlay(state, request);
    /** @type {DrawEntry} */
    const entry = {
      ...place,
      positions: [],
      rounds: [],
    };
    if (burn > 0) entry.burned = burn;
    /** @type {number[]} */
    let ownPositions = []; // that this draw took in the round

    /** Begin the next round, once, with the cards in play if there are any; those of this draw are among them. */
    async function nextRound() {
      const isDefault =
        dealt === undefined ||
        (place.pile === dealt.stock && place.part === findPile(state, {}).part);
      if (state.round > before.round || !isDefault)
        refuse("count", "there are too few cards");
      if (
        held === undefined &&
        (dealt !== undefined || ownPositions.length > 0)
      )
        refuse(
          "in_play",
          "without cards in play a draw does not go on in another round",
        );
      /** @type {number[] | null} */
      let inPlay = null;
      if (held !== undefined) {
        const positions = ascending(new Set([...held, ...ownPositions]));
        const order = await orderOf(state.round, state.inPlay);
        entry.in_play = positions;
        inPlay = ascending(positions.map((position) => order[position]));
      }
      state = beginRound(state.round + 1, inPlay, size);
      ownPositions = [];
    }

    if ((reshuffle && hasBegun(state)) || (dealt === undefined && isLow(state)))
      await nextRound();
    let pile = openPile(state, place);
    if (burn > pile.size()) refuse("burn", "there are too few cards");
    for (let i = 0; i < burn + count; i++) {
      if (pile.size() === 0) {
        await nextRound();
        pile = openPile(state, place);
        if (pile.size() === 0) refuse("count", "there are too few cards");
      }
      const position = pile.take(from);
      ownPositions.push(position);
      entry.positions.push(position);
      entry.rounds.push(state.round);
    }
    return { state, entry };
  }

  /**
   * Return the state in which the next stage of a deal can be laid: that of the same hand, of another hand of the round, or of
   * a new round.
   *
   * @param {RoundState} before
   * @param {SealedDeal} shoeDeal the deal of the shoe
   * @param {boolean} reshuffle
   */
  function openHand(before, shoeDeal, reshuffle) {
    const state = copyState(before);
    if (policy === "never" && reshuffle)
      refuse("reshuffle", "a shoe is never shuffled again");
    const newRound = beginRound(state.round + 1, null, size);
    if (reshuffle && hasBegun(state)) return newRound;
    if (state.inPlay === null && state.dealt < shoeDeal.stages.length)
      return state;
    if (!shoeDeal.goesOn) refuse("stage", "all stages are dealt");
    if (isLow(state)) return newRound;
    if (state.inPlay !== null) refuse("stage", "this round has no stages");
    const stock = listLeft(state, state.layout, { pile: shoeDeal.stock });
    if (stock.length < (shoeDeal.handLimit ?? 0))
      refuse("stage", "there are too few cards for another hand");
    state.hand = stock;
    state.dealt = 0;
    return state;
  }

  /** @type {RoundRules["deal"]} */
  async function deal(before, { reshuffle = false } = {}) {
    if (dealt === undefined) return refuse("stage", "the shoe is not dealt");
    const state = openHand(before, dealt, reshuffle);
    if (state.dealt === 0)
      state.layout = dealt.layOut(
        await orderOf(state.round, null),
        state.round,
        state.hand,
      );
    const stage = dealt.stages[state.dealt++];
    const cards = state.layout
      .filter((card) => card.stage === stage && isTaken(card))
      .sort((one, other) => one.position - other.position);
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

  return { draw, deal };
}
