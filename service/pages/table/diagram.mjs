/** Boards of bridge as newspapers print them: four hands round a box, suit by suit, with points, dealer and vulnerability. */

import { nameSeat } from "../shared/labels.mjs";
import { $, createElement, fetchJson } from "../shared/page.mjs";
import { numberBoard } from "./boards.mjs";
import { sortHand } from "./sorting.mjs";

const SUITS = { spades: "♠", hearts: "♥", diamonds: "♦", clubs: "♣" };
const SIDES = { NS: "N–S", EW: "E–W" };
const MOST = 1_000; // boards whose points are requested at once

/** Return the diagram of a board; `points` are those of its hands by seat, if they are known. */
export function renderDiagram(board, shoe, game, points = {}) {
  const { board: number, dealer, vulnerable, index } = numberBoard(board);
  const facts = [
    createElement("strong", {}, `Board ${number}`),
    `${nameSeat(dealer)} deals`,
    `Vulnerable: ${SIDES[vulnerable] ?? vulnerable.toLowerCase()}`,
    index === undefined ? undefined : `Index ${index}`,
  ];
  return createElement(
    "div",
    { class: "diagram" },
    createElement("p", { class: "facts" }, facts.filter(Boolean).map((fact) => createElement("span", {}, fact))),
    board.hands.map((hand) => renderHand(hand, shoe, game, points[hand.seat])),
    createElement("p", { class: "rose", "aria-hidden": "true" }, [..."NWES"].map((seat) => createElement("span", {}, seat))),
  );
}

function renderHand({ seat, indices }, shoe, game, points) {
  const sorted = sortHand(indices, shoe, game).map((index) => shoe.cards[index]);
  const lines = Object.entries(SUITS).map(([suit, sign]) => {
    const ranks = sorted.filter((card) => card.suit === suit).map(({ rank }) => (rank === "T" ? "10" : rank));
    return createElement(
      "li",
      {},
      createElement("span", { class: suit, role: "img", "aria-label": suit }, `${sign}\uFE0E`),
      ` ${ranks.join(" ") || "–"}`,
    );
  });
  const note = points === undefined ? "" : createElement("span", { class: "points" }, ` · ${points}`);
  return createElement(
    "div",
    { class: `hand-${seat}` },
    createElement("p", { class: "name" }, nameSeat(seat), note),
    createElement("ul", { role: "list" }, lines),
  );
}

/** The hand records of boards, which are printed in place of the page. */
export class Records {
  #shown; // the boards, with the shoe and the game
  #points = []; // of each board, by seat

  constructor() {
    addEventListener("beforeprint", () => this.#render());
    addEventListener("afterprint", () => $("#records").replaceChildren());
  }

  clear() {
    this.#shown = undefined;
  }

  /** Keep boards to print, and ask for the points of their hands. */
  async show(shown) {
    this.#shown = shown;
    this.#points = [];
    const [hands, points] = [shown.boards.flatMap(({ hands: four }) => four), []];
    for (let at = 0; at < hands.length; at += 4 * MOST) {
      const cards = hands.slice(at, at + 4 * MOST).map(({ indices }) => indices.map((index) => shown.shoe.cards[index].code));
      const body = { game: "bridge", hands: cards, independent: true };
      points.push(...(await fetchJson("v1/hands/rank", { body })).hands.map((hand) => hand.points));
    }
    if (this.#shown !== shown) return;
    this.#points = shown.boards.map((board, i) => Object.fromEntries(board.hands.map(({ seat }, k) => [seat, points[4 * i + k]])));
  }

  #render() {
    const { boards = [], shoe, game, title } = this.#shown ?? {};
    const diagrams = boards.map((board, i) => renderDiagram(board, shoe, game, this.#points[i]));
    $("#records").replaceChildren(...(boards.length ? [createElement("h2", {}, title), ...diagrams] : []));
  }
}
