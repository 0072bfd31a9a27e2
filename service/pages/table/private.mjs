/** The visitor's seat at a table with private hands: it is taken, left, and offered again. */
// @ts-check
/** @import { PrivatePage, PrivateTable } from "../private/private_table.mjs" */
import { $, create } from "../shared/elements.mjs";
import { t } from "../shared/texts.mjs";
import { fetchGame } from "../deals/cards.mjs";
import {
  fewestOf,
  findEntry,
  getCatalogue,
  listPackOptions,
  renderTitle,
} from "../deals/catalogue.mjs";
import { DealRequest } from "../deals/request.mjs";
import { generateSeed } from "../shared/seeds.mjs";

/**
 * Return the request for a new table, for as few players as can be if it does not say how many.
 * @param {DealRequest} request
 */
export function openTable(request) {
  const fewest = fewestOf(findEntry("games", request.name) ?? {});
  return request.with({
    players: request.get("players") ?? String(fewest),
    table: generateSeed(),
  });
}

/**
 * Return the request for a deal of a game that everybody sees, with a new seed.
 * @param {string} game
 */
export const dealOpen = (game) =>
  new DealRequest("games", game, "deal", [["seed", generateSeed()]]);

/**
 * The page around the seat: `deal` deals a request, `clearAll` takes everything off the table, `showStage` shows a
 * state of it, and `log` is the log of the page.
 * @typedef {object} SeatPage
 * @property {(request: DealRequest) => unknown} deal
 * @property {() => void} clearAll
 * @property {PrivatePage["show"]} showStage
 * @property {PrivatePage["log"]} log
 */

export class PrivateSeat {
  #page;
  /** @type {PrivateTable | undefined} */
  table; // undefined if the visitor has no seat

  /** @param {SeatPage} page */
  constructor(page) {
    this.#page = page;
  }

  /**
   * Take a seat at the table of a request, or open it if it `isNew`. Return the function that shows it; the visitor
   * then plays.
   * @param {DealRequest} request
   * @param {AbortSignal} signal
   * @param {boolean} isNew
   */
  async take(request, signal, isNew) {
    const [{ PrivateTable }, game] = await Promise.all([
      import("../private/private_table.mjs"),
      fetchGame(request, listPackOptions(), signal),
    ]);
    signal.throwIfAborted(); // another deal may have the seat
    const { body } = request
      .with({ table: undefined })
      .prepare(getCatalogue().fields);
    /** @type {PrivatePage} */
    const page = {
      log: this.#page.log,
      show: (state) => this.#page.showStage(state),
      leave: () => this.#showLeft(request),
    };
    const table = new PrivateTable(page, { request, game, terms: body ?? {} });
    this.leave(); // it may hold the seat that `join` takes
    // Until it is shown, it is left with the request.
    signal.addEventListener("abort", () => {
      if (this.table !== table) table.leave();
    });
    try {
      await table.join(isNew);
    } catch (error) {
      table.leave();
      throw error;
    }
    return () => {
      this.table = table;
      this.#page.clearAll();
      scrollTo({ top: 0, behavior: "instant" }); // the way here is below another deal
      $("#title").replaceChildren(renderTitle(request));
      return table.begin();
    };
  }

  leave() {
    this.table?.leave();
    this.table = undefined;
  }

  /**
   * Show that the visitor left the table, and the ways on.
   * @param {DealRequest} request
   */
  #showLeft(request) {
    this.leave();
    this.#page.clearAll();
    const ways = [
      this.#createWay("comeBack", request),
      this.#createWay("dealOpen", dealOpen(request.name)),
    ];
    $("#felt").replaceChildren(create("div.empty", create("p.buttons", ways)));
    $("#outcome").textContent = t("table.private.youLeft");
    ways[0].focus();
  }

  /**
   * Create a button that deals a request.
   * @param {string} name of its label
   * @param {DealRequest} request
   */
  #createWay(name, request) {
    return create(
      "button",
      { onclick: () => this.#page.deal(request) },
      t(`table.private.${name}`),
    );
  }
}
