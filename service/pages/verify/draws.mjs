/** A draw that the page Draw sealed. Before the draw: its seal, and whether a list matches it. Afterwards: the drawn items. */
import { canonicalJson, hashList } from "../../../verify/canonical.mjs";
import { escapeInvisible } from "../../../verify/texts.mjs";
import { getRoundUrl } from "../draw/beacon.mjs";
import { haveTickets, splitTickets } from "../draw/lines.mjs";
import { create } from "../shared/page.mjs";
import { parseObject } from "../table/request.mjs";
import { createBytes } from "./finding.mjs";
import { cutIntoParts } from "./groups.mjs";
import { getReceipt, hasIntegers, listSeen } from "./notes.mjs";
import { findOpenSeal, findSeal, keepResult, keepSeal } from "./records.mjs";

/** Return the response that opened a sealed draw, if a text is one; undefined for any other. */
export function readAnnouncement(text) {
  const { commitment, terms, receipt } = parseObject(text) ?? {};
  const isOne = /^[0-9a-f]{64}$/.test(commitment) && hasIntegers(terms) && receipt === undefined;
  return isOne ? { commitment, terms } : undefined;
}

const formatTime = (time) => new Date(time).toLocaleString();

/** Return the label in terms, given as canonical JSON. */
const readLabel = (terms) => JSON.parse(terms).label ?? "a draw without a name";

/** Return the entered list in the form of the seal: a list with tickets in each line is sealed with a line for each ticket. */
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
  const note = keepSeal({ commitment, terms });
  if (note.terms !== canonicalJson(terms))
    return {
      state: "invalid",
      word: "Not valid.",
      says: "This browser noted the same seal before, for another draw: one of the two links is made up.",
      more: [createBytes([["Noted", note.terms], ["This link", canonicalJson(terms)]])],
    };
  const { label, min = 1, max, items_sha256: digest } = terms;
  const list = items && digest && (await spreadTickets(items, terms));
  const hash = list && (await hashList(list));
  if (hash && (hash !== digest || list.length !== max - min + 1))
    return {
      state: "invalid",
      word: "This is another list.",
      says: "The draw is for a list with another fingerprint: a name, the order or the spelling differs.",
      more: [createBytes([["Sealed", `${max - min + 1} names, ${digest}`], ["This list", `${list.length} names, ${hash}`]])],
    };
  const isOfList = digest !== undefined;
  return {
    state: "partial",
    word: "Sealed: this link has no result.",
    says: note.result
      ? "This browser saw a result of it already."
      : `This browser noted the seal on ${formatTime(note.time)}. Open the link of the result here when it is drawn.`,
    more: [
      hash && create("p", create("strong.good", "Your list is the one that is named here."), " Whether the seal was made for it shows with the result, which this browser compares with what it noted."),
      createBytes([
        label !== undefined && ["Draw", label],
        [isOfList ? "Names in the list" : "Numbers", isOfList ? max - min + 1 : `${min} to ${max}`],
        ["The seal (commitment)", commitment],
        isOfList && ["Fingerprint of the list", digest],
      ]),
      isOfList && !hash && create("p.soft", "Is the list yours? Enter it under “What you noted”, a line for each item, and verify."),
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

/** Return elements with the drawn items of a receipt, in order; [] for a file without a draw. */
export function describeDrawn(file) {
  const { terms, drawn } = getReceipt(file) ?? {};
  if (!hasIntegers(terms)) return [];
  const items = listDrawn(file.seen).map(({ face }) => itemOf(face, file, terms));
  const parts = isUsual({ terms, drawn }, file.seen) && items.length === drawn.total ? cutIntoParts(terms.label, items) : undefined;
  const missing = items.length < drawn.total && `Of ${drawn.total} that were drawn, ${items.length} are shown here, perhaps not the first.`;
  return [
    terms.label !== undefined && create("p", create("strong", escapeInvisible(terms.label))),
    ...(parts ? renderParts(parts) : renderDrawn(items, file.original_items !== undefined)),
    describeBeacon(terms, getReceipt(file).client_seed),
    missing && create("p", create("strong", missing)),
  ].filter(Boolean);
}

/** Render drawn items in their order; in a list some have several tickets, and are drawn again. */
function renderDrawn(items, isList) {
  const lines = items.slice(0, MAX_SHOWN).map((item, i) => create("li", toText(item), isList && items.indexOf(item) < i && create("span.soft", " (again)")));
  const more = items.length > MAX_SHOWN && create("p.soft", `And ${items.length - MAX_SHOWN} more.`);
  return [lines.length > 0 && create("ol.numbers", { "aria-label": "Drawn" }, lines), more];
}

/** Render the groups, teams, pairs or tables of a drawn order, all of them: everybody looks for the own name. */
const renderParts = (parts) => [
  create("p.soft", "The label that was sealed cuts the drawn order into these parts, from its beginning:"),
  create("div.parts", parts.map(({ title, items, isRanked }) =>
    create("div.part-of", create("h3", title), create(isRanked ? "ol" : "ul", { "aria-label": title }, items.map((item) => create("li", toText(item))))))),
];

/** Return whether the label of terms is written by the page Draw or by the guide's raffle. */
export const isInPublic = ({ label }) => /\bDecided by: |\bdrand quicknet round \d+$/.test(label ?? "");

/** Return an element with the address of the round of drand that a draw in public names; undefined if it names none. */
function describeBeacon({ label }, seed) {
  const [, number] = /\bdrand quicknet round (\d+)$/.exec(label) ?? [];
  const url = number && getRoundUrl(number);
  return url && create("p", "The seal names round ", create("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, number), " of drand. Compare its randomness with ", create("code", escapeInvisible(seed ?? "nothing")));
}

/** Return whether the numbers were drawn in the way of the page Draw: in order from the top, or the first number of each round. */
function isUsual({ terms, drawn }, seen) {
  const isOneRound = terms.reshuffle === "never";
  const isInOrder = ({ round, position }, i) => (isOneRound ? round === 0 && position === i : round === i && position === 0);
  return drawn.bottom === 0 && listDrawn(seen).every(isInOrder);
}

/**
 * Compare a correct draw with the seal that this browser noted. Return the `difference` if the seal was noted for
 * another draw; otherwise `open`, objections by name, and `notedAt`, the time of the note.
 */
export function compareWithSeal({ seen, ...file }) {
  const receipt = getReceipt(file);
  if (!hasIntegers(receipt?.terms)) return {};
  const terms = canonicalJson(receipt.terms);
  const note = findSeal(receipt.commitment);
  if (note?.terms !== undefined && note.terms !== terms) return { difference: findOtherTerm(JSON.parse(note.terms), receipt.terms) };
  if (receipt.drawn.draws === 0) return {};
  const other = note?.time === undefined && findOpenSeal();
  const result = keepResult(receipt);
  const open = {
    ...(result.digest !== receipt.drawn.digest && { result: describeOther(result) }),
    ...(isInPublic(receipt.terms) && !isUsual(receipt, seen) && { order: UNUSUAL }),
  };
  const hint = other && `This browser noted another seal on ${formatTime(other.time)}, for “${readLabel(other.terms)}”, and not this one`;
  return { open, hint, notedAt: note?.time };
}

const OTHER_DRAW =
  "this browser noted the seal before the draw, and it was shown for another draw: the list, the description or the number of entries differs";
const UNUSUAL =
  "these are not the first numbers of the seal, one after the other, as the page Draw takes them: whoever drew had several results to choose from";
const describeOther = ({ client_seed: seed }) =>
  `this browser saw another result of the same seal, decided by “${seed}”. A seal has one result, so ask for the true one`;

/** Return the first difference between noted terms and the terms of a receipt; the list and the label come first. */
function findOtherTerm(visible, terms) {
  const names = ["items_sha256", "label", ...Object.keys({ ...visible, ...terms })];
  const name = names.find((each) => canonicalJson([visible[each] ?? null]) !== canonicalJson([terms[each] ?? null]));
  return { where: `terms.${name}`, expected: visible[name], seen: terms[name], detail: OTHER_DRAW };
}

/** Return a sentence about a difference in a draw, or undefined. */
export function explainDraw({ where, expected, seen }, file) {
  const { terms } = getReceipt(file) ?? {};
  if (!hasIntegers(terms)) return undefined;
  if (where === "terms.items_sha256") return "The list is not the one that was sealed: a name, the order or the spelling differs";
  if (where === "original_items") return `The list is not the one that was sealed: it has ${seen}, and the draw is for ${expected}`;
  if (!/^round \d+, position \d+/.test(where) || !file.original_items) return undefined;
  return `The draw gives “${toText(itemOf(expected, file, terms))}” here, and not “${toText(itemOf(seen, file, terms))}”`;
}
