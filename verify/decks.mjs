/** The decks in unshuffled order, and the deal, in plain JavaScript, from docs/stream.md and nothing else. */
import { Refused, choice, integer, strings } from "./members.mjs";

const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);
const values = (letter, greatest) => range(greatest, 1).map((value) => value + letter);
const times = (copies, codes) => codes.flatMap((code) => Array(copies).fill(code));
const suited = (suits, ranks) => [...suits].flatMap((suit) => [...ranks].map((rank) => rank + suit));

const HONOURS = ["EW", "SW", "WW", "NW", "RD", "GD", "WD"];
const MONTHS = "BRPP ARPP BRPP ARPP ARPP ARPP ARPP BAPP ARPP ARPP BARP BPPP".split(" ");
const RED_FIVES = { m: [0, 1, 1, 1, 1], p: [0, 0, 1, 1, 2], s: [0, 0, 0, 1, 1] }; // by red_fives

const jokers = (number = 0) => range(number, 1).map((joker) => `X${joker}`);
/** Four of each tile of a riichi suit, so many of the fives red and before the others. */
const riichiSuit = (suit, reds) =>
  times(4, values(suit, 9)).map((code, i) => (i >= 16 && i < 16 + reds ? `0${suit}` : code));

const same = (code) => code;
const french = (code) => code.replace(/^10?(?=[SHDC]$)|^0(?=[SHDC]$)/, (rank) => (rank === "1" ? "A" : "T"));
const SPANISH = { 1: "A", 10: "J", 11: "N", 12: "K", S: "J", C: "N", R: "K" };
const spanish = (code) => code.replace(/^(1[012]?|[SCR])(?=[OCEB]$)/, (rank) => SPANISH[rank]);
const mjai = (code) => {
  const honour = "ESWNPFC".indexOf(code) + 1;
  return honour && code.length === 1 ? `${honour}Z` : code.replace(/^5([MPS])R$/, "0$1");
};
const higherFirst = (code) => {
  const ends = code.split("-").map(Number);
  return ends.length === 2 && ends[0] < ends[1] ? `${ends[1]}-${ends[0]}` : code;
};

const OPTIONS = {
  decks: (value) => integer("decks", value, 1, 100),
  jokers: (value) => integer("jokers", value, 0, 4),
  suit_order(value) {
    if ([...String(value)].sort().join("") !== "CDHS")
      throw new Refused("suit_order", "the letters S, H, D, C in any order were expected");
  },
  red_fives: (value) => integer("red_fives", value, 0, 4),
  highest: (value) => choice("highest", value, [6, 9, 12, 15, 18]),
};

/** Every deck: its options, the codes of one pack, and how else a code (in capitals) may be spelled in a request. */
export const DECKS = {
  standard: {
    options: ["jokers", "suit_order"],
    pack: (asked) => [...suited(asked.suit_order ?? "SHDC", "A23456789TJQK"), ...jokers(asked.jokers)],
    canonical: french,
  },
  piquet: {
    options: ["jokers", "suit_order"],
    pack: (asked) => [...suited(asked.suit_order ?? "SHDC", "A789TJQK"), ...jokers(asked.jokers)],
    canonical: french,
  },
  euchre: {
    options: ["jokers", "suit_order"],
    pack: (asked) => [...suited(asked.suit_order ?? "SHDC", "A9TJQK"), ...jokers(asked.jokers)],
    canonical: french,
  },
  pinochle: {
    options: ["suit_order"],
    pack: ({ suit_order = "SHDC" }) => times(2, suited(suit_order, "A9TJQK")),
    canonical: french,
  },
  spanish40: { pack: () => suited("OCEB", "A234567JNK"), canonical: spanish },
  spanish48: { pack: () => suited("OCEB", "A23456789JNK"), canonical: spanish },
  tarot: {
    options: ["suit_order"],
    pack: ({ suit_order = "SHDC" }) => [...suited(suit_order, "A23456789TJNQK"), ...values("T", 21), "FO"],
    canonical: french,
  },
  hanafuda: { pack: () => MONTHS.flatMap((kinds, i) => [...kinds].map((kind) => kind + (i + 1))), canonical: same },
  mahjong: {
    pack: () => [
      ...times(4, [...values("D", 9), ...values("B", 9), ...values("C", 9), ...HONOURS]),
      ...values("F", 4),
      ...values("S", 4),
    ],
    canonical: same,
  },
  riichi: {
    options: ["red_fives"],
    pack: ({ red_fives = 0 }) => [
      ...[..."mps"].flatMap((suit) => riichiSuit(suit, RED_FIVES[suit][red_fives])),
      ...times(4, values("z", 7)),
    ],
    canonical: mjai,
  },
  dominoes: {
    options: ["highest"],
    pack: ({ highest = 6 }) => range(highest + 1).flatMap((high) => range(high + 1).map((low) => `${high}-${low}`)),
    canonical: higherFirst,
  },
  keno: { pack: () => values("", 80), canonical: same },
  bingo75: { pack: () => range(75).map((i) => "BINGO"[Math.floor(i / 15)] + (i + 1)), canonical: same },
  bingo90: { pack: () => values("", 90), canonical: same },
  lottery49: { pack: () => values("", 49), canonical: same },
  wild_colours: {
    pack: () => [
      ...[..."RYGB"].flatMap((colour) => [`0${colour}`, ...times(2, suited(colour, "123456789SRD"))]),
      ...times(4, ["WW", "W4"]),
    ],
    canonical: same,
  },
};

/** The names of what may be said of the packs of a deck. */
export const packsOf = (deck) => [
  "decks",
  "exclude",
  ...(DECKS[choice("deck", deck, Object.keys(DECKS))].options ?? []),
];

/** The codes of a shoe in unshuffled order: an index is a place here. */
export function shoe(asked) {
  for (const name of packsOf(asked.deck)) if (asked[name] !== undefined) OPTIONS[name]?.(asked[name]);
  const { decks = 1, exclude = [] } = asked;
  strings("exclude", exclude);
  const { pack, canonical } = DECKS[asked.deck];
  const full = pack(asked);
  const excluded = exclude.map((code) => canonical(code.toUpperCase()).toUpperCase());
  const unknown = excluded.find((code) => !full.some((card) => card.toUpperCase() === code));
  if (unknown !== undefined) throw new Refused("exclude", `there is no card ${unknown} in this pack`);
  const left = full.filter((code) => !excluded.includes(code.toUpperCase()));
  if (left.length === 0) throw new Refused("exclude", "that takes out every card");
  return Array(decks).fill(left).flat();
}

/**
 * Burn, then packets round the table from the top; the rest is the stock.
 * Hands and piles are [seat or name, indices]; there is a pile of burns only if something was burned.
 */
export function deal(order, { hands, cards, packets = Array(cards).fill(1), burn = 0 }) {
  const stock = [...order];
  const burns = stock.splice(0, burn);
  const dealt = range(hands, 1).map((seat) => [seat, []]);
  const take = (packet) => {
    if (packet > stock.length) throw new Refused("hands", "too few cards for this deal");
    return stock.splice(0, packet);
  };
  for (const packet of packets) for (const [, hand] of dealt) hand.push(...take(packet));
  return { hands: dealt, piles: [...(burn ? [["burns", burns]] : []), ["stock", stock]] };
}
