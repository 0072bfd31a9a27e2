/** The numbers of a sealed draw as the seeds determine them: dice, coins, numbers, or entries of a list. */
// @ts-check
import { openFaces } from "../../../../verify/sealed/sealed.mjs";
import { arrange } from "../../shared/arrange.mjs";
import { create } from "../../shared/elements.mjs";
import { parseLabel } from "../../shared/sealed_labels.mjs";
import { t } from "../../shared/texts.mjs";
import { isUsual, listDrawn, placeDrawn } from "../assessment/seals.mjs";
import { createValueList } from "./value_lists.mjs";

/**
 * @import { Terms as CheckedTerms } from "../../../../verify/sealed/terms.mjs"
 * @import { RoundStep } from "../../../../verify/steps/steps.mjs"
 * @import { IntegerTerms, SeenCard, Subject } from "../assessment/notes.mjs"
 * @import { Receipt, Terms } from "../../shared/shoes.mjs"
 */

const MAX_AT_FIRST = 100;

/**
 * Render all numbers of a draw in their order, with what they are. One that was seen is marked if it is not the right
 * one. In a list some have several tickets, and are drawn again.
 * @param {Receipt & { terms: IntegerTerms }} receipt
 * @param {Subject} file
 * @param {RoundStep[]} orders
 * @param {(order: RoundStep, position: number, size: number) => boolean} isTaken whether the receipt says that a number
 *   was drawn
 */
export function renderNumbers(receipt, file, orders, isTaken) {
  const { terms } = receipt;
  const size = countFaces(terms);
  const ordersByRound = new Map(orders.map((order) => [order.round, order]));
  const seen = listDrawn(file.seen);
  const places = new Set(seen.map(nameCard));
  const unseen = orders.flatMap((order) =>
    listCards(order).filter(
      (card) =>
        !places.has(nameCard(card)) && isTaken(order, card.position, size),
    ),
  );
  const cards = [...seen, ...unseen];
  const isOfOneRound = cards.every(({ round }) => round === cards[0].round);
  const areInOrder = !isOfOneRound && isUsual(receipt, file.seen);
  /**
   * @param {SeenCard} card
   * @param {number} i its place in the order
   */
  const nameNumber = (card, i) => {
    if (isOfOneRound) return `${card.position + 1}.`;
    return areInOrder ? `${i + 1}.` : namePosition(card);
  };
  const texts = placeDrawn(cards, file, terms).map(({ text }) => text);
  const values = texts.map((text, i) => ({
    label: nameNumber(cards[i], i),
    text,
    note:
      file.original_items && texts.indexOf(text) < i
        ? t("verify.draws.again")
        : undefined,
    isWrong:
      faceOf(ordersByRound.get(cards[i].round), cards[i]) !== cards[i].face,
  }));
  const kind = file.original_items ? "names" : undefined;
  const label = t("verify.draws.drawn");
  return [
    create("div.holder", { class: kind }, [
      create("p.soft", describeNumbers(terms, cards, file)),
      createValueList(label, values, MAX_AT_FIRST),
    ]),
  ];
}

/**
 * Return how many cards, numbers or items a shoe has.
 * @param {Terms} terms by which its rounds were derived
 */
export const countFaces = (terms) =>
  openFaces(/** @type {CheckedTerms} */ (terms)).size;

/** @param {SeenCard} card */
const nameCard = ({ round, position }) => `${round} ${position}`;

/**
 * Return the numbers of an order with their positions.
 * @param {RoundStep} order
 * @returns {SeenCard[]}
 */
const listCards = ({ round, codes }) =>
  codes.map((code, position) => ({ round, position, face: Number(code) }));

/**
 * Return the number that an order has in the place of one that was seen.
 * @param {RoundStep | undefined} order
 * @param {SeenCard} card
 */
function faceOf(order, { position, face }) {
  const code = order?.codes[position];
  return code === undefined ? face : Number(code);
}

/**
 * Return the place of a number that was not drawn in the usual order: "place 5, in draw 2".
 * @param {SeenCard} card
 */
const namePosition = ({ round, position }) =>
  t("verify.inDraw", {
    place: t("verify.placed", { number: position + 1 }),
    draw: round + 1,
  });

/**
 * Return a sentence on what the numbers of a draw are, by its label and its terms: names, if the list is there.
 * @param {IntegerTerms} terms
 * @param {SeenCard[]} cards
 * @param {Subject} file
 */
function describeNumbers(terms, cards, { original_items: items }) {
  const { label, min = 1, max, items_sha256: digest } = terms;
  const values = { count: cards.length, min, max };
  if (digest !== undefined) {
    const ofList = { count: cards.length, size: countFaces(terms) };
    return items
      ? t("verify.numbers.names", ofList)
      : t("verify.numbers.ofList", ofList);
  }
  const what = label && parseLabel(label).what;
  const { dice, coins } = arrange(what, { numbers: [], size: 0 });
  if (dice) return t("verify.numbers.dice", values);
  if (coins) return t("verify.numbers.coins", values);
  const isRepeated =
    cards.length > 1 &&
    cards.every(({ round, position }, i) => round === i && position === 0);
  return isRepeated
    ? t("verify.numbers.repeated", values)
    : t("verify.numbers.range", values);
}
