/** The terms of sealed shoes. Implemented from docs/definitions/sealed.md alone. */
// @ts-check
import { utf8 } from "../core/bytes.mjs";
import { canonicalJson } from "../core/canonical.mjs";
import { range } from "../core/lists.mjs";
import { DECKS, buildShoe, packOptions } from "../cards/decks.mjs";
import {
  GAMES,
  gamePacks,
  checkPlayers,
  removedCodes,
} from "../games/games.mjs";
import { checkJwk } from "../core/jwk.mjs";
import { openFaces } from "./sealed.mjs";
import { UNIFORMITY } from "../core/shuffles.mjs";
import { openDeal, openGame } from "../games/stages.mjs";
import {
  Refused,
  checkChoice,
  checkInteger,
  checkItem,
  checkList,
  checkObject,
  checkStrings,
  checkText,
  parseDigest,
  requireObject,
} from "../core/validation.mjs";

/**
 * @import { PublicJwk } from "../core/jwk.mjs"
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { SealedDeal } from "../games/stages.mjs"
 * @import { Faces } from "./sealed.mjs"
 */

/**
 * Public keys by seat.
 *
 * @typedef {{ [seat: string]: PublicJwk }} SeatKeys
 */

/**
 * Whose signatures a request needs: the keys of seats, how many of them, and how many for the first one.
 *
 * @typedef {{ keys: SeatKeys, quorum: number, start: number }} Consent
 */

/**
 * The members of terms that are there with any contents of the shoe, and those of a game or a deal of one's own.
 *
 * @typedef {object} CommonTerms
 * @property {string} scheme "sealed1"
 * @property {string} stream "sd1"
 * @property {string} algorithm of the shuffle, one of EXACT
 * @property {string} reshuffle "on_request", "at_cut" or "never"
 * @property {number} cut how many cards are left when the next round begins, 0 without "at_cut"
 * @property {string} reveal "all", "shown" or "auditor"
 * @property {string} [label]
 * @property {string[]} [words] the digests of the players' texts, in hexadecimal digits
 * @property {PublicJwk} [auditor]
 * @property {Consent} [consent]
 * @property {SeatKeys} [view_keys]
 * @property {string} [game]
 * @property {number} [players]
 * @property {number} [board]
 * @property {number} [hands] how many
 * @property {number} [cards] of each hand
 * @property {number[]} [packets] how many cards are dealt at a time
 * @property {number} [burn]
 * @property {{ name: string, cards: number }[]} [piles]
 * @property {string} [items_sha256]
 */

/**
 * The contents of a shoe of cards.
 *
 * @typedef {object} PackTerms
 * @property {string} deck
 * @property {number} decks how many packs
 * @property {string[]} exclude codes that are left out
 * @property {undefined} [items]
 * @property {undefined} [min]
 * @property {undefined} [max]
 */

/**
 * The contents of a shoe of items.
 *
 * @typedef {{ items: unknown[], deck?: undefined, min?: undefined, max?: undefined }} ItemTerms
 */

/**
 * The contents of a shoe of the integers from `min` to `max`.
 *
 * @typedef {{ min: number, max: number, deck?: undefined, items?: undefined }} NumberTerms
 */

/**
 * The terms of a sealed shoe, which the commitment is of.
 *
 * @typedef {CommonTerms & (PackTerms | ItemTerms | NumberTerms)} Terms
 */

/**
 * The shoe that terms describe: its cards, and `deal` if it is dealt.
 *
 * @typedef {Faces & { deal?: SealedDeal }} SealedShoe
 */

/**
 * What terms have by their contents: the names of required and of optional members, and a function that throws
 * `Refused` for values that cannot be.
 *
 * @typedef {{ required: string[], optional: string[], check: (terms: JsonObject) => void }} Contents
 */

/** The names of the shuffles that sealed shoes can have. */
export const EXACT = Object.keys(UNIFORMITY).filter(
  (name) => UNIFORMITY[name] === "exact",
);
const MAX = 2 ** 53 - 1;
const MAX_CARDS = 65536; // of a shoe with trees
const MAX_SEATS = 32;
const ALWAYS = ["scheme", "stream", "algorithm", "reshuffle", "cut", "reveal"];
const IF_GIVEN = ["label", "words", "auditor", "consent", "view_keys"];
const PACKS = ["deck", "decks", "exclude"];
const OF_A_GAME = ["game", "players", "board"];
const OF_A_DEAL = ["hands", "cards", "packets", "burn", "piles"];
const OF_NUMBERS = ["min", "max", "items_sha256"];

/** The names of all members that terms can have. */
export const MEMBERS = new Set([
  ...ALWAYS,
  ...IF_GIVEN,
  ...PACKS,
  ...Object.keys(DECKS).flatMap(packOptions),
  ...OF_A_GAME,
  ...OF_A_DEAL,
  ...OF_NUMBERS,
  "items",
]);

/**
 * Return whether a text can be the name of a seat or a pile.
 *
 * @param {string} text
 */
const isName = (text) => /^[\w-]{1,32}$/.test(text);

/**
 * Return what the terms of a shoe of items or of integers have.
 *
 * @param {JsonObject} terms
 * @returns {Contents}
 */
function describeOwnContents({ items, hands }) {
  if (items === undefined)
    return {
      required: ["min", "max"],
      optional: ["items_sha256"],
      check: checkNumbers,
    };
  if (hands === undefined)
    return {
      required: ["items"],
      optional: [],
      check: checkItems,
    };
  return {
    required: ["items", "hands"],
    optional: ["cards", "packets", "burn", "piles"],
    check: checkItems,
  };
}

/**
 * Return what terms have by the contents of the shoe. A shoe of cards that are only drawn, for example, requires
 * `deck`, `decks` and `exclude`.
 *
 * @param {JsonObject} terms
 * @returns {Contents}
 */
function describeContents(terms) {
  const { game, hands } = terms;
  if (terms.deck === undefined) return describeOwnContents(terms);
  const deck = checkChoice("terms.deck", terms.deck, Object.keys(DECKS));
  const options = packOptions(deck);
  if (game === undefined)
    return {
      required: hands === undefined ? PACKS : [...PACKS, "hands"],
      optional:
        hands === undefined
          ? options
          : [...options, "cards", "packets", "burn"],
      check: checkPacks,
    };
  const name = checkChoice("terms.game", game, Object.keys(GAMES));
  const { packs = {}, hasBoards, mostCards } = GAMES[name];
  const optional = [...options];
  if (hasBoards) optional.push("board");
  if (mostCards) optional.push("cards");
  return {
    required: [...PACKS, "game", "players", ...Object.keys(packs)],
    optional,
    check: checkGame,
  };
}

/**
 * Check the packs of a shoe of cards, and return the codes that are left out.
 *
 * @param {JsonObject} terms
 */
function checkPacks(terms) {
  if (Object.hasOwn(terms, "suit_order"))
    checkText("terms.suit_order", terms.suit_order);
  const pack = buildShoe({ ...terms, exclude: [] });
  const excluded = checkStrings("terms.exclude", terms.exclude);
  if (
    excluded.some(
      (code, i) => !pack.includes(code) || excluded.indexOf(code) < i,
    )
  )
    throw new Refused(
      "terms.exclude",
      "different codes of cards of this pack were expected",
    );
  return excluded;
}

/**
 * For each pack option, its default and the games that let a shoe choose it.
 *
 * @type {{ [option: string]: { usual: number, games: string[] } }}
 */
const CHOICES = {
  decks: {
    usual: 1,
    games: [
      "blackjack",
      "baccarat",
      "casino_war",
      "dragon_tiger",
      "spanish_21",
      "panguingue",
    ],
  },
  jokers: {
    usual: 0,
    games: ["contract_rummy", "president", "go_stop"],
  },
  red_fives: {
    usual: 0,
    games: ["riichi", "riichi_three_players"],
  },
  highest: { usual: 6, games: ["dominoes"] },
};

/**
 * Check the game of a shoe, and the packs that it is played with.
 *
 * @param {JsonObject} terms
 */
function checkGame(terms) {
  const name = String(terms.game);
  const game = GAMES[name];
  const { deck = "standard", packs = {}, mostCards } = game;
  for (const [option, { usual, games }] of Object.entries(CHOICES)) {
    if (!games.includes(name))
      checkChoice(`terms.${option}`, terms[option] ?? usual, [
        packs[option] ?? usual,
      ]);
  }
  checkChoice("terms.deck", terms.deck, [deck]);
  const excluded = checkPacks(terms);
  const players = checkPlayers("terms.players", terms.players, game);
  if (Object.hasOwn(terms, "cards"))
    checkInteger("terms.cards", terms.cards, 1, mostCards?.(players) ?? 0);
  if (Object.hasOwn(terms, "board"))
    checkInteger("terms.board", terms.board, 1, MAX);
  const removed = removedCodes(name, players, terms);
  if (removed.some((code, i) => excluded[i] !== code))
    throw new Refused(
      "terms.exclude",
      `${removed.join(", ")} first, as the game removes them, was expected`,
    );
}

/**
 * Check the integers of a shoe.
 *
 * @param {JsonObject} terms
 */
function checkNumbers(terms) {
  const min = checkInteger("terms.min", terms.min, -MAX, MAX);
  checkInteger("terms.max", terms.max, min, Math.min(min + MAX, MAX));
  if (Object.hasOwn(terms, "items_sha256"))
    parseDigest("terms.items_sha256", terms.items_sha256);
}

/**
 * Throw `Refused` unless a shoe has 1 to 500 items, of at most 16,384 bytes in all.
 *
 * @param {JsonObject} terms
 */
function checkItems(terms) {
  const items = checkList("terms.items", terms.items);
  if (items.length < 1 || items.length > 500)
    throw new Refused("terms.items", "1 to 500 items were expected");
  items.forEach((item, i) => checkItem(`terms.items[${i}]`, item));
  const texts = items.map((item) =>
    typeof item === "string" ? item : canonicalJson(item),
  );
  if (utf8(texts.join("")).length > 16384)
    throw new Refused(
      "terms.items",
      "at most 16384 bytes of UTF-8 were expected",
    );
}

/**
 * Check the members of a deal of one's own, of a shoe of some cards.
 *
 * @param {Terms} terms
 * @param {number} size how many cards
 */
function checkDeal(terms, size) {
  const { cards = 0, packets } = terms;
  const hands = checkInteger("terms.hands", terms.hands, 1, size);
  if ((terms.cards === undefined) === (packets === undefined))
    throw new Refused("terms.cards", "either cards or packets was expected");
  if (packets?.length === 0)
    throw new Refused("terms.packets", "a packet was expected");
  if (Object.hasOwn(terms, "burn"))
    checkInteger("terms.burn", terms.burn, 1, size);
  if (hands * (packets?.length ?? cards) > size)
    throw new Refused("terms.hands", "too few cards for this deal");
  if (Object.hasOwn(terms, "piles")) checkPiles(terms.piles, hands, size);
}

/**
 * Check the piles of a deal of one's own: their names differ from each other and from those of all deals.
 *
 * @param {unknown} value
 * @param {number} hands how many
 * @param {number} size of the shoe
 */
function checkPiles(value, hands, size) {
  const piles = checkList("terms.piles", value);
  if (piles.length === 0)
    throw new Refused("terms.piles", "a pile was expected");
  const taken = new Set(["burns", "stock", ...range(hands, 1).map(String)]);
  for (const [i, pile] of piles.entries()) {
    const where = `terms.piles[${i}]`;
    const { name, cards } = checkObject(
      where,
      pile,
      ["name", "cards"],
      ["name", "cards"],
    );
    checkInteger(`${where}.cards`, cards, 1, size);
    if (typeof name !== "string" || !isName(name) || taken.has(name))
      throw new Refused(
        `${where}.name`,
        "another name of 1 to 32 of A-Z, a-z, 0-9, _ and - was expected",
      );
    taken.add(name);
  }
}

/**
 * Check keys by seat: the seats of a deal, or any names. Return the names of the seats.
 *
 * @param {string} where the path of the value
 * @param {unknown} value
 * @param {string} curve of the keys
 * @param {string[]} [seats] those that there are
 * @returns {string[]}
 */
function checkSeats(where, value, curve, seats) {
  const keys = requireObject(where, value);
  const names = Object.keys(keys);
  if (names.length < 1 || names.length > MAX_SEATS)
    throw new Refused(where, `1 to ${MAX_SEATS} seats were expected`);
  for (const name of names) {
    if (seats) {
      checkChoice(`${where}: a seat`, name, seats);
    } else if (!isName(name)) {
      throw new Refused(
        where,
        "the names of seats have 1 to 32 of A-Z, a-z, 0-9, _ and -",
      );
    }
    checkJwk(`${where}.${name}`, keys[name], curve);
  }
  return names;
}

/**
 * Check whose signatures requests need.
 *
 * @param {unknown} value
 * @param {string[]} [seats] those of the deal
 */
function checkConsent(value, seats) {
  const names = ["keys", "quorum", "start"];
  const { keys, quorum, start } = checkObject(
    "terms.consent",
    value,
    names,
    names,
  );
  const { length } = checkSeats("terms.consent.keys", keys, "Ed25519", seats);
  const needed = checkInteger("terms.consent.quorum", quorum, 1, length);
  checkInteger("terms.consent.start", start, needed, length);
}

/**
 * Check all keys in terms: they go with what they are for, and no two are equal.
 *
 * @param {Terms} terms
 * @param {SealedDeal} [deal] of the shoe, if it is dealt
 */
function checkKeys(terms, deal) {
  const { reveal, auditor, consent, view_keys: viewKeys } = terms;
  if ((reveal === "auditor") !== (auditor !== undefined))
    throw new Refused(
      "terms.auditor",
      'a key was expected with reveal "auditor", and with no other',
    );
  if (auditor !== undefined) checkJwk("terms.auditor", auditor, "P-256");
  if (consent !== undefined) checkConsent(consent, deal?.seats);
  if (viewKeys !== undefined) {
    if (consent === undefined || reveal === "all")
      throw new Refused(
        "terms.view_keys",
        'they go with consent, and not with reveal "all"',
      );
    if (deal?.othersSeeHands)
      throw new Refused(
        "terms.view_keys",
        "in this game all others see a hand",
      );
    checkSeats("terms.view_keys", viewKeys, "P-256", Object.keys(consent.keys));
  }
  const keys = [
    ...Object.values(consent?.keys ?? {}),
    ...Object.values(viewKeys ?? {}),
  ];
  if (auditor !== undefined) keys.push(auditor);
  if (new Set(keys.map(canonicalJson)).size < keys.length)
    throw new Refused("terms", "two of the keys are equal");
}

/**
 * Check the members of terms but for those of a deal of one's own, of the cut, the label, the words and the keys, which
 * `openShoe` checks with the shoe.
 *
 * @param {unknown} value
 * @returns {asserts value is Terms}
 */
function checkContents(value) {
  const terms = requireObject("terms", value);
  const { required, optional, check } = describeContents(terms);
  checkObject(
    "terms",
    terms,
    [...ALWAYS, ...required, ...optional, ...IF_GIVEN],
    [...ALWAYS, ...required],
  );
  checkChoice("terms.scheme", terms.scheme, ["sealed1"]);
  checkChoice("terms.stream", terms.stream, ["sd1"]);
  checkChoice("terms.algorithm", terms.algorithm, EXACT);
  checkChoice("terms.reveal", terms.reveal, ["all", "shown", "auditor"]);
  check(terms);
}

/**
 * Return the deal that terms describe for a shoe of some cards, undefined if it is not dealt.
 *
 * @param {Terms} terms
 * @param {Faces} faces
 * @returns {SealedDeal | undefined}
 */
function openTermsDeal(terms, { size, codes }) {
  const { game, hands } = terms;
  if (hands !== undefined) checkDeal(terms, size);
  if (game !== undefined) {
    const ofCards = /** @type {string[]} */ (codes); // a game is of cards
    return openGame({ ...terms, game }, ofCards);
  }
  return hands === undefined ? undefined : openDeal({ ...terms, hands }, size);
}

/**
 * Check when a shoe is shuffled again.
 *
 * @param {Terms} terms
 * @param {number} size of the shoe
 * @param {SealedDeal} [deal] of the shoe, if it is dealt
 */
function checkReshuffle({ reshuffle, cut }, size, deal) {
  const policies =
    deal && !deal.goesOn
      ? ["on_request", "never"]
      : ["on_request", "at_cut", "never"];
  checkChoice("terms.reshuffle", reshuffle, policies);
  checkInteger("terms.cut", cut, 0, reshuffle === "at_cut" ? size - 1 : 0);
}

/**
 * Check the digests of the players' texts.
 *
 * @param {unknown} value
 */
function checkWords(value) {
  const words = checkList("terms.words", value);
  if (words.length < 1 || words.length > 32)
    throw new Refused("terms.words", "1 to 32 digests were expected");
  words.forEach((digest, i) => parseDigest(`terms.words[${i}]`, digest));
}

/**
 * Return the shoe that terms describe, or throw `Refused`: its faces (`openFaces`), and `deal` if it is dealt, as
 * `openGame` returns it.
 *
 * @param {unknown} terms
 * @returns {SealedShoe}
 */
export function openShoe(terms) {
  checkContents(terms);
  const faces = openFaces(terms);
  const { size } = faces;
  if (size > MAX_CARDS && terms.reveal !== "all")
    throw new Refused("terms", `at most ${MAX_CARDS} cards were expected`);
  const deal = openTermsDeal(terms, faces);
  checkReshuffle(terms, size, deal);
  if (Object.hasOwn(terms, "label")) checkText("terms.label", terms.label);
  if (Object.hasOwn(terms, "words")) checkWords(terms.words);
  checkKeys(terms, deal);
  return { ...faces, deal };
}

/**
 * The members of a request for a shoe that are read here; the others are those of its terms.
 *
 * @typedef {object} ShoeRequest
 * @property {string} [game]
 * @property {string} [deck]
 * @property {number} [players]
 * @property {string[]} [exclude]
 * @property {number} [cards]
 * @property {number} [board]
 */

/** The terms of a shoe whose request chooses nothing: every shoe has them, perhaps with other values. */
export const DEFAULT_TERMS = {
  scheme: "sealed1",
  stream: "sd1",
  algorithm: "fisher_yates",
  cut: 0,
  reshuffle: "on_request",
  reveal: "all",
};

/**
 * Return the whole terms that a request for a shoe of a game, of a deck or of items leads to.
 *
 * @param {ShoeRequest & JsonObject} request
 * @returns {JsonObject}
 */
export function completeTerms({ game, deck, ...members }) {
  if (game === undefined && deck === undefined)
    return { ...DEFAULT_TERMS, ...members };
  if (game === undefined)
    return {
      ...DEFAULT_TERMS,
      deck,
      decks: 1,
      exclude: [],
      ...members,
    };
  const { players, exclude, ...otherMembers } = members;
  const { cards, board } = otherMembers; // options of the deal, which packs do not have
  const packs = gamePacks({
    game,
    players,
    exclude,
    cards,
  });
  const completed = {
    ...DEFAULT_TERMS,
    decks: 1,
    ...packs,
    ...otherMembers,
    game,
    cards,
    board,
  };
  return Object.fromEntries(
    Object.entries(completed).filter(([, value]) => value !== undefined),
  );
}
