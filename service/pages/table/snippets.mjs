/** Code snippets that make a request, and its response as text. */

import { createCopyButton, createElement } from "../shared/page.mjs";

const toCurl = (url) => `curl '${url}'`;

const toPython = (url, isShuffle) => `import json
from urllib.request import urlopen

with urlopen("${url}") as response:
    deal = json.load(response)
${
  isShuffle
    ? 'print(*deal["cards"])'
    : `for hand in deal["hands"]:
    print(hand["seat"], *hand["cards"])
for pile in deal["piles"]:
    print(pile["name"], *pile["cards"])`
}`;

const toJavaScript = (url, isShuffle) => `const response = await fetch("${url}");
const deal = await response.json();
if (!response.ok) throw new Error(deal.detail);
${
  isShuffle
    ? "console.log(...deal.cards);"
    : `for (const { seat, cards } of deal.hands) console.log(seat, ...cards);
for (const { name, cards } of deal.piles) console.log(name, ...cards);`
}`;

/** Render the request in three languages, each with a button that copies it. */
export function renderSnippets(request) {
  const isShuffle = request.action === "shuffle";
  const languages = { curl: toCurl, Python: toPython, JavaScript: toJavaScript };
  return Object.entries(languages).map(([language, toCode]) => {
    const text = toCode(request.url, isShuffle);
    const head = createElement(
      "div",
      { class: "head" },
      createElement("h3", {}, language),
      createCopyButton(() => text, `Copy ${language}`),
    );
    return createElement("div", { class: "snippet", "data-language": language }, head, createElement("pre", {}, text));
  });
}

/** Format a value as JSON: a line for each member, and lists of plain values on one line. */
export function formatJson(value, indent = "") {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const innerIndent = `${indent}  `;
  const isList = Array.isArray(value);
  if (isList && value.every((item) => typeof item !== "object" || item === null)) {
    return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  }
  const lines = Object.entries(value).map(
    ([name, item]) => `${innerIndent}${isList ? "" : `${JSON.stringify(name)}: `}${formatJson(item, innerIndent)}`,
  );
  if (!lines.length) return isList ? "[]" : "{}";
  return `${isList ? "[" : "{"}\n${lines.join(",\n")}\n${indent}${isList ? "]" : "}"}`;
}
