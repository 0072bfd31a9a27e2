/**
 * Reads texts that people paste, a JSON string in each line, as the page Verify does; writes what each is, with its
 * check.
 */
import { ROOT, answerLines, openPage } from "./page.mjs";

openPage("verify");
const { parseInput } =
  await import("../../service/pages/verdicts/input/input.mjs");
const { completeFile } =
  await import("../../service/pages/verdicts/assessment/notes.mjs");
const { check } = await import("../../verify/check.mjs");
const parameters = {
  seed: {},
  players: { isNumeric: true },
  exclude: { isList: true },
};

async function read(line) {
  try {
    const input = parseInput(JSON.parse(line), {
      root: process.argv[2] === "offline" ? undefined : ROOT,
      parameters,
    });
    if (input.request || input.drawn) return input;
    return { ...input, result: await check(completeFile(input.file, input)) };
  } catch (error) {
    return { error: error.constructor.name, message: error.message };
  }
}

await answerLines(read);
