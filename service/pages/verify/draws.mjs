/**
 * A draw from a list or from numbers, as the page Draw seals it: before it is drawn, what its seal fixes and whether a list
 * is the one that it names; afterwards, what was drawn.
 */
import { hashList } from "../../../verify/canonical.mjs";
import { escapeInvisible } from "../../../verify/texts.mjs";
import { createElement } from "../shared/page.mjs";
import { getReceipt, hasIntegers, listSeen } from "./notes.mjs";
import { keepCommitment } from "./records.mjs";

/** Return the response that opened a sealed draw, if a text is one; undefined for any other. */
export function readAnnouncement(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { commitment, terms, receipt } = Object(value);
  const isOne = /^[0-9a-f]{64}$/.test(commitment) && hasIntegers(terms) && receipt === undefined;
  return isOne ? { commitment, terms } : undefined;
}

const createRow = (name, value) => createElement("div", {}, createElement("dt", {}, name), createElement("dd", {}, escapeInvisible(String(value))));

/** Note the commitment in this browser, and return the view of the draw; `items` is the list that a person entered. */
export async function viewAnnouncement({ commitment, terms }, items) {
  keepCommitment(commitment);
  const { label, min = 1, max, items_sha256: digest } = terms;
  const hash = items && digest && (await hashList(items));
  if (hash && hash !== digest)
    return {
      state: "invalid",
      word: "This is another list.",
      says: "The draw is sealed for a list with another fingerprint: a name, the order or the spelling differs.",
      more: [createElement("dl", { class: "bytes" }, createRow("Sealed", digest), createRow("This list", hash))],
    };
  const isOfList = digest !== undefined;
  return {
    state: "partial",
    word: "Sealed, and not drawn yet.",
    says: "This browser noted the seal. Open the link of the result here when it is drawn.",
    more: [
      hash && createElement("p", {}, createElement("strong", { class: "good" }, "The list is the one that is sealed.")),
      createElement(
        "dl",
        { class: "bytes" },
        label !== undefined && createRow("Draw", label),
        createRow(isOfList ? "Names in the list" : "Numbers", isOfList ? max - min + 1 : `${min} to ${max}`),
        createRow("The seal (commitment)", commitment),
        isOfList && createRow("Fingerprint of the list", digest),
      ),
      isOfList && !hash && createElement("p", { class: "soft" }, "Is the list yours? Enter it under “What you noted”, a line for each item, and verify."),
    ],
  };
}

const MAX_SHOWN = 100;

/** Return elements that say what a file with the receipt of a draw has drawn, in order; none for any other file. */
export function describeDrawn(file) {
  const terms = getReceipt(file)?.terms;
  if (!hasIntegers(terms)) return [];
  const faces = listSeen(file.seen).flatMap(({ cards }) => cards.map(({ face }) => face)).filter((face) => face !== null);
  const items = faces.map((face) => file.original_items?.[face - terms.min] ?? face);
  const lines = items.slice(0, MAX_SHOWN).map((item) => createElement("li", {}, escapeInvisible(typeof item === "string" ? item : JSON.stringify(item))));
  const more = items.length > MAX_SHOWN && createElement("p", { class: "soft" }, `And ${items.length - MAX_SHOWN} more.`);
  return [
    terms.label !== undefined && createElement("p", {}, createElement("strong", {}, escapeInvisible(terms.label))),
    lines.length > 0 && createElement("ol", { class: "numbers", "aria-label": "Drawn" }, lines),
    more,
  ].filter(Boolean);
}
