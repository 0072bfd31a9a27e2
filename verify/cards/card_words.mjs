/**
 * The cards that words name: French suits in many languages, tiles and flower cards. Implemented from
 * docs/definitions/decks.md, "Words", alone.
 */
// @ts-check
import { range } from "../core/lists.mjs";
import { splitNames } from "./names.mjs";
import { WORD_TABLE } from "./word_table.mjs";

/**
 * What a word may name: each meaning is the letters, in codes, of ranks and suits.
 *
 * @typedef {Map<string, string[][]>} Meanings
 */

/** @type {{ [suit: string]: string }} */
const SIGNS = { S: "♠♤", H: "♥♡", D: "♦♢", C: "♣♧" };
const RANKS = "A23456789TJNQK";
const COURT = "AKQNJ";
const NUMERALS = "一二三四五六七八九";
const WINDS = ["EW", "SW", "WW", "NW"];
const DRAGONS = ["RD", "GD", "WD"];
const OF = "OF";
const VARIATIONS = /[\ufe0e\ufe0f]/g;
const LINK = "の";
const PREPOSITIONS = ["DE", "DEL", "DI", "DU", "VAN", OF];
const FILLERS = [
  ..."AN CARD EL LA LE PLAYING THE TILE WITH".split(" "),
  ..."!\"#$%&'()*,-./:;<=>?@[\\]^_`{|}~’“”„«»",
];

/**
 * Return a text in capitals of one width, its words without accents.
 *
 * @param {string} text
 */
const fold = (text) =>
  text
    .replace(VARIATIONS, "")
    .replace(/_/g, " ")
    .normalize("NFKC")
    .replace(/\p{L}{2,}/gu, (word) =>
      word.normalize("NFKD").replace(/\p{Mn}/gu, ""),
    )
    .toUpperCase();

/**
 * Return the words, numbers and signs of a text, without fillers; each preposition is OF.
 *
 * @param {string} text
 * @returns {string[]}
 */
function listWords(text) {
  if (/[ſı\p{C}\p{Zl}\p{Zp}]/u.test(text)) return [];
  const words = fold(text)
    .replace(/\.(PNG|SVG|JPE?G|GIF|WEBP)$/, "")
    .replace(/(?<!\p{L})[DL](?=['’])/gu, "")
    .match(/\p{L}+|\p{Nd}+|[^\p{L}\p{M}\p{N}\s]/gu);
  const named = (words ?? [])
    .filter((word) => !FILLERS.includes(word))
    .map((word) => (PREPOSITIONS.includes(word) ? OF : word));
  return named[0] === OF ? named.slice(1) : named;
}

/**
 * Return meanings by word, from pairs of words and letters.
 *
 * @param {[string[], string[]][]} pairs
 * @returns {Meanings}
 */
function indexWords(pairs) {
  /** @type {Meanings} */
  const meanings = new Map();
  for (const [words, letters] of pairs) {
    for (const word of words) {
      const folded = fold(word);
      meanings.set(folded, [...(meanings.get(folded) ?? []), letters]);
    }
  }
  return meanings;
}

/**
 * Return the texts of codes for a rank: T, 10 and 0; 7 and 07.
 *
 * @param {string} rank
 */
function rankTexts(rank) {
  if (/\d/.test(rank)) return [rank, `0${rank}`];
  return [rank, ...({ A: ["1", "01"], T: ["10", "0"] }[rank] ?? [])];
}

const OF_ALL = indexWords([
  ...[...RANKS].map((rank) => pair(rankTexts(rank), rank)),
  ...Object.entries(SIGNS).map(([suit, signs]) => pair([suit, ...signs], suit)),
]);

const COURT_NUMBERS = indexWords([
  pair(["11"], "J"),
  pair(["12"], "Q"),
  pair(["13"], "K"),
]);

/**
 * Return words and the letter that they stand for.
 *
 * @param {string[]} words
 * @param {string} letter
 * @returns {[string[], string[]]}
 */
function pair(words, letter) {
  return [words, [letter]];
}

/**
 * Return the meanings of the words of a language, and of the first letters of its usual words for court cards, as far
 * as no code has them.
 *
 * @param {{ [letter: string]: string }} texts the words by the letter in codes
 */
function openLanguage(texts) {
  const entries = Object.entries(texts);
  const court = entries
    .filter(([letter]) => COURT.includes(letter))
    .map(([letter, text]) => pair([fold(text)[0]], letter))
    .filter(([[initial]]) => !RANKS.includes(initial));
  return {
    words: indexWords(
      entries.map(([letter, text]) => pair(splitNames(text), letter)),
    ),
    firstLetters: indexWords(court),
  };
}

const LANGUAGES = Object.values(WORD_TABLE.french).map(openLanguage);

/**
 * Return what a word may name by some tables, or else by its two halves, the first of which is a word of the language.
 *
 * @param {string} text
 * @param {Meanings[]} tables that of the language is the first
 * @returns {string[][]}
 */
function findMeanings(text, tables) {
  if (text === OF) return [[OF]];
  const word = text.replace(new RegExp(`${LINK}$`), "");
  const whole = tables.flatMap((table) => table.get(word) ?? []);
  if (whole.length) return whole;
  const isAscii = /^[\x00-\x7f]/.test(word);
  const behind = isAscii ? tables.slice(0, 1) : tables;
  return range(Math.max(word.length - 1, 0), 1).flatMap((end) => {
    const last = word.slice(end).replace(new RegExp(`^(${LINK}|${OF})`), "");
    const firsts = tables[0].get(word.slice(0, end)) ?? [];
    const lasts = behind.flatMap((table) => table.get(last) ?? []);
    return firsts.flatMap((first) =>
      lasts.map((letters) => [...first, ...letters]),
    );
  });
}

/**
 * Return the code of one rank and one suit; "" for others. Before a preposition stands the rank.
 *
 * @param {string[]} letters
 */
function joinParts(letters) {
  const [first, between, last] = letters;
  const isPhrase = between === OF && letters.length === 3;
  if (isPhrase && first in SIGNS) return "";
  const parts = isPhrase ? [first, last] : letters;
  const suits = parts.filter((letter) => letter in SIGNS);
  const ranks = parts.filter((letter) => !(letter in SIGNS));
  return suits.length === 1 && ranks.length === 1 ? ranks[0] + suits[0] : "";
}

/**
 * Return the code of a playing card of Unicode: a row of 16 for each suit; "" for other characters.
 *
 * @param {string} text
 */
function readCharacter(text) {
  const position = (text.codePointAt(0) ?? 0) - 0x1f0a0;
  const suit = "SHDC"[Math.floor(position / 16)];
  const rank = "A23456789TJNQK"[(position % 16) - 1];
  return [...text].length === 1 && suit && rank ? rank + suit : "";
}

/**
 * Return the words of a text, of which a code has two: ["K", "S"] for "KS.png".
 *
 * @param {string} text
 */
function listParts(text) {
  const words = listWords(text);
  const [code] = words;
  const halves = range(3, 1).map((end) => [
    code?.slice(0, end),
    code?.slice(end),
  ]);
  const parts = halves.find((both) => both.every((half) => OF_ALL.has(half)));
  return words.length === 1 && parts ? parts : words;
}

/**
 * Return the code of the card of French suits that a text names; undefined for none, or for several.
 *
 * @param {string} text
 * @param {{ hasKnights: boolean }} pack without knights 11, 12 and 13 are jack, queen and king
 */
export function readFrenchWords(text, { hasKnights }) {
  const words = listParts(text);
  if (words.length > 3) return undefined; // a rank, a preposition and a suit
  const ofAll = hasKnights ? [OF_ALL] : [OF_ALL, COURT_NUMBERS];
  const signs = Object.values(SIGNS).join("");
  const hasSign = words.some((word) => signs.includes(word));
  const codes = new Set([readCharacter(text.replace(VARIATIONS, ""))]);
  for (const { words: ofLanguage, firstLetters } of LANGUAGES) {
    const tables = [ofLanguage, ...ofAll, ...(hasSign ? [firstLetters] : [])];
    const meanings = words.map((word) => findMeanings(word, tables));
    for (const letters of combine(meanings)) codes.add(joinParts(letters));
  }
  codes.delete("");
  return codes.size === 1 ? [...codes][0] : undefined;
}

/**
 * Return the letters of each choice of one meaning for every word.
 *
 * @param {string[][][]} meanings
 * @returns {string[][]}
 */
const combine = (meanings) =>
  meanings.reduce(
    (begun, ofWord) =>
      begun.flatMap((letters) =>
        ofWord.map((meaning) => [...letters, ...meaning]),
      ),
    /** @type {string[][]} */ ([[]]),
  );

/**
 * Return a function from a text to the code of the tile that its words name; undefined for none, or for several.
 *
 * @param {{ [suit: string]: string }} letters the letter in codes of each suit of the table
 * @param {{ [honour: string]: string }} honours the code of each honour of the table
 * @returns {(text: string) => string | undefined}
 */
export function openTileWords(letters, honours) {
  /** @type {Map<string, Set<string>>} */
  const codes = new Map();
  /** @param {string} text @param {string} code */
  const add = (text, code) => {
    const key = listWords(text).join("");
    codes.set(key, (codes.get(key) ?? new Set()).add(code));
  };
  const { suits, botzone } = WORD_TABLE.tiles;
  /** @type {{ [honour: string]: string }} */
  const names = WORD_TABLE.tiles.honours;
  for (const value of range(9, 1)) {
    for (const [suit, words] of Object.entries(suits)) {
      const code = value + letters[suit];
      for (const word of [letters[suit], ...splitNames(words)]) {
        add(value + word, code);
        add(word + value, code);
        add(NUMERALS[value - 1] + word, code);
      }
    }
    for (const [letter, ofLetter] of Object.entries(botzone)) {
      for (const suit of splitNames(ofLetter))
        add(letter + value, value + letters[suit]);
    }
  }
  for (const [honour, code] of Object.entries(honours))
    for (const word of splitNames(names[honour])) add(word, code);
  const tiles = [
    ...[...WINDS, ...DRAGONS].map((honour) => honours[honour]),
    ...[..."CBD"].flatMap((suit) =>
      range(9, 1).map((value) => value + letters[suit]),
    ),
  ];
  tiles.forEach((code, i) => add(String.fromCodePoint(0x1f000 + i), code));
  for (const [letter, ofLetter] of Object.entries({ F: WINDS, J: DRAGONS }))
    ofLetter.forEach((honour, i) => add(letter + (i + 1), honours[honour]));
  return (text) => {
    const words = listWords(text).filter((word) => word !== OF);
    const [code, ...others] = codes.get(words.join("")) ?? [];
    return others.length ? undefined : code;
  };
}

/**
 * Return the code of the flower card that has a Japanese name, such as 松に鶴; undefined for none.
 *
 * @param {string} text
 * @param {[flower: string, kinds: string][]} months
 */
export function readFlowerWords(text, months) {
  /** @type {{ [kind: string]: string }} */
  const kinds = WORD_TABLE.flowers.kinds;
  /** @type {{ [flower: string]: { name: string, [kind: string]: string } }} */
  const names = WORD_TABLE.flowers.months;
  for (const [i, [flower, ofMonth]] of months.entries()) {
    const { name, ...pictures } = names[flower];
    const flowers = splitNames(name);
    for (const kind of ofMonth) {
      const withPicture = flowers.flatMap((one) =>
        splitNames(pictures[kind]).map((picture) => `${one}に${picture}`),
      );
      const ofKind = [...flowers, `${i + 1}月`].flatMap((one) =>
        splitNames(kinds[kind]).map((word) => `${one}の${word}`),
      );
      if ([...withPicture, ...ofKind].includes(text)) return kind + (i + 1);
    }
  }
  return undefined;
}

/**
 * Return the code of a card that has a name of its own, or of a trump; undefined for others.
 *
 * @param {string} text
 * @param {{ [code: string]: string }} names by code: "Fool, Excuse"
 * @param {string} [trumps] the names of trumps
 */
export function readOwnName(text, names, trumps) {
  const words = listWords(text).join(" ");
  for (const number of range(21, 1)) {
    for (const trump of splitNames(trumps)) {
      if ([`${trump} ${number}`, `${number} ${trump}`].some(isText))
        return `${number}T`;
    }
  }
  return Object.keys(names).find((code) =>
    splitNames(names[code]).some(isText),
  );

  /** @param {string} name */
  function isText(name) {
    return listWords(name).join(" ") === words;
  }
}

/**
 * Return a function from a text to the code of the card of a pack whose rank and suit its words are, in any order.
 *
 * @param {[rank: string, suit: string][]} cards by their letters in codes
 * @param {(letter: string) => string[]} listRankWords
 * @param {(letter: string) => string[]} listSuitWords
 * @returns {(text: string) => string | undefined}
 */
export function openSuitedWords(cards, listRankWords, listSuitWords) {
  /** @type {Map<string, string>} */
  const codes = new Map();
  for (const [rank, suit] of cards) {
    for (const ofRank of listRankWords(rank)) {
      for (const ofSuit of listSuitWords(suit))
        codes.set(sortWords(`${ofRank} ${ofSuit}`), rank + suit);
    }
  }
  return (text) => codes.get(sortWords(text));
}

/** @param {string} text */
const sortWords = (text) =>
  listWords(text)
    .filter((word) => word !== OF)
    .sort()
    .join(" ");
