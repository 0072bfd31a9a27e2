/** Short sentences about a table, of which longer ones are made. */
// @ts-check
/** @import { State } from "./private_state.mjs" */
import { nameSeat, nameStage, toTitle } from "../shared/labels.mjs";
import { LANGUAGE, joinNames, t } from "../shared/texts.mjs";
import { choiceOf, isAway } from "./private_state.mjs";

/**
 * Return the name of a seat in a sentence: "Seat 1", "North", "the dealer".
 * @param {string} seat
 */
export const callSeat = (seat) =>
  LANGUAGE === "en"
    ? nameSeat(seat).replace(/^(?=\p{Ll})/u, "the ")
    : nameSeat(seat);

/**
 * Return the names of seats in a sentence: "Seat 1, North and the dealer".
 * @param {string[]} seats
 */
export const callSeats = (seats) => joinNames(seats.map(callSeat));

/**
 * Return a sentence of this table by its name, which begins with a capital letter.
 * @param {string} name
 * @param {Record<string, string>} [values]
 */
export const say = (name, values) =>
  toTitle(t(`table.private.says.${name}`, values));

/**
 * Join sentences, without those that are empty.
 * @param {string[]} sentences
 */
export const join = (...sentences) => sentences.filter(Boolean).join(" ");

/** @typedef {{ stage?: string, seat?: string }} DrawnEntry a stage, or a draw for a seat */

/**
 * Return a sentence about the last deal or draw, for the player at `ownSeat`.
 * @param {DrawnEntry | undefined} entry
 * @param {string | undefined} ownSeat
 */
export function describeDraw({ stage, seat } = {}, ownSeat) {
  if (seat)
    return seat === ownSeat
      ? say("youDrew")
      : say("drew", { seat: callSeat(seat) });
  if (!stage) return say("sealed");
  return stage === "deal"
    ? t("table.dealt")
    : t("table.dealtStage", { stage: nameStage(stage) });
}

/**
 * Return a sentence about a player who left, or whose tab is closed; "" for any other.
 * @param {State} state
 * @param {string} seat
 */
export function describeGone(state, seat) {
  const values = { seat: callSeat(seat) };
  if (isAway(state, seat)) return say("isClosed", values);
  return choiceOf(state, seat) === "left" ? say("isLeft", values) : "";
}
