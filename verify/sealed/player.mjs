/**
 * A player at a sealed shoe, as docs/definitions/sealed.md says under "What a client does". It needs only WebCrypto
 * (node 20 or later, or any browser that has Ed25519), and sends nothing: the program around it exchanges messages, and
 * knows the rules of the game.
 */
// @ts-check
import { utf8 } from "../core/bytes.mjs";
import { canonicalJson, hashParts, isEqual } from "../core/canonical.mjs";
import { openJwe } from "../core/jwe.mjs";
import { toBase64url } from "../core/jwk.mjs";
import { parseJson } from "../core/json.mjs";
import {
  checkSigned,
  computeCommitment,
  consentMessage,
  formAction,
  hashDraw,
  isOfWords,
  leaveMessage,
  recordOf,
} from "./sealed.mjs";
import {
  checkShownForms,
  faceName,
  findWrongShown,
  listShown,
} from "./shown.mjs";
import { webCrypto } from "../core/stream.mjs";
import {
  Refused,
  checkChoice,
  checkList,
  checkObject,
  isObject,
} from "../core/validation.mjs";

/**
 * @import { Bytes } from "../core/bytes.mjs"
 * @import { PublicJwk } from "../core/jwk.mjs"
 * @import { CheckResult, Difference, JsonObject } from "../core/validation.mjs"
 * @import { FollowedState } from "./partial.mjs"
 * @import { SeenEntry } from "./entries.mjs"
 * @import { Notes } from "./notes.mjs"
 * @import { Face } from "./sealed.mjs"
 * @import { PlacedCard, ShownCard } from "./shown.mjs"
 * @import { Shoe, ShoeRequest, Terms } from "./terms.mjs"
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
 * The public keys of the service, a JWK set; null accepts states without a signature.
 *
 * @typedef {{ keys?: unknown } | null | undefined} Signers
 */

/**
 * What a player agrees on before the first draw.
 *
 * @typedef {object} Agreement
 * @property {JsonObject} [terms] the whole terms
 * @property {Signers} [signers]
 * @property {string | null} [beacon] the client seed of a public beacon; null accepts any client seed
 * @property {string[]} [seats] of the game, if seats without keys get cards too
 */

/**
 * A shoe that is offered to a player: what opened it, not checked yet, and what the players agreed on.
 *
 * @typedef {object} Offer
 * @property {JsonObject} terms
 * @property {string} commitment
 * @property {unknown} seedHash
 * @property {unknown} digest
 * @property {unknown} signed
 * @property {Signers} signers
 * @property {string | null} [beacon]
 */

/**
 * An accepted shoe.
 *
 * @typedef {object} AcceptedMembers
 * @property {Terms} terms
 * @property {Signers} signers
 * @property {string | null} [beacon]
 * @property {string[]} [seats] that get cards, if they are known
 * @property {boolean} hasWord whether the text of this player is among those that decide the order
 * @property {(face: Face) => number} countCards return how many cards have a face
 * @property {() => PlayedState} begin return the state before the first draw
 */

/** @typedef {Shoe & AcceptedMembers} AcceptedShoe */

/**
 * The rounds, and how often each face was told, by round and face: "0 AS".
 *
 * @typedef {FollowedState & { toldCounts: Map<string, number> }} PlayedState
 */

/**
 * A card of this player: of a shoe with a tree a shown card, of any other its place with the card.
 *
 * @typedef {{ round: number, position: number, card?: unknown, integer?: unknown }} OwnCard
 */

/**
 * A card that a response tells.
 *
 * @typedef {{ round: number, position: number, face: unknown }} ToldCard
 */

/**
 * A card of a draw: its owner is a seat or a pile, none of a burned card.
 *
 * @typedef {object} DrawnCard
 * @property {number} round
 * @property {number} position
 * @property {unknown} face
 * @property {boolean} isBurned
 * @property {string} [owner]
 */

/**
 * What a response changes when all of it is right: what the player says of the shoe, with `cards` only those of the
 * response, and what the player knows of it.
 *
 * @typedef {object} Following
 * @property {string | null} clientSeed
 * @property {number} draws
 * @property {number} round
 * @property {string[]} roots
 * @property {OwnCard[]} cards
 * @property {JsonObject[]} seen
 * @property {string} digest
 * @property {PlayedState} state
 * @property {ShownCard[]} knownCards
 */

/**
 * Throw `Refused` unless something is right.
 *
 * @param {unknown} isRight
 * @param {string} where
 * @param {string} message
 * @returns {asserts isRight}
 */
function ensure(isRight, where, message) {
  if (!isRight) throw new Refused(where, message);
}

/**
 * Throw `Refused` unless a value is an object, with any members.
 *
 * @param {string} where
 * @param {unknown} value
 * @returns {JsonObject}
 */
const requireObject = (where, value) =>
  checkObject(where, value, Object.keys(value ?? {}));

/**
 * Return the members of a request for a shoe with the keys and words of all `players`, {sign, view, word} by seat.
 * Every player must consent to each request. Unless `reveal` is "all", only its player reads a hand.
 *
 * @param {{ [seat: string]: PlayerKeys }} players
 * @param {string} reveal
 * @returns {JsonObject}
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
   * The roots of the rounds.
   *
   * @type {string[]}
   */
  roots = [];
  /**
   * The own cards of this player.
   *
   * @type {OwnCard[]}
   */
  cards = [];
  /**
   * The entries of the draws.
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
    const offer = readOffer(seat, opened, agreement);
    await checkOffer(offer);
    const ownKeys = await this.exportKeys();
    checkAgreed(seat, offer.terms, agreement.terms, ownKeys);
    const hasWord = checkWord(offer, ownKeys.word);
    const shoe = await openAccepted(offer, hasWord, agreement.seats);
    if (seat !== null) checkSeat(seat, shoe);
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
    const digests = await this.#followStages(shoe, following, response);
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
   * Follow the draws of a response, and return the digest after each.
   *
   * @param {AcceptedShoe} shoe
   * @param {Following} following changed by the draws
   * @param {JsonObject} response
   * @returns {Promise<string[]>}
   */
  async #followStages(shoe, following, response) {
    const stages = response.dealt_stages ?? [response];
    const clientSeed = response.client_seed ?? null;
    const digests = [];
    for (const value of checkList("dealt_stages", stages)) {
      const stage = requireObject("dealt_stages", value);
      await this.#followDraw(shoe, following, stage, clientSeed);
      digests.push(following.digest);
    }
    return digests;
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
    for (const [k, digest] of digests.entries()) {
      const noted = (this.#secrets.digests[draws + k] ??= digest);
      ensure(
        noted === digest,
        "digest",
        "this player has followed another draw",
      );
    }
  }

  /**
   * Follow a draw or a stage: its number, its digest, its cards and the view of this player.
   *
   * @param {AcceptedShoe} shoe
   * @param {Following} following changed by the draw
   * @param {JsonObject} stage the response, or a stage in it
   * @param {unknown} clientSeed in the response, null if it has none
   */
  async #followDraw(shoe, following, stage, clientSeed) {
    const seen = requireObject("seen", stage.seen);
    ensure(
      seen.draw === following.draws + 1,
      "seen.draw",
      `draw ${following.draws + 1} comes next`,
    );
    if (seen.draw === 1)
      following.clientSeed = await this.#readClientSeed(shoe, clientSeed);
    const record = recordOf(seen, following.clientSeed);
    following.digest = await hashDraw(following.digest, record);
    ensure(
      (stage.digest ?? following.digest) === following.digest,
      "digest",
      "the draw does not lead from the last one to it",
    );
    const entry = await checkEntry(shoe, seen, following.state);
    following.draws++;
    following.round = following.state.round;
    following.roots.push(...(entry.roots ?? []));
    following.seen.push(seen);
    const { toldCards, open, sealed } = this.#explain(shoe, entry);
    countTold(shoe, toldCards, following.state);
    const cards = await this.#checkTold(
      shoe,
      toldCards,
      stage.shown,
      following,
    );
    await this.#readView(stage.views, sealed, following);
    if (!shoe.terms.view_keys)
      following.cards.push(...cards.filter((_, k) => open.has(k)));
  }

  /**
   * Return the cards that a response tells, of a shoe with a tree as they are shown. Throw `Refused` if those are
   * others.
   *
   * @param {AcceptedShoe} shoe
   * @param {ToldCard[]} toldCards
   * @param {unknown} shown
   * @param {Following} following
   * @returns {Promise<OwnCard[]>}
   */
  async #checkTold(shoe, toldCards, shown, following) {
    const name = faceName(shoe);
    if (!shoe.hasTree)
      return toldCards.map(({ face, ...place }) => ({
        ...place,
        [name]: face,
      }));
    const faces = checkList("shown", shown).map((card) => ({
      ...pickPlace(card),
      face: isObject(card) ? card[name] : undefined,
    }));
    ensure(
      isEqual(faces, toldCards),
      "shown",
      "they are not the cards that are told",
    );
    return this.#addCards(
      shown,
      following.roots,
      following.knownCards,
      "shown",
    );
  }

  /**
   * Return the client seed of a response, null if it has none. Throw `Refused` unless it is the texts of all players,
   * this player's own among them, or the beacon.
   *
   * @param {AcceptedShoe} shoe
   * @param {unknown} value
   * @returns {Promise<string | null>}
   */
  async #readClientSeed({ terms: { words }, beacon }, value) {
    const clientSeed = typeof value === "string" ? value : null;
    const texts = clientSeed?.split(",") ?? [];
    const isOwn = beacon !== undefined || texts.includes(this.#secrets.text);
    const isRight = words
      ? isOwn && texts.length > 0 && (await isOfWords(words, clientSeed))
      : beacon === null || clientSeed === beacon;
    ensure(
      isRight && clientSeed === value,
      "client_seed",
      "it is neither the texts of all words, with this player's own text, nor the beacon",
    );
    return clientSeed;
  }

  /**
   * Return the cards that a draw tells, `toldCards`; which of them are `open` cards of this player; and the cards that
   * are `sealed`: only this player reads them, in a view. Throw `Refused` for any other hidden card, unless it is
   * burned or its owner explains it.
   *
   * Of the cards `["AS", null]` for this player, the first is told and open (number 0 of the told cards), the second
   * sealed.
   *
   * @param {AcceptedShoe} shoe
   * @param {SeenEntry} entry
   */
  #explain(shoe, entry) {
    /** @type {ToldCard[]} */
    const toldCards = [];
    /** @type {Set<number>} */
    const open = new Set();
    /** @type {{ round: number, position: number }[]} */
    const sealed = [];
    for (const drawn of listDrawn(entry, shoe)) {
      const { owner, isBurned, face, round, position } = drawn;
      const isOwn = owner === this.seat;
      if (face !== null) {
        if (isOwn) open.add(toldCards.length);
        toldCards.push({ round, position, face });
      } else if (isOwn && shoe.terms.view_keys) {
        sealed.push({ round, position });
      } else {
        ensure(
          isBurned || this.#isHiddenAt(shoe, owner),
          `seen: position ${position}`,
          "this card should be told",
        );
      }
    }
    return { toldCards, open, sealed };
  }

  /**
   * Return whether a card of an owner is hidden from this player.
   *
   * @param {AcceptedShoe} shoe
   * @param {string | undefined} owner a seat or a pile
   */
  #isHiddenAt({ deal, seats }, owner) {
    if (deal?.othersSeeHands && this.seat !== null) return owner === this.seat;
    if (owner === undefined || owner === this.seat) return false;
    return seats?.includes(owner) ?? true;
  }

  /**
   * Read the view of this player, if there is one, and add its cards. Throw `Refused` unless it is there exactly if
   * cards are sealed for this player.
   *
   * @param {unknown} views by seat
   * @param {{ round: number, position: number }[]} sealed
   * @param {Following} following
   */
  async #readView(views, sealed, following) {
    const { seat } = this;
    const view =
      isObject(views) && seat !== null && Object.hasOwn(views, seat)
        ? views[seat]
        : undefined;
    ensure(
      (view !== undefined) === sealed.length > 0,
      `views.${seat}`,
      "a view was expected if and only if it has cards",
    );
    if (view !== undefined)
      following.cards.push(...(await this.#openView(view, sealed, following)));
  }

  /**
   * Return the cards of an encrypted view, which are shown cards.
   *
   * @param {unknown} jwe
   * @param {{ round: number, position: number }[]} sealed the places of these cards
   * @param {Following} following
   */
  async #openView(jwe, sealed, { digest, roots, knownCards }) {
    const pair = this.#secrets.view;
    ensure(pair, `views.${this.seat}`, "this player has no key to read it");
    const text = await openJwe(jwe, pair.privateKey);
    const names = ["cards", "digest", "seat"];
    const view = checkObject(
      "the view",
      parseJson(text.trimEnd(), "the view"),
      names,
      names,
    );
    for (const [name, value] of Object.entries({ digest, seat: this.seat }))
      ensure(
        view[name] === value,
        `the view: ${name}`,
        "it is of another shoe, state or seat",
      );
    const places = checkList("the view: cards", view.cards).map(pickPlace);
    ensure(
      isEqual(places, sealed),
      "the view: cards",
      "they are not the cards of this player",
    );
    return this.#addCards(view.cards, roots, knownCards, "the view: cards");
  }

  /**
   * Add shown cards to those that are known, and return them. Throw `Refused` if one is wrong or contradicts another.
   *
   * @param {unknown} value a list of shown cards
   * @param {string[]} roots of the rounds
   * @param {ShownCard[]} knownCards
   * @param {string} where the path of the list
   * @returns {Promise<ShownCard[]>}
   */
  async #addCards(value, roots, knownCards, where) {
    const shoe = this.#requireAccepted();
    const cards = listShown(where, checkList(where, value));
    checkShownForms(cards, shoe);
    const later = cards.find(([, { round }]) => roots[round] === undefined);
    ensure(!later, `${later?.[0]}.round`, "this round was not begun");
    /** @type {PlacedCard[]} */
    const placedKnownCards = knownCards.map((card) => [
      "a card that is known",
      card,
    ]);
    const difference = await findWrongShown(
      [...placedKnownCards, ...cards],
      shoe,
      (round) => roots[round],
    );
    ensure(!difference, difference?.where ?? where, explain(difference));
    const added = cards.map(([, card]) => card);
    knownCards.push(...added);
    return added;
  }

  /**
   * Check cards that other players show, and keep them. Throw `Refused` for a card that contradicts what this player
   * knows.
   *
   * @param {unknown} list
   */
  async checkShown(list) {
    this.#requireAccepted();
    await this.#addCards(list, this.roots, this.#knownCards, "shown");
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
 * Return the offer of a shoe, from the response that opened it and what the players agreed on.
 *
 * @param {string | null} seat
 * @param {unknown} opened
 * @param {Agreement} agreement
 * @returns {Offer}
 */
function readOffer(seat, opened, agreement) {
  const response = requireObject("the response", opened);
  const anySeed = seat === null ? null : undefined;
  const noSigners = agreement.terms?.consent ? undefined : null;
  const { beacon = anySeed, signers = noSigners } = agreement;
  return {
    terms: requireObject("terms", response.terms),
    commitment: /** @type {string} */ (response.commitment), // checkOffer compares it with a hash
    seedHash: response.seed_hash,
    digest: response.digest,
    signed: response.signed,
    signers,
    beacon,
  };
}

/**
 * Check that an offer is signed, and that its commitment follows from its terms. Throw `Refused` otherwise.
 *
 * @param {Offer} offer
 */
async function checkOffer(offer) {
  const { terms, commitment, seedHash, digest, signed, signers } = offer;
  ensure(
    digest === commitment,
    "digest",
    "before the first draw it must be the commitment",
  );
  await checkSigned(digest, signed, signers);
  ensure(
    (await computeCommitment(seedHash, terms)) === commitment,
    "commitment",
    "it does not follow from seed_hash and these terms",
  );
}

/**
 * Return whether the text of a player is among those that decide the order. Throw `Refused` if nothing else does for
 * this player.
 *
 * @param {Offer} offer
 * @param {string} word the digest of the text
 */
function checkWord({ terms, beacon }, word) {
  const words = Array.isArray(terms.words) ? terms.words : [];
  const hasWord = words.includes(word);
  ensure(
    beacon !== undefined || hasWord,
    "terms.words",
    "the text of this player is not among them",
  );
  return hasWord;
}

/**
 * Return an accepted shoe. Throw `Refused` if its terms describe none.
 *
 * @param {Offer} offer
 * @param {boolean} hasWord
 * @param {string[]} [seats] that get cards; by default those with keys, or those of the deal
 * @returns {Promise<AcceptedShoe>}
 */
async function openAccepted({ terms, signers, beacon }, hasWord, seats) {
  const [{ openShoe }, { beginEntries, countFaces }] = await Promise.all([
    import("./terms.mjs"),
    import("./partial.mjs"),
  ]);
  const shoe = openShoe(terms);
  const shoeTerms = /** @type {Terms} */ (terms); // they describe the shoe
  const { consent } = shoeTerms;
  const keySeats = consent ? Object.keys(consent.keys) : shoe.deal?.seats;
  return {
    ...shoe,
    terms: shoeTerms,
    signers,
    beacon,
    seats: seats ?? keySeats,
    hasWord,
    countCards: countFaces(shoe, shoeTerms),
    begin: () => ({ ...beginEntries(shoe.size), toldCounts: new Map() }),
  };
}

/**
 * Throw `Refused` if a seat is none of the deal.
 *
 * @param {string} seat
 * @param {AcceptedShoe} shoe
 */
function checkSeat(seat, { deal }) {
  const seats = deal?.seats ?? [];
  if (seats.length > 0) checkChoice("seat", seat, seats);
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

/**
 * Return a difference in words.
 *
 * @param {Difference | undefined} difference
 */
const explain = (difference) =>
  difference?.detail ?? `${JSON.stringify(difference?.expected)} was expected`;

/**
 * Return the cards of a draw, in its order. A card that is told has a face, any other one null.
 *
 * @param {SeenEntry} entry
 * @param {AcceptedShoe} shoe
 * @returns {DrawnCard[]}
 */
function listDrawn(entry, { member }) {
  const { positions, rounds, places, seat, burned = 0 } = entry;
  const faces = entry[member] ?? [];
  return positions.map((position, k) => {
    const isBurned = places ? places[k] === "burns" : k < burned;
    const receiver = places ? places[k].split("/")[0] : seat;
    return {
      round: rounds[k],
      position,
      face: faces[k],
      isBurned,
      owner: isBurned ? undefined : receiver,
    };
  });
}

/**
 * Return the place of a shown card.
 *
 * @param {unknown} card
 * @returns {{ round: unknown, position: unknown }}
 */
const pickPlace = (card) =>
  isObject(card)
    ? { round: card.round, position: card.position }
    : { round: undefined, position: undefined };

/**
 * Return the entry of a draw. Throw `Refused` unless its cards can be taken after those before, and come to the places
 * of the deal.
 *
 * @param {AcceptedShoe} shoe
 * @param {JsonObject} seen
 * @param {PlayedState} state changed by the draw
 * @returns {Promise<SeenEntry>}
 */
async function checkEntry(shoe, seen, state) {
  const { parseEntry } = await import("./entries.mjs");
  const { findOtherPlace, findSplitDraw } = await import("./counts.mjs");
  const { followEntry } = await import("./partial.mjs");
  const entry = parseEntry("seen", seen, shoe, shoe.terms);
  const { begun = 0, roots = Array(begun).fill(null) } = entry;
  const impossible = followEntry({ ...entry, roots }, state, shoe.size);
  ensure(
    !impossible,
    `seen.${impossible?.name}`,
    `${impossible?.expected ?? "no such member"} was expected`,
  );
  const difference = findOtherPlace([entry], shoe) ?? findSplitDraw([entry]);
  ensure(
    !difference,
    difference?.where ?? "seen",
    difference?.detail ?? `${difference?.expected} was expected`,
  );
  return entry;
}

/**
 * Throw `Refused` if a face is no card of the shoe, or is told more often in a round than the shoe has it.
 *
 * @param {AcceptedShoe} shoe
 * @param {ToldCard[]} toldCards
 * @param {PlayedState} state counts the faces that are told
 */
function countTold({ toFace, countCards }, toldCards, state) {
  for (const { round, position, face: card } of toldCards) {
    const face = toFace(card);
    const key = `${round} ${face}`;
    const times = (state.toldCounts.get(key) ?? 0) + 1;
    const count = countCards(face);
    ensure(
      times <= count,
      `seen: position ${position}`,
      `the shoe has ${face} ${count} times`,
    );
    state.toldCounts.set(key, times);
  }
}

/**
 * Throw `Refused` unless terms are those that the players agreed on, with the keys of a player if players sign.
 *
 * @param {string | null} seat
 * @param {JsonObject} terms
 * @param {JsonObject | null | undefined} agreed
 * @param {Partial<PlayerKeys>} ownKeys the keys of the player
 */
function checkAgreed(seat, terms, agreed, ownKeys) {
  if (!agreed) {
    ensure(
      !terms.consent,
      "terms",
      "where players sign they agree on the terms",
    );
    return;
  }
  if (agreed.consent || terms.consent)
    checkPlayerKeys(seat, terms, agreed, ownKeys);
  for (const name of ["reveal", ...Object.keys(agreed), ...Object.keys(terms)])
    ensure(
      isEqual(terms[name], agreed[name]),
      `terms.${name}`,
      "the players agreed on another one",
    );
}

/**
 * Throw `Refused` unless the keys in the terms are those of a player, and all players must consent.
 *
 * @param {string | null} seat null for a spectator, who has none
 * @param {JsonObject} terms
 * @param {JsonObject} agreed
 * @param {Partial<PlayerKeys>} ownKeys the keys of the player
 */
function checkPlayerKeys(seat, terms, agreed, ownKeys) {
  const consent = isObject(terms.consent) ? terms.consent : {};
  const keys = isObject(consent.keys) ? consent.keys : {};
  const hasKey =
    seat === null
      ? terms.consent
      : ownKeys.sign && isEqual(keys[seat], ownKeys.sign);
  ensure(
    hasKey,
    `terms.consent.keys.${seat}`,
    "it is not the key of this player",
  );
  if (seat !== null && (agreed.view_keys || terms.view_keys)) {
    const viewKeys = isObject(terms.view_keys) ? terms.view_keys : {};
    ensure(
      isEqual(viewKeys[seat], ownKeys.view),
      `terms.view_keys.${seat}`,
      "it is not the key of this player",
    );
  }
  const { length } = Object.keys(keys);
  for (const name of ["quorum", "start"])
    ensure(
      consent[name] === length,
      `terms.consent.${name}`,
      `all ${length} players must consent`,
    );
}
