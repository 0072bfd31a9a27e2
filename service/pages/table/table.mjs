/** The table page: request the deal that the form describes, or that a link names, and have it shown as its kind is. */
import { readFragment } from "../shared/fragments.mjs";
import {
  $,
  Problem,
  create,
  fetchJson,
  listenToSubmit,
} from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { ask } from "./ask.mjs";
import { Boards } from "./boards.mjs";
import { fetchDeck, fetchGame, fetchShoe } from "./cards.mjs";
import { CATALOGUE, PACK_OPTIONS, getDeck, renderTitle } from "./catalogue.mjs";
import { showDetails } from "./details.mjs";
import { Records } from "./diagram.mjs";
import { FIRST, FIRST_SEED } from "./early.mjs";
import { DealForm } from "./form.mjs";
import { Log } from "./log.mjs";
import { Play } from "./play.mjs";
import { PrivateSeat, openTable } from "./private.mjs";
import { DealRequest, generateSeed } from "./request.mjs";
import { renderSentences } from "./sentences.mjs";
import { Tabletop } from "./tabletop.mjs";
import { Tools } from "./tools.mjs";

const MISTAKEN = /[?&](game|deck|seed)=/; // in a query, which no link has
const CALLS = ["bingo_call", "bingo90_call"]; // games whose balls are called

class Page {
  #form;
  #tabletop;
  #boards;
  #records = new Records({
    getRequest: () => this.#current.request,
    getPaper: () => this.#caller?.paper ?? [],
  });
  #play;
  #private;
  #caller; // of bingo, once balls were called
  #tools;
  #pending = { abort() {} };

  constructor() {
    const log = new Log();
    const deal = (request) => this.deal(request);
    const showStage = (current) => this.#showStage(current);
    const fromForm = (request) =>
      this.deal(request.isSealed ? request : this.#withKnownCards(request), {
        fromForm: true,
      });
    const dealAnew = async () =>
      (await this.#mayEndCall()) && fromForm(this.#form.takeRequest());
    const choose = () => {
      this.#tabletop.knownCards.text = undefined;
      dealAnew();
    };
    const dealBoards = () =>
      fromForm(this.#form.takeBoards(this.#current?.request.isBatch)); // at first that on the table is one of them
    this.#form = new DealForm({
      choose,
      find: () => fromForm(this.#form.search),
      dealBoards,
      note: (notes) => this.#note(notes),
      choosing: (button) => this.#tabletop.waitFor(button),
    });
    this.#tabletop = new Tabletop({
      dealGiven: () => fromForm(this.#form.request),
      dress: (felt) => this.#private.table?.dress(felt),
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
    const clear = () => {
      this.#tabletop.knownCards.text = undefined;
      this.#play.hide();
      this.#clear();
    };
    this.#private = new PrivateSeat({ deal, clear, show: showStage, log });
    this.#tools = new Tools({
      deal: async (request) =>
        (await this.#mayEndCall()) && this.deal(this.#withKnownCards(request)),
      showProblem: (problem) => this.#form.showProblem(problem),
    });
    $("#form").removeAttribute("aria-busy");
    listenToSubmit($("#form"), dealAnew);
    $("#verify").addEventListener("click", async (event) => {
      if (!this.#caller?.isCalling) return;
      event.preventDefault();
      if (await this.#mayEndCall("reveal", t("table.tools.verify")))
        location.assign($("#verify").href);
    });
    $("#accepted").addEventListener("click", () => {
      const { request, game } = this.#current;
      this.deal(request.with({ where: JSON.stringify(game.void_deal.where) }));
    });
    $("#change").addEventListener("click", () => $("#find-game").focus());
    $("#felt").addEventListener(
      "click",
      ({ target }) =>
        target.closest("[data-stock] :is(button, .press)") &&
        this.#pressStock(),
    );
    addEventListener("hashchange", () => this.#followPermalink());
  }

  /** What is on the table; undefined if nothing is. */
  get #current() {
    return this.#tabletop.current;
  }

  #withKnownCards(request) {
    return request.with({ given: this.#tabletop.knownCards.text });
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
    const first = DealRequest.parse(FIRST);
    const problem = await this.deal(first.with({ seed: FIRST_SEED }), {
      replaceUrl: true,
      allowNoSeeds: true,
    });
    if (problem?.status !== 403) return;
    this.#form.useSystemRandomness();
    await this.deal(first, { replaceUrl: true });
  }

  #followPermalink() {
    const request = DealRequest.parse(readFragment() ?? "");
    if (request) this.deal(request, { replaceUrl: true });
    return request;
  }

  /** Request a deal and show it. Return the problem if the service rejects it. */
  async deal(
    original,
    { fromForm = false, replaceUrl = false, allowNoSeeds = false } = {},
  ) {
    const isNew = original.isPrivate && original.get("table") === undefined;
    const request = isNew ? openTable(original) : original;
    this.#pending.abort();
    this.#pending = new AbortController();
    const { signal } = this.#pending;
    const fragment = readFragment();
    const deck = request.kind === "games" && getDeck(request);
    if (deck) fetchDeck(deck).catch(() => undefined); // while the cards are dealt
    if (!fromForm) this.#form.fill(request);
    if (!fromForm) this.#tabletop.knownCards.text = request.get("given");
    $("#felt").setAttribute("aria-busy", "true");
    try {
      const saved = fromForm ? undefined : Play.saved;
      const results = await this.#request(request, signal, { isNew, saved });
      // The event of another permalink, which deals it, may come after this response.
      if (
        signal.aborted ||
        (readFragment() !== fragment && DealRequest.parse(readFragment() ?? ""))
      )
        return undefined;
      this.#form.clearErrors();
      this.#form.noteDeal();
      updateUrl(request, replaceUrl);
      await results();
      if (fromForm) this.#tabletop.bringIntoView();
      return undefined;
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      if (!(error instanceof Problem)) throw error;
      if (request.isBatch && request.get("where") !== undefined) this.#clear(); // what lies there does not fulfil the condition
      if (!this.#current) this.#showNothing(request);
      if (!allowNoSeeds || error.status !== 403)
        this.#form.showProblem(
          error,
          fromForm ? undefined : { request, deal: (other) => this.deal(other) },
        );
      return error;
    } finally {
      if (!signal.aborted) $("#felt").removeAttribute("aria-busy");
    }
  }

  /** Show that nothing is dealt, as a request was refused, and the ways on. */
  #showNothing(request) {
    const offer = (name, deal) =>
      create("button", { onclick: deal }, t(`table.${name}`));
    const { isBatch, isPrivate, name } = request;
    this.#tabletop.clear();
    const ways = isPrivate
      ? [
          offer("private.ownTable", () =>
            this.deal(request.with({ table: undefined })),
          ),
          offer("private.dealOpen", () =>
            this.deal(
              DealRequest.parse(`v1/games/${name}/deal`).with({
                seed: generateSeed(),
              }),
            ),
          ),
        ]
      : isBatch || request.get("where") !== undefined
        ? []
        : [offer("dealHoldem", () => this.#dealFirst())];
    if (isPrivate) $("#title").replaceChildren(renderTitle(request));
    $("#felt").replaceChildren(create("p.empty", t("table.nothing"), ways));
  }

  /** Request a deal of any kind. Return the function that shows it. */
  #request(request, signal, { isNew, saved }) {
    if (request.isPrivate) return this.#private.take(request, signal, isNew);
    if (request.isSealed) return this.#requestSeal(request, signal, saved);
    return request.isBatch
      ? this.#boards.request(request, signal)
      : this.#requestDeal(request, signal);
  }

  async #requestDeal(request, signal) {
    const { path, body } = request.prepare(CATALOGUE.fields);
    const [response, game] = await Promise.all([
      fetchJson(path, { body, signal }),
      fetchGame(request, PACK_OPTIONS, signal),
    ]);
    const shoe = await fetchShoe(response, PACK_OPTIONS);
    await this.#prepareCaller(request);
    return () => {
      this.#boards.hide();
      this.#show({ request, response, game, shoe });
      this.#records.keep([response], this.#current);
    };
  }

  /** Request a sealed shoe of a game, or continue a saved game; the visitor then deals. */
  async #requestSeal(request, signal, saved) {
    const prepared = request.prepare(CATALOGUE.fields);
    const opening =
      saved?.opened ?? fetchJson(prepared.path, { ...prepared, signal });
    const [opened, game] = await Promise.all([
      opening,
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

  /** Load the caller for a game whose balls are called one by one. */
  async #prepareCaller({ name }) {
    if (!CALLS.includes(name) || this.#caller) return;
    const { Caller } = await import("./caller.mjs");
    this.#caller = new Caller({
      call: (count) =>
        this.#current.request.isSealed
          ? this.#play.call("called")
          : this.#callBall(count),
      seal: async () =>
        (await this.#mayEndCall()) &&
        this.deal(
          new DealRequest("games", this.#current.request.name, "seal", []),
        ),
      print: (elements) => this.#records.print(elements),
    });
  }

  /** Ask before a press ends a call of bingo that is going on. Return whether it may end. */
  async #mayEndCall(kind = "deal", yes = t("table.moves.deal")) {
    return !this.#caller?.isCalling || ask(t(`table.ask.${kind}`), yes);
  }

  /** Show so many balls of the deal; the link has their number, so that they are there after a reload. */
  #callBall(count) {
    this.#changeRequest({ called: String(count) });
    this.#show(this.#current, { isStill: true });
  }

  /** Change the request of what is on the table, and its link. */
  #changeRequest(changes) {
    this.#current.request = this.#current.request.with(changes);
    updateUrl(this.#current.request, true);
  }

  /** Note the event and the date of the boards on the table, for the paper, the files and the link. */
  #note(notes) {
    const { request } = this.#current ?? {};
    if (request?.name !== "bridge" || request.isSealed) return;
    this.#changeRequest(notes);
    if (request.isBatch) this.#boards.note(this.#current.request);
    this.#tools.update(this.#current);
  }

  /** Keep all boards that were found; without one in sight say how many they are. */
  #keepBoards(boards, status) {
    this.#records.keep(boards, this.#current);
    this.#current.status = status;
    if (!this.#current.view) this.#tabletop.sayOutcome(status);
  }

  /** Take everything off the table. */
  #clear() {
    this.#tabletop.clear();
    this.#boards.hide();
    this.#records.clear();
  }

  /** Show a stage of a sealed game, or more of it: cards that lie on the table already are not dealt again. */
  #showStage(current) {
    const { request, response } = this.#current ?? {};
    const isSame =
      request === current.request && response.draws === current.response.draws;
    this.#show(current, { isStill: isSame || current.response.draws > 1 });
  }

  /** Turn the next card of the stock, or deal what comes before it. The focus stays on the stock. */
  async #pressStock() {
    if (this.#current.request.isSealed) await this.#play.pressStock();
    else this.#tabletop.pressStock();
    $("#felt [data-stock] button")?.focus({ preventScroll: true });
  }

  /** Show a state of the table. In a sealed game `last` is the latest request with its response, `status` a sentence on it. */
  #show(current, { isStill = false } = {}) {
    const { request } = current;
    $("#example").hidden = request.isBatch;
    if (CALLS.includes(request.name))
      Object.assign(current, {
        view: this.#caller.show(current),
        status: this.#caller.status,
      });
    if (!request.isPrivate) this.#private.leave();
    if (!request.isSealed) this.#play.hide();
    this.#form.evening.isOffered =
      request.name === "bridge" && !request.isSealed;
    this.#tabletop.show(current, { isStill });
    this.#tools.update(current);
    showDetails(current);
  }
}

/** Put the permalink into the address bar: a fragment, which no server sees. A deal that cannot be repeated has none. */
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
  $("#felt > .empty")?.replaceChildren(create("span", describe()), reload);
  $("#problem").hidden = false;
  $("#problem").replaceChildren(create("p", describe()));
  if (!(error instanceof Problem)) throw error; // a problem is told, as when the page is left while it loads
}
