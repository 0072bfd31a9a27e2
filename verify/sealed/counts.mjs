/**
 * The counts of a receipt: whether its draws, its cards and their positions can be those of its shoe. Implemented from
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { isEqual } from "../core/canonical.mjs";
import { ascending, range } from "../core/lists.mjs";
import { differ } from "../core/validation.mjs";
import { formPlace, isTaken } from "../games/stages.mjs";
import { listCards } from "./entries.mjs";
import { MAX } from "./receipts.mjs";
import { isOfWords } from "./sealed.mjs";

/**
 * @import { Difference, JsonObject } from "../core/validation.mjs"
 * @import { SealedDeal } from "../games/stages.mjs"
 * @import { SeenCard, SeenEntry } from "./entries.mjs"
 * @import { Drawn, Receipt } from "./receipts.mjs"
 * @import { DealtShoe } from "./rounds.mjs"
 */

/**
 * Return the first draw that took cards of two rounds without cards in play, as a difference, or undefined.
 *
 * @param {SeenEntry[]} records
 * @returns {Difference | undefined}
 */
export function findSplitDraw(records) {
  const split = records.find(
    ({ rounds, in_play: held }) =>
      held === undefined && new Set(rounds).size > 1,
  );
  return (
    split &&
    differ(`${split.where}.in_play`, "the cards in play", undefined, {
      draw: split.draw,
    })
  );
}

/**
 * Return a difference if cards in play are not in ascending order, each once, or undefined.
 *
 * @param {SeenEntry[]} entries
 * @returns {Difference | undefined}
 */
export function findUnsorted(entries) {
  for (const { where, in_play: inPlay = [], draw } of entries) {
    const expected = ascending(new Set(inPlay));
    if (!isEqual(expected, inPlay))
      return differ(`${where}.in_play`, expected, inPlay, { draw });
  }
}

/**
 * Return the reason why the draws cannot be followed one by one.
 *
 * @param {{ draw: number }[]} records in the order of their numbers, each number once
 * @param {{ draws: number }} drawn
 * @returns {string}
 */
export function explainMissingDraws(records, { draws }) {
  if (records.length === 0)
    return `none of the ${draws} draws is in the list with its number, so one may have been hidden`;
  const gap = records.findIndex(({ draw }, i) => draw !== i + 1);
  const first = (gap < 0 ? records.length : gap) + 1;
  return `${draws - records.length} of the ${draws} are not in the list, the first is number ${first}, so one may have been altered`;
}

/**
 * Return how many cards are in play in the last round: a receipt lists their indices, a partial one has the number.
 *
 * @param {Drawn} drawn
 * @returns {number}
 */
const countInPlay = ({ in_play: inPlay }) =>
  Array.isArray(inPlay) ? inPlay.length : (inPlay ?? 0);

/**
 * Return the bounds of the counts of a receipt, in the order in which they are checked.
 *
 * @param {Receipt} receipt
 * @param {DealtShoe} shoe
 * @returns {[name: string, count: number, low: number, high: number][]}
 */
function listBounds({ terms, drawn }, { size, deal }) {
  const { round, total, draws, top = 0, bottom = 0, positions = [] } = drawn;
  const shuffled = size - countInPlay(drawn);
  const maxRound = terms.reshuffle === "never" ? 0 : MAX;
  if (deal) {
    const taken = positions.length;
    return [
      ["round", round, 0, maxRound],
      ["total", total, taken, taken + round * size],
      ["draws", draws, total > 0 ? 1 : 0, MAX], // a stage may take no card
    ];
  }
  const taken = top + bottom;
  const isTopTaken = round + total > 0 && bottom === 0;
  return [
    ["round", round, 0, maxRound],
    ["top", top, isTopTaken ? 1 : 0, shuffled],
    ["bottom", bottom, 0, shuffled - top],
    ["total", total, taken + round, taken + round * size],
    ["draws", draws, total > 0 ? 1 : 0, total],
  ];
}

/**
 * Return the first member of a receipt that says anything of draws, though there were none, as a difference, or
 * undefined.
 *
 * @param {Receipt} receipt
 */
function findDrawOfNone({ drawn, client_seed: clientSeed, commitment }) {
  if (drawn.round > 0) return differ("drawn.round", 0, drawn.round);
  if (drawn.digest !== commitment)
    return differ("drawn.digest", commitment, drawn.digest);
  if (clientSeed !== null) return differ("client_seed", null, clientSeed);
}

/**
 * Return the first count that no draws lead to, as a difference, or undefined.
 *
 * `in_play` is null in round 0; later it is a list of indices, or in a partial receipt their number.
 *
 * @param {Receipt} receipt
 * @param {DealtShoe} shoe
 * @returns {Promise<Difference | undefined>}
 */
export async function findImpossibleCount(receipt, shoe) {
  const { terms, drawn, client_seed: clientSeed } = receipt;
  const { round, draws, positions = [], in_play: inPlay } = drawn;
  for (const [name, count, low, high] of listBounds(receipt, shoe)) {
    if (count < low || count > high)
      return differ(
        `drawn.${name}`,
        low === high ? low : `${low} to ${high}`,
        count,
      );
  }
  if (round === 0 && inPlay !== null)
    return differ("drawn.in_play", null, inPlay);
  const shuffled = shoe.size - countInPlay(drawn);
  const last = positions.length - 1;
  if (shoe.deal && positions[last] >= shuffled)
    return differ(
      `drawn.positions[${last}]`,
      `0 to ${shuffled - 1}`,
      positions[last],
    );
  if (draws === 0) return findDrawOfNone(receipt);
  if (terms.words && !(await isOfWords(terms.words, clientSeed)))
    return differ(
      "client_seed",
      "texts of the digests in terms.words",
      clientSeed,
    );
}

/**
 * Return the first observed draw or card that the receipt does not count as drawn, as a difference, or undefined.
 *
 * @param {Drawn} drawn
 * @param {SeenEntry[]} entries
 * @param {DealtShoe} shoe
 * @param {(card: SeenCard) => boolean} isMeant return whether a card is looked at
 * @returns {Difference | undefined}
 */
export function findUndrawn(drawn, entries, { size, deal }, isMeant) {
  const { top = 0, bottom = 0 } = drawn;
  const shuffled = size - countInPlay(drawn);
  const taken = new Set(drawn.positions);
  /** @param {number} position */
  const isLeft = (position) =>
    position < shuffled &&
    (deal
      ? !taken.has(position)
      : position >= top && position < shuffled - bottom);
  for (const { draw = 0, where } of entries) {
    if (draw > drawn.draws)
      return differ(`${where}.draw`, `at most ${drawn.draws}`, draw, {
        draw,
        detail: LATER_DRAW,
      });
  }
  for (const { round, position, draw } of listCards(entries).filter(isMeant)) {
    if (round > drawn.round || (round === drawn.round && isLeft(position)))
      return differ("drawn", `round ${round}, position ${position}`, drawn, {
        draw,
        detail: NOT_COUNTED,
      });
  }
}

const NOT_COUNTED =
  "the receipt does not count this card as drawn, though it was seen";
const LATER_DRAW =
  "the receipt counts fewer draws: it is of an earlier state of the shoe, or of another branch";

/**
 * Return the first count of a receipt that the draws do not lead to, as a difference, or undefined.
 *
 * @param {JsonObject} counts those that the draws lead to, by the name of the member
 * @param {JsonObject} drawn
 * @param {string} detail in words for people
 * @returns {Difference | undefined}
 */
export function findOtherCount(counts, drawn, detail) {
  for (const [name, count] of Object.entries(counts)) {
    if (!isEqual(count, drawn[name]))
      return differ(`drawn.${name}`, count, drawn[name], { detail });
  }
}

/**
 * Where draws end: the last round, how many cards were taken in all rounds, the cards in play (their indices or, where
 * no seed is known, how many), and the digest after each draw.
 *
 * @typedef {object} DrawsEnd
 * @property {number} round
 * @property {number} total
 * @property {number[] | number | null} inPlay null if the round began without cards in play
 * @property {string[]} digests
 */

/**
 * Return the first count of those that full and partial receipts have that the draws do not lead to, as a difference,
 * or undefined.
 *
 * @param {DrawsEnd} end
 * @param {JsonObject} drawn
 * @param {string} detail in words for people
 * @returns {Difference | undefined}
 */
export function findOtherTotal(
  { round, total, inPlay, digests },
  drawn,
  detail,
) {
  const counts = { round, total, in_play: inPlay, digest: digests.at(-1) };
  return findOtherCount(counts, drawn, detail);
}

/**
 * Return the positions and places of the cards that leave the shoe with a stage, if it is the one of an entry. The hand
 * is the first of a round or, in a game that goes on, a later hand, wherever it begins.
 *
 * @param {SeenEntry} entry of a stage
 * @param {number} size of the shoe
 * @param {SealedDeal} deal
 * @returns {{ positions: number[], places: string[] }}
 */
function layOutStage({ stage, positions, rounds }, size, deal) {
  const order = range(size);
  /** @param {number[]} [hand] */
  const listTakenOf = (hand) =>
    deal
      .layOut(order, rounds[0] ?? 0, hand)
      .filter((card) => card.stage === stage && isTaken(card))
      .sort((a, b) => a.position - b.position);
  const cards = listTakenOf();
  const places = cards.map(formPlace);
  const ofFirstHand = cards.map(({ position }) => position);
  if (!deal.goesOn || isEqual(ofFirstHand, positions))
    return { positions: ofFirstHand, places };
  const later = listTakenOf(range(size - 1, 1));
  const shift = positions[0] - later[0].position;
  return {
    positions: later.map(({ position }) => position + shift),
    places: later.map(formPlace),
  };
}

/**
 * Return the first stage with other positions or places than the deal of a hand, or undefined. The hand is the first of
 * a round or, in a game that goes on, a later hand, wherever it begins.
 *
 * @param {SeenEntry[]} records
 * @param {DealtShoe} shoe
 * @returns {Difference | undefined}
 */
export function findOtherPlace(records, { size, deal }) {
  if (!deal || deal.needsFaces) return undefined;
  for (const entry of records) {
    if (entry.stage === undefined) continue;
    const { positions, places = [], draw, where } = entry;
    const laid = layOutStage(entry, size, deal);
    const more = { draw, detail: OTHER_PLACE };
    const length = Math.max(positions.length, laid.positions.length);
    for (const k of range(length)) {
      if (positions[k] !== laid.positions[k])
        return differ(
          `${where}.positions[${k}]`,
          laid.positions[k],
          positions[k],
          more,
        );
    }
    for (const k of range(length)) {
      if (places[k] !== laid.places[k])
        return differ(`${where}.places[${k}]`, laid.places[k], places[k], more);
    }
  }
}

const OTHER_PLACE = "the deal brings the cards of this stage to other places";
