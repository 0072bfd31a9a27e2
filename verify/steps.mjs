/**
 * What a check computes, step by step, with its bytes: for those who want to look on, or to follow it in another
 * language. Nothing is decided here: bytes and draws are those of the functions by which receipts.mjs and answers.mjs
 * check.
 *
 * A step is {title, says, lines: [[name, value]], table: {head, rows}}; one that ends a round of a shoe also has the
 * number of the `round` and the `codes` of its cards, from the top.
 */
import { derived, requestOf } from "./answers.mjs";
import { digest } from "./members.mjs";
import { canonical, commitment, committed, hexadecimal, mixed, round, shoeKey, shoeOf } from "./receipts.mjs";
import { keyed, seedKey, seeded } from "./stream.mjs";

const BLOCKS = 4; // shown of a stream
const DRAWS = 16; // shown of a shuffle
const ROUNDS = 3; // shown of a shoe
const LISTED = 1000;

const hex = (number, digits) => number.toString(16).padStart(digits, "0");
const quoted = (value) => JSON.stringify(value);
const text = (bytes) => quoted(new TextDecoder().decode(bytes));
const listed = (values) =>
  values.slice(0, LISTED).join(" ") + (values.length > LISTED ? ` … and ${values.length - LISTED} more` : "");

/** Every step of the check of a receipt, with the cards that were seen, or of an answer to a seeded request. */
export function steps(told) {
  if (told.receipt === undefined) return ofAnswer(told);
  return told.receipt === "shoe1" ? ofReceipt(told) : ofReceipt(told.receipt, told.seen);
}

async function* ofReceipt({ terms, server_seed, client_seed, drawn, commitment: published }, seen = []) {
  const codes = shoeOf(terms);
  const seed = digest("server_seed", server_seed);
  yield termsStep(terms, codes);
  yield commitmentStep(committed(seed, terms), await commitment(seed, terms), published);
  const key = await shoeKey(seed, client_seed);
  yield shoeKeyStep(server_seed, mixed(client_seed), client_seed, key);
  const rounds = [...new Set([...seen.map(({ round = 0 }) => round), drawn.round])].sort((one, other) => one - other);
  for (const number of rounds.slice(0, ROUNDS)) {
    const seenDraws = watching();
    const order = await round(key, number, codes.length, terms, seenDraws.watch);
    yield await wordsStep(`Round ${number}: random words`, key, number);
    yield drawsStep(`Round ${number}: draws, by ${terms.algorithm}`, seenDraws);
    yield orderStep(number, order, codes);
  }
}

async function* ofAnswer(told) {
  const { request } = requestOf(told);
  const { seed, index = 0, deal_number } = request;
  const which = told.repeats === undefined ? "" : `, first of ${told.repeats} results`;
  yield {
    title: "The request",
    says: "As the answer tells it. What is not named has its default.",
    lines: Object.entries(request).map(([name, value]) => [name, quoted(value)]),
  };
  const seenDraws = watching();
  const result = await derived({ index: 0, ...request }, seenDraws.watch);
  if (deal_number === undefined) {
    const key = await seedKey(seed);
    yield seedKeyStep(seeded(seed), key);
    yield await wordsStep(`Random words${which}`, key, index);
    yield drawsStep(`Draws${which}`, seenDraws);
  }
  yield resultStep(`The result${which}`, result, deal_number);
}

function termsStep(terms, codes) {
  return {
    title: "The terms",
    says: "Canonical JSON (RFC 8785): names in order, no spaces. The shoe is what they describe, unshuffled.",
    lines: [
      ["terms", canonical(terms)],
      ["shoe", listed(codes)],
    ],
  };
}

function commitmentStep([prefix, seed, terms], found, published) {
  return {
    title: "The commitment",
    says: "SHA-256 of prefix ‖ server seed ‖ terms. It was published before the first card.",
    lines: [
      ["prefix", text(prefix)],
      ["its bytes", hexadecimal(prefix)],
      ["server seed", hexadecimal(seed)],
      ["terms, bytes", hexadecimal(terms)],
      ["SHA-256", found],
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
      ["its bytes", hexadecimal(prefix)],
      ["client seed", clientSeed === null ? "none" : quoted(clientSeed)],
      ["its bytes", hexadecimal(client) || "none"],
      ["key", hexadecimal(key)],
    ],
  };
}

function seedKeyStep([prefix, seed], key) {
  return {
    title: "The key",
    says: "SHA-256 of prefix ‖ seed, in UTF-8.",
    lines: [
      ["prefix", quoted(prefix)],
      ["seed", quoted(seed)],
      ["bytes", hexadecimal(new TextEncoder().encode(prefix + seed))],
      ["key", hexadecimal(key)],
    ],
  };
}

/** The first counter blocks of a stream, and what AES makes of them. */
async function wordsStep(title, key, index) {
  const source = await keyed(key, index, 4 * BLOCKS);
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

/** Looks on while a source is drawn from: the words that the first draws took, and how many draws there were. */
function watching() {
  const seen = {
    watch(source) {
      Object.assign(seen, { draws: [], count: 0 }); // a source that is too short is followed by a longer one
      const { word, below } = source;
      let words = [];
      source.word = () => {
        const taken = word();
        if (seen.draws.length < DRAWS) words.push(taken);
        return taken;
      };
      source.below = (bound) => {
        const result = below(bound);
        if (words.length) seen.draws.push({ bound, words, result });
        words = [];
        seen.count = source.draws;
        return result;
      };
      return source;
    },
    draws: [],
    count: 0,
  };
  return seen;
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
      const came = k < tries.length - 1 ? "too low, again" : String(result);
      return [i + 1, hex(word, bits / 4), String(bound), halves.join(" "), came];
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

function orderStep(number, order, codes) {
  const cards = order.map((index) => codes[index]);
  return {
    title: `Round ${number}: the order`,
    says: "Each number is a place in the unshuffled shoe, from 0. The first one is the top card.",
    lines: [
      ["order", listed(order)],
      ["cards", listed(cards)],
    ],
    round: number,
    codes: cards,
  };
}

function resultStep(title, { cards, indices, integers, hands = [], piles = [] }, dealNumber) {
  const known = ({ cards, indices }) => (cards.every((card) => typeof card === "string") ? cards : indices);
  return {
    title,
    says:
      dealNumber === undefined
        ? "What these draws lead to, from the top."
        : "Microsoft's deal of this number. Nothing is drawn for it: docs/stream.md says how its order is made.",
    lines: [
      ...Object.entries({ indices, integers }).filter(([, values]) => values),
      ...(cards ? [["cards", known({ cards, indices })]] : []),
      ...[...hands, ...piles].map(({ seat, name, ...held }) => [String(seat ?? name), known(held)]),
    ].map(([name, values]) => [name, listed(values) || "none"]),
  };
}
