/** The rounds of a shoe as the seeds determine them, with the cards that were seen marked. */
// @ts-check
import { nameItem } from "../../../../verify/core/canonical.mjs";
import { capitalize, namePlace, translatePlace } from "../../shared/labels.mjs";
import { create } from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";
import { createCardList } from "./card_lists.mjs";
import { areOfIntegers, listSeen } from "../assessment/notes.mjs";
import { joinShown } from "../assessment/places.mjs";
import { countFaces, renderNumbers } from "./drawn_numbers.mjs";
import { createFirst } from "./value_lists.mjs";

/**
 * @import { RoundStep } from "../../../../verify/steps/steps.mjs"
 * @import { CardLookup, ListedCard } from "./card_lists.mjs"
 * @import { SeenCard, ShownAt, Subject } from "../assessment/notes.mjs"
 * @import { Drawn, Receipt, Terms } from "../../shared/shoes.mjs"
 */

/**
 * A card at its position of a round.
 * @typedef {ListedCard & { position: number }} RoundCard
 */

const MAX_ROUNDS = 3; // at first

/** @param {Terms} terms */
const isOfCards = (terms) => Object.hasOwn(terms, "deck");

/**
 * Return the title of a round, which is a draw where there are no cards. People count rounds from 1, files from 0.
 * @param {number} round
 * @param {boolean} hasCards
 */
const nameRound = (round, hasCards) =>
  hasCards
    ? t("verify.round", { round: round + 1 })
    : t("verify.draw", { number: round + 1 });

/**
 * Return the place of a position, which people count from 1, and files from 0: a number below cards.
 * @param {number} position
 * @param {boolean} hasCards
 */
const nameNumber = (position, hasCards) =>
  hasCards ? position + 1 : t("verify.placed", { number: position + 1 });

/**
 * Render the rounds of a shoe: the first ones, and a button that shows the rest. Those of a draw of numbers are a list.
 * @param {Receipt} receipt
 * @param {Subject} file
 * @param {RoundStep[]} orders
 * @param {CardLookup} lookup
 */
export function renderRounds(receipt, file, orders, lookup) {
  const { terms, drawn } = receipt;
  if (areOfIntegers(terms))
    return renderNumbers(
      { ...receipt, terms },
      file,
      orders,
      (order, i, size) => isDrawn(drawn, order.round, i, size),
    );
  const seenCards = listSeen(file.seen).flatMap(({ cards }) => cards);
  return createFirst(create("div"), orders, MAX_ROUNDS, (order) => {
    const { round, codes, inPlay } = order;
    const shuffled = codes.length - inPlay;
    const roundCards = seenCards.filter((card) => card.round === round);
    const cards = listRound(order, roundCards, terms, lookup);
    /** @param {number} i */
    const isTaken = (i) =>
      roundCards.some(({ position }) => position === i) ||
      isDrawn(drawn, round, i, shuffled);
    return renderRound(round, cards, isTaken, terms);
  });
}

/**
 * Return all cards of a round from the top: below each its number, and its place in the game. One that was seen is
 * marked, and stands in its place also if it is not the right one.
 * @param {RoundStep} order
 * @param {SeenCard[]} seenCards of the round
 * @param {Terms} terms
 * @param {CardLookup} lookup
 * @returns {RoundCard[]}
 */
function listRound({ codes, places, inPlay }, seenCards, terms, lookup) {
  const shuffled = codes.length - inPlay;
  const seenCodes = new Map(
    seenCards
      .filter(({ face }) => face !== null)
      .map(({ position, face }) => [position, nameItem(face)]),
  );
  /** @param {number} position */
  const getMark = (position) => {
    if (!seenCodes.has(position)) return undefined;
    return seenCodes.get(position) === codes[position] ? "seen" : "wrong";
  };
  return codes.map((code, i) => ({
    card: lookup.ofCode(toCode(seenCodes.get(i) ?? code)),
    position: i,
    caption: [
      nameNumber(i, isOfCards(terms)),
      describePlace(places[i], i >= shuffled),
    ]
      .filter((part) => part !== "")
      .join(" · "),
    mark: getMark(i),
  }));
}

/**
 * Return a face as a lookup takes it: an item that is no text or number as text.
 * @param {unknown} face
 */
const toCode = (face) => (typeof face === "number" ? face : String(face));

/**
 * Render the cards of private hands by round: cards `shown` with a proof, and cards that were only `seen`. Below each
 * are its number and its place in the game, if a seen entry has it ("1/payoff").
 * @param {ShownAt[]} shown
 * @param {Subject["seen"]} seen
 * @param {CardLookup} lookup
 * @param {string} [where] the place of the difference, which marks a card: see `joinShown`
 */
export function renderShown(shown, seen, lookup, where = "") {
  const cards = joinShown(shown, seen, where);
  const rounds = [...new Set(cards.map(({ round }) => round))].sort(
    (a, b) => a - b,
  );
  const hasCards = cards.some(({ face }) => typeof face === "string");
  return rounds.map((round) => {
    /** @type {ListedCard[]} */
    const listed = cards
      .filter((card) => card.round === round)
      .sort((a, b) => a.position - b.position)
      .map(({ position, face, place, mark }) => ({
        card: lookup.ofCode(toCode(nameItem(face))),
        caption: [nameNumber(position, hasCards), place && nameRecorded(place)]
          .filter((part) => part !== undefined)
          .join(" · "),
        mark,
      }));
    const title = nameRound(round, hasCards);
    const text = hasCards ? t("verify.shownCards") : t("verify.shownOfDraw");
    return create(
      "div.holder",
      create("h3", title),
      create("p.soft", text),
      createCardList(title, listed),
    );
  });
}

/**
 * Return the label of a place as a record has it: "dealer", "1/payoff", "board/flop".
 * @param {string} place
 */
function nameRecorded(place) {
  const [name, part] = place.split("/");
  return capitalize(namePlace({ kind: "hands", name, part }));
}

/**
 * Return whether the receipt says that the card at a position was drawn; `shuffled` cards are not in play.
 * @param {Drawn} drawn
 * @param {number} round
 * @param {number} i the position
 * @param {number} shuffled
 */
function isDrawn(
  { round: lastRound, top = 0, bottom = 0, positions },
  round,
  i,
  shuffled,
) {
  if (i >= shuffled) return true; // it is in play
  if (round < lastRound) return false; // the receipt does not say
  return positions ? positions.includes(i) : i < top || i >= shuffled - bottom;
}

/**
 * Return the place of a card for people; "" if nothing says where it is.
 * @param {string} [words] of the check: "the turn", "dealer's hole card"
 * @param {boolean} [isInPlay] whether the card stayed in a hand while the others were shuffled
 */
const describePlace = (words = "", isInPlay = false) =>
  capitalize(isInPlay ? t("verify.inPlay") : translatePlace(words));

/**
 * Render a round: the cards that were drawn, or that `isTaken` says so of, and the others below them.
 * @param {number} round
 * @param {RoundCard[]} cards
 * @param {(position: number) => boolean} isTaken
 * @param {Terms} terms
 */
function renderRound(round, cards, isTaken, terms) {
  const drawn = cards.filter(({ position, mark }) => mark || isTaken(position));
  const undrawn = cards.filter((card) => !drawn.includes(card));
  const title = nameRound(round, isOfCards(terms));
  const size = countFaces(terms); // of cards that are only drawn, the first alone may be here
  const text = isOfCards(terms)
    ? t("verify.cardsOfRound", { count: size })
    : t("verify.numbers.names", { count: size, size });
  return create("div.holder", [
    create("h3", title),
    create("p.soft", text),
    drawn.length > 0 && createCardList(t("verify.drawnOf", { title }), drawn),
    undrawn.length > 0 &&
      renderUndrawn(t("verify.undrawnOf", { title }), undrawn),
  ]);
}

/**
 * Render the cards that stayed in a shoe as an element to unfold, created when it is opened.
 * @param {string} label
 * @param {ListedCard[]} cards
 */
function renderUndrawn(label, cards) {
  const content = create("div");
  const details = create(
    "details.left",
    create("summary", t("verify.undrawn", { count: cards.length })),
    content,
  );
  details.addEventListener(
    "toggle",
    () => content.replaceChildren(...createCardList(label, cards)),
    { once: true },
  );
  return details;
}
