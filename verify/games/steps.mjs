/**
 * The steps of a check with their bytes, for readers who want to follow it in another language. Nothing is checked
 * here: bytes and draws come from the functions of sealed.mjs, responses.mjs and proofs.mjs.
 *
 * A step is {title, says, lines: [[name, value]], table: {head, rows}}; `says` is its description. The last step of a
 * round of a shoe also has the number of the `round` and the `codes` of its cards, from the top, the
 * number `inPlay` of the last of these that are in play, and `places`, the place in words of each position that was seen.
 */
import { openReceipt } from "../sealed/draws.mjs";
import { openPartialReceipt } from "../sealed/partial.mjs";
import { entryOf, listCards } from "../sealed/receipts.mjs";
import { openDraw, openResponse } from "../responses.mjs";
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
  proofStep,
  recordDraws,
  resultStep,
  rootStep,
} from "./step_parts.mjs";
import {
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
import { deriveSeedKey, seedParts } from "../core/stream.mjs";
import { isObject, openFile } from "../core/validation.mjs";

const ROUNDS = 3; // shown of a shoe

/** Return the steps of the check of a receipt with the cards that were seen, of a seeded response or of a file's first board. */
export function steps(file) {
  if (typeof file.file === "string") return boardSteps(file.file);
  const { confirmed: _, ...rest } = file;
  if (isObject(file.plan)) return responseSteps(file.answer);
  if (file.receipt === undefined) return responseSteps(rest);
  const { receipt, seen, shown } = openFile(
    typeof file.receipt === "string" ? { receipt: rest } : rest,
  );
  const { server_seed: secret } = receipt.receipt?.receipt
    ? receipt.receipt
    : receipt;
  return secret === undefined
    ? partialSteps(receipt, seen, shown)
    : sealedSteps(receipt, seen, shown);
}

/** Return the first rounds of cards that were seen, and the last round. */
const listRounds = (entries, { round }) =>
  [...new Set([...listCards(entries).map((card) => card.round), round])]
    .sort((one, other) => one - other)
    .slice(0, ROUNDS);

async function* sealedSteps(...given) {
  const { receipt, shoe, seed, keys, entries, rounds } = await openReceipt(
    ...given,
  );
  const { terms, server_seed, client_seed, drawn, commitment } = receipt;
  const seedHash = await hashSeed(seed);
  yield termsStep(terms, shoe.codes);
  yield seedHashStep(server_seed, seedHash);
  yield commitmentStep(
    commitmentParts(seedHash, terms),
    await computeCommitment(seedHash, terms),
    commitment,
  );
  for (const number of listRounds(entries, drawn)) {
    const inPlay = (await rounds.inPlay(number)) ?? [];
    const { rest, inPlay: held } = keys(inPlay);
    const parts = (purpose) => keyParts(purpose, inPlay, client_seed);
    yield shoeKeyStep(
      server_seed,
      parts("shoe"),
      client_seed,
      rest,
      `The key of round ${number}`,
    );
    if (inPlay.length > 0)
      yield shoeKeyStep(
        server_seed,
        parts("in play"),
        client_seed,
        held,
        `The key of round ${number} for the cards in play`,
      );
    yield* roundSteps(number, shoe, terms, entries, rounds, keys);
    const root = await rounds.rootOf(number);
    if (root !== undefined) yield rootStep(number, root);
  }
  const rows = await listDigests(entries, commitment, client_seed);
  if (rows.length > 0) yield digestsStep(rows);
}

async function* partialSteps(...given) {
  const { receipt, shoe, entries, shown } = await openPartialReceipt(...given);
  const { terms, commitment, client_seed, seed_hash: seedHash, root } = receipt;
  yield termsStep(terms, shoe.codes);
  yield commitmentStep(
    commitmentParts(seedHash, terms),
    await computeCommitment(seedHash, terms),
    commitment,
  );
  const rows = await listDigests(entries, commitment, client_seed);
  if (rows.length > 0) yield digestsStep(rows);
  if (shown.length > 0)
    yield shownStep(
      shown.map(([, card]) => card),
      root,
    );
}

async function* roundSteps(
  number,
  { size, faceOf, deal },
  { algorithm },
  entries,
  rounds,
  keys,
) {
  const inPlay = (await rounds.inPlay(number)) ?? [];
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
    `Round ${number}: random words`,
    keys(inPlay).rest,
    number,
  );
  yield drawsStep(`Round ${number}: draws, by ${algorithm}`, recorder);
  const places = {};
  const positions = listCards(entries).filter(({ round }) => round === number);
  if (deal || inPlay.length > 0)
    for (const { position } of positions)
      places[position] ??= await rounds.label(number, position);
  const step = orderStep(number, order, faceOf);
  const note =
    inPlay.length > 0
      ? ` The last ${inPlay.length} are those in play, shuffled by the key for these.`
      : "";
  yield { ...step, says: step.says + note, places, inPlay: inPlay.length };
  if (deal && (await rounds.inPlay(number)) === null)
    yield stagesStep(
      number,
      deal,
      order.map(faceOf),
      deal.layOut(order, number),
    );
}

/** Return the number, the record and the digest of each draw from the first on, as far as none is missing. */
async function listDigests(entries, commitment, clientSeed) {
  const rows = [];
  const records = new Map(entries.map((entry) => [entry.draw, entry]));
  for (let digest = commitment; records.has(rows.length + 1);) {
    const record = recordOf(entryOf(records.get(rows.length + 1)), clientSeed);
    digest = await hashDraw(digest, record);
    rows.push([rows.length + 1, record, digest]);
  }
  return rows;
}

async function* boardSteps(text) {
  const { parseBoardFile } = await import("./boards.mjs");
  const isComplete = ({ seed, number }) =>
    seed !== undefined && number !== undefined;
  const {
    seed,
    index,
    number,
    dealtAs = number,
  } = parseBoardFile(text).find(isComplete) ?? {};
  if (seed !== undefined)
    yield* drawSteps(
      openDraw({ path: "/v1/games/bridge/deal", seed, index, board: dealtAs }),
      {},
    );
}

async function* responseSteps(file) {
  const alpha = file.proof?.alpha;
  if (file.proof)
    yield proofStep(await import("../proofs/proofs.mjs"), file.proof);
  if (file.request === undefined) return; // without it nothing is derived
  yield* drawSteps(await openResponse(file, alpha), file);
}

/** Yield the steps of the first result of a draw. */
async function* drawSteps({ endpoint, path, request, repeats }, { matches }) {
  const { n, items, deck, game, ...asked } = request;
  const { index, ...first } = firstResult(request, matches);
  const ordinal = repeats === undefined ? "" : `, first of ${repeats} results`;
  yield {
    title: "The request",
    says: "Its path and parameters. One that is not named has its default.",
    lines: Object.entries({ path, ...asked }).map(([name, value]) => [
      name,
      toJson(value),
    ]),
  };
  const recorder = recordDraws();
  const result = await endpoint.derive({ index, ...first }, recorder.observe);
  if (first.deal_number === undefined) {
    const seedKey = await deriveSeedKey(first.seed);
    yield seedKeyStep(seedParts(first.seed), seedKey);
    const { parts, key = seedKey } =
      endpoint.firstStratum?.(first, seedKey) ?? {};
    if (parts) yield stratumKeyStep(seedKey, parts, key);
    yield await wordsStep(`Random words${ordinal}`, key, index);
    yield drawsStep(`Draws${ordinal}`, recorder);
  }
  yield resultStep(`The result${ordinal}`, result, first.deal_number);
}

/** Return the request of the first result; if a condition was met by none, of the first deal that was looked at. */
function firstResult(found, matches = []) {
  const { where, max_candidates, ...request } = found;
  if (where === undefined || matches.length === 0) return request;
  const { index, board } = request;
  const moved =
    board === undefined ? {} : { board: board + (matches[0] - index) };
  return { ...request, index: matches[0], ...moved };
}
