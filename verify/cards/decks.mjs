/**
 * The decks in unshuffled order, interpreted from their table, and the deal of hands. Implemented from
 * docs/definitions/decks.md alone.
 */
// @ts-check
import { range, sum } from "../core/lists.mjs";
import {
  openSuitedWords,
  openTileWords,
  readFlowerWords,
  readFrenchWords,
  readOwnName,
} from "./card_words.mjs";
import { DECK_TABLE } from "./deck_table.mjs";
import { splitNames } from "./names.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkList,
  checkStrings,
  pick,
} from "../core/validation.mjs";

/** @import { JsonObject } from "../core/validation.mjs" */

/**
 * A suit or a rank of an entry: its name, and `codes`, other letters and numbers for it: "1, 01"; `rank` is the name of
 * a rank in conditions, if it is not its code, and `words` are other names.
 *
 * @typedef {{ name: string, codes?: string, rank?: string, words?: string }} NamedPart
 */

/**
 * A card that is in no suit like the others: its name and suit, its rank if that is not its name, how many there are in
 * a pack, and other letters and numbers for it.
 *
 * @typedef {{ name: string, suit?: string, rank?: string, copies?: number, codes?: string }} SpecialCard
 */

/**
 * An entry of the table of decks, as far as it is read here; docs/recipes/games.md ("A deck") describes it. Lists in a
 * text have ", " between their parts.
 *
 * @typedef {object} DeckEntry
 * @property {string} [pack] the family of the pack, a name in PACKS
 * @property {string} [like] the name of another entry, which has the members that are not here
 * @property {string} [options] names in OPTIONS: "jokers, suit_order"
 * @property {number} [copies] how often each card is in a pack
 * @property {{ [suit: string]: NamedPart }} [suits] by the letter of the suit
 * @property {Ranks} [ranks]
 * @property {{ [rank: string]: NamedPart }} [rank_names] by the code of the rank
 * @property {{ [code: string]: SpecialCard }} [special]
 * @property {string} [trumps] the name of the suit of trumps, if there is one
 * @property {{ [code: string]: string }} [spellings] further names of cards
 * @property {string} [months] of flower cards: a name and the letters of the kinds, "Pine BRPP, Plum ARPP"
 * @property {{ [code: string]: string }} [civil] the names of the Chinese dominoes that are twice in a pack
 * @property {string} [military] the codes of the others: "6-3, 5-4"
 * @property {string} [letters] each with its number and its points: "E 12 1, A 9 1"
 * @property {{ last: number, letter?: string, suit?: string }[]} [drums] of balls: the highest number of each, its
 *   letter and its suit
 */

/**
 * The ranks in each suit: a letter each, "A23456789TJQK"; such texts, or lists of codes, by suit; or the highest
 * number.
 *
 * @typedef {string | number | { [suit: string]: string | string[] }} Ranks
 */

/**
 * The options of a pack, after they were checked, with its deck.
 *
 * @typedef {object} PackRequest
 * @property {string} deck
 * @property {number} [decks] how many packs
 * @property {string[]} [exclude] cards that are left out
 * @property {number} [jokers]
 * @property {string} [suit_order] "SHDC" in any order
 * @property {number} [red_fives]
 * @property {number} [highest]
 */

/**
 * A deck: the names of its options, a function that returns the codes of one pack, and one from a spelling in capitals
 * to the code.
 *
 * @typedef {object} Deck
 * @property {string[]} options
 * @property {(request: PackRequest) => string[]} pack
 * @property {(spelling: string) => string} canonical
 * @property {(text: string) => string | undefined} readWords the code of the card that the words of a text name
 * @property {(text: string) => string[] | undefined} splitText the codes of the cards that one text has together
 */

/**
 * Return the codes of numbered cards: "1T", "2T".
 *
 * @param {string} letter of the suit
 * @param {number} max the highest number
 */
const numbered = (letter, max) =>
  range(max, 1).map((number) => number + letter);

/**
 * Return each code so many times, one after the other.
 *
 * @param {number} copies
 * @param {string[]} codes
 * @returns {string[]}
 */
const repeat = (copies, codes) =>
  codes.flatMap((code) => Array(copies).fill(code));

/**
 * Return an object with the values that a function returns of the values of another.
 *
 * @template Value, Changed
 * @param {{ [name: string]: Value } | undefined} object
 * @param {(value: Value) => Changed} change
 * @returns {{ [name: string]: Changed }}
 */
export const mapValues = (object = {}, change) =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value)]),
  );

/**
 * Return the codes of suits.
 *
 * @param {string[]} suits their letters
 * @param {Ranks} ranks
 */
const suited = (suits, ranks) =>
  suits.flatMap((suit) => {
    if (typeof ranks === "number") return numbered(suit, ranks);
    const ofSuit = typeof ranks === "string" ? ranks : ranks[suit];
    return [...ofSuit].map((rank) => rank + suit);
  });

const HONOURS = ["EW", "SW", "WW", "NW", "RD", "GD", "WD"];
const COMMON_TILES = repeat(4, [
  ...numbered("D", 9),
  ...numbered("B", 9),
  ...numbered("C", 9),
  ...HONOURS,
]);

/**
 * By suit, how many of its fives are red, for each value of `red_fives`.
 *
 * @type {{ [suit: string]: number[] }}
 */
const RED_FIVES = {
  m: [0, 1, 1, 1, 1],
  p: [0, 0, 1, 1, 2],
  s: [0, 0, 0, 1, 1],
};

/**
 * Return the codes of jokers: "X1", "X2".
 *
 * @param {number} number how many
 */
const listJokers = (number = 0) => range(number, 1).map((joker) => `X${joker}`);

/**
 * Return four of each tile of a riichi suit; the first `reds` of its fives are red.
 *
 * @param {string} suit its letter
 * @param {number} reds
 */
const riichiSuit = (suit, reds) =>
  repeat(4, numbered(suit, 9)).map((code, i) =>
    i >= 16 && i < 16 + reds ? `0${suit}` : code,
  );

/**
 * By the family of a pack, a function of an entry and options that returns the codes.
 *
 * @type {{ [family: string]: (entry: DeckEntry, options: PackRequest) => string[] }}
 */
const PACKS = {
  suited: ({ suits = {}, ranks = "" }, { jokers }) => [
    ...suited(Object.keys(suits), ranks),
    ...listJokers(jokers),
  ],
  french: ({ ranks = "", trumps }, { suit_order = "SHDC", jokers }) => [
    ...suited([...suit_order], ranks),
    ...(trumps ? [...numbered("T", 21), "FO"] : []),
    ...listJokers(jokers),
  ],
  flowers: ({ months }, { jokers }) => [
    ...splitNames(months).flatMap((month, i) =>
      [...(month.split(" ")[1] ?? "")].map((kind) => kind + (i + 1)),
    ),
    ...listJokers(jokers),
  ],
  mahjong: () => COMMON_TILES,
  riichi: (_, { red_fives = 0 }) => [
    ...[..."mps"].flatMap((suit) =>
      riichiSuit(suit, RED_FIVES[suit][red_fives]),
    ),
    ...repeat(4, numbered("z", 7)),
  ],
  dominoes: (_, { highest = 6 }) =>
    range(highest + 1).flatMap((high) =>
      range(high + 1).map((low) => `${high}-${low}`),
    ),
  chinese_dominoes: ({ civil = {}, military }) => [
    ...repeat(2, Object.keys(civil)),
    ...splitNames(military),
  ],
  letters: ({ letters }) =>
    splitNames(letters).flatMap((entry) => {
      const [letter, number] = entry.split(" ");
      return repeat(Number(number), [letter]);
    }),
  balls: ({ drums = [] }) =>
    drums.flatMap(({ last, letter = "" }) =>
      range(last, 1).map((number) => letter + number),
    ),
  bingo75: () => range(75).map((i) => "BINGO"[Math.floor(i / 15)] + (i + 1)),
};

/**
 * Return the code of a French card, the ten or the ace of which is spelt in digits: "10S", "0S", "1S".
 *
 * @param {string} code in capitals
 */
const readFrench = (code) =>
  code.replace(/^10?(?=[SHDC]$)|^0(?=[SHDC]$)/, (rank) =>
    rank === "1" ? "A" : "T",
  );

/**
 * Return a code and the other letters and numbers for it.
 *
 * @param {string} code of a rank, a suit or a card
 * @param {{ [code: string]: { codes?: string } }} parts by code
 */
const listSpellings = (code, parts) => [
  code,
  ...splitNames(parts[code]?.codes),
];

/**
 * Return a function from a spelling of a card to its code, by the `codes` of the entry's suits, ranks and special
 * cards: with the suits { H: { codes: "♥" } } it returns "KH" for "K♥". What it does not know it returns as it is.
 *
 * @param {DeckEntry} entry
 * @returns {(spelling: string) => string}
 */
function openSuitedSpellings({
  suits = {},
  ranks = "",
  rank_names: named = {},
  special = {},
}) {
  /** @type {Map<string, string>} */
  const codes = new Map();
  for (const code of Object.keys(special)) {
    for (const spelling of listSpellings(code, special))
      codes.set(spelling, code);
  }
  for (const code of suited(Object.keys(suits), ranks)) {
    for (const rank of listSpellings(code.slice(0, -1), named)) {
      for (const suit of listSpellings(code.slice(-1), suits))
        codes.set(rank + suit, code);
    }
  }
  return (spelling) => codes.get(spelling) ?? spelling;
}

/**
 * Return the code of a riichi tile that is spelt as by mjai: honours are letters, and a red five is "5MR".
 *
 * @param {string} code in capitals
 */
const readMjai = (code) => {
  const honour = "ESWNPFC".indexOf(code) + 1;
  return honour && code.length === 1
    ? `${honour}Z`
    : code.replace(/^5([MPS])R$/, "0$1");
};

/**
 * Return the codes of the tiles in a text of MPSZ: of "123m0p" 1m, 2m, 3m and 0p.
 *
 * @param {string} text
 */
function splitMpsz(text) {
  const plain = text.replaceAll(" ", "");
  if (!/^(?:[0-9]+[mpsz])+$/.test(plain)) return undefined;
  return Array.from(plain.matchAll(/([0-9]+)([mpsz])/g)).flatMap(
    ([, numbers, suit]) => [...numbers].map((number) => number + suit),
  );
}

/**
 * Return the code of a domino, the higher end of which is first.
 *
 * @param {string} code
 */
const putHigherFirst = (code) => {
  const ends = code.split("-").map(Number);
  return ends.length === 2 && ends[0] < ends[1]
    ? `${ends[1]}-${ends[0]}`
    : code;
};

/**
 * By the family of a pack, a function of an entry that returns a function from a spelling in capitals to the code.
 *
 * @type {{ [family: string]: (entry: DeckEntry) => (spelling: string) => string }}
 */
const READERS = {
  suited: openSuitedSpellings,
  french: () => readFrench,
  riichi: () => readMjai,
  dominoes: () => putHigherFirst,
  chinese_dominoes: () => putHigherFirst,
};

const RIICHI_HONOURS = ["EW", "SW", "WW", "NW", "WD", "GD", "RD"];

/**
 * By the family of a pack, a function of an entry that returns a function from a text to the code of the card that its
 * words name.
 *
 * @type {{ [family: string]: (entry: DeckEntry) => (text: string) => string | undefined }}
 */
const WORD_READERS = {
  suited: ({ suits = {}, ranks = "", rank_names: named = {} }) =>
    openSuitedWords(
      suited(Object.keys(suits), ranks).map((code) => [
        code.slice(0, -1),
        code.slice(-1),
      ]),
      (rank) => listWordsOf(rank, named),
      (suit) => listWordsOf(suit, suits),
    ),
  french:
    ({ trumps }) =>
    (text) =>
      readFrenchWords(text, { hasKnights: Boolean(trumps) }),
  mahjong: () =>
    openTileWords(
      { D: "D", B: "B", C: "C" },
      Object.fromEntries(HONOURS.map((code) => [code, code])),
    ),
  riichi: () =>
    openTileWords(
      { D: "p", B: "s", C: "m" },
      Object.fromEntries(
        RIICHI_HONOURS.map((honour, i) => [honour, `${i + 1}z`]),
      ),
    ),
  flowers:
    ({ months }) =>
    (text) =>
      readFlowerWords(text, splitNames(months).map(splitMonth)),
};

/**
 * Return the letter of a rank or a suit, its name, and other words, letters and numbers for it.
 *
 * @param {string} letter
 * @param {{ [letter: string]: NamedPart }} parts by their letters
 */
function listWordsOf(letter, parts) {
  const { name, words, codes } = parts[letter] ?? {};
  return [letter, name, words, codes].flatMap(splitNames);
}

/**
 * Return the flower of a month and the letters of its kinds.
 *
 * @param {string} month "Pine BRPP"
 * @returns {[flower: string, kinds: string]}
 */
function splitMonth(month) {
  const [flower, kinds = ""] = month.split(" ");
  return [flower, kinds];
}

/**
 * The checks of options, by name; `exclude` is checked with the pack.
 *
 * @type {{ [name: string]: (value: unknown) => void }}
 */
const OPTIONS = {
  decks: (value) => checkInteger("decks", value, 1, 100),
  jokers: (value) => checkInteger("jokers", value, 0, 4),
  suit_order(value) {
    if ([...String(value)].sort().join("") !== "CDHS")
      throw new Refused(
        "suit_order",
        "the letters S, H, D, C in any order were expected",
      );
  },
  red_fives: (value) => checkInteger("red_fives", value, 0, 4),
  highest: (value) => checkChoice("highest", value, [6, 9, 12, 15, 18]),
};

/** The options of packs that have a default which means the same as none. */
export const PACK_DEFAULTS = {
  decks: 1,
  jokers: 0,
  suit_order: "SHDC",
  red_fives: 0,
  highest: 6,
  exclude: [],
};

/** @type {{ [deck: string]: DeckEntry }} */
const TABLE = DECK_TABLE;

/**
 * Every deck's entry, with the members of the entry that it is `like`.
 *
 * @type {{ [deck: string]: DeckEntry & { pack: string } }}
 */
export const ENTRIES = mapValues(TABLE, ({ like = "", ...entry }) => {
  const whole = { ...TABLE[like], ...entry };
  return { ...whole, pack: String(whole.pack) };
});

/**
 * Return the options of a request that a deck has; it does not read others.
 *
 * @param {PackRequest} request
 * @param {string[]} options their names
 * @returns {PackRequest}
 */
const pickOptions = (request, options) => ({
  ...pick({ ...request }, options),
  deck: request.deck,
});

/**
 * Return the deck of an entry.
 *
 * @param {DeckEntry & { pack: string }} entry
 * @returns {Deck}
 */
function openDeck(entry) {
  const { pack: family, copies = 1, special = {} } = entry;
  const options = splitNames(entry.options);
  const namesOfSpecial = mapValues(special, ({ name, codes }) =>
    [name, codes].join(", "),
  );
  const names = { ...namesOfSpecial, ...entry.spellings };
  /** @type {((text: string) => string | undefined) | undefined} */
  let readRankAndSuit; // opened by the first text that is no code
  const specialCodes = Object.entries(special).flatMap(([code, card]) =>
    repeat(card.copies ?? 1, [code]),
  );
  return {
    options,
    pack(request) {
      const codes = PACKS[family](entry, pickOptions(request, options));
      return [...repeat(copies, codes), ...specialCodes];
    },
    canonical: READERS[family]?.(entry) ?? ((spelling) => spelling),
    readWords(text) {
      readRankAndSuit ??= WORD_READERS[family]?.(entry) ?? (() => undefined);
      const codes = new Set([
        readOwnName(text, names, entry.trumps),
        readRankAndSuit(text),
      ]);
      codes.delete(undefined);
      return codes.size === 1 ? [...codes][0] : undefined;
    },
    splitText: family === "riichi" ? splitMpsz : () => undefined,
  };
}

/**
 * Every deck, by name.
 *
 * @type {{ [deck: string]: Deck }}
 */
export const DECKS = mapValues(ENTRIES, openDeck);

/**
 * Return the names of the options of a deck.
 *
 * @param {unknown} deck its name
 * @returns {string[]}
 */
export const packOptions = (deck) => [
  "decks",
  "exclude",
  ...DECKS[checkChoice("deck", deck, Object.keys(DECKS))].options,
];

/**
 * Return a code if a pack has it, and otherwise undefined.
 *
 * @param {string[]} pack
 * @param {string | undefined} code
 */
const keepIfIn = (pack, code) =>
  code !== undefined && pack.includes(code) ? code : undefined;

/**
 * Return the code of the card in a pack that a text of a request stands for, by its code, another spelling or its
 * words; undefined if there is none.
 *
 * @param {string} deck
 * @param {string[]} pack codes
 * @param {string} text
 */
export function findCard(deck, pack, text) {
  const { canonical, readWords } = DECKS[deck];
  const spelling = canonical(text.toUpperCase()).toUpperCase();
  const spelled = pack.find((code) => code.toUpperCase() === spelling);
  return spelled ?? keepIfIn(pack, readWords(text));
}

/**
 * Return the codes of the cards in a list of a request, each of which is in the packs and is there once.
 *
 * @param {string} where the path of the list
 * @param {unknown} texts the list: spellings of cards
 * @param {PackRequest} request
 * @returns {string[]}
 */
export function spellCodes(where, texts, request) {
  const full = DECKS[request.deck].pack(request);
  const codes = checkStrings(where, texts).map((text) => {
    const code = findCard(request.deck, full, text);
    if (code === undefined)
      throw new Refused(where, `there is no card ${text} in this pack`);
    return code;
  });
  if (new Set(codes).size < codes.length)
    throw new Refused(where, "a card is listed twice");
  return codes;
}

/**
 * Check the options of the deck of a request, but for the cards that it excludes.
 *
 * @param {JsonObject} request
 * @returns {asserts request is PackRequest & JsonObject}
 */
export function checkOptions(request) {
  for (const name of packOptions(request.deck))
    if (request[name] !== undefined) OPTIONS[name]?.(request[name]);
}

/**
 * Return the codes of a shoe in unshuffled order; an index is a position in this list.
 *
 * @param {JsonObject} request
 * @returns {string[]}
 */
export function buildShoe(request) {
  checkOptions(request);
  const { decks = 1, exclude = [] } = request;
  const excluded = spellCodes("exclude", exclude, request);
  const includedCodes = DECKS[request.deck]
    .pack(request)
    .filter((code) => !excluded.includes(code));
  if (includedCodes.length === 0)
    throw new Refused("exclude", "every card is excluded");
  return Array(decks).fill(includedCodes).flat();
}

/**
 * The terms of a deal: hands of so many cards, or of packets dealt in turn, such as [3, 2]; how many cards are burned
 * first; and the piles that are dealt after the hands.
 *
 * @typedef {object} DealTerms
 * @property {unknown} [hands] how many
 * @property {unknown} [cards] of each hand
 * @property {unknown} [packets]
 * @property {unknown} [burn]
 * @property {{ name: string, cards: number }[]} [piles]
 */

/**
 * A seat, as "1", or the name of a pile, and what was dealt there.
 *
 * @template T
 * @typedef {[name: string, items: T[]]} Place
 */

/**
 * Return the sizes of the packets that each hand gets in turn: of 3 cards without packets [1, 1, 1].
 *
 * @param {DealTerms} terms
 * @param {number} size of the shoe
 * @returns {number[]}
 */
function readPackets({ cards, packets }, size) {
  const asked = packets ?? Array(checkInteger("cards", cards, 1, size)).fill(1);
  const sizes = checkList("packets", asked).map((packet) =>
    checkInteger("packets", packet, 1, size),
  );
  const handSize = sum(sizes);
  if ((cards ?? handSize) !== handSize)
    throw new Refused(
      "packets",
      `packets of ${cards} cards in all were expected`,
    );
  return sizes;
}

/**
 * Burn, then deal packets round the table from the top; the rest is the stock.
 * Returns hands and piles as [seat or name, indices]; there is a pile of burns only if a card was burned.
 *
 * Of the order [0, 1, 2, 3, 4, 5], two hands of two cards after one burned card are `["1", [1, 3]]` and
 * `["2", [2, 4]]`, the piles `["burns", [0]]` and `["stock", [5]]`.
 *
 * @template T
 * @param {T[]} order what is dealt, from the top
 * @param {DealTerms} terms
 * @returns {{ hands: Place<T>[], piles: Place<T>[] }}
 */
export function dealHands(order, terms) {
  const { hands, burn = 0, piles = [] } = terms;
  const size = order.length;
  const sizes = readPackets(terms, size);
  const stock = [...order];
  const burns = stock.splice(0, checkInteger("burn", burn, 0, size));
  const seats = range(checkInteger("hands", hands, 1, size), 1);
  /** @type {Place<T>[]} */
  const dealt = seats.map((seat) => [String(seat), []]);
  /** @param {number} number how many cards to take from the top */
  const take = (number) => {
    if (number > stock.length)
      throw new Refused("hands", "too few cards for this deal");
    return stock.splice(0, number);
  };
  for (const packet of sizes)
    for (const [, hand] of dealt) hand.push(...take(packet));
  /** @type {Place<T>[]} */
  const dealtPiles = burns.length > 0 ? [["burns", burns]] : [];
  for (const pile of piles) dealtPiles.push([pile.name, take(pile.cards)]);
  dealtPiles.push(["stock", stock]);
  return { hands: dealt, piles: dealtPiles };
}
