/** Refusals of the service, in a player's words. */
// @ts-check
/** @import { Problem } from "../shared/service.mjs" */
/** @import { RefusalReason } from "../shared/refusal_types.mjs" */
import { create } from "../shared/elements.mjs";
import { findText, t } from "../shared/texts.mjs";

/**
 * The name of the text for players of each code that always has one.
 * @type {{ [code: string]: string }}
 */
const TEXTS = {
  text_length: "text",
  impossible_number: "impossible",
  not_a_shape: "shape",
  min_above_max: "order",
  unknown_parameter: "unknown",
};

const VAST = 1e11; // no player has so large a number: it is as good as no bound
const MANY = 20; // choices that are not listed for a player

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

/**
 * Return the name of the text for players of a reason; undefined for one without a text, and for an item of a list,
 * whose place only the sentence names.
 * @param {RefusalReason} reason
 */
function nameText(reason) {
  const { code, path = "", choice_count = 0 } = reason;
  if (path.startsWith("[")) return undefined;
  if (code === "integer_range" || code === "player_count")
    return nameRange(reason);
  if (code === "one_of") return choice_count > MANY ? "none" : undefined;
  return TEXTS[code];
}

/**
 * Return the name of the text of a range; undefined for numbers of players that are no range, or if the sentence names
 * games for other numbers.
 * @param {RefusalReason} reason
 */
function nameRange({ least = 0, most = 0, without, other_games }) {
  if (without || other_games || least === most) return undefined;
  if (most < VAST) return "wholeBetween";
  return least > -VAST ? "wholeFrom" : "whole";
}

/**
 * Return the numbers of a reason as values of a text.
 * @param {RefusalReason} reason
 */
const listNumbers = ({ least = 0, most = 0, card_count: cards = 0 }) => ({
  least,
  most,
  cards,
});

/**
 * Return a sentence of the service in a player's words, and whether it stays an English one: "Must be an integer from 2
 * to 11." has a text in the language of the page, with its numbers; of others only what is for programmers is cut.
 * @param {string} message
 * @param {RefusalReason} [reason]
 */
function toSentence(message, reason) {
  const name = reason && nameText(reason);
  if (name) {
    const text = t(`table.refusals.${name}`, listNumbers(reason));
    return { text, isEnglish: false };
  }
  const text = CUTS.reduce(
    (remaining, [pattern, words]) => remaining.replace(pattern, words),
    message.replace(PLACE, ""),
  );
  return { text, isEnglish: true };
}

/**
 * Render sentences of the service in a player's words; those that stay as they are, are marked as English.
 * @param {string | string[]} messages
 * @param {RefusalReason[]} [reasons] for each sentence
 */
export const renderSentences = (messages, reasons = []) =>
  [messages]
    .flat()
    .map((message, i) => toSentence(message, reasons[i]))
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
