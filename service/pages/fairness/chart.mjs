/** A line chart of shares from 0 to 1 by passes. It is rendered for each width, so that its text keeps its size. */
import { formatPercent } from "./numbers.mjs";

const HEIGHT = 320;
const EDGE = { left: 56, right: 20, top: 20, bottom: 44 };
const NAMESPACE = "http://www.w3.org/2000/svg";

/** Create a chart in an element. Call `onPoint` with the number of passes that the pointer is nearest to. */
export function createChart(container, onPoint) {
  let [values, bound, enough, marked] = [[], 0.5, 0, 0];
  let width = container.clientWidth;

  const x = (pass) => EDGE.left + ((pass - 1) / (values.length - 1)) * (width - EDGE.left - EDGE.right);
  const y = (value) => HEIGHT - EDGE.bottom - value * (HEIGHT - EDGE.top - EDGE.bottom);
  const render = () => {
    if (values.length === 0 || width === 0) return;
    const points = values.map((value, at) => [x(at + 1), y(value)]);
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
      createShape("line", { class: "grid", x1: EDGE.left, x2: width - EDGE.right, y1: y(value), y2: y(value) }),
      createShape("text", { x: EDGE.left - 10, y: y(value) + 4, "text-anchor": "end" }, `${100 * value} %`),
    ]),
    ...values.map((_, at) =>
      createShape("text", { x: x(at + 1), y: HEIGHT - EDGE.bottom + 20, "text-anchor": "middle" }, String(at + 1)),
    ),
    createShape(
      "text",
      { class: "title", x: (EDGE.left + width - EDGE.right) / 2, y: HEIGHT - 4, "text-anchor": "middle" },
      "riffles",
    ),
  ];
  const createThreshold = () => [
    createShape("line", { class: "bound", x1: EDGE.left, x2: width - EDGE.right, y1: y(bound), y2: y(bound) }),
    ...(enough >= 1 && enough <= values.length
      ? [createShape("line", { class: "enough", x1: x(enough), x2: x(enough), y1: y(bound), y2: y(0) })]
      : []),
  ];
  const createDots = (points) =>
    points.map(([cx, cy], at) =>
      createShape("circle", { cx, cy, r: at + 1 === marked ? 7 : 4, class: at + 1 === marked ? "dot marked" : "dot" }),
    );
  const createCallout = () => {
    if (!marked) return [];
    const value = values[marked - 1];
    const isNearEdge = x(marked) > width - 90;
    return [
      createShape(
        "text",
        {
          class: "callout",
          x: x(marked) + (isNearEdge ? -12 : 12),
          y: Math.max(y(value) - 8, 16),
          "text-anchor": isNearEdge ? "end" : "start",
        },
        formatPercent(value),
      ),
    ];
  };

  container.addEventListener("pointermove", (event) => {
    if (values.length === 0) return;
    const part = (event.clientX - container.getBoundingClientRect().left - EDGE.left) / (width - EDGE.left - EDGE.right);
    const pass = Math.round(1 + part * (values.length - 1));
    if (pass >= 1 && pass <= values.length && pass !== marked) onPoint(pass);
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
      marked = pass;
      render();
    },
  };
}

function createShape(name, attributes, text) {
  const created = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  if (text !== undefined) created.textContent = text;
  return created;
}
