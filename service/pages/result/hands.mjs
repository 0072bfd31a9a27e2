/** The cards of a deal by the places where they lie: of a response, or of the entries of a sealed game. */
// @ts-check
import {
  isNumber,
  namePlace,
  nameShuffled,
  toTitle,
} from "../shared/labels.mjs";
import { create } from "../shared/elements.mjs";
import { fetchJson, resolveUrl } from "../shared/service.mjs";
import { findText, t } from "../shared/texts.mjs";
import { fetchShoe } from "../deals/cards.mjs";
import { sortHand } from "../deals/sorting.mjs";
import { OPTIONS, createCardList } from "../verdicts/view/card_lists.mjs";
import {
  getReceipt,
  listSeen,
  listShown,
} from "../verdicts/assessment/notes.mjs";
import { getPacks } from "../verdicts/view/results.mjs";

/**
 * @import { ListedCard } from "../verdicts/view/card_lists.mjs"
 * @import { Subject } from "../verdicts/assessment/notes.mjs"
 */

/**
 * What lies in one place, such as a hand. A card is known by its index in the shoe, or by its code.
 * @typedef {object} ShownPlace
 * @property {string} title "Seat 1"
 * @property {string} [name] "1"; missing for the cards of a shuffled deck
 * @property {boolean} [isHand]
 * @property {(number | string)[]} cards
 * @property {number} [hiddenCount] how many more are not known
 */

/**
 * What is read of the description of a game; of a deal from a deck the title says how many cards it is.
 * @typedef {object} DealtGame
 * @property {string} title
 * @property {string[]} seats
 * @property {string[]} piles
 * @property {string} [stock] the name of the pile that cards are drawn from
 * @property {string} [game]
 * @property {string} [family]
 */

/**
 * The cards that a deal is from, by their indices, and the size of their pictures.
 * @typedef {Awaited<ReturnType<typeof fetchShoe>>} PicturedShoe
 */

/**
 * The deals of a file: the `list` of them, each with its places, and the `game` and the `shoe` that they are from;
 * `board` is the number of the first one, of bridge.
 * @typedef {object} Deals
 * @property {ShownPlace[][]} list
 * @property {DealtGame} game
 * @property {PicturedShoe} shoe
 * @property {number} [board]
 */

/**
 * Cards of a response: a pile may have `parts`, of which those of several columns have numbers as names.
 * @typedef {{ indices: number[] }} Cards
 * @typedef {Cards & { seat: string | number }} DealtHand
 * @typedef {Cards & { name: string, parts?: (Cards & { name?: string })[] }} DealtPile
 */

/**
 * A deal in a response, or a shuffled deck with the `indices` from its top; and a batch of such, each member a list.
 * @typedef {{ repeats?: undefined, indices?: number[], hands?: DealtHand[], piles?: DealtPile[] }} DealResponse
 * @typedef {object} BatchResponse
 * @property {number} repeats
 * @property {number[]} [matches] one for each deal of a search
 * @property {unknown[]} [cards]
 * @property {number[][]} [indices]
 * @property {DealtHand[][]} [hands]
 * @property {DealtPile[][]} [piles]
 */

/**
 * What is read of a file with cards: a response, or what was seen of a sealed game.
 * @typedef {(DealResponse | BatchResponse) & DealFacts} CardFile
 * @typedef {object} DealFacts
 * @property {string} [game]
 * @property {number | null} [players]
 * @property {number | number[]} [board]
 * @property {number | number[]} [file_board] in a file of boards
 * @property {Subject["seen"]} [seen]
 */

/**
 * A place of a sealed game, which gets cards as they are dealt.
 * @typedef {ShownPlace & { name: string, hiddenCount: number }} HeldPlace
 */

const PACK_OPTIONS = ["exclude", ...OPTIONS];

/**
 * Return the deals of a file; undefined for a file without cards.
 * @param {CardFile} file
 * @returns {Promise<Deals | undefined>}
 */
export async function readDeals(file) {
  const packs = getPacks(file);
  if (packs === undefined) return undefined;
  const isSealed = getReceipt(file) !== undefined;
  const [game, shoe] = await Promise.all([
    fetchGame(file),
    fetchShoe(packs, PACK_OPTIONS),
  ]);
  const deals = isSealed
    ? listEntries(file, game.seats)
    : listResults(file, game.stock);
  const list = deals
    .map((places) => sortPlaces(places.filter(hasCards), game))
    .filter((places) => places.length > 0);
  return {
    list,
    game: {
      ...game,
      title: game.title || nameShuffled(countCards(list[0] ?? []), packs.deck),
    },
    shoe,
    board: [file.file_board ?? file.board].flat()[0],
  };
}

/**
 * Return how many cards lie in places, without those that nobody knows.
 * @param {ShownPlace[]} places
 */
const countCards = (places) =>
  places.reduce((sum, { cards }) => sum + cards.length, 0);

/**
 * Fetch the description of the game of a file. A game that the service does not know has no places.
 * @param {CardFile} file
 * @returns {Promise<DealtGame>}
 */
async function fetchGame(file) {
  /** @type {DealFacts} */
  const { game: name, players } = getReceipt(file)?.terms ?? file;
  const unknown = { seats: [], piles: [], title: toTitle(name ?? "") };
  if (!name) return unknown;
  /** @type {DealtGame | undefined} */
  const game = await fetchJson(`v1/games/${name}`, {
    query: { players: players || undefined },
  }).catch(() => undefined);
  const knownGame = { ...unknown, ...game };
  return { ...knownGame, title: findText(`games.${name}`) ?? knownGame.title };
}

/**
 * Return whether a place has any cards, hidden ones included.
 * @param {ShownPlace} place
 */
const hasCards = ({ cards, hiddenCount = 0 }) => cards.length + hiddenCount > 0;

/**
 * Return places in the order of the game: its hands, then its piles.
 * @param {ShownPlace[]} places
 * @param {DealtGame} game
 */
function sortPlaces(places, { seats, piles }) {
  /** @param {ShownPlace} place */
  const rank = ({ isHand, name = "" }) =>
    isHand ? seats.indexOf(name) : seats.length + piles.indexOf(name);
  return [...places].sort((a, b) => rank(a) - rank(b));
}

/**
 * Return the places of each deal of a response.
 * @param {CardFile} file
 * @param {string} [stock] the name of the pile that cards are drawn from
 */
const listResults = (file, stock = "stock") =>
  (file.repeats === undefined ? [file] : splitBatch(file)).map((deal) =>
    listPlaces(deal, [stock, "burns"]),
  );

/**
 * Return the deals of a batch.
 * @param {BatchResponse} file
 * @returns {DealResponse[]}
 */
const splitBatch = ({ matches, cards, indices, hands, piles }) =>
  (matches ?? hands ?? cards ?? []).map((_, i) => ({
    indices: indices?.[i],
    hands: hands?.[i],
    piles: piles?.[i],
  }));

/**
 * Return the places of a deal.
 * @param {DealResponse} deal
 * @param {string[]} unheld the names of the piles that nobody holds
 * @returns {ShownPlace[]}
 */
function listPlaces({ indices, hands = [], piles = [] }, unheld) {
  const top = indices ? [{ title: t("result.fromTop"), cards: indices }] : [];
  const handPlaces = hands.map((hand) => ({
    isHand: true,
    name: String(hand.seat),
    title: toTitle(namePlace({ kind: "hands", name: String(hand.seat) })),
    cards: hand.indices,
  }));
  const columns = piles
    .filter(({ name }) => !unheld.includes(name))
    .flatMap(listColumns);
  return [...top, ...handPlaces, ...columns];
}

/**
 * Return the columns of a pile as places, or the whole pile if it has none.
 * @param {DealtPile} pile
 * @returns {ShownPlace[]}
 */
function listColumns({ name, indices, parts = [] }) {
  /** @type {{ name?: string, indices: number[] }[]} */
  const columns =
    parts.length > 0 && parts.every((part) => isNumber(part.name ?? ""))
      ? parts
      : [{ indices }];
  return columns.map((column) => ({
    name,
    title: toTitle(namePlace({ kind: "piles", name, part: column.name })),
    cards: column.indices,
  }));
}

/**
 * Return the places of each hand of a sealed game, with the codes of their cards that are known, and how many are not.
 *
 * Of a player who saw two cards of seat 1 and was told of one of the dealer, a hand is
 * [{ name: "1", title: "Seat 1", cards: ["AS", "KH"], hiddenCount: 0, … },
 * { name: "dealer", cards: [], hiddenCount: 1, … }].
 * @param {CardFile} file
 * @param {string[]} seats of the game
 * @returns {ShownPlace[][]}
 */
function listEntries(file, seats) {
  const codes = readShown(file);
  /** @type {Map<string, HeldPlace>[]} */
  const deals = [];
  // A hand begins with an entry that has `begun`. Cards without places were taken from a pile.
  for (const { begun, pile, part, cards } of listSeen(file.seen)) {
    if (begun !== undefined || deals.length === 0) deals.push(new Map());
    const deal = deals[deals.length - 1];
    const source = [pile, part].filter(Boolean).join("/");
    for (const card of cards) {
      const isDrawn = card.place === undefined;
      const place = createPlace(card.place ?? source, seats, isDrawn);
      const held = hold(deal, place);
      const code = card.face ?? codes.get(`${card.round} ${card.position}`);
      if (code === undefined) held.hiddenCount += 1;
      else held.cards.push(code);
    }
  }
  return deals.map((deal) =>
    [...deal.values()].filter(
      ({ name, cards }) => name !== "burns" || cards.length > 0,
    ),
  );
}

/**
 * Return the codes of the cards that were shown, by their places in the shoe: "0 4" is position 4 of round 0.
 * @param {CardFile} file
 */
function readShown(file) {
  /** @type {Map<string, string>} */
  const codes = new Map();
  for (const [, card] of listShown({ seen: [], shown: undefined, ...file }))
    codes.set(`${card.round} ${card.position}`, card.card);
  return codes;
}

/**
 * Return the place of a deal with the title of another, which it becomes if there is none.
 * @param {Map<string, HeldPlace>} deal
 * @param {HeldPlace} place
 */
function hold(deal, place) {
  const held = deal.get(place.title) ?? place;
  deal.set(place.title, held);
  return held;
}

/**
 * Create a place without cards.
 * @param {string} path such as "1", "dealer/upcard" or "tableau/7"
 * @param {string[]} seats of the game
 * @param {boolean} isDrawn whether the cards were taken from there
 * @returns {HeldPlace}
 */
function createPlace(path, seats, isDrawn) {
  const [name, part] = path.split("/");
  const isHand = seats.includes(name);
  const label = toTitle(
    namePlace({
      kind: isHand ? "hands" : "piles",
      name,
      part: part && isNumber(part) ? part : "",
    }),
  );
  return {
    name,
    isHand: isHand && !isDrawn,
    title:
      isDrawn && name !== "called"
        ? t("result.drawnFrom", { place: label })
        : label,
    cards: [],
    hiddenCount: 0,
  };
}

/**
 * Render deals: each place with its cards. Of several deals the later ones are folded.
 * @param {Deals} dealt
 * @returns {HTMLElement[]}
 */
export function renderDeals({ list: deals, game, shoe, board }) {
  if (deals.length === 1) return [renderDeal(deals[0], game, shoe)];
  return deals.map((places, i) => {
    const title =
      board === undefined
        ? t("result.deal", { number: i + 1 })
        : t("result.board", { number: String(board + i) });
    const details = create("details.deal", create("summary", title));
    const fill = () =>
      details.childElementCount === 1 &&
      details.append(renderDeal(places, game, shoe));
    details.addEventListener("toggle", fill);
    details.open = i === 0;
    return details;
  });
}

/**
 * @param {ShownPlace[]} places
 * @param {DealtGame} game
 * @param {PicturedShoe} shoe
 */
const renderDeal = (places, game, shoe) =>
  create(
    "div.hands",
    places.map((place) => renderPlace(place, game, shoe)),
  );

/**
 * Render a place: the cards of a hand are sorted.
 * @param {ShownPlace} place
 * @param {DealtGame} game
 * @param {PicturedShoe} shoe
 */
function renderPlace(
  { title, isHand, cards, hiddenCount = 0 },
  { family, game },
  shoe,
) {
  const indices = cards
    .map((card) => findIndex(card, shoe))
    .filter((index) => index >= 0);
  const sorted = isHand ? sortHand(indices, shoe, { family, game }) : indices;
  const items = sorted.map((index) => ({ card: toCard(shoe, index) }));
  return create("section.place", { "aria-label": title }, [
    create("h3", title),
    items.length > 0 && renderCards(title, items),
    hiddenCount > 0 &&
      create("p.soft", t("result.faceDown", { count: hiddenCount })),
  ]);
}

const MAX_CARDS = 40; // of a place that is shown as a whole
const FIRST_CARDS = 28; // of more: with these the sign below is on the first screen
const WIDE = "(min-width: 64rem)"; // there the sign is beside the cards
const MAX_WIDE = 104; // of a place that is shown as a whole, as eight rows of cards

/**
 * Render the cards of a place; of many the first ones, and a button that shows the rest. On paper all are shown.
 * @param {string} title
 * @param {ListedCard[]} items
 */
function renderCards(title, items) {
  const isWide = matchMedia(WIDE).matches;
  const isWhole = items.length <= (isWide ? MAX_WIDE : MAX_CARDS);
  const count = isWhole ? items.length : FIRST_CARDS;
  const [list, allButton] = createCardList(title, items, count);
  if (allButton)
    addEventListener("beforeprint", () => allButton.click(), { once: true });
  return [list, allButton];
}

/**
 * Return the index of a card in its pack, by its index in a shoe of several, or by its code; -1 for an unknown code.
 * @param {number | string} card
 * @param {PicturedShoe} shoe
 */
function findIndex(card, { cards }) {
  if (typeof card === "number") return card % cards.length;
  /** @param {{ code: string }} known */
  const isSame = ({ code }) => code === card;
  return cards.findIndex(isSame);
}

/**
 * Return a card as the lists of the page Verify take it.
 * @param {PicturedShoe} shoe
 * @param {number} index
 */
function toCard({ cards, width, height }, index) {
  const { code, name, image } = cards[index];
  return {
    code,
    name,
    picture: image ? { src: resolveUrl(image), width, height } : undefined,
  };
}
