/**
 * The labels of places: every page calls a seat, a pile, a part or a stage by the same words, those of its language.
 */
// @ts-check
import { findText, findTexts, t } from "./texts.mjs";

/**
 * Return the words for a name of the API, such as a stage: "suit order" for `suit_order`, if the language has no
 * others.
 * @param {string} name
 */
export const toWords = (name) =>
  findText(`words.${name}`) ?? String(name).replaceAll("_", " ");

/**
 * Return a stage of a deal in a sentence: "the flop".
 * @param {string} stage
 */
export const nameStage = (stage) =>
  findText(`words.stages.${stage}`) ?? toWords(stage);

/**
 * Return a text with a capital letter, for a label; a name of the API in words.
 * @param {string} name
 */
export const toTitle = (name) => capitalize(toWords(name));

/**
 * Return a text with a capital letter at its beginning.
 * @param {string} text
 */
export const capitalize = (text) =>
  text.replace(/^./u, (letter) => letter.toLocaleUpperCase());

/**
 * Return what cards of a deck are called that are of no game: "52 shuffled cards (standard)".
 * @param {number} count
 * @param {string} deck by its name in the API, such as "royal_ur"
 */
export const nameShuffled = (count, deck) =>
  t("shared.shuffled", { count, deck: deck.replaceAll("_", " ") });

/**
 * Return the name of a side of a coin: 1 is heads, 2 is tails.
 * @param {number} side
 */
export const nameSide = (side) =>
  side === 1 ? t("shared.sides.heads") : t("shared.sides.tails");

/**
 * Return whether the name of a seat or a part is a number.
 * @param {string} name
 */
export const isNumber = (name) => /^\d+$/.test(name);

/**
 * Return the label of a seat: "Seat 1", "North", "dealer".
 * @param {string} seat
 */
export const nameSeat = (seat) =>
  isNumber(seat)
    ? t("words.seatNumber", { number: seat })
    : (findText(`words.compass.${seat}`) ?? toWords(seat));

/**
 * A hand or a pile of a deal, or a part of it: { kind: "hands", name: "dealer", part: "hole_card" }.
 * @typedef {object} Place
 * @property {"hands" | "piles"} kind
 * @property {string} name
 * @property {string} [part] missing or "" for the whole
 */

/**
 * Return the label of a hand or a pile, or of a `part` of one: "Seat 1", "dealer: hole card", "tableau 7", "turn".
 * @param {Place} place
 */
export function namePlace({ kind, name, part }) {
  if (kind === "hands")
    return part
      ? t("words.ofHand", { hand: nameSeat(name), part: toWords(part) })
      : nameSeat(name);
  return part && isNumber(part)
    ? t("words.numbered", { name: toWords(name), number: part })
    : toWords(part || name);
}

/**
 * Return the same label for a place as a check writes it: "1's hand", "dealer's hole card", "the turn".
 * @param {string} text
 */
export function translatePlace(text) {
  /** @param {string} words */
  const toName = (words) => words.replaceAll(" ", "_");
  const [, name, part] = /^(.+?)'s (.+)$/.exec(text) ?? [];
  if (name !== undefined)
    return namePlace({
      kind: "hands",
      name: toName(name),
      part: part === "hand" ? "" : toName(part),
    });
  const [, pile, number] = /^the (.+?)(?: (\d+))?$/.exec(text) ?? [];
  return pile === undefined
    ? text
    : t("words.thePile", {
        pile: namePlace({ kind: "piles", name: toName(pile), part: number }),
      });
}

/**
 * Return the cards of a deck with their names in the language of the page, or with `lang` where it has none.
 * @template {{ name: string }} Card
 * @param {Card[]} cards
 * @returns {(Card & { lang?: string })[]}
 */
export function translateCards(cards) {
  const areLatin = cards.some(({ name }) => name.endsWith(" of Coins"));
  return cards.map((card) => {
    const name = translateCard(card.name, areLatin);
    return name ? { ...card, name } : { ...card, lang: "en" };
  });
}

/**
 * Return the name of a card in the language of the page; undefined if it has no texts for the card.
 * @param {string} name such as "Ace of Spades" or "Joker 1"
 * @param {boolean} isLatin whether the clubs of the deck are batons
 */
function translateCard(name, isLatin) {
  /** @type {{ [texts: string]: Record<string, string> }} */
  const { ranks, suits, others } = findTexts("cards");
  const [, rank, suit] = /^(.+) of (.+)$/.exec(name) ?? [];
  if (suit in suits) {
    const ownSuit = isLatin && suit === "Clubs" ? "Batons" : suit;
    return t("cards.name", { rank: ranks[rank] ?? rank, suit: suits[ownSuit] });
  }
  const [, kind, number] = /^(.+) (\d+)$/.exec(name) ?? [name, name, ""];
  return kind in others ? `${others[kind]} ${number}`.trim() : undefined;
}
