/** The table: request the deal that the form describes, or that a link names, and have it shown as its kind is. */
// @ts-check
/** @import { Deal } from "../deals/cards.mjs" */
/** @import { Notes } from "./form/evening.mjs" */
/** @import { TableState } from "../deals/state.mjs" */
import { readFragment } from "../shared/fragments.mjs";
import { $, findElement, getElement } from "../shared/elements.mjs";
import { Problem } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import { changeRequest, isOvertaken, updateUrl } from "../deals/address.mjs";
import { BingoCall } from "./bingo/call.mjs";
import { Boards } from "./boards/boards.mjs";
import { fetchDeck } from "../deals/cards.mjs";
import { getDeck } from "../deals/catalogue.mjs";
import { Dealer } from "./dealer.mjs";
import { Details } from "./details/details.mjs";
import { hasLink, showTable } from "./doors.mjs";
import { Records } from "./boards/diagram.mjs";
import { DealForm } from "./form/deal_form.mjs";
import { Log } from "../sealed/log.mjs";
import { Play } from "../sealed/play.mjs";
import { PrivateSeat, openTable } from "./private.mjs";
import { DealRequest } from "../deals/request.mjs";
import { Refusals } from "./refusals.mjs";
import { generateSeed } from "../shared/seeds.mjs";
import { Tabletop } from "./felt/tabletop.mjs";
import { Tools } from "./details/tools.mjs";

/**
 * How a deal is requested: by the form, whose fields have it already; in place of the entry of the history; and whether
 * a service that accepts no seeds may refuse it.
 * @typedef {{ fromForm?: boolean, replaceUrl?: boolean, allowNoSeeds?: boolean }} DealOptions
 */

/**
 * The table: it requests deals of all kinds, and has each shown by the part that shows its kind.
 *
 * No part knows another one: what a part asks of another goes through a method of the page, once visitors act.
 */
export class Table {
  log = new Log();
  #details = new Details();
  #pending = new AbortController(); // of the last request
  #call = new BingoCall(this);
  #form = new DealForm({
    choose: () => this.#choose(),
    find: () => this.#dealSearch(),
    dealBoards: () => this.#dealBoards(),
    note: (notes) => this.#note(notes),
    choosing: (button) => this.#tabletop.waitFor(button),
  });
  #tabletop = new Tabletop(this);
  #records = new Records(this);
  #boards = new Boards(this);
  #play = new Play(this);
  #private = new PrivateSeat(this);
  #tools = new Tools(this);
  #dealer = new Dealer({
    boards: this.#boards,
    call: this.#call,
    play: this.#play,
    privateSeat: this.#private,
    records: this.#records,
    tabletop: this.#tabletop,
    show: (current) => this.show(current),
  });
  #refusals = new Refusals(this, this.#form, this.#tabletop);

  /** Listen to the buttons that belong to no part of the page, and show the form. */
  listen() {
    $("#form").removeAttribute("aria-busy");
    $("#verify").addEventListener("click", (event) => {
      if (this.#call.isCalling) this.#askToVerify(event);
    });
    $("#accepted").addEventListener("click", () => this.#dealAccepted());
    $("#felt").addEventListener("click", ({ target }) => {
      const stock = "[data-stock] :is(button, .press)";
      if (target instanceof Element && target.closest(stock))
        this.#pressStock();
    });
  }

  /** What is on the table; undefined if nothing is. */
  get current() {
    return this.#tabletop.current;
  }

  /** The request of what is on the table; with an empty table that of the form. */
  get request() {
    return this.current?.request ?? this.#form.request;
  }

  /** The elements that a call of bingo has for the paper; [] without one. */
  get paper() {
    return this.#call.paper;
  }

  /** Call a ball of a sealed game. */
  callSealed() {
    return this.#play.call("called");
  }

  /**
   * Print elements in place of the page.
   * @param {HTMLElement[]} elements
   */
  print(elements) {
    this.#records.print(elements);
  }

  /**
   * Dress the felt as a private table does, if the visitor has a seat at one.
   * @param {HTMLElement} felt
   */
  dress(felt) {
    this.#private.table?.dress(felt);
  }

  /** Return whether a sealed game may be revealed; a call that goes on is asked about first. */
  mayReveal() {
    return this.#call.mayEnd("reveal", t("table.sealed.reveal"));
  }

  /**
   * Show a problem of the service below the form.
   * @param {Problem} problem
   */
  showProblem(problem) {
    this.#form.showProblem(problem);
  }

  /**
   * Leave the page for the check of a deal, once the visitor agrees to end the call.
   * @param {Event} event the press on the link to the check
   */
  async #askToVerify(event) {
    event.preventDefault();
    const mayEnd = await this.#call.mayEnd("reveal", t("table.tools.verify"));
    if (mayEnd) location.assign(getElement(HTMLAnchorElement, "#verify").href);
  }

  /** Deal the same game again, on the condition that its rules do not make the deal void. */
  #dealAccepted() {
    const { request, game } = this.current ?? {};
    const where = JSON.stringify(game?.void_deal?.where);
    if (request) this.deal(request.with({ where }));
  }

  /** @param {DealRequest} request */
  #withKnownCards(request) {
    return request.with({ given: this.#tabletop.knownCards.text });
  }

  /**
   * Deal a request of the form, with the known cards of the table unless they would be sealed.
   * @param {DealRequest} request
   */
  async #dealForm(request) {
    await this.#dealWithoutSeed(
      request.isSealed ? request : this.#withKnownCards(request),
      {
        fromForm: true,
        allowNoSeeds: !this.current && this.#form.hasOwnSeed,
      },
    );
  }

  /**
   * Deal a request; if it is allowed that the service accepts no seeds, and it does not, deal it without one.
   * @param {DealRequest} request
   * @param {DealOptions} options
   */
  async #dealWithoutSeed(request, options) {
    const problem = await this.deal(request, options);
    if (problem?.status !== 403 || !options.allowNoSeeds) return;
    await this.deal(request.with({ seed: undefined }), { replaceUrl: true });
  }

  /** Deal the search of the form. */
  #dealSearch() {
    return this.#dealForm(this.#form.search);
  }

  /** Deal the boards that the form describes; after other boards, the next ones. Bring what saves them into view. */
  async #dealBoards() {
    const hasBoards = Boolean(this.current?.request.isBatch); // at first the deal on the table is one of them
    await this.#dealForm(this.#form.takeBoards(hasBoards));
    $("#tools").scrollIntoView({ block: "nearest" }); // with the number of the boards above
  }

  /** Deal the request of the form with the known cards. */
  dealGiven() {
    return this.#dealForm(this.#form.request);
  }

  /**
   * Deal a request with the known cards, once the visitor agrees to end a call that goes on.
   * @param {DealRequest} request
   */
  async dealNext(request) {
    if (await this.#call.mayEnd()) this.deal(this.#withKnownCards(request));
  }

  /** Deal the game that is typed in the finder, or what the form describes. */
  dealTyped() {
    if (!this.#form.chooseTyped()) this.#dealAnew();
  }

  /** Deal what the form describes, with another seed. */
  async #dealAnew() {
    if (await this.#call.mayEnd())
      await this.#dealForm(this.#form.takeRequest());
  }

  /**
   * Deal the game that was chosen in the form, without the known cards of the last one, and bring its title into view.
   */
  async #choose() {
    this.#tabletop.knownCards.text = undefined;
    await this.#dealAnew();
    $("#title").scrollIntoView({ block: "nearest" });
  }

  /**
   * Deal what the link of the address names. Of a link that names no deal say so, and deal nothing.
   * @param {DealOptions} [options]
   */
  async follow(options = {}) {
    const request = DealRequest.parse(readFragment() ?? "");
    if (request)
      return this.#dealWithoutSeed(request, { replaceUrl: true, ...options });
    if (this.current || !hasLink()) return undefined;
    return this.#refusals.showWrongLink();
  }

  /** Deal hold'em, which is offered where a link names nothing that can be dealt. */
  dealFirst() {
    const first = new DealRequest("games", "holdem", "deal", [
      ["seed", generateSeed()],
    ]);
    const options = { replaceUrl: true, allowNoSeeds: true };
    return this.#dealWithoutSeed(first, options);
  }

  /**
   * Request a deal and show it. Return the problem if the service rejects it.
   * @param {DealRequest} original
   * @param {DealOptions} [options]
   */
  async deal(original, options = {}) {
    const { fromForm = false } = options;
    const isNew = original.isPrivate && original.get("table") === undefined;
    const request = isNew ? openTable(original) : original;
    const signal = this.#dropPending();
    this.#prepare(request, fromForm);
    try {
      await this.#requestAndShow(request, { signal, isNew }, options);
      return undefined;
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError")
        return undefined;
      if (!(error instanceof Problem)) throw error;
      this.#refusals.show(error, request, options);
      return error;
    } finally {
      if (!signal.aborted) $("#felt").removeAttribute("aria-busy");
    }
  }

  /** Cancel the last request, if it is under way. Return the signal that cancels the next one. */
  #dropPending() {
    this.#pending.abort();
    this.#pending = new AbortController();
    return this.#pending.signal;
  }

  /**
   * Request a deal, and show it unless another request or another link came meanwhile.
   * @param {DealRequest} request
   * @param {{ signal: AbortSignal, isNew: boolean }} requesting
   * @param {DealOptions} options
   */
  async #requestAndShow(request, { signal, isNew }, options) {
    const { fromForm = false, replaceUrl = false } = options;
    const fragment = readFragment();
    const saved = fromForm ? undefined : Play.saved;
    const requesting = { signal, isNew, saved };
    const showResults = await this.#dealer.request(request, requesting);
    if (signal.aborted || isOvertaken(fragment)) return;
    this.#form.clearErrors();
    this.#form.noteDeal();
    updateUrl(request, replaceUrl);
    await showResults();
    if (fromForm) this.#tabletop.bringIntoView();
  }

  /**
   * Fill the form with a request that is not from it, and fetch the deck while the cards are dealt.
   * @param {DealRequest} request
   * @param {boolean} fromForm
   */
  #prepare(request, fromForm) {
    const deck = request.kind === "games" && getDeck(request);
    if (deck) fetchDeck(deck).catch(() => undefined);
    if (!fromForm) {
      this.#form.fill(request);
      this.#tabletop.knownCards.text = request.get("given");
    }
    $("#felt").setAttribute("aria-busy", "true");
    showTable();
  }

  /**
   * Note the event and the date of the boards on the table, for the paper, the files and the link.
   * @param {Notes} notes
   */
  #note(notes) {
    const current = this.current;
    if (current?.request.name !== "bridge" || current.request.isSealed) return;
    changeRequest(current, notes);
    if (current.request.isBatch) this.#boards.note(current.request);
    this.#tools.update(current);
  }

  /**
   * Keep all boards that were found; without one in sight say how many they are.
   * @param {Deal[]} boards
   * @param {string} status
   */
  keepBoards(boards, status) {
    const current = this.current;
    if (!current) return;
    this.#records.keep(boards, current);
    current.status = status;
    if (!current.view) this.#tabletop.sayOutcome(status);
  }

  /** Take everything off the table. */
  clear() {
    this.#tabletop.clear();
    this.#boards.hide();
    this.#records.clear();
  }

  /** Take everything off the table, with the known cards and the controls of a sealed game. */
  clearAll() {
    this.#tabletop.knownCards.text = undefined;
    this.#play.hide();
    this.clear();
  }

  /** Leave the table for the doors: a deal that is under way, a seat, and what lies there. */
  leave() {
    this.#dropPending();
    this.#private.leave();
    this.clearAll();
    this.#form.clearErrors();
    $("#title").textContent = t("table.empty");
    $("#felt").removeAttribute("aria-busy");
    $("#felt").replaceChildren();
  }

  /**
   * Show a stage of a sealed game, or more of it: cards that lie on the table already are not dealt again.
   * @param {TableState} current
   */
  showStage(current) {
    const { request, response } = this.current ?? {};
    const { draws = 0 } = current.response;
    const isSame =
      request === current.request && response?.draws === current.response.draws;
    this.show(current, { isStill: isSame || draws > 1 });
  }

  /**
   * Show more of the deal on the table: cards that lie there are not dealt again.
   * @param {TableState} current
   */
  showMore(current) {
    this.show(current, { isStill: true });
  }

  /** Turn the next card of the stock, or deal what comes before it. The focus stays on the stock. */
  async #pressStock() {
    if (this.current?.request.isSealed) await this.#play.pressStock();
    else this.#tabletop.pressStock();
    findElement("#felt [data-stock] button")?.focus({ preventScroll: true });
  }

  /**
   * Show a state of the table. In a sealed game `last` is the latest request with its response, `status` a sentence on
   * it.
   * @param {TableState} current
   * @param {{ isStill?: boolean }} [options]
   */
  show(current, { isStill = false } = {}) {
    const { request } = current;
    this.#call.addView(current);
    if (!request.isPrivate) this.#private.leave();
    if (!request.isSealed) this.#play.hide();
    this.#form.evening.isOffered =
      request.name === "bridge" && !request.isSealed;
    this.#tabletop.show(current, { isStill });
    this.#tools.update(current);
    this.#details.show(current);
  }
}

/** Return the table, with nothing on it. */
export function layTable() {
  const table = new Table();
  table.listen();
  return table;
}
