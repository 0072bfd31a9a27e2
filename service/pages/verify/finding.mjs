/** The verdict: its views and how they are shown. */
import { CHOOSERS } from "../../../verify/origins.mjs";
import { escapeInvisible } from "../../../verify/texts.mjs";
import { Refused } from "../../../verify/validation.mjs";
import { toTitle, translatePlace } from "../shared/labels.mjs";
import { $, Problem, createCopyButton, createElement } from "../shared/page.mjs";
import { createComparison } from "./cards.mjs";
import { listShown } from "./notes.mjs";
import { findCard, nameHolder } from "./results.mjs";
import { Unreadable } from "./unreadable.mjs";

const POSITION = /^(round \d+, position \d+) \((.+)\)$/; // with the place of the card in its game
const CARDS = /^round \d+, position \d+( \(.+\))?$|\bshown(\[\d+\])?\.card$|(^|\.)(cards|dealt\.cards|indices)(\[\d+\])+$/;
const NOTED = ["commitment", "client_seed", "digest"];

/** The names of what was not checked, in words, with the field to fill in and the label of the button that leads to it. */
const OPEN = {
  commitment: { title: "The commitment", field: "#commitment", label: "Enter the commitment" },
  client_seed: { title: "Your client seed", field: "#client-seed", label: "Enter your client seed" },
  seen: { title: "What you saw", field: "#seen", label: "Enter what you saw" },
  draws: { title: "The draws", field: "#seen", label: "Enter what you saw" },
  items: { title: "The items", field: "#items", label: "Enter the list" },
  items_sha256: { title: "The hash of the list", field: "#items", label: "Enter the list" },
  digest: { title: "The last digest", field: "#seen", label: "Enter what you saw" },
  signed: { title: "The signature", field: "#keys", label: "Enter the keys" },
  proof: { title: "The proof", field: "#keys", label: "Enter the keys" },
  beacon: { title: "The round of drand" },
  result: { title: "Another result" },
  order: { title: "The way it was drawn" },
  terms: { title: "The game, the round and the texts" },
};

const quote = (value) => escapeInvisible(value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value));

/** Return a text with a capital letter at its beginning and a full stop at its end. */
const toSentence = (text) =>
  escapeInvisible(`${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.?!:]$/.test(text) ? "" : "."}`);

/** Show a verdict, which screen readers announce, and its explanation. */
export function showVerdict({ state, word, says, more = [] }) {
  $("#verdict").dataset.state = state;
  $("#verdict-text").replaceChildren(createElement("strong", {}, word), says ? ` ${says}` : "");
  $("#finding").replaceChildren(...more.filter(Boolean));
}

/** Show that a check is running. */
export const showBusy = () => showVerdict({ state: "busy", word: "Checking …" });

/** Return the view of what cannot be checked, with the reason; an error that is no refusal has no words for people. */
export function errorView(error) {
  const isSaid = error instanceof Refused || error instanceof Unreadable || error instanceof Problem || error.title;
  const { where, message, title } = isSaid ? error : { message: "It has a form that this page does not know" };
  const reason = message.startsWith(`${where}: `) ? message.slice(where.length + 2) : message;
  return {
    state: "refused",
    word: "Cannot be checked.",
    says: [where ?? title, toSentence(reason)].filter(Boolean).map(escapeInvisible).join(": "),
    more: [createElement("p", {}, "There is no verdict on the cards, neither valid nor invalid.")],
  };
}

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
    says: explainDifference({ where, expected, seen, detail, place }),
    more: [
      cards.every(Boolean)
        ? createComparison(...cards)
        : createElement("dl", { class: "bytes" }, createRow("Where", place), createRow(left, quote(expected)), createRow(right, quote(seen))),
      createElement("p", { class: "soft" }, "Only the first difference is shown. There may be others."),
    ],
  };
}

function explainDifference({ where, expected, seen, detail, place }) {
  if (detail) return toSentence(detail);
  if (where === "proof.pi")
    return "The proof is not one of this key, these texts of the players, this game and round, and this request.";
  return `The first difference is at ${place}: expected ${shorten(expected)}, seen ${shorten(seen)}.`;
}

const shorten = (value) => (quote(value).length > 40 ? `${quote(value).slice(0, 16)}…` : quote(value));
const createRow = (name, value) => createElement("div", {}, createElement("dt", {}, name), createElement("dd", {}, value));

/** Return the card for a value of a response: an index, or a code or name. */
function toCard(value, lookup) {
  if (typeof value === "number") return lookup.ofIndex(value);
  return typeof value === "string" ? findCard(value, undefined, lookup) : undefined;
}

/** Describe a place in a game, a hand or a pile in words; return any other unchanged. */
function describePlace(subject, where) {
  const [, position, label] = POSITION.exec(where) ?? [];
  if (label) return `${translatePlace(label)} (${position})`;
  const [, kind, at, i] = /^(hands|piles)\[(\d+)\]\.(?:cards|indices)\[(\d+)\]$/.exec(where) ?? [];
  const holder = subject[kind]?.[at];
  if (holder) return `card ${Number(i) + 1} of ${kind === "piles" ? "the " : ""}${nameHolder(holder, kind)}`;
  const [, shown] = listShown(subject).find(([at]) => where.startsWith(at)) ?? [];
  if (shown) return `the shown card of round ${shown.round}, position ${shown.position}`;
  const [, entry, member] = /^seen\[(\d+)\]\.?(.*)$/.exec(where) ?? [];
  if (entry) return `entry ${Number(entry) + 1} of what was seen${member ? `, ${member}` : ""}`;
  const [, place] = /^cards\[(\d+)\]$/.exec(where) ?? [];
  return place === undefined ? where : `card ${Number(place) + 1}`;
}

const HIDDEN = { done: "Checked: ", open: "Not checked: ", note: "Note: " };

/** Render a list of what was checked, what was not and why, and what to look at. */
function renderChecklist(items) {
  return createElement(
    "ul",
    { class: "checks" },
    items.map((item, i) => {
      const { kind, name, title, sentence, value } = item;
      const isFirst = items.findIndex((other) => fieldOf(other) === fieldOf(item)) === i;
      return createElement(
        "li",
        { class: kind },
        createElement("span", { class: "hidden" }, HIDDEN[kind]),
        name && [createElement("strong", {}, title ?? OPEN[name]?.title ?? toTitle(escapeInvisible(name))), ": "],
        name ? `${escapeInvisible(sentence)}${/[.?!:]$/.test(sentence) ? "" : "."}` : toSentence(sentence),
        value !== undefined && value !== null && [" ", createElement("code", {}, escapeInvisible(value))],
        isFirst && createFieldButton(fieldOf(item), OPEN[name]?.label),
      );
    }),
  );
}

/** Return the field for what was not checked; none for what a link has, which is there to be compared. */
const fieldOf = ({ name, isLinked }) => (isLinked ? undefined : OPEN[name]?.field);

/** Create a button that leads to the field in which the missing value is entered; nothing where the page has no form. */
function createFieldButton(field, label) {
  const input = field && $(field);
  if (!input) return undefined;
  const lead = () => {
    input.closest("details").open = true;
    input.focus();
    input.scrollIntoView({ block: "center" });
  };
  return createElement("p", { class: "fill" }, createElement("button", { type: "button", onclick: lead }, label));
}

/** What is right and not valid for all who read it, by who could choose it. */
const CHOSEN = {
  requester: "Reproduced.",
  operator: "Right, and the operator could choose.",
  unknown: "Right, and it is unknown who chose.",
};

/**
 * Return the view of a file in which nothing differs, with who could choose: valid only if all was checked, and nobody could,
 * as far as the reader can confirm it.
 */
export function agreementView({ isChecked, chosen_by: chosenBy, rests_on: reason }, items, says) {
  const origin = createElement("p", {}, createElement("strong", {}, toSentence(CHOOSERS[chosenBy])), ` ${toSentence(reason)}`);
  const more = [origin, renderChecklist(items)];
  if (!isChecked) return { state: "partial", word: "Nothing differs, but not everything was checked.", says, more };
  return { state: chosenBy in CHOSEN ? "chosen" : "valid", word: CHOSEN[chosenBy] ?? "Valid.", says, more };
}

/** Create a button that copies a URL. */
export const createLinkButton = (url) =>
  createElement(
    "p",
    { class: "link" },
    createCopyButton(() => url, "Copy a link to this check"),
  );

/**
 * Create checkboxes by which people say what they know and no file shows, each {name, sentence, value}. `confirmed` are the
 * names of those that are ticked; `onChange` gets a name, and whether it is.
 */
export const createConfirmations = (questions, confirmed, onChange) =>
  createElement(
    "fieldset",
    { class: "confirm" },
    createElement("legend", {}, "What only you know"),
    questions.map(({ name, sentence, value }) =>
      createElement(
        "label",
        {},
        createElement("input", { type: "checkbox", name, checked: confirmed.has(name), onchange: ({ target }) => onChange(name, target.checked) }),
        createElement("span", {}, sentence, value && [": ", createElement("code", {}, escapeInvisible(value))]),
      ),
    ),
  );
