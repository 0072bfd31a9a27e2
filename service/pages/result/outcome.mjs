/** The outcome of a sealed draw or deal: what its link has, and what the check of the page Verify finds. Without elements. */
import { canonicalJson, hashList } from "../../../verify/core/canonical.mjs";
import { parseJson } from "../../../verify/core/json.mjs";
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { Refused } from "../../../verify/core/validation.mjs";
import { t } from "../shared/texts.mjs";
import { getDue } from "../draw/beacon.mjs";
import { assess } from "../verify/assessment.mjs";
import { getReceipt, hasIntegers, isPartial } from "../verify/notes.mjs";
import { toPlain } from "../verify/plain.mjs";
import { isRecordKept, keepSeal } from "../verify/records.mjs";
import { itemOf, listDrawn, spreadTickets, toText } from "../verify/seals.mjs";
import { arrange, parseLabel } from "./arrange.mjs";

const NOTES = ["commitment", "client_seed", "seen"];

/** A text that this page cannot show, with a sentence for people. */
export class NoDraw extends Error {}

/** Return whether a file is a response that its seed, or its number, leads to. */
const isSeeded = ({ receipt, seed, deal_number: number }) =>
  receipt === undefined && (seed ?? number) !== undefined;

/**
 * Return the draw or deal in a text of JSON: its `terms`, `commitment` and, if it was drawn, the `file` to check; and
 * `screen`, what pages add without a proof: the times, in milliseconds since 1970, and the drawn names. Of a saved
 * response, which a seed leads to, the `file` alone; of a draw with a plan, the plan as `planned`.
 */
export function readDraw(text) {
  let value;
  try {
    value = parseJson(text);
  } catch {
    throw new NoDraw(t("result.damaged"));
  }
  const { screen, ...file } =
    value?.receipt === "sealed1" ? { receipt: value } : Object(value);
  const { plan } = file;
  if (
    plan?.plan === "plan1" &&
    typeof plan.occasion === "string" &&
    Number.isSafeInteger(plan.round)
  )
    return {
      planned: plan,
      screen: readScreen(Object(screen)),
      file: file.answer && file,
    };
  if (isSeeded(file)) return { isSeeded: true, file, screen: {} };
  const { commitment, terms } = getReceipt(file) ?? file;
  const { deck, max, label = "" } = Object(terms);
  const isSealed =
    [label, commitment].every((each) => typeof each === "string") &&
    (Number.isSafeInteger(max) || typeof deck === "string");
  if (!isSealed || !/^[0-9a-f]{64}$/.test(commitment))
    throw new NoDraw(t("result.notADraw"));
  return {
    commitment,
    terms,
    screen: readScreen(Object(screen)),
    file: getReceipt(file) && file,
  };
}

/** Return the usable parts of what anybody could have written into a link. */
function readScreen({ sealed, drawn, names }) {
  const isTime = (time) =>
    Number.isSafeInteger(time) && Math.abs(time) <= 8.64e15;
  const isList =
    Array.isArray(names) && names.every((name) => typeof name === "string");
  return {
    sealed: isTime(sealed) ? sealed : undefined,
    drawn: isTime(drawn) ? drawn : undefined,
    names: isList ? names : undefined,
  };
}

/** Return the lines of a list if it is the list of a draw, in the form that was sealed; undefined for any other. */
export async function matchList(lines, { terms }) {
  const items = await spreadTickets(lines, terms);
  return (await hashList(items)) === terms.items_sha256 ? items : undefined;
}

/** Note a draw that is fixed and not drawn, and return its outcome. */
export function noteSeal({ commitment, terms }) {
  const note = keepSeal({ commitment, terms });
  if (note.terms !== canonicalJson(terms))
    return { state: "invalid", says: t("result.otherDraw") };
  if (note.result)
    return {
      state: "sealed",
      word: t("result.sealedAgain"),
      says: "",
      isDrawn: true,
      notedAt: note.time,
    };
  return { state: "sealed", says: t("result.sealedSays"), notedAt: note.time };
}

/**
 * Check a draw. `items`: the list, if its reader opened it; `confirmed`: the names of what the reader confirmed. Return the
 * `state` and `says` of the sign, the `chosenBy` of the verdict, the `asked` names of what only the reader knows, the
 * `warnings`, what was `checked`, whether it `isConfirmable`: ticks of the reader can make it valid, and the `result` in the form that the page
 * Draw shows; without a result if the draw is not valid.
 */
export async function judge(draw, { items, confirmed }) {
  const receipt = getReceipt(draw.file);
  const own = Object.fromEntries(
    [...confirmed]
      .filter((name) => typeof receipt[name] === "string")
      .map((name) => [name, receipt[name]]),
  );
  const file = {
    ...draw.file,
    confirmed: { ...draw.file.confirmed, ...own },
    ...(items && { original_items: items }),
  };
  const given = { ...file.confirmed, seen: file.seen };
  const linked = NOTES.filter(
    (name) => given[name] !== undefined && !confirmed.has(name),
  );
  const isKept = !hasIntegers(receipt.terms) && isRecordKept(file); // this browser played the game
  const options = {
    linked: isKept ? [] : linked,
    confirmed,
    drawnAt: draw.screen.drawn,
  };
  const {
    difference,
    unchecked,
    origin,
    isChecked,
    notedAt,
    isNotedLate,
    asked,
  } = await assess(file, options);
  if (difference) return { state: "invalid", says: explain(difference, file) };
  if (!hasIntegers(receipt.terms))
    return judgeCards(file, {
      unchecked,
      origin,
      isChecked,
      notedAt,
      isNotedLate,
      asked,
      isKept,
    });
  const { result, hasOtherNames, isNamed, missing } = describeResult(
    file,
    draw,
  );
  if (hasOtherNames) return { state: "invalid", says: t("result.otherNames") };
  const chosenBy = origin.chosen_by;
  const { round } = parseLabel(receipt.terms.label);
  const due = round && getDue(round);
  const [isLate, isEarly] = [notedAt >= due, Date.now() < due];
  const isConfirmable =
    !isLate &&
    !isEarly &&
    !["result", "order", "otherSeal"].some((name) => unchecked[name]);
  const warnings = [
    unchecked.result && t("result.secondResult"),
    unchecked.order && t("result.unusualOrder"),
    isLate && t("result.lateSeal"),
    isNotedLate && t("verify.notedLate"),
    isEarly && t("result.earlyRound"),
    missing,
  ];
  const hasList =
    receipt.terms.items_sha256 === undefined ||
    file.original_items !== undefined;
  const namesNote = isNamed && !hasList && t("result.namesClaimed");
  const checked = [
    t("result.checked.seal"),
    t("result.checked.each", { count: listDrawn(file.seen).length }),
    receipt.terms.items_sha256 === undefined
      ? t("result.checked.limits")
      : hasList && t("result.checked.list"),
  ];
  const facts = {
    checked,
    chosenBy,
    notedAt,
    isConfirmable,
    asked,
    result,
    hasList,
    isNamed,
    warnings: [...warnings, namesNote].filter(Boolean),
  };
  if (unchecked.otherSeal)
    return {
      ...facts,
      state: "otherSeal",
      says: `${toPlain(unchecked.otherSeal).text}.`,
    };
  return {
    ...facts,
    ...findState({ chosenBy, isChecked: isChecked && isConfirmable, hasList }),
  };
}

/** Return the outcome of the deals of a sealed game, as `judge` does. */
async function judgeCards(
  file,
  { unchecked, origin: { chosen_by: chosenBy }, isChecked, ...facts },
) {
  const { readDeals } = await import("./hands.mjs");
  const receipt = getReceipt(file);
  const warnings = [
    unchecked.draws && t("result.stepsMissing"),
    facts.isNotedLate && t("verify.notedLate"),
  ].filter(Boolean);
  const checked = isPartial(receipt)
    ? []
    : [
        t("result.checked.seal"),
        t("result.checked.eachCard", { count: listDrawn(file.seen).length }),
        !unchecked.draws && t("result.checked.steps"),
      ];
  return {
    ...facts,
    ...findState({ chosenBy, isChecked, hasList: true, ...facts }),
    checked,
    chosenBy,
    isConfirmable: true,
    warnings,
    hasList: true,
    deals: await readDeals(file),
  };
}

/** Return the state of the sign. Only what nobody could choose, as far as the reader confirmed, is valid. */
function findState({ chosenBy, isChecked, hasList, isKept }) {
  if (["operator", "unknown"].includes(chosenBy))
    return { state: chosenBy, says: t(`result.says.${chosenBy}`) };
  if (isChecked)
    return {
      state: "valid",
      says: isKept ? t("result.says.kept") : t("result.says.valid"),
    };
  const state = hasList ? "matches" : "numbersMatch";
  return { state, says: t(`result.says.${state}`) };
}

/** Return the drawn lines or numbers of a file, arranged, and whether the names in the link differ from the list. */
function describeResult(file, { screen: { names } }) {
  const { terms, drawn } = getReceipt(file);
  const numbers = listDrawn(file.seen).map(({ face }) => face);
  const { original_items: items } = file;
  const ofList =
    items && numbers.map((number) => toText(itemOf(number, file, terms)));
  const ofLink =
    names?.length === numbers.length ? names.map(toText) : undefined;
  const lines =
    terms.items_sha256 === undefined
      ? undefined
      : (ofList ??
        ofLink ??
        numbers.map((number) => t("result.unnamed", { number })));
  const { what } = parseLabel(terms.label);
  const result =
    numbers.length > 0
      ? arrange(what, { numbers, lines, size: terms.max - terms.min + 1 })
      : undefined;
  if (!ofList && ofLink && lines) addNumbers(result, lines, numbers);
  return {
    result,
    hasOtherNames:
      ofList !== undefined &&
      names !== undefined &&
      ofList.join("\n") !== names.map(toText).join("\n"),
    isNamed: (ofList ?? ofLink) !== undefined,
    missing:
      numbers.length < drawn.total &&
      t("result.notAllDrawn", { shown: numbers.length, total: drawn.total }),
  };
}

/** Write beside each line of a result the number in the list that it was drawn with: the first one that is left, if several have the line. */
function addNumbers({ parts }, lines, numbers) {
  const left = new Map();
  lines.forEach((line, i) =>
    left.set(line, [...(left.get(line) ?? []), numbers[i]]),
  );
  const take = (line) =>
    left.get(line).length > 1 ? left.get(line).shift() : left.get(line)[0];
  for (const part of parts)
    part.lines = part.lines.map((line) =>
      t("result.claimed", { name: line, number: take(line) }),
    );
}

/** Return whether the times of a draw, by the clock of whoever drew, cannot be. */
export function hasWrongTimes({ sealed, drawn }) {
  const latest = Date.now() + 10 * 60_000; // a clock may be minutes wrong
  return sealed > drawn || sealed > latest || drawn > latest;
}

/** Return a sentence on why a draw is not valid. */
function explain({ where, expected, seen }, file) {
  const { terms } = getReceipt(file);
  if (["terms.items_sha256", "original_items"].includes(where))
    return t("result.otherList");
  if (where.startsWith("terms.")) return t("result.otherDraw");
  if (!/^round \d+, position \d+/.test(where)) return t("result.otherParts");
  const [right, wrong] = [expected, seen].map((face) =>
    toText(hasIntegers(terms) ? itemOf(face, file, terms) : face),
  );
  return hasIntegers(terms)
    ? t("result.otherResult", { right, wrong })
    : t("result.otherCard", { right, wrong });
}

/** Return a sentence for an error of the check; undefined for an error of the page itself. */
export function explainError(error) {
  if (error instanceof NoDraw) return error.message;
  return error instanceof Refused
    ? t("result.unreadable", { reason: escapeInvisible(error.message) })
    : undefined;
}
