/** The place of a difference, a card at a position of a round or a member of the file, and the cards that it marks. */
// @ts-check
import { listSeen } from "./notes.mjs";

/**
 * @import { Difference } from "../../../../verify/core/validation.mjs"
 * @import { SeenCard, ShownAt, Subject } from "./notes.mjs"
 */

/**
 * A card at its position of a round, as the check names it; `label` is its place in the game, such as "the stock".
 * @typedef {{ round: number, position: number, label?: string }} CardPosition
 */

/**
 * A card that was shown, or only seen; `mark` is "wrong" for the one that differs, "shown" for the others with a proof.
 * @typedef {SeenCard & { mark?: "shown" | "wrong" }} MarkedCard
 */

const POSITION =
  /^round (?<round>\d+), position (?<position>\d+)(?: \((?<label>.+)\))?$/s;

/**
 * Return the position of a card that is the place of a difference; undefined for any other place.
 * @param {string} where such as "round 1, position 3 (the stock)", or the path "shown[0].card"
 * @returns {CardPosition | undefined} here { round: 1, position: 3, label: "the stock" }, or undefined
 */
export function parsePosition(where) {
  const { groups } = POSITION.exec(where) ?? {};
  return (
    groups && {
      round: Number(groups.round),
      position: Number(groups.position),
      label: groups.label,
    }
  );
}

/**
 * Return whether a path is of a member or of something in it: "shown[0].card" is within "shown[0]", "shown[01]" not.
 * @param {string} where
 * @param {string} member its path
 */
export const isWithin = (where, member) =>
  where === member ||
  [".", "["].some((separator) => where.startsWith(member + separator));

/**
 * Return the paths of differences of a response, and those of all that they lie in: of "sets[0].total" also "sets[0]"
 * and "sets".
 * @param {Pick<Difference, "where">[]} differences
 * @returns {Set<string>}
 */
export function addParents(differences) {
  const paths = new Set(differences.map(({ where }) => where));
  for (const { where } of differences) {
    for (const { index } of where.matchAll(/[.[]/g))
      paths.add(where.slice(0, index));
  }
  return paths;
}

/**
 * Return the cards with a face that were shown or seen, each place once: shown cards are marked, and the card that
 * differs is.
 * @param {ShownAt[]} shown pairs of the path in the file and the card: ["shown[0]", { round: 1, position: 3, … }]
 * @param {Subject["seen"]} seen
 * @param {string} where the place of the difference: of a shown card perhaps its path, "shown[0].card", of any its
 *   position, "round 1, position 3 (the stock)"; "" if nothing differs
 * @returns {MarkedCard[]}
 */
export function joinShown(shown, seen, where) {
  /** @type {Map<string, MarkedCard>} */
  const cards = new Map(); // by round and position
  for (const card of listSeen(seen).flatMap((entry) => entry.cards))
    cards.set(`${card.round} ${card.position}`, card);
  for (const [path, { round, position, card, integer }] of shown) {
    const key = `${round} ${position}`;
    cards.set(key, {
      ...cards.get(key),
      round,
      position,
      face: card ?? integer,
      mark: isWithin(where, path) ? "wrong" : "shown",
    });
  }
  const wrong = parsePosition(where);
  const wrongCard = wrong && cards.get(`${wrong.round} ${wrong.position}`);
  if (wrongCard) wrongCard.mark = "wrong";
  return [...cards.values()].filter(
    ({ face }) => face !== null && face !== undefined,
  );
}
