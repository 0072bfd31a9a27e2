/**
 * A sealed draw of the page Draw, compared with the seal that this browser noted, and with a list that a person
 * entered.
 */
// @ts-check
import { canonicalJson, hashList } from "../../../../verify/core/canonical.mjs";
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { getDue } from "../../shared/beacon.mjs";
import { haveTickets, splitTickets } from "../../shared/lines.mjs";
import { placeNumbers } from "../../shared/placed.mjs";
import {
  isOfPublicDraw,
  omitDecider,
  parseLabel,
} from "../../shared/sealed_labels.mjs";
import { formatTime, t } from "../../shared/texts.mjs";
import { getReceipt, areOfIntegers, listSeen } from "./notes.mjs";
import { parsePosition } from "./places.mjs";
import { say } from "./plain.mjs";
import { findOpenSeal, findSeal, keepResult } from "./records.mjs";

/**
 * @import { Difference, JsonObject } from "../../../../verify/core/validation.mjs"
 * @import { CardPosition } from "./places.mjs"
 * @import { IntegerTerms, SeenCard, Subject } from "./notes.mjs"
 * @import { Placed } from "../../shared/placed.mjs"
 * @import { Face, Receipt, Terms } from "../../shared/shoes.mjs"
 * @import { DifferingValue, Sentence } from "./plain.mjs"
 */

/**
 * A difference with words for people: a sentence of the check or of the page, or the values in words of what they stand
 * for; of a response with all that differs.
 * @typedef {object} Explanation
 * @property {Sentence} [detail]
 * @property {DifferingValue} [named]
 * @property {Difference[]} [differing]
 */

/** @typedef {Omit<Difference, "detail"> & Explanation} ExplainedDifference */

/**
 * What the notes of this browser say of a draw.
 * @typedef {object} SealComparison
 * @property {ExplainedDifference} [difference] the seal was noted for another draw
 * @property {{ [name: string]: Sentence }} [open] objections by name
 * @property {Sentence} [hint] that another draw was noted and not drawn yet
 * @property {number} [notedAt] when the seal was noted, in milliseconds since 1970
 * @property {boolean} [isNotedLate] it was noted after the draw
 */

/**
 * Return the entered list in the form of the seal: a list with tickets in each line is sealed with a line for each
 * ticket.
 * @template {unknown[] | undefined} Items
 * @param {Items} items such as ["Ann 2", "Bob 1"]
 * @param {{ items_sha256?: string }} terms of the seal
 * @returns {Promise<Items>} the items, or ["Ann", "Ann", "Bob"] if the seal is of these
 */
export async function spreadTickets(items, { items_sha256: digest }) {
  if (!areTexts(items) || !haveTickets(items)) return items;
  if ((await hashList(items)) === digest) return items;
  /** @type {{ names: string[], weights: number[] }} */
  const { names, weights } = splitTickets(items);
  if (weights.reduce((sum, weight) => sum + weight, 0) > MAX_TICKETS)
    return items;
  const tickets = names.flatMap((name, i) => Array(weights[i]).fill(name));
  const isSealed = (await hashList(tickets)) === digest;
  return isSealed ? /** @type {Items} */ (tickets) : items;
}

/**
 * Return whether a list is there, and of texts.
 * @param {unknown[] | undefined} items
 * @returns {items is string[]}
 */
const areTexts = (items) =>
  items?.every((item) => typeof item === "string") ?? false;

const MAX_TICKETS = 20_000; // of the page Draw

/**
 * Return the numbers that a file shows as drawn: each place once, in the order of the draws.
 * @param {Subject["seen"]} seen
 * @returns {SeenCard[]}
 */
export function listDrawn(seen) {
  const entries = listSeen(seen).sort(
    (a, b) => (a.draw ?? Infinity) - (b.draw ?? Infinity) || 0,
  );
  /** @type {Map<string, SeenCard>} */
  const places = new Map();
  for (const card of entries.flatMap(({ cards }) => cards)) {
    const place = `${card.round} ${card.position}`;
    if (card.face !== null && !places.has(place)) places.set(place, card);
  }
  return [...places.values()];
}

/**
 * Return an item of a list as text for people.
 * @param {unknown} item
 * @returns {string}
 */
export const toText = (item) =>
  escapeInvisible(typeof item === "string" ? item : JSON.stringify(item));

/**
 * Return the item of a list that a number stands for, or the number.
 * @param {Face} face an integer of the shoe
 * @param {Pick<Subject, "original_items">} file
 * @param {{ min?: number }} terms
 * @returns {Face} "Bob" of 2, if the list is ["Ann", "Bob"] and `min` is 1
 */
export const itemOf = (face, { original_items: items }, { min = NaN }) =>
  items?.[Number(face) - min] ?? face;

/**
 * Return whether the numbers were drawn in the way of the page Draw: in order from the top, or the first number of each
 * round.
 * @param {Pick<Receipt, "terms" | "drawn">} receipt
 * @param {Subject["seen"]} seen
 * @returns {boolean}
 */
export function isUsual({ terms, drawn }, seen) {
  const isOneRound = terms.reshuffle === "never";
  /**
   * @param {SeenCard} card
   * @param {number} i its place in the order
   */
  const isInOrder = ({ round, position }, i) =>
    isOneRound ? round === 0 && position === i : round === i && position === 0;
  return drawn.bottom === 0 && listDrawn(seen).every(isInOrder);
}

/**
 * Compare a correct draw with the seal that this browser noted. Return the `difference` if the seal was noted for
 * another draw; otherwise `open`, objections by name, and `notedAt`, the time of the note. A note from after the draw,
 * at `drawnAt`, has none, and `isNotedLate`. Of a shoe of cards only the time is compared; of one from which nothing
 * was drawn, and of a file without terms, nothing is said. The result of a draw is noted, if this browser saw none of
 * its seal before.
 * @param {Subject} file
 * @param {number} [drawnAt] in milliseconds since 1970
 * @returns {SealComparison}
 */
export function compareWithSeal({ seen, ...file }, drawnAt = Infinity) {
  const receipt = getReceipt(file);
  if (receipt?.terms === undefined) return {};
  const note = findSeal(receipt.commitment);
  if (note?.terms !== undefined && note.terms !== canonicalJson(receipt.terms))
    return { difference: findOtherTerm(JSON.parse(note.terms), receipt.terms) };
  const isNotedLate = note?.time !== undefined && note.time > drawnAt;
  const notedAt = isNotedLate ? undefined : note?.time;
  if (!areOfIntegers(receipt.terms)) return { notedAt, isNotedLate };
  if (receipt.drawn.draws === 0) return {};
  const waiting = notedAt === undefined ? describeWaiting(receipt) : undefined;
  return {
    open: {
      ...(waiting?.isOfSame && { otherSeal: waiting.sentence }),
      ...listObjections(receipt, seen),
      ...judgeTimes(receipt.terms, notedAt),
    },
    hint: waiting?.isOfSame ? undefined : waiting?.sentence,
    notedAt,
    isNotedLate,
  };
}

/**
 * Return the sentence on another seal that this browser noted and that was not drawn yet, and whether it `isOfSame`: of
 * a draw of the same title, or from the same list; undefined if there is none.
 * @param {Receipt} receipt
 */
function describeWaiting(receipt) {
  const seal = findOpenSeal(receipt, isSameDraw);
  if (!seal) return undefined;
  const sentence = say("verify.otherSealNoted", {
    time: formatTime(seal.time),
    draw: readLabel(seal.terms),
  });
  const isOfSame = isSameDraw(JSON.parse(seal.terms), receipt.terms);
  return { sentence, isOfSame };
}

/**
 * Note the result of a draw, and return what speaks against it, by name: another result of the same seal, and an order
 * that the page Draw does not draw in.
 * @param {Receipt} receipt
 * @param {Subject["seen"]} seen
 */
function listObjections(receipt, seen) {
  const noted = keepResult(receipt);
  /** @type {{ [name: string]: Sentence }} */
  const objections = {};
  if (noted.digest !== receipt.drawn.digest)
    objections.result = say("verify.otherResultNoted", {
      words: String(noted.client_seed),
    });
  if (isOfPublicDraw(receipt.terms.label) && !isUsual(receipt, seen))
    objections.order = say("verify.unusualOrder");
  return objections;
}

/**
 * Return what speaks against a draw by a public number, by name: that its seal was noted after the round that decides
 * it, and that the round is still to come, so that its number cannot be known.
 * @param {Terms} terms
 * @param {number | undefined} notedAt
 */
function judgeTimes({ label }, notedAt) {
  const { round } = parseLabel(label);
  if (round === undefined) return {};
  const due = getDue(Number(round));
  return {
    ...(notedAt !== undefined &&
      notedAt >= due && { late: say("verify.lateSeal") }),
    ...(Date.now() < due && { early: say("verify.earlyRound") }),
  };
}

/**
 * Return what was drawn, as the label in terms says it.
 * @param {string} json of the terms
 * @returns {string}
 */
function readLabel(json) {
  /** @type {Terms} */
  const { label } = JSON.parse(json);
  return label ? omitDecider(label) : t("verify.namelessDraw");
}

/**
 * Return whether terms are for a draw of the same title, or from the same list.
 * @param {Terms} terms
 * @param {Terms} otherTerms
 */
function isSameDraw(terms, otherTerms) {
  const title = titleOf(terms);
  const isOfList = terms.items_sha256 !== undefined;
  return (
    (title && title === titleOf(otherTerms)) ||
    (isOfList && terms.items_sha256 === otherTerms.items_sha256)
  );
}

/**
 * Return the title of a draw, which is before the colon in its label, in small letters.
 * @param {Terms} terms
 */
const titleOf = ({ label }) => label?.split(": ")[0].trim().toLowerCase();

/**
 * Return the first difference between noted terms and the terms of a receipt; the list and the label come first.
 * @param {JsonObject} noted
 * @param {Terms} terms
 * @returns {ExplainedDifference}
 */
function findOtherTerm(noted, terms) {
  /** @type {JsonObject} */
  const members = { ...terms };
  const names = [
    "items_sha256",
    "label",
    ...Object.keys({ ...noted, ...members }),
  ];
  const name = names.find(
    (termName) =>
      canonicalJson([noted[termName] ?? null]) !==
      canonicalJson([members[termName] ?? null]),
  );
  return {
    where: `terms.${name}`,
    expected: noted[String(name)],
    seen: members[String(name)],
    detail: say("verify.otherDrawNoted"),
  };
}

/**
 * Return what explains a difference in a draw: a sentence on its list, or what was drawn at a place; {} for any other.
 * @param {ExplainedDifference} difference
 * @param {Subject} file
 * @returns {Explanation}
 */
export function explainDraw(difference, file) {
  const { where, expected, seen } = difference;
  const { terms } = getReceipt(file) ?? {};
  if (!areOfIntegers(terms)) return {};
  if (where === "terms.items_sha256")
    return { detail: say("verify.otherList") };
  if (where === "original_items") {
    const lengths = { seen: String(seen), expected: String(expected) };
    return { detail: say("verify.otherLength", lengths) };
  }
  return { named: nameDrawn(difference, file, terms) };
}

/**
 * Return what was drawn at the place of a difference, in words of what the numbers stand for; undefined if it has no
 * such place.
 * @param {ExplainedDifference} difference
 * @param {Subject} file
 * @param {IntegerTerms} terms
 * @returns {DifferingValue | undefined} such as "coin 2 of 3", "Heads" and "Tails"
 */
function nameDrawn({ where, expected, seen }, file, terms) {
  const position = parsePosition(where);
  if (!position) return undefined;
  const [right, wrong] = [expected, seen].map((face) =>
    placeDrawn(putAt(file.seen, position, face), file, terms).find(({ card }) =>
      isAt(card, position),
    ),
  );
  return (
    right &&
    wrong && { place: right.place, expected: right.text, seen: wrong.text }
  );
}

/**
 * Return whether a card was seen at a position.
 * @param {SeenCard} card
 * @param {CardPosition} position
 */
const isAt = (card, { round, position }) =>
  card.round === round && card.position === position;

/**
 * Return the numbers that a file shows as drawn, as `listDrawn` does, with another one at a position.
 * @param {Subject["seen"]} seen
 * @param {CardPosition} position
 * @param {Face} face
 */
const putAt = (seen, position, face) =>
  listDrawn(seen).map((card) =>
    isAt(card, position) ? { ...card, face } : card,
  );

/**
 * Return drawn numbers in words of what they stand for, each with its place: "Heads" at "coin 2 of 3".
 * @param {SeenCard[]} cards
 * @param {Pick<Subject, "original_items">} file
 * @param {IntegerTerms} terms
 * @returns {(Placed & { card: SeenCard })[]}
 */
export function placeDrawn(cards, file, terms) {
  const what = terms.label && parseLabel(terms.label).what;
  const isOfList = terms.items_sha256 !== undefined;
  const textsWithPlaces = isOfList
    ? cards.map(({ face }, i) => ({
        place: t("verify.placed", { number: i + 1 }),
        text: toText(itemOf(face, file, terms)),
      }))
    : placeNumbers(
        what,
        cards.map(({ face }) => Number(face)),
      );
  return cards.map((card, i) => ({ card, ...textsWithPlaces[i] }));
}
