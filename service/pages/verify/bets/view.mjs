/** The view of a bet at a casino, or of a result of another provider: its form, or what the service says. */
// @ts-check
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { create } from "../../shared/elements.mjs";
import { renderSentences } from "../../shared/sentences.mjs";
import { Problem } from "../../shared/service.mjs";
import {
  createText,
  findText,
  findTexts,
  joinNames,
  t,
} from "../../shared/texts.mjs";
import { createCardList } from "../../verdicts/view/card_lists.mjs";
import {
  agreementView,
  createConfirmations,
  createExpert,
} from "../../verdicts/view/finding.mjs";
import { say } from "../../verdicts/assessment/plain.mjs";
import { QUESTIONS } from "./bet_fields.mjs";
import { createForm, isNeeded, labelOf, toValues } from "./bet_form.mjs";

/**
 * @import { Difference } from "../../../../verify/core/validation.mjs"
 * @import { SchemeFields } from "./bet_form.mjs"
 * @import { Bet, BetValues } from "./bets.mjs"
 * @import { Question, VerdictPart, View } from "../../verdicts/view/finding.mjs"
 * @import { CheckItem } from "../../verdicts/assessment/notes.mjs"
 */

/**
 * What the service says of a bet. Where it is not valid there is a difference; `checks` say by name what is right, and
 * `derived` is what the seeds give.
 * @typedef {object} BetResult
 * @property {boolean | null} valid
 * @property {Difference} [difference]
 * @property {{ [name: string]: boolean | null }} checks
 * @property {{ [name: string]: string }} unchecked reasons by name
 * @property {Derived} derived
 * @property {string} chosen_by
 * @property {string} rests_on
 */

/**
 * What the seeds of a bet give: a list or one value, by the name of what it is.
 * @typedef {object} Derived
 * @property {unknown[]} [events]
 * @property {unknown[]} [selected]
 * @property {unknown} [multiplier]
 * @property {unknown} [randomness]
 * @property {unknown} [output_value]
 */

/**
 * What the view of a bet is made with. `typed` has what a person entered, undefined before the first check.
 * @typedef {object} BetOptions
 * @property {SchemeFields} fields of the scheme of the bet
 * @property {BetValues} [typed]
 * @property {(body: object) => Promise<BetResult>} post a function that sends a request to the service
 * @property {(values: BetValues) => unknown} onCheck gets the typed values
 * @property {Set<string>} confirmed the names of what the reader confirmed
 * @property {(name: string, isTicked: boolean) => unknown} onConfirm
 */

/**
 * Return the view of a bet: the form, if something is missing or nothing was typed yet, or what the service says.
 * @param {Bet} bet
 * @param {BetOptions} options
 * @returns {Promise<View>}
 */
export async function viewBet(bet, options) {
  const { scheme, values: read } = bet;
  const { fields, typed, post, confirmed } = options;
  const values = toValues({ ...read, ...typed }, fields);
  const form = createForm(bet, options);
  const missing = Object.keys(fields).filter(
    (name) => isNeeded(scheme, name, fields) && values[name] === undefined,
  );
  if (typed === undefined) return askView(bet, form);
  if (missing.length > 0) return askView(bet, form, missing);
  try {
    const notes = confirmFor(values, confirmed);
    const result = await post({ scheme, ...values, ...notes });
    return resultView({ scheme, values, result, form }, options);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    return refusedView(scheme, error, form);
  }
}

/**
 * Return the view of a bet that the service refuses: the first field that is wrong, and why.
 * @param {string} scheme
 * @param {Problem} problem
 * @param {HTMLElement} form
 * @returns {View}
 */
function refusedView(scheme, problem, form) {
  const [[name, messages] = ["", [problem.message]]] = Object.entries(
    problem.errors,
  );
  return {
    state: "refused",
    word: t("verify.refused"),
    says: create(
      "span",
      createText("shared.pair", {
        name: labelOf(scheme, name),
        value: renderSentences(
          messages.map(escapeInvisible),
          problem.listReasons(name),
        ),
      }),
    ),
    more: [form],
  };
}

/**
 * Return `confirmed` of a request, for what the reader ticked: where a certificate is from, and what was announced
 * before.
 * @param {BetValues} values
 * @param {Set<string>} ticked
 */
function confirmFor({ round, certificate }, ticked) {
  if (ticked.has("certificate") && certificate !== undefined)
    return { confirmed: { certificate } };
  return ticked.has("announced") && round !== undefined
    ? { confirmed: { public_before_round: true } }
    : {};
}

/**
 * Return the texts of a scheme; a scheme without texts of its own has those of any other.
 * @param {string} scheme
 * @returns {{ word: string, intro: string, unlike?: string }}
 */
const textsOf = (scheme) =>
  findTexts(`verify.bets.${scheme}`) ?? findTexts("verify.bets.any");

/**
 * Return the view that asks for what is missing; before the first check it says what the bet is.
 * @param {Bet} bet
 * @param {HTMLElement} form
 * @param {string[]} [missing] names of fields
 * @returns {View}
 */
function askView({ scheme, values }, form, missing) {
  const { word, intro } = textsOf(scheme);
  const view = { state: "ask", word, more: [form] };
  if (missing) {
    const names = joinNames(missing.map((name) => labelOf(scheme, name)));
    return { ...view, says: t("verify.bet.missing", { names }) };
  }
  const isHidden =
    values.server_seed === undefined && values.server_seed_hash !== undefined;
  return { ...view, says: isHidden ? t("verify.bet.secret") : intro };
}

/**
 * Return whether a scheme is of casinos: others may compute their games in other ways.
 * @param {string} scheme
 */
const isOfCasino = (scheme) => ["stake", "hash_chain"].includes(scheme);

/**
 * A bet that the service checked: the values that were sent, its result, and the form.
 * @typedef {{ scheme: string, values: BetValues, result: BetResult, form: HTMLElement }} CheckedBet
 */

/**
 * Return the view of a bet that the service checked.
 * @param {CheckedBet} checkedBet
 * @param {BetOptions} options
 * @returns {View}
 */
function resultView(checkedBet, options) {
  const { scheme, values, result, form } = checkedBet;
  const { valid, difference, derived } = result;
  const shown = renderDerived(values.game, derived);
  const expert = createExpert(
    Object.entries(derived).map(([name, value]) => [
      name,
      [value].flat().join(", "),
    ]),
  );
  const below = [form, expert];
  if (valid === false && difference)
    return wrongView(scheme, difference, shown, below);
  const questions = listQuestions(scheme, result);
  return rightView(checkedBet, questions, shown, below, options);
}

/**
 * Return the view of a bet that is wrong, or, if its result is another one, perhaps computed in another way.
 * @param {string} scheme
 * @param {Difference} difference
 * @param {VerdictPart[]} shown what the seeds give
 * @param {VerdictPart[]} below the form, and the words of the check
 * @returns {View}
 */
function wrongView(scheme, difference, shown, below) {
  const { intro, unlike } = textsOf(scheme);
  const says = describeDifference(scheme, difference);
  const isOfResult = difference.where.startsWith("seen");
  if (isOfResult && isOfCasino(scheme))
    return {
      state: "partial",
      word: t("verify.bet.otherResult"),
      says,
      more: [scheme === "stake" && create("p", intro), create("p", unlike)],
      details: [...shown, ...below],
    };
  return {
    state: "invalid",
    word: t("verify.invalid"),
    says,
    more: [create("p", unlike)],
    details: [...(isOfResult ? shown : []), ...below],
  };
}

/**
 * Return the view of a bet in which nothing differs: what is right, and what is open or only the reader knows.
 * @param {CheckedBet} checkedBet
 * @param {Question[]} questions
 * @param {VerdictPart[]} shown what the seeds give
 * @param {VerdictPart[]} below the form, and the words of the check
 * @param {Pick<BetOptions, "confirmed" | "onConfirm">} options
 * @returns {View}
 */
function rightView(
  { scheme, result },
  questions,
  shown,
  below,
  { confirmed, onConfirm },
) {
  const { valid, checks, chosen_by, rests_on } = result;
  const unconfirmed = questions.filter(({ name }) => !confirmed.has(name));
  const grade = valid === true && unconfirmed.length === 0 ? "whole" : "part";
  const view = agreementView(
    { grade, chosen_by, rests_on },
    [...listOpen(scheme, result, unconfirmed), ...listDone(result)],
    {
      questions:
        questions.length > 0 &&
        createConfirmations(questions, confirmed, onConfirm),
    },
  );
  const isOnlyComputed =
    view.state === "partial" && !Object.values(checks).some(Boolean);
  return {
    ...view,
    word: isOnlyComputed ? t("verify.bet.onlyComputed") : view.word,
    details: [...shown, ...view.details, ...below],
  };
}

/**
 * Return the questions that only the reader can answer, as far as what they rest on is right.
 * @param {string} scheme
 * @param {BetResult} result
 * @returns {Question[]}
 */
function listQuestions(scheme, { checks }) {
  const knownScheme = QUESTIONS[scheme] ? scheme : "any";
  /** @type {{ [question: string]: Omit<Question, "name"> }} */
  const texts = findTexts(`verify.betQuestions.${knownScheme}`);
  return Object.entries(QUESTIONS[knownScheme])
    .filter(([, needs]) => needs === undefined || checks[needs])
    .map(([name]) => ({ name, ...texts[name] }));
}

/**
 * Return the items of the checklist for what the service did not check, but for what the reader is asked.
 * @param {string} scheme
 * @param {BetResult} result
 * @param {Question[]} asked
 * @returns {CheckItem[]}
 */
const listOpen = (scheme, { unchecked }, asked) =>
  Object.entries(unchecked)
    .filter(([name]) => !asked.some((question) => question.name === name))
    .map(([name, reason]) => {
      /** @type {{ title?: string } | undefined} */
      const texts = findTexts(`verify.betOpen.${name}`);
      const isOwn = texts !== undefined && !/another formula/.test(reason);
      return {
        kind: "open",
        name,
        title: texts?.title ?? labelOf(scheme, name),
        sentence: isOwn ? say(`verify.betOpen.${name}.sentence`) : reason,
        isLinked: true, // its field is in the form
      };
    });

/**
 * Return the items of the checklist for what is right.
 * @param {BetResult} result
 * @returns {CheckItem[]}
 */
const listDone = ({ checks }) =>
  Object.keys(checks)
    .filter((name) => findText(`verify.betDone.${name}`))
    .map((name) => ({ kind: "done", sentence: say(`verify.betDone.${name}`) }));

/**
 * Return what the seeds give, as elements.
 * @param {unknown} game
 * @param {Derived} derived
 */
function renderDerived(
  game,
  { events, multiplier, selected, randomness, output_value: output },
) {
  const list =
    events ?? selected ?? [multiplier ?? randomness ?? output].filter(Boolean);
  if (list.length === 0) return [];
  const words =
    findText(`verify.betResults.${game}`) ?? t("verify.betResults.any");
  const intro = create("p", create("strong", words));
  const label = t("verify.bet.result");
  if (game === "cards" || game === "video_poker") {
    const cards = list.map((code, i) => ({
      card: { code: String(code) },
      caption: i + 1,
    }));
    return [intro, ...createCardList(label, cards, 10)];
  }
  return [
    intro,
    create(
      "ol.numbers",
      { "aria-label": label },
      list.map((value) => create("li", escapeInvisible(String(value)))),
    ),
  ];
}

/**
 * Return a sentence on a difference.
 * @param {string} scheme
 * @param {Difference} difference
 */
function describeDifference(scheme, { where, expected, seen }) {
  const [name] = /^\w+/.exec(where) ?? [where];
  const kind = findText(`verify.bet.differs.${name}`) ? name : "any";
  return t(`verify.bet.differs.${kind}`, {
    name: labelOf(scheme, name),
    expected: escapeInvisible(String(expected ?? t("verify.bet.atEnd"))),
    seen: escapeInvisible(String(seen ?? t("verify.bet.nothingMore"))),
  });
}
