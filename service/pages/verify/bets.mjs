/**
 * Read bets at casinos, and results of other providers, as people copy them: with labels, one value after the other, or
 * as JSON. Nothing is checked here; bet_view.mjs asks for what is missing.
 */
import { toHex } from "../../../verify/core/canonical.mjs";
import { sha256 } from "../../../verify/core/sha256.mjs";
import { parseObject } from "../table/request.mjs";

/** Spellings of labels by the name of the field; the first match counts. A label of `other` has a value of no use. */
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
const names = Object.keys(LABELS);
const LABEL = new RegExp(
  `(?<=^|[\\n\\t,;|])[ "]*(?:${names.map((name) => `(${name === "previous_hash" ? "" : PREFIX}${LABELS[name]})`).join("|")})"?(?:[ ]*[:=\\t\\n]|(?=[ ])|[ ]*$)`,
  "gim",
);

/** Fields of which two together show a bet, or a result of another provider, by scheme. */
const SIGNS = {
  stake: ["server_seed", "server_seed_hash", "client_seed", "nonce"],
  hash_chain: ["game_hash", "previous_hash", "salt", "game", "seen"],
  rfc3797: ["key_string", "pool"],
};

/** Return {scheme, values} of a text, values as texts or JSON; undefined if the text is something else. `schemes`: their names. */
export function readBet(text, schemes) {
  const plain = text.replace(/^\uFEFF/, "").trim();
  if (plain.startsWith("{"))
    return readObject(parseObject(plain), plain, schemes);
  return /^[[<]|^\w+:\/\/|\bcurl\b/.test(plain)
    ? undefined
    : (readLabelled(plain) ?? readBare(plain));
}

function readObject(value, text, schemes) {
  const { scheme, pulse, receipt, terms, result = value } = value ?? {};
  if (scheme !== undefined && schemes.includes(scheme)) {
    const { scheme: _, ...values } = value;
    return { scheme, values };
  }
  if (value === undefined || receipt !== undefined || terms !== undefined)
    return undefined;
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
    Object.entries(value).map(([name, one]) => [nameOf(name), one]),
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
const pick = (value, wanted) =>
  Object.fromEntries(
    wanted
      .filter((name) => (value[name] ?? undefined) !== undefined)
      .map((name) => [name, value[name]]),
  );

/** Return the name of a field for the name of a member of JSON: serverSeed, server_seed_hash, "Client Seed". */
function nameOf(member) {
  const words = member
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ");
  return names.find((name) =>
    new RegExp(`^(?:${LABELS[name]})$`, "i").test(words),
  );
}

/** Return the text of an object within JSON, as it was written: another provider signed it in that form. */
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

/** Read a text with labels: before each value, or all of them above the values. */
function readLabelled(text) {
  const found = [...text.matchAll(LABEL)].map((match) => ({
    name: names[match.slice(1).findIndex(Boolean)],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const values = found.map(({ end }, i) =>
    text.slice(end, found[i + 1]?.start).replace(/^[\s:="]+|[\s,;|"]+$/g, ""),
  );
  const row = values.at(-1)?.split(/[\t\n]/) ?? [];
  const isTable =
    row.length > 1 &&
    row.length === found.length &&
    values.slice(0, -1).every((value) => value === "");
  const pairs = found
    .map(({ name }, i) => [
      name,
      (isTable ? row : values)[i].split("\n")[0].trim(),
    ])
    .filter(([name, value]) => name !== "other" && value);
  const read = Object.fromEntries(pairs.reverse()); // of a label that comes twice the first value counts
  const scheme = Object.keys(SIGNS).find(
    (one) => SIGNS[one].filter((name) => read[name] !== undefined).length > 1,
  );
  return scheme && toBet(scheme, read);
}

const isLongHex = (text) => /^(?:[0-9a-f]{2}){16,64}$/i.test(text);

/** Read a server seed, perhaps its hash, a client seed and a nonce without labels: each on its line, or all in one. */
function readBare(text) {
  const lines = text
    .split(/[\n\t]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const parts = lines.length > 2 ? lines : text.split(/[\s,;:|]+/);
  const nonce = parts.at(-1);
  if (
    parts.length < 3 ||
    parts.length > 4 ||
    !/^\d{1,12}$/.test(nonce) ||
    !parts.some(isLongHex)
  )
    return undefined;
  const seeds = parts.slice(0, -1);
  const hash =
    seeds.length === 3
      ? (seeds.find((one) => seeds.some((other) => isHashOf(one, other))) ??
        seeds.filter(isLongHex)[1])
      : undefined;
  const rest = seeds.filter((seed) => seed !== hash);
  if (rest.length !== 2) return undefined;
  const server =
    rest.find((seed) => hash && isHashOf(hash, seed)) ??
    rest.find(isLongHex) ??
    rest[0];
  return toBet("stake", {
    server_seed: server,
    client_seed: rest[rest[0] === server ? 1 : 0],
    nonce,
    ...(hash && { server_seed_hash: hash }),
  });
}

const isHashOf = (hash, seed) =>
  hash.toLowerCase() === toHex(sha256(new TextEncoder().encode(seed)));

/** Return a bet with the name of its game as the service spells it: "Video Poker" is video_poker. */
function toBet(scheme, { game, ...values }) {
  const name =
    game &&
    { blackjack: "cards", hilo: "cards", baccarat: "cards" }[
      String(game).toLowerCase()
    ];
  return {
    scheme,
    values: {
      ...values,
      ...(game && {
        game: name ?? String(game).trim().toLowerCase().replace(/\s+/g, "_"),
      }),
    },
  };
}
