/** Reads labels of draws, a JSON string in each line; writes what each says, and the label that is written of that. */
import { answerLines } from "./page.mjs";
import {
  isOfPublicDraw,
  parseLabel,
  readRound,
  writeLabel,
} from "../../service/pages/shared/sealed_labels.mjs";

function read(label) {
  const says = parseLabel(label);
  const { occasion = "", what = "", round } = says;
  return {
    says,
    round: readRound(label) ?? null,
    isOfDraw: isOfPublicDraw(label),
    written: writeLabel({ occasion, what, round: round && Number(round) }),
  };
}

await answerLines((line) => read(JSON.parse(line)));
