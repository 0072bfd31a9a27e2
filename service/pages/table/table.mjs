/** The table page: request the deal that the form describes, tell it stage by stage, and show the request as code. */
import { saveFile } from "../shared/files.mjs";
import { nameSeat } from "../shared/labels.mjs";
import { $, $$, Problem, create, createCopyButton, fetchFile, fetchJson, fetchLines, listenToSubmit, readStored, store } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { ask } from "./ask.mjs";
import { Boards } from "./boards.mjs";
import { fetchDeck, fetchGame, fetchShoe } from "./cards.mjs";
import { Records, renderDiagram } from "./diagram.mjs";
import { FIRST, FIRST_SEED } from "./early.mjs";
import { describeNotes } from "./evening.mjs";
import { renderFelt } from "./felt.mjs";
import { DealForm } from "./form.mjs";
import { KnownCards } from "./known.mjs";
import { Log } from "./log.mjs";
import { Play } from "./play.mjs";
import { describeWinners, nameHand, rankHands } from "./ranks.mjs";
import { DealRequest, generateSeed } from "./request.mjs";
import { renderSentences } from "./sentences.mjs";
import { formatJson, renderSnippets } from "./snippets.mjs";
import { sortHand } from "./sorting.mjs";
import { Story, UP } from "./story.mjs";
import { Tools, describeDeal } from "./tools.mjs";

const MISTAKEN = /[?&](game|deck|seed)=/; // in a query, which no link has
const SORTED = "sorted"; // the visitor's choice in the storage of the browser
const CALLS = ["bingo_call", "bingo90_call"]; // games whose balls are called
const SEATS = "seats"; // the visitor's seat by game, likewise
const LEAST_HEIGHT = 420; // pixels of the felt that a narrow screen shows
const PAPER = 680; // the width of the felt on paper, as in print.css
const MANY_BOARDS = 100; // from which on the page asks first
const MIN_STEP = 25; // pixels of each card that are in sight while cards are chosen

class Page {
  #form;
  #boards;
  #records = new Records(() => (this.#isCall ? [this.#caller.paper] : []));
  #knownCards;
  #play;
  #log = new Log();
  #caller; // of bingo, once its balls were called
  #private; // the table with private hands, once there was one
  #tools;
  #parameters;
  #packOptions;
  #pending = { abort() {} };
  #current;
  #sorting = readStored(SORTED); // whether hands are sorted; undefined until the visitor chooses
  #seats = readStored(SEATS) ?? {}; // the visitor's seat by game; "" for none
  #search; // the request that the boards on the page are of
  #story; // of the deal on the table
  #renderCount = 0; // how often a part of a story was shown
  #fit = () => undefined; // lays the felt out for a size

  constructor(catalogue) {
    const fromForm = (request) => this.deal(request.isSealed ? request : request.with({ given: this.#knownCards.text }), { fromForm: true });
    const dealAnew = async () => (await this.#mayEndCall()) && fromForm(this.#form.takeRequest());
    const choose = () => {
      this.#knownCards.text = undefined;
      dealAnew();
    };
    const find = () => fromForm(this.#form.search);
    const dealBoards = async () => {
      const count = Number(this.#form.boardCount);
      if (count > MANY_BOARDS && !(await ask(t("table.ask.manyBoards", { count }), t("table.boards.deal")))) return;
      fromForm(this.#form.takeBoards(this.#current?.request.isBatch)); // at first that on the table is one of them
    };
    this.#form = new DealForm(catalogue, { choose, find, dealBoards, note: (notes) => this.#note(notes) });
    this.#boards = new Boards({
      cover: (number, open) => this.#cover(t("table.boards.isClosed", { number }), create("button.primary", { onclick: open }, t("table.boards.open", { number }))),
      show: (response) => this.#show({ ...this.#search, response, status: this.#boards.status }),
      search: (request) => this.deal(request),
    });
    this.#knownCards = new KnownCards({ render: () => this.#showStory(), deal: () => fromForm(this.#form.request) });
    this.#play = new Play({ show: (current) => this.#showStage(current), log: this.#log, mayReveal: () => this.#mayEndCall("reveal", t("table.sealed.reveal")) });
    this.#parameters = catalogue.fields;
    $("#form").removeAttribute("aria-busy");
    this.#packOptions = Object.values(catalogue.fields).flatMap(({ name, section }) => (section === "packs" ? [name] : []));
    listenToSubmit($("#form"), dealAnew);
    $("#turn").addEventListener("click", () => {
      $("#show-all").checked = false;
      this.#story?.turn();
      this.#showStory();
    });
    $("#show-all").addEventListener("change", () => this.#showStory());
    $("#sorted").addEventListener("change", ({ target }) => {
      this.#sorting = target.checked;
      store(SORTED, target.checked);
      this.#showStory();
    });
    $("#own-seat").addEventListener("change", ({ target }) => {
      this.#seats = { ...this.#seats, [this.#current.request.name]: target.value };
      store(SEATS, this.#seats);
      this.#showStory();
      this.#sayOwnCards();
    });
    new ResizeObserver(() => this.#fit(measureFelt())).observe($("#felt"));
    addEventListener("beforeprint", () => this.#fit({ ...measureFelt(), width: PAPER }));
    addEventListener("afterprint", () => this.#fit(measureFelt()));
    this.#tools = new Tools({
      deal: async (request) => (await this.#mayEndCall()) && this.deal(request.with({ given: this.#knownCards.text })),
      save: (request) => this.#save(request),
    });
    $("#verify").addEventListener("click", async (event) => {
      if (!this.#isCall || !this.#caller.isCalling) return;
      event.preventDefault();
      if (await this.#mayEndCall("reveal", t("table.tools.verify"))) location.assign($("#verify").href);
    });
    $("#accepted").addEventListener("click", () => {
      const { request, game } = this.#current;
      this.deal(request.with({ where: JSON.stringify(game.void_deal.where) }));
    });
    $("#change").addEventListener("click", () => this.#form.focus());
    $("#try-private").addEventListener("click", async () => {
      const { kind, name } = this.#current?.request ?? DealRequest.parse(FIRST);
      $("#table").scrollIntoView();
      if (!(await this.deal(new DealRequest(kind, name, "private", [])))) $("#title").focus({ preventScroll: true });
    });
    addEventListener("hashchange", () => this.#followPermalink());
  }

  /** Request the deal of the permalink, or a first deal without a permalink. */
  async start() {
    if (this.#followPermalink()) return;
    const isBroken = location.hash.length > 1 && !document.getElementById(location.hash.slice(1));
    const isWrong = isBroken || MISTAKEN.test(location.search);
    await this.#dealFirst();
    if (isWrong) this.#form.showProblem(new Problem(400, { detail: t("table.wrongLink") }));
  }

  async #dealFirst() {
    const first = DealRequest.parse(FIRST);
    const problem = await this.deal(first.with({ seed: FIRST_SEED }), { replaceUrl: true, allowNoSeeds: true });
    if (problem?.status !== 403) return;
    this.#form.useSystemRandomness();
    await this.deal(first, { replaceUrl: true });
  }

  #followPermalink() {
    const request = DealRequest.parse(location.hash);
    if (request) this.deal(request, { replaceUrl: true });
    return request;
  }

  /** Request a deal and show it. Return the problem if the service rejects it. */
  async deal(original, { fromForm = false, replaceUrl = false, allowNoSeeds = false } = {}) {
    const isNew = original.isPrivate && original.get("table") === undefined;
    const request = isNew ? original.with({ players: original.get("players") ?? this.#form.getFewest(original.name), table: generateSeed() }) : original;
    this.#pending.abort();
    this.#pending = new AbortController();
    const { signal } = this.#pending;
    const { hash } = location;
    const deck = request.kind === "games" && this.#form.getDeck(request.kind, request.name);
    if (deck) fetchDeck(deck).catch(() => undefined); // while the cards are dealt
    if (!fromForm) this.#form.request = request;
    if (!fromForm) this.#knownCards.text = request.get("given");
    $("#felt").setAttribute("aria-busy", "true");
    try {
      const saved = fromForm ? undefined : Play.saved;
      const requests = { private: this.#requestTable, seal: this.#requestSeal, "deal/batch": this.#requestBoards };
      const results = await (requests[request.action] ?? this.#requestDeal).call(this, request, signal, saved, isNew);
      // The event of another permalink, which deals it, may come after this response.
      if (signal.aborted || (location.hash !== hash && DealRequest.parse(location.hash))) return undefined;
      this.#form.clearErrors();
      this.#form.noteDeal();
      updateUrl(request, replaceUrl);
      await results();
      if (fromForm) bringIntoView();
      return undefined;
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      if (!(error instanceof Problem)) throw error;
      if (request.isBatch && request.get("where") !== undefined) this.#clear(); // what lies there does not fulfil the condition
      const wayOut = request.isBatch || request.get("where") !== undefined ? "" : create("button", { onclick: () => this.#dealFirst() }, t("table.dealHoldem"));
      if (!this.#current) $("#felt").replaceChildren(create("p.empty", t("table.nothing"), wayOut));
      if (!allowNoSeeds || error.status !== 403) this.#form.showProblem(error, fromForm ? {} : { request, deal: (other) => this.deal(other) });
      return error;
    } finally {
      if (!signal.aborted) $("#felt").removeAttribute("aria-busy");
    }
  }

  /** Request a deal. Return the function that shows it. */
  async #requestDeal(request, signal) {
    const { path, body } = request.prepare(this.#parameters);
    const [response, game] = await Promise.all([fetchJson(path, { body, signal }), fetchGame(request, this.#packOptions, signal)]);
    const shoe = await fetchShoe(response, this.#packOptions);
    await this.#prepareCaller(request);
    return () => {
      this.#boards.hide();
      this.#show({ request, response, game, shoe });
      this.#keepRecords([response]);
    };
  }

  /** Request a sealed shoe of a game, or continue a saved game. Return the function that shows it; the visitor then deals. */
  async #requestSeal(request, signal, saved) {
    const prepared = request.prepare(this.#parameters);
    const opening = saved?.opened ?? fetchJson(prepared.path, { ...prepared, signal });
    const [opened, game] = await Promise.all([opening, fetchGame(request, this.#packOptions, signal)]);
    const shoe = await fetchShoe(opened.terms, this.#packOptions);
    await this.#prepareCaller(request);
    return () => {
      this.#boards.hide();
      this.#knownCards.text = undefined;
      return this.#play.start({ prepared, ...saved, opened, request, game, shoe });
    };
  }

  /** Load the caller for a game whose balls are called one by one. */
  async #prepareCaller(request) {
    if (!CALLS.includes(request.name) || this.#caller) return;
    const { Caller } = await import("./caller.mjs");
    this.#caller = new Caller({
      call: (count) => (this.#current.request.isSealed ? this.#play.call("called") : this.#callBall(count)),
      seal: async () => (await this.#mayEndCall()) && this.deal(new DealRequest("games", this.#current.request.name, "seal", [])),
      print: (elements) => this.#records.print(elements),
    });
  }

  /** Whether the caller is on the table. */
  get #isCall() {
    return CALLS.includes(this.#current?.request.name);
  }

  /** Ask before a press ends a call of bingo that is going on. Return whether it may end. */
  async #mayEndCall(kind = "deal", yes = t("table.moves.deal")) {
    return !this.#isCall || !this.#caller.isCalling || ask(t(`table.ask.${kind}`), yes);
  }

  /** Show so many balls of the deal; the link has their number, so that they are there after a reload. */
  #callBall(count) {
    this.#current.request = this.#current.request.with({ called: String(count) });
    updateUrl(this.#current.request, true);
    this.#show(this.#current, { isStill: true });
  }

  /** Take a seat at a table with private hands, or open a table. Return the function that shows it; the visitor then plays. */
  async #requestTable(request, signal, saved, isNew) {
    const [{ PrivateTable }, game] = await Promise.all([import("../private/table.mjs"), fetchGame(request, this.#packOptions, signal)]);
    const page = {
      show: (current) => this.#showStage(current),
      wait: (element) => $("#felt").replaceChildren(create("div.empty", element)),
      log: this.#log,
      packOptions: this.#packOptions,
      leave: () => this.#showLeft(request),
    };
    const { table: _, ...terms } = request.prepare(this.#parameters).body;
    const table = new PrivateTable(page, { request, game, terms });
    this.#leaveTable(); // it may hold the seat that `join` takes
    await table.join(isNew);
    return () => {
      this.#private = table;
      this.#knownCards.text = undefined;
      this.#play.hide();
      this.#clear();
      $("#title").replaceChildren(this.#form.renderTitle(request.kind, request.name));
      $("#try-private").hidden = true;
      return table.begin();
    };
  }

  /** Show that the visitor left a table with private hands, and the ways on. */
  #showLeft(request) {
    this.#leaveTable();
    this.#clear();
    const open = DealRequest.parse(`v1/games/${request.name}/deal`).with({ seed: generateSeed() });
    const ways = [["comeBack", request], ["dealOpen", open]].map(([name, way]) => create("button", { onclick: () => this.deal(way) }, t(`table.private.${name}`)));
    $("#felt").replaceChildren(create("div.empty", create("p.buttons", ways)));
    $("#outcome").textContent = t("table.private.youLeft");
    ways[0].focus();
  }

  #leaveTable() {
    this.#private?.leave();
    this.#private = undefined;
  }

  /** Show a stage of a sealed game, or more of it: cards that lie on the table already are not dealt again. */
  #showStage(current) {
    const { request, response } = this.#current ?? {};
    const isSame = request === current.request && response.draws === current.response.draws;
    this.#show(current, { isStill: isSame || current.response.draws > 1 });
  }

  /** Request boards that fulfil a condition. Return the function that shows them as they are found. */
  async #requestBoards(request, signal) {
    const { path, body } = request.prepare(this.#parameters);
    const packs = Object.fromEntries(this.#packOptions.map((name) => [name, request.get(name)]));
    const deck = this.#form.getDeck(request.kind, request.name);
    const [lines, game, shoe] = await Promise.all([
      fetchLines(path, { body, signal }),
      fetchGame(request, this.#packOptions, signal),
      fetchShoe({ deck, ...packs }, this.#packOptions),
    ]);
    return async () => {
      this.#search = { request, game, shoe };
      const isClosed = request.get("closed") !== undefined;
      this.#boards.start(isClosed, request.get("seed"));
      let summary;
      for await (const line of lines)
        if (line.hands) this.#boards.add(line);
        else summary = line;
      this.#boards.finish(request, summary);
      const { all, status } = this.#boards;
      if (!all.length) return this.#show({ ...this.#search, response: { hands: [], piles: [], ...summary }, status });
      if (isClosed) this.#cover(status);
      this.#keepRecords(all);
      this.#current.status = status;
      return isClosed ? undefined : this.#sayOutcome(status);
    };
  }

  /** Show in place of cards that boards lie face down, or one of them, with a button that opens it. */
  #cover(status, open) {
    const { request } = this.#search;
    const openAll = async () => {
      if (await ask(t("table.ask.openBoards"), t("table.boards.openAll"))) this.deal(request.with({ closed: undefined }));
    };
    const view = create("div.cover", [
      create("p", t("table.boards.howClosed")),
      create("p", t("table.boards.files")),
      create("p.buttons", open, create("button", { onclick: openAll }, t("table.boards.openAll"))),
    ]);
    this.#show({ ...this.#search, response: { hands: [], piles: [] }, status, view });
  }

  /** Note the event and the date of the boards on the table, for the paper, the files and the link. */
  #note(notes) {
    const { request } = this.#current ?? {};
    if (request?.name !== "bridge" || request.isSealed) return;
    this.#current.request = request.with(notes);
    if (request.isBatch) this.#search.request = this.#current.request;
    updateUrl(this.#current.request, true);
    this.#tools.update(this.#current);
  }

  /** Save the boards of a request for a file, which the service writes. */
  async #save(request) {
    try {
      const { path, body } = request.prepare(this.#parameters);
      const { name, file } = await fetchFile(path, { body });
      saveFile(nameFile(request, name), file);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#form.showProblem(error);
    }
  }

  /** Keep boards of bridge, which are printed as hand records. */
  #keepRecords(boards) {
    const { request, shoe, game } = this.#current ?? {};
    this.#records.clear();
    if (request?.name !== "bridge" || request.isSealed || !boards.length) return;
    const describe = () => {
      const seed = request.get("seed");
      const count = boards.length > 1 && t("table.record.count", { count: boards.length });
      const parts = [...describeNotes(this.#current.request), $("#title").textContent, count, seed !== undefined && t("table.record.seed", { seed })];
      return parts.filter(Boolean).join(" · ");
    };
    this.#records.show({ boards, shoe, game, describe }).catch(() => undefined); // they are printed without points
  }

  /** Take everything off the table. */
  #clear() {
    this.#current = undefined;
    this.#renderCount++;
    this.#boards.hide();
    this.#records.clear();
    $("#felt").replaceChildren(create("p.empty"));
    $("#stocks").replaceChildren();
    for (const id of ["#tools", "#details", "#diagram", "#turn", "#all"]) $(id).hidden = true;
    for (const id of ["#facts", "#outcome"]) $(id).textContent = "";
  }

  /** Show a state of the table. In a sealed game `last` is the latest request with its response, `status` a sentence on it. */
  #show(current, { isStill = false } = {}) {
    const { request, response, game, last } = current;
    $("#example").hidden = request.isBatch;
    if (CALLS.includes(request.name)) Object.assign(current, { view: this.#caller.show(current), status: this.#caller.status });
    this.#current = current;
    if (!request.isPrivate) this.#leaveTable();
    $("#try-private").hidden = request.isPrivate || !this.#form.canBePrivate(request);
    if (!request.isSealed) this.#play.hide();
    this.#story = new Story(current);
    $("#show-all").checked = false;
    this.#form.hasEvening = request.name === "bridge" && !request.isSealed;
    $("#title").replaceChildren(this.#form.renderTitle(request.kind, request.name));
    $("#facts").replaceChildren(...describeDeal({ seed: request.get("seed"), ...response }));
    $("#outcome").classList.toggle("split", /hi_lo$/.test(game.ranking)); // room for those who win high and low
    this.#tools.update(current);
    this.#offerSeats(current);
    $("#sorted").parentElement.hidden = !hasLooseHands(current);
    $("#sorted").checked = this.#sorting ?? isHeldBySuits(current);
    if (response.given) this.#knownCards.text = JSON.stringify(response.given); // in canonical spelling
    this.#showStory({ isStill });
    if (!request.isSealed) this.#sayOwnCards();
    const prepared = last ?? { ...request.prepare(this.#parameters), action: request.action };
    $("#snippets").replaceChildren(...renderSnippets(prepared));
    $("#procedure").hidden = !game.procedure.length;
    $("#procedure ol").replaceChildren(...game.procedure.map((line) => create("li", { lang: "en" }, line)));
    $("#accepted").hidden = !game.void_deal || request.isSealed || request.isBatch || request.get("where") !== undefined;
    const json = formatJson(last?.response ?? response);
    $("#response").replaceChildren(
      create("summary", create("span", { translate: "no" }, "JSON")),
      create("p.buttons", createCopyButton(() => json, t("table.request.copyResponse"))),
      create("pre", { tabindex: "0", role: "region", "aria-label": t("table.request.json") }, json),
    );
    $("#response").closest("section").hidden = Boolean(current.view); // in which all cards are seen
    $("#details").hidden = request.isPrivate && !last; // another tab makes the requests
  }

  /** Offer the seats of a game with two or more hands: one of them can be the visitor's. */
  #offerSeats({ request, response: { hands = [] } }) {
    const seats = request.isPrivate || hands.length < 2 ? [] : hands.map(({ seat }) => seat);
    const select = $("#own-seat");
    select.replaceChildren(select.options[0], ...seats.map((seat) => create("option", { value: seat }, nameSeat(seat))));
    select.parentElement.hidden = !seats.length;
    select.value = this.#findOwnSeat() ?? "";
  }

  /** Return the visitor's seat: the chosen one, or against the house the only one that is not the dealer's. */
  #findOwnSeat() {
    const { request, response, game } = this.#current;
    const seats = (response.hands ?? []).map(({ seat }) => seat);
    const chosen = this.#seats[request.name];
    const players = seats.filter((seat) => seat !== "dealer");
    const usual = game.against_house && players.length === 1 ? players[0] : undefined;
    return chosen === "" || seats.includes(chosen) ? chosen : usual;
  }

  /** Name the visitor's own cards for screen readers, as they are sorted. */
  #sayOwnCards() {
    const { response, shoe, game, view } = this.#current;
    const own = $("#own-seat").value && response.hands.find(({ seat }) => seat === $("#own-seat").value);
    const title = $("#title").textContent;
    const open = own ? sortHand(own.indices, shoe, game).filter((index) => this.#story.stateOf(index) === UP) : [];
    const cards = open.map((index) => shoe.cards[index].name).join(", ");
    $("#status").textContent = cards ? t("table.dealtCards", { game: title, cards }) : view ? "" : t("table.dealtGame", { game: title });
  }

  /** Show the deal up to the current stage of its story, with the ranking of its hands. */
  async #showStory({ isStill = true } = {}) {
    if (!this.#current) return;
    const [current, story, number] = [this.#current, this.#story, ++this.#renderCount];
    story.isAllShown = $("#show-all").checked || this.#knownCards.isOn;
    story.ownSeat = $("#own-seat").value;
    this.#renderFelt({ isStill });
    this.#drawDiagram();
    $("#turn").hidden = !story.hasStages;
    $("#turn").textContent = story.isDealt ? t("table.moves.start") : t("table.moves.dealStage", { stage: story.next });
    $("#all").hidden = !story.hasCovered || Boolean(current.view);
    this.#sayOutcome(story.stage && !story.isDealt ? t("table.dealtStage", { stage: story.stage }) : "");
    const ranked = await rankHands(current, story).catch(() => undefined); // the deal is there without it
    if (!ranked || number !== this.#renderCount) return;
    markHands(ranked, current.shoe);
    this.#drawDiagram(Object.fromEntries(ranked.hands.map(({ seat, points }) => [seat, points])));
    this.#sayOutcome(describeWinners(ranked));
  }

  #drawDiagram(points) {
    const { request, response, shoe, game } = this.#current;
    const isDrawn = request.name === "bridge" && !request.isSealed && response.hands.length > 0 && !this.#story.hidesHands;
    $("#diagram").hidden = !isDrawn;
    $("#diagram > div").replaceChildren(...(isDrawn ? [renderDiagram(response, shoe, game, points)] : []));
  }

  #sayOutcome(sentence) {
    $("#outcome").textContent = sentence || this.#current.status || t("table.dealt");
  }

  #renderFelt({ isStill = false } = {}) {
    const { view } = this.#current;
    if (view) {
      this.#fit = () => undefined;
      if (view.parentElement !== $("#felt")) $("#felt").replaceChildren(view);
      $("#stocks").replaceChildren();
      return this.#knownCards.hide();
    }
    const minStep = this.#knownCards.isOn ? MIN_STEP : 0;
    const { response } = this.#current;
    const seat = $("#own-seat").value;
    const hands = seat ? response.hands.map((hand) => ({ ...hand, isOwn: hand.seat === seat })) : response.hands;
    const table = { ...this.#current, response: { ...response, ...(hands && { hands }) }, story: this.#story };
    const { felt, fit, stocks } = renderFelt({ ...table, isSorted: $("#sorted").checked, minStep });
    felt.classList.toggle("still", isStill);
    this.#fit = fit;
    fit(measureFelt());
    const isSeen = new Set($$("#felt [data-index]").map(({ dataset }) => dataset.index));
    if (isStill && isSeen.size)
      for (const card of $$("[data-index]", felt))
        if (!isSeen.has(card.dataset.index)) card.classList.add("turned");
    $("#felt").replaceChildren(felt);
    $("#stocks").replaceChildren(...stocks);
    this.#knownCards.show(this.#current, felt, stocks);
    this.#private?.dress(felt);
  }
}

/** Return whether there are hands whose cards can change their order. */
const hasLooseHands = ({ response: { hands = [] } }) => hands.some(({ indices, parts }) => !parts && indices.length > 1);

/** Return whether players sort such hands by suits, as everywhere but at the tables of a casino. */
const isHeldBySuits = ({ response, game, shoe }) =>
  game.family !== "casino" && hasLooseHands({ response }) && shoe.cards.filter(({ suit }) => suit).length > shoe.cards.length / 2;

/** Return the width of the felt, and the height that it may have. */
function measureFelt() {
  const felt = $("#felt");
  const height = parseFloat(getComputedStyle(felt).minHeight); // none on a phone, where the felt may fill the screen
  return { width: felt.clientWidth, height: height || Math.max(LEAST_HEIGHT, innerHeight - felt.getBoundingClientRect().top - scrollY) };
}

/** Write the name of each hand on the felt, and light up the winners with the cards that win. */
function markHands({ hands, winners = [], low_winners: lowWinners = [] }, { cards }) {
  for (const hand of hands) {
    const seat = $(`#felt [data-seat="${CSS.escape(hand.seat)}"]`);
    const [winsHigh, winsLow] = [winners, lowWinners].map((seats) => seats.includes(hand.seat));
    const isWinner = winsHigh || winsLow;
    const text = winsLow && !winsHigh ? hand.low.description : nameHand(hand);
    if (text) seat?.append(create("p.note", text));
    seat?.classList.toggle("winner", isWinner);
    if (!winners.includes(hand.seat) || !hand.best) continue;
    for (const card of $$("#felt :is(.winner, [data-pile=board]) [data-index]"))
      if (hand.best.includes(cards[card.dataset.index].code)) card.classList.add("best");
  }
}

/** Return the name of a file of boards by its date and event, if they are known: "2026-11-26 Thursday pairs.pbn". */
function nameFile(request, name) {
  const notes = [request.get("date"), request.get("event")].filter(Boolean).join(" ").replace(/[\p{C}\\/:*?"<>|]/gu, "-");
  return notes ? `${notes}${name.slice(name.lastIndexOf("."))}` : name;
}

/** Put the permalink into the address bar: a fragment, which no server sees. A deal that cannot be repeated has none. */
function updateUrl(request, replaceUrl) {
  const url = request.isRepeatable || request.isSealed ? request.permalink : location.pathname;
  if (url === location.href) return;
  history[replaceUrl ? "replaceState" : "pushState"](null, "", url);
}

/** Scroll to the table if its cards are mostly out of view, as on a phone when the form is in view. */
function bringIntoView() {
  const { top, bottom } = $("#felt").getBoundingClientRect();
  if (top > innerHeight / 2 || bottom < innerHeight / 2) $("#table").scrollIntoView();
}

try {
  await new Page(JSON.parse($("#form").dataset.parameters)).start();
} catch (error) {
  const describe = () => (error instanceof Problem ? renderSentences(error.message) : [t("table.failed")]);
  const reload = create("button", { onclick: () => location.reload() }, t("table.again"));
  $("#felt > .empty")?.replaceChildren(create("span", describe()), reload);
  $("#problem").hidden = false;
  $("#problem").replaceChildren(create("p", describe()));
  if (!(error instanceof Problem)) throw error; // a problem is told, as when the page is left while it loads
}
