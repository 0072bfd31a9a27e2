/** The layout of seats round the table: the largest size that lets all cards fit, and the boxes of the seats. */
import {
  LABEL,
  SIZES,
  TILES,
  TILE_SCALE,
  fanStep,
  measureCards,
  measureLabels,
  measurePile,
} from "./sizes.mjs";

const MIN_WIDTH = 860; // pixels; on a narrower table, seats are rows
const [MIN_SEATS, MAX_SEATS] = [2, 12];
const CORNER = 160; // the radius of the felt, as in table.css
const MARGIN = 14;
const ROUNDNESS = [1, 0.8, 0.65, 0.5, 0.4, 0.33]; // of the line that seats are on: from an ellipse towards a rectangle
const TOP_SEATS = ["N", "west", "dealer", "banker"]; // as diagrams have it: north is up, and the dealer faces the player

/**
 * Return the largest size of cards that lets all hands fit round a table of that width and height, and the boxes of the
 * hands; undefined if no size fits. `shape` is the shape of the cards. The piles lie in the middle, `closed` piles face
 * down.
 */
export function layoutSeats(
  { hands, open, closed },
  shape,
  isClockwise,
  { width, height },
) {
  if (hands.length < MIN_SEATS || hands.length > MAX_SEATS || width < MIN_WIDTH)
    return undefined;
  const middle = [
    ...open.map((pile) => measurePile(pile, shape)),
    ...closed.map(() => measureCards(1, shape, 1)),
  ];
  for (const size of SIZES) {
    const card = shape.isFanned ? size : size * TILE_SCALE;
    if (
      shape.isFanned &&
      hands.some(
        ({ indices }) => card * fanStep(indices.length) < shape.minStep,
      )
    )
      return undefined;
    for (const roundness of ROUNDNESS) {
      const boxes = getSeatDirections(hands, isClockwise, roundness).map(
        (direction, i) => {
          const perRow =
            Math.abs(direction.x) > Math.abs(direction.y)
              ? TILES.side
              : TILES.front;
          const labels = shape.isFanned
            ? measureLabels(hands[i], card)
            : { across: 0, down: 0 };
          return placeBox(
            direction,
            measureCards(hands[i].indices.length, shape, perRow, card),
            labels,
            card,
            { width, height },
          );
        },
      );
      const center = measureMiddle(middle, card);
      if (
        boxes.every((box) => isInside(box, { width, height })) &&
        center.width < width - 2 * MARGIN &&
        areApart([...boxes, center])
      )
        return { card, boxes };
    }
  }
  return undefined;
}

/**
 * Return the directions of the seats from the middle. The visitor's own seat is at the bottom; otherwise a seat of
 * TOP_SEATS, or else the last seat, is at the top.
 */
function getSeatDirections(hands, isClockwise, roundness) {
  const seats = hands.map(({ seat }) => seat);
  const top = Math.max(...TOP_SEATS.map((name) => seats.indexOf(name)));
  const own = hands.findIndex(({ isOwn }) => isOwn);
  const first =
    own >= 0 ? own - seats.length / 2 : top < 0 ? seats.length - 1 : top;
  return seats.map((_, i) => {
    const angle =
      ((i - first) / seats.length) * 2 * Math.PI * (isClockwise ? 1 : -1);
    const stretch = (part) => Math.sign(part) * Math.abs(part) ** roundness;
    return { x: stretch(Math.sin(angle)), y: stretch(-Math.cos(angle)) };
  });
}

function placeBox({ x, y }, { across, down }, labels, card, table) {
  const [width, height] = [
    across * card + labels.across,
    down * card + LABEL + labels.down,
  ];
  return {
    width,
    height,
    left: (table.width / 2 - width / 2 - MARGIN) * x,
    top: (table.height / 2 - height / 2 - MARGIN) * y,
  };
}

function measureMiddle(extents, card) {
  const width = extents.reduce(
    (sum, { across }) => sum + across * card + 28,
    0,
  );
  return {
    left: 0,
    top: 0,
    width: Math.max(width, 170),
    height: Math.max(...extents.map(({ down }) => down * card + LABEL), 80),
  };
}

/** Return whether a box is within the felt and its rounded corners. */
function isInside({ left, top, width, height }, table) {
  const across = Math.abs(left) + width / 2 - (table.width / 2 - CORNER);
  const down = Math.abs(top) + height / 2 - (table.height / 2 - CORNER);
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
