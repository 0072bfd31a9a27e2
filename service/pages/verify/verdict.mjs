/** The verdict on a file with the player's notes, and the steps of the check. */
import { steps } from "../../../verify/steps.mjs";
import { NOW, assess, isShown, isState } from "./assessment.mjs";
import { agreementView, differenceView } from "./finding.mjs";
import { getReceipt, hasIntegers, isPartial, listProofRemarks, listRemarks } from "./notes.mjs";
import { isInPublic } from "./seals.mjs";

/** Titles of unchecked parts: of a partial receipt, and of a draw in public. */
const OF_PARTIAL = { order: "The order of the cards", faces: "Cards without a proof", shown: "The shown cards" };
const IN_PUBLIC = { commitment: "The seal", client_seed: "The words, or the beacon", seen: "The result", items: "The list", draws: "The steps of the draw" };

/**
 * Check a file. Return the `view` of the verdict, the `questions` that only the reader can answer, and the `difference`,
 * if any. `lookup` returns the pictures of the cards; `assess` describes the other options.
 */
export async function verify(file, { lookup, confirmed = new Set(), ...options }) {
  const { difference, unchecked, linked, origin, isChecked, remarks, asked } = await assess(file, { confirmed, ...options });
  if (difference) return { difference, view: differenceView(difference, file, await lookup()) };
  const receipt = getReceipt(file);
  const partTitles = isPartial(receipt) ? OF_PARTIAL : isInPublic(receipt?.terms ?? {}) ? IN_PUBLIC : {};
  const titles = receipt?.terms.words ? { ...partTitles, client_seed: "The texts of the players" } : partTitles;
  const open = Object.entries(unchecked).map(([name, sentence]) => {
    return { kind: "open", name, title: titles[name], sentence, value: valueOf(file, name), isLinked: linked.includes(name) };
  });
  const notes = remarks.map((sentence) => ({ kind: "note", sentence }));
  const items = [...open, ...notes, ...describe(file, { ...unchecked, ...(linked.length > 0 && { digest: "" }) })];
  const view = agreementView({ isChecked, ...origin }, items, describeAgreement(file, unchecked));
  return { view, questions: listQuestions(file, asked) };
}

const OF_CARDS = {
  commitment: "I noted this seal before the first card",
  client_seed: "I gave these words after the seal was shown, or heard them then",
  seen: "The cards that are compared are those that I saw",
};
const OF_DRAW = {
  commitment: "I noted this seal before the draw",
  client_seed: "I heard these words after the seal was shown",
  seen: "The result is the one that I saw",
};
const OF_BEACON = "I compared these digits with what drand published for the round in the label";
const OF_WORDS = "One of these texts is mine: it was random, and I gave it after the seal was shown";
const OF_PROOF = "I knew the game, the round, the request and all other texts before I gave my own, random one, which is in the proof";

/** Return questions about the facts in `asked`, which only the reader may know; of a proof about its terms. */
function listQuestions(file, asked) {
  if (file.proof !== undefined) return [{ name: "terms", sentence: OF_PROOF }];
  const receipt = getReceipt(file);
  if (receipt === undefined) return [];
  const isBeacon = / round \d+$/.test(receipt.terms.label ?? "");
  const sentences = { ...(hasIntegers(receipt.terms) ? OF_DRAW : OF_CARDS), ...(isBeacon && { client_seed: OF_BEACON }), ...(receipt.terms.words && { client_seed: OF_WORDS }) };
  return asked.map((name) => ({ name, sentence: sentences[name], value: valueOf(file, name) }));
}

/** Return the value in a receipt that a person can compare with the own one. */
const valueOf = (file, name) => (["commitment", "client_seed"].includes(name) ? getReceipt(file)?.[name] : undefined);

function describe(file, unchecked) {
  if (file.file !== undefined) return [{ kind: "done", sentence: "The boards of the file are dealt from its seed." }];
  if (getReceipt(file)) return listRemarks(file, unchecked);
  if (isState(file)) return unchecked.signed && unchecked.signed !== NOW ? [] : describeState(file);
  if (isShown(file)) return describeShown(file);
  const proof = file.proof === undefined ? [] : listProofRemarks(file.proof, unchecked);
  return [...proof, { kind: "done", sentence: describeResults(file) }];
}

function describeAgreement(file, unchecked) {
  if (file.file !== undefined) return "Each board has the cards that its seed gives.";
  if (isState(file)) return unchecked.signed ? "" : "The service signed this check number (digest).";
  if (isShown(file)) return "The cards fit the number of their round (its root).";
  if (!getReceipt(file)) return "The same seed gives the same result, every time.";
  if (isPartial(getReceipt(file))) return "The cards that are shown are those that were dealt.";
  return unchecked.seen ? "The receipt fits its seal." : `The ${hasIntegers(getReceipt(file).terms) ? "numbers" : "cards"} that were seen are the right ones.`;
}

function describeState({ digest, signed }) {
  return [
    { kind: "done", sentence: "The signature is by the service, of this digest, with the key:", value: signed.kid },
    { kind: "note", sentence: "All players must hold this same digest after the same draw. Compare it with theirs:", value: digest },
  ];
}

function describeShown({ shown: publicKeys, root }) {
  const count = [publicKeys].flat().length;
  return [
    { kind: "done", sentence: `${count === 1 ? "The card fits" : `Each of the ${count} cards fits`} the number of its round (the root).` },
    { kind: "note", sentence: "Compare this number with the one that you were shown in the game:", value: root },
  ];
}

/** Return a sentence on the results of a valid response; the matches of a condition are all that there are. */
function describeResults({ repeats, where, matches, candidates }) {
  if (where !== undefined)
    return `Of ${candidates} deals, each dealt here, ${matches.length} fulfil the condition, and these are the ones.`;
  return repeats === undefined ? "The seed leads to this result." : `The seed leads to these ${repeats} results.`;
}

/** Return the steps of the check of a file; shown cards and signed states alone have none. */
export async function collectSteps(file) {
  if (isShown(file) || isState(file)) return [];
  const all = [];
  for await (const step of steps(file)) all.push(step);
  return all;
}
