/** The caller of bingo: one ball after the other, large, the numbers that were called, and the players' tickets. */
// @ts-check
/** @import { Card, Shoe } from "../../deals/cards.mjs" */
/** @import { TableState } from "../../deals/state.mjs" */
/** @import { Cell } from "./tickets.mjs" */
import { createCopyButton } from "../../shared/clipboard.mjs";
import {
  $,
  create,
  getElement,
  listenToSubmit,
} from "../../shared/elements.mjs";
import { renderProblem } from "../../shared/sentences.mjs";
import { Problem, resolveUrl } from "../../shared/service.mjs";
import { readStored, store } from "../../shared/storage.mjs";
import { createText, formatTime, t } from "../../shared/texts.mjs";
import { isCovered } from "../../deals/covered.mjs";
import { Field, createInput } from "../form/parameter_fields.mjs";
import {
  fetchTickets,
  judgeTicket,
  nameGame,
  renderTicket,
} from "./tickets.mjs";

/**
 * What the caller asks the page for: `call` calls so many balls, `seal` seals the balls first, `print` prints elements.
 * @typedef {object} CallerActions
 * @property {(count: number) => unknown} call
 * @property {() => unknown} seal
 * @property {(elements: HTMLElement[]) => void} print
 */

/**
 * The balls so far: their indices in the shoe, in the order of the call, and how many there are in all.
 * @typedef {{ called: number[], ballCount: number }} Call
 */

const BEFORE = 4; // balls before the newest that are named
const PLAYERS = "12";
// How many tickets were printed last, and the code of their game, in the storage.
const PRINTED = "bingo-tickets";
const PAUSE = 1_000; // milliseconds between two balls, so that a double press calls one
const MADE_UP = /^[0-9a-hjkmnp-tv-z]{24}$/; // words that this browser made up
// The last one is that of a presenter's remote control.
const KEYS = [" ", "Enter", "ArrowRight", "PageDown"];

/** The words for a sealed call, which a person says before the first ball: they are the client seed of the shoe. */
class Words {
  field = new Field(
    "words",
    createInput({ maxlength: 200 }),
    t("table.bingo.wordsHint"),
    t("table.bingo.words"),
  );
  saidElement = create("p.said");
  #seed = getElement(HTMLInputElement, "#client-seed");
  /** @type {string | undefined} */
  #madeUp; // the words of this browser, if nobody says any

  constructor() {
    const { control } = this.field;
    control.addEventListener("input", () => {
      const madeUp = (this.#madeUp ??= this.#seed.value);
      this.#seed.value = control.value.trim() || madeUp;
      this.#seed.dispatchEvent(new Event("change"));
    });
  }

  /**
   * Begin with another call.
   * @param {boolean} isSealed
   */
  begin(isSealed) {
    const words = isSealed ? this.#seed.value : "";
    const isMadeUp = MADE_UP.test(words);
    this.#madeUp = isMadeUp ? words : undefined;
    this.field.value = isMadeUp ? "" : words;
  }

  /**
   * Show which words were said, if any, once a sealed call has begun.
   * @param {boolean} hasBegun
   */
  show(hasBegun) {
    const words = hasBegun ? this.#seed.value : "";
    const isSaid = words !== "" && !MADE_UP.test(words);
    this.saidElement.textContent = isSaid
      ? t("table.bingo.said", { words })
      : "";
    this.saidElement.hidden = !isSaid;
  }
}

/** The balls: the newest one, large, with the button that calls the next. */
class Balls {
  next;
  #ball = create("div.ball");
  #count = create("p.count", { role: "status" });
  #before = create("p.before");
  #keys = create("p.keys", t("table.bingo.keys"));
  order = create("p"); // of all balls

  /** @param {() => void} callNext */
  constructor(callNext) {
    this.next = create("button.primary", { onclick: callNext });
  }

  /**
   * Create the element that shows them, with another button.
   * @param {HTMLElement | undefined} button
   */
  render(button) {
    return create(
      "div.now",
      this.#ball,
      create(
        "div",
        this.#count,
        this.#before,
        create("p.buttons", this.next, button),
        this.#keys,
      ),
    );
  }

  /**
   * Show the newest ball, and name up to four before it, the newest first.
   * @param {Call} call
   * @param {Shoe} shoe
   * @param {boolean} isOver
   */
  show({ called, ballCount }, shoe, isOver) {
    const count = called.length;
    const names = called.map((index) => nameBall(shoe.cards[index]));
    const before = names.slice(-1 - BEFORE, -1).reverse();
    this.#ball.replaceChildren(
      count
        ? createBall(shoe.cards[called[count - 1]])
        : create("p", t("table.bingo.none")),
    );
    this.#count.replaceChildren(
      ...(count
        ? [
            create("span.hidden", `${names[count - 1]}. `),
            t("table.bingo.count", { count, all: ballCount }),
          ]
        : []),
    );
    this.#before.textContent = before.length
      ? t("table.bingo.before", { balls: before.join(", ") })
      : "";
    this.order.textContent = names.join(", ");
    this.next.textContent = t(count ? "table.bingo.next" : "table.bingo.first");
    this.next.hidden = count >= ballCount || isOver;
    this.#keys.hidden = this.next.hidden;
  }
}

/** The board of all numbers, on which those that are called are marked. */
class NumberBoard {
  element = create("ul.numbers", {
    role: "list",
    "aria-label": t("table.bingo.board"),
  });

  /**
   * Show all balls, in a row for each letter if they have any, and mark those that are called.
   * @param {Card[]} cards
   * @param {number[]} called
   */
  show(cards, called) {
    const letters = [
      ...new Set(cards.flatMap(({ suit }) => (suit ? [suit] : []))),
    ];
    const hasLetters = letters.length > 0;
    const cells = cards.map(({ index, rank, code }) =>
      createNumber(
        hasLetters ? rank : code,
        called.includes(index),
        index === called.at(-1),
      ),
    );
    const size = cards.length / letters.length;
    const rows = letters.flatMap((letter, i) => [
      create("li.letter", letter.toUpperCase()),
      ...cells.slice(i * size, (i + 1) * size),
    ]);
    this.element.classList.toggle("lettered", hasLetters);
    this.element.replaceChildren(...(hasLetters ? rows : cells));
  }
}

/**
 * Create the item of a number of the board, marked if it is called, and if it was called last.
 * @param {string} text
 * @param {boolean} isCalled
 * @param {boolean} isLast
 */
function createNumber(text, isCalled, isLast) {
  const names = [isCalled && "called", isLast && "last"].filter(Boolean);
  return create(
    "li",
    { class: names.join(" ") || undefined },
    text,
    isCalled && create("span.hidden", ` ${t("table.bingo.called")}`),
  );
}

/** The players' tickets: they are printed before the call, and one of them is checked when its player says so. */
class Tickets {
  #getCurrent;
  #getCall;
  #print;
  #count = new Field(
    "tickets",
    createInput({ isNumeric: true, value: PLAYERS }),
    "",
    t("table.bingo.tickets"),
  );
  #number = new Field(
    "ticket",
    createInput({ isNumeric: true }),
    "",
    t("table.bingo.checkNumber"),
  );
  #checked = create("div.checked");
  #code = create("p.code");

  /**
   * @param {() => TableState} getCurrent
   * @param {() => Call} getCall
   * @param {CallerActions["print"]} print
   */
  constructor(getCurrent, getCall, print) {
    this.#getCurrent = getCurrent;
    this.#getCall = getCall;
    this.#print = print;
  }

  /** Create the elements: the forms, the ticket that was checked, and the code of the game. */
  render() {
    const printing = create(
      "form",
      this.#count.row,
      create("button", { type: "submit" }, t("table.bingo.printTickets")),
    );
    const checking = create(
      "form",
      this.#number.row,
      create("button", { type: "submit" }, t("table.bingo.check")),
    );
    listenToSubmit(printing, () => act(this.#count, () => this.#printAll()));
    listenToSubmit(checking, () => act(this.#number, () => this.#check()));
    return [
      create("div.tickets", printing, checking),
      this.#checked,
      this.#code,
    ];
  }

  /** Begin with another call. */
  begin() {
    /** @type {{ code: string, count: number } | undefined} */
    const stored = readStored(PRINTED);
    const code = this.#gameCode;
    this.#checked.replaceChildren();
    this.#number.value = "";
    this.#number.clearErrors();
    this.#count.clearErrors();
    this.#code.textContent = t("table.bingo.code", { code });
    this.#count.value = stored?.code === code ? String(stored.count) : PLAYERS;
  }

  /** The seed of the tickets: other ones for each call, and the same ones when they are printed again. */
  get #seed() {
    const current = this.#getCurrent();
    const { request, response, commitment } = current;
    const origin =
      commitment ??
      response.seed ??
      (current.ticketSeed ??= crypto.randomUUID());
    return `tickets ${origin} ${request.get("index") ?? ""}`
      .trim()
      .slice(0, 100);
  }

  get #gameCode() {
    return nameGame(`${this.#getCurrent().request.name} ${this.#seed}`);
  }

  /** The title, the date and the code of the game, for paper. */
  get facts() {
    return [
      $("#title").textContent.split(/\s?:/u)[0],
      formatTime(Date.now(), { dateStyle: "long" }),
      this.#gameCode,
    ].join(" · ");
  }

  /**
   * Fetch tickets as rows of cells.
   * @param {number} from
   * @param {string} count as it is typed
   */
  #fetch(from, count) {
    const { name } = this.#getCurrent().request;
    return fetchTickets(name, this.#seed, from, count);
  }

  async #printAll() {
    const tickets = await this.#fetch(0, this.#count.value.trim());
    store(PRINTED, { code: this.#gameCode, count: tickets.length });
    this.#print(
      tickets.map((rows, i) =>
        renderTicket(rows, [
          create("strong", t("table.bingo.ticket", { number: i + 1 })),
          ` · ${this.facts}`,
        ]),
      ),
    );
  }

  /** Show a ticket with its numbers that are called, and say what it has won. */
  async #check() {
    this.#checked.replaceChildren();
    const number = this.#readNumber();
    if (number === undefined) return;
    const [rows] = await this.#fetch(number - 1, "1");
    const { cards } = this.#getCurrent().shoe;
    const { called } = this.#getCall();
    const values = called.map((index) => cards[index].value);
    const { says, isWon, fullCells } = judgeTicket(rows, values);
    const verdict = create(
      "div",
      { role: "status" },
      create("p.judged", { class: isWon ? "won" : undefined }, says),
      create("p", countNumbers(number, rows.flat(), values)),
    );
    const caption = t("table.bingo.ticket", { number });
    const ticket = renderTicket(rows, caption, new Set(values), fullCells);
    this.#checked.replaceChildren(verdict, ticket);
    this.#checked.scrollIntoView({ block: "nearest" });
  }

  /** Return the number of the ticket that was typed. Show an error and return undefined if there is no such ticket. */
  #readNumber() {
    const text = this.#number.value.trim();
    const number = Number(text);
    const most = Number(this.#count.value) || Number(PLAYERS);
    if (/^\d+$/.test(text) && number >= 1 && number <= most) return number;
    this.#number.showErrors(t("table.bingo.noTicket", { most }));
    this.#number.control.focus();
    return undefined;
  }
}

/**
 * Say how many numbers of a ticket are called.
 * @param {number} number of the ticket
 * @param {Cell[]} cells
 * @param {Cell[]} called
 */
function countNumbers(number, cells, called) {
  const numbers = cells.filter((cell) => typeof cell === "number");
  const count = numbers.filter((cell) => called.includes(cell)).length;
  return count === numbers.length
    ? t("table.bingo.fullTicket", { number })
    : t("table.bingo.checked", { number, count, all: numbers.length });
}

/**
 * Run the action of a field, and show the problem there if the service refuses.
 * @param {Field} field
 * @param {() => Promise<void>} action
 */
async function act(field, action) {
  field.clearErrors();
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    field.showErrors(renderProblem(error));
  }
}

export class Caller {
  /** @type {TableState | undefined} */
  #shown; // what is on the table
  /** @type {Call} */
  #call = { called: [], ballCount: 0 };
  #calledAt = -PAUSE; // when the last ball was called
  #actions;
  #words = new Words();
  #balls = new Balls(() => this.#callNext());
  #numbers = new NumberBoard();
  #tickets;
  #steps = create("ol.steps", [
    create(
      "li",
      createText("table.bingo.showSeal", { seal: create("code") }),
      " ",
      createCopyButton(
        () => this.#current.commitment ?? "",
        t("table.sealed.copy"),
      ),
    ),
    create("li", t("table.bingo.askWords"), this.#words.field.row),
    create("li", t("table.bingo.callFirst")),
  ]);
  #seal;
  #view;

  /**
   * `call` is called for the next ball, `seal` to seal the balls first, `print` with elements.
   * @param {CallerActions} actions
   */
  constructor(actions) {
    this.#actions = actions;
    this.#tickets = new Tickets(
      () => this.#current,
      () => this.#call,
      actions.print,
    );
    this.#seal = create(
      "p",
      create("button", { onclick: actions.seal }, t("table.bingo.public")),
      " ",
      create("span", t("table.bingo.publicHint")),
    );
    const full = document.fullscreenEnabled
      ? create(
          "button",
          { onclick: () => this.#toggleFullScreen() },
          t("table.bingo.full"),
        )
      : undefined;
    this.#view = create("div.cover.caller", [
      this.#steps,
      this.#balls.render(full),
      this.#words.saidElement,
      this.#numbers.element,
      create(
        "details",
        create("summary", t("table.bingo.inOrder")),
        this.#balls.order,
      ),
      this.#seal,
      this.#tickets.render(),
    ]);
    document.addEventListener("fullscreenchange", () =>
      this.#followFullScreen(full),
    );
    document.addEventListener("keydown", (event) => this.#handleKey(event));
  }

  /** What is on the table, once something was shown. */
  get #current() {
    if (!this.#shown) throw new Error("There is no call on the table.");
    return this.#shown;
  }

  /**
   * Show the balls that are called of a deal or a sealed shoe. Return the element that shows them.
   * @param {TableState} current
   */
  show(current) {
    const isOther = !this.#shown || !isSameCall(this.#shown, current);
    this.#shown = current;
    this.#call = readCall(current);
    if (isOther) this.#begin();
    const { isSealed } = current.request;
    const { called } = this.#call;
    const hasBegun = called.length > 0;
    const isOver = Boolean(current.isOver);
    this.#balls.show(this.#call, current.shoe, isOver);
    this.#steps.hidden = !isSealed || hasBegun || isOver;
    this.#words.show(isSealed && hasBegun);
    this.#seal.hidden = isSealed || hasBegun;
    this.#numbers.show(current.shoe.cards, called);
    return this.#view;
  }

  /** Begin with another call. */
  #begin() {
    const { commitment } = this.#current;
    this.#words.begin(Boolean(commitment));
    this.#tickets.begin();
    $("code", this.#steps).textContent = commitment ?? "";
  }

  /** Whether a game is going on, which a press could end. */
  get isCalling() {
    const { called, ballCount } = this.#call;
    return (
      this.#view.isConnected &&
      called.length > 0 &&
      called.length < ballCount &&
      !this.#shown?.isOver
    );
  }

  /** The balls that are called, for paper; nothing if another game is on the table. */
  get paper() {
    if (!this.#view.isConnected) return [];
    const { called, ballCount } = this.#call;
    const { cards } = this.#current.shoe;
    const says = called.length
      ? t("table.bingo.count", { count: called.length, all: ballCount })
      : t("table.bingo.none");
    const items = called.map((index) => create("li", nameBall(cards[index])));
    return [
      create("div.balls", [
        create("h2", this.#tickets.facts),
        create("p", says),
        create("ol", items),
      ]),
    ];
  }

  /** What the page says above the balls. */
  get status() {
    const { called, ballCount } = this.#call;
    if (this.#current.isOver) return t("table.bingo.revealed");
    if (called.length >= ballCount) return t("table.bingo.over");
    return t(
      this.#current.request.isSealed
        ? "table.bingo.sealed"
        : "table.bingo.after",
    );
  }

  #callNext() {
    const { called, ballCount } = this.#call;
    if (
      called.length >= ballCount ||
      performance.now() - this.#calledAt < PAUSE
    )
      return;
    this.#calledAt = performance.now();
    this.#actions.call(called.length + 1);
  }

  /**
   * The keys of a caller call the next ball, unless a control has the focus.
   * @param {KeyboardEvent} event
   */
  #handleKey(event) {
    const { activeElement } = document;
    const isFree =
      activeElement === null ||
      [document.body, $("#main"), $("#play-problem"), this.#view].some(
        (element) => element === activeElement,
      );
    const isForCall = this.#view.isConnected && !this.#balls.next.hidden;
    if (!isForCall || !isFree || !KEYS.includes(event.key) || event.repeat)
      return;
    event.preventDefault();
    this.#callNext();
  }

  #toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.#view.requestFullscreen();
    this.#balls.next.focus();
  }

  /**
   * Label the button for the full screen, and take problems into the view, where they would not be seen else.
   * @param {HTMLElement} [button]
   */
  #followFullScreen(button) {
    const isFull = document.fullscreenElement === this.#view;
    if (button)
      button.textContent = t(
        isFull ? "table.bingo.leaveFull" : "table.bingo.full",
      );
    if (isFull) this.#view.prepend($("#play-problem"));
    else $("#finder").before($("#play-problem"));
  }
}

/**
 * Return whether two states are of the same call.
 * @param {TableState} a
 * @param {TableState} b
 */
const isSameCall = (a, b) =>
  a.request.name === b.request.name &&
  a.response.seed === b.response.seed &&
  a.commitment === b.commitment;

/**
 * Return the balls that are called: of a sealed shoe those that are drawn, of a deal as many as the request says.
 * @param {TableState} current
 * @returns {Call}
 */
function readCall({ request, response }) {
  const { piles = [] } = response;
  let ballCount = 0;
  for (const { indices } of piles) ballCount += indices.length;
  const pileName = request.isSealed ? "drawn_cards" : "called";
  const pile = piles.find(({ name }) => name === pileName);
  const balls = pile?.indices.filter((index) => !isCovered(index)) ?? [];
  if (request.isSealed) return { called: balls, ballCount };
  const count = Number(request.get("called")) || 0;
  return { called: balls.slice(0, count), ballCount };
}

/**
 * Return the name of a ball in a call: "B 7", or "7".
 * @param {Card} ball
 */
const nameBall = ({ suit, name, code }) => (suit ? name : code);

/** @param {Card} ball */
const createBall = (ball) =>
  create("img", {
    src: resolveUrl(ball.image),
    alt: nameBall(ball),
    width: 200,
    height: 200,
    draggable: "false",
  });
