/** What the page shows when the service refuses a deal: what is wrong, and the ways on. */
// @ts-check
/** @import { DealRequest } from "../deals/request.mjs" */
/** @import { Tabletop } from "./felt/tabletop.mjs" */
/** @import { DealForm } from "./form/deal_form.mjs" */
import { $, create, findElement } from "../shared/elements.mjs";
import { Problem } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import {
  findEntry,
  getCatalogue,
  nameOf,
  renderTitle,
  titleOf,
} from "../deals/catalogue.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { createSuggest } from "./form/suggestions.mjs";
import { dealOpen } from "./private.mjs";

/**
 * The page around a refusal: `clear` takes everything off the table, `deal` deals a request, `dealFirst` what visitors
 * without a permalink see.
 * @typedef {object} RefusingPage
 * @property {() => void} clear
 * @property {(request: DealRequest) => unknown} deal
 * @property {() => unknown} dealFirst
 */

/**
 * Create a button that offers a way on.
 * @param {string} name of its label
 * @param {() => unknown} act
 */
const offer = (name, act) =>
  create("button", { onclick: act }, t(`table.${name}`));

/**
 * Return the game of a name, or the one that a misspelled name most likely means; undefined if there is none.
 * @param {string} name
 */
function findMeant(name) {
  const { games, rule } = getCatalogue();
  return findEntry("games", name) ?? createSuggest(games, rule)(name)[0];
}

/**
 * Put ways on below the message if it is above the table, and on the felt otherwise.
 * @param {HTMLElement[]} ways
 */
function showWays(ways) {
  const message = $("#play-problem");
  if (message.hidden) return $("#felt > .empty").append(...ways);
  ways[0].classList.add("primary");
  const row =
    findElement(".buttons", message) ??
    message.appendChild(create("p.buttons"));
  return row.append(...ways);
}

export class Refusals {
  #page;
  #form;
  #tabletop;

  /**
   * @param {RefusingPage} page
   * @param {DealForm} form
   * @param {Tabletop} tabletop
   */
  constructor(page, form, tabletop) {
    this.#page = page;
    this.#form = form;
    this.#tabletop = tabletop;
  }

  /**
   * Show that the service rejected a request.
   * @param {Problem} problem
   * @param {DealRequest} request
   * @param {{ fromForm?: boolean, allowNoSeeds?: boolean }} options as those of the deal
   */
  show(problem, request, { fromForm, allowNoSeeds }) {
    // What lies there does not fulfil the condition.
    if (request.isBatch && request.get("where") !== undefined)
      this.#page.clear();
    const ways = this.#tabletop.current ? [] : this.#showNothing(request);
    if (!allowNoSeeds || problem.status !== 403) {
      /** @param {DealRequest} withoutFaults */
      const deal = (withoutFaults) => this.#page.deal(withoutFaults);
      this.#form.showProblem(problem, fromForm ? undefined : { request, deal });
    }
    if (ways.length) showWays(ways);
  }

  /** Show that a link names no deal, and offer its game; nothing is dealt that could be taken for what was shared. */
  showWrongLink() {
    this.#clearTable();
    this.#form.showProblem(new Problem(400, { detail: t("table.wrongLink") }));
    const [, name] = /games\/(\w+)/.exec(readFragment() ?? "") ?? [];
    showWays([name ? this.#offerNamed(name) : this.#offerHoldem()]);
  }

  /** Take the cards off the table, and say so on the felt. */
  #clearTable() {
    this.#tabletop.clear();
    $("#felt").replaceChildren(create("p.empty", t("table.nothing")));
  }

  /**
   * Offer a new deal of the game that a link names, even one that was cut or is misspelled; or of hold'em.
   * @param {string} name
   */
  #offerNamed(name) {
    const entry = findMeant(name);
    if (!entry) return this.#offerHoldem();
    const game = titleOf(entry, getCatalogue().games);
    return create(
      "button",
      { onclick: () => this.#page.deal(dealOpen(nameOf(entry))) },
      t("table.dealGame", { game }),
    );
  }

  #offerHoldem() {
    return offer("dealHoldem", () => this.#page.dealFirst());
  }

  /**
   * Show that nothing is dealt, as a request was refused, and return the ways on.
   * @param {DealRequest} request
   */
  #showNothing(request) {
    this.#clearTable();
    if (!request.isPrivate) return this.#createWays(request);
    $("#title").replaceChildren(renderTitle(request));
    return this.#createPrivateWays(request);
  }

  /** @param {DealRequest} request that was refused */
  #createWays(request) {
    const { kind, name, isBatch } = request;
    if (isBatch || request.get("where") !== undefined) return [];
    const isKnown = kind === "decks" || findEntry(kind, name);
    return [isKnown ? this.#offerHoldem() : this.#offerNamed(name)];
  }

  /** @param {DealRequest} request of a private table that was refused */
  #createPrivateWays(request) {
    return [
      offer("private.ownTable", () =>
        this.#page.deal(request.with({ table: undefined })),
      ),
      offer("private.dealOpen", () => this.#page.deal(dealOpen(request.name))),
    ];
  }
}
