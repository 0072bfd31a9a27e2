/** The game of a request, and the cards of a response: their names and pictures, as the API describes them. */
// @ts-check
/** @import { DealRequest } from "./request.mjs" */
import { translateCards } from "../shared/labels.mjs";
import { create } from "../shared/elements.mjs";
import { fetchJson, resolveUrl } from "../shared/service.mjs";

/**
 * A card of a shoe as /v1/decks/… has it, with its name in the language of the page, or with `lang` where it has none.
 * @typedef {object} Card
 * @property {number} index its place in the shoe
 * @property {string} code such as "AS"
 * @property {string} name such as "Ace of Spades"
 * @property {string} [lang]
 * @property {string} rank
 * @property {string | null} suit
 * @property {number | null} value
 * @property {number} number its place in its pack
 * @property {string} image the path of its picture in the API
 */

/**
 * The pictures of a deck: their size in pixels, and the path of the card's back.
 * @typedef {{ width: number, height: number, back: string }} Picture
 */

/**
 * The cards that a deal is from, by index, with their pictures; `files` has small ones as data URLs, by the names of
 * their files.
 * @typedef {Picture & { deck: string, cards: Card[], files: Map<string, string> }} Shoe
 */

/**
 * The response for a deck with its options.
 * @typedef {{ cards: Card[], picture: Picture }} DeckResponse
 */

/**
 * The file of a deck without options: `pictures` are texts of SVG by the names of their files.
 * @typedef {DeckResponse & { pictures: Record<string, string> }} DeckFile
 */

/**
 * Cards in one place: { name: "flop", indices: [4, 36, 0] }. They are indices in the shoe; a negative index stands for
 * a card that lies face down and is not known here. Cards between the parts of a hand or a pile have no name.
 * @typedef {object} Part
 * @property {string} [name]
 * @property {number[]} indices
 */

/**
 * A hand or a pile. Its `parts` are runs of its cards; a sealed deal has the `positions` of its cards in their round.
 * @typedef {{ indices: number[], parts?: Part[], positions?: number[] }} Holder
 * @typedef {Holder & { seat: string, isOwn?: boolean }} Hand
 * @typedef {Holder & { name: string }} Pile
 */

/**
 * A deal, a shuffled deck, or a state of a sealed game, as far as the page reads it.
 * @typedef {object} Deal
 * @property {Hand[]} [hands]
 * @property {Pile[]} [piles]
 * @property {number[]} [indices] of a shuffled deck, which has neither hands nor piles
 * @property {number} [players]
 * @property {number} [size]
 * @property {string} [algorithm]
 * @property {string} [uniformity]
 * @property {string} [seed]
 * @property {number | string} [index]
 * @property {number | string} [deal_number]
 * @property {unknown} [given] the known cards, in canonical spelling
 * @property {number} [round] of a sealed game, from 0
 * @property {number} [draws] stages and draws of a sealed game
 * @property {Set<number>} [waiting] the indices of cards that a later stage deals
 * @property {string[]} [ranked] the seats whose hands may be ranked; all if it is missing
 * @property {(number | null)[][]} [grid] the rows of a bingo card; null is its free cell
 * @property {number} [board] of bridge
 * @property {string} [dealer] of that board
 * @property {string} [vulnerable] of that board
 * @property {number} [file_board] its number in a file of boards
 * @property {number[]} [matches] the indices of the deals that fulfil a condition
 * @property {number | string} [next] the index from which the search can go on
 */

/**
 * Cards that a stage of a deal lays in one place. `face` is "up", "down", "own" or "others": who sees them.
 * @typedef {{ stage: string, place: string, part?: string, face: string, count: number }} Run
 */

/**
 * The description of a game. A deal from a deck has only the first two members.
 * @typedef {object} Game
 * @property {string} [stock] the name of the pile that cards are drawn from
 * @property {string[]} procedure the steps of the deal, in English
 * @property {string} [game]
 * @property {string} [family]
 * @property {string} [deck]
 * @property {string[]} [seats]
 * @property {string[]} [piles]
 * @property {string[]} [stages]
 * @property {Run[]} [layout]
 * @property {string} [ranking] the ranking of /v1/hands
 * @property {string} [direction]
 * @property {boolean} [continues] whether the next hand can be dealt from the rest of the shoe
 * @property {boolean} [against_house]
 * @property {{ sentence: string, where: object }} [void_deal] the rule by which a deal is void
 * @property {{ pile: string, cards: string[] }[]} [laid] codes of cards that lie there before the deal, and are not in
 *   the shoe
 */

/** @type {Map<string, Promise<Shoe>>} */
const shoes = new Map();
/** @type {Map<string, Promise<DeckFile>>} */
const decks = new Map();

/**
 * Fetch the cards of a deck without options, with its small `pictures`, as SVG by the names of their files.
 * @param {string} deck
 */
export function fetchDeck(deck) {
  return fetchOnce(decks, deck, () => fetchJson(`pictures/${deck}.json`));
}

/**
 * Fetch the shoe of a response: its `deck`, its cards by index, and `width`, `height`, `back` and `files` of their
 * pictures.
 * @param {Record<string, any>} response a deal, the terms of a sealed shoe, or a deck with the values of its options
 * @param {readonly string[]} options the names of the parameters that change the cards
 */
export function fetchShoe(response, options) {
  /** @type {string} */
  const deck = response.deck;
  const query = new URLSearchParams(
    options
      .filter((name) => response[name] !== undefined && String(response[name]))
      .map((name) => [name, String(response[name])]),
  );
  return fetchOnce(shoes, `${deck}?${query}`, async () => {
    const withoutOptions = fetchDeck(deck);
    /** @type {[DeckFile, DeckResponse]} */
    const [{ pictures }, { cards, picture }] = await Promise.all([
      withoutOptions,
      String(query) ? fetchJson(`v1/decks/${deck}?${query}`) : withoutOptions,
    ]);
    const files = new Map(
      Object.entries(pictures).map(([name, svg]) => [
        name,
        `data:image/svg+xml,${encodeURIComponent(svg)}`,
      ]),
    );
    return { deck, cards: translateCards(cards), ...picture, files };
  });
}

/**
 * Return what was fetched under a name before, or fetch it; forget what failed.
 * @template Value
 * @param {Map<string, Promise<Value>>} fetched
 * @param {string} name
 * @param {() => Promise<Value>} fetchNow
 */
function fetchOnce(fetched, name, fetchNow) {
  const promise = fetched.get(name) ?? fetchNow();
  fetched.set(name, promise);
  promise.catch(() => fetched.delete(name));
  return promise;
}

/**
 * Return the address of a picture by its path in the API: of a small one, the picture itself.
 * @param {string} path
 * @param {Map<string, string>} files
 */
const locate = (path, files) =>
  files.get(path.slice(path.lastIndexOf("/") + 1)) ?? resolveUrl(path);

/**
 * Create the picture of a card, with its name as the alternative text.
 * @param {Shoe} shoe
 * @param {number} index
 */
export function createPicture({ cards, files, width, height }, index) {
  const { image, name, lang } = cards[index];
  return create("img", {
    src: locate(image, files),
    alt: name,
    title: name,
    lang,
    width,
    height,
    draggable: "false",
  });
}

/**
 * Create the picture of a card's back; without an alternative text it is decoration.
 * @param {Shoe} shoe
 * @param {string} [alt]
 */
export function createBack({ back, files, width, height }, alt = "") {
  return create("img", {
    src: locate(back, files),
    alt,
    width,
    height,
    draggable: "false",
  });
}

/**
 * Fetch the description of a game with the steps of its deal; a deal from a deck has no steps. `packOptions` change the
 * cards.
 * @param {DealRequest} request
 * @param {readonly string[]} packOptions
 * @param {AbortSignal} signal
 * @returns {Promise<Game>}
 */
export async function fetchGame({ kind, name, query }, packOptions, signal) {
  if (kind === "decks") return { stock: "stock", procedure: [] };
  const names = ["players", "cards", ...packOptions];
  return fetchJson(`v1/games/${name}`, {
    query: Object.fromEntries(query.filter(([key]) => names.includes(key))),
    signal,
  });
}
