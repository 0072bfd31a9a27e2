/** The steps of a deal, which the service describes in English, in the language of the page. */
// @ts-check
import { nameSeat, nameStage, toTitle, toWords } from "../../shared/labels.mjs";
import { create } from "../../shared/elements.mjs";
import { findTexts, joinNames, loadTexts, t } from "../../shared/texts.mjs";
import { findEntry, findTitle } from "../../deals/catalogue.mjs";

/**
 * Return words as a name of the API: "face_down" of "Face down".
 * @param {string} words
 */
const toName = (words) => words.toLowerCase().replaceAll(" ", "_");

/**
 * Return the names in an English list: "a, b and c".
 * @param {string} text
 */
const splitNames = (text) => text.split(/, | and /);

/**
 * What a placeholder of an English sentence stands for, as a pattern. Any other stands for a number.
 * @type {Record<string, string>}
 */
const PATTERNS = {
  cards: String.raw`\d+ (?:more )?(?:card|tile|ball)s?`,
  pile: "[a-z]+",
  part: "[A-Za-z0-9 ]+",
  seat: String.raw`The dealer|East|\w+hand|Player \d+`,
  stage: String.raw`\w+ street`,
  seats: ".+",
  list: ".+",
  packs: String.raw`\d+ packs?`,
  deck: "[a-z0-9 ]+",
  with: String.raw`(?:, with \d+ (?:joker|red five)s?(?: each)?)?`,
  without: "(?:, without .+)?",
};

/**
 * How what a placeholder stands for is said in the language of the page.
 * @type {Record<string, (text: string) => string>}
 */
const READERS = {
  cards: (text) => {
    const [, count, more, unit] =
      /^(\d+) (more )?(card|tile|ball)/.exec(text) ?? [];
    return t(`procedure.${more ? "more" : "units"}.${unit}`, {
      count: Number(count),
    });
  },
  pile: (name) => toTitle(name),
  part: (name) =>
    toWords(toName(name)) === toName(name).replaceAll("_", " ")
      ? name
      : toWords(toName(name)),
  seat: (name) => toTitle(nameSeat(toName(name.replace(/^(The|Player) /, "")))),
  stage: (name) => toTitle(nameStage(toName(name))),
  seats: (text) => joinNames(splitNames(text).map(nameSeat)),
  list: (text) => joinNames(splitNames(text)),
  packs: (text) => t("procedure.packs", { count: parseInt(text) }),
  deck: (name) => {
    const entry = findEntry("decks", toName(name));
    const title = entry && findTitle(entry);
    return title ? `, ${title}` : "";
  },
  with: (text) => {
    const [, count, kind, eachWord] =
      /(\d+) (joker|red five)s?( each)?/.exec(text) ?? [];
    if (!count) return "";
    const what = t(`procedure.added.${kind}`, { count: Number(count) });
    return t(eachWord ? "procedure.withEach" : "procedure.with", { what });
  },
  without: (text) =>
    text &&
    t("procedure.without", {
      list: joinNames(
        splitNames(text.slice(", without ".length)).map(nameExcluded),
      ),
    }),
};

/**
 * Return the name of what is taken out of a pack: a suit, or the code of a card.
 * @param {string} name
 */
function nameExcluded(name) {
  const { suits } = findTexts("cards");
  return suits[name.replace(/^./, (letter) => letter.toUpperCase())] ?? name;
}

/**
 * Return a text as a regular expression has it.
 * @param {string} text
 */
const escape = (text) => text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);

/**
 * The sentences of the API in the language of the page: the pattern of each English sentence with its translation, and
 * the pattern of a piece of how cards are dealt: "face down".
 */
class Translator {
  /** @type {{ how: Record<string, string>, sentences: Record<string, string> }} */
  #texts = findTexts("procedure");
  #piece;
  /** @type {{ pattern: RegExp, translation: string }[]} */
  #rules;

  constructor() {
    const { how, sentences } = this.#texts;
    const pieces = Object.keys(how)
      .sort((a, b) => b.length - a.length)
      .map((piece) => escape(piece).replace("{count}", String.raw`\d+`))
      .join("|");
    this.#piece = new RegExp(`,? (${pieces})`, "g");
    const patterns = { ...PATTERNS, how: `(?:,? (?:${pieces}))*` };
    this.#rules = Object.entries(sentences).map(([sentence, translation]) => ({
      pattern: toPattern(sentence, patterns),
      translation,
    }));
  }

  /**
   * Return a sentence in the language of the page, or as an element in English.
   * @param {string} sentence
   */
  translate(sentence) {
    for (const { pattern, translation } of this.#rules) {
      const match = pattern.exec(sentence);
      if (!match) continue;
      const groups = match.groups ?? {};
      return translation.replace(/\{(\w+)\}/g, (placeholder, name) =>
        name in groups ? this.#read(name, groups[name]) : placeholder,
      );
    }
    return create("span", { lang: "en" }, sentence);
  }

  /**
   * Return what a placeholder stands for in the language of the page. The second of two of a name is such as "cards2".
   * @param {string} name of the placeholder
   * @param {string} text in English
   */
  #read(name, text) {
    const kind = name.replace(/\d/, "");
    return kind === "how"
      ? this.#readPieces(text)
      : (READERS[kind]?.(text) ?? text);
  }

  /**
   * Return how cards are dealt: ", face down, two at a time".
   * @param {string} text
   */
  #readPieces(text) {
    return [...text.matchAll(this.#piece)]
      .map(([, piece]) => `, ${this.#translatePiece(piece)}`)
      .join("");
  }

  /** @param {string} piece such as "face down" or "3 at a time" */
  #translatePiece(piece) {
    const { how } = this.#texts;
    const number = /\d+/.exec(piece)?.[0] ?? "";
    return (
      how[piece] ??
      how[piece.replace(number, "{count}")].replaceAll("{count}", number)
    );
  }
}

/**
 * Return the pattern of an English sentence with placeholders such as "{cards}", which become its groups.
 * @param {string} sentence
 * @param {Record<string, string>} patterns of what the placeholders stand for
 */
function toPattern(sentence, patterns) {
  const pattern = escape(sentence).replace(/\{(\w+)\}/g, (_, name) => {
    const kind = name.replace(/\d/, "");
    return `(?<${name}>${patterns[kind] ?? String.raw`\d+`})`;
  });
  return new RegExp(`^${pattern}$`);
}

/** @type {Translator | undefined} */
let translator; // once the texts are loaded

/**
 * Return the steps as list items in the language of the page.
 * @param {string[]} lines
 */
export async function translateSteps(lines) {
  await loadTexts();
  const ready = (translator ??= new Translator());
  return lines.map((line) =>
    create(
      "li",
      line
        .split(/(?<=\.) (?=[A-Z])/)
        .flatMap((sentence, i) => [i ? " " : "", ready.translate(sentence)]),
    ),
  );
}
