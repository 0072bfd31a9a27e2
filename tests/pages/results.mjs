/**
 * Judges files as the page of a result does, a JSON value in each line; writes the state of each, the sentence that
 * refuses it, or the fault of the page.
 */
import { answerLines, openPage } from "./page.mjs";

openPage("result");
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

await answerLines(read);
