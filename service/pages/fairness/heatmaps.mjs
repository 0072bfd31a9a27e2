/** Heat maps in the colours of the API's heat maps, which colour-blind people can tell apart. */
import { $ } from "../shared/page.mjs";
import { formatNumber } from "./numbers.mjs";

const BLUE = [0, 114, 178];
const WHITE = [255, 255, 255];
const VERMILION = [213, 94, 0];
const STEPS = 16;

/** Return the colour, [red, green, blue], of a cell: `times` the uniform probability, on a scale of 1 ± reach. */
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

/** Return black or white, whichever has more contrast with a colour (WCAG 2). */
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

/** Render a matrix of multiples of the uniform probability to a canvas: a pixel for each cell, enlarged by CSS. */
export function renderMatrix(canvas, times, reach) {
  const [width, height] = [times[0].length, times.length];
  const pixels = new ImageData(width, height);
  times
    .flat()
    .forEach((cell, i) =>
      pixels.data.set([...toColour(cell, reach), 255], 4 * i),
    );
  Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(pixels, 0, 0);
}

/** Render the colours of a scale and label its ends. */
export function renderScale(scale, reach) {
  const steps = Array.from(
    { length: 2 * STEPS + 1 },
    (_, i) => 1 + (reach * (i - STEPS)) / STEPS,
  );
  renderMatrix($("canvas", scale), [steps], reach);
  $(".min", scale).textContent =
    reach < 1 ? `≤ ${formatNumber(1 - reach)} ×` : "0 ×";
  $(".max", scale).textContent = `≥ ${formatNumber(1 + reach)} ×`;
}

/** Return the smallest and the largest cell, each with times, item and place. */
export function findExtremes(times) {
  const cells = times.flatMap((row, item) =>
    row.map((cell, place) => ({ times: cell, item, place })),
  );
  return [
    cells.reduce((a, b) => (b.times < a.times ? b : a)),
    cells.reduce((a, b) => (b.times > a.times ? b : a)),
  ];
}
