/** A line chart of shares from 0 to 1 by passes, drawn anew for every width so that its letters keep their size. */
import { percent } from "./numbers.mjs";

const HEIGHT = 320;
const EDGE = { left: 56, right: 20, top: 20, bottom: 44 };
const SPACE = "http://www.w3.org/2000/svg";

/** A chart in an element; `pointed` is called with the passes that a pointer is nearest to. */
export function chart(within, pointed) {
  let [values, bound, enough, marked] = [[], 0.5, 0, 0];
  let width = within.clientWidth;

  const x = (pass) => EDGE.left + ((pass - 1) / (values.length - 1)) * (width - EDGE.left - EDGE.right);
  const y = (value) => HEIGHT - EDGE.bottom - value * (HEIGHT - EDGE.top - EDGE.bottom);
  const render = () => {
    if (values.length === 0 || width === 0) return;
    const points = values.map((value, at) => [x(at + 1), y(value)]);
    const told = values.map((value) => percent(value)).join(", ");
    const label = `Distance from uniform after 1 to ${values.length} riffles: ${told}.`;
    const picture = shape("svg", {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      width,
      height: HEIGHT,
      role: "img",
      "aria-label": label,
    });
    picture.append(
      ...axes(),
      ...threshold(),
      shape("polyline", { class: "curve", points: points.join(" ") }),
      ...dots(points),
      ...callout(),
    );
    within.replaceChildren(picture);
  };

  const axes = () => [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
      shape("line", { class: "grid", x1: EDGE.left, x2: width - EDGE.right, y1: y(value), y2: y(value) }),
      shape("text", { x: EDGE.left - 10, y: y(value) + 4, "text-anchor": "end" }, `${100 * value} %`),
    ]),
    ...values.map((_, at) =>
      shape("text", { x: x(at + 1), y: HEIGHT - EDGE.bottom + 20, "text-anchor": "middle" }, String(at + 1)),
    ),
    shape(
      "text",
      { class: "title", x: (EDGE.left + width - EDGE.right) / 2, y: HEIGHT - 4, "text-anchor": "middle" },
      "riffles",
    ),
  ];
  const threshold = () => [
    shape("line", { class: "bound", x1: EDGE.left, x2: width - EDGE.right, y1: y(bound), y2: y(bound) }),
    ...(enough >= 1 && enough <= values.length
      ? [shape("line", { class: "enough", x1: x(enough), x2: x(enough), y1: y(bound), y2: y(0) })]
      : []),
  ];
  const dots = (points) =>
    points.map(([cx, cy], at) =>
      shape("circle", { cx, cy, r: at + 1 === marked ? 7 : 4, class: at + 1 === marked ? "dot marked" : "dot" }),
    );
  const callout = () => {
    if (!marked) return [];
    const value = values[marked - 1];
    const right = x(marked) > width - 90;
    return [
      shape(
        "text",
        {
          class: "callout",
          x: x(marked) + (right ? -12 : 12),
          y: Math.max(y(value) - 8, 16),
          "text-anchor": right ? "end" : "start",
        },
        percent(value),
      ),
    ];
  };

  within.addEventListener("pointermove", (event) => {
    if (values.length === 0) return;
    const part = (event.clientX - within.getBoundingClientRect().left - EDGE.left) / (width - EDGE.left - EDGE.right);
    const pass = Math.round(1 + part * (values.length - 1));
    if (pass >= 1 && pass <= values.length && pass !== marked) pointed(pass);
  });
  new ResizeObserver(() => {
    if (within.clientWidth === width) return;
    width = within.clientWidth;
    render();
  }).observe(within);

  return {
    draw(shares, below, passes) {
      [values, bound, enough] = [shares, below, passes];
      render();
    },
    mark(pass) {
      marked = pass;
      render();
    },
  };
}

function shape(name, attributes, text) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
