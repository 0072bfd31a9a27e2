/** Where seats are round a table: on an ellipse, if their hands fit there, and as large as they fit. */

const NARROWEST = 860; // pixels: below that, seats are rows
const HEIGHT = 640; // as in table.css
const LABEL = 30;
const MARGIN = 14;
const SIZES = [88, 82, 76, 70, 64, 58];
const OF_A_TILE = 0.72; // of the width of a card
const TOP = ["N", "west", "dealer", "banker"]; // as diagrams have it: north is up, and the dealer faces the player
const TILES = 7; // side by side in a hand
const TILES_OF_A_PILE = 6;

/** How much of a card shows below the next one of a fan. */
export const step = (count) => (count <= 2 ? 0.6 : count <= 5 ? 0.45 : 0.34);

/** How wide and high so many cards are, in widths of a card: of cards a fan, of tiles rows. */
function extent(count, { fanned, ratio }, inARow = TILES) {
  if (fanned) return { across: 1 + (Math.max(count, 1) - 1) * step(count), down: ratio };
  return {
    across: Math.min(Math.max(count, 1), inARow) * 1.08,
    down: Math.max(1, Math.ceil(count / inARow)) * (ratio + 0.08),
  };
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
  const extents = hands.map(({ indices }) => extent(indices.length, shape));
  const inTheMiddle = [...open.map((pile) => extentOfPile(pile, shape)), ...closed.map(() => extent(1, shape))];
  for (const size of SIZES) {
    const card = shape.fanned ? size : size * OF_A_TILE;
    const places = around(hands, clockwise).map((direction, i) => boxed(direction, extents[i], card, width));
    if (apart([...places, middleOf(inTheMiddle, card)])) return { card, places };
  }
  return undefined;
}

/** The directions of the seats, from the one at the top. */
function around(hands, clockwise) {
  const seats = hands.map(({ seat }) => String(seat));
  const top = Math.max(...TOP.map((name) => seats.indexOf(name)));
  const first = top < 0 ? seats.length - 1 : top;
  return seats.map((_, i) => {
    const angle = ((i - first) / seats.length) * 2 * Math.PI * (clockwise ? 1 : -1);
    return { x: Math.sin(angle), y: -Math.cos(angle) };
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
