/** A draw that the page Draw sealed, as elements. Before the draw: its seal, and whether a list matches it. Afterwards: the drawn items. */
import { canonicalJson, hashList } from "../../../verify/canonical.mjs";
import { escapeInvisible } from "../../../verify/texts.mjs";
import { getRoundUrl } from "../draw/beacon.mjs";
import { create } from "../shared/page.mjs";
import { parseObject } from "../table/request.mjs";
import { createBytes } from "./finding.mjs";
import { cutByLabel } from "./groups.mjs";
import { getReceipt, hasIntegers } from "./notes.mjs";
import { keepSeal } from "./records.mjs";
import { formatTime, isUsual, itemOf, listDrawn, spreadTickets, toText } from "./seals.mjs";

/** Return the response that opened a sealed draw, if a text is one; undefined for any other. */
export function readAnnouncement(text) {
  const { commitment, terms, receipt } = parseObject(text) ?? {};
  const isOne = /^[0-9a-f]{64}$/.test(commitment) && hasIntegers(terms) && receipt === undefined;
  return isOne ? { commitment, terms } : undefined;
}

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

/** Return elements with the drawn items of a receipt, in order; [] for a file without a draw. */
export function describeDrawn(file) {
  const { terms, drawn } = getReceipt(file) ?? {};
  if (!hasIntegers(terms)) return [];
  const items = listDrawn(file.seen).map(({ face }) => itemOf(face, file, terms));
  const parts = isUsual({ terms, drawn }, file.seen) && items.length === drawn.total ? cutByLabel(terms.label, items) : undefined;
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

/** Return an element with the address of the round of drand that a draw in public names; undefined if it names none. */
function describeBeacon({ label }, seed) {
  const [, number] = /\bdrand quicknet round (\d+)$/.exec(label) ?? [];
  const url = number && getRoundUrl(number);
  return url && create("p", "The seal names round ", create("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, number), " of drand. Compare its randomness with ", create("code", escapeInvisible(seed ?? "nothing")));
}
