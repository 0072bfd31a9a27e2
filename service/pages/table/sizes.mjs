/** The sizes of hands and piles, and of cards that fit a table without seats round it. */

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
const [MIN_CARD, LEGIBLE] = [34, 50]; // pixels of the width of a card that lies alone, and of cards in a fan
const MIN_STRIP = 14; // pixels of a covered card, as in table.css
const MIN_HALF = 42; // of cards in two hands that lie side by side on a narrow table
const MAX_APART = 7; // cards of a single hand, or of a part of a pile, that do not overlap
const APART = 1.06;
const COLUMN_STEP = 0.32; // the visible part of a covered card in a column, as in table.css
const MAX_COLUMNS = { narrow: 8, wide: 13 }; // side by side
const SEAT_GAPS = { across: 40, down: 28 };

/** Return the visible part of a covered card in a fan, in widths of a card. */
export const fanStep = (count, alone = false) =>
  alone && count <= MAX_APART
    ? APART
    : count <= 2
      ? 0.6
      : count <= 5
        ? 0.45
        : count <= 9
          ? 0.34
          : 0.27;

/** Return whether the cards of a part of a pile overlap: it is the only part, or a long one. */
export const isFan = (parts, count) => parts === 1 || count > MAX_APART;

/** Return whether the parts of a pile are columns, where no seats are: their names are numbers. */
export const hasColumns = ({ parts = [] }) =>
  parts.length > 1 && parts.every(({ name }) => /^\d+$/.test(name));

/** Return whether a pile on a table without seats is a grid of the table's width. */
export const isGrid = ({ indices, parts = [] }) =>
  !parts.length && indices.length > LARGE_PILE;

/** Split a hand or a pile into its named parts and the unnamed cards between them, in order. */
export function splitParts({ indices, parts = [] }) {
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

/** Return the size of a number of cards in widths of a card: cards are a fan, tiles are rows of about equal length. */
export function measureCards(
  count,
  { isFanned, ratio },
  perRow,
  card = Infinity,
) {
  if (isFanned)
    return {
      across:
        1 +
        (Math.max(count, 1) - 1) * Math.max(fanStep(count), MIN_STRIP / card),
      down: ratio,
    };
  const rows = Math.max(1, Math.ceil(count / perRow));
  return {
    across: Math.max(1, Math.ceil(count / rows)) * 1.08,
    down: rows * (ratio + 0.08),
  };
}

/** Return the pixels that the labels of a hand's parts add to a fan of cards of that width. */
export function measureLabels(hand, card) {
  const parts = splitParts(hand);
  if (!hand.parts || !hasLabels(parts)) return { across: 0, down: 0 };
  const step = fanStep(hand.indices.length) * card;
  const missing = parts.map(({ name = "", indices }) =>
    Math.max(0, name.length * LETTER + 8 - indices.length * step),
  );
  return { across: sum(missing), down: PART_LABEL };
}

/** Return whether the parts of a hand or a pile have labels that are shown. */
export const hasLabels = (parts) => parts.length <= 4;

/** Return the number of places of a pile whose cards lie side by side. */
const countPlaces = ({ indices, empty = [], laid = 0 }) =>
  Math.max(indices.length + empty.length + laid, 1);

/** Return the size of a pile in the middle: its parts side by side with their names below, empty parts included. */
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

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Return the size of cards on a table of that width and height, without seats round it; undefined for the size in the style sheet. */
export function fitCards({ hands, open, closed }, shape, { width, height }) {
  const isNarrow = width < WIDE;
  if (hands.length && isNarrow)
    return fitRows({ hands, open, closed }, shape, width, height);
  if (hands.length > 1) return fitSeats(hands, shape, width, height);
  if (hands.length) return fitHand(hands[0], shape, width, height);
  const columns = open.find(hasColumns);
  const others = open.filter((pile) => pile !== columns);
  if (columns)
    return fitColumns({ columns, others, closed }, shape, width, height);
  const large = open.find(isGrid);
  const hasRowBelow = open.length + closed.length > 1;
  if (large)
    return fitSpread(
      { count: large.indices.length, hasRowBelow },
      shape,
      width,
      height,
    );
  return open.length
    ? fitPiles({ open, closed }, shape, width, height)
    : undefined;
}

/** Return the size where hands are rows, as on a phone: a long hand fills the width, or half of it; short ones are two or three in a row. */
function fitRows({ hands, open, closed }, { isFanned, ratio }, width, height) {
  const longest = Math.max(...hands.map(({ indices }) => indices.length));
  const columns = ratio === 1 && hands[0].parts?.length; // of a bingo card
  if (!isFanned)
    return Math.min(
      (width - BORDER) / (columns || PER_NARROW_ROW) - 4,
      MAX_NARROW,
    );
  const fitting = findLargest(
    (card) =>
      fitsNarrow(
        { hands, open, closed },
        { isFanned, ratio },
        card,
        width - BORDER,
        height,
      ),
    MAX_NARROW,
    LEGIBLE,
  );
  if (fitting) return fitting;
  const { across } = measureCards(longest, { isFanned, ratio });
  const half = ((width - BORDER) / 2 - 12) / across;
  const apart = Math.min(
    ...open.map((pile) => fitApart(pile, width)),
    MAX_NARROW,
  );
  if (longest <= 5) {
    const perRow = Math.min(longest <= 2 ? 3 : 2, hands.length);
    return Math.min(
      (width - BORDER - 16 * (perRow - 1)) / perRow / across,
      apart,
    );
  }
  if (
    hands.length > 4 &&
    half >= MIN_HALF &&
    half * fanStep(longest) >= MIN_STRIP
  )
    return Math.min(half, apart);
  const fan = (rows) =>
    (width - BORDER) /
    measureCards(Math.ceil(longest / rows), { isFanned, ratio }).across;
  const rows = [1, 2, 3].find(
    (each) => fan(each) * fanStep(longest) >= MIN_STRIP,
  );
  return Math.min(fan(rows), MAX_NARROW);
}

/** Return whether hands in rows, and piles below them, fit a narrow table with cards of that width. */
function fitsNarrow({ hands, open, closed }, shape, card, room, height) {
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

/** Return the visible part of covered cards, in pixels, by which the longest of hands in rows fills a narrow table; undefined elsewhere. */
export function spreadHands(hands, { isFanned }, card, { width }) {
  const longest = Math.max(...hands.map(({ indices }) => indices.length));
  if (
    !isFanned ||
    width >= WIDE ||
    hands.length < 2 ||
    longest < 6 ||
    longest * MIN_STRIP + card > width - BORDER
  )
    return undefined;
  const step = Math.max(fanStep(longest) * card, MIN_STRIP);
  const perRow = Math.max(
    1,
    Math.floor((width - BORDER + 16) / (card + (longest - 1) * step + 16)),
  );
  return Math.min(
    ((width - BORDER - 16 * (perRow - 1)) / perRow - card) / (longest - 1),
    card * 0.6,
  );
}

/** Return the size that lets the short parts of a pile, such as a board, lie side by side on a narrow table, and a long part as a fan. */
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

/** Return the size of cards of hands in rows on a wide table, with a row of piles below. */
function fitSeats(hands, { isFanned, ratio }, width, height) {
  const longest = Math.max(...hands.map(({ indices }) => indices.length));
  const { across, down } = measureCards(
    longest,
    { isFanned, ratio },
    TILES.front,
  );
  const fits = (card) => {
    const perRow = Math.floor(
      (width - WIDE_BORDER + SEAT_GAPS.across) /
        (across * card + SEAT_GAPS.across),
    );
    const rows = perRow && Math.ceil(hands.length / perRow);
    return (
      rows &&
      rows * (down * card + LABEL + SEAT_GAPS.down) + ratio * card + LABEL <=
        height - WIDE_BORDER
    );
  };
  const sizes = SIZES.map((size) => (isFanned ? size : size * TILE_SCALE));
  return sizes.find((size) => size <= 80 && fits(size)) ?? sizes.at(-1);
}

/** Return the size of the cards of a single hand, or of the balls of a bingo card, with the stock below. */
function fitHand({ indices, parts = [] }, { ratio }, width, height) {
  const isBingo = ratio === 1 && parts.length;
  const count = isBingo ? parts.length : indices.length;
  const rows = isBingo ? Math.ceil(indices.length / count) + 0.5 : 1;
  const maxHeight =
    (height - WIDE_BORDER - 3 * LABEL - 28) / ((rows + 1) * ratio);
  const maxWidth =
    (width - WIDE_BORDER) / (1 + (count - 1) * fanStep(count, true));
  return Math.min(rows > 1 ? maxHeight - 4 : maxHeight, maxWidth, SIZES[0]);
}

/** Return the size of the cards of a large pile: a grid that leaves room for a row of piles below it. */
function fitSpread({ count, hasRowBelow }, { ratio }, width, height) {
  const border = width < WIDE ? BORDER : WIDE_BORDER;
  const fits = (card) => {
    const rows = Math.ceil(count / Math.floor((width - border) / (card + 4)));
    return (
      rows * (card * ratio + 4) +
        (hasRowBelow ? card * ratio + 2 * LABEL : 0) +
        LABEL +
        border <=
      height
    );
  };
  return findLargest(fits, width < WIDE ? MAX_NARROW : SIZES[0]);
}

/** Return the size of the cards of small piles in one row, or on a narrow table in several. */
function fitPiles({ open, closed }, { ratio }, width, height) {
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

/** Return the number of columns side by side: many of them lie in two rows or more, so that ranks are legible. */
export function countColumns({ length }, width) {
  const most = MAX_COLUMNS[width < WIDE ? "narrow" : "wide"];
  const rows =
    length > 2 * most ? Math.ceil(length / most) : length > most ? 2 : 1;
  return Math.ceil(length / rows);
}

/** Piles with rows upon each other as parts. */
const ROWS = ["pyramid", "peaks"];

const DIAL = { across: 5.4, down: 7.6 }; // in widths of a card, as in table.css

/** Return the size of the cards of a patience: its longest column and the row of piles above it must fit. */
function fitColumns({ columns, others, closed }, shape, width, height) {
  const { parts, form, name } = columns;
  const { ratio } = shape;
  const isNarrow = width < WIDE;
  const hasRows = ROWS.includes(name);
  const longest = Math.max(...parts.map(({ indices }) => indices.length));
  const across = hasRows
    ? longest
    : form === "grid"
      ? parts.length
      : countColumns(parts, width);
  const rows = hasRows ? 1 : Math.ceil(parts.length / across);
  const dial = others.find((pile) => pile.form === "dial");
  const above = [
    ...others
      .filter((pile) => pile !== dial)
      .map((pile) => measurePile(pile, shape).across),
    ...closed.map(() => 1),
  ];
  const step = (card) =>
    form === "grid"
      ? (ratio + 0.08) * card
      : Math.max(card * COLUMN_STEP, MIN_STRIP);
  const [border, gap, room] = isNarrow
    ? [BORDER, 8, height]
    : [WIDE_BORDER, SEAT_GAPS.across, height];
  const hasDial = dial || form === "dial";
  const fits = (card) => {
    const aboveRows = countRows(
      above.map((across) => across * card),
      gap,
      width - border,
    );
    const columnsHigh =
      (form === "dial"
        ? 0
        : rows * ((longest - 1) * step(card) + ratio * card + 16)) +
      aboveRows * (ratio * card + LABEL);
    const columnsWide =
      form === "dial" ? 0 : across * (card + (isNarrow ? 4 : 12));
    const [dialWide, dialHigh] = hasDial
      ? [DIAL.across * card, DIAL.down * card]
      : [0, 0];
    const [wide, high] = isNarrow
      ? [Math.max(dialWide, columnsWide), dialHigh + columnsHigh]
      : [dialWide + columnsWide, Math.max(dialHigh, columnsHigh)];
    return (
      high + LABEL + border <= room &&
      wide <= width - border &&
      (isNarrow || aboveRows <= 1)
    );
  };
  const most = isNarrow ? MAX_NARROW : SIZES[0];
  const least = isNarrow
    ? Math.min((width - BORDER) / across - 4, most)
    : MIN_HALF;
  return findLargest(fits, most) ?? least;
}

/** Return the largest size of cards that fits, in pixels; undefined if none does. */
const findLargest = (fits, most, least = MIN_CARD) =>
  Array.from({ length: most - least + 1 }, (_, i) => most - i).find(fits);

/** Return the number of rows that piles of these widths need. */
function countRows(widths, gap, room) {
  let [rows, used] = [widths.length ? 1 : 0, -gap];
  for (const width of widths) {
    if (used + gap + width > room && used > 0) [rows, used] = [rows + 1, -gap];
    used += gap + width;
  }
  return rows;
}
