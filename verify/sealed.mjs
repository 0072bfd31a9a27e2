/** The scheme shoe2: its terms, keys, rounds with cards in play and digests, implemented from docs/stream-shoes.md alone. */
import { canonicalJson, hashParts, utf8 } from "./canonical.mjs";
import { checkCut, checkTerms, deriveShoeKey, shoeFromTerms, shuffleRound } from "./receipts.mjs";
import { checkInteger, parseDigest } from "./validation.mjs";

const SPARSE = ["fisher_yates", "rejection"];

/**
 * Return the shoe that valid terms describe: its `size`; its `codes`, unless it is of numbers; `faceOf`, a function from
 * an index to a code or a number; `member`, the name of a list of these; and its `game`, if it has one (stages.mjs).
 */
export async function openShoe(terms) {
  if (terms?.deck === undefined && terms?.max !== undefined) return openNumbers(terms);
  const games = terms?.game === undefined ? undefined : await import("./stages.mjs");
  const codes = games ? games.gameFromTerms(terms) : shoeFromTerms(terms, "shoe2");
  const game = games && { ...games.openGame(terms, codes), ...games };
  return { size: codes.length, codes, faceOf: (index) => codes[index], member: "cards", game };
}

function openNumbers(terms) {
  checkTerms(terms, "shoe2", ["min", "max"], ["items_sha256"]);
  const min = checkInteger("terms.min", terms.min, 1 - 2 ** 53, 2 ** 53 - 1);
  const max = checkInteger("terms.max", terms.max, min, Math.min(min + 2 ** 53 - 1, 2 ** 53 - 1));
  if (Object.hasOwn(terms, "items_sha256")) parseDigest("terms.items_sha256", terms.items_sha256);
  const size = max - min + 1;
  checkCut(terms, size);
  return { size, faceOf: (index) => min + index, member: "integers" };
}

/** Return the keys of a shoe: of the cards that are shuffled, and of those in play. */
export async function deriveKeys(serverSeed, clientSeed) {
  const [rest, inPlay] = ["shoe 2", "in play 2"].map((purpose) => deriveShoeKey(serverSeed, clientSeed, purpose));
  return { rest: await rest, inPlay: await inPlay };
}

/**
 * Return the order of a round as indices, from the top of the shoe: the shuffle of the rest, then that of the cards in
 * play, whose indices are `inPlay`. Without any, only the first `count` of a sparse shuffle are found.
 */
export async function orderRound(keys, number, size, terms, inPlay = [], { observe, count = size } = {}) {
  const first = SPARSE.includes(terms.algorithm) && inPlay.length === 0 ? count : undefined;
  if (inPlay.length === 0) return shuffleRound(keys.rest, number, size, terms, observe, first);
  const isInPlay = new Set(inPlay);
  const rest = Array.from({ length: size }, (_, index) => index).filter((index) => !isInPlay.has(index));
  const last = [...isInPlay].sort((one, other) => one - other);
  const [top, bottom] = await Promise.all([
    shuffleRound(keys.rest, number, rest.length, terms, observe),
    shuffleRound(keys.inPlay, number, last.length, terms),
  ]);
  return [...top.map((i) => rest[i]), ...bottom.map((i) => last[i])];
}

/** Return the record of a draw. Only the first has the client seed. */
export function recordOf({ draw, positions, rounds, in_play }, clientSeed) {
  const isSeeded = draw === 1 && clientSeed !== null;
  return {
    ...{ positions, rounds },
    ...(in_play === undefined ? {} : { in_play }),
    ...(isSeeded ? { client_seed: clientSeed } : {}),
  };
}

/** Return the parts of the hashed bytes of a digest: a prefix, the digest before, the record. */
export const digestParts = (previous, record) => [
  utf8("shuffle-and-deal draw 2\n"),
  parseDigest("digest", previous),
  utf8(canonicalJson(record)),
];

/** Return the digest of a draw. The first `previous` is the commitment. */
export const hashDraw = async (previous, record) => hashParts(...digestParts(previous, record));
