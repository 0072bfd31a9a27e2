/** The trees over rounds, and cards that are shown with their path. Implemented from docs/definitions/sealed.md alone. */
import { toHex, u32 } from "../core/canonical.mjs";
import { followPath, growTree } from "../core/merkle.mjs";
import { deriveSaltKey } from "./sealed.mjs";
import { join, openHmac } from "../core/sha256.mjs";
import {
  Refused,
  checkInteger,
  checkList,
  checkObject,
  parseDigest,
} from "../core/validation.mjs";

const MAX = 2 ** 53 - 1;

const formEntry = (salt, round, position, index) =>
  join(salt, u32(round, position, index));

/** Return the tree over a round: its `root`, and `show`, a function from a position to its shown card. */
export function openTree(serverSeed, clientSeed, round, order, shoe) {
  const hash = openHmac(deriveSaltKey(serverSeed, clientSeed, round, order));
  const salts = order.map((_, position) => hash(u32(position)));
  const { root, pathOf } = growTree(
    order.map((index, position) =>
      formEntry(salts[position], round, position, index),
    ),
  );
  const show = (position) => ({
    ...{
      round,
      position,
      index: order[position],
      [faceName(shoe)]: shoe.faceOf(order[position]),
    },
    ...{ salt: toHex(salts[position]), path: pathOf(position) },
  });
  return { root, show };
}

/** Return the member of a shown card that has its face: card or integer. */
export const faceName = ({ member }) =>
  member === "integers" ? "integer" : "card";

/** Return shown cards, a list of them or one alone, each as [place in the file, card]. */
export const listShown = (where, shown) =>
  Array.isArray(shown)
    ? shown.map((card, i) => [`${where}[${i}]`, card])
    : [[where, shown]];

/** Check the form of shown cards of a shoe, a list of [place in the file, card]. */
export function checkShownForms(cards, shoe) {
  if (cards.length > 0 && !shoe.hasTree)
    throw new Refused(
      cards[0][0],
      "of this shoe no card is shown, as its rounds have no root",
    );
  const names = ["round", "position", "index", faceName(shoe), "salt", "path"];
  for (const [where, shown] of cards) {
    checkObject(where, shown, names, names);
    checkInteger(`${where}.round`, shown.round, 0, 2 ** 32 - 1);
    for (const name of ["position", "index"])
      checkInteger(`${where}.${name}`, shown[name], 0, shoe.size - 1);
    if (shoe.check) shoe.check(`${where}.card`, shown.card);
    else checkInteger(`${where}.integer`, shown.integer, -MAX, MAX);
    parseDigest(`${where}.salt`, shown.salt);
    checkList(`${where}.path`, shown.path).forEach((step, k) =>
      parseDigest(`${where}.path[${k}]`, step),
    );
  }
}

/**
 * Return the first difference in a list of [place in the file, shown card], or undefined: a face that does not belong to the
 * index, two positions for one index, or a path to another root. `rootOf` returns the root of a round, or undefined; `places` keeps
 * the positions.
 */
export async function findWrongShown(cards, shoe, rootOf, places = new Map()) {
  const name = faceName(shoe);
  for (const [
    where,
    { round, position, index, salt, path, [name]: face },
  ] of cards) {
    const expected = shoe.faceOf(index);
    if (shoe.toFace(face) !== shoe.toFace(expected))
      return { where: `${where}.${name}`, expected, seen: face };
    const other = places.get(`${round} ${index}`) ?? position;
    if (other !== position)
      return {
        where: `${where}.position`,
        expected: other,
        seen: position,
        detail: TWICE,
      };
    places.set(`${round} ${index}`, position);
    const entry = formEntry(parseDigest("salt", salt), round, position, index);
    const [root, seen] = [
      await rootOf(round),
      followPath(entry, position, shoe.size, path),
    ];
    if (root !== undefined && seen !== root)
      return { where, expected: root, seen, detail: OTHER_ROOT };
  }
}

const TWICE = "one card is shown at two positions of a round";
const OTHER_ROOT =
  "the card, its salt and its path do not lead to the root of the round";
