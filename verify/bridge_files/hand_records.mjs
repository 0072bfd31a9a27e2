/**
 * Hand records: deals as people print them, the suits of each hand below its seat or around a table.
 *
 * A line is searched for suits, seats and numbers of boards; all else in it is left out. Spades begin a hand, so that
 * "S AKQ S 432" are two hands beside each other.
 */
// @ts-check
import {
  SEATS,
  SEAT_WORDS,
  SUITS,
  beginBoard,
  formatHand,
  listRanks,
  refusedDeal,
  seatOf,
} from "./boards.mjs";

/** @import { Board } from "./boards.mjs" */

/**
 * A row of hands in a hand record, each with the ranks of the suits that were read:
 * `{ seat: "N", suits: { S: "AK" } }`.
 *
 * @typedef {{ seat?: string, suits: { [suit: string]: string } }[]} RecordRow
 */

/** How many characters of a line are read. */
const MAX_LINE = 1000;

/** The signs of the suits, black and white, each four in the order of SUITS. */
const SIGNS = "♠♥♦♣♤♡♢♧";

/** The words for seats, but for single letters, each as "north", "NORTH" and "North". */
const SEAT_FORMS = Object.values(SEAT_WORDS)
  .join(" ")
  .split(" ")
  .filter((word) => word.length > 1)
  .flatMap((word) => [
    word,
    word.toUpperCase(),
    word[0].toUpperCase() + word.slice(1),
  ])
  .join("|");

/** Parts of the expressions below. */
const RANK = "(?:10|[2-9TJQKAXtjqkax])";

const WORD_BEGINS = "(?<![\\p{L}\\p{N}])";

const WORD_ENDS = "(?![\\p{L}\\p{N}])";

const BLANKS = "[ \\t]{0,9}";

/** The ranks of a suit in a hand, such as "AKQ" or "10 9"; a dash for none. */
const HOLDING = `(?:${RANK}(?:[ \\t]?${RANK}){0,25}|[-–—]{1,9})${WORD_ENDS}`;

/** A suit by its sign, but not that of a bid such as 1♠, perhaps with the ranks in it. */
const SIGN = `(?<!${WORD_BEGINS}[1-7])(?<sign>[${SIGNS}])[\\ufe0e\\ufe0f]?`;

const SUIT_SIGN = `${SIGN}:?${BLANKS}(?<ranksOfSign>${HOLDING})?`;

/** A suit by its letter, with the ranks in it: "S: AKQ", "S AKQ". */
const LETTER = `${WORD_BEGINS}(?<letter>[SHDC])`;

const SUIT_LETTER = `${LETTER}(?::${BLANKS}|[ \\t]{1,9})(?<ranksOfLetter>${HOLDING})`;

const BOARD_NUMBER =
  "(?<![\\p{L}\\p{N}_])[Bb]oard[^\\p{L}\\p{N}_]{0,3}(?<number>[0-9]{1,9})(?![0-9])";

const SEAT = `${WORD_BEGINS}(?<word>[NESW](?=${BLANKS}(?::|$))|${SEAT_FORMS})${WORD_ENDS}`;

/** What a line of a hand record can have. */
const RECORD = new RegExp(
  [SUIT_SIGN, SUIT_LETTER, BOARD_NUMBER, SEAT].join("|"),
  "gu",
);

/** A line of all codes of a deal, in the order of the seats: "AS KS … 2C". */
const CODES_LINE =
  /^(?:(?:10|[2-9TJQKA])[SHDC][ \t]){51}(?:10|[2-9TJQKA])[SHDC]\s{0,9}$/;

/**
 * Return the deal of a line of 52 codes, thirteen for each seat.
 *
 * @param {string} line
 * @returns {string} in PBN: `"N:AKQ.T9..5432 …"`
 */
function readCodes(line) {
  const codes = line.trim().replaceAll("10", "T").split(/\s+/);
  const hands = [0, 13, 26, 39].map((start) =>
    formatHand(listRanks(codes.slice(start, start + 13))),
  );
  return `N:${hands.join(" ")}`;
}

/**
 * Return the deal of the rows of a hand record: hands below their seats, or one, two and one as at a table.
 *
 * @param {RecordRow[]} rows
 * @returns {string} in PBN
 */
function joinRows(rows) {
  const isTable = rows.map((row) => row.length).join() === "1,2,1";
  const hands = rows
    .flat()
    .map((hand, i) => ({ ...hand, seat: isTable ? "NWES"[i] : hand.seat }));
  if (
    new Set(hands.map((hand) => hand.seat)).size < hands.length ||
    hands.some((hand) => hand.seat === undefined)
  )
    throw refusedDeal("the seats of its hands are not all there, once each");
  const texts = [...SEATS].map((seat) => {
    const suits = hands.find((hand) => hand.seat === seat)?.suits;
    return [...SUITS].map((suit) => suits?.[suit] ?? "").join(".");
  });
  return `N:${texts.join(" ")}`;
}

/**
 * Return the counts of a line in which no suit was read yet.
 *
 * @returns {{ [suit: string]: number }}
 */
const countNoSuit = () => ({ S: 0, H: 0, D: 0, C: 0 });

/** The reader of a hand record, line by line: suits of each hand, spades first, below its seat or as at a table. */
class RecordReader {
  /** @type {Board[]} */
  boards = [];
  board = beginBoard();
  /** @type {RecordRow[]} */
  rows = [];
  /**
   * The seat that was read last, for the hand that begins next.
   *
   * @type {string | undefined}
   */
  seat;
  /** How many hands of this board have had each suit in the line that is read. */
  #suitCounts = countNoSuit();

  /** End a board: its deal is that of the rows; the number goes on until there is another one. */
  close() {
    this.boards.push({ ...this.board, deal: joinRows(this.rows) });
    this.board = { ...beginBoard(), number: this.board.number };
    this.rows = [];
  }

  /**
   * Read a line: suits, seats and numbers of boards. Throw `Refused` for a suit without a hand.
   *
   * "S AKQ  S 432" begins a row of two hands, with AKQ and with 432 of spades.
   *
   * @param {string} line
   */
  readLine(line) {
    const characters = [...line];
    const start = characters.slice(0, MAX_LINE).join("");
    const rest = characters.slice(MAX_LINE).join("");
    const leftOver = start.replace(RECORD, "") + rest;
    this.board.tags["other text"] =
      (this.board.tags["other text"] ?? "") + leftOver;
    this.#suitCounts = countNoSuit();
    for (const { groups = {} } of start.matchAll(RECORD))
      this.#readPart(groups, line);
  }

  /**
   * Read a part of a line: a suit with its ranks, a seat, or the number of a board, which ends the board before.
   *
   * @param {{ [group: string]: string | undefined }} groups of RECORD
   * @param {string} line
   */
  #readPart({ sign, ranksOfSign, letter, ranksOfLetter, number, word }, line) {
    const suit = sign ? SUITS[SIGNS.indexOf(sign) % 4] : letter;
    const beginsRow = suit === "S" && this.#suitCounts.S === 0;
    if ((number || beginsRow) && this.rows.flat().length >= 4) {
      this.close();
      this.#suitCounts = countNoSuit();
    }
    if (number) this.board.number = Number(number) || undefined;
    if (word) this.seat = seatOf(word);
    if (!suit) return;
    if (beginsRow) this.rows.push([]);
    const suits = this.#findHand(suit, this.#suitCounts[suit]);
    this.#suitCounts[suit] += 1;
    if (suits === undefined || suit in suits)
      throw refusedDeal(
        `${JSON.stringify(line.trim().slice(0, 60))} has a suit that belongs to no hand; each hand begins with spades`,
      );
    const ranks = ranksOfSign ?? ranksOfLetter ?? "";
    suits[suit] = ranks.replace(/[ \t–—-]/g, "");
  }

  /**
   * Return the suits of the hand to which a suit belongs, undefined if there is none; spades begin a hand.
   *
   * @param {string} suit
   * @param {number} place of the hand in its row, from 0
   */
  #findHand(suit, place) {
    const row = this.rows.at(-1);
    if (suit === "S") {
      row?.push({ seat: this.seat, suits: {} });
      this.seat = undefined;
    }
    return row?.[place]?.suits;
  }
}

/**
 * Return the boards of a hand record: all codes of a deal in a line, or the suits of each hand, spades first, below its
 * seat or as at a table.
 *
 * @param {string} text
 * @returns {Board[]}
 */
export function parseRecord(text) {
  const reader = new RecordReader();
  for (const line of text.split(/[\r\n]+/)) {
    if (CODES_LINE.test(line))
      reader.boards.push({ tags: {}, deal: readCodes(line) });
    else reader.readLine(line);
  }
  if (reader.rows.length) reader.close();
  return reader.boards;
}
