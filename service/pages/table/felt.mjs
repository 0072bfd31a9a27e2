/** The felt: hands at their seats, piles in the middle, the stock face down. */
import { nameSeat, toWords } from "../shared/labels.mjs";
import { $, $$, create, resolveUrl } from "../shared/page.mjs";
import { formatNumber, t } from "../shared/texts.mjs";
import { numberBoard } from "./boards.mjs";
import { createBack, createPicture } from "./cards.mjs";
import { isCovered } from "./covered.mjs";
import { arrangePiles } from "./patience.mjs";
import { layoutSeats } from "./seats.mjs";
import {
  countColumns,
  fanStep,
  fitCards,
  hasColumns,
  hasLabels,
  isFan,
  isGrid,
  splitParts,
  spreadHands,
} from "./sizes.mjs";
import { sortHand } from "./sorting.mjs";
import { DOWN, UP, WAITING } from "./story.mjs";

export const TOP = "from_the_top"; // the pile of a shuffled deck
const MAX_PICTURES = 520; // of a pile at first; a button shows the rest

/**
 * Render a response with cards of a `shoe`; the `story` decides the state of each card. `game` has the `stock` and the
 * `direction` of the deal. `isSorted` sorts the hands; `minStep` pixels of each card stay visible; `press` says what a press on the stock does, if anything. Return the `felt`, a
 * function `fit` that lays it out for a width and a height in pixels, and the `stocks`: piles face down, as elements to
 * unfold.
 */
export function renderFelt({
  response,
  shoe,
  game,
  story,
  isSorted,
  minStep = 0,
  press,
}) {
  const ratio = shoe.height / shoe.width;
  const shape = { ratio, isFanned: ratio > 1.36 && ratio < 1.9, minStep };
  const count = { dealt: 0, stateOf: (index) => story.stateOf(index) };
  const hasOrder = response.round === undefined; // a sealed game keeps the order of its stock secret
  const { hands = [], piles = [{ ...response, name: TOP }] } = response;
  const isClosed = (pile) =>
    pile.name === game.stock || (isGrid(pile) && pile.indices.every(isCovered));
  const pilesBefore = (game.laid ?? []).filter(({ pile }) =>
    piles.every(({ name }) => name !== pile),
  );
  const openPiles = [
    ...pilesBefore.map(({ pile }) => ({ name: pile, indices: [] })),
    ...piles.filter((pile) => !isClosed(pile)),
  ];
  const open = arrangePiles(openPiles, game, shoe);
  const closed = piles.filter(isClosed);
  // Cards that are not dealt yet still lie in the stock; in a sealed deal those are counted with it.
  const waiting = [...hands, ...open].flatMap(({ indices }) =>
    indices.filter((index) => story.stateOf(index) === WAITING),
  );
  const undealt = hasOrder ? waiting.length : 0;
  const felt = create(
    "div",
    { class: `felt${shape.isFanned ? " fanned" : ""}` },
    [
      hands.map((hand) => {
        const indices =
          isSorted && !hand.parts
            ? sortHand(hand.indices, shoe, game)
            : hand.indices;
        return renderSeat({ ...hand, indices }, shoe, count, {
          grid: response.grid,
          alone: hands.length === 1,
        });
      }),
    ],
  );
  felt.style.setProperty("--ratio", ratio);
  const kind = {
    seats: hands.map(({ seat }) => seat),
    isPatience: !hands.length && open.some(hasColumns),
  };
  const cardsBefore = new Map(
    (game.laid ?? []).map(({ pile, cards }) => [pile, renderLaid(cards, shoe)]),
  );
  if (piles.length)
    felt.append(
      create(
        game.family === "patience" ? "div.middle.patience" : "div.middle",
        open.map((pile) =>
          renderPile(pile, shoe, count, kind, cardsBefore.get(pile.name)),
        ),
        closed.map((pile) => renderStock(pile, shoe, undealt, press)),
      ),
    );
  else if (response.board !== undefined) felt.append(renderBoard(response));
  const isClockwise = game.direction !== "anticlockwise";
  const fit = (size) => {
    const isRound = applySeats(
      felt,
      layoutSeats({ hands, open, closed }, shape, isClockwise, size),
    );
    if (!isRound) resizeCards(felt, { hands, open, closed }, shape, size);
    const columns = felt.querySelector(".columns:not(.dial) > .tableau");
    const isGridOfCards = columns?.parentElement.matches(".grid");
    columns?.style.setProperty(
      "--columns",
      isGridOfCards
        ? columns.children.length
        : countColumns(columns.children.length, size.width),
    );
  };
  return {
    felt,
    fit,
    stocks: hasOrder ? closed.map((pile) => renderFoldedStock(pile, shoe)) : [],
  };
}

/** Put the seats at the places of a layout, or into rows without a layout. Return whether there is a layout. */
function applySeats(felt, layout) {
  felt.classList.toggle("round", Boolean(layout));
  if (!layout) {
    felt.style.removeProperty("--card");
    return false;
  }
  felt.style.removeProperty("--spread");
  felt.style.setProperty("--card", `${layout.card}px`);
  layout.boxes.forEach(({ left, top, width, height }, i) => {
    const box = {
      "--left": left,
      "--above": top,
      "--wide": width,
      "--high": height,
    };
    for (const [name, pixels] of Object.entries(box))
      felt.children[i].style.setProperty(name, `${pixels.toFixed(1)}px`);
  });
  return true;
}

/** Set the size of cards where no seats are round the table. */
function resizeCards(felt, table, shape, space) {
  const size = fitCards(table, shape, space);
  if (size) felt.style.setProperty("--card", `${size.toFixed(1)}px`);
  const spread = size && spreadHands(table.hands, shape, size, space);
  if (spread) felt.style.setProperty("--spread", `${spread.toFixed(1)}px`);
  else felt.style.removeProperty("--spread");
}

/** Render a seat. `isOwn` marks the visitor's seat in a game with other players. */
function renderSeat({ isOwn, ...hand }, shoe, count, { grid, alone }) {
  const cards = grid
    ? renderBingoSheet(hand, shoe, count, grid)
    : renderGroups(hand, shoe, count, { alone });
  const name = nameSeat(hand.seat);
  const title = create(
    "h3",
    isOwn ? t("words.felt.you", { seat: name }) : name,
  );
  return create(
    "section",
    { class: isOwn ? "seat own" : "seat", "data-seat": hand.seat },
    title,
    cards,
  );
}

/** Render cards that lie on the table before the deal, and are not in the shoe. */
function renderLaid(codes, { deck, width, height }) {
  const draw = (code) =>
    create("img", {
      src: resolveUrl(`v1/decks/${deck}/cards/${code}.svg`),
      alt: code,
      title: code,
      width,
      height,
      draggable: "false",
    });
  return create(
    "ul.cards",
    { role: "list" },
    codes.map((code) => create("li", draw(code))),
  );
}

/** Render a pile on a table that has seats, or is a patience, or neither: there a large pile is a grid as wide as the table. */
function renderPile(pile, shoe, count, { seats, isPatience }, laid) {
  const areColumns = !seats.length && hasColumns(pile);
  const overlaps = seats.length > 0 || isPatience;
  const { parts = [] } = pile;
  const areOfSeats =
    parts.length === seats.length &&
    parts.every(({ name }) => seats.includes(name));
  const namePart = areOfSeats ? nameSeat : toWords;
  const cards =
    laid ??
    (areColumns
      ? renderColumns(parts, shoe, count)
      : renderGroups(pile, shoe, count, {
          overlaps: overlaps && !pile.empty,
          namePart,
        }));
  const kind = areColumns
    ? "pile columns"
    : !overlaps && isGrid(pile)
      ? "pile many"
      : "pile";
  const { empty = [], isMade, form, hour = 0, indices } = pile;
  const places = empty.map((sign) =>
    create("p.none", { "aria-hidden": "true" }, sign),
  );
  const all =
    places.length && !indices.length && !laid
      ? create("div.groups", places)
      : cards;
  const section = create(
    "section",
    {
      class: `${kind} ${form ?? ""}`,
      [isMade ? "data-place" : "data-pile"]: pile.name,
    },
    create("h3", toWords(pile.name)),
    all,
  );
  if (all === cards) $(".groups", section)?.append(...places);
  if (form === "dial")
    $$(laid ? "li" : ".column", section).forEach((place, i) =>
      place.style.setProperty("--hour", hour + i),
    );
  return section;
}

/** Render the parts of a hand or a pile. In a hand all cards overlap; in a pile with `overlaps` the cards of long parts do. */
function renderGroups(
  cards,
  shoe,
  count,
  { alone = false, overlaps = false, namePart = toWords } = {},
) {
  const parts = splitParts(cards);
  const box = create("div.groups");
  box.style.setProperty("--step", fanStep(cards.indices.length, alone));
  for (const { name, indices } of parts) {
    const label =
      name &&
      create(
        "p",
        { class: hasLabels(parts) ? "part" : "part hidden" },
        namePart(name),
      );
    const isFanned = overlaps && isFan(parts.length, indices.length);
    const group = create(
      "div",
      { class: isFanned ? "group fan" : "group", "data-part": name },
      [renderRow(indices, shoe, count), label || ""],
    );
    if (isFanned) group.style.setProperty("--step", fanStep(indices.length));
    box.append(group);
  }
  return box;
}

function renderRow(indices, shoe, count) {
  if (!indices.length)
    return create("p.none", create("span.hidden", t("words.felt.noCards")));
  const list = create("ul.cards", { role: "list" });
  const append = (from, to) =>
    list.append(
      ...indices.slice(from, to).map((index) => renderCard(index, shoe, count)),
    );
  append(0, MAX_PICTURES);
  if (indices.length <= MAX_PICTURES) return list;
  const all = create(
    "button",
    { onclick: () => (append(MAX_PICTURES), all.remove()) },
    t("words.felt.showAll", { count: indices.length }),
  );
  return [list, all];
}

function renderCard(index, shoe, count) {
  const state = count.stateOf?.(index) ?? UP;
  const item =
    state === UP
      ? create("li", { "data-index": index }, createPicture(shoe, index))
      : state === DOWN
        ? create("li.down", createBack(shoe, t("words.felt.faceDown")))
        : create("li.none", create("span.hidden", t("words.felt.notDealt")));
  item.style.setProperty("--order", Math.min(count.dealt++, 60));
  return item;
}

function renderColumns(parts, shoe, count) {
  const box = create("div.tableau");
  box.style.setProperty(
    "--longest",
    Math.max(...parts.map(({ indices }) => indices.length)),
  );
  box.append(
    ...parts.map(({ name, indices }) =>
      create(
        "div.column",
        { "data-part": name },
        renderRow(indices, shoe, count),
      ),
    ),
  );
  return box;
}

/** Render a bingo sheet: a column for each letter, with a free cell where the grid has one. */
function renderBingoSheet({ parts }, shoe, count, grid) {
  const columns = parts.map(({ name, indices }, across) => {
    const list = renderRow(indices, shoe, count);
    const free = grid.findIndex((row) => row[across] === null);
    if (free >= 0)
      list.insertBefore(
        create("li.free", t("words.felt.free")),
        list.children[free],
      );
    return create(
      "div.letter",
      { "data-part": name },
      create("p.part", name),
      list,
    );
  });
  return create("div.sheet", columns);
}

/** Render a stock as one card that lies face down, with the number of cards; as a button, if a press on it does something. */
function renderStock({ name, indices }, shoe, undealt, press) {
  const count = indices.length + undealt;
  const number = create(
    "span.number",
    { "aria-hidden": "true" },
    formatNumber(count),
  );
  const label = create("span.hidden", t("words.felt.backsUp", { count }));
  const back = [createBack(shoe), number, label];
  const button = () =>
    create(
      "div.pressed",
      create("button.back", { title: press }, back),
      create("span.press", { "aria-hidden": "true" }, press),
    );
  const pile = !indices.length
    ? renderRow([])
    : press
      ? button()
      : create("p.back", back);
  return create(
    "section.pile.stock",
    { "data-stock": name },
    create("h3", toWords(name)),
    pile,
  );
}

/** Render the order of a stock as an element to unfold, with its cards created when it is opened. */
function renderFoldedStock({ name, indices }, shoe) {
  const details = create(
    "details.order",
    { "data-pile": name },
    create(
      "summary",
      t("words.felt.inOrder", { pile: toWords(name), count: indices.length }),
    ),
  );
  details.addEventListener(
    "toggle",
    () =>
      details.append(
        create("div.felt.flat", renderRow(indices, shoe, { dealt: 60 })),
      ),
    { once: true },
  );
  return details;
}

/** Render the number, the dealer and the vulnerability of a board of bridge, and the index of a board that was found. */
function renderBoard(response) {
  const { board, dealer, vulnerable, index } = numberBoard(response);
  return create("div.middle.board", [
    create(
      "p",
      t("words.felt.board", { number: String(board) }),
      index === undefined
        ? ""
        : [
            " · ",
            create("span", t("words.felt.index", { number: String(index) })),
          ],
    ),
    create("p", t("words.felt.deals", { seat: nameSeat(dealer) })),
    create(
      "p",
      t("words.felt.vulnerable", { sides: t(`words.sides.${vulnerable}`) }),
    ),
  ]);
}
