/**
 * The steps of a check with their bytes, for readers who want to follow it in another language. Nothing is checked
 * here: bytes and draws come from the functions of sealed/, responses/ and proofs/.
 *
 * A step is {title, says, lines: [[name, value]], table: {head, rows}}; `says` is its description. A title counts
 * rounds from 1, as people do, bytes and tables from 0. The order of a round of a shoe also has the number of the
 * `round`, from 0, and the `codes` of its cards, from the top, the number `inPlay` of the last of these that are in
 * play, and `places`, the place in words of each position that was seen. The steps are of a few rounds, `followFile`
 * has the orders of all.
 */
// @ts-check
import { openReceipt } from "../sealed/sealed_draws.mjs";
import { openPartialReceipt } from "../sealed/partial.mjs";
import { entryOf, listCards } from "../sealed/entries.mjs";
import { openResponse } from "../responses/opening.mjs";
import { openDraw } from "../responses/results.mjs";
import {
  commitmentParts,
  computeCommitment,
  hashDraw,
  hashSeed,
  keyParts,
  orderRound,
  recordOf,
} from "../sealed/sealed.mjs";
import {
  commitmentStep,
  digestsStep,
  drawsStep,
  orderStep,
  otherRoundsStep,
  proofStep,
  recordDraws,
  resultStep,
  rootStep,
  seedHashStep,
  seedKeyStep,
  shoeKeyStep,
  shownStep,
  stagesStep,
  stratumKeyStep,
  termsStep,
  toJson,
  wordsStep,
} from "./step_parts.mjs";
import { ascending } from "../core/lists.mjs";
import { deriveSeedKey, seedParts } from "../core/stream.mjs";
import { isObject, openFile } from "../core/validation.mjs";

/**
 * @import { OrderStep, ShownProof, Step } from "./step_parts.mjs"
 * @import { Observe } from "../core/draws.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { OpenedReceipt } from "../sealed/sealed_draws.mjs"
 * @import { SeenEntry } from "../sealed/entries.mjs"
 */

/**
 * The parameters of a request; the numbers that a result has are those of the first one.
 *
 * @typedef {object} StepRequest
 * @property {string} seed
 * @property {number} index
 * @property {number} [board]
 * @property {number} [deal_number] of Microsoft's deal, for which nothing is drawn
 * @property {unknown} [where] the condition on the deal
 * @property {unknown} [max_candidates]
 */

/**
 * An endpoint, as far as it is read here: `derive` returns a result, `firstStratum` the key of the first draws if it is
 * not the seed's.
 *
 * @typedef {object} StepEndpoint
 * @property {(request: JsonObject, observe: Observe) => Promise<JsonObject>} derive of a request as the endpoint has it
 * @property {(request: JsonObject, key: ArrayBuffer) => { parts: string[], key: ArrayBuffer }} [firstStratum]
 */

/**
 * A request that was opened: its endpoint and path, its parameters, and the number of results if there are several.
 *
 * @typedef {{ endpoint: StepEndpoint, path: string, request: StepRequest & JsonObject, repeats?: number }} StepDraw
 */

/**
 * The order of a round with what was seen of it: the place in words of positions, and the number of cards in play.
 *
 * @typedef {OrderStep & { places: { [position: number]: string }, inPlay: number }} RoundStep
 */

const ROUNDS = 3; // whose steps are shown

/**
 * The steps of a check, and the order of each round of a full receipt that was seen, and of the last round.
 *
 * @typedef {{ steps: (Step | RoundStep)[], orders: RoundStep[] }} FileSteps
 */

/**
 * Return the steps of the check of a receipt with the cards that were seen, of a seeded response or of a file's first
 * board.
 *
 * @param {JsonObject} file whose form was checked
 * @returns {AsyncIterable<Step | RoundStep>}
 */
export async function* steps(file) {
  yield* listSteps(file, await openFull(file));
}

/**
 * Return the steps of the check of a file as `steps` does, and the orders of all rounds of its receipt that were seen,
 * which is opened once.
 *
 * @param {JsonObject} file whose form was checked
 * @returns {Promise<FileSteps>}
 */
export async function followFile(file) {
  const opened = await openFull(file);
  /** @type {(Step | RoundStep)[]} */
  const allSteps = [];
  for await (const step of listSteps(file, opened)) allSteps.push(step);
  return { steps: allSteps, orders: await orderRounds(opened) };
}

/**
 * Return the order of each round of a full receipt of which cards were seen, and of the last round; [] of any other
 * file.
 *
 * @param {JsonObject} file whose form was checked
 * @returns {Promise<RoundStep[]>}
 */
export async function listOrders(file) {
  return orderRounds(await openFull(file));
}

/**
 * Return the receipt of a file, with what was seen, and cards that are shown beside it.
 *
 * @param {JsonObject} file
 */
function splitReceipt({ confirmed: _, ...document }) {
  return openFile(
    typeof document.receipt === "string" ? { receipt: document } : document,
  );
}

/**
 * Return the full receipt of a file, opened; undefined for a file with a partial one, or with none.
 *
 * @param {JsonObject} file
 */
async function openFull(file) {
  if (file.receipt === undefined) return undefined;
  const { receipt, seen, shown } = splitReceipt(file);
  const response = isObject(receipt) ? receipt : {};
  const { server_seed: secret } = isObject(response.receipt)
    ? response.receipt
    : response;
  return secret === undefined ? undefined : openReceipt(receipt, seen, shown);
}

/**
 * Return the steps of the check of a file.
 *
 * @param {JsonObject} file
 * @param {OpenedReceipt} [opened] its full receipt
 * @returns {AsyncIterable<Step | RoundStep>}
 */
function listSteps(file, opened) {
  if (typeof file.file === "string") return boardSteps(file.file);
  if (opened) return sealedSteps(opened);
  if (isObject(file.plan))
    return responseSteps(isObject(file.answer) ? file.answer : {});
  const { confirmed: _, ...document } = file;
  return file.receipt === undefined
    ? responseSteps(document)
    : partialSteps(file);
}

/**
 * Return the order of each round of a receipt of which cards were seen, and of the last round; [] without a receipt.
 *
 * @param {OpenedReceipt} [opened]
 * @returns {Promise<RoundStep[]>}
 */
async function orderRounds(opened) {
  if (opened === undefined) return [];
  const numbers = listRounds(opened.entries, opened.receipt.drawn.round);
  return Promise.all(
    numbers.map(async (number) =>
      roundStep(opened, number, await opened.rounds.order(number)),
    ),
  );
}

/**
 * Return the rounds of cards that were seen, and the last round.
 *
 * @param {SeenEntry[]} entries
 * @param {number} last the number of the last round
 */
function listRounds(entries, last) {
  const seen = listCards(entries).map(({ round }) => round);
  return ascending(new Set([...seen, last]));
}

/**
 * Yield the steps of the check of a full receipt.
 *
 * @param {OpenedReceipt} opened
 */
async function* sealedSteps(opened) {
  const { receipt, shoe, seed, entries } = opened;
  const { terms, server_seed, client_seed, drawn, commitment } = receipt;
  const seedHash = await hashSeed(seed);
  yield termsStep(terms, shoe.codes);
  yield seedHashStep(server_seed, seedHash);
  yield commitmentStep(
    commitmentParts(seedHash, terms),
    await computeCommitment(seedHash, terms),
    commitment,
  );
  const numbers = listRounds(entries, drawn.round);
  for (const number of numbers.slice(0, ROUNDS)) {
    yield* keySteps(opened, number);
    yield* roundSteps(opened, number);
    const root = await opened.rounds.rootOf(number);
    if (root !== undefined) yield rootStep(number, root);
  }
  const otherRounds = numbers.slice(ROUNDS);
  if (otherRounds.length > 0) yield otherRoundsStep(otherRounds);
  const rows = await listDigests(entries, commitment, client_seed);
  if (rows.length > 0) yield digestsStep(rows);
}

/**
 * Yield the steps of the keys of a round: that of the shoe, and that of the cards in play if there are any.
 *
 * @param {OpenedReceipt} opened
 * @param {number} number of the round
 */
async function* keySteps({ receipt, keys, rounds }, number) {
  const { server_seed, client_seed } = receipt;
  const inPlay = (await rounds.inPlay(number)) ?? [];
  const roundKeys = keys(inPlay);
  yield shoeKeyStep(
    server_seed,
    keyParts("shoe", inPlay, client_seed),
    client_seed,
    roundKeys.shuffled,
    `The key of round ${number + 1}`,
  );
  if (inPlay.length > 0)
    yield shoeKeyStep(
      server_seed,
      keyParts("in play", inPlay, client_seed),
      client_seed,
      roundKeys.inPlay,
      `The key of round ${number + 1} for the cards in play`,
    );
}

/**
 * Yield the steps of the check of a partial receipt.
 *
 * @param {JsonObject} file with the receipt
 */
async function* partialSteps(file) {
  const given = splitReceipt(file);
  const opened = await openPartialReceipt(
    given.receipt,
    given.seen,
    given.shown,
  );
  const { receipt, shoe, entries, shown } = opened;
  const { terms, commitment, client_seed, seed_hash: seedHash, root } = receipt;
  yield termsStep(terms, shoe.codes);
  yield commitmentStep(
    commitmentParts(seedHash, terms),
    await computeCommitment(seedHash, terms),
    commitment,
  );
  const rows = await listDigests(entries, commitment, client_seed);
  if (rows.length > 0) yield digestsStep(rows);
  const cards = shown.map(([, card]) => card);
  if (cards.length > 0) yield shownStep(cards, root);
}

/**
 * Return the place in words of each position of a round that was seen; of a shoe that is not dealt only with cards in
 * play.
 *
 * @param {OpenedReceipt} opened
 * @param {number} number of the round
 * @param {number} inPlayCount the number of cards in play
 */
async function labelPlaces({ shoe, entries, rounds }, number, inPlayCount) {
  /** @type {{ [position: number]: string }} */
  const places = {};
  if (!shoe.deal && inPlayCount === 0) return places;
  for (const { round, position } of listCards(entries)) {
    if (round === number)
      places[position] ??= await rounds.label(number, position);
  }
  return places;
}

/**
 * Return the step of the order of a round.
 *
 * @param {OpenedReceipt} opened
 * @param {number} number of the round
 * @param {number[]} order its indices, as many as were seen
 * @returns {Promise<RoundStep>}
 */
async function roundStep(opened, number, order) {
  const inPlay = ((await opened.rounds.inPlay(number)) ?? []).length;
  const places = await labelPlaces(opened, number, inPlay);
  const step = orderStep(number, order, opened.shoe.faceOf);
  const note =
    inPlay > 0
      ? ` The last ${inPlay} are those in play, shuffled by the key for these.`
      : "";
  return { ...step, says: step.says + note, places, inPlay };
}

/**
 * Yield the steps of a round: its words, its draws, its order, and the stages of its deal.
 *
 * @param {OpenedReceipt} opened
 * @param {number} number of the round
 * @returns {AsyncGenerator<Step | RoundStep, void>}
 */
async function* roundSteps(opened, number) {
  const { receipt, shoe, keys, rounds } = opened;
  const { size, faceOf, deal } = shoe;
  const { algorithm } = receipt.terms;
  // null for a round that began without `in_play`, which deals if the shoe is dealt
  const heldIndices = await rounds.inPlay(number);
  const inPlay = heldIndices ?? [];
  const recorder = recordDraws();
  const options = { observe: recorder.observe, count: rounds.needed(number) };
  const order = await orderRound(
    keys(inPlay),
    number,
    size,
    { algorithm },
    inPlay,
    options,
  );
  yield await wordsStep(
    `Round ${number + 1}: random words`,
    keys(inPlay).shuffled,
    number,
  );
  yield drawsStep(`Round ${number + 1}: draws, by ${algorithm}`, recorder);
  yield await roundStep(opened, number, order);
  if (deal && heldIndices === null)
    yield stagesStep(
      number,
      deal,
      order.map(faceOf),
      deal.layOut(order, number),
    );
}

/**
 * Return the number, the record and the digest of each draw from the first on, as far as none is missing.
 *
 * @param {SeenEntry[]} entries
 * @param {string} commitment
 * @param {string | null} clientSeed
 */
async function listDigests(entries, commitment, clientSeed) {
  /** @type {[number: number, record: JsonObject, digest: string][]} */
  const rows = [];
  const byNumber = new Map(entries.map((entry) => [entry.draw, entry]));
  let digest = commitment;
  for (let number = 1; ; number++) {
    const entry = byNumber.get(number);
    if (entry === undefined) return rows;
    const record = recordOf(entryOf(entry), clientSeed);
    digest = await hashDraw(digest, record);
    rows.push([number, record, digest]);
  }
}

/**
 * Yield the steps of the first board of a file that has its seed and its number.
 *
 * @param {string} text of the file
 */
async function* boardSteps(text) {
  const { parseBoardFile } = await import("../bridge_files/board_files.mjs");
  const board = parseBoardFile(text).find(
    ({ seed, number }) => seed !== undefined && number !== undefined,
  );
  if (board === undefined) return;
  const { seed, index, number, dealtAs = number } = board;
  yield* drawSteps(
    openDraw({ path: "/v1/games/bridge/deal", seed, index, board: dealtAs }),
    [],
  );
}

/**
 * Yield the steps of the check of a response.
 *
 * @param {JsonObject} file
 */
async function* responseSteps(file) {
  const { proof, matches } = file;
  if (isObject(proof)) {
    const proofs = await import("../proofs/proofs.mjs");
    const shownProof = /** @type {ShownProof} */ (proof);
    yield proofStep(proofs, shownProof);
  }
  if (file.request === undefined) return; // without it nothing is derived
  const alpha = isObject(proof) ? proof.alpha : undefined;
  const indices = /** @type {number[]} */ (matches ?? []);
  yield* drawSteps(await openResponse(file, alpha !== undefined), indices);
}

/**
 * Yield the steps of the first result of a draw.
 *
 * @param {unknown} draw a request that was opened
 * @param {number[]} matches the indices of the deals that meet the condition, if there is one
 * @returns {AsyncGenerator<Step, void>}
 */
async function* drawSteps(draw, matches) {
  const { endpoint, path, request, repeats } = /** @type {StepDraw} */ (draw);
  const { n, items, deck, game, ...parameters } = request;
  const first = firstResult(request, matches);
  const { seed, index, deal_number: dealNumber } = first;
  const ordinal = repeats === undefined ? "" : `, first of ${repeats} results`;
  yield {
    title: "The request",
    says: "Its path and parameters. One that is not named has its default.",
    lines: Object.entries({ path, ...parameters }).map(([name, value]) => [
      name,
      toJson(value),
    ]),
  };
  const recorder = recordDraws();
  const result = await endpoint.derive(first, recorder.observe);
  if (dealNumber === undefined) {
    const seedKey = await deriveSeedKey(seed);
    yield seedKeyStep(seedParts(seed), seedKey);
    const stratum = endpoint.firstStratum?.(first, seedKey);
    const key = stratum?.key ?? seedKey;
    if (stratum) yield stratumKeyStep(seedKey, stratum.parts, key);
    yield await wordsStep(`Random words${ordinal}`, key, index);
    yield drawsStep(`Draws${ordinal}`, recorder);
  }
  yield resultStep(`The result${ordinal}`, result, dealNumber);
}

/**
 * Return the request of the first result; if a condition was met by none, of the first deal that was looked at.
 *
 * @param {StepRequest & JsonObject} searched
 * @param {number[]} matches the indices of the deals that meet the condition
 * @returns {StepRequest & JsonObject}
 */
function firstResult({ where, max_candidates, ...request }, matches) {
  const [match] = matches;
  if (where === undefined || match === undefined) return request;
  const { index, board } = request;
  if (board === undefined) return { ...request, index: match };
  return {
    ...request,
    index: match,
    board: board + (match - index),
  };
}
