/**
 * Boards of bridge as newspapers print them: four hands round a box, suit by suit, with points, dealer and
 * vulnerability.
 */
// @ts-check
/** @import { Deal, Game, Hand, Shoe } from "../../deals/cards.mjs" */
/** @import { DealRequest } from "../../deals/request.mjs" */
/** @import { TableState } from "../../deals/state.mjs" */
import { nameSeat } from "../../shared/labels.mjs";
import { $, create } from "../../shared/elements.mjs";
import { fetchJson } from "../../shared/service.mjs";
import { t } from "../../shared/texts.mjs";
import { numberBoard } from "./boards.mjs";
import { describeNotes } from "../form/evening.mjs";
import { sortHand } from "../../deals/sorting.mjs";

const SUITS = [
  { letter: "S", suit: "spades", sign: "♠" },
  { letter: "H", suit: "hearts", sign: "♥" },
  { letter: "D", suit: "diamonds", sign: "♦" },
  { letter: "C", suit: "clubs", sign: "♣" },
];
const MAX_HANDS = 4_000; // of 1,000 boards, in one request for points

/**
 * The points of the hands of a board, by seat.
 * @typedef {Record<string, number | undefined>} Points
 */

/**
 * Boards of bridge, with what their cards and their order are from.
 * @typedef {{ boards: Deal[], shoe: Shoe, game: Game }} Subject
 */

/**
 * Return the diagram of a board; `points` of its hands by seat, as far as known.
 * @param {Deal} board
 * @param {Shoe} shoe
 * @param {Game} game
 * @param {Points} [points]
 */
export function renderDiagram(board, shoe, game, points = {}) {
  const { board: number, dealer, vulnerable, index } = numberBoard(board);
  const facts = [
    create("strong", t("table.boards.number", { number })),
    t("table.boards.dealer", { seat: nameSeat(dealer) }),
    t("table.boards.vulnerable", { sides: t(`words.sides.${vulnerable}`) }),
    index === undefined
      ? undefined
      : t("table.boards.index", { index: String(index) }),
  ];
  return create("div.diagram", [
    create(
      "p.facts",
      facts.filter(Boolean).map((fact) => create("span", fact)),
    ),
    board.hands?.map((hand) => renderHand(hand, shoe, game, points[hand.seat])),
    create(
      "p.rose",
      { "aria-hidden": "true" },
      [..."NWES"].map((seat) => create("span", seat)),
    ),
  ]);
}

/**
 * @param {Hand} hand
 * @param {Shoe} shoe
 * @param {Game} game
 * @param {number} [points]
 */
function renderHand({ seat, indices }, shoe, game, points) {
  const sorted = sortHand(indices, shoe, game).map(
    (index) => shoe.cards[index],
  );
  const lines = SUITS.map(({ letter, suit, sign }) => {
    const ranks = sorted
      .filter((card) => card.suit === suit)
      .map(({ rank }) => (rank === "T" ? "10" : rank));
    return create(
      "li",
      create(
        "span",
        {
          class: suit,
          role: "img",
          "aria-label": t(`table.conditions.suits.${letter}`),
        },
        `${sign}\uFE0E`,
      ),
      ` ${ranks.join(" ") || "–"}`,
    );
  });
  const note =
    points === undefined ? "" : create("span.points", ` · ${points}`);
  return create(
    "div",
    { class: `hand-${seat}` },
    create("p.name", nameSeat(seat), note),
    create("ul", { role: "list" }, lines),
  );
}

/** The hand records of boards, which are printed in place of the page. */
export class Records {
  #page;
  /** @type {Subject | undefined} */
  #subject;
  /** @type {Points[]} */
  #points = []; // of each board
  /** @type {HTMLElement[]} */
  #once = []; // elements that are printed once

  /**
   * `request` is that of what is on the table; `paper` are the elements to print if there are no boards and no others.
   * @param {{ request: DealRequest, paper: HTMLElement[] }} page
   */
  constructor(page) {
    this.#page = page;
    addEventListener("beforeprint", () => {
      const elements = this.#once.length ? this.#once : this.#render();
      $("#records").replaceChildren(...(elements ?? page.paper));
    });
    addEventListener("afterprint", () => {
      this.#once = [];
      $("#records").replaceChildren();
    });
  }

  /**
   * Print elements in place of the page.
   * @param {HTMLElement[]} elements
   */
  print(elements) {
    this.#once = elements;
    print();
  }

  clear() {
    this.#subject = undefined;
  }

  /**
   * Keep boards of bridge to print, of what is on the table; other deals have no records.
   * @param {Deal[]} boards
   * @param {TableState} current
   */
  keep(boards, { request, shoe, game }) {
    this.clear();
    if (request.name !== "bridge" || request.isSealed || !boards.length) return;
    const subject = { boards, shoe, game };
    this.#subject = subject;
    this.#points = [];
    fetchPoints(subject).then(
      (points) => {
        if (this.#subject === subject) this.#points = points;
      },
      () => undefined, // they are printed without points
    );
  }

  /** Return the heading and the diagrams of the boards; undefined if there are none. */
  #render() {
    if (!this.#subject) return undefined;
    const { boards, shoe, game } = this.#subject;
    const diagrams = boards.map((board, i) =>
      renderDiagram(board, shoe, game, this.#points[i]),
    );
    return [create("h2", this.#describe(boards.length)), ...diagrams];
  }

  /**
   * Describe boards in a heading.
   * @param {number} count
   */
  #describe(count) {
    const { request } = this.#page;
    const seed = request.get("seed");
    const facts = [...describeNotes(request), $("#title").textContent];
    if (count > 1) facts.push(t("table.record.count", { count }));
    if (seed !== undefined) facts.push(t("table.record.seed", { seed }));
    return facts.filter(Boolean).join(" · ");
  }
}

/**
 * Fetch the points of the hands of boards, those of many boards by several requests. The cards of different boards are
 * `independent`: the service would refuse two hands with the same card otherwise.
 * @param {Subject} subject
 * @returns {Promise<Points[]>}
 */
async function fetchPoints({ boards, shoe }) {
  const hands = boards.flatMap((board) => board.hands ?? []);
  /** @type {(number | undefined)[]} */
  const points = []; // of each hand, four of each board
  for (let start = 0; start < hands.length; start += MAX_HANDS) {
    const chunk = hands.slice(start, start + MAX_HANDS);
    const codes = chunk.map(({ indices }) =>
      indices.map((index) => shoe.cards[index].code),
    );
    const body = { game: "bridge", hands: codes, independent: true };
    /** @type {{ hands: { points: number }[] }} */
    const ranked = await fetchJson("v1/hands/rank", { body });
    points.push(...ranked.hands.map((hand) => hand.points));
  }
  return boards.map(({ hands: ownHands = [] }, board) => {
    const pointsBySeat = ownHands.map(({ seat }, hand) => [
      seat,
      points[4 * board + hand],
    ]);
    return Object.fromEntries(pointsBySeat);
  });
}
