/**
 * The steps of a check with their bytes, for readers who want to follow it in another language. Nothing is checked
 * here: bytes and draws come from the functions of receipts.mjs, sealed.mjs and responses.mjs.
 *
 * A step is {title, says, lines: [[name, value]], table: {head, rows}}; `says` is its description. The last step of a
 * round of a shoe also has the number of the `round` and the `codes` of its cards, from the top.
 */
import { openReceipt } from "./draws.mjs";
import { deriveResult, recoverRequest } from "./responses.mjs";
import { parseDigest } from "./validation.mjs";
import { canonicalJson, toHex } from "./canonical.mjs";
import {
  clientSeedParts,
  commitmentParts,
  computeCommitment,
  deriveShoeKey,
  shoeFromTerms,
  shuffleRound,
} from "./receipts.mjs";
import { digestParts, hashDraw, orderRound, recordOf } from "./sealed.mjs";
import { openStream, deriveSeedKey, seedParts } from "./stream.mjs";

const BLOCKS = 4; // shown of a stream
const DRAWS = 16; // shown of a shuffle
const ROUNDS = 3; // shown of a shoe
const MAX_LISTED = 1000;

const hex = (number, digits) => number.toString(16).padStart(digits, "0");
const toJson = (value) => JSON.stringify(value);
const text = (bytes) => toJson(new TextDecoder().decode(bytes));
const formatList = (values) =>
  values.slice(0, MAX_LISTED).join(" ") +
  (values.length > MAX_LISTED ? ` … and ${values.length - MAX_LISTED} more` : "");

/** Return the steps of the check of a receipt with the cards that were seen, or of a seeded response. */
export function steps(file) {
  if (file.receipt === undefined) return responseSteps(file);
  if (typeof file.receipt === "string") return steps({ receipt: file });
  return file.receipt.receipt === "shoe2"
    ? sealedSteps(file.receipt, file.seen)
    : receiptSteps(file.receipt, file.seen);
}

async function* receiptSteps({ terms, server_seed, client_seed, drawn, commitment: published }, seen = []) {
  const codes = shoeFromTerms(terms);
  const seed = parseDigest("server_seed", server_seed);
  yield termsStep(terms, codes);
  yield commitmentStep(commitmentParts(seed, terms), await computeCommitment(seed, terms), published);
  const key = await deriveShoeKey(seed, client_seed);
  yield shoeKeyStep(server_seed, clientSeedParts(client_seed), client_seed, key);
  const rounds = [...new Set([...seen.map(({ round = 0 }) => round), drawn.round])].sort((one, other) => one - other);
  for (const number of rounds.slice(0, ROUNDS)) {
    const recorder = recordDraws();
    const order = await shuffleRound(key, number, codes.length, terms, recorder.observe);
    yield await wordsStep(`Round ${number}: random words`, key, number);
    yield drawsStep(`Round ${number}: draws, by ${terms.algorithm}`, recorder);
    yield orderStep(number, order, (index) => codes[index]);
  }
}

async function* sealedSteps(receipt, seen) {
  const { shoe, seed, keys, entries, rounds } = await openReceipt(receipt, seen);
  const { terms, server_seed, client_seed, drawn, commitment } = receipt;
  const names = shoe.codes ?? [`${terms.min} … ${terms.max}`];
  yield termsStep(terms, names);
  yield commitmentStep(commitmentParts(seed, terms), await computeCommitment(seed, terms), commitment);
  yield shoeKeyStep(server_seed, clientSeedParts(client_seed, "shoe 2"), client_seed, keys.rest);
  const numbers = [...new Set([...entries.flatMap((entry) => entry.rounds), drawn.round])].sort(
    (one, other) => one - other,
  );
  const inPlay = await Promise.all(numbers.map(rounds.inPlay));
  if (inPlay.some((held) => held?.length > 0))
    yield {
      ...shoeKeyStep(server_seed, clientSeedParts(client_seed, "in play 2"), client_seed, keys.inPlay),
      title: "The key of cards in play",
    };
  for (const [i, number] of numbers.slice(0, ROUNDS).entries()) {
    const recorder = recordDraws();
    const count = Math.min(shoe.size, Math.max(rounds.needed(number), MAX_LISTED));
    const order = await orderRound(keys, number, shoe.size, terms, inPlay[i] ?? [], {
      observe: recorder.observe,
      count,
    });
    yield await wordsStep(`Round ${number}: random words`, keys.rest, number);
    yield drawsStep(`Round ${number}: draws, by ${terms.algorithm}`, recorder);
    yield inPlayStep(orderStep(number, order, shoe.faceOf), shoe.size, inPlay[i]);
    if (shoe.game && inPlay[i] === null) yield layoutStep(number, shoe, order);
  }
  const records = entries.filter(({ draw }) => draw !== undefined).sort((one, other) => one.draw - other.draw);
  if (records.length > 0) yield await digestsStep(records, receipt);
}

async function* responseSteps(file) {
  const { request } = recoverRequest(file);
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
function firstResult({ matches = [] }, { where, max_candidates, ...request }) {
  if (where === undefined || matches.length === 0) return request;
  const { index = 0, board } = request;
  return { ...request, index: matches[0], board: board && board + (matches[0] - index) };
}

function termsStep(terms, codes) {
  return {
    title: "The terms",
    says: "Canonical JSON (RFC 8785): names in order, no spaces. The shoe is what they describe, unshuffled.",
    lines: [
      ["terms", canonicalJson(terms)],
      ["shoe", formatList(codes)],
    ],
  };
}

function commitmentStep([prefix, seed, terms], computed, published) {
  return {
    title: "The commitment",
    says: "SHA-256 of prefix ‖ server seed ‖ terms. It was published before the first card.",
    lines: [
      ["prefix", text(prefix)],
      ["its bytes", toHex(prefix)],
      ["server seed", toHex(seed)],
      ["terms, bytes", toHex(terms)],
      ["SHA-256", computed],
      ["receipt says", published],
    ],
  };
}

function shoeKeyStep(secret, [prefix, client], clientSeed, key) {
  return {
    title: "The key",
    says: "HMAC-SHA-256 of prefix ‖ client seed. The server seed is the key of the HMAC.",
    lines: [
      ["HMAC key", secret],
      ["prefix", text(prefix)],
      ["its bytes", toHex(prefix)],
      ["client seed", clientSeed === null ? "none" : toJson(clientSeed)],
      ["its bytes", toHex(client) || "none"],
      ["key", toHex(key)],
    ],
  };
}

function seedKeyStep([prefix, seed], key) {
  return {
    title: "The key",
    says: "SHA-256 of prefix ‖ seed, in UTF-8.",
    lines: [
      ["prefix", toJson(prefix)],
      ["seed", toJson(seed)],
      ["bytes", toHex(new TextEncoder().encode(prefix + seed))],
      ["key", toHex(key)],
    ],
  };
}

/** Return the first counter blocks of a stream, and their AES-256. */
async function wordsStep(title, key, index) {
  const source = await openStream(key, index, 4 * BLOCKS);
  const rows = Array.from({ length: BLOCKS }, (_, j) => [
    `${hex(index, 16)} ${hex(j, 16)}`,
    Array.from({ length: 4 }, () => hex(source.word(), 8)).join(" "),
  ]);
  return {
    title,
    says: `AES-256 of counter blocks, each ${index} and then 0, 1, 2, … in 64 bits. Its 16 bytes are four words of 32 bits.`,
    table: { head: ["counter block", "words"], rows },
  };
}

/** Return a recorder of the words of the first draws from a source, and of the number of draws. */
function recordDraws() {
  const recorder = {
    observe(source) {
      Object.assign(recorder, { draws: [], count: 0 }); // a longer source replaces one that is too short
      const { word, below } = source;
      let words = [];
      source.word = () => {
        const next = word();
        if (recorder.draws.length < DRAWS) words.push(next);
        return next;
      };
      source.below = (bound) => {
        const result = below(bound);
        if (words.length) recorder.draws.push({ bound, words, result });
        words = [];
        recorder.count = source.draws;
        return result;
      };
      return source;
    },
    draws: [],
    count: 0,
  };
  return recorder;
}

function drawsStep(title, { draws, count }) {
  const rows = draws.flatMap(({ bound, words, result }, i) => {
    const bits = BigInt(bound) > 1n << 32n ? 64 : 32;
    const tries = Array.from({ length: words.length / (bits / 32) }, (_, k) =>
      bits === 32 ? BigInt(words[k]) : (BigInt(words[2 * k]) << 32n) + BigInt(words[2 * k + 1]),
    );
    return tries.map((word, k) => {
      const product = word * BigInt(bound);
      const halves = [product >> BigInt(bits), BigInt.asUintN(bits, product)].map((half) => hex(half, bits / 4));
      const outcome = k < tries.length - 1 ? "too low, again" : String(result);
      return [i + 1, hex(word, bits / 4), String(bound), halves.join(" "), outcome];
    });
  });
  return {
    title,
    says:
      (count > draws.length ? `The first ${draws.length} of ${count} draws. ` : `${count} draws. `) +
      "A word times the bound is a product of two halves; the high half is the result, a number below the bound.",
    table: { head: ["draw", "word", "bound", "product: high and low half", "result"], rows },
  };
}

function orderStep(number, order, faceOf) {
  const cards = order.map(faceOf);
  return {
    title: `Round ${number}: the order`,
    says: "Each number is a position in the unshuffled shoe, from 0. The first one is the top card.",
    lines: [
      ["order", formatList(order)],
      ["cards", formatList(cards)],
    ],
    round: number,
    codes: cards,
  };
}

/** Return the step of the order of a round, with the number of its cards in play if there are any. */
function inPlayStep(step, size, held) {
  if (!held?.length) return step;
  const says = `${step.says} From position ${size - held.length} on lie the ${held.length} in play, under their own key.`;
  return { ...step, says };
}

/** Return the places of the cards of a game's deal. */
function layoutStep(number, { game, faceOf }, order) {
  const rows = new Map();
  for (const { position, stage, face, ...place } of game.layOut(order, number)) {
    const cells = [stage, game.describePlace(place), face];
    const row = rows.get(cells.join()) ?? rows.set(cells.join(), [cells, [], []]).get(cells.join());
    row[1].push(position);
    row[2].push(faceOf(order[position]));
  }
  const byStage = ([[one]], [[other]]) => game.stages.indexOf(one) - game.stages.indexOf(other);
  return {
    title: `Round ${number}: the stages`,
    says: "Cards that are up, own or burned leave the shoe with their stage; those that are down can be drawn later.",
    table: {
      head: ["stage", "place", "face", "positions", "cards"],
      rows: [...rows.values()].sort(byStage).map(([cells, ...lists]) => [...cells, ...lists.map(formatList)]),
    },
  };
}

/** Return the records of draws, and their digests as long as none is missing. */
async function digestsStep(records, { commitment, client_seed }) {
  const rows = [["0", "the commitment", commitment]];
  let digest = commitment;
  for (const [k, entry] of records.entries()) {
    const record = recordOf(entry, client_seed);
    digest = digest && entry.draw === k + 1 ? await hashDraw(digest, record) : undefined;
    rows.push([entry.draw, canonicalJson(record), digest ?? "a draw before it is missing"]);
  }
  return {
    title: "The draws",
    says: `SHA-256 of prefix ‖ digest before ‖ record. The prefix is ${text(digestParts(commitment, {})[0])}.`,
    table: { head: ["draw", "record", "digest"], rows },
  };
}

function resultStep(title, { cards, indices, integers, hands = [], piles = [] }, dealNumber) {
  const labels = ({ cards, indices }) => (cards.every((card) => typeof card === "string") ? cards : indices);
  return {
    title,
    says:
      dealNumber === undefined
        ? "The result of these draws, from the top."
        : "Microsoft's deal of this number. Nothing is drawn for it: docs/stream.md defines its order.",
    lines: [
      ...Object.entries({ indices, integers }).filter(([, values]) => values),
      ...(cards ? [["cards", labels({ cards, indices })]] : []),
      ...[...hands, ...piles].map(({ seat, name, ...hand }) => [String(seat ?? name), labels(hand)]),
    ].map(([name, values]) => [name, formatList(values) || "none"]),
  };
}
