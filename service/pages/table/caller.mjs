/** The caller of bingo: one ball after the other, large, the numbers that were called, and the players' tickets. */
import { $, Problem, create, fetchJson, listenToSubmit, resolveUrl } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { isCovered } from "./covered.mjs";
import { Field, createInput } from "./fields.mjs";

const CALLS = { bingo_call: fetchCards, bingo90_call: fetchTickets }; // by game, what fetches its tickets
const BEFORE = 4; // balls before the newest that are named
const PLAYERS = "12";
const STRIP = 6; // tickets of a strip, which has each number once
const KEYS = [" ", "Enter", "ArrowRight", "PageDown"]; // the last one is that of a presenter's remote control

export class Caller {
  #current; // what is on the table
  #call; // the balls so far
  #checked = create("div.checked");
  #next = create("button.primary", { onclick: () => this.#callNext() });
  #seal = create("p", create("button", { onclick: () => this.#actions.seal() }, t("table.bingo.public")), " ", create("span", t("table.bingo.publicHint")));
  #ball = create("div.ball");
  #count = create("p.count", { role: "status" });
  #before = create("p.before");
  #order = create("p");
  #numbers = create("ul.numbers", { role: "list", "aria-label": t("table.bingo.board") });
  #tickets = new Field("tickets", createInput({ isNumeric: true, value: PLAYERS }), "", t("table.bingo.tickets"));
  #ticket = new Field("ticket", createInput({ isNumeric: true }), "", t("table.bingo.checkNumber"));
  #actions;
  #view;

  /** `call` is called for the next ball, `seal` to seal the balls first, `print` with elements. */
  constructor(actions) {
    this.#actions = actions;
    const full = document.fullscreenEnabled && create("button", { onclick: () => this.#toggleFullScreen() }, t("table.bingo.full"));
    const [tickets, check] = [
      create("form", this.#tickets.row, create("button", { type: "submit" }, t("table.bingo.printTickets"))),
      create("form", this.#ticket.row, create("button", { type: "submit" }, t("table.bingo.check"))),
    ];
    listenToSubmit(tickets, () => this.#act(this.#tickets, () => this.#printTickets()));
    listenToSubmit(check, () => this.#act(this.#ticket, () => this.#checkTicket()));
    this.#view = create("div.cover.caller", [
      create("div.now", this.#ball, create("div", this.#count, this.#before, create("p.buttons", this.#next, full || ""))),
      this.#numbers,
      create("details", create("summary", t("table.bingo.inOrder")), this.#order),
      this.#seal,
      create("div.tickets", tickets, check),
      this.#checked,
      create("p", t("table.bingo.keys")),
    ]);
    document.addEventListener("keydown", (event) => this.#handleKey(event));
  }

  /** Show the balls that are called of a deal or a sealed shoe. Return the element that shows them. */
  show(current) {
    const { request, response, shoe } = current;
    if (this.#current?.request.name !== request.name || this.#current?.response.seed !== response.seed) this.#checked.replaceChildren();
    const isSealed = request.isSealed;
    const pile = response.piles.find(({ name }) => name === (isSealed ? "drawn_cards" : "called"));
    const balls = pile?.indices.filter((index) => !isCovered(index)) ?? [];
    const called = isSealed ? balls : balls.slice(0, Number(request.get("called") ?? 0) || 0);
    const all = response.piles.reduce((sum, { indices }) => sum + indices.length, 0);
    this.#current = current;
    this.#call = { called, all };
    const nameOf = (index) => nameBall(shoe.cards[index]);
    const last = called.at(-1);
    this.#ball.replaceChildren(last === undefined ? create("p", t("table.bingo.none")) : createBall(shoe, last));
    this.#count.replaceChildren(...(last === undefined ? [] : [create("span.hidden", `${nameOf(last)}. `), t("table.bingo.count", { count: called.length, all })]));
    const before = called.slice(-1 - BEFORE, -1).reverse();
    this.#before.textContent = before.length ? t("table.bingo.before", { balls: before.map(nameOf).join(", ") }) : "";
    this.#order.textContent = called.map(nameOf).join(", ");
    this.#next.textContent = t(called.length ? "table.bingo.next" : "table.bingo.first");
    this.#next.hidden = called.length >= all || Boolean(current.isOver);
    this.#seal.hidden = isSealed || called.length > 0;
    this.#showNumbers(shoe, new Set(called), last);
    return this.#view;
  }

  /** What the page says above the balls. */
  get status() {
    const { called, all } = this.#call;
    if (called.length >= all) return t("table.bingo.over");
    return t(this.#current.request.isSealed ? "table.bingo.sealed" : "table.bingo.after");
  }

  #showNumbers({ cards }, called, last) {
    const letters = [...new Set(cards.map(({ suit }) => suit).filter(Boolean))];
    this.#numbers.classList.toggle("lettered", letters.length > 0);
    const cells = cards.map(({ index, rank, code }) => {
      const isIn = called.has(index);
      const says = isIn && create("span.hidden", ` ${t("table.bingo.called")}`);
      return create("li", { class: [isIn && "called", index === last && "last"].filter(Boolean).join(" ") || undefined }, letters.length ? rank : code, says);
    });
    const size = cards.length / (letters.length || 1);
    const rows = letters.flatMap((letter, i) => [create("li.letter", letter.toUpperCase()), cells.slice(i * size, (i + 1) * size)]);
    this.#numbers.replaceChildren(...(letters.length ? rows.flat() : cells));
  }

  #callNext() {
    const { called, all } = this.#call;
    if (called.length < all) this.#actions.call(called.length + 1);
  }

  /** The keys of a caller call the next ball, unless a control has the focus. */
  #handleKey(event) {
    const isFree = [document.body, $("#main"), this.#view, null].includes(document.activeElement);
    if (!this.#view.isConnected || !isFree || !KEYS.includes(event.key) || event.repeat || this.#next.hidden) return;
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
    return `tickets ${commitment ?? response.seed ?? (this.#current.ticketSeed ??= crypto.randomUUID())} ${request.get("index") ?? ""}`.trim().slice(0, 100);
  }

  /** Fetch tickets as rows of cells. */
  #fetch(from, count) {
    return CALLS[this.#current.request.name](this.#seed, from, count);
  }

  /** Run the action of a field, and show the problem there if the service refuses. */
  async #act(field, action) {
    field.clearErrors();
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      field.showErrors(Object.values(error.errors).flat().concat(Object.keys(error.errors).length ? [] : error.message));
    }
  }

  async #printTickets() {
    const tickets = await this.#fetch(0, this.#tickets.value.trim());
    this.#actions.print([create("h2", $("#title").textContent), ...tickets.map((rows, i) => renderTicket(rows, i + 1))]);
  }

  /** Show a ticket with its numbers that are called, and how many they are. */
  async #checkTicket() {
    const number = Number(this.#ticket.value);
    if (!Number.isInteger(number) || number < 1) return this.#checked.replaceChildren();
    const [rows] = await this.#fetch(number - 1, "1");
    const { called } = this.#call;
    const values = new Set(called.map((index) => this.#current.shoe.cards[index].value));
    const numbers = rows.flat().filter((cell) => typeof cell === "number");
    const count = numbers.filter((cell) => values.has(cell)).length;
    const says = count === numbers.length ? t("table.bingo.fullTicket", { number }) : t("table.bingo.checked", { number, count, all: numbers.length });
    this.#checked.replaceChildren(create("p", { role: "status" }, says), renderTicket(rows, number, values));
    return undefined;
  }
}

/** Return the name of a ball in a call: "B 7", or "7". */
const nameBall = ({ suit, name, code }) => (suit ? name : code);

const createBall = ({ cards }, index) => create("img", { src: resolveUrl(cards[index].image), alt: nameBall(cards[index]), width: 200, height: 200, draggable: "false" });

/** Fetch cards for 75 balls: five columns, with a free cell in the middle. */
async function fetchCards(seed, from, count) {
  const [{ hands }, { cards }] = await Promise.all([
    fetchJson("v1/games/bingo_card/deal/batch", { query: { seed, index: from, repeats: count } }),
    fetchJson("v1/decks/bingo75"),
  ]);
  return hands.map(([{ parts }]) => {
    const columns = parts.map(({ indices }) => indices.map((index) => cards[index].value));
    columns[2].splice(2, 0, "free");
    return [[..."BINGO"], ...columns[0].map((_, row) => columns.map((column) => column[row]))];
  });
}

/** Fetch tickets for 90 balls, which are drawn as strips. */
async function fetchTickets(seed, from, count) {
  const [first, skipped] = [Math.floor(from / STRIP), from % STRIP];
  const repeats = /^\d+$/.test(count) ? Math.ceil((skipped + Number(count)) / STRIP) : count;
  const { strip } = await fetchJson("v1/bingo/strips/batch", { query: { seed, index: first, repeats } });
  return strip.flat().slice(skipped, skipped + Number(count));
}

function renderTicket(rows, number, called = new Set()) {
  const renderCell = (cell) => {
    if (cell === null) return create("td");
    if (typeof cell === "string") return cell === "free" ? create("td.free", t("table.bingo.free")) : create("th", { scope: "col" }, cell);
    return called.has(cell) ? create("td.called", String(cell), create("span.hidden", ` ${t("table.bingo.called")}`)) : create("td", String(cell));
  };
  return create("table.ticket", [
    create("caption", t("table.bingo.ticket", { number })),
    create("tbody", rows.map((row) => create("tr", row.map(renderCell)))),
  ]);
}
