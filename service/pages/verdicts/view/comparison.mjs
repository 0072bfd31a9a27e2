/** The value that was expected and the one that was seen, side by side as pictures: two cards, or two dice. */
// @ts-check
import { escapeInvisible } from "../../../../verify/core/escaped_texts.mjs";
import { createFaceOfDie, listKinds } from "../../shared/rolled_dice.mjs";
import { create } from "../../shared/elements.mjs";
import { listOf, objectOf } from "../../shared/unknown_json.mjs";
import { t } from "../../shared/texts.mjs";
import { createFace } from "./card_lists.mjs";
import { findCard } from "./results.mjs";

/**
 * @import { CardLookup } from "./card_lists.mjs"
 * @import { Subject } from "../assessment/notes.mjs"
 */

/**
 * A value with its picture.
 * @typedef {{ name: string, picture: HTMLElement }} Pictured
 */

/**
 * Create two pictures side by side; undefined if one of them is missing.
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
 * Create a picture below its title and its name.
 * @param {string} title
 * @param {Pictured} pictured
 * @param {"good" | "bad"} kind
 */
const createHalf = (title, { name, picture }, kind) =>
  create("figure", { class: kind }, [
    create("figcaption", title, " ", create("strong", escapeInvisible(name))),
    picture,
  ]);

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

/**
 * Create the two dice of a difference, side by side; undefined if it is not of the face of a die.
 * @param {{ where: string, expected?: unknown, seen?: unknown }} difference
 * @param {Subject} subject
 */
export function compareDice({ where, expected, seen }, subject) {
  const [, setPath, dieIndex] = DIE.exec(where) ?? [];
  if (setPath === undefined) return undefined;
  const set = followIndices(subject.sets, setPath);
  const { term = 0 } = objectOf(listOf(objectOf(set).dice)[Number(dieIndex)]);
  const kind = listKinds(String(subject.roll))[Number(term)];
  return createPair(pictureDie(expected, kind), pictureDie(seen, kind));
}

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
 * @returns {Pictured | undefined}
 */
function pictureDie(value, kind) {
  const { face = value } = objectOf(value);
  if (typeof face !== "number") return undefined;
  return {
    name: String(face),
    picture: create("span.dice", createFaceOfDie(face, kind)),
  };
}
