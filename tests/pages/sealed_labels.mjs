/** Reads labels of draws, a JSON string in each line; writes what each says, and the label that is written of that. */
import { text } from "node:stream/consumers";
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

for (const line of (await text(process.stdin)).split("\n").filter(Boolean))
  console.log(JSON.stringify(read(JSON.parse(line))));
