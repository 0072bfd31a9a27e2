/** A table with private hands: its players are tabs of this browser, and each sees its own cards alone. */
// @ts-check
/** @import { Game, Shoe } from "../table/deal/cards.mjs" */
/** @import { Log } from "../table/sealed/log.mjs" */
/** @import { DealRequest } from "../table/deal/request.mjs" */
/** @import { GameLog, SealedGame } from "../table/sealed/sealed.mjs" */
/** @import { Receipt } from "../shared/shoes.mjs" */
/** @import { TableState } from "../table/deal/state.mjs" */
/** @import { LaidDeal } from "./hands.mjs" */
/** @import { ShownCard } from "./player.mjs" */
/** @import { OpenTable, Table } from "./tabs.mjs" */
/** @import { HandState, State } from "./state.mjs" */
import { Refused } from "../../../verify/core/validation.mjs";
import { nameSeat, toTitle } from "../shared/labels.mjs";
import {
  $,
  $$,
  create,
  findElement,
  getElement,
  openDialog,
} from "../shared/elements.mjs";
import { Problem } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import { fetchShoe } from "../table/deal/cards.mjs";
import { PACK_OPTIONS } from "../table/deal/catalogue.mjs";
import { loadProof } from "../table/sealed/play.mjs";
import { sortHand } from "../table/deal/sorting.mjs";
import { layAway, layTable, listMoves, makeMoves } from "./hands.mjs";
import {
  Host,
  Hosting,
  askedDraw,
  lastDigest,
  nextAction,
  nextStage,
} from "./host.mjs";
import { createProblem, forgetSecrets, requireSupport } from "./keys.mjs";
import { describeNews } from "./news.mjs";
import { OwnSeat, getFaceDown } from "./player.mjs";
import { choiceOf, hasAgreed, isAway, isFree, isOut } from "./state.mjs";
import { Attendance, Tabs, listPlayers, putAway } from "./tabs.mjs";
import {
  describeTable,
  labelAgree,
  nameCards,
  renderLobby,
  renderPlayers,
} from "./words.mjs";

/**
 * What a table is for: the `game` of a `request`, and the `terms` that open its shoe.
 * @typedef {{ request: DealRequest, game: Game, terms: object }} Setup
 */

/**
 * The page around the table: `show` shows a state of it, `leave` is called at the end.
 * @typedef {{ show: (state: TableState) => void, leave: () => void, log: Log }} PrivatePage
 */

/** @typedef {"agree" | "take" | "show" | "fold"} ButtonName */

/**
 * What the buttons do now; a button without an action does nothing. With `play` a press on an own card plays it.
 * @typedef {{ [name in ButtonName]?: () => unknown } & { play?: boolean }} Actions
 */

/**
 * What is on the table for the buttons: the index of the card that can be taken, and the number of cards that can be
 * drawn.
 * @typedef {{ top: number | undefined, stockCount: number }} Reach
 */

/**
 * A hand as this player sees it: the `sealed` game with the cards that are known, the `own` cards, and the `deal` after
 * what was played, with what of it is within reach.
 * @typedef {{ shoe: Shoe, own: ShownCard[], sealed: SealedGame, deal: LaidDeal, reach: Reach }} LaidHand
 */

/**
 * What the player of this tab can do, and what the labels of the buttons depend on.
 * @typedef {object} Options
 * @property {boolean} agree
 * @property {boolean} askForCard
 * @property {boolean} askForAnother hand
 * @property {boolean} show
 * @property {boolean} fold
 * @property {boolean} play
 * @property {boolean} take
 * @property {boolean} hasCards
 * @property {boolean} isOwnLast whether the last move is the player's own
 * @property {boolean} isStopped whether nothing more can be dealt
 */

const REST = 900; // milliseconds after a stage: a second press does nothing
const LOOK = 2000; // milliseconds until a tab looks which others are open
/** @type {Record<ButtonName, string>} */
const BUTTONS = {
  agree: "#agree",
  take: "#take",
  show: "#show-down",
  fold: "#fold",
};
const BUTTON_NAMES = /** @type {ButtonName[]} */ (Object.keys(BUTTONS));
const PARTS = ["#agree", "#show-down", "#fold", "#leave", "#players", "#mark"];
const OTHER_PARTS = [
  "#take",
  "#lay",
  "#private",
  "#private-link",
  "#log",
  "#proof",
];

/**
 * Return a problem of the table, by the name of its title among the texts.
 * @param {string} name
 */
const createTableProblem = (name) =>
  createProblem(t(`table.private.${name}`), t(`table.private.${name}Says`));

/**
 * Return the seats that show their cards, once all have chosen; [] before, so that nobody wins early.
 * @param {State} state
 */
function listShown(state) {
  const seats = Object.keys(state.table.seats);
  return seats.every((seat) => choiceOf(state, seat))
    ? seats.filter((seat) => choiceOf(state, seat) === "shown")
    : [];
}

/** Ask whether to leave the table. Return the answer. */
async function confirmLeaving() {
  /** @param {string} value */
  const answer = (value) => ({ onclick: () => dialog.close(value) });
  /** @type {HTMLDialogElement} */
  const dialog = create("dialog.ask", { "aria-labelledby": "leave-title" }, [
    create("h2", { id: "leave-title" }, t("table.private.leaveTitle")),
    create("p", t("table.private.leaveSays")),
    create(
      "p.buttons",
      create("button", answer("leave"), t("table.private.leave")),
      create(
        "button",
        { autofocus: true, ...answer("") },
        t("table.private.stay"),
      ),
    ),
  ]);
  return (await openDialog(dialog)) === "leave";
}

/** A step that is done until nothing changes any more, and again after a while. */
class Loop {
  #step;
  #fail;
  #getDelay;
  #signal;
  #isBusy = false;
  #isStale = false;
  #timer = 0;

  /**
   * `fail` is called with an error of the step, `getDelay` returns the milliseconds until it is done again; `signal`
   * ends it.
   * @param {object} options
   * @param {() => Promise<void>} options.step
   * @param {(error: unknown) => void} options.fail
   * @param {() => number} options.getDelay
   * @param {AbortSignal} options.signal
   */
  constructor({ step, fail, getDelay, signal }) {
    this.#step = step;
    this.#fail = fail;
    this.#getDelay = getDelay;
    this.#signal = signal;
  }

  /** Note that something has changed. */
  touch() {
    this.#isStale = true;
  }

  /** Do the step until nothing changes. */
  async advance() {
    this.#isStale = true;
    if (this.#isBusy || this.#signal.aborted) return;
    this.#isBusy = true;
    clearTimeout(this.#timer);
    try {
      while (this.#isStale && !this.#signal.aborted) {
        this.#isStale = false;
        await this.#step();
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isBusy = false;
      if (!this.#signal.aborted)
        this.#timer = window.setTimeout(() => this.advance(), this.#getDelay());
    }
  }

  /** Wait until what was asked for is written. */
  async settle() {
    while (this.#isBusy)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  stop() {
    clearTimeout(this.#timer);
  }
}

/** The rest of the buttons after a stage. */
class Rest {
  #dealtCount = 0; // stages and draws
  #until = 0;

  /**
   * Note how many stages and draws were dealt; if they are others than before the buttons rest. Return whether they do.
   * @param {number} dealtCount
   */
  note(dealtCount) {
    if (dealtCount === this.#dealtCount) return false;
    this.#dealtCount = dealtCount;
    this.#until = Date.now() + REST;
    return true;
  }

  /** The milliseconds until it is over; 0 or less if it is. */
  get remaining() {
    return this.#until - Date.now();
  }
}

/** The buttons of the player, each with an action or without. */
class Buttons {
  /** @type {Actions} */
  #actions = {};

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

  /** Whether a press on an own card plays it. */
  get canPlay() {
    return Boolean(this.#actions.play);
  }

  /**
   * Set the actions of the buttons. A button without an action keeps the focus.
   * @param {Actions} actions
   */
  allow(actions) {
    this.#actions = actions;
    for (const name of BUTTON_NAMES)
      $(BUTTONS[name]).setAttribute("aria-disabled", String(!actions[name]));
  }

  /**
   * Label the buttons, and hide those that make no sense now.
   * @param {State} state
   * @param {Options} options
   * @param {boolean} canDraw
   */
  label({ table, isPoker, game }, options, canDraw) {
    const { play, hasCards, isOwnLast, isStopped } = options;
    $("#agree").textContent = labelAgree(table, canDraw);
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
    $("#agree").hidden = isLobby || isStopped;
    $("#show-down").hidden = isLobby || isOver || (isStopped && !hasCards);
    $("#fold").hidden = isLobby || isOver;
    $("#take").hidden = !play;
    $("#lay").hidden = !play;
    if (focused instanceof HTMLElement && focused !== document.body)
      if (focused.hidden) $(isStopped ? "#fold" : "#agree").focus();
  }
}

/** @type {Options} */
const NO_OPTIONS = {
  agree: false,
  askForCard: false,
  askForAnother: false,
  show: false,
  fold: false,
  play: false,
  take: false,
  hasCards: false,
  isOwnLast: false,
  isStopped: false,
};

/**
 * Return what the player of this tab can do in a state: before the first hand nothing; while a hand is dealt to agree,
 * to fold, and once all is dealt to show and to play cards; after it to ask for another.
 * @param {State} state
 * @param {Reach} reach
 * @param {boolean} isResting whether a stage was dealt just now
 * @returns {Options}
 */
function findOptions(state, { top, stockCount }, isResting) {
  const { table, players, seat, game, isPoker } = state;
  if (!table.opened) return NO_OPTIONS;
  const me = seat === undefined ? undefined : players[seat];
  const { isIn, isAlone, isStopped, hasCards } = describeSeat(state, table);
  const isDealt = hasCards && nextStage(table) === null;
  const mayGoOn = isIn && !isResting && !isStopped;
  const mayPlay = isDealt && !isPoker && !isAlone;
  const hasStock = isDealt && stockCount > 0 && !isPoker;
  const hasAsked =
    Boolean(askedDraw(table)) || me?.ask?.digest === lastDigest(table);
  const last = listMoves(table, players).at(-1);
  const isOwnLast = last !== undefined && last.seat === seat && !last.isTaken;
  const mayTakeTop = isOwnLast || game.family === "rummies";
  return {
    agree: mayGoOn && Boolean(nextAction(table)) && !hasAgreed(table, me),
    askForCard: mayGoOn && hasStock && !hasAsked,
    askForAnother: Boolean(table.receipt) && me?.hand === table.hand,
    show: !isResting && (isDealt || (hasCards && isStopped)),
    fold: hasCards || isStopped,
    play: mayPlay,
    take: mayPlay && top !== undefined && mayTakeTop,
    hasCards,
    isOwnLast,
    isStopped,
  };
}

/**
 * Return how the player of this tab stands in the hand that is dealt: whether they are in it, without a choice to fold
 * or to show; whether all others are out of it; whether it `isStopped`, as nobody else is there; and whether they have
 * cards.
 * @param {State} state
 * @param {OpenTable} table
 */
function describeSeat(state, table) {
  const { players, seat } = state;
  const me = seat === undefined ? undefined : players[seat];
  const isInHand = me !== undefined && me.hand === table.hand;
  const isIn = isInHand && !table.receipt && !me.choice;
  const otherSeats = Object.keys(table.seats).filter((each) => each !== seat);
  const isAlone = isIn && otherSeats.every((each) => isOut(state, each));
  const isLeft = isIn && otherSeats.some((each) => isAway(state, each));
  return {
    isIn,
    isAlone,
    isStopped: isAlone || isLeft,
    hasCards: isIn && table.draws.length > 0,
  };
}

/** The mark beside the title: once the receipt is verified it says so, and leads to the verdict. */
class Mark {
  /** @type {string | undefined} */
  #provedDigest; // of the receipt that is verified on the page
  #element = getElement(HTMLAnchorElement, "#mark");

  /** @param {AbortSignal} signal */
  listen(signal) {
    this.#element.addEventListener(
      "click",
      (event) => {
        if (this.#provedDigest) return;
        event.preventDefault(); // the fragment is for permalinks
        $("#private").focus();
      },
      { signal },
    );
    this.#show("mark", "");
    this.#element.href = "#private";
  }

  /**
   * Verify the receipt at the end.
   * @param {Receipt | undefined} receipt
   * @param {GameLog} log
   */
  async prove(receipt, log) {
    $("#proof").hidden = !receipt;
    if (!receipt) {
      this.#provedDigest = undefined;
      return this.#show("mark", "");
    }
    if (this.#provedDigest === receipt.drawn.digest) return undefined;
    this.#provedDigest = receipt.drawn.digest;
    const { prove } = await loadProof();
    const verdict = await prove(log);
    if (verdict === "invalid") this.#show("markInvalid", "bad");
    else this.#show(verdict === "refused" ? "mark" : "markChecked", "good");
    this.#element.href = getElement(HTMLAnchorElement, "#hand-over").href;
    return undefined;
  }

  /**
   * @param {string} name of the text
   * @param {string} kind the class
   */
  #show(name, kind) {
    this.#element.textContent = t(`table.private.${name}`);
    this.#element.className = `mark ${kind}`;
  }
}

/** What happened since the state before, until something else does. */
class News {
  /** @type {HandState | undefined} */
  #before;
  #sentence = "";

  /**
   * Return a sentence on what happened between the state that was noted last and this one.
   * @param {HandState} state
   * @param {Shoe} shoe
   */
  note(state, shoe) {
    const sentence = describeNews(
      this.#before,
      state,
      (index) => shoe.cards[index].name,
    );
    if (sentence || this.#before?.table.hand !== state.table.hand)
      this.#sentence = sentence;
    this.#before = state;
    return this.#sentence;
  }
}

/** What the page shows of a table, and the buttons of its player. */
class TableView {
  #page;
  #request;
  #game;
  #seat;
  #act;
  #signal;
  #mark = new Mark();
  #news = new News();
  #renderedText = ""; // the state that is on the page
  /** @type {Reach} */
  #reach = { top: undefined, stockCount: 0 };
  buttons = new Buttons();
  rest = new Rest();

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
  }

  /** Listen to the buttons, and show the parts of the page for private hands. */
  begin() {
    const signal = this.#signal;
    this.buttons.listen(this.#act, signal);
    $("#face-down").addEventListener("change", () => this.#labelCards(), {
      signal,
    });
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

  /** Take what is for private hands off the page. */
  end() {
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
    if (text === this.#renderedText) return this.#update(state);
    await this.#show(state, last);
    if (!this.#signal.aborted) this.#renderedText = text;
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
    $("#players").replaceChildren(...renderPlayers(state));
    $("#private-link").hidden =
      !table.opened ||
      seat === undefined ||
      !Object.keys(table.seats).some((each) => isFree(state, each));
    this.#showChecks();
    this.#update(state);
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
    const hand = await this.#layHand(state);
    if (this.#signal.aborted) return undefined;
    const { sealed, own, shoe, reach } = hand;
    const isNew = this.rest.note(sealed.seen.length);
    this.#reach = reach;
    this.#update(state); // before the cards, which may be buttons
    $("#log").hidden = false;
    this.#page.log.show(sealed);
    const news = this.#news.note(state, shoe);
    const hadFocus = $("#felt").contains(document.activeElement);
    this.#page.show({
      request: this.#request,
      game: this.#game,
      shoe,
      response: {
        ...layAway(hand.deal, state.players, own),
        draws: sealed.seen.length || undefined,
        ranked: listShown(state),
      },
      last,
      status: describeTable({ ...state, news }),
    });
    if (isNew) this.#sayCards(sealed, own, shoe);
    if (hadFocus && document.activeElement === document.body)
      $("#agree").focus();
    return this.#mark.prove(state.table.receipt, sealed.log);
  }

  /**
   * Lay the cards of a hand that this player knows. Once all is dealt the cards that were played lie in the middle.
   * @param {HandState} state
   * @returns {Promise<LaidHand>}
   */
  async #layHand(state) {
    const { table, seat, players } = state;
    const game = this.#game;
    const shoe = await fetchShoe(table.opened.terms, PACK_OPTIONS);
    const { player } = this.#seat;
    const own = player.hand === table.hand ? player.cards : [];
    const sealed = await layTable(state, own, game);
    const isPlaying = !state.isPoker && nextStage(table) === null;
    const { top, deal } = isPlaying
      ? makeMoves(sealed.response, listMoves(table, players), game)
      : { top: undefined, deal: sealed.response };
    const hands = deal.hands.map((hand) => ({
      ...hand,
      isOwn: hand.seat === seat,
    }));
    const stock = sealed.piles.find(({ isStock }) => isStock);
    const reach = { top, stockCount: stock?.count ?? 0 };
    return { shoe, own, sealed, deal: { ...deal, hands }, reach };
  }

  /**
   * Name the cards of the last stage or draw for screen readers, the own ones as they are sorted on the felt.
   * @param {SealedGame} sealed
   * @param {ShownCard[]} own
   * @param {Shoe} shoe
   */
  #sayCards({ seen }, own, shoe) {
    const isSorted = getElement(HTMLInputElement, "#sorted").checked;
    /** @param {number[]} indices */
    const sort = (indices) =>
      isSorted ? sortHand(indices, shoe, this.#game) : indices;
    const last = seen.at(-1);
    $("#status").textContent = last ? nameCards(last, own, shoe, sort) : "";
  }

  #showChecks() {
    const checks = this.#seat.player.checks.map(({ isRight, sentence }) =>
      create("li", { class: isRight ? "done" : "open" }, sentence),
    );
    $("#checks").replaceChildren(...checks);
    $("#private").hidden = !checks.length;
  }

  /**
   * Label the buttons, and set their actions.
   * @param {State} state
   */
  #update(state) {
    const { top, stockCount } = this.#reach;
    const isResting = this.rest.remaining > 0;
    const options = findOptions(state, this.#reach, isResting);
    this.buttons.allow({
      take:
        options.take && top !== undefined
          ? () => this.#seat.take(top)
          : undefined,
      agree: this.#findAgreement(state.table, options),
      show: options.show ? () => this.#seat.choose("shown") : undefined,
      fold: options.fold ? () => this.#seat.choose("folded") : undefined,
      play: options.play,
    });
    this.buttons.label(state, options, stockCount > 0 && !state.isPoker);
  }

  /**
   * Return what the first button does: it signs, or asks for a card or for another hand; undefined if nothing.
   * @param {Table} table
   * @param {Options} options
   */
  #findAgreement(table, { agree, askForCard, askForAnother }) {
    if (agree) return () => this.#seat.sign();
    if (askForCard && table.opened)
      return () => this.#seat.askForCard(lastDigest(table));
    return askForAnother ? () => this.#seat.askForAnother() : undefined;
  }

  /**
   * Turn the player's own cards into buttons that play them, or lay them away, in games where cards are played.
   * @param {HTMLElement} felt
   */
  dress(felt) {
    if (this.#signal.aborted || !this.buttons.canPlay) return;
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

/** A table as the tab of one player sees it, until the tab leaves it. */
export class PrivateTable {
  #page;
  #game;
  #tabs;
  #attendance;
  #hosting;
  #seat;
  #view;
  #loop;
  #isHalted = false; // as the service refused what the table asked for
  #leaving = new AbortController();
  #title = document.title;

  /**
   * `page` has `show` for a state of the table, `leave` for the end, and the `log`. `game` describes the game of a
   * `request`; `terms` open its shoe.
   * @param {PrivatePage} page
   * @param {Setup} setup
   */
  constructor(page, setup) {
    const { terms } = setup;
    const { signal } = this.#leaving;
    const name = setup.request.get("table") ?? "";
    this.#page = page;
    this.#game = setup.game;
    this.#tabs = new Tabs(name, () => {
      this.#isHalted = false;
      this.#loop.advance();
    });
    this.#attendance = new Attendance(this.#tabs);
    this.#hosting = new Hosting(this.#tabs, this.#attendance, () =>
      Host.load(`${name} table`, terms),
    );
    this.#seat = new OwnSeat(this.#tabs, { name, terms }, () =>
      this.#loop.touch(),
    );
    this.#view = new TableView(page, setup, {
      seat: this.#seat,
      act: (action) => this.#act(action),
      signal,
    });
    this.#loop = new Loop({
      step: () => this.#step(),
      fail: (error) => this.#showProblem(error),
      getDelay: () => Math.max(this.#view.rest.remaining, 0) || LOOK,
      signal,
    });
  }

  /**
   * Take a seat, or open the table if it `isNew`. Throw a `Problem` if that cannot be.
   * @param {boolean} isNew
   */
  async join(isNew) {
    await requireSupport();
    const tabs = this.#tabs;
    if (isNew) {
      await forgetSecrets(putAway());
      const seats = this.#game.seats ?? [];
      tabs.table = {
        seats: Object.fromEntries(seats.map((seat) => [seat, null])),
      };
    }
    if (!tabs.table) throw createTableProblem("noTable");
    const candidates = Object.values(tabs.table.seats).flatMap((id) =>
      id && !tabs.read(id)?.leave ? [id] : [],
    );
    await this.#seat.claim(candidates);
    if (isNew) tabs.table = { ...tabs.table, host: this.#seat.id };
    await this.#seat.load();
  }

  /** Show the table, and play. */
  begin() {
    this.#view.begin();
    $("#leave").addEventListener(
      "click",
      async () => {
        if (await confirmLeaving()) await this.#goAway();
      },
      { signal: this.#leaving.signal },
    );
    return this.#loop.advance();
  }

  /** Leave the hand for good, by a signature with which the others go on alone; another of them runs the table then. */
  async #goAway() {
    await this.#loop.settle();
    const { table, seat } = this.#state;
    await this.#seat.leave(Boolean(seat && table.opened && !table.receipt));
    this.#leaving.abort(); // so that it signs nothing more
    this.#tabs.leave(true);
    this.#page.leave();
  }

  /** Leave the table, for another deal. */
  leave() {
    this.#leaving.abort();
    this.#loop.stop();
    this.#tabs.leave();
    this.#view.end();
    document.title = this.#title;
  }

  /**
   * Turn the player's own cards into buttons that play them, or lay them away, in games where cards are played.
   * @param {HTMLElement} felt
   */
  dress(felt) {
    this.#view.dress(felt);
  }

  /** The state of the table. Throw a `Problem` if it was put away. */
  get #table() {
    const { table } = this.#tabs;
    if (!table) throw createTableProblem("putAway");
    return table;
  }

  /** @returns {State} */
  get #state() {
    const table = this.#table;
    return {
      table,
      players: listPlayers(this.#tabs, table),
      seat: Object.keys(table.seats).find(
        (seat) => table.seats[seat] === this.#seat.id,
      ),
      open: this.#attendance.open,
      game: this.#game,
      isPoker: this.#game.family === "poker",
    };
  }

  /** Run the table if this tab is its host, play, and show the table. */
  async #step() {
    await this.#attendance.look();
    await this.#hosting.take(this.#seat.id, this.#table);
    if (!this.#isHalted && (await this.#hosting.run(this.#table)))
      this.#loop.touch();
    await this.#seat.play(this.#state);
    await this.#view.render(this.#state, this.#hosting.last);
  }

  /**
   * Run the action of a button, then advance the table.
   * @param {() => unknown} action
   */
  async #act(action) {
    this.#view.buttons.allow({});
    this.#isHalted = false;
    $("#play-problem").hidden = true;
    try {
      await action();
    } catch (error) {
      this.#showProblem(error);
    }
    await this.#loop.advance();
  }

  /** @param {unknown} error */
  #showProblem(error) {
    if (!(error instanceof Problem || error instanceof Refused)) throw error;
    if (this.#leaving.signal.aborted) return;
    this.#view.buttons.allow({});
    const isProblem = error instanceof Problem;
    this.#isHalted = isProblem && error.status >= 400 && error.status < 500;
    // Another tab may have run the table meanwhile.
    if (this.#isHalted) this.#hosting.drop();
    const box = $("#play-problem");
    const saidBefore = findElement("p", box)?.textContent;
    // Screen readers would say it again.
    if (!box.hidden && saidBefore === error.message) return;
    box.replaceChildren(
      create("h3", isProblem ? error.title : t("table.private.unfair")),
      create("p", error.message),
    );
    box.hidden = false;
  }
}
