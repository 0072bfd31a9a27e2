/**
 * The outcome of a sealed draw or deal: what its link has, and what the check of the page Verify finds. Without
 * elements.
 */
// @ts-check
import { canonicalJson, hashList } from "../../../verify/core/canonical.mjs";
import { parseJson } from "../../../verify/core/json.mjs";
import { escapeInvisible } from "../../../verify/core/escaped_texts.mjs";
import { Refused, isObject } from "../../../verify/core/validation.mjs";
import { t } from "../shared/texts.mjs";
import { assess } from "../verdicts/assessment/assessment.mjs";
import {
  getReceipt,
  areOfIntegers,
  isPartial,
} from "../verdicts/assessment/notes.mjs";
import { parsePosition } from "../verdicts/assessment/places.mjs";
import { describeDiffering, toPlain } from "../verdicts/assessment/plain.mjs";
import { isRecordKept, keepSeal } from "../verdicts/assessment/records.mjs";
import {
  itemOf,
  listDrawn,
  spreadTickets,
  toText,
} from "../verdicts/assessment/seals.mjs";
import { objectOf } from "../shared/unknown_json.mjs";
import { parseLabel } from "../shared/sealed_labels.mjs";
import { arrange } from "../shared/arrange.mjs";
import { Damaged, NoDraw, Unshown } from "./unshown.mjs";

/**
 * @import { JsonObject } from "../../../verify/core/validation.mjs"
 * @import { Plan, PlanFile } from "../../../verify/plans/plans.mjs"
 * @import { DrawValues, Plan as DrawPlan } from "../draw/plan/plan.mjs"
 * @import { Result } from "../shared/draw_types.mjs"
 * @import { Assessment, Grade } from "../verdicts/assessment/assessment.mjs"
 * @import { Subject } from "../verdicts/assessment/notes.mjs"
 * @import { DifferingValue } from "../verdicts/assessment/plain.mjs"
 * @import { Receipt, Terms } from "../shared/shoes.mjs"
 * @import { Seal } from "../verdicts/assessment/records.mjs"
 * @import { ExplainedDifference } from "../verdicts/assessment/seals.mjs"
 * @import { CardFile, Deals } from "./hands.mjs"
 */

/**
 * A file to check: a receipt, with what was seen, and the list if it is there.
 * @typedef {object} ReceiptFile
 * @property {Receipt} receipt
 * @property {Subject["seen"]} [seen]
 * @property {{ [name: string]: string }} [confirmed] what whoever saved it noted
 * @property {unknown[]} [original_items]
 * @property {{ signature: string }} [beacon]
 */

/**
 * What pages add without a proof: the times, in milliseconds since 1970, the drawn names, the fragment of the link that
 * a response follows from, and whether its groups are tables.
 * @typedef {{ sealed?: number, drawn?: number, names?: string[], link?: string, tables?: boolean }} Screen
 */

/**
 * A function that returns a list that its reader opened in the form that was sealed; undefined for another list.
 * @typedef {(lines: string[]) => Promise<string[] | undefined>} MatchLines
 */

/**
 * What a sealed draw or deal, one from a seed and one with a plan have in common. `lines` are the list, if it is there.
 * @typedef {object} OpenedBase
 * @property {Screen} screen
 * @property {unknown[]} [lines]
 * @property {MatchLines} [matchLines] for a list that is not compared with the hash in the terms
 */

/**
 * A sealed draw or deal; the `file` is there if it was drawn.
 * @typedef {OpenedBase & {
 *   planned?: undefined,
 *   isSeeded?: undefined,
 *   commitment: string,
 *   terms: Terms,
 *   file?: ReceiptFile,
 * }} OpenedSealed
 */

/**
 * A response that a seed leads to. `again` is the path of the page that draws the same again; of a draw of the page
 * Draw its `plan` is there with the `values` of its form, and the `length` of a list that is not in its link; of a
 * saved one also what its link gives, `linked`.
 * @typedef {OpenedBase & {
 *   planned?: undefined,
 *   isSeeded: true,
 *   file: SeededFile,
 *   linked?: SeededFile,
 *   again?: string,
 *   plan?: DrawPlan,
 *   values?: DrawValues,
 *   length?: number,
 * }} OpenedSeeded
 */

/**
 * A response, as far as it is read.
 * @typedef {CardFile & JsonObject & SeededFacts} SeededFile
 * @typedef {object} SeededFacts
 * @property {string | number} [seed]
 * @property {number} [index]
 * @property {number} [deal_number]
 * @property {string} [uniformity]
 * @property {unknown[]} [original_items]
 */

/**
 * A draw with a plan; the `file` is there if it was drawn.
 * @typedef {OpenedBase & {
 *   planned: Plan,
 *   isSeeded?: undefined,
 *   commitment: string,
 *   terms: Terms,
 *   file?: PlanFile & { original_items?: unknown[] },
 * }} OpenedPlanned
 */

/** @typedef {OpenedSealed | OpenedSeeded | OpenedPlanned} OpenedDraw */

/**
 * What `readDraw` finds: of a draw with a plan without what `openPlanned` adds.
 * @typedef {OpenedSealed | OpenedSeeded | ReadPlanned} ReadDraw
 * @typedef {{ planned: Plan, isSeeded?: undefined, screen: Screen, file?: PlanFile }} ReadPlanned
 */

/**
 * The sign of a result: its `state`, and a sentence; `word` is there in place of the word of the state.
 * @typedef {{ state: string, says: string, word?: string }} Sign
 */

/**
 * What a check finds, for people. A result or deals are there if the draw is valid.
 * @typedef {Sign & Partial<Findings>} Outcome
 * @typedef {object} Findings
 * @property {string} chosenBy who could choose, as the verdict calls it: "last_word"
 * @property {number} notedAt when this browser noted the seal
 * @property {string[]} askedNames names of what only the reader knows: "commitment"
 * @property {string[]} warnings
 * @property {string[]} checked what was checked
 * @property {boolean} isConfirmable ticks of the reader can make it valid
 * @property {boolean} isKept this browser played the game
 * @property {boolean} isDrawn a sealed draw was seen drawn before
 * @property {string} shown the fragment of this page that shows its result
 * @property {boolean} hasList
 * @property {boolean} isNamed the names are there, as a link or a list has them
 * @property {Result} result in the form that the page Draw shows
 * @property {Deals} deals
 * @property {string} title of a draw from a seed
 * @property {ExplainedDifference} difference of a draw from a seed or with a plan, if `says` does not name it
 * @property {DifferingValue} value the one that differs, which `says` names
 * @property {string} who sentences on who chose a draw with a plan
 * @property {boolean} isWhole of a plan: all is right but what its reader does not know
 * @property {boolean} isNoted of a plan: this browser noted it in time
 */

/**
 * What a reader adds: the list that they opened, and the names of what they confirmed.
 * @typedef {{ items?: string[], confirmed: Set<string> }} ReaderNotes
 */

const NOTES = ["commitment", "client_seed", "seen"];

/**
 * Return whether a file is a response that its seed, or its number, leads to.
 * @param {{ receipt?: unknown, seed?: unknown, deal_number?: unknown }} file
 */
const isSeeded = ({ receipt, seed, deal_number: number }) =>
  receipt === undefined && (seed ?? number) !== undefined;

/**
 * Return the draw or deal in a text of JSON: its `terms`, `commitment` and, if it was drawn, the `file` to check; and
 * `screen`, what pages add without a proof. Of a saved response, which a seed leads to, the `file` and its `screen`; of
 * a draw with a plan, the plan as `planned`.
 * @param {string} text
 * @returns {ReadDraw}
 */
export function readDraw(text) {
  const { screen, ...file } = parseFile(text);
  if (isPlan(file.plan))
    return {
      planned: file.plan,
      screen: readScreen(screen),
      file: file.answer && file,
    };
  if (isSeeded(file))
    return { isSeeded: true, file, screen: readScreen(screen) };
  const receipt = getReceipt(file);
  const { commitment, terms } = receipt ?? file;
  if (!isSeal(commitment, terms))
    throw new NoDraw(
      isOfOtherVersion(file) ? t("result.otherKind") : t("result.notADraw"),
    );
  return {
    commitment,
    terms,
    screen: readScreen(screen),
    file: receipt && { ...file, receipt },
  };
}

/**
 * Return whether a file has a receipt or a plan as another version of the service writes it, such as "sealed2".
 * @param {{ receipt?: any, plan?: any }} file
 */
const isOfOtherVersion = ({ receipt, plan }) =>
  /^sealed\d+$/.test(receipt?.receipt ?? receipt) ||
  /^plan\d+$/.test(plan?.plan);

/**
 * Return the object in a text of JSON; a receipt alone becomes the one of a file.
 * @param {string} text
 * @returns {{ [name: string]: any }} anything may be in it
 */
function parseFile(text) {
  try {
    /** @type {any} */
    const value = parseJson(text);
    if (value?.receipt === "sealed1") return { receipt: value };
    return objectOf(value);
  } catch {
    if (text.trimStart().startsWith("{"))
      throw new Damaged(t("result.damagedFile"));
    throw new NoDraw(t("result.notADraw"));
  }
}

/**
 * @param {any} value
 * @returns {value is Plan}
 */
const isPlan = (value) =>
  value?.plan === "plan1" &&
  typeof value.occasion === "string" &&
  Number.isSafeInteger(value.round);

/**
 * Return whether a commitment and terms are those of a sealed shoe, as far as this page reads them.
 * @param {unknown} commitment
 * @param {unknown} terms
 */
function isSeal(commitment, terms) {
  if (!isObject(terms)) return false;
  const { deck, max, label = "" } = terms;
  return (
    typeof label === "string" &&
    (Number.isSafeInteger(max) || typeof deck === "string") &&
    typeof commitment === "string" &&
    /^[0-9a-f]{64}$/.test(commitment)
  );
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isTime = (value) =>
  Number.isSafeInteger(value) && Math.abs(Number(value)) <= 8.64e15;

/**
 * Return the usable parts of what anybody could have written into a link.
 * @param {unknown} screen
 * @returns {Screen}
 */
function readScreen(screen) {
  const { sealed, drawn, names, link, tables } = objectOf(screen);
  const isList =
    Array.isArray(names) && names.every((name) => typeof name === "string");
  return {
    sealed: isTime(sealed) ? sealed : undefined,
    drawn: isTime(drawn) ? drawn : undefined,
    names: isList ? names : undefined,
    link: typeof link === "string" ? link : undefined,
    tables: tables === true,
  };
}

/**
 * Return the lines of a list if it is the list of a draw, in the form that was sealed; undefined for any other.
 * @param {string[]} lines
 * @param {Terms} terms
 * @returns {Promise<string[] | undefined>}
 */
export async function matchList(lines, terms) {
  const { items_sha256: hash } = terms;
  const items = await spreadTickets(lines, { items_sha256: hash });
  return (await hashList(items)) === hash ? items : undefined;
}

/**
 * Note a draw that is fixed and not drawn, and return its outcome.
 * @param {string} commitment
 * @param {Terms} terms
 * @returns {Outcome}
 */
export function noteSeal(commitment, terms) {
  const note = keepSeal({ commitment, terms });
  if (note.terms !== canonicalJson(terms))
    return { state: "invalid", says: t("result.otherDraw") };
  if (note.result) return describeDrawn(note);
  return {
    state: "sealed",
    word: areOfIntegers(terms)
      ? t("result.sign.sealed")
      : t("result.sign.sealedCards"),
    says: t("result.sealedSays"),
    notedAt: note.time,
  };
}

/**
 * Return the outcome of an announcement whose result this browser saw before, with the fragment that shows it.
 * @param {Seal} note
 * @returns {Outcome}
 */
export const describeDrawn = ({ time, shown }) => ({
  state: "sealed",
  word: t("result.sealedAgain"),
  says: t("result.drawnSays"),
  isDrawn: true,
  shown,
  notedAt: time,
});

/**
 * Check a sealed draw or deal with what its reader adds, and return its outcome.
 * @param {ReceiptFile} opened
 * @param {Screen} screen
 * @param {ReaderNotes} reader
 * @returns {Promise<Outcome>}
 */
export async function judge(opened, screen, reader) {
  const file = addNotes(opened, reader);
  const { confirmed } = reader;
  const isOfNumbers = areOfIntegers(file.receipt.terms);
  const isKept = isRecordKept(file); // this browser played the game
  const assessment = await assess(file, {
    linked: isKept ? [] : listLinked(file, confirmed),
    confirmed,
    drawnAt: screen.drawn,
  });
  if (assessment.difference)
    return { state: "invalid", says: explain(assessment.difference, file) };
  return isOfNumbers
    ? judgeNumbers(file, assessment, screen)
    : judgeCards(file, assessment, isKept);
}

/**
 * Return a file with what its reader confirmed, and with the list that they opened.
 * @param {ReceiptFile} file
 * @param {ReaderNotes} reader
 * @returns {ReceiptFile}
 */
function addNotes(file, { items, confirmed }) {
  /** @type {{ [name: string]: unknown }} */
  const members = { ...file.receipt };
  const confirmedMembers = [...confirmed].flatMap((name) => {
    const value = members[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  return {
    ...file,
    confirmed: { ...file.confirmed, ...Object.fromEntries(confirmedMembers) },
    ...(items && { original_items: items }),
  };
}

/**
 * Return the names of the notes that a file has and that its reader did not confirm: whoever made its link claims them.
 * @param {ReceiptFile} file
 * @param {Set<string>} confirmed
 */
function listLinked(file, confirmed) {
  /** @type {{ [name: string]: unknown }} */
  const notes = { ...file.confirmed, seen: file.seen };
  return NOTES.filter(
    (name) => notes[name] !== undefined && !confirmed.has(name),
  );
}

/**
 * Return the outcome of a draw of numbers, which may stand for the lines of a list.
 *
 * Of a draw whose last word the audience had, and whose list is there, the state is "matches" until its reader
 * confirmed the seal and the words; then it is "valid".
 * @param {ReceiptFile} file
 * @param {Assessment} assessment
 * @param {Screen} screen
 * @returns {Outcome}
 */
function judgeNumbers(file, assessment, { names }) {
  const { terms } = file.receipt;
  const described = describeResult(file, names);
  if (described.hasOtherNames)
    return { state: "invalid", says: t("result.otherNames") };
  const { unchecked, grade, notedAt, isNotedLate, asked } = assessment;
  const chosenBy = assessment.origin.chosen_by;
  const hasList =
    terms.items_sha256 === undefined || file.original_items !== undefined;
  const sign = unchecked.otherSeal
    ? { state: "otherSeal", says: `${toPlain(unchecked.otherSeal).text}.` }
    : findSign({
        chosenBy,
        grade,
        isNotedLate,
        isNoted: notedAt !== undefined,
      });
  return {
    ...sign,
    checked: listChecked(file, hasList),
    warnings: listWarnings(assessment, described, hasList),
    chosenBy,
    notedAt,
    askedNames: asked,
    isConfirmable: grade !== "part",
    hasList,
    isNamed: described.isNamed,
    result: described.result,
  };
}

/**
 * Return sentences on what was checked of a draw of numbers.
 * @param {ReceiptFile} file
 * @param {boolean} hasList whether the list is there, if the numbers stand for one
 */
function listChecked({ receipt, seen }, hasList) {
  const ofNumbers =
    receipt.terms.items_sha256 === undefined
      ? t("result.checked.limits")
      : hasList && t("result.checked.list");
  return keepTexts([
    t("result.checked.seal"),
    t("result.checked.each", { count: listDrawn(seen).length }),
    ofNumbers,
  ]);
}

/**
 * Return sentences on what a reader should know before they believe a draw of numbers.
 * @param {Assessment} assessment
 * @param {ReturnType<typeof describeResult>} described
 * @param {boolean} hasList
 */
const listWarnings = (
  { unchecked, grade, isNotedLate },
  { missing, isNamed },
  hasList,
) =>
  keepTexts([
    unchecked.result && t("result.secondResult"),
    unchecked.order && t("result.unusualOrder"),
    unchecked.late && t("verify.lateSeal"),
    isNotedLate && grade !== "whole" && t("verify.notedLate"),
    unchecked.early && t("verify.earlyRound"),
    missing,
    isNamed && !hasList && t("result.namesClaimed"),
  ]);

/**
 * Return the texts of a list without what stands for those that are missing.
 * @param {unknown[]} texts
 */
export const keepTexts = (texts) => texts.filter(isText);

/**
 * @param {unknown} value
 * @returns {value is string}
 */
const isText = (value) => typeof value === "string" && value !== "";

/**
 * Return the outcome of the deals of a sealed game, as `judge` does.
 *
 * Its state is "valid" at once if this browser played the game: then `isKept` is true.
 * @param {ReceiptFile} file
 * @param {Assessment} assessment
 * @param {boolean} isKept whether this browser played the game
 * @returns {Promise<Outcome>}
 */
async function judgeCards(file, assessment, isKept) {
  const { unchecked, grade, notedAt, isNotedLate, asked } = assessment;
  const { readDeals } = await import("./hands.mjs");
  const chosenBy = assessment.origin.chosen_by;
  const warnings = [
    unchecked.draws && t("result.stepsMissing"),
    isNotedLate && grade !== "whole" && t("verify.notedLate"),
  ];
  const checked = isPartial(file.receipt)
    ? []
    : [
        t("result.checked.seal"),
        t("result.checked.eachCard", { count: listDrawn(file.seen).length }),
        !unchecked.draws && t("result.checked.steps"),
      ];
  return {
    ...findSign({ chosenBy, grade, isNotedLate, isKept }),
    chosenBy,
    notedAt,
    askedNames: asked,
    isKept,
    isConfirmable: true,
    hasList: true,
    checked: keepTexts(checked),
    warnings: keepTexts(warnings),
    deals: await readDeals(file),
  };
}

/**
 * Return the sign. Only what nobody could choose, as far as the reader confirmed, is valid.
 * @param {object} facts
 * @param {string} facts.chosenBy
 * @param {Grade} facts.grade
 * @param {boolean} [facts.isNotedLate] this browser noted the seal after the draw
 * @param {boolean} [facts.isNoted] it noted the announcement before the draw
 * @param {boolean} [facts.isKept] it played the game
 * @returns {Sign}
 */
function findSign({
  chosenBy,
  grade,
  isNotedLate = false,
  isNoted = false,
  isKept = false,
}) {
  if (chosenBy === "unknown")
    return { state: chosenBy, says: sayState(chosenBy) };
  if (chosenBy === "operator")
    return { state: chosenBy, says: sayState("reproduced") };
  if (grade === "whole")
    return {
      state: "valid",
      says: keepTexts([
        isKept ? t("result.says.kept") : t("result.says.valid"),
        isNotedLate && t("result.lateHere"),
      ]).join(" "),
    };
  if (grade === "part")
    return {
      state: "unknown",
      word: t("verify.partial"),
      says: sayState("matches"),
    };
  const state = grade === "right" ? "matches" : "numbersMatch";
  const says = [isNoted && t("result.says.noted"), sayState(state)];
  return { state, says: keepTexts(says).join(" ") };
}

/**
 * Return the sentence on a state. What matches is what a seed leads to: there is one sentence for both.
 * @param {"matches" | "numbersMatch" | "reproduced" | "unknown" | "valid"} state
 */
export const sayState = (state) =>
  t(`result.says.${state === "matches" ? "reproduced" : state}`);

/**
 * Return the drawn lines or numbers of a file as a `result`, which is missing before the first is drawn; whether the
 * names of a link differ from the list, and whether there are names; and what is `missing` of the result, in a
 * sentence.
 *
 * The lines are those of the list. Without it they are the names of the link, each with its number, or "number 5".
 * @param {ReceiptFile} file
 * @param {string[] | undefined} names of the link
 */
function describeResult(file, names) {
  const { terms, drawn } = file.receipt;
  /** @type {{ face: number }[]} */
  const cards = listDrawn(file.seen);
  const numbers = cards.map(({ face }) => face);
  const ofList = file.original_items
    ? numbers.map((number) => toText(findItem(number, file)))
    : undefined;
  const textsOfLink = names?.map(toText);
  const ofLink =
    textsOfLink?.length === numbers.length ? textsOfLink : undefined;
  return {
    result:
      numbers.length > 0
        ? arrangeDrawn(terms, numbers, { ofList, ofLink })
        : undefined,
    hasOtherNames:
      ofList !== undefined &&
      textsOfLink !== undefined &&
      ofList.join("\n") !== textsOfLink.join("\n"),
    isNamed: (ofList ?? ofLink) !== undefined,
    missing:
      numbers.length < drawn.total &&
      t("result.notAllDrawn", { shown: numbers.length, total: drawn.total }),
  };
}

/**
 * Return drawn numbers as a result: with the lines of the list, or those of the link beside the numbers that they are
 * claimed for, or else "number 5".
 * @param {ReceiptFile["receipt"]["terms"]} terms
 * @param {number[]} numbers
 * @param {{ ofList?: string[], ofLink?: string[] }} lines
 */
function arrangeDrawn(terms, numbers, { ofList, ofLink }) {
  const { what } = parseLabel(terms.label);
  const size = (terms.max ?? 0) - (terms.min ?? 1) + 1;
  const isOfList = terms.items_sha256 !== undefined;
  if (!isOfList) return arrange(what, { numbers, size });
  const unnamed = numbers.map((number) => t("result.unnamed", { number }));
  const lines = ofList ?? ofLink ?? unnamed;
  const arranged = arrange(what, { numbers, lines, size });
  const areClaimed = ofList === undefined && ofLink !== undefined;
  return areClaimed ? addNumbers(arranged, lines, numbers) : arranged;
}

/**
 * Return the item of the list of a file that a number stands for, or the number.
 * @param {unknown} number
 * @param {ReceiptFile} file
 * @returns {unknown}
 */
const findItem = (number, { original_items, receipt }) =>
  itemOf(number, { original_items }, { min: receipt.terms.min });

/**
 * Return a result with the number in the list beside each line, with which it was drawn: the first one that is left, if
 * several have the line.
 * @param {Result} result
 * @param {string[]} lines
 * @param {number[]} numbers
 * @returns {Result}
 */
function addNumbers(result, lines, numbers) {
  /** @type {Map<string, number[]>} */
  const unused = new Map(lines.map((line) => [line, []]));
  lines.forEach((line, i) => unused.get(line)?.push(numbers[i]));
  /** @param {string} line */
  const take = (line) => {
    const numbersOfLine = unused.get(line) ?? [];
    const [number] =
      numbersOfLine.length > 1 ? numbersOfLine.splice(0, 1) : numbersOfLine;
    return number;
  };
  const parts = result.parts?.map((part) => ({
    ...part,
    lines: part.lines.map((line) =>
      t("result.claimed", { name: line, number: take(line) }),
    ),
  }));
  return { ...result, parts };
}

/**
 * Return whether the times of a draw, by the clock of whoever drew, cannot be.
 * @param {Screen} screen
 */
export function hasWrongTimes({ sealed = -Infinity, drawn }) {
  const latest = Date.now() + 10 * 60_000; // a clock may be minutes wrong
  if (sealed > latest) return true;
  return drawn !== undefined && (sealed > drawn || drawn > latest);
}

/**
 * Return a sentence on why a draw is not valid.
 * @param {ExplainedDifference} difference
 * @param {ReceiptFile} file
 */
function explain({ where, expected, seen, named }, file) {
  const { terms } = file.receipt;
  if (["terms.items_sha256", "original_items"].includes(where))
    return t("result.otherList");
  if (where.startsWith("terms.")) return t("result.otherDraw");
  if (!parsePosition(where)) return t("result.otherParts");
  if (named) return describeDiffering(named);
  const [right, wrong] = [expected, seen].map((face) =>
    toText(areOfIntegers(terms) ? findItem(face, file) : face),
  );
  return areOfIntegers(terms)
    ? t("result.otherResult", { right, wrong })
    : t("result.otherCard", { right, wrong });
}

/**
 * Return a sentence for an error of the check; undefined for an error of the page itself.
 * @param {unknown} error
 */
export function explainError(error) {
  if (error instanceof Unshown) return error.message;
  return error instanceof Refused
    ? t("result.unreadable", { reason: escapeInvisible(error.message) })
    : undefined;
}
