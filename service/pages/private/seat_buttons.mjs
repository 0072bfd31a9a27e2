/** The buttons of the player of this tab: what each does now, what its label says, and when it pauses. */
// @ts-check
/** @import { OwnSeat } from "./tab_player.mjs" */
/** @import { Reach, SeatOptions } from "./seat_options.mjs" */
/** @import { State } from "./private_state.mjs" */
/** @import { Table } from "./tabs.mjs" */
import { $ } from "../shared/elements.mjs";
import { t } from "../shared/texts.mjs";
import { lastDigest, nextStage } from "./host.mjs";
import { findOptions } from "./seat_options.mjs";
import { labelAgree } from "./words.mjs";

/** @typedef {"agree" | "take" | "show" | "fold"} ButtonName */

/**
 * What the buttons do now; a button without an action does nothing. With `play` a press on an own card plays it.
 * @typedef {{ [name in ButtonName]?: () => unknown } & { play?: boolean }} Actions
 */

const PAUSE = 900; // milliseconds after a stage: a second press does nothing
/** @type {Record<ButtonName, string>} */
const BUTTONS = {
  agree: "#agree",
  take: "#take",
  show: "#show-down",
  fold: "#fold",
};
const BUTTON_NAMES = /** @type {ButtonName[]} */ (Object.keys(BUTTONS));

/** The pause of the buttons after a stage. */
class Pause {
  #dealtCount = 0; // stages and draws
  #until = 0;

  /**
   * Note how many stages and draws were dealt; others than before begin the pause. Return whether they do.
   * @param {number} dealtCount
   */
  note(dealtCount) {
    if (dealtCount === this.#dealtCount) return false;
    this.#dealtCount = dealtCount;
    this.#until = Date.now() + PAUSE;
    return true;
  }

  /** The milliseconds until it is over; 0 or less if it is. */
  get remaining() {
    return this.#until - Date.now();
  }
}

/** The buttons of the player, each with an action or without. */
export class SeatButtons {
  #seat;
  /** @type {Actions} */
  #actions = {};
  /** @type {Reach} */
  #reach = { top: undefined, stockCount: 0 };
  isHeld = false; // while what is shown may be older than the last press
  pause = new Pause();

  /** @param {OwnSeat} seat whose actions they are */
  constructor(seat) {
    this.#seat = seat;
  }

  /**
   * Listen to presses; `act` runs an action.
   * @param {(action: () => unknown) => unknown} act
   * @param {AbortSignal} signal
   */
  listen(act, signal) {
    for (const name of BUTTON_NAMES)
      $(BUTTONS[name]).addEventListener(
        "click",
        () => {
          const action = this.#actions[name];
          if (action) act(action);
        },
        { signal },
      );
  }

  /** Whether the player can go on: agree, or show cards. */
  get canAct() {
    return Boolean(this.#actions.agree ?? this.#actions.show);
  }

  /** Whether own cards are buttons that play them. */
  get canPlay() {
    return Boolean(this.#actions.play);
  }

  /**
   * Note what is on the table for them from now on.
   * @param {Reach} reach
   */
  setReach(reach) {
    this.#reach = reach;
  }

  /** Take all actions away, until a state gives others. */
  disable() {
    this.#allow({});
  }

  /**
   * Label the buttons for a state, and set their actions.
   * @param {State} state
   */
  update(state) {
    const isResting = this.pause.remaining > 0;
    const options = findOptions(state, this.#reach, isResting);
    const { play } = options;
    this.#allow(this.isHeld ? { play } : this.#listActions(state, options));
    this.#label(state, options);
  }

  /**
   * Return what the buttons do in a state.
   * @param {State} state
   * @param {SeatOptions} options
   * @returns {Actions}
   */
  #listActions({ table }, options) {
    const { top } = this.#reach;
    const { take, show, fold, play } = options;
    return {
      take: take && top !== undefined ? () => this.#seat.take(top) : undefined,
      agree: this.#findAgreement(table, options),
      show: show ? () => this.#seat.choose("shown") : undefined,
      fold: fold ? () => this.#seat.choose("folded") : undefined,
      play,
    };
  }

  /**
   * Return what the first button does: it signs, or asks for a card or for another hand; undefined if nothing.
   * @param {Table} table
   * @param {SeatOptions} options
   */
  #findAgreement(table, { agree, askForCard, askForAnother }) {
    if (agree) return () => this.#seat.sign();
    if (askForCard && table.opened)
      return () => this.#seat.askForCard(lastDigest(table));
    return askForAnother ? () => this.#seat.askForAnother() : undefined;
  }

  /**
   * Set the actions of the buttons. A button without an action keeps the focus.
   * @param {Actions} actions
   */
  #allow(actions) {
    this.#actions = actions;
    for (const name of BUTTON_NAMES)
      $(BUTTONS[name]).setAttribute("aria-disabled", String(!actions[name]));
  }

  /**
   * Label the buttons, and hide those that make no sense now.
   * @param {State} state
   * @param {SeatOptions} options
   */
  #label({ table, players, seat = "", isPoker, game }, options) {
    const { play, hasCards, isOwnLast, isStopped } = options;
    $("#agree").textContent = labelAgree(
      table,
      this.#reach.stockCount > 0 && !isPoker,
    );
    $("#take").textContent = t(
      isOwnLast || game.family !== "rummies"
        ? "table.private.takeBack"
        : "table.private.takeTop",
    );
    $("#fold").textContent = t(
      isPoker && !isStopped ? "table.private.fold" : "table.private.hide",
    );
    const isOver = Boolean(table.receipt);
    const isLobby = !table.opened; // nothing can be pressed yet
    const focused = document.activeElement; // which must not be hidden
    const isAllDealt =
      isPoker && !isLobby && !isOver && nextStage(table) === null;
    $("#agree").hidden = isLobby || isStopped;
    // What comes next stands out; no button moves.
    const hasChosen = !isOver && players[seat]?.choice !== undefined;
    $("#agree").classList.toggle("primary", !isAllDealt && !hasChosen);
    $("#show-down").classList.toggle("primary", isAllDealt || isStopped);
    $("#show-down").hidden = isLobby || isOver || (isStopped && !hasCards);
    $("#fold").hidden = isLobby || isOver;
    $("#take").hidden = !play;
    $("#lay").hidden = !play;
    if (focused instanceof HTMLElement && focused !== document.body)
      if (focused.hidden) $(isStopped ? "#fold" : "#agree").focus();
  }
}
