/** A draw with a plan (docs/definitions/plans.md): what was announced, the public number that decided it, and what follows from both. */
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
import { showSeeded } from "./seeded.mjs";

/** Complete a draw that `readDraw` found, {plan, file}, with what the page needs to show it. */
export async function openPlanned({ planned: plan, file, ...draw }) {
  const { names_sha256: hash } = plan;
  const matchLines = async (lines) =>
    (await hashList(lines)) === hash ? lines : undefined;
  return {
    ...draw,
    planned: plan,
    file,
    commitment: await hashPlan(plan),
    lines: file?.names,
    terms: { items_sha256: hash },
    matchLines,
  };
}

/** Check a draw with a plan, and return its outcome as `judge` does. `items`: the names that its reader opened. */
export async function judgePlanned(
  { planned: plan, file, commitment },
  { items, confirmed },
) {
  const due = getDue(plan.round);
  const record = { commitment, terms: plan };
  const isOther = ({ occasion }) => occasion === plan.occasion;
  const other = findOpenSeal(record, isOther);
  const warnings =
    other && isOther(JSON.parse(other.terms)) ? [t("result.secondPlan")] : [];
  if (!file)
    return {
      state: "sealed",
      word: t("result.sign.planned"),
      says: t("result.plannedSays"),
      notedAt: keepSeal(record).time,
      warnings,
    };
  const names = items ?? file.names;
  const [{ difference, unchecked, chosen_by: chosenBy, left }, isRight] =
    await Promise.all([
      examine({ ...file, ...(names && { names }) }),
      checkRound(plan.round, file.beacon).catch(() => undefined),
    ]);
  if (difference)
    return {
      state: "invalid",
      says:
        difference.where === "names"
          ? t("result.otherList")
          : t("result.otherPlan"),
    };
  if (isRight === false)
    return { state: "invalid", says: t("result.wrongNumber") };
  const [note, isEarly] = [findSeal(commitment)?.time, Date.now() < due];
  keepResult({
    commitment,
    client_seed: file.answer.seed,
    drawn: { digest: file.answer.seed },
  });
  const { beacon: _, names: unread, ...open } = unchecked;
  const [isNoted, hasList] = [
    note < due,
    plan.names_sha256 === undefined || names !== undefined,
  ];
  const isOne = chosenBy === "requester";
  const isReadTwice = names !== undefined && unread !== undefined; // its numbers may stand for other names
  const isWhole =
    Object.keys(open).length === 0 &&
    !isReadTwice &&
    isRight &&
    !isEarly &&
    !isOne;
  const isKnown = (isNoted || confirmed.has("digest")) && warnings.length === 0;
  const state = isOne
    ? "reproduced"
    : findState({ isWhole: isWhole && isKnown, isRight, hasList });
  return {
    state,
    ...(isOne && { word: t("result.sign.oneResult") }),
    says: isOne ? t("result.says.oneResult") : t(`result.says.${state}`),
    who: isOne
      ? t("result.ofPlan.oneResult")
      : [
          t(`result.ofPlan.${isKnown ? "confirmed" : "open"}`),
          describeLeft(left),
        ]
          .filter(Boolean)
          .join(" "),
    ...{ isWhole, isNoted, hasList },
    isNamed: names !== undefined,
    checked: [
      t("result.checked.seal"),
      isRight && t("result.checked.number"),
      plan.names_sha256 && names
        ? t("result.checked.list")
        : t("result.checked.computed"),
    ],
    notedAt: isNoted ? note : undefined,
    warnings: [
      ...warnings,
      isReadTwice && t("result.namesReadTwice"),
      describeOccasion(plan.occasion) && t("result.occasionLooks"),
      !isRight && t("result.numberUnchecked"),
      isEarly && t("result.earlyRound"),
      note >= due && t("result.lateSeal"),
    ].filter(Boolean),
    ...(await arrange(file.answer, names, plan)),
  };
}

/** Return the state of a draw that could end in several ways. */
function findState({ isWhole, isRight, hasList }) {
  if (!isRight) return "unknown";
  if (!hasList) return "numbersMatch";
  return isWhole ? "valid" : "matches";
}

/** Return a sentence on how many results were possible, if they were not counted or drawn by weights. */
function describeLeft({ isOne, likeliest } = {}) {
  if (likeliest) return `${t("verify.plain.whyLikeliest", likeliest)}.`;
  return isOne === undefined ? `${t("verify.plain.whyUncounted")}.` : "";
}

/** Return the result of an answer, or its deals, as the page shows them; numbers of the list stand for `names`. */
async function arrange(answer, names, { names_sha256: hash }) {
  const { groups, indices, repeats } = answer;
  if (hash === undefined || repeats !== undefined || !(groups ?? indices))
    return showSeeded(answer);
  const nameAll = (numbers) =>
    numbers.map((i) => names?.[i] ?? t("result.unnamed", { number: i + 1 }));
  if (!groups)
    return { result: { isRanked: true, parts: [{ lines: nameAll(indices) }] } };
  return {
    result: {
      parts: groups.map(({ group, indices: members }) => ({
        title: t("shared.parts.group", { number: group }),
        lines: nameAll(members),
      })),
    },
  };
}
