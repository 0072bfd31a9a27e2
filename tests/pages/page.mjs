/** What the programs of tests in this folder have in common: a page to stand in, and lines to answer. */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

export const ROOT = "http://localhost:8000/";

/** Stand in for a page in English, such as "draw", for the modules of pages that are loaded after. */
export function openPage(name) {
  const textContent = readFileSync(
    new URL("../../service/pages/languages/en.json", import.meta.url),
    "utf8",
  );
  globalThis.document = {
    documentElement: { dataset: { root: "./" } },
    getElementById: () => ({ textContent }),
  };
  globalThis.location = { href: ROOT + name };
}

/** Write a line of JSON for each line of the standard input: what `answer` returns for the text of the line. */
export async function answerLines(answer) {
  const lines = (await text(process.stdin)).split("\n").filter(Boolean);
  for (const line of lines) console.log(JSON.stringify(await answer(line)));
}
