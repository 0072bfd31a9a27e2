/**
 * The text of a bridge deal in a request, given.deal: the board that it tells of, and its known hands.
 *
 * It may be a PBN, LIN or RBN file, a link to BBO's handviewer, deals in PBN that stand alone, hands after their seats,
 * or a hand record. The first form that finds a board is taken.
 */
// @ts-check
import { Refused, isEmpty } from "../core/validation.mjs";
import { parseLin, parsePbn } from "./board_files.mjs";
import {
  dealerOf,
  hasLetterOrDigit,
  refusedDeal,
  toNumber,
  vulnerableOf,
} from "./boards.mjs";
import { parseRecord } from "./hand_records.mjs";
import { readHands } from "./known_hands.mjs";
import { parseRbn } from "./rbn.mjs";
import { parseSeatedHands } from "./seated_hands.mjs";

/**
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { Board } from "./boards.mjs"
 * @import { KnownHands } from "./known_hands.mjs"
 */

/** How many characters a text may have. */
const MAX_TEXT = 100_000;

/** How many boards a text may have. */
const MAX_BOARDS = 1000;

/** How many names of tags are listed that were not read. */
const MAX_NAMES = 20;

/**
 * Return the boards of a link to BBO's handviewer: LIN in `lin`, or the hands in `n`, `e`, `s` and `w`.
 *
 * @param {string} query `"n=SAK&e=…&b=3"`
 * @returns {Board[]}
 */
function parseLink(query) {
  /** @type {{ [name: string]: string }} */
  const parameters = Object.create(null); // no name has a value before
  for (const [name, value] of new URLSearchParams(query))
    if (value !== "") parameters[name.toLowerCase()] = value;
  const { lin, n = "", e = "", s = "", w = "", b = "", ...tags } = parameters;
  if (lin !== undefined) return parseLin(lin);
  if (n + e + s + w === "") return [];
  const deal = [s, w, n, e].join(","); // as LIN has it
  return [{ tags: { md: "", ...tags }, number: toNumber(b), deal }];
}

/** A line that begins with a seat and a hand, as "N:AKQ.T9..5432 …" or "N:- …" does, and has no second colon. */
const BARE_DEAL =
  /^[ \t]{0,9}([NESWnesw]:[ \t]{0,9}(?:-[ \t]|[^\s.]{0,40}\.)[^\r\n:]*)(?=[\r\n]|(?![^]))/gm;

/**
 * Return the boards of deals in PBN that stand alone in their lines, without a tag.
 *
 * @param {string} text
 * @returns {Board[]}
 */
function parseBareDeals(text) {
  const deals = text.matchAll(BARE_DEAL);
  return Array.from(deals, ([, deal]) => ({ tags: {}, deal }));
}

/** The forms of a text, in the order in which they are tried. */
const PARSERS = [
  parsePbn,
  parseLin,
  parseRbn,
  parseBareDeals,
  parseSeatedHands,
  parseRecord,
];

/**
 * Return the boards of the first form in which a text has any; none if it has none in all forms.
 *
 * @param {string} text
 */
function parseText(text) {
  for (const parse of PARSERS) {
    const boards = parse(text);
    if (boards.length > 0) return boards;
  }
  return [];
}

/**
 * Return the boards that a text, or the address of a link, tells of in any of the forms that are known here. Throw
 * `Refused` for a text without a deal.
 *
 * @param {string} text
 */
function parseKnownBoards(text) {
  if ([...text].length > MAX_TEXT)
    throw refusedDeal(`at most ${MAX_TEXT} characters were expected`);
  const plain = text.replace(/^\uFEFF/, "").trim();
  const query = /^https?:\/\/[^\s?]*\?([^]*)$/.exec(plain)?.[1];
  const boards = query === undefined ? parseText(plain) : parseLink(query);
  if (boards.length === 0)
    throw refusedDeal(
      "no deal is in it; a deal in PBN, a PBN, LIN or RBN file, hands after their seats, a hand record or a link to BBO's handviewer was expected",
    );
  if (boards.length > MAX_BOARDS)
    throw refusedDeal(`at most ${MAX_BOARDS} boards were expected`);
  return boards;
}

/**
 * Return the board of that number, or the only deal; boards without a number are counted from 1.
 *
 * @param {Board[]} boards
 * @param {number} [number]
 */
function selectBoard(boards, number) {
  const numbers = boards.map(
    (board, i) => board.number ?? (boards.length > 1 ? i + 1 : number),
  );
  const selected = boards.filter(
    (_, i) => number === undefined || numbers[i] === number,
  );
  if (new Set(selected.map(({ deal }) => deal)).size === 1) return selected[0];
  const firstNumbers = [...new Set(numbers)].slice(0, 10).join(", ");
  throw refusedDeal(
    `one deal was expected, or a board of it; it has the boards ${firstNumbers}`,
  );
}

/**
 * Return the names of the tags of a board that say anything and do not count. The dealer and who is vulnerable are read
 * where they are those of the number.
 *
 * @param {Board} board
 * @param {number} [number] of the board
 */
function listUnreadTags({ dealer, vulnerable, tags }, number) {
  const read = ["board", "deal", "qx", "md", "ah", "b", "h"];
  if (number) {
    if (dealer === dealerOf(number)) read.push("dealer");
    if ([undefined, vulnerableOf(number)].includes(vulnerable))
      read.push("vulnerable", "sv");
  }
  return Object.entries({ ...tags, dealer })
    .filter(([name, value]) => !read.includes(name) && hasLetterOrDigit(value))
    .map(([name]) => name);
}

/**
 * Return the known `hands` that a text tells of the board `number`, or of its only deal, as codes by seat; the `number`
 * that the text has; and `notRead`, the tags and boards that do not count. Throw `Refused` for a text without a deal,
 * and for hands that cannot be.
 *
 * @param {string} text
 * @param {number} [number]
 * @returns {{ hands: KnownHands, number?: number, notRead: string[] }}
 */
export function readKnownDeal(text, number) {
  const boards = parseKnownBoards(text);
  const board = selectBoard(boards, number);
  const names = listUnreadTags(board, board.number ?? number);
  const notRead = names
    .filter((name) => /^[A-Za-z][\w ]{0,39}$/.test(name))
    .slice(0, MAX_NAMES);
  if (names.length > notRead.length)
    notRead.push(`${names.length - notRead.length} others`);
  const otherCount = boards.filter(({ deal }) => deal !== board.deal).length;
  if (otherCount > 0)
    notRead.push(`${otherCount} other board${otherCount > 1 ? "s" : ""}`);
  return {
    hands: readHands(board),
    number: board.number,
    notRead,
  };
}

/**
 * Return a request for a deal with the hands and the board that its text given.deal tells in place of the text.
 *
 * @param {{ given: JsonObject, board?: number } & JsonObject} request
 * @returns {JsonObject}
 */
export function readGivenDeal({ given: { deal, ...givenPlaces }, ...request }) {
  if (
    typeof deal !== "string" ||
    !Object.values(givenPlaces).every((places) => isEmpty(places ?? {}))
  )
    throw new Refused(
      "given.deal",
      "a text without hands and piles beside it was expected",
    );
  const { hands, number } = readKnownDeal(deal, request.board);
  return {
    ...request,
    given: { hands },
    ...(number !== undefined && { board: number }),
  };
}
