/** The table: its felt as far as the deal is told, and as the visitor sees it from a seat, with sentences on it. */
// @ts-check
/** @import { TableState } from "../../deals/state.mjs" */
/** @import { Deal, Game, Hand, Pile, Shoe } from "../../deals/cards.mjs" */
/** @import { Points } from "../boards/diagram.mjs" */
/** @import { RankedHand, RankedHands } from "./ranks.mjs" */
/** @import { Space } from "./sizes.mjs" */
import { labelCover } from "../../shared/cover.mjs";
import { nameSeat, toTitle } from "../../shared/labels.mjs";
import {
  $,
  $$,
  create,
  findElement,
  getElement,
} from "../../shared/elements.mjs";
import { readStored, store } from "../../shared/storage.mjs";
import { t } from "../../shared/texts.mjs";
import { renderTitle } from "../../deals/catalogue.mjs";
import { renderDiagram } from "../boards/diagram.mjs";
import { TOP, renderFelt } from "./felt.mjs";
import { KnownCards } from "./known.mjs";
import { describeWinners, findBeating, nameHand, rankHands } from "./ranks.mjs";
import { sortHand } from "../../deals/sorting.mjs";
import { Story, UP } from "./story.mjs";
import { describeDeal, describeOrigin } from "../details/tools.mjs";

const SORTED = "sorted"; // the visitor's choice in the storage of the browser
const SEATS = "seats"; // the visitor's seat by game, likewise
const LEAST_HEIGHT = 420; // pixels of the felt that a narrow screen shows
const PAPER = 680; // the width of the felt on paper, as in print.css
const MAX_NAMED = 12; // cards that a screen reader names at once, as in a sealed game
const MAX_OF_HAND = 30; // that it names of a hand that is read alone
const WASTE = "waste";
const MIN_STEP = 25; // pixels of each card that are in sight while cards are chosen

/**
 * Return the label around a control.
 * @param {HTMLElement} control
 */
const labelAround = (control) =>
  /** @type {HTMLElement} */ (control.parentElement);

/** The box of whether hands are sorted, which keeps what the visitor chose. */
class SortChoice {
  #box = getElement(HTMLInputElement, "#sorted");
  /** @type {boolean | undefined} */
  #chosen = readStored(SORTED); // undefined until the visitor chooses

  /**
   * Keep what the visitor chooses, and call `onChange` then.
   * @param {() => void} onChange
   */
  listen(onChange) {
    this.#box.addEventListener("change", () => {
      this.#chosen = this.#box.checked;
      store(SORTED, this.#chosen);
      onChange();
    });
  }

  /** Whether hands are sorted. */
  get isOn() {
    return this.#box.checked;
  }

  /**
   * Offer the choice for a table with hands whose cards can change their order.
   * @param {TableState} current
   */
  offer(current) {
    labelAround(this.#box).hidden = !hasLooseHands(current);
    this.#box.checked = this.#chosen ?? isHeldBySuits(current);
  }

  hide() {
    labelAround(this.#box).hidden = true;
  }
}

const PASSED = "passed"; // in place of a seat: one phone goes round, and shows no hand until its player asks

/** The visitor's seat, which is kept by game; "" for none. */
class SeatChoice {
  #asking = PASSED; // the seat of the player who has the phone that goes round, once the player asks
  #select = getElement(HTMLSelectElement, "#own-seat");
  #pass = getElement(HTMLInputElement, "#pass"); // the box for a phone that goes round
  #nobody = this.#select.options[0];
  /** @type {Record<string, string>} */
  #seats = readStored(SEATS) ?? {};

  /**
   * `getGame` returns the name of the game on the table.
   * @param {() => string | undefined} getGame
   * @param {() => void} onChange
   */
  listen(getGame, onChange) {
    /** @param {string} chosen */
    const choose = (chosen) => {
      const game = getGame();
      if (game === undefined) return;
      this.#asking = PASSED;
      this.#seats = { ...this.#seats, [game]: chosen };
      store(SEATS, this.#seats);
      this.#select.value = chosen === PASSED ? "" : chosen;
      this.#pass.checked = chosen === PASSED;
      onChange();
    };
    this.#select.addEventListener("change", () => choose(this.#select.value));
    this.#pass.addEventListener("change", () =>
      choose(this.#pass.checked ? PASSED : ""),
    );
  }

  get value() {
    return this.isPassed ? this.#asking : this.#select.value;
  }

  /** Whether one phone goes round. */
  get isPassed() {
    return this.#pass.checked;
  }

  /**
   * Show the hand of a seat on the phone that goes round, or hide it if it is shown.
   * @param {string} seat
   */
  ask(seat) {
    this.#asking = this.#asking === seat ? PASSED : seat;
  }

  /**
   * Offer the seats of a game with two or more hands: one of them can be the visitor's.
   * @param {TableState} current
   */
  offer(current) {
    const { request, response, game } = current;
    const { hands = [] } = response;
    this.#asking = PASSED;
    const isOffered = !request.isPrivate && hands.length > 1;
    const options = hands.map(({ seat }) =>
      create("option", { value: seat }, nameSeat(seat)),
    );
    this.#select.replaceChildren(this.#nobody, ...(isOffered ? options : []));
    labelAround(this.#select).hidden = !isOffered;
    labelAround(this.#pass).hidden = !isOffered || game.family !== "poker";
    const chosen = this.#findSeat(current);
    this.#pass.checked = chosen === PASSED;
    this.#select.value = chosen === PASSED ? "" : (chosen ?? "");
  }

  hide() {
    labelAround(this.#select).hidden = true;
    labelAround(this.#pass).hidden = true;
  }

  /**
   * Return the visitor's seat: the chosen one, or against the house the only one that is not the dealer's.
   * @param {TableState} current
   */
  #findSeat({ request, response, game }) {
    const seats = (response.hands ?? []).map(({ seat }) => seat);
    const chosen = this.#seats[request.name];
    if (chosen === PASSED) return chosen;
    if (chosen === "" || seats.includes(chosen)) return chosen;
    const players = seats.filter((seat) => seat !== "dealer");
    return game.against_house && players.length === 1 ? players[0] : undefined;
  }
}

/**
 * What is told of a table: its cards as the visitor sees them from the own seat, "" for none; `sort` sorts the cards of
 * a hand.
 * @typedef {object} Telling
 * @property {TableState} current
 * @property {Story} story
 * @property {string} ownSeat
 * @property {(indices: number[]) => number[]} sort
 */

/** What screen readers say of the cards on the table. */
class Announcer {
  /** @type {Set<number>} */
  #toldIndices = new Set(); // the indices of the cards that were told, or could have been

  clear() {
    this.#toldIndices.clear();
  }

  /**
   * Note which cards lie open: they were told, or could have been.
   * @param {{ current: TableState, story: Story }} telling
   */
  note({ current, story }) {
    const { hands = [] } = current.response;
    const holders = [...hands, ...listPiles(current.response)];
    for (const index of holders.flatMap(({ indices }) => indices))
      if (story.stateOf(index) === UP) this.#toldIndices.add(index);
  }

  /**
   * Name the cards that lie open since the last time, of the deal or of a further stage.
   * @param {Telling} telling
   * @param {{ isNext?: boolean }} [options]
   */
  say(telling, { isNext = false } = {}) {
    const cards = this.#describe(telling);
    const game = $("#title").textContent;
    this.note(telling);
    if (isNext)
      $("#status").textContent = cards && t("table.nextCards", { cards });
    else if (cards)
      $("#status").textContent = t("table.dealtCards", { game, cards });
    else
      $("#status").textContent = telling.current.view
        ? ""
        : t("table.dealtGame", { game });
  }

  /**
   * Name the new cards: the hand of the visitor's seat as it is sorted, and without a seat all hands, or if those are
   * long the first; piles as far as they are short. "Seat 1: Ace of Spades, King of Hearts; board: … 4 other hands"
   * @param {Telling} telling
   */
  #describe(telling) {
    const { current, story, ownSeat } = telling;
    const { response, game, shoe } = current;
    /** @param {number} index */
    const isNew = (index) =>
      story.stateOf(index) === UP && !this.#toldIndices.has(index);
    /** @param {{ indices: number[] }} holder */
    const hasNew = ({ indices }) => indices.some(isNew);
    const openHands = (response.hands ?? []).filter(hasNew);
    const readHands = chooseHands(openHands, ownSeat, isNew);
    const openPiles = listPiles(response).filter(hasNew);
    const readPiles = openPiles.filter(({ name }) => name !== game.stock);
    const sentences = [
      ...readHands.map((hand) => sayHand(hand, telling, isNew)),
      ...readPiles.map((pile) => sayPile(pile, shoe, isNew)),
    ];
    const count = openHands.length - readHands.length;
    const unread = count ? t("table.otherHands", { count }) : "";
    return toTitle([sentences.join("; "), unread].filter(Boolean).join(". "));
  }
}

/**
 * Name the new cards of a hand with its seat: "Seat 1: Ace of Spades, King of Hearts".
 * @param {Hand} hand
 * @param {Telling} telling
 * @param {(index: number) => boolean} isNew
 */
function sayHand({ seat, indices, parts }, telling, isNew) {
  const { current, ownSeat, sort } = telling;
  const ordered = parts ? indices : sort(indices);
  const cards = nameCards(ordered.filter(isNew), current.shoe, MAX_OF_HAND);
  return seat === ownSeat
    ? t("table.ownCards", { cards })
    : t("shared.pair", { name: nameSeat(seat), value: cards });
}

/**
 * Name the new cards of a pile with its name, as far as the pile is short.
 * @param {Pile} pile
 * @param {Shoe} shoe
 * @param {(index: number) => boolean} isNew
 */
function sayPile(pile, shoe, isNew) {
  const newCards = listEnds(pile, MAX_NAMED).filter(isNew);
  const cards = nameCards(newCards, shoe, MAX_NAMED);
  return t("shared.pair", { name: toTitle(pile.name), value: cards });
}

/**
 * Return the hands that are read: the visitor's own first, and the others if their new cards are few; if there is no
 * own hand and they are many, the first one.
 * @param {Hand[]} openHands
 * @param {string} ownSeat
 * @param {(index: number) => boolean} isNew
 */
function chooseHands(openHands, ownSeat, isNew) {
  const ownHands = openHands.filter(({ seat }) => seat === ownSeat);
  const otherHands = openHands.filter(({ seat }) => seat !== ownSeat);
  const newCards = otherHands.flatMap(({ indices }) => indices.filter(isNew));
  if (newCards.length <= MAX_NAMED) return [...ownHands, ...otherHands];
  return ownHands.length ? ownHands : otherHands.slice(0, 1);
}

/**
 * Name cards, the first ones if they are more than `most`.
 * @param {number[]} indices
 * @param {Shoe} shoe
 * @param {number} most
 */
function nameCards(indices, shoe, most) {
  const names = indices.map((index) => shoe.cards[index].name);
  const cards = names.slice(0, most).join(", ");
  return names.length > most
    ? t("table.andMore", { cards, count: names.length - most })
    : cards;
}

/**
 * Return the piles of a deal; of a shuffled deck all cards are one.
 * @param {Deal} response
 * @returns {Pile[]}
 */
const listPiles = ({ piles, indices }) =>
  piles ?? (indices ? [{ name: TOP, indices }] : []);

/**
 * The page around the table: `dealGiven` deals with the known cards, `dress` changes a felt before it is shown.
 * @typedef {object} TabletopPage
 * @property {() => unknown} dealGiven
 * @property {(felt: HTMLElement) => void} dress
 */

export class Tabletop {
  /**
   * What is on the table; undefined if nothing is.
   * @type {TableState | undefined}
   */
  current;
  knownCards;
  #page;
  #sorting = new SortChoice();
  #seat = new SeatChoice();
  #announcer = new Announcer();
  /** @type {Story | undefined} */
  #story; // of the deal on the table
  #covers = create("p.buttons", { hidden: true }); // below the felt, of a phone that goes round
  #sentence = ""; // above the table
  #renderCount = 0; // how often a part of a story was shown
  #showAll = getElement(HTMLInputElement, "#show-all");
  /** @type {(space: Space) => void} */
  #fit = () => undefined; // lays the felt out for a size

  /** @param {TabletopPage} page */
  constructor(page) {
    this.#page = page;
    this.knownCards = new KnownCards({
      render: () => this.#showStory(),
      deal: () => page.dealGiven(),
    });
    $("#turn").addEventListener("click", () => {
      this.#showAll.checked = false;
      this.#turn();
    });
    this.#showAll.addEventListener("change", () => this.#showStory());
    this.#sorting.listen(() => this.#showStory());
    this.#seat.listen(
      () => this.current?.request.name,
      () => this.#showSeat(),
    );
    $("#felt").after(this.#covers);
    new ResizeObserver(() => this.#fit(measureFelt())).observe($("#felt"));
    addEventListener("beforeprint", () =>
      this.#fit({ ...measureFelt(), width: PAPER }),
    );
    addEventListener("afterprint", () => this.#fit(measureFelt()));
  }

  /** Show the table from another seat. */
  #showSeat() {
    this.#showStory();
    this.#announcer.clear();
    this.#sayCards();
  }

  /**
   * Offer a button for each seat if one phone goes round: a press shows this hand alone, and the next one hides it.
   * @param {TableState} current
   */
  #showCovers({ response: { hands = [] } }) {
    const seats = this.#seat.isPassed ? hands.map(({ seat }) => seat) : [];
    const buttons = seats.map((seat) => {
      const button = create("button", {
        onclick: () => {
          this.#seat.ask(seat);
          this.#showSeat();
          $$("button", this.#covers)[seats.indexOf(seat)].focus();
        },
      });
      labelCover(button, nameSeat(seat), this.#seat.value === seat);
      return button;
    });
    this.#covers.hidden = buttons.length === 0;
    this.#covers.replaceChildren(...buttons);
  }

  /** Deal the next stage of the deal; after the last one begin anew. */
  #turn() {
    this.#story?.turn();
    this.#showStory();
    this.#sayCards({ isNext: true });
  }

  /** Deal the next stage; after the last one turn the next card of the stock. */
  pressStock() {
    if (!this.current || !this.#story) return;
    if (!this.#story.isDealt) return this.#turn();
    const { response, game, shoe } = this.current;
    const stock = response.piles?.find(({ name }) => name === game.stock);
    const next = stock?.indices[this.#story.turned.size];
    if (next === undefined) return;
    this.#story.turned.add(next);
    this.#showStory();
    $("#status").textContent = t("table.turned", {
      card: shoe.cards[next].name,
    });
  }

  /** Take everything off the table. */
  clear() {
    this.current = undefined;
    this.#sentence = "";
    this.waitFor("");
    this.#renderCount++;
    $("#felt").replaceChildren(create("p.empty"));
    $("#stocks").replaceChildren();
    for (const id of ["#tools", "#details", "#diagram", "#turn", "#all"])
      $(id).hidden = true;
    this.#sorting.hide();
    this.#seat.hide();
    this.#covers.hidden = true;
    labelAround($("#placing")).hidden = true;
    for (const id of ["#facts", "#outcome", "#status"]) $(id).textContent = "";
  }

  /**
   * Show a state of the table; if it `isStill` only cards that were not seen there turn.
   * @param {TableState} current
   * @param {{ isStill: boolean }} options
   */
  show(current, { isStill }) {
    const { request, response, game } = current;
    const isSame =
      current.commitment !== undefined &&
      current.commitment === this.current?.commitment &&
      response.round === this.current.response.round;
    this.current = current;
    this.waitFor("");
    this.#story = new Story(current);
    // Of a sealed game cards come one stage after the other.
    if (!isSame) this.#announcer.clear();
    this.#showAll.checked = false;
    this.#showFacts(current);
    // Room for those who win high and low.
    $("#outcome").classList.toggle("split", /hi_lo$/.test(game.ranking ?? ""));
    this.#seat.offer(current);
    this.#sorting.offer(current);
    // In canonical spelling.
    if (response.given) this.knownCards.text = JSON.stringify(response.given);
    this.#showStory({ isStill });
    if (request.isPrivate) return;
    if (!current.isNamed) return this.#sayCards({ isNext: isSame });
    this.#announcer.note({ current, story: this.#story });
    $("#status").textContent = "";
  }

  /**
   * Show the title of a game, and the facts of a deal.
   * @param {TableState} current
   */
  #showFacts({ request, response, game: { family } }) {
    const facts = { seed: request.get("seed"), family, ...response };
    $("#title").replaceChildren(renderTitle(request));
    $("#facts").replaceChildren(...describeDeal(facts));
    for (const origin of $$(".origin"))
      origin.replaceChildren(...describeOrigin(facts));
  }

  /**
   * Wait for a press on a button, as another kind of deal was chosen: what belongs to the deal on the table waits too;
   * with "" it goes on.
   * @param {string} button its label
   */
  waitFor(button) {
    $("#table").classList.toggle("waiting", button !== "");
    $("#felt").inert = button !== "";
    if (button) $("#deal").classList.add("primary");
    $("#outcome").textContent = button
      ? t("table.pressNext", { button })
      : this.#sentence;
  }

  /** Scroll to the table if its cards are mostly out of view, as on a phone when the form is in view. */
  bringIntoView() {
    const { top, bottom } = $("#felt").getBoundingClientRect();
    if (top > innerHeight / 2 || bottom < innerHeight / 2)
      $("#table").scrollIntoView();
  }

  /**
   * Name the new cards on the table for screen readers.
   * @param {{ isNext?: boolean }} [options]
   */
  #sayCards(options) {
    const { current } = this;
    if (!current || !this.#story) return;
    const { shoe, game } = current;
    const ownSeat = this.#seat.value;
    /** @param {number[]} indices */
    const sort = (indices) =>
      this.#sorting.isOn || ownSeat ? sortHand(indices, shoe, game) : indices;
    this.#announcer.say(
      { current, story: this.#story, ownSeat, sort },
      options,
    );
  }

  /**
   * Show the deal up to the current stage of its story, with the ranking of its hands.
   * @param {{ isStill?: boolean }} [options]
   */
  async #showStory({ isStill = true } = {}) {
    const { current } = this;
    const story = this.#story;
    if (!current || !story) return;
    this.#renderCount += 1;
    const number = this.#renderCount;
    story.isAllShown = this.#showAll.checked || this.knownCards.isOn;
    story.ownSeat = this.#seat.value;
    this.#renderFelt(current, story, isStill);
    this.#showCovers(current);
    drawDiagram(current, story);
    showMoves(current, story);
    this.sayOutcome(
      story.stage && !story.isDealt
        ? t("table.dealtStage", { stage: story.stage })
        : "",
    );
    // The deal is there without it.
    const ranked = await rankHands(current, story).catch(() => undefined);
    if (!ranked || number !== this.#renderCount) return;
    markHands(ranked, current.shoe);
    const points = ranked.hands.map((hand) => [hand.seat, hand.points]);
    drawDiagram(current, story, Object.fromEntries(points));
    const ownSeat = current.ownSeat ?? story.ownSeat;
    this.sayOutcome(describeWinners(ranked, ownSeat));
  }

  /**
   * Show a sentence above the table; without one that of what is on it.
   * @param {string} sentence
   */
  sayOutcome(sentence) {
    this.#sentence = sentence || this.current?.status || t("table.dealt");
    $("#outcome").textContent = this.#sentence;
  }

  /**
   * Render the felt, or what is seen in its place. If it `isStill` only cards that were not seen there turn.
   * @param {TableState} current
   * @param {Story} story
   * @param {boolean} isStill
   */
  #renderFelt(current, story, isStill) {
    const { view } = current;
    if (view) {
      this.#fit = () => undefined;
      if (view.parentElement !== $("#felt")) $("#felt").replaceChildren(view);
      $("#stocks").replaceChildren();
      return this.knownCards.hide();
    }
    const isPlacing = this.knownCards.isOn;
    const { felt, fit, stocks } = renderFelt({
      ...current,
      response: {
        ...markOwn(current.response, this.#seat.value),
        ...(isPlacing ? {} : turnStock(current, story)),
      },
      story,
      press: isPlacing ? undefined : describePress(current, story),
      isSorted: this.#sorting.isOn,
      minStep: isPlacing ? MIN_STEP : 0,
    });
    felt.classList.toggle("still", isStill);
    this.#fit = fit;
    fit(measureFelt());
    if (isStill) markTurned(felt);
    $("#felt").replaceChildren(felt);
    $("#stocks").replaceChildren(...stocks);
    this.knownCards.show(current, felt, stocks);
    this.#page.dress(felt);
  }
}

/**
 * Draw a board of bridge as newspapers print it, with the points of its hands as far as known.
 * @param {TableState} current
 * @param {Story} story
 * @param {Points} [points]
 */
function drawDiagram({ request, response, shoe, game }, story, points) {
  const isDrawn =
    request.name === "bridge" &&
    !request.isSealed &&
    Boolean(response.hands?.length) &&
    !story.hidesHands;
  $("#diagram").hidden = !isDrawn;
  $("#diagram > div").replaceChildren(
    ...(isDrawn ? [renderDiagram(response, shoe, game, points)] : []),
  );
}

/**
 * Show the button that deals the next stage, and the box that shows all cards.
 * @param {TableState} current
 * @param {Story} story
 */
function showMoves({ view }, story) {
  $("#turn").hidden = !story.hasStages;
  $("#turn").textContent = story.isDealt
    ? t("table.moves.start")
    : t("table.moves.dealStage", { stage: story.next ?? "" });
  $("#all").hidden = !story.hasCovered || Boolean(view);
}

/**
 * Return a deal in which the hand of the visitor's seat is the own one; without a seat as it is.
 * @param {Deal} response
 * @param {string} ownSeat
 */
function markOwn(response, ownSeat) {
  const { hands } = response;
  if (!ownSeat || !hands) return response;
  return {
    ...response,
    hands: hands.map((hand) => ({ ...hand, isOwn: hand.seat === ownSeat })),
  };
}

/**
 * Return the piles with the turned cards of the stock beside it: in a patience as its waste; nothing if none are
 * turned.
 * @param {TableState} current
 * @param {Story} story
 * @returns {{ piles?: Pile[] }}
 */
function turnStock({ response: { piles = [] }, game }, story) {
  const turned = [...story.turned];
  const stock = piles.find(({ name }) => name === game.stock);
  if (!turned.length || !stock) return {};
  const pile =
    game.family === "patience"
      ? { name: WASTE, indices: turned.slice(-1) }
      : { name: "drawn_cards", indices: turned };
  const remaining = { ...stock, indices: stock.indices.slice(turned.length) };
  return {
    piles: [
      ...piles.map((listedPile) =>
        listedPile === stock ? remaining : listedPile,
      ),
      pile,
    ],
  };
}

/**
 * Return what a press on the stock does; undefined if nothing.
 * @param {TableState} current
 * @param {Story} story
 */
function describePress({ request, game, isOver, press }, { next }) {
  if (request.isPrivate || isOver) return undefined;
  if (press !== undefined) return press;
  if (next) return t("table.moves.dealStage", { stage: next });
  return t(
    game.family === "patience"
      ? "table.moves.turnNext"
      : "table.private.drawCard",
  );
}

/**
 * Mark the cards of a new felt that were not seen on the one before, if any were.
 * @param {HTMLElement} felt
 */
function markTurned(felt) {
  const seen = new Set(
    $$("#felt [data-index]").map(({ dataset }) => dataset.index),
  );
  if (!seen.size) return;
  for (const card of $$("[data-index]", felt))
    if (!seen.has(card.dataset.index)) card.classList.add("turned");
}

/**
 * Return the indices of a pile; of one with columns and more than `most` cards the last of each column, which is played
 * first.
 * @param {Pile} pile
 * @param {number} most
 */
function listEnds({ indices, parts = [] }, most) {
  return parts.length > 1 && indices.length > most
    ? parts.flatMap((part) => part.indices.slice(-1))
    : indices;
}

/**
 * Return whether there are hands whose cards can change their order.
 * @param {{ response: Deal }} current
 */
const hasLooseHands = ({ response: { hands = [] } }) =>
  hands.some(({ indices, parts }) => !parts && indices.length > 1);

/**
 * Return whether players sort such hands by suits, as everywhere but at the tables of a casino.
 * @param {{ response: Deal, game: Game, shoe: Shoe }} current
 */
const isHeldBySuits = ({ response, game, shoe }) =>
  game.family !== "casino" &&
  hasLooseHands({ response }) &&
  shoe.cards.filter(({ suit }) => suit).length > shoe.cards.length / 2;

/**
 * Return the width of the felt, and the height that it may have.
 * @returns {Space}
 */
function measureFelt() {
  const felt = $("#felt");
  // None on a phone, where the felt may fill the screen.
  const minHeight = parseFloat(getComputedStyle(felt).minHeight);
  const remaining = innerHeight - felt.getBoundingClientRect().top - scrollY;
  const height = minHeight || Math.max(LEAST_HEIGHT, remaining);
  return { width: felt.clientWidth, height };
}

/**
 * Write the name of each hand on the felt, and light up the winners with the cards that win.
 * @param {RankedHands} ranked
 * @param {Shoe} shoe
 */
function markHands(ranked, { cards }) {
  const { hands, winners = [], low_winners: lowWinners = [] } = ranked;
  const beating = findBeating(hands);
  for (const hand of hands) {
    const { seat, best } = hand;
    const section = findElement(`#felt [data-seat="${CSS.escape(seat)}"]`);
    const winsHigh = winners.includes(seat);
    const winsLow = lowWinners.includes(seat);
    const text = nameWin(hand, winsLow && !winsHigh);
    if (text) section?.append(create("p.note", text));
    section?.classList.toggle(
      "winner",
      winsHigh || winsLow || beating.includes(seat),
    );
    if (!winsHigh || !best) continue;
    for (const card of $$("#felt :is(.winner, [data-pile=board]) [data-index]"))
      if (best.includes(cards[Number(card.dataset.index)].code))
        card.classList.add("best");
  }
}

/**
 * Return the name of a hand, or of its low hand if that is all that wins.
 * @param {RankedHand} hand
 * @param {boolean} isLow
 */
const nameWin = (hand, isLow) =>
  isLow ? (hand.low?.description ?? "") : nameHand(hand);
