/** The decks in unshuffled order, and the deal of hands, implemented from docs/stream-decks.md alone. */
import { Refused, checkChoice, checkInteger, checkList, checkStrings } from "./validation.mjs";

const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);
const numbered = (letter, max) => range(max, 1).map((number) => number + letter);
const repeat = (copies, codes) => codes.flatMap((code) => Array(copies).fill(code));

/** Return the codes of suits, each with those ranks. */
export const suited = (suits, ranks) => [...suits].flatMap((suit) => [...ranks].map((rank) => rank + suit));

const HONOURS = ["EW", "SW", "WW", "NW", "RD", "GD", "WD"];
const MONTHS = "BRPP ARPP BRPP ARPP ARPP ARPP ARPP BAPP ARPP ARPP BARP BPPP".split(" ");
const NUKI = MONTHS.map((cards, i) => ({ 3: "", 4: "", 6: "", 11: "BP" })[i] ?? cards);
const HWATU = [...MONTHS.slice(0, 10), "BPPD", "BARD"];
const RED_FIVES = { m: [0, 1, 1, 1, 1], p: [0, 0, 1, 1, 2], s: [0, 0, 0, 1, 1] }; // by red_fives

const months = (cards) => cards.flatMap((kinds, i) => [...kinds].map((kind) => kind + (i + 1)));
const COMMON_TILES = repeat(4, [...numbered("D", 9), ...numbered("B", 9), ...numbered("C", 9), ...HONOURS]);
const twoDrums = (max, letter, other) => [...numbered("", max), ...range(other, 1).map((number) => letter + number)];
const jokers = (number = 0) => range(number, 1).map((joker) => `X${joker}`);
/** Return four of each tile of a riichi suit; the first `reds` of its fives are red. */
const riichiSuit = (suit, reds) =>
  repeat(4, numbered(suit, 9)).map((code, i) => (i >= 16 && i < 16 + reds ? `0${suit}` : code));

const FOUR_COLOURS = [
  ...[..."RYGB"].flatMap((colour) => [`0${colour}`, ...repeat(2, suited(colour, "123456789SRD"))]),
  ...repeat(4, ["WW", "W4"]),
];

/** Return the numbers to `max` in each colour, `copies` of each. */
const coloured = (colours, max, copies) => [...colours].flatMap((colour) => repeat(copies, numbered(colour, max)));
const TAROCK = { S: "789TJNQK", H: "A234JNQK", D: "A234JNQK", C: "789TJNQK" };
const CIVIL = "6-6 1-1 4-4 3-1 5-5 3-3 2-2 6-5 6-4 6-1 5-1".split(" ");
const MILITARY = "6-3 5-4 6-2 5-3 5-2 4-3 4-2 4-1 3-2 2-1".split(" ");

const identity = (code) => code;
const french = (code) => code.replace(/^10?(?=[SHDC]$)|^0(?=[SHDC]$)/, (rank) => (rank === "1" ? "A" : "T"));
const SPANISH = { 1: "A", 10: "J", 11: "N", 12: "K", S: "J", C: "N", R: "K" };
const spanish = (code) => code.replace(/^(1[012]?|[SCR])(?=[OCEB]$)/, (rank) => SPANISH[rank]);
const ITALIAN = { 1: "A", 8: "J", 9: "N", 10: "K", F: "J", C: "N", R: "K" };
const italian = (code) => code.replace(/^(10?|[89FCR])(?=[DCSB]$)/, (rank) => ITALIAN[rank]);
const GERMAN = { 10: "T", D: "A", E: "A", G: "L", S: "B" };
const german = (code) =>
  code.replace(/^(10|D)?(.*?)([EGS])?$/, (_, rank, middle, suit) => (GERMAN[rank] ?? "") + middle + (GERMAN[suit] ?? ""));
const swiss = (code) => code.replace(/^10(?=[ARSBE]$)/, "T").replace(/E$/, "A");
const tichu = (code) => (code === "1" ? "MJ" : code.replace(/^10(?=[JWPS]$)/, "T"));
const mjai = (code) => {
  const honour = "ESWNPFC".indexOf(code) + 1;
  return honour && code.length === 1 ? `${honour}Z` : code.replace(/^5([MPS])R$/, "0$1");
};
const higherFirst = (code) => {
  const ends = code.split("-").map(Number);
  return ends.length === 2 && ends[0] < ends[1] ? `${ends[1]}-${ends[0]}` : code;
};

const OPTIONS = {
  decks: (value) => checkInteger("decks", value, 1, 100),
  jokers: (value) => checkInteger("jokers", value, 0, 4),
  suit_order(value) {
    if ([...String(value)].sort().join("") !== "CDHS")
      throw new Refused("suit_order", "the letters S, H, D, C in any order were expected");
  },
  red_fives: (value) => checkInteger("red_fives", value, 0, 4),
  highest: (value) => checkChoice("highest", value, [6, 9, 12, 15, 18]),
};

/** Every deck: its options, the codes of one pack, and a function from a spelling in capitals to the code. */
export const DECKS = {
  standard: {
    options: ["jokers", "suit_order"],
    pack: (request) => [...suited(request.suit_order ?? "SHDC", "A23456789TJQK"), ...jokers(request.jokers)],
    canonical: french,
  },
  piquet: {
    options: ["jokers", "suit_order"],
    pack: (request) => [...suited(request.suit_order ?? "SHDC", "A789TJQK"), ...jokers(request.jokers)],
    canonical: french,
  },
  euchre: {
    options: ["jokers", "suit_order"],
    pack: (request) => [...suited(request.suit_order ?? "SHDC", "A9TJQK"), ...jokers(request.jokers)],
    canonical: french,
  },
  pinochle: {
    options: ["suit_order"],
    pack: ({ suit_order = "SHDC" }) => repeat(2, suited(suit_order, "A9TJQK")),
    canonical: french,
  },
  spanish40: { pack: () => suited("OCEB", "A234567JNK"), canonical: spanish },
  spanish48: { pack: () => suited("OCEB", "A23456789JNK"), canonical: spanish },
  italian40: { pack: () => suited("DCSB", "A234567JNK"), canonical: italian },
  german32: { pack: () => suited("ALHB", "A789TUOK"), canonical: german },
  german36: { pack: () => suited("ALHB", "A6789TUOK"), canonical: german },
  german33: {
    pack: () => suited("ALHB", "A6789TUOK").filter((code) => code[0] !== "6" || code === "6B"),
    canonical: german,
  },
  swiss36: { pack: () => suited("ARSB", "A6789TUOK"), canonical: swiss },
  tarot: {
    options: ["suit_order"],
    pack: ({ suit_order = "SHDC" }) => [...suited(suit_order, "A23456789TJNQK"), ...numbered("T", 21), "FO"],
    canonical: french,
  },
  tarock54: {
    options: ["suit_order"],
    pack: ({ suit_order = "SHDC" }) => [
      ...[...suit_order].flatMap((suit) => suited(suit, TAROCK[suit])),
      ...numbered("T", 21),
      "FO",
    ],
    canonical: french,
  },
  hanafuda: { pack: () => months(MONTHS), canonical: identity },
  hanafuda34: { pack: () => months(NUKI), canonical: identity },
  hwatu: { options: ["jokers"], pack: (request) => [...months(HWATU), ...jokers(request.jokers)], canonical: identity },
  mahjong: { pack: () => [...COMMON_TILES, ...numbered("F", 4), ...numbered("S", 4)], canonical: identity },
  american_mahjong: { pack: () => [...COMMON_TILES, ...repeat(8, ["FL", "JK"])], canonical: identity },
  riichi: {
    options: ["red_fives"],
    pack: ({ red_fives = 0 }) => [
      ...[..."mps"].flatMap((suit) => riichiSuit(suit, RED_FIVES[suit][red_fives])),
      ...repeat(4, numbered("z", 7)),
    ],
    canonical: mjai,
  },
  dominoes: {
    options: ["highest"],
    pack: ({ highest = 6 }) => range(highest + 1).flatMap((high) => range(high + 1).map((low) => `${high}-${low}`)),
    canonical: higherFirst,
  },
  chinese_dominoes: { pack: () => [...repeat(2, CIVIL), ...MILITARY], canonical: higherFirst },
  okey: { pack: () => [...coloured("RKBY", 13, 2), "JK", "JK"], canonical: identity },
  keno: { pack: () => numbered("", 80), canonical: identity },
  bingo75: { pack: () => range(75).map((i) => "BINGO"[Math.floor(i / 15)] + (i + 1)), canonical: identity },
  bingo90: { pack: () => numbered("", 90), canonical: identity },
  lottery49: { pack: () => numbered("", 49), canonical: identity },
  powerball: { pack: () => twoDrums(69, "P", 26), canonical: identity },
  mega_millions: { pack: () => twoDrums(70, "M", 24), canonical: identity },
  euromillions: { pack: () => twoDrums(50, "S", 12), canonical: identity },
  tichu: { pack: () => [...suited("JWPS", "23456789TJQKA"), "MJ", "DO", "PH", "DR"], canonical: tichu },
  wild_colours: { pack: () => FOUR_COLOURS, canonical: identity },
  wild_colours112: { pack: () => [...FOUR_COLOURS, "WS", ...repeat(3, ["WC"])], canonical: identity },
  bird_colours: { pack: () => [...coloured("RYGK", 14, 1), "BI"], canonical: identity },
  wizards: { pack: () => [...coloured("BRYG", 13, 1), ...repeat(4, ["WI", "JE"])], canonical: identity },
  fireworks: {
    pack: () => [..."RYGWB"].flatMap((colour) => suited(colour, "1112233445")),
    canonical: identity,
  },
  numbers162: { pack: () => [...repeat(12, numbered("", 12)), ...repeat(18, ["WW"])], canonical: identity },
};

/** Return the names of the options of a deck. */
export const packOptions = (deck) => [
  "decks",
  "exclude",
  ...(DECKS[checkChoice("deck", deck, Object.keys(DECKS))].options ?? []),
];

/** Return the codes of a shoe in unshuffled order; an index is a position in this list. */
export function buildShoe(request) {
  for (const name of packOptions(request.deck)) if (request[name] !== undefined) OPTIONS[name]?.(request[name]);
  const { decks = 1, exclude = [] } = request;
  checkStrings("exclude", exclude);
  const { pack, canonical } = DECKS[request.deck];
  const full = pack(request);
  const excluded = exclude.map((code) => canonical(code.toUpperCase()).toUpperCase());
  const unknown = excluded.find((code) => !full.some((card) => card.toUpperCase() === code));
  if (unknown !== undefined) throw new Refused("exclude", `there is no card ${unknown} in this pack`);
  if (new Set(excluded).size < excluded.length) throw new Refused("exclude", "a card is listed twice");
  const rest = full.filter((code) => !excluded.includes(code.toUpperCase()));
  if (rest.length === 0) throw new Refused("exclude", "every card is excluded");
  return Array(decks).fill(rest).flat();
}

/**
 * Burn, then deal packets round the table from the top; the rest is the stock.
 * Returns hands and piles as [seat or name, indices]; there is a pile of burns only if a card was burned.
 */
export function dealHands(order, { hands, cards, packets, burn = 0, piles = [] }) {
  const sizes = packets ?? Array(checkInteger("cards", cards, 1, order.length)).fill(1);
  const handSize = checkList("packets", sizes).reduce((sum, packet) => sum + checkInteger("packets", packet, 1, order.length), 0);
  if ((cards ?? handSize) !== handSize) throw new Refused("packets", `packets of ${cards} cards in all were expected`);
  const stock = [...order];
  const burns = stock.splice(0, checkInteger("burn", burn, 0, order.length));
  const seats = range(hands, 1).map((seat) => [String(seat), []]);
  const take = (packet) => {
    if (packet > stock.length) throw new Refused("hands", "too few cards for this deal");
    return stock.splice(0, packet);
  };
  for (const packet of sizes) for (const [, hand] of seats) hand.push(...take(packet));
  const named = piles.map((pile) => [pile.name, take(pile.cards)]);
  return { hands: seats, piles: [...(burn ? [["burns", burns]] : []), ...named, ["stock", stock]] };
}
