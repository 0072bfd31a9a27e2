/** What the page shows when the service refuses a deal: what is wrong, and the ways on. */
// @ts-check
/** @import { DealRequest } from "../deals/request.mjs" */
/** @import { Tabletop } from "./felt/tabletop.mjs" */
/** @import { DealForm } from "./form/deal_form.mjs" */
import { $, create } from "../shared/elements.mjs";
import { Problem } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import {
  findEntry,
  getCatalogue,
  renderTitle,
  titleOf,
} from "../deals/catalogue.mjs";
import { readFragment } from "../shared/fragments.mjs";
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
    if (!this.#tabletop.current) this.#showNothing(request);
    if (allowNoSeeds && problem.status === 403) return;
    /** @param {DealRequest} withoutFaults */
    const deal = (withoutFaults) => this.#page.deal(withoutFaults);
    this.#form.showProblem(problem, fromForm ? undefined : { request, deal });
  }

  /** Show that a link names no deal, and offer its game; nothing is dealt that could be taken for what was shared. */
  showWrongLink() {
    this.#tabletop.clear();
    this.#fillFelt([this.#offerNamed(readFragment() ?? "")]);
    this.#form.showProblem(new Problem(400, { detail: t("table.wrongLink") }));
  }

  /** @param {HTMLElement[]} ways on */
  #fillFelt(ways) {
    $("#felt").replaceChildren(create("p.empty", t("table.nothing"), ways));
  }

  /**
   * Offer a new deal of the game that a link names, even one that was cut; or of hold'em.
   * @param {string} fragment
   */
  #offerNamed(fragment) {
    const [, name = ""] = /games\/(\w+)/.exec(fragment) ?? [];
    const entry = findEntry("games", name);
    if (!entry) return this.#offerHoldem();
    const game = titleOf(entry, getCatalogue().games);
    return create(
      "button",
      { onclick: () => this.#page.deal(dealOpen(name)) },
      t("table.dealGame", { game }),
    );
  }

  #offerHoldem() {
    return offer("dealHoldem", () => this.#page.dealFirst());
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
    this.#fillFelt(ways);
  }

  /** @param {DealRequest} request that was refused */
  #createWays(request) {
    return request.isBatch || request.get("where") !== undefined
      ? []
      : [this.#offerHoldem()];
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
