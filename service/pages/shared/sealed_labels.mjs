/**
 * The label of a draw in public, which its seal binds: "Spring raffle: 3 winners from 40 names. Decided by: drand
 * quicknet round 5". The page Draw writes it in English; pages of any language read it.
 *
 * Frozen: whoever kept the link to a result opens it with the label of its day.
 */
// @ts-check
import { t } from "./texts.mjs";

/**
 * What the label of a draw says: its `occasion`, `what` was drawn, and the `round` of drand that decides it, each if it
 * says so: { occasion: "Spring raffle", what: "3 winners from 40 names", round: "5" }.
 * @typedef {{ occasion?: string, what?: string, round?: string }} Label
 */

/**
 * Return the words for a round of drand: "drand quicknet round 5".
 * @param {number | string} number
 */
const nameRound = (number) => `drand quicknet round ${number}`;

/**
 * Return the label of a draw; without a round words of the audience decide it.
 * @param {{ occasion: string, what: string, round?: number }} draw the occasion may be ""
 */
export function writeLabel({ occasion, what, round }) {
  const drawn = [occasion, what].filter(Boolean).join(": ");
  const decider =
    round === undefined ? "words of the audience" : nameRound(round);
  return `${drawn}. Decided by: ${decider}`;
}

/**
 * Return the number of the round of drand that ends a label, as the label of the guide's raffle does too: "5" of
 * "Raffle, drand quicknet round 5". Return undefined for a label that names none.
 * @param {string} [label]
 * @returns {string | undefined}
 */
export function readRound(label = "") {
  const [, number] = /\bdrand quicknet round (\d+)$/.exec(label) ?? [];
  return number;
}

const LABEL = /^(.*)\. Decided by: (.*)$/s;
/** What was drawn, perhaps behind its occasion. Only words for coins have a colon: "3 coins: 1 is heads, 2 tails". */
const DRAWN = /^(?:(.*?): )??((?:[\d,]+ coins?: )?[^:]*)$/s;

/**
 * Return what the label of a draw says.
 *
 * A label that the page Draw did not write is an occasion. A colon within an occasion stays in it.
 * @param {string} [label]
 * @returns {Label}
 */
export function parseLabel(label = "") {
  const [, drawn, decider] = LABEL.exec(label) ?? [];
  if (drawn === undefined) return { occasion: label || t("shared.nameless") };
  const round = parseDecider(decider);
  const match = DRAWN.exec(drawn);
  if (!match) return { occasion: drawn, round };
  const [, occasion, what] = match;
  return { occasion, what, round };
}

/**
 * Return the number of the round of drand that decides a draw; undefined if something else decides it.
 * @param {string} decider the words for what decides it: "drand quicknet round 5"
 */
function parseDecider(decider) {
  const number = readRound(decider);
  const isRound = number !== undefined && decider === nameRound(number);
  return isRound ? number : undefined;
}

/**
 * Return the label without who decides the draw: "Spring raffle: 3 winners from 40 names".
 * @param {string} label
 */
export const omitDecider = (label) => label.split(". Decided by: ")[0];

/**
 * Return whether a label is written by the page Draw or by the guide's raffle.
 * @param {string} [label]
 */
export const isOfPublicDraw = (label = "") =>
  /\bDecided by: /.test(label) || readRound(label) !== undefined;
