/** A line chart of shares from 0 to 1 by passes. It is rendered for each width, so that its text keeps its size. */
// @ts-check
import { createShape } from "../shared/elements.mjs";
import { formatPercent } from "./numbers.mjs";

/**
 * What a chart shows.
 * @typedef {object} Curve
 * @property {number[]} shares after 1 pass, after 2 passes, …
 * @property {number} bound the share that is low enough
 * @property {number} enough the number of passes after which the share is below it
 * @property {number} markedPass 0 for none
 */

/**
 * How a chart is changed: to other shares, a bound and the number of passes that is enough; and to another marked pass.
 * @typedef {object} Chart
 * @property {(shares: number[], bound: number, enough: number) => void} update
 * @property {(markedPass: number) => void} mark
 */

/**
 * Where a share after a number of passes is, in pixels of a picture that is so wide.
 * @typedef {object} Scale
 * @property {number} width
 * @property {(pass: number) => number} x
 * @property {(share: number) => number} y
 */

const HEIGHT = 320;
const EDGE = { left: 56, right: 20, top: 20, bottom: 44 };

/**
 * Create a chart in an element. Call `onPoint` with the number of passes that the pointer is nearest to. Return how to
 * change it.
 *
 * `chart.update([1, 0.9, 0.4], 0.5, 3)` shows that 3 passes are enough to come below a half; `chart.mark(2)` marks 0.9.
 * @param {HTMLElement} container
 * @param {(pass: number) => void} onPoint
 * @returns {Chart}
 */
export function createChart(container, onPoint) {
  /** @type {Curve} */
  let curve = { shares: [], bound: 0.5, enough: 0, markedPass: 0 };
  let width = container.clientWidth;
  const render = () => {
    if (curve.shares.length === 0 || width === 0) return;
    container.replaceChildren(renderCurve(curve, width));
  };
  container.addEventListener("pointermove", ({ clientX }) => {
    if (curve.shares.length === 0) return;
    const left = container.getBoundingClientRect().left + EDGE.left;
    const part = (clientX - left) / (width - EDGE.left - EDGE.right);
    const pass = Math.round(1 + part * (curve.shares.length - 1));
    if (pass >= 1 && pass <= curve.shares.length && pass !== curve.markedPass)
      onPoint(pass);
  });
  new ResizeObserver(() => {
    if (container.clientWidth === width) return;
    width = container.clientWidth;
    render();
  }).observe(container);

  return {
    update(shares, bound, enough) {
      curve = { ...curve, shares, bound, enough };
      render();
    },
    mark(markedPass) {
      curve = { ...curve, markedPass };
      render();
    },
  };
}

/**
 * Render a curve as a picture that is so wide.
 * @param {Curve} curve
 * @param {number} width
 */
function renderCurve(curve, width) {
  const { shares } = curve;
  /** @type {Scale} */
  const scale = {
    width,
    x: (pass) =>
      EDGE.left +
      ((pass - 1) / (shares.length - 1)) * (width - EDGE.left - EDGE.right),
    y: (share) =>
      HEIGHT - EDGE.bottom - share * (HEIGHT - EDGE.top - EDGE.bottom),
  };
  const texts = shares.map((share) => formatPercent(share)).join(", ");
  const picture = createShape("svg", {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    width,
    height: HEIGHT,
    role: "img",
    "aria-label": `Distance from uniform after 1 to ${shares.length} riffles: ${texts}.`,
  });
  const points = shares.map(
    (share, i) => `${scale.x(i + 1)},${scale.y(share)}`,
  );
  picture.append(
    ...createAxes(shares.length, scale),
    ...createThreshold(curve, scale),
    createShape("polyline", { class: "curve", points: points.join(" ") }),
    ...createDots(curve, scale),
    ...createCallout(curve, scale),
  );
  return picture;
}

/**
 * Create the lines and the labels of the shares, the numbers of the passes, and the title below them.
 * @param {number} passes how many there are
 * @param {Scale} scale
 */
const createAxes = (passes, { width, x, y }) => [
  ...[0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    createShape("line", {
      class: "grid",
      x1: EDGE.left,
      x2: width - EDGE.right,
      y1: y(share),
      y2: y(share),
    }),
    createShape(
      "text",
      { x: EDGE.left - 10, y: y(share) + 4, "text-anchor": "end" },
      `${100 * share} %`,
    ),
  ]),
  ...Array.from({ length: passes }, (_, i) =>
    createShape(
      "text",
      { x: x(i + 1), y: HEIGHT - EDGE.bottom + 20, "text-anchor": "middle" },
      String(i + 1),
    ),
  ),
  createShape(
    "text",
    {
      class: "title",
      x: (EDGE.left + width - EDGE.right) / 2,
      y: HEIGHT - 4,
      "text-anchor": "middle",
    },
    "riffles",
  ),
];

/**
 * Create the line of the bound and, if the chart has it, that of the number of passes which is enough.
 * @param {Curve} curve
 * @param {Scale} scale
 */
const createThreshold = ({ shares, bound, enough }, { width, x, y }) => [
  createShape("line", {
    class: "bound",
    x1: EDGE.left,
    x2: width - EDGE.right,
    y1: y(bound),
    y2: y(bound),
  }),
  ...(enough >= 1 && enough <= shares.length
    ? [
        createShape("line", {
          class: "enough",
          x1: x(enough),
          x2: x(enough),
          y1: y(bound),
          y2: y(0),
        }),
      ]
    : []),
];

/**
 * Create a dot for each share.
 * @param {Curve} curve
 * @param {Scale} scale
 */
const createDots = ({ shares, markedPass }, { x, y }) =>
  shares.map((share, i) =>
    createShape("circle", {
      cx: x(i + 1),
      cy: y(share),
      r: i + 1 === markedPass ? 7 : 4,
      class: i + 1 === markedPass ? "dot marked" : "dot",
    }),
  );

/**
 * Create the label of the marked share, if there is one.
 * @param {Curve} curve
 * @param {Scale} scale
 */
function createCallout({ shares, markedPass }, { width, x, y }) {
  if (!markedPass) return [];
  const share = shares[markedPass - 1];
  const isNearEdge = x(markedPass) > width - 90;
  return [
    createShape(
      "text",
      {
        class: "callout",
        x: x(markedPass) + (isNearEdge ? -12 : 12),
        y: Math.max(y(share) - 8, 16),
        "text-anchor": isNearEdge ? "end" : "start",
      },
      formatPercent(share),
    ),
  ];
}
