/**
 * The parts of the steps of a check, for steps.mjs: their sentences, lines and tables. Texts are shown with
 * escapes for what cannot be seen, which are not in the bytes beside them.
 */
// @ts-check
import { toHex } from "../core/bytes.mjs";
import { canonicalJson, nameItem } from "../core/canonical.mjs";
import { range } from "../core/lists.mjs";
import { describePlace, formPlace } from "../games/stages.mjs";
import { openStream } from "../core/stream.mjs";
import { escapeInvisible } from "../core/escaped_texts.mjs";

const BLOCKS = 4; // shown of a stream
const DRAWS = 16; // shown of a shuffle
const MAX_LISTED = 1000;

/**
 * @import { LaidCard } from "../games/stages.mjs"
 * @import { Observe } from "../core/draws.mjs"
 * @import { ShownCard } from "../sealed/shown.mjs"
 */

/**
 * A line of a step: its name and its value, which is shown as it is.
 * @typedef {[name: string, value: unknown]} Line
 */

/**
 * @typedef {object} Table
 * @property {string[]} head
 * @property {unknown[][]} rows
 */

/**
 * A step of a check, as it is shown.
 * @typedef {object} Step
 * @property {string} title
 * @property {string} says - what the step does, in a sentence
 * @property {Line[]} [lines]
 * @property {Table} [table]
 */

/**
 * The order of a round, with the cards of which the page draws a picture.
 * @typedef {Step & { round: number, codes: unknown[] }} OrderStep
 */

/**
 * A draw of a shuffle: the words that were taken, and the result below the bound.
 * @typedef {object} RecordedDraw
 * @property {number | bigint} bound
 * @property {number[]} words - of 32 bits, more than needed if some were too low
 * @property {number | bigint} result
 */

/**
 * What was recorded of a source: the first draws, and the `count` of all.
 * @typedef {{ draws: RecordedDraw[], count: number }} Recorded
 */

/**
 * The terms of a sealed shoe, as far as they are shown here.
 * @typedef {{ items?: unknown[], min?: number, max?: number }} ShownTerms
 */

/**
 * A proof, as far as it is shown here.
 * @typedef {{ kid: string, alpha: object, pi: string }} ShownProof
 */

/**
 * Return a number in hexadecimal digits.
 * @param {number | bigint} number
 * @param {number} digits - how many, with leading zeros
 * @returns {string}
 */
const hex = (number, digits) => number.toString(16).padStart(digits, "0");

/**
 * Return a value in JSON with escapes for what cannot be seen.
 * @param {unknown} value
 * @returns {string}
 */
export const toJson = (value) => escapeInvisible(JSON.stringify(value));

/**
 * Return the text of bytes in UTF-8, in JSON.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
const showText = (bytes) => toJson(new TextDecoder().decode(bytes));

/**
 * Return a value in canonical JSON with escapes for what cannot be seen.
 * @param {unknown} value
 * @returns {string}
 */
const toCanonical = (value) => escapeInvisible(canonicalJson(value));

/**
 * Return a list in a line, cut if it is long.
 * @param {unknown[]} values
 * @returns {string}
 */
function formatList(values) {
  const listed = values.slice(0, MAX_LISTED).map((value) => nameItem(value));
  const more = values.length - listed.length;
  return listed.join(" ") + (more > 0 ? ` … and ${more} more` : "");
}

/**
 * Return the step of the terms, and of the shoe that they describe.
 * @param {ShownTerms} terms
 * @param {unknown[]} [codes] - of the cards, if it is a shoe of cards
 * @returns {Step}
 */
export function termsStep(terms, codes) {
  const listed = codes ?? terms.items?.map(toJson);
  return {
    title: "The terms",
    says: "Canonical JSON (RFC 8785): names in order, no spaces. The shoe is what they describe, unshuffled.",
    lines: [
      ["terms", toCanonical(terms)],
      [
        "shoe",
        listed
          ? formatList(listed)
          : `the integers ${terms.min} … ${terms.max}`,
      ],
    ],
  };
}

/**
 * Return the step of the digest that stands for the server seed in the commitment.
 * @param {string} secret - the server seed
 * @param {unknown} digest
 * @returns {Step}
 */
export const seedHashStep = (secret, digest) => ({
  title: "The digest of the server seed",
  says: 'SHA-256 of "shuffle-and-deal sealed 1 seed\\n" ‖ server seed. It was published when the shoe was opened.',
  lines: [
    ["server seed", secret],
    ["SHA-256", digest],
  ],
});

/**
 * Return the step of the root of the tree over a round.
 * @param {number} number - of the round
 * @param {string} root
 * @returns {Step}
 */
export const rootStep = (number, root) => ({
  title: `Round ${number + 1}: the root`,
  says: "Of the tree of RFC 9162 over salt ‖ round ‖ position ‖ index of each card; the salts follow from the order.",
  lines: [["root", root]],
});

/**
 * Return the step of shown cards, each with its salt and its path to the root of its round.
 * @param {ShownCard[]} shown
 * @param {string | null} root - of the last round, null if there is none
 * @returns {Step}
 */
export const shownStep = (shown, root) => ({
  title: "The shown cards",
  says: "SHA-256 of 00 ‖ salt ‖ round ‖ position ‖ index is a leaf, and the path leads from it to the root of the round.",
  lines: [["last root", root]],
  table: {
    head: ["round", "position", "index", "card", "salt", "path"],
    rows: shown.map(({ round, position, index, card, integer, salt, path }) => [
      round,
      position,
      index,
      integer ?? toJson(card),
      salt,
      path.join(" "),
    ]),
  },
});

/**
 * Return the step of the commitment of a sealed shoe, as computed and as its receipt has it.
 * @param {Uint8Array[]} parts - the bytes of its prefix, of the digest of the server seed, and of the terms
 * @param {string} computed - the digest of these
 * @param {string} published - the one of the receipt
 * @returns {Step}
 */
export function commitmentStep(parts, computed, published) {
  const [prefix, seedHash, terms] = parts;
  return {
    title: "The commitment",
    says: "SHA-256 of prefix ‖ digest of the server seed ‖ terms. It was published before the first card.",
    lines: [
      ["prefix", showText(prefix)],
      ["its bytes", toHex(prefix)],
      ["digest of the server seed", toHex(seedHash)],
      ["terms, bytes", toHex(terms)],
      ["SHA-256", computed],
      ["receipt says", published],
    ],
  };
}

/**
 * Return the step of a key of a sealed shoe: the key that orders the cards of a round, or those in play.
 * @param {string} secret - the server seed
 * @param {Uint8Array[]} parts - the bytes of its prefix, of the cards in play, and of the client seed
 * @param {string | null} clientSeed
 * @param {Uint8Array | ArrayBuffer} key
 * @param {string} title
 * @returns {Step}
 */
export function shoeKeyStep(secret, parts, clientSeed, key, title) {
  const [prefix, inPlay, client] = parts;
  return {
    title,
    says: "HMAC-SHA-256 of prefix ‖ number and indices of the cards in play ‖ client seed. The server seed is its key.",
    lines: [
      ["HMAC key", secret],
      ["prefix", showText(prefix)],
      ["its bytes", toHex(prefix)],
      ["in play, bytes", toHex(inPlay)],
      ["client seed", clientSeed === null ? "none" : toJson(clientSeed)],
      ["its bytes", toHex(client) || "none"],
      ["key", toHex(key)],
    ],
  };
}

/**
 * Return the step of the key of a seed, from which its words come.
 * @param {string[]} parts - the prefix and the seed
 * @param {ArrayBuffer} key
 * @returns {Step}
 */
export function seedKeyStep(parts, key) {
  const [prefix, seed] = parts;
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

/**
 * Return the step of the key of the first stratum of an allocation; the draws after it are those of this stratum.
 * @param {ArrayBuffer} seedKey
 * @param {string[]} parts - the prefix, and the name of the stratum in canonical JSON
 * @param {ArrayBuffer} key
 * @returns {Step}
 */
export function stratumKeyStep(seedKey, parts, key) {
  const [prefix, name] = parts;
  return {
    title: "The key of the first stratum",
    says: "HMAC-SHA-256 of prefix ‖ the attributes and values of the stratum, in canonical JSON. The key of the seed is its key.",
    lines: [
      ["HMAC key", toHex(seedKey)],
      ["prefix", toJson(prefix)],
      ["stratum", escapeInvisible(name)],
      ["bytes", toHex(new TextEncoder().encode(prefix + name))],
      ["key", toHex(key)],
    ],
  };
}

/**
 * Return the first counter blocks of a stream, and their AES-256.
 * @param {string} title
 * @param {BufferSource} key
 * @param {number} index
 * @returns {Promise<Step>}
 */
export async function wordsStep(title, key, index) {
  const source = await openStream(key, index, 4 * BLOCKS);
  const rows = range(BLOCKS).map((block) => [
    `${hex(index, 16)} ${hex(block, 16)}`,
    range(4)
      .map(() => hex(source.word(), 8))
      .join(" "),
  ]);
  return {
    title,
    says: `AES-256 of counter blocks, each ${index} and then 0, 1, 2, … in 64 bits. Its 16 bytes are four words of 32 bits.`,
    table: { head: ["counter block", "words"], rows },
  };
}

/**
 * Return a recorder of the words of the first draws from a source, and of the number of draws. Its `observe` wraps the
 * source.
 * @returns {Recorded & { observe: Observe }}
 */
export function recordDraws() {
  /** @type {Recorded & { observe: Observe }} */
  const recorder = { observe, draws: [], count: 0 };
  /** @type {Observe} */
  function observe(source) {
    recorder.draws = []; // a longer source replaces one that is too short
    recorder.count = 0;
    const { word, below } = source;
    /** @type {number[]} */
    let words = [];
    source.word = () => {
      const next = word();
      if (recorder.draws.length < DRAWS) words.push(next);
      return next;
    };
    /**
     * @template {number | bigint} Value
     * @param {Value} bound
     * @param {Value} result
     */
    const note = (bound, result) => {
      if (words.length) recorder.draws.push({ bound, words, result });
      words = [];
      recorder.count = source.draws;
      return result;
    };
    /**
     * @overload
     * @param {number} bound
     * @returns {number}
     *
     * @overload
     * @param {bigint} bound
     * @returns {bigint}
     *
     * @param {number | bigint} bound
     */
    function notedBelow(bound) {
      return typeof bound === "number"
        ? note(bound, below(bound))
        : note(bound, below(bound));
    }
    source.below = notedBelow;
    return source;
  }
  return recorder;
}

/**
 * Return the rows of a draw: one for each word that was tried, all but the last of which are too low.
 * @param {RecordedDraw} draw
 * @param {number} number - of the draw, from 1
 * @returns {unknown[][]}
 */
function listTries({ bound, words, result }, number) {
  const bits = BigInt(bound) > 1n << 32n ? 64 : 32;
  const large = words.map(BigInt);
  const tries =
    bits === 32
      ? large
      : range(large.length / 2).map(
          (k) => (large[2 * k] << 32n) + large[2 * k + 1],
        );
  return tries.map((word, k) => {
    const product = word * BigInt(bound);
    const high = hex(product >> BigInt(bits), bits / 4);
    const low = hex(BigInt.asUintN(bits, product), bits / 4);
    const outcome = k < tries.length - 1 ? "too low, again" : String(result);
    return [
      number,
      hex(word, bits / 4),
      String(bound),
      `${high} ${low}`,
      outcome,
    ];
  });
}

/**
 * Return the step of recorded draws: a row for each word, with the bound and the result of its draw.
 * @param {string} title
 * @param {Recorded} recorded
 * @returns {Step}
 */
export function drawsStep(title, { draws, count }) {
  return {
    title,
    says:
      (count > draws.length
        ? `The first ${draws.length} of ${count} draws. `
        : `${count} draws. `) +
      "A word times the bound is a product of two halves; the high half is the result, a number below the bound.",
    table: {
      head: ["draw", "word", "bound", "product: high and low half", "result"],
      rows: draws.flatMap((draw, i) => listTries(draw, i + 1)),
    },
  };
}

/**
 * Return the step of the order of a round of a sealed shoe: its indices and its cards, from the top.
 * @param {number} number - of the round
 * @param {number[]} order - indices
 * @param {(index: number) => unknown} faceOf - return the card of an index
 * @returns {OrderStep}
 */
export function orderStep(number, order, faceOf) {
  const cards = order.map((index) => nameItem(faceOf(index)));
  return {
    title: `Round ${number + 1}: the order`,
    says: "Each number is a position in the unshuffled shoe, from 0. The first one is the top card.",
    lines: [
      ["order", formatList(order)],
      ["cards", formatList(cards)],
    ],
    round: number,
    codes: cards,
  };
}

/**
 * Return the step that says of which rounds there are no steps.
 * @param {number[]} numbers
 * @returns {Step}
 */
export const otherRoundsStep = (numbers) => ({
  title: numbers.length === 1 ? "One more round" : "The other rounds",
  says: "Checked in the same way, each with its number in place of the one above.",
  lines: [["rounds", formatList(numbers.map((number) => number + 1))]],
});

/**
 * Return the step of a proof: what is proved, the proof in its parts, and its key.
 * @param {{ inputParts: (alpha: object) => Uint8Array[] }} proofs - the module of proofs
 * @param {ShownProof} proof
 * @returns {Step}
 */
export function proofStep({ inputParts }, { kid, alpha, pi }) {
  const [prefix, canonical] = inputParts(alpha);
  return {
    title: "The proof",
    says: "The output of the verifiable random function of this key and of prefix ‖ alpha is the seed; pi proves it.",
    lines: [
      ["prefix", showText(prefix)],
      ["alpha", toCanonical(alpha)],
      ["alpha, bytes", toHex(canonical)],
      ["key", escapeInvisible(kid)],
      ["pi: Gamma", pi.slice(0, 64)],
      ["challenge", pi.slice(64, 96)],
      ["s", pi.slice(96)],
    ],
  };
}

/**
 * Return the places of the cards of a game's deal.
 * A row is such as `["hole", "1's hand", "own", "0 2", "AS KD"]`.
 * @param {number} number - of the round
 * @param {{ stages: string[], seats: string[] }} deal
 * @param {unknown[]} cards - by position
 * @param {LaidCard[]} layout
 * @returns {Step}
 */
export function stagesStep(number, { stages, seats }, cards, layout) {
  /** @type {Map<string, { cells: unknown[], stage: unknown, positions: number[] }>} */
  const rows = new Map();
  for (const { position, stage, face, ...place } of layout) {
    const cells = [stage, describePlace(seats, formPlace(place)), face];
    const key = cells.join();
    const row = rows.get(key) ?? { cells, stage, positions: [] };
    rows.set(key, row);
    row.positions.push(position);
  }
  const ordered = stages.flatMap((name) =>
    [...rows.values()].filter(({ stage }) => stage === name),
  );
  return {
    title: `Round ${number + 1}: the stages`,
    says: "Cards that are up, own or burned leave the shoe with their stage; those that are down can be drawn later.",
    table: {
      head: ["stage", "place", "face", "positions", "cards"],
      rows: ordered.map(({ cells, positions }) => {
        const there = positions.map((position) => cards[position]);
        return [...cells, formatList(positions), formatList(there)];
      }),
    },
  };
}

/**
 * Return the step of the digests of a sealed shoe: a row for each draw, with its record and the digest after it.
 * @param {[number: number, record: unknown, digest: string][]} rows
 * @returns {Step}
 */
export const digestsStep = (rows) => ({
  title: "The digests of the draws",
  says: 'SHA-256 of "shuffle-and-deal sealed 1 draw\\n" ‖ the digest before ‖ the record. Before the first is the commitment.',
  table: {
    head: ["draw", "record", "digest"],
    rows: rows.map(([number, record, digest]) => [
      number,
      toCanonical(record),
      digest,
    ]),
  },
});

/**
 * Cards of a result, or of a hand or pile in it, which has a `seat` or a `name`.
 * @typedef {{ cards?: unknown[], indices?: number[], seat?: string, name?: string }} ShownCards
 */

/**
 * Return what a result shows of cards: the cards if they are all known here, or their indices.
 * @param {ShownCards} shown
 * @returns {unknown[]}
 */
const listLabels = ({ cards = [], indices = [] }) =>
  cards.length > 0 && cards.every((card) => typeof card === "string")
    ? cards
    : indices;

/**
 * Return the step of a result: its indices and its integers or cards, and the cards of each hand and pile.
 * @param {string} title
 * @param {ShownCards & { integers?: unknown[], hands?: ShownCards[], piles?: ShownCards[] }} result
 * @param {number} [dealNumber] - of Microsoft's deal, for which nothing is drawn
 * @returns {Step}
 */
export function resultStep(title, result, dealNumber) {
  const { cards, indices, integers, hands = [], piles = [] } = result;
  /** @type {[name: string, values: unknown[]][]} */
  const lists = [];
  if (indices) lists.push(["indices", indices]);
  if (integers) lists.push(["integers", integers]);
  if (cards) lists.push(["cards", listLabels({ cards, indices })]);
  for (const place of [...hands, ...piles])
    lists.push([place.seat ?? place.name ?? "", listLabels(place)]);
  return {
    title,
    says:
      dealNumber === undefined
        ? "The result of these draws, from the top."
        : "Microsoft's deal of this number. Nothing is drawn for it: docs/definitions/decks.md defines its order.",
    lines: lists.map(([name, values]) => [name, formatList(values) || "none"]),
  };
}
