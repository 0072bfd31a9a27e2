/** The check of receipts of sealed shoes (scheme shoe1), implemented from docs/stream-shoes.md alone. */
import { canonicalJson, concatenate, hashParts, utf8 } from "./canonical.mjs";
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
  const names = [...SHUFFLE_TERMS, ...required];
  checkObject("terms", terms, [...names, ...optional, "label"], names);
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

/** Return the parts of the committed bytes: a prefix with the number of the scheme, the server seed, the terms. */
export const commitmentParts = (serverSeed, terms) => [
  utf8(`shuffle-and-deal commitment ${terms.scheme.slice(-1)}\n`),
  serverSeed,
  utf8(canonicalJson(terms)),
];

/** Return the commitment: the SHA-256 of the parts, published before the first card is drawn. */
export const computeCommitment = async (serverSeed, terms) => hashParts(...commitmentParts(serverSeed, terms));

/** Return the parts of the message of the HMAC: a prefix, the client seed. */
export const clientSeedParts = (clientSeed, purpose = "shoe 1") => [
  utf8(`shuffle-and-deal ${purpose}\n`),
  utf8(clientSeed ?? ""),
];

/** Return the key of a shoe's stream: 32 bytes. */
export async function deriveShoeKey(serverSeed, clientSeed, purpose) {
  const secret = await webCrypto().importKey("raw", serverSeed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return webCrypto().sign("HMAC", secret, concatenate(...clientSeedParts(clientSeed, purpose)));
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
    top: [bottom || !total ? 0 : 1, size], // a round begins with a card
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
  return card && { where: "drawn", expected: `round ${card.round}, position ${card.position}`, seen: drawn };
}

/** Return the first card that was seen and differs from the card at its position, or undefined. */
async function findWrongCard({ terms, server_seed, client_seed }, cards, codes) {
  const key = await deriveShoeKey(parseDigest("server_seed", server_seed), client_seed);
  const orders = new Map();
  for (const { round: number, position, card } of cards) {
    if (!orders.has(number)) orders.set(number, await shuffleRound(key, number, codes.length, terms));
    const expected = codes[orders.get(number)[position]];
    if (card !== null && card !== expected)
      return { where: `round ${number}, position ${position}`, expected, seen: card };
  }
}

/**
 * Return every entry of `seen` with its `rounds`, `positions` and `faces`, null for a card that was not told. A run of
 * successive positions has their `round` and the first `position`; `more` are names that other entries may have.
 */
export function parseSeen(seen, size, member = "cards", more = []) {
  const type = { cards: "string", integers: "number" }[member];
  return checkList("seen", seen).map((entry, i) => {
    const isRun = entry?.positions === undefined;
    const names = isRun ? ["round", "position", member] : ["rounds", "positions", member];
    checkObject(`seen[${i}]`, entry, [...names, ...(isRun ? [] : more)], isRun ? [member] : names);
    const faces = checkList(`seen[${i}].${member}`, entry[member]);
    if (faces.some((face) => typeof face !== type && (isRun || face !== null)))
      throw new Refused(`seen[${i}].${member}`, `a list of ${type}s was expected`);
    if (isRun) {
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

/** Return the cards of entries with the round and the position of each. */
export const listCards = (entries) =>
  entries.flatMap(({ rounds, positions, faces }) =>
    faces.map((card, k) => ({ round: rounds[k], position: positions[k], card })),
  );

/** Return the result of the check of a receipt and of the cards that were seen; `valid` is null if there are none. */
export async function checkReceipt(receipt, seen = []) {
  const names = ["receipt", "commitment", "terms", "server_seed", "client_seed", "drawn"];
  const counts = ["round", "top", "bottom", "total"];
  checkObject("receipt", receipt, names, names);
  checkChoice("receipt", receipt.receipt, ["shoe1"]);
  parseDigest("commitment", receipt.commitment);
  if (receipt.client_seed !== null) checkText("client_seed", receipt.client_seed);
  checkObject("drawn", receipt.drawn, counts, counts);
  for (const name of counts) checkInteger(`drawn.${name}`, receipt.drawn[name], 0, 2 ** 53 - 1);
  const codes = shoeFromTerms(receipt.terms);
  const cards = listCards(parseSeen(seen, codes.length));
  const expected = await computeCommitment(parseDigest("server_seed", receipt.server_seed), receipt.terms);
  const difference =
    expected === receipt.commitment
      ? (findImpossibleCount(receipt, codes.length) ??
        findUndrawnCard(receipt, cards, codes.length) ??
        (await findWrongCard(receipt, cards, codes)))
      : { where: "commitment", expected, seen: receipt.commitment };
  if (difference) return { valid: false, difference };
  return { valid: cards.some(({ card }) => card !== null) || null };
}
