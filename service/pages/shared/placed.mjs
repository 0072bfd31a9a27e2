/** What was drawn with its places in words, by which a difference is named: "6" at "die 3 of 4", "Ann" at "place 2". */
// @ts-check
import { arrange } from "./arrange.mjs";
import { callBall } from "./drums.mjs";
import { nameSide } from "./labels.mjs";
import { nameDie } from "./rolled_dice.mjs";
import { formatNumber, t } from "./texts.mjs";

/**
 * @import { Result, ResultPart, SetOfDice, Ticket } from "./draw_types.mjs"
 */

/**
 * A text with its place in a result; a total stands behind the dice that it is the sum of.
 * @typedef {{ place: string, text: string, isTotal?: boolean }} Placed
 */

/**
 * Return texts of one kind, each at its place among them: "die 3 of 4".
 * @param {"die" | "coin" | "number"} kind
 * @param {string[]} texts
 * @returns {Placed[]}
 */
const placeEach = (kind, texts) =>
  texts.map((text, i) => ({
    place: t(`verify.place.${kind}`, { number: i + 1, count: texts.length }),
    text,
  }));

/**
 * Return what lies within a part of a result: "Group 1, place 2". A part without a title is left out.
 * @param {string | false | undefined} title
 * @param {Placed[]} placed
 * @returns {Placed[]}
 */
const placeWithin = (title, placed) =>
  title
    ? placed.map(({ place, ...rest }) => ({
        place: `${title}, ${place}`,
        ...rest,
      }))
    : placed;

/**
 * Return the lines of a part with their places.
 * @param {ResultPart} part
 */
const placeLines = ({ title, lines }) =>
  placeWithin(
    title,
    lines.map((text, i) => ({
      place: t("verify.placed", { number: i + 1 }),
      text,
    })),
  );

/**
 * Return the numbers of a lottery, by their line if it has several, and by their drum if a line has several.
 * @param {number[][][]} lines
 */
const placeBalls = (lines) =>
  lines.flatMap((drums, i) =>
    placeWithin(
      lines.length > 1 && t("shared.parts.line", { number: i + 1 }),
      drums.flatMap((numbers, k) =>
        placeWithin(
          drums.length > 1 && t("verify.drum", { number: k + 1 }),
          placeEach("number", numbers.map(String)),
        ),
      ),
    ),
  );

/**
 * Return the numbers of a ticket with 75 balls by their columns.
 * @param {number[][]} columns
 * @param {number} i the position of the ticket
 */
const placeCard = (columns, i) =>
  placeWithin(
    t("shared.parts.ticket", { number: i + 1 }),
    columns.flatMap((numbers, k) =>
      placeWithin("BINGO"[k], placeEach("number", numbers.map(String))),
    ),
  );

/**
 * Return the numbers of a row of a ticket as one text, without its blank cells.
 * @param {readonly unknown[]} cells null is a blank one
 */
export const joinCells = (cells) =>
  cells.filter((cell) => cell !== null).join(" ");

/**
 * Return the rows of a ticket with 90 balls.
 * @param {Ticket} rows
 * @param {string} number of the ticket
 */
const placeTicket = (rows, number) =>
  placeWithin(
    t("shared.parts.ticket", { number }),
    rows.map((cells, i) => ({
      place: t("verify.place.row", { number: i + 1 }),
      text: joinCells(cells),
    })),
  );

/**
 * Return the dice of a set and its total.
 * @param {SetOfDice} set
 * @returns {Placed[]}
 */
const placeSet = ({ total, dice }) => [
  ...placeEach("die", dice.map(nameDie)),
  {
    place: t("verify.place.total"),
    text: formatNumber(total),
    isTotal: true,
  },
];

/**
 * Return what was drawn, each with its place; [] for slips, which are for one person each.
 * @param {Result} result
 * @returns {Placed[]}
 */
export function listPlaced(result) {
  const { parts, numbers, isOf75 = false, dice, rolled, coins } = result;
  if (parts) return parts.flatMap(placeLines);
  if (numbers)
    return numbers.flatMap((row) =>
      placeEach(
        "number",
        row.map((number) => callBall(number, isOf75)),
      ),
    );
  if (dice) return placeEach("die", dice.map(String));
  if (coins) return placeEach("coin", coins.map(nameSide));
  if (rolled) return placeSets(rolled.sets);
  const { balls = [], cards = [], strips = [] } = result;
  return [
    ...placeBalls(balls),
    ...cards.flatMap(placeCard),
    ...strips.flatMap((strip, i) =>
      strip.flatMap((ticket, k) => placeTicket(ticket, `${i + 1}–${k + 1}`)),
    ),
  ];
}

/**
 * Return the dice of a roll, by their set if it has several.
 * @param {SetOfDice[]} sets
 */
const placeSets = (sets) =>
  sets.flatMap((set, i) =>
    placeWithin(
      sets.length > 1 && t("verify.place.roll", { number: i + 1 }),
      placeSet(set),
    ),
  );

/**
 * Return the numbers of a sealed draw in the order in which they were drawn, each with its place. The balls of a
 * lottery and the tickets of bingo are numbers here: only some of an order become one of these.
 * @param {string | undefined} what the words of the label: "4 dice"
 * @param {number[]} numbers
 * @returns {Placed[]}
 */
export function placeNumbers(what, numbers) {
  const arranged = arrange(what, { numbers, size: numbers.length });
  const isWhole = arranged.balls === undefined && arranged.cards === undefined;
  return listPlaced(isWhole ? arranged : { numbers: [numbers] });
}
