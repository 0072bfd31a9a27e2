/** Lists the marked cards of private hands as the page Verify does, for { shown, seen, difference } in each line. */
import { answerLines } from "./page.mjs";
import {
  joinShown,
  parsePosition,
} from "../../service/pages/verdicts/assessment/places.mjs";
import { describePosition } from "../../verify/sealed/receipts.mjs";

/** Return a path as it is, and the position of a card in the words of the check. */
function writePlace({ path, position }) {
  return path ?? describePosition(...position);
}

function mark({ shown, seen, difference }) {
  const where = writePlace(difference);
  const cards = joinShown(shown, seen, where);
  return {
    marks: cards.map(({ position, mark = null }) => [position, mark]),
    place: parsePosition(where) ?? null,
  };
}

await answerLines((line) => mark(JSON.parse(line)));
