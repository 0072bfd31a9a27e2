/** Read the card that a line of JSON has as `deck` and `text`: write its code, or null if it is refused. */
import { createInterface } from "node:readline";
import { spellCodes } from "../../verify/cards/decks.mjs";
import { Refused } from "../../verify/core/validation.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  const { deck, text } = JSON.parse(line);
  console.log(JSON.stringify(readCard(deck, text)));
}

function readCard(deck, text) {
  try {
    return spellCodes("text", [text], { deck })[0];
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
