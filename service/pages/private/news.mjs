/** Sentences about what happened at a table between two states of it. */
// @ts-check
/** @import { Shoe } from "../deals/cards.mjs" */
/** @import { HandState, State } from "./private_state.mjs" */
import { hasDiscards, listMoves } from "./hands.mjs";
import { callSeat, describeDraw, describeGone, join, say } from "./says.mjs";
import { choiceOf } from "./private_state.mjs";

/**
 * Return sentences about what players did between two states of one hand; "" if they did nothing. `nameCard` names the
 * card of an index.
 *
 * "You drew a card. Seat 2 played the 7 of Hearts. It is your turn."
 * @param {HandState | undefined} before
 * @param {HandState} state
 * @param {(index: number) => string} nameCard
 */
function describeNews(before, state, nameCard) {
  const { table, seat, game } = state;
  if (!before || before.table.hand !== table.hand || table.receipt) return "";
  const movesBefore = listMoves(before.table, before.players);
  const moves = listMoves(table, state.players);
  const newMoves = moves.slice(movesBefore.length);
  const hasDrawn = table.draws.length > before.table.draws.length;
  const laid = describeLaid(before, state);
  const last = newMoves.at(-1);
  return join(
    hasDrawn ? describeDraw(table.draws.at(-1), seat) : "",
    ...newMoves.map((move) =>
      tell(state, move.isTaken ? "Took" : "Played", move.seat, {
        card: nameCard(move.index),
      }),
    ),
    ...laid,
    ...describeLeaving(before, state),
    last && !last.isTaken && !laid.length && hasDiscards(game)
      ? describeNext(state, last.seat)
      : "",
  );
}

/**
 * Return a sentence about what a player did: "You …" for the player of this tab.
 * @param {State} state
 * @param {"Took" | "Played" | "Laid"} deed
 * @param {string} seat
 * @param {Record<string, string>} [values]
 */
const tell = (state, deed, seat, values = {}) =>
  seat === state.seat
    ? say(`you${deed}`, values)
    : say(`other${deed}`, { seat: callSeat(seat), ...values });

/**
 * Return a sentence about each player who laid cards away between two states.
 * @param {HandState} before
 * @param {HandState} state
 */
function describeLaid(before, state) {
  /**
   * @param {State} eitherState
   * @param {string} seat
   */
  const countLaid = (eitherState, seat) =>
    eitherState.players[seat]?.laid?.length ?? 0;
  return Object.keys(state.table.seats)
    .filter((seat) => countLaid(state, seat) > countLaid(before, seat))
    .map((seat) => tell(state, "Laid", seat));
}

/**
 * Return a sentence about each player who left between two states.
 * @param {HandState} before
 * @param {HandState} state
 */
const describeLeaving = (before, state) =>
  Object.keys(state.table.seats)
    .filter(
      (seat) =>
        choiceOf(state, seat) === "left" && choiceOf(before, seat) !== "left",
    )
    .map((seat) => describeGone(state, seat));

/**
 * Say who is next after a player: the next one round the table who plays on.
 * @param {HandState} state
 * @param {string} seat
 */
function describeNext(state, seat) {
  const seats = Object.keys(state.table.seats);
  const after = [...seats.slice(seats.indexOf(seat) + 1), ...seats].find(
    (otherSeat) => !choiceOf(state, otherSeat),
  );
  if (!after || after === seat) return "";
  return after === state.seat
    ? say("yourTurn")
    : say("isNext", { seat: callSeat(after) });
}

/** What happened since the state before, until something else does. */
export class News {
  /** @type {HandState | undefined} */
  #before;
  #sentence = "";

  /**
   * Return a sentence on what happened between the state that was noted last and this one.
   * @param {HandState} state
   * @param {Shoe} shoe
   */
  note(state, shoe) {
    const sentence = describeNews(
      this.#before,
      state,
      (index) => shoe.cards[index].name,
    );
    if (sentence || this.#before?.table.hand !== state.table.hand)
      this.#sentence = sentence;
    this.#before = state;
    return this.#sentence;
  }
}
