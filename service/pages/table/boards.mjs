/** The boards that a search has found: a button for each, how rare they are, the file of them, and how to go on. */
import { $, create, fetchLines, readStored, store } from "../shared/page.mjs";
import { formatNumber, joinNames, t } from "../shared/texts.mjs";
import { ask } from "./ask.mjs";
import { fetchGame, fetchShoe } from "./cards.mjs";
import { CATALOGUE, PACK_OPTIONS, getDeck } from "./catalogue.mjs";

const OPENED = "opened-boards"; // the seed of boards that lie face down, and the positions of those that were opened here
const STEPS = [100_000, 1_000_000, 2_000_000]; // deals to look at, from the default to the usual limit

/**
 * Return the number of a board in a file, its dealer and its vulnerability (Laws of Duplicate Bridge 2017, Law 2); with
 * the index if a condition found the board.
 */
export function numberBoard({
  board,
  dealer,
  vulnerable,
  file_board: number,
  index,
  matches = [index],
}) {
  if (number === undefined) return { board, dealer, vulnerable };
  const offset = number - 1;
  return {
    board: number,
    dealer: "NESW"[offset % 4],
    vulnerable: ["None", "NS", "EW", "All"][
      (offset + Math.floor(offset / 4)) % 4
    ],
    index: matches[0],
  };
}

export class Boards {
  #page;
  #list = $("#found ol");
  #all = []; // as the service returned them
  #more; // the `request` that goes on, and its `label`
  #search; // the `request` of the boards, their `game` and their `shoe`
  #opened = new Set(); // the positions of boards that were opened one by one

  /** `page` has `show` for a state of the table, `deal` for a request, and `keep` for all boards when they are there. */
  constructor(page) {
    this.#page = page;
    $("#more").addEventListener("click", () => page.deal(this.#more.request));
  }

  /** Request boards. Return the function that shows them as they are found. */
  async request(request, signal) {
    const { path, body } = request.prepare(CATALOGUE.fields);
    const packs = Object.fromEntries(
      PACK_OPTIONS.map((name) => [name, request.get(name)]),
    );
    const [lines, game, shoe] = await Promise.all([
      fetchLines(path, { body, signal }),
      fetchGame(request, PACK_OPTIONS, signal),
      fetchShoe({ deck: getDeck(request), ...packs }, PACK_OPTIONS),
    ]);
    return async () => {
      this.#start({ request, game, shoe });
      let summary;
      for await (const line of lines)
        if (line.hands) this.#add(line);
        else summary = line;
      this.#finish(summary);
      if (!this.#all.length)
        return this.#show({ hands: [], piles: [], ...summary });
      if (this.#isClosed) this.#cover();
      return this.#page.keep(this.#all, $("#found-count").textContent);
    };
  }

  hide() {
    this.#all = [];
    $("#found").hidden = true;
  }

  /** Note the event and the date of the boards in their request. */
  note(request) {
    this.#search.request = request;
  }

  /** Whether the boards lie face down until they are opened one by one. */
  get #isClosed() {
    return this.#search.request.get("closed") !== undefined;
  }

  #show(response, { view, status = $("#found-count").textContent } = {}) {
    this.#page.show({ ...this.#search, response, status, view });
  }

  /** Show in place of cards that boards lie face down, or one of them, with a button that opens it. */
  #cover(status, open) {
    const openAll = async () => {
      if (await ask(t("table.ask.openBoards"), t("table.boards.openAll")))
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

  /** Begin an empty list. */
  #start(search) {
    const stored = readStored(OPENED);
    const seed = search.request.get("seed");
    this.#opened = new Set(
      seed !== undefined && stored?.seed === seed ? stored.positions : [],
    );
    this.#search = search;
    this.#all = [];
    this.#list.replaceChildren();
    $("#found-count").textContent = t("table.boards.looking");
    $("#more").hidden = true;
    $("#found").hidden = false;
  }

  /** Add a board, and show it if it is the first. */
  #add(board) {
    const count = this.#all.push(board);
    const number = numberBoard(board).board ?? count;
    const isFound = board.index !== undefined;
    const label = isFound
      ? t("table.boards.numberIndex", { number, index: String(board.index) })
      : t("table.boards.number", { number });
    const button = create(
      "button",
      { "aria-label": label, "aria-pressed": "false" },
      `${number}`,
    );
    button.addEventListener("click", () => this.#select(count - 1));
    this.#list.append(create("li", button));
    if (count === 1 && !this.#isClosed) this.#select(0);
  }

  #select(position) {
    [...this.#list.children].forEach(({ firstChild }, i) =>
      firstChild.setAttribute("aria-pressed", String(i === position)),
    );
    if (!this.#isClosed) return this.#show(this.#all[position]);
    const open = create(
      "button.primary",
      { onclick: () => this.#open(position) },
      t("table.boards.open", { number: this.#numberOf(position) }),
    );
    return this.#cover(
      t("table.boards.isClosed", { number: this.#numberOf(position) }),
      open,
    );
  }

  #numberOf(position) {
    return numberBoard(this.#all[position]).board ?? position + 1;
  }

  /** Show a board that lay face down, and note that it was seen. */
  #open(position) {
    this.#opened.add(position);
    store(OPENED, {
      seed: this.#search.request.get("seed"),
      positions: [...this.#opened],
    });
    this.#sayClosed();
    this.#show(this.#all[position]);
  }

  /** Say how many boards lie face down on this screen, and which of them were opened. */
  #sayClosed() {
    const count = this.#all.length;
    const numbers = [...this.#opened]
      .filter((position) => position < count)
      .sort((a, b) => a - b)
      .map((position) => String(this.#numberOf(position)));
    const opened = numbers.length
      ? t("table.boards.opened", { boards: joinNames(numbers) })
      : "";
    $("#found-count").textContent =
      `${t("table.boards.readyClosed", { count })} ${opened}`.trim();
  }

  /** End the list with the summary of a search, if there was a condition. */
  #finish(summary) {
    const {
      candidates,
      complete = true,
      next,
      max_candidates: limit,
    } = summary ?? {};
    if (this.#isClosed && candidates === undefined) this.#sayClosed();
    else
      $("#found-count").textContent = describeFinding(
        this.#all.length,
        candidates,
        complete,
      );
    this.#more = complete ? undefined : goOn(this.#search.request, limit, next);
    $("#more").hidden = complete;
    $("#more").textContent = this.#more?.label;
  }
}

/** Return the request that searches more deals, or the next deals, and the label of its button. */
function goOn(request, limit, next) {
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
