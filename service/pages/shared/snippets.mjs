/** Code snippets that make a request, and its response as text. */
// @ts-check
import { createCopyButton } from "./clipboard.mjs";
import { create } from "./elements.mjs";
import { ROOT } from "./service.mjs";
import { t } from "./texts.mjs";

/**
 * A request for a program: an absolute URL, and the `body` of a POST as JSON. The `action` decides what is printed.
 * @typedef {{ url: string, body?: string, action?: string }} ProgramRequest
 */

/**
 * Return a text as a shell takes it.
 * @param {string} text
 */
const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** @param {ProgramRequest} request */
function toCurl({ url, body }) {
  const words = [`curl '${url}'`];
  if (body) {
    words.push("--header 'Content-Type: application/json'");
    words.push(`--data ${quote(body)}`);
  }
  return words.join(" \\\n  ");
}

/** @param {ProgramRequest} request */
const toPython = ({ url, body, action = "" }) => `import json
from urllib.request import ${body ? "Request, " : ""}urlopen

${
  body
    ? `body = ${body}
request = Request("${url}", json.dumps(body).encode(), {"Content-Type": "application/json"})
with urlopen(request) as response:`
    : `with urlopen("${url}") as response:`
}
    deal = json.load(response)
${PYTHON[action] ?? "print(deal)"}`;

/**
 * What a program in Python prints of a response, by action.
 * @type {Record<string, string>}
 */
const PYTHON = {
  shuffle: 'print(*deal["cards"])',
  deal: `for hand in deal["hands"]:
    print(hand["seat"], *hand["cards"])
for pile in deal["piles"]:
    print(pile["name"], *pile["cards"])`,
  "deal/batch": `for hands in deal["hands"]:
    for hand in hands:
        print(hand["seat"], *hand["cards"])`,
};

/** @param {ProgramRequest} request */
const toJavaScript = ({ url, body, action = "" }) => `${
  body
    ? `const body = ${body};
const response = await fetch("${url}", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});`
    : `const response = await fetch("${url}");`
}
const deal = await response.json();
if (!response.ok) throw new Error(deal.detail);
${JAVASCRIPT[action] ?? "console.log(deal);"}`;

/**
 * What a program in JavaScript prints of a response, by action.
 * @type {Record<string, string>}
 */
const JAVASCRIPT = {
  shuffle: "console.log(...deal.cards);",
  deal: `for (const { seat, cards } of deal.hands) console.log(seat, ...cards);
for (const { name, cards } of deal.piles) console.log(name, ...cards);`,
  "deal/batch":
    "for (const hands of deal.hands) for (const { seat, cards } of hands) console.log(seat, ...cards);",
};

/**
 * Render a request in three languages, each with a button that copies it: the `path`, the `action`, the `body` of a
 * POST.
 * @param {{ path: string, body?: unknown, action?: string }} request
 */
export function renderSnippets({ path, body, action }) {
  const languages = {
    curl: toCurl,
    Python: toPython,
    JavaScript: toJavaScript,
  };
  return Object.entries(languages).map(([language, toCode]) => {
    const text = toCode({
      url: new URL(path, ROOT).href,
      body: body ? formatJson(body) : undefined,
      action,
    });
    const head = create(
      "div.head",
      create("h3", { translate: "no" }, language),
      createCopyButton(() => text, t("shared.copyProgram", { language })),
    );
    const shortened = text.replace(TOKEN, "$1…"); // the button copies all of it
    const code = create(
      "pre",
      { tabindex: 0, role: "region", "aria-label": language },
      shortened,
    ); // which may scroll
    return create("div.snippet", { "data-language": language }, head, code);
  });
}

const TOKEN = /([\w-]{40})[\w-]{100,}=*/g;

/** @param {unknown} value */
const isPlain = (value) => typeof value !== "object" || value === null;

/**
 * Format a value as JSON: a line for each member, but lists and inner objects of plain values are on one line.
 * @param {unknown} value
 * @param {string} [indent]
 * @returns {string}
 */
export function formatJson(value, indent = "") {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const innerIndent = `${indent}  `;
  const isList = Array.isArray(value);
  /** @param {string} name */
  const label = (name) => (isList ? "" : `${JSON.stringify(name)}: `);
  const [open, close] = isList ? "[]" : "{}";
  const entries = Object.entries(value);
  if ((isList || indent) && Object.values(value).every(isPlain)) {
    const items = entries.map(
      ([name, item]) => label(name) + JSON.stringify(item),
    );
    return `${open}${items.join(", ")}${close}`;
  }
  if (!entries.length) return "{}";
  const lines = entries.map(
    ([name, item]) =>
      `${innerIndent}${label(name)}${formatJson(item, innerIndent)}`,
  );
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
