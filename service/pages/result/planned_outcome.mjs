/**
 * A draw with a plan (docs/definitions/plans.md): what was announced, the public number that decided it, and what
 * follows from both.
 */
// @ts-check
import { hashList } from "../../../verify/core/canonical.mjs";
import { describeOccasion, hashPlan } from "../../../verify/plans/plans.mjs";
import { examine } from "../../../verify/check.mjs";
import { checkRound, getDue } from "../shared/beacon.mjs";
import { titleGroup } from "../shared/parts.mjs";
import { t } from "../shared/texts.mjs";
import {
  findOpenSeal,
  findSeal,
  keepResult,
  keepSeal,
} from "../verdicts/assessment/records.mjs";
import { describeDrawn, keepTexts, sayState } from "./outcome.mjs";
import { showSeeded } from "./seeded.mjs";

/**
 * @import { Difference } from "../../../verify/core/validation.mjs"
 * @import { ResultsLeft } from "../../../verify/core/results_left.mjs"
 * @import { Plan, PlanFile } from "../../../verify/plans/plans.mjs"
 * @import { OpenedPlanned, Outcome, ReadPlanned, ReaderNotes, Screen, Sign } from "./outcome.mjs"
 */

/**
 * What a check finds of a plan: who could choose, what is not checked, and how many results there could be.
 * @typedef {object} Examined
 * @property {string} chosen_by
 * @property {{ [name: string]: unknown }} [unchecked]
 * @property {ResultsLeft} [resultsLeft]
 */

/**
 * What is known of a drawn plan.
 * @typedef {object} PlanFacts
 * @property {boolean} isRight whether the network signed the round; false if the service cannot tell
 * @property {boolean} isEarly whether the round is still to come
 * @property {boolean} isOne whether the request leaves one result, which whoever sent it chose
 * @property {boolean} isReadTwice whether its numbers may stand for other names
 * @property {boolean} isKnown whether the plan was seen before its round, by this browser or by the reader, and no
 *   other one is open
 * @property {boolean} isWhole whether all is right but what its reader does not know
 * @property {boolean} hasList whether the names are there, if the plan has any
 */

/**
 * Complete a draw that `readDraw` found, {plan, file}, with what the page needs to show it.
 * @param {ReadPlanned} draw
 * @returns {Promise<OpenedPlanned>}
 */
export async function openPlanned({ planned: plan, file, screen }) {
  const { names_sha256: hash } = plan;
  return {
    screen,
    planned: plan,
    file,
    commitment: await hashPlan(plan),
    lines: file?.names,
    terms: { items_sha256: hash },
    matchLines: async (lines) =>
      (await hashList(lines)) === hash ? lines : undefined,
  };
}

/**
 * Check a draw with a plan, and return its outcome as `judge` does. `items`: the names that its reader opened.
 *
 * Of an announced plan that is not drawn the state is "sealed"; of a right draw "valid", or "matches" while its reader
 * has not said that they saw the plan before the round.
 * @param {OpenedPlanned} draw
 * @param {ReaderNotes} reader
 * @returns {Promise<Outcome>}
 */
export async function judgePlanned(
  { planned: plan, file, commitment, screen },
  { items, confirmed },
) {
  const hasSecond = isAnotherOpen(plan, commitment);
  if (!file) return announce(plan, commitment, hasSecond);
  const names = items ?? file.names;
  const [examined, isSigned] = await Promise.all([
    examine({ ...file, ...(names && { names }) }),
    checkRound(plan.round, file.beacon).catch(() => undefined),
  ]);
  const wrong = explainDifference(examined.difference, isSigned);
  if (wrong) return wrong;
  /** @type {number | undefined} */
  const notedAt = findSeal(commitment)?.time;
  keepDrawn(file, commitment);
  const times = compareTimes(plan, notedAt);
  const isSeen = (times.isNoted || confirmed.has("digest")) && !hasSecond;
  const facts = findFacts(plan, names, examined, {
    isRight: isSigned === true,
    isEarly: times.isEarly,
    isKnown: isSeen,
  });
  const sign = findSign(facts);
  return {
    ...sign,
    says: keepTexts([
      sign.says,
      times.isLate && isSeen && t("result.lateHere"),
    ]).join(" "),
    who: describeWho(facts, examined.resultsLeft),
    isWhole: facts.isWhole,
    isNoted: times.isNoted,
    hasList: facts.hasList,
    isNamed: names !== undefined,
    checked: listChecked(plan, names, facts),
    notedAt: times.isNoted ? notedAt : undefined,
    warnings: listWarnings(plan, facts, {
      hasSecond,
      isLate: times.isLate && !isSeen,
    }),
    ...(await arrange(file, names, screen)),
  };
}

/**
 * Return sentences on what its reader should know of a right draw.
 * @param {Plan} plan
 * @param {PlanFacts} facts
 * @param {{ hasSecond: boolean, isLate: boolean }} notes of this browser: it has another plan that is open, or noted
 *   this one when the round was due, and its reader did not see it before
 */
const listWarnings = ({ occasion }, facts, { hasSecond, isLate }) =>
  keepTexts([
    hasSecond && t("result.secondPlan"),
    facts.isReadTwice && t("result.namesReadTwice"),
    describeOccasion(occasion) && t("result.occasionLooks"),
    !facts.isRight && t("result.numberUnchecked"),
    facts.isEarly && t("verify.earlyRound"),
    isLate && t("verify.lateSeal"),
  ]);

/**
 * Return whether this browser noted a plan before its round, `isNoted`, or when it was due already, `isLate`; and
 * whether the round is still to come, `isEarly`: then its number cannot be known.
 * @param {Plan} plan
 * @param {number | undefined} notedAt
 */
function compareTimes({ round }, notedAt) {
  const due = getDue(round);
  return {
    isNoted: notedAt !== undefined && notedAt < due,
    isLate: notedAt !== undefined && notedAt >= due,
    isEarly: Date.now() < due,
  };
}

/**
 * Return the facts on a drawn plan, with those that follow from what the check found.
 * @param {Plan} plan
 * @param {unknown[] | undefined} names
 * @param {Examined} examined
 * @param {Pick<PlanFacts, "isRight" | "isEarly" | "isKnown">} knownFacts
 * @returns {PlanFacts}
 */
function findFacts(plan, names, examined, knownFacts) {
  const { unchecked = {}, chosen_by: chosenBy } = examined;
  const { beacon: _, names: uncheckedNames, ...open } = unchecked;
  const isOne = chosenBy === "requester";
  const isReadTwice = names !== undefined && uncheckedNames !== undefined;
  const hasOpen = Object.keys(open).length > 0 || isReadTwice;
  return {
    ...knownFacts,
    isOne,
    isReadTwice,
    isWhole: !hasOpen && knownFacts.isRight && !knownFacts.isEarly && !isOne,
    hasList: plan.names_sha256 === undefined || names !== undefined,
  };
}

/**
 * Return sentences on what was checked.
 * @param {Plan} plan
 * @param {unknown[] | undefined} names
 * @param {PlanFacts} facts
 */
const listChecked = (plan, names, { isRight }) =>
  keepTexts([
    t("result.checked.seal"),
    isRight && t("result.checked.number"),
    plan.names_sha256 && names
      ? t("result.checked.list")
      : t("result.checked.computed"),
  ]);

/**
 * Return whether this browser noted another plan for the same occasion, of which it saw no result.
 * @param {Plan} plan
 * @param {string} commitment
 */
function isAnotherOpen(plan, commitment) {
  /** @param {{ occasion?: string }} terms */
  const isSame = ({ occasion }) => occasion === plan.occasion;
  const record = findOpenSeal({ commitment, terms: plan }, isSame);
  return record !== undefined && isSame(JSON.parse(record.terms));
}

/**
 * Note a plan that is not drawn, and return its outcome.
 * @param {Plan} plan
 * @param {string} commitment
 * @param {boolean} hasSecond whether another plan is open
 * @returns {Outcome}
 */
function announce(plan, commitment, hasSecond) {
  const note = keepSeal({ commitment, terms: plan });
  const warnings = hasSecond ? [t("result.secondPlan")] : [];
  if (note.result) return { ...describeDrawn(note), warnings };
  return {
    state: "sealed",
    says: t("result.sealedSays"),
    notedAt: note.time,
    warnings,
  };
}

/**
 * Return the outcome of a draw that is wrong; undefined if it is right.
 * @param {Difference | undefined} difference the first one
 * @param {boolean | undefined} isSigned whether the network signed the round
 * @returns {Outcome | undefined}
 */
function explainDifference(difference, isSigned) {
  if (difference?.where === "names")
    return { state: "invalid", says: t("result.otherList") };
  if (difference)
    return { state: "invalid", says: t("result.otherPlan"), difference };
  return isSigned === false
    ? { state: "invalid", says: t("result.wrongNumber") }
    : undefined;
}

/**
 * Note that a draw was seen drawn. Its result follows from its seed.
 * @param {PlanFile} file
 * @param {string} commitment
 */
function keepDrawn({ answer }, commitment) {
  const seed = String(answer.seed);
  keepResult({ commitment, client_seed: seed, drawn: { digest: seed } });
}

/**
 * Return the sign of a draw.
 * @param {PlanFacts} facts
 * @returns {Sign}
 */
function findSign(facts) {
  if (facts.isOne)
    return {
      state: "reproduced",
      word: t("result.sign.oneResult"),
      says: t("result.says.oneResult"),
    };
  const state = findState(facts);
  return { state, says: sayState(state) };
}

/**
 * Return the state of a draw that could end in several ways.
 * @param {PlanFacts} facts
 */
function findState({ isRight, hasList, isWhole, isKnown }) {
  if (!isRight) return "unknown";
  if (!hasList) return "numbersMatch";
  return isWhole && isKnown ? "valid" : "matches";
}

/**
 * Return sentences on who could choose.
 * @param {PlanFacts} facts
 * @param {ResultsLeft | undefined} results what is known of the results that the request left
 */
function describeWho({ isOne, isKnown }, results) {
  if (isOne) return t("result.ofPlan.oneResult");
  const sentence = t(`result.ofPlan.${isKnown ? "confirmed" : "open"}`);
  return [sentence, describeLeft(results)].filter(Boolean).join(" ");
}

/**
 * Return a sentence on how many results were possible, if they were not counted or drawn by weights.
 * @param {ResultsLeft} [results]
 */
function describeLeft({ isOne, likeliest } = {}) {
  if (likeliest) return `${t("verify.plain.whyLikeliest", likeliest)}.`;
  return isOne === undefined ? `${t("verify.plain.whyUncounted")}.` : "";
}

/**
 * The members of an answer whose numbers may stand for names.
 * @typedef {object} NamedAnswer
 * @property {{ group: number, round?: number, indices: number[] }[]} [groups]
 * @property {number[]} [indices]
 * @property {number} [repeats]
 */

/**
 * Return the result of an answer, or its deals, as the page shows them; numbers of the list stand for `names`.
 * @param {PlanFile} file
 * @param {unknown[] | undefined} names
 * @param {Screen} screen
 */
async function arrange({ answer, plan }, names, { tables }) {
  /** @type {NamedAnswer} */
  const { groups, indices, repeats } = answer;
  if (plan.names_sha256 === undefined || repeats !== undefined)
    return showSeeded(answer);
  /** @param {number[]} numbers */
  const nameAll = (numbers) =>
    numbers.map((i) =>
      String(names?.[i] ?? t("result.unnamed", { number: i + 1 })),
    );
  if (groups)
    return {
      result: {
        parts: groups.map((group) => ({
          title: titleGroup(group, tables),
          lines: nameAll(group.indices),
        })),
      },
    };
  return indices
    ? { result: { isRanked: true, parts: [{ lines: nameAll(indices) }] } }
    : showSeeded(answer);
}
