/** How a response writes the cards of a shoe. Implemented from docs/definitions/decks.md alone. */
// @ts-check
import { UNCHECKED } from "../core/draws.mjs";
import { checkChoice } from "../core/validation.mjs";

/** @import { Unchecked } from "../core/draws.mjs" */

/**
 * Return the label of each card of a shoe in a response.
 * @param {string[]} codes the code of each card, such as "AS"
 * @param {{ notation?: string }} request the request, which may ask for names or symbols instead
 * @returns {(string | Unchecked)[]}
 */
export function cardLabels(codes, { notation = "code" }) {
  checkChoice("notation", notation, ["code", "name", "unicode"]);
  return notation === "code" ? codes : codes.map(() => UNCHECKED);
}

/**
 * Return the cards at some indices of a shoe, as a response writes them.
 * @template Label
 * @param {number[]} indices
 * @param {Label[]} labels the label of each card of the shoe
 * @returns {{ cards: Label[], indices: number[] }}
 */
export const pickCards = (indices, labels) => ({
  cards: indices.map((index) => labels[index]),
  indices,
});
