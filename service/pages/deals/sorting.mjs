/** How players sort a hand: from high to low, suit by suit in alternating colours, or rank by rank. */
// @ts-check
/** @import { Card } from "./cards.mjs" */
import { isCovered } from "./covered.mjs";

/**
 * How a hand is sorted: by `ranks` from high to low within suits, or within ranks if it `isByRank`; the `colours` of
 * suits if they alternate; `trumps` are the codes of cards that come first.
 * @typedef {object} Order
 * @property {string[]} [ranks]
 * @property {Record<string, string>} [colours]
 * @property {boolean} [isByRank]
 * @property {string[]} [trumps]
 */

/**
 * Return the words of a text.
 * @param {string} text
 */
const list = (text) => text.split(" ");

const ACE_HIGH = list("A K Q J T 9 8 7 6 5 4 3 2");
const ACE_LOW = list("K Q J T 9 8 7 6 5 4 3 2 A");
const TEN_HIGH = list("A T K Q J 9 8 7");
const TWO_HIGH = list("2 A K Q J T 9 8 7 6 5 4 3");
const LATIN = list("K N J 9 8 7 6 5 4 3 2 A");
const GERMAN = list("A K O U T 9 8 7 6");
const TAROT = list(
  "21 20 19 18 17 16 15 14 13 12 11 10 K Q N J T 9 8 7 6 5 4 3 2 1 A",
); // trumps have numbers, 1 to 21
const TAROCK = list("K Q N J T 9 8 7 A 2 3 4"); // a red ace is above the 2, the 3 and the 4
const TAROCKS = ["FO", ...Array.from({ length: 21 }, (_, i) => `${21 - i}T`)];
const QUEENS_AND_JACKS = list("QC QS QH QD JC JS JH JD");

/** @type {Record<string, string>} */
const COLOURS = {
  spades: "black",
  hearts: "red",
  clubs: "black",
  diamonds: "red",
};
/** @type {Order} */
const FRENCH = { ranks: ACE_HIGH, colours: COLOURS };

/**
 * For each deck its `ranks` from high to low; the `colours` of its suits if they alternate; `isByRank` if a hand is
 * sorted by rank and not by suit. Hands of other decks keep the order of the pack.
 * @type {Record<string, Order>}
 */
const DECKS = {
  standard: FRENCH,
  piquet: FRENCH,
  euchre: FRENCH,
  pinochle: { ...FRENCH, ranks: TEN_HIGH },
  tarot: { ...FRENCH, ranks: TAROT },
  tarock54: { ...FRENCH, ranks: TAROCK, trumps: TAROCKS },
  spanish40: { ranks: LATIN },
  spanish48: { ranks: LATIN },
  italian40: { ranks: LATIN },
  german32: { ranks: GERMAN },
  german33: { ranks: GERMAN },
  german36: { ranks: GERMAN },
  swiss36: { ranks: GERMAN },
  tichu: {
    ranks: ["dragon", "phoenix", ...ACE_HIGH, "mah jong", "dog"],
    isByRank: true,
  },
};

/**
 * By games or families, the differences from the deck; `trumps` are the codes of cards that come first.
 * @type {[names: string, order: Order][]}
 */
const GAMES = [
  [
    "poker casino scopa scopone scopone_scientifico escoba go_fish old_maid cheat war pisti pasur",
    { isByRank: true },
  ],
  [
    "badugi razz baccarat cribbage cassino spite_and_malice",
    { ranks: ACE_LOW, isByRank: true },
  ],
  [
    "canasta president big_two big_two_two_players dou_dizhu dou_dizhu_four_players pao_de_kuai guandan tien_len hand_and_foot",
    { ranks: TWO_HIGH, isByRank: true },
  ],
  ["palace", { ranks: list("2 T A K Q J 9 8 7 6 5 4 3"), isByRank: true }],
  ["teen_patti", { ranks: ACE_HIGH, isByRank: true }],
  ["mus", { ranks: list("K 3 N J 7 6 5 4 2 A"), isByRank: true }],
  [
    "truco_mineiro truco_paulista",
    { ranks: list("3 2 A K J Q 7 6 5 4"), isByRank: true },
  ],
  [
    "truco",
    {
      ranks: list("3 2 A K N J 7 6 5 4"),
      isByRank: true,
      trumps: list("AE AB 7E 7O"),
    },
  ],
  ["gin_rummy rummy panguingue tongits ta_la", { ranks: ACE_LOW }],
  [
    "belote coinche klaverjas baloot klaberjass bezique rubicon_bezique thousand thousand_two_players sixty_six schnapsen bauernschnapsen",
    { ranks: TEN_HIGH },
  ],
  [
    "three_o_four twenty_nine twenty_eight fifty_six",
    { ranks: list("J 9 A T K Q 8 7") },
  ],
  ["ecarte", { ranks: list("K Q J A T 9 8 7") }],
  ["sueca", { ranks: list("A 7 K J Q 6 5 4 3 2") }],
  [
    "briscola briscola_chiamata brisca tute guinote",
    { ranks: list("A 3 K N J 7 6 5 4 2") },
  ],
  ["tressette tressette_two_players", { ranks: list("3 2 A K N J 7 6 5 4") }],
  ["skat", { ranks: TEN_HIGH, trumps: list("JC JS JH JD") }],
  [
    "skat_german",
    { ranks: list("A T K O 9 8 7"), trumps: list("UA UL UH UB") },
  ],
  [
    "binokel binokel_with_sevens schnapsen_german",
    { ranks: list("A T K O U 7") },
  ],
  [
    "sheepshead",
    {
      ranks: TEN_HIGH,
      trumps: [...QUEENS_AND_JACKS, ...list("AD TD KD 9D 8D 7D")],
    },
  ],
  [
    "doppelkopf doppelkopf_without_nines",
    { trumps: ["TH", ...QUEENS_AND_JACKS, ...list("AD TD KD 9D")] },
  ],
  [
    "schafkopf schafkopf_short",
    {
      ranks: list("A T K 9 8 7"),
      trumps: list("OA OL OH OB UA UL UH UB AH TH KH 9H 8H 7H"),
    },
  ],
];
/** @type {Map<string | undefined, Order>} */
const ORDERS = new Map();
for (const [names, order] of GAMES)
  for (const name of list(names)) ORDERS.set(name, order);

/**
 * Return the indices of a hand sorted as players of a game hold it; covered cards come last.
 * @param {number[]} indices
 * @param {{ deck: string, cards: Card[] }} shoe
 * @param {{ family?: string, game?: string }} game
 */
export function sortHand(indices, { deck, cards }, { family, game }) {
  const covered = indices.filter(isCovered);
  const open = indices.filter((index) => !isCovered(index));
  const order = { ...DECKS[deck], ...ORDERS.get(family), ...ORDERS.get(game) };
  /** @param {number} index */
  const getPlaceInPack = (index) => [cards[index].number, index];
  const hasOrder = DECKS[deck] !== undefined;
  const getKey = hasOrder ? rankCards(open, cards, order) : getPlaceInPack;
  const keyed = open.map((index) => ({ index, key: getKey(index) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key));
  const sorted = keyed.map(({ index }) => index);
  return [...sorted, ...covered];
}

/**
 * Return a function that maps the index of a card in a hand to its sort key, a list of numbers. Of a trump it begins
 * with 0, of another card with 1: the queen of hearts of a hand without spades has [1, 0, 2, 24, 24].
 * @param {number[]} hand
 * @param {Card[]} cards
 * @param {Order} order
 */
function rankCards(
  hand,
  cards,
  { ranks = [], colours, isByRank = false, trumps = [] },
) {
  const held = hand.map((index) => cards[index]);
  const plain = held.filter(({ code }) => !trumps.includes(code));
  const suits = arrangeSuits(isByRank ? cards : plain, cards, colours);
  /** @param {number} index */
  const getKey = (index) => {
    const { code, rank, suit, number } = cards[index];
    const byTrump = trumps.indexOf(code);
    if (byTrump >= 0) return [0, byTrump, 0, 0, index];
    const bySuit = suits.indexOf(suit ?? ""); // -1, of a joker or the fool, is the first
    const byRank = ranks.indexOf(rank);
    const places = isByRank ? [byRank, bySuit] : [bySuit, byRank];
    return [1, ...places, suit ? number : -number, index];
  };
  return getKey;
}

/**
 * Compare two sort keys, for `sort`.
 * @param {number[]} a
 * @param {number[]} b
 */
function compareKeys(a, b) {
  const position = a.findIndex((value, i) => value !== b[i]);
  return position < 0 ? 0 : a[position] - b[position];
}

/**
 * Return the suits of cards.
 * @param {Card[]} cards
 */
const listSuits = (cards) => [
  ...new Set(cards.flatMap(({ suit }) => (suit ? [suit] : []))),
];

/**
 * Return the suits of a hand in the order in which they are held: with colours so that these alternate as far as that
 * is possible, without colours in the order of the pack.
 *
 * Spades, clubs and hearts are held as spades, hearts, clubs.
 * @param {Card[]} cards of the hand
 * @param {Card[]} pack
 * @param {Record<string, string>} [colours] of the suits
 */
function arrangeSuits(cards, pack, colours) {
  const inPack = listSuits(pack);
  if (!colours) return inPack;
  const inHand = listSuits(cards);
  const trumpSuits = inPack.filter((suit) => !(suit in colours)); // the trumps of tarot
  const suits = Object.keys(colours).filter((suit) => inHand.includes(suit));
  return [...trumpSuits, ...alternate(suits, colours)];
}

/**
 * Return suits in an order in which their colours alternate: of three suits, the one whose colour is alone stands
 * between the others. Any other number of suits stands so already.
 * @param {string[]} suits in the order of `colours`
 * @param {Record<string, string>} colours
 */
function alternate(suits, colours) {
  if (suits.length !== 3) return suits;
  /** @param {string} suit */
  const isAlone = (suit) => {
    const sameColour = suits.filter(
      (otherSuit) => colours[otherSuit] === colours[suit],
    );
    return sameColour.length === 1;
  };
  const alone = suits.filter(isAlone);
  const [first, last] = suits.filter((suit) => !isAlone(suit));
  return [first, ...alone, last];
}
