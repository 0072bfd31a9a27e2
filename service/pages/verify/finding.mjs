/** The verdict: its views and how they are shown. */
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { Refused } from "../../../verify/core/validation.mjs";
import { toTitle, translatePlace } from "../shared/labels.mjs";
import {
  $,
  Problem,
  create,
  createCopyButton,
  createPairs,
} from "../shared/page.mjs";
import { createText, findText, t } from "../shared/texts.mjs";
import { createComparison } from "./cards.mjs";
import { listShown } from "./notes.mjs";
import { explainRefusal, isOfCheck, toPlain } from "./plain.mjs";
import { findCard, getPacks, nameHolder } from "./results.mjs";
import { Unreadable } from "./unreadable.mjs";

const POSITION = /^(round \d+, position \d+) \((.+)\)$/; // with the place of the card in its game
const CARDS =
  /^round \d+, position \d+( \(.+\))?$|\bshown(\[\d+\])?\.card$|(^|\.)(cards|dealt\.cards|indices)(\[\d+\])+$/;
const NOTED = ["commitment", "client_seed", "digest"];

/** The fields to fill in, by the name of an unchecked part. */
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

const quote = (value) =>
  escapeInvisible(
    value === undefined
      ? t("verify.nothing")
      : typeof value === "string"
        ? value
        : JSON.stringify(value),
  );

/** Return a text with a capital letter at its beginning and a full stop at its end. */
const toSentence = (text) =>
  endSentence(`${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`);

/** Return a text with a full stop at its end. */
const endSentence = (text) =>
  escapeOthers(`${text}${/[.?!:]$/.test(text) ? "" : "."}`);

/** Make invisible characters of a sentence visible, but for the spaces that a language has before its punctuation. */
const escapeOthers = (text) =>
  text
    .split(/([\u00a0\u202f])/)
    .map((part, i) => (i % 2 ? part : escapeInvisible(part)))
    .join("");

/** Return the same of a sentence of the check or of the page; what the check alone has is marked as English. */
function createSentence(sentence, complete = toSentence) {
  const { text, isEnglish } = toPlain(sentence);
  return isEnglish
    ? create("span", { lang: "en" }, complete(text))
    : complete(text);
}

/** Show a verdict, which screen readers announce, and its explanation. */
export function showVerdict({ state, word, says, more = [] }) {
  $("#verdict").dataset.state = state;
  $("#verdict-text").replaceChildren(
    create("strong", word),
    ...(says ? [" ", says] : []),
  );
  $("#finding").replaceChildren(...more.filter(Boolean));
}

/** Show that a check is running. */
export const showBusy = () =>
  showVerdict({ state: "busy", word: t("verify.busy") });

/** Return the view of an error. Only refusals have words for people. */
export function errorView(error) {
  const isRefusal = error instanceof Refused;
  const isSaid =
    error instanceof Unreadable || error instanceof Problem || error.title;
  const { where, message, title } = isSaid
    ? error
    : {
        message: isRefusal
          ? explainRefusal(error.message)
          : t("verify.unknownForm"),
      };
  return {
    state: "refused",
    word: t("verify.refused"),
    says:
      where || title
        ? t("shared.pair", {
            name: escapeInvisible(where ?? title),
            value: toSentence(message),
          })
        : toSentence(message),
    more: [
      create("p", t("verify.noVerdict")),
      error.result &&
        create(
          "p",
          create("a.button", { href: error.result }, t("verify.showResult")),
        ),
      isRefusal && createExpert([[t("verify.checkSays"), error.message]]),
    ],
  };
}

/** Create an element to unfold with the words of the check itself, [[name, words], …]. */
export const createExpert = (rows) =>
  create(
    "details.expert",
    create("summary", t("verify.forExperts")),
    createBytes(rows, "en"),
  );

/** Return the view of a difference: its place, its meaning, and the values that were expected and seen. */
export function differenceView(difference, subject, lookup) {
  const { where, draw, detail } = difference;
  const isOfList =
    getPacks(subject) === undefined && /\bindices(\[\d+\])+$/.test(where);
  const [expected, seen] = [difference.expected, difference.seen].map(
    (value) =>
      isOfList && Number.isInteger(value)
        ? (subject.original_items?.[value] ?? value + 1)
        : value,
  ); // an item, or its number in the list from 1
  const cards = [expected, seen].map(
    (value) =>
      lookup && !isOfList && CARDS.test(where) && toCard(value, lookup),
  );
  const name = escapeInvisible(describePlace(subject, where));
  const place =
    draw === undefined ? name : t("verify.inDraw", { place: name, draw });
  const isNoted =
    NOTED.includes(where) &&
    subject.confirmed?.[where] !== undefined &&
    expected === subject.confirmed[where];
  const [left, right] = isNoted
    ? [t("verify.youHold"), t("verify.receiptHas")]
    : [t("verify.expected"), t("verify.seen")];
  return {
    state: "invalid",
    word: t("verify.invalid"),
    says: explainDifference({
      where,
      expected,
      seen,
      detail,
      place,
      isNamed: describePlace(subject, where) !== where,
    }),
    more: [
      cards.every(Boolean)
        ? createComparison(...cards)
        : isNoted &&
          createBytes([
            [left, quote(expected)],
            [right, quote(seen)],
          ]),
      create("p.soft", t("verify.onlyFirst")),
      createExpert([
        [t("verify.where"), where],
        [t("verify.expected"), quote(expected)],
        [t("verify.seen"), quote(seen)],
        detail && isOfCheck(detail) && [t("verify.checkSays"), detail],
      ]),
    ],
  };
}

function explainDifference({ where, expected, seen, detail, place, isNamed }) {
  if (detail) return createSentence(detail);
  if (where === "proof.pi") return t("verify.differs.proof");
  if (where.startsWith("drawn.")) return t("verify.differs.drawn");
  if (/^(matches|candidates)\b/.test(where)) return t("verify.differs.matches");
  const values = { place, expected: shorten(expected), seen: shorten(seen) };
  return !isNamed && !/^round /.test(where)
    ? t("verify.differs.value", values)
    : t("verify.differs.place", values);
}

const shorten = (value) =>
  quote(value).length > 40 ? `${quote(value).slice(0, 16)}…` : quote(value);

/** Create a list of names and values, [["Round", 3], …], with invisible characters escaped; `lang` is that of the values. Skip a missing row. */
export const createBytes = (rows, lang) =>
  create(
    "dl.bytes",
    createPairs(
      rows
        .filter(Boolean)
        .map(([name, value]) => [
          name,
          create("span", { lang }, escapeInvisible(String(value))),
        ]),
    ),
  );

/** Return the card for a value of a response: an index, or a code or name. */
function toCard(value, lookup) {
  if (typeof value === "number") return lookup.ofIndex(value);
  return typeof value === "string"
    ? findCard(value, undefined, lookup)
    : undefined;
}

/** Describe a place in a game, a hand or a pile in words; return any other unchanged. */
function describePlace(subject, where) {
  const [, position, label] = POSITION.exec(where) ?? [];
  if (label) return `${translatePlace(label)} (${position})`;
  const [, kind, placeInFile, i] =
    /^(hands|piles)\[(\d+)\]\.(?:cards|indices)\[(\d+)\]$/.exec(where) ?? [];
  const holder = subject[kind]?.[placeInFile];
  const values = {
    number: Number(i) + 1,
    holder: holder && nameHolder(holder, kind),
  };
  if (holder)
    return kind === "piles"
      ? t("verify.place.ofPile", values)
      : t("verify.place.ofHand", values);
  const [, shown] =
    listShown(subject).find(([placeInFile]) => where.startsWith(placeInFile)) ??
    [];
  if (shown)
    return t("verify.place.shown", {
      round: String(shown.round),
      position: String(shown.position),
    });
  const [, entry, member] = /^seen\[(\d+)\]\.?(.*)$/.exec(where) ?? [];
  if (entry)
    return [t("verify.place.entry", { number: Number(entry) + 1 }), member]
      .filter(Boolean)
      .join(", ");
  const [, list, first, second] =
    /^(cards|items|integers|indices)\[(\d+)\](?:\[(\d+)\])?$/.exec(where) ?? [];
  if (list === undefined) return where;
  const name = (i) =>
    t(`verify.place.${list === "indices" ? "items" : list}`, {
      number: Number(i) + 1,
    });
  if (second === undefined) return name(first);
  const pair = { name: name(second), part: Number(first) + 1 };
  return subject.drums
    ? t("verify.place.ofDrum", pair)
    : t("verify.place.ofResult", pair);
}

/** Render the checklist: checked parts, unchecked parts with the reason, notes. */
function renderChecklist(items) {
  return create("ul.checks", [
    items.map((item, i) => {
      const { kind, name, title, value, sentence } = item;
      const isFirst =
        items.findIndex((other) => fieldOf(other) === fieldOf(item)) === i;
      return create("li", { class: kind }, [
        create("span.hidden", t(`verify.kinds.${kind}`), " "),
        name
          ? createText("shared.pair", {
              name: create(
                "strong",
                title ??
                  findText(`verify.titles.${name}`) ??
                  toTitle(escapeInvisible(name)),
              ),
              value: createSentence(sentence, endSentence),
            })
          : createSentence(sentence, toSentence),
        value !== undefined &&
          value !== null && [" ", create("code", escapeInvisible(value))],
        isFirst && createFieldButton(fieldOf(item), name),
      ]);
    }),
  ]);
}

/** Return the field of an unchecked part; undefined if a link filled it, because people only compare it. */
const fieldOf = ({ name, isLinked }) => (isLinked ? undefined : FIELDS[name]);

/** Create a button that leads to the field of a missing value; undefined on a page without the form. */
function createFieldButton(field, name) {
  const input = field && $(field);
  if (!input) return undefined;
  const lead = () => {
    for (
      let details = input.closest("details");
      details;
      details = details.parentElement.closest("details")
    )
      details.open = true;
    input.focus();
    input.scrollIntoView({ block: "center" });
  };
  return create(
    "p.fill",
    create("button", { onclick: lead }, t(`verify.enter.${name}`)),
  );
}

/**
 * Return the view of a correct file. It is valid only if all was checked, and nobody could choose the cards as far as
 * the reader confirms.
 */
export function agreementView(
  { isChecked, chosen_by: chosenBy, rests_on: reason },
  items,
  says,
) {
  const origin = create(
    "p",
    create("strong", t(`verify.chosen.${chosenBy}`)),
    " ",
    createSentence(reason),
  );
  const open = items
    .filter(
      ({ kind, name, sentence }) =>
        kind === "open" && name && isOfCheck(sentence),
    )
    .map(({ name, sentence }) => [`unchecked: ${name}`, sentence]);
  const more = [
    origin,
    renderChecklist(items),
    createExpert([["chosen_by", chosenBy], ["rests_on", reason], ...open]),
  ];
  if (!isChecked)
    return { state: "partial", word: t("verify.partial"), says, more };
  const word = findText(`verify.chosenWords.${chosenBy}`); // of files that prove nothing to other readers
  return {
    state: word ? "chosen" : "valid",
    word: word ?? t("verify.valid"),
    says,
    more,
  };
}

/** Create a button that copies a URL, and a link to the page of the result if there is one. */
export const createLinkButton = (url, result) =>
  create(
    "p.buttons.link",
    createCopyButton(() => url, t("verify.copyLink")),
    result && create("a.button", { href: result }, t("verify.showResult")),
  );

const isDigest = (text) => /^[0-9a-f]{64}$/.test(text);

/**
 * Create checkboxes for facts that only the reader knows: {name, sentence, value}. `confirmed` are the names of ticked
 * boxes; `onChange` gets a name, and whether its box is ticked.
 */
export const createConfirmations = (questions, confirmed, onChange) =>
  create("fieldset.confirm", [
    create("legend", t("verify.onlyYou")),
    questions.map(({ name, sentence, value }) =>
      create("label", [
        create("input", {
          type: "checkbox",
          name,
          checked: confirmed.has(name),
          onchange: ({ target }) => onChange(name, target.checked),
        }),
        create(
          "span",
          value
            ? createText("shared.pair", {
                name: sentence,
                value: create(
                  "code",
                  escapeInvisible(
                    isDigest(value) ? value.match(/.{8}/g).join(" ") : value,
                  ),
                ),
              })
            : sentence,
        ), // in groups, to compare by eye
      ]),
    ),
  ]);
