/**
 * A player at a sealed shoe, as docs/definitions/sealed.md says under "What a client does". It needs only WebCrypto
 * (node 20 or later, or any browser that has Ed25519), and sends nothing: the program around it exchanges messages, and
 * knows the rules of the game.
 */
// @ts-check
import { utf8 } from "../core/bytes.mjs";
import { canonicalJson, hashParts } from "../core/canonical.mjs";
import { toBase64url } from "../core/jwk.mjs";
import { addShownCards, followStages } from "./followed_draws.mjs";
import { acceptOffer, openOffer } from "./offers.mjs";
import {
  checkSigned,
  consentMessage,
  formAction,
  leaveMessage,
} from "./sealed.mjs";
import { webCrypto } from "../core/stream.mjs";
import { ensure, isObject, requireObject } from "../core/validation.mjs";

/**
 * @import { Bytes } from "../core/bytes.mjs"
 * @import { PublicJwk } from "../core/jwk.mjs"
 * @import { CheckResult, JsonObject } from "../core/validation.mjs"
 * @import { Follower, Following, OwnCard } from "./followed_draws.mjs"
 * @import { Notes } from "./notes.mjs"
 * @import { AcceptedShoe, Agreement, PlayedState } from "./offers.mjs"
 * @import { ShownCard } from "./shown.mjs"
 * @import { ShoeRequest } from "./terms.mjs"
 */

/**
 * What a player tells the others before a shoe is opened: the public keys, and the digest of the text in hexadecimal
 * digits.
 *
 * @typedef {{ sign: PublicJwk, view: PublicJwk, word: string }} PlayerKeys
 */

/**
 * What a player keeps of one shoe.
 *
 * @typedef {object} Secrets
 * @property {string} text the random text
 * @property {CryptoKeyPair} [sign] of Ed25519, none where nobody signs
 * @property {CryptoKeyPair} [view] of P-256, none where nobody signs
 * @property {string[]} digests after each draw that was followed
 * @property {{ [digest: string]: string }} signed by the digest before it, the action in canonical JSON
 * @property {number} left the last round that the player left, -1 if none
 * @property {string} [commitment] of the shoe that was accepted
 */

/**
 * Return the members of a request for a shoe with the keys and words of all `players`, {sign, view, word} by seat.
 * Every player must consent to each request. Unless `reveal` is "all", only its player reads a hand.
 *
 * @param {{ [seat: string]: PlayerKeys }} players
 * @param {"all" | "shown" | "auditor"} reveal
 * @returns {{ reveal: typeof reveal, consent: JsonObject, words: string[], view_keys?: JsonObject }}
 */
export function seatPlayers(players, reveal = "shown") {
  /** @param {"sign" | "view"} name */
  const keysOf = (name) =>
    Object.fromEntries(
      Object.entries(players).map(([seat, keys]) => [seat, keys[name]]),
    );
  const { length } = Object.keys(players);
  const consent = {
    keys: keysOf("sign"),
    quorum: length,
    start: length,
  };
  return {
    reveal,
    consent,
    ...(reveal !== "all" && { view_keys: keysOf("view") }),
    words: Object.values(players).map(({ word }) => word),
  };
}

/**
 * Return the whole terms that a request for a shoe of a game, of a deck or of items leads to.
 *
 * @param {ShoeRequest & JsonObject} request
 * @returns {Promise<JsonObject>}
 */
export const completeTerms = async (request) =>
  (await import("./terms.mjs")).completeTerms(request);

/**
 * Return new secrets, for one shoe: a random text and two keys that no program can read. Without `keys`, for a table
 * where nobody signs, they are a text alone, which JSON can keep.
 *
 * @param {{ keys?: boolean }} options
 * @returns {Promise<Secrets>}
 */
export async function createSecrets({ keys = true } = {}) {
  const text = toBase64url(crypto.getRandomValues(new Uint8Array(16)));
  /** @type {Secrets} */
  const secrets = { text, digests: [], signed: {}, left: -1 };
  if (!keys) return secrets;
  const sign = await webCrypto().generateKey({ name: "Ed25519" }, false, [
    "sign",
    "verify",
  ]);
  const view = await webCrypto().generateKey(
    { name: "ECDH", namedCurve: "P-256" },
    false,
    ["deriveBits"],
  );
  return {
    sign,
    view,
    ...secrets,
  };
}

/**
 * Return a public key as a JWK.
 *
 * @param {CryptoKeyPair} pair
 * @returns {Promise<PublicJwk>}
 */
async function exportKey({ publicKey }) {
  const jwk = await webCrypto().exportKey("jwk", publicKey);
  const { kty = "", crv = "", x = "", y } = jwk;
  return { kty, crv, x, ...(y && { y }) };
}

/** A player at a shoe, who follows its responses and signs actions. */
export class Player {
  /**
   * The seat, null for a spectator.
   *
   * @type {string | null}
   */
  seat = null;
  /** The commitment of the accepted shoe, in hexadecimal digits; "" before that. */
  commitment = "";
  /** The digest after the last draw. */
  digest = "";
  /** @type {string | null} */
  clientSeed = null;
  /** How many stages and draws were followed. */
  draws = 0;
  /** The number of the round, -1 before the first. */
  round = -1;
  /**
   * The root of each round that was begun, in hexadecimal digits; none of a shoe without a tree.
   *
   * @type {string[]}
   */
  roots = [];
  /**
   * The own cards of this player, of all rounds.
   *
   * @type {OwnCard[]}
   */
  cards = [];
  /**
   * The entry of each draw, the `seen` of its response.
   *
   * @type {JsonObject[]}
   */
  seen = [];
  /** @type {Secrets} */
  #secrets;
  /** @type {(secrets: Secrets) => unknown} */
  #save;
  /** @type {AcceptedShoe | undefined} */
  #shoe;
  /** @type {PlayedState} */
  #state = {
    round: -1,
    taken: new Set(),
    shuffled: 0,
    total: 0,
    inPlay: null,
    root: null,
    toldCounts: new Map(),
  };
  /**
   * The shown cards that were told, read or shown by others.
   *
   * @type {ShownCard[]}
   */
  #knownCards = [];

  /**
   * `secrets` comes from `createSecrets`, anew for each shoe, and notes the accepted shoe, the digest of each draw that
   * was followed, and all that was signed. `save(secrets)` keeps it where a new start of the program finds it; a text,
   * a card or a signature is given only after that. After a new start, `accept` the shoe and `follow` each response
   * again: other draws than before are refused, and before all are followed again nothing is signed or checked.
   * `digest` is the last digest, to compare with the other players; `draws` counts the stages and draws that were
   * followed; `cards` has the own cards of this player.
   *
   * @param {Secrets} secrets
   * @param {(secrets: Secrets) => unknown} save may return a promise
   */
  constructor(secrets, save = async () => {}) {
    this.#secrets = secrets;
    this.#save = save;
    secrets.digests ??= []; // it was kept by an earlier version
  }

  /** The random text of this player, for the accepted shoe and no other. */
  get text() {
    ensure(
      this.#shoe?.hasWord,
      "text",
      "the player has not accepted a shoe with the digest of this text",
    );
    return this.#secrets.text;
  }

  /**
   * Return the public keys and the digest of the text, {sign, view, word}; without keys {word}. The other players get
   * them past the backend, or compare them.
   *
   * @returns {Promise<Partial<PlayerKeys> & { word: string }>}
   */
  async exportKeys() {
    const { sign, view, text } = this.#secrets;
    const word = await hashParts(utf8(text));
    if (sign === undefined || view === undefined) return { word };
    return {
      sign: await exportKey(sign),
      view: await exportKey(view),
      word,
    };
  }

  /**
   * Accept a shoe, given as the response that opened it, for a seat, or for null as a spectator, or throw `Refused`.
   * `terms` are the whole terms that the players agreed on (`completeTerms`). Only where nobody signs they may be left
   * out: then the program around it looks at those of the response. `signers` is the JWK set of the service, not from
   * the backend; null, the default where nobody signs, accepts states without a signature. `beacon` is the client seed
   * of a public beacon, in place of this player's text; null, a spectator's default, accepts any client seed. `seats`
   * lists the seats of the game, if seats without keys get cards too.
   *
   * @param {string | null} seat
   * @param {unknown} opened
   * @param {Agreement} agreement
   */
  async accept(seat, opened, agreement = {}) {
    const offer = await openOffer(seat, opened, agreement);
    const ownKeys = await this.exportKeys();
    const shoe = await acceptOffer(seat, offer, agreement, ownKeys);
    await this.#keepCommitment(offer.commitment); // before the text is given
    this.#begin(seat, offer.commitment, shoe);
  }

  /**
   * Keep the commitment of the accepted shoe among the secrets. Throw `Refused` if they are of another shoe.
   *
   * @param {string} commitment
   */
  async #keepCommitment(commitment) {
    this.#secrets.commitment ??= commitment;
    ensure(
      this.#secrets.commitment === commitment,
      "commitment",
      "this player accepted another shoe: each shoe has new keys and a new text",
    );
    await this.#save(this.#secrets);
  }

  /**
   * Begin to follow an accepted shoe: nothing is drawn yet.
   *
   * @param {string | null} seat
   * @param {string} commitment
   * @param {AcceptedShoe} shoe
   */
  #begin(seat, commitment, shoe) {
    this.seat = seat;
    this.commitment = commitment;
    this.digest = commitment;
    this.clientSeed = null;
    this.draws = 0;
    this.round = -1;
    this.roots = [];
    this.cards = [];
    this.seen = [];
    this.#shoe = shoe;
    this.#knownCards = [];
    this.#state = shoe.begin();
  }

  /**
   * Return the signature of an action, {action, …} with the members of the request, over the last digest. The caller
   * knows whether the rules allow it now. Throw `Refused` for another action over the same digest, and after this
   * player left the round.
   *
   * @param {{ action: string } & JsonObject} action
   * @returns {Promise<string>} in base64url
   */
  async consent({ action: name, ...body }) {
    const key = this.#requireKey();
    const { beacon } = this.#requireFollowed();
    const action = formAction(name, body);
    const { digest } = this;
    if (this.draws === 0 && name !== "reveal" && beacon !== null)
      ensure(
        action.client_seed === beacon,
        "client_seed",
        "with words there is none, otherwise it is the beacon",
      );
    ensure(
      this.#secrets.left < Math.max(this.round, 0),
      "action",
      "this player left the round",
    );
    await this.#keepSigned(digest, canonicalJson(action));
    return signMessage(key, consentMessage(digest, action));
  }

  /**
   * Keep an action among the secrets before it is signed. Throw `Refused` if another one was signed for the digest.
   *
   * @param {string} digest
   * @param {string} action in canonical JSON
   */
  async #keepSigned(digest, action) {
    const before = this.#secrets.signed[digest] ?? action;
    ensure(
      before === action,
      "action",
      `this player signed another one for this digest: ${before}`,
    );
    this.#secrets.signed[digest] = action; // before anything else happens
    await this.#save(this.#secrets);
  }

  /**
   * Return the signature that leaves the round; this player signs nothing more in it, and the rest deal on alone.
   *
   * @returns {Promise<string>} in base64url
   */
  async leave() {
    const key = this.#requireKey();
    const round = Math.max(this.round, 0);
    // After a new start it may have left a later one
    this.#secrets.left = Math.max(this.#secrets.left, round);
    await this.#save(this.#secrets);
    return signMessage(key, leaveMessage(this.commitment, round));
  }

  /**
   * Return the signature that leaves the round, for another player to use if this player vanishes; this player signs on
   * until then. Whoever has it can put this player out of the round. With it the other players, if all of them agree,
   * need no consent of this player for any draw of the round, also for one that nobody is shown. So it goes to one
   * player who is trusted with that, never to the backend, and each round takes a new one.
   *
   * @returns {Promise<string>} in base64url
   */
  async leaveInAdvance() {
    const key = this.#requireKey();
    const message = leaveMessage(this.commitment, Math.max(this.round, 0));
    return signMessage(key, message);
  }

  /** Return the accepted shoe. Throw `Refused` if there is none. */
  #requireAccepted() {
    const shoe = this.#shoe;
    ensure(shoe, "digest", "the player has not accepted a shoe");
    return shoe;
  }

  /**
   * Return the accepted shoe. Throw `Refused` if not all draws are followed again that were followed before a new
   * start.
   */
  #requireFollowed() {
    const shoe = this.#requireAccepted();
    ensure(
      this.draws >= this.#secrets.digests.length,
      "digest",
      "before a new start this player followed more draws: follow them again",
    );
    return shoe;
  }

  /** Return the private key of this player's signatures. Throw `Refused` at a shoe where nobody signs. */
  #requireKey() {
    const { terms } = this.#requireAccepted();
    ensure(terms.consent, "terms.consent", "at this shoe nobody signs");
    const pair = this.#secrets.sign;
    ensure(pair, "terms.consent", "this player has no key to sign with");
    return pair.privateKey;
  }

  /**
   * Return who follows a shoe, as the draws of a response need it.
   *
   * @param {AcceptedShoe} shoe
   * @returns {Follower}
   */
  #buildFollower(shoe) {
    const { text, view } = this.#secrets;
    return { shoe, seat: this.seat, text, view };
  }

  /**
   * Return what a response changes, before it is followed.
   *
   * @returns {Following}
   */
  #beginFollowing() {
    const { clientSeed, draws, round, roots, seen, digest } = this;
    const { taken, toldCounts, ...counts } = this.#state;
    return {
      clientSeed,
      draws,
      round,
      roots: [...roots],
      cards: [],
      seen: [...seen],
      digest,
      state: {
        ...counts,
        taken: new Set(taken),
        toldCounts: new Map(toldCounts),
      },
      knownCards: [...this.#knownCards],
    };
  }

  /**
   * Follow the response of a deal or a draw, or the view of it that the backend has for the seat. Return the own cards
   * in it: of a shoe with a tree, shown cards. Throw `Refused` for a wrong response; then nothing has changed, and
   * another can be followed.
   *
   * @param {unknown} value
   * @returns {Promise<OwnCard[]>}
   */
  async follow(value) {
    const shoe = this.#requireAccepted();
    const response = requireObject("the response", value);
    const { draws, digest } = this;
    const following = this.#beginFollowing();
    const follower = this.#buildFollower(shoe);
    const digests = await followStages(follower, following, response);
    ensure(
      following.digest === response.digest,
      "digest",
      "its draws lead to another one",
    );
    await checkSigned(response.digest, response.signed, shoe.signers);
    this.#note(draws, digests);
    await this.#save(this.#secrets);
    ensure(
      this.digest === digest,
      "digest",
      "another response was followed at the same time",
    );
    this.#apply(following);
    return following.cards;
  }

  /**
   * Change what the player says and knows of the shoe by a response that was right.
   *
   * @param {Following} following
   */
  #apply({ state, knownCards, cards, ...members }) {
    this.#knownCards = knownCards;
    this.#state = state;
    Object.assign(this, members);
    this.cards = [...this.cards, ...cards];
  }

  /**
   * Note the digests of draws after a number of draws. Throw `Refused` if another one was noted.
   *
   * @param {number} draws
   * @param {string[]} digests
   */
  #note(draws, digests) {
    const noted = this.#secrets.digests;
    for (const [k, digest] of digests.entries()) {
      noted[draws + k] ??= digest;
      ensure(
        noted[draws + k] === digest,
        "digest",
        "this player has followed another draw",
      );
    }
  }

  /**
   * Check cards that other players show, and keep them. Throw `Refused` for a card that contradicts what this player
   * knows.
   *
   * @param {unknown} list
   */
  async checkShown(list) {
    const shoe = this.#requireAccepted();
    const known = { roots: this.roots, knownCards: this.#knownCards };
    await addShownCards(shoe, list, known, "shown");
  }

  /**
   * Return the result of the check of the receipt, full or partial, or of the response that has it, with all that this
   * player knows. `valid` is true, false, or null with the reasons for what is `unchecked`. Throw `Refused` for what is
   * no receipt of a shoe. With `views`, all responses as the backend has them for the seat, in a list or an iterator,
   * memory does not grow with the draws (`checkViews`).
   *
   * @param {unknown} given
   * @param {Iterable<JsonObject> | AsyncIterable<JsonObject>} [views]
   * @returns {Promise<CheckResult>}
   */
  async checkReceipt(given, views) {
    const shoe = this.#requireFollowed();
    const receipt = readReceipt(given);
    const notes = this.#listNotes(shoe);
    if (views)
      return (await import("./views.mjs")).checkViews(receipt, views, {
        ...notes,
        signers: shoe.signers,
      });
    if (receipt.server_seed !== undefined)
      return (await import("./sealed_draws.mjs")).checkSealedReceipt(
        receipt,
        this.seen,
        notes,
      );
    return (await import("./partial.mjs")).checkPartialReceipt(
      receipt,
      this.seen,
      notes,
    );
  }

  /**
   * Return what this player noted of the shoe.
   *
   * @param {AcceptedShoe} shoe
   * @returns {Notes}
   */
  #listNotes(shoe) {
    const { commitment, digest, clientSeed } = this;
    return {
      commitment,
      digest,
      client_seed: clientSeed ?? undefined,
      shown: this.#knownCards,
      ...(clientSeed && shoe.hasWord && { own_text: this.#secrets.text }),
    };
  }
}

/**
 * Return a receipt, which may be in the response that has it.
 *
 * @param {unknown} given
 * @returns {JsonObject}
 */
function readReceipt(given) {
  const wrapped = isObject(given) ? given.receipt : undefined;
  const receipt = typeof wrapped === "object" ? wrapped : given;
  return requireObject("receipt", receipt);
}

/**
 * Return the signature of a message, in base64url.
 *
 * @param {CryptoKey} key of Ed25519
 * @param {Bytes} message
 */
async function signMessage(key, message) {
  const signature = await webCrypto().sign({ name: "Ed25519" }, key, message);
  return toBase64url(new Uint8Array(signature));
}
