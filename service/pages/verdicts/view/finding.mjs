/** The verdict: its views and how they are shown. */
// @ts-check
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { Refused, isObject } from "../../../../verify/core/validation.mjs";
import { capitalize, toTitle, translatePlace } from "../../shared/labels.mjs";
import { groupDigits } from "../../shared/digests.mjs";
import { createCopyButton } from "../../shared/clipboard.mjs";
import {
  $,
  $$,
  create,
  createPairs,
  findElement,
  isPresent,
} from "../../shared/elements.mjs";
import { createEnglish } from "../../shared/sentences.mjs";
import { Problem } from "../../shared/service.mjs";
import { createText, findText, joinNames, t } from "../../shared/texts.mjs";
import { compareCards, compareDice, compareTexts } from "./comparison.mjs";
import { areOfIntegers, getReceipt, listShown } from "../assessment/notes.mjs";
import { isWithin, parsePosition } from "../assessment/places.mjs";
import {
  explainRefusal,
  isOfCheck,
  nameDiffering,
  toPlain,
} from "../assessment/plain.mjs";
import { describeResponsePlace, nameValue } from "./response_places.mjs";
import { getPacks, nameHolder } from "./results.mjs";
import {
  Altered,
  CutLink,
  Incomplete,
  Unreadable,
} from "../input/unreadable.mjs";

/**
 * @import { CardLookup } from "./card_lists.mjs"
 * @import { CardPosition } from "../assessment/places.mjs"
 * @import { CheckItem, ResponseHolder, Subject } from "../assessment/notes.mjs"
 * @import { Grade } from "../assessment/assessment.mjs"
 * @import { DifferingValue, Sentence } from "../assessment/plain.mjs"
 * @import { ExplainedDifference } from "../assessment/seals.mjs"
 */

/**
 * What the page shows of a check, in this order: a headline, the `word`, which has the colour of the `state`; what it
 * `says`; `more`, the values that differ, or what is open of a deal; what was drawn, which the page has; and the
 * `details`: what is open of a draw, what was checked, the words of the check, and links.
 * @typedef {object} View
 * @property {string} state such as "valid" or "invalid"
 * @property {string} word such as "Valid: 3 winners from 24 names"
 * @property {() => Node} [createWord] creates what is shown in place of the word, such as one that counts down
 * @property {Node | string} [says]
 * @property {VerdictPart[]} [more]
 * @property {VerdictPart[]} [details]
 */

/**
 * The view of a check that found something, to which more is added.
 * @typedef {View & { details: VerdictPart[] }} FoundView
 */

/**
 * A part of what is below a verdict; a missing one is skipped.
 * @typedef {Node | string | false | null | undefined} VerdictPart
 */

/**
 * A row of names and values; a missing one is skipped.
 * @typedef {readonly [name: string, value: unknown] | "" | false | undefined} Row
 */

/**
 * An error for people, of which the page shows the title or the field.
 * @typedef {object} SaidError
 * @property {string} message
 * @property {string} [title]
 * @property {string} [where]
 */

/**
 * A fact that only the reader knows, which a box confirms; `value` is what they compare. One that `isEntered` has a
 * field, which a button leads to.
 * @typedef {{ name: string, sentence: string, value?: string | null, isEntered?: boolean }} Question
 */

/** The path of a card that differs, or of a list of cards. */
const CARD_PATHS = [
  /\bshown(\[\d+\])?\.card$/,
  /(^|\.)(cards|dealt\.cards|indices)(\[\d+\])+$/,
];
const MAX_PLACES = 5; // of cards that differ, in a sentence
/** @type {("commitment" | "client_seed" | "digest")[]} */
const NOTED = ["commitment", "client_seed", "digest"];

/**
 * The fields to fill in, by the name of an unchecked part.
 * @type {{ [name: string]: string | undefined }}
 */
const FIELDS = {
  commitment: "#commitment",
  client_seed: "#client-seed",
  seen: "[name=codes]",
  draws: "#seen",
  items: "#items",
  items_sha256: "#items",
  digest: "#seen",
  signed: "#keys",
  proof: "#keys",
};

/**
 * Return a value as text for people: a text as it is, any other as JSON.
 * @param {unknown} value
 */
function quote(value) {
  if (value === undefined || value === null)
    return escapeInvisible(t("verify.nothing"));
  return escapeInvisible(
    typeof value === "string" ? value : JSON.stringify(value),
  );
}

/**
 * Return a text with a capital letter at its beginning and a full stop at its end.
 * @param {string} text
 */
const toSentence = (text) => endSentence(capitalize(text));

/**
 * Return a text with a full stop at its end.
 * @param {string} text
 */
const endSentence = (text) =>
  escapeOthers(`${text}${/[.?!:]$/.test(text) ? "" : "."}`);

/**
 * Make invisible characters of a sentence visible, but for the spaces that a language has before its punctuation.
 * @param {string} text
 */
const escapeOthers = (text) =>
  text
    .split(/([\u00a0\u202f])/)
    .map((part, i) => (i % 2 ? part : escapeInvisible(part)))
    .join("");

/**
 * Return the same of a sentence of the check or of the page; what the check alone has is marked as English.
 * @param {Sentence} sentence
 * @param {(text: string) => string} [complete]
 */
function createSentence(sentence, complete = toSentence) {
  const { text, isEnglish } = toPlain(sentence);
  return isEnglish
    ? create("span", createEnglish(complete(text)))
    : complete(text);
}

/**
 * Show a verdict, which screen readers announce, and its explanation.
 * @param {View} view
 */
export function showVerdict({
  state,
  word,
  createWord = () => document.createTextNode(word),
  says,
  more = [],
  details = [],
}) {
  $("#verdict").dataset.state = state;
  $("#verdict-text").replaceChildren(
    create("strong", createWord()),
    ...(says ? [" ", says] : []),
  );
  $("#answers").replaceChildren(...more.filter(isPresent));
  $("#points").replaceChildren(...details.filter(isPresent));
}

/**
 * Who could choose a result that is right, who proves nothing to other readers by it.
 * @typedef {"requester" | "operator" | "unknown"} Chooser
 */

/**
 * Return the headline of a result for which all was checked, and that nobody could choose.
 * @param {string} [what] such as "3 winners from 24 names"
 */
export const nameValid = (what) =>
  what
    ? t("verify.right.validOf", { what: escapeInvisible(what) })
    : t("verify.right.valid");

/**
 * Return the headline of any other result that is right: the same as on the page of the result, whoever could choose
 * it, which a sentence below says.
 * @param {string} [what] such as "3 winners from 24 names"
 */
export const nameRight = (what) =>
  what
    ? t("verify.right.rightOf", { what: escapeInvisible(what) })
    : t("verify.right.right");

/**
 * Return the headline of a result that somebody could choose: without its name it says who.
 * @param {Chooser} chosenBy
 * @param {string} [what]
 */
const nameChosen = (chosenBy, what) =>
  what || chosenBy === "requester"
    ? nameRight(what)
    : t(`verify.right.${chosenBy}`);

/**
 * Return whether somebody could choose the result, or nobody knows who.
 * @param {string} chosenBy
 * @returns {chosenBy is Chooser}
 */
const isChoosable = (chosenBy) =>
  ["requester", "operator", "unknown"].includes(chosenBy);

/** Show that a check is running. */
export const showBusy = () =>
  showVerdict({ state: "busy", word: t("verify.busy") });

/**
 * Return the view of an error. Only refusals have words for people.
 * @param {Error | SaidError} error
 * @returns {View}
 */
export function errorView(error) {
  const { where, title, message } = sayError(error);
  const name = where ?? title;
  if (error instanceof CutLink)
    return { state: "partial", word: t("verify.cutLink"), says: message };
  if (error instanceof Incomplete)
    return {
      state: "partial",
      word: t("verify.incomplete"),
      says: `${toSentence(message)} ${t("verify.askWhole")}`,
    };
  const state = error instanceof Altered ? "invalid" : "refused";
  return {
    state,
    word: t(`verify.${state}`),
    says: name
      ? t("shared.pair", {
          name: escapeInvisible(name),
          value: toSentence(message),
        })
      : toSentence(message),
    details: [
      error instanceof Refused &&
        createExpert([[t("verify.checkSays"), error.message]]),
    ],
  };
}

/**
 * Return an error in words for people.
 * @param {Error | SaidError} error
 * @returns {SaidError}
 */
function sayError(error) {
  if (error instanceof Refused)
    return { message: explainRefusal(error.message) };
  const isSaid =
    error instanceof Unreadable ||
    error instanceof Problem ||
    ("title" in error && error.title);
  return isSaid ? error : { message: t("verify.unknownForm") };
}

/**
 * Create an element to unfold with the words of the check itself.
 * @param {Row[]} rows
 */
export const createExpert = (rows) =>
  create(
    "details.expert",
    create("summary", t("verify.forExperts")),
    createBytes(rows, "en"),
  );

/**
 * Return the view of a difference: its place or its meaning, and the values that were expected and seen, side by side.
 * @param {ExplainedDifference} difference
 * @param {Subject} subject
 * @param {CardLookup} [lookup]
 * @returns {FoundView}
 */
export function differenceView(difference, subject, lookup) {
  const { where } = difference;
  const { expected, seen, isOfList } = readDifference(difference, subject);
  const isOfCards = !isOfList && !isOfNumbers(subject) && isCard(difference);
  const pictures =
    lookup && isOfCards
      ? compareCards(expected, seen, lookup)
      : compareDice(difference, subject);
  const sentence = explainDifference(difference, subject, isOfCards);
  const value = difference.named ?? {
    place: namePlaceOf(difference, subject),
    expected: shorten(nameValue(expected)),
    seen: shorten(nameValue(seen)),
  };
  return {
    state: "invalid",
    word: t("verify.invalid"),
    says: sentence ?? nameDiffering(value.place),
    more: [
      pictures ?? (!sentence && compareTexts(value)),
      isNoted(where, expected, subject) &&
        createBytes([
          [t("verify.youHold"), formatCompared(quote(expected))],
          [t("verify.receiptHas"), formatCompared(quote(seen))],
        ]),
      create("p.soft", countDiffering(difference), " ", t("verify.askAgain")),
    ],
    details: [
      createExpert([
        [t("verify.where"), where],
        [t("verify.expected"), quote(expected)],
        [t("verify.seen"), quote(seen)],
        isSaidByCheck(difference) && [t("verify.checkSays"), difference.detail],
      ]),
    ],
  };
}

/**
 * Return whether a difference is of a card, or of a list of cards.
 * @param {{ where: string }} difference
 */
const isCard = ({ where }) =>
  parsePosition(where) !== undefined ||
  CARD_PATHS.some((path) => path.test(where));

/**
 * Return whether the check itself explains a difference.
 * @param {ExplainedDifference} difference
 */
const isSaidByCheck = ({ detail }) => detail !== undefined && isOfCheck(detail);

/**
 * Return the view of a value that differs, in words of what it stands for, without the words of the check.
 * @param {DifferingValue} value
 * @returns {FoundView}
 */
export const viewDiffering = (value) => ({
  state: "invalid",
  word: t("verify.invalid"),
  says: nameDiffering(value.place),
  more: [compareTexts(value)],
  details: [],
});

/**
 * Return a sentence on how much differs. Of a receipt only the first difference is looked for.
 * @param {ExplainedDifference} difference
 */
const countDiffering = ({ differing }) =>
  differing
    ? t("verify.differing", { count: differing.length })
    : t("verify.onlyFirst");

/**
 * Return whether a file is of a shoe of integers, as of a draw: sentences say more of them than pictures of cards.
 * @param {Subject} subject
 */
const isOfNumbers = (subject) =>
  areOfIntegers(getReceipt(subject)?.terms ?? subject.terms);

/**
 * Return the values of a difference. If it `isOfList`, they are items of a list, or their numbers, in place of indices.
 *
 * Of the indices 0 and 2 in the list ["Ann", "Bo", "Cy"] they are "Ann" and "Cy"; without the list 1 and 3.
 * @param {ExplainedDifference} difference
 * @param {Subject} subject
 */
function readDifference({ where, expected, seen }, subject) {
  const isOfList =
    getPacks(subject) === undefined && /\bindices(\[\d+\])+$/.test(where);
  if (!isOfList) return { expected, seen, isOfList };
  return {
    expected: nameIndex(expected, subject),
    seen: nameIndex(seen, subject),
    isOfList,
  };
}

/**
 * Return the item of a list at an index, or its number in the list from 1; any other value unchanged.
 * @param {unknown} value
 * @param {Subject} subject
 */
function nameIndex(value, { original_items: items }) {
  if (typeof value !== "number" || !Number.isInteger(value)) return value;
  return items?.[value] ?? value + 1;
}

/**
 * Return whether a value was expected because the player noted it.
 * @param {string} where
 * @param {unknown} expected
 * @param {Subject} subject
 */
const isNoted = (where, expected, { confirmed = {} }) =>
  NOTED.some(
    (name) =>
      name === where &&
      confirmed[name] !== undefined &&
      confirmed[name] === expected,
  );

/**
 * Return a sentence on a difference that its place and its values alone do not explain; undefined for any other.
 * @param {ExplainedDifference} difference
 * @param {Subject} subject
 * @param {boolean} isOfCards whether its first difference is of a card
 */
function explainDifference(
  { where, detail, differing = [] },
  subject,
  isOfCards,
) {
  if (detail) return createSentence(detail);
  if (isOfCards && differing.length > 1 && differing.every(isCard))
    return explainCards(differing, subject);
  if (where === "proof.pi") return t("verify.differs.proof");
  if (where.startsWith("drawn.")) return t("verify.differs.drawn");
  if (where === "items_sha256") return t("verify.draws.otherListSays");
  if (/^(matches|candidates)\b/.test(where)) return t("verify.differs.matches");
  return undefined;
}

/**
 * Return the name of the place of a difference.
 * @param {ExplainedDifference} difference
 * @param {Subject} subject
 * @returns {string} such as "card 3 of North", "the turn (place 10)", or "round 1, place 4 of draw 1"
 */
function namePlaceOf({ where, draw }, subject) {
  const place = escapeInvisible(describePlace(subject, where));
  const isNamed = parsePosition(where)?.label !== undefined;
  return isNamed || draw === undefined
    ? place
    : t("verify.place.ofDraw", { place, draw });
}

/**
 * Return a sentence on cards that differ: how many, and where the first of them are, each hand or pile once.
 * @param {{ where: string }[]} differing
 * @param {Subject} subject
 */
function explainCards(differing, subject) {
  const places = differing.map(({ where }) => {
    const { label } = parsePosition(where) ?? {};
    return label ? translatePlace(label) : describePlace(subject, where);
  });
  const distinct = [...new Set(places)];
  const first = distinct.slice(0, MAX_PLACES);
  if (first.length < distinct.length) first.push("…");
  return t("verify.differs.cards", {
    count: differing.length,
    places: joinNames(first.map(escapeInvisible)),
  });
}

/**
 * Return a value as text, cut after 16 characters if it has more than 40.
 * @param {unknown} value
 */
const shorten = (value) =>
  quote(value).length > 40 ? `${quote(value).slice(0, 16)}…` : quote(value);

/**
 * Create a list of names and values, [["Round", 3], …], with invisible characters escaped; `lang` is that of the
 * values. Skip a missing row.
 * @param {Row[]} rows
 * @param {string} [lang]
 */
export const createBytes = (rows, lang) =>
  create(
    "dl.bytes",
    createPairs(
      rows.map((row) => {
        if (!row) return undefined;
        const [name, value] = row;
        return [name, create("span", { lang }, escapeInvisible(String(value)))];
      }),
    ),
  );

/**
 * Describe a place in a game, a hand or a pile, or a member of a file, in words; return any other in quotation marks.
 * @param {Subject} subject
 * @param {string} where such as "hands[0].cards[2]", "round 0, position 5 (the turn)", "seen[1].draw" or "integers[4]"
 * @returns {string} such as "card 3 of North", "the turn (round 1, place 6)" or "the seed"
 */
function describePlace(subject, where) {
  const place = parsePosition(where);
  if (place) return describePosition(place);
  const [, shown] =
    listShown(subject).find(([path]) => isWithin(where, path)) ?? [];
  if (shown) return t("verify.place.shown", countFromOne(shown));
  return (
    describeCard(subject, where) ??
    describeEntry(where) ??
    describeValue(subject, where) ??
    describeResponsePlace(subject, where) ??
    describeMember(subject, where) ??
    t("shared.quoted", { name: where })
  );
}

/**
 * Describe the position of a card in words, with its place in the game if the check names it.
 * @param {CardPosition} place
 */
function describePosition({ label, ...place }) {
  const numbers = countFromOne(place);
  if (!label) return t("verify.place.ofRound", numbers);
  const named = { name: translatePlace(label), ...numbers };
  return place.round === 0
    ? t("verify.place.named", named)
    : t("verify.place.namedOfRound", named);
}

/**
 * Return a round and a position, which the files count from 0, as people count them.
 * @param {{ round: number, position: number }} position
 */
const countFromOne = ({ round, position }) => ({
  round: String(round + 1),
  place: String(position + 1),
});

/**
 * Describe the place of a card in a hand or a pile; return undefined for any other.
 * @param {Subject} subject
 * @param {string} where such as "hands[0].cards[2]"
 */
function describeCard(subject, where) {
  const [, name, holderIndex, cardIndex] =
    /^(hands|piles)\[(\d+)\]\.(?:cards|indices)\[(\d+)\]$/.exec(where) ?? [];
  if (name === undefined) return undefined;
  const kind = name === "piles" ? "piles" : "hands";
  const holder = subject[kind]?.[Number(holderIndex)];
  if (!isHolder(holder)) return undefined;
  const number = Number(cardIndex) + 1;
  const values = { number, holder: nameHolder(holder, kind) };
  return kind === "piles"
    ? t("verify.place.ofPile", values)
    : t("verify.place.ofHand", values);
}

/**
 * @param {unknown} value
 * @returns {value is ResponseHolder}
 */
const isHolder = (value) => isObject(value);

/**
 * Describe a place in what was seen; return undefined for any other.
 * @param {string} where such as "seen[1].draw"
 */
function describeEntry(where) {
  const [, entryIndex, member] = /^seen\[(\d+)\]\.?(.*)$/.exec(where) ?? [];
  if (entryIndex === undefined) return undefined;
  const entry = t("verify.place.entry", { number: Number(entryIndex) + 1 });
  return member ? `${entry}, ${member}` : entry;
}

/**
 * Describe the place of a card, an item or an integer, perhaps of one of several results or drums; return undefined for
 * any other.
 * @param {Subject} subject
 * @param {string} where such as "integers[4]", or "integers[0][4]" of the first result or drum
 */
function describeValue({ drums }, where) {
  const [, list, first, second] =
    /^(cards|items|integers|indices)\[(\d+)\](?:\[(\d+)\])?$/.exec(where) ?? [];
  if (list === undefined) return undefined;
  /** @param {string} index */
  const nameValue = (index) =>
    t(`verify.place.${list === "indices" ? "items" : list}`, {
      number: Number(index) + 1,
    });
  if (second === undefined) return nameValue(first);
  const pair = { name: nameValue(second), part: Number(first) + 1 };
  return drums
    ? t("verify.place.ofDrum", pair)
    : t("verify.place.ofResult", pair);
}

/**
 * Describe a member of a response, of its request or of the terms of a receipt; return undefined for any other. What is
 * drawn from a list are winners.
 * @param {Subject} subject
 * @param {string} where such as "seed" or "request.count"
 */
function describeMember({ items }, where) {
  const [, member] = /^(?:request\.|terms\.)?(\w+)$/.exec(where) ?? [];
  if (member === undefined) return undefined;
  const name = member === "count" && items ? "winners" : member;
  return findText(`verify.member.${name}`);
}

/**
 * Render the checklist: checked parts, unchecked parts with the reason, notes.
 * @param {CheckItem[]} items
 */
function renderChecklist(items) {
  if (items.length === 0) return undefined;
  return create(
    "ul.checks",
    items.map((item, i) => {
      const { kind, name, value } = item;
      const field = fieldOf(item);
      const isFirst =
        items.findIndex((earlier) => fieldOf(earlier) === field) === i;
      return create("li", { class: kind }, [
        create("span.hidden", t(`verify.kinds.${kind}`), " "),
        renderSentence(item),
        value !== undefined &&
          value !== null && [
            " ",
            create("code", escapeInvisible(formatCompared(value))),
          ],
        isFirst && name && field && createFieldButton(field, name),
      ]);
    }),
  );
}

/**
 * Render the sentence of an item, behind the title of what is open.
 * @param {CheckItem} item
 */
function renderSentence({ name, title, sentence }) {
  if (!name) return createSentence(sentence, toSentence);
  const words =
    title ??
    findText(`verify.titles.${name}`) ??
    toTitle(escapeInvisible(name));
  return createText("shared.pair", {
    name: create("strong", words),
    value: createSentence(sentence, endSentence),
  });
}

/**
 * Return the field of an unchecked part; undefined if a link filled it, because people only compare it.
 * @param {CheckItem} item
 */
const fieldOf = ({ name = "", isLinked }) =>
  isLinked ? undefined : FIELDS[name];

/**
 * Show the fields of all notes, or that of one alone: of a draw nobody noted cards or keys.
 * @param {HTMLElement} [input] of the one
 */
export function showNotes(input) {
  const notes = /** @type {HTMLElement[]} */ ($$("#notes .note"));
  for (const note of notes)
    note.hidden = input !== undefined && !note.contains(input);
}

/**
 * Create a button that leads to the field of a missing value; undefined on a page without the form.
 * @param {string} field
 * @param {string} name
 * @param {"button" | "button.primary"} [kind] primary where it is the first thing to do
 */
export function createFieldButton(field, name, kind = "button") {
  const input = findElement(field);
  if (!input) return undefined;
  const lead = () => {
    showNotes(input);
    for (
      let details = input.closest("details");
      details;
      details = details.parentElement?.closest("details") ?? null
    )
      details.open = true;
    input.focus();
    input.scrollIntoView({ block: "center" });
  };
  return create(
    "p.fill",
    create(kind, { onclick: lead }, t(`verify.enter.${name}`)),
  );
}

/**
 * What a view of a correct file has beside its checklist: a sentence, the name of what was drawn, the boxes for what
 * only the reader knows, whether cards were drawn, and the algorithm that shuffled them.
 * @typedef {object} AgreementParts
 * @property {string} [says]
 * @property {string} [what]
 * @property {VerdictPart} [questions]
 * @property {boolean} [areCards]
 * @property {string} [algorithm] such as "fisher_yates"
 */

/**
 * Return the view of a correct file. It is valid only if all was checked, and nobody could choose the cards as far as
 * the reader confirms; it is right if that is all that is open.
 * @param {{ grade: Grade, chosen_by: string, rests_on: string }} origin who could choose, and how much was checked
 * @param {CheckItem[]} items
 * @param {AgreementParts} [parts]
 * @returns {FoundView}
 */
export function agreementView(
  { grade, chosen_by: chosenBy, rests_on: reason },
  items,
  { says, what, questions, areCards = true, algorithm } = {},
) {
  const origin = renderOrigin(chosenBy, createSentence(reason));
  /** @type {Row[]} */
  const rows = [
    ["chosen_by", chosenBy],
    ["rests_on", reason],
    algorithm !== undefined && ["algorithm", algorithm],
  ];
  for (const { kind, name, sentence } of items)
    if (kind === "open" && name && isOfCheck(sentence))
      rows.push([`unchecked: ${name}`, sentence]);
  const open = items.filter(({ kind }) => kind === "open");
  const closed = items.filter(({ kind }) => kind !== "open");
  return {
    ...nameState(grade, chosenBy, what),
    says,
    ...placeResult(
      areCards,
      [origin, questions, renderChecklist(open)],
      [renderChecklist(closed), createExpert(rows)],
    ),
  };
}

/**
 * Return the parts of a view before and behind what was drawn. Names and numbers follow the headline at once, and all
 * cards of a deal, which are many, what is open.
 * @param {boolean} areCards
 * @param {VerdictPart[]} open who could choose, and what is open
 * @param {VerdictPart[]} closed what was checked
 * @returns {{ more: VerdictPart[], details: VerdictPart[] }}
 */
export const placeResult = (areCards, open, closed) =>
  areCards
    ? { more: open, details: closed }
    : { more: [], details: [...open, ...closed] };

/**
 * Return the state of a correct file with its headline.
 * @param {Grade} grade
 * @param {string} chosenBy
 * @param {string} [what] what was drawn
 */
function nameState(grade, chosenBy, what) {
  if (grade === "part") return { state: "partial", word: t("verify.partial") };
  if (grade === "numbers")
    return { state: "partial", word: t("verify.right.numbers") };
  if (isChoosable(chosenBy))
    return { state: "chosen", word: nameChosen(chosenBy, what) };
  return grade === "whole"
    ? { state: "valid", word: nameValid(what) }
    : { state: "right", word: nameRight(what) };
}

/**
 * Render who could choose, and what that rests on, unless that is said already.
 * @param {string} chosenBy
 * @param {Node | string} [reason]
 */
export const renderOrigin = (chosenBy, reason) =>
  create("p", create("strong", t(`verify.chosen.${chosenBy}`)), " ", reason);

/**
 * Create a button that copies a URL, and a link to the page of the result if there is one.
 * @param {string} url
 * @param {string | false} [result]
 * @param {string} [label] of the link
 */
export const createLinkButton = (url, result, label = t("verify.showResult")) =>
  create(
    "p.buttons.link",
    createCopyButton(() => url, t("shared.copyLink")),
    result && create("a.button", { href: result }, label),
  );

/**
 * Return a value for people, who compare a digest by eye.
 * @param {string} value
 */
export const formatCompared = (value) =>
  /^[0-9a-f]{64}$/.test(value) ? groupDigits(value) : value;

/**
 * Create checkboxes for facts that only the reader knows: {name, sentence, value}. `confirmed` are the names of ticked
 * boxes; `onChange` gets a name, and whether its box is ticked.
 * @param {Question[]} questions
 * @param {Set<string>} confirmed
 * @param {(name: string, isTicked: boolean) => unknown} onChange
 */
export const createConfirmations = (questions, confirmed, onChange) =>
  create("fieldset.confirm", [
    create("legend", t("verify.onlyYou")),
    questions.map(({ name, sentence, value, isEntered }) => {
      const box = create("input", {
        type: "checkbox",
        name,
        checked: confirmed.has(name),
      });
      box.addEventListener("change", () => onChange(name, box.checked));
      const words = value
        ? createText("shared.pair", {
            name: sentence,
            value: create("code", escapeInvisible(formatCompared(value))),
          })
        : sentence;
      const field = isEntered ? FIELDS[name] : undefined;
      return create("div.question", [
        create("label", [box, create("span", words)]),
        field && createFieldButton(field, name),
      ]);
    }),
    create("p.soft", t("verify.ticksCount")),
  ]);
