/** The tickets of a call of bingo: their numbers, which the service draws, their code, and what one of them has won. */
// @ts-check
/** @import { Card, Hand, Part } from "../../deals/cards.mjs" */
/** @import { Child } from "../../shared/elements.mjs" */
import { create } from "../../shared/elements.mjs";
import { fetchJson } from "../../shared/service.mjs";
import { t } from "../../shared/texts.mjs";

/**
 * A cell of a ticket: a number, "free", a letter at the top, or null for a blank.
 * @typedef {number | string | null} Cell
 */

/**
 * A ticket as rows of cells: [["B", "I", "N", "G", "O"], [1, 16, 31, 46, 61], …], or of 90 balls [[null, 12, …], …].
 * @typedef {Cell[][]} Ticket
 */

/**
 * A line of a ticket that can be won; `kind` is row, column or diagonal.
 * @typedef {{ kind: string, cells: Cell[] }} Line
 */

/**
 * A line with the numbers that are `missing`, and `since` which ball it is full: Infinity if it is not.
 * @typedef {Line & { missing: Cell[], since: number }} JudgedLine
 */

/**
 * What a ticket has won: the sentence that `says` it, whether it `isWon`, and the cells of the lines that are full.
 * @typedef {{ says: string, isWon: boolean, fullCells: Set<Cell> }} Judgement
 */

/**
 * Fetches so many tickets of a seed, from a position. The number is a text as typed, which the service may refuse.
 * @typedef {(seed: string, from: number, count: string) => Promise<Ticket[]>} FetchTickets
 */

/**
 * What fetches the tickets, by game.
 * @type {Record<string, FetchTickets>}
 */
const CALLS = { bingo_call: fetchCards, bingo90_call: fetchStrips };
const STRIP = 6; // tickets of a strip, which has each number once
const FREE = "free";
const PRIZES = ["oneLine", "twoLines", "fullHouse"]; // of a ticket for 90 balls

/**
 * Fetch tickets of a game as rows of cells: numbers, null, "free", or the letters at the top.
 * @param {string} game
 * @param {string} seed
 * @param {number} from
 * @param {string} count
 */
export const fetchTickets = (game, seed, from, count) =>
  CALLS[game](seed, from, count);

/**
 * Fetch cards for 75 balls: five columns, with a free cell in the middle.
 * @type {FetchTickets}
 */
async function fetchCards(seed, from, count) {
  /** @type {[{ hands: Hand[][] }, { cards: Card[] }]} */
  const [{ hands }, { cards }] = await Promise.all([
    fetchJson("v1/games/bingo_card/deal/batch", {
      query: { seed, index: from, repeats: count },
    }),
    fetchJson("v1/decks/bingo75"),
  ]);
  return hands.map(([{ parts = [] }]) => toTicket(parts, cards));
}

/**
 * Return a card for 75 balls as rows of cells.
 * @param {Part[]} parts its columns
 * @param {Card[]} cards the balls
 * @returns {Ticket}
 */
function toTicket(parts, cards) {
  /** @type {Cell[][]} */
  const columns = parts.map(({ indices }) =>
    indices.map((index) => cards[index].value),
  );
  columns[2].splice(2, 0, FREE);
  const rows = columns[0].map((_, row) => columns.map((column) => column[row]));
  return [[..."BINGO"], ...rows];
}

/**
 * Fetch tickets for 90 balls, which are drawn as strips.
 * @type {FetchTickets}
 */
async function fetchStrips(seed, from, count) {
  const first = Math.floor(from / STRIP);
  const skipped = from % STRIP;
  const repeats = /^\d+$/.test(count)
    ? Math.ceil((skipped + Number(count)) / STRIP)
    : count;
  /** @type {{ strip: Ticket[][] }} */
  const { strip } = await fetchJson("v1/bingo/strips/batch", {
    query: { seed, index: first, repeats },
  });
  return strip.flat().slice(skipped, skipped + Number(count));
}

/**
 * Return the code of the game whose tickets are drawn by a seed, which it does not tell: "3F2A-91C0" (FNV-1a).
 * @param {string} seed
 */
export function nameGame(seed) {
  let hash = 0x811c9dc5;
  for (const char of seed)
    hash = Math.imul(hash ^ Number(char.codePointAt(0)), 0x01000193);
  return (hash >>> 0)
    .toString(16)
    .toUpperCase()
    .padStart(8, "0")
    .replace(/^.{4}/, "$&-");
}

/**
 * Judge a ticket by the numbers that are called, in the order of the call.
 * @param {Ticket} rows
 * @param {Cell[]} called
 * @returns {Judgement}
 */
export function judgeTicket(rows, called) {
  const isCard = typeof rows[0][0] === "string"; // with letters above five rows
  const lines = isCard ? listLines(rows.slice(1)) : rows.map(toRow);
  const judged = judgeLines(lines, called);
  const fullLines = judged
    .filter(({ missing }) => missing.length === 0)
    .sort((a, b) => a.since - b.since);
  const fullCells = new Set(fullLines.flatMap(({ cells }) => cells));
  if (fullLines.length === 0)
    return { isWon: false, fullCells, says: sayMissing(judged) };
  const says = isCard ? sayCardWon(fullLines) : sayTicketWon(fullLines);
  return { isWon: true, fullCells, says };
}

/**
 * Say what a card for 75 balls has won: its first line, and since which ball.
 * @param {JudgedLine[]} fullLines by when they were full
 */
function sayCardWon([{ kind, since: ball }]) {
  return t(`table.bingo.won.${kind}`, { ball });
}

/**
 * Say what a ticket for 90 balls has won: a prize for all of its full lines, and since which ball.
 * @param {JudgedLine[]} fullLines by when they were full
 */
function sayTicketWon(fullLines) {
  const last = fullLines.length - 1;
  const ball = fullLines[last].since;
  return t(`table.bingo.won.${PRIZES[last]}`, { ball });
}

/**
 * Return lines with what is missing of each, and since when it is full.
 * @param {Line[]} lines
 * @param {Cell[]} called
 * @returns {JudgedLine[]}
 */
function judgeLines(lines, called) {
  const turns = new Map(called.map((number, i) => [number, i + 1]));
  return lines.map(({ kind, cells }) => {
    const numbers = cells.filter((cell) => cell !== FREE);
    return {
      kind,
      cells,
      missing: numbers.filter((cell) => !turns.has(cell)),
      since: Math.max(...numbers.map((cell) => turns.get(cell) ?? Infinity)),
    };
  });
}

/**
 * Say which numbers are missing of the line of which the fewest are.
 * @param {JudgedLine[]} lines
 */
function sayMissing(lines) {
  const [{ missing }] = lines.sort(
    (a, b) => a.missing.length - b.missing.length,
  );
  return t("table.bingo.noLine", {
    count: missing.length,
    numbers: missing.join(", "),
  });
}

/**
 * Return a row of a ticket without its blanks.
 * @param {Cell[]} row
 * @returns {Line}
 */
const toRow = (row) => ({
  kind: "row",
  cells: row.filter((cell) => cell !== null),
});

/**
 * Return the rows, the columns and the diagonals of a card, each with its kind.
 * @param {Ticket} rows
 * @returns {Line[]}
 */
function listLines(rows) {
  const last = rows.length - 1;
  return [
    ...rows.map((cells) => ({ kind: "row", cells })),
    ...rows.map((_, i) => ({
      kind: "column",
      cells: rows.map((row) => row[i]),
    })),
    { kind: "diagonal", cells: rows.map((row, i) => row[i]) },
    { kind: "diagonal", cells: rows.map((row, i) => row[last - i]) },
  ];
}

/**
 * Create a ticket with its caption; `called` are the numbers to mark, and `line` the cells to frame.
 * @param {Ticket} rows
 * @param {Child} caption
 * @param {Set<Cell>} [called]
 * @param {Set<Cell>} [line]
 */
export function renderTicket(
  rows,
  caption,
  called = undefined,
  line = new Set(),
) {
  return create("table.ticket", [
    create("caption", caption),
    create(
      "tbody",
      rows.map((row) =>
        create(
          "tr",
          row.map((cell) => renderCell(cell, called, line)),
        ),
      ),
    ),
  ]);
}

/**
 * @param {Cell} cell
 * @param {Set<Cell> | undefined} called undefined on paper, where not even the free cell is marked
 * @param {Set<Cell>} line
 */
function renderCell(cell, called, line) {
  if (cell === null) return create("td");
  const isFree = cell === FREE;
  if (typeof cell === "string" && !isFree)
    return create("th", { scope: "col" }, cell);
  const isCalled = called !== undefined && (isFree || called.has(cell));
  const names = [
    isFree && "free",
    isCalled && "called",
    line.has(cell) && "line",
  ]
    .filter(Boolean)
    .join(" ");
  return create(
    "td",
    { class: names || undefined },
    isFree ? t("table.bingo.free") : String(cell),
    isCalled && !isFree && create("span.hidden", ` ${t("table.bingo.called")}`),
  );
}
