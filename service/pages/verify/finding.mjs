/** The verdict: its views and how they are shown. */
import { $, createCopyButton, createElement } from "../shared/page.mjs";
import { createComparison } from "./cards.mjs";
import { findCard, nameHolder } from "./results.mjs";

const POSITION = /^(round \d+, position \d+) \((.+)\)$/; // with the place of the card in its game
const CARDS = /^round \d+, position \d+( \(.+\))?$|(^|\.)(cards|dealt\.cards|indices)(\[\d+\])+$/;
const quote = (value) => (value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value));

/** Show a verdict, which screen readers announce, and its explanation. */
export function showVerdict({ state, word, says, more = [] }) {
  $("#verdict").dataset.state = state;
  $("#verdict-text").replaceChildren(createElement("strong", {}, word), says ? ` ${says}` : "");
  $("#finding").replaceChildren(...more.filter(Boolean));
}

/** Show that a check is running. */
export const showBusy = () => showVerdict({ state: "busy", word: "Checking …" });

/** Return the view of a file that cannot be checked, with the reason. */
export function errorView({ where, message, title }) {
  const reason = message.startsWith(`${where}: `) ? message.slice(where.length + 2) : message;
  const sentence = `${reason[0]?.toUpperCase()}${reason.slice(1)}${/[.?!]$/.test(reason) ? "" : "."}`;
  return {
    state: "refused",
    word: "Cannot be checked.",
    says: [where ?? title, sentence].filter(Boolean).join(": "),
    more: [createElement("p", {}, "There is no verdict on the cards, neither valid nor invalid.")],
  };
}

/** Return the view of a difference: its place, and the values that were expected and seen. */
export function differenceView(difference, subject, lookup) {
  const { where, expected, seen } = difference;
  const cards = [expected, seen].map((value) => lookup && CARDS.test(where) && toCard(value, lookup));
  return {
    state: "invalid",
    word: "Not valid.",
    says:
      where === "proof.pi"
        ? "The proof is not one of this key, these texts of the players, this game and round, and this request."
        : `The first difference is at ${describePlace(subject, where)}: expected ${shorten(expected)}, seen ${shorten(seen)}.`,
    more: [
      cards.every(Boolean)
        ? createComparison(...cards)
        : createElement(
            "dl",
            { class: "bytes" },
            createRow("Where", where),
            createRow("Expected", quote(expected)),
            createRow("Seen", quote(seen)),
          ),
      createElement("p", { class: "soft" }, "Only the first difference is shown. There may be others."),
    ],
  };
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
  if (label) return `${label} (${position})`;
  const [, kind, at, i] = /^(hands|piles)\[(\d+)\]\.(?:cards|indices)\[(\d+)\]$/.exec(where) ?? [];
  const holder = subject[kind]?.[at];
  if (holder) return `card ${Number(i) + 1} of ${nameHolder(holder, kind).replace(/^./, (first) => first.toLowerCase())}`;
  const [, place] = /^cards\[(\d+)\]$/.exec(where) ?? [];
  return place === undefined ? where : `card ${Number(place) + 1}`;
}

/** Render a list of what was checked and what was not. An item is [true or null, sentence, value]. */
function renderChecklist(items) {
  return createElement(
    "ul",
    { class: "checks" },
    items.map(([good, sentence, value]) =>
      createElement(
        "li",
        { class: good ? "done" : "open" },
        createElement("span", { class: "hidden" }, good ? "Checked: " : "Not checked: "),
        sentence,
        value !== undefined && [" ", createElement("code", {}, value)],
      ),
    ),
  );
}

/** Return the view of a file in which nothing differs. */
export const agreementView = (valid, items, says) =>
  valid
    ? { state: "valid", word: "Valid.", says, more: [renderChecklist(items)] }
    : { state: "partial", word: "Nothing differs, but not all was checked.", says, more: [renderChecklist(items)] };

/** Create a button that copies a URL. */
export const createLinkButton = (url) =>
  createElement(
    "p",
    { class: "link" },
    createCopyButton(() => url, "Copy a link to this check"),
  );
