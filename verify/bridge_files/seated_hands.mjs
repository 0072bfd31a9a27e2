/**
 * Hands as PBN writes them, after their seats, in the output of other programs: one hand after each seat, as in
 * "n AKQ.JT9.876.5432 e …" of dealer, or four after the first one, as in `PBN 0 0 4 0 "N:…"` of dds.
 */
// @ts-check
import {
  CLOCKWISE,
  SEATS,
  SEAT_WORDS,
  refusedDeal,
  seatOf,
} from "./boards.mjs";

/** @import { Board, WrittenHands } from "./boards.mjs" */

/** Parts of the expressions below. */
const RANKS = "(?:10|[2-9TJQKA]){0,13}";

const KNOWN_HAND = `${RANKS}(?:\\.${RANKS}){3}`;

const HAND = `(?:${KNOWN_HAND}|-)`;

const BEGINS = "(?<![\\p{L}\\p{N}_.])";

const ENDS = "(?![\\p{L}\\p{N}_.])";

const SEAT = Object.values(SEAT_WORDS)
  .join(" ")
  .split(" ")
  .sort((a, b) => b.length - a.length)
  .join("|");

/** A seat with its hand, or with four. */
const SEATED_HANDS = new RegExp(
  `${BEGINS}(${SEAT})[\\s:="']{1,6}(${HAND}(?: ${HAND}){3}|${KNOWN_HAND})${ENDS}`,
  "giu",
);

/** A hand, or a word that may be one with a wrong rank, but no word with an ellipsis. */
const STRAY_HAND = new RegExp(
  `${BEGINS}(?:${KNOWN_HAND}|[^\\s.:"']{0,40}(?:\\.[^\\s.:"']{0,40}){3}(?<!\\.\\.\\.))${ENDS}`,
  "iu",
);

/**
 * Return the boards of a text in which hands follow their seats; a seat that a board already has begins the next board.
 * Throw `Refused` if what is left over may be a hand.
 *
 * @param {string} text
 * @returns {Board[]}
 */
export function parseSeatedHands(text) {
  const matches = [...text.matchAll(SEATED_HANDS)];
  if (matches.length === 0) return [];
  const leftOver = text.replace(SEATED_HANDS, "");
  const stray = STRAY_HAND.exec(leftOver)?.[0];
  if (stray !== undefined)
    throw refusedDeal(
      `${JSON.stringify(stray.slice(0, 60))} is no hand after its seat`,
    );
  /** @type {WrittenHands[]} */
  const boards = [{}];
  for (const [, word, texts] of matches) {
    const seats = CLOCKWISE[seatOf(word) ?? ""];
    const entries = texts.split(" ").map((hand, i) => [seats[i], hand]);
    if (entries.some(([seat]) => seat in boards[boards.length - 1]))
      boards.push({});
    Object.assign(boards[boards.length - 1], Object.fromEntries(entries));
  }
  return boards.map((hands) => ({
    tags: { "other text": leftOver },
    deal: `N:${[...SEATS].map((seat) => hands[seat] ?? "-").join(" ")}`,
  }));
}
