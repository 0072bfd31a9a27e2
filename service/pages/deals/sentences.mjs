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
  too_few_cards: "few",
  needs_shuffle: "shuffle",
};

const VAST = 1e11; // no player has so large a number: it is as good as no bound
const MANY = 20; // choices that are not listed for a player

/** A place in a parameter that is an object, at the beginning of a sentence. */
const PLACE = /^(?:where|given)[\w.[\]]*: /;

const END = /(?<=[.?!]) /; // of a sentence, before another

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
const listNumbers = ({
  least = 0,
  most = 0,
  asked = 0,
  card_count: cards = 0,
}) => ({ least, most, asked, cards });

/**
 * Return an English message of the service without its place in a parameter, and without sentences with a path, which
 * are for programmers: of "There is no game 'holdm'. GET /v1/games lists all 300." the first sentence is left.
 * @param {string} message
 */
const cutForPlayers = (message) =>
  message
    .replace(PLACE, "")
    .split(END)
    .filter((sentence) => !sentence.includes("/v1/"))
    .join(" ");

/**
 * Return a sentence of the service in a player's words, and whether it stays an English one: a refusal with a code that
 * has a text, such as "Must be an integer from 2 to 11.", is said in the language of the page, with its numbers.
 * @param {string} message
 * @param {RefusalReason} [reason]
 */
function toSentence(message, reason) {
  const name = reason && nameText(reason);
  if (!name) return { text: cutForPlayers(message), isEnglish: true };
  const text = t(`table.refusals.${name}`, listNumbers(reason));
  return { text, isEnglish: false };
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
