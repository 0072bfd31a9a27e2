/**
 * A response as a player follows it: the digests of its draws, the cards that they tell, and the view of the player.
 * docs/definitions/sealed.md says under "What a client does" what is checked.
 */
// @ts-check
import { isEqual } from "../core/canonical.mjs";
import { openJwe } from "../core/jwe.mjs";
import { parseJson } from "../core/json.mjs";
import { hashDraw, isOfWords, recordOf } from "./sealed.mjs";
import {
  checkShownForms,
  faceName,
  findWrongShown,
  listShown,
} from "./shown.mjs";
import {
  checkList,
  checkObject,
  ensure,
  isObject,
  requireObject,
} from "../core/validation.mjs";

/**
 * @import { Difference, JsonObject } from "../core/validation.mjs"
 * @import { SeenEntry } from "./entries.mjs"
 * @import { AcceptedShoe, PlayedState } from "./offers.mjs"
 * @import { PlacedCard, ShownCard } from "./shown.mjs"
 */

/**
 * Who follows a shoe: the seat, null for a spectator; the own text; and the keys of the views, of P-256, none where
 * nobody signs.
 *
 * @typedef {{ shoe: AcceptedShoe, seat: string | null, text: string, view?: CryptoKeyPair }} Follower
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
 * Follow the draws of a response, and return the digest after each. Throw `Refused` for a wrong response.
 *
 * @param {Follower} follower
 * @param {Following} following changed by the draws
 * @param {JsonObject} response
 * @returns {Promise<string[]>}
 */
export async function followStages(follower, following, response) {
  const stages = response.dealt_stages ?? [response];
  const clientSeed = response.client_seed ?? null;
  const digests = [];
  for (const value of checkList("dealt_stages", stages)) {
    const stage = requireObject("dealt_stages", value);
    await followDraw(follower, following, stage, clientSeed);
    digests.push(following.digest);
  }
  return digests;
}

/**
 * Follow a draw or a stage: its number, its digest, its cards and the view of this player.
 *
 * @param {Follower} follower
 * @param {Following} following changed by the draw
 * @param {JsonObject} stage the response, or a stage in it
 * @param {unknown} clientSeed in the response, null if it has none
 */
async function followDraw(follower, following, stage, clientSeed) {
  const { shoe } = follower;
  const seen = requireObject("seen", stage.seen);
  ensure(
    seen.draw === following.draws + 1,
    "seen.draw",
    `draw ${following.draws + 1} comes next`,
  );
  if (seen.draw === 1)
    following.clientSeed = await readClientSeed(follower, clientSeed);
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
  await followCards(follower, following, stage, entry);
}

/**
 * Follow the cards of a draw: those that are told, and those in the view of this player.
 *
 * @param {Follower} follower
 * @param {Following} following changed by the draw
 * @param {JsonObject} stage the response, or a stage in it
 * @param {SeenEntry} entry of the draw
 */
async function followCards(follower, following, stage, entry) {
  const { shoe } = follower;
  const { toldCards, open, sealed } = sortCards(follower, entry);
  countTold(shoe, toldCards, following.state);
  const cards = await checkTold(shoe, toldCards, stage.shown, following);
  await readView(follower, stage.views, sealed, following);
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
async function checkTold(shoe, toldCards, shown, following) {
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
  return addShownCards(shoe, shown, following, "shown");
}

/**
 * Return the client seed of a response, null if it has none. Throw `Refused` unless it is the texts of all players,
 * this player's own among them, or the beacon.
 *
 * @param {Follower} follower
 * @param {unknown} value
 * @returns {Promise<string | null>}
 */
async function readClientSeed({ shoe, text }, value) {
  const { beacon } = shoe;
  const { words } = shoe.terms;
  const clientSeed = typeof value === "string" ? value : null;
  const texts = clientSeed?.split(",") ?? [];
  const isOwn = beacon !== undefined || texts.includes(text);
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
 * @param {Follower} follower
 * @param {SeenEntry} entry
 */
function sortCards(follower, entry) {
  const { shoe, seat } = follower;
  /** @type {ToldCard[]} */
  const toldCards = [];
  /** @type {Set<number>} */
  const open = new Set();
  /** @type {{ round: number, position: number }[]} */
  const sealed = [];
  for (const drawn of listDrawn(entry, shoe)) {
    const { owner, isBurned, face, round, position } = drawn;
    const isOwn = owner === seat;
    if (face !== null) {
      if (isOwn) open.add(toldCards.length);
      toldCards.push({ round, position, face });
    } else if (isOwn && shoe.terms.view_keys) {
      sealed.push({ round, position });
    } else {
      ensure(
        isBurned || isHiddenAt(follower, owner),
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
 * @param {Follower} follower
 * @param {string | undefined} owner a seat or a pile
 */
function isHiddenAt({ shoe, seat }, owner) {
  const { deal, seats } = shoe;
  if (deal?.othersSeeHands && seat !== null) return owner === seat;
  if (owner === undefined || owner === seat) return false;
  return seats?.includes(owner) ?? true;
}

/**
 * Read the view of this player, if there is one, and add its cards. Throw `Refused` unless it is there exactly if
 * cards are sealed for this player.
 *
 * @param {Follower} follower
 * @param {unknown} views by seat
 * @param {{ round: number, position: number }[]} sealed
 * @param {Following} following
 */
async function readView(follower, views, sealed, following) {
  const { seat } = follower;
  const view =
    isObject(views) && seat !== null && Object.hasOwn(views, seat)
      ? views[seat]
      : undefined;
  ensure(
    (view !== undefined) === sealed.length > 0,
    `views.${seat}`,
    "a view was expected if and only if it has cards",
  );
  if (view === undefined) return;
  const cards = await openView(follower, view, sealed, following);
  following.cards.push(...cards);
}

/**
 * Return the cards of an encrypted view, which are shown cards.
 *
 * @param {Follower} follower
 * @param {unknown} jwe
 * @param {{ round: number, position: number }[]} sealed the places of these cards
 * @param {Following} following
 */
async function openView(follower, jwe, sealed, following) {
  const { shoe, seat, view: keys } = follower;
  const { digest } = following;
  ensure(keys, `views.${seat}`, "this player has no key to read it");
  const text = await openJwe(jwe, keys.privateKey);
  const names = ["cards", "digest", "seat"];
  const view = checkObject(
    "the view",
    parseJson(text.trimEnd(), "the view"),
    names,
    names,
  );
  for (const [name, value] of Object.entries({ digest, seat })) {
    ensure(
      view[name] === value,
      `the view: ${name}`,
      "it is of another shoe, state or seat",
    );
  }
  const places = checkList("the view: cards", view.cards).map(pickPlace);
  ensure(
    isEqual(places, sealed),
    "the view: cards",
    "they are not the cards of this player",
  );
  return addShownCards(shoe, view.cards, following, "the view: cards");
}

/**
 * Add shown cards to those that are known, and return them. Throw `Refused` if one is wrong or contradicts another.
 *
 * @param {AcceptedShoe} shoe
 * @param {unknown} value a list of shown cards
 * @param {{ roots: string[], knownCards: ShownCard[] }} known the roots by round; the cards are added to `knownCards`
 * @param {string} where the path of the list
 * @returns {Promise<ShownCard[]>}
 */
export async function addShownCards(shoe, value, known, where) {
  const { roots, knownCards } = known;
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
 * Return the place of a shown card, which is not checked yet.
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
  const { followEntry } = await import("./followed_positions.mjs");
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
