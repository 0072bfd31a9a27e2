/**
 * The parts of a sealed order, as the sealed label says: groups, teams, pairs and tables of names; drums of lotteries
 * and tickets.
 */
// @ts-check
import { parseLabel } from "../../shared/sealed_labels.mjs";
import { arrangeDrums } from "../../shared/drums.mjs";
import { cutIntoParts } from "../../shared/parts.mjs";
import { t } from "../../shared/texts.mjs";

/**
 * A group, a team, a pair, a table, a line or a ticket; its items are numbered if it `isRanked`.
 * @typedef {object} OrderPart
 * @property {string} title
 * @property {string[]} items
 * @property {boolean} isRanked
 */

/**
 * Return the parts of a whole order of names; undefined if the label names no parts of so many.
 * @param {string} label of the terms, such as "Teams: 4 groups from 23 names"
 * @param {string[]} items
 * @returns {OrderPart[] | undefined}
 */
export function cutByLabel(label, items) {
  const { what = "" } = parseLabel(label);
  const { parts, isRanked = false } = cutIntoParts(what, items) ?? {};
  if (!parts?.[0].title) return undefined;
  return parts.map(({ title = "", lines }) => ({
    title,
    items: lines,
    isRanked,
  }));
}

/**
 * Return the lines or tickets of an order of numbers in the same form: an item is a drum; undefined if it is the order
 * itself.
 * @param {string} label of the terms, such as "Lottery: 6 of 49, 3 times"
 * @param {number[]} numbers
 * @returns {OrderPart[] | undefined}
 */
export function fillByLabel(label, numbers) {
  const { what = "" } = parseLabel(label);
  const { balls, cards } = arrangeDrums(what, numbers) ?? {};
  const rows = balls ?? cards ?? [[]];
  if (rows.length * rows[0].length < 2) return undefined;
  /** @param {number} number */
  const nameRow = (number) =>
    balls
      ? t("shared.parts.line", { number })
      : t("shared.parts.ticket", { number });
  return rows.map((drums, i) => ({
    title: nameRow(i + 1),
    items: drums.map((drum) => drum.join(" ")),
    isRanked: true,
  }));
}
