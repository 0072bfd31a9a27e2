/** The table page: request the deal that the form describes, show it, and show the request as code. */

import { $, Problem, fetchJson, createCopyButton, createElement } from "../shared/page.mjs";
import { fetchShoe } from "./cards.mjs";
import { renderFelt } from "./felt.mjs";
import { toTitle } from "./fields.mjs";
import { DealForm } from "./form.mjs";
import { DealRequest, generateSeed } from "./request.mjs";
import { formatJson, renderSnippets } from "./snippets.mjs";

const FIRST = "v1/games/holdem/deal"; // for visitors who come without a permalink

/** Fetch the games, decks and algorithms of the API; the parameters of the form are in the page. */
async function fetchCatalogue() {
  const [{ games }, { decks }, { algorithms }] = await Promise.all(
    ["v1/games", "v1/decks", "v1/algorithms"].map((path) => fetchJson(path)),
  );
  return { games, decks, algorithms, ...JSON.parse($("#form").dataset.parameters) };
}

class Page {
  #form;
  #packOptions;
  #pending = { abort() {} };
  #current;
  #fit = () => undefined; // lays the felt out for a width

  constructor(catalogue) {
    this.#form = new DealForm(catalogue);
    $("#form").removeAttribute("aria-busy");
    this.#packOptions = Object.values(catalogue.fields).flatMap(({ name, section }) => (section === "packs" ? [name] : []));
    $("#form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.deal(this.#form.request, { fromForm: true });
    });
    $("#sorted").addEventListener("change", () => this.#renderFelt({ isStill: true }));
    new ResizeObserver(() => this.#fit($("#felt").clientWidth)).observe($("#felt"));
    $("#tools").append(...this.#createTools());
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
    if (!fromForm) this.#form.request = request;
    $("#felt").setAttribute("aria-busy", "true");
    try {
      const [response, game] = await Promise.all([fetchJson(request.path, { signal }), this.#fetchGame(request, signal)]);
      const shoe = await fetchShoe(response, this.#packOptions);
      if (signal.aborted) return undefined;
      this.#form.clearErrors();
      this.#current = { request, response, game, shoe };
      updateUrl(request, replaceUrl);
      this.#show();
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

  /** Fetch the description of a game, of which the steps of its deal are a part; a plain deal has no steps. */
  async #fetchGame({ kind, name, query }, signal) {
    if (kind === "decks") return { stock: "stock", procedure: [] };
    const names = ["players", ...this.#packOptions];
    return fetchJson(`v1/games/${name}`, {
      query: Object.fromEntries(query.filter(([key]) => names.includes(key))),
      signal,
    });
  }

  #show() {
    const { request, response, game } = this.#current;
    $("#title").textContent = this.#form.getTitle(request.kind, request.name);
    $("#facts").replaceChildren(...describeDeal(response));
    this.#updateTools(request);
    this.#renderFelt();
    $("#snippets").replaceChildren(...renderSnippets(request));
    $("#sorted").parentElement.hidden = !response.hands?.length;
    $("#procedure").hidden = !game.procedure.length;
    $("#procedure ol").replaceChildren(...game.procedure.map((line) => createElement("li", {}, line)));
    const json = formatJson(response);
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
    $("#status").textContent = `Dealt: ${$("#title").textContent}. ${$("#facts").textContent}`;
  }

  #renderFelt({ isStill = false } = {}) {
    if (!this.#current) return;
    const { felt, fit, stocks } = renderFelt({ ...this.#current, sorted: $("#sorted").checked });
    felt.classList.toggle("still", isStill);
    this.#fit = fit;
    fit($("#felt").clientWidth);
    $("#felt").replaceChildren(felt);
    $("#stocks").replaceChildren(...stocks);
  }

  #createTools() {
    const current = () => this.#current.request;
    const dealAgain = () =>
      this.deal(current().get("seed") === undefined ? current() : current().with({ seed: generateSeed(), index: undefined }));
    return [
      createElement("button", { type: "button", id: "again", onclick: dealAgain }, "Deal again"),
      createElement("button", { type: "button", id: "next", onclick: () => this.deal(incrementCounter(current())) }, "Next index"),
      ...createCopyButton(() => current().permalink, "Copy permalink"),
      createElement("a", { class: "button", id: "verify", href: "#" }, "Verify this deal"),
    ];
  }

  /** Show the tools that apply to a request. */
  #updateTools(request) {
    $("#tools").hidden = false;
    $("#again").hidden = counterOf(request) !== "index";
    $("#next").textContent = counterOf(request) === "index" ? "Next index" : "Next number";
    $("#verify").href = request.verifyUrl;
    for (const tool of ["#next", "#tools .copy", "#verify"]) $(tool).hidden = !request.isRepeatable;
  }
}

const counterOf = (request) => (request.get("deal_number") === undefined ? "index" : "deal_number");

/** Return the request for the next index of the seed, or for the next deal number. */
function incrementCounter(request) {
  const counter = counterOf(request);
  return request.with({ [counter]: String(BigInt(request.get(counter) ?? 0) + 1n) });
}

/** Put the permalink into the address bar: a fragment, which no server sees. A deal that cannot be repeated has none. */
function updateUrl(request, replaceUrl) {
  const url = request.isRepeatable ? request.permalink : location.pathname;
  if (url === location.href) return;
  history[replaceUrl ? "replaceState" : "pushState"](null, "", url);
}

/** Scroll to a section that is mostly out of view, as the table is on a phone when the form is in view. */
function bringIntoView(section) {
  const { top, bottom } = section.getBoundingClientRect();
  if (top > innerHeight / 2 || bottom < innerHeight / 2) section.scrollIntoView();
}

/** Describe a deal and its randomness on one line. */
function describeDeal({ players, size, algorithm, uniformity, seed, index, deal_number: number, draws }) {
  const order =
    number !== undefined
      ? `deal number ${number}`
      : seed !== undefined
        ? ["seed ", createElement("bdi", {}, seed), `, index ${index}`]
        : "from the operating system, not repeatable";
  const uniformityText = { exact: "exactly uniform", near: "nearly uniform", biased: "biased", deterministic: "no chance in it" }[
    uniformity
  ];
  const isBad = ["biased", "deterministic"].includes(uniformity) && number === undefined;
  const facts = [
    players > 1 && `${players} players`,
    `${size} in the shoe`,
    algorithm,
    createElement("span", { class: isBad ? "bad" : "" }, uniformityText),
    `${draws} draws`,
    order,
  ].filter(Boolean);
  return facts.flatMap((fact, i) => [i ? " · " : "", fact].flat());
}

try {
  await new Page(await fetchCatalogue()).start();
} catch (error) {
  const message = error instanceof Problem ? error.message : "This page failed. Please reload it.";
  const reload = createElement("button", { type: "button", onclick: () => location.reload() }, "Try again");
  $("#felt > .empty")?.replaceChildren(createElement("span", {}, toTitle(message)), reload);
  $("#problem").hidden = false;
  $("#problem").replaceChildren(createElement("p", {}, toTitle(message)));
  throw error;
}
