/** The boards that a search has found: a button for each, how rare they are, the file of them, and how to go on. */
import { $, create, readStored, store } from "../shared/page.mjs";
import { formatNumber, joinNames, t } from "../shared/texts.mjs";

const OPENED = "opened-boards"; // the seed of boards that lie face down, and the positions of those that were opened here
const STEPS = [100_000, 1_000_000, 2_000_000]; // deals to look at, from the default to the usual limit

/**
 * Return the number of a board in a file, its dealer and its vulnerability (Laws of Duplicate Bridge 2017, Law 2); with
 * the index if a condition found the board.
 */
export function numberBoard({ board, dealer, vulnerable, file_board: number, index, matches = [index] }) {
  if (number === undefined) return { board, dealer, vulnerable };
  const offset = number - 1;
  return {
    board: number,
    dealer: "NESW"[offset % 4],
    vulnerable: ["None", "NS", "EW", "All"][(offset + Math.floor(offset / 4)) % 4],
    index: matches[0],
  };
}

export class Boards {
  #show;
  #list = $("#found ol");
  all = []; // as the service returned them
  #more; // the `request` that goes on, and its `label`
  #cover;
  #isClosed = false;
  #seed; // of the boards
  #opened = new Set(); // the positions of boards that were opened one by one

  /**
   * `show` is called with a board, `cover` with the number of a board that is face down and a function that opens it, `search`
   * with a request.
   */
  constructor({ show, cover, search }) {
    this.#show = show;
    this.#cover = cover;
    $("#more").addEventListener("click", () => search(this.#more.request));
  }

  /** The number of boards, in a sentence. */
  get status() {
    return $("#found-count").textContent;
  }

  hide() {
    this.all = [];
    $("#found").hidden = true;
  }

  /** Begin an empty list; boards that are closed lie face down until they are opened one by one. */
  start(isClosed, seed) {
    const stored = readStored(OPENED);
    this.#opened = new Set(seed !== undefined && stored?.seed === seed ? stored.positions : []);
    this.#seed = seed;
    this.#isClosed = isClosed;
    this.all = [];
    this.#list.replaceChildren();
    $("#found-count").textContent = t("table.boards.looking");
    $("#more").hidden = true;
    $("#found").hidden = false;
  }

  /** Add a board, and show it if it is the first. */
  add(board) {
    const count = this.all.push(board);
    const number = numberBoard(board).board ?? count;
    const isFound = board.index !== undefined;
    const label = isFound ? t("table.boards.numberIndex", { number, index: String(board.index) }) : t("table.boards.number", { number });
    const button = create("button", { "aria-label": label, "aria-pressed": "false" }, `${number}`);
    button.addEventListener("click", () => this.#select(count - 1));
    this.#list.append(create("li", button));
    if (count === 1 && !this.#isClosed) this.#select(0);
  }

  #select(position) {
    [...this.#list.children].forEach(({ firstChild }, i) => firstChild.setAttribute("aria-pressed", String(i === position)));
    const board = this.all[position];
    if (this.#isClosed) this.#cover(this.#numberOf(position), () => this.#open(position));
    else this.#show(board);
  }

  #numberOf(position) {
    return numberBoard(this.all[position]).board ?? position + 1;
  }

  /** Show a board that lay face down, and note that it was seen. */
  #open(position) {
    this.#opened.add(position);
    store(OPENED, { seed: this.#seed, positions: [...this.#opened] });
    this.#sayClosed();
    this.#show(this.all[position]);
  }

  /** Say how many boards lie face down on this screen, and which of them were opened. */
  #sayClosed() {
    const count = this.all.length;
    const numbers = [...this.#opened].filter((position) => position < count).sort((a, b) => a - b).map((position) => String(this.#numberOf(position)));
    const opened = numbers.length ? t("table.boards.opened", { boards: joinNames(numbers) }) : "";
    $("#found-count").textContent = `${t("table.boards.readyClosed", { count })} ${opened}`.trim();
  }

  /** End the list with the summary of a search, if there was a condition. */
  finish(request, summary) {
    const { candidates, complete = true, next, max_candidates: limit } = summary ?? {};
    if (this.#isClosed && candidates === undefined) this.#sayClosed();
    else $("#found-count").textContent = describeFinding(this.all.length, candidates, complete);
    this.#more = complete ? undefined : goOn(request, limit, next);
    $("#more").hidden = complete;
    $("#more").textContent = this.#more?.label;
  }
}

/** Return the request that searches more deals, or the next deals, and the label of its button. */
function goOn(request, limit, next) {
  const more = STEPS.find((step) => step > limit);
  if (more) return { request: request.with({ max_candidates: String(more) }), label: t("table.boards.lookAt", { count: more }) };
  if (next === undefined) return { request, label: t("table.boards.others") };
  return { request: request.with({ index: String(next) }), label: t("table.boards.goOn", { index: String(next) }) };
}

function describeFinding(count, candidates, isComplete) {
  if (candidates === undefined) return t("table.boards.ready", { count });
  if (!count) return t("table.boards.none", { count: candidates });
  const odds = candidates / count;
  const values = { boards: t("table.boards.found", { count }), count: candidates, odds: formatNumber(odds, { maximumSignificantDigits: odds < 100 ? 2 : 3 }) };
  return t(isComplete ? "table.boards.among" : "table.boards.onlyAmong", values);
}
