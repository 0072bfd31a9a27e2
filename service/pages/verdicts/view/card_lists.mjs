/** Cards as pictures, if the service has them, or as text. */
// @ts-check
import { DECKS } from "../../../../verify/cards/decks.mjs";
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { translateCards } from "../../shared/labels.mjs";
import { create } from "../../shared/elements.mjs";
import { fetchJson, resolveUrl } from "../../shared/service.mjs";
import { t } from "../../shared/texts.mjs";
import { createFirst } from "./value_lists.mjs";

/**
 * @import { Child } from "../../shared/elements.mjs"
 * @import { Packs } from "../../shared/shoes.mjs"
 * @import { DeckResponse } from "../../deals/cards.mjs"
 */

/**
 * A card as it is shown: its code, or a number or an item in place of one; its name and its picture if they are known.
 * @typedef {object} ShownFace
 * @property {string | number} code
 * @property {string} [name]
 * @property {{ src: string, lang?: string, width: number, height: number }} [picture]
 */

/**
 * Finds cards as they are shown: `ofCode` by its code, `ofIndex` by its place in the shoe.
 * @typedef {object} CardLookup
 * @property {(code: string | number) => ShownFace} ofCode
 * @property {(index: number) => ShownFace} ofIndex
 */

/**
 * A card of a list, with what is below it, and how it is marked.
 * @typedef {object} ListedCard
 * @property {ShownFace} card
 * @property {Child} [caption]
 * @property {"seen" | "shown" | "wrong"} [mark] "wrong" if it differs from the right one
 */

const MAX_AT_FIRST = 60;

/**
 * The sign of each suit, and the class of its colour.
 * @type {{ [letter: string]: { sign: string, colour: string } }}
 */
const SUITS = {
  S: { sign: "♠", colour: "spade" },
  H: { sign: "♥", colour: "heart" },
  D: { sign: "♦", colour: "heart" },
  C: { sign: "♣", colour: "spade" },
};

/** The names of the options of all packs. */
export const OPTIONS = new Set(
  Object.values(DECKS).flatMap(({ options = [] }) => options),
);

/**
 * Return a lookup of cards by code and by index for when nothing but the codes is known.
 * @returns {Promise<CardLookup>}
 */
export const createTextLookup = async () => ({
  ofCode: (code) => ({ code }),
  ofIndex: (index) => ({ code: String(index) }),
});

/**
 * Fetch the pictures of a deck with these packs. Return a lookup of cards by code and by index.
 * @param {Packs} packs
 * @returns {Promise<CardLookup>}
 */
export async function fetchPictures(packs) {
  const record = await fetchDeck(packs).catch(() => undefined);
  if (!record?.picture) return createTextLookup();
  const { width, height } = record.picture;
  const cards = translateCards(record.cards).map(
    ({ code, name, lang, image }) => ({
      code,
      name,
      picture: { src: resolveUrl(image), lang, width, height },
    }),
  );
  return createLookup(cards);
}

/**
 * Fetch what the service says of a deck with these packs.
 * @param {Packs} packs
 * @returns {Promise<DeckResponse>}
 */
function fetchDeck({ deck, exclude = [], ...packs }) {
  /** @type {{ [option: string]: string | number | undefined }} */
  const options = packs;
  const query = Object.fromEntries(
    [...OPTIONS].map((name) => [name, options[name]]),
  );
  return fetchJson(`v1/decks/${deck}`, {
    query: { ...query, exclude: exclude.join(",") },
  });
}

/**
 * Return a lookup of the cards of a shoe by code and by index; a card that is none of them is its code alone.
 * @param {ShownFace[]} cards in the order of the shoe
 * @returns {CardLookup}
 */
function createLookup(cards) {
  const byCode = new Map(cards.map((card) => [card.code, card]));
  return {
    ofCode: (code) => byCode.get(code) ?? { code },
    ofIndex: (index) => cards[index % cards.length] ?? { code: String(index) },
  };
}

/**
 * Create the face of a card: its picture, or "10♥" for "TH".
 * @param {ShownFace} card
 * @returns {HTMLElement}
 */
export function createFace({ code, name, picture }) {
  if (picture)
    return create("img.face", {
      ...picture,
      alt: name ?? code,
      loading: "lazy",
      decoding: "async",
    });
  const text = String(code);
  const [, rank = "", letter = ""] = /^(.+)([SHDC])$/.exec(text) ?? [];
  const suit = /^([A2-9TJQKN]|1?\d)$/.test(rank) ? SUITS[letter] : undefined;
  return create("span", { class: `face text ${suit?.colour ?? ""}` }, [
    suit ? `${rank.replace("T", "10")}${suit.sign}` : escapeInvisible(text),
  ]);
}

/**
 * Create a list item for a card, its caption, and its mark.
 * @param {ListedCard} listed
 */
function createCardItem({ card, caption, mark }) {
  return create("li", { class: `card ${mark ?? ""}` }, [
    createFace(card),
    create(
      "span.caption",
      caption,
      mark && create("span.mark", " ", t(`verify.marks.${mark}`)),
    ),
  ]);
}

/**
 * Create a list of cards: the first ones, up to the last that is marked at least, and a button that shows the rest.
 * @param {string} label
 * @param {ListedCard[]} cards
 * @param {number} [count] of the first ones
 * @returns {HTMLElement[]} the list, and the button if there is one
 */
export function createCardList(label, cards, count = MAX_AT_FIRST) {
  const list = create("ol.cards", { "aria-label": label });
  const lastMarked = cards.findLastIndex(({ mark }) => mark !== undefined);
  const first = Math.max(count, lastMarked + 1);
  return createFirst(list, cards, first, createCardItem);
}
