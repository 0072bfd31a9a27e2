/** The sizes of hands and piles, and of cards that fit a table without seats round it. */
// @ts-check
/** @import { Hand, Part } from "./cards.mjs" */
/** @import { ArrangedPile } from "./patience.mjs" */

/**
 * The shape of the cards: their height in widths (`ratio`), and whether the cards of a hand are a fan, as of paper, or lie
 * side by side, as tiles do. `minStep` pixels of each card of a fan stay visible.
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

const WIDE = 640; // pixels, as in table.css
export const LABEL = 30;
const PART_LABEL = 20;
const LETTER = 7; // of the label of a part, on average
export const SIZES = Array.from({ length: 29 }, (_, i) => 132 - 3 * i);
export const TILE_SCALE = 0.72; // the width of a tile, relative to a card
export const TILES = { front: 14, side: 5 }; // in a row of a hand, by where it sits
const LARGE_PILE = 12; // cards; more of them lie in a grid that is as wide as the table
const TILES_PER_PILE_ROW = 6;
const BORDER = 28; // of a narrow felt, with its padding
const WIDE_BORDER = 48;
const PER_NARROW_ROW = 7; // tiles, or cards of piles
const MAX_NARROW = 84;
const NARROW_LABEL = 34; // of a hand in a row, with the gap below
const MIN_CARD = 34; // pixels of the width of a card that lies alone
const LEGIBLE = 50; // and of cards in a fan
const MIN_STRIP = 14; // pixels of a covered card, as in table.css
const MIN_HALF = 42; // of cards in two hands that lie side by side on a narrow table
const MAX_APART = 7; // cards of a single hand, or of a part of a pile, that do not overlap
const APART = 1.06;
const COLUMN_STEP = 0.32; // the visible part of a covered card in a column, as in table.css
const MAX_COLUMNS = { narrow: 8, wide: 13 }; // side by side
const SEAT_GAPS = { across: 40, down: 28 };

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
export const hasColumns = ({ parts = [] }) =>
  parts.length > 1 && parts.every(({ name = "" }) => /^\d+$/.test(name));

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
  const all = [];
  let end = 0;
  for (const part of parts) {
    const start = part.indices.length ? indices.indexOf(part.indices[0]) : end;
    if (start > end) all.push({ indices: indices.slice(end, start) });
    all.push(part);
    end = start + part.indices.length;
  }
  if (end < indices.length || !all.length)
    all.push({ indices: indices.slice(end) });
  return all;
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
  if (isFanned) {
    const step = Math.max(fanStep(count), MIN_STRIP / card);
    return { across: 1 + (Math.max(count, 1) - 1) * step, down: ratio };
  }
  const rows = Math.max(1, Math.ceil(count / perRow));
  return {
    across: Math.max(1, Math.ceil(count / rows)) * 1.08,
    down: rows * (ratio + 0.08),
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
  const missing = parts.map(({ name = "", indices }) =>
    Math.max(0, name.length * LETTER + 8 - indices.length * step),
  );
  return { across: sum(missing), down: PART_LABEL };
}

/**
 * Return whether the parts of a hand or a pile have labels that are shown.
 * @param {Part[]} parts
 */
export const hasLabels = (parts) => parts.length <= 4;

/**
 * Return the number of places of a pile whose cards lie side by side.
 * @param {Cards} pile
 */
const countPlaces = ({ indices, empty = [], laid = 0 }) =>
  Math.max(indices.length + empty.length + laid, 1);

/**
 * Return the size of a pile in the middle: its parts side by side with their names below, empty parts included.
 * @param {Cards} pile
 * @param {Shape} shape
 * @returns {Extent}
 */
export function measurePile(pile, shape) {
  if (pile.empty)
    return { across: countPlaces(pile) * 1.08, down: shape.ratio };
  if (!pile.parts)
    return measureCards(pile.indices.length, shape, TILES_PER_PILE_ROW);
  const counts = splitParts(pile).map(({ indices }) => indices.length);
  const gaps = pile.parts.length * 0.2;
  if (shape.isFanned) {
    const widths = counts.map((count) =>
      isFan(counts.length, count)
        ? measureCards(count, shape).across
        : Math.max(count, 1) * 1.08,
    );
    return { across: sum(widths) + gaps, down: shape.ratio + 0.3 };
  }
  const slots = sum(counts.map((count) => Math.max(count, 1)));
  const rows = Math.ceil(slots / TILES_PER_PILE_ROW);
  return {
    across: Math.min(slots * 1.08 + gaps, TILES_PER_PILE_ROW * 1.12),
    down: rows * (shape.ratio + 0.6),
  };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * Return the number of cards of the longest hand or part.
 * @param {Cards[]} holders
 */
const countLongest = (holders) =>
  Math.max(...holders.map(({ indices }) => indices.length));

/**
 * Return the size of cards on a table of that width and height, without seats round it; undefined for the size in the style sheet.
 * @param {TableContents} table
 * @param {Shape} shape
 * @param {Space} space
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
 * Return the size where hands are rows, as on a phone: a long hand fills the width, or half of it; short ones are two or three in a row.
 * @param {TableContents} table
 * @param {Shape} shape
 * @param {Space} space
 */
function fitRows(table, shape, { width, height }) {
  const { hands, open } = table;
  const room = width - BORDER;
  if (!shape.isFanned) {
    const columnCount = shape.ratio === 1 && hands[0].parts?.length; // of a bingo card
    return Math.min(room / (columnCount || PER_NARROW_ROW) - 4, MAX_NARROW);
  }
  const fitting = findLargest(
    (card) => fitsNarrow(table, shape, card, { width: room, height }),
    MAX_NARROW,
    LEGIBLE,
  );
  if (fitting) return fitting;
  const longest = countLongest(hands);
  const { across } = measureCards(longest, shape);
  const apart = Math.min(
    ...open.map((pile) => fitApart(pile, width)),
    MAX_NARROW,
  );
  if (longest <= 5) {
    const perRow = Math.min(longest <= 2 ? 3 : 2, hands.length);
    return Math.min((room - 16 * (perRow - 1)) / perRow / across, apart);
  }
  const half = (room / 2 - 12) / across;
  const isHalfLegible =
    half >= MIN_HALF && half * fanStep(longest) >= MIN_STRIP;
  if (hands.length > 4 && isHalfLegible) return Math.min(half, apart);
  return Math.min(fitFan(longest, shape, room), MAX_NARROW);
}

/**
 * Return the size with which a long hand fills the width in one row, or in the fewest rows that let its cards be seen.
 * @param {number} count of the cards
 * @param {Shape} shape
 * @param {number} room pixels
 */
function fitFan(count, shape, room) {
  const sizes = [1, 2, 3].map(
    (rowCount) =>
      room / measureCards(Math.ceil(count / rowCount), shape).across,
  );
  return sizes.find((size) => size * fanStep(count) >= MIN_STRIP) ?? NaN;
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
  const label =
    NARROW_LABEL + (hands.some(({ parts }) => parts) ? PART_LABEL : 0);
  const seats = hands.map(
    ({ indices }) =>
      measureCards(indices.length, shape, undefined, card).across * card,
  );
  const piles = [
    ...open.map((pile) => measurePile(pile, shape).across * card),
    ...closed.map(() => card),
  ];
  if (Math.max(...seats, ...piles) > room) return false;
  return (
    (countRows(seats, 16, room) + countRows(piles, 28, room)) *
      (shape.ratio * card + label) +
      BORDER <=
    height
  );
}

/**
 * Return the visible part of covered cards, in pixels, by which the longest of hands in rows fills a narrow table; undefined elsewhere.
 * @param {Hand[]} hands
 * @param {Shape} shape
 * @param {number} card
 * @param {Space} space
 */
export function spreadHands(hands, { isFanned }, card, { width }) {
  const longest = countLongest(hands);
  const room = width - BORDER;
  if (!isFanned || width >= WIDE || hands.length < 2 || longest < 6)
    return undefined;
  if (longest * MIN_STRIP + card > room) return undefined;
  const step = Math.max(fanStep(longest) * card, MIN_STRIP);
  const perRow = Math.max(
    1,
    Math.floor((room + 16) / (card + (longest - 1) * step + 16)),
  );
  return Math.min(
    ((room - 16 * (perRow - 1)) / perRow - card) / (longest - 1),
    card * 0.6,
  );
}

/**
 * Return the size that lets the short parts of a pile, such as a board, lie side by side on a narrow table, and a long part as a fan.
 * @param {Cards} pile
 * @param {number} width
 */
function fitApart(pile, width) {
  if (!pile.parts) return Infinity;
  const counts = splitParts(pile).map(({ indices }) => indices.length);
  const short = counts.filter((count) => !isFan(counts.length, count));
  const fans = counts
    .filter((count) => isFan(counts.length, count))
    .map((count) => 1 + (count - 1) * fanStep(count));
  const cards = sum(short);
  const apart = cards
    ? (width - BORDER - 12 * (short.length - 1) - 4 * (cards - short.length)) /
      cards
    : Infinity;
  return Math.min(apart, ...fans.map((across) => (width - BORDER) / across));
}

/**
 * Return the size of cards of hands in rows on a wide table, with a row of piles below.
 * @param {Hand[]} hands
 * @param {Shape} shape
 * @param {Space} space
 */
function fitSeats(hands, shape, { width, height }) {
  const { isFanned, ratio } = shape;
  const { across, down } = measureCards(
    countLongest(hands),
    shape,
    TILES.front,
  );
  /** @param {number} card */
  const fits = (card) => {
    const perRow = Math.floor(
      (width - WIDE_BORDER + SEAT_GAPS.across) /
        (across * card + SEAT_GAPS.across),
    );
    if (!perRow) return false;
    const rows = Math.ceil(hands.length / perRow);
    const seatsHigh = rows * (down * card + LABEL + SEAT_GAPS.down);
    return seatsHigh + ratio * card + LABEL <= height - WIDE_BORDER;
  };
  const sizes = SIZES.map((size) => (isFanned ? size : size * TILE_SCALE));
  return sizes.find((size) => size <= 80 && fits(size)) ?? Math.min(...sizes);
}

/**
 * Return the size of the cards of a single hand, or of the balls of a bingo card, with the stock below.
 * @param {Hand} hand
 * @param {Shape} shape
 * @param {Space} space
 */
function fitHand({ indices, parts = [] }, { ratio }, { width, height }) {
  const isBingo = ratio === 1 && parts.length;
  const count = isBingo ? parts.length : indices.length;
  const rows = isBingo ? Math.ceil(indices.length / count) + 0.5 : 1;
  const maxHeight =
    (height - WIDE_BORDER - 3 * LABEL - 28) / ((rows + 1) * ratio);
  const maxWidth =
    (width - WIDE_BORDER) / (1 + (count - 1) * fanStep(count, true));
  return Math.min(rows > 1 ? maxHeight - 4 : maxHeight, maxWidth, SIZES[0]);
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
    const rows = Math.ceil(count / Math.floor((width - border) / (card + 4)));
    const below = hasRowBelow ? card * ratio + 2 * LABEL : 0;
    return rows * (card * ratio + 4) + below + LABEL + border <= height;
  };
  return findLargest(fits, width < WIDE ? MAX_NARROW : SIZES[0]);
}

/**
 * Return the size of the cards of small piles in one row, or on a narrow table in several.
 * @param {Pick<TableContents, "open" | "closed">} piles
 * @param {Shape} shape
 * @param {Space} space
 */
function fitPiles({ open, closed }, { ratio }, { width, height }) {
  const isNarrow = width < WIDE;
  const count = sum(open.map(countPlaces)) + closed.length;
  const across = (isNarrow ? Math.min(count, PER_NARROW_ROW) : count) * 1.06;
  const gaps =
    (open.length + closed.length) * (isNarrow ? 16 : SEAT_GAPS.across);
  const maxWidth = (width - WIDE_BORDER - gaps) / across;
  return isNarrow
    ? Math.min(maxWidth, MAX_NARROW)
    : Math.min(maxWidth, (height - WIDE_BORDER) / ratio / 2, SIZES[0]);
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

const DIAL = { across: 5.4, down: 7.6 }; // in widths of a card, as in table.css

/**
 * The columns of a patience: their number side by side, the number of their rows, and the cards of the longest. A pyramid
 * has its rows upon each other, and is as wide as the longest.
 * @param {ArrangedPile} columns
 * @param {number} width
 */
function countRowsOfColumns({ parts = [], form, name }, width) {
  const longest = countLongest(parts);
  if (ROWS.includes(name)) return { across: longest, rowCount: 1, longest };
  const across =
    form === "grid" ? parts.length : countColumns(parts.length, width);
  return { across, rowCount: Math.ceil(parts.length / across), longest };
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
  const step =
    form === "grid"
      ? (ratio + 0.08) * card
      : Math.max(card * COLUMN_STEP, MIN_STRIP);
  return {
    across: across * (card + (width < WIDE ? 4 : 12)),
    down: rowCount * ((longest - 1) * step + ratio * card + 16),
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
  return isNarrow
    ? { across: Math.max(across, beside.across), down: down + beside.down }
    : { across: across + beside.across, down: Math.max(down, beside.down) };
}

/**
 * Return the size of the cards of a patience: its longest column and the row of piles above it must fit.
 *
 * A dial lies beside the columns, or on a narrow table above them; the columns themselves may be the dial.
 * @param {{ columns: ArrangedPile, piles: ArrangedPile[], closed: unknown[] }} table
 * @param {Shape} shape
 * @param {Space} space
 */
function fitColumns({ columns, piles, closed }, shape, { width, height }) {
  const isNarrow = width < WIDE;
  const border = isNarrow ? BORDER : WIDE_BORDER;
  const gap = isNarrow ? 8 : SEAT_GAPS.across;
  const dial = [columns, ...piles].find((pile) => pile.form === "dial");
  const above = [
    ...piles
      .filter((pile) => pile.form !== "dial")
      .map((pile) => measurePile(pile, shape).across),
    ...closed.map(() => 1),
  ];
  /** @param {number} card */
  const fits = (card) => {
    const widths = above.map((widthInCards) => widthInCards * card);
    const aboveRows = countRows(widths, gap, width - border);
    const { across, down } = measureColumns(columns, shape, card, width);
    const aboveHigh = aboveRows * (shape.ratio * card + LABEL);
    const withoutDial = { across, down: down + aboveHigh };
    const total = dial ? addDial(withoutDial, card, isNarrow) : withoutDial;
    return (
      total.down + LABEL + border <= height &&
      total.across <= width - border &&
      (isNarrow || aboveRows <= 1)
    );
  };
  if (!isNarrow) return findLargest(fits, SIZES[0]) ?? MIN_HALF;
  const { across } = countRowsOfColumns(columns, width);
  const least = Math.min((width - BORDER) / across - 4, MAX_NARROW);
  return findLargest(fits, MAX_NARROW) ?? least;
}

/**
 * Return the largest size of cards that fits, in pixels; undefined if none does.
 * @param {(card: number) => boolean} fits
 * @param {number} most
 * @param {number} [least]
 */
const findLargest = (fits, most, least = MIN_CARD) =>
  Array.from({ length: most - least + 1 }, (_, i) => most - i).find(fits);

/**
 * Return the number of rows that piles of these widths need.
 * @param {number[]} widths
 * @param {number} gap
 * @param {number} room
 */
function countRows(widths, gap, room) {
  let rows = widths.length ? 1 : 0;
  let used = -gap; // pixels of the last row
  for (const width of widths) {
    if (used + gap + width > room && used > 0) {
      rows += 1;
      used = -gap;
    }
    used += gap + width;
  }
  return rows;
}
