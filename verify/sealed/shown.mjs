/**
 * The trees over rounds, and cards that are shown with their path. Implemented from docs/definitions/sealed.md alone.
 */
// @ts-check
import { toHex, u32 } from "../core/bytes.mjs";
import { followPath, growTree } from "../core/merkle.mjs";
import { join, openHmac } from "../core/sha256.mjs";
import {
  Refused,
  checkInteger,
  checkList,
  checkObject,
  differ,
  parseDigest,
} from "../core/validation.mjs";
import { deriveSaltKey } from "./sealed.mjs";

const MAX = 2 ** 53 - 1;

/**
 * @import { Bytes } from "../core/bytes.mjs"
 * @import { Difference } from "../core/validation.mjs"
 * @import { Drawn } from "./receipts.mjs"
 * @import { Faces } from "./sealed.mjs"
 */

/**
 * A card that is shown with its path to the root of its round.
 *
 * @typedef {object} ShownCard
 * @property {number} round
 * @property {number} position in the order of the round, 0 being the top
 * @property {number} index in the unshuffled shoe
 * @property {unknown} [card]
 * @property {number} [integer] in place of a card
 * @property {string} salt hexadecimal digits
 * @property {string[]} path digests in hexadecimal digits
 */

/**
 * A shown card with its place in the file: `["seen[2].shown[0]", { round: 0, position: 7, … }]`.
 *
 * @typedef {[where: string, card: ShownCard]} PlacedCard
 */

/**
 * A value that should be a shown card, with its place in the file.
 *
 * @typedef {[where: string, value: unknown]} PlacedValue
 */

/**
 * A function that returns the root of a round, or undefined.
 *
 * @typedef {(round: number) => string | undefined | Promise<string | undefined>} RootOf
 */

/**
 * Return the entry of a leaf of the tree of a round.
 *
 * @param {ArrayLike<number>} salt
 * @param {number} round
 * @param {number} position
 * @param {number} index
 * @returns {Bytes}
 */
const formEntry = (salt, round, position, index) =>
  join(salt, u32(round, position, index));

/**
 * Return the tree over a round: its `root`, and `show`, a function from a position to its shown card.
 *
 * @param {Bytes} serverSeed
 * @param {string | null} clientSeed
 * @param {number} round its number
 * @param {number[]} order the indices by position
 * @param {Faces} shoe
 * @returns {{ root: string, show: (position: number) => ShownCard }}
 */
export function openTree(serverSeed, clientSeed, round, order, shoe) {
  const hash = openHmac(deriveSaltKey(serverSeed, clientSeed, round, order));
  const salts = order.map((_, position) => hash(u32(position)));
  const { root, pathOf } = growTree(
    order.map((index, position) =>
      formEntry(salts[position], round, position, index),
    ),
  );
  return {
    root,
    show: (position) => ({
      round,
      position,
      index: order[position],
      [faceName(shoe)]: shoe.faceOf(order[position]),
      salt: toHex(salts[position]),
      path: pathOf(position),
    }),
  };
}

/**
 * Return the member of a shown card that has its face: card or integer.
 *
 * @param {{ member: "cards" | "integers" }} shoe
 */
export const faceName = ({ member }) =>
  member === "integers" ? "integer" : "card";

/**
 * Return shown cards, a list of them or one alone, each as [place in the file, card].
 *
 * @param {string} where the path of the value
 * @param {unknown} shown
 * @returns {PlacedValue[]}
 */
export function listShown(where, shown) {
  if (!Array.isArray(shown)) return [[where, shown]];
  /** @type {unknown[]} */
  const cards = shown;
  return cards.map((card, i) => [`${where}[${i}]`, card]);
}

/**
 * Check the form of shown cards of a shoe, a list of [place in the file, card].
 *
 * @param {PlacedValue[]} values
 * @param {Faces} shoe
 * @returns {asserts values is PlacedCard[]}
 */
export function checkShownForms(values, shoe) {
  if (values.length > 0 && !shoe.hasTree)
    throw new Refused(
      values[0][0],
      "of this shoe no card is shown, as its rounds have no root",
    );
  const names = ["round", "position", "index", faceName(shoe), "salt", "path"];
  for (const [where, value] of values) {
    const card = checkObject(where, value, names, names);
    checkInteger(`${where}.round`, card.round, 0, 2 ** 32 - 1);
    for (const name of ["position", "index"])
      checkInteger(`${where}.${name}`, card[name], 0, shoe.size - 1);
    if (shoe.check) shoe.check(`${where}.card`, card.card);
    else checkInteger(`${where}.integer`, card.integer, -MAX, MAX);
    parseDigest(`${where}.salt`, card.salt);
    checkList(`${where}.path`, card.path).forEach((digest, k) =>
      parseDigest(`${where}.path[${k}]`, digest),
    );
  }
}

/**
 * Return the first difference in a list of [place in the file, shown card], or undefined: a face that does not belong
 * to the index, two positions for one index, or a path to another root. `rootOf` returns the root of a round, or
 * undefined; `places` keeps the positions.
 *
 * @param {PlacedCard[]} cards
 * @param {Faces} shoe
 * @param {RootOf} rootOf
 * @param {Map<string, number>} places positions by round and index: "0 17"
 * @returns {Promise<Difference | undefined>}
 */
export async function findWrongShown(cards, shoe, rootOf, places = new Map()) {
  const name = faceName(shoe);
  for (const [where, card] of cards) {
    const { round, position, index, salt, path } = card;
    const expected = shoe.faceOf(index);
    if (shoe.toFace(card[name]) !== shoe.toFace(expected))
      return { where: `${where}.${name}`, expected, seen: card[name] };
    const earlier = places.get(`${round} ${index}`) ?? position;
    if (earlier !== position)
      return {
        where: `${where}.position`,
        expected: earlier,
        seen: position,
        detail: TWICE,
      };
    places.set(`${round} ${index}`, position);
    const entry = formEntry(parseDigest("salt", salt), round, position, index);
    const root = await rootOf(round);
    const seen = followPath(entry, position, shoe.size, path);
    if (root !== undefined && seen !== root)
      return {
        where,
        expected: root,
        seen,
        detail: OTHER_ROOT,
      };
  }
}

const TWICE = "one card is shown at two positions of a round";
const OTHER_ROOT =
  "the card, its salt and its path do not lead to the root of the round";

/**
 * Return the first shown card of a round that was not begun, or undefined.
 *
 * @param {PlacedCard[]} shown
 * @param {Drawn} drawn
 * @returns {Difference | undefined}
 */
export function findLaterShown(shown, { round, draws }) {
  const later = shown.find(([, card]) => draws === 0 || card.round > round);
  if (later === undefined) return undefined;
  const [where, card] = later;
  const expected = draws === 0 ? "no round" : `at most ${round}`;
  return differ(`${where}.round`, expected, card.round);
}
