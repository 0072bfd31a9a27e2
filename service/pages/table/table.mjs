/** The table page: request the deal that the form describes, or that a link names, and have it shown as its kind is. */
// @ts-check
/** @import { Deal, Game } from "./deal/cards.mjs" */
/** @import { Caller } from "./bingo/caller.mjs" */
/** @import { Notes } from "./form/evening.mjs" */
/** @import { SavedGame } from "./sealed/play.mjs" */
/** @import { Changes } from "./deal/request.mjs" */
/** @import { OpenedShoe } from "../shared/shoes.mjs" */
/** @import { TableState } from "./deal/state.mjs" */
import { readFragment } from "../shared/fragments.mjs";
import {
  $,
  create,
  findElement,
  getElement,
  listenToSubmit,
} from "../shared/elements.mjs";
import { Problem, fetchJson } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import { ask } from "../shared/ask.mjs";
import { Boards } from "./boards/boards.mjs";
import { fetchDeck, fetchGame, fetchShoe } from "./deal/cards.mjs";
import {
  CATALOGUE,
  PACK_OPTIONS,
  getDeck,
  renderTitle,
} from "./deal/catalogue.mjs";
import { showDetails } from "./details/details.mjs";
import { Records } from "./boards/diagram.mjs";
import { FIRST, FIRST_SEED } from "./early.mjs";
import { DealForm } from "./form/form.mjs";
import { Log } from "./sealed/log.mjs";
import { Play } from "./sealed/play.mjs";
import { PrivateSeat, dealOpen, openTable } from "./private.mjs";
import { DealRequest } from "./deal/request.mjs";
import { renderSentences } from "./form/sentences.mjs";
import { Tabletop } from "./felt/tabletop.mjs";
import { Tools } from "./details/tools.mjs";

const MISTAKEN = /[?&](game|deck|seed)=/; // in a query, which no link has
const CALLS = ["bingo_call", "bingo90_call"]; // games whose balls are called

/**
 * How a deal is requested: by the form, whose fields have it already; in place of the entry of the history; and whether
 * a service that accepts no seeds may refuse it.
 * @typedef {{ fromForm?: boolean, replaceUrl?: boolean, allowNoSeeds?: boolean }} DealOptions
 */

/**
 * What a request that is under way is for: `signal` cancels it, `isNew` opens a private table, `saved` is the sealed
 * game to go on with.
 * @typedef {{ signal: AbortSignal, isNew: boolean, saved?: SavedGame }} Requesting
 */

/** The request for a deal of the game that visitors without a permalink see. */
const createFirst = () => /** @type {DealRequest} */ (DealRequest.parse(FIRST));

/** The page: it requests deals of all kinds, and has each shown by what shows its kind. */
class Page {
  #tabletop;
  #form;
  #boards;
  #records;
  #play;
  #private;
  #tools;
  /** @type {Caller | undefined} */
  #caller; // of bingo, once balls were called
  #pending = new AbortController(); // of the last request

  constructor() {
    const log = new Log();
    /** @param {DealRequest} request */
    const deal = (request) => this.deal(request);
    /** @param {TableState} current */
    const showStage = (current) => this.#showStage(current);
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
      getPaper: () => this.#caller?.paper ?? [],
    });
    this.#boards = new Boards({
      deal,
      show: (current) => this.#show(current),
      keep: (boards, status) => this.#keepBoards(boards, status),
    });
    this.#play = new Play({
      show: showStage,
      log,
      mayReveal: () => this.#mayEndCall("reveal", t("table.sealed.reveal")),
    });
    this.#private = new PrivateSeat({
      deal,
      clear: () => this.#clearAll(),
      show: showStage,
      log,
    });
    this.#tools = new Tools({
      deal: async (request) => {
        if (await this.#mayEndCall()) this.deal(this.#withKnownCards(request));
      },
      showProblem: (problem) => this.#form.showProblem(problem),
    });
    this.#listen();
  }

  /** Listen to the buttons that belong to no part of the page. */
  #listen() {
    const form = getElement(HTMLFormElement, "#form");
    form.removeAttribute("aria-busy");
    listenToSubmit(form, () => this.#dealAnew());
    const verify = getElement(HTMLAnchorElement, "#verify");
    verify.addEventListener("click", async (event) => {
      if (!this.#caller?.isCalling) return;
      event.preventDefault();
      if (await this.#mayEndCall("reveal", t("table.tools.verify")))
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
    if (await this.#mayEndCall())
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
    const fragment = readFragment();
    const isBroken =
      fragment === undefined ||
      (fragment.length > 1 && !document.getElementById(fragment.slice(1)));
    const isWrong = isBroken || MISTAKEN.test(location.search);
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
      const showResults = await this.#request(request, {
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
      this.#showProblem(error, request, options);
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
   * Show that the service rejected a request.
   * @param {Problem} problem
   * @param {DealRequest} request
   * @param {DealOptions} options
   */
  #showProblem(problem, request, { fromForm, allowNoSeeds }) {
    // What lies there does not fulfil the condition.
    if (request.isBatch && request.get("where") !== undefined) this.#clear();
    if (!this.#current) this.#showNothing(request);
    if (allowNoSeeds && problem.status === 403) return;
    /** @param {DealRequest} withoutFaults */
    const deal = (withoutFaults) => this.deal(withoutFaults);
    this.#form.showProblem(problem, fromForm ? undefined : { request, deal });
  }

  /**
   * Show that nothing is dealt, as a request was refused, and the ways on.
   * @param {DealRequest} request
   */
  #showNothing(request) {
    const { isPrivate } = request;
    this.#tabletop.clear();
    const ways = isPrivate
      ? this.#createPrivateWays(request)
      : this.#createWays(request);
    if (isPrivate) $("#title").replaceChildren(renderTitle(request));
    $("#felt").replaceChildren(create("p.empty", t("table.nothing"), ways));
  }

  /** @param {DealRequest} request that was refused */
  #createWays(request) {
    return request.isBatch || request.get("where") !== undefined
      ? []
      : [offer("dealHoldem", () => this.#dealFirst())];
  }

  /** @param {DealRequest} request of a private table that was refused */
  #createPrivateWays(request) {
    return [
      offer("private.ownTable", () =>
        this.deal(request.with({ table: undefined })),
      ),
      offer("private.dealOpen", () => this.deal(dealOpen(request.name))),
    ];
  }

  /**
   * Request a deal of any kind. Return the function that shows it.
   * @param {DealRequest} request
   * @param {Requesting} requesting
   * @returns {Promise<() => unknown>}
   */
  #request(request, { signal, isNew, saved }) {
    if (request.isPrivate) return this.#private.take(request, signal, isNew);
    if (request.isSealed) return this.#requestSeal(request, signal, saved);
    return request.isBatch
      ? this.#boards.request(request, signal)
      : this.#requestDeal(request, signal);
  }

  /**
   * @param {DealRequest} request
   * @param {AbortSignal} signal
   */
  async #requestDeal(request, signal) {
    const { path, body } = request.prepare(CATALOGUE.fields);
    /** @type {[Deal, Game]} */
    const [response, game] = await Promise.all([
      fetchJson(path, { body, signal }),
      fetchGame(request, PACK_OPTIONS, signal),
    ]);
    const shoe = await fetchShoe(response, PACK_OPTIONS);
    await this.#prepareCaller(request);
    return () => {
      const current = { request, response, game, shoe };
      this.#boards.hide();
      this.#show(current);
      this.#records.keep([response], current);
    };
  }

  /**
   * Request a sealed shoe of a game, or continue a saved game; the visitor then deals.
   * @param {DealRequest} request
   * @param {AbortSignal} signal
   * @param {SavedGame} [saved]
   */
  async #requestSeal(request, signal, saved) {
    const prepared = request.prepare(CATALOGUE.fields);
    const { path, body } = prepared;
    /** @type {[OpenedShoe, Game]} */
    const [opened, game] = await Promise.all([
      saved?.opened ?? fetchJson(path, { body, signal }),
      fetchGame(request, PACK_OPTIONS, signal),
    ]);
    const shoe = await fetchShoe(opened.terms, PACK_OPTIONS);
    await this.#prepareCaller(request);
    return () => {
      this.#boards.hide();
      this.#records.clear();
      this.#tabletop.knownCards.text = undefined;
      return this.#play.start(
        { prepared, ...saved, opened },
        { request, game, shoe },
      );
    };
  }

  /**
   * Load the caller for a game whose balls are called one by one.
   * @param {DealRequest} request
   */
  async #prepareCaller({ name }) {
    if (!CALLS.includes(name) || this.#caller) return;
    const { Caller } = await import("./bingo/caller.mjs");
    this.#caller = new Caller({
      call: (count) =>
        this.#current?.request.isSealed
          ? this.#play.call("called")
          : this.#callBall(count),
      seal: () => this.#sealCall(),
      print: (elements) => this.#records.print(elements),
    });
  }

  /** Seal the balls of another call. */
  async #sealCall() {
    const { request } = this.#current ?? {};
    if (request && (await this.#mayEndCall()))
      await this.deal(new DealRequest("games", request.name, "seal", []));
  }

  /**
   * Ask before a press ends a call of bingo that is going on. Return whether it may end.
   * @param {"deal" | "reveal"} [kind] of the question
   * @param {string} [yes] the label of the button that agrees
   */
  async #mayEndCall(kind = "deal", yes = t("table.moves.deal")) {
    return !this.#caller?.isCalling || ask(t(`table.ask.${kind}`), yes);
  }

  /**
   * Show so many balls of the deal; the link has their number, so that they are there after a reload.
   * @param {number} count
   */
  #callBall(count) {
    const current = this.#current;
    if (!current) return;
    changeRequest(current, { called: String(count) });
    this.#show(current, { isStill: true });
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
    if (CALLS.includes(request.name) && this.#caller) {
      current.view = this.#caller.show(current);
      current.status = this.#caller.status;
    }
    if (!request.isPrivate) this.#private.leave();
    if (!request.isSealed) this.#play.hide();
    this.#form.evening.isOffered =
      request.name === "bridge" && !request.isSealed;
    this.#tabletop.show(current, { isStill });
    this.#tools.update(current);
    showDetails(current);
  }
}

/**
 * Return whether the address names another deal since a fragment was read: its event may come after the response.
 * @param {string | undefined} fragment
 */
const isOvertaken = (fragment) =>
  readFragment() !== fragment &&
  DealRequest.parse(readFragment() ?? "") !== undefined;

/**
 * Create a button that offers a way on.
 * @param {string} name of its label
 * @param {() => unknown} act
 */
const offer = (name, act) =>
  create("button", { onclick: act }, t(`table.${name}`));

/**
 * Change the request of what is on the table, and its link.
 * @param {TableState} current
 * @param {Changes} changes
 */
function changeRequest(current, changes) {
  current.request = current.request.with(changes);
  updateUrl(current.request, true);
}

/**
 * Put the permalink into the address bar: a fragment, which no server sees. A deal that cannot be repeated has none.
 * @param {DealRequest} request
 * @param {boolean} replaceUrl
 */
function updateUrl(request, replaceUrl) {
  const url =
    request.isRepeatable || request.isSealed
      ? request.permalink
      : location.pathname;
  if (url === location.href) return;
  history[replaceUrl ? "replaceState" : "pushState"](null, "", url);
}

try {
  await new Page().start();
} catch (error) {
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
  // A problem is told, as when the page is left while it loads.
  if (!(error instanceof Problem)) throw error;
}
