/** The check of receipts of sealed shoes (scheme shoe1), implemented from docs/stream-shoes.md alone. */
import { canonicalJson, concatenate, hashList, hashParts, utf8 } from "./canonical.mjs";
import { DECKS, packOptions, buildShoe } from "./decks.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkList,
  checkObject,
  checkStrings,
  checkText,
  parseDigest,
} from "./validation.mjs";
import { UNIFORMITY, selectShuffle } from "./shuffles.mjs";
import { drawFrom, webCrypto } from "./stream.mjs";

export const EXACT = Object.keys(UNIFORMITY).filter((name) => UNIFORMITY[name] === "exact");
const SHUFFLE_TERMS = ["scheme", "stream", "algorithm", "cut", "reshuffle"];
const PACK_TERMS = ["deck", "decks", "exclude"];

/** Check the terms of any shoe: their members, and those of the shuffle but the cut. */
export function checkTerms(terms, scheme, required, optional = []) {
  const isPrivate = scheme === "shoe3";
  const names = [...SHUFFLE_TERMS, ...required, ...(isPrivate ? ["reveal"] : [])];
  const others = ["label", ...(isPrivate ? ["auditor", "consent", "view_keys"] : [])];
  checkObject("terms", terms, [...names, ...optional, ...others], names);
  checkChoice("terms.scheme", terms.scheme, [scheme]);
  checkChoice("terms.stream", terms.stream, ["sd1"]);
  checkChoice("terms.algorithm", terms.algorithm, EXACT);
  checkChoice("terms.reshuffle", terms.reshuffle, ["when_empty", "at_cut", "never"]);
  if (Object.hasOwn(terms, "label")) checkText("terms.label", terms.label);
}

/** Return the codes of the shoe that valid terms describe, in unshuffled order; scheme shoe2 has more members. */
export function shoeFromTerms(terms, scheme = "shoe1", { required = [], optional = [] } = {}) {
  checkChoice("terms.deck", terms?.deck, Object.keys(DECKS));
  checkTerms(terms, scheme, [...PACK_TERMS, ...required], [...packOptions(terms.deck), ...optional]);
  const pack = buildShoe({ ...terms, exclude: [] });
  const excluded = checkStrings("terms.exclude", terms.exclude);
  if (excluded.some((code, i) => !pack.includes(code) || excluded.indexOf(code) < i))
    throw new Refused("terms.exclude", "different codes of cards of this pack were expected");
  const codes = buildShoe(terms);
  checkCut(terms, codes.length);
  return codes;
}

/** Check the cut of a shoe of that size: a shoe without a cut card has 0. */
export const checkCut = ({ cut, reshuffle }, size) =>
  checkInteger("terms.cut", cut, 0, reshuffle === "at_cut" ? size - 1 : 0);

/** Return the number of a scheme, as the prefixes of hashed bytes have it. */
export const numberOf = (scheme) => scheme.slice(-1);

/** Return the parts of the committed bytes: a prefix with the number of the scheme, the server seed, the terms. */
export const commitmentParts = (serverSeed, terms) => [
  utf8(`shuffle-and-deal commitment ${numberOf(terms.scheme)}\n`),
  serverSeed,
  utf8(canonicalJson(terms)),
];

/** Return the digest that stands for the server seed in the commitment of shoe3, in hexadecimal digits. */
export const hashSeed = async (serverSeed) => hashParts(utf8("shuffle-and-deal seed 3\n"), serverSeed);

/** Return what stands for the server seed in the commitment: the seed, of shoe3 its digest. */
export const committedSeed = async (serverSeed, { scheme }) =>
  scheme === "shoe3" ? parseDigest("seed_hash", await hashSeed(serverSeed)) : serverSeed;

/** Return the commitment: the SHA-256 of the parts, published before the first card is drawn. */
export const computeCommitment = async (serverSeed, terms) =>
  hashParts(...commitmentParts(await committedSeed(serverSeed, terms), terms));

/** Return the parts of the message of the HMAC: a prefix, of shoe3 the `numbers` between, the client seed. */
export const clientSeedParts = (clientSeed, purpose = "shoe 1", ...numbers) => [
  utf8(`shuffle-and-deal ${purpose}\n`),
  ...numbers,
  utf8(clientSeed ?? ""),
];

/** Return the key of a shoe's stream: 32 bytes. */
export async function deriveShoeKey(serverSeed, clientSeed, purpose, ...numbers) {
  const secret = await webCrypto().importKey("raw", serverSeed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return webCrypto().sign("HMAC", secret, concatenate(...clientSeedParts(clientSeed, purpose, ...numbers)));
}

/** Return the order of a round as indices, from the top of the shoe. */
export async function shuffleRound(key, number, size, { algorithm }, observe, count = size) {
  const shuffle = selectShuffle({ algorithm });
  return (await drawFrom(key, number, (below) => shuffle(below, size, count), observe)).result;
}

/** Return the first count of drawn cards that is impossible, or undefined. */
function findImpossibleCount({ drawn, terms, client_seed }, size) {
  const { round, top, bottom, total } = drawn;
  const max = round * size + top + bottom;
  const ranges = {
    round: [0, terms.reshuffle === "never" ? 0 : round],
    top: [bottom || round + total === 0 ? 0 : 1, size], // a round begins with a card
    bottom: [0, size - top],
    total: [terms.reshuffle === "at_cut" ? max - round * terms.cut : max, max],
  };
  for (const [name, [low, high]] of Object.entries(ranges))
    if (drawn[name] < low || drawn[name] > high)
      return { where: `drawn.${name}`, expected: low === high ? low : `${low} to ${high}`, seen: drawn[name] };
  if (client_seed !== null && total === 0) return { where: "client_seed", expected: null, seen: client_seed };
}

/** Return the first card that was seen although the receipt does not count it as drawn, or undefined. */
function findUndrawnCard({ drawn }, cards, size) {
  const isLeft = ({ position }) => position >= drawn.top && position < size - drawn.bottom;
  const card = cards.find((card) => card.round > drawn.round || (card.round === drawn.round && isLeft(card)));
  if (card === undefined) return undefined;
  return { where: "drawn", expected: `round ${card.round}, position ${card.position}`, seen: drawn, detail: NOT_COUNTED };
}

export const NOT_COUNTED = "the receipt does not count this card as drawn, though it was seen";

/** Return the positions that were seen of each round, by its number, and the `count` of all. */
function groupByRound(cards) {
  const rounds = new Map();
  for (const { round, position } of cards) rounds.set(round, (rounds.get(round) ?? new Set()).add(position));
  return { rounds, count: [...rounds.values()].reduce((sum, { size }) => sum + size, 0) };
}

/** Return whether the positions of a round that are not in a set are next to each other: cards are taken from two ends. */
function hasGap(positions, size) {
  const left = Array.from({ length: size }, (_, position) => position).filter((position) => !positions.has(position));
  return left.length > 0 && left.at(-1) - left[0] + 1 !== left.length;
}

/**
 * Return the reason why the cards that were seen are not all that were drawn, or undefined. Draws of shoe1 have no
 * numbers: its cards are all there if those of each round lie without a gap at its ends, and make up the total.
 */
function explainMissingCards({ drawn: { round: last, top, bottom, total }, terms }, cards, size) {
  const { rounds, count } = groupByRound(cards);
  if (count < total || (count > 0 && rounds.size <= last))
    return `${count} of the ${total} cards that were drawn are in the list, so others may have been hidden`;
  const least = size - (terms.reshuffle === "at_cut" ? terms.cut : 0);
  for (const [number, positions] of rounds)
    if (positions.size < (number === last ? top + bottom : least) || hasGap(positions, size))
      return `more cards of round ${number} were drawn than are in the list, so others may have been hidden`;
}

/** Return the difference of a total below the number of cards that were seen, or undefined. */
function findExcess({ drawn: { total } }, cards) {
  const { count } = groupByRound(cards);
  const detail = "more cards were seen than the receipt counts as drawn";
  return count > total ? { where: "drawn.total", expected: `at least ${count}`, seen: total, detail } : undefined;
}

const RECEIPT = ["receipt", "commitment", "terms", "server_seed", "client_seed", "drawn"];

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isEmpty = (value) => value === null || (typeof value === "object" && Object.keys(value).length === 0);

const OF_SHOE3 = ["items", "reveal", "auditor", "consent", "view_keys"];

/** Return terms without members that programs add as null or empty: of other schemes than shoe3 only those of shoe3. */
export function dropEmptyTerms(terms) {
  if (!isObject(terms)) return terms;
  const mayBeEmpty = (name, value) =>
    terms.scheme === "shoe3" ? name === "exclude" && value !== null && terms.deck !== undefined : !OF_SHOE3.includes(name);
  const isLeftOut = ([name, value]) => isEmpty(value) && !mayBeEmpty(name, value);
  return Object.fromEntries(Object.entries(terms).filter((member) => !isLeftOut(member)));
}

/** Return a receipt with those null members that programs leave out of an object, and without lists that they add as null. */
export function restoreNulls(receipt) {
  if (!isObject(receipt)) return receipt;
  const whole = { ...receipt };
  whole.client_seed ??= null;
  whole.terms = dropEmptyTerms(whole.terms);
  for (const name of ["server_seed", "seed_hash", "root", "shown"]) if (isEmpty(whole[name] ?? null)) delete whole[name];
  for (const [name, list] of Object.entries({ terms: "exclude", drawn: "positions" }))
    if (isObject(whole[name]) && whole[name][list] === null) {
      const { [list]: _, ...members } = whole[name];
      whole[name] = members;
    }
  if (whole.receipt !== "shoe1" && isObject(whole.drawn) && whole.drawn.in_play === undefined)
    whole.drawn = { ...whole.drawn, in_play: null };
  return whole;
}

/** Check the members that receipts of some schemes have, but for their terms and counts; return the scheme. */
export function checkReceiptForm(receipt, schemes, members = RECEIPT) {
  checkObject("receipt", receipt, members, members);
  checkChoice("receipt", receipt.receipt, schemes);
  parseDigest("commitment", receipt.commitment);
  if (receipt.client_seed !== null) checkText("client_seed", receipt.client_seed);
  return receipt.receipt;
}

/**
 * Return the first `difference` of a receipt from what a player noted, and the reasons for what is `unchecked` without
 * notes: the `commitment` that was shown before the first card, and the `client_seed` that the player gave.
 */
export function compareNotes({ commitment, client_seed: clientSeed, receipt }, notes) {
  for (const name of ["commitment", "digest"]) if (notes[name] !== undefined) parseDigest(name, notes[name]);
  if (notes.client_seed !== undefined) checkText("client_seed", notes.client_seed);
  if (notes.digest !== undefined && receipt === "shoe1")
    throw new Refused("digest", "a receipt of shoe1 has no digest to compare");
  const published = { commitment, client_seed: clientSeed };
  const name = Object.keys(published).find((one) => notes[one] !== undefined && notes[one] !== published[one]);
  const isOpen = { commitment: notes.commitment === undefined, client_seed: clientSeed !== null && notes.client_seed === undefined };
  return {
    difference: name && { where: name, expected: notes[name], seen: published[name], detail: OTHER_THAN_NOTED[name] },
    unchecked: Object.fromEntries(Object.keys(isOpen).filter((one) => isOpen[one]).map((one) => [one, NOT_NOTED[one]])),
  };
}

const OTHER_THAN_NOTED = {
  commitment: "this is the receipt of another shoe than the one whose commitment was shown",
  client_seed: "the shoe was drawn from with another client seed than the one that the player gave",
};
const NOT_NOTED = {
  commitment: "it was not compared with the one that was shown before the first card: this may be the receipt of another shoe",
  client_seed: "it was not compared with the one that the player gave: the operator may have chosen this one",
};
export const NO_CARDS = "no card was seen, so none was compared";

/** Return the result of a check in which nothing differs. */
export const buildResult = (unchecked) => (Object.keys(unchecked).length > 0 ? { valid: null, unchecked } : { valid: true });

/** Return a function that returns the code of a card of a deck as it is written here: people write lower case, or 10 for T. */
export function openSpellings(deck, codes) {
  const written = new Map(codes.map((code) => [code.toUpperCase(), code]));
  return (text) => written.get(DECKS[deck].canonical(text.toUpperCase()).toUpperCase()) ?? text;
}

/** Return the first card that was seen and differs from the card at its position, or undefined. */
async function findWrongCard({ terms, server_seed, client_seed }, cards, codes) {
  const key = await deriveShoeKey(parseDigest("server_seed", server_seed), client_seed);
  const orders = new Map();
  const normalize = openSpellings(terms.deck, codes);
  for (const { round: number, position, card } of cards) {
    if (!orders.has(number)) orders.set(number, await shuffleRound(key, number, codes.length, terms));
    const expected = codes[orders.get(number)[position]];
    if (card !== null && normalize(card) !== expected)
      return { where: `round ${number}, position ${position}`, expected, seen: card };
  }
}

/** Return an object without members that are null, which some programs add; any other value as it is. */
export function dropNulls(object) {
  if (typeof object !== "object" || object === null || Array.isArray(object)) return object;
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/**
 * Return every entry of `seen` with its `rounds`, `positions` and `faces`, null for a card that was not told. A run of
 * successive positions has their `round` and the first `position`; `more` are names that other entries may have.
 */
export function parseSeen(seen, size, member = "cards", more = []) {
  const type = { cards: "string", integers: "number" }[member];
  return checkList("seen", seen).map((each, i) => {
    const entry = dropNulls(each);
    if (entry?.seen || entry?.dealt_stages)
      throw new Refused(`seen[${i}]`, "the member seen of a response was expected; of several stages, that of each");
    const isRun = entry?.positions === undefined;
    const names = isRun ? ["round", "position", member] : ["rounds", "positions", member];
    checkObject(`seen[${i}]`, entry, [...names, ...(isRun ? [] : more)], isRun ? [member] : names);
    const faces = checkList(`seen[${i}].${member}`, entry[member]);
    if (faces.some((face) => typeof face !== type && face !== null))
      throw new Refused(`seen[${i}].${member}`, `a list of ${type}s was expected`);
    if (isRun) {
      if (faces.length > size) throw new Refused(`seen[${i}].${member}`, `at most ${size} were expected`);
      const { round = 0, position = 0 } = entry;
      checkInteger(`seen[${i}].round`, round, 0, 2 ** 53 - 1);
      checkInteger(`seen[${i}].position`, position, 0, size - faces.length);
      return { rounds: faces.map(() => round), positions: faces.map((_, k) => position + k), faces };
    }
    const { rounds, positions } = entry;
    for (const [name, max] of Object.entries({ rounds: 2 ** 53 - 1, positions: size - 1 })) {
      const where = `seen[${i}].${name}`;
      checkList(where, entry[name]).forEach((value, k) => checkInteger(`${where}[${k}]`, value, 0, max));
      if (entry[name].length !== faces.length) throw new Refused(where, `as many as ${member} were expected`);
    }
    return { ...entry, rounds, positions, faces };
  });
}

/** Return the cards of entries with the round, the position and the number of the draw of each. */
export const listCards = (entries) =>
  entries.flatMap(({ rounds, positions, faces, draw }) =>
    faces.map((card, k) => ({ round: rounds[k], position: positions[k], card, draw })),
  );

/** Return the result of the check of a receipt, of the cards that were seen, and of what a player noted. */
export async function checkReceipt(given, seen = [], { items, ...notes } = {}) {
  const receipt = restoreNulls(given);
  const counts = ["round", "top", "bottom", "total"];
  checkReceiptForm(receipt, ["shoe1"]);
  checkObject("drawn", receipt.drawn, counts, counts);
  for (const name of counts) checkInteger(`drawn.${name}`, receipt.drawn[name], 0, 2 ** 53 - 1);
  const codes = shoeFromTerms(receipt.terms);
  const cards = listCards(parseSeen(seen, codes.length));
  const noted = compareNotes(receipt, notes);
  const visible = cards.filter(({ card }) => card !== null);
  const expected = await computeCommitment(parseDigest("server_seed", receipt.server_seed), receipt.terms);
  const difference =
    expected === receipt.commitment
      ? (noted.difference ??
        (items && { where: "terms.items_sha256", expected: await hashList(checkList("original_items", items)), seen: undefined }) ??
        findImpossibleCount(receipt, codes.length) ??
        findUndrawnCard(receipt, visible, codes.length) ??
        (await findWrongCard(receipt, visible, codes)) ??
        findExcess(receipt, cards) ??
        findUndrawnCard(receipt, cards, codes.length))
      : { where: "commitment", expected, seen: receipt.commitment, detail: OTHER_SEED };
  if (difference) return { valid: false, difference };
  const hidden = explainMissingCards(receipt, cards, codes.length);
  const reason = visible.length === 0 && receipt.drawn.total > 0 ? NO_CARDS : hidden;
  return buildResult({ ...noted.unchecked, ...(reason && { seen: reason }) });
}

export const OTHER_SEED = "the server seed and the terms of the receipt do not lead to its commitment";
