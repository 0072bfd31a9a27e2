/** The value that was expected and the one that was seen, side by side: cards, dice, totals, names or numbers. */
// @ts-check
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { createFaceOfDie, listKinds } from "../../shared/rolled_dice.mjs";
import { create } from "../../shared/elements.mjs";
import { listOf, objectOf } from "../../shared/unknown_json.mjs";
import { t } from "../../shared/texts.mjs";
import { createFace } from "./card_lists.mjs";
import { findCard, nameTotal, toNumber } from "./results.mjs";

/**
 * @import { CardLookup } from "./card_lists.mjs"
 * @import { Subject } from "../assessment/notes.mjs"
 * @import { ExplainedDifference } from "../assessment/seals.mjs"
 */

/**
 * A value with its picture, and the total of a set of dice that it is in.
 * @typedef {{ name: string, picture?: HTMLElement, total?: unknown }} Pictured
 */

/**
 * A value as it should be, and as it was seen.
 * @typedef {{ expected: unknown, seen: unknown }} Compared
 */

/**
 * Create two values side by side; undefined if one of them is missing.
 * @param {Pictured | undefined} expected
 * @param {Pictured | undefined} seen
 */
const createPair = (expected, seen) =>
  expected && seen
    ? create(
        "div.pair",
        createHalf(t("verify.expected"), expected, "good"),
        createHalf(t("verify.seen"), seen, "bad"),
      )
    : undefined;

/**
 * Create a value below its title: its name, its picture, and the total of its set.
 * @param {string} title
 * @param {Pictured} pictured
 * @param {"good" | "bad"} kind
 */
const createHalf = (title, { name, picture, total }, kind) =>
  create("figure", { class: kind }, [
    create("figcaption", title, " ", create("strong", escapeInvisible(name))),
    picture,
    total !== undefined &&
      create("p", [
        create("span.soft", nameTotal(), " "),
        create("strong", toNumber(total)),
      ]),
  ]);

/**
 * Create two values side by side that have no pictures: names, numbers, or what a request says.
 * @param {{ expected: string, seen: string }} values such as "Ann" and "Bob"
 */
export const compareTexts = ({ expected, seen }) =>
  createPair({ name: expected }, { name: seen });

/**
 * Create the two cards of a difference, side by side; undefined if one of the values is no card.
 * @param {unknown} expected
 * @param {unknown} seen
 * @param {CardLookup} lookup
 */
export const compareCards = (expected, seen, lookup) =>
  createPair(pictureCard(expected, lookup), pictureCard(seen, lookup));

/**
 * Return the card for a value of a response with its picture: an index, or a code or name; undefined for another value.
 * @param {unknown} value
 * @param {CardLookup} lookup
 * @returns {Pictured | undefined}
 */
function pictureCard(value, lookup) {
  const card = toCard(value, lookup);
  return (
    card && { name: String(card.name ?? card.code), picture: createFace(card) }
  );
}

/**
 * Return the card for a value of a response; undefined if it is neither an index, nor a code or name.
 * @param {unknown} value
 * @param {CardLookup} lookup
 */
function toCard(value, lookup) {
  if (typeof value === "number") return lookup.ofIndex(value);
  return typeof value === "string"
    ? findCard(value, undefined, lookup)
    : undefined;
}

const DIE = /^sets((?:\[\d+\])+)\.dice\[(\d+)\](?:\.face)?$/;
const TOTAL = /^(?:sets(?:\[\d+\])+\.)?total(?:\[\d+\])*$/;

/**
 * Create the two dice of a difference, each with the total of its set, or the two totals, side by side; undefined if it
 * is of neither.
 * @param {ExplainedDifference} difference
 * @param {Subject} subject
 */
export function compareDice({ where, expected, seen, differing }, subject) {
  if (TOTAL.test(where))
    return createPair(pictureTotal(expected), pictureTotal(seen));
  const [, setPath, dieIndex] = DIE.exec(where) ?? [];
  if (setPath === undefined) return undefined;
  const set = objectOf(followIndices(subject.sets, setPath));
  const { term = 0 } = objectOf(listOf(set.dice)[Number(dieIndex)]);
  const kind = listKinds(String(subject.roll))[Number(term)];
  const total = compareTotals(set.total, `sets${setPath}.total`, differing);
  return createPair(
    pictureDie(expected, kind, total.expected),
    pictureDie(seen, kind, total.seen),
  );
}

/**
 * Return the total of a set as it should be, and as it was seen: they are the same if no difference has its path.
 * @param {unknown} seen
 * @param {string} path
 * @param {ExplainedDifference["differing"]} differing
 * @returns {Compared}
 */
function compareTotals(seen, path, differing = []) {
  const other = differing.find(({ where }) => where === path);
  return other ?? { expected: seen, seen };
}

/**
 * Return a total of dice; undefined if it is no number.
 * @param {unknown} total
 * @returns {Pictured | undefined}
 */
const pictureTotal = (total) =>
  typeof total === "number" ? { name: toNumber(total) } : undefined;

/**
 * Return what lists within lists have at indices such as "[0][2]".
 * @param {unknown} lists
 * @param {string} indices
 * @returns {unknown}
 */
const followIndices = (lists, indices) =>
  Array.from(indices.matchAll(/\d+/g), ([index]) => Number(index)).reduce(
    (value, index) => listOf(value)[index],
    lists,
  );

/**
 * Return a die of a response with its picture; undefined if it has no face.
 * @param {unknown} value the die, or its face
 * @param {string | undefined} kind "F" of Fudge dice, or how many sides they have
 * @param {unknown} total of its set
 * @returns {Pictured | undefined}
 */
function pictureDie(value, kind, total) {
  const { face = value } = objectOf(value);
  if (typeof face !== "number") return undefined;
  return {
    name: String(face),
    total,
    picture: create("span.dice", createFaceOfDie(face, kind)),
  };
}
