/**
 * Judges files as the page of a result does, a JSON value in each line; writes the state of each, the sentence that
 * refuses it, or the fault of the page.
 */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

const textContent = readFileSync(
  new URL("../../service/pages/languages/en.json", import.meta.url),
  "utf8",
);
globalThis.document = {
  documentElement: { dataset: { root: "./" } },
  getElementById: () => ({ textContent }),
};
globalThis.location = { href: "http://localhost:8000/result" };
const { explainError, judge, noteSeal, readDraw } =
  await import("../../service/pages/result/outcome.mjs");
const { judgeSeeded } = await import("../../service/pages/result/seeded.mjs");

function judgeDraw(draw) {
  if (draw.isSeeded) return judgeSeeded(draw);
  return draw.file
    ? judge(draw.file, draw.screen, { confirmed: new Set() })
    : noteSeal(draw.commitment, draw.terms);
}

async function read(line) {
  try {
    const { state } = await judgeDraw(readDraw(line));
    return { state };
  } catch (error) {
    const refused = explainError(error);
    return refused ? { refused } : { fault: error.message };
  }
}

for (const line of (await text(process.stdin)).split("\n").filter(Boolean))
  console.log(JSON.stringify(await read(line)));
