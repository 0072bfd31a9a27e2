/** The call of a game of bingo on the table: its balls come one by one, and a press on another button may end it. */
// @ts-check
/** @import { Caller } from "./caller.mjs" */
/** @import { TableState } from "../../deals/state.mjs" */
import { t } from "../../shared/texts.mjs";
import { askToGoOn } from "../form/agree.mjs";
import { changeRequest } from "../../deals/address.mjs";
import { DealRequest } from "../../deals/request.mjs";

const CALLS = ["bingo_call", "bingo90_call"]; // games whose balls are called

/**
 * The page around a call: `current` is what is on the table, `callSealed` calls a ball of a sealed game, `deal` deals a
 * request, `print` prints elements, and `showMore` shows more of the deal on the table.
 * @typedef {object} CallPage
 * @property {TableState | undefined} current
 * @property {() => unknown} callSealed
 * @property {(request: DealRequest) => Promise<unknown>} deal
 * @property {(elements: HTMLElement[]) => void} print
 * @property {(current: TableState) => void} showMore
 */

export class BingoCall {
  #page;
  /** @type {Caller | undefined} */
  #caller; // once balls were called

  /** @param {CallPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Whether balls are called, and not all of them yet. */
  get isCalling() {
    return Boolean(this.#caller?.isCalling);
  }

  /** What a call has for the paper; [] without one. */
  get paper() {
    return this.#caller?.paper ?? [];
  }

  /**
   * Load the caller for a game whose balls are called one by one.
   * @param {DealRequest} request
   */
  async prepare({ name }) {
    if (!CALLS.includes(name) || this.#caller) return;
    const { Caller } = await import("./caller.mjs");
    this.#caller = new Caller({
      call: (count) =>
        this.#page.current?.request.isSealed
          ? this.#page.callSealed()
          : this.#callBall(count),
      seal: () => this.#seal(),
      print: (elements) => this.#page.print(elements),
    });
  }

  /**
   * Give what is on the table the view and the status of its call, if its balls are called.
   * @param {TableState} current
   */
  addView(current) {
    if (!CALLS.includes(current.request.name) || !this.#caller) return;
    current.view = this.#caller.show(current);
    current.status = this.#caller.status;
  }

  /**
   * Ask before a press ends a call that is going on. Return whether it may end.
   * @param {"deal" | "reveal"} [kind] of the question
   * @param {string} [yes] the label of the button that agrees
   */
  async mayEnd(kind = "deal", yes = t("table.moves.deal")) {
    return !this.isCalling || askToGoOn(t(`table.ask.${kind}`), yes);
  }

  /** Seal the balls of another call. */
  async #seal() {
    const { request } = this.#page.current ?? {};
    if (request && (await this.mayEnd()))
      await this.#page.deal(new DealRequest("games", request.name, "seal", []));
  }

  /**
   * Show so many balls of the deal; the link has their number, so that they are there after a reload.
   * @param {number} count
   */
  #callBall(count) {
    const current = this.#page.current;
    if (!current) return;
    changeRequest(current, { called: String(count) });
    this.#page.showMore(current);
  }
}
