/** The table page: request the deal that the form describes, show it, and show the request as code. */

import { toTitle } from "../shared/labels.mjs";
import { $, Problem, fetchFile, fetchJson, fetchLines, createCopyButton, createElement } from "../shared/page.mjs";
import { Boards } from "./boards.mjs";
import { fetchShoe } from "./cards.mjs";
import { fetchCatalogue, fetchGame } from "./catalogue.mjs";
import { describeDeal } from "./facts.mjs";
import { renderFelt } from "./felt.mjs";
import { DealForm } from "./form.mjs";
import { KnownCards } from "./known.mjs";
import { Play } from "./play.mjs";
import { DealRequest, generateSeed } from "./request.mjs";
import { formatJson, renderSnippets } from "./snippets.mjs";
import { Tools } from "./tools.mjs";

const FIRST = "v1/games/holdem/deal"; // for visitors who come without a permalink
const ALL_SHOWN = "All cards are shown, even those that would lie face down.";
const SORTED = "sorted"; // the visitor's choice in the storage of the browser
const MIN_STEP = 25; // pixels of each card that are in sight while cards are chosen

class Page {
  #form;
  #boards;
  #known;
  #play;
  #tools;
  #parameters;
  #packOptions;
  #pending = { abort() {} };
  #current;
  #sorting = readSorting(); // whether hands are sorted; undefined until the visitor chooses
  #search; // the request that the boards on the page are of
  #fit = () => undefined; // lays the felt out for a width

  constructor(catalogue) {
    const fromForm = (request) =>
      this.deal(request.isSealed ? request : request.with({ given: this.#known.text }), { fromForm: true });
    this.#form = new DealForm(catalogue, () => fromForm(this.#form.search));
    this.#boards = new Boards({
      show: (response) => this.#show({ ...this.#search, response }),
      save: () => this.#save(this.#search.request),
      search: (request) => this.deal(request),
    });
    this.#known = new KnownCards({
      render: () => this.#renderFelt({ isStill: true }),
      deal: () => fromForm(this.#form.request),
    });
    this.#play = new Play({ show: (current) => this.#show(current, { isStill: current.response.draws > 1 }) });
    this.#parameters = catalogue.fields;
    $("#form").removeAttribute("aria-busy");
    this.#packOptions = Object.values(catalogue.fields).flatMap(({ name, section }) => (section === "packs" ? [name] : []));
    $("#form").addEventListener("submit", (event) => {
      event.preventDefault();
      fromForm(this.#form.request);
    });
    for (const control of [$("#target"), $("#actions")]) control.addEventListener("change", () => (this.#known.text = undefined));
    $("#sorted").addEventListener("change", ({ target }) => {
      this.#sorting = saveSorting(target.checked);
      this.#renderFelt({ isStill: true });
    });
    new ResizeObserver(() => this.#fit($("#felt").clientWidth)).observe($("#felt"));
    this.#tools = new Tools({
      deal: (request) => this.deal(request.with({ given: this.#known.text })),
    });
    $("#change").addEventListener("click", () => $("#target").focus());
    addEventListener("hashchange", () => this.#followPermalink());
  }

  /** Request the deal of the permalink, or a first one if there is none. */
  async start() {
    if (this.#followPermalink()) return;
    const first = DealRequest.parse(FIRST);
    const problem = await this.deal(first.with({ seed: generateSeed() }), { replaceUrl: true, allowNoSeeds: true });
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
  async deal(request, { fromForm = false, replaceUrl = false, allowNoSeeds = false } = {}) {
    this.#pending.abort();
    this.#pending = new AbortController();
    const { signal } = this.#pending;
    const { hash } = location;
    if (!fromForm) this.#form.request = request;
    if (!fromForm) this.#known.text = request.get("given");
    $("#felt").setAttribute("aria-busy", "true");
    try {
      const saved = fromForm ? undefined : Play.saved;
      const send = request.isSealed ? this.#requestSeal : request.isBatch ? this.#requestBoards : this.#requestDeal;
      const results = await send.call(this, request, signal, saved);
      // The event of another permalink, which deals it, may come after this response.
      if (signal.aborted || (location.hash !== hash && DealRequest.parse(location.hash))) return undefined;
      this.#form.clearErrors();
      updateUrl(request, replaceUrl);
      await results();
      if (fromForm) bringIntoView($("#table"));
      return undefined;
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      if (!(error instanceof Problem)) throw error;
      if (!this.#current) $("#felt > .empty").textContent = "Nothing is dealt yet.";
      if (!allowNoSeeds || error.status !== 403) this.#form.showProblem(error);
      return error;
    } finally {
      if (!signal.aborted) $("#felt").removeAttribute("aria-busy");
    }
  }

  /** Request a deal. Return the function that shows it. */
  async #requestDeal(request, signal) {
    const { path, body } = request.prepare(this.#parameters);
    const [response, game] = await Promise.all([fetchJson(path, { body, signal }), this.#fetchGame(request, signal)]);
    const shoe = await fetchShoe(response, this.#packOptions);
    return () => {
      this.#boards.hide();
      this.#show({ request, response, game, shoe });
    };
  }

  /** Request a sealed shoe of a game, or take one that was saved. Return the function that shows it, from which the visitor deals. */
  async #requestSeal(request, signal, saved) {
    const prepared = request.prepare(this.#parameters);
    const opening = saved?.opened ?? fetchJson(prepared.path, { ...prepared, signal });
    const [opened, game] = await Promise.all([opening, this.#fetchGame(request, signal)]);
    const shoe = await fetchShoe(opened.terms, this.#packOptions);
    return () => {
      this.#boards.hide();
      this.#known.text = undefined;
      return this.#play.start({ prepared, ...saved, opened, request, game, shoe });
    };
  }

  /** Request boards that fulfil a condition. Return the function that shows them as they are found. */
  async #requestBoards(request, signal) {
    const { path, body } = request.prepare(this.#parameters);
    const packs = Object.fromEntries(this.#packOptions.map((name) => [name, request.get(name)]));
    const deck = this.#form.getDeck(request.kind, request.name);
    const [lines, game, shoe] = await Promise.all([
      fetchLines(path, { body, signal }),
      this.#fetchGame(request, signal),
      fetchShoe({ deck, ...packs }, this.#packOptions),
    ]);
    return async () => {
      this.#search = { request, game, shoe };
      this.#boards.start();
      let summary;
      for await (const line of lines)
        if (line.hands) this.#boards.add(line);
        else summary = line;
      this.#boards.finish(request, summary);
      if (!this.#boards.count) this.#show({ ...this.#search, response: { hands: [], piles: [], ...summary } });
    };
  }

  /** Save the boards of a request as a file, which the service writes. */
  async #save(request) {
    try {
      const { path, body } = request.with({ format: "pbn" }).prepare(this.#parameters);
      const { name, file } = await fetchFile(path, { body });
      const url = URL.createObjectURL(file);
      createElement("a", { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#form.showProblem(error);
    }
  }

  #fetchGame(request, signal) {
    return fetchGame(request, this.#packOptions, signal);
  }

  /** Show what is on the table; of a sealed game `last` is the latest request with its response, `status` a sentence on it. */
  #show(current, { isStill = false } = {}) {
    this.#current = current;
    const { request, response, game, last } = current;
    if (!request.isSealed) this.#play.hide();
    $("#faces").textContent = request.isSealed ? "Cards that lie face down are shown when they are drawn." : ALL_SHOWN;
    $("#title").textContent = this.#form.getTitle(request.kind, request.name);
    $("#facts").replaceChildren(...describeDeal({ seed: request.get("seed"), ...response }));
    this.#tools.update(current);
    $("#sorted").parentElement.hidden = !response.hands?.length;
    $("#sorted").checked = this.#sorting ?? request.name === "bridge";
    if (response.given) this.#known.text = JSON.stringify(response.given); // in canonical spelling
    this.#renderFelt({ isStill });
    const prepared = last ?? { ...request.prepare(this.#parameters), action: request.action };
    $("#snippets").replaceChildren(...renderSnippets(prepared));
    $("#procedure").hidden = !game.procedure.length;
    $("#procedure ol").replaceChildren(...game.procedure.map((line) => createElement("li", {}, line)));
    const json = formatJson(last?.response ?? response);
    $("#response").replaceChildren(
      createElement("summary", {}, "JSON"),
      createElement(
        "p",
        { class: "buttons" },
        createCopyButton(() => json, "Copy the response"),
      ),
      createElement("pre", { tabindex: "0", role: "region", "aria-label": "The response as JSON" }, json),
    );
    $("#details").hidden = false;
    $("#status").textContent = current.status ?? `Dealt: ${$("#title").textContent}. ${$("#facts").textContent}`;
  }

  #renderFelt({ isStill = false } = {}) {
    if (!this.#current) return;
    const minStep = this.#known.isOn ? MIN_STEP : 0;
    const { felt, fit, stocks } = renderFelt({ ...this.#current, isSorted: $("#sorted").checked, minStep });
    felt.classList.toggle("still", isStill);
    this.#fit = fit;
    fit($("#felt").clientWidth);
    $("#felt").replaceChildren(felt);
    $("#stocks").replaceChildren(...stocks);
    this.#known.show(this.#current, felt, stocks);
  }
}

/** Return whether the visitor chose to sort hands or not to; undefined if neither, or if the browser keeps nothing. */
function readSorting() {
  try {
    return { true: true, false: false }[localStorage.getItem(SORTED)];
  } catch {
    return undefined;
  }
}

/** Keep the visitor's choice for later visits, and return it. */
function saveSorting(isSorted) {
  try {
    localStorage.setItem(SORTED, String(isSorted));
  } catch {
    // The choice is kept until the page is left.
  }
  return isSorted;
}

/** Put the permalink into the address bar: a fragment, which no server sees. A deal that cannot be repeated has none. */
function updateUrl(request, replaceUrl) {
  const url = request.isRepeatable || request.isSealed ? request.permalink : location.pathname;
  if (url === location.href) return;
  history[replaceUrl ? "replaceState" : "pushState"](null, "", url);
}

/** Scroll to a section that is mostly out of view, as the table is on a phone when the form is in view. */
function bringIntoView(section) {
  const { top, bottom } = section.getBoundingClientRect();
  if (top > innerHeight / 2 || bottom < innerHeight / 2) section.scrollIntoView();
}

try {
  await new Page(await fetchCatalogue()).start();
} catch (error) {
  const message = error instanceof Problem ? error.message : "This page failed. Please reload it.";
  const reload = createElement("button", { type: "button", onclick: () => location.reload() }, "Try again");
  $("#felt > .empty")?.replaceChildren(createElement("span", {}, toTitle(message)), reload);
  $("#problem").hidden = false;
  $("#problem").replaceChildren(createElement("p", {}, toTitle(message)));
  if (!(error instanceof Problem)) throw error; // a problem is told, as when the page is left while it loads
}
