/**
 * The parts of the steps of a check, for steps.mjs: their sentences, lines and tables. Texts are shown with
 * escapes for what cannot be seen, which are not in the bytes beside them.
 */
import { canonicalJson, nameItem, toHex } from "../core/canonical.mjs";
import { describePlace, formPlace } from "./stages.mjs";
import { openStream } from "../core/stream.mjs";
import { escapeInvisible } from "../core/texts.mjs";

const BLOCKS = 4; // shown of a stream
const DRAWS = 16; // shown of a shuffle
const MAX_LISTED = 1000;

const hex = (number, digits) => number.toString(16).padStart(digits, "0");
export const toJson = (value) => escapeInvisible(JSON.stringify(value));
const text = (bytes) => toJson(new TextDecoder().decode(bytes));
const toCanonical = (value) => escapeInvisible(canonicalJson(value));
const formatList = (values) =>
  values.slice(0, MAX_LISTED).map(nameItem).join(" ") +
  (values.length > MAX_LISTED
    ? ` … and ${values.length - MAX_LISTED} more`
    : "");

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

/** Return the step of the digest that stands for the server seed in the commitment. */
export const seedHashStep = (secret, digest) => ({
  title: "The digest of the server seed",
  says: 'SHA-256 of "shuffle-and-deal sealed 1 seed\\n" ‖ server seed. It was published when the shoe was opened.',
  lines: [
    ["server seed", secret],
    ["SHA-256", digest],
  ],
});

/** Return the step of the root of the tree over a round. */
export const rootStep = (number, root) => ({
  title: `Round ${number}: the root`,
  says: "Of the tree of RFC 9162 over salt ‖ round ‖ position ‖ index of each card; the salts follow from the order.",
  lines: [["root", root]],
});

/** Return the step of shown cards, each with its salt and its path to the root of its round. */
export const shownStep = (shown, root) => ({
  title: "The shown cards",
  says: "SHA-256 of 00 ‖ salt ‖ round ‖ position ‖ index is a leaf, and the path leads from it to the root of the round.",
  lines: [["last root", root]],
  table: {
    head: ["round", "position", "index", "card", "salt", "path"],
    rows: shown.map(({ round, position, index, card, integer, salt, path }) => [
      ...[
        round,
        position,
        index,
        integer ?? toJson(card),
        salt,
        path.join(" "),
      ],
    ]),
  },
});

export function commitmentStep([prefix, seed, terms], computed, published) {
  return {
    title: "The commitment",
    says: "SHA-256 of prefix ‖ digest of the server seed ‖ terms. It was published before the first card.",
    lines: [
      ...[
        ["prefix", text(prefix)],
        ["its bytes", toHex(prefix)],
        ["digest of the server seed", toHex(seed)],
      ],
      ...[
        ["terms, bytes", toHex(terms)],
        ["SHA-256", computed],
        ["receipt says", published],
      ],
    ],
  };
}

export function shoeKeyStep(
  secret,
  [prefix, inPlay, client],
  clientSeed,
  key,
  title,
) {
  return {
    title,
    says: "HMAC-SHA-256 of prefix ‖ number and indices of the cards in play ‖ client seed. The server seed is its key.",
    lines: [
      ...[
        ["HMAC key", secret],
        ["prefix", text(prefix)],
        ["its bytes", toHex(prefix)],
        ["in play, bytes", toHex(inPlay)],
      ],
      ["client seed", clientSeed === null ? "none" : toJson(clientSeed)],
      ...[
        ["its bytes", toHex(client) || "none"],
        ["key", toHex(key)],
      ],
    ],
  };
}

export function seedKeyStep([prefix, seed], key) {
  return {
    title: "The key",
    says: "SHA-256 of prefix ‖ seed, in UTF-8.",
    lines: [
      ...[
        ["prefix", toJson(prefix)],
        ["seed", toJson(seed)],
      ],
      ...[
        ["bytes", toHex(new TextEncoder().encode(prefix + seed))],
        ["key", toHex(key)],
      ],
    ],
  };
}

/** Return the step of the key of the first stratum of an allocation; the draws after it are those of this stratum. */
export function stratumKeyStep(seedKey, [prefix, name], key) {
  return {
    title: "The key of the first stratum",
    says: "HMAC-SHA-256 of prefix ‖ the attributes and values of the stratum, in canonical JSON. The key of the seed is its key.",
    lines: [
      ...[
        ["HMAC key", toHex(seedKey)],
        ["prefix", toJson(prefix)],
        ["stratum", escapeInvisible(name)],
      ],
      ...[
        ["bytes", toHex(new TextEncoder().encode(prefix + name))],
        ["key", toHex(key)],
      ],
    ],
  };
}

/** Return the first counter blocks of a stream, and their AES-256. */
export async function wordsStep(title, key, index) {
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
export function recordDraws() {
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

export function drawsStep(title, { draws, count }) {
  const rows = draws.flatMap(({ bound, words, result }, i) => {
    const bits = BigInt(bound) > 1n << 32n ? 64 : 32;
    const tries = Array.from({ length: words.length / (bits / 32) }, (_, k) =>
      bits === 32
        ? BigInt(words[k])
        : (BigInt(words[2 * k]) << 32n) + BigInt(words[2 * k + 1]),
    );
    return tries.map((word, k) => {
      const product = word * BigInt(bound);
      const halves = [
        product >> BigInt(bits),
        BigInt.asUintN(bits, product),
      ].map((half) => hex(half, bits / 4));
      const outcome = k < tries.length - 1 ? "too low, again" : String(result);
      return [
        i + 1,
        hex(word, bits / 4),
        String(bound),
        halves.join(" "),
        outcome,
      ];
    });
  });
  return {
    title,
    says:
      (count > draws.length
        ? `The first ${draws.length} of ${count} draws. `
        : `${count} draws. `) +
      "A word times the bound is a product of two halves; the high half is the result, a number below the bound.",
    table: {
      head: ["draw", "word", "bound", "product: high and low half", "result"],
      rows,
    },
  };
}

export function orderStep(number, order, faceOf) {
  const cards = order.map((index) => nameItem(faceOf(index)));
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

/** Return the step of a proof: what is proved, the proof in its parts, and its key. */
export function proofStep({ inputParts }, { kid, alpha, pi }) {
  const [prefix, canonical] = inputParts(alpha);
  return {
    title: "The proof",
    says: "The output of the verifiable random function of this key and of prefix ‖ alpha is the seed; pi proves it.",
    lines: [
      ...[
        ["prefix", text(prefix)],
        ["alpha", toCanonical(alpha)],
        ["alpha, bytes", toHex(canonical)],
        ["key", escapeInvisible(kid)],
      ],
      ...[
        ["pi: Gamma", pi.slice(0, 64)],
        ["challenge", pi.slice(64, 96)],
        ["s", pi.slice(96)],
      ],
    ],
  };
}

/** Return the places of the cards of a game's deal. */
export function stagesStep(number, { stages, seats }, cards, layout) {
  const rows = new Map();
  for (const { position, stage, face, ...place } of layout) {
    const cells = [stage, describePlace(seats, formPlace(place)), face];
    const [, positions, there] =
      rows.get(cells.join()) ??
      rows.set(cells.join(), [cells, [], []]).get(cells.join());
    positions.push(position);
    there.push(cards[position]);
  }
  const ordered = stages.flatMap((name) =>
    [...rows.values()].filter(([[stage]]) => stage === name),
  );
  return {
    title: `Round ${number}: the stages`,
    says: "Cards that are up, own or burned leave the shoe with their stage; those that are down can be drawn later.",
    table: {
      head: ["stage", "place", "face", "positions", "cards"],
      rows: ordered.map(([cells, ...lists]) => [
        ...cells,
        ...lists.map(formatList),
      ]),
    },
  };
}

/** Return the step of the digests of draws: [number, record, digest] of each. */
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

export function resultStep(
  title,
  { cards, indices, integers, hands = [], piles = [] },
  dealNumber,
) {
  const labels = ({ cards, indices }) =>
    cards?.every((card) => typeof card === "string") ? cards : indices;
  return {
    title,
    says:
      dealNumber === undefined
        ? "The result of these draws, from the top."
        : "Microsoft's deal of this number. Nothing is drawn for it: docs/definitions/decks.md defines its order.",
    lines: [
      ...Object.entries({ indices, integers }).filter(([, values]) => values),
      ...(cards ? [["cards", labels({ cards, indices })]] : []),
      ...[...hands, ...piles].map(({ seat, name, ...hand }) => [
        seat ?? name,
        labels(hand),
      ]),
    ].map(([name, values]) => [name, formatList(values) || "none"]),
  };
}
