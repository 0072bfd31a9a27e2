/** Receipts of sealed shoes (scheme shoe1), checked in plain JavaScript, from docs/stream.md and nothing else. */
import { DECKS, packsOf, shoe } from "./decks.mjs";
import { Refused, choice, digest, integer, members, strings, text } from "./members.mjs";
import { UNIFORMITY, shuffle } from "./shuffles.mjs";
import { drawn, webCrypto } from "./stream.mjs";

export const EXACT = Object.keys(UNIFORMITY).filter((name) => UNIFORMITY[name] === "exact");
const NEEDED = ["scheme", "stream", "deck", "decks", "exclude", "algorithm", "cut", "reshuffle"];
const utf8 = (string) => new TextEncoder().encode(string);
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
export const hexadecimal = (bytes) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Canonical JSON (RFC 8785) of strings, integers, lists and objects: no spaces, names in order of their UTF-16 units. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(",")}}`;
}

/** The codes of the shoe that the terms describe, in unshuffled order; terms that are none of shoe1 are refused. */
export function shoeOf(terms) {
  choice("terms.deck", terms?.deck, Object.keys(DECKS));
  members("terms", terms, [...NEEDED, ...packsOf(terms.deck), "label"], NEEDED);
  choice("terms.scheme", terms.scheme, ["shoe1"]);
  choice("terms.stream", terms.stream, ["sd1"]);
  choice("terms.algorithm", terms.algorithm, EXACT);
  choice("terms.reshuffle", terms.reshuffle, ["when_empty", "at_cut", "never"]);
  if (Object.hasOwn(terms, "label")) text("terms.label", terms.label);
  const pack = shoe({ ...terms, exclude: [] });
  if (strings("terms.exclude", terms.exclude).some((code, i, all) => !pack.includes(code) || all.indexOf(code) < i))
    throw new Refused("terms.exclude", "codes of cards of this pack were expected, each once");
  const codes = shoe(terms);
  integer("terms.cut", terms.cut, 0, codes.length - 1);
  return codes;
}

/** What is committed to: a prefix, the server's seed, the terms. */
export const committed = (serverSeed, terms) => [
  utf8("shuffle-and-deal commitment 1\n"),
  serverSeed,
  utf8(canonical(terms)),
];

/** Its SHA-256, which is published before the first card is drawn. */
export const commitment = async (serverSeed, terms) =>
  hexadecimal(await webCrypto().digest("SHA-256", joined(...committed(serverSeed, terms))));

/** What the server's seed is mixed with: a prefix, the client's seed. */
export const mixed = (clientSeed) => [utf8("shuffle-and-deal shoe 1\n"), utf8(clientSeed ?? "")];

/** The key of a shoe's stream: 32 bytes. */
export async function shoeKey(serverSeed, clientSeed) {
  const secret = await webCrypto().importKey("raw", serverSeed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return webCrypto().sign("HMAC", secret, joined(...mixed(clientSeed)));
}

/** The indices of a round in its order: that at place 0 is the top of the shoe. */
export async function round(key, number, size, { algorithm }, watch) {
  const order = shuffle({ algorithm });
  return (await drawn(key, number, (below) => order(below, size, size), watch)).made;
}

/** What the receipt says was drawn, if so much cannot have been. */
function drawnDiffers({ drawn, terms, client_seed }, size) {
  const { round, top, bottom, total } = drawn;
  const most = round * size + top + bottom;
  const ranges = {
    round: [0, terms.reshuffle === "never" ? 0 : round],
    top: [bottom || !total ? 0 : 1, size], // a round begins with a card
    bottom: [0, size - top],
    total: [terms.reshuffle === "at_cut" ? most - round * terms.cut : most, most],
  };
  for (const [name, [low, high]] of Object.entries(ranges))
    if (drawn[name] < low || drawn[name] > high)
      return { where: `drawn.${name}`, expected: low === high ? low : `${low} to ${high}`, seen: drawn[name] };
  if (client_seed !== null && total === 0) return { where: "client_seed", expected: null, seen: client_seed };
}

/** The first card that was seen and is one that, so the receipt says, was not drawn. */
function undrawn({ drawn }, cards, size) {
  const left = ({ position }) => position >= drawn.top && position < size - drawn.bottom;
  const card = cards.find((card) => card.round > drawn.round || (card.round === drawn.round && left(card)));
  return card && { where: "drawn", expected: `round ${card.round}, position ${card.position}`, seen: drawn };
}

/** The first card that was seen and is not the one at its place. */
async function cardDiffers({ terms, server_seed, client_seed }, cards, codes) {
  const key = await shoeKey(digest("server_seed", server_seed), client_seed);
  const orders = new Map();
  for (const { round: number, position, card } of cards) {
    if (!orders.has(number)) orders.set(number, await round(key, number, codes.length, terms));
    const expected = codes[orders.get(number)[position]];
    if (card !== expected) return { where: `round ${number}, position ${position}`, expected, seen: card };
  }
}

/** Every card that was seen, with its place. */
function seenCards(seen, size) {
  if (!Array.isArray(seen)) throw new Refused("seen", "a list was expected");
  return seen.flatMap((run, i) => {
    const { round = 0, position = 0, cards } = members(`seen[${i}]`, run, ["round", "position", "cards"], ["cards"]);
    strings(`seen[${i}].cards`, cards);
    integer(`seen[${i}].round`, round, 0, 2 ** 53 - 1);
    integer(`seen[${i}].position`, position, 0, size - cards.length);
    return cards.map((card, k) => ({ round, position: position + k, card }));
  });
}

/** What a check of a receipt, and of the cards that were seen, comes to; `valid` is null if no card was seen. */
export async function checkReceipt(receipt, seen = []) {
  const names = ["receipt", "commitment", "terms", "server_seed", "client_seed", "drawn"];
  const counts = ["round", "top", "bottom", "total"];
  members("receipt", receipt, names, names);
  choice("receipt", receipt.receipt, ["shoe1"]);
  digest("commitment", receipt.commitment);
  if (receipt.client_seed !== null) text("client_seed", receipt.client_seed);
  members("drawn", receipt.drawn, counts, counts);
  for (const name of counts) integer(`drawn.${name}`, receipt.drawn[name], 0, 2 ** 53 - 1);
  const codes = shoeOf(receipt.terms);
  const cards = seenCards(seen, codes.length);
  const expected = await commitment(digest("server_seed", receipt.server_seed), receipt.terms);
  const difference =
    expected === receipt.commitment
      ? (drawnDiffers(receipt, codes.length) ??
        undrawn(receipt, cards, codes.length) ??
        (await cardDiffers(receipt, cards, codes)))
      : { where: "commitment", expected, seen: receipt.commitment };
  if (difference) return { valid: false, difference };
  return { valid: cards.length ? true : null };
}
