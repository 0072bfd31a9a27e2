/** Pictures of dice and coins. Colours and sizes are in chance.css. */
// @ts-check
import { createShape } from "./elements.mjs";

const FIRST = 27; // where pips are in a face of 100: near an edge, in the middle, near the other edge
const MIDDLE = 50;
const LAST = 73;

const TOP_LEFT = [FIRST, FIRST];
const TOP_RIGHT = [LAST, FIRST];
const LEFT = [FIRST, MIDDLE];
const CENTRE = [MIDDLE, MIDDLE];
const RIGHT = [LAST, MIDDLE];
const BOTTOM_LEFT = [FIRST, LAST];
const BOTTOM_RIGHT = [LAST, LAST];

/** The places of the pips of each face, from 1 on. */
const PIPS = [
  [CENTRE],
  [TOP_LEFT, BOTTOM_RIGHT],
  [TOP_LEFT, CENTRE, BOTTOM_RIGHT],
  [TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT],
  [TOP_LEFT, TOP_RIGHT, CENTRE, BOTTOM_LEFT, BOTTOM_RIGHT],
  [TOP_LEFT, TOP_RIGHT, LEFT, RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT],
];

/**
 * The corners of the face that one sees of a die, by its sides; any other is square.
 * @type {{ [sides: number]: number }}
 */
const CORNERS = { 4: 3, 8: 4, 10: 4, 12: 5, 20: 6 };

/**
 * Create a picture, of 100 units each way, of shapes. Screen readers skip it: a text beside it says the same.
 * @param {SVGElement[]} shapes
 */
function createPicture(shapes) {
  const picture = createShape("svg", {
    viewBox: "0 0 100 100",
    width: 72,
    height: 72,
    "aria-hidden": "true",
  });
  picture.append(...shapes);
  return picture;
}

/**
 * Create a number, or what stands for one, in the middle of a picture, the smaller the more digits it has.
 * @param {number | string} number
 * @param {number} [y] the middle of its height
 */
function createNumber(number, y = 50) {
  const { length } = String(number);
  const size = Math.min(38, 100 / (length + 0.5));
  return createShape(
    "text",
    { x: 50, y: y + size * 0.36, "font-size": size, "text-anchor": "middle" },
    number,
  );
}

/**
 * Create a polygon with a corner at the top, of so many equal edges.
 * @param {number} corners
 */
function createPolygon(corners) {
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI;
    const x = 50 + 48 * Math.sin(angle);
    const y = 50 - 48 * Math.cos(angle);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return createShape("polygon", { points: points.join(" "), class: "face" });
}

/**
 * Create the picture of a die: pips if it is a face of six, otherwise its number, or what stands for it, in a shape.
 * @param {number | string} number
 * @param {number | undefined} sides
 */
export function createDie(number, sides = 0) {
  const corners = CORNERS[sides];
  const face = corners
    ? createPolygon(corners)
    : createShape("rect", {
        x: 3,
        y: 3,
        width: 94,
        height: 94,
        rx: 18,
        class: "face",
      });
  const places = sides === 6 ? PIPS[Number(number) - 1] : undefined;
  if (!places) return createPicture([face, createNumber(number)]);
  const pips = places.map(([cx, cy]) =>
    createShape("circle", { cx, cy, r: 9.5 }),
  );
  return createPicture([face, ...pips]);
}

const PORTRAIT =
  "M50 24a14 14 0 1 1 0 28a14 14 0 1 1 0-28zM24 77q3-20 26-20t26 20z";
const WREATH = "M30 26q-14 24 2 48M70 26q14 24-2 48";
const STAR = "M50 33l5 10 11 2-8 8 2 11-10-5-10 5 2-11-8-8 11-2z"; // a number would look like a result

/**
 * Create the picture of a coin: a portrait on heads, a star on tails.
 * @param {number} side 1 is heads, 2 is tails
 */
export function createCoin(side) {
  const coin = createShape("circle", { cx: 50, cy: 50, r: 48, class: "face" });
  const edge = createShape("circle", { cx: 50, cy: 50, r: 42, class: "edge" });
  const relief =
    side === 1
      ? [createShape("path", { d: PORTRAIT })]
      : [
          createShape("path", { d: STAR }),
          createShape("path", { d: WREATH, class: "edge" }),
        ];
  return createPicture([coin, edge, ...relief]);
}
