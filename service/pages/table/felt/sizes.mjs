/** The sizes of hands and piles, and of cards that fit a table without seats round it. */
// @ts-check
/** @import { Hand, Part } from "../../deals/cards.mjs" */
/** @import { ArrangedPile } from "./patience.mjs" */

/**
 * The shape of the cards: their height in widths (`ratio`), and whether the cards of a hand are a fan, as of paper, or
 * lie side by side, as tiles do. `minStep` pixels of each card of a fan stay visible.
 * @typedef {{ ratio: number, isFanned: boolean }} Shape
 * @typedef {Shape & { minStep: number }} SteppedShape
 */

/**
 * The width and the height of something, in widths of a card, or in pixels where that is said.
 * @typedef {{ across: number, down: number }} Extent
 */

/**
 * The width and the height of a felt in pixels.
 * @typedef {{ width: number, height: number }} Space
 */

/**
 * What lies on a table: the hands, the `open` piles and the `closed` ones, each of which lies face down.
 * @typedef {{ hands: Hand[], open: ArrangedPile[], closed: unknown[] }} TableContents
 */

/**
 * A hand or a pile, or what is said of one.
 * @typedef {{ indices: number[], parts?: Part[], empty?: string[], laid?: number }} Cards
 */

/** The least width of a wide table in pixels, as in table.css. */
const WIDE = 640;

/**
 * The heights in pixels of the label of a hand or a pile, of a part of it, and of a hand in a row with the gap below.
 */
export const LABEL = 30;
const PART_LABEL = 20;
const NARROW_LABEL = 34;

/** The width in pixels of a letter in the label of a part, on average. */
const LETTER = 7;

/** The widths of a card that are tried, from the largest: 132, 129 … 48 pixels. */
export const SIZES = Array.from({ length: 29 }, (_, i) => 132 - 3 * i);

/** The width of a tile, relative to a card. */
export const TILE_SCALE = 0.72;

/** How many tiles are in a row of a hand, by where it sits. */
export const TILES = { front: 14, side: 5 };
const TILES_PER_PILE_ROW = 6;

/** More cards than these lie in a grid that is as wide as the table. */
const LARGE_PILE = 12;

/** The pixels round the cards: the border of a felt with its padding. */
const BORDER = 28;
const WIDE_BORDER = 48;

/** How many tiles, or cards of piles, are in a row of a narrow table, and their greatest width. */
const PER_NARROW_ROW = 7;
const MAX_NARROW = 84;

/** The least widths in pixels of a card that lies alone, and of cards in a fan. */
const MIN_CARD = 34;
const LEGIBLE = 50;

/** The least width in pixels of cards in two hands that lie side by side on a narrow table. */
const MIN_HALF = 42;

/** The pixels of a covered card that stay visible, as in table.css. */
const MIN_STRIP = 14;

/** So many cards of a single hand, or of a part of a pile, do not overlap. */
const MAX_APART = 7;

/**
 * The widths of a card, with the gap beside it, in a single hand or a pile in the middle, and among tiles or parts of
 * piles.
 */
const APART = 1.06;
const SPACED = 1.08;

/** The visible part of a covered card in a column, as in table.css. */
const COLUMN_STEP = 0.32;

/** The pixels between cards that lie side by side, and between parts of a pile, as in table.css. */
const CARD_GAP = 4;
const PART_GAP = 12;

/** The pixels between the columns of a patience. */
const COLUMN_GAPS = { narrow: 4, wide: 12 };

/** How many columns lie side by side. */
const MAX_COLUMNS = { narrow: 8, wide: 13 };

/** The pixels between hands on a wide table, and on a narrow one between hands and between piles. */
const SEAT_GAPS = { across: 40, down: 28 };
const NARROW_HAND_GAP = 16;
const NARROW_PILE_GAP = 28;

/**
 * Return the visible part of a covered card in a fan, in widths of a card.
 * @param {number} count of the cards
 * @param {boolean} [alone] whether it is the only hand
 */
export function fanStep(count, alone = false) {
  if (alone && count <= MAX_APART) return APART;
  if (count <= 2) return 0.6;
  if (count <= 5) return 0.45;
  return count <= 9 ? 0.34 : 0.27;
}

/**
 * Return whether the cards of a part of a pile overlap: it is the only part, or a long one.
 * @param {number} partCount of the pile
 * @param {number} count of the cards
 */
export const isFan = (partCount, count) => partCount === 1 || count > MAX_APART;

/**
 * Return whether the parts of a pile are columns, where no seats are: their names are numbers.
 * @param {Cards} pile
 */
export function hasColumns({ parts = [] }) {
  const areNumbers = parts.every(({ name = "" }) => /^\d+$/.test(name));
  return parts.length > 1 && areNumbers;
}

/**
 * Return whether a pile on a table without seats is a grid of the table's width.
 * @param {Cards} pile
 */
export const isGrid = ({ indices, parts = [] }) =>
  !parts.length && indices.length > LARGE_PILE;

/**
 * Split a hand or a pile into its named parts and the unnamed cards between them, in order.
 * @param {Cards} cards
 */
export function splitParts({ indices, parts = [] }) {
  /** @type {Part[]} */
  const allParts = [];
  let end = 0;
  for (const part of parts) {
    const [first] = part.indices;
    const start = first === undefined ? end : indices.indexOf(first);
    if (start > end) {
      const unnamed = indices.slice(end, start);
      allParts.push({ indices: unnamed });
    }
    allParts.push(part);
    end = start + part.indices.length;
  }
  const unnamedAtEnd = indices.slice(end);
  if (unnamedAtEnd.length > 0 || allParts.length === 0)
    allParts.push({ indices: unnamedAtEnd });
  return allParts;
}

/**
 * Return the size of a number of cards in widths of a card: cards are a fan, tiles are rows of about equal length.
 * @param {number} count
 * @param {Shape} shape
 * @param {number} [perRow] of the tiles
 * @param {number} [card] its width in pixels
 * @returns {Extent}
 */
export function measureCards(
  count,
  { isFanned, ratio },
  perRow = Infinity,
  card = Infinity,
) {
  const present = Math.max(count, 1);
  if (isFanned) {
    const covered = present - 1;
    const step = Math.max(fanStep(count), MIN_STRIP / card);
    return { across: 1 + covered * step, down: ratio };
  }
  const rowCount = Math.max(1, Math.ceil(present / perRow));
  const inLongestRow = Math.ceil(present / rowCount);
  return {
    across: inLongestRow * SPACED,
    down: rowCount * (ratio + 0.08),
  };
}

/**
 * Return the pixels that the labels of a hand's parts add to a fan of cards of that width.
 * @param {Cards} hand
 * @param {number} card
 * @returns {Extent}
 */
export function measureLabels(hand, card) {
  const parts = splitParts(hand);
  if (!hand.parts || !hasLabels(parts)) return { across: 0, down: 0 };
  const step = fanStep(hand.indices.length) * card;
  const missing = parts.map(({ name = "", indices }) => {
    const labelWidth = name.length * LETTER + 8;
    const fanWidth = indices.length * step;
    return Math.max(0, labelWidth - fanWidth);
  });
  return { across: sum(missing), down: PART_LABEL };
}

/**
 * Return whether the parts of a hand or a pile have labels that are shown.
 * @param {Part[]} parts
 */
export const hasLabels = (parts) => parts.length <= 4;

/**
 * Return the number of cards in each part of a pile, and of the unnamed cards between them, in order.
 * @param {Cards} pile
 */
const countParts = (pile) =>
  splitParts(pile).map(({ indices }) => indices.length);

/**
 * Return the number of places of a pile whose cards lie side by side.
 * @param {Cards} pile
 */
function countPlaces({ indices, empty = [], laid = 0 }) {
  const count = indices.length + empty.length + laid;
  return Math.max(count, 1);
}

/**
 * Return the size of a pile in the middle: its parts side by side with their names below, empty parts included.
 *
 * A board of a flop of 3 and a turn of 1 card, each 1.4 high, is 4 × 1.08 and two gaps of 0.2 wide, and 1.7 high with
 * the names.
 * @param {Cards} pile
 * @param {Shape} shape
 * @returns {Extent}
 */
export function measurePile(pile, shape) {
  if (pile.empty) {
    const across = countPlaces(pile) * SPACED;
    return { across, down: shape.ratio };
  }
  if (!pile.parts)
    return measureCards(pile.indices.length, shape, TILES_PER_PILE_ROW);
  const counts = countParts(pile);
  const gaps = pile.parts.length * 0.2;
  return shape.isFanned
    ? measureFannedParts(counts, gaps, shape)
    : measureTiledParts(counts, gaps, shape);
}

/**
 * Return the size of the parts of a pile of cards: long ones are fans.
 * @param {number[]} counts of the cards in each part
 * @param {number} gaps between the parts
 * @param {Shape} shape
 * @returns {Extent}
 */
function measureFannedParts(counts, gaps, shape) {
  /** @param {number} count */
  const measureAcross = (count) =>
    isFan(counts.length, count)
      ? measureCards(count, shape).across
      : Math.max(count, 1) * SPACED;
  const widths = counts.map(measureAcross);
  return {
    across: sum(widths) + gaps,
    down: shape.ratio + 0.3,
  };
}

/**
 * Return the size of the parts of a pile of tiles, which lie in rows.
 * @param {number[]} counts of the tiles in each part
 * @param {number} gaps between the parts
 * @param {Shape} shape
 * @returns {Extent}
 */
function measureTiledParts(counts, gaps, shape) {
  const slots = counts.map((count) => Math.max(count, 1));
  const slotCount = sum(slots);
  const rowCount = Math.ceil(slotCount / TILES_PER_PILE_ROW);
  const inOneRow = slotCount * SPACED + gaps;
  return {
    across: Math.min(inOneRow, TILES_PER_PILE_ROW * 1.12),
    down: rowCount * (shape.ratio + 0.6),
  };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * Return the number of cards of the longest hand or part.
 * @param {Cards[]} holders
 */
function countLongest(holders) {
  const counts = holders.map(({ indices }) => indices.length);
  return Math.max(...counts);
}

/**
 * Return the size of cards on a table of that width and height, without seats round it; undefined for the size in the
 * style sheet.
 * @param {TableContents} table
 * @param {Shape} shape
 * @param {Space} space
 * @returns {number | undefined} the width of a card in pixels
 */
export function fitCards(table, shape, space) {
  const { hands, open, closed } = table;
  if (hands.length && space.width < WIDE) return fitRows(table, shape, space);
  if (hands.length > 1) return fitSeats(hands, shape, space);
  if (hands.length) return fitHand(hands[0], shape, space);
  const columns = open.find(hasColumns);
  if (columns) {
    const piles = open.filter((pile) => pile !== columns);
    return fitColumns({ columns, piles, closed }, shape, space);
  }
  const large = open.find(isGrid);
  if (large) {
    const hasRowBelow = open.length + closed.length > 1;
    return fitSpread(large.indices.length, hasRowBelow, shape, space);
  }
  return open.length ? fitPiles({ open, closed }, shape, space) : undefined;
}

/**
 * Return the size where hands are rows, as on a phone: a long hand fills the width, or half of it; short ones are two
 * or three in a row.
 * @param {TableContents} table
 * @param {Shape} shape
 * @param {Space} space
 */
function fitRows(table, shape, { width, height }) {
  const room = width - BORDER;
  if (!shape.isFanned) return fitTiles(table.hands[0], shape, room);
  /** @param {number} card */
  const fits = (card) =>
    fitsNarrow(table, shape, card, { width: room, height });
  const fitting = findLargest(fits, MAX_NARROW, LEGIBLE);
  return fitting ?? fitScrolled(table, shape, width);
}

/**
 * Return the size of the tiles of hands in rows, or of the balls of a bingo card, whose columns fill the width.
 * @param {Hand} hand
 * @param {Shape} shape
 * @param {number} room pixels
 */
function fitTiles({ parts = [] }, { ratio }, room) {
  const isBingo = ratio === 1 && parts.length > 0;
  const columnCount = isBingo ? parts.length : PER_NARROW_ROW;
  return Math.min(room / columnCount - CARD_GAP, MAX_NARROW);
}

/**
 * Return the size of cards of hands in rows that are higher than a narrow table, so that people scroll.
 *
 * Hands of two cards lie three in a row, those of five two in a row, and longer ones alone, or by two if there are
 * many.
 * @param {TableContents} table
 * @param {Shape} shape
 * @param {number} width of the table
 */
function fitScrolled({ hands, open }, shape, width) {
  const room = width - BORDER;
  const longest = countLongest(hands);
  const { across } = measureCards(longest, shape);
  const sizesOfPiles = open.map((pile) => fitApart(pile, width));
  const most = Math.min(...sizesOfPiles, MAX_NARROW);
  if (longest <= 5) {
    const perRow = Math.min(longest <= 2 ? 3 : 2, hands.length);
    return Math.min(measureInRow(perRow, room) / across, most);
  }
  const half = (room / 2 - 12) / across;
  const strip = half * fanStep(longest);
  const isHalfLegible = half >= MIN_HALF && strip >= MIN_STRIP;
  if (hands.length > 4 && isHalfLegible) return Math.min(half, most);
  return Math.min(fitFan(longest, shape, room), MAX_NARROW);
}

/**
 * Return the width in pixels of each of some hands that fill a row of a narrow table, with gaps between them.
 * @param {number} count of the hands
 * @param {number} room pixels
 */
function measureInRow(count, room) {
  const gaps = NARROW_HAND_GAP * (count - 1);
  return (room - gaps) / count;
}

/**
 * Return the size with which a long hand fills the width in one row, or in the fewest rows that let its cards be seen.
 * @param {number} count of the cards
 * @param {Shape} shape
 * @param {number} room pixels
 */
function fitFan(count, shape, room) {
  const sizes = [1, 2, 3].map((rowCount) => {
    const inLongestRow = Math.ceil(count / rowCount);
    const { across } = measureCards(inLongestRow, shape);
    return room / across;
  });
  const step = fanStep(count);
  return sizes.find((size) => size * step >= MIN_STRIP) ?? NaN;
}

/**
 * Return whether hands in rows, and piles below them, fit a narrow table with cards of that width.
 * @param {TableContents} table
 * @param {Shape} shape
 * @param {number} card
 * @param {Space} space its width is without the border
 */
function fitsNarrow({ hands, open, closed }, shape, card, space) {
  const { width: room, height } = space;
  const haveParts = hands.some(({ parts }) => parts);
  const label = NARROW_LABEL + (haveParts ? PART_LABEL : 0);
  const handWidths = hands.map(({ indices }) => {
    const { across } = measureCards(indices.length, shape, undefined, card);
    return across * card;
  });
  const openWidths = open.map((pile) => measurePile(pile, shape).across * card);
  const closedWidths = closed.map(() => card);
  const pileWidths = [...openWidths, ...closedWidths];
  const widest = Math.max(...handWidths, ...pileWidths);
  if (widest > room) return false;
  const handRows = countRows(handWidths, NARROW_HAND_GAP, room);
  const pileRows = countRows(pileWidths, NARROW_PILE_GAP, room);
  const rowHeight = shape.ratio * card + label;
  const down = (handRows + pileRows) * rowHeight;
  return down + BORDER <= height;
}

/**
 * Return the visible part of covered cards, in pixels, by which the longest of hands in rows fills a narrow table;
 * undefined elsewhere.
 * @param {Hand[]} hands
 * @param {Shape} shape
 * @param {number} card
 * @param {Space} space
 */
export function spreadHands(hands, { isFanned }, card, { width }) {
  const longest = countLongest(hands);
  const room = width - BORDER;
  const areRows = isFanned && width < WIDE && hands.length > 1;
  if (!areRows || longest < 6) return undefined;
  if (longest * MIN_STRIP + card > room) return undefined;
  const coveredCount = longest - 1;
  const leastStep = Math.max(fanStep(longest) * card, MIN_STRIP);
  const leastWidth = card + coveredCount * leastStep;
  const fitting = (room + NARROW_HAND_GAP) / (leastWidth + NARROW_HAND_GAP);
  const perRow = Math.max(1, Math.floor(fitting));
  const fillingStep = (measureInRow(perRow, room) - card) / coveredCount;
  return Math.min(fillingStep, card * 0.6);
}

/**
 * Return the largest size with which the short parts of a pile, such as a board, lie side by side on a narrow table,
 * and each long part as a fan; Infinity for a pile whose `parts` are undefined.
 *
 * Parts of 3 and 2 cards have the size 69.6 on 400 pixels. Cards between parts count as a part without a name.
 * @param {Cards} pile
 * @param {number} width
 */
function fitApart(pile, width) {
  if (!pile.parts) return Infinity;
  const room = width - BORDER;
  const counts = countParts(pile);
  /** @param {number} count */
  const isLong = (count) => isFan(counts.length, count);
  const fansAcross = counts
    .filter(isLong)
    .map((count) => 1 + (count - 1) * fanStep(count));
  const sizesOfFans = fansAcross.map((across) => room / across);
  const shortCounts = counts.filter((count) => !isLong(count));
  const cardCount = sum(shortCounts);
  if (cardCount === 0) return Math.min(...sizesOfFans);
  const gapsOfParts = PART_GAP * (shortCounts.length - 1);
  const gapsOfCards = CARD_GAP * (cardCount - shortCounts.length);
  const size = (room - gapsOfParts - gapsOfCards) / cardCount;
  return Math.min(size, ...sizesOfFans);
}

/**
 * Return the size of cards of hands in rows on a wide table, with a row of piles below.
 * @param {Hand[]} hands
 * @param {Shape} shape
 * @param {Space} space
 */
function fitSeats(hands, shape, { width, height }) {
  const { isFanned, ratio } = shape;
  const longest = countLongest(hands);
  const { across, down } = measureCards(longest, shape, TILES.front);
  const roomAcross = width - WIDE_BORDER + SEAT_GAPS.across;
  const roomDown = height - WIDE_BORDER;
  /** @param {number} card */
  const fits = (card) => {
    const handWidth = across * card + SEAT_GAPS.across;
    const perRow = Math.floor(roomAcross / handWidth);
    if (!perRow) return false;
    const rowCount = Math.ceil(hands.length / perRow);
    const handHeight = down * card + LABEL + SEAT_GAPS.down;
    const handsHigh = rowCount * handHeight;
    return handsHigh + ratio * card + LABEL <= roomDown;
  };
  const sizes = SIZES.map((size) => (isFanned ? size : size * TILE_SCALE));
  const fitting = sizes.find((size) => size <= 80 && fits(size));
  return fitting ?? Math.min(...sizes);
}

/**
 * Return the size of the cards of a single hand, or of the balls of a bingo card, with the stock below.
 * @param {Hand} hand
 * @param {Shape} shape
 * @param {Space} space
 */
function fitHand({ indices, parts = [] }, { ratio }, { width, height }) {
  const isBingo = ratio === 1 && parts.length > 0;
  const perRow = isBingo ? parts.length : indices.length;
  const rowCount = isBingo ? Math.ceil(indices.length / perRow) + 0.5 : 1; // with the letters above
  const gapOfRows = rowCount > 1 ? CARD_GAP : 0;
  const stockAndRows = (rowCount + 1) * ratio;
  const roomDown = height - WIDE_BORDER - 3 * LABEL - 28;
  const maxByHeight = roomDown / stockAndRows - gapOfRows;
  const across = 1 + (perRow - 1) * fanStep(perRow, true);
  const maxByWidth = (width - WIDE_BORDER) / across;
  return Math.min(maxByHeight, maxByWidth, SIZES[0]);
}

/**
 * Return the size of the cards of a large pile: a grid that leaves room for a row of piles below it.
 * @param {number} count of the cards
 * @param {boolean} hasRowBelow
 * @param {Shape} shape
 * @param {Space} space
 */
function fitSpread(count, hasRowBelow, { ratio }, { width, height }) {
  const border = width < WIDE ? BORDER : WIDE_BORDER;
  /** @param {number} card */
  const fits = (card) => {
    const perRow = Math.floor((width - border) / (card + CARD_GAP));
    const rowCount = Math.ceil(count / perRow);
    const gridHigh = rowCount * (card * ratio + CARD_GAP);
    const belowHigh = hasRowBelow ? card * ratio + 2 * LABEL : 0;
    return gridHigh + belowHigh + LABEL + border <= height;
  };
  const most = width < WIDE ? MAX_NARROW : SIZES[0];
  return findLargest(fits, most);
}

/**
 * Return the size of the cards of small piles in one row, or on a narrow table in several.
 * @param {Pick<TableContents, "open" | "closed">} piles
 * @param {Shape} shape
 * @param {Space} space
 */
function fitPiles({ open, closed }, { ratio }, { width, height }) {
  const isNarrow = width < WIDE;
  const places = open.map(countPlaces);
  const count = sum(places) + closed.length;
  const perRow = isNarrow ? Math.min(count, PER_NARROW_ROW) : count;
  const pileCount = open.length + closed.length;
  const gap = isNarrow ? NARROW_HAND_GAP : SEAT_GAPS.across;
  const room = width - WIDE_BORDER - pileCount * gap;
  const maxByWidth = room / (perRow * APART);
  if (isNarrow) return Math.min(maxByWidth, MAX_NARROW);
  const maxByHeight = (height - WIDE_BORDER) / ratio / 2;
  return Math.min(maxByWidth, maxByHeight, SIZES[0]);
}

/**
 * Return the number of columns side by side: many of them lie in two rows or more, so that ranks are legible.
 * @param {number} count of the columns
 * @param {number} width
 */
export function countColumns(count, width) {
  const most = MAX_COLUMNS[width < WIDE ? "narrow" : "wide"];
  const rowCount = Math.ceil(count / most) || 1;
  return Math.ceil(count / rowCount);
}

/** Piles with rows upon each other as parts. */
const ROWS = ["pyramid", "peaks"];

/** The size of a dial in widths of a card, as in table.css. */
const DIAL = { across: 5.4, down: 7.6 };

/**
 * The columns of a patience: their number side by side, the number of their rows, and the cards of the longest. A
 * pyramid has its rows upon each other, and is as wide as the longest.
 * @param {ArrangedPile} columns
 * @param {number} width
 */
function countRowsOfColumns({ parts = [], form, name }, width) {
  const longest = countLongest(parts);
  if (ROWS.includes(name)) return { across: longest, rowCount: 1, longest };
  const count = parts.length;
  const across = form === "grid" ? count : countColumns(count, width);
  const rowCount = Math.ceil(count / across);
  return { across, rowCount, longest };
}

/**
 * Return the pixels of the columns of a patience; none if they are a dial, which is measured apart.
 * @param {ArrangedPile} columns
 * @param {Shape} shape
 * @param {number} card
 * @param {number} width of the table
 * @returns {Extent}
 */
function measureColumns(columns, { ratio }, card, width) {
  const { form } = columns;
  if (form === "dial") return { across: 0, down: 0 };
  const { across, rowCount, longest } = countRowsOfColumns(columns, width);
  const gap = COLUMN_GAPS[width < WIDE ? "narrow" : "wide"];
  const step =
    form === "grid"
      ? (ratio + 0.08) * card
      : Math.max(card * COLUMN_STEP, MIN_STRIP);
  const columnHeight = (longest - 1) * step + ratio * card;
  return {
    across: across * (card + gap),
    down: rowCount * (columnHeight + 16),
  };
}

/**
 * Return the pixels of a dial and what is beside it, or on a narrow table below it.
 * @param {Extent} beside
 * @param {number} card
 * @param {boolean} isNarrow
 * @returns {Extent}
 */
function addDial(beside, card, isNarrow) {
  const across = DIAL.across * card;
  const down = DIAL.down * card;
  if (isNarrow)
    return {
      across: Math.max(across, beside.across),
      down: down + beside.down,
    };
  return {
    across: across + beside.across,
    down: Math.max(down, beside.down),
  };
}

/**
 * A patience: its columns, and the piles above them.
 * @typedef {{ columns: ArrangedPile, piles: ArrangedPile[], closed: unknown[] }} Patience
 */

/**
 * Return the size of the cards of a patience: its longest column and the row of piles above it must fit.
 * @param {Patience} patience
 * @param {Shape} shape
 * @param {Space} space
 */
function fitColumns(patience, shape, space) {
  const { width } = space;
  /** @param {number} card */
  const fits = (card) => fitsPatience(patience, shape, card, space);
  if (width >= WIDE) return findLargest(fits, SIZES[0]) ?? MIN_HALF;
  const { across } = countRowsOfColumns(patience.columns, width);
  const filling = (width - BORDER) / across - COLUMN_GAPS.narrow;
  return findLargest(fits, MAX_NARROW) ?? Math.min(filling, MAX_NARROW);
}

/**
 * Return whether a patience fits a table with cards of that width. On a wide table the piles must be one row.
 *
 * A dial lies beside the columns, or on a narrow table above them; the columns themselves may be the dial.
 * @param {Patience} patience
 * @param {Shape} shape
 * @param {number} card
 * @param {Space} space
 */
function fitsPatience({ columns, piles, closed }, shape, card, space) {
  const { width, height } = space;
  const isNarrow = width < WIDE;
  const border = isNarrow ? BORDER : WIDE_BORDER;
  const gap = isNarrow ? 8 : SEAT_GAPS.across;
  const room = width - border;
  const openAbove = piles.filter((pile) => !isDial(pile));
  const openWidths = openAbove.map(
    (pile) => measurePile(pile, shape).across * card,
  );
  const closedWidths = closed.map(() => card);
  const rowsAbove = countRows([...openWidths, ...closedWidths], gap, room);
  if (!isNarrow && rowsAbove > 1) return false;
  const heightAbove = rowsAbove * (shape.ratio * card + LABEL);
  const { across, down } = measureColumns(columns, shape, card, width);
  const withoutDial = { across, down: down + heightAbove };
  const hasDial = [columns, ...piles].some(isDial);
  const total = hasDial ? addDial(withoutDial, card, isNarrow) : withoutDial;
  return total.down + LABEL + border <= height && total.across <= room;
}

/** @param {ArrangedPile} pile */
const isDial = (pile) => pile.form === "dial";

/**
 * Return the largest size of cards that fits, in pixels; undefined if none does.
 * @param {(card: number) => boolean} fits
 * @param {number} most
 * @param {number} [least]
 */
function findLargest(fits, most, least = MIN_CARD) {
  const length = most - least + 1;
  const sizes = Array.from({ length }, (_, i) => most - i);
  return sizes.find(fits);
}

/**
 * Return the number of rows that piles of these widths need.
 * @param {number[]} widths
 * @param {number} gap
 * @param {number} room
 */
function countRows(widths, gap, room) {
  let rowCount = widths.length ? 1 : 0;
  let used = -gap; // pixels of the last row
  for (const width of widths) {
    const isTooWide = used + gap + width > room;
    if (isTooWide && used > 0) {
      rowCount += 1;
      used = -gap;
    }
    used += gap + width;
  }
  return rowCount;
}
