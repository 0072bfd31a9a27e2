/** The verdict in words, and what it is made of. */
import { $, copyButton, element } from "../shared/page.mjs";
import { sideBySide } from "./cards.mjs";
import { cardOf, named } from "./results.mjs";

const CARDS = /^round \d+, position \d+$|(^|\.)(cards|dealt\.cards|indices)(\[\d+\])+$/;
const quoted = (value) => (value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value));

/** Say the verdict, which is announced, and show what explains it. */
export function showVerdict({ state, word, says, more = [] }) {
  $("#verdict").dataset.state = state;
  $("#said").replaceChildren(element("strong", {}, word), says ? ` ${says}` : "");
  $("#finding").replaceChildren(...more.filter(Boolean));
}

/** That a check goes on. */
export const busy = () => showVerdict({ state: "busy", word: "Checking …" });

/** A file that cannot be checked, and what is wrong with it. */
export function refused({ where, message, title }) {
  const said = message.startsWith(`${where}: `) ? message.slice(where.length + 2) : message;
  const sentence = `${said[0]?.toUpperCase()}${said.slice(1)}${/[.?!]$/.test(said) ? "" : "."}`;
  return {
    state: "refused",
    word: "Cannot be checked.",
    says: [where ?? title, sentence].filter(Boolean).join(": "),
    more: [element("p", {}, "So nothing is said about the cards, neither good nor bad.")],
  };
}

/** A difference: where, and what was expected and seen. */
export function invalid(difference, told, known) {
  const { where, expected, seen } = difference;
  const both = [expected, seen].map((value) => known && CARDS.test(where) && shownAs(where, value, known));
  return {
    state: "invalid",
    word: "Not valid.",
    says: `The first difference is at ${placeIn(told, where)}: expected ${brief(expected)}, seen ${brief(seen)}.`,
    more: [
      both.every(Boolean)
        ? sideBySide(...both)
        : element(
            "dl",
            { class: "bytes" },
            row("Where", where),
            row("Expected", quoted(expected)),
            row("Seen", quoted(seen)),
          ),
      element("p", { class: "soft" }, "Only the first difference is told here. Others may follow."),
    ],
  };
}

const brief = (value) => (quoted(value).length > 40 ? `${quoted(value).slice(0, 16)}…` : quoted(value));
const row = (name, value) => element("div", {}, element("dt", {}, name), element("dd", {}, value));

function shownAs(where, value, known) {
  if (typeof value === "number") return known.ofIndex(value);
  return typeof value === "string" ? cardOf(value, undefined, known) : undefined;
}

/** A place as people say it, if it is one in a hand or a pile. */
function placeIn(told, where) {
  const [, kind, at, i] = /^(hands|piles)\[(\d+)\]\.(?:cards|indices)\[(\d+)\]$/.exec(where) ?? [];
  const held = told[kind]?.[at];
  if (held) return `card ${Number(i) + 1} of ${named(held, kind).replace(/^./, (first) => first.toLowerCase())}`;
  const [, place] = /^cards\[(\d+)\]$/.exec(where) ?? [];
  return place === undefined ? where : `card ${Number(place) + 1}`;
}

/** A list of what was checked and what was not: [true or null, sentence, value]. */
export function checklist(items) {
  return element(
    "ul",
    { class: "checks" },
    items.map(([good, sentence, value]) =>
      element(
        "li",
        { class: good ? "done" : "open" },
        element("span", { class: "hidden" }, good ? "Checked: " : "Not checked: "),
        sentence,
        value !== undefined && [" ", element("code", {}, value)],
      ),
    ),
  );
}

/** Nothing differs. */
export const agreed = (valid, items, says) =>
  valid
    ? { state: "valid", word: "Valid.", says, more: [checklist(items)] }
    : { state: "partial", word: "Nothing differs, but not all was checked.", says, more: [checklist(items)] };

/** A button that copies an address. */
export const linkButton = (address) =>
  element(
    "p",
    { class: "link" },
    copyButton(() => address, "Copy a link to this check"),
  );
