/** Code snippets that make a request, and its response as text. */
import { ROOT, createCopyButton, create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

const toCurl = ({ url, body }) =>
  `curl '${url}'${body ? ` \\\n  --header 'Content-Type: application/json' \\\n  --data ${quote(body)}` : ""}`;

const toPython = ({ url, body, action }) => `import json
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

const toJavaScript = ({ url, body, action }) => `${
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

const JAVASCRIPT = {
  shuffle: "console.log(...deal.cards);",
  deal: `for (const { seat, cards } of deal.hands) console.log(seat, ...cards);
for (const { name, cards } of deal.piles) console.log(name, ...cards);`,
  "deal/batch":
    "for (const hands of deal.hands) for (const { seat, cards } of hands) console.log(seat, ...cards);",
};

/** Render a request in three languages, each with a button that copies it: the `path`, the `action`, the `body` of a POST. */
export function renderSnippets({ path, body, action }) {
  const languages = {
    curl: toCurl,
    Python: toPython,
    JavaScript: toJavaScript,
  };
  return Object.entries(languages).map(([language, toCode]) => {
    const text = toCode({
      url: new URL(path, ROOT).href,
      body: body && formatJson(body),
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

const isPlain = (value) => typeof value !== "object" || value === null;

/** Format a value as JSON: a line for each member, but lists and inner objects of plain values are on one line. */
export function formatJson(value, indent = "") {
  if (isPlain(value)) return JSON.stringify(value);
  const innerIndent = `${indent}  `;
  const isList = Array.isArray(value);
  if ((isList || indent) && Object.values(value).every(isPlain)) {
    const items = Object.entries(value).map(
      ([name, item]) =>
        (isList ? "" : `${JSON.stringify(name)}: `) + JSON.stringify(item),
    );
    return isList ? `[${items.join(", ")}]` : `{${items.join(", ")}}`;
  }
  const lines = Object.entries(value).map(
    ([name, item]) =>
      `${innerIndent}${isList ? "" : `${JSON.stringify(name)}: `}${formatJson(item, innerIndent)}`,
  );
  if (!lines.length) return "{}";
  return `${isList ? "[" : "{"}\n${lines.join(",\n")}\n${indent}${isList ? "]" : "}"}`;
}
