/** Sentences about texts that cannot be checked. */
import { t } from "../shared/texts.mjs";

/** An input that cannot be read; `where` names its field if the form has several, and `result` is the URL of a page that shows it. */
export class Unreadable extends Error {
  constructor(message, where) {
    super(message);
    this.where = where;
  }
}

const isTable = (text) => {
  const counts = text
    .split(/\r?\n/)
    .slice(0, 5)
    .map((line) => line.split(/[,;\t]/).length);
  return (
    counts.length > 1 &&
    counts[0] > 1 &&
    counts.every((count) => count === counts[0])
  );
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

/** Kinds of text by name, with a test. The first matching kind counts. */
const KINDS = {
  empty: (text) => text === "",
  pdf: /^%PDF/,
  picture:
    /^(?:\x89?\uFFFD?PNG|GIF8|data:image|<svg|\uFFFD{2,4}.{0,12}(?:JFIF|Exif))/s,
  binary: /\0|\uFFFD.*\uFFFD/s,
  html: /^<(?:!doctype html|html|head|body|div|p|a|script|meta)\b/i,
  xml: /^<[?\w]/,
  token: /^"?gAAAA[\w-]{40,}=*"?$/,
  seal: /^"?[0-9a-f]{64}"?$/i,
  signature: /^"?eyJ[\w-]+\.[\w-]*\.[\w-]+"?$/,
  encrypted: /^"?eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+"?$/,
  cards: /^(?:(?:10|[2-9TJQKA])[SHDC♠♥♦♣][\s,]*)+$/iu,
  program:
    /^(?:import |from \w+ import|const |await |fetch\(|#!|node |wget |http )/,
  shortened: (text) => /^[{[]/.test(text) && /…|\.\.\./.test(text),
  python: /^[{[]\s*(?:\{\s*)?'/,
  quotes: (text) => /^[{[]/.test(text) && /[“”„]/.test(text),
  cut: (text) => /^[{[]/.test(text) && isCutOff(text),
  mistake: /^[{["]/,
  table: isTable,
};

/** Return a sentence about a text that is neither JSON nor a link, a command or a file of boards. */
export function describeUnreadable(text) {
  const kind = Object.keys(KINDS).find((name) =>
    KINDS[name] instanceof RegExp ? KINDS[name].test(text) : KINDS[name](text),
  );
  return t(`verify.unreadable.${kind ?? "any"}`);
}
