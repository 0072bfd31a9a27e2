/**
 * A draw from a list or from numbers, as the page Draw seals it: before it is drawn, what its seal fixes and whether a list
 * is the one that it names; afterwards, what was drawn.
 */
import { canonicalJson, hashList } from "../../../verify/canonical.mjs";
import { escapeInvisible } from "../../../verify/texts.mjs";
import { getRoundUrl } from "../draw/beacon.mjs";
import { haveTickets, splitTickets } from "../draw/lines.mjs";
import { createElement } from "../shared/page.mjs";
import { getReceipt, hasIntegers, listSeen } from "./notes.mjs";
import { findOpenSeal, findSeal, keepResult, keepSeal } from "./records.mjs";

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

const formatTime = (time) => new Date(time).toLocaleString();

/** Return the label in terms, given as canonical JSON. */
const readLabel = (terms) => JSON.parse(terms).label ?? "a draw without a name";

/**
 * Return the list that a person entered, as the draw is sealed for it: a list with a number of tickets in each line is
 * sealed with a line for each ticket.
 */
export async function spreadTickets(items, { items_sha256: digest }) {
  const isText = items?.every((item) => typeof item === "string");
  if (!isText || !haveTickets(items) || (await hashList(items)) === digest) return items;
  const { names, weights } = splitTickets(items);
  if (weights.reduce((sum, weight) => sum + weight, 0) > MAX_TICKETS) return items;
  const tickets = names.flatMap((name, i) => Array(weights[i]).fill(name));
  return (await hashList(tickets)) === digest ? tickets : items;
}

const MAX_TICKETS = 20_000; // of the page Draw

/** Note the seal in this browser, and return the view of the draw; `items` is the list that a person entered. */
export async function viewAnnouncement({ commitment, terms }, items) {
  const noted = keepSeal({ commitment, terms });
  if (noted.terms !== canonicalJson(terms))
    return {
      state: "invalid",
      word: "Not valid.",
      says: "This browser noted the same seal before, for another draw: one of the two links is made up.",
      more: [createElement("dl", { class: "bytes" }, createRow("Noted", noted.terms), createRow("This link", canonicalJson(terms)))],
    };
  const { label, min = 1, max, items_sha256: digest } = terms;
  const list = items && digest && (await spreadTickets(items, terms));
  const hash = list && (await hashList(list));
  if (hash && (hash !== digest || list.length !== max - min + 1))
    return {
      state: "invalid",
      word: "This is another list.",
      says: "The draw is for a list with another fingerprint: a name, the order or the spelling differs.",
      more: [
        createElement(
          "dl",
          { class: "bytes" },
          createRow("Sealed", `${max - min + 1} names, ${digest}`),
          createRow("This list", `${list.length} names, ${hash}`),
        ),
      ],
    };
  const isOfList = digest !== undefined;
  return {
    state: "partial",
    word: "Sealed: this link has no result.",
    says: noted.result
      ? "This browser saw a result of it already."
      : `This browser noted the seal on ${formatTime(noted.time)}. Open the link of the result here when it is drawn.`,
    more: [
      hash && createElement("p", {}, createElement("strong", { class: "good" }, "Your list is the one that is named here."), " Whether the seal was made for it shows with the result, which this browser compares with what it noted."),
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

/** Return the numbers that a file shows as drawn, {round, position, face}: each place once, in the order of the draws. */
function listDrawn(seen) {
  const entries = listSeen(seen).sort((one, other) => (one.draw ?? Infinity) - (other.draw ?? Infinity) || 0);
  const places = new Map();
  for (const card of entries.flatMap(({ cards }) => cards)) {
    const place = `${card.round} ${card.position}`;
    if (card.face !== null && !places.has(place)) places.set(place, card);
  }
  return [...places.values()];
}

const toText = (item) => escapeInvisible(typeof item === "string" ? item : JSON.stringify(item));

/** Return the item of a list that a number stands for, or the number. */
const itemOf = (face, { original_items: items }, { min }) => items?.[face - min] ?? face;

/** Return elements that say what a file with the receipt of a draw has drawn, in order; none for any other file. */
export function describeDrawn(file) {
  const { terms, drawn } = getReceipt(file) ?? {};
  if (!hasIntegers(terms)) return [];
  const items = listDrawn(file.seen).map(({ face }) => itemOf(face, file, terms));
  const isList = file.original_items !== undefined;
  const shown = items.slice(0, MAX_SHOWN);
  const lines = shown.map((item, i) => {
    const isAgain = isList && items.indexOf(item) < i; // of a list in which a name has several tickets
    return createElement("li", {}, toText(item), isAgain && createElement("span", { class: "soft" }, " (again)"));
  });
  const more = items.length > MAX_SHOWN && createElement("p", { class: "soft" }, `And ${items.length - MAX_SHOWN} more.`);
  const missing = items.length < drawn.total && `Of ${drawn.total} that were drawn, ${items.length} are shown here, perhaps not the first.`;
  return [
    terms.label !== undefined && createElement("p", {}, createElement("strong", {}, escapeInvisible(terms.label))),
    lines.length > 0 && createElement("ol", { class: "numbers", "aria-label": "Drawn" }, lines),
    more,
    describeBeacon(terms, getReceipt(file).client_seed),
    missing && createElement("p", {}, createElement("strong", {}, missing)),
  ].filter(Boolean);
}

/** Return whether terms are those of a draw in public, as the page Draw and the raffle of the guide write their label. */
export const isInPublic = ({ label }) => /\bDecided by: |\bdrand quicknet round \d+$/.test(label ?? "");

/** Return an element with the address of the round of drand that a draw in public names; undefined if it names none. */
function describeBeacon({ label }, seed) {
  const [, number] = /\bdrand quicknet round (\d+)$/.exec(label) ?? [];
  const url = number && getRoundUrl(number);
  return url && createElement("p", {}, "The seal names round ", createElement("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, number), " of drand. Compare its randomness with ", createElement("code", {}, escapeInvisible(seed ?? "nothing")));
}

/** Return whether the numbers were drawn as the page Draw does: from the top one after the other, or the first of each round. */
function isUsual({ terms, drawn }, seen) {
  const isOneRound = terms.reshuffle === "never";
  const isInOrder = ({ round, position }, i) => (isOneRound ? round === 0 && position === i : round === i && position === 0);
  return drawn.bottom === 0 && listDrawn(seen).every(isInOrder);
}

/**
 * Compare a draw in which nothing differs with what this browser saw of its seal. Return the `difference`, if the seal was
 * shown for another draw; otherwise `open`, sentences by name on what speaks against it, and `notedAt`, the time of the seal.
 */
export function compareWithSeal({ seen, ...file }) {
  const receipt = getReceipt(file);
  if (!hasIntegers(receipt?.terms)) return {};
  const terms = canonicalJson(receipt.terms);
  const noted = findSeal(receipt.commitment);
  if (noted?.terms !== undefined && noted.terms !== terms) return { difference: findOtherTerm(JSON.parse(noted.terms), receipt.terms) };
  if (receipt.drawn.draws === 0) return {};
  const other = noted?.time === undefined && findOpenSeal();
  const result = keepResult(receipt);
  const open = {
    ...(result.digest !== receipt.drawn.digest && { result: describeOther(result) }),
    ...(isInPublic(receipt.terms) && !isUsual(receipt, seen) && { order: UNUSUAL }),
  };
  const hint = other && `This browser noted another seal on ${formatTime(other.time)}, for “${readLabel(other.terms)}”, and not this one`;
  return { open, hint, notedAt: noted?.time };
}

const OTHER_DRAW =
  "this browser noted the seal before the draw, and it was shown for another draw: the list, the description or the number of entries differs";
const UNUSUAL =
  "these are not the first numbers of the seal, one after the other, as the page Draw takes them: whoever drew had several results to choose from";
const describeOther = ({ client_seed: seed }) =>
  `this browser saw another result of the same seal, decided by “${seed}”. A seal has one result, so ask for the true one`;

/** Return the first difference of the terms of a receipt from those that were shown: first what people look at. */
function findOtherTerm(shown, terms) {
  const names = ["items_sha256", "label", ...Object.keys({ ...shown, ...terms })];
  const name = names.find((each) => canonicalJson([shown[each] ?? null]) !== canonicalJson([terms[each] ?? null]));
  return { where: `terms.${name}`, expected: shown[name], seen: terms[name], detail: OTHER_DRAW };
}

/** Return a sentence on a difference that was found in a draw; undefined if there is none for it. */
export function explainDraw({ where, expected, seen }, file) {
  const { terms } = getReceipt(file) ?? {};
  if (!hasIntegers(terms)) return undefined;
  if (where === "terms.items_sha256") return "The list is not the one that was sealed: a name, the order or the spelling differs";
  if (where === "original_items") return `The list is not the one that was sealed: it has ${seen}, and the draw is for ${expected}`;
  if (!/^round \d+, position \d+/.test(where) || !file.original_items) return undefined;
  return `The draw gives “${toText(itemOf(expected, file, terms))}” here, and not “${toText(itemOf(seen, file, terms))}”`;
}
