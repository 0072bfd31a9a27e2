/** The requests to the service: a deal of a kind is asked for, and shown once the page has the response. */
// @ts-check
/** @import { BingoCall } from "./bingo/call.mjs" */
/** @import { Boards } from "./boards/boards.mjs" */
/** @import { Records } from "./boards/diagram.mjs" */
/** @import { Deal, Game } from "../deals/cards.mjs" */
/** @import { DealRequest } from "../deals/request.mjs" */
/** @import { TableState } from "../deals/state.mjs" */
/** @import { Tabletop } from "./felt/tabletop.mjs" */
/** @import { PrivateSeat } from "./private.mjs" */
/** @import { Play, SavedGame } from "../sealed/play.mjs" */
/** @import { OpenedShoe } from "../shared/shoes.mjs" */
import { fetchJson } from "../shared/service.mjs";
import { fetchGame, fetchShoe } from "../deals/cards.mjs";
import { getCatalogue, listPackOptions } from "../deals/catalogue.mjs";

/**
 * What a request that is under way is for: `signal` cancels it, `isNew` opens a private table, `saved` is the sealed
 * game to go on with.
 * @typedef {{ signal: AbortSignal, isNew: boolean, saved?: SavedGame }} Requesting
 */

/**
 * What shows the deals of each kind; `show` shows a single deal.
 * @typedef {object} DealParts
 * @property {Boards} boards
 * @property {BingoCall} call
 * @property {Play} play
 * @property {PrivateSeat} privateSeat
 * @property {Records} records
 * @property {Tabletop} tabletop
 * @property {(current: TableState) => void} show
 */

export class Dealer {
  #parts;

  /** @param {DealParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Request a deal of any kind. Return the function that shows it.
   * @param {DealRequest} request
   * @param {Requesting} requesting
   * @returns {Promise<() => unknown>}
   */
  request(request, { signal, isNew, saved }) {
    const { boards, privateSeat } = this.#parts;
    if (request.isPrivate) return privateSeat.take(request, signal, isNew);
    if (request.isSealed) return this.#requestSeal(request, signal, saved);
    return request.isBatch
      ? boards.request(request, signal)
      : this.#requestDeal(request, signal);
  }

  /**
   * @param {DealRequest} request
   * @param {AbortSignal} signal
   */
  async #requestDeal(request, signal) {
    const { boards, call, records, show } = this.#parts;
    const packOptions = listPackOptions();
    const { path, body } = request.prepare(getCatalogue().fields);
    /** @type {[Deal, Game]} */
    const [response, game] = await Promise.all([
      fetchJson(path, { body, signal }),
      fetchGame(request, packOptions, signal),
    ]);
    const shoe = await fetchShoe(response, packOptions);
    await call.prepare(request);
    return () => {
      const current = { request, response, game, shoe };
      boards.hide();
      show(current);
      records.keep([response], current);
    };
  }

  /**
   * Request a sealed shoe of a game, or continue a saved game; the visitor then deals.
   * @param {DealRequest} request
   * @param {AbortSignal} signal
   * @param {SavedGame} [saved]
   */
  async #requestSeal(request, signal, saved) {
    const { boards, call, play, records, tabletop } = this.#parts;
    const prepared = request.prepare(getCatalogue().fields);
    const { path, body } = prepared;
    const packOptions = listPackOptions();
    /** @type {[OpenedShoe, Game]} */
    const [opened, game] = await Promise.all([
      saved?.opened ?? fetchJson(path, { body, signal }),
      fetchGame(request, packOptions, signal),
    ]);
    const shoe = await fetchShoe(opened.terms, packOptions);
    await call.prepare(request);
    return () => {
      boards.hide();
      records.clear();
      tabletop.knownCards.text = undefined;
      return play.start(
        { prepared, ...saved, opened },
        { request, game, shoe },
      );
    };
  }
}
