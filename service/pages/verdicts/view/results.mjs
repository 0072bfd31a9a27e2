/** The cards of a file: the rounds of a shoe (shoe_rounds.mjs), the hands and piles of a deal, numbers or items. */
// @ts-check
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { capitalize, namePlace, toTitle } from "../../shared/labels.mjs";
import { $, create } from "../../shared/elements.mjs";
import { titleGroup } from "../../shared/parts.mjs";
import { joinCells } from "../../shared/placed.mjs";
import { createDieItem, listKinds } from "../../shared/rolled_dice.mjs";
import { formatNumber, t } from "../../shared/texts.mjs";
import { listOf, objectOf } from "../../shared/unknown_json.mjs";
import { createCardList } from "./card_lists.mjs";
import { createFirst, createValueList } from "./value_lists.mjs";
import { getReceipt, isPartial, listShown } from "../assessment/notes.mjs";
import { addParents } from "../assessment/places.mjs";
import { renderRounds, renderShown } from "./shoe_rounds.mjs";
import { toText } from "../assessment/seals.mjs";

/**
 * @import { RoundStep } from "../../../../verify/steps/steps.mjs"
 * @import { CardLookup, ListedCard, ShownFace } from "./card_lists.mjs"
 * @import { ShownDie } from "../../shared/draw_types.mjs"
 * @import { Packs } from "../../shared/shoes.mjs"
 * @import { Range } from "../assessment/notes.mjs"
 * @import { ResponseHolder, Subject } from "../assessment/notes.mjs"
 * @import { ExplainedDifference } from "../assessment/seals.mjs"
 */

/**
 * A group, a hand or a pile, or all cards: its title, the beginning of its path in the response, such as "hands[0].",
 * and its cards or items, with their numbers in the shoe or the list.
 * @typedef {{ title: string, at: string } & Pick<ResponseHolder, "cards" | "items" | "indices">} TitledHolder
 */

/**
 * A result of a response: `isBatch` if it is one of several, and its number among these from 0; functions that return
 * the result's part of a member, and its path in the response.
 * @typedef {object} ChosenResult
 * @property {boolean} isBatch
 * @property {number} number
 * @property {(member: unknown) => any} select who asks knows what the response has there
 * @property {(name: string) => string} pathOf the path of "hands" is "hands", or "hands[3]" in a batch
 */

/**
 * The paths of what differs in a response, and of all that it lies in.
 * @typedef {ReturnType<typeof addParents>} Marked
 */

const MAX_VALUES = 500;
const MAX_CARDS = 20; // of a list that is shown as a whole
const FIRST_CARDS = 13; // a row of a wide window

/**
 * Return the packs that the cards of a file come from; undefined if it holds no cards.
 * @param {Subject} subject
 * @returns {(Packs & { deck: string }) | undefined}
 */
export function getPacks(subject) {
  /** @type {Packs} */
  const packs = getReceipt(subject)?.terms ?? subject.terms ?? subject;
  const { deck } = packs;
  return deck === undefined ? undefined : { ...packs, deck };
}

/**
 * What was drawn: elements, and whether these are cards, or what the file claims and the check did not confirm.
 * @typedef {{ parts: HTMLElement[], areCards?: boolean, isClaimed?: boolean }} ShownResult
 */

/**
 * Show what was drawn, if anything was.
 * @param {ShownResult} [result]
 */
export function showResult(result = { parts: [] }) {
  const { parts, isClaimed = false } = result;
  $("#cards-title").textContent = titleResult(result);
  $("#card-lists").replaceChildren(...parts);
  $("#cards").classList.toggle("claimed", isClaimed);
  $("#cards").hidden = parts.length === 0;
}

/** @param {ShownResult} result */
function titleResult({ areCards, isClaimed }) {
  if (isClaimed) return t("verify.claimed");
  return areCards ? t("verify.cards") : t("verify.result");
}

/**
 * Render the cards of a file by its kind, and mark what differs: shown cards, the rounds of a shoe, or the result of a
 * response.
 * @param {Subject} subject
 * @param {RoundStep[]} orders
 * @param {CardLookup} lookup
 * @param {ExplainedDifference} [difference]
 */
export function renderCards(subject, orders, lookup, difference) {
  const receipt = getReceipt(subject);
  const isShown = receipt ? isPartial(receipt) : subject.shown !== undefined;
  if (isShown)
    return renderShown(
      listShown(subject),
      subject.seen,
      lookup,
      difference?.where,
    );
  if (receipt) return renderRounds(receipt, subject, orders, lookup);
  const { differing = difference ? [difference] : [] } = difference ?? {};
  return renderResult(subject, lookup, addParents(differing));
}

/**
 * Render the cards of a response; of a batch first a result that differs, or the first one, and the others once a
 * button is pressed.
 * @param {Subject} subject
 * @param {CardLookup} lookup
 * @param {Marked} marked
 */
function renderResult(subject, lookup, marked) {
  const numbers = listResults(subject, marked);
  return createFirst(create("div"), numbers, 1, (number) =>
    create(
      "div.holders",
      renderOne(subject, chooseResult(subject, number), lookup, marked),
    ),
  );
}

/**
 * Render a result of a response.
 * @param {Subject} subject
 * @param {ChosenResult} result
 * @param {CardLookup} lookup
 * @param {Marked} marked
 */
function renderOne(subject, result, lookup, marked) {
  const text = describeResult(subject, result.number);
  const content =
    renderDrawnValues(subject, result, marked) ??
    renderPairs(subject, result, marked) ??
    renderSets(subject, result, marked) ??
    renderStrip(subject, result, marked) ??
    renderHolders(subject, result, lookup, marked);
  return [text && create("p.soft", text), ...content];
}

/**
 * Render the integers or the items of a result, those of each drum apart; undefined for a result without them.
 * @param {Subject} subject
 * @param {ChosenResult} result
 * @param {Marked} marked
 */
function renderDrawnValues(subject, { select, pathOf }, marked) {
  const values = select(subject.integers ?? subject.items);
  if (!Array.isArray(values)) return undefined;
  if (Array.isArray(subject.drums) && values.length)
    return renderDrums(subject.drums, values, marked, pathOf("integers"));
  const paths = ["integers", "items", "indices"].map(pathOf);
  const says = subject.integers && describeRange(subject);
  return [renderValues({ says }, values, marked, ...paths)];
}

/**
 * Render the sets of a roll of dice, each with its dice and their total; undefined for a result without them.
 * @param {Subject} subject
 * @param {ChosenResult} result
 * @param {Marked} marked
 */
function renderSets(subject, { select, pathOf, isBatch }, marked) {
  const sets = select(subject.sets);
  if (!Array.isArray(sets)) return undefined;
  const notation =
    isBatch && create("p.soft", escapeInvisible(String(subject.roll)));
  const kinds = listKinds(String(subject.roll));
  const lists = sets.map((set, i) => {
    const path = `${pathOf("sets")}[${i}]`;
    const title =
      sets.length > 1 && toTitle(t("verify.place.roll", { number: i + 1 }));
    return create(
      "div.holder",
      title && create("h3", title),
      renderSet(objectOf(set), kinds, marked, path),
    );
  });
  const isOfOneSet =
    sets.length === 1 && marked.has(`${pathOf("sets")}[0].total`);
  const isOtherTotal = !isOfOneSet && marked.has(pathOf("total"));
  return [
    notation,
    ...lists,
    isOtherTotal && renderTotal(select(subject.total), true),
  ].filter((part) => part instanceof Node);
}

/**
 * Render the dice of a set, and their total.
 * @param {{ total?: unknown, dice?: unknown }} set which may be of a changed file
 * @param {string[]} kinds of the dice of each term of the notation
 * @param {Marked} marked
 * @param {string} path of the set
 */
function renderSet({ total, dice }, kinds, marked, path) {
  const listed = listOf(dice).map((value, i) => ({
    die: readDie(value),
    isWrong: marked.has(`${path}.dice[${i}]`),
  }));
  const list = create("ol.dice", { "aria-label": t("verify.values") });
  return [
    createFirst(list, listed, MAX_VALUES, ({ die, isWrong }) =>
      isWrong
        ? createDieItem(die, kinds[die.term], "wrong", t("verify.marks.wrong"))
        : createDieItem(die, kinds[die.term]),
    ),
    renderTotal(total, marked.has(`${path}.total`)),
  ];
}

/**
 * Return a number as the language writes it; what a changed file has in its place as text.
 * @param {unknown} value
 */
export const toNumber = (value) =>
  typeof value === "number" ? formatNumber(value) : toText(value ?? null);

/** Return what a total is called where it begins a line. */
export const nameTotal = () => capitalize(t("verify.place.total"));

/**
 * Render the total of dice, which is marked if it differs.
 * @param {unknown} total
 * @param {boolean} isWrong
 */
const renderTotal = (total, isWrong) =>
  create("p", { class: isWrong ? "total wrong" : "total" }, [
    create("span.soft", nameTotal(), " "),
    toNumber(total),
    isWrong && create("small", " ", t("verify.marks.wrong")),
  ]);

/**
 * Return a die of a response, complete also if a changed file has another value there: of null the face is "null".
 * @param {unknown} value
 * @returns {ShownDie}
 */
function readDie(value) {
  const { face = value, ...die } = objectOf(value);
  return {
    term: 0,
    fate: "",
    rerolls: 0,
    is_extra: false,
    ...die,
    face: typeof face === "number" ? face : toText(face ?? null),
  };
}

/**
 * Render the rows of the tickets of a strip of bingo; undefined for a result without them.
 * @param {Subject} subject
 * @param {ChosenResult} result
 * @param {Marked} marked
 */
function renderStrip(subject, { select, pathOf }, marked) {
  const strip = select(subject.strip);
  if (!Array.isArray(strip)) return undefined;
  return strip.map((rows, i) => {
    const title = t("shared.parts.ticket", { number: i + 1 });
    const lines = listOf(rows).map((cells) => joinCells(listOf(cells)));
    return renderValues({ title }, lines, marked, `${pathOf("strip")}[${i}]`);
  });
}

/**
 * Render who gives to whom in a result; undefined for a result without pairs.
 * @param {Subject} subject
 * @param {ChosenResult} result
 * @param {Marked} marked
 */
function renderPairs(subject, { select, pathOf }, marked) {
  const pairs = select(subject.pairs);
  if (!Array.isArray(pairs)) return undefined;
  const lines = pairs.map(
    ({ giver, receiver }) => `${toText(giver)} → ${toText(receiver)}`,
  );
  return [renderValues({}, lines, marked, pathOf("pairs"))];
}

/**
 * Render the hands, the piles or the groups of a result, or all of its cards.
 * @param {Subject} subject
 * @param {ChosenResult} result
 * @param {CardLookup} lookup
 * @param {Marked} marked
 */
function renderHolders(subject, result, lookup, marked) {
  const suffix = result.isBatch ? `[${result.number}]` : "";
  return listHolders(subject, result).map((holder) => {
    const isWhole = holder.at === ""; // all cards of the result
    return renderHolder(holder, lookup, marked, isWhole ? suffix : "");
  });
}

/**
 * Return the numbers of the results of a response from 0: of a batch first those that differ.
 * @param {Subject} subject
 * @param {Marked} marked
 */
function listResults({ repeats, matches }, marked) {
  if (repeats === undefined) return [0];
  const count = matches?.length ?? repeats;
  const wrong = new Set(
    Array.from(marked, (path) => /^\w+\[(\d+)\]$/.exec(path)?.[1]),
  );
  /** @param {number} number */
  const rankOf = (number) => (wrong.has(String(number)) ? 0 : 1);
  return Array.from({ length: Math.max(count, 1) }, (_, i) => i).sort(
    (a, b) => rankOf(a) - rankOf(b),
  );
}

/**
 * Return a result of a response.
 * @param {Subject} subject
 * @param {number} number of the result from 0
 * @returns {ChosenResult}
 */
function chooseResult({ repeats }, number) {
  if (repeats === undefined)
    return {
      isBatch: false,
      number: 0,
      select: (member) => member,
      pathOf: (name) => name,
    };
  return {
    isBatch: true,
    number,
    select: (member) => (Array.isArray(member) ? member[number] : undefined),
    pathOf: (name) => `${name}[${number}]`,
  };
}

/**
 * Render the numbers of each drum.
 * @param {Range[]} drums
 * @param {unknown[][]} drawn
 * @param {Marked} marked
 * @param {string} path of the drums
 */
const renderDrums = (drums, drawn, marked, path) =>
  drawn.map((values, i) => {
    const title = t("verify.drum", { number: i + 1 });
    const says = describeRange(drums[i] ?? {});
    return renderValues({ title, says }, values, marked, `${path}[${i}]`);
  });

/**
 * Return a sentence on the numbers from which some were drawn; undefined if the response does not have the bounds.
 * @param {Range} range
 */
const describeRange = ({ min, max }) =>
  typeof min === "number" && typeof max === "number"
    ? t("verify.numbers.plain", { min, max })
    : undefined;

/**
 * Return the groups, the hands and the piles of a result, or all its cards from the top, as far as they have cards or
 * items.
 * @param {Subject} subject
 * @param {ChosenResult} result
 * @returns {TitledHolder[]}
 */
function listHolders(subject, { select, pathOf }) {
  /** @type {TitledHolder[]} */
  const holders = [];
  const groups = select(subject.groups) ?? [];
  for (const [i, group] of groups.entries())
    holders.push({
      title: titleGroup(group),
      at: `${pathOf("groups")}[${i}].`,
      items: group.items,
      indices: group.indices,
    });
  const dealt = select(subject.dealt);
  if (dealt)
    holders.push({
      title: t("verify.dealtFirst"),
      at: `${pathOf("dealt")}.`,
      ...dealt,
    });
  const cards = select(subject.cards);
  if (cards)
    holders.push({
      title: t("verify.fromTop"),
      at: "",
      cards,
      indices: select(subject.indices),
    });
  for (const kind of HOLDERS) {
    /** @type {ResponseHolder[]} */
    const ofKind = select(subject[kind]) ?? [];
    for (const [i, holder] of ofKind.entries())
      holders.push({
        title: toTitle(nameHolder(holder, kind)),
        at: `${pathOf(kind)}[${i}].`,
        cards: holder.cards,
        items: holder.items,
        indices: holder.indices,
      });
  }
  return holders.filter(hasContent);
}

/** @type {("hands" | "piles")[]} */
const HOLDERS = ["hands", "piles"];

/** @param {TitledHolder} holder */
function hasContent({ cards, items = cards }) {
  return Array.isArray(items) && items.length > 0;
}

/**
 * Return the number of a result in its batch, and the index of a deal that fulfils a condition; "" if it has neither.
 * @param {Subject} subject
 * @param {number} number of the result from 0
 */
function describeResult({ repeats, matches }, number) {
  if (matches?.length === 0) return t("verify.noDeal");
  const ordinal =
    repeats !== undefined &&
    t("verify.ordinal", {
      number: number + 1,
      total: matches?.length ?? repeats,
    });
  const index =
    matches !== undefined && t("verify.index", { index: matches[number] });
  return [ordinal, index].filter(Boolean).join(" ");
}

/**
 * Return the label of a hand or a pile.
 * @param {ResponseHolder} holder
 * @param {"hands" | "piles"} kind
 */
export const nameHolder = ({ seat, name = "" }, kind) =>
  escapeInvisible(namePlace({ kind, name: seat ?? name }));

/**
 * Render a holder: its cards, or its items as a list. `suffix` is behind the paths of all cards of a result in a batch.
 * @param {TitledHolder} holder
 * @param {CardLookup} lookup
 * @param {Marked} marked
 * @param {string} suffix such as "[3]"
 */
function renderHolder(
  { title, at, cards = [], items: values, indices },
  lookup,
  marked,
  suffix,
) {
  if (values)
    return renderValues(
      { title },
      values,
      marked,
      `${at}items`,
      `${at}indices`,
    );
  /** @param {number} i */
  const isWrong = (i) =>
    ["cards", "indices"].some((list) =>
      marked.has(`${at}${list}${suffix}[${i}]`),
    );
  /** @type {ListedCard[]} */
  const listed = cards.map((card, i) => ({
    card: findCard(card, indices?.[i], lookup),
    caption: String(i + 1),
    mark: isWrong(i) ? "wrong" : undefined,
  }));
  return create(
    "div.holder",
    create("h3", title),
    createCardList(title, listed, chooseFirst(listed.length)),
  );
}

/**
 * Return how many cards of so many are shown at first: all of some, one row or three of many.
 * @param {number} count
 */
const chooseFirst = (count) => (count > MAX_CARDS ? FIRST_CARDS : count);

/**
 * Return the card for a value of a response: by its code, or else by its index.
 * @param {unknown} value
 * @param {unknown} index
 * @param {CardLookup} lookup
 * @returns {ShownFace}
 */
export function findCard(value, index, lookup) {
  const card = lookup.ofCode(String(value));
  if (card.picture || typeof index !== "number") return card;
  return { ...lookup.ofIndex(index), name: String(value) };
}

/**
 * Render numbers or items under a heading. `paths` are where they are in the response.
 * @param {{ title?: string, says?: string }} heading a title, and a sentence on what they are
 * @param {unknown[]} values
 * @param {Marked} marked
 * @param {...string} paths
 */
function renderValues({ title, says }, values, marked, ...paths) {
  const items = values.map((value, i) => ({
    text: toText(value),
    isWrong: paths.some((path) => marked.has(`${path}[${i}]`)),
  }));
  const label = title || t("verify.values");
  return create(
    "div.holder",
    title && create("h3", title),
    says && create("p.soft", says),
    createValueList(label, items, MAX_VALUES),
  );
}
