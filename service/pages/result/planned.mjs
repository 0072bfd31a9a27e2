/** A draw with a plan (docs/definitions/plans.md): what was announced, the public number that decided it, and what follows from both. */
// @ts-check
import { hashList } from "../../../verify/core/canonical.mjs";
import { describeOccasion, hashPlan } from "../../../verify/plans/plans.mjs";
import { examine } from "../../../verify/verify.mjs";
import { checkRound, getDue } from "../draw/beacon.mjs";
import { t } from "../shared/texts.mjs";
import {
  findOpenSeal,
  findSeal,
  keepResult,
  keepSeal,
} from "../verify/records.mjs";
import { keepTexts } from "./outcome.mjs";
import { showSeeded } from "./seeded.mjs";

/**
 * @import { ResultsLeft } from "../../../verify/core/results_left.mjs"
 * @import { Plan, PlanFile } from "../../../verify/plans/plans.mjs"
 * @import { Outcome, PlannedDraw, ReadPlanned, ReaderNotes, Sign } from "./outcome.mjs"
 */

/**
 * What is known of a drawn plan.
 * @typedef {object} PlanFacts
 * @property {boolean} isRight whether the network signed the round; false if the service cannot tell
 * @property {boolean} isEarly whether the round is still to come
 * @property {boolean} isOne whether the request leaves one result, which whoever sent it chose
 * @property {boolean} isReadTwice whether its numbers may stand for other names
 * @property {boolean} isKnown whether the plan was seen before its round, by this browser or by the reader, and no other one is open
 * @property {boolean} isWhole whether all is right but what its reader does not know
 * @property {boolean} hasList whether the names are there, if the plan has any
 */

/**
 * Complete a draw that `readDraw` found, {plan, file}, with what the page needs to show it.
 * @param {ReadPlanned} draw
 * @returns {Promise<PlannedDraw>}
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
 * @param {PlannedDraw} draw
 * @param {ReaderNotes} reader
 * @returns {Promise<Outcome>}
 */
export async function judgePlanned(
  { planned: plan, file, commitment },
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
  const { unchecked = {}, chosen_by: chosenBy, left } = examined;
  const due = getDue(plan.round);
  const note = findSeal(commitment)?.time;
  keepDrawn(file, commitment);
  const { beacon: _, names: unread, ...open } = unchecked;
  const isRight = isSigned === true;
  const isEarly = Date.now() < due;
  const isNoted = note < due;
  const isOne = chosenBy === "requester";
  const isReadTwice = names !== undefined && unread !== undefined;
  /** @type {PlanFacts} */
  const facts = {
    ...{ isRight, isEarly, isOne, isReadTwice },
    isKnown: (isNoted || confirmed.has("digest")) && !hasSecond,
    isWhole:
      Object.keys(open).length === 0 &&
      !isReadTwice &&
      isRight &&
      !isEarly &&
      !isOne,
    hasList: plan.names_sha256 === undefined || names !== undefined,
  };
  return {
    ...findSign(facts),
    who: describeWho(facts, left),
    ...{ isWhole: facts.isWhole, isNoted, hasList: facts.hasList },
    isNamed: names !== undefined,
    checked: keepTexts([
      t("result.checked.seal"),
      isRight && t("result.checked.number"),
      plan.names_sha256 && names
        ? t("result.checked.list")
        : t("result.checked.computed"),
    ]),
    notedAt: isNoted ? note : undefined,
    warnings: keepTexts([
      hasSecond && t("result.secondPlan"),
      isReadTwice && t("result.namesReadTwice"),
      describeOccasion(plan.occasion) && t("result.occasionLooks"),
      !isRight && t("result.numberUnchecked"),
      isEarly && t("result.earlyRound"),
      note >= due && t("result.lateSeal"),
    ]),
    ...(await arrange(file, names)),
  };
}

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
const announce = (plan, commitment, hasSecond) => ({
  state: "sealed",
  word: t("result.sign.planned"),
  says: t("result.plannedSays"),
  notedAt: keepSeal({ commitment, terms: plan }).time,
  warnings: hasSecond ? [t("result.secondPlan")] : [],
});

/**
 * Return the outcome of a draw that is wrong; undefined if it is right.
 * @param {{ where: string } | undefined} difference the first one
 * @param {boolean | undefined} isSigned whether the network signed the round
 * @returns {Outcome | undefined}
 */
function explainDifference(difference, isSigned) {
  if (difference?.where === "names")
    return { state: "invalid", says: t("result.otherList") };
  if (difference) return { state: "invalid", says: t("result.otherPlan") };
  return isSigned === false
    ? { state: "invalid", says: t("result.wrongNumber") }
    : undefined;
}

/**
 * Note that a draw was seen drawn. Its result follows from its seed.
 * @param {PlanFile} file
 * @param {string} commitment
 */
function keepDrawn({ answer: { seed } }, commitment) {
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
  return { state, says: t(`result.says.${state}`) };
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
 * @param {ResultsLeft | undefined} left what is known of the results that the request left
 */
function describeWho({ isOne, isKnown }, left) {
  if (isOne) return t("result.ofPlan.oneResult");
  const known = t(`result.ofPlan.${isKnown ? "confirmed" : "open"}`);
  return [known, describeLeft(left)].filter(Boolean).join(" ");
}

/**
 * Return a sentence on how many results were possible, if they were not counted or drawn by weights.
 * @param {ResultsLeft} [left]
 */
function describeLeft({ isOne, likeliest } = {}) {
  if (likeliest) return `${t("verify.plain.whyLikeliest", likeliest)}.`;
  return isOne === undefined ? `${t("verify.plain.whyUncounted")}.` : "";
}

/**
 * The members of an answer whose numbers may stand for names.
 * @typedef {object} NamedAnswer
 * @property {{ group: number, indices: number[] }[]} [groups]
 * @property {number[]} [indices]
 * @property {number} [repeats]
 */

/**
 * Return the result of an answer, or its deals, as the page shows them; numbers of the list stand for `names`.
 * @param {PlanFile} file
 * @param {unknown[] | undefined} names
 */
async function arrange({ answer, plan }, names) {
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
        parts: groups.map(({ group, indices: members }) => ({
          title: t("shared.parts.group", { number: group }),
          lines: nameAll(members),
        })),
      },
    };
  return indices
    ? { result: { isRanked: true, parts: [{ lines: nameAll(indices) }] } }
    : showSeeded(answer);
}
