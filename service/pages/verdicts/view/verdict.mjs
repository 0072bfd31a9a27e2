/** The verdict on a file with the player's notes, and the steps of the check. */
// @ts-check
import { isShown, isState } from "../../../../verify/check.mjs";
import { findTexts, t } from "../../shared/texts.mjs";
import { NOW, assess } from "../assessment/assessment.mjs";
import { agreementView, differenceView } from "./finding.mjs";
import {
  getReceipt,
  areOfIntegers,
  isPartial,
  listProofRemarks,
  listRemarks,
  nameDrawnKind,
} from "../assessment/notes.mjs";
import { parsePosition } from "../assessment/places.mjs";
import { say } from "../assessment/plain.mjs";
import { isOfPublicDraw } from "../../shared/sealed_labels.mjs";
import { compareSeen } from "./differing.mjs";
import { getPacks } from "./results.mjs";

/**
 * @import { FileSteps } from "../../../../verify/steps/steps.mjs"
 * @import { Assessment, AssessOptions } from "../assessment/assessment.mjs"
 * @import { CardLookup } from "./card_lists.mjs"
 * @import { FoundView, Question, VerdictPart } from "./finding.mjs"
 * @import { CheckItem, Subject, Unchecked } from "../assessment/notes.mjs"
 * @import { Receipt } from "../../shared/shoes.mjs"
 * @import { ExplainedDifference } from "../assessment/seals.mjs"
 */

/**
 * The verdict on a file: its view, and the difference, if there is one.
 * @typedef {{ view: FoundView, difference?: ExplainedDifference }} Verdict
 */

/**
 * What `assess` takes, and functions: `lookup` returns the pictures of the cards, `nameDrawn` the name of what was
 * drawn, and `ask` the boxes for questions that only the reader can answer.
 * @typedef {object} ViewOptions
 * @property {() => CardLookup | Promise<CardLookup>} lookup
 * @property {(file: Subject) => Promise<string | undefined>} [nameDrawn]
 * @property {(questions: Question[]) => VerdictPart} [ask]
 */

/**
 * Check a file, and return the verdict.
 * @param {Subject} file
 * @param {AssessOptions & ViewOptions} options
 * @returns {Promise<Verdict>}
 */
export async function verify(file, { lookup, nameDrawn, ask, ...options }) {
  const assessment = await assess(file, options);
  if (assessment.difference) {
    const { difference } = assessment;
    const differing =
      difference.differing ?? (await listDiffering(file, difference));
    const counted = { ...difference, differing };
    const view = differenceView(counted, file, await lookup());
    return { difference, view };
  }
  const { unchecked, origin, grade, linked } = assessment;
  const questions = ask ? listQuestions(file, assessment) : [];
  const view = agreementView(
    { grade, ...origin },
    listItems(file, assessment, questions),
    {
      says: describeAgreement(file, unchecked, linked),
      what: await nameDrawn?.(file),
      questions: questions.length > 0 ? ask?.(questions) : undefined,
      areCards: getPacks(file) !== undefined,
      algorithm: getReceipt(file)?.terms.algorithm,
    },
  );
  return { view };
}

/**
 * Return all that differs of the cards or numbers that were seen of a full receipt; undefined for any other file, and
 * if fewer than two differ, as the check looks for the first difference alone.
 * @param {Subject} file
 * @param {ExplainedDifference} first
 */
async function listDiffering(file, { where }) {
  const receipt = getReceipt(file);
  if (receipt === undefined || isPartial(receipt)) return undefined;
  if (parsePosition(where) === undefined) return undefined;
  const { orders } = await collectSteps(file);
  const differing = compareSeen(file.seen, orders);
  return differing.length > 1 ? differing : undefined;
}

/**
 * Return the checklist of a correct file: what is open, but for what its reader is asked; what to look at, and what was
 * checked.
 * @param {Subject} file
 * @param {Assessment} assessment
 * @param {Question[]} questions
 * @returns {CheckItem[]}
 */
function listItems(file, { unchecked, linked, remarks }, questions) {
  const titles = listTitles(getReceipt(file));
  const askedNames = questions.map(({ name }) => name);
  /** @type {CheckItem[]} */
  const open = Object.entries(unchecked)
    .filter(([name]) => !askedNames.includes(name))
    .map(([name, sentence]) => ({
      kind: "open",
      name,
      title: titles[name],
      sentence,
      value: valueOf(file, name),
      isLinked: linked.includes(name),
    }));
  /** @type {CheckItem[]} */
  const notes = remarks.map((sentence) => ({ kind: "note", sentence }));
  /** @type {Unchecked} */
  const openOrLinked =
    linked.length > 0 ? { ...unchecked, digest: "" } : unchecked;
  return [...open, ...notes, ...describe(file, openOrLinked)];
}

/**
 * Return the titles of what is open, by its name, as far as they are others than usual.
 * @param {Receipt | undefined} receipt
 * @returns {{ [name: string]: string | undefined }}
 */
function listTitles(receipt) {
  if (receipt === undefined) return {};
  const { terms } = receipt;
  const words = terms.words && { client_seed: t("verify.textsOfPlayers") };
  if (isPartial(receipt))
    return { ...findTexts("verify.titlesOfPartial"), ...words };
  return isOfPublicDraw(terms.label)
    ? { ...findTexts("verify.titlesOfDraw"), ...words }
    : { ...words };
}

/**
 * Return questions about the facts in `asked`, which only the reader may know; of a proof about its terms. What a link
 * or a file does not claim may be entered too.
 * @param {Subject} file
 * @param {Assessment} assessment
 * @returns {Question[]}
 */
function listQuestions(file, { asked, linked, unchecked }) {
  if (file.proof !== undefined)
    return [{ name: "terms", sentence: t("verify.ask.proof") }];
  const receipt = getReceipt(file);
  if (receipt === undefined) return [];
  const isBeacon = / round \d+$/.test(receipt.terms.label ?? "");
  const sentences = {
    ...(areOfIntegers(receipt.terms)
      ? findTexts("verify.askOfDraw")
      : findTexts("verify.askOfCards")),
    ...(isBeacon && { client_seed: t("verify.ask.beacon") }),
    ...(receipt.terms.words && { client_seed: t("verify.ask.words") }),
  };
  return asked.map((name) => ({
    name,
    sentence: sentences[name],
    value: valueOf(file, name),
    isEntered: unchecked[name] !== undefined && !linked.includes(name),
  }));
}

/**
 * Return the value in a receipt that a person can compare with the own one.
 * @param {Subject} file
 * @param {string} name
 */
const valueOf = (file, name) =>
  name === "commitment" || name === "client_seed"
    ? getReceipt(file)?.[name]
    : undefined;

/**
 * Return remarks on a correct file by its kind: what was checked, and what to look at.
 * @param {Subject} file
 * @param {Unchecked} unchecked
 * @returns {CheckItem[]}
 */
function describe(file, unchecked) {
  if (file.file !== undefined)
    return [{ kind: "done", sentence: say("verify.done.boards") }];
  const receipt = getReceipt(file);
  if (receipt) return listRemarks(receipt, file, unchecked);
  if (isState(file))
    return unchecked.signed && unchecked.signed !== NOW
      ? []
      : describeState(file);
  if (isShown(file)) return describeShown(file);
  const proof =
    file.proof === undefined ? [] : listProofRemarks(file.proof, unchecked);
  return [...proof, { kind: "done", sentence: describeResults(file) }];
}

/**
 * Return a sentence on a correct file by its kind; "" if nothing of it was checked.
 * @param {Subject} file
 * @param {Unchecked} unchecked
 * @param {string[]} linked names of what only a link or the file claims
 */
function describeAgreement(file, unchecked, linked) {
  if (file.file !== undefined) return t("verify.agrees.boards");
  if (isState(file)) return unchecked.signed ? "" : t("verify.agrees.state");
  if (isShown(file)) return t("verify.agrees.shown");
  const receipt = getReceipt(file);
  if (!receipt) return t("verify.agrees.seed");
  if (isPartial(receipt)) return t("verify.agrees.partial");
  if (linked.includes("seen")) return t("verify.agrees.result");
  if (unchecked.seen) return t("verify.agrees.receipt");
  const hasList = file.original_items !== undefined;
  return t(`verify.agrees.${nameDrawnKind(receipt.terms, hasList)}`);
}

/**
 * Return remarks on a signed state.
 * @param {Subject} file
 * @returns {CheckItem[]}
 */
function describeState({ digest, signed }) {
  return [
    {
      kind: "done",
      sentence: say("verify.done.signature"),
      value: signed?.kid,
    },
    { kind: "note", sentence: say("verify.note.sameDigest"), value: digest },
  ];
}

/**
 * Return remarks on shown cards with their root.
 * @param {Subject} file
 * @returns {CheckItem[]}
 */
function describeShown({ shown = [], root }) {
  const count = [shown].flat().length;
  return [
    { kind: "done", sentence: say("verify.done.root", { count }) },
    { kind: "note", sentence: say("verify.note.root"), value: root },
  ];
}

/**
 * Return a sentence on the results of a valid response; the matches of a condition are all that there are.
 * @param {Subject} file
 */
function describeResults({ repeats, matches = [], candidates }) {
  if (candidates !== undefined)
    return say("verify.done.found", { count: matches.length, candidates });
  return repeats === undefined
    ? say("verify.done.result")
    : say("verify.done.results", { count: repeats });
}

/**
 * Return the steps of the check of a file, and the orders of the rounds of a shoe that were seen; shown cards and
 * signed states alone have neither, and partial receipts no orders.
 * @param {Subject} file
 * @returns {Promise<FileSteps>}
 */
export async function collectSteps(file) {
  if (isShown(file) || isState(file)) return { steps: [], orders: [] };
  const { followFile } = await import("../../../../verify/steps/steps.mjs");
  return followFile(file);
}
