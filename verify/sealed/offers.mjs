/**
 * A shoe that is offered to a player: whether it is the one that the players agreed on. docs/definitions/sealed.md says
 * under "What a client does" what is checked before the first draw.
 */
// @ts-check
import { isEqual } from "../core/canonical.mjs";
import { checkSigned, computeCommitment } from "./sealed.mjs";
import {
  checkChoice,
  ensure,
  isObject,
  requireObject,
} from "../core/validation.mjs";

/**
 * @import { PublicJwk } from "../core/jwk.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { FollowedState } from "./followed_positions.mjs"
 * @import { Face } from "./sealed.mjs"
 * @import { SealedShoe, Terms } from "./terms.mjs"
 */

/**
 * What the terms of a shoe have of a player: the public keys, none where nobody signs, and the digest of the text.
 *
 * @typedef {{ sign?: PublicJwk, view?: PublicJwk, word: string }} OwnKeys
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

/** @typedef {SealedShoe & AcceptedMembers} AcceptedShoe */

/**
 * The rounds, and how often each face was told, by round and face: "0 AS".
 *
 * @typedef {FollowedState & { toldCounts: Map<string, number> }} PlayedState
 */

/**
 * Return the offer of a response that opened a shoe. Throw `Refused` unless it is signed, and its commitment follows
 * from its terms.
 *
 * @param {string | null} seat null for a spectator
 * @param {unknown} opened the response
 * @param {Agreement} agreement
 * @returns {Promise<Offer>}
 */
export async function openOffer(seat, opened, agreement) {
  const offer = readOffer(seat, opened, agreement);
  await checkOffer(offer);
  return offer;
}

/**
 * Return the shoe of an offer. Throw `Refused` unless its terms are those that the players agreed on, and give the seat
 * to the player.
 *
 * @param {string | null} seat null for a spectator
 * @param {Offer} offer
 * @param {Agreement} agreement
 * @param {OwnKeys} ownKeys
 * @returns {Promise<AcceptedShoe>}
 */
export async function acceptOffer(seat, offer, agreement, ownKeys) {
  checkAgreed(seat, offer.terms, agreement.terms, ownKeys);
  const hasWord = checkWord(offer, ownKeys.word);
  const shoe = await openAccepted(offer, hasWord, agreement.seats);
  if (seat !== null) checkSeat(seat, shoe);
  return shoe;
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
  const [{ openShoe }, { beginEntries }, { countFaces }] = await Promise.all([
    import("./terms.mjs"),
    import("./followed_positions.mjs"),
    import("./seen_faces.mjs"),
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
 * Throw `Refused` unless terms are those that the players agreed on, with the keys of a player if players sign.
 *
 * @param {string | null} seat
 * @param {JsonObject} terms
 * @param {JsonObject | null | undefined} agreed
 * @param {OwnKeys} ownKeys
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
  for (const name of [
    "reveal",
    ...Object.keys(agreed),
    ...Object.keys(terms),
  ]) {
    ensure(
      isEqual(terms[name], agreed[name]),
      `terms.${name}`,
      "the players agreed on another one",
    );
  }
}

/**
 * Throw `Refused` unless the keys in the terms are those of a player, and all players must consent.
 *
 * @param {string | null} seat null for a spectator, who has none
 * @param {JsonObject} terms
 * @param {JsonObject} agreed
 * @param {OwnKeys} ownKeys
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
  for (const name of ["quorum", "start"]) {
    ensure(
      consent[name] === length,
      `terms.consent.${name}`,
      `all ${length} players must consent`,
    );
  }
}
