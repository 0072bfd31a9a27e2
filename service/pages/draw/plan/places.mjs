/** Names of the list that stand first, last or at places of their own in an order. */
// @ts-check
/** @import { DrawValues } from "./plan.mjs" */
import { joinChoices, t } from "../../shared/texts.mjs";
import { Wrong, shorten } from "../../shared/lines.mjs";
import { joinSome, readName } from "./named.mjs";

/**
 * A name with the places, from 1, where it may stand, and the field of the form that says so: { position: 2, places:
 * [1], field: "begin" } if the third name of the list comes first.
 * @typedef {object} PlacedName
 * @property {number} position in the list, from 0
 * @property {number[]} places
 * @property {"begin" | "end" | "fixed"} field
 */

const BETWEEN = String.raw`\s*[,/]\s*|\s+\p{L}{1,4}\s+`; // as in "1, 2" and "1 or 2"
const PLACE = String.raw`\d{1,6}`;
const LINE = new RegExp(
  String.raw`^(.+?)(?:\s*[:;=\t]\s*|[\s,]+)(${PLACE}(?:(?:${BETWEEN})${PLACE})*)$`,
  "u",
);

/**
 * Return the name and the places on a line such as "Ann: 3" or "Bo 1 or 2". Throw `Wrong` without a place of the order.
 * @param {string} line
 * @param {number} count how many places there are
 */
function readLine(line, count) {
  const [, name, digits = ""] = LINE.exec(line) ?? [];
  const places = digits.match(/\d+/g)?.map(Number) ?? [];
  const isThere = places.every((place) => place >= 1 && place <= count);
  if (name === undefined || !isThere)
    throw new Wrong(
      t("draw.wrong.place", { line: shorten(line), count }),
      "fixed",
    );
  return { name, places };
}

/**
 * Return the names of the list that have places, as the form says: who comes first, who last, and those on the lines of
 * its field `fixed`. Throw `Wrong` for what names nobody, or no place.
 * @param {DrawValues} values
 * @param {string[]} names
 * @returns {PlacedName[]}
 */
export function readPlaces({ begin, end, fixed }, names) {
  const count = names.length;
  const typed = [
    { name: begin.trim(), places: [1], field: /** @type {const} */ ("begin") },
    { name: end.trim(), places: [count], field: /** @type {const} */ ("end") },
    ...fixed
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => ({
        ...readLine(line, count),
        field: /** @type {const} */ ("fixed"),
      })),
  ];
  return typed
    .filter(({ name }) => name)
    .map(({ name, places, field }) => ({
      position: readName(name, names, field),
      places,
      field,
    }));
}

/**
 * Return names with places as the service takes them. Names are numbers from 1, as texts.
 * @param {PlacedName[]} placed
 */
export const toFixed = (placed) =>
  placed.map(({ position, places }) => ({
    item: String(position + 1),
    positions: places,
  }));

/**
 * Return the sentence on names with places: "Ann comes first and Bo comes to place 2 or 3."; "" without any.
 * @param {PlacedName[]} placed
 * @param {string[]} names
 */
export function describePlaces(placed, names) {
  const texts = placed.map(({ position, places, field }) =>
    t(`draw.places.${field}`, {
      name: names[position],
      places: joinChoices(places.map(String)),
    }),
  );
  return texts.length > 0
    ? t("draw.facts.places", { places: joinSome(texts) })
    : "";
}

/**
 * Return the fields of the form with the numbers of names in place of the names: { begin: "#3", end: "", fixed:
 * "#1: 2, 3" }.
 * @param {PlacedName[]} placed
 */
export function unnamePlaces(placed) {
  /** @param {PlacedName["field"]} wanted */
  const list = (wanted) => placed.filter(({ field }) => field === wanted);
  /** @param {PlacedName} name */
  const toNumber = ({ position }) => `#${position + 1}`;
  return {
    begin: list("begin").map(toNumber).join(),
    end: list("end").map(toNumber).join(),
    fixed: list("fixed")
      .map((name) => `${toNumber(name)}: ${name.places.join(", ")}`)
      .join("\n"),
  };
}
