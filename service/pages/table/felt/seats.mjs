/** The layout of seats round the table: the largest size that lets all cards fit, and the boxes of the seats. */
// @ts-check
/** @import { Hand } from "../../deals/cards.mjs" */
/** @import { Extent, Space, SteppedShape, TableContents } from "./sizes.mjs" */
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

/**
 * A box on the felt in pixels; `left` and `top` are of its centre, from the middle of the felt.
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 */

/**
 * Where seats are round the table, with cards of a width in pixels: a box for each hand.
 * @typedef {{ card: number, boxes: Box[] }} Layout
 */

/**
 * The direction of a seat from the middle: { x: 0, y: -1 } at the top.
 * @typedef {{ x: number, y: number }} Direction
 */

const MIN_WIDTH = 860; // pixels; on a narrower table, seats are rows
const MIN_SEATS = 2;
const MAX_SEATS = 12;
const CORNER = 160; // the radius of the felt, as in table.css
const MARGIN = 14;
// Of the line that seats are on: from an ellipse towards a rectangle.
const ROUNDNESS = [1, 0.8, 0.65, 0.5, 0.4, 0.33];
// As diagrams have it: north is up, and the dealer faces the player.
const TOP_SEATS = ["N", "west", "dealer", "banker"];

/**
 * Return the largest size of cards that lets all hands fit round a table of that width and height, and the boxes of the
 * hands; undefined if no size fits. `shape` is the shape of the cards. The piles lie in the middle, `closed` piles face
 * down.
 * @param {TableContents} table
 * @param {SteppedShape} shape
 * @param {boolean} isClockwise
 * @param {Space} space
 * @returns {Layout | undefined}
 */
export function layoutSeats(
  { hands, open, closed },
  shape,
  isClockwise,
  space,
) {
  const isForSeats = hands.length >= MIN_SEATS && hands.length <= MAX_SEATS;
  if (!isForSeats || space.width < MIN_WIDTH) return undefined;
  const piles = [
    ...open.map((pile) => measurePile(pile, shape)),
    ...closed.map(() => measureCards(1, shape, 1)),
  ];
  for (const size of SIZES) {
    const card = shape.isFanned ? size : size * TILE_SCALE;
    if (shape.isFanned && hides(hands, card, shape.minStep)) return undefined;
    const center = measureMiddle(piles, card);
    if (center.width >= space.width - 2 * MARGIN) continue;
    for (const roundness of ROUNDNESS) {
      const directions = getSeatDirections(hands, isClockwise, roundness);
      const boxes = directions.map((direction, i) =>
        placeBox(
          direction,
          measureHand(hands[i], direction, shape, card),
          space,
        ),
      );
      const isFitting =
        boxes.every((box) => isInside(box, space)) &&
        areApart([...boxes, center]);
      if (isFitting) return { card, boxes };
    }
  }
  return undefined;
}

/**
 * Return whether less than `minStep` pixels of each card of a hand are visible in fans of cards of that width.
 * @param {Hand[]} hands
 * @param {number} card
 * @param {number} minStep
 */
const hides = (hands, card, minStep) =>
  hands.some(({ indices }) => card * fanStep(indices.length) < minStep);

/**
 * Return the pixels of a hand with its label. Tiles of a hand at a side are in shorter rows than at the front.
 * @param {Hand} hand
 * @param {Direction} direction
 * @param {SteppedShape} shape
 * @param {number} card
 * @returns {Extent}
 */
function measureHand(hand, { x, y }, shape, card) {
  const perRow = Math.abs(x) > Math.abs(y) ? TILES.side : TILES.front;
  const cards = measureCards(hand.indices.length, shape, perRow, card);
  const labels = shape.isFanned
    ? measureLabels(hand, card)
    : { across: 0, down: 0 };
  return {
    across: cards.across * card + labels.across,
    down: cards.down * card + LABEL + labels.down,
  };
}

/**
 * Return the directions of the seats from the middle. The visitor's own seat is at the bottom; otherwise a seat of
 * TOP_SEATS, or else the last seat, is at the top.
 * @param {Hand[]} hands
 * @param {boolean} isClockwise
 * @param {number} roundness
 * @returns {Direction[]}
 */
function getSeatDirections(hands, isClockwise, roundness) {
  const first = findTop(hands);
  /** @param {number} part of a unit vector */
  const stretch = (part) => Math.sign(part) * Math.abs(part) ** roundness;
  return hands.map((_, i) => {
    const turn = ((i - first) / hands.length) * (isClockwise ? 1 : -1);
    const angle = turn * 2 * Math.PI;
    return { x: stretch(Math.sin(angle)), y: stretch(-Math.cos(angle)) };
  });
}

/**
 * Return the place of the top in the order of the hands; it may be between two of them.
 * @param {Hand[]} hands
 */
function findTop(hands) {
  const ownIndex = hands.findIndex(({ isOwn }) => isOwn);
  if (ownIndex >= 0) return ownIndex - hands.length / 2;
  const top = hands.findLastIndex(({ seat }) => TOP_SEATS.includes(seat));
  return top < 0 ? hands.length - 1 : top;
}

/**
 * Return the box at the edge of the space, in a direction from its middle.
 * @param {Direction} direction
 * @param {Extent} pixels of what is in the box
 * @param {Space} space
 * @returns {Box}
 */
const placeBox = ({ x, y }, { across, down }, space) => ({
  width: across,
  height: down,
  left: (space.width / 2 - across / 2 - MARGIN) * x,
  top: (space.height / 2 - down / 2 - MARGIN) * y,
});

/**
 * Return the box of the piles in the middle.
 * @param {Extent[]} piles in widths of a card
 * @param {number} card
 * @returns {Box}
 */
function measureMiddle(piles, card) {
  const width = piles.reduce((sum, { across }) => sum + across * card + 28, 0);
  return {
    left: 0,
    top: 0,
    width: Math.max(width, 170),
    height: Math.max(...piles.map(({ down }) => down * card + LABEL), 80),
  };
}

/**
 * Return whether a box is within the felt and its rounded corners.
 * @param {Box} box
 * @param {Space} space
 */
function isInside({ left, top, width, height }, space) {
  const across = Math.abs(left) + width / 2 - (space.width / 2 - CORNER);
  const down = Math.abs(top) + height / 2 - (space.height / 2 - CORNER);
  return across <= 0 || down <= 0 || Math.hypot(across, down) <= CORNER;
}

/**
 * Return whether no two boxes touch.
 * @param {Box[]} boxes
 */
const areApart = (boxes) =>
  boxes.every((box, i) =>
    boxes
      .slice(i + 1)
      .every(
        (later) =>
          Math.abs(box.left - later.left) > (box.width + later.width) / 2 + 8 ||
          Math.abs(box.top - later.top) > (box.height + later.height) / 2 + 4,
      ),
  );
