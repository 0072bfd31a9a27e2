/** Refusals of the service in a player's words, in the language of the page. What stays English is marked. */
// @ts-check
/** @import { Child } from "./elements.mjs" */
/** @import { Problem } from "./service.mjs" */
/** @import { RefusalReason } from "./refusal_types.mjs" */
import { create } from "./elements.mjs";
import { LANGUAGE, createText, findText, joinNames, t } from "./texts.mjs";

const VAST = 1e11; // no player has so large a number: it is as good as no bound
const MANY = 20; // choices that are not listed for a player

/** The codes of reasons with two bounds. */
const RANGES = ["integer_range", "number_range", "player_count"];

/** A place in a parameter that is an object, at the beginning of a sentence. */
const PLACE = /^(?:where|given)[\w.[\]]*: /;

const END = /(?<=[.?!]) /; // of a sentence, before another

/**
 * Create an English text for any page. A page in another language says that it is English.
 * @param {string} text
 * @returns {Child[]}
 */
export const createEnglish = (text) => [
  create("span", { lang: "en" }, text),
  LANGUAGE !== "en" && create("small", ` (${t("shared.english")})`),
];

/**
 * Return the name of the text for players of a reason.
 * @param {RefusalReason} reason
 */
function nameText({ code, least = 0, most = 0, without }) {
  if (!RANGES.includes(code)) return code;
  if (without) return "playersBut";
  if (least === most) return "exactly";
  if (most < VAST) return code;
  if (code === "number_range") return "number";
  return least > -VAST ? "integerFrom" : "integer";
}

/**
 * Return a reason in a player's words; undefined for one without a text. An English page lists a few choices by the
 * sentence of the service.
 * @param {RefusalReason} reason
 * @returns {Child[] | undefined}
 */
function describeReason(reason) {
  const { code, path = "", choice_count = 0, other_games: games } = reason;
  const isListed = code === "one_of" && choice_count <= MANY;
  const key = `problems.reasons.${nameText(reason)}`;
  if (findText(key) === undefined || (isListed && LANGUAGE === "en"))
    return undefined;
  const { without = [], card_count: cards = 0, ...numbers } = reason;
  const values = { ...numbers, cards, without: joinNames(without.map(String)) };
  const says = createText(
    key,
    /** @type {{ [name: string]: Child }} */ (values),
  );
  if (games)
    says.push(
      " ",
      t("problems.reasons.otherGames", {
        games: joinNames(games.map(nameGame)),
      }),
    );
  const [, place] = /^\[(\d+)\]/.exec(path) ?? [];
  return place === undefined
    ? says
    : createText("problems.reasons.entry", { place: Number(place) + 1, says });
}

/** @param {string} game such as "three_card_brag" */
const nameGame = (game) =>
  findText(`games.${game}`) ?? game.replaceAll("_", " ");

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
 * Render sentences of the service in a player's words. A refusal with a code, such as "Must be an integer from 2 to
 * 11.", is said in the language of the page; any other sentence is marked as English.
 * @param {string[]} messages
 * @param {RefusalReason[]} reasons for each sentence
 * @returns {Child[]}
 */
export const renderSentences = (messages, reasons) =>
  messages.map((message, i) => [
    i > 0 && " ",
    describeReason(reasons[i]) ?? createEnglish(cutForPlayers(message)),
  ]);

/**
 * Return the label of a field of a request as forms have it; undefined for one that none has.
 * @param {string} name such as "players", or "body.max" for the field of a request within the request
 */
export function findLabel(name) {
  const [field] = name.replace(/^body\.(?=.)/, "").split(/[.[]/);
  for (const forms of ["table", "draw", "problems"]) {
    const label = findText(`${forms}.fields.${field}`);
    if (label) return label;
  }
  return undefined;
}

/**
 * Return the label of a field of a request; the name itself, as a quotation, for one without a label.
 * @param {string} name
 */
export const nameField = (name) =>
  findLabel(name) ?? t("shared.quoted", { name });

/**
 * Render what is wrong with the refused fields of a problem, each by its name.
 * @param {Problem} problem
 * @returns {Child[][]}
 */
export const renderErrors = (problem) =>
  Object.entries(problem.errors).map(([name, messages]) =>
    createText("shared.pair", {
      name: nameField(name),
      value: renderSentences(messages, problem.listReasons(name)),
    }),
  );

/**
 * Render the detail of a problem.
 * @param {Problem} problem
 * @returns {Child}
 */
export const renderDetail = ({ message, isEnglish }) =>
  isEnglish ? createEnglish(cutForPlayers(message)) : message;

/**
 * Render a problem as a paragraph: its title, and what is wrong with each field or its detail. A sentence of the page
 * needs no title.
 * @param {Problem} problem
 * @returns {Child}
 */
export function renderProblem(problem) {
  if (!problem.isEnglish) return problem.message;
  const errors = renderErrors(problem).map((error) => [" ", error]);
  return [
    `${problem.title}.`,
    errors.length > 0 ? errors : [" ", renderDetail(problem)],
  ];
}

/**
 * Return the title of a problem in a player's words.
 * @param {Problem} problem
 */
export const titleProblem = ({ status, title }) =>
  findText(`shared.problems.${status}`) ?? title;
