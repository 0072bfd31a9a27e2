/** The verdict on a file with the player's notes, and the steps of the check. */
import { steps } from "../../../verify/games/steps.mjs";
import { isShown, isState } from "../../../verify/verify.mjs";
import { findTexts, t } from "../shared/texts.mjs";
import { NOW, assess } from "./assessment.mjs";
import { agreementView, differenceView } from "./finding.mjs";
import {
  getReceipt,
  hasIntegers,
  isPartial,
  listProofRemarks,
  listRemarks,
} from "./notes.mjs";
import { say } from "./plain.mjs";
import { isInPublic } from "./seals.mjs";

/**
 * Check a file. Return the `view` of the verdict, the `questions` that only the reader can answer, and the `difference`,
 * if any. `lookup` returns the pictures of the cards; `assess` describes the other options.
 */
export async function verify(
  file,
  { lookup, confirmed = new Set(), ...options },
) {
  const { difference, unchecked, linked, origin, isChecked, remarks, asked } =
    await assess(file, { confirmed, ...options });
  if (difference)
    return {
      difference,
      view: differenceView(difference, file, await lookup()),
    };
  const receipt = getReceipt(file);
  const titles = {
    ...(isPartial(receipt)
      ? findTexts("verify.titlesOfPartial")
      : isInPublic(receipt?.terms ?? {})
        ? findTexts("verify.titlesOfDraw")
        : {}),
    ...(receipt?.terms.words && { client_seed: t("verify.textsOfPlayers") }),
  };
  const open = Object.entries(unchecked).map(([name, sentence]) => {
    return {
      kind: "open",
      name,
      title: titles[name],
      sentence,
      value: valueOf(file, name),
      isLinked: linked.includes(name),
    };
  });
  const notes = remarks.map((sentence) => ({ kind: "note", sentence }));
  const items = [
    ...open,
    ...notes,
    ...describe(file, {
      ...unchecked,
      ...(linked.length > 0 && { digest: "" }),
    }),
  ];
  const view = agreementView(
    { isChecked, ...origin },
    items,
    describeAgreement(file, unchecked),
  );
  return { view, questions: listQuestions(file, asked) };
}

/** Return questions about the facts in `asked`, which only the reader may know; of a proof about its terms. */
function listQuestions(file, asked) {
  if (file.proof !== undefined)
    return [{ name: "terms", sentence: t("verify.ask.proof") }];
  const receipt = getReceipt(file);
  if (receipt === undefined) return [];
  const isBeacon = / round \d+$/.test(receipt.terms.label ?? "");
  const sentences = {
    ...(hasIntegers(receipt.terms)
      ? findTexts("verify.askOfDraw")
      : findTexts("verify.askOfCards")),
    ...(isBeacon && { client_seed: t("verify.ask.beacon") }),
    ...(receipt.terms.words && { client_seed: t("verify.ask.words") }),
  };
  return asked.map((name) => ({
    name,
    sentence: sentences[name],
    value: valueOf(file, name),
  }));
}

/** Return the value in a receipt that a person can compare with the own one. */
const valueOf = (file, name) =>
  ["commitment", "client_seed"].includes(name)
    ? getReceipt(file)?.[name]
    : undefined;

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

function describeAgreement(file, unchecked) {
  if (file.file !== undefined) return t("verify.agrees.boards");
  if (isState(file)) return unchecked.signed ? "" : t("verify.agrees.state");
  if (isShown(file)) return t("verify.agrees.shown");
  if (!getReceipt(file)) return t("verify.agrees.seed");
  if (isPartial(getReceipt(file))) return t("verify.agrees.partial");
  if (unchecked.seen) return t("verify.agrees.receipt");
  return hasIntegers(getReceipt(file).terms)
    ? t("verify.agrees.numbers")
    : t("verify.agrees.cards");
}

function describeState({ digest, signed }) {
  return [
    { kind: "done", sentence: say("verify.done.signature"), value: signed.kid },
    { kind: "note", sentence: say("verify.note.sameDigest"), value: digest },
  ];
}

function describeShown({ shown: publicKeys, root }) {
  const count = [publicKeys].flat().length;
  return [
    { kind: "done", sentence: say("verify.done.root", { count }) },
    { kind: "note", sentence: say("verify.note.root"), value: root },
  ];
}

/** Return a sentence on the results of a valid response; the matches of a condition are all that there are. */
function describeResults({ repeats, matches, candidates }) {
  if (candidates !== undefined)
    return say("verify.done.found", { count: matches.length, candidates });
  return repeats === undefined
    ? say("verify.done.result")
    : say("verify.done.results", { count: repeats });
}

/** Return the steps of the check of a file; shown cards and signed states alone have none. */
export async function collectSteps(file) {
  if (isShown(file) || isState(file)) return [];
  const all = [];
  for await (const step of steps(file)) all.push(step);
  return all;
}
