/** Where seats are round a table: on an ellipse, if their hands fit there. */

const WIDTH = 880; // of the narrowest table that has seats on an ellipse; as in table.css
const HEIGHT = 640;
const LABEL = 30;
const MARGIN = 14;
const SIZES = [88, 76, 66, 58];
const TOP = ["N", "west", "dealer", "banker"]; // as diagrams have it: north is up, and the dealer faces the player

/** How wide and high a hand is, in cards. */
export const STEP = 0.34;

export function extent(count, { fanned, ratio }) {
  if (fanned) return { across: 1 + (Math.max(count, 1) - 1) * STEP, down: ratio };
  const across = Math.min(Math.max(count, 1), 7);
  return { across: across * 1.06, down: Math.max(1, Math.ceil(count / 7)) * (ratio + 0.06) };
}

/** The largest size of cards with which all hands fit round the table, and where they are; undefined if none does. */
export function placed(seats, counts, shape, clockwise) {
  if (seats.length < 2 || seats.length > 10) return undefined;
  const extents = counts.map((count) => extent(count, shape));
  for (const size of SIZES) {
    const card = shape.fanned ? size : size * 0.72;
    const places = around(seats, clockwise).map(({ x, y }, i) => boxed(x, y, extents[i], card));
    if (apart(places)) return { card, places };
  }
  return undefined;
}

/** The directions of the seats, from the one at the top. */
function around(seats, clockwise) {
  const top = Math.max(...TOP.map((name) => seats.indexOf(name)));
  const first = top < 0 ? seats.length - 1 : top;
  return seats.map((_, i) => {
    const angle = ((i - first) / seats.length) * 2 * Math.PI * (clockwise ? 1 : -1);
    return { x: Math.sin(angle), y: -Math.cos(angle) };
  });
}

function boxed(x, y, { across, down }, card) {
  const [width, height] = [across * card, down * card + LABEL];
  const left = (WIDTH / 2 - width / 2 - MARGIN) * x;
  const above = (HEIGHT / 2 - height / 2 - MARGIN) * y;
  return { x, y, width, height, left, above };
}

/** Whether no two hands touch, and the middle is free for the board. */
function apart(places) {
  const middle = { left: 0, above: 0, width: places.length > 2 ? 190 : 440, height: 150 };
  const all = [...places, middle];
  return all.every((one, i) =>
    all.slice(i + 1).every(
      (other) =>
        Math.abs(one.left - other.left) > (one.width + other.width) / 2 + 8 ||
        Math.abs(one.above - other.above) > (one.height + other.height) / 2 + 4,
    ),
  );
}
