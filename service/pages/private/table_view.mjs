/** What the page shows of a private table: its players, its cards, the checks and the mark. */
// @ts-check
/** @import { LaidHand } from "./laid_hand.mjs" */
/** @import { Host } from "./host.mjs" */
/** @import { OwnSeat } from "./tab_player.mjs" */
/** @import { HandState, State } from "./private_state.mjs" */
/** @import { PrivatePage, Setup } from "./private_table.mjs" */
import { nameSeat, toTitle } from "../shared/labels.mjs";
import { $, create, getElement } from "../shared/elements.mjs";
import { CardButtons } from "./card_buttons.mjs";
import { layAway } from "./hands.mjs";
import { layHand, listShown, nameLastCards } from "./laid_hand.mjs";
import { News } from "./news.mjs";
import { ProofMark } from "./proof_mark.mjs";
import { SeatButtons } from "./seat_buttons.mjs";
import { isFree } from "./private_state.mjs";
import { describeTable, renderLobby, renderPlayers } from "./words.mjs";

const PARTS = ["#agree", "#show-down", "#fold", "#leave", "#players", "#mark"];
const OTHER_PARTS = [
  "#take",
  "#lay",
  "#private",
  "#private-link",
  "#log",
  "#proof",
];

/** What the page shows of a table, with the buttons of its player. */
export class TableView {
  #page;
  #request;
  #game;
  #seat;
  #act;
  #signal;
  #cardButtons;
  #mark = new ProofMark();
  #news = new News();
  #renderedText = ""; // the state that is on the page
  buttons;

  /**
   * `act` runs an action of the player; `signal` says whether the tab has left.
   * @param {PrivatePage} page
   * @param {Setup} setup
   * @param {{ seat: OwnSeat, act: (action: () => unknown) => Promise<void>, signal: AbortSignal }} player
   */
  constructor(page, { request, game }, { seat, act, signal }) {
    this.#page = page;
    this.#request = request;
    this.#game = game;
    this.#seat = seat;
    this.#act = act;
    this.#signal = signal;
    this.buttons = new SeatButtons(seat);
    this.#cardButtons = new CardButtons(seat, this.buttons, act, signal);
  }

  /** Listen to the buttons, and show the parts of the page for private hands. */
  begin() {
    const signal = this.#signal;
    const { title } = document;
    signal.addEventListener("abort", () => this.#end(title));
    this.buttons.disable();
    this.buttons.listen(this.#act, signal);
    this.#cardButtons.listen();
    $("#form").addEventListener("input", () => ($("#deal").hidden = false), {
      signal,
    });
    for (const selector of PARTS) $(selector).hidden = false;
    getElement(HTMLAnchorElement, "#private-link a").href =
      this.#request.permalink;
    this.#mark.listen(signal);
    $("#deal").classList.remove("primary");
    $("#deal").hidden = true; // until another game is asked for
  }

  /**
   * Take what is for private hands off the page.
   * @param {string} title of the document before
   */
  #end(title) {
    document.title = title;
    for (const selector of [...PARTS, ...OTHER_PARTS])
      $(selector).hidden = true;
    $("#deal").classList.add("primary");
    $("#deal").hidden = false;
  }

  /**
   * Show the table, if anything on it has changed. `last` is the last request of this tab.
   * @param {State} state
   * @param {Host["last"]} last
   */
  async render(state, last) {
    const text = JSON.stringify({
      ...state,
      game: undefined,
      table: { ...state.table, time: 0 },
    });
    if (text === this.#renderedText) return this.#showTurn(state);
    await this.#show(state, last);
    if (!this.#signal.aborted) this.#renderedText = text;
  }

  /**
   * Show what the player can press, and whose turn it is: nobody's while the buttons rest.
   * @param {State} state
   */
  #showTurn(state) {
    this.buttons.update(state);
    $("#players").replaceChildren(...renderPlayers(state, this.buttons.canAct));
  }

  /**
   * @param {State} state
   * @param {Host["last"]} last
   */
  async #show(state, last) {
    const { table, seat } = state;
    const title = $("#title").textContent;
    document.title = [seat && toTitle(nameSeat(seat)), title]
      .filter(Boolean)
      .join(" · ");
    $("#private-link").hidden =
      !table.opened ||
      seat === undefined ||
      !Object.keys(table.seats).some((otherSeat) => isFree(state, otherSeat));
    this.#showChecks();
    this.#showTurn(state);
    if (table.opened) return this.#showHand({ ...state, table }, last);
    const lobby = renderLobby(state, this.#request.permalink);
    $("#felt").replaceChildren(create("div.empty", lobby));
  }

  /**
   * Show the cards of a hand as far as this player sees them, with what happened, and verify its receipt at the end.
   * @param {HandState} state
   * @param {Host["last"]} last
   */
  async #showHand(state, last) {
    const hand = await layHand(state, this.#seat);
    if (this.#signal.aborted) return undefined;
    const { sealed, ownCards, shoe } = hand;
    const isNew = this.buttons.pause.note(sealed.seen.length);
    this.buttons.setReach(hand.reach);
    this.#showTurn(state); // before the cards, which may be buttons
    $("#log").hidden = false;
    this.#page.log.show(sealed);
    const news = this.#news.note(state, shoe);
    const hadFocus = $("#felt").contains(document.activeElement);
    this.#page.show({
      request: this.#request,
      game: this.#game,
      shoe,
      response: {
        ...layAway(hand.deal, state.players, ownCards),
        draws: sealed.seen.length || undefined,
        ranked: listShown(state),
      },
      last,
      ownSeat: state.seat,
      status: describeTable({ ...state, news }),
    });
    if (isNew) this.#sayCards(hand);
    if (hadFocus && document.activeElement === document.body)
      $("#agree").focus();
    return this.#mark.prove(state.table.receipt, sealed.log);
  }

  /**
   * Name the cards that were dealt last to screen readers.
   * @param {LaidHand} hand
   */
  #sayCards(hand) {
    const isSorted = getElement(HTMLInputElement, "#sorted").checked;
    $("#status").textContent = nameLastCards(hand, this.#game, isSorted);
  }

  #showChecks() {
    const checks = this.#seat.player.checks.map(({ isRight, sentence }) =>
      create("li", { class: isRight ? "done" : "open" }, sentence),
    );
    $("#checks").replaceChildren(...checks);
    $("#private").hidden = !checks.length;
  }

  /**
   * Turn the player's own cards into buttons that play them, or lay them away, in games where cards are played.
   * @param {HTMLElement} felt
   */
  dress(felt) {
    this.#cardButtons.dress(felt);
  }
}
