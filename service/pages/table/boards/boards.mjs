/** The boards that a search has found: a button for each, how rare they are, the file of them, and how to go on. */
// @ts-check
/** @import { Deal, Game, Shoe } from "../../deals/cards.mjs" */
/** @import { DealRequest } from "../../deals/request.mjs" */
/** @import { TableState } from "../../deals/state.mjs" */
import { $, $$, create } from "../../shared/elements.mjs";
import { fetchLines } from "../../shared/service.mjs";
import { readStored, store } from "../../shared/storage.mjs";
import { formatNumber, joinNames, t } from "../../shared/texts.mjs";
import { askToGoOn } from "../form/agree.mjs";
import { fetchGame, fetchShoe } from "../../deals/cards.mjs";
import {
  getCatalogue,
  getDeck,
  listPackOptions,
} from "../../deals/catalogue.mjs";

// The seed of boards that lie face down, and the positions of those that were opened here.
const OPENED = "opened-boards";
// Deals to look at, from the default to the usual limit.
const STEPS = [100_000, 1_000_000, 2_000_000];

/**
 * A board of bridge as it is printed: its number, who deals, and which sides are vulnerable: "None", "NS", "EW" or
 * "All".
 * @typedef {{ board: number, dealer: string, vulnerable: string, index?: number | string }} NumberedBoard
 */

/**
 * What a search says at its end. If there was a condition it counts the deals that were looked at, and says whether it
 * stopped before the number of boards was found.
 * @typedef {object} Summary
 * @property {number} [candidates]
 * @property {boolean} [complete]
 * @property {number | string} [next] the index from which it can go on
 * @property {number} [max_candidates]
 */

/**
 * A search: the request of the boards, with the game and the shoe.
 * @typedef {{ request: DealRequest, game: Game, shoe: Shoe }} Search
 */

/**
 * The page around the boards: `show` shows a state of the table, `deal` deals a request, `keepBoards` gets all boards
 * when they are there, with a sentence on them.
 * @typedef {object} BoardsPage
 * @property {(current: TableState) => void} show
 * @property {(request: DealRequest) => unknown} deal
 * @property {(boards: Deal[], status: string) => void} keepBoards
 */

/**
 * Return the number of a board in a file, its dealer and its vulnerability (Laws of Duplicate Bridge 2017, Law 2); with
 * the index if a condition found the board.
 * @param {Deal} response
 * @returns {NumberedBoard}
 */
export function numberBoard(response) {
  const { file_board: number, index, matches = [index] } = response;
  if (number === undefined) {
    const { board = 0, dealer = "", vulnerable = "" } = response;
    return { board, dealer, vulnerable };
  }
  const offset = number - 1;
  const sides = ["None", "NS", "EW", "All"];
  return {
    board: number,
    dealer: "NESW"[offset % 4],
    vulnerable: sides[(offset + Math.floor(offset / 4)) % 4],
    index: matches[0],
  };
}

/** The positions of boards that lay face down and were opened one by one, by this browser. */
class OpenedBoards {
  #seed;
  #positions;

  /** @param {string | undefined} seed of the boards */
  constructor(seed) {
    /** @type {{ seed?: string, positions: number[] } | undefined} */
    const stored = readStored(OPENED);
    const isSame = seed !== undefined && stored?.seed === seed;
    this.#seed = seed;
    this.#positions = new Set(isSame ? stored?.positions : []);
  }

  /**
   * Keep that a board was opened.
   * @param {number} position
   */
  add(position) {
    this.#positions.add(position);
    store(OPENED, { seed: this.#seed, positions: [...this.#positions] });
  }

  /**
   * Return the positions in their order, of so many boards.
   * @param {number} count
   */
  list(count) {
    return [...this.#positions]
      .filter((position) => position < count)
      .sort((a, b) => a - b);
  }
}

export class Boards {
  #page;
  #list = $("#found ol");
  #count = $("#found-count");
  /** @type {Deal[]} */
  #foundBoards = []; // as the service returned them
  /** @type {DealRequest | undefined} */
  #more; // the request that goes on
  /** @type {Search | undefined} */
  #search;
  #opened = new OpenedBoards(undefined);

  /** @param {BoardsPage} page */
  constructor(page) {
    this.#page = page;
    $("#more").addEventListener("click", () => {
      if (this.#more) page.deal(this.#more);
    });
  }

  /**
   * Request boards. Return the function that shows them as they are found.
   * @param {DealRequest} request
   * @param {AbortSignal} signal
   */
  async request(request, signal) {
    const { path, body } = request.prepare(getCatalogue().fields);
    const packOptions = listPackOptions();
    const packs = Object.fromEntries(
      packOptions.map((name) => [name, request.get(name)]),
    );
    const [lines, game, shoe] = await Promise.all([
      fetchLines(path, { body, signal }),
      fetchGame(request, packOptions, signal),
      fetchShoe({ deck: getDeck(request), ...packs }, packOptions),
    ]);
    return () => this.#showLines({ request, game, shoe }, lines);
  }

  /**
   * Show boards as they come: lines of which the last is the summary, if there was a condition.
   * @param {Search} search
   * @param {AsyncIterable<Deal & Summary>} lines
   */
  async #showLines(search, lines) {
    this.#start(search);
    /** @type {Summary | undefined} */
    let summary;
    for await (const line of lines)
      if (line.hands) this.#add(line);
      else summary = line;
    this.#finish(summary);
    const status = this.#count.textContent;
    if (!this.#foundBoards.length)
      return this.#show({ hands: [], piles: [], ...summary });
    if (this.#isClosed) this.#cover(status);
    return this.#page.keepBoards(this.#foundBoards, this.#count.textContent);
  }

  hide() {
    this.#foundBoards = [];
    $("#found").hidden = true;
  }

  /**
   * Note the event and the date of the boards in their request.
   * @param {DealRequest} request
   */
  note(request) {
    if (this.#search) this.#search.request = request;
  }

  /** Whether the boards lie face down until they are opened one by one. */
  get #isClosed() {
    return this.#search?.request.get("closed") !== undefined;
  }

  /**
   * @param {Deal} response
   * @param {{ view?: HTMLElement, status?: string }} [options]
   */
  #show(response, { view, status = this.#count.textContent } = {}) {
    if (this.#search)
      this.#page.show({ ...this.#search, response, status, view });
  }

  /**
   * Show in place of cards that boards lie face down, or one of them, with a button that opens it.
   * @param {string} status
   * @param {HTMLElement} [open] the button
   */
  #cover(status, open) {
    const openAll = async () => {
      const isAgreed = await askToGoOn(
        t("table.ask.openBoards"),
        t("table.boards.openAll"),
      );
      if (isAgreed && this.#search)
        this.#page.deal(this.#search.request.with({ closed: undefined }));
    };
    const view = create("div.cover", [
      create("p", t("table.boards.howClosed")),
      create("p", t("table.boards.files")),
      create(
        "p.buttons",
        open,
        create("button", { onclick: openAll }, t("table.boards.openAll")),
      ),
    ]);
    this.#show({ hands: [], piles: [] }, { view, status });
  }

  /**
   * Begin an empty list.
   * @param {Search} search
   */
  #start(search) {
    this.#opened = new OpenedBoards(search.request.get("seed"));
    this.#search = search;
    this.#foundBoards = [];
    this.#list.replaceChildren();
    this.#count.textContent = t("table.boards.looking");
    $("#more").hidden = true;
    $("#found").hidden = false;
  }

  /**
   * Add a board, and show it if it is the first.
   * @param {Deal} board
   */
  #add(board) {
    const position = this.#foundBoards.push(board) - 1;
    const number = this.#numberOf(position);
    const label =
      board.index === undefined
        ? t("table.boards.number", { number })
        : t("table.boards.numberIndex", { number, index: String(board.index) });
    const button = create(
      "button",
      { "aria-label": label, "aria-pressed": "false" },
      `${number}`,
    );
    button.addEventListener("click", () => this.#select(position));
    this.#list.append(create("li", button));
    if (position === 0 && !this.#isClosed) this.#select(0);
  }

  /** @param {number} position */
  #select(position) {
    $$("li > button", this.#list).forEach((button, i) =>
      button.setAttribute("aria-pressed", String(i === position)),
    );
    if (!this.#isClosed) return this.#show(this.#foundBoards[position]);
    const number = this.#numberOf(position);
    const open = create(
      "button.primary",
      { onclick: () => this.#open(position) },
      t("table.boards.open", { number }),
    );
    return this.#cover(t("table.boards.isClosed", { number }), open);
  }

  /** @param {number} position */
  #numberOf(position) {
    return numberBoard(this.#foundBoards[position]).board || position + 1;
  }

  /**
   * Show a board that lay face down, and note that it was seen.
   * @param {number} position
   */
  #open(position) {
    this.#opened.add(position);
    this.#sayClosed();
    this.#show(this.#foundBoards[position]);
  }

  /** Say how many boards lie face down on this screen, and which of them were opened. */
  #sayClosed() {
    const count = this.#foundBoards.length;
    const numbers = this.#opened
      .list(count)
      .map((position) => String(this.#numberOf(position)));
    const opened = numbers.length
      ? t("table.boards.opened", { boards: joinNames(numbers) })
      : "";
    this.#count.textContent =
      `${t("table.boards.readyClosed", { count })} ${opened}`.trim();
  }

  /**
   * End the list with the summary of a search, if there was a condition.
   * @param {Summary} [summary]
   */
  #finish(summary = {}) {
    const { candidates, complete = true } = summary;
    if (this.#isClosed && candidates === undefined) this.#sayClosed();
    else
      this.#count.textContent = describeFinding(
        this.#foundBoards.length,
        candidates,
        complete,
      );
    this.#more = undefined;
    $("#more").hidden = complete;
    if (complete || !this.#search) return;
    const { request, label } = goOn(this.#search.request, summary);
    this.#more = request;
    $("#more").textContent = label;
  }
}

/**
 * Return the request that searches more deals, or the next deals, and the label of its button.
 * @param {DealRequest} request
 * @param {Summary} summary
 */
function goOn(request, { max_candidates: limit = Infinity, next }) {
  const more = STEPS.find((step) => step > limit);
  if (more)
    return {
      request: request.with({ max_candidates: String(more) }),
      label: t("table.boards.lookAt", { count: more }),
    };
  if (next === undefined) return { request, label: t("table.boards.others") };
  return {
    request: request.with({ index: String(next) }),
    label: t("table.boards.goOn", { index: String(next) }),
  };
}

/**
 * Say how many boards were found, and among how many deals if there was a condition.
 * @param {number} count of the boards
 * @param {number | undefined} candidates
 * @param {boolean} isComplete
 */
function describeFinding(count, candidates, isComplete) {
  if (candidates === undefined) return t("table.boards.ready", { count });
  if (!count) return t("table.boards.none", { count: candidates });
  const odds = candidates / count;
  const values = {
    boards: t("table.boards.found", { count }),
    count: candidates,
    odds: formatNumber(odds, { maximumSignificantDigits: odds < 100 ? 2 : 3 }),
  };
  return t(
    isComplete ? "table.boards.among" : "table.boards.onlyAmong",
    values,
  );
}
