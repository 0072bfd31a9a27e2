/** The page table: deals what the form asks, shows it, and gives the request away. */

import { $, Problem, ask, copyButton, element } from "../shared/page.mjs";
import { shoeOf } from "./cards.mjs";
import { laid } from "./felt.mjs";
import { titled } from "./fields.mjs";
import { DealForm } from "./form.mjs";
import { DealRequest, randomSeed } from "./request.mjs";
import { pretty, snippets } from "./snippets.mjs";

const FIRST = "v1/games/holdem/deal"; // what visitors see before they choose

/** What there is, as the API tells it. */
async function catalogued() {
  const [{ games }, { decks }, { algorithms }, { paths }] = await Promise.all(
    ["v1/games", "v1/decks", "v1/algorithms", "openapi.json"].map((path) => ask(path)),
  );
  const parameters = (path) => paths[path].get.parameters.filter((parameter) => parameter.in === "query");
  return { games, decks, algorithms, parameters };
}

class Page {
  #form;
  #options;
  #current = { abort() {} };
  #shown;
  #fit = () => undefined; // the hands on the felt, so wide as it is

  constructor(catalogue) {
    this.#form = new DealForm(catalogue);
    $("#form").removeAttribute("aria-busy");
    this.#options = catalogue
      .parameters("/v1/decks/{deck}")
      .map(({ name }) => name)
      .filter((name) => name !== "name_style");
    $("#form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.deal(this.#form.request, { filled: true });
    });
    $("#sorted").addEventListener("change", () => this.#lay({ still: true }));
    new ResizeObserver(() => this.#fit($("#felt").clientWidth)).observe($("#felt"));
    $("#tools").append(...this.#tools());
    $("#choose").addEventListener("click", () => $("#what").focus());
    addEventListener("hashchange", () => this.#follow());
  }

  /** Deals what the fragment says, or something to begin with. */
  async begin() {
    if (this.#follow()) return;
    const first = DealRequest.read(FIRST);
    const problem = await this.deal(first.with({ seed: randomSeed() }), { replace: true, tolerant: true });
    if (problem?.status !== 403) return;
    this.#form.forgetSeeds();
    await this.deal(first, { replace: true });
  }

  #follow() {
    const request = DealRequest.read(location.hash);
    if (request) this.deal(request, { replace: true });
    return request;
  }

  /** Asks for a deal and shows it, or the refusal, which is given back. */
  async deal(request, { filled = false, replace = false, tolerant = false } = {}) {
    this.#current.abort();
    this.#current = new AbortController();
    const { signal } = this.#current;
    if (!filled) this.#form.request = request;
    $("#felt").setAttribute("aria-busy", "true");
    try {
      const [answer, procedure] = await Promise.all([ask(request.path, { signal }), this.#procedure(request, signal)]);
      const shoe = await shoeOf(answer, this.#options);
      if (signal.aborted) return undefined;
      this.#form.accept();
      this.#shown = { request, answer, procedure, shoe };
      remember(request, replace);
      this.#show();
      if (filled) reveal($("#table"));
      return undefined;
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      if (!(error instanceof Problem)) throw error;
      if (!this.#shown) $("#felt > .empty").textContent = "Nothing is dealt yet.";
      if (!tolerant || error.status !== 403) this.#form.refuse(error);
      return error;
    } finally {
      if (!signal.aborted) $("#felt").removeAttribute("aria-busy");
    }
  }

  /** How a game is dealt, step by step; of a mere deck nothing. */
  async #procedure({ kind, name, query }, signal) {
    if (kind === "decks") return [];
    const told = ["players", ...this.#options];
    const { procedure } = await ask(`v1/games/${name}`, {
      query: Object.fromEntries(query.filter(([key]) => told.includes(key))),
      signal,
    });
    return procedure;
  }

  #show() {
    const { request, answer, procedure } = this.#shown;
    $("#title").textContent = this.#form.title(request.kind, request.name);
    $("#facts").replaceChildren(...facts(answer));
    this.#offer(request);
    this.#lay();
    $("#snippets").replaceChildren(...snippets(request));
    $("#sorted").parentElement.hidden = !answer.hands?.length;
    $("#procedure").hidden = !procedure.length;
    $("#procedure ol").replaceChildren(...procedure.map((line) => element("li", {}, line)));
    const json = pretty(answer);
    $("#answer").replaceChildren(
      element("summary", {}, "JSON"),
      element(
        "p",
        { class: "buttons" },
        copyButton(() => json, "Copy the answer"),
      ),
      element("pre", { tabindex: "0", role: "region", "aria-label": "The answer as JSON" }, json),
    );
    $("#beside").hidden = false;
    $("#said").textContent = `Dealt: ${$("#title").textContent}. ${$("#facts").textContent}`;
  }

  #lay({ still = false } = {}) {
    if (!this.#shown) return;
    const { felt, fit, stocks } = laid({ ...this.#shown, sorted: $("#sorted").checked });
    felt.classList.toggle("still", still);
    this.#fit = fit;
    fit($("#felt").clientWidth);
    $("#felt").replaceChildren(felt);
    $("#stocks").replaceChildren(...stocks);
  }

  #tools() {
    const asked = () => this.#shown.request;
    const again = () =>
      this.deal(asked().get("seed") === undefined ? asked() : asked().with({ seed: randomSeed(), index: undefined }));
    return [
      element("button", { type: "button", id: "again", onclick: again }, "Deal again"),
      element("button", { type: "button", id: "next", onclick: () => this.deal(following(asked())) }, "Next index"),
      ...copyButton(() => asked().permalink, "Copy permalink"),
      element("a", { class: "button", id: "proof", href: "#" }, "Verify this deal"),
    ];
  }

  /** Only what goes with such a request. */
  #offer(request) {
    $("#tools").hidden = false;
    $("#again").hidden = counterOf(request) !== "index";
    $("#next").textContent = counterOf(request) === "index" ? "Next index" : "Next number";
    $("#proof").href = request.proof;
    for (const tool of ["#next", "#tools .copy", "#proof"]) $(tool).hidden = !request.repeatable;
  }
}

const counterOf = (request) => (request.get("deal_number") === undefined ? "index" : "deal_number");

/** The same request for the next of the deals of a seed, or the next number. */
function following(request) {
  const counter = counterOf(request);
  return request.with({ [counter]: String(BigInt(request.get(counter) ?? 0) + 1n) });
}

/** The fragment has the request, as it reaches no server; an order that nobody can repeat has no address. */
function remember(request, replace) {
  const address = request.repeatable ? request.permalink : location.pathname;
  if (address === location.href) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
}

/** Scrolls to what is hardly in the window, as the table is on a phone when the form is. */
function reveal(section) {
  const { top, bottom } = section.getBoundingClientRect();
  if (top > innerHeight / 2 || bottom < innerHeight / 2) section.scrollIntoView();
}

/** In a line: how the order was made. */
function facts({ players, size, algorithm, uniformity, seed, index, deal_number: number, draws }) {
  const order =
    number !== undefined
      ? `deal number ${number}`
      : seed !== undefined
        ? ["seed ", element("bdi", {}, seed), `, index ${index}`]
        : "from the operating system, not repeatable";
  const sure = { exact: "exactly uniform", near: "nearly uniform", biased: "biased", deterministic: "no chance in it" }[
    uniformity
  ];
  const wrong = ["biased", "deterministic"].includes(uniformity) && number === undefined;
  const said = [
    players > 1 && `${players} players`,
    `${size} in the shoe`,
    algorithm,
    element("span", { class: wrong ? "bad" : "" }, sure),
    `${draws} draws`,
    order,
  ].filter(Boolean);
  return said.flatMap((fact, i) => [i ? " · " : "", fact].flat());
}

try {
  await new Page(await catalogued()).begin();
} catch (error) {
  const told = error instanceof Problem ? error.message : "This page failed. Reload it, please.";
  const again = element("button", { type: "button", onclick: () => location.reload() }, "Try again");
  $("#felt > .empty")?.replaceChildren(element("span", {}, titled(told)), again);
  $("#refused").hidden = false;
  $("#refused").replaceChildren(element("p", {}, titled(told)));
  throw error;
}
