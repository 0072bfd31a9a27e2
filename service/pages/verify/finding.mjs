/** The verdict: its views and how they are shown. */
import { escapeInvisible } from "../../../verify/texts.mjs";
import { Refused } from "../../../verify/validation.mjs";
import { toTitle, translatePlace } from "../shared/labels.mjs";
import { $, Problem, create, createCopyButton, createPairs } from "../shared/page.mjs";
import { createComparison } from "./cards.mjs";
import { listShown } from "./notes.mjs";
import { CHOOSERS, explainRefusal, toPlain } from "./plain.mjs";
import { findCard, nameHolder } from "./results.mjs";
import { Unreadable } from "./unreadable.mjs";

const POSITION = /^(round \d+, position \d+) \((.+)\)$/; // with the place of the card in its game
const CARDS = /^round \d+, position \d+( \(.+\))?$|\bshown(\[\d+\])?\.card$|(^|\.)(cards|dealt\.cards|indices)(\[\d+\])+$/;
const NOTED = ["commitment", "client_seed", "digest"];

/** Unchecked parts by name: a title in words, the field to fill in and the label of the button that leads to it. */
const OPEN = {
  commitment: { title: "The seal", field: "#commitment", label: "Enter the seal" },
  client_seed: { title: "Your words", field: "#client-seed", label: "Enter your words" },
  seen: { title: "What you saw", field: "[name=codes]", label: "Enter what you saw" },
  draws: { title: "The steps of the deal", field: "#seen", label: "Enter the steps that you kept" },
  items: { title: "The list", field: "#items", label: "Enter the list" },
  items_sha256: { title: "The fingerprint of the list", field: "#items", label: "Enter the list" },
  digest: { title: "The last check number", field: "#seen", label: "Enter the steps that you kept" },
  signed: { title: "The signature", field: "#keys", label: "Enter the keys" },
  proof: { title: "The proof", field: "#keys", label: "Enter the keys" },
  beacon: { title: "The round of drand" },
  result: { title: "Another result" },
  order: { title: "The way it was drawn" },
  terms: { title: "The game, the round and the texts" },
};

const quote = (value) => escapeInvisible(value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value));

/** Return a text with a capital letter at its beginning and a full stop at its end. */
const toSentence = (text) => escapeInvisible(`${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.?!:]$/.test(text) ? "" : "."}`);

/** Show a verdict, which screen readers announce, and its explanation. */
export function showVerdict({ state, word, says, more = [] }) {
  $("#verdict").dataset.state = state;
  $("#verdict-text").replaceChildren(create("strong", word), says ? ` ${says}` : "");
  $("#finding").replaceChildren(...more.filter(Boolean));
}

/** Show that a check is running. */
export const showBusy = () => showVerdict({ state: "busy", word: "Checking …" });

/** Return the view of an error. Only refusals have words for people. */
export function errorView(error) {
  const isRefusal = error instanceof Refused;
  const isSaid = error instanceof Unreadable || error instanceof Problem || error.title;
  const { where, message, title } = isSaid ? error : { message: isRefusal ? explainRefusal(error.message) : "It has a form that this page does not know" };
  return {
    state: "refused",
    word: "Cannot be checked.",
    says: [where ?? title, toSentence(message)].filter(Boolean).map(escapeInvisible).join(": "),
    more: [create("p", "There is no verdict on the cards, neither valid nor invalid."), isRefusal && createExpert([["The check says", error.message]])],
  };
}

/** Create an element to unfold with the words of the check itself, [[name, words], …]. */
export const createExpert = (rows) => create("details.expert", create("summary", "For experts"), createBytes(rows));

/** Return the view of a difference: its place, its meaning, and the values that were expected and seen. */
export function differenceView(difference, subject, lookup) {
  const { where, expected, seen, draw, detail } = difference;
  const cards = [expected, seen].map((value) => lookup && CARDS.test(where) && toCard(value, lookup));
  const place = `${escapeInvisible(describePlace(subject, where))}${draw === undefined ? "" : `, in draw ${draw}`}`;
  const isNoted = NOTED.includes(where) && subject[where] !== undefined && expected === subject[where];
  const [left, right] = isNoted ? ["You hold", "The receipt has"] : ["Expected", "Seen"];
  return {
    state: "invalid",
    word: "Not valid.",
    says: explainDifference({ where, expected, seen, detail, place, isNamed: describePlace(subject, where) !== where }),
    more: [
      cards.every(Boolean) ? createComparison(...cards) : isNoted && createBytes([[left, quote(expected)], [right, quote(seen)]]),
      create("p.soft", "Only the first difference is shown. There may be others."),
      createExpert([["Where", where], ["Expected", quote(expected)], ["Seen", quote(seen)], detail && ["The check says", detail]]),
    ],
  };
}

function explainDifference({ where, expected, seen, detail, place, isNamed }) {
  if (detail) return toSentence(toPlain(detail));
  if (where === "proof.pi") return "The proof is not one of this key, these texts of the players, this game and round, and this request.";
  if (where.startsWith("drawn.")) return "The receipt counts other cards as dealt than the deal took.";
  if (/^(matches|candidates)\b/.test(where)) return "These are not all deals that fulfil the condition, or not the first ones.";
  if (!isNamed && !/^round /.test(where)) return `The file has ${shorten(seen)} where ${shorten(expected)} is right.`;
  return `The first difference is at ${place}: expected ${shorten(expected)}, seen ${shorten(seen)}.`;
}

const shorten = (value) => (quote(value).length > 40 ? `${quote(value).slice(0, 16)}…` : quote(value));

/** Create a list of names and values, [["Round", 3], …], with invisible characters escaped. Skip a missing row. */
export const createBytes = (rows) =>
  create("dl.bytes", createPairs(rows.filter(Boolean).map(([name, value]) => [name, escapeInvisible(String(value))])));

/** Return the card for a value of a response: an index, or a code or name. */
function toCard(value, lookup) {
  if (typeof value === "number") return lookup.ofIndex(value);
  return typeof value === "string" ? findCard(value, undefined, lookup) : undefined;
}

/** Describe a place in a game, a hand or a pile in words; return any other unchanged. */
function describePlace(subject, where) {
  const [, position, label] = POSITION.exec(where) ?? [];
  if (label) return `${translatePlace(label)} (${position})`;
  const [, kind, placeInFile, i] = /^(hands|piles)\[(\d+)\]\.(?:cards|indices)\[(\d+)\]$/.exec(where) ?? [];
  const holder = subject[kind]?.[placeInFile];
  if (holder) return `card ${Number(i) + 1} of ${kind === "piles" ? "the " : ""}${nameHolder(holder, kind)}`;
  const [, shown] = listShown(subject).find(([placeInFile]) => where.startsWith(placeInFile)) ?? [];
  if (shown) return `the shown card of round ${shown.round}, position ${shown.position}`;
  const [, entry, member] = /^seen\[(\d+)\]\.?(.*)$/.exec(where) ?? [];
  if (entry) return `entry ${Number(entry) + 1} of what was seen${member ? `, ${member}` : ""}`;
  const [, list, first, second] = /^(cards|items|integers)\[(\d+)\](?:\[(\d+)\])?$/.exec(where) ?? [];
  if (list === undefined) return where;
  const name = { cards: "card", items: "item", integers: "number" }[list];
  const part = subject.drums ? "drum" : "result";
  return second === undefined ? `${name} ${Number(first) + 1}` : `${name} ${Number(second) + 1} of ${part} ${Number(first) + 1}`;
}

const HIDDEN = { done: "Checked: ", open: "Not checked: ", note: "Note: " };

/** Render the checklist: checked parts, unchecked parts with the reason, notes. */
function renderChecklist(items) {
  return create("ul.checks", [
    items.map((item, i) => {
      const { kind, name, title, value } = item;
      const sentence = toPlain(item.sentence);
      const isFirst = items.findIndex((other) => fieldOf(other) === fieldOf(item)) === i;
      return create("li", { class: kind }, [
        create("span.hidden", HIDDEN[kind]),
        name && [create("strong", title ?? OPEN[name]?.title ?? toTitle(escapeInvisible(name))), ": "],
        name ? `${escapeInvisible(sentence)}${/[.?!:]$/.test(sentence) ? "" : "."}` : toSentence(sentence),
        value !== undefined && value !== null && [" ", create("code", escapeInvisible(value))],
        isFirst && createFieldButton(fieldOf(item), OPEN[name]?.label),
      ]);
    }),
  ]);
}

/** Return the field of an unchecked part; undefined if a link filled it, because people only compare it. */
const fieldOf = ({ name, isLinked }) => (isLinked ? undefined : OPEN[name]?.field);

/** Create a button that leads to the field of a missing value; undefined on a page without the form. */
function createFieldButton(field, label) {
  const input = field && $(field);
  if (!input) return undefined;
  const lead = () => {
    for (let details = input.closest("details"); details; details = details.parentElement.closest("details")) details.open = true;
    input.focus();
    input.scrollIntoView({ block: "center" });
  };
  return create("p.fill", create("button", { onclick: lead }, label));
}

/** Verdicts for correct files that prove nothing to other readers, by the person who could choose the cards. */
const CHOSEN = {
  requester: "Reproduced.",
  operator: "Right, and whoever dealt could choose.",
  unknown: "Right, and it is unknown who chose.",
};

/**
 * Return the view of a correct file. It is valid only if all was checked, and nobody could choose the cards as far as
 * the reader confirms.
 */
export function agreementView({ isChecked, chosen_by: chosenBy, rests_on: reason }, items, says) {
  const origin = create("p", create("strong", toSentence(CHOOSERS[chosenBy])), ` ${toSentence(toPlain(reason))}`);
  const open = items.filter(({ kind, name }) => kind === "open" && name).map(({ name, sentence }) => [`unchecked: ${name}`, sentence]);
  const more = [origin, renderChecklist(items), createExpert([["chosen_by", chosenBy], ["rests_on", reason], ...open])];
  if (!isChecked) return { state: "partial", word: "Nothing differs, but not everything was checked.", says, more };
  return { state: chosenBy in CHOSEN ? "chosen" : "valid", word: CHOSEN[chosenBy] ?? "Valid.", says, more };
}

/** Create a button that copies a URL. */
export const createLinkButton = (url) => create("p.link", createCopyButton(() => url, "Copy a link to this check"));

/**
 * Create checkboxes for facts that only the reader knows: {name, sentence, value}. `confirmed` are the names of ticked
 * boxes; `onChange` gets a name, and whether its box is ticked.
 */
export const createConfirmations = (questions, confirmed, onChange) =>
  create("fieldset.confirm", [
    create("legend", "What only you know"),
    questions.map(({ name, sentence, value }) =>
      create("label", [
        create("input", { type: "checkbox", name, checked: confirmed.has(name), onchange: ({ target }) => onChange(name, target.checked) }),
        create("span", sentence, value && [": ", create("code", escapeInvisible(value))]),
      ]),
    ),
  ]);
