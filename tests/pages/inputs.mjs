/**
 * Reads texts that people paste, a JSON string in each line, as the page Verify does; writes what each is, with its
 * check.
 */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

const root = "http://localhost:8000/";
const textContent = readFileSync(
  new URL("../../service/pages/languages/en.json", import.meta.url),
  "utf8",
);
globalThis.document = {
  documentElement: { dataset: { root: "./" } },
  getElementById: () => ({ textContent }),
};
globalThis.location = { href: `${root}verify` };
const { parseInput } =
  await import("../../service/pages/verify/input/input.mjs");
const { completeFile } =
  await import("../../service/pages/verify/assessment/notes.mjs");
const { check } = await import("../../verify/check.mjs");
const parameters = {
  seed: {},
  players: { isNumeric: true },
  exclude: { isList: true },
};

async function read(line) {
  try {
    const input = parseInput(JSON.parse(line), {
      root: process.argv[2] === "offline" ? undefined : root,
      parameters,
    });
    if (input.request) return input;
    return { ...input, result: await check(completeFile(input.file, input)) };
  } catch (error) {
    return { error: error.constructor.name, message: error.message };
  }
}

for (const line of (await text(process.stdin)).split("\n").filter(Boolean))
  console.log(JSON.stringify(await read(line)));
