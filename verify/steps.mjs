/**
 * The steps of a check with their bytes, for readers who want to follow it in another language. Nothing is checked
 * here: bytes and draws come from the functions of receipts.mjs, responses.mjs and proofs.mjs.
 *
 * A step is {title, says, lines: [[name, value]], table: {head, rows}}; `says` is its description. The last step of a
 * round of a shoe also has the number of the `round` and the `codes` of its cards, from the top; of shoe2 also the
 * number `inPlay` of the last of these that are in play, and `places`, the place in words of each position that was seen.
 */
import { hashParts } from "./canonical.mjs";
import { openReceipt } from "./draws.mjs";
import {
  clientSeedParts,
  commitmentParts,
  committedSeed,
  computeCommitment,
  deriveShoeKey,
  listCards,
  numberOf,
  parseSeen,
  restoreNulls,
  shoeFromTerms,
  shuffleRound,
} from "./receipts.mjs";
import { deriveResult, recoverRequest } from "./responses.mjs";
import { hashDraw, inPlayBytes, orderRound, recordOf } from "./sealed.mjs";
import {
  commitmentStep,
  digestsStep,
  drawsStep,
  orderStep,
  proofStep,
  recordDraws,
  resultStep,
  rootStep,
  seedKeyStep,
  shoeKeyStep,
  seedHashStep,
  shownStep,
  stagesStep,
  termsStep,
  toJson,
  wordsStep,
} from "./step_parts.mjs";
import { deriveSeedKey, seedParts } from "./stream.mjs";
import { parseDigest } from "./validation.mjs";

const ROUNDS = 3; // shown of a shoe

/** Return the steps of the check of a receipt with the cards that were seen, of a seeded response or of a file's first board. */
export function steps(file) {
  if (typeof file.file === "string") return boardSteps(file.file);
  if (file.receipt === undefined) return responseSteps(file);
  const [receipt, seen] = typeof file.receipt === "string" ? [file, []] : [file.receipt, file.seen];
  if (receipt.receipt === "shoe1") return receiptSteps(restoreNulls(receipt), seen);
  const isPartial = receipt.receipt === "shoe3" && receipt.server_seed === undefined;
  return isPartial ? partialSteps(receipt, seen) : sealedSteps(restoreNulls(receipt), seen);
}

/** Return the first rounds of cards that were seen, and the last round. */
const listRounds = (entries, { round }) =>
  [...new Set([...listCards(entries).map((card) => card.round), round])]
    .sort((one, other) => one - other)
    .slice(0, ROUNDS);

async function* receiptSteps({ terms, server_seed, client_seed, drawn, commitment: published }, seen = []) {
  const codes = shoeFromTerms(terms);
  const seed = parseDigest("server_seed", server_seed);
  yield termsStep(terms, codes);
  yield commitmentStep(commitmentParts(seed, terms), await computeCommitment(seed, terms), published);
  const key = await deriveShoeKey(seed, client_seed);
  yield shoeKeyStep(server_seed, clientSeedParts(client_seed), client_seed, key);
  for (const number of listRounds(parseSeen(seen, codes.length), drawn)) {
    const recorder = recordDraws();
    const order = await shuffleRound(key, number, codes.length, terms, recorder.observe);
    yield await wordsStep(`Round ${number}: random words`, key, number);
    yield drawsStep(`Round ${number}: draws, by ${terms.algorithm}`, recorder);
    yield orderStep(number, order, (index) => codes[index]);
  }
}

async function* sealedSteps(receipt, seen) {
  const { terms, server_seed, client_seed, drawn, commitment } = receipt;
  const { shoe, seed, keys, entries, rounds } = await openReceipt(receipt, seen);
  const isPrivate = terms.scheme === "shoe3";
  const committed = await committedSeed(seed, terms);
  yield termsStep(terms, shoe.codes);
  if (isPrivate) yield seedHashStep(server_seed, committed);
  yield commitmentStep(commitmentParts(committed, terms), await computeCommitment(seed, terms), commitment);
  if (!isPrivate) {
    const isHeld = drawn.in_play !== null || entries.some((entry) => entry.in_play !== undefined);
    yield* keySteps(receipt, isHeld, await keys());
  }
  for (const number of listRounds(entries, drawn)) {
    const inPlay = (await rounds.inPlay(number)) ?? [];
    if (isPrivate) yield* keySteps(receipt, inPlay.length > 0, await keys(inPlay), number, inPlayBytes(inPlay));
    yield* roundSteps(number, shoe, terms, entries, rounds, keys);
    if (isPrivate) yield rootStep(number, await rounds.rootOf(number));
  }
  const rows = await listDigests(entries, commitment, client_seed, terms.scheme);
  if (rows.length > 0) yield digestsStep(rows, numberOf(terms.scheme));
}

/** Return the steps of the keys: of shoe3 those of a round, whose cards in play are among the hashed bytes. */
function* keySteps({ terms, server_seed: secret, client_seed: clientSeed }, isHeld, keys, number, ...held) {
  const [scheme, place] = [numberOf(terms.scheme), number === undefined ? "" : ` of round ${number}`];
  const parts = (purpose) => clientSeedParts(clientSeed, `${purpose} ${scheme}`, ...held);
  yield shoeKeyStep(secret, parts("shoe"), clientSeed, keys.rest, `The key${place}`);
  if (isHeld) yield shoeKeyStep(secret, parts("in play"), clientSeed, keys.inPlay, `The key${place} for the cards in play`);
}

async function* partialSteps(given, seen) {
  const { openPartialReceipt, restorePartial } = await import("./partial.mjs");
  const receipt = restorePartial(given);
  const { shoe, entries } = await openPartialReceipt(receipt, seen);
  const { terms, commitment, client_seed, seed_hash } = receipt;
  const parts = commitmentParts(parseDigest("seed_hash", seed_hash), terms);
  yield termsStep(terms, shoe.codes);
  yield commitmentStep(parts, await hashParts(...parts), commitment);
  const rows = await listDigests(entries, commitment, client_seed, "shoe3");
  if (rows.length > 0) yield digestsStep(rows, 3);
  if (receipt.shown.length > 0) yield shownStep(receipt.shown, receipt.root);
}

async function* roundSteps(number, { size, faceOf, game }, { algorithm }, entries, rounds, keys) {
  const inPlay = (await rounds.inPlay(number)) ?? [];
  const recorder = recordDraws();
  const options = { observe: recorder.observe, count: rounds.needed(number) };
  const order = await orderRound(keys, number, size, { algorithm }, inPlay, options);
  yield await wordsStep(`Round ${number}: random words`, (await keys(inPlay)).rest, number);
  yield drawsStep(`Round ${number}: draws, by ${algorithm}`, recorder);
  const places = {};
  const positions = listCards(entries).filter(({ round }) => round === number);
  if (game || inPlay.length > 0)
    for (const { position } of positions) places[position] ??= await rounds.label(number, position);
  const step = orderStep(number, order, faceOf);
  const note = inPlay.length > 0 ? ` The last ${inPlay.length} are those in play, shuffled by the key for these.` : "";
  yield { ...step, says: step.says + note, places, inPlay: inPlay.length };
  if (game && (await rounds.inPlay(number)) === null)
    yield stagesStep(number, game, order.map(faceOf), game.layOut(order, number));
}

/** Return the number, the record and the digest of each draw from the first on, as far as none is missing. */
async function listDigests(entries, commitment, clientSeed, scheme) {
  const rows = [];
  const records = new Map(entries.map((entry) => [entry.draw, entry]));
  for (let digest = commitment; records.has(rows.length + 1);) {
    const record = recordOf(records.get(rows.length + 1), clientSeed, scheme);
    digest = await hashDraw(digest, record, scheme);
    rows.push([rows.length + 1, record, digest]);
  }
  return rows;
}

async function* boardSteps(text) {
  const { parseBoardFile } = await import("./boards.mjs");
  const isComplete = ({ seed, number }) => seed !== undefined && number !== undefined;
  const { seed, index, number, dealtAs = number } = parseBoardFile(text).find(isComplete) ?? {};
  if (seed !== undefined) yield* responseSteps({ game: "bridge", seed, index, board: dealtAs });
}

async function* responseSteps(file) {
  if (file.proof) yield proofStep(await import("./proofs.mjs"), file.proof);
  const { request } = recoverRequest(file, file.proof?.alpha.request);
  const { seed, deal_number } = request;
  const { index = 0, ...first } = firstResult(file, request);
  const ordinal = file.repeats === undefined ? "" : `, first of ${file.repeats} results`;
  yield {
    title: "The request",
    says: "The fields of the response. A field that is not named has its default.",
    lines: Object.entries(request).map(([name, value]) => [name, toJson(value)]),
  };
  const recorder = recordDraws();
  const result = await deriveResult({ index, ...first }, recorder.observe);
  if (deal_number === undefined) {
    const key = await deriveSeedKey(seed);
    yield seedKeyStep(seedParts(seed), key);
    yield await wordsStep(`Random words${ordinal}`, key, index);
    yield drawsStep(`Draws${ordinal}`, recorder);
  }
  yield resultStep(`The result${ordinal}`, result, deal_number);
}

/** Return the request of the first result; if a condition was met by none, of the first deal that was looked at. */
function firstResult({ matches = [] }, { where, max_candidates, items, ...request }) {
  if (where === undefined || matches.length === 0) return request;
  const { index = 0, board } = request;
  const moved = board === undefined ? {} : { board: board + (matches[0] - index) };
  return { ...request, index: matches[0], ...moved };
}
