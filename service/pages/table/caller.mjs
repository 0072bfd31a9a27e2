/** The caller of bingo: one ball after the other, large, the numbers that were called, and the players' tickets. */
import {
  $,
  Problem,
  create,
  createCopyButton,
  listenToSubmit,
  readStored,
  resolveUrl,
  store,
} from "../shared/page.mjs";
import { createText, formatTime, t } from "../shared/texts.mjs";
import { isCovered } from "./covered.mjs";
import { Field, createInput } from "./fields.mjs";
import {
  fetchTickets,
  judgeTicket,
  nameGame,
  renderTicket,
} from "./tickets.mjs";

const BEFORE = 4; // balls before the newest that are named
const PLAYERS = "12";
const PRINTED = "bingo-tickets"; // how many tickets were printed last, and the code of their game, in the storage
const PAUSE = 1_000; // milliseconds between two balls, so that a double press calls one
const MADE_UP = /^[0-9a-hjkmnp-tv-z]{24}$/; // words that this browser made up
const KEYS = [" ", "Enter", "ArrowRight", "PageDown"]; // the last one is that of a presenter's remote control

export class Caller {
  #current; // what is on the table
  #call; // the balls so far
  #checked = create("div.checked");
  #next = create("button.primary", { onclick: () => this.#callNext() });
  #seal = create(
    "p",
    create(
      "button",
      { onclick: () => this.#actions.seal() },
      t("table.bingo.public"),
    ),
    " ",
    create("span", t("table.bingo.publicHint")),
  );
  #ball = create("div.ball");
  #count = create("p.count", { role: "status" });
  #before = create("p.before");
  #code = create("p.code");
  #keys = create("p.keys", t("table.bingo.keys"));
  #words = new Field(
    "words",
    createInput({ maxlength: 200 }),
    t("table.bingo.wordsHint"),
    t("table.bingo.words"),
  );
  #steps = create("ol.steps", [
    create(
      "li",
      createText("table.bingo.showSeal", { seal: create("code") }),
      " ",
      createCopyButton(() => this.#current.commitment, t("table.sealed.copy")),
    ),
    create("li", t("table.bingo.askWords"), this.#words.row),
    create("li", t("table.bingo.callFirst")),
  ]);
  #said = create("p.said");
  #madeUp; // the words of this browser, if nobody says any
  #calledAt = -PAUSE; // when the last ball was called
  #order = create("p");
  #numbers = create("ul.numbers", {
    role: "list",
    "aria-label": t("table.bingo.board"),
  });
  #tickets = new Field(
    "tickets",
    createInput({ isNumeric: true, value: PLAYERS }),
    "",
    t("table.bingo.tickets"),
  );
  #ticket = new Field(
    "ticket",
    createInput({ isNumeric: true }),
    "",
    t("table.bingo.checkNumber"),
  );
  #actions;
  #view;

  /** `call` is called for the next ball, `seal` to seal the balls first, `print` with elements. */
  constructor(actions) {
    this.#actions = actions;
    const full =
      document.fullscreenEnabled &&
      create(
        "button",
        { onclick: () => this.#toggleFullScreen() },
        t("table.bingo.full"),
      );
    document.addEventListener("fullscreenchange", () => {
      const isFull = document.fullscreenElement === this.#view;
      if (full)
        full.textContent = t(
          isFull ? "table.bingo.leaveFull" : "table.bingo.full",
        );
      if (isFull)
        this.#view.prepend($("#play-problem")); // else nobody sees it
      else $("#evening").before($("#play-problem"));
    });
    this.#words.control.addEventListener("input", ({ target }) => {
      this.#madeUp ??= $("#client-seed").value;
      $("#client-seed").value = target.value.trim() || this.#madeUp;
      $("#client-seed").dispatchEvent(new Event("change"));
    });
    const [tickets, check] = [
      create(
        "form",
        this.#tickets.row,
        create("button", { type: "submit" }, t("table.bingo.printTickets")),
      ),
      create(
        "form",
        this.#ticket.row,
        create("button", { type: "submit" }, t("table.bingo.check")),
      ),
    ];
    listenToSubmit(tickets, () =>
      this.#act(this.#tickets, () => this.#printTickets()),
    );
    listenToSubmit(check, () =>
      this.#act(this.#ticket, () => this.#checkTicket()),
    );
    this.#view = create("div.cover.caller", [
      this.#steps,
      create(
        "div.now",
        this.#ball,
        create(
          "div",
          this.#count,
          this.#before,
          create("p.buttons", this.#next, full || ""),
          this.#keys,
        ),
      ),
      this.#said,
      this.#numbers,
      create(
        "details",
        create("summary", t("table.bingo.inOrder")),
        this.#order,
      ),
      this.#seal,
      create("div.tickets", tickets, check),
      this.#checked,
      this.#code,
    ]);
    document.addEventListener("keydown", (event) => this.#handleKey(event));
  }

  /** Show the balls that are called of a deal or a sealed shoe. Return the element that shows them. */
  show(current) {
    const { request, response, shoe } = current;
    const isOther =
      this.#current?.request.name !== request.name ||
      this.#current?.response.seed !== response.seed ||
      this.#current?.commitment !== current.commitment;
    const isSealed = request.isSealed;
    const pile = response.piles.find(
      ({ name }) => name === (isSealed ? "drawn_cards" : "called"),
    );
    const balls = pile?.indices.filter((index) => !isCovered(index)) ?? [];
    const called = isSealed
      ? balls
      : balls.slice(0, Number(request.get("called") ?? 0) || 0);
    const all = response.piles.reduce(
      (sum, { indices }) => sum + indices.length,
      0,
    );
    this.#current = current;
    if (isOther) this.#begin();
    this.#call = { called, all };
    const nameOf = (index) => nameBall(shoe.cards[index]);
    const last = called.at(-1);
    this.#ball.replaceChildren(
      last === undefined
        ? create("p", t("table.bingo.none"))
        : createBall(shoe, last),
    );
    this.#count.replaceChildren(
      ...(last === undefined
        ? []
        : [
            create("span.hidden", `${nameOf(last)}. `),
            t("table.bingo.count", { count: called.length, all }),
          ]),
    );
    const before = called.slice(-1 - BEFORE, -1).reverse();
    this.#before.textContent = before.length
      ? t("table.bingo.before", { balls: before.map(nameOf).join(", ") })
      : "";
    this.#order.textContent = called.map(nameOf).join(", ");
    this.#next.textContent = t(
      called.length ? "table.bingo.next" : "table.bingo.first",
    );
    this.#next.hidden = called.length >= all || Boolean(current.isOver);
    this.#keys.hidden = this.#next.hidden;
    this.#steps.hidden =
      !isSealed || called.length > 0 || Boolean(current.isOver);
    const words = isSealed && called.length > 0 && $("#client-seed").value;
    this.#said.textContent =
      words && !MADE_UP.test(words) ? t("table.bingo.said", { words }) : "";
    this.#said.hidden = !this.#said.textContent;
    this.#seal.hidden = isSealed || called.length > 0;
    this.#showNumbers(shoe, new Set(called), last);
    return this.#view;
  }

  /** Begin with another call. */
  #begin() {
    const { commitment } = this.#current;
    const stored = readStored(PRINTED);
    const words = commitment ? $("#client-seed").value : "";
    this.#madeUp = MADE_UP.test(words) ? words : undefined;
    this.#words.value = MADE_UP.test(words) ? "" : words;
    this.#checked.replaceChildren();
    this.#ticket.value = "";
    for (const field of [this.#ticket, this.#tickets]) field.clearErrors();
    this.#code.textContent = t("table.bingo.code", { code: this.#gameCode });
    this.#tickets.value =
      stored?.code === this.#gameCode ? String(stored.count) : PLAYERS;
    $("code", this.#steps).textContent = commitment ?? "";
  }

  /** Whether a game is going on, which a press could end. */
  get isCalling() {
    const { called, all } = this.#call ?? { called: [], all: 0 };
    return (
      this.#view.isConnected &&
      called.length > 0 &&
      called.length < all &&
      !this.#current.isOver
    );
  }

  /** The balls that are called, for paper; nothing if another game is on the table. */
  get paper() {
    if (!this.#view.isConnected) return [];
    const { called, all } = this.#call;
    return [
      create("div.balls", [
        create("h2", this.#facts),
        create(
          "p",
          called.length
            ? t("table.bingo.count", { count: called.length, all })
            : t("table.bingo.none"),
        ),
        create(
          "ol",
          called.map((index) =>
            create("li", nameBall(this.#current.shoe.cards[index])),
          ),
        ),
      ]),
    ];
  }

  /** What the page says above the balls. */
  get status() {
    const { called, all } = this.#call;
    if (this.#current.isOver) return t("table.bingo.revealed");
    if (called.length >= all) return t("table.bingo.over");
    return t(
      this.#current.request.isSealed
        ? "table.bingo.sealed"
        : "table.bingo.after",
    );
  }

  #showNumbers({ cards }, called, last) {
    const letters = [...new Set(cards.map(({ suit }) => suit).filter(Boolean))];
    this.#numbers.classList.toggle("lettered", letters.length > 0);
    const cells = cards.map(({ index, rank, code }) => {
      const isIn = called.has(index);
      const says = isIn && create("span.hidden", ` ${t("table.bingo.called")}`);
      return create(
        "li",
        {
          class:
            [isIn && "called", index === last && "last"]
              .filter(Boolean)
              .join(" ") || undefined,
        },
        letters.length ? rank : code,
        says,
      );
    });
    const size = cards.length / (letters.length || 1);
    const rows = letters.flatMap((letter, i) => [
      create("li.letter", letter.toUpperCase()),
      cells.slice(i * size, (i + 1) * size),
    ]);
    this.#numbers.replaceChildren(...(letters.length ? rows.flat() : cells));
  }

  #callNext() {
    const { called, all } = this.#call;
    if (called.length >= all || performance.now() - this.#calledAt < PAUSE)
      return;
    this.#calledAt = performance.now();
    this.#actions.call(called.length + 1);
  }

  /** The keys of a caller call the next ball, unless a control has the focus. */
  #handleKey(event) {
    const isFree = [
      document.body,
      $("#main"),
      $("#play-problem"),
      this.#view,
      null,
    ].includes(document.activeElement);
    if (
      !this.#view.isConnected ||
      !isFree ||
      !KEYS.includes(event.key) ||
      event.repeat ||
      this.#next.hidden
    )
      return;
    event.preventDefault();
    this.#callNext();
  }

  #toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.#view.requestFullscreen();
    this.#next.focus();
  }

  /** The seed of the tickets: other ones for each call, and the same ones when they are printed again. */
  get #seed() {
    const { request, response, commitment } = this.#current;
    return `tickets ${commitment ?? response.seed ?? (this.#current.ticketSeed ??= crypto.randomUUID())} ${request.get("index") ?? ""}`
      .trim()
      .slice(0, 100);
  }

  get #gameCode() {
    return nameGame(`${this.#current.request.name} ${this.#seed}`);
  }

  /** The title, the date and the code of the game, for paper. */
  get #facts() {
    return [
      $("#title").textContent.split(/\s?:/u)[0],
      formatTime(Date.now(), { dateStyle: "long" }),
      this.#gameCode,
    ].join(" · ");
  }

  /** Fetch tickets as rows of cells. */
  #fetch(from, count) {
    return fetchTickets(this.#current.request.name, this.#seed, from, count);
  }

  /** Run the action of a field, and show the problem there if the service refuses. */
  async #act(field, action) {
    field.clearErrors();
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      field.showErrors(
        Object.values(error.errors)
          .flat()
          .concat(Object.keys(error.errors).length ? [] : error.message),
      );
    }
  }

  async #printTickets() {
    const tickets = await this.#fetch(0, this.#tickets.value.trim());
    store(PRINTED, { code: this.#gameCode, count: tickets.length });
    this.#actions.print(
      tickets.map((rows, i) =>
        renderTicket(rows, [
          create("strong", t("table.bingo.ticket", { number: i + 1 })),
          ` · ${this.#facts}`,
        ]),
      ),
    );
  }

  /** Show a ticket with its numbers that are called, and say what it has won. */
  async #checkTicket() {
    this.#checked.replaceChildren();
    const [text, most] = [
      this.#ticket.value.trim(),
      Number(this.#tickets.value) || Number(PLAYERS),
    ];
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > most) {
      this.#ticket.showErrors([t("table.bingo.noTicket", { most })]);
      this.#ticket.control.focus();
      return;
    }
    const [rows] = await this.#fetch(number - 1, "1");
    const values = this.#call.called.map(
      (index) => this.#current.shoe.cards[index].value,
    );
    const { says, isWon, line } = judgeTicket(rows, values);
    const [called, numbers] = [
      new Set(values),
      rows.flat().filter((cell) => typeof cell === "number"),
    ];
    const count = numbers.filter((cell) => called.has(cell)).length;
    const sum =
      count === numbers.length
        ? t("table.bingo.fullTicket", { number })
        : t("table.bingo.checked", { number, count, all: numbers.length });
    const verdict = create(
      "div",
      { role: "status" },
      create("p.judged", { class: isWon ? "won" : undefined }, says),
      create("p", sum),
    );
    this.#checked.replaceChildren(
      verdict,
      renderTicket(rows, t("table.bingo.ticket", { number }), called, line),
    );
    this.#checked.scrollIntoView({ block: "nearest" });
  }
}

/** Return the name of a ball in a call: "B 7", or "7". */
const nameBall = ({ suit, name, code }) => (suit ? name : code);

const createBall = ({ cards }, index) =>
  create("img", {
    src: resolveUrl(cards[index].image),
    alt: nameBall(cards[index]),
    width: 200,
    height: 200,
    draggable: "false",
  });
