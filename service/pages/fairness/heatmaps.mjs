/** Heat maps: the colours of service/core/bias/heatmaps.py, which the colour-blind can tell apart. */
import { $ } from "../shared/page.mjs";
import { number } from "./numbers.mjs";

const BLUE = [0, 114, 178];
const WHITE = [255, 255, 255];
const VERMILION = [213, 94, 0];
const STEPS = 16;

/** The colour, [red, green, blue], of a cell of so many times the uniform probability on a scale with that reach. */
export function colour(times, reach) {
  const step = Math.max(-STEPS, Math.min(STEPS, Math.floor((STEPS * (times - 1)) / reach + 0.5)));
  const end = step > 0 ? VERMILION : BLUE;
  return WHITE.map((white, channel) => Math.round(white + ((end[channel] - white) * Math.abs(step)) / STEPS));
}

/** Black or white, whichever can be read better on a colour (WCAG's contrast). */
export function onColour(rgb) {
  const [red, green, blue] = rgb.map((channel) =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

/** Draws a matrix, of times the uniform probability, onto a canvas: one pixel a cell, which CSS makes larger. */
export function draw(canvas, times, reach) {
  const [width, height] = [times[0].length, times.length];
  const pixels = new ImageData(width, height);
  times.flat().forEach((cell, at) => pixels.data.set([...colour(cell, reach), 255], 4 * at));
  Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(pixels, 0, 0);
}

/** Draws the colours of a scale, and says its ends. */
export function drawScale(scale, reach) {
  const steps = Array.from({ length: 2 * STEPS + 1 }, (_, at) => 1 + (reach * (at - STEPS)) / STEPS);
  draw($("canvas", scale), [steps], reach);
  $(".least", scale).textContent = reach < 1 ? `≤ ${number(1 - reach)} ×` : "0 ×";
  $(".most", scale).textContent = `≥ ${number(1 + reach)} ×`;
}

/** The least and the greatest cell: their times, item and place. */
export function extremes(times) {
  const cells = times.flatMap((row, item) => row.map((cell, place) => ({ times: cell, item, place })));
  return [cells.reduce((a, b) => (b.times < a.times ? b : a)), cells.reduce((a, b) => (b.times > a.times ? b : a))];
}
