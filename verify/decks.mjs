/** The decks in unshuffled order, and the deal, in plain JavaScript, from docs/stream.md and nothing else. */
const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);
const values = (letter, greatest) => range(greatest, 1).map((value) => value + letter);

const HONOURS = ["EW", "SW", "WW", "NW", "RD", "GD", "WD"];

/** Every deck: the codes of one pack, and how else a code (in capitals) may be spelled in a request. */
const DECKS = {
  standard: {
    pack: ({ jokers = 0, suit_order = "SHDC" }) => [
      ...[...suit_order].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit)),
      ...range(jokers, 1).map((number) => `X${number}`),
    ],
    canonical: (code) => code.replace(/^10?(?=[SHDC]$)|^0(?=[SHDC]$)/, (rank) => (rank === "1" ? "A" : "T")),
  },
  mahjong: {
    pack: () => [
      ...[...values("D", 9), ...values("B", 9), ...values("C", 9), ...HONOURS].flatMap((code) => Array(4).fill(code)),
      ...values("F", 4),
      ...values("S", 4),
    ],
    canonical: (code) => code,
  },
};

/** The codes of a shoe in unshuffled order: an index is a place here. */
export function shoe({ deck, decks = 1, exclude = [], ...options }) {
  const { pack, canonical } = DECKS[deck];
  const full = pack(options);
  const excluded = exclude.map((code) => canonical(code.toUpperCase()));
  const unknown = excluded.find((code) => !full.includes(code));
  if (unknown !== undefined) throw new RangeError(`exclude: there is no card ${unknown} in this pack`);
  return Array(decks).fill(full.filter((code) => !excluded.includes(code))).flat();
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
    if (packet > stock.length) throw new RangeError("too few cards for this deal");
    return stock.splice(0, packet);
  };
  for (const packet of packets) for (const [, hand] of dealt) hand.push(...take(packet));
  return { hands: dealt, piles: [...(burn ? [["burns", burns]] : []), ["stock", stock]] };
}
