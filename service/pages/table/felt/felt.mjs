/** The felt: hands at their seats, piles in the middle, the stock face down. */
// @ts-check
/** @import { Deal, Game, Hand, Part, Pile, Shoe } from "../../deals/cards.mjs" */
/** @import { ArrangedPile } from "./patience.mjs" */
/** @import { Layout } from "./seats.mjs" */
/** @import { Cards, Space, SteppedShape, TableContents } from "./sizes.mjs" */
/** @import { CardState, Story } from "./story.mjs" */
import { nameSeat, toWords } from "../../shared/labels.mjs";
import { $$, create, findElement } from "../../shared/elements.mjs";
import { resolveUrl } from "../../shared/service.mjs";
import { formatNumber, t } from "../../shared/texts.mjs";
import { numberBoard } from "../boards/boards.mjs";
import { createBack, createPicture } from "../../deals/cards.mjs";
import { isCovered } from "../../deals/covered.mjs";
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
import { sortHand } from "../../deals/sorting.mjs";
import { DOWN, UP, WAITING } from "./story.mjs";

/**
 * What is on the felt. `isSorted` sorts the hands; `minStep` pixels of each card stay visible; `press` says what a
 * press on the stock does, if anything.
 * @typedef {object} FeltState
 * @property {Deal} response
 * @property {Shoe} shoe
 * @property {Game} game
 * @property {Story} story
 * @property {boolean} isSorted
 * @property {number} [minStep]
 * @property {string} [press]
 */

/** Creates the cards of a felt one after the other: each in its state, and a moment after the card before it. */
class CardCreator {
  #shoe;
  #stateOf;
  #dealtCount;

  /**
   * @param {Shoe} shoe
   * @param {(index: number) => CardState} stateOf
   * @param {number} [dealtCount] of the cards before
   */
  constructor(shoe, stateOf, dealtCount = 0) {
    this.#shoe = shoe;
    this.#stateOf = stateOf;
    this.#dealtCount = dealtCount;
  }

  /**
   * Create the next card, which comes a moment after the card before it.
   * @param {number} index
   */
  createCard(index) {
    const item = this.#createItem(index);
    const order = Math.min(this.#dealtCount, MAX_ORDER);
    this.#dealtCount += 1;
    item.style.setProperty("--order", String(order));
    return item;
  }

  /**
   * Create a card in its state: face up, face down, or not dealt yet.
   * @param {number} index
   */
  #createItem(index) {
    const state = this.#stateOf(index);
    if (state === UP)
      return create(
        "li",
        { "data-index": index },
        createPicture(this.#shoe, index),
      );
    return state === DOWN
      ? create("li.down", createBack(this.#shoe, t("words.felt.faceDown")))
      : create("li.none", create("span.hidden", t("words.felt.notDealt")));
  }

  /**
   * Create cards in a row: a list, and a button for the rest if they are very many.
   * @param {number[]} indices
   */
  createRow(indices) {
    if (!indices.length) return [createNone()];
    const list = create("ul.cards", { role: "list" });
    /** @param {number[]} shown */
    const append = (shown) =>
      list.append(...shown.map((index) => this.createCard(index)));
    append(indices.slice(0, MAX_PICTURES));
    if (indices.length <= MAX_PICTURES) return [list];
    const allButton = create(
      "button",
      {
        onclick: () => {
          append(indices.slice(MAX_PICTURES));
          allButton.remove();
        },
      },
      t("words.felt.showAll", { count: indices.length }),
    );
    return [list, allButton];
  }
}

/** Create what stands for a place without cards. */
const createNone = () =>
  create("p.none", create("span.hidden", t("words.felt.noCards")));

export const TOP = "from_the_top"; // the pile of a shuffled deck
const MAX_PICTURES = 520; // of a pile at first; a button shows the rest
// Cards that come one after the other; later ones come with the last of them.
const MAX_ORDER = 60;

/**
 * Render a response with cards of a `shoe`; the `story` decides the state of each card. `game` has the `stock` and the
 * `direction` of the deal. Return the `felt`, a function `fit` that lays it out for a width and a height in pixels, and
 * the `stocks`: piles face down, as elements to unfold; none of a sealed game, whose order is secret.
 * @param {FeltState} state
 */
export function renderFelt(state) {
  const { response, shoe, game, story, minStep = 0 } = state;
  const ratio = shoe.height / shoe.width;
  const shape = { ratio, isFanned: ratio > 1.36 && ratio < 1.9, minStep };
  // A sealed game has rounds.
  const hasOrder = response.round === undefined;
  const contents = splitPiles(response, game, shoe);
  const creator = new CardCreator(shoe, (index) => story.stateOf(index));
  const { hands } = contents;
  const felt = create(
    "div",
    { class: `felt${shape.isFanned ? " fanned" : ""}` },
    hands.map((hand) => renderSeat(hand, state, creator, hands.length === 1)),
  );
  felt.style.setProperty("--ratio", String(ratio));
  const middle = renderMiddle(contents, state, creator);
  if (middle) felt.append(middle);
  const isClockwise = game.direction !== "anticlockwise";
  return {
    felt,
    /** @param {Space} space */
    fit(space) {
      const layout = layoutSeats(contents, shape, isClockwise, space);
      applySeats(felt, layout);
      if (!layout) resizeCards(felt, contents, shape, space);
      setColumns(felt, space);
    },
    stocks: hasOrder
      ? contents.closed.map((pile) => renderFoldedStock(pile, shoe))
      : [],
  };
}

/**
 * Return the hands of a response, and its piles: those that lie open, and those that lie face down.
 * @param {Deal} response
 * @param {Game} game
 * @param {Shoe} shoe
 */
function splitPiles(response, game, shoe) {
  const { hands = [], indices = [] } = response;
  const piles = response.piles ?? [{ name: TOP, indices }];
  /** @param {Pile} pile */
  const isClosed = (pile) =>
    pile.name === game.stock || (isGrid(pile) && pile.indices.every(isCovered));
  const laidBefore = (game.laid ?? []).filter(({ pile }) =>
    piles.every(({ name }) => name !== pile),
  );
  const openPiles = [
    ...laidBefore.map(({ pile }) => ({ name: pile, indices: [] })),
    ...piles.filter((pile) => !isClosed(pile)),
  ];
  return {
    hands,
    open: arrangePiles(openPiles, game, shoe),
    closed: piles.filter(isClosed),
    hasPiles: piles.length > 0,
  };
}

/**
 * Render the middle of the table: its piles, or the facts of a board of bridge; undefined if there is nothing.
 * @param {ReturnType<typeof splitPiles>} contents
 * @param {FeltState} state
 * @param {CardCreator} creator
 */
function renderMiddle({ hands, open, closed, hasPiles }, state, creator) {
  const { response, shoe, game, story, press } = state;
  if (!hasPiles)
    return response.board === undefined ? undefined : renderBoard(response);
  const kind = {
    seats: hands.map(({ seat }) => seat),
    isPatience: !hands.length && open.some(hasColumns),
  };
  const laidBefore = new Map(
    (game.laid ?? []).map(({ pile, cards }) => [pile, renderLaid(cards, shoe)]),
  );
  const openPiles = open.map((pile) =>
    renderPile(pile, kind, creator, laidBefore.get(pile.name)),
  );
  const isSealed = response.round !== undefined;
  const undealtCount = isSealed ? 0 : countWaiting([...hands, ...open], story); // in a sealed deal the stock has them
  return create(
    game.family === "patience" ? "div.middle.patience" : "div.middle",
    openPiles,
    closed.map((pile) => renderStock(pile, shoe, undealtCount, press)),
  );
}

/**
 * Return how many cards of hands and piles are not dealt yet: they still lie in the stock.
 * @param {{ indices: number[] }[]} holders
 * @param {Story} story
 */
function countWaiting(holders, story) {
  const indices = holders.flatMap((holder) => holder.indices);
  const waiting = indices.filter((index) => story.stateOf(index) === WAITING);
  return waiting.length;
}

/**
 * Set the number of columns side by side, if there are columns.
 * @param {HTMLElement} felt
 * @param {Space} space
 */
function setColumns(felt, { width }) {
  const columns = findElement(".columns:not(.dial) > .tableau", felt);
  if (!columns) return;
  const { length } = columns.children;
  const isGridOfCards = columns.parentElement?.matches(".grid");
  columns.style.setProperty(
    "--columns",
    String(isGridOfCards ? length : countColumns(length, width)),
  );
}

/**
 * Put the seats at the places of a layout, or into rows without a layout.
 * @param {HTMLElement} felt
 * @param {Layout} [layout]
 */
function applySeats(felt, layout) {
  felt.classList.toggle("round", Boolean(layout));
  felt.style.removeProperty(layout ? "--spread" : "--card");
  if (!layout) return;
  felt.style.setProperty("--card", `${layout.card}px`);
  const seats = $$(":scope > .seat", felt);
  layout.boxes.forEach(({ left, top, width, height }, i) => {
    const box = {
      "--left": left,
      "--above": top,
      "--wide": width,
      "--high": height,
    };
    for (const [name, pixels] of Object.entries(box))
      seats[i].style.setProperty(name, `${pixels.toFixed(1)}px`);
  });
}

/**
 * Set the size of cards where no seats are round the table.
 * @param {HTMLElement} felt
 * @param {TableContents} contents
 * @param {SteppedShape} shape
 * @param {Space} space
 */
function resizeCards(felt, contents, shape, space) {
  const size = fitCards(contents, shape, space);
  if (size) felt.style.setProperty("--card", `${size.toFixed(1)}px`);
  const spread = size && spreadHands(contents.hands, shape, size, space);
  if (spread) felt.style.setProperty("--spread", `${spread.toFixed(1)}px`);
  else felt.style.removeProperty("--spread");
}

/**
 * Render a seat. `isOwn` marks the visitor's seat in a game with other players.
 * @param {Hand} hand
 * @param {FeltState} state
 * @param {CardCreator} creator
 * @param {boolean} alone
 */
function renderSeat(hand, state, creator, alone) {
  const { response, shoe, game, isSorted } = state;
  const { seat, isOwn, parts } = hand;
  const indices =
    isSorted && !parts ? sortHand(hand.indices, shoe, game) : hand.indices;
  const cards = response.grid
    ? renderBingoSheet(parts ?? [], creator, response.grid)
    : renderGroups({ indices, parts }, creator, { alone });
  const name = nameSeat(seat);
  return create(
    "section",
    { class: isOwn ? "seat own" : "seat", "data-seat": seat },
    create("h3", isOwn ? t("words.felt.you", { seat: name }) : name),
    cards,
  );
}

/**
 * Render cards that lie on the table before the deal, and are not in the shoe.
 * @param {string[]} codes
 * @param {Shoe} shoe
 */
function renderLaid(codes, { deck, width, height }) {
  /** @param {string} code */
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

/**
 * Render a pile on a table that has seats, or is a patience, or neither: there a large pile is a grid as wide as the
 * table.
 *
 * Its `empty` places, such as ["♠", "♥"], are behind its cards. A pile that `isMade` is a place of the page alone,
 * which no response has. A dial with `hour` 5 has its first card, or column, at five o'clock.
 * @param {ArrangedPile} pile
 * @param {PileTable} table
 * @param {CardCreator} creator
 * @param {HTMLElement} [laid] cards that lie there before the deal
 */
function renderPile(pile, table, creator, laid) {
  const { empty = [], isMade, form, hour = 0, indices } = pile;
  const { areColumns, overlaps } = describeLayout(pile, table);
  const classes = listClasses(pile, areColumns, overlaps);
  const places = empty.map((sign) =>
    create("p.none", { "aria-hidden": "true" }, sign),
  );
  const hasCards = laid !== undefined || indices.length > 0;
  const content =
    places.length > 0 && !hasCards
      ? create("div.groups")
      : (laid ?? renderCards(pile, table, creator));
  const section = create(
    "section",
    {
      class: `${classes} ${form ?? ""}`,
      [isMade ? "data-place" : "data-pile"]: pile.name,
    },
    create("h3", toWords(pile.name)),
    content,
  );
  findElement(".groups", section)?.append(...places);
  if (form === "dial")
    $$(laid ? "li" : ".column", section).forEach((place, i) =>
      place.style.setProperty("--hour", String(hour + i)),
    );
  return section;
}

/**
 * The table of a pile: the names of its seats, none of a patience.
 * @typedef {{ seats: string[], isPatience: boolean }} PileTable
 */

/**
 * Return whether the parts of a pile are columns, and whether its cards overlap.
 * @param {ArrangedPile} pile
 * @param {PileTable} table
 */
const describeLayout = (pile, { seats, isPatience }) => ({
  areColumns: seats.length === 0 && hasColumns(pile),
  overlaps: seats.length > 0 || isPatience,
});

/**
 * Render the cards of a pile; parts that have the names of the seats are named as these.
 * @param {ArrangedPile} pile
 * @param {PileTable} table
 * @param {CardCreator} creator
 */
function renderCards(pile, table, creator) {
  const { parts = [] } = pile;
  const { seats } = table;
  const { areColumns, overlaps } = describeLayout(pile, table);
  if (areColumns) return renderColumns(parts, creator);
  const isOfSeats =
    parts.length === seats.length &&
    parts.every(({ name = "" }) => seats.includes(name));
  return renderGroups(pile, creator, {
    overlaps: overlaps && !pile.empty,
    namePart: isOfSeats ? nameSeat : toWords,
  });
}

/**
 * Return the classes of a pile: "pile", and "columns" for columns or "many" for a grid on a table where nothing
 * overlaps.
 * @param {ArrangedPile} pile
 * @param {boolean} areColumns
 * @param {boolean} overlaps whether the cards of long parts overlap
 */
function listClasses(pile, areColumns, overlaps) {
  if (areColumns) return "pile columns";
  return !overlaps && isGrid(pile) ? "pile many" : "pile";
}

/**
 * Render the parts of a hand or a pile. In a hand all cards overlap; in a pile with `overlaps` the cards of long parts
 * do.
 * @param {Cards} cards
 * @param {CardCreator} creator
 * @param {{ alone?: boolean, overlaps?: boolean, namePart?: (name: string) => string }} [options]
 */
function renderGroups(
  cards,
  creator,
  { alone = false, overlaps = false, namePart = toWords } = {},
) {
  const parts = splitParts(cards);
  const box = create("div.groups");
  box.style.setProperty("--step", String(fanStep(cards.indices.length, alone)));
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
      creator.createRow(indices),
      label || "",
    );
    if (isFanned)
      group.style.setProperty("--step", String(fanStep(indices.length)));
    box.append(group);
  }
  return box;
}

/**
 * Render the columns of a patience.
 * @param {Part[]} parts
 * @param {CardCreator} creator
 */
function renderColumns(parts, creator) {
  const box = create("div.tableau");
  const longest = Math.max(...parts.map(({ indices }) => indices.length));
  box.style.setProperty("--longest", String(longest));
  box.append(
    ...parts.map(({ name, indices }) =>
      create("div.column", { "data-part": name }, creator.createRow(indices)),
    ),
  );
  return box;
}

/**
 * Render a bingo sheet: a column for each letter, with a free cell where the grid has one.
 * @param {Part[]} parts
 * @param {CardCreator} creator
 * @param {(number | null)[][]} grid
 */
function renderBingoSheet(parts, creator, grid) {
  const columns = parts.map(({ name, indices }, across) => {
    const [list, ...more] = creator.createRow(indices);
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
      more,
    );
  });
  return create("div.sheet", columns);
}

/**
 * Render a stock as one card that lies face down, with the number of cards; as a button, if a press on it does
 * something.
 * @param {Pile} pile
 * @param {Shoe} shoe
 * @param {number} undealtCount of the cards that have a place on the table and are not dealt yet
 * @param {string} [press]
 */
function renderStock({ name, indices }, shoe, undealtCount, press) {
  return create(
    "section.pile.stock",
    { "data-stock": name },
    create("h3", toWords(name)),
    indices.length
      ? renderStockCard(shoe, indices.length + undealtCount, press)
      : createNone(),
  );
}

/**
 * @param {Shoe} shoe
 * @param {number} count
 * @param {string} [press]
 */
function renderStockCard(shoe, count, press) {
  const back = [
    createBack(shoe),
    create("span.number", { "aria-hidden": "true" }, formatNumber(count)),
    create("span.hidden", t("words.felt.backsUp", { count })),
  ];
  return press
    ? create(
        "div.pressed",
        create("button.back", { title: press }, back),
        create("span.press", { "aria-hidden": "true" }, press),
      )
    : create("p.back", back);
}

/**
 * Render the order of a stock as an element to unfold, with its cards created when it is opened.
 * @param {Pile} pile
 * @param {Shoe} shoe
 */
function renderFoldedStock({ name, indices }, shoe) {
  const details = create(
    "details.order",
    { "data-pile": name },
    create(
      "summary",
      t("words.felt.inOrder", { pile: toWords(name), count: indices.length }),
    ),
  );
  const unfold = () => {
    const creator = new CardCreator(shoe, () => UP, MAX_ORDER);
    details.append(create("div.felt.flat", creator.createRow(indices)));
  };
  details.addEventListener("toggle", unfold, { once: true });
  return details;
}

/**
 * Render the number, the dealer and the vulnerability of a board of bridge, and the index of a board that was found.
 * @param {Deal} response
 */
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
