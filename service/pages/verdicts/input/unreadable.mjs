/** Sentences about texts that cannot be checked. */
// @ts-check
import { t } from "../../shared/texts.mjs";

/** An input that cannot be read; `where` names its field if the form has several. */
export class Unreadable extends Error {
  /**
   * @param {string} message
   * @param {string} [where]
   */
  constructor(message, where) {
    super(message);
    this.where = where;
  }
}

/** A link whose list is not the one that its fingerprint names, although nothing is missing: it was changed. */
export class Altered extends Unreadable {}

/** A link or a text of which a part is missing: it was cut off, shortened, or damaged. */
export class Incomplete extends Unreadable {}

/** A link that is not whole, of which nothing more can be said. */
export class CutLink extends Incomplete {
  constructor() {
    super(t("verify.askLink"));
  }
}

/**
 * Return whether the first lines of a text have the same number of cells.
 * @param {string} text
 */
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

/**
 * Return whether a text begins as a program does, or as a command other than curl.
 * @param {string} text
 */
export const isProgram = (text) =>
  /^(?:import |from \w+ import|const |await |fetch\(|#!|node |wget |http )/.test(
    text,
  );

/** A name or numbers of at most five words, perhaps behind its place and a tab, as the page Draw saves a result. */
const NAME =
  /^(?:[^\t,;]*\d\t)?[\p{L}\p{N}][^\s,;:!?<>{}[\]"/]*(?: [^\s,;:!?<>{}[\]"/]+){0,4}$/u;

/**
 * Return whether each line of a text is a name, or numbers, and there are several.
 * @param {string} text
 */
const areNames = (text) => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => NAME.test(line.trim()));
};

/**
 * Return whether brackets or quotation marks of a text of JSON are open at its end.
 * @param {string} text
 */
function isCutOff(text) {
  let depth = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    if (isQuoted && text[i] === "\\") i++;
    else if (text[i] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && "[{".includes(text[i])) depth++;
    else if (!isQuoted && "]}".includes(text[i])) depth--;
  }
  return isQuoted || depth > 0;
}

/**
 * Kinds of text by name, with a test. The first matching kind counts.
 * @type {{ [kind: string]: RegExp | ((text: string) => boolean) }}
 */
const KINDS = {
  empty: (text) => text === "",
  pdf: /^%PDF/,
  picture:
    /^(?:\x89?\uFFFD?PNG|GIF8|data:image|<svg|\uFFFD{2,4}.{0,12}(?:JFIF|Exif))/s,
  workbook: /^PK/,
  binary: /\0|\uFFFD.*\uFFFD/s,
  html: /^<(?:!doctype html|html|head|body|div|p|a|script|meta)\b/i,
  xml: /^<[?\w]/,
  token: /^"?gAAAA[\w-]{40,}=*"?$/,
  seal: /^"?[0-9a-f]{64}"?$/i,
  signature: /^"?eyJ[\w-]+\.[\w-]*\.[\w-]+"?$/,
  encrypted: /^"?eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+"?$/,
  cards: /^(?:(?:10|[2-9TJQKA])[SHDC♠♥♦♣][\s,]*)+$/iu,
  program: isProgram,
  shortened: (text) => /^[{[]/.test(text) && /…|\.\.\./.test(text),
  python: /^[{[]\s*(?:\{\s*)?'/,
  quotes: (text) => /^[{[]/.test(text) && /[“”„]/.test(text),
  cut: (text) => /^[{[]/.test(text) && isCutOff(text),
  mistake: /^[{["]/,
  names: areNames,
  table: isTable,
};

/** The kinds of texts of which a part is missing. */
const CUT = ["shortened", "cut"];

/**
 * Return the error for a text that is neither JSON nor a link, a command or a file of boards.
 * @param {string} text
 */
export function explainUnreadable(text) {
  const [kind = "any"] =
    Object.entries(KINDS).find(([, test]) =>
      test instanceof RegExp ? test.test(text) : test(text),
    ) ?? [];
  const message = t(`verify.unreadable.${kind}`);
  return CUT.includes(kind) ? new Incomplete(message) : new Unreadable(message);
}
