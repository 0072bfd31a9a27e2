/** A line chart of shares from 0 to 1 by passes. It is rendered for each width, so that its text keeps its size. */
import { createShape } from "../shared/page.mjs";
import { formatPercent } from "./numbers.mjs";

const HEIGHT = 320;
const EDGE = { left: 56, right: 20, top: 20, bottom: 44 };

/** Create a chart in an element. Call `onPoint` with the number of passes that the pointer is nearest to. */
export function createChart(container, onPoint) {
  let [values, bound, enough, markedPass] = [[], 0.5, 0, 0];
  let width = container.clientWidth;

  const x = (pass) =>
    EDGE.left +
    ((pass - 1) / (values.length - 1)) * (width - EDGE.left - EDGE.right);
  const y = (value) =>
    HEIGHT - EDGE.bottom - value * (HEIGHT - EDGE.top - EDGE.bottom);
  const render = () => {
    if (values.length === 0 || width === 0) return;
    const points = values.map((value, i) => [x(i + 1), y(value)]);
    const shares = values.map((value) => formatPercent(value)).join(", ");
    const label = `Distance from uniform after 1 to ${values.length} riffles: ${shares}.`;
    const svg = createShape("svg", {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      width,
      height: HEIGHT,
      role: "img",
      "aria-label": label,
    });
    svg.append(
      ...createAxes(),
      ...createThreshold(),
      createShape("polyline", { class: "curve", points: points.join(" ") }),
      ...createDots(points),
      ...createCallout(),
    );
    container.replaceChildren(svg);
  };

  const createAxes = () => [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
      createShape("line", {
        class: "grid",
        x1: EDGE.left,
        x2: width - EDGE.right,
        y1: y(value),
        y2: y(value),
      }),
      createShape(
        "text",
        { x: EDGE.left - 10, y: y(value) + 4, "text-anchor": "end" },
        `${100 * value} %`,
      ),
    ]),
    ...values.map((_, i) =>
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
  const createThreshold = () => [
    createShape("line", {
      class: "bound",
      x1: EDGE.left,
      x2: width - EDGE.right,
      y1: y(bound),
      y2: y(bound),
    }),
    ...(enough >= 1 && enough <= values.length
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
  const createDots = (points) =>
    points.map(([cx, cy], i) =>
      createShape("circle", {
        cx,
        cy,
        r: i + 1 === markedPass ? 7 : 4,
        class: i + 1 === markedPass ? "dot marked" : "dot",
      }),
    );
  const createCallout = () => {
    if (!markedPass) return [];
    const value = values[markedPass - 1];
    const isNearEdge = x(markedPass) > width - 90;
    const place = {
      x: x(markedPass) + (isNearEdge ? -12 : 12),
      y: Math.max(y(value) - 8, 16),
      "text-anchor": isNearEdge ? "end" : "start",
    };
    return [
      createShape("text", { class: "callout", ...place }, formatPercent(value)),
    ];
  };

  container.addEventListener("pointermove", (event) => {
    if (values.length === 0) return;
    const part =
      (event.clientX - container.getBoundingClientRect().left - EDGE.left) /
      (width - EDGE.left - EDGE.right);
    const pass = Math.round(1 + part * (values.length - 1));
    if (pass >= 1 && pass <= values.length && pass !== markedPass)
      onPoint(pass);
  });
  new ResizeObserver(() => {
    if (container.clientWidth === width) return;
    width = container.clientWidth;
    render();
  }).observe(container);

  return {
    update(shares, below, passes) {
      [values, bound, enough] = [shares, below, passes];
      render();
    },
    mark(pass) {
      markedPass = pass;
      render();
    },
  };
}
