/**
 * Sealed shoes (scheme sealed1): commitment, keys, rounds, records and messages. Implemented from
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { concatenate, toHex, u32, utf8 } from "../core/bytes.mjs";
import { canonicalJson, hashParts } from "../core/canonical.mjs";
import { range } from "../core/lists.mjs";
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
  isObject,
  parseDigest,
  Refused,
} from "../core/validation.mjs";

/**
 * @import { Bytes } from "../core/bytes.mjs"
 * @import { PublicJwk } from "../core/jwk.mjs"
 * @import { Below, Source } from "../core/stream.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { Terms } from "./terms.mjs"
 */

/**
 * What is on a card, comparable with `===`: the code of a card, an integer, a text for an item, or null for what is
 * hidden.
 *
 * @typedef {unknown} Face
 */

/**
 * The cards of a shoe. A card is the code of one, an integer, or an item of a caller's list.
 *
 * @typedef {object} Faces
 * @property {number} size how many cards there are
 * @property {unknown[]} [codes] the cards by index, undefined for integers
 * @property {"cards" | "integers"} member the name of the member of a draw that has them
 * @property {(index: number) => unknown} faceOf return the card of an index
 * @property {(card: unknown) => Face} toFace return a card in the form that is comparable
 * @property {(where: string, card: unknown) => void} [check] throw `Refused` for what cannot be a card, undefined for
 *   integers
 * @property {boolean} hasTree whether each round has a tree with a root
 */

/**
 * The entry of a draw or a stage, as `seen` in a response has it and, without the number and the cards, the record of
 * it. Lists have as many members as the draw has cards.
 *
 * @typedef {object} DrawEntry
 * @property {number} [draw] the number of the draw, from 1
 * @property {number[]} rounds the round of each card
 * @property {number[]} positions the position of each card in its round, 0 being the top
 * @property {unknown[]} [cards] null for a card that is hidden
 * @property {unknown[]} [integers] in place of cards
 * @property {string} [stage] the name of the stage, of a deal
 * @property {string[]} [places] of a stage the place of each card: "1", "tableau/7"
 * @property {string} [pile] the name of the pile, of a draw
 * @property {string} [part] of the pile
 * @property {string} [seat] who gets the cards
 * @property {number} [burned] how many of the first cards were burned
 * @property {number[]} [in_play] positions in the round before, ascending, of the cards in play as a round began
 * @property {number} [begun] how many rounds began, of a shoe without trees
 * @property {string[]} [roots] the roots of the rounds that began, of a shoe with trees
 */

/**
 * The record of a draw: its entry (`DrawEntry`) without the number and the cards; that of draw 1 has the client seed.
 *
 * @typedef {JsonObject} DrawRecord
 */

/**
 * The two keys of a round: of the cards that are shuffled as usual, and of those in play.
 *
 * @typedef {{ shuffled: Bytes, inPlay: Bytes }} RoundKeys
 */

/**
 * A function from the indices in play in a round, ascending, to its two keys.
 *
 * @typedef {(inPlay: readonly number[]) => RoundKeys} KeysOf
 */

/**
 * A signature of the service beside a digest: the id of its key, and 64 bytes in base64url.
 *
 * @typedef {{ kid: string, signature: string }} Signed
 */

/**
 * What a request asks for, as it is signed: its name, and the members of its body that are not as by default.
 *
 * @typedef {{ action: string } & JsonObject} Action
 */

/**
 * Return the prefix of what is hashed or signed for one purpose.
 *
 * @param {string} name of the purpose: "commitment"
 * @returns {Bytes}
 */
export const tag = (name) => utf8(`shuffle-and-deal sealed 1 ${name}\n`);

/**
 * Return a text for an item, which no other item has: for a value that is no text its canonical JSON after a mark that
 * no text has.
 *
 * @param {unknown} item
 * @returns {Face}
 */
const faceOfItem = (item) =>
  typeof item === "string" || item === null
    ? item
    : `\ud800${canonicalJson(item)}`;

/**
 * Return a face as a difference shows it.
 *
 * @param {Face} face
 * @returns {unknown}
 */
export const nameFace = (face) =>
  typeof face === "string" ? face.replace("\ud800", "") : face;

/**
 * Return a card that is comparable as it is.
 *
 * @param {unknown} card a code or an integer
 * @returns {Face}
 */
const sameFace = (card) => card;

/**
 * Return the faces of the shoe that terms describe.
 *
 * @param {Terms} terms
 * @returns {Faces}
 */
export function openFaces(terms) {
  const hasTree = terms.reveal !== "all";
  if (terms.deck === undefined && terms.items === undefined) {
    const { min, max } = terms;
    return {
      size: max - min + 1,
      faceOf: (index) => min + index,
      toFace: sameFace,
      member: "integers",
      hasTree,
    };
  }
  const isOfItems = terms.deck === undefined;
  const codes = isOfItems ? terms.items : buildShoe(terms);
  return {
    size: codes.length,
    codes,
    faceOf: (index) => codes[index],
    member: "cards",
    check: isOfItems ? checkItem : checkText,
    toFace: isOfItems ? faceOfItem : sameFace,
    hasTree,
  };
}

/**
 * Return the digest of a server seed, which is public when the shoe is opened, in hexadecimal digits.
 *
 * @param {Bytes} serverSeed
 * @returns {Promise<string>}
 */
export const hashSeed = async (serverSeed) =>
  hashParts(tag("seed"), serverSeed);

/**
 * Return the parts that are hashed to the commitment.
 *
 * @param {unknown} seedHash the digest of the server seed, in hexadecimal digits, which are checked here
 * @param {unknown} terms
 * @returns {Bytes[]}
 */
export const commitmentParts = (seedHash, terms) => [
  tag("commitment"),
  parseDigest("seed_hash", seedHash),
  utf8(canonicalJson(terms)),
];

/**
 * Return the commitment to a server seed and terms, in hexadecimal digits.
 *
 * @param {unknown} seedHash the digest of the server seed, in hexadecimal digits, which are checked here
 * @param {unknown} terms
 * @returns {Promise<string>}
 */
export const computeCommitment = async (seedHash, terms) =>
  hashParts(...commitmentParts(seedHash, terms));

/**
 * Return the parts of the HMAC's message for the key of a round (`shoe`) or of its cards in play (`in play`).
 *
 * @param {string} purpose
 * @param {readonly number[]} inPlay indices, ascending
 * @param {string | null} clientSeed
 * @returns {Bytes[]}
 */
export const keyParts = (purpose, inPlay, clientSeed) => [
  tag(purpose),
  u32(inPlay.length, ...inPlay),
  utf8(clientSeed ?? ""),
];

/**
 * Return the HMAC-SHA-256 of a message under a server seed.
 *
 * @param {Bytes} serverSeed
 * @param {readonly Bytes[]} parts of the message
 * @returns {Bytes}
 */
export const deriveKey = (serverSeed, ...parts) =>
  openHmac(serverSeed)(concatenate(...parts));

/**
 * Return the key of the salts of a round with the indices `order`.
 *
 * @param {Bytes} serverSeed
 * @param {string | null} clientSeed
 * @param {number} round its number
 * @param {readonly number[]} order
 * @returns {Bytes}
 */
export const deriveSaltKey = (serverSeed, clientSeed, round, order) =>
  deriveKey(
    serverSeed,
    tag("salts"),
    u32(round, ...order),
    utf8(clientSeed ?? ""),
  );

/** The shuffles of which the first cards can be computed without the others. */
const SPARSE = ["fisher_yates", "rejection"];

/**
 * Return the order of a round as indices, from the top: first the shuffled rest, then the shuffled cards in play.
 * `inPlay` has the indices of the cards in play, ascending. Without cards in play only the first `count` of a sparse
 * shuffle are computed.
 *
 * Of six cards with 1 and 4 in play, `[5, 0, 3, 2, 4, 1]`: the last two are shuffled by a key of their own.
 *
 * @param {RoundKeys} keys
 * @param {number} number of the round
 * @param {number} size of the shoe
 * @param {{ algorithm: string }} terms
 * @param {readonly number[]} inPlay
 * @param {object} [options]
 * @param {(source: Source) => Source} [options.observe] called with the source of the shuffled rest
 * @param {number} [options.count]
 * @returns {Promise<number[]>}
 */
export async function orderRound(
  keys,
  number,
  size,
  { algorithm },
  inPlay,
  { observe, count = size } = {},
) {
  const shuffle = selectShuffle({ algorithm });
  /**
   * @param {Bytes} key
   * @param {number} n
   * @param {number} wanted how many of the order
   * @param {(source: Source) => Source} [observeSource]
   */
  const drawOrder = async (key, n, wanted, observeSource) => {
    /** @param {Below} below */
    const draw = (below) => shuffle(below, n, wanted);
    return (await drawFrom(key, number, draw, observeSource)).result;
  };
  if (inPlay.length === 0) {
    const wanted = SPARSE.includes(algorithm) ? count : size;
    return drawOrder(keys.shuffled, size, wanted, observe);
  }
  const isInPlay = new Set(inPlay);
  const otherIndices = range(size).filter((index) => !isInPlay.has(index));
  const top = await drawOrder(
    keys.shuffled,
    otherIndices.length,
    otherIndices.length,
    observe,
  );
  const last = await drawOrder(keys.inPlay, inPlay.length, inPlay.length);
  return [...top.map((i) => otherIndices[i]), ...last.map((i) => inPlay[i])];
}

/**
 * Return a function from the indices in play in a round, ascending, to its two keys.
 *
 * @param {Bytes} serverSeed
 * @param {string | null} clientSeed
 * @returns {KeysOf}
 */
export const openKeys = (serverSeed, clientSeed) => (inPlay) => {
  /** @param {string} purpose */
  const keyFor = (purpose) =>
    deriveKey(serverSeed, ...keyParts(purpose, inPlay, clientSeed));
  return { shuffled: keyFor("shoe"), inPlay: keyFor("in play") };
};

/**
 * Return the record of a draw: its entry without the number and the cards; draw 1 has the client seed.
 *
 * @param {JsonObject} entry a `DrawEntry`, the form of which need not be checked
 * @param {string | null} clientSeed null if there is none
 * @returns {DrawRecord}
 */
export function recordOf({ draw, cards, integers, ...record }, clientSeed) {
  return draw === 1 && clientSeed !== null
    ? { ...record, client_seed: clientSeed }
    : record;
}

/**
 * Return the digest after a draw. The first `previous` is the commitment.
 *
 * @param {unknown} previous the digest before it, in hexadecimal digits, which are checked here
 * @param {DrawRecord} record
 * @returns {Promise<string>} hexadecimal digits
 */
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

/**
 * The members of the body of a request that its action has, with their defaults.
 *
 * @type {{ [action: string]: JsonObject }}
 */
const ACTIONS = {
  deal: {
    stage: null,
    through: null,
    reshuffle: false,
    client_seed: null,
  },
  draw: {
    count: null,
    seat: null,
    burn: 0,
    from: "top",
    pile: null,
    part: null,
    reshuffle: false,
    in_play: null,
    client_seed: null,
  },
  reveal: {},
};

/**
 * Return the action of a request: its body without nulls, defaults, and members that change no card.
 *
 * @param {string} action "deal", "draw" or "reveal"
 * @param {JsonObject} body `{ count: 2, burn: 0, seat: "1" }`
 * @returns {Action} `{ action: "draw", count: 2, seat: "1" }`
 */
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

/**
 * Return the message that a seat signs for an action.
 *
 * @param {unknown} digest the last one, in hexadecimal digits, which are checked here
 * @param {Action} action
 * @returns {Bytes}
 */
export const consentMessage = (digest, action) =>
  concatenate(
    tag("consent"),
    parseDigest("digest", digest),
    utf8(canonicalJson(action)),
  );

/**
 * Return the message that a seat signs to leave a round.
 *
 * @param {unknown} commitment hexadecimal digits, which are checked here
 * @param {number} round its number
 * @returns {Bytes}
 */
export const leaveMessage = (commitment, round) =>
  concatenate(tag("leave"), parseDigest("commitment", commitment), u32(round));

/**
 * Return the message that the service signs for a state.
 *
 * @param {unknown} digest hexadecimal digits, which are checked here
 * @returns {Bytes}
 */
export const stateMessage = (digest) =>
  concatenate(tag("state"), parseDigest("digest", digest));

/**
 * Return whether a signature of a message is by a key.
 *
 * @param {PublicJwk} key of Ed25519
 * @param {unknown} signature in base64url; any other form is no signature
 * @param {Bytes} message
 * @returns {Promise<boolean>}
 */
export async function isSignedBy({ kty, crv, x }, signature, message) {
  const bytes = fromBase64url(signature, 64);
  if (bytes === undefined) return false;
  const key = await webCrypto().importKey(
    "jwk",
    {
      kty,
      crv,
      x,
    },
    { name: "Ed25519" },
    false,
    ["verify"],
  );
  return webCrypto().verify({ name: "Ed25519" }, key, bytes, message);
}

/**
 * Check the form of what is signed beside a digest.
 *
 * @param {unknown} value
 * @returns {asserts value is Signed}
 */
export function checkSignedForm(value) {
  const names = ["kid", "signature"];
  const signed = checkObject("signed", value, names, names);
  checkText("signed.kid", signed.kid);
  if (fromBase64url(signed.signature, 64) === undefined)
    throw new Refused(
      "signed.signature",
      "64 bytes in base64url without padding were expected",
    );
}

/**
 * Return the key with an id in a JWK set of Ed25519 keys, or undefined.
 *
 * @param {{ keys?: unknown } | null | undefined} jwkSet
 * @param {string} kid
 * @returns {PublicJwk | undefined}
 */
export function findSigner(jwkSet, kid) {
  if (!jwkSet) return undefined;
  const jwk = checkList("keys", jwkSet.keys)
    .filter(isObject)
    .find(
      (key) => key.kid === kid && key.crv === "Ed25519" && key.use !== "vrf",
    );
  if (jwk === undefined) return undefined;
  const { kty, crv, x } = jwk;
  return checkJwk(
    "keys",
    {
      kty,
      crv,
      x,
    },
    "Ed25519",
  );
}

/**
 * Throw `Refused` unless a state is signed by one of the service's keys; null in place of them accepts any.
 *
 * @param {unknown} digest
 * @param {unknown} signed what is signed beside it
 * @param {{ keys?: unknown } | null | undefined} signers a JWK set
 */
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

/**
 * Return whether a client seed is the texts with the digests in `words`, with commas between them.
 *
 * @param {readonly string[]} words digests in hexadecimal digits
 * @param {string | null} clientSeed
 * @returns {Promise<boolean>}
 */
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

/**
 * Return the padded size of a view, in bytes.
 *
 * @param {{ items?: unknown[] }} terms
 * @param {number} size of the shoe
 * @param {number} count how many cards the view has
 * @returns {number}
 */
export function viewSize({ items = [] }, size, count) {
  const longest = Math.max(
    0,
    ...items.map((item) => utf8(canonicalJson(item)).length),
  );
  return 512 + count * (256 + longest + 67 * Math.ceil(Math.log2(size)));
}

/**
 * Return a text padded with spaces to `size` bytes.
 *
 * @param {string} text
 * @param {number} size
 * @returns {string}
 */
export const fillText = (text, size) =>
  text + " ".repeat(size - utf8(text).length);
