/** The table itself: hands at their seats, piles in the middle, the stock with its back up. */

import { element } from "../shared/page.mjs";
import { backOf, pictureOf } from "./cards.mjs";
import { spoken } from "./fields.mjs";
import { columned, placed, rowed, single, spread, step } from "./seats.mjs";

const WIDE = 640; // pixels, as in table.css
const MANY = 12; // cards of a pile: they lie in a grid, as wide as the table
const AT_ONCE = 520; // pictures of one pile: more only when asked

/**
 * An `answer` of cards of a `shoe` as it lies on the felt, in words a `procedure`; the hands `sorted` or as dealt.
 * `fit` seats the hands round a table so wide; `stocks` are the piles that lie with their backs up, to be unfolded.
 */
export function laid({ answer, shoe, procedure, sorted }) {
  const ratio = shoe.height / shoe.width;
  const shape = { ratio, fanned: ratio > 1.36 && ratio < 1.9 };
  const count = { dealt: 0 };
  const { hands = [], piles = [{ ...answer, name: "from the top" }] } = answer;
  const kept = stocks(procedure);
  const open = piles.filter(({ name }) => !kept.includes(name));
  const closed = piles.filter(({ name }) => kept.includes(name));
  const felt = element(
    "div",
    { class: `felt${shape.fanned ? " fanned" : ""}` },
    hands.map((hand) => seat(hand, shoe, count, sorted, { grid: answer.grid, alone: hands.length === 1 })),
  );
  felt.style.setProperty("--ratio", ratio);
  if (piles.length)
    felt.append(
      element(
        "div",
        { class: "middle" },
        open.map((pile) => pileOf(pile, shoe, count)),
        closed.map((pile) => stock(pile, shoe)),
      ),
    );
  else if (answer.board !== undefined) felt.append(board(answer));
  const clockwise = !procedure.some((line) => line.includes("anticlockwise"));
  const fit = (width) =>
    seatRound(felt, placed({ hands, open, closed }, shape, clockwise, width)) ||
    grow(felt, { hands, open, closed }, shape, width);
  return { felt, fit, stocks: closed.map((pile) => folded(pile, shoe)) };
}

/** The piles of what is left, which lie with their backs up: the steps say which, and a plain deal has its stock. */
function stocks(procedure) {
  const left = procedure.map((line) => /that are left are the (\w+)/.exec(line)?.[1]).filter(Boolean);
  return procedure.length ? left : ["stock"];
}

function seatRound(felt, round) {
  felt.classList.toggle("round", Boolean(round));
  if (!round) {
    felt.style.removeProperty("--card");
    return false;
  }
  felt.style.setProperty("--card", `${round.card}px`);
  round.places.forEach(({ left, above, width, height }, i) => {
    const box = { "--left": left, "--above": above, "--wide": width, "--high": height };
    for (const [name, pixels] of Object.entries(box))
      felt.children[i].style.setProperty(name, `${pixels.toFixed(1)}px`);
  });
  return true;
}

/** Where no seats are round it, the table is for the only hand, or for the piles: a patience, or one large pile. */
function grow(felt, { hands, open, closed }, shape, width) {
  const size =
    width < WIDE ? hands.length && rowed(hands, shape, width) : sizeOn({ hands, open, closed }, shape, width);
  if (size) felt.style.setProperty("--card", `${size.toFixed(1)}px`);
}

/** The size of cards on a wide table without seats; undefined for that of the style sheet. */
function sizeOn({ hands, open, closed }, { ratio }, width) {
  if (hands.length > 1) return undefined;
  if (hands.length) {
    const [{ indices, parts = [] }] = hands;
    const letters = ratio === 1 && parts.length;
    const count = letters ? parts.length : indices.length;
    return single({ count, ratio, rows: letters ? Math.ceil(indices.length / count) + 0.5 : 1 }, width);
  }
  const large = open.find(({ indices }) => indices.length > MANY);
  const parts = open.find(inColumnsOf)?.parts;
  const below = open.length + closed.length > 1;
  if (!parts) return large && spread({ count: large.indices.length, ratio, below }, width);
  const longest = Math.max(...parts.map(({ indices }) => indices.length));
  return columned({ columns: parts.length, longest, ratio }, width);
}

/** Whether the parts of a pile are columns, which have numbers for names. */
const inColumnsOf = ({ parts = [] }) => parts.length > 1 && parts.every(({ name }) => /^\d+$/.test(name));

function seat(hand, shoe, count, sorted, { grid, alone }) {
  const label = /^\d+$/.test(hand.seat) ? `Seat ${hand.seat}` : spoken(hand.seat);
  const cards = grid ? sheet(hand, shoe, count, grid) : groups(hand, shoe, count, { sorted, alone });
  return element("section", { class: "seat", "data-seat": hand.seat }, element("h3", {}, label), cards);
}

function pileOf(pile, shoe, count) {
  const parts = pile.parts ?? [];
  const columns = inColumnsOf(pile);
  const cards = columns ? inColumns(parts, shoe, count) : groups(pile, shoe, count);
  const kind = columns ? "pile columns" : !parts.length && pile.indices.length > MANY ? "pile many" : "pile";
  return element("section", { class: kind, "data-pile": pile.name }, element("h3", {}, spoken(pile.name)), cards);
}

/** The parts of a hand or a pile in order, and between them what has no name of its own. */
export function partsOf({ indices, parts = [] }) {
  const found = [];
  let done = 0;
  for (const part of parts) {
    const start = part.indices.length ? indices.indexOf(part.indices[0]) : done;
    if (start > done) found.push({ indices: indices.slice(done, start) });
    found.push(part);
    done = start + part.indices.length;
  }
  if (done < indices.length || !found.length) found.push({ indices: indices.slice(done) });
  return found;
}

function groups(held, shoe, count, { sorted = false, alone = false } = {}) {
  const order =
    sorted && !held.parts ? [...held.indices].sort((a, b) => inOrder(shoe, a) - inOrder(shoe, b)) : held.indices;
  const parts = partsOf({ ...held, indices: order });
  const seen = parts.length <= 4;
  const box = element("div", { class: "groups" });
  box.style.setProperty("--step", step(order.length, alone));
  for (const { name, indices } of parts) {
    const label = name && element("p", { class: seen ? "part" : "part hidden" }, spoken(name));
    box.append(element("div", { class: "group", "data-part": name }, row(indices, shoe, count), label || ""));
  }
  return box;
}

/** Cards of a suit together, and identical ones. */
const inOrder = ({ cards }, index) => cards[index].number * cards.length + index;

function row(indices, shoe, count) {
  if (!indices.length) return element("p", { class: "none" }, element("span", { class: "hidden" }, "no cards"));
  const list = element("ul", { class: "cards", role: "list" });
  const more = (from, to) => list.append(...indices.slice(from, to).map((index) => card(index, shoe, count)));
  more(0, AT_ONCE);
  if (indices.length <= AT_ONCE) return list;
  const all = element(
    "button",
    { type: "button", onclick: () => (more(AT_ONCE), all.remove()) },
    `Show all ${indices.length}`,
  );
  return [list, all];
}

function card(index, shoe, count) {
  const item = element("li", {}, pictureOf(shoe, index));
  item.style.setProperty("--order", Math.min(count.dealt++, 60));
  return item;
}

function inColumns(parts, shoe, count) {
  const box = element("div", { class: "tableau" });
  box.style.setProperty("--columns", parts.length);
  box.style.setProperty("--longest", Math.max(...parts.map(({ indices }) => indices.length)));
  box.append(
    ...parts.map(({ name, indices }) =>
      element("div", { class: "column", "data-part": name }, row(indices, shoe, count)),
    ),
  );
  return box;
}

/** A bingo sheet: a column for each letter; nothing where the grid has nothing. */
function sheet({ parts }, shoe, count, grid) {
  const columns = parts.map(({ name, indices }, across) => {
    const list = row(indices, shoe, count);
    const free = grid.findIndex((line) => line[across] === null);
    if (free >= 0) list.insertBefore(element("li", { class: "free" }, "free"), list.children[free]);
    return element("div", { class: "letter", "data-part": name }, element("p", { class: "part" }, name), list);
  });
  return element("div", { class: "sheet" }, columns);
}

function stock({ name, indices }, shoe) {
  const number = element("span", { class: "number" }, `${indices.length}`);
  const said = element("span", { class: "hidden" }, " cards, backs up");
  const pile = indices.length ? element("p", { class: "back" }, backOf(shoe), number, said) : row([]);
  return element("section", { class: "pile stock", "data-stock": name }, element("h3", {}, spoken(name)), pile);
}

/** The order of a stock, which is laid out when it is opened. */
function folded({ name, indices }, shoe) {
  const details = element(
    "details",
    { class: "order", "data-pile": name },
    element("summary", {}, `The ${spoken(name)} in order: ${indices.length}`),
  );
  details.addEventListener(
    "toggle",
    () => details.append(element("div", { class: "felt flat" }, row(indices, shoe, { dealt: 60 }))),
    { once: true },
  );
  return details;
}

/** What a board of bridge says. */
function board({ board, dealer, vulnerable }) {
  return element(
    "div",
    { class: "middle board" },
    element("p", {}, `Board ${board}`),
    element("p", {}, `Dealer ${dealer}`),
    element("p", {}, `Vulnerable: ${vulnerable}`),
  );
}
