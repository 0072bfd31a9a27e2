/**
 * The suits and ranks of cards as conditions name them, from the table of decks. Implemented from
 * docs/definitions/conditions.md alone.
 */
// @ts-check
import { ENTRIES, mapValues } from "./decks.mjs";
import { splitNames } from "./names.mjs";

/** @import { DeckEntry } from "./decks.mjs" */

/**
 * What a card shows: `{ suit: "hearts", rank: "T" }`; a joker has no suit.
 *
 * @typedef {{ suit?: string, rank: string }} Face
 */

/**
 * Names by a letter in a code.
 *
 * @typedef {{ [letter: string]: string }} Names
 */

/** @type {Names} */
const FRENCH = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
/** @type {Names} */
const KINDS = {
  B: "bright",
  A: "animal",
  R: "ribbon",
  P: "plain",
  D: "double",
};
/** @type {Names} */
const MAHJONG = { D: "dots", B: "bamboo", C: "characters" };
/** @type {Names} */
const WINDS = { E: "east", S: "south", W: "west", N: "north" };
/** @type {Names} */
const DRAGONS = { R: "red", G: "green", W: "white" };
/** @type {Names} */
const RIICHI = { m: "characters", p: "dots", s: "bamboo" };
const HONOURS = "east south west north white green red".split(" ");

/**
 * Return whether a code is that of a joker.
 *
 * @param {string} code
 */
const isJoker = (code) => /^X\d$/.test(code);

/**
 * By the family of a pack, a function of an entry that returns a function of a code.
 *
 * @type {{ [family: string]: (entry: DeckEntry) => (code: string) => Face }}
 */
const PACKS = {
  suited:
    ({ suits = {}, rank_names: names = {} }) =>
    (code) => {
      if (isJoker(code)) return { rank: "joker" };
      const rank = code.slice(0, -1);
      return {
        suit: suits[code.slice(-1)].name.toLowerCase(),
        rank: names[rank]?.rank ?? rank,
      };
    },
  french: () => (code) => {
    if (code === "FO" || isJoker(code))
      return { rank: code === "FO" ? "fool" : "joker" };
    return /^\d+T$/.test(code)
      ? { suit: "trumps", rank: code.slice(0, -1) }
      : { suit: FRENCH[code[1]], rank: code[0] };
  },
  flowers({ months }) {
    const suits = splitNames(months).map((month) =>
      month.split(" ")[0].toLowerCase(),
    );
    return (code) =>
      isJoker(code)
        ? { rank: "joker" }
        : { suit: suits[Number(code.slice(1)) - 1], rank: KINDS[code[0]] };
  },
  mahjong:
    () =>
    ([first, last]) => {
      if (last === "W") return { suit: "winds", rank: WINDS[first] };
      return first in DRAGONS
        ? { suit: "dragons", rank: DRAGONS[first] }
        : { suit: MAHJONG[last], rank: first };
    },
  riichi:
    () =>
    ([first, last]) => {
      if (last === "z")
        return {
          suit: Number(first) < 5 ? "winds" : "dragons",
          rank: HONOURS[Number(first) - 1],
        };
      return { suit: RIICHI[last], rank: first === "0" ? "5" : first };
    },
  dominoes: () => (code) => ({ rank: code }),
  chinese_dominoes:
    ({ civil = {} }) =>
    (code) => ({ suit: code in civil ? "civil" : "military", rank: code }),
  letters: () => (code) => ({ rank: code }),
  balls:
    ({ drums = [] }) =>
    (code) => {
      const letter = code.replace(/\d+$/, "");
      const drum = drums.find((drum) => (drum.letter ?? "") === letter);
      return { suit: drum?.suit, rank: code.slice(letter.length) };
    },
  bingo75: () => (code) => ({
    suit: code[0].toLowerCase(),
    rank: code.slice(1),
  }),
};

/**
 * By deck, a function of a code that returns the suit of the card, if it has one, and its rank.
 *
 * @type {{ [deck: string]: (code: string) => Face }}
 */
export const FACES = mapValues(ENTRIES, ({ special = {}, ...entry }) => {
  const specialFaces = mapValues(
    special,
    ({ suit, name, rank = name.toLowerCase() }) => ({ suit, rank }),
  );
  const read = PACKS[entry.pack](entry);
  /** @param {string} code */
  const readFace = (code) => specialFaces[code] ?? read(code);
  return readFace;
});
