/** Boards of bridge as newspapers print them: four hands round a box, suit by suit, with points, dealer and vulnerability. */
import { nameSeat } from "../shared/labels.mjs";
import { $, create, fetchJson } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { numberBoard } from "./boards.mjs";
import { describeNotes } from "./evening.mjs";
import { sortHand } from "./sorting.mjs";

const SUITS = {
  S: ["spades", "♠"],
  H: ["hearts", "♥"],
  D: ["diamonds", "♦"],
  C: ["clubs", "♣"],
};
const MOST = 1_000; // boards in one request for points

/** Return the diagram of a board; `points` of its hands by seat, as far as known. */
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
    board.hands.map((hand) => renderHand(hand, shoe, game, points[hand.seat])),
    create(
      "p.rose",
      { "aria-hidden": "true" },
      [..."NWES"].map((seat) => create("span", seat)),
    ),
  ]);
}

function renderHand({ seat, indices }, shoe, game, points) {
  const sorted = sortHand(indices, shoe, game).map(
    (index) => shoe.cards[index],
  );
  const lines = Object.entries(SUITS).map(([letter, [suit, sign]]) => {
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
  #getRequest;
  #subject; // the boards, with the shoe and the game
  #points = []; // of each board, by seat
  #others = []; // elements that are printed once

  /** `getRequest` returns the request of what is on the table, `getPaper` the elements to print if there are no boards and no others. */
  constructor({ getRequest, getPaper }) {
    this.#getRequest = getRequest;
    addEventListener("beforeprint", () => this.#render(getPaper));
    addEventListener("afterprint", () => {
      this.#others = [];
      $("#records").replaceChildren();
    });
  }

  /** Print elements in place of the page. */
  print(elements) {
    this.#others = elements;
    print();
  }

  clear() {
    this.#subject = undefined;
  }

  /** Keep boards of bridge to print, of what is on the table; other deals have no records. */
  keep(boards, { request, shoe, game }) {
    this.clear();
    if (request.name !== "bridge" || request.isSealed || !boards.length) return;
    this.#subject = { boards, shoe, game };
    this.#points = [];
    this.#fetchPoints(this.#subject).catch(() => undefined); // they are printed without points
  }

  async #fetchPoints(subject) {
    const { boards, shoe } = subject;
    const [hands, points] = [boards.flatMap(({ hands: four }) => four), []];
    for (let start = 0; start < hands.length; start += 4 * MOST) {
      const cards = hands
        .slice(start, start + 4 * MOST)
        .map(({ indices }) => indices.map((index) => shoe.cards[index].code));
      const body = { game: "bridge", hands: cards, independent: true };
      points.push(
        ...(await fetchJson("v1/hands/rank", { body })).hands.map(
          (hand) => hand.points,
        ),
      );
    }
    if (this.#subject !== subject) return;
    this.#points = boards.map((board, i) =>
      Object.fromEntries(
        board.hands.map(({ seat }, k) => [seat, points[4 * i + k]]),
      ),
    );
  }

  #render(getPaper) {
    const { boards = [], shoe, game } = this.#subject ?? {};
    const diagrams = boards.map((board, i) =>
      renderDiagram(board, shoe, game, this.#points[i]),
    );
    const records = boards.length
      ? [create("h2", this.#describe(boards.length)), ...diagrams]
      : getPaper();
    $("#records").replaceChildren(
      ...(this.#others.length ? this.#others : records),
    );
  }

  /** Describe boards in a heading. */
  #describe(count) {
    const request = this.#getRequest();
    const seed = request.get("seed");
    const facts = [
      count > 1 && t("table.record.count", { count }),
      seed !== undefined && t("table.record.seed", { seed }),
    ];
    return [...describeNotes(request), $("#title").textContent, ...facts]
      .filter(Boolean)
      .join(" · ");
  }
}
