/** How large cards are, and where seats are round a table: as large as all fit that lies on it. */

const NARROWEST = 860; // pixels: below that, seats are rows
const HEIGHT = 640; // as in table.css
const CORNER = 160; // the radius of the felt, as in table.css
const LABEL = 30;
const MARGIN = 14;
const SIZES = Array.from({ length: 29 }, (_, i) => 132 - 3 * i);
const ROUNDNESS = [1, 0.8, 0.65, 0.5, 0.4, 0.33]; // of the line that seats are on: from an ellipse towards a rectangle
const OF_A_TILE = 0.72; // of the width of a card
const TOP = ["N", "west", "dealer", "banker"]; // as diagrams have it: north is up, and the dealer faces the player
const TILES = { acrossTheTable: 14, atItsSides: 5 }; // in a row of a hand
const TILES_OF_A_PILE = 6;
const BORDER = 28; // of a felt with rows, and its padding
const TILES_OF_A_ROW = 7; // where seats are rows
const ALONE = 7; // cards of the only hand: they do not overlap
const APART = 1.06;
const BELOW = 0.32; // how much of a card shows above the next one of a column, as in table.css

/** How much of a card shows below the next one of a fan. */
export const step = (count, alone = false) =>
  alone && count <= ALONE ? APART : count <= 2 ? 0.6 : count <= 5 ? 0.45 : count <= 9 ? 0.34 : 0.27;

/** How wide and high so many cards are, in widths of a card: of cards a fan, of tiles rows that are about as long. */
function extent(count, { fanned, ratio }, inARow) {
  if (fanned) return { across: 1 + (Math.max(count, 1) - 1) * step(count), down: ratio };
  const rows = Math.max(1, Math.ceil(count / inARow));
  return { across: Math.max(1, Math.ceil(count / rows)) * 1.08, down: rows * (ratio + 0.08) };
}

/** The same of a pile in the middle: its parts side by side, their names below; an empty part has its place. */
function extentOfPile({ indices, parts }, shape) {
  if (!parts) return extent(indices.length, shape, TILES_OF_A_PILE);
  const places = parts.reduce((sum, part) => sum + Math.max(part.indices.length, 1), 0);
  const across = Math.max(places, indices.length) * 1.08 + parts.length * 0.2;
  if (shape.fanned) return { across, down: shape.ratio + 0.3 };
  const rows = Math.ceil(places / TILES_OF_A_PILE);
  return { across: Math.min(across, TILES_OF_A_PILE * 1.12), down: rows * (shape.ratio + 0.6) };
}

/**
 * The largest size of cards with which all hands fit round a table so wide, and where they are; undefined if none does.
 * `shape` is that of the cards; `piles` lie in the middle, of those that are `closed` only the back.
 */
export function placed({ hands, open, closed }, shape, clockwise, width) {
  if (hands.length < 2 || hands.length > 10 || width < NARROWEST) return undefined;
  const inTheMiddle = [...open.map((pile) => extentOfPile(pile, shape)), ...closed.map(() => extent(1, shape, 1))];
  for (const size of SIZES) {
    const card = shape.fanned ? size : size * OF_A_TILE;
    for (const roundness of ROUNDNESS) {
      const places = around(hands, clockwise, roundness).map((direction, i) => {
        const inARow = Math.abs(direction.x) > Math.abs(direction.y) ? TILES.atItsSides : TILES.acrossTheTable;
        return boxed(direction, extent(hands[i].indices.length, shape, inARow), card, width);
      });
      if (places.every((box) => inside(box, width)) && apart([...places, middleOf(inTheMiddle, card)]))
        return { card, places };
    }
  }
  return undefined;
}

/** The size of the cards of a table without seats, so wide: in a grid that leaves room for what lies below it. */
export function spread({ count, ratio, below }, width) {
  const fits = (card) => {
    const rows = Math.ceil(count / Math.floor((width - 48) / (card + 4)));
    return rows * (card * ratio + 4) + (below ? card * ratio + 2 * LABEL : 0) + LABEL + 48 <= HEIGHT;
  };
  return SIZES.find((size) => fits(size));
}

/** The size of the cards of the only hand, which lies open, or of the balls of a sheet; below it lies the stock. */
export function single({ count, ratio, rows }, width) {
  const high = (HEIGHT - 48 - 3 * LABEL - 28) / ((rows + 1) * ratio);
  const wide = (width - 48) / (1 + (count - 1) * step(count, true));
  return Math.min(rows > 1 ? high - 4 : high, wide, SIZES[0]);
}

/** The size where seats are rows, as on a phone: a long hand is as wide as the table; undefined for short ones. */
export function rowed(hands, { fanned, ratio }, width) {
  const longest = Math.max(...hands.map(({ indices }) => indices.length));
  if (!fanned) return Math.min((width - BORDER) / TILES_OF_A_ROW - 4, 72);
  return longest > 5 ? Math.min((width - BORDER) / extent(longest, { fanned, ratio }).across, 72) : undefined;
}

/** The size of the cards of a patience: its longest column, and one row above it. */
export function columned({ columns, longest, ratio }, width) {
  const high = (HEIGHT - 48 - 3 * LABEL - 16) / ((longest - 1) * BELOW + 2 * ratio);
  return Math.min(high, (width - 48) / columns - 12, SIZES[0]);
}

/** The directions of the seats, from the one at the top. */
function around(hands, clockwise, roundness) {
  const seats = hands.map(({ seat }) => String(seat));
  const top = Math.max(...TOP.map((name) => seats.indexOf(name)));
  const first = top < 0 ? seats.length - 1 : top;
  return seats.map((_, i) => {
    const angle = ((i - first) / seats.length) * 2 * Math.PI * (clockwise ? 1 : -1);
    const outward = (part) => Math.sign(part) * Math.abs(part) ** roundness;
    return { x: outward(Math.sin(angle)), y: outward(-Math.cos(angle)) };
  });
}

function boxed({ x, y }, { across, down }, card, table) {
  const [width, height] = [across * card, down * card + LABEL];
  return { width, height, left: (table / 2 - width / 2 - MARGIN) * x, above: (HEIGHT / 2 - height / 2 - MARGIN) * y };
}

function middleOf(extents, card) {
  const width = extents.reduce((sum, { across }) => sum + across * card + 28, 0);
  return {
    left: 0,
    above: 0,
    width: Math.max(width, 170),
    height: Math.max(...extents.map(({ down }) => down * card + LABEL), 80),
  };
}

/** Whether the rounded corners of the felt cut nothing off a box. */
function inside({ left, above, width, height }, table) {
  const across = Math.abs(left) + width / 2 - (table / 2 - CORNER);
  const down = Math.abs(above) + height / 2 - (HEIGHT / 2 - CORNER);
  return across <= 0 || down <= 0 || Math.hypot(across, down) <= CORNER;
}

/** Whether no two boxes touch. */
function apart(boxes) {
  return boxes.every((one, i) =>
    boxes
      .slice(i + 1)
      .every(
        (other) =>
          Math.abs(one.left - other.left) > (one.width + other.width) / 2 + 8 ||
          Math.abs(one.above - other.above) > (one.height + other.height) / 2 + 4,
      ),
  );
}
