/** The decks in unshuffled order, interpreted from their table, and the deal of hands. Implemented from docs/definitions/decks.md alone. */
import { range } from "../core/canonical.mjs";
import { DECK_TABLE } from "./deck_table.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkList,
  checkStrings,
} from "../core/validation.mjs";

const numbered = (letter, max) =>
  range(max, 1).map((number) => number + letter);
const repeat = (copies, codes) =>
  codes.flatMap((code) => Array(copies).fill(code));
/** Return an object with the values that a function returns of the values of another; and the names in a text. */
export const mapValues = (object = {}, change) =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value)]),
  );
export const splitNames = (text = "") => text.split(", ").filter(Boolean);

/** Return the codes of suits; `ranks` are the letters in each suit, those or texts by suit, or the highest of the numbers. */
const suited = (suits, ranks) =>
  suits.flatMap((suit) => {
    if (typeof ranks === "number") return numbered(suit, ranks);
    return [...(ranks[suit] ?? ranks)].map((rank) => rank + suit);
  });

const HONOURS = ["EW", "SW", "WW", "NW", "RD", "GD", "WD"];
const COMMON_TILES = repeat(4, [
  ...numbered("D", 9),
  ...numbered("B", 9),
  ...numbered("C", 9),
  ...HONOURS,
]);
const RED_FIVES = {
  m: [0, 1, 1, 1, 1],
  p: [0, 0, 1, 1, 2],
  s: [0, 0, 0, 1, 1],
}; // by red_fives
const listJokers = (number = 0) => range(number, 1).map((joker) => `X${joker}`);
/** Return four of each tile of a riichi suit; the first `reds` of its fives are red. */
const riichiSuit = (suit, reds) =>
  repeat(4, numbered(suit, 9)).map((code, i) =>
    i >= 16 && i < 16 + reds ? `0${suit}` : code,
  );

/** By the family of a pack, a function of an entry and options that returns the codes. */
const PACKS = {
  suited: ({ suits, ranks }, { jokers }) => [
    ...suited(Object.keys(suits), ranks),
    ...listJokers(jokers),
  ],
  french: ({ ranks, trumps }, { suit_order = "SHDC", jokers }) => [
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
  chinese_dominoes: ({ civil, military }) => [
    ...repeat(2, Object.keys(civil)),
    ...splitNames(military),
  ],
  letters: ({ letters }) =>
    splitNames(letters).flatMap((entry) =>
      repeat(Number(entry.split(" ")[1]), [entry.split(" ")[0]]),
    ),
  balls: ({ drums }) =>
    drums.flatMap(({ last, letter = "" }) =>
      range(last, 1).map((number) => letter + number),
    ),
  bingo75: () => range(75).map((i) => "BINGO"[Math.floor(i / 15)] + (i + 1)),
};

const french = (code) =>
  code.replace(/^10?(?=[SHDC]$)|^0(?=[SHDC]$)/, (rank) =>
    rank === "1" ? "A" : "T",
  );
/** Return a function that reads other letters and numbers for ranks, suits and special cards, from their `codes`. */
function readSuited({ suits, ranks, rank_names: named = {}, special = {} }) {
  const texts = (name, { [name]: { codes } = {} }) => [
    name,
    ...splitNames(codes),
  ];
  const codes = new Map(
    Object.keys(special).flatMap((code) =>
      texts(code, special).map((text) => [text, code]),
    ),
  );
  for (const code of suited(Object.keys(suits), ranks))
    for (const rank of texts(code.slice(0, -1), named))
      for (const suit of texts(code.at(-1), suits))
        codes.set(rank + suit, code);
  return (code) => codes.get(code) ?? code;
}
const mjai = (code) => {
  const honour = "ESWNPFC".indexOf(code) + 1;
  return honour && code.length === 1
    ? `${honour}Z`
    : code.replace(/^5([MPS])R$/, "0$1");
};
const higherFirst = (code) => {
  const ends = code.split("-").map(Number);
  return ends.length === 2 && ends[0] < ends[1]
    ? `${ends[1]}-${ends[0]}`
    : code;
};
/** By the family of a pack, a function of an entry that returns a function from a spelling in capitals to the code. */
const READERS = {
  suited: readSuited,
  french: () => french,
  riichi: () => mjai,
  dominoes: () => higherFirst,
  chinese_dominoes: () => higherFirst,
};

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

/** Every deck's entry, with the members of the entry that it is `like`. */
export const ENTRIES = mapValues(DECK_TABLE, (entry) => ({
  ...DECK_TABLE[entry.like],
  ...entry,
}));

/** Every deck: its options, the codes of one pack, and a function from a spelling in capitals to the code. */
export const DECKS = mapValues(
  ENTRIES,
  ({ pack, copies = 1, special, ...entry }) => {
    const options = splitNames(entry.options);
    const others = Object.entries(special ?? {}).flatMap(([code, card]) =>
      Array(card.copies ?? 1).fill(code),
    );
    return {
      options,
      pack(request) {
        const chosen = Object.fromEntries(
          options.map((name) => [name, request[name]]),
        );
        return [...repeat(copies, PACKS[pack](entry, chosen)), ...others];
      },
      canonical: READERS[pack]?.({ ...entry, special }) ?? ((code) => code),
    };
  },
);

/** Return the names of the options of a deck. */
export const packOptions = (deck) => [
  "decks",
  "exclude",
  ...DECKS[checkChoice("deck", deck, Object.keys(DECKS))].options,
];

/** Return the codes of the cards in a list of a request, each of which is in the packs and is there once. */
export function spellCodes(where, texts, request) {
  const { pack, canonical } = DECKS[request.deck];
  const full = pack(request);
  const codes = checkStrings(where, texts).map((text) => {
    const spelling = canonical(text.toUpperCase()).toUpperCase();
    const code = full.find((card) => card.toUpperCase() === spelling);
    if (code === undefined)
      throw new Refused(where, `there is no card ${spelling} in this pack`);
    return code;
  });
  if (new Set(codes).size < codes.length)
    throw new Refused(where, "a card is listed twice");
  return codes;
}

/** Return the codes of a shoe in unshuffled order; an index is a position in this list. */
export function buildShoe(request) {
  for (const name of packOptions(request.deck))
    if (request[name] !== undefined) OPTIONS[name]?.(request[name]);
  const { decks = 1, exclude = [] } = request;
  const excluded = spellCodes("exclude", exclude, request);
  const rest = DECKS[request.deck]
    .pack(request)
    .filter((code) => !excluded.includes(code));
  if (rest.length === 0) throw new Refused("exclude", "every card is excluded");
  return Array(decks).fill(rest).flat();
}

/**
 * Burn, then deal packets round the table from the top; the rest is the stock.
 * Returns hands and piles as [seat or name, indices]; there is a pile of burns only if a card was burned.
 */
export function dealHands(
  order,
  { hands, cards, packets, burn = 0, piles = [] },
) {
  const sizes =
    packets ?? Array(checkInteger("cards", cards, 1, order.length)).fill(1);
  const handSize = checkList("packets", sizes).reduce(
    (sum, packet) => sum + checkInteger("packets", packet, 1, order.length),
    0,
  );
  if ((cards ?? handSize) !== handSize)
    throw new Refused(
      "packets",
      `packets of ${cards} cards in all were expected`,
    );
  const stock = [...order];
  const burns = stock.splice(0, checkInteger("burn", burn, 0, order.length));
  checkInteger("hands", hands, 1, order.length);
  const seats = range(hands, 1).map((seat) => [String(seat), []]);
  const take = (packet) => {
    if (packet > stock.length)
      throw new Refused("hands", "too few cards for this deal");
    return stock.splice(0, packet);
  };
  for (const packet of sizes)
    for (const [, hand] of seats) hand.push(...take(packet));
  const named = piles.map((pile) => [pile.name, take(pile.cards)]);
  return {
    hands: seats,
    piles: [...(burn ? [["burns", burns]] : []), ...named, ["stock", stock]],
  };
}
