/** Sentences about texts that cannot be checked. */

/** An input that cannot be read; `where` names its field if the form has several. */
export class Unreadable extends Error {
  constructor(message, where) {
    super(message);
    this.where = where;
  }
}

const WHOLE = "Copy the response again, all of it, as it was sent.";

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
  ["There is nothing to check. Paste a response, a receipt or a link.", (text) => text === ""],
  ["This looks like a PDF file. Paste the text of a response or a receipt.", /^%PDF/],
  ["This looks like a picture. Paste the text of a response or a receipt.", /^(?:\x89?\uFFFD?PNG|GIF8|data:image|<svg|\uFFFD{2,4}.{0,12}(?:JFIF|Exif))/s],
  ["This is not a text, but a picture, an archive or another file. Paste the text of a response or a receipt.", /\0|\uFFFD.*\uFFFD/s],
  ["This looks like a web page (HTML), not a response of the service. Copy the response itself, or the link of the deal.", /^<(?:!doctype html|html|head|body|div|p|a|script|meta)\b/i],
  ["This looks like XML. Paste a response in JSON.", /^<[?\w]/],
  ["This is the token of a sealed shoe. It is for the operator alone, and shows nothing. Paste the receipt, which is there when the game is over.", /^"?gAAAA[\w-]{40,}=*"?$/],
  ["This is a commitment or a digest alone. Enter the commitment in its field below, and paste the receipt here.", /^"?[0-9a-f]{64}"?$/i],
  ["This is a signature. docs/signed-answers.md says how to check it.", /^"?eyJ[\w-]+\.[\w-]*\.[\w-]+"?$/],
  ["This is encrypted (JWE). Only who has the key of it can read it: a player, or the auditor.", /^"?eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+"?$/],
  ["These are cards alone. Paste the receipt here, and enter the cards below.", /^(?:(?:10|[2-9TJQKA])[SHDC♠♥♦♣][\s,]*)+$/iu],
  ["This is a program. Paste the response that it prints, or the request as a curl command.", /^(?:import |from \w+ import|const |await |fetch\(|#!|node |wget |http )/],
  ["This JSON is shortened: … stands for a part of it. " + WHOLE, (text) => /^[{[]/.test(text) && /…|\.\.\./.test(text)],
  ["This is how Python prints an object, not JSON. Write it with json.dumps, or copy the response itself.", /^[{[]\s*(?:\{\s*)?'/],
  ["This JSON has typographic quotation marks, which a word processor put in. " + WHOLE, (text) => /^[{[]/.test(text) && /[“”„]/.test(text)],
  ["This JSON ends in the middle. " + WHOLE, (text) => /^[{[]/.test(text) && isCutOff(text)],
  ["This looks like JSON, but has a mistake in it. " + WHOLE, /^[{["]/],
  ["This looks like a table (CSV). Paste the response in JSON.", isTable],
];

/** Return a sentence about a text that is neither JSON nor a link, a command or a file of boards. */
export function describeUnreadable(text) {
  const kind = KINDS.find(([, test]) => (test instanceof RegExp ? test.test(text) : test(text)));
  return kind?.[0] ?? "This is no response, receipt, link or command that this page knows. It takes JSON as the service sends it.";
}
