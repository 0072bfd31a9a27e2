/** Refusals of the service, in a player's words. */
import { create } from "../shared/page.mjs";
import { LANGUAGE, findText, t } from "../shared/texts.mjs";

/** Each pattern of a sentence for programmers, and the name of the text for players, with the numbers of the sentence. */
const REFUSALS = [
  [/^Must be an integer from -[\d,]{7,} to [\d,]{7,}\b/, "whole"],
  [/^Must be an integer from (?<least>[-\d,]+) to [\d,]{12,}\b/, "wholeFrom"],
  [
    /^Must be an integer from (?<least>[-\d,]+) to (?<most>[\d,]+)\b/,
    "wholeBetween",
  ],
  [
    /^\w+ deals to (?<least>\d+) to (?<most>\d+) players, not to -?\d+\.$/,
    "wholeBetween",
  ],
  [
    /^No (?<cards>\d+) cards of this deal can fulfil this: the number is from (?<least>\d+) to (?<most>\d+)\.$/,
    "impossible",
  ],
  [/^Must be a text of 1 to (?<most>\d+) characters\b/, "text"],
  [/^Must be shapes\b/, "shape"],
  [/^Must not be above max\.$/, "order"],
  [/^Must be one of: .{200,}$/s, "none"],
  [/^Unknown parameter\b/, "unknown"],
];

/** What is cut from the sentences that stay those of the service, and what comes in its place. */
const CUTS = [
  [/^(?:where|given)[\w.[\]]*: /, ""], // a place in a parameter that is an object
  [
    /, and no card comes twice unasked: .*$/s,
    ". No card comes twice unless the others are shuffled first.",
  ],
  [/, and no reshuffled cards come there: .*$/s, "."],
  [/ (?:[^.:;]|\.(?! ))*(?:GET |POST )?\/v1\/.*$/s, ""], // sentences of paths
  [/ GET \/.*$/s, ""],
  [/[;:,]$/, "."],
];

const toNumber = (text) => Number(text.replaceAll(",", ""));

/** Return a sentence of the service in a player's words. */
function toSentence(message) {
  const said = CUTS.slice(0, 1).reduce(
    (text, [pattern, words]) => text.replace(pattern, words),
    message,
  );
  const [pattern, name] = REFUSALS.find(([each]) => each.test(said)) ?? [];
  if (!pattern)
    return {
      text: CUTS.reduce(
        (text, [each, words]) => text.replace(each, words),
        said,
      ),
      isEnglish: true,
    };
  const numbers = Object.entries(pattern.exec(said).groups ?? {}).map(
    ([key, text]) => [key, toNumber(text)],
  );
  return {
    text: t(`table.refusals.${name}`, Object.fromEntries(numbers)),
    isEnglish: false,
  };
}

/** Render sentences of the service in a player's words; those that stay as they are, are marked as English. */
export const renderSentences = (messages) =>
  [messages]
    .flat()
    .map(toSentence)
    .flatMap(({ text, isEnglish }, i) => [
      i ? " " : "",
      isEnglish ? create("span", { lang: "en" }, text) : text,
    ]);

/** Return the title of a problem in a player's words. */
export const titleProblem = ({ status, title }) =>
  findText(`table.problems.${status}`) ?? title;
