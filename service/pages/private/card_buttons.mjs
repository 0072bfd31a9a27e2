/** The own cards of the player of this tab as buttons: a press plays a card, or lays it away. */
// @ts-check
/** @import { OwnSeat, ShownCard } from "./tab_player.mjs" */
/** @import { SeatButtons } from "./seat_buttons.mjs" */
import { $, $$, create, findElement, getElement } from "../shared/elements.mjs";
import { t } from "../shared/texts.mjs";
import { getFaceDown } from "./tab_player.mjs";

/** The own cards on the felt, in games where cards are played. */
export class CardButtons {
  #seat;
  #buttons;
  #act;
  #signal;

  /**
   * `act` runs an action of the player; `signal` says whether the tab has left.
   * @param {OwnSeat} seat
   * @param {SeatButtons} buttons which say whether cards can be played
   * @param {(action: () => unknown) => Promise<void>} act
   * @param {AbortSignal} signal
   */
  constructor(seat, buttons, act, signal) {
    this.#seat = seat;
    this.#buttons = buttons;
    this.#act = act;
    this.#signal = signal;
  }

  /** Listen to the box that says whether a card is laid away face down. */
  listen() {
    getFaceDown().addEventListener("change", () => this.#labelCards(), {
      signal: this.#signal,
    });
  }

  /**
   * Turn the player's own cards into buttons that play them, or lay them away, in games where cards are played.
   * @param {HTMLElement} felt
   */
  dress(felt) {
    if (this.#signal.aborted || !this.#buttons.canPlay) return;
    const shown = this.#seat.state?.shown ?? [];
    for (const item of $$(".own [data-index]", felt)) {
      const index = Number(item.dataset.index);
      const isShown = shown.some((card) => card.index === index);
      const { cards } = this.#seat.player;
      const hiddenCard = isShown
        ? undefined
        : cards.find((card) => card.index === index); // which only this tab knows
      const press = () => this.#pressCard(index, hiddenCard);
      item.replaceChildren(
        create(
          "button",
          { onclick: press, "data-open": !hiddenCard },
          $("img", item),
        ),
      );
    }
    this.#labelCards();
  }

  /**
   * Play an own card, or lay it away if it is hidden and is to lie face down.
   * @param {number} index
   * @param {ShownCard} [hiddenCard] as its player knows it
   */
  async #pressCard(index, hiddenCard) {
    if (this.#buttons.isHeld) return;
    const isFaceDown = getFaceDown().checked;
    getFaceDown().checked = false;
    await this.#act(() =>
      isFaceDown && hiddenCard
        ? this.#seat.layAway(hiddenCard)
        : this.#seat.playCard(index, hiddenCard),
    );
    (findElement("#felt .own button") ?? $("#show-down")).focus();
  }

  /** Say of each own card what a press does with it. */
  #labelCards() {
    for (const button of $$("#felt .own [data-index] > button")) {
      const isFaceDown =
        getFaceDown().checked && button.dataset.open === undefined;
      const card = getElement(HTMLImageElement, "img", button).alt;
      button.setAttribute(
        "aria-label",
        t(isFaceDown ? "table.private.layAway" : "table.private.play", {
          card,
        }),
      );
    }
  }
}
