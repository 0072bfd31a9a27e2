/** Sentences about texts that cannot be checked. */

/** An input that cannot be read; `where` names its field if the form has several. */
export class Unreadable extends Error {
  constructor(message, where) {
    super(message);
    this.where = where;
  }
}

const WHOLE = "Copy it again, all of it, as it was sent.";

const isTable = (text) => {
  const counts = text.split(/\r?\n/).slice(0, 5).map((line) => line.split(/[,;\t]/).length);
  return counts.length > 1 && counts[0] > 1 && counts.every((count) => count === counts[0]);
};

/** Return whether brackets or quotation marks of a text of JSON are open at its end. */
function isCutOff(text) {
  let [depth, isQuoted] = [0, false];
  for (let i = 0; i < text.length; i++) {
    if (isQuoted && text[i] === "\\") i++;
    else if (text[i] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && "[{".includes(text[i])) depth++;
    else if (!isQuoted && "]}".includes(text[i])) depth--;
  }
  return isQuoted || depth > 0;
}

/** Kinds of text: a sentence, and a test. The first matching kind counts. */
const KINDS = [
  ["There is nothing to check. Paste the link or the file that you were sent.", (text) => text === ""],
  ["This looks like a PDF file. Paste the link that is in it, or choose the file of the deal.", /^%PDF/],
  ["This looks like a picture. If it shows a code, scan that with a phone: it leads to the check.", /^(?:\x89?\uFFFD?PNG|GIF8|data:image|<svg|\uFFFD{2,4}.{0,12}(?:JFIF|Exif))/s],
  ["This is not a text, but a picture, an archive or another file. Choose the file of the deal, which ends in .json.", /\0|\uFFFD.*\uFFFD/s],
  ["This looks like a web page (HTML). Copy the link of the deal or the draw instead.", /^<(?:!doctype html|html|head|body|div|p|a|script|meta)\b/i],
  ["This looks like XML. Paste the link or the file that you were sent.", /^<[?\w]/],
  ["This is the token of a sealed shoe. It is for whoever deals, and shows nothing. Paste the receipt, which is there when the game is over.", /^"?gAAAA[\w-]{40,}=*"?$/],
  ["This is a seal alone, or a digest: it shows nothing yet. When the game or the draw is over, paste its link or its receipt here, and enter the seal in its field below.", /^"?[0-9a-f]{64}"?$/i],
  ["This is a signature alone, which programs check (docs/signed-answers.md). Paste what was signed.", /^"?eyJ[\w-]+\.[\w-]*\.[\w-]+"?$/],
  ["This is encrypted (JWE). Only the player or the auditor who has its key can read it.", /^"?eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+"?$/],
  ["These are cards alone. Paste the link or the receipt of the game here, and enter the cards below.", /^(?:(?:10|[2-9TJQKA])[SHDC♠♥♦♣][\s,]*)+$/iu],
  ["This is a program. Paste what it prints, or the link of the deal.", /^(?:import |from \w+ import|const |await |fetch\(|#!|node |wget |http )/],
  ["This text is shortened: … stands for a part of it. " + WHOLE, (text) => /^[{[]/.test(text) && /…|\.\.\./.test(text)],
  ["This is how Python prints an object, not JSON. Write it with json.dumps, or copy what the service sent.", /^[{[]\s*(?:\{\s*)?'/],
  ["A word processor changed the quotation marks of this text. " + WHOLE, (text) => /^[{[]/.test(text) && /[“”„]/.test(text)],
  ["This text ends in the middle. " + WHOLE, (text) => /^[{[]/.test(text) && isCutOff(text)],
  ["This text has a mistake in it: something was added, or is missing. " + WHOLE, /^[{["]/],
  ["This looks like a table (CSV). Paste the link or the file that you were sent.", isTable],
];

/** Return a sentence about a text that is neither JSON nor a link, a command or a file of boards. */
export function describeUnreadable(text) {
  const kind = KINDS.find(([, test]) => (test instanceof RegExp ? test.test(text) : test(text)));
  return kind?.[0] ?? "This page does not know what this is. Paste the link or the file that you were sent, or the seeds and the nonce of a bet at a casino.";
}
