/** The steps of a deal, which the service describes in English, in the language of the page. */
import { nameSeat, nameStage, toTitle, toWords } from "../shared/labels.mjs";
import { create } from "../shared/page.mjs";
import { findTexts, joinNames, loadTexts, t } from "../shared/texts.mjs";
import { findEntry, findTitle } from "./catalogue.mjs";

const toName = (words) => words.toLowerCase().replaceAll(" ", "_");
const splitNames = (text) => text.split(/, | and /);

/** What a placeholder of an English sentence stands for. Any other stands for a number. */
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

/** How what a placeholder stands for is said in the language of the page. */
const READERS = {
  cards: (text) => {
    const [, count, more, unit] = /^(\d+) (more )?(card|tile|ball)/.exec(text);
    return t(`procedure.${more ? "more" : "units"}.${unit}`, {
      count: Number(count),
    });
  },
  how: (text) =>
    [...text.matchAll(PIECE)]
      .map(([, piece]) => `, ${translatePiece(piece)}`)
      .join(""),
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
  deck: (name) =>
    [findTitle(findEntry("decks", toName(name)))]
      .filter(Boolean)
      .map((title) => `, ${title}`)
      .join(""),
  with: (text) => {
    const [, count, kind, each] =
      /(\d+) (joker|red five)s?( each)?/.exec(text) ?? [];
    return count
      ? t(each ? "procedure.withEach" : "procedure.with", {
          what: t(`procedure.added.${kind}`, { count: Number(count) }),
        })
      : "";
  },
  without: (text) =>
    text &&
    t("procedure.without", {
      list: joinNames(
        splitNames(text.slice(", without ".length)).map(nameExcluded),
      ),
    }),
};

/** Return the name of what is taken out of a pack: a suit, or the code of a card. */
function nameExcluded(name) {
  const { suits } = findTexts("cards");
  return suits[name.replace(/^./, (letter) => letter.toUpperCase())] ?? name;
}

const escape = (text) => text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
let PIECE; // of how cards are dealt: "face down"
let rules;

/** Return the rules: the pattern of each English sentence, with its translation. */
function readRules() {
  const { how, sentences } = findTexts("procedure");
  const pieces = Object.keys(how)
    .sort((one, other) => other.length - one.length)
    .map((piece) => escape(piece).replace("{count}", String.raw`\d+`));
  PIECE = new RegExp(`,? (${pieces.join("|")})`, "g");
  const patterns = { ...PATTERNS, how: `(?:,? (?:${pieces.join("|")}))*` };
  const toPattern = (_, name) =>
    `(?<${name}>${patterns[name.replace(/\d/, "")] ?? String.raw`\d+`})`;
  return Object.entries(sentences).map(([sentence, translation]) => [
    new RegExp(`^${escape(sentence).replace(/\{(\w+)\}/g, toPattern)}$`),
    translation,
  ]);
}

function translatePiece(piece) {
  const { how } = findTexts("procedure");
  const number = /\d+/.exec(piece)?.[0];
  return (
    how[piece] ??
    how[piece.replace(number, "{count}")].replaceAll("{count}", number)
  );
}

/** Return a sentence in the language of the page, or as an element in English. */
function translateSentence(sentence) {
  for (const [pattern, translation] of rules) {
    const { groups } = pattern.exec(sentence) ?? {};
    const read = (_, name) =>
      (READERS[name.replace(/\d/, "")] ?? String)(groups[name]);
    if (groups) return translation.replace(/\{(\w+)\}/g, read);
    if (pattern.test(sentence)) return translation;
  }
  return create("span", { lang: "en" }, sentence);
}

/** Return the steps as list items in the language of the page. */
export async function translateSteps(lines) {
  await loadTexts();
  rules ??= readRules();
  return lines.map((line) =>
    create(
      "li",
      line
        .split(/(?<=\.) (?=[A-Z])/)
        .flatMap((sentence, i) => [i ? " " : "", translateSentence(sentence)]),
    ),
  );
}
