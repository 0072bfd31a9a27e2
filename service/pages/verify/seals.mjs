/** A sealed draw of the page Draw, compared with the seal that this browser noted, and with a list that a person entered. */
import { canonicalJson, hashList } from "../../../verify/core/canonical.mjs";
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { haveTickets, splitTickets } from "../draw/lines.mjs";
import { formatTime, t } from "../shared/texts.mjs";
import { getReceipt, hasIntegers, listSeen } from "./notes.mjs";
import { say } from "./plain.mjs";
import { findOpenSeal, findSeal, keepResult } from "./records.mjs";

/** Return the entered list in the form of the seal: a list with tickets in each line is sealed with a line for each ticket. */
export async function spreadTickets(items, { items_sha256: digest }) {
  const isText = items?.every((item) => typeof item === "string");
  if (!isText || !haveTickets(items) || (await hashList(items)) === digest)
    return items;
  const { names, weights } = splitTickets(items);
  if (weights.reduce((sum, weight) => sum + weight, 0) > MAX_TICKETS)
    return items;
  const tickets = names.flatMap((name, i) => Array(weights[i]).fill(name));
  return (await hashList(tickets)) === digest ? tickets : items;
}

const MAX_TICKETS = 20_000; // of the page Draw

/** Return the numbers that a file shows as drawn, {round, position, face}: each place once, in the order of the draws. */
export function listDrawn(seen) {
  const entries = listSeen(seen).sort(
    (one, other) => (one.draw ?? Infinity) - (other.draw ?? Infinity) || 0,
  );
  const places = new Map();
  for (const card of entries.flatMap(({ cards }) => cards)) {
    const place = `${card.round} ${card.position}`;
    if (card.face !== null && !places.has(place)) places.set(place, card);
  }
  return [...places.values()];
}

/** Return an item of a list as text for people. */
export const toText = (item) =>
  escapeInvisible(typeof item === "string" ? item : JSON.stringify(item));

/** Return the item of a list that a number stands for, or the number. */
export const itemOf = (face, { original_items: items }, { min }) =>
  items?.[face - min] ?? face;

/** Return whether the label of terms is written by the page Draw or by the guide's raffle. */
export const isInPublic = ({ label }) =>
  /\bDecided by: |\bdrand quicknet round \d+$/.test(label ?? "");

/** Return whether the numbers were drawn in the way of the page Draw: in order from the top, or the first number of each round. */
export function isUsual({ terms, drawn }, seen) {
  const isOneRound = terms.reshuffle === "never";
  const isInOrder = ({ round, position }, i) =>
    isOneRound ? round === 0 && position === i : round === i && position === 0;
  return drawn.bottom === 0 && listDrawn(seen).every(isInOrder);
}

/**
 * Compare a correct draw with the seal that this browser noted. Return the `difference` if the seal was noted for
 * another draw; otherwise `open`, objections by name, and `notedAt`, the time of the note. A note from after the draw, at
 * `drawnAt`, has none, and `isNotedLate`.
 */
export function compareWithSeal({ seen, ...file }, drawnAt) {
  const receipt = getReceipt(file);
  if (receipt?.terms === undefined) return {};
  const terms = canonicalJson(receipt.terms);
  const note = findSeal(receipt.commitment);
  if (note?.terms !== undefined && note.terms !== terms)
    return { difference: findOtherTerm(JSON.parse(note.terms), receipt.terms) };
  const isNotedLate = note?.time > drawnAt;
  const notedAt = isNotedLate ? undefined : note?.time;
  if (!hasIntegers(receipt.terms)) return { notedAt, isNotedLate };
  if (receipt.drawn.draws === 0) return {};
  const other =
    notedAt === undefined ? findOpenSeal(receipt, isSameDraw) : undefined;
  const named =
    other &&
    say("verify.otherSealNoted", {
      time: formatTime(other.time),
      draw: readLabel(other.terms),
    });
  const isSame = other && isSameDraw(JSON.parse(other.terms), receipt.terms);
  const result = keepResult(receipt);
  const open = {
    ...(isSame && { otherSeal: named }),
    ...(result.digest !== receipt.drawn.digest && {
      result: say("verify.otherResultNoted", { words: result.client_seed }),
    }),
    ...(isInPublic(receipt.terms) &&
      !isUsual(receipt, seen) && { order: say("verify.unusualOrder") }),
  };
  return { open, hint: isSame ? undefined : named, notedAt, isNotedLate };
}

/** Return what was drawn, as the label in terms says it, given as canonical JSON. */
const readLabel = (terms) =>
  JSON.parse(terms).label?.split(". Decided by: ")[0] ??
  t("verify.namelessDraw");

/** Return whether terms are for a draw of the same title, or from the same list. */
function isSameDraw(one, other) {
  const [title, otherTitle] = [one, other].map(({ label }) =>
    label?.split(": ")[0].trim().toLowerCase(),
  );
  return (
    (title && title === otherTitle) ||
    (one.items_sha256 !== undefined && one.items_sha256 === other.items_sha256)
  );
}

/** Return the first difference between noted terms and the terms of a receipt; the list and the label come first. */
function findOtherTerm(visible, terms) {
  const names = [
    "items_sha256",
    "label",
    ...Object.keys({ ...visible, ...terms }),
  ];
  const name = names.find(
    (each) =>
      canonicalJson([visible[each] ?? null]) !==
      canonicalJson([terms[each] ?? null]),
  );
  return {
    where: `terms.${name}`,
    expected: visible[name],
    seen: terms[name],
    detail: say("verify.otherDrawNoted"),
  };
}

/** Return a sentence about a difference in a draw, or undefined. */
export function explainDraw({ where, expected, seen }, file) {
  const { terms } = getReceipt(file) ?? {};
  if (!hasIntegers(terms)) return undefined;
  if (where === "terms.items_sha256") return say("verify.otherList");
  if (where === "original_items")
    return say("verify.otherLength", { seen, expected });
  if (!/^round \d+, position \d+/.test(where)) return undefined;
  return say("verify.otherItem", {
    right: toText(itemOf(expected, file, terms)),
    wrong: toText(itemOf(seen, file, terms)),
  });
}
