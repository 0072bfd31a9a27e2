/** Receipts of sealed shoes (scheme shoe1), checked in plain JavaScript, from docs/stream.md and nothing else. */
import { DECKS, packsOf, shoe } from "./decks.mjs";
import { Refused, choice, digest, integer, members, strings, text } from "./members.mjs";
import { UNIFORMITY, shuffle } from "./shuffles.mjs";
import { drawn, webCrypto } from "./stream.mjs";

export const EXACT = Object.keys(UNIFORMITY).filter((name) => UNIFORMITY[name] === "exact");
const NEEDED = ["scheme", "stream", "deck", "decks", "exclude", "algorithm", "cut", "reshuffle"];
const utf8 = (string) => new TextEncoder().encode(string);
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const hexadecimal = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

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

/** SHA-256 of what is published before the first card is drawn. */
export async function commitment(serverSeed, terms) {
  const sealed = joined(utf8("shuffle-and-deal commitment 1\n"), serverSeed, utf8(canonical(terms)));
  return hexadecimal(await webCrypto().digest("SHA-256", sealed));
}

/** The key of a shoe's stream: 32 bytes. */
export async function shoeKey(serverSeed, clientSeed) {
  const secret = await webCrypto().importKey("raw", serverSeed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const prefix = utf8("shuffle-and-deal shoe 1\n");
  return webCrypto().sign("HMAC", secret, joined(prefix, utf8(clientSeed ?? "")));
}

/** The indices of a round in its order: that at place 0 is the top of the shoe. */
export async function round(key, number, size, { algorithm }) {
  const order = shuffle({ algorithm });
  return (await drawn(key, number, (below) => order(below, size, size))).made;
}

/** What the receipt says was drawn, if so much cannot have been. */
function drawnDiffers({ drawn, terms }, size) {
  const counts = ["round", "top", "bottom", "total"];
  members("drawn", drawn, counts, counts);
  for (const name of counts) integer(`drawn.${name}`, drawn[name], 0, 2 ** 53 - 1);
  const { round, top, bottom, total } = drawn;
  const expected = (name, expected) => ({ where: `drawn.${name}`, expected, seen: drawn[name] });
  if (terms.reshuffle === "never" && round > 0) return expected("round", 0);
  if (top > size) return expected("top", `0 to ${size}`);
  if (bottom > size - top) return expected("bottom", `0 to ${size - top}`);
  const most = round * size + top + bottom;
  const least = most - (terms.reshuffle === "at_cut" ? round * terms.cut : 0);
  if (total < least || total > most) return expected("total", least === most ? most : `${least} to ${most}`);
}

/** The first of the seen cards that is not the one at its place, or not one that the receipt says was drawn. */
async function cardDiffers({ drawn, terms, server_seed, client_seed }, seen, codes) {
  const key = await shoeKey(digest("server_seed", server_seed), client_seed);
  const orders = new Map();
  for (const [i, { round: number = 0, position: first = 0, cards }] of seen.entries()) {
    if (!orders.has(number)) orders.set(number, await round(key, number, codes.length, terms));
    for (const [k, card] of cards.entries()) {
      const position = first + k;
      const where = `card ${position} of round ${number} (seen[${i}].cards[${k}])`;
      const expected = codes[orders.get(number)[position]] ?? `none, the round has ${codes.length} cards`;
      if (card !== expected) return { where, expected, seen: card };
      const left = position >= drawn.top && position < codes.length - drawn.bottom;
      if (number > drawn.round || (number === drawn.round && left))
        return { where, expected: "none, the receipt says that this card was not drawn", seen: card };
    }
  }
}

/** What a check of a receipt, and of the cards that were seen, comes to; `valid` is null if no card was seen. */
export async function checkReceipt(receipt, seen = []) {
  const names = ["receipt", "commitment", "terms", "server_seed", "client_seed", "drawn"];
  members("receipt", receipt, names, names);
  choice("receipt", receipt.receipt, ["shoe1"]);
  digest("commitment", receipt.commitment);
  if (receipt.client_seed !== null) text("client_seed", receipt.client_seed);
  const codes = shoeOf(receipt.terms);
  if (!Array.isArray(seen)) throw new Refused("seen", "a list was expected");
  for (const [i, run] of seen.entries()) {
    members(`seen[${i}]`, run, ["round", "position", "cards"], ["cards"]);
    strings(`seen[${i}].cards`, run.cards);
    for (const name of ["round", "position"]) integer(`seen[${i}].${name}`, run[name] ?? 0, 0, 2 ** 53 - 1);
  }
  const expected = await commitment(digest("server_seed", receipt.server_seed), receipt.terms);
  const difference =
    expected === receipt.commitment
      ? (drawnDiffers(receipt, codes.length) ?? (await cardDiffers(receipt, seen, codes)))
      : { where: "commitment", expected, seen: receipt.commitment };
  if (difference) return { valid: false, difference };
  return { valid: seen.some(({ cards }) => cards.length) ? true : null };
}
