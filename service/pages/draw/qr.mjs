/** QR codes as SVG, by the library uqr, which is loaded with this module. */
import { encode } from "./uqr/uqr.mjs";

/** The length up to which a link has a QR code, in characters: a phone does not read a denser one from a wall. */
export const MAX_CODE = 1_200;

const SVG = "http://www.w3.org/2000/svg";

/** Return the QR code of a text with the name `label`: black on white in any colours of the page. */
export function createCode(text, label) {
  const { size, data } = encode(text, { ecc: text.length > 500 ? "L" : "M", border: 4 });
  const svg = document.createElementNS(SVG, "svg");
  const draw = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    svg.append(element);
  };
  const bars = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  for (const [key, value] of Object.entries({ viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, class: "code" }))
    svg.setAttribute(key, value);
  draw("rect", { width: size, height: size, fill: "#fff" });
  draw("path", { d: bars.join(""), fill: "#000", "shape-rendering": "crispEdges" });
  return svg;
}
