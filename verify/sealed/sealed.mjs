/** Sealed shoes (scheme sealed1): commitment, keys, rounds, records and messages. Implemented from docs/definitions/sealed.md alone. */
import {
  canonicalJson,
  concatenate,
  hashParts,
  toHex,
  u32,
  utf8,
} from "../core/canonical.mjs";
import { buildShoe } from "../cards/decks.mjs";
import { checkJwk, fromBase64url } from "../core/jwk.mjs";
import { openHmac, sha256 } from "../core/sha256.mjs";
import { selectShuffle } from "../core/shuffles.mjs";
import { drawFrom, webCrypto } from "../core/stream.mjs";
import {
  checkItem,
  checkList,
  checkObject,
  checkText,
  parseDigest,
  Refused,
} from "../core/validation.mjs";

export const tag = (name) => utf8(`shuffle-and-deal sealed 1 ${name}\n`);

/** Return a text for an item, which no other item has: for a value that is no text its canonical JSON after a mark that no text has. */
const faceOfItem = (item) =>
  typeof item === "string" || item === null
    ? item
    : `\ud800${canonicalJson(item)}`;
/** Return a face as a difference shows it. */
export const nameFace = (face) =>
  typeof face === "string" ? face.replace("\ud800", "") : face;

/**
 * Return the faces of a shoe: `size`, `faceOf` (from an index), `member` (cards or integers), `codes` (undefined for numbers), `check`
 * and `toFace`, which check a card and make it comparable with `===`, `hasTree`.
 */
export function openFaces(terms) {
  const hasTree = terms.reveal !== "all";
  if (terms.deck === undefined && terms.items === undefined)
    return {
      size: terms.max - terms.min + 1,
      faceOf: (index) => terms.min + index,
      toFace: (face) => face,
      member: "integers",
      hasTree,
    };
  const codes = terms.deck === undefined ? terms.items : buildShoe(terms);
  const ways =
    terms.deck === undefined
      ? { check: checkItem, toFace: faceOfItem }
      : { check: checkText, toFace: (face) => face };
  return {
    size: codes.length,
    codes,
    faceOf: (index) => codes[index],
    member: "cards",
    ...ways,
    hasTree,
  };
}

/** Return the digest of a server seed, which is public when the shoe is opened, in hexadecimal digits. */
export const hashSeed = async (serverSeed) =>
  hashParts(tag("seed"), serverSeed);

/** Return the parts that are hashed to the commitment. */
export const commitmentParts = (seedHash, terms) => [
  tag("commitment"),
  parseDigest("seed_hash", seedHash),
  utf8(canonicalJson(terms)),
];
export const computeCommitment = async (seedHash, terms) =>
  hashParts(...commitmentParts(seedHash, terms));

/** Return the parts of the HMAC's message for the key of a round (`shoe`) or of its cards in play (`in play`). */
export const keyParts = (purpose, inPlay, clientSeed) => [
  tag(purpose),
  u32(inPlay.length, ...inPlay),
  utf8(clientSeed ?? ""),
];
export const deriveKey = (serverSeed, ...parts) =>
  openHmac(serverSeed)(concatenate(...parts));

/** Return the key of the salts of a round with the indices `order`. */
export const deriveSaltKey = (serverSeed, clientSeed, round, order) =>
  deriveKey(
    serverSeed,
    tag("salts"),
    u32(round, ...order),
    utf8(clientSeed ?? ""),
  );

const SPARSE = ["fisher_yates", "rejection"];

/**
 * Return the order of a round as indices, from the top: first the shuffled rest, then the shuffled cards in play. `inPlay` has the
 * indices of the cards in play, ascending. Without cards in play only the first `count` of a sparse shuffle are computed.
 */
export async function orderRound(
  { rest: key, inPlay: inPlayKey },
  number,
  size,
  { algorithm },
  inPlay,
  { observe, count = size } = {},
) {
  const shuffle = selectShuffle({ algorithm });
  const draw = async (key, n, observe, count = n) =>
    (await drawFrom(key, number, (below) => shuffle(below, n, count), observe))
      .result;
  if (inPlay.length === 0)
    return draw(key, size, observe, SPARSE.includes(algorithm) ? count : size);
  const isInPlay = new Set(inPlay);
  const rest = Array.from({ length: size }, (_, index) => index).filter(
    (index) => !isInPlay.has(index),
  );
  const [top, last] = [
    await draw(key, rest.length, observe),
    await draw(inPlayKey, inPlay.length),
  ];
  return [...top.map((i) => rest[i]), ...last.map((i) => inPlay[i])];
}

/** Return a function from the indices in play in a round, ascending, to its two keys. */
export const openKeys = (serverSeed, clientSeed) => (inPlay) => {
  const [rest, held] = ["shoe", "in play"].map((purpose) =>
    deriveKey(serverSeed, ...keyParts(purpose, inPlay, clientSeed)),
  );
  return { rest, inPlay: held };
};

/** Return the record of a draw: its entry without the number and the cards; draw 1 has the client seed. */
export function recordOf({ draw, cards, integers, ...record }, clientSeed) {
  return draw === 1 && clientSeed !== null
    ? { ...record, client_seed: clientSeed }
    : record;
}

/** Return the digest after a draw. The first `previous` is the commitment. */
export const hashDraw = async (previous, record) =>
  toHex(
    sha256(
      concatenate(
        tag("draw"),
        parseDigest("digest", previous),
        utf8(canonicalJson(record)),
      ),
    ),
  );

/** The members of the body of a request that its action has, with their defaults. */
const ACTIONS = {
  deal: { stage: null, through: null, reshuffle: false, client_seed: null },
  draw: {
    ...{
      count: null,
      seat: null,
      burn: 0,
      from: "top",
      pile: null,
      part: null,
    },
    ...{ reshuffle: false, in_play: null, client_seed: null },
  },
  reveal: {},
};

/** Return the action of a request: its body without nulls, defaults, and members that change no card. */
export function formAction(action, body) {
  const defaults = ACTIONS[action];
  if (defaults === undefined)
    throw new Refused(
      "action",
      `one of ${Object.keys(ACTIONS).join(", ")} was expected`,
    );
  const names = Object.keys(defaults).filter(
    (name) => (body[name] ?? defaults[name]) !== defaults[name],
  );
  return {
    action,
    ...Object.fromEntries(names.map((name) => [name, body[name]])),
  };
}

/** Return the message that a seat signs for an action, to leave a round, and the message that the service signs. */
export const consentMessage = (digest, action) =>
  concatenate(
    tag("consent"),
    parseDigest("digest", digest),
    utf8(canonicalJson(action)),
  );
export const leaveMessage = (commitment, round) =>
  concatenate(tag("leave"), parseDigest("commitment", commitment), u32(round));
export const stateMessage = (digest) =>
  concatenate(tag("state"), parseDigest("digest", digest));

/** Return whether a signature in base64url of a message is by a key, an Ed25519 JWK. */
export async function isSignedBy({ kty, crv, x }, signature, message) {
  const key = await webCrypto().importKey(
    "jwk",
    { kty, crv, x },
    { name: "Ed25519" },
    false,
    ["verify"],
  );
  return webCrypto().verify(
    { name: "Ed25519" },
    key,
    fromBase64url(signature, 64),
    message,
  );
}

/** Check the form of what is signed beside a digest. */
export function checkSignedForm(signed) {
  checkObject("signed", signed, ["kid", "signature"], ["kid", "signature"]);
  checkText("signed.kid", signed.kid);
  if (fromBase64url(signed.signature, 64) === undefined)
    throw new Refused(
      "signed.signature",
      "64 bytes in base64url without padding were expected",
    );
}

/** Return the key with an id in a JWK set of Ed25519 keys, or undefined. */
export function findSigner(keys, kid) {
  const jwk =
    keys &&
    checkList("keys", keys.keys).find(
      (one) => one?.kid === kid && one.crv === "Ed25519" && one.use !== "vrf",
    );
  return (
    jwk && checkJwk("keys", { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, "Ed25519")
  );
}

/** Throw `Refused` unless a state is signed by one of the service's keys, a JWK set; null accepts any. */
export async function checkSigned(digest, signed, signers) {
  if (signers === null) return;
  if (!signed)
    throw new Refused("signed", "the service did not sign this state");
  checkSignedForm(signed);
  const key = findSigner(signers, signed.kid);
  if (!key) throw new Refused("signed.kid", "it is no key of the service");
  if (!(await isSignedBy(key, signed.signature, stateMessage(digest))))
    throw new Refused(
      "signed.signature",
      "it is not by the service, or of another digest",
    );
}

/** Return whether a client seed is the texts with the digests in `words`. */
export async function isOfWords(words, clientSeed) {
  const texts = clientSeed?.split(",") ?? [];
  if (
    texts.length !== words.length ||
    !texts.every((text) => /^[\w-]{16,64}$/.test(text))
  )
    return false;
  const digests = await Promise.all(texts.map((text) => hashParts(utf8(text))));
  return digests.every((digest, i) => digest === words[i]);
}

/** Return the padded size of a view with `count` cards, in bytes. */
export function viewSize({ items = [] }, size, count) {
  const longest = Math.max(
    0,
    ...items.map((item) => utf8(canonicalJson(item)).length),
  );
  return 512 + count * (256 + longest + 67 * Math.ceil(Math.log2(size)));
}

/** Return a text padded with spaces to `size` bytes. */
export const fillText = (text, size) =>
  text + " ".repeat(size - utf8(text).length);
