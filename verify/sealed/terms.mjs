/** The terms of sealed shoes. Implemented from docs/definitions/sealed.md alone. */
import { canonicalJson, utf8 } from "../core/canonical.mjs";
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
} from "../core/validation.mjs";

export const EXACT = Object.keys(UNIFORMITY).filter(
  (name) => UNIFORMITY[name] === "exact",
);
const [MAX, MAX_CARDS] = [2 ** 53 - 1, 65536];
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
const isName = (text) => /^[\w-]{1,32}$/.test(text);

/** Return the required members of the contents of a shoe, the optional members, and a check of their values. */
function describeContents(terms) {
  const { deck, game, items, hands } = terms;
  const own = hands === undefined ? [] : ["hands"];
  const dealt = hands === undefined ? [] : ["cards", "packets", "burn"];
  if (deck === undefined && items !== undefined)
    return [
      ["items", ...own],
      [...dealt, ...(hands === undefined ? [] : ["piles"])],
      checkItems,
    ];
  if (deck === undefined)
    return [["min", "max"], ["items_sha256"], checkNumbers];
  checkChoice("terms.deck", deck, Object.keys(DECKS));
  const options = packOptions(deck);
  if (game === undefined)
    return [[...PACKS, ...own], [...options, ...dealt], checkPacks];
  const {
    packs = {},
    hasBoards,
    mostCards,
  } = GAMES[checkChoice("terms.game", game, Object.keys(GAMES))];
  const more = [
    ...(hasBoards ? ["board"] : []),
    ...(mostCards ? ["cards"] : []),
  ];
  return [
    [...PACKS, "game", "players", ...Object.keys(packs)],
    [...options, ...more],
    checkGame,
  ];
}

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
}

/** For each pack option, its default and the games that let a shoe choose it. */
const CHOICES = {
  decks: [
    1,
    "blackjack",
    "baccarat",
    "casino_war",
    "dragon_tiger",
    "spanish_21",
    "panguingue",
  ],
  jokers: [0, "contract_rummy", "president", "go_stop"],
  red_fives: [0, "riichi", "riichi_three_players"],
  highest: [6, "dominoes"],
};

function checkGame(terms) {
  const { deck = "standard", packs = {}, mostCards } = GAMES[terms.game];
  for (const [name, [usual, ...games]] of Object.entries(CHOICES))
    if (!games.includes(terms.game))
      checkChoice(`terms.${name}`, terms[name] ?? usual, [
        packs[name] ?? usual,
      ]);
  checkChoice("terms.deck", terms.deck, [deck]);
  checkPacks(terms);
  checkPlayers("terms.players", terms.players, GAMES[terms.game]);
  if (Object.hasOwn(terms, "cards"))
    checkInteger("terms.cards", terms.cards, 1, mostCards(terms.players));
  if (Object.hasOwn(terms, "board"))
    checkInteger("terms.board", terms.board, 1, MAX);
  const first = removedCodes(terms.game, terms.players, terms);
  if (first.some((code, i) => terms.exclude[i] !== code))
    throw new Refused(
      "terms.exclude",
      `${first.join(", ")} first, as the game removes them, was expected`,
    );
}

function checkNumbers({ min, max, ...terms }) {
  checkInteger("terms.min", min, -MAX, MAX);
  checkInteger("terms.max", max, min, Math.min(min + MAX, MAX));
  if (Object.hasOwn(terms, "items_sha256"))
    parseDigest("terms.items_sha256", terms.items_sha256);
}

function checkItems({ items }) {
  const { length } = checkList("terms.items", items);
  if (length < 1 || length > 500)
    throw new Refused("terms.items", "1 to 500 items were expected");
  items.forEach((item, i) => checkItem(`terms.items[${i}]`, item));
  if (
    utf8(
      items
        .map((item) => (typeof item === "string" ? item : canonicalJson(item)))
        .join(""),
    ).length > 16384
  )
    throw new Refused(
      "terms.items",
      "at most 16384 bytes of UTF-8 were expected",
    );
}

/** Check the members of a deal of one's own, of a shoe of some cards. */
function checkDeal(terms, size) {
  const { hands, cards, packets, piles } = terms;
  checkInteger("terms.hands", hands, 1, size);
  if ((cards === undefined) === (packets === undefined))
    throw new Refused("terms.cards", "either cards or packets was expected");
  if (packets?.length === 0)
    throw new Refused("terms.packets", "a packet was expected");
  if (Object.hasOwn(terms, "burn"))
    checkInteger("terms.burn", terms.burn, 1, size);
  if (hands * (packets?.length ?? cards) > size)
    throw new Refused("terms.hands", "too few cards for this deal");
  if (!Object.hasOwn(terms, "piles")) return;
  if (checkList("terms.piles", piles).length === 0)
    throw new Refused("terms.piles", "a pile was expected");
  const taken = new Set([
    "burns",
    "stock",
    ...Array.from({ length: hands }, (_, i) => `${i + 1}`),
  ]);
  for (const [i, pile] of piles.entries()) {
    const where = `terms.piles[${i}]`;
    checkObject(where, pile, ["name", "cards"], ["name", "cards"]);
    checkInteger(`${where}.cards`, pile.cards, 1, size);
    if (
      typeof pile.name !== "string" ||
      !isName(pile.name) ||
      taken.has(pile.name)
    )
      throw new Refused(
        `${where}.name`,
        "another name of 1 to 32 of A-Z, a-z, 0-9, _ and - was expected",
      );
    taken.add(pile.name);
  }
}

/** Check keys by seat: the seats of a deal, or any names. */
function checkSeats(where, keys, curve, seats, most = 32) {
  const names = Object.keys(checkObject(where, keys, Object.keys(keys ?? {})));
  if (names.length < 1 || names.length > most)
    throw new Refused(where, `1 to ${most} seats were expected`);
  for (const name of names) {
    if (seats) checkChoice(`${where}: a seat`, name, seats);
    else if (!isName(name))
      throw new Refused(
        where,
        "the names of seats have 1 to 32 of A-Z, a-z, 0-9, _ and -",
      );
    checkJwk(`${where}.${name}`, keys[name], curve);
  }
  return names;
}

function checkKeys(
  { reveal, auditor, consent, view_keys: viewKeys },
  { seats, othersSeeHands } = {},
) {
  if ((reveal === "auditor") !== (auditor !== undefined))
    throw new Refused(
      "terms.auditor",
      'a key was expected with reveal "auditor", and with no other',
    );
  if (auditor !== undefined) checkJwk("terms.auditor", auditor, "P-256");
  if (consent !== undefined) {
    const names = ["keys", "quorum", "start"];
    checkObject("terms.consent", consent, names, names);
    const { length } = checkSeats(
      "terms.consent.keys",
      consent.keys,
      "Ed25519",
      seats,
    );
    checkInteger("terms.consent.quorum", consent.quorum, 1, length);
    checkInteger("terms.consent.start", consent.start, consent.quorum, length);
  }
  if (viewKeys !== undefined) {
    if (consent === undefined || reveal === "all")
      throw new Refused(
        "terms.view_keys",
        'they go with consent, and not with reveal "all"',
      );
    if (othersSeeHands)
      throw new Refused(
        "terms.view_keys",
        "in this game all others see a hand",
      );
    checkSeats("terms.view_keys", viewKeys, "P-256", Object.keys(consent.keys));
  }
  const all = [
    auditor ?? [],
    ...Object.values(consent?.keys ?? {}),
    ...Object.values(viewKeys ?? {}),
  ].flat();
  if (new Set(all.map(canonicalJson)).size < all.length)
    throw new Refused("terms", "two of the keys are equal");
}

/**
 * Return the shoe that terms describe, or throw `Refused`: its faces (`openFaces`), and `deal` if it is dealt, as
 * `openGame` returns it.
 */
export function openShoe(terms) {
  checkObject("terms", terms, Object.keys(terms ?? {}));
  const [required, optional, checkContents] = describeContents(terms);
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
  checkContents(terms);
  const faces = openFaces(terms);
  const { size, codes } = faces;
  if (size > MAX_CARDS && terms.reveal !== "all")
    throw new Refused("terms", `at most ${MAX_CARDS} cards were expected`);
  if (terms.hands !== undefined) checkDeal(terms, size);
  const deal =
    terms.game !== undefined
      ? openGame(terms, codes)
      : terms.hands === undefined
        ? undefined
        : openDeal(terms, size);
  const policies =
    deal && !deal.goesOn
      ? ["on_request", "never"]
      : ["on_request", "at_cut", "never"];
  checkChoice("terms.reshuffle", terms.reshuffle, policies);
  checkInteger(
    "terms.cut",
    terms.cut,
    0,
    terms.reshuffle === "at_cut" ? size - 1 : 0,
  );
  if (Object.hasOwn(terms, "label")) checkText("terms.label", terms.label);
  if (Object.hasOwn(terms, "words")) {
    const { length } = checkList("terms.words", terms.words);
    if (length < 1 || length > 32)
      throw new Refused("terms.words", "1 to 32 digests were expected");
    terms.words.forEach((digest, i) =>
      parseDigest(`terms.words[${i}]`, digest),
    );
  }
  checkKeys(terms, deal);
  return { ...faces, deal };
}

/** Return the whole terms that a request for a shoe of a game, of a deck or of items leads to. */
export function completeTerms({ game, deck, ...asked }) {
  const shuffled = {
    scheme: "sealed1",
    stream: "sd1",
    algorithm: "fisher_yates",
    cut: 0,
    reshuffle: "on_request",
    reveal: "all",
  };
  if (game === undefined && deck === undefined)
    return { ...shuffled, ...asked };
  if (game === undefined)
    return { ...shuffled, deck, decks: 1, exclude: [], ...asked };
  const { players, exclude, ...others } = asked;
  const { cards, board } = others; // options of the deal, which packs do not have
  const packs = gamePacks({ game, players, exclude, cards });
  const members = {
    ...shuffled,
    decks: 1,
    ...packs,
    ...others,
    game,
    cards,
    board,
  };
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  );
}
