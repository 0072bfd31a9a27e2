/**
 * A draw that the page Draw sealed, as elements. Before the draw: its seal, and whether a list matches it. Afterwards:
 * the drawn items.
 */
// @ts-check
import { canonicalJson, hashList } from "../../../../verify/core/canonical.mjs";
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { groupDigits } from "../../shared/digests.mjs";
import { nameShuffled } from "../../shared/labels.mjs";
import {
  isOfPublicDraw,
  parseLabel,
  readRound,
} from "../../shared/sealed_labels.mjs";
import { create } from "../../shared/elements.mjs";
import { findText, formatNumber, t } from "../../shared/texts.mjs";
import { parseObject } from "../../shared/unknown_json.mjs";
import { createBytes } from "../../verdicts/view/finding.mjs";
import { createColumns, createPart } from "../../verdicts/view/value_lists.mjs";
import { createRound, viewAnnounced } from "./announced_view.mjs";
import { cutByLabel, fillByLabel } from "./order_parts.mjs";
import { getReceipt, areOfIntegers } from "../../verdicts/assessment/notes.mjs";
import { keepSeal } from "../../verdicts/assessment/records.mjs";
import {
  isUsual,
  itemOf,
  listDrawn,
  spreadTickets,
  toText,
} from "../../verdicts/assessment/seals.mjs";

/**
 * @import { FoundView } from "../../verdicts/view/finding.mjs"
 * @import { OrderPart } from "./order_parts.mjs"
 * @import { IntegerTerms, Subject } from "../../verdicts/assessment/notes.mjs"
 * @import { Receipt, Terms } from "../../shared/shoes.mjs"
 */

/**
 * A function that returns the English words of a label on what is drawn in the language of the page.
 * @typedef {(words: string) => string} Translate
 */

/** @type {Translate} */
const keepWords = (words) => words; // a saved page has no texts for them

/**
 * The response that opened a sealed draw.
 * @typedef {{ commitment: string, terms: IntegerTerms }} Announcement
 */

/**
 * Return the response that opened a sealed draw, if a text is one; undefined for any other.
 * @param {string} text
 * @returns {Announcement | undefined}
 */
export function readAnnouncement(text) {
  /** @type {{ commitment?: string, terms?: Terms, receipt?: Receipt }} */
  const { commitment = "", terms, receipt } = parseObject(text) ?? {};
  return /^[0-9a-f]{64}$/.test(commitment) &&
    areOfIntegers(terms) &&
    receipt === undefined
    ? { commitment, terms }
    : undefined;
}

/**
 * Note the seal in this browser, and return the view of the draw; `items` is the list that a person entered.
 * @param {Announcement} announcement
 * @param {unknown[]} [items]
 * @param {Translate} [translate]
 * @returns {Promise<FoundView>}
 */
export async function viewAnnouncement(
  { commitment, terms },
  items,
  translate = keepWords,
) {
  const note = keepSeal({ commitment, terms });
  if (note.terms !== canonicalJson(terms))
    return viewOtherDraw(note.terms, canonicalJson(terms));
  const list = await readList(items, terms);
  if (list && !isSealedList(list, terms)) return viewOtherList(list, terms);
  const { label, min = 1, max, items_sha256: digest } = terms;
  const round = readRound(label);
  return viewAnnounced({
    notedAt: Number(note.time),
    isDrawn: note.result !== undefined,
    round: round === undefined ? undefined : Number(round),
    isOfWords: isOfPublicDraw(label),
    isListRight: list !== undefined,
    fields: {
      draw: label === undefined ? undefined : describeLabel(label, translate),
      names: digest && formatNumber(countNumbers(terms)),
      numbers: digest ? undefined : t("verify.draws.range", { min, max }),
      code: commitment,
      listCode: digest,
    },
  });
}

/**
 * A list that a person entered: its `hash`, and how many items it has.
 * @typedef {{ hash: string, count: number }} EnteredList
 */

/**
 * Return the list that a person entered, with a line for each ticket; undefined without one that has a hash, and for a
 * draw of numbers.
 * @param {unknown[] | undefined} items
 * @param {IntegerTerms} terms
 * @returns {Promise<EnteredList | undefined>}
 */
async function readList(items, terms) {
  const list = terms.items_sha256
    ? await spreadTickets(items, terms)
    : undefined;
  const hash = list && (await hashList(list));
  return list && hash ? { hash, count: list.length } : undefined;
}

/**
 * Return how many numbers terms have.
 * @param {IntegerTerms} terms such as { min: 1, max: 40 }, which have 40
 */
const countNumbers = ({ min = 1, max }) => max - min + 1;

/**
 * Return whether a list is the one that terms name by its hash, and has as many items as they have numbers.
 * @param {EnteredList} list
 * @param {IntegerTerms} terms
 */
const isSealedList = ({ hash, count }, terms) =>
  hash === terms.items_sha256 && count === countNumbers(terms);

/**
 * Return the view of a seal that this browser noted for another draw.
 * @param {string | undefined} notedTerms as JSON, as far as this browser noted them
 * @param {string} terms of this link, as JSON
 * @returns {FoundView}
 */
const viewOtherDraw = (notedTerms, terms) => ({
  state: "invalid",
  word: t("verify.invalid"),
  says: t("verify.draws.twoDraws"),
  more: [
    createBytes([
      [t("verify.draws.noted"), notedTerms],
      [t("verify.draws.thisLink"), terms],
    ]),
  ],
  details: [],
});

/**
 * Return the view of a list that is not the one that was sealed.
 * @param {EnteredList} list
 * @param {IntegerTerms} terms
 * @returns {FoundView}
 */
function viewOtherList({ hash, count }, terms) {
  const sealed = describeList(countNumbers(terms), terms.items_sha256 ?? "");
  return {
    state: "invalid",
    word: t("verify.draws.otherList"),
    says: t("verify.draws.otherListSays"),
    more: [
      createBytes([
        [t("verify.draws.sealedList"), sealed],
        [t("verify.draws.thisList"), describeList(count, hash)],
      ]),
    ],
    details: [],
  };
}

/**
 * Return a sentence on the length and the fingerprint of a list.
 * @param {number} count
 * @param {string} digest
 */
const describeList = (count, digest) =>
  t("verify.draws.list", { count, digest: groupDigits(digest) });

/**
 * Return the occasion of a sealed draw, or what was drawn, as its label says; of cards the game, or their label; of a
 * response what was asked for. Undefined for a file that says neither.
 * @param {Subject} file
 * @param {Translate} [translate]
 */
export async function nameDrawn(file, translate = keepWords) {
  const terms = getReceipt(file)?.terms;
  if (!terms) return nameResponse(file);
  const { label, game } = terms;
  if (!areOfIntegers(terms)) return game ? nameGame(game) : label;
  if (!label) return undefined;
  const { occasion, what } = parseLabel(label);
  return occasion ?? translate(what ?? label);
}

/**
 * Return what the label of a draw says, without who decides it, which the page says in other words.
 * @param {string} label such as "Spring raffle: 3 winners from 40 names. Decided by: words of the audience"
 * @param {Translate} translate
 * @returns {string} here "Spring raffle: 3 winners from 40 names", if the page is in English
 */
function describeLabel(label, translate) {
  const { occasion, what } = parseLabel(label);
  if (what === undefined) return occasion ?? label;
  const words = translate(what);
  if (occasion === undefined) return words;
  return t("shared.pair", { name: occasion, value: words });
}

/**
 * Return what a response with one result is of: a roll, a game, or so many cards of a deck; undefined for any other.
 * @param {Subject} response
 */
function nameResponse({ repeats, roll, game, deck, cards }) {
  if (repeats !== undefined) return undefined;
  if (roll !== undefined) return t("shared.roll", { roll });
  if (game !== undefined) return nameGame(game);
  if (deck === undefined || !cards) return undefined;
  return nameShuffled(cards.length, deck);
}

/**
 * Return the title of a game in the language of the page, or in English.
 * @param {string} game
 */
async function nameGame(game) {
  // The check of a game has loaded its table
  const { GAME_TABLE } =
    await import("../../../../verify/games/game_table.mjs");
  /** @type {Record<string, { games: Record<string, { title: string }> }>} */
  const families = GAME_TABLE;
  const family = Object.values(families).find(({ games }) =>
    Object.hasOwn(games, game),
  );
  return findText(`games.${game}`) ?? family?.games[game].title;
}

/**
 * Return the title of what a file says that was drawn: as much of it as the headline has not. The headline of a result
 * that is right has the occasion, that of one in part has nothing of it, nor that of one that is not valid.
 * @param {Subject} file
 * @param {string} state of the verdict
 * @param {Translate} [translate]
 */
export async function titleDrawn(file, state, translate = keepWords) {
  const isInHeadline = !["invalid", "partial"].includes(state);
  const terms = getReceipt(file)?.terms;
  if (!areOfIntegers(terms))
    return isInHeadline ? undefined : nameDrawn(file, translate);
  const { label } = terms;
  if (label === undefined) return undefined;
  if (!isInHeadline) return describeLabel(label, translate);
  const { occasion, what } = parseLabel(label);
  return occasion && what && translate(what);
}

/** @param {string} title */
export const renderTitle = (title) =>
  create("p", create("strong", escapeInvisible(title)));

/**
 * Return elements with what was drawn of a receipt: the parts of a whole order, or its `numbers`. Of any other file
 * return these as they are.
 * @param {Subject} file
 * @param {HTMLElement[]} numbers as the page shows those of any file
 * @returns {HTMLElement[]}
 */
export function describeDrawn(file, numbers) {
  const receipt = getReceipt(file);
  const terms = receipt?.terms;
  if (!receipt || !areOfIntegers(terms)) return numbers;
  const { drawn } = receipt;
  const cards = listDrawn(file.seen);
  const items = cards.map(({ face }) => itemOf(face, file, terms));
  const isWhole = isUsual(receipt, file.seen) && items.length === drawn.total;
  const isOfList = terms.items_sha256 !== undefined;
  const parts = isWhole ? cutOrder(terms, items) : undefined;
  const missing =
    items.length < drawn.total &&
    t("verify.draws.someShown", { total: drawn.total, shown: items.length });
  return [
    ...(parts ? renderParts(parts, isOfList) : numbers),
    describeBeacon(terms),
    missing && create("p", create("strong", missing)),
  ].filter((part) => part instanceof HTMLElement);
}

/**
 * Return the parts of a whole order, as its label says; undefined if it says none.
 * @param {Terms} terms
 * @param {unknown[]} items the lines of a list, or numbers
 */
function cutOrder({ label, items_sha256: digest }, items) {
  if (!label) return undefined;
  return digest === undefined
    ? fillByLabel(label, items.map(Number))
    : cutByLabel(label, items.map(toText));
}

/**
 * Render the groups, teams, pairs or tables of a drawn order, or its lines and tickets, all of them: everybody looks
 * for the own.
 * @param {OrderPart[]} parts
 * @param {boolean} isOfList
 */
const renderParts = (parts, isOfList) => [
  create(
    "p.soft",
    isOfList ? t("verify.draws.parts") : t("verify.draws.drums"),
  ),
  createColumns(
    parts.flatMap(({ items }) => items),
    parts.map(({ title, items, isRanked }) =>
      createPart(title, items, isRanked),
    ),
  ),
];

/**
 * Return an element with the address of the round of drand that a draw in public names; undefined if it names none.
 * @param {Terms} terms
 */
function describeBeacon({ label }) {
  const number = readRound(label);
  return number === undefined ? undefined : create("p", createRound(number));
}
