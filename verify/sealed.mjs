/**
 * The schemes shoe2 and shoe3: their terms, keys, rounds with cards in play and digests, implemented from
 * docs/stream-shoes.md and docs/private.md alone.
 */
import { canonicalJson, hashParts, u32, utf8 } from "./canonical.mjs";
import { checkCut, checkTerms, deriveShoeKey, numberOf, shoeFromTerms, shuffleRound } from "./receipts.mjs";
import { checkInteger, parseDigest } from "./validation.mjs";

const SPARSE = ["fisher_yates", "rejection"];

/**
 * Return the shoe that valid terms describe: its `size`; its `codes`, unless it is of numbers; `faceOf`, a function from
 * an index to a code or a number; `member`, the name of a list of these; and its `game`, if it has one (stages.mjs).
 */
export async function openShoe(terms, scheme = "shoe2") {
  if (scheme === "shoe2") return openCards(terms, scheme);
  const { checkPrivateTerms, checkItems } = await import("./private.mjs");
  const isOfItems = terms?.deck === undefined && terms?.items !== undefined;
  const shoe = isOfItems ? openItems(terms, scheme, checkItems) : await openCards(terms, scheme);
  checkPrivateTerms(terms, shoe.size, shoe.game?.seats);
  return shoe;
}

async function openCards(terms, scheme) {
  if (terms?.deck === undefined && terms?.max !== undefined) return openNumbers(terms, scheme);
  const games = terms?.game === undefined ? undefined : await import("./stages.mjs");
  const codes = games ? games.gameFromTerms(terms, scheme) : shoeFromTerms(terms, scheme);
  const game = games && { ...games.openGame(terms, codes), ...games };
  return { size: codes.length, codes, faceOf: (index) => codes[index], member: "cards", game };
}

function openItems(terms, scheme, checkItems) {
  checkTerms(terms, scheme, ["items"]);
  const codes = checkItems(terms.items);
  checkCut(terms, codes.length);
  return { size: codes.length, faceOf: (index) => codes[index], member: "cards" };
}

function openNumbers(terms, scheme) {
  checkTerms(terms, scheme, ["min", "max"], ["items_sha256"]);
  const min = checkInteger("terms.min", terms.min, 1 - 2 ** 53, 2 ** 53 - 1);
  const max = checkInteger("terms.max", terms.max, min, Math.min(min + 2 ** 53 - 1, 2 ** 53 - 1));
  if (Object.hasOwn(terms, "items_sha256")) parseDigest("terms.items_sha256", terms.items_sha256);
  const size = max - min + 1;
  checkCut(terms, size);
  return { size, faceOf: (index) => min + index, member: "integers" };
}

/** Return the bytes of cards in play, in ascending order, on which the keys of a round of shoe3 depend. */
export const inPlayBytes = (inPlay) => u32(inPlay.length, ...inPlay);

/**
 * Return a function from the indices in play in a round, in ascending order, to its keys: of the cards that are shuffled
 * (`rest`), and of those in play. Those of shoe2 are the same in all rounds.
 */
export function openKeys(serverSeed, clientSeed, scheme = "shoe2") {
  const derive = async (...numbers) => {
    const purposes = ["shoe", "in play"].map((purpose) => `${purpose} ${numberOf(scheme)}`);
    const keys = purposes.map((purpose) => deriveShoeKey(serverSeed, clientSeed, purpose, ...numbers));
    const [rest, inPlay] = await Promise.all(keys);
    return { rest, inPlay };
  };
  if (scheme === "shoe3") return (inPlay) => derive(inPlayBytes(inPlay));
  const keys = derive();
  return () => keys;
}

/**
 * Return the order of a round as indices, from the top of the shoe: the shuffle of the rest, then that of the cards in
 * play, whose indices are `inPlay`. Without any, only the first `count` of a sparse shuffle are found.
 */
export async function orderRound(keys, number, size, terms, inPlay = [], { observe, count = size } = {}) {
  const first = SPARSE.includes(terms.algorithm) && inPlay.length === 0 ? count : undefined;
  const isInPlay = new Set(inPlay);
  const last = [...isInPlay].sort((one, other) => one - other);
  const { rest: key, inPlay: inPlayKey } = await keys(last);
  if (inPlay.length === 0) return shuffleRound(key, number, size, terms, observe, first);
  const rest = Array.from({ length: size }, (_, index) => index).filter((index) => !isInPlay.has(index));
  const [top, bottom] = await Promise.all([
    shuffleRound(key, number, rest.length, terms, observe),
    shuffleRound(inPlayKey, number, last.length, terms),
  ]);
  return [...top.map((i) => rest[i]), ...bottom.map((i) => last[i])];
}

const RECORDED = {
  shoe2: ["positions", "rounds", "in_play"],
  shoe3: ["positions", "rounds", "in_play", "roots", "stage", "pile", "part", "seat"],
};

/** Return the record of a draw. Only the first has the client seed. */
export function recordOf(entry, clientSeed, scheme = "shoe2") {
  const names = RECORDED[scheme].filter((name) => entry[name] !== undefined);
  const isSeeded = entry.draw === 1 && clientSeed !== null;
  return {
    ...Object.fromEntries(names.map((name) => [name, entry[name]])),
    ...(isSeeded ? { client_seed: clientSeed } : {}),
  };
}

/** Return the digest of a draw: of a prefix, the digest before, and the record. The first `previous` is the commitment. */
export const hashDraw = async (previous, record, scheme = "shoe2") =>
  hashParts(
    utf8(`shuffle-and-deal draw ${numberOf(scheme)}\n`),
    parseDigest("digest", previous),
    utf8(canonicalJson(record)),
  );
