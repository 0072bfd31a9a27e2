/** The layout of the table: the largest size at which all cards fit, and the boxes of the seats round it. */

const MIN_WIDTH = 860; // pixels; on a narrower table, seats are rows
const HEIGHT = 640; // as in table.css
const CORNER = 160; // the radius of the felt, as in table.css
const LABEL = 30;
const MARGIN = 14;
const SIZES = Array.from({ length: 29 }, (_, i) => 132 - 3 * i);
const ROUNDNESS = [1, 0.8, 0.65, 0.5, 0.4, 0.33]; // of the line that seats are on: from an ellipse towards a rectangle
const TILE_SCALE = 0.72; // the width of a tile, relative to that of a card
const TOP_SEATS = ["N", "west", "dealer", "banker"]; // as diagrams have it: north is up, and the dealer faces the player
const TILES = { front: 14, side: 5 }; // in a row of a hand, by where it sits
const TILES_PER_PILE_ROW = 6;
const BORDER = 28; // of a felt with rows, with its padding
const TILES_PER_ROW = 7; // where seats are rows
const MAX_APART = 7; // cards of a single hand that do not overlap
const APART = 1.06;
const COLUMN_STEP = 0.32; // the visible part of a covered card in a column, as in table.css

/** Return the visible part of a covered card in a fan, in widths of a card. */
export const fanStep = (count, alone = false) =>
  alone && count <= MAX_APART ? APART : count <= 2 ? 0.6 : count <= 5 ? 0.45 : count <= 9 ? 0.34 : 0.27;

/** Return the size of a number of cards in widths of a card: cards are a fan, tiles are rows of about equal length. */
function measureCards(count, { isFanned, ratio }, perRow) {
  if (isFanned) return { across: 1 + (Math.max(count, 1) - 1) * fanStep(count), down: ratio };
  const rows = Math.max(1, Math.ceil(count / perRow));
  return { across: Math.max(1, Math.ceil(count / rows)) * 1.08, down: rows * (ratio + 0.08) };
}

/** Return the size of a pile in the middle: its parts side by side with their names below, empty parts included. */
function measurePile({ indices, parts }, shape) {
  if (!parts) return measureCards(indices.length, shape, TILES_PER_PILE_ROW);
  const slots = parts.reduce((sum, part) => sum + Math.max(part.indices.length, 1), 0);
  const across = Math.max(slots, indices.length) * 1.08 + parts.length * 0.2;
  if (shape.isFanned) return { across, down: shape.ratio + 0.3 };
  const rows = Math.ceil(slots / TILES_PER_PILE_ROW);
  return { across: Math.min(across, TILES_PER_PILE_ROW * 1.12), down: rows * (shape.ratio + 0.6) };
}

/**
 * Return the largest size of cards at which all hands fit round a table of that width, and the boxes of the hands;
 * undefined if there is none. `shape` is that of the cards; the piles lie in the middle, `closed` ones face down.
 */
export function layoutSeats({ hands, open, closed }, shape, isClockwise, width) {
  if (hands.length < 2 || hands.length > 10 || width < MIN_WIDTH) return undefined;
  const middle = [...open.map((pile) => measurePile(pile, shape)), ...closed.map(() => measureCards(1, shape, 1))];
  for (const size of SIZES) {
    const card = shape.isFanned ? size : size * TILE_SCALE;
    if (shape.isFanned && hands.some(({ indices }) => card * fanStep(indices.length) < shape.minStep)) return undefined;
    for (const roundness of ROUNDNESS) {
      const boxes = getSeatDirections(hands, isClockwise, roundness).map((direction, i) => {
        const perRow = Math.abs(direction.x) > Math.abs(direction.y) ? TILES.side : TILES.front;
        return placeBox(direction, measureCards(hands[i].indices.length, shape, perRow), card, width);
      });
      const center = measureMiddle(middle, card);
      if (boxes.every((box) => isInside(box, width)) && center.width < width - 2 * MARGIN && areApart([...boxes, center]))
        return { card, boxes };
    }
  }
  return undefined;
}

/** Return the size of the cards of a large pile: a grid that leaves room for a row of piles below it. */
export function fitSpread({ count, ratio, hasRowBelow }, width) {
  const fits = (card) => {
    const rows = Math.ceil(count / Math.floor((width - 48) / (card + 4)));
    return rows * (card * ratio + 4) + (hasRowBelow ? card * ratio + 2 * LABEL : 0) + LABEL + 48 <= HEIGHT;
  };
  return SIZES.find((size) => fits(size));
}

/** Return the size of the cards of a single hand, or of the balls of a bingo sheet, with the stock below. */
export function fitHand({ count, ratio, rows }, width) {
  const maxHeight = (HEIGHT - 48 - 3 * LABEL - 28) / ((rows + 1) * ratio);
  const maxWidth = (width - 48) / (1 + (count - 1) * fanStep(count, true));
  return Math.min(rows > 1 ? maxHeight - 4 : maxHeight, maxWidth, SIZES[0]);
}

/** Return the size where seats are rows, as on a phone: a long hand fills the width; undefined for short ones. */
export function fitRows(hands, { isFanned, ratio }, width) {
  const longest = Math.max(...hands.map(({ indices }) => indices.length));
  if (!isFanned) return Math.min((width - BORDER) / TILES_PER_ROW - 4, 72);
  return longest > 5 ? Math.min((width - BORDER) / measureCards(longest, { isFanned, ratio }).across, 72) : undefined;
}

/** Return the size of the cards of a patience: its longest column and one row above it must fit. */
export function fitColumns({ columns, longest, ratio }, width) {
  const maxHeight = (HEIGHT - 48 - 3 * LABEL - 16) / ((longest - 1) * COLUMN_STEP + 2 * ratio);
  return Math.min(maxHeight, (width - 48) / columns - 12, SIZES[0]);
}

/** Return the directions of the seats from the middle; the one named in TOP_SEATS, or else the last, is at the top. */
function getSeatDirections(hands, isClockwise, roundness) {
  const seats = hands.map(({ seat }) => String(seat));
  const top = Math.max(...TOP_SEATS.map((name) => seats.indexOf(name)));
  const first = top < 0 ? seats.length - 1 : top;
  return seats.map((_, i) => {
    const angle = ((i - first) / seats.length) * 2 * Math.PI * (isClockwise ? 1 : -1);
    const stretch = (part) => Math.sign(part) * Math.abs(part) ** roundness;
    return { x: stretch(Math.sin(angle)), y: stretch(-Math.cos(angle)) };
  });
}

function placeBox({ x, y }, { across, down }, card, table) {
  const [width, height] = [across * card, down * card + LABEL];
  return { width, height, left: (table / 2 - width / 2 - MARGIN) * x, top: (HEIGHT / 2 - height / 2 - MARGIN) * y };
}

function measureMiddle(extents, card) {
  const width = extents.reduce((sum, { across }) => sum + across * card + 28, 0);
  return {
    left: 0,
    top: 0,
    width: Math.max(width, 170),
    height: Math.max(...extents.map(({ down }) => down * card + LABEL), 80),
  };
}

/** Return whether a box is within the felt and its rounded corners. */
function isInside({ left, top, width, height }, table) {
  const across = Math.abs(left) + width / 2 - (table / 2 - CORNER);
  const down = Math.abs(top) + height / 2 - (HEIGHT / 2 - CORNER);
  return across <= 0 || down <= 0 || Math.hypot(across, down) <= CORNER;
}

/** Return whether no two boxes touch. */
function areApart(boxes) {
  return boxes.every((one, i) =>
    boxes
      .slice(i + 1)
      .every(
        (other) =>
          Math.abs(one.left - other.left) > (one.width + other.width) / 2 + 8 ||
          Math.abs(one.top - other.top) > (one.height + other.height) / 2 + 4,
      ),
  );
}
