/**
 * Read bets at casinos, and results of other providers, as people copy them: with labels, one value after the other, or
 * as JSON. Nothing is checked here; view.mjs asks for what is missing.
 */
// @ts-check
import { toHex } from "../../../../verify/core/bytes.mjs";
import { sha256 } from "../../../../verify/core/sha256.mjs";
import { parseObject } from "../../shared/unknown_json.mjs";

/** @import { JsonObject } from "../../../../verify/core/validation.mjs" */

/**
 * A bet, or a result of another provider: its scheme, and values by the names of its fields, as texts or as JSON has
 * them.
 * @typedef {{ scheme: string, values: BetValues }} Bet
 */

/** @typedef {JsonObject} BetValues */

/**
 * Spellings of labels by the name of the field; the first match counts. A label of `other` has a value of no use.
 * @type {{ [field: string]: string }}
 */
const LABELS = {
  other:
    "(?:next|new)\\s+(?:server|client)\\s*seed(?:\\s*\\(hashed\\))?|total\\s+bets[^:\\n\\t]*|bet\\s*id|date|currency|amount|wager",
  server_seed_hash:
    "server[\\s_-]*seed[\\s_-]*\\(?(?:sha-?256[\\s_-]*)?hash(?:ed)?\\)?|hash(?:ed)?\\s+(?:of\\s+(?:the\\s+)?)?server\\s*seed|server\\s*hash",
  server_seed:
    "server[\\s_-]*seed(?:\\s*\\((?:revealed|unhashed|plain|raw)\\))?",
  client_seed: "(?:client|player)[\\s_-]*seed",
  nonce: "nonce|bet\\s*(?:number|no\\.?|#)",
  previous_hash: "(?:previous|earlier)\\s+(?:game\\s+)?hash",
  game_hash: "(?:game|round|seed)\\s*hash|hash",
  salt: "salt|(?:bitcoin\\s+)?block\\s*hash",
  key_string: "key(?:\\s*string)?",
  pool: "(?:size\\s+of\\s+(?:the\\s+)?)?pool(?:\\s*size)?",
  game: "game",
  seen: "result|outcome|roll|multiplier",
};
const PREFIX =
  "(?:(?:active|previous|current|revealed|unhashed|old|your|my|last|the)\\s+)*";
const NAMES = Object.keys(LABELS);

/** Groups of a pattern, one for each field: its label. */
const SPELLINGS = NAMES.map(
  (name) => `(${name === "previous_hash" ? "" : PREFIX}${LABELS[name]})`,
);
const LABEL = new RegExp(
  `(?<=^|[\\n\\t,;|])[ "]*(?:${SPELLINGS.join("|")})"?(?:[ ]*[:=\\t\\n]|(?=[ ])|[ ]*$)`,
  "gim",
);

/**
 * Fields of which two together show a bet, or a result of another provider, by scheme: a server seed and a nonce are of
 * "stake".
 * @type {{ [scheme: string]: string[] }}
 */
const SIGNS = {
  stake: ["server_seed", "server_seed_hash", "client_seed", "nonce"],
  hash_chain: ["game_hash", "previous_hash", "salt", "game", "seen"],
  rfc3797: ["key_string", "pool"],
};

/**
 * Return the bet in a text, its values as texts or JSON; undefined if the text is something else.
 * @param {string} text
 * @param {string[]} schemes the names that `scheme` of an object may have
 * @returns {Bet | undefined}
 */
export function readBet(text, schemes) {
  const plain = text.replace(/^\uFEFF/, "").trim();
  if (plain.startsWith("{"))
    return readObject(parseObject(plain), plain, schemes);
  return /^[[<]|^\w+:\/\/|\bcurl\b/.test(plain)
    ? undefined
    : (readLabelled(plain) ?? readBare(plain));
}

/**
 * The members of an object by which a result of another provider is known.
 * @typedef {object} ProviderObject
 * @property {string} [scheme]
 * @property {{ outputValue?: unknown }} [pulse] of NIST's beacon
 * @property {unknown} [receipt]
 * @property {unknown} [terms]
 * @property {{ random?: unknown, signature?: unknown }} [result] of RANDOM.ORG
 * @property {unknown} [random]
 * @property {unknown} [round] of drand
 * @property {unknown} [signature]
 */

/**
 * Return the bet, or the result of another provider, that an object is.
 * @param {(JsonObject & ProviderObject) | undefined} value
 * @param {string} text of the object
 * @param {string[]} schemes
 * @returns {Bet | undefined}
 */
function readObject(value, text, schemes) {
  if (value === undefined) return undefined;
  const { scheme, pulse, receipt, terms, result = value } = value;
  if (scheme !== undefined && schemes.includes(scheme)) {
    const { scheme: _, ...values } = value;
    return { scheme, values };
  }
  if (receipt !== undefined || terms !== undefined) return undefined;
  if (pulse?.outputValue !== undefined)
    return { scheme: "nist_beacon", values: { pulse } };
  if (typeof result?.random === "object" && result.signature)
    return {
      scheme: "random_org",
      values: {
        random_json: cutObject(text, "random"),
        signature: result.signature,
      },
    };
  if (value.round !== undefined && value.signature !== undefined)
    return { scheme: "drand", values: pick(value, DRAND) };
  const spelled = Object.fromEntries(
    Object.entries(value).map(([member, content]) => [nameOf(member), content]),
  );
  const values = pick(spelled, [...SIGNS.stake, "game", "seen"]);
  return values.nonce === undefined ? undefined : toBet("stake", values);
}

const DRAND = [
  "round",
  "signature",
  "previous_signature",
  "randomness",
  "chain_hash",
];

/**
 * Return the members with some names, as far as they are there.
 * @param {JsonObject} value
 * @param {string[]} names
 * @returns {JsonObject}
 */
const pick = (value, names) =>
  Object.fromEntries(
    names
      .filter((name) => (value[name] ?? undefined) !== undefined)
      .map((name) => [name, value[name]]),
  );

/**
 * Return the name of a field for the name of a member of JSON: serverSeed, server_seed_hash, "Client Seed".
 * @param {string} member
 */
function nameOf(member) {
  const words = member
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ");
  return NAMES.find((name) =>
    new RegExp(`^(?:${LABELS[name]})$`, "i").test(words),
  );
}

/**
 * Return the text of an object within JSON, as it was written: another provider signed it in that form.
 * @param {string} text such as `{"random": {"min":1}, "signature": "…"}`
 * @param {string} name such as "random"
 * @returns {string | undefined} here `{"min":1}`
 */
function cutObject(text, name) {
  const start = text.indexOf(
    "{",
    text.search(new RegExp(`"${name}"\\s*:\\s*\\{`)) + name.length + 2,
  );
  for (
    let end = text.indexOf("}", start);
    end > 0;
    end = text.indexOf("}", end + 1)
  ) {
    const part = text.slice(start, end + 1);
    if (parseObject(part)) return part;
  }
  return undefined;
}

/**
 * A label in a text: the name of its field, and where the label starts and ends.
 * @typedef {{ name: string, start: number, end: number }} FoundLabel
 */

/**
 * Read a text with labels: before each value, or all of them above the values.
 * @param {string} text such as "Server Seed: 5f…\nClient Seed: ann\nNonce: 7"
 * @returns {Bet | undefined} here of the scheme "stake", with a server_seed, the client_seed "ann" and the nonce "7"
 */
function readLabelled(text) {
  const labels = findLabels(text);
  const values = readLabelValues(text, labels);
  const pairs = labels
    .map(({ name }, i) => [name, values[i].split("\n")[0].trim()])
    .filter(([name, value]) => name !== "other" && value);
  /** @type {{ [name: string]: string }} */
  // Of a label that comes twice the first value counts
  const read = Object.fromEntries(pairs.reverse());
  const scheme = Object.keys(SIGNS).find(
    (name) =>
      SIGNS[name].filter((field) => read[field] !== undefined).length > 1,
  );
  return scheme === undefined ? undefined : toBet(scheme, read);
}

/**
 * Return the labels in a text.
 * @param {string} text
 * @returns {FoundLabel[]}
 */
const findLabels = (text) =>
  Array.from(text.matchAll(LABEL), (match) => ({
    name: NAMES[match.slice(1).findIndex(Boolean)],
    start: match.index,
    end: match.index + match[0].length,
  }));

/**
 * Return the text of the value of each label: what is behind it, or, if all labels are above the values, its cell in
 * their row.
 * @param {string} text
 * @param {FoundLabel[]} labels
 */
function readLabelValues(text, labels) {
  const values = labels.map(({ end }, i) =>
    text.slice(end, labels[i + 1]?.start).replace(/^[\s:="]+|[\s,;|"]+$/g, ""),
  );
  const row = values.at(-1)?.split(/[\t\n]/) ?? [];
  const isTable =
    row.length > 1 &&
    row.length === labels.length &&
    values.slice(0, -1).every((value) => value === "");
  return isTable ? row : values;
}

/** @param {string} text */
const isLongHex = (text) => /^(?:[0-9a-f]{2}){16,64}$/i.test(text);

/**
 * Read a server seed, perhaps its hash, a client seed and a nonce without labels: each on its line, or all in one.
 *
 * "<64 digits>, ann, 7" is { scheme: "stake", values: { server_seed: "<64 digits>", client_seed: "ann", nonce: "7" } }.
 * @param {string} text
 * @returns {Bet | undefined}
 */
function readBare(text) {
  const lines = text
    .split(/[\n\t]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const parts = lines.length > 2 ? lines : text.split(/[\s,;:|]+/);
  const nonce = parts.at(-1) ?? "";
  if (
    parts.length < 3 ||
    parts.length > 4 ||
    !/^\d{1,12}$/.test(nonce) ||
    !parts.some(isLongHex)
  )
    return undefined;
  const hash = findHash(parts.slice(0, -1));
  const seeds = parts.slice(0, -1).filter((seed) => seed !== hash);
  if (seeds.length !== 2) return undefined;
  const server =
    seeds.find((seed) => hash && isHashOf(hash, seed)) ??
    seeds.find(isLongHex) ??
    seeds[0];
  return toBet("stake", {
    server_seed: server,
    client_seed: seeds[seeds[0] === server ? 1 : 0],
    nonce,
    ...(hash && { server_seed_hash: hash }),
  });
}

/**
 * Return the hash of the server seed among three texts: the hash of another one, or else the second that may be one;
 * undefined if there are only two seeds.
 * @param {string[]} texts
 */
function findHash(texts) {
  if (texts.length !== 3) return undefined;
  return (
    texts.find((hash) => texts.some((seed) => isHashOf(hash, seed))) ??
    texts.filter(isLongHex)[1]
  );
}

/**
 * Return whether a hash is SHA-256 of a seed, as text.
 * @param {string} hash in hexadecimal digits
 * @param {string} seed
 */
const isHashOf = (hash, seed) =>
  hash.toLowerCase() === toHex(sha256(new TextEncoder().encode(seed)));

/**
 * Games that the service knows by another name.
 * @type {{ [game: string]: string | undefined }}
 */
const GAMES = { blackjack: "cards", hilo: "cards", baccarat: "cards" };

/**
 * Return a bet with the name of its game as the service spells it: "Video Poker" is video_poker.
 * @param {string} scheme
 * @param {BetValues} values
 * @returns {Bet}
 */
function toBet(scheme, { game, ...values }) {
  if (!game) return { scheme, values };
  const name = String(game).toLowerCase();
  const spelled = GAMES[name] ?? name.trim().replace(/\s+/g, "_");
  return { scheme, values: { ...values, game: spelled } };
}
