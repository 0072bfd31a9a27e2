/** The table: its felt as far as the deal is told, and as the visitor sees it from a seat, with sentences on it. */
/** @import { Deal, Game, Shoe } from "./cards.mjs" */
/** @import { DealRequest } from "./request.mjs" */
/** @import { LastRequest } from "./sealed.mjs" */
import { nameSeat, toTitle } from "../shared/labels.mjs";
import { $, $$, create, readStored, store } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { renderTitle } from "./catalogue.mjs";
import { renderDiagram } from "./diagram.mjs";
import { TOP, renderFelt } from "./felt.mjs";
import { KnownCards } from "./known.mjs";
import { describeWinners, findBeating, nameHand, rankHands } from "./ranks.mjs";
import { sortHand } from "./sorting.mjs";
import { Story, UP } from "./story.mjs";
import { describeDeal, describeOrigin } from "./tools.mjs";

/**
 * What is on the table.
 * @typedef {object} TableState
 * @property {DealRequest} request
 * @property {Deal} response
 * @property {Game} game
 * @property {Shoe} shoe
 * @property {HTMLElement} [view] what is seen in place of the cards
 * @property {string} [status] a sentence on it
 * @property {string} [commitment] of a sealed game
 * @property {boolean} [isOver] whether the sealed game was revealed
 * @property {boolean} [isNamed] whether the status names the new cards
 * @property {LastRequest} [last] the last request of a sealed game, with its response
 * @property {string} [press] what a press on the stock does, if it is not for the story of the deal to say
 * @property {string} [ticketSeed] of the tickets of bingo, if nothing else says which they are
 */

const SORTED = "sorted"; // the visitor's choice in the storage of the browser
const SEATS = "seats"; // the visitor's seat by game, likewise
const LEAST_HEIGHT = 420; // pixels of the felt that a narrow screen shows
const PAPER = 680; // the width of the felt on paper, as in print.css
const MAX_NAMED = 12; // cards that a screen reader names at once, as in a sealed game
const MAX_OF_HAND = 30; // that it names of a hand that is read alone
const WASTE = "waste";
const MIN_STEP = 25; // pixels of each card that are in sight while cards are chosen

export class Tabletop {
  /** What is on the table, undefined if nothing is: the `request`, the `response`, the `game`, the `shoe`, perhaps a `view` in place of the cards, and a `status`. */
  current;
  knownCards;
  #dress;
  #sorting = readStored(SORTED); // whether hands are sorted; undefined until the visitor chooses
  #seats = readStored(SEATS) ?? {}; // the visitor's seat by game; "" for none
  #story; // of the deal on the table
  #said = new Set(); // the indices of the cards that a screen reader was told, or could have been
  #sentence = ""; // above the table
  #renderCount = 0; // how often a part of a story was shown
  #fit = () => undefined; // lays the felt out for a size

  /** `dealGiven` deals with the known cards, `dress` changes a felt before it is used. */
  constructor({ dealGiven, dress }) {
    this.#dress = dress;
    this.knownCards = new KnownCards({
      render: () => this.#showStory(),
      deal: dealGiven,
    });
    $("#turn").addEventListener("click", () => {
      $("#show-all").checked = false;
      this.#turn();
    });
    $("#show-all").addEventListener("change", () => this.#showStory());
    $("#sorted").addEventListener("change", ({ target }) => {
      this.#sorting = target.checked;
      store(SORTED, target.checked);
      this.#showStory();
    });
    $("#own-seat").addEventListener("change", ({ target }) => {
      this.#seats = {
        ...this.#seats,
        [this.current.request.name]: target.value,
      };
      store(SEATS, this.#seats);
      this.#showStory();
      this.#said.clear();
      this.#sayCards();
    });
    new ResizeObserver(() => this.#fit(measureFelt())).observe($("#felt"));
    addEventListener("beforeprint", () =>
      this.#fit({ ...measureFelt(), width: PAPER }),
    );
    addEventListener("afterprint", () => this.#fit(measureFelt()));
  }

  /** Deal the next stage of the deal; after the last one begin anew. */
  #turn() {
    this.#story?.turn();
    this.#showStory();
    this.#sayCards({ isNext: true });
  }

  /** Deal the next stage; after the last one turn the next card of the stock. */
  pressStock() {
    if (!this.#story.isDealt) return this.#turn();
    const { response, game, shoe } = this.current;
    const next = response.piles.find(({ name }) => name === game.stock).indices[
      this.#story.turned.size
    ];
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
    for (const id of ["#sorted", "#own-seat", "#placing"])
      $(id).parentElement.hidden = true;
    for (const id of ["#facts", "#outcome", "#status"]) $(id).textContent = "";
  }

  /** Show a state of the table; if it `isStill` only cards that were not seen there turn. */
  show(current, { isStill }) {
    const { request, response, game } = current;
    const isSame =
      current.commitment !== undefined &&
      current.commitment === this.current?.commitment &&
      response.round === this.current.response.round;
    this.current = current;
    this.waitFor("");
    this.#story = new Story(current);
    if (!isSame) this.#said.clear(); // of a sealed game cards come one stage after the other
    $("#show-all").checked = false;
    $("#title").replaceChildren(renderTitle(request));
    const facts = { seed: request.get("seed"), ...response };
    $("#facts").replaceChildren(...describeDeal(facts));
    for (const origin of $$(".origin"))
      origin.replaceChildren(...describeOrigin(facts));
    $("#outcome").classList.toggle("split", /hi_lo$/.test(game.ranking)); // room for those who win high and low
    this.#offerSeats();
    $("#sorted").parentElement.hidden = !hasLooseHands(current);
    $("#sorted").checked = this.#sorting ?? isHeldBySuits(current);
    if (response.given) this.knownCards.text = JSON.stringify(response.given); // in canonical spelling
    this.#showStory({ isStill });
    if (request.isPrivate) return;
    if (current.isNamed) this.#noteCards();
    else this.#sayCards({ isNext: isSame });
  }

  /** Wait for a press on a button, as another kind of deal was chosen: what belongs to the deal on the table waits too; with "" it goes on. */
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

  /** Offer the seats of a game with two or more hands: one of them can be the visitor's. */
  #offerSeats() {
    const {
      request,
      response: { hands = [] },
    } = this.current;
    const seats =
      request.isPrivate || hands.length < 2
        ? []
        : hands.map(({ seat }) => seat);
    const select = $("#own-seat");
    select.replaceChildren(
      select.options[0],
      ...seats.map((seat) => create("option", { value: seat }, nameSeat(seat))),
    );
    select.parentElement.hidden = !seats.length;
    select.value = this.#findOwnSeat() ?? "";
  }

  /** Return the visitor's seat: the chosen one, or against the house the only one that is not the dealer's. */
  #findOwnSeat() {
    const { request, response, game } = this.current;
    const seats = (response.hands ?? []).map(({ seat }) => seat);
    const chosen = this.#seats[request.name];
    const players = seats.filter((seat) => seat !== "dealer");
    const usual =
      game.against_house && players.length === 1 ? players[0] : undefined;
    return chosen === "" || seats.includes(chosen) ? chosen : usual;
  }

  /**
   * Name for screen readers the cards that lie open since the last time: the hand of the visitor's seat as it is sorted,
   * and without a seat all hands, or if those are long the first; piles as far as they are short. `isNext`: of a further
   * stage.
   */
  #sayCards({ isNext = false } = {}) {
    const {
      response: { hands = [] },
      shoe,
      game,
      view,
    } = this.current;
    const ownSeat = $("#own-seat").value;
    const isNew = (index) =>
      this.#story.stateOf(index) === UP && !this.#said.has(index);
    const hasNew = ({ indices }) => indices.some(isNew);
    const sort = (indices) =>
      $("#sorted").checked || ownSeat ? sortHand(indices, shoe, game) : indices;
    const open = hands.filter(hasNew);
    const others = open.filter(({ seat }) => seat !== ownSeat);
    const own = open.filter(({ seat }) => seat === ownSeat);
    const isFew =
      others.flatMap(({ indices }) => indices.filter(isNew)).length <=
      MAX_NAMED;
    const read = [
      ...own,
      ...(isFew ? others : own.length ? [] : others.slice(0, 1)),
    ];
    const nameCards = (indices, most) => {
      const cards = indices
        .filter(isNew)
        .map((index) => shoe.cards[index].name);
      const named = cards.slice(0, most).join(", ");
      return cards.length > most
        ? t("table.andMore", { cards: named, count: cards.length - most })
        : named;
    };
    const places = [
      ...read.map(({ seat, indices, parts }) => [
        nameSeat(seat),
        nameCards(parts ? indices : sort(indices), MAX_OF_HAND),
      ]),
      ...this.#piles
        .filter((pile) => pile.name !== game.stock && hasNew(pile))
        .map((pile) => [
          toTitle(pile.name),
          nameCards(listEnds(pile, MAX_NAMED), MAX_NAMED),
        ]),
    ];
    this.#noteCards();
    const said = places.map(([name, value]) =>
      name === nameSeat(ownSeat)
        ? t("table.ownCards", { cards: value })
        : t("shared.pair", { name, value }),
    );
    const unread = open.length - read.length;
    const cards = toTitle(
      [said.join("; "), unread && t("table.otherHands", { count: unread })]
        .filter(Boolean)
        .join(". "),
    );
    const title = $("#title").textContent;
    if (isNext)
      $("#status").textContent = cards && t("table.nextCards", { cards });
    else
      $("#status").textContent = cards
        ? t("table.dealtCards", { game: title, cards })
        : view
          ? ""
          : t("table.dealtGame", { game: title });
  }

  /** The piles; of a shuffled deck all cards are one. */
  get #piles() {
    const { response } = this.current;
    return (
      response.piles ?? (response.indices ? [{ ...response, name: TOP }] : [])
    );
  }

  /** Note which cards lie open: they were told, or could have been. */
  #noteCards() {
    const { hands = [] } = this.current.response;
    for (const index of [...hands, ...this.#piles].flatMap(
      ({ indices }) => indices,
    ))
      if (this.#story.stateOf(index) === UP) this.#said.add(index);
    if (this.current.isNamed) $("#status").textContent = "";
  }

  /** Show the deal up to the current stage of its story, with the ranking of its hands. */
  async #showStory({ isStill = true } = {}) {
    if (!this.current) return;
    const [current, story, number] = [
      this.current,
      this.#story,
      ++this.#renderCount,
    ];
    story.isAllShown = $("#show-all").checked || this.knownCards.isOn;
    story.ownSeat = $("#own-seat").value;
    this.#renderFelt(isStill);
    this.#drawDiagram();
    $("#turn").hidden = !story.hasStages;
    $("#turn").textContent = story.isDealt
      ? t("table.moves.start")
      : t("table.moves.dealStage", { stage: story.next });
    $("#all").hidden = !story.hasCovered || Boolean(current.view);
    this.sayOutcome(
      story.stage && !story.isDealt
        ? t("table.dealtStage", { stage: story.stage })
        : "",
    );
    const ranked = await rankHands(current, story).catch(() => undefined); // the deal is there without it
    if (!ranked || number !== this.#renderCount) return;
    markHands(ranked, current.shoe);
    this.#drawDiagram(
      Object.fromEntries(
        ranked.hands.map(({ seat, points }) => [seat, points]),
      ),
    );
    this.sayOutcome(describeWinners(ranked));
  }

  #drawDiagram(points) {
    const { request, response, shoe, game } = this.current;
    const isDrawn =
      request.name === "bridge" &&
      !request.isSealed &&
      response.hands.length > 0 &&
      !this.#story.hidesHands;
    $("#diagram").hidden = !isDrawn;
    $("#diagram > div").replaceChildren(
      ...(isDrawn ? [renderDiagram(response, shoe, game, points)] : []),
    );
  }

  /** Show a sentence above the table; without one that of what is on it. */
  sayOutcome(sentence) {
    this.#sentence = sentence || this.current.status || t("table.dealt");
    $("#outcome").textContent = this.#sentence;
  }

  #renderFelt(isStill) {
    const { view, response } = this.current;
    if (view) {
      this.#fit = () => undefined;
      if (view.parentElement !== $("#felt")) $("#felt").replaceChildren(view);
      $("#stocks").replaceChildren();
      return this.knownCards.hide();
    }
    const minStep = this.knownCards.isOn ? MIN_STEP : 0;
    const seat = $("#own-seat").value;
    const hands = seat
      ? response.hands.map((hand) => ({ ...hand, isOwn: hand.seat === seat }))
      : response.hands;
    const table = {
      ...this.current,
      response: { ...response, ...(hands && { hands }), ...this.#turnStock() },
      story: this.#story,
      press: this.#describePress(),
    };
    const { felt, fit, stocks } = renderFelt({
      ...table,
      isSorted: $("#sorted").checked,
      minStep,
    });
    felt.classList.toggle("still", isStill);
    this.#fit = fit;
    fit(measureFelt());
    const isSeen = new Set(
      $$("#felt [data-index]").map(({ dataset }) => dataset.index),
    );
    if (isStill && isSeen.size)
      for (const card of $$("[data-index]", felt))
        if (!isSeen.has(card.dataset.index)) card.classList.add("turned");
    $("#felt").replaceChildren(felt);
    $("#stocks").replaceChildren(...stocks);
    this.knownCards.show(this.current, felt, stocks);
    this.#dress(felt);
  }

  /** Return the piles with the turned cards of the stock beside it: in a patience as its waste. */
  #turnStock() {
    const {
      response: { piles },
      game,
    } = this.current;
    const turned = [...this.#story.turned];
    if (!turned.length || this.knownCards.isOn) return {};
    const stock = piles.find(({ name }) => name === game.stock);
    const pile =
      game.family === "patience"
        ? { name: WASTE, indices: turned.slice(-1) }
        : { name: "drawn_cards", indices: turned };
    const rest = { ...stock, indices: stock.indices.slice(turned.length) };
    return {
      piles: [
        ...piles.map((each) => (each === stock ? rest : each)),
        { ...pile, count: pile.indices.length },
      ],
    };
  }

  /** Return what a press on the stock does; undefined if nothing. */
  #describePress() {
    const { request, game, isOver, press } = this.current;
    if (request.isPrivate || isOver || this.knownCards.isOn) return undefined;
    const { next } = this.#story;
    return (
      press ??
      (next
        ? t("table.moves.dealStage", { stage: next })
        : t(
            game.family === "patience"
              ? "table.moves.turnNext"
              : "table.private.drawCard",
          ))
    );
  }
}

/** Return the indices of a pile; of one with columns and more than `most` cards the last of each column, which is played first. */
function listEnds({ indices, parts = [] }, most) {
  return parts.length > 1 && indices.length > most
    ? parts.flatMap((part) => part.indices.slice(-1))
    : indices;
}

/** Return whether there are hands whose cards can change their order. */
const hasLooseHands = ({ response: { hands = [] } }) =>
  hands.some(({ indices, parts }) => !parts && indices.length > 1);

/** Return whether players sort such hands by suits, as everywhere but at the tables of a casino. */
const isHeldBySuits = ({ response, game, shoe }) =>
  game.family !== "casino" &&
  hasLooseHands({ response }) &&
  shoe.cards.filter(({ suit }) => suit).length > shoe.cards.length / 2;

/** Return the width of the felt, and the height that it may have. */
function measureFelt() {
  const felt = $("#felt");
  const height = parseFloat(getComputedStyle(felt).minHeight); // none on a phone, where the felt may fill the screen
  return {
    width: felt.clientWidth,
    height:
      height ||
      Math.max(
        LEAST_HEIGHT,
        innerHeight - felt.getBoundingClientRect().top - scrollY,
      ),
  };
}

/** Write the name of each hand on the felt, and light up the winners with the cards that win. */
function markHands(
  { hands, winners = [], low_winners: lowWinners = [] },
  { cards },
) {
  const beating = findBeating(hands);
  for (const hand of hands) {
    const seat = $(`#felt [data-seat="${CSS.escape(hand.seat)}"]`);
    const [winsHigh, winsLow] = [winners, lowWinners].map((seats) =>
      seats.includes(hand.seat),
    );
    const isWinner = winsHigh || winsLow || beating.includes(hand.seat);
    const text = winsLow && !winsHigh ? hand.low.description : nameHand(hand);
    if (text) seat?.append(create("p.note", text));
    seat?.classList.toggle("winner", isWinner);
    if (!winners.includes(hand.seat) || !hand.best) continue;
    for (const card of $$("#felt :is(.winner, [data-pile=board]) [data-index]"))
      if (hand.best.includes(cards[card.dataset.index].code))
        card.classList.add("best");
  }
}
