/** The felt: hands at their seats, piles in the middle, the stock face down. */

import { nameSeat, toWords } from "../shared/labels.mjs";
import { createElement } from "../shared/page.mjs";
import { numberBoard } from "./boards.mjs";
import { createBack, createPicture } from "./cards.mjs";
import { isCovered } from "./covered.mjs";
import { layoutSeats } from "./seats.mjs";
import { countColumns, fanStep, fitCards, hasColumns, hasLabels, isFan, isGrid, splitParts } from "./sizes.mjs";
import { sortHand } from "./sorting.mjs";
import { DOWN, UP, WAITING } from "./story.mjs";

const MAX_PICTURES = 520; // of a pile at first; a button shows the rest

/**
 * Render a response with cards of a `shoe`, each as the `story` says; `game` has the `stock` and the `direction` of the
 * deal, with `isSorted` its players sort their hands, and of every card in a hand at least `minStep` pixels are in sight.
 * Return the `felt`, a function `fit` that lays it out for a width and a height in pixels, and the `stocks`, the piles that
 * lie face down, as elements to unfold.
 */
export function renderFelt({ response, shoe, game, story, isSorted, minStep = 0 }) {
  const ratio = shoe.height / shoe.width;
  const shape = { ratio, isFanned: ratio > 1.36 && ratio < 1.9, minStep };
  const count = { dealt: 0, stateOf: (index) => story.stateOf(index) };
  const hasOrder = response.round === undefined; // a sealed game keeps that of its stock secret
  const { hands = [], piles = [{ ...response, name: "from the top" }] } = response;
  const isClosed = (pile) => pile.name === game.stock || (isGrid(pile) && pile.indices.every(isCovered));
  const open = piles.filter((pile) => !isClosed(pile));
  const closed = piles.filter(isClosed);
  // Cards that are not dealt yet still lie in the stock; in a sealed deal those are counted with it.
  const waiting = [...hands, ...open].flatMap(({ indices }) => indices.filter((index) => story.stateOf(index) === WAITING));
  const undealt = hasOrder ? waiting.length : 0;
  const felt = createElement(
    "div",
    { class: `felt${shape.isFanned ? " fanned" : ""}` },
    hands.map((hand) => {
      const indices = isSorted && !hand.parts ? sortHand(hand.indices, shoe, game) : hand.indices;
      return renderSeat({ ...hand, indices }, shoe, count, { grid: response.grid, alone: hands.length === 1 });
    }),
  );
  felt.style.setProperty("--ratio", ratio);
  const kind = { seats: hands.map(({ seat }) => seat), isPatience: !hands.length && open.some(hasColumns) };
  if (piles.length)
    felt.append(
      createElement(
        "div",
        { class: "middle" },
        open.map((pile) => renderPile(pile, shoe, count, kind)),
        closed.map((pile) => renderStock(pile, shoe, undealt)),
      ),
    );
  else if (response.board !== undefined) felt.append(renderBoard(response));
  const isClockwise = game.direction !== "anticlockwise";
  const fit = (size) => {
    const isRound = applySeats(felt, layoutSeats({ hands, open, closed }, shape, isClockwise, size));
    if (!isRound) resizeCards(felt, { hands, open, closed }, shape, size);
    const columns = felt.querySelector(".tableau");
    columns?.style.setProperty("--columns", countColumns([...columns.children], size.width));
  };
  return { felt, fit, stocks: hasOrder ? closed.map((pile) => renderFoldedStock(pile, shoe)) : [] };
}

/** Put the seats where a layout says, or into rows if there is none. Return whether there is one. */
function applySeats(felt, layout) {
  felt.classList.toggle("round", Boolean(layout));
  if (!layout) {
    felt.style.removeProperty("--card");
    return false;
  }
  felt.style.setProperty("--card", `${layout.card}px`);
  layout.boxes.forEach(({ left, top, width, height }, i) => {
    const box = { "--left": left, "--above": top, "--wide": width, "--high": height };
    for (const [name, pixels] of Object.entries(box))
      felt.children[i].style.setProperty(name, `${pixels.toFixed(1)}px`);
  });
  return true;
}

/** Set the size of cards where no seats are round the table. */
function resizeCards(felt, table, shape, space) {
  const size = fitCards(table, shape, space);
  if (size) felt.style.setProperty("--card", `${size.toFixed(1)}px`);
}

/** Render a seat; one that `isOwn` is the visitor's, where others play the others. */
function renderSeat({ isOwn, ...hand }, shoe, count, { grid, alone }) {
  const cards = grid ? renderBingoSheet(hand, shoe, count, grid) : renderGroups(hand, shoe, count, { alone });
  const title = createElement("h3", {}, nameSeat(hand.seat), isOwn && " (you)");
  return createElement("section", { class: isOwn ? "seat own" : "seat", "data-seat": hand.seat }, title, cards);
}

/** Render a pile on a table that has seats, or is a patience, or neither: there a large pile is a grid as wide as the table. */
function renderPile(pile, shoe, count, { seats, isPatience }) {
  const areColumns = !seats.length && hasColumns(pile);
  const overlaps = seats.length > 0 || isPatience;
  const { parts = [] } = pile;
  const areOfSeats = parts.length === seats.length && parts.every(({ name }) => seats.includes(name));
  const namePart = areOfSeats ? nameSeat : toWords;
  const cards = areColumns ? renderColumns(parts, shoe, count) : renderGroups(pile, shoe, count, { overlaps, namePart });
  const kind = areColumns ? "pile columns" : !overlaps && isGrid(pile) ? "pile many" : "pile";
  return createElement("section", { class: kind, "data-pile": pile.name }, createElement("h3", {}, toWords(pile.name)), cards);
}

/** Render the parts of a hand, which all overlap, or of a pile, of which with `overlaps` the long ones do. */
function renderGroups(cards, shoe, count, { alone = false, overlaps = false, namePart = toWords } = {}) {
  const parts = splitParts(cards);
  const box = createElement("div", { class: "groups" });
  box.style.setProperty("--step", fanStep(cards.indices.length, alone));
  for (const { name, indices } of parts) {
    const label = name && createElement("p", { class: hasLabels(parts) ? "part" : "part hidden" }, namePart(name));
    const isFanned = overlaps && isFan(parts.length, indices.length);
    const group = createElement(
      "div",
      { class: isFanned ? "group fan" : "group", "data-part": name },
      renderRow(indices, shoe, count),
      label || "",
    );
    if (isFanned) group.style.setProperty("--step", fanStep(indices.length));
    box.append(group);
  }
  return box;
}

function renderRow(indices, shoe, count) {
  if (!indices.length) return createElement("p", { class: "none" }, createElement("span", { class: "hidden" }, "no cards"));
  const list = createElement("ul", { class: "cards", role: "list" });
  const append = (from, to) => list.append(...indices.slice(from, to).map((index) => renderCard(index, shoe, count)));
  append(0, MAX_PICTURES);
  if (indices.length <= MAX_PICTURES) return list;
  const all = createElement(
    "button",
    { type: "button", onclick: () => (append(MAX_PICTURES), all.remove()) },
    `Show all ${indices.length}`,
  );
  return [list, all];
}

function renderCard(index, shoe, count) {
  const state = count.stateOf?.(index) ?? UP;
  const item =
    state === UP
      ? createElement("li", { "data-index": index }, createPicture(shoe, index))
      : state === DOWN
        ? createElement("li", { class: "down" }, createBack(shoe, "face down"))
        : createElement("li", { class: "none" }, createElement("span", { class: "hidden" }, "not dealt yet"));
  item.style.setProperty("--order", Math.min(count.dealt++, 60));
  return item;
}

function renderColumns(parts, shoe, count) {
  const box = createElement("div", { class: "tableau" });
  box.style.setProperty("--longest", Math.max(...parts.map(({ indices }) => indices.length)));
  box.append(
    ...parts.map(({ name, indices }) =>
      createElement("div", { class: "column", "data-part": name }, renderRow(indices, shoe, count)),
    ),
  );
  return box;
}

/** Render a bingo sheet: a column for each letter, with a free cell where the grid has one. */
function renderBingoSheet({ parts }, shoe, count, grid) {
  const columns = parts.map(({ name, indices }, across) => {
    const list = renderRow(indices, shoe, count);
    const free = grid.findIndex((row) => row[across] === null);
    if (free >= 0) list.insertBefore(createElement("li", { class: "free" }, "free"), list.children[free]);
    return createElement("div", { class: "letter", "data-part": name }, createElement("p", { class: "part" }, name), list);
  });
  return createElement("div", { class: "sheet" }, columns);
}

/** Render a stock as one card that lies face down, with the number of cards. */
function renderStock({ name, indices }, shoe, undealt) {
  const number = createElement("span", { class: "number" }, `${indices.length + undealt}`);
  const label = createElement("span", { class: "hidden" }, " cards, backs up");
  const pile = indices.length ? createElement("p", { class: "back" }, createBack(shoe), number, label) : renderRow([]);
  return createElement("section", { class: "pile stock", "data-stock": name }, createElement("h3", {}, toWords(name)), pile);
}

/** Render the order of a stock as an element to unfold, with its cards created when it is opened. */
function renderFoldedStock({ name, indices }, shoe) {
  const details = createElement(
    "details",
    { class: "order", "data-pile": name },
    createElement("summary", {}, `The ${toWords(name)} in order: ${indices.length}`),
  );
  details.addEventListener(
    "toggle",
    () => details.append(createElement("div", { class: "felt flat" }, renderRow(indices, shoe, { dealt: 60 }))),
    { once: true },
  );
  return details;
}

/** Render the number, the dealer and the vulnerability of a board of bridge, and the index of a board that was found. */
function renderBoard(response) {
  const { board, dealer, vulnerable, index } = numberBoard(response);
  return createElement(
    "div",
    { class: "middle board" },
    createElement("p", {}, `Board ${board}`, index === undefined ? "" : [" · ", createElement("span", {}, `index ${index}`)]),
    createElement("p", {}, `Dealer: ${nameSeat(dealer)}`),
    createElement("p", {}, `Vulnerable: ${vulnerable}`),
  );
}
