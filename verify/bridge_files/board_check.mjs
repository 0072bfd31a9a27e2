/**
 * Files of bridge boards, PBN or LIN, whose boards have their seed: each is dealt again, as docs/definitions/decks.md
 * says, and compared.
 */
// @ts-check
import { Refused, checkObject } from "../core/validation.mjs";
import { computeResult } from "../responses/results.mjs";
import { parseBoardFile } from "./board_files.mjs";
import { dealerOf, formatHand, listRanks, vulnerableOf } from "./boards.mjs";

/**
 * @import { CheckResult, Difference, JsonObject } from "../core/validation.mjs"
 * @import { Board, WrittenHands } from "./boards.mjs"
 */

const MAX_BOARDS = 5000;

/**
 * Return the hands of a deal of bridge, written as in PBN.
 *
 * @param {JsonObject} request the seed, the index and the board
 * @returns {Promise<WrittenHands>}
 */
async function dealBridge(request) {
  /** @type {unknown} */
  const result = await computeResult({
    path: "/v1/games/bridge/deal",
    ...request,
  });
  const { hands } =
    /** @type {{ hands: { seat: string, cards: string[] }[] }} */ (result);
  /** @type {WrittenHands} */
  const bySeat = {};
  for (const { seat, cards } of hands)
    bySeat[seat] = formatHand(listRanks(cards)) ?? "";
  return bySeat;
}

/**
 * Return the first difference of a board from the deal of its seed and index, or undefined.
 *
 * @param {Board & { number: number }} board
 * @returns {Promise<Difference | undefined>}
 */
async function compareBoard(board) {
  const { number, seed, index, dealtAs = number, deal } = board;
  const dealtHands = await dealBridge({
    seed,
    index,
    board: dealtAs,
  });
  const dealer = dealerOf(number);
  const vulnerable = vulnerableOf(number);
  /** @type {[name: string, expected: string, seen: string][]} */
  const values = [
    ["Dealer", dealer, board.dealer ?? dealer],
    ["Vulnerable", vulnerable, board.vulnerable ?? vulnerable],
  ];
  for (const [name, hand] of Object.entries(dealtHands))
    values.push([name, hand, board.hands?.[name] ?? deal]);
  const different = values.find(([, expected, seen]) => seen !== expected);
  if (different === undefined) return undefined;
  const [name, expected, seen] = different;
  return {
    where: `board ${number}, ${name}`,
    expected,
    seen,
    detail: `board ${number} of the file is not the one of its seed at index ${index}`,
  };
}

/**
 * Return the boards of a file that have a seed or not. Throw `Refused` for a text that is no such file.
 *
 * @param {string} text
 */
function openBoardFile(text) {
  const boards = parseBoardFile(text);
  if (boards.length === 0)
    throw new Refused("the file", "no deal of a PBN or a LIN file is in it");
  if (boards.length > MAX_BOARDS)
    throw new Refused(
      "the file",
      `at most ${MAX_BOARDS} boards are checked at once`,
    );
  return boards;
}

/**
 * Return the reasons why boards cannot be dealt again, by name; no reason that no board has.
 *
 * @param {number} boardCount how many boards there are
 * @param {number} seeded how many of them have a seed
 * @param {number} numbered how many of these have a number
 */
function listUncheckedBoards(boardCount, seeded, numbered) {
  /** @type {{ [name: string]: string }} */
  const unchecked = {};
  if (boardCount > seeded)
    unchecked.seeds = `${boardCount - seeded} of ${boardCount} boards are without a seed`;
  if (seeded > numbered)
    unchecked.numbers = `${seeded - numbered} of ${boardCount} boards are without a number, which decides who gets the first card`;
  return unchecked;
}

/**
 * @param {Board} board
 * @returns {board is Board & { number: number }}
 */
const hasNumber = (board) => board.number !== undefined;

/**
 * Return the result of the check of a file, as `check` of check.mjs does. Throw `Refused` for a text that is no such
 * file, and for one of which no board has a seed.
 *
 * @param {{ file: string } & JsonObject} members with no other member than `file`, its text
 * @returns {Promise<CheckResult>}
 */
export async function checkBoardFile({ file: text, ...otherMembers }) {
  checkObject("", otherMembers, []);
  const boards = openBoardFile(text);
  const seeded = boards.filter(({ seed }) => seed !== undefined);
  if (seeded.length === 0)
    throw new Refused(
      "the file",
      "no board of it has its seed, so that none can be dealt again; files have it that were requested with include_seed",
    );
  const numbered = seeded.filter(hasNumber);
  for (const board of numbered) {
    const difference = await compareBoard(board);
    if (difference) return { valid: false, difference };
  }
  const seeds = [...new Set(seeded.map(({ seed }) => JSON.stringify(seed)))];
  const notes = [
    `the boards are those of the seed ${seeds.slice(0, 10).join(", ")}: compare it with the one that was announced`,
  ];
  const unchecked = listUncheckedBoards(
    boards.length,
    seeded.length,
    numbered.length,
  );
  return Object.keys(unchecked).length === 0
    ? { valid: true, notes }
    : {
        valid: null,
        unchecked,
        notes,
      };
}
