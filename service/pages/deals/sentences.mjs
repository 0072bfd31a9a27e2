/** Refusals of the service, in a player's words. */
// @ts-check
/** @import { Problem } from "../shared/service.mjs" */
import { create } from "../shared/elements.mjs";
import { findText, t } from "../shared/texts.mjs";

/**
 * Each pattern of a sentence for programmers, and the name of the text for players, with the numbers of the sentence.
 * @type {[pattern: RegExp, name: string][]}
 */
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

/** A place in a parameter that is an object, at the beginning of a sentence. */
const PLACE = /^(?:where|given)[\w.[\]]*: /;

/**
 * What is cut from the sentences that stay those of the service, and what comes in its place.
 * @type {[pattern: RegExp, words: string][]}
 */
const CUTS = [
  [
    /, and no card comes twice unasked: .*$/s,
    ". No card comes twice unless the others are shuffled first.",
  ],
  [/, and no reshuffled cards come there: .*$/s, "."],
  [/ (?:[^.:;]|\.(?! ))*(?:GET |POST )?\/v1\/.*$/s, ""], // sentences of paths
  [/ GET \/.*$/s, ""],
  [/[;:,]$/, "."],
];

/** @param {string} text such as "1,000" */
const toNumber = (text) => Number(text.replaceAll(",", ""));

/**
 * Return a sentence of the service in a player's words, and whether it stays an English one: "Must be an integer from 2
 * to 11." has a text in the language of the page, with its numbers; of others only what is for programmers is cut.
 * @param {string} message
 */
function toSentence(message) {
  const sentence = message.replace(PLACE, "");
  for (const [pattern, name] of REFUSALS) {
    const match = pattern.exec(sentence);
    if (!match) continue;
    const numbers = Object.entries(match.groups ?? {}).map(([key, text]) => [
      key,
      toNumber(text),
    ]);
    const text = t(`table.refusals.${name}`, Object.fromEntries(numbers));
    return { text, isEnglish: false };
  }
  const text = CUTS.reduce(
    (remaining, [pattern, words]) => remaining.replace(pattern, words),
    sentence,
  );
  return { text, isEnglish: true };
}

/**
 * Render sentences of the service in a player's words; those that stay as they are, are marked as English.
 * @param {string | string[]} messages
 */
export const renderSentences = (messages) =>
  [messages]
    .flat()
    .map(toSentence)
    .flatMap(({ text, isEnglish }, i) => [
      i ? " " : "",
      isEnglish ? create("span", { lang: "en" }, text) : text,
    ]);

/**
 * Return the title of a problem in a player's words.
 * @param {Problem} problem
 */
export const titleProblem = ({ status, title }) =>
  findText(`table.problems.${status}`) ?? title;
