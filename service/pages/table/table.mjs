/** The table page: request the deal that the form describes, or that a link names, and have it shown as its kind is. */
// @ts-check
/** @import { Deal } from "../deals/cards.mjs" */
/** @import { Notes } from "./form/evening.mjs" */
/** @import { TableState } from "../deals/state.mjs" */
import { readFragment } from "../shared/fragments.mjs";
import {
  $,
  create,
  findElement,
  getElement,
  listenToSubmit,
} from "../shared/elements.mjs";
import { Problem } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import {
  changeRequest,
  isMistaken,
  isOvertaken,
  updateUrl,
} from "../deals/address.mjs";
import { BingoCall } from "./bingo/call.mjs";
import { Boards } from "./boards/boards.mjs";
import { fetchDeck } from "../deals/cards.mjs";
import { getDeck } from "../deals/catalogue.mjs";
import { Dealer } from "./dealer.mjs";
import { Details } from "./details/details.mjs";
import { Records } from "./boards/diagram.mjs";
import { FIRST, FIRST_SEED } from "./early.mjs";
import { DealForm } from "./form/deal_form.mjs";
import { Log } from "../sealed/log.mjs";
import { Play } from "../sealed/play.mjs";
import { PrivateSeat, openTable } from "./private.mjs";
import { DealRequest } from "../deals/request.mjs";
import { Refusals } from "./refusals.mjs";
import { renderSentences } from "../deals/sentences.mjs";
import { Tabletop } from "./felt/tabletop.mjs";
import { Tools } from "./details/tools.mjs";

/**
 * How a deal is requested: by the form, whose fields have it already; in place of the entry of the history; and whether
 * a service that accepts no seeds may refuse it.
 * @typedef {{ fromForm?: boolean, replaceUrl?: boolean, allowNoSeeds?: boolean }} DealOptions
 */

/** The request for a deal of the game that visitors without a permalink see. */
const createFirst = () => /** @type {DealRequest} */ (DealRequest.parse(FIRST));

/** The page: it requests deals of all kinds, and has each shown by what shows its kind. */
class Page {
  #call;
  #tabletop;
  #form;
  #boards;
  #records;
  #play;
  #private;
  #tools;
  #dealer;
  #refusals;
  #details = new Details();
  #pending = new AbortController(); // of the last request

  constructor() {
    const log = new Log();
    /** @param {DealRequest} request */
    const deal = (request) => this.deal(request);
    /** @param {TableState} current */
    const showStage = (current) => this.#showStage(current);
    this.#call = new BingoCall({
      getCurrent: () => this.#current,
      callSealed: () => this.#play.call("called"),
      deal,
      print: (elements) => this.#records.print(elements),
      show: (current) => this.#show(current, { isStill: true }),
    });
    this.#form = new DealForm({
      choose: () => this.#choose(),
      find: () => this.#dealForm(this.#form.search),
      dealBoards: () =>
        this.#dealForm(
          this.#form.takeBoards(Boolean(this.#current?.request.isBatch)),
        ), // at first that on the table is one of them
      note: (notes) => this.#note(notes),
      choosing: (button) => this.#tabletop.waitFor(button),
    });
    this.#tabletop = new Tabletop({
      dealGiven: () => this.#dealForm(this.#form.request),
      dress: (felt) => this.#private.table?.dress(felt),
    });
    this.#records = new Records({
      getRequest: () => this.#current?.request ?? this.#form.request,
      getPaper: () => this.#call.paper,
    });
    this.#boards = new Boards({
      deal,
      show: (current) => this.#show(current),
      keep: (boards, status) => this.#keepBoards(boards, status),
    });
    this.#play = new Play({
      show: showStage,
      log,
      mayReveal: () => this.#call.mayEnd("reveal", t("table.sealed.reveal")),
    });
    this.#private = new PrivateSeat({
      deal,
      clear: () => this.#clearAll(),
      show: showStage,
      log,
    });
    this.#tools = new Tools({
      deal: async (request) => {
        if (await this.#call.mayEnd()) this.deal(this.#withKnownCards(request));
      },
      showProblem: (problem) => this.#form.showProblem(problem),
    });
    this.#dealer = new Dealer({
      boards: this.#boards,
      call: this.#call,
      play: this.#play,
      privateSeat: this.#private,
      records: this.#records,
      tabletop: this.#tabletop,
      show: (current) => this.#show(current),
    });
    this.#refusals = new Refusals(
      { clear: () => this.#clear(), deal, dealFirst: () => this.#dealFirst() },
      this.#form,
      this.#tabletop,
    );
    this.#listen();
  }

  /** Listen to the buttons that belong to no part of the page. */
  #listen() {
    const form = getElement(HTMLFormElement, "#form");
    form.removeAttribute("aria-busy");
    listenToSubmit(form, () => this.#dealAnew());
    const verify = getElement(HTMLAnchorElement, "#verify");
    verify.addEventListener("click", async (event) => {
      if (!this.#call.isCalling) return;
      event.preventDefault();
      if (await this.#call.mayEnd("reveal", t("table.tools.verify")))
        location.assign(verify.href);
    });
    $("#accepted").addEventListener("click", () => {
      const { request, game } = this.#current ?? {};
      const where = JSON.stringify(game?.void_deal?.where);
      if (request) this.deal(request.with({ where }));
    });
    $("#change").addEventListener("click", () => $("#find-game").focus());
    $("#felt").addEventListener("click", ({ target }) => {
      if (!(target instanceof Element)) return;
      if (target.closest("[data-stock] :is(button, .press)"))
        this.#pressStock();
    });
    addEventListener("hashchange", () => this.#followPermalink());
  }

  /** What is on the table; undefined if nothing is. */
  get #current() {
    return this.#tabletop.current;
  }

  /** @param {DealRequest} request */
  #withKnownCards(request) {
    return request.with({ given: this.#tabletop.knownCards.text });
  }

  /**
   * Deal a request of the form, with the known cards of the table unless they would be sealed.
   * @param {DealRequest} request
   */
  #dealForm(request) {
    return this.deal(
      request.isSealed ? request : this.#withKnownCards(request),
      { fromForm: true },
    );
  }

  /** Deal what the form describes, with another seed. */
  async #dealAnew() {
    if (await this.#call.mayEnd())
      await this.#dealForm(this.#form.takeRequest());
  }

  /** Deal the game that was chosen in the form, without the known cards of the last one. */
  #choose() {
    this.#tabletop.knownCards.text = undefined;
    return this.#dealAnew();
  }

  /** Request the deal of the permalink, or a first deal without a permalink. */
  async start() {
    if (this.#followPermalink()) return;
    const isWrong = isMistaken();
    await this.#dealFirst();
    if (isWrong)
      this.#form.showProblem(
        new Problem(400, { detail: t("table.wrongLink") }),
      );
  }

  async #dealFirst() {
    const first = createFirst();
    const problem = await this.deal(first.with({ seed: FIRST_SEED }), {
      replaceUrl: true,
      allowNoSeeds: true,
    });
    if (problem?.status !== 403) return;
    this.#form.useSystemRandomness();
    await this.deal(first, { replaceUrl: true });
  }

  /** Deal the request of the permalink. Return it; undefined if the address has none. */
  #followPermalink() {
    const request = DealRequest.parse(readFragment() ?? "");
    if (request) this.deal(request, { replaceUrl: true });
    return request;
  }

  /**
   * Request a deal and show it. Return the problem if the service rejects it.
   * @param {DealRequest} original
   * @param {DealOptions} [options]
   */
  async deal(original, options = {}) {
    const { fromForm = false, replaceUrl = false } = options;
    const isNew = original.isPrivate && original.get("table") === undefined;
    const request = isNew ? openTable(original) : original;
    this.#pending.abort();
    const pending = new AbortController();
    this.#pending = pending;
    const { signal } = pending;
    const fragment = readFragment();
    this.#prepare(request, fromForm);
    try {
      const saved = fromForm ? undefined : Play.saved;
      const showResults = await this.#dealer.request(request, {
        signal,
        isNew,
        saved,
      });
      if (signal.aborted || isOvertaken(fragment)) return undefined;
      this.#form.clearErrors();
      this.#form.noteDeal();
      updateUrl(request, replaceUrl);
      await showResults();
      if (fromForm) this.#tabletop.bringIntoView();
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
  }

  /**
   * Note the event and the date of the boards on the table, for the paper, the files and the link.
   * @param {Notes} notes
   */
  #note(notes) {
    const current = this.#current;
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
  #keepBoards(boards, status) {
    const current = this.#current;
    if (!current) return;
    this.#records.keep(boards, current);
    current.status = status;
    if (!current.view) this.#tabletop.sayOutcome(status);
  }

  /** Take everything off the table. */
  #clear() {
    this.#tabletop.clear();
    this.#boards.hide();
    this.#records.clear();
  }

  /** Take everything off the table, with the known cards and the controls of a sealed game. */
  #clearAll() {
    this.#tabletop.knownCards.text = undefined;
    this.#play.hide();
    this.#clear();
  }

  /**
   * Show a stage of a sealed game, or more of it: cards that lie on the table already are not dealt again.
   * @param {TableState} current
   */
  #showStage(current) {
    const { request, response } = this.#current ?? {};
    const { draws = 0 } = current.response;
    const isSame =
      request === current.request && response?.draws === current.response.draws;
    this.#show(current, { isStill: isSame || draws > 1 });
  }

  /** Turn the next card of the stock, or deal what comes before it. The focus stays on the stock. */
  async #pressStock() {
    if (this.#current?.request.isSealed) await this.#play.pressStock();
    else this.#tabletop.pressStock();
    findElement("#felt [data-stock] button")?.focus({ preventScroll: true });
  }

  /**
   * Show a state of the table. In a sealed game `last` is the latest request with its response, `status` a sentence on
   * it.
   * @param {TableState} current
   * @param {{ isStill?: boolean }} [options]
   */
  #show(current, { isStill = false } = {}) {
    const { request } = current;
    $("#example").hidden = request.isBatch;
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

/**
 * Tell on the felt, and below the form, that the page cannot start.
 * @param {unknown} error
 */
function showFailure(error) {
  const describe = () =>
    error instanceof Problem
      ? renderSentences(error.message)
      : [t("table.failed")];
  const reload = create(
    "button",
    { onclick: () => location.reload() },
    t("table.again"),
  );
  findElement("#felt > .empty")?.replaceChildren(
    create("span", describe()),
    reload,
  );
  $("#problem").hidden = false;
  $("#problem").replaceChildren(create("p", describe()));
}

/** Start the page. A problem of the service is told, as when the page is left while it loads. */
async function start() {
  try {
    await new Page().start();
  } catch (error) {
    showFailure(error);
    if (!(error instanceof Problem)) throw error;
  }
}

await start();
