/** A request as programs make it, and its answer as text. */

import { copyButton, element } from "../shared/page.mjs";

const CURL = (address) => `curl '${address}'`;

const PYTHON = (address, shuffled) => `import json
from urllib.request import urlopen

with urlopen("${address}") as answer:
    dealt = json.load(answer)
${
  shuffled
    ? 'print(*dealt["cards"])'
    : `for hand in dealt["hands"]:
    print(hand["seat"], *hand["cards"])
for pile in dealt["piles"]:
    print(pile["name"], *pile["cards"])`
}`;

const JAVASCRIPT = (address, shuffled) => `const answer = await fetch("${address}");
const dealt = await answer.json();
if (!answer.ok) throw new Error(dealt.detail);
${
  shuffled
    ? "console.log(...dealt.cards);"
    : `for (const { seat, cards } of dealt.hands) console.log(seat, ...cards);
for (const { name, cards } of dealt.piles) console.log(name, ...cards);`
}`;

/** The request in three languages, each with a button that copies it. */
export function snippets(request) {
  const shuffled = request.action === "shuffle";
  const written = { curl: CURL, Python: PYTHON, JavaScript: JAVASCRIPT };
  return Object.entries(written).map(([language, write]) => {
    const text = write(request.address, shuffled);
    const head = element(
      "div",
      { class: "head" },
      element("h3", {}, language),
      copyButton(() => text, `Copy ${language}`),
    );
    return element("div", { class: "snippet", "data-language": language }, head, element("pre", {}, text));
  });
}

/** JSON, a line for each member, but lists of plain values in one. */
export function pretty(value, indent = "") {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const listed = Array.isArray(value);
  if (listed && value.every((item) => typeof item !== "object" || item === null)) {
    return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  }
  const lines = Object.entries(value).map(
    ([name, item]) => `${inner}${listed ? "" : `${JSON.stringify(name)}: `}${pretty(item, inner)}`,
  );
  if (!lines.length) return listed ? "[]" : "{}";
  return `${listed ? "[" : "{"}\n${lines.join(",\n")}\n${indent}${listed ? "]" : "}"}`;
}
