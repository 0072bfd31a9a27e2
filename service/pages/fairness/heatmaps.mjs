/** Heat maps in the colours of the API's heat maps, which colour-blind people can tell apart. */
// @ts-check
import { $, getElement } from "../shared/elements.mjs";
import { formatNumber } from "./numbers.mjs";

/**
 * A matrix of how likely it is that an item ends at a place, as multiples of the uniform probability:
 * `times[item][place]` is 1 for a fair shuffle.
 * @typedef {number[][]} TimesUniform
 */

/**
 * A cell of such a matrix. An item and a place are counted from 0.
 * @typedef {{ times: number, item: number, place: number }} Cell
 */

const BLUE = [0, 114, 178];
const WHITE = [255, 255, 255];
const VERMILION = [213, 94, 0];
const STEPS = 16;

/**
 * Return the colour, [red, green, blue], of a cell: `times` the uniform probability, on a scale of 1 ± reach.
 * @param {number} times
 * @param {number} reach
 */
export function toColour(times, reach) {
  const step = Math.max(
    -STEPS,
    Math.min(STEPS, Math.floor((STEPS * (times - 1)) / reach + 0.5)),
  );
  const end = step > 0 ? VERMILION : BLUE;
  return WHITE.map((white, channel) =>
    Math.round(white + ((end[channel] - white) * Math.abs(step)) / STEPS),
  );
}

/**
 * Return black or white, whichever has more contrast with a colour (WCAG 2).
 * @param {number[]} rgb
 */
export function toTextColour(rgb) {
  const [red, green, blue] = rgb.map((channel) =>
    channel / 255 <= 0.04045
      ? channel / 255 / 12.92
      : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
    ? "#000000"
    : "#ffffff";
}

/**
 * Render a matrix of multiples of the uniform probability to a canvas: a pixel for each cell, enlarged by CSS.
 * @param {HTMLCanvasElement} canvas
 * @param {TimesUniform} times
 * @param {number} reach
 */
export function renderMatrix(canvas, times, reach) {
  const width = times[0].length;
  const height = times.length;
  const pixels = new ImageData(width, height);
  times
    .flat()
    .forEach((cell, i) =>
      pixels.data.set([...toColour(cell, reach), 255], 4 * i),
    );
  Object.assign(canvas, { width, height });
  canvas.getContext("2d")?.putImageData(pixels, 0, 0);
  canvas.parentElement?.style.setProperty("--cells", String(height));
}

/**
 * Render the colours of a scale and label its ends.
 * @param {HTMLElement} scale
 * @param {number} reach
 */
export function renderScale(scale, reach) {
  const steps = Array.from(
    { length: 2 * STEPS + 1 },
    (_, i) => 1 + (reach * (i - STEPS)) / STEPS,
  );
  renderMatrix(getElement(HTMLCanvasElement, "canvas", scale), [steps], reach);
  $(".min", scale).textContent =
    reach < 1 ? `≤ ${formatNumber(1 - reach)} ×` : "0 ×";
  $(".max", scale).textContent = `≥ ${formatNumber(1 + reach)} ×`;
}

/**
 * Return the smallest and the largest cell, each with times, item and place.
 * @param {TimesUniform} times
 */
export function findExtremes(times) {
  const cells = times.flatMap((row, item) =>
    row.map((cell, place) => ({ times: cell, item, place })),
  );
  return {
    min: cells.reduce((a, b) => (b.times < a.times ? b : a)),
    max: cells.reduce((a, b) => (b.times > a.times ? b : a)),
  };
}
